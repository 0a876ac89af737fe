"""Whole evenings into the ledger: importing twice changes nothing, and two versions are never mixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings, history, recording
from sklog.tariffs.entries import entry_to_json

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Said
    from sklog.scoring.session import Session


class Imported(NamedTuple):
    """What became of one evening: its row in the ledger, and whether it was new."""

    evening: Evening
    new: bool


def take(ledger: sqlite3.Connection, session: Session, said: Said, *, uid: str) -> Imported:
    """Store an evening that is not there yet; raise Refused where another version of it is."""
    row = ledger.execute("SELECT id FROM session WHERE uid = ?", (uid,)).fetchone()
    if row is not None:
        present = evenings.by_number(ledger, row[0])
        there = history.of_evening(ledger, present).session
        if _same(there, session):
            return Imported(present, new=False)
        if not there.entries and _same(there, session._replace(entries=(), closed=False)):
            return Imported(_fill(ledger, present, session, said), new=True)  # its import was undone
        raise Refused(
            _(
                "{name!r} of {date} is in the ledger as evening {number}, and differs from this file: "
                "nothing was imported; compare with: sklog export {number}",
                name=session.name,
                date=session.date or _("no date"),
                number=present.id,
            )
        )
    _refuse_other_spellings(ledger, session)
    _refuse_a_wrong_stock(ledger, session)
    evening = _fill(ledger, recording.start(ledger, session, said, uid=uid, imported=True), session, said)
    _refuse_another_stock_later(ledger, evening)
    return Imported(evening, new=True)


def _fill(ledger: sqlite3.Connection, evening: Evening, session: Session, said: Said) -> Evening:
    """Record what happened in an evening that is still empty."""
    if session.entries:
        recording.add(ledger, evening, session.entries, said)
        evening = evenings.by_number(ledger, evening.id)
    return recording.close(ledger, evening, [], said) if session.closed else evening


def _same(present: Session, session: Session) -> bool:
    """Whether two evenings hold the same facts; what a file expects, and its identity, are none."""
    told = [
        # entries are compared as JSON: two kinds of events may be equal as tuples
        (one._replace(expect=None, id="", entries=()), [entry_to_json(entry) for entry in one.entries])
        for one in (present, session)
    ]
    return told[0] == told[1]


def _refuse_other_spellings(ledger: sqlite3.Connection, session: Session) -> None:
    """Refuse `anna` beside `Anna`: names are unique without regard to case, and facts keep their spelling."""
    paid = (name for entry in session.payments() for name in (entry.payer, entry.payee))
    names = [*session.everybody(), *paid]
    known = recording.known_spelling(ledger, names)
    other = [
        _("{name} is {right} in this ledger: spell the name the same way", name=name, right=right)
        for name, right in zip(names, known, strict=True)
        if name != right
    ]
    if other:
        raise Refused(*dict.fromkeys(other))


def _refuse_a_wrong_stock(ledger: sqlite3.Connection, session: Session) -> None:
    """Refuse a Stock that was taken over already, or that the earlier evening did not leave: money from nowhere."""
    row = ledger.execute("SELECT name FROM session WHERE stock_from = ?", (session.stock_from,)).fetchone()
    if row is not None:
        raise Refused(
            _("{name!r} begins with a Stock that {other!r} has taken over already", name=session.name, other=row[0])
        )
    row = ledger.execute("SELECT id FROM session WHERE uid = ?", (session.stock_from,)).fetchone()
    if row is None:
        return
    earlier = evenings.by_number(ledger, row[0])
    left = earlier.state.stock if earlier.closed else 0
    if session.stock != left:
        raise Refused(
            _(
                "{name!r} begins with {stock} in the Stock, but {earlier!r} left {left}",
                name=session.name,
                stock=session.stock,
                earlier=earlier.name,
                left=left,
            )
        )


def _refuse_another_stock_later(ledger: sqlite3.Connection, evening: Evening) -> None:
    """Refuse an evening whose Stock a later one began with as another sum: the same, in the other order."""
    row = ledger.execute("SELECT name, stock_in FROM session WHERE stock_from = ?", (evening.uid,)).fetchone()
    left = evening.state.stock if evening.closed else 0
    if row is not None and row[1] != left:
        raise Refused(
            _(
                "{name!r} began with {stock} in the Stock, but {earlier!r} left {left}",
                name=row[0],
                stock=row[1],
                earlier=evening.name,
                left=left,
            )
        )
