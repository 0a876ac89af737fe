"""Going back to a copy: what is there afterwards, what is kept, what is refused, and what a crash leaves."""

import contextlib
import os
import shutil
import signal
import sqlite3
import stat
from pathlib import Path

import pytest

from sklog.errors import LedgerError
from sklog.ledger import database, evenings
from sklog.ledger.open import open_ledger
from sklog.vault import backup, restore
from tests.copied import (
    NOW,
    OLDER,
    _as_shipped,  # noqa: F401  a fixture
    content,
    later,
    ledger_in,
    limited,
    one_more_hand,
    running,
    tamper,
)
from tests.recorded import dump

PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a ledger with an evening of two hands."""
    return ledger_in(tmp_path)


def test_going_back_and_taking_that_back(path: Path) -> None:
    """The ledger holds what the copy holds; what was there is a copy too, and going back to it is as before."""
    early, copy = content(path), backup.by_hand(path, NOW).path
    one_more_hand(path)
    late = content(path)
    kept = restore.restore(path, copy, later(seconds=1))
    assert content(path) == early
    assert kept.copy is not None
    assert kept.copy.name == "2026-11-20T18-05-10Z-before-restore.db"
    restore.restore(path, kept.copy, later(seconds=2))
    assert content(path) == late


def test_a_ledger_that_is_gone_comes_back(path: Path) -> None:
    """Only the folder of copies survived: nothing has to be kept, and the ledger is its owner's alone."""
    before, copy = content(path), backup.by_hand(path, NOW).path
    path.unlink()
    assert restore.restore(path, copy, NOW) == (None, None)
    assert content(path) == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_ledger_that_is_empty_comes_back(path: Path) -> None:
    """An empty file is nothing that has to be kept."""
    copy = backup.by_hand(path, NOW).path
    path.write_bytes(b"")
    assert restore.restore(path, copy, NOW).copy is None
    assert content(path) == content(copy)


def test_the_file_of_the_ledger_stays_the_same(path: Path) -> None:
    """It is written, not exchanged: whoever has it open sees the copy, and who could use it still can."""
    copy = backup.by_hand(path, NOW).path
    one_more_hand(path)
    path.chmod(0o660)
    with contextlib.closing(open_ledger(path)) as reader:
        restore.restore(path, copy, later(seconds=1))
        assert evenings.find(reader).hands == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o660


def test_nothing_stays_beside_the_ledger(path: Path) -> None:
    """No journal is left when it is done."""
    restore.restore(path, backup.by_hand(path, NOW).path, NOW)
    assert sorted(one.name for one in path.parent.iterdir()) == ["sklog-backups", "sklog.db"]


def test_a_ledger_that_is_no_database_any_more_is_kept_byte_by_byte(path: Path) -> None:
    """With what lies beside it; that journal does not touch what takes its place."""
    copy = backup.by_hand(path, NOW).path
    nonsense = b"nonsense" * 1000
    path.write_bytes(nonsense)
    path.chmod(0o640)
    path.with_name("sklog.db-shm").write_bytes(b"more of it")
    kept = restore.restore(path, copy, NOW)
    assert content(path) == content(copy)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert not path.with_name("sklog.db-shm").exists()
    assert kept.remains is not None
    assert kept.remains.read_bytes() == nonsense
    beside = kept.remains.with_name(f"{kept.remains.name}-shm")
    assert beside.read_bytes() == b"more of it"
    assert [stat.S_IMODE(one.stat().st_mode) for one in (kept.remains, beside)] == [0o600, 0o600]


def test_a_ledger_that_was_cut_off_is_replaced(path: Path) -> None:
    """Where SQLite cannot open what is left, its bytes are kept."""
    copy = backup.by_hand(path, NOW).path
    with path.open("r+b") as file:
        file.truncate(50_000)
    kept = restore.restore(path, copy, NOW)
    assert content(path) == content(copy)
    assert kept.remains is not None
    assert kept.remains.stat().st_size == 50_000


