"""The names of people: a rename is a fact of every evening that somebody was in, and holds for all before it.

Namesakes are parted by a rename of their evenings alone.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sklog import rooms
from sklog.errors import HandError, IllegalHand, NotFound, Refused
from sklog.language import _, _t, behind_options
from sklog.ledger import chain, evenings, history
from sklog.ledger.chain import as_json, loads
from sklog.ledger.correct import refold
from sklog.ledger.database import insert
from sklog.ledger.facts import RENAME, recordings
from sklog.ledger.record import make_accounts
from sklog.scoring.names import name_key, name_problems, require_visible, turned_key
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command


class Renamed(NamedTuple):
    """A person's name before and now, and the changes in every evening with this person, or in the selected ones.

    `signed` are the evenings (by number) that were signed before the change; `kept` is how many other evenings keep the
    old name. `turned` has those who are known by the new name in the other order, as in `Ledger.turned`.
    """

    old: str
    new: str
    changes: tuple[Change, ...]
    signed: tuple[int, ...] = ()
    kept: int = 0
    turned: tuple[tuple[str, Namesake], ...] = ()


def rename(ledger: sqlite3.Connection, old: str, new: str, command: Command) -> Renamed:
    """Rename somebody in every evening; raise NotFound, or Refused where another person has the new name."""
    old = person_called(ledger, old)
    if old == new:
        raise Refused(_("{name} already has this name", name=old))
    IllegalHand.if_any(name_problems([new]))
    require_visible([new])
    other = evenings.known_name(ledger, new)
    if other is not None and name_key(new) != name_key(old) and next(with_person(ledger, other), None):
        raise Refused(_t("somebody is already called {other}", other=other, both=behind_options(old, other)))
    return _record_renames(ledger, old, new, command, whose=with_person(ledger, old), how={"merge": False})


def merge(ledger: sqlite3.Connection, old: str, into: str, command: Command) -> Renamed:
    """Make one person of two, who is called `into`; refused where both sat at one table at the same time."""
    old, into = person_called(ledger, old), person_called(ledger, into)
    if old == into:
        raise Refused(_("{name} is one person already: name two different people", name=old))
    return _record_renames(ledger, old, into, command, whose=with_person(ledger, old), how={"merge": True})


def part(ledger: sqlite3.Connection, name: str, new: str, meant: Sequence[evenings.Which], command: Command) -> Renamed:
    """Give evenings of a person to a namesake, who is called `new`, of which the ledger may know others already.

    Raises NotFound, IllegalHand, and Refused where the person was not there, the other one was as well, or no evening
    would be left.
    """
    old, other = person_called(ledger, name), evenings.known_name(ledger, new)
    new = other or new
    IllegalHand.if_any(name_problems([new]))
    if other is None:
        require_visible([new])
    if name_key(old) == name_key(new):
        raise Refused(_("{name} already has this name", name=old))
    chosen = {one.id: one for one in (evenings.find_played(ledger, which) for which in meant)}
    theirs, others = ({one.id: one for one in with_person(ledger, name)} for name in (old, new))
    wrong = [said for one in chosen.values() for said in _not_parted(one, old, new, theirs, others)]
    kept = {number for number, one in theirs.items() if one.kind == evenings.ORDINARY} - chosen.keys()
    if not wrong and not kept:
        words = {"name": old, "new": new, "both": behind_options(old, new)}
        if others:
            wrong.append(_t("every evening of {name} would be {new}'s: merge the two instead", **words))
        else:
            wrong.append(_t("every evening of {name} would be {new}'s: rename that person instead", **words))
    if wrong or not chosen:
        raise Refused(*(wrong or [_("say which evenings you mean")]))
    how = {"merge": bool(others), "part": True}
    return _record_renames(ledger, old, new, command, whose=chosen.values(), how=how)._replace(kept=len(kept))


def _not_parted(evening: Evening, old: str, new: str, theirs: Container[int], others: Container[int]) -> Iterator[str]:
    """Yield why an evening of `old` cannot be that of `new`; `theirs` and `others` are in which the two were."""
    said = {"old": old, "new": new, **evening.said}
    if evening.id not in theirs:
        yield _("{old} was not there in evening {number} ({name})", **said)
    elif evening.id in others:
        yield _("{old} and {new} were both there in evening {number} ({name}): they are two people", **said)
    elif evening.kind != evenings.ORDINARY:
        yield _t(rooms.own_evening(evening.kind).renamed, **said)


def person_called(ledger: sqlite3.Connection, name: str) -> str:
    """Return somebody of this ledger as it spells the name; raise NotFound with who there is."""
    found = evenings.known_name(ledger, name)
    if found is None or next(with_person(ledger, found), None) is None:
        people = ", ".join(one.name for one in evenings.people(ledger))
        if not people:
            raise NotFound(_("nobody in this ledger is called {name!r}", name=name))
        raise NotFound(_("nobody in this ledger is called {name!r}, only {people}", name=name, people=people))
    return found


def with_person(ledger: sqlite3.Connection, name: str) -> Iterator[Evening]:
    """Yield every evening in which somebody sat, or paid, however the name is written."""
    key = name_key(name)
    for evening in evenings.with_void(ledger):  # one that is brought back knows them by the names that they have then
        paid = (who for one in evenings.payments(ledger, evening.id).values() for who in (one.payer, one.payee))
        if any(name_key(who) == key for who in (*evening.state.balances, *paid)):
            yield evening


# -- who is known already ------------------------------------------------------------------------------


class Namesake(NamedTuple):
    """Somebody known by this name before an evening, who has played with few of the people at the table now.

    `evenings` is how many there were, between the days `since` and `last` (ISO, or ""); `people` are the others of the
    last one. `evenings` is 0 for somebody who sat down earlier on this evening.
    """

    name: str
    evenings: int
    since: str
    last: str
    people: tuple[str, ...]


def namesakes(
    ledger: sqlite3.Connection, evening: Evening, whom: Iterable[str], table: Iterable[str], upto: int | None = None
) -> list[Namesake]:
    """Return who of `whom` may be a namesake: with that name not even half of the others at the `table` ever sat.

    Other evenings, up to the row `upto`, are asked from the newest on; where a circle plays again that is one.
    """
    names = {name_key(name): evenings.known_name(ledger, name) or name for name in whom}
    here = {name_key(name) for name in table} | names.keys()
    met: dict[str, set[str]] = {key: set() for key in names}
    nights: dict[str, list[Evening]] = {key: [] for key in names}
    open_ = {key for key, name in names.items() if evenings.known_name(ledger, name)}
    for night in _nights(ledger, evening.id, upto, [names[key] for key in open_]):
        there = {name_key(name) for name in night.state.everybody}
        for key in there & open_:
            nights[key].append(night)
            met[key] |= there & here - {key}
        open_ = {key for key in open_ if 2 * len(met[key]) < len(here) - 1}
        if not open_:
            break
    return [_namesake(names[key], nights[key]) for key in names if key in open_ and nights[key]]


def last_here(ledger: sqlite3.Connection, names: Iterable[str]) -> dict[str, str]:
    """Return when those of these people who are known sat here last: the day (ISO, or "") by the name."""
    nights = ((name, next(_nights(ledger, 0, None, [name]), None)) for name in names)
    return {name: night.date for name, night in nights if night}


def turned(
    ledger: sqlite3.Connection, evening: Evening, whom: Iterable[str], upto: int | None = None
) -> list[tuple[str, Namesake]]:
    """Return who of `whom` is new, and may be somebody who is known by the same name in the other order.

    New is who sat at no other evening up to the row `upto`. Whoever sat down before at the same table counts as known.
    """
    found = []
    for name in (one for one in whom if " " in one):
        key, words = name_key(name), turned_key(name)
        people = [name_key(one) for one in evening.state.everybody]
        before = people.index(key) if key in people else len(people)
        here = [one for one in evening.state.everybody[:before] if turned_key(one) == words]
        found += [(name, Namesake(one, 0, evening.date, evening.date, ())) for one in here]
        rows = ledger.execute("SELECT name FROM person WHERE abs(length(key) - ?) < 2", (len(key),))
        alike = [one for (one,) in rows if turned_key(one) == words and name_key(one) not in people]
        if alike and next(_nights(ledger, evening.id, upto, [name]), None) is None:
            nights = [(one, list(_nights(ledger, evening.id, None, [one]))) for one in alike]
            found += [(name, _namesake(one, theirs)) for one, theirs in nights if theirs]
    return found


def _namesake(name: str, nights: Sequence[Evening]) -> Namesake:
    last = max(nights, key=lambda night: night.date)
    others = tuple(one for one in last.state.everybody if name_key(one) != name_key(name))
    return Namesake(name, len(nights), min(night.date for night in nights), last.date, others)


def _nights(ledger: sqlite3.Connection, evening: int, upto: int | None, names: Sequence[str]) -> Iterator[Evening]:
    """Yield the other evenings, the newest first, at which somebody of these names sat, and something happened.

    Only ORDINARY ones are asked. From an evening on that is not as it was kept there are no more: `check` says so.
    """
    if not names:
        return
    which = f"""
        WHERE position > 0 AND players <> '[]' AND session.id <> ? AND session.id <= ifnull(?, session.id)
        AND ({" OR ".join("instr(state, ?)" for _name in names)})
        AND NOT EXISTS (SELECT 1 FROM overview WHERE session_id = session.id AND kind <> '{evenings.ORDINARY}')
        ORDER BY session.id DESC
    """  # noqa: S608  our own words
    with suppress(*evenings.DAMAGED):
        yield from evenings.select(ledger, which, evening, upto, *map(as_json, names))


class Arrivals:
    """Evenings that come from elsewhere, one by one: `found` are those who may be namesakes of somebody here before.

    Each stands there with the rows of his new evenings; he is asked for once, with the first of them. `turned` are
    those who may be somebody with the same name in the other order, and `names` are all.
    """

    def __init__(self) -> None:
        self.found: list[tuple[Namesake, list[int]]] = []
        self.turned: list[tuple[str, Namesake]] = []
        self.names: list[str] = []
        self._asked: set[str] = set()
        self._upto: int | None = None

    def look_at(self, ledger: sqlite3.Connection, evening: Evening) -> None:
        """Look at one more, which is in the ledger already."""
        if self._upto is None:
            self._upto = evening.id - 1
        people = evening.state.everybody
        for one, theirs in self.found:
            if one.name in people:
                theirs.append(evening.id)
        new = [one for one in people if name_key(one) not in self._asked]
        self._asked.update(map(name_key, new))
        self.names += new
        self.found += [(one, [evening.id]) for one in namesakes(ledger, evening, new, people, self._upto)]
        said = {known.name for _name, known in self.turned}  # of two who come together one is asked about
        self.turned += [one for one in turned(ledger, evening, new, self._upto) if one[0] not in said]


# -- how it is recorded --------------------------------------------------------------------------------


def _record_renames(
    ledger: sqlite3.Connection,
    old: str,
    new: str,
    command: Command,
    *,
    whose: Iterable[Evening],
    how: Mapping[str, bool],
) -> Renamed:
    affected = [(evening, history.of_evening(ledger, evening)) for evening in whose]
    for recording in recordings(ledger, command, ((evening.id, None) for evening, _past in affected)):
        recording.add(RENAME, fact={"rename": [old, new], **how})
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
    signatures = {row for (row,) in ledger.execute("SELECT session_id FROM signature")}
    signed = tuple(evening.id for evening, _past in affected if evening.id in signatures)
    known = tuple(turned(ledger, changes[-1].evening, [new], upto=0)) if changes else ()
    return Renamed(old, new, tuple(changes), signed, turned=known)


def spellings(ledger: sqlite3.Connection) -> dict[str, str]:
    """Return how everybody is written who was ever renamed, by the key: the newest rename in force, else as first."""
    first = dict(ledger.execute("SELECT key, name FROM account"))
    found: dict[str, str] = {}
    for change, in_force in name_changes(ledger):
        said, key = change.new, name_key(change.new)
        # also where it is the first one again: an evening may have begun with another
        found[key] = said if in_force else found.get(key, first.get(key, said))
    return found


def name_changes(ledger: sqlite3.Connection) -> Iterator[tuple[history.NameChange, bool]]:
    """Yield every rename, in the order in which they were recorded, and whether it is in force."""
    undone: dict[int, set[int]] = {}
    rows = "SELECT session_id, action_id, fact FROM entry WHERE kind = ? ORDER BY id"
    for evening, action, fact in ledger.execute(rows, (RENAME,)).fetchall():
        if evening not in undone:
            undone[evening] = history.undone_actions(ledger, evening)
        yield history.name_change(loads(fact)), action not in undone[evening]


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
    return {history.name_change(loads(fact)) for (fact,) in ledger.execute(rows, (RENAME, command))}
