"""The board that `add`, `show` and every other change print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import common
from sklog.ledger import evenings
from sklog.reports.board import Recent, board
from sklog.reports.format import day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.scoring.evening import Line

RECENT_HANDS = 5


def show_board(
    evening: Evening, line: Line | None = None, recent: Sequence[Recent] = (), output: Path | None = None
) -> None:
    """Print how the evening stands, with the change of `line` and the last hands.

    Printed when the ledger is closed again: what is said is on disk, and a pager keeps nobody waiting.
    """
    heading = " · ".join(filter(None, (evening.name, day(evening.date), evening.tariff.name)))
    hands = evening.hands if line is None or line.number is None else line.number
    state = line.state if line else evening.state
    colour = output is None and common.colour()
    common.put_text(board(heading, state, evening.tariff, line, recent, number=hands + 1, colour=colour), output)


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int) -> list[Recent]:
    """Return the last scored hands."""
    from sklog.notation import write  # noqa: PLC0415  only with hands to show

    return [
        Recent(number, write(hand, evening.state.seats, evening.tariff), value)
        for number, hand, value in evenings.last_hands(ledger, evening, count)
    ]
