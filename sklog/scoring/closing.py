"""The end of an evening: what becomes of the Stock, and what everybody still owes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.scoring.evening import step
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.settlement import Plan, Transfer, fewest, plan, rounded, split_evenly
from sklog.scoring.state import StockMove, clockwise_from
from sklog.scoring.tariff import CARRY, SPLIT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.scoring.session import Session
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff


def stock_at_close(state: State, rule: str) -> StockMove | None:
    """Return the move that empties the Stock: split evenly over those present, or all to one person.

    Odd cents go to the first ones on the dealer's left. None where it is carried, or holds nothing.
    """
    if rule == CARRY or state.stock <= 0:
        return None
    if rule != SPLIT:
        return StockMove({rule: state.stock})
    from_the_left = clockwise_from(state.seats, state.dealer)
    return StockMove({name: part for name, part in split_evenly(state.stock, from_the_left).items() if part})


def rule_at_close(state: State, tariff: Tariff) -> str | None:
    """Return what the tariff does with the Stock, where that can be done: split, carry, or somebody who was here."""
    rule = tariff.stock.at_close if tariff.stock else None
    return rule if rule in (SPLIT, CARRY) or rule in state.balances else None


def debts(balances: Mapping[str, int], stock_in: int = 0) -> dict[str, int]:
    """Return what everybody has to get (or, below 0, to pay): zero-sum, the Stock being a pot on the table.

    What an earlier evening left in the Stock (`stock_in`) lies in it already.
    """
    return {name: amount - (stock_in if name == STOCK else 0) for name, amount in balances.items()}


def still_open(session: Session, lines: Sequence[Line]) -> Plan:
    """Return who still has to pay whom in an evening, the Stock divided as the tariff says; `lines` are its own."""
    state, tariff = final_state(session, lines), final_tariff(session, lines)
    rule = rule_at_close(state, tariff)
    if rule and not session.closed:
        move = stock_at_close(state, rule)
        state = step(state, move, tariff).state if move else state
    return plan(debts(state.balances, session.stock), [Transfer(*payment) for payment in session.payments()])


def open_plan(balances: Mapping[str, int], paid: Sequence[Transfer], coin: int = 1) -> Plan:
    """Return who still pays whom; a planned transfer that is paid stays settled and moves no other.

    With a `coin` above 1 every amount is a multiple of it, and what is smaller stays open.
    """
    if coin == 1:
        return plan(balances, paid)
    if all(one.amount % coin == 0 for one in paid):
        return plan(rounded(balances, coin), paid)
    # somebody paid other sums: only what is open now can be rounded
    open_ = dict(balances)
    for one in paid:
        open_[one.payer] = open_.get(one.payer, 0) + one.amount
        open_[one.payee] = open_.get(one.payee, 0) - one.amount
    return fewest(rounded(open_, coin))
