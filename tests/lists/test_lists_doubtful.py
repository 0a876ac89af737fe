"""Lists whose money could be misread: what two people would read differently is asked, and nothing counts twice."""

from __future__ import annotations

import pytest

from sklog.files import incoming
from sklog.lists import cells
from tests.lists.test_lists import came_to, read, read_text, wrong

CENTS = ("22.11.2024;50;-50;50;-50;", ";-40;120;-40;-40;", "29.11.2024;20;-20;20;-20;")
EVENING = (
    *("{day};0,50;-0,50;0,50;-0,50;", "{next};-0,40;1,20;-0,40;-0,40;", "{next};0,20;0,20;-0,20;-0,20;"),
    "{next};0,30;0,90;-0,10;-1,10;{word}",
)


def evenings(word: str, *, dated: bool) -> list[str]:
    """Return two evenings of three hands, each with its total below, which calls itself so."""
    days = ("22.11.2024", "29.11.2024")
    return [row.format(day=day, next=day if dated else "", word=word) for day in days for row in EVENING]


# -- what a number counts -----------------------------------------------------------------------------


@pytest.mark.parametrize("row", ["Schnitt;12,5;17,5;2,5;-32,5;", "Schnitt;0,12 €;0,17 €;0,02 €;-0,32 €;"])
def test_an_average_does_not_say_what_a_number_counts(row: str) -> None:
    """That of whole cents has decimals, and may be in euros: 50 is no 50 € for it."""
    (said,) = wrong(*CENTS, row)
    assert '"50" (Anna, row 2) may be 50.00 €, 0.50 € or 50 points' in said


def test_a_few_euros_among_much_larger_numbers_are_asked() -> None:
    """One row in euros in a list of cents is a slip; the others are not read a hundred times too large for it."""
    rows = (*CENTS, ";0,20;0,20;-0,20;-0,20;")
    (said,) = wrong(*rows)
    assert '"0,20" (Anna, row 5) is in euros, but "20" (Anna, row 4) may be 20.00 € or 0.20' in said
    assert [said.split(": ", 1)[1] for said in wrong(*rows, unit=cells.CENTS)] == [
        f'{name}: "{sign}0,20" is not a whole number of cents'
        for name, sign in (("Anna", ""), ("Bene", ""), ("Christl", "-"), ("Dani", "-"))
    ]
    assert came_to(read(*rows, unit=cells.EUROS))["2024-11-29"]["Anna"] == 2020


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("22.11.2024;50 €;-50;50;-50;", "29.11.2024;30;30;-30;-30;"), '"50 €" (Anna, row 2) is in euros'),
        (("22.11.2024;50 ct;-50 ct;0;0;", "29.11.2024;2;-2;0;0;"), '"50 ct" (Anna, row 2) is in cents'),
    ],
)
def test_one_unit_among_numbers_without_one_is_asked(rows: tuple[str, ...], said: str) -> None:
    """It was written, or given its format, because it is another one, or since all are like it."""
    assert said in wrong(*rows, rows=incoming.EACH)[0]
    assert "may be" in wrong(*rows, rows=incoming.EACH)[0]


def test_euros_with_and_without_decimals_are_no_question() -> None:
    """A spreadsheet shows 2 euros as 2 and 4 euros 50 as 4,5."""
    assert came_to(read("22.11.2024;2;-4,5;2,5;0;"))["2024-11-22"]["Anna"] == 200


def test_what_parts_decimals_is_asked_with_what_a_number_counts() -> None:
    """1.250 is 1250, or euros: one answer may need the other, so both are asked at once."""
    rows = ("22.11.2024;1.250;-1.250;0;0;", "29.11.2024;-400;1200;-400;-400;")
    assert [said.split(": say")[0] for said in wrong(*rows)] == [
        'x.csv:2: "1.250" (Anna, row 2) may be 1250 or 1.250',
        'x.csv:2: "1.250" (Anna, row 2) may be 1250.00 €, 12.50 € or 1250 points',
    ]
    (said,) = wrong(*rows, mark=cells.COMMA)
    assert '"1.250" (Anna, row 2) may be 1250.00 €, 12.50 € or 1250 points' in said
    assert came_to(read("22.11.2024;1.250;-1.250;0;0;", mark=cells.POINT))["2024-11-22"]["Anna"] == 125


