"""`sklog tournament`: what a secretary types on the day, and what is said of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sklog import Ledger
from sklog.cli.usage import word_meant
from sklog.errors import Refused, UnclearAmount
from sklog.language import speak
from sklog.tournament import printouts
from sklog.tournament.commands import PRINTOUTS
from sklog.tournament.model import (
    ALL,
    CLUBS,
    LAST,
    TABLE_BEST,
    TEAMS,
    WINNERS,
    Prize,
    Row,
    Tournament,
)
from sklog.tournament.typed import _meant, prize_line, prizes_of_lines, round_and_table, rows_of_list

if TYPE_CHECKING:
    from tests.conftest import Sklog

pytestmark = pytest.mark.long

NEW = ("tournament", "new", "Herbstrennen", "--tariff", "bsv", "--games", "4", "--seed", "gras", "--date", "2026-11-19")
NAMES = ("Anna", "Bene", "Christl", "Dani", "Eva", "Gast 6", "Gast 7", "Gast 8")


def begun(ok: Sklog, *rules: str, people: int = 8) -> None:
    """Begin a tournament with so many people in it."""
    ok(*NEW, *rules)
    for name in NAMES[:people]:
        ok("tournament", "enter", name)


def seats(ok: Sklog, table: int) -> list[str]:
    """Return the start numbers at a table of the newest round, in the order of its seats."""
    return [str(row["number"]) for row in rows_of(ok, "tournament", "seats") if row["table"] == table]


def rows_of(ok: Sklog, *words: str) -> list[dict[str, Any]]:
    """Return the rows of the first table of a report."""
    tables = json.loads(ok(*words, "--format", "json").out)["tables"]
    return list(next(iter(tables.values())))


def test_prizes_of_every_table_are_in_the_sum(ok: Sklog) -> None:
    """As the cash counts them: what there is for the best of a table as often as tables were drawn."""
    begun(ok)
    said = " ".join(ok("tournament", "prizes", "1: 150 €", "Tisch: 5 €").out.split())
    assert "155.00 € in money." in said
    assert "each table drawn gets as much" in said
    ok("tournament", "draw")
    said = ok("tournament", "prizes").out
    assert "2 prizes, 160.00 € in money." in said
    assert "Of the prize money, 5.00 € each goes to the best of 2 tables." in said
    assert rows_of(ok, "tournament", "cash")[4]["cents"] == 16000


def test_a_correction_of_an_earlier_round_is_told_how_to_say_that_round(ok: Sklog, run: Sklog) -> None:
    """Table 1 alone is that of the newest round: nobody is told to leave --correct out, and enters it there."""
    begun(ok)
    ok("tournament", "draw")
    for table in ("1", "2"):
        ok("tournament", "list", table, "5", "-5", "0", "0")
    ok("tournament", "draw")
    assert run("tournament", "list", "1", "6", "-6", "0", "0", "--correct").err.splitlines() == [
        "no list of round 2, table 1 is in yet",
        "to correct that of round 1: sklog tournament list 1/1 --correct POINT POINT …",
        "to enter that of round 2: sklog tournament list 2/1 POINT POINT …",
    ]
    assert "leave --correct out" in run("tournament", "list", "2/1", "6", "-6", "0", "0", "--correct").err


def test_what_is_suggested_is_about_the_tournament_that_was_said(ok: Sklog, run: Sklog) -> None:
    """Whoever obeys enters no list into another tournament, which is newer."""
    begun(ok)
    ok("tournament", "draw")
    ok("tournament", "new", "Osterrennen", "--tariff", "bsv")
    assert "sklog tournament list -t 1 1/1 POINT" in ok("tournament", "table", "1", "-t", "1").out
    ok("tournament", "list", "-t", "1", "1/1", "5", "-5", "0", "0")
    refused = run("tournament", "list", "1", "5", "-5", "0", "0", "-t", "1").err
    assert "sklog tournament list -t 1 1/1 --correct POINT" in refused


OLDER = {
    "teams": ("ranking", "teams"),
    "vereine": ("ranking", "clubs"),
    "bests": ("ranking", "tables"),
    "gewinner": ("prizes",),
    "cash": ("entrants", "cash"),
}


@pytest.mark.parametrize("older", OLDER)
def test_older_words_are_what_they_were(drawn: Sklog, older: str) -> None:
    """Scripts go on: each is a word of another command by now."""
    drawn("tournament", "list", "1", "5", "-5", "0", "0")
    assert (
        drawn("tournament", older, "--format", "json").out == drawn("tournament", *OLDER[older], "--format", "json").out
    )


def test_undo_takes_back_what_the_tournament_recorded_last(ok: Sklog) -> None:
    """Whatever else was recorded since; the last two as well."""
    begun(ok)
    ok("start", "Stammtisch", "--players", "Emil,Fritz,Gustl,Hias", "--tariff", "bsv")
    ok("add", "w", "emil")
    assert "Took back: tournament enter Gast 8." in ok("tournament", "undo").out
    ok("tournament", "undo", "2")
    assert len(rows_of(ok, "tournament", "entrants")) == 5


def test_words_are_known_as_they_are_in_english() -> None:
    """And in English, without regard to case or umlauts."""
    assert [word_meant(typed, ("fives", "byes")) for typed in ("FIVES", "byes", "x")] == ["fives", "byes", "x"]


# -- rules ----------------------------------------------------------------------------------------------


def test_a_tournament_begins_with_what_it_is_held_by(ok: Sklog) -> None:
    """Its number, its tariff, its rules and the seed of its lots, and what comes next."""
    said = " ".join(ok(*NEW, "--fee", "10€").out.split())
    assert said.startswith("Tournament 1: Herbstrennen, 19 Nov 2026; tariff bsv 2 rounds; 4 games in each")
    assert "fee 10.00 €; seed gras" in said
    assert "sklog tournament enter" in said


def test_without_a_seed_one_is_drawn(ok: Sklog) -> None:
    """Two tournaments have not the same one."""
    said = [ok("tournament", "new", name, "--tariff", "bsv").out.split("seed ")[1].split(".")[0] for name in "ab"]
    assert said[0] != said[1]


def test_rules_change_only_what_is_said(ok: Sklog) -> None:
    """The others stay; without any, it shows them and records nothing."""
    begun(ok, "--fee", "10€", people=0)
    changed = " ".join(ok("tournament", "rules", "--ties", "lot", "--apart", "club", "--bye", "-5").out.split())
    assert "ties: the lot;" in changed
    assert "no two from one club at a table" in changed
    assert "-5 points for a bye" in changed
    assert "fee 10.00 €" in changed
    shown = ok("tournament", "rules").out
    assert "sklog undo" not in shown
    assert " ".join(shown.split()) in changed
    ok("undo")
    assert "solos won, Herz-Solos won, the best round" in " ".join(ok("tournament", "rules").out.split())


def test_wrong_rules_are_said_all_at_once(ok: Sklog, run: Sklog) -> None:
    """And nothing is stored."""
    begun(ok, people=0)
    ran = run("tournament", "rules", "--rounds", "99", "--ties", "solos,karten", "--team-size", "200")
    assert (ran.code, ran.err.count("\n")) == (1, 3)
    assert "2 rounds" in ok("tournament", "rules").out


def test_a_fee_without_a_unit_is_asked_back(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """10 may be euros or cents."""
    ran = run(*NEW, "--fee", "10")
    assert (ran.code, ran.err) == (1, "10: euros or cents? Write 10€ or 10ct\n")
    monkeypatch.setattr("sklog.cli.printing.can_ask", lambda: True)
    monkeypatch.setattr("sklog.cli.terminal.pressed", lambda *_words, **_how: "e")
    assert "fee 10.00 €" in run(*NEW, "--fee", "10").out


# -- who is there ---------------------------------------------------------------------------------------


def test_everybody_gets_the_next_number(ok: Sklog) -> None:
    """With where somebody comes from, what was paid, and how many are here."""
    begun(ok, "--fee", "10€", people=1)
    said = ok("tournament", "enter", "Bene", "--place", "Augsburg", "--club", "Ober", "--team", "Gras", "--paid").out
    assert said.splitlines()[:3] == [
        "Entered: 2 Bene (Augsburg, Ober; team Gras)",
        "Paid: 10.00 €",
        "2 people are here.",
    ]


@pytest.mark.parametrize(("words", "paid"), [(("--paid", "5€"), "5.00 €"), (("--paid",), "10.00 €"), ((), "")])
def test_paid_is_the_fee_or_what_is_said(ok: Sklog, words: tuple[str, ...], paid: str) -> None:
    """`--paid` alone means the whole fee, wherever it stands."""
    begun(ok, "--fee", "10€", people=0)
    for said in (ok("tournament", "enter", *words, "Anna").out, ok("tournament", "enter", "Bene", *words).out):
        assert [line for line in said.splitlines() if line.startswith("Paid")] == ([f"Paid: {paid}"] if paid else [])


def test_a_fee_that_is_not_there_cannot_be_paid(ok: Sklog, run: Sklog) -> None:
    """Nobody enters with it."""
    begun(ok, people=0)
    assert "no entry fee" in run("tournament", "enter", "Anna", "--paid").err
    assert rows_of(ok, "tournament", "entrants") == []


@pytest.mark.parametrize("name", ["Huber, Anna", "Anna; Bene", "Anna Bene Christl Dani"])
def test_what_can_be_several_people_is_refused(ok: Sklog, run: Sklog, name: str) -> None:
    """With both readings."""
    begun(ok, people=0)
    ran = run("tournament", "enter", *(name.split() if "," not in name else [name]))
    assert ran.code == 1
    assert "can be one" in ran.err


def test_a_list_enters_everybody_or_nobody(ok: Sklog, run: Sklog) -> None:
    """A spreadsheet is read whole; what is wrong in it is said with its line."""
    begun(ok, "--fee", "10€", people=2)
    Path("list.csv").write_text("Name;Ort;bezahlt\nChristl;Augsburg;ja\nDani;;5,00\n", encoding="utf-8")
    assert "people, start numbers 3–4" in ok("tournament", "enter", "--from", "list.csv").out
    Path("more.csv").write_text("Name;Nr\nEva;\nToni;1\n", encoding="utf-8")
    assert "number 1 is taken by Anna" in run("tournament", "enter", "--from", "more.csv").err
    rows = rows_of(ok, "tournament", "entrants")
    assert [row["name"] for row in rows] == ["Anna", "Bene", "Christl", "Dani"]
    ok("undo")
    assert len(rows_of(ok, "tournament", "entrants")) == 2


def test_a_list_that_has_grown_brings_the_new_ones(ok: Sklog, run: Sklog) -> None:
    """Whoever has entered already is left as he is; if that is everybody, it is said."""
    begun(ok, "--fee", "10€", people=0)
    Path("list.csv").write_text("Name;bezahlt\nToni;10\nVroni;überwiesen\n", encoding="utf-8")
    ok("tournament", "enter", "--from", "list.csv")
    with Path("list.csv").open("a", encoding="utf-8") as file:
        file.write('"Huber, Sepp";nein\nSumme;20\n')
    ran = run("tournament", "enter", "--from", "list.csv")
    assert "Entered: 3 Sepp Huber" in ran.out
    assert "2 people have entered already" in ran.err
    assert [row["paid"] for row in rows_of(ok, "tournament", "entrants")] == [1000, 1000, 0]
    assert "everybody in it has already entered" in run("tournament", "enter", "--from", "list.csv").err


def test_a_list_may_know_an_entrant_by_an_older_name(ok: Sklog, run: Sklog) -> None:
    """Who was put right since is left as he is by now."""
    ok("tournament", "new", "Rennen", "--tariff", "bsv")
    Path("list.csv").write_text("Name;Verein\nAnna;Ober\nBeni;Ober\n", encoding="utf-8")
    ok("tournament", "enter", "--from", "list.csv")
    ok("tournament", "change", "2", "--name", "Bene", "--club", "Unter")
    Path("list.csv").write_text("Name;Verein\nAnna;Ober\nBeni;Ober\nChristl;Ober\n", encoding="utf-8")
    ran = run("tournament", "enter", "--from", "list.csv")
    assert "2 people have entered already" in ran.err
    assert "Entered: 3 Christl (Ober)" in ran.out


def test_a_row_that_is_not_understood_is_left_out_by_consent(ok: Sklog, run: Sklog) -> None:
    """It is named, and the others enter."""
    begun(ok, people=0)
    Path("list.csv").write_text("Nr;Name\n1;Toni\nx;Vroni\n3;Sepp\n", encoding="utf-8")
    refused = run("tournament", "enter", "--from", "list.csv")
    assert (refused.code, "--keep-going" in refused.err) == (1, True)
    assert (
        'list.csv:3: "x" is not a start number' in run("tournament", "enter", "--from", "list.csv", "--keep-going").err
    )
    assert [row["name"] for row in rows_of(ok, "tournament", "entrants")] == ["Toni", "Sepp"]


def test_the_entrants_of_one_tournament_enter_the_next(ok: Sklog) -> None:
    """The spreadsheet that is exported comes in again as it is, with two of one name."""
    ok(*NEW)
    ok("tournament", "enter", "Hans Huber", "--place", "Wemding", "--club", "Herz-Ober")
    ok("tournament", "enter", "Hans Huber", "--place", "Harburg", "--team", "Gras")
    ok("tournament", "entrants", "-o", "people.xlsx")
    before = rows_of(ok, "tournament", "entrants")
    ok("tournament", "new", "Winterrennen", "--tariff", "bsv")
    ok("tournament", "enter", "--from", "people.xlsx")
    assert rows_of(ok, "tournament", "entrants") == before


def test_a_namesake_says_where_he_is_from(ok: Sklog, run: Sklog) -> None:
    """Who is on the list with a place and enters once more without one would sit at two tables."""
    ok(*NEW)
    ok("tournament", "enter", "Hans Huber", "--place", "Wemding")
    assert "Hans Huber has already entered as number 1" in run("tournament", "enter", "Hans Huber").err
    Path("list.csv").write_text("Name\nHans Huber\n", encoding="utf-8")
    assert "list.csv:2: Hans Huber has already entered" in run("tournament", "enter", "--from", "list.csv").err
    ok("tournament", "enter", "Hans Huber", "--place", "Harburg")


def test_who_comes_late_hears_what_he_missed(drawn: Sklog) -> None:
    """While no list is in he can be drawn; then he can be seated; then the round is over."""
    assert "or draw --again" in " ".join(drawn("tournament", "enter", "Late 1").out.split())
    drawn("tournament", "list", "1", "0", "0", "0", "0")
    said = " ".join(drawn("tournament", "enter", "Late 2").out.split())
    assert "get a seat in it with sklog tournament seat." in said
    drawn("tournament", "list", "2", "0", "0", "0", "0")
    said = " ".join(drawn("tournament", "enter", "Late 3").out.split())
    assert "Round 1 is over: anyone who missed a round is ranked" in said


def test_several_people_pay_at_once(ok: Sklog, run: Sklog) -> None:
    """What is open; who has paid already is told, and then nobody's payment is stored."""
    begun(ok, "--fee", "10€", people=3)
    assert ok("tournament", "paid", "1,2").out.splitlines()[-2] == "1 person still has to pay."
    assert "1 Anna has already paid" in run("tournament", "paid", "3,1").err
    assert ok("tournament", "paid", "3").out.splitlines()[1] == "Everybody has paid."
    assert "3 Christl has paid 0.00 €" in ok("tournament", "paid", "3", "-10€").out


