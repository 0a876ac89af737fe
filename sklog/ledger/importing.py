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
        if same(there, session):
            return Imported(present, new=False)
        _refuse_other_spellings(ledger, session)
        if not there.entries and same(there, session._replace(entries=(), closed=False)):
            return Imported(recording.fill(ledger, present, session, said), new=True)  # its import was undone
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
    _refuse(
        taken_over(ledger, session.name, session.stock_from),
        not_left(ledger, session.name, session.stock, session.stock_from),
    )
    evening = recording.take_over(ledger, session, said, uid=uid)
    _refuse(otherwise_later(ledger, evening))
    return Imported(evening, new=True)


def same(present: Session, session: Session) -> bool:
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


def _refuse(*problems: str | None) -> None:
    if wrong := [problem for problem in problems if problem]:
        raise Refused(*wrong)


# -- Stocks: money comes from nowhere -----------------------------------------------------------------


def taken_over(ledger: sqlite3.Connection, name: str, stock_from: str) -> str | None:
    """Return the sentence that an evening here took over the Stock with which the evening `name` begins."""
    row = ledger.execute("SELECT name FROM session WHERE stock_from = ?", (stock_from,)).fetchone()
    if row is None:
        return None
    return _("{name!r} begins with a Stock that {other!r} has taken over already", name=name, other=row[0])


def not_left(ledger: sqlite3.Connection, name: str, stock: int, stock_from: str) -> str | None:
    """Return the sentence that the evening it comes from, which is here, did not leave the Stock of `name`."""
    row = ledger.execute("SELECT id FROM session WHERE uid = ?", (stock_from,)).fetchone()
    if row is None:
        return None
    earlier = evenings.by_number(ledger, row[0])
    if stock == earlier.left:
        if earlier.closed:
            return None
        return _(
            "{name!r} begins with the Stock of {earlier!r}, which is still open: close that first,"
            " with sklog close --session {number}",
            name=name,
            earlier=earlier.name,
            number=earlier.id,
        )
    return _(
        "{name!r} begins with {stock} in the Stock, but {earlier!r} left {left}",
        name=name,
        stock=stock,
        earlier=earlier.name,
        left=earlier.left,
    )


def otherwise_later(ledger: sqlite3.Connection, evening: Evening) -> str | None:
    """Return the sentence that a later evening, which is here, began with another Stock than this one left."""
    row = ledger.execute("SELECT name, stock_in FROM session WHERE stock_from = ?", (evening.uid,)).fetchone()
    if row is None:
        return None
    if row[1] == evening.left:
        if evening.closed:
            return None
        return _(
            "{name!r} took over the Stock of {earlier!r}, which is not closed there: close that first",
            name=row[0],
            earlier=evening.name,
        )
    return _(
        "{name!r} began with {stock} in the Stock, but {earlier!r} left {left}",
        name=row[0],
        stock=row[1],
        earlier=evening.name,
        left=evening.left,
    )
