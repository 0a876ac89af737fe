"""What each column of a list is, what its numbers count, and in which order its days are: decided of the whole list.

    laid_out   a grid and what was said of it -> Layout, each part with its reason, and everything that is `Open`

A heading says what a column is, its cells say whether that can be. Where two people could mean different things by a
list, nothing is taken for granted: the sentence has both readings, and the option that says which.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from itertools import chain, combinations, product, takewhile
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import Problem, SessionFileError
from sklog.files.incoming import DAY_FIRST, MONTH_FIRST, WORDS
from sklog.language import N_, _, _and, _or, _t
from sklog.lists import cells, headings, shapes
from sklog.lists.cells import CENTS, EUROS, POINTS, Amount, Cell, DayRead, amount_of, letter, likely, unit_in
from sklog.lists.headings import STATISTIC, Role, bare, kind_of, numbered, role_of, unit_behind, word_key
from sklog.lists.shapes import HEAD_ROWS, YEAR, amounts_in, is_day, year_of
from sklog.lists.words import words_of
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key, name_problems, one_name, shown, unseen
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.lists.cells import Grid, GridRow
    from sklog.scoring.tariff import Tariff

_MONEY = re.compile(rf"(?:\bin |[(\[:]\s*)({cells.FOREIGN.pattern})")
_POINT, _CENTS = r"(?:punkte?|pkt|strich|points?|pts?)\b\.?", r"([0-9]+(?:[.,][0-9]+)?) ?(€|eur|euros?|ct|cents?)\b"
_WORTH = re.compile(
    rf"(?:\b([0-9]+) )?\b{_POINT}(?: (?:is|ist|sind|zu|à|je|kostet|kosten|gilt|zählt))? ?[:=]? ?{_CENTS}"
    rf"|{_CENTS} ?(?:/|pro|je|per|a|für) ?(?:([0-9]+) )?{_POINT}",
    re.IGNORECASE,
)
ALWAYS_0 = N_(
    '{column} is 0 in every row¦: if that is somebody, use --as "{heading}={heading}"; if nobody, "{heading}=-"'
)
WRITER = N_('{column} is whoever wrote the list¦: use --as "{heading}=NAME"')
MANY_UNITS = N_("{amount} may be {readings}¦: use --amounts euros, cents or points, or put the unit into the headings")
TWO_UNITS = N_(
    "{amount} is in {unit}, but {other} may be {readings}¦: use --amounts euros or cents, or give each number its unit"
)
NOT_WHOLE = N_(
    "{amount} is not a whole number, but {where} is in {unit}¦: if the numbers are in euros, use --amounts euros"
)
STRANGERS = N_('without {columns} every row adds up to zero¦: if "{heading}" belongs to nobody, use --as "{heading}=-"')
COUNTING = N_(
    '{columns} is above 0 in every row, and no other column ever is¦: if "{heading}" belongs to nobody, use '
    '--as "{heading}=-"'
)
FOREIGN_UNIT = N_("the amounts are in {unit}, which evenings do not count¦: to take them as euros, use --amounts euros")
NO_DAYS = N_('evenings have numbers, such as "{first}", but no days¦: give the day of the first one with --date')
MOST_STRANGERS, MOST_DOUBTED = 3, 30
NOBODY = "-"
"""What `--as HEADING=-` says: the column is nobody's, and is left out."""


class Asked(NamedTuple):
    """What was said of lists where they do not say it themselves; "" and None leave it to them.

    `people` says who a heading is. `amounts` is what a number counts, `decimal` parts its decimals, `dates` says what
    stands first in 03/04/2025, `rows` whether each row says what it moved or where everybody stood, `points` how those
    are settled that are not zero in sum: each as the option of `import` that is called so. `name` is the evenings',
    `day` that of a list without days, or the year of days that say none. `file` is what the file is called, `today` the
    day on which it is read. `guess` is which answer is taken where something is open, to find out what else is.
    """

    today: date
    people: Mapping[str, str] = {}
    tariff: Tariff | None = None
    amounts: str = ""
    decimal: str = ""
    dates: str = ""
    rows: str = ""
    points: str = ""
    name: str = ""
    file: str = ""
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


class Findings:
    """What is found in a table: what is `wrong`, what is `open`, and `reasons`, which are sentences.

    `adds_up` says what adds the rows up, one after the other.
    """

    def __init__(self, where: str, heading: int, asked: Asked) -> None:
        self.where, self.heading, self.asked = where, heading, asked
        self.people = {name_key(said): name for said, name in asked.people.items()}
        self.wrong: list[Problem] = []
        self.open: list[Open] = []
        self.reasons: list[str] = []
        self.adds_up = ""

    def say(self, message: str, row: int = 0) -> None:
        """Say that something cannot be, of a row or of the headings."""
        self.wrong.append(Problem(message, self.where, row or self.heading))

    def ask(self, message: str, option: str, *answers: str, row: int = 0) -> str:
        """Ask something; return what the answer means that is taken to find out what else is open."""
        self.open.append(Open(Problem(message, self.where, row or self.heading), option, answers))
        return WORDS.get(option, {}).get(answers[self.asked.guess], "")

    def ask_order(self, said: str, read: DayRead, row: int = 0) -> str:
        """Ask what comes first in a day that may be two."""
        told = {"day": said, "both": _or(filter(None, (read.day_first, read.month_first)))}
        question = _t("{day} may be {both}¦: use --dates day or --dates month, whichever comes first", **told)
        return self.ask(question, "dates", "day", "month", row=row)


