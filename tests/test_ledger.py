"""The ledger: what the database itself holds, the file and everything that can be wrong with it, and recording."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sklog import tariffs
from sklog.errors import IllegalHand, LedgerError, NotFound, Refused
from sklog.ledger import connection, evenings, importing, recording, schema
from sklog.ledger.checking import disagreements
from sklog.ledger.recording import Said
from sklog.scoring.closing import stock_at_close
from sklog.scoring.evening import BockOrder, Join, Payment, RoundOrder, StockMove, Voided
from sklog.scoring.hand import Passed, Played, Posting
from sklog.scoring.session import Session
from sklog.session_files import identity, read, write
from sklog.session_files.formats import read_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sklog.ledger.evenings import Evening
    from sklog.scoring.evening import Entry

SAMPLES = sorted((Path(__file__).parent.parent / "sample_sessions").glob("*.yaml"))
SAID = Said("add", "as typed", "2026-11-19T20:00:00.000+00:00")
WENZ = Played(game="wenz", declarer="Bene", won=True)
SAUSPIEL = Played(game="sauspiel", declarer="Anna", partner="Christl", won=False)
NOBODY = 65534


@pytest.fixture
def ledger() -> Iterator[sqlite3.Connection]:
    """Return an empty ledger in memory."""
    opened = connection.in_memory()
    yield opened
    opened.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a ledger may be made."""
    return tmp_path / "sklog.db"


def evening(ledger: sqlite3.Connection, *entries: Entry, tariff: str = "wiki", name: str = "Stammtisch") -> Evening:
    """Begin an evening and record these entries, each as a command of its own."""
    players = ("Anna", "Bene", "Christl", "Dani")
    session = Session(name, "2026-11-19", tariffs.find(tariff), players)
    begun = recording.start(ledger, session, SAID._replace(command="start"), uid=random.randbytes(16).hex())
    for entry in entries:
        begun = add(ledger, begun, entry)
    return begun


def add(ledger: sqlite3.Connection, begun: Evening, *entries: Entry) -> Evening:
    """Record entries as one command and return the evening after it."""
    recording.add(ledger, begun, entries, SAID)
    return evenings.find(ledger, str(begun.id))


def dump(ledger: sqlite3.Connection) -> list[str]:
    """Return everything that is stored."""
    return list(ledger.iterdump())


# -- the schema ---------------------------------------------------------------------------------------


def test_the_schema_version_counts_the_migrations() -> None:
    """A ledger's version is the number of migrations it went through."""
    assert len(list(schema.migrations.pending(_database(":memory:")))) == connection.SCHEMA_VERSION


def _database(name: str) -> schema.Database:
    return schema.Database(name)


def test_migrating_twice_changes_nothing(ledger: sqlite3.Connection) -> None:
    """A ledger of the newest version is left as it is."""
    before = dump(ledger)
    schema.migrate(ledger)
    assert dump(ledger) == before


def test_every_table_is_strict(ledger: sqlite3.Connection) -> None:
    """No table of ours takes a text where a number belongs."""
    tables = ledger.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    ours = {name: strict for name, strict in tables if not name.startswith(("sqlite_", "_sqlite"))}
    assert set(ours) == {"account", "session", "action", "entry", "score", "posting", "payment", "state"}
    assert set(ours.values()) == {1}


