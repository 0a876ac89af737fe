"""What cards can do: a hand that no cards can be is refused when it is recorded.

    deck ──sums──▶ Augen that so many cards make ──augen_of──▶ those that go with tricks and Laufende ──▶ problems

Everything is worked out from the deck. A set of Augen is an int whose bit a says that a is among them. A pile is what
a side has taken: whole tricks and, where cards were laid aside, perhaps some of those. Whoever holds the n highest
trumps takes every trick that one of them is in: all n lie in that side's pile, in one trick at most one from each hand.

What is refused cannot have been, however it was played; not all that cannot have been is refused. What was recorded
is not asked here: it folds as it did.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _, _and, _or
from sklog.scoring.games import AUGEN, AUGEN_OF, BETTEL, HEADS, LONG, SUITS, TRICKS, ranks, trump_ranks
from sklog.scoring.hand import DECLARERS, OPPONENTS, Ramsch
from sklog.scoring.judge import out_of_schneider, wins_from
from sklog.scoring.tariff import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.scoring.hand import Names, Played
    from sklog.scoring.judge import Table
    from sklog.scoring.tariff import RamschOutcome, Tariff

BITS = AUGEN + 1
ANY = (1 << BITS) - 1


class Deal(NamedTuple):
    """Which deck was dealt to how many people; `tricks` are as many as everybody's cards, `aside` are in none."""

    deck: str
    people: int
    tricks: int
    aside: int


class Pile(NamedTuple):
    """What is said of one side: its people, from how many to how many tricks it made, and which Augen it can have."""

    people: int
    least: int
    most: int
    augen: int


@cache
def sums(deck: str, without: str) -> int:
    """Return what cards of a deck can make: bit `BITS` · n + a says that some n of them make a Augen.

    `without` are the ranks of cards that are not among them.
    """
    found = 1
    for rank in ranks(deck):
        for _card in range(len(SUITS) - without.count(rank)):
            found |= found << (BITS + AUGEN_OF.get(rank, 0))
    return found


@cache
def augen_of(deal: Deal, least: int, most: int, run: str = "") -> int:
    """Return the Augen that a pile of `least` to `most` tricks can have, with cards of the ranks `run` in it."""
    makes, found = sums(deal.deck, run), 0
    for tricks in range(least, most + 1):
        others = tricks * deal.people - len(run)
        for cards in range(max(others, 0), others + 1 + (deal.aside if tricks else 0)):
            found |= makes >> BITS * cards & ANY
    return found << sum(AUGEN_OF.get(rank, 0) for rank in run)


@cache
def run_of(game: str, laufende: int) -> str:
    """Return the ranks of the highest trumps of a game; "" for a table's own, of which nobody knows the cards.

    The short deck lacks only the lowest.
    """
    heads = HEADS.get(game)
    return trump_ranks(heads, LONG)[:laufende] if heads else ""


def from_(augen: int) -> int:
    """Return the set of all Augen from so many on."""
    return ANY >> augen << augen


def lowest(augen: int) -> int:
    """Return the fewest Augen of a set."""
    return f"{augen:b}"[::-1].index("1")


def highest(augen: int) -> int:
    """Return the most Augen of a set."""
    return augen.bit_length() - 1


def near(augen: int, possible: int) -> str:
    """Return the nearest Augen below and above that are in a set, for a sentence."""
    below, above = possible & ~from_(augen), possible & from_(augen)
    return _or(str(nearest(side)) for nearest, side in ((highest, below), (lowest, above)) if side)


def deal_of(tariff: Tariff, people: int) -> Deal:
    """Return what this tariff deals to so many people."""
    return _DEALS[tariff.deck[people], people]


_DEALS = {
    (deck, people): Deal(str(deck), people, tricks, len(SUITS) * len(ranks(str(deck))) - people * tricks)
    for (deck, people), tricks in TRICKS.items()
}


