"""Who sits together, so that as few as can be meet who should not: a search in whole numbers, the same everywhere.

    weights of pairs ─┐
    people by lot ────┴─▶ Swaps: for the better ─▶ Every: every way, or strangers: nobody who has met ─▶ tables

People are known by their place in a list, 0, 1, 2 … A pair has a weight, and what a round costs is the sum over all
pairs that share a table. Nothing here asks a clock: what is too long is counted in steps.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ONCE: Final = 1
AGAIN: Final = 1 << 18
SAME_CLUB: Final = 1 << 32
SAME_TEAM: Final = 1 << 46
"""What a pair weighs for each time that it has met, for having met at all, and for being of one club, of one team.

Each weighs more than everything below it can in a whole round, so the sums are compared like words in a dictionary:
2,000 people at tables of five are 4,000 pairs (below 2^14), which met up to 20 times (below 2^18).
"""


class Hall(NamedTuple):
    """A round that is to be drawn: who takes part, how many sit at each table, and what each pair of all weighs.

    `sizes` are in their order, the smallest first. `bench` of the people get no table; who may be one of them says
    `may_stand`. No tables cost less than `least`.
    """

    people: tuple[int, ...]
    weights: Sequence[Sequence[int]]
    sizes: tuple[int, ...]
    bench: int
    may_stand: Sequence[bool]
    least: int


class Steps:
    """How many steps a search may take in all; counted, not timed, so that every machine finds the same."""

    def __init__(self, left: int) -> None:
        self.left = left


class Seated(NamedTuple):
    """People at tables, those without one last, and what the tables cost."""

    tables: tuple[tuple[int, ...], ...]
    bench: tuple[int, ...]
    cost: int


def dealt(order: Sequence[int], hall: Hall) -> list[list[int]]:
    """Return the tables that an order makes, filled one after the other, and as the last list who has none.

    Without a table are the first in the order of those who may be.
    """
    bench = [person for person in order if hall.may_stand[person]][: hall.bench] if hall.bench else []
    seated = iter([person for person in order if person not in bench] if bench else order)
    return [*([next(seated) for _ in range(size)] for size in hall.sizes), bench]


class Swaps:
    """The tables of an order, which get cheaper by swaps until none does or the steps are out.

    Those who cost the most are tried first, each with the others in the order.
    """

    def __init__(self, order: Sequence[int], hall: Hall, steps: Steps) -> None:
        self.order, self.hall, self.steps = order, hall, steps
        self.tables = dealt(order, hall)
        self.at = [0] * len(hall.weights)  # which table somebody sits at; the last is none
        self.own = [0] * len(hall.weights)  # what somebody costs there
        self.turn = 0  # where in the order the last search ended
        self.twice = 0  # what all cost: each pair costs both of it
        for table, people in enumerate(self.tables):
            for person in people:
                self.at[person] = table
            self._count(table)

    def ended(self) -> Seated:
        """Return what is left when no swap is for the better."""
        bettered = True
        while bettered and not self._done():
            bettered = False
            for person in sorted([one for one in self.order if self.own[one]], key=self.own.__getitem__, reverse=True):
                other = self._partner(person) if self.own[person] else None
                if other is not None:
                    bettered = True
                    self._swap(person, other)
                if self._done():
                    break
        return Seated(tuple(map(tuple, self.tables[:-1])), tuple(self.tables[-1]), self.twice // 2)

    def _done(self) -> bool:
        return self.twice // 2 <= self.hall.least or self.steps.left <= 0

    def _partner(self, person: int) -> int | None:
        """Return the next in the order with whom to swap is for the better; None if nobody is."""
        order, at, own, tables, weights = self.order, self.at, self.own, self.tables, self.hall.weights
        row, here, bench = weights[person], at[person], len(tables) - 1
        mates, may_stand = tables[here], self.hall.may_stand
        for turn in range(self.turn, self.turn + len(order)):
            other = order[turn - len(order)] if turn >= len(order) else order[turn]
            there = at[other]
            if there == here or (there == bench and not may_stand[person]):
                continue
            self.steps.left -= 1
            theirs = weights[other]
            now = sum([theirs[one] for one in mates]) - theirs[person]
            if there != bench:
                now += sum([row[one] for one in tables[there]]) - row[other]
            if now < own[person] + own[other]:
                self.turn = (turn + 1) % len(order)
                return other
        return None

    def _swap(self, person: int, other: int) -> None:
        at, tables = self.at, self.tables
        here, there = at[person], at[other]
        tables[here][tables[here].index(person)] = other
        tables[there][tables[there].index(other)] = person
        at[person], at[other] = there, here
        self._count(here)
        self._count(there)

    def _count(self, table: int) -> None:
        """Say what each at a table costs there."""
        people, weights = self.tables[table], self.hall.weights
        for person in people:
            row = weights[person]
            mine = sum([row[one] for one in people]) if table < len(self.hall.sizes) else 0
            self.twice += mine - self.own[person]
            self.own[person] = mine


class Every:
    """Every way to part the people: tables are filled one after the other, and left where they cost too much.

    `best` are the cheapest tables of all that cost less than `below`; None where there are none, or the steps are out.
    The first in the order who is free gets a table, and everybody who may sit there is tried, in the order.
    """

    def __init__(self, order: Sequence[int], hall: Hall, below: int, steps: Steps) -> None:
        self.order, self.hall, self.below, self.steps = order, hall, below, steps
        self.best: Seated | None = None
        self.free = [True] * len(order)
        self.left = Counter(hall.sizes)  # tables of each size, the smaller ones first
        self.full: list[list[int]] = []
        self.bench: list[int] = []
        self._next(0)

    def _over(self) -> bool:
        return self.steps.left <= 0 or self.below <= self.hall.least

    def _next(self, cost: int) -> None:
        """Seat the first who is free, in each way."""
        place = next((place for place, free in enumerate(self.free) if free), None)
        if place is None:
            self.below = cost
            by_size = sorted(self.full, key=len)  # stable: as in `sizes`
            self.best = Seated(tuple(map(tuple, by_size)), tuple(self.bench), cost)
            return
        person = self.order[place]
        self.free[place] = False
        for size, number in self.left.items():
            if number and not self._over():
                self.left[size] -= 1
                self._fill([person], size, place + 1, cost)
                self.left[size] += 1
        if self.hall.may_stand[person] and len(self.bench) < self.hall.bench and not self._over():
            self.bench.append(person)
            self._next(cost)
            self.bench.pop()
        self.free[place] = True

    def _fill(self, table: list[int], size: int, start: int, cost: int) -> None:
        if len(table) == size:
            self.full.append(table)
            self._next(cost)
            self.full.pop()
            return
        free, order, weights, steps = self.free, self.order, self.hall.weights, self.steps
        for place in range(start, len(order)):
            if not free[place]:
                continue
            steps.left -= 1
            row = weights[order[place]]
            more = cost + sum([row[one] for one in table])
            if more >= self.below:
                continue
            free[place] = False
            self._fill([*table, order[place]], size, place + 1, more)
            free[place] = True
            if self._over():
                return


def strangers(order: Sequence[int], hall: Hall, steps: Steps) -> Seated | None:
    """Return tables that cost nothing; None where there are none, or the steps are out.

    Whoever has the fewest left to sit with gets a table first, with each of those who are strangers to one another.
    """
    search = _Strangers(order, hall, steps)
    if not search.seated((1 << len(order)) - 1):
        return None
    tables = sorted(search.full, key=len)  # stable: smaller ones first, as in `sizes`
    found = [tuple([order[place] for place in table]) for table in tables]
    return Seated(tuple(found), tuple([order[place] for place in search.bench]), 0)


class _Strangers:
    """A search among people by their place in the order; a set of them is a number with a bit for each."""

    def __init__(self, order: Sequence[int], hall: Hall, steps: Steps) -> None:
        self.steps, self.most_bench = steps, hall.bench
        self.may_stand = [hall.may_stand[person] for person in order]
        self.of = [  # with whom each can sit
            sum([1 << at for at, other in enumerate(order) if not row[other] and other != person])
            for person, row in ((person, hall.weights[person]) for person in order)
        ]
        self.left = Counter(hall.sizes[::-1])  # tables of each size, the larger ones first
        self.full: list[tuple[int, ...]] = []
        self.bench: list[int] = []

    def seated(self, free: int) -> bool:
        """Say whether all who are free can be seated, and seat them."""
        if not free:
            return True
        fewest, person = min([((self.of[one] & free).bit_count(), one) for one in _bits(free)])
        free ^= 1 << person
        for size in [size for size, number in self.left.items() if number and fewest >= size - 1]:
            self.left[size] -= 1
            if self._filled((person,), size, self.of[person] & free, free):
                return True
            self.left[size] += 1
        if self.may_stand[person] and len(self.bench) < self.most_bench:
            self.bench.append(person)
            if self.seated(free):
                return True
            self.bench.pop()
        return False

    def _filled(self, table: tuple[int, ...], size: int, others: int, free: int) -> bool:
        """Say whether a table can be filled with some of the others, and then everybody else seated."""
        if len(table) == size:
            self.full.append(table)
            if self.seated(free):
                return True
            self.full.pop()
            return False
        missing = size - len(table)
        while others.bit_count() >= missing and self.steps.left > 0:
            self.steps.left -= 1
            bit = others & -others
            others ^= bit
            place = bit.bit_length() - 1
            if self._filled((*table, place), size, others & self.of[place], free ^ bit):
                return True
        return False


def _bits(people: int) -> Iterator[int]:
    while people:
        bit = people & -people
        yield bit.bit_length() - 1
        people ^= bit
