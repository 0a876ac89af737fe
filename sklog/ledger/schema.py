"""How the ledger is built: its tables, views and triggers, in small steps from the first version on.

Facts (`account`, `session`, `action`, `entry`, `arrival`) are only ever added: triggers hold every program that writes
to the file to that, the `sqlite3` shell included. Everything else is derived by folding the facts and can be rebuilt at
any time; only `bank`, `pay_link`, `signature` are neither. Each version is one step, and the ledger keeps which were
taken. Python alone takes them all for a new ledger; those that an older one lacks, `sklog.vault.upgrade`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.ledger import chain
from sklog.ledger.database import APPLICATION_ID, SCHEMA_VERSION, STEPS_TABLE, version_of
from sklog.ledger.views import EIGHTH_VERSION

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Step = str | Callable[[sqlite3.Connection], None]
    """A statement, or what changes one that was made before.

    A comment alone names what fills the tables of an older ledger at that place (`sklog.vault.upgrade`).
    """


# -- triggers -----------------------------------------------------------------------------------------

FACTS = {
    "account": "id = NEW.id OR name = NEW.name OR key = NEW.key",
    "session": "id = NEW.id OR uid = NEW.uid OR stock_from = NEW.stock_from",
    "action": "id = NEW.id",
    "entry_kind": "kind = NEW.kind",
    "entry": "id = NEW.id",
}
"""The tables of facts, and which row an INSERT OR REPLACE would take the place of without a word."""


COUNTED = ("session", "action", "entry", "arrival")
"""The tables of which is kept how many rows they were given, since version 4; a later version counts `SIGNED` too."""
SIGNED = "signature"


def counting(table: str) -> str:
    """Return the trigger that counts the rows a table is given; none of them ever goes."""
    return f"""
        CREATE TRIGGER {table}_is_counted AFTER INSERT ON {table}
        BEGIN UPDATE recorded SET rows = rows + 1 WHERE fact = '{table}'; END
    """  # noqa: S608  our own words


def _refused(table: str) -> str:
    return f"BEGIN SELECT RAISE(ABORT, 'recorded facts are never changed: {table}'); END"


def never_updated(table: str) -> str:
    """Return the trigger that holds every row of a table as it was recorded."""
    return f"CREATE TRIGGER {table}_is_never_updated BEFORE UPDATE ON {table} {_refused(table)}"


def never_changed(table: str, same: str) -> tuple[str, ...]:
    """Return the triggers of a table of facts; `same` says which row a REPLACE would take the place of."""
    refuse = _refused(table)
    taken = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608  our own words
    return (
        never_updated(table),
        f"CREATE TRIGGER {table}_is_never_deleted BEFORE DELETE ON {table} {refuse}",
        # the one above does not see the DELETE inside a REPLACE
        f"CREATE TRIGGER {table}_is_never_replaced BEFORE INSERT ON {table} WHEN {taken} {refuse}",
    )


_FIT_TOGETHER = (
    """
    CREATE TRIGGER entry_has_its_shape BEFORE INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'an entry carries what its kind says') FROM entry_kind
        WHERE kind = NEW.kind
          AND (has_fact <> (NEW.fact IS NOT NULL) OR has_target <> (NEW.target IS NOT NULL));
        SELECT RAISE(ABORT, 'an entry, its action and its target belong to one evening')
        WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.action_id)
           OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.target);
        SELECT RAISE(ABORT, 'only a hand can be void')
        WHERE (SELECT kind FROM entry WHERE id = NEW.target) <> 'hand';
    END
    """,
    """
    CREATE TRIGGER action_undoes_its_own BEFORE INSERT ON action WHEN NEW.undoes IS NOT NULL
    BEGIN
        SELECT RAISE(ABORT, 'an action undoes one of its own evening')
        WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.undoes);
    END
    """,
    *(
        f"""
        CREATE TRIGGER {table}_is_of_its_evening BEFORE INSERT ON {table}
        BEGIN
            SELECT RAISE(ABORT, 'what follows from an entry belongs to its evening')
            WHERE NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.entry_id);
        END
        """  # noqa: S608  our own words
        for table in ("score", "payment")
    ),
    """
    CREATE TRIGGER state_is_never_deleted BEFORE DELETE ON state
    BEGIN SELECT RAISE(ABORT, 'every evening has its state'); END
    """,
    """
    CREATE TRIGGER state_is_never_replaced BEFORE INSERT ON state
    WHEN EXISTS (SELECT 1 FROM state WHERE session_id = NEW.session_id)
    BEGIN SELECT RAISE(ABORT, 'every evening has its state'); END
    """,
)

_SEALED = "BEGIN SELECT RAISE(ABORT, 'a sealed hand is not touched'); END"
_SEALED_POSTING = "EXISTS (SELECT 1 FROM score WHERE sealed AND entry_id IN ({rows}))"
POSTING_TRIGGERS = {
    "posting_insert": ("INSERT", ("NEW",)),
    "posting_update": ("UPDATE", ("OLD", "NEW")),
    "posting_delete": ("DELETE", ("OLD",)),
}


def postings_stay(sealed: str) -> Iterator[str]:
    """Yield the triggers that hold the postings of a hand; `sealed` is how a version asks whether a row's is sealed."""
    for trigger, (verb, rows) in POSTING_TRIGGERS.items():
        when = " OR ".join(sealed.format(row=row) for row in rows)
        yield f"CREATE TRIGGER {trigger} BEFORE {verb} ON posting WHEN {when} {_SEALED}"


