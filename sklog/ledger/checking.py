"""Proving the ledger: what is stored must be what the facts say."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from sklog.errors import SklogError
from sklog.ledger import evenings, history
from sklog.scoring.evening import Payment
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state, final_tariff
from sklog.tariffs import from_mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import History, Recorded
    from sklog.scoring.evening import Line
    from sklog.scoring.session import Session


def disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything stored that does not agree with the recorded facts."""
    try:
        yield from _of_ledger(ledger)
    except sqlite3.DatabaseError as error:
        yield f"the file itself is damaged: {error}"


def _of_ledger(ledger: sqlite3.Connection) -> Iterator[str]:
    for (said,) in ledger.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield f"the file itself is damaged: {said}"
    for table, row, parent, _ in ledger.execute("PRAGMA foreign_key_check"):
        yield f"{table}{f' {row}' if row else ''} names a row of {parent} that is not there"
    for (number,) in ledger.execute("SELECT id FROM session WHERE id NOT IN (SELECT session_id FROM state)"):
        yield f"evening {number} has no state"
    numbers = [number for (number,) in ledger.execute("SELECT session_id FROM state ORDER BY session_id")]
    for number in numbers:
        try:
            evening = evenings.by_number(ledger, number)
            told = history.of_evening(ledger, evening)
            yield from (f"evening {number} ({evening.name}): {what}" for what in _of_evening(ledger, evening, told))
        except (SklogError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            yield f"evening {number} cannot be read: {error}"
    yield from _carried_stocks(ledger)
    for name, key in ledger.execute("SELECT name, key FROM account"):
        if key != name_key(name):
            yield f"the account of {name} is kept under {key}"


def _carried_stocks(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield every Stock that began as another sum than the earlier evening left."""
    for number, name, stock, left, closed in ledger.execute(
        "SELECT later.id, later.name, later.stock_in, json_extract(state.state, '$.balances.Stock'), state.closed"
        " FROM session later JOIN session earlier ON earlier.uid = later.stock_from"
        " JOIN state ON state.session_id = earlier.id"
    ):
        if not closed or stock != left:
            yield f"evening {number} ({name}) began with {stock} in the Stock; the earlier evening left {left}"


def _of_evening(ledger: sqlite3.Connection, evening: Evening, told: History) -> Iterator[str]:
    session = told.session
    try:
        lines = session.lines()
    except SklogError as error:
        yield f"does not fold: {error}"
        return
    yield from _scores(ledger, evening.id, told.recorded, lines)
    last = final_state(session, lines)
    for part, kept, folded in zip(last._fields, evening.state, last, strict=True):
        if kept != folded:
            yield f"{part} is kept as {kept} and comes out as {folded}"
    (hands,) = ledger.execute("SELECT hands FROM state WHERE session_id = ?", (evening.id,)).fetchone()
    if (hands, evening.position) != (last.hands, len(lines)):
        yield f"{hands} hands are counted, {last.hands} are recorded"
    yield from _tariffs(ledger, evening, session, lines)
    if evening.closed != history.is_closed(ledger, evening.id):
        yield "is kept as closed and was not closed" if evening.closed else "was closed and is kept as open"
    if sum(last.balances.values()) != evening.stock_in:
        yield f"the balances with the {STOCK} sum to {sum(last.balances.values())}"


def _tariffs(ledger: sqlite3.Connection, evening: Evening, session: Session, lines: list[Line]) -> Iterator[str]:
    """Yield where the tariff in force, or what is kept beside the first one, is not what was recorded."""
    if evening.tariff != final_tariff(session, lines):
        yield f"the tariff in force is kept as {evening.tariff.name}, and is another"
    unit, name, text = ledger.execute(
        "SELECT unit, tariff_name, tariff FROM session WHERE id = ?", (evening.id,)
    ).fetchone()
    first = from_mapping(json.loads(text))
    if (unit, name) != (first.unit, first.name):
        yield f"is kept under {unit} {name}, and its tariff is {first.unit} {first.name}"


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
        what = f"hand {line.number}" if line.number else f"entry {position}"
        if isinstance(entry, Payment) and payments.pop(row, None) != entry:
            yield f"{what}: the stored payment differs from the recorded one"
        if line.score is None:
            continue
        expected = [position, line.number, line.score.value, 1, one.said_by]
        if stored.pop(row, None) != expected:
            yield f"{what}: the stored value is not {line.score.value}"
        want = evenings.kept(line.score.postings)
        if postings.pop(row, {}) != want:
            yield f"{what}: the stored postings are not {want}"
    if stored or any(postings.values()) or payments:
        yield "there are scores, postings or payments of entries that are not in force"
