"""Facts: the only place that records an evening, a command or an entry in the ledger, each with its digest (`chain`).

The words below are the kinds of entries, in the column `kind`.
A hand and an event are what happened. All others say that something was otherwise than it was recorded: what a hand
was instead, where it stands, that it keeps its seats or counts as never dealt, what somebody is called, by which
tariff the whole evening is played, that it was closed and goes on after all, and how the evening itself begins: what it
is called, when and where it was, who sat where, who dealt first, and whether it counts at all.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from sklog import rooms
from sklog.errors import Damaged, Overtaken
from sklog.language import _, _t
from sklog.ledger import chain, evenings
from sklog.ledger.chain import as_json, loads
from sklog.ledger.database import insert
from sklog.scoring.session import Session
from sklog.values import NamedTuple

HAND, EVENT, FIX, MOVE, PIN, RENAME, TARIFF = ("hand", "event", "fix", "move", "pin", "rename", "tariff")
VOID, VOID_KEEPING_SEATS = VOIDS = ("void", "void_keeping_seats")
CLOSE, REOPEN = ("close", "reopen")
EVENING = "evening"


class Command(NamedTuple):
    """What somebody asked of the ledger: the word, what was typed behind it, when (UTC, ISO), and by whom."""

    name: str
    typed: str
    at: str
    who: str = ""


def passed(earlier: str, later: str) -> float:
    """Return how many seconds lay between two commands, as their clocks say; NaN where one says no time.

    Nothing follows from it but whom to ask: which command came behind which says the chain.
    """
    with suppress(ValueError, TypeError):
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    return float("nan")


def begin(ledger: sqlite3.Connection, session: Session, at: str, *, uid: str, imported: bool) -> tuple[int, bytes]:
    """Add an evening as it begins, without what happens in it; return its row and its digest."""
    begun = chain.Begun(
        uid,
        session.name,
        session.date,
        session.place,
        session.tariff.unit,
        session.tariff.name,
        evenings.tariff_to_json(session.tariff),
        as_json(session.players),
        session.dealer,
        session.stock,
        session.stock_from or None,
        at,
    )
    digest = chain.link(b"", "session", *begun)
    return insert_evening(ledger, (*begun, digest, imported)), digest


class Recording:
    """A command about one evening while it is recorded: its action, then the entries that it adds, in that order.

    `undoes` is the action that it takes back, `part_of` the first action of the same command on another evening. Only
    of an evening that was begun in the same transaction may be said `behind` which digest it comes. `newest` is that
    of what was added last.
    """

    def __init__(
        self,
        ledger: sqlite3.Connection,
        evening: int,
        command: Command,
        *,
        undoes: int | None = None,
        part_of: int | None = None,
        behind: bytes = b"",
    ) -> None:
        self._ledger = ledger
        self._evening = evening
        head = behind or evenings.proved(ledger, evening)[-1].digest  # nothing is built upon facts that were changed
        facts = (command.at, command.name, command.typed, command.who)
        others = (undoes, part_of)
        named = ledger.execute(_DIGESTS_OF_ACTIONS, others).fetchone() if any(others) else others
        self.newest = chain.link(head, "action", *facts, *named)
        self.id = insert(ledger, ACTION, [(evening, *facts, undoes, part_of, self.newest)])

    def add(
        self, kind: str, *, fact: dict[str, Any] | None = None, target: int | None = None, before: int | None = None
    ) -> int:
        """Add one entry that corrects `target`, or stands before the entry `before`; return its row."""
        text = None if fact is None else as_json(fact)
        others = (target, before)
        named = self._ledger.execute(_DIGESTS_OF_ENTRIES, others).fetchone() if any(others) else others
        self.newest = chain.link(self.newest, "entry", kind, text, *named)
        return insert(self._ledger, ENTRY, [(self._evening, self.id, kind, text, target, before, self.newest)])

    def add_all(self, facts: Sequence[tuple[str, dict[str, Any]]]) -> range:
        """Add entries that name no other, each a kind and a fact, one behind the other; return their rows."""
        entries = []
        for kind, fact in facts:
            text = as_json(fact)
            self.newest = chain.link_alone(self.newest, kind, text)
            entries.append((self._evening, self.id, kind, text, None, None, self.newest))
        last = insert(self._ledger, ENTRY, entries)
        return range(last - len(entries) + 1, last + 1)


def recordings(
    ledger: sqlite3.Connection, command: Command, touched: Iterable[tuple[int, int | None]]
) -> list[Recording]:
    """Begin to record one command on these evenings, which come with the action that it takes back there."""
    begun: list[Recording] = []
    for evening, undoes in touched:
        begun.append(Recording(ledger, evening, command, undoes=undoes, part_of=begun[0].id if begun else None))
    return begun


def insert_evening(ledger: sqlite3.Connection, facts: tuple[Any, ...]) -> int:
    """Add the row of an evening, and of its state, for the caller to fill; return its number."""
    number = insert(ledger, f"session ({', '.join(chain.Begun._fields)}, digest, imported)", [facts])
    kept = """
        SELECT 1 FROM payment WHERE session_id = ?
        UNION ALL SELECT 1 FROM score WHERE entry_id > (SELECT coalesce(max(id), 0) FROM entry)
    """
    if ledger.execute(kept, (number,)).fetchone():  # whoever put it there would have it sealed
        raise Damaged(_t("there is already something stored of an evening that only begins now"))
    insert(ledger, "state (session_id, state, digest)", [(number, "{}", facts[-2])])
    return number


ACTION = "action (session_id, at, command, typed, who, undoes, command_of, digest)"
ENTRY = 'entry (session_id, action_id, kind, fact, target, "before", digest)'
_DIGESTS_OF_ACTIONS = "SELECT (SELECT digest FROM action WHERE id = ?), (SELECT digest FROM action WHERE id = ?)"
_DIGESTS_OF_ENTRIES = "SELECT (SELECT digest FROM entry WHERE id = ?), (SELECT digest FROM entry WHERE id = ?)"
"""NULL where none is named."""


# -- what is recorded here ----------------------------------------------------------------------------


class Watch:
    """What somebody knows who records: his own commands by their digests, which are added to `recorded`.

    `evenings` are the identities of those that they are about.
    In the evening with the identity `uid` nothing is recorded where `newest` is not the digest of its newest fact; one
    that is not there may be `gone`.
    """

    def __init__(self, recorded: set[bytes], uid: str = "", newest: bytes = b"", *, gone: bool = True) -> None:
        self.recorded, self.uid, self.newest, self.gone = recorded, uid, newest, gone
        self.evenings: set[str] = set()


WATCH: ContextVar[Watch | None] = ContextVar("watch", default=None)
"""What the prompt knows in whose context this is."""
_DIGEST = "SELECT state.digest FROM session JOIN state ON session_id = session.id WHERE uid = ?"


def watch(expect: tuple[str, str] | None) -> Watch | None:
    """Return what is known of an evening: its identity and its newest digest in hexadecimal digits.

    Where nothing is expected, that is what the prompt knows, if there is one, which hears of its own in any case.
    """
    prompt = WATCH.get()
    if expect is None:
        return prompt
    known = Watch(prompt.recorded if prompt else set(), expect[0], gone=False)
    with suppress(ValueError):  # no fact has that
        known.newest = bytes.fromhex(expect[1])
    return known


def newest(ledger: sqlite3.Connection) -> int:
    """Return the row of the newest action, behind which `note` and `written_since` look."""
    return int(ledger.execute("SELECT coalesce(max(id), 0) FROM action").fetchone()[0])


def require_newest(ledger: sqlite3.Connection, watch: Watch) -> None:
    """Raise Overtaken where somebody else has written since what is recorded now was said."""
    if watch.gone and not watch.uid:
        return
    (found,) = ledger.execute(_DIGEST, (watch.uid,)).fetchone() or (None,)
    if found != watch.newest and not (found is None and watch.gone):
        raise Overtaken(_("somebody else has written to this evening meanwhile"))


def note(ledger: sqlite3.Connection, since: int = 0, watch: Watch | None = None) -> None:
    """Have whoever watches, else a prompt, know every command behind the action `since` as his own.

    A ledger that is damaged, or an older one without digests, can be gone back to all the same: none is noted then.
    """
    if (watch := watch or WATCH.get()) is None:
        return
    with suppress(sqlite3.Error):
        given = "SELECT action.digest, uid FROM action JOIN session ON session.id = session_id WHERE action.id > ?"
        for digest, uid in ledger.execute(given, (since,)):
            watch.recorded.add(digest)
            watch.evenings.add(uid)
        (watch.newest,) = ledger.execute(_DIGEST, (watch.uid,)).fetchone() or (b"",)


class Written(NamedTuple):
    """What a command recorded in one evening, or took back there; `evening` is its identity.

    `closed` says whether it is closed now. `kinds` are those of the entries: a hand and its corrections are "hand", or
    "posting" if it is or was one; an event has its key ("pay"), a room's fact its kind ("list", or "list again" for one
    that replaces another). The start of an evening is "begun"; taken back or brought back, it is "arrived". `words` are
    those of the command, or of what it took back.
    """

    evening: str
    closed: bool
    kinds: frozenset[str]
    words: str


_OF_ROOMS = "".join(
    f"""WHEN json_type(fact, '$.{key}') IS NOT NULL THEN (
                SELECT key || CASE WHEN json_extract(fact, '$.{key}.{room.again}') THEN ' again' ELSE '' END
                FROM json_each(fact, '$.{key}'))"""  # noqa: S608  our own words
    for key, room in rooms.EVENINGS.items()
)
_WRITTEN = f"""
    SELECT undoes, session.uid, state.closed, trim(action.command || ' ' || action.typed),
        NOT EXISTS (SELECT 1 FROM action older WHERE older.session_id = action.session_id AND older.id < action.id),
        (SELECT json_group_array(CASE
            WHEN kind IN ('hand', 'fix', 'move', 'pin', 'void', 'void_keeping_seats') THEN
                CASE WHEN json_extract(fact, '$.game') = 'posting' OR (target NOT NULL AND EXISTS (
                    SELECT 1 FROM entry was WHERE was.session_id = entry.session_id
                        AND entry.target IN (was.id, was.target) AND json_extract(was.fact, '$.game') = 'posting'))
                THEN 'posting' ELSE 'hand' END
            {_OF_ROOMS}
            WHEN kind = 'event' THEN (SELECT key FROM json_each(fact))
            ELSE kind END) FROM entry WHERE session_id = action.session_id AND action_id = action.id)
    FROM action JOIN session ON session.id = action.session_id JOIN state ON state.session_id = session.id
    WHERE action.id = ?
