"""The command line. A module holds a group of commands, and is imported when one of them is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import partial
from importlib import import_module
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NoReturn, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_command_from_info, get_group_from_info

from sklog import __version__
from sklog.cli import usage
from sklog.cli.usage import AnyCommand
from sklog.errors import NO_TEXT, SklogError
from sklog.language import ENGLISH, N_, _, spoken

SECTIONS: Mapping[str, Mapping[str, str]] = {
    N_("At the table"): {
        "start": "evening",
        "play": "play",
        "add": "hand",
        "show": "hand",
        "explain": "hand",
        "undo": "correct",
        "redo": "correct",
        "fix": "correct",
        "void": "correct",
        "insert": "correct",
        "move": "correct",
        "join": "evening",
        "leave": "evening",
        "seats": "evening",
        "post": "evening",
        "bock": "evening",
        "round": "evening",
        "stock": "evening",
        "settle": "settle",
        "pay": "settle",
        "close": "evening",
        "reopen": "evening",
    },
    N_("Around it"): {
        "calc": "hand",
        "replay": "report",
        "import": "exchange",
        "export": "exchange",
        "verify": "exchange",
        "merge": "ledger",
        "report": "report",
        "whatif": "report",
        "session": "report",
        "player": "settle",
        "tariff": "tariff",
        "check": "ledger",
        "backup": "ledger",
        "restore": "ledger",
    },
}
"""Every command, in the order of `sklog --help`, and the module of this package that holds it."""

HELP = ("help", "hilfe", "?")
"""What asks for the help of the command behind it, as --help does behind one."""

MODULES = {name: module for section in SECTIONS.values() for name, module in section.items()}


class _Commands(Mapping[str, AnyCommand]):
    """Commands by name, each made, in the language that is spoken, when it is asked for."""

    def __init__(self, names: Iterable[str], make: Callable[[str], AnyCommand]) -> None:
        self._made: dict[str, AnyCommand | None] = dict.fromkeys(names)
        self._make = make

    def __getitem__(self, name: str) -> AnyCommand:
        found = self._made[name]
        if found is None:
            made = self._make(name)
            found = self._made[name] = made if spoken() == ENGLISH else usage.translated(made)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class _Group(TyperGroup):
    """A group that knows its commands' names without making the commands."""

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002  typer calls it so
        """Return the names of the commands."""
        return list(self.commands)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return the commands that begin so; brackets in their help are escaped, else zsh shows them as markup."""
        found = super().shell_complete(ctx, incomplete)
        for one in found:
            one.help = one.help and one.help.replace("[", "\\[")
        return found


def _command(holder: typer.Typer, name: str) -> AnyCommand:
    """Return the one command of this name, without building its neighbours."""
    for command in holder.registered_commands:
        if command.name == name:
            made = get_command_from_info(command, pretty_exceptions_short=False, rich_markup_mode=None)
            return cast("TyperCommand", made)
    info = copy(next(group for group in holder.registered_groups if group.name == name))
    whole = info.typer_instance
    if whole is None:
        raise TypeError(f"{name} is a group of commands")
    info.cls, info.typer_instance = _Group, copy(whole)
    info.typer_instance.registered_commands = []
    group = get_group_from_info(info, pretty_exceptions_short=False, suggest_commands=True, rich_markup_mode=None)
    names = (one.name or "" for one in whole.registered_commands)
    group.commands = _Commands(names, partial(_command, whole))  # type: ignore[assignment]  # nobody adds to them
    return group


class Sklog(_Group):
    """The whole program, whose help has the sections of the interface."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called; `help add` is `add --help`."""
        if args[0].casefold() in HELP and not ctx.resilient_parsing:
            args = [*args[1:], "--help"]
            if len(args) == 1:
                typer.echo(ctx.get_help())
                raise typer.Exit
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: object, formatter: Any) -> None:  # noqa: ARG002  typer calls it so
        """Write the commands in the sections of the interface."""
        for section, names in SECTIONS.items():
            with formatter.section(_(section)):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(100)) for name in names])


app = typer.Typer(
    cls=Sklog,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"sklog {__version__}")
        raise typer.Exit


