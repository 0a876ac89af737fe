"""Which language is spoken (SKLOG_LANG, else the locale), and what Typer itself says, in that language.

Typer knows English only: `translated` gives a command its help in another language, `run` says what was wrong with a
command line.
"""

from __future__ import annotations

import os
import re
import sys
from contextvars import ContextVar
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from sklog.language import ENGLISH, LOCALE, N_, _, in_shell, speak, spoken, suggest_with, words_for
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

AnyCommand = TyperCommand | TyperGroup

_VARIABLES = ("SKLOG_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides

_COMPLETE = "_SKLOG_COMPLETE"  # Typer's variable: a shell asks what a word may become
_WITHOUT_LEDGER = ("calc", "replay", "tariff")


def choose() -> None:
    """Speak the language that the environment asks for, where there is a catalogue of it."""
    speak(next((value for name in _VARIABLES if (value := os.environ.get(name))), None))
    suggest_with("")


def file_named(said: str) -> Path:
    """Read the name of a file: nothing at all, as of a variable that is not set, is none."""
    if not said:
        raise typer.BadParameter(_("say a file: that is the empty word"))
    return Path(said)


def file_option(name: str, said: str, metavar: str = "FILE") -> Any:
    """Return an option that names a file, with what the help says of it."""
    return typer.Option(name, metavar=metavar, help=said, parser=file_named)


def file_argument(said: str, metavar: str = "FILE") -> Any:
    """Return an argument that names a file, with what the help says of it."""
    return typer.Argument(metavar=metavar, help=said, parser=file_named, show_default=False)


def named_ledger(ctx: typer.Context, path: Path | None) -> Path | None:
    """Have suggested commands name the ledger that was said, as far as they are about one."""
    if path is not None:
        root = ctx.find_root().command
        commands = getattr(getattr(root, "commands", None), "names", ())
        suggest_with(f"--db {in_shell(path)}", (name for name in commands if name not in _WITHOUT_LEDGER))
        ctx.call_on_close(partial(suggest_with, ""))
    return path


def ledger_option(said: str) -> Any:
    """Return the option --db, with what the help says of it."""
    return typer.Option("--db", metavar="FILE", help=said, parser=file_named, callback=named_ledger)


# -- the words for commands ----------------------------------------------------------------------------


def folded(word: str) -> str:
    """Return a word in small letters, and as people write it who have no umlauts."""
    return name_key(word).replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


@lru_cache(maxsize=16)
def meanings(names: tuple[str, ...], group: str = "") -> Mapping[str, str]:
    """Return which of the commands of a group each word of every language means; the words are `folded`."""
    languages = sorted(path.parent.parent.name for path in Path(LOCALE).glob("*/LC_MESSAGES/*.mo"))
    found = {
        folded(word): name
        for language in languages
        for name in names
        for word in words_for(f"{group} {name}".lstrip(), language)
    }
    return {**found, **{name: name for name in names}}


def words_of(name: str, group: str = "") -> list[str]:
    """Return the words for a command in the language that is spoken, also without umlauts, and in English."""
    words = words_for(f"{group} {name}".lstrip())
    return words if words == [name] else [*words, *map(folded, words), name]


def beginning(names: Iterable[str], begun: str) -> list[str]:
    """Return for each command the first of its words that begins so: all that are spoken where nothing is typed yet."""
    found = (next((word for word in words_of(name) if word.startswith(begun.casefold())), "") for name in names)
    return list(filter(None, found))


def with_english(name: str, group: str = "") -> str:
    """Return the word for a command as a list shows it: the English one stands behind that of another language."""
    word = words_for(f"{group} {name}".lstrip())[0]
    return word if word == name else f"{word} ({name})"


# -- what Typer itself says ----------------------------------------------------------------------------


SENTENCES = (
    N_("Missing argument {what}."),
    N_("Missing option {what}."),
    N_("Missing command."),
    N_("No such command {name}. Did you mean {near}?"),
    N_("No such command {name}."),
    N_("No such option: {name} (Possible options: {near})"),
    N_("No such option: {name}"),
    N_("Option {name} does not take a value."),
    N_("Option {name} requires an argument."),
    N_("Got unexpected extra argument(s) ({words})"),
    N_("Invalid value for {what}: {problem}"),
    N_("Invalid value: {problem}"),
    N_("Show this message and exit."),
    N_("[required]"),
    N_("[default: {value}]"),
)
"""What Typer says, as texts with {fields}; the first that fits is meant."""


HEADINGS = (N_("Arguments"), N_("Options"), N_("Commands"))


def translated(command: AnyCommand) -> AnyCommand:
    """Return the command with its help in the language that is spoken; those below it are made so."""
    command.context_class = _Context
    command.options_metavar = _(command.options_metavar or N_("[OPTIONS]"))
    command.help = command.help and _(command.help)
    for parameter in command.params:
        for words in ("help", "metavar"):
            if text := getattr(parameter, words, None):
                setattr(parameter, words, _(text))
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = _(N_("COMMAND [ARGS]..."))
    return command


def run(program: TyperGroup) -> NoReturn:
    """Run the program; what was wrong with the command line is said without what would steer the terminal in it."""
    if spoken() != ENGLISH:
        translated(program)
    try:
        if _COMPLETE in os.environ:
            from sklog.cli import completing  # noqa: PLC0415  only where a word is completed

            completing.complete(program, _COMPLETE)
        sys.exit(program.main(prog_name="sklog", standalone_mode=False))
    except typer.Abort:
        typer.echo(_("Aborted!"), err=True)
        sys.exit(1)
    except typer.TyperException as wrong:
        _say(wrong)
        sys.exit(wrong.exit_code)


class Beside:
    """Keys that answer no question: typed `before` it could be seen, or `instead` of an answer."""

    def __init__(self) -> None:
        self.before = self.instead = ""


BESIDE: ContextVar[Beside | None] = ContextVar("beside", default=None)
"""Where keys go that answer no question; where there is no such place they are forgotten."""


def leave_beside(typed: str) -> bool:
    """Keep what was typed instead of an answer; return whether there is a place for it.

    Enter and Escape alone are an answer: nothing.
    """
    beside = BESIDE.get()
    if beside and typed.strip("\r\n\x1b "):
        beside.instead += typed
    return beside is not None


def yes_to(question: str) -> bool:
    """Ask, until the answer is yes or no; Enter alone is no, and so is a line that can be read elsewhere."""
    answers = {**dict.fromkeys(_("y yes").split(), True), **dict.fromkeys(_("n no").split(), False), "": False}
    choice = _("[y/N]")
    while True:
        typer.echo(f"{question} {choice}:", nl=False)
        try:
            typed = input(" ")
        except (KeyboardInterrupt, EOFError):
            raise typer.Abort from None
        said = typed.strip().casefold()
        if said in answers or leave_beside(f"{typed}\n"):
            return answers.get(said, False)
        typer.echo(_("Error: {problem}", problem=_("invalid input")))


def _say(wrong: typer.TyperException) -> None:
    said, ctx = wrong.format_message(), getattr(wrong, "ctx", None)
    if ctx is not None:
        called = ctx.get_usage()
        if said.startswith(called):  # a group without a command: what is said is its whole help page
            typer.echo(said, err=True)
            return
        hint = _("Try '{command} {option}' for help.", command=ctx.command_path, option=ctx.help_option_names[0])
        typer.echo(f"{called}\n{hint}\n", err=True)
    from sklog.reports.format import clean  # noqa: PLC0415  only where a command was used wrongly

    typer.echo(_("Error: {problem}", problem=clean(sentence(said))), err=True)


def sentence(said: str) -> str:
    """Return what Typer said in the language that is spoken; what is no sentence of its own as it is."""
    for text in SENTENCES:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(text))
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return _(text, **found.groupdict())
    return said


class _Formatter(typer.Context.formatter_class):  # type: ignore[misc,valid-type]  # nowhere named
    """Writes a help page in the language that is spoken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the first line."""
        super().write_usage(prog, args, prefix or _("Usage: "))

    def write_heading(self, heading: str) -> None:
        """Write a heading: Typer's own ones are Arguments, Options, Commands."""
        super().write_heading(_(heading))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write what each option means, and what Typer adds in brackets."""
        super().write_dl([(name, _with_extras(text)) for name, text in rows], col_max, col_spacing)


class _Context(typer.Context):
    formatter_class = _Formatter


def _with_extras(text: str) -> str:
    said, gap, extra = text.rpartition("  ")
    return f"{said}{gap}{sentence(extra)}"
