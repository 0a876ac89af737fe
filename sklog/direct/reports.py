"""Reports without any option: nothing that records, reads a hand or shows the board is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.desk import reporting
from sklog.direct import screen
from sklog.ledger.open import LedgerFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def report(words: Sequence[str], name: str) -> Iterator[str]:
    """Print the sheet of an evening, or a report of the whole season."""
    if words:
        raise screen.Elsewhere
    with LedgerFile().reading() as ledger:
        made = reporting.report(ledger, name)
    yield screen.rendered(made)
