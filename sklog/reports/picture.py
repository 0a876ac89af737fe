"""Pictures: charts and QR codes as vector graphics in a page, QR codes also as blocks in a terminal.

pygal draws the charts, the page's style sheet colours them.

Of pygal's picture only the drawing is kept. Its own style sheet, its script, its links and its comments (which name
the day) are left out: the page styles every chart alike, in the dark and on paper, and the same report is the same
file on any day.

    .s0 … .s7   a line's colour          .d0 … .d7   its dashes          .band   a shaded stretch
"""

from __future__ import annotations

import re
import sys
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from sklog.language import _
from sklog.reports.curve import apart, every, last, limits, marks, place_words, where
from sklog.reports.format import MINUS, clean, cut, fact, with_minus, written
from sklog.reports.format import width as columns_of
from sklog.reports.model import BARS, CURVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from segno import QRCode

    from sklog.reports.model import Chart, Code, Series

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
MOST_DOTS = 40  # that are seen: beyond that they would hide how their line is dashed
MOST_VALUES = 250  # that tell what they are: beyond that neighbours stand closer than a finger or a mouse can tell
_LONG = re.compile(r"(\.\d)\d+")


def figure(chart: Chart, unit: str, name: str) -> str:
    """Return the picture of a chart with its legend, as html; `name` is the id of the heading that names it."""
    root = _bars(chart, unit) if chart.shape == BARS else _curves(chart, unit)
    many = " many" if len(chart.places) > MOST_DOTS else ""
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "class": f"chart {chart.shape}{many}",
        "role": "img",
        "aria-labelledby": name,
        "aria-describedby": f"{name}-said",
    }
    described = ET.Element("desc", id=f"{name}-said")
    described.text = "; ".join(_said(chart, unit))
    root.insert(0, described)
    svg = ET.tostring(root, encoding="unicode")
    return f"<figure>\n{svg}\n<figcaption>{_legend(chart, unit)}</figcaption>\n</figure>"


def _said(chart: Chart, unit: str) -> Iterator[str]:
    """Yield what somebody is told who does not see the picture: where lines end and what is shaded, or every bar."""
    if chart.shape == CURVE:
        yield from map(" ".join, _ends(chart, unit))
        yield from (clean(band.title) for band in chart.bands)
        return
    for one in chart.series:
        yield from (_told(chart, one, place, unit) for place, value in enumerate(one.values) if value is not None)


def _ends(chart: Chart, unit: str) -> list[tuple[str, str]]:
    """Return each name with the value its line ends with; a bar stands for itself."""
    found = ((one.name, last(one) if chart.shape == CURVE else None) for one in chart.series)
    return [(clean(name), with_minus(fact(value, chart.kind, unit))) for name, value in found]


def _legend(chart: Chart, unit: str) -> str:
    """Return what each line or colour means, and what is shaded."""
    if chart.shape == BARS and len(chart.series) == 1:
        return ""
    items = [
        f'<li><svg class="key {look(place)}" viewBox="0 0 34 10" aria-hidden="true"><path d="M1 5H33"/></svg>'
        f"{escape(name)}{value and f' <b>{escape(value)}</b>'}</li>"
        for place, (name, value) in enumerate(_ends(chart, unit))
    ]
    if shaded := dict.fromkeys(clean(band.title).partition(",")[0] for band in chart.bands):
        items.append(
            '<li><svg class="key band" viewBox="0 0 34 10" aria-hidden="true"><path d="M0 0H34V10H0Z"/></svg>'
            f"{escape(', '.join(shaded))}</li>"
        )
    return f'<ul class="legend">{"".join(items)}</ul>'


def _mark(value: float, chart: Chart, unit: str) -> str:
    return with_minus(written(value, chart.kind, unit))


def _told(chart: Chart, one: Series, place: int, unit: str) -> str:
    """Return what a point or a bar says of itself: "Anna · Hand 12: +2.40 €"."""
    who = "" if chart.shape == BARS and len(chart.series) == 1 else f"{clean(one.name)} · "
    return f"{who}{where(chart, place)}: {with_minus(fact(one.values[place], chart.kind, unit))}"


