"""The words for commands, and what Typer itself says, in the language that is spoken.

Typer knows English only: `translated` gives a command its help in another language, `run_program` says what was
wrong with a command line.
"""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from sklog.direct.screen import COMPLETE
from sklog.errors import similar
from sklog.language import ENGLISH, LOCALE, N_, _, _or, in_shell, option_word, spoken, suggest_with, words_for
from sklog.rooms import COMPLETING, load
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

AnyCommand = TyperCommand | TyperGroup

_WITHOUT_LEDGER = ("calc", "replay", "tariff")


def file_named(said: str) -> Path:
    """Read the name of a file: nothing at all, as of a variable that is not set, is none."""
    if not said:
        raise typer.BadParameter(_("name a file: this one is empty"))
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
        commands = getattr(getattr(root, "commands", None), "english_words", ())
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
    languages = sorted(path.parent.parent.name for path in Path(LOCALE).glob("*/LC_MESSAGES/*.texts"))
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


STOCK = ("split", "carry")
"""What can become of the Stock, beside the name of somebody."""


def word_meant(said: str, words: Iterable[str]) -> str:
    """Return which of these words is said, in English or in the language that is spoken; what is none as it is."""
    return next((word for word in words if folded(said) in (word, folded(option_word(word)))), said)


def with_english(name: str, group: str = "") -> str:
    """Return the word for a command as a list shows it: the English one stands behind that of another language."""
    word = words_for(f"{group} {name}".lstrip())[0]
    return word if word == name else f"{word} ({name})"


# -- what Typer itself says ----------------------------------------------------------------------------


NO_COMMAND = N_('"{word}" is not a command')
NO_OPTION = N_("there is no option {name} here")
NEARLY_AN_OPTION = N_("there is no option {name} here, did you mean {near}?")


def _near_option(name: str, near: str) -> str:
    """Return the sentence that there is no such option, with the nearest one, where Typer's proposals are near."""
    meant = similar(name, near.split(", "))
    return _(NEARLY_AN_OPTION, name=name, near=meant[0]) if meant else _(NO_OPTION, name=name)


def _wrong_value(problem: str, what: str = "") -> str:
    """Return what is wrong with a value, and of what, where the problem does not say that itself."""
    return problem if what.strip("'") in problem else f"{what}: {problem}"


SENTENCES: Mapping[str, str | Callable[..., str]] = {
    "Missing argument {what}.": N_("still missing: {what}"),
    "Missing option {what}.": N_("the option {what} is missing here"),
    "Missing command.": N_("a command is missing here"),
    "No such option: {name} (Possible options: {near})": _near_option,
    "No such option: {name}": NO_OPTION,
    "Option {name} does not take a value.": N_("{name} takes no value"),
    "Option {name} requires an argument.": N_("{name} has no value"),
    "Got unexpected extra argument(s) ({words})": N_("this does not belong here: {words}"),
    "Invalid value for {what}: {problem}": _wrong_value,
    "Invalid value: {problem}": _wrong_value,
    "Show this message and exit.": N_("Show this message and exit."),
    "[required]": N_("[required]"),
    "[default: {value}]": N_("[default: {value}]"),
}
"""By what Typer says, as texts with {fields}, what we say; the first that fits is meant."""


HEADINGS = (N_("Arguments"), N_("Options"), N_("Commands"))


def translated(command: AnyCommand) -> AnyCommand:
    """Return the command with its help and options in the language that is spoken; those below it are made so.

    The English options are understood as well.
    """
    command.context_class = _Context
    command.options_metavar = _(command.options_metavar or N_("[OPTIONS]"))
    command.help = command.help and _(command.help)
    for parameter in command.params:
        for words in ("help", "metavar"):
            if text := getattr(parameter, words, None):
                setattr(parameter, words, _(text))
        if "|" in (said := getattr(parameter, "metavar", None) or ""):
            parameter.metavar = "|".join(option_word(word) if word.islower() else word for word in said.split("|"))
        for names in ("opts", "secondary_opts"):
            setattr(parameter, names, _options(getattr(parameter, names)))
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = _(N_("COMMAND [ARGS]..."))
    return command


