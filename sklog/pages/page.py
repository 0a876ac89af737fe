"""A report as one html page that needs nothing else: opens offline, on a phone, on paper, in the dark.

A page that draws a curve or lists what happened has a script, which stands in it: its policy names the script's sum,
and runs no other. Without it the page says the same.
"""

from __future__ import annotations

from binascii import b2a_base64
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.language import _, spoken
from sklog.pages.chart import heading
from sklog.pages.picture import code_figure, figure
from sklog.reports import model
from sklog.reports.format import SIGNS_ALONE, cell, clean, framed_rows, pays, titled, with_unit, written
from sklog.scoring.amounts import MINUS
from sklog.scoring.payout import STOCK
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


STYLE = Path(__file__).with_name("page.css")
SCRIPT = Path(__file__).with_name("page.js")
SCRIPTED = ('<g class="place">', '<details class="listed"')
"""What the script is for; in a name no tag stands as one."""
# whatever a name says, nothing is run or loaded
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
KINDS = {model.Kind.PROSE: "prose", model.Kind.DATE: "when", model.Kind.TIME: "when"}
LONG = 60  # letters of prose that are no longer read in a narrow column
COLUMNS_OF_HALF = 7  # of a table that stands beside another on paper
LONGEST_BAR = 47  # per cent of its cell, from the middle
NARROW = 10  # columns of numbers of which paper holds two tables side by side


class PageParts(NamedTuple):
    """A report as html without its document: the content of `main`, and one style and script for all reports.

    The body has neither style nor script, so you can serve both as files, and a strict policy can forbid them inline.
    The page can be read without the script.
    """

    style: str
    body: str
    script: str


def page_parts(report: model.Report) -> PageParts:
    """Return the parts of a page; every name is escaped.

    The body has, in order: title and facts, charts, the result, codes, the other sections, the notes.

    >>> sklog.page_parts(ledger.report("session")).body[:8]
    '<header>'
    """
    notes = [f'<p class="note">{text(note)}</p>' for note in report.remarks]
    notes = ['<div class="notes">', *notes, "</div>"] if notes else []
    parts = _chapters(report, notes) if report.chapters else [*_whole(report), *notes]
    foot = [*_facts((one for one in report.facts if one.foot), report.unit)]
    body = (
        "<header>",
        f'<h1 id="title">{text(report.title)}</h1>',
        *_facts((one for one in report.facts if not one.foot), report.unit),
        "</header>",
        *parts,
        *(["<footer>", *foot, "</footer>"] if foot else []),
    )
    return PageParts(STYLE.read_text(encoding="utf-8"), "\n".join(body), SCRIPT.read_text(encoding="utf-8"))


def page(report: model.Report) -> str:
    """Return the whole document."""
    style, body, script = page_parts(report)
    if not any(mark in body for mark in SCRIPTED):  # nothing for it to do
        script = ""
    days = [written(one.value, one.kind, report.unit) for one in report.facts if one.key == "date"]
    scripts = [f"<script>{script}</script>"] if script else []
    title = ", ".join((text(report.title), *days))
    return document(title, style, "<body>", ("<main>", body, "</main>", *scripts), policy(script))


def document(title: str, style: str, begins: str, parts: Iterable[str], allows: str = POLICY) -> str:
    """Return an html document with these lines in its body, which `begins` so; the title is escaped already."""
    return "\n".join((
        "<!doctype html>",
        f'<html lang="{spoken()}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{allows}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,">',  # or a browser asks its server for one
        f"<title>{title}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        begins,
        *parts,
        "</body>",
        "</html>",
        "",
    ))  # fmt: skip


def policy(script: str = "") -> str:
    """Return what a page lets a browser do: to show it, and to run this script alone."""
    if not script:
        return POLICY
    from hashlib import sha256  # noqa: PLC0415  2 ms in which it loads OpenSSL, only for a page with a script

    known = b2a_base64(sha256(script.encode()).digest(), newline=False).decode()
    return f"{POLICY}; script-src 'sha256-{known}'"


def _whole(report: model.Report) -> list[str]:
    """Return what stands on a page without chapters."""
    parts = _first(report)
    if report.codes:  # below the payments that they are for
        parts += ["<section>", '<h2 id="codes">GiroCode</h2>', '<div class="codes">']
        parts += [*map(code_figure, report.codes), "</div>", "</section>"]
    others = [one for one in report.filled if one.key not in report.result]
    return [*parts, *_sections(others, report.unit, "table")]


