"""The command line. A module holds a group of commands, and is imported when one of them is called."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_command_from_info, get_group_from_info

from sklog import __version__, rooms
from sklog.cli import usage
from sklog.cli.usage import AnyCommand
from sklog.direct.screen import answering, can_ask
from sklog.errors import NotInstalled
from sklog.language import ENGLISH, N_, _, as_typed, option_word, spoken, words_for
from sklog.rooms import COMMANDS, GROUPS, OTHER_WORDS, PROMPT, elsewhere, if_here, load

SUMMARIES: Mapping[str, str] = {
    "start": N_("Start an evening with a copy of the tariff (default: the last evening's, or sauspiel)."),
    "play": N_("Type hands at a prompt and see what everybody would win or pay; also reads a pipe."),
    "add": N_("Record one hand: GAME PEOPLE FLAGS [// note]."),
    "show": N_("Show the balances, Stock, Bock, special round, next dealer, and the last hands."),
    "explain": N_(
        "Explain step by step why hand N (default: the last) cost what it did, or what a hand would cost now."
    ),
    "fix": N_("Correct hand N, or the last one: type the whole hand, or only what was wrong; nothing is erased."),
    "undo": N_("Take back the newest command of any kind, or the newest N."),
    "settle": N_("Show who pays whom, in the fewest payments; nothing is recorded without --record."),
    "close": N_("End the evening; the Stock goes where the tariff or --stock says."),
    "report": GROUPS["report"].about,
}
"""What each command of the first section is for, as its own help begins: so the help of all waits for none of them."""
HELP = ("help", "hilfe", "?")
"""What asks for the help of the command behind it, as --help does behind one."""

ROWS = {name: row for section in COMMANDS.values() for name, row in section.items()}
MODULES = {name: row[0] for name, row in ROWS.items()}
ROWS |= {f"{group} {name}": row for group, one in GROUPS.items() for name, row in one.commands.items()}

AT_THE_TABLE = tuple(name for section in tuple(COMMANDS.values())[:3] for name in section)
"""The commands that are used during an evening: the prompt explains them, and says what they would change."""
UNCUT = 1_000  # letters: longer than the first sentence of any help page


class _Commands(Mapping[str, AnyCommand]):
    """The commands of a group by the words for them, each made, in the language that is spoken, when it is asked for.

    It is found by its English word and by that of every other language. Those that are spoken are its keys.
    """

    def __init__(self, names: Iterable[str], make: Callable[[str], AnyCommand], group: str = "") -> None:
        self._made: dict[str, AnyCommand | None] = dict.fromkeys(names)
        self._make = make
        self.group = group

    def __getitem__(self, word: str) -> AnyCommand:
        name = word if word in self._made else usage.meanings(self.english_words, self.group)[usage.folded(word)]
        found = self._made[name]
        if found is None:
            made = self._make(name)
            found = self._made[name] = made if spoken() == ENGLISH else usage.translated(made)
            found.short_help = found.get_short_help_str(UNCUT)
            found.epilog = _examples(self.path(name))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(word for name in self._made for word in (*words_for(self.path(name)), name)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    @property
    def english_words(self) -> tuple[str, ...]:
        """The English words, in the order of the help."""
        return tuple(self._made)

    def path(self, name: str) -> str:
        """Return the words that name a command from outside: `tariff list`."""
        return f"{self.group} {name}".lstrip()

    def help_rows(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return what a help page lists of these: the words for each, and its first sentence, which nothing cuts."""
        return [(usage.with_english(name, self.group), self._summary(name)) for name in names]

    def _summary(self, name: str) -> str:
        known = None if self.group else SUMMARIES.get(name)
        return _(known) if known else self[name].get_short_help_str()


_SAID = re.compile(r"(?<![\w./:+*=-])(?<!-o )[a-z-]+(?![\w./:=-])")  # a word that may be one of an option's


def command_of(word: str) -> str:
    """Return which command a word of any language means, in English; "" where none."""
    return word if word in MODULES else usage.meanings(tuple(MODULES)).get(usage.folded(word), "")


