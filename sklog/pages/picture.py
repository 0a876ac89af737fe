"""Pictures: charts and QR codes as vector graphics in a page, QR codes also as blocks in a terminal.

pygal draws the charts, the page's style sheet colours them.

Of pygal's tree (`render_tree`) goes what draws nothing: its style sheet, its script and the notes for it, and its
comments, which name the day. The page styles every chart alike, in the dark and on paper, and the same report is the
same file on any day.

    .s0 … .s7   a line's colour          .d0 … .d7   its dashes          .band   a shaded stretch
    .place      a place of the axis: where a mouse rests on it, its title says everybody's value

With its script a page says the values of a place below the picture as well, by touch and by keys: it reads the titles.
"""

from __future__ import annotations

from html import escape
from io import StringIO
from itertools import count, pairwise, zip_longest
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from sklog.language import _
from sklog.pages.chart import ValueAxis, band_name, every, final_value, place_title, place_words, spread, value_axis
from sklog.reports.format import clean, cut, filled, with_unit, written
from sklog.reports.format import width as columns_of
from sklog.reports.model import BARS, CURVE, Band, Chart, Code, Series, Struck
from sklog.scoring.amounts import MINUS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from segno import QRCode


# units of the picture, which is as wide as the page: a phone shows them at half their size
WIDTH, HEIGHT = 720, 440
LETTERS = 16  # the room that pygal leaves for what is written: more than a desk needs, less than a phone
NAME_ROOM = 10  # letters of a name beside the end of its line
LETTER, LINE = 10, 21  # how wide and how high a phone shows one at most
BAR = 24
PLACE_LETTERS, PLACE_ROOM = 20, 18  # the size of what bars are of, and how many letters of it
VALUE_ROOM = 0.15  # of the length, beyond the longest bar
FOOT = 60  # below the lines: the places are named there
COLOURS = 8
MOST_MARKS = 6
MOST_PLACES, LETTERS_OF_PLACES = 12, 50  # that are named, and the room for their names
MOST_DOTS = 40  # of a line: beyond that they would hide how it is dashed
MOST_TOLD = 250  # places that tell their values: beyond that they are narrower than a finger or a mouse can tell
NO_VALUE = "–"


def figure(chart: Chart, unit: str, name: str, people: Sequence[str] = ()) -> str:
    """Return the picture of a chart with its legend, as html; `name` is the id of the heading that names it.

    `people` are those of the report.
    """
    looks = [line_classes(place) for place in colours(chart, people)]
    root = _bars(chart, unit, looks) if chart.shape == BARS else _curves(chart, unit, looks)
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "class": f"chart {chart.shape}",
        "role": "img",
        "aria-labelledby": name,
        "aria-describedby": f"{name}-said",
    }
    described = ET.Element("desc", id=f"{name}-said")
    described.text = "; ".join(_description(chart, unit))
    root.insert(0, described)
    svg = ET.tostring(root, encoding="unicode")
    return f"<figure>\n{svg}\n<figcaption>{_legend(chart, unit, looks)}</figcaption>\n</figure>"


def _description(chart: Chart, unit: str) -> Iterator[str]:
    """Yield what somebody is told who does not see the picture: where lines end and what is shaded, or every bar."""
    if chart.shape == CURVE:
        yield from map(" ".join, _ends(chart, unit))
        yield from (clean(band.title) for band in chart.bands)
        return
    for one in chart.series:
        yield from (_tooltip(chart, one, place, unit) for place, value in enumerate(one.values) if value is not None)


def _ends(chart: Chart, unit: str) -> list[tuple[str, str]]:
    """Return each name with the value its line ends with; a bar stands for itself."""
    found = ((one.name, final_value(one) if chart.shape == CURVE else None) for one in chart.series)
    return [(clean(name), with_unit(value, chart.kind, unit)) for name, value in found]


def _legend(chart: Chart, unit: str, looks: Sequence[str]) -> str:
    """Return what each line or colour means, and what is shaded."""
    if chart.shape == BARS and len(chart.series) == 1:
        return ""
    at = f'<p class="at">{escape(_place_said(chart, len(chart.places) - 1))}</p>' if chart.shape == CURVE else ""
    keys = [(look, "M1 5H33", f"{escape(name)} <b>{escape(value or NO_VALUE)}</b>" if at else escape(name))
            for look, (name, value) in zip(looks, _ends(chart, unit), strict=True)]  # fmt: skip
    if shaded := dict.fromkeys(map(band_name, chart.bands)):
        keys.append(("band", "M0 0H34V10H0Z", escape(", ".join(shaded))))
    box = 'viewBox="0 0 34 10" aria-hidden="true"'
    items = (f'<li><svg class="key {key}" {box}><path d="{path}"/></svg>{words}</li>' for key, path, words in keys)
    return f'{at}<ul class="legend">{"".join(items)}</ul>'


