"""What all reports of a season share: which evenings they are about, and how hands of one kind ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _and, _n
from sklog.reports.curve import curve, summed
from sklog.reports.model import (
    COUNT,
    DATE,
    MEAN,
    MONEY,
    NAME,
    PRICE,
    PROSE,
    RATE,
    TEXT,
    TIME,
    TREND,
    Chart,
    Column,
    Fact,
    Report,
    Table,
)
from sklog.reports.sentences import result_words
from sklog.scoring.judge import Outcome
from sklog.scoring.tariff import CENTS
from sklog.season.standings import FORM, extremes, laufende, standings
from sklog.season.statistics import ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sklog.reports.model import Row
    from sklog.season.standings import Deal, Night, Records, Run, Season, Standing
    from sklog.season.statistics import Tally


def season_facts(season: Season) -> tuple[Fact, ...]:
    """Return from when until when, how many evenings, and where all have one name, which."""
    days = [night.date for night in season.nights if night.date]
    names = {night.name for night in season.nights}
    facts = (
        Fact("group", _("Evenings of"), names.pop() if len(names) == 1 else None),
        Fact("first", _("First day"), days[0] if days else None, DATE),
        Fact("last", _("Last day"), days[-1] if days else None, DATE),
        Fact("evenings", _("Evenings"), len(season.nights), COUNT),
    )
    return tuple(fact for fact in facts if fact.value is not None)


def season_notes(season: Season) -> tuple[str, ...]:
    """Return what was left out: evenings of the other unit."""
    if not season.others:
        return ()
    if season.unit == CENTS:
        return (_n("{n} evening in points is not in here; it is with --unit points.",
                   "{n} evenings in points are not in here; they are with --unit points.", season.others),)  # fmt: skip
    return (_n("{n} evening for money is not in here; it is with --unit ct.",
               "{n} evenings for money are not in here; they are with --unit ct.", season.others),)  # fmt: skip


def ended(tally: Tally) -> Row:
    """Return a tally's cells for `endings`."""
    return tally.won, tally.lost, ratio(tally.won, tally.decided)


def endings() -> tuple[Column, ...]:
    """Return the columns that say how hands of one kind ended; success is the share of those that were decided."""
    return (
        Column("won", _("Won"), COUNT),
        Column("lost", _("Lost"), COUNT),
        Column("won_share", _("Success"), RATE),
    )


# -- The standings of a season: who has what, an evening and a hand, best and worst, streaks and form --


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


# -- The records of a season: the dearest hands, the longest runs, the best and the worst evening, and every Sie


def records_report(season: Season, found: Records, when: Callable[[Deal], str | None]) -> Report:
    """Return what the season will be remembered for; `when` says at what moment (UTC, ISO) a hand was recorded."""
    return Report(
        key="records",
        title=_("Records"),
        unit=season.unit,
        facts=season_facts(season),
        tables=(
            sie_table(found.sie, when),
            _hands("dearest", _("The dearest hands"), found.dearest),
            _hands("laufende", _("The most Laufende"), found.laufende),
            _runs("won", _("Most hands won in a row"), found.won),
            _runs("lost", _("Most hands lost in a row"), found.lost),
            _evenings(season),
        ),
        notes=season_notes(season),
        main="dearest",
    )


def sie_table(deals: Iterable[Deal], when: Callable[[Deal], str | None] | None = None) -> Table:
    """Return every Sie, framed, with the name, the place and the time that document 000 demands, and its shame.

    The player, the dealer and the others at the table are honoured; who announced it as a Tout is ashamed. `when`
    says at what moment (UTC, ISO) a hand was recorded, where that is known.
    """
    columns = (
        Column("player", _("Name"), NAME),
        Column("game", _("Game"), TEXT),
        Column("evening", _("Evening"), TEXT),
        Column("date", _("Date"), DATE),
        Column("time", _("Recorded"), TIME),
        Column("place", _("Place"), TEXT),
        Column("dealer", _("Dealer"), NAME),
        Column("others", _("At the table"), TEXT),
        Column("hand", _("No."), COUNT),
        Column("value", _("Value"), PRICE),
        Column("shame", _("Shame"), PROSE),
    )
    return Table("sie", "Sie", columns, tuple(_sie(deal, when(deal) if when else None) for deal in deals), framed=True)


def _sie(deal: Deal, moment: str | None) -> Row:
    outcome, night = deal.score.outcome, deal.night
    player, shame = None, None
    if isinstance(outcome, Outcome):
        (player,) = outcome.winners
        shame = _("announced as a Tout, with such cards!") if outcome.tout else None
    others = [name for name in deal.table.active if name not in (player, deal.table.dealer)]
    return (player, result_words(deal.hand, deal.tariff, deal.score), night.name, night.date or None, moment,
            night.place or None, deal.table.dealer, _and(others) if others else None, deal.number, deal.score.value,
            shame)  # fmt: skip


def _hands(key: str, title: str, deals: Sequence[Deal]) -> Table:
    columns = (
        Column("what", _("What"), PROSE),
        Column("laufende", "Laufende", COUNT),
        Column("value", _("Value"), PRICE),
        Column("date", _("When"), DATE),
        Column("evening", _("Evening"), TEXT),
        Column("hand", _("No."), COUNT),
    )
    rows = tuple(
        (result_words(deal.hand, deal.tariff, deal.score), laufende(deal) or None, deal.score.value,
         deal.night.date or None, deal.night.name, deal.number)
        for deal in deals
    )  # fmt: skip
    return Table(key, title, columns, rows)


def _runs(key: str, title: str, runs: Sequence[Run]) -> Table:
    columns = (
        Column("name", _("Name"), NAME),
        Column("hands", _("Hands"), COUNT),
        Column("amount", _("Together"), MONEY),
        Column("first_date", _("First hand"), DATE),
        Column("first_hand", _("No."), COUNT),
        Column("last_date", _("Last hand"), DATE),
        Column("last_hand", _("No."), COUNT),
    )
    rows = tuple(
        (one.name, one.hands, one.amount, one.first.night.date or one.first.night.name, one.first.number,
         one.last.night.date or one.last.night.name, one.last.number)
        for one in runs
    )  # fmt: skip
    return Table(key, title, columns, rows)


def _evenings(season: Season) -> Table:
    columns = (
        Column("name", _("Name"), NAME),
        Column("total", _("Total"), MONEY),
        Column("date", _("When"), DATE),
        Column("evening", _("Evening"), TEXT),
    )
    rows = tuple((name, night.totals[name], night.date or None, night.name) for name, night in extremes(season))
    return Table("evenings", _("The best and the worst evening of all"), columns, rows)