@app.callback()
def _sklog(
    ctx: typer.Context,
    db: Annotated[
        Path | None,
        usage.ledger_option("The ledger (else $SKLOG_DB, else the data folder)."),
    ] = None,
    version: Annotated[  # noqa: ARG001  acted on by its callback
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Score-keeping and settlement for Schafkopf.

    Begin an evening, type each hand in a few letters, see the balances, settle with the fewest payments:

      sklog start Stammtisch --players Anna,Bene,Christl,Dani --tariff sauspiel

      sklog add s ac nl3     (Anna and Christl won a Sauspiel, Schneider, 3 Laufende)

      sklog settle
    """
    if db is not None:
        os.environ["SKLOG_DB"] = str(db)
    if ctx.invoked_subcommand is None:
        _sit_down(ctx)


def _sit_down(ctx: typer.Context) -> None:
    """Go on with the evening at a terminal, or begin one, question by question; elsewhere the help is an error."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(ctx.get_help(), err=True)
        raise typer.Exit(2)
    import_module("sklog.cli.play").sit_down(None, None, begins=True)


def app_group() -> TyperGroup:
    """Return the whole program: it knows every command's name, and imports the one that is called."""
    group = get_command(app)
    if not isinstance(group, TyperGroup):
        raise TypeError("the program is a group of commands")
    made = _Commands(MODULES, lambda name: _command(import_module(f"sklog.cli.{MODULES[name]}").app, name))
    group.commands = made  # type: ignore[assignment]  # nobody adds to them
    return group


def main() -> None:
    """Run the program: what sklog refuses becomes sentences on stderr and exit code 1."""
    _open_closed_streams()
    usage.choose()
    try:
        _ready_to_print()
        usage.run(app_group())
    except SklogError as error:
        _refuse(error.problems)
    except UnicodeEncodeError:  # a word that is no UTF-8 where a text is kept or looked up
        _refuse([_(NO_TEXT)])
    except OSError as error:
        if error.filename is not None:
            _refuse([_("{path} cannot be used: {reason}", path=error.filename, reason=error.strerror)])
        if not isinstance(error, BrokenPipeError):
            said = _("the answer cannot be printed: {reason}; what was recorded stays recorded", reason=error.strerror)
            sys.stderr.write(f"{said}\n")
        # the reader went away (`sklog show | head`): say nothing, as other tools do; either way what is
        # left in the buffer goes nowhere, so that the interpreter does not try it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _open_closed_streams() -> None:
    """Put something in the place of each stream that is closed (`>&-`): what is opened next would get its number.

    There is nothing to be read, what is said to stderr goes nowhere, and an answer cannot be printed.
    """
    for number, name, how in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, how)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8"))


def _refuse(sentences: Iterable[object]) -> NoReturn:
    from sklog.cli.printing import LONGEST_SENTENCE, plain  # noqa: PLC0415  a command that fails has imported it

    for sentence in sentences:
        sys.stderr.write(f"{plain(sentence)[:LONGEST_SENTENCE]}\n")
    sys.exit(1)


class _Complaints(TextIOWrapper):
    """Stderr: what it does not take is lost, and the exit code alone says it."""

    def write(self, text: str) -> int:
        """Write a text where that can be."""
        with suppress(OSError):
            super().write(text)
        return len(text)


def _ready_to_print() -> None:
    """Print what a terminal does not know as ?, and an answer whole or with an error. Raises OSError."""
    if isinstance(sys.stdout, TextIOWrapper):
        if isinstance(sys.stdout.buffer, FileIO):  # PYTHONUNBUFFERED: what is cut short would be lost
            whole = BufferedWriter(FileIO(sys.stdout.fileno(), "w", closefd=False))
            sys.stdout = TextIOWrapper(whole, sys.stdout.encoding)
        sys.stdout.reconfigure(errors="replace")
    complaints = getattr(sys.stderr, "buffer", None)
    if isinstance(getattr(complaints, "raw", complaints), FileIO):
        raw = cast("BinaryIO", FileIO(sys.stderr.fileno(), "w", closefd=False))  # it keeps nothing back for later
        sys.stderr = _Complaints(raw, sys.stderr.encoding, "backslashreplace", write_through=True)
