"""Who lost a Ramsch, or won it: from what was said of it to what it means here.

    hand + table + tariff ──judge_ramsch──▶ RamschOutcome ──sklog.scoring.payout──▶ postings

Nobody declares a Ramsch: the Augen decide who lost, then the tariff's criteria, else the table is asked.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING

from sklog.errors import IllegalHand, UnclearHand
from sklog.language import N_, _, _and
from sklog.scoring.games import AUGEN, Game
from sklog.scoring.hand import Ramsch, count, wrong_rank
from sklog.scoring.judge import (
    PEOPLE_OF_A_PARTNER_GAME,
    chain_problems,
    deal_problems,
    klopfer_problems,
    not_played,
    people_problems,
)
from sklog.scoring.outcome import RamschOutcome
from sklog.scoring.tariff import ALL, BOTH, OWN, SEAT, SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Names
    from sklog.scoring.judge import Table
    from sklog.scoring.outcome import Tied
    from sklog.scoring.tariff import Tariff


def judge_ramsch(hand: Ramsch, table: Table, tariff: Tariff) -> RamschOutcome:
    """Return who lost (or won) this Ramsch; raise IllegalHand with everything wrong, or UnclearHand."""
    wrong = [*ramsch_illegalities(hand, table, tariff)]
    game = tariff.game(hand.game)
    if wrong or game is None:
        raise IllegalHand(*wrong)
    rules, winner = tariff.ramsch, _durchmarsch(hand, table, tariff)
    losers: Names = ()
    if winner is not None:
        losers = tuple([person for person in table.active if person != winner])
    elif rules.losers != BOTH:
        losers = ramsch_losers(hand, table.active, rules.tie)
    made = RamschOutcome(
        game,
        losers,
        winner,
        _jungfrauen(hand, table, tariff, winner),
        count(hand.klopfer),
        table.bock,
        0 if rules.kontra == OWN else count(hand.kontra),
        hand.kontra if rules.kontra == OWN and isinstance(hand.kontra, tuple) else (),
        round=tariff.dearer_in(table.round),
    )
    if winner is None and rules.losers == BOTH:
        return _two_losers(hand, made, table, tariff)
    shared = winner is None and 1 < len(losers) < len(table.active)
    if shared and (shots := [person for person in losers if person in made.shots]):
        raise UnclearHand(
            _("{people} lose together, and {shots} doubled: name one loser", people=_and(losers), shots=_and(shots))
        )
    return made


# -- what is not allowed in a Ramsch -----------------------------------------------------------------


def ramsch_illegalities(hand: Ramsch, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield everything that this table and its tariff do not play, or that cannot be with their cards."""
    yield from deal_problems(table, tariff)
    game = tariff.game(hand.game)
    if game is None:
        yield not_played(hand.game, tariff)
    yield from klopfer_problems(hand, table, tariff)
    if hand.kontra:
        yield from _kontra_problems(hand, game, table, tariff)
    if tariff.ramsch.losers == BOTH and len(table.active) != PEOPLE_OF_A_PARTNER_GAME:
        yield _("two of four lose a Ramsch in {tariff}; {count} are dealt in", tariff=tariff.name,
                count=len(table.active))  # fmt: skip
    figures = (hand.augen, hand.tricks, hand.trumps, hand.highest)
    named = [*hand.losers, *(hand.jungfrauen or ()), hand.durchmarsch, *chain(*filter(None, figures))]
    yield from people_problems(filter(None, named), table)
    if hand.augen is not None and (missing := [person for person in table.active if person not in hand.augen]):
        yield _("the Augen of {people} are missing: write 0 for none", people=_and(missing))
    if hand.durchmarsch and tariff.ramsch.durchmarsch is None:
        yield _("{tariff} has no Durchmarsch: name the loser", tariff=tariff.name)
    if any(figures):
        yield from _figures_problems(hand, game, table, tariff)
        yield from _loser_problems(hand, tariff.ramsch.losers)