def look(place: int) -> str:
    """Return the classes of the line at this place; the first 64 are all different."""
    return f"s{place % COLOURS} d{(place + place // COLOURS) % COLOURS}"


# -- lines --------------------------------------------------------------------------------------------


def _curves(chart: Chart, unit: str) -> ET.Element:
    """Return lines over the course of something; each begins where it has its first value."""
    shown = marks(chart, MOST_MARKS)
    low, high = limits(chart, shown)
    places = place_words(chart)
    room = 1 + max(map(columns_of, places))
    step = every(len(chart.places) - 1, min(MOST_PLACES, LETTERS_OF_PLACES // room))
    picture = _drawing(
        "XY",
        HEIGHT,
        LETTERS,
        range=(low, high),
        y_labels=_labels(shown, (_mark(value, chart, unit) for value in shown)),
        x_labels=_labels(range(0, len(chart.places), step), places[::step]),
        x_title=clean(chart.axis),
        margin_right=20 + LETTER * min(NAME_ROOM, max(columns_of(clean(one.name)) for one in chart.series)),
        print_labels=len(chart.series) * LINE <= HEIGHT - FOOT,  # else the legend has to do
        dots_size=3 if len(chart.places) <= MOST_DOTS else 7,  # unseen ones are easily hit
    )
    for band in chart.bands:  # each from the place before it, where its first change begins
        first = max(band.first - 1, 0)
        corners = [(first, low), (first, high), (band.last, high), (band.last, low)]
        picture.add(None, corners, show_dots=False)
    for one in chart.series:
        picture.add(None, list(_points(chart, one, unit)))
    root = _drawn(picture, chart)
    _spread([text for text in root.iter("text") if text.get("class") == "label"])
    return root


def _points(chart: Chart, one: Series, unit: str) -> Iterator[dict[str, Any]]:
    step = every(len(one.values), MOST_VALUES)
    final = len(one.values) - 1
    for place, value in enumerate(one.values):
        point: dict[str, Any] = {"value": (place, value)}
        if value is not None and (place % step == 0 or place == final):
            point["tooltip"] = _told(chart, one, place, unit)
        if place == final and last(one) is not None:
            point["label"] = cut(clean(one.name), NAME_ROOM)
        yield point


def _spread(texts: list[ET.Element]) -> None:
    """Move the names at the ends of lines apart, so that none stands on another."""
    texts.sort(key=lambda text: float(text.attrib["y"]))
    wanted = [float(text.attrib["y"]) - LETTERS for text in texts]  # pygal writes a label below its point
    for text, height in zip(texts, apart(wanted, LINE, HEIGHT - FOOT), strict=True):
        text.set("y", f"{height:.1f}")


# -- bars ---------------------------------------------------------------------------------------------


def _bars(chart: Chart, unit: str) -> ET.Element:
    """Return bars that lie, so that their names can be read: the first place on top, its value beside each bar."""
    shown = marks(chart, MOST_MARKS)
    low, high = limits(chart, shown)
    room = (high - low) * VALUE_ROOM
    rows = len(chart.places) * len(chart.series)
    picture = _drawing(
        "HorizontalBar",
        50 + BAR * rows + 10 * len(chart.places),
        PLACE_LETTERS,
        range=(low - room if low < 0 else low, high + room if high > 0 else high),
        y_labels=_labels(shown, (_mark(value, chart, unit) for value in shown)),
        x_labels=[cut(place, PLACE_ROOM) for place in reversed(place_words(chart))],
        margin_right=20,
        print_values=True,
        print_values_position="top",
        value_formatter=lambda value: _mark(value, chart, unit),
    )
    places = range(len(chart.places))
    for one in chart.series:
        bars = [
            None
            if one.values[place] is None
            else {"value": one.values[place], "tooltip": _told(chart, one, place, unit)}
            for place in reversed(places)
        ]
        picture.add(None, bars)
    root = _drawn(picture, chart)
    for text in root.iter("text"):
        if (text.text or "").startswith(MINUS) and text.get("class") == "value":
            text.set("class", "value less")  # stands on the other side of its bar
    return root


# -- pygal --------------------------------------------------------------------------------------------


def _drawing(kind: str, height: int, letters: int, **settings: Any) -> Any:
    """Return an empty picture of pygal's with room for letters of this size; nothing is loaded from elsewhere."""
    import pygal  # noqa: PLC0415  61 ms that only a page with a chart needs

    # it looks for maps of countries at every import of anything from now on, in a way that Python warns of
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]
    pygal.etree.etree.to_etree()  # lxml, where it is installed, would write the same picture in other letters
    sizes = {f"{what}_font_size": letters for what in ("label", "major_label", "value", "value_label", "title")}
    return getattr(pygal, kind)(
        width=WIDTH,
        height=height,
        style=pygal.style.Style(**sizes),
        css=(),
        js=(),
        show_legend=False,
        truncate_label=-1,
        margin=12,
        allow_interruptions=True,
        **settings,
    )


def _labels(values: Iterable[float], words: Iterable[str]) -> list[dict[str, Any]]:
    return [{"value": value, "label": said} for value, said in zip(values, words, strict=True)]


_DROPPED = frozenset({"defs", "style", "script", "desc"})
_FRAMES = frozenset({"background", "plot tooltip-overlay"})
_WITH_VALUES = frozenset({"dots", "bar"})
_OF_A_GROUP = frozenset({"circle", "rect"})  # drawn as their group is
_KEPT = frozenset({"class", "d", "x", "y", "rx", "ry", "cx", "cy", "r", "width", "height", "transform", "viewBox"})


def _drawn(picture: Any, chart: Chart) -> ET.Element:
    """Return pygal's drawing of a chart alone, in the form that html has inside a page."""
    root: ET.Element = picture.render_tree()
    _strip(root)
    _name_groups(root, chart)
    return root


def _strip(node: ET.Element) -> None:
    for child in list(node):
        if _unwanted(child, node):
            node.remove(child)
        else:
            _strip(child)
    for name in set(node.attrib) - _KEPT:
        del node.attrib[name]
    for name, value in node.attrib.items():
        node.attrib[name] = _LONG.sub(r"\1", value)
    if node.tag in _OF_A_GROUP:
        node.attrib.pop("class", None)


def _unwanted(node: ET.Element, parent: ET.Element) -> bool:
    """Whether a node shows nothing: notes to scripts, backgrounds, titles that only repeat a label."""
    if not isinstance(node.tag, str) or node.tag in _DROPPED:  # a comment's tag is a function
        return True
    if node.tag == "title":
        return parent.get("class") not in _WITH_VALUES
    if node.get("class") == "dots":  # a point that nobody could tell from its neighbours says nothing
        return node.find("title") is None
    return node.get("class") in _FRAMES


def _name_groups(root: ET.Element, chart: Chart) -> None:
    """Give each line its classes, and each band its class and its title."""
    bands = len(chart.bands)
    for group in root.iter("g"):
        found = re.fullmatch(r"series serie-(\d+) color-\d+", group.get("class", ""))
        if found is None:
            continue
        place = int(found[1])
        if place >= bands:
            group.set("class", f"series {look(place - bands)}")
            continue
        group.set("class", "band")
        ET.SubElement(group, "title").text = clean(chart.bands[place].title)


# -- QR codes -----------------------------------------------------------------------------------------

# A banking app wants dark squares on a light ground with a light margin around them. A terminal gets both as colours,
# whatever its own are; without colours the blocks are as they show on a dark ground.
WHITE_ON_BLACK, AS_BEFORE = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


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
        return "\n".join([*lines, _("The code needs {columns} columns: make the window wider.", columns=needed)])
    out = StringIO()
    qr.terminal(out, compact=True)
    blocks = out.getvalue().splitlines()
    return "\n".join([*lines, *(f"{WHITE_ON_BLACK}{row}{AS_BEFORE}" if colour else row for row in blocks)])


def code_figure(code: Code) -> str:
    """Return a code as html beside its words, which are also what a screen reader says."""
    picture = qr_code(code.payload).svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    label = escape(clean(code.title))
    named = picture.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    words = "".join(f"<span>{escape(clean(line))}</span>" for line in code.words)
    return f"<figure>{named}<figcaption><strong>{label}</strong>{words}</figcaption></figure>"
