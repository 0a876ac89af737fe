"""The standings of a season: who has what, an evening and a hand, best and worst, streaks and form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.curve import curve, summed
from sklog.reports.kinds import COUNT, DATE, MEAN, MONEY, NAME, TEXT, TREND
from sklog.reports.model import Chart, Column, Report, Table
from sklog.reports.season import season_facts, season_notes
from sklog.season.nights import FORM, standings
from sklog.season.tallies import ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.reports.model import Row
    from sklog.season.nights import Night, Season, Standing

SIGNS = {-1: "-", 0: "0", 1: "+"}


def standings_report(season: Season) -> Report:
    """Return the table of a season, and its course as a curve."""
    found = standings(season)
    return Report(
        key="standings",
        title=_("Standings"),
        unit=season.unit,
        facts=season_facts(season),
        tables=(_table(found), _best(found), _streaks(found)),
        notes=season_notes(season),
        charts=lambda: _course(season, [one.name for one in found]),
    )


def _course(season: Season, names: Sequence[str]) -> tuple[Chart, ...]:
    """Return everybody's total after each evening; a line begins with the first evening that somebody came to."""
    labels = (night.date or night.name for night in season.nights)
    totals = summed(night.totals for night in season.nights)
    places = zip(labels, totals, strict=True)
    return curve("season", _("The course of the season"), _("Evening"), places, names, labels=DATE)


def _table(found: Sequence[Standing]) -> Table:
    columns = (
        Column("rank", _("Rank"), COUNT),
        Column("name", _("Name"), NAME),
        Column("evenings", _("Evenings"), COUNT),
        Column("hands", _("Hands"), COUNT),
        Column("total", _("Total"), MONEY),
        Column("per_evening", _("Per evening"), MEAN),
        Column("per_hand", _("Per hand"), MEAN),
    )
    totals = [one.total for one in found]
    rows = tuple(
        (totals.index(one.total) + 1, one.name, one.nights, one.hands, one.total,
         ratio(one.total, one.nights), ratio(one.total, one.hands))
        for one in found
    )  # fmt: skip
    return Table("standings", _("Standings"), columns, rows)


def _best(found: Sequence[Standing]) -> Table:
    columns = (
        Column("name", _("Name"), NAME),
        Column("best", _("Best evening"), MONEY, "–"),
        Column("best_date", _("When"), DATE),
        Column("worst", _("Worst evening"), MONEY, "–"),
        Column("worst_date", _("When"), DATE),
    )
    rows: tuple[Row, ...] = tuple(
        (one.name, *_evening(one.best, one.name), *_evening(one.worst, one.name)) for one in found
    )
    return Table("evenings", _("Best and worst evening"), columns, rows)


def _evening(night: Night | None, name: str) -> Row:
    return (None, None) if night is None else (night.totals[name], night.date or night.name)


def _streaks(found: Sequence[Standing]) -> Table:
    columns = (
        Column("name", _("Name"), NAME),
        Column("streak", _("In a row now"), TREND),
        Column("longest_won", _("Most won"), COUNT),
        Column("longest_lost", _("Most lost"), COUNT),
        Column("form", _("Form"), TEXT),
        Column("form_total", _("Last {n} evenings", n=FORM), MONEY),
    )
    rows = tuple(
        (one.name, one.streak, one.longest_won, one.longest_lost,
         " ".join(SIGNS[(amount > 0) - (amount < 0)] for amount in one.form), sum(one.form))
        for one in found
    )  # fmt: skip
    return Table("streaks", _("Evenings in a row, and form"), columns, rows)
