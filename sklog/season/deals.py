"""Every deal of a season, as the fold of its evening made it: what statistics count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.hand import Passed, Played, Ramsch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.judge import Table
    from sklog.scoring.payout import Score
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff
    from sklog.season.nights import Night


class Deal(NamedTuple):
    """One deal that counts: the evening, the hand's number there, what happened, who sat where, what it cost.

    `score.outcome` is the judged game: sides, winners, Schneider, Laufende, doublings; None for a thrown-in deal.
    """

    night: Night
    number: int
    hand: Played | Ramsch | Passed
    table: Table
    score: Score
    tariff: Tariff

    def amount(self, name: str) -> int:
        """Return what somebody won with it, in cents or points; below 0 lost."""
        return self.score.postings.get(name, 0)


def deals(night: Night, lines: Iterable[Line]) -> Iterator[Deal]:
    """Yield what was dealt in an evening: no event, no posting, no void hand."""
    for line in lines:
        if line.number is not None and line.score is not None and isinstance(line.entry, (Played, Ramsch, Passed)):
            yield Deal(night, line.number, line.entry, line.table, line.score, line.tariff)
