"""What people are called: a rename is a fact of every evening that somebody was in, and holds for all before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import HandError, IllegalHand, NotFound, Refused
from sklog.language import _
from sklog.ledger import evenings, history
from sklog.ledger.correcting import refolded
from sklog.ledger.kinds import RENAME
from sklog.ledger.recording import action_of, add_entry
from sklog.scoring.happening import name_problems
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.ledger.correcting import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.recording import Said


class Renamed(NamedTuple):
    """Somebody's name before and now, and what it changed in every evening with this person."""

    old: str
    new: str
    changes: tuple[Change, ...]


def rename(ledger: sqlite3.Connection, old: str, new: str, said: Said) -> Renamed:
    """Call somebody otherwise, in every evening; raise NotFound, or Refused where somebody is called so."""
    old = _known(ledger, old)
    if old == new:
        raise Refused(_("{name} is called so already", name=old))
    if wrong := list(name_problems([new])):
        raise IllegalHand(*wrong)
    other = evenings.known_name(ledger, new)
    if other is not None and name_key(new) != name_key(old) and next(_with(ledger, other), None):
        raise Refused(
            _(
                "somebody is called {other} already: if that is the same person, sklog player merge {old!r} {other!r}",
                other=other,
                old=old,
            )
        )
    return _renamed(ledger, old, new, said)


def merge(ledger: sqlite3.Connection, old: str, into: str, said: Said) -> Renamed:
    """Make one person of two, who is called `into`; refused where both sat at one table at the same time."""
    old, into = _known(ledger, old), _known(ledger, into)
    if old == into:
        raise Refused(_("{name} is one person already: name two", name=old))
    return _renamed(ledger, old, into, said)


def _known(ledger: sqlite3.Connection, name: str) -> str:
    known = evenings.known_name(ledger, name)
    if known is None or next(_with(ledger, known), None) is None:
        people = ", ".join(row["name"] for row in evenings.people(ledger))
        raise NotFound(_("nobody in this ledger is called {name!r}; there are {people}", name=name, people=people))
    return known


def _with(ledger: sqlite3.Connection, name: str) -> Iterator[Evening]:
    """Yield every evening in which somebody sat, or paid."""
    for evening in evenings.all_evenings(ledger):
        paid = evenings.payments(ledger, evening.id).values()
        if name in evening.state.balances or any(name in (one.payer, one.payee) for one in paid):
            yield evening


def _renamed(ledger: sqlite3.Connection, old: str, new: str, said: Said) -> Renamed:
    first, changes = None, []
    for evening in list(_with(ledger, old)):
        told = history.of_evening(ledger, evening)
        action = action_of(ledger, evening.id, said, command_of=first)
        first = first or action
        add_entry(ledger, evening.id, action, RENAME, fact={"rename": [old, new]})
        try:
            changes.append(refolded(ledger, evening, told))
        except HandError as error:
            raise Refused(
                *(problem.message for problem in error.problems[:-1]),
                _(
                    "so {old} and {new} are two people in evening {number} ({name}): nothing was changed",
                    old=old,
                    new=new,
                    number=evening.id,
                    name=evening.name,
                ),
            ) from None
    return Renamed(old, new, tuple(changes))
