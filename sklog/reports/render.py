"""Any report in any format: text, markdown, csv, json or html.

For people (text, markdown, html) amounts are in euros and names are escaped and cleaned; for programs (csv,
json) every number is raw. The generic json has a version, `schema`:

    {"schema": 1, "report": key, "title": …, "unit": "ct" | "points", "facts": {key: value},
     "tables": {key: [{column key: value, …}, …]}, "charts": {key: {"axis": …, "places": [label, …],
     "series": {name: [value, …]}, "bands": [{"first": place, "last": place, "title": …}, …]}}, "notes": [sentence, …],
     "codes": [{"title": …, "payload": …, "words": [line, …]}, …]}

`charts` and `codes` are left out where there is none.
"""

from __future__ import annotations

import re
from itertools import chain, zip_longest
from operator import call
from typing import TYPE_CHECKING, Any

from sklog.errors import NotFound
from sklog.language import _
from sklog.reports.format import cell, clean, fact, filled, headings, left, right, titled, told
from sklog.reports.format import width as columns_of
from sklog.reports.model import DIGITS, DIGITS_OF_A_RATE, PROSE, RATE, WORDS, Struck
from sklog.scoring.tariff import UNITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sklog.reports.model import Cell, Chart, Column, Fact, Report, Table

SCHEMA = 1
WIDTH = 80
NARROWEST_PROSE = 20


def render(report: Report, form: str, *, table: str = "", width: int = WIDTH, colour: bool = False) -> str:
    """Return the report in a format of `FORMATS`, ending with a newline.

    `table` is the key of the table that csv writes, the main one unless said. `width` is where text breaks
    its prose; no other cell is ever broken. `colour` is whether text may have colours. Raises NotFound for an
    unknown format or table.
    """
    if form not in FORMATS:
        raise NotFound(_("there is no format {form!r}; there are {formats}", form=form, formats=", ".join(FORMATS)))
    if form == "csv":
        return to_csv(report, table)
    if form == "text":
        return to_text(report, width, colour=colour)
    return RENDERERS[form](report)


# -- for people ---------------------------------------------------------------------------------------


def to_text(report: Report, width: int = WIDTH, *, colour: bool = False) -> str:
    """Return the report for a terminal, with aligned columns."""
    title = clean(report.title)
    blocks = [title] if title else []
    if report.facts:
        widest = max(len(one.title) for one in report.facts)
        blocks.append("\n".join(_fact_lines(one, report.unit, widest, width) for one in report.facts))
    for table in report.filled:
        if table.framed:
            blocks += [framed(table.title, lines, width) for lines in told(table, report.unit)]
            continue
        heading = clean(titled(table.title, table.columns, report.unit))
        grid = text_table(table, report.unit, width)
        blocks.append(f"{heading}\n{grid}" if table.title else grid)
    if report.notes:
        blocks.append("\n".join(filled(clean(note), width) for note in report.notes))
    if report.codes:
        from sklog.reports.settlement import drawn  # noqa: PLC0415  an extra

        blocks += [drawn(code, width, colour=colour) for code in report.codes]
    return "\n\n".join(blocks) + "\n"


def _fact_lines(one: Fact, unit: str, widest: int, width: int) -> str:
    value = fact(one.value, one.kind, unit)
    if one.kind == PROSE:
        value = filled(value, max(width - widest - 2, NARROWEST_PROSE)).replace("\n", "\n" + " " * (widest + 2))
    return f"{one.title:{widest}}  {value}".rstrip()


