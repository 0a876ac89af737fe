"""A table as people keep it -> the same with a row a day and a column a person, whichever way it lay.

    upright   Grid -> Grid: people down and days across are turned around, and a row a person and day is one a day

What a cell says is not touched, so a sentence about it still shows it as it stands in the file.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial
from itertools import starmap, zip_longest
from typing import TYPE_CHECKING, Any, TypeVar

from sklog.errors import Problem, SessionFileError
from sklog.language import N_, _, _or, _t
from sklog.lists import cells, headings
from sklog.lists.cells import EMPTY, Amount, Cell, GridRow, amount_of, day_of, likely, nothing_in, text_cell, trimmed
from sklog.lists.headings import Role, bare, kind_of, role_of, word_key
from sklog.lists.words import words_of
from sklog.scoring.canonical import shown
from sklog.scoring.names import name_key, one_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.lists.cells import Grid

ONE_COLUMN = N_(
    'this has a row for each person and several columns of amounts: leave out all but one¦, with --as "{heading}=-"'
)
_NAME = text_cell("Name")
_OF_EACH = re.compile(r"([^\[\]]+?) *\[([^\[\]]+)\]")
_NUMBERED = re.compile(r"[0-9]{1,2}[.)] ?(?=[^\W\d])")
_SIDES = words_of("GIVES"), headings.WINNERS
_TO_OR_FROM = {"von", "from", "an", "to"}
_BILL = words_of("PAID_BY"), words_of("FOR"), words_of("SHARES")
_ALL = words_of("EVERYBODY")
_Key = TypeVar("_Key")
ROUNDS = 2
HEAD_ROWS = 40  # among so many rows a heading is looked for
YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_TWO_YEARS = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})\s*(?:[-–/]|auf|bis|to|until)\s*(?:(?:[0-9. ]*[^\W\d]{3,}\.? |[0-9. ]*)(?:19|20))?"
    r"([0-9]{2})(?![0-9])"
)


def cell_at(row: GridRow, place: int) -> Cell:
    """Return a cell of a row; an empty one where the row ends before it."""
    return row.cells[place] if place < len(row.cells) else EMPTY


def with_cells(rows: Iterable[GridRow], said: Mapping[str, Cell], at: int | None = None) -> tuple[GridRow, ...]:
    """Return rows with other cells for those that have these texts, in one column or in all."""

    def told(place: int, cell: Cell) -> Cell:
        return said.get(cell.text, cell) if at in (None, place) else cell

    return tuple(row._replace(cells=tuple(starmap(told, enumerate(row.cells)))) for row in rows)


def amounts_in(row: GridRow, places: Iterable[int] | None = None) -> list[Decimal]:
    """Return the amounts of a row, or those at these places."""
    here = row.cells if places is None else (cell_at(row, place) for place in places)
    return [likely(amount, "") for cell in here if (amount := amount_of(cell))]


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
    heads = [at for at, row in enumerate(grid.rows) if at and role_of(cell_at(row, 0).text) == Role.DAY]
    same = len({grid.rows[at].cells for at in heads}) == 1
    names = [[cell for cell in grid.rows[at - 1].cells if cell.text][-1:] for at in heads]
    if not same or not all(names) or len({cell.text for (cell,) in names}) < max(len(heads), ROUNDS):
        return grid
    header, made = grid.rows[heads[0]], list[GridRow]()
    keys = [word_key(bare(cell.text)) for cell in header.cells]
    for (name,), begin, end in zip(names, heads, [*(at - 1 for at in heads[1:]), len(grid.rows)], strict=True):
        for row in grid.rows[begin + 1 : end]:
            has = {key for key, cell in zip(keys, row.cells, strict=False) if amount_of(cell)}
            if not has <= own.keys():
                return grid
            if has - headings.STANDING_WORDS.keys():  # else it says where somebody stood
                made.append(row._replace(cells=(name, *row.cells)))
    return grid._replace(rows=(*grid.rows[: heads[0] - 1], header._replace(cells=(_NAME, *header.cells)), *made))


def _asked_of_each(grid: Grid) -> Grid:
    """Return a table whose headings are names where a form asks the same of each: "Gewinn in € [Anna]"."""
    for place, header in enumerate(grid.rows[:HEAD_ROWS]):
        said = {at: found for at, cell in enumerate(header.cells) if (found := _OF_EACH.fullmatch(cell.text))}
        question = next((found[1] for found in said.values()), "")
        pays = headings.who_pays(question) is not None and headings.key_of(question) not in headings.AMOUNTS
        if len(said) >= ROUNDS and {found[1] for found in said.values()} == {question} and not pays:
            unit = headings.unit_said(question)
            names = {at: text_cell(f"{found[2]} ({unit})" if unit else found[2]) for at, found in said.items()}
            cells = tuple(names.get(at, cell) for at, cell in enumerate(header.cells))
            title = header._replace(cells=(text_cell(question),))
            return grid._replace(
                rows=(*grid.rows[:place], title, header._replace(cells=cells), *grid.rows[place + 1 :])
            )
    return grid


def _shared(grid: Grid, mark: str) -> Grid:
    """Return a table of bills with a column a person: whoever paid one has it, whoever it was for owes a share."""
    for place, header in enumerate(grid.rows[:HEAD_ROWS]):
        keys = [word_key(bare(cell.text)) for cell in header.cells]
        payer, of, shares = ([at for at, key in enumerate(keys) if key in words] for words in _BILL)
        amount = [at for at, key in enumerate(keys) if key in headings.AMOUNTS][:1]
        owing = dict(_whose(header, headings.OWED_WORDS))
        if not (len(payer) == len(amount) == 1 and (len(of) == 1 or len(owing) >= ROUNDS)):
            continue
        below = [row for row in grid.rows[place + 1 :] if len(row.cells) > payer[0]]  # others are of another table
        rest = [at for at in range(len(keys)) if at not in (*payer, *of, *shares, *amount, *owing.values())]
        rest = [at for at in rest if role_of(keys[at]) or not any(amounts_in(row, [at]) for row in below)]
        mark = mark or only_mark(amount_of(cell) for row in below for cell in row.cells)
        with_marks = any(";" in cell_at(row, at).text for row in below for at in (*payer, *of))
        parted = ";" if with_marks else "[,&+/]| und | and "  # then "Huber, Anna" is one
        everybody = [
            *dict.fromkeys(name for row in below for at in (*payer, *of) for name in _people(row, at, (), parted))
        ]
        bills = []
        for row in below:
            share = partial(_of_bill, row, mark=mark, everybody=everybody, parted=parted, where=grid.where)
            paid, owed = share(payer[0], amount[0]), [one for at in of for one in share(at, (shares or amount)[0])]
            owed += [(name, one) for name, at in owing.items() if (one := amount_of(cell_at(row, at)))]
            bills.append([*paid, *((name, one._replace(value=-one.value)) for name, one in owed)])
        names = dict.fromkeys(name for bill in bills for name, _has in bill)
        rows = [header._replace(cells=(*(header.cells[at] for at in rest), *map(text_cell, names)))]
        for row, bill in zip(below, bills, strict=True):
            has = {who: sum(one.value for name, one in bill if name == who) for who in names if who in dict(bill)}
            unit = next((one.unit for _name, one in bill if one.unit), headings.unit_said(header.cells[amount[0]].text))
            cells = (Cell(f"{has[name]}", Decimal(has[name]), unit=unit) if name in has else EMPTY for name in names)
            rows.append(row._replace(cells=trimmed((*(cell_at(row, at) for at in rest), *cells))))
        return grid._replace(rows=(*(row for row in grid.rows[:place] if len(row.cells) == 1), *rows))
    return grid


def only_mark(amounts: Iterable[Amount | None]) -> str:
    """Return the one mark that surely parts decimals; "" where there is none, or two."""
    marks = {one.mark for one in amounts if one and one.decimal_places}
    return marks.pop() if len(marks) == 1 else ""


def _people(row: GridRow, at: int, everybody: Sequence[str], parted: str) -> list[str]:
    """Return the people of a cell: "Anna;Bene", "Anna und Bene", or all who are named anywhere."""
    text = cell_at(row, at).text
    if word_key(text) in _ALL:
        return [*everybody]
    names = re.split(parted, text)
    return [name.strip() for name in names if name.strip()]


def _of_bill(
    row: GridRow, who: int, has: int, *, mark: str, everybody: Sequence[str], parted: str, where: str
) -> Iterator[tuple[str, Amount]]:
    """Yield the people of a cell with what stands in another for each, or for all together; SessionFileError."""
    names, cell = _people(row, who, everybody, parted), cell_at(row, has)
    said = [cell] if amount_of(cell) else [text_cell(part.strip()) for part in cell.text.split(";")]
    amounts = [amount_of(one) or (Amount(Decimal(0)) if nothing_in(one) else None) for one in said]
    share = len(names) if len(amounts) == 1 else 1
    found = [one._replace(value=likely(one, mark) / share) for one in amounts if one]
    if names and (unclear := next((one for one in amounts if one and cells.meant(one, mark) is None), None)):
        raise SessionFileError(Problem(which_mark(unclear, shown(cell.text)), where, row.number))
    if names and (len(found) * share != len(names) or re.search(r"\b(?:au(?:ß|ss)er|ohne|except|without)\b", names[0])):
        said_so = ", ".join(filter(None, (cell_at(row, who).text, cell.text)))
        message = _('it is not clear who has how much of "{said}": write a row for each', said=shown(said_so))
        raise SessionFileError(Problem(message, where, row.number))
    yield from zip(names, found * share, strict=False)


def _by_person(grid: Grid) -> Grid:
    """Return a table that has one column a person of one that has two, of what was won and what was lost."""
    for place, header in enumerate(grid.rows[:HEAD_ROWS]):
        won, lost = (
            dict(_whose(header, side)) for side in (headings.WON_WORDS, headings.LOST_WORDS | headings.OWED_WORDS)
        )
        if len(won) < ROUNDS or won.keys() != lost.keys():
            continue
        called = {at: text_cell(name) for name, at in won.items()}
        header = header._replace(cells=tuple(called.get(at, cell) for at, cell in enumerate(header.cells)))  # noqa: PLW2901
        rows = [header, *grid.rows[place + 1 :]]
        for name, at in won.items():
            rows = _net(rows, at, lost[name])
        return grid._replace(rows=(*grid.rows[:place], *rows))
    return grid


def _whose(header: GridRow, side: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield who won or lost what a column has, as its heading says: "Anna Gewinn", "Paid by Anna"."""
    for at, cell in enumerate(header.cells):
        words = cell.text.split()
        for end in range(1, len(words)):
            both = " ".join(words[:end]), " ".join(words[end:])
            yield from ((name, at) for name, said in (both, both[::-1]) if word_key(said) in side)


