"""Writing the ledger: facts are added, what follows from them is folded again.

Every function works inside the caller's transaction (`connection.transaction`), so that one command is
stored whole or not at all. Times are passed in, as UTC in ISO form.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings
from sklog.ledger.evenings import Evening, state_to_json
from sklog.ledger.kinds import CLOSE, EVENT, HAND, VOID, VOID_KEEPING_SEATS
from sklog.scoring.evening import step
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Join, Line, Payment, State, Voided, is_event
from sklog.tariffs import to_mapping
from sklog.tariffs.entries import entry_to_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry
    from sklog.scoring.tariff import Tariff

REPETITION_SECONDS = 10
LONGEST_TITLE = 200


class Said(NamedTuple):
    """Who said what when: the command, what was typed behind it, the time (UTC, ISO), and the user at the keys."""

    command: str
    typed: str
    at: str
    who: str = ""


def known_spelling(ledger: sqlite3.Connection, names: Iterable[str]) -> list[str]:
    """Return the names as the ledger already spells them; names are unique without regard to case."""
    return [evenings.known_name(ledger, name) or name for name in names]


def start(ledger: sqlite3.Connection, session: Session, said: Said, *, uid: str, imported: bool = False) -> Evening:
    """Open an evening (its entries are not recorded here); raise IllegalHand if these people cannot sit so."""
    if not 0 < len(session.name) <= LONGEST_TITLE:
        letters = len(session.name)
        raise Refused(
            _("the name of an evening has 1 to {most} letters, not {letters}", most=LONGEST_TITLE, letters=letters)
        )
    state = session.begin()
    make_accounts(ledger, session.players)
    cursor = ledger.execute(
        "INSERT INTO session (uid, name, date, place, unit, tariff_name, tariff, players, dealer, stock_in, stock_from,"
        " started_at, imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            uid,
            session.name,
            session.date,
            session.place,
            session.tariff.unit,
            session.tariff.name,
            _json(to_mapping(session.tariff)),
            _json(session.players),
            session.dealer,
            session.stock,
            session.stock_from or None,
            said.at,
            imported,
        ),
    )
    number = _inserted(cursor)
    ledger.execute("INSERT INTO state (session_id, state) VALUES (?, ?)", (number, state_to_json(state)))
    if not imported:
        action_of(ledger, number, said)
    return evenings.by_number(ledger, number)


def add(ledger: sqlite3.Connection, evening: Evening, entries: Sequence[Entry], said: Said) -> list[Line]:
    """Record entries as one action: one undo takes them back together. Raises HandError, Refused.

    A closed evening takes payments only: people pay on the next day, too.
    """
    return _record(ledger, evening, entries, said)[1]


def add_everywhere(ledger: sqlite3.Connection, records: Sequence[tuple[Evening, Sequence[Entry]]], said: Said) -> None:
    """Record entries of several evenings as one command, which one undo takes back."""
    first = None
    for evening, entries in records:
        action = _record(ledger, evening, entries, said, command_of=first)[0]
        first = first or action


def _record(
    ledger: sqlite3.Connection, evening: Evening, entries: Sequence[Entry], said: Said, command_of: int | None = None
) -> tuple[int, list[Line]]:
    """Record entries as one action; return its row and a line for each entry."""
    if not all(isinstance(entry, Payment) for entry in entries):
        require_open(ledger, evening)
    action = action_of(ledger, evening.id, said, command_of=command_of)
    state, tariff, position, lines = evening.state, evening.tariff, evening.position, []
    for entry in (_as_known(ledger, entry) for entry in entries):
        position += 1
        line = step(state, entry, tariff)
        make_accounts(ledger, _new_people(entry))
        row = _store(ledger, evening.id, action, entry)
        derive(ledger, evening.id, Row(row, row, position), line)
        state, tariff = line.state, line.tariff
        lines.append(line)
    keep_state(ledger, evening.id, state, position)
    if tariff is not evening.tariff:
        keep_tariff(ledger, evening.id, tariff)
    return action, lines


def _as_known(ledger: sqlite3.Connection, entry: Entry) -> Entry:
    """Return an entry that may bring somebody here with the name as the ledger spells it."""
    if isinstance(entry, Join):
        return entry._replace(name=known_spelling(ledger, [entry.name])[0])
    if isinstance(entry, Payment):
        payer, payee = known_spelling(ledger, [entry.payer, entry.payee])
        return Payment(payer, payee, entry.amount)
    return entry


def _new_people(entry: Entry) -> tuple[str, ...]:
    """Return who may appear in the ledger for the first time with this entry."""
    if isinstance(entry, Join):
        return (entry.name,)
    return (entry.payer, entry.payee) if isinstance(entry, Payment) else ()


def _store(ledger: sqlite3.Connection, evening: int, action: int, entry: Entry) -> int:
    """Add the facts of one entry, and that it is void where it came so."""
    fact = entry.hand if isinstance(entry, Voided) else entry
    kind = EVENT if is_event(entry) else HAND
    row = add_entry(ledger, evening, action, kind, fact=entry_to_json(fact))
    if isinstance(entry, Voided):
        add_entry(ledger, evening, action, VOID_KEEPING_SEATS if entry.keeps_seats else VOID, target=row)
    return row


def add_entry(
    ledger: sqlite3.Connection,
    evening: int,
    action: int,
    kind: str,
    *,
    fact: dict[str, Any] | None = None,
    target: int | None = None,
    before: int | None = None,
) -> int:
    """Add one fact: `target` is the entry that it corrects, `before` the one that it stands before; return its row."""
    return _inserted(
        ledger.execute(
            'INSERT INTO entry (session_id, action_id, kind, fact, target, "before") VALUES (?, ?, ?, ?, ?, ?)',
            (evening, action, kind, None if fact is None else _json(fact), target, before),
        )
    )


def refuse_repetition(ledger: sqlite3.Connection, evening: Evening, entry: Entry, said: Said) -> None:
    """Refuse the very hand that was typed just before: the terminal hung, or an arrow key slipped."""
    from datetime import datetime  # noqa: PLC0415  only `add` asks

    row = ledger.execute(
        "SELECT action.at, action.command, entry.fact FROM action JOIN entry ON entry.action_id = action.id"
        " WHERE action.session_id = ? AND action.id = (SELECT max(id) FROM action WHERE session_id = ?)",
        (evening.id, evening.id),
    ).fetchone()
    if row is None or row[1] != said.command or row[2] != _json(entry_to_json(entry)):
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
    action = _record(ledger, evening, entries, said)[0]
    add_entry(ledger, evening.id, action, CLOSE)
    ledger.execute("UPDATE state SET closed = 1 WHERE session_id = ?", (evening.id,))
    return evenings.by_number(ledger, evening.id)


class Carried(NamedTuple):
    """A Stock that a closed evening left: its amount, and that evening's identity and name."""

    amount: int
    uid: str
    name: str


