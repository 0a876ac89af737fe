"""What happens at a table: a line becomes a hand; what a hand, an event or a correction did is told.

Everything that `add` needs stands here, and nothing that it would have to wait for is imported above.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, Union

from sklog.errors import NO_TEXT, HandError, IllegalHand, InvalidHand, NotFound, UnclearPrice, reason
from sklog.language import _, _n, _t
from sklog.ledger import evenings, history, record
from sklog.notation import read_hand, write, write_hand
from sklog.reports.board import Recent, show_report
from sklog.reports.format import clean
from sklog.reports.sentences import cost, event_words, uncounted
from sklog.scoring import state as events
from sklog.scoring.amounts import amount, currency, money, typed_amount
from sklog.scoring.canonical import from_json, require_short
from sklog.scoring.evening import admit, admit_as_said, implied, may_imply, place_of, refusal, triggers
from sklog.scoring.hand import Hand, Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import Entry, Line, State
from sklog.scoring.tariff import round_title
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening, Scene, Which
    from sklog.ledger.open import LedgerFile
    from sklog.reports.model import Report
    from sklog.scoring.tariff import Tariff

LONGEST_LINE = 1_000_000  # bytes: of a hand in JSON, and of a line that is piped in
RECENT_HANDS = 5  # that the board shows
MOST_SECONDS = 0.05  # that what is only shown waits for somebody who is writing just now
MOST_SHOWN = 12  # hands that changed; the board says the sum of all


# -- a line, or JSON, to a hand -------------------------------------------------------------------------


def hand_from_json(text: str, scene: Scene) -> Hand:
    """Return the canonical hand of a JSON text, which says itself who was dealt in; raise HandError."""
    data = parsed(text)
    if not isinstance(data, dict):
        raise InvalidHand(_('a hand in JSON is an object, such as {"game": "wenz", "declarer": "Bene", "won": true}'))
    return canonical_hand(data, scene.state, scene.state.everybody, scene.tariff)


def canonical_hand(data: dict[str, Any], state: State, people: Sequence[str], tariff: Tariff) -> Hand:
    """Return the hand of canonical values at this table; raise HandError with everything that it refuses."""
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
        raise InvalidHand(_("more than {most:,} bytes in one line: that cannot be a hand", most=LONGEST_LINE))
    return text


def parsed(text: str | bytes) -> object:
    """Return what a JSON text holds; raise InvalidHand where it is none."""
    from json import JSONDecodeError, loads  # noqa: PLC0415  1 ms, and few hands come as JSON

    try:
        return loads(text, object_pairs_hook=_without_twins)
    except UnicodeDecodeError:
        raise InvalidHand(_(NO_TEXT)) from None
    except RecursionError:
        raise InvalidHand(_("that is not a hand: it is nested too deeply")) from None
    except JSONDecodeError as error:
        said = _("not readable as JSON, from column {column} on: {reason}", column=error.colno, reason=reason(error))
        raise InvalidHand(said) from None
    except ValueError:  # what the interpreter says of a number with thousands of digits
        raise InvalidHand(_("a number in it is too large to store (64 bit)")) from None


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    twins = [key for key, count in Counter(key for key, __ in pairs).items() if count > 1]
    if twins:
        raise InvalidHand(_("{keys} is there twice: which one is meant?", keys=", ".join(map(repr, twins))))
    return dict(pairs)


Meant = TypeVar("Meant", bound="Entry")
Said = Union["Entry", str, "Callable[[Scene], Entry | str]"]
"""What is said of a hand or an event: itself, a line of shorthand, or what makes it at the table that it meets."""


def said_of(said: Meant | str | Callable[[Scene], Meant | str], scene: Scene) -> Meant | str:
    """Return what is said of a hand or an event, also by a function, at this table; raise whatever that raises."""
    if not callable(said):
        return said
    state = scene.state
    copied = state._replace(balances=dict(state.balances), dealt=dict(state.dealt))  # the table stays as it is
    return said(scene._replace(state=copied))


def said_at(said: Meant | str, scene: Scene) -> Meant | Hand:
    """Return the hand or event that is meant at this table; raise HandError."""
    if isinstance(said, str):
        return read_hand(said, *scene)
    if not isinstance(said, Entry):
        raise TypeError(f"{said!r} is neither a hand, nor an event, nor a line")
    if isinstance(said, events.TariffChange):
        return events.TariffChange(tariff_meant(said.tariff))  # type: ignore[return-value]  # of the same kind
    # looked at again: of a mapping with an amount of 1.5 by now the evening could never be read again
    return said.__replace__()  # type: ignore[union-attr,no-any-return]


def tariff_meant(said: Tariff | str | None) -> Tariff:
    """Return the tariff that is meant, the usual one without a word; raise NotFound, TariffError.

    One that a program made is read like a file: it may have a price of 12.5.
    """
    from sklog.tariffs import DEFAULT, chosen, read_mapping  # noqa: PLC0415  1.5 ms, and most evenings have a tariff already

    if said is None or isinstance(said, str):
        return chosen(DEFAULT if said is None else said)
    return read_mapping(to_mapping(said), said.name)


@contextmanager
def spelled(scene: Scene, typed: object = None) -> Iterator[None]:
    """Say of a hand that can be several, and cost several prices, the line of each, and its price.

    `typed` is the line that the question is about, if it was one.
    """
    try:
        yield
    except UnclearPrice as asked:
        lines = [(write_hand(line.entry, *scene), line) for _words, line in asked.lines]
        name = typed if isinstance(typed, str) else ""
        choices = tuple(_with_price(text, line, scene) for text, line in lines)
        meant = {name: tuple(text for text, _line in lines)} if name else {}
        raise UnclearPrice(asked.question, asked.lines, choices=choices, meant=meant) from None


def _with_price(text: str, line: Line, scene: Scene) -> str:
    """Return a line that answers a question with its price, and what it brings, if nothing more is asked of it."""
    tariff = scene.tariff
    with suppress(UnclearPrice):
        implied(line, scene.state, tariff, admit_as_said)
        if line.score:
            brings = triggers(line.score)
            said = [money(line.score.value, tariff.unit)]
            said += [_("then Bock")] if brings & {*tariff.bock.after} else []
            said += [round_title(special.name) for special in tariff.begun if brings & {*special.after}]
            return f"{text} ({', '.join(said)})"
    return text


def settled(entry: Meant, scene: Scene, typed: object = None) -> Meant:
    """Return a hand with what it implies at this table; raise UnclearPrice. What cannot be is returned as it is."""
    if may_imply(entry, scene.tariff):
        there = replace(entry, active=entry.active or scene.active)
        with spelled(scene, typed), suppress(InvalidHand, IllegalHand):
            line = admit(scene.state, there, scene.tariff)
            return replace(line.entry, active=entry.active)  # type: ignore[type-var,return-value]  # of the same kind
    return entry


class Recorded(NamedTuple):
    """The result of recording: the evening `before` it, and its line with number, score and the state after it."""

    before: Evening
    line: Line


def record_entry(
    file: LedgerFile,
    said: Said,
    which: Which = None,
    command: tuple[str, Sequence[object]] | None = None,
    *,
    again: bool = False,
) -> Recorded:
    """Record a hand or an event in an open evening.

    `command` is how it is noted, by its name and the words behind it, else as it would be typed. Raises HandError,
    NotFound, and Refused for a closed evening, and for a line that says the hand recorded just before, unless it was
    really played `again`.
    """
    with file.writing() as ledger:
        evening = evenings.find_played(ledger, which)
        scene = evening.scene
        said = said_of(said, scene)
        entry = settled(said_at(said, scene), scene, said)
        if isinstance(entry, events.Payment):
            _require_people(ledger, evening, entry)
        # it is given now: of two that waited for their turn, the first may have begun to wait after the second
        given = file.command(*(command or as_typed(entry, scene)))
        if isinstance(said, str) and not again:
            record.refuse_repetition(ledger, evening, entry, given)
        line = record.add(ledger, evening, [entry], given)[0]
    return Recorded(evening, line)


def _require_people(ledger: sqlite3.Connection, evening: Evening, paid: events.Payment) -> None:
    """Refuse a payment by or to somebody whom nobody knows: a misspelt name would owe it for ever."""
    here = (*evening.state.everybody, STOCK)
    for name in (paid.payer, paid.payee):
        if name not in here and evenings.known_name(ledger, name) is None:
            raise NotFound(_('there is no "{word}" here, only {people}', word=name, people=", ".join(here)))


# -- what a hand says and costs -------------------------------------------------------------------------


def described(line: Line) -> str:
    """Return the shorthand of a hand and what it costs, on one line that a terminal can show."""
    hand = line.entry.hand if isinstance(line.entry, events.Voided) else line.entry
    if events.is_event(hand):
        raise TypeError(f"{hand!r} is no hand")
    text = write(hand, line.table.seats, line.tariff, line.table.active)  # type: ignore[arg-type]  # no event
    if line.score is None:
        return clean(text)
    free = [f"{one}: {amount(0, line.tariff.unit)}" for one in uncounted(hand, line.score, line.tariff)]
    worth = "; ".join(filter(None, (cost(line.score, line.tariff), *free)))
    return clean(f"{text}  ·  {worth}" if worth else text)


def last_hands(
    ledger: sqlite3.Connection, evening: Evening, count: int = RECENT_HANDS, *, prove: bool = True
) -> list[Recent]:
    """Return the last scored hands, with what became of those that were corrected."""
    state = evening.state
    people = (*state.seats, *(name for name in state.everybody if name not in state.seats))  # also who has left

    def line(hand: Hand) -> str:
        augen = getattr(hand, "augen", None)  # of a Ramsch: in the order of the seats, if all of them still sit there
        dealt = tuple(augen) if isinstance(augen, dict) and set(augen) <= set(state.seats) else None
        return write(hand, people, evening.tariff, dealt)

    found = []
    for last in history.last_hands(ledger, evening, count, prove=prove):
        was = [_("was {hand}", hand=line(hand)) for hand in last.was[-1:]] + [_("void")] * last.void
        found.append(Recent(last.number, line(last.hand), last.value, ", ".join(was)))
    return found


def seen(file: LedgerFile, which: Which = None, count: int = RECENT_HANDS) -> tuple[Evening, list[Recent]]:
    """Return how an evening stands, and so many of its last hands; raise NotFound."""
    with file.reading() as ledger:
        evening = evenings.meant(ledger, which)
        return evening, last_hands(ledger, evening, count)


def recent(file: LedgerFile, evening: Evening, count: int) -> list[Recent]:
    """Return the last hands for the board behind what was just recorded; none where they cannot be read now."""
    with suppress(*evenings.DAMAGED), file.reading(MOST_SECONDS) as ledger:
        return last_hands(ledger, evening, count, prove=False)
    return []


def shown(evening: Evening, recent: Sequence[Recent]) -> Report:
    """Return the board as a report, for the other formats."""
    return show_report(evening.name, evening.state, evening.tariff, recent, number=evening.hands + 1)


def as_typed(entry: Entry, scene: Scene) -> tuple[str, list[str]]:
    """Return the command that would record this entry at this table, and the words behind it."""
    if isinstance(entry, events.TariffChange):  # without a hand from which on it would be meant for the whole evening
        return "session tariff", ["--from", str(scene.state.hands + 1), entry.tariff.name]
    for name, kind, words in _COMMANDS:
        if isinstance(entry, kind):
            return name, words(entry, scene.tariff.unit)
    hand: Any = entry.hand if isinstance(entry, events.Voided) else entry
    return "add", [write_hand(hand, *scene)]


def _moved(amounts: Mapping[str, int], unit: str) -> list[str]:
    return [f"{name}:{typed_amount(value, unit, signed=True)}" for name, value in amounts.items()]


def _paid_in(amounts: Mapping[str, int], unit: str) -> list[str]:
    """Return what each pays into the Stock, and who; one command says one amount, so that others stand beside names."""
    paid = {-value for value in amounts.values()}
    return [typed_amount(paid.pop(), unit, signed=True), *amounts] if len(paid) == 1 else _moved(amounts, unit)


_COMMANDS: Sequence[tuple[str, type, Callable[[Any, str], list[str]]]] = (
    ("join", events.Join, lambda entry, _unit: [entry.name, *(("--after", entry.after) if entry.after else ())]),
    ("leave", events.Leave, lambda entry, _unit: [entry.name]),
    ("seats", events.Seating, lambda entry, _unit: [",".join(entry.seats)]),
    ("bock", events.BockOrder, lambda entry, _unit: [str(entry.hands or "off")]),
    ("round", events.RoundOrder, lambda entry, _unit: [entry.kind or "off"]),
    ("stock", events.StockMove, lambda entry, unit: _paid_in(entry.amounts, unit)),
    ("pay", events.Payment, lambda entry, unit: [entry.payer, entry.payee, typed_amount(entry.amount, unit)]),
    (
        "post",
        Posting,
        lambda entry, unit: [*_moved(entry.amounts, unit), *(("--note", f'"{entry.note}"') if entry.note else ())],
    ),
)


# -- events and corrections, in sentences -------------------------------------------------------------------


def postings(amounts: Mapping[str, int], unit: str) -> str:
    """Return who got what, in words: `Anna +0.60, Bene -0.60 €`."""
    said = ", ".join(f"{clean(name)} {amount(value, unit, signed=True)}" for name, value in amounts.items() if value)
    return f"{said} {currency(unit)}" if said else _("nobody pays")


def shared_out(move: events.StockMove, unit: str) -> str:
    """Return the sentence that says who got what of the Stock at the end of an evening."""
    return _("The Stock is shared out: {shares}", shares=postings(move.amounts, unit))


def happened(line: Line, before: Scene) -> str:
    """Return what an event did, in a sentence; `before` is the table as it was.

    >>> made = ledger.record(sklog.Posting(amounts={"Anna": -50, "Bene": 50}))
    >>> sklog.happened(made.line, made.before.scene)
    'Posted: Anna −0.50, Bene +0.50 €.'
    """
    entry, unit = line.entry, before.tariff.unit
    if isinstance(entry, Posting):
        moved = postings(entry.amounts, unit)
        return _("Posted: {moved}.", moved=f"{moved} ({entry.note})" if entry.note else moved)
    said = event_words(entry)
    said = said[:1].upper() + said[1:] if not isinstance(entry, (events.Join, events.Leave)) else said
    if isinstance(entry, events.StockMove):
        return f"{said}: {postings(entry.amounts, unit)}."
    if isinstance(entry, events.BockOrder) and before.state.bock:
        running = " + ".join(event_words(events.BockOrder(left)) for left in before.state.bock)
        return _("{now}, instead of {before}.", now=said, before=running)
    if isinstance(entry, events.RoundOrder) and entry.kind and before.state.round:
        return _("{now}, instead of {before}.", now=said, before=event_words(events.RoundOrder(before.state.round)))
    return f"{said}."


def consequences(change: Change) -> list[str]:
    """Return the effects of a correction, in sentences.

    There is one for each run of hands whose numbers changed by the same amount, one for each order of Bock or a round
    among hands that changed places, and two for each hand with a new price.

    >>> sklog.consequences(ledger.fix(2, "w b"))[0]
    'Hand 2 now: Anna −0.20, Bene +0.60, Christl −0.20, Dani −0.20 €'
    """
    return [*_renumbered(change), *_orders(change), *_revalued(change)]


def _renumbered(change: Change) -> Iterator[str]:
    runs: list[list[tuple[int, int]]] = []
    for pair in sorted(change.renumbered):
        if runs and (pair[0] - runs[-1][-1][0], pair[1] - runs[-1][-1][1]) == (1, 1):
            runs[-1].append(pair)
        else:
            runs.append([pair])
    for (old, new), *rest in runs:
        if rest:
            yield _("Hands {was} are now {now}.", was=f"{old}–{rest[-1][0]}", now=f"{new}–{rest[-1][1]}")
        else:
            yield _("Hand {was} is now {now}.", was=str(old), now=str(new))


def _orders(change: Change) -> Iterator[str]:
    """Say where Bock and rounds stay that were ordered where a hand was moved; what a hand brings goes with it."""
    numbers = sorted(was for was, _now in change.renumbered)
    if numbers != sorted(now for _was, now in change.renumbered):
        return  # inserted
    for line in change.lines if numbers else ():
        ordered = isinstance(line.entry, (events.BockOrder, events.RoundOrder))
        if ordered and numbers[0] <= line.state.hands <= numbers[-1]:
            words = {"what": event_words(line.entry), "place": place_of(line.entry, line.state)}
            yield _("{what}: stays where it was ordered, {place}.", **words)


def _revalued(change: Change) -> Iterator[str]:
    unit = change.evening.tariff.unit
    for hand in change.revalued[:MOST_SHOWN]:
        yield _("Hand {number} now: {costs}", number=hand.number, costs=postings(hand.now, unit))
        yield _("  before: {costs}", costs=postings(hand.before, unit))
    more = len(change.revalued) - MOST_SHOWN
    if more > 0:
        yield _t("{more}", more=_n("and {n} more hand", "and {n} more hands", more))