REFUSED = [
    pytest.param("UPDATE session SET name = 'x'", "never changed: session", id="evening-changed"),
    pytest.param("DELETE FROM session", "never changed: session", id="evening-deleted"),
    pytest.param("UPDATE action SET at = ''", "never changed: action", id="action-changed"),
    pytest.param("DELETE FROM action", "never changed: action", id="action-deleted"),
    pytest.param("UPDATE entry SET fact = '{}'", "never changed: entry", id="hand-changed"),
    pytest.param("DELETE FROM entry", "never changed: entry", id="hand-deleted"),
    pytest.param("UPDATE posting SET amount = 1", "sealed", id="sealed-posting-changed"),
    pytest.param("DELETE FROM posting", "sealed", id="sealed-posting-deleted"),
    pytest.param("INSERT INTO posting VALUES (1, 0, 5)", "sealed", id="posting-added-to-a-sealed-hand"),
    pytest.param("UPDATE score SET value = 1", "sealed", id="sealed-value-changed"),
    pytest.param("UPDATE score SET number = 9", "sealed", id="sealed-number-changed"),
    pytest.param("INSERT INTO account (name, key, kind) VALUES ('ANNA', 'anna', 'player')", "UNIQUE", id="name-twice"),
    pytest.param("INSERT INTO account (name, key, kind) VALUES ('', '', 'player')", "CHECK", id="no-name"),
    pytest.param("INSERT INTO account (name, key, kind) VALUES ('X', 'x', 'bank')", "CHECK", id="other-account"),
    pytest.param("UPDATE score SET value = 'much'", "TEXT value in INTEGER", id="text-for-a-number"),
    pytest.param("UPDATE state SET state = 'no json'", "CHECK", id="state-that-is-no-json"),
    pytest.param("INSERT INTO payment VALUES (1, 1, 1, 1, 50)", "CHECK", id="paying-oneself"),
    pytest.param("INSERT INTO payment VALUES (1, 1, 1, 2, 0)", "CHECK", id="paying-nothing"),
    pytest.param("INSERT INTO payment VALUES (1, 1, 1, 99, 50)", "FOREIGN KEY", id="paying-a-stranger"),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind) VALUES (1, 1, 'hand')", "CHECK", id="hand-without-a-fact"
    ),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind) VALUES (1, 1, 'void')", "CHECK", id="void-without-a-hand"
    ),
    pytest.param(
        "INSERT INTO entry (session_id, action_id, kind, fact) VALUES (1, 1, 'event', '{')", "CHECK", id="broken-json"
    ),
    pytest.param(
        "INSERT INTO action (session_id, at, command) VALUES (7, '', 'add')", "FOREIGN KEY", id="no-such-evening"
    ),
    pytest.param(
        "INSERT INTO score (entry_id, session_id, position, value, sealed) VALUES (1, 1, 1, 1, 1)",
        "sealed after its postings",
        id="born-sealed",
    ),
]


@pytest.mark.parametrize(("statement", "said"), REFUSED)
def test_the_database_refuses(ledger: sqlite3.Connection, statement: str, said: str) -> None:
    """What must never happen is refused by the database itself, whoever writes."""
    evening(ledger, WENZ)
    with pytest.raises(sqlite3.IntegrityError, match=said):
        ledger.execute(statement)


def test_a_hand_that_does_not_sum_to_zero_cannot_be_sealed(ledger: sqlite3.Connection) -> None:
    """Postings sum to zero over the players and the Stock, or the hand stays open."""
    evening(ledger, WENZ)
    ledger.execute("UPDATE score SET sealed = 0")
    ledger.execute("UPDATE posting SET amount = amount + 1 WHERE account_id = 1")
    with pytest.raises(sqlite3.IntegrityError, match="sum to zero"):
        ledger.execute("UPDATE score SET sealed = 1")


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


# -- the file -----------------------------------------------------------------------------------------


def test_a_missing_ledger_is_not_made_unless_it_is_meant(path: Path) -> None:
    """Reading from a ledger that is not there says so and makes no file."""
    with pytest.raises(LedgerError, match="there is no ledger at .*sklog.db; begin with: sklog start"):
        connection.connect(path)
    assert not path.exists()


def test_a_new_ledger_belongs_to_its_owner_alone(path: Path) -> None:
    """The file is made with mode 600, and a folder made for it with 700."""
    deep = path.parent / "deep" / "er" / "sklog.db"
    connection.connect(deep, create=True).close()
    assert stat.S_IMODE(deep.stat().st_mode) == 0o600
    assert stat.S_IMODE(deep.parent.stat().st_mode) == 0o700


def test_an_empty_file_becomes_a_ledger_only_if_it_is_meant(path: Path) -> None:
    """An empty file is no ledger for `show`, and a place for one for `start`."""
    path.touch()
    with pytest.raises(LedgerError, match="is empty and no ledger yet"):
        connection.connect(path)
    connection.connect(path, create=True).close()
    connection.connect(path).close()


@pytest.mark.parametrize("create", [False, True], ids=["reading", "making"])
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        pytest.param("CREATE TABLE film (title)", "is a database, but no ledger of sklog", id="foreign"),
        pytest.param("PRAGMA application_id = 7", "is a database, but no ledger of sklog", id="foreign-and-empty"),
        pytest.param("PRAGMA user_version = 1", "is a database, but no ledger of sklog", id="version-alone"),
    ],
)
def test_somebody_elses_database_is_left_alone(path: Path, statement: str, said: str, *, create: bool) -> None:
    """A database that is no ledger is refused and stays as it is."""
    with contextlib.closing(sqlite3.connect(path)) as foreign:
        foreign.executescript(statement)
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=said):
        connection.connect(path, create=create)
    assert path.read_bytes() == before


