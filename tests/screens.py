"""Screens of `play`: what somebody sees at a terminal, as text that people read and a test compares.

`python -m tests.screens` types every evening's keys again and writes tests/golden/screens anew. A screen more is one
line in `SCREENS`: its name, the evening that is there already, and the keys that are typed.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

from tests import transcripts
from tests.terminal import Terminal

FOLDER = Path(__file__).parent / "golden" / "screens"
USUAL = (80, 24)
SIZES = (USUAL, (60, 20), (120, 40))
LANGUAGES = ("en", "de")
STILL_SECONDS = 1.0  # without a letter, until a screen that is written down is as it stays

FOUR = """
session: Stammtisch
date: 2026-11-19
tariff: sauspiel
players: [Anna, Bene, Christl, Dani]
hands: [s ac nl3, w b-l2, s bc 50, hs a 93l4k, r d jb, s cd p2, s ab 74, gs d- k, s bc nl3, w d l2, s ad-, r c, es b 88,
  s da 61, s cb l3, w c p]
"""
SEVEN = """
session: Großer Abend im Gasthof zur Post
date: 2026-11-19
tariff: wiki
players: [Anna, Benedikt, Christl, Maximiliane, Sepp, Franz-Xaver]
hands: [x, {game: sauspiel, declarer: Christl, partner: Sepp, won: true}, {join: Bartholomäus Hinterhuber}, x,
  {game: posting, amounts: {Anna: -123450, Sepp: 123450}}, {round: hadsch}]
"""
CLASHING = """
session: Stammtisch
date: 2026-11-19
tariff: sauspiel
players: [Sepp, Sabine, Toni, Vroni]
hands: [s 34 nl3, w v-l2, s 12 50, hs t 93l4k]
"""


class Screen(NamedTuple):
    """One screen: the evening that is there already, as a session file, and the keys that are typed then."""

    name: str
    evening: str
    keys: str = ""


SCREENS = (
    Screen("four-people", FOUR, "s ac 74\r"),
    Screen("seven-people", SEVEN, "x\r"),
    Screen("clashing-initials", CLASHING, "w v\r"),
    Screen("half-typed-hand", FOUR, "s ac n"),
    Screen("refused-hand", FOUR, "w zenzi\r"),
    Screen("questions", FOUR, "\rsa"),
    Screen("after-fix", FOUR, "fix 3 s bc 92\r"),
    Screen("hand-put-into-the-line", FOUR, "fix 3\r"),
    Screen("what-would-change", FOUR, "void 16"),
    Screen("euros-or-cents", FOUR, "pay bene anna 20\r"),
    Screen("two-readings", CLASHING, "sst\r"),
)


IN_EVERY_SIZE = frozenset({"four-people", "seven-people", "half-typed-hand"})
"""The usual board, the one with least room, and what is said below a line; the others show no more."""


class Golden(NamedTuple):
    """One screen in one size and language, and the file that it is kept in."""

    screen: Screen
    columns: int
    rows: int
    language: str

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / f"{self.screen.name}.{self.columns}x{self.rows}.{self.language}.txt"

    def seen(self, until: Callable[[Terminal], object]) -> str:
        """Return the screen, in an empty folder, when `until` has waited for it."""
        Path("evening.yaml").write_text(self.screen.evening, encoding="utf-8")
        ran = transcripts.run(["import", "evening.yaml"])
        if ran.code:
            raise RuntimeError(ran.err)
        env = {"SKLOG_LANG": self.language}
        with Terminal("play", rows=self.rows, columns=self.columns, env=env) as terminal:
            terminal.until(lambda: terminal.line.endswith(">"))
            terminal.rest()
            terminal.type(self.screen.keys)
            until(terminal)
            return f"{terminal.text.rstrip()}\n"


def goldens() -> Iterator[Golden]:
    """Yield every screen in every language, and some of them in every size."""
    for screen in SCREENS:
        for columns, rows in SIZES if screen.name in IN_EVERY_SIZE else (USUAL,):
            yield from (Golden(screen, columns, rows, language) for language in LANGUAGES)


def _still(terminal: Terminal) -> None:
    """Wait until nothing comes any more."""
    seen = ""
    while seen != terminal.raw:
        seen, end = terminal.raw, time.monotonic() + STILL_SECONDS
        terminal.until(lambda: time.monotonic() > end)  # noqa: B023  it is called here


def main() -> None:
    """Write every screen anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for unseen in transcripts.UNSEEN:
        os.environ.pop(unseen, None)
    for golden in goldens():
        with tempfile.TemporaryDirectory() as folder:
            os.environ |= transcripts.environment(Path(folder))
            with chdir(folder):
                golden.path.write_text(golden.seen(_still), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
