"""The one door to the ledger: whoever comes from outside opens it here, and finds it in the newest version.

file ──database.connect──▶ made as a ledger is? ─▶ older? ─▶ copied and upgraded (`vault`) ─▶ open
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sklog import rooms
from sklog.errors import UNREADABLE, Damaged, LedgerError, NotInstalled
from sklog.language import _, _t
from sklog.ledger import database
from sklog.ledger.database import SCHEMA_VERSION
from sklog.scoring.names import LONGEST_NAME, name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.ledger.facts import Command, Written

PATIENCE: ContextVar[float | None] = ContextVar("patience", default=None)
"""How many seconds a writer is waited for, where it is not as long as usual and nobody says it."""
_SOME = """
    SELECT (SELECT count(*) FROM (SELECT 1 FROM overview WHERE kind <> 'void' LIMIT 2)),
        (SELECT count(*) FROM (SELECT 1 FROM overview WHERE closed = 0 AND kind <> 'void' LIMIT 2))
"""
STAYING: ContextVar[Staying | None] = ContextVar("staying", default=None)
"""What stays open between commands; None where nothing does."""
Stamp = tuple[int, ...]
_WITHOUT_LOG = 3  # figures of a stamp
LOGINS = ("USER", "LOGNAME", "USERNAME")
USER_VARIABLES = ("SKLOG_USER", *LOGINS)


class Staying:
    """The ledgers that stay open between commands, each with the stamp of its file; threads may share one."""

    def __init__(self) -> None:
        self._left: dict[Path, tuple[Stamp, database.Connection]] = {}

    def take_back(self, file: LedgerFile, stamp: Stamp, wait: float | None) -> database.Connection | None:
        """Return the ledger, which is nobody else's until it is left; None where anybody has touched its file since."""
        left, ledger = self._left.pop(file.path, ((), None))
        if ledger is None:
            return None
        with suppress(sqlite3.Error, LedgerError, OSError):  # whoever opens it anew says what is wrong
            if left == stamp and ledger.is_untouched():
                database.require_harmless(file.path, file.path.resolve())
                ledger.execute(f"PRAGMA busy_timeout = {(database.WAIT_SECONDS if wait is None else wait) * 1000:.0f}")
                database.unbound_reading(ledger)
                return ledger
        ledger.close()
        return None

    def leave(self, file: LedgerFile, stamp: Stamp, ledger: database.Connection) -> None:
        """Have a ledger stay open whose file is stamped so; not with a log: whoever ends that waits until all leave."""
        stays = False
        with suppress(sqlite3.Error):
            ledger.execute("PRAGMA busy_timeout = 0")
            stays = ledger.is_untouched() and stamp == _stamp(file) and len(stamp) == _WITHOUT_LOG
            if ledger.in_transaction:
                ledger.execute("ROLLBACK")
        if stays and not ledger.in_transaction:
            self.close_all(file.path)
            self._left[file.path] = stamp, ledger
        else:
            ledger.close()

    def close_all(self, *paths: Path) -> None:
        """Close these ledgers, or all."""
        for path in paths or list(self._left):
            if left := self._left.pop(path, None):
                left[1].close()


@contextmanager
def staying_open() -> Iterator[None]:
    """Have ledgers stay open between commands for a program that stays itself, until this ends.

    One that anybody else has touched is opened anew, and proved as a whole; else only what came since is proved.
    """
    staying = Staying()
    # elsewhere no other file could take the place of one that is open
    before = STAYING.set(staying if os.name == "posix" else None)
    try:
        yield
    finally:
        STAYING.reset(before)
        staying.close_all()


