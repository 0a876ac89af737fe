"""Disk: every write, sync, rename, truncation and removal fails in turn, and the disk is full at every size.

Whatever fails, no acknowledged hand is lost and nothing is half there; who is told no is told so in one clear
sentence, and the sentence is true: where it says that nothing was stored, nothing was.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tests.trials.torture import cases, scratch, shim
from tests.trials.torture.cases import Case, Ready
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import Ran
from tests.trials.torture.shim import Shim

HOW = ("fail", "dead", "full")
PAGE, BLOCK = 4096, 512
MOST_LETTERS = 400
RAW = ("Traceback", "Exception ignored", "transaction", "SQL")
"""What no sentence for people has in it."""
ENLARGING = ("write", "create", "link", "mkdir")
SMALL_DISK = """
    mount -t tmpfs -o "size=$1" none "$2" && cp -a "$3/." "$2" && cd "$2" || exit 125
    out=$3; shift 3; "$@"; code=$?
    find "$out" -mindepth 1 -delete && cp -a . "$out" && exit $code
"""
"""Run behind `unshare`: the file system is gone with the process, and what lay on it is in the third folder."""

Trial = tuple["Ran", str]
"""What the command did, and what was done to it."""


@dataclass
class _Tally:
    """What was seen so far."""

    runs: int = 0
    late: int = 0
    problems: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("lost", "corrupted", "unclear"), 0))

    def say(self, kind: str, sentence: str) -> None:
        self.count[kind] += 1
        self.problems.append(f"{kind}: {sentence}")

    def judge(self, one: Ready, place: Path, ran: Ran, harm: str) -> None:
        """Look at the ledger now that the disk works again, and at what was said."""
        self.runs += 1
        found = cases.look(one, place, ran.said if ran.code else one.said)
        where = f"{one.case.name}, {harm}"
        if found.lost:
            self.say("lost", f"{where}: {found.lost}")
        if found.broken:
            self.say("corrupted", f"{where}: {found.broken}")
        stored = one.stored(found.stage, ran.said)
        if wrong := unclear(ran, stored=stored):
            self.say("unclear", f"{where}: {wrong}: {ran.err[-MOST_LETTERS:]!r}")
        self.late += bool(ran.code and stored)


def unclear(ran: Ran, *, stored: bool) -> str:
    """Return what is wrong with what a command said when its disk failed; "" if nothing is."""
    if any(word in ran.err for word in RAW):
        return "not for people"
    if ran.code < 0:
        return f"ended by signal {-ran.code}"
    if not ran.code:
        return ""
    if not ran.err.strip() or ran.err.count("\n") != 1 or len(ran.err) > MOST_LETTERS:
        return "not one sentence"
    if stored and "nothing was stored" in ran.err:
        return "it was stored"
    return ""


def run(seed: int, *, most: int | None = None, only: Sequence[Case] = cases.CASES) -> Outcome:
    """Let the disk fail under every command; with `most` at about so many places in each way, else at all of them."""
    dice, tally = random.Random(f"disk {seed}"), _Tally()
    skipped = []
    with scratch.folder() as home, ExitStack() as running:
        harms: list[Callable[[Ready, Path], Iterator[Trial]]] = [lambda *on: _limited(*on, most)]
        if reason := shim.why_not():
            skipped.append(f"every call in turn: {reason}")
        else:
            harms.append(_in_turn(running.enter_context(shim.built(home)), dice, most))
        if reason := no_small_disk(home):
            skipped.append(f"a small file system: {reason}")
        else:
            harms.append(lambda *on: _filled(*on, most))
        for number, case in enumerate(only):
            one, place = cases.ready(case, home / str(number)), home / "place"
            for harm in harms:
                for ran, what in harm(one, place):
                    tally.judge(one, place, ran, what)
    figures = {**tally.count, "refused at the end, yet stored, and said so": tally.late}
    return Outcome("disk", tally.runs, tuple(tally.problems), {**figures, "left out": "; ".join(skipped) or "nothing"})


def _in_turn(built: Shim, dice: random.Random, most: int | None) -> Callable[[Ready, Path], Iterator[Trial]]:
    """Return what lets one call after the other fail."""

    def trials(one: Ready, place: Path) -> Iterator[Trial]:
        calls = built.calls(one, place)
        for how in HOW:
            numbers = shim.chosen(calls, dice, most)
            for at in numbers:
                if how == "full" and not calls[at - 1].startswith(ENLARGING):
                    continue
                ran = built.run(one, one.scene(place), how, at)
                yield ran, f"{how} at call {at} of {len(calls)}, {calls[at - 1]}"

    return trials


def _limited(one: Ready, place: Path, most: int | None) -> Iterator[Trial]:
    """No file may be longer than so many pages, until that is enough."""
    for pages in _steps(most):
        words = ("sh", "-c", 'ulimit -f "$1" && shift && exec "$@"', "-", str(pages * PAGE // BLOCK))
        ran = one.run(one.scene(place), *words)
        yield ran, f"no file above {pages} pages"
        if not ran.code:
            return


def _filled(one: Ready, place: Path, most: int | None) -> Iterator[Trial]:
    """The disk has room for so many pages more, until that is enough."""
    small = place.with_name("small")
    small.mkdir(exist_ok=True)
    taken = sum(-(-path.stat().st_size // PAGE) for path in one.template.rglob("*") if path.is_file())
    for pages in _steps(most):
        # a size of 0 means none
        arguments = (f"{(taken + pages or 1) * PAGE}", str(small), str(one.scene(place)))
        words = ("unshare", "-rm", "sh", "-c", SMALL_DISK, "-", *arguments)
        ran = one.run(place, *words, SKLOG_DB=str(small / scratch.LEDGER))
        yield ran, f"room for {pages} pages"
        if not ran.code:
            return


def _steps(most: int | None) -> Iterator[int]:
    """Yield 0, 1, 2, …; with `most` they grow faster."""
    return count() if most is None else (3**step - 1 for step in count())


def no_small_disk(home: Path) -> str:
    """Return why no file system can be mounted here; "" if one can."""
    if not shutil.which("unshare"):
        return "there is no unshare"
    (home / "empty").mkdir()
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", home / "empty"]
    return scratch.run(command, home).err.strip()
