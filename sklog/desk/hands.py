"""What happens at a table: a line becomes a hand; what a hand, an event or a correction did is told.

Everything that `add` needs stands here, and nothing that it would have to wait for is imported above.
"""

from __future__ import annotations

from collections import Counter
from json import JSONDecodeError, loads
from typing import TYPE_CHECKING, Any, BinaryIO

from sklog.errors import HandError, InvalidHand, Refused, SklogError
from sklog.language import N_, _, _n
from sklog.ledger import evenings, history
from sklog.notation import read, write
from sklog.reports.board import Recent, show_report
from sklog.reports.explain import answer, calc_report, explain_report
from sklog.reports.format import amount, clean, currency
from sklog.reports.sentences import cost, event_words
from sklog.scoring.canonical import from_json, require_short
from sklog.scoring.evening import refusal, start, step, table_for
from sklog.scoring.hand import Hand, Names, Posting
from sklog.scoring.state import BockOrder, Join, Leave, Line, RoundOrder, State, StockMove, Voided, is_event

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.undo import Undone
    from sklog.reports.model import Report
    from sklog.scoring.tariff import Tariff

LONGEST_LINE = 1_000_000  # bytes: of a hand in JSON, and of a line that is piped in
RECENT_HANDS = 5  # that the board shows
MOST_SHOWN = 12  # hands that changed; the board says the sum of all
NO_TEXT = N_("that is no text in UTF-8")


# -- a line, or JSON, to a hand -------------------------------------------------------------------------


def hand_from_words(words: Sequence[str], state: State, tariff: Tariff, dealt_in: Names = ()) -> Hand:
    """Return the hand that a line of shorthand says at this table; raise HandError with all problems.

    `dealt_in` are those dealt in where that is not as the evening would have it.
    """
    table = table_for(state, None, tariff)
    active = [name for name in state.seats if name in (dealt_in or table.active)]
    try:
        return read(" ".join(words), state.seats, active, tariff, table.round)
    except HandError as error:
        wrong = refusal(error, state, tariff)
        if any(word.startswith("--") for word in words):
            raise InvalidHand(*wrong.problems, _("options stand before the hand")) from None
        raise wrong from None


def hand_from_json(words: Sequence[str], state: State, tariff: Tariff, dealt_in: Names = ()) -> Hand:
    """Return the canonical hand of a JSON text, which says itself who was dealt in; raise HandError."""
    del dealt_in
    data = parsed(" ".join(words))
    if not isinstance(data, dict):
        raise InvalidHand(_('a hand in JSON is an object, such as {"game": "wenz", "declarer": "Bene", "won": true}'))
    return _canonical(data, state, state.everybody, tariff)


def _canonical(data: dict[str, Any], state: State, people: Sequence[str], tariff: Tariff) -> Hand:
    try:
        require_short(data, tariff.games)
        return from_json(data, people, tariff.games)
    except HandError as error:
        raise refusal(error, state, tariff) from None


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream, one in memory at a time; raise InvalidHand at one that is longer than any hand."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield _no_longer(line)


def json_text(stream: BinaryIO) -> str:
    """Return the whole of a stream as text; raise InvalidHand for what is longer than any hand, or no text."""
    try:
        return _no_longer(stream.read(LONGEST_LINE + 1)).decode()
    except UnicodeDecodeError:
        raise InvalidHand(_(NO_TEXT)) from None


def _no_longer(text: bytes) -> bytes:
    if len(text) > LONGEST_LINE:
        raise InvalidHand(_("more than {most:,} bytes in one line: that is no hand", most=LONGEST_LINE))
    return text


def parsed(text: str | bytes) -> object:
    """Return what a JSON text holds; raise InvalidHand where it is none."""
    try:
        return loads(text, object_pairs_hook=_without_twins)
    except UnicodeDecodeError:
        raise InvalidHand(_(NO_TEXT)) from None
    except RecursionError:
        raise InvalidHand(_("that is no hand: it is nested too deeply")) from None
    except JSONDecodeError as error:
        raise InvalidHand(_("that is no JSON: {reason}", reason=error)) from None
    except ValueError:  # what the interpreter says of a number with thousands of digits
        raise InvalidHand(_("a number in it is too large to be kept (64 bit)")) from None


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    twins = [key for key, count in Counter(key for key, __ in pairs).items() if count > 1]
    if twins:
        raise InvalidHand(_("{keys} stands there twice: which one is meant?", keys=", ".join(map(repr, twins))))
    return dict(pairs)


