"""What is asked of a ledger for a season: which evenings are meant, what they came to, and what was dealt in them.

Totals are read from the overview that is kept of each evening; only what asks about hands reads hands.
"""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sklog import rooms
from sklog.errors import UNREADABLE, NotFound, Refused
from sklog.language import _, _t
from sklog.ledger import chain, evenings
from sklog.ledger.evenings import OVERVIEW, Overview
from sklog.scoring.deals import Deal, Night, deals
from sklog.scoring.names import name_key, one_name, parted
from sklog.scoring.tariff import UNITS
from sklog.season.outstanding import Season

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sklog.ledger.evenings import Evening
    from sklog.reports.model import Report
    from sklog.scoring.session import Session
    from sklog.season.statistics import Alike, Statistics

Folded = TypeVar("Folded")


# -- which evenings are meant ---------------------------------------------------------------------------


class Selection(NamedTuple):
    """Which evenings are meant: from and until a day (ISO, or its beginning), of this name (`group`) and unit.

    With `players` only evenings to which one of them came. An empty field restricts nothing; but evenings that are
    played for one of a room are meant by their name alone.
    """

    since: str = ""
    until: str = ""
    group: str = ""
    unit: str = ""
    players: tuple[str, ...] = ()


def season(ledger: sqlite3.Connection, selection: Selection) -> Season:
    """Return the evenings that are meant, with their totals; raise NotFound where there is none.

    Money and points are never added: unless one is said it is what the last of these evenings counts.
    """
    found = [night for night in _nights(ledger, selection) if _is_meant(night, selection)]
    if not found:
        raise NotFound(_nobody_played(ledger, selection))
    unit = selection.unit or found[-1].unit
    counted = tuple(night for night in found if night.unit == unit)
    if not counted:
        raise NotFound(_("all of these evenings count in {unit}", unit=found[-1].unit))
    return Season(unit, counted, selection.players, len(found) - len(counted))


_OVERVIEWS = f"""
    SELECT night.id, {OVERVIEW}, (SELECT digest FROM state WHERE session_id = night.id) IS ({chain.head("night.id")})
    FROM (SELECT id FROM session) AS night LEFT JOIN overview ON session_id = night.id ORDER BY date, night.id
"""  # noqa: S608  our own words
"""Of an evening that has none all is NULL."""


def _nights(ledger: sqlite3.Connection, selection: Selection) -> Iterator[Night]:
    """Yield the evenings of these days with everybody who took part, the oldest first."""
    read, count = json.JSONDecoder().raw_decode, 0
    for count, (number, *kept, is_newest) in enumerate(ledger.execute(_OVERVIEWS), 1):  # noqa: B007  counted to its end
        one = Overview(*kept)
        if not (is_newest and one.intact):
            raise evenings.damaged(number)
        until = one.date[: len(selection.until)]
        if one.date < selection.since or (selection.until and not "" < until <= selection.until):
            continue
        try:
            (amounts, hands), _end = read(one.totals)
            apart = read(one.apart)[0]
            readable = hands.keys() <= amounts.keys() >= apart.keys()
            readable = readable and all(map(evenings.are_amounts, (amounts, hands, apart)))
        except UNREADABLE as error:
            raise evenings.damaged(number) from error
        if not readable or one.unit not in UNITS:
            raise evenings.damaged(number)
        if amounts and (selection.group or one.kind == evenings.ORDINARY):
            yield Night(number, one.name, one.date, one.place, one.unit, amounts, hands, apart)
    evenings.require_all(ledger, count)


def _is_meant(night: Night, selection: Selection) -> bool:
    if selection.group and name_key(night.name) != name_key(selection.group):
        return False
    return not selection.players or any(name in night.totals for name in selection.players)


def _nobody_played(ledger: sqlite3.Connection, selection: Selection) -> str:
    if evenings.newest(ledger) is None:
        return evenings.none_yet(ledger)
    if not any(selection):
        if other := evenings.newest(ledger, *rooms.PLAYED_FOR.values()):
            return _t(rooms.own_evening(other.kind).no_season)
        return _("nothing has been played yet: every evening is still empty")
    return _t("no evening matches that¦; sklog session list shows them all")


def _history() -> Any:
    from sklog.ledger import history  # noqa: PLC0415  no standings have to wait for it

    return history


# -- what is asked --------------------------------------------------------------------------------------