def test_a_newer_ledger_is_left_alone(path: Path) -> None:
    """A ledger that a newer sklog wrote is refused, with what would be right."""
    connection.connect(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(
        LedgerError, match=r"was written by a newer sklog \(schema 99; this one knows 1\): update sklog"
    ):
        connection.connect(path, create=True)


@pytest.mark.parametrize("create", [False, True], ids=["reading", "making"])
def test_a_file_that_is_no_database(path: Path, *, create: bool) -> None:
    """A text file is refused and stays as it is."""
    path.write_text("Anna owes Bene 2,40\n" * 100)
    with pytest.raises(LedgerError, match="is no database"):
        connection.connect(path, create=create)
    assert path.read_text().startswith("Anna owes Bene")


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    """Where a folder is named, the sentence says so."""
    with pytest.raises(LedgerError, match="is a folder, no ledger"):
        connection.connect(tmp_path, create=True)


def test_a_ledger_that_was_cut_off(path: Path) -> None:
    """A damaged file is refused with what can still be done."""
    connection.connect(path, create=True).close()
    with path.open("r+b") as file:
        file.truncate(5000)
    with pytest.raises(LedgerError, match="is damaged: go back to a copy of it"):
        connection.connect(path)


@contextlib.contextmanager
def without_rights() -> Iterator[Path]:
    """Give a folder to somebody who is not root, so that its permissions count."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    root = os.geteuid() == 0
    try:
        connection.connect(folder / "sklog.db", create=True).close()
        (folder / "sklog.db").chmod(0o444)
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
    with without_rights() as folder, contextlib.closing(connection.connect(folder / "sklog.db")) as opened:
        assert evenings.all_evenings(opened) == []


@needs_effective_ids
def test_a_read_only_ledger_cannot_be_written() -> None:
    """A ledger that may not be written says so, and names what would be right."""
    with without_rights() as folder:
        path = folder / "sklog.db"
        with contextlib.closing(connection.connect(path)) as opened, pytest.raises(LedgerError, match="read-only"):
            with connection.transaction(opened, path):
                evening(opened)


@needs_effective_ids
def test_a_read_only_folder_takes_no_new_ledger() -> None:
    """Where no file can be made, one sentence says so."""
    with without_rights() as folder, pytest.raises(LedgerError, match=r"new.db cannot be used: Permission denied"):
        connection.connect(folder / "new.db", create=True)


# -- one command, one transaction ---------------------------------------------------------------------


def test_another_writer_is_waited_for_and_then_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers at once: the second waits, then says that somebody else is writing."""
    monkeypatch.setattr(connection, "WAIT_SECONDS", 0.05)
    with contextlib.closing(connection.connect(path, create=True)) as first, connection.transaction(first, path):
        with contextlib.closing(connection.connect(path)) as second:
            with pytest.raises(LedgerError, match="somebody else is writing to .*sklog.db"):
                with connection.transaction(second, path):
                    pass  # pragma: no cover  it never gets here
            assert evenings.all_evenings(second) == []  # reading goes on meanwhile


def test_an_exception_in_the_middle_stores_nothing(path: Path) -> None:
    """A command that fails half-way leaves the ledger as it was."""
    with contextlib.closing(connection.connect(path, create=True)) as opened:
        begun = evening(opened, WENZ)
        before = dump(opened)
        with pytest.raises(ZeroDivisionError), connection.transaction(opened, path):
            recording.add(opened, begun, [SAUSPIEL], SAID)
            raise ZeroDivisionError
        assert dump(opened) == before


def test_a_dry_run_stores_nothing(path: Path) -> None:
    """What `keep=False` did is gone afterwards, although it was seen while it lasted."""
    with contextlib.closing(connection.connect(path, create=True)) as opened:
        begun = evening(opened)
        before = dump(opened)
        with connection.transaction(opened, path, keep=False):
            assert add(opened, begun, WENZ).hands == 1
        assert dump(opened) == before


def test_the_second_of_two_entries_that_cannot_be_takes_the_first_back(path: Path) -> None:
    """Several entries of one command are stored together or not at all."""
    with contextlib.closing(connection.connect(path, create=True)) as opened:
        begun = evening(opened)
        before = dump(opened)
        with pytest.raises(IllegalHand), connection.transaction(opened, path):
            recording.add(opened, begun, [WENZ, StockMove({"Anna": 40})], SAID)
        assert dump(opened) == before


def test_a_killed_process_leaves_nothing_half_done(path: Path) -> None:
    """The machine dies in the middle of a command: the ledger is as before it."""
    with contextlib.closing(connection.connect(path, create=True)) as opened:
        evening(opened, WENZ)
        before = dump(opened)
    dying = (
        "import os, sys; from pathlib import Path; from sklog.ledger import connection\n"
        "ledger = connection.connect(Path(sys.argv[1])); ledger.execute('BEGIN IMMEDIATE')\n"
        "ledger.execute(\"INSERT INTO action (session_id, at, command) VALUES (1, '', 'add')\"); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", dying, path], check=False).returncode == 9
    with contextlib.closing(connection.connect(path)) as opened:
        assert dump(opened) == before


