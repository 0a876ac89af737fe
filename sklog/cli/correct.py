"""undo, redo, fix, void, insert, move; session rename, date, …: nothing recorded is erased, all is folded again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing
from sklog.cli.common import AsJson, Db, DryRun, HandNumber, HandWords, WhichSession
from sklog.desk import hands, typed
from sklog.desk.ledger import Ledger
from sklog.direct import commands
from sklog.errors import Refused
from sklog.language import N_, _
from sklog.ledger import evenings
from sklog.ledger.correct import Change
from sklog.ledger.evenings import Evening
from sklog.ledger.undo import Undone
from sklog.reports.format import clean, day
from sklog.rooms import PROMPT, load

app = typer.Typer()
sessions = typer.Typer()

KeepSeats = Annotated[bool, typer.Option("--keep-seats", help="Later hands keep their recorded dealers and players.")]


def _steps(said: object) -> int:
    return 1 if str(said).casefold() in typed.LAST else common.whole_number(said)


Steps = Annotated[int, typer.Argument(help="The number of commands.", metavar="[N]", parser=_steps)]
Place = Annotated[int, typer.Argument(help="The new number.", metavar="M", parser=common.whole_number)]
FixWords = Annotated[
    list[str] | None,
    common.argument(
        "The hand, or what was wrong, such as: 19 s ac n, 19 l3, -", "[N] HAND…|FLAGS…", common.complete_words
    ),
]
_Corrected = tuple[Change, str]
"""What a correction did, and a sentence that says so; "" where what follows from it says enough."""


def _correction(name: str, **settings: Any) -> Callable[[common.Own], common.Own]:
    """Make a command of what corrects an evening, and says what it did: what follows from it is said as well."""

    def run_correction(
        own: Callable[..., _Corrected], session: str | None, db: Path | None, *, dry_run: bool, **options: Any
    ) -> None:
        ledger = Ledger(db, dry_run=dry_run)
        change, said = own(ledger, which=session, **options)
        printing.put_each(commands.corrected(change, [said] if said else [], ledger))

    return common.command(app, name, run_correction, common.WRITING, **settings)


def _step_command(name: str, take: Callable[..., list[Undone]], done: str, hint: str, about: str) -> None:
    """Make a command that takes commands back, or brings them back: `done` says of each that it did."""

    @app.command(name, help=about)
    def command(steps: Steps = 1, session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
        ledger = Ledger(db, dry_run=dry_run)
        printing.put_each(commands.undone(ledger, take(ledger, steps, session), done, hint))


def _put_as_typed(words: list[str] | None, name: str, put: Callable[..., Change], *, json: bool) -> Change:
    """Return what `put` makes of a hand and of what was typed: read before a ledger is opened, JSON may come slowly."""

    def put_typed(typed: str) -> Change:
        return put(said=partial(hands.hand_from_json, typed) if json else typed, noted=typed)

    return common.asked_back(put_typed, typed=common.typed_hand(words, name, json=json))


class _SignFirst(TyperCommand):
    """A command whose first word may begin with a sign: `fix -` and `fix -n` say that a hand was lost."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Let the options end before a word that is none of them."""
        takes = {name: not getattr(one, "is_flag", False) for one in self.params for name in one.opts}
        place = 0
        while place < len(args) and args[place].startswith("-") and args[place] != "--":
            if not args[place].startswith("--") and args[place] not in ctx.help_option_names:
                args = [*args[:place], "--", *args[place:]]
                break
            place += 2 if takes.get(args[place]) else 1
        return super().parse_args(ctx, args)


_step_command("undo", Ledger.undo, *commands.UNDO, "Take back the newest command of any kind, or the newest N.")
_step_command(
    "redo",
    Ledger.redo,
    N_("Brought back: {what}."),
    common.UNDO_HINT,
    "Bring back the last command you undid, or the last N.",
)


@_correction("insert", context_settings=common.HAND_FROM_HERE)
def insert(
    ledger: Ledger,
    which: str | None,
    number: HandNumber,
    hand: HandWords,
    json: AsJson = False,
    keep_seats: KeepSeats = False,
) -> _Corrected:
    """Insert a forgotten hand as number N; later hands move up by one."""
    put = partial(ledger.insert, number, which=which, keep_seats=keep_seats)
    change = _put_as_typed(hand, "insert", put, json=json)
    return change, commands.put(change, number, N_("New hand {number}: {hand}"))


