"""What all reports of a season share: which evenings they are about, and how hands of one kind ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _n
from sklog.reports.kinds import COUNT, DATE, RATE
from sklog.reports.model import Column, Fact
from sklog.scoring.tariff import CENTS
from sklog.season.tallies import ratio

if TYPE_CHECKING:
    from sklog.reports.model import Row
    from sklog.season.nights import Season
    from sklog.season.tallies import Tally


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
