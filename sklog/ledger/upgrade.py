"""What an older ledger gets beside new tables and columns: digests, seals, and what follows from its facts.

Each function works inside the transaction in which `schema.migrate` brings the ledger up to date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.ledger import chain, correct, evenings, people, record
from sklog.ledger.personal import BANK

if TYPE_CHECKING:
    import sqlite3

CHAINED_SINCE = 4
"""A ledger of an older version has no digests, and no seal on what is kept of an evening."""


def link_all(ledger: sqlite3.Connection) -> None:
    """Give every fact its digest, in the order in which they were recorded."""
    heads: dict[int, bytes] = {}
    rows = ledger.execute(f"SELECT id, {chain.SESSION_FACTS} FROM session").fetchall()  # noqa: S608  our own words
    for number, *facts in rows:
        heads[number] = _keep(ledger, "session", number, chain.link(b"", "session", *facts))
    for action, evening in ledger.execute("SELECT id, session_id FROM action ORDER BY id").fetchall():
        said = ledger.execute(chain.ACTION, (action,)).fetchone()
        heads[evening] = _keep(ledger, "action", action, chain.link(heads[evening], "action", *said))
        entries = ledger.execute("SELECT id FROM entry WHERE action_id = ? ORDER BY id", (action,)).fetchall()
        for (entry,) in entries:
            told = ledger.execute(chain.ENTRY, (entry,)).fetchone()
            heads[evening] = _keep(ledger, "entry", entry, chain.link(heads[evening], "entry", *told))


def _keep(ledger: sqlite3.Connection, table: str, row: int, digest: bytes) -> bytes:
    ledger.execute(f"UPDATE {table} SET digest = ? WHERE id = ?", (digest, row))  # noqa: S608  our own words
    return digest


def seal_people(ledger: sqlite3.Connection) -> None:
    """Seal every IBAN as it is, and keep anew how everybody is written."""
    for row, *kept in ledger.execute(f"SELECT {BANK.columns} FROM bank").fetchall():  # noqa: S608  our own words
        ledger.execute("UPDATE bank SET seal = ? WHERE id = ?", (chain.sealed(row, *kept), row))
    people.respell(ledger)


def seal_banks(ledger: sqlite3.Connection) -> None:
    """Seal every IBAN together with whose it is; one that does not fit its seal stays as it is."""
    key = "(SELECT key FROM account WHERE account.id = account_id)"
    rows = ledger.execute(f"SELECT seal, {BANK.columns}, {key} FROM bank").fetchall()  # noqa: S608  our own words
    for seal, *kept in rows:
        if seal == chain.sealed(*kept[:-1]):
            ledger.execute("UPDATE bank SET seal = ? WHERE id = ?", (chain.sealed(*kept), kept[0]))


def fold_all(ledger: sqlite3.Connection, since: int) -> None:
    """Store anew, and seal, what follows from the facts; `since` is the version that the ledger had.

    An evening whose facts or seals do not fit, that cannot be folded, or of which something else comes out than was
    stored, stays as it is, without new seals: nobody reads it before somebody has looked at what `check` says.
    """
    for (number,) in ledger.execute("SELECT id FROM session").fetchall():
        if since < CHAINED_SINCE:
            record.keep_head(ledger, number)
        before = _stored(ledger, number)
        with evenings.savepoint(ledger):
            if since >= CHAINED_SINCE:
                evenings.proved(ledger, evenings.by_number(ledger, number).id)
            correct.rebuild(ledger, number)
            if _stored(ledger, number) != before:
                raise evenings.damaged(number)
    record.keep_kinds(ledger, all_told=True)


def keep_overviews(ledger: sqlite3.Connection) -> None:
    """Keep an overview of every evening without a seal, until it is folded; `check` reports that of a damaged one."""
    ledger.execute(
        """
        INSERT INTO overview (session_id, closed, imported, name, date, place, unit, totals, seal)
        SELECT id, closed, imported, '', '', '', '', '[{},{}]', x'' FROM session JOIN state ON session_id = id
        """
    )


_SITS = "json_array_length(players) > 1", "json_array_length(players) <> 1"


def let_nobody_sit(ledger: sqlite3.Connection) -> None:
    """Have the table of evenings take one at which nobody sits.

    A check cannot be dropped, and a table that others refer to is not made anew for it: SQLite's documentation of ALTER
    TABLE says to write its text instead, since no row is kept otherwise.
    """
    (version,) = ledger.execute("PRAGMA schema_version").fetchone()
    ledger.execute("PRAGMA writable_schema = ON")
    ledger.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'session'", _SITS)
    ledger.execute(f"PRAGMA schema_version = {version + 1}")  # whoever has the file open reads it anew
    ledger.execute("PRAGMA writable_schema = RESET")


def mark_rooms(ledger: sqlite3.Connection) -> None:
    """Have evenings at which nobody sits be of their room's kind, and sealed as they were: it may not be installed."""
    shown = """
        SELECT seal, session_id, closed, imported, name, date, place, unit, totals, apart FROM overview
        WHERE session_id IN (SELECT id FROM session WHERE players = '[]')
    """
    for seal, number, *kept in ledger.execute(shown).fetchall():
        right = chain.sealed(number, *kept, rooms.FIRST) if seal == chain.sealed(number, *kept) else seal
        ledger.execute("UPDATE overview SET kind = ?, seal = ? WHERE session_id = ?", (rooms.FIRST, right, number))


_AS_BEGUN = "FROM session JOIN person", "JOIN session ON session.id = score.session_id"
_AS_NOW = """(
        SELECT session_id AS id, overview.name, overview.date, overview.unit, stock_in
        FROM overview JOIN session ON session.id = session_id WHERE overview.kind <> 'void'
    ) session"""


def let_views_follow(ledger: sqlite3.Connection) -> None:
    """Have each view say what an evening is called now, and leave those out that are struck out."""
    for name, text in ledger.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'view'").fetchall():
        now = text
        for begun in _AS_BEGUN:
            now = now.replace(begun, begun.replace("session", _AS_NOW, 1))
        if now != text:
            ledger.execute(f'DROP VIEW "{name}"')
            ledger.execute(now)


_MONEY = (
    "SELECT entry_id, value FROM score WHERE session_id = ? ORDER BY entry_id",
    """
    SELECT posting.entry_id, account_id, amount FROM posting JOIN score ON score.entry_id = posting.entry_id
    WHERE session_id = ? AND amount ORDER BY posting.entry_id, account_id
    """,
    "SELECT entry_id, payer_id, payee_id, amount FROM payment WHERE session_id = ? ORDER BY entry_id",
    # who sat out was kept as 0 or not at all
    "SELECT key, value FROM state, json_each(state, '$.balances') WHERE session_id = ? AND value ORDER BY key",
)


def _stored(ledger: sqlite3.Connection, evening: int) -> list[list[tuple[int | str, ...]]]:
    """Return all the money that is stored of an evening, as every version stores it."""
    return [ledger.execute(asked, (evening,)).fetchall() for asked in _MONEY]
