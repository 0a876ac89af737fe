"""Many evenings at once: what is owed and to be settled, and the evenings of a season with their totals.

Totals are read from the overview that is kept of each evening; only what asks about hands reads hands.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sklog.errors import UNREADABLE, NotFound
from sklog.language import _
from sklog.ledger import chain, evenings, history, states
from sklog.ledger.record import OVERVIEW, Overview
from sklog.rooms import PLAYED_FOR
from sklog.scoring import alike
from sklog.scoring.evening import step
from sklog.scoring.names import name_key
from sklog.scoring.settlement import Transfer, as_transfers, by_cap, debts, left_open, let_go, open_plan
from sklog.scoring.state import Payment, Rounding
from sklog.scoring.tariff import UNITS
from sklog.season.standings import Night, Season

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.scoring.alike import Alike
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Entry, Line, StockMove

Folded = TypeVar("Folded")
Record = tuple["Evening", "Sequence[Entry]"]
"""An evening, and what it records."""


# -- what is owed -------------------------------------------------------------------------------------


class Owed(NamedTuple):
    """What is to be settled: balances and payments so far, in cents or points, and the evenings they come from.

    `moves` are what becomes of the Stocks of evenings, by their numbers, and `caps` what the cap of each spares people
    (below 0: costs them), both already counted in the balances.
    """

    unit: str
    balances: Mapping[str, int]
    paid: tuple[Transfer, ...]
    evenings: tuple[Evening, ...]
    moves: Mapping[int, StockMove] = {}
    caps: Mapping[int, Mapping[str, int]] = {}

    @property
    def by_caps(self) -> Mapping[str, int]:
        """What the caps of all evenings together change of the balances."""
        moved = Counter[str]()
        for one in self.caps.values():
            moved.update(one)
        return moved


def of_evening(ledger: sqlite3.Connection, evening: Evening, move: StockMove | None = None) -> Owed:
    """Return what is owed of one evening, after `move` has emptied its Stock."""
    return _owed(ledger, [evening], {evening.id: move} if move else {})


def of_all(ledger: sqlite3.Connection, moves: Callable[[Sequence[Evening]], Mapping[int, StockMove]]) -> list[Owed]:
    """Return what is owed in each unit that was ever played for, over all evenings; raise NotFound where none was.

    Only those are that are ORDINARY: for points there are prizes, and nobody pays anybody.
    `moves` returns what becomes of the Stocks of these evenings, by their numbers.
    """
    every = [one for one in evenings.all_evenings(ledger) if one.kind == evenings.ORDINARY]
    if not every:
        raise NotFound(evenings.none_yet())
    emptied = moves(every)
    counted = ([one for one in every if one.tariff.unit == unit] for unit in UNITS)
    return [
        _owed(ledger, same, {one.id: emptied[one.id] for one in same if one.id in emptied}) for same in counted if same
    ]


def _owed(ledger: sqlite3.Connection, played: Sequence[Evening], moves: Mapping[int, StockMove]) -> Owed:
    total, paid, caps = Counter[str](), list[Transfer](), dict[int, dict[str, int]]()
    for evening in played:
        move = moves.get(evening.id)
        state = step(evening.state, move, evening.tariff).state if move else evening.state
        own = debts(state.balances, evening.stock_in)
        total.update(own)
        if moved := by_cap(own, evening.tariff):
            caps[evening.id] = moved
            total.update(moved)
        paid += as_transfers(evenings.payments(ledger, evening.id).values())
    return Owed(played[0].tariff.unit, dict(total), tuple(paid), tuple(played), moves, caps)


def to_record(ledger: sqlite3.Connection, owed: Sequence[Owed], plans: Sequence[Plan]) -> list[Record]:
    """Return what each evening records when the plans are paid; evenings with nothing to record are left out.

    Several evenings record each its own open debts: what they owe one another cancels out, so together
    it is the same money, and none of them is left with debts that were paid. What rounding leaves open is
    recorded as let go, where the two owe one another.
    """
    records: list[Record] = []
    for one, planned in zip(owed, plans, strict=True):
        newest_first = one.evenings[::-1]
        own = [of_evening(ledger, evening, one.moves.get(evening.id)) for evening in newest_first]
        gone = _let_go_by(
            [left_open(each.balances, each.paid) for each in own], let_go(one.balances, one.paid, planned)
        )
        recorded: list[Record] = []
        for evening, each, rounding in zip(newest_first, own, gone, strict=True):
            due = planned if len(own) == 1 else open_plan(each.balances, (*each.paid, *rounding))
            move = one.moves.get(evening.id)
            recorded.append((evening, [*([move] if move else []), *_as_payments((*due.transfers, *rounding))]))
        records += reversed(recorded)
    return [record for record in records if record[1]]


def _let_go_by(open_: Sequence[dict[str, int]], gone: Iterable[Transfer]) -> list[list[Transfer]]:
    """Return what each evening records as let go; `open_` is what everybody has to get (or, below 0, to pay) in each.

    That is where the one owes and the other is owed; what is left over goes to one where both sat, else to the first
    in which anybody owes anything.
    """
    found: list[list[Transfer]] = [[] for _evening in open_]
    for one in gone:
        rest = one.amount
        for left, here in zip(open_, found, strict=True):
            if (amount := min(rest, -left.get(one.payer, 0), left.get(one.payee, 0))) > 0:
                here.append(replace(one, amount=amount))
                left[one.payer] += amount
                left[one.payee] -= amount
                rest -= amount
        if rest:
            together = [place for place, left in enumerate(open_) if {one.payer, one.payee} <= left.keys()]
            indebted = [place for place, left in enumerate(open_) if any(left.values())]
            found[next(iter((*together, *indebted, 0)))].append(replace(one, amount=rest))
    return found


def _as_payments(transfers: Sequence[Transfer]) -> Iterator[Payment]:
    return ((Rounding if one.rounding else Payment)(one.payer, one.payee, one.amount) for one in transfers)


# -- a season -----------------------------------------------------------------------------------------


class Selection(NamedTuple):
    """Which evenings are meant: from and until a day (ISO, or its beginning), of this name (`group`) and unit.

    With `players` only evenings to which one of them came. An empty field restricts nothing; but evenings that are
    played for one of a room are meant by their name alone.
    """

    since: str = ""
    until: str = ""
    group: str = ""
    unit: str = ""
    players: tuple[str, ...] = ()


def season(ledger: sqlite3.Connection, selection: Selection) -> Season:
    """Return the evenings that are meant, with their totals; raise NotFound where there is none.

    Money and points are never added: unless one is said it is what the last of these evenings counts.
    """
    found = [night for night in _nights(ledger, selection) if _is_meant(night, selection)]
    if not found:
        raise NotFound(_nobody_played(ledger, selection))
    unit = selection.unit or found[-1].unit
    counted = tuple(night for night in found if night.unit == unit)
    if not counted:
        raise NotFound(_("all of these evenings count in {unit}", unit=found[-1].unit))
    return Season(unit, counted, selection.players, len(found) - len(counted))


_OVERVIEWS = f"""
    SELECT night.id, {OVERVIEW}, (SELECT digest FROM state WHERE session_id = night.id) IS ({chain.head("night.id")})
    FROM (SELECT id FROM session) AS night LEFT JOIN overview ON session_id = night.id ORDER BY date, night.id