def _chapters(report: model.Report, notes: Sequence[str]) -> list[str]:
    """Return the chapters, and in one fold behind them those that are folded, below a list of these, with the notes."""
    charts, tables = {one.key: one for one in report.drawn}, {one.key: one for one in report.filled}
    parts, folded = list[str](), list[str]()
    for one in report.chapters:
        own = [tables[key] for key in one.keys if key in tables]
        untitled = (each.columns for each in own if not each.title and not each.framed)
        said = titled(one.title, next(untitled, ()), report.unit)
        made = [f'<section class="chapter"><h2 id="{one.key}">{text(said)}</h2>', '<div class="columns">']
        for key in one.keys:
            if key in charts:
                made += _chart(report, charts[key], f"{one.key}-chart-{key}", "h3")
            if key in tables:
                made += _sections([tables[key]], report.unit, f"{one.key}-{key}", one.key)
        (folded if one.folded else parts).extend((*made, "</div>", "</section>"))
    if folded:
        inside = [one for one in report.chapters if one.folded]
        listed = (f'<li><a href="#{one.key}">{text(one.title)}</a></li>' for one in inside)
        more = _("More: {chapters}", chapters=", ".join(one.title for one in inside))
        parts += [f'<details class="more"><summary>{text(more)}</summary>', "<nav>", "<ul>", *listed, "</ul>", "</nav>"]
        return [*parts, *folded, *notes, "</details>"]
    return [*parts, *notes]


def _first(report: model.Report) -> list[str]:
    """Return the result before the charts, or beside them where there is room."""
    charts = [part for number, chart in enumerate(report.drawn, 1) for part in _chart(report, chart, f"chart-{number}")]
    shown = [_ranked(one) for one in report.filled if one.key in report.result]
    result = [*_sections(shown, report.unit, "result", result=True)]
    if result:
        result = ['<div class="result">', *result, "</div>"]
    if not (charts and result):
        return charts + result
    return ['<div class="beside">', *result, "<div>", *charts, "</div>", "</div>"]


def _ranked(table: model.Section) -> model.Section:
    """Return a result with who has most first, and the Stock behind all; one without signed amounts stays as it is."""
    if (place := _measured(table)) is None:
        return table
    return table._replace(rows=tuple(sorted(table.rows, key=lambda row: (row[0] == STOCK, -_number(row[place])))))


def _measured(table: model.Section) -> int | None:
    """Return the first column of signed amounts, which bars measure; None where there is none."""
    return next((place for place, column in enumerate(table.columns) if column.kind == model.Kind.MONEY), None)


def _number(value: model.Cell) -> float:
    return value if isinstance(value, int | float) else 0


def text(said: str) -> str:
    """Return any text so that a browser shows it as it is; no line ends inside "× 4" or "1.10 €"."""
    return escape(clean(said).replace("× ", "×\N{NO-BREAK SPACE}").replace(" €", "\N{NO-BREAK SPACE}€"))


def _facts(facts: Iterable[model.Fact], unit: str) -> Iterator[str]:
    """Yield a list of these facts, nothing where there are none."""
    shown = []
    for one in facts:
        kind = ' class="prose"' if one.kind == model.Kind.PROSE else ""
        value = _written(one.value, with_unit(one.value, one.kind, unit), one.kind)
        shown.append(f"<div{kind}><dt>{text(one.title)}</dt><dd>{value}</dd></div>")
    if shown:
        yield from ("<dl>", *shown, "</dl>")


def _chart(report: model.Report, chart: model.Chart, name: str, tag: str = "h2") -> Iterator[str]:
    yield "<section>"
    yield f'<{tag} id="{name}">{text(heading(chart, report.unit))}</{tag}>'
    yield figure(chart, report.unit, name, report.people)
    yield "</section>"


