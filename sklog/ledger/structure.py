"""Proving the file: SQLite finds it whole, it is built as this version builds one, and no row of facts is missing."""

from __future__ import annotations

from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _
from sklog.ledger.connection import SCHEMA_VERSION, in_memory
from sklog.ledger.guards import COUNTED

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

NUMBERED = {"account": 0, **dict.fromkeys(COUNTED, 1)}
"""The tables from which nothing is ever deleted, and their first number: a gap is a row that is gone."""
REBUILT = ("trigger", "index", "view")
"""What of a database can be built anew without touching what it holds."""
DERIVED = ("score", "posting", "payment", "state", "overview", "spelling")
"""The tables that hold only what follows from facts."""


class Part(NamedTuple):
    """A part of the schema: table, index, trigger or view, its name, and how it is made (None: by SQLite itself).

    What is `foreign` should not be there.
    """

    kind: str
    name: str
    table: str
    sql: str | None
    foreign: bool = False


def disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with the file itself."""
    yield from damage(ledger)
    for table, row, parent, *__ in ledger.execute("PRAGMA foreign_key_check"):
        where = f"{table} {row}" if row else table
        yield _("{row} names a row of {parent} that is not there", row=where, parent=parent)
    for part in other_parts(ledger):
        yield _("the {part} of the file is not as sklog makes it", part=f"{part.kind} {part.name}")
    yield from _gaps(ledger)
    if _words(ledger) != _fresh().words:
        yield _("the kinds of entries, or the steps of the schema, are not those of sklog")


def damage(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything that SQLite itself finds wrong, in a ledger of any version."""
    for (said,) in ledger.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield _("the file itself is damaged: {reason}", reason=said)


def other_parts(ledger: sqlite3.Connection, version: int = SCHEMA_VERSION) -> list[Part]:
    """Return the parts that a ledger of this version should have, or should not, or has otherwise.

    What somebody has added beside them is no business of ours, unless it acts on our tables by itself.
    """
    ours, here = _fresh(version).parts, _parts(ledger)
    tables = {part.name for part in ours if part.kind == "table"}
    names = {(part.kind, part.name) for part in ours}
    foreign = (part for part in here if part.table in tables and _acts_by_itself(part))
    return [
        *(part for part in ours if part not in here),
        *(part._replace(foreign=True) for part in foreign if (part.kind, part.name) not in names),
    ]


def _acts_by_itself(part: Part) -> bool:
    """Whether a part can refuse or change what is written."""
    return part.kind == "trigger" or (part.kind == "index" and (part.sql or "").startswith("CREATE UNIQUE"))


@contextmanager
def unguarded(ledger: sqlite3.Connection, trigger: str) -> Iterator[None]:
    """Let rows be written as they should be, past a trigger that holds again afterwards."""
    (sql,) = ledger.execute("SELECT sql FROM sqlite_master WHERE name = ?", (trigger,)).fetchone()
    ledger.execute(f"DROP TRIGGER {trigger}")
    yield
    ledger.execute(sql)


class _Fresh(NamedTuple):
    """What a new ledger is made of."""

    parts: list[Part]
    words: list[tuple[str, ...]]


@cache
def _fresh(version: int = SCHEMA_VERSION) -> _Fresh:
    if version == SCHEMA_VERSION:
        with closing(in_memory()) as ledger:
            return _Fresh(_parts(ledger), _words(ledger))
    from sklog.ledger.schema import of_version  # noqa: PLC0415  only where another ledger is older

    with closing(of_version(version)) as ledger:
        return _Fresh(_parts(ledger), _words(ledger))


def _words(ledger: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Return what stands in a ledger before anything is recorded: the kinds of entries, and its schema's steps."""
    kinds = ledger.execute("SELECT * FROM entry_kind ORDER BY kind").fetchall()
    return kinds + ledger.execute("SELECT id, migration_set, name FROM _sqlite_migrations ORDER BY id").fetchall()


def _parts(ledger: sqlite3.Connection) -> list[Part]:
    # the table of the steps is sqlite-utils' own: another version of it may build it otherwise
    rows = ledger.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> '_sqlite_migrations' ORDER BY rowid"
    )
    return [Part(*row) for row in rows]


def _gaps(ledger: sqlite3.Connection) -> Iterator[str]:
    recorded = dict(ledger.execute("SELECT fact, rows FROM recorded"))
    for table, first in NUMBERED.items():
        numbers = [number for (number,) in ledger.execute(f"SELECT id FROM {table} ORDER BY id")]  # noqa: S608  ours
        missing = next((number for number, found in enumerate(numbers, first) if number != found), None)
        if missing is not None:
            yield _("the rows of {table} are not all there: {number} is missing", table=table, number=missing)
        elif table in COUNTED and recorded.get(table) != len(numbers):
            counted, here = recorded.get(table, 0), len(numbers)
            yield _(
                "{counted} rows of {table} were recorded, and {here} are there", counted=counted, table=table, here=here
            )
    for other in sorted(recorded.keys() - set(COUNTED)):
        yield _("the rows of {table} are counted, and are no facts", table=other)
