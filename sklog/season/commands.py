"""report: the reports of a season, of the evenings that are asked for."""

from __future__ import annotations

from inspect import Parameter
from typing import Annotated, Any

import typer

from sklog.cli import common
from sklog.cli.seasons import SEASON, asked_for
from sklog.ledger.open import LedgerFile
from sklog.reports.model import Report
from sklog.rooms import SEASON_REPORTS
from sklog.season import selection

reports = typer.Typer()

_GOOD = typer.Option("--good-points", help="Rank by good points: winnings from hands, as at tournaments.")
GOOD_POINTS = Parameter("good_points", Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, _GOOD])
"""The option that the standings alone have."""


def _command(name: str) -> None:
    """Make the command of a report."""
    row = SEASON_REPORTS[name]
    more = (GOOD_POINTS,) if name == "standings" else ()
    shown = ("plot", "browser") if row.drawn else ("browser",)

    @common.report(reports, name, *shown, about=row.about, takes=(*SEASON, *more), opened=LedgerFile)
    def report(ledger_file: LedgerFile, **asked: Any) -> Report:
        good = {option.name: asked.pop(option.name) for option in more}
        with ledger_file.reading() as ledger:
            return selection.report(ledger, name, **good, **asked_for(**asked))


for _name in SEASON_REPORTS:
    _command(_name)
