"""What is true of every command of `samples.COMMANDS`: what it stores, writes and says where nothing harms it.

All commands are said in copies of one folder, with a clock that stands still and chance that is the same each time:
what a command leaves there is the same byte for byte. What a harmed one has left and said is compared with that.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Self

from tests.trials.torture import cases, scratch, shim
from tests.trials.torture.forks import Forks
from tests.trials.torture.scratch import LEDGER, ROOT, Content, Ran

CONFIRMED = "y\n"
"""What is typed where a command asks; `TYPED` is what others read."""
TYPED = {
    ("play",): "w a\nx\ns bd-\nshow\nclose\n",
    ("add", "--json", "-"): '{"game": "wenz", "declarer": "Anna", "won": true}',
}
WAIT = {"ledger.database.WAIT_SECONDS": "0.05", "vault.backup.PATIENCE": "0.05"}
"""How many seconds a command waits for others."""
MOST_LETTERS = 500
HANGS = (-signal.SIGALRM, -signal.SIGKILL)
"""How a command ends that had to be ended."""
RAW = re.compile(r"Traceback|Exception ignored|transaction|SQL|Errno|sqlite3\.|\bNone\b|<class|object at 0x")
"""What no sentence for people has in it."""
NOTHING = re.compile(r"nothing (?:was|is) (?:stored|changed)|stays as it was|is as it was", re.IGNORECASE)
"""How a command says that it has stored nothing."""
NEW = "new/ledger.db"
"""A ledger that a command begins."""
UNCOPIED = re.compile("no copy was made|its copy could not be proved|does not agree with the recorded facts")
"""How an evening is closed without a copy; then it is closed all the same."""
HEALTHY = re.compile(
    r"is damaged(?!, or its disk)|is (?:no|not a) database|there is no (?:file|ledger|evening|tariff)"
    r"|(?:no|not a) ledger|is empty|is not there|is gone|newer sklog|lacks a part|(?:no|not a) regular file"
    r"|is a folder"
)
"""What may not be said of files that are there and whole."""
KINDS = ("lost", "corrupted", "untrue", "unclear", "left beside")


class Outcome(NamedTuple):
    """What a command has left: what the ledger holds, every other file, and what it said."""

    content: Content
    files: dict[str, bytes]
    ran: Ran


@dataclass
class Command:
    """One command and what is true of it: `stages` of the ledger from before it to the end, and every other file."""

    words: tuple[str, ...]
    typed: Path
    before: Outcome
    after: Outcome
    stages: list[Content]
    steps: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The command as it is typed."""
        return " ".join(self.words)


class Room:
    """A folder in which everything is that the commands name, and the process that says them in copies of it."""

    def __init__(self, home: Path) -> None:
        self.template, self.place = home / "template", home / "place"
        self._home = home
        self._known: dict[tuple[str, bytes], tuple[Content, str]] = {}
        self.template.mkdir()
        _lay(self.template)
        self.clock = int(time.time()) + 20  # nobody is asked any more whether the last hand was meant twice
        self.library = shim.library(home)
        self.forks = Forks(home, self.library)
        self.log = home / "shim.log"
        self._files_there = _files(self.template)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.forks.__exit__()

    def scene(self) -> Path:
        """Return the folder as it is before a command."""
        return scratch.copied(self.template, self.place)

    def settings(self, **settings: str) -> dict[str, str]:
        """Return the environment of a command, in which `settings` are those of the shim; its log begins anew."""
        self.log.unlink(missing_ok=True)
        said = {"FOLDER": str(self.place), "LOG": str(self.log), "WIDE": "1", "CLOCK": str(self.clock), "SEED": "1"}
        return {"HOME": str(self.place), **{f"SHIM_{name}": value for name, value in (said | settings).items()}}

    def run(self, words: Sequence[str], typed: Path, *, forks: Forks | None = None, **settings: str) -> Ran:
        """Say a command in the folder as it is."""
        env = self.settings(**settings)
        return (forks or self.forks).run(words, typed, self.place, env=env, inside=WAIT)

    def command(self, words: tuple[str, ...], say: Callable[[Sequence[str], Path], Ran] | None = None) -> Command:
        """Say a command once without any harm; `say` runs it in the folder as it is."""
        say = say or self.run
        lines = TYPED.get(words, CONFIRMED)
        typed = self._home / f"typed {hashlib.sha256(lines.encode()).hexdigest()[:8]}"
        typed.write_text(lines)
        self.scene()
        before = Outcome(self.held()[0], self._files_there, scratch.Ran(0, "", ""))
        stages = [before.content]
        if words[0] == "play":
            for number in range(1, lines.count("\n") + 1):
                first = self._home / "typed first"
                first.write_text("".join(lines.splitlines(keepends=True)[:number]))
                self.scene()
                say(words, first)
                stages.append(self.held()[0])
        self.scene()
        ran = say(words, typed)
        steps = self.log.read_text().splitlines() if self.log.exists() else []
        after = Outcome(self.held()[0], _files(self.place), ran)
        return Command(words, typed, before, after, [*stages, after.content], steps)

    def held(self, name: str = LEDGER) -> tuple[Content, str]:
        """Return what a ledger of the folder holds, and what `check` says against it; "" for nothing."""
        path = self.place / name
        if not path.exists():
            return {}, ""
        content = None if not path.with_name(f"{path.name}-journal").exists() else scratch.content(path)
        key = (name, hashlib.sha256(path.read_bytes()).digest())
        if key not in self._known:
            content = content if content is not None else scratch.content(path)
            self._known[key] = content, scratch.differs(path) if content else ""
        return self._known[key]


