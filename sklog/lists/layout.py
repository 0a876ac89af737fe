"""What each column of a list is, what its numbers count, and in which order its days are: decided of the whole list.

    laid_out   a grid and what was said of it -> Layout, each part with its reason, and everything that is `Open`

A heading says what a column is, its cells say whether that can be. Where two people could mean different things by a
list, nothing is taken for granted: the sentence has both readings, and the option that says which.
"""

from __future__ import annotations

import re
from datetime import date
from itertools import takewhile
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sklog.errors import IllegalHand, Problem, SessionFileError
from sklog.files.incoming import DAY_FIRST, MONTH_FIRST
from sklog.files.incoming import WORDS as SAID
from sklog.language import _, _and, _or
from sklog.lists.cells import (
    CENTS,
    EUROS,
    FOREIGN,
    POINTS,
    Amount,
    Cell,
    DayRead,
    amount_of,
    day_of,
    letter,
    likely,
    meant,
    nothing_in,
    unit_in,
)
from sklog.lists.headings import (
    FLAGS,
    NAMES,
    STATISTIC,
    TOTAL_WORDS,
    WORDS,
    Role,
    bare,
    kind_of,
    unit_behind,
    who_pays,
    word_key,
)
from sklog.lists.shapes import HEAD_ROWS, cell_at, upright, year_of
from sklog.scoring.amounts import money
from sklog.scoring.canonical import shown
from sklog.scoring.names import name_key, name_problems, one_name, require_visible
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import POINTS as COUNTED_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from decimal import Decimal

    from sklog.lists.cells import Grid, GridRow
    from sklog.scoring.tariff import Tariff

_WHOLE_DAY = re.compile(r"(?<![0-9])(?:[0-9]{1,2}\. ?[0-9]{1,2}\. ?[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])")
_MONEY = re.compile(rf"(?:\bin |[(\[:]\s*)({FOREIGN.pattern})")
NOBODY = "-"
"""What `--as HEADING=-` says: the column is nobody's, and is left out."""


class Asked(NamedTuple):
    """What was said of lists where they do not say it themselves; "" and None leave it to them.

    `people` says who a heading is. `unit` is what a number counts, `mark` parts its decimals, `order` says what stands
    first in 03/04/2025, `rows` whether each row says what it moved or where everybody stood. `name` is the evenings',
    `day` that of a list without days, or the year of days that say none. `points` is how those are settled that are not
    zero in sum. `today` is the day on which it is read. `guess` is which of its answers is taken where something is
    open, to find out what else is.
    """

    today: date
    people: Mapping[str, str] = {}
    tariff: Tariff | None = None
    unit: str = ""
    mark: str = ""
    order: str = ""
    rows: str = ""
    points: str = ""
    name: str = ""
    day: str = ""
    sheets: tuple[str, ...] = ()
    guess: int = 0

    @property
    def year(self) -> str:
        """The year of days that say none, where that was said."""
        return self.day if len(self.day) == 4 else ""


class Open(NamedTuple):
    """What a list does not say: the sentence has its readings, and `option` with one of the `answers` says which."""

    problem: Problem
    option: str
    answers: tuple[str, ...]

    @property
    def where(self) -> tuple[str, str, tuple[str, ...]]:
        """What is the same where the same is asked in another reading."""
        return self.problem.where, self.option, self.answers


_MOST_COUNTED = 20_000
KNOWN = frozenset(("", EUROS, CENTS, POINTS))
"""What evenings count."""
LEAST_CENTS = 5  # that anybody plays for
_ACCOUNTS = (Role.PERSON, Role.STOCK)


