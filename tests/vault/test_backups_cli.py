"""backup and restore as commands, and the copies that are made by themselves."""

import json
import re
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sklog.cli import common
from sklog.ledger import evenings
from sklog.ledger.open import open_ledger
from sklog.vault import backup, check
from tests import transcripts
from tests.conftest import Sklog, set_clock
from tests.copied import content, tamper
from tests.terminal import Terminal

pytestmark = pytest.mark.long

LEDGER = Path(transcripts.LEDGER)
FOLDER = Path("sklog-backups")
OLDER = sorted((transcripts.ROOT / "tests" / "ledgers").glob("*.sqlite"))
HEADER = 100
"""How many bytes of a database SQLite counts its own writes in."""
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "lamers")
AUTOMATIC = {"SKLOG_BACKUPS": ""}
"""As shipped; in the other tests no automatic copy lies about."""


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an evening of one hand."""
    ok(*START)
    ok("add", "w", "b")
    return ok


def copies() -> list[str]:
    """Return the names in the folder of copies."""
    return sorted(path.name for path in FOLDER.iterdir()) if FOLDER.exists() else []


def hands() -> int:
    """Return how many hands the newest evening has."""
    with closing(open_ledger(LEDGER)) as ledger:
        newest = evenings.newest(ledger)
    assert newest is not None
    return newest.hands


# -- by hand ------------------------------------------------------------------------------------------


def test_a_copy_is_named(table: Sklog) -> None:
    """The answer says where the copy is, that it was proved, and what it holds."""
    said = table("backup").out
    (name,) = copies()
    assert (
        said == f"Copied to sklog-backups/{name} and proved: 1 evening, 1 hand; the newest: Stammtisch, 19 Nov 2026.\n"
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-by-hand\.db", name)


def test_the_copies_are_listed(table: Sklog) -> None:
    """When, why, what is in them, how large they are, and by which name one goes back."""
    table("backup")
    table("add", "w", "c")
    table("close", env=AUTOMATIC)
    found = json.loads(table("backup", "--list", "--format", "json").out)["tables"]["copies"]
    assert [(one["reason"], one["evenings"], one["hands"]) for one in found] == [
        ("evening closed", 1, 2),
        ("by hand", 1, 1),
    ]
    assert [one["name"] for one in found] == copies()[::-1]
    assert all(one["bytes"] == (FOLDER / one["name"]).stat().st_size for one in found)
    said = table("backup", "--list").out
    assert f"To go back to one: sklog restore {copies()[1]}" in said
    assert table("restore").out == said


def test_a_copy_from_before_the_clock_went_back(table: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list begins with the copy that holds most, offers it, and names the clock; --keep 1 keeps it."""
    table("backup")
    (older,) = copies()
    assert "Their contents show which is newer" not in table("backup", "--list").out
    table("add", "w", "c")
    set_clock(monkeypatch, datetime.now(UTC) - timedelta(days=1))
    table("backup")
    (newer,) = {*copies()} - {older}
    said = table("backup", "--list").out
    assert said.index(newer) < said.index(older)
    assert "Their contents show which is newer" in said
    assert f"To go back to one: sklog restore {newer}" in said
    table("backup", "--keep", "1")
    assert older not in copies()
    assert json.loads(table("backup", "--list", "--format", "json").out)["tables"]["copies"][0]["hands"] == 2


def test_a_copy_that_says_otherwise_where_an_evening_came_from_stays(table: Sklog) -> None:
    """The evening itself is the same: what `session log` tells of it is not."""
    table("--db", "verein.db", "start", "Verein", "--players", "Eva,Fritz,Gabi,Hans")
    table("--db", "verein.db", "add", "w", "f")
    table("backup")
    (before,) = copies()
    table("merge", "verein.db", "--yes")
    table("backup")
    (came,) = {*copies()} - {before}
    table("restore", before, "--yes")
    shutil.copy("verein.db", "other.db")
    table("merge", "other.db", "--yes")
    table("backup", "--keep", "1")
    assert came in copies()
    assert before not in copies()


