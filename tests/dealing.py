"""Deals: cards are dealt, a game is announced, and it is played trick by trick as the rules oblige everybody to.

    dealt_and_played(rng, table, game) ──▶ Happened ──tests.noting──▶ what people write down of it

It knows nothing of `sklog`: cards, trumps and duties are those of the documents. A card is a suit and a rank, "HO" is
the Herz-Ober. Hands are dealt at random, or one side has many of the best cards; everybody plays in a way of his own,
some of them foolish, so that everything happens often that is rare at a table.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
SUITS = {"E": "eichel", "G": "gras", "H": "herz", "S": "schellen"}
RANKS = "AZKOU987"
WORTH = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2}
TABLES = (("long", 4), ("long", 3), ("long", 2), ("short", 4), ("short", 3), ("short", 2))

PAIRS = ("sauspiel", "hochzeit", "kreuz")
BETTEL = ("bettel", "mörtel")
OWN_SUIT = ("solo", "farbwenz", "farbgeier", "farbhabicht", "hawaii-habicht")
HEADS = {
    **dict.fromkeys((*PAIRS, "solo", "mörtel", "ramsch"), "OU"),
    **dict.fromkeys(("wenz", "farbwenz"), "U"),
    **dict.fromkeys(("geier", "farbgeier"), "O"),
    **dict.fromkeys(("habicht", "farbhabicht", "perlmutt-habicht", "hawaii-habicht"), "K"),
    "bär": "AZ",
    "bettel": "",
}
"""The ranks that are trumps in every suit, the highest first."""
IN_HERZ = (*PAIRS, "mörtel", "ramsch")
PLAIN = {"perlmutt-habicht": "OUZ987A", "bettel": "AKOUZ987"}
"""How the cards of a suit take each other, where that is another order."""
GAMES = tuple(HEADS)


class Rules(NamedTuple):
    """The order of the cards of a game: its trumps from the highest on, and the ranks of a plain suit."""

    trumps: list[str]
    plain: str

    def suit(self, card: str) -> str:
        """Return what has to be followed where this card leads."""
        return "trump" if card in self.trumps else card[0]

    def weakness(self, card: str, led: str) -> int:
        """Return what is smallest for the card that takes a trick in which this was led."""
        if card in self.trumps:
            return self.trumps.index(card)
        return (100 if card[0] == led else 200) + self.plain.index(card[1])


class Happened(NamedTuple):
    """One deal as it was played. Places count from the one who leads; `suit` is what was announced, "" for nothing.

    `hands` are those that were played, `laid_aside` the cards that were in none. `order` are the trumps that run from
    the highest on. `tricks`, `augen` and `trumps` (places in that order) are what everybody took, what lies aside
    included. `played` has each trick, card by card; `course` is what the declarers had after it, without what lies
    aside: tricks, Augen, and how many tricks were played. `called` is what became of the called Sau, if there is one.
    """

    deck: str
    game: str
    suit: str
    declarers: tuple[int, ...]
    hands: list[list[str]]
    laid_aside: list[str]
    order: list[str]
    tricks: list[int]
    augen: list[int]
    trumps: list[list[int]]
    played: list[list[tuple[int, str]]]
    course: list[tuple[int, int, int]]
    called: str


def trumps_of(game: str, ranks: str, suit: str = "H") -> list[str]:
    """Return the trumps of a game, the highest first; `suit` is the one that is trump where one is."""
    heads = HEADS[game]
    low = [suit + rank for rank in ranks if rank not in heads] if game in IN_HERZ or game in OWN_SUIT else []
    return [each + rank for rank in heads for each in SUITS] + low


def worth(cards: Sequence[str]) -> int:
    """Return the Augen of some cards."""
    return sum(WORTH.get(card[1], 0) for card in cards)


# -- dealing ------------------------------------------------------------------------------------------


def dealt_and_played(rng: Random, table: tuple[str, int], game: str) -> Happened:
    """Deal, announce and play a game that so many people can play."""
    deck, people = table
    ranks = RANKS if deck == "long" else RANKS[:6]
    plain = "".join(rank for rank in PLAIN.get(game, RANKS) if rank in ranks)
    suit = rng.choice("EGS") if game == "sauspiel" else rng.choice("EGHS") if game in OWN_SUIT else ""
    order = trumps_of(game, ranks, suit if game in OWN_SUIT else "H")
    caller = rng.randrange(people)
    other = (caller + 2) % 4 if game == "kreuz" else rng.choice([place for place in range(people) if place != caller])
    declarers = (caller, other) if game in PAIRS else (caller,) if game != "ramsch" else ()
    if game == "hawaii-habicht":
        order = order[:4]  # the suit changes, and so none of it runs
    fixed = _announced(rng, game, [letter + rank for letter in SUITS for rank in ranks], order, (caller, other, suit))
    hands, laid_aside = _deal(rng, people, [*order, *_plain_from_the_best(order, plain)], fixed, declarers)
    if game == "hochzeit":
        _marry(rng, hands, order, caller, other)
    happened = Happened(deck, game, suit, declarers, hands, laid_aside, order, [0] * people, [0] * people,
                        [[] for _hand in hands], [], [], "")  # fmt: skip
    playing = Playing(rng, happened, ranks, plain)
    playing.play()
    _count_what_lies_aside(rng, happened)
    return happened._replace(called=playing.called)


def _plain_from_the_best(order: list[str], plain: str) -> list[str]:
    return [card for rank in plain for letter in SUITS if (card := letter + rank) not in order]


def _announced(
    rng: Random, game: str, cards: list[str], order: list[str], said: tuple[int, int, str]
) -> dict[int, list[str]]:
    """Return which cards somebody must hold who plays that: a card of the called suit, its Sau, a single trump."""
    caller, other, suit = said
    if game == "sauspiel":
        small = [card for card in cards if card[0] == suit and card not in order and card[1] != "A"]
        rng.shuffle(small)
        long = rng.random() < 0.2  # so many that the Sau can run away
        return {caller: small[:1], other: [f"{suit}A", *(small[1 : len(cards) // 8] if long else ())]}
    if game == "hochzeit":
        each = len(cards) // 4
        others = [card for card in cards if card not in order]
        return {caller: [rng.choice(order), *rng.sample(others, each - 1)]}
    return {}


def _deal(
    rng: Random, people: int, best_first: list[str], fixed: dict[int, list[str]], declarers: tuple[int, ...]
) -> tuple[list[list[str]], list[str]]:
    """Return the hands and what is laid aside; mostly by chance, else one side has many of the best cards."""
    each = len(best_first) // people
    hands = [list(fixed.get(place, ())) for place in range(people)]
    left = [card for card in best_first if not any(card in hand for hand in hands)]
    sides = [[place for place in range(people) if (place in declarers) == ours] for ours in (True, False)]
    favoured = rng.choice([side for side in sides if side])
    for card in left[: rng.choice([0, 0, 0, rng.randint(1, each), rng.randint(1, 2 * each), each * len(favoured)])]:
        if room := [place for place in favoured if len(hands[place]) < each]:
            hands[rng.choice(room)].append(card)
            left.remove(card)
    rng.shuffle(left)
    for hand in hands:
        while len(hand) < each:
            hand.append(left.pop())
    return hands, left


def _marry(rng: Random, hands: list[list[str]], order: list[str], caller: int, other: int) -> None:
    """Exchange the caller's single trump for a plain card of the partner, who has one unless he holds trumps alone."""
    offered = next(card for card in hands[caller] if card in order)
    if plain := [card for card in hands[other] if card not in order]:
        given = rng.choice(plain)
        hands[caller][hands[caller].index(offered)] = given
        hands[other][hands[other].index(given)] = offered


