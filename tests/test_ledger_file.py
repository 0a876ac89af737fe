"""The ledger's file: what the database itself holds, and everything that can be wrong with it."""

import contextlib
import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlite_utils

from sklog.errors import IllegalHand, LedgerError
from sklog.ledger import database, evenings, files, history, record, schema
from sklog.ledger.facts import Command
from sklog.ledger.open import LedgerFile, open_ledger
from sklog.scoring.session import Session
from sklog.scoring.state import StockMove
from sklog.season import selection
from sklog.vault import repair, upgrade
from sklog.vault.check import disagreements
from tests.conftest import Sklog
from tests.copied import OLDER
from tests.recorded import SAID, SAUSPIEL, WENZ, add, dump, evening, forged

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a ledger may be made."""
    return tmp_path / "sklog.db"


# -- the schema ---------------------------------------------------------------------------------------


def test_the_schema_version_counts_the_migrations() -> None:
    """A ledger's version is the number of migrations it went through."""
    assert len(schema.VERSIONS) == database.SCHEMA_VERSION


@pytest.mark.long
def test_a_ledger_of_every_version_is_known_by_what_it_is_made_of() -> None:
    """The fingerprint of each version is written down; if this fails, what stands on the left belongs there."""
    fresh = [database.built(upgrade.of_version(version + 1)) for version in range(database.SCHEMA_VERSION)]
    assert tuple(one.fingerprint for one in fresh) == database.FINGERPRINTS


def _made(ledger: sqlite3.Connection) -> list[tuple[object, ...]]:
    steps = ledger.execute("SELECT id, migration_set, name, length(applied_at) FROM _sqlite_migrations ORDER BY id")
    return [*ledger.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid"), *steps]


def test_a_ledger_is_begun_as_sqlite_utils_would_begin_it() -> None:
    """Table by table and step by step: sqlite-utils goes on with it when a new version adds something."""
    taken = sqlite_utils.Migrations("sklog")
    for name, steps in schema.VERSIONS.items():
        taken(name=name)(lambda db, steps=steps: [one(db.conn) if callable(one) else db.execute(one) for one in steps])
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as theirs:
        taken.apply(sqlite_utils.Database(theirs, recursive_triggers=False))
        with contextlib.closing(upgrade.of_version(database.SCHEMA_VERSION)) as ours:
            assert _made(ours) == _made(theirs)


def test_what_fills_an_older_ledger_is_named_by_its_steps() -> None:
    """A step that is misspelt would fill nothing."""
    named = {step for steps in schema.VERSIONS.values() for step in steps if str(step).startswith("--")}
    assert named == upgrade.FILLED.keys()


UNSEEN = Path(__file__).parent / "ledgers" / "schema-3-unseen.sqlite"
POSTINGS = "SELECT entry_id, account_id, amount FROM posting ORDER BY entry_id, account_id"
UNSEALED = OLDER[2]
"""Of the newest version whose facts have no digests."""
"""Names, a note, a game and a title that nobody could record today."""


def test_a_ledger_of_every_older_version_is_kept() -> None:
    """A new version leaves a ledger of the one before it behind, so that its upgrade is tried for ever."""
    assert [file.stem for file in OLDER] == [f"schema-{version}" for version in range(1, database.SCHEMA_VERSION)]


@pytest.mark.parametrize("file", [*OLDER, UNSEEN], ids=lambda file: file.stem)
def test_an_older_ledger_is_upgraded_and_proved(path: Path, file: Path) -> None:
    """Every posting is what it was, and every evening has a whole chain."""
    shutil.copy(file, path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        before = old.execute(POSTINGS).fetchall()
    with contextlib.closing(open_ledger(path)) as new:
        assert new.execute(POSTINGS).fetchall() == before
        assert list(disagreements(new)) == []


def forged_before_digests(path: Path, change: str) -> None:
    """Put a ledger of the newest version without digests there that somebody has changed by hand."""
    shutil.copy(UNSEALED, path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        forged(old, change)
        old.commit()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("json_remove(tariff, '$.prices.solo', '$.prices.wenz')", id="a game without a price"),
        pytest.param("json_set(tariff, '$.thrown_in', 7)", id="a number where a rule stands"),
        pytest.param("json_set(tariff, '$.people', 4)", id="a number where a list stands"),
    ],
)
def test_a_tariff_that_nobody_could_write_is_named(path: Path, change: str) -> None:
    """The evening that has it is said to be damaged, and nothing ends in a traceback."""
    forged_before_digests(path, f"UPDATE session SET tariff = {change}")  # noqa: S608  the test's own words
    with contextlib.closing(open_ledger(path)) as new:
        said = list(disagreements(new))
    assert [one for one in said if "evening 1" in one]


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        pytest.param("UPDATE state SET state = json_set(state, '$.balances.Anna', 99999)", id="balance"),
        pytest.param("UPDATE posting SET amount = -amount", id="postings"),
        pytest.param("UPDATE entry SET fact = json_set(fact, '$.declarer', 'Bene') WHERE id = 13", id="fact"),
    ],
)
def test_an_upgrade_takes_nothing_for_granted(path: Path, change: str) -> None:
    """Facts and money that do not agree, from before there were digests, are not sealed: nobody reads on unwarned."""
    forged_before_digests(path, change)
    with contextlib.closing(open_ledger(path)) as new:
        with pytest.raises(LedgerError, match="evening 1 is damaged"):
            evenings.by_number(new, 1)
        assert list(disagreements(new))
        word = Command("check", "--repair --accept-loss 1", "2026-11-19T20:00:00.000+00:00")
        repair.repair(new, {number: word for (number,) in new.execute("SELECT id FROM session").fetchall()})
        assert list(disagreements(new)) == []


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("UPDATE action SET session_id = 99 WHERE id = 2", id="of-no-evening"),
        pytest.param("UPDATE entry SET kind = 'rename', fact = '{\"rename\":5}' WHERE id = 1", id="renamed-to-nothing"),
    ],
)
def test_an_older_ledger_that_cannot_be_read_is_refused(path: Path, change: str) -> None:
    """A sentence, and nothing is changed."""
    forged_before_digests(path, change)
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="something an older sklog recorded here was changed or damaged"):
        open_ledger(path)
    assert path.read_bytes() == before


