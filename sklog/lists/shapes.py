"""A table as people keep it -> the same with a row a day and a column a person, whichever way it lay.

    parts_of  Grid -> Grids: a table for each evening, where they lie beside or below one another
    upright   Grid -> Grid: people down and days across are turned around, and a row a person and day is one a day

What a cell says is not touched, so a sentence about it still shows it as it stands in the file.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from datetime import date
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from sklog.errors import Problem, SessionFileError
from sklog.language import _
from sklog.lists import limits
from sklog.lists.cells import EMPTY, Cell, GridRow, amount_of, day_of, letter, text_cell, trimmed, unit_in
from sklog.lists.headings import (
    AMOUNTS,
    LOST_WORDS,
    NAMES,
    TOTAL_WORDS,
    WON_WORDS,
    WORDS,
    Role,
    bare,
    kind_of,
    unit_behind,
    word_key,
)
from sklog.scoring import days
from sklog.scoring.canonical import shown
from sklog.scoring.names import name_key, one_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from sklog.lists.cells import Grid

HEAD_ROWS = 40  # among so many rows a heading is looked for
MONTHS = 3
"""So many different ones with the same number behind them are months with their year."""
_MONTH = re.compile(r"([^\W\d]{3,})\.? '?((?:20)?[0-9]{2})")
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
    return _a_row_a_day(_turned(_one_heading(_with_months(grid), today), today), people)


def _with_months(grid: Grid) -> Grid:
    """Return a table whose days are months with the last day of each: Jan 24, Feb 24, Mar 24 have a year behind them."""
    found = {
        cell.text: _MONTH.fullmatch(cell.text) for row in grid.rows for cell in row.cells if cell.text[:1].isalpha()
    }
    said = {text: (days.month(one[1].casefold()), one[2]) for text, one in found.items() if one}
    months, years = {month for month, _year in said.values()} - {""}, {year for _month, year in said.values()}
    if len(months) < MONTHS or 2 * len(years) > len(said):
        return grid
    last = {text: _last_day(2000 + int(year[-2:]), int(month)) for text, (month, year) in said.items() if month}
    rows = (
        row._replace(cells=tuple(cell._replace(day=last.get(cell.text, cell.day)) for cell in row.cells))
        for row in grid.rows
    )
    return grid._replace(rows=tuple(rows))


def _last_day(year: int, month: int) -> str:
    return date(year, month, monthrange(year, month)[1]).isoformat()


def _one_heading(grid: Grid, today: date) -> Grid:
    """Return a table that has what two rows say of its columns in one: "Anna" above "€" and "points" is two columns."""
    for place, (above, row) in enumerate(pairwise(grid.rows[:HEAD_ROWS])):
        below = [cell.text for cell in row.cells]
        said = [cell.text for cell in above.cells if cell.text and not cell.day and amount_of(cell) is None]
        told = {text for text in below if text}
        dated = any(is_day(cell, today) for cell in above.cells)
        if not dated and len(said) > 1 and told and all(map(_of_somebody, told)) and len(told) < sum(map(bool, below)):
            heads, last = [], ""
            for at, word in enumerate(below):
                last = cell_at(above, at).text or last
                more = f" ({word})" if unit_in(word) else f" {word}" if word_key(word) in TOTAL_WORDS else ""
                heads.append(text_cell(last + more if word else cell_at(above, at).text))
            return grid._replace(rows=(*grid.rows[:place], row._replace(cells=tuple(heads)), *grid.rows[place + 2 :]))
    return grid


def _of_somebody(word: str) -> bool:
    """Whether a word below a name says what of that person's a column has."""
    key = word_key(word)
    return bool(unit_in(word)) or key in AMOUNTS | TOTAL_WORDS or WORDS.get(key) in (Role.DAY, Role.TOTAL)


def is_day(cell: Cell, today: date) -> bool:
    """Whether a cell is a day, and no amount that looks like one; of any year, where it says none."""
    found = None if amount_of(cell) else day_of(cell, "2000", "", today)
    return bool(found and not found.wrong)


def parts_of(grid: Grid, today: date) -> list[Grid]:
    """Return the tables of a sheet that has one for each evening or year, beside or below one another; else itself."""
    dated = partial(is_day, today=today)
    return _below(grid, dated) or _beside(grid, dated) or [grid]


def _named_columns(row: GridRow) -> dict[int, Cell]:
    """Return the headings of a row by their places; {} where it is no row of headings."""
    said = {place: cell for place, cell in enumerate(row.cells) if cell.text}
    return {} if len(said) < 2 or any(amount_of(cell) for cell in said.values()) else said


