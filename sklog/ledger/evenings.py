"""Reading the ledger: which evening is meant, how it stands, and everything that was recorded of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import LedgerError, NotFound
from sklog.scoring.canonical import from_json
from sklog.scoring.evening import Payment, State, Voided
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, entry_from_json
from sklog.tariffs import from_mapping

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from sklog.scoring.evening import Entry
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

VOID, VOID_KEEPING_SEATS = VOIDS = ("void", "void_keeping_seats")
BEGIN_ONE = "begin one with: sklog start NAME --players Anna,Bene,Christl,Dani"


class Evening(NamedTuple):
    """How an evening of the ledger stands. `hands` is the last hand's number, `position` the last entry's."""

    id: int
    uid: str
    name: str
    date: str
    place: str
    tariff: Tariff
    players: tuple[str, ...]
    dealer: str | None
    stock_in: int
    stock_from: str
    state: State
    hands: int
    position: int
    closed: bool


_NEWEST_FIRST = "ORDER BY session.imported, session.id DESC"  # what came from a file is not what the table plays


class Recorded(NamedTuple):
    """One entry in force, and the row that recorded it."""

    id: int
    entry: Entry


_EVENING = """
    SELECT session.id, uid, name, date, place, tariff, players, dealer, stock_in, stock_from, state, hands,
           position, closed
    FROM session JOIN state ON state.session_id = session.id
