"""A ledger to be copied, what somebody may do to it meanwhile, and the processes in which that happens."""

import contextlib
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sklog.ledger import database, evenings
from sklog.ledger.open import open_ledger
from sklog.vault import backup
from tests import transcripts
from tests.recorded import SAUSPIEL, WENZ, add, dump, evening

NOW = datetime(2026, 11, 20, 18, 5, 9, tzinfo=UTC)
OLDER = sorted(
    (transcripts.ROOT / "tests" / "ledgers").glob("schema-*[0-9].sqlite"),
    key=lambda file: int(file.stem.removeprefix("schema-")),
)
"""A ledger of every version before this one."""


@pytest.fixture(autouse=True)
def _as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of whoever runs the tests is in force."""
    monkeypatch.delenv(backup.WHERE, raising=False)
    monkeypatch.delenv(backup.HOW_MANY, raising=False)


def ledger_in(folder: Path) -> Path:
    """Make a ledger with an evening of two hands in a folder."""
    made = folder / "sklog.db"
    with writing(made, create=True) as ledger:
        evening(ledger, WENZ, SAUSPIEL)
    return made


@contextlib.contextmanager
def writing(path: Path, *, create: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a ledger to change it."""
    with contextlib.closing(open_ledger(path, create=create)) as ledger, database.transaction(ledger, path):
        yield ledger


def one_more_hand(path: Path) -> None:
    """Record one more hand in the newest evening."""
    with writing(path) as ledger:
        add(ledger, evenings.find(ledger), WENZ)


def tamper(path: Path, statement: str = "UPDATE state SET hands = 9") -> None:
    """Change what is stored behind sklog's back, so that it no longer follows from the facts."""
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        ledger.executescript(statement)


def content(path: Path) -> list[str]:
    """Return everything that a database holds."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as ledger:
        return dump(ledger)


def later(**passed: int) -> datetime:
    """Return so much later than `NOW`."""
    return NOW + timedelta(**passed)


@contextlib.contextmanager
def running(script: str, *words: object, **settings: object) -> Iterator[subprocess.Popen[str]]:
    """Run a script in the environment of the tests as a process of its own; it is killed at the end."""
    command = [sys.executable, "-c", script, *map(str, words)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=transcripts.ROOT, **pipes, **settings) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


def limited(size: int) -> None:
    """Let this process write no file beyond so many bytes: what a full disk is to it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
