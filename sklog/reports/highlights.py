"""What people will talk about of an evening: its dearest hand, and who won or lost most hands in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _n
from sklog.reports.model import Column, Kind, section
from sklog.reports.sentences import result_words
from sklog.season.standings import Season, records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.reports.model import Row, Section
    from sklog.season.standings import Deal, Night

FEWEST = 2
"""Of so many hands on is it a run."""


def highlights_section(night: Night, deals: Iterable[Deal]) -> Section:
    """Return the highlights of one evening, a row each; `value` is cents or points, without a sign.

    Of hands that cost the same the earliest counts, of runs of the same length the one that moved most.
    """
    columns = (
        Column("what", _("What")),
        Column("hand", _("No.")),
        Column("who", _("Who"), Kind.PROSE),
        Column("value", _("How much"), Kind.PRICE),
    )
    return section("highlights", _("Highlights"), columns, _rows(night, deals))


def _rows(night: Night, deals: Iterable[Deal]) -> Iterator[Row]:
    found = records(Season(night.unit, (night,)), deals)
    if found.dearest and found.dearest[0].score.value:
        deal = found.dearest[0]
        said = result_words(deal.hand, deal.tariff, deal.score)
        yield _("The hand of the evening"), str(deal.number), said, deal.score.value
    for title, runs in ((_("Most hands won in a row"), found.won), (_("Most hands lost in a row"), found.lost)):
        if runs and runs[0].hands >= FEWEST:
            run = runs[0]
            count = _n("{n} hand", "{n} hands", run.hands)
            yield title, f"{run.first.number}–{run.last.number}", f"{run.name}: {count}", abs(run.amount)
