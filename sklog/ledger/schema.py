"""What a ledger of an older version gets beside new columns: the chain of its facts, seals, and all that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from sklog.errors import LedgerError
from sklog.language import _
from sklog.ledger import chain, evenings
from sklog.ledger.database import APPLICATION_ID, SCHEMA_VERSION
from sklog.ledger.facts import (
    COUNTED,
    ENTRY_FITS,
    POSTINGS_STAY,
    SCORE_STAYS,
    TRIGGERS,
    counting,
    never_changed,
    never_updated,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

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
    from sklog.ledger import ibans, people  # noqa: PLC0415  only while migrating

    for row, *kept in ledger.execute(f"SELECT {ibans.KEPT} FROM bank").fetchall():  # noqa: S608  our own words
        ledger.execute("UPDATE bank SET seal = ? WHERE id = ?", (chain.sealed(row, *kept), row))
    people.respell(ledger)


def fold_all(ledger: sqlite3.Connection) -> None:
    """Store anew, and seal, what follows from the facts.

    An evening that cannot be folded, or of which something else comes out than was stored, stays as it is, without a
    seal: nobody reads it before somebody has looked at what `check` says.
    """
    from sklog.ledger import correct, evenings, record  # noqa: PLC0415  only while migrating

    for (number,) in ledger.execute("SELECT id FROM session").fetchall():
        record.keep_end(ledger, number)
        before = _stored(ledger, number)
        with evenings.whole_or_not_at_all(ledger):
            correct.rebuild(ledger, evenings.as_begun(ledger, number))
            if _stored(ledger, number) != before:
                raise evenings.damaged(number)


def look_over_all(ledger: sqlite3.Connection) -> None:
    """Keep an overview of every evening; one that is not as it was stored has one without a seal, and is told of."""
    from sklog.ledger import evenings, record  # noqa: PLC0415  only while migrating

    for number, closed, imported in ledger.execute(
        "SELECT id, closed, imported FROM session JOIN state ON session_id = id"
    ).fetchall():
        unsealed = (number, closed, imported, *("",) * 4, "[{},{}]", b"")
        ledger.execute("INSERT INTO overview VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", unsealed)
        with evenings.whole_or_not_at_all(ledger):
            for one in evenings.stored(ledger, "WHERE session.id = ?", (number,)):
                state = evenings.state_from_json(one.kept.state)
                record.look_over(ledger, number, state, closed=bool(closed))


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


# -- The schema, as small steps from the first version on (sqlite-utils' Migrations) -------------------


# Facts (`account`, `session`, `action`, `entry`, `arrival`) are only ever added. Everything else is derived by folding
# the facts and can be rebuilt at any time; only `bank` is neither. What the database holds everybody to is in
# `guards`.


migrations = Migrations("sklog")

TABLES = (
    """
    CREATE TABLE account (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 40),
        key TEXT NOT NULL UNIQUE,                       -- the name without regard to case
        kind TEXT NOT NULL CHECK (kind IN ('player', 'stock'))
    ) STRICT
    """,
    "INSERT INTO account (id, name, key, kind) VALUES (0, 'Stock', 'stock', 'stock')",
    """
    CREATE TABLE session (                              -- an evening, as it began
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,                       -- the same evening in every ledger
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        date TEXT NOT NULL,                             -- 2026-11-19, or ''
        place TEXT NOT NULL DEFAULT '',
        unit TEXT NOT NULL CHECK (unit IN ('ct', 'points')),
        tariff_name TEXT NOT NULL,
        tariff TEXT NOT NULL CHECK (json_valid(tariff)),   -- the evening's own copy
        players TEXT NOT NULL CHECK (json_valid(players) AND json_array_length(players) > 1),  -- clockwise
        dealer TEXT,                                    -- who deals first, if said
        stock_in INTEGER NOT NULL DEFAULT 0,            -- what an earlier evening left in the Stock
        stock_from TEXT UNIQUE,                         -- that evening's uid: its Stock is taken over once
        started_at TEXT NOT NULL,
        imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1))  -- from a file: the others are meant first
    ) STRICT
    """,
    """
    CREATE TABLE action (                               -- one command of a user
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session (id),
        at TEXT NOT NULL,                               -- UTC
        command TEXT NOT NULL,
        typed TEXT NOT NULL DEFAULT '',                 -- what was typed behind it
        undoes INTEGER REFERENCES action (id),
        command_of INTEGER REFERENCES action (id)       -- the first action of a command on several evenings
    ) STRICT
    """,
    """
    CREATE TABLE entry_kind (                           -- what an entry of each kind carries
        kind TEXT PRIMARY KEY,
        has_fact INTEGER NOT NULL CHECK (has_fact IN (0, 1)),
        has_target INTEGER NOT NULL CHECK (has_target IN (0, 1))
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO entry_kind (kind, has_fact, has_target)
    VALUES ('hand', 1, 0), ('event', 1, 0), ('void', 0, 1), ('void_keeping_seats', 0, 1),
           ('close', 0, 0), ('reopen', 0, 0)
    """,
    """
    CREATE TABLE entry (                                -- one fact: a hand, or what else happened
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session (id),
        action_id INTEGER NOT NULL REFERENCES action (id),
        kind TEXT NOT NULL REFERENCES entry_kind (kind),
        fact TEXT CHECK (fact IS NULL OR (json_valid(fact) AND json_type(fact) = 'object')),
        target INTEGER REFERENCES entry (id)            -- the entry that it corrects
    ) STRICT
    """,
    """
    CREATE TABLE score (                                -- derived: what an entry cost
        entry_id INTEGER PRIMARY KEY REFERENCES entry (id),
        session_id INTEGER NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL,                      -- among all entries of the evening
        number INTEGER,                                 -- the hand's number; NULL for a move of the Stock
        value INTEGER NOT NULL,                         -- cents or points per payment
        sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1))
    ) STRICT
    """,
    """
    CREATE TABLE posting (                              -- derived: who got what; positive is won
        entry_id INTEGER NOT NULL REFERENCES score (entry_id),
        account_id INTEGER NOT NULL REFERENCES account (id),
        amount INTEGER NOT NULL,
        PRIMARY KEY (entry_id, account_id)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE payment (                              -- derived: payments in force
        entry_id INTEGER PRIMARY KEY REFERENCES entry (id),
        session_id INTEGER NOT NULL REFERENCES session (id),
        payer_id INTEGER NOT NULL REFERENCES account (id),
        payee_id INTEGER NOT NULL REFERENCES account (id),
        amount INTEGER NOT NULL CHECK (amount > 0),
        CHECK (payer_id <> payee_id)
    ) STRICT
    """,
    """
    CREATE TABLE state (                                -- derived: the evening after its last entry
        session_id INTEGER PRIMARY KEY REFERENCES session (id),
        state TEXT NOT NULL CHECK (json_valid(state)),
        hands INTEGER NOT NULL DEFAULT 0,
        position INTEGER NOT NULL DEFAULT 0,
        closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1))
    ) STRICT
    """,
    "CREATE UNIQUE INDEX one_stock ON account (kind) WHERE kind = 'stock'",
    "CREATE INDEX action_of_session ON action (session_id)",
    "CREATE INDEX action_of_command ON action (command_of) WHERE command_of IS NOT NULL",
    "CREATE INDEX entry_of_session ON entry (session_id)",
    "CREATE INDEX entry_of_action ON entry (action_id)",
    "CREATE UNIQUE INDEX score_at_position ON score (session_id, position)",
    "CREATE UNIQUE INDEX score_of_hand ON score (session_id, number) WHERE number IS NOT NULL",
    "CREATE INDEX payment_of_session ON payment (session_id)",
    "CREATE INDEX open_session ON state (session_id) WHERE closed = 0",
)

VIEWS = (
    """
    CREATE VIEW change AS                               -- every posting with names
    SELECT session.id AS session_id, session.name AS session, session.date, score.position,
           score.number AS hand, score.value, account.name AS player, account.kind, posting.amount, session.unit,
           iif(account.kind = 'stock', session.stock_in, 0) AS began_with
    FROM posting
    JOIN score ON score.entry_id = posting.entry_id
    JOIN session ON session.id = score.session_id
    JOIN account ON account.id = posting.account_id
    """,
    """
    CREATE VIEW running_balance AS                      -- balances after every hand; the Stock's is what it holds
    SELECT session_id, session, date, position, hand, value, player, amount AS change, unit,
           began_with + sum(amount) OVER (PARTITION BY session_id, player ORDER BY position) AS balance
    FROM change
    """,
    """
    CREATE VIEW balance AS                              -- balances of every evening; the Stock's is what it holds
    SELECT session_id, session, date, player, began_with + sum(amount) AS balance, unit
    FROM change GROUP BY session_id, player
    """,
)


@migrations()
def first_version(db: Database) -> None:
    """Accounts, evenings, actions and entries as facts; scores, postings, payments and state derived."""
    for statement in (*TABLES, *VIEWS, *TRIGGERS):
        db.execute(statement)


SECOND_VERSION = (
    "ALTER TABLE action ADD COLUMN who TEXT NOT NULL DEFAULT ''",  # the user at the keys
    'ALTER TABLE entry ADD COLUMN "before" INTEGER REFERENCES entry (id)',  # the hand that it stands before
    "ALTER TABLE entry_kind ADD COLUMN has_place INTEGER NOT NULL DEFAULT 0 CHECK (has_place IN (0, 1))",
    "DROP TRIGGER entry_kind_is_never_updated",
    "UPDATE entry_kind SET has_place = 1 WHERE kind IN ('hand', 'event')",
    """
    CREATE TRIGGER entry_kind_is_never_updated BEFORE UPDATE ON entry_kind
    BEGIN SELECT RAISE(ABORT, 'recorded facts are never changed: entry_kind'); END
    """,
    """
    INSERT INTO entry_kind (kind, has_fact, has_target, has_place)
    VALUES ('fix', 1, 1, 0),        -- what a hand is instead
           ('move', 0, 1, 1),       -- where a hand stands instead
           ('pin', 1, 1, 0),        -- the seats that a hand keeps
           ('rename', 1, 0, 0),     -- what somebody is called instead, in everything recorded before
           ('tariff', 1, 0, 0)      -- the tariff of the whole evening instead
    """,
    "DROP TRIGGER entry_has_its_shape",
    ENTRY_FITS,
    "ALTER TABLE state ADD COLUMN tariff TEXT CHECK (tariff IS NULL OR json_valid(tariff))",  # where it changed
    "ALTER TABLE score ADD COLUMN said_by INTEGER REFERENCES entry (id)",  # the entry that says what the hand is
    "DROP TRIGGER score_update",
    SCORE_STAYS,
    """
    CREATE TABLE spelling (                             -- derived: how an account is written that was ever renamed
        account_id INTEGER PRIMARY KEY REFERENCES account (id),
        name TEXT NOT NULL UNIQUE
    ) STRICT
    """,
    """
    CREATE VIEW person AS                               -- the accounts as they are written now
    SELECT account.id, coalesce(spelling.name, account.name) AS name, key, kind
    FROM account LEFT JOIN spelling ON spelling.account_id = account.id
    """,
    "DROP VIEW change",
    """
    CREATE VIEW change AS                               -- every posting with names
    SELECT session.id AS session_id, session.name AS session, session.date, score.position,
           score.number AS hand, score.value, person.name AS player, person.kind, posting.amount, session.unit,
           iif(person.kind = 'stock', session.stock_in, 0) AS began_with
    FROM posting
    JOIN score ON score.entry_id = posting.entry_id
    JOIN session ON session.id = score.session_id
    JOIN person ON person.id = posting.account_id
    """,
)


@migrations()
def second_version(db: Database) -> None:
    """Hands can be fixed, inserted and moved, people renamed, and the tariff changed; every command says who."""
    for statement in SECOND_VERSION:
        db.execute(statement)


THIRD_VERSION = """
    CREATE TABLE bank (                                 -- where money goes: personal, so it can be deleted
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES account (id),
        iban TEXT NOT NULL CHECK (length(iban) BETWEEN 15 AND 34),
        holder TEXT NOT NULL DEFAULT '' CHECK (length(holder) <= 70),  -- whose account it is, if said
        behind INTEGER NOT NULL,                        -- the newest action then: a rename behind it holds for it
        at TEXT NOT NULL,                               -- UTC
        who TEXT NOT NULL DEFAULT ''                    -- the user at the keys
    ) STRICT
