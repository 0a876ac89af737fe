"""Platform: `sklog rescore` while its workers are killed, itself, the scheduler, and while its disk is full.

What comes out is there whole, with the digest and the standings of a run that nobody disturbed, or nothing is there;
then the same is said again, and that is there. A killed worker is never a reason to say no, and nobody is left behind.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from tests.trials.torture import scratch
from tests.trials.torture.disk import no_small_disk, unclear
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import SECONDS, Ran

PART = 1_500  # hands of a partition, so that there are many
WORKERS = 2
OUT = "out"
SMALL_PARTS = f"""
from sklog.__main__ import main
from sklog.platform import rescore
rescore.begin_job.__kwdefaults__["hands"] = {PART}
main()
"""
"""sklog itself, but that its partitions are small: a user's are larger than what is folded here."""
FULL_DISK = """
    mount -t tmpfs -o "size=$1k" none "$2" || exit 125
    small=$2; shift 2
    "$@"; code=$?
    [ ! -e "$small/out" ] || exit 124
    mount -o remount,size=64m "$small" && "$@" 2>&1 || exit 123
    cp -a "$small/." "$small.kept"; exit $code
"""
"""Run behind `unshare`: the command on a full disk, and again when there is room; what it has made then is kept."""


class Whole(NamedTuple):
    """What an output says that it is: what every run has to come to."""

    digest: str
    hands: int
    standings: str


class _Process:
    """`sklog rescore`, begun and not waited for."""

    def __init__(self, place: Path, *more: str, out: Path | None = None, before: Sequence[str] = ()) -> None:
        words = ["rescore", str(place / "evenings"), "-o", str(out or place / OUT), *more]
        command = [*before, sys.executable, "-c", SMALL_PARTS, *words]
        self.err = (place / "err").open("w+")
        env = scratch.environment(place, {})
        self.process = subprocess.Popen(
            command, cwd=place, stdout=subprocess.DEVNULL, stderr=self.err, env=env, start_new_session=True
        )
        self.seen: set[int] = set()

    def workers(self) -> list[int]:
        """Return its workers, which are alive."""
        found = workers_of(self.process.pid)
        self.seen.update(found)
        return found

    def ended(self) -> Ran:
        """Wait for its end; one that hangs is ended, and has the code of that signal."""
        try:
            self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            return Ran(-signal.SIGKILL, "", "it hangs")
        with self.err:
            self.err.seek(0)
            return Ran(self.process.returncode, "", self.err.read())

    def left(self) -> list[int]:
        """Return which of its workers outlive it by more than some seconds, and end them."""
        patience = time.monotonic() + 10
        while (left := [each for each in self.seen if "sklog" in _words(each) or "spawn" in _words(each)]) and (
            time.monotonic() < patience
        ):
            time.sleep(0.05)
        for each in left:
            os.kill(each, signal.SIGKILL)
        return left


def workers_of(parent: int) -> list[int]:
    """Return the processes that a process has begun to work, by Linux's own list."""
    try:
        threads = list(Path(f"/proc/{parent}/task").iterdir())
        found = [int(word) for thread in threads for word in (thread / "children").read_text().split()]
    except OSError:
        return []
    return [number for number in found if "resource_tracker" not in _words(number)]


def _words(number: int) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