_SCORE_TAKEN = """
    EXISTS (SELECT 1 FROM score WHERE entry_id = NEW.entry_id OR (session_id = NEW.session_id
            AND (position = NEW.position OR number = NEW.number)))
"""


def score_stays(trigger: str, columns: str, sealed: str) -> str:
    """Return the trigger that holds these columns of a score that is `sealed`."""
    return f"""
    CREATE TRIGGER {trigger} BEFORE UPDATE OF {columns} ON score
    WHEN OLD.{sealed} {_SEALED}
    """


def sealed_last(column: str, sealing: str, sealed: str) -> tuple[str, str]:
    """Return the triggers that have a score sealed once its postings are there: by a `column`, as the other two ask."""
    sums_up = f"""
    CREATE TRIGGER score_seal BEFORE UPDATE OF {column} ON score WHEN NEW.{sealing}
    BEGIN
        SELECT RAISE(ABORT, 'the postings of a hand must sum to zero')
        WHERE (SELECT sum(amount) FROM posting WHERE entry_id = NEW.entry_id) <> 0;
    END
    """  # noqa: S608  our own words
    begins = f"""
    CREATE TRIGGER score_begins_open BEFORE INSERT ON score WHEN NEW.{sealed}
    BEGIN SELECT RAISE(ABORT, 'a hand is sealed after its postings'); END
    """
    return sums_up, begins


_SEALS = (
    *sealed_last("sealed", "sealed = 1", "sealed"),
    f"CREATE TRIGGER score_is_not_replaced BEFORE INSERT ON score WHEN {_SCORE_TAKEN} {_SEALED}",
    f"CREATE TRIGGER score_delete BEFORE DELETE ON score WHEN OLD.sealed {_SEALED}",
    score_stays("score_update", "entry_id, session_id, position, number, value", "sealed"),
    *(
        f"CREATE TRIGGER {trigger} BEFORE {verb} ON posting"
        f" WHEN {_SEALED_POSTING.format(rows=', '.join(f'{row}.entry_id' for row in rows))} {_SEALED}"
        for trigger, (verb, rows) in POSTING_TRIGGERS.items()
    ),
)

TRIGGERS = (
    *(trigger for table, same in FACTS.items() for trigger in never_changed(table, same)),
    *_FIT_TOGETHER,
    *_SEALS,
)


# -- versions -----------------------------------------------------------------------------------------

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

