"""Proving the ledger: what is stored must be what the facts say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import SklogError
from sklog.ledger import evenings
from sklog.scoring.evening import Payment
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.ledger.evenings import Evening, Recorded
    from sklog.scoring.evening import Line


def disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything stored that does not agree with the recorded facts."""
    for (said,) in ledger.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield f"the file itself is damaged: {said}"
    for table, row, parent, _ in ledger.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} names a row of {parent} that is not there"
    numbers = [number for (number,) in ledger.execute("SELECT id FROM session ORDER BY id")]
    for number in numbers:
        try:
            evening = evenings.find(ledger, str(number))
            entries = evenings.recorded(ledger, number)
            yield from (f"evening {number} ({evening.name}): {what}" for what in _of_evening(ledger, evening, entries))
        except (SklogError, ValueError, KeyError, TypeError) as error:
            yield f"evening {number} cannot be read: {error}"


def _of_evening(ledger: sqlite3.Connection, evening: Evening, entries: list[Recorded]) -> Iterator[str]:
    session = Session(
        evening.name,
        evening.date,
        evening.tariff,
        evening.players,
        entries=tuple(entry for _, entry in entries),
        dealer=evening.dealer,
        stock=evening.stock_in,
    )
    try:
        lines = session.lines()
    except SklogError as error:
        yield f"does not fold: {error}"
        return
    yield from _scores(ledger, evening.id, entries, lines)
    last = final_state(session, lines)
    if evening.state != last:
        yield f"the kept state differs from the folded one: {evening.state} instead of {last}"
    hands = sum(line.number is not None for line in lines)
    if (evening.hands, evening.position) != (hands, len(lines)):
        yield f"{evening.hands} hands are counted, {hands} are recorded"
    if evening.closed != evenings.is_closed(ledger, evening.id):
        yield "is kept as closed and was not closed" if evening.closed else "was closed and is kept as open"
    if sum(last.balances.values()) != evening.stock_in:
        yield f"the balances with the {STOCK} sum to {sum(last.balances.values())}"


def _scores(ledger: sqlite3.Connection, evening: int, entries: list[Recorded], lines: list[Line]) -> Iterator[str]:
    stored = {
        row: (position, number, value, sealed)
        for row, position, number, value, sealed in ledger.execute(
            "SELECT entry_id, position, number, value, sealed FROM score WHERE session_id = ?", (evening,)
        )
    }
    postings = evenings.postings(ledger, evening)
    payments = {
        row: Payment(*paid)
        for row, *paid in ledger.execute(
            "SELECT entry_id, payer.name, payee.name, amount FROM payment JOIN account payer ON payer.id = payer_id"
            " JOIN account payee ON payee.id = payee_id WHERE session_id = ?",
            (evening,),
        )
    }
    for position, ((row, entry), line) in enumerate(zip(entries, lines, strict=True), 1):
        what = f"hand {line.number}" if line.number else f"entry {position}"
        if isinstance(entry, Payment) and payments.pop(row, None) != entry:
            yield f"{what}: the stored payment differs from the recorded one"
        if line.score is None:
            continue
        expected = (position, line.number, line.score.value, 1)
        if stored.pop(row, None) != expected:
            yield f"{what}: the stored value is not {line.score.value}"
        want = {name: amount for name, amount in line.score.postings.items() if amount}
        if postings.pop(row, {}) != want:
            yield f"{what}: the stored postings are not {want}"
    if stored or any(postings.values()) or payments:
        yield "there are scores, postings or payments of entries that are not in force"
