"""The board that `add`, `show` and every other change print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import common
from sklog.ledger import evenings
from sklog.reports.board import board
from sklog.reports.format import day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.scoring.evening import Line

RECENT_HANDS = 5


def show_board(
    evening: Evening, line: Line | None = None, words: Sequence[str] = (), output: Path | None = None
) -> None:
    """Print how the evening stands, with the change of `line` and the last hands in `words`.

    Printed when the ledger is closed again: what is said is on disk, and a pager keeps nobody waiting.
    """
    heading = " · ".join(filter(None, (evening.name, day(evening.date), evening.tariff.name)))
    hands = evening.hands if line is None or line.number is None else line.number
    state = line.state if line else evening.state
    colour = output is None and common.colour()
    common.put_text(board(heading, state, evening.tariff, line, words, number=hands + 1, colour=colour), output)


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int) -> list[str]:
    """Return the last scored hands, each on one line."""
    from sklog.reports.words import hand_line  # noqa: PLC0415  only with hands to show

    return [
        hand_line(number, hand, value, evening.tariff, evening.state.seats)
        for number, hand, value in evenings.last_hands(ledger, evening, count)
    ]
