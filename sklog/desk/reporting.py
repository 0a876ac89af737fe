"""Every report of a ledger by its name. What makes one is imported when it is asked for: no other one waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.errors import NotFound, Refused
from sklog.language import _
from sklog.ledger import evenings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from sklog.reports.model import Report

PERSON = "person"
_MODULE = "sklog.desk.evening_reports"
EVENING_REPORTS: Mapping[str, str] = {
    "show": "shown",
    "declared": "declared",
    "session": "sheet",
    "log": "log",
    "curve": "curve",
    PERSON: "of_person",
}
"""Every report of one evening, by its name: what makes it of an open ledger and an evening."""


def report(
    ledger: sqlite3.Connection,
    name: str,
    /,
    which: evenings.Which = None,
    *,
    good_points: bool = False,
    **asked_for: str | None,
) -> Report:
    """Return the report of this name: of the evening that is meant, or of the season that is asked for.

    Raises NotFound where there is no such report or evening, Refused where a season is asked for as one evening or the
    other way round, or `good_points` of anything but the standings, and as `asked` does.
    """
    if good_points and name != "standings":
        raise Refused(_("good points are counted in the standings, not in {name}", name=name))
    if name in EVENING_REPORTS:
        of_somebody = name == PERSON and asked_for.keys() <= {"name"}
        if words := "" if of_somebody else ", ".join(asked_for):
            raise Refused(_("{name} is a report of one evening; {asked} is only for a season", name=name, asked=words))
        # an evening at which nobody sits has a log as well, and one that is struck out
        evening = (
            evenings.find_any(ledger, which) if name == "log" and which is not None else evenings.meant(ledger, which)
        )
        made: Report = rooms.load(f"{_MODULE}:{EVENING_REPORTS[name]}")(ledger, evening, **asked_for)
        return made
    if name in rooms.SEASON_REPORTS:
        if which is not None:
            raise Refused(_("{name} is a report of a season, not of one evening", name=name))
        found: Report = rooms.load(rooms.SEASON).report(ledger, name, good_points=good_points, **asked_for)
        return found
    known = ", ".join((*EVENING_REPORTS, *rooms.SEASON_REPORTS))
    raise NotFound(_("there is no report {name!r}; choose from {known}", name=name, known=known))
