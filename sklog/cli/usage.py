"""Which language is spoken (SKLOG_LANG, else the locale), and what Typer itself says, in that language and to shells.

Typer knows English only: `translated` gives a command its help in another language, `run` says what was wrong with a
command line. It also writes what Tab offers as if no word could mean anything to a shell, and reads what was typed as
if all shells quoted alike: `_complete` stands between the two.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from sklog.language import ENGLISH, N_, _, in_powershell, in_shell, speak, spoken, suggest_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

AnyCommand = TyperCommand | TyperGroup

_VARIABLES = ("SKLOG_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides

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


def named_ledger(ctx: typer.Context, path: Path | None) -> Path | None:
    """Have suggested commands name the ledger that was said, as far as they are about one."""
    if path is not None:
        root = ctx.find_root().command
        commands = root.list_commands(ctx) if isinstance(root, TyperGroup) else ()
        suggest_with(f"--db {in_shell(path)}", (name for name in commands if name not in _WITHOUT_LEDGER))
        ctx.call_on_close(partial(suggest_with, ""))
    return path


def ledger_option(said: str) -> Any:
    """Return the option --db, with what the help says of it."""
    return typer.Option("--db", metavar="FILE", help=said, parser=file_named, callback=named_ledger)


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
    asked, _sign, shell = os.environ.get(_COMPLETE, "").partition("_")
    try:
        if asked == "complete" and shell in _QUOTES:
            _complete(program, shell)
        sys.exit(program.main(prog_name="sklog", standalone_mode=False))
    except typer.Abort:
        typer.echo(_("Aborted!"), err=True)
        sys.exit(1)
    except typer.TyperException as wrong:
        _say(wrong)
        sys.exit(wrong.exit_code)


def yes_to(question: str) -> bool:
    """Ask, until the answer is yes or no; Enter alone is no."""
    answers = {**dict.fromkeys(_("y yes").split(), True), **dict.fromkeys(_("n no").split(), False), "": False}
    choice = _("[y/N]")
    while True:
        typer.echo(f"{question} {choice}:", nl=False)
        try:
            said = input(" ").strip().casefold()
        except (KeyboardInterrupt, EOFError):
            raise typer.Abort from None
        if said in answers:
            return answers[said]
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
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(text))
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return _(text, **found.groupdict())
    return said


# -- what Tab offers, for each shell ---------------------------------------------------------------------

_COMPLETE = "_SKLOG_COMPLETE"
_VARIABLE = r"\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})"
_NOTHING = "(?!)"
_POSIX = (r"\\", r"[^']*", r"'()", r'(?:\\.?|[^"\\])*', r'\\([$`"\\])', _VARIABLE)
_BACKTICK = ("`", r"(?:''|[^'])*", r"'(')", r'(?:`.?|""|[^"`])*', r'[`"](.)', _NOTHING)
_QUOTES = {
    "bash": _POSIX,
    "zsh": _POSIX,
    "fish": (r"\\", r"(?:\\.?|[^'\\])*", r"\\(['\\])", r'(?:\\.?|[^"\\])*', r'\\(["$\\])', _VARIABLE),
    "powershell": _BACKTICK,
    "pwsh": _BACKTICK,
}
"""How each shell quotes: with what a letter; what may stand between single quotes, and which of that is one letter;
the same between double quotes; and in what place, but for single quotes, it puts what a variable holds."""
_SIGNS = re.compile(r"[=:@]+\Z")
"""What parts a word on the line for bash, but not in the command."""


class _Typed(NamedTuple):
    """A word that was typed, without its quotes; `quote` is one that is still open.

    `meant` is the word as the program would get it: with the user's folder for a `~`, and what those variables hold
    that are known here. `before` is what of the text stands before the part that the shell completes.
    """

    text: str = ""
    meant: str = ""
    quote: str = ""
    before: str = ""


Offered = list[tuple[str, str]]
"""Words, and the help of each."""


def _complete(program: TyperGroup, shell: str) -> NoReturn:
    """Say what the word may become that somebody types, quoted as the shell needs it that reads the answer."""
    for *typed, last in _typed_in_bash() if shell == "bash" else [_typed_in(shell)]:
        offered, code = _offered(program, shell, [*(word.meant for word in typed), last.text])
        if offered:
            break
    if said := _FOR_SHELLS[shell](offered, last):
        typer.echo(said)
    sys.exit(code)


def _offered(program: TyperGroup, shell: str, words: list[str]) -> tuple[Offered, Any]:
    """Return what the last of these words may become, and with which code Typer ended, which finds it.

    It is asked in words without any quoting, and answers with a word a line, for fish with its help.
    """
    import shlex  # noqa: PLC0415  only where a word is completed

    asked = shlex.join(words) if words[-1] else f"{shlex.join(words[:-1])} "
    if shell == "bash":
        os.environ |= {"COMP_WORDS": asked, "COMP_CWORD": str(len(words) - 1)}
    else:
        os.environ |= {_COMPLETE: "complete_fish", "_TYPER_COMPLETE_ARGS": asked}
        if shell != "fish":
            os.environ["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    answer, code = StringIO(), None
    try:
        with redirect_stdout(answer):
            program.main(prog_name="sklog", standalone_mode=False)
    except SystemExit as ended:
        code = ended.code
    found = [line.partition("\t") for line in answer.getvalue().split("\n")]
    return _replacing(words, [(word, about) for word, _tab, about in found if word]), code


def _replacing(words: Sequence[str], offered: Offered) -> Offered:
    """Return words that stand in place of the whole last one: behind `--option=` Typer offers the values alone."""
    *before, begun = words
    option, sign, _value = begun.partition("=")
    if not (sign and option.startswith("-")):
        return offered
    found = [one for one in offered if one[0].casefold().startswith(begun.casefold())]
    return found if found or "--" in before else [(f"{option}={word}", about) for word, about in offered]


def _typed_in(shell: str) -> list[_Typed]:
    """Return the words that were typed up to the one that is completed, which is the last."""
    words = _words(os.environ.get("_TYPER_COMPLETE_ARGS", ""), shell)
    begun = shell in ("zsh", "fish") or os.environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE")
    return words if begun or not words[-1].text else [*words, _Typed()]  # PowerShell drops the space at the end


def _typed_in_bash() -> Iterator[list[_Typed]]:
    """Yield the same where bash asks, which hands over words as they were typed, a line each.

    It has parted them at = : and @ as well, and does not say where a space stood. So they are taken for one word, and
    where nothing can become of that, for two, of which the second begins with the sign.
    """
    said, at = os.environ.get("COMP_WORDS", ""), os.environ.get("COMP_CWORD", "")
    pieces = said.split("\n" if "\n" in said else " ")
    upto = int(at) if at.isdecimal() else len(pieces) - 1
    program, *pieces = [*pieces[: upto + 1], *([] if upto < len(pieces) else [""])]
    words, before, parted = [program], "", False
    for piece in pieces:
        parting = bool(_SIGNS.fullmatch(piece))
        begun = words.pop() if len(words) > 1 and piece and (parted or parting) else ""
        words.append(begun + piece)
        before, parted = words[-1] if parting else begun, parting
    yield _read_in_bash(words, before)
    if (sign := _SIGNS.search(before)) and (first := before[: sign.start()]):
        yield _read_in_bash([*words[:-1], first, words[-1].removeprefix(first)], sign[0])


def _read_in_bash(words: Sequence[str], before: str) -> list[_Typed]:
    """Return words without their quotes; `before` is what stands in the last one before what bash replaces."""
    *typed, last = [_words(word, "bash")[-1] for word in words]
    kept = _words(before.removesuffix("@"), "bash")[-1].text  # an @ is replaced as well
    return [*typed, last if last.quote else last._replace(before=kept)]


def _words(line: str, shell: str) -> list[_Typed]:
    """Take a line apart as the shell does; behind a space at its end an empty word begins."""
    escape, single, one_of_single, double, one_of_double, variable = _QUOTES[shell]
    pieces = re.compile(
        rf"(?P<gap>\s+)|{escape}(?P<letter>.?)|(?P<home>(?<!\S)~[^\s'\"`\\/$]*(?=[\s/]|\Z))"
        rf"|(?P<variable>{variable})|(?P<plain>[^\s'\"])"
        rf"|(?P<quote>['\"])(?:(?<=')(?P<single>{single})|(?<=\")(?P<double>{double}))(?P<end>(?P=quote)?)",
        re.DOTALL,
    )
    words = [_Typed()]
    for piece in pieces.finditer(line):
        if piece["gap"]:
            words.append(_Typed())
            continue
        text, meant, *_quote = words[-1]
        if quote := piece["quote"]:
            said, filled = re.sub(one_of_single, r"\1", piece["single"] or ""), piece["double"] or ""
            meant += said + re.sub(f"{one_of_double}|{variable}", lambda found: found[1] or _held(found[0]), filled)
            said += re.sub(one_of_double, r"\1", filled)
            words[-1] = _Typed(text + said, meant, "" if piece["end"] else quote, text)
            continue
        said = piece["letter"] or piece["home"] or piece["variable"] or piece["plain"] or ""
        if piece["home"] and not text:
            meant += os.path.expanduser(said)  # noqa: PTH111  a Path refuses a user that is none
        else:
            meant += _held(said) if piece["variable"] else said
        words[-1] = _Typed(text + said, meant)
    return words


def _held(variable: str) -> str:
    """Return what a variable holds; one that only the shell knows stays as it was typed."""
    return os.environ.get(variable.strip("${}"), variable)


def _for_bash(offered: Offered, typed: _Typed) -> str:
    """Return what bash puts into the line as it stands; behind an open quote, which it closes itself."""

    def written(word: str) -> str:
        rest = word[len(typed.before) :]
        if not typed.quote:
            return re.sub(r"[^\w%+,./-]", r"\\\g<0>", rest)
        if typed.quote == "'":
            rest = rest.replace("'", r"'\''")
        else:  # between double quotes nothing protects a ! but their end
            rest = re.sub(r"!(?=.)", r'"\!"', re.sub(r'[\\"$`]', r"\\\g<0>", rest))
        # bash takes a quote at the end for the closing one
        return re.sub(r"'\\''\Z", r"'\'", rest) if typed.quote == "'" else re.sub(r'\\"\Z', r'"\"', rest)

    begun = typed.before.casefold()
    return "\n".join(written(word) for word, _help in offered if word[: len(typed.before)].casefold() == begun)


def _for_zsh(offered: Offered, _typed: _Typed) -> str:
    """Return a command for zsh, which evaluates it, and itself quotes what it inserts."""

    def written(text: str) -> str:
        return re.sub(r"[^\w.,/-]", lambda found: f"\\x{ord(found[0]):02x}" if found[0].isascii() else found[0], text)

    if not offered:
        return "_files"
    words = ((re.sub(r"[\\:]", r"\\\g<0>", word), about) for word, about in offered)
    found = " ".join(f"$'{written(':'.join(filter(None, word)))}'" for word in words)
    return f"local -a _sklog_found; _sklog_found=({found}); _describe sklog _sklog_found"


def _for_fish(offered: Offered, _typed: _Typed) -> str:
    """Return words for fish, a line each, which itself quotes what it inserts."""
    return "\n".join(f"{word}\t{about}" if about else word for word, about in offered)


def _for_powershell(offered: Offered, _typed: _Typed) -> str:
    """Return words for PowerShell, which puts them into the line as they stand; ::: parts them from their help."""
    plain = re.compile(r"--?[\w-]+|\w[\w.-]*")
    words = ((word if plain.fullmatch(word) else in_powershell(word), about) for word, about in offered)
    return "\n".join(f"{word}:::{about or ' '}" for word, about in words if ":::" not in word)


_FOR_SHELLS: Mapping[str, Callable[[Offered, _Typed], str]] = {
    "bash": _for_bash,
    "zsh": _for_zsh,
    "fish": _for_fish,
    "powershell": _for_powershell,
    "pwsh": _for_powershell,
}


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