# -- recording ----------------------------------------------------------------------------------------


def test_an_evening_keeps_its_own_copy_of_the_tariff(ledger: sqlite3.Connection) -> None:
    """The tariff that was copied in is the one that counts, whatever the file says later."""
    begun = evening(ledger, tariff="grundzuege")
    assert begun.tariff == tariffs.find("grundzuege")
    assert ledger.execute("SELECT tariff ->> 'name' FROM session").fetchone() == ("grundzuege",)


def test_names_are_spelled_as_the_ledger_knows_them(ledger: sqlite3.Connection) -> None:
    """Names are unique without regard to case, and the first spelling stays."""
    evening(ledger)
    assert recording.known_spelling(ledger, ["ANNA", "Eva", "bene"]) == ["Anna", "Eva", "Bene"]


COMMANDS = {
    "add": lambda ledger, begun: recording.add(ledger, begun, [WENZ], SAID),
    "post": lambda ledger, begun: recording.add(ledger, begun, [Posting(amounts={"Anna": -50, "Bene": 50})], SAID),
    "bock": lambda ledger, begun: recording.add(ledger, begun, [BockOrder(4)], SAID),
    "round": lambda ledger, begun: recording.add(ledger, begun, [RoundOrder("hadsch")], SAID),
    "stock": lambda ledger, begun: recording.add(ledger, begun, [StockMove({"Anna": 20})], SAID),
    "join": lambda ledger, begun: recording.add(ledger, begun, [Join("Eva")], SAID),
    "pay": lambda ledger, begun: recording.add(ledger, begun, [Payment("Anna", "Bene", 50)], SAID),
    "two at once": lambda ledger, begun: recording.add(ledger, begun, [WENZ, Payment("Anna", "Bene", 5)], SAID),
    "void": lambda ledger, begun: recording.void(ledger, begun, 1, SAID),
    "close": lambda ledger, begun: recording.close(ledger, begun, [stock_at_close(begun.state, "split")], SAID),
}


@pytest.mark.parametrize("do", COMMANDS.values(), ids=COMMANDS)
def test_undo_takes_back(ledger: sqlite3.Connection, do: Callable[[sqlite3.Connection, Evening], object]) -> None:
    """Undoing a command of any kind gives the evening before it, and the facts stay."""
    before = evening(ledger, Passed(), SAUSPIEL)
    do(ledger, before)
    assert evenings.find(ledger, "1") != before
    entries = ledger.execute("SELECT count(*) FROM entry").fetchone()
    recording.undo(ledger, evenings.find(ledger, "1"), SAID)
    assert evenings.find(ledger, "1") == before
    assert ledger.execute("SELECT count(*) FROM entry").fetchone() == entries
    assert list(disagreements(ledger)) == []


def test_undo_goes_back_step_by_step(ledger: sqlite3.Connection) -> None:
    """Each undo takes back the newest command that is still in force, until there is none."""
    begun = evening(ledger, WENZ, SAUSPIEL, Passed())
    for left in (2, 1, 0):
        begun = recording.undo(ledger, begun, SAID).evening
        assert begun.hands == left
    with pytest.raises(Refused, match="nothing was recorded in 'Stammtisch' that could be undone"):
        recording.undo(ledger, begun, SAID)


def test_after_an_undo_the_evening_goes_on(ledger: sqlite3.Connection) -> None:
    """A hand behind an undone one takes its number, and the undone one stays undone."""
    begun = evening(ledger, WENZ, SAUSPIEL)
    begun = add(ledger, recording.undo(ledger, begun, SAID).evening, Passed())
    assert [entry for _, entry in evenings.recorded(ledger, 1)] == [WENZ, Passed()]
    assert recording.undo(ledger, begun, SAID).evening.hands == 1
    assert list(disagreements(ledger)) == []


