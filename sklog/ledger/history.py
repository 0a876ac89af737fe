"""What was recorded of an evening: the facts in force, in their order, corrections applied.

    entry rows ──undone ones left out──▶ order (insert, move) ─▶ hands (fix, void, pin) ─▶ names (rename) ─▶ Session

Nothing is ever overwritten: a hand that was fixed is still there, behind what replaced it.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from sklog.errors import UNREADABLE, Damaged, NewerProgram
from sklog.language import _, _t
from sklog.ledger import chain, evenings
from sklog.ledger import facts as kinds
from sklog.ledger.chain import Link, as_json, loads
from sklog.ledger.evenings import Evening
from sklog.scoring.evening import play
from sklog.scoring.hand import Hand, Posting
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, renamed
from sklog.scoring.settings import from_mapping
from sklog.scoring.state import ENTRY_KEYS, PAID, Entry, Line, Payment, Voided, entry_from_json, is_event
from sklog.values import NamedTuple, replace


class Recorded(NamedTuple):
    """One entry in force: the row that it was recorded as, and the row that says what it is now.

    `said` is the entry as it was typed, without the seats that it keeps (`pinned`) and whether it is void. `was` are
    the versions that a fix replaced, the oldest first.
    """

    id: int
    entry: Entry
    said_by: int
    said: Entry
    was: tuple[Hand, ...] = ()
    pinned: bool = False

    @property
    def hand(self) -> Hand:
        """The hand, also where it is void; raises TypeError for an event."""
        entry = self.entry.hand if isinstance(self.entry, Voided) else self.entry
        if is_event(entry):
            raise TypeError(f"{entry!r} is no hand")
        return entry  # type: ignore[return-value]  # events are ruled out above

    @property
    def typed(self) -> Hand:
        """The hand as it was typed, also where it is void; for an event it means nothing."""
        return self.said.hand if isinstance(self.said, Voided) else self.said  # type: ignore[return-value]  # no event


class History(NamedTuple):
    """An evening with its corrections applied, and each entry in force with the rows that it was recorded as.

    `begun` is what was put right of its beginning, and "void" where it is struck out, as `chain.Kept` has it.
    """

    session: Session
    recorded: tuple[Recorded, ...]
    called: Mapping[tuple[int, str], str]  # (row, name there) -> name today; row 0 is the beginning
    begun: Mapping[str, Any]

    def hands(self) -> list[Recorded]:
        """Return the hands by their number, from 1 on; voided ones included."""
        return [one for one in self.recorded if not is_event(one.entry)]


def people(session: Session) -> list[str]:
    """Return who sat or paid in an evening."""
    paid = (name for one in session.payments() for name in (one.payer, one.payee))
    return [name for name in dict.fromkeys((*session.everybody(), *paid)) if name != STOCK]


class _Row(NamedTuple):
    id: int
    action: int
    kind: str
    fact: dict[str, Any]
    target: int | None
    before: int | None


def of_evening(ledger: sqlite3.Connection, evening: Evening) -> History:
    """Return what is in force of an evening; raise LedgerError where a fact is not what was recorded."""
    facts, _spelled = proof(ledger, evening.id)
    try:
        return unchecked(ledger, evening.id, facts)
    except UNREADABLE as error:
        raise evenings.damaged(evening.id) from error


def proof(ledger: sqlite3.Connection, evening: int) -> tuple[list[Link], list[str]]:
    """Return the facts of an evening, and how people are written in all of them.

    Raises LedgerError where anything of that is not what was recorded.
    """
    facts, spelled = evenings.proved(ledger, evening), []
    for account, name, seal in ledger.execute("SELECT account_id, name, seal FROM spelling"):
        if seal != chain.sealed(account, name):
            raise Damaged(_t("the spelling of {name} is not the one recorded", name=name))
        spelled.append(name)
    return facts, spelled


class Fold(NamedTuple):
    """An evening folded up to the fact with this digest: each entry in force, and its line.

    `spelled` is how people were written then.
    """

    digest: bytes
    spelled: list[str]
    recorded: tuple[Recorded, ...]
    lines: tuple[Line, ...]


def folded(ledger: sqlite3.Connection, evening: Evening, before: Fold | None = None) -> Fold:
    """Return an evening folded to its end; where only more hands came since `before` did, no others are folded again.

    All of its facts are proved in any case. Raises LedgerError where one is not what was recorded.
    """
    facts, spelled = proof(ledger, evening.id)
    digest = facts[-1].digest
    try:
        if before and before.lines and before.spelled == spelled:
            since = _since(ledger, evening.id, facts, before.digest)
            if since is not None:
                end = before.lines[-1]
                lines = play((one.entry for one in since), end.state, end.tariff)
                return Fold(digest, spelled, (*before.recorded, *since), (*before.lines, *lines))
        past = unchecked(ledger, evening.id, facts)
    except UNREADABLE as error:
        raise evenings.damaged(evening.id) from error
    return Fold(digest, spelled, past.recorded, tuple(past.session.lines()))


def _since(ledger: sqlite3.Connection, evening: int, facts: Sequence[Link], digest: bytes) -> list[Recorded] | None:
    """Return what came behind the fact with this digest; None where that is more than hands and events at the end."""
    newer = [*takewhile(lambda fact: fact.digest != digest, reversed(facts))]
    if len(newer) == len(facts):
        return None
    first = min((fact.row for fact in newer if fact.table == "action"), default=None)
    if first is None:
        return None if newer else []
    asked = """
        SELECT undoes, entry.id, action.id, kind, fact, target, "before"
        FROM action LEFT JOIN entry ON entry.session_id = action.session_id AND action_id = action.id
        WHERE action.session_id = ? AND action.id >= ? ORDER BY entry.id
    """
    found = ledger.execute(asked, (evening, first)).fetchall()
    if any(
        undoes is not None or kind not in (kinds.HAND, kinds.EVENT) or at is not None
        for undoes, _, _, kind, *_, at in found
    ):
        return None
    rows = [_Row(number, action, kind, loads(fact), *named) for _, number, action, kind, fact, *named in found]
    names = Names(ledger, rows)
    entries = [(row.id, _entry(row, names)) for row in rows]
    return [Recorded(row, entry, row, entry) for row, entry in entries]


def unchecked(ledger: sqlite3.Connection, evening: int, facts: Sequence[Link] | None = None) -> History:
    """Return what is in force of an evening without checking its digests: for whoever reports what differs.

    `facts` are those of the evening, where they were read already.
    """
    begun = evenings.beginning(ledger, evening)
    rows = rows_of(ledger, evening, facts=facts)
    names = Names(ledger, rows)
    session, recorded = in_force(begun, rows, names)
    came = [(0, name) for name in begun.players]
    came += [(row.id, name) for row in rows if row.kind == kinds.EVENT and (name := row.fact.get("join"))]
    called = {(row, name): names.now(name, row) for row, name in came}
    return History(session, recorded, called, _put_right(ledger, evening, rows))


def in_force(begun: Session, rows: Sequence[_Row], names: "Names") -> tuple[Session, tuple[Recorded, ...]]:
    """Return an evening by these rows and names, and each of its entries as it was recorded."""
    hands = _hands(rows, names)
    in_order = (hands[row] for row in _order(rows))
    # two people who turned out to be one may have paid each other: that moves nothing
    recorded = tuple(
        one for one in in_order if not (isinstance(one.entry, Payment) and one.entry.payer == one.entry.payee)
    )
    return _begun(begun, rows, names)._replace(entries=tuple(one.entry for one in recorded)), recorded


def rows_of(
    ledger: sqlite3.Connection,
    evening: int,
    upto: int | None = None,
    *,
    since: int = 0,
    facts: Iterable[Link] | None = None,
) -> list[_Row]:
    """Return the entries of an evening that were not taken back; with `upto` as it was right behind that action.

    With `since` they are those of that action and behind it.
    `facts` are those of the evening, where they were read already.
    """
    undone = undone_actions(ledger, evening, upto)
    rows: Iterable[Any]
    if facts is None:
        asked = """
            SELECT id, action_id, kind, fact, target, "before" FROM entry
            WHERE session_id = ?1 AND (?2 IS NULL OR action_id <= ?2) AND action_id >= ?3 ORDER BY id
        """
        rows = ledger.execute(asked, (evening, upto, since))
    else:
        rows = [(one.row, *one.said) for one in facts if one.said]
    return [
        _Row(number, action, kind, loads(fact) if fact else {}, target, before)
        for number, action, kind, fact, target, before in rows
        if action not in undone
    ]


def played(rows: Sequence[_Row]) -> set[int]:
    """Return the entries that are no payments, and not of a closing: what that did with the Stock is its own.

    How somebody is written is nobody else's name.
    """
    closings = {row.action for row in rows if row.kind == kinds.CLOSE}
    events = [row for row in rows if row.kind == kinds.EVENT]
    paid = {row.id for row in events if not row.fact.keys().isdisjoint(PAID)}
    settled = {row.id for row in events if "stock" in row.fact and row.action in closings}
    respelled = {row.id for row in rows if row.kind == kinds.RENAME and name_change(row.fact).is_respelling}
    return {row.id for row in rows if row.kind not in (kinds.CLOSE, kinds.REOPEN)} - paid - settled - respelled


class NameChange(NamedTuple):
    """What a command made of a name; a `merge` made one person of two.

    A `part` is of these evenings alone: in others the old name stays that person's. With `merge` the other person was
    known already.
    """

    old: str
    new: str
    merge: bool
    part: bool

    @property
    def is_respelling(self) -> bool:
        """Whether it says only how the same name is written."""
        return name_key(self.old) == name_key(self.new)


def name_change(fact: Mapping[str, Any]) -> NameChange:
    """Return what the fact of a rename says; raise one of UNREADABLE for what none can say."""
    old, new = fact["rename"]
    # an old sklog knew no people who are one, or two
    change = NameChange(old, new, fact.get("merge", False), fact.get("part", False))
    if [type(value) for value in change] != [str, str, bool, bool]:
        raise TypeError(fact)
    return change


class Names:
    """Today's names of the people whom earlier rows name.

    A rename holds for everything recorded before it; how a name is written is the same in all evenings.
    """

    def __init__(self, ledger: sqlite3.Connection | None, rows: Sequence[_Row]) -> None:
        self.renames = [(row.id, name_change(row.fact)) for row in rows if row.kind == kinds.RENAME]
        spelled = ledger.execute("SELECT name FROM spelling") if ledger else ()
        self.spellings = {name_key(name): name for (name,) in spelled}

    def now(self, name: str, row: int = 0) -> str:
        """Return today's name of the person who is called `name` in this row."""
        for at, change in self.renames:
            if at > row and name_key(name) == name_key(change.old):
                name = change.new
        return self.spellings.get(name_key(name), name) if self.spellings else name

    def apply(self, fact: dict[str, Any], row: int) -> dict[str, Any]:
        """Return the fact of a row with today's names."""
        return renamed(fact, lambda name: self.now(name, row)) if self.renames or self.spellings else fact


