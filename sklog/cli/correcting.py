"""undo, void: nothing recorded is erased, every later hand is folded again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common
from sklog.cli.board import show_board
from sklog.cli.common import Db, DryRun, HandNumber, WhichSession
from sklog.ledger import correcting, evenings

if TYPE_CHECKING:
    from sklog.ledger.correcting import Change

app = typer.Typer()


@app.command("undo")
def undo(session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Take back the newest command, of whatever kind."""
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = common.last_touched(ledger, session)
        change = correcting.undo(ledger, evening, common.said("undo"))
    _say(change, f"{'Would take' if dry_run else 'Took'} back: {common.plain(change.undone)}.")


@app.command("void")
def void(
    number: HandNumber,
    keep_seats: Annotated[
        bool, typer.Option("--keep-seats", help="Later hands keep the dealers they were recorded with.")
    ] = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Void hand N: it keeps its number and counts as never dealt."""
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        change = correcting.void(ledger, evening, number, common.said("void", str(number)), keeps_seats=keep_seats)
    _say(change, f"Hand {number} {'would be' if dry_run else 'is'} void; sklog undo takes that back.")


def _say(change: Change, sentence: str) -> None:
    typer.echo(sentence)
    unit = change.evening.tariff.unit
    for hand in change.revalued:
        typer.echo(
            f"Hand {hand.number} now: {common.postings(hand.now, unit)} (was {common.postings(hand.before, unit)})"
        )
    show_board(change.evening)
