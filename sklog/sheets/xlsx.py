"""A workbook as an xlsx file, by XlsxWriter. The same sheets give the same bytes: no clock is asked."""

from __future__ import annotations

import io
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from sklog.errors import Refused
from sklog.language import _t
from sklog.pages.chart import every
from sklog.reports.format import filled
from sklog.reports.model import CURVE
from sklog.sheets import workbook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sklog.sheets.workbook import Grid, Plot, Style, Typed

MADE = datetime(1980, 1, 1)  # noqa: DTZ001  the file's own day, as its members have it
A4 = 9
SIDES: dict[str, dict[str, Any]] = {
    workbook.LEFT: {"align": "left"},
    workbook.RIGHT: {"align": "right"},
    workbook.BESIDE: {"align": "left", "indent": 1},
}
LINKED = {"font_color": "#0b4ac3", "underline": 1}
LARGE = 16
LINE, HIGHEST = 15, 409  # points of a row, and what Excel opens at most
NARROWEST_CHART, CHART_HEIGHT = 480, 420  # pixels
OF_A_PLACE = 24
WIDEST_CHART = 1100
MOST_PLACES = 24  # that are named on an axis


def xlsx(grids: Sequence[Grid]) -> bytes:
    """Return the contents of the file; raise Refused where the library is missing, or a cell would not fit."""
    workbook.require_room(grids)
    try:
        from xlsxwriter import Workbook  # noqa: PLC0415  an extra
    except ImportError:
        raise Refused(
            _t("an xlsx needs one more package¦: install sklog from its folder again, as '.[sheets]'; ods needs none")
        ) from None
    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True})
    book.set_properties({"created": MADE})
    formats = _formats(book)
    sheets = [book.add_worksheet(grid.title) for grid in grids]
    for grid, sheet in zip(grids, sheets, strict=True):
        _fill(sheet, grid, formats)
        if grid.plot:
            sheet.insert_chart(0, len(grid.widths) + 1, _chart(book, grid, grid.plot))
    book.close()
    return out.getvalue()


def number_format(look: Style) -> str:
    """Return how a number, a day or a text is shown, in the letters of a spreadsheet."""
    if look.holds in (workbook.TEXT, workbook.LINK):
        return "@"
    if look.holds == workbook.DAY:
        return workbook.day_pattern()
    if look.holds == workbook.MOMENT:
        return f"{workbook.day_pattern()} hh:mm:ss"
    digits = ("#,##0" if look.grouped else "0") + ("." + "0" * look.decimals if look.decimals else "")
    return f"{digits}%" if look.unit == "%" else f"{digits} {look.unit}".rstrip()


def _formats(book: Any) -> Callable[[Style], Any]:
    """Return what makes the format of a look, once each."""

    def made(look: Style) -> Any:
        asked = {
            "num_format": number_format(look),
            "valign": "top",
            "bold": look.bold,
            "font_size": LARGE if look.large else None,
            "text_wrap": look.wrapped,
            "font_strikeout": look.struck,
            **SIDES.get(look.side, {}),
            **(LINKED if look.holds == workbook.LINK else {}),
        }
        return book.add_format({key: value for key, value in asked.items() if value})  # False makes another format

    return cache(made)


def _fill(sheet: Any, grid: Grid, formats: Callable[[Style], Any]) -> None:
    """Write the cells of a sheet, and how it is seen and printed."""
    for number, row in enumerate(grid.rows):
        if (lines := max(map(_height, row), default=1)) > 1:  # not every program finds out by itself how high a row is
            sheet.set_row(number, min(lines * LINE, HIGHEST))
        for place, (value, look, leads_to) in enumerate(row):
            if leads_to:
                sheet.write_url(number, place, f"internal:{workbook.quoted_title(leads_to)}!A1", formats(look), value)
            elif isinstance(value, str):  # whatever it begins with: a formula is written in another way
                sheet.write_string(number, place, value, formats(look))
            elif look.holds == workbook.NUMBER:
                sheet.write_number(number, place, value, formats(look))
            elif value is not None:
                sheet.write_datetime(number, place, value, formats(look))
    for place, wide in enumerate(grid.widths):
        sheet.set_column(place, place, wide)
    sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})  # they are meant
    sheet.freeze_panes(*grid.frozen)
    sheet.set_paper(A4)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    if grid.frozen[0]:
        sheet.repeat_rows(0, grid.frozen[0] - 1)


def _height(cell: Typed) -> int:
    """Return how many lines a cell needs."""
    return filled(str(cell.value), workbook.WIDEST).count("\n") + 1 if cell.look.wrapped else 1


def _chart(book: Any, grid: Grid, plot: Plot) -> Any:
    """Return a chart of the figures of a sheet."""
    top, last = plot.first, plot.first + plot.rows
    chart = book.add_chart({"type": "line" if plot.shape == CURVE else "column"})
    for place, colour in enumerate(plot.colours, 1):
        drawn = {"line": {"color": colour, "width": 2.25}} if plot.shape == CURVE else {"fill": {"color": colour}}
        chart.add_series(
            {
                "name": [grid.title, top, place],
                "categories": [grid.title, top + 1, 0, last, 0],
                "values": [grid.title, top + 1, place, last, place],
                **drawn,
            }
        )
    chart.set_title({"name": plot.title, "name_font": {"size": 14}})
    step = every(plot.rows - 1, MOST_PLACES)
    named = number_format(grid.rows[top + 1][0].look)
    names = {"label_position": "low", "num_format": named, "interval_unit": step}
    chart.set_x_axis({"name": plot.axis, "text_axis": True, **names})
    chart.set_y_axis({"num_format": number_format(plot.values), "major_gridlines": {"visible": True}})
    chart.set_legend({"position": "right" if len(plot.colours) > 1 else "none"})
    chart.set_size({"width": min(max(NARROWEST_CHART, OF_A_PLACE * plot.rows), WIDEST_CHART), "height": CHART_HEIGHT})
    return chart
