"""How long `sklog add` and `sklog show` take, as whole processes, against the bare minimum in the same run.

The floors open SQLite and commit one durable row: one is a bare Typer program, one is written with argparse.
Commands run in turn, so that a machine that slows down slows all of them; medians and ratios are printed.

    python tests/benchmarks/startup.py [RUNS]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMIT = """
ledger = sqlite3.connect(sys.argv[1], isolation_level=None)
ledger.execute("PRAGMA synchronous = EXTRA")
ledger.execute("CREATE TABLE IF NOT EXISTS line (text)")
ledger.execute("BEGIN IMMEDIATE")
ledger.execute("INSERT INTO line VALUES ('s ac nl3')")
ledger.execute("COMMIT")
print("recorded")
"""
TYPER = f"""
import sqlite3, sys, typer
app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
@app.command()
def main(db: str) -> None:
{"".join(f"    {line}{chr(10)}" for line in COMMIT.strip().splitlines())}
app()
"""
ARGPARSE = f"""
import argparse, sqlite3, sys
parser = argparse.ArgumentParser()
parser.add_argument("db")
parser.parse_args()
{COMMIT}
"""
TARGETS = {"add": 1.5, "show": 1.6}


def main(runs: int) -> None:
    """Measure and print one table."""
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder))
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(runs + 2):  # two rounds warm the caches
            for name, command in commands.items():
                begun = time.perf_counter()
                subprocess.run(command, check=True, capture_output=True, cwd=folder, env=_environment(folder))
                if turn > 1:
                    times[name].append((time.perf_counter() - begun) * 1000)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    print(f"{runs} runs each, in turn; whole process, milliseconds")
    print(f"{'':<10}{'median':>8}{'min':>8}{'max':>8}{'× Typer':>9}{'× argparse':>12}  target")
    for name, taken in times.items():
        target = TARGETS.get(name)
        ratio = medians[name] / medians["typer"]
        verdict = "" if target is None else f"  ≤ {target} × Typer: {'met' if ratio <= target else 'missed'}"
        print(
            f"{name:<10}{medians[name]:>8.1f}{min(taken):>8.1f}{max(taken):>8.1f}{ratio:>9.2f}"
            f"{medians[name] / medians['argparse']:>12.2f}{verdict}"
        )


def _environment(folder: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "SKLOG_DB": f"{folder}/ledger.db"}


def _commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands to compare, with ten hands in the ledger already."""
    for name, text in {"typer_floor.py": TYPER, "argparse_floor.py": ARGPARSE}.items():
        (folder / name).write_text(text, encoding="utf-8")
    # the installed command where there is one; -P keeps this folder's files out of the imports
    script = Path(sys.executable).with_name("sklog")
    sklog = [str(script)] if script.exists() else [sys.executable, "-P", "-m", "sklog"]
    again = [*sklog, "add", "--again", "s", "ac", "nl3"]
    environment = _environment(str(folder))
    for command in ([*sklog, "start", "Abend", "--players", "Anna,Bene,Christl,Dani"], *[again] * 10):
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=environment)
    return {
        "argparse": [sys.executable, "argparse_floor.py", "floor.db"],
        "typer": [sys.executable, "typer_floor.py", "floor.db"],
        "add": again,
        "show": [*sklog, "show"],
    }


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
