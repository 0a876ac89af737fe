"""The sheet of an evening, with what is still to be paid: for an evening of the ledger, and for one in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import girocodes
from sklog.reports.sheet import session_report
from sklog.scoring.closing import still_open

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.ledger.banking import Bank
    from sklog.reports.model import Report
    from sklog.scoring.hand import Hand
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line


def sheet(
    session: Session,
    lines: Sequence[Line],
    replaced: Mapping[int, Sequence[Hand]] | None = None,
    banks: Mapping[str, Bank] | None = None,
    digest: str = "",
) -> Report:
    """Return the sheet; `replaced` is what was corrected, `banks` whose IBANs are known, where codes are wanted.

    `digest` is the evening's in its short form, where it is in a ledger.
    """
    planned = still_open(session, lines)
    report = session_report(session, lines, planned, replaced, digest)
    if banks is None:
        return report
    return girocodes.with_codes(report, planned.transfers, banks, girocodes.purpose(session.name, session.date))
