"""Random deals, played trick by trick by the rules of following suit: what happened, and what a table says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from random import Random

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
RANKS = "AZKOU987"
WORTH = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2}
HEADS = {"wenz": "U", "geier": "O", "habicht": "K", "farbwenz": "U", "farbgeier": "O", "farbhabicht": "K", "bär": "AZ"}
WITHOUT_SUIT = ("wenz", "geier", "habicht", "bär")
PAIRS = ("sauspiel", "hochzeit", "kreuz")
GAMES = (*PAIRS, "solo", *HEADS, "ramsch")
TABLES = (("long", 4), ("long", 3), ("short", 4), ("short", 3), ("short", 2))

Facts = dict[str, Any]


class Happened(NamedTuple):
    """One deal as it was played: what each was dealt, the trumps from the highest on, and what each took.

    `trumps` are those that each took, as places in their order; `course` is how many tricks and Augen the first had
    after each trick, and how many tricks there were by then.
    """

    hands: list[list[str]]
    order: list[str]
    tricks: list[int]
    augen: list[int]
    trumps: list[list[int]]
    course: list[tuple[int, int, int]]


def trumps_of(game: str, ranks: str) -> list[str]:
    """Return the trumps of a game, the highest first; a suit that may be chosen is Herz."""
    heads = HEADS.get(game, "OU")
    low = [] if game in WITHOUT_SUIT else [f"H{rank}" for rank in ranks if rank not in heads]
    return [suit + rank for rank in heads for suit in "EGHS"] + low


def dealt_and_played(rng: Random, deck: str, people: int, game: str) -> Happened:
    """Deal and play; now and then one or two hold many of the highest trumps, or somebody dodges or fills tricks."""
    ranks = RANKS if deck == "long" else RANKS[:6]
    order = trumps_of(game, ranks)
    cards = [suit + rank for suit in "EGHS" for rank in ranks]
    rng.shuffle(cards)
    each = len(cards) // people
    if rng.random() < 0.5:  # the first place, or the first two, are those of who plays
        best = order[: rng.randint(1, min(each, len(order)))]
        rest = [card for card in cards if card not in best]
        cards = [*best, *rest[: (each if rng.random() < 0.7 else 2 * each) - len(best)]]
        rng.shuffle(cards)
        cards += [card for card in rest if card not in cards]
    hands = [cards[place * each : (place + 1) * each] for place in range(people)]
    happened = Happened(hands, order, [0] * people, [0] * people, [[] for _hand in hands], [])
    _play(rng, happened)
    aside = sum(WORTH.get(card[1], 0) for card in cards[people * each :])
    happened.augen[rng.choice([place for place, made in enumerate(happened.tricks) if made])] += aside
    return happened


def _play(rng: Random, happened: Happened) -> None:
    """Play all cards, and count for each person what the tricks hold."""
    order, left = happened.order, [list(hand) for hand in happened.hands]
    leads, wishes = 0, [rng.choice([min, max, None]) for _hand in left]
    while left[0]:
        trick: list[tuple[int, str]] = []
        for place in [*range(leads, len(left)), *range(leads)]:
            hand = left[place]
            may = [card for card in hand if trick and _suit(card, order) == _suit(trick[0][1], order)] or hand
            wish = wishes[place]
            card = wish(may, key=lambda card: (WORTH.get(card[1], 0), rng.random())) if wish else rng.choice(may)
            hand.remove(card)
            trick.append((place, card))
        led = _suit(trick[0][1], order)
        leads = min(trick, key=lambda played: _weakness(played[1], led, order))[0]
        happened.tricks[leads] += 1
        happened.augen[leads] += sum(WORTH.get(card[1], 0) for _place, card in trick)
        happened.trumps[leads] += [order.index(card) + 1 for _place, card in trick if card in order]
        happened.course.append((happened.tricks[0], happened.augen[0], sum(happened.tricks)))


def _suit(card: str, order: list[str]) -> str:
    return "trump" if card in order else card[0]


def _weakness(card: str, led: str, order: list[str]) -> tuple[int, int]:
    """Return what is smallest for the card that takes a trick."""
    if card in order:
        return 0, order.index(card)
    return (1, RANKS.index(card[1])) if card[0] == led else (2, 0)


def told(rng: Random, happened: Happened, game: str, march: int | None = None) -> Facts:
    """Return a hand that says some of what happened, each of it true.

    A Durchmarsch is one with `march` Augen, with all tricks where that is 0; where it is None there is none.
    """
    people = PEOPLE[: len(happened.hands)]
    return _told_ramsch(rng, happened, people, march) if game == "ramsch" else _told_game(rng, happened, game, people)


def _told_ramsch(rng: Random, happened: Happened, people: tuple[str, ...], march: int | None) -> Facts:
    most = max(happened.augen)
    losers = [name for name, augen in zip(people, happened.augen, strict=True) if augen == most]
    marched = len(happened.hands[0]) in happened.tricks if march == 0 else march is not None and most >= march
    hand: Facts = {"game": "ramsch", **({"durchmarsch": losers[0]} if marched else {"losers": losers})}
    if rng.random() < 0.5:
        hand["augen"] = dict(zip(people, happened.augen, strict=True))
    if rng.random() < 0.7:
        hand["tricks"] = {name: made for name, made in zip(people, happened.tricks, strict=True) if rng.random() < 0.8}
    if rng.random() < 0.5:
        hand["jungfrauen"] = [name for name, made in zip(people, happened.tricks, strict=True) if not made]
    taken = dict(zip(people, happened.trumps, strict=True))
    if rng.random() < 0.5:
        hand["trumps"] = {name: len(ranks) for name, ranks in taken.items() if rng.random() < 0.9}
    if rng.random() < 0.4:
        hand["highest"] = {name: min(ranks) for name, ranks in taken.items() if ranks and rng.random() < 0.8}
    return hand


def _told_game(rng: Random, happened: Happened, game: str, people: tuple[str, ...]) -> Facts:
    places = [0, 2] if game == "kreuz" else [0, 1] if game in PAIRS else [0]
    hand: Facts = {"game": game, "declarer": people[0]}
    if game in PAIRS:
        hand["partner"] = people[places[1]]
    augen, tricks = (sum(made[place] for place in places) for made in (happened.augen, happened.tricks))
    total = len(happened.hands[0])
    won = tricks == total or (tricks > 0 and augen >= 61)
    theirs, their_tricks = (120 - augen, total - tricks) if won else (augen, tricks)
    if game not in PAIRS and tricks < total and rng.random() < 0.2:
        hand |= _told_tout(rng, happened)
    elif rng.random() < 0.5:
        hand["tricks"] = tricks
    if "tout" in hand:
        pass
    elif rng.random() < 0.5 or (game == "kreuz" and augen == 60):
        hand["augen"] = augen
    else:
        hand |= {"won": won, "schneider": not their_tricks or theirs < (30 if won else 31)}
        hand |= {"schwarz": not their_tricks} if rng.random() < 0.7 else {}
    held = {card for place in places for card in happened.hands[place]}
    there = {card for cards in happened.hands for card in cards}
    ours = happened.order[0] in held
    side = held if ours else there - held
    run = next((n for n, card in enumerate(happened.order) if card not in side), len(happened.order))
    if run := rng.choice([run, run, rng.randint(0, run)]):
        hand |= {"laufende": run} if ours else {"laufende": run, "laufende_of": "opponents"}
    return hand


def _told_tout(rng: Random, happened: Happened) -> Facts:
    """Return a Tout that was lost, with what was made when it ended: by the first trick of the others, or later."""
    tricks, augen, _made = rng.choice([moment for moment in happened.course if moment[0] < moment[2]])
    hand: Facts = {"tout": True, "won": False}
    hand |= {"tricks": tricks} if rng.random() < 0.6 else {}
    return hand | ({"augen": augen} if rng.random() < 0.3 else {})
