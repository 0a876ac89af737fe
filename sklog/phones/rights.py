"""Who may record what: one table, by which all that a phone writes is judged before it is stored.

    a route ─▶ Ledger(judge=Rights(role, evening).require) ─▶ Written, of some kind ─▶ stored, or Forbidden

What somebody may record he may take back as well, and nothing else. docs/phones.md shows the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog import Refused
from sklog.language import _
from sklog.phones.devices import KEEPER, WRITES
from sklog.phones.pins import within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog import Written
    from sklog.phones.devices import Device

AT_TABLE = "table"
"""Who has typed the PIN of a tournament's table, and may write."""
HAND, PAYMENT, POSTING, BEGUN, LIST, LIST_AGAIN = "hand", "pay", "posting", "begun", "list", "list again"


class Right(NamedTuple):
    """Which roles may record something of a kind, and take it back, while an evening is open and once it is closed."""

    kind: str
    what: str
    open: tuple[str, ...]
    closed: tuple[str, ...] = ()


RIGHTS = (
    Right(HAND, "a hand, and what corrects it", (KEEPER, WRITES, AT_TABLE)),
    Right(PAYMENT, "a payment", (KEEPER, WRITES), (KEEPER, WRITES)),
    Right(POSTING, "a posting", (KEEPER,)),
    Right(BEGUN, "the evening of a tournament's table begins", (KEEPER, AT_TABLE)),
    Right(LIST, "the list of a tournament's table", (KEEPER, WRITES, AT_TABLE)),
    Right(LIST_AGAIN, "a list that puts another one right", (KEEPER,)),
    Right("", "anything else: closing, an import, who sits where, Bock", (KEEPER,), (KEEPER,)),
)
"""The last one is for every kind that has none of its own. Who only looks stands nowhere."""
_BY_KIND = {right.kind: right for right in RIGHTS}


class Forbidden(Refused):
    """Somebody may not record this, or take it back."""


def role_of(device: Device) -> str:
    """Return as what a device counts in the table of rights."""
    return AT_TABLE if device.role == WRITES and within(device.evening) else device.role


class Rights(NamedTuple):
    """What somebody may record: in the `evening` of this identity, or with "" in any, or of a tournament's tables."""

    role: str
    evening: str = ""

    def require(self, written: Sequence[Written]) -> None:
        """Raise Forbidden unless all that was written may be; a list that comes in closes the evening of its table."""
        comes_in = any(one.kinds & {LIST, LIST_AGAIN} for one in written)
        for one in [one for one in written if not (comes_in and one.kinds == {"close"})]:
            rights = [_BY_KIND.get(kind, RIGHTS[-1]) for kind in one.kinds]
            if any(self.role not in (right.closed if one.closed else right.open) for right in rights):
                closed = _("the evening is closed: phones record payments only; on the laptop: sklog reopen")
                laptop = _("that is for the laptop, and not for a phone: {what}", what=one.words)
                raise Forbidden(closed if one.closed else laptop)
            if self.evening not in ("", one.evening):
                raise Forbidden(_("that changes other evenings as well, and is for the laptop: {what}", what=one.words))