def problems(hand: Played | Ramsch, table: Table, outcome: Outcome | RamschOutcome, tariff: Tariff) -> Iterator[str]:
    """Yield what no cards can be of a hand that was judged so at this table."""
    if isinstance(hand, Ramsch):
        yield from _ramsch_problems(hand, table.active, deal_of(tariff, len(table.active)))
    elif (
        isinstance(outcome, Outcome)
        and (hand.augen is not None or hand.tricks is not None or outcome.laufende)
        and outcome.declarers  # else nobody knows whose Laufende they were, and nothing else was said
    ):
        deal, augen = deal_of(tariff, len(table.active)), _augen_said(hand, table, outcome, tariff)
        yield from _played_problems(hand, outcome, deal, augen)


# -- declarers and opponents --------------------------------------------------------------------------


def _cut_short(hand: Played, outcome: Outcome) -> bool:
    """Whether a hand may have ended with the trick that it was lost by: what was not played says nothing then."""
    return outcome.won is False and (hand.tout or hand.announced == "schwarz")


def _tricks_said(hand: Played, outcome: Outcome, total: int) -> tuple[int, int]:
    """Return from how many to how many tricks the declarers can have made by what is said."""
    if hand.tricks is not None:
        return hand.tricks, hand.tricks
    if outcome.schwarz:
        return (total, total) if outcome.won else (0, 0)
    if hand.schwarz is False:
        return 1, total - 1
    return 0, total


def _augen_said(hand: Played, table: Table, outcome: Outcome, tariff: Tariff) -> int:
    """Return which Augen of the declarers go with what is said, whatever the cards are."""
    if hand.augen is not None:
        return 1 << hand.augen
    if outcome.game.shape == BETTEL or outcome.schwarz or _cut_short(hand, outcome):
        return ANY  # tricks decide
    if hand.winners:
        hand = replace(hand, winners=(), declarer=outcome.declarers[0])
    wins = from_(wins_from(hand, outcome.game, table, tariff, outcome.kontra))
    schneider = from_(BITS - out_of_schneider(hand, tariff, won=True))
    if hand.announced == "schneider":
        wins &= schneider
    if not outcome.won:
        wins, schneider = ANY ^ wins, ANY ^ from_(out_of_schneider(hand, tariff, won=False))
    if outcome.schneider:
        return wins & schneider
    return wins & ~schneider if hand.schneider is False else wins


def _played_problems(hand: Played, outcome: Outcome, deal: Deal, augen: int) -> Iterator[str]:
    """Yield what is wrong where the declarers can have one of these `augen`."""
    total = deal.tricks
    least, most = _tricks_said(hand, outcome, total)
    makes = augen_of(deal, least, most)
    if makes & augen:
        declarers = len(outcome.declarers)
        pile = Pile(declarers, least, most, augen)
        if hand.laufende_of == OPPONENTS:
            theirs = int(f"{augen:0{BITS}b}"[::-1], 2)
            pile = Pile(deal.people - declarers, total - most, total - least, theirs)
        yield from _run_problems(hand, outcome, deal, pile)
    elif hand.augen is None:
        yield _(
            "the declarers' tricks hold {least} to {most} Augen: that does not go with {said}",
            least=lowest(makes),
            most=highest(makes),
            said=_said(hand, outcome, deal),
        )
    else:
        yield _not_so_many(hand.augen, makes, deal)


def _not_so_many(augen: int, makes: int, deal: Deal) -> str:
    """Return the sentence that no cards make so many Augen, or not those in the tricks, which `makes` are."""
    if not augen_of(deal, 0, deal.tricks) >> augen & 1:
        return _("no cards make {augen} Augen: {near} would be possible", augen=augen, near=near(augen, makes))
    return _("so many tricks cannot hold {augen} Augen: {near} would be possible", augen=augen, near=near(augen, makes))


