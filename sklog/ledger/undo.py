"""undo, redo, reopen: a command is taken back by another one, which is recorded like any other.

    actions, the newest first ──▶ commands ─▶ the newest in force is what undo means, what was taken back last redo

A command may be an action on several evenings (`command_of`): it is taken back on all of them, or on none.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sklog import rooms
from sklog.errors import NotFound, Refused
from sklog.language import N_, _, _t
from sklog.ledger import evenings, history, people
from sklog.ledger.correct import rebuild, refold
from sklog.ledger.facts import CAME_ALONG, REOPEN, Recording, passed, recordings, require_origins
from sklog.ledger.record import require_stock_here
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.ledger.history import NameChange


class Action(NamedTuple):
    """One command as it was recorded of one evening: who said what, when (UTC, ISO), and whether it is in force.

    `undoes` is the action that it took back. By its `digest` it is known in every ledger.
    """

    id: int
    at: str
    who: str
    command: str
    typed: str
    undoes: int | None
    digest: bytes
    in_force: bool

    @property
    def words(self) -> str:
        """What was typed."""
        return " ".join(filter(None, (self.command, self.typed)))


def log(ledger: sqlite3.Connection, evening: Evening, since: int = 0, known: Sequence[Action] = ()) -> list[Action]:
    """Return every command that was given about an evening behind the action `since`, the oldest first.

    `known` is all that it was once: where that is its beginning, and nothing was taken back since, only what came since
    is read. Raises LedgerError for a changed one.
    """
    evenings.proved(ledger, evening.id)
    rows = "SELECT id, at, who, command, typed, undoes, digest FROM action WHERE session_id = ? AND id > ? ORDER BY id"
    if known and not since:
        last, *newer = ledger.execute(rows, (evening.id, known[-1].id - 1)).fetchall() or [()]
        if last[-1:] == (known[-1].digest,) and all(undoes is None for *_said, undoes, _digest in newer):
            return [*known, *(Action._make((*row, True)) for row in newer)]
    undone = history.undone_actions(ledger, evening.id)
    return [Action._make((*row, row[0] not in undone)) for row in ledger.execute(rows, (evening.id, since))]


def went_back(actions: Iterable[Action]) -> Iterator[Action]:
    """Yield every action that says, by a second or more, an earlier time than the one before it: a clock went back."""
    for earlier, action in pairwise(actions):
        if passed(earlier.at, action.at) <= -1:
            yield action


class _Given(NamedTuple):
    """A command on all its evenings: `id` is its first action, `undoes` the command that it only takes back.

    What `starts` an evening of a room stays, and nothing before it is meant any more. What `came` along was not said
    here: it counts, and is meant only where its evening is named.
    """

    id: int
    undoes: int | None
    starts: bool
    came: bool


_ACTIONS = f"""
    SELECT coalesce(command_of, id),
           (SELECT coalesce(older.command_of, older.id) FROM action older WHERE older.id = action.undoes),
           EXISTS (SELECT 1 FROM entry WHERE entry.session_id = action.session_id AND action_id = action.id),
           NOT EXISTS (SELECT 1 FROM action older WHERE older.session_id = action.session_id AND older.id < action.id),
           EXISTS (SELECT 1 FROM overview WHERE overview.session_id = action.session_id AND kind NOT IN ('', 'void')),
           {CAME_ALONG}
    FROM action
