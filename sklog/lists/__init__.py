"""Lists that people keep in a spreadsheet: a day and a column a person, one file for ten years.

    file ──grids──▶ tables: rows of cells that are text, a number, a day, or nothing, each with its row's number
      ──shapes──▶ a table for each evening where a sheet has several, each with one row of headings and whole days,
                  a row a day and a column a person, whichever way it lay
      ──layout──▶ what each column is, what its numbers count, which mark and order they have, each with its reason
      ──rows──▶ what each row moved: totals checked, running totals taken apart, zero in sum
      ──sessions──▶ Session values: a hand where the tariff agrees with the amounts, else a posting

What all of that says of a file is one value, `Listed`. A list says nothing of itself, and its amounts are money:
wherever two people could mean different things by it, it is `Open`: both readings, and the option that says which. All
that is open is asked at once: at the terminal, or in one line. What a cell alone can mean, `cells` knows;
a tournament reads its entrants by the same cells, headings and columns.

An evening is a day of a list; its identity is the list's name and that day. So the same list again changes nothing, one
that has grown brings its new evenings, and an evening that was changed is refused.
"""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from sklog import tariffs
from sklog.errors import Problem, Refused, SessionFileError
from sklog.language import _, _t
from sklog.lists import grids
from sklog.lists.cells import CENTS, EMPTY, Cell, Grid, amount_of, letter, likely
from sklog.lists.headings import Role, bare, titles_payments
from sklog.lists.layout import Asked, Layout, Open, laid_out
from sklog.lists.rows import Rows, Sums
from sklog.lists.sessions import Evenings
from sklog.lists.shapes import explained, is_day, is_month, of_people, parts_of
from sklog.scoring.canonical import MOST_SEATS
from sklog.scoring.names import LONGEST_TEXT, name_key, one_name, visible
from sklog.scoring.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.lists.sessions import ListedEvening
    from sklog.scoring.tariff import Tariff

__all__ = ["OWN_SHEET", "Asked", "Grid", "Listed", "Open", "grids", "read_lists"]

OWN_SHEET = "sklog"
"""The sheet of a workbook that `export` wrote: its rows are those of the program's own csv."""
OF_ALL = frozenset(("amounts", "decimal", "dates", "rows"))
"""Questions of a whole list. Of others, such as whose a column is, those count that no answer to these takes away."""
IN_POINTS = "saukopf"
"""The tariff of postings in points, of which only the unit matters."""


class ListSheet(NamedTuple):
    """One table of a file as it was understood; with its evenings."""

    layout: Layout
    rows: Rows
    evenings: tuple[ListedEvening, ...]
    tariff: Tariff


