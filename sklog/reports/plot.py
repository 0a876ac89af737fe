"""Charts in a terminal: plotille draws the lines, each marked with a letter of its own, and names stand at their ends.

+10.00 ┤      ⢀⡠⠤D⠤⠤       D Dani
  0.00 ┼┈⠑⠢A⠤⠤⠔⠒⠉⠉⠉┈┈      A Anna
       └┬────┬────┬──
        0    5    10       Hand
           ═════           Bock × 2
"""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any

from sklog.reports.format import clean, cut, left, right
from sklog.reports.format import width as columns_of
from sklog.reports.model import BARS
from sklog.reports.scale import apart, every, heading, last, mark_words, marks, place_words, value_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.reports.model import Band, Chart, Series

HEIGHT = 16
MOST_MARKS = 5
NARROWEST = 10  # columns of drawing, however narrow the terminal
LONGEST_NAME = 12
PLACE_ROOM = 8  # columns for the name of a place
BETWEEN_LETTERS = 12  # columns between two letters of a line
BLANK = "\u2800"
ZERO, BAND = "┈", "═"
COLOURS = ("bright_blue", "yellow", "magenta", "green", "cyan", "red", "white", "bright_black")


def plot(chart: Chart, unit: str, width: int, *, colour: bool = False) -> str:
    """Return the chart as lines of text, none wider than `width`; without `colour` no letter steers the terminal."""
    drawn = _bars(chart, unit, width, colour=colour) if chart.shape == BARS else _curves(chart, unit, width, colour)
    return "\n".join((heading(chart, unit), *(line.replace(BLANK, " ").rstrip() for line in drawn)))


# -- lines --------------------------------------------------------------------------------------------


