"""Whole evenings into the ledger: importing twice changes nothing, and two versions are never mixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.ledger import evenings, recording
from sklog.scoring.evening import Join

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.evenings import Evening
    from sklog.ledger.recording import Said
    from sklog.scoring.session import Session


class Imported(NamedTuple):
    """What became of one evening: its row in the ledger, and whether it was new."""

    evening: Evening
    new: bool


def take(ledger: sqlite3.Connection, session: Session, said: Said, *, uid: str) -> Imported:
    """Store an evening that is not there yet; raise Refused where another version of it is."""
    row = ledger.execute("SELECT id FROM session WHERE uid = ?", (uid,)).fetchone()
    if row is not None:
        present = evenings.find(ledger, str(row[0]))
        if _same(evenings.session(ledger, present), session):
            return Imported(present, new=False)
        raise Refused(
            f"{session.name!r} of {session.date or 'no date'} is in the ledger as evening {present.id}, "
            f"and differs from this file: nothing was imported; compare with: sklog export {present.id}"
        )
    _refuse_other_spellings(ledger, session)
    evening = recording.start(ledger, session, said, uid=uid)
    if session.entries:
        recording.add(ledger, evening, session.entries, said)
        evening = evenings.find(ledger, str(evening.id))
    if session.closed:
        evening = recording.close(ledger, evening, [], said)
    return Imported(evening, new=True)


def _same(present: Session, session: Session) -> bool:
    """Whether two evenings hold the same facts; what a file expects, and its identity, are none."""
    return present._replace(expect=None, id="") == session._replace(expect=None, id="")


def _refuse_other_spellings(ledger: sqlite3.Connection, session: Session) -> None:
    """Refuse `anna` beside `Anna`: names are unique without regard to case, and facts keep their spelling."""
    names = [*session.players, *(entry.name for entry in session.entries if isinstance(entry, Join))]
    known = recording.known_spelling(ledger, names)
    other = [f"{name} is {right} in this ledger" for name, right in zip(names, known, strict=True) if name != right]
    if other:
        raise Refused(*(f"{one}: spell the name the same way" for one in dict.fromkeys(other)))