class _Told:
    """What there is to say of a list: what is `wrong`, what is `open`, and reasons."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.open: list[Open] = []
        self.reasons: list[str] = []

    def ask(self, said: str, option: str, *answers: str) -> None:
        """Ask something about the headings."""
        self.open.append(Open(Problem(said), option, answers))


class Column(NamedTuple):
    """One column. `name` is whose it is, or the key of what it says of a hand; `unit` what its heading counts in."""

    place: int
    heading: str
    role: str
    name: str = ""
    unit: str = ""

    @property
    def called(self) -> str:
        """What it is called in a sentence."""
        return _('column {letter} "{heading}"', letter=letter(self.place), heading=shown(self.heading))


class Layout(NamedTuple):
    """How a list is read. `rows` are those behind the heading, `day` is that of all of them where none has its own.

    `reasons` are sentences that say why, `asked` is what is open.
    """

    grid: Grid
    header: GridRow
    rows: tuple[GridRow, ...]
    columns: tuple[Column, ...]
    unit: str
    mark: str
    order: str
    year: str
    day: str
    reasons: tuple[str, ...]
    asked: tuple[Open, ...] = ()

    def all(self, *roles: str) -> list[Column]:
        """Return the columns of these roles."""
        return [one for one in self.columns if one.role in roles]

    def one(self, role: str) -> Column | None:
        """Return the column of a role; None where there is none."""
        return next((one for one in self.columns if one.role == role), None)

    def day_in(self, row: GridRow, today: date, year: str = "") -> DayRead | None:
        """Return the day of a row; None where there is none. `year` is one that it may be of."""
        column, beside = self.one(Role.DAY), self.one(Role.YEAR)
        own = year_of(cell_at(row, beside.place).text) if beside else ""
        return (
            day_of(cell_at(row, column.place), own or year or self.year, self.grid.serials, today) if column else None
        )

    @property
    def accounts(self) -> list[Column]:
        """Those of people, and of the Stock."""
        return self.all(*_ACCOUNTS)


def laid_out(grid: Grid, asked: Asked) -> Layout:
    """Return how a list is read, and what is open; raise SessionFileError with all that cannot be."""
    grid = upright(grid, asked.people, asked.today)
    header, rows, units = _heading(grid)
    told = _Told()
    columns = _columns(header, rows, units, asked, told)
    day = "" if asked.year else asked.day
    if not day and not any(one.role == Role.DAY for one in columns):
        if day := _day_above(grid, header):
            told.reasons.append(_("It is of {day}: so says what stands above it, or its name.", day=day))
        else:
            said = _("there is no column of days, called Datum or date: if it is one evening, say its day with --date")
            told.ask(said, "date", "…")
            day = asked.today.isoformat()
    foreign = next((found for title in _titles(grid, header) for found in _MONEY.findall(title)), "")
    told.wrong += [f'"{foreign}": {counts_foreign(foreign)}'] if foreign else []
    SessionFileError.if_any(Problem(said, grid.where, header.number) for said in told.wrong)
    questions = [one._replace(problem=Problem(one.problem.message, grid.where, header.number)) for one in told.open]
    decided = _Decided(Layout(grid, header, rows, columns, "", "", "", "", day, ()), asked, questions)
    SessionFileError.if_any(decided.wrong)
    layout = decided.layout
    return layout._replace(reasons=(*told.reasons, *layout.reasons), asked=tuple(decided.open))


# -- the heading --------------------------------------------------------------------------------------


def _heading(grid: Grid) -> tuple[GridRow, tuple[GridRow, ...], GridRow | None]:
    """Return the row of the headings, the rows behind it, and the row of units between them where there is one."""
    rows = grid.rows
    place = next((number for number, row in enumerate(rows[:HEAD_ROWS]) if _names_days(row)), None)
    if place is None:
        data = next((number for number, row in enumerate(rows) if _amounts_in(row) > 1), None)
        if data is None:
            raise SessionFileError(
                Problem(_("no row with amounts of two people: this is no list of evenings"), grid.where)
            )
        above = [number for number in range(data) if _texts_in(rows[number]) > 1 and not _units_only(rows[number])]
        if not above:
            said = _(
                "there are no headings above the first amounts: say whose each column is, such as Datum, Anna, Bene"
            )
            raise SessionFileError(Problem(said, grid.where, rows[data].number))
        place = above[-1]
    header, behind = rows[place], rows[place + 1 :]
    units = behind[0] if behind and _units_only(behind[0]) else None
    words = [cell.text for cell in header.cells]
    data_rows = behind[1:] if units else behind
    return header, tuple(row for row in data_rows if [cell.text for cell in row.cells] != words), units


def _names_days(row: GridRow) -> bool:
    words = [word_key(cell.text) for cell in row.cells]
    return _texts_in(row) > 2 and any(WORDS.get(word) == Role.DAY for word in words)


def _titles(grid: Grid, header: GridRow) -> list[str]:
    """Return what a table is called, and what stands above its headings."""
    return [grid.title, *(cell.text for row in takewhile(lambda row: row != header, grid.rows) for cell in row.cells)]


def _day_above(grid: Grid, header: GridRow) -> str:
    """Return the one day that the title of a list says, or what stands above its headings; "" for none, or several."""
    found = {day for title in _titles(grid, header) for text in _WHOLE_DAY.findall(title) if (day := _day_in(text))}
    return found.pop() if len(found) == 1 else ""


def _day_in(text: str) -> str:
    found = day_of(Cell(text), "", "", date.min)  # its year is there
    return found.day_first if found else ""


def _texts_in(row: GridRow) -> int:
    return sum(bool(cell.text) and amount_of(cell) is None and not cell.day for cell in row.cells)


def _amounts_in(row: GridRow) -> int:
    return sum(amount_of(cell) is not None for cell in row.cells)


def _units_only(row: GridRow) -> bool:
    said = [cell.text for cell in row.cells if cell.text]
    return bool(said) and all(map(unit_in, said))


# -- the columns --------------------------------------------------------------------------------------


def _columns(
    header: GridRow, rows: Sequence[GridRow], units: GridRow | None, asked: Asked, told: _Told
) -> tuple[Column, ...]:
    """Return what each column is; what cannot be, what is open and why is told."""
    width = max((len(row.cells) for row in (header, *rows)), default=0)
    people = {name_key(said): name for said, name in asked.people.items()}
    columns = []
    for place in range(width):
        filled = [cell for row in rows if not nothing_in(cell := cell_at(row, place))]
        heading = cell_at(header, place).text
        if not heading and not filled:
            continue
        unit = unit_in(cell_at(units, place).text) if units else ""
        column = Column(place, heading, "", bare(heading), unit_behind(heading) or unit)
        columns.append(_column(column, filled, people, told))
    told.wrong += [cell.fault for cell in header.cells if cell.fault]
    columns = _days_by_cells(columns, rows, asked)
    columns = [_standing(one, columns) for one in columns]
    columns = [_with_heading(one, columns, rows, told) for one in columns]
    for one in columns:
        if _said_of(one, people) is None and _is_always_zero(one, rows):
            words = _(
                '{column} is 0 in every row: if that is somebody, say --as "{heading}={heading}"; if nobody, '
                '"{heading}=-"',
                column=one.called,
                heading=one.heading,
            )
            told.ask(words, "as", f"{one.heading}={one.heading}", f"{one.heading}=-")
    _ask_who_pays(columns, asked, told)
    if not told.wrong:
        told.wrong += _column_problems(columns, asked, told)
    return tuple(columns)


def _with_heading(column: Column, columns: Sequence[Column], rows: Sequence[GridRow], told: _Told) -> Column:
    """Return a column; one of amounts without a heading is nobody's where the others are zero in sum without it."""
    if column.heading or column.role != Role.PERSON or column.name:
        return column
    others = [one.place for one in columns if one.heading and one.role in _ACCOUNTS]
    amounts = [[one for place in others if (one := amount_of(cell_at(row, place)))] for row in rows]
    even = [not sum(likely(one, "") for one in row) for row in amounts if row]
    which = letter(column.place)
    if len(even) > 2 and all(even):
        told.reasons.append(
            _("Column {letter} has no heading, and is left out: without it every row is zero in sum.", letter=which)
        )
    else:
        words = _(
            'column {letter} has amounts and no heading: say whose they are with --as "{letter}=NAME", or "{letter}=-" '
            "if they are nobody's",
            letter=which,
        )
        told.ask(words, "as", f"{which}=-", f"{which}=…")
    return column._replace(role=Role.LEFT_OUT)


