"""What kinds of facts there are: the words in the column `kind` of the ledger's entries.

A hand and an event are what happened. All others say that something was otherwise than it was recorded: what a hand
was instead, where it stands, that it keeps its seats or counts as never dealt, what somebody is called, by which
tariff the whole evening is played, that it was closed and goes on after all.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.ledger import chain, evenings
from sklog.ledger.database import insert_all
from sklog.scoring.settings import to_mapping

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sklog.scoring.session import Session

    Rows = Mapping[tuple[str, int], int]

HAND, EVENT, FIX, MOVE, PIN, RENAME, TARIFF = ("hand", "event", "fix", "move", "pin", "rename", "tariff")
VOID, VOID_KEEPING_SEATS = VOIDS = ("void", "void_keeping_seats")
CLOSE, REOPEN = ("close", "reopen")


# -- What the database itself promises: facts stay as they were recorded, sealed hands sum to zero -----


# The triggers hold for every program that writes to the file, the `sqlite3` shell included.


FACTS = {
    "account": "id = NEW.id OR name = NEW.name OR key = NEW.key",
    "session": "id = NEW.id OR uid = NEW.uid OR stock_from = NEW.stock_from",
    "action": "id = NEW.id",
    "entry_kind": "kind = NEW.kind",
    "entry": "id = NEW.id",
}
"""The tables of facts, and which row an INSERT OR REPLACE would take the place of without a word."""


COUNTED = ("session", "action", "entry", "arrival")
"""The tables of which is kept how many rows they were given, since version 4."""


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


ENTRY_FITS = """
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
"""
"""Since version 2; it takes the place of `entry_has_its_shape`."""

SCORE_STAYS = """
    CREATE TRIGGER score_stays BEFORE UPDATE OF entry_id, session_id, position, number, value, said_by ON score
    WHEN OLD.sealed BEGIN SELECT RAISE(ABORT, 'a sealed hand is not touched'); END
"""
"""Since version 2; it takes the place of `score_update`."""

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
_SCORE_TAKEN = """
    EXISTS (SELECT 1 FROM score WHERE entry_id = NEW.entry_id OR (session_id = NEW.session_id
            AND (position = NEW.position OR number = NEW.number)))
