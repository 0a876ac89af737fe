"""Copies of the ledger: what they hold, what is refused, which are pruned, and the one before an upgrade."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sklog.bank import accounts
from sklog.errors import Disagreement, LedgerError
from sklog.ledger import database, evenings
from sklog.ledger.open import open_ledger
from sklog.scoring.state import Count
from sklog.vault import backup, restore
from tests import transcripts
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
    writing,
)
from tests.recorded import SAID, WENZ, evening

if TYPE_CHECKING:
    from collections.abc import Sequence

STAMP = "2026-11-20T18-05-09Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a ledger with an evening of two hands."""
    return ledger_in(tmp_path)


def names(path: Path) -> list[str]:
    """Return the names of all files in the folder of copies, the oldest first."""
    return sorted(one.name for one in backup.folder(path).iterdir())


# -- making one ---------------------------------------------------------------------------------------


def test_a_copy_holds_everything(path: Path) -> None:
    """What is stored stands in the copy, letter by letter, and the ledger is as it was."""
    before = content(path)
    made = backup.by_hand(path, NOW)
    assert content(made.path) == before == content(path)
    assert made.holding == (1, Count(2), "Stammtisch", "2026-11-19")


def test_copies_lie_beside_the_ledger(path: Path) -> None:
    """In a folder called after it, under the moment and the reason, and nothing else is left there."""
    made = backup.by_hand(path, NOW)
    assert made.path == path.parent / "sklog-backups" / f"{STAMP}-by-hand.db"
    assert names(path) == [made.path.name]


def test_copies_belong_to_their_owner_alone(path: Path) -> None:
    """The folder is made with mode 700, and a copy with 600, wherever it is put."""
    path.chmod(0o644)
    made = backup.by_hand(path, NOW).path
    other = backup.to_file(path, path.parent / "copy.db").path
    assert [stat.S_IMODE(one.stat().st_mode) for one in (made.parent, made, other)] == [0o700, 0o600, 0o600]


def test_two_copies_in_one_second(path: Path) -> None:
    """Both are there, and the later one counts as the newer."""
    first = backup.by_hand(path, NOW).path
    second = backup.automatic(path, backup.CLOSED, NOW)
    third = backup.by_hand(path, NOW).path
    assert [copy.path for copy in backup.copies_of(path)] == [third, second, first]


def test_a_name_that_another_process_is_about_to_use_is_left_to_it(path: Path) -> None:
    """While a part is there, its name is taken."""
    with backup.reserved(path, backup.BY_HAND, NOW) as (part, target):
        made = backup.by_hand(path, NOW).path
        assert made != target
        assert part.exists()


