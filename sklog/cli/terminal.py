"""What a terminal does besides printing: it shows codes one at a time, says keys, takes a text for its clipboard."""

from __future__ import annotations

import os
import re
import sys
from binascii import b2a_base64
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from select import select
from time import monotonic
from typing import TYPE_CHECKING, TextIO

import typer

try:
    import termios
    import tty
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]
from sklog.cli import printing
from sklog.errors import Refused
from sklog.language import _
from sklog.rooms import CODES, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sklog.reports.model import Report

CLEAR = "\x1b[H\x1b[2J"
MOST_KEYS = 1000
PASTE_SECONDS = 0.05  # within which a line is followed by the next one where both were pasted, and not typed
KEY_SECONDS = 0.3  # the same for the pieces of a paste, and for the keys of somebody who types on
MOST_COPIED = 74_994  # letters of base64 that xterm and others take


# -- codes, one at a time -------------------------------------------------------------------------------


def without_codes(report: Report, how: str, output: Path | None) -> Report:
    """Show the codes of a report one at a time, where a terminal can; return what of it is still to be printed."""
    if not report.codes or how != "text" or not printing.is_stdout(output) or not printing.can_edit():
        return report
    rest: Report = load(CODES)(report)
    return rest


# -- keys ---------------------------------------------------------------------------------------------


class StrayKeys:
    """Keys that answer no question: typed `before` one could be seen, or `instead` of an answer.

    `ahead` returns what was read of them already. `own_line` leaves out of a line the keys before it that are `answers`
    of the question asked last. A `line` that answers none either is done next, before any of them. Hands that answered
    none are `kept`, for whoever may record them later.
    """

    def __init__(self, ahead: Callable[[], str], own_line: Callable[[str], str]) -> None:
        self.before = self.instead = self.line = self.answers = ""
        self.kept: list[str] = []
        self.ahead, self.own_line = ahead, own_line

    def split(self, typed: str) -> tuple[str, str]:
        """Return the answers that stand before the first line that was typed, and that line with all behind it."""
        line, *rest = re.split(r"([\r\n])", typed, maxsplit=1)
        own = self.own_line(line)
        return line.removesuffix(own).rstrip(), "".join((own, *rest))


BESIDE: ContextVar[StrayKeys | None] = ContextVar("beside", default=None)
"""Where keys go that answer no question; where there is no such place they are forgotten."""


def leave_beside(typed: str) -> bool:
    """Keep what was typed instead of an answer; return whether there is a place for it."""
    beside = BESIDE.get()
    if beside and is_something(typed):
        beside.instead += typed
        _KEYS.clear()  # Enter behind it is that of a line
    return beside is not None


ONE_KEY = re.compile(r"\A\s*[^\W_xX]?(?:\s*[\r\n]+|\Z)")
"""A line that is one key, as of an answer, or Enter alone; x is a hand."""
KEY = r"\[[0-9;?]*[@-~]|O."
"""What stands behind Escape where it is a key of its own, such as an arrow: a pattern."""


def is_something(typed: str) -> bool:
    """Whether somebody typed a line: Enter, Escape, an arrow and Ctrl-D are none."""
    return bool(re.sub(rf"\x1b(?:{KEY})?|[\r\n\x04 ]", "", typed))


def pressed(question: str, terminal: TextIO) -> str:
    """Ask for a key; return it, and what was typed right behind it."""
    if termios is None:
        terminal.write(question)
        terminal.flush()
        return typer.getchar()
    with _key_by_key() as keyboard:  # before it is asked: what is typed from then on is not lost
        terminal.write(question)
        terminal.flush()
        return os.read(keyboard, MOST_KEYS).decode(errors="ignore")


def typed_ahead(read: str = "", *, stops: bool = False) -> str:
    """Return what was typed already, behind what was `read` of it, with all of a paste that still comes.

    Ctrl-C ends it; it is raised where it `stops` what goes on.
    """
    if termios is None or not printing.is_terminal(sys.stdin):
        return read
    typed = read.encode(errors="ignore")
    passed_over = (OSError, *[KeyboardInterrupt][stops:])  # what was read until then is not lost
    with suppress(*passed_over), _key_by_key() as keyboard:
        while select([keyboard], [], [], KEY_SECONDS if typed else PASTE_SECONDS)[0]:
            more = os.read(keyboard, MOST_KEYS)
            if not more:
                break
            typed += more
    return typed.decode(errors="ignore")


