"""The reports of a tournament: every figure in every format, and what is missing, tied, corrected or struck out."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from tournament_days import HEAD, RULES, day, entered, made, names, points
from tournament_samples import played, tournaments

from sklog.desk.ledger import Ledger
from sklog.errors import NotFound, Refused
from sklog.reports.model import Struck
from sklog.reports.render import FORMATS, contents, render
from sklog.reports.sentences import event_words
from sklog.scoring.state import OfRoom
from sklog.scoring.tariff import GOOD
from sklog.tournament.draw import cards, draw
from sklog.tournament.facts import (
    FACTS,
    Drawn,
    Entered,
    Fact,
    ListIn,
    Paid,
    Penalized,
    Presence,
    PrizesSet,
    Reseated,
    RulesSet,
    Substitute,
    fact_words,
)
from sklog.tournament.model import Penalty, Prize, Round, Row, Rules, TableList, Tournament
from sklog.tournament.ranking import ranking, series
from sklog.tournament.reporting import (
    awards_report,
    bests_report,
    cash_report,
    clubs_report,
    entrants,
    overview,
    person_report,
    ranking_report,
    seats,
    series_report,
    table_report,
    teams_report,
)
from sklog.tournament.tournaments import Person
from sklog.tournament.words import still_missing, surname_first
from tests.session_strategies import many

if TYPE_CHECKING:
    from pathlib import Path

    from sklog.reports.model import Report
    from sklog.tournament.facts import Said


def every(tournament: Tournament) -> list[Report]:
    """Give every report of a tournament."""
    called = names(tournament)
    reports = [
        build(HEAD, tournament)
        for build in (overview, entrants, ranking_report, teams_report, clubs_report, awards_report, cash_report)
    ]
    reports += [person_report(HEAD, tournament, number) for number in tournament.entrants]
    for at, drawn in enumerate(tournament.rounds, 1):
        reports.append(seats(HEAD, tournament, called, at))
        reports += [table_report(HEAD, tournament, called, at, table) for table in range(1, len(drawn.tables) + 1)]
    found = series([("Herbst", ranking(tournament)), ("Mai", ranking(tournament))], 1)
    return [*reports, series_report(found)]


def table(report: Report, key: str) -> list[dict[str, Any]]:
    """Give the rows of a section as programs read them."""
    return list(json.loads(render(report, "json"))["tables"][key])


# -- the ranking ------------------------------------------------------------------------------------


def test_ranking_has_each_round_penalties_and_total() -> None:
    """Everybody has a row: the rounds, what the judges took, and the sum of both."""
    rows = {row["number"]: row for row in table(ranking_report(HEAD, day()), "ranking")}
    keys = ("round_1", "round_2", "penalties", "total")
    assert {number: tuple(row[key] for key in keys) for number, row in rows.items()} == {
        1: (10, 4, None, 14),
        2: (-4, -4, None, -8),
        3: (-3, None, None, -3),
        4: (-2, None, None, -2),
        5: (-1, None, -20, -21),
        6: (10, 4, None, 14),
        7: (-5, -4, None, -9),
        8: (-3, None, None, -3),
        9: (-2, None, None, -2),
        10: (None, 0, None, 0),
    }  # fmt: skip


def test_ranking_says_what_decided_a_tie() -> None:
    """Two have 14 points: the one with more solos is first, and the column says why."""
    rows = table(ranking_report(HEAD, day()), "ranking")
    assert [(row["place"], row["number"], row["decided"], row["solos"]) for row in rows[:2]] == [
        (1, 6, "solos won", 2),
        (2, 1, None, 0),
    ]


def test_those_who_have_all_the_same_share_a_place() -> None:
    """1, 1, 3: nothing decided, and nothing says that it did."""
    report = ranking_report(HEAD, played((5, 5, -3, -7), rules=RULES._replace(rounds=1, ties=())))
    rows = table(report, "ranking")
    assert [row["place"] for row in rows] == [1, 1, 3, 4]
    assert "decided" not in rows[0]
    assert "Players with the same points share a place." in report.notes


def test_ranking_after_a_round_counts_that_round_alone() -> None:
    """A later list, and a list that is missing later, are not in it."""
    report = ranking_report(HEAD, day(), 1)
    rows = {row["number"]: row for row in table(report, "ranking")}
    assert "round_2" not in rows[1]
    assert rows[1]["total"] == 10
    assert report.title.endswith("after round 1 of 2")
    assert not any("missing" in note for note in report.notes)


def test_ranking_says_which_lists_are_missing() -> None:
    """A ranking that is not complete says so, with the table."""
    report = ranking_report(HEAD, day())
    assert "1 list of round 2 is missing: table 2." in report.notes
    rows = {row["number"]: row for row in table(report, "ranking")}
    assert rows[8]["remark"] is None
    assert rows[3]["remark"] == "withdrew"
    assert rows[4]["remark"] == "took over from Dani"
    assert rows[10]["remark"] == "missed a round"


@pytest.mark.long
def test_ranking_says_beside_whom_a_list_of_an_earlier_round_is_missing() -> None:
    """Such a list was forgotten; those of the round that is played are on their way."""
    held = day()
    forgotten = held._replace(lists={where: lists for where, lists in held.lists.items() if where != (1, 1)})
    rows = {row["number"]: row for row in table(ranking_report(HEAD, forgotten), "ranking")}
    assert all("missing" in rows[number]["remark"] for number in held.seats(1, 1) if number in rows)


def test_lists_that_do_not_say_what_decides_are_named() -> None:
    """Where solos would decide and a list has none, what is missing counts 0: whoever gives the prizes reads which."""
    said = "Some lists do not give solos won: anything not given counts as 0 (round 1, table 1)."
    held = played((5, 5, -3, -7), rules=RULES._replace(rounds=1))
    assert said in ranking_report(HEAD, held).notes
    assert said in awards_report(HEAD, held._replace(prizes=(Prize("all", 1, "Schinken"),))).notes
    assert said not in awards_report(HEAD, held._replace(prizes=(Prize("table", 1, "Schinken"),))).notes


def test_good_points_have_no_sign() -> None:
    """What was won without what was lost is no balance."""
    rules = Rules(rounds=1, counts=GOOD, ties=(), seed="abc")
    report = ranking_report(HEAD, played(((3, 8), (-3, 2), (1, 4), (-1, 0)), rules=rules))
    text = render(report, "text", width=120)
    assert "Good points count" in text
    assert "+" not in text


def test_bye_is_told() -> None:
    """Who had no table has the points of a bye, and the ranking says why."""
    report = ranking_report(HEAD, played((5, 1, -3, -3, 0), rules=RULES._replace(rounds=1, bye=7)))
    row = next(row for row in table(report, "ranking") if row["number"] == 5)
    assert (row["round_1"], row["remark"]) == (7, "a bye in round 1")


# -- how it stands ----------------------------------------------------------------------------------


def test_overview_says_which_tables_are_missing() -> None:
    """How many lists are in, how many are missing, and of which tables: it is asked all evening."""
    report = overview(HEAD, day())
    facts = {fact.key: fact.value for fact in report.facts}
    assert (facts["tables"], facts["lists"], facts["missing"]) == (2, 1, 1)
    rounds = table(report, "rounds")
    assert [(row["lists"], row["missing"], row["missing_tables"]) for row in rounds] == [(2, 0, None), (1, 1, "2")]
    assert report.notes == ("1 list of round 2 is missing: table 2.",)


def test_many_missing_tables_are_said_as_runs() -> None:
    """Right after a draw all are missing: nobody wants to hear each of 108."""
    said = [still_missing(1, tables) for tables in (range(1, 109), (2, 9, 8, 7, 12, 13))]
    assert said == [
        "108 lists of round 1 are missing: tables 1–108",
        "6 lists of round 1 are missing: tables 2, 7–9, 12, 13",
    ]


def test_overview_says_who_is_not_simply_here() -> None:
    """Withdrawn, late, and who took over a number."""
    rows = {row["number"]: row["state"] for row in table(overview(HEAD, day()), "people")}
    assert rows == {3: "withdrew", 4: "took over from Dani", 10: "late"}


def test_overview_says_who_has_no_seat_and_whose_seat_is_empty() -> None:
    """Who comes after the draw has none; who leaves before the list is in has still one."""
    tournament = made(
        RulesSet(RULES),
        *entered("ABCD"),
        Drawn(1, Round(((1, 2, 3, 4),))),
        Entered(5, "Eva"),
        Presence(2, here=False),
    )
    rows = {row["number"]: row["state"] for row in table(overview(HEAD, tournament), "people")}
    assert rows == {2: "withdrew, still has a seat at table 1", 5: "late, no seat in round 1"}


def test_overview_names_the_fees_that_are_open() -> None:
    """Cents by start number; who withdrew before the draw owes none."""
    rows = table(overview(HEAD, day()), "fees")
    assert [(row["number"], row["open"]) for row in rows] == [(n, 1000) for n in (4, 6, 7, 8, 9, 10)]


def test_overview_shows_hands_that_were_corrected_since() -> None:
    """A list that no longer says what the hands of the table come to is to be handed in again."""
    report = overview(HEAD, day(), [(1, 2)])
    assert [row["corrected"] for row in table(report, "rounds")] == ["2", None]
    assert "The hands of table 2 in round 1 were corrected since its list came in: hand it in again." in report.notes


def twice(*second: int) -> Tournament:
    """Give a round whose only list was entered once, or twice where a `second` one is said."""
    lists = [ListIn(1, 1, points(3, -3, 1, -1)), *([ListIn(1, 1, points(*second))] if second else [])]
    rules = Rules(rounds=1, double_entry=True, seed="abc")
    return made(
        RulesSet(rules), *entered(("Anna", "Bene", "Christl", "Dani")), Drawn(1, Round(((1, 2, 3, 4),))), *lists
    )


def test_list_that_was_entered_once_waits_for_the_second() -> None:
    """It is missing, and it is said that one entry is there."""
    report = overview(HEAD, twice())
    assert [(row["missing"], row["once"]) for row in table(report, "rounds")] == [(1, "1")]
    assert "Table 1 in round 1 waits for its second entry." in report.notes


@pytest.mark.parametrize("build", [overview, lambda head, t: table_report(head, t, names(t), 1, 1)])
def test_two_entries_that_differ_stand_side_by_side(build: Any) -> None:
    """Each seat of which they say different things, and no other."""
    rows = table(build(HEAD, twice(3, -3, 2, -2)), "differences")
    assert [(row["number"], row["name"], row["first"], row["second"]) for row in rows] == [
        (3, "Christl", "+1", "+2"),
        (4, "Dani", "−1", "−2"),
    ]


def test_what_comes_next_is_said() -> None:
    """Before the first draw, between rounds, and at the end."""
    rules = RULES._replace(rounds=1)
    begun = made(RulesSet(rules), *entered())
    over = played((5, 1, -3, -3), rules=rules)
    assert overview(HEAD, begun).notes == ("Round 1 can be drawn.",)
    assert overview(HEAD, over).notes == ("All lists of 1 round are in.", "The ranking is final.")


def test_no_round_can_be_drawn_of_three() -> None:
    """What lacks is said, not what cannot be done."""
    begun = made(RulesSet(RULES), *entered()[:3])
    assert overview(HEAD, begun).notes == ("3 people are here: a table needs four.",)


# -- entrants, seats, tables ------------------------------------------------------------------------


def test_seats_of_a_table_of_five() -> None:
    """Five seats, 40 games where four play 32, and one sits out each."""
    report = seats(HEAD, day(), names(day()), 2)
    rows = table(report, "seats")
    assert [(row["table"], row["seat"], row["number"]) for row in rows[:6]] == [
        (1, 1, 1), (1, 2, 6), (1, 3, 2), (1, 4, 7), (1, 5, 10), (2, 1, 5),
    ]  # fmt: skip
    assert "A table of 5: 40 games, with one sitting out." in report.notes
    assert "4 pairs have met before." in report.notes


@pytest.mark.parametrize(
    ("people", "said"),
    [
        (4, "A table of 4: 32 games."),
        (5, "A table of 5: 40 games, with one sitting out."),
        (6, "A table of 6: 48 games, with 2 sitting out."),
        (7, "A table of 7: 56 games, with 3 sitting out."),
    ],
)
def test_all_but_four_sit_out(people: int, said: str) -> None:
    """However many sit at a table, each game is dealt to four of them."""
    numbers = tuple(range(1, people + 1))
    tournament = made(RulesSet(RULES), *entered()[:people], Drawn(1, Round((numbers,), seed="abc", method=1)))
    assert said in seats(HEAD, tournament, names(tournament), 1).notes


def test_who_meets_again_is_said_of_the_seats_as_they_are_now() -> None:
    """People who were seated otherwise after the draw meet others than were drawn, and the notes say that as well."""
    drawn = day()
    fewer = Reseated(2, {1: (1, 6, 2, 8, 10), 2: (5, 7, 4, 9)}).apply(drawn._replace(lists={}))
    other, as_drawn = seats(HEAD, fewer, names(fewer), 2).notes, seats(HEAD, drawn, names(drawn), 2).notes
    assert "Since then people have changed seats." in other
    assert "Since then people have changed seats." not in as_drawn
    back = Reseated(2, {1: drawn.seats(2, 1), 2: drawn.seats(2, 2)}).apply(fewer)
    assert seats(HEAD, back, names(back), 2).notes == as_drawn
    met = Reseated(2, {1: (1, 2, 3, 4, 5), 2: (6, 7, 8, 9)}).apply(day()._replace(lists={}, entrants={
        number: one._replace(here=True) for number, one in drawn.entrants.items()
    }))  # fmt: skip
    assert "16 pairs have met before." in seats(HEAD, met, names(met), 2).notes


def test_seats_that_are_said_to_be_drawn_and_are_not() -> None:
    """A file may say so of any seats; they are drawn once more."""
    other = made(RulesSet(RULES), *entered()[:8], Drawn(1, Round(((1, 2, 3, 4), (5, 6, 7, 8)), seed="abc", method=1)))
    assert "The draw gives other seats than these." in seats(HEAD, other, names(other), 1).notes
    drawn = draw(tuple(other.entrants.values()), (), other.rules)
    right = made(RulesSet(RULES), *entered()[:8], Drawn(1, drawn))
    notes = seats(HEAD, right, names(right), 1).notes
    assert f"Drawn with the seed {RULES.seed}: the same seed always gives the same seats." in notes


def test_seats_by_start_cards_were_drawn() -> None:
    """They follow from the start numbers, and were not taken from anywhere."""
    rules = RulesSet(RULES._replace(seating="cards"))
    by_cards = made(rules, *entered()[:8], Drawn(1, cards(8, 1)[0]))
    notes = seats(HEAD, by_cards, names(by_cards), 1).notes
    assert "Drawn by start cards: the start number decides the seat." in notes
    assert not any("not drawn here" in note for note in notes)


@pytest.mark.parametrize(
    ("name", "sorted_as"),
    [
        ("Anna", "Anna"),
        ("Anna Huber", "Huber Anna"),
        ("Anna Huber (3)", "Huber (3) Anna"),
        ("Hans von und zu Berg", "Berg Hans von und zu"),
        ("Josef Huber jun.", "Huber jun. Josef"),
    ],
)
def test_lists_are_sorted_by_the_surname(name: str, sorted_as: str) -> None:
    """Which is the last word, but for what tells two of that name apart."""
    assert surname_first(name) == sorted_as


def test_people_find_themselves_by_name() -> None:
    """In the order of the alphabet, in which Ö stands with O."""
    rows = table(seats(HEAD, day(), names(day()), 1), "people")
    assert [row["name"] for row in rows] == [
        "Anna", "Bene", "Christl", "Eva", "Franzi", "Hans", "Öttl", "Quirin", "Zenz",
    ]  # fmt: skip


def test_old_list_is_struck_out() -> None:
    """A corrected list keeps the one before, struck out for people, with the word for programs."""
    report = table_report(HEAD, day(), names(day()), 1, 1)
    old, new = next(one for one in report.sections if one.key == "lists").rows
    assert isinstance(old[1], Struck)
    assert not isinstance(new[1], Struck)
    assert (old[4], new[4]) == ("replaced", "counts")
    assert "<del>1 Anna +11," in render(report, "html").replace("\N{MINUS SIGN}", "-")
    assert "~~1 Anna +11," in render(report, "markdown")
    assert "(was) 1 Anna +11," in render(report, "text", width=200)


def test_table_without_a_list_says_that_it_is_missing() -> None:
    """Seats are there, points are not."""
    report = table_report(HEAD, day(), names(day()), 2, 2)
    assert {fact.key: fact.value for fact in report.facts}["list"] == "it is missing"
    assert [row["points"] for row in table(report, "seats")] == [None] * 4


def test_entrants_have_what_they_paid_in_cents() -> None:
    """Programs read cents, people euros."""
    report = entrants(HEAD, day())
    rows = table(report, "entrants")
    assert [(row["number"], row["paid"]) for row in rows[:4]] == [(1, 1000), (2, 1000), (3, 1000), (4, 0)]
    assert "10.00" in render(report, "text", width=120)


# -- why --------------------------------------------------------------------------------------------


def test_person_has_rounds_penalties_with_reasons_and_the_sum() -> None:
    """Number 5: where he sat, what the list said, what the judges took and why, and how that is his total."""
    report = person_report(HEAD, day(), 5)
    assert [
        (row["round"], row["table"], row["seat"], row["points"], row["list"]) for row in table(report, "rounds")
    ] == [
        (1, 1, 5, -1, "typed, corrected"),
        (2, 2, 1, None, "not in"),
    ]
    assert [(row["round"], row["points"], row["reason"]) for row in table(report, "penalties")] == [
        (1, -20, "falscher Platz")
    ]
    assert report.notes == ("−1 from the rounds and −20 from penalties make −21.",)


def test_person_has_those_with_the_same_points_beside_him() -> None:
    """What decided between them can be compared."""
    report = person_report(HEAD, day(), 6)
    assert [(row["number"], row["solos"], row["decided"]) for row in table(report, "ties")] == [
        (6, 2, "solos won"),
        (1, 0, None),
    ]
    assert "Ahead of the next place by solos won." in report.notes


def test_person_has_what_is_recorded_of_him() -> None:
    """Who had the number before is among it."""
    said = [row["what"] for row in table(person_report(HEAD, day(), 4), "recorded")]
    assert said == ["number 4 enters: Dani, Mühldorf, TSV Öd, team Paar 2", "Hans takes over number 4 with its points"]


@pytest.mark.parametrize("build", [
    lambda t: person_report(HEAD, t, 99),
    lambda t: table_report(HEAD, t, names(t), 1, 99),
    lambda t: table_report(HEAD, t, names(t), 9, 1),
])  # fmt: skip
def test_what_is_not_there_is_refused(build: Any) -> None:
    """Nobody has this number, no round this table."""
    with pytest.raises(NotFound):
        build(day())


# -- teams, prizes, cash, a series ------------------------------------------------------------------


def test_teams_name_whose_points_count() -> None:
    """The best of each, with their points; the team that has too few stands below without a place."""
    rows = table(teams_report(HEAD, day(RULES._replace(team_size=2))), "teams")
    assert [(row["place"], row["name"], row["total"], row["best"]) for row in rows] == [
        (1, "Paar 1", 6, "1 Anna +14, 2 Bene −8"),
        (2, "Paar 2", -5, "4 Hans −2, 3 Christl −3"),
        (3, "Paar 3", -7, "6 Franzi +14, 5 Eva −21"),
        (4, "Paar 4", -12, "8 Zenz −3, 7 Öttl −9"),
        (None, "Paar 5", -2, "9 Quirin −2"),
    ]


def test_clubs_are_counted_as_teams_are() -> None:
    """The best two of each club, and who does not count."""
    rows = table(clubs_report(HEAD, day(RULES._replace(team_size=2))), "clubs")
    assert [(row["place"], row["name"], row["total"], row["best"]) for row in rows] == [
        (1, "SV Au", 12, "1 Anna +14, 9 Quirin −2"),
        (1, "TSV Öd", 12, "6 Franzi +14, 4 Hans −2"),
    ]


def test_the_best_of_each_table_are_all_who_have_the_most() -> None:
    """A table whose list is not in has none yet; the note says so."""
    rules = RULES._replace(rounds=1)
    tournament = made(
        RulesSet(rules),
        *(Entered(number, f"Gast {number}") for number in range(1, 9)),
        Drawn(1, Round(((1, 2, 3, 4), (5, 6, 7, 8)))),
        ListIn(1, 1, TableList((Row(5), Row(-3), Row(5), Row(-7)))),
    )
    report = bests_report(HEAD, tournament, 1)
    rows = table(report, "bests")
    assert [(row["table"], row["best"], row["points"]) for row in rows] == [(1, "1 Gast 1 and 3 Gast 3", 5)]
    assert report.notes == ("1 list of round 1 is missing: table 2.",)


def test_awards_say_who_gets_what_and_what_nobody_gets() -> None:
    """Money is cents; a prize for a place that no team has is given to nobody."""
    tournament = played((9, 2, -4, -7), rules=RULES._replace(rounds=1))._replace(
        prizes=(Prize("all", 1, "", 50000), Prize("all", 2, "Schinken"), Prize("teams", 9, "Fass Bier"))
    )
    report = awards_report(HEAD, tournament)
    assert [(row["place"], row["number"], row["cents"], row["what"]) for row in table(report, "awards")] == [
        (1, 1, 50000, None),
        (2, 2, None, "Schinken"),
    ]
    assert [row["prize"] for row in table(report, "not_given")] == ["Fass Bier"]


def test_shared_prizes_say_so() -> None:
    """Two who share the first place divide its money and that of the second."""
    tournament = played((5, 5, -3, -7), rules=RULES._replace(rounds=1, ties=()))._replace(
        prizes=(Prize("all", 1, "", 50000), Prize("all", 2, "", 20001))
    )
    report = awards_report(HEAD, tournament)
    assert [(row["number"], row["cents"], row["how"]) for row in table(report, "awards")] == [
        (1, 35001, "2 people share the place"),
        (2, 35000, "2 people share the place"),
    ]


def test_prizes_before_the_end_may_change() -> None:
    """They say that they are not final."""
    assert "This is how it looks now; it may still change." in awards_report(HEAD, day()).notes


def test_cash_comes_out_even() -> None:
    """What is due is what was paid and what is open; what is left is what was paid less the prizes."""
    report = cash_report(HEAD, day())
    due, paid, opened, over, prizes, in_hand, left = (row["cents"] for row in table(report, "cash"))
    assert (due, paid, opened, over) == (10000, 4000, 6000, 0)
    assert (in_hand, left) == (paid - prizes, due - prizes)
    assert sum(row["due"] for row in table(report, "accounts")) == due


def test_series_strikes_out_what_does_not_count() -> None:
    """The best one of two counts, and the other is struck out."""
    spring = ranking(played((1, 2, -1, -2), rules=RULES._replace(rounds=1)))
    autumn = ranking(played((5, 1, -3, -3), rules=RULES._replace(rounds=1)))
    report = series_report(series([("Mai", spring), ("Herbst", autumn)], 1))
    first = table(report, "series")[0]
    assert [first[key] for key in ("place", "name", "total", "tournament_1", "tournament_2")] == [1, "Anna", 5, 1, 5]
    assert first["dropped"] == "Mai +1"
    assert any(isinstance(cell, Struck) for cell in report.sections[0].rows[0])


# -- every format -----------------------------------------------------------------------------------


def test_every_report_is_written_in_every_format() -> None:
    """Nothing is left out for a format, and a file of a spreadsheet can be made of each."""
    for report in every(day()):
        for form in FORMATS:
            assert render(report, form)
    for report in (overview(HEAD, day()), ranking_report(HEAD, day()), cash_report(HEAD, day())):
        assert all(contents(report, form)[:2] == b"PK" for form in ("xlsx", "ods"))


@pytest.mark.long
@given(tournaments())
@many
def test_any_tournament_has_its_reports(tournament: Tournament) -> None:
    """Whatever was drawn, handed in or left out: all can be shown, and each person has one line of the ranking."""
    sound = {rule: getattr(RULES, rule) for rule in ("games", "remainder", "seating", "apart", "seed")}
    tournament = tournament._replace(rules=tournament.rules._replace(**sound))
    for report in every(tournament):
        render(report, "text")
        render(report, "html")
    rows = table(ranking_report(HEAD, tournament), "ranking")
    assert sorted(row["number"] for row in rows) == sorted(one.entrant.number for one in ranking(tournament).standings)


def test_csv_of_the_ranking_has_raw_numbers() -> None:
    """Its columns are keys, its numbers have no sign but the minus."""
    rows = list(csv.DictReader(io.StringIO(render(ranking_report(HEAD, day()), "csv"))))
    assert [rows[0][key] for key in ("place", "number", "name", "round_1", "total")] == ["1", "6", "Franzi", "10", "14"]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=1+1", "a|b *c*", "\N{RIGHT-TO-LEFT OVERRIDE}x"])
def test_names_are_escaped(name: str) -> None:
    """A name is a name in every format: no tag, no formula, no border of a table, no turned writing."""
    tournament = day()
    known = tournament.entrants[6]._replace(name=name, place=name, club=name, team=name)
    tournament = tournament._replace(entrants={**tournament.entrants, 6: known})
    for report in every(tournament):
        page = render(report, "html")
        assert "<script>alert" not in page
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page + render(report, "text") + render(report, "markdown")
        assert "\n=1+1" not in render(report, "csv")
        assert ",=1+1" not in render(report, "csv")


# -- facts in words ---------------------------------------------------------------------------------

SENTENCES: list[tuple[Said, str]] = [
    (
        RulesSet(RULES),
        (
            "rules: 2 rounds, 32 games in each, the sum of a list counts, ties: solos won, tables of five if four"
            " does not divide the players, seats drawn at random, fee 10.00 €; seed abc"
        ),
    ),
    (Entered(1, "Anna", "Mühldorf", "SV Au", "Gras"), "number 1 enters: Anna, Mühldorf, SV Au, team Gras"),
    (Entered(1, "Anna", fills=True), "number 1 stands in for anybody missing: Anna"),
    (Presence(1, here=False, reason="krank"), "number 1 withdraws (krank)"),
    (Presence(1, here=True), "number 1 is here"),
    (Paid(1, 1000), "number 1 pays 10.00 €"),
    (Paid(1, -500), "number 1 gets 5.00 € back"),
    (Substitute(4, "Hans"), "Hans takes over number 4 with its points"),
    (
        Drawn(1, Round(((1, 2, 3, 4),), (5,), "abc", 1)),
        "round 1 is drawn with the seed abc: 1 table, without a table: 5",
    ),
    (Drawn(1, Round(((1, 2, 3, 4),))), "round 1 is seated by hand: 1 table"),
    (Drawn(1, Round(((1, 2, 3, 4),), method=1)), "round 1 is drawn by start cards: 1 table"),
    (Reseated(1, {2: (5, 6), 1: (1, 2)}), "new seats in round 1, table 1: 1, 2; table 2: 5, 6"),
    (ListIn(1, 2, points(3, -3, 0, 0)), "the list of table 2 in round 1 is in"),
    (ListIn(1, 2, points(3, -3, corrects=True)), "the list of table 2 in round 1 is corrected"),
    (Penalized(Penalty(5, -20, "falscher Platz", 1)), "number 5: −20 points in round 1, falscher Platz"),
    (Penalized(Penalty(5, 3, "Irrtum")), "number 5: +3 points, Irrtum"),
    (Penalized(Penalty(5, -1, "zu spät")), "number 5: −1 point, zu spät"),
    (PrizesSet(()), "no prizes"),
    (
        PrizesSet((Prize("all", 1, "", 500), Prize("last", 1, "Brot"), Prize("teams", 2, "Bier"))),
        "prizes: place 1: 5.00 €; From the bottom: Brot; Teams, place 2: Bier",
    ),
]


@pytest.mark.parametrize(("said", "sentence"), SENTENCES, ids=lambda one: type(one).__name__)
def test_fact_is_said_in_a_sentence(said: Said, sentence: str) -> None:
    """The log of a tournament, and of an evening that it is, says it so."""
    assert fact_words(Fact(said)) == sentence
    assert event_words(OfRoom("tournament", Fact(said))) == sentence


def test_every_kind_of_fact_has_its_sentence() -> None:
    """A new one is told in a test before it is recorded."""
    assert {type(said) for said, _ in SENTENCES} == set(FACTS.values())


# -- by their names ---------------------------------------------------------------------------------


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """Give a ledger with a tournament of eight, whose first round is drawn."""
    ledger = Ledger(tmp_path / "t.db")
    ledger.tournaments.begin("Herbstrennen", "bsv", Rules(rounds=2, games=4, seed="abc"), place="Post")
    ledger.tournaments.enter([Person(f"Gast {number}") for number in range(1, 9)])
    ledger.tournaments.draw()
    return ledger


REPORTS: list[tuple[str, dict[str, Any]]] = [
    ("show", {}),
    ("entrants", {}),
    ("seats", {}),
    ("ranking", {"round": 1}),
    ("teams", {}),
    ("clubs", {"round": None}),
    ("awards", {}),
    ("cash", {}),
    ("person", {"number": 3}),
    ("table", {"table": 2}),
    ("series", {"names": ["Herbstrennen"]}),
]


@pytest.mark.parametrize(("name", "asked"), REPORTS, ids=[name for name, _ in REPORTS])
def test_report_is_asked_for_by_its_name(ledger: Ledger, name: str, asked: dict[str, Any]) -> None:
    """Every report is of the tournament that is meant, here the only one."""
    report = ledger.tournaments.report(name, **asked)
    assert "Herbstrennen" in report.title
    assert report.unit == "points"


@pytest.mark.parametrize(("name", "asked", "error"), [
    ("umsatz", {}, NotFound),
    ("seats", {"round": 2}, NotFound),
    ("person", {"number": 99}, NotFound),
    ("person", {}, Refused),
    ("table", {"round": 1}, Refused),
    ("cash", {"round": 1}, Refused),
    ("series", {}, Refused),
    ("series", {"names": ["Herbstrennen"], "best": 0}, Refused),
])  # fmt: skip
def test_what_cannot_be_asked_for_is_refused(
    ledger: Ledger, name: str, asked: dict[str, Any], error: type[Exception]
) -> None:
    """A report that is none, a round that was not drawn, and who is not named."""
    with pytest.raises(error):
        ledger.tournaments.report(name, **asked)
