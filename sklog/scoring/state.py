"""What an evening is made of: what happens at a table, one after the other, and what it remembers between.

State ──Entry──▶ Line (with the next State): `sklog.scoring.evening` does it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.scoring.hand import Hand, Names
    from sklog.scoring.judge import Table
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff

MOST_SEATS = 7
MOST_HANDS = 10_000  # of one evening
MOST_PEOPLE = 100  # that sit at a table in one evening, one after the other
NO_ROUND = "none"
ORDERED = "ordered"  # the table said so, no rule


class Cause(NamedTuple):
    """Why something is in force: a trigger of the tariff or `ORDERED`, and the last hand's number then."""

    what: str
    hand: int


class State(NamedTuple):
    """What an evening remembers between two hands. Amounts in cents or points.

    `seats` are those present, clockwise; `dealer` deals next. `bock` holds one counter of hands for
    each Bock in force, `bock_since` why each of them is. `balances` has everybody who ever sat here, and the
    Stock's content as "Stock". `hands` is the last hand's number, `dealt` how many hands each was dealt in.
    """

    seats: Names
    dealer: str
    balances: Mapping[str, int]
    bock: tuple[int, ...] = ()
    round: str | None = None
    round_left: int = 0
    hands: int = 0
    dealt: Mapping[str, int] = {}
    bock_since: tuple[Cause, ...] = ()
    round_since: Cause | None = None

    @property
    def stock(self) -> int:
        """What the Stock holds."""
        return self.balances[STOCK]

    @property
    def everybody(self) -> Names:
        """Everybody who ever sat here, in the order they came."""
        return tuple(name for name in self.balances if name != STOCK)


class Join(NamedTuple):
    """Somebody sits down, behind `after` (clockwise) or on the last seat."""

    name: str
    after: str | None = None


class Leave(NamedTuple):
    """Somebody gets up; the balance stays."""

    name: str


class Seating(NamedTuple):
    """Those present change their seats: the new order, clockwise. The same person deals next."""

    seats: Names


class TariffChange(NamedTuple):
    """From here on the table plays by another tariff, in the same unit."""

    tariff: Tariff


class BockOrder(NamedTuple):
    """The table orders Bock for so many hands from now on; 0 ends it."""

    hands: int


class RoundOrder(NamedTuple):
    """The table begins a special round, or ends it (None)."""

    kind: str | None


class StockMove(NamedTuple):
    """People pay into the Stock (negative amounts) or take out of it."""

    amounts: Mapping[str, int]


class Payment(NamedTuple):
    """Money that changed hands outside the game: it settles debts and leaves the balances alone."""

    payer: str
    payee: str
    amount: int


class Voided(NamedTuple):
    """A hand that counts as never dealt, and still has its number.

    With `keeps_seats` the deal moves on all the same, so that later hands have the dealers and the people
    sitting out that they were recorded with.
    """

    hand: Hand
    keeps_seats: bool = False


Event = Join | Leave | Seating | TariffChange | BockOrder | RoundOrder | StockMove | Payment
Entry = Played | Ramsch | Passed | Posting | Voided | Event
EVENTS = (Join, Leave, Seating, TariffChange, BockOrder, RoundOrder, StockMove, Payment)


class Line(NamedTuple):
    """One entry after it was folded in: `number` counts hands from 1 and is None for events.

    `tariff` is the one in force after it, which is also the one that a hand was scored under.
    """

    number: int | None
    entry: Entry
    table: Table
    score: Score | None
    state: State
    tariff: Tariff


def is_event(entry: object) -> bool:
    """Whether an entry is an event of the evening, which has no hand number."""
    return isinstance(entry, EVENTS)


def clockwise_from(seats: Names, dealer: str) -> Names:
    """Return the seats beginning on the dealer's left, the dealer last."""
    if dealer not in seats:
        return seats
    place = seats.index(dealer) + 1
    return seats[place:] + seats[:place]
