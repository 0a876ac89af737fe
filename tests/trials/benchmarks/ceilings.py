"""Instructions of commands beside those of a bare Typer program that keeps one row: ceilings, which only fall.

    python -m tests.trials.benchmarks.ceilings [--lower]

Valgrind counts the same within 0.2 % on a busy machine as on a quiet one, so this is asked of every change. The
ceilings stand in `tool.house.instructions` of `pyproject.toml`; `--lower` writes what was counted where that is less.
The exit code is 1 where a command needs more. Without valgrind nothing is counted, and a line says so.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tests.house import BUDGETS
from tests.trials.benchmarks import floors
from tests.trials.benchmarks.measuring import Command, environment
from tests.trials.benchmarks.seasons import OTHER, USUAL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SKLOG = (sys.executable, "-m", "sklog")
COMMANDS: Mapping[str, Sequence[str]] = {
    "add": USUAL,
    "show": ["show"],
    "explain": ["explain", "3"],
    "undo": ["undo"],
    "fix": ["fix", "3", "s", "bd"],
    "settle": ["settle"],
    "report-session": ["report", "session"],
    "report-standings": ["report", "standings"],
    "session-list": ["session", "list"],
    "help": ["--help"],
    "complete": [],
}
"""Each is counted in an evening of five hands, of its own."""
COMPLETING = {"_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": "sklog\nadd\ns\na", "COMP_CWORD": "3"}
"""How a shell asks what the word of a hand may become."""
FLOOR = "a bare Typer program with one durable row"
VALGRIND = ("--tool=exp-bbv", "--instr-count-only=yes", "--bb-out-file=/dev/null")
COUNTED = re.compile(r"# +Total instructions: (\d+)")
MARGIN = 1.02  # of what another machine's libraries count


def instructions(command: Command) -> int:
    """Return how many instructions a command takes in user space."""
    words = ["valgrind", *VALGRIND, *command.words]
    ran = subprocess.run(words, env=dict(command.env), capture_output=True, text=True, check=True)
    found = COUNTED.search(ran.stderr)
    assert found, ran.stderr
    return int(found[1])


def counted() -> dict[str, float]:
    """Return for each command how many times the instructions of the bare program it takes."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        usual = {**environment(folder), "PYTHONPATH": str(Path.cwd()), "PYTHONHASHSEED": "0"}
        commands = [Command(floors.typer(folder), usual)]
        _an_evening(folder / "evening.db", usual)
        for name, words in COMMANDS.items():
            ledger = shutil.copy(folder / "evening.db", folder / f"{name}.db")
            env = usual if words else {**usual, **COMPLETING}
            commands.append(Command([*SKLOG, *words], {**env, "SKLOG_DB": str(ledger)}))
            # once before, in a ledger of its own: what is compiled then is kept
            _run(words, env, shutil.copy(folder / "evening.db", folder / "before.db"))
        _run([], usual, "", program=commands[0].words)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            floor, *found = pool.map(instructions, commands)
    return {name: number / floor for name, number in zip(COMMANDS, found, strict=True)}


def _an_evening(ledger: Path, env: Mapping[str, str]) -> None:
    """Begin an evening of five hands in a new ledger."""
    begin = ["start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel"]
    for words in (begin, *[OTHER, USUAL] * 2, OTHER):
        _run(words, env, str(ledger))


def _run(words: Sequence[str], env: Mapping[str, str], ledger: str, program: Sequence[str] = SKLOG) -> None:
    subprocess.run([*program, *words], env={**env, "SKLOG_DB": ledger}, capture_output=True, check=True)


def main() -> None:
    """Count, print each command with its ceiling, and end with 1 where one is exceeded."""
    asked = argparse.ArgumentParser(prog="python -m tests.trials.benchmarks.ceilings", description=__doc__)
    asked.add_argument("--lower", action="store_true", help="write lower ceilings")
    lower = asked.parse_args().lower
    if not shutil.which("valgrind"):
        print("no valgrind: instructions are not counted")
        return
    text = BUDGETS.read_text("utf-8")
    ceilings: dict[str, float] = tomllib.loads(text)["tool"]["house"]["instructions"]
    found = counted()
    over = [name for name in COMMANDS if found[name] > ceilings[name] * MARGIN]
    for name in COMMANDS:
        print(f"{name:18} {found[name]:.3f} × {FLOOR}, at most {ceilings[name]}{' EXCEEDED' if name in over else ''}")
    if lower:
        for name in COMMANDS:
            text = re.sub(rf"(?m)^({name} = )[\d.]+$", rf"\g<1>{min(ceilings[name], found[name]):.3f}", text)
        BUDGETS.write_text(text, "utf-8")
    sys.exit(bool(over))


if __name__ == "__main__":
    main()
