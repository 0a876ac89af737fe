"""Lists that are made by lot, in the shapes in which people keep them, each with what it comes to.

made(rng)      one list: its bytes, what its file is called, what its owner answers, and what everybody has
months(rng)    sheets of months, each of which carries over what those before it came to
charts(rng)    one list with running sums beside, between or below its amounts
mutated(rng)   one of them with cells that are gone, changed, doubled or nonsense
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from tests import lists_samples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

NAMES = ("Anna", "Bene", "Christl", "Dani", "Sepp", "Sabine", "Toni", "Vroni")
GERMAN, ENGLISH = ";", ","
Table = list[list[str]]
NASTY = (
    "",
    "-",
    "krank",
    "1.234",
    "99",
    "-0",
    "1,2,3",
    "=A1",
    "#REF!",
    "31.2.2024",
    "Summe",
    "Stock",
    "€",
    "\x1b[2J",
    "٣",
    "x" * 300,
)


class Made(NamedTuple):
    """One list. `came_to` is in cents, or in points where the answers say so; `evenings` is how many days it has."""

    data: bytes
    file: str
    answers: Mapping[str, str]
    came_to: Mapping[str, int]
    evenings: int
    table: Table


class Evening(NamedTuple):
    """One evening: its day, and what everybody who was there won in cents."""

    day: date
    amounts: Mapping[str, int]


def _evenings(rng: Random, people: Sequence[str], *, absent: bool) -> list[Evening]:
    found, day = [], date(rng.randint(2008, 2024), rng.randint(1, 12), rng.randint(1, 28))
    for _number in range(rng.randint(3, 12)):
        here = list(people)
        if absent and len(here) > 4 and rng.random() < 0.5:
            here.remove(rng.choice(here))
        amounts = [rng.randint(-40, 40) * 10 for _one in here[1:]]
        found.append(Evening(day, dict(zip(here, (-sum(amounts), *amounts), strict=True))))
        day += timedelta(rng.choice((7, 7, 7, 14)))
    return found


def _day(day: date, style: str) -> str:
    return day.strftime(style).replace("~", "")


def _money(cents: int | None, mark: str, unit: str) -> str:
    if cents is None:
        return ""
    if unit == "ct":
        return str(cents)
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' * (cents < 0)}{whole}{mark}{rest:02d}{unit}"


def _turned(table: Table) -> Table:
    return [list(row) for row in zip(*table, strict=True)]


def _person_by_person(table: Table, heads: Sequence[str]) -> Table:
    names = table[0][1:]
    rows = [[row[0], name, cell] for row in table[1:] for name, cell in zip(names, row[1:], strict=True) if cell]
    return [list(heads), *rows]


def made(rng: Random) -> Made:
    """Return one list; points are settled by differences."""
    if rng.random() < 0.2:
        return _of_points(rng)
    german = rng.random() < 0.7
    people = rng.sample(NAMES, rng.randint(4, 6))
    evenings = _evenings(rng, people, absent=rng.random() < 0.4)
    mark, unit = (",", ".")[not german], rng.choice(("", "", "", " €", "ct"))
    styles = (
        ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d.%m.%Y, 20:15", "%Y-%m-%dT18:10:23Z")
        if german
        else ("%Y-%m-%d", "%m/%d/%Y", "%d/%m/%Y")
    )
    style = rng.choice(styles)
    table = [[rng.choice(("Datum", "Tag", "Abend") if german else ("Date", "date", "Day")), *people]]
    table += [
        [_day(one.day, style), *(_money(one.amounts.get(name), mark, unit) for name in people)] for one in evenings
    ]
    came_to: Counter[str] = Counter()
    for one in evenings:
        came_to.update(one.amounts)
    answers = {"amounts": "cents" if unit == "ct" else "euros", "dates": "month" if style == "%m/%d/%Y" else "day"}
    answers |= {"rows": "each", "decimal": "comma" if german else "point"}
    return _dressed(
        rng, table, came_to, Made(b"", "liste", answers, came_to, len(evenings), []), german=german, money=(mark, unit)
    )


def _dressed(
    rng: Random, table: Table, came_to: Mapping[str, int], one: Made, *, german: bool, money: tuple[str, str]
) -> Made:
    """Return a list in one of the shapes."""
    people, totals = table[0][1:], ("Gesamtergebnis", "Summe", "Gesamt") if german else ("Grand Total", "Total")
    shape = rng.choice(
        ("wide", "wide", "total", "down", "down with totals", "long", "long with total", "column", "notes")
    )
    sums = [_money(came_to[name], *money) for name in people]
    if shape == "total":
        table = [*table, [rng.choice(totals), *sums]]
    elif shape == "down":
        table = _turned([[rng.choice(("Name", "Spieler", "") if german else ("Name", "Player")), *people], *table[1:]])
    elif shape == "down with totals":
        table = _turned([["Name", *people], *table[1:], [rng.choice(totals), *sums]])
    elif shape.startswith("long"):
        heads = ("Datum", "Spieler", "Betrag") if german else ("Date", "Player", "Amount")
        table = _person_by_person(table, heads)
        if shape == "long with total":
            table.append([totals[0], "", _money(0, *money)])
    elif shape == "column":
        table = [[*row, "" if not at else rng.choice(("", "-3", "2"))] for at, row in enumerate(table)]
    elif shape == "notes":
        head = rng.choice(("Bemerkung", "Description", "Ort"))
        table = [
            [row[0], head if not at else rng.choice(("Post", "Bräu", "")), *row[1:]] for at, row in enumerate(table)
        ]
    return one._replace(data=written(table, GERMAN if german else ENGLISH), table=table)


def _of_points(rng: Random) -> Made:
    people = rng.sample(NAMES, 4)
    days = [date(2023, 1, 5) + timedelta(7 * week) for week in range(rng.randint(4, 9))]
    sign = rng.choice((1, -1))
    rows = [[rng.choice((0, sign * rng.randint(1, 250))) for _name in people] for _day_ in days]
    came_to: Counter[str] = Counter()
    for row in rows:
        came_to.update({name: 4 * own - sum(row) for name, own in zip(people, row, strict=True)})
    table = [
        ["Datum", *people],
        *([day.strftime("%d.%m.%Y"), *map(str, row)] for day, row in zip(days, rows, strict=True)),
    ]
    answers = {"amounts": "points", "points": "differences", "rows": "each"}
    return Made(written(table, GERMAN), "punkte", answers, came_to, len(days), table)


class Sheets(NamedTuple):
    """Sheets of a workbook by their titles. `came_to` is in cents, `evenings` is how many days they have."""

    tables: Mapping[str, Table]
    rows: str
    came_to: Mapping[str, int]
    evenings: int


def _sums(evenings: Sequence[Evening], levels: Counter[str]) -> list[Evening]:
    """Return where everybody stood after each evening, and add them up."""
    found = []
    for one in evenings:
        levels.update(one.amounts)
        found.append(Evening(one.day, dict(levels)))
    return found


def _row(label: str, amounts: Mapping[str, int]) -> list[str]:
    return [label, *(_money(amount, ",", "") for amount in amounts.values())]


def months(rng: Random) -> Sheets:
    """Return sheets of months, of single amounts or of running totals; the first one may carry over something too."""
    people, running, down = rng.sample(NAMES, rng.randint(3, 5)), rng.random() < 0.4, rng.random() < 0.25
    levels, came_to, tables, many = Counter[str](), Counter[str](), dict[str, Table](), 0
    carries, in_all = rng.random() < 0.5, rng.random() < 0.5
    if carries:
        levels.update(_evenings(rng, people, absent=False)[0].amounts)
    for month in range(1, rng.randint(3, 6)):
        evenings = _evenings(rng, people, absent=False)[: rng.randint(1, 3)]
        evenings = [Evening(date(2021, month, 7 * at), one.amounts) for at, one in enumerate(evenings, 1)]
        label = rng.choice(("Übertrag", "Vortrag", f"01.{month:02d}.2021 Übertrag" if month > 1 else "Übertrag"))
        table = [["Datum", *people], *([_row(label, {name: levels[name] for name in people})] * (carries or month > 1))]
        own = Counter[str]()
        _sums(evenings, own)
        told = _sums(evenings, levels) if running else evenings
        levels.update({} if running else own)
        table += [_row(_day(one.day, "%d.%m.%Y"), {name: one.amounts[name] for name in people}) for one in told]
        came_to.update(own)
        many += len(evenings)
        if rng.random() < 0.8:
            table.append(_row("Summe", {name: (levels if running or in_all else own)[name] for name in people}))
        tables[f"{month}. Blatt"] = _turned([["Name", *people], *table[1:]]) if down else table
    return Sheets(tables, "running" if running else "each", came_to, many)


def charts(rng: Random) -> Sheets:
    """Return a list with the running sums that a chart shows, below its amounts, beside them or between."""
    people, came_to = rng.sample(NAMES, rng.randint(3, 5)), Counter[str]()
    evenings = _evenings(rng, people, absent=False)[:7]
    both = [*zip(evenings, _sums(evenings, came_to), strict=True)][:: rng.choice((1, 1, -1))]
    days = [_day(one.day, "%d.%m.%Y") for one, _stood in both]
    own, sums = ([[_money(two[at].amounts[name], ",", "") for two in both] for name in people] for at in (0, 1))
    table, shape = [["Name", *days]], rng.choice(("below", "beside", "between"))
    if shape == "beside":
        table[0] += ["", *days]
    for name, row, other in zip(people, own, sums, strict=True):
        table.append([name, *row, *(["", *other] if shape == "beside" else ())])
        if shape == "between":
            table.append([rng.choice((name, f"Kurve {name}")), *other])
    if shape == "below":
        table += [["Stand", *days], *([name, *row] for name, row in zip(people, sums, strict=True))]
    return Sheets({"x": table}, "each", came_to, len(evenings))


def written(table: Table, mark: str) -> bytes:
    """Return a table as csv."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=mark, lineterminator="\r\n").writerows(table)
    return out.getvalue().encode()