@contextmanager
def _key_by_key() -> Iterator[int]:
    """Let the keyboard hand over each key at once, and show none."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)
        yield keyboard
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)


def forget_keys() -> None:
    """Forget what was typed so far, and on until a pause: nobody has seen yet what it would answer."""
    if typed_ahead(stops=True):
        typer.echo()  # it stands there


# -- the clipboard --------------------------------------------------------------------------------------


def require_chat(how: str, *, copy: bool, **others: bool) -> None:
    """Refuse what a text for a group chat has no place for, and to copy it where no terminal would take it."""
    if said := ", ".join(f"--{option}" for option, wanted in others.items() if wanted):
        raise Refused(_("--share is a short text for the group chat: leave {options} out", options=said))
    if how != "text":
        words = _(
            "--share is plain text, not {format}: leave --format out, and name a file such as abend.txt", format=how
        )
        raise Refused(words)
    if copy and not printing.can_draw():
        raise Refused(_("--copy hands the text to a terminal, and there is none here: use --share"))


def put_chat(text: str, output: Path | None, *, copy: bool) -> None:
    """Print a text for a group chat, or write it to a file; hand it to the terminal's clipboard as well."""
    if copy:
        coded = b2a_base64(text.rstrip("\n").encode(), newline=False).decode()
        if len(coded) > MOST_COPIED:
            raise Refused(_("the text is too long for a terminal's clipboard: use --share -o FILE"))
        sys.stdout.write(f"\x1b]52;c;{coded}\a")
        sys.stdout.flush()
    printing.put_text(text, output)
    if copy:
        printing.tell(_("Handed to the terminal's clipboard; not every terminal takes it."))


ENTER_SECONDS = 2.0  # within which people press Enter behind a key that answers alone
STANDS = "\n"  # a line that nobody types, as it stands there already
_KEYS: dict[str, float] = {}
"""What people may type behind a key before Enter, and when the key was pressed, by a clock that nobody sets."""


def key_was_pressed(*behind: str) -> None:
    """Note that a key alone has answered a question: an Enter that comes right behind it, or behind these, is none."""
    _KEYS.clear()
    _KEYS.update(dict.fromkeys(("", *behind), monotonic()))


def is_enter_of_a_key(line: str = "") -> bool:
    """Whether Enter behind this, pressed now, belongs to the key before it, which is forgotten in any case."""
    pressed_at = _KEYS.get(line)
    _KEYS.clear()
    return pressed_at is not None and monotonic() - pressed_at < ENTER_SECONDS


def one_key(question: str, answers: str = "", harmless: str = "") -> str:
    """Return the key that was pressed behind a question; the Enter of the key before it is none.

    One of its `answers` is a line of its own, whatever is typed right behind it. What was typed before the question is
    none of them; but where that is a whole line, behind answers that are `harmless`, nobody is asked.
    """
    question = printing.broken_into_lines(question)
    if beside := BESIDE.get():
        beside.answers = answers
        beside.before += ONE_KEY.sub("", typed_ahead(beside.ahead()))
        before, line = beside.split(beside.before)
        if harmless and is_something(line) and re.search(r"[\r\n]", line):
            beside.before = ""
            typer.echo(question)
            return line if before.strip(harmless) or not before else f"{before[0]}\n{line}"
    else:
        typed_ahead()
    key = pressed(f"{question} ", sys.stdout)
    while not key.strip("\r\n") and is_enter_of_a_key():
        key = pressed("", sys.stdout)
    if beside:
        before, line = beside.split(key)
        key = f"{before[:1]}\n{line}" if before else key
    if key:
        key_was_pressed(*[STANDS] if key.strip() else [])
    return key


def yes_to(question: str) -> bool | None:
    """Ask, until the answer is yes or no; Enter alone is no. None where it is a line that can be read elsewhere.

    There, at the prompt, a key is enough; an Enter behind it, or the rest of the word, does no harm.
    """
    yes, no = _("y yes").split(), _("n no").split()
    answers = {**dict.fromkeys(yes, True), **dict.fromkeys(no, False), "": False}
    shown = " ".join((question, _("[y/N]"))) + ":"
    while True:
        try:
            typed = one_key(shown, yes[0] + no[0], no[0]) if BESIDE.get() else _line_typed(shown)
        except (KeyboardInterrupt, EOFError):
            raise typer.Abort from None
        if not typed:  # the terminal is gone
            raise typer.Abort
        said, enter, more = typed.replace("\r", "\n").partition("\n")
        said = said.strip().casefold()
        if said in answers and not enter:
            key_was_pressed(STANDS, *(word.removeprefix(said) for word in answers if word.startswith(said)))
        elif not said and not BESIDE.get() and is_enter_of_a_key():
            continue
        if BESIDE.get():
            typer.echo(said if said in answers else "")
        if leave_beside(more if said in answers else typed) or said in answers:
            return None if is_something(typed) and said not in answers else answers.get(said, False)
        typer.echo(_("Error: {problem}", problem=_("invalid input")))


def _line_typed(shown: str) -> str:
    typer.echo(f"{printing.broken_into_lines(shown)} ", nl=False)
    return f"{input()}\n"
