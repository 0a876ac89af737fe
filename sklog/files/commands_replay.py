"""replay: the report of a session file, without a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sklog.cli import common, printing, usage
from sklog.errors import Refused
from sklog.files import missed
from sklog.files.formats import read_path
from sklog.language import _
from sklog.reports.sheet import session_report
from sklog.scoring.session import final_state
from sklog.scoring.settlement import still_open

app = typer.Typer()


@app.command("replay")
def replay(
    file: Annotated[Path, usage.file_argument("A session file.")],
    how: common.FormatOfSheet = "text",
    output: common.Output = None,
    plot: common.Plot = False,
    browser: common.InBrowser = False,
) -> None:
    """Score a session file without a ledger and print its report; exit 3 if `expect` does not agree."""
    sessions = list(read_path(common.known_file(file)))
    if len(sessions) != 1:
        raise Refused(_("{path} holds {count} evenings; replay takes one", path=file, count=len(sessions)))
    (session,) = sessions
    lines = session.lines()
    report = session_report(session, lines, still_open(session, lines))
    printing.put(report, how, output, plot=plot, browser=browser)
    printing.say(*getattr(session, "unclear", ()), err=True)
    disagreements = missed(session, final_state(session, lines))
    if disagreements:
        common.disagree(*(f"{file}: {sentence}" for sentence in disagreements))
