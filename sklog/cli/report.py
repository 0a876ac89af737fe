"""The sheet of an evening, with what is still to be paid: for an evening of the ledger, and for one in a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common, printing, settle
from sklog.cli.common import Db, Format, InBrowser, Output, Plot, TariffName, WhichSession
from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import _
from sklog.reports.sheet import session_report
from sklog.scoring.settlement import still_open
from sklog.scoring.tariff import UNITS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.ledger.ibans import Bank
    from sklog.ledger.season import Wanted
    from sklog.reports.model import Report
    from sklog.scoring.hand import Hand
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line
    from sklog.season.standings import Season
    from sklog.season.statistics import Deal


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
    return settle.with_codes(report, planned.transfers, banks, settle.purpose(session.name, session.date))


# -- The reports of a season: one builder each, and the options that all of them share -----------------


_DAY = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")


def _day(said: str | None) -> str | None:
    """Check a day, a month or a year: 2026-11-19, 2026-11 or 2026."""
    from datetime import date  # noqa: PLC0415  only where a day is said

    try:
        if said is not None:
            if not _DAY.fullmatch(said):
                raise typer.BadParameter(_('"{said}" is no day; say it as 2026-11-19, 2026-11 or 2026', said=said))
            date.fromisoformat(f"{said}-01-01"[:10])
    except ValueError:
        raise typer.BadParameter(_("{said} is a day that does not exist", said=said)) from None
    return said


Since = Annotated[
    str | None,
    typer.Option("--since", metavar="D", help="Evenings from this day, month or year on.", callback=_day),
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="D", help="Evenings until this day, month or year.", callback=_day)
]
Group = Annotated[str | None, typer.Option("--group", metavar="NAME", help="Only evenings of this name.")]
Players = Annotated[
    str | None, typer.Option("--players", metavar="A,B", help="Only these people, and evenings they came to.")
]
Unit = Annotated[
    str | None,
    typer.Option(
        "--unit",
        metavar="|".join(UNITS),
        help="Evenings for money or for points (else as the last one).",
        callback=common.one_of(UNITS),
    ),
]


class Asked(NamedTuple):
    """What a report of a season is made from."""

    ledger: sqlite3.Connection
    wanted: Wanted
    season: Season

    def deals(self, season: Season | None = None) -> Iterator[Deal]:
        """Yield every deal of these evenings, each evening folded again from what was recorded."""
        from sklog.ledger import season as ledger_season  # noqa: PLC0415
        from sklog.season.statistics import deals  # noqa: PLC0415

        for night, lines in ledger_season.folded(self.ledger, (season or self.season).nights):
            yield from deals(night, lines)


def standings(asked: Asked) -> Report:
    """Print the table of a season. Totals, an evening and a hand, best and worst, streaks and form."""
    from sklog.reports.standings import standings_report  # noqa: PLC0415

    return standings_report(asked.season)


def stats(asked: Asked) -> Report:
    """Print what everybody did. Games, partners, Kontra, Klopfer, Schneider, Laufende, Ramsch, luck."""
    from sklog.reports.statistics import stats_report  # noqa: PLC0415

    return stats_report(asked.season, asked.deals())


def partners(asked: Asked) -> Report:
    """Print who earns with whom. What everybody won with whom on the same side."""
    from sklog.reports.statistics import partners_report  # noqa: PLC0415

    return partners_report(asked.season, asked.deals())


def records(asked: Asked) -> Report:
    """Print what will be remembered. The dearest hands, the longest runs, and every Sie."""
    from sklog.ledger import season as ledger_season  # noqa: PLC0415
    from sklog.reports.standings import records_report  # noqa: PLC0415
    from sklog.season.standings import records as found  # noqa: PLC0415

    return records_report(
        asked.season,
        found(asked.season, asked.deals()),
        lambda deal: ledger_season.moment(asked.ledger, deal.night, deal.number),
    )


def characters(asked: Asked) -> Report:
    """Print who plays like which character. Seven of an old book, and the figures that decide."""
    from sklog.ledger import season as ledger_season  # noqa: PLC0415
    from sklog.reports.characters import characters_report  # noqa: PLC0415

    # somebody is compared with the whole group, on all of its evenings
    everybody = asked.wanted._replace(players=(), unit=asked.season.unit)
    season = ledger_season.season(asked.ledger, everybody)._replace(people=asked.season.people)
    return characters_report(season, asked.deals(season))


def register(reports: typer.Typer) -> None:
    """Make each of them a command."""
    for build in (standings, stats, partners, records, characters):
        reports.command(build.__name__, help=build.__doc__)(_command(build))


def _command(build: Callable[[Asked], Report]) -> Callable[..., None]:
    """Return the command that prints what `build` makes of the evenings that are asked for."""

    def command(
        since: Since = None,
        until: Until = None,
        group: Group = None,
        players: Players = None,
        unit: Unit = None,
        db: Db = None,
        how: Format = "text",
        output: Output = None,
        plot: Plot = False,
        browser: InBrowser = False,
    ) -> None:
        with common.snapshot(db) as ledger:
            report = build(_asked(ledger, since, until, group, players, unit))
        printing.put(report, how, output, plot=plot, browser=browser)

    return command


def _asked(
    ledger: sqlite3.Connection,
    since: str | None,
    until: str | None,
    group: str | None,
    players: str | None,
    unit: str | None,
) -> Asked:
    """Return the evenings that the options mean; raise NotFound, Refused."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.ledger import season as ledger_season  # noqa: PLC0415

    if since and until and since[: len(until)] > until:
        raise Refused(_("--since {since} is later than --until {until}", since=since, until=until))
    people: tuple[str, ...] = ()
    if players is not None:
        known = [one.name for one in evenings.people(ledger)]
        people = tuple(common.person(word, known) for word in players.split(","))
    wanted = ledger_season.Wanted(since or "", until or "", common.one_name(group or ""), unit or "", people)
    return Asked(ledger, wanted, ledger_season.season(ledger, wanted))


# -- report: what was played, on paper and on a page ---------------------------------------------------


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
    girocode: Annotated[bool, typer.Option("--girocode", help=settle.HELP)] = False,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
    plot: Plot = False,
    browser: InBrowser = False,
) -> None:
    """Print the sheet of an evening. Every hand in words, running balances, totals, settlement."""
    from sklog.ledger import history  # noqa: PLC0415
    from sklog.ledger.chain import short  # noqa: PLC0415
    from sklog.reports.render import SCHEMA  # noqa: PLC0415

    if girocode:
        settle.require(how)
        if browser and printing.is_stdout(output):
            raise Refused(_("name a file for the page with -o: it shows IBANs, and else it would stay in the cache"))
    with common.snapshot(db) as ledger:
        evening = common.newest_of(ledger, session)
        whole = history.of_evening(ledger, evening)
        banks = settle.known_banks(ledger) if girocode else None
    lines = whole.session.lines()
    replaced = {place: one.was for place, one in enumerate(whole.recorded) if one.was}
    report = sheet(whole.session, lines, replaced, banks, short(evening.digest))
    # the answer of `replay` has its shape from the interface; this one says which version of the reports' it has
    report = report._replace(data={"schema": SCHEMA, "report": report.key, **(report.data or {})})
    printing.put(report, how, output, plot=plot, browser=browser)


register(reports)


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
    from sklog.reports.render import dumped, schema  # noqa: PLC0415

    printing.put_text(dumped(schema(), indent=2), output)
