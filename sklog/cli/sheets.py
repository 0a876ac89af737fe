"""The sheet of an evening, with what is still to be paid: for an evening of the ledger, and for one in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli import girocodes
from sklog.reports.sheet import session_report
from sklog.scoring.closing import debts, rule_at_close, stock_at_close
from sklog.scoring.evening import step
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.settlement import Transfer, plan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.ledger.banking import Bank
    from sklog.reports.model import Report
    from sklog.scoring.hand import Hand
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Line


def sheet(
    session: Session,
    lines: Sequence[Line],
    replaced: Mapping[int, Sequence[Hand]] | None = None,
    banks: Mapping[str, Bank] | None = None,
) -> Report:
    """Return the sheet; `replaced` is what was corrected, `banks` whose IBANs are known, where codes are wanted."""
    planned = _open_plan(session, lines)
    report = session_report(session, lines, planned, replaced)
    if banks is None:
        return report
    return girocodes.with_codes(report, planned.transfers, banks, girocodes.purpose(session.name, session.date))


def _open_plan(session: Session, lines: Sequence[Line]) -> Plan:
    """Return who still has to pay whom, the Stock divided as the tariff says."""
    state = final_state(session, lines)
    tariff = final_tariff(session, lines)
    rule = rule_at_close(state, tariff)
    if rule and not session.closed:
        move = stock_at_close(state, rule)
        state = step(state, move, tariff).state if move else state
    return plan(debts(state.balances, session.stock), [Transfer(*payment) for payment in session.payments()])
