"""What a ledger of an older version gets beside new columns: the chain of its facts, seals, and all that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.ledger import chain

if TYPE_CHECKING:
    import sqlite3

SEALED_SINCE = 4
"""A ledger of an older version has no seal on what is kept of an evening."""


def link_all(ledger: sqlite3.Connection) -> None:
    """Give every fact its digest, in the order in which they were recorded."""
    heads: dict[int, bytes] = {}
    rows = ledger.execute(f"SELECT id, {chain.SESSION_FACTS} FROM session").fetchall()  # noqa: S608  our own words
    for number, *facts in rows:
        heads[number] = _keep(ledger, "session", number, chain.of_session(chain.Begun(*facts)))
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
    from sklog.ledger import banking, naming  # noqa: PLC0415  only while migrating

    for row, *kept in ledger.execute(f"SELECT {banking.KEPT} FROM bank").fetchall():  # noqa: S608  our own words
        ledger.execute("UPDATE bank SET seal = ? WHERE id = ?", (chain.sealed(row, *kept), row))
    naming.respell(ledger)


def fold_all(ledger: sqlite3.Connection) -> None:
    """Store anew, and seal, what follows from the facts; an evening that cannot be folded stays without a seal."""
    from sklog.ledger import correcting, evenings  # noqa: PLC0415  only while migrating

    for (number,) in ledger.execute("SELECT id FROM session").fetchall():
        with evenings.whole_or_not_at_all(ledger):
            correcting.rebuild(ledger, evenings.as_begun(ledger, number))