def test_a_void_hand_keeps_its_number_and_later_hands_are_folded_again(ledger: sqlite3.Connection) -> None:
    """Without the throw-in there is no Stock for hand 2 to take; hand 3 keeps its price."""
    won = Played(game="sauspiel", declarer="Anna", partner="Christl", won=True)
    begun = evening(ledger, Passed(), won, WENZ)
    change = recording.void(ledger, begun, 1, SAID)
    assert [(hand.number, hand.before["Anna"], hand.now["Anna"]) for hand in change.revalued] == [(2, 30, 10)]
    assert change.evening.hands == 3
    assert change.evening.state.balances == {"Anna": -10, "Bene": 50, "Christl": -10, "Dani": -30, "Stock": 0}
    assert list(disagreements(ledger)) == []


def test_a_void_that_makes_a_later_entry_impossible(ledger: sqlite3.Connection) -> None:
    """Without the throw-in nobody could have taken from the Stock: the void is refused and says why."""
    begun = evening(ledger, Passed(), StockMove({"Anna": 40}))
    with pytest.raises(IllegalHand, match="the Stock holds 0") as said:
        recording.void(ledger, begun, 1, SAID)
    assert "cannot be made; correct that hand first, or void it" in said.value.problems[-1].message


@pytest.mark.parametrize("number", [0, 3, -1], ids=str)
def test_a_hand_that_is_not_there(ledger: sqlite3.Connection, number: int) -> None:
    """The sentence says which hand is the last."""
    begun = evening(ledger, WENZ, Payment("Anna", "Bene", 5), SAUSPIEL)
    with pytest.raises(NotFound, match=f"there is no hand {number} in 'Stammtisch': the last is hand 2"):
        recording.void(ledger, begun, number, SAID)


def test_a_hand_is_void_once(ledger: sqlite3.Connection) -> None:
    """Voiding a void hand is refused; after an undo it can be voided again."""
    begun = recording.void(ledger, evening(ledger, WENZ), 1, SAID).evening
    with pytest.raises(Refused, match="hand 1 is void already"):
        recording.void(ledger, begun, 1, SAID)
    begun = recording.undo(ledger, begun, SAID).evening
    assert recording.void(ledger, begun, 1, SAID).evening.state.balances["Bene"] == 0


@pytest.mark.parametrize(
    "entry", [WENZ, Posting(amounts={"Anna": 1, "Bene": -1}), BockOrder(1)], ids=["hand", "posting", "bock"]
)
def test_a_closed_evening_takes_no_more_hands(ledger: sqlite3.Connection, entry: Entry) -> None:
    """What is over is over, until it is reopened."""
    closed = recording.close(ledger, evening(ledger, WENZ), [], SAID)
    with pytest.raises(Refused, match="the evening 'Stammtisch' is closed; .*sklog reopen --session 1"):
        recording.add(ledger, closed, [entry], SAID)
    recording.add(ledger, recording.reopen(ledger, closed, SAID), [entry], SAID)
    assert list(disagreements(ledger)) == []


def test_a_closed_evening_takes_payments(ledger: sqlite3.Connection) -> None:
    """People pay on the next day, too."""
    closed = recording.close(ledger, evening(ledger, WENZ), [], SAID)
    assert add(ledger, closed, Payment("Anna", "Bene", 20)).closed
    assert ledger.execute("SELECT amount FROM payment").fetchall() == [(20,)]


def test_closing_and_reopening_twice_is_refused(ledger: sqlite3.Connection) -> None:
    """An evening is closed or it is not."""
    begun = evening(ledger)
    with pytest.raises(Refused, match="is not closed"):
        recording.reopen(ledger, begun, SAID)
    with pytest.raises(Refused, match="is closed already"):
        recording.close(ledger, recording.close(ledger, begun, [], SAID), [], SAID)


# -- the Stock between evenings -----------------------------------------------------------------------


def test_the_stock_is_carried_into_the_next_evening_and_only_once(ledger: sqlite3.Connection) -> None:
    """The next evening of these people begins with it; the one after that does not."""
    recording.close(ledger, evening(ledger, Passed()), [], SAID)
    waiting = recording.carried_stock(ledger, "ct", ["Eva", "Dani"])
    assert waiting is not None
    assert (waiting.amount, waiting.name) == (40, "Stammtisch")
    _begin_with(ledger, waiting)
    assert evenings.find(ledger, "2").state.stock == 40
    assert recording.carried_stock(ledger, "ct", ["Eva", "Dani"]) is None
    assert list(disagreements(ledger)) == []