_CHANGE = """
    CREATE VIEW change AS                               -- every posting with names
    SELECT session.id AS session_id, session.name AS session, session.date, score.position,
           score.number AS hand, score.value, {named}.name AS player, {named}.kind, posting.amount, session.unit,
           iif({named}.kind = 'stock', session.stock_in, 0) AS began_with
    FROM posting
    JOIN score ON score.entry_id = posting.entry_id
    JOIN session ON session.id = score.session_id
    JOIN {named} ON {named}.id = posting.account_id
"""
VIEWS = (
    _CHANGE.format(named="account"),
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
    """
    CREATE TRIGGER entry_fits BEFORE INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'an entry carries what its kind says') FROM entry_kind
        WHERE kind = NEW.kind
          AND (has_fact <> (NEW.fact IS NOT NULL) OR has_target <> (NEW.target IS NOT NULL)
               OR has_place < (NEW."before" IS NOT NULL));
        SELECT RAISE(ABORT, 'an entry, its action and what it names belong to one evening')
        WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.action_id)
           OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.target)
           OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW."before");
        SELECT RAISE(ABORT, 'only a hand can be corrected')
        WHERE (SELECT kind FROM entry WHERE id = NEW.target) <> 'hand';
        SELECT RAISE(ABORT, 'an entry stands before a hand')
        WHERE (SELECT kind FROM entry WHERE id = NEW."before") <> 'hand';
    END
    """,
    "ALTER TABLE state ADD COLUMN tariff TEXT CHECK (tariff IS NULL OR json_valid(tariff))",  # where it changed
    "ALTER TABLE score ADD COLUMN said_by INTEGER REFERENCES entry (id)",  # the entry that says what the hand is
    "DROP TRIGGER score_update",
    score_stays("score_stays", "entry_id, session_id, position, number, value, said_by", "sealed"),
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
    _CHANGE.format(named="person"),
)


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


FOURTH_VERSION: tuple[Step, ...] = (
    *(f"DROP TRIGGER IF EXISTS {table}_is_never_updated" for table in chain.LINKED),
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
    "-- link_all",
    "-- seal_people",
    *(never_updated(table) for table in chain.LINKED),
)


FIFTH_VERSION: tuple[Step, ...] = (
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
    *(f"DROP TRIGGER IF EXISTS {trigger}" for trigger in POSTING_TRIGGERS),
    # by its key: EXISTS takes twice as long
    *postings_stay("(SELECT sealed FROM score WHERE entry_id = {row}.entry_id)"),
    "-- keep_overviews",
)

SIGNATURES: tuple[Step, ...] = (
    f"""
    CREATE TABLE {SIGNED} (                             -- who has signed how an evening ended, and may have proved it
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session (id),
        at TEXT NOT NULL,                               -- UTC
        who TEXT NOT NULL,                              -- the user at the keys
        said TEXT NOT NULL CHECK (length(said) <= 100000),         -- what was signed: see `signatures.text`
        public_key TEXT NOT NULL CHECK (length(public_key) <= 10000),   -- as in a file id_ed25519.pub
        signed TEXT NOT NULL CHECK (length(signed) <= 10000),      -- as ssh-keygen -Y sign writes it
        seal BLOB NOT NULL                              -- of what the row holds
    ) STRICT
    """,
    f"CREATE INDEX {SIGNED}_of_session ON {SIGNED} (session_id)",
    *never_changed(SIGNED, "id = NEW.id"),
    "INSERT INTO recorded VALUES ('signature', 0)",
    counting(SIGNED),
)


_SEAL_TRIGGERS = ("score_seal", "score_begins_open", "score_delete", "score_stays", *POSTING_TRIGGERS)
SIXTH_VERSION: tuple[Step, ...] = (
    *(f"DROP TRIGGER IF EXISTS {trigger}" for trigger in _SEAL_TRIGGERS),
    "ALTER TABLE score DROP COLUMN sealed",
    "ALTER TABLE score ADD COLUMN seal BLOB",  # of what the row holds, once its postings are there
    *sealed_last("seal", "seal IS NOT NULL", "seal IS NOT NULL"),
    f"CREATE TRIGGER score_delete BEFORE DELETE ON score WHEN OLD.seal IS NOT NULL {_SEALED}",
    score_stays("score_stays", "entry_id, session_id, position, number, value, said_by", "seal IS NOT NULL"),
    *postings_stay("(SELECT seal FROM score WHERE entry_id = {row}.entry_id) IS NOT NULL"),
    # which evenings are open, and which were begun here, stands twice: what is meant without a word follows from both
    "CREATE INDEX open_session ON state (session_id) WHERE closed = 0",
    "CREATE INDEX begun_here ON session (id) WHERE imported = 0",
    "-- seal_banks",
    "DROP VIEW balance",
    """
    CREATE VIEW balance AS                              -- balances of every evening; the Stock's is what it holds
    SELECT session_id, session, date, player, sum(amount) AS balance, unit
    FROM (
        SELECT session_id, session, date, player, amount, unit FROM change
        UNION ALL
        SELECT session.id, session.name, date, person.name, stock_in, unit  -- also before anything moves
        FROM session JOIN person ON person.kind = 'stock' WHERE stock_in <> 0
    )
    GROUP BY session_id, player
    """,
    *SIGNATURES,
)