"""


@migrations()
def third_version(db: Database) -> None:
    """Somebody's IBAN may be kept, and deleted."""
    db.execute(THIRD_VERSION)


FOURTH_VERSION = (
    *(f"ALTER TABLE {table} ADD COLUMN digest BLOB" for table in chain.LINKED),  # of it and all before it: see `chain`
    "ALTER TABLE state ADD COLUMN digest BLOB",  # the evening's: its newest fact's
    "ALTER TABLE state ADD COLUMN seal BLOB",  # of what the state holds
    "ALTER TABLE spelling ADD COLUMN seal BLOB",  # of what the row holds
    "ALTER TABLE bank ADD COLUMN seal BLOB",  # of what the row holds
    """
    CREATE TABLE arrival (                              -- an evening, or more of it, that came from another ledger
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session (id),
        at TEXT NOT NULL,                               -- UTC
        who TEXT NOT NULL,                              -- the user at the keys
        source TEXT NOT NULL,                           -- that ledger's file
        first INTEGER NOT NULL REFERENCES action (id),  -- the oldest action that came along
        upto INTEGER NOT NULL REFERENCES action (id),   -- the newest
        seal BLOB NOT NULL                              -- of what the row holds
    ) STRICT
    """,
    "CREATE INDEX arrival_of_session ON arrival (session_id)",
    *never_changed("arrival", "id = NEW.id"),
    """
    CREATE TABLE recorded (                             -- how many rows a table was given: so a lost one shows
        fact TEXT PRIMARY KEY,                          -- the table
        rows INTEGER NOT NULL
    ) STRICT
    """,
    *(f"INSERT INTO recorded SELECT '{table}', count(*) FROM {table}" for table in COUNTED),  # noqa: S608  our own words
    *(counting(table) for table in COUNTED),
)


