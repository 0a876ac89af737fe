"""Who earns with whom: the matrix of partners, and the list of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.kinds import COUNT, MEAN, MONEY, NAME
from sklog.reports.model import BARS, Chart, Column, Report, Series, Table, people_columns
from sklog.reports.season import ended, endings, season_facts, season_notes
from sklog.season.partners import by_total, pairs, partners
from sklog.season.tallies import ratio

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.season.deals import Deal
    from sklog.season.nights import Season
    from sklog.season.partners import Pair, Partners

BEST = 10
"""So many pairs are drawn."""


def partners_report(season: Season, deals: Iterable[Deal]) -> Report:
    """Return what everybody won with everybody else on the same side; `deals` are all of the season's hands."""
    found = partners(deals, season)
    together = pairs(found)
    return Report(
        key="partners",
        title=_("Partners"),
        unit=season.unit,
        facts=season_facts(season),
        tables=(_matrix(found), _pairs(together)),
        notes=(*season_notes(season), *_notes(together, season)),
        charts=lambda: (_chart(together),) if together else (),
    )


def _matrix(found: Partners) -> Table:
    names = by_total(found)
    name = Column("name", _("Name"), NAME)
    columns = (name, *people_columns(names, MONEY, (name,)))
    rows = tuple(
        (one, *(found[one][other].amount if other in found[one] else None for other in names)) for one in names
    )
    return Table("matrix", _("What each line won with each column"), columns, rows)


def _pairs(together: Sequence[Pair]) -> Table:
    columns = (
        Column("first", _("Name"), NAME),
        Column("second", _("Partner"), NAME),
        Column("hands", _("Hands"), COUNT),
        *endings(),
        Column("total", _("Both"), MONEY),
        Column("each_per_hand", _("Each, per hand"), MEAN),
    )
    rows = tuple(
        (one.first, one.second, one.tally.hands, *ended(one.tally), one.amount, ratio(one.amount, 2 * one.tally.hands))
        for one in together
    )
    return Table("pairs", _("Pairs"), columns, rows)


def _notes(together: Sequence[Pair], season: Season) -> tuple[str, ...]:
    if len(season.people) == 1:
        return (_("One person alone has no partner: name two or more with --players, or nobody."),)
    if not together:
        return (_("None of these people were ever on the same side of a partner game."),)
    return (
        _("Only partner games count (Sauspiel, Hochzeit and the like), the declarers' side and their opponents'."
          " The three against a solo did not choose each other."),
    )  # fmt: skip


def _chart(together: Sequence[Pair]) -> Chart:
    best = together[:BEST]
    series = Series(_("Both"), tuple(one.amount for one in best))
    names = tuple(f"{one.first} + {one.second}" for one in best)
    return Chart("pairs", _("The best pairs"), BARS, _("Pair"), names, (series,))