def _kontra_problems(hand: Ramsch, game: Game | None, table: Table, tariff: Tariff) -> Iterator[str]:
    said, mode = hand.kontra, tariff.ramsch.kontra
    if mode not in (ALL, OWN):
        yield _("{tariff} has no Kontra in a Ramsch; leave it out", tariff=tariff.name)
        return
    if isinstance(said, int):
        if mode == OWN:
            example = f"kontra:{table.active[0]}"
            yield _(
                "in a Ramsch of {tariff} each player doubles only for themselves: say who, such as {example}",
                tariff=tariff.name,
                example=example,
            )
    else:
        yield from people_problems(said, table)
        if mode == OWN:
            for name in dict.fromkeys(name for name in said if said.count(name) > 1):
                yield _("{name} can double only once in a Ramsch", name=name)
    if mode == ALL and game and (played := tariff.chain_in(game)):
        yield from chain_problems(count(said), played, tariff)


def _figures_problems(hand: Ramsch, game: Game | None, table: Table, tariff: Tariff) -> Iterator[str]:
    people = len(table.active)
    total = tariff.tricks(people)
    if not total:
        return  # nobody deals so: that is said already
    if hand.tricks is not None:
        made = sum(hand.tricks.values())
        # trumps may lie in cards laid aside, tricks may not
        if made > total or (made < total and all(person in hand.tricks for person in table.active)):
            yield _("the tricks add up to {made}; there are {total}", made=made, total=total)
    if game is not None:
        trumps = tariff.longest_run(game, people)
        if hand.trumps is not None and (made := sum(hand.trumps.values())) > trumps:
            yield _("the trumps add up to {made}; there are {total}", made=made, total=trumps)
        for person, rank in (hand.highest or {}).items():
            if trumps < rank:
                yield wrong_rank(person, trumps, rank)
    augen = hand.augen or {}
    for person, made in (hand.tricks or {}).items():
        if made == total and augen.get(person, AUGEN) != AUGEN:
            yield _(
                "all {total} tricks make 120 Augen; {name} has {augen}", total=total, name=person, augen=augen[person]
            )


def _loser_problems(hand: Ramsch, losers: int) -> Iterator[str]:
    if not hand.augen:
        return
    most = sorted(hand.augen.values(), reverse=True)[:losers][-1]  # whose Augen are missing is said already
    for person in hand.losers:
        if (augen := hand.augen.get(person, most)) < most:
            said = {"name": person, "augen": augen, "most": most}
            yield _("{name} has {augen} Augen and cannot have lost: the highest number is {most}", **said)


def _durchmarsch(hand: Ramsch, table: Table, tariff: Tariff) -> str | None:
    """Return who made a Durchmarsch under this tariff; ask where 120 Augen leave it open."""
    rule = tariff.ramsch.durchmarsch
    if rule is None:
        return None
    augen, tricks = hand.augen or {}, hand.tricks or {}
    total = tariff.tricks(len(table.active))
    if hand.durchmarsch:
        IllegalHand.if_any(_against_durchmarsch(hand, hand.durchmarsch, rule.augen, total))
        return hand.durchmarsch
    if not (augen or tricks or hand.jungfrauen):
        return None
    idle = hand.jungfrauen or ()
    busy = [person for person in table.active if tricks.get(person) != 0 and person not in idle]
    reached = []
    for person in table.active:
        took_all = tricks.get(person) == total or busy in ([person], [])
        if rule.augen is not None:
            made = augen[person] >= rule.augen if person in augen else took_all
        elif took_all or augen.get(person) != AUGEN or person in tricks or hand.jungfrauen is not None or hand.losers:
            made = took_all
        else:
            raise UnclearHand(
                _("{name} has all 120 Augen: add durchmarsch:{name}, or the tricks or the Jungfrauen", name=person)
            )
        if made:
            reached.append(person)
    return _marcher(hand, reached) if reached else None


