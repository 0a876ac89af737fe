"""Who sits together, so that as few as can be meet who should not: a search in whole numbers, the same everywhere.

    weights of pairs ─┐
    people by lot ────┴─▶ Swaps: for the better ─▶ Search: every way, or nobody who has met ─▶ tables

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


class Search:
    """Looks for the cheapest tables of all that cost less than `below`; `found` is None where there are none.

    Tables are filled one after the other, and left where they cost too much. The first in the order who is free gets a
    table, and everybody who may sit there is tried, in the order. Where only `strangers` may sit together, and tables
    cost nothing, it is whoever has the fewest left to sit with, larger tables are filled first, and none is begun for
    which too few are left. It ends when the steps are out.

    People are known by their place in the order; a set of them is a number with a bit for each.
    """

    def __init__(self, order: Sequence[int], hall: Hall, below: int, steps: Steps, *, strangers: bool) -> None:
        self.order, self.hall, self.below, self.steps, self.strangers = order, hall, below, steps, strangers
        self.found: Seated | None = None
        self.rows = [[hall.weights[one][other] for other in order] for one in order]
        self.able = [  # with whom each can sit
            sum([1 << at for at, weight in enumerate(row) if at != place and not (strangers and weight)])
            for place, row in enumerate(self.rows)
        ]
        self.left = Counter(hall.sizes[::-1] if strangers else hall.sizes)  # tables of each size, in this order
        self._seat((1 << len(order)) - 1, Seated((), (), 0))

    def _is_over(self) -> bool:
        """Whether nothing is left to be found; of strangers the last may sit without a step."""
        return self.below <= self.hall.least or (self.steps.left <= 0 and not self.strangers)

    def _seat(self, free: int, done: Seated) -> None:
        """Seat the next who is free, in each way."""
        if not free:
            *full, bench = (tuple([self.order[one] for one in table]) for table in (*done.tables, done.bench))
            self.found = Seated(tuple(sorted(full, key=len)), bench, done.cost)  # stable: as in `sizes`
            self.below = done.cost
            return
        first = free & -free
        if self.strangers:
            first = 1 << min([((self.able[one] & free).bit_count(), one) for one in _bits(free)])[1]
        place, free = first.bit_length() - 1, free ^ first
        for size, number in self.left.items():
            if number and not self._is_over():
                self.left[size] -= 1
                self._fill((place,), size, self.able[place] & free, free, done)
                self.left[size] += 1
        if self.hall.may_stand[self.order[place]] and len(done.bench) < self.hall.bench and not self._is_over():
            self._seat(free, done._replace(bench=(*done.bench, place)))

    def _fill(self, table: tuple[int, ...], size: int, others: int, free: int, done: Seated) -> None:
        """Fill a table with some of the others, in each way, then seat everybody else."""
        if len(table) == size:
            self._seat(free, done._replace(tables=(*done.tables, table)))
            return
        while others and not (self.strangers and (self.steps.left <= 0 or others.bit_count() < size - len(table))):
            self.steps.left -= 1
            bit = others & -others
            others ^= bit
            place, cost = bit.bit_length() - 1, done.cost
            for one in table:
                cost += self.rows[place][one]
            if cost < self.below:
                self._fill(
                    (*table, place), size, others & self.able[place], free ^ bit, Seated(done.tables, done.bench, cost)
                )
                if self._is_over():
                    return


def _bits(people: int) -> Iterator[int]:
    while people:
        bit = people & -people
        yield bit.bit_length() - 1
        people ^= bit
