"""How long every report and `whatif` take over a long season, and how much memory: whole processes, beside bare Typer.

The ledger has 200 evenings with 12,000 hands. Reports run in turn, so that a machine that slows down slows all of
them.

    python tests/trials/benchmarks/reports.py [RUNS]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from sklog.cli.report import reports
from tests.trials.benchmarks import floors
from tests.trials.benchmarks.measuring import Command, environment, in_turn
from tests.trials.benchmarks.seasons import HANDS, Ledgers

EVENINGS = 200
SECONDS, MIB = 1.5, 150


def main(runs: int) -> None:
    """Measure and print one table."""
    with tempfile.TemporaryDirectory() as folder:
        ledgers, hands = Ledgers(Path(folder)), EVENINGS * HANDS
        ledgers.ledger(hands)
        names = [str(command.name) for command in reports.registered_commands if command.name != "schema"]
        commands = {"typer": Command(floors.typer(ledgers.folder), environment(ledgers.folder))}
        commands |= {name: ledgers.command(hands, "report", name) for name in names}
        commands["whatif"] = ledgers.command(hands, "whatif", "--tariff", "wiki", "--all")
        taken = in_turn(commands, ledgers.folder, runs)
    print(f"{EVENINGS} evenings, {hands} hands; {runs} runs each, in turn; whole process")
    print(f"{'':<12}{'median s':>9}{'min s':>8}{'MiB':>6}{'× Typer':>9}  target ≤ {SECONDS} s, {MIB} MiB")
    for name, one in taken.items():
        if one.problem:
            raise SystemExit(f"{name}: {one.problem}")
        verdict = "" if name == "typer" else "  met" if one.median <= SECONDS and one.mib <= MIB else "  missed"
        ratio = one.median / taken["typer"].median
        print(f"{name:<12}{one.median:>9.2f}{min(one.seconds):>8.2f}{one.mib:>6.0f}{ratio:>9.1f}{verdict}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
