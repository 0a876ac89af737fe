"""Reading the ledger: which evening is meant, how it stands, and everything that was recorded of it."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sklog import rooms
from sklog.errors import (
    UNREADABLE,
    Damaged,
    HandError,
    LedgerError,
    NewerProgram,
    NotFound,
    NotInstalled,
    Refused,
    SklogError,
)
from sklog.language import N_, _, _and, _t
from sklog.ledger import chain, database
from sklog.ledger.chain import Begun, Kept, Link, as_json, loads
from sklog.scoring import days
from sklog.scoring.hand import Names, Passed, Played, Ramsch, count
from sklog.scoring.names import LONGEST_TEXT, name_key
from sklog.scoring.outcome import ROLES, Outcome, role_of, sides
from sklog.scoring.payout import LARGEST, STOCK
from sklog.scoring.session import Session
from sklog.scoring.settings import from_mapping, stored
from sklog.scoring.state import MOST_HANDS, ORDERED, Cause, Line, Payment, Rounding, State, Unknown
from sklog.scoring.tariff import TRIGGERS, UNITS, Tariff, is_round
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from sklog.scoring.state import Memory

ORDINARY, VOID = "", "void"
"""The kind of an evening at which people play for themselves, and of one that is struck out."""


class Scene(NamedTuple):
    """The table before an entry: its state, the tariff in force, and who gets cards if that is fixed."""

    state: State
    tariff: Tariff
    active: Names = ()


class Evening(NamedTuple):
    """An evening in the ledger. `state` is the state after the last entry, whose place is `position`.

    `tariff` is the one in force; `players` and `dealer` are those it was started with. `digest` is that of the newest
    fact. `kind` is "" (ORDINARY) for an ordinary evening, the KEY of a room for an evening of that room
    (`rooms.EVENINGS`), "of KEY" for one played for it, and "void" (VOID) for one that is struck out. Corrections of its
    start are included.
    """

    id: int
    uid: str
    name: str
    date: str
    place: str
    tariff: Tariff
    players: tuple[str, ...]
    dealer: str | None
    stock_in: int
    stock_from: str
    state: State
    position: int
    closed: bool
    digest: bytes
    kind: str = ORDINARY

    def __repr__(self) -> str:
        """Return what one looks for; all of it is in `_asdict()`."""
        return f"<Evening {self.id}: {self.name!r} of {self.date or '?'}, {self.hands} hands>"

    @classmethod
    def of(
        cls, number: int, begun: Session, state: State, *, position: int, closed: bool, digest: bytes, kind: str = ""
    ) -> "Evening":
        """Return the evening of this row that was `begun` so, as it stands."""
        facts = (begun.id, *begun[:2], begun.place, begun.tariff, begun.players, begun.dealer)
        return cls(number, *facts, begun.stock, begun.stock_from, state, position, closed, digest, kind)

    @property
    def said(self) -> dict[str, object]:
        """Its number and its name, for a sentence about it."""
        return {"number": self.id, "name": self.name}

    @property
    def scene(self) -> Scene:
        """What the next entry meets."""
        return Scene(self.state, self.tariff)

    @property
    def hands(self) -> int:
        """The last hand's number; how many were played says `state.counted`."""
        return self.state.hands

    def hand_number(self, said: int | None) -> int:
        """Return the number of the hand that is meant, the last one where none is said; 1 where none was played."""
        return max(self.hands, 1) if said is None else said

    @property
    def left(self) -> int:
        """What it leaves in the Stock for a later evening."""
        return self.state.stock if self.closed else 0


# -- as it is stored ----------------------------------------------------------------------------------


