"""The reports of a season, from an open ledger: which evenings are meant, and what they say."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sklog.desk.typed import person
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings
from sklog.scoring.deals import Deal, Season, deals, deals_or_alike, records
from sklog.scoring.names import one_name, parted
from sklog.scoring.session import Session, compare
from sklog.season import selection
from sklog.season.reports.chapters import RATING, SHOWN, season_page
from sklog.season.reports.rating import installed, rating_report
from sklog.season.reports.standings import records_report, standings_report
from sklog.season.reports.statistics import characters_report, partners_report, stats_report
from sklog.season.reports.whatif import season_whatif_report
from sklog.season.selection import Selection
from sklog.season.standings import good_points
from sklog.season.statistics import statistics

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping

    from sklog.reports.model import Report
    from sklog.scoring.alike import Alike
    from sklog.scoring.tariff import Tariff
    from sklog.season.statistics import Statistics


class Asked(NamedTuple):
    """What a report of a season is made from: the evenings that are meant, in an open ledger.

    With `good_points` the standings count what was won alone. Where several reports are made, `kept` are all deals, and
    `counted` what is counted of them, where everybody is shown.
    """

    ledger: sqlite3.Connection
    selection: Selection
    season: Season
    good_points: bool = False
    kept: tuple[Deal, ...] | None = None
    counted: Statistics | None = None

    def deals(self, season: Season | None = None) -> Iterator[Deal]:
        """Yield every deal of these evenings, each evening folded again from what was recorded, or as it was kept."""
        if self.kept is not None and (season is None or season.nights == self.season.nights):
            yield from self.kept
            return
        for night, lines in selection.folded(self.ledger, (season or self.season).nights, Session.lines):
            yield from deals(night, lines)

    def dealt(self, season: Season | None = None) -> Iterator[Deal | Alike]:
        """Yield the same for who only counts them: a hand that is as others is as its model, which is scored once."""
        if self.kept is not None:
            yield from self.deals(season)
            return
        for one in selection.dealt(self.ledger, (season or self.season).nights):
            yield from deals_or_alike(*one)


def asked(
    ledger: sqlite3.Connection,
    *,
    since: str | None = None,
    until: str | None = None,
    group: str | None = None,
    players: str | None = None,
    unit: str | None = None,
) -> Asked:
    """Return the evenings of these days, months or years, of this name, unit and people; raise NotFound, Refused."""
    if since and until and since[: len(until)] > until:
        raise Refused(_("--since {since} is later than --until {until}", since=since, until=until))
    people: tuple[str, ...] = ()
    if players is not None:
        known = [player.name for player in evenings.people(ledger)]
        people = tuple(person(word, known) for word in parted(players))
    wanted = Selection(since or "", until or "", one_name(group or ""), unit or "", people)
    return Asked(ledger, wanted, selection.season(ledger, wanted))


def _standings(asked: Asked) -> Report:
    """Return who has what; where good points count, what every hand brought is asked as well."""
    good = good_points(asked.deals()) if asked.good_points else None
    return standings_report(asked.season._replace(good=good))


def _records(asked: Asked) -> Report:
    """Return the dearest hands and the longest runs, each with the moment at which it was recorded."""
    return records_report(
        asked.season,
        records(asked.season, asked.deals()),
        lambda deal: selection.moment(asked.ledger, deal.night, deal.number),
    )


def _characters(asked: Asked) -> Report:
    """Return who plays like whom: somebody is compared with the whole group, on all of its evenings."""
    everybody = asked.selection._replace(players=(), unit=asked.season.unit)
    season = selection.season(asked.ledger, everybody)._replace(people=asked.season.people)
    return characters_report(season, asked.dealt(season), asked.counted)


def _season(asked: Asked) -> Report:
    """Return the page of a season: every report of it, over deals that are folded once."""
    known = asked._replace(kept=tuple(asked.deals()))
    if not asked.season.people:
        known = known._replace(counted=statistics(known.deals(), asked.season))
    since, until = asked.selection.since, asked.selection.until
    period = since if since == until else ""
    shown = [name for name in SHOWN if name != RATING or installed()]
    return season_page(asked.season, known.kept or (), {name: SEASON_REPORTS[name](known) for name in shown}, period)


def season_under(ledger: sqlite3.Connection, tariff: Tariff, **asked_for: str | None) -> Report:
    """Return the season that is asked for beside the same one under another tariff; raise as `asked` does."""
    season = asked(ledger, **asked_for).season
    compared = selection.folded(ledger, season.nights, partial(compare, tariff=tariff))
    report = season_whatif_report(season, tariff, compared)
    return report._replace(people=evenings.in_order_of_arrival(ledger))


SEASON_REPORTS: Mapping[str, Callable[[Asked], Report]] = {
    "standings": _standings,
    "stats": lambda asked: stats_report(asked.season, asked.dealt(), asked.counted),
    "partners": lambda asked: partners_report(asked.season, asked.deals()),
    "records": _records,
    "characters": _characters,
    "rating": lambda asked: rating_report(asked.season, asked.deals()),
    "season": _season,
}
"""Every report of a season, by its name."""


def report(ledger: sqlite3.Connection, name: str, *, good_points: bool = False, **asked_for: str | None) -> Report:
    """Return the report of this name, of the season that is asked for; raise as `asked` does."""
    return SEASON_REPORTS[name](asked(ledger, **asked_for)._replace(good_points=good_points))
