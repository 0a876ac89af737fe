"""The options of what is about many evenings: of which days, whose, and what they count."""

from __future__ import annotations

from inspect import signature
from typing import Annotated

import typer

from sklog.cli import common
from sklog.cli.printing import plain
from sklog.errors import Refused
from sklog.language import _
from sklog.scoring.tariff import UNITS


def _period(said: str | None) -> str | None:
    """Read a day, a month or a year: 19.11.2026, 2026-11 or 2026; return it as 2026-11-19, 2026-11 or 2026."""
    if said is None:
        return None
    from sklog.desk import typed  # noqa: PLC0415  which knows people and corrections as well

    try:
        return typed.period(said)
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
