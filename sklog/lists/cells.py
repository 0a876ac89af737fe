"""What one cell of a list can mean: an amount in every way in which it can be read, a day in every order.

    amount_of   "(1,50 €)", "1.234", Decimal -> Amount, with both readings where a mark may part thousands or cents
    cents_of    Amount, and what was decided for the whole list -> whole cents or points
    day_of      "22.11.24", "03/04/2025", "22 Nov 2024" -> DayRead, with both orders where both are days

Nothing is decided here: a cell alone cannot say what its list means.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.language import _, spoken
from sklog.lists.words import words_of
from sklog.scoring import days
from sklog.scoring.canonical import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

EUROS, CENTS, POINTS = "€", "ct", "points"
COMMA, POINT = ",", "."
NOTHING = {"": "", **words_of("NOTHING")}
"""What people write for no amount, without blanks and points: whoever has it was not there."""
FIRST_YEAR = 1950  # of those in two digits: 27 is a slip, and not 1927
MOST_DIGITS = 15  # of an amount; a spreadsheet keeps no more
_UNITS = words_of("UNIT")
FOREIGN = re.compile(
    r"[$£¥₺₽₹]|zł|Kč|\b(?:US\$|USD|CHF|sFr|Fr|GBP|JPY|SEK|NOK|DKK|CZK|PLN|HUF|ATS|DEM|DM|AUD|CAD|CNY|TRY|RUB|INR|BRL|THB|HKD|"
    r"SGD|NZD|ZAR|MXN|KRW|ILS|RON|BGN|HRK|ISK|ITL|FRF|kr)\b\.?"
)
"""Money that no evening counts: 15,000 JPY are not 15,000 euros."""
_AMOUNT = re.compile(
    r"(?P<before>€)?\s*(?P<open>\()?\s*(?P<unit>€|eur\.?)?\s*(?P<sign>[+-])?\s*(?P<second>€|eur\.?)?\s*"
    r"(?P<body>[0-9](?:[0-9.,' ]*[0-9])?|[.,][0-9]+)\s*(?P<middle>[+-])?\s*(?P<behind>[a-z€]+\.?)?\s*"
    r"(?P<after>[+-])?\s*(?P<close>\))?\s*(?P<last>(?<=[)] )€|(?<=[)])€)?",
    re.IGNORECASE,
)
_SIGN = re.compile("^(plus|minus) (?=[0-9])", re.IGNORECASE)
_NO_CENTS = re.compile(r"(?<=[0-9]),[-–—]{1,2}(?=\s*€?$)")  # 2,- is 2 euros
_MARKS = str.maketrans("\N{MINUS SIGN}–—\N{RIGHT SINGLE QUOTATION MARK}", "---'")
_GROUPS = re.compile(r"[0-9]{1,3}(?:([.,' ])[0-9]{3})(?:\1[0-9]{3})*")
_MARKED = re.compile(r"([0-9.,' ]*)([.,])([0-9]+)")
_NUMBERS = re.compile(r"([0-9]{1,4})([-./])\s?([0-9]{1,2})(?:\2\s?([0-9]{4}|[0-9]{2})?)?")
WEEKDAY = re.compile(
    r"^(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|(?:mon|diens|donners|frei|sams|sonn)(?:t|[td][aoå]g|da)?|"
    r"mittw(?:och)?|sonnabend|(?:mon|tues|wednes|thurs|fri|satur|sun)(?:day)?)\.?,?\s+",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r",?[ T]\s*(?:um )?([0-9]{1,2}):([0-9]{2})(?::[0-9]{2}(?:[.,][0-9]+)?)?\s*([ap]m\b)?"
    r"(?:Uhr|h|Z|[+-][0-9]{2}:?[0-9]{2})?$",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(r"([0-9]{1,2})[-. ]{1,2}([^\W\d]{3,})[-. ]{1,2}([0-9]{2}|[0-9]{4})")
_NO_DAY = re.compile(r"\b(?:den|of|the) |'(?=[0-9]{2}$)", re.IGNORECASE)
_MONTHS = [*words_of("MONTH")]
_ROMAN = re.compile(rf"([0-9]{{1,2}}\.) ?({'|'.join(_MONTHS)})\b\.?", re.IGNORECASE | re.ASCII)
WHOLE_DAY = re.compile(
    r"(?<![0-9])(?:[0-9]{1,2}\. ?[0-9]{1,2}\. ?(?:[0-9]{4}|[0-9]{2})|[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{1,2}\. [^\W\d]{3,} [0-9]{4})(?![0-9])"
)
LATE = date(2099, 12, 31)
"""Read as of then, a year in two digits is of its century."""
FIRST_DAY = {"1900": date(1899, 12, 30), "1904": date(1904, 1, 1)}
_SERIALS = range(20_000, 80_000)  # 1954 to 2119


class Cell(NamedTuple):
    """One cell: `text` as people see it, or nearly; a number or an ISO day where it is one.

    `unit` is what its format says that it counts. `fault` says why it has no value; a `truth` is "yes" or "no",
    which is no fault where that is asked.
    """

    text: str = ""
    number: Decimal | None = None
    day: str = ""
    unit: str = ""
    fault: str = ""
    truth: bool = False


EMPTY = Cell()


class GridRow(NamedTuple):
    """The cells of a row, and its number as people count them, from 1."""

    number: int
    cells: tuple[Cell, ...] = ()

    def at(self, place: int) -> Cell:
        """Return the cell in a place; an empty one where the row ends before it."""
        return self.cells[place] if place < len(self.cells) else EMPTY

    def put(self, cells: Iterable[Cell]) -> GridRow:
        """Return the row with other cells, without the empty ones at their end."""
        found = list(cells)
        while found and found[-1] == EMPTY:
            found.pop()
        return self._replace(cells=tuple(found))

    @property
    def said(self) -> list[str]:
        """The texts of its cells that have one."""
        return [cell.text for cell in self.cells if cell.text]


class Grid(NamedTuple):
    """One table of a file: `where` names it to people, `title` is its sheet's (of a csv the file's name).

    `serials` says from when on days are counted that look like numbers: "1900", "1904", "" where nobody counts them.
    """

    title: str
    where: str
    rows: tuple[GridRow, ...]
    serials: str = ""
    hidden: bool = False


class Amount(NamedTuple):
    """A number as it was written. `unit` is "" where the cell says none.

    `mark` is what parts its decimals. Where that may part thousands as well, `other` is the number then: 1,234 is
    1.234 or 1234.
    """

    value: Decimal
    unit: str = ""
    mark: str = ""
    other: Decimal | None = None

    @property
    def decimal_places(self) -> bool:
        """Whether decimals are written, be they 0."""
        return self.other is None and bool(self.mark)


def unit_in(text: str) -> str:
    """Return the unit that a word is, be it money of elsewhere; "" where it is none."""
    word = text.strip(" .()[]")
    return _UNITS.get(word.casefold(), word if FOREIGN.fullmatch(word) else "")


def nothing_in(cell: Cell) -> bool:
    """Whether a cell says that there is no amount."""
    return not (cell.day or cell.fault) and cell.number is None and re.sub("[ .€]", "", cell.text.casefold()) in NOTHING


def amount_of(cell: Cell) -> Amount | None:
    """Return the amount of a cell; None of what is none."""
    if cell.number is not None:
        return Amount(cell.number, cell.unit)
    return None if cell.day or cell.fault else _amount(cell.text)


@lru_cache(maxsize=200_000)  # every cell of a file is looked at several times
def _amount(text: str) -> Amount | None:
    text = _SIGN.sub(lambda one: "+-"[one[1].casefold() == "minus"], _NO_CENTS.sub(",00", text))
    text = re.sub(r"^(?:±|\+/?-) ?(?=0(?:[.,]0+)?(?: ?€)?$)", "", text)
    foreign = FOREIGN.search(text)
    found = _AMOUNT.fullmatch((FOREIGN.sub("", text, 1).strip() if foreign else text).translate(_MARKS))
    if not found or bool(found["open"]) != bool(found["close"]):
        return None
    signs = [sign for sign in (found["sign"], found["middle"], found["after"], found["open"]) if sign]
    said = [word for word in (found[name] for name in ("before", "unit", "second", "behind", "last")) if word]
    unit = unit_in(said[0]) if said else ""
    if len(signs) > 1 or len(said) > 1 or (said and not unit) or sum(map(str.isdigit, found["body"])) > MOST_DIGITS:
        return None
    read = _number(found["body"])
    if read is None:
        return None
    minus = -1 if signs and signs[0] in "-(" else 1
    value, mark, other = read
    return Amount(value * minus, foreign[0] if foreign else unit, mark, None if other is None else other * minus)


def _number(body: str) -> tuple[Decimal, str, Decimal | None] | None:
    """Return the number, the mark of its decimals, and what it is where that mark parts thousands."""
    groups = _GROUPS.fullmatch(body)
    if groups and body.count(groups[1]) > 1:
        return Decimal(body.replace(groups[1], "")), _other_mark(groups[1]), None
    marked = _MARKED.fullmatch(body)
    if not marked:
        plain = re.sub("[' ]", "", body) if groups or body.isdigit() else ""
        return (Decimal(plain), "", None) if plain else None
    whole, mark, decimals = marked.groups()
    if mark in whole or (not whole.isdigit() and whole and not _GROUPS.fullmatch(whole)):
        return None
    value = Decimal(f"{re.sub('[^0-9]', '', whole) or 0}.{decimals}")
    thousands = groups and not whole.startswith("0")
    return value, mark, Decimal(whole + decimals) if thousands else None


def _other_mark(mark: str) -> str:
    return {COMMA: POINT, POINT: COMMA}.get(mark, "")


def meant(amount: Amount, mark: str) -> Decimal | None:
    """Return the number that is meant where this mark parts decimals in the list; None where nobody knows."""
    if amount.other is None:
        return amount.value
    return {amount.mark: amount.value, _other_mark(amount.mark): amount.other}.get(mark)


def likely(amount: Amount, mark: str) -> Decimal:
    """Return the same; where nobody knows, the number with decimals."""
    number = meant(amount, mark)
    return amount.value if number is None else number


def cents_of(number: Decimal, unit: str) -> int | None:
    """Return whole cents (or points); None of what is none. What a program counted a trifle off is what it meant."""
    exact = number * 100 if unit == EUROS else number
    whole = exact.to_integral_value()
    return None if abs(exact - whole) > Decimal("0.000001") else int(whole)


# -- days ---------------------------------------------------------------------------------------------


class DayRead(NamedTuple):
    """The days that a cell can be, in ISO form: with the day first, and with the month first ("" where there is none).

    They are the same where only one is possible. `wrong` says why it is no day. `clock` is the time beside it, "01:24".
    """

    day_first: str = ""
    month_first: str = ""
    wrong: str = ""
    clock: str = ""

    @property
    def open(self) -> bool:
        """Whether it can be two days."""
        return bool(self.day_first and self.month_first) and self.day_first != self.month_first


def day_of(cell: Cell, year: str, serials: str, today: date) -> DayRead | None:
    """Return the day of a cell; None of what is none. `year` is said for a whole sheet, "" where nobody does.

    `serials` is from when on a program counts days whose cells look like numbers: "1900", "1904", or "".
    """
    if cell.day:
        return DayRead(cell.day, cell.day, clock=cell.text[11:16] if cell.text.startswith(cell.day) else "")
    counted = cell.number is not None or bool(re.fullmatch("[0-9]{5}", cell.text))
    if counted and serials in FIRST_DAY and (whole := int(cell.number or cell.text)) in _SERIALS:
        found = (FIRST_DAY[serials] + timedelta(whole)).isoformat()
        return DayRead(found, found)
    if re.fullmatch("(?:19|20)[0-9]{6}", cell.text):
        return _in_numbers(cell.text, (cell.text[:4], "-", cell.text[4:6], cell.text[6:]), year, today)
    if cell.number is not None:
        return None
    return None if cell.fault else _day(cell.text, year, today, spoken())


@lru_cache(maxsize=20_000)  # each is read with several years
def _day(text: str, year: str, today: date, _language: str) -> DayRead | None:  # of what is said of one that is none
    said = _NO_DAY.sub("", WEEKDAY.sub("", " ".join(text.split())))
    said = _ROMAN.sub(lambda one: f"{one[1]}{_MONTHS.index(one[2].lower()) + 1}.", said)
    if found := _CLOCK.search(said):
        hour = int(found[1]) % 12 + 12 * (found[3].casefold() == "pm") if found[3] else int(found[1])
        whole = _day(said[: found.start()], year, today, _language)
        return None if whole is None or hour > 23 else whole._replace(clock=f"{hour:02d}:{found[2]}")
    numbers = _NUMBERS.fullmatch(said)
    if numbers:
        return _in_numbers(said, numbers.groups(), year, today)
    if short := _SHORT_YEAR.fullmatch(said):
        said = f"{short[1]} {short[2]} {_whole_year(short[3], year, today)}"
    inside = WHOLE_DAY.findall(said)
    if len(inside) == 1 and inside[0] != said:  # "Abend am 22.11.2024"
        return _day(inside[0], year, today, _language)
    if not re.search(r"[0-9]", said) or not re.search(r"[^\W\d]{3}", said):
        return None
    if year and not re.search(r"[0-9]{4}", said):
        said = f"{said.rstrip('., ')} {year}"
    try:
        spelt = days.read(said, today)
    except Refused as wrong:
        return DayRead(wrong=wrong.problems[0].message)
    return None if spelt is None else DayRead(spelt, spelt)


def _in_numbers(said: str, numbers: tuple[str | None, ...], year: str, today: date) -> DayRead:
    first, mark, second, third = (word or "" for word in numbers)
    if len(first) < 3:
        whole = _whole_year(third, year, today)
        if not whole:
            return DayRead(wrong=_('"{said}" has no year', said=shown(said)))
        if len(third) == 2 and int(whole) < FIRST_YEAR:
            told = {"said": shown(said), "early": int(whole), "late": int(whole) + 100}
            return DayRead(wrong=_('"{said}" may be {early} or {late}: write the year with four digits', **told))
        # behind a point the month comes second, in every language that writes so
        ways = [(whole, second, first)] if mark == POINT else [(whole, second, first), (whole, first, second)]
    else:
        ways = [(first, second, third)] if len(first) == 4 and third else []
    found = [days.iso_day(*way) for way in ways]
    if not any(found):
        return DayRead(wrong=_('"{said}" is not in the calendar', said=shown(said)))
    return DayRead(found[0], found[-1])


def _whole_year(said: str, year: str, today: date) -> str:
    """Return a year in four digits; one in two digits is the last one that is called so."""
    if len(said) != 2:
        return said or year
    century = today.year // 100 - (int(said) > today.year % 100)
    return f"{century}{said}"


def letter(place: int) -> str:
    """Return what a spreadsheet calls a column, counted from 0: A, B, … Z, AA."""
    found = ""
    while place >= 0:
        found, place = chr(65 + place % 26) + found, place // 26 - 1
    return found
