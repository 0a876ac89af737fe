"""whatif: the same evening under another tariff."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sklog.cli import common
from sklog.cli.common import Db, Format, Output, WhichSession, complete_tariff

app = typer.Typer()


@app.command("whatif")
def whatif(
    tariff: Annotated[
        str,
        typer.Option(
            "--tariff",
            metavar="T",
            help="A tariff's name, or a YAML file (see: sklog tariff list).",
            autocompletion=complete_tariff,
        ),
    ],
    session: WhichSession = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Show the same evening under another tariff, side by side; nothing is stored."""
    from sklog.ledger import history  # noqa: PLC0415
    from sklog.reports.comparing import whatif_report  # noqa: PLC0415
    from sklog.scoring.comparing import compare  # noqa: PLC0415
    from sklog.session_files import texts  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    other = find(tariff, Path.cwd())
    with common.snapshot(db) as ledger:
        whole = history.of_evening(ledger, common.newest_of(ledger, session)).session
    comparison = compare(whole, other)
    lines = [one.line for one in comparison.entries]
    common.put(whatif_report(comparison, texts(whole, lines)), how, output)