def mutated(rng: Random) -> bytes:
    """Return a list that has come to harm, as csv or as a workbook."""
    table = [list(row) for row in made(rng).table]
    for _harm in range(rng.randint(1, 6)):
        row = rng.choice(table)
        place = rng.randrange(len(row)) if row else 0
        rng.choice((_blank, _nonsense, _swapped, _doubled, _cut, _row_gone, _shifted))(rng, table, row, place)
    if rng.random() < 0.2:
        book = io.BytesIO()
        lists_samples.workbook({"x": [[cell.replace("\x1b", "") for cell in row] for row in table]}, book)
        return book.getvalue()
    return written(table, rng.choice((GERMAN, ENGLISH, "\t")))


def _blank(_rng: Random, _table: Table, row: list[str], place: int) -> None:
    row[place : place + 1] = [""]


def _nonsense(rng: Random, _table: Table, row: list[str], place: int) -> None:
    row[place : place + 1] = [rng.choice(NASTY)]


def _swapped(rng: Random, table: Table, row: list[str], place: int) -> None:
    other = rng.choice(table)
    if place < len(row) and place < len(other):
        row[place], other[place] = other[place], row[place]


def _doubled(rng: Random, table: Table, row: list[str], _place: int) -> None:
    table.insert(rng.randrange(len(table) + 1), list(row))


def _cut(_rng: Random, _table: Table, row: list[str], place: int) -> None:
    del row[place:]


def _row_gone(rng: Random, table: Table, _row: list[str], _place: int) -> None:
    if len(table) > 1:
        del table[rng.randrange(len(table))]


def _shifted(rng: Random, _table: Table, row: list[str], place: int) -> None:
    row.insert(place, rng.choice(NASTY))
