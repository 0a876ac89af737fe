"""undo, redo, fix, void, insert, move: nothing recorded is erased, every later hand is folded again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog.cli import common
from sklog.cli.common import AsJson, Db, DryRun, HandNumber, HandWords, WhichSession
from sklog.desk import hands
from sklog.desk.ledger import Ledger
from sklog.language import N_, _, as_typed
from sklog.ledger.correct import Change
from sklog.ledger.undo import Undone
from sklog.reports.format import clean

app = typer.Typer()

KeepSeats = Annotated[
    bool, typer.Option("--keep-seats", help="Later hands keep the dealers and players they were recorded with.")
]
Steps = Annotated[int, typer.Argument(help="How many commands.", metavar="[N]", parser=common.whole_number)]
Place = Annotated[int, typer.Argument(help="Its new number.", metavar="M", parser=common.whole_number)]
_Corrected = tuple[Change, str]
"""What a correction did, and a sentence that says so; "" where what follows from it says enough."""


def _correction(name: str, **settings: Any) -> Callable[[common.Own], common.Own]:
    """Make a command of what corrects an evening, and says what it did: what follows from it is said as well."""

    def run(
        own: Callable[..., _Corrected], session: str | None, db: Path | None, *, dry_run: bool, **options: Any
    ) -> None:
        ledger = Ledger(db, dry_run=dry_run)
        change, said = own(ledger, which=session, **options)
        _answer(change, [said] if said else [], common.UNDO_HINT, ledger)

    return common.command(app, name, run, common.WRITING, **settings)


def _answer(change: Change, said: Iterable[str], hint: str, ledger: Ledger) -> None:
    """Say what was done, which hands have another number or another value now, and how it is taken back."""
    common.recorded([*said, *hands.consequences(change)], change.evening, hint=hint, file=ledger)


def _step_command(name: str, take: Callable[..., list[Undone]], done: str, hint: str, about: str) -> None:
    """Make a command that takes commands back, or brings them back: `done` says of each that it did."""

    @app.command(name, help=about)
    def command(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
        ledger = Ledger(db, dry_run=dry_run)
        undone = take(ledger, steps, session)
        change = undone[-1].change
        if len(undone) > 1:  # which hands changed is said of a single command
            change = change._replace(revalued=(), renumbered=())
        _answer(change, [_(done, what=clean(as_typed(one.words))) for one in undone], hint, ledger)


def _hand_command(name: str, correction: Callable[..., Change], done: str, about: str) -> None:
    """Make a command that puts a hand at place N, as it is said at the table that was there."""

    @_correction(name, help=about, context_settings=common.HAND_FROM_HERE)
    def command(
        ledger: Ledger,
        which: str | None,
        number: HandNumber,
        hand: HandWords,
        json: AsJson = False,
        keep_seats: KeepSeats = False,
    ) -> _Corrected:
        def corrected(typed: str) -> Change:
            said = partial(hands.hand_from_json, typed) if json else typed
            return correction(ledger, number, said, which, noted=typed, keep_seats=keep_seats)

        # the words before a ledger is opened: JSON may come from a slow pipe
        change = common.with_unit(corrected, typed=common.typed_hand(hand, name, json=json))
        line = next(line for line in change.lines if line.number == number)
        return change, _(done, number=number, hand=hands.described(line))


_step_command(
    "undo",
    Ledger.undo,
    N_("Took back: {what}."),
    N_("To bring that back: sklog redo"),
    "Take back the newest command, of whatever kind; or the newest N.",
)
_step_command(
    "redo",
    Ledger.redo,
    N_("Brought back: {what}."),
    common.UNDO_HINT,
    "Bring back the command that was undone last; or the last N.",
)
_hand_command(
    "fix",
    Ledger.fix,
    N_("Hand {number} is now: {hand}"),
    "Say what hand N really was; the old one stays visible, struck out.",
)
_hand_command(
    "insert",
    Ledger.insert,
    N_("New hand {number}: {hand}"),
    "Record a hand that was forgotten: it becomes hand N, later hands count one more.",
)


@_correction("void")
def void(ledger: Ledger, which: str | None, number: HandNumber, keep_seats: KeepSeats = False) -> _Corrected:
    """Void hand N: it keeps its number and counts as never dealt."""
    return ledger.void(number, which, keep_seats=keep_seats), _("Hand {number} is void.", number=number)


@_correction("move")
def move(ledger: Ledger, which: str | None, number: HandNumber, to: Place, keep_seats: KeepSeats = False) -> _Corrected:
    """Move hand N to place M: it was played earlier or later."""
    return ledger.move(number, to, which, keep_seats=keep_seats), ""
