"""Any report in any format: text, markdown, csv, json or html.

For people (text, markdown, html) amounts are in euros and names are escaped and cleaned; for programs (csv,
json) every number is raw. The generic json has a version, `schema`:

    {"schema": 1, "report": key, "title": …, "unit": "ct" | "points", "facts": {key: value},
     "tables": {key: [{column key: value, …}, …]}, "charts": {key: {"axis": …, "places": [label, …],
     "series": {name: [value, …]}, "bands": [{"first": place, "last": place, "title": …}, …]}},
     "definitions": {key of a table: sentence}, "notes": [sentence, …],
     "codes": [{"title": …, "payload": …, "words": [line, …]}, …]}

`charts`, `definitions` and `codes` are left out where there is none.
"""

from __future__ import annotations

import csv
import io
import re
from functools import partial
from itertools import chain, zip_longest
from operator import call
from typing import TYPE_CHECKING, Any, Self

from sklog.errors import NotFound
from sklog.language import _
from sklog.reports.format import clean, defused, filled, framed_rows, left, right, shown_rows, titled, with_unit
from sklog.reports.format import width as columns_of
from sklog.reports.model import DIGITS, DIGITS_OF_A_RATE, WORDS, Cell, Column, Fact, Kind, Report, Section, Struck
from sklog.rooms import CODE_IN_TEXT, CSV_FOR_PEOPLE, load
from sklog.rooms import FORMATS as ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, TypeAlias

    Form: TypeAlias = Literal["text", "markdown", "csv", "json", "html", "svg"] | "SpokenCsv"
    """A format of FORMATS that is text; csv as people write numbers is the command line's."""

FORMATS = ("text", "markdown", "csv", "json", "html")
"""Those that are a text; of every other one `contents` makes a file."""
SCHEMA = 1
SESSION_SCHEMA = 2
"""The sheet of an evening has a version of its own: 2 added date, place, payments and open."""
WIDTH = 80
NARROWEST_PROSE = 20
_WITHIN_NAME = "\1"  # for a space of a name, while lines are broken


def render(
    report: Report, form: Form, *, table: str = "", width: int = WIDTH, colour: bool = False, whole: bool = True
) -> str:
    """Return the report in a format of `FORMATS`, ending with a newline.

    `table` is the key of the section that csv writes, by default the main one. `width` is where prose is wrapped, and
    headings if a table needs it; no other cell is ever broken. If a table still does not fit, its prose goes below each
    row. A table that is still wider stays `whole`, or continues below with its first column repeated. `colour` says
    whether text may have colours. Raises NotFound for an unknown format or section.

    >>> sklog.render(ledger.report("show"), "csv").splitlines()[1]
    'Anna,70,2,'
    """
    if form not in FORMATS:
        raise NotFound(_("there is no format {form!r}; choose from {formats}", form=form, formats=", ".join(FORMATS)))
    text: str
    if isinstance(form, SpokenCsv):
        text = load(CSV_FOR_PEOPLE)(_section(report, table or report.main), report.unit, form)
    else:
        asked: dict[str, Any] = {"text": {"width": width, "colour": colour, "whole": whole}, "csv": {"key": table}}
        text = load(ROWS[form].report)(report, **asked.get(form, {}))
    return text


def contents(report: Report, form: str) -> bytes:
    """Return what stands in a file of a format that is no text; Refused, or NotInstalled, where it cannot be made."""
    made = load(ROWS[form].report)(report)
    return bytes(load(ROWS[form].book)(made) if ROWS[form].book else made)


class SpokenCsv(str):
    """The format csv as people write numbers: their decimal mark, what parts the cells, and how days are written.

    `marked` files begin with the sign by which Excel knows that they are UTF-8.
    """

    __slots__ = ("decimal", "marked", "pattern", "separator")
    decimal: str
    separator: str
    pattern: str
    marked: bool

    def __new__(cls, decimal: str, separator: str, pattern: str = "yyyy-mm-dd", *, marked: bool = False) -> Self:
        """Make the format."""
        made = super().__new__(cls, "csv")
        made.decimal, made.separator, made.pattern, made.marked = decimal, separator, pattern, marked
        return made


