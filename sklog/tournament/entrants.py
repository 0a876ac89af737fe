"""The list of entrants of a tournament, as a club keeps it in a spreadsheet: a row a person, from csv, xlsx or ods.

    file ──lists.grids──▶ rows of cells ──headings──▶ what each column says ──rows──▶ Entrants: found, warnings, wrong

A column is known by its heading, in German or English, wherever it stands; a file without any, whose only column are
names, is read as well. A name is "Vorname Nachname", from one column or two; the Nachname stands before a comma, or
where the heading says so. What is not read is said in a warning. Whatever could be taken for two things is named: who
is left out here has no table, and who is in it twice sits at two.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem, SessionFileError, similar
from sklog.language import N_, _, _and
from sklog.lists import grids
from sklog.lists.cells import CENTS, EMPTY, EUROS, Amount, amount_of, cents_of, letter, nothing_in
from sklog.lists.headings import TOTAL, bare, kind_of, unit_behind
from sklog.lists.layout import Column
from sklog.lists.words import words_of
from sklog.scoring.amounts import money
from sklog.scoring.canonical import shown
from sklog.scoring.names import LONGEST_TEXT, name_key, name_problems, one_name, turned_key, visible
from sklog.scoring.tariff import CENTS as COUNTED_CENTS
from sklog.tournament.model import MOST_ENTRANTS, MOST_NUMBER
from sklog.tournament.tournaments import Person

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sklog.lists.cells import Cell, Grid
    from sklog.lists.cells import GridRow as Row

MOST_PAID = 1_000_000  # cents: no entry fee was ever as high
_HEAD_ROWS = 10  # among so many rows a heading is looked for: a title may stand above it
NAME, TURNED, FIRST_COMMA, FIRST, LAST = "name", "turned", "comma", "first", "last"
PLACE, CLUB, TEAM, NUMBER, PAID = "place", "club", "team", "number", "paid"
_WHOLE = (NAME, TURNED, FIRST_COMMA)
_OF_NAMES = frozenset((*_WHOLE, FIRST, LAST))
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_YES, _NO = words_of("PAID"), words_of("UNPAID")
LOST = "\N{REPLACEMENT CHARACTER}"


class Entrants(NamedTuple):
    """What a list says: who enters, by the line that says so, what is not read, and which rows are wrong."""

    found: Mapping[int, Person]
    warnings: list[Problem]
    wrong: list[Problem]


def read_entrants(path: Path, fee: int = 0) -> Entrants:
    """Return what the list of a file says, where the entry fee is so many cents.

    Raises SessionFileError where its headings do not say what it is, NotFound where it cannot be read, Refused where it
    is too large, or a workbook and the extra `sheets` is not there.
    """
    return entrants_of(grids.read_tables(path), str(path), fee)


def entrants_of(tables: Sequence[Grid], where: str, fee: int = 0) -> Entrants:
    """Return what the list in a file's tables says; raise SessionFileError where nobody can be read."""
    grid = _table([grids.tidy(one) for one in tables if not one.hidden and one.rows], where)
    head = _head(grid)
    rows = grid.rows[head.rows :]
    if not rows:
        raise SessionFileError(Problem(_("nobody is in this list"), grid.where))
    if len(rows) > MOST_ENTRANTS:
        said = _("{count} rows: at most {most} people can enter a tournament", count=len(rows), most=MOST_ENTRANTS)
        raise SessionFileError(Problem(said, grid.where))
    SessionFileError.if_any(_headless(head, rows, grid.where))
    read = _Rows(head, rows, grid.where, fee)
    found = {row.number: one for row in rows if (one := read.entrance(row))}
    wrong = sorted([*read.problems, *_twice(found, grid.where)], key=lambda one: one.line)
    lines = {one.line for one in wrong}
    told = [Problem(message, grid.where, line, warning=True) for message, line in (*head.passed, *read.passed)]
    return Entrants({line: one for line, one in found.items() if line not in lines}, told, wrong)


# -- the table and its headings -------------------------------------------------------------------------


class _Head(NamedTuple):
    """What each column says, behind so many `rows`; `passed` are what is not read, as sentences with their lines.

    `headed` are the columns that have a heading, None where there are no headings at all.
    """

    columns: Mapping[str, Column]
    rows: int
    passed: tuple[tuple[str, int], ...] = ()
    headed: frozenset[int] | None = None


def _key(heading: str) -> str:
    """Return what all spellings of a heading have in common: neither case nor Umlaut, blank or hyphen counts."""
    return re.sub(r"[^0-9a-z#]+", "", one_name(heading).casefold().translate(_UMLAUTS))


_WORDS = {_key(word): (role, word) for word, role in words_of("ENTRANT").items()}
"""What a column may be called. The entry fee alone is none of them: a list may name what is to be paid by it."""


