"""What cards can do, and what a special round obliges to: a hand that cannot be is refused when it is recorded.

    deck ──sums──▶ Augen that so many cards make ──augen_of──▶ those that go with tricks and Laufende ──▶ problems

Everything is worked out from the deck. A set of Augen is an int whose bit a says that a is among them. A pile is what
a side has taken: whole tricks and, where cards were laid aside, those in the declarers'; in a Ramsch perhaps some of
them in anybody's who made a trick. Whoever holds the n highest trumps takes every trick that one of them is in: all n
lie in that side's pile, in one trick at most one from each hand. Nobody has more Augen than who lost a Ramsch.

A special round says who must play, and which games there are, whatever the cards were.

What is refused cannot have been, however it was played; not all that cannot have been is refused. What was recorded
is not asked here: it folds as it did.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice

from sklog.language import _, _and, _or
from sklog.scoring.games import (
    ASIDE,
    AUGEN,
    AUGEN_OF,
    BETTEL,
    BY_NAME,
    HEADS,
    LONG,
    PARTNER,
    SOLO,
    SUITS,
    TRICKS,
    Game,
    ranks,
    trump_ranks,
)
from sklog.scoring.hand import DECLARERS, OPPONENTS, Names, Played, Ramsch
from sklog.scoring.judge import Table, declarers_of, out_of_schneider, wins_from
from sklog.scoring.outcome import Outcome, RamschOutcome
from sklog.scoring.tariff import ALLGAEUER, BOTH, FIRST, SpecialRound, Tariff, round_title
from sklog.values import NamedTuple, replace

BITS = OUT_OF_REACH = AUGEN + 1
ANY = (1 << BITS) - 1
SIZES = len(SUITS) * len(ranks(LONG)) + 1  # of a pile: so many cards, none included

Range = tuple[int, int]
"""From how many to how many."""


class Deal(NamedTuple):
    """Which deck was dealt to how many people; `tricks` are as many as everybody's cards, `aside` are in none."""

    deck: str
    people: int
    tricks: int
    aside: int


class Pile(NamedTuple):
    """What is said of one side: its people, from how many to how many tricks it made, and which Augen it can have.

    `aside` is from how many to how many of the cards laid aside lie in it.
    """

    people: int
    least: int
    most: int
    augen: int
    aside: Range


@cache
def sums(deck: str, without: str, trumps: str) -> int:
    """Return what cards of a deck can make.

    Bit `BITS` · (n + `SIZES` · k) + a says that some n of them, k trumps among those, make a Augen. `without` are the
    ranks of cards that are not among them, `trumps` those of the cards that are counted as trumps.
    """
    found = 1
    for rank in ranks(deck):
        for card in range(len(SUITS) - without.count(rank)):
            size = 1 + SIZES if card < trumps.count(rank) else 1
            found |= found << (BITS * size + AUGEN_OF.get(rank, 0))
    return found


@cache
def augen_of(
    deal: Deal,
    least: int,
    most: int,
    run: str = "",
    aside: Range | None = None,
    *,
    trumps: str = "",
    counted: Range = (0, 0),
) -> int:
    """Return the Augen that a pile of `least` to `most` tricks can have, with cards of the ranks `run` in it.

    So many of the cards laid aside are in it as well; where `aside` is None, any of them if there is a trick. Where the
    ranks of all `trumps` are said, as many of them as `counted` are in it.
    """
    makes, found = sums(deal.deck, run, trumps), 0
    few, many = counted
    for tricks in range(least, most + 1):
        others = tricks * deal.people - len(run)
        fewest, more = aside or (0, deal.aside if tricks else 0)
        for cards in range(max(others + fewest, 0), others + more + 1):
            for of_them in range(few, many + 1):
                found |= makes >> BITS * (cards + SIZES * of_them) & ANY
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


def between(least: int, most: int) -> int:
    """Return the set of all Augen from the fewest to the most."""
    return from_(least) & ~from_(most + 1)


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
    (deck, people): Deal(str(deck), people, tricks, ASIDE[deck, people]) for (deck, people), tricks in TRICKS.items()
}


