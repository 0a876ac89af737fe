"""The README is true: its transcript, its table of letters and its example of a tariff."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sklog import cli, session_files, tariffs
from sklog.notation import TABLE
from sklog.scoring.session import final_state
from tests import transcripts

if TYPE_CHECKING:
    from pathlib import Path

README = transcripts.ROOT / "README.md"


TRANSCRIPTS = transcripts.BLOCK.findall(README.read_text(encoding="utf-8"))


@pytest.mark.parametrize("block", TRANSCRIPTS, ids=["an evening", "corrections", "two ledgers"])
def test_transcript_is_what_sklog_answers(folder: Path, block: str) -> None:
    """The evenings in the README, typed again, print exactly what the README shows."""
    assert transcripts.replayed(block, folder) == block


def test_shorthand_table_is_that_of_the_reader() -> None:
    """The README's table of letters is the one that the reader of lines uses."""
    rows = [f"| `{written}` | {meaning} |" for written, meaning in TABLE]
    assert "\n".join(rows) in README.read_text(encoding="utf-8")


def test_example_tariff_can_be_read() -> None:
    """The house tariff in the README reads without a problem and says what the text says."""
    text = README.read_text(encoding="utf-8").partition("<!-- tariff -->\n```yaml\n")[2].partition("```")[0]
    tariff = tariffs.read(text, "README.md")
    assert (tariff.klopfen, tariff.price(tariff.games[-2])) == (None, 60)


def test_example_evening_ends_as_it_says() -> None:
    """The session file in the README can be read, and its hands make the balances it expects."""
    text = README.read_text(encoding="utf-8").partition("<!-- session -->\n```yaml\n")[2].partition("```")[0]
    (session,) = session_files.read(text, "README.md")
    assert session.expect
    assert session_files.missed(session, final_state(session, session.lines())) == []


def test_every_command_is_named() -> None:
    """The README's tables of commands name every command there is, and no other."""
    text = README.read_text(encoding="utf-8")
    tables = text.partition("## Commands")[2].partition("Every command")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", tables, re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == set(cli.MODULES)
