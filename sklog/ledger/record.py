"""Recording: an evening begins, hands and events are added to it, it is closed.

Facts are added (`facts`), and what follows from them is stored: what an entry cost, who exists, how an evening stands.
Every function works inside the caller's transaction (`database.transaction`), so that one command is stored whole or
not at all. Times are passed in, as UTC in ISO form.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from sklog import rooms
from sklog.errors import Damaged, LedgerError, Refused, Repeated, SklogError
from sklog.language import N_, _, _t
from sklog.ledger import chain, evenings, facts
from sklog.ledger.chain import as_json
from sklog.ledger.database import insert
from sklog.ledger.evenings import OVERVIEW, Evening, Overview
from sklog.ledger.facts import CLOSE, EVENT, HAND, VOID, VOID_KEEPING_SEATS, Recording
from sklog.scoring.amounts import money
from sklog.scoring.evening import admit, begin, newcomers
from sklog.scoring.names import LONGEST_TEXT, name_key, require_visible
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Join, Line, OfRoom, Payment, Voided, entry_to_json, is_event

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.ledger.facts import Command
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, State
    from sklog.scoring.tariff import Tariff

    Alike = Any
    Model = Any
    """A hand that is as its model, and that, as the room `likeness` has them."""
    Places = Iterable[tuple[int, int, int]]
    """Of each entry its place in the evening, its row, and the row that says what it is now."""

# -- what follows from the facts -----------------------------------------------------------------------


ACCOUNT = "SELECT id FROM account WHERE key = :key"
PAYMENT = "entry_id, session_id, payer_id, payee_id, amount"


def accounts(ledger: sqlite3.Connection, asked: str = ACCOUNT) -> Callable[[str], int]:
    """Return what knows the row of somebody's account; each is asked for once: a ledger may know thousands of people.

    Raises LedgerError for somebody who has none. `asked` is how, by the name and its key.
    """

    @cache
    def account(name: str) -> int:
        for (row,) in ledger.execute(asked, {"key": name_key(name), "name": name}):
            return int(row)
        raise Damaged(_t("{name} has no account any more", name=name))

    return account


def derived(
    account: Callable[[str], int], evening: int, rows: Places, lines: Sequence[Line | Alike], before: State
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the rows that follow from entries of an evening: scores, each with its seal, postings, and payments.

    They met the state `before`; `account` knows everybody's.
    """
    costs, postings, payments = list[Any](), list[Any](), list[Any]()
    number, seats = before.hands, before.seats
    for (place, row, said_by), line in zip(rows, lines, strict=True):
        if not isinstance(line, Line):
            number += 1
            model, active, dealer, places, _fact = line
            value, bock, kontra, by_mark = _of_model(model)
            postings += [(row, account(name), *by_mark[place]) for name, place in zip(active, places, strict=True)]
            if len(active) < len(seats):
                postings += [(row, account(name), 0, None, None) for name in seats if name not in active]
            costs.append((row, place, number, value, said_by, account(dealer), bock, kontra))
            continue
        number, seats = line.number or number, line.state.seats
        if isinstance(line.entry, Payment):
            payer, payee, amount = line.entry
            payments.append((row, evening, account(payer), account(payee), amount))
        if line.score is not None:
            who, *doubled = evenings.dealt(line)
            by = None if who is None else account(who)
            costs.append((row, place, line.number, line.score.value, said_by, by, *doubled))
            postings += [(row, account(name), *one) for name, one in evenings.posted(line).items()]
    return [(*cost, chain.sealed_shortly(*cost)) for cost in costs], postings, payments


@lru_cache(maxsize=20_000)  # as many as are kept of one tariff
def _of_model(model: Model) -> tuple[int, int | None, int | None, list[evenings.Posted]]:
    """Return what a model costs, how often Bock and Kontra doubled it, and what is posted for each of its marks."""
    line = Line(1, model.hand, model.table, model.score, begin(model.table.seats), model.tariff)
    posted, (_dealer, bock, kontra) = evenings.posted(line), evenings.dealt(line)
    return model.score.value, bock, kontra, [posted[mark] for mark in model.table.active]


