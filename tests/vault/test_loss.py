"""What becomes of a ledger of which something is lost, where nobody has more: the rest is written anew, and proves."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from sklog.bank import accounts
from sklog.errors import LedgerError, Refused
from sklog.files.already_here import import_session
from sklog.ledger import database, evenings, facts, people, record, undo
from sklog.ledger.open import LedgerFile, open_ledger
from sklog.scoring.hand import Passed
from sklog.scoring.session import Session
from sklog.scoring.state import Join, Payment, StockMove
from sklog.vault import backup, repair
from sklog.vault.check import disagreements
from sklog.vault.merge import keep_origin
from tests.recorded import SAID, SAUSPIEL, WENZ, add, evening, forged

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

ACCEPTED = SAID._replace(name="check", typed="--repair --accept-loss")
NOW = datetime(2026, 11, 19, 22, tzinfo=UTC)
IBAN = "DE89370400440532013000"


def lost(ledger: sqlite3.Connection, *sessions: int) -> None:
    """Remove the facts of whole evenings, and nothing that is kept of them."""
    for number in sessions:
        forged(
            ledger,
            f"""
            DELETE FROM entry WHERE session_id = {number}; DELETE FROM action WHERE session_id = {number};
            DELETE FROM session WHERE id = {number}
            """,  # noqa: S608  our own words
        )


def newest_lost(ledger: sqlite3.Connection, number: int) -> None:
    """Remove the newest command of an evening, its entries and what is kept of those."""
    (action,) = ledger.execute("SELECT max(id) FROM action WHERE session_id = ?", (number,)).fetchone()
    of_it = f"(SELECT id FROM entry WHERE action_id = {action})"  # noqa: S608  our own words
    forged(
        ledger,
        f"""
        DELETE FROM posting WHERE entry_id IN {of_it}; DELETE FROM score WHERE entry_id IN {of_it};
        DELETE FROM payment WHERE entry_id IN {of_it}; DELETE FROM entry WHERE action_id = {action};
        DELETE FROM action WHERE id = {action}
        """,  # noqa: S608  the same
    )


def accept(ledger: sqlite3.Connection, *numbers: int) -> repair.Repaired:
    """Repair a ledger, and give up what is lost of these evenings."""
    return repair.repair(ledger, dict.fromkeys(numbers, ACCEPTED))


GONE = {
    "the only one": (1, [1]),
    "the oldest": (3, [1]),
    "one between others": (3, [2]),
    "the newest": (3, [3]),
    "two of three": (3, [1, 3]),
    "all": (2, [1, 2]),
}


@pytest.mark.long
@pytest.mark.parametrize(("many", "gone"), GONE.values(), ids=GONE)
def test_of_evenings_that_are_gone_nothing_is_left(ledger: sqlite3.Connection, many: int, gone: list[int]) -> None:
    """No score, no payment and no number: the others agree, and an evening that begins later has nothing of theirs."""
    for number in range(1, many + 1):
        evening(ledger, WENZ, Payment("Bene", "Anna", 20), name=f"Abend {number}")
    lost(ledger, *gone)
    assert accept(ledger, *gone).left == []
    assert list(disagreements(ledger)) == []
    left = [f"Abend {number}" for number in range(1, many + 1) if number not in gone]
    assert [one.name for one in evenings.all_evenings(ledger)] == left
    begun = evening(ledger, SAUSPIEL)
    assert evenings.payments(ledger, begun.id) == {}
    assert list(disagreements(ledger)) == []


def test_evenings_that_are_gone_are_given_up_together(ledger: sqlite3.Connection) -> None:
    """One word for one of them changes nothing: the other would have to be given up as well."""
    for name in ("Erster", "Zweiter", "Dritter"):
        evening(ledger, WENZ, name=name)
    lost(ledger, 1, 3)
    done = accept(ledger, 1)
    assert done.mended == []
    assert ["evening 3 " in done.left[0], "evening 1 " in done.left[1]] == [True, True]
    assert ledger.execute("SELECT count(*) FROM state").fetchone() == (3,)


def test_what_is_left_is_numbered_anew(ledger: sqlite3.Connection) -> None:
    """And it is said which evening has which number from now on."""
    for name in ("Erster", "Zweiter"):
        evening(ledger, WENZ, name=name)
    lost(ledger, 1)
    assert accept(ledger, 1).mended == [
        "gave up evening 1 (Erster, 2026-11-19): removed all data of it",
        "evening 2 (Zweiter) is now number 1",
    ]
    assert undo.log(ledger, evenings.by_number(ledger, 1))[-1].words == "check --repair --accept-loss"


def test_what_stands_behind_a_change_can_be_given_up(ledger: sqlite3.Connection) -> None:
    """What was recorded before it proves, and stays."""
    evening(ledger, WENZ, SAUSPIEL, Passed())
    forged(ledger, "UPDATE entry SET fact = replace(fact, 'Christl', 'Dani') WHERE id = 2")
    [said] = repair.repair(ledger).left
    assert "evening 1 (Stammtisch) was left as it is" in said
    assert accept(ledger, 1).left == []
    assert evenings.by_number(ledger, 1).hands == 1
    assert list(disagreements(ledger)) == []


@pytest.mark.long
def test_a_command_on_several_evenings_is_given_up_in_all(ledger: sqlite3.Connection) -> None:
    """What names a command that is lost proves no more."""
    begun = [evening(ledger, WENZ, name=name) for name in ("Erster", "Zweiter")]
    record.add_everywhere(ledger, [(one, [Payment("Bene", "Anna", 20)]) for one in begun], SAID)
    add(ledger, evenings.by_number(ledger, 2), SAUSPIEL)
    newest_lost(ledger, 1)
    assert "evening 2 (Zweiter) was left as it is" in " ".join(accept(ledger, 1).left)
    assert accept(ledger, 1, 2).left == []
    assert [one.hands for one in evenings.all_evenings(ledger)] == [1, 1]
    assert list(disagreements(ledger)) == []


def test_what_is_lost_later_is_missed(ledger: sqlite3.Connection) -> None:
    """A loss that was accepted once is no leave for others: a whole evening whose counters go with it is missed."""
    for name in ("Erster", "Zweiter"):
        evening(ledger, WENZ, SAUSPIEL, name=name)
    newest_lost(ledger, 2)
    assert accept(ledger, 2).left == []
    forged(
        ledger,
        """
        DELETE FROM posting WHERE entry_id IN (SELECT id FROM entry WHERE session_id = 1);
        DELETE FROM score WHERE entry_id IN (SELECT id FROM entry WHERE session_id = 1);
        DELETE FROM state WHERE session_id = 1;
        DELETE FROM overview WHERE session_id = 1; DELETE FROM entry WHERE session_id = 1;
        DELETE FROM action WHERE session_id = 1; DELETE FROM session WHERE id = 1;
        UPDATE recorded SET rows = (SELECT count(*) FROM action) WHERE fact = 'action';
        UPDATE recorded SET rows = (SELECT count(*) FROM entry) WHERE fact = 'entry';
        UPDATE recorded SET rows = 1 WHERE fact = 'session'
        """,
    )
    assert "the rows of session are not complete: 1 is missing" in list(disagreements(ledger))


OLDER = """
    UPDATE state SET (state, hands, position, digest, seal) = (SELECT state, hands, position, digest, seal FROM older);
    DROP TABLE older
