"""An evening that comes from a file: its people by other names, its like in the ledger, and how it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import UNREADABLE, Refused
from sklog.language import N_, _, _t
from sklog.ledger import evenings, history, record
from sklog.ledger.facts import EVENING, RENAME, Recording
from sklog.ledger.people import name_changes
from sklog.likeness import models
from sklog.scoring.names import name_key
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.scoring.session import Session


class NamesThen:
    """What somebody is called now who is meant by a name that was left behind: he had it, and nobody has it now.

    `met` are those who were asked for, with their names of today.
    """

    def __init__(self, ledger: sqlite3.Connection) -> None:
        now: dict[str, str] = {}
        for change, in_force in name_changes(ledger):
            if in_force and not change.part:
                key = name_key(change.old)
                now = {had: change.new if name_key(name) == key else name for had, name in now.items()}
                now[key] = change.new
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


class Imported(NamedTuple):
    """What became of one evening: its row in the ledger, and whether it was new."""

    evening: Evening
    new: bool


def import_session(
    ledger: sqlite3.Connection, session: Session, command: Command, *, uid: str, called: Callable[[str], str] = str
) -> Imported:
    """Store an evening that is not there yet; raise Refused where another version of it is.

    `called` says how people are called here whom a file may still know by a name that they had.
    """
    present = evenings.with_identity(ledger, uid)
    there = present and history.of_evening(ledger, present).session
    taken_back = present is not None and present.kind == evenings.VOID and not (there and there.entries)
    came, session = session, session.called(called)
    known = present and there and (models.same(there, session) or models.same(_as_it_came(ledger, present), came))
    if present and known and not taken_back:
        return Imported(present, new=False)
    _refuse_other_spellings(ledger, session)
    if present is None:
        taken = record.taken_over(ledger, session.name, session.stock_from)
        Refused.if_any([taken, record.not_left(ledger, session.name, session.stock, session.stock_from)])
        present = record.new_evening(ledger, session, command, uid=uid, imported=True)
    elif there and not models.same(there, session._replace(entries=(), closed=False)):  # else its import was undone
        said = {"name": session.name, "date": session.date or _("no date"), "number": present.id}
        differs = N_(
            "{name!r} of {date} is already in the ledger as evening {number}, but differs from this file: nothing "
            "was imported"
        )
        raise Refused(_t(differs, **said))
    recording = Recording(ledger, present.id, command, behind=b"" if there else present.digest)
    if there or not (session.entries or session.closed):  # else it stays taken back, or could not be taken back
        recording.add(EVENING, fact={"void": False})
        ledger.execute("UPDATE state SET begun = NULL WHERE session_id = ?", (present.id,))
    # where it was folded while it was read: what was dealt, and the state behind it
    folded, end = getattr(session, "folded", None) or (session.lines(), None)
    record.record_lines(ledger, present, folded, recording, closing=session.closed, end=end)
    if there:
        record.keep_kinds(ledger)
    stands = present._replace(position=len(folded), closed=session.closed, digest=recording.newest)
    if there or end is None or not end[0].seats:
        stands = evenings.by_number(ledger, present.id)
    else:  # as it was just written
        stands = stands._replace(state=end[0], tariff=end[1])
    Refused.if_any([record.otherwise_later(ledger, stands)])
    return Imported(stands, new=True)


def _as_it_came(ledger: sqlite3.Connection, evening: Evening) -> Session:
    """Return an evening as it would be if nobody had another name since, and nothing of its beginning was put right.

    So the file from which it came says it for ever. Raises LedgerError as `of_evening` does.
    """
    facts, _spelled = history.proof(ledger, evening.id)
    try:
        rows = history.rows_of(ledger, evening.id, facts=facts)
        rows = [row for row in rows if row.kind not in (RENAME, EVENING)]
        return history.in_force(evenings.beginning(ledger, evening.id), rows, history.Names(None, rows))[0]
    except UNREADABLE as error:
        raise evenings.damaged(evening.id) from error


def _refuse_other_spellings(ledger: sqlite3.Connection, session: Session) -> None:
    """Refuse `anna` beside `Anna`: names are unique without regard to case, and facts keep their spelling."""
    names = history.people(session)
    Refused.if_any(
        _("{name} is {right} in this ledger: spell the name the same way", name=name, right=right)
        for name, right in zip(names, record.known_spelling(ledger, names), strict=True)
        if name != right
    )
