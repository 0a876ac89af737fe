"""A workbook as an OpenDocument spreadsheet. The same sheets give the same bytes: no clock is asked.

mimetype, META-INF/manifest.xml   what the file is, and what is in it
styles.xml, settings.xml          how it is printed; what stays in sight while it is scrolled
content.xml                       the sheets
Chart N/content.xml               a chart, which shows the figures of its sheet

What of a document is the same in every workbook stands in `ods_….xml`.
"""

from __future__ import annotations

import io
import re
from datetime import datetime
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from sklog.reports.model import CURVE
from sklog.scoring.amounts import decimal_mark
from sklog.sheets import workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.sheets.workbook import Grid, Plot, Style, Typed

MADE = (1980, 1, 1, 0, 0, 0)  # the day of every member
TYPE = "application/vnd.oasis.opendocument"
URN = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
OWN = ("office", "style", "text", "table", "chart", "config", "manifest")
OTHERS = {"draw": "drawing", "number": "datastyle", "fo": "xsl-fo-compatible", "svg": "svg-compatible"}
NAMES = {f"xmlns:{short}": URN.format(name) for short, name in {**dict(zip(OWN, OWN, strict=True)), **OTHERS}.items()}
NAMES["xmlns:xlink"] = "http://www.w3.org/1999/xlink"
LETTER = 0.21  # centimetres
CHART_WIDTH, CHART_HEIGHT = "22cm", "11cm"
SIDES = {
    workbook.LEFT: {"fo:text-align": "start"},
    workbook.RIGHT: {"fo:text-align": "end"},
    workbook.BESIDE: {"fo:text-align": "start", "fo:margin-left": "0.3cm"},
}


def ods(grids: Sequence[Grid]) -> bytes:
    """Return the contents of the file; raise Refused where a cell would not fit."""
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo  # noqa: PLC0415  no other format waits for it

    workbook.require_room(grids)
    charts = [_chart(grid, grid.plot) for grid in grids if grid.plot]
    members = {
        "mimetype": f"{TYPE}.spreadsheet",
        "META-INF/manifest.xml": _manifest(len(charts)),
        "styles.xml": _document("office:document-styles", _template("styles")),
        "settings.xml": _settings(grids),
        "content.xml": _content(grids),
        **{f"Chart {place}/content.xml": chart for place, chart in enumerate(charts, 1)},
    }
    out = io.BytesIO()
    with ZipFile(out, "w") as file:
        for name, text in members.items():
            member = ZipInfo(name, MADE)
            member.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            file.writestr(member, text.encode())
    return out.getvalue()


def _tag(name: str, attributes: Mapping[str, object], *inside: str) -> str:
    """Return an element with what is in it, which is XML already; an attribute that is None is left out."""
    said = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def _document(name: str, *inside: str) -> str:
    version = f"{name.partition(':')[0]}:version"
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _tag(name, {**NAMES, version: "1.2"}, *inside)


def _template(name: str, **parts: str) -> str:
    """Return what is inside of a document: each part is XML already."""
    lines = Path(__file__).with_name(f"ods_{name}.xml").read_text(encoding="utf-8").splitlines()
    return Template("".join(map(str.strip, lines))).substitute(parts)


def _manifest(charts: int) -> str:
    files = {"/": f"{TYPE}.spreadsheet", **dict.fromkeys(("content.xml", "styles.xml", "settings.xml"), "text/xml")}
    for place in range(1, charts + 1):
        files |= {f"Chart {place}/": f"{TYPE}.chart", f"Chart {place}/content.xml": "text/xml"}
    entries = ({"manifest:full-path": path, "manifest:media-type": kind} for path, kind in files.items())
    return _document("manifest:manifest", *(_tag("manifest:file-entry", one) for one in entries))


def _settings(grids: Sequence[Grid]) -> str:
    """Return what stays in sight of each sheet, and which one is seen first."""
    tables = "".join(
        _tag("config:config-item-map-entry", {"config:name": grid.title}, *_split(*grid.frozen)) for grid in grids
    )
    return _document("office:document-settings", _template("settings", tables=tables, first=escape(grids[0].title)))


def _split(high: int, wide: int) -> Iterator[str]:
    """Yield what says that so many rows and columns of a sheet stay in sight."""
    yield _item("HorizontalSplitMode", 2 if wide else 0, "short")
    yield _item("VerticalSplitMode", 2 if high else 0, "short")
    yield _item("HorizontalSplitPosition", wide, "int")
    yield _item("VerticalSplitPosition", high, "int")
    yield _item("ActiveSplitRange", 3 if high and wide else 2, "short")
    yield _item("PositionRight", wide, "int")
    yield _item("PositionBottom", high, "int")


def _item(name: str, value: object, kind: str) -> str:
    return _tag("config:config-item", {"config:name": name, "config:type": kind}, escape(str(value)))


# -- styles ----------------------------------------------------------------------------------------------


