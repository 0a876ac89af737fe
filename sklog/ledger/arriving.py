"""What came from another ledger, when, and which commands: nobody gave those here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.ledger import chain

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.facts import Said

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