def _count_what_lies_aside(rng: Random, happened: Happened) -> None:
    """Give the cards laid aside to whoever plays; in a Ramsch to somebody who made a trick."""
    if not happened.laid_aside:
        return
    takers = happened.declarers or [place for place, made in enumerate(happened.tricks) if made]
    place = rng.choice(takers)
    happened.augen[place] += worth(happened.laid_aside)
    if rng.random() < 0.5:  # not everybody looks for trumps there
        happened.trumps[place] += [
            happened.order.index(card) + 1 for card in happened.laid_aside if card in happened.order
        ]


# -- playing ------------------------------------------------------------------------------------------


class Playing:
    """A deal while it is played: what is left, the trick on the table, and what became of the called Sau."""

    def __init__(self, rng: Random, happened: Happened, ranks: str, plain: str) -> None:
        self.rng, self.happened, self.ranks, self.plain = rng, happened, ranks, plain
        self.left = [list(hand) for hand in happened.hands]
        self.trick: list[tuple[int, str]] = []
        self.rules = Rules(happened.order, plain)
        self.sau = f"{happened.suit}A" if happened.game == "sauspiel" else ""
        self.called = "unsearched" if self.sau else ""
        both = [rng.choice(WAYS) for _side in "12"]
        alike = rng.random() < 0.7  # those who play together play alike
        self.ways = [
            both[place in happened.declarers] if alike else rng.choice(WAYS) for place in range(len(self.left))
        ]

    def play(self) -> None:
        """Play all tricks, and count for everybody what they hold."""
        happened, leads = self.happened, 0
        for number in range(len(self.left[0])):
            if happened.game == "hawaii-habicht":  # the first four tricks are played with Herz as trumps
                trumps = trumps_of(happened.game, self.ranks, "H" if number < 4 else happened.suit)
                self.rules = Rules(trumps, self.plain)
            self.trick = []
            for place in [*range(leads, len(self.left)), *range(leads)]:
                card = self.ways[place](self, place, self.allowed(place))
                self.left[place].remove(card)
                self.trick.append((place, card))
            self.search()
            leads = self.takes()
            cards = [card for _place, card in self.trick]
            happened.tricks[leads] += 1
            happened.augen[leads] += worth(cards)
            happened.trumps[leads] += [happened.order.index(card) + 1 for card in cards if card in happened.order]
            ours = (sum(made[place] for place in happened.declarers) for made in (happened.tricks, happened.augen))
            happened.played.append(self.trick)
            happened.course.append((*ours, number + 1))

    def takes(self) -> int:
        """Return whose card takes the trick so far."""
        led = self.rules.suit(self.trick[0][1])
        return min(self.trick, key=lambda played: self.rules.weakness(played[1], led))[0]

    def allowed(self, place: int) -> list[str]:
        """Return which of somebody's cards may be played now: a suit is followed, and the called Sau has its duties."""
        hand, suit = self.left[place], self.rules.suit
        bound = self.sau in hand and self.called == "unsearched"
        if not self.trick:
            of_it = [card for card in hand if suit(card) == self.sau[:1]]
            if bound and len(of_it) < (4 if len(self.ranks) == 8 else 3):
                return [card for card in hand if card == self.sau or card not in of_it]
            return hand
        led = suit(self.trick[0][1])
        following = [card for card in hand if suit(card) == led]
        if bound and led == self.sau[0]:
            return [self.sau]
        if following or not bound:
            return following or hand
        return [card for card in hand if card != self.sau] or hand

    def search(self) -> None:
        """Note whether the suit of the called Sau was led in this trick, by whom, and so whether its duties ended."""
        if self.called == "unsearched" and self.rules.suit(self.trick[0][1]) == self.sau[0]:
            leader = self.trick[0][0]
            self.called = "ran away" if self.sau in self.left[leader] else "searched"

    def favours(self, place: int) -> bool:
        """Whether the trick is, so far, of somebody who plays with this one."""
        declarers = self.happened.declarers
        return bool(self.trick and declarers) and (self.takes() in declarers) == (place in declarers)

    def strength(self, card: str) -> int:
        """Return how strong a card is that leads."""
        return -self.rules.weakness(card, self.rules.suit(card))