def _column(bare_one: Column, filled: Sequence[Cell], people: Mapping[str, str], told: _Told) -> Column:
    """Return a column with what it is, by its heading and its cells."""
    amounts = sum(amount_of(cell) is not None or bool(cell.fault) for cell in filled)
    said = _said_of(bare_one, people)
    if said is not None:
        return said
    key = word_key(bare_one.name)
    if key in NAMES and amounts < len(filled):
        rest = _("this has a row a person; a list has a row for each evening or hand, and a column a person")
        told.wrong.append(f"{bare_one.called}: {rest}")
    role = WORDS.get(key, "")
    if role in (Role.GAME, Role.DAY) and filled and all(map(_counts, filled)):
        role = Role.NUMBER  # which hand, or which evening, it was
    if role:
        return bare_one._replace(role=role, name=STOCK if role == Role.STOCK else "")
    if key in FLAGS:
        return bare_one._replace(role=Role.FLAG, name=FLAGS[key])
    if not amounts:
        return bare_one._replace(role=Role.UNUSED)
    if bare_one.unit and bare_one.unit not in KNOWN:
        told.wrong.append(f"{bare_one.called}: {counts_foreign(bare_one.unit)}")
    return bare_one._replace(role=Role.PERSON)


def _counts(cell: Cell) -> bool:
    """Whether a cell is a small number, and no day that looks like one."""
    amount = amount_of(cell)
    return amount is not None and abs(amount.value) < _MOST_COUNTED


