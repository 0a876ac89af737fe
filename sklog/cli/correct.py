"""undo, redo, fix, void, insert, move: nothing recorded is erased, every later hand is folded again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import AsJson, Db, DryRun, HandNumber, HandWords, WhichSession
from sklog.desk import changes, hands
from sklog.language import _
from sklog.ledger import correct, evenings
from sklog.ledger import undo as ledger_undo
from sklog.reports.format import clean, filled

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Said

    Correct = Callable[[sqlite3.Connection, Evening, Said], Change]
    """Does one correction of an evening, as it was said."""

app = typer.Typer()

KeepSeats = Annotated[
    bool, typer.Option("--keep-seats", help="Later hands keep the dealers and players they were recorded with.")
]
Steps = Annotated[int, typer.Argument(help="How many commands.", metavar="[N]", parser=common.whole_number)]
Place = Annotated[int, typer.Argument(help="Its new number.", metavar="M", parser=common.whole_number)]


@app.command("undo")
def undo(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Take back the newest command, of whatever kind; or the newest N."""
    with common.writing(db, dry_run=dry_run) as ledger:
        done = changes.step_by_step(ledger_undo.undo, ledger, session, steps, partial(common.said, "undo"))
    _say_steps([_("Took back: {what}.", what=clean(one.words)) for one in done], done[-1].change)
    typer.echo(common.not_stored() if dry_run else _("To bring that back: sklog redo"))


@app.command("redo")
def redo(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Bring back the command that was undone last; or the last N."""
    with common.writing(db, dry_run=dry_run) as ledger:
        done = changes.step_by_step(ledger_undo.redo, ledger, session, steps, partial(common.said, "redo"))
    _say_steps([_("Brought back: {what}.", what=clean(one.words)) for one in done], done[-1].change)
    typer.echo(common.not_stored() if dry_run else common.undo_hint())


def _say_steps(sentences: Sequence[str], change: Change) -> None:
    """Say which commands were taken back or brought back; what a single one changed, and how the evening stands."""
    _say(change if len(sentences) == 1 else change._replace(revalued=(), renumbered=()), sentences)


@app.command("fix", context_settings=common.HAND_FROM_HERE)
def fix(
    number: HandNumber,
    hand: HandWords,
    json: AsJson = False,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Say what hand N really was; the old one stays visible, struck out."""
    typed = common.typed_hand(hand, "fix", json=json)

    def do(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Change:
        entry = hands.hand_at(ledger, evening, number, typed, json=json)
        return correct.fix(ledger, evening, number, entry, said, keep_seats=keep_seats)

    change = _corrected(do, ["fix", *_kept(keep_seats), str(number), *typed], session, db, dry_run=dry_run)
    now = _("Hand {number} is now: {hand}", number=number, hand=changes.hand_after(change, number))
    _answer(change, [now], dry_run=dry_run)


@app.command("void")
def void(
    number: HandNumber,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Void hand N: it keeps its number and counts as never dealt."""

    def do(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Change:
        return correct.void(ledger, evening, number, said, keeps_seats=keep_seats)

    change = _corrected(do, ["void", *_kept(keep_seats), str(number)], session, db, dry_run=dry_run)
    _answer(change, [_("Hand {number} is void.", number=number)], dry_run=dry_run)


@app.command("insert", context_settings=common.HAND_FROM_HERE)
def insert(
    number: HandNumber,
    hand: HandWords,
    json: AsJson = False,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Record a hand that was forgotten: it becomes hand N, later hands count one more."""
    typed = common.typed_hand(hand, "insert", json=json)

    def do(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Change:
        entry = hands.hand_at(ledger, evening, number, typed, json=json)
        return correct.insert(ledger, evening, number, entry, said, keep_seats=keep_seats)

    change = _corrected(do, ["insert", *_kept(keep_seats), str(number), *typed], session, db, dry_run=dry_run)
    new = _("New hand {number}: {hand}", number=number, hand=changes.hand_after(change, number))
    _answer(change, [new], dry_run=dry_run)


@app.command("move")
def move(
    number: HandNumber,
    to: Place,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Move hand N to place M: it was played earlier or later."""

    def do(ledger: sqlite3.Connection, evening: Evening, said: Said) -> Change:
        return correct.move(ledger, evening, number, to, said, keep_seats=keep_seats)

    change = _corrected(do, ["move", *_kept(keep_seats), str(number), str(to)], session, db, dry_run=dry_run)
    _answer(change, dry_run=dry_run)


def _kept(keep_seats: bool) -> tuple[str, ...]:
    return ("--keep-seats",) if keep_seats else ()


def _corrected(do: Correct, typed: Sequence[str], session: str | None, db: Path | None, *, dry_run: bool) -> Change:
    """Correct the evening that is meant; `typed` are the command's words, as the log keeps them."""
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        return do(ledger, evening, common.said(typed[0], typed[1:]))


def _say(change: Change, sentences: Iterable[str] = ()) -> None:
    """Say what was done, which hands have another number or another value now, and how the evening stands."""
    for sentence in (*sentences, *changes.consequences(change)):
        typer.echo(filled(sentence, printing.columns()))
    printing.show_board(change.evening)


def _answer(change: Change, sentences: Iterable[str] = (), *, dry_run: bool) -> None:
    """Say what was done, and how it is taken back: nobody is asked beforehand."""
    _say(change, sentences)
    typer.echo(common.not_stored() if dry_run else common.undo_hint())
