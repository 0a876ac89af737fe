"""Writing the ledger: facts are added, what follows from them is folded again.

Every function works inside the caller's transaction (`connection.transaction`), so that one command is
stored whole or not at all. Times are passed in, as UTC in ISO form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings, facts
from sklog.ledger.deriving import Row, derive, keep, keep_end, make_accounts
from sklog.ledger.facts import Command, as_json
from sklog.ledger.kinds import CLOSE, EVENT, HAND, VOID, VOID_KEEPING_SEATS
from sklog.scoring.evening import step
from sklog.scoring.happening import newcomers, require_room, require_visible
from sklog.scoring.names import LONGEST_TEXT
from sklog.scoring.state import Join, Payment, Voided, is_event
from sklog.tariffs.entries import entry_to_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Said
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line

REPETITION_SECONDS = 10


def known_spelling(ledger: sqlite3.Connection, names: Iterable[str]) -> list[str]:
    """Return the names as the ledger already spells them; names are unique without regard to case."""
    return [evenings.known_name(ledger, name) or name for name in names]


def start(ledger: sqlite3.Connection, session: Session, said: Said, *, uid: str) -> Evening:
    """Open an evening (its entries are not recorded here); raise IllegalHand if these people cannot sit so."""
    evening = _begun(ledger, session, said, uid=uid, imported=False)
    Command(ledger, evening.id, said)
    keep(ledger, evening.id, evening.state, 0, closed=False)
    return evenings.by_number(ledger, evening.id)


def take_over(ledger: sqlite3.Connection, session: Session, said: Said, *, uid: str) -> Evening:
    """Record a whole evening that came from elsewhere; raise IllegalHand if these people cannot sit so."""
    evening = _begun(ledger, session, said, uid=uid, imported=True)
    if session.entries or session.closed:
        return fill(ledger, evening, session, said)
    keep(ledger, evening.id, evening.state, 0, closed=False)  # nobody has said anything of it yet
    return evenings.by_number(ledger, evening.id)


def _begun(ledger: sqlite3.Connection, session: Session, said: Said, *, uid: str, imported: bool) -> Evening:
    """Add the facts with which an evening begins; how it stands is for the caller to keep."""
    if not 0 < len(session.name) <= LONGEST_TEXT:
        letters = len(session.name)
        raise Refused(
            _("the name of an evening has 1 to {most} letters, not {letters}", most=LONGEST_TEXT, letters=letters)
        )
    state = session.begin()
    require_visible(session.players)
    make_accounts(ledger, session.players)
    number = facts.begin(ledger, session, said.at, uid=uid, imported=imported)
    ledger.execute("INSERT INTO state (session_id, state) VALUES (?, '{}')", (number,))
    keep_end(ledger, number)
    return evenings.just_begun(number, uid, session, state)


def add(ledger: sqlite3.Connection, evening: Evening, entries: Sequence[Entry], said: Said) -> list[Line]:
    """Record entries as one action: one undo takes them back together. Raises HandError, Refused.

    A closed evening takes payments only: people pay on the next day, too.
    """
    _require_open_for(ledger, evening, entries)
    return _record(ledger, evening, _folded(ledger, evening, entries), said)[1]


def add_everywhere(ledger: sqlite3.Connection, records: Sequence[tuple[Evening, Sequence[Entry]]], said: Said) -> None:
    """Record entries of several evenings as one command, which one undo takes back."""
    first = None
    for evening, entries in records:
        _require_open_for(ledger, evening, entries)
        action = _record(ledger, evening, _folded(ledger, evening, entries), said, part_of=first)[0]
        first = first or action


def fill(ledger: sqlite3.Connection, evening: Evening, session: Session, said: Said) -> Evening:
    """Record as one action what happened in an evening that is still empty, its end included.

    People are written in it as in the ledger: whoever calls has seen to that.
    """
    _record(ledger, evening, session.lines(), said, closing=session.closed)
    return evenings.by_number(ledger, evening.id)


def _require_open_for(ledger: sqlite3.Connection, evening: Evening, entries: Sequence[Entry]) -> None:
    if not all(isinstance(entry, Payment) for entry in entries):
        require_open(ledger, evening)


def _folded(ledger: sqlite3.Connection, evening: Evening, entries: Iterable[Entry]) -> Iterator[Line]:
    """Yield what comes of each entry, one at a time: the next may name somebody who came with it."""
    state, tariff = evening.state, evening.tariff
    for entry in entries:
        line = step(state, _as_known(ledger, entry), tariff)
        require_room(state, line.state)
        yield line
        state, tariff = line.state, line.tariff


def _record(
    ledger: sqlite3.Connection,
    evening: Evening,
    folded: Iterable[Line],
    said: Said,
    *,
    part_of: int | None = None,
    closing: bool = False,
) -> tuple[int, list[Line]]:
    """Record lines behind the last one as one action, `closing` as its last; return its row and the lines."""
    command = Command(ledger, evening.id, said, part_of=part_of)
    lines = []
    for line in folded:
        if people := newcomers(line.entry):
            require_visible(name for name in people if evenings.known_name(ledger, name) is None)
            make_accounts(ledger, people)
        lines.append(line)
    rows = _store(command, [line.entry for line in lines])
    derive(ledger, evening.id, [Row(row, row, place) for place, row in enumerate(rows, evening.position + 1)], lines)
    if closing:
        command.add(CLOSE)
    state, tariff = (lines[-1].state, lines[-1].tariff) if lines else (evening.state, evening.tariff)
    changed = None if tariff is evening.tariff else tariff
    position = evening.position + len(lines)
    keep(ledger, evening.id, state, position, closed=closing or evening.closed, tariff=changed)
    return command.id, lines


def _as_known(ledger: sqlite3.Connection, entry: Entry) -> Entry:
    """Return an entry that may bring somebody here with the name as the ledger spells it."""
    if isinstance(entry, Join):
        return entry._replace(name=known_spelling(ledger, [entry.name])[0])
    if isinstance(entry, Payment):
        payer, payee = known_spelling(ledger, [entry.payer, entry.payee])
        return Payment(payer, payee, entry.amount)
    return entry


def _store(command: Command, entries: Sequence[Entry]) -> list[int]:
    """Add the facts of the entries, and which of them came as void; return their rows."""
    facts = [entry.hand if isinstance(entry, Voided) else entry for entry in entries]
    rows = command.add_all([(EVENT if is_event(fact) else HAND, entry_to_json(fact)) for fact in facts])
    for row, entry in zip(rows, entries, strict=True):
        if isinstance(entry, Voided):
            command.add(VOID_KEEPING_SEATS if entry.keeps_seats else VOID, target=row)
    return rows


def refuse_repetition(ledger: sqlite3.Connection, evening: Evening, entry: Entry, said: Said) -> None:
    """Refuse the very hand that was typed just before: the terminal hung, or an arrow key slipped."""
    from datetime import datetime  # noqa: PLC0415  only `add` asks

    row = ledger.execute(
        "SELECT action.at, action.command, entry.fact FROM action"
        " JOIN entry ON entry.session_id = action.session_id AND entry.action_id = action.id"
        " WHERE action.session_id = ? AND action.id = (SELECT max(id) FROM action WHERE session_id = ?)",
        (evening.id, evening.id),
    ).fetchone()
    if row is None or row[1] != said.command or row[2] != as_json(entry_to_json(entry)):
        return
    passed = datetime.fromisoformat(said.at) - datetime.fromisoformat(row[0])
    if 0 <= passed.total_seconds() < REPETITION_SECONDS:
        raise Refused(
            _(
                "the same hand was recorded just before, as hand {number}; "
                "if it was really played twice: sklog add --again …",
                number=evening.hands,
            )
        )


def close(ledger: sqlite3.Connection, evening: Evening, entries: Sequence[Entry], said: Said) -> Evening:
    """End the evening; what is settled with it (the Stock) is recorded in the same action."""
    if evening.closed:
        raise Refused(_("the evening {name!r} is closed already", name=evening.name))
    _record(ledger, evening, _folded(ledger, evening, entries), said, closing=True)
    return evenings.by_number(ledger, evening.id)


class Carried(NamedTuple):
    """A Stock that a closed evening left: its amount, and that evening's identity and name."""

    amount: int
    uid: str
    name: str


def carried_stock(ledger: sqlite3.Connection, unit: str, people: Sequence[str]) -> Carried | None:
    """Return the Stock that waits for these people: of the newest closed evening where most of them sat."""
    for evening in evenings.with_a_stock_left(ledger, unit):
        if 2 * sum(person in evening.state.balances for person in people) > len(people):
            return Carried(evening.state.stock, evening.uid, evening.name)
    return None


def require_open(ledger: sqlite3.Connection, evening: Evening) -> None:
    """Refuse to change a closed evening, and say how it can be changed: if it can."""
    if evening.closed:
        require_stock_here(ledger, evening)
        raise Refused(
            _(
                "the evening {name!r} is closed; go on with it after all: sklog reopen --session {number}",
                name=evening.name,
                number=evening.id,
            )
        )


def require_stock_here(ledger: sqlite3.Connection, evening: Evening) -> None:
    """Refuse to change an evening whose Stock a later one has taken over: the money would be there twice."""
    row = ledger.execute("SELECT name FROM session WHERE stock_from = ?", (evening.uid,)).fetchone()
    if row is not None:
        raise Refused(
            _(
                "the Stock of {name!r} was carried into {later!r}: {name!r} stays as it is",
                name=evening.name,
                later=row[0],
            )
        )
