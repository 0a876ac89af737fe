"""The proof of a ledger and its repair: whatever is changed by hand is found, and what follows from facts is mended."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sklog import tariffs
from sklog.bank import accounts
from sklog.errors import LedgerError
from sklog.files.already_here import import_session
from sklog.language import speak
from sklog.ledger import chain, correct, evenings, history, people, record, undo
from sklog.ledger.open import open_ledger
from sklog.scoring.hand import Passed
from sklog.scoring.session import Session
from sklog.scoring.settings import SOUND
from sklog.scoring.state import Payment, TariffChange, Voided
from sklog.vault import backup, check, repair, upgrade
from sklog.vault.check import disagreements
from tests.recorded import SAID, SAUSPIEL, WENZ, add, dump, evening, forged, linked_again, sealed_again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sklog.scoring.tariff import Tariff
    from tests.conftest import Sklog

LOST = "UPDATE entry SET fact = json_set(fact, '$.won', json('false'))"
TAMPERED = [
    pytest.param("UPDATE posting SET amount = amount * 2", "stored postings are not", id="postings"),
    pytest.param("DELETE FROM posting WHERE account_id = 1", "stored postings are not", id="posting-lost"),
    pytest.param("UPDATE score SET value = value + 1", "stored value is not", id="value"),
    pytest.param("UPDATE score SET number = number + 10", "stored value is not", id="number"),
    pytest.param("UPDATE score SET seal = NULL", "stored value is not", id="unsealed"),
    pytest.param("UPDATE score SET dealer_id = 2", "hand 1: the dealer, Bock or Kontra", id="who-dealt"),
    pytest.param("UPDATE score SET dealer_id = NULL", "hand 1: the dealer, Bock or Kontra", id="nobody-dealt"),
    pytest.param("UPDATE score SET bock = 1", "hand 1: the dealer, Bock or Kontra", id="bock"),
    pytest.param("UPDATE score SET kontra = kontra + 1", "hand 1: the dealer, Bock or Kontra", id="kontra"),
    pytest.param("UPDATE posting SET role = 0", "hand 1: the roles", id="role"),
    pytest.param("UPDATE posting SET role = NULL", "hand 1: the roles", id="dealt-in"),
    pytest.param("UPDATE posting SET won = 1 - won", "hand 1: the roles", id="who-won"),
    pytest.param("DELETE FROM posting; DELETE FROM score", "stored value is not", id="score-lost"),
    pytest.param("UPDATE state SET hands = 7", "7 hands are counted", id="count"),
    pytest.param("UPDATE state SET closed = 1", "stored as closed", id="closed"),
    pytest.param("UPDATE state SET state = json_set(state, '$.balances.Anna', 1000)", "but should be", id="balance"),
    pytest.param("UPDATE state SET state = json_set(state, '$.dealer', 'Dani')", "but should be", id="dealer"),
    pytest.param("UPDATE payment SET amount = 1", "stored payment differs", id="payment"),
    pytest.param("DELETE FROM payment", "stored payment differs", id="payment-lost"),
    pytest.param(f"{LOST} WHERE id = 1", "stored postings", id="fact"),
    pytest.param("UPDATE entry SET fact = '{}' WHERE id = 1", "cannot be read", id="fact-that-is-none"),
    pytest.param(
        "UPDATE entry SET fact = json_set(fact, '$.game', 'kreuz') WHERE id = 1", "cannot be scored again", id="game"
    ),
    pytest.param("DELETE FROM entry WHERE id = 1", "belongs to a row of entry that is not there", id="entry-lost"),
    pytest.param(
        "UPDATE session SET tariff = json_set(tariff, '$.prices.solo', 70)", "stored value is not", id="tariff"
    ),
    pytest.param("UPDATE session SET tariff = '{}'", "cannot be read", id="tariff-that-is-none"),
    pytest.param("DELETE FROM state", "has no state", id="state-lost"),
    pytest.param("UPDATE state SET position = 9", "are recorded", id="position"),
    pytest.param("UPDATE state SET state = replace(state, ',', ', ')", "does not match its seal", id="spaces"),
    pytest.param("UPDATE state SET digest = x'00'", "its digest is not that of its newest fact", id="head"),
    pytest.param("UPDATE state SET seal = x'00'", "does not match its seal", id="seal"),
    pytest.param("UPDATE session SET imported = 1", "counts as from elsewhere", id="imported"),
    pytest.param("UPDATE action SET who = 'Bene' WHERE id = 2", "broken at command 2", id="who"),
    pytest.param("UPDATE session SET place = 'Bräu'", "broken at how it began", id="place"),
    pytest.param(f"{LOST} WHERE id = 1", "broken at hand 1 (entry 1)", id="hand"),
    pytest.param("UPDATE account SET name = 'ANNA' WHERE id = 1", "nobody was first recorded", id="case-of-a-name"),
    pytest.param("UPDATE account SET key = 'x' WHERE id = 1", "stored under x", id="key-of-a-name"),
    pytest.param("UPDATE account SET kind = 'player' WHERE id = 0", "the account of Stock", id="stock"),
    pytest.param("UPDATE account SET id = 9 WHERE id = 4", "account are not complete: 4", id="account-moved"),
    pytest.param("INSERT INTO account VALUES (5, 'Eva', 'eva', 'player')", "account of Eva", id="account-of-nobody"),
    pytest.param(
        "INSERT INTO spelling VALUES (1, 'Annerl', NULL)", "the spelling of anna is not the one recorded", id="spelling"
    ),
    pytest.param("DELETE FROM action WHERE id = 3", "action are not complete: 3 is missing", id="command-lost"),
    pytest.param("UPDATE entry SET id = 17 WHERE id = 3", "entry are not complete: 3 is missing", id="entry-moved"),
    pytest.param("UPDATE entry_kind SET has_place = 1", "the kinds of entries, or the steps", id="kinds"),
    pytest.param("UPDATE _sqlite_migrations SET name = 'x' WHERE id = 2", "steps of the schema", id="steps"),
    pytest.param("DELETE FROM account WHERE id = 4", "there is no account of Dani", id="last-account-lost"),
    pytest.param("DROP VIEW balance", "view balance of the file is not as sklog makes it", id="view"),
    pytest.param("DROP INDEX one_stock", "index one_stock of the file", id="index"),
    pytest.param(
        "CREATE TRIGGER x AFTER INSERT ON entry BEGIN SELECT 1; END", "trigger x of the file", id="foreign-trigger"
    ),
    pytest.param("CREATE UNIQUE INDEX x ON state (closed)", "index x of the file", id="foreign-unique-index"),
    pytest.param("ALTER TABLE bank ADD COLUMN pin TEXT", "table bank of the file", id="column-added"),
    pytest.param("UPDATE recorded SET rows = 9 WHERE fact = 'entry'", "9 rows of entry were recorded", id="count-up"),
    pytest.param("UPDATE recorded SET fact = 'x' WHERE fact = 'entry'", "0 rows of entry", id="count-of-what"),
    pytest.param("INSERT INTO recorded VALUES ('x', 0)", "the rows of x are counts", id="count-of-nothing"),
    pytest.param("UPDATE action SET digest = NULL WHERE id = 2", "broken at command 2", id="digest-lost"),
    pytest.param("UPDATE state SET tariff = '0'", "the tariff in force is not the one", id="tariff-no-tariff"),
]


@pytest.mark.parametrize(("statements", "said"), TAMPERED)
def test_check_finds(ledger: sqlite3.Connection, statements: str, said: str) -> None:
    """Whoever changes the file by hand, past the triggers, is found out."""
    evening(ledger, WENZ, SAUSPIEL, Payment("Anna", "Bene", 20), tariff="lamers")
    assert list(disagreements(ledger)) == []
    forged(ledger, statements)
    assert said in "\n".join(disagreements(ledger))


ELSEWHERE = {
    "an-undo-of-a-later-one-elsewhere": ("UPDATE action SET undoes = 5 WHERE id = 2", "command 2"),
    "an-undo-of-an-earlier-one-elsewhere": ("UPDATE action SET undoes = 2 WHERE id = 5", "command 5"),
    "what-is-void-is-elsewhere": ("UPDATE entry SET target = 4 WHERE id = 3", "entry 3"),
    "before-a-later-one-elsewhere": ('UPDATE entry SET "before" = 4 WHERE id = 1', "hand 1 (entry 1)"),
    "before-an-earlier-one-elsewhere": ('UPDATE entry SET "before" = 1 WHERE id = 4', "hand 1 (entry 4)"),
    "before-what-is-no-hand": ('UPDATE entry SET "before" = 3 WHERE id = 5', "hand 3 (entry 5)"),
}


@pytest.mark.parametrize(("statement", "where"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_fact_names_what_stands_before_it(ledger: sqlite3.Connection, statement: str, where: str) -> None:
    """A command takes back, and an entry corrects, an earlier one of its own evening, whatever digests are made fit."""
    first = evening(ledger, WENZ, Voided(SAUSPIEL))
    evening(ledger, WENZ, name="Zweiter")
    add(ledger, first, SAUSPIEL)
    forged(ledger, statement)
    linked_again(ledger)
    assert f"the chain of facts is broken at {where}: " in "\n".join(disagreements(ledger))
    with pytest.raises(LedgerError, match="is damaged"):
        evenings.proved(ledger, 2 if where in ("command 5", "hand 1 (entry 4)") else 1)


CHEAP: dict[str, Callable[[Tariff], Tariff]] = {
    "price": lambda tariff: tariff._replace(prices={**tariff.prices, "wenz": -20}),
    "factor": lambda tariff: tariff._replace(sie=tariff.sie and tariff.sie._replace(times=-4)),
    "ceiling": lambda tariff: tariff._replace(ceiling=-20),
    "too dear": lambda tariff: tariff._replace(prices={**tariff.prices, "wenz": 10**15}),
    "without a price": lambda tariff: tariff._replace(prices={"wenz": 20}),
}


@pytest.mark.parametrize("cheaper", CHEAP.values(), ids=CHEAP)
def test_a_tariff_that_no_file_may_have(ledger: sqlite3.Connection, cheaper: Callable[[Tariff], Tariff]) -> None:
    """Also where all digests fit: a hand that is won would cost the winners."""
    tariff = cheaper(tariffs.find("lamers"))
    vars(tariff)[SOUND] = True  # what a program refuses somebody may write into the file
    session = Session("Abend", "2026-11-19", tariff, ("Anna", "Bene", "Christl", "Dani"), (WENZ,))
    import_session(ledger, session, SAID, uid="x")
    [said] = disagreements(ledger)
    assert said.startswith("evening 1 (Abend): no tariff can be like this: lamers: ")


def _from_now_on(ledger: sqlite3.Connection, cheap: Tariff) -> None:
    record.add(ledger, evenings.by_number(ledger, 1), [TariffChange(cheap)], SAID)


def _for_the_whole_of_it(ledger: sqlite3.Connection, cheap: Tariff) -> None:
    correct.change_tariff(ledger, evenings.by_number(ledger, 1), cheap, SAID)


def _taken_back(ledger: sqlite3.Connection, cheap: Tariff) -> None:
    _from_now_on(ledger, cheap)
    undo.undo(ledger, None, SAID)


@pytest.mark.parametrize("change", [_from_now_on, _for_the_whole_of_it, _taken_back])
def test_a_change_to_a_tariff_that_no_file_may_have(
    ledger: sqlite3.Connection, change: Callable[[sqlite3.Connection, Tariff], None]
) -> None:
    """Whether it is in force or can be brought back."""
    begun = evening(ledger, WENZ, tariff="lamers")
    change(ledger, CHEAP["price"](begun.tariff))
    [said] = disagreements(ledger)
    assert said.startswith("evening 1 (Stammtisch): no tariff can be like this: lamers: prices.wenz: expected")


def test_a_tariff_with_long_texts_stays_one(ledger: sqlite3.Connection) -> None:
    """An older sklog asked for no length: what it recorded is scored as it was."""
    tariff = tariffs.find("lamers")._replace(title="x" * 1_000, source="y" * 1_000)
    kontra = tariff.kontra and tariff.kontra._replace(names=("K" * 500, "Re"))
    players = ("Anna", "Bene", "Christl", "Dani")
    session = Session("Abend", "2026-11-19", tariff._replace(kontra=kontra), players, (WENZ,))
    import_session(ledger, session, SAID, uid="x")
    assert list(disagreements(ledger)) == []


def test_a_trigger_that_is_gone_is_named(ledger: sqlite3.Connection) -> None:
    """What the database promised it promises no more."""
    ledger.execute("DROP TRIGGER entry_is_never_deleted")
    assert list(disagreements(ledger)) == ["the trigger entry_is_never_deleted of the file is not as sklog makes it"]


def test_what_somebody_added_beside_the_ledger_is_named(ledger: sqlite3.Connection) -> None:
    """A table, or an index that may refuse a row or runs something, may stop a command."""
    ledger.execute("CREATE TABLE note (text)")
    ledger.execute("CREATE INDEX of_mine ON entry (kind) WHERE kind = 1")
    ledger.execute("CREATE VIEW mine AS SELECT * FROM balance")
    assert list(disagreements(ledger)) == [
        "the table note of the file is not as sklog makes it",
        "the index of_mine of the file is not as sklog makes it",
    ]


def test_what_somebody_added_is_named_in_german(ledger: sqlite3.Connection) -> None:
    """With the article that its kind has there."""
    ledger.execute("CREATE TABLE note (text)")
    speak("de")
    try:
        assert list(disagreements(ledger)) == ["die Tabelle note in der Datei ist nicht so angelegt wie von sklog"]
    finally:
        speak(None)


def test_the_first_evening_with_a_changed_fact_does_not_hide_the_next(ledger: sqlite3.Connection) -> None:
    """Every evening is proved for itself."""
    evening(ledger, WENZ)
    evening(ledger, WENZ, name="Zweiter")
    forged(ledger, LOST)
    found = "\n".join(disagreements(ledger))
    assert "evening 1 (Stammtisch): the chain of facts is broken at hand 1" in found
    assert "evening 2 (Zweiter): the chain of facts is broken at hand 1" in found


def test_a_changed_iban_is_found(ledger: sqlite3.Connection) -> None:
    """Whose account it is said to be is sealed as well as the number."""
    evening(ledger, WENZ)
    accounts.keep(ledger, accounts.BANKS, "Anna", ("DE89370400440532013000", "Anna Huber"), SAID)
    assert list(disagreements(ledger)) == []
    ledger.execute("UPDATE bank SET holder = 'Bene'")
    assert "the IBAN of Anna is damaged" in "\n".join(disagreements(ledger))


def test_an_iban_that_is_newer_than_it_was_is_found(ledger: sqlite3.Connection) -> None:
    """Of two people who turned out to be one the last IBAN counts: its row is sealed as well."""
    evening(ledger, WENZ)
    accounts.keep(ledger, accounts.BANKS, "Anna", ("DE89370400440532013000", ""), SAID)
    ledger.execute("UPDATE bank SET id = 7")
    assert "the IBAN of Anna is damaged" in "\n".join(disagreements(ledger))


def test_another_spelling_that_was_recorded_later_is_not_the_first(ledger: sqlite3.Connection) -> None:
    """An account is called as its person was called at first, whatever a rename made of that."""
    evening(ledger, WENZ)
    people.rename(ledger, "Anna", "ANNA", SAID)
    assert list(disagreements(ledger)) == []
    forged(ledger, "UPDATE account SET name = 'ANNA' WHERE key = 'anna'")
    assert "nobody was first recorded under that name" in "\n".join(disagreements(ledger))


def test_rows_whose_seal_was_lost_are_found(ledger: sqlite3.Connection) -> None:
    """An IBAN without a seal is none that sklog wrote."""
    evening(ledger, WENZ)
    accounts.keep(ledger, accounts.BANKS, "Anna", ("DE89370400440532013000", ""), SAID)
    ledger.execute("UPDATE bank SET seal = NULL")
    assert "the IBAN of Anna is damaged" in "\n".join(disagreements(ledger))


CUT_OFF = """
    DELETE FROM posting WHERE entry_id = 1; DELETE FROM score WHERE entry_id = 1;
    DELETE FROM entry WHERE id = 1; DELETE FROM action WHERE id = 2
