"""A ledger file that somebody else made: nothing of it is run before it is proved to be made as ours are."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from sklog.ledger import database, evenings
from sklog.ledger.open import LedgerFile
from sklog.vault import backup, upgrade
from tests.conftest import Sklog
from tests.copied import OLDER
from tests.recorded import WENZ, add
from tests.transcripts import undated

pytestmark = pytest.mark.long

ENDLESS = "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n FROM more"
OTHER = Path("other.db")


@pytest.fixture(autouse=True)
def _evening(ok: Sklog) -> None:
    """Begin with an evening of one hand, and a copy of its ledger."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "w", "a")
    shutil.copy("sklog.db", OTHER)


def change(path: str | Path, *statements: str) -> None:
    """Change a ledger as the sqlite3 tool does."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            opened.executescript(statement)


ADDED = {
    "view in the place of a function": ("CREATE VIEW json_each AS SELECT 1 AS value", "view json_each"),
    "view that would end a statement": ("""CREATE VIEW [hand" --] AS SELECT 1""", 'view hand" --'),
    "table": ("CREATE TABLE mine (of INTEGER REFERENCES score)", "table mine"),
    "index": ("CREATE INDEX mine ON score (hex(zeroblob(1000)))", "index mine"),
    "unique index": ("CREATE UNIQUE INDEX mine ON score (value, entry_id)", "index mine"),
    "partial index": ("CREATE INDEX mine ON score (value) WHERE value > 5", "index mine"),
    "collation": ("CREATE INDEX mine ON action (who COLLATE NOCASE)", "index mine"),
    "trigger": ("CREATE TRIGGER mine AFTER INSERT ON entry BEGIN SELECT 1; END", "trigger mine"),
    "trigger of a view": (
        "CREATE VIEW mine AS SELECT 1; CREATE TRIGGER yours INSTEAD OF INSERT ON mine BEGIN SELECT 1; END",
        "trigger yours",
    ),
}
OWN = {
    "view": (f"CREATE VIEW mine AS {ENDLESS}", "view mine"),
    "broken view": ("CREATE VIEW mine (a, b) AS SELECT * FROM gone", "view mine"),
    "view in quotes": ('CREATE VIEW IF NOT EXISTS main."What Anna won"(a)AS SELECT 1', "view What Anna won"),
    "view that steers": ('CREATE VIEW "\x1b[31mmine\u202e" AS SELECT 1', "view �[31mmine�"),
    "index": ("CREATE INDEX mine ON score (value)", "index mine"),
    "index in quotes": ('CREATE INDEX "m i" ON "score" ("value" ASC, number DESC)', "index m i"),
}
CHANGED = {
    "view": ("UPDATE sqlite_master SET sql = replace(sql, 'iif(', 'coalesce(') WHERE name = 'change'", "view change"),
    "view for a view": ("DROP VIEW hand; CREATE VIEW Hand AS SELECT 1 AS won", "view hand"),
    "index": ("DROP INDEX payment_of_session", "index payment_of_session"),
    "index for an index": (
        "DROP INDEX newest_first; CREATE INDEX newest_first ON overview (closed)",
        "index newest_first",
    ),
    "trigger": ("DROP TRIGGER entry_is_never_updated", "trigger entry_is_never_updated"),
}
STORY = (
    "add s ac n",
    "start Zweiter --players Eva,Bene,Anna,Dani --date 2026-11-20",
    "add s ba l3",
    "add w e // gut",
    "join Christl",
    "fix 1 s ba-",
    "undo",
    "redo",
    "pay Anna Bene 10ct",
    "player rename Eva Evi",
    "show",
    "settle --record --yes",
    "close",
    "reopen",
    "close --session 1",
    "void 2",
    "session list",
    "session log --session 2 --format csv",
    "player list",
    "settle --all",
    "report session --session 1",
    "report standings",
    "report stats",
    "report partners",
    "report records",
    "export --format jsonl",
    "export --format csv",
)
WRITTEN_BEFORE = 4
WITHOUT_END = (
    "DROP TABLE overview",
    f"CREATE VIEW overview AS {ENDLESS}",
    "DROP VIEW person",
    f"CREATE VIEW person AS {ENDLESS}",
)


# -- opening -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("statement", "what"), [*ADDED.values(), *CHANGED.values()])
@pytest.mark.parametrize("words", [("show",), ("add", "x"), ("session", "list")], ids=" ".join)
def test_a_ledger_with_other_parts_is_refused(run: Sklog, words: tuple[str, ...], statement: str, what: str) -> None:
    """The sentence names the part, and what helps."""
    change("sklog.db", statement)
    ran = run(*words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"sklog.db: the {what} of the file is not as sklog makes it; sklog check tells you more, and how to repair it\n"
    )


