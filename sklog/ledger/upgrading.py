"""What a ledger of an older version gets beside new columns: the chain of its facts, seals, and all that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.ledger import chain

if TYPE_CHECKING:
    import sqlite3

FOLDED_SINCE = 2
"""A ledger of an older version keeps less of an evening."""


def link_all(ledger: sqlite3.Connection) -> None:
    """Give every fact its digest, in the order in which they were recorded."""
    heads: dict[int, bytes] = {}
    rows = ledger.execute(f"SELECT id, {chain.SESSION_FACTS} FROM session").fetchall()  # noqa: S608  our own words
    for number, *facts in rows:
        heads[number] = _keep(ledger, "session", number, chain.of_session(tuple(facts)))
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


def seal_all(ledger: sqlite3.Connection) -> None:
    """Seal what is kept of every evening, and every IBAN, as it is."""
    from sklog.ledger import banking  # noqa: PLC0415  only while migrating

    for (number,) in ledger.execute("SELECT id FROM session").fetchall():
        ledger.execute(f"UPDATE state SET digest = ({chain.HEAD}) WHERE session_id = ?1", (number,))  # noqa: S608  ours
        chain.seal(ledger, number)
    for row, *kept in ledger.execute(f"SELECT id, {banking.KEPT} FROM bank").fetchall():  # noqa: S608  our own words
        ledger.execute("UPDATE bank SET seal = ? WHERE id = ?", (chain.sealed(*kept), row))


def fold_all(ledger: sqlite3.Connection) -> None:
    """Store anew what follows from the facts, since it is more now; `check` names an evening that does not fold."""
    from sklog.ledger import correcting, evenings  # noqa: PLC0415  only while migrating
    from sklog.ledger.checking import DAMAGED  # noqa: PLC0415  the same

    for (number,) in ledger.execute("SELECT id FROM session").fetchall():
        ledger.execute("SAVEPOINT evening")
        try:
            correcting.rebuild(ledger, evenings.as_begun(ledger, number))
        except DAMAGED:
            ledger.execute("ROLLBACK TO evening")
        ledger.execute("RELEASE evening")