def test_several_people_who_pay_have_commas_between_them(ok: Sklog, run: Sklog) -> None:
    """Numbers behind spaces are no amount."""
    begun(ok, "--fee", "10€")
    assert "sklog tournament paid 1,2,3" in run("tournament", "paid", "1", "2", "3").err


def test_nobody_pays_twice_in_one_command(ok: Sklog, run: Sklog) -> None:
    """A number that is said twice is a slip."""
    begun(ok, people=2)
    assert "number 1 is given twice" in run("tournament", "paid", "1,1", "5€").err


def test_who_withdraws_gets_no_seat(ok: Sklog) -> None:
    """And is told where a seat is empty now."""
    begun(ok, "--remainder", "byes")
    ok("tournament", "withdraw", "8", "--reason", "krank")
    ok("tournament", "back", "8")
    ok("tournament", "draw")
    said = " ".join(ok("tournament", "withdraw", "8").out.split())
    assert "8 Gast 8 sits at table" in said
    assert "7 people are here." in said


def test_the_fee_is_given_back_to_who_has_not_played(ok: Sklog) -> None:
    """Whoever is in the ranking owes it."""
    begun(ok, "--fee", "10€")
    ok("tournament", "paid", "1,2")
    assert "to refund it: sklog tournament paid 2 -10.00€" in ok("tournament", "withdraw", "2").out
    ok("tournament", "back", "2")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    ok("tournament", "list", "1", "0", "0", "0", "0")
    assert "refund it" not in ok("tournament", "withdraw", "2").out


