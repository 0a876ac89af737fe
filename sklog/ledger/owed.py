"""What is owed of one evening or of all, and what each of them records when it is paid."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sklog.errors import NotFound
from sklog.ledger import evenings
from sklog.scoring.evening import step
from sklog.scoring.settlement import Transfer, as_transfers, by_cap, debts, left_open, let_go, open_plan
from sklog.scoring.state import Payment, Rounding
from sklog.scoring.tariff import UNITS
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Entry, StockMove

    Record = tuple[Evening, Sequence[Entry]]
    """An evening, and what it records."""


class Owed(NamedTuple):
    """What is to be settled: balances and payments so far, in cents or points, and the evenings they come from.

    `moves` is what happens to each evening's Stock, and `caps` what each evening's cap spares people (below 0: costs
    them); both are by the evening's number, and already included in the balances.
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
    evenings.require_kinds_as_kept(ledger)
    every = [one for one in evenings.all_evenings(ledger) if one.kind == evenings.ORDINARY]
    if not every:
        raise NotFound(evenings.none_yet(ledger))
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
            moved = ((Rounding if paid.rounding else Payment, paid) for paid in (*due.transfers, *rounding))
            payments = (kind(paid.payer, paid.payee, paid.amount) for kind, paid in moved)
            recorded.append((evening, [*([move] if move else []), *payments]))
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
