"""Every report in every format over the sample evenings is as somebody last read it."""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

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
    with chdir(season):
        assert golden.printed(one) == one.path.read_bytes().decode("utf-8")


def test_no_golden_file_is_left_over() -> None:
    """Every file belongs to a command."""
    there = {path for path in golden.FOLDER.rglob("*") if path.is_file() and screens.FOLDER not in path.parents}
    assert there == {one.path for one in golden.goldens()}
