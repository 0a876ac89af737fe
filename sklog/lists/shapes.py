"""A sheet as people keep it -> its tables, each with one row of headings, a row a day and a column a person.

    parts_of  Grid -> Grids: a table for each evening, where they lie beside or below one another; else itself
    upright   Grid -> Grid: people down and days across are turned around, and a row a person and day is one a day

Some things are said once for several cells: a month above its days, a person above points and euros, a year between
rows. Each cell gets what is said for it, so that what reads it later needs to look nowhere else. What a cell says is
not touched else, so a sentence about it still shows it as it stands in the file.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import chain, dropwhile, pairwise, starmap, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sklog.errors import Problem, SessionFileError
from sklog.language import N_, _, _or, _t
from sklog.lists import cells, headings, limits
from sklog.lists.cells import EMPTY, Amount, Cell, GridRow, amount_of, likely
from sklog.lists.headings import Role, bare, kind_of, role_of, word_key
from sklog.lists.words import words_of
from sklog.scoring import days
from sklog.scoring.canonical import shown
from sklog.scoring.games import BY_NAME
from sklog.scoring.names import name_key, one_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sklog.lists.cells import Grid

ONE_COLUMN = N_(
    'this has a row for each person and several columns of amounts: leave out all but one¦, with --as "{heading}=-"'
)
_NAME = Cell("Name")
_OF_EACH = re.compile(r"([^\[\]]+?) *\[([^\[\]]+)\]")
_NUMBERED = re.compile(r"[0-9]{1,2}[.)] ?(?=[^\W\d])")
_SIDES = words_of("GIVES"), headings.WINNERS
_TO_OR_FROM = {"von", "from", "an", "to"}
_BILL = words_of("PAID_BY"), words_of("FOR"), words_of("SHARES")
_Key = TypeVar("_Key")
ROUNDS = 2
HEAD_ROWS = 40  # among so many rows a heading is looked for
YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_TWO_YEARS = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})\s*(?:[-–/]|auf|bis|to|until)\s*(?:(?:[0-9. ]*[^\W\d]{3,}\.? |[0-9. ]*)(?:19|20))?"
    r"([0-9]{2})(?![0-9])"
)

MANY = 2
MOST_DAYS, MONTHS, MOST_BACK = 31, 3, 5
"""So many different ones with the same number behind them are months with their year."""
_MONTH = re.compile(r"([^\W\d]{3,})\.?(?: '?((?:20)?[0-9]{2}))?")
_LEGEND = re.compile(
    r"(?<!\w)([^\W\d]{1,4})\.? *(?:=|[:–-](?= *\1))[ *]*"
    r"([^\W\d](?:[^\W_]|[ .'’-](?=\w)){0,60}\.?)(?= *(?:[,;/|)(*]|$)|\. )",
    re.IGNORECASE,
)
_PARTS_OF_DAYS = words_of("DAY_OF_MONTH"), words_of("MONTH_OF_DAY"), words_of("YEAR")
_MONTHS_OF_YEAR = range(1, 13)
_GAMES = {"solo", "ruf"}.union(*(name.split("-") for name in BY_NAME))
_PART = re.compile(rf"(?:{cells.WEEKDAY.pattern})?([0-9]{{1,2}})\.(?: ?([0-9]{{1,2}})\.?)?", re.IGNORECASE)
_DAY_AND_MONTH = re.compile(rf"(?:{cells.WEEKDAY.pattern})?[0-9]{{1,2}}\. ?([^\W\d]{{3,}})\.?", re.IGNORECASE)
_WEEKDAY_AND_NUMBER = re.compile(rf"(?:{cells.WEEKDAY.pattern})[0-9]{{1,2}}", re.IGNORECASE)
_WEEKDAYS = ("mo",), ("di", "tu"), ("mi", "we"), ("do", "th"), ("fr",), ("sa", "so"), ("so", "su")
_MONTH_IN_NUMBERS = re.compile(r"^(?:(20[0-9]{2})[-./_ ])?([0-9]{1,2})(?:[-./_ ](20[0-9]{2}))?$")
_SOME_YEAR = re.compile(r"(?:[0-9]{1,2}\.)?(?:19|20)[0-9]{2}")
_SOME_MONTH = re.compile(r"([^\W\d]{3,})\.?(?: ((?:19|20)[0-9]{2}))?")


def with_cells(rows: Iterable[GridRow], said: Mapping[str, Cell], at: int | None = None) -> tuple[GridRow, ...]:
    """Return rows with other cells for those that have these texts, in one column or in all."""

    def told(place: int, cell: Cell) -> Cell:
        return said.get(cell.text, cell) if at in (None, place) else cell

    return tuple(row.put(starmap(told, enumerate(row.cells))) for row in rows)


def amounts_in(row: GridRow, places: Iterable[int] | None = None) -> list[Decimal]:
    """Return the amounts of a row, or those at these places."""
    here = row.cells if places is None else (row.at(place) for place in places)
    return [likely(amount, "") for cell in here if (amount := amount_of(cell))]


class Head(NamedTuple):
    """A row that may have the headings of a table, with what stands above and below it."""

    grid: Grid
    above: tuple[GridRow, ...]
    row: GridRow
    below: tuple[GridRow, ...]

    def of(self, words: Collection[str]) -> list[int]:
        """Return the places of the headings that are one of these words."""
        return [at for at, cell in enumerate(self.row.cells) if word_key(bare(cell.text)) in words]

    def called(self, names: Mapping[int, str]) -> GridRow:
        """Return the headings with other ones at these places."""
        cells = (Cell(names[at]) if at in names else cell for at, cell in enumerate(self.row.cells))
        return self.row.put(cells)


def at_heading(rewrite: Callable[..., Iterable[GridRow]]) -> Callable[..., Grid]:
    """Make of what rewrites a table by its heading, or returns (), what does so by the first row that will do."""

    def whole(grid: Grid, *said: Any) -> Grid:
        for place, row in enumerate(grid.rows[:HEAD_ROWS]):
            if rows := tuple(rewrite(Head(grid, grid.rows[:place], row, grid.rows[place + 1 :]), *said)):
                return grid._replace(rows=rows)
        return grid

    return whole


def which_mark(amount: Amount, quoted: str) -> str:
    """Return the question what parts the decimals of an amount."""
    both = _or([f"{amount.other:f}", f"{amount.value:f}".replace(".", amount.mark)])
    return _t("{amount} may be {both}¦: use --decimal comma or --decimal point", amount=quoted, both=both)


def adds_up(sums: Sequence[Any], amounts: Sequence[Any]) -> bool:
    """Whether numbers are what others come to from row to row, the first or the last one first; None where is none."""

    def one_way(step: int) -> bool:
        so_far = 0
        for total, amount in zip(sums[::step], amounts[::step], strict=True):
            so_far += amount or 0
            if total != so_far and not total is amount is None:
                return False
        return True

    return one_way(1) or one_way(-1)


def year_of(title: str) -> str:
    """Return the year that a title says; "" where it says none, or two."""
    years = set(YEAR.findall(title))
    return years.pop() if len(years) == 1 and not season_of(title) else ""


def season_of(title: str) -> tuple[str, str] | None:
    """Return the two years of a season that a title says, such as 2023/24; None where it says none."""
    said = [(int(first), int(last)) for first, last in _TWO_YEARS.findall(title)]
    return next(((str(first), str(first + 1)) for first, last in said if (last - first) % 100 == 1), None)


def best_row(rows: Sequence[GridRow], score: Callable[[GridRow], int]) -> int:
    """Return which of the first rows scores most, the first of several."""
    return max(range(len(rows[:HEAD_ROWS])), key=lambda place: score(rows[place]), default=0)


# -- a sheet and its tables --


def parts_of(grid: Grid, today: date, told: Mapping[str, str]) -> list[Grid]:
    """Return the tables of a sheet that has one for each evening or year, beside or below one another; else itself.

    `told` is what the sheets of its workbook say of what is short.
    """
    first = min((at for row in grid.rows for at, cell in enumerate(row.cells) if cell != EMPTY), default=0)
    if first:
        rows = tuple(row.put(row.cells[first:]) for row in grid.rows)
        grid = grid._replace(
            rows=rows, where=_("{path}, from column {letter}", path=grid.where, letter=cells.letter(first))
        )
    whole = _with_whole_days(_with_years(_with_names(grid, told), today))
    below = _below(_one_heading(whole)) or _beside(whole) or [whole]
    return [_one_heading(_with_months(one)) for one in below]


def explained(grids: Sequence[Grid]) -> dict[str, str]:
    """Return what legends say of what is short: "A = Anni, M = Michl", or a line for each; "" of what is said twice."""
    said = dict[str, str]()
    for grid in grids:
        lines = [[cell.text for cell in row.cells if cell.text.upper() != cell.text.lower()] for row in grid.rows]
        pairs = (": ".join(line[::way]) for line in lines if len(line) == MANY for way in (1, -1))
        for short, long in (one for text in (*chain(*lines), *pairs) for one in _LEGEND.findall(text[:500])):
            name = re.sub(r"(?<=\w{3})\.$", "", long)  # which ends the sentence
            said[short] = name if said.get(short, name) == name else ""
    return said


def _with_names(grid: Grid, told: Mapping[str, str]) -> Grid:
    """Return a table with what a legend says instead of what is short: its own, else that of the other sheets.

    What others say are names where they say one for each heading that is no word of lists.
    """
    known = {cell.text.rstrip(".") for row in grid.rows for cell in row.cells}
    short = {cell.text for row in grid.rows[:HEAD_ROWS] for cell in _named_columns(row).values() if len(cell.text) < 3}
    told = told if short and short <= told.keys() and all(map(_may_be_name, told.values())) else {}
    names = {short: Cell(name) for short, name in {**told, **explained([grid])}.items() if name}
    said = {short: cell for short, cell in names.items() if short in known and not role_of(short)}
    said |= {f"{short}.": cell for short, cell in said.items()}
    return grid._replace(rows=with_cells(grid.rows, said)) if len(said) > MANY else grid


def names_game(text: str) -> bool:
    """Whether a game is among these words."""
    return not _GAMES.isdisjoint(re.findall(r"\w+", text.casefold()))


def _may_be_name(text: str) -> bool:
    """Whether what is short may be somebody: no game, and no place such as "beim Wirt"."""
    return not (text[:1].islower() or word_key(text) in _GAMES)


def _may_be_person(title: str) -> bool:
    """Whether somebody may be called as a sheet is: it is no month, place, game or word of lists."""
    return _may_be_name(title) and not (role_of(word_key(title)) or _is_context(title) or any(map(str.isdigit, title)))


def _named_columns(row: GridRow) -> dict[int, Cell]:
    """Return the headings of a row by their places; {} where it is no row of headings."""
    said = {place: cell for place, cell in enumerate(row.cells) if cell.text}
    return {} if len(said) < 2 or any(amount_of(cell) for cell in said.values()) else said


def _below(grid: Grid) -> list[Grid]:
    """Return the tables that lie below one another, each with its day above its names, or before them."""
    begins = []
    for place, (row, behind) in enumerate(pairwise(grid.rows)):
        heads, titles = _named_columns(row), [at for at in (place - 2, place - 3) if at >= 0]  # a day, and where it was
        begin = next(
            (at for at in titles if _titles(grid.rows[at:place]) and is_day(grid.rows[at].cells[0])), place - 1
        )
        above = [cell for cell in grid.rows[begin].cells if cell.text] if place else []
        if len(amounts_in(behind)) < min(len(heads) - 1, 2):
            continue
        own = next(iter(heads.values()), EMPTY)
        if len(heads) > 2 and is_day(own):
            begins.append((place, place, own))
        elif heads and not any(map(is_day, heads.values())) and 0 < len(above) < 3 and is_day(above[-1]):
            begins.append((begin, place, above[-1]))
    begins = begins if len(begins) > 1 else [(place, place, EMPTY) for place in _anew(grid) or _continued(grid)]
    ends = [*(first for first, _head, _label in begins[1:]), len(grid.rows)]
    return [
        grid._replace(
            title=label.text or grid.title,
            where=_("{path}, from row {row}", path=grid.where, row=grid.rows[head].number),
            rows=(
                *_titles(grid.rows[: begins[0][0]]),
                *([] if label.text or head == begins[0][0] else _titles(grid.rows[head - 1 : head])),
                _without(grid.rows[head], label),
                *grid.rows[head + 1 : end],
            ),
        )
        for (_first, head, label), end in zip(begins, ends, strict=False)  # the end alone is none
    ]


def _anew(grid: Grid) -> list[int]:
    """Return where tables with a column of days begin below one another; [] where all have the same headings."""
    rows = {at: row for at, row in enumerate(grid.rows) if len(row.cells) > 1}  # those of one cell are titles
    heads = [(at, _named_columns(row)) for (at, row), below in pairwise(rows.items()) if amounts_in(below[1])]
    places = [at for at, said in heads if len(said) > 2 and role_of(next(iter(said.values())).text) == Role.DAY]
    return places if len({grid.rows[at].cells for at in places}) > 1 else []


def _continued(grid: Grid) -> list[int]:
    """Return where tables of people and days across begin below one another: the same people, and later days."""
    heads = [
        place for place, row in enumerate(grid.rows) if sum(map(is_day, row.cells)) > 1 and not is_day(row.cells[0])
    ]
    parts = [grid.rows[a + 1 : b] for a, b in pairwise([*heads, len(grid.rows)])]
    people = [{row.at(0).text for row in part if amount_of(row.at(1))} for part in parts]
    later = len({grid.rows[place].cells[1:] for place in heads}) == len(heads) > 1  # else they are standings
    return heads if later and all(len(one & other) > 1 for one, other in pairwise(people)) else []


def _titles(rows: Sequence[GridRow]) -> list[GridRow]:
    """Return the rows of one text each: what they say is said of every table below them."""
    return [row for row in rows if len(row.said) == 1]


def _without(row: GridRow, label: Cell) -> GridRow:
    """Return a row of headings with another one instead of a day."""
    return row.put(Cell("Nr") if cell == label != EMPTY else cell for cell in row.cells)


def _beside(grid: Grid) -> list[Grid]:
    """Return the tables that lie side by side: the same names again and again, and what each is called above them."""
    for place, (labels, row) in enumerate(pairwise(grid.rows[:HEAD_ROWS])):
        keys = {at: word_key(cell.text) for at, cell in _named_columns(row).items()}
        again = [key for key, count in Counter(keys.values()).items() if count > 1]
        if len(again) < 2 or all(map(_of_somebody, again)):  # they are nobody's names
            continue
        above = {at: cell for at, cell in enumerate(labels.cells) if cell.text}
        bounds = [*pairwise([*above, limits.COLUMNS.most])]
        firsts = [at for at, key in keys.items() if key == again[0]]
        days = all(map(is_day, above.values())) or any(role_of(key) == Role.DAY for key in again)
        if not days or any(sum(start <= one < end for one in firsts) != 1 for start, end in bounds):
            continue
        found = []
        for start, end in bounds:
            below = grid.rows[place + 1 :]
            rows = (one.put((*one.cells[: bounds[0][0]], *one.cells[start:end])) for one in below)
            where = _("{path}, from column {letter}", path=grid.where, letter=cells.letter(start))
            found.append(grid._replace(title=above[start].text, where=where, rows=(*_titles(grid.rows[:place]), *rows)))
        return found
    return []


# -- days of which a part is said above them ------------------------------------------------------------


@at_heading
def _with_days_across(head: Head) -> Iterable[GridRow]:
    """Return rows of which the days across have the month or the year that stands above them."""
    row, above = head.row, head.above[-1:]
    told, made, texts = "", [], {*row.said}
    numbers = texts if all(text.isdigit() and 0 < int(text) <= MOST_DAYS for text in texts) else ()
    for at, cell in enumerate(row.cells):
        told = next((one.text for over in above if (one := over.at(at)).text), told)
        made.append(_whole(cell, told, numbers))
    same = [cell for one, cell in zip(made, row.cells, strict=True) if one == cell]
    if len(row.cells) - len(same) < MANY or any(map(amount_of, same)):  # they are places in a ranking
        return ()
    only = all(_is_context(cell.text) for over in above for cell in over.cells if cell.text)  # years look like amounts
    return (*head.above[: len(head.above) - only], row.put(made), *head.below)


def _with_whole_days(grid: Grid) -> Grid:
    """Return a table whose days have the month or the year that stands above them, beside them, or as the title."""
    if (across := _with_days_across(grid)) != grid:
        return across
    rows = list(_with_days_of_parts(grid).rows)
    told, numbers = _MONTH_IN_NUMBERS.sub(r"\2.\1\3", grid.title), _numbers_of_days(grid)
    for place, row in enumerate(rows):
        said = [re.sub(r"^[# ]+|\s*\([^()0-9]*\)$", "", cell.text) for cell in row.cells if cell.text]
        if len(said) == 1 and _is_context(said[0]):
            told = said[0]
        elif row.cells and _is_context(row.cells[0].text) and not any(map(amount_of, row.cells[1:])):
            told, rows[place] = said[0], row.put((Cell("Datum"), *row.cells[1:]))
        elif row.cells:
            rows[place] = row.put((_whole(row.cells[0], told, numbers), *row.cells[1:]))
    return grid._replace(rows=tuple(rows))


@at_heading
def _with_days_of_parts(head: Head) -> Iterable[GridRow]:
    """Return rows of which the plain numbers below "Tag" have the month of a column beside them, and the year its own.

    Where a cell for the month or the year is empty, that of the row above goes on.
    """
    days_, months, years = map(head.of, _PARTS_OF_DAYS)
    if not len(months) == len(days_) == 1:
        return ()
    last, made = dict[int, Cell](), []
    for row in head.below:
        last |= {at: row.at(at) for at in (*months, *years) if row.at(at) != EMPTY}
        day, month = (cell.text.rstrip(".") for cell in (row.at(days_[0]), last.get(months[0], EMPTY)))
        month += "." * (month.isdecimal() and int(month) in _MONTHS_OF_YEAR)
        told = {**last, days_[0]: Cell(f"{day}. {month}"), months[0]: EMPTY}
        told = told if (_is_context(month) or month[-1:] == ".") and _PART.fullmatch(f"{day}.") else {}
        made.append(row.put(told.get(at, cell) for at, cell in enumerate(row.cells)))
    return (*head.above, head.row, *made)


def _numbers_of_days(grid: Grid) -> set[str]:
    """Return the plain numbers below "Tag" that are days of a month; those that count 1, 2, 3 may number evenings."""
    firsts = [row.cells[0].text for row in grid.rows if row.cells]
    at = next((at for at, text in enumerate(firsts[:HEAD_ROWS]) if role_of(text) == Role.DAY), len(firsts))
    found = [text for text in firsts[at + 1 :] if text.isdigit() and 0 < int(text) <= MOST_DAYS]
    return set() if [*map(int, found)] == [*range(1, len(found) + 1)] else {*found}


def _with_years(grid: Grid, today: date) -> Grid:
    """Return a table whose days have the year of those before them, or of the season that it is called by.

    A season goes over New Year once.
    """
    texts = {cell.text: cell for row in grid.rows for cell in row.cells}
    read = {text: cells.day_of(cell, "2000", "", today) for text, cell in texts.items() if is_day(cell)}
    whole = {text for text, one in read.items() if one == cells.day_of(texts[text], "", "", today)}
    if whole == read.keys():
        return grid
    season, said = season_of(_called(grid)), dict[tuple[int, int], tuple[str, str, int]]()
    for place, row in enumerate(grid.rows):
        dated = [(at, cell.text, one) for at, cell in enumerate(row.cells) if (one := read.get(cell.text))]
        titles = len(dated) == 1 and not any(map(amount_of, row.cells))
        for at, text, one in dated:
            if not (one.open or (text in whole and (season or titles))):
                day = one.day_first or one.month_first
                said[place, at] = text, day[5:], int(day[:4]) * (text in whole)
    lines = Counter((side, key[side]) for key in said for side in (0, 1))
    side, line = max(lines, key=lines.__getitem__, default=(0, 0))
    told = [one for key, one in said.items() if key[side] == line]
    known = [year for _text, _said, year in told if year]
    if not (season or known) or (not season and year_of(_called(grid))):
        return grid
    ways = {tuple(_in_order(told, first)) for first in ([int(season[0])] if season else [known[0] - 1, known[0]])}
    ways = {one for one in ways if [*one] == sorted(one) and one[-1] <= today.isoformat()}
    ways = {one for one in ways if not season or one[-1] < f"{int(one[0][:4]) + 1}{one[0][4:]}"}
    if len(ways) != 1 or (season and {one[-1][:4] for one in ways} != {season[1]}):
        return grid
    whole_days = {text: Cell(text, day=day) for (text, _said, _year), day in zip(told, ways.pop(), strict=True)}
    return grid._replace(rows=with_cells(grid.rows, whole_days))


def _in_order(told: Sequence[tuple[str, str, int]], year: int) -> Iterator[str]:
    """Yield days of which some have a year, the first one this: where the month goes far back, the next has begun."""
    last = "00"
    for _text, said, known in told:
        year = known or year + (int(said[:2]) + MOST_BACK < int(last[:2]))
        last = said
        yield f"{year}-{said}"


def _called(grid: Grid) -> str:
    return " ".join((grid.title, *(cell.text for row in _titles(grid.rows) for cell in row.cells)))


def _is_context(text: str) -> bool:
    month = _SOME_MONTH.fullmatch(text)
    return bool(_SOME_YEAR.fullmatch(text) or (month and days.month(month[1].casefold())))


def _whole(cell: Cell, told: str, numbers: Collection[str] = ()) -> Cell:
    """Return a day with its month or year, where it wants one and that is told; any other cell as it is."""
    in_words = _DAY_AND_MONTH.fullmatch(cell.text)
    if in_words and told.isdigit() and days.month(in_words[1].casefold()):
        return Cell(f"{cell.text} {told}")
    plain = cell.text in numbers or (_WEEKDAY_AND_NUMBER.fullmatch(cell.text) and not told.isdigit())
    part = _PART.fullmatch(f"{cell.text}." if plain else cell.text)
    month = _SOME_MONTH.fullmatch(told)
    if part and part[2] and month and int(days.month(month[1].casefold()) or 0) == int(part[2]):
        told = month[2] or ""
    if (
        not part
        or not _is_context(told)
        or bool(part[2]) != told.isdigit()
        or (plain and not _falls_on(cell.text, told))
    ):
        return cell
    return Cell(f"{part[1]}.{part[2]}.{told}" if part[2] else f"{part[1]}. {told}")


def _falls_on(text: str, told: str) -> bool:
    """Whether a number has the weekday before it in a month; where no year is told, that is not known."""
    month = _SOME_MONTH.fullmatch(told)
    if not (month and month[2] and text[:1].isalpha()):
        return True
    day = days.iso_day(month[2], str(days.month(month[1].casefold())), re.sub("[^0-9]", "", text))
    return bool(day) and text[:2].casefold() in _WEEKDAYS[date.fromisoformat(day).weekday()]


def is_month(cell: Cell) -> bool:
    """Whether a cell is a month, which has its last day."""
    return bool(cell.day and _MONTH.fullmatch(cell.text))


def _with_months(grid: Grid) -> Grid:
    """Return a table whose days are months with the last day of each: Jan 24, Feb 24, Mar 24 have a year behind.

    Or all have the year that it is called by. Among whole days, a month is what a sum is called.
    """
    told = year_of(_called(grid))
    found = {text: _MONTH.fullmatch(text) for row in grid.rows for text in (cell.text for cell in row.cells)}
    said = {text: (days.month(one[1].casefold()), one[2] or told) for text, one in found.items() if one}
    said = {text: (month, year) for text, (month, year) in said.items() if month and year}
    months, years = ({one[part] for one in said.values()} for part in (0, 1))
    named = year_of(grid.title)[-2:]  # in a sheet that is called 2024, Jan 15 is a day
    if len(months) < MONTHS or 2 * len(years) > len(said) or named not in {"", *(year[-2:] for year in years)}:
        return grid
    cells = [(at, cell) for row in grid.rows if any(map(amount_of, row.cells)) for at, cell in enumerate(row.cells)]
    whole = {at for at, cell in cells if cell.text not in said and is_day(cell)}
    if any(at in whole for at, cell in cells if cell.text in said):
        return grid
    ends = {text: (2000 + int(year[-2:]), int(month)) for text, (month, year) in said.items()}
    if [*ends.values()] not in (sorted(ends.values()), sorted(ends.values(), reverse=True)):
        return grid
    last = {text: Cell(text, day=date(*end, monthrange(*end)[1]).isoformat()) for text, end in ends.items()}
    return grid._replace(rows=with_cells(grid.rows, last))


@at_heading
def _one_heading(head: Head) -> Iterable[GridRow]:
    """Return rows that have what two say of their columns in one: "Anna" above "€" and "points" is two columns."""
    both = head.row, next(iter(head.below), GridRow(0, ()))
    row, above = both if _units_only(both[0]) else both[::-1]  # units stand below the names, or above several
    below = [row.at(at).text for at in range(max(len(one.cells) for one in both))]
    over = _spread([above.at(at).text for at in range(len(below))])
    below = _spread(below) if row is both[0] else below
    said = [cell.text for cell in above.cells if cell.text and not cell.day and amount_of(cell) is None]
    told = {text for text, name in zip(below, over, strict=True) if text and name}
    if any(map(is_day, above.cells)):
        return ()
    own = {word for word in told if _of_somebody(word)}
    alone = all(below.count(word) == 1 and amount_of(Cell(word)) is None for word in told - own)
    if not (own and alone):  # "zahlt" below "Bier" is another column
        own = _word_that_adds_up(below, over, head.below[1:])
    if len(said) > 1 and own and (len(told) < sum(map(bool, below)) or _units_only(row)):
        heads = []
        for at, word in enumerate(below):
            more = f" {word}" if word_key(word) in headings.TOTAL_WORDS | headings.SIDES else ""
            more = f" ({word.strip('()[]')})" if cells.unit_in(word) else more
            whose = over[at] + more if word in own or word_key(word) in headings.TOTAL_WORDS else "Nr"
            alone = not over[at] or (below.count(word) == 1 and not _of_somebody(word))
            whose = word if alone else whose
            heads.append(whose if word else above.at(at).text)
    elif _names_below(above, row) or (len(said) > 1 and all(map(headings.unit_said, said))):
        units = [f" ({unit})" if (unit := headings.unit_said(said)) else "" for said in over]  # said of all below
        heads = [word + units[at] if word else over[at] for at, word in enumerate(below)]
    elif _goes_on(above, row):
        whole = [f"{cell.text} {below[at]}".strip() for at, cell in enumerate(above.cells)]
        heads = [heading.replace("- ", "") for heading in whole]
    else:
        return ()
    below_it = (one for one in head.below[1:] if one.cells not in (above.cells, row.cells))  # on each page
    return (*head.above, row.put(map(Cell, heads)), *below_it)


def _spread(words: Sequence[str]) -> list[str]:
    """Return words, each of which stands above empty places behind it as well."""
    last = ""
    return [last := word or last for word in words]


def _units_only(row: GridRow) -> bool:
    """Whether a row has units and no more, each below a heading; one word that begins a row is a title."""
    said = [place for place, cell in enumerate(row.cells) if cell.text]
    return said > [0] and all(cells.unit_in(row.cells[place].text) for place in said)


def _word_that_adds_up(below: Sequence[str], over: Sequence[str], rows: Sequence[GridRow]) -> set[str]:
    """Return the one word, there again and again below names, whose columns are zero in sum in every row."""
    words = {at: word for at, word in enumerate(below) if word and amount_of(Cell(word)) is None}
    words = {at: word for at, word in words.items() if not over[at] or over.count(over[at]) > 1}  # others have one
    often = [word for word, count in Counter(words.values()).items() if count >= MANY]
    own = {word for word in often if word_key(word) not in headings.TOTAL_WORDS}
    if len(often) < MANY or len(own) == 1:
        return own if len(often) == MANY else set()
    places = {word: [at for at, other in words.items() if other == word] for word in often}
    return {*proven({word: [[amounts_in(one, own)] for one in rows] for word, own in places.items()})}


def _names_below(above: GridRow, row: GridRow) -> bool:
    """Whether a row below headings has the names of one that stands above several columns, such as Spieler."""
    names = {at for at, cell in enumerate(row.cells) if cell.text}
    days = {at for at, cell in enumerate(above.cells) if role_of(cell.text) == Role.DAY}
    plain = not any(amount_of(cell) or is_day(cell) for cell in row.cells)
    return bool(days - names) and plain and len(names) > 1 and any(not above.at(at).text for at in names)


def _goes_on(above: GridRow, row: GridRow) -> bool:
    """Whether a row has the rest of some headings of the one above: "Bürger-" above "meister", "Onkel" "Heini"."""
    rest = {at: cell for at, cell in enumerate(row.cells) if cell.text}
    over = {at: cell for at, cell in enumerate(above.cells) if cell.text}
    names = all(cell.text.isalpha() and not (role_of(cell.text) or _of_somebody(cell.text)) for cell in rest.values())
    parted = any(over[at].text.endswith("-") for at in rest if at in over)
    return names and parted and 0 not in rest and {*rest} < {*over}  # without the hyphen they may say anything


def _of_somebody(word: str) -> bool:
    """Whether a word below a name says what of that person's a column has."""
    key = word_key(word)
    own = headings.AMOUNTS | headings.TOTAL_WORDS | headings.SIDES
    return bool(cells.unit_in(word)) or key in own or role_of(key) in (Role.DAY, Role.TOTAL)