@dataclass
class _Tally:
    """What has to come out, and what was seen so far."""

    expected: Whole | None = None
    runs: int = 0
    killed: int = 0
    again: int = 0
    problems: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("lost", "corrupted", "unclear"), 0))

    def say(self, kind: str, sentence: str) -> None:
        self.count[kind] = self.count.get(kind, 0) + 1
        self.problems.append(f"{kind}: {sentence}")

    def judge(self, process: _Process, place: Path, how: str, *, may_fail: bool) -> None:
        """Look at what is there when the process has ended; say the same again where that is nothing."""
        ran = process.ended()
        self.runs += 1
        if left := process.left():
            self.say("left beside", f"{how}: {len(left)} processes")
        if ran.code and not may_fail:
            self.say("lost", f"{how}: exit code {ran.code}: {ran.err[-400:]!r}")
        elif ran.code > 0 and (wrong := unclear(ran, stored=False)):
            self.say("unclear", f"{how}: {wrong}: {ran.err[-400:]!r}")
        if ran.code and (place / OUT).exists():
            self.say("corrupted", f"{how}: exit code {ran.code}, and yet there is an output")
        if ran.code:
            self.again += 1
            once_more = _Process(place, "--workers", "1").ended()
            if once_more.code:
                self.say("lost", f"{how}: it cannot be said again: {once_more.err[-400:]!r}")
                return
        self.compare(place / OUT, how)

    def compare(self, out: Path, how: str) -> None:
        """Compare an output with that of the run that nobody disturbed."""
        found = whole(out)
        if found != self.expected:
            self.say("corrupted", f"{how}: {found} instead of {self.expected}")
        if left := sorted(path.name for path in out.parent.glob(f"{out.name}.*")):
            self.say("left beside", f"{how}: {', '.join(left)}")


def whole(out: Path) -> Whole:
    """Return what an output is, computed anew from its files."""
    import pyarrow.parquet as pq  # noqa: PLC0415  an extra

    from sklog.platform import results  # noqa: PLC0415  the same

    said = json.loads((out / "rescored.json").read_text())
    hands, digest = 0, 0
    for path in sorted((out / "scores").iterdir()):
        scores = pq.read_table(path)
        hands += sum(scores["state"].combine_chunks().field("hands").to_pylist())
        digest += results.digest(scores)
    found = f"{digest % 2**256:064x}"
    standings = str(pq.read_table(out / "standings.parquet").to_pydict())
    return Whole(found if found == said["digest"] else f"{found}, it says {said['digest']}", hands, standings)


