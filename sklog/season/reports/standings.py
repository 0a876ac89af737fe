"""The standings of a season: what everybody has after its evenings, and the best and the worst of these."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from sklog.language import N_, _
from sklog.reports.model import About, Column, Kind, section_of
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key
from sklog.season.reports import day_of, ratio, season_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sklog.reports.model import Chart, Field, Report, Section
    from sklog.scoring.deals import Deal, Night
    from sklog.season.outstanding import Season
    from sklog.season.selection import SeasonAsked

FORM = 5
"""So many of the last evenings are somebody's form."""

DEFINED: Mapping[str, str] = {
    "standings": N_(
        "Total: the balances of the evenings, without payments and the Stock. Per hand: only winnings from hands."
    ),
    "evenings": N_("An evening counts with its final balance. A best evening ended above 0, a worst one below."),
    "streaks": N_(
        "An evening that ended above 0 is won, one below 0 is lost, and one at 0 ends a run. In a row now: positive "
        "for evenings won, negative for evenings lost."
    ),
}
"""What the numbers of each table count."""


class SeasonStanding(NamedTuple):
    """Somebody's season: the evenings he came to, and what each brought, in cents or points.

    `runs` says for the beginning and each evening how many there were in a row: above 0 won ones, below 0 lost ones, 0
    where it was even. `hands_dealt` counts played hands, `good` are the good points, None where they do not count.
    """

    name: str
    nights: Sequence[Night]
    amounts: Sequence[int]
    runs: Sequence[int]
    hands_dealt: int
    good: int | None

    @property
    def total(self) -> int:
        """What these evenings came to."""
        return sum(self.amounts)

    @property
    def ranked_by(self) -> int:
        """What the rank goes by."""
        return self.total if self.good is None else self.good

    @property
    def by_hands(self) -> int:
        """The part of the total that played hands brought."""
        return self.total - sum([night.apart[self.name] for night in self.nights if self.name in night.apart])

    @property
    def best(self) -> Night | None:
        """The best evening, the first of equal ones; None where none was above 0."""
        most = max(self.amounts)
        return self.nights[self.amounts.index(most)] if most > 0 else None

    @property
    def worst(self) -> Night | None:
        """The worst evening, the first of equal ones; None where none was below 0."""
        least = min(self.amounts)
        return self.nights[self.amounts.index(least)] if least < 0 else None


def run_after(before: int, amount: int) -> int:
    """Return how long the run is after one more result: above 0 of gains, below 0 of losses; nothing ends both."""
    if not amount:
        return 0
    step = 1 if amount > 0 else -1
    return before + step if before * step > 0 else step


def standings(season: Season) -> list[SeasonStanding]:
    """Return where everybody stands after these evenings: who has the highest total first, or the most good points."""
    came: dict[str, list[Night]] = {}
    for night in season.nights:
        for name in filter(season.shows, night.totals) if season.people else night.totals:
            came.setdefault(name, []).append(night)
    found = []
    for name, nights in came.items():
        amounts = [night.totals[name] for night in nights]
        good = None if season.good is None else sum(night.get(name, 0) for night in season.good.values())
        runs, dealt = [*accumulate(amounts, run_after, initial=0)], sum([night.hands.get(name, 0) for night in nights])
        found.append(SeasonStanding(name, nights, amounts, runs, dealt, good))
    return sorted(found, key=lambda one: (-one.ranked_by, name_key(one.name)))


def good_points(deals: Iterable[Deal]) -> dict[int, dict[str, int]]:
    """Return by evening what everybody won, deal by deal: nothing is subtracted for what was lost."""
    good: dict[int, dict[str, int]] = {}
    for deal in deals:
        won = good.setdefault(deal.night.id, {})
        for name in deal.table.active:
            won[name] = won.get(name, 0) + max(deal.amount(name), 0)
    return good


# -- the report ----------------------------------------------------------------------------------------


def of_standings(asked: SeasonAsked) -> Report:
    """Return who has what; where good points count, what every hand brought is asked as well."""
    good = good_points(asked.deals()) if asked.good_points else None
    return standings_report(asked.season._replace(good=good))