# -- what a hand says and costs -------------------------------------------------------------------------


def described(line: Line) -> str:
    """Return the shorthand of a hand and what it costs, on one line that a terminal can show."""
    hand = line.entry.hand if isinstance(line.entry, Voided) else line.entry
    if is_event(hand):
        raise TypeError(f"{hand!r} is no hand")
    text = write(hand, line.table.seats, line.tariff, line.table.active)  # type: ignore[arg-type]  # no event
    worth = cost(line.score, line.tariff) if line.score else ""
    return clean(f"{text}  ·  {worth}" if worth else text)


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int = RECENT_HANDS) -> list[Recent]:
    """Return the last scored hands, with what became of those that were corrected."""
    state = evening.state
    people = (*state.seats, *(name for name in state.everybody if name not in state.seats))  # also who has left

    def line(hand: Hand) -> str:
        augen = getattr(hand, "augen", None)  # of a Ramsch: in the order of the seats, if all of them still sit there
        dealt = tuple(augen) if isinstance(augen, dict) and set(augen) <= set(state.seats) else None
        return write(hand, people, evening.tariff, dealt)

    found = []
    for last in history.last_hands(ledger, evening, count):
        was = [_("was {hand}", hand=line(hand)) for hand in last.was[-1:]] + [_("void")] * last.void
        found.append(Recent(last.number, line(last.hand), last.value, ", ".join(was)))
    return found


def shown(evening: Evening, recent: Sequence[Recent]) -> Report:
    """Return the board as a report, for the other formats."""
    return show_report(evening.name, evening.state, evening.tariff, recent, number=evening.hands + 1)


def explained(ledger: sqlite3.Connection, evening: Evening, number: int) -> Report:
    """Return why a recorded hand cost what it cost, and what was recorded first where it was fixed; raise NotFound."""
    from sklog.session_files import line_of  # noqa: PLC0415  `add` explains nothing

    whole = history.of_evening(ledger, evening)
    before = whole.session.begin()
    for recorded, line in zip(whole.recorded, whole.session.lines(), strict=True):
        if line.number == number:
            text = line_of(line.entry, before, line.tariff) or ""
            was = [line_of(hand, before, line.tariff) or hand.game for hand in recorded.was]
            return explain_report(line, before, line.tariff, text, was)
        before = line.state
    raise evenings.no_hand(evening, number)


def explained_line(evening: Evening, words: Sequence[str]) -> Report:
    """Return what a hand would cost if it were the next one; raise HandError."""
    state, tariff = evening.state, evening.tariff
    hand = hand_from_words(words, state, tariff)
    line = step(state, hand, tariff)
    return explain_report(line, state, tariff, write(hand, line.table.seats, tariff, line.table.active), recorded=False)


def priced(hand: Hand, state: State, tariff: Tariff) -> Report:
    """Return what a hand costs at a table that is in no ledger; raise HandError."""
    line = step(state, hand, tariff)
    return calc_report(line, tariff, write(hand, state.seats, tariff, line.table.active))


def answered(text: bytes, tariff: Tariff) -> dict[str, Any]:
    """Return the answer to one line `{"players": […], "hand": {…}, "stock": 0}`: what it costs, or `{"error": …}`."""
    try:
        asked = _asked(text)
        state = start(asked["players"], stock=asked.get("stock", 0))
        hand = _canonical(asked["hand"], state, asked["players"], tariff)
        made = step(state, hand, tariff).score
        return answer(hand, made) if made else {}
    except SklogError as error:
        return {"error": "; ".join(problem.message for problem in error.problems)}


