"""An evening recorded in few words, for the tests of the ledger."""

import sqlite3
from contextlib import ExitStack
from uuid import uuid4

from sklog import tariffs
from sklog.ledger import chain, evenings, record
from sklog.ledger.evenings import Evening
from sklog.ledger.facts import Command
from sklog.scoring.hand import Played
from sklog.scoring.session import Session
from sklog.scoring.state import Entry
from sklog.vault import check, upgrade

SAID = Command("add", "as typed", "2026-11-19T20:00:00.000+00:00")
WENZ = Played(game="wenz", declarer="Bene", won=True)
SAUSPIEL = Played(game="sauspiel", declarer="Anna", partner="Christl", won=False)


def evening(
    ledger: sqlite3.Connection, *entries: Entry, tariff: str = "wiki", name: str = "Stammtisch", uid: str = ""
) -> Evening:
    """Begin an evening and record these entries, each as a command of its own."""
    players = ("Anna", "Bene", "Christl", "Dani")
    session = Session(name, "2026-11-19", tariffs.find(tariff), players)
    begun = record.start(ledger, session, SAID._replace(name="start"), uid=uid or uuid4().hex)
    for entry in entries:
        begun = add(ledger, begun, entry)
    return begun


def add(ledger: sqlite3.Connection, begun: Evening, *entries: Entry) -> Evening:
    """Record entries as one command and return the evening after it."""
    record.add(ledger, begun, entries, SAID)
    return evenings.find(ledger, str(begun.id))


def dump(ledger: sqlite3.Connection) -> list[str]:
    """Return everything that is stored."""
    return list(ledger.iterdump())


def forged(ledger: sqlite3.Connection, statements: str) -> None:
    """Change the ledger as somebody would who knows how: nothing holds him up, and afterwards it looks as before."""
    triggers = ledger.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    ledger.execute("PRAGMA foreign_keys = OFF")
    for name, _sql in triggers:
        ledger.execute(f"DROP TRIGGER {name}")
    ledger.executescript(statements)
    for _name, sql in triggers:
        ledger.execute(sql)
    ledger.execute("PRAGMA foreign_keys = ON")


def linked_again(ledger: sqlite3.Connection) -> None:
    """Make every digest fit the facts as they are now, also where one names another that comes later."""
    with ExitStack() as guards:
        for table in chain.LINKED:
            guards.enter_context(check.without_trigger(ledger, f"{table}_is_never_updated"))
        for _again in chain.LINKED:
            upgrade.link_all(ledger)


def sealed_again(ledger: sqlite3.Connection, number: int) -> None:
    """Note which fact of an evening is the newest, and seal what is kept of it, as who forges it has to."""
    upgrade.keep_head(ledger, number)
    kept = ledger.execute(f"SELECT {chain.KEPT} FROM state WHERE session_id = ?", (number,)).fetchone()  # noqa: S608
    ledger.execute("UPDATE state SET seal = ? WHERE session_id = ?", (chain.Kept(*kept).right_seal, number))
