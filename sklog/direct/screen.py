"""What every answer passes: the language, the streams, the window as it is, the board; and how a refusal ends.

The command line and what goes past it print by the same functions. What prints is imported when something is printed.
"""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING

from sklog.errors import NO_TEXT, NotInstalled, SklogError, reason
from sklog.language import N_, _, say_with, speak, suggest_about
from sklog.rooms import WAY, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, NoReturn, TextIO

    from sklog.ledger.evenings import Evening
    from sklog.ledger.open import LedgerFile
    from sklog.reports.board import Recent
    from sklog.reports.model import Report
    from sklog.scoring.state import Line, State

_VARIABLES = ("SKLOG_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides
BOARD: ContextVar[Callable[[State], None] | None] = ContextVar("board", default=None)
"""Who wants to know how an evening stands, instead of seeing its board: where a command is only tried."""
AT_PROMPT: ContextVar[str | None] = ContextVar("at_prompt", default=None)
"""Which evening a line means without a word where a command is run by the prompt, "" for none; None elsewhere."""
UNDO_HINT = N_("To take that back: sklog undo")
"""How a correction is taken back, which is said instead of asking before it."""
NOT_STORED = N_("Nothing was stored (--dry-run).")
"""What is said behind everything that --dry-run shows."""
OF_AN_EVENING = (
    *("play", "add", "show", "explain", "fix", "undo", "redo", "void", "insert", "move", "settle", "close", "pay"),
    *("join", "leave", "seats", "post", "bock", "round", "stock", "reopen", "whatif", "serve"),
    *("report session", "session log", "session tariff", "player part"),
)
"""The commands that take --session: what is suggested of them says the same evening."""
_COLOURLESS = frozenset({"dumb", "vt52", "vt100", "vt102", "vt220"})
COMPLETE = "_SKLOG_COMPLETE"  # Typer's variable: a shell asks what a word may become
MOST_DIGITS = 16  # of a number that counts something
LONGEST_SENTENCE = 2_000  # of what a refused word or file makes of it
WIDTH = 80  # where no terminal says otherwise
PROMPT_ROWS = 4  # of the screen: an empty one, the line, and two below it


class Elsewhere(Exception):
    """The whole program reads a line, not what goes past it."""


def choose() -> None:
    """Speak the language that the environment asks for, else that of Windows, where there is a catalogue of it."""
    speak(next((value for name in _VARIABLES if (value := os.environ.get(name))), None) or _of_windows())
    say_with(lambda text: str(load(WAY)(text)))


def _of_windows() -> str | None:
    """Return the language of Windows, which says it in no variable; None on another system."""
    if sys.platform != "win32":
        return None
    import ctypes  # noqa: PLC0415  no other system waits for them
    from locale import windows_locale  # noqa: PLC0415  the same

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())


# -- streams ------------------------------------------------------------------------------------------


@contextmanager
def answering() -> Iterator[None]:
    """Run the program in it: what sklog refuses becomes sentences on stderr and exit code 1."""
    choose()
    try:
        _ready_streams()
        yield
    except SklogError as error:
        _say_and_exit(error.problems, 2 if isinstance(error, NotInstalled) else 1)
    except UnicodeEncodeError:  # a word that is no UTF-8 where a text is kept or looked up
        _say_and_exit([_(NO_TEXT)])
    except OSError as error:
        if error.filename is not None:
            _say_and_exit([_("{path} cannot be used: {reason}", path=error.filename, reason=reason(error))])
        if not isinstance(error, BrokenPipeError):
            said = _("the answer cannot be printed: {reason}; what was recorded stays recorded", reason=reason(error))
            sys.stderr.write(f"{said}\n")
        # the reader went away (`sklog show | head`): say nothing, as other tools do; either way what is
        # left in the buffer goes nowhere, so that the interpreter does not try it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _ready_streams() -> None:
    """Print what a terminal does not know as ?, a minus as -, and an answer whole or with an error. Raises OSError.

    In the place of a stream that is closed (`>&-`) something is put, or what is opened next would get its number: there
    is nothing to be read, what is said to stderr goes nowhere, and an answer cannot be printed.
    """
    for number, name, how in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, how)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8"))
    codecs.register_error("plain", _known_to_all)
    if isinstance(sys.stdout, TextIOWrapper):
        if isinstance(sys.stdout.buffer, FileIO):  # PYTHONUNBUFFERED: what is cut short would be lost
            whole = BufferedWriter(FileIO(sys.stdout.fileno(), "w", closefd=False))
            sys.stdout = TextIOWrapper(whole, sys.stdout.encoding)
        sys.stdout.reconfigure(errors="plain")
    complaints = getattr(sys.stderr, "buffer", None)
    if isinstance(getattr(complaints, "raw", complaints), FileIO):
        raw = FileIO(sys.stderr.fileno(), "w", closefd=False)  # it keeps nothing back for later
        sys.stderr = _Complaints(raw, sys.stderr.encoding, "backslashreplace", write_through=True)


def _say_and_exit(sentences: Iterable[object], code: int = 1) -> NoReturn:
    for sentence in sentences:
        sys.stderr.write(f"{plain(sentence)[:LONGEST_SENTENCE]}\n")
    sys.exit(code)


class _Complaints(TextIOWrapper):
    """Stderr: what it does not take is lost, and the exit code alone says it."""

    def write(self, text: str) -> int:
        """Write a text where that can be."""
        with suppress(OSError):
            super().write(text)
        return len(text)


