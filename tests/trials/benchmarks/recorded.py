"""The ledger of hands that were added one by one, each a command of its own as `add` records it: its bytes a hand."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from sklog.files.formats import read_path
from sklog.ledger import database, evenings, record
from sklog.ledger.facts import Command
from sklog.ledger.open import open_ledger
from sklog.notation import shortest
from tests.trials.benchmarks.rows import Figure, Spec
from tests.trials.benchmarks.seasons import evenings_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sklog.scoring.session import Session
    from tests.trials.benchmarks.rows import Measured, Run

MOST_HANDS = 10_000
AT = "2026-11-19T20:00:00.000+00:00"


def specs(run: Run) -> list[Spec]:
    """Return the rows of this part."""
    return [
        Spec("size-added", f"the ledger of {_wanted(run):,} added hands, a hand", 400, "the same, imported", "bytes")
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield the bytes a hand, beside a ledger into which the same hands were imported."""
    wanted = _wanted(run)
    season = run.ledgers.season(wanted)
    imported = run.ledgers.ledger(wanted).stat().st_size
    path = run.ledgers.folder / "added.db"
    sessions = [session for session, _place in zip(read_path(season), range(evenings_of(wanted)), strict=False)]
    _record(path, sessions)
    size, hands = path.stat().st_size, sum(len(session.entries) for session in sessions)
    yield "size-added", Figure(size / hands, size / 2**20, imported / 2**20, scale="MiB", runs=1)


def _wanted(run: Run) -> int:
    return min(MOST_HANDS, run.large)


def _record(path: Path, sessions: list[Session]) -> None:
    """Add every hand in a transaction of its own, with what somebody would have typed."""
    with closing(open_ledger(path, create=True)) as ledger:
        ledger.execute("PRAGMA synchronous = OFF")  # the size counts here, not the time
        for session in sessions:
            with database.transaction(ledger, path):
                said = Command("start", session.name, AT, "anna")
                begun = record.start(ledger, session, said, uid=session.id)
            for line in session.lines():
                typed = shortest(line.entry, line.table.seats, line.tariff, line.table.active)
                with database.transaction(ledger, path):
                    evening = evenings.by_number(ledger, begun.id)
                    record.add(ledger, evening, [line.entry], Command("add", typed, AT, "anna"))
            with database.transaction(ledger, path):
                record.close(ledger, evenings.by_number(ledger, begun.id), [], Command("close", "", AT, "anna"))
