"""report, whatif, replay, session: reports of evenings and seasons, of another tariff, and of a session file."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog.cli import common, printing, terminal, usage
from sklog.cli.printing import plain
from sklog.desk import reporting, typed
from sklog.desk.ledger import Ledger
from sklog.desk.settlement import shared
from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import _
from sklog.ledger import correct, evenings, history
from sklog.ledger.evenings import Evening
from sklog.reports.model import Column, Kind, Report, listing
from sklog.reports.prices import prices_report
from sklog.reports.render import dumped, schema
from sklog.scoring.session import final_state
from sklog.scoring.tariff import UNITS
from sklog.session_files import missed
from sklog.session_files.formats import read_path
from sklog.tariffs import called

app = typer.Typer()
reports = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(
    reports,
    name="report",
    help="Print a report: session, standings, stats, partners, records, characters, rating, season, prices, schema.",
)


@reports.command("session")
def report_session(
    session: common.WhichSession = None,
    girocode: common.GiroCode = False,
    share: common.Share = False,
    copy: common.Copy = False,
    db: common.Db = None,
    how: common.Format = "text",
    output: common.Output = None,
    plot: common.Plot = False,
    browser: common.InBrowser = False,
) -> None:
    """Print the sheet of an evening. Every hand in words, running balances, totals, settlement."""
    if share or copy:
        terminal.require_chat(how, copy=copy, girocode=girocode, plot=plot, open=browser)
        with Ledger(db).reading() as ledger:
            text = shared(ledger, evenings.meant(ledger, session))
        terminal.put_chat(text, output, copy=copy)
        return
    if girocode:
        printing.require_codes(how)
        if browser and printing.is_stdout(output):
            raise Refused(_("name a file for the page with -o: it shows IBANs, and else it would stay in the cache"))
    with Ledger(db).reading() as ledger:
        report = reporting.sheet(ledger, evenings.meant(ledger, session), codes=girocode)
    if not browser:
        report = terminal.without_codes(report, how, output)
    printing.put(report, how, output, plot=plot, browser=browser)


# -- the reports of a season ---------------------------------------------------------------------------


def _day(said: str | None) -> str | None:
    """Read a day, a month or a year: 19.11.2026, 2026-11 or 2026; return it as 2026-11-19, 2026-11 or 2026."""
    try:
        return None if said is None else typed.period(said)
    except Refused as error:
        raise typer.BadParameter(str(error)) from None


Since = Annotated[
    str | None,
    typer.Option("--since", metavar="D", help="Evenings from this day, month or year on.", callback=_day),
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="D", help="Evenings until this day, month or year.", callback=_day)
]
Year = Annotated[
    str | None, typer.Option("--year", metavar="Y", help="Evenings of this year, instead of --since and --until.")
]
Group = Annotated[str | None, typer.Option("--group", metavar="NAME", help="Only evenings of this name.")]
Players = Annotated[
    str | None, typer.Option("--players", metavar="A,B", help="Only these people, and evenings they came to.")
]
Unit = Annotated[
    str | None,
    common.checked_option("--unit", "|".join(UNITS), UNITS, "Evenings for money or for points (else as the last one)."),
]


def _asked(
    since: Since = None,
    until: Until = None,
    year: Year = None,
    group: Group = None,
    players: Players = None,
    unit: Unit = None,
) -> dict[str, str | None]:
    """Return which evenings are asked for; a year is from when and until when."""
    others = {"group": group, "players": players, "unit": unit}
    if year is None:
        return {"since": since, "until": until, **others}
    if since or until:
        raise typer.BadParameter(_("--year is both --since and --until: name it alone"))
    if not (len(year) == len("2026") and year.isascii() and year.isdigit()):
        raise typer.BadParameter(_("--year takes a year such as 2026, not {said}", said=plain(year)))
    return {"since": year, "until": year, **others}


SEASON = tuple(signature(_asked, eval_str=True).parameters.values())
"""The options of what is about many evenings."""

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


@common.report(reports, "standings", "plot", "browser", takes=SEASON)
def report_standings(
    ledger: Ledger,
    *,
    good_points: Annotated[
        bool,
        typer.Option("--good-points", help="Count only what was won with hands, as tournaments do; rank by that."),
    ] = False,
    **asked: Any,
) -> Report:
    """Print the table of a season. Totals, an evening and a hand, best and worst, streaks and form."""
    return ledger.report("standings", good_points=good_points, **_asked(**asked))


def _season_report(name: str) -> None:
    """Make a command of a report of `desk.reporting.SEASON_REPORTS`: of the evenings that are asked for."""
    drawn = ("plot",) if name in DRAWN else ()

    @common.report(reports, name, *drawn, "browser", about=SEASON_HELP[name], takes=SEASON)
    def build(ledger: Ledger, **asked: Any) -> Report:
        return ledger.report(name, good_points=False, **_asked(**asked))


for _name in SEASON_HELP:
    _season_report(_name)


@common.report(reports, "prices", "browser", reads=False)
def report_prices(tariff: common.MaybeTariff = None, db: common.Db = None) -> Report:
    """Print a price list for the wall. That of a tariff, else of the newest evening."""
    if tariff is not None:
        return prices_report(common.tariff_named(tariff))
    try:
        with Ledger(db).reading() as ledger:  # nobody has proved the tariff before its prices are worked out
            return prices_report(evenings.meant(ledger).tariff)
    except (LedgerError, NotFound):
        raise NotFound(_("no evening says which tariff is meant: name one with --tariff, such as sauspiel")) from None


@reports.command("schema")
def report_schema(output: common.Output = None) -> None:
    """Print the JSON Schema of reports. It is what --format json follows."""
    printing.put_text(dumped(schema(), indent=2), output)


# -- whatif, replay -----------------------------------------------------------------------------------


@common.report(app, "whatif", takes=SEASON)
def whatif(
    ledger: Ledger,
    tariff: common.TariffName,
    session: common.WhichSession = None,
    all_: Annotated[bool, typer.Option("--all", help="All evenings, as one season.")] = False,
    **said: Any,
) -> Report:
    """Show the same evening, or season, under another tariff, side by side; nothing is stored."""
    asked = _asked(**said)
    season = all_ or any(asked.values())
    if season and session is not None:
        raise typer.BadParameter(
            _("--session means one evening, and --all, --since and their like mean many: name one of both")
        )
    other = common.tariff_named(tariff)
    if not season:
        return reporting.under(ledger.session(session), other)
    with ledger.reading() as opened:
        return reporting.season_under(opened, other, **asked)


@app.command("replay")
def replay(
    file: Annotated[Path, usage.file_argument("A session file.")],
    how: common.Format = "text",
    output: common.Output = None,
    plot: common.Plot = False,
    browser: common.InBrowser = False,
) -> None:
    """Score a session file without a ledger and print its report; exit 3 if `expect` does not agree."""
    sessions = list(read_path(common.known_file(file)))
    if len(sessions) != 1:
        raise Refused(_("{path} holds {count} evenings; replay takes one", path=file, count=len(sessions)))
    (session,) = sessions
    lines = session.lines()
    printing.put(reporting.sheet_of_file(session, lines), how, output, plot=plot, browser=browser)
    printing.say(*getattr(session, "unclear", ()), err=True)
    disagreements = missed(session, final_state(session, lines))
    if disagreements:
        common.disagree(*(f"{file}: {sentence}" for sentence in disagreements))


# -- session list, log, tariff --------------------------------------------------------------------------


sessions = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(sessions, name="session", help="Evenings: list, log, tariff.")


@common.report(sessions, "list")
def session_list(ledger: Ledger) -> Report:
    """List every evening: number, date, name, tariff, hands, people, open or closed."""
    columns = (
        Column("number", _("No."), Kind.COUNT),
        Column("date", _("Date"), Kind.DATE),
        Column("name", _("Name"), Kind.TEXT),
        Column("place", _("Place"), Kind.PROSE),
        Column("tariff", _("Tariff"), Kind.TEXT),
        Column("hands", _("Hands"), Kind.COUNT),
        Column("people", _("People"), Kind.PROSE),
        Column("state", _("State"), Kind.TEXT),
    )
    rows = [
        (e.id, e.date, e.name, e.place, e.tariff.name, e.state.counted.played, _people(e), _state(e))
        for e in ledger.evenings()
    ]  # fmt: skip
    return listing("sessions", _("Evenings"), columns, rows)


def _people(evening: Evening) -> str:
    """Return who was there; where nobody sits, how many take part."""
    if (held := evening.state.memory) is not None:
        return held.who_takes_part
    return ", ".join(evening.state.everybody)


def _state(evening: Evening) -> str:
    """Return whether it is open, and that it is a tournament where it is one."""
    if not evening.players:
        return _("tournament, closed") if evening.closed else _("tournament, open")
    return _("closed") if evening.closed else _("open")


@common.report(sessions, "log")
def session_log(ledger: Ledger, session: common.WhichSession = None) -> Report:
    """Show who said what when, and what was taken back: everything stays here."""
    return ledger.report("log", session)


@sessions.command("tariff")
def session_tariff(
    tariff: Annotated[str, common.tariff_argument("T")],
    first: Annotated[int | None, common.number_option("--from", "From hand N on (else the whole evening).")] = None,
    session: common.WhichSession = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Play by another tariff: for the whole evening where the wrong one was chosen, or from hand N on."""
    rules = common.tariff_named(tariff)
    ledger = Ledger(db, dry_run=dry_run)
    command = ledger.command("session tariff", [*(("--from", str(first)) if first else ()), called(tariff)])
    with ledger.writing() as opened:
        evening = evenings.find(opened, session, evenings.ORDINARY)
        before = history.of_evening(opened, evening).session
        correct.change_tariff(opened, evening, rules, command, first=first)
    # what it changes stands first, then that it was recorded
    printing.put(reporting.under(before, rules, first or 1), "text", None)
    names = {"name": plain(evening.name), "tariff": rules.name}
    if first is None:
        typer.echo(_("{name} is played by the tariff {tariff}, from its first hand on.", **names))
    else:
        typer.echo(_("{name} is played by the tariff {tariff} from hand {first} on.", first=first, **names))
    typer.echo(common.way_back(evening, ledger))