@app.command("fix", cls=_SignFirst, context_settings=common.HAND_FROM_HERE)
def fix(
    hand: FixWords = None,
    json: AsJson = False,
    keep_seats: KeepSeats = False,
    edit: Annotated[bool, typer.Option("--edit", help="Edit the hand as a line, in a terminal.")] = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Correct hand N, or the last one: type the whole hand, or only what was wrong; nothing is erased.

    A change can have flags, fields and a note: n, -, l3, kr, 74, kontra:none, // note. Each replaces what was recorded;
    l0, p0, k0, n0, z0, t0 remove it. fix 19 - means that hand 19 was lost, fix - that the last one was.

    A whole number at the beginning is always the number of a hand. For Augen of the last hand, type fix last 74.
    """
    number, words = typed.hand_meant(hand or [])
    if edit:
        _edit(number, words, session, db)
        return
    if not (words or json):
        number, line = Ledger(db).hand_line(number, session)
        what = _(
            "hand {number} is: {line}; type what was wrong, such as sklog fix {number} l3, or change its line with "
            "--edit",
            number=number,
            line=clean(line),
        )
        raise typer.BadParameter(what)
    ledger = Ledger(db, dry_run=dry_run)
    change = _put_as_typed(words, "fix", partial(ledger.fix, number, which=session, keep_seats=keep_seats), json=json)
    printing.put_each(commands.fixed(ledger, change, number))


def _edit(number: int | None, words: list[str], session: str | None, db: Path | None) -> None:
    """Open the prompt with the line of a hand, which is changed there, and leave it when that is done."""
    sit_down = load(PROMPT)
    # at the prompt the line that is typed is edited already
    if common.AT_PROMPT.get() is not None or not printing.can_edit():
        raise Refused(_("--edit needs a terminal: type what was wrong, such as sklog fix 19 l3"))
    number, line = Ledger(db).hand_line(number, session)
    sit_down(session, db, " ".join(("fix", str(number), *(words or [line]))))


@_correction("void")
def void(ledger: Ledger, which: str | None, number: HandNumber, keep_seats: KeepSeats = False) -> _Corrected:
    """Void hand N: it keeps its number and counts as never dealt."""
    return ledger.void(number, which, keep_seats=keep_seats), _("Hand {number} is void.", number=number)


@_correction("move")
def move(ledger: Ledger, which: str | None, number: HandNumber, to: Place, keep_seats: KeepSeats = False) -> _Corrected:
    """Move hand N to position M: it was played earlier or later."""
    return ledger.move(number, to, which, keep_seats=keep_seats), ""


# -- put right ------------------------------------------------------------------------------------------

_WHICH = Parameter(
    "which_one",
    Parameter.POSITIONAL_ONLY,
    annotation=Annotated[str, common.argument("Its number, name or date.", "WHICH", common.complete_session)],
)


def _puts_right(name: str) -> Callable[[common.Own], common.Own]:
    """Make a command of what says how an evening was otherwise: the evening is told, and what follows from it."""

    def correcting(own: Callable[..., str], which_one: str, db: Path | None, *, dry_run: bool, **options: Any) -> None:
        ledger = Ledger(db, dry_run=dry_run)
        change = ledger.put_right(name, own(**options), which_one)
        printing.put_each(commands.corrected(change, [_as_now(change)], ledger, *_way_back(change.evening, ledger)))

    return common.command(sessions, name, correcting, ("db", "dry_run"), (_WHICH,))


def _as_now(change: Change) -> str:
    """Return what the evening is called, and when and where it was, or that it is struck out."""
    evening = change.evening
    what = ", ".join(filter(None, (clean(evening.name), day(evening.date), clean(evening.place))))
    words = N_("Evening {number}: {what}")
    if evening.kind == evenings.VOID:
        words = N_("Struck out: evening {number}, {what}. It no longer counts anywhere.")
    return _(words, number=evening.id, what=what)


def _way_back(evening: Evening, ledger: Ledger) -> list[str]:
    """Return how a struck-out evening comes back: undo without a word may mean another command by then."""
    if evening.kind != evenings.VOID or ledger.dry_run:
        return []
    return [_("To bring it back: sklog session restore {number}", number=evening.id)]


@_puts_right("rename")
def session_rename(name: Annotated[list[str], typer.Argument(help="The right name.", metavar="NAME")]) -> str:
    """Correct the name of an evening."""
    return " ".join(name)


@_puts_right("date")
def session_date(
    date: Annotated[list[str], typer.Argument(help="19.11.2026, 2026-11-19 or yesterday.", metavar="D")],
) -> str:
    """Correct the date of an evening."""
    return " ".join(date)


@_puts_right("place")
def session_place(place: Annotated[list[str], typer.Argument(help="Where it was.", metavar="P")]) -> str:
    """Correct the place of an evening."""
    return " ".join(place)


@_puts_right("seats")
def session_seats(
    names: Annotated[list[str], typer.Argument(help="The people who sat there first, clockwise.", metavar="A,B,C,D")],
) -> str:
    """Correct how people sat when an evening began; every hand is scored again."""
    return " ".join(names)


@_puts_right("dealer")
def session_dealer(name: Annotated[str, common.person("Who dealt first.", "NAME")]) -> str:
    """Correct who dealt first; every hand is scored again."""
    return name


@_puts_right("void")
def session_void() -> str:
    """Strike out an evening: it no longer counts anywhere, but nothing is lost, and restore brings it back."""
    return ""


@_puts_right("restore")
def session_restore() -> str:
    """Bring back an evening that was struck out, or whose start was undone."""
    return ""