FEW = (
    ("add", "w", "b-l2"),
    ("close", "--stock", "split"),
    ("backup", "copy.db"),
    ("export", "--format", "jsonl", "-o", "out.jsonl"),
    ("play",),
)
"""Enough for a short run: one hand, what makes copies and files, and the prompt."""


def _lay(place: Path) -> None:
    """Put everything there that the commands name: an open evening and a closed one, a copy, another ledger, files."""
    scratch.told(cases.START, place)
    scratch.told(["play"], place, stdin="\n".join(cases.HANDS))
    scratch.told(["import", str(ROOT / "sample_sessions/wiki-zu-fuenft.yaml")], place)
    shutil.copy(ROOT / "sample_sessions/lamers-fuenf-spiele.yaml", place / "evening.yaml")
    shutil.copy(ROOT / "tariffs/wiki.yaml", place / "own.yaml")
    (place / "evening.csv").write_text(scratch.told(["export", "--format", "csv"], place))
    scratch.told(["backup", "copy.db"], place)
    scratch.told(["add", "w", "d"], place)
    scratch.told(["fix", "1", "w", "b"], place)
    scratch.told(["undo"], place)
    (place / "other").mkdir()
    cases.elsewhere(place / "other")
    (place / "other" / LEDGER).rename(place / "other.db")
    (place / "other").rmdir()


def _files(place: Path) -> dict[str, bytes]:
    """Return every file but the ledger, and each folder as an empty one."""
    return {
        str(path.relative_to(place)): b"" if path.is_dir() else path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.name != LEDGER
    }


class Harm(NamedTuple):
    """What was done to a command: in words, and what can no longer be asked of it."""

    said: str
    silent: bool = False  # what is said on stderr may be missing
    unanswered: bool = False  # what is said on stdout may be missing
    littering: bool = False  # nothing can be removed any more
    lasting: bool = False  # it fails for good


