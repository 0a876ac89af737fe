"""What stands out of the deals of an evening or of many: the dearest, the longest runs, every Sie."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from operator import attrgetter
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
    """Hands in a row that somebody won (or lost, or played without a solo of his own), how much they came to in all.

    `first` and `last` are None where there is no such hand.
    """

    name: str
    hands: int = 0
    amount: int = 0
    first: Deal | None = None
    last: Deal | None = None


WON, LOST, DRY = "won", "lost", "dry"


class _Runs:
    """The runs of each person and kind: `now` has those up to the last hand, `longest` the longest, the first of them.

    It goes on over the end of an evening.
    """

    def __init__(self) -> None:
        self.now: dict[tuple[str, str], Run] = {}
        self.longest: dict[tuple[str, str], Run] = {}

    def count(self, name: str, kind: str, deal: Deal, *, goes_on: bool) -> None:
        """Count a hand with which the run of somebody goes on, or else has ended."""
        key, now = (name, kind), Run(name)
        if goes_on:
            _name, hands, amount, first, _last = self.now.get(key, now)
            now = Run(name, hands + 1, amount + deal.amount(name), first or deal, deal)
        self.now[key] = now
        if now.hands > self.longest.setdefault(key, now).hands:
            self.longest[key] = now

    def of_kind(self, kind: str) -> list[Run]:
        """Return everybody's longest run of a kind."""
        return [run for (_name, its), run in self.longest.items() if its == kind]


class Records(NamedTuple):
    """What stands out. `won`, `lost` and `droughts` have somebody's longest run each, the longest first.

    Droughts are runs without a solo of one's own, `dry_now` has those up to the last hand, by name.
    `as_dear` and `as_long` count all hands that are worth as much, or have as many Laufende, as the last one here.
    """

    dearest: tuple[Deal, ...]
    laufende: tuple[Deal, ...]
    won: tuple[Run, ...]
    lost: tuple[Run, ...]
    sie: tuple[Deal, ...]
    as_dear: int = 0
    as_long: int = 0
    droughts: tuple[Run, ...] = ()
    dry_now: Mapping[str, Run] = {}


def records(season: Season, deals: Iterable[Deal]) -> Records:
    """Return what stands out of all these hands; a run goes on over the end of an evening."""
    runs = _Runs()
    dearest, longest = _Largest(lambda deal: deal.score.value), _Largest(laufende)
    sie: list[Deal] = []
    for deal in deals:
        if deal.score.outcome is None:  # thrown in: nobody's hand
            continue
        shown, alone = [name for name in deal.table.active if season.shows(name)], soloist(deal)
        for name in shown:
            runs.count(name, DRY, deal, goes_on=alone != name)
            if amount := deal.amount(name):  # else he neither won nor lost
                runs.count(name, WON, deal, goes_on=amount > 0)
                runs.count(name, LOST, deal, goes_on=amount < 0)
        if shown:
            dearest.offer(deal)
            longest.offer(deal)
        if shown and isinstance(deal.score.outcome, Outcome) and deal.score.outcome.sie:
            sie.append(deal)
    found = (_longest(runs.of_kind(WON)), _longest(runs.of_kind(LOST)))
    often = dearest.like_the_last(), longest.like_the_last()
    driest = tuple(sorted(runs.of_kind(DRY), key=lambda one: (-one.hands, name_key(one.name))))
    dry_now = {name: run for (name, kind), run in runs.now.items() if kind == DRY}
    return Records(tuple(dearest.deals), tuple(longest.deals), *found, tuple(sie), *often, driest, dry_now)


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


def _longest(runs: Iterable[Run]) -> tuple[Run, ...]:
    return tuple(sorted(filter(attrgetter("hands"), runs), key=lambda one: (-one.hands, -abs(one.amount), one.name)))