"""  # noqa: S608  our own words
"""Of an evening that has none all is NULL."""


def _nights(ledger: sqlite3.Connection, selection: Selection) -> Iterator[Night]:
    """Yield the evenings of these days with everybody who took part, the oldest first."""
    read, count = json.JSONDecoder().raw_decode, 0
    for count, (number, *kept, is_newest) in enumerate(ledger.execute(_OVERVIEWS), 1):  # noqa: B007  counted to its end
        one = Overview(*kept)
        if not is_newest or chain.sealed(*one[:-1]) != one.seal:
            raise evenings.damaged(number)
        until = one.date[: len(selection.until)]
        if one.date < selection.since or (selection.until and not "" < until <= selection.until):
            continue
        try:
            (amounts, hands), _end = read(one.totals)
            parts = (hands, read(one.apart)[0]) if one.apart != "{}" else (hands,)
            readable = states.are_amounts(amounts) and all(
                part.keys() <= amounts.keys() and states.are_amounts(part) for part in parts
            )
        except UNREADABLE as error:
            raise evenings.damaged(number) from error
        if not readable or one.unit not in UNITS:
            raise evenings.damaged(number)
        if amounts and (selection.group or one.kind == evenings.ORDINARY):
            yield Night(number, one.name, one.date, one.place, one.unit, amounts, *parts)
    evenings.require_all(ledger, count)


def _is_meant(night: Night, selection: Selection) -> bool:
    if selection.group and name_key(night.name) != name_key(selection.group):
        return False
    return not selection.players or any(name in night.totals for name in selection.players)


def _nobody_played(ledger: sqlite3.Connection, selection: Selection) -> str:
    if evenings.newest(ledger) is None:
        return evenings.none_yet()
    if not any(selection):
        if evenings.newest(ledger, *PLAYED_FOR.values()):
            return _("only tables of a tournament have played: its ranking is sklog tournament ranking")
        return _("nothing was played yet: every evening is still empty")
    return _("no evening is meant by that; sklog session list shows them all")


def folded(
    ledger: sqlite3.Connection, nights: Sequence[Night], fold: Callable[[Session], Folded]
) -> Iterator[tuple[Night, Folded]]:
    """Yield what `fold` makes of each evening as it was recorded, one in memory at a time; LedgerError where it cannot.

    `fold` is a function that folds the entries of a Session, such as `Session.lines`.
    """
    return _each(ledger, nights, lambda evening: fold(history.of_evening(ledger, evening).session))


def dealt(ledger: sqlite3.Connection, nights: Sequence[Night]) -> Iterator[tuple[Night, Sequence[Line | Alike]]]:
    """Yield what was dealt in each evening, one in memory at a time: what is like another hand as its model has it.

    Raises LedgerError where an evening is not as it was recorded, or cannot be folded.
    """
    known: alike.Known = {}
    return _each(ledger, nights, lambda evening: alike.dealt(*history.as_recorded(ledger, evening), known))


def _each(
    ledger: sqlite3.Connection, nights: Sequence[Night], read: Callable[[Evening], Folded]
) -> Iterator[tuple[Night, Folded]]:
    for night in nights:
        try:
            made = read(evenings.by_number(ledger, night.id))
        except evenings.DAMAGED as error:
            if evenings.is_no_damage(error, sqlite3.SQLITE_CORRUPT):  # of the file, or its disk: no evening is to blame
                raise
            raise evenings.damaged(night.id) from error
        yield night, made


def moment(ledger: sqlite3.Connection, night: Night, number: int) -> str | None:
    """Return when a hand was recorded (UTC, ISO); None where it was imported from a file, which does not say when."""
    recorded = """
        SELECT entry_id, at, command FROM score JOIN entry ON entry.id = entry_id JOIN action ON action.id = action_id
        WHERE score.session_id = ? AND number = ?
    """
    row = ledger.execute(recorded, (night.id, number)).fetchone()
    if row is None:
        raise evenings.damaged(night.id)
    entry, at, command = row
    evenings.value(ledger, night.id, number, entry)  # that it is the hand of this number is proved with what it cost
    return None if command == "import" else at