"""


def _evening(row: tuple[Any, ...]) -> Evening:
    try:
        return _read(row)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise LedgerError(f"evening {row[0]} is damaged: sklog check says what differs") from error


def _read(row: tuple[Any, ...]) -> Evening:
    number, uid, name, date, place, tariff, players, dealer, stock_in, stock_from, state, hands, position, closed = row
    return Evening(
        id=number,
        uid=uid,
        name=name,
        date=date,
        place=place,
        tariff=from_mapping(json.loads(tariff)),
        players=tuple(json.loads(players)),
        dealer=dealer,
        stock_in=stock_in,
        stock_from=stock_from or "",
        state=state_from_json(state),
        hands=hands,
        position=position,
        closed=bool(closed),
    )


def state_to_json(state: State) -> str:
    """Return a state as text that `state_from_json` reads back."""
    return json.dumps(state._asdict(), ensure_ascii=False, separators=(",", ":"))


def state_from_json(text: str) -> State:
    """Return the state that `state_to_json` wrote."""
    facts = json.loads(text)
    facts["seats"], facts["bock"] = tuple(facts["seats"]), tuple(facts["bock"])
    return State(**facts)


def find(ledger: sqlite3.Connection, wanted: str | None = None) -> Evening:
    """Return the evening that is meant: by number, identity, name or date; without a word the newest open one.

    Raises NotFound with how to go on.
    """
    if wanted is None:
        row = ledger.execute(f"{_EVENING} WHERE state.closed = 0 {_NEWEST_FIRST} LIMIT 1").fetchone()
        if row is None:
            raise NotFound(_none_open(ledger))
        return _evening(row)
    key = wanted.strip().casefold()
    # few evenings have the same name; SQLite's own case rules know only ASCII
    matches = [
        number
        for number, uid, name, date in ledger.execute("SELECT id, uid, name, date FROM session")
        if key in (str(number), name.casefold(), date) or (len(key) >= 6 and uid.startswith(key))
    ]
    if not matches:
        raise NotFound(f"there is no evening {wanted!r}; sklog session list shows them")
    if len(matches) > 1 and key not in map(str, matches):
        numbers = ", ".join(map(str, matches))
        raise NotFound(f"several evenings are {wanted!r}: say one by its number ({numbers}); see sklog session list")
    number = int(key) if key in map(str, matches) else matches[0]
    return by_number(ledger, number)


def by_number(ledger: sqlite3.Connection, number: int) -> Evening:
    """Return the evening of this row; raise NotFound."""
    row = ledger.execute(f"{_EVENING} WHERE session.id = ?", (number,)).fetchone()
    if row is None:
        raise NotFound(f"there is no evening {number}; sklog session list shows them")
    return _evening(row)


def payments(ledger: sqlite3.Connection, evening: int) -> dict[int, Payment]:
    """Return the payments in force, by the entries that recorded them, in their order."""
    rows = ledger.execute(
        "SELECT entry_id, payer.name, payee.name, amount FROM payment JOIN account payer ON payer.id = payer_id"
        " JOIN account payee ON payee.id = payee_id WHERE session_id = ? ORDER BY entry_id",
        (evening,),
    )
    return {entry: Payment(*paid) for entry, *paid in rows}


def last_touched(ledger: sqlite3.Connection) -> Evening | None:
    """Return the evening of the newest command, open or closed; None where none was given yet."""
    row = ledger.execute("SELECT session_id FROM action ORDER BY id DESC LIMIT 1").fetchone()
    return by_number(ledger, row[0]) if row else None


def _none_open(ledger: sqlite3.Connection) -> str:
    row = newest(ledger, closed=True)
    if row is None:
        return f"there is no evening yet; {BEGIN_ONE}"
    return f"no evening is open; go on with {row.name!r}: sklog reopen --session {row.id}, or {BEGIN_ONE}"


def recorded(ledger: sqlite3.Connection, evening: int) -> list[Recorded]:
    """Return every entry in force, in order; voided hands are wrapped, what was undone is left out."""
    undone = undone_actions(ledger, evening)
    rows = [
        row
        for row in ledger.execute(
            "SELECT id, action_id, kind, fact, target FROM entry WHERE session_id = ? ORDER BY id", (evening,)
        )
        if row[1] not in undone
    ]
    void = {target: kind == VOID_KEEPING_SEATS for _, _, kind, _, target in rows if kind in VOIDS}
    entries = []
    for number, _, kind, fact, _ in rows:
        if kind in ("hand", "event"):
            entry = entry_from_json(json.loads(fact))
            entries.append(Recorded(number, Voided(entry, void[number]) if number in void else entry))  # type: ignore[arg-type]
    return entries


def undone_actions(ledger: sqlite3.Connection, evening: int) -> set[int]:
    """Return the actions that were taken back; taking back an undo brings its action into force again."""
    undone: set[int] = set()
    rows = ledger.execute("SELECT id, undoes FROM action WHERE session_id = ? ORDER BY id DESC", (evening,))
    for action, undoes in rows:
        if undoes is not None and action not in undone:
            undone.add(undoes)
    return undone


def is_closed(ledger: sqlite3.Connection, evening: int) -> bool:
    """Return whether a closing of the evening is in force."""
    undone = undone_actions(ledger, evening)
    closings = ledger.execute("SELECT action_id FROM entry WHERE session_id = ? AND kind = 'close'", (evening,))
    return any(action not in undone for (action,) in closings)


def session(ledger: sqlite3.Connection, evening: Evening) -> Session:
    """Return the whole evening as one value."""
    return session_of(evening, recorded(ledger, evening.id))


def session_of(evening: Evening, entries: Iterable[Recorded]) -> Session:
    """Return an evening with these entries as one value."""
    return Session(
        name=evening.name,
        date=evening.date,
        tariff=evening.tariff,
        players=evening.players,
        entries=tuple(entry for _, entry in entries),
        place=evening.place,
        dealer=evening.dealer,
        stock=evening.stock_in,
        closed=evening.closed,
        id=evening.uid,
        stock_from=evening.stock_from,
    )


def newest(ledger: sqlite3.Connection, *, closed: bool = False) -> Evening | None:
    """Return the evening that began last, or with `closed` the last of the closed ones; None where there is none."""
    only_closed = " WHERE state.closed = 1" if closed else ""
    row = ledger.execute(f"{_EVENING}{only_closed} {_NEWEST_FIRST} LIMIT 1").fetchone()
    return _evening(row) if row else None


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int) -> list[tuple[int, Hand, int]]:
    """Return the last scored hands, the oldest first: (number, hand, value)."""
    rows = ledger.execute(
        "SELECT score.number, entry.fact, score.value FROM score JOIN entry ON entry.id = score.entry_id"
        " WHERE score.session_id = ? AND score.number IS NOT NULL ORDER BY score.entry_id DESC LIMIT ?",
        (evening.id, count),
    ).fetchall()
    return [(number, from_json(json.loads(fact)), value) for number, fact, value in reversed(rows)]


def postings(ledger: sqlite3.Connection, evening: int) -> dict[int, dict[str, int]]:
    """Return the stored postings of every scored entry."""
    stored: dict[int, dict[str, int]] = {
        row: {} for (row,) in ledger.execute("SELECT entry_id FROM score WHERE session_id = ?", (evening,))
    }
    for row, name, amount in ledger.execute(
        "SELECT entry_id, account.name, amount FROM posting JOIN account ON account.id = account_id"
        " WHERE entry_id IN (SELECT entry_id FROM score WHERE session_id = ?) ORDER BY kind, account_id",
        (evening,),
    ):
        stored[row][name] = amount
    return stored


def all_evenings(ledger: sqlite3.Connection) -> list[Evening]:
    """Return every evening, the oldest first."""
    return [_evening(row) for row in ledger.execute(f"{_EVENING} ORDER BY session.id")]


def people(ledger: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return everybody in the ledger: name, evenings, and the balance in cents and in points (None: never)."""
    found: dict[str, dict[str, Any]] = {
        name: {"name": name, "evenings": 0, "ct": None, "points": None}
        for (name,) in ledger.execute("SELECT name FROM account WHERE kind = 'player' ORDER BY key")
    }
    for unit, state in ledger.execute("SELECT unit, state FROM session JOIN state ON session_id = id"):
        for name, balance in state_from_json(state).balances.items():
            if name in found:
                found[name]["evenings"] += 1
                found[name][unit] = (found[name][unit] or 0) + balance
    return list(found.values())


def kept(postings: Mapping[str, int]) -> dict[str, int]:
    """Return the postings that are stored: everybody's, also of who sat out, and the Stock's where it moved."""
    return {name: amount for name, amount in postings.items() if amount or name != STOCK}


def no_hand(evening: Evening, number: int) -> NotFound:
    """Return the error that a hand's number is not there, with what is."""
    there = f"the last is hand {evening.hands}" if evening.hands else "none was recorded yet"
    return NotFound(f"there is no hand {number} in {evening.name!r}: {there}")


def known_name(ledger: sqlite3.Connection, word: str) -> str | None:
    """Return the person in the ledger who is called exactly so, without regard to case."""
    row = ledger.execute("SELECT name FROM account WHERE key = ?", (name_key(word),)).fetchone()
    return row[0] if row else None
