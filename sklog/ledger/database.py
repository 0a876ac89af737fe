"""The ledger's file: opened with the right pragmas, written in transactions, with one clear sentence for every fault.

What stands in the tables is not known here.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from stat import S_ISREG
from time import monotonic, monotonic_ns, sleep
from typing import TYPE_CHECKING

from sklog.values import NamedTuple

try:
    from _blake2 import blake2b  # what hashlib offers, without the 2 ms in which that loads OpenSSL
except ImportError:
    from hashlib import blake2b

from sklog.errors import Damaged, LedgerError, NoLedger, first_of, reason
from sklog.language import N_, _, _t
from sklog.ledger import files
from sklog.ledger.files import error_in_words

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: whoever looks at the right moment is next
    flock = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    Wait = Callable[[float], object]
    """Waits so many seconds, or until there is something to try."""


APPLICATION_ID = 0x534B4C47  # "SKLG": what `file` and a careful reader recognise the ledger by
SCHEMA_VERSION = 13
# a rollback journal with EXTRA also syncs the folder after the journal is gone: see docs/trust.md for what was measured
SYNCHRONOUS = "EXTRA"
WAIT_SECONDS, PAUSE_SECONDS = 10.0, 0.01  # the second until somebody who has just begun to wait looks again
IN_LINE_SECONDS = 0.25  # until somebody who stands in line looks whether it is another ledger's line
# what can fail when the ledger is written and its journal is gone: the folder is synced, else a power cut could bring
# the journal back, and the lock is given back
AFTER_COMMIT = ("SQLITE_IOERR_DIR_FSYNC", "SQLITE_IOERR_RDLOCK", "SQLITE_IOERR_UNLOCK")
MANY = 128  # rows with one statement, of 32,766 values at most
STATEMENTS = 700  # that are kept compiled: evenings are of many lengths, and each has its own for four tables
FINGERPRINTS = (
    "3acb2af58c0a6675b5a81ee43b434215",
    "1c3d646a9df42615d34f36813332aff8",
    "1eac8bd580831aa6cb9a7d5c673e2688",
    "31055b5e7e930a6af6deaa1b685f836b",
    "2bde0e62dd99449f78ad81b191fa0320",
    "97e88b23794728bdf04370847b212738",
    "0e5f9d17eeb7b858c4e50b815720f9fe",
    "7732157b56ef5fe5cb1dc1572d7ec4e3",
    "d6840bc94a17ec20b0ae5001310142e0",
    "64bdedcf3f1661e7aa3714ca5a66b9d3",
    "04102f4d5ddb2f7c93e4e5194a5b6607",
    "0fbc2a0ff94cb79dd0c77bc871ea1d67",
    "7c2e38e9010a6ac05f19b8fd22b9b100",
)
"""Of what a ledger of each version is made of, from the first on (`built`); a test says what a new version's is."""
# patterns are compiled where they are needed first: every command waits for this module
NOT_FREE = (
    "(?i)(json|pragma|_?sqlite|named_by)_.*|balance|change|hand(_player)?|newest_first|person|running_balance"
    "|(action|arrival|entry|payment|signature)_of_session|entry_of_action"
)
"""Names that nobody's own view or index has: those of sklog's, of any version, and what SQLite or a repair may mean."""
STEPS_TABLE = "_sqlite_migrations"
"""Which steps of the schema were taken: sqlite-utils' own table, and another version of it may build it otherwise."""
STATISTICS = {
    "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
}
"""What ANALYZE leaves behind; it says nothing that is ever read as a figure."""
TABLES_BESIDE = (STEPS_TABLE, *STATISTICS)
"""The tables whose parts alone may stand beside a ledger's own (`is_beside`)."""

# what a file may ask of whoever reads it: far more than sklog ever writes, far less than takes a while
LONGEST_VALUE = 5_000_000  # bytes of a row: what may be typed in a line is a megabyte
LONGEST_SAID = 60  # letters of a part's name in a sentence
LONGEST_PART = 20_000  # bytes of the SQL of a table or a trigger; ours have 1,200
STEPS_AT_OPENING = 1_000  # of SQLite's program: to read what a ledger is made of takes so many,
STEPS_TO_OPEN = 10  # and nothing takes more than so many times as many
STEPS_BETWEEN = 100_000  # the same until it is looked whether somebody has pressed Ctrl-C: some milliseconds
STEPS_TO_READ = 20_000_000  # the same for a command that reads, and so many more for each byte of the file:
STEPS_A_BYTE = 50
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: LONGEST_VALUE,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 10,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
}