def _marcher(hand: Ramsch, reached: Sequence[str]) -> str:
    """Return who of those that reached a Durchmarsch made it: the one with most; ask where that is not one."""
    augen = hand.augen or {}
    most = max(augen.get(person, 0) for person in reached)
    reached = [person for person in reached if augen.get(person, 0) == most]
    if hand.losers:
        raise IllegalHand(_("{name} made a Durchmarsch and has won: write durchmarsch:{name}", name=reached[0]))
    if len(reached) > 1 and augen:
        raise UnclearHand(
            _("{people} have {augen} Augen each: say who made the Durchmarsch, durchmarsch:{name}",
              people=_and(reached), augen=most, name=reached[0])
        )  # fmt: skip
    return reached[0]


def _against_durchmarsch(hand: Ramsch, person: str, from_augen: int | None, total: int) -> Iterator[str]:
    augen, tricks = (hand.augen or {}).get(person), (hand.tricks or {}).get(person)
    needed = AUGEN if from_augen is None else from_augen
    said = {"name": person, "augen": augen, "needed": needed, "tricks": tricks, "total": total}
    if augen is not None and augen < needed:
        yield _("{name} has {augen} Augen; a Durchmarsch needs {needed} here", **said)
    for other, more in (hand.augen or {}).items():
        if augen is not None and needed <= augen < more:
            yield _(
                "{other} has {more} Augen, more than {name}: add durchmarsch:{other}", other=other, more=more, **said
            )
    if tricks is not None and from_augen is None and tricks < total:
        yield _("{name} took {tricks} tricks; a Durchmarsch needs all {total} here", **said)


def _jungfrauen(hand: Ramsch, table: Table, tariff: Tariff, winner: str | None) -> Names:
    """Return who made no trick; ask where 0 Augen leave it open and it changes the price.

    Beside the `winner` of a Durchmarsch nobody else needs to be named who made none.
    """
    rules, tricks, march = tariff.ramsch, hand.tricks or {}, tariff.ramsch.durchmarsch
    if winner is not None and march:
        if not march.jungfrau:
            return ()
        if march.augen is None or tricks.get(winner) == tariff.tricks(len(table.active)):
            return tuple(person for person in table.active if person != winner)
    if hand.jungfrauen is not None:
        return hand.jungfrauen
    open_ = [person for person in table.active if (hand.augen or {}).get(person) == 0 and person not in tricks]
    costs = rules.jungfrau == ALL if winner else rules.jungfrau != "none"
    if open_ and (costs or rules.jungfrau_adds):
        raise UnclearHand(
            _("{people} with 0 Augen: Jungfrau or not? Add the tricks, or jungfrauen:…", people=_and(open_))
        )
    return tuple(person for person in table.active if tricks.get(person) == 0)


_FIGURES = {
    "tricks": N_("their tricks (tricks:…)"),
    "trumps": N_("the trumps in their tricks (trumps:…)"),
    "highest": N_("their highest trumps (highest:…)"),
}
"""What is asked where a criterion cannot decide, because its figures are missing."""


def ramsch_losers(hand: Ramsch, active: Names, criteria: Names) -> Names:
    """Return who lost of those dealt in, from the dealer's left on; raise UnclearHand.

    Those with the most Augen, then by the criteria of a tariff in their order.
    """
    if hand.losers or hand.augen is None:
        return hand.losers
    losers, missing = next(_ranked(hand, hand.augen, active, criteria))
    if missing is not None:
        raise UnclearHand(_question(losers, hand, missing, _("the loser (losers:…)")))
    return losers


def tied_by_seat(hand: Ramsch, criteria: Names) -> Names:
    """Return between whom the seat decided who lost; () where it did not."""
    if SEAT not in criteria or hand.losers or hand.augen is None:
        return ()
    tied, missing = next(_ranked(hand, hand.augen, (), criteria[: criteria.index(SEAT)]))
    return () if missing is None else tied