def is_day(cell: Cell) -> bool:
    """Whether a cell is a day, and no amount that looks like one; of any year, where it says none, or two digits."""
    found = None if amount_of(cell) else day_of(cell, "2000", "", cells.LATE)
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
    days_across = [cell for cell in grid.rows[head].cells if dated(cell)] if grid.rows else []
    again = {row for row in grid.rows[head + 1 :] if [cell for cell in row.cells if dated(cell)] == days_across}
    rows = tuple(row for row in grid.rows[head:] if row not in again)
    if head:  # "Gesamt" may stand above, beside the numbers of the evenings
        both = zip_longest(rows[0].cells, grid.rows[head - 1].cells, fillvalue=EMPTY)
        filled = (one if cell == EMPTY and amount_of(one) is None else cell for cell, one in both)
        rows = (rows[0]._replace(cells=tuple(filled)), *rows[1:])
    if not rows or any(days(row) >= max(days(rows[0]), 1) for row in rows[1:]):
        return grid
    first = next((place for place, cell in enumerate(rows[0].cells) if dated(cell)), 0)
    called = [_named(cell) for cell in rows[0].cells[:first]]
    if not first or (days(rows[0]) == 1 and not any(called)):
        return grid
    names = called.index(True) if any(called) else first - 1
    width = max(len(row.cells) for row in rows)
    carried = [place for place in range(first) if kind_of(rows[0].cells[place].text) == headings.CARRIED]
    places = names, *carried, *range(first, width)
    columns = [GridRow(place + 1, trimmed(cell_at(row, place) for row in rows)) for place in places]
    said = columns[0].cells[1:]  # and above the days that stand there now nothing
    if 2 * sum(bool(_NUMBERED.match(cell.text)) for cell in said) > sum(bool(cell.text) for cell in said):
        said = tuple(text_cell(_NUMBERED.sub("", cell.text)) for cell in said)
    columns[0] = columns[0]._replace(cells=(EMPTY, *said))
    where = _("{path}, column", path=grid.where)  # and behind it the number
    titles = [row for row in grid.rows[:head] if len(amounts_in(row)) < ROUNDS]
    return grid._replace(rows=(*titles, *columns), where=where)


