"""A table as people keep it -> the same with a row a day and a column a person, whichever way it lay.

    upright   Grid -> Grid: people down and days across are turned around, and a row a person and day is one a day

What a cell says is not touched, so a sentence about it still shows it as it stands in the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sklog.errors import Problem, SessionFileError
from sklog.language import _
from sklog.lists.cells import EMPTY, Cell, GridRow, amount_of, day_of, trimmed
from sklog.lists.headings import AMOUNTS, NAMES, WORDS, Role, bare, kind_of, unit_behind, word_key
from sklog.scoring.canonical import shown
from sklog.scoring.names import name_key, one_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from sklog.lists.cells import Grid

HEAD_ROWS = 40  # among so many rows a heading is looked for
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_TWO_YEARS = re.compile(r"(?<![0-9])(?:19|20)([0-9]{2})\s*[-–/]\s*(?:19|20)?([0-9]{2})(?![0-9])")


def cell_at(row: GridRow, place: int) -> Cell:
    """Return a cell of a row; an empty one where the row ends before it."""
    return row.cells[place] if place < len(row.cells) else EMPTY


def year_of(title: str) -> str:
    """Return the year that a title says; "" where it says none, or two."""
    years, seasons = set(_YEAR.findall(title)), _TWO_YEARS.findall(title)
    season = any((int(later) - int(earlier)) % 100 == 1 for earlier, later in seasons)
    return years.pop() if len(years) == 1 and not season else ""


def best_row(rows: Sequence[GridRow], score: Callable[[GridRow], int]) -> int:
    """Return which of the first rows scores most, the first of several."""
    return max(range(len(rows[:HEAD_ROWS])), key=lambda place: score(rows[place]), default=0)


def upright(grid: Grid, people: Mapping[str, str], today: date) -> Grid:
    """Return a table with a row a day and a column a person; raise SessionFileError where it can be two.

    `people` is what was said of headings.
    """
    return _a_row_a_day(_turned(grid, today), people)


def _turned(grid: Grid, today: date) -> Grid:
    """Return a table whose days stand side by side with its rows and columns changed."""
    year = year_of(grid.title) or str(today.year)

    def dated(cell: Cell) -> bool:
        if cell.day or amount_of(cell) is not None:
            return bool(cell.day)
        found = day_of(cell, year, "", today)
        return found is not None and not found.wrong

    def days(row: GridRow) -> int:
        return sum(map(dated, row.cells))

    head = best_row(grid.rows, days)
    rows = grid.rows[head:]
    if not rows or any(days(row) >= max(days(rows[0]), 1) for row in rows[1:]):
        return grid
    first = next((place for place, cell in enumerate(rows[0].cells) if dated(cell)), 0)
    called = [_named(cell) for cell in rows[0].cells[:first]]
    if not first or (days(rows[0]) == 1 and not any(called)):
        return grid
    names = called.index(True) if any(called) else first - 1
    width = max(len(row.cells) for row in rows)
    places = names, *range(first, width)
    columns = [GridRow(place + 1, trimmed(cell_at(row, place) for row in rows)) for place in places]
    columns[0] = columns[0]._replace(cells=(EMPTY, *columns[0].cells[1:]))  # above the days that stand there now
    where = _("{path}, column", path=grid.where)  # and behind it the number
    return grid._replace(rows=(*grid.rows[:head], *columns), where=where)


def _named(cell: Cell) -> bool:
    key = word_key(cell.text)
    return key in NAMES or WORDS.get(key) in (Role.DECLARER, Role.PARTNER)


def _a_row_a_day(grid: Grid, people: Mapping[str, str]) -> Grid:
    """Return a table that has a row for each person and day with one for each day."""
    head = next((place for place, row in enumerate(grid.rows[:HEAD_ROWS]) if any(map(_named, row.cells))), None)
    if head is None:
        head = next((place for place, row in enumerate(grid.rows[:HEAD_ROWS]) if len(row.cells) > 2), 0)
    header, rows = grid.rows[head], grid.rows[head + 1 :]
    roles = {place: WORDS.get(word_key(bare(cell.text)), "") for place, cell in enumerate(header.cells)}
    read = [(place, amount_of(cell) is not None) for row in rows for place, cell in enumerate(row.cells) if cell.text]
    texts = {place for place, is_amount in read if not is_amount}
    days = [place for place, role in roles.items() if role == Role.DAY]
    left_out = {place for place, cell in enumerate(header.cells) if _left_out(cell, people)}
    amounts = sorted({place for place, is_amount in read if is_amount} - left_out - {*days})
    names = [place for place, cell in enumerate(header.cells) if _named(cell) and place in texts]
    repeated = days and 2 * len({cell_at(row, days[0]).text for row in rows}) <= len(rows)
    if not names and repeated and len(amounts) == 1:  # one that is called otherwise, beside a day and an amount
        names = [place for place in texts - {*days, *amounts} if not roles.get(place, "?")]
    amounts = [place for place in amounts if place not in names]
    likely = [place for place in amounts if word_key(bare(cell_at(header, place).text)) in AMOUNTS]
    if len(names) != 1 or not amounts or any(roles.get(place) == Role.GAME for place in texts):
        return grid
    if len(amounts) > 1 and len(likely) != 1:
        if not likely and (not days or word_key(header.cells[names[0]].text) not in NAMES):
            return grid  # who played, beside a column of each person; or what became of everybody
        heading = shown(cell_at(header, amounts[-1]).text)
        said = _(
            'this has a row for each person and several columns of amounts: leave out all but one, --as "{heading}=-"',
            heading=heading,
        )
        raise SessionFileError(Problem(said, grid.where, header.number))
    places = names[0], (likely or amounts)[0], days[:1]
    return grid._replace(rows=(*grid.rows[:head], *_by_day(grid, header, rows, places)))


def _left_out(heading: Cell, people: Mapping[str, str]) -> bool:
    key = word_key(heading.text)
    said = name_key(one_name(heading.text)) in {name_key(name) for name, who in people.items() if who == "-"}
    return said or (WORDS.get(key) in (Role.UNREAD, Role.YEAR) and key not in AMOUNTS)


def _by_day(
    grid: Grid, header: GridRow, rows: Sequence[GridRow], places: tuple[int, int, Sequence[int]]
) -> list[GridRow]:
    """Return rows of a day each, below their header; one who is there again begins a new row of the day."""
    names, amount, days = places
    unit = unit_behind(cell_at(header, amount).text) or bare(cell_at(header, amount).text)
    numbers = {place for row in rows for place, cell in enumerate(row.cells) if amount_of(cell) is not None}
    others = [place for place in range(len(header.cells)) if place not in (names, *days) and place not in numbers]
    lines: dict[str, list[tuple[int, dict[object, Cell]]]] = {}
    people: dict[str, str] = {}
    day = EMPTY
    for row in rows:
        day = cell_at(row, days[0]) if days and cell_at(row, days[0]) != EMPTY else day
        who = cell_at(row, names).text or (day.text if kind_of(day.text) else "")
        of_day = lines.setdefault(day.text, [])
        key = name_key(one_name(who))
        if not who:
            if cell_at(row, amount) != EMPTY:
                raise SessionFileError(Problem(_("there is no name beside this amount"), grid.where, row.number))
            continue
        if not of_day or key in of_day[-1][1]:
            of_day.append((row.number, {}))
        line = of_day[-1][1]
        line[key], line[0] = cell_at(row, amount), day
        people.setdefault(key, who)
        for place, cell in enumerate(row.cells):
            if place in others and cell != EMPTY:
                line.setdefault(place + 1, cell)
    heads = [Cell(f"{who} ({unit})" if unit_behind(f"x ({unit})") else who) for who in people.values()]
    first = (header.cells[days[0]],) if days else ()
    made = [header._replace(cells=(*first, *heads, *(header.cells[place] for place in others)))]
    for number, line in sorted((one for of_day in lines.values() for one in of_day), key=lambda one: one[0]):
        begin = (line[0],) if days else ()
        cells = (*begin, *(line.get(key, EMPTY) for key in (*people, *(place + 1 for place in others))))
        made.append(GridRow(number, trimmed(cells)))
    return made
