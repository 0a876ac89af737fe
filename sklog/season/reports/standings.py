"""Reports of a season: the standings and the records; and what all reports of a season share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sklog.language import _, _n
from sklog.reports.curve import curve, summed
from sklog.reports.highlights import sie_section
from sklog.reports.model import Column, Fact, Kind, Report, known, section_of
from sklog.reports.sentences import result_words
from sklog.scoring.amounts import money
from sklog.scoring.deals import laufende, records
from sklog.scoring.tariff import CENTS
from sklog.season.reports.definitions import defined
from sklog.season.selection import moment
from sklog.season.standings import FORM, extremes, good_points, standings
from sklog.season.statistics import ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.reports.model import Cell, Chart, Field, Section
    from sklog.scoring.deals import Deal, Drought, Night, Records, Run, Season
    from sklog.season.reporting import Asked
    from sklog.season.standings import Standing
    from sklog.season.statistics import Tally

ENDED = ("won", "lost", "won_share")
"""Of `tally_fields` those that say how hands of one kind ended; success is the share of those that were decided."""
SIGNS = {-1: "-", 0: "0", 1: "+"}


# -- what all reports of a season share ---------------------------------------------------------------


def season_report(
    key: str,
    title: str,
    season: Season,
    sections: Iterable[Section],
    notes: Iterable[str] = (),
    *,
    charts: Callable[[], tuple[Chart, ...]] = tuple,
    main: str = "",
) -> Report:
    """Return a report of a season: which evenings it is about stands above these sections, what was left out below."""
    days = [night.date for night in season.nights if night.date]
    names = {night.name for night in season.nights}
    facts = known(
        Fact("group", _("Evenings of"), names.pop() if len(names) == 1 else None),
        Fact("first", _("First day"), days[0] if days else None, Kind.DATE),
        Fact("last", _("Last day"), days[-1] if days else None, Kind.DATE),
        Fact("evenings", _("Evenings"), len(season.nights), Kind.COUNT),
    )
    shown = tuple(defined(key, sections))
    every = (*_left_out(season), *notes)
    if not every and not any(one.rows for one in shown):
        every = (_("No hand of these evenings was noted, only amounts: there is nothing to count."),)
    return Report(key, title, season.unit, facts, shown, every, main=main, charts=charts)


def _left_out(season: Season) -> tuple[str, ...]:
    """Return how many evenings of the other unit are not in the report."""
    if not season.others:
        return ()
    if season.unit == CENTS:
        return (_n("{n} evening in points is not in here; it is with --unit points.",
                   "{n} evenings in points are not in here; they are with --unit points.", season.others),)  # fmt: skip
    return (_n("{n} evening for money is not in here; it is with --unit ct.",
               "{n} evenings for money are not in here; they are with --unit ct.", season.others),)  # fmt: skip


def tally_fields(tally: Callable[[Any], Tally], *keys: str) -> list[Field[Any]]:
    """Return these columns of what was counted; `tally` finds it in the thing that a row is about."""
    fields: dict[str, Field[Tally]] = {
        "hands": (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        "won": (Column("won", _("Won"), Kind.COUNT), lambda one: one.won),
        "lost": (Column("lost", _("Lost"), Kind.COUNT), lambda one: one.lost),
        "won_share": (Column("won_share", _("Success"), Kind.RATE), lambda one: ratio(one.won, one.decided)),
        "mean_value": (Column("mean_value", _("Value"), Kind.PRICE), lambda one: ratio(one.value, one.hands)),
        "total": (Column("total", _("Total"), Kind.MONEY), lambda one: one.amount),
        "per_hand": (Column("per_hand", _("Per hand"), Kind.MEAN), lambda one: ratio(one.amount, one.hands)),
    }
    return [(column, partial(_of_tally, tally, get)) for column, get in map(fields.__getitem__, keys)]


def _of_tally(tally: Callable[[Any], Tally], get: Callable[[Tally], Cell], thing: object) -> Cell:
    return get(tally(thing))


# -- the standings -------------------------------------------------------------------------------------


def standings_report(season: Season) -> Report:
    """Return who has what in a season, and its course as a curve; amounts are cents or points.

    Where good points count, the rank goes by them, and the curve shows them.
    """
    found = standings(season)
    names = [one.name for one in found]
    rated_by: list[Field[Standing]] = []
    notes: list[str] = []
    if season.good is not None:
        rated_by.append((Column("good_points", _("Good points"), Kind.PRICE), lambda one: one.good))
        notes.append(
            _(
                "Good points: what somebody won, hand by hand. Nothing is subtracted for what was lost, and what was"
                " posted by hand does not count. The rank goes by them."
            )
        )
    notes += _in_stock(season)
    sections = _totals(found, rated_by), _best(found), _streaks(found)
    return season_report("standings", _("Standings"), season, sections, notes, charts=lambda: _course(season, names))


def _in_stock(season: Season) -> list[str]:
    """Return why the totals of everybody do not sum to zero: the Stock has the rest, or gave it."""
    held = -sum(sum(night.totals.values()) for night in season.nights)
    if not held:
        return []
    if held > 0:
        return [_("{amount} of these evenings is still in the Stock.", amount=money(held, season.unit))]
    return [_("{amount} came out of a Stock from before these evenings.", amount=money(-held, season.unit))]


def _course(season: Season, names: Sequence[str]) -> tuple[Chart, ...]:
    """Return everybody's total after each evening; a line begins with the first evening that somebody came to."""
    title, changes = _("The course of the season"), [night.totals for night in season.nights]
    if season.good is not None:
        title = _("The course of the season: good points")
        changes = [
            {name: season.good.get(night.id, {}).get(name, 0) for name in night.totals} for night in season.nights
        ]
    places = zip(map(_when, season.nights), summed(changes), strict=True)
    return curve("season", title, _("Evening"), places, names, labels=Kind.DATE)