def select(ledger: sqlite3.Connection, which: str = "", *words: object) -> Iterator[Evening]:
    """Yield these evenings (in SQL, behind FROM); raise LedgerError for one that is not as it was stored.

    What is kept of an evening may be older than its newest fact: whoever put it back needs no seal.
    """
    rows = f"""
        SELECT session.id, {chain.SESSION_FACTS}, {chain.KEPT}, session.digest, seal, ({chain.head("session.id")}),
            (SELECT kind FROM overview WHERE session_id = session.id)
        FROM session JOIN state ON state.session_id = session.id {which}
    """  # noqa: S608  our own words
    facts = len(Begun._fields)
    for number, *both, digest, seal, head, kind in ledger.execute(rows, words):
        begun, kept = Begun(*both[:facts]), Kept(*both[facts:])
        if chain.link(b"", "session", *begun) != digest or kept.right_seal != seal or kept.digest != head:
            raise damaged(number)
        try:
            session = _session(ledger, begun, kept.tariff, kept.position, kept.hands, kept.closed)
            paid = loads(kept.payments) if kept.payments != "[]" else ()
            if not are_amounts({entry: amount for entry, _payer, _payee, amount in paid}):
                raise ValueError(paid)
            void = False
            if kept.begun:
                said = loads(kept.begun)
                session, void = put_right(session, said), bool(said.get("void"))
            evening = Evening.of(
                number,
                session,
                state_from_text(kept.state),
                position=kept.position,
                closed=bool(kept.closed),
                digest=kept.digest,
                kind=VOID if void else kind or ORDINARY,
            )
        except UNREADABLE as error:
            raise damaged(number) from error
        yield evening


def beginning(ledger: sqlite3.Connection, number: int) -> Session:
    """Return an evening before its first entry, from its facts alone; raises anything that is DAMAGED."""
    asked = f"SELECT {chain.SESSION_FACTS} FROM session WHERE id = ?"  # noqa: S608  our own words
    return _session(ledger, Begun(*ledger.execute(asked, (number,)).fetchone()))


def put_right(begun: Session, said: Mapping[str, Any]) -> Session:
    """Return an evening before its first entry as facts say that it began.

    Raises one of UNREADABLE for what none can say.
    """
    now = {**said, "players": tuple(said.get("players", begun.players))}
    if type(now.pop("void", False)) is not bool or not all(
        type(text) is str and len(text) <= LONGEST_TEXT
        for key, text in (*now.items(), *enumerate(now["players"]))
        if key != "players"
    ):
        raise ValueError(said)
    if not now.get("name", begun.name):
        raise ValueError(said)
    if now.get("date") and date.fromisoformat(now["date"]).isoformat() != now["date"]:
        raise ValueError(said)
    return begun._replace(**now)


PUT_RIGHT = frozenset(("name", "date", "place", "players", "dealer", "void"))
"""What can be said of an evening that was begun otherwise."""


def _session(ledger: sqlite3.Connection, begun: Begun, tariff: str | None = None, *counts: int) -> Session:
    """Return an evening as its row says that it begins, or by another tariff; raise one of UNREADABLE for what none is.

    Each value must be of the kind that its column has, and so must the `counts`: who writes the file can go past those.
    """
    texts = begun._replace(dealer=begun.dealer or "", stock_from=begun.stock_from or "", stock_in="")  # type: ignore[arg-type]
    right = are_amounts({STOCK: begun.stock_in}) and set(map(type, texts)) == {str}
    players = tuple(loads(begun.players))
    right = right and all(isinstance(name, str) for name in players)
    if not right or not all(type(count) is int and 0 <= count <= MOST_COUNTED for count in counts):
        raise TypeError(begun)
    return Session(
        begun.name,
        begun.date,
        tariff_from_json(tariff or begun.tariff),
        players,
        place=begun.place,
        dealer=begun.dealer,
        stock=begun.stock_in,
        id=begun.uid,
        stock_from=stock_from(ledger, begun.stock_from or ""),
    )


MOST_PROVED = 128
"""Evenings whose facts a ledger that stays open keeps: the tables of a tournament."""


def proved(ledger: sqlite3.Connection, number: int) -> list[Link]:
    """Return the facts of an evening, the newest last; raise LedgerError where one is not what was recorded.

    In a ledger that stays open only those are proved again that may have come since.
    So it is where two tables disagree about where the evening came from: whatever is recorded next keeps that anew.
    """
    known = database.remembered(ledger)
    facts = known.get(number, [])
    end = len(facts)
    while end and facts[end - 1].said:  # to the newest action entries may be added yet: it is read again
        end -= 1
    before = facts[: max(0, end - 1)]
    newer = list(chain.links(ledger, number, before))
    facts = [*before, *newer]
    noted, unlike = ledger.execute(_NEWEST, (number,)).fetchone() or (None, None)
    # a chain without its end still fits
    if not all(fact.fits for fact in newer) or noted != facts[-1].digest or unlike:
        raise damaged(number)
    known.pop(number, None)
    known[number] = facts
    if len(known) > MOST_PROVED:
        del known[next(iter(known))]
    return facts