def _begin_with(ledger: sqlite3.Connection, waiting: recording.Carried) -> None:
    players = ("Eva", "Dani", "Anna", "Bene")
    session = Session("Zweiter", "2026-11-20", tariffs.find("wiki"), players)
    recording.start(ledger, session._replace(stock=waiting.amount, stock_from=waiting.uid), SAID, uid="2")


@pytest.mark.parametrize(
    ("unit", "people"), [("points", ["Anna"]), ("ct", ["Eva", "Sepp"])], ids=["other-unit", "other-people"]
)
def test_the_stock_waits_for_its_own_people(ledger: sqlite3.Connection, unit: str, people: list[str]) -> None:
    """Cents do not become points, and nobody finds the Stock of strangers."""
    recording.close(ledger, evening(ledger, Passed()), [], SAID)
    assert recording.carried_stock(ledger, unit, people) is None


def test_an_open_evening_keeps_its_stock(ledger: sqlite3.Connection) -> None:
    """Only what a closed evening left is carried over."""
    evening(ledger, Passed())
    assert recording.carried_stock(ledger, "ct", ["Anna"]) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda ledger, begun: recording.undo(ledger, begun, SAID),
        lambda ledger, begun: recording.void(ledger, begun, 1, SAID),
        lambda ledger, begun: recording.reopen(ledger, begun, SAID),
    ],
    ids=["undo", "void", "reopen"],
)
def test_an_evening_whose_stock_moved_on_stays_as_it_is(
    ledger: sqlite3.Connection, change: Callable[[sqlite3.Connection, Evening], object]
) -> None:
    """Else the same money would be there twice."""
    closed = recording.close(ledger, evening(ledger, Passed()), [], SAID)
    _begin_with(ledger, recording.Carried(40, closed.uid, "Stammtisch"))
    with pytest.raises(Refused, match="the Stock of 'Stammtisch' was carried into 'Zweiter'"):
        change(ledger, closed)


# -- a line repeated within seconds -------------------------------------------------------------------


def _at(clock: str, command: str = "add") -> Said:
    return Said(command, "w b", f"2026-11-19T{clock}+00:00")


@pytest.mark.parametrize(
    ("second", "entry", "refused"),
    [
        pytest.param(_at("20:00:00.000"), WENZ, True, id="at-once"),
        pytest.param(_at("20:00:09.999"), WENZ, True, id="within-ten-seconds"),
        pytest.param(_at("20:00:10.000"), WENZ, False, id="after-ten-seconds"),
        pytest.param(_at("19:59:59.000"), WENZ, False, id="the-clock-was-set-back"),
        pytest.param(_at("20:00:01.000"), SAUSPIEL, False, id="another-hand"),
        pytest.param(_at("20:00:01.000", "play"), WENZ, False, id="another-command"),
    ],
)
def test_a_repetition_within_seconds_is_noticed(
    ledger: sqlite3.Connection, second: Said, entry: Entry, *, refused: bool
) -> None:
    """The same hand typed again less than ten seconds later is refused with a hint at --again."""
    begun = evening(ledger)
    recording.add(ledger, begun, [WENZ], _at("20:00:00.000"))
    begun = evenings.find(ledger, "1")
    expected = pytest.raises(Refused, match="as hand 1; .*sklog add --again") if refused else contextlib.nullcontext()
    with expected:
        recording.refuse_repetition(ledger, begun, entry, second)


def test_the_hand_typed_again_after_an_undo_is_no_repetition(ledger: sqlite3.Connection) -> None:
    """Who takes a hand back and types it again means it."""
    begun = evening(ledger)
    recording.add(ledger, begun, [WENZ], _at("20:00:00.000"))
    begun = recording.undo(ledger, evenings.find(ledger, "1"), _at("20:00:02.000", "undo")).evening
    recording.refuse_repetition(ledger, begun, WENZ, _at("20:00:04.000"))


# -- which evening is meant ---------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["2", "zweiter", " Zweiter ", "ZWEITER"], ids=["number", "name", "spaces", "case"])
def test_an_evening_is_found_by(ledger: sqlite3.Connection, wanted: str) -> None:
    """Number and name find an evening, without regard to case."""
    evening(ledger)
    evening(ledger, name="Zweiter")
    assert evenings.find(ledger, wanted).id == 2


