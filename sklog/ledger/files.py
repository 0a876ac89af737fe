"""Files beside the ledger: made for their owner only, and on disk before anybody counts on them."""

from __future__ import annotations

import os
from pathlib import Path


def part_of(file: Path) -> Path:
    """Make a part beside a file, for its owner only, and return it. Raises OSError."""
    from tempfile import mkstemp  # noqa: PLC0415  only where a file is replaced

    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name[:40]}.")
    os.close(handle)
    return Path(name)


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