def test_a_copy_that_cannot_be_read_is_listed_as_such(table: Sklog) -> None:
    """It is there, and nobody relies on it."""
    table("backup")
    (FOLDER / copies()[0]).write_text("Anna owes Bene 2,40")
    assert "cannot be read" in table("backup", "--list").out


def test_the_list_can_be_written(table: Sklog) -> None:
    """In any format, into a file."""
    table("backup")
    table("backup", "--list", "-o", "copies.csv")
    assert Path("copies.csv").read_text().splitlines()[0] == "at,reason,evenings,hands,bytes,name"


def test_how_many_are_left_is_said(table: Sklog) -> None:
    """`--keep` prunes the oldest, and says so."""
    for _ in range(3):
        table("backup")
    assert table("backup", "--keep", "2").out.endswith("2 older copies were deleted.\n")
    assert len(copies()) == 2


@pytest.mark.parametrize("older", OLDER, ids=lambda older: older.stem)
def test_a_copy_of_an_older_ledger_is_named_in_its_own_words(ok: Sklog, older: Path) -> None:
    """What it holds can be said of every version, as `check` says it once it is brought up to date."""
    shutil.copy(older, LEDGER)
    copied = ok("backup", "copy.db").out
    assert re.search(r" proved: \d+ evenings?.*; the newest: ", copied)
    assert ok("check").out


def test_a_copy_without_a_hand_says_what_else_it_holds(table: Sklog) -> None:
    """Years of a list are postings: "0 hands" would read as if nothing were there."""
    table("void", "1")
    table("post", "Anna:-50ct", "Bene:50ct")
    assert "1 evening, 1 void, 1 posting; the newest: " in table("backup").out


# -- by themselves ------------------------------------------------------------------------------------


def test_closing_an_evening_makes_a_copy(table: Sklog) -> None:
    """Behind the commit, with the evening closed in it, and without a word."""
    said = table("close", "--dry-run", env=AUTOMATIC).out
    assert copies() == []
    assert table("close", env=AUTOMATIC).out.splitlines()[:7] == said.splitlines()[:7]
    (name,) = copies()
    assert name.endswith("-closed.db")
    assert content((FOLDER / name).resolve()) == content(LEDGER.resolve())
    assert stat.S_IMODE((FOLDER / name).stat().st_mode) == 0o600


def test_closing_at_the_prompt_makes_a_copy(table: Sklog) -> None:
    """A line of `play` is the same command."""
    table("play", stdin="s ac\nclose\n", env=AUTOMATIC)
    assert [name.partition("Z-")[2] for name in copies()] == ["closed.db"]


def test_closing_without_copies(table: Sklog) -> None:
    """SKLOG_BACKUPS=off, in any case."""
    table("close", env={"SKLOG_BACKUPS": "OFF"})
    assert copies() == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        pytest.param({"SKLOG_BACKUPS": "copies"}, "SKLOG_BACKUPS is 'copies': set off, or the whole", id="folder"),
        pytest.param({"SKLOG_BACKUPS": "", "SKLOG_KEEP_BACKUPS": "x"}, "SKLOG_KEEP_BACKUPS is 'x': set", id="number"),
        pytest.param({"SKLOG_BACKUPS": "/dev/null"}, "/dev/null cannot be used: ", id="no-folder"),
    ],
)
def test_a_copy_that_fails_changes_nothing(run: Sklog, table: Sklog, settings: dict[str, str], said: str) -> None:
    """One sentence on stderr; the evening is closed, and the exit code says so."""
    ran = run("close", env=settings)
    assert ran.code == 0
    assert ran.err.startswith(f"The evening is closed, but no copy was made: {said}")
    assert ran.err.count("\n") == 1
    assert "Closed: Stammtisch." in ran.out
    assert "closed" in table("session", "list").out


