"""The ledger's file: opened with the right pragmas, written in transactions, with one clear sentence for every fault.

What stands in the tables is not known here. Files beside the ledger are made here as well: for their owner only, whole
or not at all, and on disk before anybody counts on them.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from sklog.errors import LedgerError
from sklog.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any


APPLICATION_ID = 0x534B4C47  # "SKLG": what `file` and a careful reader recognise the ledger by
SCHEMA_VERSION = 6  # the number of migrations in `schema`; checked there and by a test
# a rollback journal with EXTRA also syncs the folder after the journal is gone: what was acknowledged is on disk;
# WAL would save nothing for one process per hand
SYNCHRONOUS = "EXTRA"
WAIT_SECONDS = 5.0
PAUSE_SECONDS = 0.01  # until somebody who has just begun to wait looks again
MANY = 64  # rows with one statement; SQLite takes 32,766 values in one, and Python remembers 128 statements
BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database; some file systems know neither capitals nor small letters."""


def default_path() -> Path:
    """Return where the ledger lies when neither --db nor $SKLOG_DB says so: the platform's data folder."""
    said = os.environ.get("SKLOG_DB")
    if said:
        return Path(said)
    from platformdirs import user_data_path  # noqa: PLC0415  only needed without --db

    return user_data_path("sklog", appauthor=False) / "sklog.db"


# -- opening ------------------------------------------------------------------------------------------


def connect(path: Path, *, create: bool = False, wait: float | None = None) -> sqlite3.Connection:
    """Open the ledger at `path`, of whatever version it is; with `create` a missing one is made, for its owner only.

    `wait` is how many seconds a writer is waited for, where it is not as long as usual.
    Raises LedgerError with one sentence when the file is missing, foreign, newer, or cannot be used.
    """
    with translated(path):
        if not path.is_file():
            if path.is_dir():
                raise LedgerError(_("{path} is a folder, no ledger: name a file in it with --db", path=path))
            if path.exists():  # a pipe, a device
                raise LedgerError(_("{path} is no regular file: name another with --db", path=path))
            if not create:
                raise LedgerError(
                    _(
                        "there is no ledger at {path}; begin with: sklog start NAME --players Anna,Bene,Christl,Dani",
                        path=path,
                    )
                )
            make(path)
        connection = connect_raw(path, "rw", wait)
        try:
            set_up(connection)
            version = version_of(connection)
            if version != SCHEMA_VERSION or application_of(connection) != APPLICATION_ID:
                _require_ours(connection, path, version, create=create)
        except BaseException:
            connection.close()
            raise
        return connection


def connect_raw(path: Path, mode: str, wait: float | None = None) -> sqlite3.Connection:
    """Open a file that is there as it is, to write (rw) or only to read (ro); `wait` is in seconds, else as usual."""
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=WAIT_SECONDS if wait is None else wait, isolation_level=None)


def set_up(connection: sqlite3.Connection) -> None:
    """Have references checked, and what is committed on disk before it is answered."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    connection.execute("PRAGMA fullfsync = ON")  # where a sync alone ends in the disk's own cache: macOS


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a database's schema."""
    found: int = _patiently(connection, "PRAGMA user_version").fetchone()[0]
    return found


def application_of(connection: sqlite3.Connection) -> int:
    """Return whose database it is: `APPLICATION_ID` is ours."""
    found: int = connection.execute("PRAGMA application_id").fetchone()[0]
    return found


def _require_ours(connection: sqlite3.Connection, path: Path, version: int, *, create: bool) -> None:
    application = application_of(connection)
    empty = is_empty(connection)
    if application != APPLICATION_ID and not (empty and application == version == 0):
        raise foreign(path)
    if empty and not create:
        raise LedgerError(_("{path} is empty and no ledger yet; begin with: sklog start NAME --players …", path=path))
    if version > SCHEMA_VERSION:
        raise newer(path, version)


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether a database holds nothing at all."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def foreign(path: Path) -> LedgerError:
    """Return the error that a database is none of ours."""
    return LedgerError(_("{path} is a database, but no ledger of sklog; name another file with --db", path=path))


def newer(path: Path, version: int) -> LedgerError:
    """Return the error that this sklog does not know a ledger's version yet."""
    return LedgerError(
        _(
            "{path} was written by a newer sklog (schema {newer}; this one knows {known}): update sklog",
            path=path,
            newer=version,
            known=SCHEMA_VERSION,
        )
    )