"""


# -- nothing is shown that was changed ----------------------------------------------------------------


KEPT = {
    "payment": "UPDATE payment SET amount = 9900",
    "payment-lost": "DELETE FROM payment",
    "balance": "UPDATE state SET state = json_set(state, '$.balances.Anna', 1000, '$.balances.Bene', -1000)",
    "closed": "UPDATE state SET closed = 1",
    "tariff-in-force": "UPDATE state SET tariff = (SELECT json_set(tariff, '$.prices.solo', 70) FROM session)",
    "first-tariff": "UPDATE session SET tariff = json_set(tariff, '$.prices.solo', 70)",
    "date": "UPDATE session SET date = '2020-01-01'",
}


@pytest.mark.parametrize("change", KEPT.values(), ids=KEPT)
def test_an_evening_that_was_changed_is_not_read(ledger: sqlite3.Connection, change: str) -> None:
    """Who reads an evening is told that it is damaged, instead of another balance."""
    evening(ledger, WENZ, Payment("Anna", "Bene", 20))
    forged(ledger, change)
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        evenings.by_number(ledger, 1)


def test_nothing_is_recorded_upon_facts_that_were_changed(ledger: sqlite3.Connection) -> None:
    """A hand that nobody could save again is refused, not acknowledged."""
    begun = evening(ledger, WENZ)
    forged(ledger, LOST)
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        add(ledger, begun, SAUSPIEL)


def test_nothing_is_recorded_behind_a_hand_that_was_cut_off(ledger: sqlite3.Connection) -> None:
    """What would come next must stand behind what was there."""
    known = evening(ledger, WENZ)
    forged(ledger, CUT_OFF)
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        evenings.find(ledger, "1")
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        record.add_everywhere(ledger, [(known, [Payment("Anna", "Bene", 20)])], SAID)


@pytest.mark.parametrize("table", ["session", "overview"])
def test_nothing_is_recorded_where_it_is_unclear_which_evening_is_meant(ledger: sqlite3.Connection, table: str) -> None:
    """Where it is said to come from a file, the next hand would go into another one: that is not made to fit."""
    begun = evening(ledger, WENZ)
    forged(ledger, f"UPDATE {table} SET imported = 1")  # noqa: S608  the test's own words
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        add(ledger, begun, SAUSPIEL)
    repair.repair(ledger)
    assert list(disagreements(ledger)) == []
    add(ledger, begun, SAUSPIEL)


def test_an_overview_that_is_gone_keeps_nobody_from_recording(ledger: sqlite3.Connection) -> None:
    """It says nothing otherwise, and is made anew."""
    begun = evening(ledger, WENZ)
    forged(ledger, "DELETE FROM overview")
    add(ledger, begun, SAUSPIEL)
    assert list(disagreements(ledger)) == []


def test_names_that_were_exchanged_by_hand_are_not_folded(ledger: sqlite3.Connection) -> None:
    """How people are written is sealed: nobody plays on under another's name."""
    begun = evening(ledger, WENZ)
    ledger.execute("INSERT INTO spelling (account_id, name) VALUES (1, 'Bene '), (2, 'Anna')")
    with pytest.raises(LedgerError, match="is not the one recorded"):
        undo.undo(ledger, begun, SAID)