def problems(
    hand: Played | Ramsch, table: Table, outcome: Outcome | RamschOutcome | None, tariff: Tariff
) -> Iterator[str]:
    """Yield what no cards can be of a hand that was judged so at this table; nothing of one that was not."""
    if outcome is None:
        return
    deal = deal_of(tariff, len(table.active))
    match hand, outcome:
        case Ramsch(), RamschOutcome():
            yield from _ramsch_problems(hand, table.active, outcome, deal, tariff)
        case Played(), Outcome():  # pragma: no branch  nothing else is judged so
            if hand.sie and set(hand.winners) - set(outcome.winners):  # all the others, in a game of the table's own
                yield _("a Sie cannot be lost")
            else:
                yield from _played_problems(hand, table, outcome, deal, tariff)


# -- declarers and opponents --------------------------------------------------------------------------


def _tricks_said(hand: Played, outcome: Outcome, total: int) -> tuple[int, int]:
    """Return from how many to how many tricks the declarers can have made by what is said."""
    if hand.tricks is not None:
        return hand.tricks, hand.tricks
    if outcome.game.shape == BETTEL and outcome.won:
        return 0, 0
    if outcome.schwarz:
        return (total, total) if outcome.won else (0, 0)
    if hand.schwarz is False or hand.schneider is False:
        return 1, total - 1
    return 0, total


def _augen_said(hand: Played, table: Table, outcome: Outcome, tariff: Tariff, *, cut_short: bool) -> int:
    """Return which Augen of the declarers go with what is said, whatever the cards are."""
    if hand.augen is not None:
        return 1 << hand.augen
    if outcome.game.shape == BETTEL or outcome.schwarz or cut_short:
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


def _played_problems(hand: Played, table: Table, outcome: Outcome, deal: Deal, tariff: Tariff) -> Iterator[str]:
    """Yield what is wrong with what was made by the declarers, or with who held the Laufende."""
    # it may have ended with the trick that it was lost by: what was not played says nothing then
    cut_short = outcome.won is False and (hand.tout or hand.announced == "schwarz")
    if outcome.declarers:
        augen = _augen_said(hand, table, outcome, tariff, cut_short=cut_short)
    else:  # whoever declared: where the winners cannot have held the Laufende, nobody can
        outcome, augen = outcome._replace(declarers=outcome.winners, won=True), ANY
    least, most = _tricks_said(hand, outcome, deal.tricks)
    # what lies aside is not counted yet where a hand ended before
    makes = augen_of(deal, least, most, "", (0 if cut_short else deal.aside, deal.aside))
    if makes & augen:
        if cut_short:  # so much was made by then: had all been played, no less, and not every trick
            least, most, augen = hand.tricks or 0, deal.tricks - 1, from_(lowest(augen))
        yield from _run_problems(hand, outcome, deal, _piles(outcome, deal, (least, most), augen))
    elif hand.augen is None:
        yield _(
            "the declarers' tricks contain {least} to {most} Augen: that contradicts {said}",
            least=lowest(makes),
            most=highest(makes),
            said=_said(hand, outcome, deal),
        )
    elif deal.aside and not most:
        yield _(
            "without a trick only the two cards laid aside count, and they cannot make {augen} Augen: {near} would be"
            " possible",
            augen=hand.augen,
            near=near(hand.augen, makes),
        )
    else:
        pile = _piles(outcome, deal, (least, most), ANY)[hand.laufende_of or DECLARERS]
        with_run = _with_run(outcome, deal, pile)
        if hand.laufende_of == OPPONENTS:
            with_run = _left_by(with_run)
        yield _not_so_many(hand.augen, makes, deal, near_to=makes & with_run)


def _piles(outcome: Outcome, deal: Deal, tricks: Range, augen: int) -> dict[str, Pile]:
    """Return what both sides have, where the declarers made so many tricks, and Augen of this set."""
    declarers, (least, most), total = len(outcome.declarers), tricks, deal.tricks
    return {
        DECLARERS: Pile(declarers, least, most, augen, (deal.aside, deal.aside)),
        OPPONENTS: Pile(deal.people - declarers, total - most, total - least, _left_by(augen), (0, 0)),
    }


def _left_by(augen: int) -> int:
    """Return the set of Augen that the others have, where a side has those of a set."""
    return int(f"{augen:0{BITS}b}"[::-1], 2)