def judged(room: Room, one: Command, ran: Ran, harm: Harm) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with what a harmed command has left and said: its kind, and a sentence."""
    where = f"sklog {one.name}, {harm.said}"
    try:
        content, differs = room.held()
    except sqlite3.Error as error:
        yield "corrupted", f"{where}: the ledger cannot be read: {error}"
        return
    stage = max((number for number, held in enumerate(one.stages) if held == content), default=-1)
    if stage < 0:
        yield "corrupted", f"{where}: half of it is there"
    elif differs:
        yield "corrupted", f"{where}: {differs}"
    for kind, wrong in (*_said(one, ran, stage, harm), *_left(room, one, ran, harm)):
        yield kind, f"{where}: {wrong} [{ran.code}] {ran.err[-MOST_LETTERS:]!r}"


def _said(one: Command, ran: Ran, stage: int, harm: Harm) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the exit code and the sentences."""
    last = one.stages[-1]
    there = one.stages[stage] if stage >= 0 else None
    if ran.code < 0:
        yield "unclear", "it hangs" if ran.code in HANGS else f"ended by signal {-ran.code}"
        return
    if RAW.search(ran.err):
        yield "unclear", "not for people"
    if ran.code == one.after.ran.code and there not in (None, last):
        yield "lost", "it says that all is well, and has not stored it"
    if ran.code == 0:
        yield from _answered(one, ran, harm)
    elif ran.code != one.after.ran.code:
        yield from _refused(one, ran, harm, stored=there not in (None, one.stages[0]))


def _answered(one: Command, ran: Ran, harm: Harm) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the answer of a command that says that all is well."""
    printed = [out.replace(" --keep-going", "") for out in (ran.out, one.after.ran.out)]  # a way back that is safe
    whole = ran.out.endswith("\n") if harm.lasting else printed[0] == printed[1]
    if one.after.ran.code:
        yield "untrue", f"it ends with 0, in place of {one.after.ran.code}"
    elif one.after.ran.out and not whole and not harm.unanswered:
        yield "untrue", f"it says that all is well, and has answered {ran.out[-80:]!r}"


def _refused(one: Command, ran: Ran, harm: Harm, *, stored: bool) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the sentences of a command that says that not all is well."""
    answered = ran.out == one.after.ran.out and not one.after.ran.err
    if answered and not stored and one.stages[0] != one.stages[-1]:
        yield "lost", "it has answered, and not stored it"
    if not harm.silent and (not ran.err.strip() or any(len(line) > MOST_LETTERS for line in ran.err.splitlines())):
        yield "unclear", "not a sentence"
    if stored and one.words[0] != "play" and NOTHING.search(ran.err):
        yield "untrue", "it was stored"
    if (said := HEALTHY.search(ran.err)) and not HEALTHY.search(one.after.ran.err):
        yield "untrue", f"{said[0]!r}: all files are there and whole"


def _left(room: Room, one: Command, ran: Ran, harm: Harm) -> Iterator[tuple[str, str]]:
    """Yield what lies beside the ledger and was not there, nor is there when nothing harms the command."""
    now = _files(room.place)
    for name, data in now.items():
        whole = [outcome.files[name] for outcome in (one.before, one.after) if name in outcome.files]
        if data in whole or (ran.code and name == NEW and not _begun(room, data)):
            continue
        if name.endswith(".db") and data:
            content, differs = room.held(name)
            if differs or content not in (*one.stages, room.held("copy.db")[0]):
                yield "corrupted", f"{name} is no whole copy"
        elif whole:
            yield "corrupted", f"{name} is half written"
        elif not (harm.littering or name.endswith("-journal")):  # SQLite takes that back, or writes over it
            yield "left beside", f"{name} ({len(data)} bytes) was left"
    for name in _gone(one, now, ran, harm):
        yield "lost", f"{name} is not there, or other than it should be"


def _begun(room: Room, data: bytes) -> bool:
    """Whether there is an evening in a ledger that was made anew; a refused command leaves it empty."""
    content, differs = room.held(NEW) if data else ({}, "")
    return bool(differs or content.get("session"))


def _gone(one: Command, now: Mapping[str, bytes], ran: Ran, harm: Harm) -> Iterator[str]:
    """Yield files that should be there; a copy may hold the same in other bytes, or be said to be missing."""
    all_well = ran.code == 0 == one.after.ran.code
    uncopied = harm.silent or UNCOPIED.search(ran.err)
    copies = [name for name in one.after.files if name.endswith(".db")]
    for name, data in one.after.files.items():
        copy = name in copies or any(one_of.startswith(f"{name}/") for one_of in copies)  # with the folder of copies
        if name not in now:
            if name in one.before.files or (all_well and not (copy and uncopied)):
                yield name
        elif all_well and now[name] != data and not copy:
            yield name