def test_a_changed_iban_is_given_to_nobody(ledger: sqlite3.Connection) -> None:
    """No code is drawn for an account that was not said so; it can be forgotten, or said again."""
    evening(ledger, WENZ)
    accounts.keep(ledger, accounts.BANKS, "Anna", ("DE89370400440532013000", ""), SAID)
    ledger.execute("UPDATE bank SET iban = 'DE02120300000000202051'")
    with pytest.raises(LedgerError, match="the IBAN of Anna is damaged"):
        accounts.known(ledger)
    accounts.forget(ledger, accounts.BANKS, "Anna")
    assert accounts.known(ledger) == {}


def test_facts_that_were_changed_are_not_folded(ledger: sqlite3.Connection) -> None:
    """No sheet is made of hands that are not what was recorded."""
    begun = evening(ledger, WENZ)
    forged(ledger, LOST)
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        history.of_evening(ledger, begun)


def test_a_stock_that_was_changed_is_not_carried_on(ledger: sqlite3.Connection) -> None:
    """What a disk has changed does not become a fact of the next evening."""
    begun = evening(ledger, Passed())
    record.close(ledger, begun, [], SAID)
    forged(ledger, "UPDATE state SET state = json_set(state, '$.balances.Stock', 48, '$.stock', 48)")
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        record.carried_stock(ledger, "ct", begun.players)


