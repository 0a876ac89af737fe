"""Charts: what every picture of one needs, and how a terminal draws them."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, fsum, log10
from typing import TYPE_CHECKING, Any

from sklog.reports.format import clean, cut, left, right, titled, with_unit, written
from sklog.reports.format import width as columns_of
from sklog.reports.model import BARS, CURVE, Band, Chart, Column, Kind, Series
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Colours = Sequence[str | None]

# -- axes and labels -----------------------------------------------------------------------------------

STEPS = (1, 2, 5, 10, 20)


class ValueAxis(NamedTuple):
    """The axis of a chart's values: where it begins and ends, and what people read at each of its marks."""

    low: float
    high: float
    marks: dict[float, str]


def value_axis(chart: Chart, most: int, unit: str) -> ValueAxis:
    """Return the axis of values, marked at round values: at most `most` + 2 of them, 0 always among them.

    The first and the last mark hold every value between them; nothing but 0 is marked where there is nothing else.
    """
    found = [value for one in chart.series for value in one.values if value is not None]
    low, high = min(0, *found, 0), max(0, *found, 0)
    marks: list[float] = [0]
    if low == high:
        low, high = (0, 1) if chart.shape == BARS else (-1, 1)
    else:
        step = _step((high - low) / most, whole=chart.kind != Kind.RATE)
        if isinstance(step, int):
            first, last = int(low // step), -int(-high // step)  # exact, however large they are
        else:
            first, last = floor(low / step), ceil(high / step)
        marks = [round(place * step, 9) for place in range(first, last + 1)]  # since 3 × 0.1 is not quite 0.3
        low, high = marks[0], marks[-1]
    return ValueAxis(low, high, {mark: written(mark, chart.kind, unit) for mark in marks})


def _step(least: float, *, whole: bool) -> int | float:
    """Return the next round step from `least` on: 1, 2 or 5 of some power of ten."""
    power = floor(log10(least))
    size: float = 10 ** (max(power, 0) if whole else power)
    return next(round(size * times, max(-power, 0)) for times in STEPS if size * times >= least)


def every(places: int, most: int) -> int:
    """Return how far apart places are marked so that at most `most` + 1 are: 1, 2, 5, 10 and so on."""
    return 1 if places <= most else int(_step(places / most, whole=True))


def heading(chart: Chart, unit: str) -> str:
    """Return a chart's title with what its values are counted in."""
    return clean(titled(chart.title, [Column("", "", chart.kind)], unit))


def place_words(chart: Chart) -> list[str]:
    """Return the labels of the places as people read them."""
    return [written(place, chart.labels, "") for place in chart.places]


def place_title(chart: Chart, place: int) -> str:
    """Return which place it is: "Hand 12", a day, or what a bar is of."""
    name = written(chart.places[place], chart.labels, "")
    return clean(f"{chart.axis} {name}") if chart.shape == CURVE and chart.labels != Kind.DATE else name


def final_value(one: Series) -> int | float | None:
    """Return where a line ends."""
    return next((value for value in reversed(one.values) if value is not None), None)


def spread(wanted: Sequence[float], gap: float, most: float) -> list[float]:
    """Return positions in the same rising order, each as near as can be to the one wanted, at least `gap` apart.

    They lie from 0 to `most`, where there is room for so many.
    """
    groups: list[list[float]] = []  # of neighbours, by where the first of all would stand for each
    for place, position in enumerate(wanted):
        group = [position - place * gap]
        while groups and _mean(groups[-1]) > _mean(group):
            group = groups.pop() + group
        groups.append(group)
    room = most - gap * (len(wanted) - 1)
    firsts = [max(min(_mean(group), room), 0) for group in groups for _ in group]
    return [first + place * gap for place, first in enumerate(firsts)]


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)  # as the `statistics` of the standard library, which takes 9 ms to import


# -- charts in a terminal -----------------------------------------------------------------------------