"""


@pytest.mark.parametrize("counters", [True, False])
def test_an_older_row_makes_no_cut_off_evening_true(ledger: sqlite3.Connection, *, counters: bool) -> None:
    """It is sealed, and names a fact that is there, but not the newest: what was behind that may be gone."""
    evening(ledger, WENZ)
    ledger.execute("CREATE TEMP TABLE older AS SELECT * FROM state")
    for hand in (SAUSPIEL, Passed()):
        add(ledger, evenings.by_number(ledger, 1), hand)
    newest_lost(ledger, 1)
    forged(ledger, OLDER)
    if counters:
        forged(ledger, "UPDATE recorded SET rows = rows - 1 WHERE fact IN ('action', 'entry')")
    done = repair.repair(ledger)
    assert done.mended == []
    assert "nothing proves that its newest" in done.left[0]


PLANTED = {
    "a payment": "INSERT INTO payment SELECT 999, max(id) + 1, 1, 2, 5000 FROM session",
    "a score": "INSERT INTO posting VALUES (999, 1, 50, 0, 1), (999, 2, -50, 2, 0);"
    "INSERT INTO score VALUES (999, 1, 1, 50, 999, x'00', NULL, NULL, NULL)",
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_nobody_is_paid_what_nobody_recorded(ledger: sqlite3.Connection, planted: str) -> None:
    """Put there for an evening that is still to begin, its beginning would seal it."""
    evening(ledger, WENZ)
    ledger.execute("PRAGMA foreign_keys = OFF")
    ledger.executescript(planted)
    with pytest.raises(LedgerError, match="there is already something stored of an evening that only begins now"):
        evening(ledger, SAUSPIEL, name="Zweiter")


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_repair_removes_what_is_kept_of_no_evening(ledger: sqlite3.Connection, planted: str) -> None:
    """It is of none that was ever there."""
    evening(ledger, WENZ)
    forged(ledger, planted)
    assert repair.repair(ledger).left == []
    assert list(disagreements(ledger)) == []


def test_a_stock_is_not_given_out_twice(ledger: sqlite3.Connection) -> None:
    """A later evening has it: who closes the earlier one again has to leave as much."""
    evening(ledger, Passed(), tariff="grundzuege")
    first = evenings.by_number(ledger, 1)
    assert first.state.stock > 0
    record.close(ledger, first, [], SAID._replace(name="close"))
    carried = evenings.by_number(ledger, 1)
    session = Session(
        "Zweiter", "2026-11-20", carried.tariff, carried.players, stock=carried.left, stock_from=carried.uid
    )
    record.start(ledger, session, SAID._replace(name="start"), uid="b" * 32)
    newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    [said] = disagreements(ledger)
    assert "took over the Stock of evening 1 (Stammtisch), which is still open" in said
    here = evenings.by_number(ledger, 1)
    ledger.execute("SAVEPOINT closing")
    with pytest.raises(Refused, match="'Zweiter' began with"):
        record.close(ledger, here, [StockMove({"Anna": here.state.stock})], SAID)
    ledger.execute("ROLLBACK TO closing")
    record.close(ledger, here, [], SAID._replace(name="close"))
    assert list(disagreements(ledger)) == []


def test_an_iban_stays_its_persons(ledger: sqlite3.Connection) -> None:
    """Whoever is renamed behind the loss takes it along."""
    evening(ledger, WENZ, SAUSPIEL, Passed())
    accounts.keep(ledger, accounts.BANKS, "Anna", (IBAN, ""), SAID)
    for _time in range(3):
        newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    people.rename(ledger, "Anna", "Anni", SAID._replace(name="player rename"))
    assert {name: bank.iban for name, bank in accounts.known(ledger).items()} == {"Anni": IBAN}


def test_nobody_stays_known_who_came_with_what_is_lost(ledger: sqlite3.Connection) -> None:
    """An account of somebody whom no fact brings in would be none."""
    evening(ledger, WENZ, Join("Eva"))
    newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    assert evenings.known_name(ledger, "eva") is None


def test_what_came_from_elsewhere_is_told_as_far_as_it_is_here(ledger: sqlite3.Connection) -> None:
    """And what is recorded here behind it can be undone."""
    evening(ledger, WENZ, SAUSPIEL)
    keep_origin(ledger, 1, 0, SAID._replace(name="merge", typed="x.db"))
    forged(ledger, "UPDATE session SET imported = 1; UPDATE overview SET imported = 1")
    newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    assert list(disagreements(ledger)) == []
    [origin] = facts.origins(ledger, 1)
    assert (origin.source, origin.first, origin.upto) == ("x.db", 1, 2)
    add(ledger, evenings.by_number(ledger, 1), SAUSPIEL)
    undo.undo(ledger, None, SAID._replace(name="undo"))
    assert evenings.by_number(ledger, 1).hands == 1


@pytest.mark.long
def test_a_spelling_that_is_lost_is_said_again(ledger: sqlite3.Connection) -> None:
    """A later evening writes her otherwise: nobody has two spellings."""
    evening(ledger, WENZ, SAUSPIEL)
    people.rename(ledger, "Anna", "ANNA", SAID._replace(name="player rename"))
    session = Session(
        "Zweiter", "2026-11-20", evenings.by_number(ledger, 1).tariff, ("ANNA", "Bene", "Christl", "Dani")
    )
    begun = record.start(ledger, session, SAID._replace(name="start"), uid="b" * 32)
    add(ledger, begun, WENZ)
    newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    assert list(disagreements(ledger)) == []
    assert [min(one.state.balances) for one in evenings.all_evenings(ledger)] == ["ANNA", "ANNA"]


def test_an_evening_without_its_commands_stays_begun_here(ledger: sqlite3.Connection) -> None:
    """Also where a spelling is said again in it: what is recorded first is that the loss was accepted."""
    evening(ledger, WENZ)
    people.rename(ledger, "Anna", "ANNA", SAID._replace(name="player rename"))
    session = Session("Zweiter", "2026-11-20", evenings.by_number(ledger, 1).tariff, ("ANNA", "Bene", "Dani", "Eva"))
    record.start(ledger, session, SAID._replace(name="start"), uid="b" * 32)
    for _time in range(3):
        newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    assert list(disagreements(ledger)) == []
    assert ledger.execute("SELECT imported FROM session ORDER BY id").fetchall() == [(0,), (0,)]


@pytest.mark.long
def test_what_left_another_stock_can_be_put_right(ledger: sqlite3.Connection) -> None:
    """It was reopened and closed again with more in it, which is lost: it is opened once more, and leaves as much."""
    first = evening(ledger, Passed(), tariff="grundzuege")
    for amounts in ({}, {"Bene": -30}):
        here = evenings.by_number(ledger, first.id)
        if here.closed:
            undo.reopen(ledger, here, SAID._replace(name="reopen"))
        record.close(ledger, evenings.by_number(ledger, 1), [StockMove(amounts)] if amounts else [], SAID)
    left = evenings.by_number(ledger, 1)
    session = Session("Zweiter", "2026-11-20", left.tariff, left.players, stock=left.left, stock_from=left.uid)
    record.start(ledger, session, SAID._replace(name="start"), uid="b" * 32)
    for _time in range(2):
        newest_lost(ledger, 1)
    assert accept(ledger, 1).left == []
    assert "the earlier evening left" in next(disagreements(ledger))
    undo.reopen(ledger, evenings.by_number(ledger, 1), SAID._replace(name="reopen"))
    record.close(ledger, evenings.by_number(ledger, 1), [StockMove({"Bene": -30})], SAID)
    assert list(disagreements(ledger)) == []


ELSEWHERE = "UPDATE session SET imported = 1 WHERE id = 2; UPDATE overview SET imported = 1 WHERE session_id = 2"


def test_what_came_from_elsewhere_is_not_meant_before_what_is_played_here(ledger: sqlite3.Connection) -> None:
    """Also where all of its commands are lost, and who brought them."""
    evening(ledger, WENZ)
    evening(ledger, WENZ, name="Zweiter")
    keep_origin(ledger, 2, 2, SAID._replace(name="merge", typed="x.db"))
    forged(
        ledger, "UPDATE session SET imported = 1 WHERE id = 2; UPDATE overview SET imported = 1 WHERE session_id = 2"
    )
    for _time in range(2):
        newest_lost(ledger, 2)
    assert accept(ledger, 2).left == []
    assert list(disagreements(ledger)) == []
    newest = evenings.newest(ledger)
    assert newest is not None
    assert newest.name == "Stammtisch"


@pytest.mark.long
def test_what_is_lost_of_another_evening_is_not_given_up_unsaid(ledger: sqlite3.Connection) -> None:
    """From which ledger it came was changed: the word was given for another one."""
    evening(ledger, WENZ, name="Erster")
    evening(ledger, WENZ, name="Zweiter")
    keep_origin(ledger, 2, 2, SAID._replace(name="merge", typed="x.db"))
    forged(ledger, ELSEWHERE)
    forged(ledger, "UPDATE arrival SET source = 'y.db'")
    newest_lost(ledger, 1)
    said = accept(ledger, 1).left
    assert "something is lost of evening 2 (Zweiter) as well" in said
    assert accept(ledger, 1, 2).left == []
    assert list(disagreements(ledger)) == []


@pytest.mark.long
def test_many_hands_are_written_anew_within_what_a_repair_may_take(tmp_path: Path) -> None:
    """No row that goes has SQLite look through all others."""
    file = LedgerFile(tmp_path / "sklog.db")
    with file.writing(create=True) as ledger:
        evening(ledger, WENZ, name="Erster")
        tariff = evenings.by_number(ledger, 1).tariff
        many = Session("Zweiter", "2026-11-20", tariff, ("Anna", "Bene", "Christl", "Dani"), (WENZ,) * 4000)
        import_session(ledger, many, SAID._replace(name="import"), uid="b" * 32)
    with closing(open_ledger(file.path)) as ledger:
        newest_lost(ledger, 1)
    with file.writing(as_it_is=True) as ledger:
        assert accept(ledger, 1).left == []


@pytest.mark.long
def test_a_copy_from_before_the_loss_stays(tmp_path: Path) -> None:
    """It holds what the ledger has no more: it is no earlier state of it, and no newer copy is worth more."""
    path = tmp_path / "sklog.db"
    ledger = open_ledger(path, create=True)
    with database.transaction(ledger, path):
        evening(ledger, WENZ, SAUSPIEL, name="Erster")
        evening(ledger, WENZ, name="Zweiter")
    kept = backup.by_hand(path, NOW).path
    newest_lost(ledger, 1)
    with database.transaction(ledger, path):
        assert accept(ledger, 1).left == []
        add(ledger, evenings.by_number(ledger, 2), SAUSPIEL)
    ledger.close()
    assert backup.by_hand(path, NOW.replace(hour=23), keep=1).pruned == 0
    assert kept.exists()
