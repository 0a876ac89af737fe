"""Whether a line is a command or a hand, and the words that a line can go on with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from typer.core import TyperArgument

from sklog.cli import MODULES
from sklog.cli.printing import plain
from sklog.desk.hands import hand_from_words
from sklog.errors import HandError, IllegalHand, Refused, UnclearHand
from sklog.language import _
from sklog.notation import flag_words, game_words
from sklog.notation.words import LONGEST_LETTERS
from sklog.reports.format import amount, in_words, money
from sklog.scoring.evening import step, table_for
from sklog.scoring.games import SUIT_NAMES
from sklog.scoring.hand import AUGEN, Played, Ramsch
from sklog.scoring.judge import Outcome
from sklog.scoring.payout import STOCK, RamschOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from typer._click import Command

    from sklog.ledger.correct import Scene
    from sklog.ledger.evenings import Evening
    from sklog.scoring.state import Line

    Scenes = Callable[[int], Scene | None]

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
    word = plain(word)
    near = similar(word.casefold(), COMMANDS, cutoff=0.7)
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


# -- How a line is understood while it is typed, and what each would win or pay: nothing is stored, nothing printed


NOTHING, HAND, MISSING, WRONG, COMMAND = "", "hand", "missing", "wrong", "command"
MOST_OFFERED = 8
_CORRECTION = re.compile(r"(?:(?:fix|insert)(?: --keep-seats)? +([1-9][0-9]{0,3})|explain(?= +[^0-9 -])) +", re.ASCII)


class Reading(NamedTuple):
    """What stands below a line: `kind` is one of the five above, `first` and `second` are its two rows."""

    kind: str
    first: str = ""
    second: str = ""


def read(text: str, evening: Evening | None, top: Command, scene: Scenes | None = None) -> Reading:
    """Return how a line is understood in this evening; `top` is the program with its commands.

    `scene` says what the table was like before a hand, so that the hand of a correction can be understood as well.
    """
    line = said(text)
    if not line or line.startswith(REMARK):
        return Reading(NOTHING)
    if line in LEAVE:
        return Reading(COMMAND, _("leave the prompt"))
    if line.partition(" ")[0] in HELP:
        return _helped(line, top)
    if is_command(line) and not line.startswith(f"{ADD} "):
        return _corrected(text, line, evening, top, scene) or _command(line, top)
    if evening is None:
        return Reading(MISSING, _("no evening is open: press Enter to begin one"))
    if evening.closed:
        return Reading(WRONG, _("the evening is closed"), _("reopen goes on with it"))
    return _hand(text, line.removeprefix(f"{ADD} "), evening, top)


def corrects(text: str) -> bool:
    """Whether a line begins as one whose hand is understood at the table as it was before another hand."""
    return said(text).startswith(("fix ", "insert "))


def _helped(line: str, top: Command) -> Reading:
    about = line.split()[1:]
    if about and not leaf([word.casefold() for word in about], top)[1]:
        return Reading(WRONG, plain(unknown(about[0])))
    return Reading(COMMAND, _("the letters and the commands"))


def _command(line: str, top: Command) -> Reading:
    """Return what a command is for, and what belongs behind it."""
    meant, depth = leaf(line.split(), top)
    shape = " ".join(
        parameter.metavar or str(parameter.name).upper()
        for parameter in meant.params
        if isinstance(parameter, TyperArgument)
    )
    return Reading(
        COMMAND,
        f"{' '.join(line.split()[:depth])} {shape}".strip(),
        plain(meant.get_short_help_str(200)),
    )


def _corrected(text: str, line: str, evening: Evening | None, top: Command, scene: Scenes | None) -> Reading | None:
    """Return how the hand behind `fix 7` is understood at the table as it was; None where the line is none such."""
    found = _CORRECTION.match(line)
    table = scene(int(found[1] or 0) or evening.hands + 1) if found and scene and evening else None
    if found is None or table is None or evening is None:
        return None
    return _hand(text, line[found.end() :], evening._replace(state=table.state, tariff=table.tariff), top)


def _hand(text: str, line: str, evening: Evening, top: Command) -> Reading:
    try:
        made = _tried(line, evening)
    except HandError as error:
        found = _refused(error)
        if found.kind == WRONG and not found.second:
            found = found._replace(second=plain(" ".join(no_game(line, [found.first]))))
        if isinstance(error, UnclearHand) or text.endswith(" ") or _understood(line, evening, error):
            return found
        return _half_a_word(text, line, evening, top) or found
    return Reading(HAND, plain(_sentence(made)), plain(_shares(made)))


def _tried(line: str, evening: Evening) -> Line:
    """Return what the hand of a line would do; raise HandError."""
    return step(evening.state, hand_from_words([line], evening.state, evening.tariff), evening.tariff)


def _understood(line: str, evening: Evening, error: HandError) -> bool:
    """Whether the last word was understood, so that the line is refused for what it says."""
    before = line.rpartition(" ")[0]
    if not before or isinstance(error, IllegalHand):
        return bool(before)
    try:
        hand_from_words([line], evening.state, evening.tariff)
    except HandError as wrong:
        return _same_without(before, evening, wrong)
    return True


def _same_without(before: str, evening: Evening, error: HandError) -> bool:
    """Whether the same is wrong without the last word."""
    try:
        hand_from_words([before], evening.state, evening.tariff)
    except HandError as wrong:
        return wrong.problems == error.problems
    return False


def _half_a_word(text: str, line: str, evening: Evening, top: Command) -> Reading | None:
    """Return how the last word may go on; None where nothing makes a hand of it."""
    shown = " ".join((*line.split()[:-1], "…"))
    if found := offered(text, evening, top):
        return Reading(MISSING, shown, plain("  ".join(found[:MOST_OFFERED])))
    try:
        _tried(f"{line}1", evening)
    except HandError:
        return None
    return Reading(MISSING, _("how many?"))


def _refused(error: HandError) -> Reading:
    """Return what is missing or wrong: a question stands first, what it would need below it."""
    kind = MISSING if isinstance(error, UnclearHand) else WRONG
    first = error.problems[0].message
    question, mark, rest = first.partition("? ")
    if kind == MISSING and mark:
        return Reading(kind, plain(f"{question}?"), plain(rest))
    return Reading(kind, plain(first), plain(error.problems[1].message) if len(error.problems) > 1 else "")


def _sentence(line: Line) -> str:
    """Return what happened and what it costs: `Sauspiel, Anna + Christl won, Schneider · 0,30 €`."""
    made, tariff = line.score, line.tariff
    if made is None:
        return ""
    labels = [in_words(one.label, tariff.words) for one in made.steps]
    title = labels[0] if labels else _title(line)
    said = [title, *_result(line), *labels[1:]]
    if isinstance(line.entry, Played) and line.entry.augen is not None:
        said.append(_("{augen} of {all} Augen", augen=line.entry.augen, all=AUGEN))
    worth = f" · {money(made.value, tariff.unit)}" if made.value else ""
    return ", ".join(said) + worth


def _title(line: Line) -> str:
    return str(getattr(line.entry, "game", ""))


def _result(line: Line) -> list[str]:
    outcome = line.score.outcome if line.score else None
    if isinstance(outcome, RamschOutcome):
        return [
            _("{who} won", who=outcome.winner) if outcome.winner else _("{who} lost", who=_together(outcome.losers))
        ]
    if not isinstance(outcome, Outcome) or isinstance(line.entry, Ramsch) or outcome.draw:
        return []
    if outcome.declarers and outcome.won is False:
        return [_("{who} lost", who=_together(outcome.declarers))]
    return [_("{who} won", who=_together(outcome.declarers or outcome.winners))]


def _together(people: tuple[str, ...]) -> str:
    return " + ".join(people)


def _shares(line: Line) -> str:
    """Return what each wins or pays: `Anna +0,30  Bene -0,30  …`; who sits out is left out."""
    postings = line.score.postings if line.score else {}
    unit, stock = line.tariff.unit, line.tariff.words.get("stock", STOCK)
    return "  ".join(
        f"{stock if name == STOCK else name} {amount(value, unit, signed=True)}"
        for name, value in postings.items()
        if value or name in line.table.active
    )