_NEWEST = """
    SELECT state.digest, overview.imported <> session.imported
    FROM state LEFT JOIN session ON session.id = state.session_id
    LEFT JOIN overview ON overview.session_id = state.session_id
    WHERE state.session_id = ?
"""
"""An evening's newest fact, and whether its overview says otherwise where it came from: no digest is of that."""


def state_from_text(text: str) -> State:
    """Return the state of an evening; raise NewerProgram for a field that only a newer sklog knows.

    Raises one of UNREADABLE for a value that no state can have.
    """
    facts = loads(text)
    if unknown := facts.keys() - set(State._fields).union(rooms.EVENINGS) | facts.keys() & {"memory"}:
        raise NewerProgram.because_of(_("the stored data of an evening"), unknown)
    for key in rooms.EVENINGS:
        if facts.pop(key, None):
            facts["memory"] = _memory(key, text)
    facts["seats"], facts["bock"] = tuple(facts["seats"]), tuple(facts["bock"])
    # a state that an older sklog kept knows no causes; it is folded anew when its ledger is brought up to date
    facts["bock_since"] = tuple(Cause(*since) for since in facts.get("bock_since", ()))
    facts["round_since"] = Cause(*facts["round_since"]) if facts.get("round_since") else None
    state = State(**facts)
    if not _can_be(state):
        raise ValueError(text)
    return state


@lru_cache(maxsize=4)
def _memory(key: str, text: str) -> "Memory | None":
    """Return what a room remembers of a state; one command reads the same one several times."""
    said = loads(text)[key]
    try:
        found: Memory | None = rooms.load(rooms.EVENINGS[key].memory)(said)
    except NotInstalled:
        return Unknown(key, said)
    except HandError as error:
        raise ValueError(text) from error
    return found


def state_to_text(state: State) -> str:
    """Return the text of a state that an evening keeps; what a room remembers is in it as that room says it."""
    facts = state._asdict()
    memory: Memory | None = facts.pop("memory")
    if memory:
        facts[memory.key] = memory.to_json()
    return as_json(facts)


def _can_be(state: State) -> bool:
    """Whether every value of a state that was read is of its kind: whoever wrote it can have sealed it, too."""
    causes = (*state.bock_since, *filter(None, [state.round_since]))
    names = state.balances.keys() - {STOCK}
    numbers = (state.hands, state.thrown_in, state.void, state.posted)
    counts = (*state.bock, state.round_left, *numbers, *state.dealt.values(), *(one.hand for one in causes))
    return (
        STOCK in state.balances
        and names.issuperset((*state.seats, *state.dealt, *state.apart, *([state.dealer] if state.seats else [])))
        and are_amounts(state.balances)
        and are_amounts(state.apart)
        and all(type(count) is int and 0 <= count <= MOST_COUNTED for count in counts)
        and all(one.what in CAUSES for one in causes)
        and len(state.bock_since) == len(state.bock) <= MOST_HANDS
        and (state.round is None or is_round(state.round))
    )


def are_amounts(read: Mapping[str, int]) -> bool:
    """Whether what was read says of each name a whole number that a ledger can hold."""
    return all(type(amount) is int and -LARGEST <= amount <= LARGEST for amount in read.values())


MOST_COUNTED = 1_000_000
"""Hands of an evening, and Bock: more than any evening can have, whatever its limits are."""
CAUSES = frozenset((ORDERED, *TRIGGERS))


@lru_cache(maxsize=16)
def tariff_from_json(text: str) -> Tariff:
    """Return the tariff that an evening keeps a copy of; most evenings of a season keep the same one."""
    return from_mapping(loads(text))


def tariff_to_json(tariff: Tariff) -> str:
    """Return the text of the copy that an evening keeps of its tariff; it is written once for all that are given it."""
    known = _written.get(id(tariff))
    if known is None:
        if len(_written) >= MOST_WRITTEN:
            _written.clear()
        known = _written[id(tariff)] = tariff, as_json(stored(tariff))  # as long as it is kept the number is its own
    return known[1]