@pytest.mark.parametrize(("statement", "what"), [*ADDED.values(), *CHANGED.values()])
def test_check_names_every_other_part_and_repair_mends_it(
    ok: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch, statement: str, what: str
) -> None:
    """A copy is kept first, and can be gone back to."""
    monkeypatch.delenv("SKLOG_BACKUPS")
    change("sklog.db", statement)
    ran = run("check")
    assert (ran.code, ran.out) == (3, "")
    assert f"the {what} of the file is not as sklog makes it" in ran.err
    said = ok("check", "--repair").out
    assert f" {what}" in said
    assert "1 evening, 1 hand: everything agrees" in said
    (kept,) = Path("sklog-backups").glob("*-before-repair.db")
    run("restore", "--keep-going", "--yes", kept.name)
    assert run("check").err == ran.err


@pytest.mark.parametrize(("statement", "what"), OWN.values(), ids=OWN)
def test_a_view_or_a_plain_index_of_ones_own_stops_nobody(
    ok: Sklog, monkeypatch: pytest.MonkeyPatch, statement: str, what: str
) -> None:
    """It is said when an evening begins and by `check`, and stays: also in the copies, which can be gone back to."""
    monkeypatch.delenv("SKLOG_BACKUPS")
    change("sklog.db", statement)
    said = f"the {what} of the file is not from sklog, and is left alone"
    for words in (("add", "x"), ("void", "1"), ("undo",), ("show",), ("session", "list"), ("close",), ("backup",)):
        assert "not from sklog" not in ok(*words).out
    assert said in " ".join(ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani").out.split())
    checked = ok("check")
    assert checked.out.splitlines()[0] == said
    assert (checked.err, ok("check", "--repair").out.splitlines()[0]) == ("", "There was nothing to repair.")
    copy = Path(ok("backup", "--list", "--format", "json").out and max(Path("sklog-backups").iterdir()))
    ok("restore", "--yes", copy.name)
    assert said in ok("check").out


@pytest.mark.parametrize(("statement", "what"), OWN.values(), ids=OWN)
@pytest.mark.parametrize("words", [("merge", "other.db", "--yes"), ("verify", "other.db")], ids=" ".join)
def test_in_a_file_from_elsewhere_it_is_refused(run: Sklog, words: tuple[str, ...], statement: str, what: str) -> None:
    """What somebody else has added nobody has asked for."""
    change(OTHER, statement)
    before = Path("sklog.db").read_bytes()
    ran = run(*words)
    assert ran.code in (1, 3)
    assert f"the {what} of the file is not as sklog makes it" in ran.err
    assert Path("sklog.db").read_bytes() == before


def test_a_copy_on_a_stick_is_gone_back_to_with_what_is_ones_own(ok: Sklog) -> None:
    """The disk is gone, and the copy that sklog itself has made is all there is."""
    change("sklog.db", "CREATE VIEW mine AS SELECT * FROM hand")
    ok("backup", "stick.db")
    Path("sklog.db").unlink()
    ok("restore", "stick.db", "--yes")
    assert "the view mine of the file is not from sklog" in ok("check").out


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_what_is_ones_own_stays_in_an_upgrade(ok: Sklog, file: Path) -> None:
    """Nothing of it is there while the ledger is brought up to date; what fits no more is in the copy alone."""
    shutil.copy(file, "sklog.db")
    change("sklog.db", "CREATE VIEW mine AS SELECT * FROM gone", "CREATE INDEX by_time ON action (at)")
    ok("session", "list")
    said = ok("check").out
    assert "the view mine of the file is not from sklog" in said
    assert "the index by_time of the file is not from sklog" in said


def test_what_is_in_the_way_of_an_upgrade_is_in_the_copy_alone(ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer version may have a table that is called so."""
    monkeypatch.delenv("SKLOG_BACKUPS")
    shutil.copy(OLDER[0], "sklog.db")
    change("sklog.db", "CREATE VIEW bank AS SELECT 1")
    ok("session", "list")
    assert "not from sklog" not in ok("check").out
    (kept,) = Path("sklog-backups").iterdir()
    with contextlib.closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT * FROM bank").fetchall() == [(1,)]


@pytest.mark.parametrize("version", range(1, database.SCHEMA_VERSION + 1))
def test_no_part_of_any_version_is_taken_for_somebodys_own(version: int) -> None:
    """Nor may somebody call his own so: a part of sklog's that is gone would not be missed."""
    with contextlib.closing(upgrade.of_version(version)) as ledger:
        parts = database.parts(ledger) or []
    assert [part for part in parts if database.is_added(*part)] == []
    others = [(kind, f"x_{name}", of, str(sql).replace(f" {name} ", f" x_{name} ", 1)) for kind, name, of, sql in parts]
    assert any(database.is_added(*part) for part in others)  # which only the name tells from somebody's own


def test_a_plain_index_on_every_column_changes_nothing(ok: Sklog, run: Sklog) -> None:
    """SQLite may read rows by it, in another order: what is printed, and recorded, is the same."""
    with contextlib.closing(sqlite3.connect("sklog.db")) as opened:
        tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [
            (table, column)
            for table in tables
            if not table.startswith(("sqlite_", "_"))
            for _number, column, *_more in opened.execute(f"PRAGMA table_info({table})")
        ]
    for line in STORY[:WRITTEN_BEFORE]:
        ok(*line.split())
    shutil.copy("sklog.db", "plain.db")
    change(
        "sklog.db",
        *(f'CREATE INDEX "{table} {column}" ON {table} ("{column}" DESC)' for table, column in columns),
        "ANALYZE",
    )
    said: dict[str, list[str]] = {"plain.db": [], "sklog.db": []}
    for ledger, lines in said.items():
        for line in STORY[WRITTEN_BEFORE:]:
            ran = run("--db", ledger, *line.split())
            assert ran.code == 0, ran.err
            lines.append(
                re.sub(r"\d+-\d\d-\d\dT[\d:.+]+|\d\d:\d\d", "", undated(ran.out + ran.err).replace(ledger, "LEDGER"))
            )
    assert said["sklog.db"] == said["plain.db"]
    assert "everything agrees" in ok("check").out


def test_a_database_of_others_with_views_alone_is_no_empty_one(run: Sklog) -> None:
    """Nothing is built into it."""
    change("views.db", "CREATE VIEW mine AS SELECT 1")
    before = Path("views.db").read_bytes()
    assert run("start", "Neu", "--players", "Anna,Bene,Christl,Dani", "--db", "views.db").code == 1
    assert Path("views.db").read_bytes() == before


def test_a_table_of_ones_own_is_kept_even_without_copies(ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKLOG_BACKUPS=off loses nothing: what the repair removes would be nowhere else."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    change("sklog.db", "CREATE TABLE mine (said)", "INSERT INTO mine VALUES ('who brings cake')")
    ok("check", "--repair")
    (kept,) = Path("sklog-backups").glob("*-before-repair.db")
    with contextlib.closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT said FROM mine").fetchall() == [("who brings cake",)]


def test_a_repair_of_other_parts_can_be_looked_at_first(run: Sklog) -> None:
    """With --dry-run the file stays as it is."""
    change("sklog.db", ADDED["table"][0], f"CREATE VIEW yours AS {ENDLESS}")
    before = Path("sklog.db").read_bytes()
    ran = run("check", "--repair", "--dry-run")
    assert ran.code == 3
    assert "removed table mine, which is not sklog's" in ran.out
    assert Path("sklog.db").read_bytes() == before


def test_another_version_is_named_and_mended(ok: Sklog, run: Sklog) -> None:
    """A changed user_version does not have a ledger upgraded that is of today's version."""
    change("sklog.db", "PRAGMA user_version = 3")
    assert f"the file claims to be version 3, but is made like version {database.SCHEMA_VERSION}" in run("show").err
    assert run("check").code == 3
    assert f"recorded that the file is of version {database.SCHEMA_VERSION}" in ok("check", "--repair").out


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_an_older_ledger_with_other_parts_is_mended_and_upgraded(ok: Sklog, run: Sklog, file: Path) -> None:
    """Nothing of it runs in the upgrade: the part goes first."""
    shutil.copy(file, "sklog.db")
    change("sklog.db", "CREATE TRIGGER mine AFTER UPDATE ON state BEGIN SELECT RAISE(ABORT, 'it ran'); END")
    assert "the trigger mine of the file is not as sklog makes it" in run("show", "--session", "1").err
    assert run("check").code == 3
    assert "removed trigger mine, which is not sklog's" in ok("check", "--repair").out


def test_where_facts_may_be_elsewhere_nothing_is_removed(run: Sklog) -> None:
    """Behind a view in the place of a table of facts lies what was recorded: it stays, and a copy is named."""
    change("sklog.db", "ALTER TABLE session RENAME TO mine", "CREATE VIEW session AS SELECT * FROM mine")
    before = Path("sklog.db").read_bytes()
    ran = run("check", "--repair")
    assert ran.code == 3
    assert "go back to a copy, with sklog restore" in ran.out
    assert "Go back to a copy, with sklog restore" in run("check").err
    assert "--repair" not in run("check").err + run("show").err
    assert Path("sklog.db").read_bytes() == before


def test_the_statistics_of_sqlite_are_no_other_part(ok: Sklog) -> None:
    """ANALYZE leaves two tables behind, which say nothing that is read as a figure."""
    change("sklog.db", "ANALYZE")
    ok("show")
    ok("check")


STEPS_TABLES = {
    "by-another-sqlite-utils": ("CREATE TABLE [_sqlite_migrations] (\n   [id] INTEGER PRIMARY KEY,\n   [name])", True),
    "with-two-keys": ("CREATE TABLE _sqlite_migrations (a TEXT, b TEXT,\n   PRIMARY KEY (a, b))", True),
    "counting": ("CREATE TABLE _sqlite_migrations (a AS (hex(zeroblob(9))))", False),
    "pointing": ("CREATE TABLE _sqlite_migrations (a REFERENCES score)", False),
    "virtual": ("CREATE VIRTUAL TABLE _sqlite_migrations USING fts5(a)", False),
}


@pytest.mark.parametrize(("sql", "beside"), STEPS_TABLES.values(), ids=STEPS_TABLES)
def test_how_the_steps_are_kept_is_not_ours(sql: str, *, beside: bool) -> None:
    """Another version of sqlite-utils may build its table otherwise, as long as nothing in it can be run."""
    name = database.STEPS_TABLE
    assert database.is_beside("table", name, name, sql) == beside
    assert not database.is_beside("view", name, name, sql)


# -- without end ---------------------------------------------------------------------------------------


WAYS = {
    "show": ("show", "--db", "other.db"),
    "list": ("session", "list", "--db", "other.db"),
    "check": ("check", "--db", "other.db"),
    "repair": ("check", "--repair", "--db", "other.db"),
    "merge": ("merge", "other.db", "--yes"),
    "restore": ("restore", "other.db", "--yes"),
    "restored over": ("restore", "--db", "other.db", "sklog.db", "--yes"),
    "copies": ("backup", "--list"),
}
PARTS_WITHOUT_END = {
    "views": WITHOUT_END,
    "blobs": (
        "CREATE INDEX mine ON score (zeroblob(2))",
        "UPDATE sqlite_master SET sql = replace(sql, '(2)', '(2000000000)')",
    ),
    "many": (
        (
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more LIMIT 20000)"
            " INSERT INTO sqlite_master"
            " SELECT 'view', 'v' || n, 'v' || n, 0, 'CREATE VIEW v' || n || ' AS SELECT 1' FROM more"
        ),
    ),
    "long": ("CREATE VIEW mine AS SELECT '" + "x" * 900_000 + "'",),
}


@pytest.mark.parametrize("statements", PARTS_WITHOUT_END.values(), ids=PARTS_WITHOUT_END)
@pytest.mark.parametrize("words", WAYS.values(), ids=WAYS)
def test_no_file_keeps_anybody_waiting(run: Sklog, words: tuple[str, ...], statements: tuple[str, ...]) -> None:
    """Whatever a file is made of: an answer, in little time, and nothing of it runs."""
    change(OTHER, *statements)
    Path("sklog-backups").mkdir(exist_ok=True)
    shutil.copy(OTHER, "sklog-backups/2026-11-20T18-05-09Z-by-hand.db")
    ran = run(*words)  # without a limit there would be no end
    assert "Traceback" not in ran.err
    assert ran.code in (0, 1, 3)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_a_statement_of_sqlite(folder: Path) -> None:
    """SQLite asks in between whether somebody has pressed it."""
    program = """
from sklog.ledger.open import LedgerFile
with LedgerFile('sklog.db').writing() as ledger:
    print(1, flush=True)
    ledger.execute('SELECT count(*) FROM (ENDLESS)')
""".replace("ENDLESS", ENDLESS)
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=20)
    assert err.splitlines()[-1] == b"KeyboardInterrupt"


def test_reading_ends_behind_what_a_file_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages may name one another in a circle: the number of steps has its limit in the size of the file."""
    monkeypatch.setattr(database, "STEPS_TO_READ", 100_000)
    with pytest.raises(database.Unsound, match="cannot be read to its end"), LedgerFile("sklog.db").reading() as ledger:
        ledger.execute(f"SELECT count(*) FROM ({ENDLESS})").fetchone()  # noqa: S608  the test's own words


def let_pages_name_one_another(path: str | Path, table: str) -> None:
    """Put fifteen pages above a table's own, each of which names the next one 300 times."""
    with contextlib.closing(sqlite3.connect(path)) as opened:
        (root,) = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = opened.execute("PRAGMA page_size").fetchone()
    whole = bytearray(Path(path).read_bytes())
    here, last = size * (root - 1), len(whole) // size
    rows = whole[here : here + size]
    for child in range(last + 1, last + 16):
        places = range(size - 5 * 300, size, 5)
        page = bytearray(struct.pack(">BHHHBI", 5, 0, 300, places[0], 0, child))
        page += struct.pack(">300H", *places)
        page += bytes(places[0] - len(page)) + struct.pack(">IB", child, 1) * 300
        whole[here : here + size] = page
        here = len(whole)
        whole += bytes(size)
    whole[here:] = rows
    whole[28:32] = struct.pack(">I", len(whole) // size)
    Path(path).write_bytes(whole)


@pytest.fixture
def _fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reading end sooner."""
    monkeypatch.setattr(database, "STEPS_TO_READ", 1_000_000)
    monkeypatch.setattr(database, "STEPS_A_BYTE", 5)


@pytest.mark.usefixtures("_fewer_steps")
@pytest.mark.parametrize("table", ["session", "entry", "recorded", "overview"])
@pytest.mark.parametrize(
    "words",
    [("check", "--db", "other.db"), ("check", "--db", "other.db", "--repair"), ("merge", "other.db", "--yes"),
     ("verify", "other.db"), ("restore", "other.db", "--yes")],
    ids=" ".join,
)  # fmt: skip
def test_proving_ends_behind_what_a_file_can_hold(run: Sklog, words: tuple[str, ...], table: str) -> None:
    """Also where what the file is made of is looked at once more on the way: 300 to the power of 15 rows."""
    let_pages_name_one_another(OTHER, table)
    ran = run(*words)  # without a limit there would be no end
    assert ran.code in (1, 3)
    assert "interrupted" not in ran.err


@pytest.mark.usefixtures("_fewer_steps")
@pytest.mark.parametrize("table", ["session", "posting"])
def test_an_upgrade_ends_behind_what_a_file_can_hold(run: Sklog, table: str) -> None:
    """An older ledger is read from beginning to end before anything of it is shown, and stays as it is."""
    shutil.copy(OLDER[4], OTHER)  # the last of which every evening's row is read
    let_pages_name_one_another(OTHER, table)
    before = OTHER.read_bytes()
    ran = run("show", "--db", "other.db")
    assert ran.code == 1
    assert OTHER.read_bytes() == before


def test_a_copy_that_is_made_otherwise_is_listed_as_unreadable(ok: Sklog) -> None:
    """Backup --list opens every file in the folder, and runs nothing in it."""
    ok("backup")
    (copy,) = Path("sklog-backups").iterdir()
    change(copy, *WITHOUT_END)
    assert "cannot be read" in ok("backup", "--list").out
    assert backup.copies_of(Path("sklog.db"))


def test_what_is_made_of_very_many_is_not_copied_to_be_restored(run: Sklog) -> None:
    """It is refused before: SQLite takes a second to copy it."""
    many = "WITH RECURSIVE m(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m LIMIT 3000) INSERT INTO sqlite_master"
    change(OTHER, f"{many} SELECT 'view', 'v' || n, 'v' || n, 0, 'CREATE VIEW v' || n || ' AS SELECT 1' FROM m")  # noqa: S608
    ran = run("restore", "other.db", "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("other.db: the file has more parts than sklog ever makes")


def test_a_long_value_is_not_cited_whole(run: Sklog) -> None:
    """What is in the place of a name may have millions of letters."""
    change("sklog.db", "INSERT INTO account (name, key, kind) VALUES ('Eva', hex(zeroblob(1000000)), 'player')")
    ran = run("check")
    assert "the account of Eva is stored under 000" in ran.err
    assert len(ran.err) < 10_000


# -- two names, a damaged file ---------------------------------------------------------------------------


@pytest.fixture
def linked() -> Path:
    """Give the ledger a second name."""
    try:
        os.link("sklog.db", "second.db")
    except OSError:
        pytest.skip("this file system knows no hard links")
    return Path("second.db")


@pytest.mark.parametrize(
    "words", [("add", "x"), ("undo",), ("check", "--repair"), ("restore", "other.db", "--yes")], ids=" ".join
)
def test_nothing_is_written_to_a_file_with_two_names(run: Sklog, linked: Path, words: tuple[str, ...]) -> None:
    """What a crash has to take back lies beside one name, where nobody finds it by the other."""
    if words == ("check", "--repair"):
        change("sklog.db", "DROP TRIGGER entry_is_never_updated")
    before = linked.read_bytes()
    ran = run(*words)
    assert ran.code == 1
    assert "sklog.db has a second name (a hard link)" in ran.err
    assert linked.read_bytes() == before


@pytest.mark.usefixtures("linked")
def test_a_file_with_two_names_can_be_read(ok: Sklog) -> None:
    """Somebody may keep copies so."""
    ok("show")
    ok("check")
    ok("backup")


@pytest.mark.usefixtures("linked")
def test_a_damaged_file_with_two_names_says_so(run: Sklog) -> None:
    """What was half done by the other name looks like damage by this one."""
    with Path("sklog.db").open("r+b") as file:
        file.truncate(20_000)
    assert "the file has a second name (a hard link)" in run("check").err


def test_an_older_ledger_with_two_names_is_not_upgraded(run: Sklog, folder: Path) -> None:
    """It stays of its version until it has one name."""
    shutil.copy(OLDER[-1], "sklog.db")
    os.link("sklog.db", "second.db")
    assert "has a second name" in run("show", "--session", "1").err
    assert Path("sklog.db").read_bytes() == OLDER[-1].read_bytes()
    assert not (folder / "sklog-backups").exists()


@pytest.mark.parametrize("size", [50, 5000, 20_000])
def test_check_says_of_a_file_that_was_cut_off_that_it_is_damaged(run: Sklog, size: int) -> None:
    """It is the ledger that does not agree: exit code 3, with what can be done."""
    with Path("sklog.db").open("r+b") as file:
        file.truncate(size)
    ran = run("check")
    assert (ran.code, ran.out) == (3, "")
    assert "sklog.db is damaged, or its disk is failing: try again, or go back to a copy (sklog restore)" in ran.err
    assert run("check", "--repair").code == 3


def test_other_files_are_no_damaged_ledgers(run: Sklog) -> None:
    """What never was a database is another file, which was named by mistake."""
    Path("notes.txt").write_text("Anna owes Bene 2,40\n" * 100)
    ran = run("check", "--db", "notes.txt")
    assert (ran.code, ran.err) == (1, "notes.txt is not a database; name another file with --db\n")


# -- what lies beside it -----------------------------------------------------------------------------------


def hot_journal(path: Path, names: bytes) -> Path:
    """Put a journal beside a ledger that SQLite takes for what a crash has left, with the name of another file."""
    whole = path.read_bytes()
    (size,) = struct.unpack(">H", whole[16:18])
    begins = database.SUPER_JOURNAL + struct.pack(">IIIII", 0, 12345, len(whole) // size, 512, size)
    checksum = sum(struct.unpack(f"{len(names)}b", names)) & 0xFFFFFFFF
    ends = struct.pack(">I", 2**30 // size + 1) + names + struct.pack(">II", len(names), checksum)
    journal = path.with_name(f"{path.name}-journal")
    journal.write_bytes(begins.ljust(512, b"\0") + ends + database.SUPER_JOURNAL)
    return journal


@pytest.fixture
def victim(folder: Path) -> Path:
    """Return somebody's only copy of something."""
    file = folder / "victim.txt"
    file.write_text("my only copy\n")
    return file


OPENED = {
    **WAYS,
    "add": ("add", "--db", "other.db", "x"),
    "dry run": ("undo", "--dry-run", "--db", "other.db"),
    "verify": ("verify", "other.db"),
    "merged into": ("merge", "sklog.db", "--yes", "--db", "other.db"),
    "copied": ("backup", "copy.db", "--db", "other.db"),
    "copied over": ("backup", "other.db"),
}


@pytest.mark.parametrize("words", OPENED.values(), ids=OPENED)
def test_no_other_file_is_deleted(run: Sklog, victim: Path, words: tuple[str, ...]) -> None:
    """A journal names one at its end: SQLite would take it for a part of the crash, and delete it."""
    journal = hot_journal(OTHER, bytes(victim))
    copies = Path("sklog-backups")
    copies.mkdir(exist_ok=True)
    copy = copies / "2026-11-20T18-05-09Z-by-hand.db"
    shutil.copy(OTHER, copy)
    hot_journal(copy, bytes(victim))
    ran = run(*words)
    assert victim.exists()
    assert journal.exists()
    if "other.db" in words and words != OPENED["copied over"]:
        assert ran.code in (1, 3)
        assert "other.db was not opened: its journal names another file, which SQLite would delete" in ran.err
        assert f"({OTHER.absolute()}-journal names {victim})" in ran.err


def test_without_that_journal_the_ledger_is_opened(run: Sklog, ok: Sklog, victim: Path) -> None:
    """What the sentence says to do helps."""
    hot_journal(OTHER, bytes(victim)).rename("away")
    ok("verify", "other.db")
    assert run("add", "--db", "other.db", "x").code == 0


def test_the_name_in_a_journal_steers_no_terminal(run: Sklog) -> None:
    """It is anybody's bytes."""
    hot_journal(OTHER, b"/tmp/\x1b[31m\xff\n")
    ran = run("show", "--db", "other.db")
    assert ran.code == 1
    assert "-journal names /tmp/" in ran.err
    assert ran.err.rstrip("\n").isprintable()


ENDS_OF_JOURNALS = {
    "empty": b"",
    "short": database.SUPER_JOURNAL,
    "other mark": b"name" + struct.pack(">II", 4, 1) + b"12345678",
    "no name": b"name" + struct.pack(">II", 0, 0) + database.SUPER_JOURNAL,
    "longer than the file": b"name" + struct.pack(">II", 2**31, 0) + database.SUPER_JOURNAL,
}


@pytest.mark.parametrize("ends", ENDS_OF_JOURNALS.values(), ids=ENDS_OF_JOURNALS)
def test_a_journal_that_names_nothing_is_left_to_sqlite(ok: Sklog, ends: bytes) -> None:
    """It is what a crash leaves."""
    Path("other.db-journal").write_bytes(ends)
    ok("add", "--db", "other.db", "x")


BESIDE: dict[str, Callable[[Path], object]] = {
    "link": lambda beside: beside.symlink_to("victim.txt"),
    "link into nothing": lambda beside: beside.symlink_to("nowhere.txt"),
    "folder": lambda beside: beside.mkdir(),
    "pipe": os.mkfifo,
}


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
@pytest.mark.parametrize("ending", database.BESIDE)
@pytest.mark.parametrize("make", BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("words", [("add", "--db", "other.db", "x"), ("verify", "other.db")], ids=" ".join)
def test_sqlite_writes_through_no_link(
    run: Sklog, victim: Path, words: tuple[str, ...], make: Callable[[Path], object], ending: str
) -> None:
    """What SQLite keeps beside a database are files; whatever else is called so is not opened, nor waited for."""
    make(Path(f"other.db{ending}"))
    ran = run(*words)
    assert ran.code in (1, 3)
    assert "other.db was not opened: the file SQLite would use beside it is a link or not a regular file" in ran.err
    assert ran.err.endswith(f" ({OTHER.absolute()}{ending})\n")
    assert victim.read_text() == "my only copy\n"
    assert not Path("nowhere.txt").exists()


@pytest.mark.skipif(os.name == "nt", reason="pipes")
@pytest.mark.parametrize(
    "words",
    [("backup", "--list", "--db", "pipe.db"), ("restore", "--db", "pipe.db"), ("restore", "pipe.db")],
    ids=" ".join,
)
def test_a_pipe_is_not_waited_for(run: Sklog, words: tuple[str, ...]) -> None:
    """In the place of the ledger whose copies are looked at, or of a copy."""
    os.mkfifo("pipe.db")
    Path("pipe-backups").mkdir()
    shutil.copy("sklog.db", "pipe-backups/2026-11-20T18-05-09Z-by-hand.db")
    assert run(*words).code in (0, 1)


# -- a write-ahead log -----------------------------------------------------------------------------------------


def mode_of(path: str | Path) -> bytes:
    """Return what a database says of its mode: 1 for a rollback journal, 2 for a write-ahead log."""
    return Path(path).read_bytes()[18:20]


WRITING = {
    "add": ("add", "x"),
    "merge": ("merge", "second.db", "--yes"),
    "restore": ("restore", "other.db", "--yes"),
    "repair": ("check", "--repair"),
}
SWITCHED = ("DROP TRIGGER entry_is_never_updated", "PRAGMA journal_mode = WAL")


@pytest.mark.parametrize("words", WRITING.values(), ids=WRITING)
def test_a_ledger_goes_back_to_a_rollback_journal(ok: Sklog, words: tuple[str, ...]) -> None:
    """What is promised rests on it: whoever switched it, the next command that writes sets it back."""
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani", "--db", "second.db")
    change("sklog.db", *SWITCHED[words != WRITING["repair"] :])
    ok(*words)
    assert mode_of("sklog.db") == b"\1\1"
    assert not [*Path().glob("sklog.db-*")]
    ok("check")


@pytest.mark.parametrize("words", [("show",), ("undo", "--dry-run"), ("check",)], ids=" ".join)
def test_who_only_reads_leaves_the_mode_as_it_is(ok: Sklog, words: tuple[str, ...]) -> None:
    """Nothing is written."""
    change("sklog.db", "PRAGMA journal_mode = WAL")
    before = Path("sklog.db").read_bytes()
    ok(*words)
    assert Path("sklog.db").read_bytes() == before
    assert not [*Path().glob("sklog.db-*")]


def test_an_older_ledger_goes_back_to_a_rollback_journal(ok: Sklog) -> None:
    """Before it is brought up to date, by whatever command."""
    shutil.copy(OLDER[-1], "sklog.db")
    change("sklog.db", "PRAGMA journal_mode = WAL")
    ok("session", "list")
    assert mode_of("sklog.db") == b"\1\1"


@pytest.mark.parametrize("words", WRITING.values(), ids=WRITING)
def test_nobody_writes_where_another_program_keeps_the_log_open(
    run: Sklog, ok: Sklog, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Its log cannot be given up: that is said, and nothing is stored."""
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani", "--db", "second.db")
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    with contextlib.closing(sqlite3.connect("sklog.db", isolation_level=None)) as other:
        for statement in SWITCHED[words != WRITING["repair"] :]:
            other.execute(statement)
        before = other.execute("SELECT count(*) FROM session, entry").fetchall()
        ran = run(*words)
        assert other.execute("SELECT count(*) FROM session, entry").fetchall() == before
    assert ran.code == 1
    assert ran.err == (
        "sklog.db is in write-ahead mode, in which sklog does not write, and another program has it open: end that one"
        " first; nothing was stored\n"
    )


def test_several_writers_set_it_back_together() -> None:
    """Each has it open for a moment, and none keeps the others from it."""
    change("sklog.db", "PRAGMA journal_mode = WAL")
    several = 4
    together = Barrier(several)

    def write(_which: int) -> None:
        together.wait()
        with LedgerFile("sklog.db").writing() as ledger:
            add(ledger, evenings.find(ledger), WENZ)

    with ThreadPoolExecutor(several) as writers:
        list(writers.map(write, range(several)))
    assert mode_of("sklog.db") == b"\1\1"
    with LedgerFile("sklog.db").reading() as ledger:
        assert evenings.find(ledger).hands == 1 + several


@pytest.mark.usefixtures("linked")
def test_a_file_with_two_names_stays_in_its_mode(run: Sklog) -> None:
    """It is not written at all."""
    change("sklog.db", "PRAGMA journal_mode = WAL")
    assert "has a second name" in run("add", "x").err
    assert mode_of("sklog.db") == b"\2\2"


@pytest.mark.parametrize("words", [("verify", "other.db"), ("merge", "other.db", "--yes")], ids=" ".join)
def test_nothing_is_made_beside_a_file_of_others(run: Sklog, folder: Path, words: tuple[str, ...]) -> None:
    """Also where it is in write-ahead mode, with a log in which nothing is, or with none."""
    change(OTHER, "PRAGMA journal_mode = WAL")
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert run(*words).code == 0
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    Path("other.db-wal").touch()
    assert run(*words).code == 0
    assert not Path("other.db-shm").exists()


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
@pytest.mark.parametrize(
    "words", [("verify", "other.db"), ("merge", "other.db"), ("restore", "other.db", "--yes")], ids=" ".join
)
def test_a_file_of_others_is_not_read_without_its_log(
    run: Sklog, folder: Path, words: tuple[str, ...], mode: str
) -> None:
    """What was recorded last is nowhere else; whatever the file says of its mode, SQLite would read the log."""
    change(OTHER, f"PRAGMA journal_mode = {mode}")
    Path("other.db-wal").write_bytes(b"x" * 100)
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    ran = run(*words)
    assert ran.code in (1, 3)
    assert ran.err == (
        "other.db is in write-ahead mode, and its last changes are only in its log: ask its owner for a copy"
        " that sklog backup has made (other.db-wal)\n"
    )
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
