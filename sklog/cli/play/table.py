"""The evening at this prompt: which one is meant, how it stands, and running a line of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import typer
from typer._click.exceptions import ClickException

from sklog.cli import app_group, common, languages, printing
from sklog.cli.play import help as letters
from sklog.cli.play import words
from sklog.cli.play.seeing import View
from sklog.errors import NotFound, SklogError
from sklog.language import _, spoken
from sklog.ledger import evenings, undoing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sklog.ledger.evenings import Evening


INTERRUPTED = 130  # what Typer makes of Ctrl-C in the middle of a command


class Answer(NamedTuple):
    """What became of a line: its exit code outside, and sentences about what was refused; the rest is printed."""

    code: int = 0
    problems: tuple[str, ...] = ()


def refused(error: SklogError) -> Answer:
    """Return what is said where a line is refused."""
    return Answer(1, tuple(common.plain(problem) for problem in error.problems))


class Table:
    """Runs lines for one evening of one ledger; `view` is what is seen of it, `which` the evening that is meant."""

    def __init__(self, path: Path, which: str | None) -> None:
        self.path = path
        self.view = View(path, which)
        self.program = app_group()

    def warm_up(self) -> None:
        """Make every command known, so that no key of a line waits until one is."""
        for name in words.COMMANDS:
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
            actions = undoing.log(ledger, evening)
        said = (one.typed if one.command == words.ADD else one.words for one in actions if one.command != "start")
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
        said = words.said(line.encode(errors="replace").decode())  # a terminal may send what is no UTF-8
        if "\0" in said:
            return Answer(1, (_("there is a control character in this line: type it again"),))
        first, _space, rest = said.partition(" ")
        if first in words.HELP:
            return self._help(rest.split())
        evening = self.view.look()
        if evening and evening.closed and not words.is_command(said):
            return Answer(1, (_("the evening is closed"), _("reopen goes on with it")))
        answer = self._tried(lambda: self._words(said, meant=meant))
        return answer._replace(problems=(*answer.problems, *words.no_game(said, answer.problems[:1])))

    def run(self, command: list[str]) -> Answer:
        """Do the same with a command given as its words."""
        return self._tried(lambda: command)

    def overview(self) -> list[str]:
        """Return the rows of `help`."""
        return letters.overview(self.program, printing.columns())

    def _help(self, about: list[str]) -> Answer:
        _command, depth = words.leaf([word.casefold() for word in about], self.program)
        if depth:
            return self._run([*(word.casefold() for word in about[:depth]), "--help"])
        if about:
            return Answer(1, (words.unknown(about[0]),))
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
        if not words.is_command(line):
            return [words.ADD, *again, *self._here({"--session"}), "--", line]
        command, depth = words.leaf(line.split(), self.program)
        ends_in_a_hand = not command.allow_interspersed_args and not command.ignore_unknown_options
        typed = line.split() if ends_in_a_hand else words.split(line)  # quotes in a hand are its own grammar
        if typed[0] == words.ADD:
            typed[depth:depth] = again
        if {"--session", "--all"} & set(typed):
            return typed
        return [*typed[:depth], *self._here(set(words.options(command))), *typed[depth:]]

    def _here(self, options: set[str]) -> list[str]:
        which = self.view.which
        if which is None or "--session" not in options:
            return []
        if self.view.gone:
            raise NotFound(self.view.trouble)
        return ["--session", which]

    def _run(self, typed: list[str]) -> Answer:
        language = spoken()
        newest = self._newest() if typed[0] == "start" else None
        try:
            code = self.program.main(typed, prog_name="sklog", standalone_mode=False)
        except ClickException as error:
            from sklog.cli.usage import sentence  # noqa: PLC0415  only where a command was used wrongly

            return Answer(error.exit_code, (common.plain(sentence(error.format_message())),))
        except typer.Abort as error:
            if error.__cause__ is None:
                typer.echo()  # ^C at a question: the sentence begins a row
            return self._interrupted()
        finally:
            sys.stdout.flush()
            if spoken() != language:
                languages.choose()  # what programs read is English, what people read stays as it was
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