def _said_of(column: Column, people: Mapping[str, str]) -> Column | None:
    """Return a column with whose it is, where that was said; else None."""
    words = (one_name(column.heading), column.name) if column.heading else (letter(column.place),)
    said = next(filter(None, (people.get(name_key(word)) for word in words)), None)
    if said is None:
        return None
    if said == NOBODY:
        return column._replace(role=Role.LEFT_OUT)
    stock = name_key(said) == name_key(STOCK)
    return column._replace(role=Role.STOCK if stock else Role.PERSON, name=STOCK if stock else said)


def _days_by_cells(columns: list[Column], rows: Sequence[GridRow], asked: Asked) -> list[Column]:
    """Return the columns with one of days, if none is called so and the cells of one are days."""
    filled = {
        one.place: [_is_day(cell, asked) for row in rows if (cell := cell_at(row, one.place)).text] for one in columns
    }
    called = [one for one in columns if one.role == Role.DAY]
    if len(called) > 1:  # one says which day of the week it was
        other = [one for one in called if not any(filled[one.place])]
        return [one._replace(role=Role.UNUSED) if one in other else one for one in columns]
    if called or (asked.day and not asked.year):
        return columns
    place = next(
        (one.place for one in columns if one.role == Role.UNUSED and any(filled[one.place]) and all(filled[one.place])),
        -1,
    )
    return [one._replace(role=Role.DAY) if one.place == place else one for one in columns]


def _is_day(cell: Cell, asked: Asked) -> bool:
    found = day_of(cell, "2000", "", asked.today)  # or of any other year
    return bool((found is not None and not found.wrong) or kind_of(cell.text))


def _standing(column: Column, columns: Sequence[Column]) -> Column:
    """Return a column as the one of somebody's running total, where its heading says so: "Anna gesamt"."""
    if column.role != Role.PERSON:
        return column
    words = column.name.split()
    rest = [word for word in words if word_key(word.strip("()")) not in TOTAL_WORDS]
    whose = name_key(" ".join(rest))
    if len(rest) == len(words) or not whose:
        return column
    own = next((one for one in columns if one.role == Role.PERSON and name_key(one.name) == whose), None)
    return column._replace(role=Role.STANDING, name=own.name) if own else column._replace(name=" ".join(rest))


def _is_always_zero(column: Column, rows: Sequence[GridRow]) -> bool:
    """Whether a column that may be somebody's is 0 in every row, as one is that checks the others."""
    if column.role != Role.PERSON or len(rows) < 3:
        return False
    return all((amount := amount_of(cell_at(row, column.place))) and not amount.value for row in rows)


def _column_problems(columns: Sequence[Column], asked: Asked, told: _Told) -> Iterator[str]:
    people = [one for one in columns if one.role == Role.PERSON and one.heading]
    if len(people) < 2 and not told.open:
        yield _("there are no amounts of two people below these headings: this is no list of evenings")
    for role in (Role.DAY, Role.GAME, Role.DECLARER, Role.PARTNER, Role.STOCK):
        same = [one for one in columns if one.role == role]
        if len(same) > 1:
            yield _("{columns} say the same: rename one of them", columns=_and(one.called for one in same))
    for key in dict.fromkeys(name_key(one.name) for one in people):
        same = [one for one in people if name_key(one.name) == key]
        if len(same) > 1:
            yield _("{columns} are the same person: rename one of them", columns=_and(one.called for one in same))
    for one in people:
        yield from (f"{one.called}: {said}" for said in _wrong_names(one.name))
    dated = [one for one in columns if one.role == Role.DAY]
    if dated and asked.day and not asked.year:
        yield _("{column} says the days: --date is for a list without them", column=dated[0].called)