def _not_so_many(augen: int, makes: int, deal: Deal, ranks_of_trumps: str = "", near_to: int = 0) -> str:
    """Return the sentence that no cards make so many Augen, or not those in the tricks, which `makes` are.

    What would be possible is of those that it is to be `near_to`, where there are any.
    """
    said = {"augen": augen, "near": near(augen, near_to or makes)}
    if not augen_of(deal, 0, deal.tricks) >> augen & 1:
        return _("no cards make {augen} Augen: {near} would be possible", **said)
    if ranks_of_trumps:
        return _("so many tricks with such trumps cannot contain {augen} Augen: {near} would be possible", **said)
    return _("so many tricks cannot contain {augen} Augen: {near} would be possible", **said)


def _run_problems(hand: Played, outcome: Outcome, deal: Deal, piles: Mapping[str, Pile]) -> Iterator[str]:
    """Yield why who holds so many Laufende cannot have made what is said of that side."""
    laufende, held = outcome.laufende, deal.tricks + deal.aside
    whose, other = (OPPONENTS, DECLARERS) if hand.laufende_of == OPPONENTS else (DECLARERS, OPPONENTS)
    pile = piles[whose]
    if laufende > pile.people * held:
        yield _("{laufende} Laufende: nobody holds more than {cards} cards", laufende=laufende, cards=held)
        return
    makes = _with_run(outcome, deal, pile)
    if makes & pile.augen:
        return
    told = {"laufende": laufende, "said": _said(hand, outcome, deal), "total": deal.tricks, "most": highest(makes)}
    problem = _("so many tricks with {laufende} Laufende contain at most {most} Augen: that contradicts {said}", **told)
    if not makes or lowest(pile.augen) <= highest(makes):
        problem = _(
            "{laufende} Laufende make at least {tricks} of {total} tricks and {augen} Augen: that contradicts {said}",
            tricks=_tricks_of_run(laufende, deal, pile),
            augen=lowest(makes or _with_run(outcome, deal, pile._replace(most=deal.tricks))),
            **told,
        )
    if _with_run(outcome, deal, piles[other]) & piles[other].augen:
        yield _("{problem}; correct one of the two, or add laufende_of:{other}", problem=problem, other=other)
    else:
        yield _("{problem}; correct one of the two", problem=problem)