def derive(
    ledger: sqlite3.Connection, evening: int, rows: Places, lines: Sequence[Line | Alike], before: State
) -> None:
    """Store what follows from entries of an evening; the scores, which are sealed, behind their postings."""
    scores, postings, payments = derived(accounts(ledger), evening, rows, lines, before)
    insert(ledger, f"payment ({PAYMENT})", payments)
    insert(ledger, f"posting ({evenings.POSTING})", postings)
    insert(ledger, f"score ({evenings.SCORE}, seal)", scores)


def keep(
    ledger: sqlite3.Connection,
    evening: int,
    state: State,
    position: int,
    *,
    closed: bool,
    tariff: Tariff | None = None,
    begun: Mapping[str, Any] | None = None,
) -> None:
    """Keep how the evening stands after its last entry, with its digest, and seal that.

    `tariff` is the one in force, and `begun` what was put right of its beginning, where that may be another than
    before. Where nobody sits it may name other evenings.
    """
    stands = f"""
        UPDATE state SET state = ?2, hands = ?3, position = ?4, digest = ({chain.HEAD}) WHERE session_id = ?1
    """  # noqa: S608  our own words
    ledger.execute(stands, (evening, evenings.state_to_text(state), state.hands, position))
    # where it stays so, no index is touched
    ledger.execute("UPDATE state SET closed = ?2 WHERE session_id = ?1 AND closed <> ?2", (evening, closed))
    if tariff is not None:
        (first,) = ledger.execute("SELECT tariff FROM session WHERE id = ?", (evening,)).fetchone()
        changed = None if tariff == evenings.tariff_from_json(first) else evenings.tariff_to_json(tariff)
        ledger.execute("UPDATE state SET tariff = ? WHERE session_id = ?", (changed, evening))
    if begun is not None:
        ledger.execute("UPDATE state SET begun = ? WHERE session_id = ?", (as_json(begun) if begun else None, evening))
    kept = ledger.execute(f"SELECT {chain.KEPT} FROM state WHERE session_id = ?", (evening,)).fetchone()  # noqa: S608
    ledger.execute("UPDATE state SET seal = ? WHERE session_id = ?", (chain.Kept(*kept).right_seal, evening))
    ledger.execute(KEEP_OVERVIEW, overview(ledger, evening, state, closed=closed))
    if not state.seats:
        keep_kinds(ledger)


KEEP_OVERVIEW = f"INSERT OR REPLACE INTO overview ({OVERVIEW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  ours
_FIRST = "(SELECT command FROM action WHERE session_id = session.id ORDER BY id LIMIT 1)"
_SESSION = f"""
    SELECT session.imported, {evenings.NAME_NOW}, {evenings.DATE_NOW},
        coalesce(json_extract(begun, '$.place'), session.place), session.unit, players, kind,
        {_FIRST}, {evenings.IS_VOID}
    FROM session JOIN state ON state.session_id = session.id
    LEFT JOIN overview ON overview.session_id = session.id WHERE session.id = ?
"""  # noqa: S608  our own words
_BEGINS = {room.begins: rooms.PLAYED_FOR[key] for key, room in rooms.EVENINGS.items()}


def overview(ledger: sqlite3.Connection, evening: int, state: State, *, closed: bool) -> Overview:
    """Return the overview of an evening that is to be kept; in its totals are all who took part.

    It stays of the kind that others have named (`keep_kinds`).
    """
    *session, players, kind, command, is_void = ledger.execute(_SESSION, (evening,)).fetchone()
    kind = _BEGINS.get(command) or (kind if kind != evenings.VOID else None) or evenings.ORDINARY
    if players == "[]":
        kind = state.memory.key if state.memory else rooms.FIRST
    if is_void:
        kind = evenings.VOID
    part = {who: state.balances[who] for who in state.took_part}
    totals = as_json([part, {who: state.dealt[who] for who in part if who in state.dealt}])
    shown = (evening, int(closed), *session, totals, as_json(state.apart), kind)
    return Overview._make((*shown, chain.sealed(*shown)))