def _ask_who_pays(columns: Sequence[Column], asked: Asked, told: _Told) -> None:
    """Ask where headings speak of paying: above 0 may be lost."""
    people = {name_key(word) for word in asked.people}
    unsaid = [one for one in columns if not {name_key(one_name(one.heading)), name_key(bare(one.heading))} & people]
    paying = [one for one in unsaid if one.role == Role.PERSON and who_pays(one.name) is not None]
    if not paying:
        return
    who = ",".join(f"{one.heading}={who_pays(one.name) or _('NAME')}" for one in paying)
    said = _(
        '{columns} may be what was won, or what somebody pays: if above 0 is won, say --as "{said}"; if it is paid, '
        "turn the signs of the list around",
        columns=_and(one.called for one in paying),
        said=who,
    )
    told.ask(said, "as", who)


def _wrong_names(name: str) -> list[str]:
    """Return why nobody can be called so; [] where somebody can."""
    try:
        require_visible([name])
    except IllegalHand as wrong:
        return [problem.message for problem in wrong.problems]
    return list(name_problems([name]))


# -- what is decided of the whole list ----------------------------------------------------------------


_Value = TypeVar("_Value", Amount, DayRead)
_Decision = tuple[str, str]  # and the sentence that says why; "" where there is nothing to say, or it is not clear


class _Quotable(NamedTuple, Generic[_Value]):
    """An amount or a day, with its place."""

    row: GridRow
    column: Column
    value: _Value

    @property
    def quoted(self) -> str:
        """How it is shown in a sentence."""
        told = {"text": shown(cell_at(self.row, self.column.place).text), "heading": shown(self.column.heading)}
        return _('"{text}" ({heading}, row {row})', row=self.row.number, **told)