PAY_LINKS = """
    CREATE TABLE pay_link (                             -- where somebody can be paid: personal, so it can be deleted
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES account (id),
        link TEXT NOT NULL CHECK (length(link) <= 200),
        behind INTEGER NOT NULL,                        -- the newest action then: a rename behind it holds for it
        at TEXT NOT NULL,                               -- UTC
        who TEXT NOT NULL, seal BLOB NOT NULL           -- the user at the keys; of what the row holds
    ) STRICT
"""


def made_otherwise(table: str, was: str, now: str) -> Step:
    """Return what has a table be made otherwise than it was: what it checks, or refers to.

    Neither can be dropped, and a table that others refer to is not made anew for it: SQLite's documentation of ALTER
    TABLE says to write its text instead, since no row is kept otherwise.
    """

    def write(ledger: sqlite3.Connection) -> None:
        (version,) = ledger.execute("PRAGMA schema_version").fetchone()
        ledger.execute("PRAGMA writable_schema = ON")
        ledger.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?", (was, now, table))
        ledger.execute(f"PRAGMA schema_version = {version + 1}")  # whoever has the file open reads it anew
        ledger.execute("PRAGMA writable_schema = RESET")

    return write


let_nobody_sit = made_otherwise("session", "json_array_length(players) > 1", "json_array_length(players) <> 1")


_AS_BEGUN = "FROM session JOIN person", "JOIN session ON session.id = score.session_id"
_AS_NOW = """(
        SELECT session_id AS id, overview.name, overview.date, overview.unit, stock_in
        FROM overview JOIN session ON session.id = session_id WHERE overview.kind <> 'void'
    ) session"""


def views_otherwise(*changes: tuple[str, str]) -> Step:
    """Return what has each view say one thing where it said another."""

    def write(ledger: sqlite3.Connection) -> None:
        for name, text in ledger.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'view'").fetchall():
            now = text
            for was, instead in changes:
                now = now.replace(was, instead)
            if now != text:
                ledger.execute(f'DROP VIEW "{name}"')
                ledger.execute(now)

    return write


# each view says what an evening is called now, and leaves those out that are struck out
let_views_follow = views_otherwise(*((begun, begun.replace("session", _AS_NOW, 1)) for begun in _AS_BEGUN))


_ITS_ENTRY = "JOIN entry ON entry.id = score.entry_id"
THIRTEENTH_VERSION: tuple[Step, ...] = (
    # a hand is stored sealed, behind its postings: so its row never grows, which left a tenth of each page empty
    made_otherwise("posting", "score (entry_id)", "entry (id)"),
    *(
        f"DROP TRIGGER {trigger}"
        for trigger in ("score_seal", "score_begins_open", "score_is_not_replaced", "score_stays")
    ),
    """
    CREATE TRIGGER score_is_sealed BEFORE INSERT ON score
    BEGIN
        SELECT RAISE(ABORT, 'a hand is sealed when it is stored') WHERE NEW.seal IS NULL;
        SELECT RAISE(ABORT, 'the postings of a hand must sum to zero')
        WHERE (SELECT sum(amount) FROM posting WHERE entry_id = NEW.entry_id) IS NOT 0;
    END
    """,
    """
    CREATE TRIGGER score_is_sealed_once BEFORE UPDATE OF seal ON score WHEN NEW.seal IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a hand is sealed when it is stored'); END
    """,
    f"""
    CREATE TRIGGER score_is_not_replaced BEFORE INSERT ON score
    WHEN EXISTS (SELECT 1 FROM score WHERE entry_id = NEW.entry_id) {_SEALED}
    """,  # noqa: S608  our own words
    # of which evening it is says its entry, by which it is found
    views_otherwise(
        (f"    {_ITS_ENTRY}\n", ""),
        ("    JOIN (", f"    {_ITS_ENTRY}\n    JOIN ("),
        ("score.session_id", "entry.session_id"),
    ),
    "DROP TRIGGER score_is_of_its_evening",
    "DROP INDEX score_at_position",
    "DROP INDEX score_of_hand",
    "ALTER TABLE score DROP COLUMN session_id",
    score_stays(
        "score_stays", "entry_id, position, number, value, said_by, dealer_id, bock, kontra", "seal IS NOT NULL"
    ),
)


