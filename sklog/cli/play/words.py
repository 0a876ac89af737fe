"""Whether a line is a command or a hand, and the words that a line can go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import MODULES
from sklog.cli.common import plain
from sklog.errors import Refused
from sklog.language import _
from sklog.notation import flag_words, game_words
from sklog.notation.words import LONGEST_LETTERS
from sklog.scoring.evening import table_for
from sklog.scoring.games import SUIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from typer._click import Command

    from sklog.ledger.evenings import Evening

LEAVE = ("quit", "exit", "ende")
HELP = ("help", "hilfe", "?")
NUMBERED = ("fix", "insert", "void", "move")
REMARK = "#"
ADD = "add"
COMMANDS = tuple(name for name in MODULES if name != "play")


def said(line: str) -> str:
    """Return what was said: without the `sklog` that people type outside, a command in small letters."""
    line = line.strip().removeprefix("sklog ").lstrip()
    first = line.partition(" ")[0]
    small = first.casefold()
    return small + line[len(first) :] if small in (*COMMANDS, *HELP, *LEAVE) else line


def no_game(line: str, problems: Iterable[str]) -> tuple[str, ...]:
    """Return what else to say of a line whose first word is, as these problems say, no game."""
    first = line.partition(" ")[0]
    named = len(first) > LONGEST_LETTERS and any(problem.startswith(f'"{first}" ') for problem in problems)
    return (unknown(first),) if named and not is_command(line) else ()


def unknown(word: str) -> str:
    """Return the sentence about a word that is neither a command nor a game."""
    from difflib import get_close_matches  # noqa: PLC0415  only for a wrong word

    word = plain(word)
    near = get_close_matches(word.casefold(), COMMANDS, n=1, cutoff=0.7)
    if near:
        return _('"{word}" is no command, did you mean {near}?', word=word, near=near[0])
    return _('"{word}" is no command: help shows the letters and the commands', word=word)


def is_command(line: str) -> bool:
    """Whether the first word is exactly a command's name."""
    return said(line).partition(" ")[0] in COMMANDS


def is_hand(line: str) -> bool:
    """Whether a line is neither a command nor a question for help."""
    return not is_command(line) and said(line).partition(" ")[0] not in HELP


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
    before = said(before)
    if not last:
        return _dealt_in(evening) if before and not _number_next(before) else []
    return _beginning(last, list(_possible(before, evening, top)))


def _possible(before: str, evening: Evening | None, top: Command) -> Iterator[str]:
    games = game_words(evening.tariff if evening else None)
    if not before:
        yield from games
        yield from (f"{suit} solo" for suit in SUIT_NAMES if "solo" in games)
        yield from (*COMMANDS, "help", "quit")
        return
    if _number_next(before):
        yield from options(leaf([before], top)[0])
        return
    if before in HELP:
        yield from COMMANDS
    if is_command(before):
        meant, _depth = leaf(before.split(), top)
        yield from getattr(meant, "commands", {})
        yield from options(meant)
        yield from games
        yield from evening.state.everybody if evening else ()
    else:
        yield from games if before.casefold() in SUIT_NAMES else ()
        yield from _dealt_in(evening)
    yield from flag_words()


def _number_next(before: str) -> bool:
    """Whether only the number of a hand can follow."""
    return before in NUMBERED


def _dealt_in(evening: Evening | None) -> list[str]:
    """Return who can be named in the next hand, in the order of the seats."""
    if evening is None:
        return []
    active = table_for(evening.state, None, evening.tariff).active
    return [name for name in evening.state.seats if name in active]


def _beginning(typed: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin so, in any case, and go on."""
    start = typed.casefold()
    return list(dict.fromkeys(word for word in words if word.casefold().startswith(start) and len(word) > len(typed)))
