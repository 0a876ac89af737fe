"""Lists, for `import`: what was said of them, and their evenings."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from sklog import lists
from sklog.desk import typed
from sklog.files import formats
from sklog.files.incoming import ReadSession, size_of
from sklog.language import _
from sklog.lists import understood
from sklog.reports.format import clean
from sklog.scoring.names import LONGEST_TEXT, one_name, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sklog.files.incoming import Incoming


def asked(said: Mapping[str, Any]) -> lists.Asked | None:
    """Return what was said of lists, by the options of `import`; None where that is nothing.

    Raises Refused for what is no day; a name that is none is wrong usage.
    """
    name, day = one_name(said["name"] or ""), said["date"]
    if len(name) > LONGEST_TEXT or not (visible(name) or not name):
        words = _("{said!r} is no name for an evening", said=clean(name[:LONGEST_TEXT]))
        raise typer.BadParameter(words, param_hint="--name")
    nothing = _asked_today()
    asked = nothing._replace(
        unit=said["amounts"],
        mark=said["decimal"],
        order=said["dates"],
        rows=said["rows"],
        name=name,
        day=typed.day(day) if day is not None else "",
        sheets=tuple(said["sheet"] or ()),
    )
    return asked if asked != nothing else None


def _asked_today() -> lists.Asked:
    return lists.Asked(date.today())  # noqa: DTZ011  the table's day


def read(path: Path, incoming: Incoming) -> Iterator[ReadSession]:
    """Yield the evenings of a list, or those that `export` wrote into a workbook."""
    size = size_of(path)
    tables = lists.grids.read_tables(path)
    own = next((one for one in tables if one.title == lists.OWN_SHEET and _is_own(one)), None)
    if own:
        evenings = formats.read_csv(lists.grids.as_csv(own), own.where, path)
        yield from incoming.evenings(path, ((session, size) for session in evenings))
        return
    asked: lists.Asked = incoming.asked or _asked_today()
    asked = asked._replace(people=incoming.people, tariff=incoming.tariff)
    found = lists.read_lists(tables, asked, path.stem, str(path))
    incoming.names |= dict.fromkeys(found.names)
    incoming.told += (sentence for sheet in found.sheets for sentence in understood.summary(sheet))
    incoming.shown += (partial(understood.list_report, sheet) for sheet in found.sheets)
    incoming.problems += found.problems
    incoming.noted += (
        _("{path}: the hidden sheet {title} is not read; --sheet names one that shall be", path=path, title=title)
        for title in found.passed
    )
    for session in found.sessions:
        yield ReadSession(path, session, size, listed=not asked.name)


def _is_own(table: lists.Grid) -> bool:
    return bool(table.rows) and formats.is_own(cell.text for cell in table.rows[0].cells)