def _below(grid: Grid, dated: Callable[[Cell], bool]) -> list[Grid]:
    """Return the tables that lie below one another, each with its day above its names, or before them."""
    begins = []
    for place, (row, behind) in enumerate(pairwise(grid.rows)):
        heads, above = _named_columns(row), [cell for cell in grid.rows[place - 1].cells if cell.text] if place else []
        if sum(amount_of(cell) is not None for cell in behind.cells) < 2:
            continue
        own = next(iter(heads.values()), EMPTY)
        if len(heads) > 2 and dated(own):
            begins.append((place, place, own))
        elif heads and not any(map(dated, heads.values())) and 0 < len(above) < 3 and dated(above[-1]):
            begins.append((place - 1, place, above[-1]))
    ends = [first for first, _head, _label in begins[1:]] + [len(grid.rows)] if len(begins) > 1 else []
    return [
        grid._replace(
            title=label.text,
            where=_("{path}, from row {row}", path=grid.where, row=grid.rows[head].number),
            rows=(_without(grid.rows[head], label), *grid.rows[head + 1 : end]),
        )
        for (_first, head, label), end in zip(begins, ends, strict=False)  # there are no ends of a single one
    ]


def _without(row: GridRow, label: Cell) -> GridRow:
    """Return a row of headings with another one instead of a day."""
    return row._replace(cells=tuple(text_cell("Nr") if cell == label else cell for cell in row.cells))


def _beside(grid: Grid, dated: Callable[[Cell], bool]) -> list[Grid]:
    """Return the tables that lie side by side: the same names again and again, and what each is called above them."""
    for place, (labels, row) in enumerate(pairwise(grid.rows[:HEAD_ROWS])):
        keys = {at: word_key(cell.text) for at, cell in _named_columns(row).items()}
        again = [key for key, count in Counter(keys.values()).items() if count > 1]
        if len(again) < 2 or all(map(_of_somebody, again)):  # they are nobody's names
            continue
        above = {at: cell for at, cell in enumerate(labels.cells) if cell.text}
        bounds = [*pairwise([*above, limits.COLUMNS.most])]
        firsts = [at for at, key in keys.items() if key == again[0]]
        days = all(map(dated, above.values())) or any(WORDS.get(key) == Role.DAY for key in again)
        if not days or any(sum(start <= one < end for one in firsts) != 1 for start, end in bounds):
            continue
        return [
            grid._replace(
                title=above[start].text,
                where=_("{path}, from column {letter}", path=grid.where, letter=letter(start)),
                rows=tuple(
                    one._replace(cells=trimmed((*one.cells[: bounds[0][0]], *one.cells[start:end])))
                    for one in grid.rows[place + 1 :]
                ),
            )
            for start, end in bounds
        ]
    return []


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
    rows, amounts = _net(header, rows, amounts)
    likely = [place for place in amounts if word_key(bare(cell_at(header, place).text)) in AMOUNTS]
    if len(names) != 1 or not amounts or any(roles.get(place) == Role.GAME for place in texts):
        return grid
    if len(amounts) > 1 and len(likely) != 1:
        if not likely and (not days or word_key(header.cells[names[0]].text) not in NAMES):
            return grid  # who played, beside a column of each person; or what became of everybody
        heading = shown(cell_at(header, amounts[-1]).text)
        said = _(
            'this has a row a person, and several columns of amounts: leave out all but one, --as "{heading}=-"',
            heading=heading,
        )
        raise SessionFileError(Problem(said, grid.where, header.number))
    places = names[0], (likely or amounts)[0], days[:1]
    return grid._replace(rows=(*grid.rows[:head], *_by_day(grid, header, rows, places)))


def _net(header: GridRow, rows: Sequence[GridRow], amounts: list[int]) -> tuple[Sequence[GridRow], list[int]]:
    """Return rows and their columns of amounts, with what was won and what was lost in one of them."""
    keys = {place: word_key(bare(cell_at(header, place).text)) for place in amounts}
    won = [place for place, key in keys.items() if key in WON_WORDS]
    lost = [place for place, key in keys.items() if key in LOST_WORDS]
    if len(won) != 1 or len(lost) != 1:
        return rows, amounts
    made = []
    for row in rows:
        plus, minus = (amount_of(cell_at(row, place)) for place in (won[0], lost[0]))
        if plus and minus and plus.value and minus.value:
            return rows, amounts
        if minus and minus.value:
            cells = [*row.cells, *[EMPTY] * won[0]]
            cells[won[0]] = _below_zero(row.cells[lost[0]])
            row = row._replace(cells=tuple(cells))  # noqa: PLW2901  the same row, its amount where those won stand
        made.append(row)
    return made, [place for place in amounts if place != lost[0]]


def _below_zero(cell: Cell) -> Cell:
    amount = amount_of(cell)
    if amount is None or amount.value < 0:
        return cell
    return cell._replace(text=f"-{cell.text}", number=None if cell.number is None else -cell.number)


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
                raise SessionFileError(Problem(_("nobody's name stands beside this amount"), grid.where, row.number))
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
    made = [GridRow(header.number, (cell_at(header, amount),))]  # a title: what amounts are called says what they are
    made.append(header._replace(cells=(*first, *heads, *(header.cells[place] for place in others))))
    for number, line in sorted((one for of_day in lines.values() for one in of_day), key=lambda one: one[0]):
        begin = (line[0],) if days else ()
        cells = (*begin, *(line.get(key, EMPTY) for key in (*people, *(place + 1 for place in others))))
        made.append(GridRow(number, trimmed(cells)))
    return made