def _examples(command: str) -> str:
    """Return what the help page of a command ends with: how it is typed."""
    typed = ROWS.get(command, ())[1:] or _of_module(command.split(maxsplit=1)[0], "EXAMPLES").get(command, ())
    if not typed:  # its room is not here
        return ""
    said = (as_typed(f"{command} {_SAID.sub(lambda found: option_word(found[0]), rest)}".rstrip()) for rest in typed)
    return "\n".join(("\b", _("Example:"), *(f"  sklog {line}" for line in said)))


def _of_module(command: str, name: str) -> Mapping[str, Any]:
    """Return what the module of a command says of the words typed behind it, if it is there."""
    found: Mapping[str, Any] = getattr(sys.modules.get(MODULES.get(command, "")), name, {})
    return found


class _Group(TyperGroup):
    """A group that knows its commands' names without making the commands."""

    commands: _Commands  # type: ignore[assignment]  # nobody adds to them

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002  typer calls it so
        """Return every word for the commands, in the language that is spoken and in English."""
        return [word for name in self.commands.english_words for word in usage.words_of(name, self.commands.group)]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called; its help says the word for it in the language that is spoken."""
        try:
            _typed, command, rest = super().resolve_command(ctx, args)
        except typer.TyperException:
            if args[0].startswith("-"):
                raise
            older = _of_module(self.commands.group, "OLDER")
            if now := older.get(usage.meanings(tuple(older), self.commands.group).get(usage.folded(args[0]), "")):
                return self.resolve_command(ctx, [*now.split(), *args[1:]])
            ctx.fail(usage.no_command(args[0], self.commands.english_words, self.commands.group))
        return words_for(self.commands.path(str(command and command.name)))[0], command, rest

    def format_commands(self, ctx: object, formatter: Any) -> None:  # noqa: ARG002  typer calls it so
        """Write what each command is for."""
        with formatter.section("Commands"):
            formatter.write_dl(self.commands.help_rows(self.commands.english_words))

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return the commands that begin so; brackets in their help are escaped, else zsh shows them as markup.

        Each is offered once: in the language that is spoken, or in English where that alone begins so.
        """
        found: dict[int, Any] = {}
        for one in super().shell_complete(ctx, incomplete):
            one.help = one.help and one.help.replace("[", "\\[")
            found.setdefault(id(self.commands.get(one.value, one)), one)
        return list(found.values())


def _command(holder: typer.Typer, name: str) -> AnyCommand:
    """Return the one command of this name, without building its neighbours."""
    for command in holder.registered_commands:
        if command.name == name:
            made = get_command_from_info(command, pretty_exceptions_short=False, rich_markup_mode=None)
            from sklog.cli.common import with_csv_options  # noqa: PLC0415  the command's module has imported it

            return with_csv_options(cast("TyperCommand", made))
    info = copy(next(group for group in holder.registered_groups if group.name == name))
    whole = info.typer_instance
    if whole is None:
        raise TypeError(f"{name} is a group of commands")
    info.cls, info.typer_instance = _Group, copy(whole)
    info.typer_instance.registered_commands = []
    group = get_group_from_info(info, pretty_exceptions_short=False, suggest_commands=True, rich_markup_mode=None)
    names = (one.name or "" for one in whole.registered_commands)
    group.commands = _Commands(names, partial(_command, whole), name)  # type: ignore[assignment]  # nobody adds to them
    return group


