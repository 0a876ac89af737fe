"""session: which evenings there are, and what was said at one and when."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sklog.cli import common
from sklog.language import N_, _
from sklog.ledger import evenings
from sklog.ledger.evenings import Evening
from sklog.ledger.open import LedgerFile
from sklog.reports.model import Column, Field, Kind, Report, section_of
from sklog.rooms import own_evening

sessions = typer.Typer()


@common.report(sessions, "list", opened=LedgerFile)
def session_list(
    ledger_file: LedgerFile,
    void: Annotated[bool, typer.Option("--void", help="Include evenings that were struck out.")] = False,
) -> Report:
    """List every evening: number, date, name, tariff, hands, people, open or closed."""
    fields: list[Field[Evening]] = [
        (Column("number", _("No."), Kind.COUNT), lambda evening: evening.id),
        (Column("date", _("Date"), Kind.DATE), lambda evening: evening.date),
        (Column("name", _("Name"), Kind.TEXT), lambda evening: evening.name),
        (Column("place", _("Place"), Kind.PROSE), lambda evening: evening.place),
        (Column("tariff", _("Tariff"), Kind.TEXT), lambda evening: evening.tariff.name),
        (Column("hands", _("Hands"), Kind.COUNT), lambda evening: evening.state.counted.played),
        (Column("people", _("People"), Kind.PROSE), _who_was_there),
        (Column("state", _("State"), Kind.TEXT), _state_in_words),
    ]
    with ledger_file.reading() as ledger:
        table = section_of("sessions", "", (evenings.with_void if void else evenings.all_evenings)(ledger), fields)
    return Report("sessions", _("Evenings"), sections=(table,))


def _who_was_there(evening: Evening) -> str:
    """Return who was there; where nobody sits, how many take part."""
    if (held := evening.state.memory) is not None:
        return held.who_takes_part
    return ", ".join(evening.state.everybody)


def _state_in_words(evening: Evening) -> str:
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