@pytest.mark.long
def test_an_upgrade_seals_what_hands_cost(path: Path) -> None:
    """A value that was changed before hands had a seal gets none, and is not shown; all others are."""
    shutil.copy(OLDER[4], path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        forged(old, "UPDATE score SET value = 990 WHERE session_id = 5 AND number = 1")
        old.commit()
    with contextlib.closing(open_ledger(path)) as new:
        assert [one.value for one in history.last_hands(new, evenings.find(new, "3"), 9)] == [2, 2, 1]
        with pytest.raises(LedgerError, match="evening 5 is damaged"):
            history.last_hands(new, evenings.find(new, "5"), 9)
        repair.repair(new)
        assert [one.value for one in history.last_hands(new, evenings.find(new, "5"), 9)] == [10, 0]


def test_an_upgrade_makes_no_cut_off_evening_whole(path: Path) -> None:
    """Where the newest command was gone before the upgrade, what is left is not taken for all of it."""
    shutil.copy(OLDER[4], path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        last = "(SELECT max(id) FROM action WHERE session_id = 3)"
        forged(old, f"DELETE FROM entry WHERE action_id = {last}; DELETE FROM action WHERE id = {last}")  # noqa: S608  the same
        old.commit()
    with contextlib.closing(open_ledger(path)) as new, pytest.raises(LedgerError, match="evening 3 is damaged"):
        evenings.find(new, "3")


@pytest.mark.long
@pytest.mark.parametrize("file", OLDER[3:10], ids=lambda file: file.stem)
def test_an_upgrade_overlooks_no_damage(path: Path, file: Path) -> None:
    """What was changed behind a seal before the upgrade is no part of a season after it, and says so.

    From the next version on overviews stay as they are: a season goes by those.
    """
    shutil.copy(file, path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        forged(old, "UPDATE state SET state = json_set(state, '$.balances.Anna', 99999) WHERE session_id = 1")
        old.commit()
    with contextlib.closing(open_ledger(path)) as new:
        with pytest.raises(LedgerError, match="evening 1 is damaged"):
            selection.season(new, selection.Selection())
        assert evenings.find(new).id != 1
        repair.repair(new)
        assert list(disagreements(new)) == []
        assert selection.season(new, selection.Selection(unit="ct")).nights


def test_an_upgrade_passes_over_no_damaged_evening(path: Path) -> None:
    """The newest open one is still meant, and says that it is damaged: no hand goes into another one."""
    shutil.copy(OLDER[3], path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        forged(old, "UPDATE state SET state = json_set(state, '$.balances.Anna', 99999) WHERE session_id = 3")
        old.commit()
    with contextlib.closing(open_ledger(path)) as new, pytest.raises(LedgerError, match="evening 3 is damaged"):
        evenings.find(new)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("DELETE FROM overview WHERE session_id = 4", id="newest-gone"),
        pytest.param("DELETE FROM overview", id="all-gone"),
        pytest.param("UPDATE overview SET closed = 0 WHERE session_id = 4", id="open"),
        pytest.param("UPDATE overview SET session_id = 99 WHERE session_id = 4", id="another-row"),
        pytest.param("UPDATE overview SET closed = 1 WHERE session_id = 3", id="the-newest-open-one-passed-over"),
        pytest.param("UPDATE overview SET imported = 1 WHERE session_id = 3", id="one-that-was-begun-here"),
    ],
)
def test_a_changed_overview_leads_to_no_other_evening(path: Path, change: str) -> None:
    """Which evening is meant is not believed where the rows do not agree."""
    shutil.copy(OLDER[3], path)
    with contextlib.closing(open_ledger(path)) as ledger:
        ledger.executescript(f"PRAGMA foreign_keys = OFF; {change}")
        with pytest.raises(LedgerError, match="it is not clear which evening is meant"):
            evenings.find(ledger)


def test_an_older_ledger_that_lost_a_guard_is_mended_before_it_is_upgraded(path: Path) -> None:
    """A ledger that lost one of its guards is refused; repaired it has it again, and is upgraded."""
    shutil.copy(UNSEALED, path)
    with contextlib.closing(sqlite3.connect(path)) as old:
        old.execute("DROP TRIGGER entry_is_never_updated")
    with pytest.raises(LedgerError, match="the trigger entry_is_never_updated of the file is not as sklog makes it"):
        open_ledger(path)
    with LedgerFile(path).writing(as_it_is=True) as old:
        assert repair.repair(old).mended == ["restored trigger entry_is_never_updated"]
    with contextlib.closing(open_ledger(path)) as new:
        assert list(disagreements(new)) == []


@pytest.fixture
def unseen(folder: Path) -> None:
    """Begin with a ledger of an older version, in which Anna and Eva have a hidden letter, and a note 2,500 letters."""
    shutil.copy(UNSEEN, folder / database.default_path())


@pytest.mark.usefixtures("unseen")
def test_what_could_not_be_recorded_today_stays_readable(ok: Sklog) -> None:
    """It is proved, told, kept, and handed on."""
    assert ok("check").out == "1 evening, 2 hands: everything agrees with the recorded facts.\n"
    assert "Anna�" in ok("report", "session").out
    assert "x" * 2_500 in ok("export").out
    ok("backup", "copy.db")
    assert "everything agrees" in ok("check", "--db", "copy.db").out


@pytest.mark.long
@pytest.mark.usefixtures("unseen")
def test_what_could_not_be_recorded_today_can_be_corrected(ok: Sklog) -> None:
    """Whoever has a hidden letter is paid, comes back, is renamed; the evening is folded anew."""
    ok("undo")
    ok("fix", "1", "w", "c")
    ok("leave", "Eva\u2800")
    ok("join", "Eva\u2800")
    ok("pay", "Anna\u3164", "Bene", "10ct")
    ok("player", "rename", "Anna\u3164", "Anna")
    ok("close")
    assert "Anna�" not in ok("report", "session").out
    assert "everything agrees" in ok("check").out


def test_migrating_twice_changes_nothing(ledger: sqlite3.Connection) -> None:
    """A ledger of the newest version is left as it is."""
    before = dump(ledger)
    schema.migrate(ledger)
    assert dump(ledger) == before


def test_every_table_is_strict(ledger: sqlite3.Connection) -> None:
    """No table of ours takes a text where a number belongs."""
    tables = ledger.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    ours = {name: strict for name, strict in tables if not name.startswith(("sqlite_", "_sqlite"))}
    assert set(ours) == {
        *("account", "session", "action", "entry_kind", "entry"),
        *("score", "posting", "payment", "state", "spelling", "bank", "arrival", "recorded", "overview", "signature"),
        "pay_link",
    }
    assert set(ours.values()) == {1}


REFUSED = [
    pytest.param("UPDATE session SET name = 'x'", "never changed: session", id="evening-changed"),
    pytest.param("DELETE FROM session", "never changed: session", id="evening-deleted"),
    pytest.param("UPDATE action SET at = ''", "never changed: action", id="action-changed"),
    pytest.param("DELETE FROM action", "never changed: action", id="action-deleted"),
    pytest.param("UPDATE entry SET fact = '{}'", "never changed: entry", id="hand-changed"),
    pytest.param("DELETE FROM entry", "never changed: entry", id="hand-deleted"),
    pytest.param("UPDATE account SET name = 'Ana' WHERE id = 1", "never changed: account", id="name-changed"),
    pytest.param(
        "INSERT OR REPLACE INTO action (id, session_id, at, command) VALUES (1, 1, '', 'x')", "never", id="replaced"
    ),
    pytest.param("DELETE FROM state", "every evening has its state", id="state-deleted"),
    pytest.param("UPDATE posting SET amount = 1", "sealed", id="sealed-posting-changed"),
    pytest.param("DELETE FROM posting", "sealed", id="sealed-posting-deleted"),
    pytest.param("INSERT INTO posting VALUES (1, 0, 5, NULL, NULL)", "sealed", id="posting-added-to-a-sealed-hand"),
    pytest.param("UPDATE score SET value = 1", "sealed", id="sealed-value-changed"),
    pytest.param("UPDATE score SET number = 9", "sealed", id="sealed-number-changed"),
    pytest.param("UPDATE score SET dealer_id = 2", "sealed", id="sealed-dealer-changed"),
    pytest.param("UPDATE posting SET won = 1", "sealed", id="sealed-result-changed"),
    pytest.param("INSERT INTO account (name, key, kind) VALUES ('ANNA', 'anna', 'player')", "account", id="name-twice"),
    pytest.param("INSERT INTO account (name, key, kind) VALUES ('', '', 'player')", "CHECK", id="no-name"),
    pytest.param("INSERT INTO account (name, key, kind) VALUES ('X', 'x', 'bank')", "CHECK", id="other-account"),
    pytest.param("UPDATE score SET value = 'much'", "TEXT value in INTEGER", id="text-for-a-number"),
    pytest.param("UPDATE state SET state = 'no json'", "CHECK", id="state-that-is-no-json"),
    pytest.param("INSERT INTO payment VALUES (1, 1, 1, 1, 50)", "CHECK", id="paying-oneself"),
    pytest.param("INSERT INTO payment VALUES (1, 1, 1, 2, 0)", "CHECK", id="paying-nothing"),
    pytest.param("INSERT INTO payment VALUES (1, 1, 1, 99, 50)", "FOREIGN KEY", id="paying-a-stranger"),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind) VALUES (1, 1, 'hand')", "what its kind says", id="no-fact"
    ),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind) VALUES (1, 1, 'void')", "what its kind says", id="no-target"
    ),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind) VALUES (1, 1, 'wish')", "kind|FOREIGN KEY", id="other-kind"
    ),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind, fact) VALUES (1, 1, 'event', '{')", "CHECK", id="broken-json"
    ),
    pytest.param(
        "INSERT INTO action (session_id, at, command) VALUES (7, '', 'add')", "FOREIGN KEY", id="no-such-evening"
    ),
    pytest.param(
        "INSERT INTO score (entry_id, position, value, seal) VALUES (99, 99, 1, x'00')", "sum to zero", id="no-postings"
    ),
    pytest.param(
        "INSERT INTO score (entry_id, position, value) VALUES (99, 99, 1)", "sealed when it is stored", id="no-seal"
    ),
    pytest.param("UPDATE score SET seal = x'00'", "sealed when it is stored", id="another-seal"),
]