def other_kinds(ledger: sqlite3.Connection) -> Iterator[tuple[Overview, str]]:
    """Yield the overview of each evening whose kind is wrong, with the right kind."""
    shown = ", ".join(f"overview.{column}" for column in Overview._fields)
    asked = f"""
        SELECT uid, {_FIRST}, {evenings.IS_VOID}, {shown} FROM session
        JOIN overview ON overview.session_id = id JOIN state ON state.session_id = id
    """  # noqa: S608  our own words
    with suppress(SklogError):  # where one of a room cannot be read, or that is not installed, nobody can tell
        told = evenings.kinds_told(ledger)
        for uid, command, is_void, *kept in ledger.execute(asked).fetchall():
            one, kind = Overview(*kept), told.get(uid) or _BEGINS.get(command, evenings.ORDINARY)
            if (kind := evenings.VOID if is_void else kind) != one.kind:
                yield one, kind


def keep_kinds(ledger: sqlite3.Connection, *, all_told: bool = False) -> list[Overview]:
    """Have every evening be of the kind that it is, and return what was kept; a seal that does not fit stays so.

    Where no evening may stay of a kind that nobody can tell (`all_told`), NotInstalled is raised without its room.
    """
    if all_told:
        with suppress(LedgerError):
            evenings.kinds_told(ledger)
    changed = list(other_kinds(ledger))
    for one, kind in changed:
        seal = chain.sealed(*one[:-2], kind) if one.intact else one.seal
        ledger.execute(KEEP_OVERVIEW, one._replace(kind=kind, seal=seal))
    return [one for one, _kind in changed]


def make_accounts(ledger: sqlite3.Connection, names: Iterable[str]) -> None:
    """Keep an account for each of these people who has none yet."""
    keys: dict[str, str] = {}
    for name in names:
        if name != STOCK:
            keys.setdefault(name_key(name), name)
    known = "SELECT key FROM account WHERE key IN (SELECT value FROM json_each(?))"
    there = {key for (key,) in ledger.execute(known, (as_json([*keys]),))}
    insert(
        ledger, "account (name, key, kind)", [(name, key, "player") for key, name in keys.items() if key not in there]
    )


# -- commands -----------------------------------------------------------------------------------------

REPETITION_SECONDS = 10
IMPLAUSIBLE_SECONDS = 24 * 60 * 60  # between two hands, one behind the other: the clock may have jumped


def known_spelling(ledger: sqlite3.Connection, names: Iterable[str]) -> list[str]:
    """Return the names as the ledger already spells them; names are unique without regard to case."""
    return [evenings.known_name(ledger, name) or name for name in names]


def start(ledger: sqlite3.Connection, session: Session, command: Command, *, uid: str = "") -> Evening:
    """Open an evening (its entries are not recorded here); raise IllegalHand if these people cannot sit so.

    Without an identity it gets one that no other has.
    """
    evening = new_evening(ledger, session, command, uid=uid or os.urandom(16).hex(), imported=False)
    Recording(ledger, evening.id, command, behind=evening.digest)
    keep(ledger, evening.id, evening.state, 0, closed=False)
    return evenings.by_number(ledger, evening.id)


def new_evening(ledger: sqlite3.Connection, session: Session, command: Command, *, uid: str, imported: bool) -> Evening:
    """Add the facts with which an evening begins; whoever calls keeps how it stands. Raises IllegalHand, Refused."""
    if not 0 < len(session.name) <= LONGEST_TEXT:
        letters = len(session.name)
        raise Refused(
            _("the name of an evening must have 1 to {most} letters, not {letters}", most=LONGEST_TEXT, letters=letters)
        )
    state = session.begin()
    require_visible(session.players)
    make_accounts(ledger, session.players)
    slot = evenings.stock_slot(ledger, session.stock_from) if session.stock_from else ""
    number, digest = facts.begin(ledger, session._replace(stock_from=slot), command.at, uid=uid, imported=imported)
    return Evening.of(number, session._replace(id=uid), state, position=0, closed=False, digest=digest)


