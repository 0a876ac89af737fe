"""Answers at a prompt: a screen at a time, and without the word that calls the program from outside."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import typer

from sklog.cli import MODULES, printing
from sklog.language import _
from sklog.reports.format import width

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

CLEAR, ERASE = "\x1b[H\x1b[2J", "\x1b[K"
MORE, ENOUGH = " \r\n", "q"
MOST_KEYS = 1000
BELOW = 4  # rows that the prompt takes: an empty one, the line, and two below it
_STEERING = re.compile(r"\x1b\[[0-9;]*m")
_CALLED = re.compile(rf"\bsklog (?=(?:{'|'.join(MODULES)})\b)")


def inside(text: str) -> str:
    """Return a text with commands as they are typed at the prompt: `undo` instead of `sklog undo`."""
    return _CALLED.sub("", text)


class Answer(io.StringIO):
    """Takes the place of stdout and stderr while a command runs; `show` prints it as a page.

    What has no end of line is a question, and is shown at once.
    """

    def __init__(self, terminal: TextIO, *, new_page: str = "") -> None:
        super().__init__()
        self.terminal = terminal
        self._new_page = new_page

    def isatty(self) -> bool:
        """Whether somebody sits before what this stands for."""
        return self.terminal.isatty()

    def fileno(self) -> int:
        """Return the terminal's own, which says how wide it is."""
        return self.terminal.fileno()

    def write(self, text: str) -> int:
        """Keep a text, or ask."""
        written = super().write(text)
        if text and not text.endswith("\n"):
            self.show()
        return written

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Take what is printed meanwhile."""
        with redirect_stdout(self), redirect_stderr(self):
            yield

    def show(self, *, paged: bool = False) -> str:
        """Print what was kept; return the key of the next line that left it, if one did."""
        text = inside(self.getvalue())
        self.seek(0)
        self.truncate()
        if not text:
            return ""
        self.terminal.write(self._new_page)
        self._new_page = ""
        if paged:
            return show(text.removesuffix("\n").split("\n"), self.terminal)
        self.terminal.write(text)
        self.terminal.flush()
        return ""


def show(rows: list[str], terminal: TextIO) -> str:
    """Print the rows a screen at a time; return the key of the next line that ended it, if one did."""
    columns = printing.columns()
    page = _rows(terminal) - BELOW
    while len(rows) > 1 and sum(_height(row, columns) for row in rows) > page:
        most, number = _height(rows[0], columns), 1
        while most + _height(rows[number], columns) < page:  # one row says how it goes on
            most, number = most + _height(rows[number], columns), number + 1
        terminal.write(CLEAR + "\n".join(rows[:number]) + "\n")
        keys = _keys(_("… Space: more · any other key: back"), terminal)
        terminal.write(f"\r{ERASE}")
        if keys.strip(MORE) or not keys:
            return _text(keys)
        rows = rows[number:]
    terminal.write("\n".join(rows) + "\n")
    terminal.flush()
    return ""


def _text(keys: str) -> str:
    """Return what the keys begin the next line with: nothing for `q`, or an arrow."""
    if keys == ENOUGH or keys.startswith("\x1b"):
        return ""
    return "".join(filter(str.isprintable, keys)).lstrip()


def _keys(question: str, terminal: TextIO) -> str:
    """Ask for a key; return it, and what was typed right behind it."""
    try:
        import termios  # noqa: PLC0415  not on every system
        import tty  # noqa: PLC0415  the same
    except ImportError:
        terminal.write(question)
        terminal.flush()
        return typer.getchar()
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)  # before it is asked, and without losing what quick fingers typed
        terminal.write(question)
        terminal.flush()
        return os.read(keyboard, MOST_KEYS).decode(errors="ignore")
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)


def _rows(terminal: TextIO) -> int:
    """Return how many rows a terminal has; where it does not say, it has enough."""
    try:
        return os.get_terminal_size(terminal.fileno()).lines or sys.maxsize
    except (OSError, ValueError):
        return sys.maxsize


def _height(row: str, columns: int) -> int:
    """Return how many rows of the screen one row takes."""
    return max(-(-width(_STEERING.sub("", row)) // columns), 1)