_MOST_COUNTED, _LONGEST = 20_000, 300
FEW = 3  # rows in which one column may add up another by chance
KNOWN = frozenset(("", EUROS, CENTS, POINTS))
"""What evenings count."""
LEAST_CENTS, MANY_EUROS = 5, 100  # that anybody plays for, and that hardly anybody does
_ACCOUNTS = (Role.PERSON, Role.STOCK)
NO_LETTERS = re.compile(r"[\W_]+")
_TEXTS = (Role.UNREAD, Role.CLOCK, Role.NOTE)


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

    `titles` are what it is called and what stands above it, `worth` how many cents a point is. `found` says why, and
    what is open.
    """

    grid: Grid
    header: GridRow
    rows: tuple[GridRow, ...]
    columns: tuple[Column, ...]
    found: Findings
    unit: str = ""
    mark: str = ""
    order: str = ""
    year: str = ""
    day: str = ""
    titles: tuple[str, ...] = ()
    worth: Decimal = Decimal(1)

    def all(self, *roles: str) -> list[Column]:
        """Return the columns of these roles."""
        return [one for one in self.columns if one.role in roles]

    def one(self, role: str) -> Column | None:
        """Return the column of a role; None where there is none."""
        return next((one for one in self.columns if one.role == role), None)

    def text(self, role: str, row: GridRow) -> str:
        """Return what a row says in the column of a role; "" where there is none."""
        column = self.one(role)
        return row.at(column.place).text if column else ""

    def day_in(self, row: GridRow, today: date, year: str = "") -> DayRead | None:
        """Return the day of a row; None where there is none. `year` is one that it may be of."""
        column, year = self.one(Role.DAY), year_of(self.text(Role.YEAR, row)) or year or self.year
        return cells.day_of(row.at(column.place), year, self.grid.serials, today) if column else None

    @property
    def accounts(self) -> list[Column]:
        """Those of people, and of the Stock."""
        return self.all(*_ACCOUNTS)


def laid_out(grid: Grid, asked: Asked) -> Layout:
    """Return how a list is read, and what is open; raise SessionFileError with all that cannot be."""
    grid = shapes.upright(grid, asked.people, asked.decimal)
    header, rows = _heading(grid)
    end = _foot(rows)
    head = _Headings(grid, header, rows[:end], asked)
    if any(map(_is_amount, chain(*(row.cells for row in rows[end:])))):
        said = N_("Row {row} and those below it are not read: they stand below the totals, and are no evening.")
        head.reasons.append(_(said, row=rows[end].number))
    columns = head.columns()
    layout = Layout(grid, header, head.with_days(), columns, head, titles=tuple(head.titles))
    layout = layout._replace(day=head.day(layout))
    SessionFileError.if_any(head.wrong)
    return _Decided(layout, asked, head).layout


# -- the heading --------------------------------------------------------------------------------------


def _heading(grid: Grid) -> tuple[GridRow, tuple[GridRow, ...]]:
    """Return the row of the headings, and the rows behind it."""
    rows, where = grid.rows, grid.where
    heads = ((number, row) for number, row in enumerate(rows[:HEAD_ROWS]) if _texts_in(row) > 2)
    days = (Role.DAY, Role.CLOCK)
    place = next((number for number, row in heads if any(role_of(cell.text) in days for cell in row.cells)), None)
    if place is None:
        data = next((number for number, row in enumerate(rows) if sum(map(_is_amount, row.cells)) > 1), None)
        if data is None:
            raise SessionFileError(Problem(_("no row has amounts of two people: not a list of evenings"), where))
        above = [number for number in range(data) if _texts_in(rows[number]) > 1]
        if not above:
            said = _("there are no headings above the first amounts: name the columns: Datum, Anna, Bene")
            raise SessionFileError(Problem(said, where, rows[data].number))
        place = above[-1]

    def texts(row: GridRow) -> list[str]:
        return [cell.text for cell in row.cells[1:]]

    words = texts(rows[place])
    return rows[place], tuple(row for row in rows[place + 1 :] if not words == texts(row) != [])


def _foot(rows: Sequence[GridRow]) -> int:
    """Return where behind the last total rows stand that are no evenings: prizes, ranks, how often who was there."""

    def counts(row: GridRow) -> bool:
        amounts = amounts_in(row)
        moves = bool(amounts) and (any(map(is_day, row.cells)) or sum(amounts) == 0)
        has_amounts = any(_is_amount(cell) or cell.fault for cell in row.cells)
        is_total = shapes.is_total(row) and (has_amounts or len(row.said) < 3)  # else the headings of a ranking
        return moves or is_total or any(headings.is_payment(cell.text, ()) for cell in row.cells)

    end = next((at for at in range(len(rows), 0, -1) if counts(rows[at - 1])), 0)
    return end if any(map(shapes.is_total, rows[:end])) else len(rows)


def _is_amount(cell: Cell) -> bool:
    return amount_of(cell) is not None


def _texts_in(row: GridRow) -> int:
    return sum(bool(cell.text) and not _is_amount(cell) and not cell.day for cell in row.cells)


# -- the columns --------------------------------------------------------------------------------------


class _Headings(Findings):
    """Says what each column is."""

    def __init__(self, grid: Grid, header: GridRow, rows: Sequence[GridRow], asked: Asked) -> None:
        super().__init__(grid.where, header.number, asked)
        self.header, self.rows = header, rows
        above = takewhile(lambda row: row != header, grid.rows)
        self.titles = [grid.title, asked.file, *(cell.text for row in above for cell in row.cells)]
        self.year = asked.year or next(filter(None, map(year_of, self.titles)), "")
        self.year_only = not asked.day or bool(asked.year)
        self.numbered: list[Column] = []
        self.evenings = [row for row in rows if not any(map(kind_of, row.said))]
        self.read: dict[int, list[Decimal | None]] = {}

    def columns(self) -> tuple[Column, ...]:
        """Return what each column is."""
        found = []
        for place in range(max(len(row.cells) for row in (self.header, *self.rows))):
            rows = (row for row in self.rows if len(row.said) > 1)  # one text alone is a title
            filled = [cell for row in rows if not cells.nothing_in(cell := row.at(place))]
            heading = self.header.at(place).text
            if heading or filled:
                found.append(self._column(Column(place, heading, "", bare(heading), unit_behind(heading)), filled))
        self.wrong += (Problem(cell.fault, self.where, self.heading) for cell in self.header.cells if cell.fault)
        found = [_of_whom(one, found) for one in self._days_by_cells(found)]
        found = self._of_one_unit(self._without_strangers(self._with_running_sums(found)))
        unsaid = [one for one in found if one.role == Role.PERSON and not self._said_of(one)]
        for one in unsaid:
            if len(self.rows) > 2 and all((read := self._amount(row, one)) and not read.value for row in self.rows):
                said = _t(ALWAYS_0, column=one.called, heading=one.heading)
                self.ask(said, "as", f"{one.heading}={one.heading}", f"{one.heading}=-")
        for one in (one for one in unsaid if word_key(one.name) in words_of("SELF")):
            said = _t(WRITER, column=one.called, heading=one.heading)
            self.ask(said, "as", f"{one.heading}=…")
        self._ask_who_pays(unsaid)
        if not self.wrong:
            for said in self._wrong_columns(found):
                self.say(said)
        return tuple(found)

    def _of_one_unit(self, columns: list[Column]) -> list[Column]:
        """Return the columns, of which those in one unit count where everybody has one in points and one for money."""
        units: dict[str, set[str]] = {}
        for one in columns:
            if one.role == Role.PERSON and one.unit in KNOWN:
                units.setdefault(name_key(one.name), set()).add(one.unit)
        each = next(iter(units.values()), set())
        if len(each) < 2 or "" in each or any(said != each for said in units.values()):
            return columns
        answers = [word for word, unit in WORDS["amounts"].items() if unit in each and word.endswith("s")]
        unit = self.asked.amounts
        if unit not in each:
            said = _t("everybody has several columns here¦: use --amounts {units}", units=_or(answers))
            unit = self.ask(said, "amounts", *answers)
        return [one._replace(role=Role.UNREAD) if one.unit in each - {unit} else one for one in columns]

    def _numbers(self, column: Column) -> list[Decimal | None]:
        """Return the numbers of a column in the rows that call themselves nothing, None where it has none."""
        if column.place not in self.read:
            read = (self._amount(row, column) for row in self.evenings)
            self.read[column.place] = [has and likely(has, "") for has in read]
        return self.read[column.place]

    def _amount(self, row: GridRow, column: Column) -> Amount | None:
        return amount_of(row.at(column.place))

    def _column(self, bare_one: Column, filled: Sequence[Cell]) -> Column:
        """Return a column with what it is, by its heading and its cells."""
        amounts = sum(_is_amount(cell) or bool(cell.fault) for cell in filled)
        if said := self._said_of(bare_one):
            return said
        key = word_key(bare_one.name)
        if key in headings.NAMES and amounts < len(filled):
            if all(re.search(r"(?<![^\W_])[0-9]", cell.text) for cell in filled):
                return bare_one._replace(role=Role.NOTE)  # of evenings: "Runde 8"
            rest = _("this has a row per person; a list has a row per evening or hand, and a column per person")
            self.say(f"{bare_one.called}: {rest}")
        role = role_of(key)
        if role in (Role.GAME, Role.DAY) and filled and all(map(_counts_or_sums, filled)):
            role = Role.UNREAD  # which hand, or which evening, it was
        if role:
            return bare_one._replace(role=role, name=STOCK if role == Role.STOCK else "")
        if key in headings.FLAGS:
            return bare_one._replace(role=Role.FLAG, name=headings.FLAGS[key])
        if amounts and bare_one.unit not in KNOWN:
            self.say(f"{bare_one.called}: {counts_foreign(bare_one.unit)}")
        if amounts and (key in headings.AMOUNTS or numbered(key) or numbered(key, *headings.AMOUNTS)):
            heading = bare_one.heading
            what = N_('{column} names nobody¦: use --as "{heading}=NAME", or "{heading}=-"')
            self.ask(_t(what, column=bare_one.called, heading=heading), "as", f"{heading}=-", f"{heading}=…")
            return bare_one._replace(role=Role.LEFT_OUT)
        return bare_one._replace(role=Role.PERSON if amounts else Role.UNREAD)

    def _said_of(self, column: Column) -> Column | None:
        """Return a column with whose it is, where that was said; else None."""
        words = (one_name(column.heading), column.name) if column.heading else (letter(column.place),)
        said = next(filter(None, (self.people.get(name_key(word)) for word in words)), None)
        if said is None or said == NOBODY:
            return said and column._replace(role=Role.LEFT_OUT)  # type: ignore[return-value]  # None is none
        stock = name_key(said) == name_key(STOCK)
        return column._replace(role=Role.STOCK if stock else Role.PERSON, name=STOCK if stock else said)

    def _days_by_cells(self, columns: list[Column]) -> list[Column]:
        """Return the columns with one of days: the one that is called so, else whose cells are days."""
        rows = [row for row in self.rows if any(map(_is_amount, row.cells))]
        below = {one: [row.at(one.place) for row in rows] for one in columns}
        below = {one: [cell for cell in read if cell.text and not kind_of(cell.text)] for one, read in below.items()}
        days = {one: [*map(self._is_day, found)] for one, found in below.items()}
        called = [one for one in columns if one.role == Role.DAY]
        called = [one for one in called if len(called) == 1 or any(days[one])]  # one says which day of the week it was
        if not any(any(days[one]) for one in called):
            others = [one for one in columns if one.role in _TEXTS]
            found = [one for one in others if 2 * sum(days[one]) > len(days[one])] if self.year_only else []
            numbered = [one for one in (*called, *others) if not found and _numbers_evenings(one, below[one])]
            self.numbered = [] if _sure_days(self._read_titles()) else numbered[:1]
            called = found[:1] or self.numbered or called
        roles = dict.fromkeys((one for one in columns if one.role == Role.DAY), Role.UNREAD)
        roles |= dict.fromkeys(called, Role.DAY)
        return [one._replace(role=roles.get(one, one.role)) for one in columns]

    def with_days(self) -> tuple[GridRow, ...]:
        """Return the rows; where evenings have numbers instead, each with a day, from that of the first one on."""
        rows = tuple(self.rows)
        for one in self.numbered:
            labels = {row.at(one.place).text for row in rows}
            words = ("", *headings.EVENINGS)
            numbers = {text: int(re.sub("[^0-9]", "", text)) for text in labels if headings.numbered(text, *words)}
            lowest = min(numbers, key=numbers.__getitem__, default="")
            first = self.asked.today - timedelta(max(numbers.values(), default=0))
            if self.year_only:
                self.ask(_t(NO_DAYS, first=shown(lowest)), "date", "…")
            else:
                first = date.fromisoformat(self.asked.day)
                said = N_("The first evening is dated {day}, and each one after it a day later.")
                self.reasons.append(_(said, day=first))
            days = {text: first + timedelta(at - numbers[lowest]) for text, at in numbers.items()}
            rows = shapes.with_cells(
                rows, {text: Cell(text, day=day.isoformat()) for text, day in days.items()}, one.place
            )
        return rows

    def _is_day(self, cell: Cell) -> bool:
        found = cells.day_of(cell, "2000", "", self.asked.today)  # or of any other year
        return found is not None and not found.wrong

    def _with_running_sums(self, columns: list[Column]) -> list[Column]:
        """Return columns, of which those have where somebody stood that add up another from row to row.

        One that is called otherwise may do so by chance, but not one for each person.
        """
        people = [one for one in columns if one.role in (Role.PERSON, Role.STANDING)]
        read = {one: self._numbers(one) for one in people}
        sums: dict[Column, Column] = {}
        for one, other in sorted(product(people, people), key=lambda both: not _of_same(*both)):
            free = not {one, other} & {*sums, *sums.values()} and not self._said_of(one)
            free = free and _may_sum_up(one, other, people)
            later = read[one] != read[other] or other.place < one.place  # of two that are the same
            if free and later and shapes.adds_up(read[one], read[other]):
                sums[one] = other
        if 2 * len(sums) != len(people) or len(self.evenings) < FEW:
            sums = {one: other for one, other in sums.items() if _of_same(one, other)}
        both = (two for one, other in sums.items() for two in zip(read[one], read[other], strict=True))
        if all((total or 0) == (amount or 0) for total, amount in both):
            return columns
        for one in sums:
            self.adds_up = _("{column} adds them up", column=one.called)
        return [one._replace(role=Role.STANDING, name=sums[one].name) if one in sums else one for one in columns]

    def _without_strangers(self, columns: list[Column]) -> list[Column]:
        """Return columns; of those of amounts without which every row is zero in sum it is asked whether they count.

        One without a heading is nobody's then; else it is asked whose it is.
        """
        accounts = [one for one in columns if one.role in _ACCOUNTS]
        unsaid = [one for one in accounts if one.role == Role.PERSON and not self._said_of(one)]
        doubted = [one for one in accounts if not self._said_of(one)][:MOST_DOUBTED]  # a pot may be nobody's as well
        numbers = zip(*map(self._numbers, accounts), strict=True)
        read = [{one: has for one, has in zip(accounts, row, strict=True) if has is not None} for row in numbers]
        read = [has for has in read if any(has.values())]
        strangers = _strangers(doubted, read, len(accounts))
        question = STRANGERS
        if not strangers and any(sum(has.values()) for has in read) and len(accounts) > MOST_STRANGERS:
            strangers, question = _counting(unsaid, read), COUNTING
        unnamed = [one for one in unsaid if not one.heading and one not in strangers]
        sums = [one for one in unsaid if len(read) > 2 and all(_is_sum(one, has) for has in read)]
        checks = [one for one in unnamed if not any(has.get(one) for has in read)]  # sums that are 0
        for one in (*strangers, *checks):
            if one.heading:
                told = {"columns": _and(column.called for column in strangers), "heading": one.heading}
                self.ask(_t(question, **told), "as", f"{one.heading}=-")
            else:
                said = N_("Column {letter} has no heading and is not read: without it every row adds up to zero.")
                self.reasons.append(_(said, letter=letter(one.place)))
        for which in (letter(one.place) for one in unnamed if one not in checks):
            why = N_('column {letter} has amounts but no heading¦: use --as "{letter}=NAME", or "{letter}=-"')
            self.ask(_t(why, letter=which), "as", f"{which}=-", f"{which}=…")
        left_out = dict.fromkeys((*strangers, *unnamed), Role.LEFT_OUT) | dict.fromkeys(sums, Role.TOTAL)
        return [one._replace(role=left_out.get(one, one.role)) for one in columns]

    def _wrong_columns(self, columns: Sequence[Column]) -> Iterator[str]:
        people = [one for one in columns if one.role == Role.PERSON]
        if len(people) < 2 and not self.open:
            yield _("below these headings no row has amounts of two people: this is not a list of evenings")
        for role in (Role.DAY, Role.GAME, Role.DECLARER, Role.PARTNER, Role.STOCK):
            same = [one.called for one in columns if one.role == role]
            if len(same) > 1:
                yield _("{columns} are called the same: rename one of them", columns=_and(same))
        for key, count in Counter(name_key(one.name) for one in people).items():
            if count > 1:
                same = [one.called for one in people if name_key(one.name) == key]
                yield _("{columns} are the same person: rename one of them", columns=_and(same))
        wrong = ((one, [*unseen([one.name])] or name_problems([one.name])) for one in people)
        yield from (f"{one.called}: {said}" for one, found in wrong for said in found)
        dated = [one for one in columns if one.role == Role.DAY]
        if dated and not (self.year_only or self.numbered):
            yield _t("{column} has the days¦: --date is for a list without them", column=dated[0].called)

    def _ask_who_pays(self, unsaid: Sequence[Column]) -> None:
        """Ask where headings speak of paying: above 0 may be lost."""
        paying = [(one, who) for one in unsaid if (who := headings.who_pays(one.name)) is not None]
        if paying:
            who = ",".join(f"{one.heading}={name or _('NAME')}" for one, name in paying)
            said = N_(
                '{columns} may be what was won, or what somebody pays¦: if above 0 means won, use --as "{said}"; '
                "if it means paid, reverse the signs in the list"
            )
            self.ask(_t(said, columns=_and(one.called for one, _name in paying), said=who), "as", who)

    def _read_titles(self) -> list[DayRead | None]:
        return [cells.day_of(Cell(title), self.year, "", self.asked.today) for title in self.titles]

    def day(self, layout: Layout) -> str:
        """Return the day of a list that has no column of days: as was said, as its title says, or as is asked."""
        if layout.one(Role.DAY) or not self.year_only:
            return self.asked.day
        read = self._read_titles()
        found = _sure_days(read)
        if len(found) == 1:
            self.reasons.append(_("It is from {day}: that is in its name, or above it.", day=min(found)))
            return found.pop()
        doubtful = next((one for one in read if one and one.open and not found), None)
        if doubtful:  # such as the title 05-03-2024
            title = _('"{text}"', text=shown(self.titles[read.index(doubtful)]))
            order = self.asked.dates or self.ask_order(title, doubtful)
            return doubtful.day_first if order == DAY_FIRST else doubtful.month_first
        said = _t("there is no column of days, called Datum or date¦: if it is one evening, give its day with --date")
        self.ask(said, "date", "…")
        return self.asked.today.isoformat()


def _of_same(one: Column, other: Column) -> bool:
    """Whether a column is called as another one is, and something more: "Kurve Anna", "Anna_gesamt"."""
    return {*re.split(NO_LETTERS, other.name)} <= {*re.split(NO_LETTERS, one.name)}


def _sure_days(read: Sequence[DayRead | None]) -> set[str]:
    """Return the days that can be no other."""
    return {one.day_first or one.month_first for one in read if one and not (one.open or one.wrong)} - {""}


def _strangers(doubtful: Sequence[Column], rows: Sequence[Mapping[Column, Decimal]], count: int) -> tuple[Column, ...]:
    """Return the fewest columns without which every row is zero in sum; () where there are none, or others too."""
    sums = [sum(has.values()) for has in rows]
    for many in range(1, min(MOST_STRANGERS, count - 2) + 1 if sum(map(bool, sums)) > 1 else 0):
        found = [
            group
            for group in combinations(doubtful, many)
            if (many == 1 or all(one.heading for one in group))
            and all(total == sum(has.get(one, 0) for one in group) for has, total in zip(rows, sums, strict=True))
        ]
        if found:
            return found[0] if len(found) == 1 else ()
    return ()


def _may_sum_up(column: Column, other: Column, people: Sequence[Column]) -> bool:
    """Whether a column may have where the other one stands: it has its name, no heading, or that of others as well."""
    again = sum(one.name == column.name for one in people) > 1
    return again or not column.heading or _of_same(column, other)


def _is_sum(column: Column, has: Mapping[Column, Decimal]) -> bool:
    """Whether a column has what all others add up to, as of points, which are not zero in sum."""
    return bool(has.get(column)) and 2 * has[column] == sum(has.values())


def _counting(doubtful: Sequence[Column], rows: Sequence[Mapping[Column, Decimal]]) -> tuple[Column, ...]:
    """Return the column that is above 0 in every row, where all others are points that were lost; () for none."""
    above = {one for has in rows for one, value in has.items() if value > 0}
    alone = len(above) == 1 and above <= {*doubtful} and all(has.get(one, 0) > 0 for has in rows for one in above)
    return tuple(above) if alone else ()


def _numbers_evenings(column: Column, below: Sequence[Cell]) -> bool:
    """Whether most cells are numbers of evenings: "1. Abend", or 1 in a column that is called so."""
    words = [*headings.EVENINGS, *[""][: word_key(column.heading) in headings.EVENINGS]]
    found = [cell.text for cell in below if headings.numbered(cell.text, *words)]
    return len({*found}) > 1 and 2 * len(found) > len(below)


def _counts_or_sums(cell: Cell) -> bool:
    """Whether a cell counts hands or evenings, or says of its row that it sums them up: "Summe", "in Euro".

    What counts is a small number, and no day that looks like one.
    """
    counts = (amount := amount_of(cell)) is not None and abs(amount.value) < _MOST_COUNTED
    return counts or bool(kind_of(cell.text) or unit_in(cell.text.removeprefix("in ")))


def _of_whom(column: Column, columns: Sequence[Column]) -> Column:
    """Return a column as what its heading says of somebody's: "Anna gesamt", "Gewinn Anna", "Anna Zeche"."""
    people = {name_key(one.name): one.name for one in columns if one.role == Role.PERSON}
    of = {Role.STANDING: headings.TOTAL_WORDS, Role.PERSON: headings.OWN_WORDS, Role.UNREAD: words_of("UNREAD")}
    for role, words in of.items() if column.role == Role.PERSON else ():
        rest = " ".join(word for word in column.name.split() if word_key(word.strip("()")) not in words)
        if rest not in ("", column.name) and (role != Role.UNREAD or name_key(rest) in people):
            own = people.get(name_key(rest))
            return column._replace(role=role, name=own) if own else column._replace(name=rest)
    return column


