"""The records of a season: the dearest hands, the longest runs, the best and the worst evening, and every Sie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _and
from sklog.reports.kinds import COUNT, DATE, MONEY, NAME, PRICE, PROSE, TEXT, TIME
from sklog.reports.model import Column, Report, Table
from sklog.reports.result import result_words
from sklog.reports.season import season_facts, season_notes
from sklog.scoring.judge import Outcome
from sklog.season.records import extremes, laufende

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sklog.reports.model import Row
    from sklog.season.deals import Deal
    from sklog.season.nights import Season
    from sklog.season.records import Records, Run


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