def test_no_hand_is_recorded_where_an_account_is_gone(ledger: sqlite3.Connection) -> None:
    """Who has no account cannot win or lose: that is said, and nothing is left out."""
    begun = evening(ledger)
    forged(ledger, "DELETE FROM account WHERE key = 'dani'")
    with pytest.raises(LedgerError, match="Dani has no account any more"):
        add(ledger, begun, WENZ)


# -- the repair ---------------------------------------------------------------------------------------


DERIVED = {
    "postings": "UPDATE posting SET amount = amount * 2",
    "postings-lost": "DELETE FROM posting",
    "roles": "UPDATE posting SET role = 1, won = NULL",
    "deals": "UPDATE score SET dealer_id = NULL, bock = 3, kontra = 2",
    "view-of-hands": "DROP VIEW hand; CREATE VIEW hand AS SELECT 1 AS won",
    "scores-lost": "DELETE FROM posting; DELETE FROM score",
    "two-hands-of-one-number": "UPDATE score SET position = 1, number = 1",
    "postings-of-no-hand": "INSERT INTO posting SELECT entry_id, 1, 5, NULL, NULL FROM payment",
    "payments-of-another-evening": "UPDATE payment SET session_id = 2",
    "state": "UPDATE state SET state = json_set(state, '$.balances.Anna', 1000)",
    "state-that-is-none": "UPDATE state SET state = '[]'",
    "closed": "UPDATE state SET closed = 1",
    "digest-of-the-evening": "UPDATE state SET digest = NULL",
    "overview": "UPDATE overview SET totals = '[{},{}]'",
    "overview-of-what-was-posted": "UPDATE overview SET apart = '{\"Anna\":5}'",
    "overview-of-another-kind": "UPDATE overview SET kind = 'of tournament'",
    "overview-lost": "DELETE FROM overview",
    "overview-of-one-more": "INSERT INTO overview SELECT 99, closed, imported, name, date, place, unit, totals, seal,"
    " apart, kind FROM overview WHERE session_id = 1",
    "overview-of-no-evening": "UPDATE overview SET session_id = 99 WHERE session_id = 2",
    "spelling": "INSERT INTO spelling VALUES (1, 'Annerl', NULL)",
    "name": "UPDATE account SET name = 'ANNA' WHERE key = 'anna'",
    "key": "UPDATE account SET key = 'x' WHERE name = 'Anna'",
    "imported": "UPDATE session SET imported = 1",
    "account-lost": "DELETE FROM posting; DELETE FROM score; DELETE FROM account WHERE id = 4",
    "trigger-with-an-odd-name": 'CREATE TRIGGER "a""b" AFTER INSERT ON entry BEGIN SELECT 1; END',
    "view": "DROP VIEW balance",
    "index": "DROP INDEX entry_of_action",
    "foreign-trigger": "CREATE TRIGGER x AFTER INSERT ON entry BEGIN SELECT 1; END",
    "foreign-unique-index": "CREATE UNIQUE INDEX x ON score (entry_id)",
}