class LedgerFile:
    """A ledger that is opened for each command, and closed again, unless it is `staying_open`.

    `path` is the file, else $SKLOG_DB, else one in the platform's folder for data. `who` is noted with every command
    that is recorded, else $SKLOG_USER, else the name that the system knows. With `dry_run` everything is done, and
    nothing is stored. `expect` is the identity of an evening and the digest of its newest fact in hexadecimal digits:
    where it has another by then, nothing is recorded, and Overtaken raised. What is recorded here is expected next.
    `require` is called when nobody else can write any more, and raises where nothing may be recorded; `judge` is told
    all that a command has `Written`, before that is stored, and raises where that may not be. `counted` is how many
    evenings were there, and open, after what was recorded here last: none, one, or 2 for more.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        who: str | None = None,
        dry_run: bool = False,
        expect: tuple[str, str] | None = None,
        require: Callable[[], object] | None = None,
        judge: Callable[[Sequence[Written]], object] | None = None,
    ) -> None:
        self.path: Path = database.default_path() if path is None else Path(path)
        self.dry_run = dry_run
        self.counted: tuple[int, int] = (0, 0)
        self.expect = expect
        self._who = who
        self._require = require
        self._judge = judge

    @property
    def is_there(self) -> bool:
        """Whether there is a file with anything in it: who is killed while it is made leaves an empty one."""
        return self.path.exists() and self.path.stat().st_size > 0

    def stamp(self) -> Stamp:
        """Return what is another once anything was written to the file, or to a log beside it; () without a file.

        Nothing is opened for it. Of two writes within one tick of the system's clock it may tell the first only.
        """
        stamp: list[int] = []
        with suppress(FileNotFoundError, NotADirectoryError):
            for file in (self.path, f"{self.path}-wal"):
                found = os.stat(file)  # noqa: PTH116  of two names with each key
                stamp += [found.st_mtime_ns, found.st_size, found.st_ino]
        return tuple(stamp)

    @contextmanager
    def reading(self, wait: float | None = None, *, as_it_is: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the ledger to read from: one consistent picture, even while others write. Raises LedgerError.

        `wait` is how many seconds a writer is waited for, where it is not as long as usual. One that is made otherwise
        than sklog makes a ledger is refused, unless it is taken `as_it_is`: then it stays of its version as well.
        """
        with self._opened(wait=wait, as_it_is=as_it_is) as ledger:
            database.bound_reading(ledger, self.path)
            with database.snapshot(ledger, self.path), _readable(ledger, self.path):
                yield ledger

    @contextmanager
    def writing(self, *, create: bool = False, as_it_is: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the ledger for one command: everything that it does is stored, or nothing. Raises LedgerError.

        With `create` a file that is missing is made; `as_it_is` is the same as for `reading`, and bounds what is read.
        """
        from sklog.ledger import facts  # noqa: PLC0415  brings all of scoring; completion writes nothing

        watch = facts.watch(self.expect)
        only_shown = self.dry_run and create and not self.is_there
        # a refused command leaves the ledger it made: it is empty, or somebody else has begun an evening in it
        writes = not self.dry_run
        opened = closing(in_memory()) if only_shown else self._opened(create=create, as_it_is=as_it_is, writes=writes)
        with opened as ledger:
            if as_it_is:
                database.bound_reading(ledger, self.path)
            with _readable(ledger, self.path), database.transaction(ledger, self.path, keep=writes):
                if as_it_is:  # where nothing can be written SQLite says so: to a repair that would look like damage
                    ledger.execute(f"PRAGMA user_version = {database.version_of(ledger)}")
                if self._require:
                    self._require()
                before = 0  # all that a repair leaves is its own
                if (watch or self._judge) and not as_it_is:
                    before = facts.newest(ledger)
                if watch and (self.expect or not (self.dry_run or as_it_is)):
                    facts.require_newest(ledger, watch)
                yield ledger
                if self._judge:
                    self._judge(facts.written_since(ledger, before))
                if watch and writes:
                    facts.note(ledger, before, watch)
                if writes and not as_it_is:
                    self.counted = ledger.execute(_SOME).fetchone()
            if watch and self.expect and writes:
                self.expect = (watch.uid, watch.newest.hex())

    @contextmanager
    def _opened(
        self, *, create: bool = False, wait: float | None = None, as_it_is: bool = False, writes: bool | None = None
    ) -> Iterator[sqlite3.Connection]:
        """Open the ledger, or take the one that stays open, which it does unless something goes wrong.

        Whatever an error is from may still read from it. What `writes`, but not in earnest, has one of its own.
        """
        staying = None if as_it_is or writes is False else STAYING.get()
        stamp = _stamp(self) if staying else ()
        wait = PATIENCE.get() if wait is None else wait
        ledger = staying.take_back(self, stamp, wait) if staying else None
        if ledger is None:
            ledger = open_ledger(self.path, create=create, wait=wait, as_it_is=as_it_is, writes=bool(writes))
        try:
            if staying and not ledger.stays:
                ledger.stay()
            yield ledger
        except BaseException:
            ledger.close()
            raise
        if staying is None:
            ledger.close()
        else:
            staying.leave(self, _stamp(self) if writes else stamp, ledger)

    def command(self, name: str, words: Sequence[object] = ()) -> Command:
        """Return a command that is given now, as it is noted: its name, what was said behind it, when, and by whom."""
        from sklog.ledger import facts  # noqa: PLC0415  the same

        said, who = " ".join(map(str, words)), self._who
        if who is None:
            said_there = (os.environ.get(name, "").strip() for name in USER_VARIABLES)
            who = next(filter(None, said_there), None) or _login_name()
        # a terminal and a system may hand over what is no UTF-8
        said, who = (text.encode(errors="replace").decode() for text in (said, who[:LONGEST_NAME]))
        return facts.Command(name, said, datetime.now(UTC).isoformat(timespec="milliseconds"), who)


def _stamp(file: LedgerFile) -> Stamp:
    """Return the stamp of a file, () where it cannot be looked at: whoever opens it says why."""
    with suppress(OSError):
        return file.stamp()
    return ()


@contextmanager
def _readable(ledger: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Turn what a value ended in that somebody has changed into a sentence: most are read, not looked at one by one.

    Where nothing is wrong with the ledger, the mistake is sklog's own, and is raised as it is.
    """
    try:
        yield
    except UNREADABLE as error:
        if not rooms.load(rooms.CHECK).disagrees(ledger):
            raise
        raise Damaged(_t("{path} was changed or damaged, and cannot be read", path=path)) from error


def somebody(who: str, people: Iterable[str]) -> str:
    """Return what people call whoever recorded something: one of these people, or where a login is nobody's name."""
    for name in people:
        if name_key(name) == name_key(who):
            return name
    logins = {os.environ.get(name, "").strip() for name in LOGINS} | {_login_name()}
    return _("Laptop") if who and who in logins else who


def _login_name() -> str:
    """Return the name that the system knows of who sits at the keys, "" where it knows none."""
    with suppress(ImportError, KeyError):
        import pwd  # noqa: PLC0415  not on every system, and seldom asked

        return pwd.getpwuid(os.getuid()).pw_name
    return ""


def open_ledger(
    path: Path, *, create: bool = False, wait: float | None = None, as_it_is: bool = False, writes: bool = False
) -> database.Connection:
    """Open the ledger at `path`; with `create` a missing one is made, readable by its owner only.

    `wait` is how many seconds a writer is waited for, where it is not as long as usual. One of an older version is
    copied first, and then brought up to date, unless it is taken `as_it_is`. Whoever `writes` finds it with a rollback
    journal.
    Raises LedgerError with one sentence when the file is missing, foreign, newer, made otherwise, or cannot be used.
    """
    ledger = _connected(path, create=create, wait=wait, as_it_is=as_it_is)
    try:
        with database.translated(path):
            older = not as_it_is and ledger.version < SCHEMA_VERSION
            if (older or writes) and database.has_log(ledger):
                ledger.close()  # who has it open keeps its log
                database.leave_log(path)
                ledger = _connected(path, create=create, wait=wait, as_it_is=as_it_is)
            if older:
                _build(ledger, path)
    except BaseException:
        ledger.close()
        raise
    return ledger


def _connected(path: Path, *, create: bool, wait: float | None, as_it_is: bool) -> database.Connection:
    try:
        return database.connect(path, create=create, wait=wait, as_it_is=as_it_is)
    except database.OtherwiseBuilt as error:
        try:
            refused: LedgerError = rooms.load(rooms.CHECK).naming_first_part(error, path)
        except NotInstalled:
            raise error from None
        raise refused from error


def in_memory() -> sqlite3.Connection:
    """Return an empty ledger that is gone when it is closed: for a dry run where there is none yet."""
    ledger = sqlite3.connect(":memory:", isolation_level=None)
    database.set_up(ledger)
    _build(ledger)
    return ledger


def _build(ledger: sqlite3.Connection, path: Path | None = None) -> None:
    """Bring a ledger to the newest version, after a copy was made of the one at `path` where it holds something.

    Raises LedgerError where that one cannot be copied.
    """
    from sklog.ledger import schema  # noqa: PLC0415  100 ms, and only for a new or an older ledger

    if path is not None:
        database.require_one_name(path)
        database.bound_reading(ledger, path)
    schema.migrate(ledger, path)
    database.unbound_reading(ledger)