class Sklog(_Group):
    """The whole program, whose help has the sections of the interface."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called, also by other words, which is said; `help add` is `add --help`."""
        if args[0].casefold() in HELP and not ctx.resilient_parsing:
            args = [*args[1:], "--help"]
            if len(args) == 1:
                typer.echo(ctx.get_help())
                raise typer.Exit
        try:
            return super().resolve_command(ctx, args)
        except typer.TyperException:
            meaning = None if args[0].startswith("-") else if_here(OTHER_WORDS)
            meant = meaning and meaning(args)
            if meant is None:
                raise
        if not meant.line:
            ctx.fail(meant.in_a_sentence())
        typer.echo(meant.in_a_sentence(), err=True)
        return self.resolve_command(ctx, [*meant.command.split(), *args[len(meant.typed.split()) :]])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command of ours, else that of another distribution, None where nobody has one."""
        ours = super().get_command(ctx, cmd_name)
        theirs = None if ours or ctx.resilient_parsing else elsewhere(cmd_name)
        return _command(theirs, cmd_name) if theirs else ours

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what sklog is, then what matters first, and the names of the other commands by their sections."""
        super().format_help_text(ctx, formatter)
        (first, names), *others = COMMANDS.items()
        with formatter.section(_(first)):
            formatter.write_dl(self.commands.help_rows(names))
        with formatter.section(_("More commands, which sklog --commands describes")):
            formatter.write_dl([(_(title), ", ".join(map(usage.with_english, more))) for title, more in others])

    def described(self, ctx: typer.Context) -> str:
        """Return every command with what it does, in the sections of the interface."""
        formatter = ctx.make_formatter()
        for section, names in COMMANDS.items():
            with formatter.section(_(section)):
                formatter.write_dl(self.commands.help_rows(names))
        return formatter.getvalue().strip("\n")

    def format_commands(self, ctx: object, formatter: object) -> None:
        """Write nothing behind the options: the commands stand before them."""


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
        if other := rooms.another():
            text = N_(
                "another program is installed here as sklog {version}: each replaces files of the other; remove both,"
                " then install {name} alone"
            )
            typer.echo(_(text, version=other, name=rooms.DISTRIBUTION), err=True)
        raise typer.Exit


def _say_commands(ctx: typer.Context, *, wanted: bool) -> None:
    if wanted and isinstance(ctx.command, Sklog):
        typer.echo(ctx.command.described(ctx))
        raise typer.Exit


@app.callback()
def _sklog(
    ctx: typer.Context,
    db: Annotated[Path | None, usage.ledger_option("The ledger (default: $SKLOG_DB, or in the data folder).")] = None,
    commands: Annotated[  # noqa: ARG001  acted on by its callback
        bool, typer.Option("--commands", callback=_say_commands, is_eager=True, help="Describe every command.")
    ] = False,
    version: Annotated[  # noqa: ARG001  acted on by its callback
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Score-keeping and settlement for Schafkopf.

    Begin an evening, type each hand in a few letters, see the balances, settle with the fewest payments:

      sklog start Stammtisch --players Anna,Bene,Christl,Dani

      sklog add s ac nl3    (Anna and Christl won: Schneider, 3 Laufende)

      sklog settle
    """
    if db is not None:
        os.environ["SKLOG_DB"] = str(db)
    if ctx.invoked_subcommand is None:
        _sit_down(ctx)


def _sit_down(ctx: typer.Context) -> None:
    """Go on with the evening at a terminal, or begin one, question by question; elsewhere the help is an error."""
    sit_down = if_here(PROMPT) if can_ask() else None
    if sit_down is None:
        typer.echo(ctx.get_help(), err=True)
        raise typer.Exit(2)
    sit_down(None, None, may_start=True)


def _command_made(name: str) -> AnyCommand:
    """Return a command by its word, or the group of those behind it, none of which is made yet."""
    if name not in GROUPS:
        return _command_here(f"{MODULES[name]}:app", name)
    holder, rows = typer.Typer(), GROUPS[name].commands
    holder.add_typer(typer.Typer(no_args_is_help=True, rich_markup_mode=None), name=name, help=GROUPS[name].about)
    group = cast("_Group", _command(holder, name))
    group.commands = _Commands(rows, lambda word: _command_here(rows[word][0], word), name)
    return group


def _command_here(row: str, name: str) -> AnyCommand:
    """Return a command; where its room is not here, one that says so, whatever is typed behind it."""
    try:
        return _command(load(row), name)
    except NotInstalled as error:
        (missing,) = error.problems

    def say_missing(_rest: Annotated[list[str] | None, typer.Argument(hidden=True, metavar="…")] = None) -> None:
        raise NotInstalled(missing)

    apart = typer.Typer()
    apart.command(name, help=str(missing), context_settings={"ignore_unknown_options": True})(say_missing)
    return _command(apart, name)


def app_group() -> TyperGroup:
    """Return the whole program: it knows every command's name, and imports the one that is called."""
    group = get_command(app)
    if not isinstance(group, TyperGroup):
        raise TypeError("the program is a group of commands")
    group.commands = _Commands(MODULES, _command_made)  # type: ignore[assignment]  # nobody adds to them
    return group


def main() -> None:
    """Run the program: what sklog refuses becomes sentences on stderr and exit code 1."""
    with answering():
        usage.run_program(app_group())
