"""Another ledger: it is read and never written, proved before anything of it is believed, and nothing in it is run.

    its file ──one snapshot──▶ copy in memory ─▶ built as sklog builds it? ─▶ newest version ─▶ everything agrees?

So nobody who writes to it meanwhile waits for us, and an older one stays the version that it is.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from datetime import date, datetime
from typing import TYPE_CHECKING

from sklog.errors import Disagreement, LedgerError, NotFound, Refused
from sklog.language import _
from sklog.ledger import backups, checking, connection, structure
from sklog.ledger.connection import SCHEMA_VERSION
from sklog.ledger.schema import migrate
from sklog.scoring.happening import name_problems
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_BYTES = 500_000_000  # a table needs about a megabyte a year
MOST_SAID = 20  # sentences about one file
LONGEST_VALUE = 1_000_000  # bytes of one value: a whole tariff has about 20,000


@contextmanager
def opened(path: Path, ours: Path) -> Iterator[sqlite3.Connection]:
    """Open a proved copy of another ledger in memory, as it is now; `ours` is the ledger that it is not.

    Raises NotFound, Refused or LedgerError where there is none that can be read, Disagreement where it is not sound.
    """
    _require_another_file(path, ours)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        with connection.translated(path, _sentence):
            _copy(path, copy)
            _require_a_ledger(copy, path)
            found = list(_wrong(copy))
        if found:
            more = [_("… and {count} more", count=len(found) - MOST_SAID)] if len(found) > MOST_SAID else []
            raise Disagreement(*found[:MOST_SAID], *more).at(str(path))
        yield copy


def _require_another_file(path: Path, ours: Path) -> None:
    if path.is_dir():
        raise Refused(_("{path} is a folder, not a file", path=path))
    if not path.exists():
        raise NotFound(_("there is no file {path}", path=path))
    if not path.is_file():
        raise Refused(_("{path} is no regular file: save it first, then name the file", path=path))
    if ours.exists() and path.samefile(ours):
        raise Refused(_("{path} is this very ledger: name another one", path=path))
    if path.stat().st_size > MOST_BYTES:
        megabytes = MOST_BYTES // 1_000_000
        raise Refused(_("{path} is larger than {megabytes} MB: this is no ledger", path=path, megabytes=megabytes))


def _copy(path: Path, copy: sqlite3.Connection) -> None:
    uri = connection.uri_of(path, "ro")
    with closing(sqlite3.connect(uri, uri=True, timeout=connection.WAIT_SECONDS, isolation_level=None)) as source:
        source.execute("PRAGMA trusted_schema = OFF")
        source.execute("BEGIN")
        source.execute("PRAGMA user_version")  # reads, and waits no longer than usual
        backups.fill(copy, source, path)


def _require_a_ledger(copy: sqlite3.Connection, path: Path) -> None:
    if connection.is_empty(copy):
        raise LedgerError(_("{path} is empty and no ledger", path=path))
    version = connection.version_of(copy)
    if connection.application_of(copy) != connection.APPLICATION_ID or version < 1:
        raise LedgerError(_("{path} is a database, but no ledger of sklog", path=path))
    if version > SCHEMA_VERSION:
        raise connection.newer(path, version)


def _sentence(said: str, path: Path) -> str:
    meaning = {
        "locked": _("somebody is writing to {path}: try again"),
        "not a database": _("{path} is no database"),
        # what a crash has left beside it can only be put right by who may write there
        "readonly": _("{path} was left in the middle of a write: it is put right by sklog --db {path} check"),
        "unable to open": _("{path} or its folder cannot be opened for reading"),
    }
    sentence = next(
        (sentence for sign, sentence in meaning.items() if sign in said), _("{path} cannot be read: {reason}")
    )
    return sentence.format(path=path, reason=said)


# -- the proof ----------------------------------------------------------------------------------------


def _wrong(copy: sqlite3.Connection) -> Iterator[str]:
    """Bring the copy to the newest version and yield all that disagrees; of a foreign build no more than that."""
    copy.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    version = connection.version_of(copy)
    parts = structure.other_parts(copy, version)
    # a view would run when it is read as a table, a trigger while the copy is brought up to date
    if any(part.kind in ("table", "view") or version < SCHEMA_VERSION for part in parts):
        for part in parts:
            yield _("the {part} of the file is not as sklog makes it", part=f"{part.kind} {part.name}")
        return
    migrate(copy)
    copy.execute("PRAGMA query_only = ON")
    found = list(checking.disagreements(copy))
    yield from found or _impossible(copy)


def _impossible(copy: sqlite3.Connection) -> Iterator[str]:
    """Yield what agrees with itself and yet was never recorded by sklog."""
    for name in dict.fromkeys(checking.named(copy)):
        if name != STOCK:
            yield from name_problems([name])
    for number, day, at in copy.execute("SELECT id, date, started_at FROM session"):
        if (day and not _is_day(day)) or not _is_moment(at):
            yield _("evening {number}: {what} is no day or no time", number=number, what=f"{day!r}, {at!r}")
    for number, at in copy.execute("SELECT id, at FROM action"):
        if not _is_moment(at):
            yield _("command {row}: {what} is no time", row=number, what=repr(at))
    for (number,) in copy.execute(
        "SELECT id FROM action WHERE command_of >= id"
        " OR command_of IN (SELECT id FROM action WHERE command_of IS NOT NULL)"
    ):
        yield _("command {row} belongs to no command before it", row=number)


def _is_day(said: str) -> bool:
    try:
        return date.fromisoformat(said).isoformat() == said
    except ValueError:
        return False


def _is_moment(said: str) -> bool:
    try:
        return datetime.fromisoformat(said).tzinfo is not None
    except ValueError:
        return False