def unread(
    ledger: sqlite3.Connection, evening: int, facts: Iterable[Link]
) -> tuple[Session, list[tuple[int, dict[str, Any]]]] | None:
    """Return an evening without its entries, and the row and the JSON of each; None where anything was corrected.

    `facts` are those of the evening; their digests are not checked. Raises one of UNREADABLE.
    """
    rows = rows_of(ledger, evening, facts=facts)
    if not rows or not all(map(_is_as_recorded, rows)):  # without any it may be taken back
        return None
    names = Names(ledger, rows)
    session = _begun(evenings.beginning(ledger, evening), rows, names)
    return session, [(row.id, names.apply(row.fact, row.id)) for row in rows if row.kind in (kinds.HAND, kinds.EVENT)]


def _is_as_recorded(row: _Row) -> bool:
    """Whether a row is an entry that stands behind those before it and moves what it says, or opens or closes."""
    if row.kind == kinds.HAND:
        return row.before is None and "amounts" not in row.fact
    if row.kind != kinds.EVENT or row.before is not None:
        return row.kind in (kinds.CLOSE, kinds.REOPEN)
    paid = [row.fact[key] for key in PAID if key in row.fact]
    return not ("tariff" in row.fact or (paid and paid[0][0] == paid[0][1]))


def _begun(begun: Session, rows: Sequence[_Row], names: Names) -> Session:
    """Return an evening before its first entry as it is now: by today's names and tariff, and closed or not."""
    tariffs = [row.fact for row in rows if row.kind == kinds.TARIFF]
    now = begun._replace(
        tariff=from_mapping(tariffs[-1]) if tariffs else begun.tariff,  # the one chosen last for the whole of it
        players=tuple(names.now(name) for name in begun.players),
        dealer=begun.dealer and names.now(begun.dealer),
        closed=_closing(rows) is not None,
    )
    for row in rows:
        if row.kind == kinds.EVENING:
            now = _otherwise(now, row, names)
    return now