MOST_WRITTEN = 16
_written: dict[int, tuple[Tariff, str]] = {}


class Overview(NamedTuple):
    """What is read of many evenings at once, sealed.

    `totals` is the JSON of [{name: balance}, {name: hands dealt in}], of who took part; `apart` that of
    {name: amount}, the part of the balances that no played hand brought. `kind` is as in `Evening`.
    """

    session_id: int
    closed: int
    imported: int
    name: str
    date: str
    place: str
    unit: str
    totals: str
    apart: str
    kind: str
    seal: bytes

    @property
    def intact(self) -> bool:
        """Whether it is as it was sealed."""
        return self.seal == chain.sealed(*self[:-1])


OVERVIEW = ", ".join(Overview._fields)


# -- which one is meant -------------------------------------------------------------------------------


Which = str | int | Evening | None
"""How an evening is meant: by its number, identity, name or date, by itself, or without a word."""
IDENTITY = "id:"
"""Behind it an identity is meant, and nothing else: another evening may be called so."""
SHORTEST = 6  # letters of an identity by which it is meant


def find(ledger: sqlite3.Connection, wanted: Which = None, *kinds: str) -> Evening:
    """Return the evening that is meant: by number, identity, name or day; without a word the newest open one.

    With `kinds`, only evenings of these are looked for: whoever asks about money says ORDINARY. Raises NotFound with
    how to go on, and Refused for a day that can be two, or none.
    """
    if wanted is None:
        if (newest_open := newest(ledger, *kinds, closed=False)) is None:
            raise NotFound(_none_open(ledger))
        return newest_open
    found = find_any(ledger, wanted)
    if found.kind == VOID:
        raise NotFound(_t("evening {number} ({name}) is struck out", **found.said))
    return found


def find_any(ledger: sqlite3.Connection, wanted: str | int | Evening) -> Evening:
    """Return the evening that is meant, also where it is struck out; raise NotFound, and Refused, as `find` does."""
    if isinstance(wanted, Evening):
        if (known := with_identity(ledger, wanted.uid)) is None:
            raise NotFound(_t("there is no evening {name!r}", name=wanted.name))
        return known
    matches = _rows_meant(ledger, str(wanted).strip())
    if not matches:
        raise NotFound(_t("there is no evening {name!r}", name=wanted))
    if len(matches) > 1:
        numbers = ", ".join(map(str, matches))
        several = N_("{name!r} can be several evenings: choose one by its number ({numbers})")
        raise NotFound(_t(several, name=wanted, numbers=numbers))
    return by_number(ledger, matches[0])


def _rows_meant(ledger: sqlite3.Connection, said: str) -> list[int]:
    """Return which evenings may be meant: a file may give one the identity that is the name or the day of another."""
    if said.startswith(IDENTITY):
        uid = said.removeprefix(IDENTITY).encode("utf-8", "replace").decode()  # what is no text is no identity
        return [number for (number,) in ledger.execute(f"SELECT id FROM {_STANDS} WHERE uid = ?", (uid,))]  # noqa: S608
    # as a text, which is compared as a number: one that is too long for a row is none, and 007 may be a name
    row = ledger.execute("SELECT id FROM session WHERE id = ?", (said if said.isascii() else "",)).fetchone()
    if row and str(row[0]) == said:
        return [row[0]]
    # few evenings have the same name; SQLite's own case rules know only ASCII
    rows = ledger.execute(f"SELECT id, uid, {NAME_NOW}, {DATE_NOW}, {IS_VOID} FROM {_STANDS} ORDER BY id").fetchall()  # noqa: S608
    doubt, on = None, None
    try:
        on = days.read(said, date.today())  # noqa: DTZ011  the table's own day is meant
    except Refused as error:  # an evening may be called so all the same
        doubt = error
    key = said.casefold()
    # the whole of an identity is that evening's, however others begin
    same = [number for number, uid, *_known in rows if uid == said] or [
        number for number, uid, *_known in rows if len(key) >= SHORTEST and uid.startswith(key)
    ]
    found = {
        number: void
        for number, _uid, name, day, void in rows
        if number in same or (key and key in (name.casefold(), day)) or (on and on == day)
    }
    if doubt and not found:
        raise doubt
    return [number for number, void in found.items() if not void] or list(found)


