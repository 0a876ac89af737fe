"""Who may record what: one table, by which all that a phone writes is judged before it is stored.

    a route ─▶ Ledger(judge=Rights(role, evening).require) ─▶ Written, of some kind ─▶ stored, or Forbidden

What somebody may record he may take back as well, and nothing else. docs/phones.md shows the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog import Refused
from sklog.language import _
from sklog.phones.devices import KEEPER, WRITES
from sklog.phones.halls import AT_TABLE, Right, pages_of_rooms
from sklog.phones.pins import within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog import Written
    from sklog.phones.devices import Device

HAND, PAYMENT, POSTING = "hand", "pay", "posting"
RIGHTS = (
    Right(HAND, "a hand, and what corrects it", (KEEPER, WRITES, AT_TABLE)),
    Right(PAYMENT, "a payment", (KEEPER, WRITES), (KEEPER, WRITES)),
    Right(POSTING, "a posting", (KEEPER,)),
    Right("join", "somebody joins", (KEEPER, WRITES)),
    Right("leave", "somebody leaves", (KEEPER, WRITES)),
    Right("bock", "Bock", (KEEPER, WRITES)),
    Right("round", "a special round", (KEEPER, WRITES)),
    Right("stock", "money into the Stock, or out of it", (KEEPER, WRITES), (KEEPER,)),
    *(right for room in pages_of_rooms() for right in room.rights),
    Right("", "anything else: beginning, closing, an import, who sits where", (KEEPER,), (KEEPER,)),
)
"""The last one is for every kind that has none of its own. Who only looks stands nowhere."""
_BY_KIND = {right.kind: right for right in RIGHTS}
_CLOSES = {right.kind for right in RIGHTS if right.closes}


class Forbidden(Refused):
    """Somebody may not record this, or take it back."""


def role_of(device: Device) -> str:
    """Return as what a device counts in the table of rights."""
    return AT_TABLE if device.role == WRITES and within(device.evening) else device.role


def may(role: str, kind: str, *, closed: bool) -> bool:
    """Whether a role may record something of a kind, in an evening that is closed or not."""
    right = _BY_KIND.get(kind, RIGHTS[-1])
    return role in (right.closed if closed else right.open)


class Rights(NamedTuple):
    """What somebody may record: in the `evening` of this identity, or with "" in any, or of a hall's tables."""

    role: str
    evening: str = ""

    def require(self, written: Sequence[Written]) -> None:
        """Raise Forbidden unless all that was written may be; what closes the evening of a place may do so."""
        closes = any(kind in _CLOSES for one in written for kind in one.kinds)
        for one in [one for one in written if not (closes and one.kinds == {"close"})]:
            if not all(may(self.role, kind, closed=one.closed) for kind in one.kinds):
                closed = _("the evening is closed: phones can only record payments; on the laptop: sklog reopen")
                laptop = _("that is only possible on the laptop, not on a phone: {what}", what=one.words)
                raise Forbidden(closed if one.closed else laptop)
            if self.evening not in ("", one.evening):
                raise Forbidden(_("use the laptop for that, since it changes other evenings: {what}", what=one.words))