def _role(heading: str) -> str:
    """Return what a heading says of its column; "" for any other one."""
    behind = _key(re.sub(r"\s+in$", "", bare(heading))) if unit_behind(heading) else ""
    return (_WORDS.get(_key(heading)) or _WORDS.get(behind) or ("", ""))[0]


def _table(tables: Sequence[Grid], where: str) -> Grid:
    """Return the table that has the entrants: the only one, or the only one with a heading for names."""
    tables = [one for one in tables if one.rows]
    named = [one for one in tables if _heading_row(one) is not None] if len(tables) > 1 else tables
    if len(named) == 1:
        return named[0]
    if not tables:
        raise SessionFileError(Problem(_("nobody is in this list"), where))
    words = N_("none of the sheets {titles} has a column called Name")
    if named:
        words = N_("more than one sheet has a column of names: {titles}. Keep only the one with the entrants")
    titles = _and(_printed(one.title) for one in named or tables)
    raise SessionFileError(Problem(_(words, titles=titles), where))


def _heading_row(grid: Grid) -> int | None:
    """Return which of the first rows are the headings: the one that names most columns, one of names among them.

    Below another row it has to name two: a list of names alone may hold a word that is a heading, too. None: there are
    no headings.
    """
    found, most = None, 0
    for count, row in enumerate(grid.rows[:_HEAD_ROWS]):
        roles = {_role(cell.text) for cell in row.cells} - {""}
        if roles & _OF_NAMES and len(roles) > (most or min(count, 1)):
            found, most = count, len(roles)
    return found


def _head(grid: Grid) -> _Head:
    """Return what each column says; raise SessionFileError for headings that do not say it."""
    found = _heading_row(grid)
    if found is None:
        return _without(grid)
    header = grid.rows[found]
    by_role: dict[str, list[Column]] = {}
    for place, cell in enumerate(header.cells):
        if cell.text:
            role = _role(cell.text)
            by_role.setdefault(role, []).append(Column(place, _printed(cell.text), role, unit=unit_behind(cell.text)))
    unknown = by_role.pop("", [])
    if by_role.keys() >= {FIRST, NAME} and LAST not in by_role:
        by_role[LAST] = by_role.pop(NAME)  # beside a Vorname it is the other half
    SessionFileError.if_any(Problem(said, grid.where, header.number) for said in _wrong_headings(by_role, unknown))
    above = [(_("this is above the headings and is not read"), row.number) for row in grid.rows[:found]]
    passed = [(_("{column} is not read", column=column.called), header.number) for column in unknown]
    headed = frozenset(place for place, cell in enumerate(header.cells) if cell.text)
    return _Head({role: one for role, (one,) in by_role.items()}, found + 1, (*above, *passed), headed)


def _wrong_headings(by_role: Mapping[str, list[Column]], unknown: Sequence[Column]) -> Iterator[str]:
    """Yield what is wrong about the headings: two for one thing, and those that are probably misspelt."""
    whole = [one for role in _WHOLE for one in by_role.get(role, ())]
    same = [columns for role, columns in by_role.items() if role not in _WHOLE]
    for columns in (*same, whole, [*whole, *by_role.get(LAST, ())] if len(whole) == 1 else []):
        if len(columns) > 1:
            yield _("{columns} mean the same: keep one of them", columns=_and(one.called for one in columns))
    words = {key: word for key, (_role, word) in _WORDS.items()}
    for column in unknown:
        if near := similar(_key(column.heading), words):
            yield _('{column} is not known: did you mean "{near}"?', column=column.called, near=words[near[0]])


def _without(grid: Grid) -> _Head:
    """Return what a table without headings says, if it has names alone."""
    places = {place for row in grid.rows for place, cell in enumerate(row.cells) if cell != EMPTY}
    if len(places) > 1:
        said = _("no column is called Name: write headings above the list: number, name, place, club, team, paid")
        raise SessionFileError(Problem(said, grid.where, grid.rows[0].number))
    for row in grid.rows[1:_HEAD_ROWS]:
        if _role(row.cells[-1].text) in _OF_NAMES:
            said = _('"{heading}" is a heading: leave out everything above it', heading=_printed(row.cells[-1].text))
            raise SessionFileError(Problem(said, grid.where, row.number))
    first = grid.rows[0]
    name = _printed(next(cell.text for cell in first.cells if cell != EMPTY))
    said = _('there are no headings: each line is read as a name, and the first one is "{name}"', name=name)
    return _Head({NAME: Column(min(places), "", NAME)}, 0, ((said, first.number),))