def _options(names: Sequence[str]) -> list[str]:
    """Return the names of an option, those of the language that is spoken before the English ones."""
    own = (option_word(name[2:]) for name in names if name.startswith("--"))
    spelled = (f"--{each}" for word in own for each in (word, folded(word)))
    return list(dict.fromkeys((*spelled, *names)))


def said_of(wrong: typer.TyperException, here: Callable[[str], str] = str) -> str:
    """Return what was wrong with a command line; arguments are called by their help, and `here` says the example."""
    said, ctx, what = wrong.format_message(), getattr(wrong, "ctx", None), getattr(wrong, "param", None)
    if not (ctx and isinstance(what, TyperArgument)):
        return in_our_words(said)
    problem = in_our_words(said.replace(hint := what.get_error_hint(ctx), here((what.help or hint).rstrip("."))))
    example = (ctx.command.epilog or "").rpartition("  ")[2]  # commands of other distributions may have none
    is_more = " " in example.removeprefix("sklog ")  # than the command that was typed
    return _("{problem}; for example: {line}", problem=problem, line=here(example)) if is_more else problem


def run_program(program: TyperGroup) -> NoReturn:
    """Run the program; what was wrong with the command line is said without what would steer the terminal in it."""
    if spoken() != ENGLISH:
        translated(program)
    try:
        if COMPLETE in os.environ:
            completing = load(COMPLETING)
            completing.complete(partial(completing.offered_by_typer, program), typer.echo)
        sys.exit(program.main(prog_name="sklog", standalone_mode=False))
    except typer.Abort:
        typer.echo(_("Aborted!"), err=True)
        sys.exit(1)
    except typer.TyperException as wrong:
        _say_wrong(wrong)
        sys.exit(wrong.exit_code)


def _say_wrong(wrong: typer.TyperException) -> None:
    ctx = getattr(wrong, "ctx", None)
    if ctx is not None:
        called = ctx.get_usage()
        said = wrong.format_message()
        if said.startswith(called):  # a group without a command: what is said is its whole help page
            typer.echo(said, err=True)
            return
        hint = _("Try '{command} {option}' for help.", command=ctx.command_path, option=ctx.help_option_names[0])
        typer.echo(f"{called}\n{hint}\n", err=True)
    from sklog.reports.format import clean  # noqa: PLC0415  only where a command was used wrongly

    typer.echo(_("Error: {problem}", problem=clean(said_of(wrong))), err=True)


def in_our_words(said: str) -> str:
    """Return our sentence for what Typer said, in the language that is spoken; what is none of its own as it is."""
    for text, ours in SENTENCES.items():
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(text))
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return _(ours, **found.groupdict()) if isinstance(ours, str) else ours(**found.groupdict())
    return said


_SHORT = 4  # letters: with another one in its place it is another word rather than a slip


def no_command(word: str, names: Iterable[str], group: str = "", otherwise: str = NO_COMMAND, whole: str = "") -> str:
    """Return the sentence that no command of a group is called so, with what is probably meant; else `otherwise`.

    That is said of the whole of what was typed.
    """
    known = dict.fromkeys(each for name in names for each in (*words_for(f"{group} {name}".lstrip()), name))
    same = {one for one in known if len(word) == len(one) <= _SHORT and sorted(word) != sorted(one)}
    near = similar(word, [one for one in known if one not in same], 2, key=folded)
    if near:
        return _('"{word}" is not a command, did you mean {near}?', word=word, near=_or(near))
    return _(otherwise, word=whole or word)


class _Formatter(typer.Context.formatter_class):  # type: ignore[misc,valid-type]  # nowhere named
    """Writes a help page in the language that is spoken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the first line, which names the first of many words: all of them are below, and no line has them."""
        super().write_usage(prog, re.sub(r"([{\[][^ |]*)\|[^ ]{40,}([}\]])", r"\1|…\2", args), prefix or _("Usage: "))

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
    return f"{said}{gap}{in_our_words(extra)}"