class SeasonAsked(NamedTuple):
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

    def deals(self) -> Iterator[Deal]:
        """Yield every deal of these evenings, each evening folded again from what was recorded, or as it was kept."""
        if self.kept is not None:
            yield from self.kept
            return
        from sklog.scoring.session import Session  # noqa: PLC0415  no standings have to wait for it

        for night, lines in self.each_folded(Session.lines):
            yield from deals(night, lines)

    def dealt(self) -> Iterator[Deal | Alike]:
        """Yield the same for who only counts them: a hand that is as others is as its model, which is scored once."""
        if self.kept is not None or (models := rooms.if_here(rooms.LIKENESS)) is None:
            yield from self.deals()
            return
        from sklog.season.statistics import deals_or_alike  # noqa: PLC0415  no standings have to wait for it

        history, known = _history(), dict[Any, Any]()

        def lines(evening: Evening) -> Any:
            facts, _spelled = history.proof(self.ledger, evening.id)
            if (found := history.unread(self.ledger, evening.id, facts)) is None:  # something was corrected
                return models.dealt(history.unchecked(self.ledger, evening.id, facts).session, None, known)
            session, entries = found
            return models.dealt(session, [fact for _row, fact in entries], known)

        for night, found in self._each(lines):
            yield from deals_or_alike(night, found)

    def each_folded(self, fold: Callable[[Session], Folded]) -> Iterator[tuple[Night, Folded]]:
        """Yield what `fold` makes of each evening as it was recorded; LedgerError where it cannot.

        `fold` is a function that folds the entries of a Session, such as `Session.lines`.
        """
        history = _history()
        return self._each(lambda evening: fold(history.of_evening(self.ledger, evening).session))

    def _each(self, read: Callable[[Evening], Folded]) -> Iterator[tuple[Night, Folded]]:
        """Yield what is read of each evening, one in memory at a time; LedgerError where it is not as recorded."""
        for night in self.season.nights:
            try:
                made = read(evenings.by_number(self.ledger, night.id))
            except evenings.DAMAGED as error:
                if evenings.is_no_damage(error, sqlite3.SQLITE_CORRUPT):  # of the file, or its disk, not of an evening
                    raise
                raise evenings.damaged(night.id) from error
            yield night, made


def evenings_wanted(
    ledger: sqlite3.Connection,
    *,
    since: str | None = None,
    until: str | None = None,
    group: str | None = None,
    players: str | None = None,
    unit: str | None = None,
    good_points: bool = False,
) -> SeasonAsked:
    """Return the evenings of these days, months or years, of this name, unit and people; raise NotFound, Refused."""
    if since and until and since[: len(until)] > until:
        raise Refused(_t("{since} is later than {until}¦ (--since, --until)", since=since, until=until))
    people: tuple[str, ...] = ()
    if players is not None:
        from sklog.desk.typed import person  # noqa: PLC0415  which knows corrections and settlements as well

        known = [player.name for player in evenings.people(ledger)]
        people = tuple(person(word, known) for word in parted(players))
    wanted = Selection(since or "", until or "", one_name(group or ""), unit or "", people)
    return SeasonAsked(ledger, wanted, season(ledger, wanted), good_points)


def report(ledger: sqlite3.Connection, name: str, /, **asked_for: Any) -> Report:
    """Return the report of this name, of the season that is asked for; raise as `evenings_wanted` does.

    Everybody has the colour of the other reports.
    """
    return report_of(name, evenings_wanted(ledger, **asked_for))._replace(people=evenings.in_order_of_arrival(ledger))


def report_of(name: str, asked: SeasonAsked) -> Report:
    """Return a report of what was asked: the module of its name makes it."""
    found: Report = rooms.load(f"sklog.season.reports.{name}:of_{name}")(asked)
    return found


def moment(ledger: sqlite3.Connection, night: Night, number: int) -> str | None:
    """Return when a hand was recorded (UTC, ISO); None where it was imported from a file, which does not say when."""
    recorded = """
        SELECT entry_id, at, command FROM score JOIN entry ON entry.id = entry_id JOIN action ON action.id = action_id
        WHERE entry.session_id = ? AND number = ?
    """
    row = ledger.execute(recorded, (night.id, number)).fetchone()
    if row is None:
        raise evenings.damaged(night.id)
    entry, at, command = row
    evenings.value(ledger, night.id, number, entry)  # that it is the hand of this number is proved with what it cost
    return None if command == "import" else at
