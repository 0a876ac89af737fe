"""What is to be settled: the open account of one evening, or of all evenings of one unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import NotFound
from sklog.ledger import evenings
from sklog.scoring.closing import debts, open_plan
from sklog.scoring.evening import step
from sklog.scoring.settlement import Transfer
from sklog.scoring.state import Payment
from sklog.scoring.tariff import UNITS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Entry, StockMove


Record = tuple["Evening", "Sequence[Entry]"]
"""An evening, and what it records."""


class Account(NamedTuple):
    """Balances and payments so far, in cents or points, and the evenings they come from.

    `move` is what becomes of one evening's Stock, already counted in its balances.
    """

    unit: str
    balances: Mapping[str, int]
    paid: tuple[Transfer, ...]
    evenings: tuple[Evening, ...]
    move: StockMove | None = None


def of_evening(ledger: sqlite3.Connection, evening: Evening, move: StockMove | None = None) -> Account:
    """Return the account of one evening, after `move` has emptied its Stock."""
    state = step(evening.state, move, evening.tariff).state if move else evening.state
    paid = tuple(Transfer(*payment) for payment in evenings.payments(ledger, evening.id).values())
    return Account(evening.tariff.unit, debts(state.balances, evening.stock_in), paid, (evening,), move)


def of_all(ledger: sqlite3.Connection) -> list[Account]:
    """Return one account for each unit that was ever played for, over all evenings; raise NotFound where none was."""
    everything = [of_evening(ledger, evening) for evening in evenings.all_evenings(ledger)]
    if not everything:
        raise NotFound(evenings.none_yet())
    return [_together(unit, same) for unit in UNITS if (same := [one for one in everything if one.unit == unit])]


def to_record(ledger: sqlite3.Connection, accounts: Sequence[Account], plans: Sequence[Plan]) -> list[Record]:
    """Return what each evening records when the plans are paid; evenings with nothing to record are left out.

    Several evenings record each its own open debts: what they owe one another cancels out, so together
    it is the same money, and none of them is left with debts that were paid.
    """
    records: list[Record] = []
    for account, planned in zip(accounts, plans, strict=True):
        if len(account.evenings) == 1:
            move: list[Entry] = [account.move] if account.move else []
            records.append((account.evenings[0], [*move, *_as_payments(planned)]))
            continue
        for evening in account.evenings:
            own = of_evening(ledger, evening)
            records.append((evening, [*_as_payments(open_plan(own.balances, own.paid))]))
    return [record for record in records if record[1]]


def _together(unit: str, accounts: list[Account]) -> Account:
    total: dict[str, int] = {}
    for account in accounts:
        for name, amount in account.balances.items():
            total[name] = total.get(name, 0) + amount
    paid = tuple(one for account in accounts for one in account.paid)
    return Account(unit, total, paid, tuple(evening for account in accounts for evening in account.evenings))


def _as_payments(planned: Plan) -> Iterator[Payment]:
    return (Payment(one.payer, one.payee, one.amount) for one in planned.transfers)