def _two_evenings(ledger: sqlite3.Connection) -> None:
    evening(ledger, WENZ, Passed(), Voided(SAUSPIEL), Payment("Anna", "Bene", 20))
    evening(ledger, SAUSPIEL, name="Zweiter")


@pytest.mark.parametrize("change", DERIVED.values(), ids=DERIVED)
def test_repair_brings_back(ledger: sqlite3.Connection, change: str) -> None:
    """What follows from the facts is afterwards what it was, whatever became of it."""
    _two_evenings(ledger)
    before = sorted(dump(ledger))
    forged(ledger, change)
    assert list(disagreements(ledger))
    assert repair.repair(ledger).mended
    assert sorted(dump(ledger)) == before


@pytest.mark.parametrize("table", ["payment", "posting", "spelling", "overview"])
def test_repair_makes_a_table_anew(ledger: sqlite3.Connection, table: str) -> None:
    """What follows from facts can be gone altogether."""
    _two_evenings(ledger)
    ledger.execute("PRAGMA foreign_keys = OFF")
    ledger.execute(f"DROP TABLE {table}")
    assert list(disagreements(ledger))
    assert repair.repair(ledger).mended
    assert list(disagreements(ledger)) == []


def test_repair_leaves_a_whole_ledger_alone(ledger: sqlite3.Connection) -> None:
    """Where everything agrees nothing is done."""
    _two_evenings(ledger)
    people.rename(ledger, "Dani", "Daniela", SAID)
    before = dump(ledger)
    assert repair.repair(ledger) == ([], [])
    assert dump(ledger) == before


def test_repair_builds_nothing_from_facts_that_were_changed(ledger: sqlite3.Connection) -> None:
    """What is stored still tells what a forged hand was: it stays, and so does the complaint."""
    _two_evenings(ledger)
    forged(ledger, f"{LOST} WHERE id = 1")
    before = dump(ledger)
    mended, [said] = repair.repair(ledger)
    assert not mended
    assert "evening 1 (Stammtisch) was left as it is: its facts are not the ones recorded" in said
    assert dump(ledger) == before


def test_names_that_were_exchanged_are_put_right(ledger: sqlite3.Connection) -> None:
    """Each account is its own again, although in between neither may have the other's name."""
    _two_evenings(ledger)
    swap = "UPDATE account SET name = 'x' WHERE id = 1; UPDATE account SET name = 'Anna' WHERE id = 2;"
    forged(ledger, f"{swap} UPDATE account SET name = 'Bene' WHERE id = 1")  # noqa: S608  the test's own words
    assert repair.repair(ledger).mended
    assert list(disagreements(ledger)) == []


def test_a_whole_evening_that_is_gone_is_missed(ledger: sqlite3.Connection) -> None:
    """The newest one leaves no gap behind it, and nothing that names it."""
    _two_evenings(ledger)
    hers = "(SELECT id FROM entry WHERE session_id = 2)"
    gone = [f"DELETE FROM {table} WHERE entry_id IN {hers};" for table in ("posting", "score", "payment")]  # noqa: S608
    gone += [f"DELETE FROM {table} WHERE session_id = 2;" for table in ("state", "overview", "entry", "action")]  # noqa: S608
    forged(ledger, "".join([*gone, "DELETE FROM session WHERE id = 2"]))
    assert next(disagreements(ledger)) == "2 rows of session were recorded, and 1 are there"