class _Decided:
    """Decides of a list what no cell of it says alone; `wrong` is what cannot be, `open` what is asked."""

    def __init__(self, layout: Layout, asked: Asked, questions: list[Open]) -> None:
        self.bare = layout
        self.asked = asked
        self.open = questions
        self.wrong: list[Problem] = []
        self.amounts = [
            _Quotable(row, column, amount)
            for row in layout.rows
            if kind_of(label_of(layout, row)) != STATISTIC  # an average of cents has decimals
            and not currency_of(layout, row)
            for column in layout.accounts
            if (amount := amount_of(cell_at(row, column.place))) is not None and amount.unit in KNOWN
        ]
        year = asked.year or year_of(" ".join(_titles(layout.grid, layout.header))) or self._year()
        self.mark, why_mark = self._mark()
        unit, why_unit = self._unit()
        order, why_order = self._order(year)
        reasons = tuple(filter(None, (why_unit, why_mark, why_order)))
        self.layout = layout._replace(unit=unit, mark=self.mark, order=order, year=year, reasons=reasons)

    def _ask(self, row: GridRow | None, message: str, option: str = "", *answers: str) -> _Decision:
        problem = Problem(message, self.bare.grid.where, (row or self.bare.header).number)
        if not option:
            self.wrong.append(problem)
            return "", ""
        self.open.append(Open(problem, option, answers))
        return SAID[option][answers[self.asked.guess]], ""

    # -- what a number counts

    def _unit(self) -> _Decision:
        """Decide what a number without a unit counts."""
        said: dict[str, str] = {}
        for column in self.bare.accounts:
            if column.unit:
                said.setdefault(column.unit, column.called)
        for one in self.amounts:
            if one.value.unit and one.value.unit not in said:
                said[one.value.unit] = one.quoted
        if POINTS in said and len(said) > 1:
            other = next(where for unit, where in said.items() if unit != POINTS)
            told = {"points": said[POINTS], "other": other}
            return self._ask(None, _("{points} counts points and {other} money: which of them?", **told))
        tariff = self.asked.tariff
        points = tariff is not None and tariff.unit == COUNTED_POINTS
        wanted = self.asked.unit or (POINTS if points else "")
        if wanted and tariff and (wanted == POINTS) != points:
            told = {"tariff": tariff.name, "unit": _counted(points=points)}
            return self._ask(None, _("{tariff} counts {unit}: choose another tariff, or another unit", **told))
        if said and tariff and (POINTS in said) != points:
            told = {"where": next(iter(said.values())), "unit": _counted(points=not points), "tariff": tariff.name}
            return self._ask(None, _("{where} counts {unit}, and {tariff} does not", **told))
        return self._unit_of_bare(said, wanted)

    def _unit_of_bare(self, said: Mapping[str, str], wanted: str) -> _Decision:
        bare = [one for one in self.amounts if not one.value.unit and not one.column.unit]
        if not bare:
            return wanted or next(iter(said), EUROS), _("Every number says what it counts.")
        if wanted:
            return wanted, _("A number counts {unit}: that was said.", unit=unit_words(wanted))
        if set(said) < {EUROS, CENTS} and (mixed := self._mixed(bare)):
            return self._ask(*mixed, "amounts", "euros", "cents")
        decimals = next((one for one in bare if not _whole(self._number(one))), None)
        if len(said) == 1:
            ((unit, where),) = said.items()
            told = {"unit": unit_words(unit), "where": where}
            if decimals and unit != EUROS:
                what = _("{amount} is no whole number, and {where} counts {unit}", amount=decimals.quoted, **told)
                return self._ask(decimals.row, what)
            return unit, _("A number counts {unit}: so says {where}.", **told)
        if decimals and not said:
            told = {"unit": unit_words(EUROS), "amount": decimals.quoted}
            return EUROS, _("A number counts {unit}: {amount} has decimals.", **told)
        first = next((one for one in bare if one.value.value), bare[0])
        whole = abs(int(self._number(first)))
        readings = [money(whole * 100, CENTS), money(whole, CENTS), money(whole, POINTS)]
        question = _(
            "{amount} may be {readings}: say --amounts euros, cents or points, or put the unit into the headings",
            amount=first.quoted,
            readings=_or(readings),
        )
        return self._ask(first.row, question, "amounts", "euros", "cents", "points")

    def _mixed(self, bare: Sequence[_Quotable[Amount]]) -> tuple[GridRow, str] | None:
        """Return the question where a few amounts say euros or cents, and the others may count the other one."""
        plain = [one for one in bare if one.value.value and self._is_plain(one)]
        clear = [one for one in self.amounts if one.value.value and not one.column.unit and self._unit_of(one)]
        if not plain or not clear:
            return None
        first, unit = clear[0], self._unit_of(clear[0])
        other = min(plain, key=lambda one: abs(self._number(one)))
        sizes, clear_sizes = ([abs(self._number(one)) for one in group] for group in (plain, clear))
        few = all(one.value.unit for one in clear) and 2 * len(clear) < len(plain)
        larger = unit == EUROS and min(sizes) >= LEAST_CENTS and min(sizes) > max(clear_sizes)
        if not (few or larger or (unit == CENTS and max(sizes) < min(clear_sizes))):
            return None
        whole = int(min(sizes))
        told = {"amount": first.quoted, "unit": unit_words(unit), "other": other.quoted}
        question = _(
            "{amount} counts {unit}, and {other} may be {readings}: say --amounts euros or cents, or give each its "
            "unit",
            readings=_or([money(whole * 100, CENTS), money(whole, CENTS)]),
            **told,
        )
        return first.row, question

    def _unit_of(self, one: _Quotable[Amount]) -> str:
        return one.value.unit or ("" if self._is_plain(one) else EUROS)

    def _is_plain(self, one: _Quotable[Amount]) -> bool:
        return _whole(self._number(one)) and not one.value.decimal_places

    def _number(self, one: _Quotable[Amount]) -> Decimal:
        return likely(one.value, self.mark)

    # -- what parts decimals

    def _mark(self) -> _Decision:
        """Decide what parts decimals where it may part thousands as well."""
        if self.asked.mark:
            return self.asked.mark, _('"{mark}" parts the decimals: that was said.', mark=self.asked.mark)
        seen: dict[str, _Quotable[Amount]] = {}
        for one in self.amounts:
            if one.value.mark and one.value.other is None:
                seen.setdefault(one.value.mark, one)
        if len(seen) == 1:
            ((mark, one),) = seen.items()
            return mark, _('"{mark}" parts the decimals: {amount}.', mark=mark, amount=one.quoted)
        doubtful = next((one for one in self.amounts if meant(one.value, "") is None), None)
        if doubtful is None:
            return "", ""
        amount = doubtful.value
        both = _or([f"{amount.other:f}", f"{amount.value:f}".replace(".", amount.mark)])
        told = {"amount": doubtful.quoted, "both": both}
        return self._ask(
            doubtful.row,
            _("{amount} may be {both}: say --decimal comma or --decimal point", **told),
            "decimal",
            "comma",
            "point",
        )

    # -- the order of days, and their year

    def _year(self) -> str:
        """Ask the year of days that say none."""
        today = self.asked.today
        for row in self.bare.rows:
            found, other = (self.bare.day_in(row, today, year) for year in ("", "2000"))
            if found and other and found.wrong and not other.wrong:
                said = _(
                    "{said}: if all days are of one year, say --date 2024, or put it into its name", said=found.wrong
                )
                self.open.append(Open(Problem(said, self.bare.grid.where, row.number), "date", ("…",)))
                return str(today.year - 1)
        return ""

    def _order(self, year: str) -> _Decision:
        """Decide what stands first where a day may be two: the day or the month."""
        column = self.bare.one(Role.DAY)
        if column is None:
            return "", ""
        if self.asked.order:
            what = _order_words(self.asked.order)
            return self.asked.order, _("Of a day, {what} stands first: that was said.", what=what)
        doubtful: list[_Quotable[DayRead]] = []
        one_way: dict[str, _Quotable[DayRead]] = {}
        for row in self.bare.rows:
            found = self.bare.day_in(row, self.asked.today, year)
            if found and found.open:
                doubtful.append(_Quotable(row, column, found))
            elif found and bool(found.day_first) != bool(found.month_first):
                one_way.setdefault(DAY_FIRST if found.day_first else MONTH_FIRST, _Quotable(row, column, found))
        if len(one_way) == 1:
            ((order, clear),) = one_way.items()
            return order, _("Of a day, {what} stands first: {day}.", what=_order_words(order), day=clear.quoted)
        first = next(iter(doubtful), one_way.get(DAY_FIRST))
        if first is None:
            return "", ""
        told = {"day": first.quoted, "both": _or(filter(None, (first.value.day_first, first.value.month_first)))}
        question = _("{day} may be {both}: say --dates day or --dates month, for what stands first", **told)
        return self._ask(first.row, question, "dates", "day", "month")


