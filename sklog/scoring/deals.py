"""Deals that count, of one evening or of many, and who declared what in them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sklog.scoring.games import ONE_AGAINST_ALL, Game
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.outcome import Outcome, sides
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sklog.scoring.hand import Names
    from sklog.scoring.judge import Table
    from sklog.scoring.payout import Score
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff


class Night(NamedTuple):
    """One evening and what it came to. `date` is ISO or "", `totals` and `hands` have who took part.

    `totals` are the balances when it ended, in cents or points, without payments and without the Stock;
    `hands` counts the hands each was dealt in, and `apart` is the part of the totals that none of them brought.
    """

    id: int
    name: str
    date: str
    place: str
    unit: str
    totals: Mapping[str, int]
    hands: Mapping[str, int]
    apart: Mapping[str, int] = {}


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

    @property
    def sides(self) -> tuple[Names, Names]:
        """Who won it and who lost it; nobody in a draw, a throw-in, or a Ramsch in which all tie."""
        return sides(self.score.outcome, self.table.active)

    def result(self, name: str) -> int:
        """Return above 0 where somebody won it, below 0 where he lost it."""
        winners, losers = self.sides
        return (name in winners) - (name in losers)


def deals(night: Night, lines: Iterable[Line]) -> Iterator[Deal]:
    """Yield what was dealt in an evening: no event, no posting, no void hand."""
    for line in lines:
        if line.number is not None and line.score is not None and isinstance(line.entry, (Played, Ramsch, Passed)):
            yield Deal(night, line.number, line.entry, line.table, line.score, line.tariff)


# -- who declared what ---------------------------------------------------------------------------------


class Declared(NamedTuple):
    """Who declared which game, and how often he won it, by (name, game's name); `hands` counts all, `won` those.

    `games` are all that were dealt, in the order in which they were first played; `unsaid` counts hands of which only
    is noted who won.
    """

    games: Mapping[str, Game]
    hands: Mapping[tuple[str, str], int]
    won: Mapping[tuple[str, str], int]
    unsaid: int

    def alone(self, name: str) -> bool:
        """Whether somebody has played against everybody else."""
        return any(self.hands[name, game.name] for game in self.games.values() if game.shape in ONE_AGAINST_ALL)


def declared(deals: Iterable[Deal]) -> Declared:
    """Return who declared what in these deals."""
    games: dict[str, Game] = {}
    hands, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    unsaid = 0
    for deal in deals:
        outcome = deal.score.outcome
        if outcome is not None:
            games.setdefault(outcome.game.name, outcome.game)
        if not isinstance(outcome, Outcome):
            continue
        if not outcome.declarers:
            unsaid += 1
            continue
        who = outcome.declarers[0], outcome.game.name
        hands[who] += 1
        won[who] += deal.result(who[0]) > 0
    return Declared(games, hands, won, unsaid)
