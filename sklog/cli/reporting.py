"""report: what was played, on paper. The reports of a season share their options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, Format, Output
from sklog.errors import Refused
from sklog.language import _
from sklog.scoring.tariff import UNITS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.season.deals import Deal
    from sklog.season.nights import Season

reports = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

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


def season_of(
    ledger: sqlite3.Connection,
    since: str | None,
    until: str | None,
    group: str | None,
    players: str | None,
    unit: str | None,
) -> Season:
    """Return the evenings that the options mean; raise NotFound, Refused."""
    from sklog.ledger import evenings, seasons  # noqa: PLC0415

    if since and until and since > until:
        raise Refused(_("--since {since} is later than --until {until}", since=since, until=until))
    people: tuple[str, ...] = ()
    if players is not None:
        known = [row["name"] for row in evenings.people(ledger)]
        people = tuple(common.person(word, known) for word in players.split(","))
    wanted = seasons.Wanted(since or "", until or "", common.one_name(group or ""), unit or "", people)
    return seasons.season(ledger, wanted)


def deals_of(ledger: sqlite3.Connection, season: Season) -> Iterator[Deal]:
    """Yield every deal of these evenings, each evening folded again from what was recorded."""
    from sklog.ledger import seasons  # noqa: PLC0415
    from sklog.season.deals import deals  # noqa: PLC0415

    for night, lines in seasons.folded(ledger, season.nights):
        yield from deals(night, lines)


@reports.command("standings")
def report_standings(
    since: Since = None,
    until: Until = None,
    group: Group = None,
    players: Players = None,
    unit: Unit = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Print the table of a season: totals, an evening and a hand, best and worst, streaks and form."""
    from sklog.reports.standings import standings_report  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        season = season_of(ledger, since, until, group, players, unit)
    printing.put(standings_report(season), how, output)


@reports.command("stats")
def report_stats(
    since: Since = None,
    until: Until = None,
    group: Group = None,
    players: Players = None,
    unit: Unit = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Print what everybody did in a season's hands: games, partners, Kontra, Klopfer, Ramsch, luck."""
    from sklog.reports.statistics import stats_report  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        season = season_of(ledger, since, until, group, players, unit)
        report = stats_report(season, deals_of(ledger, season))
    printing.put(report, how, output)


@reports.command("partners")
def report_partners(
    since: Since = None,
    until: Until = None,
    group: Group = None,
    players: Players = None,
    unit: Unit = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Print who earns with whom: what everybody won with whom on the same side."""
    from sklog.reports.partners import partners_report  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        season = season_of(ledger, since, until, group, players, unit)
        report = partners_report(season, deals_of(ledger, season))
    printing.put(report, how, output)


@reports.command("characters")
def report_characters(
    since: Since = None,
    until: Until = None,
    group: Group = None,
    players: Players = None,
    unit: Unit = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Print who plays like which of seven characters, and by which figures."""
    from sklog.reports.characters import characters_report  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        season = season_of(ledger, since, until, group, players, unit)
        # somebody is compared with the whole group, on all of its evenings
        season = season_of(ledger, since, until, group, None, season.unit)._replace(people=season.people)
        report = characters_report(season, deals_of(ledger, season))
    printing.put(report, how, output)