def _is_round(cell: Cell) -> bool:
    return headings.numbered(cell.text)


def _has_rounds(row: GridRow) -> bool:
    """Whether a row has numbers of rounds and no other, the first one first, behind a heading of names."""
    numbers = [int(re.sub("[^0-9]", "", cell.text)) for cell in row.cells if _is_round(cell)]
    own = len(numbers) >= sum(amount_of(cell) is not None for cell in row.cells) and numbers == sorted({*numbers})
    return own and (cell_at(row, 0) == EMPTY or any(map(_named, row.cells)))


def _named(cell: Cell) -> bool:
    key = word_key(cell.text)
    return key in headings.NAMES or role_of(key) in (Role.DECLARER, Role.PARTNER)


def _unfolded(grid: Grid) -> Grid:
    """Return a table of days, people and amounts of one with several people in a row."""
    totals = {row.number for row in grid.rows if is_total(row)}
    for place, header in enumerate(grid.rows[:HEAD_ROWS]):
        below = [row for row in grid.rows[place + 1 :] if row.number not in totals]
        keys = [word_key(bare(cell.text)).strip("0123456789 .") for cell in header.cells]
        pairs = [(at - 1, at) for at, key in enumerate(keys) if at and key in headings.AMOUNTS]
        several = len(pairs) >= ROUNDS and len({keys[has] for _who, has in pairs}) == 1
        several = several and any(amounts_in(row, [has for _who, has in pairs]) for row in below)
        if not (several and all(_is_pair(row, *pair) for row in below for pair in pairs)):
            pairs = []
        # who lost to whom
        heads = [{word_key(word.strip("()")) for word in cell.text.split()} for cell in header.cells]
        heads = [said & _TO_OR_FROM or said for said in heads]  # "zahlt an", "von wem"
        pays, gets = ([at for at, said in enumerate(heads) if said & words.keys()] for words in _SIDES)
        owed = [at for at, cell in enumerate(header.cells) if word_key(bare(cell.text)) in headings.AMOUNTS]
        unknown = [at for at, cell in enumerate(header.cells) if at not in owed and not role_of(bare(cell.text))]
        texts = [*pays, *gets, *unknown]  # who played, and how often somebody won, are amounts
        if len(pays) == len(gets) == 1 and not any(amounts_in(row, texts) for row in below):
            pairs = [(who, at) for at in owed[:1] for who in (pays[0], gets[0])]
        if pairs:
            titled = headings.titles_payments(
                (grid.title, *(one.text for row in grid.rows[:place] for one in row.cells))
            )
            rest = [at for at in range(len(header.cells)) if all(at not in pair for pair in pairs)]
            kinds = [at for at in rest if word_key(header.cells[at].text) not in headings.HOW_WORDS]
            heading = [text_cell("Notiz")] * titled
            rows = [
                header._replace(cells=(*heading, *(header.cells[at] for at in rest), _NAME, header.cells[pairs[0][1]]))
            ]
            for row in below:
                said = [*[text_cell("Zahlung")] * titled, *(cell_at(row, at) for at in rest)]
                paid = titled or any(headings.is_payment(cell_at(row, at).text, ()) for at in kinds)
                for who, has in pairs:  # whoever has paid is owed more
                    cell = _below_zero(cell_at(row, has)) if who in (gets if paid else pays) else cell_at(row, has)
                    rows.append(GridRow(row.number, (*said, cell_at(row, who), cell)))
            return grid._replace(rows=(*grid.rows[:place], *rows))
    return grid


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
            made.append(GridRow(row.number, (day, *row.cells[:2], text_cell(said))))
            people.append(row.cells[0].text)
        elif len(amounts) > 1:
            return grid  # a table of another kind
        elif len(row.cells) == 1:
            counts = counts and not is_total(row)  # below it stands what everybody came to
    if len(days) < ROUNDS or not ROUNDS <= len({*people}) <= len(people) // 2 or len(people) < ROUNDS * len(days):
        return grid
    heading = cell_at(grid.rows[0], 1) if cell_at(grid.rows[0], 1).text else text_cell("Betrag")
    header = GridRow(0, (text_cell("Datum"), _NAME, heading, text_cell("Notiz")))
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
    name, amount = cell_at(row, who), amount_of(cell_at(row, has))
    return amount_of(name) is None and bool(name.text or not amount)


