"""Power: the machine loses it at every call that writes; what was not synced by then is there in part, or not at all.

One run of each command is taped. A disk that holds only what was synced, and any part of the rest, is made from the
tape at every call: whole files or single sectors, names of files up to any of them. Whatever was printed by then is
there, a command is there whole or not at all, and `check` finds nothing wrong. This is what
`synchronous = EXTRA` is for.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import NamedTuple

from tests.trials.torture import cases, scratch, shim
from tests.trials.torture.cases import Case, Ready
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.shim import Taped

SECTOR = 512
CHANCES = ((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.5, 0.9))
"""How likely an unsynced name, and an unsynced write, has reached the disk."""

Image = dict[str, bytes]
"""The files of a folder."""


class Written(NamedTuple):
    """A write that was not synced: bytes at a place; None is the end of the file."""

    place: int
    data: bytes | None


@dataclass
class File:
    """What is on the disk for certain, and what came after that; a folder holds nothing here but has a name."""

    synced: bytes = b""
    later: list[Written] = field(default_factory=list)
    folder: bool = False

    def now(self) -> bytes:
        """Return what everybody reads while there is power."""
        return self.after(self.later)

    def after(self, writes: Sequence[Written]) -> bytes:
        """Return what is there when only these writes have reached the disk."""
        data = bytearray(self.synced)
        for one in writes:
            if one.data is None:
                data = data[: one.place].ljust(one.place, b"\0")
            else:
                data = data.ljust(one.place, b"\0")
                data[one.place : one.place + len(one.data)] = one.data
        return bytes(data)


@dataclass
class Disk:
    """A folder as it is used, and as it is on the disk: `later` are changes of its names that were not synced."""

    names: dict[str, File]
    synced: dict[str, File]
    later: list[tuple[str, str, File | None]] = field(default_factory=list)

    def do(self, one: Taped) -> None:
        """Do one call of the tape."""
        file = self.names.get(one.file)
        if one.call == "sync" and file and not file.folder:
            file.synced, file.later = file.now(), []
        elif one.call == "sync":
            self._synced_folder(one.file)
        elif one.call == "create" and file:
            file.later.append(Written(0, None))
        elif one.call in ("create", "mkdir"):
            self._name("", one.file, File(folder=one.call == "mkdir"))
        elif one.call in ("rename", "link"):
            self._name(one.before if one.call == "rename" else "", one.file, self.names[one.before])
        elif one.call == "unlink":
            self._name(one.file, "", None)
        elif file and one.call in ("write", "truncate"):
            file.later.append(Written(one.place, one.data if one.call == "write" else None))

    def _name(self, old: str, new: str, file: File | None) -> None:
        self.later.append((old, new, file))
        _rename(self.names, old, new, file)

    def _synced_folder(self, folder: str) -> None:
        """Put the names of one folder on the disk, in their order."""
        place = "" if folder == "." else f"{folder}/"
        waiting, self.later = self.later, []
        for old, new, file in waiting:
            if (new or old).rpartition("/")[0] == place.rstrip("/"):
                _rename(self.synced, old, new, file)
            else:
                self.later.append((old, new, file))

    def without_power(self, dice: random.Random, names: float, writes: float) -> Image:
        """Return what may be there when the power is gone; a journal of the file system keeps the order of names."""
        there = dict(self.synced)
        reached = sum(dice.random() < names for _ in self.later)
        for change in self.later[:reached]:
            _rename(there, *change)
        return {
            name: file.after([*_reached(file.later, dice, writes)])
            for name, file in there.items()
            if not file.folder and all(str(folder) in there for folder in list(PurePath(name).parents)[:-1])
        }


def _rename(names: dict[str, File], old: str, new: str, file: File | None) -> None:
    names.pop(old, None)
    if file:
        names[new] = file


def _reached(writes: Sequence[Written], dice: random.Random, chance: float) -> Iterator[Written]:
    """Yield what has reached the disk: each write, or single sectors of it."""
    for one in writes:
        if one.data is None or chance in (0.0, 1.0):
            if dice.random() < chance:
                yield one
            continue
        place = one.place
        end = one.place + len(one.data)
        while place < end:
            behind = min(end, (place // SECTOR + 1) * SECTOR)
            if dice.random() < chance:
                yield Written(place, one.data[place - one.place : behind - one.place])
            place = behind


def run(seed: int, *, most: int | None = None, only: Sequence[Case] = cases.CASES, synchronous: str = "") -> Outcome:
    """Cut the power at every call of every command; with `most` at about so many of each.

    `synchronous` is asked of SQLite in place of what sklog asks: to see that less is noticed.
    """
    dice = random.Random(f"power {seed}")
    problems: list[str] = []
    count = {"lost": 0, "corrupted": 0}
    runs = 0
    if reason := shim.why_not():
        return Outcome("power", 0, skipped=reason)
    with scratch.folder() as home, shim.built(home) as built:
        for number, case in enumerate(only):
            one, place = cases.ready(case, home / str(number)), home / "place"
            for said, when, image in _cuts(built.tape(one, place, synchronous), one, dice, most):
                _lay(image, place)
                runs += 1
                found = cases.look(one, place, said)
                for kind, wrong in (("lost", found.lost), ("corrupted", found.broken)):
                    if wrong:
                        count[kind] += 1
                        problems.append(f"{kind}: {case.name}, no power {when}: {wrong}")
    return Outcome("power", runs, tuple(problems), count)


def _cuts(tape: list[Taped], one: Ready, dice: random.Random, most: int | None) -> Iterator[tuple[str, str, Image]]:
    """Yield what was printed before the power was gone, when that was, and what is on the disk then."""
    there = {
        str(path.relative_to(one.template)): File(folder=True) if path.is_dir() else File(path.read_bytes())
        for path in one.template.rglob("*")
    }
    disk = Disk(dict(there), dict(there))
    chosen = set(shim.chosen([f"{step.call} {step.file}" for step in tape], dice, most))
    said, seen = "", set()
    for at, step in enumerate(tape, 1):
        if step.call == "print":
            said += step.data.decode(errors="replace")
        disk.do(step)
        if at not in chosen:
            continue
        for names, writes in CHANCES:
            image = disk.without_power(dice, names, writes)
            key = hash((said, frozenset(image.items())))
            if key not in seen:
                seen.add(key)
                yield said, f"behind call {at} of {len(tape)}, {step.call} {step.file} ({names}, {writes})", image


def _lay(image: Image, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, data in image.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
