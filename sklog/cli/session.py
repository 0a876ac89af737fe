"""session: which evenings there are, and what was said at one and when."""

from __future__ import annotations

from typing import Any

import typer

from sklog.cli import common
from sklog.language import _
from sklog.ledger import evenings
from sklog.ledger.evenings import Evening
from sklog.ledger.open import LedgerFile
from sklog.reports.model import Column, Kind, Report, listing

sessions = typer.Typer()


@common.report(sessions, "list", opened=LedgerFile)
def session_list(ledger_file: LedgerFile) -> Report:
    """List every evening: number, date, name, tariff, hands, people, open or closed."""
    columns = (
        Column("number", _("No."), Kind.COUNT),
        Column("date", _("Date"), Kind.DATE),
        Column("name", _("Name"), Kind.TEXT),
        Column("place", _("Place"), Kind.PROSE),
        Column("tariff", _("Tariff"), Kind.TEXT),
        Column("hands", _("Hands"), Kind.COUNT),
        Column("people", _("People"), Kind.PROSE),
        Column("state", _("State"), Kind.TEXT),
    )
    with ledger_file.reading() as ledger:
        rows = [
            (e.id, e.date, e.name, e.place, e.tariff.name, e.state.counted.played, _people(e), _state(e))
            for e in evenings.all_evenings(ledger)
        ]
    return listing("sessions", _("Evenings"), columns, rows)


def _people(evening: Evening) -> str:
    """Return who was there; where nobody sits, how many take part."""
    if (held := evening.state.memory) is not None:
        return held.who_takes_part
    return ", ".join(evening.state.everybody)


def _state(evening: Evening) -> str:
    """Return whether it is open, and that it is a tournament where it is one."""
    if not evening.players:
        return _("tournament, closed") if evening.closed else _("tournament, open")
    return _("closed") if evening.closed else _("open")


@common.report(sessions, "log")
def session_log(ledger: Any, session: common.WhichSession = None) -> Report:
    """Show who said what when, and what was taken back: everything stays here."""
    found: Report = ledger.report("log", session)
    return found
