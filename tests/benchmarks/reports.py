"""How long every report takes over a long season, and how much memory: whole processes, beside a bare Typer program.

The ledger has 200 evenings with 12,000 hands. Reports run in turn, so that a machine that slows down slows all of
them.

    python tests/benchmarks/reports.py [RUNS]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from startup import TYPER

from sklog.cli.reporting import reports

if TYPE_CHECKING:
    from collections.abc import Sequence

EVENINGS, HANDS = 200, 60
PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Sepp", "Kathi")
SECONDS, MIB = 1.5, 150


def main(runs: int) -> None:
    """Measure and print one table."""
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder))
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for turn in range(runs + 1):  # one round warms the caches
            for name, command in commands.items():
                measured = _measured(command, folder)
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


def _measured(command: Sequence[str], folder: str) -> tuple[float, float]:
    """Return the seconds and the MiB that a command took."""
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder, env=_environment(folder)) as process:
        _pid, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def _environment(folder: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "SKLOG_DB": f"{folder}/ledger.db"}


def _commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands to compare, with the season in the ledger already."""
    (folder / "typer_floor.py").write_text(TYPER, encoding="utf-8")
    rng, first = Random(5), date(2022, 1, 7)  # noqa: S311  (hands, not secrets)
    lines = [json.dumps(_evening(rng, number, first + timedelta(days=7 * number))) for number in range(EVENINGS)]
    (folder / "season.jsonl").write_text("\n".join(lines), encoding="utf-8")
    script = Path(sys.executable).with_name("sklog")
    sklog = [str(script)] if script.exists() else [sys.executable, "-P", "-m", "sklog"]
    environment = _environment(str(folder))
    subprocess.run([*sklog, "import", "season.jsonl"], check=True, capture_output=True, cwd=folder, env=environment)
    names = [str(command.name) for command in reports.registered_commands if command.name != "schema"]
    return {
        "typer": [sys.executable, "typer_floor.py", "floor.db"],
        **{name: [*sklog, "report", name] for name in names},
    }


def _evening(rng: Random, number: int, day: date) -> dict[str, Any]:
    people = rng.sample(PEOPLE, 5 if number % 3 == 0 else 4)
    hands = [_hand(rng, [name for place, name in enumerate(people) if len(people) == 4 or place != hand % 5])
             for hand in range(HANDS)]  # fmt: skip
    return {
        "session": "Stammtisch" if number % 4 else "Kranzl",
        "id": f"{number:032x}",
        "date": day.isoformat(),
        "tariff": "sauspiel",
        "players": people,
        "hands": hands,
    }


def _hand(rng: Random, active: list[str]) -> dict[str, Any]:
    """Return a hand as many tables note them: mostly a Sauspiel, with its Augen and some extras."""
    declarer, partner, other, _last = rng.sample(active, 4)
    knocked = {"klopfer": [declarer]} if rng.random() < 0.1 else {}
    kind = rng.random()
    if kind > 0.9:
        return {
            "game": "ramsch",
            "losers": [declarer],
            "jungfrauen": [partner] if rng.random() < 0.3 else [],
            **knocked,
        }
    played = {"game": "sauspiel", "partner": partner} if kind < 0.6 else {"game": "solo" if kind < 0.75 else "wenz"}
    extras: dict[str, Any] = {"laufende": rng.randint(2, 4)} if rng.random() < 0.2 else {}
    said = {"kontra": [other]} if rng.random() < 0.15 else {}
    return {**played, "declarer": declarer, "augen": rng.randint(20, 110), **extras, **said, **knocked}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