def _anything(playing: Playing, _place: int, may: list[str]) -> str:
    return playing.rng.choice(may)


def _strongest(playing: Playing, _place: int, may: list[str]) -> str:
    return max(may, key=playing.strength)


def _weakest(playing: Playing, _place: int, may: list[str]) -> str:
    return min(may, key=playing.strength)


def _dearest(_playing: Playing, _place: int, may: list[str]) -> str:
    return max(may, key=lambda card: WORTH.get(card[1], 0))


def _cheapest(_playing: Playing, _place: int, may: list[str]) -> str:
    return min(may, key=lambda card: WORTH.get(card[1], 0))


def _sensible(playing: Playing, place: int, may: list[str]) -> str:
    """Lead what is strong, fill the tricks of one's own side, take those of the others, else give nothing."""
    if not playing.trick:
        return _strongest(playing, place, may)
    if playing.favours(place):
        return _dearest(playing, place, may)
    taking = [card for card in may if _takes(playing, place, card)]
    return _weakest(playing, place, taking) if taking else _cheapest(playing, place, may)


def _dodging(playing: Playing, place: int, may: list[str]) -> str:
    """Take no trick where that can be, and get rid of what is strong then."""
    safe = [card for card in may if playing.trick and not _takes(playing, place, card)]
    return _strongest(playing, place, safe) if safe else _weakest(playing, place, may)


def _takes(playing: Playing, place: int, card: str) -> bool:
    """Whether this card would take the trick as it is."""
    playing.trick.append((place, card))
    taken = playing.takes() == place
    playing.trick.pop()
    return taken


WAYS = (_anything, _strongest, _weakest, _dearest, _cheapest, _sensible, _sensible, _dodging)
"""How somebody plays, whatever the game is."""
