"""Which evenings came from another ledger, when, and how far: what was done to them here came later."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.ledger import chain

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.facts import Said

MERGE = "merge"
"""The command that brings evenings; it says who is called otherwise here, and nothing else."""
CAME_ALONG = """
    EXISTS (SELECT 1 FROM arrival WHERE arrival.session_id = action.session_id AND action.id <= arrival.upto)
"""
"""Whether a command came along with its evening: nobody gave it here."""


class Arrival(NamedTuple):
    """When an evening came (UTC, ISO), who brought it, from which file, and the newest action that came along."""

    at: str
    who: str
    source: str
    upto: int


def keep(ledger: sqlite3.Connection, evening: int, said: Said) -> None:
    """Keep that an evening came with everything recorded of it so far, from the file that was typed.

    One without a command leaves nothing to tell.
    """
    (upto,) = ledger.execute("SELECT max(id) FROM action WHERE session_id = ?", (evening,)).fetchone()
    if upto is not None:
        row = (evening, said.at, said.who, said.typed, upto)
        ledger.execute(
            "INSERT INTO arrival (session_id, at, who, source, upto, seal) VALUES (?, ?, ?, ?, ?, ?)",
            (*row, chain.sealed(*row)),
        )


def of_evening(ledger: sqlite3.Connection, evening: int) -> Arrival | None:
    """Return how an evening came here; None where it was begun here, or came from a file that is no ledger."""
    row = ledger.execute("SELECT at, who, source, upto FROM arrival WHERE session_id = ?", (evening,)).fetchone()
    return Arrival(*row) if row else None
