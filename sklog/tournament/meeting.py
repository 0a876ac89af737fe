"""Who sits together, so that as few as can be meet who should not: a search in whole numbers, the same everywhere.

    weights of pairs ─┐
    people by lot ────┴─▶ Swaps: for the better ─▶ every_way, or strangers: nobody who has met ─▶ tables

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


_Found = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""Tables, and who has none."""


def every_way(  # noqa: C901  two steps of one search, which call each other
    order: Sequence[int], hall: Hall, below: int, steps: Steps
) -> Seated | None:
    """Return the cheapest tables of all that cost less than `below`; None where there are none, or the steps are out.

    Every way to part the people is tried: tables are filled one after the other, and left where they cost too much. The
    first in the order who is free gets a table, and everybody who may sit there is tried, in the order.
    """
    best: Seated | None = None
    free = [True] * len(order)
    left = Counter(hall.sizes)  # tables of each size, the smaller ones first

    def is_over() -> bool:
        return steps.left <= 0 or below <= hall.least

    def seat(cost: int, full: tuple[tuple[int, ...], ...], bench: tuple[int, ...]) -> None:
        """Seat the first who is free, in each way."""
        nonlocal best, below
        if True not in free:
            below, best = cost, Seated(tuple(sorted(full, key=len)), bench, cost)  # stable: as in `sizes`
            return
        place = free.index(True)
        free[place], person = False, order[place]
        for size, number in left.items():
            if number and not is_over():
                left[size] -= 1
                fill((person,), size, place + 1, cost, (full, bench))
                left[size] += 1
        if hall.may_stand[person] and len(bench) < hall.bench and not is_over():
            seat(cost, full, (*bench, person))
        free[place] = True

    def fill(table: tuple[int, ...], size: int, start: int, cost: int, others: _Found) -> None:
        if len(table) == size:
            seat(cost, (*others[0], table), others[1])
            return
        for place in [at for at in range(start, len(order)) if free[at]]:
            steps.left -= 1
            row = hall.weights[order[place]]
            more = cost + sum([row[one] for one in table])
            if more < below:
                free[place] = False
                fill((*table, order[place]), size, place + 1, more, others)
                free[place] = True
                if is_over():
                    return

    seat(0, (), ())
    return best


def strangers(order: Sequence[int], hall: Hall, steps: Steps) -> Seated | None:
    """Return tables that cost nothing; None where there are none, or the steps are out.

    Whoever has the fewest left to sit with gets a table first, with each of those who are strangers to one another.
    People are known by their place in the order; a set of them is a number with a bit for each.
    """
    rows = ((person, hall.weights[person]) for person in order)
    able = [  # with whom each can sit
        sum([1 << at for at, other in enumerate(order) if not row[other] and other != person]) for person, row in rows
    ]

    def seated(free: int, sizes: tuple[int, ...], bench: tuple[int, ...]) -> _Found | None:
        if not free:
            return (), bench
        fewest, person = min([((able[one] & free).bit_count(), one) for one in _bits(free)])
        free ^= 1 << person
        for size in dict.fromkeys(sizes):  # the larger ones first
            left = list(sizes)
            left.remove(size)
            if fewest >= size - 1 and (
                found := filled((person,), size - 1, able[person] & free, free, (tuple(left), bench))
            ):
                return found
        stands = hall.may_stand[order[person]] and len(bench) < hall.bench
        return seated(free, sizes, (*bench, person)) if stands else None

    def filled(
        table: tuple[int, ...], missing: int, others: int, free: int, rest: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> _Found | None:
        """Return the tables if this one is filled with some of the others, and then everybody else is seated."""
        if not missing:
            found = seated(free, *rest)
            return found and ((table, *found[0]), found[1])
        while others.bit_count() >= missing and steps.left > 0:
            steps.left -= 1
            bit = others & -others
            others ^= bit
            place = bit.bit_length() - 1
            if found := filled((*table, place), missing - 1, others & able[place], free ^ bit, rest):
                return found
        return None

    found = seated((1 << len(order)) - 1, hall.sizes[::-1], ())
    if found is None:
        return None
    tables = sorted(found[0], key=len)  # stable: smaller ones first, as in `sizes`
    *full, bench = (tuple([order[place] for place in table]) for table in (*tables, found[1]))
    return Seated(tuple(full), bench, 0)


def _bits(people: int) -> Iterator[int]:
    while people:
        bit = people & -people
        yield bit.bit_length() - 1
        people ^= bit
