"""A report for those who go on calculating: its tables as grids of typed cells, for a workbook or csv for people.

A cell is a number, a day or a text, with how it is shown: an amount in cents is a number of euros. `sklog.sheets.xlsx`
and `sklog.sheets.ods` write what `workbook` returns; a text is a text there, whatever it begins with.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from datetime import date, datetime
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.language import _, _c
from sklog.pages.card import palette
from sklog.pages.chart import band_name
from sklog.pages.picture import COLOURS, colours
from sklog.reports.format import clean, cut, day, defused, moment, width, written
from sklog.reports.model import AMOUNTS, DIGITS, WORDS, Cell, Chart, Column, Kind, Report, Section, Struck
from sklog.reports.render import raw
from sklog.scoring.amounts import EUROS, currency, decimal_mark
from sklog.scoring.tariff import CENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.reports.render import SpokenCsv

VERBATIM = "sklog"
"""The title of a sheet that `sklog import` reads again; no other sheet is called so."""
RESERVED = ("history", VERBATIM)  # the first is Excel's own
MOST_LETTERS_OF_A_TITLE = 31
MOST_ROWS, MOST_COLUMNS, MOST_LETTERS = 1_048_576, 16_384, 32_767
"""What every spreadsheet program can hold: rows and columns of a sheet, letters of a cell."""
MOST_EXACT = 10**15
"""Up to here a spreadsheet has every digit of a number."""
FIRST_DAY = date(1900, 3, 1)
"""Before that no two programs agree which number a day is."""
WIDEST = 70
"""Columns of letters: what is longer is broken."""
WIDEST_FROZEN = 30
BOLDER = 1.15
"""How much wider bold letters are."""


# -- cells -----------------------------------------------------------------------------------------------

TEXT, NUMBER, DAY, MOMENT, LINK = ("text", "number", "day", "moment", "link")
"""What a cell holds: words, a number, a day, a day with its time, or words that lead to another sheet."""
LEFT, RIGHT, BESIDE = ("left", "right", "beside")
Value = str | int | float | date | None


class Style(NamedTuple):
    """How a cell is shown: a number with so many `decimals`, and behind it a `unit` ("€", "%").

    `side` is where it stands: `LEFT`, `RIGHT`, or `BESIDE`, on the left with room to a number that ends before it.
    """

    holds: str = TEXT
    decimals: int = 0
    unit: str = ""
    grouped: bool = False
    bold: bool = False
    large: bool = False
    side: str = ""
    wrapped: bool = False
    struck: bool = False


PLAIN, BOLD, HEADING = Style(), Style(bold=True), Style(bold=True, large=True)
EUROS_AND_CENTS = Style(NUMBER, decimals=2, unit=EUROS, grouped=True)
POINTS_AMOUNT = Style(NUMBER, grouped=True)
POINTS_DIVIDED = Style(NUMBER, decimals=1, grouped=True)
COUNTED = Style(NUMBER)
LOOKS = {Kind.RATE: Style(NUMBER, unit="%"), Kind.RATIO: Style(NUMBER, decimals=2)}


class Typed(NamedTuple):
    """A cell of a workbook: its value, how that is shown, and the title of the sheet that a click leads to."""

    value: Value = None
    look: Style = PLAIN
    leads_to: str = ""


def typed(value: Cell, kind: str, unit: str) -> Typed:
    """Return a value of this kind as a spreadsheet has it: cents as euros, a day as a day, anything odd as words."""
    if value is None:
        return Typed()
    if isinstance(value, str):
        return _typed_text(value, kind)
    if abs(value) >= MOST_EXACT:
        return Typed(written(value, kind, unit), Style(side=RIGHT))
    if kind in AMOUNTS:
        if unit == CENTS:
            return Typed(round(value / 100, DIGITS + 2), EUROS_AND_CENTS)
        return Typed(raw(value, kind), POINTS_DIVIDED if isinstance(value, float) else POINTS_AMOUNT)
    return Typed(raw(value, kind), LOOKS.get(kind, COUNTED._replace(decimals=int(isinstance(value, float)))))


def _typed_text(text: str, kind: str) -> Typed:
    if kind == Kind.DATE:
        return _typed_day(text)
    if kind == Kind.TIME:
        return _typed_moment(text)
    if isinstance(text, Struck):
        return Typed(clean(text.before + text), Style(struck=True))
    return Typed(written(text, kind, "") or None)


def _typed_day(text: str) -> Typed:
    try:
        found = date.fromisoformat(text) if len(text) == len("2026-11-19") else None
    except ValueError:
        found = None
    return Typed(found, Style(DAY)) if found and found >= FIRST_DAY else Typed(day(text) or None)


def _typed_moment(text: str) -> Typed:
    try:
        here = datetime.fromisoformat(text).astimezone().replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError, OSError):
        return Typed(moment(text))
    return Typed(here, Style(MOMENT)) if here.date() >= FIRST_DAY else Typed(moment(text))


def day_pattern() -> str:
    """Return how a day is shown, in the letters of a spreadsheet: d, m and y."""
    return _c("a day in a spreadsheet, in the letters d, m and y", "d mmm yyyy")


def render(cell: Typed, mark: str, pattern: str) -> str:
    """Return a cell as its sheet shows it; `mark` stands before decimals, `pattern` is that of a day."""
    value, look, _leads_to = cell
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        said = _day_as(value, pattern)
        return f"{said} {value:%H:%M:%S}" if isinstance(value, datetime) else said
    if look.unit == "%":
        return f"{value:.0%}"
    text = f"{value:,.{look.decimals}f}" if look.grouped else f"{value:.{look.decimals}f}"
    text = text.translate({ord(","): "." if mark == "," else ",", ord("."): mark})
    return f"{text} {look.unit}" if look.unit else text


def _day_as(value: date, pattern: str) -> str:
    parts = {"d": f"{value.day}", "dd": f"{value.day:02}", "m": f"{value.month}", "mm": f"{value.month:02}",
             "mmm": f"{value:%b}", "yyyy": f"{value.year:04}"}  # fmt: skip
    return re.sub("d+|m+|y+", lambda found: parts[found[0]], pattern)


# -- grids -----------------------------------------------------------------------------------------------


class Plot(NamedTuple):
    """What is drawn beside a grid of figures: a line (or bars) for each column from the second on, in these `colours`.

    The first column has the names of the places, the row `first` those of the lines, and `rows` the figures below it.
    """

    title: str
    shape: str
    axis: str
    values: Style
    colours: tuple[str, ...]
    rows: int
    first: int = 0


class Grid(NamedTuple):
    """One sheet: its title, its rows, how wide each column is in letters, how many rows and columns stay in sight."""

    title: str
    rows: tuple[tuple[Typed, ...], ...]
    widths: tuple[int, ...] = ()
    frozen: tuple[int, int] = (0, 0)
    plot: Plot | None = None


def heading(column: Column, unit: str) -> str:
    """Return the title of a column with what its amounts are counted in: "Anna (€)"."""
    counted = column.kind in AMOUNTS and not column.unit and column.title
    return clean(f"{column.title} ({currency(unit)})" if counted else column.title)


def grid_of(section: Section, unit: str, title: str = "") -> Grid:
    """Return a section as a grid with its headings in the first row, if it has any."""
    sides = [RIGHT if one.kind not in WORDS else BESIDE if place else "" for place, one in enumerate(section.columns)]
    titles = [heading(column, unit) for column in section.columns]
    rows = [tuple(map(_typed_cell, row, section.columns, sides, [unit] * len(row))) for row in section.rows]
    if any(titles):
        rows.insert(
            0, tuple(Typed(text or None, Style(bold=True, side=side)) for text, side in zip(titles, sides, strict=True))
        )
    return _fitted(Grid(title, tuple(rows), frozen=(int(any(titles)), 1)))


def _typed_cell(value: Cell, column: Column, side: str, unit: str) -> Typed:
    if value is None:
        return Typed(column.empty, Style(side=side)) if column.empty else Typed()
    found = typed(value, column.kind, column.unit or unit)
    return found._replace(look=found.look._replace(side=side)) if column.kind in WORDS else found


def _fitted(grid: Grid) -> Grid:
    """Return a grid whose columns are as wide as what stands in them; of longer words each cell is broken."""
    mark, pattern = decimal_mark(), day_pattern()
    widths = []
    for cells in zip(*grid.rows, strict=True):
        said = (cell for cell in cells if not cell.look.large)  # a title goes on over the cells beside it
        longest = max((width(render(one, mark, pattern)) * (BOLDER if one.look.bold else 1) for one in said), default=0)
        widths.append(min(ceil(longest), WIDEST) + 2)
    wrapped = [place for place, wide in enumerate(widths) if wide == WIDEST + 2]
    rows = [
        tuple(_wrapped(cell) if place in wrapped else cell for place, cell in enumerate(row)) for row in grid.rows
    ] if wrapped else grid.rows  # fmt: skip
    high, wide = grid.frozen
    return grid._replace(
        rows=tuple(rows),
        widths=tuple(widths),
        frozen=(high, wide if len(widths) > wide and max(widths[:wide], default=0) <= WIDEST_FROZEN else 0),
    )


def _wrapped(cell: Typed) -> Typed:
    return cell._replace(look=cell.look._replace(wrapped=True)) if isinstance(cell.value, str) else cell


def figures(chart: Chart, report: Report, title: str) -> Grid:
    """Return the figures of a chart as a grid that draws it; a line that begins later has empty cells before it."""
    lines = chart.series
    numbered = chart.labels != Kind.DATE and all(map(str.isdecimal, chart.places))
    columns = (
        Column("", chart.axis, Kind.COUNT if numbered else chart.labels),
        *(Column("", one.name, chart.kind) for one in lines),
        *((Column("", _("Counted more"), Kind.TEXT),) if chart.bands else ()),
    )
    over = defaultdict(list)
    for band in chart.bands:
        for place in range(band.first, band.last + 1):
            over[place].append(band_name(band))
    rows = [
        (int(label) if numbered else label, *values,
         *((", ".join(over[place]) or None,) if chart.bands else ()))
        for place, (label, *values) in enumerate(zip(chart.places, *(one.values for one in lines), strict=True))
    ]  # fmt: skip
    found = grid_of(Section(chart.key, chart.title, columns, tuple(rows)), report.unit, title)
    drawn = tuple(palette().lines[place % COLOURS] for place in colours(chart, report.people))
    look = next(
        (cell.look for row in found.rows[1:] for cell in row[1 : len(lines) + 1] if cell.value is not None), COUNTED
    )
    return found._replace(plot=Plot(clean(chart.title), chart.shape, clean(chart.axis), look, drawn, len(rows)))


def stacked(title: str, parts: Sequence[tuple[str, Grid]]) -> Grid:
    """Return the tables of a chapter as one sheet, one below the other, each below its title; one of them is drawn."""
    wide, rows, plot = max(len(part.widths) for _called, part in parts), list[tuple[Typed, ...]](), None
    for called, part in parts:
        rows += [(Typed(),) * wide] if rows else []
        rows.append((Typed(clean(called), HEADING), *(Typed(),) * (wide - 1)))
        if part.plot:
            plot = part.plot._replace(first=len(rows))
        rows += [(*row, *(Typed(),) * (wide - len(row))) for row in part.rows]
    return _fitted(Grid(title, tuple(rows), frozen=(0, 1), plot=plot))


# -- workbooks -------------------------------------------------------------------------------------------


def workbook(report: Report) -> tuple[Grid, ...]:
    """Return the sheets of a report: one with its facts and notes, unless there is nothing to say, then one a table.

    A report of chapters has one a chapter instead.
    """
    sheets = list(_sheets(report))
    titles = iter(sheet_titles([_("Overview"), *(title for title, _parts in sheets)]))
    first, grids, listed = next(titles), list[Grid](), list[tuple[str, str, Section | Chart]]()
    for title, (_wanted, parts) in zip(titles, sheets, strict=True):
        made = [
            (called, figures(part, report, title) if isinstance(part, Chart) else grid_of(part, report.unit, title))
            for called, part in parts
        ]
        grids.append(stacked(title, made) if len(made) > 1 else made[0][1])
        listed += [(title, called, part) for called, part in parts]
    said = report.facts or report.notes or any(isinstance(part, Section) and part.defined for *_titles, part in listed)
    if said or len(grids) != 1:
        grids.insert(0, _overview(report, first, listed))
    return tuple(grids)


def _sheets(report: Report) -> Iterator[tuple[str, list[tuple[str, Section | Chart]]]]:
    """Yield the title of every sheet, with the tables and charts in it that have something to show, by their titles."""
    tables, charts = [one for one in report.tables if not one.excerpt], report.drawn
    first = sum(one.key in report.result for one in tables)  # `tables` has them in front
    parts: list[Section | Chart] = [*tables[:first], *charts, *tables[first:]]
    if not report.chapters:
        yield from ((part.title or report.title, [(part.title or report.title, part)]) for part in parts)
    for chapter in report.chapters:
        if inside := [(part.title or chapter.title, part) for part in parts if part.key in chapter.keys]:
            yield chapter.title, inside


def sheet_titles(wanted: Iterable[str]) -> list[str]:
    """Return titles that every program takes for sheets: short, without `[]:*?/` and backslash, all different."""
    taken = set(RESERVED)
    titles = []
    for text in wanted:
        title = " ".join(re.sub(r"[\[\]:*?/\\]", " ", clean(text)).split()).strip("'") or "–"
        number, told = 1, _short(title)
        while told.casefold() in taken:
            number += 1
            behind = f" ({number})"
            told = _short(title, MOST_LETTERS_OF_A_TITLE - len(behind)) + behind
        taken.add(told.casefold())
        titles.append(told)
    return titles


def quoted_title(title: str) -> str:
    """Return the title of a sheet as it stands in the address of a cell."""
    return "'" + title.replace("'", "''") + "'"


def _short(title: str, most: int = MOST_LETTERS_OF_A_TITLE) -> str:
    columns = most
    while _letters(told := cut(title, columns).strip("' ")) > most:
        columns -= 1
    return told


def _letters(text: str) -> int:
    """Return how many letters a spreadsheet counts in a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _overview(report: Report, title: str, parts: Iterable[tuple[str, str, Section | Chart]]) -> Grid:
    """Return the first sheet: the facts, what is on which sheet and how its numbers are counted, the notes."""
    facts: list[tuple[Typed, Typed]] = []
    listed: list[tuple[Typed, Typed]] = []
    notes: list[tuple[Typed, Typed]] = []
    for fact in report.facts:
        called = heading(Column(fact.key, fact.title, fact.kind), report.unit)
        cell = typed(fact.value, fact.kind, report.unit)
        facts.append((Typed(called, BOLD), cell._replace(look=cell.look._replace(side=LEFT))))
    for sheet, called, part in parts:
        defined = part.defined if isinstance(part, Section) else ""
        listed.append((Typed(clean(called), Style(LINK), sheet), Typed(clean(defined) or None)))
    for note in report.notes:
        notes.append((Typed() if notes else Typed(_("Notes"), BOLD), Typed(clean(note))))
    blocks = (
        [(Typed(clean(report.title), HEADING), Typed())] if report.title else [],
        facts,
        [(Typed(_("Sheets"), BOLD), Typed()), *listed] if listed else [],
        notes,
    )
    empty = (Typed(), Typed())
    rows = [row for block in filter(None, blocks) for row in (empty, *block)]
    return _fitted(Grid(title, tuple(rows[1:] or [empty])))