def _when(night: Night) -> str:
    """Return the day of an evening, its name where nobody noted one."""
    return night.date or night.name


def _totals(found: Sequence[Standing], rated_by: Sequence[Field[Standing]]) -> Section:
    rated = [one.rated for one in found]
    fields: list[Field[Standing]] = [
        (Column("rank", _("Rank"), Kind.COUNT), lambda one: rated.index(one.rated) + 1),
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("evenings", _("Evenings"), Kind.COUNT), lambda one: one.nights),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        *rated_by,
        (Column("total", _("Total"), Kind.MONEY), lambda one: one.total),
        (Column("per_evening", _("Per evening"), Kind.MEAN), lambda one: ratio(one.total, one.nights)),
        (Column("per_hand", _("Per hand"), Kind.MEAN), lambda one: ratio(one.by_hands, one.hands)),
    ]
    return section_of("standings", _("Standings"), found, fields)


def _best(found: Sequence[Standing]) -> Section:
    fields: list[Field[Standing]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("best", _("Best evening"), Kind.MONEY, "–"), lambda one: one.best and one.best.totals[one.name]),
        (Column("best_date", _("When"), Kind.DATE), lambda one: one.best and _when(one.best)),
        (Column("worst", _("Worst evening"), Kind.MONEY, "–"), lambda one: one.worst and one.worst.totals[one.name]),
        (Column("worst_date", _("When"), Kind.DATE), lambda one: one.worst and _when(one.worst)),
    ]
    return section_of("evenings", _("Best and worst evening"), found, fields)


def _streaks(found: Sequence[Standing]) -> Section:
    fields: list[Field[Standing]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("streak", _("In a row now"), Kind.TREND), lambda one: one.streak),
        (Column("longest_won", _("Most won"), Kind.COUNT), lambda one: one.longest_won),
        (Column("longest_lost", _("Most lost"), Kind.COUNT), lambda one: one.longest_lost),
        (Column("form", _("Form")), lambda one: " ".join(SIGNS[(each > 0) - (each < 0)] for each in one.form)),
        (Column("form_total", _("Last {n} evenings", n=FORM), Kind.MONEY), lambda one: sum(one.form)),
    ]
    return section_of("streaks", _("Evenings in a row, and form"), found, fields)


# -- the records ---------------------------------------------------------------------------------------


def records_report(season: Season, found: Records, when: Callable[[Deal], str | None]) -> Report:
    """Return what the season will be remembered for; `when` says at what moment (UTC, ISO) a hand was recorded."""
    sections = (
        sie_section(found.sie, when),
        _hands("dearest", _("The dearest hands"), found.dearest),
        _hands("laufende", _("The most Laufende"), found.laufende),
        _runs("won", _("Most hands won in a row"), found.won),
        _runs("lost", _("Most hands lost in a row"), found.lost),
        _droughts(found.droughts),
        _extremes(season),
    )
    return season_report("records", _("Records"), season, sections, _ties(found, season.unit), main="dearest")