@pytest.mark.parametrize("said", ["database or disk is full", "disk I/O error", "database is locked", "something else"])
def test_a_copy_that_fails_does_not_deny_the_evening(
    run: Sklog, table: Sklog, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """It is closed, and nobody says that nothing was stored."""

    def failing(*_: object) -> None:
        raise sqlite3.OperationalError(said)

    monkeypatch.setattr(backup, "fill_proved", failing)
    ran = run("close", env=AUTOMATIC)
    assert ran.code == 0
    assert "The evening is closed, but no copy was made: " in ran.err
    assert "nothing was stored" not in ran.err
    assert "closed" in table("session", "list").out


def test_an_evening_that_does_not_prove_in_the_copy(run: Sklog, table: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The difference is named, and where more is to be learned; the evening is closed, and there is no copy."""
    monkeypatch.setattr(check, "of_evening", lambda _ledger, _number: ["it has no state"])
    ran = run("close", env=AUTOMATIC)
    assert ran.code == 0
    assert ran.err == (
        "The evening is closed, but its copy could not be proved: evening 1: it has no state; "
        "sklog check tells you more.\n"
    )
    assert copies() == []
    table("reopen")


def test_an_older_evening_that_does_not_prove_keeps_the_older_copies(run: Sklog, table: Sklog) -> None:
    """It is said when a copy would have to go for one that is not sound; the evening is closed."""
    keep_one = {**AUTOMATIC, "SKLOG_KEEP_BACKUPS": "1"}
    table("close", env=keep_one)
    tamper(LEDGER.resolve())
    table(*START)
    table("add", "w", "b")
    ran = run("close", env=keep_one)
    said = "The ledger does not agree with itself, so no older copy was deleted; sklog check tells you more.\n"
    assert (ran.code, ran.err) == (0, said)
    assert len(copies()) == 2


def test_reading_an_older_ledger_keeps_a_copy_of_it(ok: Sklog) -> None:
    """The first command of a newer sklog brings it up to date, whichever it is, and what was there stays."""
    shutil.copy(transcripts.ROOT / "tests" / "ledgers" / "schema-2.sqlite", LEDGER)
    before = content(LEDGER.resolve())
    ok("session", "list", env=AUTOMATIC)
    ok("session", "list", env=AUTOMATIC)
    (name,) = copies()
    assert name.endswith("-before-upgrade.db")
    assert content((FOLDER / name).resolve()) == before


# -- going back ---------------------------------------------------------------------------------------


@pytest.fixture
def copied(table: Sklog) -> str:
    """Return the name of a copy with one hand; the ledger has two."""
    table("backup")
    table("add", "w", "c")
    return copies()[0]


def test_going_back_says_how_it_is_taken_back(table: Sklog, copied: str) -> None:
    """By the very command that is printed."""
    said = table("restore", copied, "--yes").out.splitlines()
    assert said[:3] == [
        "Now:  1 evening, 2 hands; the newest: Stammtisch, 19 Nov 2026.",
        "Then: 1 evening, 1 hand; the newest: Stammtisch, 19 Nov 2026.",
        f"sklog.db is now as it was in {copied}.",
    ]
    assert hands() == 1
    assert said[3].startswith("To take that back: sklog restore ")
    table(*said[3].split("sklog ")[1].split(), "--yes")
    assert hands() == 2
    table("check")


@pytest.mark.parametrize("typed", ["{name}", "{start}", "sklog-backups/{name}"])
def test_a_copy_is_known_by_its_name(table: Sklog, copied: str, typed: str) -> None:
    """The whole name, an unambiguous beginning of it, or the path of any file."""
    table("restore", typed.format(name=copied, start=copied[:12]), "--yes")
    assert hands() == 1


def test_a_dry_run_goes_nowhere(table: Sklog, copied: str) -> None:
    """It shows what would be."""
    assert table("restore", copied, "--dry-run").out.endswith("Nothing was stored (--dry-run).\n")
    assert (hands(), copies()) == (2, [copied])


@pytest.mark.parametrize(("answer", "left"), [("y", 1), ("n", 2), ("", 2)])
def test_it_asks_before(copied: str, answer: str, left: int) -> None:
    """Enter alone is no."""
    with Terminal("restore", copied) as terminal:
        terminal.until("The present ledger is kept.")
        terminal.type(f"{answer}\r")
        assert terminal.ended() == 0
    assert hands() == left


def test_a_ledger_that_is_gone_comes_back(table: Sklog, copied: str) -> None:
    """Where only the copies are left."""
    LEDGER.unlink()
    said = table("restore", copied, "--yes").out.splitlines()
    assert said[0] == "Now:  nothing"
    assert said[-1] == f"sklog.db is now as it was in {copied}."
    assert hands() == 1


def test_a_ledger_that_cannot_be_read_is_kept(table: Sklog, copied: str) -> None:
    """Its bytes, for whoever can do something with them."""
    LEDGER.write_text("Anna owes Bene 2,40" * 1000)
    said = table("restore", copied, "--yes").out.splitlines()
    assert said[0] == "Now:  sklog.db is not a database; name another file with --db"
    kept = Path(said[-1].removeprefix("The unreadable parts are kept as they were: "))
    assert kept.read_text().startswith("Anna owes")
    assert hands() == 1
    assert kept.name not in table("backup", "--list").out


def test_a_copy_that_disagrees_can_be_gone_back_to_all_the_same(run: Sklog, copied: str) -> None:
    """For who knows what is wrong with it; the exit code says it is."""
    tamper(FOLDER.resolve() / copied)
    assert run("restore", copied, "--yes").code == 3
    assert hands() == 2
    ran = run("restore", copied, "--yes", "--keep-going")
    assert ran.code == 3
    assert ran.err == "evening 1 (Stammtisch): 9 hands are counted, 1 are recorded\n"
    assert run("check").code == 3


def test_going_back_from_a_ledger_that_disagreed_says_how_it_is_taken_back(run: Sklog, copied: str) -> None:
    """What does not agree has to be meant, so the command that is printed says that it is."""
    tamper(LEDGER.resolve())
    before = content(LEDGER.resolve())
    back = run("restore", copied, "--yes").out.splitlines()[-1].partition(": sklog ")[2]
    assert back.startswith("restore --keep-going ")
    again = run(*back.split(), "--yes")
    assert (again.code, again.err) == (3, "evening 1 (Stammtisch): 9 hands are counted, 2 are recorded\n")
    assert content(LEDGER.resolve()) == before
    assert again.out.splitlines()[-1].startswith("To take that back: sklog restore 20")


EMPTY_INDEX = (
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_master SET sql = sql || ' WHERE id < 0' WHERE name = 'entry_of_action';"
    "PRAGMA writable_schema = RESET; REINDEX entry_of_action; PRAGMA writable_schema = ON;"
    "UPDATE sqlite_master SET sql = replace(sql, ' WHERE id < 0', '') WHERE name = 'entry_of_action'"
)


def lose_a_page() -> bytes:
    """Lose the page of the ledger on which the states of the evenings stand; return what is left."""
    with closing(sqlite3.connect(LEDGER)) as ledger:
        (number,) = ledger.execute("SELECT rootpage FROM sqlite_master WHERE name = 'state'").fetchone()
        (size,) = ledger.execute("PRAGMA page_size").fetchone()
    with LEDGER.open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(bytes(size))
    return LEDGER.read_bytes()


def test_going_back_from_a_damaged_ledger_says_how_it_is_taken_back(run: Sklog, copied: str) -> None:
    """A file that this program kept itself is gone back to damaged as it is, if that is meant; no other is."""
    damaged = lose_a_page()
    back = run("restore", copied, "--yes").out.splitlines()[-1].partition(": sklog ")[2]
    shutil.copy(FOLDER / back.split()[-1], "elsewhere.db")
    refused = run("restore", "elsewhere.db", "--keep-going", "--yes")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("elsewhere.db: the file itself is damaged, or its disk is failing: ")
    again = run(*back.split(), "--yes")
    assert again.code == 3
    assert again.err.startswith("the file itself is damaged, or its disk is failing: ")
    assert again.out.splitlines()[1] == "Then: cannot be read"
    assert LEDGER.read_bytes()[HEADER:] == damaged[HEADER:]


def test_a_damaged_ledger_that_was_repaired_says_how_that_is_taken_back(run: Sklog, copied: str) -> None:
    """The copy from before the repair is damaged, and the very command that is printed goes back to it."""
    tamper(LEDGER.resolve(), EMPTY_INDEX)
    *_done, back, _proved = run("check", "--repair", env=AUTOMATIC).out.splitlines()
    assert run("check").code == 0
    assert copied in copies()
    again = run(*back.partition(": sklog ")[2].split(), "--yes")
    assert again.code == 3
    assert again.err.startswith("the file itself is damaged: ")
    assert run("check").err.startswith("the file itself is damaged: ")


@pytest.fixture
def shared(table: Sklog) -> list[str]:
    """Keep the copies of two ledgers in one folder, the other one's behind; return their names."""
    together = {"SKLOG_BACKUPS": str(FOLDER.resolve())}
    table("backup", env=together)
    ours = copies()
    other = ["--db", "other.db"]
    table(*other, "start", "Verein", "--players", "Eva,Franz,Gabi,Hans")
    table(*other, "backup", env=together)
    return [*ours, *(name for name in copies() if name not in ours)]


def test_a_copy_of_another_ledger_is_said_to_be_one(run: Sklog, shared: list[str]) -> None:
    """Several ledgers may keep theirs in one folder: nobody's list becomes somebody else's by mistake."""
    refused = run("restore", shared[1], "--yes")
    assert (refused.code, hands()) == (3, 1)
    assert "is from another ledger: it has none of the evenings that are here now" in refused.err
    ran = run("restore", shared[1], "--yes", "--keep-going")
    assert (ran.code, hands()) == (3, 0)
    back = ran.out.splitlines()[-1].partition(": sklog ")[2]
    run(*back.split(), "--yes")
    assert hands() == 1


def test_the_list_names_a_copy_of_this_ledger(table: Sklog, shared: list[str]) -> None:
    """And one that was kept because the ledger was right, not because it had to be repaired."""
    table("backup", "--list")
    repaired = FOLDER / shared[0].replace("by-hand", "before-repair").replace("20", "21", 1)
    shutil.copy(FOLDER / shared[0], repaired)
    assert table("restore").out.splitlines()[-1] == f"To go back to one: sklog restore {shared[0]}"


def test_a_beginning_that_several_copies_have_is_not_enough(run: Sklog, table: Sklog) -> None:
    """They are named."""
    table("backup")
    table("backup")
    ran = run("restore", "20")
    assert (ran.code, len(copies())) == (1, 2)
    assert ran.err.startswith("several copies begin with 20: ")
    assert all(name in ran.err for name in copies())


def test_ledgers_that_share_a_folder_see_their_own_copies(ok: Sklog, folder: Path) -> None:
    """`c.db` and `c.sqlite` do: the other's copies are counted, but neither listed, completed nor meant."""
    for ledger, name in (("c.db", "Dienstag"), ("c.sqlite", "Freitag")):
        ok("--db", ledger, "start", name, "--players", "Anna,Bene,Christl,Dani")
        ok("--db", ledger, "backup")
    of_db, of_sqlite = sorted((folder / "c-backups").iterdir(), key=lambda copy: copy.stat().st_mtime_ns)
    listed = ok("--db", "c.sqlite", "backup", "--list").out
    assert of_sqlite.name in listed
    assert of_db.name not in listed
    assert "1 copy of another ledger is there, too." in listed
    env = {
        "SKLOG_DB": "c.sqlite",
        "_SKLOG_COMPLETE": "complete_bash",
        "COMP_WORDS": "sklog restore 20",
        "COMP_CWORD": "2",
    }
    assert ok(env=env).out.split() == [of_sqlite.name]
    assert "Freitag" in ok("--db", "c.sqlite", "restore", "20", "--dry-run").out


def test_what_a_restore_left_behind_is_listed_whatever_it_holds(ok: Sklog, run: Sklog, shared: list[str]) -> None:
    """It is the way back from another ledger's copy."""
    run("restore", shared[1], "--yes", "--keep-going")
    assert "before a restore" in ok("backup", "--list").out


def test_a_restore_that_fails_where_nothing_was_leaves_nothing(
    run: Sklog, copied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails when the copy goes into the new file."""
    copy, fill = next(LEDGER.parent.glob(f"**/{copied}")).resolve(), backup.fill

    def failing(target: sqlite3.Connection, source: sqlite3.Connection, path: Path) -> None:
        if target.execute("PRAGMA database_list").fetchone()[2].endswith("new.db"):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        fill(target, source, path)

    monkeypatch.setattr(backup, "fill", failing)
    ran = run("--db", "new.db", "restore", str(copy), "--yes")
    assert (ran.code, ran.err) == (
        1,
        "new.db: the disk failed or was full while going back: check with sklog --db new.db show what was stored\n",
    )
    assert not Path("new.db").exists()


@pytest.mark.parametrize("where", [".", "/", "loop"])
@pytest.mark.parametrize("typed", [("backup", "--list"), ("restore",), ("restore", "x")])
def test_what_is_no_ledger_has_no_copies(run: Sklog, folder: Path, where: str, typed: tuple[str, ...]) -> None:
    """A folder, or a link to itself."""
    (folder / "loop").symlink_to("loop")
    ran = run("--db", where, *typed)
    assert (ran.code, ran.err) == (1, f"{where} is not a ledger: name a file with --db\n")


def test_what_was_proved_is_restored(run: Sklog, copied: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever somebody puts in the place of the copy while the question is asked."""

    def meanwhile(_question: str, *, yes: bool) -> bool:
        tamper(FOLDER.resolve() / copied)
        return yes

    monkeypatch.setattr(common, "confirmed", meanwhile)
    assert run("restore", copied, "--yes").code == 0
    assert hands() == 1
    assert not list(FOLDER.glob(".*"))


def test_a_ledger_comes_back_where_no_folder_is_left(table: Sklog) -> None:
    """On a new machine the folders of the ledger and of its copies are made."""
    table("backup", "copy.db")
    table("restore", "copy.db", "--yes", "--db", "new/place/sklog.db")
    assert "1 evening, 1 hand" in table("check", "--db", "new/place/sklog.db").out


def test_what_is_no_copy_leaves_nothing_behind(run: Sklog, table: Sklog) -> None:
    """A wrong file is named, and no folder is made for it."""
    table("show")
    Path("notes.txt").write_text("Anna owes Bene 2,40")
    assert run("restore", "notes.txt", "--yes").err == "notes.txt is not a copy of a ledger\n"
    assert not FOLDER.exists()


def test_an_older_copy_is_brought_up_to_date_by_the_next_command(ok: Sklog) -> None:
    """Going back leaves it as it is."""
    old = transcripts.ROOT / "tests" / "ledgers" / "schema-1.sqlite"
    ok("restore", str(old), "--yes")
    assert content(LEDGER.resolve()) == content(old)
    assert (
        ok("check").out
        == "2 evenings, 5 hands (besides 1 thrown in, 1 void, 1 posting): everything agrees with the recorded facts.\n"
    )


def test_the_names_of_copies_are_completed(run: Sklog, copied: str) -> None:
    """Tab knows them."""
    env = {"_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": "sklog restore 20", "COMP_CWORD": "2"}
    assert run(env=env).out.split() == [copied]