"""  # noqa: S608  our own words


def written_since(ledger: sqlite3.Connection, since: int) -> list[Written]:
    """Return what every command behind the action `since` recorded or took back, of each evening."""
    found = []
    for (given,) in ledger.execute("SELECT id FROM action WHERE id > ? ORDER BY id", (since,)).fetchall():
        action, begins, passed = given, "begun", set[int]()
        while action not in {None, *passed}:  # then what it takes back, and what that took back
            passed.add(action)
            action, uid, closed, words, is_first, kinds = ledger.execute(_WRITTEN, (action,)).fetchone()
            found.append(Written(uid, bool(closed), frozenset([*loads(kinds), *[begins] * is_first]), words))
            begins = "arrived"
    return found


# -- what came from another ledger --------------------------------------------------------------------


MERGE = "merge"
"""The command that brings evenings; it says who is called otherwise here, and nothing else."""
CAME_ALONG = """
    EXISTS (SELECT 1 FROM arrival
            WHERE arrival.session_id = action.session_id AND action.id BETWEEN arrival.first AND arrival.upto)
"""
"""Whether a command came along with its evening: nobody gave it here."""
ORIGIN = "id, session_id, at, who, source, first, upto"
"""What of a row its seal is of."""


class Origin(NamedTuple):
    """When an evening, or more of it, came (UTC, ISO), who brought it, and from which file.

    `first` and `upto` are the oldest and the newest action of the evening that came along. All of it between them did,
    or says how somebody is called here, which the merge said itself.
    """

    at: str
    who: str
    source: str
    first: int
    upto: int


def origins(ledger: sqlite3.Connection, evening: int) -> list[Origin]:
    """Return what of an evening came here from other ledgers, in its order; raise LedgerError for what was changed."""
    require_origins(ledger)  # one that was moved to another evening would be missing here
    rows = "SELECT at, who, source, first, upto FROM arrival WHERE session_id = ? ORDER BY id"
    return [Origin(*row) for row in ledger.execute(rows, (evening,))]


def require_origins(ledger: sqlite3.Connection) -> None:
    """Raise LedgerError unless all that is kept of how evenings came here is there, and as it was kept."""
    if not origins_whole(ledger):
        raise Damaged(_t("the record of the ledger an evening came from was changed"))


def origins_whole(ledger: sqlite3.Connection) -> bool:
    """Return whether all is there that was kept of how evenings came, as it was kept."""
    asked = "SELECT rows = (SELECT count(*) FROM arrival) FROM recorded WHERE fact = 'arrival'"
    return ledger.execute(asked).fetchone() == (1,) and origins_intact(ledger)


def origins_intact(ledger: sqlite3.Connection, evening: int | None = None) -> bool:
    """Return whether each row about how an evening came, or any, is as it was kept."""
    asked = f"SELECT seal, {ORIGIN} FROM arrival WHERE ?1 IS NULL OR session_id = ?1"  # noqa: S608  our own words
    return all(seal == chain.sealed(*kept) for seal, *kept in ledger.execute(asked, (evening,)))
