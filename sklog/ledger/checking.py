"""Proving the ledger: what is stored must be what the facts say."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from sklog.errors import SklogError
from sklog.language import _
from sklog.ledger import banking, evenings, history
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.state import Payment
from sklog.tariffs import from_mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import History, Recorded
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line


DAMAGED = (SklogError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""What reading or folding an evening may end in when its facts were changed by hand."""


def disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything stored that does not agree with the recorded facts."""
    try:
        yield from _of_ledger(ledger)
    except sqlite3.DatabaseError as error:
        yield _("the file itself is damaged: {reason}", reason=error)


def _of_ledger(ledger: sqlite3.Connection) -> Iterator[str]:
    for (said,) in ledger.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield _("the file itself is damaged: {reason}", reason=said)
    for table, row, parent, *__ in ledger.execute("PRAGMA foreign_key_check"):
        where = f"{table} {row}" if row else table
        yield _("{row} names a row of {parent} that is not there", row=where, parent=parent)
    for (number,) in ledger.execute("SELECT id FROM session WHERE id NOT IN (SELECT session_id FROM state)"):
        yield _("evening {number} has no state", number=number)
    numbers = [number for (number,) in ledger.execute("SELECT session_id FROM state ORDER BY session_id")]
    for number in numbers:
        yield from of_evening(ledger, number)
    yield from _carried_stocks(ledger)
    for name, key in ledger.execute("SELECT name, key FROM account"):
        if key != name_key(name):
            yield _("the account of {name} is kept under {key}", name=name, key=key)
    yield from _banks(ledger)


def of_evening(ledger: sqlite3.Connection, number: int) -> Iterator[str]:
    """Yield a sentence for everything stored of this evening that does not agree with its recorded facts."""
    try:
        evening = evenings.by_number(ledger, number)
        told = history.of_evening(ledger, evening)
        for what in _of_evening(ledger, evening, told):
            yield _("evening {number} ({name}): {what}", number=number, name=evening.name, what=what)
    except DAMAGED as error:
        yield _("evening {number} cannot be read: {reason}", number=number, reason=error)


def _banks(ledger: sqlite3.Connection) -> Iterator[str]:
    try:
        yield from banking.damaged(ledger)
    except DAMAGED as error:
        yield _("whose IBAN is whose cannot be read: {reason}", reason=error)


def _carried_stocks(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield every Stock that began as another sum than the earlier evening left."""
    for number, name, stock, left, closed in ledger.execute(
        "SELECT later.id, later.name, later.stock_in, json_extract(state.state, '$.balances.Stock'), state.closed"
        " FROM session later JOIN session earlier ON earlier.uid = later.stock_from"
        " JOIN state ON state.session_id = earlier.id"
    ):
        if not closed or stock != left:
            yield _(
                "evening {number} ({name}) began with {stock} in the Stock; the earlier evening left {left}",
                number=number,
                name=name,
                stock=stock,
                left=left,
            )


def _of_evening(ledger: sqlite3.Connection, evening: Evening, told: History) -> Iterator[str]:
    session = told.session
    try:
        lines = session.lines()
    except SklogError as error:
        yield _("does not fold: {reason}", reason=error)
        return
    yield from _scores(ledger, evening.id, told.recorded, lines)
    last = final_state(session, lines)
    for part, kept, folded in zip(last._fields, evening.state, last, strict=True):
        if kept != folded:
            yield _("{part} is kept as {kept} and comes out as {folded}", part=part, kept=kept, folded=folded)
    (hands,) = ledger.execute("SELECT hands FROM state WHERE session_id = ?", (evening.id,)).fetchone()
    if (hands, evening.position) != (last.hands, len(lines)):
        yield _("{counted} hands are counted, {recorded} are recorded", counted=hands, recorded=last.hands)
    yield from _tariffs(ledger, evening, session, lines)
    if evening.closed != history.is_closed(ledger, evening.id):
        yield (_("is kept as closed and was not closed") if evening.closed else _("was closed and is kept as open"))
    if sum(last.balances.values()) != evening.stock_in:
        yield _("the balances with the {stock} sum to {sum}", stock=STOCK, sum=sum(last.balances.values()))


def _tariffs(ledger: sqlite3.Connection, evening: Evening, session: Session, lines: list[Line]) -> Iterator[str]:
    """Yield where the tariff in force, or what is kept beside the first one, is not what was recorded."""
    if evening.tariff != final_tariff(session, lines):
        yield _("the tariff in force is kept as {tariff}, and is another", tariff=evening.tariff.name)
    unit, name, text = ledger.execute(
        "SELECT unit, tariff_name, tariff FROM session WHERE id = ?", (evening.id,)
    ).fetchone()
    first = from_mapping(json.loads(text))
    if (unit, name) != (first.unit, first.name):
        kept, found = f"{unit} {name}", f"{first.unit} {first.name}"
        yield _("is kept under {kept}, and its tariff is {found}", kept=kept, found=found)


def _scores(ledger: sqlite3.Connection, evening: int, entries: Sequence[Recorded], lines: list[Line]) -> Iterator[str]:
    stored = {
        row: kept
        for row, *kept in ledger.execute(
            "SELECT entry_id, position, number, value, sealed, said_by FROM score WHERE session_id = ?", (evening,)
        )
    }
    postings = evenings.postings(ledger, evening)
    payments = evenings.payments(ledger, evening)
    for position, (one, line) in enumerate(zip(entries, lines, strict=True), 1):
        row, entry = one.id, one.entry
        what = _("hand {number}", number=line.number) if line.number else _("entry {number}", number=position)
        if isinstance(entry, Payment) and payments.pop(row, None) != entry:
            yield _("{what}: the stored payment differs from the recorded one", what=what)
        if line.score is None:
            continue
        expected = [position, line.number, line.score.value, 1, one.said_by]
        if stored.pop(row, None) != expected:
            yield _("{what}: the stored value is not {value}", what=what, value=line.score.value)
        want = evenings.kept(line.score.postings)
        if postings.pop(row, {}) != want:
            yield _("{what}: the stored postings are not {wanted}", what=what, wanted=want)
    if stored or any(postings.values()) or payments:
        yield _("there are scores, postings or payments of entries that are not in force")
