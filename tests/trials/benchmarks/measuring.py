"""Processes that run in turn, so that a machine that slows down slows all of them: seconds, memory, and what failed."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LAUNCHER = str(Path(__file__).with_name("launcher.py"))
LONGEST_REASON = 200  # letters of what a failed command said


class Once(NamedTuple):
    """What one run of a command took: seconds, those of the processor, MiB at most, the exit code, its complaints."""

    seconds: float
    cpu: float
    mib: float
    code: int
    said: str


class Command(NamedTuple):
    """A command to measure: its words, and what it finds in the environment besides the usual."""

    words: Sequence[str]
    env: Mapping[str, str]


@dataclass
class Taken:
    """What the runs of one command took; `problem` says why it was given up, "" where it was not."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    mib: float = 0.0
    problem: str = ""

    @property
    def median(self) -> float:
        """Return the median of the seconds; 0.0 where there are none."""
        return statistics.median(self.seconds) if self.seconds else 0.0

    @property
    def processor(self) -> float:
        """Return the median of the processor's seconds; 0.0 where they are not known."""
        return statistics.median(self.cpu) if self.cpu else 0.0

    @property
    def runs(self) -> int:
        """Return how many runs were counted."""
        return len(self.seconds)


def environment(folder: Path, ledger: Path | None = None) -> dict[str, str]:
    """Return the settings in which nothing of the user's is seen: home and ledger are in the folder.

    What Python has compiled is kept as in daily use, whatever the caller's own settings are.
    """
    dropped = ("SKLOG_", "XDG_", "PYTHONDONTWRITEBYTECODE", "_SKLOG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    own = {"HOME": str(folder), "USER": "anna", "SKLOG_LANG": "en", "SKLOG_BACKUPS": "off", "COLUMNS": "80"}
    return {**kept, **own, "SKLOG_DB": str(ledger or folder / "ledger.db")}


def sklog() -> list[str]:
    """Return the words that start sklog: the installed command where there is one."""
    script = Path(sys.executable).with_name("sklog")
    # -P keeps the current folder's files out of the imports
    return [str(script)] if script.exists() else [sys.executable, "-P", "-m", "sklog"]


def once(command: Command, folder: Path) -> Once:
    """Run a command in the folder and return what it took, failed or not; `launcher` says why it stands between."""
    words = [sys.executable, "-I", "-S", LAUNCHER, *command.words]
    ran = subprocess.run(words, check=False, capture_output=True, cwd=folder, env=command.env, text=True)
    said = " ".join(ran.stderr.split())[-LONGEST_REASON:]
    if ran.returncode:  # the command could not even begin
        return Once(0.0, 0.0, 0.0, ran.returncode, said)
    seconds, cpu, kib, code = ran.stdout.split()
    mib = float(kib) / (1024**2 if sys.platform == "darwin" else 1024)  # where it is told in bytes
    return Once(float(seconds), float(cpu), mib, int(code), said)


def count(taken: Taken, run: Once, *, warm: bool = False) -> None:
    """Add a run to those of its command; a failed one is the last, and one that only warms the caches is not kept."""
    if run.code:
        taken.problem = f"exit code {run.code}: {run.said or 'no reason said'}"
    elif not warm:
        taken.seconds.append(run.seconds)
        taken.cpu.append(run.cpu)
        taken.mib = max(taken.mib, run.mib)


def in_turn(
    commands: Mapping[str, Command],
    folder: Path,
    runs: int,
    *,
    warm: int = 1,
    before: Callable[[str], None] | None = None,
) -> dict[str, Taken]:
    """Run every command so many times, one after the other; some rounds before warm the caches, unless one is enough.

    A command that fails is left out from then on, and the others go on. `before` is told the name of what comes.
    """
    taken = {name: Taken() for name in commands}
    warm = warm if runs > 1 else 0
    for turn in range(runs + warm):
        for name, command in commands.items():
            if not taken[name].problem:
                if before:
                    before(name)
                count(taken[name], once(command, folder), warm=turn < warm)
    return taken


def must(command: Command, folder: Path) -> None:
    """Run what has to be done before anything is measured; raise RuntimeError where it fails."""
    run = once(command, folder)
    if run.code:
        words = " ".join(Path(word).name for word in command.words)
        raise RuntimeError(f"{words}: exit code {run.code}: {run.said}")
