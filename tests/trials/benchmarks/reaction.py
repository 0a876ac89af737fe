"""How long it takes at the prompt from Enter to the new board, in the 500th hand of an evening, with the hand on disk.

Against the machine's own durable commit in the same run: one row with the ledger's own settings, in turn with
the hands. In the process the line goes the same way as at the prompt; through a pseudo-terminal the time is from
the key to the board's last letter on the screen. And how long a key waits until the line below says what it means.

    python tests/trials/benchmarks/reaction.py [HANDS]
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

sys.path.insert(0, str(Path(__file__).parents[3]))

from sklog.cli import app_group
from sklog.ledger.open import LedgerFile, staying_open
from sklog.play.shell import MOST_TRIED, Shell
from tests.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORT, HANDS_BEFORE = 20, 500
LENGTHS = (60, 100, HANDS_BEFORE)  # of the evenings in which a hand is corrected
MOST_ABOVE, MOST_A_KEY = 30.0, 5.0  # milliseconds
LINES = (
    "s ac nl3",
    "w b-l2",
    "hs a 93l4k",
    "r d jb",
    "s dc 50",
    "x",
    "s bd-",
    "es c z // the last one",
    "fs d-n",
    "w a",
)
TRIED = ("undo", "void 3", "move 3 5", "leave anna", "pay anna bene 5,00", "bock 3", "stock +0,40 anna")
WRONG = ("s ac schneidr foo", "wennz b", "w zenzi", "s ac 200", "hs a 93l4kr3", "fix 12 s bd nl3", "player rename an")


def main(hands: int) -> None:
    """Measure and print one table."""
    gc.set_threshold(100_000)  # as the program itself begins
    with staying_open(), tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        floor = _Floor(Path(folder) / "floor.db")
        short, *_others = _long_evening(Path(folder) / "short.db", SHORT)
        _commit, beginning = _in_turn(hands, floor, _InProcess(short))
        shell, replays, tries = _long_evening(Path(folder) / "ledger.db", HANDS_BEFORE)
        print(f"an evening of {HANDS_BEFORE} hands; {hands} more, milliseconds from Enter to the board")
        print(f"{'':<22}{'median':>8}{'95 %':>8}{'max':>8}")
        commit, inside = _in_turn(hands, floor, _InProcess(shell))
        _row("bare durable commit", commit)
        _row(f"{SHORT} hands before", beginning)
        _row("in the process", inside)
        _verdict(inside, commit)
        with Terminal("play", env={"NO_COLOR": "1"}) as terminal:
            commit, outside = _in_turn(hands, floor, _AtATerminal(terminal, HANDS_BEFORE + hands + 2))
        _row("bare durable commit", commit)
        _row("at a terminal", outside)
        _verdict(outside, commit)
        keys = _keys(shell)
    print(f"\n{len(keys)} keys, milliseconds until the line below says what the line means")
    _row("a key", keys)
    print(f"  95 % at most {MOST_A_KEY:.0f} ms: {'met' if _most(keys) <= MOST_A_KEY else 'missed'}")
    print("\nmilliseconds until every hand's table is known, once behind `fix `")
    for length, times in replays.items():
        _row(f"{length} hands", times)
    print("\nmilliseconds until it is known what a command would change, once for each line")
    for length, times in tries.items():
        _row(f"{length} hands", times)


def _row(name: str, times: Sequence[float]) -> None:
    print(f"{name:<22}{statistics.median(times):>8.2f}{_most(times):>8.2f}{max(times):>8.2f}")


def _verdict(times: Sequence[float], floor: Sequence[float]) -> None:
    above = _most(times) - _most(floor)
    verdict = "met" if above <= MOST_ABOVE else "missed"
    ratio = statistics.median(times) / statistics.median(floor)
    print(f"  95 %: {above:.2f} ms above the commit, at most {MOST_ABOVE:.0f}: {verdict}; median × {ratio:.1f}")


def _most(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20)[-1]


class Timed(Protocol):
    """What is timed: `act`, after `ready` has prepared it."""

    def ready(self, line: str) -> None:
        """Do what comes before the time that counts."""

    def act(self, line: str) -> None:
        """Do what is timed."""


def _in_turn(turns: int, *measured: Timed) -> list[list[float]]:
    """Time each with one line after the other, so many times; two turns before warm the caches."""
    times: list[list[float]] = [[] for _ in measured]
    for turn in range(turns + 2):
        line = LINES[turn % len(LINES)]
        for one, taken in zip(measured, times, strict=True):
            one.ready(line)
            begun = time.perf_counter()
            one.act(line)
            if turn > 1:
                taken.append((time.perf_counter() - begun) * 1000)
    return times


class _Floor:
    """One durable row in a file of its own, as the ledger commits it."""

    def __init__(self, path: Path) -> None:
        self.ledger = sqlite3.connect(path, isolation_level=None)
        self.ledger.execute("PRAGMA synchronous = EXTRA")
        self.ledger.execute("CREATE TABLE line (text)")

    def ready(self, line: str) -> None:
        """There is nothing to do before."""

    def act(self, line: str) -> None:
        """Commit one row."""
        self.ledger.execute("BEGIN IMMEDIATE")
        self.ledger.execute("INSERT INTO line VALUES (?)", (line,))
        self.ledger.execute("COMMIT")


def _long_evening(path: Path, hands: int) -> tuple[Shell, dict[int, list[float]], dict[int, list[float]]]:
    """Return the prompt at an evening with so many hands, and how long it took when it was shorter.

    First to replay it, then to try what a command would change.
    """
    os.environ["SKLOG_DB"] = str(path)
    replays, tries = {}, {}
    program = app_group()
    start = ["start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki"]
    with contextlib.redirect_stdout(io.StringIO()):
        program.main(start, prog_name="sklog", standalone_mode=False)
        shell = Shell(LedgerFile(path), None)
        shell.view.read()
        for turn in range(hands):
            _said(shell, LINES[turn % len(LINES)])
            if turn + 1 in LENGTHS:
                replays[turn + 1] = _replays(shell)
                if turn < MOST_TRIED:
                    tries[turn + 1] = _tries(shell)
    return shell, replays, tries


def _said(shell: Shell, line: str) -> None:
    problems = shell.run_line(line).problems
    if problems:
        raise SystemExit(f"{line}: {problems}")


class _InProcess:
    """What the prompt does with a line: it is read once more, run, and the evening is read for the next prompt."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def ready(self, line: str) -> None:
        """There is nothing to do before."""

    def act(self, line: str) -> None:
        """Record the line."""
        with contextlib.redirect_stdout(io.StringIO()):
            self.shell.view.read()
            self.shell.understood(line)
            _said(self.shell, line)
            self.shell.view.read()


