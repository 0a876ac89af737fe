"""How a line is understood while it is typed, and what each would win or pay: nothing is stored, nothing printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from typer.core import TyperArgument

from sklog.cli.common import plain
from sklog.cli.hands import hand_from_words
from sklog.cli.play import words
from sklog.errors import HandError, IllegalHand, UnclearHand
from sklog.language import _
from sklog.reports.format import amount, in_words, money
from sklog.scoring.evening import step
from sklog.scoring.hand import AUGEN, Played, Ramsch
from sklog.scoring.judge import Outcome
from sklog.scoring.payout import STOCK
from sklog.scoring.ramsch import RamschOutcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from typer._click import Command

    from sklog.ledger.correcting import Scene
    from sklog.ledger.evenings import Evening
    from sklog.scoring.state import Line

    Scenes = Callable[[int], Scene | None]

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
    line = words.said(text)
    if not line or line.startswith(words.REMARK):
        return Reading(NOTHING)
    if line in words.LEAVE:
        return Reading(COMMAND, _("leave the prompt"))
    if line.partition(" ")[0] in words.HELP:
        return _helped(line, top)
    if words.is_command(line) and not line.startswith(f"{words.ADD} "):
        return _corrected(text, line, evening, top, scene) or _command(line, top)
    if evening is None:
        return Reading(MISSING, _("no evening is open: press Enter to begin one"))
    if evening.closed:
        return Reading(WRONG, _("the evening is closed"), _("reopen goes on with it"))
    return _hand(text, line.removeprefix(f"{words.ADD} "), evening, top)


def corrects(text: str) -> bool:
    """Whether a line begins as one whose hand is understood at the table as it was before another hand."""
    return words.said(text).startswith(("fix ", "insert "))


def _helped(line: str, top: Command) -> Reading:
    about = line.split()[1:]
    if about and not words.leaf([word.casefold() for word in about], top)[1]:
        return Reading(WRONG, plain(words.unknown(about[0])))
    return Reading(COMMAND, _("the letters and the commands"))


def _command(line: str, top: Command) -> Reading:
    """Return what a command is for, and what belongs behind it."""
    meant, depth = words.leaf(line.split(), top)
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
            found = found._replace(second=plain(" ".join(words.no_game(line, [found.first]))))
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
    if found := words.offered(text, evening, top):
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