# -- reading and writing ------------------------------------------------------------------------------


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path, *, keep: bool = True) -> Iterator[None]:
    """One command's writes: all of them on disk afterwards, or none. `keep=False` is a dry run."""
    with translated(path):
        _patiently(connection, "BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if connection.in_transaction:  # a disk that fails has ended it already
                connection.execute("ROLLBACK")
            raise
        try:
            _patiently(connection, "COMMIT" if keep else "ROLLBACK")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_IOERR_DIR_FSYNC":
                raise
            # the ledger is written and its journal is gone, but a power cut could bring the journal back
            raise LedgerError(
                _("{path}: the disk failed when everything was written: see with sklog show what is there", path=path)
            ) from error


def insert(ledger: sqlite3.Connection, into: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Insert rows into a table, and return the number of the last one.

    Many go with one statement: that takes half the time of a statement for each.
    """
    last = 0
    for start in range(0, len(rows), MANY):
        some = rows[start : start + MANY]
        places = ", ".join(["?"] * len(some[0]))
        values = ", ".join([f"({places})"] * len(some))
        statement = f"INSERT INTO {into} VALUES {values}"  # noqa: S608  our own words
        last = ledger.execute(statement, [*chain.from_iterable(some)]).lastrowid or 0
    return last


@contextmanager
def snapshot(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """One consistent picture to read from, even while others write."""
    with translated(path):
        connection.execute("BEGIN")
        _patiently(connection, "SELECT 1 FROM sqlite_master")  # from here on nobody changes what is read
        yield


def _patiently(connection: sqlite3.Connection, statement: str) -> sqlite3.Cursor:
    """Run what waits until others have written, for as long as this connection waits at most.

    SQLite itself looks ever more seldom whether it is its turn: who has waited longest is overtaken by everybody
    who comes anew. Here one looks the more often, the longer one has waited.
    """
    wait: int = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute("PRAGMA busy_timeout = 0")
    begun = monotonic()
    try:
        while True:
            try:
                return connection.execute(statement)
            except sqlite3.OperationalError as error:
                waited = monotonic() - begun
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or waited * 1000 >= wait:
                    raise
            sleep(PAUSE_SECONDS / (1 + 20 * waited))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {wait}")


# -- what went wrong ----------------------------------------------------------------------------------


@contextmanager
def translated(path: Path, say: Callable[[str, Path], str] | None = None) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence for people: into that of `sentence`, or of `say`."""
    say = say or sentence
    try:
        yield
    except sqlite3.Error as error:
        raise LedgerError(say(str(error), path)) from error
    except UnicodeDecodeError as error:  # SQLite cites what it cannot read, and Python cannot read that
        raise LedgerError(say("malformed", path)) from error
    except OSError as error:
        raise LedgerError(_("{path} cannot be used: {reason}", path=path, reason=error.strerror or error)) from error


def sentence(said: str, path: Path) -> str:
    """Return what SQLite said about a file as a sentence for people."""
    meaning = {
        "readonly": _("{path} or its folder is read-only: nothing was stored; name another file with --db"),
        "unable to open": _("{path} or its folder cannot be opened for writing: nothing was stored"),
        "locked": _("somebody else is writing to {path}: nothing was stored"),
        "not a database": _("{path} is no database; name another file with --db"),
        "malformed": _(
            "{path} is damaged: go back to a copy (sklog restore), or save what can be read: sqlite3 {path} .recover"
        ),
        "no such": _("{path} lacks a part of a ledger: sklog check says which, and with --repair builds it anew"),
        "disk is full": _("the disk of {path} is full: nothing was stored"),
        "disk I/O": _("{path} cannot be read or written (disk error): nothing was stored"),
    }
    for sign, sentence in meaning.items():
        if sign in said:
            return sentence.format(path=path)
    return _("{path}: {reason}; nothing was stored", path=path, reason=said)


# -- files --------------------------------------------------------------------------------------------


def make(path: Path) -> None:
    """Make the file of a new ledger, readable by its owner only, where there is none yet. Raises OSError."""
    _make_folder(path.parent)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _make_folder(place: Path) -> None:
    """Make a folder that is missing, and those above it: SQLite syncs what lies in a folder, not its own name."""
    if place.is_dir():
        return

    _make_folder(place.parent)
    place.mkdir(mode=0o700, exist_ok=True)
    sync_names(place.parent)


@contextmanager
def part_of(file: Path) -> Iterator[Path]:
    """Make a part beside a file, for its owner only; unless it was put in the file's place it is gone afterwards.

    Raises OSError.
    """
    from tempfile import mkstemp  # noqa: PLC0415  only where a file is written

    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name[:40]}.")
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        remove(part)


def remove(part: Path) -> None:
    """Delete a part where it is still there, and can be deleted."""
    with suppress(OSError):
        part.unlink(missing_ok=True)


def put(part: Path, target: Path, *, without: Iterable[Path] = ()) -> None:
    """Put a part that is written in the place of `target`, on disk; the files `without` go in the same moment.

    Raises OSError.
    """
    sync(part)
    for file in without:
        file.unlink()
    part.replace(target)
    sync_names(target.parent)


def sync(file: Path) -> None:
    """Wait until what a file holds is on disk."""
    with file.open("rb+") as opened:
        os.fsync(opened)


def sync_names(place: Path) -> None:
    """Wait until the names in a folder are on disk, where the system can be asked for it."""
    if os.name == "nt":
        return
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
