"""A small card reader: what a deal and its tricks say, and whether they can have been played so.

    tricks, trumps ──taken_by_each──▶ Augen, tricks, trumps of each person
    trumps, cards of one side ──run_from_top──▶ the raw run of Laufende and who held it

A card is two letters, suit and rank: `EO` is the Eichel-Ober, `GZ` the Grün-Zehner. Nothing here knows money,
and names are only handed through.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem
from sklog.language import _
from sklog.scoring import games

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    Cards = tuple[str, ...]

SUITS = {games.EICHEL: "E", games.GRAS: "G", games.HERZ: "H", games.SCHELLEN: "S"}
NO_CARD = "DU"  # an empty place in a hand before the exchange of a Schieber
HERZ_IS_TRUMP = ("sauspiel", "hochzeit", "kreuz", "ramsch", "mörtel")
PEOPLE = 4
DECKS = {8: games.LONG, 6: games.SHORT}  # by how many cards each of four people holds


class Trick(NamedTuple):
    """Who played which card, in the order they fell, and the line of the file they stand in."""

    cards: Mapping[str, str]
    line: int

    @property
    def leader(self) -> str:
        """Who led."""
        return next(iter(self.cards))

    def taker(self, trumps: Cards) -> str:
        """Return who takes it: the highest trump, else the highest card of the suit that was led."""
        led = self.cards[self.leader][0]
        order = (*trumps, *(led + rank for rank in games.RANKS))
        return min((order.index(card), name) for name, card in self.cards.items() if card in order)[1]


class TricksTaken(NamedTuple):
    """What everybody took: Augen, tricks, the trumps in them, and the rank of the highest (1 is the highest)."""

    augen: Mapping[str, int] = {}
    tricks: Mapping[str, int] = {}
    trumps: Mapping[str, int] = {}
    highest: Mapping[str, int] = {}


@cache
def deck_of(deck: str) -> frozenset[str]:
    """Return every card of the long or the short deck."""
    return frozenset(suit + rank for suit in SUITS.values() for rank in games.ranks(deck))


def trumps(game: str, suit: str | None, deck: str) -> Cards:
    """Return the trumps of a game, the highest first; `suit` is the one of a game with a suit."""
    heads = games.HEADS[game]
    high = [letter + rank for rank in heads for letter in SUITS.values()]
    trump_suit = games.HERZ if game in HERZ_IS_TRUMP else suit
    low = [SUITS[trump_suit] + rank for rank in games.trump_ranks(heads, deck)[len(high) :]] if trump_suit else []
    return (*high, *low)


def clockwise(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """Return the seats beginning with `first`."""
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def taken_by_each(seats: Sequence[str], tricks: Sequence[Trick], order: Cards) -> TricksTaken:
    """Return what each person took; who took no trump has no highest one."""
    won: dict[str, list[str]] = {name: [] for name in seats}
    for trick in tricks:
        won[trick.taker(order)] += trick.cards.values()
    trumps = {name: [order.index(card) + 1 for card in cards if card in order] for name, cards in won.items()}
    return TricksTaken(
        augen={name: sum(games.AUGEN_OF.get(card[1], 0) for card in cards) for name, cards in won.items()},
        tricks={name: len(cards) // PEOPLE for name, cards in won.items()},
        trumps={name: len(ranks) for name, ranks in trumps.items()},
        highest={name: min(ranks) for name, ranks in trumps.items() if ranks},
    )


def run_from_top(order: Cards, held: Collection[str]) -> tuple[int, bool]:
    """Return the unbroken run from the highest trump, and whether those who hold `held` hold it."""
    if not order:
        return 0, True
    ours = order[0] in held
    length = next((place for place, card in enumerate(order) if (card in held) != ours), len(order))
    return length, ours


# -- whether it can have been played so ---------------------------------------------------------------


def wrong_tricks(tricks: Sequence[Trick], held: Mapping[str, Collection[str]], order: Cards) -> Iterator[Problem]:
    """Yield what is wrong with the first impossible trick: a wrong leader, a card not held, a suit not followed.

    A problem says the line, not the file. `held` are the cards that each person has before the first trick, beginning
    with who leads it.
    """
    left = {name: set(cards) for name, cards in held.items()}
    leads = next(iter(left))
    for trick in tricks:
        wrong = [Problem(message, line=trick.line) for message in _wrong_trick(trick, leads, left, order)]
        if wrong:
            yield from wrong
            return
        for name, card in trick.cards.items():
            left[name].discard(card)
        leads = trick.taker(order)


def _wrong_trick(trick: Trick, leads: str, left: Mapping[str, Collection[str]], order: Cards) -> Iterator[str]:
    """Yield what cannot have been in one trick; `leads` is who took the one before."""
    if trick.leader != leads:
        yield _("{name} leads, but it is {other}'s turn to lead", name=trick.leader, other=leads)
        return

    def kind(card: str) -> str:
        return "trump" if card in order else card[0]

    first = trick.cards[leads]
    for name, card in trick.cards.items():
        if card not in left[name]:
            yield _("{name} plays {card} without holding it", name=name, card=card)
        elif kind(card) != kind(first) and any(kind(other) == kind(first) for other in left[name]):
            yield _("{name} plays {card} and could have followed {first}", name=name, card=card, first=first)
