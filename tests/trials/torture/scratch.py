"""What the parts share: scratch ledgers, sklog as a process, and what a ledger holds, read without sklog."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests import transcripts

ROOT = transcripts.ROOT
LEDGER = "sklog.db"
SKLOG = (sys.executable, "-m", "sklog")
SECONDS = 120.0
MOMENTS = ("at", "started_at", "applied_at", "uid", "digest", "seal")
"""Columns that differ when the same is recorded at another time: `check` proves the digests."""

Content = dict[str, list[tuple[object, ...]]]
"""The rows of every table, without what depends on the time."""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Give an empty folder; the user's own settings, ledger and tariffs are out of sight while it is there."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="sklog-torture-", ignore_cleanup_errors=True) as name:
        place = Path(name).resolve()
        for unseen in transcripts.UNSEEN:
            os.environ.pop(unseen, None)
        os.environ.update(transcripts.environment(place), PYTHONPATH=str(ROOT))
        try:
            yield place
        finally:
            os.environ.clear()
            os.environ.update(before)


class Ran(NamedTuple):
    """What a process did: its exit code (below 0: the signal that ended it), and what it printed."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """Everything that it printed."""
        return self.out + self.err


def environment(place: Path, env: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of a process whose ledger lies in this folder, with its copies beside it."""
    return {**os.environ, "SKLOG_DB": str(place / LEDGER), "SKLOG_BACKUPS": "", **env}


def run(command: Sequence[str | Path], place: Path, *, stdin: str = "", **env: str) -> Ran:
    """Run a command as a process of its own, in this folder."""
    ran = subprocess.run(
        command,
        cwd=place,
        input=stdin.encode(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
        env=environment(place, env),
    )
    return Ran(ran.returncode, ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace"))


def told(words: Sequence[str], place: Path, *, stdin: str = "") -> str:
    """Run sklog inside this process, where it has to succeed, and return what it says."""
    ran = _inside(words, place, stdin)
    if ran.code:
        raise AssertionError(f"sklog {' '.join(words)} in {place}: {ran.out}{ran.err}")
    return ran.out


def _inside(words: Sequence[str], place: Path, stdin: str = "") -> transcripts.Ran:
    with contextlib.chdir(place):
        return transcripts.run(words, stdin=stdin, env={"SKLOG_DB": str(place / LEDGER)})


def tried(words: Sequence[str], place: Path) -> Ran:
    """Run sklog inside this process, whatever becomes of it; an exception is said like a traceback."""
    try:
        return Ran(*_inside(words, place))
    except Exception as error:  # noqa: BLE001  what nobody has caught is what is looked for
        return Ran(1, "", f"Traceback: {type(error).__name__}: {error}")


def differs(path: Path) -> str:
    """Return what `sklog check` says against a ledger; "" if everything agrees."""
    ran = tried(["check", "--db", str(path)], path.parent)
    return ran.said if ran.code else ""


def content(path: Path) -> Content:
    """Return what the ledger holds; SQLite itself takes back what a dead process has left half done."""
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        tables = ledger.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlite_%'")
        return {table: _rows(ledger, table) for (table,) in sorted(tables)}


def _rows(ledger: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    names = [name for _, name, *_ in ledger.execute(f'PRAGMA table_info("{table}")') if name not in MOMENTS]
    said = ", ".join(f'"{name}"' for name in names)
    return ledger.execute(f'SELECT {said} FROM "{table}" ORDER BY {said}').fetchall()  # noqa: S608  our own tables


def copied(template: Path, place: Path) -> Path:
    """Return `place` with exactly what lies in `template`."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(template, place)
    return place
