"""What phones write: a hand, a correction, what is taken back, a payment; nothing is ever written past what was seen.

    fields + what the sender had seen ──▶ Ledger(expect=…) ──▶ recorded
                                             │ something else is there by now
                                             └─▶ the very same hand: "again"; another one: both are shown, and asked

So a request that is repeated is recorded once, whoever was killed between, and one that comes late is never recorded on
top of what its sender has not seen. Each function runs in the thread of the writer, and returns an `Answer`.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import sklog
from sklog.language import N_, _
from sklog.phones.devices import KEEPER
from sklog.phones.gate import first_of
from sklog.phones.pages import for_phones
from sklog.phones.pins import identified
from sklog.phones.rights import Forbidden, Rights
from sklog.phones.tables import SeenState, seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from sklog import BoardHand, Change, Evening, Line, Session, State, Tariff
    from sklog.phones.tables import Step

    Fields = Mapping[str, Sequence[str]]

FACTS = (
    *("game", "suit", "declarer", "partner", "won", "augen", "schneider", "schwarz", "tricks", "laufende"),
    *("laufende_of", "tout", "sie", "forced", "durchmarsch", "losers", "winners", "jungfrauen", "klopfer", "kontra"),
)
"""What a form says of a hand, by the keys of a canonical hand."""
LISTS = frozenset({"losers", "winners", "jungfrauen"})
LONGEST_LINE = 2000  # letters
_SEEN = re.compile(r"([0-9]{1,7})\.([0-9a-f]{1,64})")
_AMOUNT = re.compile(r"[0-9]{1,15}")


class Answer(NamedTuple):
    """What came of something that was written: `status` is that of HTTP, `result` the same in a word.

    recorded; again (it was there already, and is there once); would (nothing is stored yet: `said` is what would
    change); overtaken (`said` is what is there, which the sender had not seen, `yours` what was sent); twice (`said`
    is the same hand of a moment ago); refused, and busy (the ledger cannot be used just now), with every problem in
    `said`. `seen` is what the sender has to have seen the next time. Of a hand that was recorded, `step` makes the
    board behind it of the one before it.
    """

    status: int
    result: str
    said: tuple[str, ...] = ()
    number: int = 0
    seen: str = ""
    yours: str = ""
    step: Step | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what a script is told."""
        return {field: value for field, value in self._asdict().items() if field != "step"}


class Writer(NamedTuple):
    """Who writes to which evening, and what that phone had seen of it.

    `require` raises where nothing is recorded there any more: what came of a place in a hall is not his to take back.
    """

    path: Path
    who: str
    uid: str
    said: SeenState
    require: Callable[[], object] | None = None
    role: str = KEEPER

    @property
    def which(self) -> str:
        """The evening that is meant."""
        return identified(self.uid)

    def ledger(self, *, dry_run: bool = False) -> sklog.Ledger:
        """Return the ledger, in which nothing is written past what was seen, nor what this role may not."""
        judge = Rights(self.role, "" if self.role == KEEPER else self.uid).require
        expect = self.uid, self.said.digest
        return sklog.Ledger(self.path, who=self.who, dry_run=dry_run, expect=expect, require=self.require, judge=judge)


def what_was_seen(text: str) -> SeenState | None:
    """Return what a phone says that it has seen, None where that is not readable."""
    found = _SEEN.fullmatch(text)
    return SeenState(int(found[1]), found[2]) if found else None


def facts(fields: Fields) -> dict[str, Any]:
    """Return the canonical facts that a form says; an empty field says nothing."""
    said = {key: [one for one in fields.get(key, ()) if one] for key in FACTS}
    return {key: values if key in LISTS else values[0] for key, values in said.items() if values}


def line_of(fields: Fields, state: State, tariff: Tariff) -> str:
    """Return the line of a hand as it would be typed, of a line or of facts; raise HandError."""
    if line := typed(fields):
        return line
    hand: Any = sklog.entry_from_json(facts(fields), state.everybody, tariff.games)
    return sklog.write_hand(hand, state, tariff)


