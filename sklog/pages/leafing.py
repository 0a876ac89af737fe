"""The codes of a report in a terminal, one at a time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from sklog.cli import printing
from sklog.cli.terminal import CLEAR, pressed
from sklog.language import _
from sklog.pages.picture import code_screen, code_window

if TYPE_CHECKING:
    from collections.abc import Callable

    from sklog.reports.model import Report

OTHER_SCREEN, FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
NEXT, LEAVE = "\r\n ", "q\x1b\x04"  # keys; Ctrl-C ends the command, as everywhere


def leafed_through(report: Report) -> Report:
    """Show the codes of a report one at a time; return what of it is still to be printed.

    They stand on a screen of their own, which is gone afterwards: an IBAN stays in no window. Where one does not fit
    they stand on a page.
    """

    def drawn() -> list[str]:  # anew each time: the window may have another size by then
        return [
            code_screen(code, printing.window(), _foot(place, report), colour=printing.colour())
            for place, code in enumerate(report.codes, 1)
        ]

    if not _leafed_through(drawn):
        last = _foot(len(report.codes), report)
        needed = [code_window(code, printing.window(), last) for code in report.codes]
        _show_on_a_page(report, (max(wide for wide, _high in needed), max(high for _wide, high in needed)))
    return report._replace(codes=())


def _foot(place: int, report: Report) -> str:
    return _("{place} of {count} · Enter: next · q: leave", place=place, count=len(report.codes))


def _leafed_through(drawn: Callable[[], list[str]]) -> bool:
    """Show one screen after the other until somebody leaves; return whether all of them fit into the window."""
    place, begun = 0, ""
    try:
        while all(screens := drawn()):
            shown, begun = ("" if begun else OTHER_SCREEN) + CLEAR + screens[place], OTHER_SCREEN
            key = pressed(shown, sys.stdout)[:1]
            place += key in NEXT
            if key in LEAVE or place == len(screens):
                return True
        return False
    finally:
        if begun:
            sys.stdout.write(CLEAR + FIRST_SCREEN)
            sys.stdout.flush()


def _show_on_a_page(report: Report, needed: tuple[int, int]) -> None:
    """Show the codes in the browser, with why, until Enter: then the page is deleted again."""
    columns, rows = printing.window()
    page = printing.own_file(report.key)
    try:
        opened = printing.open_in_browser(printing.rendered(report, "html", page), page)
        printing.tell(
            _(
                "A code does not fit into {columns} columns and {rows} rows; it needs {wider} and {higher}. So the "
                "codes are on a page.",
                columns=columns,
                rows=rows,
                wider=needed[0],
                higher=needed[1],
            ),
            _("In the browser: {path}", path=page)
            if opened
            else _("No browser could be started: open {path}", path=page),
        )
        pressed(printing.broken_into_lines(_("It shows IBANs: press Enter to delete it.")) + " ", sys.stdout)
    finally:
        page.unlink(missing_ok=True)
        typer.echo()
