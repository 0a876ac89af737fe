"""README.md and the pages in docs/ are true: what they show is typed again, and their examples are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sklog import files as session_files
from sklog import tariffs
from sklog.scoring.session import final_state
from tests import documents, transcripts

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 10_000
TRANSCRIPTS = [
    pytest.param(block, id=f"{path.stem}-{number}")
    for path in documents.ALL
    for number, block in enumerate(transcripts.stories(path.read_text(encoding="utf-8")), 1)
]


@pytest.mark.long
@pytest.mark.parametrize("block", TRANSCRIPTS)
def test_transcript_is_what_sklog_answers(folder: Path, block: str) -> None:
    """What stands behind a dollar, typed again, prints exactly what the page shows."""
    assert transcripts.replayed(block, folder) == block


@pytest.mark.parametrize("page", documents.ALL, ids=lambda page: page.name)
def test_answers_are_shown_only_where_they_are_replayed(page: Path) -> None:
    """A console block without the remark above it has commands alone."""
    rest = transcripts.BLOCK.sub("", page.read_text(encoding="utf-8"))
    shown = re.findall(r"^```console\n(.*?)^```$", rest, re.DOTALL | re.MULTILINE)
    assert [line for block in shown for line in block.splitlines() if not line.startswith("$ ")] == []


def test_the_readme_is_short() -> None:
    """A newcomer reads it to the end; everything else stands in docs/."""
    assert len(documents.README.read_bytes()) <= MOST_BYTES


def test_the_readme_begins_with_two_commands() -> None:
    """One shows the program, one tests it; both are found by their remarks, and come before anything else is shown."""
    text = documents.README.read_text(encoding="utf-8")
    places = [text.index(sign) for sign in ("<!-- demo -->\n```sh\n", "<!-- test -->\n```sh\n", "![", "\n## Install")]
    assert places == sorted(places)


def test_example_tariff_can_be_read() -> None:
    """The house tariff reads without a problem and says what the text says."""
    tariff = tariffs.read(_example("tariffs.md", "tariff"), "tariffs.md")
    assert (tariff.klopfen, tariff.price(tariff.games[-2])) == (None, 60)


def test_example_evening_ends_as_it_says() -> None:
    """The session file can be read, and its hands make the balances it expects."""
    (session,) = session_files.read_yaml(_example("files.md", "session"), "files.md")
    assert session.expect
    assert session_files.missed(session, final_state(session, session.lines())) == []


def _example(page: str, name: str) -> str:
    text = (documents.DOCS / page).read_text(encoding="utf-8")
    return text.partition(f"<!-- {name} -->\n```yaml\n")[2].partition("```")[0]