def typed(fields: Fields) -> str:
    """Return the line that was typed, "" where none was."""
    return " ".join(first_of(fields, "line").split())


# -- what is written ------------------------------------------------------------------------------------------


def answered(write: Callable[..., Answer], writer: Writer, *words: Any) -> Answer:
    """Return what came of writing, whatever was wrong."""
    try:
        return write(writer, *words)
    except sklog.SklogError as error:
        said = for_phones(error.problems, writer.path)
        if isinstance(error, sklog.LedgerError):
            return Answer(503, "busy", said)
        return Answer(403 if isinstance(error, Forbidden) else 422, "refused", said, seen=str(writer.said))


def seen_by(ledger: sklog.Ledger, hands: int) -> SeenState:
    """Return what whoever has just recorded has seen: his own, and nothing that others recorded since."""
    return SeenState(hands + 1, ledger.expect[1] if ledger.expect else "")


def record_hand(writer: Writer, fields: Fields) -> Answer:
    """Record a hand, unless it is there already; where another one is there, both are shown."""
    ledger = writer.ledger()
    try:
        made = ledger.record(lambda scene: line_of(fields, scene[0], scene[1]), writer.which, again="again" in fields)
    except sklog.Overtaken:
        return _overtaken(writer, fields)
    except sklog.Repeated as error:
        return _answer_to_repeated(writer, error)
    line, before = made.line, made.before
    written = sklog.write_hand(line.entry, before.state, before.tariff)  # type: ignore[arg-type]  # a line of shorthand is a hand
    said = _("Hand {number} is recorded: {line}", number=line.number, line=written)
    now = seen_by(ledger, line.state.hands)
    step = partial(sklog.Board.after, made=made, digest=now.digest, who=writer.who)
    return Answer(200, "recorded", (said,), line.number or 0, str(now), step=step)


class TableBeforeHand(NamedTuple):
    """The table before a hand, and the `line` of that hand, None where it is the next one."""

    state: State
    tariff: Tariff
    line: Line | None = None

    def line_as_printed(self, fields: Fields) -> str:
        """Return how what is said would be printed here, "" where it is no hand here."""
        try:
            return sklog.write_hand(sklog.read_hand(line_of(fields, *self[:2]), *self[:2]), *self[:2])
        except sklog.HandError:
            return ""

    def has(self, fields: Fields) -> bool:
        """Whether the hand that counts here is what is said."""
        if self.line is None or isinstance(self.line.entry, sklog.Voided):
            return False
        return self.line_as_printed(fields) == sklog.write_hand(self.line.entry, self.state, self.tariff)  # type: ignore[arg-type]  # it has a number


def place(session: Session, number: int, lines: Iterable[Line] | None = None) -> TableBeforeHand:
    """Return the place of a hand in an evening."""
    state, tariff = session.begin(), session.tariff
    for line in session.lines() if lines is None else lines:
        if line.number == number:
            return TableBeforeHand(state, line.tariff, line)
        state, tariff = line.state, line.tariff
    return TableBeforeHand(state, tariff)


def _overtaken(writer: Writer, fields: Fields) -> Answer:
    """Return whether the hand is there already, else what is there instead."""
    ledger, wanted = sklog.Ledger(writer.path), writer.said.number
    there = place(ledger.session(writer.which), wanted)
    board = ledger.board(writer.which)
    yours = there.line_as_printed(fields) or typed(fields)[:LONGEST_LINE]
    if there.has(fields) and not _long_since(ledger, writer, board.evening.hands):
        said = _("Hand {number} was there already, and is recorded once: {line}", number=wanted, line=yours)
        # what came behind it was not seen with that: no fact has such a digest
        now = seen(board.evening) if board.evening.hands == wanted else str(SeenState(wanted + 1, "0"))
        return Answer(200, "again", (said,), wanted, now)
    newer = [one for one in board.hands if one.number >= wanted]
    changed = [] if newer else [_("The list was changed meanwhile: look at it first.")]
    shown = newer[::-1] or board.hands[:1]
    found = (*changed, *(_("Hand {number}, by {who}: {words}", **_hand_for_script(one)) for one in shown))
    return Answer(409, "overtaken", found, board.evening.hands + 1, seen(board.evening), yours)


