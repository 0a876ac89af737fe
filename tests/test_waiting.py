"""Nobody who writes waits for a reader: while anything is printed or asked, the ledger is free."""

import builtins
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from sklog.cli import printing
from sklog.desk.ledger import Ledger
from sklog.files import commands_export
from sklog.ledger import database
from tests import transcripts
from tests.conftest import Sklog
from tests.trials.torture import samples

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
LONG = 6_000
"""More hands than an import reads before it opens a ledger."""


def is_free(path: Path) -> bool:
    """Whether somebody else could store something in a ledger at this moment."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as ledger:
        try:
            ledger.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return False
        ledger.execute("ROLLBACK")
        return True


class Reader(io.BytesIO):
    """What is printed into: it looks whether every ledger of the folder is free, whenever something comes."""

    kept_out: list[str]

    def write(self, data: bytes, /) -> int:  # type: ignore[override]  # typeshed has any buffer
        """Take what is printed."""
        self.kept_out += [
            path.name for path in sorted(Path().glob("*.db")) if path.stat().st_size and not is_free(path)
        ]
        return super().write(data)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the names of the ledgers that were locked while sklog printed or asked: none is right."""
    kept_out: list[str] = []

    def stream() -> io.TextIOWrapper:
        raw = Reader()
        raw.kept_out = kept_out
        return io.TextIOWrapper(raw, encoding="utf-8", write_through=True)

    def answer(question: str = "") -> str:
        Reader.write(asked, b"")
        if not question:  # it is asked for a word, again and again where that is none
            raise EOFError
        return "y"

    asked = Reader()
    asked.kept_out = kept_out
    monkeypatch.setattr(transcripts, "_stream", stream)
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    monkeypatch.setattr(builtins, "input", answer)
    return kept_out


FURTHER = transcripts.commands("""
import broken.jsonl --keep-going
import broken.jsonl
import missed.jsonl
import long.jsonl
import long.jsonl --keep-going
settle --record
merge other.db
export
export --format csv
restore copy.db
check --digest ABCD-EFGH-JKMN-PQRS
check --digest DIGEST
""")
"""What samples.COMMANDS has not: files that are wrong, questions, and a digest that was noted."""


@pytest.mark.long
def test_no_command_prints_or_asks_while_others_wait(ok: Sklog, run: Sklog, printed: list[str]) -> None:
    """Whatever a command prints or asks, somebody else can store a hand at that moment."""
    lay(ok)
    digest = run("close", "--session", "1").out.rstrip().rpartition(" ")[2]
    run("reopen", "--session", "1")
    locked = {}
    for words in [*samples.COMMANDS, *FURTHER]:
        printed.clear()
        run(*(digest if word == "DIGEST" else word for word in words), stdin="s ac\nsettle\nx\n")
        if printed:
            locked[" ".join(words)] = [*printed]
    assert locked == {}


def lay(ok: Sklog) -> None:
    """Put files and ledgers into the folder that the commands name."""
    shutil.copy(samples.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml", "evening.yaml")
    shutil.copy(samples.ROOT / "tariffs/wiki.yaml", "own.yaml")
    ok(*START)
    ok("add", "s", "ac")
    one = json.loads(ok("export", "--format", "jsonl").out)
    del one["id"]
    long = [{**one, "session": name, "hands": one["hands"] * LONG} for name in ("L1", "L2")]
    write("broken.jsonl", json.dumps({**one, "session": "B"}), "{")
    write("missed.jsonl", json.dumps({**one, "session": "M", "expect": {"Anna": 7}}))
    write("long.jsonl", *map(json.dumps, long), "{")
    ok("--db", "other.db", *START)
    ok("--db", "other.db", "add", "s", "bd")


def write(name: str, *lines: str) -> None:
    """Write lines to a file."""
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="a pipe there has another size")
def test_an_export_that_nobody_reads(folder: Path, ok: Sklog) -> None:
    """While an export waits in a full pipe for somebody to read it, a hand is recorded beside it."""
    ok(*START)
    for _ in range(40):
        ok("add", "--again", "s", "ac", "//", "x" * 1_900)
    before = ok("export").out
    with subprocess.Popen([sys.executable, "-m", "sklog", "export"], cwd=folder, stdout=subprocess.PIPE) as export:
        assert export.stdout is not None
        first = export.stdout.read(1)  # it prints, and of the rest a pipe holds 64 kB
        ok("add", "s", "bd")
        assert export.poll() is None
        assert (first + export.stdout.read()).decode() == before
    assert export.returncode == 0


