"""help: the letters of a hand and the commands at the table."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from contextvars import copy_context
from textwrap import wrap
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import typer
from typer._click.exceptions import ClickException

from sklog.cli import MODULES, SECTIONS, app_group, common, printing
from sklog.cli.play import preview
from sklog.errors import NotFound, SklogError
from sklog.language import _
from sklog.ledger import evenings, history, undo
from sklog.ledger.correct import Scene, scenes
from sklog.ledger.evenings import DAMAGED
from sklog.notation import TABLE
from sklog.reports.format import left, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import TextIO

    from typer.core import TyperGroup

    from sklog.ledger.evenings import Evening

GAP = 2


def overview(program: TyperGroup, columns: int) -> list[str]:
    """Return the letters and the commands in rows for a terminal of so many columns."""
    at_the_table = next(iter(SECTIONS.values()))
    commands = ((name, program.commands[name].get_short_help_str(200)) for name in at_the_table if name != "play")
    return [
        _("A hand is a line: GAME PEOPLE FLAGS [// note]"),
        *_table(((letters, _(meaning)) for letters, meaning in TABLE), columns),
        "",
        _("Commands, here as outside (help COMMAND says more, and so does sklog --help):"),
        *_table(commands, columns),
        "",
        _("Enter on an empty line asks question by question; Ctrl-C clears the line; Ctrl-D leaves."),
    ]


def _table(pairs: Iterable[tuple[str, str]], columns: int) -> Iterator[str]:
    """Yield a row for each pair, its second part beside the widest first one, broken where it is too long."""
    rows = list(pairs)
    first = max(width(word) for word, _meaning in rows)
    for word, meaning in rows:
        start, *more = wrap(meaning, max(columns - first - 2 * GAP, first)) or [""]
        yield f"{'':{GAP}}{left(word, first)}{'':{GAP}}{start}"
        yield from (f"{'':{first + 2 * GAP}}{part}" for part in more)


# -- Answers at a prompt: a screen at a time, and without the word that calls the program from outside -


CLEAR, ERASE = "\x1b[H\x1b[2J", "\x1b[K"
MORE, ENOUGH = " \r\n", "q"
MOST_KEYS = 1000
BELOW = 4  # rows that the prompt takes: an empty one, the line, and two below it
_STEERING = re.compile(r"\x1b\[[0-9;]*m")
_CALLED = re.compile(rf"\bsklog (?=(?:{'|'.join(MODULES)})\b)")


def inside(text: str) -> str:
    """Return a text with commands as they are typed at the prompt: `undo` instead of `sklog undo`."""
    return _CALLED.sub("", text)


class Page(io.StringIO):
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


# -- What is seen of the evening while lines are typed: how it stands, and what the table was like before each hand


MOST_SECONDS = 0.05  # that a key waits for somebody who is writing just now


class View:
    """One evening of one ledger as it stood when it was read last: `evening`, None where none is open.

    `which` is the evening that is meant: the first that is found stays it, by its identity, also when another begins
    elsewhere, or takes its number. `gone` says that it was found once and is not there any more. `trouble` is why it
    could not be read again, else "".
    """

    def __init__(self, path: Path, which: str | None) -> None:
        self.path = path
        self.which = which
        self.evening: Evening | None = None
        self.gone = False
        self.trouble = ""
        self._seen: tuple[int, ...] | None = None
        self._scenes: list[Scene] | None = None
        self._folding = Lock()

    def read(self, wait: float | None = None) -> Evening | None:
        """Read the evening again if the file has changed, and return it.

        Raises NotFound for a wrong --session, and LedgerError.
        """
        seen = self._stamp()
        if seen != self._seen:
            evening = self._found(wait) if seen else None
            self.which = evening.uid if evening else self.which
            with self._folding:
                self.evening, self._seen, self._scenes = evening, seen, None
        self.trouble = ""
        return self.evening

    def look(self) -> Evening | None:
        """Do the same without keeping anybody waiting: what cannot be read now leaves the evening as it was."""
        try:
            return self.read(MOST_SECONDS)
        except SklogError as error:
            self.trouble = printing.plain(error.problems[0])
            return self.evening

    def mean(self, uid: str) -> None:
        """Mean this evening from now on."""
        self.which, self._seen = uid, None

    def _stamp(self) -> tuple[int, ...]:
        """Return what changes with the file; () where there is none."""
        try:
            found = self.path.stat()
        except OSError:
            return ()
        return (found.st_mtime_ns, found.st_size, found.st_ino)

    def _found(self, wait: float | None) -> Evening | None:
        self.gone = False
        try:
            with common.snapshot(self.path, wait) as ledger:
                return evenings.find(ledger, self.which)
        except NotFound:
            if self.which is None:
                return None
            if self.evening is None or self.evening.uid != self.which:
                raise
            self.gone = True
            raise NotFound(
                _(
                    "the evening {name!r} is not in this ledger any more, as where an older copy was restored:"
                    " leave with quit and begin play again, or start another evening",
                    name=self.evening.name,
                )
            ) from None

    # -- before each hand -----------------------------------------------------------------------------

    @property
    def folded(self) -> bool:
        """Whether every scene of this evening is known, so that asking for one costs nothing."""
        return self._scenes is not None

    def fold(self) -> None:
        """Find out what the table was like before each hand, once for each version of the evening."""
        with self._folding:
            if self._scenes is None and self.evening is not None:
                try:
                    with common.snapshot(self.path, MOST_SECONDS) as ledger:
                        self._scenes = scenes(history.of_evening(ledger, self.evening))
                except DAMAGED:  # the command itself says what is wrong
                    self._scenes = []

    def known(self, number: int) -> Scene | None:
        """Return the same where it costs nothing, else None."""
        evening = self.evening
        return self.scene(number) if self.folded or (evening and number > evening.hands) else None

    def scene(self, number: int) -> Scene | None:
        """Return the table before hand `number`, or before the next one; None where there is no such hand."""
        evening = self.evening
        if evening is None or not 1 <= number <= evening.hands + 1:
            return None
        if number == evening.hands + 1:
            return Scene(evening.state, evening.tariff)
        self.fold()
        known = self._scenes or []
        return known[number - 1] if number <= len(known) else None


# -- The evening at this prompt: which one is meant, how it stands, and running a line of it -----------


INTERRUPTED = 130  # what Typer makes of Ctrl-C in the middle of a command


class Answer(NamedTuple):
    """What became of a line: its exit code outside, and sentences about what was refused; the rest is printed."""

    code: int = 0
    problems: tuple[str, ...] = ()


def refused(error: SklogError) -> Answer:
    """Return what is said where a line is refused."""
    return Answer(1, tuple(printing.plain(problem) for problem in error.problems))


class Table:
    """Runs lines for one evening of one ledger; `view` is what is seen of it, `which` the evening that is meant."""

    def __init__(self, path: Path, which: str | None) -> None:
        self.path = path
        self.view = View(path, which)
        self.program = app_group()

    def warm_up(self) -> None:
        """Make every command known, so that no key of a line waits until one is."""
        for name in preview.COMMANDS:
            self.program.commands[name].get_short_help_str()

    def evening(self) -> Evening | None:
        """Return the evening as it stands now; None where none is open yet. Raises NotFound for a wrong --session."""
        return self.view.read()

    @property
    def prompt(self) -> str:
        """What stands before a line: the number that its hand will have."""
        evening = self.view.evening
        if evening is None:
            return "sklog> "
        return _("closed> ") if evening.closed else _("hand {number}> ", number=evening.hands + 1)

    def lines(self) -> list[str]:
        """Return what was typed in this evening so far, the oldest first, as it can be typed here."""
        evening = self.evening()
        if evening is None:
            return []
        with common.snapshot(self.path) as ledger:
            actions = undo.log(ledger, evening)
        said = (one.typed if one.command == preview.ADD else one.words for one in actions if one.command != "start")
        return [line for line in said if line and line.isprintable()]

    def last(self) -> Evening | None:
        """Return the evening that began last, open or closed: whom and what the next one may be like."""
        if not self.path.exists():
            return None
        with common.snapshot(self.path) as ledger:
            return evenings.newest(ledger)

    def say(self, line: str, *, meant: bool = False) -> Answer:
        """Do what a line says and print the answer; what is refused changes nothing.

        `meant` says that no key slipped: the same hand twice is two hands.
        """
        said = preview.said(line.encode(errors="replace").decode())  # a terminal may send what is no UTF-8
        if "\0" in said:
            return Answer(1, (_("there is a control character in this line: type it again"),))
        first, _space, rest = said.partition(" ")
        if first in preview.HELP:
            return self._help(rest.split())
        evening = self.view.look()
        if evening and evening.closed and not preview.is_command(said):
            return Answer(1, (_("the evening is closed"), _("reopen goes on with it")))
        answer = self._tried(lambda: self._words(said, meant=meant))
        return answer._replace(problems=(*answer.problems, *preview.no_game(said, answer.problems[:1])))

    def run(self, command: list[str]) -> Answer:
        """Do the same with a command given as its words."""
        return self._tried(lambda: command)

    def overview(self) -> list[str]:
        """Return the rows of `help`."""
        return overview(self.program, printing.columns())

    def _help(self, about: list[str]) -> Answer:
        _command, depth = preview.leaf([word.casefold() for word in about], self.program)
        if depth:
            return self._run([*(word.casefold() for word in about[:depth]), "--help"])
        if about:
            return Answer(1, (preview.unknown(about[0]),))
        typer.echo("\n".join(self.overview()))
        return Answer()

    def _tried(self, command: Callable[[], list[str]]) -> Answer:
        try:
            return self._run(command())
        except SklogError as error:
            return refused(error)

    def _words(self, line: str, *, meant: bool) -> list[str]:
        """Return the line as words for the program: a hand is added, and either means the evening here."""
        again = ["--again"] if meant else []
        if not preview.is_command(line):
            return [preview.ADD, *again, *self._here({"--session"}), "--", line]
        command, depth = preview.leaf(line.split(), self.program)
        ends_in_a_hand = not command.allow_interspersed_args and not command.ignore_unknown_options
        typed = line.split() if ends_in_a_hand else preview.split(line)  # quotes in a hand are its own grammar
        if typed[0] == preview.ADD:
            typed[depth:depth] = again
        if {"--session", "--all"} & set(typed):
            return typed
        return [*typed[:depth], *self._here(set(preview.options(command))), *typed[depth:]]

    def _here(self, options: set[str]) -> list[str]:
        which = self.view.which
        if which is None or "--session" not in options:
            return []
        if self.view.gone:
            raise NotFound(self.view.trouble)
        return ["--session", which]

    def _run(self, typed: list[str]) -> Answer:
        newest = self._newest() if typed[0] == "start" else None
        try:
            # in a context of its own: what programs read is English, what people read stays as it was
            code = copy_context().run(self.program.main, typed, prog_name="sklog", standalone_mode=False)
        except ClickException as error:
            from sklog.cli.usage import sentence  # noqa: PLC0415  only where a command was used wrongly

            return Answer(error.exit_code, (printing.plain(sentence(error.format_message())),))
        except typer.Abort as error:
            if error.__cause__ is None:
                typer.echo()  # ^C at a question: the sentence begins a row
            return self._interrupted()
        finally:
            sys.stdout.flush()
        if code == INTERRUPTED:
            return self._interrupted()
        if typed[0] == "start" and (begun := self._newest()) and begun != newest:
            self.view.mean(begun)
        return Answer(code if isinstance(code, int) else 0)

    def _newest(self) -> str | None:
        """Return the identity of the evening that began last; None where there is none, or no ledger yet."""
        try:
            last = self.last()
        except SklogError:
            return None
        return last.uid if last else None

    def _interrupted(self) -> Answer:
        """Say whether a command that was interrupted had stored what it meant to."""
        before, now = self.view.evening, self.view.look()
        if now != before:
            return Answer(INTERRUPTED, (_("interrupted, but it was recorded: undo takes it back"),))
        return Answer(INTERRUPTED, (_("nothing was recorded"),))