def _tricks_of_run(laufende: int, deal: Deal, pile: Pile) -> int:
    """Return how many tricks a side makes at least that holds so many Laufende."""
    return -(-(laufende - deal.aside) // pile.people)


def _with_run(outcome: Outcome, deal: Deal, pile: Pile) -> int:
    """Return the Augen that a side can have which holds the Laufende."""
    # some of those that the declarers do not hold may lie aside
    run = "" if deal.aside and not any(pile.aside) else run_of(outcome.game.name, outcome.laufende)
    least = max(_tricks_of_run(outcome.laufende, deal, pile), pile.least)
    return augen_of(deal, least, pile.most, run, pile.aside)


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


class Taken(NamedTuple):
    """What everybody can have taken in a Ramsch by what is said: so many tricks, trumps and Augen each.

    `highest` is which trump the highest of each is, where it is said. There are `total` trumps; `ranks` are theirs, ""
    where nothing is said of them, or nobody knows which cards they are or whether they lie aside. Who has
    which of them is not looked at: the highest ones decide a tie, no more.
    """

    deal: Deal
    ranks: str
    total: int
    highest: Mapping[str, int]
    tricks: Mapping[str, Range]
    trumps: Mapping[str, Range]
    augen: Mapping[str, Range]

    def of(self, group: Names) -> tuple[Range, Range, Range]:
        """Return from how many to how many tricks, trumps and Augen some have together, as the others leave them."""
        every, trumps, aside = self.deal.tricks, self.total, self.deal.aside
        return (
            _together(self.tricks, group, every, every),
            _together(self.trumps, group, trumps - aside, trumps),
            _together(self.augen, group, AUGEN, AUGEN),
        )

    def makes(self, tricks: Range, trumps: Range) -> int:
        """Return the Augen that so many tricks with so many trumps can have."""
        if self.ranks:
            return augen_of(self.deal, *tricks, trumps=self.ranks, counted=trumps)
        return augen_of(self.deal, *tricks)


def _in_all(ranges: Mapping[str, Range]) -> Range:
    """Return from how many to how many all have together."""
    return sum(few for few, _many in ranges.values()), sum(many for _few, many in ranges.values())


def _together(ranges: Mapping[str, Range], group: Names, least: int, most: int) -> Range:
    """Return from how many to how many some have of `least` to `most` in all: what is theirs, and what others leave."""
    few, many = _in_all({person: ranges[person] for person in group})
    fewest, all_most = _in_all(ranges)
    return max(few, least - (all_most - many)), min(many, most - (fewest - few))


def _cards(deal: Deal, tricks: int) -> int:
    """Return how many cards so many tricks can hold, those that were laid aside included."""
    return tricks * deal.people + deal.aside if tricks else 0


def _ramsch_problems(hand: Ramsch, active: Names, outcome: RamschOutcome, deal: Deal, tariff: Tariff) -> Sequence[str]:
    """Return whose figures no cards make: of one person, else of several, who have together what the others leave."""
    rule, trumps = tariff.ramsch.durchmarsch, tariff.longest_run(outcome.game, deal.people)
    all_tricks = outcome.winner if rule and rule.augen is None else None
    tricks = {person: _tricks_of(hand, person, deal.tricks, all_tricks) for person in active}
    taken = Taken(
        deal,
        run_of(outcome.game.name, trumps) if (hand.trumps or hand.highest) and not deal.aside else "",
        trumps,
        hand.highest or {},
        tricks,
        {person: _trumps_of(hand, person, min(trumps, _cards(deal, tricks[person][1]))) for person in active},
        dict.fromkeys(active, (0, AUGEN)),
    )
    if wrong := [*_against_result(hand, taken, all_tricks)]:
        return wrong
    if hand.augen:
        return [*_not_named(hand, hand.augen)] or _taken_problems(
            taken._replace(augen={person: (made, made) for person, made in hand.augen.items()})
        )
    from_augen = (rule and rule.augen) or OUT_OF_REACH  # by the Augen alone a Durchmarsch
    if outcome.winner:
        return _taken_problems(taken) or _winner_problems(outcome.winner, taken, min(from_augen, AUGEN))
    return _taken_problems(taken) or _loser_problems(hand.losers, taken, from_augen, tariff.ramsch.losers)


def _not_named(hand: Ramsch, augen: Mapping[str, int]) -> Iterator[str]:
    """Yield who has more Augen than one of those who are said to have lost, and is not said to have."""
    least = min(hand.losers, key=augen.__getitem__, default=None)
    for person, made in augen.items():
        if least and person not in hand.losers and made > augen[least]:
            said = {"name": person, "augen": made, "loser": least, "fewer": augen[least]}
            yield _("{name} has {augen} Augen and must have lost too: {loser} has only {fewer}", **said)


def _tricks_of(hand: Ramsch, person: str, total: int, all_tricks: str | None) -> Range:
    """Return from how many to how many tricks somebody can have made, where one person may have made all of them."""
    if all_tricks:
        return (total, total) if person == all_tricks else (0, 0)
    if hand.tricks and person in hand.tricks:
        return hand.tricks[person], hand.tricks[person]
    if hand.jungfrauen and person in hand.jungfrauen:
        return 0, 0
    has_augen = person in hand.losers or (hand.augen and hand.augen[person])
    no_jungfrau = hand.jungfrauen is not None and not hand.durchmarsch  # beside one nobody needs to be named
    return int(bool(has_augen or no_jungfrau)), total


def _trumps_of(hand: Ramsch, person: str, most: int) -> Range:
    """Return from how many to how many trumps somebody can have, `most` at most."""
    if hand.trumps and person in hand.trumps:
        return hand.trumps[person], hand.trumps[person]
    return int(person in (hand.highest or ())), most


def _against_result(hand: Ramsch, taken: Taken, all_tricks: str | None) -> Iterator[str]:
    """Yield what does not go with who lost or made all tricks, and whose highest trump there is none of."""
    made = hand.tricks or {}
    for person in hand.losers:
        if made.get(person) == 0:
            yield _("{name} cannot lose a Ramsch without a trick", name=person)
    total = taken.deal.tricks
    others = sum(tricks for person, tricks in made.items() if person != all_tricks)
    if all_tricks and made.get(all_tricks, total) < total:
        yield _("{name} took {tricks} tricks; a Durchmarsch needs all {total} here", name=all_tricks,
                tricks=made[all_tricks], total=total)  # fmt: skip
    if all_tricks and others:
        yield _("the others took {tricks} tricks: that is not a Durchmarsch of {name}", tricks=others, name=all_tricks)
    for person in taken.highest:
        if not taken.trumps[person][1]:
            yield _("{name} has no trump, and so no highest one", name=person)


def _winner_problems(winner: str, taken: Taken, least: int) -> Sequence[str]:
    """Return why somebody cannot have had as many Augen as a Durchmarsch needs at `least`, and the most of all."""
    for most in range(least, max(AUGEN // 2, least) + 1):
        told = {person: (most, AUGEN) if person == winner else (0, most) for person in taken.tricks}
        if not _taken_problems(taken._replace(augen=told)):
            return ()
    return [
        _(
            "{name} cannot have made a Durchmarsch: that needs {least} Augen, and {name}'s tricks contain at most "
            "{most}",
            name=winner,
            least=least,
            most=highest(taken.makes(*taken.of((winner,))[:2])),
        )
    ]


def _loser_problems(losers: Names, taken: Taken, from_augen: int, places: int) -> Sequence[str]:
    """Return why the losers cannot have had the most Augen, with fewer than make a Durchmarsch.

    Equally many, where nobody but the first place loses.
    """
    can = {person: taken.makes(*taken.of((person,))[:2]) for person in taken.tricks}
    for person in losers:
        if lowest(can[person]) >= from_augen:
            return [_("{name} made a Durchmarsch and has won: write durchmarsch:{name}", name=person)]
    if _can_lose(losers, taken, from_augen, places):
        return ()
    if _can_lose(losers, taken, OUT_OF_REACH, places):
        said = _("{people} cannot have lost: the most Augen are {augen} or more, which is a Durchmarsch",
                 people=_and(losers), augen=from_augen)  # fmt: skip
        return [said]
    if places == BOTH:
        return [_("{people} cannot have lost: these tricks and trumps leave others more Augen", people=_and(losers))]
    poorest = min(losers, key=lambda person: highest(can[person]))
    return [
        _(
            "{people} cannot have lost: the loser has the most Augen, and {name}'s tricks contain at most {most}",
            people=_and(losers),
            name=poorest,
            most=highest(can[poorest]),
        )
    ]


def _can_lose(losers: Names, taken: Taken, from_augen: int, places: int) -> bool:
    """Whether there are Augen of which the losers have the most, and nobody as many as a Durchmarsch needs."""
    least = 0 if places == BOTH else AUGEN // len(taken.tricks)
    for most in range(least, min(from_augen, AUGEN // len(losers) + 1)):
        first = from_augen - 1 if places == BOTH else most
        told = {person: (most, min(first, AUGEN)) if person in losers else (0, most) for person in taken.tricks}
        if not _taken_problems(taken._replace(augen=told)):
            return True
    return False


# -- what everybody took in a Ramsch --------------------------------------------------------------------


def _taken_problems(taken: Taken) -> Sequence[str]:
    """Return what is wrong with all tricks or trumps, else with the trumps of some, else with the Augen of some."""
    taken = taken._replace(tricks={person: _fitting(taken, person) for person in taken.tricks})
    return (
        [*_sum_problems(taken)]
        or [*_rank_problems(taken)]
        or _of_groups(taken, _wrong_trumps)
        or _of_groups(taken, _wrong_augen)
    )


def _fitting(taken: Taken, person: str) -> Range:
    """Return from how many to how many tricks hold what somebody has; where none do, those that were said."""
    (least, most), trumps, augen = taken.of((person,))
    fits = [made for made in range(least, most + 1) if taken.makes((made, made), trumps) & between(*augen)]
    return (fits[0], fits[-1]) if fits else taken.tricks[person]


def _sum_problems(taken: Taken) -> Iterator[str]:
    """Yield why the tricks of all, or their trumps, are not as many as there are."""
    total = taken.deal.tricks
    fewest, most = _in_all(taken.tricks)
    if fewest > total:
        yield _(
            "the tricks that everybody must have taken add up to {made}; there are {total}", made=fewest, total=total
        )
    elif most < total:
        yield _("the tricks add up to {made}; there are {total}", made=most, total=total)
    fewest, most = _in_all(taken.trumps)
    made = max(fewest, min(most, taken.total))
    if not taken.total - taken.deal.aside <= made <= taken.total:
        yield _("the trumps add up to {made}; there are {total}", made=made, total=taken.total)


def _rank_problems(taken: Taken) -> Iterator[str]:
    """Yield who have more trumps than there are from their highest on."""
    for rank in sorted(taken.highest.values()):
        people = tuple(person for person in taken.trumps if taken.highest.get(person, 1) >= rank)
        _tricks, (trumps, _most), _augen = taken.of(people)
        if trumps > (there := taken.total - rank + 1):
            yield _(
                "{people}: {trumps} trumps from the rank of {rank} on; there are {there}",
                people=_and(people),
                trumps=trumps,
                rank=rank,
                there=there,
            )


def _of_groups(taken: Taken, wrong: Callable[[Taken, Names], str]) -> Sequence[str]:
    """Return what is wrong of those who are wrong alone, else of the first few who are wrong together."""
    people = tuple(taken.tricks)
    alone = [said for person in people if (said := wrong(taken, (person,)))]
    groups = (group for size in range(2, len(people)) for group in combinations(people, size))
    return alone or [*islice(filter(None, (wrong(taken, group) for group in groups)), 1)]


def _wrong_trumps(taken: Taken, group: Names) -> str:
    """Return why the tricks of some cannot hold their trumps; "" where they can."""
    (_least, tricks), (trumps, _most), _augen = taken.of(group)
    cards = _cards(taken.deal, tricks)
    if trumps <= cards:
        return ""
    return _("{people}: {cards} cards cannot hold {trumps} trumps", people=_and(group), cards=cards, trumps=trumps)


def _wrong_augen(taken: Taken, group: Names) -> str:
    """Return why the tricks of some, with their trumps, cannot hold their Augen; "" where they can."""
    tricks, trumps, (fewest, most) = taken.of(group)
    makes = taken.makes(tricks, trumps)
    if makes & between(fewest, most):
        return ""
    return f"{_and(group)}: {_not_so_many(fewest, makes, taken.deal, taken.ranks)}"


# -- special rounds -----------------------------------------------------------------------------------


def round_problems(hand: Played | Ramsch, table: Table, tariff: Tariff) -> Sequence[str]:
    """Return how a hand contradicts what its special round obliges to; a deal that was thrown in never does."""
    special, game = tariff.special.get(table.round or ""), tariff.game(hand.game)
    if special is None or game is None:
        return ()  # what is not played here is said already
    found = [*_against(special, hand, game, table, tariff)]
    if special.name == ALLGAEUER and isinstance(hand, Played) and game.name == SOLO:
        found += _allgaeuer(hand)
    if found:
        found[-1] = _("{problem}; if the hand was not part of that round, add round:none", problem=found[-1])
    return found


def _against(special: SpecialRound, hand: Played | Ramsch, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield that a game is not played in a special round, or was not played by whoever must play."""
    who = special.must_play(table.active)
    place = _("the first") if special.forced == FIRST else _("the last")
    said = {"round": round_title(special.name), "game": game.title, "who": who, "place": place}
    if not special.obliges(game):
        games = _or(found.title for name in special.games if (found := tariff.game(name) or BY_NAME.get(name)))
        yield _("in the {round} round only {games} is played, not {game}", games=games, **said)
    elif who and isinstance(hand, Ramsch):
        yield _("in the {round} round {place} must play, {who}: {game} is not possible", **said)
    elif who and game.shape == PARTNER and isinstance(hand, Played) and hand.winners:
        yield _("in the {round} round {place} must play, {who}: give the declarer, the partner and who won", **said)
    declarers = declarers_of(hand, game, table) if isinstance(hand, Played) else ()
    if who and declarers and declarers[0] != who:
        yield _("in the {round} round {place} must play: {who}, not {name}", name=declarers[0], **said)


def _allgaeuer(hand: Played) -> Iterator[str]:
    if hand.laufende_of == OPPONENTS:
        yield _("Laufende of the opponents: in an Allgäuer the soloist holds two, or with the Herz-Ober five or more")
    elif hand.laufende in (0, 1, 3, 4) and not hand.sie:
        yield _(
            "{laufende} Laufende: in an Allgäuer the soloist holds two, or with the Herz-Ober five or more",
            laufende=hand.laufende,
        )