def _run_problems(hand: Played, outcome: Outcome, deal: Deal, pile: Pile) -> Iterator[str]:
    """Yield why who holds so many Laufende cannot have made what is said of that side."""
    laufende, held = outcome.laufende, deal.tricks + deal.aside
    if laufende > pile.people * held:
        yield _("{laufende} Laufende: nobody holds more than {cards} cards", laufende=laufende, cards=held)
    elif not _cut_short(hand, outcome):
        tricks = -(-(laufende - deal.aside) // pile.people)
        run = "" if deal.aside else run_of(outcome.game.name, laufende)  # some of them may lie aside
        if not augen_of(deal, max(tricks, pile.least), pile.most, run) & pile.augen:
            yield _(
                "{laufende} Laufende make at least {tricks} of {total} tricks and {augen} Augen: that does not go with"
                " {said}; mend one of the two, or say laufende_of:{other}",
                laufende=laufende,
                tricks=tricks,
                total=deal.tricks,
                augen=lowest(augen_of(deal, tricks, deal.tricks, run)),
                said=_said(hand, outcome, deal),
                other=DECLARERS if hand.laufende_of == OPPONENTS else OPPONENTS,
            )


def _said(hand: Played, outcome: Outcome, deal: Deal) -> str:
    """Return what is said of the declarers' result, for a sentence."""
    said = []
    if hand.tricks is not None:
        said.append(_("the declarers' {tricks} of {total} tricks", tricks=hand.tricks, total=deal.tricks))
    if hand.augen is not None:
        return _and([*said, _("the declarers' {augen} Augen", augen=hand.augen)])
    said.append(_("a game that they win") if outcome.won else _("a game that they lose"))
    if outcome.schneider or hand.schneider is False:
        said.append("Schwarz" if outcome.schwarz else "Schneider" if outcome.schneider else _("no Schneider"))
    if hand.schwarz is False:
        said.append(_("no Schwarz"))
    return _and(said)


# -- Ramsch -------------------------------------------------------------------------------------------


def _ramsch_problems(hand: Ramsch, active: Names, deal: Deal) -> Iterator[str]:
    """Yield whose figures no cards make: of one person, else of several, whose tricks together hold the sum of them."""
    tricks = {person: _tricks_of(hand, person, deal.tricks) for person in active}
    for person, trumps in (hand.trumps or {}).items():
        if trumps > (cards := tricks[person][1] * deal.people + deal.aside):
            yield _("{name} has {trumps} trumps in {cards} cards", name=person, trumps=trumps, cards=cards)
    fewest, most = (sum(made[end] for made in tricks.values()) for end in (0, 1))
    if fewest > deal.tricks:
        made = {"made": fewest, "total": deal.tricks}
        yield _("the tricks, with one for everybody who has Augen, add up to {made}; there are {total}", **made)
    elif most < deal.tricks:
        yield _("the tricks add up to {made}; there are {total}", made=most, total=deal.tricks)
    elif hand.augen:
        yield from _augen_problems(hand.augen, tricks, active, deal)


def _augen_problems(
    augen: Mapping[str, int], tricks: Mapping[str, tuple[int, int]], active: Names, deal: Deal
) -> Sequence[str]:
    """Return who cannot have their Augen: of those who are wrong alone, else of two: what is left is the others'."""
    alone = [said for person in active if (said := _of_several((person,), augen, tricks, deal))]
    first, *others = active
    pairs = ((first, other) for other in others)
    return alone or [said for pair in pairs if (said := _of_several(pair, augen, tricks, deal))]


def _tricks_of(hand: Ramsch, person: str, total: int) -> tuple[int, int]:
    """Return from how many to how many tricks somebody can have made by what is said."""
    if hand.tricks and person in hand.tricks:
        return hand.tricks[person], hand.tricks[person]
    if hand.jungfrauen and person in hand.jungfrauen:
        return 0, 0
    return int(bool(hand.augen and hand.augen[person])), total


def _of_several(group: Names, augen: Mapping[str, int], tricks: Mapping[str, tuple[int, int]], deal: Deal) -> str:
    """Return why these people cannot have their Augen; "" where they can."""
    least = most = made = 0
    fewest, rest = 0, deal.tricks  # of the others at least, and what they leave where each makes the most
    for person, (low, high) in tricks.items():
        if person in group:
            least, most, made = least + low, most + high, made + augen[person]
        else:
            fewest, rest = fewest + low, rest - high
    makes = augen_of(deal, max(least, rest), min(most, deal.tricks - fewest))
    return "" if makes >> made & 1 else f"{_and(group)}: {_not_so_many(made, makes, deal)}"