_STANDS = "session JOIN state ON session_id = session.id"
NAME_NOW = "coalesce(json_extract(begun, '$.name'), session.name)"
DATE_NOW = "coalesce(json_extract(begun, '$.date'), session.date)"
IS_VOID = "coalesce(json_extract(begun, '$.void'), 0)"
"""An evening's name and day now, and whether it is struck out: in SQL, of its row and its state."""


def identified(uid: str) -> str:
    """Return how the evening with this identity is said, whatever others are called."""
    return f"{IDENTITY}{uid}"


def find_played(ledger: sqlite3.Connection, wanted: Which = None) -> Evening:
    """Return the evening that `find` finds; raise NotFound, and Refused for one at which nobody sits."""
    evening = find(ledger, wanted)
    if not evening.players:
        raise Refused(_t(rooms.own_evening(evening.kind).not_played, **evening.said))
    return evening


def meant(ledger: sqlite3.Connection, wanted: Which = None) -> Evening:
    """Return what `find_played` finds, and where no evening is open the newest; raise NotFound with how to go on.

    Without a word it is an ORDINARY one: nobody pays for the points of others.
    """
    if wanted is not None:
        return find_played(ledger, wanted)
    found = newest(ledger, ORDINARY, closed=False) or newest(ledger, ORDINARY)
    if found is None:
        raise NotFound(_none_open(ledger))
    return found


def to_reopen(ledger: sqlite3.Connection, wanted: Which = None) -> Evening:
    """Return the evening to go on with, without a word the newest of those that are closed; raise NotFound, Refused."""
    found = newest(ledger, ORDINARY, closed=True) if wanted is None else find(ledger, wanted)
    if found is None:
        raise NotFound(_t("there is no closed evening to continue"))
    return found


def by_number(ledger: sqlite3.Connection, number: int) -> Evening:
    """Return the evening of this row; raise NotFound, and LedgerError where it is damaged."""
    found = next(select(ledger, "WHERE session.id = ?", number), None)
    if found is None:
        raise NotFound(_t("there is no evening {number}", number=number))
    return found


def with_identity(ledger: sqlite3.Connection, uid: str) -> Evening | None:
    """Return the evening that is this one in every ledger, if it is here; raise LedgerError where it is damaged."""
    row = ledger.execute("SELECT id FROM session WHERE uid = ?", (uid,)).fetchone()
    return None if row is None else by_number(ledger, *row)


def taken_over_by(ledger: sqlite3.Connection, uid: str) -> Evening | None:
    """Return the evening that began with the Stock of this one; one that is struck out has passed it on."""
    if not ledger.execute("SELECT 1 FROM session WHERE stock_from = ?", (uid,)).fetchone():
        return None  # as most
    found = select(ledger, f"WHERE uid <> ?1 AND stock_from IN (SELECT uid FROM ({_TAKERS}))", uid)  # noqa: S608  ours
    return next((one for one in found if one.kind != VOID), None)


def stock_slot(ledger: sqlite3.Connection, uid: str) -> str:
    """Return from which evening one is recorded to take the Stock of this one over: each row can name another once."""
    return str(ledger.execute(_TAKERS, (uid,)).fetchall()[-1][0])


_TAKERS = """
    WITH RECURSIVE taker (uid) AS (
        VALUES (?1) UNION SELECT session.uid FROM session JOIN taker ON session.stock_from = taker.uid
        JOIN state ON state.session_id = session.id WHERE json_extract(begun, '$.void'))
    SELECT uid FROM taker
"""
"""An evening, and all that took its Stock over and are struck out, each from the one before; no circle has no end."""


def stock_from(ledger: sqlite3.Connection, uid: str) -> str:
    """Return whose Stock one really has that is recorded to take over this one's."""
    if not uid:
        return ""
    asked = f"""
        WITH RECURSIVE given (uid) AS (
            VALUES (?1) UNION SELECT stock_from FROM {_STANDS} JOIN given USING (uid)
            WHERE stock_from IS NOT NULL AND {IS_VOID})
        SELECT uid FROM given
    """  # noqa: S608  our own words
    return str(ledger.execute(asked, (uid,)).fetchall()[-1][0])


