"""Storing what follows from the facts: what an entry cost, who exists, and how an evening stands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import LedgerError
from sklog.language import _
from sklog.ledger import chain, evenings
from sklog.ledger.connection import insert_all
from sklog.ledger.facts import as_json
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Payment
from sklog.tariffs import to_mapping

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff


class Row(NamedTuple):
    """Where an entry is kept: its row, the row that says what it is now, and its place in the evening."""

    id: int
    said_by: int
    position: int


def derive(ledger: sqlite3.Connection, evening: int, rows: Sequence[Row], lines: Sequence[Line]) -> None:
    """Store what follows from the entries of these rows: their scores and postings, sealed, or their payments."""
    accounts = _Accounts(ledger)
    scores, postings = [], []
    for row, line in zip(rows, lines, strict=True):
        if isinstance(line.entry, Payment):
            paid = (accounts[line.entry.payer], accounts[line.entry.payee], line.entry.amount)
            ledger.execute(
                "INSERT INTO payment (entry_id, session_id, payer_id, payee_id, amount) VALUES (?, ?, ?, ?, ?)",
                (row.id, evening, *paid),
            )
        if line.score is not None:
            scores.append((row.id, evening, row.position, line.number, line.score.value, row.said_by))
            postings += [
                (row.id, accounts[name], amount) for name, amount in evenings.kept(line.score.postings).items()
            ]
    insert_all(ledger, "score (entry_id, session_id, position, number, value, said_by)", scores)
    insert_all(ledger, "posting (entry_id, account_id, amount)", postings)
    ledger.executemany("UPDATE score SET sealed = 1 WHERE entry_id = ?", [score[:1] for score in scores])


class _Accounts(dict[str, int]):
    """The accounts of people by their names, each looked up once."""

    def __init__(self, ledger: sqlite3.Connection) -> None:
        super().__init__()
        self._ledger = ledger

    def __missing__(self, name: str) -> int:
        row = self._ledger.execute("SELECT id FROM account WHERE key = ?", (name_key(name),)).fetchone()
        if row is None:
            raise LedgerError(_("{name} has no account any more: sklog check says what differs", name=name))
        self[name] = row[0]
        return self[name]


def keep(
    ledger: sqlite3.Connection,
    evening: int,
    state: State,
    position: int,
    *,
    closed: bool,
    tariff: Tariff | None = None,
) -> None:
    """Keep how the evening stands after its last entry, with its digest, and seal that.

    `tariff` is the one in force, where that may be another than before.
    """
    ledger.execute(
        f"UPDATE state SET state = ?2, hands = ?3, position = ?4, closed = ?5, digest = ({chain.HEAD})"  # noqa: S608
        " WHERE session_id = ?1",
        (evening, evenings.state_to_json(state), state.hands, position, closed),
    )
    if tariff is not None:
        (first,) = ledger.execute("SELECT tariff FROM session WHERE id = ?", (evening,)).fetchone()
        changed = None if tariff == evenings.tariff_from_json(first) else as_json(to_mapping(tariff))
        ledger.execute("UPDATE state SET tariff = ? WHERE session_id = ?", (changed, evening))
    chain.seal(ledger, evening)
    look_over(ledger, evening, state, closed=closed)


def look_over(ledger: sqlite3.Connection, evening: int, state: State, *, closed: bool) -> None:
    """Keep of an evening what is read of many evenings at once."""
    ledger.execute(
        f"INSERT OR REPLACE INTO overview ({OVERVIEW}, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  ours
        overview(ledger, evening, state, closed=closed),
    )


def is_looked_over(ledger: sqlite3.Connection, evening: int, state: State, *, closed: bool) -> bool:
    """Whether what is kept of an evening for that is what its state says."""
    asked = f"SELECT {OVERVIEW}, seal FROM overview WHERE session_id = ?"  # noqa: S608  our own words
    kept = ledger.execute(asked, (evening,)).fetchone()
    if kept is None or kept[-1] != chain.sealed(*kept[:-1]):
        return False
    *row, totals, _seal = overview(ledger, evening, state, closed=closed)
    return [*kept[:-2]] == row and bool(json.loads(kept[-2]) == json.loads(str(totals)))


OVERVIEW = "session_id, closed, imported, name, date, place, unit, totals"
"""What its seal is of."""


def overview(ledger: sqlite3.Connection, evening: int, state: State, *, closed: bool) -> tuple[str | int | bytes, ...]:
    """Return the row of an evening's overview, its seal last."""
    imported, *said = ledger.execute(
        "SELECT imported, name, date, place, unit FROM session WHERE id = ?", (evening,)
    ).fetchone()
    hands = state.dealt
    part = {who: amount for who, amount in state.balances.items() if who != STOCK and (amount or hands.get(who))}
    totals = as_json([part, {who: hands[who] for who in part if who in hands}])
    row = (evening, int(closed), imported, *said, totals)
    return (*row, chain.sealed(*row))


def keep_end(ledger: sqlite3.Connection, evening: int) -> None:
    """Keep which fact of an evening is its newest, before anything is built upon that: where it goes on."""
    ledger.execute(f"UPDATE state SET digest = ({chain.HEAD}) WHERE session_id = ?1", (evening,))  # noqa: S608  ours


def make_accounts(ledger: sqlite3.Connection, names: Iterable[str]) -> None:
    """Keep an account for each of these people who has none yet."""
    for name in names:
        if name != STOCK:
            ledger.execute(
                "INSERT INTO account (name, key, kind) SELECT ?1, ?2, 'player'"
                " WHERE NOT EXISTS (SELECT 1 FROM account WHERE key = ?2)",
                (name, name_key(name)),
            )