def _place_said(chart: Chart, place: int) -> str:
    """Return which place it is and what happened there: "Hand 12 · Wenz: Bene lost"."""
    said = chart.said[place] if chart.said else ""
    before = said.before if isinstance(said, Struck) else ""
    return " · ".join(filter(None, (place_title(chart, place), clean(f"{before}{said}"))))


def _told(chart: Chart, place: int, unit: str) -> str:
    """Return what a place of the axis says, a line each: which it is, why it is shaded, and everybody's value."""
    shaded = (clean(band.title) for band in chart.bands if band.first <= place <= band.last)
    values = ((clean(one.name), one.values[place]) for one in chart.series)
    shown = (f"{name}: {NO_VALUE if value is None else with_unit(value, chart.kind, unit)}"
             for name, value in values)  # fmt: skip
    return "\n".join((_place_said(chart, place), *shaded, *shown))


def _tooltip(chart: Chart, one: Series, place: int, unit: str) -> str:
    """Return what a bar says of itself: "Anna · Hand 12: +2.40 €"."""
    who = "" if chart.shape == BARS and len(chart.series) == 1 else f"{clean(one.name)} · "
    return f"{who}{place_title(chart, place)}: {with_unit(one.values[place], chart.kind, unit)}"


def colours(chart: Chart, people: Sequence[str] = ()) -> list[int]:
    """Return the place of each series' colour: a person's among `people`, behind them who or what is none of them."""
    others = count(len(people)) if any(one.name in people for one in chart.series) else count()
    return [people.index(one.name) if one.name in people else next(others) for one in chart.series]


def line_classes(place: int) -> str:
    """Return the classes of the line whose colour has this place; the first 64 are all different."""
    return f"s{place % COLOURS} d{(place + place // COLOURS) % COLOURS}"


# -- lines --------------------------------------------------------------------------------------------


def _curves(chart: Chart, unit: str, looks: Sequence[str]) -> ET.Element:
    """Return lines over the course of something; each begins where it has its first value."""
    axis = value_axis(chart, MOST_MARKS, unit)
    places = place_words(chart)
    step = every(len(chart.places) - 1, _marked_places(chart))
    picture = _drawing(
        "XY",
        HEIGHT,
        LETTERS,
        axis,
        range=axis[:2],
        x_labels=[{"value": place, "label": places[place]} for place in range(0, len(places), step)],
        x_title=clean(chart.axis),
        margin_right=20 + LETTER * min(NAME_ROOM, max(columns_of(clean(one.name)) for one in chart.series)),
        print_labels=len(chart.series) * LINE <= HEIGHT - FOOT,  # else the legend has to do
        dots_size=3,
    )
    for band in chart.bands:  # each from the place before it, where its first change begins
        first = max(band.first - 1, 0)
        corners = [(first, axis.low), (first, axis.high), (band.last, axis.high), (band.last, axis.low)]
        picture.add(None, corners, show_dots=False)
    for one in chart.series:
        picture.add(None, list(_points(one)))
    root = _drawn(picture, chart, looks)
    _add_places(root, chart, unit)
    names = sorted(root.findall(".//text[@class='label']"), key=_height)  # at the ends of lines
    wanted = [_height(name) - LETTERS for name in names]  # pygal writes a label below its point
    for name, height in zip(names, spread(wanted, LINE, HEIGHT - FOOT), strict=True):
        name.set("y", f"{height:.1f}")
    return root


