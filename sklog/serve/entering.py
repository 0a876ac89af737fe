"""What phones write: a hand, a correction, what is taken back, a payment; nothing is ever written past what was seen.

    fields + what the sender had seen ──▶ Ledger(expect=…) ──▶ recorded
                                             │ something else is there by now
                                             └─▶ the very same hand: "again"; another one: both are shown, and asked

So a request that is repeated is recorded once, whoever was killed between, and one that comes late is never recorded on
top of what its sender has not seen. Each function runs in the thread of the writer, and returns an `Answer`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import (
    HandError,
    Ledger,
    LedgerError,
    Overtaken,
    Payment,
    Repeated,
    SklogError,
    Voided,
    consequences,
    entry_from_json,
    read_hand,
    write_amount,
    write_hand,
)
from sklog.language import _
from sklog.serve.pages import for_phones
from sklog.serve.tables import Said, identified, seen

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from sklog import Change, Evening, State, Tariff

    Fields = Mapping[str, Sequence[str]]

FACTS = (
    *(
        "game",
        "suit",
        "declarer",
        "partner",
        "won",
        "augen",
        "schneider",
        "schwarz",
        "tricks",
        "laufende",
        "laufende_of",
    ),
    *("tout", "sie", "forced", "durchmarsch", "losers", "winners", "jungfrauen", "klopfer", "kontra"),
)
"""What a form says of a hand, by the keys of a canonical hand."""
LISTS = frozenset({"losers", "winners", "jungfrauen"})
LONGEST_LINE = 2000  # letters
_SEEN = re.compile(r"([0-9]{1,7})\.([0-9a-f]{1,64})")
_NUMBER = re.compile(r"[0-9]{1,7}")


class Answer(NamedTuple):
    """What came of something that was written: `status` is that of HTTP, `result` the same in a word.

    recorded; again (it was there already, and is there once); would (nothing is stored yet: `said` is what would
    change); overtaken (`said` is what is there, which the sender had not seen, `yours` what was sent); twice (`said`
    is the same hand of a moment ago); refused, and busy (the ledger cannot be used just now), with every problem in
    `said`. `seen` is what the sender has to have seen the next time.
    """

    status: int
    result: str
    said: tuple[str, ...] = ()
    number: int = 0
    seen: str = ""
    yours: str = ""


class Writer(NamedTuple):
    """Who writes to which evening, and what that phone had seen of it."""

    path: str | os.PathLike[str] | None
    who: str
    uid: str
    said: Said

    @property
    def which(self) -> str:
        """The evening that is meant."""
        return identified(self.uid)

    def ledger(self, *, dry_run: bool = False) -> Ledger:
        """Return the ledger, in which nothing is written once there is more than was seen."""
        return Ledger(self.path, who=self.who, dry_run=dry_run, expect=(self.uid, self.said.digest))


def what_was_seen(text: str) -> Said | None:
    """Return what a phone says that it has seen, None where that is not readable."""
    found = _SEEN.fullmatch(text)
    return Said(int(found[1]), found[2]) if found else None


def facts(fields: Fields) -> dict[str, Any]:
    """Return the canonical facts that a form says; an empty field says nothing."""
    said = {key: [one for one in fields.get(key, ()) if one] for key in FACTS}
    return {key: values if key in LISTS else values[0] for key, values in said.items() if values}


def line_of(fields: Fields, state: State, tariff: Tariff) -> str:
    """Return the line of a hand as it would be typed, of a line or of facts; raise HandError."""
    line = " ".join(fields.get("line", ("",))[0].split())
    if line:
        return line
    hand: Any = entry_from_json(facts(fields), state.everybody, tariff.games)
    return write_hand(hand, state, tariff)


# -- what is written ------------------------------------------------------------------------------------------


def answered(write: Callable[..., Answer], writer: Writer, *words: Any) -> Answer:
    """Return what came of writing, whatever was wrong."""
    try:
        return write(writer, *words)
    except LedgerError as error:
        return Answer(503, "busy", for_phones(error.problems, writer.path))
    except SklogError as error:
        return Answer(422, "refused", for_phones(error.problems, writer.path), seen=_now(writer))


def _now(writer: Writer) -> str:
    return seen(Ledger(writer.path).evening(writer.which))


def hand(writer: Writer, fields: Fields) -> Answer:
    """Record a hand, unless it is there already; where another one is there, both are shown."""
    ledger = writer.ledger()
    try:
        made = ledger.record(lambda scene: line_of(fields, scene[0], scene[1]), writer.which, again="again" in fields)
    except Overtaken:
        return _overtaken(writer, fields)
    except Repeated as error:
        return _twice(writer, error)
    line, before = made.line, made.before
    written = write_hand(line.entry, before.state, before.tariff)  # type: ignore[arg-type]  # a line of shorthand is a hand
    said = _("Hand {number} is recorded: {line}", number=line.number, line=written)
    return Answer(200, "recorded", (said,), line.number or 0, _seen_by(ledger, line.state.hands))


def _seen_by(ledger: Ledger, hands: int) -> str:
    """Return what whoever has just recorded has seen: his own, and nothing that others recorded since."""
    return f"{hands + 1}.{ledger.expect[1] if ledger.expect else ''}"


def _overtaken(writer: Writer, fields: Fields) -> Answer:
    """Return whether the hand is there already, else what is there instead."""
    ledger = Ledger(writer.path)
    session = ledger.session(writer.which)
    before, tariff, wanted = session.begin(), session.tariff, writer.said.number
    yours = ""
    for there in session.lines():
        if there.number == wanted:
            yours = _as_written(fields, before, there.tariff)
            same = not isinstance(there.entry, Voided) and yours == write_hand(there.entry, before, there.tariff)  # type: ignore[arg-type]  # it has a number
            if same and yours:
                said = _("Hand {number} was there already, and is there once: {line}", number=wanted, line=yours)
                return Answer(200, "again", (said,), wanted, _now(writer))
        before, tariff = there.state, there.tariff
    board = ledger.board(writer.which)
    newer = [one for one in board.hands if one.number >= wanted]
    found = [_("Hand {number}, by {who}: {words}", **_told(one)) for one in newer[::-1]]
    found = found or [_("The list was changed meanwhile: look at it first.")]
    yours = _as_written(fields, before, tariff) or yours or fields.get("line", ("",))[0][:LONGEST_LINE]
    return Answer(409, "overtaken", tuple(found), board.evening.hands + 1, seen(board.evening), yours)


def _told(one: Any) -> dict[str, object]:
    return {"number": one.number, "who": one.who or "?", "words": one.words}


def _as_written(fields: Fields, state: State, tariff: Tariff) -> str:
    """Return how a hand would be printed at a table, "" where it is none there."""
    try:
        return write_hand(read_hand(line_of(fields, state, tariff), state, tariff), state, tariff)
    except HandError:
        return ""


def _twice(writer: Writer, error: Repeated) -> Answer:
    board = Ledger(writer.path).board(writer.which)
    there = next((one for one in board.hands if one.number == error.number), None)
    if there is None:
        raise error
    said = _("{who} has just entered hand {number}: {words}. The same one?", **_told(there))
    return Answer(409, "twice", (said,), there.number, seen(board.evening), there.line)


def undo(writer: Writer, _fields: Fields) -> Answer:
    """Take back the newest command, if it is the one that was seen."""
    ledger = writer.ledger()
    try:
        [undone] = ledger.undo(1, writer.which)
    except Overtaken:
        now = Ledger(writer.path).evening(writer.which)
        if now.hands + 2 == writer.said.number:
            return Answer(200, "again", (_("It is taken back already."),), seen=seen(now))
        said = _("Something else was recorded since: correct it in the list of hands.")
        return Answer(409, "overtaken", (said,), seen=seen(now))
    return Answer(200, "recorded", (_("Taken back: {what}", what=undone.words),), seen=_now(writer))


def correct(writer: Writer, fields: Fields, kind: str, number: int) -> Answer:
    """Fix a hand, let it count as never dealt, or insert one before it: first what that would change is said."""
    sure = "sure" in fields
    ledger = writer.ledger(dry_run=not sure)
    try:
        change = _corrected(ledger, writer, fields, kind, number)
    except Overtaken:
        said = _("The list was changed meanwhile: look at it, and say it once more.")
        return Answer(409, "overtaken", (said,), number, _now(writer))
    told = tuple(consequences(change)) or (_("No amount changes."),)
    return Answer(200, "recorded" if sure else "would", told, number, _now(writer))


def _corrected(ledger: Ledger, writer: Writer, fields: Fields, kind: str, number: int) -> Change:
    if kind == "void":
        return ledger.void(number, writer.which)
    line = " ".join(fields.get("line", ("",))[0].split())
    return (ledger.fix if kind == "fix" else ledger.insert)(number, line, writer.which)


def paid(writer: Writer, fields: Fields) -> Answer:
    """Record that somebody was paid what is still open; once that is so, it is not recorded again."""
    payer, payee, amount = (fields.get(key, ("",))[0] for key in ("payer", "payee", "amount"))
    ledger = writer.ledger()
    if not _NUMBER.fullmatch(amount):
        return Answer(422, "refused", (_("say how much was paid"),), seen=_now(writer))
    wanted = Payment(payer, payee, int(amount))
    is_open = wanted in [Payment(one.payer, one.payee, one.amount) for one in ledger.dues(writer.which).dues]
    if not is_open and any(one.entry == wanted for one in ledger.session(writer.which).lines()):
        return Answer(200, "again", (_("That is paid already."),), seen=_now(writer))
    try:
        made = ledger.pay(payer, payee, int(amount), writer.which) if is_open else None
    except Overtaken:
        made = None
    if made is None:
        said = _("Something else was recorded meanwhile: look at it, and say it once more.")
        return Answer(409, "overtaken", (said,), seen=_now(writer))
    unit = made.evening.tariff.unit
    money = write_amount(made.payment.amount, unit, currency=True)
    said = _("{payer} has paid {payee} {amount}.", payer=made.payment.payer, payee=made.payment.payee, amount=money)
    return Answer(200, "recorded", (said,), seen=_now(writer))


# -- what it would cost ---------------------------------------------------------------------------------------


def price(ledger: Ledger, uid: str, fields: Fields) -> dict[str, Any]:
    """Return what a hand would cost everybody; of facts without a result what it would if it were won, and lost."""
    which = identified(uid)
    evening = ledger.evening(which)
    if "line" in fields:
        return _priced(ledger, evening, fields["line"][0][:LONGEST_LINE])
    said = {key: values for key, values in fields.items() if key in FACTS}
    if "won" in said or "declarer" not in said:
        return _of_facts(ledger, evening, said)
    return {
        word: _of_facts(ledger, evening, {**said, "won": [sign]}) for word, sign in (("won", "yes"), ("lost", "no"))
    }


def _of_facts(ledger: Ledger, evening: Evening, fields: Fields) -> dict[str, Any]:
    try:
        line = line_of(fields, evening.state, evening.tariff)
    except HandError as error:
        return {"kind": "wrong", "text": "; ".join(map(str, error.problems)), "detail": "", "line": "", "postings": []}
    return _priced(ledger, evening, line)


def _priced(ledger: Ledger, evening: Evening, line: str) -> dict[str, Any]:
    seen_as = ledger.preview(line, evening)
    score = seen_as.line.score if seen_as.line else None
    postings = [
        [name, write_amount(amount, evening.tariff.unit, signed=True)]
        for name, amount in (score.postings.items() if score else ())
        if amount
    ]
    return {"kind": seen_as.kind, "text": seen_as.text, "detail": seen_as.detail, "line": line, "postings": postings}
