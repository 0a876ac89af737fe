"""Faults: every call of every command to the system fails in turn, once, and from then on, in every way it can.

Calls are those on files of the folder and on stdin, stdout and stderr: opening, reading, writing, syncing, locking,
looking, listing, renaming, removing, closing. Nothing is lost, nothing is half there, nothing is left lying about, and
every sentence is true.
"""

from __future__ import annotations

import errno
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.trials.torture import samples, scratch, shim, truth
from tests.trials.torture.outcome import Outcome

SHORT = 0
ANY = (errno.EIO, errno.EACCES)
FAULTS: dict[str, tuple[int, ...]] = {
    "open": (errno.EIO, errno.EACCES, errno.EMFILE, errno.EINTR),
    "create": (errno.EIO, errno.EACCES, errno.EMFILE, errno.ENOSPC, errno.EINTR),
    "read": (errno.EIO, SHORT, errno.EINTR),
    "write": (errno.EIO, errno.ENOSPC, SHORT, errno.EINTR),
    "print": (errno.EIO, errno.ENOSPC, errno.EPIPE, SHORT, errno.EINTR),
    "sync": (errno.EIO, errno.ENOSPC, errno.EINTR),
    "truncate": (errno.EIO, errno.EINTR),
    "rename": (errno.EIO, errno.EACCES, errno.ENOSPC),
    "link": (errno.EIO, errno.EACCES, errno.ENOSPC),
    "unlink": ANY,
    "mkdir": (*ANY, errno.ENOSPC),
    "close": (errno.EIO, errno.EINTR),
    "stat": ANY,
    "lock": (errno.EIO, errno.EACCES, errno.ENOLCK, errno.EINTR),
    "unlock": (errno.EIO,),
    "seek": (errno.EIO,),
    "map": (errno.EIO, errno.ENOMEM),
    "list": (errno.EIO,),
    "chmod": (errno.EIO, errno.EPERM),
}
"""How each kind of call can fail: with an error, or cut short."""
ONCE, KIND, ALL = "once", "kind", "all"


def run(seed: int, *, most: int | None = None, only: Sequence[tuple[str, ...]] = samples.COMMANDS) -> Outcome:
    """Let every call of every command fail; with `most` at about so many of each."""
    if reason := shim.why_not():
        return Outcome("faults", 0, skipped=reason)
    dice = random.Random(f"faults {seed}")
    tried, count, problems = Counter[str](), dict.fromkeys(truth.KINDS, 0), []
    with scratch.folder() as home, truth.Room(home) as room:
        for words in dict.fromkeys(only):
            one = room.command(words)
            for at, how, error in _trials(one.steps, dice, most):
                room.scene()
                ran = room.run(one.words, one.typed, HOW=how, AT=str(at), ERROR=str(error))
                kind = one.steps[at - 1].partition(" ")[0]
                tried[kind] += 1
                for wrong, sentence in truth.judged(room, one, ran, _harm(one.steps, at, how, error)):
                    count[wrong] += 1
                    problems.append(f"{wrong}: {sentence}")
    figures = {f"calls to {kind}": times for kind, times in sorted(tried.items())}
    return Outcome("faults", tried.total(), tuple(problems), {**count, **figures})


def _trials(steps: Sequence[str], dice: random.Random, most: int | None) -> Iterator[tuple[int, str, int]]:
    """Yield which call fails, how long, and with what; with `most` one way for each."""
    for at in shim.chosen(steps, dice, most):
        ways = [
            (at, how, error)
            for error in FAULTS[steps[at - 1].partition(" ")[0]]
            for how in ((ONCE,) if error == errno.EINTR else (ONCE, KIND))
        ]
        ways.append((at, ALL, errno.EIO))
        yield from ways if most is None else [dice.choice(ways)]


def _harm(steps: Sequence[str], at: int, how: str, error: int) -> truth.Harm:
    kind = steps[at - 1].partition(" ")[0]
    said = f"{how} {errno.errorcode.get(error, 'short')} at call {at} of {len(steps)}, {steps[at - 1]}"
    silent = how == ALL or (kind == "print" and error != SHORT)
    return truth.Harm(
        said, silent=silent, littering=how == ALL or kind == "unlink", lasting=how != ONCE and kind != "print"
    )
