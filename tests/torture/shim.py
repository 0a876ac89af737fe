"""The shim in front of the C library (`shim.c`), built where a compiler is: it counts and harms what is written."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tests.torture.cases import Ready
    from tests.torture.scratch import Ran

SOURCE = Path(__file__).with_name("shim.c")
PRINT = "print "


def why_not() -> str:
    """Return why there can be no shim here; "" where there can."""
    if sys.platform != "linux":
        return "the shim needs Linux"
    return "" if shutil.which("gcc") else "there is no gcc to build the shim with"


class Shim(NamedTuple):
    """The built library; `log` is where it writes down what a process does."""

    library: Path
    log: Path

    def run(self, one: Ready, place: Path, how: str = "", at: int = 0) -> tuple[Ran, list[str]]:
        """Run a case with this harm at this call; return what it did, and its calls up to the end."""
        self.log.unlink(missing_ok=True)
        settings = {"FOLDER": str(place), "LOG": str(self.log), "HOW": how, "AT": str(at)}
        ran = one.run(place, LD_PRELOAD=str(self.library), **{f"SHIM_{name}": said for name, said in settings.items()})
        return ran, self.log.read_text().splitlines() if self.log.exists() else []

    def calls(self, one: Ready, place: Path) -> list[str]:
        """Return every call of a case that is not harmed."""
        return [call for call in self.run(one, one.scene(place))[1] if call != PRINT]


def built(home: Path) -> Shim:
    """Build it."""
    library = home / "shim.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, SOURCE, "-ldl"]
    subprocess.run(command, check=True)
    return Shim(library, home / "shim.log")


def chosen(calls: Sequence[str], dice: random.Random, most: int | None) -> list[int]:
    """Return the numbers of the calls, from 1 on; with `most` of so many, and rather where something else begins."""
    numbers = list(range(1, len(calls) + 1))
    if most is None or len(numbers) <= most:
        return numbers
    turning = [number for number in numbers if number == 1 or calls[number - 2] != calls[number - 1]]
    alike = [number for number in numbers if number not in turning]
    return sorted(dice.sample(turning, min(most, len(turning))) + dice.sample(alike, max(0, most - len(turning))))
