"""What a ledger knows of an evening that comes from a file: its people by other names, and its like."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sklog.errors import Refused
from sklog.language import N_, _, _t
from sklog.ledger import evenings, history
from sklog.ledger.facts import RENAME
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    import sqlite3

    from sklog.scoring.session import Session


class NamesThen:
    """What somebody is called now who is meant by a name that was left behind: he had it, and nobody has it now.

    `met` are those who were asked for, with their names of today.
    """

    def __init__(self, ledger: sqlite3.Connection) -> None:
        now: dict[str, str] = {}
        undone: dict[int, set[int]] = {}
        rows = "SELECT session_id, action_id, fact FROM entry WHERE kind = ? ORDER BY id"
        for evening, action, fact in ledger.execute(rows, (RENAME,)).fetchall():
            if evening not in undone:
                undone[evening] = history.undone_actions(ledger, evening)
            change = history.name_change(json.loads(fact))
            if action not in undone[evening] and not change.part:
                key = name_key(change.old)
                now = {had: change.new if name_key(name) == key else name for had, name in now.items()} | {
                    key: change.new
                }
        taken = {name_key(name) for one in evenings.with_void(ledger) for name in one.state.balances} if now else set()
        self._now = {key: evenings.known_name(ledger, name) or name for key, name in now.items() if key not in taken}
        self.met: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """Return what somebody is called now."""
        now = self._now.get(name_key(name)) if self._now else None
        if now:
            self.met[name] = now
        return now or name

    @property
    def sentences(self) -> list[str]:
        """What is said of those who were met."""
        said = N_("{old} is called {new} here: the file's {old} was taken for that person.")
        return [_(said, old=old, new=new) for old, new in self.met.items()]


def require_other_day(ledger: sqlite3.Connection, session: Session) -> None:
    """Refuse an evening whose day and people are those of another one here: it may be that one under another name."""
    people = set(map(name_key, session.everybody()))
    alike = f"WHERE {evenings.DATE_NOW} = ? AND session.uid <> ? AND NOT {evenings.IS_VOID}"
    for other in evenings.select(ledger, alike, session.date, session.id):
        if people == set(map(name_key, other.state.everybody)):
            said = {"name": session.name, "date": session.date, "number": other.id, "other": other.name}
            same_day = N_(
                "{name!r} of {date}: evening {number}, {other!r}, has the same day and the same people; if it is "
                "another one, give it a name of its own"
            )
            raise Refused(_t(same_day, **said))


def imported_as(ledger: sqlite3.Connection, name: str) -> str | None:
    """Return what was typed behind the newest import that took something of a file; None where there is none."""
    rows = ledger.execute("SELECT DISTINCT typed FROM action WHERE command = 'import' ORDER BY id DESC")
    return next((typed for (typed,) in rows if f" {name} " in f" {typed.partition(' --')[0]} "), None)
