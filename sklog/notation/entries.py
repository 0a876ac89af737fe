"""The line of shorthand of an entry, where it has one that reads back the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog import notation
from sklog.errors import HandError
from sklog.scoring.evening import table_for
from sklog.scoring.state import Voided, is_event

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sklog.scoring.judge import Table
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line, State
    from sklog.scoring.tariff import Tariff


def whole(value: int, _unit: str) -> str:
    """Return an amount as a file has it: whole cents or points."""
    return str(value)


def line_of(entry: Entry, state: State, tariff: Tariff, money: Callable[[int, str], str] = whole) -> str | None:
    """Return the line of shorthand of an entry, played in this state, which reads back the same; None where none."""
    return proved(entry, table_for(state, None, tariff), tariff, money, notation.write)


def lines_of(session: Session, lines: Sequence[Line], money: Callable[[int, str], str]) -> list[str | None]:
    """Return the same of each entry of an evening, whose `lines` these are."""
    before = [session.begin(), *(line.state for line in lines)]
    return [line_of(one.entry, at, one.tariff, money) for one, at in zip(lines, before, strict=False)]


def proved(
    entry: Entry, table: Table, tariff: Tariff, money: Callable[[int, str], str], write: Callable[..., str]
) -> str | None:
    """Return what `write` makes of an entry at a table, where that reads back the same; None where it does not."""
    if is_event(entry):
        return None
    hand: Any = entry.hand if isinstance(entry, Voided) else entry
    try:
        line = write(hand, table.seats, tariff, table.active, money=money)
        # a line that `write` returns unread begins so
        if table.round is None and not line.startswith(("game:", "posting")):
            return line
        back = notation.read(line, table.seats, table.active, tariff, table.round)
    except HandError:
        return None
    return line if back == hand else None
