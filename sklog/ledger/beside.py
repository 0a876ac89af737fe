"""What lies beside a database: the journal and the log that SQLite keeps there, which may be by somebody else."""

from __future__ import annotations

import os
from contextlib import suppress
from stat import S_ISREG
from typing import TYPE_CHECKING

from sklog.errors import LedgerError
from sklog.language import _t

if TYPE_CHECKING:
    from pathlib import Path

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