# -- a table, whichever way it lies --


def upright(grid: Grid, people: Mapping[str, str], mark: str) -> Grid:
    """Return a table with a row a day and a column a person; raise SessionFileError where it can be two.

    `people` is what was said of headings, `mark` of what parts decimals.
    """
    grid = _shared(_asked_of_each(_of_accounts(grid)), mark)
    for step in (_by_person, _turned, _unfolded, _of_days):
        grid = step(grid)
    return _a_row_a_day(grid, people)


def _of_accounts(grid: Grid) -> Grid:
    """Return a table with a row a person and day of one that has each one's account below their name."""
    own = headings.AMOUNTS | headings.SIDES | headings.STANDING_WORDS
    heads = [at for at, row in enumerate(grid.rows) if at and role_of(row.at(0).text) == Role.DAY]
    same = len({grid.rows[at].cells for at in heads}) == 1
    names = [[cell for cell in grid.rows[at - 1].cells if cell.text][-1:] for at in heads]
    if not same or not all(names) or len({cell.text for (cell,) in names}) < max(len(heads), ROUNDS):
        return grid
    header, made = grid.rows[heads[0]], list[GridRow]()
    keys = [word_key(bare(cell.text)) for cell in header.cells]
    told = [at for at, key in enumerate(keys) if key not in headings.STANDING_WORDS] or [*range(len(keys))]
    for (name,), begin, end in zip(names, heads, [*(at - 1 for at in heads[1:]), len(grid.rows)], strict=True):
        for row in grid.rows[begin + 1 : end]:
            has = {key for key, cell in zip(keys, row.cells, strict=False) if amount_of(cell)}
            if not has <= own.keys():
                return grid
            if has - headings.STANDING_WORDS.keys():  # else it says where somebody stood
                made.append(row.put((name, *(row.at(at) for at in told))))
    return grid._replace(rows=(*grid.rows[: heads[0] - 1], header.put((_NAME, *(header.at(at) for at in told))), *made))


