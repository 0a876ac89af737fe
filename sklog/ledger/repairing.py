"""Mending the ledger: everything that follows from the facts is built anew where it is not what comes out.

Facts are never touched. Where they are not what was recorded nothing is built from them either: what is stored still
tells what they were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import chain, checking, correcting, evenings, naming, structure
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator


def repair(ledger: sqlite3.Connection) -> Iterator[str]:
    """Build anew what differs, and yield what was done; `checking.disagreements` says afterwards what is left.

    Raises Refused where SQLite itself finds the file damaged: nothing can be built upon that.
    """
    yield from _indexes(ledger)
    yield from _parts(ledger)
    yield from _accounts(ledger)
    yield from _spellings(ledger)
    yield from _evenings(ledger)


def _indexes(ledger: sqlite3.Connection) -> Iterator[str]:
    if _whole(ledger):
        return
    ledger.execute("REINDEX")
    if not _whole(ledger):
        raise Refused(_("the file itself is damaged: go back to a copy, with sklog restore"))
    yield _("built the indexes anew")


def _whole(ledger: sqlite3.Connection) -> bool:
    said: str = ledger.execute("PRAGMA integrity_check(1)").fetchone()[0]
    return said == "ok"


def _parts(ledger: sqlite3.Connection) -> Iterator[str]:
    """Build triggers, indexes and views as they should be; a table that is otherwise is only named by `check`."""
    for part in structure.other_parts(ledger):
        if part.kind in structure.REBUILT:
            ledger.execute(f'DROP {part.kind} IF EXISTS "{part.name}"')
            if part.sql and not part.foreign:
                ledger.execute(part.sql)
            yield _("made {part} as it should be", part=f"{part.kind} {part.name}")


def _accounts(ledger: sqlite3.Connection) -> Iterator[str]:
    """Write an account's name and key as the facts have them, where one of the two still tells whose it is."""
    first: dict[str, str] = {}
    for name in checking.named(ledger):
        first.setdefault(name_key(name), name)
    names = set(checking.named(ledger))
    wrong = []
    for row, name, key in ledger.execute("SELECT id, name, key FROM account WHERE kind = 'player'").fetchall():
        right = name if name in names else first.get(key, name)
        if (name, key) != (right, name_key(right)):
            wrong.append((right, name_key(right), row))
    if wrong:
        with structure.unguarded(ledger, "account"):
            ledger.executemany("UPDATE account SET name = ?, key = ? WHERE id = ?", wrong)
    for name, _key, _row in wrong:
        yield _("wrote the account of {name} as it was recorded", name=name)


def _spellings(ledger: sqlite3.Connection) -> Iterator[str]:
    wrong = [key for key, kept, right in checking.spelled(ledger) if kept != right]
    if not wrong:
        return
    naming.respell(ledger)
    yield _("wrote names as they were recorded: {names}", names=", ".join(wrong))


def _evenings(ledger: sqlite3.Connection) -> Iterator[str]:
    for number, name in ledger.execute("SELECT id, name FROM session ORDER BY id").fetchall():
        if not any(checking.of_evening(ledger, number)):
            continue
        if chain.broken(ledger, number):
            yield _(
                "evening {number} ({name}) was left as it is: its facts are not what was recorded; "
                "go back to a copy, with sklog restore",
                number=number,
                name=name,
            )
            continue
        with structure.unguarded(ledger, "session"):
            elsewhere = checking.came_from_elsewhere(ledger, number)
            ledger.execute("UPDATE session SET imported = ? WHERE id = ?", (elsewhere, number))
        _clear(ledger, number)
        correcting.rebuild(ledger, evenings.as_begun(ledger, number))
        yield _("scored evening {number} ({name}) again, from its first hand on", number=number, name=name)


def _clear(ledger: sqlite3.Connection, number: int) -> None:
    """Remove everything that was stored for an evening, wherever it was put."""
    of_it = "session_id = ?1 OR entry_id IN (SELECT id FROM entry WHERE session_id = ?1)"
    scored = f"SELECT entry_id FROM score WHERE {of_it}"  # noqa: S608  our own words
    ledger.execute(f"UPDATE score SET sealed = 0 WHERE {of_it}", (number,))  # noqa: S608  the same
    ledger.execute(f"DELETE FROM posting WHERE entry_id IN ({scored})", (number,))  # noqa: S608  the same
    ledger.execute("DELETE FROM posting WHERE entry_id NOT IN (SELECT entry_id FROM score)")
    ledger.execute(f"DELETE FROM score WHERE {of_it}", (number,))  # noqa: S608  the same
    ledger.execute(f"DELETE FROM payment WHERE {of_it}", (number,))  # noqa: S608  the same
    ledger.execute(
        "INSERT INTO state (session_id, state) SELECT ?1, '{}' WHERE NOT EXISTS"
        " (SELECT 1 FROM state WHERE session_id = ?1)",
        (number,),
    )
