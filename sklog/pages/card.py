"""An evening as one picture to send: who won how much, who pays whom, the curve, the hand of the evening.

The picture is drawn here, as vector graphics that need nothing else; its colours and dashes are the page's. All sizes
are in pixels of a picture that is as wide as a phone's screen has them, so that a chat shows it without a tap.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from sklog.errors import Refused
from sklog.language import _, _n, _t
from sklog.pages.chart import spread, value_axis
from sklog.pages.picture import COLOURS, MOST_MARKS, colours, line_classes
from sklog.reports.format import clean, cut, filled, pays, with_unit, written
from sklog.reports.format import width as columns_of
from sklog.reports.model import CURVE, Kind
from sklog.scoring.payout import STOCK
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Cell, Chart, Report

STYLE = Path(__file__).with_name("page.css")
WIDTH, MARGIN = 1080, 64
INSIDE = WIDTH - 2 * MARGIN
LETTER = 0.56  # how wide a letter is at most times, as a share of its size
TITLE, SUBTITLE, NAME, SENTENCE, SMALL = 60, 32, 40, 34, 26
ROW, LINE = 72, 46
BARS_FROM = 370
WIDE_LETTER = 0.7  # of amounts, which are bold
CURVE_HEIGHT, NAME_ROOM, MARK_ROOM = 400, 210, 110
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"
NO_LETTERS = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"></svg>'
LETTERS_ALONE = NO_LETTERS.replace("></", f' font-family="{FONT}"><text y="18" font-size="20">A</text></')
MOST_LINES = 2  # of a long name
SENT = "session"
"""The report that is sent as a picture."""


class Palette(NamedTuple):
    """The page's colours on paper that is light: lines by their place, and the others by what they are called there."""

    lines: tuple[str, ...]
    dashes: tuple[str, ...]
    named: Mapping[str, str]


@cache
def palette() -> Palette:
    """Return the colours and dashes of the page's style sheet, those of the light page."""
    style = STYLE.read_text(encoding="utf-8")
    light = style.partition("@media")[0]
    named = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,6});", light))
    dashes = dict(re.findall(r"\.d(\d) \{ --d: ([^;]+);", style))
    return Palette(
        tuple(named[f"c{place}"] for place in range(COLOURS)),
        tuple(dashes[str(place)] for place in range(COLOURS)),
        named,
    )


def card(report: Report) -> str:
    """Return the picture of an evening's sheet as SVG; raise Refused for any other report."""
    if report.key != SENT:
        raise Refused(_t("only an evening can be drawn as a picture"))
    drawing = _Drawing()
    drawing.title(report)
    _result(drawing, report)
    _payments(drawing, report)
    for chart in report.drawn[:1]:
        _curve(drawing, chart, report)
    _highlight(drawing, report)
    return drawing.finished()


def curve_svg(report: Report) -> str:
    """Return the first curve of a report as a picture (SVG), empty if there is none yet.

    >>> sklog.curve_svg(ledger.report("curve"))[:4]
    '<svg'
    """
    drawing = _Drawing()
    for chart in [one for one in report.drawn if one.shape == CURVE][:1]:
        _curve(drawing, chart, report)
    return drawing.finished()