"""
_SEALS = (
    """
    CREATE TRIGGER score_seal BEFORE UPDATE OF sealed ON score WHEN NEW.sealed = 1
    BEGIN
        SELECT RAISE(ABORT, 'the postings of a hand must sum to zero')
        WHERE (SELECT sum(amount) FROM posting WHERE entry_id = NEW.entry_id) <> 0;
    END
    """,
    """
    CREATE TRIGGER score_begins_open BEFORE INSERT ON score WHEN NEW.sealed
    BEGIN SELECT RAISE(ABORT, 'a hand is sealed after its postings'); END
    """,
    f"CREATE TRIGGER score_is_not_replaced BEFORE INSERT ON score WHEN {_SCORE_TAKEN} {_SEALED}",
    f"CREATE TRIGGER score_delete BEFORE DELETE ON score WHEN OLD.sealed {_SEALED}",
    f"""
    CREATE TRIGGER score_update BEFORE UPDATE OF entry_id, session_id, position, number, value ON score
    WHEN OLD.sealed {_SEALED}
    """,
    *(
        f"CREATE TRIGGER posting_{verb.lower()} BEFORE {verb} ON posting"
        f" WHEN {_SEALED_POSTING.format(rows=rows)} {_SEALED}"
        for verb, rows in (
            ("INSERT", "NEW.entry_id"),
            ("UPDATE", "OLD.entry_id, NEW.entry_id"),
            ("DELETE", "OLD.entry_id"),
        )
    ),
)

_IS_SEALED = "(SELECT sealed FROM score WHERE entry_id = {row}.entry_id)"  # by its key: EXISTS takes twice as long
POSTINGS_STAY = tuple(
    (
        f"DROP TRIGGER IF EXISTS posting_{verb.lower()}",
        (
            f"CREATE TRIGGER posting_{verb.lower()} BEFORE {verb} ON posting"
            f" WHEN {' OR '.join(_IS_SEALED.format(row=row) for row in rows)} {_SEALED}"
        ),
    )
    for verb, rows in {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}.items()
)
"""Since version 5: each trigger, and before it what it takes the place of."""

TRIGGERS = (
    *(trigger for table, same in FACTS.items() for trigger in never_changed(table, same)),
    *_FIT_TOGETHER,
    *_SEALS,
)


# -- Writing facts: the only place that adds an evening, an action or an entry, each with its digest (`chain`)


class Said(NamedTuple):
    """Who said what when: the command, what was typed behind it, the time (UTC, ISO), and the user at the keys."""

    command: str
    typed: str
    at: str
    who: str = ""


def begin(ledger: sqlite3.Connection, session: Session, at: str, *, uid: str, imported: bool) -> int:
    """Add an evening as it begins, without what happens in it; return its row."""
    begun = chain.Begun(
        uid,
        session.name,
        session.date,
        session.place,
        session.tariff.unit,
        session.tariff.name,
        as_json(to_mapping(session.tariff)),
        as_json(session.players),
        session.dealer,
        session.stock,
        session.stock_from or None,
        at,
    )
    return _add_session(ledger, begun, chain.of_session(begun), imported=imported)


class Command:
    """One command about one evening, while it is recorded: the action, then what it adds, in that order.

    `undoes` is the action that it takes back, `part_of` the first action of the same command on another evening.
    """

    def __init__(
        self,
        ledger: sqlite3.Connection,
        evening: int,
        said: Said,
        *,
        undoes: int | None = None,
        part_of: int | None = None,
    ) -> None:
        self._ledger = ledger
        self._evening = evening
        if not chain.is_whole(ledger, evening):  # nothing is built upon facts that were changed
            raise evenings.damaged(evening)
        (head,) = ledger.execute(chain.HEAD, (evening,)).fetchone()
        facts = (said.at, said.command, said.typed, said.who)
        named = (chain.kept_digest(ledger, "action", undoes), chain.kept_digest(ledger, "action", part_of))
        self._head = chain.link(head, "action", *facts, *named)
        self.id = _add_action(ledger, evening, (*facts, undoes, part_of), self._head)

    def add(
        self, kind: str, *, fact: dict[str, Any] | None = None, target: int | None = None, before: int | None = None
    ) -> int:
        """Add one entry that corrects `target`, or stands before the entry `before`; return its row."""
        text = None if fact is None else as_json(fact)
        named = (chain.kept_digest(self._ledger, "entry", target), chain.kept_digest(self._ledger, "entry", before))
        self._head = chain.link(self._head, "entry", kind, text, *named)
        return _add_entry(self._ledger, self._evening, (self.id, kind, text, target, before), self._head)

    def add_all(self, facts: Sequence[tuple[str, dict[str, Any]]]) -> list[int]:
        """Add entries that name no other, each a kind and a fact, one behind the other; return their rows."""
        (newest,) = self._ledger.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()
        entries = []
        for row, (kind, fact) in enumerate(facts, newest + 1):
            text = as_json(fact)
            self._head = chain.link(self._head, "entry", kind, text, None, None)
            entries.append((row, self._evening, self.id, kind, text, self._head))
        insert_all(self._ledger, "entry (id, session_id, action_id, kind, fact, digest)", entries)
        return [entry[0] for entry in entries]


def copy_session(ledger: sqlite3.Connection, other: sqlite3.Connection, row: int) -> int:
    """Add an evening of another ledger as it begins there, with the digest that it has; return its row here."""
    *facts, digest = other.execute(
        f"SELECT {chain.SESSION_FACTS}, digest FROM session WHERE id = ?",  # noqa: S608  our own words
        (row,),
    ).fetchone()
    return _add_session(ledger, facts, digest, imported=True)


def copy_commands(
    ledger: sqlite3.Connection, other: sqlite3.Connection, numbers: Mapping[int, int], known: Rows
) -> None:
    """Add what was recorded of evenings in another ledger and is not here yet, in its order, with the digests it has.

    `numbers` are those evenings and their rows here; `known` says which action and which entry there is which here.
    """
    rows = {**known}
    actions = other.execute(
        "SELECT id, session_id, digest, at, command, typed, who, undoes, command_of FROM action ORDER BY id"
    )
    for action, evening, digest, *said, undoes, first in actions:
        if evening in numbers and ("action", action) not in rows:
            named = (_as_here(rows, "action", undoes), _as_here(rows, "action", first))
            rows["action", action] = _add_action(ledger, numbers[evening], (*said, *named), digest)
    entries = other.execute(
        'SELECT id, session_id, digest, action_id, kind, fact, target, "before" FROM entry ORDER BY id'
    )
    for entry, evening, digest, action, *said, target, before in entries:
        if evening in numbers and ("entry", entry) not in rows:
            named = (_as_here(rows, "entry", target), _as_here(rows, "entry", before))
            rows["entry", entry] = _add_entry(ledger, numbers[evening], (rows["action", action], *said, *named), digest)


def _as_here(rows: Rows, table: str, row: int | None) -> int | None:
    return None if row is None else rows[table, row]


def _add_session(ledger: sqlite3.Connection, facts: Sequence[Any], digest: bytes, *, imported: bool) -> int:
    return _inserted(
        ledger.execute(
            "INSERT INTO session (uid, name, date, place, unit, tariff_name, tariff, players, dealer, stock_in,"
            " stock_from, started_at, digest, imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*facts, digest, imported),
        )
    )


def _add_action(ledger: sqlite3.Connection, evening: int, facts: Sequence[Any], digest: bytes) -> int:
    return _inserted(
        ledger.execute(
            "INSERT INTO action (session_id, at, command, typed, who, undoes, command_of, digest)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (evening, *facts, digest),
        )
    )


def _add_entry(ledger: sqlite3.Connection, evening: int, facts: Sequence[Any], digest: bytes) -> int:
    return _inserted(
        ledger.execute(
            'INSERT INTO entry (session_id, action_id, kind, fact, target, "before", digest)'
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (evening, *facts, digest),
        )
    )


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def as_json(value: object) -> str:
    """Return a value as the ledger writes it."""
    return _encode(value)


def _inserted(cursor: sqlite3.Cursor) -> int:
    return cursor.lastrowid or 0  # an INSERT always has one; the type does not know


# -- What came from another ledger, when, and which commands: nobody gave those here -------------------


MERGE = "merge"
"""The command that brings evenings; it says who is called otherwise here, and nothing else."""
CAME_ALONG = """
    EXISTS (SELECT 1 FROM arrival
            WHERE arrival.session_id = action.session_id AND action.id BETWEEN arrival.first AND arrival.upto)
