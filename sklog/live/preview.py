"""How a hand is understood while it is typed, and what each would win or pay by it; nothing is stored or printed.

    preview_hand   (line, evening) -> Preview: the hand with its amounts, or what is missing, or what is wrong
    completions    (line, evening) -> the words that its last word may become

It is for whoever shows a hand before it is recorded: the prompt, or a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.desk.hands import spelled
from sklog.desk.table import HAND, MISSING, WRONG, Preview
from sklog.errors import HandError, IllegalHand, UnclearHand, UnclearPrice
from sklog.language import _, _n
from sklog.notation import flag_words, game_words, read_correction, read_hand, write_hand
from sklog.notation.words import NOTE
from sklog.reports.format import clean, in_words
from sklog.reports.sentences import uncounted
from sklog.scoring.amounts import amount, money
from sklog.scoring.evening import admit, table_for
from sklog.scoring.games import AUGEN, SUIT_NAMES
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.outcome import Outcome, RamschOutcome
from sklog.scoring.payout import STOCK
from sklog.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

MOST_OFFERED = 8
_LONG_TO_TYPE = 10  # letters of a line whose shorthand is worth learning


# -- a hand that is being typed -----------------------------------------------------------------------


def preview_hand(
    line: str, evening: Evening, words: Callable[[], Sequence[str]] | None = None, was: Hand | None = None
) -> Preview:
    """Return how a hand is understood in this evening; a space at its end says that its last word is complete.

    `words` returns what the last word may become, where that is not what `completions` says of the line alone. `was` is
    the hand that the line corrects: it may say only what was otherwise.
    """
    hand = line.strip()

    def read(text: str) -> Hand:
        return read_correction(text, was, *evening.scene) if was else read_hand(text, *evening.scene)

    try:
        done = _step(hand, evening, read)
    except HandError as error:
        problem = _problem(error)
        asks = isinstance(error, UnclearHand) and not error.choices  # the last word may go on
        if asks or line.endswith(" ") or _is_read(hand, error, read):
            return problem
        return _half_a_word(hand, evening, words() if words else completions(hand, evening), read) or problem
    return Preview(HAND, clean(_summary(done)), clean(_amounts(done)), done, clean(_in_short(hand, done, evening)))


def _in_short(said: str, done: Line, evening: Evening) -> str:
    """Return the shorthand of a hand that was said in many more letters, so that people learn it; else ""."""
    said = said.partition(NOTE)[0].strip()
    if len(said) < _LONG_TO_TYPE or not isinstance(done.entry, (Played, Ramsch, Passed)):
        return ""
    short = write_hand(replace(done.entry, note=""), *evening.scene)
    return short if len(said) >= len(short) + _LONG_TO_TYPE // 2 else ""


def _step(hand: str, evening: Evening, read: Callable[[str], Hand]) -> Line:
    """Return what a hand would do; raise HandError."""
    try:
        return admit(evening.state, read(hand), evening.tariff)
    except UnclearPrice:  # of few lines, and this is asked with every key
        with spelled(evening.scene, hand):
            raise


def _problem(error: HandError) -> Preview:
    """Return what is missing or wrong: a question stands first, what it would need behind it."""
    kind = MISSING if isinstance(error, UnclearHand) else WRONG
    text, detail, *_others = (*(problem.message for problem in error.problems), "")
    question, mark, need = text.partition("? ")
    if kind == MISSING and mark:
        text, detail = f"{question}?", need
    return Preview(kind, clean(text), clean(detail))


def _is_read(hand: str, error: HandError, read: Callable[[str], Hand]) -> bool:
    """Whether the last word was read, so that the hand is refused for what it says."""
    before = hand.rpartition(" ")[0]
    if not before or isinstance(error, IllegalHand):
        return bool(before)
    unread = _unread(hand, read)
    return unread is None or unread == _unread(before, read)


def _unread(hand: str, read: Callable[[str], Hand]) -> object:
    """Return why these words are no hand; None where they are one."""
    try:
        read(hand)
    except HandError as error:
        return error.problems
    return None


def _half_a_word(hand: str, evening: Evening, words: Sequence[str], read: Callable[[str], Hand]) -> Preview | None:
    """Return how the last word may go on; None where nothing makes a hand of it."""
    if words:
        return Preview(MISSING, " ".join((*hand.split()[:-1], "…")), clean("  ".join(words[:MOST_OFFERED])))
    try:
        _step(f"{hand}1", evening, read)
    except HandError:
        return None
    return Preview(MISSING, _("how many?"))


def _summary(done: Line) -> str:
    """Return what happened and what it costs: `Sauspiel, Anna + Christl won, Schneider · 0,30 €`."""
    value = done.score.value if done.score else 0
    return hand_in_words(done) + (f" · {money(value, done.tariff.unit)}" if value else "")


def hand_in_words(done: Line) -> str:
    """Return what happened in a hand that was scored: `Sauspiel, Anna + Christl won, Schneider`; "" in no hand."""
    score, tariff, hand = done.score, done.tariff, done.entry
    if score is None:
        return ""
    title, *steps = [in_words(one.label, tariff.words) for one in score.steps] or [_("thrown in")]
    if isinstance(hand, Played) and hand.augen is not None:
        steps.append(_("{augen} of {all} Augen", augen=hand.augen, all=AUGEN))
    steps += [f"{in_words(one, tariff.words)}: {amount(0, tariff.unit)}" for one in uncounted(hand, score, tariff)]
    return ", ".join(filter(None, (title, _result(done), *steps)))


def _result(done: Line) -> str:
    """Return who won or lost; "" where nobody did, or all of them."""
    outcome = done.score.outcome if done.score else None
    if isinstance(outcome, RamschOutcome):
        won, people = bool(outcome.winner), (outcome.winner,) if outcome.winner else outcome.losers
    elif isinstance(outcome, Outcome) and not isinstance(done.entry, Ramsch) and not outcome.draw:
        won, people = not outcome.declarers or outcome.won is not False, outcome.declarers or outcome.winners
    else:
        return ""
    who = " + ".join(people)
    return _("{who} won", who=who) if won else _("{who} lost", who=who)


def _amounts(done: Line) -> str:
    """Return what each wins or pays: `Anna +0,30  Bene -0,30  …`; who sits out is left out."""
    postings = done.score.postings if done.score else {}
    part = {name: value for name, value in postings.items() if value or name in done.table.active}
    return _with_names(part, done.tariff)


def _with_names(amounts: Mapping[str, int], tariff: Tariff) -> str:
    stock = tariff.words.get("stock", STOCK)
    named = ((stock if name == STOCK else name, value) for name, value in amounts.items())
    return "  ".join(f"{name} {amount(value, tariff.unit, signed=True)}" for name, value in named)


def differences(before: State, after: State, tariff: Tariff) -> str:
    """Return how many hands come or go between two states of an evening, and what each has more or less then."""
    hands = after.counted.played - before.counted.played
    come = _n("{n} hand more", "{n} hands more", hands) if hands > 0 else ""
    gone = _n("{n} hand fewer", "{n} hands fewer", -hands) if hands < 0 else ""
    names = dict.fromkeys((*before.balances, *after.balances))
    moved = {name: after.balances.get(name, 0) - before.balances.get(name, 0) for name in names}
    amounts = _with_names({name: value for name, value in moved.items() if value}, tariff)
    return clean(" · ".join(filter(None, (come or gone, amounts))))


# -- the words that a hand can go on with -------------------------------------------------------------


def completions(line: str, evening: Evening | None, others: Iterable[str] = ()) -> list[str]:
    """Return the words that the last word of a hand may become: games, then people and flags; behind a space people.

    `others` are words that can stand there as well.
    """
    before, _space, typed = line.rpartition(" ")
    dealt_in: list[str] = []
    if evening is not None:
        active = table_for(evening.state, None, evening.tariff).active
        dealt_in = [name for name in evening.state.seats if name in active]
    if not typed:
        return dealt_in if before else []
    games = game_words(evening.tariff if evening else None)
    if not before:
        suited = [f"{suit} solo" for suit in SUIT_NAMES if "solo" in games]
        return beginning(typed, (*games, *suited, *others))
    of_a_suit = games if before.casefold() in SUIT_NAMES else ()
    return beginning(typed, (*of_a_suit, *others, *dealt_in, *flag_words(evening.tariff if evening else None)))


def beginning(typed: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin with what was typed, without regard to case, and are longer."""
    start = typed.casefold()
    return list(dict.fromkeys(word for word in words if word.casefold().startswith(start) and len(word) > len(typed)))