@pytest.mark.long
def test_whichever_page_of_the_ledger_is_lost(path: Path) -> None:
    """Going back works all the same, and what is left of the ledger is kept."""
    copy = backup.by_hand(path, NOW).path
    sound, whole = content(path), path.read_bytes()
    for place in range(0, len(whole), PAGE):
        damaged = whole[:place] + bytes(PAGE) + whole[place + PAGE :]
        path.write_bytes(damaged)
        kept = restore.restore(path, copy, later(seconds=place))
        assert content(path) == sound
        assert kept.copy or (kept.remains and kept.remains.read_bytes() == damaged)


@pytest.mark.long
def test_whichever_page_of_the_ledger_is_lost_that_can_be_taken_back(path: Path) -> None:
    """What this program kept itself is gone back to, damaged as it is: also over a ledger that cannot be opened."""
    copy = backup.by_hand(path, NOW).path
    whole = path.read_bytes()
    damaged = 0
    for place in range(0, len(whole), PAGE):
        path.write_bytes(whole[:place] + bytes(PAGE) + whole[place + PAGE :])
        kept = restore.restore(path, copy, later(seconds=place)).copy
        if kept and restore.wrong_with(path, kept):
            damaged += 1
            for there in (whole, b"nonsense" * 1000):
                path.write_bytes(there)
                restore.restore(path, kept, later(seconds=place + 1))
                assert path.read_bytes()[PAGE:] == kept.read_bytes()[PAGE:]
    assert damaged


def test_a_ledger_that_disagrees_is_kept_as_it_is(path: Path) -> None:
    """What is wrong with the present one is no reason to lose it."""
    copy = backup.by_hand(path, NOW).path
    tamper(path)
    wrong = content(path)
    kept = restore.restore(path, copy, NOW)
    assert kept.copy is not None
    assert content(kept.copy) == wrong
    assert restore.wrong_with(path, kept.copy) != []


def test_somebody_elses_database_is_not_written_over(path: Path) -> None:
    """A wrong --db costs nothing."""
    copy = backup.by_hand(path, NOW).path
    other = path.parent / "films.db"
    tamper(other, "CREATE TABLE film (title)")
    before = other.read_bytes()
    with pytest.raises(LedgerError, match="is a database, but not a ledger of sklog"):
        restore.restore(other, copy, NOW)
    assert other.read_bytes() == before


def test_a_newer_ledger_can_be_left_for_an_older_copy(path: Path) -> None:
    """Who goes back to an older sklog goes back to the copy from before the upgrade; the newer ledger is kept."""
    copy = backup.by_hand(path, NOW).path
    tamper(path, "PRAGMA user_version = 99")
    kept = restore.restore(path, copy, NOW)
    assert content(path) == content(copy)
    assert kept.copy is not None
    with contextlib.closing(sqlite3.connect(kept.copy)) as newer:
        assert newer.execute("PRAGMA user_version").fetchone() == (99,)


@pytest.mark.long
def test_a_full_disk_in_the_middle_of_going_back(path: Path) -> None:
    """What is there now stays in force, and is a copy as well."""
    file = path.parent / "big.db"
    shutil.copy(path, file)
    tamper(file, "CREATE TABLE filler AS SELECT zeroblob(4000000) AS zeros")
    before = content(path)
    script = (
        "import sys; from datetime import datetime, UTC; from pathlib import Path; from sklog.vault import restore\n"
        "restore.restore(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC))"
    )
    with running(script, path, file, preexec_fn=lambda: limited(400_000)) as process:
        assert "LedgerError" in process.communicate()[1]
    assert content_after_a_crash(path) == before
    assert [content(copy.path) for copy in backup.copies_of(path)] == [before]


