"""How long a draw of 430 people takes, and how much memory: four rounds, also with teams and clubs kept apart.

Beside it the lots alone are drawn, an order and the seats of each round, as if nobody minded whom they meet. Each run
has another seed, so that no lucky one decides.
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from itertools import count
from typing import TYPE_CHECKING

from sklog.tournament.draw import draw, meetings
from sklog.tournament.lots import Lots
from sklog.tournament.model import CLUB, TEAM, Entrant, Round, Rules, Tournament
from tests.trials.benchmarks.inside import in_rounds
from tests.trials.benchmarks.rows import Figure, Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.trials.benchmarks.rows import Measured, Run

PEOPLE, FEW, ROUNDS = 430, 100, 4
CLUBS = ("", "", "Nord", "Ost", "Süd", "West", *["Au"] * 4)  # one is so large that it cannot be kept apart
ENTRANTS = [Entrant(at, f"Gast {at}", club=CLUBS[at % 10], team=f"Team {at // 4}") for at in range(1, PEOPLE + 1)]
FREE, APART = Rules(rounds=ROUNDS), Rules(rounds=ROUNDS, apart=(TEAM, CLUB))
LOTS_ALONE = "the lots alone"


def specs(run: Run) -> list[Spec]:  # noqa: ARG001  every part is asked so
    """Return the rows of this part."""
    rounds = f"draw {ROUNDS} rounds of {PEOPLE} people"
    return [
        Spec("draw", rounds, 10, LOTS_ALONE),
        Spec("draw-apart", f"{rounds}, teams and clubs apart", 150, LOTS_ALONE),
        Spec("draw-worst", "the slowest round of those", 300, LOTS_ALONE, unit="ms"),
        Spec("draw-memory", "the memory of those at most", 16, "", unit="MiB"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is."""
    rounds: list[float] = []
    people = ENTRANTS[: FEW if run.short else PEOPLE]
    what = (
        lambda seed: _held(people, FREE, seed, []),
        lambda seed: _held(people, APART, seed, rounds),
        lambda seed: _lots_alone(people, seed),
    )
    free, kept, lots = in_rounds(run.runs, *map(_each_time, what))
    other = statistics.median(lots)
    for name, ours in (("draw", free), ("draw-apart", kept)):
        own = statistics.median(ours)
        yield name, Figure(own / other, own, other, runs=run.runs, samples=ours, other_samples=lots)
    worst = max(rounds)
    yield "draw-worst", Figure(worst * 1000, worst, other / ROUNDS, runs=run.runs, samples=rounds)
    tracemalloc.start()
    try:
        _held(people, APART, "memory", [])
        mib = tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()
    yield "draw-memory", Figure(mib, mib, scale="MiB", runs=1)


def _each_time(what: Callable[[str], object]) -> Callable[[], None]:
    """Return what is done with another seed each time it is called."""
    turns = count(1)

    def once() -> None:
        what(f"run {next(turns)}")

    return once


def _held(people: Sequence[Entrant], rules: Rules, seed: str, taken: list[float]) -> None:
    """Draw all rounds, and keep the seconds of each; RuntimeError where somebody meets the same person twice."""
    drawn: list[Round] = []
    for _turn in range(ROUNDS):
        begun = time.perf_counter()
        drawn.append(draw(people, drawn, rules._replace(seed=seed)))
        taken.append(time.perf_counter() - begun)
    tournament = Tournament(rules, {one.number: one for one in people}, tuple(drawn))
    if any(meetings(tournament, at)[0] for at in range(1, ROUNDS + 1)):
        raise RuntimeError(f"somebody meets the same person twice with the seed {seed}")


def _lots_alone(people: Sequence[Entrant], seed: str) -> None:
    for turn in range(1, ROUNDS + 1):
        for purpose in ("try 1", "seats"):
            Lots(seed, f"round {turn} {purpose}").shuffled(range(len(people)))