def test_a_substitute_takes_over_number_and_points(ok: Sklog) -> None:
    """The one before stays known."""
    begun(ok)
    assert (
        "4 Franz Huber plays from now on, in place of Dani" in ok("tournament", "substitute", "4", "Franz", "Huber").out
    )


def test_what_is_known_of_somebody_is_put_right(ok: Sklog, run: Sklog) -> None:
    """A spelling, a club, a team: the number stays; what changes nothing is refused."""
    begun(ok)
    assert "Now: 3 Christel (team Gras)" in ok("tournament", "change", "3", "--name", "Christel", "--team", "Gras").out
    assert "that is already recorded" in run("tournament", "change", "3", "--team", "Gras").err


# -- the draw -------------------------------------------------------------------------------------------


def test_a_draw_says_how_it_was_drawn(ok: Sklog) -> None:
    """Tables, and the seed; the next round when all lists are in, and who meets again."""
    begun(ok)
    assert ok("tournament", "draw").out.splitlines()[0] == "Round 1 drawn: 2 tables; seed gras."
    for table in ("1", "2"):
        ok("tournament", "list", table, "10", "-4", "-6", "0")
    assert "2 tables, 4 pairs meet again; seed gras." in ok("tournament", "draw").out.splitlines()[0]


def test_nothing_is_drawn_on_trial(ok: Sklog, run: Sklog) -> None:
    """--dry-run shows it and stores nothing."""
    begun(ok)
    assert "Nothing was stored" in ok("tournament", "draw", "--dry-run").out
    assert "no round has been drawn" in run("tournament", "list", "1", "1", "-1", "0", "0").err


