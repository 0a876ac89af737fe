"""The evening at this prompt: which one is meant, how it stands, and running a line of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import typer
from typer._click.exceptions import ClickException

from sklog.cli import app_group, common
from sklog.cli.play import help as letters
from sklog.cli.play import words
from sklog.errors import NotFound, SklogError
from sklog.language import _
from sklog.ledger import correcting, evenings, undoing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sklog.ledger.correcting import Scene
    from sklog.ledger.evenings import Evening


class Answer(NamedTuple):
    """What became of a line: its exit code outside, and sentences about what was refused; the rest is printed."""

    code: int = 0
    problems: tuple[str, ...] = ()


class Table:
    """One evening of one ledger. Others may write to it: it is read again whenever the file has changed."""

    def __init__(self, path: Path, which: str | None) -> None:
        self.path = path
        self.which = which
        self.program = app_group()
        self._seen: tuple[int, ...] = ()
        self._evening: Evening | None = None
        self._scenes: dict[int, Scene | None] = {}

    def evening(self) -> Evening | None:
        """Return the evening as it stands now; None where none is open yet. Raises NotFound for a wrong --session.

        The first one that is found stays the one that is meant, also when another begins elsewhere.
        """
        try:
            found = self.path.stat()
        except OSError:
            return None
        seen = (found.st_mtime_ns, found.st_size, found.st_ino)
        if seen != self._seen or self._evening is None:
            self._evening, self._seen, self._scenes = self._read(), seen, {}
            self.which = str(self._evening.id) if self._evening else self.which
        return self._evening

    @property
    def is_open(self) -> bool:
        """Whether there is an evening that takes hands."""
        evening = self.evening()
        return evening is not None and not evening.closed

    @property
    def prompt(self) -> str:
        """What stands before a line: the number that its hand will have."""
        evening = self.evening()
        if evening is None:
            return "sklog> "
        return _("closed> ") if evening.closed else _("hand {number}> ", number=evening.hands + 1)

    def _read(self) -> Evening | None:
        try:
            with common.snapshot(self.path) as ledger:
                return evenings.find(ledger, self.which)
        except NotFound:
            if self.which is not None:
                raise
            return None

    def scene(self, number: int) -> Scene | None:
        """Return the table before hand `number`, for a line that corrects it; None where there is no such place."""
        evening = self.evening()
        if evening is not None and number not in self._scenes:
            try:
                with common.snapshot(self.path) as ledger:
                    self._scenes[number] = correcting.scene(ledger, evening, number)
            except NotFound:
                self._scenes[number] = None
        return self._scenes.get(number)

    def lines(self) -> list[str]:
        """Return what was typed in this evening so far, the oldest first, as it can be typed here."""
        evening = self.evening()
        if evening is None:
            return []
        with common.snapshot(self.path) as ledger:
            actions = undoing.log(ledger, evening)
        said = (one.typed if one.command == words.ADD else one.words for one in actions if one.command != "start")
        return [line for line in said if line and line.isprintable()]

    def last(self) -> Evening | None:
        """Return the evening that began last, open or closed: whom and what the next one may be like."""
        if not self.path.exists():
            return None
        with common.snapshot(self.path) as ledger:
            return evenings.newest(ledger)

    def say(self, line: str) -> Answer:
        """Do what a line says and print the answer; what is refused changes nothing."""
        first, _space, rest = words.said(line).partition(" ")
        if first in words.HELP:
            return self._help(rest.split())
        return self._tried(lambda: self._words(words.said(line)))

    def run(self, command: list[str]) -> Answer:
        """Do the same with a command given as its words."""
        return self._tried(lambda: command)

    def overview(self) -> list[str]:
        """Return the rows of `help`."""
        return letters.overview(self.program, common.columns())

    def _help(self, about: list[str]) -> Answer:
        _command, depth = words.leaf(about, self.program)
        if depth:
            return self._run([*about[:depth], "--help"])
        typer.echo("\n".join(self.overview()))
        return Answer()

    def _tried(self, command: Callable[[], list[str]]) -> Answer:
        try:
            return self._run(command())
        except SklogError as error:
            return Answer(1, tuple(common.plain(problem) for problem in error.problems))

    def _words(self, line: str) -> list[str]:
        """Return the line as words for the program: a hand is added, and either means the evening here."""
        if not words.is_command(line):
            return [words.ADD, *self._here({"--session"}), "--", line]
        command, depth = words.leaf(line.split(), self.program)
        ends_in_a_hand = not command.allow_interspersed_args and not command.ignore_unknown_options
        typed = line.split() if ends_in_a_hand else words.split(line)  # quotes in a hand are its own grammar
        if {"--session", "--all"} & set(typed):
            return typed
        return [*typed[:depth], *self._here(set(words.options(command))), *typed[depth:]]

    def _here(self, options: set[str]) -> list[str]:
        return ["--session", self.which] if self.which is not None and "--session" in options else []

    def _run(self, typed: list[str]) -> Answer:
        try:
            code = self.program.main(typed, prog_name="sklog", standalone_mode=False)
        except ClickException as error:
            from sklog.cli.usage import sentence  # noqa: PLC0415  only where a command was used wrongly

            return Answer(error.exit_code, (common.plain(sentence(error.format_message())),))
        except typer.Abort:
            return Answer(1, (_("nothing was recorded"),))
        finally:
            sys.stdout.flush()
        if typed[0] == "start" and not code:
            self.which = None  # the one that has just begun
        return Answer(code if isinstance(code, int) else 0)
