"""Corrections: nothing is erased, every later hand is folded again, and the answer says which ones changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import IllegalHand, Refused
from sklog.ledger import evenings
from sklog.ledger.recording import action_of, derive, keep_state, mark_void, require_open, require_stock_here
from sklog.scoring.evening import Voided, is_event
from sklog.scoring.session import final_state

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from sklog.ledger.evenings import Evening, Recorded
    from sklog.ledger.recording import Said
    from sklog.scoring.evening import Line


class Revalued(NamedTuple):
    """A hand that costs something else after a correction: its postings before and now (cents or points)."""

    number: int
    before: Mapping[str, int]
    now: Mapping[str, int]


class Change(NamedTuple):
    """What a correction did: the evening afterwards, the hands it revalued, and what an `undo` took back."""

    evening: Evening
    revalued: tuple[Revalued, ...]
    undone: str = ""


def void(ledger: sqlite3.Connection, evening: Evening, number: int, said: Said, *, keeps_seats: bool = False) -> Change:
    """Void hand `number`: it keeps its number and counts as never dealt; every later hand is folded again."""
    require_open(ledger, evening)
    entry = hand_numbered(ledger, evening, number)
    if isinstance(entry.entry, Voided):
        raise Refused(f"hand {number} is void already")
    mark_void(ledger, evening.id, action_of(ledger, evening.id, said), entry.id, keeps_seats=keeps_seats)
    return _refolded(ledger, evening)


def undo(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Change:
    """Take back the newest command in force, of any kind and on every evening it touched; raise Refused."""
    undone = evenings.undone_actions(ledger, evening.id)
    for action, command, typed, together in ledger.execute(
        # an undo records nothing of its own: it is not undone, but the command before it
        "SELECT id, command, typed, coalesce(command_of, id) FROM action WHERE session_id = ?"
        " AND EXISTS (SELECT 1 FROM entry WHERE action_id = action.id) ORDER BY id DESC",
        (evening.id,),
    ).fetchall():
        if action in undone:
            continue
        others = ledger.execute(
            "SELECT session_id, id FROM action WHERE (id = ? OR command_of = ?) AND id <> ?",
            (together, together, action),
        ).fetchall()
        for number, other in others:
            action_of(ledger, number, said, undoes=other)
            _refolded(ledger, evenings.by_number(ledger, number))
        action_of(ledger, evening.id, said, undoes=action)
        return _refolded(ledger, evening)._replace(undone=" ".join(filter(None, (command, typed))))
    raise Refused(f"nothing was recorded in {evening.name!r} that could be undone")


def reopen(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Evening:
    """Go on with a closed evening: its closing is taken back, and what that did with the Stock.

    Refused when a later evening has begun with its Stock.
    """
    undone = evenings.undone_actions(ledger, evening.id)
    closings = ledger.execute(
        "SELECT action_id FROM entry WHERE session_id = ? AND kind = 'close' ORDER BY id DESC", (evening.id,)
    )
    closing = next((action for (action,) in closings if action not in undone), None)
    if closing is None:
        raise Refused(f"the evening {evening.name!r} is not closed")
    require_stock_here(ledger, evening)
    action = action_of(ledger, evening.id, said, undoes=closing)
    ledger.execute("INSERT INTO entry (session_id, action_id, kind) VALUES (?, ?, 'reopen')", (evening.id, action))
    return _refolded(ledger, evening).evening


def hand_numbered(ledger: sqlite3.Connection, evening: Evening, number: int) -> Recorded:
    """Return hand `number` (positions from 1, voided ones included); raise NotFound."""
    hands = [row for row in evenings.recorded(ledger, evening.id) if not is_event(row.entry)]
    if not 1 <= number <= len(hands):
        raise evenings.no_hand(evening, number)
    return hands[number - 1]


def rebuild(ledger: sqlite3.Connection, evening: Evening) -> list[tuple[int, Line]]:
    """Fold all facts of an evening again and store what follows from them; return rows and lines."""
    entries = evenings.recorded(ledger, evening.id)
    session = evenings.session_of(evening, entries)
    lines = session.lines()
    ledger.execute("UPDATE score SET sealed = 0 WHERE session_id = ?", (evening.id,))
    ledger.execute(
        "DELETE FROM posting WHERE entry_id IN (SELECT entry_id FROM score WHERE session_id = ?)", (evening.id,)
    )
    ledger.execute("DELETE FROM score WHERE session_id = ?", (evening.id,))
    ledger.execute("DELETE FROM payment WHERE session_id = ?", (evening.id,))
    for position, ((row, _), line) in enumerate(zip(entries, lines, strict=True), 1):
        derive(ledger, evening.id, row, position, line)
    last = final_state(session, lines)
    hands = sum(line.number is not None for line in lines)
    keep_state(ledger, evening.id, last, hands, len(lines))
    ledger.execute(
        "UPDATE state SET closed = ? WHERE session_id = ?", (evenings.is_closed(ledger, evening.id), evening.id)
    )
    return [(row, line) for (row, _), line in zip(entries, lines, strict=True)]


def _refolded(ledger: sqlite3.Connection, evening: Evening) -> Change:
    before = evenings.postings(ledger, evening.id)
    try:
        lines = rebuild(ledger, evening)
    except IllegalHand as error:
        raise IllegalHand(
            *error.problems,
            "so this correction cannot be made: correct or void that hand first, take back what came after with "
            "sklog undo, or (where only the dealers move) void with --keep-seats",
        ) from None
    revalued = []
    for row, line in lines:
        costs = evenings.kept(line.score.postings) if line.score else {}
        if line.number is not None and line.score and row in before and costs != before[row]:
            revalued.append(Revalued(line.number, before[row], costs))
    now = evenings.by_number(ledger, evening.id)
    if (now.state.stock, now.closed) != (evening.state.stock, evening.closed):
        require_stock_here(ledger, evening)
    return Change(now, tuple(revalued))