@pytest.mark.parametrize(("statement", "said"), REFUSED)
def test_the_database_refuses(ledger: sqlite3.Connection, statement: str, said: str) -> None:
    """What must never happen is refused by the database itself, whoever writes."""
    evening(ledger, WENZ)
    with pytest.raises(sqlite3.IntegrityError, match=said):
        ledger.execute(statement)


def test_a_hand_that_does_not_sum_to_zero_cannot_be_sealed(ledger: sqlite3.Connection) -> None:
    """Postings sum to zero over the players and the Stock, or the hand is not stored."""
    evening(ledger, WENZ)
    scored = ledger.execute("SELECT * FROM score").fetchone()
    for changed in (
        "UPDATE score SET seal = NULL",
        "UPDATE posting SET amount = amount + 1 WHERE account_id = 1",
        "DELETE FROM score",
    ):
        ledger.execute(changed)
    with pytest.raises(sqlite3.IntegrityError, match="sum to zero"):
        database.insert(ledger, "score", [scored])


def test_the_running_balances_can_be_read_as_a_view(ledger: sqlite3.Connection) -> None:
    """`running_balance` has every balance after every hand, for Datasette and the sqlite3 shell."""
    evening(ledger, WENZ, SAUSPIEL, tariff="lamers")
    rows = ledger.execute("SELECT hand, player, change, balance FROM running_balance ORDER BY hand, player")
    assert list(rows) == [
        (1, "Anna", -20, -20),
        (1, "Bene", 60, 60),
        (1, "Christl", -20, -20),
        (1, "Dani", -20, -20),
        (2, "Anna", -10, -30),
        (2, "Bene", 10, 70),
        (2, "Christl", -10, -30),
        (2, "Dani", 10, -10),
    ]