def test_a_draw_by_hand_is_taken_over(ok: Sklog, run: Sklog) -> None:
    """A line for each table; every wrong line is said."""
    begun(ok)
    Path("seats.txt").write_text("1 2 3 x\n5,6,7,8\n# remark\ny\n", encoding="utf-8")
    ran = run("tournament", "draw", "--from", "seats.txt")
    assert [line.split(": ")[0] for line in ran.err.splitlines()] == ["seats.txt:1", "seats.txt:4"]
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    assert seats(ok, 2) == ["5", "6", "7", "8"]


def test_a_round_is_drawn_by_hand_once(ok: Sklog, run: Sklog) -> None:
    """A second file of the same round is no next round, unless a list says that it was played."""
    begun(ok)
    ok("tournament", "draw")
    ran = run("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    assert "no list of round 1 is in yet" in ran.err
    ok("tournament", "draw", "--again", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    ok("tournament", "list", "1", "0", "0", "0", "0")
    said = ok("tournament", "draw", "--from", "-", stdin="1 2 5 6\n3,4,7,8\n").out
    assert "1 list of round 1 is missing: table 2." in said


def test_two_people_change_seats_in_one_command(ok: Sklog, run: Sklog) -> None:
    """Each alone would sit at two places for a moment."""
    begun(ok)
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    assert "number 5 has two seats" in run("tournament", "seat", "1", "5,2,3,4").err
    said = ok("tournament", "seat", "1", "5,2,3,4", "1/2", "1,6,7,8").out
    assert "Round 1, table 1: 5 Eva, 2 Bene, 3 Christl, 4 Dani" in said
    assert run("tournament", "seat", "1", "1", "2").code == 1


# -- lists ----------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(ok: Sklog) -> Sklog:
    """Begin a tournament whose first round is drawn: 1 to 4 at table 1, 5 to 8 at table 2."""
    begun(ok)
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    return ok


def test_a_list_says_whose_points_they_are_and_what_is_missing(drawn: Sklog) -> None:
    """The round is said as well, where it was not typed; a minus sign is no option."""
    assert drawn("tournament", "list", "1", "23", "-5", "-20", "2").out.splitlines()[:2] == [
        "Round 1, table 1: 1 Anna +23, 2 Bene −5, 3 Christl −20, 4 Dani +2",
        "1 list of round 1 is missing: table 2.",
    ]
    assert "All lists of round 1 are in." in drawn("tournament", "list", "1/2", "0", "0", "0", "0").out


@pytest.mark.parametrize("words", [("a23", "b-5", "c-20", "d2"), ("dani:2", "anna23", "be-5", "chr-20")])
def test_a_list_is_said_by_initials(drawn: Sklog, words: tuple[str, ...]) -> None:
    """In any order: as the names of the table begin."""
    said = drawn("tournament", "list", "1", *words).out
    assert "1 Anna +23, 2 Bene −5, 3 Christl −20, 4 Dani +2" in said


@pytest.mark.parametrize(
    ("who", "meant"),
    [("a", [1, 4]), ("ah", [1]), ("anton", [4]), ("b", [2]), ("2", [2]), ("x", []), ("5", [])],
)
def test_initials_mean_who_sits_there(who: str, meant: list[int]) -> None:
    """How the name begins, the first letters of its words, or the start number."""
    assert _meant(who, {1: "Anna Huber", 2: "Bene", 4: "Anton Maier"}) == meant


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("g23", "-5", "-20", "2"), "or none of them"),
        (("a23", "b-5", "c-20", "x2"), "x does not sit at this table"),
        (("23", "-5", "-20", "5"), "round 1, table 1: the sum is not 0: 3 points too many"),
        (("23", "-5", "-20", "1"), "round 1, table 1: the sum is not 0: 1 point is missing"),
        (("23", "-5", "-20"), "3 numbers for 4 people"),
        (("1:23", "2:-5", "3:-20", "9:2"), "9 does not sit at this table, only 1 Anna, 2 Bene"),
        (("1:23", "2:-5", "3:-20", "3:2"), "number 3 is given twice"),
        (("1:23", "2:-18", "3:-5"), "these numbers are missing: 4"),
        (("1:23", "-5", "-20", "2"), "or none of them"),
        (("a", "b", "-20", "2"), "a is not a number of points"),
        (("23", "-5", "-20", "2", "--solos", "5,0,0,0"), "5 solos in 4 games are impossible"),
        (("23", "-5", "-20", "2", "--solos", "1,0"), "solos: 2 numbers for 4 people"),
        (("23", "-5", "-20", "2", "--solos", ""), "solos: 0 numbers for 4 people"),
        (
            ("23", "-5", "-20", "2", "--solos", "1,0,0,0", "--herz-solos", "2,0,0,0"),
            "1 solos cannot include 2 Herz-Solos",
        ),
    ],
)
def test_a_wrong_list_is_refused(drawn: Sklog, run: Sklog, words: tuple[str, ...], said: str) -> None:
    """With what is wrong, and nothing is stored."""
    ran = run("tournament", "list", "1", *words)
    assert (ran.code, said in ran.err) == (1, True), ran.err
    assert "2 lists of round 1 are missing" in " ".join(drawn("tournament", "show").out.split())


@pytest.mark.usefixtures("drawn")
def test_an_option_that_is_none_is_no_number(run: Sklog) -> None:
    """Numbers below 0 are; a misspelt option is refused."""
    assert run("tournament", "list", "1", "23", "-5", "-20", "2", "--corect").code == 2


def test_numbers_behind_start_numbers_stand_in_any_order(drawn: Sklog) -> None:
    """As a list is read aloud."""
    assert "1 Anna +23, 2 Bene −5" in drawn("tournament", "list", "1", "2:-5", "1:23", "4:2", "3:-20").out


def test_a_second_list_has_to_say_that_it_corrects(drawn: Sklog, run: Sklog) -> None:
    """It is told what counts; a correction leaves the old list struck out."""
    drawn("tournament", "list", "1", "23", "-5", "-20", "2")
    ran = run("tournament", "list", "1", "23", "-5", "-21", "3")
    assert ran.code == 1
    assert "1 Anna +23" in ran.err
    assert "sklog tournament list 1/1 --correct" in ran.err
    assert "struck out" in drawn("tournament", "list", "1", "23", "-5", "-21", "3", "--correct").out
    assert "Struck out: 1 Anna +23, 2 Bene −5, 3 Christl −20" in " ".join(drawn("tournament", "table", "1").out.split())
    drawn("undo")
    assert "Christl −20" in " ".join(drawn("tournament", "table", "1").out.split())