def _otherwise(begun: Session, row: _Row, names: Names) -> Session:
    """Return how an evening begins behind one more fact about that; raise one of UNREADABLE for what none can say."""
    if unknown := row.fact.keys() - evenings.PUT_RIGHT:
        raise NewerProgram.because_of(_("entry {row}", row=row.id), unknown)
    now = evenings.put_right(begun, row.fact)
    if "players" in row.fact:
        now = now._replace(players=tuple(names.now(name, row.id) for name in now.players))
    if "dealer" in row.fact:
        now = now._replace(dealer=names.now(row.fact["dealer"], row.id))
    if sorted(now.players) != sorted(begun.players) or not {now.dealer} <= {None, *begun.players}:
        raise ValueError(row.fact)
    return now


def _put_right(ledger: sqlite3.Connection, evening: int, rows: Sequence[_Row]) -> dict[str, Any]:
    """Return what facts say of the beginning of an evening, the last ones last; `rows` are those in force.

    Struck out is also one of which the beginning was taken back, and that has nothing else but names of people.
    """
    said: dict[str, Any] = {}
    if all(row.kind == kinds.RENAME for row in rows):
        first = "SELECT id FROM action WHERE session_id = ? ORDER BY id LIMIT 1"
        said["void"] = ledger.execute(first, (evening,)).fetchone() in [
            (one,) for one in undone_actions(ledger, evening)
        ]
    for row in rows:
        said |= row.fact if row.kind == kinds.EVENING else {}
    return said if said.get("void") else {key: value for key, value in said.items() if key != "void"}