EXCEL = {"de": SpokenCsv(",", ";", "dd.mm.yyyy", marked=True), "en": SpokenCsv(".", ",", marked=True)}
"""Csv as Excel opens it with a double click, by the language of Excel."""


# -- for people ---------------------------------------------------------------------------------------


def to_text(report: Report, width: int = WIDTH, *, colour: bool = False, whole: bool = True) -> str:
    """Return the report for a terminal, with aligned columns."""
    together = _names_together(report)
    blocks = [clean(report.title)] if report.title else []
    if report.facts:
        widest = max(len(one.title) for one in report.facts)
        blocks.append("\n".join(_fact_lines(one, report.unit, widest, width) for one in report.facts))
    for section in report.filled:
        title = report.heading(section)
        if section.framed:
            blocks += [clean(title)] if not section.title and title else []
            blocks += [_framed(section.title, row, width) for row in framed_rows(section, report.unit)]
        else:
            above = [clean(titled(title, section.columns, report.unit))] if title else []
            above += [filled(section.listed.in_text, width)] if section.listed else []
            blocks.append("\n".join((*above, _table(section, report.unit, width, together, whole=whole))))
        blocks += [filled(clean(section.defined), width)] if section.defined else []
    if report.remarks:
        blocks.append("\n".join(filled(clean(note), width) for note in report.remarks))
    if report.codes:
        blocks += [load(CODE_IN_TEXT)(code, width, colour=colour) for code in report.codes]
    return "\n\n".join(blocks).replace(_WITHIN_NAME, " ") + "\n"


def _names_together(report: Report) -> Callable[[str], str]:
    """Return what keeps each name of a report on one line, where a text with it is broken."""
    named = (
        cell
        for section in report.sections
        for place, column in enumerate(section.columns)
        if column.kind == Kind.NAME
        for cell in (row[place] for row in section.rows)
    )
    names = {clean(name): clean(name).replace(" ", _WITHIN_NAME) for name in named if isinstance(name, str)}
    longest_first = "|".join(map(re.escape, sorted((name for name in names if " " in name), key=len, reverse=True)))
    return partial(re.sub, longest_first, lambda found: names[found[0]]) if longest_first else str


def _fact_lines(one: Fact, unit: str, widest: int, width: int) -> str:
    value = with_unit(one.value, one.kind, unit)
    if one.kind == Kind.PROSE:
        value = filled(value, max(width - widest - 2, NARROWEST_PROSE)).replace("\n", "\n" + " " * (widest + 2))
    return f"{one.title:{widest}}  {value}".rstrip()


def _table(section: Section, unit: str, width: int, together: Callable[[str], str], *, whole: bool) -> str:
    """Return one section as aligned text that fits into `width` where it can; without column titles it has no heading.

    Prose is broken first, then headings, none of them within a name that is kept `together`; then prose has a line of
    its own below its row; what is too wide even so stays `whole`, or goes on below with its first column again.
    """
    columns = section.columns
    rows = [[clean(column.title) for column in columns], *shown_rows(section, unit, _plain)]
    rows = [list(map(together, row)) for row in rows]
    widths = _narrowest(rows, columns)
    beside, under = list(range(len(columns))), []
    if _together(widths) > width:
        narrow = [_narrow_headings(rows, columns), *rows[1:]]
        needed = _narrowest(narrow, columns)
        if _together(needed) > width:
            under = [place for place in beside[1:] if columns[place].kind == Kind.PROSE]
            beside = [place for place in beside if place not in under]
        if not under or _together([widths[place] for place in beside]) > width:
            rows, widths = narrow, needed
    parts = [beside] if whole else _that_fit(beside, widths, width)
    below = [" · ".join(filter(None, (row[place] for place in under))) for row in rows]
    return "\n\n".join(
        _grid([[row[place] for place in part] for row in rows], [columns[place] for place in part], width,
              below if part is parts[0] else [""] * len(rows))
        for part in parts
    )  # fmt: skip


