"""undo, redo, fix, void, insert, move: nothing recorded is erased, every later hand is folded again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple, Protocol

import typer

from sklog.cli import common, printing
from sklog.cli.add import show_board
from sklog.cli.common import Db, DryRun, HandNumber, WhichSession
from sklog.cli.common import words as complete_words
from sklog.errors import Refused
from sklog.language import _, _n
from sklog.ledger import correct, evenings
from sklog.ledger import undo as ledger_undo
from sklog.reports.format import filled

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.ledger.undo import Undone
    from sklog.scoring.hand import Hand

    class Correct(Protocol):
        """What `correcting.fix` and `correcting.insert` are."""

        def __call__(
            self,
            ledger: sqlite3.Connection,
            evening: Evening,
            number: int,
            hand: Hand,
            command: Command,
            *,
            keep_seats: bool,
        ) -> Change:
            """Correct, and return what that changed."""


app = typer.Typer()

MOST_SHOWN = 12  # hands that changed; the board says the sum of all
KeepSeats = Annotated[
    bool, typer.Option("--keep-seats", help="Later hands keep the dealers and players they were recorded with.")
]
Words = Annotated[
    list[str], typer.Argument(help="The hand, such as: s ac nl3", metavar="HAND…", autocompletion=complete_words)
]
AsJson = Annotated[bool, typer.Option("--json", help="HAND is one canonical hand in JSON (- reads it).")]
Steps = Annotated[int, typer.Argument(help="How many commands.", metavar="[N]", parser=common.whole_number)]
Place = Annotated[int, typer.Argument(help="Its new number.", metavar="M", parser=common.whole_number)]


@app.command("undo")
def undo(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Take back the newest command, of whatever kind; or the newest N."""
    done = _step_by_step(ledger_undo.undo, "undo", steps, session, db, dry_run=dry_run)
    _say_steps([_("Took back: {what}.", what=common.plain(one.words)) for one in done], done[-1].change)
    typer.echo(common.not_stored() if dry_run else _("To bring that back: sklog redo"))