def _known_to_all(error: UnicodeError) -> tuple[str, int]:
    """Return what is printed instead of letters that a terminal does not know: no amount may lose its sign."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join("-" if letter == "\N{MINUS SIGN}" else "?" for letter in letters), error.end


# -- the window ---------------------------------------------------------------------------------------


def plain(value: Any) -> str:
    """Return text that cannot steer a terminal: control and direction characters are shown as �."""
    from sklog.reports.format import clean  # noqa: PLC0415  completion prints nothing

    return clean(str(value))


def broken_into_lines(sentence: object) -> str:
    """Return a sentence as it is printed: broken between words where the terminal ends."""
    from sklog.reports.format import filled  # noqa: PLC0415  the same

    return filled(plain(sentence), columns())


def colour() -> bool:
    """Whether the terminal shows colours and the user wants them (NO_COLOR, pipes)."""
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") not in _COLOURLESS
    )


def columns() -> int:
    """Return how many columns there are to print in: a terminal's own, else 80."""
    return window()[0]


def rows_left(*beside: str) -> int | None:
    """Return how many rows of the screen are left beside a prompt and these sentences; None without a screen."""
    high = window()[1]
    if high == sys.maxsize:
        return None
    return max(high - PROMPT_ROWS - sum(broken_into_lines(one).count("\n") + 1 for one in beside), 1)


def window() -> tuple[int, int]:
    """Return how many columns and rows there are to print in: a terminal's own, else 80 and as many as it takes.

    Where a command is only tried nothing is printed, and there is room for everything.
    """
    if BOARD.get() is not None:
        return sys.maxsize, sys.maxsize
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # a pipe, a test's stream, or no stdout at all
        return WIDTH, sys.maxsize
    return size.columns or WIDTH, size.lines or sys.maxsize


def can_ask() -> bool:
    """Whether somebody sits at a terminal, who sees a question and can answer it."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is there, and somebody at its other end."""
    return stream is not None and stream.isatty()


# -- what commands say ---------------------------------------------------------------------------------


def rendered(report: Report, how: Any = "text", *, shown: bool = True) -> str:
    """Return a report as it is printed, as wide and as colourful as that is; or, where it is not `shown`, written."""
    from sklog.reports.render import render  # noqa: PLC0415  the same

    window: dict[str, Any] = {"width": columns(), "colour": colour(), "whole": not is_terminal(sys.stdout)}
    return render(report, how, **(window if shown else {}))


def board_text(
    evening: Evening,
    recent: Sequence[Recent] = (),
    line: Line | None = None,
    *,
    file: LedgerFile | None = None,
    beside: Sequence[str] = (),
    shown: bool = True,
    fit: bool = True,
) -> str:
    """Return how the evening stands, with the change of `line` and the last hands, as it is `shown` or written.

    A terminal shows as many of them as it has room for, all that are given where they need not `fit`; of the ledger
    `file` those of the evening, where none are given. `beside` is what else is said above it and below it. Printed
    when the ledger is closed again: what is said is on disk, and a pager keeps nobody waiting. It is "" where nobody
    sits, or nobody sees it, and of an evening that is struck out.
    """
    if not evening.players or evening.kind == "void":
        return ""
    from sklog.desk import hands  # noqa: PLC0415  the same
    from sklog.reports.board import board  # noqa: PLC0415  the same
    from sklog.reports.format import day  # noqa: PLC0415  the same

    now = evening._replace(state=line.state, tariff=line.tariff) if line else evening
    if (wanted := BOARD.get()) is not None:
        wanted(now.state)
        return ""
    wide, high = (columns(), rows_left(*beside)) if shown else (WIDTH, None)
    if high and file and not recent and not file.dry_run:
        recent = hands.recent(file, now, max(high - (0 if wide > WIDTH else len(now.state.seats)), 1))
    window: dict[str, Any] = {"colour": shown and colour(), "columns": wide, "rows": high if fit else None}
    title = " · ".join(filter(None, (now.name, day(now.date), now.tariff.name)))
    return board(title, now.state, now.tariff, line, recent, **window).rstrip("\n")


def what_was_recorded(
    said: Iterable[str], evening: Evening, line: Line | None = None, *, file: LedgerFile, hint: str = ""
) -> Iterator[str]:
    """Yield what was recorded, how the evening stands, and how that is taken back: nobody is asked beforehand.

    `hint` is how, where `way_back` does not say it. A text that is "" is not printed.
    """
    last, said = hint or way_back(evening, file), list(said)
    yield from map(broken_into_lines, said)
    yield board_text(evening, line=line, file=file, beside=(*said, last))
    yield last


def way_back(evening: Evening, file: LedgerFile, hint: str = UNDO_HINT, *, older: bool = False) -> str:
    """Return how a command is taken back, whatever others record meanwhile; or that nothing was stored.

    The evening is named where another one is open as well, and for an `older` command where there is another one at
    all: newer ones may be meant without. At the prompt each line means the same one.
    """
    context = copy_context()
    every, are_open = file.counted
    if (every if older else are_open) > 1 and AT_PROMPT.get() is None:
        context.run(suggest_about, "--session", str(evening.id), OF_AN_EVENING)
    return context.run(_, NOT_STORED if file.dry_run else hint)