def of_people(sheets: Sequence[Grid], where: str) -> list[Grid]:
    """Return the sheets of a workbook; those that are each called by a person and have their account are one table."""
    tables = [(one.title, [*dropwhile(lambda row: len(row.said) < MANY, one.rows)]) for one in sheets]
    heads = Counter(rows[0].cells for _title, rows in tables if rows)
    own = {title: rows for title, rows in tables if rows and heads[rows[0].cells] > MANY and _may_be_person(title)}
    together, last = list[GridRow](), 0
    for name, rows in own.items():  # a row's number is its own
        together += (GridRow(last, (Cell(name),)), *(row._replace(number=last + row.number) for row in rows))
        last = together[-1].number
    below = _("{path}, its sheets below one another", path=where)
    joined = sheets[0]._replace(title="", where=below, rows=tuple(together))
    made = _of_accounts(joined)
    return [*sheets] if made is joined else [made, *(one for one in sheets if one.title not in own)]


@at_heading
def _asked_of_each(head: Head) -> Iterable[GridRow]:
    """Return rows below names where a form asks the same of each: "Gewinn in € [Anna]"."""
    said = {at: found for at, cell in enumerate(head.row.cells) if (found := _OF_EACH.fullmatch(cell.text))}
    question = next((found[1] for found in said.values()), "")
    pays = headings.who_pays(question) is not None and headings.key_of(question) not in headings.AMOUNTS
    if len(said) < ROUNDS or {found[1] for found in said.values()} != {question} or pays:
        return ()
    unit = headings.unit_said(question)
    names = {at: f"{found[2]} ({unit})" if unit else found[2] for at, found in said.items()}
    return (*head.above, head.row.put((Cell(question),)), head.called(names), *head.below)