def test_who_sat_at_the_wrong_table_gets_what_he_played(drawn: Sklog, run: Sklog) -> None:
    """It may be noticed when the lists are in: their points go with the seats where that is said."""
    drawn("tournament", "list", "1", "23", "-5", "-20", "2", "--solos", "1,0,0,0")
    drawn("tournament", "list", "2", "7", "-7", "0", "0")
    swap = ("tournament", "seat", "1", "5,2,3,4", "2", "1,6,7,8")
    assert "use --correct as well" in run(*swap).err
    said = " ".join(drawn(*swap, "--correct").out.split())
    assert "The list of table 1 is now: 5 Eva +23 (1 Solo), 2 Bene −5" in said
    points = {row["number"]: row["total"] for row in rows_of(drawn, "tournament", "ranking")}
    assert (points[5], points[1]) == (23, 7)
    assert run("tournament", "seat", "1", "2,3,4", "--correct").code == 1


def test_every_list_of_a_table_says_its_solos(drawn: Sklog) -> None:
    """A correction may be of these alone."""
    drawn("tournament", "list", "1", "23", "-5", "-20", "2", "--solos", "1,0,0,0")
    drawn("tournament", "list", "1", "--correct", "--solos", "2,0,0,0")
    said = " ".join(drawn("tournament", "explain", "1/1", "--format", "json").out.split())
    assert "1 Anna +23 (1 Solo)" in said
    assert "1 Anna +23 (2 Solos)" in said


def test_a_correction_keeps_the_solos_it_does_not_say(drawn: Sklog) -> None:
    """Otherwise a tie would be decided against whoever had them; without points those stay."""
    drawn("tournament", "list", "1", "23", "-5", "-20", "2", "--solos", "2,0,0,1", "--herz-solos", "1,0,0,0")
    said = " ".join(drawn("tournament", "list", "1", "24", "-5", "-21", "2", "--correct").out.split())
    assert "1 Anna +24 (2 Solos; 1 of it in Herz)" in said
    said = " ".join(drawn("tournament", "list", "1", "--correct", "--solos", "1,0,0,0").out.split())
    assert "1 Anna +24 (1 Solo; 1 of it in Herz), 2 Bene −5, 3 Christl −21, 4 Dani +2" in said


def test_of_two_entries_that_differ_a_correction_keeps_nothing(ok: Sklog, run: Sklog) -> None:
    """Which of them has the right points is what it has to say."""
    begun(ok, "--double-entry")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    ok("tournament", "list", "1", "23", "-5", "-20", "2")
    ok("tournament", "list", "1", "25", "-5", "-20", "0", env={"SKLOG_USER": "Bene"})
    ran = run("tournament", "list", "1", "--correct", "--solos", "1,0,0,0")
    assert "the list does not give everybody's points" in ran.err


def test_a_list_game_by_game_names_the_line_that_is_wrong(drawn: Sklog, run: Sklog) -> None:
    """Each by how much; then it has to have as many games as the rules say."""
    Path("list.txt").write_text("1 -1 0 0\n5 -5 - 1\n3 3 -3\n1 1 -1 -1\n", encoding="utf-8")
    assert run("tournament", "list", "1", "--lines", "list.txt").err.splitlines() == [
        "list.txt:2: the sum is not 0: 1 point too many",
        "list.txt:3: 3 numbers for 4 people",
    ]
    ran = run("tournament", "list", "1", "--lines", "-", stdin="1 -1 0 0\n5 -5 - -\n")
    assert "2 of 4 games are in the list" in ran.err
    said = drawn("tournament", "list", "1", "--lines", "-", "--short", stdin="1 -1 0 0\n5 -5 - -\n").out
    assert "1 Anna +6, 2 Bene −6, 3 Christl 0" in said


def test_hands_are_taken_where_no_points_are_typed(drawn: Sklog, run: Sklog) -> None:
    """A table's evening is an ordinary one; its list is what it came to."""
    assert "sklog play --session 2" in drawn("tournament", "table", "1", "--begin").out
    assert "no hand of table 1 has been entered" in run("tournament", "list", "1", "--short").err
    for _game in range(3):
        drawn("add", "--again", "w", "anna")
    assert "3 of 4 games of table 1 are entered" in run("tournament", "list", "1").err
    drawn("add", "--again", "w", "anna")
    said = drawn("tournament", "list", "1").out
    assert "1 Anna +600 (4 Solos)" in said
    assert "(from its hands" in " ".join(drawn("tournament", "table", "1").out.split())


def test_two_entries_that_differ_say_where(ok: Sklog) -> None:
    """With double entry: by seat and name, who entered which, and how it is put right."""
    begun(ok, "--double-entry")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    assert "Entered once" in ok("tournament", "list", "1", "23", "-5", "-20", "2", env={"SKLOG_USER": "Anna"}).out
    said = ok("tournament", "list", "1", "23", "-5", "-21", "3", env={"SKLOG_USER": "Bene"}).out
    assert "seat 3, 3 Christl: points -20 and -21" in said
    assert "the first was entered by Anna, the second by Bene" in said
    assert "2 lists of round 1 are missing" in said
    assert "1 list of round 1 is missing" in ok("tournament", "list", "1", "--correct", "23", "-5", "-20", "2").out


def entered_once(ok: Sklog) -> None:
    """Begin a tournament in which one of two entries of a list is in."""
    begun(ok, "--double-entry")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    ok("tournament", "list", "1", "23", "-5", "-20", "2", env={"SKLOG_USER": "Anna"})


def test_a_second_entry_is_not_tried_out(ok: Sklog, run: Sklog) -> None:
    """The answer would tell of the first one, and nothing would be recorded of who has seen it."""
    entered_once(ok)
    tried = run("tournament", "list", "1", "1", "-1", "0", "0", "--dry-run", env={"SKLOG_USER": "Bene"})
    assert "a second entry is not only tried" in tried.err
    assert "23" not in tried.out + tried.err


def test_what_one_of_two_does_not_say_counts_by_nobody(ok: Sklog, run: Sklog) -> None:
    """Solos decide between equals: both say them, or none does."""
    entered_once(ok)
    ran = run("tournament", "list", "1", "23", "-5", "-20", "2", "--solos", "0,0,0,2", env={"SKLOG_USER": "Bene"})
    assert ran.err.strip() == "both entries must have the same columns; the first one has: points"


