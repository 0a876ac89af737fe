"""Streams: every command with stdin, stdout and stderr closed, full, or with nobody at the other end.

Each is a process of its own, since what a program makes of its streams is decided when it begins. The exit code is 0
only where the command has stored and answered, and no traceback is seen anywhere.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

from tests.trials.torture import samples, scratch, shim, truth
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import SKLOG, Ran

CLOSED, FULL, GONE, FOLDER = "closed", "full", "gone", "a folder"
CLOSE = ("<&-", ">&-", "2>&-")
SECONDS = 60.0
"""After so long a command hangs."""


class Streams(NamedTuple):
    """What is wrong with stdin, stdout and stderr; "" for nothing."""

    stdin: str = ""
    stdout: str = ""
    stderr: str = ""

    def __str__(self) -> str:
        """Say it in a few words."""
        return ", ".join(f"{name} {how}" for name, how in self._asdict().items() if how)


UNHARMED = Streams()
HARMS = (
    *(Streams(stdin=how) for how in (CLOSED, FULL, GONE, FOLDER)),
    *(Streams(stdout=how) for how in (CLOSED, FULL, GONE)),
    *(Streams(stderr=how) for how in (CLOSED, FULL, GONE)),
    *(Streams(stdout=how, stderr=how) for how in (CLOSED, FULL, GONE)),
    Streams(CLOSED, CLOSED, CLOSED),
)


def run(seed: int, *, most: int | None = None, only: Sequence[tuple[str, ...]] = samples.COMMANDS) -> Outcome:
    """Run every command with each of the harms; with `most` with so many of them."""
    if reason := shim.why_not():  # it lets the clock stand still, so that two runs leave the same
        return Outcome("streams", 0, skipped=reason)
    dice = random.Random(f"streams {seed}")
    runs, count, problems = 0, dict.fromkeys(truth.KINDS, 0), []
    with scratch.folder() as home, truth.Room(home) as room:
        nothing = home / "nothing"
        nothing.write_text("")
        for words in dict.fromkeys(only):
            one = room.command(words, say=lambda said, typed: _said(room, said, typed))
            without = room.command(words, say=lambda said, _typed: _said(room, said, nothing))
            for harm in HARMS if most is None else dice.sample(HARMS, most):
                room.scene()
                ran = _said(room, words, one.typed, harm)
                runs += 1
                what = truth.Harm(
                    str(harm), silent=bool(harm.stderr) or harm.stdout == GONE, unanswered=harm.stdout == CLOSED
                )
                found = [*truth.judged(room, without if harm.stdin else one, ran, what), *_ended(one, ran, harm)]
                for kind, sentence in found:
                    count[kind] += 1
                    problems.append(f"{kind}: {sentence}")
    return Outcome("streams", runs, tuple(problems), count)


def _ended(one: truth.Command, ran: Ran, harm: Streams) -> list[tuple[str, str]]:
    """Return what is wrong with an exit code where nothing but stderr is harmed."""
    same = ran.code == one.after.ran.code
    if harm.stdin or harm.stdout or same or (one.after.ran.err and not one.after.ran.code):
        return []
    return [("untrue", f"sklog {one.name}, {harm}: it ends with {ran.code}, in place of {one.after.ran.code}")]


def _said(room: truth.Room, words: Sequence[str], typed: Path, harm: Streams = UNHARMED) -> Ran:
    """Say a command in the folder as it is, as a process of its own."""
    closing = " ".join(close for how, close in zip(harm, CLOSE, strict=True) if how == CLOSED)
    command = ["sh", "-c", f'exec "$@" {closing}', "-", *SKLOG, *words]
    env = scratch.environment(room.place, room.settings(FOLDER="", LOG="")) | {"LD_PRELOAD": str(room.library)}
    with ExitStack() as open_:
        files: list[int | IO[bytes]] = [open_.enter_context(typed.open("rb")), subprocess.PIPE, subprocess.PIPE]
        for place, how in enumerate(harm):
            if how == FULL:
                files[place] = open_.enter_context(Path("/dev/full").open("r+b", buffering=0))
            elif how == FOLDER:
                files[place] = os.open(room.place, os.O_RDONLY)
                open_.callback(os.close, files[place])
            elif how == GONE:
                files[place] = _one_end(of_reader=place == 0)
                open_.callback(os.close, files[place])
        process = subprocess.Popen(command, cwd=room.place, env=env, stdin=files[0], stdout=files[1], stderr=files[2])
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Ran(truth.HANGS[0], _text(out), _text(err))
    return Ran(process.returncode, _text(out), _text(err))


def _text(printed: bytes | None) -> str:
    return (printed or b"").decode(errors="replace")


def _one_end(*, of_reader: bool) -> int:
    """Return one end of a pipe whose other end is closed."""
    reader, writer = os.pipe()
    kept, other = (reader, writer) if of_reader else (writer, reader)
    os.close(other)
    return kept