def _long_since(ledger: sklog.Ledger, writer: Writer, hands: int) -> bool:
    """Whether somebody else recorded that hand and others followed: a page that slept may well mean another one."""
    wanted = writer.said.number
    behind = ledger.board(writer.which, hands=hands - wanted + 1).hands if hands > wanted else ()
    return any(one.number == wanted and one.who != writer.who for one in behind)


def _hand_for_script(one: BoardHand) -> dict[str, object]:
    return {"number": one.number, "who": one.who or "?", "words": one.words}


def _answer_to_repeated(writer: Writer, error: sklog.Repeated) -> Answer:
    board = sklog.Ledger(writer.path).board(writer.which)
    there = next((one for one in board.hands if one.number == error.number), None)
    if there is None:
        raise error
    said = _("{who} has just entered hand {number}: {words}. Is yours the same?", **_hand_for_script(there))
    return Answer(409, "twice", (said,), there.number, seen(board.evening), there.line)


def take_back_newest(writer: Writer, _fields: Fields) -> Answer:
    """Take back the newest command, if it is the one that was seen."""
    ledger = writer.ledger()
    try:
        [undone] = ledger.undo(1, writer.which)
    except sklog.Overtaken:
        now = sklog.Ledger(writer.path).evening(writer.which)
        if now.hands + 2 == writer.said.number:
            return Answer(200, "again", (_("It has already been taken back."),), seen=seen(now))
        said = _("Something else has been recorded since: correct it in the list of hands.")
        return Answer(409, "overtaken", (said,), seen=seen(now))
    said = _("Taken back: {what}", what=undone.words)
    return Answer(200, "recorded", (said,), seen=str(seen_by(ledger, undone.change.evening.hands)))


def correct(writer: Writer, fields: Fields, kind: str, number: int) -> Answer:
    """Fix a hand, let it count as never dealt, or insert one before it: first what that would change is said."""
    sure = "sure" in fields
    ledger = writer.ledger(dry_run=not sure)
    before, session = ledger.evening(writer.which), ledger.session(writer.which)
    try:
        change = _correct_now(ledger, writer, fields, kind, number)
    except sklog.Overtaken:
        return _corrected_meanwhile(writer, fields, kind, number)
    told = (
        *_correction(change, session, kind, number),
        *sklog.consequences(change),
        _amounts_moved(before, change.evening),
    )
    if sure:
        return Answer(200, "recorded", told, number, str(seen_by(ledger, change.evening.hands)))
    return Answer(200, "would", told, number, str(writer.said))


def _correction(change: Change, before: Session, kind: str, number: int) -> list[str]:
    """Return what the hand is now, as it would be printed."""
    if kind == "void":
        return [_("Hand {number} is void.", number=number)]
    state, tariff, line = place(before, number, change.lines)
    if line is None:
        return []
    hand = sklog.write_hand(line.entry, state, tariff)  # type: ignore[arg-type]  # it has a number
    said = N_("Hand {number} is now: {hand}") if kind == "fix" else N_("New hand {number}: {hand}")
    return [_(said, number=number, hand=hand)]


def _correct_now(ledger: sklog.Ledger, writer: Writer, fields: Fields, kind: str, number: int) -> Change:
    if kind == "void":
        return ledger.void(number, writer.which)
    return (ledger.fix if kind == "fix" else ledger.insert)(number, typed(fields), writer.which)


def _corrected_meanwhile(writer: Writer, fields: Fields, kind: str, number: int) -> Answer:
    """Return whether it is corrected so already, else that something else was."""
    ledger = sklog.Ledger(writer.path)
    there, hands = place(ledger.session(writer.which), number), ledger.evening(writer.which).hands
    same = isinstance(there.line and there.line.entry, sklog.Voided) if kind == "void" else there.has(fields)
    if "sure" in fields and same and hands + 1 == writer.said.number + (kind == "insert"):
        return Answer(200, "again", (_("That is already the case."),), number, str(writer.said))
    said = _("The list was changed meanwhile: look at it, and enter yours again.")
    return Answer(409, "overtaken", (said,), number, str(writer.said))


