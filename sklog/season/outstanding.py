"""What stands out of the deals of an evening or of many: the dearest, the longest runs, every Sie."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from typing import TYPE_CHECKING

from sklog.scoring.games import ONE_AGAINST_ALL
from sklog.scoring.names import name_key
from sklog.scoring.outcome import Outcome
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sklog.scoring.deals import Deal, Night


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
    dearest, longest = _Largest(lambda deal: deal.score.value), _Largest(laufende)
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
        if shown and isinstance(deal.score.outcome, Outcome) and deal.score.outcome.sie:
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


def laufende(deal: Deal) -> int:
    """Return the raw run of Laufende, whoever held it and whatever of it was paid."""
    outcome = deal.score.outcome
    return outcome.laufende if isinstance(outcome, Outcome) else 0


def _longest(runs: Mapping[tuple[str, bool], Run], *, won: bool) -> tuple[Run, ...]:
    found = (one for (_name, wins), one in runs.items() if wins == won)
    return tuple(sorted(found, key=lambda one: (-one.hands, -abs(one.amount), one.name)))