def _headless(head: _Head, rows: Sequence[Row], where: str) -> Iterator[Problem]:
    """Yield the columns that have cells and no heading, each with the first of them."""
    seen = set(head.headed or range(max(len(row.cells) for row in rows)))
    for row in rows:
        for place, cell in enumerate(row.cells):
            if cell != EMPTY and place not in seen:
                seen.add(place)
                words = N_(
                    '"{text}" is in column {letter}, which has no heading: write one above it, or put a cell that '
                    "contains a comma in quotes"
                )
                yield Problem(_(words, text=_printed(cell.text), letter=letter(place)), where, row.number)


# -- the rows -------------------------------------------------------------------------------------------


class _Rows:
    """Reads the rows one by one; `problems` are all that is wrong in them, `passed` what is not read as it stands."""

    def __init__(self, head: _Head, rows: Sequence[Row], where: str, fee: int) -> None:
        self.columns = head.columns
        self.where = where
        self.problems: list[Problem] = []
        self.passed: list[tuple[str, int]] = []
        self.turned = False  # a name, which is said once
        self.unit = self._unit(rows, fee)

    def entrance(self, row: Row) -> Person | None:
        """Return what a row says; where something is wrong, the rest of it. None of one that adds up the others."""
        names = [one_name(self._read(role, row).text) for role in (FIRST, *_WHOLE, LAST)]
        place, club, team = (one_name(self._read(role, row).text) for role in (PLACE, CLUB, TEAM))
        labels = list(filter(None, names)) or [cell.text for cell in row.cells]  # a team may be called Total
        if total := next(filter(_is_total, labels), ""):
            self.passed.append((_('"{label}" adds up the list and is not read', label=_printed(total)), row.number))
            return None
        whole = next(filter(None, names[1:4]), "")
        name = one_name(" ".join(filter(None, (names[0], self._name(whole, row), names[4]))))
        for said in (*_wrong_name(name), *(said for text in (place, club, team) for said in _wrong_text(text))):
            self._wrong(said, row)
        return Person(name, place, club, team, self._number(row), self._paid(row))

    def _name(self, text: str, row: Row) -> str:
        """Return a name that stands alone, turned where a comma or the heading says so: "Huber, Josef"."""
        words = [part.strip() for part in text.split(",")]
        if len(words) == 1:
            words = text.split() if TURNED in self.columns else words
            if len(words) < 2 or TURNED not in self.columns:
                return text
        elif FIRST_COMMA in self.columns:
            words.reverse()
        if len(words) != 2 or not all(words):
            self._wrong(_("{what} is not a name: write no comma, such as Anna Huber", what=_quoted(text)), row)
            return text
        name = f"{words[1]} {words[0]}"
        if not self.turned and FIRST_COMMA not in self.columns:
            said = _("the surname comes before a comma: {what} is {name}", what=_quoted(text), name=_printed(name))
            self.passed.append((said, row.number))
            self.turned = True
        return name

    def _wrong(self, message: str, row: Row) -> None:
        self.problems.append(Problem(message, self.where, row.number))

    def _cell(self, role: str, row: Row) -> Cell:
        """Return the cell of a row that says this; an empty one where there is none."""
        return row.at(self.columns[role].place) if role in self.columns else EMPTY

    def _read(self, role: str, row: Row) -> Cell:
        """Return the same; where its program computed no value, that is wrong, and it is empty."""
        cell = self._cell(role, row)
        if not cell.fault:
            return cell
        self._wrong(f"{self.columns[role].heading or letter(self.columns[role].place)}: {cell.fault}", row)
        return EMPTY

    def _number(self, row: Row) -> int | None:
        text = self._read(NUMBER, row).text.strip(" .")
        if not text:
            return None
        if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= MOST_NUMBER:
            told = {"text": _printed(text), "most": MOST_NUMBER}
            self._wrong(_('"{text}" is not a start number: those are 1 to {most}', **told), row)
            return None
        return int(text)

    def _paid(self, row: Row) -> int | bool:
        cell = self._cell(PAID, row)
        cell = cell if cell.truth else self._read(PAID, row)
        word = cell.text.casefold().strip(" .!?")
        if _says_paid(word) or word in _NO or nothing_in(cell):
            return _says_paid(word)
        amount = _amount(cell)
        cents = _cents(amount, self.unit) if amount else None
        if cents is None or not 0 <= cents <= MOST_PAID:
            words = N_('"{text}" is not an entry fee: write an amount such as {example}, yes or no')
            self._wrong(_(words, text=_printed(cell.text), example=money(1000, COUNTED_CENTS)), row)
            return False
        return cents

    def _unit(self, rows: Sequence[Row], fee: int) -> str:
        """Return what a whole number of what was paid counts: as the heading says, as others do, or as the fee does.

        Raises SessionFileError where it may be euros or cents.
        """
        column = self.columns.get(PAID)
        if column is None or column.unit:
            return column.unit if column else ""
        amounts = [(one, row) for row in rows if (one := _amount(self._cell(PAID, row)))]
        said = {one.unit or ("" if _is_whole(one) else EUROS) for one, _row in amounts} - {""}
        bare_ = [(one, row) for one, row in amounts if not one.unit and one.value and _is_whole(one)]
        for unit, times in ((EUROS, 100), (CENTS, 1)):
            if fee and any(one.value * times == fee for one, _row in bare_):
                return unit
        if said == {EUROS} or not bare_:
            return EUROS
        amount, row = bare_[0]
        euros, cents = (money(int(amount.value) * times, COUNTED_CENTS) for times in (100, 1))
        about = {"text": f"{amount.value:f}", "euros": euros, "cents": cents, "heading": column.heading}
        words = N_('"{text}" may be {euros} or {cents}: call the column "{heading} (€)" or "{heading} (ct)"')
        raise SessionFileError(Problem(_(words, **about), self.where, row.number))


