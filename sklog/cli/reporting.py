"""report: what was played, on paper and on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sklog.cli import common, girocodes, printing, seasons
from sklog.cli.common import Db, Format, InBrowser, Output, Plot, TariffName, WhichSession
from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import _

app = typer.Typer()
reports = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(
    reports,
    name="report",
    help="Print a report: session, standings, stats, partners, records, characters, prices, schema.",
)


@reports.command("session")
def report_session(
    session: WhichSession = None,
    girocode: Annotated[bool, typer.Option("--girocode", help=girocodes.HELP)] = False,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
    plot: Plot = False,
    browser: InBrowser = False,
) -> None:
    """Print the sheet of an evening. Every hand in words, running balances, totals, settlement."""
    from sklog.cli.sheets import sheet  # noqa: PLC0415
    from sklog.ledger import history  # noqa: PLC0415
    from sklog.ledger.chain import short  # noqa: PLC0415
    from sklog.reports.render import SCHEMA  # noqa: PLC0415

    if girocode:
        girocodes.require(how)
        if browser and printing.is_stdout(output):
            raise Refused(_("name a file for the page with -o: it shows IBANs, and else it would stay in the cache"))
    with common.snapshot(db) as ledger:
        evening = common.newest_of(ledger, session)
        whole = history.of_evening(ledger, evening)
        banks = girocodes.banks(ledger) if girocode else None
    lines = whole.session.lines()
    replaced = {place: one.was for place, one in enumerate(whole.recorded) if one.was}
    report = sheet(whole.session, lines, replaced, banks, short(evening.digest))
    # the answer of `replay` has its shape from the interface; this one says which version of the reports' it has
    report = report._replace(data={"schema": SCHEMA, "report": report.key, **(report.data or {})})
    printing.put(report, how, output, plot=plot, browser=browser)


seasons.register(reports)


@reports.command("prices")
def report_prices(
    tariff: TariffName = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
    browser: InBrowser = False,
) -> None:
    """Print a price list for the wall. That of a tariff, else of the newest evening."""
    from sklog.reports.prices import prices_report  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    if tariff is not None:
        rules = find(tariff, Path.cwd())
    else:
        try:
            with common.snapshot(db) as ledger:
                rules = common.newest_of(ledger, None).tariff
        except (LedgerError, NotFound):
            raise NotFound(
                _("no evening says which tariff is meant: name one with --tariff, such as sauspiel")
            ) from None
    printing.put(prices_report(rules), how, output, browser=browser)


@reports.command("schema")
def report_schema(output: Output = None) -> None:
    """Print the JSON Schema of reports. It is what --format json follows."""
    from sklog.reports.render import dumped  # noqa: PLC0415
    from sklog.reports.schema import schema  # noqa: PLC0415

    printing.put_text(dumped(schema(), indent=2), output)