def add(
    ledger: sqlite3.Connection,
    evening: Evening,
    entries: Sequence[Entry],
    command: Command,
    recording: Recording | None = None,
) -> list[Line]:
    """Record entries as one action: one undo takes them back together. Raises HandError, Refused.

    A closed evening takes payments only: people pay on the next day, too. A command on several evenings has its
    `recording` made for each.
    """
    if not all(isinstance(entry, Payment) for entry in entries):
        require_open(ledger, evening)
    recording = recording or Recording(ledger, evening.id, command)
    return record_lines(ledger, evening, _folded(ledger, evening, entries), recording)


def add_everywhere(
    ledger: sqlite3.Connection, records: Sequence[tuple[Evening, Sequence[Entry]]], command: Command
) -> None:
    """Record entries of several evenings as one command, which one undo takes back."""
    every = facts.recordings(ledger, command, ((evening.id, None) for evening, _entries in records))
    for (evening, entries), recording in zip(records, every, strict=True):
        add(ledger, evening, entries, command, recording)


def _folded(ledger: sqlite3.Connection, evening: Evening, entries: Iterable[Entry]) -> Iterator[Line]:
    """Yield what comes of each entry, one at a time: the next may name somebody who came with it."""
    state, tariff = evening.state, evening.tariff
    for entry in entries:
        if isinstance(entry, Join):  # who may come is called as the ledger spells it
            entry = entry._replace(name=known_spelling(ledger, [entry.name])[0])  # noqa: PLW2901
        elif isinstance(entry, Payment):
            payer, payee = known_spelling(ledger, [entry.payer, entry.payee])
            entry = entry._replace(payer=payer, payee=payee)  # noqa: PLW2901
        line = admit(state, entry, tariff)
        yield line
        state, tariff = line.state, line.tariff


def record_lines(
    ledger: sqlite3.Connection,
    evening: Evening,
    folded: Iterable[Any],
    recording: Recording,
    *,
    closing: bool = False,
    end: tuple[State, Tariff] | None = None,
) -> list[Any]:
    """Record what was dealt behind the last entry as one action, `closing` as its last; return it.

    `end` are the state and the tariff behind it, where they are known.
    """
    lines, said = [], []
    for line in folded:
        lines.append(line)
        if not isinstance(line, Line):
            said.append((HAND, line.said))
            continue
        fact = line.entry.hand if isinstance(line.entry, Voided) else line.entry
        if isinstance(fact, OfRoom):
            fact.require_room()
        said.append((EVENT if is_event(fact) else HAND, entry_to_json(fact)))
        if line.number is None and (people := newcomers(fact)):
            require_visible(name for name in people if evenings.known_name(ledger, name) is None)
            make_accounts(ledger, people)
    rows = recording.add_all(said)
    for row, line in zip(rows, lines, strict=True):
        if isinstance(line, Line) and isinstance(line.entry, Voided):
            recording.add(VOID_KEEPING_SEATS if line.entry.keeps_seats else VOID, target=row)
    position = evening.position + len(lines)
    places = zip(range(evening.position + 1, position + 1), rows, rows, strict=True)
    derive(ledger, evening.id, places, lines, evening.state)
    if closing:
        recording.add(CLOSE)
    last = lines[-1] if lines else evening
    state, tariff = end or (last.state, last.tariff)
    changed = None if tariff is evening.tariff else tariff
    keep(ledger, evening.id, state, position, closed=closing or evening.closed, tariff=changed)
    return lines


def refuse_repetition(ledger: sqlite3.Connection, evening: Evening, entry: Entry, command: Command) -> None:
    """Refuse the very hand that was typed just before: the terminal hung, or an arrow key slipped.

    That it was the last one says the chain; how long ago it was says a clock, which is not believed where it went back
    or jumped.
    """
    last = repeated(ledger, evening, entry, command.name)
    if last is None:
        return
    at, who = last
    passed = facts.passed(at, command.at)
    if REPETITION_SECONDS <= passed < IMPLAUSIBLE_SECONDS:
        return
    if 0 <= passed < REPETITION_SECONDS:
        raise repetition(evening, who)
    went_back = N_("hand {number}, the last one recorded, is the same, and the clock has gone back since")
    jumped = N_("hand {number}, the last one recorded, is the same, and by the clock that was more than a day ago")
    raise Repeated(_t(went_back if passed < 0 else jumped, number=evening.hands), number=evening.hands, who=who)