def _says_paid(word: str) -> bool:
    """Whether words say that the fee was paid: "überwiesen", "bar bezahlt"."""
    return bool(word) and all(one.strip(",;:()") in _YES for one in word.split())


def _amount(cell: Cell) -> Amount | None:
    """Return the amount of a cell, whatever it says of how it was paid; "10,-" is 10,00."""
    text = re.sub("[,.] ?[-–—]+", ",00", cell.text)
    words = [*takewhile(lambda one: _says_paid(one.casefold()), reversed(text.split()))]
    text = " ".join(text.split()[: len(text.split()) - len(words)]).rstrip(",;:")
    return amount_of(cell._replace(text=text))


def _is_whole(amount: Amount) -> bool:
    """Whether an amount is written without decimals, so that nothing says what it counts."""
    return not amount.decimal_places and amount.value == amount.value.to_integral_value()


def _cents(amount: Amount, unit: str) -> int | None:
    """Return whole cents; None where it is no number of them, or may be two."""
    unit = amount.unit or unit or EUROS
    return None if amount.other is not None or unit not in (EUROS, CENTS) else cents_of(amount.value, unit)


def _is_total(text: str) -> bool:
    """Whether a cell says that its row adds up the others: "Summe", "Gesamt: 12 Teilnehmer"."""
    counted = any(one.isdigit() for one in text) and kind_of(text) == TOTAL
    return counted or kind_of(text, whole=True) == TOTAL


def _wrong_name(name: str) -> Iterator[str]:
    """Yield what is wrong about a name."""
    if not name:
        yield _("there is no name here")
    elif not any(letter.isalpha() for letter in name):
        yield _("{what} is not a name: it has no letter", what=_quoted(name))
    else:
        yield from _unread(name) or name_problems([name])


def _unread(text: str) -> list[str]:
    """Return what is wrong about the letters of a text."""
    if LOST in text:
        return [_("{what} has letters that cannot be read: save the file as UTF-8", what=_quoted(text))]
    words = N_("{what} has characters that cannot be printed: leave them out")
    return [] if visible(text) else [_(words, what=_quoted(text))]


def _wrong_text(text: str) -> Iterable[str]:
    """Return what is wrong about a place, a club or a team."""
    told = {"what": _quoted(text), "letters": len(text), "most": LONGEST_TEXT}
    long = [_("{what} has {letters} letters; at most {most} are possible", **told)] if len(text) > LONGEST_TEXT else []
    return _unread(text) or long


def _printed(text: str) -> str:
    """Return a text of a file for a message: not longer than a line, and without what steers a terminal."""
    return "".join(one if one.isprintable() else "�" for one in shown(" ".join(text.split())))


def _quoted(text: str) -> str:
    return f'"{_printed(text)}"'


def _twice(found: Mapping[int, Person], where: str) -> Iterator[Problem]:
    """Yield start numbers that two people have, and people who cannot be told apart."""
    numbers: dict[int, int] = {}
    people: dict[tuple[str, str, str], int] = {}
    for line, one in found.items():
        if one.number is not None and (other := numbers.setdefault(one.number, line)) != line:
            told = {"number": one.number, "name": _printed(found[other].name), "line": other}
            yield Problem(_("number {number} has {name} already, in line {line}", **told), where, line)
        key = turned_key(one.name), name_key(one.place), name_key(one.club)
        if one.name and (other := people.setdefault(key, line)) != line:
            name = found[other].name
            told = {"name": _printed(one.name if name_key(one.name) == name_key(name) else name), "line": other}
            said = _("{name} is already in line {line}: if it is somebody else, give another place or club", **told)
            yield Problem(said, where, line)
