"""Kill: SIGKILL at random moments of a command's whole life, around its commit, and at every call that writes.

Whatever was answered before is there, a command is there whole or not at all, `check` finds nothing wrong; and
what was not answered can simply be said again.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

from tests.trials.torture import cases, scratch, shim
from tests.trials.torture.cases import Case, Ready
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER, Ran
from tests.trials.torture.shim import Shim

HOW = ("kill", "torn")
LATER = 1.2  # times the length of an undisturbed run: the machine may be slower now
BEHIND = 0.01  # seconds after the commit in which the answer is printed

Trial = tuple["Ran", str]
"""What was printed before the end, and when that was."""


@dataclass
class _Tally:
    """What was seen so far."""

    runs: int = 0
    during: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    problems: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("lost", "corrupted"), 0))

    def judge(self, one: Ready, place: Path, ran: Ran, when: str) -> None:
        """Look at the ledger that the dead process has left."""
        self.runs += 1
        self.during += (place / f"{LEDGER}-journal").exists()
        self.acknowledged += bool(one.case.acknowledged(ran.said, len(one.stages)))
        found = cases.look(one, place, ran.said)
        self.unanswered += one.stored(found.stage, ran.said)
        wrong = {"lost": found.lost, "corrupted": found.broken or self._again(one, place, found.stage)}
        for kind, sentence in wrong.items():
            if sentence:
                self.count[kind] += 1
                self.problems.append(f"{kind}: {one.case.name}, killed {when}: {sentence}")

    @staticmethod
    def _again(one: Ready, place: Path, stage: int) -> str:
        """Say the command once more where nothing of it is there; return what is wrong then."""
        if stage or one.case.lines:
            return ""
        ran = scratch.tried(one.case.words, place)
        return f"it cannot be said again: {ran.said}" if ran.code else cases.look(one, place, one.said).broken


def run(seed: int, *, kills: int, most: int | None = None, only: Sequence[Case] = cases.CASES) -> Outcome:
    """Kill the commands so many times at random; and at each call that writes, with `most` at about so many of each."""
    dice, tally = random.Random(f"kill {seed}"), _Tally()
    reason = shim.why_not()
    with scratch.folder() as home, nullcontext() if reason else shim.built(home) as built:
        for number, case in enumerate(only):
            one, place = cases.ready(case, home / str(number)), home / "place"
            share = kills // len(only) + (number < kills % len(only))
            for ran, when in _at_random(one, place, dice, share):
                tally.judge(one, place, ran, when)
            for ran, when in _in_turn(built, one, place, dice, most) if built else ():
                tally.judge(one, place, ran, when)
    figures = {
        **tally.count,
        "in the middle of a transaction": tally.during,
        "after an answer": tally.acknowledged,
        "stored and not yet answered": tally.unanswered,
        "left out": f"every call in turn: {reason}" if reason else "nothing",
    }
    return Outcome("kill", tally.runs, tuple(tally.problems), figures)


def _at_random(one: Ready, place: Path, dice: random.Random, kills: int) -> Iterator[Trial]:
    """Kill in turn at any moment, and from the moment on at which the command begins to write."""
    journal = place / f"{LEDGER}-journal"
    one.scene(place)
    writing = 0.0 if journal.exists() else _killed(one, place, lambda process: _written(process, journal))[1]
    for number in range(kills):
        one.scene(place)
        if number % 2 and writing:
            delay = dice.uniform(0, writing * LATER + BEHIND)
            ran, __ = _killed(one, place, lambda process: _after_begin(process, journal, delay))  # noqa: B023
            yield ran, f"{delay:.4f} s after it began to write"
        else:
            delay = dice.uniform(0, one.seconds * LATER)
            ran, __ = _killed(one, place, lambda _process: time.sleep(delay))  # noqa: B023
            yield ran, f"after {delay:.3f} s"


def _in_turn(built: Shim, one: Ready, place: Path, dice: random.Random, most: int | None) -> Iterator[Trial]:
    """Kill before and behind each call that writes, and in the middle of each write."""
    calls = built.calls(one, place)
    for how in HOW:
        for at in shim.chosen(calls, dice, most):
            ran = built.run(one, one.scene(place), how, at)
            yield ran, f"({how}) at call {at} of {len(calls)}, {calls[at - 1]}"


def _killed(one: Ready, place: Path, wait: Callable[[Popen[bytes]], float | None]) -> tuple[Ran, float]:
    """Begin a command and kill it when `wait` is over; return what it printed, and what `wait` returned."""
    with (
        one.typed_file.open() as typed,
        subprocess.Popen(
            one.command,
            cwd=place,
            env=scratch.environment(place, {}),
            stdin=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        waited = wait(process) or 0.0
        process.kill()
        out, err = process.communicate()
    return Ran(process.returncode, out.decode(errors="replace"), err.decode(errors="replace")), waited


def _after_begin(process: Popen[bytes], journal: Path, delay: float) -> None:
    """Wait until the command begins to write, and then so many seconds; it may end before that."""
    while not journal.exists() and process.poll() is None:
        pass
    end = time.perf_counter() + delay
    while time.perf_counter() < end:
        pass


def _written(process: Popen[bytes], journal: Path) -> float:
    """Wait for the end of a command; return how many seconds lay between its first and its last write."""
    first = last = 0.0
    while process.poll() is None:
        if journal.exists():
            last = time.perf_counter()
            first = first or last
    return last - first
