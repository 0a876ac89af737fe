"""Deals that count, of one evening or of many, and what stands out of them: the dearest, the longest runs."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from typing import TYPE_CHECKING

from sklog.scoring.games import ONE_AGAINST_ALL, Game
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.names import name_key
from sklog.scoring.outcome import Outcome, sides
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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


class Season(NamedTuple):
    """Evenings in the order of their days, all of one unit; `others` counts those of the other unit.

    Where `people` are named only they are shown. Where good points count, `good` has each evening's by its `id`.
    """

    unit: str
    nights: tuple[Night, ...]
    people: tuple[str, ...] = ()
    others: int = 0
    good: Mapping[int, Mapping[str, int]] | None = None

    def shows(self, name: str) -> bool:
        """Whether this person is among those who are shown."""
        return not self.people or name in self.people


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


# -- records -------------------------------------------------------------------------------------------


MOST = 5
"""So many of the dearest hands are told."""


class Run(NamedTuple):
    """Hands in a row that somebody won (or lost): how many, how much they came to, and the first and the last."""

    name: str
    hands: int
    amount: int
    first: Deal
    last: Deal


class Drought:
    """Hands in a row that were dealt to somebody who declared no solo in any of them: the most there ever were.

    `now` counts those up to the last hand, `since` is the first of them. The deals are None where there are none.
    """

    __slots__ = ("first", "hands", "last", "name", "now", "since")

    def __init__(self, name: str) -> None:
        self.name = name
        self.hands = self.now = 0
        self.first: Deal | None = None
        self.last: Deal | None = None
        self.since: Deal | None = None

    def add(self, deal: Deal, alone: str | None) -> None:
        """Count one more hand that was dealt to this person, and that somebody, or nobody, played alone."""
        if alone == self.name:
            self.now, self.since = 0, None
            return
        self.now += 1
        self.since = self.since or deal
        if self.now > self.hands:
            self.hands, self.first, self.last = self.now, self.since, deal


class Records(NamedTuple):
    """What stands out. `won`, `lost` and `droughts` have somebody's longest run each, the longest first.

    `as_dear` and `as_long` count all hands that are worth as much, or have as many Laufende, as the last one here.
    """

    dearest: tuple[Deal, ...]
    laufende: tuple[Deal, ...]
    won: tuple[Run, ...]
    lost: tuple[Run, ...]
    sie: tuple[Deal, ...]
    as_dear: int = 0
    as_long: int = 0
    droughts: tuple[Drought, ...] = ()


def records(season: Season, deals: Iterable[Deal]) -> Records:
    """Return what stands out of all these hands; a run goes on over the end of an evening."""
    runs: dict[str, Run] = {}
    longest_runs: dict[tuple[str, bool], Run] = {}
    dearest, longest = _Largest(_value), _Largest(laufende)
    sie: list[Deal] = []
    droughts: dict[str, Drought] = {}
    for deal in deals:
        if deal.score.outcome is None:  # thrown in: nobody's hand
            continue
        shown, alone = [name for name in deal.table.active if season.shows(name)], soloist(deal)
        for name in shown:
            if name not in droughts:
                droughts[name] = Drought(name)
            droughts[name].add(deal, alone)
            amount = deal.amount(name)
            if not amount:  # neither won nor lost
                continue
            now = runs.get(name)
            if now and (now.amount > 0) == (amount > 0):
                now = now._replace(hands=now.hands + 1, amount=now.amount + amount, last=deal)
            else:
                now = Run(name, 1, amount, deal, deal)
            runs[name] = now
            if (name, amount > 0) not in longest_runs or now.hands > longest_runs[name, amount > 0].hands:
                longest_runs[name, amount > 0] = now
        if shown:
            dearest.offer(deal)
            longest.offer(deal)
        if shown and is_sie(deal):
            sie.append(deal)
    found = (_longest(longest_runs, won=True), _longest(longest_runs, won=False))
    often = dearest.like_the_last(), longest.like_the_last()
    driest = tuple(sorted(droughts.values(), key=lambda one: (-one.hands, name_key(one.name))))
    return Records(tuple(dearest.deals), tuple(longest.deals), *found, tuple(sie), *often, driest)


def soloist(deal: Deal) -> str | None:
    """Return who played alone against everybody else, whatever the game."""
    outcome = deal.score.outcome
    if not isinstance(outcome, Outcome) or outcome.game.shape not in ONE_AGAINST_ALL or not outcome.declarers:
        return None
    return outcome.declarers[0]


class _Largest:
    """The few largest deals, of equals the earlier, and how many there were of each size."""

    def __init__(self, size: Callable[[Deal], int]) -> None:
        self.size = size
        self.deals: list[Deal] = []
        self.often: Counter[int] = Counter()

    def offer(self, deal: Deal) -> None:
        """Keep a deal that is among the few largest so far."""
        size = self.size(deal)
        self.often[size] += 1
        if size > (self.size(self.deals[-1]) if len(self.deals) == MOST else 0):
            insort(self.deals, deal, key=lambda one: -self.size(one))
            del self.deals[MOST:]

    def like_the_last(self) -> int:
        """Return how many deals, kept or not, are of the size of the last that is kept."""
        return self.often[self.size(self.deals[-1])] if self.deals else 0


def _value(deal: Deal) -> int:
    return deal.score.value


def is_sie(deal: Deal) -> bool:
    """Whether somebody held the eight highest trumps."""
    return isinstance(deal.score.outcome, Outcome) and deal.score.outcome.sie


def laufende(deal: Deal) -> int:
    """Return the raw run of Laufende, whoever held it and whatever of it was paid."""
    outcome = deal.score.outcome
    return outcome.laufende if isinstance(outcome, Outcome) else 0


def _longest(runs: Mapping[tuple[str, bool], Run], *, won: bool) -> tuple[Run, ...]:
    found = (one for (_name, wins), one in runs.items() if wins == won)
    return tuple(sorted(found, key=lambda one: (-one.hands, -abs(one.amount), one.name)))


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
