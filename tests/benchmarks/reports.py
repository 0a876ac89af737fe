"""How long every report takes over a long season, and how much memory: whole processes, beside a bare Typer program.

The ledger has 200 evenings with 12,000 hands. Reports run in turn, so that a machine that slows down slows all of
them.

    python tests/benchmarks/reports.py [RUNS]
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from sklog.cli.reporting import reports
from tests.benchmarks import floors
from tests.benchmarks.measuring import Command, environment, must, once, sklog
from tests.benchmarks.seasons import HANDS, evening

if TYPE_CHECKING:
    from collections.abc import Sequence

EVENINGS = 200
SECONDS, MIB = 1.5, 150


def main(runs: int) -> None:
    """Measure and print one table."""
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder))
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for turn in range(runs + 1):  # one round warms the caches
            for name, command in commands.items():
                measured = _measured(command, Path(folder))
                if turn:
                    taken[name].append(measured)
    floor = statistics.median(seconds for seconds, _mib in taken["typer"])
    print(f"{EVENINGS} evenings, {EVENINGS * HANDS} hands; {runs} runs each, in turn; whole process")
    print(f"{'':<12}{'median s':>9}{'min s':>8}{'MiB':>6}{'× Typer':>9}  target ≤ {SECONDS} s, {MIB} MiB")
    for name, found in taken.items():
        seconds, memory = [one for one, _mib in found], max(mib for _seconds, mib in found)
        median = statistics.median(seconds)
        verdict = "" if name == "typer" else "  met" if median <= SECONDS and memory <= MIB else "  missed"
        print(f"{name:<12}{median:>9.2f}{min(seconds):>8.2f}{memory:>6.0f}{median / floor:>9.1f}{verdict}")


def _measured(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """Return the seconds and the MiB that a command took."""
    taken = once(Command(command, environment(folder)), folder)
    if taken.code:
        raise SystemExit(f"{' '.join(command)}: exit code {taken.code}: {taken.said}")
    return taken.seconds, taken.mib


def _commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands to compare, with the season in the ledger already."""
    rng, first = Random(5), date(2022, 1, 7)  # noqa: S311  (hands, not secrets)
    lines = [json.dumps(evening(rng, number, first + timedelta(days=7 * number))) for number in range(EVENINGS)]
    (folder / "season.jsonl").write_text("\n".join(lines), encoding="utf-8")
    must(Command([*sklog(), "import", "season.jsonl"], environment(folder)), folder)
    names = [str(command.name) for command in reports.registered_commands if command.name != "schema"]
    return {"typer": floors.typer(folder), **{name: [*sklog(), "report", name] for name in names}}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