def test_somebody_who_is_writing_is_waited_for_and_then_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is restored under the hands of somebody else."""
    copy = backup.by_hand(path, NOW).path
    one_more_hand(path)
    before = content(path)
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    with contextlib.closing(open_ledger(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError, match="somebody else is writing to the ledger"):
            restore.restore(path, copy, NOW)
    assert content(path) == before


def _text(file: Path) -> None:
    file.write_text("Anna owes Bene")


def _cut(file: Path) -> None:
    os.truncate(file, 50_000)


def _rotten(file: Path) -> None:
    tamper(
        file,
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'entry_of_action';"
        "PRAGMA writable_schema = OFF",
    )


NO_COPY = {
    "a text": (_text, "is not a copy of a ledger"),
    "an empty file": (lambda file: file.write_bytes(b""), "is not a copy of a ledger"),
    "somebody else's database": (lambda file: tamper(file, "PRAGMA application_id = 7"), "is not a copy of a ledger"),
    "cut off": (_cut, "is damaged"),
    "rotten": (_rotten, "of the file is not as sklog makes it"),
    "newer": (lambda file: tamper(file, "PRAGMA user_version = 99"), "was written by a newer sklog"),
}


@pytest.mark.parametrize(("spoil", "said"), NO_COPY.values(), ids=list(NO_COPY))
def test_what_is_no_copy_is_refused(path: Path, spoil: object, said: str) -> None:
    """What cannot be a ledger again is named before anything is touched."""
    file = backup.to_file(path, path.parent / "copy.db").path
    spoil(file)  # type: ignore[operator]
    with pytest.raises(LedgerError, match=said):
        restore.wrong_with(path, file)


def test_the_ledger_itself_is_no_copy(path: Path) -> None:
    """Going back to what is there is a slip."""
    with pytest.raises(LedgerError, match="is the ledger itself"):
        restore.wrong_with(path, path)


@pytest.mark.parametrize("old", OLDER, ids=lambda file: file.stem)
def test_an_older_copy_is_proved_as_what_it_becomes(path: Path, old: Path) -> None:
    """It is brought up to date in memory for that, and stays as it is."""
    before = old.read_bytes()
    assert restore.wrong_with(path.with_name("gone.db"), old) == []
    assert old.read_bytes() == before


def test_an_older_copy_that_is_locked_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is brought up to date in memory somebody locks it: that is said, and not waited for without end."""
    old = path.with_name("old.db")
    shutil.copy(OLDER[0], old)
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    with contextlib.closing(sqlite3.connect(old, isolation_level=None)) as other:
        monkeypatch.setattr(backup, "damage", lambda _copy: other.execute("BEGIN EXCLUSIVE").fetchall())
        with pytest.raises(LedgerError, match="somebody else is writing to the ledger"), backup.reading(old) as copy:
            backup.disagreements(copy)


RESTORING = """
import os, signal, sys, threading
from datetime import UTC, datetime
from pathlib import Path
from sklog.vault import restore
path, file, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
killed = os.getpid(), signal.SIGKILL
threading.Timer(seconds, os.kill, killed).start()
restore.restore(path, file, datetime.now(UTC))
os.kill(*killed)
"""


def content_after_a_crash(path: Path) -> list[str]:
    """Return what the next one who opens the ledger finds."""
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        return dump(ledger)


@pytest.mark.long
def test_killed_while_it_goes_back(path: Path) -> None:
    """At whatever moment: the ledger is the old or the new one, whole, and the old one is not lost."""
    file = path.parent / "other.db"
    shutil.copy(path, file)
    one_more_hand(file)
    for one in (path, file):
        tamper(one, "CREATE TABLE filler AS SELECT zeroblob(8000000) AS zeros")
    old, new = content(path), content(file)
    original = path.read_bytes()
    seen = []
    for seconds in (0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21, 60):  # the last one: as soon as it has gone back
        path.write_bytes(original)
        shutil.rmtree(backup.folder(path), ignore_errors=True)
        with running(RESTORING, path, file, seconds) as process:
            process.communicate()
            assert process.returncode == -signal.SIGKILL
        found = content_after_a_crash(path)
        assert found in (old, new)
        assert found == old or old in [content(copy.path) for copy in backup.copies_of(path)]
        seen.append(found == new)
    assert not seen[0]
    assert seen[-1]