def test_a_long_export_stays_in_no_memory(ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export that is larger than what is kept in memory lies in a file until it is read."""
    ok(*START)
    ok("add", "s", "ac")
    whole = ok("export", "--format", "csv").out
    rolled = []

    class Kept(tempfile.SpooledTemporaryFile[str]):
        def rollover(self) -> None:
            rolled.append(self.tell())
            super().rollover()

    monkeypatch.setattr(commands_export, "SpooledTemporaryFile", Kept)
    monkeypatch.setattr(commands_export, "IN_MEMORY", 10)
    assert ok("export", "--format", "csv").out == whole
    assert rolled == [len(whole.splitlines(keepends=True)[0])]  # behind the first line that does not fit


@contextmanager
def _somebody(folder: Path, monkeypatch: pytest.MonkeyPatch, *statements: str) -> Iterator[None]:
    """Have another program keep the ledger inside the block, and nobody wait long for it."""
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    with closing(sqlite3.connect(folder / "sklog.db", isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement).fetchall()
        yield


def test_a_reader_that_does_not_end_is_named(
    folder: Path, ok: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a hand cannot be stored because somebody reads, nobody is said to write."""
    ok(*START)
    with _somebody(folder, monkeypatch, "BEGIN", "SELECT * FROM session"):
        assert run("add", "s", "ac").err == "somebody keeps reading sklog.db: nothing was stored\n"
    ok("add", "s", "ac")


def test_a_writer_that_does_not_end_is_named(
    folder: Path, ok: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody else writes, that is said."""
    ok(*START)
    with _somebody(folder, monkeypatch, "BEGIN IMMEDIATE"):
        assert run("add", "s", "ac").err == "somebody else is writing to sklog.db: nothing was stored\n"


# -- who is next --------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="a folder cannot be locked there")
def test_who_comes_later_does_not_overtake(folder: Path, ok: Sklog) -> None:
    """Two stand in line: the one that came first writes first, although the other one asks as often."""
    fcntl = pytest.importorskip("fcntl")
    ok(*START)
    first = os.open(folder, os.O_RDONLY)
    fcntl.flock(first, fcntl.LOCK_EX)
    with database.in_line(folder / "sklog.db") as wait:
        with pytest.raises(BlockingIOError):
            fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(first)
        wait(0)
        with pytest.raises(BlockingIOError):  # now it is its turn, and whoever comes stands behind it
            fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    newcomer = os.open(folder, os.O_RDONLY)
    fcntl.flock(newcomer, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(newcomer)


@pytest.mark.skipif(os.name == "nt", reason="a folder cannot be locked there")
def test_a_folder_that_somebody_has_locked_keeps_nobody_out(folder: Path, ok: Sklog) -> None:
    """Another program may lock the folder, or somebody write to another ledger in it for long: a hand is stored."""
    fcntl = pytest.importorskip("fcntl")
    ok(*START)
    other = os.open(folder, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    assert Ledger().record("s ac").line.number == 1
    os.close(other)


def test_a_folder_that_cannot_be_locked(ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that knows no such lock, and Windows, have no line: a hand is stored."""
    ok(*START)

    def refused(*_: object) -> None:
        raise OSError("no locks available")

    monkeypatch.setattr(database, "flock", refused)
    ok("add", "s", "ac")
    monkeypatch.setattr(database, "flock", None)
    ok("add", "s", "bd")


@pytest.mark.long
def test_who_reads_waits_until_a_ledger_is_free(folder: Path, ok: Sklog) -> None:
    """A program may hold it alone for some seconds, as an import does: looking again is no reading without an end."""
    ok(*START)
    ok("add", "s", "ac")
    with closing(sqlite3.connect(folder / "sklog.db", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        later = threading.Timer(3, lambda: other.execute("ROLLBACK"))
        later.start()
        shown = ok("show").out
        later.join()
    assert "hand 2" in shown