def test_a_stock_that_was_carried_is_in_the_view_of_balances_at_once(ledger: sqlite3.Connection) -> None:
    """`balance` has what the Stock holds, before anything moves it as well as after."""
    first = evening(ledger, StockMove({"Anna": -40}), tariff="lamers")
    record.close(ledger, first, [], SAID)
    people = ("Anna", "Bene", "Christl", "Dani")
    session = Session("Zweite", "2026-11-20", first.tariff, people, stock=40, stock_from=first.uid)
    second = record.start(ledger, session, SAID, uid="2")
    asked = "SELECT player, balance FROM balance WHERE session_id = 2 ORDER BY player"
    assert ledger.execute(asked).fetchall() == [("Stock", 40)]
    add(ledger, second, StockMove({"Bene": 15}))
    assert dict(ledger.execute(asked)) == {"Anna": 0, "Bene": 15, "Christl": 0, "Dani": 0, "Stock": 25}


# -- the file -----------------------------------------------------------------------------------------


def test_a_missing_ledger_is_not_made_unless_it_is_meant(path: Path) -> None:
    """Reading from a ledger that is not there says so and makes no file."""
    with pytest.raises(LedgerError, match="there is no ledger yet"):
        open_ledger(path)
    assert not path.exists()


def test_a_new_ledger_belongs_to_its_owner_alone(path: Path) -> None:
    """The file is made with mode 600, and a folder made for it with 700."""
    deep = path.parent / "deep" / "er" / "sklog.db"
    open_ledger(deep, create=True).close()
    assert stat.S_IMODE(deep.stat().st_mode) == 0o600
    assert stat.S_IMODE(deep.parent.stat().st_mode) == 0o700