def _style(name: str, family: str, *inside: str, **others: str) -> str:
    more = {f"style:{key.replace('_', '-')}": value for key, value in others.items()}
    return _tag("style:style", {"style:name": name, "style:family": family, **more}, *inside)


def _number_style(look: Style, name: str) -> str:
    """Return how a number or a day is shown; "" where nothing is to be said of it."""
    named = {"style:name": name}
    if look.holds in (workbook.DAY, workbook.MOMENT):
        return _tag("number:date-style", named, _day_parts(), _time_parts() if look.holds == workbook.MOMENT else "")
    if look.holds != workbook.NUMBER:
        return ""
    digits = {
        "number:decimal-places": look.decimals,
        "number:min-decimal-places": look.decimals,
        "number:min-integer-digits": 1,
        "number:grouping": "true" if look.grouped else None,
    }
    kind, unit = ("percentage", "%") if look.unit == "%" else ("number", f" {look.unit}".rstrip())
    behind = _tag("number:text", {}, escape(unit)) if unit else ""
    return _tag(f"number:{kind}-style", named, _tag("number:number", digits), behind)


def _day_parts() -> str:
    """Return the parts of a day in the order of its pattern."""
    long = {"number:style": "long"}
    parts = {
        "d": _tag("number:day", {}),
        "dd": _tag("number:day", long),
        "m": _tag("number:month", {}),
        "mm": _tag("number:month", long),
        "mmm": _tag("number:month", {"number:textual": "true"}),
        "yyyy": _tag("number:year", long),
    }
    found = re.findall("d+|m+|y+|[^dmy]+", workbook.day_pattern())
    return "".join(parts.get(part) or _tag("number:text", {}, escape(part)) for part in found)


def _time_parts() -> str:
    long = {"number:style": "long"}
    parts = (_tag(f"number:{part}", long) for part in ("hours", "minutes", "seconds"))
    return _tag("number:text", {}, " ") + _tag("number:text", {}, ":").join(parts)


def _cell_style(look: Style, name: str) -> str:
    """Return the style of the cells that look so, with what it needs of numbers before it."""
    numbers = _number_style(look, f"n-{name}")
    letters = {
        "fo:font-weight": "bold" if look.bold else None,
        "fo:font-size": "16pt" if look.large else None,
        "style:text-line-through-style": "solid" if look.struck else None,
    }
    place = {"style:vertical-align": "top", "fo:wrap-option": "wrap" if look.wrapped else None}
    of_numbers = {"data_style_name": f"n-{name}"} if numbers else {}
    return numbers + _style(
        name,
        "table-cell",
        _tag("style:table-cell-properties", place),
        _tag("style:paragraph-properties", SIDES[look.side]) if look.side else "",
        _tag("style:text-properties", letters),
        parent_style_name="Default",
        **of_numbers,
    )


def _column_style(wide: int) -> str:
    return _style(
        f"w{wide}", "table-column", _tag("style:table-column-properties", {"style:column-width": _centimetres(wide)})
    )


def _centimetres(letters: int) -> str:
    return f"{letters * LETTER:.2f}cm"


# -- sheets ----------------------------------------------------------------------------------------------


def _content(grids: Sequence[Grid]) -> str:
    looks = dict.fromkeys(cell.look for grid in grids for row in grid.rows for cell in row)
    names = {look: f"c{place}" for place, look in enumerate(looks)}
    charts = iter(range(1, len(grids) + 1))
    sheets = [part for grid in grids for part in _sheet(grid, names, next(charts) if grid.plot else 0)]
    styles = (
        *map(_column_style, sorted({wide for grid in grids for wide in grid.widths})),
        *(_cell_style(look, name) for look, name in names.items()),
    )
    return _document("office:document-content", _template("content", styles="".join(styles), sheets="".join(sheets)))


def _sheet(grid: Grid, names: Mapping[Style, str], chart: int) -> Iterator[str]:
    """Yield the parts of a sheet; `chart` is the number of the one beside it, 0 where none is."""
    mark, pattern = decimal_mark(), workbook.day_pattern()
    yield f'<table:table table:name="{escape(grid.title)}" table:style-name="t">'
    if chart:
        yield _frame(_centimetres(sum(grid.widths) + 4), f"./Chart {chart}")
    yield from (_tag("table:table-column", {"table:style-name": f"w{wide}"}) for wide in grid.widths)
    first = grid.frozen[0]
    for number, row in enumerate(grid.rows):
        cells = "".join(_cell_element(cell, names[cell.look], mark, pattern) for cell in row)
        told = f'<table:table-row table:style-name="r">{cells}</table:table-row>'
        yield told if number >= first else _tag("table:table-header-rows", {}, told)
    yield "</table:table>"