def test_a_disk_that_is_full_is_no_damage(ledger: sqlite3.Connection) -> None:
    """A step that it breaks off is not passed over: then nothing is stored."""
    _two_evenings(ledger)
    ledger.execute("BEGIN")
    ledger.execute(f"PRAGMA max_page_count = {ledger.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(sqlite3.OperationalError, match="full"), upgrade.savepoint(ledger):
        ledger.execute("CREATE TABLE large AS SELECT randomblob(100000)")


class _Unread(sqlite3.Connection):
    """A ledger of which a page cannot be read, as SQLite's integrity check says it."""

    def execute(self, sql: str, *_values: object) -> sqlite3.Cursor:
        return super().execute(f"SELECT 'Tree 5 page 12: unable to get the page. error code=8458' WHERE '{sql}' > ''")


@pytest.mark.parametrize("damage", [check.damage, backup.damage], ids=["check", "a copy"])
def test_a_page_that_the_disk_does_not_read_is_no_damage(
    damage: Callable[[sqlite3.Connection], Iterable[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk failed, which is another sentence: the file may be whole."""
    monkeypatch.setattr(check, "built_otherwise", lambda _ledger: [])
    with (
        contextlib.closing(sqlite3.connect(":memory:", factory=_Unread)) as ledger,
        pytest.raises(sqlite3.OperationalError, match="disk I/O"),
    ):
        list(damage(ledger))


def test_an_account_that_two_seem_to_be_is_left(ledger: sqlite3.Connection) -> None:
    """Nobody gets another's account, or a second one: nothing that hangs on it is done, and the triggers hold."""
    _two_evenings(ledger)
    change = "UPDATE account SET key = 'x' WHERE id = 1; UPDATE account SET key = 'anna', name = 'Foo' WHERE id = 2"
    forged(ledger, f"{change}; DROP VIEW balance")
    before = ledger.execute("SELECT * FROM account").fetchall()
    done = repair.repair(ledger)
    assert "two accounts seem to belong to Anna" in done.left[0]
    assert ledger.execute("SELECT * FROM account").fetchall() == before
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        ledger.execute("UPDATE account SET name = 'y'")
    assert "view balance" in done.mended[0]


def test_an_evening_that_cannot_be_scored_keeps_what_is_stored(ledger: sqlite3.Connection) -> None:
    """And the one behind it is mended all the same."""
    _two_evenings(ledger)
    stranger = "UPDATE entry SET fact = json_set(fact, '$.declarer', 'Zoe') WHERE id = 1"
    of_it = "WHERE entry_id IN (SELECT id FROM entry WHERE session_id = {})"
    forged(ledger, f"{stranger}; UPDATE score SET value = value + 1 {of_it.format(2)}")  # noqa: S608  the test's own
    ledger.executescript("".join(f"DROP TRIGGER {table}_is_never_updated;" for table in chain.LINKED))
    upgrade.link_all(ledger)
    sealed_again(ledger, 1)
    kept = f"SELECT * FROM score {of_it.format(1)}"  # noqa: S608  the same
    scores = ledger.execute(kept).fetchall()
    done = repair.repair(ledger)
    assert "evening 1 (Stammtisch) was left as it is" in done.left[0]
    assert done.mended[-1].startswith("scored evening 2")
    assert ledger.execute(kept).fetchall() == scores


def test_what_is_kept_of_an_evening_whose_beginning_is_gone_stays(ledger: sqlite3.Connection) -> None:
    """Its hands are there still: nothing of it is thrown away."""
    _two_evenings(ledger)
    forged(ledger, "DELETE FROM session WHERE id = 2")
    repair.repair(ledger)
    assert ledger.execute("SELECT count(*) FROM state").fetchone() == (2,)


TAIL = """
    DELETE FROM payment; DELETE FROM entry WHERE id = 3; DELETE FROM action WHERE id = 4;
    UPDATE recorded SET rows = rows - 1 WHERE fact IN ('action', 'entry')
"""
COUNTED = "UPDATE recorded SET rows = rows + 1 WHERE fact IN ('action', 'entry')"
LEFT = "UPDATE state SET digest = (SELECT digest FROM entry ORDER BY id DESC LIMIT 1);"
ONE_HAND = "UPDATE state SET hands = 1;"
ONE_LESS = "UPDATE state SET position = position - 1;"
CUT = {
    "its payment and the counters": "",
    "and a letter of its state": "UPDATE state SET state = replace(state, 'Anna', 'Anno')",
    "and its state": "DELETE FROM state",
    "not the counters": COUNTED,
    "and its digest": "UPDATE state SET digest = NULL",
    "and the digest of what is left for its own": LEFT,
    "and that, and its hands": LEFT + ONE_HAND,
    "and that, but not the counters": LEFT + ONE_LESS + COUNTED,
}


@pytest.mark.parametrize("change", CUT.values(), ids=CUT)
def test_a_missing_end_is_no_shorter_truth(ledger: sqlite3.Connection, change: str) -> None:
    """Whatever else was changed with it: nothing is built upon facts of which the newest may be gone."""
    evening(ledger, WENZ, Passed(), Payment("Bene", "Anna", 20))
    forged(ledger, TAIL)
    forged(ledger, change)
    before = dump(ledger)
    mended, [said] = repair.repair(ledger)
    assert not mended
    assert "evening 1 (Stammtisch) was left as it is: nothing proves that its newest" in said
    assert dump(ledger) == before
    assert list(disagreements(ledger))


def test_whose_seal_is_gone_needs_a_word(ledger: sqlite3.Connection) -> None:
    """Nothing else says which fact was the newest; what is there is folded then, and nothing of it is another."""
    evening(ledger, WENZ, Payment("Bene", "Anna", 20))
    stood = evenings.by_number(ledger, 1).state
    forged(ledger, "UPDATE state SET seal = x'00'")
    [said] = repair.repair(ledger).left
    assert "nothing proves that its newest" in said
    assert repair.repair(ledger, {1: SAID._replace(name="check", typed="--repair --accept-loss 1")}).left == []
    assert evenings.by_number(ledger, 1).state == stood


WITHOUT_FIXES = """
    DELETE FROM entry WHERE target IS NOT NULL;
    DELETE FROM action WHERE command = 'fix';
    UPDATE recorded SET rows = rows - 2 WHERE fact IN ('action', 'entry');
"""


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("", id="alone"),
        pytest.param(LEFT, id="and the digest of what is left for its own"),
        pytest.param("UPDATE state SET state = replace(state, 'Anna', 'Anno')", id="and a letter of its state"),
        pytest.param("UPDATE state SET digest = NULL", id="and its digest"),
    ],
)
def test_corrections_that_are_gone_are_no_shorter_truth(ledger: sqlite3.Connection, change: str) -> None:
    """They changed who won which hand, and neither balances nor how many hands there are."""
    begun = evening(ledger, WENZ, SAUSPIEL)
    for number, hand in enumerate((SAUSPIEL, WENZ), 1):
        begun = correct.fix(ledger, begun, number, hand, SAID._replace(name="fix")).evening
    forged(ledger, WITHOUT_FIXES)
    forged(ledger, change)
    before = dump(ledger)
    mended, [said] = repair.repair(ledger)
    assert (mended, dump(ledger)) == ([], before)
    assert "nothing proves that its newest" in said


@pytest.mark.long
def test_a_lost_evening_is_named(ledger: sqlite3.Connection) -> None:
    """What is kept of it is the last that tells of it: that stays, too."""
    _two_evenings(ledger)
    forged(
        ledger,
        """
        DELETE FROM posting WHERE entry_id IN (SELECT id FROM entry WHERE session_id = 2);
        DELETE FROM score WHERE entry_id IN (SELECT id FROM entry WHERE session_id = 2);
        DELETE FROM entry WHERE session_id = 2;
        DELETE FROM action WHERE session_id = 2; DELETE FROM session WHERE id = 2;
        UPDATE recorded SET rows = (SELECT count(*) FROM action) WHERE fact = 'action';
        UPDATE recorded SET rows = (SELECT count(*) FROM entry) WHERE fact = 'entry';
        UPDATE recorded SET rows = 1 WHERE fact = 'session'
        """,
    )
    [said] = repair.repair(ledger).left
    assert "evening 2 (Zweiter, 2026-11-19) is gone" in said
    assert ledger.execute("SELECT count(*) FROM state").fetchone() == (2,)
    assert list(disagreements(ledger))
    word = SAID._replace(name="check", typed="--repair --accept-loss 2")
    assert repair.repair(ledger, {2: word}).left == []
    assert list(disagreements(ledger)) == []
    assert undo.log(ledger, evenings.by_number(ledger, 1))[-1].words == "check --repair --accept-loss 2"


COUNTERS = {"with the counters": "", "without the counters": COUNTED}


@pytest.mark.long
@pytest.mark.parametrize("counters", COUNTERS.values(), ids=COUNTERS)
def test_after_a_loss_that_was_accepted_everything_agrees(ledger: sqlite3.Connection, counters: str) -> None:
    """Also where other evenings came behind it, whose rows are numbered anew; what is lost later is missed again."""
    evening(ledger, WENZ, Passed(), Payment("Bene", "Anna", 20))
    evening(ledger, SAUSPIEL, name="Zweiter")
    forged(ledger, TAIL)
    forged(ledger, counters)
    assert repair.repair(ledger, {1: SAID._replace(name="check", typed="--repair --accept-loss 1")}).left == []
    assert list(disagreements(ledger)) == []
    add(ledger, evenings.by_number(ledger, 2), WENZ)
    assert list(disagreements(ledger)) == []
    forged(ledger, "UPDATE recorded SET rows = rows + 1 WHERE fact = 'entry'")
    assert list(disagreements(ledger))


def test_behind_a_loss_that_was_accepted_hands_can_be_undone(ledger: sqlite3.Connection) -> None:
    """The word recorded nothing that could be taken back, and does not begin the evening."""
    evening(ledger, WENZ, Passed(), Payment("Bene", "Anna", 20))
    forged(ledger, TAIL)
    repair.repair(ledger, {1: SAID._replace(name="check", typed="--repair --accept-loss 1")})
    undo.undo(ledger, None, SAID._replace(name="undo"))
    assert evenings.by_number(ledger, 1).hands == 1


def test_a_loss_is_accepted_by_a_word(ledger: sqlite3.Connection) -> None:
    """Then the evening is what is left of it, and the word is recorded in it."""
    evening(ledger, WENZ, Passed(), Payment("Bene", "Anna", 20))
    forged(ledger, TAIL)
    done = repair.repair(ledger, {1: SAID._replace(name="check", typed="--repair --accept-loss 1")})
    assert (done.mended, done.left) == (
        ["gave up what is lost of evening 1 (Stammtisch); what is left: 1 hand (besides 1 thrown in)"],
        [],
    )
    assert list(disagreements(ledger)) == []
    newest = undo.log(ledger, evenings.by_number(ledger, 1))[-1]
    assert newest.words == "check --repair --accept-loss 1"


def test_repair_does_not_forget_a_hand_that_was_cut_off(ledger: sqlite3.Connection) -> None:
    """A chain without its end fits together; what is kept of the evening knows that there was more."""
    evening(ledger, WENZ)
    forged(ledger, CUT_OFF)
    before = dump(ledger)
    mended, [said] = repair.repair(ledger)
    assert not mended
    assert "evening 1 (Stammtisch) was left as it is" in said
    assert dump(ledger) == before
    assert "something after it was removed or added" in "\n".join(disagreements(ledger))


@pytest.mark.parametrize(
    "change", ["kind = 'event', fact = '{\"pay\":5}'", "kind = 'event', fact = '{\"join\":[]}'", "kind = 'rename'"]
)
def test_facts_that_are_none_end_in_a_sentence(ledger: sqlite3.Connection, change: str) -> None:
    """A repair that cannot read who is who says so, and mends the rest."""
    evening(ledger, WENZ, Payment("Anna", "Bene", 20))
    forged(ledger, f"UPDATE entry SET {change} WHERE id = 2; DROP VIEW balance")  # noqa: S608  the test's own words
    done = repair.repair(ledger)
    assert "view balance" in done.mended[0]
    assert "not everything could be repaired" in done.left[0]


def test_rebuilding_an_evening_changes_nothing(ledger: sqlite3.Connection) -> None:
    """What is derived follows from the facts alone."""
    begun = evening(ledger, Passed(), WENZ, Voided(SAUSPIEL), Payment("Anna", "Bene", 20))
    before = dump(ledger)
    correct.rebuild(ledger, begun.id)
    assert dump(ledger) == before


# -- the command --------------------------------------------------------------------------------------


@pytest.fixture
def noted(ok: Sklog) -> str:
    """Begin an evening with two hands; return its digest, as the sheet shows it."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "s", "ac")
    ok("add", "w", "b")
    digest: str = json.loads(ok("report", "session", "--format", "json").out)["digest"]
    return digest


def test_the_digest_that_was_noted_is_compared(ok: Sklog, noted: str) -> None:
    """An evening that is as you noted it says so."""
    assert ok("check", "--digest", noted).out == "Evening 1 (Stammtisch) is as you noted it.\n"


def test_closing_says_the_digest_that_check_takes(ok: Sklog, noted: str) -> None:
    """What everybody notes at the end is what the sheet shows."""
    digest = ok("close").out.split()[-1]
    assert digest != noted
    assert digest in ok("report", "session").out
    assert "is as you noted it" in ok("check", "--digest", digest.lower()).out


def test_what_came_since_is_named(ok: Sklog, run: Sklog, noted: str) -> None:
    """Where the evening went on, every command since then is shown: a correction among them."""
    ok("fix", "1", "s", "bd")
    ran = run("check", "--digest", noted)
    assert ran.code == 3
    assert "evening 1 (Stammtisch) was as you noted it, and nothing before that was changed; since then" in ran.err
    assert "fix 1 s bd" in ran.out
    assert "add" not in ran.out


def test_a_digest_that_is_of_no_evening(run: Sklog, noted: str) -> None:
    """A digest that no fact has belongs to something else, or to what is no more."""
    other = noted.translate(str.maketrans("0123456789", "1234567890"))
    ran = run("check", "--digest", other if other != noted else "0000-0000-0000-0000")
    assert (ran.code, ran.out) == (3, "")
    assert "no evening of this ledger has ever had the digest" in ran.err


def test_what_is_no_digest_is_wrong_usage(run: Sklog, noted: str) -> None:
    """A digest that was noted by half is not guessed."""
    ran = run("check", "--digest", noted[:9])
    assert ran.code == 2
    assert "is not a digest" in ran.err


@pytest.mark.long
def test_a_forged_ledger_that_agrees_with_itself_is_told_by_the_digest(ok: Sklog, run: Sklog, noted: str) -> None:
    """Who forges the whole chain anew cannot forge what the others have noted."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, f"{LOST} WHERE id = 1")
        linked_again(ledger)
        correct.rebuild(ledger, 1)
    assert "agrees" in ok("check").out
    assert run("check", "--digest", noted).code == 3


@pytest.fixture
def second(ok: Sklog, noted: str) -> str:  # noqa: ARG001  the first one is there
    """Begin another evening with a hand; return its digest."""
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-20")
    ok("add", "w", "b")
    digest: str = json.loads(ok("report", "session", "--format", "json").out)["digest"]
    return digest


@pytest.mark.long
def test_the_noted_evening_beside_a_damaged_one(run: Sklog, second: str) -> None:
    """The damage is told, and what became of the noted evening as well."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, f"{LOST} WHERE id = 1")
    ran = run("check", "--digest", second)
    assert ran.code == 3
    assert "evening 1 (Stammtisch)" in ran.err
    assert ran.out == "Evening 2 (Zweiter) is as you noted it.\n"


@pytest.mark.long
@pytest.mark.parametrize("change", [f"{LOST} WHERE id = 1", "UPDATE state SET closed = 1 WHERE session_id = 1"])
@pytest.mark.usefixtures("second")
def test_the_noted_evening_is_the_damaged_one(run: Sklog, noted: str, change: str) -> None:
    """Then it is not said to be as it was."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, change)
    ran = run("check", "--digest", noted)
    assert (ran.code, ran.out) == (3, "")
    assert f"the evening with the digest {noted} is itself damaged" in ran.err


def test_what_cannot_be_looked_up_in_a_damaged_ledger(run: Sklog, noted: str) -> None:
    """Where not even its facts can be read the damage is told, and that nothing else was looked at."""
    with contextlib.closing(sqlite3.connect("sklog.db")) as ledger:
        ledger.execute("ALTER TABLE entry RENAME TO entri")
    ran = run("check", "--digest", noted)
    assert ran.code == 3
    assert "the table entry of the file is not as sklog makes it" in ran.err
    assert "Nothing else was read" in ran.err


@pytest.mark.long
def test_repair_says_what_it_did_and_proves_the_rest(ok: Sklog, run: Sklog, noted: str) -> None:
    """After a repair the ledger is as it was, and says so."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, "UPDATE state SET closed = 1")
    assert run("show").code == 1
    assert ok("check", "--repair").out == (
        "scored evening 1 (Stammtisch) again, from its first hand on\n"
        "1 evening, 2 hands: everything agrees with the recorded facts.\n"
    )
    assert "is as you noted it" in ok("check", "--digest", noted).out


@pytest.mark.long
def test_a_copy_is_kept_before_a_repair(ok: Sklog, run: Sklog, noted: str) -> None:  # noqa: ARG001  an evening is there
    """What a repair did can be looked at, and taken back."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, "UPDATE state SET closed = 1")
    *_done, back, _proved = ok("check", "--repair", env={"SKLOG_BACKUPS": ""}).out.splitlines()
    run("restore", back.split()[-1], "--yes", "--keep-going", env={"SKLOG_BACKUPS": ""})
    assert "is stored as closed, but was not closed" in run("check").err


@pytest.mark.long
def test_a_loss_has_to_be_accepted(ok: Sklog, run: Sklog, noted: str) -> None:  # noqa: ARG001  an evening is there
    """What the refusal says can be typed as it stands, and only with a repair."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, "UPDATE state SET digest = x'00', seal = x'00'")
    refused = run("check", "--repair")
    assert refused.code == 3
    (words,) = re.findall(r"sklog (check --repair --accept-loss 1)$", refused.out, re.MULTILINE)
    assert "everything agrees" in ok(*words.split()).out
    assert "check --repair --accept-loss 1" in ok("session", "log", "--format", "csv").out
    assert run("check", "--accept-loss", "1").code == 2


@pytest.mark.long
def test_what_is_left_of_a_loss_is_kept_without_copies(ok: Sklog, noted: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001  the same
    """SKLOG_BACKUPS=off loses nothing more: what the repair takes away would be nowhere else."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, "UPDATE state SET digest = x'00', seal = x'00'")
    ok("check", "--repair", "--accept-loss", "1")
    assert len(list(Path("sklog-backups").glob("*-before-repair.db"))) == 1


@pytest.mark.long
def test_there_is_nothing_to_repair(ok: Sklog, noted: str) -> None:
    """A whole ledger is left as it is."""
    assert "There was nothing to repair." in ok("check", "--repair").out
    assert "is as you noted it" in ok("check", "--digest", noted).out


@pytest.mark.long
def test_a_repair_can_be_looked_at_first(run: Sklog, noted: str) -> None:  # noqa: ARG001  an evening is there
    """It says what it would do, and does nothing."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, "UPDATE state SET closed = 1")
    ran = run("check", "--repair", "--dry-run", env={"SKLOG_BACKUPS": ""})
    assert ran.out == "scored evening 1 (Stammtisch) again, from its first hand on\nNothing was stored (--dry-run).\n"
    assert (ran.code, run("show").code) == (3, 1)


@pytest.mark.long
def test_a_repair_that_can_do_nothing_keeps_no_copy(run: Sklog, noted: str) -> None:  # noqa: ARG001  the same
    """There is nothing to be taken back."""
    with contextlib.closing(open_ledger(Path("sklog.db"))) as ledger:
        forged(ledger, f"{LOST} WHERE id = 1")
    ran = run("check", "--repair", env={"SKLOG_BACKUPS": ""})
    assert (ran.code, "taken back" in ran.out, Path("sklog-backups").exists()) == (3, False, False)
    assert "evening 1 (Stammtisch) was left as it is" in ran.out
