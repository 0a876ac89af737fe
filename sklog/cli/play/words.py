"""Whether a line is a command or a hand, and the words that a line can go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import MODULES
from sklog.errors import Refused
from sklog.language import _
from sklog.notation import flag_words, game_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from typer._click import Command

    from sklog.ledger.evenings import Evening

LEAVE = ("quit", "exit", "ende")
HELP = ("help", "hilfe", "?")
REMARK = "#"
ADD = "add"
COMMANDS = tuple(name for name in MODULES if name != "play")


def said(line: str) -> str:
    """Return what was said: without spaces around it, and without the `sklog` that people type outside."""
    line = line.strip()
    return line.removeprefix("sklog ").lstrip() if line.startswith("sklog ") else line


def is_command(line: str) -> bool:
    """Whether the first word is exactly a command's name."""
    return said(line).partition(" ")[0] in COMMANDS


def split(line: str) -> list[str]:
    """Return the words of a command, those in "…" as one; raise Refused for a quote that is not closed."""
    import shlex  # noqa: PLC0415  no hand needs it

    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""
    lexer.quotes = '"'  # an apostrophe is a letter at a table: Dani's
    try:
        return list(lexer)
    except ValueError:
        raise Refused(_("a quote is opened and not closed")) from None


def leaf(words: list[str], top: Command) -> tuple[Command, int]:
    """Return the command that the first words name, and how many they are: `session list` is one of two."""
    command, depth = top, 0
    while depth < len(words) and (below := getattr(command, "commands", {}).get(words[depth])):
        command, depth = below, depth + 1
    return command, depth


def options(command: Command) -> Iterator[str]:
    """Yield the long names of a command's options."""
    for parameter in command.params:
        yield from (name for name in parameter.opts if name.startswith("--"))


def offered(text: str, evening: Evening | None, top: Command) -> list[str]:
    """Return the words that the last word of a line may become: games, names, words, commands, options."""
    before, _space, last = text.rpartition(" ")
    if not last:
        return list(evening.state.seats) if before and evening else []
    command = said(before) if is_command(before) else ""
    return _beginning(last, list(_possible(before.strip(), command, evening, top)))


def _possible(before: str, command: str, evening: Evening | None, top: Command) -> Iterator[str]:
    people = evening.state.everybody if evening else ()
    games = game_words(evening.tariff if evening else None)
    if not before:
        yield from games
        yield from (*COMMANDS, "help", "quit")
        return
    if command:
        meant, _depth = leaf(command.split(), top)
        yield from getattr(meant, "commands", {})
        yield from options(meant)
        yield from games
    elif before in HELP:
        yield from COMMANDS
    yield from people
    yield from flag_words()


def _beginning(typed: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin so, in any case, and go on."""
    start = typed.casefold()
    return list(dict.fromkeys(word for word in words if word.casefold().startswith(start) and len(word) > len(typed)))