def _none_open(ledger: sqlite3.Connection) -> str:
    row = newest(ledger, ORDINARY, closed=True)
    if row is None:
        other = newest(ledger)
        return _t(rooms.own_evening(other.kind).only_these) if other else none_yet(ledger)
    return _t("no evening is open; the last one was {name!r}", **row.said)


MOST_NAMED = 5
"""Evenings that are struck out, which are named where there is no other."""


def none_yet(ledger: sqlite3.Connection) -> str:
    """Return the sentence that there is no evening, or none that counts, and how one begins or comes back."""
    void = ledger.execute(f"SELECT session.id, {NAME_NOW} FROM {_STANDS} WHERE {IS_VOID} ORDER BY id DESC").fetchall()  # noqa: S608
    if void:
        names = [f"{name!r} ({number})" for number, name in void[:MOST_NAMED]] + ["…"][: len(void) > MOST_NAMED]
        return _t("every evening is struck out: {names}", names=_and(names), number=void[0][0])
    return _t("there is no evening yet")


def newest(ledger: sqlite3.Connection, *kinds: str, closed: bool | None = None) -> Evening | None:
    """Return the evening that began last, or the last of those that are closed, or are not; None where none is.

    It is of the first of these `kinds` of which there is any; without one people sit there.

    What came from a file or another ledger is not what the table plays: it is meant last. So is what is played for an
    evening of a room: a phone may begin it while others are at their own evening.
    """
    kept = ledger.execute(_MEANT).fetchone()
    if kept[:3] != kept[3:]:  # an evening that is kept otherwise elsewhere is not passed over for another one
        raise Damaged(_t("it is not clear which evening is meant"))
    # asked for each, an index answers: for both at once every evening would be sorted
    last = """
        SELECT imported, -session_id FROM overview WHERE closed = ? AND kind = ?
        ORDER BY imported, session_id DESC LIMIT 1
    """
    wanted = (False, True) if closed is None else (closed,)
    for kind in kinds or (ORDINARY, *rooms.PLAYED_FOR.values()):
        if found := [row for one in wanted for row in ledger.execute(last, (one, kind))]:
            number: int = -min(found)[-1]
            evening = next(select(ledger, "WHERE session.id = ?", number), None)
            if evening is None or evening.closed not in wanted:
                raise damaged(number)
            return evening
    return None


def open_now(ledger: sqlite3.Connection) -> dict[str, bool]:
    """Return the identities of the ORDINARY evenings that are open, and whether each came from a file or a ledger.

    The one is first that is meant without a word.
    """
    found = """
        SELECT uid, overview.imported FROM overview JOIN session ON session.id = session_id
        WHERE closed = 0 AND kind = '' ORDER BY overview.imported, session_id DESC
    """
    return {uid: bool(imported) for uid, imported in ledger.execute(found)}


_MEANT = """
    SELECT (SELECT count(*) || ' ' || sum(id) FROM session),
           (SELECT count(*) || ' ' || sum(id) FROM session WHERE imported = 0),
           (SELECT count(*) || ' ' || sum(session_id) FROM state WHERE closed = 0),
           (SELECT count(*) || ' ' || sum(session_id) FROM overview),
           (SELECT count(*) || ' ' || sum(session_id) FROM overview WHERE imported = 0),
           (SELECT count(*) || ' ' || sum(session_id) FROM overview WHERE closed = 0)
"""
"""Which evenings there are, which began here and which are open, by both tables that keep it; from indexes alone."""


def all_evenings(ledger: sqlite3.Connection) -> list[Evening]:
    """Return every evening that is not struck out, the oldest first.

    Raises LedgerError where one is not as it was stored, or gone.
    """
    return [one for one in with_void(ledger) if one.kind != VOID]


def with_void(ledger: sqlite3.Connection) -> list[Evening]:
    """Return the same with those that are struck out."""
    found = list(select(ledger, "ORDER BY session.id"))
    require_all(ledger, len(found))
    return found


def of_kind(ledger: sqlite3.Connection, kind: str, *, only_open: bool = False) -> Iterator[Evening]:
    """Yield every evening of a kind, or those that are open; raise LedgerError for one that is not as it was stored."""
    which = "WHERE session.id IN (SELECT session_id FROM overview WHERE kind = ? AND closed <= ?) ORDER BY session.id"
    return select(ledger, which, kind, not only_open)