"""  # noqa: S608  our own words


def _newest_first(ledger: sqlite3.Connection, evening: Evening | None) -> Iterator[_Given]:
    """Yield every command that can be taken back or took one back, of this evening or of all."""
    if evening is None:
        require_origins(ledger)  # what was said in another ledger is not taken back in this one
        rows = ledger.execute(f"{_ACTIONS} WHERE command_of IS NULL ORDER BY id DESC")
    else:
        rows = ledger.execute(f"{_ACTIONS} WHERE session_id = ? ORDER BY id DESC", (evening.id,))
    for number, undoes, has_facts, is_first, of_room, came in rows:
        if not (has_facts or is_first or undoes is not None):
            continue  # who accepted a loss has recorded nothing
        # `reopen` takes something back and is a command of its own
        taken_back, starts = None if has_facts else undoes, bool(of_room) and undoes is None and not has_facts
        yield _Given(number, taken_back, starts, came=evening is None and bool(came))


def _to_undo(ledger: sqlite3.Connection, evening: Evening | None) -> _Given | None:
    """Return the newest command in force."""
    undone: set[int] = set()
    for command in _newest_first(ledger, evening):
        if command.id in undone:
            continue
        if command.undoes is not None:
            undone.add(command.undoes)
        elif not command.came:
            return None if command.starts else command
    return None


def _to_redo(ledger: sqlite3.Connection, evening: Evening | None) -> _Given | None:
    """Return the undo that was given last and not taken back since."""
    since = []
    for command in _newest_first(ledger, evening):
        if command.undoes is not None:
            since.append(command)
        elif not command.came:  # a new command: what was taken back before it stays so
            break
    undos, brought_back = {one.id for one in since}, {one.undoes for one in since}
    taken_back = (one for one in since if one.undoes not in undos and one.id not in brought_back)
    return next((one for one in taken_back if not one.came), None)


class NothingLeft(Refused):
    """There is no command that could be taken back, or brought back."""


class Undone(NamedTuple):
    """A command that was taken back or brought back, as it was typed, and the change in its newest evening."""

    words: str
    change: Change


def undo(ledger: sqlite3.Connection, evening: Evening | None, command: Command) -> Undone:
    """Take back the newest command in force, of any kind; of this evening, or of all. Raises Refused."""
    return _take_back(ledger, evening, command, _UNDO)


def redo(ledger: sqlite3.Connection, evening: Evening | None, command: Command) -> Undone:
    """Bring the command back that was taken back last; raise Refused where a new one was given since."""
    return _take_back(ledger, evening, command, _REDO)


def _take_back(ledger: sqlite3.Connection, meant: Evening | None, command: Command, way: _UndoRedo) -> Undone:
    """Record that a command is taken back on every evening it touched, and fold them again.

    Refused where it is not the newest on another evening, with what comes first there.
    """
    given = way.newest(ledger, meant)
    if given is None:
        newest = meant or evenings.newest(ledger) or evenings.newest(ledger, *rooms.EVENINGS)
        if newest is None:
            raise NotFound(evenings.none_yet(ledger))
        raise NothingLeft(_(way.nothing, name=newest.name))
    rows = "SELECT session_id, id FROM action WHERE id = ?1 OR command_of = ?1 ORDER BY id"
    actions = ledger.execute(rows, (given.id,)).fetchall()
    touched = [evenings.by_number(ledger, number) for number, _action in actions]
    for evening in touched:
        last = way.newest(ledger, evening)
        if last is None or last.id != given.id:
            where = _(
                "that also changed evening {number} ({name}), where something else has been done since", **evening.said
            )
            raise Refused(f"{where}: {_t(way.nothing_there if last is None else way.first, number=evening.id)}")
    asked = "SELECT command, typed FROM action WHERE id = ?"  # what an undo took back is what its redo brings back
    words = " ".join(filter(None, ledger.execute(asked, (given.undoes or given.id,)).fetchone()))
    old = {evening.id: history.of_evening(ledger, evening) for evening in touched}
    called = _called_otherwise(ledger, given.id, old.keys())
    recordings(ledger, command, actions)
    for number in {evening.id for new, sits in called if people.keep_spelling(ledger, new) for evening in sits}:
        rebuild(ledger, number)
    changes = {evening.id: refold(ledger, evening, old[evening.id]) for evening in touched}
    return Undone(words, changes[meant.id if meant else max(changes)])


class _UndoRedo(NamedTuple):
    """What undo and redo do each in its own way: find the command, say that there is none, and what comes first.

    Where another evening has none either, `nothing_there` is said.
    """

    newest: Callable[[sqlite3.Connection, Evening | None], _Given | None]
    nothing: str
    first: str
    nothing_there: str


_FIRST_UNDO = N_("first take that back")
_UNDO = _UndoRedo(_to_undo, N_("there is nothing recorded in {name!r} that could be undone"), _FIRST_UNDO, _FIRST_UNDO)
_REDO = _UndoRedo(
    _to_redo,
    N_("there is nothing undone in {name!r} that could be brought back"),
    N_("first bring that back"),
    N_("it remains taken back"),
)


def _called_otherwise(
    ledger: sqlite3.Connection, given: int, touched: Container[int]
) -> list[tuple[str, list[Evening]]]:
    """Return which names a rename that comes or goes brings, each with the other evenings in which such people sit.

    Refused where that would make two people of one, or one of two, in an evening that the rename did not touch.
    """
    (undone,) = ledger.execute("SELECT undoes FROM action WHERE id = ?", (given,)).fetchone()
    called = []
    for change in people.of_command(ledger, undone or given):
        if change.part:
            others = _others_of(ledger, change, touched, again=undone is not None)
        else:
            others = _others_called(ledger, change, touched)
        for one in others:
            history.of_evening(ledger, one)  # nothing is built upon facts that were changed
        called.append((change.new, others))
    return called


def _others_called(ledger: sqlite3.Connection, change: NameChange, touched: Container[int]) -> list[Evening]:
    """Return the other evenings with people of a name that was changed everywhere; raise Refused as said above."""
    old, new, merge, _part = change
    names = [new] if change.is_respelling else [old] if merge else [old, new]
    sits = [(name, one) for name in names for one in people.with_person(ledger, name) if one.id not in touched]
    if sits and not change.is_respelling:
        name, evening = sits[0]
        untouched = N_(
            "{name} also sits in evening {number} ({evening}), which that rename did not change: rename that "
            "person instead"
        )
        raise Refused(_t(untouched, name=name, number=evening.id, evening=evening.name))
    return [one for _name, one in sits]


def _others_of(
    ledger: sqlite3.Connection, change: NameChange, touched: Container[int], *, again: bool
) -> list[Evening]:
    """Return the other evenings of whom some were given to; Refused where who gets them has another name since.

    Taken back they are the first one's, `again` the namesake's.
    """
    theirs = {
        name: [one for one in people.with_person(ledger, name) if one.id not in touched]
        for name in (change.old, change.new)
    }
    gets = change.new if again else change.old
    if not theirs[gets] and (change.merge or not again):
        nobody = N_("no other evening has {name} any more: rename that person, or separate the evenings")
        raise Refused(_t(nobody, name=gets))
    return theirs[change.new]


def reopen(ledger: sqlite3.Connection, evening: Evening, command: Command) -> Evening:
    """Go on with a closed evening: its closing is taken back, and what that did with the Stock.

    Of an evening that came closed from a file nothing is taken back: it is only open again. Refused when a later
    evening has begun with its Stock.
    """
    closing = history.closing(ledger, evening.id)
    if closing is None:
        raise Refused(_("the evening {name!r} is not closed", name=evening.name))
    require_stock_here(ledger, evening)
    old = history.of_evening(ledger, evening)
    Recording(ledger, evening.id, command, undoes=closing.action if closing.alone else None).add(REOPEN)
    return refold(ledger, evening, old).evening
