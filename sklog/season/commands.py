"""report: the reports of a season, of the evenings that are asked for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sklog.cli import common
from sklog.cli.seasons import SEASON, asked_for
from sklog.ledger import evenings
from sklog.ledger.open import LedgerFile
from sklog.reports.model import Report
from sklog.season import reporting

reports = typer.Typer()

SEASON_HELP = {
    "stats": "Print what everybody did. Games, partners, Kontra, Klopfer, Schneider, Laufende, Ramsch, luck.",
    "partners": "Print who earns with whom. What everybody won with whom on the same side, and from whom on the other.",
    "records": "Print what will be remembered. The dearest hands, the longest runs, and every Sie.",
    "characters": "Print who plays like which character. Seven of an old book, and the figures that decide.",
    "rating": "Print how strong everybody is. A rating with its uncertainty, from who won against whom.",
    "season": "Print everything of a season on one page, best as -o season.html. Everybody, pairs, games, records.",
}
DRAWN = ("stats", "partners")
"""Those of them that have charts: the others do not offer to draw any."""


@common.report(reports, "standings", "plot", "browser", takes=SEASON, opened=LedgerFile)
def report_standings(
    ledger_file: LedgerFile,
    *,
    good_points: Annotated[
        bool,
        typer.Option("--good-points", help="Count only what was won with hands, as tournaments do; rank by that."),
    ] = False,
    **asked: Any,
) -> Report:
    """Print the table of a season. Totals, an evening and a hand, best and worst, streaks and form."""
    return _report(ledger_file, "standings", good_points=good_points, **asked)


def _season_report(name: str) -> None:
    """Make a command of a report of `rooms.SEASON_REPORTS`: of the evenings that are asked for."""
    drawn = ("plot",) if name in DRAWN else ()

    @common.report(reports, name, *drawn, "browser", about=SEASON_HELP[name], takes=SEASON, opened=LedgerFile)
    def build(ledger_file: LedgerFile, **asked: Any) -> Report:
        return _report(ledger_file, name, **asked)


for _name in SEASON_HELP:
    _season_report(_name)


def _report(ledger_file: LedgerFile, name: str, *, good_points: bool = False, **asked: Any) -> Report:
    """Return a report with everybody in the colour of the other reports."""
    with ledger_file.reading() as ledger:
        found = reporting.report(ledger, name, good_points=good_points, **asked_for(**asked))
        return found._replace(people=evenings.in_order_of_arrival(ledger))
