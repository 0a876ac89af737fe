"""What a season will be remembered for: the dearest hands, the longest runs, every Sie, the best and worst evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_, _
from sklog.reports.model import About, Column, Kind, section_of
from sklog.reports.sentences import result_words
from sklog.scoring.amounts import money
from sklog.season.highlights import sie_section
from sklog.season.outstanding import MOST, laufende, records
from sklog.season.reports import day_of, season_report
from sklog.season.selection import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Report, Section
    from sklog.scoring.deals import Deal, Night
    from sklog.season.outstanding import Records, Run, Season
    from sklog.season.selection import SeasonAsked

_RUNS = N_(
    "You win a hand that brings you money and lose one that costs you money. Hands thrown in, and hands that moved "
    "no money, are passed over. A run continues from one evening to the next."
)
DEFINED: Mapping[str, str] = {
    "dearest": N_("The {most} dearest hands by value, including doublings; if equal, the earliest."),
    "laufende": N_("The longest runs, whoever held them and whether they were paid or not; if equal, the earliest."),
    "won": _RUNS,
    "lost": _RUNS,
    "droughts": N_(
        "How many hands in a row a player got cards without declaring a game alone: no solo of any kind, no Wenz, "
        "no Bettel. If equal, the earliest. It continues from one evening to the next; hands thrown in do not "
        "count. Now: up to the last hand. Since: the hand with which it began."
    ),
    "evenings": N_("An evening counts with its final balance, including postings."),
}
"""What the numbers of each table count."""


def of_records(asked: SeasonAsked) -> Report:
    """Return the dearest hands and the longest runs, each with the moment at which it was recorded."""
    found = records(asked.season, asked.deals())
    return records_report(asked.season, found, lambda deal: moment(asked.ledger, deal.night, deal.number))


def records_report(season: Season, found: Records, when: Callable[[Deal], str | None]) -> Report:
    """Return what the season will be remembered for; `when` says at what moment (UTC, ISO) a hand was recorded."""
    sections = (
        sie_section(found.sie, when),
        _hands_section("dearest", _("The dearest hands"), found.dearest),
        _hands_section("laufende", _("The most Laufende"), found.laufende),
        _runs("won", _("Most hands won in a row"), found.won),
        _runs("lost", _("Most hands lost in a row"), found.lost),
        _droughts(found.droughts, found.dry_now),
        _extremes(season),
    )
    notes, limits = _ties(found, season.unit), {"dearest": {"most": MOST}}
    return season_report(
        "records", _("Records"), season, sections, notes, defined=DEFINED, limits=limits, main="dearest"
    )


def _ties(found: Records, unit: str) -> Iterator[str]:
    """Yield how many hands are like the last of a table, where not all of them stand in it."""
    if found.as_dear > sum(deal.score.value == found.dearest[-1].score.value for deal in found.dearest):
        value = money(found.dearest[-1].score.value, unit)
        said = _("{n} hands are worth {value}: the earliest of them are shown.", n=found.as_dear, value=value)
        yield About(said, "dearest")
    if found.as_long > sum(laufende(deal) == laufende(found.laufende[-1]) for deal in found.laufende):
        most = laufende(found.laufende[-1])
        said = _("{n} hands have {most} Laufende: the earliest of them are shown.", n=found.as_long, most=most)
        yield About(said, "laufende")


def _hands_section(key: str, title: str, deals: Sequence[Deal]) -> Section:
    fields: list[Field[Deal]] = [
        (Column("what", _("What"), Kind.PROSE), lambda deal: result_words(deal.hand, deal.tariff, deal.score)),
        (Column("laufende", "Laufende", Kind.COUNT), lambda deal: laufende(deal) or None),
        (Column("value", _("Value"), Kind.PRICE), lambda deal: deal.score.value),
        (Column("date", _("When"), Kind.DATE), lambda deal: deal.night.date or None),
        (Column("evening", _("Evening"), Kind.PROSE), lambda deal: deal.night.name),
        (Column("hand", _("No."), Kind.COUNT), lambda deal: deal.number),
    ]
    return section_of(key, title, deals, fields)


def _of_a_run() -> list[Field[Run]]:
    """Return the columns of hands in a row: whose, how many, and which hands were the first and the last."""
    return [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        (Column("first_date", _("First hand"), Kind.DATE), lambda one: one.first and day_of(one.first.night)),
        (Column("first_hand", _("No."), Kind.COUNT), lambda one: one.first and one.first.number),
        (Column("last_date", _("Last hand"), Kind.DATE), lambda one: one.last and day_of(one.last.night)),
        (Column("last_hand", _("No."), Kind.COUNT), lambda one: one.last and one.last.number),
    ]


def _runs(key: str, title: str, runs: Sequence[Run]) -> Section:
    name, hands, *ends = _of_a_run()
    amount: Field[Run] = Column("amount", _("Together"), Kind.MONEY), lambda one: one.amount
    return section_of(key, title, runs, [name, hands, amount, *ends])


def _droughts(droughts: Sequence[Run], dry_now: Mapping[str, Run]) -> Section:
    def since(one: Run) -> Deal | None:
        return dry_now[one.name].first

    now: list[Field[Run]] = [
        (Column("now", _("Now"), Kind.COUNT), lambda one: dry_now[one.name].hands),
        (Column("since_date", _("Since"), Kind.DATE), lambda one: (first := since(one)) and day_of(first.night)),
        (Column("since_hand", _("No."), Kind.COUNT), lambda one: (first := since(one)) and first.number),
    ]
    return section_of("droughts", _("Most hands without a solo"), droughts, [*_of_a_run(), *now])


def _extremes(season: Season) -> Section:
    fields: list[Field[tuple[str, Night]]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one[0]),
        (Column("total", _("Total"), Kind.MONEY), lambda one: one[1].totals[one[0]]),
        (Column("date", _("When"), Kind.DATE), lambda one: one[1].date or None),
        (Column("evening", _("Evening"), Kind.PROSE), lambda one: one[1].name),
    ]
    return section_of("evenings", _("The best and the worst evening of all"), extremes(season), fields)


def extremes(season: Season) -> list[tuple[str, Night]]:
    """Return who had the best evening of all, above 0, and who the worst, below it, as (name, evening)."""
    every = [(name, night) for night in season.nights for name in filter(season.shows, night.totals)]
    best = max(every, key=lambda one: one[1].totals[one[0]], default=None)
    worst = min(every, key=lambda one: one[1].totals[one[0]], default=None)
    return [one for one, sign in ((best, 1), (worst, -1)) if one and one[1].totals[one[0]] * sign > 0]
