"""whatif: the same evening under another tariff."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, Format, Output, WhichSession, complete_tariff

if TYPE_CHECKING:
    from sklog.scoring.session import Session
    from sklog.scoring.tariff import Tariff

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
    from sklog.tariffs import find  # noqa: PLC0415

    other = find(tariff, Path.cwd())
    with common.snapshot(db) as ledger:
        whole = history.of_evening(ledger, common.newest_of(ledger, session)).session
    put_comparison(whole, other, how=how, output=output)


def put_comparison(
    session: Session, tariff: Tariff, *, first: int = 1, how: str = "text", output: Path | None = None
) -> None:
    """Print an evening beside the same one under another tariff from hand `first` on."""
    from sklog.reports.comparing import whatif_report  # noqa: PLC0415
    from sklog.scoring.comparing import compare  # noqa: PLC0415
    from sklog.session_files import texts  # noqa: PLC0415

    comparison = compare(session, tariff, first=first)
    lines = [one.line for one in comparison.entries]
    printing.put(whatif_report(comparison, texts(session, lines)), how, output)