class Listed(NamedTuple):
    """What the tables of a file say.

    `names` are its headings of people, `passed` the hidden sheets that were not read, `summed` the tables that sum
    up the others or have no amounts. `wrong` is what cannot be, `asked` what is open: as long as something is, there
    are no evenings.
    """

    sheets: tuple[ListSheet, ...]
    names: tuple[str, ...]
    passed: tuple[str, ...]
    wrong: tuple[Problem, ...]
    asked: tuple[Open, ...] = ()
    summed: tuple[str, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is open, and what cannot be."""
        return (*(one.problem for one in self.asked), *self.wrong)

    @property
    def sessions(self) -> list[Session]:
        """Return the evenings, in the order of the file."""
        return [] if self.asked else [one.session for sheet in self.sheets for one in sheet.evenings]


def read_lists(tables: Sequence[Grid], asked: Asked, stem: str, where: str) -> Listed:
    """Return what the tables of a file say, whose name without its ending is `stem`.

    All that is open is asked at once: it is read with the first answers to find out what else is, and with the last.
    Raises Refused for a sheet that is not there.
    """
    asked = asked._replace(file=stem, name=asked.name or _name(stem))
    tidied = [grids.tidy(one) for one in tables]
    names = explained([one for one in tidied if not one.hidden])
    sheets = of_people(_wanted(tidied, asked.sheets, where), where)
    wanted = [part for one in sheets for part in parts_of(one, asked.today, names)]
    wanted.sort(key=lambda one: (not _has_days(one), titles_payments([one.title])))
    passed = tuple(one.title for one in tables if one.hidden and one.rows and not asked.sheets)
    first = _read(wanted, asked)._replace(passed=passed)
    if not first.asked:
        return first
    last = _read(wanted, asked._replace(guess=-1))
    both = {one.where for one in first.asked} & {one.where for one in last.asked}
    once: dict[object, Open] = {}
    for one in (*first.asked, *last.asked):
        if one.option in OF_ALL or one.where in both:
            once.setdefault((one.option, one.option == "as" and one.answers), one)
    opened, wrong = sorted(once.values(), key=lambda one: (one.problem.where, one.problem.line)), set(last.wrong)
    return first._replace(asked=tuple(opened), wrong=tuple(one for one in first.wrong if one in wrong))


def _read(tables: Sequence[Grid], asked: Asked) -> Listed:
    """Return what tables say, those without days behind the others; where something is open, with a guess."""
    problems: list[Problem] = []
    questions: list[Open] = []
    sheets: list[ListSheet] = []
    names: dict[str, None] = {}
    before, rows = Sums(), None
    last: ListedEvening | None = None
    summed: list[str] = []
    for grid in tables:
        by_month = not _has_days(grid)
        if by_month and _sums_up(grid, before):
            summed.append(grid.where)
            continue
        try:
            layout = laid_out(grid, asked)
        except SessionFileError as wrong:
            problems += wrong.problems
            continue
        for one in layout.columns:
            names |= dict.fromkeys((bare(one.heading), one.heading) if one.heading else (letter(one.place),))
        rows = Rows(layout, before, rows)
        names |= dict.fromkeys(rows.carried)
        if by_month and +before and (+rows.standing, -rows.standing) == (+before, -before):
            summed.append(grid.where)
            continue
        questions += (*layout.found.open, *rows.open)
        problems += rows.wrong
        before.update(rows.standing)
        tariff = asked.tariff or tariffs.find(tariffs.DEFAULT if rows.unit == CENTS else IN_POINTS)
        told = tuple(Evenings(layout, Session(asked.name, "", tariff, ())).of(rows.rows, last, problems))
        last = told[-1] if told else last
        told = tuple(one for one in told if not (rows.pays and _given_to_evening(sheets, one.session)))
        sheets.append(ListSheet(layout, rows, told, tariff))
    summing_up = set[Problem]().union(*(sheet.rows.summing_up(before) for sheet in sheets))
    problems = [one for one in problems if one not in summing_up]
    problems += _twice(sheets)
    return Listed(tuple(sheets), tuple(names), (), tuple(problems), tuple(questions), tuple(summed))


def _given_to_evening(sheets: list[ListSheet], paid: Session) -> bool:
    """Give what was paid on a day to the evening of a sheet, if all have a seat there; return whether there is one."""
    for at, sheet in enumerate(sheets):
        for place, one in enumerate(sheet.evenings):
            players = tuple(dict.fromkeys((*one.session.players, *paid.players)))
            if one.session.date == paid.date and len(players) <= MOST_SEATS:
                entries = (*one.session.entries, *paid.entries)
                with_it = one._replace(session=one.session._replace(players=players, entries=entries))
                told = (*sheet.evenings[:place], with_it, *sheet.evenings[place + 1 :])
                sheets[at] = sheet._replace(evenings=told)
                return True
    return False


def _has_days(grid: Grid) -> bool:
    """Whether it has days of evenings; months are those of a table that may sum up the others."""
    cells = (cell for row in grid.rows for cell in row.cells)
    return any(is_day(cell) and not is_month(cell) for cell in chain([Cell(grid.title)], cells))


def _sums_up(grid: Grid, before: Sums) -> bool:
    """Whether a table without days has what everybody came to in those before it, or no amounts: it is no evening."""
    lines = [*(row.cells for row in grid.rows), *zip_longest(*(row.cells for row in grid.rows), fillvalue=EMPTY)]
    found: set[tuple[str, int]] = set()
    for line in lines:
        amounts = [likely(amount, "") for cell in line if (amount := amount_of(cell))]
        sums = {int(amount * many) for amount in amounts for many in (1, 100)}
        found |= {(name_key(cell.text), one) for cell in line if cell.text for one in sums}
    told = {name for name, _total in found} & {*map(name_key, before)}
    summed = not told or all((name_key(name), total) in found for name, total in before.items())
    return sum(map(bool, before.values())) > 1 and summed


def _wanted(tables: Sequence[Grid], said: Sequence[str], where: str) -> list[Grid]:
    """Return the tables that were named, else all that are not hidden; Refused where there is none."""
    titles = [one.title for one in tables]
    if unknown := [title for title in said if title not in titles]:
        told = {"title": unknown[0], "titles": ", ".join(titles)}
        raise Refused(Problem(_('there is no sheet "{title}"; choose from {titles}', **told), where))
    wanted = [one for one in tables if (one.title in said if said else not one.hidden and one.rows)]
    if not wanted:
        raise Refused(Problem(_("there is nothing in it"), where))
    return wanted


def _name(stem: str) -> str:
    """Return what the evenings of a file are called."""
    name = one_name(stem)[:LONGEST_TEXT].strip()
    return name if name and visible(name) else "Liste"


def _twice(sheets: Sequence[ListSheet]) -> Iterator[Problem]:
    """Yield what is wrong where an evening stands in two sheets, or in the sum of a month: it would count twice."""
    seen: dict[str, str] = {}
    for sheet in sheets:
        where, column = sheet.layout.grid.where, sheet.layout.one(Role.DAY)
        by_month = column and any(is_month(row.at(column.place)) for row in sheet.layout.rows)
        for one in sheet.evenings:
            day = one.session.date
            other = seen.get(day[:7] if by_month else day, where)
            seen |= {day: where, day[:7]: where}
            if other != where:
                yield Problem(_t("{day} is in {other} too¦: choose one with --sheet", day=day, other=other), where)
