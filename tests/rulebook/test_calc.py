"""What a hand costs at a table in no ledger."""

from __future__ import annotations

import json

from report_samples import FIVE_HANDS, FOUR, LAMERS

from sklog.reports.render import render
from sklog.rulebook.commands_calc import calc_report
from sklog.scoring.evening import start, step


def test_calculation_outside_an_evening_has_no_balances() -> None:
    """`calc` answers with the interface's object without balances, and csv with who wins and who pays."""
    line = step(start(FOUR), FIVE_HANDS[0], LAMERS)
    report = calc_report(line, LAMERS, "s ad zp")
    assert list(json.loads(render(report, "json"))) == ["hand", "value", "postings", "steps"]
    assert render(report, "csv") == "name,change\nAnna,60\nBene,-60\nChristl,-60\nDani,60\n"
