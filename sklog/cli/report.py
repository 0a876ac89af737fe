"""report, whatif, session tariff: reports of an evening, and of another tariff."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sklog import rooms
from sklog.cli import common, printing, terminal
from sklog.cli.printing import plain
from sklog.cli.seasons import SEASON, asked_for
from sklog.desk import evening_reports
from sklog.desk.ledger import Ledger
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import correct, evenings, history
from sklog.reports.model import Report
from sklog.reports.render import dumped, schema
from sklog.tariffs import called

app = typer.Typer()
reports = typer.Typer()
sessions = typer.Typer()


@reports.command("session")
def report_session(
    session: common.WhichSession = None,
    girocode: common.GiroCode = False,
    share: common.Share = False,
    copy: common.Copy = False,
    db: common.Db = None,
    how: common.FormatOfSheet = "text",
    output: common.Output = None,
    plot: common.Plot = False,
    browser: common.InBrowser = False,
) -> None:
    """Print the sheet of an evening. Every hand in words, balances, totals, settlement."""
    if share or copy:
        terminal.require_chat(how, copy=copy, girocode=girocode, plot=plot, open=browser)
        terminal.put_chat(Ledger(db).dues(session).shared, output, copy=copy)
        return
    if girocode:
        rooms.load(rooms.GIROCODES)(how)
        if browser and printing.is_stdout(output):
            raise Refused(_("name a file for the page with -o: it shows IBANs, and must not stay in the cache"))
    with Ledger(db).reading() as ledger:
        report = evening_reports.sheet(ledger, evenings.meant(ledger, session), codes=girocode)
    if not browser:
        report = terminal.without_codes(report, how, output)
    printing.put(report, how, output, plot=plot, browser=browser)


@reports.command("schema")
def report_schema(output: common.Output = None) -> None:
    """Print the JSON Schema of reports. The output of --format json conforms to it."""
    printing.put_text(dumped(schema(), indent=2), output)


# -- whatif -----------------------------------------------------------------------------------


@common.report(app, "whatif", takes=SEASON)
def whatif(
    ledger: Ledger,
    tariff: common.TariffName,
    session: common.WhichSession = None,
    all_: Annotated[bool, typer.Option("--all", help="All evenings as one season.")] = False,
    **said: Any,
) -> Report:
    """Compare an evening, or a season, with the same under another tariff; nothing is stored."""
    asked = asked_for(**said)
    season = all_ or any(asked.values())
    if season and session is not None:
        raise typer.BadParameter(
            _("--session means one evening; --all, --since and similar options mean several: use one or the other")
        )
    other = common.tariff_named(tariff)
    if not season:
        return evening_reports.under(ledger.session(session), other)
    with ledger.reading() as opened:
        report: Report = rooms.load(rooms.SEASON_UNDER)(opened, other, **asked)
        return report


@sessions.command("tariff")
def session_tariff(
    tariff: Annotated[str, common.tariff_argument("T")],
    first: Annotated[int | None, common.number_option("--from", "From hand N on (default: the whole evening).")] = None,
    session: common.WhichSession = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Change the tariff: for the whole evening if the wrong one was chosen, or from hand N on."""
    rules = common.tariff_named(tariff)
    ledger = Ledger(db, dry_run=dry_run)
    command = ledger.command("session tariff", [*(("--from", str(first)) if first else ()), called(tariff)])
    with ledger.writing() as opened:
        evening = evenings.find(opened, session, evenings.ORDINARY)
        before = history.of_evening(opened, evening).session
        correct.change_tariff(opened, evening, rules, command, first=first)
    # what it changes stands first, then that it was recorded
    printing.put(evening_reports.under(before, rules, first or 1), "text", None)
    names = {"name": plain(evening.name), "tariff": rules.name}
    if first is None:
        typer.echo(_("{name} is played by the tariff {tariff}, from its first hand on.", **names))
    else:
        typer.echo(_("From hand {first} on, {name} is played by the tariff {tariff}.", first=first, **names))
    typer.echo(common.way_back(evening, ledger))
