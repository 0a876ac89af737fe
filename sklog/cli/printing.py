"""Where answers go: to the terminal, as wide and as colourful as it is, into a file, whole or not at all, or a browser.

Completion imports this module, too: what prints is imported when something is printed.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from contextvars import copy_context
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sklog.direct import screen
from sklog.direct.screen import (
    BOARD,
    LONGEST_SENTENCE,
    PROMPT_ROWS,
    WIDTH,
    broken_into_lines,
    can_ask,
    colour,
    columns,
    is_terminal,
    plain,
    rows_left,
    window,
)
from sklog.errors import Refused, reason
from sklog.language import _
from sklog.ledger import files
from sklog.ledger.database import BESIDE
from sklog.rooms import PLOT, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.reports.board import Recent
    from sklog.reports.model import Report

DRAWN = ("text", "html")


__all__ = [  # what stands below this module as well
    "BOARD", "LONGEST_SENTENCE", "PROMPT_ROWS", "WIDTH",
    "broken_into_lines", "can_ask", "colour", "columns", "is_terminal", "plain", "rows_left", "window",
]  # fmt: skip


def say(*sentences: object, err: bool = False) -> None:
    """Print sentences, one a line, so that nothing in them steers the terminal; those on stderr up to a limit."""
    for sentence in sentences:
        typer.echo(plain(sentence)[: LONGEST_SENTENCE if err else None], err=err)


def tell(*sentences: object) -> None:
    """Print sentences, each broken between words where the terminal ends."""
    for sentence in sentences:
        typer.echo(broken_into_lines(sentence))


def put_each(texts: Iterable[str]) -> None:
    """Print texts as they come; one that is "" says nothing."""
    for text in filter(None, texts):
        typer.echo(text)


def show_board(evening: Evening, recent: Sequence[Recent] = (), output: Path | None = None, **said: Any) -> None:
    """Print how the evening stands, with what `screen.board_text` is told of it, or write it to a file."""
    if text := screen.board_text(evening, recent, shown=output is None, **said):
        put_text(text, output)


def put(report: Report, how: str, output: Path | None, *, plot: bool = False, browser: bool = False) -> None:
    """Print a report in the wanted format, or write it to a file; draw its charts, or show it in the browser."""
    from sklog.reports import render  # noqa: PLC0415  the same

    if browser:
        if how != "html":
            words = _("it shows a page: leave --format out, or use --format html")
            raise typer.BadParameter(words, param_hint="--open")
        show_page(render.render(report, "html"), report.key, output)
        return
    if how not in render.FORMATS:
        put_bytes(render.contents(report, how), how, output)
        return
    if plot and how not in DRAWN:
        words = _("{format} cannot draw charts; text can, and html always has them", format=how)
        raise typer.BadParameter(words, param_hint="--plot")
    text = rendered(report, how, output)
    put_text(text + _plots(report, output) if plot and how == "text" else text, output)


def rendered(report: Report, how: str, output: Path | None = None) -> str:
    """Return a report as it is printed there: as wide and as colourful as that is."""
    return screen.rendered(report, how, shown=is_stdout(output))


def _plots(report: Report, output: Path | None) -> str:
    """Return what stands below the tables of a report: its charts, drawn with letters."""
    width, coloured = (columns(), colour()) if is_stdout(output) else (WIDTH, False)
    drawn = [load(PLOT)(chart, report.unit, width, colour=coloured) for chart in report.drawn]
    return "".join(f"\n{one}\n" for one in drawn or [_("There is nothing to draw yet.")])


def show_page(text: str, key: str, output: Path | None) -> None:
    """Write a page, to the file that was named or to the user's own of this `key`, and open the browser on it.

    Raises Refused where no browser can be started: the page is there all the same.
    """
    page = own_file(key) if output is None or is_stdout(output) else output.resolve()
    if not open_in_browser(text, page):
        raise Refused(_("no browser could be started; the page is {path}", path=page))
    typer.echo(_("In the browser: {path}", path=plain(page)))


def open_in_browser(text: str, page: Path) -> bool:
    """Write the text of a page, and open the browser on it; return whether one could be started."""
    import webbrowser  # noqa: PLC0415  only here

    with file_for_owner(page) as file:
        file.write(text.rstrip("\n") + "\n")
    return webbrowser.open(page.as_uri())


def own_file(key: str) -> Path:
    """Return where a page is kept that has no file: in the user's cache, which nobody else reads, a file a report.

    The browser reads it after this command has ended, so it stays, until the next page of the same `key`.
    """
    from platformdirs import user_cache_path  # noqa: PLC0415  the same

    folder = user_cache_path("sklog", appauthor=False)
    try:
        files.make_folder(folder)
    except OSError as error:
        raise Refused(_("{path} cannot be written: {reason}", path=folder, reason=reason(error))) from None
    return folder / f"{re.sub('[^a-z-]', '', key) or 'report'}.html"


def put_text(text: str, output: Path | None = None) -> None:
    """Print a text, or write it to a file."""
    if output is None or is_stdout(output):
        typer.echo(text.rstrip("\n"))
        return
    with new_file(output) as file:
        file.write(text.rstrip("\n") + "\n")


def put_bytes(contents: bytes, how: str, output: Path | None) -> None:
    """Write a picture or a workbook to a file, or to a pipe; a terminal would only be steered by it."""
    if output is not None and not is_stdout(output):
        with new_file(output) as file:
            file.buffer.write(contents)
        return
    if is_terminal(sys.stdout):
        words = _("{format} is not text: name a file for it with -o", format=how)
        raise typer.BadParameter(words, param_hint="--format")
    sys.stdout.buffer.write(contents)


def is_stdout(output: Path | None) -> bool:
    """Whether no file was named, or `-`, or what standard output is anyway, as /dev/stdout."""
    if output is None or str(output) == "-":
        return True
    try:
        return os.path.samestat(output.stat(), os.fstat(sys.stdout.fileno()))
    except (AttributeError, OSError, ValueError):  # no such file, a test's stream, or no stdout at all
        return False


@contextmanager
def new_file(output: Path) -> Iterator[TextIOWrapper]:
    """Write a file as `file_for_owner` does, and say on stderr that it is there, in the language of people."""
    with file_for_owner(output) as file:
        yield file
    if real_path(output).is_file():  # a device, a pipe, and a file that has no name any more are none
        copy_context().run(say_written, output)


def say_written(output: Path) -> None:
    """Say on stderr that a file or a folder is there."""
    screen.choose()
    typer.echo(_("Written: {path}", path=plain(output)), err=True)


@contextmanager
def file_for_owner(output: Path, *, folder: bool = False) -> Iterator[TextIOWrapper]:
    """Write a file that only its owner can read, whole or not at all; raise Refused where that cannot be.

    With `folder` the folder is made as well, where it is missing.
    """
    target = real_path(output)
    try:
        if folder:
            files.make_folder(target.parent)
        if _belongs_to_a_database(target):
            raise Refused(_("{path} is a database: nothing was written; name another file with -o", path=output))
        if output.exists() and not target.is_file():  # a device or a pipe is written as it is; one may have no path
            with output.open("w", encoding="utf-8") as file:
                yield file
            return
        with files.part_of(target) as part:
            with part.open("w", encoding="utf-8") as file:
                yield file
            if target.exists():
                part.chmod(target.stat().st_mode & 0o777)  # who could read the old file can read the new one
            files.put_in_place(part, target)
    except (OSError, UnicodeEncodeError) as error:
        raise unwritable(output, error) from None


def real_path(output: Path) -> Path:
    try:
        return output.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # also a circle of links, and a zero byte
        raise unwritable(output, error) from None


def unwritable(output: Path, error: Exception) -> Refused:
    return Refused(_("{path} cannot be written: {reason}", path=output, reason=reason(error)))


def _belongs_to_a_database(path: Path) -> bool:
    """Whether a file is a ledger, any other database, or what SQLite keeps beside one: `-o` never takes its place."""
    for beside in BESIDE:
        if path.name.casefold().endswith(beside) and _belongs_to_a_database(path.with_name(path.name[: -len(beside)])):
            return True
    return is_a_database(path)


def is_a_database(path: Path) -> bool:
    """Whether there is a file, and it begins as a ledger or any other database does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def can_draw() -> bool:
    """Whether a terminal that can do more than print lines shows what is printed."""
    return is_terminal(sys.stdout) and os.environ.get("TERM", "dumb") not in ("", "dumb")


def can_edit() -> bool:
    """Whether somebody sits at a terminal that shows a line while it is changed."""
    return can_ask() and can_draw()


def take_bar_away() -> None:
    """Take a half-drawn bar off the terminal, if there is one, and give back the cursor that it hid."""
    if is_terminal(sys.stderr):
        sys.stderr.write("\r\x1b[K\x1b[?25h")