def verbatim(rows: Iterable[Sequence[str]]) -> Grid:
    """Return the sheet that holds these rows letter by letter, each cell a text, the first row being the headings."""
    told = tuple(tuple(Typed(text or None) for text in row) for row in rows)
    return Grid(VERBATIM, told, (WIDEST_FROZEN,) * len(told[0]), (1, 0))


def require_room(grids: Iterable[Grid]) -> None:
    """Refuse what a spreadsheet cannot hold: raise Refused with every sheet and cell that is too large."""
    if wrong := [sentence for grid in grids for sentence in _too_large(grid)]:
        raise Refused(*wrong, _("take another format, such as json or csv"))


def _too_large(grid: Grid) -> Iterator[str]:
    sheet = grid.title
    if len(grid.rows) > MOST_ROWS:
        said = {"sheet": sheet, "rows": f"{len(grid.rows)}", "most": f"{MOST_ROWS}"}
        yield _("the sheet {sheet} would have {rows} rows, but a spreadsheet holds only {most}", **said)
    if (most := max(map(len, grid.rows), default=0)) > MOST_COLUMNS:
        said = {"sheet": sheet, "columns": f"{most}", "most": f"{MOST_COLUMNS}"}
        yield _("the sheet {sheet} would have {columns} columns, but a spreadsheet holds only {most}", **said)
    for number, row in enumerate(grid.rows, 1):
        for cell in row:
            text = cell.value if isinstance(cell.value, str) else ""
            if 2 * len(text) > MOST_LETTERS < (letters := _letters(text)):  # a letter counts twice at most
                said = {"sheet": sheet, "row": f"{number}", "letters": f"{letters}", "most": f"{MOST_LETTERS}"}
                yield _(
                    "a text in row {row} of the sheet {sheet} has {letters} letters, and a cell holds {most}", **said
                )


# -- csv for people --------------------------------------------------------------------------------------


def csv_for_people(section: Section, unit: str, form: SpokenCsv) -> str:
    """Return a section as csv with its headings for people, amounts in euros, numbers without their unit."""
    out = io.StringIO()
    if form.marked:
        out.write("\ufeff")
    writer = csv.writer(out, delimiter=form.separator, lineterminator="\n")
    writer.writerows([_in_csv(cell, form) for cell in row] for row in grid_of(section, unit).rows)
    return out.getvalue()


def _in_csv(cell: Typed, form: SpokenCsv) -> str:
    if isinstance(cell.value, str):
        return defused(cell.value)
    plain = cell.look._replace(grouped=False, unit="%" if cell.look.unit == "%" else "")
    return render(cell._replace(look=plain), form.decimal, form.pattern)