def is_total(row: GridRow) -> bool:
    """Whether a row calls itself a total: it begins so, or has a word for that alone."""
    whole = (kind_of(cell.text, whole=True) for cell in row.cells if cell.text[:1] > "9")  # it begins with a word
    return kind_of(cell_at(row, 0).text) == headings.TOTAL or headings.TOTAL in whole


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
    days = days or [at for at in roles if 2 * sum(is_day(cell_at(row, at)) for row in rows) > len(rows)]
    days.sort(key=lambda at: roles.get(at) == Role.CLOCK)  # when a form was sent may be another day
    left_out = {place for place, cell in enumerate(header.cells) if _left_out(cell, people)}
    amounts = sorted({place for place, is_amount in read if is_amount} - left_out - {*days})
    names = [place for place, cell in enumerate(header.cells) if _named(cell) and place in texts]
    repeated = days and 2 * len({cell_at(row, days[0]).text for row in rows}) <= len(rows)
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
    units = {cells.unit_in(cell_at(header, place).text) for place in likely}
    several = len(units) == len(likely) > 1 and "" not in units  # such as points and euros
    if len(amounts) > 1 and len(likely) != 1 and not several:
        sound = [one for row in rows if any(one := amounts_in(row, amounts)) and not sum(one)]
        alone = word_key(header.cells[names[0]].text) in headings.NAMES or not sound
        if not likely and not (days and repeated and alone):
            return grid  # who played, beside a column of each person; or what became of everybody
        heading = shown(cell_at(header, amounts[-1]).text)
        raise SessionFileError(Problem(_t(ONE_COLUMN, heading=heading), grid.where, header.number))
    places = names[0], likely or amounts[:1], days[:1]
    return grid._replace(rows=(*grid.rows[:head], *_by_day(grid, header, rows, places)))