def text_table(table: Table, unit: str, width: int = WIDTH) -> str:
    """Return one table as aligned text; without column titles it has no heading row."""
    shown = [[_plain(value, cell(value, column, unit)) for value, column in zip(row, table.columns, strict=True)]
             for row in table.rows]  # fmt: skip
    titles = headings(table.columns, unit)
    # Broken before the widths are taken. Here no table is asked of tabulate: to import it takes a third of what
    # `sklog show` takes, and a terminal needs nothing but lines.
    cells = [[text.split("\n") for text in row] for row in _broken([titles, *shown], table.columns, width)]
    if not any(titles):
        del cells[0]
    widths = [max(map(columns_of, chain.from_iterable(texts))) for texts in zip(*cells, strict=True)]
    if any(titles):
        cells.insert(1, [["-" * widest] for widest in widths])
    sides = [left if column.kind in WORDS else right for column in table.columns]
    lines = (line for row in cells for line in zip_longest(*row, fillvalue=""))
    return "\n".join("  ".join(map(call, sides, line, widths)).rstrip() for line in lines)


def _plain(value: Cell, shown: str) -> str:
    """Return a value without markup: what no longer holds is told by the mark before it."""
    return f"{clean(value.before)}{shown}" if isinstance(value, Struck) else shown


def _alignment(columns: Sequence[Column]) -> list[str]:
    return ["left" if column.kind in WORDS else "right" for column in columns]


