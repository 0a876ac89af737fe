"""Going back to a copy: proved first, what is there now kept aside, and in one step that a crash cannot halve.

    FILE taken ─▶ proved ─▶ the ledger locked for everybody else ─▶ copied aside ─▶ its pages, through SQLite's journal

What was proved is what is restored, whatever becomes of FILE. Nobody can write between the copy aside and the way
back, so nothing that was acknowledged is in neither of them. Only a ledger that SQLite itself cannot open is replaced
as a file; its bytes are kept.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import LedgerError
from sklog.language import _, _t
from sklog.ledger import database, facts, files
from sklog.ledger.database import APPLICATION_ID, BESIDE, SCHEMA_VERSION, translated
from sklog.ledger.files import part_of, put_in_place, sync
from sklog.vault import backup, check
from sklog.vault.backup import BEFORE_REPAIR, BEFORE_RESTORE, DAMAGED, RESTORED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

NOT_READ = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, *database.TOO_MUCH)
"""What SQLite says of a file that is no database any more, of no known form, or damaged where all hangs on it.

Or of one that is made of more than anybody can read.
"""


class Restored(NamedTuple):
    """Where the ledger is that was there before: a copy to go back to, or the bytes of an unreadable one.

    Both are None where there was none.
    """

    copy: Path | None = None
    remains: Path | None = None


@contextmanager
def taken(path: Path, file: Path, now: datetime) -> Iterator[Path]:
    """Copy `file` into the folder of copies, to be proved and restored from there; in this context it is there.

    Raises LedgerError where the ledger at `path` cannot become what `file` is, or no copy can be made.
    """
    with backup.reading(file) as source:
        _require_a_copy(path, file, source)
        backup.require_size(file)
    with translated(path):
        database.require_one_name(path)
        files.make_folder(path.parent)  # of a ledger that is gone
    with backup.reserved(path, RESTORED, now) as (part, _target):
        with backup.reading(file) as source, translated(part.parent):
            backup.fill_part(part, source, file)
        yield part


def wrong_with(path: Path, file: Path, part: Path | None = None) -> list[str]:
    """Return what in a copy is damaged or does not agree with its facts, or that it is another ledger's.

    With `part` that is proved, which was `taken` of `file`. Raises LedgerError where the ledger at `path` cannot become
    what `file` is: that is no copy, or newer, or damaged and none of ours, which are kept as the ledger was.
    """
    with backup.reading(part or file) as copy:
        _require_a_copy(path, file, copy)
        wrong = backup.damage(copy)
        if wrong and file.resolve() not in [kept.path.resolve() for kept in backup.copies_of(path)]:
            raise LedgerError(*wrong).at(str(file))
        if not database.built(copy).is_sound:
            return wrong
        database.bound_reading(copy, part or file)
        wrong = wrong or backup.disagreements(copy)
        if not _is_akin(path, copy):
            wrong.append(_("{file} is from another ledger: it has none of the evenings that are here now", file=file))
        return wrong


def _is_akin(path: Path, copy: sqlite3.Connection) -> bool:
    """Whether a copy is of the ledger at `path`, as far as that can be told: an evening is in both, or one is empty."""
    with suppress(LedgerError), closing(database.connect(path)) as ledger, translated(path):
        here, there = ({uid for (uid,) in one.execute("SELECT uid FROM session")} for one in (ledger, copy))
        return not (here and there) or bool(here & there)
    return True


def own_copies(path: Path, copies: Iterable[backup.Copy]) -> list[backup.Copy]:
    """Return which of these copies are of the ledger at `path`: those of others may lie in the same folder.

    What a restore has left behind is, whatever it holds: it is the way back.
    """
    return [kept for kept in copies if kept.reason == BEFORE_RESTORE or _is_akin_file(path, kept.path) is not False]


def latest(path: Path, copies: Iterable[backup.Copy]) -> Path | None:
    """Return the first of these copies that can be read and belongs to the ledger at `path`."""
    found = (kept.path for kept in copies if kept.reason != BEFORE_REPAIR and _is_akin_file(path, kept.path))
    return next(found, None)


def _is_akin_file(path: Path, file: Path) -> bool | None:
    """Whether a copy is of the ledger at `path`; None where it cannot be read."""
    with suppress(LedgerError), backup.sound(file) as copy:
        return _is_akin(path, copy)
    return None


def _require_a_copy(path: Path, file: Path, copy: sqlite3.Connection) -> None:
    """Refuse what the ledger at `path` cannot become: raise LedgerError."""
    if path.exists() and file.samefile(path):
        raise LedgerError(_("{path} is the ledger itself: name another file", path=file))
    try:
        ours = database.application_of(copy) == APPLICATION_ID
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_NOTADB:
            raise
        ours = False  # and no database either
    if not ours:
        raise LedgerError(_("{path} is not a copy of a ledger", path=file))
    if (version := database.version_of(copy)) > SCHEMA_VERSION:
        raise database.newer(file, version)
    try:
        with suppress(sqlite3.DatabaseError):  # what is damaged can be gone back to all the same, if somebody says so
            check.schema_parts(copy)  # it takes a second to copy what is made of very many
    except database.Unsound as error:
        raise error.at(str(file)) from None


def held_now(path: Path) -> backup.Holding:
    """Return what the ledger at `path` holds now; raise LedgerError where that cannot be said."""
    with closing(database.connect(path)) as ledger, translated(path):
        return backup.what_it_holds(ledger)


def restore(path: Path, file: Path, now: datetime) -> Restored:
    """Make the ledger at `path` what `file` is, and return where the present one is kept. Raises LedgerError.

    `file` was `taken` and proved (`wrong_with`) before. Other processes wait meanwhile, and find the one or the other.
    """
    with translated(path):
        was_there = path.exists()
        if not was_there:
            files.make(path)
        try:
            with closing(database.connect_raw(path, "rw")) as ledger:
                has_log = database.has_log(ledger)
            if has_log:
                database.leave_log(path)
            with (
                database.in_line(path) as wait,
                closing(database.connect_raw(path, "rw")) as ledger,
                nullcontext() if was_there else _nothing_left(ledger, path),
            ):
                database.set_up(ledger)
                ledger.execute("PRAGMA locking_mode = EXCLUSIVE")  # what one transaction locks stays locked behind it
                database.patiently(ledger, "BEGIN EXCLUSIVE", wait)
                ledger.execute("COMMIT")
                return Restored(_exchange_pages(ledger, path, file, now))
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in NOT_READ:
                raise
        return Restored(remains=_replace_file(path, file, now))


def way_back(path: Path, kept: Path) -> str:
    """Return the sentence with the command that restores what was kept; for a damaged one with --keep-going."""
    with suppress(LedgerError):  # only a newer sklog can go back to what that wrote
        if wrong_with(path, kept):
            return _("To take that back: sklog restore --keep-going {name}", name=kept.name)
    return _("To take that back: sklog restore {name}", name=kept.name)


@contextmanager
def _nothing_left(ledger: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Take the file away again that was made for the copy, where nothing got into it: while it is locked."""
    try:
        yield
    except BaseException:
        with suppress(OSError, sqlite3.Error):
            if _is_empty(ledger):
                path.unlink()
        raise


