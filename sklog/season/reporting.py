"""The reports of a season, from an open ledger: which evenings are meant, and what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import rooms
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings
from sklog.scoring.deals import Deal, Season, deals
from sklog.scoring.names import one_name, parted
from sklog.season import selection
from sklog.season.selection import Selection

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.reports.model import Report
    from sklog.scoring.alike import Alike
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
        from sklog.scoring.session import Session  # noqa: PLC0415  no standings have to wait for it

        for night, lines in selection.folded(self.ledger, (season or self.season).nights, Session.lines):
            yield from deals(night, lines)

    def dealt(self, season: Season | None = None) -> Iterator[Deal | Alike]:
        """Yield the same for who only counts them: a hand that is as others is as its model, which is scored once."""
        if self.kept is not None:
            yield from self.deals(season)
            return
        from sklog.season.statistics import deals_or_alike  # noqa: PLC0415  the same

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
    good_points: bool = False,
) -> Asked:
    """Return the evenings of these days, months or years, of this name, unit and people; raise NotFound, Refused."""
    if since and until and since[: len(until)] > until:
        raise Refused(_("--since {since} is later than --until {until}", since=since, until=until))
    people: tuple[str, ...] = ()
    if players is not None:
        from sklog.desk.typed import person  # noqa: PLC0415  which knows corrections and settlements as well

        known = [player.name for player in evenings.people(ledger)]
        people = tuple(person(word, known) for word in parted(players))
    wanted = Selection(since or "", until or "", one_name(group or ""), unit or "", people)
    return Asked(ledger, wanted, selection.season(ledger, wanted), good_points)


def report(ledger: sqlite3.Connection, name: str, **asked_for: Any) -> Report:
    """Return the report of this name, of the season that is asked for; raise as `asked` does.

    Everybody has the colour of the other reports.
    """
    return made(name, asked(ledger, **asked_for))._replace(people=evenings.in_order_of_arrival(ledger))


def made(name: str, asked: Asked) -> Report:
    """Return a report of what was asked: the module of its name makes it."""
    found: Report = rooms.load(f"sklog.season.reports.{name}:of_{name}")(asked)
    return found
