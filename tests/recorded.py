"""An evening recorded in few words, for the tests of the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from sklog import tariffs
from sklog.ledger import evenings, recording
from sklog.ledger.facts import Said
from sklog.scoring.hand import Played
from sklog.scoring.session import Session

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.evenings import Evening
    from sklog.scoring.state import Entry

SAID = Said("add", "as typed", "2026-11-19T20:00:00.000+00:00")
WENZ = Played(game="wenz", declarer="Bene", won=True)
SAUSPIEL = Played(game="sauspiel", declarer="Anna", partner="Christl", won=False)


def evening(ledger: sqlite3.Connection, *entries: Entry, tariff: str = "wiki", name: str = "Stammtisch") -> Evening:
    """Begin an evening and record these entries, each as a command of its own."""
    players = ("Anna", "Bene", "Christl", "Dani")
    session = Session(name, "2026-11-19", tariffs.find(tariff), players)
    begun = recording.start(ledger, session, SAID._replace(command="start"), uid=uuid4().hex)
    for entry in entries:
        begun = add(ledger, begun, entry)
    return begun


def add(ledger: sqlite3.Connection, begun: Evening, *entries: Entry) -> Evening:
    """Record entries as one command and return the evening after it."""
    recording.add(ledger, begun, entries, SAID)
    return evenings.find(ledger, str(begun.id))


def dump(ledger: sqlite3.Connection) -> list[str]:
    """Return everything that is stored."""
    return list(ledger.iterdump())