def label_of(layout: Layout, row: GridRow) -> str:
    """Return what a row that is no evening calls itself, where its day would stand; "" for any other.

    Elsewhere only the words of totals count, which are compared with the numbers: "Max" may be who dealt.
    """
    day = layout.one(Role.DAY)
    if day and kind_of(said := cell_at(row, day.place).text):
        return said
    texts = [cell_at(row, one.place).text for one in layout.columns if one.role not in _ACCOUNTS]
    return next((text for text in texts if kind_of(text, whole=True) not in ("", STATISTIC)), "")


def currency_of(layout: Layout, row: GridRow) -> str:
    """Return which money a row counts, where its column of currencies says another one than the evenings'."""
    column = layout.one(Role.CURRENCY)
    said = cell_at(row, column.place).text if column else ""
    return "" if unit_in(said) == EUROS else said


def counts_foreign(unit: str) -> str:
    """Return the sentence that something counts other money than evenings do."""
    return _(
        "it counts {unit}, and evenings count euros, cents or points: change it, or leave it out", unit=shown(unit)
    )


def _whole(number: Decimal) -> bool:
    return number == number.to_integral_value()


def _counted(*, points: bool) -> str:
    return _("points") if points else _("money")


def unit_words(unit: str) -> str:
    """Return what a number counts, for people."""
    return {EUROS: _("euros"), CENTS: _("cents"), POINTS: _("points")}[unit]


def _order_words(order: str) -> str:
    return _("the day") if order == DAY_FIRST else _("the month")