def _widest(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return how wide each column is as it stands."""
    return [max(columns_of(line) for text in texts for line in text.split("\n")) for texts in zip(*rows, strict=True)]


def _narrowest(rows: Sequence[Sequence[str]], columns: Sequence[Column]) -> list[int]:
    """Return how wide each column has to be: prose can be broken, but no word of it."""
    needed = _widest(rows)
    for place, column in enumerate(columns):
        if column.kind == Kind.PROSE and needed[place] > NARROWEST_PROSE:
            longest = max(columns_of(word) for row in rows for word in row[place].split())
            needed[place] = max(longest, NARROWEST_PROSE)
    return needed


def _together(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _narrow_headings(rows: Sequence[Sequence[str]], columns: Sequence[Column]) -> list[str]:
    """Return the headings, each broken where it is wider than what stands below it."""
    headings = rows[0]
    needed = _narrowest([[""] * len(columns), *rows[1:]], columns)
    words = [max(map(columns_of, heading.split()), default=1) for heading in headings]
    return [filled(heading, max(room)) for heading, *room in zip(headings, needed, words, strict=True)]


def _that_fit(places: Sequence[int], widths: Sequence[int], width: int) -> list[list[int]]:
    """Return these columns of a section in parts that fit into `width`; each begins with the first column."""
    parts = [[places[0]]]
    for place in places[1:]:
        if _together([widths[each] for each in (*parts[-1], place)]) > width and len(parts[-1]) > 1:
            parts.append([places[0]])
        parts[-1].append(place)
    return parts


def _grid(texts: list[list[str]], columns: Sequence[Column], width: int, below: Sequence[str]) -> str:
    """Return rows as aligned text, the headings first, and what stands `below` each from the second column on."""
    # Broken before the widths are taken. Here no table is asked of tabulate: to import it takes a third of what
    # `sklog show` takes, and a terminal needs nothing but lines.
    rows = [[text.split("\n") for text in row] for row in _broken(texts, columns, width)]
    widths = [max(map(columns_of, chain.from_iterable(parts))) for parts in zip(*rows, strict=True)]
    sides = [left if column.kind in WORDS else right for column in columns]
    deepest = max(map(len, rows[0]))
    rows[0] = [[*[""] * (deepest - len(heading)), *heading] for heading in rows[0]]
    beside = widths[0] + 2
    indent = " " * (beside if width - beside >= NARROWEST_PROSE else 2)
    blocks = []
    for row, under in zip(rows, below, strict=True):
        lines = ["  ".join(map(call, sides, line, widths)).rstrip() for line in zip_longest(*row, fillvalue="")]
        more = filled(under, max(width - len(indent), NARROWEST_PROSE)).split("\n") if under else []
        above = lines if any(lines) or not more else []
        blocks.append("\n".join((*above, *(f"{indent}{line}" for line in more))))
    if not any(map(any, rows[0])):
        return "\n".join(blocks[1:])
    return "\n".join((blocks[0], "  ".join("-" * one for one in widths), *blocks[1:]))


def _plain(value: Cell, shown: str) -> str:
    """Return a value without markup: what no longer holds is told by the mark before it."""
    return f"{clean(value.before)}{shown}" if isinstance(value, Struck) else shown


def _broken(rows: list[list[str]], columns: Sequence[Column], width: int) -> list[list[str]]:
    """Return the rows with their prose broken so that the section fits into `width`, where it can."""
    rooms, whole = _narrowest(rows, columns), _widest(rows)
    spare = max(width - _together(rooms), 0)
    waiting = [place for place, room in enumerate(rooms) if room < whole[place]]
    # whoever needs least of what is left takes it first, so that the others can share the rest
    for left_over, place in enumerate(sorted(waiting, key=lambda each: whole[each] - rooms[each])):
        more = min(whole[place] - rooms[place], spare // (len(waiting) - left_over))
        rooms[place] += more
        spare -= more
    return [
        [filled(text, rooms[place]) if place in waiting else text for place, text in enumerate(row)] for row in rows
    ]


def _framed(title: str, row: Sequence[tuple[str, Cell, str]], width: int) -> str:
    """Return a title, and the filled cells of a row below it, in a double frame that fits into `width`."""
    widest = max(columns_of(what) for what, _value, _shown in row)
    named = [clean(title)] if title else []
    whole = [*named, *(f"{left(what, widest)}  {shown}" for what, _value, shown in row)]
    broken = [part for line in whole for part in filled(line, width - 4).split("\n")]
    inside = max(map(columns_of, broken))
    bar = "═" * (inside + 2)
    return "\n".join((f"╔{bar}╗", *(f"║ {left(line, inside)} ║" for line in broken), f"╚{bar}╝"))


# -- for programs -------------------------------------------------------------------------------------


def to_csv(report: Report, key: str = "") -> str:
    """Return one section with its column keys as the first row, numbers raw, formulas in text cells defused.

    Raises NotFound where the report has no such section.
    """
    section = _section(report, key or report.main)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([defused(column.key) for column in section.columns])
    writer.writerows([defused(_plain(value, value)) if isinstance(value, str) else raw(value, column.kind)
                      for value, column in zip(row, section.columns, strict=True)] for row in section.rows)  # fmt: skip
    return out.getvalue()


def _section(report: Report, key: str) -> Section:
    if not report.sections:
        raise NotFound(_("{title} has no table to write as csv", title=report.title))
    if found := [section for section in report.sections if key in (section.key, "")]:
        return found[0]
    keys = ", ".join(section.key for section in report.sections)
    raise NotFound(_("there is no table {key!r}; choose from {tables}", key=key, tables=keys))


def to_json(report: Report) -> str:
    """Return the report's own data, or the generic shape, as indented JSON."""
    whole = generic(report) if report.data is None else report.data
    codes = {"codes": [code._asdict() for code in report.codes]} if report.codes else {}
    return dumped({**whole, **codes}, indent=2) + "\n"


def generic(report: Report) -> dict[str, Any]:
    """Return any report as plain data, in the shape that the module's docstring gives."""
    charts = {
        chart.key: {
            "axis": chart.axis,
            "places": list(chart.places),
            "series": {one.name: list(one.values) for one in chart.series},
            "bands": [band._asdict() for band in chart.bands],
        }
        for chart in report.charts()
    }
    definitions = {section.key: section.defined for section in report.sections if section.defined}
    return {
        "schema": SCHEMA,
        "report": report.key,
        "title": report.title,
        "unit": report.unit,
        "facts": {one.key: one.value for one in report.facts},
        "tables": {section.key: rows_json(section) for section in report.sections},
        **({"charts": charts} if charts else {}),
        **({"definitions": definitions} if definitions else {}),
        "notes": list(report.notes),
    }


def rows_json(section: Section) -> list[dict[str, Cell]]:
    """Return the rows of a section as plain data: values by their column's key."""
    return [
        {column.key: raw(value, column.kind) for column, value in zip(section.columns, row, strict=True)}
        for row in section.rows
    ]


def raw(value: Cell, kind: str) -> Cell:
    """Return a value as programs read it: what was divided is rounded once, and only here."""
    return round(value, DIGITS_OF_A_RATE if kind == Kind.RATE else DIGITS) if isinstance(value, float) else value


_NOT_IN_A_TERMINAL = re.compile(
    "[\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"  # json escapes the rest
)


def dumped(data: object, *, indent: int | None = None) -> str:
    """Return JSON with letters as they are, and escapes for what would steer a terminal."""
    import json  # noqa: PLC0415  1 ms, for what is not printed for people

    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return _NOT_IN_A_TERMINAL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