def _amounts_moved(before: Evening, now: Evening) -> str:
    """Return what a correction has brought to everybody, in all."""
    had, unit = before.state.balances, now.tariff.unit
    moved = {name: has - had.get(name, 0) for name, has in now.state.balances.items()}
    amounts = [f"{name} {sklog.write_amount(amount, unit, signed=True)}" for name, amount in moved.items() if amount]
    return _("In total: {amounts}", amounts=", ".join(amounts)) if amounts else _("No amount changes.")


def record_paid(writer: Writer, fields: Fields) -> Answer:
    """Record that somebody was paid what is still open; once that is so, it is not recorded again."""
    payer, payee, amount = (first_of(fields, key) for key in ("payer", "payee", "amount"))
    if not _AMOUNT.fullmatch(amount):
        return Answer(422, "refused", (_("say how much was paid"),), seen=str(writer.said))
    ledger, said, made = writer.ledger(), sklog.Payment(payer, payee, int(amount)), None
    if said in {one[:3] for one in ledger.dues(writer.which).dues}:
        with suppress(sklog.Overtaken):
            made = ledger.pay(*said, writer.which, again=True)  # that it is owed now was just seen
    elif said in ledger.session(writer.which).payments():
        return Answer(200, "again", (_("That has already been paid."),), seen=str(writer.said))
    if made is None:
        asked = _("Something else was recorded meanwhile: look at it, then enter yours again.")
        return Answer(409, "overtaken", (asked,), seen=str(writer.said))
    unit = made.evening.tariff.unit
    money = sklog.write_amount(made.payment.amount, unit, currency=True)
    told = _("{payer} has paid {payee} {amount}.", payer=made.payment.payer, payee=made.payment.payee, amount=money)
    return Answer(200, "recorded", (told,), seen=str(seen_by(ledger, made.evening.hands)))


# -- what it would cost ---------------------------------------------------------------------------------------


def prices_for_all(ledger: sklog.Ledger, uid: str, fields: Fields) -> dict[str, Any]:
    """Return what a hand would cost everybody; of facts without a result what it would if it were won, and lost."""
    which = identified(uid)
    evening = ledger.evening(which)
    if "line" in fields:
        return _prices_of_line(ledger, evening, fields["line"][0][:LONGEST_LINE])
    said = {key: values for key, values in fields.items() if key in FACTS}
    if "won" in said or "declarer" not in said:
        return _of_facts(ledger, evening, said)
    return {
        word: _of_facts(ledger, evening, {**said, "won": [sign]}) for word, sign in (("won", "yes"), ("lost", "no"))
    }


def _of_facts(ledger: sklog.Ledger, evening: Evening, fields: Fields) -> dict[str, Any]:
    try:
        line = line_of(fields, evening.state, evening.tariff)
    except sklog.HandError as error:
        return {"kind": "wrong", "text": "; ".join(map(str, error.problems)), "detail": "", "line": "", "postings": []}
    found = _prices_of_line(ledger, evening, line)
    if found["kind"] == "missing":  # a key has one text
        found["text"] = " ".join(filter(None, (found["text"], found["detail"])))
    return found


def _prices_of_line(ledger: sklog.Ledger, evening: Evening, line: str) -> dict[str, Any]:
    seen_as = ledger.preview(line, evening)
    score = seen_as.line.score if seen_as.line else None
    postings = [
        [name, sklog.write_amount(amount, evening.tariff.unit, signed=True)]
        for name, amount in (score.postings.items() if score else ())
        if amount
    ]
    return {"kind": seen_as.kind, "text": seen_as.text, "detail": seen_as.detail, "line": line, "postings": postings}
