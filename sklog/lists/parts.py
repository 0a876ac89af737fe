"""A sheet as people keep it -> its tables, each with one row of headings and whole days.

    parts_of  Grid -> Grids: a table for each evening, where they lie beside or below one another; else itself

Some things are said once for several cells: a month above its days, a person above points and euros, a year between
rows. Each cell gets what is said for it, so that what reads it later needs to look nowhere else.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from datetime import date
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from sklog.language import _
from sklog.lists import limits
from sklog.lists.cells import EMPTY, WEEKDAY, Cell, GridRow, amount_of, day_of, letter, text_cell, trimmed, unit_in
from sklog.lists.headings import AMOUNTS, SIDES, TOTAL_WORDS, Role, role_of, unit_said, word_key
from sklog.lists.shapes import HEAD_ROWS, amounts_in, cell_at, is_day, proven, season_of, with_cells, year_of
from sklog.scoring import days
from sklog.scoring.games import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sklog.lists.cells import Grid

MANY = 2
MOST_DAYS, MONTHS, MOST_BACK = 31, 3, 5
"""So many different ones with the same number behind them are months with their year."""
_MONTH = re.compile(r"([^\W\d]{3,})\.?(?: '?((?:20)?[0-9]{2}))?")
_LEGEND = re.compile(
    r"(?<!\w)([^\W\d]{1,4})\.? *(?:=|[:–-](?= *\1))[ *]*"
    r"([^\W\d](?:[^\W_]|[ .'’-](?=\w)){0,60}\.?)(?= *(?:[,;/|)(*]|$)|\. )",
    re.IGNORECASE,
)
_MONTH_WORDS, _DAY_WORDS = ("monat", "month"), ("tag", "day")
_GAMES = {"solo", "ruf"}.union(*(name.split("-") for name in BY_NAME))
_PART = re.compile(rf"(?:{WEEKDAY.pattern})?([0-9]{{1,2}})\.(?: ?([0-9]{{1,2}})\.?)?", re.IGNORECASE)
_WEEKDAY_AND_NUMBER = re.compile(rf"(?:{WEEKDAY.pattern})[0-9]{{1,2}}", re.IGNORECASE)
_WEEKDAYS = ("mo",), ("di", "tu"), ("mi", "we"), ("do", "th"), ("fr",), ("sa", "so"), ("so", "su")
_MONTH_IN_NUMBERS = re.compile(r"^(?:(20[0-9]{2})[-./_ ])?([0-9]{1,2})(?:[-./_ ](20[0-9]{2}))?$")
_SOME_YEAR = re.compile(r"(?:[0-9]{1,2}\.)?(?:19|20)[0-9]{2}")
_SOME_MONTH = re.compile(r"([^\W\d]{3,})\.?(?: ((?:19|20)[0-9]{2}))?")


def parts_of(grid: Grid, today: date, told: Mapping[str, str]) -> list[Grid]:
    """Return the tables of a sheet that has one for each evening or year, beside or below one another; else itself.

    `told` is what the sheets of its workbook say of what is short.
    """
    first = min((at for row in grid.rows for at, cell in enumerate(row.cells) if cell != EMPTY), default=0)
    if first:
        rows = tuple(row._replace(cells=row.cells[first:]) for row in grid.rows)
        grid = grid._replace(rows=rows, where=_("{path}, from column {letter}", path=grid.where, letter=letter(first)))
    whole = _with_whole_days(_with_years(_with_names(grid, told), today))
    return [_one_heading(_with_months(one)) for one in _below(whole) or _beside(whole) or [whole]]


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
    names = {short: text_cell(name) for short, name in {**told, **explained([grid])}.items() if name}
    said = {short: cell for short, cell in names.items() if short in known and not role_of(short)}
    said |= {f"{short}.": cell for short, cell in said.items()}
    return grid._replace(rows=with_cells(grid.rows, said)) if len(said) > MANY else grid


def _may_be_name(text: str) -> bool:
    """Whether what is short may be somebody: no game, and no place such as "beim Wirt"."""
    return not (text[:1].islower() or word_key(text) in _GAMES)


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
    heads = [(at, _named_columns(row)) for (at, row), below in pairwise(rows.items()) if len(amounts_in(below[1])) > 1]
    places = [at for at, said in heads if len(said) > 2 and role_of(next(iter(said.values())).text) == Role.DAY]
    return places if len({grid.rows[at].cells for at in places}) > 1 else []


def _continued(grid: Grid) -> list[int]:
    """Return where tables of people and days across begin below one another: the same people, and later days."""
    heads = [
        place for place, row in enumerate(grid.rows) if sum(map(is_day, row.cells)) > 1 and not is_day(row.cells[0])
    ]
    parts = [grid.rows[a + 1 : b] for a, b in pairwise([*heads, len(grid.rows)])]
    people = [{cell_at(row, 0).text for row in part if amount_of(cell_at(row, 1))} for part in parts]
    later = len({grid.rows[place].cells[1:] for place in heads}) == len(heads) > 1  # else they are standings
    return heads if later and all(len(one & other) > 1 for one, other in pairwise(people)) else []


def _titles(rows: Sequence[GridRow]) -> list[GridRow]:
    """Return the rows of one text each: what they say is said of every table below them."""
    return [row for row in rows if sum(bool(cell.text) for cell in row.cells) == 1]


def _without(row: GridRow, label: Cell) -> GridRow:
    """Return a row of headings with another one instead of a day."""
    return row._replace(cells=tuple(text_cell("Nr") if cell == label != EMPTY else cell for cell in row.cells))


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
            cells = (trimmed((*one.cells[: bounds[0][0]], *one.cells[start:end])) for one in grid.rows[place + 1 :])
            rows = map(GridRow, (one.number for one in grid.rows[place + 1 :]), cells)
            where = _("{path}, from column {letter}", path=grid.where, letter=letter(start))
            found.append(grid._replace(title=above[start].text, where=where, rows=(*_titles(grid.rows[:place]), *rows)))
        return found
    return []


# -- days of which a part is said above them ------------------------------------------------------------


def _with_whole_days(grid: Grid) -> Grid:
    """Return a table whose days have the month or the year that stands above them, beside them, or as the title."""
    rows = list(grid.rows)
    for place, (above, row) in enumerate(pairwise(rows[:HEAD_ROWS])):
        told, made, days_ = "", [], {cell.text for cell in row.cells if cell.text}
        numbers = days_ if all(text.isdigit() and 0 < int(text) <= MOST_DAYS for text in days_) else ()
        for at, cell in enumerate(row.cells):
            told = cell_at(above, at).text or told
            made.append(_whole(cell, told, numbers))
        same = [cell for one, cell in zip(made, row.cells, strict=True) if one == cell]
        if len(row.cells) - len(same) > 1 and not any(map(amount_of, same)):  # else they are places in a ranking
            only = all(_is_context(cell.text) for cell in above.cells if cell.text)  # years look like amounts
            rows[place : place + 2] = [above, row._replace(cells=tuple(made))][only:]
            return grid._replace(rows=tuple(rows))
    rows = _with_months_beside(rows)
    told, numbers = _MONTH_IN_NUMBERS.sub(r"\2.\1\3", grid.title), _numbers_of_days(grid)
    for place, row in enumerate(rows):
        said = [re.sub(r"^[# ]+|\s*\([^()0-9]*\)$", "", cell.text) for cell in row.cells if cell.text]
        if len(said) == 1 and _is_context(said[0]):
            told = said[0]
        elif row.cells and _is_context(row.cells[0].text) and not any(map(amount_of, row.cells[1:])):
            told, rows[place] = said[0], row._replace(cells=(text_cell("Datum"), *row.cells[1:]))
        elif row.cells:
            rows[place] = row._replace(cells=(_whole(row.cells[0], told, numbers), *row.cells[1:]))
    return grid._replace(rows=tuple(rows))


def _with_months_beside(rows: list[GridRow]) -> list[GridRow]:
    """Return rows of which the plain numbers below "Tag" have the month that a column beside them has, or had last."""
    for place, header in enumerate(rows[:HEAD_ROWS]):
        keys = [word_key(cell.text) for cell in header.cells]
        months, days_ = ([at for at, key in enumerate(keys) if key in said] for said in (_MONTH_WORDS, _DAY_WORDS))
        if len(months) == len(days_) == 1:
            month, made = "", []
            for row in rows[place + 1 :]:
                month = cell_at(row, months[0]).text or month
                day = f"{cell_at(row, days_[0]).text.rstrip('.')}."
                told = {days_[0]: text_cell(f"{day} {month}"), months[0]: EMPTY}
                told = told if _is_context(month) and _PART.fullmatch(day) else {}
                made.append(row._replace(cells=tuple(told.get(at, cell) for at, cell in enumerate(row.cells))))
            return [*rows[: place + 1], *made]
    return rows


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
    read = {text: day_of(cell, "2000", "", today) for text, cell in texts.items() if is_day(cell)}
    whole = {text for text, one in read.items() if one == day_of(texts[text], "", "", today)}
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
    return text_cell(f"{part[1]}.{part[2]}.{told}" if part[2] else f"{part[1]}. {told}")


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


def _one_heading(grid: Grid) -> Grid:
    """Return a table that has what two rows say of its columns in one: "Anna" above "€" and "points" is two columns."""
    for place, both in enumerate(pairwise(grid.rows[:HEAD_ROWS])):
        row, above = both if _units_only(both[0]) else both[::-1]  # units stand below the names, or above several
        below = [cell_at(row, at).text for at in range(max(len(one.cells) for one in both))]
        over = _spread([cell_at(above, at).text for at in range(len(below))])
        below = _spread(below) if row is both[0] else below
        said = [cell.text for cell in above.cells if cell.text and not cell.day and amount_of(cell) is None]
        told = {text for text, name in zip(below, over, strict=True) if text and name}
        if any(map(is_day, above.cells)):
            continue
        own = {word for word in told if _of_somebody(word)}
        alone = all(below.count(word) == 1 and amount_of(text_cell(word)) is None for word in told - own)
        if not (own and alone):  # "zahlt" below "Bier" is another column
            own = _word_that_adds_up(below, over, grid.rows[place + 2 :])
        if len(said) > 1 and own and (len(told) < sum(map(bool, below)) or _units_only(row)):
            heads = []
            for at, word in enumerate(below):
                more = f" {word}" if word_key(word) in TOTAL_WORDS | SIDES else ""
                more = f" ({word.strip('()[]')})" if unit_in(word) else more
                whose = over[at] + more if word in own or word_key(word) in TOTAL_WORDS else "Nr"
                whose = word if below.count(word) == 1 and not _of_somebody(word) else whose
                heads.append(text_cell(whose if word else cell_at(above, at).text))
        elif _names_below(above, row) or (len(said) > 1 and all(map(unit_said, said))):
            units = [f" ({unit})" if (unit := unit_said(said)) else "" for said in over]  # said of all below
            heads = [text_cell(word + units[at] if word else over[at]) for at, word in enumerate(below)]
        elif _goes_on(above, row):
            whole = [f"{cell.text} {below[at]}".strip() for at, cell in enumerate(above.cells)]
            heads = [text_cell(heading.replace("- ", "")) for heading in whole]
        else:
            continue
        below_it = (one for one in grid.rows[place + 2 :] if one.cells not in (above.cells, row.cells))  # on each page
        return grid._replace(rows=(*grid.rows[:place], row._replace(cells=tuple(heads)), *below_it))
    return grid


def _spread(words: Sequence[str]) -> list[str]:
    """Return words, each of which stands above empty places behind it as well."""
    last = ""
    return [last := word or last for word in words]


def _units_only(row: GridRow) -> bool:
    """Whether a row has units and no more, each below a heading; one word that begins a row is a title."""
    said = [place for place, cell in enumerate(row.cells) if cell.text]
    return said > [0] and all(unit_in(row.cells[place].text) for place in said)


def _word_that_adds_up(below: Sequence[str], over: Sequence[str], rows: Sequence[GridRow]) -> set[str]:
    """Return the one word, there again and again below names, whose columns are zero in sum in every row."""
    words = {at: word for at, word in enumerate(below) if word and amount_of(text_cell(word)) is None}
    words = {at: word for at, word in words.items() if not over[at] or over.count(over[at]) > 1}  # others have one
    often = [word for word, count in Counter(words.values()).items() if count >= MANY]
    own = {word for word in often if word_key(word) not in TOTAL_WORDS}
    if len(often) < MANY or len(own) == 1:
        return own if len(often) == MANY else set()
    places = {word: [at for at, other in words.items() if other == word] for word in often}
    return {*proven({word: [[amounts_in(one, own)] for one in rows] for word, own in places.items()})}


def _names_below(above: GridRow, row: GridRow) -> bool:
    """Whether a row below headings has the names of one that stands above several columns, such as Spieler."""
    names = {at for at, cell in enumerate(row.cells) if cell.text}
    days = {at for at, cell in enumerate(above.cells) if role_of(cell.text) == Role.DAY}
    plain = not any(amount_of(cell) or is_day(cell) for cell in row.cells)
    return bool(days - names) and plain and len(names) > 1 and any(not cell_at(above, at).text for at in names)


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
    return bool(unit_in(word)) or key in AMOUNTS | TOTAL_WORDS | SIDES or role_of(key) in (Role.DAY, Role.TOTAL)