def kinds_told(ledger: sqlite3.Connection) -> dict[str, str]:
    """Return the kind of each evening at which nobody sits, and of all that these name, here or not, by the identity.

    Raises LedgerError where such a one is not as it was stored, and NotInstalled where its room is not here.
    """
    named, own = dict[str, str](), dict[str, str]()
    for one in select(ledger, "WHERE players = '[]'"):
        memory = one.state.memory
        own[one.uid] = memory.key if memory else rooms.FIRST
        named |= dict.fromkeys(memory.evenings(one.uid), rooms.PLAYED_FOR[memory.key]) if memory else {}
    return named | own


def require_kinds_as_kept(ledger: sqlite3.Connection) -> None:
    """Raise LedgerError where the kind of an evening was changed: it says whether its amounts are money."""
    for row in ledger.execute(f"SELECT {OVERVIEW} FROM overview"):  # noqa: S608  our own words
        if not Overview(*row).intact:
            raise damaged(row[0])


def digests(ledger: sqlite3.Connection) -> dict[str, str]:
    """Return the digest of each evening's newest fact in hexadecimal digits, by the evening's identity.

    Those that are struck out are left out.
    """
    kept = f"SELECT uid, lower(hex(state.digest)) FROM {_STANDS} WHERE NOT {IS_VOID} ORDER BY session.id"  # noqa: S608
    return dict(ledger.execute(kept).fetchall())


def require_all(ledger: sqlite3.Connection, found: int) -> None:
    """Raise LedgerError unless so many evenings were recorded: one that is gone would be missing in a list."""
    if ledger.execute("SELECT rows FROM recorded WHERE fact = 'session'").fetchone() != (found,):
        raise Damaged(_t("some evenings are missing"))


def no_hand(evening: Evening, number: int) -> NotFound:
    """Return the error that a hand's number is not there, with what is."""
    said = {**evening.said, "number": number}
    if not evening.hands:
        return NotFound(_("there is no hand {number} in {name!r}: none has been recorded yet", **said))
    return NotFound(_("there is no hand {number} in {name!r}: the last is hand {last}", last=evening.hands, **said))


# -- what a hand leaves behind -------------------------------------------------------------------------


POSTING = "entry_id, account_id, amount, role, won"
"""A posting, in the order of the fields of `Posted` behind whose it is."""


class Posted(NamedTuple):
    """What somebody got by a hand, and what he was in it: the place of his role in ROLES, and whether his side won.

    `role` is None for who was not dealt in, `won` where nobody won.
    """

    amount: int
    role: int | None = None
    won: int | None = None


class Dealt(NamedTuple):
    """What the table was like in a deal: who dealt, how many Bock were in force, how often it was doubled by Kontra."""

    dealer: str | None = None
    bock: int | None = None
    kontra: int | None = None


def dealt(line: Line) -> Dealt:
    """Return what the table was like in a hand that was scored."""
    if not isinstance(line.entry, (Played, Ramsch, Passed)):
        return Dealt()  # an amount was moved by hand, or into the Stock
    judged = line.score.outcome if line.score else None
    if isinstance(judged, Outcome):
        kontra = judged.kontra
    else:
        kontra = count(line.entry.kontra) if isinstance(line.entry, Ramsch) else 0
    return Dealt(line.table.dealer, line.table.bock, kontra)


def to_store(postings: Mapping[str, int]) -> dict[str, int]:
    """Return the amounts that are stored: everybody's, also of who sat out, and the Stock's where it moved."""
    return {name: amount for name, amount in postings.items() if amount or name != STOCK}


def posted(line: Line) -> dict[str, Posted]:
    """Return the postings of a line that are stored, with what everybody was in the hand."""
    if line.score is None:
        return {}
    amounts, judged = line.score.postings, line.score.outcome
    if line.number is None or not isinstance(line.entry, (Played, Ramsch, Passed)):
        return {name: Posted(amount) for name, amount in to_store(amounts).items()}
    active = line.table.active
    winners, losers = sides(judged, active)
    found = {}
    for name, amount in amounts.items():
        if name in active:
            won = 1 if name in winners else 0 if name in losers else None
            found[name] = _posted(amount, _PLACE[role_of(name, judged)], won)
        elif amount or name != STOCK:
            found[name] = _posted(amount, None, None)
    return found