def _curves(chart: Chart, unit: str, width: int, colour: bool) -> Iterator[str]:  # noqa: FBT001  passed on
    shown = marks(chart, MOST_MARKS)
    low, high = (shown[0], shown[-1]) if len(shown) > 1 else (-1, 1)
    words = {value: mark_words(value, chart, unit) for value in shown}
    gutter = max(map(columns_of, words.values()))
    names = [f"{letter} {cut(clean(one.name), LONGEST_NAME)}" for letter, one in letters(chart.series)]
    band_names = dict.fromkeys(map(_kind, chart.bands))
    beside = max(map(columns_of, (*names, *band_names, clean(chart.axis))))
    field = _Field(max(width - gutter - beside - 3, NARROWEST), max(HEIGHT, len(names)), len(chart.places), low, high)
    rows = field.drawn(chart, colour=colour)
    axis = {field.row(value): said for value, said in words.items()}
    ends = _ends(chart, field, names, colour=colour)
    for row in reversed(range(field.height)):
        line = rows[row].replace(BLANK, ZERO) if row == field.row(0) else rows[row]
        yield f"{right(axis.get(row, ''), gutter)} {'┼' if row in axis else '│'}{line} {ends.get(row, '')}"
    ticks = range(0, len(chart.places), every(len(chart.places) - 1, max(field.width // PLACE_ROOM, 1)))
    places = place_words(chart)
    at = {field.column(place): places[place] for place in ticks}
    yield f"{' ' * gutter} └{''.join('┬' if column in at else '─' for column in range(field.width))}"
    yield f"{' ' * gutter}  {_named(at, field.width)} {clean(chart.axis)}"
    for kind in band_names:
        marked = field.marked([band for band in chart.bands if _kind(band) == kind])
        yield f"{' ' * gutter}  {marked} {kind}"


def letters(series: Sequence[Series]) -> Iterator[tuple[str, Series]]:
    """Yield each line with a letter that no other one has: the first free one of its name, else of the alphabet."""
    taken: set[str] = set()
    for one in series:
        own = (letter.upper() for letter in clean(one.name) if letter.isascii() and letter.isalnum())
        letter = next(
            (letter for letter in (*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") if letter not in taken), "*"
        )
        taken.add(letter)
        yield letter, one


def _kind(band: Band) -> str:
    """Return what a band is, without why it is one."""
    return clean(band.title).partition(",")[0]


def _named(at: dict[int, str], width: int) -> str:
    """Return the names of places below their marks, as many as there is room for."""
    line = ""
    for column, name in sorted(at.items()):
        start = max(min(column - columns_of(name) // 2, width - columns_of(name)), 0)
        if start > columns_of(line) or not line:
            line = left(line, start) + name
    return left(cut(line, width), width)


def _ends(chart: Chart, field: _Field, names: list[str], *, colour: bool) -> dict[int, str]:
    """Return by row the name of each line that ends there, or near it."""
    ended = [(last(one), place) for place, one in enumerate(chart.series)]
    rows = sorted((field.row(value), place) for value, place in ended if value is not None)
    places = apart([row for row, _place in rows], 1, field.height - 1)
    return {floor(height): _coloured(names[place], place, colour=colour)
            for height, (_row, place) in zip(places, rows, strict=True)}  # fmt: skip


class _Field:
    """What lines are drawn in: so many columns and rows of letters, each with 2 × 4 dots."""

    def __init__(self, width: int, height: int, places: int, low: float, high: float) -> None:
        self.width, self.height, self.last = width, height, max(places - 1, 1)
        self._low, self._high = low, high

    def column(self, place: float) -> int:
        """Return in which column of letters a place is."""
        return round(place / self.last * (2 * self.width - 1)) // 2

    def row(self, value: float) -> int:
        """Return in which row of letters a value is, counted from below."""
        return round((value - self._low) / (self._high - self._low) * (4 * self.height - 1)) // 4

    def drawn(self, chart: Chart, *, colour: bool) -> list[str]:
        """Return the rows with every line in them, from below."""
        canvas = _canvas(self.width, self.height, (0, self.last), (self._low, self._high))
        for number, one in enumerate(chart.series):
            points = [(place, value) for place, value in enumerate(one.values) if value is not None]
            for (x, y), (to_x, to_y) in pairwise(points):
                if to_x == x + 1:
                    canvas.line(x, y, to_x, to_y, color=_colour(number, colour=colour))
        for number, (letter, one) in enumerate(letters(chart.series)):
            for place in self._lettered(one, number):
                canvas.point(place, one.values[place], color=_colour(number, colour=colour), marker=letter)
        return list(reversed(canvas.plot(linesep="\n").split("\n")))

    def _lettered(self, one: Series, number: int) -> Iterator[int]:
        """Yield the places of a line that get its letter; those of other lines stand beside them."""
        step = max(BETWEEN_LETTERS * (self.last + 1) // self.width, 1)
        shift = number * step // len(COLOURS)
        places = [place for place, value in enumerate(one.values) if value is not None]
        yield from (place for place in places if (place + shift) % step == 0 and place)
        yield from places[-1:]

    def marked(self, bands: list[Band]) -> str:
        """Return a line with these stretches marked, each from the place before it."""
        columns = {column for band in bands
                   for column in range(self.column(max(band.first - 1, 0)), self.column(band.last) + 1)}  # fmt: skip
        return "".join(BAND if column in columns else " " for column in range(self.width))


# -- bars ---------------------------------------------------------------------------------------------


def _bars(chart: Chart, unit: str, width: int, *, colour: bool) -> Iterator[str]:
    """Yield a line for each bar: what it is of, the bar, its value."""
    shown = marks(chart, MOST_MARKS)
    low, high = (shown[0], shown[-1]) if len(shown) > 1 else (0, 1)
    rows = [(place, number) for place in range(len(chart.places)) for number in range(len(chart.series))]
    before = _columns(_names(chart, rows, width))
    values = [value_words(chart.series[number].values[place], chart, unit) for place, number in rows]
    widest = max(map(columns_of, values))
    room = max(width - columns_of(before[0]) - widest - 2, NARROWEST)
    canvas = _canvas(room, len(rows), (low, high), (0, 1))
    for row, (place, number) in enumerate(reversed(rows)):
        for dots in (1, 2):  # of the four that are a letter's height
            height = (4 * row + dots) / (4 * len(rows) - 1)
            canvas.line(
                0, height, chart.series[number].values[place] or 0, height, color=_colour(number, colour=colour)
            )
        canvas.point(0, height, marker="│")
    for name, line, value in zip(before, canvas.plot(linesep="\n").split("\n"), values, strict=True):
        yield f"{name} {line} {right(value, widest)}"


def _names(chart: Chart, rows: list[tuple[int, int]], width: int) -> list[tuple[str, ...]]:
    """Return what stands before each bar: its place where it is the first there, and its colour's name."""
    places = [cut(place, width // 3) for place in place_words(chart)]
    if len(chart.series) == 1:
        return [(place,) for place in places]
    return [("" if number else places[place],
             cut(clean(chart.series[number].name), width // 5)) for place, number in rows]  # fmt: skip


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Return rows of words as lines of one width."""
    widths = [max(map(columns_of, texts)) for texts in zip(*rows, strict=True)]
    return [" ".join(left(text, width) for text, width in zip(row, widths, strict=True)) for row in rows]


# -- plotille -----------------------------------------------------------------------------------------


def _canvas(width: int, height: int, x: tuple[float, float], y: tuple[float, float]) -> Any:
    """Return an empty canvas on whose outermost dots these limits lie."""
    from plotille import Canvas  # noqa: PLC0415  only where something is drawn

    return Canvas(
        width, height,
        xmin=x[0], xmax=x[0] + (x[1] - x[0]) * 2 * width / (2 * width - 1),
        ymin=y[0], ymax=y[0] + (y[1] - y[0]) * 4 * height / (4 * height - 1),
    )  # fmt: skip


def _colour(place: int, *, colour: bool) -> str | None:
    return COLOURS[place % len(COLOURS)] if colour else None


def _coloured(text: str, place: int, *, colour: bool) -> str:
    from plotille import color  # noqa: PLC0415

    return str(color(text, fg=_colour(place, colour=colour)))