@app.command("redo")
def redo(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Bring back the command that was undone last; or the last N."""
    done = _step_by_step(ledger_undo.redo, "redo", steps, session, db, dry_run=dry_run)
    _say_steps([_("Brought back: {what}.", what=common.plain(one.words)) for one in done], done[-1].change)
    typer.echo(common.not_stored() if dry_run else common.undo_hint())


def _say_steps(sentences: Sequence[str], change: Change) -> None:
    """Say which commands were taken back or brought back; what a single one changed, and how the evening stands."""
    _say(change if len(sentences) == 1 else change._replace(revalued=(), renumbered=()), sentences)


def _step_by_step(
    take: Callable[[sqlite3.Connection, Evening | None, Command], Undone],
    command: str,
    steps: int,
    session: str | None,
    db: Path | None,
    *,
    dry_run: bool,
) -> list[Undone]:
    """Take so many commands back, or bring them back: all of them or none."""
    done: list[Undone] = []
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = None if session is None else evenings.find(ledger, session)
        try:
            while len(done) < steps:
                done.append(take(ledger, evening, common.said(command)))
        except ledger_undo.NothingLeft:
            if done:
                so_many = _n(
                    "only {n} command is there: nothing was changed",
                    "only {n} commands are there: nothing was changed",
                    len(done),
                )
                raise Refused(so_many) from None
            raise
    return done


@app.command("fix", context_settings=common.HAND_FROM_HERE)
def fix(
    number: HandNumber,
    hand: Words,
    json: AsJson = False,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Say what hand N really was; the old one stays visible, struck out."""
    where = _Where(number, keep_seats, session, db, dry_run)
    change = _said_at(correct.fix, "fix", where, hand, json=json)
    _answer(change, [_("Hand {number} is now: {hand}", number=number, hand=_line(change, number))], dry_run=dry_run)


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
        said = common.said("void", [*_kept(keep_seats), str(number)])
        change = correct.void(ledger, evening, number, said, keeps_seats=keep_seats)
    _answer(change, [_("Hand {number} is void.", number=number)], dry_run=dry_run)


@app.command("insert", context_settings=common.HAND_FROM_HERE)
def insert(
    number: HandNumber,
    hand: Words,
    json: AsJson = False,
    keep_seats: KeepSeats = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Record a hand that was forgotten: it becomes hand N, later hands count one more."""
    where = _Where(number, keep_seats, session, db, dry_run)
    change = _said_at(correct.insert, "insert", where, hand, json=json)
    _answer(change, [_("New hand {number}: {hand}", number=number, hand=_line(change, number))], dry_run=dry_run)


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
        said = common.said("move", [*_kept(keep_seats), str(number), str(to)])
        change = correct.move(ledger, evening, number, to, said, keep_seats=keep_seats)
    _answer(change, dry_run=dry_run)


def _kept(keep_seats: bool) -> tuple[str, ...]:
    return ("--keep-seats",) if keep_seats else ()


class _Where(NamedTuple):
    """Where a hand is said anew: its number, in which evening of which ledger, and how."""

    number: int
    keep_seats: bool
    session: str | None
    db: Path | None
    dry_run: bool


def _said_at(do: Correct, command: str, where: _Where, words: Sequence[str], *, json: bool) -> Change:
    """Correct with the hand that the words say at the table as it was before hand `number`."""
    from sklog.cli import hands  # noqa: PLC0415  only with a hand

    typed = [hands.json_text(words)] if json else list(words)
    said = common.said(command, [*_kept(where.keep_seats), str(where.number), *typed])
    with common.writing(where.db, dry_run=where.dry_run) as ledger:
        evening = evenings.find(ledger, where.session)
        state, tariff, active = correct.scene(ledger, evening, where.number)
        hand = (
            hands.hand_from_json(typed, state, tariff) if json else hands.hand_from_words(typed, state, tariff, active)
        )
        return do(ledger, evening, where.number, hand, said, keep_seats=where.keep_seats)


def _line(change: Change, number: int) -> str:
    """Return what a hand costs now, as `add` says it."""
    from sklog.cli.hands import described  # noqa: PLC0415  only with a hand

    return common.plain(described(next(line for line in change.lines if line.number == number)))


def _say(change: Change, sentences: Iterable[str] = ()) -> None:
    """Say what was done, which hands have another number or another value now, and how the evening stands."""
    for sentence in (*sentences, *_renumbered(change), *_revalued(change)):
        typer.echo(filled(sentence, printing.columns()))
    show_board(change.evening)


def _answer(change: Change, sentences: Iterable[str] = (), *, dry_run: bool) -> None:
    """Say what was done, and how it is taken back: nobody is asked beforehand."""
    _say(change, sentences)
    typer.echo(common.not_stored() if dry_run else common.undo_hint())


def _renumbered(change: Change) -> Iterator[str]:
    """Yield a sentence for each run of hands that moved by as much."""
    runs: list[list[tuple[int, int]]] = []
    for pair in sorted(change.renumbered):
        if runs and (pair[0] - runs[-1][-1][0], pair[1] - runs[-1][-1][1]) == (1, 1):
            runs[-1].append(pair)
        else:
            runs.append([pair])
    for (old, new), *rest in runs:
        was, now = (f"{old}–{rest[-1][0]}", f"{new}–{rest[-1][1]}") if rest else (str(old), str(new))
        yield (
            _("Hands {was} are {now} now.", was=was, now=now)
            if rest
            else _("Hand {was} is {now} now.", was=was, now=now)
        )


def _revalued(change: Change) -> Iterator[str]:
    unit = change.evening.tariff.unit
    for hand in change.revalued[:MOST_SHOWN]:
        yield _("Hand {number} now: {costs}", number=hand.number, costs=common.postings(hand.now, unit))
        yield _("  before: {costs}", costs=common.postings(hand.before, unit))
    more = len(change.revalued) - MOST_SHOWN
    if more > 0:
        yield _n(
            "and {n} more hand: sklog report session shows all",
            "and {n} more hands: sklog report session shows all",
            more,
        )