@migrations()
def fourth_version(db: Database) -> None:
    """Every fact carries a digest of itself and of the one before, and what is kept of an evening is sealed."""
    for table in chain.LINKED:
        db.execute(f"DROP TRIGGER IF EXISTS {table}_is_never_updated")
    for statement in FOURTH_VERSION:
        db.execute(statement)
    link_all(db.conn)
    seal_people(db.conn)
    for table in chain.LINKED:
        db.execute(never_updated(table))


FIFTH_VERSION = (
    """
    CREATE TABLE overview (                             -- derived: what is read of many evenings at once
        session_id INTEGER PRIMARY KEY REFERENCES session (id),
        closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
        imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
        name TEXT NOT NULL,
        date TEXT NOT NULL,
        place TEXT NOT NULL,
        unit TEXT NOT NULL,
        totals TEXT NOT NULL CHECK (json_valid(totals)),   -- who took part: [{name: balance}, {name: hands dealt in}]
        seal BLOB NOT NULL                              -- of what the row holds
    ) STRICT
    """,
    "CREATE INDEX newest_first ON overview (closed, imported, session_id DESC)",
    "DROP INDEX IF EXISTS open_session",
    "DROP INDEX IF EXISTS entry_of_session",
    "DROP INDEX IF EXISTS entry_of_action",
    "CREATE INDEX entry_of_action ON entry (session_id, action_id)",  # one for both takes less room
    *(statement for both in POSTINGS_STAY for statement in both),
)


