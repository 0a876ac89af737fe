"""undo, redo, fix, void, insert, move: nothing recorded is erased, every later hand is folded again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sklog.cli import common, printing
from sklog.cli.common import AsJson, Db, DryRun, HandNumber, HandWords, WhichSession
from sklog.desk import hands
from sklog.language import N_, _
from sklog.ledger import correct, evenings
from sklog.ledger import undo as ledger_undo
from sklog.reports.format import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sklog.ledger.correct import Change

app = typer.Typer()

KeepSeats = Annotated[
    bool, typer.Option("--keep-seats", help="Later hands keep the dealers and players they were recorded with.")
]
Steps = Annotated[int, typer.Argument(help="How many commands.", metavar="[N]", parser=common.whole_number)]
Place = Annotated[int, typer.Argument(help="Its new number.", metavar="M", parser=common.whole_number)]


def _step_command(name: str, take: Callable[..., Any], done: str, hint: str, about: str) -> None:
    """Make a command that takes commands back, or brings them back: `done` says of each that it did."""

    @app.command(name, help=about)
    def command(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
        with common.writing(db, dry_run=dry_run) as ledger:
            undone = hands.step_by_step(take, ledger, session, steps, partial(common.given, name))
        change = undone[-1].change
        if len(undone) > 1:  # which hands changed is said of a single command
            change = change._replace(revalued=(), renumbered=())
        _say(change, [_(done, what=clean(one.words)) for one in undone])
        typer.echo(common.not_stored() if dry_run else _(hint))


def _hand_command(name: str, correction: Callable[..., Change], done: str, about: str) -> None:
    """Make a command that puts a hand at place N, as it is said at the table that was there."""

    @app.command(name, help=about, context_settings=common.HAND_FROM_HERE)
    def command(
        number: HandNumber,
        hand: HandWords,
        json: AsJson = False,
        keep_seats: KeepSeats = False,
        session: WhichSession = None,
        db: Db = None,
        dry_run: DryRun = False,
    ) -> None:
        typed = common.typed_hand(hand, name, json=json)
        with common.writing(db, dry_run=dry_run) as ledger:
            evening = evenings.find(ledger, session)
            entry = hands.hand_at(ledger, evening, number, typed, json=json)
            command = common.given(name, [*_kept(keep_seats), str(number), *typed])
            change = correction(ledger, evening, number, entry, command, keep_seats=keep_seats)
        _answer(change, _(done, number=number, hand=hands.hand_after(change, number)), dry_run=dry_run)


_step_command(
    "undo",
    ledger_undo.undo,
    N_("Took back: {what}."),
    N_("To bring that back: sklog redo"),
    "Take back the newest command, of whatever kind; or the newest N.",
)
_step_command(
    "redo",
    ledger_undo.redo,
    N_("Brought back: {what}."),
    common.UNDO_HINT,
    "Bring back the command that was undone last; or the last N.",
)
_hand_command(
    "fix",
    correct.fix,
    N_("Hand {number} is now: {hand}"),
    "Say what hand N really was; the old one stays visible, struck out.",
)
_hand_command(
    "insert",
    correct.insert,
    N_("New hand {number}: {hand}"),
    "Record a hand that was forgotten: it becomes hand N, later hands count one more.",
)


@app.command("void")
def void(
    number: HandNumber,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Void hand N: it keeps its number and counts as never dealt."""
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        command = common.given("void", [*_kept(keep_seats), str(number)])
        change = correct.void(ledger, evening, number, command, keeps_seats=keep_seats)
    _answer(change, _("Hand {number} is void.", number=number), dry_run=dry_run)


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
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        command = common.given("move", [*_kept(keep_seats), str(number), str(to)])
        change = correct.move(ledger, evening, number, to, command, keep_seats=keep_seats)
    _answer(change, dry_run=dry_run)


def _kept(keep_seats: bool) -> tuple[str, ...]:
    return ("--keep-seats",) if keep_seats else ()


def _say(change: Change, sentences: Iterable[str]) -> None:
    """Say what was done, which hands have another number or another value now, and how the evening stands."""
    printing.tell(*sentences, *hands.consequences(change))
    printing.show_board(change.evening)


def _answer(change: Change, *sentences: str, dry_run: bool) -> None:
    """Say what was done, and how it is taken back: nobody is asked beforehand."""
    _say(change, sentences)
    typer.echo(common.not_stored() if dry_run else _(common.UNDO_HINT))
