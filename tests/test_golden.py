"""Every report over the sample evenings is as somebody last read it, and can be printed in other formats."""

import json
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sklog.rooms import HIGHLIGHTS, load
from tests import golden, screens, transcripts


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a ledger that holds all sample evenings."""
    folder = tmp_path_factory.mktemp("season")
    with pytest.MonkeyPatch.context() as patch, chdir(folder):
        for name in transcripts.UNSEEN:
            patch.delenv(name, raising=False)
        for name, value in transcripts.environment(folder).items():
            patch.setenv(name, value)
        golden.fill()
        yield folder


@pytest.mark.parametrize("one", list(golden.goldens()), ids=lambda one: str(one.path.relative_to(golden.FOLDER)))
def test_golden_file(season: Path, one: golden.Golden) -> None:
    """A report is, letter by letter, what was read and found good; `python -m tests.golden` writes it anew."""
    if one.path.name.startswith("session."):
        load(HIGHLIGHTS)  # a sheet has them where they are here
    with chdir(season):
        assert golden.printed(one) == one.path.read_bytes().decode("utf-8")


TEXTS = [
    one for one in golden.goldens() if one.path.suffix == ".txt" and not one.language and "--plot" not in one.words
]


@pytest.mark.parametrize("form", ["json", "markdown", "csv"])
@pytest.mark.parametrize("one", TEXTS, ids=lambda one: str(one.path.relative_to(golden.FOLDER)))
def test_what_is_kept_as_text_is_printed_in_other_formats(season: Path, one: golden.Golden, form: str) -> None:
    """With its title, where a format has one; in json as it is documented."""
    title = one.path.read_text(encoding="utf-8").partition("\n")[0]
    with chdir(season):
        said = golden.printed(one._replace(words=(*one.words[:-1], form)))
        if form == "json":
            shape = json.loads(transcripts.run(["report", "schema"]).out)
            Draft202012Validator(shape).validate(json.loads(said))
    assert title.split()[-1] in said if form != "csv" else "," in said.partition("\n")[0]


def test_no_golden_file_is_left_over() -> None:
    """Every file belongs to a command."""
    there = {path for path in golden.FOLDER.rglob("*") if path.is_file() and screens.FOLDER not in path.parents}
    assert there == {one.path for one in golden.goldens()}
