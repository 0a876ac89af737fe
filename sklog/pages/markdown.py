"""Any report as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tabulate import tabulate

from sklog.reports.format import clean, framed_rows, shown_rows, titled, with_unit
from sklog.reports.model import WORDS, Cell, Report, Struck

if TYPE_CHECKING:
    from collections.abc import Sequence


def to_markdown(report: Report) -> str:
    """Return the report as markdown with pipe tables, every name escaped."""
    blocks = [f"# {escaped(report.title)}"] if report.title else []
    if report.facts:
        facts = ((one, with_unit(one.value, one.kind, report.unit)) for one in report.facts)
        blocks.append("\n".join(f"- **{escaped(one.title)}:** {_marked(one.value, shown)}" for one, shown in facts))
    for section in report.filled:
        title = report.heading(section)
        if section.framed:
            blocks += [f"## {escaped(title)}"] if not section.title and title else []
            blocks += [_quoted(section.title, row) for row in framed_rows(section, report.unit)]
        else:
            if title:
                blocks.append(f"## {escaped(titled(title, section.columns, report.unit))}")
            blocks += [_sentence(section.listed.in_text)] if section.listed else []
            blocks.append(
                tabulate(
                    [[cell.replace("\n", "<br>") for cell in row] for row in shown_rows(section, report.unit, _marked)],
                    headers=[escaped(column.title) for column in section.columns],
                    tablefmt="pipe",
                    disable_numparse=True,
                    colalign=["left" if column.kind in WORDS else "right" for column in section.columns],
                )
            )
        blocks += [_sentence(section.defined)] if section.defined else []
    blocks += map(_sentence, report.remarks)
    return "\n\n".join(blocks) + "\n"


def _sentence(text: str) -> str:
    """Return a paragraph of its own, whatever it begins with."""
    return _BLOCK_START.sub(r"\1\\\2", escaped(text))


def _quoted(title: str, row: Sequence[tuple[str, Cell, str]]) -> str:
    """Return the same as a quotation: markdown has no other frame."""
    named = [f"**{escaped(title)}**"] if title else []
    whole = [*named, *(f"{escaped(what)}: {escaped(shown)}" for what, _value, shown in row)]
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