def _order(rows: Sequence[_Row]) -> list[int]:
    """Return the rows of hands and events in the order of the evening."""
    order: list[int] = []
    hands = {row.id for row in rows if row.kind == kinds.HAND}
    for row in rows:
        if row.kind in (kinds.HAND, kinds.EVENT):
            _place(order, row.id, row.before)
        elif row.kind == kinds.MOVE and row.target is not None:
            order = _moved(order, hands, row.target, row.before)
    return _without_old_tariffs(rows, order)


def _moved(order: list[int], hands: set[int], target: int, before: int | None) -> list[int]:
    """Return the order with one hand at another place among the hands; what else happened stays where it is."""
    others = [row for row in order if row in hands and row != target]
    _place(others, target, before)
    following = iter(others)
    return [next(following) if row in hands else row for row in order]


def _place(order: list[int], row: int, before: int | None) -> None:
    # most rows stand behind all others: those need no search
    order.insert(len(order) if before is None or before not in order else order.index(before), row)


def _without_old_tariffs(rows: Sequence[_Row], order: list[int]) -> list[int]:
    """Leave out changes of the tariff from where on another was chosen later: by hand N, or for the whole evening."""
    changes = {row.id for row in rows if row.kind == kinds.EVENT and "tariff" in row.fact}
    chosen = max((row.id for row in rows if row.kind == kinds.TARIFF), default=0)
    kept = []
    for row in order:
        if row in changes:
            if row < chosen:
                continue
            chosen = row
        kept.append(row)
    return kept