VERSIONS: Mapping[str, tuple[Step, ...]] = {
    # accounts, evenings, actions and entries as facts; scores, postings, payments and state derived
    "first_version": (*TABLES, *VIEWS, *TRIGGERS),
    # hands can be fixed, inserted and moved, people renamed, and the tariff changed; every command says who
    "second_version": SECOND_VERSION,
    # somebody's IBAN may be kept, and deleted
    "third_version": (THIRD_VERSION,),
    # every fact carries a digest of itself and of the one before, and what is kept of an evening is sealed
    "fourth_version": FOURTH_VERSION,
    # each evening has a small row with what is read of many of them at once
    "fifth_version": FIFTH_VERSION,
    # what a hand cost is sealed; the view of balances has a carried Stock at once; how an evening ended can be signed
    "sixth_version": SIXTH_VERSION,
    # somebody's pay link may be kept
    "seventh_version": (PAY_LINKS,),
    # two views have every hand and what everybody was in it, as it was judged
    "eighth_version": EIGHTH_VERSION,
    # an evening of a room's own, at which nobody sits
    "ninth_version": (let_nobody_sit,),
    # an overview has everybody who took part, whatever it came to, and what no played hand brought
    "tenth_version": ("ALTER TABLE overview ADD COLUMN apart TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(apart))",),
    # an overview says of which kind the evening is
    "eleventh_version": ("ALTER TABLE overview ADD COLUMN kind TEXT NOT NULL DEFAULT ''", "-- mark_rooms"),
    # an evening can be put right, and struck out; the views follow
    "twelfth_version": (
        "INSERT INTO entry_kind (kind, has_fact, has_target, has_place) VALUES ('evening', 1, 0, 0)",
        "ALTER TABLE state ADD COLUMN begun TEXT CHECK (begun IS NULL OR json_valid(begun))",  # where it was put right
        let_views_follow,
    ),
    # what a hand cost is found by its entry, and sealed when it is stored
    "thirteenth_version": THIRTEENTH_VERSION,
}
"""The steps of each version."""


KEPT_STEPS = (  # as sqlite-utils has it, letter by letter
    'CREATE TABLE "{0}" (\n   "id" INTEGER PRIMARY KEY,\n   "migration_set" TEXT,\n   "name" TEXT,\n   "applied_at" TEXT\n)',  # noqa: E501
    'CREATE UNIQUE INDEX "idx_{0}_migration_set_name"\n    ON "{0}" ("migration_set", "name")',
)
TAKEN = f"INSERT INTO {STEPS_TABLE} VALUES (NULL, 'sklog', ?, strftime('%Y-%m-%d %H:%M:%f000+00:00', 'now'))"  # noqa: S608

# -- building -----------------------------------------------------------------------------------------


def build(ledger: sqlite3.Connection, version: int) -> None:
    """Take all steps up to a version, in a ledger that has nothing yet."""
    for part in KEPT_STEPS:
        ledger.execute(part.format(STEPS_TABLE))
    for name in list(VERSIONS)[:version]:
        take(ledger, name)
        ledger.execute(TAKEN, (name,))
    ledger.execute(f"PRAGMA user_version = {version}")


def take(ledger: sqlite3.Connection, version: str, filled: Mapping[Step, Step] = {}) -> None:
    """Take the steps of a version; `filled` has what fills an older ledger's tables, by the steps that name it."""
    for said in VERSIONS[version]:
        step = filled.get(said, said)
        step(ledger) if callable(step) else ledger.execute(step)


def migrate(connection: sqlite3.Connection, path: Path | None = None) -> None:
    """Bring the ledger to the newest version, in one transaction; a second process waits and finds it done.

    One that holds something is copied before, where it has a `path`: nobody else writes meanwhile, and of two processes
    only the one that does the work copies it. Raises LedgerError where that cannot be, or what was recorded cannot be
    read: then nothing is changed.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if version < SCHEMA_VERSION:
            if version:
                rooms.load(rooms.COPIES).bring_up_to_date(connection, version, path)
            else:
                build(connection, SCHEMA_VERSION)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except BaseException:
        if connection.in_transaction:  # a disk that fails has ended it already
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
