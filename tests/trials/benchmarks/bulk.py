"""Seasons as a whole: import beside a plain insert of the same rows, check beside the import, memory and size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.trials.benchmarks.measuring import LONGEST_REASON, Taken, count, once
from tests.trials.benchmarks.rows import Figure, Point, Spec, ratio
from tests.trials.benchmarks.seasons import hands_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.trials.benchmarks.rows import Measured, Run

PLAIN = Path(__file__).with_name("plain_insert.py")
MOST_TURNS = 3  # of the ledgers that only show how it grows


class Bulk(NamedTuple):
    """What the ledger with so many hands took: filled, filled plainly, and checked; and the bytes that it has."""

    hands: int
    filled: Taken
    plain: Taken
    checked: Taken
    size: int


def specs(run: Run) -> list[Spec]:
    """Return the rows of this part."""
    many = f"{run.large:,} hands"
    return [
        Spec("import", f"sklog import, {many}", 4, "plain executemany"),
        Spec("import-memory", f"memory of that import, {many}", 200, f"{run.sizes[0]:,} hands", unit="MiB"),
        Spec("check", f"sklog check, {many}", 0.3, "the import"),
        Spec("size-imported", f"the ledger of {many}, a hand", 270, f"{run.sizes[0]:,} hands", unit="bytes"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is, the smallest ledger first, which warms what the larger ones need."""
    made = [_made(run, hands) for hands in run.sizes]
    for bulk in made:
        _growth(run, bulk)
    small, large = made[0], made[-1]
    yield "import", ratio(large.filled, large.plain, memory=True)
    yield "check", ratio(large.checked, large.filled, memory=True)
    problem = large.filled.problem or small.filled.problem
    runs = large.filled.runs
    yield ("import-memory", Figure(large.filled.mib, other=small.filled.mib, scale="MiB", runs=runs, problem=problem))
    yield (
        "size-imported",
        Figure(_a_hand(large), own=large.size / 2**20, other=small.size / 2**20, scale="MiB", runs=1, problem=problem),
    )


def _a_hand(bulk: Bulk) -> float:
    return bulk.size / hands_in(bulk.hands)


def _made(run: Run, hands: int) -> Bulk:
    """Fill, fill plainly and check in turn; the last ledger stays for the other parts."""
    ledgers = run.ledgers
    path, checking, filling = ledgers.path(hands), ledgers.command(hands, "check"), ledgers.importing(hands)
    filled, plain, checked = Taken(), Taken(), Taken()
    for _turn in range(run.long_runs if hands == run.large else min(MOST_TURNS, run.long_runs)):
        for old in path.parent.glob(f"{path.name}*"):  # with its journal, if a command was killed
            old.unlink()
        count(filled, once(filling, ledgers.folder))
        if filled.problem:
            return Bulk(hands, filled, plain, checked, 0)
        _plain(path, plain)
        count(checked, once(checking, ledgers.folder))
    return Bulk(hands, filled, plain, checked, path.stat().st_size)


def _plain(path: Path, plain: Taken) -> None:
    """Insert the rows of a ledger plainly, in a process whose memory is its own affair."""
    target = path.with_name("plain.db")
    ran = subprocess.run([sys.executable, PLAIN, path, target], check=False, capture_output=True, text=True)
    if ran.returncode:
        plain.problem = f"exit code {ran.returncode}: {ran.stderr.strip()[-LONGEST_REASON:]}"
    else:
        seconds, processor = map(float, ran.stdout.split())
        plain.seconds.append(seconds)
        plain.cpu.append(processor)
    target.unlink(missing_ok=True)


def _growth(run: Run, bulk: Bulk) -> None:
    hands = hands_in(bulk.hands)
    run.grows_beside("import a hand (plain insert)", bulk.hands, bulk.filled, bulk.plain, hands)
    run.grows_beside("check a hand (import)", bulk.hands, bulk.checked, bulk.filled, hands)
    if bulk.size:
        run.grows("memory of the import", bulk.hands, Point(bulk.filled.mib, "MiB"))
        run.grows("the ledger, a hand", bulk.hands, Point(_a_hand(bulk), "bytes"))
