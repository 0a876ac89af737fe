"""The line of shorthand of each entry of an evening, where it has one that reads back the same."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from sklog import notation
from sklog.errors import HandError
from sklog.notation.alike_lines import lines_of
from sklog.notation.words import vocabulary
from sklog.scoring.evening import play, table_for
from sklog.scoring.judge import Table
from sklog.scoring.state import Line, Voided, clockwise_from, is_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sklog.scoring.alike import Alike
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, State
    from sklog.scoring.tariff import Tariff


def whole(value: int, _unit: str) -> str:
    """Return an amount as a file has it: whole cents or points."""
    return str(value)


def shorthand(
    session: Session, lines: Iterable[Line | Alike] | None = None, money: Callable[[int, str], str] = whole
) -> list[str | None]:
    """Return the line of shorthand of each entry, which reads back the same; None where there is none.

    `lines` are what the evening dealt, where that is known. What stands behind a hand that cannot be has none. `money`
    writes the amounts of a posting.
    """
    state, tariff = session.begin(), session.tariff
    found: list[str | None] = []
    dealt = chain(_foldable(session) if lines is None else lines, [None])
    for entry, line in zip(session.entries, dealt, strict=False):
        if line is None or isinstance(line, Line):
            table = table_for(state, None, tariff)
            state, tariff = (line.state, line.tariff) if line else (state, tariff)
        else:  # a hand of no special round
            table = Table(state.seats, line.dealer, line.active)
            state = state._replace(dealer=clockwise_from(state.seats, line.dealer)[0])
        found.append(_proved(entry, table, tariff, money, lines_of(vocabulary(tariff)).of))
    return found + [None] * (len(session.entries) - len(found))


def _foldable(session: Session) -> Iterator[Line]:
    with suppress(HandError):  # an evening that cannot be folded is kept as it is
        yield from play(session.entries, session.begin(), session.tariff)


def line_of(entry: Entry, state: State, tariff: Tariff, money: Callable[[int, str], str] = whole) -> str | None:
    """Return the line of shorthand of an entry, played in this state, which reads back the same; None where none."""
    return _proved(entry, table_for(state, None, tariff), tariff, money, notation.write)


def _proved(
    entry: Entry, table: Table, tariff: Tariff, money: Callable[[int, str], str], write: Callable[..., str]
) -> str | None:
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