def _hands(rows: Sequence[_Row], names: Names) -> dict[int, Recorded]:
    """Return every hand and event as it is now, by its row."""
    found: dict[int, Recorded] = {}
    void: dict[int, bool] = {}
    pins: dict[int, dict[str, Any]] = {}
    for row in rows:
        if row.kind in (kinds.HAND, kinds.EVENT):
            entry = _entry(row, names)
            found[row.id] = Recorded(row.id, entry, row.id, entry)
        elif row.target not in found:
            continue
        elif row.kind == kinds.FIX:
            old, entry = found[row.target], _entry(row, names)
            found[row.target] = Recorded(row.target, entry, row.id, entry, was=(*old.was, old.hand))
            void.pop(row.target, None)  # a void hand that is fixed counts again
        elif row.kind == kinds.PIN:
            pins[row.target] = names.apply(row.fact, row.id)
        elif row.kind in kinds.VOIDS:
            void[row.target] = row.kind == kinds.VOID_KEEPING_SEATS
    for number, pin in pins.items():
        found[number] = _pinned(found[number], pin)
    for number, keeps_seats in void.items():
        found[number] = found[number]._replace(entry=Voided(found[number].hand, keeps_seats))
    return found


def _entry(row: _Row, names: Names) -> Entry:
    if not ENTRY_KEYS.issuperset(row.fact):
        raise NewerProgram.because_of(_("entry {row}", row=row.id), row.fact.keys() - ENTRY_KEYS)
    now = names.apply(row.fact, row.id)
    said, moved = row.fact.get("amounts", {}), now.get("amounts", {})
    if said and not any(moved.values()) and (any(said.values()) or len(moved) < 2):
        # between two people who turned out to be one: it keeps its number and moves nothing
        return Voided(entry_from_json(row.fact))  # type: ignore[arg-type]  # a posting
    return entry_from_json(now)


def _pinned(one: Recorded, pin: dict[str, Any]) -> Recorded:
    """Return a hand that keeps the dealer and the people it was recorded with, unless it says its own."""
    hand = one.hand
    if isinstance(hand, Posting):
        return one
    # who says another dealer says another deal
    active = hand.active or (tuple(pin["active"]) if hand.dealer in (None, pin["dealer"]) else ())
    return one._replace(entry=replace(hand, dealer=hand.dealer or pin["dealer"], active=active), pinned=True)


def put_right(ledger: sqlite3.Connection, evening: int) -> list[tuple[str, str, str]]:
    """Return which commands in force put right how an evening began: when (UTC, ISO), by whom, and what was typed."""
    asked = """
        SELECT at, who, command || ' ' || typed FROM action
        WHERE session_id = ?1 AND id NOT IN (SELECT value FROM json_each(?2))
            AND EXISTS (SELECT 1 FROM entry WHERE session_id = ?1 AND action_id = action.id AND kind = ?3) ORDER BY id
    """
    return ledger.execute(asked, (evening, as_json([*undone_actions(ledger, evening)]), kinds.EVENING)).fetchall()


def undone_actions(ledger: sqlite3.Connection, evening: int, upto: int | None = None) -> set[int]:
    """Return the actions that were taken back; taking back an undo brings its action into force again.

    With `upto` it is as it was right behind that action.
    """
    undone: set[int] = set()
    rows = """
        SELECT id, undoes FROM action
        WHERE session_id = ?1 AND undoes IS NOT NULL AND (?2 IS NULL OR id <= ?2) ORDER BY id DESC
    """
    for action, undoes in ledger.execute(rows, (evening, upto)):
        if action not in undone:
            undone.add(undoes)
    return undone