# plotille draws the lines, each marked with a letter of its own, and names stand at their ends:
#
# +10.00 ┤      ⢀⡠⠤D⠤⠤       D Dani
#   0.00 ┼┈⠑⠢A⠤⠤⠔⠒⠉⠉⠉┈┈      A Anna
#        └┬────┬────┬──
#         0    5    10       Hand
#            ═════           Bock × 2

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
    draw = _bars if chart.shape == BARS else _curves
    lines = draw(chart, value_axis(chart, MOST_MARKS, unit), unit, width, COLOURS if colour else (None,))
    return "\n".join((heading(chart, unit), *(line.replace(BLANK, " ").rstrip() for line in lines)))


# -- lines --------------------------------------------------------------------------------------------


def _curves(chart: Chart, axis: ValueAxis, _unit: str, width: int, colours: Colours) -> Iterator[str]:
    gutter = max(map(columns_of, axis.marks.values()))
    names = [f"{letter} {cut(clean(one.name), LONGEST_NAME)}" for letter, one in letters(chart.series)]
    band_names = dict.fromkeys(map(band_name, chart.bands))
    beside = max(map(columns_of, (*names, *band_names, clean(chart.axis))))
    grid = _Grid(max(width - gutter - beside - 3, NARROWEST), max(HEIGHT, len(names)), len(chart.places), axis)
    rows = grid.drawn(chart, colours)
    marks = {grid.row(value): mark for value, mark in axis.marks.items()}
    ends = _ends(chart, grid, names, colours)
    for row in reversed(range(grid.height)):
        line = rows[row].replace(BLANK, ZERO) if row == grid.row(0) else rows[row]
        yield f"{right(marks.get(row, ''), gutter)} {'┼' if row in marks else '│'}{line} {ends.get(row, '')}"
    ticks = range(0, len(chart.places), every(len(chart.places) - 1, max(grid.width // PLACE_ROOM, 1)))
    places = place_words(chart)
    below = {grid.column(place): places[place] for place in ticks}
    yield f"{' ' * gutter} └{''.join('┬' if column in below else '─' for column in range(grid.width))}"
    yield f"{' ' * gutter}  {_place_names(below, grid.width)} {clean(chart.axis)}"
    for name in band_names:
        yield f"{' ' * gutter}  {grid.shaded(band for band in chart.bands if band_name(band) == name)} {name}"


def letters(series: Sequence[Series]) -> Iterator[tuple[str, Series]]:
    """Yield each line with a letter that no other one has: the first free one of its name, else of the alphabet."""
    taken: set[str] = set()
    for one in series:
        own = (letter.upper() for letter in clean(one.name) if letter.isascii() and letter.isalnum())
        free = (letter for letter in (*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") if letter not in taken)
        letter = next(free, "*")
        taken.add(letter)
        yield letter, one


def band_name(band: Band) -> str:
    """Return what a band is, without why it is one."""
    return clean(band.title).partition(",")[0]


def _place_names(below: dict[int, str], width: int) -> str:
    """Return the names of places below their marks, as many as there is room for."""
    line = ""
    for column, name in sorted(below.items()):
        start = max(min(column - columns_of(name) // 2, width - columns_of(name)), 0)
        if start > columns_of(line) or not line:
            line = left(line, start) + name
    return left(cut(line, width), width)


def _ends(chart: Chart, grid: _Grid, names: list[str], colours: Colours) -> dict[int, str]:
    """Return by row the name of each line that ends there, or near it."""
    color = _plotille().color
    ended = [(final_value(one), place) for place, one in enumerate(chart.series)]
    rows = sorted((grid.row(value), place) for value, place in ended if value is not None)
    heights = spread([row for row, _place in rows], 1, grid.height - 1)
    return {floor(height): str(color(names[place], fg=colours[place % len(colours)]))
            for height, (_row, place) in zip(heights, rows, strict=True)}  # fmt: skip


class _Grid:
    """What lines are drawn in: so many columns and rows of letters, each with 2 × 4 dots."""

    def __init__(self, width: int, height: int, places: int, axis: ValueAxis) -> None:
        self.width, self.height, self.last, self.axis = width, height, max(places - 1, 1), axis

    def column(self, place: float) -> int:
        """Return in which column of letters a place is."""
        return round(place / self.last * (2 * self.width - 1)) // 2

    def row(self, value: float) -> int:
        """Return in which row of letters a value is, counted from below."""
        low, high, _marks = self.axis
        return round((value - low) / (high - low) * (4 * self.height - 1)) // 4

    def drawn(self, chart: Chart, colours: Colours) -> list[str]:
        """Return the rows with every line in them, from below."""
        canvas = _canvas(self.width, self.height, (0, self.last), self.axis[:2])
        for number, one in enumerate(chart.series):
            points = [(place, value) for place, value in enumerate(one.values) if value is not None]
            for (x, y), (to_x, to_y) in pairwise(points):
                if to_x == x + 1:
                    canvas.line(x, y, to_x, to_y, color=colours[number % len(colours)])
        for number, (letter, one) in enumerate(letters(chart.series)):
            for place in self._lettered(one, number):
                canvas.point(place, one.values[place], color=colours[number % len(colours)], marker=letter)
        return list(reversed(canvas.plot(linesep="\n").split("\n")))

    def _lettered(self, one: Series, number: int) -> Iterator[int]:
        """Yield the places of a line that get its letter; those of other lines stand beside them."""
        step = max(BETWEEN_LETTERS * (self.last + 1) // self.width, 1)
        shift = number * step // len(COLOURS)
        places = [place for place, value in enumerate(one.values) if value is not None]
        yield from (place for place in places if (place + shift) % step == 0 and place)
        yield from places[-1:]

    def shaded(self, bands: Iterable[Band]) -> str:
        """Return a line with these stretches marked, each from the place before it."""
        columns = {column for band in bands
                   for column in range(self.column(max(band.first - 1, 0)), self.column(band.last) + 1)}  # fmt: skip
        return "".join(BAND if column in columns else " " for column in range(self.width))


# -- bars ---------------------------------------------------------------------------------------------


def _bars(chart: Chart, axis: ValueAxis, unit: str, width: int, colours: Colours) -> Iterator[str]:
    """Yield a line for each bar: what it is of, the bar, its value."""
    bars = [(place, number) for place in range(len(chart.places)) for number in range(len(chart.series))]
    names = _bar_names(chart, bars, width)
    values = [with_unit(chart.series[number].values[place], chart.kind, unit) for place, number in bars]
    widest = max(map(columns_of, values))
    room = max(width - columns_of(names[0]) - widest - 2, NARROWEST)
    canvas = _canvas(room, len(bars), axis[:2], (0, 1))
    for row, (place, number) in enumerate(reversed(bars)):
        for dots in (1, 2):  # of the four that are a letter's height
            height = (4 * row + dots) / (4 * len(bars) - 1)
            length = chart.series[number].values[place] or 0
            canvas.line(0, height, length, height, color=colours[number % len(colours)])
        canvas.point(0, height, marker="│")
    for name, line, value in zip(names, canvas.plot(linesep="\n").split("\n"), values, strict=True):
        yield f"{name} {line} {right(value, widest)}"


def _bar_names(chart: Chart, bars: list[tuple[int, int]], width: int) -> list[str]:
    """Return what stands before each bar, all as wide: its place where it is the first there, its colour's name."""
    places = [cut(place, width // 3) for place in place_words(chart)]
    names = [places] if len(chart.series) == 1 else [
        ["" if number else places[place] for place, number in bars],
        [cut(clean(chart.series[number].name), width // 5) for _place, number in bars],
    ]  # fmt: skip
    padded = ([left(name, max(map(columns_of, column))) for name in column] for column in names)
    return list(map(" ".join, zip(*padded, strict=True)))


# -- plotille -----------------------------------------------------------------------------------------


def _plotille() -> Any:
    import plotille  # noqa: PLC0415  heavy

    return plotille


def _canvas(width: int, height: int, x: tuple[float, float], y: tuple[float, float]) -> Any:
    """Return an empty canvas on whose outermost dots these limits lie."""
    return _plotille().Canvas(
        width, height,
        xmin=x[0], xmax=x[0] + (x[1] - x[0]) * 2 * width / (2 * width - 1),
        ymin=y[0], ymax=y[0] + (y[1] - y[0]) * 4 * height / (4 * height - 1),
    )  # fmt: skip
