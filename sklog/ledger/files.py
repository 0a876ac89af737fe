"""Files and folders: for their owner only, whole or not at all, and on disk before anybody counts on them."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from errno import EINVAL, ENOTSUP
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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


@contextmanager
def part_of(file: Path) -> Iterator[Path]:
    """Make a part beside a file, for its owner only; unless it was put in the file's place it is gone afterwards.

    Raises OSError.
    """
    from tempfile import mkstemp  # noqa: PLC0415  only where a file is written

    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name[:40]}.")
    part = Path(name)
    try:
        os.close(handle)
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