class Closing(NamedTuple):
    """The action that closed an evening, and whether it recorded nothing else; an import records hands with it.

    `at` is when that was (UTC, ISO).
    """

    action: int
    at: str
    alone: bool


def closing(ledger: sqlite3.Connection, evening: int) -> Closing | None:
    """Return the closing that is in force; None where the evening is open."""
    rows = rows_of(ledger, evening)
    if (action := _closing(rows)) is None:
        return None
    (at,) = ledger.execute("SELECT at FROM action WHERE id = ?", (action,)).fetchone()
    return Closing(action, at, alone=not any(row.action == action and row.id in played(rows) for row in rows))


def _closing(rows: Sequence[_Row]) -> int | None:
    """Return the action of the closing behind which the evening was not opened again."""
    last = next((row for row in reversed(rows) if row.kind in (kinds.CLOSE, kinds.REOPEN)), None)
    return last.action if last and last.kind == kinds.CLOSE else None


class Last(NamedTuple):
    """One of the last hands: number, what it is now, its value (cents or points), what it was, and if it is void."""

    number: int
    hand: Hand
    value: int
    was: tuple[Hand, ...]
    void: bool


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int, *, prove: bool = True) -> list[Last]:
    """Return the last hands, the oldest first; corrected and void ones say so.

    Nothing but these is made of what was recorded: a board is shown behind each hand of a long evening. Raises
    LedgerError where a fact is not what was recorded; whoever has just recorded something has proved that already.
    """
    if prove:
        proof(ledger, evening.id)
    try:
        hands = _newest_hands(ledger, evening.id, count)
    except UNREADABLE as error:
        raise evenings.damaged(evening.id) from error
    found = []
    for number, one in hands:
        void = isinstance(one.entry, Voided)
        value = 0 if void else evenings.value(ledger, evening.id, number, one.id)
        found.append(Last(number, one.hand, value, one.was, void))
    return found


def recorders(ledger: sqlite3.Connection, rows: Sequence[int]) -> dict[int, str]:
    """Return who recorded each of these entries; "" of one that came in a file, or where nobody knows."""
    asked = f"""
        SELECT entry.id, iif(command = 'import', '', who) FROM entry JOIN action ON action.id = action_id
        WHERE entry.id IN ({", ".join("?" * len(rows))})
    """  # noqa: S608  our own words
    return dict(ledger.execute(asked, rows).fetchall())


_FIRST = """
    WITH hand AS (
        SELECT action_id FROM entry
        WHERE session_id = ?1 AND kind = 'hand' AND action_id NOT IN (SELECT value FROM json_each(?2))
    )
    SELECT first, (SELECT count(*) FROM hand WHERE action_id < first) FROM (
        SELECT action_id AS first FROM hand ORDER BY action_id DESC LIMIT 1 OFFSET ?3 - 1)
    WHERE NOT EXISTS (SELECT 1 FROM entry WHERE session_id = ?1 AND (kind = 'move' OR "before" IS NOT NULL))
"""
"""The action that recorded the first of the last hands, and how many hands there were before it."""


def _newest_hands(ledger: sqlite3.Connection, evening: int, count: int) -> list[tuple[int, Recorded]]:
    """Return the last hands with their numbers, without proving anything.

    Where none was inserted or moved, they are those that were recorded last, and no others are read.
    """
    undone = as_json(sorted(undone_actions(ledger, evening)))
    first, earlier = ledger.execute(_FIRST, (evening, undone, count)).fetchone() or (0, 0)
    rows = rows_of(ledger, evening, since=first)
    dealt = {row.id for row in rows if row.kind == kinds.HAND}
    numbered = [*enumerate((row for row in _order(rows) if row in dealt), earlier + 1)][-count:]
    wanted = {row for _number, row in numbered}
    hands = _hands([row for row in rows if row.id in wanted or row.target in wanted], Names(ledger, rows))
    return [(number, hands[row]) for number, row in numbered]