# -- what is decided of the whole list ----------------------------------------------------------------


_Decision = tuple[str, str]  # and the sentence that says why; "" where there is nothing to say, or it is not clear


class _Quotable(NamedTuple):
    """An amount or a day, with its place."""

    row: GridRow
    column: Column
    value: Any  # an Amount, or a DayRead

    @property
    def quoted(self) -> str:
        """How it is shown in a sentence."""
        told = {"text": shown(self.row.at(self.column.place).text), "heading": shown(self.column.heading)}
        return _('"{text}" ({heading}, row {row})', row=self.row.number, **told)


class _Decided:
    """Decides of a list what no cell of it says alone; raises SessionFileError for what cannot be."""

    def __init__(self, layout: Layout, asked: Asked, head: _Headings) -> None:
        self.bare, self.asked, self.head = layout, asked, head
        self.lines = [*head.titles, *(said[0] for row in layout.grid.rows if len(said := row.said) == 1)]
        self.amounts = [
            _Quotable(row, column, amount)
            for row in layout.rows
            if kind_of(label_of(layout, row)) != STATISTIC  # an average of cents has decimals
            and not (currency_of(layout, row) or unit_of_row(layout, row))
            for column in layout.accounts
            if (amount := amount_of(row.at(column.place))) is not None and amount.unit in KNOWN
        ]
        year = head.year or self._year()
        self.worth, self.worth_said = Decimal(1), ""
        self.mark, why_mark = self._mark()
        unit, why_unit = self._unit()
        order, why_order = self._order(year)
        SessionFileError.if_any(head.wrong)
        head.reasons += filter(None, (why_unit, why_mark, why_order))
        self.layout = layout._replace(unit=unit, mark=self.mark, order=order, year=year, worth=self.worth)

    def _ask(self, row: GridRow, message: str, option: str, *answers: str) -> _Decision:
        return self.head.ask(message, option, *answers, row=row.number), ""

    # -- what a number counts

    def _unit(self) -> _Decision:
        """Decide what a number without a unit counts."""
        said = {column.unit: column.called for column in reversed(self.bare.accounts) if column.unit} or self._titled()
        for one in self.amounts:
            if one.value.unit and one.value.unit not in said:
                said[one.value.unit] = one.quoted
        in_cents = not (self.asked.tariff and self.asked.tariff.unit == POINTS)
        if in_cents and not (self.asked.amounts or said.keys() - {POINTS}) and self._worth():
            told = {"worth": f"{self.worth:f}", "title": shown(self.worth_said)}
            return CENTS, _('A point is worth {worth} cents, according to "{title}".', **told)
        foreign = next((unit for title in self.head.titles for unit in _MONEY.findall(title)), "")
        if foreign and not self.asked.amounts:
            return self._ask(self.bare.header, _t(FOREIGN_UNIT, unit=foreign), "amounts", "euros")
        tariff = self.asked.tariff
        counts = {one == POINTS: where for one, where in said.items()}
        if self.asked.amounts and (tariff or not said):
            counts.setdefault(self.asked.amounts == POINTS, "--amounts")
        if tariff:
            counts.setdefault(tariff.unit == POINTS, tariff.name)
        if len(counts) > 1:
            told = {"points": counts[True], "other": counts[False]}
            self.head.say(_("{points} counts points and {other} money: which of them?", **told))
            return "", ""
        return self._unit_of_bare(said, self.asked.amounts or (POINTS if True in counts and not said else ""))

    def _titled(self) -> dict[str, str]:
        """Return the one unit that titles say of the amounts; {} where they say another one too, or notes below do."""
        others = {word_key(bare(one.heading)) for one in self.bare.columns if one.role not in _ACCOUNTS}
        lines = [line for line in self.lines if not ("=" in line or unit_in(line) or _WORTH.search(line[:_LONGEST]))]
        told = [(unit, line) for line in lines for unit in headings.units_said(line[:_LONGEST], others)]
        said = {unit: _('"{text}"', text=shown(line)) for unit, line in reversed(told) if unit in KNOWN}
        sure = [line for _unit, line in told if line in self.head.titles or headings.says_all(line)]
        in_cents = re.search("[0-9] ?(?:ct|cent)", " / ".join(lines)[:_LONGEST], re.IGNORECASE)  # what they play for
        return said if len(said) == 1 and sure and not (in_cents and EUROS in said) else {}

    def _worth(self) -> bool:
        """Whether one sentence says what a point is worth, and no more, and plain numbers can only be points."""
        told = {(line[:_LONGEST], said) for line in self.lines for said in _WORTH.findall(line[:_LONGEST])}
        if len(told) != 1 or not all(self._is_plain(one) and not one.column.unit for one in self.amounts):
            return False
        ((line, (many, cost, unit, other_cost, other_unit, other_many)),) = told
        cents_ = Decimal((cost or other_cost).replace(",", ".")) * (100 if unit_in(unit or other_unit) == EUROS else 1)
        worth = cents_ / (int(many or other_many or 1) or 1)
        rest = _WORTH.sub("", line)
        rest = YEAR.sub("", rest) if line in self.head.titles else rest
        if not worth or re.search("[0-9]{2}|[0-9] ?(?:€|e|c)", rest, re.IGNORECASE):  # it says something else as well
            return False
        if worth == 1 or any(self._number(one) % worth for one in self.amounts):  # else they may be cents already
            self.worth, self.worth_said = worth, line
        return bool(self.worth_said)

    def _unit_of_bare(self, said: Mapping[str, str], wanted: str) -> _Decision:
        bare = [one for one in self.amounts if not one.value.unit and not one.column.unit]
        if not bare:
            return wanted or next(iter(said), EUROS), _("Every number has its unit.")
        if wanted:
            return wanted, _("Numbers are in {unit}, as you said.", unit=unit_words(wanted))
        if set(said) < {EUROS, CENTS} and (mixed := self._mixed(bare)):
            return self._ask(*mixed, "amounts", "euros", "cents")
        decimals = next((one for one in bare if not _whole(self._number(one))), None)
        units = any(column.unit for column in self.bare.accounts) or self._titled()
        in_cells = not units and not any(self._is_plain(one) and one.value.value for one in bare)
        if len(said) == 1 and not (decimals and in_cells):
            ((unit, where),) = said.items()
            if unit == EUROS and not any(column.unit for column in self.bare.accounts) and self._are_hundreds(bare):
                return self._ask_unit(bare)
            told = {"unit": unit_words(unit), "where": where}
            if decimals and unit != EUROS:
                return self._ask(decimals.row, _t(NOT_WHOLE, amount=decimals.quoted, **told), "amounts", "euros")
            return unit, _("Numbers are in {unit}, according to {where}.", **told)
        if decimals and (not said or in_cells):
            told = {"unit": unit_words(EUROS), "amount": decimals.quoted}
            return EUROS, _("Numbers are in {unit}: {amount} has decimals.", **told)
        return self._ask_unit(bare)

    def _are_hundreds(self, bare: Sequence[_Quotable]) -> bool:
        """Whether whole numbers are so large that nobody plays for them in euros, whatever a title says."""
        sizes = [abs(self._number(one)) for one in bare if one.value.value and not label_of(self.bare, one.row)]
        return all(map(self._is_plain, bare)) and bool(sizes) and median(sizes) >= MANY_EUROS

    def _ask_unit(self, bare: Sequence[_Quotable]) -> _Decision:
        first = next((one for one in bare if one.value.value), bare[0])
        whole = abs(int(self._number(first)))
        readings = _or([money(whole * 100, CENTS), money(whole, CENTS), money(whole, POINTS)])
        said = _t(MANY_UNITS, amount=first.quoted, readings=readings)
        return self._ask(first.row, said, "amounts", "euros", "cents", "points")

    def _mixed(self, bare: Sequence[_Quotable]) -> tuple[GridRow, str] | None:
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
        return first.row, _t(TWO_UNITS, readings=_or([money(whole * 100, CENTS), money(whole, CENTS)]), **told)

    def _unit_of(self, one: _Quotable) -> str:
        return one.value.unit or ("" if self._is_plain(one) else EUROS)

    def _is_plain(self, one: _Quotable) -> bool:
        return not one.value.unit and _whole(self._number(one)) and not one.value.decimal_places

    def _number(self, one: _Quotable) -> Decimal:
        return likely(one.value, self.mark)

    # -- what parts decimals

    def _mark(self) -> _Decision:
        """Decide what parts decimals where it may part thousands as well."""
        if self.asked.decimal:
            return self.asked.decimal, _('"{mark}" is the decimal mark, as you said.', mark=self.asked.decimal)
        if mark := shapes.only_mark(one.value for one in self.amounts):
            clear = next(one for one in self.amounts if one.value.decimal_places)
            return mark, _('"{mark}" is the decimal mark: {amount}.', mark=mark, amount=clear.quoted)
        doubtful = next((one for one in self.amounts if cells.meant(one.value, "") is None), None)
        if doubtful is None:
            return "", ""
        return self._ask(doubtful.row, shapes.which_mark(doubtful.value, doubtful.quoted), "decimal", "comma", "point")

    # -- the order of days, and their year

    def _year(self) -> str:
        """Ask the year of days that say none."""
        for row in self.bare.rows:
            found = self.bare.day_in(row, self.asked.today)
            other = self.bare.day_in(row, self.asked.today, "2000") if found and found.wrong else None
            if found and other and not other.wrong:
                what = N_("{said}¦: if all are of one year, use --date 2024, or put the year into the name of the file")
                self.head.ask(_t(what, said=found.wrong), "date", "…", row=row.number)
                return str(self.asked.today.year - 1)
        return ""

    def _order(self, year: str) -> _Decision:
        """Decide what stands first where a day may be two: the day or the month."""
        column = self.bare.one(Role.DAY)
        if column and self.asked.dates:
            what = _order_words(self.asked.dates)
            return self.asked.dates, _("In dates the {what} comes first, as you said.", what=what)
        days = ((row, self.bare.day_in(row, self.asked.today, year)) for row in self.bare.rows)
        read = [_Quotable(row, column, found) for row, found in days if found and column]
        doubtful = [one for one in read if one.value.open]
        either = (one for one in reversed(read) if bool(one.value.day_first) != bool(one.value.month_first))
        one_way = {DAY_FIRST if one.value.day_first else MONTH_FIRST: one for one in either}
        if len(one_way) == 1:
            ((order, clear),) = one_way.items()
            return order, _("In dates the {what} comes first: {day}.", what=_order_words(order), day=clear.quoted)
        first = next(iter(doubtful), one_way.get(DAY_FIRST))
        return self.head.ask_order(first.quoted, first.value, first.row.number) if first else "", ""


