"""undo, redo, reopen: a command is taken back by another one, which is recorded like any other.

actions ──in their order──▶ done, taken back ─▶ the newest of either is what undo or redo means
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings, history
from sklog.ledger.correcting import refolded
from sklog.ledger.kinds import CLOSE, REOPEN
from sklog.ledger.recording import action_of, add_entry, require_stock_here

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.correcting import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.recording import Said


class Action(NamedTuple):
    """One command as it was recorded: who said what, when (UTC, ISO), and whether it is in force.

    `undoes` is the action that it took back; `facts` is how many facts it recorded.
    """

    id: int
    at: str
    who: str
    command: str
    typed: str
    undoes: int | None
    facts: int
    in_force: bool

    @property
    def words(self) -> str:
        """What was typed."""
        return " ".join(filter(None, (self.command, self.typed)))


def log(ledger: sqlite3.Connection, evening: Evening) -> list[Action]:
    """Return every command that was given about an evening, the oldest first."""
    undone = history.undone_actions(ledger, evening.id)
    rows = ledger.execute(
        "SELECT id, at, who, command, typed, undoes, (SELECT count(*) FROM entry WHERE action_id = action.id)"
        " FROM action WHERE session_id = ? ORDER BY id",
        (evening.id,),
    )
    return [Action._make((*row, row[0] not in undone)) for row in rows]


class _Stacks(NamedTuple):
    """The commands in force, and the undos that can be taken back, the newest last."""

    done: list[Action]
    taken_back: list[Action]


def _stacks(actions: list[Action]) -> _Stacks:
    done: list[Action] = []
    taken_back: list[Action] = []
    by_row = {action.id: action for action in actions}
    for action in actions:
        if action.facts:  # a new command: what was taken back before it stays so
            done.append(action)
            taken_back.clear()
        elif action.undoes is not None and (undone := by_row[action.undoes]) in done:
            done.remove(undone)
            taken_back.append(action)
        elif action.undoes is not None and undone in taken_back and undone.undoes is not None:
            taken_back.remove(undone)
            done.append(by_row[undone.undoes])
    return _Stacks(done, taken_back)


class Undone(NamedTuple):
    """What was taken back or brought back, as it was typed, and what that changed."""

    words: str
    change: Change


def undo(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Undone:
    """Take back the newest command in force, of any kind and on every evening it touched; raise Refused."""
    done = _stacks(log(ledger, evening)).done
    if not done:
        raise Refused(_("nothing was recorded in {name!r} that could be undone", name=evening.name))
    return Undone(done[-1].words, _take_back(ledger, evening, done[-1], said))


def redo(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Undone:
    """Bring the command back that was taken back last; raise Refused where a new one was given since."""
    actions = log(ledger, evening)
    taken_back = _stacks(actions).taken_back
    if not taken_back:
        raise Refused(_("nothing was undone in {name!r} that could be brought back", name=evening.name))
    words = next(action.words for action in actions if action.id == taken_back[-1].undoes)
    return Undone(words, _take_back(ledger, evening, taken_back[-1], said))


def _take_back(ledger: sqlite3.Connection, evening: Evening, action: Action, said: Said) -> Change:
    """Record that a command is taken back on every evening it touched, and fold them again."""
    (together,) = ledger.execute("SELECT coalesce(command_of, id) FROM action WHERE id = ?", (action.id,)).fetchone()
    old = history.of_evening(ledger, evening)
    first = action_of(ledger, evening.id, said, undoes=action.id)
    others = ledger.execute(
        "SELECT session_id, id FROM action WHERE (id = ? OR command_of = ?) AND id <> ?",
        (together, together, action.id),
    ).fetchall()
    for number, other in others:
        meant = evenings.by_number(ledger, number)
        before = history.of_evening(ledger, meant)
        action_of(ledger, number, said, undoes=other, command_of=first)
        refolded(ledger, meant, before)
    return refolded(ledger, evening, old)


def reopen(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Evening:
    """Go on with a closed evening: its closing is taken back, and what that did with the Stock.

    Refused when a later evening has begun with its Stock.
    """
    undone = history.undone_actions(ledger, evening.id)
    closings = ledger.execute(
        "SELECT action_id FROM entry WHERE session_id = ? AND kind = ? ORDER BY id DESC", (evening.id, CLOSE)
    )
    closing = next((action for (action,) in closings if action not in undone), None)
    if closing is None:
        raise Refused(_("the evening {name!r} is not closed", name=evening.name))
    require_stock_here(ledger, evening)
    old = history.of_evening(ledger, evening)
    action = action_of(ledger, evening.id, said, undoes=closing)
    add_entry(ledger, evening.id, action, REOPEN)
    return refolded(ledger, evening, old).evening