def _broken(rows: list[list[str]], columns: Sequence[Column], width: int) -> list[list[str]]:
    """Return the rows with their prose broken so that the table fits into `width`, where it can."""
    prose = [place for place, column in enumerate(columns) if column.kind == PROSE]
    if not prose:
        return rows
    widths = [max(columns_of(text) for text in texts) for texts in zip(*rows, strict=True)]
    fixed = sum(taken for place, taken in enumerate(widths) if place not in prose) + 2 * (len(columns) - 1)
    room = max((width - fixed) // len(prose), NARROWEST_PROSE)
    return [[filled(text, room) if place in prose else text for place, text in enumerate(row)] for row in rows]


def framed(title: str, lines: Sequence[tuple[str, Cell, str]], width: int) -> str:
    """Return a title, and what is told below it, in a double frame that fits into `width`."""
    widest = max(columns_of(what) for what, _value, _shown in lines)
    whole = [clean(title), *(f"{left(what, widest)}  {shown}" for what, _value, shown in lines)]
    broken = [part for line in whole for part in filled(line, width - 4).split("\n")]
    inside = max(columns_of(line) for line in broken)
    rows = (f"║ {left(line, inside)} ║" for line in broken)
    bar = "═" * (inside + 2)
    return "\n".join((f"╔{bar}╗", *rows, f"╚{bar}╝"))


def to_markdown(report: Report) -> str:
    """Return the report as markdown with pipe tables, every name escaped."""
    from tabulate import tabulate  # noqa: PLC0415

    blocks = [f"# {escaped(report.title)}"] if report.title else []
    if report.facts:
        facts = (
            (escaped(one.title), _marked(one.value, fact(one.value, one.kind, report.unit))) for one in report.facts
        )
        blocks.append("\n".join(f"- **{title}:** {value}" for title, value in facts))
    for table in report.filled:
        if table.framed:
            blocks += [_quoted(table.title, lines) for lines in told(table, report.unit)]
            continue
        if table.title:
            blocks.append(f"## {escaped(titled(table.title, table.columns, report.unit))}")
        shown = [
            [_marked(value, cell(value, column, report.unit)) for value, column in zip(row, table.columns, strict=True)]
            for row in table.rows
        ]
        titles = [escaped(title) for title in headings(table.columns, report.unit)]
        grid = tabulate(shown, headers=titles, tablefmt="pipe", disable_numparse=True,
                        colalign=_alignment(table.columns) if shown else None)  # fmt: skip
        blocks.append(grid)
    blocks += [_BLOCK_START.sub(r"\1\\\2", escaped(note)) for note in report.notes]
    return "\n\n".join(blocks) + "\n"


def _quoted(title: str, lines: Sequence[tuple[str, Cell, str]]) -> str:
    """Return the same as a quotation: markdown has no other frame."""
    whole = [f"**{escaped(title)}**", *(f"{escaped(what)}: {escaped(shown)}" for what, _value, shown in lines)]
    return "> " + "  \n> ".join(whole)


_MARKUP = re.compile(r"([\\`*_\[\]|~#])")
_BLOCK_START = re.compile(r"^(\s*\d*)([-+.)>=])")


def escaped(text: str) -> str:
    """Return the text so that markdown shows it as it is: no link, no code, no html, no column border."""
    text = clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKUP.sub(r"\\\1", text)


def _marked(value: Cell, shown: str) -> str:
    """Return a value as markdown: words escaped, and struck out where they no longer hold."""
    if isinstance(value, Struck):
        return f"{escaped(value.before)}~~{escaped(shown)}~~"
    return escaped(shown) if isinstance(value, str) else shown


def to_html(report: Report) -> str:
    """Return the report as one self-contained page."""
    from sklog.reports.page import page  # noqa: PLC0415

    return page(report)


# -- for programs -------------------------------------------------------------------------------------

# A spreadsheet takes a text that begins so for a formula, fullwidth signs included.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def to_csv(report: Report, key: str = "") -> str:
    """Return one table with its column keys as the first row, numbers raw, formulas in text cells defused."""
    import csv  # noqa: PLC0415
    import io  # noqa: PLC0415

    table = _table(report, key)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([defused(column.key) for column in table.columns])
    writer.writerows([defused(_plain(value, value)) if isinstance(value, str) else raw(value, column.kind)
                      for value, column in zip(row, table.columns, strict=True)] for row in table.rows)  # fmt: skip
    return out.getvalue()


def defused(text: str) -> str:
    """Return the text with an apostrophe before what a spreadsheet would take for a formula."""
    shown = clean(text)
    return f"'{shown}" if text.lstrip(" ").startswith(_FORMULA) else shown


def _table(report: Report, key: str) -> Table:
    key = key or report.main
    if not report.tables:
        raise NotFound(_("{title} has no table to write as csv", title=report.title))
    for table in report.tables:
        if key in (table.key, ""):
            return table
    tables = ", ".join(table.key for table in report.tables)
    raise NotFound(_("there is no table {key!r}; there are {tables}", key=key, tables=tables))


def to_json(report: Report) -> str:
    """Return the report's own data, or the generic shape, as indented JSON."""
    whole = generic(report) if report.data is None else report.data
    codes = {"codes": [code._asdict() for code in report.codes]} if report.codes else {}
    return dumped({**whole, **codes}, indent=2) + "\n"


def generic(report: Report) -> dict[str, Any]:
    """Return any report as plain data, in the shape that the module's docstring gives."""
    return {
        "schema": SCHEMA,
        "report": report.key,
        "title": report.title,
        "unit": report.unit,
        "facts": {one.key: one.value for one in report.facts},
        "tables": {table.key: [_row_json(table, row) for row in table.rows] for table in report.tables},
        **({"charts": {chart.key: _chart_json(chart) for chart in charts}} if (charts := report.charts()) else {}),
        "notes": list(report.notes),
    }


def _chart_json(chart: Chart) -> dict[str, Any]:
    return {
        "axis": chart.axis,
        "places": list(chart.places),
        "series": {one.name: list(one.values) for one in chart.series},
        "bands": [band._asdict() for band in chart.bands],
    }


def _row_json(table: Table, row: tuple[Cell, ...]) -> dict[str, Cell]:
    return {column.key: raw(value, column.kind) for column, value in zip(table.columns, row, strict=True)}


def raw(value: Cell, kind: str) -> Cell:
    """Return a value as programs read it: what was divided is rounded once, and only here."""
    return round(value, DIGITS_OF_A_RATE if kind == RATE else DIGITS) if isinstance(value, float) else value


_NOT_IN_A_TERMINAL = re.compile(
    "[\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"  # json escapes the rest
)


def dumped(data: object, *, indent: int | None = None) -> str:
    """Return JSON with letters as they are, and escapes for what would steer a terminal."""
    import json  # noqa: PLC0415

    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return _NOT_IN_A_TERMINAL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


RENDERERS: dict[str, Callable[[Report], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "csv": to_csv,
    "json": to_json,
    "html": to_html,
}
FORMATS = tuple(RENDERERS)


# -- The JSON Schema of what reports print with `--format json`; `schema` in the data is its version ---


# Within a version keys are only added: a program that reads the ones it knows goes on working.


DRAFT = "https://json-schema.org/draft/2020-12/schema"
AMOUNT = {"type": "integer", "description": "cents or points"}
ACCOUNTS = {"type": "object", "additionalProperties": AMOUNT, "description": "by person, the Stock last"}
VALUE = {"type": ["string", "integer", "number", "null"]}
STEP = {
    "oneOf": [
        {"properties": {"label": {"type": "string"}, "plus": AMOUNT}, "required": ["label", "plus"]},
        {"properties": {"label": {"type": "string"}, "times": {"type": "integer"}}, "required": ["label", "times"]},
    ]
}
TRANSFER = {
    "type": "object",
    "properties": {"payer": {"type": "string"}, "payee": {"type": "string"}, "amount": AMOUNT},
    "required": ["payer", "payee", "amount"],
}


def schema() -> dict[str, Any]:
    """Return the schema: the sheet of an evening has a shape of its own, every other report the general one."""
    return {"$schema": DRAFT, "title": "sklog report", "oneOf": [_session(), _general()]}


def _object(description: str, required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": {**required, **optional},
        "required": list(required),
    }


def _head(report: dict[str, Any]) -> dict[str, Any]:
    return {"schema": {"const": SCHEMA}, "report": report, "unit": {"enum": list(UNITS)}}


def _general() -> dict[str, Any]:
    row = {"type": "object", "additionalProperties": VALUE, "description": "a value by the column's key"}
    band = _object(
        "a stretch of the axis, both ends included, counted from 0",
        {"first": {"type": "integer"}, "last": {"type": "integer"}, "title": {"type": "string"}},
    )
    chart = _object(
        "a picture's figures: a value for each place",
        {
            "axis": {"type": "string"},
            "places": {"type": "array", "items": {"type": "string"}},
            "series": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": ["number", "null"]}},
            },
            "bands": {"type": "array", "items": band},
        },
    )
    return _object(
        "any report: facts above its tables, the tables row by row, sentences below; raw values, English words",
        {
            **_head({"type": "string", "not": {"const": "session"}}),
            "title": {"type": "string"},
            "facts": {"type": "object", "additionalProperties": VALUE},
            "tables": {"type": "object", "additionalProperties": {"type": "array", "items": row}},
            "notes": {"type": "array", "items": {"type": "string"}},
        },
        charts={"type": "object", "additionalProperties": chart},
        codes=_codes(),
    )


def _codes() -> dict[str, Any]:
    """Return the shape of GiroCodes, which stand where they were asked for."""
    words = {"type": "array", "items": {"type": "string"}}
    payload = {"type": "string", "description": "what a banking app reads"}
    return {
        "type": "array",
        "items": _object("a code", {"title": {"type": "string"}, "words": words, "payload": payload}),
    }


def _session() -> dict[str, Any]:
    hand = _object(
        "a hand, as `calc` answers it, and the balances after it",
        {
            "hand": {"type": "object", "description": "the canonical hand; `void` where it does not count"},
            "value": AMOUNT,
            "postings": ACCOUNTS,
            "steps": {"type": "array", "items": STEP},
            "balances": ACCOUNTS,
        },
    )
    return _object(
        "the sheet of an evening, as `replay` answers it",
        {
            **_head({"const": "session"}),
            "session": {"type": "string"},
            "tariff": {"type": "string"},
            "players": {"type": "array", "items": {"type": "string"}},
            "hands": {"type": "array", "items": hand},
            "balances": ACCOUNTS,
            "transfers": {"type": ["array", "null"], "items": TRANSFER},
        },
        digest={"type": "string", "description": "what `check --digest` compares; of an evening in a ledger"},
        codes=_codes(),
    )