def carried_stock(ledger: sqlite3.Connection, unit: str, people: Sequence[str]) -> Carried | None:
    """Return the Stock that waits for these people: of the newest closed evening where most of them sat."""
    rows = ledger.execute(
        "SELECT uid, session.name, state.state, json_extract(state.state, '$.balances.Stock') AS stock"
        " FROM session JOIN state ON state.session_id = session.id"
        " WHERE closed = 1 AND unit = ? AND stock > 0"
        " AND uid NOT IN (SELECT stock_from FROM session WHERE stock_from IS NOT NULL)"
        " ORDER BY session.id DESC",
        (unit,),
    )
    for uid, name, state, stock in rows:
        sat_there = evenings.state_from_json(state).balances
        if 2 * sum(person in sat_there for person in people) > len(people):
            return Carried(stock, uid, name)
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


def _inserted(cursor: sqlite3.Cursor) -> int:
    return cursor.lastrowid or 0  # an INSERT always has one; the type does not know


def action_of(
    ledger: sqlite3.Connection, evening: int, said: Said, undoes: int | None = None, command_of: int | None = None
) -> int:
    """Record that a command was said, and return its row."""
    return _inserted(
        ledger.execute(
            "INSERT INTO action (session_id, at, command, typed, undoes, command_of, who) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (evening, said.at, said.command, said.typed, undoes, command_of, said.who),
        )
    )


class Row(NamedTuple):
    """Where an entry is kept: its row, the row that says what it is now, and its place in the evening."""

    id: int
    said_by: int
    position: int


def derive(ledger: sqlite3.Connection, evening: int, kept: Row, line: Line) -> None:
    """Store what follows from one entry: its score and postings, sealed, or its payment."""
    row = kept.id
    if isinstance(line.entry, Payment):
        ledger.execute(
            "INSERT INTO payment (entry_id, session_id, payer_id, payee_id, amount) VALUES (?, ?, ?, ?, ?)",
            (row, evening, _account(ledger, line.entry.payer), _account(ledger, line.entry.payee), line.entry.amount),
        )
    if line.score is None:
        return
    ledger.execute(
        "INSERT INTO score (entry_id, session_id, position, number, value, said_by) VALUES (?, ?, ?, ?, ?, ?)",
        (row, evening, kept.position, line.number, line.score.value, kept.said_by),
    )
    ledger.executemany(
        "INSERT INTO posting (entry_id, account_id, amount) SELECT ?, id, ? FROM account WHERE key = ?",
        [(row, amount, name_key(name)) for name, amount in evenings.kept(line.score.postings).items()],
    )
    ledger.execute("UPDATE score SET sealed = 1 WHERE entry_id = ?", (row,))


def keep_state(ledger: sqlite3.Connection, evening: int, state: State, position: int) -> None:
    """Keep how the evening stands after its last entry."""
    ledger.execute(
        "UPDATE state SET state = ?, hands = ?, position = ? WHERE session_id = ?",
        (state_to_json(state), state.hands, position, evening),
    )


def keep_tariff(ledger: sqlite3.Connection, evening: int, tariff: Tariff) -> None:
    """Keep which tariff is in force after the last entry, where it is not the one that the evening began with."""
    text = _json(to_mapping(tariff))
    ledger.execute(
        "UPDATE state SET tariff = (SELECT nullif(?, tariff) FROM session WHERE id = session_id) WHERE session_id = ?",
        (text, evening),
    )


def make_accounts(ledger: sqlite3.Connection, names: Iterable[str]) -> None:
    """Keep an account for each of these people who has none yet."""
    for name in names:
        if name != STOCK:
            ledger.execute(
                "INSERT INTO account (name, key, kind) SELECT ?1, ?2, 'player'"
                " WHERE NOT EXISTS (SELECT 1 FROM account WHERE key = ?2)",
                (name, name_key(name)),
            )


def _account(ledger: sqlite3.Connection, name: str) -> int:
    found: int = ledger.execute("SELECT id FROM account WHERE key = ?", (name_key(name),)).fetchone()[0]
    return found


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
