"""The shim in front of the C library (`shim.c`), built where a compiler is: it counts and harms what is written."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.trials.torture.cases import Ready
from tests.trials.torture.forks import Forks
from tests.trials.torture.scratch import Ran

SOURCE = Path(__file__).with_name("shim.c")
PRINT = "print "


def why_not() -> str:
    """Return why there can be no shim here; "" where there can."""
    if sys.platform != "linux":
        return "the shim needs Linux"
    return "" if shutil.which("gcc") else "there is no gcc to build the shim with"


class Taped(NamedTuple):
    """One call: the file, the file that it was before, and what is written there, or printed, or how long it gets."""

    call: str
    file: str
    before: str = ""
    place: int = 0
    data: bytes = b""


def _taped(log: bytes) -> Iterator[Taped]:
    """Yield what the log says; a call that failed by itself is left out."""
    last, place = None, 0
    while place < len(log):
        end = log.index(b"\n", place)
        call, __, said = log[place:end].decode().partition(" ")
        place = end + 1
        if call == "data" and last:
            where, size = map(int, said.split())
            last = last._replace(place=where, data=log[place : place + size])
            place += size
        elif call == "from" and last:
            last = last._replace(before=said)
        elif call == "failed":
            last = None
        else:
            if last:
                yield last
            last = Taped(call, said)
    if last:
        yield last


class Shim(NamedTuple):
    """The library in front of processes; `log` is where it writes down what they do."""

    forks: Forks
    log: Path

    def run(self, one: Ready, place: Path, how: str = "", at: int = 0, synchronous: str = "", **settings: str) -> Ran:
        """Run a case with this harm at this call; the log is of this run."""
        env = self.settings(place, HOW=how, AT=str(at), **settings)
        inside = {"ledger.database.SYNCHRONOUS": synchronous} if synchronous else {}
        return self.forks.run(one.case.words, one.typed_file, place, env=env, inside=inside)

    def settings(self, place: Path, **settings: str) -> dict[str, str]:
        """Return what the library is told by the environment; the log begins anew."""
        self.log.unlink(missing_ok=True)
        said = {"FOLDER": str(place), "LOG": str(self.log), **settings}
        return {f"SHIM_{name}": value for name, value in said.items()}

    def steps(self, one: Ready, place: Path) -> list[str]:
        """Return every call of a case that is not harmed, and when it prints."""
        self.run(one, one.scene(place))
        return self.log.read_text().splitlines()

    def calls(self, one: Ready, place: Path) -> list[str]:
        """Return the same without the printing: these are the calls that can be harmed."""
        return [step for step in self.steps(one, place) if step != PRINT]

    def tape(self, one: Ready, place: Path, synchronous: str = "") -> list[Taped]:
        """Return every call with all that it writes."""
        self.run(one, one.scene(place), synchronous=synchronous, DATA="1")
        return list(_taped(self.log.read_bytes()))


@contextmanager
def built(home: Path) -> Iterator[Shim]:
    """Build it in this folder, and begin the process whose commands it stands in front of."""
    with Forks(home, library(home)) as forks:
        yield Shim(forks, home / "shim.log")


def library(home: Path) -> Path:
    """Build it in this folder."""
    made = home / "shim.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", made, SOURCE, "-ldl"]
    subprocess.run(command, check=True)
    return made


def chosen(calls: Sequence[str], dice: random.Random, most: int | None) -> list[int]:
    """Return the numbers of the calls, from 1 on; with `most` of so many, and rather where one kind begins or ends."""
    numbers = list(range(1, len(calls) + 1))
    if most is None or len(numbers) <= most:
        return numbers
    around = [None, *calls, None]
    turning = [number for number in numbers if {around[number - 1], around[number + 1]} != {around[number]}]
    alike = [number for number in numbers if number not in turning]
    return sorted(dice.sample(turning, min(most, len(turning))) + dice.sample(alike, max(0, most - len(turning))))