def _frame(left: str, document: str) -> str:
    """Return what shows a chart beside a table."""
    shown = {"xlink:href": document, "xlink:type": "simple", "xlink:show": "embed", "xlink:actuate": "onLoad"}
    place = {"svg:x": left, "svg:y": "0.2cm", "svg:width": CHART_WIDTH, "svg:height": CHART_HEIGHT}
    frame = _tag("draw:frame", {"draw:style-name": "f", "draw:z-index": 0, **place}, _tag("draw:object", shown))
    return _tag("table:shapes", {}, frame)


def _cell_element(cell: Typed, name: str, mark: str, pattern: str) -> str:
    value, look, leads_to = cell
    if value is None:
        return "<table:table-cell/>"
    text = _paragraph_text(workbook.render(cell, mark, pattern))
    if isinstance(value, str):  # whatever it begins with: a formula stands elsewhere
        kind = 'office:value-type="string"'
    elif isinstance(value, (int, float)):
        what = "percentage" if look.unit == "%" else "float"
        kind = f'office:value-type="{what}" office:value="{value!r}"'
    else:
        stamp = value.isoformat(timespec="seconds") if isinstance(value, datetime) else value.isoformat()
        kind = f'office:value-type="date" office:date-value="{stamp}"'
    if leads_to:
        text = _tag("text:a", {"xlink:href": f"#{workbook.quoted_title(leads_to)}.A1", "xlink:type": "simple"}, text)
    return f'<table:table-cell table:style-name="{name}" {kind}><text:p>{text}</text:p></table:table-cell>'


def _paragraph_text(text: str) -> str:
    """Return a text as a paragraph holds it: of several blanks in a row only the first would be kept."""
    told = escape(text, quote=False)
    if "  " not in told and told.strip(" ") == told:
        return told
    return re.sub("^ +| +$|(?<= ) +", lambda found: f'<text:s text:c="{len(found[0])}"/>', told)


# -- charts ----------------------------------------------------------------------------------------------


def _chart(grid: Grid, plot: Plot) -> str:
    """Return the document of a chart of the figures of a sheet."""
    legend = {"chart:style-name": "b", "chart:legend-position": "end"}
    kind = "chart:line" if plot.shape == CURVE else "chart:bar"
    inside = _template(
        "chart",
        kind=kind,
        width=CHART_WIDTH,
        height=CHART_HEIGHT,
        title=escape(plot.title),
        axis=escape(plot.axis),
        legend=_tag("chart:legend", legend) if len(plot.colours) > 1 else "",
        categories=escape(_cells(grid, 0, plot.first + 2, plot.first + plot.rows + 1)),
        series="".join(_series(grid, plot, kind, place) for place in range(1, len(plot.colours) + 1)),
        styles="".join(_chart_styles(grid, plot)),
    )
    return _document("office:document-content", inside)


def _series(grid: Grid, plot: Plot, kind: str, place: int) -> str:
    """Return one line, or the bars of one colour: the figures of this column."""
    top = plot.first + 1
    said = {
        "chart:class": kind,
        "chart:style-name": f"s{place}",
        "chart:values-cell-range-address": _cells(grid, place, top + 1, top + plot.rows),
        "chart:label-cell-address": _cells(grid, place, top, top),
    }
    return _tag("chart:series", said, _tag("chart:data-point", {"chart:repeated": plot.rows}))


def _cells(grid: Grid, column: int, first: int, last: int) -> str:
    """Return the address of cells of one column; rows are counted from 1, columns from 0."""
    sheet, letters = workbook.quoted_title(grid.title), _column(column)
    return f"{sheet}.${letters}${first}:{sheet}.${letters}${last}"


def _column(place: int) -> str:
    """Return what a column is called: A, B … Z, AA."""
    whole, rest = divmod(place, 26)
    return (_column(whole - 1) if whole else "") + chr(ord("A") + rest)


def _chart_styles(grid: Grid, plot: Plot) -> Iterator[str]:
    """Yield how its axes and figures are drawn; the names of the places stand below everything."""
    marks = {
        "chart:display-label": "true",
        "chart:axis-label-position": "outside-start",
        "chart:axis-type": "text",
        "chart:link-data-style-to-source": "false",
    }
    for name, look in (("x", grid.rows[plot.first + 1][0].look), ("y", plot.values)):
        numbers = _number_style(look, f"n-{name}")
        of_numbers = {"data_style_name": f"n-{name}"} if numbers else {}
        yield numbers + _style(name, "chart", _tag("style:chart-properties", marks), **of_numbers)
    for place, colour in enumerate(plot.colours, 1):
        line = {"draw:stroke": "solid", "svg:stroke-width": "0.07cm", "svg:stroke-color": colour}
        bar = {"draw:stroke": "none", "draw:fill": "solid", "draw:fill-color": colour}
        drawn = _tag("style:graphic-properties", line if plot.shape == CURVE else bar)
        yield _style(f"s{place}", "chart", _tag("style:chart-properties", {"chart:symbol-type": "none"}), drawn)