def repeated(ledger: sqlite3.Connection, evening: Evening, entry: Entry, command: str) -> tuple[str, str] | None:
    """Return when (UTC, ISO) and by whom the newest command of an evening was given, if it was this very entry."""
    newest = """
        SELECT action.at, action.who, action.command, entry.fact FROM action
        JOIN entry ON entry.session_id = action.session_id AND entry.action_id = action.id
        WHERE action.session_id = ?1 AND action.id = (SELECT max(id) FROM action WHERE session_id = ?1)
    """
    row = ledger.execute(newest, (evening.id,)).fetchone()
    if row is None or row[2:] != (command, as_json(entry_to_json(entry))):
        return None
    return row[0], row[1]


def repetition(evening: Evening, who: str = "") -> Repeated:
    """Return the error that the last hand of an evening was typed once more within seconds."""
    said = _t("the same hand was recorded just before, as hand {number}", number=evening.hands)
    return Repeated(said, number=evening.hands, who=who)


def refuse_paid_twice(
    ledger: sqlite3.Connection, evening: Evening, paid: Payment, command: Command, owed: Callable[[], int]
) -> None:
    """Refuse a payment that was recorded already and is not `owed` once more, or that was typed seconds ago."""
    if paid not in evenings.payments(ledger, evening.id).values():
        return
    at, who = repeated(ledger, evening, paid, command.name) or ("", "")
    if paid.amount <= owed() and not 0 <= facts.passed(at, command.at) < REPETITION_SECONDS:
        return
    words = {"payer": paid.payer, "payee": paid.payee, "amount": money(paid.amount, evening.tariff.unit)}
    done = _("{payer} has already paid {payee} {amount}", **words)
    raise Repeated(_t("{done}", done=done), who=who, paid=done)


def close(
    ledger: sqlite3.Connection,
    evening: Evening,
    entries: Sequence[Entry],
    command: Command,
    recording: Recording | None = None,
) -> Evening:
    """End the evening; what is settled with it (the Stock) is recorded in the same action, or in its `recording`.

    Raises Refused where a later evening has begun with another Stock than this one would leave: that its end was lost
    once does not give the money out twice.
    """
    if evening.closed:
        raise Refused(_("the evening {name!r} is already closed", name=evening.name))
    recording = recording or Recording(ledger, evening.id, command)
    record_lines(ledger, evening, _folded(ledger, evening, entries), recording, closing=True)
    closed = evenings.by_number(ledger, evening.id)
    Refused.if_any([otherwise_later(ledger, closed)])
    return closed


def waiting_stocks(ledger: sqlite3.Connection, people: Sequence[str]) -> list[Evening]:
    """Return whose Stocks wait for one of these people at least: closed evenings, the newest first.

    Those of evenings that are no ORDINARY ones are points, and wait for nobody.
    """
    left = f"""
        WHERE closed = 1
            AND (json_extract(state, '$.balances.Stock') > 0 OR state.digest IS NOT ({chain.head("session.id")}))
            AND NOT EXISTS (
                SELECT 1 FROM session later JOIN overview ON session_id = later.id
                WHERE later.stock_from = session.uid AND kind <> '{evenings.VOID}')
        ORDER BY session.id DESC
    """  # noqa: S608  our own words
    found = [one for one in evenings.select(ledger, left) if one.kind == evenings.ORDINARY and seated(one, people)]
    return [one for one in found if not evenings.taken_over_by(ledger, one.uid)]


def seated(evening: Evening, people: Iterable[str]) -> int:
    """Return how many of these people sat at an evening."""
    return sum(person in evening.state.balances for person in people)


