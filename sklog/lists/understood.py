"""How a list from a spreadsheet was understood, column by column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_, _, _n, _t
from sklog.lists import cells
from sklog.lists.headings import Role
from sklog.reports.format import clean, day
from sklog.reports.model import Column, Kind, Report, section
from sklog.scoring.amounts import money
from sklog.scoring.hand import Posting
from sklog.scoring.state import Join, Leave, Payment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.lists import ListSheet
    from sklog.lists.layout import Column as Listed
    from sklog.reports.model import Section

_WHOSE = {
    Role.PERSON: N_("amounts of {name}"),
    Role.STANDING: N_("everything {name} had so far, compared"),
    Role.FLAG: N_("of the hand: {what}"),
}
MOST_LISTED = 20
"""Rows of one kind that are listed: of more than so many, how many there are says more."""
MOST_LETTERS = 20
"""Letters of a heading and of a value that are shown: the table fits a terminal."""


def summary(sheet: ListSheet) -> str:
    """Return in a sentence what a list came to."""
    entries = [entry for one in sheet.evenings for entry in one.session.entries if not isinstance(entry, (Join, Leave))]
    paid, postings = (sum(isinstance(entry, kind) for entry in entries) for kind in (Payment, Posting))
    hands, left_out = len(entries) - paid - postings, len(sheet.rows.left_out)
    came = [
        _n("{n} evening", "{n} evenings", len(sheet.evenings)),
        *([_n("{n} hand", "{n} hands", hands)] if hands else ()),
        *([_n("{n} posting", "{n} postings", postings)] if postings else ()),
        *([_n("{n} payment", "{n} payments", paid)] if paid else ()),
        *([_n("{n} row left out", "{n} rows left out", left_out)] if left_out else ()),
    ]
    told = {"where": sheet.layout.grid.where, "came": ", ".join(came), "tariff": sheet.tariff.name}
    return _("{where}: {came}; tariff {tariff}", **told)


def list_report(sheet: ListSheet) -> Report:
    """Return how one table was understood: its columns, why they are read so, and the rows that are no hands."""
    layout = sheet.layout
    columns = (
        Column("column", _("Column")),
        Column("heading", _("Heading")),
        Column("what", _("Meaning"), Kind.PROSE),
        Column("first", _("First value")),
        Column("read", _("Read as")),
    )
    left_out = [(one.line, one.message) for one in sheet.rows.left_out]
    differing = [row for one in sheet.evenings for row in one.differing]
    sections = (
        section("columns", "", columns, (_row(sheet, one) for one in layout.columns)),
        *_rows("left_out", _("Rows left out"), left_out),
        *_rows("differing", _("Postings, because the tariff gives other amounts"), differing),
    )
    came = () if layout.found.open or sheet.rows.open else (*_tariff(sheet), summary(sheet))
    notes = (*layout.found.reasons, *sheet.rows.reasons, *came)
    return Report("list", layout.grid.where, sections=sections, notes=notes)


def _tariff(sheet: ListSheet) -> Iterator[str]:
    name = sheet.tariff.name
    if sheet.layout.found.asked.tariff:
        yield _("Tariff: {tariff}.", tariff=name)
        return
    if sheet.layout.one(Role.GAME):
        yield _t("Every row is a posting.¦; with --tariff, rows are hands if the tariff gives their amounts.")
    yield _t("Tariff: {tariff}; postings only use its unit¦. --tariff chooses another one.", tariff=name)


def _rows(key: str, title: str, found: Sequence[tuple[int, str]]) -> Iterator[Section]:
    if found:
        columns = (Column("row", _("Row"), Kind.COUNT), Column("why", _("What it says"), Kind.PROSE))
        rows: list[tuple[int | None, str]] = [(number, clean(said)) for number, said in found[:MOST_LISTED]]
        if len(found) > MOST_LISTED:
            rows.append((None, _("… and {count} more", count=len(found) - MOST_LISTED)))
        yield section(key, title, columns, rows)


def _row(sheet: ListSheet, column: Listed) -> tuple[str, str, str, str, str]:
    """Return one column as a row: which it is, what it is, its first value in a row that was read, and how."""
    read = {row.number: row for row in sheet.rows.rows}
    rows = [row for row in sheet.layout.rows if row.number in read] or sheet.layout.rows
    row = next((row for row in rows if not cells.nothing_in(row.at(column.place))), cells.GridRow(0, ()))
    what = _(_WHOSE.get(column.role, column.role), name=column.name, what=column.name)
    found, meant = read.get(row.number), ""
    if found and column.role == Role.DAY:
        meant = day(found.day)
    elif found and column.role in (Role.PERSON, Role.STOCK) and column.name in found.amounts:
        meant = money(found.amounts[column.name], sheet.tariff.unit, signed=True)
    first = row.at(column.place).text
    return cells.letter(column.place), _short(column.heading), clean(what), _short(first), meant


def _short(text: str) -> str:
    """Return a text of a cell for a column of the table."""
    return clean(text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…")