def standings_report(season: Season) -> Report:
    """Return who has what in a season, and its course as a curve; amounts are cents or points.

    Where good points count, the rank goes by them, and the curve shows them.
    """
    found = standings(season)
    notes = []
    if season.good is not None:
        said = _(
            "Good points: what somebody won, hand by hand. Losses are not subtracted, and postings by hand do not "
            "count. The ranking goes by good points."
        )
        notes.append(About(said, "standings"))
    if held := -sum(sum(night.totals.values()) for night in season.nights):  # why the totals do not sum to zero
        said = _("{amount} from these evenings is still in the Stock.")
        if held < 0:
            said = _("{amount} came out of the Stock of earlier evenings.")
        notes.append(About(said.format(amount=money(abs(held), season.unit)), "standings"))
    sections = _totals(found, season), _best(found), _streaks(found)
    course = partial(_course, season, [one.name for one in found])
    return season_report("standings", _("Standings"), season, sections, notes, defined=DEFINED, charts=course)


def _course(season: Season, names: Sequence[str]) -> tuple[Chart, ...]:
    """Return everybody's total after each evening; a line begins with the first evening that somebody came to."""
    from sklog.reports.curve import curve, summed  # noqa: PLC0415  only where it is drawn, or asked for as JSON

    title, changes = _("The course of the season"), [night.totals for night in season.nights]
    if season.good is not None:
        title = _("The course of the season: good points")
        changes = [
            {name: season.good.get(night.id, {}).get(name, 0) for name in night.totals} for night in season.nights
        ]
    places = zip(map(day_of, season.nights), summed(changes), strict=True)
    return curve("season", title, _("Evening"), places, names, labels=Kind.DATE)


def _totals(found: Sequence[SeasonStanding], season: Season) -> Section:
    rated = [one.ranked_by for one in found]
    fields: list[Field[SeasonStanding]] = [
        (Column("rank", _("Rank"), Kind.COUNT), lambda one: rated.index(one.ranked_by) + 1),
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("evenings", _("Evenings"), Kind.COUNT), lambda one: len(one.nights)),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands_dealt),
        (Column("good_points", _("Good points"), Kind.PRICE), lambda one: one.good),
        (Column("total", _("Total"), Kind.MONEY), lambda one: one.total),
        (Column("per_evening", _("Per evening"), Kind.MEAN), lambda one: ratio(one.total, len(one.nights))),
        (Column("per_hand", _("Per hand"), Kind.MEAN), lambda one: ratio(one.by_hands, one.hands_dealt)),
    ]
    counting = [one for one in fields if season.good is not None or one[0].key != "good_points"]
    return section_of("standings", _("Standings"), found, counting)


def _best(found: Sequence[SeasonStanding]) -> Section:
    fields: list[Field[SeasonStanding]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("best", _("Best evening"), Kind.MONEY, "–"), lambda one: one.best and one.best.totals[one.name]),
        (Column("best_date", _("When"), Kind.DATE), lambda one: one.best and day_of(one.best)),
        (Column("worst", _("Worst evening"), Kind.MONEY, "–"), lambda one: one.worst and one.worst.totals[one.name]),
        (Column("worst_date", _("When"), Kind.DATE), lambda one: one.worst and day_of(one.worst)),
    ]
    return section_of("evenings", _("Best and worst evening"), found, fields)


def _streaks(found: Sequence[SeasonStanding]) -> Section:
    fields: list[Field[SeasonStanding]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("streak", _("In a row now"), Kind.TREND), lambda one: one.runs[-1]),
        (Column("longest_won", _("Most won"), Kind.COUNT), lambda one: max(one.runs)),
        (Column("longest_lost", _("Most lost"), Kind.COUNT), lambda one: -min(one.runs)),
        (Column("form", _("Form")), lambda one: " ".join(map(_sign, one.amounts[-FORM:]))),
        (Column("form_total", _("Last {n} evenings", n=FORM), Kind.MONEY), lambda one: sum(one.amounts[-FORM:])),
    ]
    return section_of("streaks", _("Evenings in a row, and form"), found, fields)


def _sign(amount: int) -> str:
    return "+" if amount > 0 else "-" if amount < 0 else "0"
