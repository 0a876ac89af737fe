"""report, session tariff: reports of an evening, and another tariff for it."""

from __future__ import annotations

from typing import Annotated

import typer

from sklog import rooms
from sklog.cli import common, printing, terminal
from sklog.cli.printing import plain
from sklog.desk import evening_reports
from sklog.desk.ledger import Ledger
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import correct, evenings, history
from sklog.tariffs import called

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
        rooms.load(rooms.CHAT)
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
    if under := rooms.if_here(rooms.UNDER):
        printing.put(under(before, rules, first or 1), "text", None)
    names = {"name": plain(evening.name), "tariff": rules.name}
    if first is None:
        typer.echo(_("{name} is played by the tariff {tariff}, from its first hand on.", **names))
    else:
        typer.echo(_("From hand {first} on, {name} is played by the tariff {tariff}.", first=first, **names))
    typer.echo(common.way_back(evening, ledger))
