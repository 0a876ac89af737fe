"""`--open`: a report as a page in the browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sklog.cli.common import plain
from sklog.cli.printing import is_stdout, put
from sklog.errors import Refused
from sklog.language import _

if TYPE_CHECKING:
    from sklog.reports.model import Report


def show(report: Report, how: str, output: Path | None) -> None:
    """Write the page, to the file that was named or to one of the user's own, and open the browser on it.

    Raises Refused where no browser can be started: the page is there all the same.
    """
    import webbrowser  # noqa: PLC0415  only here

    if how != "html":
        words = _("it shows a page: leave --format out, or say --format html")
        raise typer.BadParameter(words, param_hint="--open")
    page = _own_file(report) if output is None or is_stdout(output) else output.resolve()
    put(report, how, page)
    if not webbrowser.open(page.as_uri()):
        raise Refused(_("no browser could be started; the page is {path}", path=page))
    typer.echo(_("In the browser: {path}", path=plain(page)))


def _own_file(report: Report) -> Path:
    """Return where a page is kept that has no file: in the user's cache, which nobody else reads, a file a report.

    The browser reads it after this command has ended, so it stays, until the next page of the same report.
    """
    from platformdirs import user_cache_path  # noqa: PLC0415

    folder = user_cache_path("sklog", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(_("{path} cannot be written: {reason}", path=folder, reason=error.strerror)) from None
    return folder / f"{re.sub('[^a-z-]', '', report.key) or 'report'}.html"
