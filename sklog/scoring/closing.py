"""The end of an evening: what becomes of the Stock, and what everybody still owes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.scoring.evening import StockMove
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import split_evenly
from sklog.scoring.tariff import CARRY, SPLIT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.scoring.evening import State


def stock_at_close(state: State, rule: str) -> StockMove | None:
    """Return the move that empties the Stock: split evenly over those present, or all to one person.

    Odd cents go to the first ones on the dealer's left. None where it is carried, or holds nothing.
    """
    if rule == CARRY or state.stock <= 0:
        return None
    if rule != SPLIT:
        return StockMove({rule: state.stock})
    place = state.seats.index(state.dealer) + 1
    from_the_left = state.seats[place:] + state.seats[:place]
    return StockMove({name: part for name, part in split_evenly(state.stock, from_the_left).items() if part})


def debts(balances: Mapping[str, int], stock_in: int = 0) -> dict[str, int]:
    """Return what everybody has to get (or, below 0, to pay): zero-sum, the Stock being a pot on the table.

    What an earlier evening left in the Stock (`stock_in`) lies in it already.
    """
    return {name: amount - (stock_in if name == STOCK else 0) for name, amount in balances.items()}
