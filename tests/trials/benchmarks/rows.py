"""What is measured and what came of it: a row says its target before anything runs, and every row is printed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.trials.benchmarks.measuring import Taken
    from tests.trials.benchmarks.seasons import Ledgers

NOT_INSTALLED = "not installed"
MET, MISSED, NO_TARGET, FAILED = "met", "missed", "no target", "failed"
TIMES = "×"
LEAST_MEASURED = 10_000  # hands of the largest ledger, where it is asked how long anything takes


class Spec(NamedTuple):
    """What a row is about: its target is at most so much, or `at_least`; `against` names what runs beside it."""

    name: str
    what: str
    target: float | None
    against: str
    unit: str = TIMES
    at_least: bool = False


@dataclass
class Figure:
    """What was measured: in the unit of the row, and both sides of it in `scale`; `problem` where it could not be.

    `elapsed` is the ratio by the clock where the row is one of the processor's time, which a busy machine leaves alone.
    """

    measured: float | None = None
    own: float | None = None
    other: float | None = None
    scale: str = "s"
    runs: int = 0
    mib: float | None = None
    elapsed: float | None = None
    problem: str = ""
    samples: Sequence[float] = ()
    other_samples: Sequence[float] = ()


class Point(NamedTuple):
    """One figure of how something grows: in `unit`, and as a ratio to what ran beside it, where something did."""

    value: float
    unit: str
    ratio: float | None = None


Measured = tuple[str, Figure]


@dataclass
class Run:
    """What the parts of one run share: the ledgers, their sizes (the largest last), and how often each is measured."""

    ledgers: Ledgers
    sizes: Sequence[int]
    runs: int
    long_runs: int
    rivals_large: bool = False
    growth: dict[str, dict[int, Point]] = field(default_factory=dict)

    @property
    def short(self) -> bool:
        """Whether it is only asked if all this works: then everything is as small as it can be."""
        return self.large < LEAST_MEASURED

    @property
    def large(self) -> int:
        """Return the hands of the largest ledger."""
        return self.sizes[-1]

    @property
    def season(self) -> int:
        """Return the hands of the second largest ledger, where there are two."""
        return self.sizes[-2:][0]

    def grows(self, what: str, hands: int, point: Point) -> None:
        """Keep a figure of the ledger with so many hands."""
        self.growth.setdefault(what, {})[hands] = point

    def grows_beside(self, what: str, hands: int, ours: Taken, theirs: Taken, parts: int = 1) -> None:
        """Keep the seconds of one of so many parts, and their ratio to what ran beside; nothing where either failed."""
        if ours.seconds and theirs.seconds:
            beside = ratio(ours, theirs)
            self.grows(what, hands, Point((beside.own or 0.0) / parts, "s", beside.measured))


def ratio(ours: Taken, theirs: Taken, *, memory: bool = False, faster: bool = False, by_clock: bool = False) -> Figure:
    """Return how much longer one command takes than the other, or how many times `faster` it is: of medians.

    It is the processor's time that counts, where both know it: on a busy machine the clock says nothing. Where several
    processes share the work it is the clock (`by_clock`).
    """
    problem = ours.problem or (theirs.problem and f"what it is compared with: {theirs.problem}")
    if problem or not (ours.seconds and theirs.seconds):
        return Figure(problem=problem or "nothing was measured")
    one, other = (theirs, ours) if faster else (ours, theirs)
    elapsed = one.median / other.median
    known = bool(one.processor and other.processor) and not by_clock
    return Figure(
        measured=one.processor / other.processor if known else elapsed,
        own=ours.processor if known else ours.median,
        other=theirs.processor if known else theirs.median,
        runs=min(ours.runs, theirs.runs),
        mib=ours.mib if memory else None,
        elapsed=elapsed if known else None,
        samples=ours.cpu if known else ours.seconds,
        other_samples=theirs.cpu if known else theirs.seconds,
    )


def verdict(spec: Spec, figure: Figure) -> str:
    """Return met, missed, no target, not installed, or failed."""
    if figure.problem == NOT_INSTALLED:
        return NOT_INSTALLED
    if figure.problem or figure.measured is None:
        return FAILED
    if spec.target is None:
        return NO_TARGET
    met = figure.measured >= spec.target if spec.at_least else figure.measured <= spec.target
    return MET if met else MISSED


def as_json(spec: Spec, figure: Figure) -> dict[str, Any]:
    """Return a row as it is written: all that is known of it."""
    return {**spec._asdict(), **asdict(figure), "verdict": verdict(spec, figure)}


HEADERS = ("what", "target", "measured", "own", "against", "by the clock", "runs", "MiB", "verdict")


def cells(row: dict[str, Any]) -> list[str]:
    """Return what stands in the table for a row, as JSON has it."""
    said = row["verdict"]
    if said == FAILED:
        said = f"{said}: {row['problem'] or 'nothing was measured'}"
    scale = row["scale"]
    other = "" if row["other"] is None else f" {shown(row['other'], scale)}"
    return [
        row["what"],
        "" if row["target"] is None else f"{'≥' if row['at_least'] else '≤'} {row['target']:g} {row['unit']}",
        shown(row["measured"], row["unit"]),
        shown(row["own"], scale),
        f"{row['against']}{other}",
        shown(row["elapsed"], TIMES),
        str(row["runs"] or ""),
        "" if row["mib"] is None else f"{row['mib']:.0f}",
        said,
    ]


def page_cells(row: dict[str, Any]) -> list[str]:
    """Return what stands on the page for a row: as in the table, and a miss in words."""
    what, target, measured, own, against, elapsed, _runs, _mib, said = cells(row)
    said = "" if said in (MET, NO_TARGET) else said.partition(":")[0]
    if measured and own not in ("", measured):
        measured = f"{measured}: {own}"
    return [what, against, target, f"{measured} ({said})" if said else measured, elapsed]


_SMALLER = (("s", 1.0), ("ms", 1e3), ("µs", 1e6))


def shown(value: float | None, unit: str) -> str:
    """Return a figure with its unit, seconds in the one that suits them; "" for none."""
    if value is None:
        return ""
    if unit == "s":
        unit, factor = next((pair for pair in _SMALLER if value * pair[1] >= 1), _SMALLER[-1])
        value *= factor
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def growth_cells(growth: dict[str, dict[int, Point]], sizes: Sequence[int]) -> Iterator[list[str]]:
    """Yield the rows of the table of growth, a column for each size."""
    for what, points in growth.items():
        yield [what, *(_point(points[size]) if size in points else "" for size in sizes)]


def _point(point: Point) -> str:
    value = shown(point.value, point.unit)
    return value if point.ratio is None else f"{value} ({point.ratio:.2f} {TIMES})"
