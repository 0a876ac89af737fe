"""The commands that are killed and that lose their disk: on which ledger, and what it may hold afterwards."""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sklog.ledger import database
from sklog.ledger.open import open_ledger
from tests.trials.torture import scratch
from tests.trials.torture.scratch import LEDGER, ROOT, Content

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
HANDS = ("x", "s ac", "w b-l2", "hs a 93l4k", "r d jb", "s dc 50")
SAMPLES = tuple(
    str(ROOT / "sample_sessions" / f"{name}.yaml") for name in ("wiki-zu-fuenft", "lamers-fuenf-spiele", "bsv-turnier")
)
COPY = "kept.db"


@dataclass(frozen=True)
class Case:
    """One command on a ledger that `prepare` makes; `answer` begins each line that acknowledges something.

    At a prompt `lines` are typed, and each acknowledges the next of them; else an answer acknowledges everything.
    Where it `copies` the ledger, what was there before is in a copy as soon as it has answered or changed anything.
    """

    name: str
    words: tuple[str, ...]
    answer: str
    prepare: Callable[[Path], None]
    lines: tuple[str, ...] = ()
    copies: bool = False

    def acknowledged(self, said: str, stages: int) -> int:
        """Return which of so many stages was reached for certain; only lines that came whole count."""
        found = len(re.findall(rf"^{self.answer}.*\n", said, re.MULTILINE))
        return found if self.lines else (stages - 1) * bool(found)


def _nothing(place: Path) -> None:
    """Leave the folder empty."""


def _evening(place: Path) -> None:
    scratch.told(START, place)
    scratch.told(["play"], place, stdin="\n".join(HANDS))


def _copied(place: Path) -> None:
    _evening(place)
    scratch.told(["backup", str(place / COPY)], place)
    scratch.told(["add", "w", "d"], place)


def _two(place: Path) -> None:
    """Make two ledgers that a merge unites."""
    (place / "other").mkdir()
    elsewhere(place / "other")
    _evening(place)


def elsewhere(place: Path) -> None:
    """Make a ledger of another table."""
    scratch.told(("start", "Anderswo", "--players", "Anna,Bene,Eva,Nora", "--date", "2026-11-18"), place)
    scratch.told(("play",), place, stdin="s ab\nw e\nr n")


def _drawn(place: Path) -> None:
    """Make a tournament of eight whose first round is drawn."""
    scratch.told(("tournament", "new", "Herbstrennen", "--tariff", "bsv", "--seed", "Eichel"), place)
    for number in range(1, 9):
        scratch.told(("tournament", "enter", f"Gast {number}"), place)
    scratch.told(("tournament", "draw"), place)


def _of_version(version: int) -> Callable[[Path], None]:
    def prepare(place: Path) -> None:
        shutil.copy(ROOT / "tests" / "ledgers" / f"schema-{version}.sqlite", place / LEDGER)

    return prepare


def _interrupted(place: Path) -> None:
    """Leave a ledger in the middle of a transaction: pages are written already, and the journal is there."""
    _evening(place)
    aside = place / "aside"
    aside.mkdir()
    dying = sqlite3.connect(place / LEDGER, isolation_level=None)
    for statement in (
        "PRAGMA cache_size = 1",  # so that pages are written before the end
        "BEGIN IMMEDIATE",
        "UPDATE state SET hands = 99, state = '{}'",
        "CREATE TABLE junk (text)",
        "INSERT INTO junk SELECT hex(randomblob(9999)) FROM entry",
    ):
        dying.execute(statement)
    for name in (LEDGER, f"{LEDGER}-journal"):
        shutil.copy(place / name, aside)
    dying.close()
    for file in aside.iterdir():
        file.replace(place / file.name)
    aside.rmdir()


CASES = (
    Case("start", START, "Evening 1:", _nothing),
    Case("add", ("add", "hs", "b", "93l4k", "//", "a note"), r"Hand \d+:", _evening),
    Case("play", ("play",), r"Hand \d+:", _evening, ("w a", "x", "s bd-", "w c-l2")),
    Case("fix", ("fix", "1", "w", "b", "l2"), "Hand 1 is now", _evening),
    Case("session date", ("session", "date", "1", "2026-11-18"), "Evening 1:", _evening),
    Case("session seats", ("session", "seats", "1", "Anna,Dani,Christl,Bene"), "Evening 1:", _evening),
    Case("session void", ("session", "void", "1"), "Struck out", _evening),
    Case("undo start", ("undo", "7"), "Took back: start", _evening),
    Case("player rename", ("player", "rename", "Dani", "Daniel"), "Dani is now called", _evening),
    Case("import", ("import", *SAMPLES), "Evening .* imported", _evening),
    Case("settle --record", ("settle", "--record", "--yes", "--stock", "split"), "Recorded", _evening),
    Case("close", ("close", "--stock", "carry"), "Closed", _evening),
    Case("tournament draw", ("tournament", "draw", "--again"), "Round 1", _drawn),
    Case("tournament list", ("tournament", "list", "1/2", "23", "-5", "-20", "2"), "Round 1, table 2", _drawn),
    Case("backup", ("backup",), "Copied to", _evening, copies=True),
    Case("merge", ("merge", f"other/{LEDGER}", "--yes"), "Taken over", _two, copies=True),
    Case("restore", ("restore", COPY, "--yes"), ".* is what it was in", _copied, copies=True),
    *(
        Case(f"migrate {version}", ("show", "--session", "1"), "Stammtisch", _of_version(version), copies=True)
        for version in range(1, database.SCHEMA_VERSION)
    ),
    Case("recover", ("show",), "Stammtisch", _interrupted),
)
FEW = tuple(case for case in CASES if case.name in ("add", "import", "close", "backup", "restore", "migrate 1"))
"""Enough for a short run: one hand, many, and whatever makes copies."""