class _Drawing:
    """A picture that grows downwards: `y` is where the next thing begins."""

    def __init__(self) -> None:
        self.root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
        self.root.set("font-family", FONT)
        self.paper = self.add("rect", width=WIDTH, fill=palette().named["paper"])
        self.add("rect", width=WIDTH, height=14, fill=palette().named["accent"])
        self.y = float(MARGIN)

    def add(self, tag: str, **attributes: str | float) -> ET.Element:
        """Add a shape; `_` in the name of an attribute stands for `-`."""
        said = {name.replace("_", "-"): _number(value) for name, value in attributes.items()}
        return ET.SubElement(self.root, tag, said)

    def text(self, x: float, y: float, said: str, size: float, **attributes: str | float) -> None:
        """Add words on one line, which begins at `x` unless `text_anchor` says otherwise."""
        one = self.add("text", x=x, y=y, font_size=size, **{"fill": palette().named["ink"], **attributes})
        one.text = clean(said)

    def words(self, said: str, size: float, **attributes: str | float) -> None:
        """Add a paragraph below what is there."""
        for line in filled(clean(said), int(INSIDE / (size * LETTER))).split("\n"):
            self.y += size * 1.3
            self.text(MARGIN, self.y, line, size, **attributes)

    def heading(self, said: str) -> None:
        """Add what the next part is called."""
        self.y += 34
        self.words(said, SMALL, fill=palette().named["soft"], font_weight="600")
        self.y += 8

    def title(self, report: Report) -> None:
        """Add the evening's name and its facts; a long name is smaller, on two lines, and then cut."""
        name = clean(report.title)
        size = TITLE if columns_of(name) * TITLE * WIDE_LETTER <= INSIDE else NAME
        self.root.insert(0, ET.Element("title"))
        self.root[0].text = name
        lines = filled(name, int(INSIDE / (size * WIDE_LETTER))).split("\n")
        for line in lines[:MOST_LINES]:
            self.y += size * 1.2
            self.text(MARGIN, self.y, cut(line, int(INSIDE / (size * WIDE_LETTER))), size, font_weight="700")
        facts = {one.key: one for one in report.facts}
        told = [written(facts[key].value, facts[key].kind, report.unit) for key in ("date", "place") if key in facts]
        if "hands" in facts:
            hands = int(facts["hands"].value or 0)
            others = str(facts["not_played"].value) if "not_played" in facts else ""
            nothing = others.startswith(f"{hands} ")  # it is all something else
            told.append(others if nothing else _n("{n} hand", "{n} hands", hands))
        self.words(" · ".join(told), SUBTITLE, fill=palette().named["soft"])

    def finished(self) -> str:
        """Return the picture, as high as what is on it."""
        height = round(self.y + MARGIN)
        self.paper.set("height", str(height))
        for name, value in (("viewBox", f"0 0 {WIDTH} {height}"), ("width", WIDTH), ("height", height)):
            self.root.set(name, str(value))
        return ET.tostring(self.root, encoding="unicode") + "\n"


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


# -- the result ----------------------------------------------------------------------------------------


def _rows(report: Report, key: str) -> Iterator[dict[str, Cell]]:
    """Yield the rows of a section by the keys of its columns; none where the report has no such section."""
    for one in report.sections:
        if one.key == key:
            keys = [column.key for column in one.columns]
            yield from (dict(zip(keys, row, strict=True)) for row in one.rows)


def _totals(report: Report) -> list[tuple[str, int]]:
    """Return everybody's total, who has most first, and what is in the Stock behind them."""
    found = [(str(row["name"]), int(row["balance"] or 0)) for row in _rows(report, "totals")]
    return sorted((one for one in found if one != (STOCK, 0)), key=lambda one: (one[0] == STOCK, -one[1]))


def _result(drawing: _Drawing, report: Report) -> None:
    """Add a line for each person: the name, a bar from the middle, the amount."""
    totals = _totals(report)
    most = max((abs(total) for _name, total in totals), default=0) or 1
    low, high = any(total < 0 for _name, total in totals), any(total > 0 for _name, total in totals)
    shown = [with_unit(total, Kind.MONEY, report.unit) for _name, total in totals]
    room_of_amounts = max(map(len, shown), default=0) * NAME * WIDE_LETTER
    end = WIDTH - MARGIN - room_of_amounts
    middle = (BARS_FROM + end) / 2 if low == high else end if low else BARS_FROM
    room = (end - BARS_FROM) / (2 if low == high else 1)
    named = palette().named
    drawing.y += 30
    top = drawing.y
    for (name, total), amount in zip(totals, shown, strict=True):
        drawing.y += ROW
        length = abs(total) / most * room
        colour = named["gain"] if total > 0 else named["loss"]
        drawing.text(MARGIN, drawing.y, cut(clean(name), int((BARS_FROM - MARGIN - 16) / (NAME * LETTER))), NAME)
        if length:
            begin = middle if total > 0 else middle - length
            drawing.add("rect", x=begin, y=drawing.y - 32, width=length, height=36, rx=4, fill=colour, opacity=0.85)
        ink = colour if total else named["ink"]
        drawing.text(WIDTH - MARGIN, drawing.y, amount, NAME, font_weight="700", text_anchor="end", fill=ink)
    drawing.add("line", x1=middle, x2=middle, y1=top + 24, y2=drawing.y + 18, stroke=named["strong"], stroke_width=2)


