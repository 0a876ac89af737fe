"""Evenings by the million: the fast fold beside the fold by hand, and `sklog rescore` on one worker and on two.

Processor time is that of all threads and of all processes that a command has started. The evenings are those of
`tests.plain_evenings`: four people of a hundred thousand, thirty hands each.
"""

from __future__ import annotations

import io
import shutil
import statistics
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.trials.benchmarks.measuring import Command, Taken, environment, in_turn, sklog
from tests.trials.benchmarks.rows import NOT_INSTALLED, Figure, Point, Spec, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sklog.scoring.tariff import Tariff
    from tests.trials.benchmarks.rows import Measured, Run

NEEDED = ("pyarrow", "numpy", "distributed", "fsspec")  # what sklog-schafkopf[platform] brings
BY_HAND = 9_000  # hands that the fold by hand is timed over: its time a hand does not depend on how many there are
LARGER, LARGEST = 5, 10  # times the hands of the largest ledger: for the workers, and for how it grows
MOST_TURNS = 3
MICRO = 1e6
ALONE, ONE, TWO = "alone", "one worker", "two workers"


def specs(run: Run) -> list[Spec]:
    """Return the rows of this part."""
    many, larger, largest = (f"{run.large * times:,} hands" for times in (1, LARGER, LARGEST))
    return [
        Spec("fold", f"the fast fold, {many}, without a memory", 30, "hand by hand", at_least=True),
        Spec("fold-memory", f"the fast fold, {many}, with Stock and Bock", 15, "hand by hand", at_least=True),
        Spec("fold-postings", "a hand from Parquet to its postings, by processor", 2.5, "every card counted", "µs"),
        Spec("fold-standings", "a hand from Parquet to standings, by processor", 1.2, "every card counted", "µs"),
        Spec("rescore-workers", f"sklog rescore, {larger}, two workers", 1.8, ONE, at_least=True),
        Spec("rescore-engine", f"processor of Dask with one worker, {larger}", 1.25, "no engine"),
        Spec("rescore-memory", f"the largest process, {largest}", 400, f"{run.large // 10:,} hands", "MiB"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is; every row says so where what is needed is not installed."""
    if not all(map(find_spec, NEEDED)):
        yield from ((spec.name, Figure(problem=NOT_INSTALLED)) for spec in specs(run))
        return
    yield from _folds(run)
    yield from _rescored(run)


# -- inside one process --------------------------------------------------------------------------------


class History(NamedTuple):
    """Evenings as Parquet in memory, their tariff, and how many hands they have."""

    parquet: bytes
    tariffs: Mapping[str, Tariff]
    hands: int


def _folds(run: Run) -> Iterator[Measured]:
    """Yield the rows of the folds; timed in turn, each time under tariffs that nobody has met before."""
    taken: list[list[float]] = [[] for _ in range(8)]
    for turn in range(min(MOST_TURNS, run.runs)):
        for (by, history), seconds in zip(_timed(run.large, str(turn)), taken, strict=True):
            seconds.append(_processor(by, history) / history.hands)
    yield "fold", _times_faster(*taken[:2])
    yield "fold-memory", _times_faster(*taken[2:4])
    yield "fold-postings", _each(*taken[4:6])
    yield "fold-standings", _each(*taken[6:8])


def _timed(hands: int, turn: str) -> Iterator[tuple[Callable[..., Any], History]]:
    """Yield each fold with what it folds: the two of each ratio one after the other."""
    from sklog.platform import by_hand, fold  # noqa: PLC0415  an extra
    from tests import plain_evenings as plain  # noqa: PLC0415  the same

    def named(tariff: Tariff, what: str) -> Tariff:
        return tariff._replace(name=f"{what}-{turn}")

    def alone(*said: Any) -> Any:
        return fold.fold(*said, postings=False)

    without, remembering = plain.without_memory(), plain.with_stock_and_bock()
    for tariff, what in ((without, "ohne"), (remembering, "mit")):
        yield fold.fold, _history(hands, named(tariff, what))
        yield by_hand.fold, _history(BY_HAND, named(tariff, what))
    for by, what in ((fold.fold, "postings"), (alone, "standings")):
        for counted in (False, True):
            yield by, _history(hands, named(without, f"{what}-{counted}"), counted=counted)


def _history(hands: int, tariff: Tariff, *, counted: bool = False) -> History:
    import pyarrow.parquet as pq  # noqa: PLC0415  an extra

    from sklog.platform import columns  # noqa: PLC0415  the same
    from tests import plain_evenings as plain  # noqa: PLC0415  the same

    buffer, many = io.BytesIO(), 0
    with pq.ParquetWriter(buffer, columns.EVENINGS) as writer:
        for table in plain.streamed(hands, tariff, counted=counted):
            writer.write_table(table)
            many += table.num_rows * plain.HANDS
    return History(buffer.getvalue(), {columns.digest_of(tariff): tariff}, many)


def _processor(by: Callable[..., Any], history: History) -> float:
    """Return the processor's seconds for all of it, a group of rows after the other."""
    import pyarrow.parquet as pq  # noqa: PLC0415  an extra

    begun = time.process_time()
    file = pq.ParquetFile(io.BytesIO(history.parquet))
    for group in range(file.num_row_groups):
        by(file.read_row_group(group), history.tariffs)
    return time.process_time() - begun


def _times_faster(ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    own, other = statistics.median(ours), statistics.median(theirs)
    return Figure(other / own, own, other, runs=len(ours), samples=ours, other_samples=theirs)


def _each(ours: Sequence[float], counted: Sequence[float]) -> Figure:
    own, other = statistics.median(ours), statistics.median(counted)
    return Figure(own * MICRO, own, other, runs=len(ours), samples=ours, other_samples=counted)


# -- the command ---------------------------------------------------------------------------------------


def _rescored(run: Run) -> Iterator[Measured]:
    """Yield the rows of the command; the smallest history is the first, which warms what the larger ones need."""
    grown = [_grown(run, hands) for hands in _sizes(run)]
    small, large = grown[0], grown[-1]
    larger = _taken(run, run.large * LARGER, (ALONE, ONE, TWO), min(MOST_TURNS, run.long_runs))
    yield "rescore-workers", ratio(larger[TWO], larger[ONE], faster=True, by_clock=True)
    yield "rescore-engine", _by_processor(larger[ONE], larger[ALONE])
    problem = large.problem or small.problem
    yield "rescore-memory", Figure(large.mib, other=small.mib, scale="MiB", runs=large.runs, problem=problem)


def _sizes(run: Run) -> list[int]:
    return [run.large] if run.short else [run.large // 10, run.large, run.large * LARGEST]


def _grown(run: Run, hands: int) -> Taken:
    """Rescore so many hands on one worker and on two, and keep how it grows; return what two of them took."""
    taken = _taken(run, hands, (ONE, TWO), 1)
    for workers, one in taken.items():
        if one.seconds:
            run.grows(f"rescore, {workers}", hands, Point(one.median, "s"))
            run.grows(f"rescore a hand, {workers}, by processor", hands, Point(one.processor / hands, "s"))
            run.grows(f"its largest process, {workers}", hands, Point(one.mib, "MiB"))
    return taken[TWO]


def _taken(run: Run, hands: int, ways: Sequence[str], runs: int) -> dict[str, Taken]:
    """Rescore so many hands in each of these ways in turn; the files go when it is done."""
    from tests import plain_evenings as plain  # noqa: PLC0415  an extra

    folder = run.ledgers.folder / "history"
    plain.written(folder, hands, plain.without_memory())
    output = run.ledgers.folder / "rescored"
    commands = {way: _command(run, folder, output, way) for way in ways}
    try:
        return in_turn(commands, run.ledgers.folder, runs, warm=0, before=lambda _name: _gone(output))
    finally:
        _gone(output)
        _gone(folder)


def _command(run: Run, folder: Path, output: Path, way: str) -> Command:
    engine = {ALONE: (), ONE: ("--engine", "dask", "--workers", "1"), TWO: ("--workers", "2")}[way]
    words = ["rescore", str(folder), "-o", str(output), *engine]
    return Command([*sklog(), *words], environment(run.ledgers.folder))


def _gone(folder: Path) -> None:
    for one in folder.parent.glob(f"{folder.name}*"):  # with what was begun, if a command was killed
        shutil.rmtree(one)


def _by_processor(ours: Taken, theirs: Taken) -> Figure:
    """Return how much more of the processor one command takes than the other."""
    whole = ratio(ours, theirs)
    if whole.problem:
        return whole
    own, other = ours.processor, theirs.processor
    return Figure(own / other, own, other, runs=ours.runs, samples=ours.cpu, other_samples=theirs.cpu)