def test_of_two_entries_that_differ_none_is_said_to_count(ok: Sklog, run: Sklog) -> None:
    """A third one is told so."""
    entered_once(ok)
    ok("tournament", "list", "1", "23", "-5", "-21", "3", env={"SKLOG_USER": "Bene"})
    said = run("tournament", "list", "1", "23", "-5", "-20", "2", env={"SKLOG_USER": "Christl"}).err
    assert "the two entries of the list of round 1, table 1 differ, so neither counts" in said
    assert "it says" not in said


def test_two_entries_that_agree_count(ok: Sklog) -> None:
    """With double entry."""
    begun(ok, "--double-entry")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    ok("tournament", "list", "1", "23", "-5", "-20", "2")
    assert "it counts" in ok("tournament", "list", "1", "23", "-5", "-20", "2", env={"SKLOG_USER": "Bene"}).out


def test_nobody_at_the_desk_enters_both_entries(ok: Sklog, run: Sklog) -> None:
    """Not in other letters either, nor as a correction: the sentence says who may, and how it is taken back."""
    begun(ok, "--double-entry")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    typed = ("tournament", "list", "1", "23", "-5", "-20", "2")
    ok(*typed, env={"SKLOG_USER": "Anna"})
    once = "Entered once, by Anna. Somebody else has to enter this list again, on another device."
    assert run(*typed, env={"SKLOG_USER": "anna"}).err.splitlines() == [
        once,
        "At the desk, say who is typing: SKLOG_USER=NAME sklog tournament list …",
    ]
    assert run(*typed, "--correct", env={"SKLOG_USER": "Bene"}).err.splitlines() == [
        once,
        "Correct it once both entries are in; take the last one back with: sklog undo --session 1",
    ]
    assert "Table 1 in round 1 waits for its second entry." in ok("tournament", "show").out


@pytest.mark.parametrize(
    "words",
    [
        *(
            ("tournament", *words)
            for words in (("table", "1"), ("show",), ("ranking",), ("explain", "1/1"), ("bests",))
        ),
        *(("tournament", "explain", "1/1", "--format", how) for how in ("json", "csv", "html")),
        ("tournament", "explain", "1"),
        ("tournament", "seat", "1", "2,1,3,4", "--correct"),
        ("tournament", "list", "1", "4321", "-4321", "0", "0"),
        ("session", "log", "--session", "1"),
        ("undo", "--session", "1"),
    ],
    ids=" ".join,
)
def test_nobody_sees_the_first_of_two_entries(ok: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Neither who prints, nor who enters it once more, nor who takes it back; it says who has entered it."""
    begun(ok, "--double-entry")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    said = ok("tournament", "list", "1", "1234", "-1235", "0", "1", env={"SKLOG_USER": "Anna"})
    assert "1234" not in said.out
    ran = run(*words, env={"SKLOG_USER": "Anna"})
    assert not {"1234", "1235"} & set(re.findall("[0-9]+", ran.out + ran.err))


def test_a_second_entry_that_is_asked_for_later_is_missing(drawn: Sklog) -> None:
    """The lists that are in count no more: it is said at once, not first in the ranking."""
    drawn("tournament", "list", "1", "23", "-5", "-20", "2")
    assert "2 lists of round 1 are missing: tables 1, 2." in drawn("tournament", "rules", "--double-entry").out
    assert "1 list of round 1 is missing: table 2." in drawn("tournament", "rules", "--single-entry").out


def test_good_points_alone_are_a_list_where_they_count(ok: Sklog, run: Sklog) -> None:
    """The sums may be left out then; without the good points it is refused."""
    begun(ok, "--counts", "good")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    assert "good points count here" in run("tournament", "list", "1", "23", "-5", "-20", "2").err
    said = ok("tournament", "list", "1", "--good", "40,12,0,8").out
    assert "1 Anna 40, 2 Bene 12, 3 Christl 0" in " ".join(said.split())


def test_numbers_without_a_minus_are_the_good_points_where_they_count(ok: Sklog) -> None:
    """Sums come out even, so that they have a minus."""
    begun(ok, "--counts", "good")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    said = ok("tournament", "list", "1", "40", "12", "0", "8", "--solos", "1,0,0,0").out
    assert "1 Anna 40 (1 Solo), 2 Bene 12," in " ".join(said.split())
    said = ok("tournament", "list", "1", "1:41", "2:12", "3:0", "4:8", "--correct").out
    assert "1 Anna 41 (1 Solo), 2 Bene 12," in " ".join(said.split())


def test_good_points_are_added_game_by_game(ok: Sklog, run: Sklog) -> None:
    """A list of them has no minus, and its lines need not come out even; one with a minus is one of sums."""
    begun(ok, "--counts", "good", "--games", "2")
    ok("tournament", "draw", "--from", "-", stdin="1 2 3 4\n5,6,7,8\n")
    Path("list.txt").write_text("5 5 - -\n0 0 0 20\n", encoding="utf-8")
    said = " ".join(ok("tournament", "list", "1", "--lines", "list.txt").out.split())
    assert "1 Anna 5, 2 Bene 5, 3 Christl 0, 4 Dani 20" in said
    Path("list.txt").write_text("5 5 0 0\n1 1 -1 0\n", encoding="utf-8")
    ran = run("tournament", "list", "2", "--lines", "list.txt")
    assert [line.partition(":")[2] for line in ran.err.splitlines()] == [
        "1: the sum is not 0: 10 points too many",
        "2: the sum is not 0: 1 point too many",
    ]


@pytest.mark.parametrize(
    ("said", "counts"),
    [((), "the good points of a list count"), (("--counts", "sum"), "the sum of a list counts")],
)
def test_what_counts_is_as_the_tariff_says_unless_it_is_said(ok: Sklog, said: tuple[str, ...], counts: str) -> None:
    """The page of Niederfüllbach writes no minus at all."""
    told = " ".join(ok("tournament", "new", "Rennen", "--tariff", "niederfuellbach", *said).out.split())
    assert counts in told


# -- penalties and prizes -------------------------------------------------------------------------------


def test_a_penalty_needs_its_sign(drawn: Sklog, run: Sklog) -> None:
    """10 may be taken or given."""
    assert "write -10 to take points away, +10" in run("tournament", "penalty", "1", "10", "late").err
    assert "1 Anna loses 10 points: wrong seat" in drawn("tournament", "penalty", "1", "-10", "wrong", "seat").out
    assert "1 Anna gets 5 points: after all" in drawn("tournament", "penalty", "1", "+5", "after", "all").out


def test_prizes_are_said_whole(ok: Sklog, run: Sklog) -> None:
    """Every line that is none is refused; a number without a unit is asked back."""
    begun(ok)
    ran = run("tournament", "prizes", "1: 500 €", "Schinken", "9-3: Most", "karl: Most")
    assert (ran.code, ran.err.count("\n")) == (1, 3)
    assert "1: 500€ or 1: 500ct" in run("tournament", "prizes", "1: 500").err
    said = " ".join(ok("tournament", "prizes", "1: 500 €", "2-3: Schinken", "letzter: Most").out.split())
    assert "4 prizes, 500.00 € in money." in said
    assert "Everybody 3 Schinken" in " ".join(ok("tournament", "prizes").out.split())
    ok("tournament", "prizes", "--none")
    assert "nothing to win yet" in ok("tournament", "prizes").out


def test_start_cards_are_printed_before_anybody_is_drawn(ok: Sklog) -> None:
    """They need no draw, and say nothing where lots are drawn."""
    begun(ok, people=8)
    ok("tournament", "rules", "--seating", "cards")
    assert ok("tournament", "print", "start-cards", "--first", "9", "-o", "page.html").err == "Written: page.html\n"


@pytest.mark.parametrize("what", [what for what in PRINTOUTS if what != "start-cards"])
def test_what_is_printed_is_a_page(drawn: Sklog, run: Sklog, what: str) -> None:
    """Written where it is said, which has to be said; nothing of it comes from elsewhere."""
    assert drawn("tournament", "print", what, "-o", "page.html").err == "Written: page.html\n"
    assert "<!doctype html>" in Path("page.html").read_text(encoding="utf-8")
    assert run("tournament", "print", what).code == 2


def test_every_printout_can_be_asked_for() -> None:
    """The command names those that there are."""
    assert tuple(printouts.PRINTOUTS) == PRINTOUTS


def test_cards_of_tables_say_how_phones_join(drawn: Sklog) -> None:
    """The PIN of each table, the same each time; with a QR code where the address is said."""
    pages = [drawn("tournament", "print", "tables", "-o", "-", *words).out for words in (
        ("--pins",), ("--address", "http://192.0.2.5:8765/"), ("--no-pins",))]  # fmt: skip
    pins = [re.findall(r"PIN <b>(\d{4} \d{4})</b>", page) for page in pages]
    assert len(pins[0]) == 2
    assert pins == [pins[0], pins[0], []]
    assert ["http://192.0.2.5:8765<" in page for page in pages] == [False, True, False]


def test_a_printout_is_shown_in_the_browser(drawn: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a page of the user's own, or in the file that is named."""
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda page: not shown.append(page))
    assert "tournament-slips.html" in drawn("tournament", "print", "slips", "--open").out
    drawn("tournament", "print", "tables", "--open", "-o", "karten.html")
    assert [page.rsplit("/", 1)[1] for page in shown] == ["tournament-slips.html", "karten.html"]
    assert Path("karten.html").is_file()