def test_an_empty_file_becomes_a_ledger_only_if_it_is_meant(path: Path) -> None:
    """An empty file is no ledger for `show`, and a place for one for `start`."""
    path.touch()
    with pytest.raises(LedgerError, match="is empty, not a ledger yet"):
        open_ledger(path)
    open_ledger(path, create=True).close()
    open_ledger(path).close()


@pytest.mark.parametrize("create", [False, True], ids=["reading", "making"])
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        pytest.param("CREATE TABLE film (title)", "is a database, but not a ledger of sklog", id="foreign"),
        pytest.param("PRAGMA application_id = 7", "is a database, but not a ledger of sklog", id="foreign-and-empty"),
        pytest.param("PRAGMA user_version = 1", "is a database, but not a ledger of sklog", id="version-alone"),
    ],
)
def test_somebody_elses_database_is_left_alone(path: Path, statement: str, said: str, *, create: bool) -> None:
    """A database that is no ledger is refused and stays as it is."""
    with contextlib.closing(sqlite3.connect(path)) as foreign:
        foreign.executescript(statement)
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=said):
        open_ledger(path, create=create)
    assert path.read_bytes() == before


def test_a_newer_ledger_is_left_alone(path: Path) -> None:
    """A ledger that a newer sklog wrote is refused, with what would be right."""
    open_ledger(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(
        LedgerError, match=r"was written by a newer sklog \(schema 99; this one knows 13\): update sklog"
    ):
        open_ledger(path, create=True)


@pytest.mark.parametrize("create", [False, True], ids=["reading", "making"])
def test_a_file_that_is_no_database(path: Path, *, create: bool) -> None:
    """A text file is refused and stays as it is."""
    path.write_text("Anna owes Bene 2,40\n" * 100)
    with pytest.raises(LedgerError, match="is not a database"):
        open_ledger(path, create=create)
    assert path.read_text().startswith("Anna owes Bene")


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    """Where a folder is named, the sentence says so."""
    with pytest.raises(LedgerError, match="the ledger is a folder"):
        open_ledger(tmp_path, create=True)


def test_a_ledger_that_was_cut_off(path: Path) -> None:
    """A damaged file is refused with what can still be done."""
    open_ledger(path, create=True).close()
    with path.open("r+b") as file:
        file.truncate(5000)
    with pytest.raises(LedgerError, match=r"is damaged, or its disk is failing: .* go back to a copy"):
        open_ledger(path)


def test_a_ledger_whose_schema_is_no_text(path: Path) -> None:
    """SQLite cites what it cannot read, which is no text any more: one sentence all the same."""
    open_ledger(path, create=True).close()
    path.write_bytes(path.read_bytes().replace(b"BEFORE INSERT ON posting", b"BEFORE INSERT ON p\xccsting"))
    with (
        pytest.raises(LedgerError, match="is damaged, or its disk is failing: try again, or go back to a copy"),
        contextlib.closing(open_ledger(path)) as opened,
        database.snapshot(opened, path),
    ):
        evenings.all_evenings(opened)


@contextlib.contextmanager
def without_rights(mode: int = 0o444, change: str = "") -> Iterator[Path]:
    """Give a folder to somebody who is not root, so that its permissions count; `change` was made to its ledger."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    root = os.geteuid() == 0
    try:
        with contextlib.closing(open_ledger(folder / "sklog.db", create=True)) as opened:
            evening(opened, WENZ) if change else None
            opened.executescript(change)
        (folder / "sklog.db").chmod(mode)
        folder.chmod(0o555)
        if root:
            os.seteuid(NOBODY)
        if os.access(folder, os.W_OK, effective_ids=True):
            pytest.skip("this user can write to everything")
        yield folder
    finally:
        if root:
            os.seteuid(0)
        shutil.rmtree(folder)


needs_effective_ids = pytest.mark.skipif(os.access not in os.supports_effective_ids, reason="needs effective ids")


@needs_effective_ids
def test_a_read_only_ledger_can_be_read() -> None:
    """Looking needs no right to write."""
    with without_rights() as folder, contextlib.closing(open_ledger(folder / "sklog.db")) as opened:
        assert evenings.all_evenings(opened) == []


@needs_effective_ids
def test_a_read_only_ledger_cannot_be_written() -> None:
    """A ledger that may not be written says so, and names what would be right."""
    with without_rights() as folder, contextlib.closing(open_ledger(folder / "sklog.db")) as opened:
        writing = database.transaction(opened, folder / "sklog.db")
        with pytest.raises(LedgerError, match="is read-only: nothing was stored"), writing:
            opened.execute("INSERT INTO account (name, key, kind) VALUES ('Anna', 'anna', 'player')")


@needs_effective_ids
@pytest.mark.parametrize("words", [("--repair",), ("--repair", "--dry-run"), ("--repair", "--accept-loss", "1")])
def test_a_read_only_ledger_is_not_mended(run: Sklog, words: tuple[str, ...]) -> None:
    """That nothing can be written is no damage of an evening: it is said as of every other command."""
    with without_rights(change="UPDATE state SET hands = 9") as folder:
        ran = run("check", *words, "--db", str(folder / "sklog.db"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("is read-only (name another file with --db): nothing was stored\n")
    assert ran.err.count("\n") == 1


@needs_effective_ids
@pytest.mark.parametrize("words", [("show",), ("check",), ("add", "s", "ac")], ids=" ".join)
def test_an_unreadable_ledger_cannot_be_opened(run: Sklog, words: tuple[str, ...]) -> None:
    """Whoever only looks is not told that something cannot be written."""
    with without_rights(mode=0) as folder:
        ran = run("--db", str(folder / "sklog.db"), *words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("sklog.db or its folder cannot be opened\n")


def test_a_row_that_is_there_already_is_told_in_a_sentence(ok: Sklog, run: Sklog, folder: Path) -> None:
    """Somebody has written what the next hand would: the words of SQLite are nobody's business."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani")
    ok("add", "s", "ac")
    with contextlib.closing(sqlite3.connect(folder / "sklog.db", isolation_level=None)) as opened:
        opened.execute("INSERT INTO posting VALUES (2, 0, -500, NULL, NULL), (2, 1, 500, 0, 1)")
    ran = run("add", "w", "b")
    said = "the content of sklog.db does not agree with itself (sklog check shows what differs): nothing was stored\n"
    assert (ran.code, ran.err) == (1, said)
    assert run("check").code == 3


@needs_effective_ids
def test_a_read_only_folder_takes_no_new_ledger() -> None:
    """Where no file can be made, one sentence says so."""
    with without_rights() as folder, pytest.raises(LedgerError, match=r"new.db cannot be used: Permission denied"):
        open_ledger(folder / "new.db", create=True)


# -- one command, one transaction ---------------------------------------------------------------------


def test_another_writer_is_waited_for_and_then_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers at once: the second waits, then says that somebody else is writing; readers go on."""
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    with contextlib.ExitStack() as opened:
        first = opened.enter_context(contextlib.closing(open_ledger(path, create=True)))
        second = opened.enter_context(contextlib.closing(open_ledger(path)))
        opened.enter_context(database.transaction(first, path))
        assert evenings.all_evenings(second) == []
        refused = opened.enter_context(pytest.raises(LedgerError, match="somebody else is writing to the ledger"))
        opened.enter_context(database.transaction(second, path))
    assert "nothing was stored" in str(refused.value)


def test_an_exception_in_the_middle_stores_nothing(path: Path) -> None:
    """A command that fails half-way leaves the ledger as it was."""
    with contextlib.closing(open_ledger(path, create=True)) as opened:
        begun = evening(opened, WENZ)
        before = dump(opened)
        with pytest.raises(ZeroDivisionError), database.transaction(opened, path):
            add(opened, begun, SAUSPIEL).hands / 0
        assert dump(opened) == before


def test_a_dry_run_stores_nothing(path: Path) -> None:
    """What `keep=False` did is gone afterwards, although it was seen while it lasted."""
    with contextlib.closing(open_ledger(path, create=True)) as opened:
        begun = evening(opened)
        before = dump(opened)
        with database.transaction(opened, path, keep=False):
            assert add(opened, begun, WENZ).hands == 1
        assert dump(opened) == before


def test_the_second_of_two_entries_that_cannot_be_takes_the_first_back(path: Path) -> None:
    """Several entries of one command are stored together or not at all."""
    with contextlib.closing(open_ledger(path, create=True)) as opened:
        begun = evening(opened)
        before = dump(opened)
        with pytest.raises(IllegalHand), database.transaction(opened, path):
            record.add(opened, begun, [WENZ, StockMove({"Anna": 40})], SAID)
        assert dump(opened) == before


@pytest.mark.long
def test_a_killed_process_leaves_nothing_half_done(path: Path) -> None:
    """The machine dies in the middle of a command: the ledger is as before it."""
    with contextlib.closing(open_ledger(path, create=True)) as opened:
        evening(opened, WENZ)
        before = dump(opened)
    dying = (
        "import os, sys; from pathlib import Path; from sklog.ledger.open import open_ledger\n"
        "ledger = open_ledger(Path(sys.argv[1])); ledger.execute('BEGIN IMMEDIATE')\n"
        "ledger.execute(\"INSERT INTO action (session_id, at, command) VALUES (1, '', 'add')\"); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", dying, path], check=False).returncode == 9
    with contextlib.closing(open_ledger(path)) as opened:
        assert dump(opened) == before


@pytest.mark.skipif(os.name == "nt", reason="folders are not synced there")
@pytest.mark.parametrize(("said", "fails"), [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True)])
def test_a_file_system_that_knows_no_sync_of_a_folder_takes_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: int, *, fails: bool
) -> None:
    """Some network shares refuse it, and the file is there; a disk that fails is something else."""
    sync = os.fsync

    def fsync(file: int) -> None:
        if not hasattr(file, "fileno") and stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(said, os.strerror(said))
        sync(file)

    monkeypatch.setattr(os, "fsync", fsync)
    with files.part_of(tmp_path / "page.html") as part:
        part.write_text("page", encoding="utf-8")
        with pytest.raises(OSError, match="error") if fails else contextlib.nullcontext():
            files.put_in_place(part, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "page"


@pytest.mark.skipif(os.name == "nt", reason="no part is locked there")
@pytest.mark.parametrize("folder", [False, True])
def test_what_killed_processes_left_is_cleared_away(tmp_path: Path, *, folder: bool) -> None:
    """Next to whatever is written there: what somebody still writes stays, and so does what is not sklog's."""
    (tmp_path / f".pq.abcdefgh{files.PART}").mkdir()
    (tmp_path / f".pq.abcdefgh{files.PART}" / "hands.parquet").write_bytes(b"PAR1")
    (tmp_path / f".page.html.abcdefgh{files.PART}").touch()
    (tmp_path / f".link{files.PART}").symlink_to(tmp_path)
    (tmp_path / ".pq.old12345").mkdir()
    os.mkfifo(tmp_path / f".pipe{files.PART}")
    with files.part_of(tmp_path / "pq", folder=True) as one, files.part_of(tmp_path / "page", folder=folder) as other:
        there = {path.name for path in tmp_path.iterdir()}
        assert there == {one.name, other.name, ".pq.old12345", f".link{files.PART}"}
    assert {path.name for path in tmp_path.iterdir()} == {".pq.old12345", f".link{files.PART}"}


@pytest.mark.skipif(os.name == "nt", reason="no part is locked there")
def test_where_nothing_can_be_locked_a_part_has_a_name_that_nobody_clears_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on some network shares: it is written all the same."""

    def refused(*_words: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(files, "flock", refused)
    with files.part_of(tmp_path / "page.html") as part:
        part.write_text("page", encoding="utf-8")
        assert not part.name.endswith(files.PART)
        files.put_in_place(part, tmp_path / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