def test_a_name_that_cannot_be_looked_at_leaves_no_part(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is not made, and nothing is left lying about."""
    looked = Path.exists

    def failing(file: Path) -> bool:
        if file.name.endswith("-by-hand.db"):
            raise PermissionError(errno.EACCES, "Permission denied", str(file))
        return looked(file)

    monkeypatch.setattr(Path, "exists", failing)
    with pytest.raises(LedgerError, match="Permission denied"):
        backup.by_hand(path, NOW)
    assert names(path) == []


def test_a_ledger_behind_a_link_has_one_folder(path: Path) -> None:
    """By whichever name it is called, its copies lie beside the file itself."""
    (path.parent / "desk").mkdir()
    link = path.parent / "desk" / "abend.db"
    link.symlink_to(path)
    assert backup.folder(link) == backup.folder(path)


def test_a_copy_is_a_ledger(path: Path) -> None:
    """It can be opened with --db like any other."""
    made = backup.by_hand(path, NOW).path
    one_more_hand(made)
    with contextlib.closing(open_ledger(made)) as ledger:
        assert evenings.find(ledger).hands == 3


def test_a_ledger_in_another_journal_mode(path: Path) -> None:
    """Somebody has switched it to WAL: a copy of it is one file all the same."""
    tamper(path, "PRAGMA journal_mode = WAL")
    made = backup.by_hand(path, NOW).path
    assert content(made) == content(path)
    assert names(path) == [made.name]


WRITER = """
import sys, time
from pathlib import Path
from sklog.ledger import database, evenings
from sklog.ledger.open import open_ledger
from tests.recorded import WENZ, add
ledger = open_ledger(Path(sys.argv[1]))
while True:
    with database.transaction(ledger, Path(sys.argv[1])):
        add(ledger, evenings.find(ledger), WENZ)
    print(flush=True)
    time.sleep(0.02)
"""


@pytest.mark.long
def test_a_copy_while_another_process_writes(path: Path) -> None:
    """Every copy proves although hands are recorded meanwhile, and has all that were recorded before it."""
    with running(WRITER, path) as writer:
        assert writer.stdout is not None
        for round_ in range(4):
            writer.stdout.readline()
            assert backup.by_hand(path, later(seconds=round_)).holding.counted.played >= 3 + round_
    assert len(backup.copies_of(path)) == 4


# -- only what proves is a copy -----------------------------------------------------------------------


@pytest.mark.long
def test_a_bad_copy_never_takes_the_place_of_a_good_one(path: Path) -> None:
    """A ledger that disagrees with its facts gives no copy: its differences are said, and nothing is deleted."""
    good = [backup.by_hand(path, later(seconds=number)).path for number in range(3)]
    before = [one.read_bytes() for one in good]
    tamper(path)
    with pytest.raises(Disagreement, match="evening 1"):
        backup.by_hand(path, later(minutes=1), keep=1)
    assert names(path) == [one.name for one in good]
    assert [one.read_bytes() for one in good] == before


def test_a_bad_copy_never_takes_the_place_of_a_file(path: Path) -> None:
    """The same where a file is named."""
    file = backup.to_file(path, path.parent / "copy.db").path
    before = file.read_bytes()
    tamper(path)
    with pytest.raises(Disagreement):
        backup.to_file(path, file)
    assert file.read_bytes() == before
    assert sorted(one.name for one in path.parent.iterdir()) == ["copy.db", "sklog.db"]


def test_a_copy_that_went_wrong_on_its_way_is_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger is fine and a byte of the copy is not: the copy is read again, and deleted."""
    sound = backup.fill

    def unsound(target: sqlite3.Connection, source: sqlite3.Connection, where: Path) -> None:
        sound(target, source, where)
        target.execute("UPDATE state SET hands = 9")

    monkeypatch.setattr(backup, "fill", unsound)
    with pytest.raises(Disagreement):
        backup.by_hand(path, NOW)
    with pytest.raises(Disagreement):
        backup.after_close(path, NOW, 1)
    assert names(path) == []


def test_an_automatic_copy_proves_the_evening_that_was_closed(path: Path) -> None:
    """Of a big ledger not everything: a difference in another evening is found by hand and by `check`."""
    with writing(path) as ledger:
        evening(ledger, WENZ, name="Zweiter")
    tamper(path, "UPDATE state SET hands = 9 WHERE session_id = 1")
    assert backup.after_close(path, NOW, 2)
    with pytest.raises(Disagreement, match="evening 1"):
        backup.after_close(path, NOW, 1)


def test_a_damaged_ledger_is_copied_before_it_is_repaired(path: Path) -> None:
    """What is about to be changed is kept as it is, also where SQLite finds something wrong with it."""
    tamper(
        path,
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'entry_of_action';"
        "PRAGMA writable_schema = OFF",
    )
    with pytest.raises(LedgerError, match="does not have the structure of a ledger"):
        backup.by_hand(path, NOW)
    assert backup.automatic(path, backup.BEFORE_REPAIR, NOW)


# -- pruning ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_newest_are_kept(path: Path) -> None:
    """Of five copies that were made by hand the newest two stay."""
    made = [backup.by_hand(path, later(seconds=number), keep=2) for number in range(5)]
    assert [copy.path for copy in backup.copies_of(path)] == [made[4].path, made[3].path]
    assert [one.pruned for one in made] == [0, 0, 1, 1, 1]


@pytest.mark.long
def test_how_many_are_kept_can_be_set(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKLOG_KEEP_BACKUPS says it for all of them."""
    monkeypatch.setenv(backup.HOW_MANY, "3")
    for number in range(5):
        assert backup.after_close(path, later(seconds=number), 1)
    assert len(backup.copies_of(path)) == 3


@pytest.mark.long
def test_a_good_copy_is_not_given_up_for_a_bad_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older evening was changed: evenings close as ever, and no copy goes until everything agrees again."""
    monkeypatch.setenv(backup.HOW_MANY, "3")
    good = backup.automatic(path, backup.CLOSED, NOW)
    with writing(path) as ledger:
        evening(ledger, WENZ, name="Zweiter")
    tamper(path, "UPDATE state SET hands = 9 WHERE session_id = 1")
    pruned = [backup.after_close(path, later(seconds=number), 2) for number in range(1, 5)]
    assert pruned == [True, True, False, False]  # as long as none has to go nobody looks
    assert good in [copy.path for copy in backup.copies_of(path)]
    assert len(backup.copies_of(path)) == 5
    tamper(path, "UPDATE state SET hands = 2 WHERE session_id = 1")
    assert backup.after_close(path, later(seconds=5), 2)
    assert len(backup.copies_of(path)) == 3


@pytest.mark.long
def test_twenty_are_kept_where_nobody_says_how_many(path: Path) -> None:
    """That is the default."""
    for number in range(22):
        backup.after_close(path, later(seconds=number), 1)
    assert len(backup.copies_of(path)) == 20


@pytest.mark.long
def test_the_newest_that_was_proved_whole_stays(path: Path) -> None:
    """Automatic copies never push out the last one made by hand."""
    whole = backup.by_hand(path, NOW).path
    backup.by_hand(path, later(days=-1))
    for number in range(1, 23):
        backup.after_close(path, later(seconds=number), 1)
    assert [copy.path for copy in backup.copies_of(path) if copy.reason == backup.BY_HAND] == [whole]


@pytest.mark.long
def test_a_clock_that_was_wrong_costs_no_copy(path: Path) -> None:
    """A copy that is older by its date than all others is not deleted by the command that makes it."""
    for number in range(3):
        backup.by_hand(path, later(days=number), keep=3)
    made = backup.by_hand(path, later(days=-9), keep=3)
    assert made.path.exists()


@pytest.mark.long
def test_of_two_copies_the_one_that_holds_more_is_newer(path: Path) -> None:
    """The clock went back a day between them: the older one goes, and the newer one is offered first."""
    older = backup.by_hand(path, NOW, keep=2).path
    one_more_hand(path)
    newer = backup.by_hand(path, later(days=-1), keep=2).path
    assert [copy.path for copy in backup.in_order(path)] == [newer, older]
    one_more_hand(path)
    newest = backup.by_hand(path, later(days=-2), keep=2).path
    assert [copy.path for copy in backup.in_order(path)] == [newest, newer]


@pytest.mark.long
@pytest.mark.parametrize("what", ["gone", "damaged"])
def test_the_newest_copy_of_a_ledger_that_cannot_be_read(path: Path, what: str) -> None:
    """The copies say themselves which of them holds more; the clock was a year ahead once."""
    backup.by_hand(path, later(days=365))
    one_more_hand(path)
    middle = backup.by_hand(path, NOW).path
    one_more_hand(path)
    newest = backup.by_hand(path, later(days=-1)).path
    if what == "gone":
        path.unlink()
    else:
        path.write_bytes(b"Anna owes Bene 2,40" * 1000)
    assert [copy.path for copy in backup.in_order(path)][:2] == [newest, middle]


def keep_iban(path: Path) -> None:
    """Keep an IBAN of Bene's."""
    with writing(path) as ledger:
        accounts.keep(ledger, accounts.BANKS, "Bene", ("AT611904300234573201", ""), SAID)


def forget_iban(path: Path) -> None:
    """Delete it again."""
    with writing(path) as ledger:
        accounts.forget(ledger, accounts.BANKS, "Bene")


def test_of_two_copies_with_the_same_facts_the_one_with_an_iban_of_the_ledger_is_newer(path: Path) -> None:
    """The clock went back a day between them: only the newer one says where money goes."""
    without = backup.by_hand(path, NOW).path
    keep_iban(path)
    holding = backup.by_hand(path, later(days=-1)).path
    assert [copy.path for copy in backup.in_order(path)] == [holding, without]
    one_more_hand(path)
    assert [copy.path for copy in backup.in_order(path)] == [holding, without]


def test_a_copy_with_a_deleted_iban_is_not_the_newest(path: Path) -> None:
    """The clock went back a day between them: nobody who goes back gets the IBAN again without a word."""
    keep_iban(path)
    holding = backup.by_hand(path, NOW).path
    forget_iban(path)
    without = backup.by_hand(path, later(days=-1)).path
    assert [copy.path for copy in backup.in_order(path)] == [without, holding]


@pytest.mark.long
def test_a_copy_with_a_deleted_iban_is_not_the_newest_where_only_copies_are_left(path: Path) -> None:
    """Of two that differ in nothing else it is the later one that knows what was meant last."""
    keep_iban(path)
    holding = backup.by_hand(path, NOW).path
    forget_iban(path)
    without = backup.by_hand(path, later(seconds=1)).path
    path.unlink()
    assert [copy.path for copy in backup.in_order(path)] == [without, holding]


def test_a_deleted_iban_keeps_no_copy(path: Path) -> None:
    """Who deletes an IBAN means it: the copies that hold it go as all others do."""
    keep_iban(path)
    holding = backup.by_hand(path, NOW).path
    forget_iban(path)
    assert backup.by_hand(path, later(seconds=1), keep=1).pruned == 1
    assert not holding.exists()


@pytest.mark.long
def test_a_copy_of_an_older_version_is_older_than_one_with_an_iban(tmp_path: Path) -> None:
    """The second version knew of none; brought up to date, the ledger holds the same facts."""
    path = tmp_path / "sklog.db"
    shutil.copy(transcripts.ROOT / "tests" / "ledgers" / "schema-2.sqlite", path)
    older = backup.by_hand(path, NOW).path
    with writing(path) as ledger:
        accounts.keep(ledger, accounts.BANKS, evenings.people(ledger)[0].name, ("AT611904300234573201", ""), SAID)
    newer = backup.by_hand(path, later(days=-1)).path
    found = [copy.path for copy in backup.in_order(path)]
    assert found.index(newer) < found.index(older)


@pytest.mark.long
def test_what_a_restore_left_behind_is_listed_by_the_clock(path: Path) -> None:
    """Neither holds what the other one does: nothing but the clock says which of them is newer."""
    early = backup.by_hand(path, NOW).path
    one_more_hand(path)
    one_more_hand(path)
    before = restore.restore(path, early, later(seconds=2)).copy
    one_more_hand(path)
    after = backup.by_hand(path, later(seconds=3)).path
    assert [copy.path for copy in backup.in_order(path)] == [after, before, early]


def test_what_is_made_before_something_else_deletes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy that a restore goes back to is not pruned by the one that it makes first."""
    monkeypatch.setenv(backup.HOW_MANY, "1")
    good = backup.by_hand(path, NOW).path
    for number, reason in enumerate(list(backup.REASONS)[2:], 1):
        backup.automatic(path, reason, later(seconds=number))
    assert good.exists()
    assert len(backup.copies_of(path)) == 5


FOREIGN = ("notes.txt", "2026-11-20T18-05-09Z-closed.db.txt", "2026-13-41T18-05-09Z-closed.db", f"{STAMP}-wish.db")


@pytest.mark.long
def test_other_files_in_the_folder_are_left_alone(path: Path) -> None:
    """What is not called like a copy is neither listed nor deleted, and neither is what is no copy at all."""
    place = backup.folder(path)
    place.mkdir()
    text = place / "2001-01-01T00-00-00Z-closed.db"
    for name in (*FOREIGN, text.name):
        (place / name).write_text("Anna owes Bene 2,40")
    for number in range(3):
        backup.by_hand(path, later(seconds=number), keep=1)
    assert {*FOREIGN, text.name} < set(names(path))
    assert [copy.path for copy in backup.copies_of(path)[1:]] == [text]


@pytest.mark.long
def test_a_copy_that_holds_something_else_is_never_deleted(path: Path) -> None:
    """After a restore, what only the copies from before it have is kept, however many are made."""
    early = backup.by_hand(path, NOW).path
    one_more_hand(path)
    rich = backup.by_hand(path, later(seconds=1)).path
    restore.restore(path, early, later(seconds=2))
    for number in range(3, 9):
        backup.by_hand(path, later(seconds=number), keep=1)
    assert rich.exists()
    assert not early.exists()


@pytest.mark.long
def test_two_ledgers_in_one_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of the one are not deleted for the other."""
    monkeypatch.setenv(backup.WHERE, str(path.parent / "copies"))
    other = path.parent / "kranzl.db"
    with writing(other, create=True) as ledger:
        evening(ledger, WENZ, name="Kranzl")
    kept = backup.by_hand(other, NOW).path
    for number in range(1, 4):
        backup.by_hand(path, later(seconds=number), keep=1)
    assert [copy.path for copy in backup.copies_of(path)][1:] == [kept]


def test_what_a_killed_process_left_is_cleared_away(path: Path) -> None:
    """A part that nobody works on any more goes with the next pruning; a fresh one stays."""
    two_days_ago = backup.reserved(path, backup.BY_HAND, later(days=-2))
    with two_days_ago, backup.reserved(path, backup.CLOSED, NOW) as (fresh, _target):
        backup.by_hand(path, NOW)
        assert [name for name in names(path) if name.startswith(".")] == [fresh.name]


# -- settings -----------------------------------------------------------------------------------------


def test_automatic_copies_can_be_switched_off(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKLOG_BACKUPS=off: none is made by itself, and by hand it works as ever."""
    monkeypatch.setenv(backup.WHERE, "off")
    assert backup.automatic(path, backup.CLOSED, NOW) is None
    assert not (path.parent / "sklog-backups").exists()
    assert backup.by_hand(path, NOW).path.parent == path.parent / "sklog-backups"


def test_another_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKLOG_BACKUPS names it; it is made where only it is missing."""
    monkeypatch.setenv(backup.WHERE, str(path.parent / "stick"))
    assert backup.automatic(path, backup.CLOSED, NOW) == path.parent / "stick" / f"{STAMP}-closed.db"


@pytest.mark.parametrize("said", ["no", "0", "copies", "~/copies"])
def test_a_folder_that_is_none(path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """Anything but off and a whole path is refused: a copy that nobody finds is none."""
    monkeypatch.setenv(backup.WHERE, said)
    with pytest.raises(LedgerError, match=rf"SKLOG_BACKUPS is '{said}': set off, or the whole path of a folder"):
        backup.automatic(path, backup.CLOSED, NOW)


@pytest.mark.parametrize("said", ["0", "-1", "many", "2.5", "²", "9" * 5000])
def test_a_number_that_is_none(path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """SKLOG_KEEP_BACKUPS is a whole number from 1 on, or there is one sentence and no copy."""
    monkeypatch.setenv(backup.HOW_MANY, said)
    with pytest.raises(LedgerError, match=r"SKLOG_KEEP_BACKUPS is .*: set how many copies are kept, from 1 on"):
        backup.by_hand(path, NOW)
    assert not backup.folder(path).exists()


# -- a file of one's own ------------------------------------------------------------------------------


def test_an_earlier_copy_is_replaced(path: Path) -> None:
    """The same name every week: the newer copy takes the place of the older one."""
    file = path.parent / "copy.db"
    backup.to_file(path, file)
    one_more_hand(path)
    assert backup.to_file(path, file).holding.counted.played == 3
    assert content(file) == content(path)


def _richer(path: Path, file: Path) -> None:
    backup.to_file(path, file)
    one_more_hand(file)


def _of_another_table(_path: Path, file: Path) -> None:
    with writing(file, create=True) as ledger:
        evening(ledger, WENZ)


def _foreign_database(_path: Path, file: Path) -> None:
    tamper(file, "CREATE TABLE film (title)")


TAKEN = {
    "a text": (lambda _path, file: file.write_text("Anna owes Bene"), "is not an earlier copy of this ledger"),
    "an empty file": (lambda _path, file: file.touch(), "is not an earlier copy of this ledger"),
    "somebody else's database": (_foreign_database, "is not an earlier copy of this ledger"),
    "another table's ledger": (_of_another_table, "is not an earlier copy of this ledger"),
    "a copy with more in it": (_richer, "is not an earlier copy of this ledger"),
    "a folder": (lambda _path, file: file.mkdir(), "is not a regular file"),
    "a link": (lambda path, file: file.symlink_to(path), "is not a regular file"),
    "a link to nothing": (lambda _path, file: file.symlink_to("nowhere"), "is not a regular file"),
    "a pipe": (lambda _path, file: os.mkfifo(file), "is not a regular file"),
    "the ledger itself": (os.link, "is the ledger itself"),
    "a journal beside it": (
        lambda _path, file: file.with_name("copy.db-journal").touch(),
        "is a name that SQLite itself uses",
    ),
}


@pytest.mark.parametrize(("there", "said"), TAKEN.values(), ids=list(TAKEN))
def test_a_place_that_is_taken(path: Path, there: object, said: str) -> None:
    """Whatever lies there and is not an earlier copy of this ledger stays as it is."""
    file = path.parent / "copy.db"
    there(path, file)  # type: ignore[operator]
    before = sorted((one.name, one.lstat().st_ino, one.lstat().st_size) for one in path.parent.iterdir())
    with pytest.raises(LedgerError, match=said):
        backup.to_file(path, file)
    assert sorted((one.name, one.lstat().st_ino, one.lstat().st_size) for one in path.parent.iterdir()) == before


@pytest.mark.parametrize("name", ["sklog.db-journal", "sklog.db-wal", "copy.db-shm", "sklog.DB-Journal"])
def test_a_name_that_belongs_to_sqlite(path: Path, name: str) -> None:
    """A copy beside a ledger is never taken for that ledger's own journal."""
    with pytest.raises(LedgerError, match="is a name that SQLite itself uses"):
        backup.to_file(path, path.with_name(name))


def test_a_device_is_no_place(path: Path) -> None:
    """Nothing is written to a device."""
    with pytest.raises(LedgerError, match="/dev/null is not a regular file"):
        backup.to_file(path, Path("/dev/null"))


def test_a_folder_that_is_not_there(path: Path) -> None:
    """It is not made for a file, and the sentence names it."""
    with pytest.raises(LedgerError, match=r"there is no folder .*nowhere"):
        backup.to_file(path, path.parent / "nowhere" / "copy.db")


# -- where it cannot be -------------------------------------------------------------------------------


def test_no_ledger_no_copy(tmp_path: Path) -> None:
    """A missing ledger is named, and no folder is made."""
    with pytest.raises(LedgerError, match="there is no ledger yet"):
        backup.by_hand(tmp_path / "sklog.db", NOW)
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_that_stays_locked_is_not_waited_for_without_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody keeps it locked: after the usual wait that is said, whether it was locked before or meanwhile."""
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    monkeypatch.setattr(backup, "PATIENCE", 0.05)
    with (
        contextlib.closing(open_ledger(path)) as reader,
        contextlib.closing(open_ledger(path)) as other,
        contextlib.closing(sqlite3.connect(":memory:")) as target,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LedgerError, match="somebody else is writing to the ledger"):
            backup.by_hand(path, NOW)
        with pytest.raises(LedgerError, match="somebody else is writing to the ledger"):
            backup.fill(target, reader, path)


def sklog(path: Path, *words: str, most: int | None = None) -> tuple[int, str]:
    """Run sklog as a process that can write files of at most so many bytes; return its exit code and stderr."""
    ran = subprocess.run(
        [sys.executable, "-m", "sklog", "--db", str(path), *words],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=None if most is None else lambda: limited(most),
    )
    return ran.returncode, ran.stderr


@pytest.mark.long
def test_a_full_disk_leaves_nothing_half_done(path: Path) -> None:
    """One sentence, no part of a copy, and the ledger as it was."""
    before = path.read_bytes()
    code, said = sklog(path, "backup", most=50_000)
    assert (code, said.count("\n")) == (1, 1)
    assert "sklog-backups" in said
    assert names(path) == []
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made(path: Path) -> None:
    """Where a file lies in its place, one sentence says so."""
    (path.parent / "sklog-backups").touch()
    with pytest.raises(LedgerError, match="sklog-backups cannot be used: File exists"):
        backup.by_hand(path, NOW)


# -- before an upgrade --------------------------------------------------------------------------------

OPENING = """
import sys
from pathlib import Path
from sklog.ledger import schema
from sklog.ledger.open import open_ledger
print(flush=True)
sys.stdin.readline()
open_ledger(Path(sys.argv[1])).close()
"""


@pytest.fixture(params=OLDER, ids=lambda file: file.stem)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a ledger that an older sklog wrote."""
    path = tmp_path / "sklog.db"
    shutil.copy(request.param, path)
    return path


def at_once(path: Path, many: int) -> Sequence[tuple[int, str]]:
    """Open a ledger in so many processes at the same moment; return their exit codes and what they said."""
    with contextlib.ExitStack() as opened:
        processes = [opened.enter_context(running(OPENING, path)) for _ in range(many)]
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        return [(process.wait(), process.stderr.read()) for process in processes if process.stderr]


@pytest.mark.long
def test_processes_that_upgrade_at_once_make_one_copy(older: Path) -> None:
    """All of them go on with the new ledger, and the old one is kept once, as it was."""
    before = content(older)
    assert at_once(older, 4) == [(0, "")] * 4
    (copy,) = backup.copies_of(older)
    assert copy.reason == backup.BEFORE_UPGRADE
    assert content(copy.path) == before
    with contextlib.closing(open_ledger(older)) as ledger:
        assert database.version_of(ledger) == database.SCHEMA_VERSION
        assert backup.disagreements(ledger) == []


def test_without_a_copy_there_is_no_upgrade(older: Path) -> None:
    """Where no copy can be put, the ledger is refused and stays as it is."""
    (older.parent / "sklog-backups").touch()
    before = older.read_bytes()
    with pytest.raises(LedgerError, match=r"without a copy it is not brought up to date: .*sklog-backups") as refused:
        open_ledger(older)
    assert len(refused.value.problems) == 1
    assert older.read_bytes() == before


@pytest.mark.long
def test_no_room_for_the_copy_no_upgrade(older: Path) -> None:
    """The same with a full disk."""
    before = older.read_bytes()
    code, said = sklog(older, "show", "--session", "1", most=50_000)
    assert (code, said.count("\n")) == (1, 1)
    assert "without a copy it is not brought up to date" in said
    assert older.read_bytes() == before


def test_an_upgrade_without_a_copy_where_that_is_wished(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKLOG_BACKUPS=off: it is brought up to date all the same."""
    monkeypatch.setenv(backup.WHERE, "off")
    open_ledger(older).close()
    assert [one.name for one in older.parent.iterdir()] == ["sklog.db"]


def test_a_new_ledger_needs_no_copy(path: Path) -> None:
    """Where nothing is recorded yet there is nothing to keep."""
    assert [one.name for one in path.parent.iterdir()] == ["sklog.db"]


@pytest.mark.long
def test_copying_brings_nothing_up_to_date(older: Path) -> None:
    """A copy by hand of an older ledger is one of its own version, proved as what it becomes."""
    before = older.read_bytes()
    made = backup.by_hand(older, NOW)
    assert content(made.path) == content(older)
    assert older.read_bytes() == before


@pytest.mark.long
def test_back_to_the_version_before(older: Path) -> None:
    """An upgrade can be taken back with its copy; the next command brings that up to date again."""
    before = content(older)
    open_ledger(older).close()
    (copy,) = backup.copies_of(older)
    restore.restore(older, copy.path, datetime.now(UTC))
    assert content(older) == before
    open_ledger(older).close()
    assert content(older) != before