def test_without_a_word_the_newest_open_evening_is_meant(ledger: sqlite3.Connection) -> None:
    """A closed evening is not meant, unless it may be closed."""
    evening(ledger)
    second = evening(ledger)
    assert evenings.find(ledger).id == 2
    recording.close(ledger, second, [], SAID)
    assert evenings.find(ledger).id == 1
    assert evenings.find(ledger, closed=True).id == 2


def test_two_evenings_of_one_name_are_told_apart_by_number(ledger: sqlite3.Connection) -> None:
    """The sentence names the numbers that would be right."""
    evening(ledger)
    evening(ledger)
    with pytest.raises(NotFound, match=r"several evenings are 'stammtisch': say one by its number \(1, 2\)"):
        evenings.find(ledger, "stammtisch")


def test_an_evening_named_like_a_number_does_not_hide_the_number(ledger: sqlite3.Connection) -> None:
    """The number counts more than a name."""
    evening(ledger, name="2")
    evening(ledger)
    assert evenings.find(ledger, "2").id == 2


# -- the proof ----------------------------------------------------------------------------------------


TAMPERED = [
    pytest.param("UPDATE posting SET amount = amount * 2", "stored postings are not", id="postings"),
    pytest.param("DELETE FROM posting WHERE account_id = 1", "stored postings are not", id="posting-lost"),
    pytest.param("UPDATE score SET value = value + 1", "stored value is not", id="value"),
    pytest.param("UPDATE score SET number = number + 1", "stored value is not", id="number"),
    pytest.param("UPDATE score SET sealed = 0", "stored value is not", id="unsealed"),
    pytest.param("DELETE FROM posting; DELETE FROM score", "stored value is not", id="score-lost"),
    pytest.param("UPDATE state SET hands = 7", "7 hands are counted", id="count"),
    pytest.param("UPDATE state SET closed = 1", "kept as closed", id="closed"),
    pytest.param(
        "UPDATE state SET state = json_set(state, '$.balances.Anna', 1000)", "kept state differs", id="balance"
    ),
    pytest.param("UPDATE state SET state = json_set(state, '$.dealer', 'Dani')", "kept state differs", id="dealer"),
    pytest.param("UPDATE payment SET amount = 1", "stored payment differs", id="payment"),
    pytest.param("DELETE FROM payment", "stored payment differs", id="payment-lost"),
    pytest.param(
        "UPDATE entry SET fact = json_set(fact, '$.won', json('false')) WHERE id = 1", "stored postings", id="fact"
    ),
    pytest.param("UPDATE entry SET fact = '{}' WHERE id = 1", "cannot be read", id="fact-that-is-none"),
    pytest.param("UPDATE entry SET fact = json_set(fact, '$.game', 'kreuz') WHERE id = 1", "does not fold", id="game"),
    pytest.param("DELETE FROM entry WHERE id = 1", "names a row of entry that is not there", id="entry-lost"),
    pytest.param(
        "UPDATE session SET tariff = json_set(tariff, '$.prices.solo', 70)", "stored value is not", id="tariff"
    ),
    pytest.param("UPDATE session SET tariff = '{}'", "cannot be read", id="tariff-that-is-none"),
    pytest.param("DELETE FROM state", "has no state", id="state-lost"),
]


@pytest.mark.parametrize(("statements", "said"), TAMPERED)
def test_check_finds(ledger: sqlite3.Connection, statements: str, said: str) -> None:
    """Whoever changes the file by hand, with the triggers gone, is found out."""
    evening(ledger, WENZ, SAUSPIEL, Payment("Anna", "Bene", 20), tariff="lamers")
    assert list(disagreements(ledger)) == []
    ledger.execute("PRAGMA foreign_keys = OFF")
    for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        ledger.execute(f"DROP TRIGGER {name}")
    ledger.executescript(statements)
    assert said in "\n".join(disagreements(ledger))


def test_rebuilding_an_evening_changes_nothing(ledger: sqlite3.Connection) -> None:
    """What is derived follows from the facts alone."""
    begun = evening(ledger, Passed(), WENZ, Voided(SAUSPIEL), Payment("Anna", "Bene", 20))
    before = dump(ledger)
    recording.rebuild(ledger, begun)
    assert dump(ledger) == before


# -- whole evenings in and out ------------------------------------------------------------------------


sample = pytest.mark.parametrize("file", SAMPLES, ids=[file.stem for file in SAMPLES])


def _take(ledger: sqlite3.Connection, session: Session) -> importing.Imported:
    return importing.take(ledger, session, SAID, uid=identity(session))


