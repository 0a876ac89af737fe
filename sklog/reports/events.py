"""What happens at a table between two hands, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.reports.format import plural, round_title
from sklog.scoring.evening import BockOrder, Join, Leave, Payment, RoundOrder, StockMove

if TYPE_CHECKING:
    from sklog.scoring.evening import Entry


def event_words(entry: Entry) -> str:
    """Return in words what happened at the table between two hands; amounts stand in their own columns."""
    if isinstance(entry, Join):
        return f"{entry.name} sits down" + (f" after {entry.after}" if entry.after else "")
    if isinstance(entry, Leave):
        return f"{entry.name} gets up"
    if isinstance(entry, BockOrder):
        return f"Bock for {plural(entry.hands, 'hand')}" if entry.hands else "Bock ends"
    if isinstance(entry, RoundOrder):
        return f"round: {round_title(entry.kind)}" if entry.kind else "the round ends"
    if isinstance(entry, StockMove):
        return "paid into the Stock" if sum(entry.amounts.values()) < 0 else "taken out of the Stock"
    if isinstance(entry, Payment):
        return f"{entry.payer} pays {entry.payee}"
    raise TypeError(f"{entry!r} is no event")
