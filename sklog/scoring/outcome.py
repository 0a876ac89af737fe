"""A judged hand, and the steps of what it costs: what the rules of a tariff are asked about, and what they answer with.

Every command waits for this module, as for `sklog.scoring.tariff`: named tuples, whose annotations are no texts.
"""

from typing import TYPE_CHECKING

from sklog.scoring.games import Game
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from sklog.scoring.hand import Names


POWER, LINEAR = "power", "linear"
OTHER = "other"
TOUT, SIE = ANNOUNCEMENTS = ("tout", "sie")


class Outcome(NamedTuple):
    """A judged game: every fact decided, ready to be priced.

    `declarers` is () if a table noted only the winners. `won` is the declarers' result, None for a draw or if nobody
    knows who declared. `schneider` and `schwarz` describe the losing side. `round` is a special round that multiplies
    the price.
    """

    game: Game
    suit: str | None
    winners: "Names"
    losers: "Names"
    declarers: "Names"
    won: bool | None
    draw: bool
    schneider: bool
    schwarz: bool
    tout: bool
    sie: bool
    announced: str | None
    laufende: int
    held_by_winners: bool
    klopfer: int
    kontra: int
    bock: int
    tie: bool
    bid: int | None = None
    round: str | None = None

    @property
    def said(self) -> str:
        """Whether it was a Sie (also where a Tout was announced with it) or a Tout; "" where neither."""
        return SIE if self.sie else TOUT if self.tout else ""


Tied = tuple["Names", str]
"""People between whom nothing decides, and what is asked of the table then; "" of one alone, and where they share."""


class RamschOutcome(NamedTuple):
    """A judged Ramsch. `winner` made a Durchmarsch; otherwise `losers` pay, all of them if all tie.

    `kontra` is how often the hand was doubled for all, `shots` are those who doubled for themselves. If each of two
    losers pays one of the others, `ranking` has the players dealt in, most Augen first. `round` is a special round that
    multiplies the price.
    """

    game: Game
    losers: "Names"
    winner: str | None
    jungfrauen: "Names"
    klopfer: int
    bock: int
    kontra: int = 0
    shots: "Names" = ()
    ranking: tuple["Tied", ...] = ()
    round: str | None = None


DECLARER, PARTNER, OPPONENT, RAMSCH, OTHER = ROLES = ("declarer", "partner", "opponent", "ramsch", "other")
"""What somebody was in a hand; `OTHER` where it was thrown in, or where nobody noted who played."""


def role_of(name: str, outcome: Outcome | RamschOutcome | None) -> str:
    """Return what somebody who was dealt in was in a judged hand; None is one that was thrown in."""
    if not isinstance(outcome, Outcome):
        return RAMSCH if outcome else OTHER
    if not outcome.declarers:
        return OTHER
    if name == outcome.declarers[0]:
        return DECLARER
    return PARTNER if name in outcome.declarers else OPPONENT


def sides(outcome: Outcome | RamschOutcome | None, active: "Names") -> tuple["Names", "Names"]:
    """Return who won and who lost of those dealt in: nobody in a draw, a throw-in, or a Ramsch in which all tie."""
    if isinstance(outcome, Outcome):
        return ((), ()) if outcome.draw else (outcome.winners, outcome.losers)
    if outcome is None:
        return (), ()
    winners = tuple([name for name in active if name not in outcome.losers])
    return (winners, outcome.losers) if winners else ((), ())


class Step(NamedTuple):
    """A line of the calculation: either `plus` (cents or points) or `times`."""

    label: str
    plus: int | None = None
    times: int | None = None


def fold(steps: "Iterable[Step]", value: int = 0) -> int:
    """Return what the steps make of a value, in their order: each adds or multiplies."""
    for _label, plus, times in steps:
        value = value * times if times is not None else value + (plus or 0)
    return value


Price = int | dict[str, int]
"""One price, or one by suit and game, game, kind of game or `other`."""


def entry_for(prices: "Container[str]", game: Game, suit: str | None = None) -> str | None:
    """Return which entry of prices by game holds in one: suit and game, game, kind of game, `other`, or none."""
    for key in (f"{suit}-{game.name}", game.name, game.shape, OTHER):
        if key in prices:
            return key
    return None


def amount_in(price: Price, game: Game, suit: str | None = None) -> int:
    """Return what a price is in a game; 0 where none of its entries holds there."""
    if not isinstance(price, dict):
        return price
    key = entry_for(price, game, suit)
    return price[key] if key else 0


def grown(count: int, growth: str | tuple[int, ...], times: int | None) -> int:
    """Return what so many doublings multiply by."""
    if isinstance(growth, tuple) and growth:
        return growth[min(count, len(growth)) - 1] if count else 1
    return count + 1 if growth == LINEAR else (times or 2) ** count
