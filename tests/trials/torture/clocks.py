"""Clocks: every command with the clock back or forward by a minute, a day, a year; then stories of such an evening.

What is stored is the same whatever the clock says, but for the moments themselves. The same hand behind another is
asked about unless the clock has gone on, nothing else is refused, and which copy is the newest follows from what it
holds.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence

from tests.trials.torture import samples, scratch, shim, truth
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import Content, Ran
from tests.trials.torture.truth import Room

AWAY = {"a minute": 60, "a day": 86_400, "a year": 365 * 86_400}
JUMPS = {f"{way} by {name}": sign * far for name, far in AWAY.items() for way, sign in (("back", -1), ("on", 1))}
"""How far the clock jumps, in seconds."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.+]+)?")
Tell = tuple[str, str]


def run(seed: int, *, most: int | None = None, only: Sequence[tuple[str, ...]] = samples.COMMANDS) -> Outcome:
    """Say every command at every jump of the clock, and tell the stories; with `most` at so many of the jumps."""
    if reason := shim.why_not():
        return Outcome("clocks", 0, skipped=reason)
    dice = random.Random(f"clocks {seed}")
    runs, count, problems = 0, dict.fromkeys(truth.KINDS, 0), []
    with scratch.folder() as home, truth.Room(home) as room:
        trials: list[tuple[str, Callable[[int], Iterator[Tell]]]] = [
            (f"sklog {' '.join(words)}", _command(room, words)) for words in dict.fromkeys(only)
        ]
        trials += [(name, lambda far, story=story: story(_Teller(room), far)) for name, story in STORIES.items()]
        for name, trial in trials:
            for jump, far in JUMPS.items() if most is None else dice.sample([*JUMPS.items()], most):
                runs += 1
                for kind, sentence in trial(far):
                    count[kind] += 1
                    problems.append(f"{kind}: {name}, the clock {jump}: {sentence}")
    return Outcome("clocks", runs, tuple(problems), count)


def _command(room: Room, words: tuple[str, ...]) -> Callable[[int], Iterator[Tell]]:
    """Return what says a command after a jump, and yields what is other than without one."""
    one = room.command(words)

    def trial(far: int) -> Iterator[Tell]:
        room.scene()
        ran = room.run(words, one.typed, CLOCK=str(room.clock + far))
        content, differs = room.held()
        if ran.code != one.after.ran.code:
            yield "untrue", f"it ends with {ran.code}, in place of {one.after.ran.code}: {ran.err!r}"
        elif _timeless(content) != _timeless(one.after.content):
            yield "corrupted", "it stores something else"
        if differs:
            yield "corrupted", differs

    return trial


def _timeless(content: Content) -> str:
    """Return what a ledger holds without its moments."""
    return MOMENT.sub("-", repr(content))


class _Teller:
    """Says one command after the other in the folder, at moments counted from the room's clock."""

    def __init__(self, room: Room) -> None:
        self._room = room
        room.scene()
        self._typed = room.template.with_name("typed story")
        self._typed.write_text(truth.CONFIRMED)

    def say(self, said: str, at: int = 0) -> Ran:
        """Say a command so many seconds behind the room's clock."""
        return self._room.run(tuple(said.split()), self._typed, CLOCK=str(self._room.clock + at))

    def hands(self) -> int:
        """Return how many hands the ledger holds."""
        return len(self._room.held()[0]["score"])

    def here(self) -> Content:
        """Return what the ledger holds."""
        return self._room.held()[0]

    def copies(self) -> list[Content]:
        """Return what each copy in the folder holds, the newest first as `backup --list` says."""
        listed = json.loads(self.say("backup --list --format json").out)
        names = [row["name"] for row in listed["tables"]["copies"]]
        return [self._room.held(f"sklog-backups/{name}")[0] for name in names]


def _same_hand(teller: _Teller, far: int) -> Iterator[Tell]:
    """Tell of the same hand twice: it is asked about unless the clock has gone on, and not by more than a day."""
    teller.say("add w b")
    before = teller.hands()
    ran = teller.say("add w b", far)
    believed = 0 < far < AWAY["a day"]
    if not believed and (ran.code != 1 or "--again" not in ran.err or teller.hands() != before):
        yield "untrue", f"the same hand was stored twice, unasked: {ran.said[:200]!r}"
    if believed and ran.code:
        yield "untrue", f"a hand was refused: {ran.err!r}"
    before = teller.hands()
    ran = teller.say("add --again w b", far)
    if ran.code or teller.hands() != before + 1:
        yield "untrue", f"it was said again, and refused: {ran.err!r}"


def _another_hand(teller: _Teller, far: int) -> Iterator[Tell]:
    """Tell of another hand after the jump: it is stored behind the others, and taken back as the newest."""
    teller.say("add w b")
    before, kept = teller.hands(), teller.here()
    ran = teller.say("add s bd", far)
    if ran.code or teller.hands() != before + 1:
        yield "untrue", f"a hand was refused: {ran.err!r}"
    teller.say("undo", 2 * far)
    if teller.hands() != before or teller.here()["score"] != kept["score"]:
        yield "untrue", "undo took another hand back than the newest"


def _copies(teller: _Teller, far: int) -> Iterator[Tell]:
    """Tell of three copies: they stand in the order of what they hold, and the newest is never the one that goes."""
    held = []
    for number, hand in enumerate(("w a", "w b", "w c")):
        teller.say(f"add {hand}", number * far)
        teller.say("backup", number * far)
        held.insert(0, teller.here())
    if teller.copies() != held:
        yield "untrue", "backup --list has the copies in another order than what they hold"
    teller.say("backup --keep 1", 3 * far)
    copies = teller.copies()
    if held[0] not in copies:
        yield "lost", "backup --keep 1 has deleted the newest copy"


def _evening(teller: _Teller, far: int) -> Iterator[Tell]:
    """Tell of an evening that begins after the jump: it is the one that is meant from then on."""
    teller.say("start Neu --players Anna,Bene,Christl,Dani", far)
    ran = teller.say("show", far)
    if "Neu" not in ran.out:
        yield "untrue", f"another evening is meant than the one that began last: {ran.said[:80]!r}"
    ran = teller.say("close --stock split", 2 * far)
    if ran.code or "no copy was made" in ran.said:
        yield "untrue", f"it cannot be closed: {ran.said!r}"


STORIES: dict[str, Callable[[_Teller, int], Iterator[Tell]]] = {
    "the same hand": _same_hand,
    "another hand": _another_hand,
    "copies": _copies,
    "an evening": _evening,
}
"""What is told with every jump."""