@at_heading
def _shared(head: Head, mark: str) -> Iterable[GridRow]:
    """Return rows of bills with a column a person: whoever paid one has it, whoever it was for owes a share."""
    payer, of, shares = map(head.of, _BILL)
    amount = head.of(headings.AMOUNTS)[:1]
    owing = dict(_whose(head.row, headings.OWED_WORDS))
    if not (len(payer) == len(amount) == 1 and (len(of) == 1 or len(owing) >= ROUNDS)):
        return ()
    below = [row for row in head.below if len(row.cells) > payer[0]]  # others are of another table
    texts = {at: cell.text for at, cell in enumerate(head.row.cells)}
    rest = [at for at in texts if at not in (*payer, *of, *shares, *amount, *owing.values())]
    rest = [at for at in rest if role_of(bare(texts[at])) or not any(amounts_in(row, [at]) for row in below)]
    mark = mark or only_mark(amount_of(cell) for row in below for cell in row.cells)
    with_marks = any(";" in row.at(at).text for row in below for at in (*payer, *of))
    parted = ";" if with_marks else "[,&+/]| und | and "  # then "Huber, Anna" is one
    everybody = [*dict.fromkeys(name for row in below for at in (*payer, *of) for name in _people(row, at, (), parted))]
    bills = []
    for row in below:
        share = partial(_of_bill, row, mark=mark, everybody=everybody, parted=parted, where=head.grid.where)
        owed = [one for at in of for one in share(at, (shares or amount)[0])]
        owed += [(name, one) for name, at in owing.items() if (one := amount_of(row.at(at)))]
        bills.append([*share(payer[0], amount[0]), *((name, one._replace(value=-one.value)) for name, one in owed)])
    names = dict.fromkeys(name for bill in bills for name, _has in bill)
    rows = [head.row.put((*(head.row.cells[at] for at in rest), *map(Cell, names)))]
    for row, bill in zip(below, bills, strict=True):
        has = {who: sum(one.value for name, one in bill if name == who) for who in names if who in dict(bill)}
        unit = next((one.unit for _name, one in bill if one.unit), headings.unit_said(texts[amount[0]]))
        cells = (Cell(f"{has[name]}", Decimal(has[name]), unit=unit) if name in has else EMPTY for name in names)
        rows.append(row.put((*(row.at(at) for at in rest), *cells)))
    return (*(row for row in head.above if len(row.cells) == 1), *rows)