@sample
def test_importing_a_sample_evening_ends_as_the_file_expects(ledger: sqlite3.Connection, file: Path) -> None:
    """What is imported is proved, and ends with the balances that the file promises."""
    [session] = read_path(file)
    taken = _take(ledger, session)
    assert taken.new
    assert session.expect
    assert {name: taken.evening.state.balances[name] for name in session.expect} == session.expect
    assert list(disagreements(ledger)) == []


@sample
def test_importing_twice_changes_nothing(ledger: sqlite3.Connection, file: Path) -> None:
    """The same file again is known and leaves the ledger as it is."""
    [session] = read_path(file)
    _take(ledger, session)
    before = dump(ledger)
    assert not _take(ledger, session).new
    assert dump(ledger) == before


@sample
def test_export_import_export_is_the_same_file(ledger: sqlite3.Connection, file: Path) -> None:
    """An evening goes through a file into another ledger and comes out letter by letter."""
    [session] = read_path(file)
    first = write(evenings.session(ledger, _take(ledger, session).evening))
    with contextlib.closing(connection.in_memory()) as other:
        [again] = read(first, "first.yaml")
        assert write(evenings.session(other, _take(other, again).evening)) == first


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session._replace(entries=session.entries[:-1]),
        lambda session: session._replace(closed=True),
        lambda session: session._replace(dealer="Dani"),
        lambda session: session._replace(tariff=tariffs.find("bsv")),
    ],
    ids=["hands", "closed", "dealer", "tariff"],
)
def test_two_versions_of_an_evening_are_never_mixed(
    ledger: sqlite3.Connection, change: Callable[[Session], Session]
) -> None:
    """Another version of an evening that is there is refused, and nothing is stored."""
    session = Session(
        "Abend", "2026-11-19", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"), (WENZ, SAUSPIEL)
    )
    _take(ledger, session)
    before = dump(ledger)
    with pytest.raises(Refused, match="is in the ledger as evening 1, and differs from this file"):
        importing.take(ledger, change(session), SAID, uid=identity(session))
    assert dump(ledger) == before


def test_a_closed_evening_with_a_stock_is_imported_as_it_is(ledger: sqlite3.Connection) -> None:
    """What an evening left in the Stock waits for the next one in the other ledger, too."""
    players = ("Anna", "Bene", "Christl", "Dani")
    session = Session("Abend", "2026-11-19", tariffs.find("wiki"), players, (Passed(),), closed=True)
    _take(ledger, session)
    assert recording.carried_stock(ledger, "ct", ["Anna"]) == recording.Carried(40, identity(session), "Abend")


def test_a_stock_is_taken_over_once_across_ledgers_too(ledger: sqlite3.Connection) -> None:
    """A second evening that began with the same Stock, in another ledger, is refused with a sentence."""
    first = Session("Zweiter", "2026-11-20", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"), stock=40)
    _take(ledger, first._replace(stock_from="ab" * 16))
    with pytest.raises(Refused, match="'Dritter' begins with a Stock that 'Zweiter' has taken over already"):
        _take(ledger, first._replace(name="Dritter", stock_from="ab" * 16))


def test_an_imported_name_is_spelled_as_the_ledger_knows_it(ledger: sqlite3.Connection) -> None:
    """`anna` beside `Anna` is refused with the right spelling: facts keep theirs."""
    evening(ledger)
    with pytest.raises(Refused, match="anna is Anna in this ledger: spell the name the same way"):
        _take(ledger, Session("Abend", "", tariffs.find("wiki"), ("anna", "Bene", "Christl", "Dani")))


def test_a_tables_own_game_is_kept(ledger: sqlite3.Connection) -> None:
    """A game that only the evening's own tariff knows is recorded, proved and read back."""
    own = tariffs.read(
        "name: haus\nextends: wiki\ngames: [sauspiel, solo, wenz, {name: nullouvert, shape: bettel, price: 60}]\n",
        "haus",
    )
    begun = recording.start(ledger, Session("Abend", "", own, ("Anna", "Bene", "Christl", "Dani")), SAID, uid="1")
    [line] = recording.add(ledger, begun, [Played(game="nullouvert", declarer="Anna", won=True)], SAID)
    assert line.score is not None
    assert line.score.postings["Anna"] == 180
    assert list(disagreements(ledger)) == []
    assert [number for number, _, _ in evenings.last_hands(ledger, begun, 5)] == [1]