def run(seed: int, *, kills: int, hands: int = 60_000) -> Outcome:
    """Kill workers in so many runs, the command itself in every fourth; the scheduler once, and fill the disk once."""
    if missing := [name for name in ("pyarrow", "distributed", "fsspec") if find_spec(name) is None]:
        return Outcome("platform", 0, skipped=f"{missing[0]} is not installed")
    if not Path("/proc/self/task").exists():
        return Outcome("platform", 0, skipped="there is no /proc")
    dice, tally = random.Random(f"platform {seed}"), _Tally()
    with scratch.folder() as home:
        place = _made(home, hands)
        _Process(place, "--workers", "1").ended()
        tally.expected = whole(place / OUT)
        _cleared(place)
        length = _length(_Process(place, "--workers", str(WORKERS)))
        tally.compare(place / OUT, "undisturbed")
        size = sum(path.stat().st_size for path in (place / OUT).rglob("*"))
        _cleared(place)
        for number in range(kills):
            _killed(tally, place, length, dice, itself=number % 4 == 3)
            _cleared(place)
        _without_scheduler(tally, place, dice.randint(1, hands // PART // 2))
        left_out = _on_a_full_disk(tally, place, home, size // 2)
    figures = {
        **tally.count,
        "workers killed": tally.killed,
        "said again": tally.again,
        "left out": left_out or "nothing",
    }
    return Outcome("platform", tally.runs, tuple(tally.problems), figures)


def _made(home: Path, hands: int) -> Path:
    """Make the evenings, and return the folder in which they lie and everything happens."""
    from tests import plain_evenings  # noqa: PLC0415  pyarrow is an extra

    place = home / "place"
    place.mkdir()
    plain_evenings.written(place / "evenings", hands, plain_evenings.with_stock_and_bock())
    return place


def _length(process: _Process) -> float:
    """Return the seconds from the first worker to the end of a run that nobody disturbs."""
    begun = time.monotonic()
    while process.process.poll() is None and not process.workers():
        begun = time.monotonic()
    process.ended()
    return time.monotonic() - begun


def _cleared(place: Path) -> None:
    for path in place.glob(f"{OUT}*"):
        shutil.rmtree(path)


def _killed(tally: _Tally, place: Path, length: float, dice: random.Random, *, itself: bool) -> None:
    """Kill a worker at one to three random moments of a run, or the command itself at one.

    The moments begin with the first worker, and go on for as long as nobody was disturbed.
    """
    process = _Process(place, "--workers", str(WORKERS))
    moments = sorted(dice.uniform(0, length) for _kill in range(1 if itself else dice.randint(1, 3)))
    waiting, begun = list(moments), time.monotonic()
    while process.process.poll() is None and time.monotonic() < begun + SECONDS:
        if workers := process.workers():
            due = waiting and time.monotonic() > begun + waiting[0]
            if due and itself:
                process.process.kill()
            elif due:
                os.kill(dice.choice(workers), signal.SIGKILL)
                tally.killed += 1
            if due:
                waiting.pop(0)
        elif len(waiting) == len(moments):
            begun = time.monotonic()
        time.sleep(0.005)
    who = "the command" if itself else "workers"
    tally.judge(process, place, f"{who} killed after {_seconds(moments)} s", may_fail=itself)


def _seconds(moments: Sequence[float]) -> str:
    return ", ".join(f"{moment:.2f}" for moment in moments)


# -- the scheduler -----------------------------------------------------------------------------------------


def _without_scheduler(tally: _Tally, place: Path, wanted: int) -> None:
    """Begin a cluster of one's own, and kill its scheduler when so many partitions are done."""
    with _cluster(place) as (scheduler, address):
        process = _Process(place, "--engine", "dask", "--scheduler", address)
        parts = place / f"{OUT}.partial" / "scores"
        while process.process.poll() is None and len(list(parts.glob("part*"))) < wanted:
            time.sleep(0.005)
        scheduler.kill()
        tally.judge(process, place, f"the scheduler killed after {wanted} partitions", may_fail=True)


@contextmanager
def _cluster(place: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Begin a scheduler and its workers, as everybody does who has a cluster; give the scheduler and its address."""
    said = place / "scheduler.json"
    quiet = {"cwd": place, "env": scratch.environment(place, {}), "stdout": subprocess.DEVNULL}
    cli = [sys.executable, "-m", "distributed.cli"]
    begun = [_begun(cli, "dask_scheduler", "--port", "0", "--scheduler-file", str(said), **quiet)]
    try:
        while not said.exists() or not said.read_text().endswith("}"):
            time.sleep(0.05)
        for number in range(WORKERS):
            own = ("--nthreads", "1", "--death-timeout", "10", "--local-directory", str(place / f"worker-{number}"))
            begun.append(_begun(cli, "dask_worker", "--scheduler-file", str(said), *own, **quiet))
        yield begun[0], json.loads(said.read_text())["address"]
    finally:
        for process in reversed(begun):
            process.terminate()
            process.wait()


def _begun(cli: Sequence[str], module: str, *words: str, **how: Any) -> subprocess.Popen[bytes]:
    command = [*cli[:-1], f"{cli[-1]}.{module}", "--host", "127.0.0.1", "--no-dashboard", *words]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, **how)


# -- the disk ----------------------------------------------------------------------------------------------


def _on_a_full_disk(tally: _Tally, place: Path, home: Path, room: int) -> str:
    """Leave room for so many bytes alone, then say it again with more; return why that cannot be tried."""
    if reason := no_small_disk(home):
        return f"a full disk: {reason}"
    small = place / "small"
    small.mkdir()
    before = ["unshare", "-rm", "sh", "-c", FULL_DISK, "-", str(room >> 10), str(small)]
    ran = _Process(place, "--workers", str(WORKERS), out=small / OUT, before=before).ended()
    tally.runs += 1
    if ran.code in (0, 123, 124, 125):
        why = ("the disk was never full", "it cannot be said again", "there is an output", "no small disk")
        tally.say("lost", f"disk: {why[max(ran.code - 122, 0)]}: {ran.err[-400:]!r}")
        return ""
    if wrong := unclear(ran, stored=False):
        tally.say("unclear", f"disk: {wrong}: {ran.err[-400:]!r}")
    tally.again += 1
    tally.compare(small.with_name("small.kept") / OUT, "disk")
    return ""