def label_of(layout: Layout, row: GridRow) -> str:
    """Return what a row that is no evening calls itself, where its day would stand; "" for any other.

    Elsewhere the words of totals count, which are compared with the numbers: "Max" may be who dealt. Those of
    statistics count in the first column of a row without a day.
    """
    said = layout.text(Role.DAY, row)
    if kind_of(said) or kind_of(rest := cells.WHOLE_DAY.sub("", said).strip()) == headings.CARRIED:
        return said if kind_of(said) else rest
    for one in (one for one in layout.columns if one.role not in _ACCOUNTS):
        kind = kind_of(text := row.at(one.place).text, whole=True)
        if not (kind or said) and layout.one(Role.DAY) and kind_of(text) == headings.TOTAL:
            return text  # such as "Stand Jahresende", which is compared
        if headings.carries_over(text) and layout.one(Role.DAY):
            return text
        counted = not (one.place or said) and word_key(text) not in ("max", "min", "per")
        if kind and (kind != STATISTIC or counted):
            return text
    return ""


def currency_of(layout: Layout, row: GridRow) -> str:
    """Return which money a row counts, where its column of currencies says another one than the evenings'."""
    said = layout.text(Role.CURRENCY, row)
    return "" if unit_in(said) == EUROS else said


def unit_of_row(layout: Layout, row: GridRow) -> str:
    """Return what a row counts that says so: a total "Euro", "Summe (€)", "in €", any row by a word; "" for none."""
    first = row.at(0).text
    said = layout.text(Role.DAY, row) or (first.removeprefix("in ") if kind_of(first) or first[:3] == "in " else "")
    words = (row.at(one.place).text for one in layout.columns if one.role == Role.UNREAD)
    units = (unit_in(word) for word in words if len(word) > 1)
    own = next((unit for unit in units if unit in (EUROS, CENTS, POINTS)), "")
    return own or ("" if said[:1].isdigit() else headings.unit_said(said))


def counts_foreign(unit: str) -> str:
    """Return the sentence that something counts other money than evenings do."""
    return _("its unit is {unit}; evenings count euros, cents or points: change it, or leave it out", unit=shown(unit))


def _whole(number: Decimal) -> bool:
    return number == number.to_integral_value()


def unit_words(unit: str) -> str:
    """Return what a number counts, for people."""
    return {EUROS: _("euros"), CENTS: _("cents"), POINTS: _("points")}[unit]


def _order_words(order: str) -> str:
    return _("the day") if order == DAY_FIRST else _("the month")