def _sections(
    sections: Iterable[model.Section], unit: str, name: str, chapter: str = "", *, result: bool = False
) -> Iterator[str]:
    """Yield these sections; `name` begins the ids of their headings, `chapter` is the id of the one they are in.

    Amounts of a `result` are measured by bars, and its payments are sentences.
    """
    tag = "h3" if chapter else "h2"
    for number, section in enumerate(sections, 1):
        label = f"{name}-{number}" if section.title else chapter or "title"
        yield '<section class="wide">' if chapter and _is_wide(section) else "<section>"
        sentences = result and section.columns[0].key == model.PAYER
        title = section.listed.title if section.listed else section.title
        if not (section.framed or sentences):
            title = titled(title, section.columns, unit)
        heading = f'<{tag} id="{label}">{text(title)}</{tag}>' if section.title else ""
        if section.listed:  # folded where its heading is touched; the script folds it on a phone
            yield f'<details class="listed" open><summary>{heading}</summary>'
            yield f'<p class="note">{text(section.listed.reading)}</p>'
        elif heading:
            yield heading
        if sentences:
            yield from _payments(section, unit, label)
        elif section.framed:
            yield from _frames(section, unit, label)
        else:
            yield from _table(section, unit, label, _measured(section) if result else None)
        yield "</details></section>" if section.listed else "</section>"


def _is_wide(section: model.Section) -> bool:
    """Whether it needs more than half the width of paper."""
    prose = any(column.kind == model.Kind.PROSE for column in section.columns)
    return section.framed or prose or len(section.columns) > COLUMNS_OF_HALF


def _is_second(columns: Sequence[model.Column]) -> bool:
    """Whether a row is known by its second cell, a name behind a number: that stays in sight, not the first one."""
    kinds = [column.kind for column in columns[:2]]
    return [kind in model.WORDS for kind in kinds] == [False, True] and kinds[1] == model.Kind.NAME


def _is_stacked(section: model.Section) -> bool:
    """Whether its rows stand in two lines on a phone: two words, and below them a sentence, maybe with an amount."""
    kinds = [column.kind for column in section.columns]
    words = [kind in model.WORDS for kind in kinds]
    return kinds[2:3] == [model.Kind.PROSE] and words in ([True] * 3, [True, True, True, False])


def _frames(section: model.Section, unit: str, label: str) -> Iterator[str]:
    """Yield each row in a frame of its own, with what is filled of it; a heading has the id `label`."""
    yield f'<div class="frames" role="group" aria-labelledby="{label}">'
    for row in framed_rows(section, unit):
        yield '<dl class="framed">'
        yield from (f"<div><dt>{text(what)}</dt><dd>{_written(value, shown)}</dd></div>" for what, value, shown in row)
        yield "</dl>"
    yield "</div>"
    yield from _defined(section)


def _defined(section: model.Section) -> Iterator[str]:
    """Yield below a section how its numbers are counted."""
    if section.defined:
        yield f'<p class="note">{text(section.defined)}</p>'


def _payments(section: model.Section, unit: str, label: str) -> Iterator[str]:
    """Yield who pays whom, a sentence each, with the link by which it is paid where there is one."""
    yield f'<ul class="payments" aria-labelledby="{label}">'
    for payer, payee, amount, *links in section.rows:
        said = text(pays(str(payer), str(payee), with_unit(amount, model.Kind.PRICE, unit)))
        linked = "".join(f" {_link(shown)}" for shown in map(str, filter(None, links)))
        yield f"<li>{said}{linked}</li>"
    yield "</ul>"
    yield from _defined(section)


def _link(address: str) -> str:
    """Return a link that can be followed; another address is only shown."""
    if not address.startswith("https://"):
        return escape(address)
    return f'<a href="{escape(address)}" rel="noreferrer noopener">{escape(address)}</a>'


def _bar(value: model.Cell, most: float) -> str:
    """Return the cell with the bar of an amount, from the middle; it says nothing that does not stand beside it."""
    amount = _number(value)
    side = "gain" if amount > 0 else "loss"
    bar = f'<svg class="{side}" width="{LONGEST_BAR * abs(amount) / most:.2f}%"></svg>' if amount else ""
    return f'<td class="bar" aria-hidden="true">{bar}</td>'


