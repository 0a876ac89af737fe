"""Bringing an older ledger up to date: the steps that it lacks, and what it gets beside new tables and columns.

That are digests, seals, and what follows from its facts. sqlite-utils takes the steps, and knows which were taken.
Everything happens inside the transaction of `sklog.ledger.schema.migrate`.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from sklog import rooms
from sklog.errors import UNREADABLE, LedgerError
from sklog.language import _
from sklog.ledger import chain, correct, evenings, people, record, schema
from sklog.ledger.database import SCHEMA_VERSION, is_added, parts
from sklog.ledger.evenings import DAMAGED
from sklog.ledger.personal import BANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlite_utils import Database

    from sklog.ledger.schema import Step

CHAINED_SINCE = 4
"""A ledger of an older version has no digests, and no seal on what is kept of an evening."""
_ACTION = f"SELECT {chain.ACTION_FACTS} WHERE id = ?"
_ENTRY = f"SELECT {chain.ENTRY_FACTS} WHERE id = ?"


# -- the steps ----------------------------------------------------------------------------------------


def _library() -> Any:
    """Return sqlite-utils, 71 ms: only who upgrades or mends a ledger needs it.

    It loads pandas and numpy wherever they are installed, a second and 80 MB, for kinds of values that no ledger has.
    """
    hidden = {"pandas", "numpy"}.difference(sys.modules)
    sys.modules |= dict.fromkeys(hidden)  # type: ignore[arg-type]  # as missing, while it is imported
    try:
        import sqlite_utils  # noqa: PLC0415  said above
    finally:
        for name in hidden:
            del sys.modules[name]
    return sqlite_utils


def administered(ledger: sqlite3.Connection) -> Database:
    """Return the ledger as sqlite-utils sees it: what it is made of. The connection stays as it was set up."""
    database: Database = _library().Database(ledger, recursive_triggers=False, execute_plugins=False)
    return database


def of_version(version: int) -> sqlite3.Connection:
    """Return an empty ledger in memory, built as that version of the schema built one."""
    ledger = sqlite3.connect(":memory:", isolation_level=None)
    schema.build(ledger, version)
    return ledger


def bring_up_to_date(ledger: sqlite3.Connection, version: int) -> None:
    """Take the steps that a ledger of this version lacks, and store anew what follows from its facts.

    Raises LedgerError where what was recorded cannot be read.
    """
    try:
        with _without_added(ledger):
            steps = _library().Migrations("sklog")
            for name in schema.VERSIONS:
                steps(name=name)(lambda db, name=name: schema.take(db.conn, name, FILLED))
            steps.apply(administered(ledger))
            ledger.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            fold_all(ledger, since=version)
    except UNREADABLE as error:
        said = _("something an older sklog recorded here was changed or damaged, and cannot be read")
        raise LedgerError(said) from error


@contextmanager
def _without_added(connection: sqlite3.Connection) -> Iterator[None]:
    """Take what somebody has added out of the file inside the block; what fits afterwards is put back."""
    added = [part for part in parts(connection) or () if is_added(*part)]
    for kind, name, *_sql in added:
        connection.execute(f'DROP {kind} "{name}"')
    yield
    for *_names, sql in added:
        with suppress(sqlite3.OperationalError):  # a column that it is of is gone, or its name is taken
            connection.execute(sql)


# -- what fills them ----------------------------------------------------------------------------------


def link_all(ledger: sqlite3.Connection) -> None:
    """Give every fact its digest, in the order in which they were recorded."""
    heads: dict[int, bytes] = {}
    rows = ledger.execute(f"SELECT id, {chain.SESSION_FACTS} FROM session").fetchall()  # noqa: S608  our own words
    for number, *facts in rows:
        heads[number] = _keep(ledger, "session", number, chain.link(b"", "session", *facts))
    for action, evening in ledger.execute("SELECT id, session_id FROM action ORDER BY id").fetchall():
        said = ledger.execute(_ACTION, (action,)).fetchone()
        heads[evening] = _keep(ledger, "action", action, chain.link(heads[evening], "action", *said))
        entries = ledger.execute("SELECT id FROM entry WHERE action_id = ? ORDER BY id", (action,)).fetchall()
        for (entry,) in entries:
            told = ledger.execute(_ENTRY, (entry,)).fetchone()
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
            keep_head(ledger, number)
        before = _stored(ledger, number)
        with savepoint(ledger):
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


def mark_rooms(ledger: sqlite3.Connection) -> None:
    """Have evenings at which nobody sits be of their room's kind, and sealed as they were: it may not be installed."""
    shown = """
        SELECT seal, session_id, closed, imported, name, date, place, unit, totals, apart FROM overview
        WHERE session_id IN (SELECT id FROM session WHERE players = '[]')
    """
    for seal, number, *kept in ledger.execute(shown).fetchall():
        right = chain.sealed(number, *kept, rooms.FIRST) if seal == chain.sealed(number, *kept) else seal
        ledger.execute("UPDATE overview SET kind = ?, seal = ? WHERE session_id = ?", (rooms.FIRST, right, number))


FILLS = (link_all, seal_people, keep_overviews, seal_banks, mark_rooms)
FILLED: Mapping[Step, Step] = {f"-- {fill.__name__}": fill for fill in FILLS}
"""What fills the tables where a step says so."""


_MONEY = (
    f"SELECT entry_id, value FROM score WHERE {evenings.OF_EVENING} ORDER BY entry_id",  # noqa: S608  our own words
    f"""
    SELECT entry_id, account_id, amount FROM posting
    WHERE {evenings.OF_EVENING} AND amount ORDER BY entry_id, account_id
    """,  # noqa: S608  the same
    "SELECT entry_id, payer_id, payee_id, amount FROM payment WHERE session_id = ? ORDER BY entry_id",
    # who sat out was kept as 0 or not at all
    "SELECT key, value FROM state, json_each(state, '$.balances') WHERE session_id = ? AND value ORDER BY key",
)


def _stored(ledger: sqlite3.Connection, evening: int) -> list[list[tuple[int | str, ...]]]:
    """Return all the money that is stored of an evening, as every version stores it."""
    return [ledger.execute(asked, (evening,)).fetchall() for asked in _MONEY]


def keep_head(ledger: sqlite3.Connection, evening: int) -> None:
    """Note the digest of an evening's newest fact: what is added next continues from there."""
    ledger.execute(f"UPDATE state SET digest = ({chain.HEAD}) WHERE session_id = ?1", (evening,))  # noqa: S608  ours


@contextmanager
def savepoint(ledger: sqlite3.Connection) -> Iterator[list[Exception]]:
    """Take a step of a transaction back if it ends in anything DAMAGED; it goes on, and the list has the reason.

    A disk that is full or fails is no damage, nor is Ctrl-C: what SQLite says of it is raised.
    """
    failed: list[Exception] = []
    ledger.execute("SAVEPOINT step")
    try:
        yield failed
    except DAMAGED as error:
        if evenings.is_no_damage(error):
            raise
        ledger.execute("ROLLBACK TO step")
        failed.append(error)
    ledger.execute("RELEASE step")