def _exchange_pages(ledger: sqlite3.Connection, path: Path, file: Path, now: datetime) -> Path | None:
    """Copy what is there aside, then take over the pages of the copy, in one transaction of SQLite's own."""
    aside = None
    if not _is_empty(ledger):
        if database.application_of(ledger) != APPLICATION_ID:
            raise database.foreign(path)
        aside = backup.quick_copy(ledger, path, BEFORE_RESTORE, now)
    with backup.reading(file) as copy, translated(path):
        try:
            backup.fill(ledger, copy, file)
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
                raise
            # where only its journal could not be given up, everything is there
            raise LedgerError(
                _t(
                    "{path}: the disk failed or was full while going back¦: check with sklog show what was stored",
                    path=path,
                )
            ) from error
    facts.note(ledger)
    return aside


def _replace_file(path: Path, file: Path, now: datetime) -> Path:
    """Keep the bytes of a file that is no database any more, and put the copy in its place."""
    remains = _bytes_aside(path, now)
    real = path.resolve()
    with backup.reading(file) as copy:
        with translated(real), part_of(real) as part:
            # what was wrong with the copy was said, and is gone back to all the same
            backup.fill_proved(part, copy, file, partial(backup.new_damage, copy))
            part.chmod(real.stat().st_mode & 0o777)  # who could use the ledger still can
            put_in_place(part, real, without=_files_beside(real))  # that belongs to the bytes that are going
        facts.note(copy)
    return remains


def _bytes_aside(path: Path, now: datetime) -> Path:
    """Copy the file of a ledger, with what SQLite keeps beside it, byte by byte."""
    real = path.resolve()
    with backup.reserved(path, DAMAGED, now) as (part, target), translated(target):
        for beside in _files_beside(real):
            aside = target.with_name(target.name + beside.name.removeprefix(real.name))
            aside.touch(mode=0o600)
            shutil.copyfile(beside, aside)
            sync(aside)
        shutil.copyfile(real, part)
        put_in_place(part, target)
    return target


def _files_beside(real: Path) -> list[Path]:
    """Return what SQLite has left beside a database."""
    return [beside for ending in BESIDE if (beside := real.with_name(real.name + ending)).exists()]


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether a database holds nothing at all."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
