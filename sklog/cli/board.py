"""The board that `add`, `show` and every other change print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import printing
from sklog.language import _
from sklog.reports.board import WIDTH, Recent, board
from sklog.reports.format import day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Line

RECENT_HANDS = 5


def show_board(
    evening: Evening, line: Line | None = None, recent: Sequence[Recent] = (), output: Path | None = None
) -> None:
    """Print how the evening stands, with the change of `line` and the last hands.

    Printed when the ledger is closed again: what is said is on disk, and a pager keeps nobody waiting.
    """
    state, tariff = (line.state, line.tariff) if line else (evening.state, evening.tariff)
    heading = " · ".join(filter(None, (evening.name, day(evening.date), tariff.name)))
    colour = output is None and printing.colour()
    columns = min(printing.columns(), WIDTH) if output is None else WIDTH
    printing.put_text(board(heading, state, tariff, line, recent, colour=colour, columns=columns), output)


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int) -> list[Recent]:
    """Return the last scored hands."""
    from sklog.ledger import history  # noqa: PLC0415  only with hands to show
    from sklog.notation import write  # noqa: PLC0415  the same

    state = evening.state
    people = (*state.seats, *(name for name in state.everybody if name not in state.seats))  # also who has left

    def line(hand: Hand) -> str:
        augen = getattr(hand, "augen", None)  # of a Ramsch: in the order of the seats, if all of them still sit there
        dealt = tuple(augen) if isinstance(augen, dict) and set(augen) <= set(state.seats) else None
        return write(hand, people, evening.tariff, dealt)

    return [
        Recent(last.number, line(last.hand), last.value, _struck(list(map(line, last.was)), void=last.void))
        for last in history.last_hands(ledger, evening, count)
    ]


def _struck(was: list[str], *, void: bool) -> str:
    """Return what became of a hand that was corrected."""
    said = [_("was {hand}", hand=hand) for hand in was[-1:]]
    return ", ".join([*said, *([_("void")] if void else [])])
