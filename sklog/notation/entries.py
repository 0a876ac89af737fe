"""The line of shorthand of each entry of an evening, where it has one that reads back the same."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sklog import notation
from sklog.errors import HandError
from sklog.scoring.evening import play, table_for
from sklog.scoring.state import Voided, is_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line, State
    from sklog.scoring.tariff import Tariff


def whole(value: int, _unit: str) -> str:
    """Return an amount as a file has it: whole cents or points."""
    return str(value)


def shorthand(
    session: Session, lines: Sequence[Line] | None = None, money: Callable[[int, str], str] = whole
) -> list[str | None]:
    """Return the line of shorthand of each entry, which reads back the same; None where there is none.

    `lines` are those of the evening, where it was folded already. What stands behind a hand that cannot be has none.
    `money` writes the amounts of a posting.
    """
    folded = _foldable(session) if lines is None else lines
    before = [(session.begin(), session.tariff), *((line.state, line.tariff) for line in folded)]
    found = [line_of(entry, *known, money) for entry, known in zip(session.entries, before, strict=False)]
    return found + [None] * (len(session.entries) - len(found))


def _foldable(session: Session) -> Iterator[Line]:
    with suppress(HandError):  # an evening that cannot be folded is kept as it is
        yield from play(session.entries, session.begin(), session.tariff)


def line_of(entry: Entry, state: State, tariff: Tariff, money: Callable[[int, str], str] = whole) -> str | None:
    """Return the line of shorthand of an entry, played in this state, which reads back the same; None where none."""
    if is_event(entry):
        return None
    hand: Any = entry.hand if isinstance(entry, Voided) else entry
    table = table_for(state, None, tariff)
    try:
        line = notation.write(hand, table.seats, tariff, table.active, money=money)
        # a line that `write` returns unread begins so
        if table.round is None and not line.startswith(("game:", "posting")):
            return line
        back = notation.read(line, table.seats, table.active, tariff, table.round)
    except HandError:
        return None
    return line if back == hand else None