class Ready(NamedTuple):
    """A case that can be run: its ledger, what it may hold at any moment, and how long the command takes undisturbed.

    `stages[0]` is what was there before, the last one what is there afterwards.
    """

    case: Case
    template: Path
    stages: tuple[Content, ...]
    seconds: float
    said: str

    def scene(self, place: Path) -> Path:
        """Return `place` as it is before the command."""
        return scratch.copied(self.template, place)

    def stored(self, stage: int, said: str) -> bool:
        """Whether more is there at this stage than what was said acknowledges; a migration stores nothing new."""
        acknowledged = self.case.acknowledged(said, len(self.stages))
        more = stage > acknowledged and self.stages[stage] != self.stages[acknowledged]
        return more and self.case.words[0] != "show" and (bool(self.case.lines) or stage == len(self.stages) - 1)

    @property
    def command(self) -> list[str]:
        """The words of its process."""
        return [*scratch.SKLOG, *self.case.words]

    @property
    def typed_file(self) -> Path:
        """The file with what is typed at the prompt."""
        return self.template.with_name("typed")

    def run(self, place: Path, *before: str, **env: str) -> scratch.Ran:
        """Run the command there, by the words `before` it."""
        return scratch.run([*before, *self.command], place, stdin=self.typed_file.read_text(), **env)


def ready(case: Case, home: Path) -> Ready:
    """Prepare a case in `home`, and run it once without any harm."""
    template, place = home / "template", home / "undisturbed"
    template.mkdir(parents=True)
    template.with_name("typed").write_text("".join(f"{line}\n" for line in case.lines))
    case.prepare(template)
    stages = [_taken_back(template, place)]
    if case.prepare is _nothing:
        open_ledger(place / LEDGER, create=True).close()
        stages.append(held(place))
    for line in case.lines:
        scratch.told(["play"], place, stdin=line)
        stages.append(held(place))
    scratch.copied(template, place)
    begun = time.monotonic()
    ran = Ready(case, template, (), 0, "").run(place)
    seconds = time.monotonic() - begun
    if ran.code:
        raise AssertionError(f"{case.name}: {ran.said}")
    if not case.lines:
        stages.append(held(place))
    if held(place) != stages[-1]:
        raise AssertionError(f"{case.name}: line by line the ledger is another")
    return Ready(case, template, tuple(stages), seconds, ran.said)


def _taken_back(template: Path, place: Path) -> Content:
    """Return what the ledger of the template holds; a journal that lies there stays."""
    return held(scratch.copied(template, place))


def held(place: Path) -> Content:
    """Return what the ledger in this folder holds; nothing where there is none yet."""
    path = place / LEDGER
    return scratch.content(path) if path.exists() else {}


class Found(NamedTuple):
    """What a ledger looks like after the harm: which stage it is at (-1: none), and what is wrong with it."""

    stage: int
    lost: str = ""
    broken: str = ""


def look(one: Ready, place: Path, said: str) -> Found:
    """Compare what is there with what was acknowledged; then sklog itself has to find nothing wrong."""
    try:
        now = held(place)
    except sqlite3.Error as error:
        return Found(-1, broken=f"it cannot be read: {error}")
    stage = max((number for number, stage in enumerate(one.stages) if stage == now), default=-1)
    acknowledged = one.case.acknowledged(said, len(one.stages))
    lost = f"acknowledged {acknowledged}, there {stage}" if 0 <= stage < acknowledged else ""
    changed = stage >= 0 and one.stages[stage] != one.stages[0]
    if one.case.copies and (changed or acknowledged) and one.stages[0] not in map(scratch.content, _copies(place)):
        lost = "what was there before is in no copy"
    broken = "half of it is there" if stage < 0 else ""
    if now:
        broken = broken or scratch.differs(place / LEDGER)
    return Found(stage, lost, broken or copies(place))


def _copies(place: Path) -> list[Path]:
    return [path for path in sorted(place.rglob("*.db")) if path.name != LEDGER]


def copies(place: Path) -> str:
    """Return what is wrong with another ledger in the folder: a copy is whole, or it does not bear its name."""
    for path in _copies(place):
        if wrong := scratch.differs(path):
            return f"{path.relative_to(place)}: {wrong}"
    return ""