def only_mark(amounts: Iterable[Amount | None]) -> str:
    """Return the one mark that surely parts decimals; "" where there is none, or two."""
    marks = {one.mark for one in amounts if one and one.decimal_places}
    return marks.pop() if len(marks) == 1 else ""


def _people(row: GridRow, at: int, everybody: Sequence[str], parted: str) -> list[str]:
    """Return the people of a cell: "Anna;Bene", "Anna und Bene", or all who are named anywhere."""
    text = row.at(at).text
    if word_key(text) in headings.EVERYBODY:
        return [*everybody]
    names = re.split(parted, text)
    return [name.strip() for name in names if name.strip()]


def _of_bill(
    row: GridRow, who: int, has: int, *, mark: str, everybody: Sequence[str], parted: str, where: str
) -> Iterator[tuple[str, Amount]]:
    """Yield the people of a cell with what stands in another for each, or for all together; SessionFileError."""
    names, cell = _people(row, who, everybody, parted), row.at(has)
    said = [cell] if amount_of(cell) else [Cell(part.strip()) for part in cell.text.split(";")]
    amounts = [amount_of(one) or (Amount(Decimal(0)) if cells.nothing_in(one) else None) for one in said]
    share = len(names) if len(amounts) == 1 else 1
    found = [one._replace(value=likely(one, mark) / share) for one in amounts if one]
    if names and (unclear := next((one for one in amounts if one and cells.meant(one, mark) is None), None)):
        raise SessionFileError(Problem(which_mark(unclear, shown(cell.text)), where, row.number))
    if names and (len(found) * share != len(names) or re.search(r"\b(?:au(?:ß|ss)er|ohne|except|without)\b", names[0])):
        said_so = ", ".join(filter(None, (row.at(who).text, cell.text)))
        message = _('it is not clear who has how much of "{said}": write a row for each', said=shown(said_so))
        raise SessionFileError(Problem(message, where, row.number))
    yield from zip(names, found * share, strict=False)