def _table(section: model.Section, unit: str, label: str, measured: int | None = None) -> Iterator[str]:
    """Yield a section as a table; a heading has the id `label`. The amounts of the column `measured` have bars."""
    labelled = f'aria-labelledby="{label}"'
    narrow = len(section.columns) <= NARROW and not any(column.kind in model.WORDS for column in section.columns)
    kind = " second" if _is_second(section.columns) else ""
    kind += " cards" if section.listed else " narrow" if narrow else " stacked" if _is_stacked(section) else ""
    yield f'<div class="table{kind}" role="region" tabindex="0" {labelled}>'
    yield f"<table {labelled}>"
    yield from _heading_row(section, "" if measured is None else "<td></td>")
    yield "<tbody>"
    named = _names_rows(section)
    most = max((abs(_number(row[measured])) for row in section.rows), default=0) if measured is not None else 0
    for row in section.rows:
        yield _row(row, section, unit, named=named, bar="" if measured is None else _bar(row[measured], most))
    yield "</tbody>"
    yield "</table>"
    yield "</div>"
    yield from _defined(section)


def _row(row: model.Row, section: model.Section, unit: str, *, named: bool, bar: str) -> str:
    """Return a row of a table; in a list the words run across it where no number stands behind them."""
    columns: Sequence[model.Column] = section.columns
    listed = section.listed is not None
    last = max((place for place, value in enumerate(row) if value is not None), default=0)
    across = len(row) - last if listed and columns[last].kind in model.WORDS else 1
    shown = list(zip(row, columns, strict=True))[: len(row) - across + 1]
    first = "th" if named and row[0] is not None else "td"
    label = listed or _is_stacked(section)
    cells = [_cell(*one, unit, "td" if place else first, label=label) for place, one in enumerate(shown)]
    if across > 1:
        cells[-1] = cells[-1].replace("<td", f'<td colspan="{across}"', 1)
    return f"<tr>{cells[0]}{bar}{''.join(cells[1:])}</tr>"


def _heading_row(section: model.Section, bars: str) -> list[str]:
    if not any(column.title for column in section.columns):
        return []
    first, *cells = (
        f'<th scope="col"{_class(column)}>{text(column.title)}</th>' if column.title else "<td></td>"
        for column in section.columns
    )
    return ["<thead>", f"<tr>{first}{bars}{''.join(cells)}</tr>", "</thead>"]


def _names_rows(section: model.Section) -> bool:
    """Whether the first column says which row it is: it has a heading, and no two of its cells are the same."""
    firsts = [row[0] for row in section.rows if row[0] is not None]
    return bool(section.columns[0].title) and len(section.columns) > 1 and len(set(firsts)) == len(firsts)


def _cell(value: model.Cell, column: model.Column, unit: str, tag: str = "td", *, label: bool = False) -> str:
    """Return a cell; with a `label` it says of which column it is, where no heading stands above it."""
    after, looks = "", []
    if isinstance(value, model.Changed):
        after = f"<small>{_written(int(value), cell(int(value), column, unit))}</small>"
        value = value.changed
        looks = ["changed"] if value is not None else ["changed", "idle"]
    shown = cell(value, column, unit)
    if column.kind == model.Kind.PROSE and len(shown) > LONG:
        looks.append("long")
    if column.coloured and column.kind in model.SIGNED and shown.startswith(("+", MINUS)):
        looks.append("gain" if shown.startswith("+") else "loss")
    scope = ' scope="row"' if tag == "th" else ""
    said = f' data-label="{text(column.title)}"' if label and column.kind != model.Kind.PROSE and tag == "td" else ""
    inside = _written(value, shown, column.kind)
    if column.kind == model.Kind.LINK:
        inside = _link(shown)
    if isinstance(value, model.Unfolding):
        inside = f"<details><summary>{inside}</summary><p>{text(value.more)}</p></details>"
    return f"<{tag}{scope}{_class(column, *looks)}{said}>{inside}{after}</{tag}>"


def _written(value: model.Cell, shown: str, kind: str = model.Kind.TEXT) -> str:
    """Return a value as html: struck out where it no longer holds; signs alone stay together."""
    if kind == model.Kind.TEXT and SIGNS_ALONE.issuperset(shown):
        shown = shown.replace(" ", "\N{NO-BREAK SPACE}")
    if isinstance(value, model.Struck):
        return f"{text(value.before)}<del>{text(shown)}</del>"
    return text(shown)


def _class(column: model.Column, *more: str) -> str:
    kind = KINDS.get(column.kind, "" if column.kind in model.WORDS else "number")
    names = " ".join(filter(None, (kind, *more)))
    return f' class="{names}"' if names else ""
