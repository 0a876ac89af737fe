"""Corrections and people, as somebody at the table makes them."""

import json
import re
import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sklog.desk.ledger import Ledger
from sklog.ledger import database, evenings, history
from sklog.ledger.open import open_ledger
from tests.conftest import Sklog

pytestmark = pytest.mark.long

HERE = Path(__file__).parent
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
LEDGER = Path("sklog.db")


def balances(run: Sklog) -> dict[str, int]:
    """Return the balances that `show` prints for scripts."""
    shown = json.loads(run("show", "--format", "json").out)
    return {row["name"]: row["balance"] for row in shown["tables"]["balances"]}


def told(run: Sklog) -> list[object]:
    """Return the entries in force, as they are exported."""
    found: list[object] = json.loads(run("export", "--format", "jsonl").out)["hands"]
    return found


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an evening under `wiki`: a throw-in, a Sauspiel that takes the Stock, a Wenz."""
    ok(*START, "--tariff", "wiki")
    for hand in ("x", "s ac", "w b"):
        ok("add", *hand.split())
    return ok


# -- fix ----------------------------------------------------------------------------------------------


def test_a_fixed_early_hand_changes_the_stock_of_later_ones(table: Sklog) -> None:
    """Hand 1 was no throw-in: hand 2 finds no Stock, and both are named with what they cost before and now."""
    said = table("fix", "1", "s", "bd").out
    assert said.startswith("Hand 1 is now: s bd  ·  Sauspiel")
    assert "Hand 2 now: Anna +0" in said
    assert balances(table) == {"Anna": -20, "Bene": 60, "Christl": -20, "Dani": -20, "Stock": 0}


def test_the_answer_to_a_correction_names_undo(table: Sklog) -> None:
    """Nobody is asked beforehand; the last line says how it is taken back."""
    assert table("fix", "3", "w", "d").out.endswith("To take that back: sklog undo\n")


def test_a_fixed_hand_is_read_at_the_table_as_it_was(ok: Sklog) -> None:
    """With five people, those who sat out at hand 1 cannot have played it, whoever sits out now."""
    ok(*START[:2], "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "w", "b")
    assert ok("fix", "1", "s", "be").code == 0
    assert told(ok)[0] == {"game": "sauspiel", "declarer": "Bene", "partner": "Eva", "won": True}


def test_fixing_a_hand_to_what_it_says_already_is_refused(table: Sklog, run: Sklog) -> None:
    """A correction that corrects nothing is a mistake."""
    refused = run("fix", "2", "s", "ac")
    assert (refused.code, refused.err) == (1, "hand 2 is recorded like that already: nothing was changed\n")
    assert table("check").code == 0


def test_a_void_hand_that_is_fixed_counts_again(table: Sklog) -> None:
    """A hand was voided by mistake: saying it again brings it back to its place."""
    before = balances(table)
    table("void", "3")
    table("fix", "3", "w", "b")
    assert balances(table) == before


def test_a_correction_that_makes_a_later_hand_impossible_is_refused(ok: Sklog, run: Sklog) -> None:
    """Without hand 1 Bene deals hand 2 and sits out: it is named, and what would make the correction possible."""
    ok(*START[:2], "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "w", "b")
    ok("add", "w", "a")
    before = ok("export").out
    refused = run("void", "1")
    assert refused.code == 1
    assert refused.err.startswith("hand 2: Anna sits out; dealt in: Bene, Christl, Dani, Eva\nso this correction")
    assert refused.err.endswith("keep the seats: --keep-seats\n")
    assert ok("export").out == before


def test_dry_run_says_what_would_change_and_stores_nothing(table: Sklog) -> None:
    """The later hands that would cost something else are named before anything is recorded."""
    before = table("export").out
    said = table("fix", "--dry-run", "1", "s", "bd")
    assert "Hand 2 now:" in said.out
    assert said.out.endswith("Nothing was stored (--dry-run).\n")
    assert table("export").out == before


# -- insert and move ----------------------------------------------------------------------------------


def test_an_inserted_hand_renumbers_those_behind_it(table: Sklog) -> None:
    """A forgotten hand takes its place, and the answer says which hands have other numbers now."""
    said = table("insert", "2", "hs", "a").out
    assert "New hand 2: hs a" in said
    assert "Hands 2–3 are now 3–4." in said
    assert [hand["game"] for hand in told(table)] == ["zusammengeworfen", "solo", "sauspiel", "wenz"]  # type: ignore[index]


def test_a_hand_can_be_inserted_behind_the_last(table: Sklog) -> None:
    """The number behind the last one is a place as well."""
    table("insert", "4", "w", "d")
    assert told(table)[-1] == {"game": "wenz", "declarer": "Dani", "won": True}


@pytest.mark.parametrize("number", ["5", "99"])
def test_there_is_no_place_further_behind(table: Sklog, run: Sklog, number: str) -> None:
    """A place that leaves a gap is refused with the last number there is."""
    refused = run("insert", number, "w", "d")
    assert (refused.code, refused.err) == (1, f"there is no hand {number} in 'Stammtisch': the last is hand 3\n")
    assert table("check").code == 0


@pytest.mark.parametrize(("words", "games"), [(("1", "3"), "sauspiel wenz zusammengeworfen"),
                                             (("3", "1"), "wenz zusammengeworfen sauspiel")])  # fmt: skip
def test_a_hand_moves_to_its_place(table: Sklog, words: tuple[str, str], games: str) -> None:
    """A moved hand has the number that was said, those between make room."""
    table("move", *words)
    assert [hand["game"] for hand in told(table)] == games.split()  # type: ignore[index]


def test_a_moved_hand_is_folded_at_its_new_place(table: Sklog) -> None:
    """After the Sauspiel the throw-in fills a Stock that nobody has won yet."""
    table("move", "1", "3")
    assert balances(table)["Stock"] == 40


def test_later_hands_keep_their_seats_where_that_is_wanted(ok: Sklog) -> None:
    """Five people: an inserted hand moves the deal on, but not for the hands that keep their seats."""
    ok(*START[:2], "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "w", "b")
    ok("add", "w", "a")
    ok("insert", "--keep-seats", "1", "w", "c")
    assert told(ok)[2] == {
        "game": "wenz",
        "declarer": "Anna",
        "won": True,
        "dealer": "Bene",
        "active": ["Christl", "Dani", "Eva", "Anna"],
    }


@pytest.mark.parametrize(("words", "stays"), [(("3", "1"), True), (("2", "1"), True), (("4", "3"), False)])
def test_move_says_where_an_order_of_bock_stays(table: Sklog, words: tuple[str, str], *, stays: bool) -> None:
    """The table ordered it after hand 2, and so it stays; nothing is said where it stands elsewhere."""
    table("undo")
    table("bock", "2")
    table("add", "w", "b")
    table("add", "w", "a")
    said = table("move", *words).out
    assert ("Bock for 2 hands: stays where it was ordered, after hand 2." in said) is stays


def test_bock_that_a_hand_brings_moves_with_it(ok: Sklog) -> None:
    """A lost solo doubles the hand behind it, wherever it is moved to; nothing is said of that."""
    Path("haus.yaml").write_text("name: haus\nextends: sauspiel\nbock: {after: [lost_solo]}\n", encoding="utf-8")
    ok(*START, "--tariff", "haus.yaml")
    for hand in ("s ab", "s cd", "w b-", "s ac"):
        ok("add", *hand.split())
    assert "stays" not in ok("move", "3", "1").out
    assert ["× 2" in ok("explain", number).out for number in "1234"] == [False, True, False, False]


# -- undo and redo ------------------------------------------------------------------------------------


def test_undo_and_redo_go_any_number_of_steps(table: Sklog) -> None:
    """Three commands back and three forth leave the evening as it was."""
    before = table("export").out
    table("undo", "3")
    assert told(table) == []
    table("redo", "3")
    assert table("export").out == before


def test_more_steps_than_there_are_change_nothing(table: Sklog, run: Sklog) -> None:
    """All the steps or none."""
    before = table("export").out
    assert run("undo", "5").code == 1
    assert table("export").out == before


def test_a_new_command_ends_what_can_be_brought_back(table: Sklog, run: Sklog) -> None:
    """After something else was recorded, what was undone stays undone."""
    table("undo")
    table("add", "w", "d")
    refused = run("redo")
    assert (refused.code, refused.err) == (1, "there is nothing undone in 'Stammtisch' that could be brought back\n")


def test_a_payment_is_undone_like_a_hand(table: Sklog) -> None:
    """The newest command of any kind is what undo means."""
    table("pay", "anna", "bene", "10ct")
    assert table("undo").out.startswith("Took back: pay anna bene 10ct.\n")


def test_one_rename_is_one_undo_in_every_evening(table: Sklog) -> None:
    """A command on several evenings is taken back, and brought back, on all of them."""
    table("start", "Revanche", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    table("player", "rename", "Anna", "Annette")
    renamed = table("player", "list").out
    table("undo")
    assert "Annette" not in table("player", "list").out
    table("redo")
    assert table("player", "list").out == renamed


# -- the log ------------------------------------------------------------------------------------------


def test_the_log_says_who_did_what_and_what_was_taken_back(table: Sklog) -> None:
    """Every command stays in the log, an undone one marked so."""
    table("fix", "2", "s", "bd", env={"SKLOG_USER": "christl"})
    table("undo")
    rows = json.loads(table("session", "log", "--format", "json").out)["tables"]["log"]
    assert [(row["what"], row["state"]) for row in rows[-2:]] == [("fix 2 s bd", "taken back"), ("undo", None)]
    assert rows[-2]["who"] == "christl"


# -- people -------------------------------------------------------------------------------------------


def test_who_comes_late_starts_at_0_and_who_leaves_keeps_the_balance(table: Sklog) -> None:
    """Eva joins behind Bene, Anna leaves; the order of dealing goes on with those who are there."""
    table("join", "eva", "--after", "bene")
    before = balances(table)
    assert before["eva"] == 0
    table("leave", "an")
    after = json.loads(table("show", "--format", "json").out)
    assert {row["name"]: row["balance"] for row in after["tables"]["balances"]} == before
    assert after["facts"]["dealer"] == "Dani"


def test_a_name_is_spelled_as_the_ledger_knows_it(table: Sklog) -> None:
    """Somebody of an earlier evening joins in any spelling, and is the same person."""
    table("start", "Revanche", "--players", "Bene,Christl,Dani,Eva", "--tariff", "wiki")
    table("join", "ANNA")
    assert "Anna" in balances(table)


def test_those_present_change_seats(table: Sklog) -> None:
    """The seats are said clockwise by any start of the names; numbers mean the new seats from then on."""
    table("seats", "d,c,b,a")
    table("add", "w", "1")
    assert told(table)[-2:] == [
        {"seats": ["Dani", "Christl", "Bene", "Anna"]},
        {"game": "wenz", "declarer": "Dani", "won": True},
    ]


def test_seats_have_to_be_everybodys(table: Sklog, run: Sklog) -> None:
    """Who is left out is named."""
    refused = run("seats", "a,b,c")
    assert (refused.code, refused.err) == (1, "give everybody's seats, clockwise; missing: Dani\n")
    assert table("check").code == 0


def test_a_control_character_is_no_part_of_a_name(table: Sklog, run: Sklog) -> None:
    """A name that could steer a terminal is refused."""
    refused = run("join", "Eva\x1b[2J")
    assert refused.code == 1
    assert "characters that cannot be printed" in refused.err
    assert table("check").code == 0


@pytest.mark.parametrize("name", ["Solo", "Re", "93", "Jürgen", "Anna Lena", "😀", "Bernd"])
def test_unusual_people_can_join_and_play(table: Sklog, name: str) -> None:
    """Words of the grammar, umlauts, spaces, emoji and a second B are names."""
    table("leave", "dani")
    table("join", name)
    table("add", "w", f'declarer:"{name}"')
    assert balances(table)[name] == 60


# -- names --------------------------------------------------------------------------------------------


def test_a_rename_holds_for_everything_before_it(table: Sklog) -> None:
    """The same evening, as if she had been called so from the beginning."""
    before = table("export").out
    table("player", "rename", "anna", "Änne")
    assert table("export").out == before.replace("Anna", "Änne").replace("s ac", "s äc")
    assert table("check").code == 0


def test_a_rename_may_change_capitals_only(table: Sklog) -> None:
    """A name typed in small letters gets its capital, and is still the same person in new evenings."""
    table("player", "rename", "bene", "BENE")
    table("start", "Revanche", "--players", "Anna,bene,Christl,Dani", "--tariff", "wiki")
    assert "BENE" in balances(table)
    assert [
        row["name"] for row in json.loads(table("player", "list", "--format", "json").out)["tables"]["players"]
    ] == [*("Anna", "BENE", "Christl", "Dani")]


def test_nobody_is_renamed_to_somebody_else(table: Sklog, run: Sklog) -> None:
    """Two names become one only where that is said: the command for it is named."""
    refused = run("player", "rename", "Anna", "Bene")
    assert refused.code == 1
    assert "sklog player merge Anna Bene" in refused.err
    assert table("check").code == 0


def test_a_slip_of_the_pen_becomes_the_person_that_was_meant(table: Sklog) -> None:
    """Anna left and came back as Ana: merged, she has what both had."""
    table("leave", "anna")
    table("join", "Ana")
    table("add", "w", "ana")
    both = balances(table)
    table("player", "merge", "Ana", "Anna")
    assert balances(table) == {
        name: both["Anna"] + both["Ana"] if name == "Anna" else both[name] for name in both if name != "Ana"
    }


def test_two_people_at_one_table_stay_two(table: Sklog, run: Sklog) -> None:
    """Who sat together at one time cannot be one person; the evening is named, nothing is changed."""
    refused = run("player", "merge", "Anna", "Bene")
    assert refused.code == 1
    assert refused.err.endswith("so Anna and Bene are two people in evening 1 (Stammtisch): nothing was changed\n")
    assert table("check").code == 0


# -- the tariff ---------------------------------------------------------------------------------------


def test_another_tariff_for_the_whole_evening(table: Sklog) -> None:
    """The wrong one was chosen: every hand costs what it costs under the right one."""
    table("session", "tariff", "lamers")
    assert balances(table) == {"Anna": -10, "Bene": 50, "Christl": -10, "Dani": -30}
    assert json.loads(table("export", "--format", "jsonl").out)["tariff"]["name"] == "lamers"


def test_another_tariff_from_a_hand_on(table: Sklog) -> None:
    """Earlier hands keep their price; later ones cost what the new tariff says, and so do the next."""
    table("session", "tariff", "sauspiel", "--from", "3")
    assert balances(table) == {"Anna": -30, "Bene": 130, "Christl": -30, "Dani": -70}
    said = table("add", "s", "ac").out
    assert "Sauspiel 0" in said
    assert "sauspiel · hand 5" in said


def test_an_evening_with_two_tariffs_is_exported_and_imported(table: Sklog, ok: Sklog) -> None:
    """export, import into another ledger, export: the same file."""
    table("session", "tariff", "sauspiel", "--from", "3")
    table("seats", "d,c,b,a")
    table("export", "-o", "abend.yaml")
    ok("import", "abend.yaml", "--db", "other.db")
    assert ok("export", "--db", "other.db").out == Path("abend.yaml").read_text()


def test_a_tariff_of_another_deck_refuses_what_its_cards_cannot_be(table: Sklog, run: Sklog) -> None:
    """From the first hand that comes under it on: seven tricks are one too many for six cards."""
    Path("kurz.yaml").write_text("name: kurz\nextends: wiki\ndeck: short\n", encoding="utf-8")
    table("add", "s", "ac", "90", "tricks:7")
    before = balances(table)
    refused = run("session", "tariff", "kurz.yaml")
    assert (refused.code, refused.err.splitlines()[0]) == (
        1,
        "hand 4: 7 tricks: there are 6 with these cards and 4 people",
    )
    assert balances(table) == before
    assert table("session", "tariff", "kurz.yaml", "--from", "5").code == 0


def test_a_tariff_in_another_unit_is_refused(table: Sklog, run: Sklog) -> None:
    """Points and cents cannot be mixed in one evening."""
    refused = run("session", "tariff", "saukopf")
    assert refused.code == 1
    assert "saukopf counts points but this evening cents" in refused.err
    assert table("check").code == 0


# -- ledgers of older versions ------------------------------------------------------------------------


def test_a_ledger_of_the_first_schema_is_brought_up_to_date(ok: Sklog) -> None:
    """Everything in it is there and proved, and it can do what the first version could not."""
    shutil.copy(HERE / "ledgers" / "schema-1.sqlite", LEDGER)
    assert (
        ok("check").out
        == "2 evenings, 5 hands (besides 1 thrown in, 1 void, 1 posting): everything agrees with the recorded facts.\n"
    )
    with closing(sqlite3.connect(LEDGER)) as ledger:
        assert ledger.execute("PRAGMA user_version").fetchone() == (database.SCHEMA_VERSION,)
    ok("fix", "2", "w", "d")
    assert ok("check").code == 0


# -- several evenings ---------------------------------------------------------------------------------


@pytest.fixture
def two(ok: Sklog) -> Sklog:
    """Return sklog with two evenings of the same people, a Wenz in each."""
    for name in ("Erster", "Zweiter"):
        ok("start", name, "--players", "anna,Bene,Christl,Dani", "--tariff", "wiki")
        ok("add", "w", "a")
    return ok


def test_a_spelling_is_the_same_in_all_evenings(ok: Sklog) -> None:
    """A rename that changed capitals only is taken back: also in the evening that began after it."""
    ok("start", "Erster", "--players", "anna,Bene,Christl,Dani", "--tariff", "wiki")
    ok("add", "w", "a")
    ok("player", "rename", "anna", "Anna")
    ok("start", "Zweiter", "--players", "anna,Bene,Christl,Dani", "--tariff", "wiki")
    ok("add", "w", "a")
    ok("pay", "--session", "1", "Bene", "anna", "10ct")
    ok("undo", "2")
    ok("undo", "--session", "1")
    assert ok("check").code == 0
    assert "anna" in balances(ok)


def test_undo_takes_the_newest_command_of_all_evenings(two: Sklog) -> None:
    """After a command on two evenings was taken back, the next undo means what was typed before it."""
    two("player", "rename", "Christl", "Christa")
    assert two("undo").out.startswith("Took back: player rename Christl Christa.")
    assert two("undo").out.startswith("Took back: add w a.\nZweiter")


def test_a_command_on_two_evenings_is_not_taken_back_on_one(two: Sklog, run: Sklog) -> None:
    """Where one of them has newer commands, those come first, and the evening is named."""
    two("player", "rename", "Christl", "Christa")
    two("add", "s", "bd")
    refused = run("undo", "--session", "1")
    assert refused.code == 1
    assert "evening 2 (Zweiter)" in refused.err
    assert refused.err.endswith("sklog undo --session 2\n")


def test_a_new_name_that_is_in_use_stays(two: Sklog, run: Sklog) -> None:
    """An evening that began with the new name would have another person: renaming back is the way."""
    two("player", "rename", "Christl", "Christa")
    two("start", "Dritter", "--players", "anna,Bene,Christa,Dani", "--tariff", "wiki")
    refused = run("undo", "--session", "2")
    assert refused.code == 1
    assert refused.err.startswith("Christa also sits in evening 3 (Dritter)")


def test_people_who_paid_each_other_can_be_one(table: Sklog) -> None:
    """What one paid the other moves nothing any more."""
    table("leave", "anna")
    table("join", "Ana")
    table("pay", "Anna", "Ana", "20ct")
    table("player", "merge", "Ana", "Anna")
    assert table("check").code == 0
    assert "Ana" not in balances(table)


# -- the way out --------------------------------------------------------------------------------------


def test_a_refusal_names_the_hand_by_the_number_it_has(ok: Sklog, run: Sklog) -> None:
    """Hand 1 would be hand 2: it is called hand 1, and voiding that makes the correction possible."""
    ok(*START[:2], "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "s", "bc")
    ok("add", "s", "cd")
    refused = run("insert", "1", "w", "b")
    assert refused.err.startswith("hand 1, which would be hand 2: Bene sits out")
    assert "sklog void --session 1 1" in refused.err
    assert ok("insert", "--keep-seats", "1", "w", "b").code == 0


def test_a_hand_that_cannot_stand_there_is_no_later_hand(ok: Sklog, run: Sklog) -> None:
    """Anna sits out at hand 1: the hand itself is meant, and who dealt can be said in it."""
    ok(*START[:2], "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "w", "b")
    refused = run("fix", "1", "w", "declarer:Anna")
    assert "sklog void" not in refused.err
    assert ok("fix", "1", "w", "declarer:Anna", "dealer:Eva").code == 0


@pytest.mark.parametrize("words", [("1", "2"), ("2", "1")])
def test_a_moved_hand_leaves_what_else_happened_where_it_is(table: Sklog, words: tuple[str, str]) -> None:
    """Two hands change places, whichever is named; the Bock that was ordered behind them stays there."""
    table("bock", "4")
    table("add", "x")
    table("move", *words)
    told_now = [next(iter(entry.items())) for entry in told(table) if isinstance(entry, dict)]
    assert told_now == [
        *(("game", "sauspiel"), ("game", "zusammengeworfen"), ("game", "wenz")),
        *(("bock", 4), ("game", "zusammengeworfen")),
    ]


def test_a_later_choice_of_tariff_replaces_what_was_chosen_from_a_later_hand_on(table: Sklog) -> None:
    """From hand 2 on lamers, after sauspiel from hand 3 on: what is shown before is what is recorded."""
    table("session", "tariff", "sauspiel", "--from", "3")
    shown = table("session", "tariff", "lamers", "--from", "2").out
    assert "Bene" in shown
    assert (
        next(entry for entry in told(table) if isinstance(entry, dict) and "tariff" in entry)["tariff"]["name"]
        == "lamers"
    )
    assert len([entry for entry in told(table) if isinstance(entry, dict) and "tariff" in entry]) == 1


# -- renames and merges taken back --------------------------------------------------------------------


def test_a_merge_over_evenings_is_taken_back(ok: Sklog) -> None:
    """Anna sat in the first evening, Ana in the second: merged, and two again."""
    ok("start", "Erster", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    ok("add", "s", "ac")
    ok("start", "Zweiter", "--players", "Ana,Bene,Christl,Dani", "--tariff", "wiki")
    ok("add", "s", "ac")
    ok("player", "merge", "Ana", "Anna")
    ok("undo")
    assert "Ana " in ok("player", "list").out
    assert ok("redo").code == 0
    assert "Ana " not in ok("player", "list").out


def test_a_rename_does_not_come_back_onto_somebody_else(ok: Sklog, run: Sklog) -> None:
    """Zoe is another person by now: two people are not made one by redo."""
    for name, first in (("Erster", "Anna"), ("Zweiter", "Eva")):
        ok("start", name, "--players", f"{first},Bene,Christl,Dani", "--tariff", "wiki")
        ok("add", "w", "b")
    ok("player", "rename", "Anna", "Zoe")
    ok("undo", "--session", "1")
    ok("player", "rename", "Eva", "Zoe")
    refused = run("redo", "--session", "1")
    assert refused.code == 1
    assert refused.err.startswith("Zoe also sits in evening 2 (Zweiter)")


def test_who_is_only_called_otherwise_has_paid_the_same(table: Sklog) -> None:
    """No hand is said to cost something else because a name came or went."""
    table("player", "rename", "Anna", "ANNA")
    table("player", "rename", "Bene", "Bernd")
    assert "Hand " not in table("undo").out
    assert "Hand " not in table("undo").out


def test_a_name_that_nobody_has_any_more_pays_nothing(table: Sklog, run: Sklog) -> None:
    """After a rename the old name is a slip, no new creditor."""
    table("player", "rename", "Anna", "Zoe")
    refused = run("pay", "Anna", "Bene", "10ct")
    assert refused.code == 1
    assert 'there is no "Anna" here' in refused.err


def test_a_posting_between_two_who_are_one_moves_nothing(table: Sklog) -> None:
    """It keeps its number, struck out."""
    table("leave", "Anna")
    table("join", "Eva")
    table("post", "Anna:-50ct", "Eva:+50ct")
    table("player", "merge", "Anna", "Eva")
    assert table("check").code == 0
    assert "(void) Anna −0.50, Eva +0.50 €" in table("report", "session").out


def test_a_pinned_hand_that_says_another_dealer_has_another_table(ok: Sklog) -> None:
    """Hand 3 kept its seats; fixed with another dealer, those on the left of that one play."""
    ok(*START[:2], "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "w", "b")
    ok("add", "w", "c")
    ok("insert", "--keep-seats", "1", "w", "b")
    ok("fix", "3", "w", "declarer:Bene", "dealer:Anna")
    assert balances(ok)["Bene"] > 0


def test_the_comparison_is_what_is_recorded_when_a_round_ends(table: Sklog) -> None:
    """The new tariff plays no Hadsch: hand 4 is played without it, as it is shown before."""
    table("round", "hadsch")
    table("add", "s", "ad")
    shown = table("session", "tariff", "bsv", "--from", "4").out
    assert "not played" not in shown


def test_what_cannot_come_back_stays_taken_back(two: Sklog, run: Sklog) -> None:
    """After a new command on one of the evenings, redo on the other one says so."""
    two("player", "rename", "Christl", "Christa")
    two("undo")
    two("add", "--session", "1", "s", "bd")
    refused = run("redo", "--session", "2")
    assert refused.code == 1
    assert refused.err.endswith("it remains taken back\n")


HANDS = (["--session", "1", "w", "c"], ["--session", "2", "w", "d"], ["--session", "2", "s", "ac"], ["x"])
STORIES = {
    "undo of another evening": ("undo --session 1",),
    "redo of another evening": ("undo --session 1", "redo"),
    "redo of another evening, named": ("undo --session 1", "redo --session 1"),
    "redo by its name": ("undo --session erster", "redo --session erster"),
    "two steps in two evenings": ("undo --session 2", "undo 2"),
    "two steps brought back in two evenings": ("undo --session 1", "undo --session 2", "redo 2"),
    "a step back and two on": ("undo --session 1 2", "undo --session 2", "redo 3"),
    "on two evenings at once": ("player rename Christl Christa", "undo", "redo", "undo"),
    "beside a closed evening": ("close --session 2", "undo --session 1", "redo"),
    "a correction": ("undo --session 2", "void 1 --session 1"),
}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
@pytest.mark.parametrize("ledger", ["sklog.db", "Hof & Post's.db"])
def test_whoever_does_what_an_answer_says_has_what_was_before(two: Sklog, ledger: str, story: tuple[str, ...]) -> None:
    """Of several evenings too, and in the ledger that was said: the way back is another one's in none of them."""
    for words in HANDS:
        two("add", *words)
    Path("sklog.db").rename(ledger)
    *before, last = (line.split() for line in story)
    for line in before:
        two(*line, "--db", ledger)
    was = everything(ledger)
    said = two(*last, "--db", ledger).out
    assert everything(ledger) != was
    ways = re.findall(r"^To (?:take|bring) that back: sklog (.*)", said, re.MULTILINE)
    assert ways
    for way in ways:
        two(*shlex.split(way))
    assert everything(ledger) == was