def default_path() -> Path:
    """Return where the ledger lies when neither --db nor $SKLOG_DB says so: the platform's data folder."""
    said = os.environ.get("SKLOG_DB")
    if said:
        return Path(said)
    from platformdirs import user_data_path  # noqa: PLC0415  only needed without --db

    return user_data_path("sklog", appauthor=False) / "sklog.db"


# -- opening ------------------------------------------------------------------------------------------


class Connection(sqlite3.Connection):
    """A connection, which remembers what it has `found` where it `stays` open: that ends when anybody else writes.

    Threads may take turns with it. `version` is that of its schema when it was opened.
    """

    stays = False
    version = 0
    found: dict[Any, Any]
    _version = 0

    def stay(self) -> None:
        """Stay open from the first transaction on, with nothing found yet."""
        self.stays, self.found, self._version = True, {}, 0

    def is_untouched(self) -> bool:
        """Whether it stays: since its first transaction nobody else has written. Within a transaction nobody can."""
        if self.stays:
            (version,) = self.execute("PRAGMA data_version").fetchone()
            self.stays = self._version in (0, version)
            self._version = version
        return self.stays


def remembered(connection: sqlite3.Connection) -> dict[Any, Any]:
    """Return what a connection has found, to add to it, within a transaction; {} where that does not hold any more."""
    return connection.found if isinstance(connection, Connection) and connection.is_untouched() else {}


def connect(path: Path, *, create: bool = False, wait: float | None = None, as_it_is: bool = False) -> Connection:
    """Open the ledger at `path`, of whatever version it is; with `create` a missing one is made, for its owner only.

    `wait` is how many seconds a writer is waited for, where it is not as long as usual. Whoever takes it `as_it_is`
    looks first what it is made of.
    Raises LedgerError with one sentence when the file is missing, foreign, newer, or cannot be used; OtherwiseBuilt
    where it is not made as a ledger is.
    """
    with translated(path):
        if not path.is_file():
            if path.is_dir():
                raise LedgerError(_t("{path} is a folder, not a ledger: name a file in it", path=path))
            if path.exists():  # a pipe, a device
                raise LedgerError(_t("{path} is not a regular file: name another one", path=path))
            if not create:
                raise NoLedger(_t("there is no ledger yet", path=path))
            files.make(path)
        connection = connect_raw(path, "rw", wait)
        try:
            found = built(connection)
            if found != OURS:
                require_ours(path, found, create=create, as_it_is=as_it_is)
            set_up(connection)
            connection.version = found.version
        except BaseException:
            connection.close()
            raise
        return connection


def connect_raw(path: Path, mode: str, wait: float | None = None) -> Connection:
    """Open a file that is there as it is, to write (rw) or only to read (ro); `wait` is in seconds, else as usual.

    Whoever made it may have put there what takes for ever, or all the memory there is: before `built` has said what it
    is made of, SQLite reads it up to a limit. Where it would do anything to other files it is not opened: nothing is
    made beside a file that is only read. Raises LedgerError, and OSError.
    """
    real = path.resolve()
    require_harmless(path, real)
    uri = f"{real.as_uri()}?mode={mode}{'' if mode == 'rw' else without_log(path, real)}"
    timeout = WAIT_SECONDS if wait is None else wait
    connection = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False,
                                 factory=Connection, cached_statements=STATEMENTS)  # fmt: skip
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    _only_parts(connection)
    return connection


def has_log(connection: sqlite3.Connection) -> bool:
    """Whether somebody has switched a database to a write-ahead log."""
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    return bool(mode == "wal")