# -- whether above 0 is won ---------------------------------------------------------------------------


def test_a_heading_that_speaks_of_paying_is_asked() -> None:
    """Above 0 may be what was lost then."""
    text = "Datum;Anna zahlt;Bene zahlt\n22.11.2024;0,50;-0,50\n"
    (said,) = read_text(text).problems
    assert "may be what was won, or what somebody pays" in said.message
    found = read_text(text, people={"Anna zahlt": "Anna", "Bene zahlt": "Bene"})
    assert came_to(found) == {"2024-11-22": {"Anna": 50, "Bene": -50}}


SIGNS = "Datum;Spiel;Spieler;Gewonnen;Anna;Bene;Christl;Dani\n"
WENZ = "22.11.2024;Wenz;Dani;ja;0,50;0,50;0,50;-1,50\n"


def test_signs_that_are_turned_around_are_found() -> None:
    """Whoever won has less than 0 in most rows: nothing of the list is read."""
    found = read_text(SIGNS + WENZ + WENZ, rows=incoming.EACH)
    assert found.sessions == []
    assert 'Dani has −1.50 €, but column D "Gewonnen" has the opposite' in found.problems[0].message


def test_one_row_that_contradicts_itself_is_a_slip() -> None:
    """Its amounts count, and the column may be left out as well."""
    assert came_to(read_text(SIGNS + WENZ))["2024-11-22"]["Dani"] == -150
    both = read_text(SIGNS + WENZ + WENZ, rows=incoming.EACH, people={"Gewonnen": "-"})
    assert came_to(both)["2024-11-22"]["Dani"] == -300


# -- rows that are totals -----------------------------------------------------------------------------


@pytest.mark.parametrize("dated", [True, False])
@pytest.mark.parametrize("word", ["", "Summe des Abends", "Stand nach 3 Spielen", "macht", "Endabrechnung"])
def test_totals_of_all_evenings_are_found_whatever_they_are_called(word: str, *, dated: bool) -> None:
    """Else every evening would count twice; where the rest is stored, they are not."""
    found = read(*evenings(word, dated=dated), rows=incoming.EACH)
    assert [problem.line for problem in found.problems] == [5, 9]
    assert [len(one.entries) for one in found.sessions] == [3, 3]


def test_a_total_of_the_day_is_a_total() -> None:
    """It is compared and left out, as a Summe is."""
    found = read(*evenings("Tagessumme", dated=True), rows=incoming.EACH)
    assert came_to(found)["2024-11-22"] == {"Anna": 30, "Bene": 90, "Christl": -10, "Dani": -110}


def test_what_is_carried_over_with_a_day_is_a_posting() -> None:
    """So the sentence about one without says it; below it, the same again is a total."""
    rows = ("01.01.2024;5,50;-2,50;-3,00;0,00;Übertrag 2023", "22.11.2024;0,50;-0,50;0,50;-0,50;")
    assert came_to(read(*rows))["2024-01-01"]["Anna"] == 550
    again = (*rows, "01.12.2024;6,00;-3,00;-2,50;-0,50;Übertrag", "02.12.2024;0,20;-0,20;0,20;-0,20;")
    assert len(came_to(read(*again, rows=incoming.EACH))) == 3