@at_heading
def _by_person(head: Head) -> Iterable[GridRow]:
    """Return rows with one column a person of two, of what was won and what was lost."""
    sides = headings.WON_WORDS, headings.LOST_WORDS | headings.OWED_WORDS
    won, lost = (dict(_whose(head.row, side)) for side in sides)
    if len(won) < ROUNDS or won.keys() != lost.keys():
        return ()
    rows = [head.called({at: name for name, at in won.items()}), *head.below]
    for name, at in won.items():
        rows = _net(rows, at, lost[name])
    return (*head.above, *rows)


def _whose(header: GridRow, side: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield who won or lost what a column has, as its heading says: "Anna Gewinn", "Paid by Anna"."""
    for at, cell in enumerate(header.cells):
        words = cell.text.split()
        for end in range(1, len(words)):
            both = " ".join(words[:end]), " ".join(words[end:])
            yield from ((name, at) for name, said in (both, both[::-1]) if word_key(said) in side)


def is_day(cell: Cell) -> bool:
    """Whether a cell is a day, and no amount that looks like one; of any year, where it says none, or two digits."""
    found = None if amount_of(cell) else cells.day_of(cell, "2000", "", cells.LATE)
    return bool(found and not found.wrong)


def _turned(grid: Grid) -> Grid:
    """Return a table whose days stand side by side with its rows and columns changed."""
    dated: Callable[[Cell], bool] = is_day

    def days(row: GridRow) -> int:
        return sum(map(dated, row.cells))

    head = best_row(grid.rows, days)
    if not any(map(days, grid.rows[head : head + 1])):  # rounds of one evening, or nothing that is across
        dated = _is_round
        head = best_row(grid.rows, lambda row: days(row) * _has_rounds(row))
        if not grid.rows or days(grid.rows[head]) < ROUNDS:
            return grid
    days_across = [cell for cell in grid.rows[head].cells if dated(cell)]
    again = {row for row in grid.rows[head + 1 :] if [cell for cell in row.cells if dated(cell)] == days_across}
    rows = tuple(row for row in grid.rows[head:] if row not in again)
    if head:  # "Gesamt" may stand above, beside the numbers of the evenings
        both = zip_longest(rows[0].cells, grid.rows[head - 1].cells, fillvalue=EMPTY)
        filled = (one if cell == EMPTY and amount_of(one) is None else cell for cell, one in both)
        rows = (rows[0].put(filled), *rows[1:])
    if any(days(row) >= days(rows[0]) for row in rows[1:]):
        return grid
    first = next(place for place, cell in enumerate(rows[0].cells) if dated(cell))
    called = [_named(cell) for cell in rows[0].cells[:first]]
    if not first or (days(rows[0]) == 1 and not any(called)):
        return grid
    names = called.index(True) if any(called) else first - 1
    width = max(len(row.cells) for row in rows)
    carried = [place for place in range(first) if kind_of(rows[0].cells[place].text) == headings.CARRIED]
    places = names, *carried, *range(first, width)
    columns = [GridRow(place + 1).put(row.at(place) for row in rows) for place in places]
    said = columns[0].cells[1:]  # and above the days that stand there now nothing
    if 2 * sum(bool(_NUMBERED.match(cell.text)) for cell in said) > sum(bool(cell.text) for cell in said):
        said = tuple(Cell(_NUMBERED.sub("", cell.text)) for cell in said)
    columns[0] = columns[0].put((EMPTY, *said))
    where = _("{path}, column", path=grid.where)  # and behind it the number
    titles = [row for row in grid.rows[:head] if len(amounts_in(row)) < ROUNDS]
    return grid._replace(rows=(*titles, *columns), where=where)


def _is_round(cell: Cell) -> bool:
    return headings.numbered(cell.text)


def _has_rounds(row: GridRow) -> bool:
    """Whether a row has numbers of rounds and no other, the first one first, behind a heading of names."""
    numbers = [int(re.sub("[^0-9]", "", cell.text)) for cell in row.cells if _is_round(cell)]
    own = len(numbers) >= sum(amount_of(cell) is not None for cell in row.cells) and numbers == sorted({*numbers})
    return own and (row.at(0) == EMPTY or any(map(_named, row.cells)))


def _named(cell: Cell) -> bool:
    key = word_key(cell.text)
    return key in headings.NAMES or role_of(key) in (Role.DECLARER, Role.PARTNER)


@at_heading
def _unfolded(head: Head) -> Iterable[GridRow]:
    """Return rows of a day, a person and an amount of those with several people."""
    cells = head.row.cells
    # who lost to whom
    heads = [{word_key(word.strip("()")) for word in cell.text.split()} for cell in cells]
    heads = [said & _TO_OR_FROM or said for said in heads]  # "zahlt an", "von wem"
    pays, gets = ([at for at, said in enumerate(heads) if said & words.keys()] for words in _SIDES)
    keys = [word_key(bare(cell.text)).strip("0123456789 .") for cell in cells]
    pairs = [(at - 1, at) for at, key in enumerate(keys) if at and key in headings.AMOUNTS]
    several = len(pairs) >= ROUNDS and len({keys[has] for _who, has in pairs}) == 1
    if not (several or len(pays) == len(gets) == 1):
        return ()
    below = [row for row in head.below if not is_total(row)]
    several = several and any(amounts_in(row, [has for _who, has in pairs]) for row in below)
    pairs = pairs if several and all(_is_pair(row, *pair) for row in below for pair in pairs) else []
    owed = head.of(headings.AMOUNTS)
    unknown = [at for at, cell in enumerate(cells) if at not in owed and not role_of(bare(cell.text))]
    texts = [*pays, *gets, *unknown]  # who played, and how often somebody won, are amounts
    if len(pays) == len(gets) == 1 and not any(amounts_in(row, texts) for row in below):
        pairs = [(who, at) for at in owed[:1] for who in (pays[0], gets[0])]
    if not pairs:
        return ()
    titled = headings.titles_payments((head.grid.title, *(cell.text for row in head.above for cell in row.cells)))
    rest = [at for at in range(len(cells)) if all(at not in pair for pair in pairs)]
    kinds = [at for at in rest if word_key(cells[at].text) not in headings.HOW_WORDS]
    note, payment = ([Cell(word)] * titled for word in ("Notiz", "Zahlung"))
    rows = [head.row.put((*note, *(cells[at] for at in rest), _NAME, cells[pairs[0][1]]))]
    for row in below:
        paid = titled or any(headings.is_payment(row.at(at).text, ()) for at in kinds)
        for who, has in pairs:  # whoever has paid is owed more
            cell = _below_zero(row.at(has)) if who in (gets if paid else pays) else row.at(has)
            said = (*payment, *(row.at(at) for at in rest), row.at(who), cell)
            rows.append(GridRow(row.number, said))
    return (*head.above, *rows)


def _of_days(grid: Grid) -> Grid:
    """Return a table of days, people and amounts of one with a row a person below each day; any other as it is."""
    made, people, day, note, counts = list[GridRow](), list[str](), EMPTY, EMPTY, False
    days: list[Cell] = []
    for row in grid.rows:
        amounts = [at for at, cell in enumerate(row.cells) if amount_of(cell)]
        if title := _day_in_title(row):
            if title[0] == EMPTY or (days and made and made[-1].cells[0] != days[-1] and len(row.cells) > 1):
                return grid  # what stands there is no evening, or nobody was there
            day, note, counts = title[0], EMPTY if amounts else (*title, EMPTY)[1], True
            days.append(day)
        elif counts and amounts == [1] and not is_total(row):
            said = ", ".join(cell.text for cell in (note, *row.cells[2:]) if cell.text)
            made.append(GridRow(row.number, (day, *row.cells[:2], Cell(said))))
            people.append(row.cells[0].text)
        elif len(amounts) > 1:
            return grid  # a table of another kind
        elif len(row.cells) == 1:
            counts = counts and not is_total(row)  # below it stands what everybody came to
    if len(days) < ROUNDS or not ROUNDS <= len({*people}) <= len(people) // 2 or len(people) < ROUNDS * len(days):
        return grid
    heading = grid.rows[0].at(1) if grid.rows[0].at(1).text else Cell("Betrag")
    header = GridRow(0, (Cell("Datum"), _NAME, heading, Cell("Notiz")))
    return grid._replace(rows=(header, *made))


def _day_in_title(row: GridRow) -> tuple[Cell, ...]:
    """Return the day of a row without amounts but for a total behind it, with the cells behind it.

    Where a word before it is none of evenings, nothing stands there for the day.
    """
    days = [at for at, cell in enumerate(row.cells) if is_day(cell)]
    if len(days) != 1 or (any(map(amount_of, row.cells)) and (days != [0] or len(row.cells) > 2)):
        return ()
    words = [cell.text for cell in row.cells[: days[0]] if cell.text]
    evening = all(word_key(word) in headings.EVENINGS or headings.numbered(word, *headings.EVENINGS) for word in words)
    return row.cells[days[0] :] if evening else (EMPTY,)


def _is_pair(row: GridRow, who: int, has: int) -> bool:
    name, amount = row.at(who), amount_of(row.at(has))
    return amount_of(name) is None and bool(name.text or not amount)


def is_total(row: GridRow) -> bool:
    """Whether a row calls itself a total: it begins so, or has a word for that alone."""
    whole = (kind_of(cell.text, whole=True) for cell in row.cells if cell.text[:1] > "9")  # it begins with a word
    return kind_of(row.at(0).text) == headings.TOTAL or headings.TOTAL in whole


def _a_row_a_day(grid: Grid, people: Mapping[str, str]) -> Grid:
    """Return a table that has a row for each person and day with one for each day."""
    first = [*enumerate(grid.rows[:HEAD_ROWS])]
    heads = [place for place, row in first if any(map(_named, row.cells))]
    head = (heads or [place for place, row in first if len(row.cells) > 2] or [0])[0]
    header, rows = grid.rows[head], [*grid.rows[head + 1 :]]
    keys = {place: headings.key_of(cell.text) for place, cell in enumerate(header.cells)}
    roles = {place: role_of(key) for place, key in keys.items()}
    read = [(place, amount_of(cell) is not None) for row in rows for place, cell in enumerate(row.cells) if cell.text]
    texts = {place for place, is_amount in read if not is_amount}
    days = [place for place, role in roles.items() if role == Role.DAY]
    days = days or [at for at in roles if 2 * sum(is_day(row.at(at)) for row in rows) > len(rows)]
    days.sort(key=lambda at: roles.get(at) == Role.CLOCK)  # when a form was sent may be another day
    left_out = {place for place, cell in enumerate(header.cells) if _left_out(cell, people)}
    amounts = sorted({place for place, is_amount in read if is_amount} - left_out - {*days})
    names = [place for place, cell in enumerate(header.cells) if _named(cell) and place in texts]
    repeated = days and 2 * len({row.at(days[0]).text for row in rows}) <= len(rows)
    if not names and repeated and len(amounts) == 1:  # one that is called otherwise, beside a day and an amount
        names = [place for place in texts - {*days, *amounts} if not roles.get(place, "?")]
    amounts = [place for place in amounts if place not in names]
    won, lost = ([at for at in amounts if keys.get(at) in side] for side in (headings.WON_WORDS, headings.LOST_WORDS))
    if len(won) == len(lost) == 1:
        rows, amounts = _net(rows, won[0], lost[0]), [place for place in amounts if place not in lost]
    amounts, even = _zero_in_sum(rows, amounts, days)
    own = [place for place in amounts if keys.get(place) not in headings.STANDING_WORDS]
    amounts = own or amounts  # where everybody stood beside it is no second amount
    likely = [place for place in amounts if keys.get(place) in headings.AMOUNTS]
    if len(names) != 1 or not amounts or (not even and any(roles.get(place) == Role.GAME for place in texts)):
        return grid
    units = {cells.unit_in(header.at(place).text) for place in likely}
    several = len(units) == len(likely) > 1 and "" not in units  # such as points and euros
    if len(amounts) > 1 and len(likely) != 1 and not several:
        sound = [one for row in rows if any(one := amounts_in(row, amounts)) and not sum(one)]
        alone = word_key(header.cells[names[0]].text) in headings.NAMES or not sound
        if not likely and not (days and repeated and alone):
            return grid  # who played, beside a column of each person; or what became of everybody
        heading = shown(header.at(amounts[-1]).text)
        raise SessionFileError(Problem(_t(ONE_COLUMN, heading=heading), grid.where, header.number))
    places = names[0], likely or amounts[:1], days[:1]
    return grid._replace(rows=(*grid.rows[:head], *_by_day(grid, header, rows, places)))


def _zero_in_sum(rows: Sequence[GridRow], amounts: list[int], days: Sequence[int]) -> tuple[list[int], bool]:
    """Return the one column of several that adds up to zero on each day: it has what was won; else all of them."""
    day, of_days = "", dict[str, list[GridRow]]()
    for row in rows:
        day = row.at(days[0]).text or day if days else ""
        of_days.setdefault(day, []).append(row)
    read = {place: [[amounts_in(row, [place]) for row in of_it] for of_it in of_days.values()] for place in amounts}
    found = (proven(read) if len(of_days) > 1 else []) or amounts
    return found, len(of_days) > 1 and len(found) == 1 and not any(sum(map(sum, of_it)) for of_it in read[found[0]])


def proven(read: Mapping[_Key, Sequence[Sequence[Sequence[Decimal]]]]) -> list[_Key]:
    """Return the one of several whose amounts are zero in sum each time, as those of a game are; [] for any other."""
    read = {key: times for key, times in read.items() if any(any(one) for of_it in times for one in of_it)}
    found = [key for key, times in read.items() if not any(sum(map(sum, of_it)) for of_it in times)]
    return found if len(found) == 1 < len(read) else []


def _net(rows: Sequence[GridRow], won: int, lost: int) -> list[GridRow]:
    """Return rows with what was lost taken from what was won, in whose column it stands then."""
    made = []
    for row in rows:
        plus, minus = (amount_of(row.at(place)) for place in (won, lost))
        cells = [*row.cells, *[EMPTY] * (won + lost)]
        if minus and minus.value:
            net = (plus.value if plus else 0) - abs(minus.value)
            cells[won] = Cell(f"{net}", net, unit=minus.unit) if plus and plus.value else _below_zero(cells[lost])
        cells[lost] = EMPTY
        made.append(row.put(cells))
    return made


def _below_zero(cell: Cell) -> Cell:
    amount = amount_of(cell)
    if amount is None or amount.value < 0:
        return cell
    return cell._replace(text=f"-{cell.text}", number=None if cell.number is None else -cell.number)


def _left_out(heading: Cell, people: Mapping[str, str]) -> bool:
    key = word_key(heading.text)
    said = name_key(one_name(heading.text)) in {name_key(name) for name, who in people.items() if who == "-"}
    return said or (role_of(key) in (Role.UNREAD, Role.YEAR) and key not in headings.AMOUNTS)


def _by_day(
    grid: Grid, header: GridRow, rows: Sequence[GridRow], places: tuple[int, Sequence[int], Sequence[int]]
) -> list[GridRow]:
    """Return rows of a day each, below their header; one who is there again begins a new row of the day."""
    names, amounts, days = places
    numbers = {place for row in rows for place, cell in enumerate(row.cells) if amount_of(cell) is not None}
    others = [place for place in range(len(header.cells)) if place not in (names, *days) and place not in numbers]
    made, last, people = list[tuple[int, dict[object, Cell]]](), dict[str, dict[object, Cell]](), dict[str, str]()
    day = EMPTY
    for row in rows:
        day = row.at(days[0]) if days and row.at(days[0]) != EMPTY else day
        who = row.at(names).text or (day.text if kind_of(day.text) else "")
        key, line = name_key(one_name(who)), last.get(day.text)
        if not who:
            if any(row.at(place) != EMPTY for place in amounts):
                raise SessionFileError(Problem(_("there is no name beside this amount"), grid.where, row.number))
            continue
        if line is None or (key, amounts[0]) in line:
            line = last[day.text] = {0: day}
            made.append((row.number, line))
        people.setdefault(key, who)
        line |= {(key, place): row.at(place) for place in amounts}
        line |= {at + 1: cell for at in others if at + 1 not in line and (cell := row.at(at)) != EMPTY}
    owns = [(key, place) for key in people for place in amounts]
    said = {place: headings.unit_said(header.at(place).text) for place in amounts}
    units = {place: f" ({unit})" for place, unit in said.items() if unit}
    heads = [Cell(people[key] + units.get(place, "")) for key, place in owns]
    title = GridRow(header.number, (header.at(amounts[0]),))  # what amounts are called says what they are
    first = header.at(days[0]) if days else EMPTY
    header = header.put((first, *heads, *(header.cells[place] for place in others)))
    keys = (0, *owns, *(place + 1 for place in others))
    return [title, header, *(GridRow(at).put(line.get(key, EMPTY) for key in keys) for at, line in made)]
