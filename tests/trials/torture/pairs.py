"""Pairs: one writing command stands still at any of its calls, another one runs, and the first one goes on.

What comes out is what one of the two orders makes, one command behind the other; or one of them is told that somebody
else is writing, and only the other is stored.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tests import transcripts
from tests.trials.torture import scratch, shim, truth
from tests.trials.torture.forks import Forks
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.reader import BUSY
from tests.trials.torture.scratch import Content, Ran
from tests.trials.torture.truth import Command, Room

WRITING: tuple[tuple[str, ...], ...] = tuple(
    tuple(words)
    for words in transcripts.commands("""
start Zweite --players Anna,Bene,Christl,Dani --date 2026-11-20
add s bd
add w c
fix 1 w c l3
insert 2 s bd-
void 2
move 3 1
undo
redo
join Eva --after Bene
leave Dani
seats Dani,Anna,Bene,Christl
bock 4
stock +40ct anna
post anna:-50ct bene:+50ct
pay Anna Bene 240ct
settle --record --yes --stock split
close --stock split
import evening.yaml
merge other.db --yes
restore copy.db --yes
backup
player rename Anna Änna
player merge Eva Anna
player set Anna --iban DE89370400440532013000
session tariff lamers
check --repair
""")
)
"""Every command that changes a ledger, and the one that copies it while others do."""
FEW = tuple(words for words in WRITING if words[0] in ("add", "close", "restore"))
"""Enough for a short run."""


class Both(NamedTuple):
    """What comes of two commands: whether each has ended well, and what the ledger holds."""

    well: tuple[bool, bool]
    content: Content


def run(seed: int, *, most: int | None = None, only: Sequence[tuple[str, ...]] = WRITING) -> Outcome:
    """Let every two commands meet; with `most` at about so many of the first one's calls."""
    if reason := shim.why_not():
        return Outcome("pairs", 0, skipped=reason)
    dice = random.Random(f"pairs {seed}")
    runs, busy, count, problems = 0, 0, dict.fromkeys(truth.KINDS, 0), []
    with scratch.folder() as home, truth.Room(home) as room:
        (home / "second").mkdir()
        with Forks(home / "second", room.library) as second:
            commands = [room.command(words) for words in only]
            for first, other in product(commands, repeat=2):
                orders = [_behind(room, first, other), _swapped(_behind(room, other, first))]
                for at in shim.chosen(first.steps, dice, most):
                    found, rans = _met(room, second, first, other, at)
                    runs += 1
                    told = [BUSY in ran.err for ran in rans]
                    busy += any(told)
                    step = first.steps[at - 1]
                    where = f"{first.name} | {other.name}, at call {at} of {len(first.steps)}, {step}"
                    for kind, sentence in _judged(room, found, rans, orders, (first, other)):
                        count[kind] += 1
                        problems.append(f"{kind}: {where}: {sentence}")
    return Outcome("pairs", runs, tuple(problems), {**count, "told that somebody else is writing": busy})


def _behind(room: Room, first: Command, other: Command) -> Both:
    """Return what comes of two commands one behind the other."""
    room.scene()
    rans = [room.run(one.words, one.typed, SEED=seed) for one, seed in ((first, "1"), (other, "2"))]
    return Both((not rans[0].code, not rans[1].code), room.held()[0])


def _swapped(both: Both) -> Both:
    return Both((both.well[1], both.well[0]), both.content)


def _met(room: Room, second: Forks, first: Command, other: Command, at: int) -> tuple[Both, tuple[Ran, Ran]]:
    """Return what comes of two commands of which the first stands still meanwhile."""
    room.scene()
    ran = room.run(first.words, first.typed, HOW="stop", AT=str(at))
    behind = room.run(other.words, other.typed, forks=second, SEED="2")
    if ran.code == -signal.SIGSTOP:
        ran = room.forks.go_on()
    return Both((not ran.code, not behind.code), room.held()[0]), (ran, behind)


def _judged(
    room: Room, found: Both, rans: tuple[Ran, Ran], orders: Sequence[Both], pair: tuple[Command, Command]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with what came of two commands that met."""
    said = " / ".join(f"[{ran.code}] {ran.err[-200:]!r}" for ran in rans)
    for ran in rans:
        if ran.code < 0 or truth.RAW.search(ran.err) or (ran.code and not ran.err.strip()):
            yield "unclear", said
    if differs := room.held()[1]:
        yield "corrupted", differs
    if found in orders:
        return
    alone = [one.after.content for one in pair]
    before = pair[0].before.content
    if found.well[0] != found.well[1] and rans[found.well.index(False)].err:
        if found.content != alone[found.well.index(True)]:
            yield "untrue", f"one is refused, and something else is there than what the other stores: {said}"
    elif not any(found.well) and found.content == before:
        yield "untrue", f"both are refused: {said}"
    else:
        yield "lost", f"no order of the two makes that: {said}"