def _zero_in_sum(rows: Sequence[GridRow], amounts: list[int], days: Sequence[int]) -> tuple[list[int], bool]:
    """Return the one column of several that adds up to zero on each day: it has what was won; else all of them."""
    day, of_days = "", dict[str, list[GridRow]]()
    for row in rows:
        day = cell_at(row, days[0]).text or day if days else ""
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
        plus, minus = (amount_of(cell_at(row, place)) for place in (won, lost))
        cells = [*row.cells, *[EMPTY] * (won + lost)]
        if minus and minus.value:
            net = (plus.value if plus else 0) - abs(minus.value)
            cells[won] = Cell(f"{net}", net, unit=minus.unit) if plus and plus.value else _below_zero(cells[lost])
        cells[lost] = EMPTY
        made.append(row._replace(cells=trimmed(cells)))
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
        day = cell_at(row, days[0]) if days and cell_at(row, days[0]) != EMPTY else day
        who = cell_at(row, names).text or (day.text if kind_of(day.text) else "")
        key, line = name_key(one_name(who)), last.get(day.text)
        if not who:
            if any(cell_at(row, place) != EMPTY for place in amounts):
                raise SessionFileError(Problem(_("there is no name beside this amount"), grid.where, row.number))
            continue
        if line is None or (key, amounts[0]) in line:
            line = last[day.text] = {0: day}
            made.append((row.number, line))
        people.setdefault(key, who)
        line |= {(key, place): cell_at(row, place) for place in amounts}
        line |= {at + 1: cell for at in others if at + 1 not in line and (cell := cell_at(row, at)) != EMPTY}
    owns = [(key, place) for key in people for place in amounts]
    said = {place: headings.unit_said(cell_at(header, place).text) for place in amounts}
    units = {place: f" ({unit})" for place, unit in said.items() if unit}
    heads = [Cell(people[key] + units.get(place, "")) for key, place in owns]
    title = GridRow(header.number, (cell_at(header, amounts[0]),))  # what amounts are called says what they are
    first = cell_at(header, days[0]) if days else EMPTY
    header = header._replace(cells=(first, *heads, *(header.cells[place] for place in others)))
    keys = (0, *owns, *(place + 1 for place in others))
    return [title, header, *(GridRow(at, trimmed(line.get(key, EMPTY) for key in keys)) for at, line in made)]