def _ties(found: Records, unit: str) -> Iterator[str]:
    """Yield how many hands are like the last of a table, where not all of them stand in it."""
    if found.as_dear > sum(deal.score.value == found.dearest[-1].score.value for deal in found.dearest):
        value = money(found.dearest[-1].score.value, unit)
        yield _("{n} hands are worth {value}: the earliest of them stand here.", n=found.as_dear, value=value)
    if found.as_long > sum(laufende(deal) == laufende(found.laufende[-1]) for deal in found.laufende):
        most = laufende(found.laufende[-1])
        yield _("{n} hands have {most} Laufende: the earliest of them stand here.", n=found.as_long, most=most)


def _result(deal: Deal) -> str:
    return result_words(deal.hand, deal.tariff, deal.score)


def _hands(key: str, title: str, deals: Sequence[Deal]) -> Section:
    fields: list[Field[Deal]] = [
        (Column("what", _("What"), Kind.PROSE), _result),
        (Column("laufende", "Laufende", Kind.COUNT), lambda deal: laufende(deal) or None),
        (Column("value", _("Value"), Kind.PRICE), lambda deal: deal.score.value),
        (Column("date", _("When"), Kind.DATE), lambda deal: deal.night.date or None),
        (Column("evening", _("Evening"), Kind.PROSE), lambda deal: deal.night.name),
        (Column("hand", _("No."), Kind.COUNT), lambda deal: deal.number),
    ]
    return section_of(key, title, deals, fields)


def _runs(key: str, title: str, runs: Sequence[Run]) -> Section:
    fields: list[Field[Run]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        (Column("amount", _("Together"), Kind.MONEY), lambda one: one.amount),
        (Column("first_date", _("First hand"), Kind.DATE), lambda one: _when(one.first.night)),
        (Column("first_hand", _("No."), Kind.COUNT), lambda one: one.first.number),
        (Column("last_date", _("Last hand"), Kind.DATE), lambda one: _when(one.last.night)),
        (Column("last_hand", _("No."), Kind.COUNT), lambda one: one.last.number),
    ]
    return section_of(key, title, runs, fields)


def _droughts(droughts: Sequence[Drought]) -> Section:
    fields: list[Field[Drought]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        (Column("first_date", _("First hand"), Kind.DATE), lambda one: one.first and _when(one.first.night)),
        (Column("first_hand", _("No."), Kind.COUNT), lambda one: one.first and one.first.number),
        (Column("last_date", _("Last hand"), Kind.DATE), lambda one: one.last and _when(one.last.night)),
        (Column("last_hand", _("No."), Kind.COUNT), lambda one: one.last and one.last.number),
        (Column("now", _("Now"), Kind.COUNT), lambda one: one.now),
        (Column("since_date", _("Since"), Kind.DATE), lambda one: one.since and _when(one.since.night)),
        (Column("since_hand", _("No."), Kind.COUNT), lambda one: one.since and one.since.number),
    ]
    return section_of("droughts", _("Most hands without a solo"), droughts, fields)


def _extremes(season: Season) -> Section:
    fields: list[Field[tuple[str, Night]]] = [
        (Column("name", _("Name"), Kind.NAME), lambda one: one[0]),
        (Column("total", _("Total"), Kind.MONEY), lambda one: one[1].totals[one[0]]),
        (Column("date", _("When"), Kind.DATE), lambda one: one[1].date or None),
        (Column("evening", _("Evening"), Kind.PROSE), lambda one: one[1].name),
    ]
    return section_of("evenings", _("The best and the worst evening of all"), extremes(season), fields)


def of_standings(asked: Asked) -> Report:
    """Return who has what; where good points count, what every hand brought is asked as well."""
    good = good_points(asked.deals()) if asked.good_points else None
    return standings_report(asked.season._replace(good=good))


def of_records(asked: Asked) -> Report:
    """Return the dearest hands and the longest runs, each with the moment at which it was recorded."""
    return records_report(
        asked.season,
        records(asked.season, asked.deals()),
        lambda deal: moment(asked.ledger, deal.night, deal.number),
    )
