"""How long the fewest payments are searched: process time, for random balances and for those that are known as hard."""

from __future__ import annotations

import json
import statistics
import time
from random import Random
from typing import TYPE_CHECKING

from sklog.scoring.settlement import fewest
from tests.hard_balances import TWENTY, closed
from tests.trials.benchmarks.rows import Figure, Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.trials.benchmarks.rows import Measured, Run

SEED = 11
DRAWN = 20  # balances of each random kind, for each run
MOST_MILLISECONDS = {8: 1, 12: 5}  # for so many people, in the worst case
SAME_BALANCES = "json.loads of the same"
SEARCHED = (
    [16, 23, 12, 1, -50, 20, -2, 9, 15, 7, 18, 3, 10, 5, 11, 6, 13, 14, 4],
    [16, 17, 12, 1, 11, 20, -2, 9, 15, -138, 18, 3, 10, 5, -49, 6, 13, 22, 4],
)
"""Where changing one amount after the other, as long as the search takes more steps, has ended."""
Drawn = list[int]


def specs(run: Run) -> list[Spec]:  # noqa: ARG001  every part is asked so
    """Return the rows of this part."""
    few = [
        Spec(f"settle-{people}", f"settle {people} people, the worst", most, SAME_BALANCES, unit="ms")
        for people, most in MOST_MILLISECONDS.items()
    ]
    return [
        *few,
        Spec("settle-20", "settle 20 people, the median", 50, SAME_BALANCES, unit="ms"),
        Spec("settle-20-worst", "settle 20 people, the worst", 1000, SAME_BALANCES, unit="ms"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is: every case counts with the median of its runs."""
    for people in (*MOST_MILLISECONDS, 20):
        found = [_taken(balances, run.runs) for balances in cases(people, DRAWN * run.runs)]
        ours, theirs = [one for one, _other in found], [other for _one, other in found]
        worst = max(range(len(found)), key=ours.__getitem__)
        most = Figure(ours[worst] * 1000, ours[worst], theirs[worst], runs=run.runs, samples=ours, other_samples=theirs)
        if people in MOST_MILLISECONDS:
            yield f"settle-{people}", most
        else:
            own, other = statistics.median(ours), statistics.median(theirs)
            yield "settle-20", Figure(own * 1000, own, other, runs=run.runs, samples=ours, other_samples=theirs)
            yield "settle-20-worst", most


def cases(people: int, number: int) -> Iterator[Mapping[str, int]]:
    """Yield balances of so many people: those known as hard, and so many of each kind of random ones."""
    for amounts in (*TWENTY.values(), *SEARCHED):
        yield closed(amounts[: people - 1])
    rng = Random(SEED)  # noqa: S311  (balances, not secrets)
    for draw in (_tens, _few_amounts, _small, _threes, _fours, _powers, _steps):
        for _ in range(number):
            amounts = draw(rng, people - 1)
            rng.shuffle(amounts)
            yield closed(amounts)


def _tens(rng: Random, people: int) -> Drawn:
    """Return an evening's balances: up to thirty tens won or lost."""
    return [10 * rng.choice((-1, 1)) * rng.randint(1, 30) for _ in range(people)]


def _few_amounts(rng: Random, people: int) -> Drawn:
    """Return a few amounts again and again: equal ones make many groups alike."""
    amounts = [rng.choice((-1, 1)) * rng.randint(1, 50) for _ in range(4)]
    return [rng.choice(amounts) for _ in range(people)]


def _small(rng: Random, people: int) -> Drawn:
    """Return small amounts, no two of them opposite: nearly every sum of some is that of others."""
    return [amount * (-1 if amount % 2 else 1) for amount in (rng.randint(1, 2 * people) for _ in range(people))]


def _threes(rng: Random, people: int) -> Drawn:
    """Return hidden groups of three."""
    return _groups(rng, people, 3)


def _fours(rng: Random, people: int) -> Drawn:
    """Return hidden groups of four, among which groups of three would have to be ruled out."""
    return _groups(rng, people, 4)


def _groups(rng: Random, people: int, size: int) -> Drawn:
    found: Drawn = []
    while len(found) < people:
        group = [rng.choice((-1, 1)) * rng.randint(1, 40) for _ in range(size - 1)]
        found += [*group, -sum(group) or 1]
    return found[:people]


def _powers(rng: Random, people: int) -> Drawn:
    """Return powers of two, won or lost."""
    return [rng.choice((-1, 1)) * 2 ** rng.randint(0, people) for _ in range(people)]


def _steps(rng: Random, people: int) -> Drawn:
    """Return 1, 2, 3 and so on, won or lost: of all amounts without opposites these have the most groups."""
    return [rng.choice((-1, 1)) * amount for amount in range(1, people + 1)]


def _taken(balances: Mapping[str, int], runs: int) -> tuple[float, float]:
    """Return the median seconds of a search and of reading the same balances; RuntimeError where it is not exact."""
    written = json.dumps(balances)
    taken: Sequence[list[float]] = ([], [])
    measured: Sequence[Callable[[], object]] = (lambda: fewest(balances), lambda: json.loads(written))
    for _ in range(runs):
        for what, seconds in zip(measured, taken, strict=True):
            begun = time.process_time()
            what()
            seconds.append(time.process_time() - begun)
    if not fewest(balances).exact:
        raise RuntimeError(f"not proved to be the fewest payments: {written}")
    return statistics.median(taken[0]), statistics.median(taken[1])