# -- as evenings ----------------------------------------------------------------------------------------


def test_lists_of_evenings_say_what_is_a_tournament(drawn: Sklog) -> None:
    """With how many people entered."""
    row = rows_of(drawn, "session", "list")[0]
    assert (row["state"], row["people"]) == ("tournament, open", "8 entrants")


@pytest.mark.parametrize("words", [("show",), ("settle",), ("pay", "anna", "bene", "2€"), ("join", "Eva"), ("play",)])
@pytest.mark.usefixtures("drawn")
def test_what_is_said_of_an_evening_is_refused_of_a_tournament(run: Sklog, words: tuple[str, ...]) -> None:
    """With where to look instead."""
    ran = run(*words, "--session", "1", stdin="w 1\n")
    assert ran.code == 1
    assert "'Herbstrennen' is a tournament: choose one of its tables, or see sklog tournament show -t 1" in ran.err


def test_a_tournament_is_exported_and_imported_whole(drawn: Sklog) -> None:
    """Its facts and its ranking are the same there."""
    drawn("tournament", "list", "1", "23", "-5", "-20", "2")
    drawn("export", "--format", "jsonl", "-o", "all.jsonl")
    assert "Herbstrennen: imported, 8 entrants." in drawn("--db", "other.db", "import", "all.jsonl").out
    assert drawn("tournament", "ranking").out == drawn("--db", "other.db", "tournament", "ranking").out
    assert "agrees" in drawn("--db", "other.db", "check").out


def test_which_tournament_is_meant(ok: Sklog) -> None:
    """The newest open one, or the one that is said."""
    begun(ok, people=1)
    ok("tournament", "new", "Winterrennen", "--tariff", "bsv")
    assert "1 Eva" in ok("tournament", "enter", "Eva").out
    assert "2 Bene" in ok("tournament", "enter", "Bene", "-t", "Herbstrennen").out


def test_whoever_looks_at_a_table_begins_nothing(drawn: Sklog) -> None:
    """So `undo` still takes back what was said last."""
    drawn("tournament", "list", "2", "5", "-5", "1", "-1")
    assert "sklog tournament table 1/1 --begin" in drawn("tournament", "table", "1").out
    assert "tournament list" in drawn("undo").out


