"""Writing facts: the only place that adds an evening, an action or an entry, each with its digest (`chain`)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.ledger import chain, evenings
from sklog.ledger.connection import insert_all
from sklog.tariffs import to_mapping

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sklog.scoring.session import Session

    Rows = Mapping[tuple[str, int], int]


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