"""
"""Whether a command came along with its evening: nobody gave it here."""
KEPT = "id, session_id, at, who, source, first, upto"
"""What of a row its seal is of."""


class Arrival(NamedTuple):
    """When an evening, or more of it, came (UTC, ISO), who brought it, and from which file.

    `first` and `upto` are the oldest and the newest action of the evening that came along. All of it between them did,
    or says how somebody is called here, which the merge said itself.
    """

    at: str
    who: str
    source: str
    first: int
    upto: int


def keep(ledger: sqlite3.Connection, evening: int, since: int, said: Said) -> None:
    """Keep that everything recorded of an evening behind the action `since` came from the file that was typed.

    An evening without a command leaves nothing to tell.
    """
    first, upto = ledger.execute(
        "SELECT min(id), max(id) FROM action WHERE session_id = ? AND id > ?", (evening, since)
    ).fetchone()
    if first is not None:
        (number,) = ledger.execute("SELECT coalesce(max(id), 0) + 1 FROM arrival").fetchone()
        row = (number, evening, said.at, said.who, said.typed, first, upto)
        ledger.execute(
            f"INSERT INTO arrival ({KEPT}, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  our own words
            (*row, chain.sealed(*row)),
        )


def of_evening(ledger: sqlite3.Connection, evening: int) -> list[Arrival]:
    """Return what of an evening came here from other ledgers, in its order."""
    rows = ledger.execute(
        "SELECT at, who, source, first, upto FROM arrival WHERE session_id = ? ORDER BY id", (evening,)
    )
    return [Arrival(*row) for row in rows]


def intact(ledger: sqlite3.Connection, evening: int) -> bool:
    """Return whether all that is kept of how an evening came is as it was kept."""
    rows = ledger.execute(f"SELECT seal, {KEPT} FROM arrival WHERE session_id = ?", (evening,))  # noqa: S608  ours
    return all(seal == chain.sealed(*kept) for seal, *kept in rows)