def carried_stock(ledger: sqlite3.Connection, unit: str, people: Sequence[str]) -> Evening | None:
    """Return whose Stock these people take over by themselves: the newest one that waits, where most of them sat."""
    waiting = (one for one in waiting_stocks(ledger, people) if one.tariff.unit == unit)
    return next((one for one in waiting if 2 * seated(one, people) > len(people)), None)


def stock_meant(ledger: sqlite3.Connection, unit: str, which: evenings.Which) -> Evening:
    """Return the evening whose Stock is to be taken over; raise NotFound, and Refused where none of it waits."""
    evening = evenings.find_played(ledger, which)
    Refused.if_any([_not_waiting(ledger, unit, evening)])
    return evening


def _not_waiting(ledger: sqlite3.Connection, unit: str, evening: Evening) -> str | None:
    """Return the sentence why the Stock of an evening cannot be taken over; None where it can."""
    if not evening.closed:
        return _t("{name!r} is still open: close it first, and carry its Stock over", **evening.said)
    if not evening.state.stock:
        return _("the Stock of {name!r} is empty", **evening.said)
    if later := evenings.taken_over_by(ledger, evening.uid):
        return _("the Stock of {name!r} has already been taken over by {other!r}", other=later.name, **evening.said)
    if evening.tariff.unit != unit:
        return _("the Stock of {name!r} is in another unit: money and points are never mixed", **evening.said)
    return None


def require_open(ledger: sqlite3.Connection, evening: Evening) -> None:
    """Refuse to change a closed evening, and say how it can be changed: if it can."""
    if evening.closed:
        require_stock_here(ledger, evening)
        raise Refused(_t("the evening {name!r} is closed", **evening.said))


def require_stock_here(ledger: sqlite3.Connection, evening: Evening) -> None:
    """Refuse to change an evening whose Stock a later one has taken over: the money would be there twice.

    Where it left another sum, since something of it was lost, it can be changed until it leaves that one.
    """
    later = evenings.taken_over_by(ledger, evening.uid)
    if later and evening.closed and evening.left == later.stock_in:
        carried = N_("the Stock of {name!r} was carried into {later!r}: {name!r} stays as it is")
        raise Refused(_t(carried, **evening.said, later=later.name, other=later.id))


# -- a Stock that goes from one evening to the next ----------------------------------------------------


def taken_over(ledger: sqlite3.Connection, name: str, stock_from: str) -> str | None:
    """Return the sentence that an evening here took over the Stock with which the evening `name` begins."""
    later = evenings.taken_over_by(ledger, stock_from) if stock_from else None
    if later is None:
        return None
    return _("{name!r} begins with a Stock that {other!r} has taken over already", name=name, other=later.name)


def not_left(ledger: sqlite3.Connection, name: str, stock: int, stock_from: str) -> str | None:
    """Return the sentence that the evening it comes from, which is here, did not leave the Stock of `name`."""
    earlier = evenings.with_identity(ledger, stock_from)
    if earlier is None:
        return None
    still_open = N_("{name!r} begins with the Stock of {earlier!r}, which is still open: close that first")
    otherwise = N_("{name!r} begins with {stock} in the Stock, but {earlier!r} left {left}")
    return _carried_wrongly(earlier, name, stock, still_open, otherwise)


def otherwise_later(ledger: sqlite3.Connection, evening: Evening) -> str | None:
    """Return the sentence that a later evening, which is here, began with another Stock than this one left."""
    later = evenings.taken_over_by(ledger, evening.uid)
    if later is None:
        return None
    still_open = N_("{name!r} took over the Stock of {earlier!r}, which is not closed there: close that first")
    otherwise = N_("{name!r} began with {stock} in the Stock, but {earlier!r} left {left}")
    return _carried_wrongly(evening, later.name, later.stock_in, still_open, otherwise)


def _carried_wrongly(earlier: Evening, name: str, stock: int, still_open: str, otherwise: str) -> str | None:
    """Return which sentence is true of an evening that begins with the Stock of another one; None where all fits."""
    if stock == earlier.left and earlier.closed:
        return None
    said = {"name": name, "stock": stock, "earlier": earlier.name, "number": earlier.id, "left": earlier.left}
    return _(still_open if stock == earlier.left else otherwise, **said)