def test_two_rows_that_are_the_same_are_asked() -> None:
    """Two such hands, or a running total behind a hand that was thrown in: the csv of `report session` has those."""
    text = 'hand,what,Anna,Bene,Christl,Dani,value\n1,"Sauspiel: Anna",20,-20,20,-20,20\n2,thrown in,20,-20,20,-20,\n'
    (said,) = read_text(text, day="2024-11-22", unit=cells.CENTS).problems
    assert "may be single amounts or running totals" in said.message
    found = read_text(text, day="2024-11-22", unit=cells.CENTS, rows=incoming.RUNNING)
    assert came_to(found)["2024-11-22"]["Anna"] == 20


def test_a_name_that_was_kept_from_being_a_formula_is_the_name() -> None:
    """A csv for spreadsheets has an apostrophe before it."""
    found = read_text("Datum;'@Anna;Bene;Bemerkung\n22.11.2024;0,50;'-0,50;'=1+1\n")
    assert came_to(found) == {"2024-11-22": {"@Anna": 50, "Bene": -50}}
    assert [one.note for one in found.sessions[0].entries] == ["=1+1"]  # type: ignore[union-attr]


YEARS = (
    *("03.10.2023;5,00 €;-2,00 €;-3,00 €;0,00 €;", "08.11.2023;15,00 €;-7,00 €;-11,00 €;3,00 €;"),
    *("03.01.2024;-1,00 €;2,00 €;-3,00 €;2,00 €;", "10.01.2024;1,00 €;1,00 €;-5,00 €;3,00 €;"),
)


def test_running_totals_may_begin_at_0_with_a_year() -> None:
    """Where they are far from where they ended that is asked: a row says what is carried over, be it nothing."""
    (said,) = wrong(*YEARS, rows=incoming.RUNNING)
    assert said.startswith("x.csv:4: running totals may begin at 0 with a new year, or go on: put a row Übertrag")
    assert [one.date for one in read(*YEARS, rows=incoming.RUNNING).sessions] == [
        "2023-10-03",
        "2023-11-08",
        "2024-01-10",
    ]
    for carried, anna in (("0;0;0;0", -100), ("15 €;-7 €;-11 €;3 €", -1600)):
        found = read(*YEARS[:2], f"Übertrag;{carried};", *YEARS[2:], rows=incoming.RUNNING)
        assert came_to(found)["2024-01-03"]["Anna"] == anna


# -- days ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("10.01.27", '"10.01.27" may be 1927 or 2027: write the year with four digits'),
        ("20.11.2026", "nobody can have played on 2026-11-20"),
    ],
)
def test_a_day_on_which_nobody_can_have_played_is_named(day: str, said: str) -> None:
    """One that is still to come, and one of a time without such lists."""
    assert wrong(f"{day};0,50;-0,50;0,50;-0,50;") == [f"x.csv:2: {said}"]


@pytest.mark.parametrize("title", ["2019/20", "Saison 2019-2020", "2019 – 20"])
def test_a_title_of_two_years_does_not_say_the_year(title: str) -> None:
    """The days of a season from autumn to spring are of both."""
    found = read("9.2.;0,50;-0,50;0,50;-0,50;", title=title)
    (said,) = found.problems
    assert said.message == '"9.2." has no year'


def test_a_season_says_the_years_of_days_that_go_over_new_year() -> None:
    """Those before it are of the first year, where the list has the oldest first."""
    rows = "".join(f"{day}\n" for day in ("17.11.;0,50;-0,50", "8.12.;-0,30;0,30", "9.2.;0,20;-0,20"))
    found = read_text(f"Saison 2023/24\nDatum;Anna;Bene\n{rows}", rows="each")
    assert [*came_to(found)] == ["2023-11-17", "2023-12-08", "2024-02-09"]


def test_columns_that_count_games_are_nobody_s() -> None:
    """The week, and how many games it were, are no money."""
    found = read_text("Datum;KW;Anna;Bene;Spiele\n22.11.2024;47;0,50;-0,50;12\n")
    assert came_to(found) == {"2024-11-22": {"Anna": 50, "Bene": -50}}
