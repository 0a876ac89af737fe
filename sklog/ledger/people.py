"""The names of people: a rename is a fact of every evening that somebody was in, and holds for all before it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import HandError, IllegalHand, NotFound, Refused
from sklog.language import _, behind_options
from sklog.ledger import chain, evenings, history
from sklog.ledger.correct import refold
from sklog.ledger.database import insert
from sklog.ledger.facts import RENAME, recordings
from sklog.ledger.record import make_accounts
from sklog.scoring.names import name_key, name_problems, require_visible

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command


class Renamed(NamedTuple):
    """Somebody's name before and now, and what it changed in every evening with this person."""

    old: str
    new: str
    changes: tuple[Change, ...]


def rename(ledger: sqlite3.Connection, old: str, new: str, command: Command) -> Renamed:
    """Rename somebody in every evening; raise NotFound, or Refused where another person has the new name."""
    old = known(ledger, old)
    if old == new:
        raise Refused(_("{name} is called so already", name=old))
    if wrong := list(name_problems([new])):
        raise IllegalHand(*wrong)
    require_visible([new])
    other = evenings.known_name(ledger, new)
    if other is not None and name_key(new) != name_key(old) and next(with_person(ledger, other), None):
        raise Refused(
            _(
                "somebody is called {other} already: if that is the same person, sklog player merge {both}",
                other=other,
                both=behind_options(old, other),
            )
        )
    return _renamed(ledger, old, new, command, merge=False)


def merge(ledger: sqlite3.Connection, old: str, into: str, command: Command) -> Renamed:
    """Make one person of two, who is called `into`; refused where both sat at one table at the same time."""
    old, into = known(ledger, old), known(ledger, into)
    if old == into:
        raise Refused(_("{name} is one person already: name two different people", name=old))
    return _renamed(ledger, old, into, command, merge=True)


def known(ledger: sqlite3.Connection, name: str) -> str:
    """Return somebody of this ledger as it spells the name; raise NotFound with who there is."""
    found = evenings.known_name(ledger, name)
    if found is None or next(with_person(ledger, found), None) is None:
        people = ", ".join(one.name for one in evenings.people(ledger))
        raise NotFound(_("nobody in this ledger is called {name!r}; there are {people}", name=name, people=people))
    return found


def with_person(ledger: sqlite3.Connection, name: str) -> Iterator[Evening]:
    """Yield every evening in which somebody sat, or paid, however the name is written."""
    key = name_key(name)
    for evening in evenings.all_evenings(ledger):
        paid = (who for one in evenings.payments(ledger, evening.id).values() for who in (one.payer, one.payee))
        if any(name_key(who) == key for who in (*evening.state.balances, *paid)):
            yield evening


def _renamed(ledger: sqlite3.Connection, old: str, new: str, command: Command, *, merge: bool) -> Renamed:
    affected = [(evening, history.of_evening(ledger, evening)) for evening in with_person(ledger, old)]
    for recording in recordings(ledger, command, ((evening.id, None) for evening, _past in affected)):
        recording.add(RENAME, fact={"rename": [old, new], "merge": merge})
    make_accounts(ledger, [new])
    keep_spelling(ledger, new)
    changes = []
    for evening, past in affected:
        try:
            changes.append(refold(ledger, evening, past))
        except HandError as error:
            said = {"old": old, "new": new, **evening.said}
            raise Refused(
                error.problems[0].message,
                _("so {old} and {new} are two people in evening {number} ({name}): nothing was changed", **said),
            ) from None
    return Renamed(old, new, tuple(changes))


def spellings(ledger: sqlite3.Connection) -> dict[str, str]:
    """Return how everybody is written who was ever renamed, by the key: the newest rename in force, else as first."""
    first = dict(ledger.execute("SELECT key, name FROM account"))
    found: dict[str, str] = {}
    undone: dict[int, set[int]] = {}
    rows = "SELECT session_id, action_id, fact FROM entry WHERE kind = ? ORDER BY id"
    for evening, action, fact in ledger.execute(rows, (RENAME,)).fetchall():
        said = history.name_change(json.loads(fact)).new
        key = name_key(said)
        if evening not in undone:
            undone[evening] = history.undone_actions(ledger, evening)
        # also where it is the first one again: an evening may have begun with another
        found[key] = found.get(key, first.get(key, said)) if action in undone[evening] else said
    return found


def keep_spelling(ledger: sqlite3.Connection, name: str) -> bool:
    """Keep how everybody is written now; return whether that is new for this person."""
    before = evenings.known_name(ledger, name)
    respell(ledger)
    return evenings.known_name(ledger, name) != before


def respell(ledger: sqlite3.Connection) -> None:
    """Keep how everybody is written now who was ever renamed."""
    written, accounts = spellings(ledger), ledger.execute("SELECT id, key FROM account").fetchall()
    rows = [(account, written[key]) for account, key in accounts if key in written]
    ledger.execute("DELETE FROM spelling")
    insert(ledger, "spelling (account_id, name, seal)", [(*row, chain.sealed(*row)) for row in rows])


def of_command(ledger: sqlite3.Connection, command: int) -> set[history.NameChange]:
    """Return the names that a command changed."""
    rows = """
        SELECT fact FROM entry JOIN action ON action.id = action_id
        WHERE kind = ?1 AND (action.id = ?2 OR action.command_of = ?2)
    """
    return {history.name_change(json.loads(fact)) for (fact,) in ledger.execute(rows, (RENAME, command))}