def _payments(drawing: _Drawing, report: Report) -> None:
    """Add why amounts differ from the result, paid already or out of the Stock, and who pays whom: a sentence each."""

    def amount(value: Cell) -> str:
        return with_unit(value, Kind.PRICE, report.unit)

    totals = list(_rows(report, "totals"))
    paid = [(row["name"], int(row.get("paid") or 0)) for row in totals]
    said = [_("{payer} has already paid {amount}", payer=name, amount=amount(one)) for name, one in paid if one > 0]
    said += [_("{payee} has already got {amount}", payee=name, amount=amount(-one)) for name, one in paid if one < 0]
    shares = [(row["name"], cell) for row in totals if (cell := row.get("from_stock"))]
    if shares:
        moved = ", ".join(f"{name} {with_unit(cell, Kind.MONEY, report.unit)}" for name, cell in shares)
        said.append(f"{_('From the Stock')}: {moved}")
    said += [pays(str(row["payer"]), str(row["payee"]), amount(row["amount"])) for row in _rows(report, "transfers")]
    if said:
        drawing.heading(_("Who pays whom"))
        for sentence in said:
            drawing.words(sentence, SENTENCE)


def _highlight(drawing: _Drawing, report: Report) -> None:
    """Add the first of the highlights: the hand of the evening."""
    for row in list(_rows(report, "highlights"))[:1]:
        drawing.heading(f"{row['what']} · {_('No.')} {row['hand']}")
        drawing.words(str(row["who"]), SENTENCE)


# -- the curve -----------------------------------------------------------------------------------------


def _curve(drawing: _Drawing, chart: Chart, report: Report) -> None:
    """Add the lines of a chart, each named at its end in its colour, over marks of the amounts."""
    axis = value_axis(chart, MOST_MARKS, report.unit)
    drawing.heading(chart.title)
    top, left, right = drawing.y + 14, MARGIN + MARK_ROOM, WIDTH - MARGIN - NAME_ROOM
    last = max(len(chart.places) - 1, 1)
    named = palette().named

    def at(place: float, value: float) -> tuple[float, float]:
        share = (value - axis.low) / ((axis.high - axis.low) or 1)
        return left + (right - left) * place / last, top + CURVE_HEIGHT * (1 - share)

    for value, mark in axis.marks.items():
        _x, height = at(0, value)
        stroke = named["line"] if value else named["ink"]
        drawing.add("line", x1=left, x2=right, y1=height, y2=height, stroke=stroke, stroke_width=2)
        drawing.text(left - 14, height + 9, mark, SMALL, text_anchor="end", fill=named["soft"])
    ends: list[tuple[float, str, str]] = []
    for one, place in zip(chart.series, colours(chart, report.people), strict=True):
        points = [at(x, value) for x, value in enumerate(one.values) if value is not None]
        stroke, dashes = _look(place)
        line = {"stroke_linejoin": "round", "stroke_linecap": "round", "stroke_dasharray": dashes}
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawing.add("polyline", points=path, fill="none", stroke=stroke, stroke_width=5, **line)
        ends.append((points[-1][1], one.name, stroke))
    ends.sort()
    _names(drawing, ends, right + 16, top)
    drawing.y = top + CURVE_HEIGHT + 20


def _names(drawing: _Drawing, ends: Sequence[tuple[float, str, str]], x: float, top: float) -> None:
    """Add names at the ends of their lines, moved apart where they would lie on one another."""
    heights = spread([end - top for end, _name, _stroke in ends], SMALL * 1.15, CURVE_HEIGHT)
    for height, (_end, name, stroke) in zip(heights, ends, strict=True):
        shown = cut(clean(name), int(NAME_ROOM / (SMALL * LETTER)))
        drawing.text(x, top + height + 9, shown, SMALL, fill=stroke, font_weight="600")


def _look(place: int) -> tuple[str, str]:
    """Return the colour and the dashes of the line that the page draws with the classes of this place."""
    line, dash = (int(name[1:]) for name in line_classes(place).split())
    dashes = palette().dashes[dash]
    if dashes == "none":
        return palette().lines[line], dashes
    return palette().lines[line], " ".join(f"{float(each) * 2.2:.0f}" for each in dashes.split())


# -- as files ---------------------------------------------------------------------------------


def svg(report: Report) -> bytes:
    """Return the picture as a file of vector graphics."""
    return card(report).encode("utf-8")


def png(report: Report) -> bytes:
    """Return the same picture for chats that take no vector graphics; raise Refused where the extra is missing."""
    drawn = card(report)
    try:
        import resvg_py  # noqa: PLC0415  an extra
    except ImportError:
        raise Refused(_t("a png needs one more package, from the extra pictures; svg needs none")) from None
    made: bytes = resvg_py.svg_to_bytes(svg_string=drawn)
    if resvg_py.svg_to_bytes(svg_string=LETTERS_ALONE) == resvg_py.svg_to_bytes(svg_string=NO_LETTERS):
        raise Refused(_("this computer has no font, so a png would have no words; an svg uses the viewer's fonts"))
    return made
