"""Evenings of a scribe who looks at the cards and not at the screen: what is typed, and what the ledger holds then."""

import re
import time
from pathlib import Path
from typing import NamedTuple

from sklog.ledger import database
from sklog.ledger.open import LedgerFile
from sklog.play.shell import SEEN_SECONDS, Shell
from tests.conftest import Sklog
from tests.terminal import Terminal

BELL, LEFT, RIGHT, HOME, DELETE, BACKSPACE = "\a", "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[3~", "\x7f"
CTRL_C, ESCAPE = "\x03", "\x1b"
FULL, PLAIN = "xterm-256color", "dumb"
MARKED, BURST = "marked", "burst"
PASTES = [(FULL, MARKED, "\r"), (FULL, MARKED, "\n"), (FULL, BURST, "\r"), (FULL, BURST, "\n"),
          (PLAIN, BURST, "\r"), (PLAIN, BURST, "\n")]  # fmt: skip
"""The terminal, how it pastes, and how a line ends there."""
BAVARIANS = "Anna,Bene,Christl,Dani"
PROMPT = re.compile(r"(?:hand|Spiel) (\d+)>")


class Step(NamedTuple):
    """What is typed or pasted, how many hands there are more then, how often the bell rang, and what is shown.

    Before it there is a `pause`, in seconds.
    """

    keys: str | tuple[str, ...]
    hands: int = 0
    rings: int = 0
    shown: str = ""
    pause: float = 0.0


def hand(line: str) -> Step:
    """A line and Enter, which records a hand."""
    return Step(f"{line}\r", 1)


def bad(line: str, shown: str = "") -> Step:
    """A line and Enter, which is refused, or asked about: the bell rings."""
    return Step(f"{line}\r", 0, 1, shown)


def other(line: str, hands: int = 0) -> Step:
    """A line and Enter that is no new hand."""
    return Step(f"{line}\r", hands)


def keys(typed: str, hands: int = 0, rings: int = 0) -> Step:
    """Single keys."""
    return Step(typed, hands, rings)


def asks(line: str, question: str) -> Step:
    """A line and Enter, behind which a question waits for a key."""
    return Step(f"{line}\r", shown=question)


def pasted(*lines: str, hands: int, rings: int = 1, shown: str = "") -> Step:
    """Lines that come in one go; the first that is refused rings the bell."""
    return Step(lines, hands, rings, shown)


ENTER = keys("\r", 1)
"""Enter takes the line that stands there."""
AGAIN = ENTER._replace(pause=SEEN_SECONDS)
"""Enter records what was asked about, once that could be read."""


class Evening(NamedTuple):
    """What is typed at whose table, and the hands that are right, as somebody would type them one by one."""

    name: str
    steps: tuple[Step, ...]
    right: str
    people: str = BAVARIANS
    tariff: str = "wiki"
    language: str = "en"
    columns: int = 80
    terminals: tuple[str, ...] = (FULL,)


def typed(evening: Evening, folder: Path, ok: Sklog, how: tuple[str, str, str] = (FULL, MARKED, "\r")) -> str:
    """Type an evening at a terminal, and compare the ledger with one of its right hands; return all that was shown."""
    term, paste, enter = how
    start = ("start", "Abend", "--players", evening.people, "--date", "2026-11-19", "--tariff", evening.tariff)
    ok(*start)
    env = {"TERM": term, "NO_COLOR": "1", "SKLOG_LANG": evening.language}
    hands = rings = 0
    with Terminal("play", columns=evening.columns, env=env) as terminal:
        terminal.until(lambda: bool(PROMPT.match(terminal.line)))
        for step in evening.steps:
            time.sleep(step.pause)
            terminal.type(step.keys if isinstance(step.keys, str) else _as_pasted(step.keys, paste, enter))
            hands, rings = hands + step.hands, rings + step.rings
            if step.shown:
                terminal.until(step.shown)
            terminal.rest()
            terminal.until(lambda: terminal.raw.count(BELL) == rings)  # noqa: B023  it is called here
            if not step.shown:
                terminal.until(lambda: _next(terminal.line) == hands + 1)  # noqa: B023
    ok(*start, env={"SKLOG_DB": "right.db"})
    for line in filter(None, evening.right.split(" | ")):
        ok("add", "--again", "--", line, env={"SKLOG_DB": "right.db"})
    assert _held(folder / database.default_path()) == _held(folder / "right.db")
    return terminal.raw


def _next(line: str) -> int:
    """Return which hand is asked for, 0 where none is."""
    found = PROMPT.match(line)
    return int(found[1]) if found else 0


def _as_pasted(lines: tuple[str, ...], paste: str, enter: str) -> str:
    text = "".join(f"{line}{enter}" for line in lines)
    return f"\x1b[200~{text}\x1b[201~" if paste == MARKED else text


def _held(path: Path) -> tuple[list[str], object]:
    """Return the hands of the evening, and how it stands: balances, Stock and dealer."""
    shell = Shell(LedgerFile(path), None)
    evening = shell.view.read()
    assert evening is not None
    return [shell.view.line(number + 1) for number in range(evening.hands)], evening.state