def everything(ledger: str) -> list[list[tuple[str, int]]]:
    """Return who has what in each evening."""
    evenings = Ledger(ledger).evenings()
    return [[*sorted(one.state.balances.items()), ("hands", one.state.counted.played)] for one in evenings]


def test_an_answer_names_the_evening_where_another_one_is_open(two: Sklog) -> None:
    """Others record there meanwhile; where it is the only open one, undo alone means it."""
    assert two("void", "1").out.endswith("To take that back: sklog undo --session 2\n")
    two("close", "--session", "1")
    assert two("fix", "1", "w", "b").out.endswith("To take that back: sklog undo\n")


@pytest.mark.usefixtures("two")
def test_the_prompt_names_an_evening_that_is_not_its_own(run: Sklog) -> None:
    """A line there means its own evening, unless another one was said."""
    said = run("play", "--session", "2", stdin="undo\nundo --session 1\n").out
    ways = [line for line in said.splitlines() if line.startswith("To bring that back")]
    assert ways == ["To bring that back: sklog redo", "To bring that back: sklog redo --session 1"]


def test_the_answer_to_a_rename_names_an_evening_that_it_touched(two: Sklog) -> None:
    """What it says takes the rename back, wherever it is typed."""
    two("start", "Dritter", "--players", "Bene,Christl,Dani,Eva", "--tariff", "wiki")
    said = two("player", "rename", "anna", "Anni").out
    assert said.endswith("To take that back: sklog undo --session 2\n")
    assert two("undo", "--session", "2").out.startswith("Took back: player rename anna Anni.")


def test_the_last_hands_are_those_of_the_whole_evening(table: Sklog) -> None:
    """However an evening was corrected, the board's last hands are the last of all, with their numbers and values."""
    for words in (
        "fix 1 s bd",
        "insert 1 w d-",
        "bock 2",
        "move 4 2",
        "void 3",
        "add hs c",
        "post anna:-50ct bene:50ct",
        "fix 2 w a n",
    ):
        table(*words.split())
    with closing(open_ledger(LEDGER)) as ledger:
        evening = evenings.find(ledger, "1")
        whole = [*enumerate(history.of_evening(ledger, evening).hands(), 1)]
        for count in range(1, len(whole) + 2):
            found = history.last_hands(ledger, evening, count)
            assert [(one.number, one.hand, one.was) for one in found] == [
                (number, one.hand, one.was) for number, one in whole[-count:]
            ]