def _ranked(hand: Ramsch, people: Iterable[str], active: Names, criteria: Names) -> Iterator[tuple[Names, str | None]]:
    """Yield people in the order in which they lose, by their Augen, then by the criteria of a tariff.

    Beside those who tie stands the criterion whose figures are missing, "" where none is left; None of one alone, and
    where they share.
    """
    for tied in _tied(people, hand.augen or {}, reverse=True):
        yield from _refined(tied, hand, active, criteria)


def _refined(tied: Names, hand: Ramsch, active: Names, criteria: Names) -> Iterator[tuple[Names, str | None]]:
    """Yield those who tie in the order in which they lose by these criteria."""
    if len(tied) == 1 or criteria[:1] == (SHARED,):
        yield tied, None
        return
    if not criteria:
        yield tied, ""
        return
    criterion, *others = criteria
    if criterion == SEAT:
        yield from (((person,), None) for person in sorted(tied, key=active.index))
        return
    figure: Mapping[str, int] = getattr(hand, criterion) or {}
    if any(person not in figure for person in tied):
        yield tied, criterion
        return
    # the rank of a trump counts from the highest: the smallest number loses
    for still_tied in _tied(tied, figure, reverse=criterion != "highest"):
        yield from _refined(still_tied, hand, active, tuple(others))


def _tied(people: Iterable[str], figure: Mapping[str, int], *, reverse: bool) -> list[Names]:
    """Return people who have as much as each other together, those with least first (or last)."""
    ordered = sorted(people, key=figure.__getitem__, reverse=reverse)
    return [tuple(tied) for _figure, tied in groupby(ordered, key=figure.__getitem__)]


def _question(tied: Names, hand: Ramsch, missing: str, loser: str) -> str:
    """Return what is asked of people who tie; `loser` is "" where to name the loser says nothing new."""
    said = {"people": _and(tied), "augen": (hand.augen or {})[tied[0]]}
    if not missing:
        return _("{people} tie with {augen}: name {loser}", loser=loser, **said) if loser else by_hand(tied)
    said["figures"] = _(_FIGURES[missing])
    if not loser:
        return _("{people} tie with {augen}: add {figures}", **said)
    return _("{people} tie with {augen}: add {figures}, or name {loser}", loser=loser, **said)


# -- two losers ----------------------------------------------------------------------------------------


def _two_losers(hand: Ramsch, made: RamschOutcome, table: Table, tariff: Tariff) -> RamschOutcome:
    """Return in which order those dealt in lose, as far as it is known, where two of four do."""
    if (hand.losers and len(hand.losers) != BOTH) or not (hand.losers or hand.augen):
        raise UnclearHand(_("two lose a Ramsch in {tariff}: name both, or give everybody's Augen", tariff=tariff.name))
    sides: list[list[str]] = [[*table.active]]
    if hand.losers:
        sides = [[person for person in table.active if (person in hand.losers) == lost] for lost in (True, False)]
    if hand.augen is None:
        question = _("players who doubled, or took no trick, pay or get different amounts: give everybody's Augen")
        return made._replace(ranking=tuple([(tuple(side), question) for side in sides]))
    ranking: list[Tied] = []
    place = 0
    for side in sides:
        for tied, missing in _ranked(hand, side, table.active, tariff.ramsch.tie):
            # to name the losers decides only who of them lose, not in which order
            loser = _("the two losers") if place < BOTH < place + len(tied) and not hand.losers else ""
            ranking.append((tied, "" if missing is None else _question(tied, hand, missing, loser)))
            place += len(tied)
    return made._replace(ranking=tuple(ranking))


def by_hand(people: Sequence[str]) -> str:
    """Return the sentence that nothing which may be said of people who tie decides what others pay or get."""
    return _(
        "{people} tie, and what they share depends on who pays whom: post the amounts by hand (posting {payer}:… "
        "{payee}:…)",
        people=_and(people),
        payer=people[0],
        payee=people[-1],
    )