def _asked(text: bytes) -> dict[str, Any]:
    """Return the parsed line; raise InvalidHand with what is wrong with its form."""
    asked = parsed(text)
    if not isinstance(asked, dict) or not isinstance(asked.get("hand"), dict):
        raise InvalidHand(_('a line is an object {"players": […], "hand": {…}, "stock": 0}'))
    players, stock = asked.get("players"), asked.get("stock", 0)
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise InvalidHand(_('"players" is a list of names, clockwise'))
    if not isinstance(stock, int) or isinstance(stock, bool) or not 0 <= stock < 2**62:
        raise InvalidHand(_('"stock" is what the Stock holds, a whole number from 0'))
    return asked


# -- events and corrections, in sentences -------------------------------------------------------------------


def postings(amounts: Mapping[str, int], unit: str) -> str:
    """Return who got what, in words: `Anna +0.60, Bene -0.60 €`."""
    said = ", ".join(f"{clean(name)} {amount(value, unit, signed=True)}" for name, value in amounts.items() if value)
    return f"{said} {currency(unit)}" if said else _("nobody pays")


def shared_out(move: StockMove, unit: str) -> str:
    """Return the sentence that says who got what of the Stock at the end of an evening."""
    return _("The Stock is shared out: {shares}", shares=postings(move.amounts, unit))


def happened(line: Line, before: Evening) -> str:
    """Return what an event did, such as "Bock for 3 hands, instead of Bock for 1 hand.", in the evening `before`."""
    entry, unit = line.entry, before.tariff.unit
    if isinstance(entry, Posting):
        moved = postings(entry.amounts, unit)
        return _("Posted: {moved}.", moved=f"{moved} ({entry.note})" if entry.note else moved)
    said = event_words(entry)
    said = said[:1].upper() + said[1:] if not isinstance(entry, (Join, Leave)) else said
    if isinstance(entry, StockMove):
        return f"{said}: {postings(entry.amounts, unit)}."
    if isinstance(entry, BockOrder) and before.state.bock:
        running = " + ".join(event_words(BockOrder(left)) for left in before.state.bock)
        return _("{now}, instead of {before}.", now=said, before=running)
    if isinstance(entry, RoundOrder) and entry.kind and before.state.round:
        return _("{now}, instead of {before}.", now=said, before=event_words(RoundOrder(before.state.round)))
    return f"{said}."


def step_by_step(take: Callable[[], Undone], steps: int) -> list[Undone]:
    """Take so many commands back, or bring them back, one each time; raise Refused unless all can be."""
    from sklog.ledger.undo import NothingLeft  # noqa: PLC0415  `add` takes nothing back

    done: list[Undone] = []
    try:
        while len(done) < steps:
            done.append(take())
    except NothingLeft:
        if not done:
            raise
        so_many = _n(
            "only {n} command is there: nothing was changed",
            "only {n} commands are there: nothing was changed",
            len(done),
        )
        raise Refused(so_many) from None
    return done


def consequences(change: Change) -> Iterator[str]:
    """Yield a sentence for each run of hands that moved by as much, and two for each hand that costs something else."""
    runs: list[list[tuple[int, int]]] = []
    for pair in sorted(change.renumbered):
        if runs and (pair[0] - runs[-1][-1][0], pair[1] - runs[-1][-1][1]) == (1, 1):
            runs[-1].append(pair)
        else:
            runs.append([pair])
    for (old, new), *rest in runs:
        if rest:
            yield _("Hands {was} are {now} now.", was=f"{old}–{rest[-1][0]}", now=f"{new}–{rest[-1][1]}")
        else:
            yield _("Hand {was} is {now} now.", was=str(old), now=str(new))
    unit = change.evening.tariff.unit
    for hand in change.revalued[:MOST_SHOWN]:
        yield _("Hand {number} now: {costs}", number=hand.number, costs=postings(hand.now, unit))
        yield _("  before: {costs}", costs=postings(hand.before, unit))
    more = len(change.revalued) - MOST_SHOWN
    if more > 0:
        yield _n(
            "and {n} more hand: sklog report session shows all",
            "and {n} more hands: sklog report session shows all",
            more,
        )
