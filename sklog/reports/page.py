"""A report as one html page that needs nothing else: opens offline, on a phone, on paper, in the dark."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sklog.language import spoken
from sklog.reports.format import cell, clean, fact, titled
from sklog.reports.model import SIGNED, WORDS, Struck

if TYPE_CHECKING:
    from sklog.reports.model import Cell, Column, Report, Table

MINUS = "\N{MINUS SIGN}"

STYLE = """\
:root { color-scheme: light dark; --gain: #0a6b2d; --loss: #b3141c; --line: #8886; }
@media (prefers-color-scheme: dark) { :root { --gain: #6fd08c; --loss: #ff8f8f; } }
body { font: 1rem/1.45 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dt { opacity: .75; } dd { margin: 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.number { text-align: right; white-space: nowrap; } .gain { color: var(--gain); } .loss { color: var(--loss); }
@media print {
  :root { color-scheme: light; --gain: #000; --loss: #000; }
  body { font-size: 10pt; max-width: none; margin: 0; padding: 0; }
  .table { overflow: visible; } tr { break-inside: avoid; } thead { display: table-header-group; }
  h2 { break-after: avoid; }
}
"""


def page(report: Report) -> str:
    """Return the whole document; every name is escaped."""
    title = text(report.title)
    parts = [f"<h1>{title}</h1>", *_facts(report)]
    parts += [part for table in report.filled for part in _table(table, report.unit)]
    parts += [f"<p>{text(note)}</p>" for note in report.notes]
    style = STYLE
    if report.codes:
        from sklog.reports import codes  # noqa: PLC0415  an extra

        style += codes.STYLE
        parts += codes.figures(report.codes)
    return "\n".join((
        "<!doctype html>",
        f'<html lang="{spoken()}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<main>",
        *parts,
        "</main>",
        "</body>",
        "</html>",
        "",
    ))  # fmt: skip


def text(said: str) -> str:
    """Return any text so that a browser shows it as it is."""
    return escape(clean(said))


def _facts(report: Report) -> list[str]:
    if not report.facts:
        return []
    pairs = [
        f"<dt>{text(one.title)}</dt><dd>{_written(one.value, fact(one.value, one.kind, report.unit))}</dd>"
        for one in report.facts
    ]
    return ["<dl>", *pairs, "</dl>"]


def _table(table: Table, unit: str) -> list[str]:
    heading = titled(table.title, table.columns, unit)
    rows = (
        "".join(_cell(value, column, unit) for value, column in zip(row, table.columns, strict=True))
        for row in table.rows
    )
    return [
        *([f"<h2>{text(heading)}</h2>"] if table.title else []),
        '<div class="table">',
        "<table>",
        *_heading_row(table),
        "<tbody>",
        *(f"<tr>{row}</tr>" for row in rows),
        "</tbody>",
        "</table>",
        "</div>",
    ]


def _heading_row(table: Table) -> list[str]:
    if not any(column.title for column in table.columns):
        return []
    cells = (f'<th scope="col"{_class(column)}>{text(column.title)}</th>' for column in table.columns)
    return ["<thead>", f"<tr>{''.join(cells)}</tr>", "</thead>"]


def _cell(value: Cell, column: Column, unit: str) -> str:
    more = ""
    if column.kind in SIGNED and isinstance(value, int) and value:
        more = "gain" if value > 0 else "loss"
    return f"<td{_class(column, more)}>{_written(value, cell(value, column, unit))}</td>"


def _written(value: Cell, shown: str) -> str:
    """Return a value as html: struck out where it no longer holds, numbers with a real minus sign."""
    if isinstance(value, Struck):
        return f"{escape(value.before)}<del>{escape(shown)}</del>"
    return escape(_minus(shown, value))


def _class(column: Column, more: str = "") -> str:
    names = " ".join(name for name in ("" if column.kind in WORDS else "number", more) if name)
    return f' class="{names}"' if names else ""


def _minus(shown: str, value: Cell) -> str:
    """Return a number with a real minus sign; words stay as they are."""
    return shown if isinstance(value, str) else shown.replace("-", MINUS)
