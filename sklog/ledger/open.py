"""The one door to the ledger: whoever comes from outside opens it here, and finds it in the newest version.

file ──database.connect──▶ older? ─▶ copied (`backup`) ─▶ brought up to date (`schema`) ─▶ open
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sklog.errors import LedgerError
from sklog.language import _
from sklog.ledger import database
from sklog.ledger.database import SCHEMA_VERSION

if TYPE_CHECKING:
    from pathlib import Path


def open_ledger(path: Path, *, create: bool = False, wait: float | None = None) -> sqlite3.Connection:
    """Open the ledger at `path`; with `create` a missing one is made, readable by its owner only.

    `wait` is how many seconds a writer is waited for, where it is not as long as usual. One of an older version is
    copied first, and then brought up to date.
    Raises LedgerError with one sentence when the file is missing, foreign, newer, or cannot be used.
    """
    ledger = database.connect(path, create=create, wait=wait)
    try:
        with database.translated(path):
            if database.version_of(ledger) < SCHEMA_VERSION:
                _build(ledger, path)
    except BaseException:
        ledger.close()
        raise
    return ledger


def in_memory() -> sqlite3.Connection:
    """Return an empty ledger that is gone when it is closed: for a dry run where there is none yet."""
    ledger = sqlite3.connect(":memory:", isolation_level=None)
    database.set_up(ledger)
    _build(ledger)
    return ledger


def _build(ledger: sqlite3.Connection, path: Path | None = None) -> None:
    """Bring a ledger to the newest version, after a copy was made of the one at `path` where it holds something."""
    from sklog.ledger import schema  # noqa: PLC0415  100 ms, and only for a new or an older ledger

    schema.migrate(ledger, keep=None if path is None else lambda: _copy(path))


def _copy(path: Path) -> None:
    """Copy a ledger that is about to be brought up to date; raise LedgerError where that cannot be."""
    from sklog.ledger import backup  # noqa: PLC0415  once in a ledger's life

    try:
        backup.automatic(path, backup.BEFORE_UPGRADE, datetime.now(UTC))
    except LedgerError as error:
        raise LedgerError(
            _(
                "{path} is of an older sklog, and without a copy it is not brought up to date: {reason}; "
                "SKLOG_BACKUPS names another folder, or says off",
                path=path,
                reason=error.problems[0],
            )
        ) from error
