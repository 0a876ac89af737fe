"""How long a line of shorthand is read at every key, refusals included, as the prompt of a table does it.

Every beginning of some typical lines is read at a table of four and of seven. A row shows the whole line, and the
slowest of its beginnings; the ratio is that of the whole line to `json.loads` of the same hand.

    python tests/trials/benchmarks/reading.py
"""

from __future__ import annotations

import json
import statistics
import time
from typing import TYPE_CHECKING

from sklog import tariffs
from sklog.errors import HandError
from sklog.notation import read
from sklog.scoring.canonical import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sklog.scoring.hand import Hand

PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Sepp", "Kathi", "Robert")
TARIFF = tariffs.find("wiki")  # the most games
LINES = (
    *("sac", "s ac nl3", "w b-l2", "hsa nl4p", "s anna christl 93 schneider kontra re", "r d jb", "r 48 30 22 20"),
    *("herz-solo anna sie", "eichel wenz dani verloren klopfer2", "solo herz bene kontra:Dani,Bene tricks:8"),
    *("sauspeil anna bene schneidr", "s anna xaver klopfr", "schieber bene note:x // spät"),
)
MOST = 5.0  # milliseconds
RUNS = 15


def main() -> None:
    """Measure and print one table for each table of people."""
    print(f"milliseconds, median of {RUNS} runs; tariff {TARIFF.name}")
    worst = max(_table(PEOPLE[:number]) for number in (4, 7))
    print(f"the slowest key: {worst:.2f}, at most {MOST:g}: {'met' if worst <= MOST else 'missed'}")


def _table(people: Sequence[str]) -> float:
    """Print a row for each line at the table of these people; return the time of the slowest key."""
    print(f"{f'{len(people)} people':<46}{'line':>7}{'× JSON':>8}{'slowest key':>13}")
    worst = 0.0
    for line in LINES:
        keys = {line[:stop]: _taken(lambda said=line[:stop]: _read(said, people)) for stop in range(1, len(line) + 1)}
        slowest = max(keys, key=keys.__getitem__)
        worst = max(worst, keys[slowest])
        print(f"{line:<46}{keys[line]:>7.3f}{_ratio(line, people, keys[line]):>8}{keys[slowest]:>13.3f}  {slowest}")
    return worst


def _ratio(line: str, people: Sequence[str], taken: float) -> str:
    hand = _read(line, people)
    if hand is None:
        return "refused"
    written = json.dumps(to_json(hand))
    return f"{taken / _taken(lambda: json.loads(written)):.0f}"


def _read(line: str, people: Sequence[str]) -> Hand | None:
    try:
        return read(line, people, people[:4], TARIFF)
    except HandError:
        return None


def _taken(what: Callable[[], object]) -> float:
    """Return the milliseconds of one call, the median of some; one more before them warms the caches."""
    times = []
    for _ in range(RUNS + 1):
        begun = time.perf_counter()
        what()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times[1:])


if __name__ == "__main__":
    main()
