"""Who earns with whom, and from whom: two on one side, and two on opposite sides."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from sklog.language import N_, _, _t
from sklog.reports.model import BARS, Chart, Column, Kind, Series, people_columns, section, section_of
from sklog.scoring.games import PARTNER
from sklog.scoring.names import name_key
from sklog.scoring.outcome import Outcome
from sklog.scoring.payout import parted
from sklog.season.reports import ENDED, ratio, season_report, tally_fields
from sklog.season.statistics import FEWEST_HANDS, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.reports.model import Field, Report, Section
    from sklog.scoring.deals import Deal
    from sklog.scoring.payout import Score
    from sklog.season.outstanding import Season
    from sklog.season.selection import SeasonAsked

BEST = 10
"""So many pairs are drawn, of those with enough hands."""

# -- what is counted -----------------------------------------------------------------------------------

Company = defaultdict[str, defaultdict[str, Tally]]
"""By two names: the hands of both, on one side or on opposite ones, and what the first of the two won in them."""

DEFINED: Mapping[str, str] = {
    "matrix": N_(
        "What each player won in hands together with another. Only partner games count (Sauspiel, Hochzeit and "
        "similar), for the declarers' side and for their opponents. The three players against a solo are not "
        "partners."
    ),
    "flows": N_(
        "What the player in the column paid the player in the row, in hands in which they were on opposite sides, "
        "without the Stock. A soloist settles with each opponent, and so does the loser of a Ramsch; if two lose to "
        "two, each loser pays half to each winner. Halves are added up first and then rounded."
    ),
    "duels": N_(
        "Hands in which the two were on opposite sides; in a Ramsch, those who paid against the others. Won and "
        "lost: by the first of the two. Got from: what the second paid the first in these hands, as in the table "
        "above. Hands thrown in do not count."
    ),
    "pairs": N_(
        "Both: what the two won together in these hands. Each, per hand: half of that, divided by the number of hands."
    ),
}
"""What the numbers of each table count."""


class Pair(NamedTuple):
    """Two people, the hands of both as the first one's, and an amount in cents or points.

    That is what both won together, or what went from the second to the first, halves rounded once they were added up.
    """

    first: str
    second: str
    tally: Tally
    amount: int


def company(deals: Iterable[Deal], season: Season) -> tuple[Company, Company]:
    """Count who was on one side with whom, and who against whom, of the people who are shown.

    The first are of partner games, the declarers' side and the other: alone against three nobody chose a partner. The
    second has the hands of two on opposite sides; its amounts are quarters of a cent or point.
    """
    partners: Company = defaultdict(lambda: defaultdict(Tally))
    against: Company = defaultdict(lambda: defaultdict(Tally))
    for deal in deals:
        outcome, value = deal.score.outcome, deal.score.value
        winners, losers = deal.sides
        decided = bool(winners or losers)
        if isinstance(outcome, Outcome):
            winners, losers = outcome.winners, outcome.losers  # of a draw as well
        if season.people:
            winners, losers = tuple(filter(season.shows, winners)), tuple(filter(season.shows, losers))
        if isinstance(outcome, Outcome) and outcome.game.shape == PARTNER:
            for side, result in ((winners, decided), (losers, -decided)):
                for name, partner in permutations(side, 2):
                    partners[name][partner].count(result, deal.amount(name), value)
        paid = quarters(deal.score) if winners and losers else {}
        for winner, loser in product(winners, losers):
            amount = paid.get((loser, winner), 0) - paid.get((winner, loser), 0)
            against[winner][loser].count(decided, amount, value)
            against[loser][winner].count(-decided, -amount, value)
    return partners, against


def quarters(made: Score) -> dict[tuple[str, str], int]:
    """Return what everybody who lost paid everybody who won, by (payer, payee), in quarters of a cent or point.

    One against all, and who alone loses a Ramsch, settles with each. Two who lose to two each pay both: what a tariff
    makes pay more pays both more, and what it makes get more gets more of both, so that no seat decides who paid whom.
    """
    found = {}
    for part in parted(made):
        paid = [(name, -amount) for name, amount in part.items() if amount < 0]
        got = [(name, amount) for name, amount in part.items() if amount > 0]
        several, total = len(paid) > 1 < len(got), sum(amount for _name, amount in got)
        for (payer, owed), (payee, due) in product(paid, got):
            found[payer, payee] = 2 * owed + 2 * due - total if several else 4 * min(owed, due)
    return found


def from_quarters(amount: int) -> int:
    """Return quarters of a cent or point as whole ones; a half becomes the even one, so that nobody gains by it."""
    down, rest = divmod(amount, 4)
    return down + (rest > 2 or (rest == 2 and down % 2))


def by_total(found: Company) -> list[str]:
    """Return everybody, who earned most with all of the others first."""
    totals = {name: sum(tally.amount for tally in mates.values()) for name, mates in found.items()}
    return sorted(totals, key=lambda name: (-totals[name], name_key(name)))


def pairs(partners: Company) -> list[Pair]:
    """Return every two who were ever on one side, the pair that won most first."""
    found = [
        Pair(first, second, partners[first][second], partners[first][second].amount + partners[second][first].amount)
        for first, second in _every_two(partners)
    ]
    return sorted(found, key=lambda pair: -pair.amount)


def duels(against: Company) -> list[Pair]:
    """Return every two who were ever opponents: first who has got more from the other; the most first."""
    found = []
    for one, other in _every_two(against):
        first, second = (one, other) if against[one][other].amount >= 0 else (other, one)
        found.append(Pair(first, second, against[first][second], from_quarters(against[first][second].amount)))
    return sorted(found, key=lambda duel: (-duel.amount, -duel.tally.hands))


def _every_two(found: Company) -> list[tuple[str, str]]:
    return [(one, other) for one, other in combinations(sorted(found, key=name_key), 2) if other in found[one]]


# -- the report ----------------------------------------------------------------------------------------


def of_partners(asked: SeasonAsked) -> Report:
    """Return what everybody won with everybody else on the same side, and from everybody else on the other."""
    season = asked.season
    partners, against = company(asked.deals(), season)
    together = pairs(partners)
    sections = (
        _matrix("matrix", _("What each row won with each column"), partners, lambda tally: tally.amount),
        _pairs(together),
        _matrix("flows", _("What each row won from each column"), against, lambda tally: from_quarters(tally.amount)),
        _duels(duels(against)),
    )
    notes = []
    if len(season.people) == 1:
        notes.append(_t("One person alone has no partner: name at least two, or nobody.¦ (--players)."))
    elif not together:
        notes.append(_("None of these people were ever on the same side of a partner game."))
    title = _("Partners")
    return season_report(
        "partners", title, season, sections, notes, defined=DEFINED, charts=lambda: _pairs_chart(together)
    )


def _matrix(key: str, title: str, found: Company, amount: Callable[[Tally], int]) -> Section:
    names = by_total(found)
    name = Column("name", _("Name"), Kind.NAME)
    rows = ((one, *(amount(found[one][other]) if other in found[one] else None for other in names)) for one in names)
    return section(key, title, (name, *people_columns(names, Kind.MONEY, (name,))), rows)


def _names_of_two(second: str) -> list[Field[Pair]]:
    """Return the columns of any two; the second of them is called so."""
    return [
        (Column("first", _("Name"), Kind.NAME), lambda one: one.first),
        (Column("second", second, Kind.NAME), lambda one: one.second),
        *tally_fields(lambda one: one.tally, "hands", *ENDED),
    ]


def _pairs(together: Sequence[Pair]) -> Section:
    amounts: list[Field[Pair]] = [
        (Column("total", _("Both"), Kind.MONEY), lambda one: one.amount),
        (Column("each_per_hand", _("Each, per hand"), Kind.MEAN), lambda one: ratio(one.amount, 2 * one.tally.hands)),
    ]
    return section_of("pairs", _("Pairs"), together, [*_names_of_two(_("Partner")), *amounts])


def _duels(opposed: Sequence[Pair]) -> Section:
    amounts: list[Field[Pair]] = [
        (Column("flow", _("Got from"), Kind.MONEY), lambda one: one.amount),
        (Column("per_hand", _("Per hand"), Kind.MEAN), lambda one: ratio(one.amount, one.tally.hands)),
    ]
    return section_of("duels", _("Head to head"), opposed, [*_names_of_two(_("Against")), *amounts])


def _pairs_chart(together: Sequence[Pair]) -> tuple[Chart, ...]:
    best = [one for one in together if one.tally.hands >= FEWEST_HANDS][:BEST]
    names = tuple(f"{one.first} + {one.second}" for one in best)
    series = Series(_("Both"), tuple(one.amount for one in best))
    return (Chart("pairs", _("The best pairs"), BARS, _("Pair"), names, (series,)),) if best else ()