class _AtATerminal:
    """A hand typed at a terminal: the time begins with Enter and ends when the next prompt is on the screen."""

    def __init__(self, terminal: Terminal, hands: int) -> None:
        self.terminal = terminal
        self.hands = hands

    def ready(self, line: str) -> None:
        """Type the line and see it understood."""
        self.terminal.asked(f"hand {self.hands + 1}>")
        self.terminal.type(line)
        self.terminal.until(lambda: self.terminal.line.endswith(line))

    def act(self, line: str) -> None:
        """Press Enter."""
        self.hands += 1
        self.terminal.type("\r")
        self.terminal.asked(f"hand {self.hands + 1}>")
        if f"Hand {self.hands}:" not in self.terminal.text:
            raise SystemExit(f"{line} was not recorded\n{self.terminal.text}")


def _keys(shell: Shell) -> list[float]:
    """Return how long each key of the lines takes, wrong ones included."""
    view, taken = shell.view, []
    shell.warm_up()
    view.read()
    view.before(1)
    for line in (*LINES, *WRONG) * 5:
        for end in range(1, len(line) + 1):
            begun = time.perf_counter()
            view.refresh()
            shell.understood(line[:end])
            taken.append((time.perf_counter() - begun) * 1000)
    return taken


def _replays(shell: Shell) -> list[float]:
    """Return how long it takes to know the table before each hand, which happens once behind `fix `."""
    evening, taken = shell.view.read(), []
    for _turn in range(20):
        shell.view.switch(evening.uid if evening else "")
        shell.view.read()
        begun = time.perf_counter()
        shell.view.before(1)
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def _tries(shell: Shell) -> list[float]:
    """Return how long it takes to know what a command would change, ten times for each."""
    taken = []
    shell.warm_up()
    for line in TRIED * 10:
        shell.foreseen("void 1")  # another line is kept now
        begun = time.perf_counter()
        if shell.foreseen(line) is None:
            raise SystemExit(f"{line}: nothing is known of it")
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