def leave_log(path: Path) -> None:
    """Set a ledger with a write-ahead log back to a rollback journal, on which rests what is promised of every command.

    Nobody may have it open, which others who want the same have for a moment. Raises LedgerError where somebody has.
    """
    require_one_name(path)
    begun = monotonic()
    while True:
        with closing(connect_raw(path, "rw", 0)) as alone:
            try:
                alone.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError as error:
                if not _is_busy(error):
                    raise
            else:
                return
        if monotonic() - begun >= WAIT_SECONDS:
            raise LedgerError(
                _t(
                    "{path} is in write-ahead mode, in which sklog does not write, and another program has "
                    "it open: end that one first; nothing was stored",
                    path=path,
                )
            )
        sleep(PAUSE_SECONDS * (1 + monotonic_ns() // 1000 % 8))  # not all at the same moment again


def set_up(connection: sqlite3.Connection) -> None:
    """Have references checked, and what is committed on disk before it is answered."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    connection.execute("PRAGMA fullfsync = ON")  # where a sync alone ends in the disk's own cache: macOS


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a database's schema."""

    def wait(seconds: float) -> None:
        sleep(seconds)
        if not _is_known(connection):
            _only_parts(connection)  # what was tried in vain is no sign of a file without an end

    return int(patiently(connection, "PRAGMA user_version", wait).fetchone()[0])


def application_of(connection: sqlite3.Connection) -> int:
    """Return whose database it is: `APPLICATION_ID` is ours."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


# -- what lies beside a file: by somebody else perhaps --------------------------------------------------

BESIDE = JOURNAL, LOG, _INDEX = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database; some file systems know neither capitals nor small letters."""


def require_harmless(path: Path, real: Path) -> None:
    """Refuse a file beside which something lies that has SQLite change other files: raise LedgerError, or OSError."""
    for ending in BESIDE:
        there = f"{real}{ending}"
        try:
            found = os.lstat(there)
        except OSError:  # it is not there
            continue
        if not S_ISREG(found.st_mode):
            raise LedgerError(
                _t(
                    "{path} was not opened: the file SQLite would use beside it is a link or not a regular file: "
                    "move it elsewhere and try again",
                    path=path,
                    beside=there,
                )
            )
        if ending == JOURNAL and (named := _named_in(there)):
            raise LedgerError(
                _t(
                    "{path} was not opened: its journal names another file, which SQLite would delete: move the "
                    "journal elsewhere and try again",
                    path=path,
                    beside=there,
                    named=named,
                )
            )


SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""What stands behind the name of another file at the end of a journal, where a transaction was on several databases:
SQLite takes back what the journal says, and deletes that file. No transaction of sklog is on more than one."""
LONGEST_PATH = 4096  # bytes


def _named_in(journal: str) -> str:
    """Return which file a journal names at its end, "" where none. Raises OSError.

    The checksum before the mark is not looked at: it counts letters beyond ASCII otherwise on some machines.
    """
    with suppress(FileNotFoundError), open(journal, "rb") as file:  # noqa: PTH123  whoever wrote may just be done
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 16))
        end = file.read()
        length = int.from_bytes(end[:4])
        if end[8:] == SUPER_JOURNAL and 0 < length <= size - 16:
            file.seek(size - 16 - length)
            return file.read(min(length, LONGEST_PATH)).decode(errors="replace")
    return ""


def without_log(path: Path, real: Path) -> str:
    """Return what has SQLite read a database in write-ahead mode without making its log beside it.

    Only the file itself says of which mode it is, before SQLite makes the log. That gives up the locks that this
    process has on it: none that is only read has any. Raises LedgerError where something is in the log, and OSError.
    """
    with suppress(FileNotFoundError):
        if os.stat(f"{real}{LOG}").st_size:  # noqa: PTH116  the name is none of a path's own
            raise LedgerError(
                _t(
                    "{path} is in write-ahead mode, and its last changes are only in its log: ask its owner for a copy",
                    path=path,
                    log=f"{path}{LOG}",
                )
            )
    if real.is_fifo():  # it would be waited for
        raise LedgerError(_t("{path} is not a regular file: name another one", path=path))
    with suppress(OSError), real.open("rb") as file:  # SQLite says what is wrong with it
        return "&immutable=1" if file.read(20)[19:] == b"\2" else ""
    return ""


# -- what a file is made of ---------------------------------------------------------------------------


class Built(NamedTuple):
    """Whose a database is and of which version, as it says itself, and a digest of all that it is made of."""

    application: int
    version: int
    fingerprint: str

    @property
    def made_as(self) -> int:
        """The version of which a ledger is made so; 0 where none is."""
        return FINGERPRINTS.index(self.fingerprint) + 1 if self.fingerprint in FINGERPRINTS else 0

    @property
    def is_sound(self) -> bool:
        """Whether it is made as a ledger of the version is that it says it is."""
        return self.made_as == self.version


ENDLESS = "endless"
TOO_MUCH = (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_TOOBIG)
"""What SQLite says where a limit was reached; the first of them after Ctrl-C as well."""
OURS = Built(APPLICATION_ID, SCHEMA_VERSION, FINGERPRINTS[SCHEMA_VERSION - 1])
EMPTY = Built(0, 0, "")


class Unsound(Damaged):
    """The file itself is damaged."""


class OtherwiseBuilt(Unsound):
    """A ledger has a part that sklog does not make so: a view in the place of a table, say."""


def built(connection: sqlite3.Connection) -> Built:
    """Return what a database is made of, without running anything of it; from then on its tables can be read.

    What somebody has added that harms nobody is left out (`is_added`).
    The digest of one that is made of more than can be read is ENDLESS.
    """
    alone = not connection.in_transaction
    if alone:
        connection.execute("BEGIN")  # its version and its parts are of the same moment
    try:
        version, application = version_of(connection), application_of(connection)
        rows = parts(connection)
    finally:
        if alone and connection.in_transaction:  # what fails to be read may have ended it
            connection.execute("ROLLBACK")
    if rows is None:
        return Built(application, version, ENDLESS)
    if (whole := _fingerprint(rows)) not in FINGERPRINTS:
        bare = _fingerprint([row for row in rows if not is_added(*row)])
        whole = bare if bare in FINGERPRINTS else whole
    return Built(application, version, whole)


def parts(connection: sqlite3.Connection) -> list[tuple[Any, ...]] | None:
    """Return each part of a database (kind, name, table, SQL) as it was made; None where that is more than can be read.

    Nothing of it is run. From then on Ctrl-C is heard while SQLite reads, and a limit set stays (`bound_reading`).
    """
    first = not _is_known(connection)
    has_no_end = _only_parts(connection) if first else lambda: bool(_endless)
    try:
        found = patiently(connection, PARTS).fetchall()
    except (sqlite3.DataError, sqlite3.OperationalError) as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if code != sqlite3.SQLITE_TOOBIG and not (code == sqlite3.SQLITE_INTERRUPT and has_no_end()):
            raise
        return None
    if first:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        unbound_reading(connection)
    return found


def _is_known(connection: sqlite3.Connection) -> bool:
    """Whether it was read what a database is made of."""
    return connection.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) == LONGEST_VALUE


def _only_parts(connection: sqlite3.Connection) -> Callable[[], bool]:
    """Have reading end behind more than sklog ever makes; return what says whether it did: Ctrl-C ends it as well."""
    left = STEPS_TO_OPEN

    def read_too_much() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_PART)
    connection.set_progress_handler(read_too_much, STEPS_AT_OPENING)
    return lambda: left < 0


PARTS = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid"


def _fingerprint(rows: Sequence[tuple[object, ...]]) -> str:
    """Return a digest of the parts of a database in any order, "" where there are none."""
    ours = [row for row in rows if row[2] not in TABLES_BESIDE or not is_beside(*row)]
    parts = sorted([" ".join(map(str, row)) for row in ours])
    return blake2b("\0".join(parts).encode(errors="replace"), digest_size=16).hexdigest() if parts else ""


def is_beside(kind: object, name: object, table: object, sql: object) -> bool:
    """Whether a part may be there and built in more than one way: SQLite's statistics, and the steps of the schema.

    It is a plain table or an index of it: there is nothing in it that would be run, or that keeps anybody from writing.
    """
    if table in STATISTICS:
        return kind == "table" and name == table and sql == STATISTICS[str(table)]
    if table != STEPS_TABLE or kind not in ("table", "index"):
        return False
    if sql is None:
        return True
    said = str(sql).replace("PRIMARY KEY (", "", 1)
    plain = said.startswith(("CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX "))
    return plain and said.count("(") == 1 and "REFERENCES" not in said.upper()


_NAME = r"""("[^"]+"|\[[^\]"]+\]|`[^`"]+`|[^\s("\[`]+)"""
_COLUMN = r"""\s*["\[`]?\w+["\]`]?(?:\s+(?:ASC|DESC))?\s*"""
_ADDED = {
    "view": rf"(?s)CREATE VIEW {_NAME}[\s(].*",
    "index": rf"(?i)CREATE INDEX {_NAME}\s+ON\s+{_NAME}\s*\({_COLUMN}(?:,{_COLUMN})*\)",
}


def is_added(kind: object, name: object, table: object, sql: object) -> bool:
    """Whether a part is a view or a plain index that somebody has made in his own ledger, and that harms nobody.

    No view is read that is not sklog's. An index of columns alone runs nothing, and refuses no row: it is not UNIQUE,
    has no WHERE and no collation. SQLite goes by its text, which must name what its row names.
    """
    found = re.fullmatch(_ADDED[str(kind)], str(sql)) if kind in _ADDED else None
    named = (name, table) if kind == "index" else (name,)
    same = found is not None and named == tuple(one.strip('"[]`') for one in found.groups())
    return same and not re.fullmatch(NOT_FREE, str(name))


_KINDS = {
    "table": N_("table {name}"),
    "index": N_("index {name}"),
    "view": N_("view {name}"),
    "trigger": N_("trigger {name}"),
}


def part_in_words(kind: str, name: str) -> str:
    """Return what a part is called, in a sentence: others may call theirs as they like."""
    return _(_KINDS.get(kind, "{kind} {name}"), kind=kind, name=name[:LONGEST_SAID])


def added_by_others(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for each view and index that somebody has added, of the first ones."""
    own = (part_in_words(kind, name) for kind, name, *sql in parts(connection) or () if is_added(kind, name, *sql))
    yield from first_of(_("the {part} of the file is not from sklog, and is left alone", part=one) for one in own)


def require_ours(path: Path, found: Built, *, create: bool = False, as_it_is: bool = False) -> None:
    """Refuse what is no ledger of a version that is known: raise LedgerError.

    Unless it is taken `as_it_is` it must be made as a ledger of that version is, else OtherwiseBuilt is raised.
    """
    if found.application != APPLICATION_ID and found != EMPTY:
        raise foreign(path)
    if not found.fingerprint:
        if not create:
            raise NoLedger(_t("{path} is empty, not a ledger yet", path=path))
        return
    if found.version > SCHEMA_VERSION:  # even where it is made as one of ours: what it holds may mean something else
        raise newer(path, found.version)
    if not (found.made_as or found.version > 0):
        raise foreign(path)
    if found.fingerprint == ENDLESS:  # as it is it cannot be taken either: each statement would read all of that
        raise OtherwiseBuilt(_t("{path} has more parts than sklog ever makes: go back to a copy", path=path))
    if not (found.is_sound or as_it_is):
        raise OtherwiseBuilt(_t("{path} does not have the structure of a ledger", path=path))


def foreign(path: Path) -> LedgerError:
    """Return the error that a database is none of ours."""
    return LedgerError(_t("{path} is a database, but not a ledger of sklog", path=path))


def newer(path: Path, version: int) -> LedgerError:
    """Return the error that this sklog does not know a ledger's version yet."""
    return LedgerError(
        _t(
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
    with translated(path, _unstored), in_line(path) as wait:
        require_one_name(path)
        patiently(connection, "BEGIN IMMEDIATE", wait)
        try:
            remembered(connection)  # what others have written is known from here on
            yield
            patiently(connection, "COMMIT" if keep else "ROLLBACK")
        except BaseException as error:
            with suppress(sqlite3.OperationalError):  # a disk that fails has ended it already
                connection.execute("ROLLBACK")
            if refused := _write_refused(error, path):
                raise refused from error
            raise


def _write_refused(error: BaseException, path: Path) -> LedgerError | None:
    """Return what is to be said where somebody who writes already cannot go on, or not end."""
    if _is_busy(error):  # others who write have waited since the beginning
        return LedgerError(_t("somebody keeps reading {path}: nothing was stored", path=path))
    if getattr(error, "sqlite_errorname", "") in AFTER_COMMIT:
        return LedgerError(_t("{path}: the disk failed in the last step of writing", path=path))
    return None


@contextmanager
def in_line(path: Path) -> Iterator[Wait]:
    """Stand in line with those who write to a ledger; what is yielded waits, and no longer than until it is one's turn.

    The line is a lock on the folder: it leaves no file behind, and who dies has left it. It is only about who is next;
    that one alone writes, SQLite's own locks say. Where a folder cannot be locked there is no line.
    """
    try:
        folder = os.open(path.resolve().parent, os.O_RDONLY)
    except OSError:
        folder = None
    try:
        yield sleep if folder is None else _last_in_line(folder)
    finally:
        if folder is not None:
            os.close(folder)  # also where a thread still waits: it has the lock for a moment, and gives it up


def _last_in_line(folder: int) -> Wait:
    """Get in line; where others are there a thread stands there, which alone waits as long as it takes."""
    if flock is None:
        return sleep
    try:
        flock(folder, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        pass
    except OSError:  # this file system knows no such lock
        return sleep
    else:
        return sleep

    def stand() -> None:
        with suppress(OSError):
            flock(folder, LOCK_EX)

    def wait(seconds: float) -> None:
        if waiting.is_alive():
            waiting.join(IN_LINE_SECONDS)
        else:
            sleep(seconds)

    from threading import Thread  # noqa: PLC0415  0.4 ms, for those who wait

    waiting = Thread(target=stand, daemon=True)
    waiting.start()
    wait(0)
    return wait


def require_one_name(path: Path) -> None:
    """Refuse to write to a file with two names: SQLite keeps what a crash has to take back beside one of them.

    Raises LedgerError, and OSError.
    """
    if path.exists() and path.stat().st_nlink > 1:
        raise LedgerError(
            _t(
                "{path} has a second name (a hard link), under which half-done work could not be undone after a "
                "crash: nothing was stored; copy the file and put the copy in its place",
                path=path,
            )
        )


def insert(ledger: sqlite3.Connection, into: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Insert rows into a table, and return the number of the last one.

    Many go with one statement: that takes half the time of a statement for each.
    """
    last = 0
    for start in range(0, len(rows), MANY):
        some = rows[start : start + MANY]
        places = ", ".join(["?"] * len(some[0]))
        values = ", ".join([f"({places})"] * len(some))
        last = ledger.execute(f"INSERT INTO {into} VALUES {values}", [*chain.from_iterable(some)]).lastrowid or 0  # noqa: S608  ours
    return last


@contextmanager
def snapshot(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """One consistent picture to read from, even while others write."""
    with translated(path):
        connection.execute("BEGIN")
        patiently(connection, "SELECT 1 FROM sqlite_master")  # from here on nobody changes what is read
        remembered(connection)
        yield


def patiently(connection: sqlite3.Connection, statement: str, wait: Wait = sleep) -> sqlite3.Cursor:
    """Run what waits until others have written, for as long as this connection waits at most.

    SQLite itself looks ever more seldom whether it is its turn. Here one looks the more often, the longer one has
    waited; `wait` is what waits meanwhile.
    """
    most: int = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute("PRAGMA busy_timeout = 0")
    begun = monotonic()
    try:
        while True:
            try:
                return connection.execute(statement)
            except sqlite3.OperationalError as error:
                waited = monotonic() - begun
                if not _is_busy(error) or waited * 1000 >= most:
                    raise
            wait(PAUSE_SECONDS / (1 + 20 * waited))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {most}")


def _is_busy(error: BaseException) -> bool:
    """Whether somebody else holds a lock on the ledger."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def bound_reading(connection: sqlite3.Connection, path: Path) -> None:
    """Have reading end behind what a file of that size can hold: its pages may name one another in a circle.

    Raises LedgerError where the file cannot be looked at.
    """
    with translated(path):
        left = (STEPS_TO_READ + STEPS_A_BYTE * path.stat().st_size) // STEPS_BETWEEN
    _endless.discard(path)

    def took_too_long() -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            _endless.add(path)
        return left < 0

    connection.set_progress_handler(took_too_long, STEPS_BETWEEN)


def unbound_reading(connection: sqlite3.Connection) -> None:
    """Have reading and writing take as long as it takes, until somebody presses Ctrl-C."""
    connection.set_progress_handler(lambda: 0, STEPS_BETWEEN)


_endless: set[Path] = set()
"""The files whose last reading did not end: what SQLite breaks off in others, somebody has broken off with Ctrl-C."""


# -- what went wrong ----------------------------------------------------------------------------------

BEGINNING = b"SQLite format 3"
DAMAGE = (sqlite3.SQLITE_CORRUPT, *TOO_MUCH)
"""What SQLite says of a file that is damaged, or of more than anybody has written there."""


@contextmanager
def translated(path: Path, say: Callable[[str, Path], str] = error_in_words) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence for people: that of `error_in_words`, or of `say`."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_INTERRUPT and path not in _endless:
            raise KeyboardInterrupt from None  # SQLite asked in between, and swallowed it
        if code == sqlite3.SQLITE_NOTADB and _was_a_database(path):
            raise Unsound(say("malformed", path)) from error
        raise (Unsound if code in DAMAGE else LedgerError)(say(str(error), path)) from error
    except UnicodeDecodeError as error:  # SQLite cites what it cannot read, and Python cannot read that
        raise Unsound(say("malformed", path)) from error
    except OSError as error:
        raise LedgerError(_("{path} cannot be used: {reason}", path=path, reason=reason(error))) from error


def _was_a_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(BEGINNING)) == BEGINNING


def _unstored(said: str, path: Path) -> str:
    """Return the same where it ended a transaction: for everybody else something may be stored already."""
    if any(sign in said for sign in ("malformed", "not a database", "no such", "too big", "interrupted")):
        return error_in_words(said, path)
    return _("{problem}: nothing was stored", problem=error_in_words(said, path))