def _marked_places(chart: Chart) -> int:
    """Return how many places there is room to name."""
    room = 1 + max(map(columns_of, place_words(chart)))
    return min(MOST_PLACES, LETTERS_OF_PLACES // room)


def _height(text: ET.Element) -> float:
    return float(text.attrib["y"])


def _points(one: Series) -> Iterator[dict[str, Any]]:
    for place, value in enumerate(one.values):
        point: dict[str, Any] = {"value": (place, value)}
        if place == len(one.values) - 1:
            point["label"] = cut(clean(one.name), NAME_ROOM)
        yield point


def _add_places(root: ET.Element, chart: Chart, unit: str) -> None:
    """Lay a stripe over each place, unseen until it is meant, that says what stands there."""
    plot = next(node for node in root.iter("g") if node.get("class") == "plot")
    height = next(plot.iter("rect")).attrib["height"]  # its background
    marks = [float(path.attrib["d"].split()[0][1:]) for path in plot.findall("g[@class='axis x']//path")]
    final = len(chart.places) - 1
    apart = (marks[-1] - marks[0]) / (len(marks) - 1 or 1) / every(final, _marked_places(chart))
    told = sorted({*range(0, final, every(final, MOST_TOLD)), final})
    edges = [-0.5, *((one + after) / 2 for one, after in pairwise(told)), final + 0.5]
    for place, (left, right) in zip(told, pairwise(edges), strict=True):
        stripe = ET.SubElement(plot, "g", {"class": "place"})
        ET.SubElement(stripe, "title").text = _told(chart, place, unit)
        across = {"x": f"{marks[0] + left * apart:.1f}", "width": f"{(right - left) * apart:.1f}"}
        ET.SubElement(stripe, "rect", {**across, "height": height})


# -- bars ---------------------------------------------------------------------------------------------


def _bars(chart: Chart, unit: str, looks: Sequence[str]) -> ET.Element:
    """Return bars that lie, so that their names can be read: the first place on top, its value beside each bar."""
    axis = value_axis(chart, MOST_MARKS, unit)
    low, high, _marks = axis
    room = (high - low) * VALUE_ROOM
    picture = _drawing(
        "HorizontalBar",
        50 + BAR * len(chart.places) * len(chart.series) + 10 * len(chart.places),
        PLACE_LETTERS,
        axis,
        range=(low - room if low < 0 else low, high + room if high > 0 else high),
        x_labels=[cut(place, PLACE_ROOM) for place in reversed(place_words(chart))],
        margin_right=20,
        print_values=True,
        print_values_position="top",
        value_formatter=lambda value: written(value, chart.kind, unit),
    )
    for one in chart.series:
        bars = [
            {"value": value, "tooltip": _tooltip(chart, one, place, unit)} for place, value in enumerate(one.values)
        ]
        picture.add(None, bars[::-1])
    root = _drawn(picture, chart, looks)
    for text in root.findall(".//text[@class='value']"):
        if (text.text or "").startswith(MINUS):
            text.set("class", "value less")  # stands on the other side of its bar
    return root


# -- pygal --------------------------------------------------------------------------------------------


def _drawing(kind: str, height: int, letters: int, axis: ValueAxis, **settings: Any) -> Any:
    """Return an empty picture of pygal's with room for letters of this size; nothing is loaded from elsewhere."""
    import pygal  # noqa: PLC0415  46 ms that only a page with a chart needs

    pygal.etree.etree.to_etree()  # lxml, where it is installed, would write the same picture in other letters
    sizes = {f"{what}_font_size": letters for what in ("label", "major_label", "value", "value_label", "title")}
    return getattr(pygal, kind)(
        width=WIDTH,
        height=height,
        style=pygal.style.Style(**sizes),
        y_labels=[{"value": value, "label": mark} for value, mark in axis.marks.items()],
        css=(),
        js=(),
        show_legend=False,
        truncate_label=-1,
        margin=12,
        allow_interruptions=True,
        **settings,
    )


def _drawn(picture: Any, chart: Chart, looks: Sequence[str]) -> ET.Element:
    """Return pygal's drawing of a chart alone, in the form that html has inside a page.

    Each line has its classes, each band its class and its title.
    """
    root: ET.Element = picture.render_tree()
    for parent in list(root.iter()):
        for child in list(parent):
            if not _shows(child, parent, len(chart.places)):
                parent.remove(child)
    for place, one in enumerate((*chart.bands, *chart.series)):
        for group in root.findall(f".//g[@class='series serie-{place} color-{place}']"):
            if isinstance(one, Band):
                group.set("class", "band")
                ET.SubElement(group, "title").text = clean(one.title)
            else:
                group.set("class", f"series {looks[place - len(chart.bands)]}")
    return root


def _shows(node: ET.Element, parent: ET.Element, places: int) -> bool:
    """Whether a node shows anything: no style of its own, no note to its script, no title that repeats a label."""
    if node.tag == "title":
        return parent.get("class") == "bar"
    if node.get("class") == "dots":  # more would hide how their line is dashed
        return places <= MOST_DOTS
    return node.tag not in (ET.Comment, "defs", "desc") and node.get("class") != "tooltip"


# -- QR codes -----------------------------------------------------------------------------------------

# A banking app wants dark squares on a light ground with a light margin around them. A terminal gets both as colours,
# whatever its own are; without colours the blocks are as they show on a dark ground.
WHITE_ON_BLACK, AS_BEFORE = "\x1b[38;5;231;48;5;16m", "\x1b[0m"
# The standard says four squares of margin. Of 80 pictures on a dark ground, turned, blurred and with words beside them,
# zbar, zxing and OpenCV read 79, 80 and 62 with one square, 79, 80 and 59 with four, and 3, 0 and 0 without any.
BORDERS = (4, 3, 2, 1)
GAP = 2


def qr_code(payload: str) -> QRCode:
    """Return the code of a text: correction level M and no better, as a GiroCode has to be."""
    import segno  # noqa: PLC0415  an extra, and heavy

    return segno.make_qr(payload, error="m", boost_error=False)


def code_blocks(code: Code, width: int, *, colour: bool = False) -> str:
    """Return a code for a terminal of so many columns, with its words; a sentence where it is too narrow."""
    qr = qr_code(code.payload)
    needed = qr.symbol_size()[0]
    lines = [clean(code.title), *map(clean, code.words)]
    if needed > width:
        return "\n".join([*lines, _("The code needs {columns} columns: widen the window.", columns=needed)])
    return "\n".join([*lines, *_blocks(qr, BORDERS[0], colour=colour)])


def _blocks(qr: QRCode, border: int, *, colour: bool) -> list[str]:
    """Return a code in rows of half blocks, with a light border of so many squares."""
    out = StringIO()
    qr.terminal(out, border=border, compact=True)
    return [f"{WHITE_ON_BLACK}{row}{AS_BEFORE}" if colour else row for row in out.getvalue().splitlines()]


def code_screen(code: Code, window: tuple[int, int], foot: str, *, colour: bool = False) -> str:
    """Return a code that fills a window of so many columns and rows, its words and the foot beside or above it.

    Its border is as wide as there is room for. "" where the window is too small; the last row has no end of line.
    """
    return _screen(qr_code(code.payload), code, window, foot, colour=colour)


def _screen(qr: QRCode, code: Code, window: tuple[int, int], foot: str, *, colour: bool = False) -> str:
    columns, rows = window
    words = [clean(code.title), "", *map(clean, code.words), "", foot]
    for border in BORDERS:
        wide = len(qr.matrix) + 2 * border
        beside, above = (_lines(words, room) for room in (columns - wide - GAP, columns))
        if beside and max(len(beside), -(-wide // 2)) <= rows:
            pairs = zip_longest(_blocks(qr, border, colour=colour), beside, fillvalue="")
            return "\n".join(f"{block or ' ' * wide}{' ' * GAP}{line}".rstrip() for block, line in pairs)
        if above and wide <= columns and len(above) + -(-wide // 2) <= rows:
            return "\n".join([*above, *_blocks(qr, border, colour=colour)])
    return ""


def _lines(words: Sequence[str], room: int) -> list[str]:
    """Return words in lines of so many columns; none where one of them does not fit."""
    if room < 1:
        return []
    lines = [line for said in words for line in filled(said, room).split("\n")]
    return lines if max(map(columns_of, lines)) <= room else []


def code_window(code: Code, window: tuple[int, int], foot: str) -> tuple[int, int]:
    """Return a window in which a code fits: wider than this one where it must be, and then as high as it must be."""
    qr = qr_code(code.payload)
    words = clean(" ".join((code.title, *code.words, foot))).split()
    wider = max(window[0], len(qr.matrix) + 2 * BORDERS[-1], *map(columns_of, words))
    return wider, next(rows for rows in count(1) if _screen(qr, code, (wider, rows), foot))


def code_svg(code: Code) -> str:
    """Return a code as a picture for a page, as large as there is room, with its title for screen readers.

    It has no style of its own, and is dark on light even in dark mode. It needs the extra `girocode`.

    >>> sklog.code_svg(sklog.Code("Join", "https://example.org/"))[:4]
    '<svg'
    """
    picture: str = qr_code(code.payload).svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    return picture.replace("<svg ", f'<svg role="img" aria-label="{escape(clean(code.title))}" ', 1)


def code_figure(code: Code) -> str:
    """Return a code as html beside its words, which are also what a screen reader says."""
    label, named = escape(clean(code.title)), code_svg(code)
    words = "".join(f"<span>{escape(clean(line))}</span>" for line in code.words)
    return f"<figure>{named}<figcaption><strong>{label}</strong>{words}</figcaption></figure>"
