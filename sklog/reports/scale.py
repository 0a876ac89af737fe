"""What every picture of a chart needs, however it is drawn: where the axes are marked, and what people read there."""

from __future__ import annotations

from math import ceil, floor, log10
from statistics import fmean
from typing import TYPE_CHECKING

from sklog.reports.format import clean, fact, titled, written
from sklog.reports.kinds import DATE, RATE
from sklog.reports.model import CURVE, Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.reports.model import Chart, Series

STEPS = (1, 2, 5, 10, 20)


def marks(chart: Chart, most: int) -> list[int | float]:
    """Return where the axis of values is marked, at round values: at most `most` + 2 of them, 0 always among them.

    The first and the last mark hold every value between them.
    """
    found = [value for one in chart.series for value in one.values if value is not None]
    low, high = min(0, *found, 0), max(0, *found, 0)
    if low == high:
        return [0]
    step = _step((high - low) / most, whole=chart.kind != RATE)
    places = range(floor(low / step), ceil(high / step) + 1)
    return [round(place * step, 9) for place in places]  # 3 × 0.1 is not quite 0.3


def _step(least: float, *, whole: bool) -> int | float:
    """Return the next round step from `least` on: 1, 2 or 5 of some power of ten."""
    power = floor(log10(least))
    if whole:
        size: int = 10 ** max(power, 0)
        return next(size * times for times in STEPS if size * times >= least)
    return next(round(10.0**power * times, -power) for times in STEPS if 10.0**power * times >= least)


def every(places: int, most: int) -> int:
    """Return how far apart places are marked so that at most `most` + 1 are: 1, 2, 5, 10 and so on."""
    return 1 if places <= most else int(_step(places / most, whole=True))


def value_words(value: float | None, chart: Chart, unit: str) -> str:
    """Return a value as people read it where it stands alone: "+2.40 €"."""
    return fact(value, chart.kind, unit)


def mark_words(value: float | None, chart: Chart, unit: str) -> str:
    """Return a value as people read it on the axis, whose title says what is counted."""
    return written(value, chart.kind, unit)


def heading(chart: Chart, unit: str) -> str:
    """Return a chart's title with what its values are counted in."""
    return clean(titled(chart.title, [Column("", "", chart.kind)], unit))


def place_words(chart: Chart) -> list[str]:
    """Return the labels of the places as people read them."""
    return [written(place, chart.labels, "") for place in chart.places]


def where(chart: Chart, place: int) -> str:
    """Return in words which place it is: "Hand 12", a day, or what a bar is of."""
    name = written(chart.places[place], chart.labels, "")
    return clean(f"{chart.axis} {name}") if chart.shape == CURVE and chart.labels != DATE else name


def last(one: Series) -> int | float | None:
    """Return where a line ends."""
    return next((value for value in reversed(one.values) if value is not None), None)


def apart(wanted: Sequence[float], gap: float, most: float) -> list[float]:
    """Return positions in the same rising order, each as near as can be to the one wanted, at least `gap` apart.

    They lie from 0 to `most`, where there is room for so many.
    """
    groups: list[list[float]] = []  # of neighbours, by where the first of all would stand for each
    for place, position in enumerate(wanted):
        group = [position - place * gap]
        while groups and fmean(groups[-1]) > fmean(group):
            group = groups.pop() + group
        groups.append(group)
    room = most - gap * (len(wanted) - 1)
    firsts = [max(min(fmean(group), room), 0) for group in groups for _ in group]
    return [first + place * gap for place, first in enumerate(firsts)]
