"""What happens at a table between two hands, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _n
from sklog.reports.format import round_title
from sklog.scoring.state import BockOrder, Join, Leave, Payment, RoundOrder, Seating, StockMove, TariffChange

if TYPE_CHECKING:
    from sklog.scoring.state import Entry


def event_words(entry: Entry) -> str:
    """Return in words what happened at the table between two hands; amounts stand in their own columns."""
    if isinstance(entry, (Join, Leave, Seating)):
        return _people(entry)
    if isinstance(entry, TariffChange):
        return _("from here on the tariff is {tariff}", tariff=entry.tariff.name)
    if isinstance(entry, BockOrder):
        return _n("Bock for {n} hand", "Bock for {n} hands", entry.hands) if entry.hands else _("Bock ends")
    if isinstance(entry, RoundOrder):
        return _("round: {title}", title=round_title(entry.kind)) if entry.kind else _("the round ends")
    if isinstance(entry, StockMove):
        return _("paid into the Stock") if sum(entry.amounts.values()) < 0 else _("taken out of the Stock")
    if isinstance(entry, Payment):
        return _("{payer} pays {payee}", payer=entry.payer, payee=entry.payee)
    raise TypeError(f"{entry!r} is no event")


def _people(entry: Join | Leave | Seating) -> str:
    if isinstance(entry, Leave):
        return _("{name} gets up", name=entry.name)
    if isinstance(entry, Seating):
        return _("new seats, clockwise: {people}", people=", ".join(entry.seats))
    if entry.after:
        return _("{name} sits down after {other}", name=entry.name, other=entry.after)
    return _("{name} sits down", name=entry.name)