@pytest.mark.parametrize("words", [("draw", "--again"), ("seat", "1/1", "2,1,3")], ids=["drawn again", "other seats"])
def test_hands_that_are_entered_stay_with_who_played_them(drawn: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Else they would stand in an evening that no table has any more."""
    drawn("tournament", "table", "1", "--begin")
    drawn("add", "w", "anna")
    refused = run("tournament", *words)
    assert "1 hand of table 1 is entered" in " ".join(refused.err.split())
    drawn("undo", "--session", "2")
    drawn("tournament", *words)


def test_the_prompt_knows_the_commands(drawn: Sklog) -> None:
    """A line of `play` is what it is outside of it, also with numbers below 0."""
    drawn("tournament", "table", "1", "--begin")
    said = drawn("play", stdin="tournament list 2 5 -5 1 -1\n").out
    assert "5 Eva +5, 6 Gast 6 −5" in said


# -- what is read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", "x", "2/", "/3", "-1", "2/3/4", "2.3", "٣", "12345"])
def test_what_is_no_table(said: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(Refused):
        round_and_table(said, Tournament())


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("1: 500 €", [Prize(ALL, 1, "", 50_000)]),
        ("2-3: Schinken", [Prize(ALL, 2, "Schinken"), Prize(ALL, 3, "Schinken")]),
        ("Team 1: 200€", [Prize(TEAMS, 1, "", 20_000)]),
        ("Mannschaft 2: 50ct", [Prize(TEAMS, 2, "", 50)]),
        ("Verein 1: Fassl", [Prize(CLUBS, 1, "Fassl")]),
        ("last: Most", [Prize(LAST, 1, "Most")]),
        ("letzter 2: Most", [Prize(LAST, 2, "Most")]),
        ("Tisch: 5,00", [Prize(TABLE_BEST, 1, "", 500)]),
        ("4: 2 Enten", [Prize(ALL, 4, "2 Enten")]),
    ],
)
def test_what_a_prize_says(line: str, prizes: list[Prize]) -> None:
    """Whose, which place, and money or a thing."""
    assert prizes_of_lines([line]) == prizes


@pytest.mark.parametrize("language", [None, "de"])
@pytest.mark.parametrize("whose", WINNERS)
def test_a_prize_is_read_as_it_is_written(whose: str, language: str | None) -> None:
    """In each language; what stands for the kind is a word of its own."""
    prizes = [Prize(whose, 2, "Schinken"), Prize(whose, 3, "", 1250)]
    speak(language)
    written = [prize_line(one) for one in prizes]
    speak(None)
    assert prizes_of_lines(written) == prizes


@pytest.mark.parametrize("line", ["", "Schinken", "1 Schinken", ": x", "0: x", "3-1: x", "1-900: x", "karl 1: x", "1:"])
def test_what_is_no_prize(line: str) -> None:
    """It is refused, whatever else is typed."""
    with pytest.raises(Refused):
        prizes_of_lines([line, "1: Most"])


@pytest.mark.parametrize(
    "line",
    [
        *(
            "1: 50 € 2: 30 €",
            "1: 50€, 2: 30€",
            "1: 50€;2: 30€",
            "1: Schinken 2: Most",
            "1: 500 € 2. 300",
            "1: 50 €, team 1: 5 €",
        ),
        *(
            "1: 10 € und ein Schinken",
            "1: 10€ + Schinken",
            "1: 100,-",
            "1: 100,- €",
            "1: 100 -",
            "1: €50",
            "1: 50 € - 2: 30",
        ),
    ],
)
def test_money_of_a_prize_is_never_taken_for_a_thing(line: str) -> None:
    """Two prizes in one, a sum with more behind it, or written otherwise: as a thing it would be in no cash sheet."""
    with pytest.raises(Refused, match="write each prize separately"):
        prizes_of_lines([line])


@pytest.mark.parametrize(
    "what", ["50 € Gutschein", "50-Euro-Gutschein", "Brotzeit um 10:30 Uhr", "2 Maß", "1 Ster Holz, 33 cm"]
)
def test_a_thing_may_have_numbers(what: str) -> None:
    """A voucher is no money from the cash box."""
    assert prizes_of_lines([f"1: {what}"]) == [Prize(ALL, 1, what)]


def test_an_amount_of_a_prize_needs_its_unit() -> None:
    """All of them are asked back at once."""
    with pytest.raises(UnclearAmount) as found:
        prizes_of_lines(["1: 500", "2: 300"])
    assert found.value.meant == {"1: 500": ("1: 500€", "1: 500ct"), "2: 300": ("2: 300€", "2: 300ct")}


def test_rows_come_in_the_order_of_the_seats() -> None:
    """From sums, from good points, from both."""
    names = {7: "Anna", 4: "Bene"}
    assert rows_of_list(["4:-3", "7:3"], names, good="5 2") == [Row(3, 5), Row(-3, 2)]
    assert rows_of_list([], names, good="5,2") == [Row(None, 5), Row(None, 2)]


def test_it_is_said_which_tournament_was_meant_where_several_are_open(ok: Sklog) -> None:
    """People enter for the next one before this one is held: without -t the newest is meant."""
    ok(*NEW)
    assert "-t NUMBER" not in ok("tournament", "enter", "Anna").out
    ok("tournament", "new", "Osterrennen", "--tariff", "bsv")
    assert ok("tournament", "enter", "Bene").out.startswith("In 'Osterrennen'; for another open tournament")
    assert "-t NUMBER" not in ok("tournament", "enter", "Bene", "-t", "1").out
    ok("close", "--session", "2")
    assert "-t NUMBER" not in ok("tournament", "enter", "Christl").out


def test_no_tournament_counts_twice_in_a_series(ok: Sklog, run: Sklog) -> None:
    """Named by its number and by its name, its points would count double."""
    begun(ok, people=4)
    assert run("tournament", "series", "1", "Herbstrennen").err == "Herbstrennen is named twice\n"


def test_no_table_wins_more_solos_than_it_plays_games(drawn: Sklog, run: Sklog) -> None:
    """A digit too many in a list would decide a tie."""
    first = ("tournament", "list", "1", "3", "-1", "-1", "-1", "--solos")
    assert "10 solos in 4 games are impossible" in run(*first, "10,0,0,0").err
    assert drawn(*first, "2,1,1,0", "--dry-run").code == 0
    assert drawn(*first, "10,0,0,0", "--short", "--dry-run").code == 0


def test_nobody_plays_at_two_places_as_a_substitute(ok: Sklog, run: Sklog) -> None:
    """The place of a start number is that of who had it: it does not say that this Anna is another one."""
    begun(ok, people=5)
    ok("tournament", "change", "1", "--place", "Hof")
    assert "Anna is here with number 1" in run("tournament", "substitute", "5", "anna").err
    ok("tournament", "substitute", "5", "Anna Huber")
    ok("tournament", "withdraw", "1")
    ok("tournament", "substitute", "4", "Anna")


def test_a_series_is_asked_for_no_round(ok: Sklog) -> None:
    """Nor for one tournament: whatever it would ignore is refused."""
    begun(ok, people=4)
    tournaments = Ledger().tournaments
    for which, more in ((None, {"round": 1}), ("1", {})):
        with pytest.raises(Refused, match="cannot be used with series"):
            tournaments.report("series", which, names=["1"], **more)