@migrations()
def fifth_version(db: Database) -> None:
    """Each evening has a small row with what is read of many of them at once."""
    for statement in FIFTH_VERSION:
        db.execute(statement)
    look_over_all(db.conn)


def of_version(version: int) -> sqlite3.Connection:
    """Return an empty ledger in memory, built as that version of the schema built one."""
    ledger = Database(memory=True)
    later = migrations.pending(ledger)[version:]
    migrations.apply(ledger, stop_before=[one.name for one in later])
    return ledger.conn


def migrate(connection: sqlite3.Connection, keep: Callable[[], object] | None = None) -> None:
    """Bring the ledger to the newest version, in one transaction; a second process waits and finds it done.

    `keep` is called before a ledger that holds something is changed, and where it raises nothing is changed: nobody
    else writes meanwhile, and of two processes only the one that does the work calls it. Raises LedgerError where what
    was recorded cannot be read.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version < SCHEMA_VERSION:
            if version and keep:
                keep()
            migrations.apply(Database(connection))
            if version < SEALED_SINCE:
                fold_all(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException as error:
        if connection.in_transaction:  # a disk that fails has ended it already
            connection.execute("ROLLBACK")
        if isinstance(error, evenings.UNREADABLE):
            raise LedgerError(
                _("what an older sklog recorded here was changed or damaged, and cannot be read")
            ) from error
        raise
    connection.execute("COMMIT")