_PLACE = {role: place for place, role in enumerate(ROLES)}
_posted = lru_cache(maxsize=4096)(Posted)  # a table moves the same few amounts all evening


# -- money and people ---------------------------------------------------------------------------------


def payments(ledger: sqlite3.Connection, evening: int) -> dict[int, Payment]:
    """Return the payments in force, by the entries that recorded them, in their order; some may be a `Rounding`."""
    rows = """
        SELECT entry_id, instr(fact, '{"rounded":') = 1, payer.name, payee.name, amount
        FROM payment JOIN person payer ON payer.id = payer_id JOIN person payee ON payee.id = payee_id
        LEFT JOIN entry ON entry.id = entry_id
        WHERE payment.session_id = ? ORDER BY entry_id
    """
    found = ledger.execute(rows, (evening,))
    return {entry: (Rounding if rounded else Payment)(*paid) for entry, rounded, *paid in found}


SCORE = "entry_id, position, number, value, said_by, dealer_id, bock, kontra"
"""What a score's seal is of: what an entry cost, at which place of its evening, who says what it is, and the deal."""
OF_EVENING = "entry_id IN (SELECT id FROM entry WHERE session_id = ?1)"
"""How SQLite is asked for the scores or the postings of an evening."""


def value(ledger: sqlite3.Connection, evening: int, number: int, entry: int) -> int:
    """Return what the hand of this number cost (cents or points), which the row `entry` was recorded as.

    Raises LedgerError where that is not as it was stored.
    """
    asked = f"SELECT seal, {SCORE} FROM score WHERE entry_id = ?"  # noqa: S608  our own words
    seal, *kept = ledger.execute(asked, (entry,)).fetchone() or (None,)
    if seal is None or seal != chain.sealed_shortly(*kept) or kept[2] != number:
        raise damaged(evening)
    found: int = kept[3]
    if not are_amounts({STOCK: found}):
        raise damaged(evening)
    return found


class Player(NamedTuple):
    """Somebody who plays or pays: the number of evenings, and the balance in cents and in points, or None."""

    name: str
    evenings: int
    ct: int | None
    points: int | None


def people(ledger: sqlite3.Connection) -> list[Player]:
    """Return everybody who plays or pays, by name; what was played for an evening of a room is in no balance."""
    require_kinds_as_kept(ledger)
    came, names = Counter[str](), set[str]()
    totals = {unit: Counter[str]() for unit in UNITS}
    for evening in all_evenings(ledger):
        came.update(evening.state.took_part)
        if evening.kind == ORDINARY:
            totals[evening.tariff.unit].update(evening.state.balances)
        names.update(evening.state.balances)
        for paid in payments(ledger, evening.id).values():
            names |= {paid.payer, paid.payee}
    return [
        Player(name, came[name], totals["ct"].get(name), totals["points"].get(name))
        for name in sorted(names - {STOCK}, key=name_key)
    ]


def in_order_of_arrival(ledger: sqlite3.Connection) -> tuple[str, ...]:
    """Return everybody of the ledger, in the order in which they first came into it."""
    return tuple(name for (name,) in ledger.execute("SELECT name FROM person WHERE kind <> 'stock' ORDER BY id"))


def known_name(ledger: sqlite3.Connection, word: str) -> str | None:
    """Return the person in the ledger who is called exactly so, without regard to case."""
    key = name_key(word)
    row = ledger.execute("SELECT name FROM person WHERE key = ?", (key,)).fetchone()
    if row and name_key(row[0]) != key:
        raise Damaged(_t("the spelling of {name} is not the one recorded", name=row[0]))
    return row[0] if row else None


# -- damage -------------------------------------------------------------------------------------------

DAMAGED = (SklogError, *UNREADABLE, sqlite3.Error)
"""What reading or folding an evening may end in when its facts were changed by hand."""
_NO_DAMAGE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT)


def is_no_damage(error: Exception, *codes: int) -> bool:
    """Whether SQLite was broken off, or the disk is full or fails; `codes` are others that are meant as well."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (*_NO_DAMAGE, *codes)


def damaged(number: int) -> LedgerError:
    """Return the error that what is stored of an evening cannot be read, or was changed."""
    return Damaged(_t("evening {number} is damaged", number=number))
