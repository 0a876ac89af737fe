"""The schema, as small steps from the first version on (sqlite-utils' Migrations).

Facts (`account`, `session`, `action`, `entry`) are only ever added: triggers refuse to change or delete
them. Everything else is derived by folding the facts and can be rebuilt at any time; a hand's postings
must sum to zero before it can be sealed, and a sealed one is not touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from sklog.ledger.connection import APPLICATION_ID, SCHEMA_VERSION

if TYPE_CHECKING:
    import sqlite3

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
        players TEXT NOT NULL CHECK (json_valid(players) AND json_array_length(players) >= 2),  -- clockwise
        dealer TEXT,                                    -- who deals first, if said
        stock_in INTEGER NOT NULL DEFAULT 0,            -- what an earlier evening left in the Stock
        stock_from TEXT UNIQUE,                         -- that evening's uid: its Stock is taken over once
        started_at TEXT NOT NULL,
        imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1))  -- from a file, not at this table
    ) STRICT
    """,
    """
    CREATE TABLE action (                               -- one command of a user
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session (id),
        at TEXT NOT NULL,                               -- UTC
        command TEXT NOT NULL,
        typed TEXT NOT NULL DEFAULT '',                 -- what was typed behind it
        undoes INTEGER REFERENCES action (id)
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
    "CREATE INDEX action_of_session ON action (session_id)",
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
           score.number AS hand, score.value, account.name AS player, posting.amount, session.unit
    FROM posting
    JOIN score ON score.entry_id = posting.entry_id
    JOIN session ON session.id = score.session_id
    JOIN account ON account.id = posting.account_id
    """,
    """
    CREATE VIEW running_balance AS                      -- balances after every hand
    SELECT session_id, session, date, position, hand, value, player, amount AS change, unit,
           sum(amount) OVER (PARTITION BY session_id, player ORDER BY position) AS balance
    FROM change
    """,
    """
    CREATE VIEW balance AS                              -- balances of every evening
    SELECT session_id, session, date, player, sum(amount) AS balance, unit
    FROM change GROUP BY session_id, player
    """,
)

FACTS = {
    "account": "id = NEW.id OR name = NEW.name OR key = NEW.key",
    "session": "id = NEW.id OR uid = NEW.uid OR stock_from = NEW.stock_from",
    "action": "id = NEW.id",
    "entry": "id = NEW.id",
}
"""The tables of facts, and which row an INSERT OR REPLACE would take the place of without a word."""


def _guards() -> tuple[str, ...]:
    """Return the triggers: facts stay as they were recorded, sealed hands sum to zero."""
    refuse = "SELECT RAISE(ABORT, 'recorded facts are never changed: {table}')"
    never = [
        f"CREATE TRIGGER {table}_is_never_{verb.lower()}d BEFORE {verb} ON {table}"
        f" BEGIN {refuse.format(table=table)}; END"
        for table in FACTS
        for verb in ("UPDATE", "DELETE")
    ]
    # the triggers above do not see the DELETE inside a REPLACE
    never += [
        f"CREATE TRIGGER {table}_is_never_replaced BEFORE INSERT ON {table}"  # noqa: S608  our own words only
        f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) BEGIN {refuse.format(table=table)}; END"
        for table, same in FACTS.items()
    ]
    sealed = "SELECT RAISE(ABORT, 'a sealed hand is not touched') FROM score WHERE entry_id = {row}.entry_id AND sealed"
    postings = tuple(
        f"CREATE TRIGGER posting_{verb.lower()} BEFORE {verb} ON posting BEGIN {sealed.format(row=row)}; END"
        for verb, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD"))
    )
    zero = """
        CREATE TRIGGER score_seal BEFORE UPDATE OF sealed ON score WHEN NEW.sealed = 1
        BEGIN
            SELECT RAISE(ABORT, 'the postings of a hand must sum to zero')
            WHERE (SELECT sum(amount) FROM posting WHERE entry_id = NEW.entry_id) <> 0;
        END
        """
    born_open = """
        CREATE TRIGGER score_begins_open BEFORE INSERT ON score WHEN NEW.sealed
        BEGIN SELECT RAISE(ABORT, 'a hand is sealed after its postings'); END
        """
    value = """
        CREATE TRIGGER score_value BEFORE UPDATE OF value, number, position, session_id ON score WHEN OLD.sealed
        BEGIN SELECT RAISE(ABORT, 'a sealed hand is not touched'); END
        """
    shape = """
        CREATE TRIGGER entry_has_its_shape BEFORE INSERT ON entry
        BEGIN
            SELECT RAISE(ABORT, 'an entry carries what its kind says') FROM entry_kind
            WHERE kind = NEW.kind
              AND (has_fact <> (NEW.fact IS NOT NULL) OR has_target <> (NEW.target IS NOT NULL));
            SELECT RAISE(ABORT, 'an entry, its action and its target belong to one evening')
            WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.action_id)
               OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.target);
        END
        """
    own = """
        CREATE TRIGGER action_undoes_its_own BEFORE INSERT ON action WHEN NEW.undoes IS NOT NULL
        BEGIN
            SELECT RAISE(ABORT, 'an action undoes one of its own evening')
            WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.undoes);
        END
        """
    kept = """
        CREATE TRIGGER state_is_never_deleted BEFORE DELETE ON state
        BEGIN SELECT RAISE(ABORT, 'every evening has its state'); END
        """
    return (*never, *postings, zero, born_open, value, shape, own, kept)


@migrations()
def first_version(db: Database) -> None:
    """Accounts, evenings, actions and entries as facts; scores, postings, payments and state derived."""
    for statement in (*TABLES, *VIEWS, *_guards()):
        db.execute(statement)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the ledger to the newest version, in one transaction; a second process waits and finds it done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute("PRAGMA user_version").fetchone()[0] < SCHEMA_VERSION:
            migrations.apply(Database(connection))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
