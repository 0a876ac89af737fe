"""report, whatif: the reports of a season, of the evenings that are asked for; and another tariff for some, or one."""

from __future__ import annotations

import re
from datetime import date
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from sklog.cli import common
from sklog.cli.printing import plain
from sklog.desk.ledger import Ledger
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger.open import LedgerFile
from sklog.reports.model import Report
from sklog.rooms import SEASON_REPORTS
from sklog.scoring import days
from sklog.scoring.tariff import UNITS
from sklog.season import selection

reports = typer.Typer()
app = typer.Typer()


# -- which evenings -----------------------------------------------------------------------------------


def period(said: str) -> str:
    """Return a day in ISO form, or a month or a year as it begins there; raise Refused for what is none."""
    text, found = " ".join(said.casefold().split()), said
    if named := re.fullmatch(r"([^\W\d]{3,})\.? ([0-9]{4})", text):
        found = f"{named[2]}-{days.month(named[1])}"
    elif month := re.fullmatch("([0-9]{1,2})[./]([0-9]{4})", text):
        found = f"{month[2]}-{month[1]:0>2}"
    if not re.fullmatch("[0-9]{4}(-[0-9]{2})?", found):
        if day_of_it := days.read(said, date.today()):  # noqa: DTZ011  the table's own day is meant
            return day_of_it
        raise Refused(_('"{said}" is not a day; write 2026-11-19, 19.11.2026, 2026-11 or 2026', said=said))
    try:
        date.fromisoformat(f"{found}-01-01"[:10])
    except ValueError:
        raise Refused(_("{said} is a day that does not exist", said=said)) from None
    return found


def _period(said: str | None) -> str | None:
    """Read what an option says, as `period` does."""
    try:
        return None if said is None else period(said)
    except Refused as error:
        raise typer.BadParameter(str(error)) from None


Since = Annotated[
    str | None, typer.Option("--since", metavar="D", help="Evenings from this day, month or year.", callback=_period)
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="D", help="Evenings up to this day, month or year.", callback=_period)
]
Year = Annotated[
    str | None, typer.Option("--year", metavar="Y", help="Evenings in this year, instead of --since and --until.")
]
Group = Annotated[str | None, typer.Option("--group", metavar="NAME", help="Only evenings with this name.")]
Players = Annotated[
    str | None, typer.Option("--players", metavar="A,B", help="Only these players, and the evenings they attended.")
]
Unit = Annotated[
    str | None,
    common.checked_option(
        "--unit", "|".join(UNITS), UNITS, "Evenings for money or for points (default: like the last one)."
    ),
]


def asked_for(
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
        raise typer.BadParameter(_("--year stands for both --since and --until: use it alone"))
    if not (len(year) == len("2026") and year.isascii() and year.isdigit()):
        raise typer.BadParameter(_("--year takes a year such as 2026, not {said}", said=plain(year)))
    return {"since": year, "until": year, **others}


SEASON = tuple(signature(asked_for, eval_str=True).parameters.values())
"""The options of what is about many evenings."""


# -- reports ----------------------------------------------------------------------------------------

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


# -- whatif -----------------------------------------------------------------------------------------


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
    from sklog.season.reports.whatif import evening_under, season_under  # noqa: PLC0415  no other report needs it

    other = common.tariff_named(tariff)
    if not season:
        return evening_under(ledger.session(session), other)
    with ledger.reading() as opened:
        return season_under(opened, other, **asked)
