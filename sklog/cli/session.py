"""session: which evenings there are, what was said at one and when; and what one was otherwise when it began."""

from __future__ import annotations

from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sklog.cli import common, printing
from sklog.cli.printing import plain
from sklog.language import N_, _
from sklog.ledger import evenings
from sklog.ledger.evenings import Evening
from sklog.ledger.open import LedgerFile
from sklog.reports.format import day
from sklog.reports.model import Column, Field, Kind, Report, section_of
from sklog.rooms import own_evening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sklog.ledger.correct import Change

sessions = typer.Typer()


@common.report(sessions, "list", opened=LedgerFile)
def session_list(
    ledger_file: LedgerFile,
    void: Annotated[bool, typer.Option("--void", help="Also those that are struck out.")] = False,
) -> Report:
    """List every evening: number, date, name, tariff, hands, people, open or closed."""
    fields: list[Field[Evening]] = [
        (Column("number", _("No."), Kind.COUNT), lambda evening: evening.id),
        (Column("date", _("Date"), Kind.DATE), lambda evening: evening.date),
        (Column("name", _("Name"), Kind.TEXT), lambda evening: evening.name),
        (Column("place", _("Place"), Kind.PROSE), lambda evening: evening.place),
        (Column("tariff", _("Tariff"), Kind.TEXT), lambda evening: evening.tariff.name),
        (Column("hands", _("Hands"), Kind.COUNT), lambda evening: evening.state.counted.played),
        (Column("people", _("People"), Kind.PROSE), _people),
        (Column("state", _("State"), Kind.TEXT), _state),
    ]
    with ledger_file.reading() as ledger:
        listed = (evenings.with_void if void else evenings.all_evenings)(ledger)
        table = section_of("sessions", "", listed, fields)
    return Report("sessions", _("Evenings"), sections=(table,))


def _people(evening: Evening) -> str:
    """Return who was there; where nobody sits, how many take part."""
    if (held := evening.state.memory) is not None:
        return held.who_takes_part
    return ", ".join(evening.state.everybody)


def _state(evening: Evening) -> str:
    """Return whether it is open, and what it is where nobody sits."""
    if evening.kind == evenings.VOID:
        return _("struck out")
    words = (N_("open"), N_("closed")) if evening.players else own_evening(evening.kind).stands
    return _(words[evening.closed])


@common.report(sessions, "log")
def session_log(ledger: Any, session: common.WhichSession = None) -> Report:
    """Show who did what and when, including what was taken back: everything stays here."""
    found: Report = ledger.report("log", session)
    return found


# -- put right ------------------------------------------------------------------------------------------

_WHICH = Parameter(
    "which_one",
    Parameter.POSITIONAL_ONLY,
    annotation=Annotated[str, common.argument("Its number, name or date.", "WHICH", common.complete_session)],
)


def _puts_right(name: str) -> Callable[[common.Own], common.Own]:
    """Make a command of what says how an evening was otherwise: the evening is told, and what follows from it."""

    def run(own: Callable[..., str], which_one: str, db: Path | None, *, dry_run: bool, **options: Any) -> None:
        from sklog.desk.ledger import Ledger  # noqa: PLC0415  a list of evenings does without
        from sklog.direct import commands  # noqa: PLC0415  the same

        ledger = Ledger(db, dry_run=dry_run)
        change = ledger.put_right(name, own(**options), which_one)
        printing.put_each(commands.corrected(change, [_as_now(change)], ledger, *_way_back(change.evening, ledger)))

    return common.command(sessions, name, run, ("db", "dry_run"), (_WHICH,))


def _as_now(change: Change) -> str:
    """Return what the evening is called, and when and where it was, or that it is struck out."""
    evening = change.evening
    what = ", ".join(filter(None, (plain(evening.name), day(evening.date), plain(evening.place))))
    words = N_("Evening {number}: {what}")
    if evening.kind == evenings.VOID:
        words = N_("Struck out: evening {number}, {what}. It counts nowhere any more.")
    return _(words, number=evening.id, what=what)


def _way_back(evening: Evening, ledger: Any) -> list[str]:
    """Return how a struck-out evening comes back: undo without a word may mean another command by then."""
    if evening.kind != evenings.VOID or ledger.dry_run:
        return []
    return [_("To bring it back: sklog session restore {number}", number=evening.id)]


@_puts_right("rename")
def session_rename(name: Annotated[list[str], typer.Argument(help="The right name.", metavar="NAME")]) -> str:
    """Give an evening its right name."""
    return " ".join(name)


@_puts_right("date")
def session_date(
    date: Annotated[list[str], typer.Argument(help="19.11.2026, 2026-11-19 or yesterday.", metavar="D")],
) -> str:
    """Give an evening its right day."""
    return " ".join(date)


@_puts_right("place")
def session_place(place: Annotated[list[str], typer.Argument(help="Where it was.", metavar="P")]) -> str:
    """Say where an evening really was."""
    return " ".join(place)


@_puts_right("seats")
def session_seats(
    names: Annotated[list[str], typer.Argument(help="Who sat there first, clockwise.", metavar="A,B,C,D")],
) -> str:
    """Say how people sat when an evening began; every hand is scored again."""
    return " ".join(names)


@_puts_right("dealer")
def session_dealer(name: Annotated[str, common.person("Who dealt first.", "NAME")]) -> str:
    """Say who dealt first; every hand is scored again."""
    return name


@_puts_right("void")
def session_void() -> str:
    """Strike an evening out: it counts nowhere, nothing of it is lost, and restore brings it back."""
    return ""


@_puts_right("restore")
def session_restore() -> str:
    """Bring an evening back that was struck out, or whose beginning was taken back."""
    return ""
