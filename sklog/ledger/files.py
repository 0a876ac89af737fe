"""Files and folders: for their owner only, whole or not at all, and on disk before anybody counts on them."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from errno import EINVAL, ENOTSUP
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.language import N_, _t, in_shell

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows knows no such lock
    flock = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any


def make(path: Path) -> None:
    """Make the file of a new ledger, readable by its owner only, where there is none yet. Raises OSError."""
    make_folder(path.parent)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def make_folder(place: Path) -> None:
    """Make a folder that is missing, and those above it, for their owner only. Raises OSError.

    SQLite syncs what lies in a folder, not its own name.
    """
    if place.is_dir():
        return
    make_folder(place.parent)
    place.mkdir(mode=0o700, exist_ok=True)
    sync_names(place.parent)


PART = ".sklog-part"
"""How the name of a part ends that is locked as long as its process writes it."""


@contextmanager
def part_of(target: Path, *, folder: bool = False) -> Iterator[Path]:
    """Make a part beside a file, or a `folder`, for its owner only.

    Unless it was put in its place it is gone afterwards; so is what killed processes left there. Raises OSError.
    """
    from tempfile import mkdtemp, mkstemp  # noqa: PLC0415  only where a file is written

    _clear(target.parent)
    named: dict[str, Any] = {"prefix": f".{target.name[:40]}.", "dir": target.parent}
    with ExitStack() as afterwards:
        handle, name = (None, mkdtemp(**named)) if folder else mkstemp(**named)
        part = Path(name)
        afterwards.callback(lambda: _discard(part))
        if handle is not None:
            os.close(handle)
        if flock is not None:
            lock = os.open(part, os.O_RDONLY)
            afterwards.callback(os.close, lock)
            with suppress(OSError):  # where nothing can be locked nothing is cleared away
                flock(lock, LOCK_EX | LOCK_NB)
                part = part.rename(f"{part}{PART}")  # from here on others look whether it is locked
        yield part


def _clear(place: Path) -> None:
    """Remove the parts in a folder that nobody has locked: whoever wrote them was killed."""
    for part in place.glob(f".*{PART}") if flock is not None else ():
        with suppress(OSError), ExitStack() as afterwards:
            lock = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            afterwards.callback(os.close, lock)
            flock(lock, LOCK_EX | LOCK_NB)
            _discard(part)


def _discard(part: Path) -> None:
    """Delete a part, a file or a folder, as far as it is there and can be deleted."""
    from shutil import rmtree  # noqa: PLC0415  the same

    remove(part)
    rmtree(part, ignore_errors=True)


def remove(part: Path) -> None:
    """Delete a part where it is still there, and can be deleted."""
    with suppress(OSError):
        part.unlink(missing_ok=True)


def put_in_place(part: Path, target: Path, *, without: Iterable[Path] = ()) -> None:
    """Put a part that is written in the place of `target`, on disk; the files `without` go in the same moment.

    Raises OSError.
    """
    sync(part)
    for file in without:
        file.unlink()
    part.replace(target)
    sync_names(target.parent)


def sync(file: Path) -> None:
    """Wait until what a file holds is on disk; Windows asks for the right to write to it."""
    with file.open("rb+" if os.name == "nt" else "rb") as opened:
        os.fsync(opened)


def sync_names(place: Path) -> None:
    """Wait until the names in a folder are on disk, where the system and its file system can be asked for it."""
    if os.name == "nt":
        return
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (EINVAL, ENOTSUP):  # what some network shares say of a folder
            raise
    finally:
        os.close(handle)


# -- what is wrong with a ledger's file -------------------------------------------------------------------


MEANINGS: Mapping[str, str] = {
    "readonly": N_("{path} or its folder is read-only"),
    "unable to open": N_("{path} or its folder cannot be opened"),
    "constraint failed": N_("the content of {path} does not agree with itself"),
    "locked": N_("somebody else is writing to {path}"),
    "not a database": N_("{path} is not a database"),
    # SQLite says so where the disk cannot read a page as well
    "malformed": N_("{path} is damaged, or its disk is failing: try again, or go back to a copy"),
    "no such": N_("{path} lacks a part that every ledger has"),
    "too big": N_("{path} has a value larger than sklog ever writes: go back to a copy"),
    "interrupted": N_("{path} cannot be read to its end: go back to a copy"),
    "disk is full": N_("the disk of {path} is full"),
    "disk I/O": N_("{path} cannot be read or written (disk error)"),
    "": N_("{path}: {reason}"),
}
"""What it means that a word is in what SQLite says; the first that is counts, and the last one always is."""


def error_in_words(said: str, path: Path, meanings: Mapping[str, str] = MEANINGS) -> str:
    """Return what SQLite said about a file as a sentence for people."""
    file = in_shell(f"./{path}" if str(path).startswith("-") else path)  # sqlite3 knows no --
    meaning = next(meaning for sign, meaning in meanings.items() if sign in said)
    return _t(meaning, path=path, file=file, reason=said)
