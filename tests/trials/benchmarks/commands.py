"""The commands of every hand, as whole processes: add, show, the version and completion, beside the bare minimum."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.trials.benchmarks import floors
from tests.trials.benchmarks.measuring import Command, environment, in_turn
from tests.trials.benchmarks.rows import Figure, Spec, ratio
from tests.trials.benchmarks.seasons import FIRST_HANDS, OTHER, USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.trials.benchmarks.rows import Measured, Run

FLOOR = "Typer floor"
READING = "Typer, reading a row"
COMPLETED = {
    "completion": "sklog ad",
    "completion-option": "sklog start Abend --tariff sau",
    "completion-hand": "sklog add s a",
}
WARM = 2  # the first round after an installation compiles


def specs(run: Run) -> list[Spec]:
    """Return the rows of this part."""
    few, many = f"{FIRST_HANDS} hands", f"{run.large:,} hands"
    return [
        Spec("typer-floor", "bare Typer program, one durable row", None, "argparse floor"),
        Spec("add", f"sklog add, {few}", 0.95, FLOOR),
        Spec("add-large", f"sklog add, {many}", 1.15, f"with {few}"),
        Spec("show", f"sklog show, {few}", 0.95, FLOOR),
        Spec("show-large", f"sklog show, {many}", 1.15, f"with {few}"),
        Spec("version", "sklog --version", 1.1, FLOOR),
        Spec("library", "import sklog", 1.5, "bare Python"),  # which takes 10 ms: 5 more are allowed
        Spec("completion", "completion of a command", 1.1, FLOOR),
        Spec("completion-option", "completion of a tariff", 1.1, FLOOR),
        Spec("completion-hand", "completion of a word of a hand", 0.95, FLOOR),
        Spec("show-reading", f"sklog show, {few}", None, READING),
        Spec("add-functions", "functions of sklog that one add calls", 170, "", unit=""),
        Spec("add-modules", "modules in which they stand", 30, "", unit=""),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is; all of these commands run in turn."""
    ledgers = run.ledgers
    sizes = (0, *run.sizes)
    ledgers.with_an_evening(sizes)
    usual = environment(ledgers.folder, ledgers.path(0))
    commands = {
        "argparse": Command(floors.argparse(ledgers.folder), usual),
        "typer": Command(floors.typer(ledgers.folder), usual),
        "version": ledgers.command(0, "--version"),
        "python": Command([sys.executable, "-c", "pass"], usual),
        "library": Command([sys.executable, "-c", "import sklog"], usual),
        "reading": Command(floors.reading(ledgers.folder), usual),
        **{name: Command(ledgers.command(0).words, {**usual, **_completing(line)}) for name, line in COMPLETED.items()},
        **{f"before {size}": ledgers.command(size, *USUAL) for size in sizes},
        **{f"add {size}": ledgers.command(size, *OTHER) for size in sizes},
        **{f"show {size}": ledgers.command(size, "show") for size in sizes},
    }
    taken = in_turn(commands, ledgers.folder, run.runs, warm=WARM)
    yield "typer-floor", ratio(taken["typer"], taken["argparse"])
    for name in ("add", "show"):
        yield name, ratio(taken[f"{name} 0"], taken["typer"])
        yield f"{name}-large", ratio(taken[f"{name} {run.large}"], taken[f"{name} 0"])
    for name in ("version", *COMPLETED):
        yield name, ratio(taken[name], taken["typer"])
    yield "library", ratio(taken["library"], taken["python"])
    yield "show-reading", ratio(taken["show 0"], taken["reading"])
    yield from zip(("add-functions", "add-modules"), _called(run), strict=True)
    for name in ("add", "show"):
        for size in run.sizes:
            run.grows_beside(f"sklog {name} ({FLOOR})", size, taken[f"{name} {size}"], taken["typer"])


def _called(run: Run) -> list[Figure]:
    """Return how many functions, and modules, one `add` calls that finds everything compiled."""
    command = run.ledgers.command(0, *USUAL)
    words = [sys.executable, "-P", "-c", floors.CALLED, *USUAL]
    ran = subprocess.run(
        words, env=dict(command.env), cwd=run.ledgers.folder, capture_output=True, text=True, check=False
    )
    *said, last = ran.stderr.splitlines() or [""]
    counted = last.split()
    if ran.returncode or len(counted) != 2:
        return [Figure(problem=f"exit code {ran.returncode}: {' '.join(said)}")] * 2
    return [Figure(float(number), runs=1) for number in counted]


def _completing(line: str) -> dict[str, str]:
    """Return the settings in which a shell asks for the last word of a line."""
    return {"_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
