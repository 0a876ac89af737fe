"""Lists whose money could be misread: what two people would read differently is asked, and nothing counts twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sklog import lists
from sklog.files import incoming
from sklog.lists import cells, grids
from tests.lists.test_lists import HEAD, TODAY, came_to, read, read_text, wrong

if TYPE_CHECKING:
    from collections.abc import Mapping

CENTS = ("22.11.2024;50;-50;50;-50;", ";-40;120;-40;-40;", "29.11.2024;20;-20;20;-20;")
EVENING = (
    *("{day};0,50;-0,50;0,50;-0,50;", "{next};-0,40;1,20;-0,40;-0,40;", "{next};0,20;0,20;-0,20;-0,20;"),
    "{next};0,30;0,90;-0,10;-1,10;{word}",
)


def evenings(word: str, *, dated: bool) -> list[str]:
    """Return two evenings of three hands, each with its total below, which calls itself so."""
    days = ("22.11.2024", "29.11.2024")
    return [row.format(day=day, next=day if dated else "", word=word) for day in days for row in EVENING]


@pytest.mark.parametrize("called", ["{}_gesamt", "{}-Stand", "Kurve {}", "{} (kumuliert)"])
def test_a_column_that_adds_up_another_one_is_no_person(called: str) -> None:
    """It is called as that one is, and something more; who sat out keeps what it was."""
    names = ("Anna", "Bene", "Christl")
    text = f"""Datum;{";".join(names)};{";".join(map(called.format, names))}
        22.11.2024;50;-50;;50;-50;0
        29.11.2024;-20;;20;30;-50;20
        06.12.2024;10;-30;20;40;-80;40
    """
    found = came_to(read_text(text, amounts=cells.CENTS))
    assert found["2024-12-06"] == {"Anna": 10, "Bene": -30, "Christl": 20}


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
    assert [said.split(": ", 1)[1] for said in wrong(*rows, amounts=cells.CENTS)] == [
        f'{name}: "{sign}0,20" is not a whole number of cents'
        for name, sign in (("Anna", ""), ("Bene", ""), ("Christl", "-"), ("Dani", "-"))
    ]
    assert came_to(read(*rows, amounts=cells.EUROS))["2024-11-29"]["Anna"] == 2020


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


IN_CENTS = "Datum;Anna;Bene;Christl;Dani;Zeche\n22.11.2024;50;-130;210;-130;51,50\n29.11.2024;-70;40;-90;120;40,20\n"


@pytest.mark.parametrize(
    "said",
    [
        "Gewinn / Verlust in Cent, Zeche in Euro\n{}",
        "Zeche in Euro; alle Beträge in Cent\n{}",
        "Beträge in ct (Zeche: €)\n{}",
        ";ct;ct;ct;ct;€\n{}",
        "{}Alle Beträge in Cent;;;;;\n",
    ],
)
def test_a_unit_of_one_column_is_not_that_of_the_others(said: str) -> None:
    """A title, a row of units or a note says of which amounts it speaks: 50 cents beside 51,50 € of the Zeche."""
    assert came_to(read_text(said.format(IN_CENTS), rows=incoming.EACH))["2024-11-22"]["Anna"] == 50


@pytest.mark.parametrize(
    "said",
    [
        "Zeche in Euro\n{}",
        "Cent: Gewinn, Euro: Zeche\n{}",
        "Gewinn in Cent, Wirtshaus in Euro\n{}",
        "Abrechnung in Euro\n{}Alle Beträge in Cent;;;;;\n",
        "Trinkgeld in Cent, Getränke in Euro\n{}",
        "Einsatz 5/10 Cent, Abrechnung in Euro\n{}",
    ],
)
def test_two_units_are_asked_about_where_it_is_not_plain_whose_they_are(said: str) -> None:
    """And one of another column alone says nothing of the amounts."""
    (one,) = read_text(said.format(IN_CENTS), rows=incoming.EACH).problems
    assert "may be 50.00 €, 0.50 € or 50 points" in one.message


def test_hundreds_that_a_title_calls_euros_are_asked() -> None:
    """It may be settled in euros what is written in cents; a total of many evenings is no such amount."""
    rows = ("22.11.2024;520;-130;-260;-130;", "29.11.2024;-170;240;-190;120;")
    (said,) = read_text("\n".join(("Abrechnung in Euro", HEAD, *rows)), rows=incoming.EACH).problems
    assert "may be 520.00 €, 5.20 € or 520 points" in said.message
    small = ("22.11.2024;52;-13;-26;-13;", "29.11.2024;60;-20;-20;-20;", "Summe;112;-33;-46;-33;")
    assert (
        came_to(read_text("\n".join(("Abrechnung in Euro", HEAD, *small)), rows=incoming.EACH))["2024-11-22"]["Anna"]
        == 5200
    )


def test_a_file_that_is_called_by_a_unit_alone_is_asked() -> None:
    """It may be called so for another reason."""
    assert "may be 50.00 €, 0.50 € or 50 points" in wrong(*CENTS, title="cents", rows=incoming.EACH)[0]


def test_decimals_below_a_title_of_cents_are_asked() -> None:
    """They are no cents; nobody but the owner knows that they are euros."""
    rows = "Beträge in Cent\nDatum;Veit;Zenz\n03.05.2019;2,30;-2,30\n10.05.2019;-0,80;0,80\n"
    (said,) = read_text(rows, rows=incoming.EACH).asked
    assert said.problem.message.startswith(
        '"2,30" (Veit, row 3) is not a whole number, but "Beträge in Cent" is in cents'
    )
    assert (said.option, said.answers) == ("amounts", ("euros",))
    assert came_to(read_text(rows, rows=incoming.EACH, amounts=cells.EUROS))["2019-05-10"] == {"Veit": -80, "Zenz": 80}


def test_the_price_of_a_game_in_a_title_is_no_unit() -> None:
    """Nor is that of 10 cents a reason to take 0,50 for anything but euros."""
    rows = (f"Tarif 10/50 Cent\n{HEAD}", "22.11.2024;0,50;-0,50;0,50;-0,50;", "29.11.2024;0,20;-0,20;0,20;-0,20;")
    assert came_to(read_text("\n".join(rows), rows=incoming.EACH))["2024-11-22"]["Anna"] == 50


@pytest.mark.parametrize("labels", [("Punkte", "Euro"), ("Summe (Pkt)", "Summe (€)"), ("Summe", "in Euro")])
def test_totals_in_points_and_in_euros_are_both_compared(labels: tuple[str, str]) -> None:
    """Where a point is worth something, each with what it counts."""
    rows = (f"1 Punkt = 5 Cent\n{HEAD}", "22.11.2024;-12;-27;-21;60;", "29.11.2024;6;8;19;-33;")
    totals = (f"{labels[0]};-6;-19;-2;27;", f"{labels[1]};-0,30;-0,95;-0,10;1,35;")
    found = read_text("\n".join((*rows, *totals)), rows=incoming.EACH)
    assert came_to(found)["2024-11-22"]["Anna"] == -60
    assert ["is a total, and it is right" in one.message for one in found.sheets[0].rows.left_out] == [True, True]


def test_a_total_in_other_units_is_not_compared() -> None:
    """Of points nobody knows what they are worth in euros."""
    rows = (HEAD, "22.11.2024;-12;-27;-21;60;", "29.11.2024;6;8;19;-33;", "Summe Euro;-0,30;-0,95;-0,10;1,35;")
    found = read_text("\n".join(rows), rows=incoming.EACH, amounts=cells.POINTS)
    assert [one.message for one in found.sheets[0].rows.left_out] == [
        '"Summe Euro" is in another unit and is not compared'
    ]


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
    (said,) = wrong(*rows, decimal=cells.COMMA)
    assert '"1.250" (Anna, row 2) may be 1250.00 €, 12.50 € or 1250 points' in said
    assert came_to(read("22.11.2024;1.250;-1.250;0;0;", decimal=cells.POINT))["2024-11-22"]["Anna"] == 125


WHOLE = "\nDatum;Anna;Bene\n22.11.2024;5;-5\n29.11.2024;-2;2\n"


@pytest.mark.parametrize(
    ("text", "anna"),
    [
        (f"10 Punkte = 1 Euro{WHOLE}", 30),
        (f"100 Punkte sind 5 Euro{WHOLE}", 15),
        (f"Liste 2024 (1 Punkt = 20 Cent){WHOLE}", 60),
        (f"Alle Beträge in Euro\n1 Punkt = 50 Cent{WHOLE}", 300),
    ],
)
def test_what_a_point_is_worth(text: str, anna: int) -> None:
    """It may be said of several; where amounts are called euros, they are no points."""
    found = read_text(text, rows=incoming.EACH)
    assert sum(moved["Anna"] for moved in came_to(found).values()) == anna


@pytest.mark.parametrize(
    "said",
    [
        "Ab Dezember 20 Cent pro Punkt statt 10 Cent pro Punkt",
        "gespielt wird ab 2025 um 20 Cent pro Punkt",
        "Grundtarif 20 Cent, 10 Cent pro Punkt",
        "1 Punkt = 0 Cent",
    ],
)
def test_a_sentence_that_says_more_than_what_a_point_is_worth_is_no_answer(said: str) -> None:
    """Another price, or from when on, may be what counts."""
    (asked,) = read_text(f"Liste{WHOLE}\n{said}\n", rows=incoming.EACH).problems
    assert '"5" (Anna, row 3) may be 5.00 €, 0.05 € or 5 points' in asked.message


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
@pytest.mark.parametrize("word", ["", "Summe des Abends", "Stand nach 3 Spielen", "ergibt", "Endabrechnung"])
def test_totals_of_all_evenings_are_found_whatever_they_are_called(word: str, *, dated: bool) -> None:
    """Else every evening would count twice; those that say so without a day of their own are compared alone."""
    found = read(*evenings(word, dated=dated), rows=incoming.EACH)
    says_so = not dated and word.startswith(("Summe", "Stand"))
    assert [problem.line for problem in found.problems] == [5, 9] * (not says_so)
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


MONTHS = {
    "Mai": ("Übertrag;3,00;-1,00;-2,00", "03.05.2019;2,30;-1,10;-1,20", "Summe;5,30;-2,10;-3,20"),
    "Juni": ("Übertrag;5,30;-2,10;-3,20", "07.06.2019;-0,80;0,50;0,30", "Summe;4,50;-1,60;-2,90"),
    "Juli": ("Übertrag;4,50;-1,60;-2,90", "05.07.2019;-1,40;1,80;-0,40", "Summe;3,10;0,20;-3,30"),
}


def month_sheets(months: Mapping[str, tuple[str, ...]], **said: Any) -> lists.Listed:
    """Return what a workbook with a sheet a month says."""
    head = "Datum;Veit;Zenz;Lena"
    tables = [
        grids.of_text("\n".join([head, *rows]).encode(), title, f"x, sheet {title}") for title, rows in months.items()
    ]
    return lists.read_lists(tables, lists.Asked(TODAY, **said), "x", "x")


def test_sheets_that_carry_over_ask_once_for_what_the_first_one_does() -> None:
    """What the others carry over is what the one before came to with it, and so are their totals."""
    (said,) = month_sheets(MONTHS).asked
    assert (said.problem.where, said.option, said.answers) == ("x, sheet Mai", "as", ("Übertrag=-",))
    found = came_to(month_sheets(MONTHS, people={"Übertrag": "-"}))
    assert found["2019-07-05"] == {"Veit": -140, "Zenz": 180, "Lena": -40}
    assert len(found) == 3


def test_sheets_that_carry_over_what_those_before_came_to_ask_nothing() -> None:
    """Where nothing comes from elsewhere, be it with a day or without one."""
    for day in ("", "01.07.2019 "):
        june = (MONTHS["Juni"][1], "Summe;-0,80;0,50;0,30")
        july = (f"{day}Übertrag;-0,80;0,50;0,30", "05.07.2019;-1,40;1,80;-0,40", "Summe;-2,20;2,30;-0,10")
        assert len(came_to(month_sheets({"Juni": june, "Juli": july}, rows=incoming.EACH))) == 2


def test_a_sheet_may_carry_over_what_the_one_before_it_came_to_alone() -> None:
    """Without what that one carried over itself."""
    months = {**MONTHS, "Juli": ("Übertrag;-0,80;0,50;0,30", "05.07.2019;-1,40;1,80;-0,40", "Summe;-1,40;1,80;-0,40")}
    assert [one.problem.where for one in month_sheets(months).asked] == ["x, sheet Mai"]


def test_what_carries_over_proves_that_a_total_is_a_sum() -> None:
    """So nobody is asked whether two rows are running totals."""
    rows = ("Übertrag;3,00;-1,00;-2,00", *(MONTHS[month][1] for month in ("Mai", "Juni")), "Summe;4,50;-1,60;-2,90")
    assert [one.option for one in month_sheets({"Mai": rows}).asked] == ["as"]


@pytest.mark.parametrize("label", ["Stand", "Vorjahr"])
def test_what_stands_above_all_evenings_is_carried_over(label: str) -> None:
    """With a day it counts as of that day, without one it is asked about; the total below has it."""
    rows = ("{label};3,00;-1,00;-2,50;0,50", "03.05.2019;2,30;-1,10;-1,00;-0,20", "Summe;5,30;-2,10;-3,50;0,30")
    (said,) = read(*(row.format(label=label) for row in rows)).asked
    assert said.answers == (f"{label}=-",)
    found = came_to(read(*(row.format(label=f"{label} 31.12.2018") for row in rows)))
    assert found["2018-12-31"]["Anna"] == 300


def test_a_total_may_begin_with_its_year() -> None:
    """Even below one row, which it repeats."""
    rows = ("14.12.2018;2;-2;1;-1", "2018 gesamt;2;-2;1;-1", "11.01.2019;1;-1;3;-3", "Summe 2019;1;-1;3;-3")
    assert len(came_to(read(*rows, amounts=cells.EUROS, rows=incoming.EACH))) == 2


def test_a_sign_may_be_a_word() -> None:
    """In a table it is nobody's name."""
    rows = ("03.05.2019;plus 2,30;minus 2,30;0,10;-0,10;", "10.05.2019;Minus 1,20;Plus 1,20;0;0;")
    assert came_to(read(*rows, rows=incoming.EACH))["2019-05-10"] == {
        "Anna": -120,
        "Bene": 120,
        "Christl": 0,
        "Dani": 0,
    }


def test_two_rows_that_are_the_same_are_asked() -> None:
    """Two such hands, or a running total behind a hand that was thrown in: the csv of `report session` has those."""
    text = 'hand,what,Anna,Bene,Christl,Dani,value\n1,"Sauspiel: Anna",20,-20,20,-20,20\n2,thrown in,20,-20,20,-20,\n'
    (said,) = read_text(text, day="2024-11-22", amounts=cells.CENTS).problems
    assert "may be single amounts or running totals" in said.message
    found = read_text(text, day="2024-11-22", amounts=cells.CENTS, rows=incoming.RUNNING)
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


@pytest.mark.parametrize(("last", "asked"), [("9.11.", []), ("23.11.", ["date"])])
def test_a_season_does_not_last_longer_than_a_year(last: str, asked: list[str]) -> None:
    """A day of a second autumn may be a late entry: from the day on which the season began the year is asked."""
    days = "16.11.;0,50;-0,50", "7.12.;-0,30;0,30", "8.2.;0,10;-0,10", f"{last};0,20;-0,20"
    found = read_text("\n".join(("Saison 2018/19", "Datum;Veit;Zenz", *days)), rows="each", title="x")
    assert [one.option for one in found.asked] == asked


@pytest.mark.parametrize(
    ("title", "day"), [("2024", "2024-01-15"), ("Runde 2024", "2024-01-15"), ("liste", "2015-01-31")]
)
def test_months_that_are_named_like_days_are_of_their_year(title: str, day: str) -> None:
    """January 15 is a day in a list of 2024; in one of no year it is a month, as February 15 and March 15 are."""
    rows = "".join(
        f"{month} 15;{row}\n" for month, row in (("January", "2;-2"), ("February", "-1;1"), ("March", "3;-3"))
    )
    found = read_text(f"Datum;Veit;Zenz\n{rows}", title=title, amounts=cells.EUROS, rows=incoming.EACH)
    assert next(iter(came_to(found))) == day


def test_columns_that_count_games_are_nobody_s() -> None:
    """The week, and how many games it were, are no money."""
    found = read_text("Datum;KW;Anna;Bene;Spiele\n22.11.2024;47;0,50;-0,50;12\n")
    assert came_to(found) == {"2024-11-22": {"Anna": 50, "Bene": -50}}


# -- who was there, and when ----------------------------------------------------------------------------


@pytest.mark.parametrize("note", ["Zahlung an Anna von Bene", "Ausgleich Anna Bene"])
def test_a_payment_that_makes_debts_larger_is_no_answer_to_who_paid(note: str) -> None:
    """Two names in a note do not say it."""
    rows = ("22.11.2024;5;-5;0;0;", f"29.11.2024;5;-5;;;{note}")
    (said,) = wrong(*rows, amounts=cells.EUROS, rows=incoming.EACH)
    assert "this payment would not make debts smaller" in said


def test_a_note_of_a_payment_where_all_come_nearer_to_0_is_asked_about() -> None:
    """It may be a payment, or an evening on which somebody paid something."""
    rows = ("22.11.2024;5;-5;0;0;", "29.11.2024;-3;3;;;von Anna überwiesen")
    (said,) = wrong(*rows, amounts=cells.EUROS, rows=incoming.EACH)
    assert "this may be a payment, or an evening with a note of one" in said


def test_a_note_that_all_have_paid_where_all_come_nearer_to_0_is_asked_about() -> None:
    """It may be said of what this evening has cost."""
    rows = ("22.11.2024;5;-5;0;0;", "29.11.2024;-3;3;;;alle bezahlt")
    (said,) = wrong(*rows, amounts=cells.EUROS, rows=incoming.EACH)
    assert "this may be a payment, or an evening with a note of one" in said


@pytest.mark.parametrize("note", ["bar bezahlt", "bezahlt", "alles überwiesen"])
def test_a_note_that_the_first_row_has_as_well_says_no_payment(note: str) -> None:
    """They paid at once, each time."""
    rows = (f"22.11.2024;5;-5;2;-2;{note}", f"29.11.2024;-3;3;-1;1;{note}", "06.12.2024;1;-1;1;-1;")
    assert came_to(read(*rows, amounts=cells.EUROS, rows=incoming.EACH))["2024-11-29"]["Anna"] == -300


def test_a_list_that_is_called_after_payments_has_evenings() -> None:
    """Where no other table says what was to be paid."""
    rows = "".join(f"{row}\n" for row in ("22.11.2024;5;-5", "29.11.2024;2;-2", "30.11.2024;-3;3"))
    found = read_text(f"Datum;Anna;Bene\n{rows}", title="Zahlungen 2024", amounts=cells.EUROS, rows=incoming.EACH)
    assert came_to(found)["2024-11-30"]["Anna"] == -300


@pytest.mark.parametrize("remark", ["Alte Schulden", "Heutiger Stand", "Freitag drauf", "Zwölfter Januar"])
def test_a_line_below_a_day_that_says_more_is_no_remark(remark: str) -> None:
    """What is below it may be of another day, or no evening."""
    text = f"22.11.2024: Anna +1,20, Bene -1,20\n\n29.11.2024\n\n{remark}\n\nAnna +1,00\nBene -1,00\n"
    assert [one.line for one in read_text(text, amounts=cells.EUROS, rows=incoming.EACH).problems] == [5]


def test_a_mail_that_quotes_amounts_beside_others_is_refused() -> None:
    """What is quoted may be what was corrected."""
    text = (
        "22.11.2024: Anna +1,20, Bene -1,20\n29.11.2024: Anna +0,20, Bene -0,20\n> 22.11.2024: Anna +1,00, Bene -1,00\n"
    )
    assert not read_text(text, amounts=cells.EUROS, rows=incoming.EACH).sessions


def test_a_weekday_that_is_not_that_of_the_number_is_asked_about() -> None:
    """The month may have ended."""
    text = "Tag;Anna;Bene\nJanuar 2024\nFr 19;0,50;-0,50\nFr 26;-0,20;0,20\nFr 2;0,40;-0,40\n"
    assert [one.line for one in read_text(text, rows=incoming.EACH).problems] == [5]


def test_whoever_receives_from_another_is_not_whom_it_goes_to() -> None:
    """So it is not taken the wrong way round."""
    found = read_text("Datum;Wer;Bekommt von;Betrag\n22.11.2024;Anna;Bene;1,20\n29.11.2024;Bene;Anna;0,60\n")
    assert found.problems


def test_a_payment_of_somebody_who_owes_nothing_is_asked_about() -> None:
    """It may be an evening that was paid at once."""
    rows = "22.11.2024;Anna;Bene;1,20;\n29.11.2024;Carl;Bene;0,60;überwiesen\n"
    (said,) = read_text(f"Datum;Von;An;Betrag;Notiz\n{rows}", amounts=cells.EUROS, rows=incoming.EACH).problems
    assert "would not make debts smaller" in said.message


AT_0 = ("08.11.2024;5;-5;3;-3;", "15.11.2024;2;0;-4;2;", "22.11.2024;1;1;0;-2;", "29.11.2024;-8;4;1;3;")


def test_a_row_after_which_everybody_is_at_0_is_asked_about() -> None:
    """Whatever word its owner has for a payment."""
    (said,) = wrong(*AT_0[:3], AT_0[3] + "Kassensturz", amounts=cells.EUROS, rows=incoming.EACH)
    assert "after this row everybody is at 0" in said


def test_an_evening_after_which_everybody_is_at_0_says_that_it_is_one() -> None:
    """As the question says."""
    found = read(*AT_0[:3], AT_0[3] + "Abend, alle wieder bei 0", amounts=cells.EUROS, rows=incoming.EACH)
    assert came_to(found)["2024-11-29"]["Anna"] == -800


@pytest.mark.parametrize("note", ["Zeche zahlt Anna", "Anna zahlt die Zeche"])
def test_who_pays_for_the_food_pays_nobody(note: str) -> None:
    """The row has what was won."""
    found = read("22.11.2024;0,50;-0,50;0;0;", f"29.11.2024;-0,30;0,30;0;0;{note}", rows=incoming.EACH)
    assert came_to(found)["2024-11-29"]["Anna"] == -30


def test_evenings_with_numbers_have_their_days_by_these() -> None:
    """However they stand: the first one may be the last row."""
    text = "Abend;Anna;Bene\n3. Abend;4,70;-4,70\n2. Abend;3,20;-3,20\n1. Abend;1,50;-1,50\n"
    found = read_text(text, day="2024-12-06", rows=incoming.RUNNING)
    assert {day: moved["Anna"] for day, moved in came_to(found).items()} == {
        "2024-12-06": 150,
        "2024-12-07": 170,
        "2024-12-08": 150,
    }


def test_numbers_of_evenings_leave_the_day_above_them() -> None:
    """They are the rounds of that day then."""
    text = "Hütte 15.11.2024\nAbend;Anna;Bene\n1;0,50;-0,50\n2;0,30;-0,30\n3;-0,20;0,20\n"
    assert list(came_to(read_text(text, rows=incoming.EACH))) == ["2024-11-15"]


def test_the_day_of_a_month_is_no_place_in_a_ranking() -> None:
    """Below a whole day, "12." may be another one."""
    text = "5.1.2024 Anna +1,80, Bene -1,80\n12. Anna +0,40, Bene -0,40\n2.2.2024 Anna -0,60, Bene +0,60\n"
    assert [problem.line for problem in read_text(text, rows=incoming.EACH).problems] == [2]


WINNER = "Datum;Anna;Bene;Christl;Topf\n22.11.2024;x;-1,80;-2,30;4,10\n"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("29.11.2024;-2,60;-1,00;x;36,00", "the pot has +36.00 €, but the others lost +3.60 €"),
        ("29.11.2024;-2,60;-1,00;krank;3,60", "it is not clear who won"),
    ],
)
def test_a_pot_is_compared_and_nobody_wins_it_from_bed(row: str, said: str) -> None:
    """Whoever has a word instead of an amount was not there."""
    (problem,) = read_text(f"{WINNER}{row}\n", points=incoming.WINNER, rows=incoming.EACH).problems
    assert said in problem.message


def test_a_pot_may_be_the_stock() -> None:
    """As the question about it says."""
    found = read_text(f"{WINNER}29.11.2024;-2,60;-1,00;x;3,60\n", people={"Topf": "Stock"}, rows=incoming.EACH)
    assert came_to(found)["2024-11-29"] == {"Anna": -260, "Bene": -100}
    assert [one.session.stock for one in found.sheets[0].evenings] == [0, 410]


LOST = "Datum;Veit;Zenz;Lena;Kuno\n03.05.2019;-1,20;;-0,40;-0,60\n10.05.2019;;-0,90;-0,30;-0,50\n"


@pytest.mark.parametrize("sign", ["-", ""])
def test_one_person_may_have_won_what_the_others_have(sign: str) -> None:
    """Theirs are losses with a minus or without one; the winner's cell is empty."""
    text = LOST.replace("-", sign)
    (said,) = read_text(text, rows=incoming.EACH).asked
    assert (said.option, incoming.WINNER in said.answers) == ("points", True)
    found = came_to(read_text(text, rows=incoming.EACH, points=incoming.WINNER))
    assert found["2019-05-03"] == {"Veit": -120, "Zenz": 220, "Lena": -40, "Kuno": -60}


def test_one_who_was_not_there_is_no_winner() -> None:
    """A dash says it where somebody else's cell is empty; of two empty cells nobody knows."""
    text = LOST.replace("Kuno", "Kuno;Resi").replace("0,60", "0,60;-").replace("0,50", "0,50;-")
    assert came_to(read_text(text, points=incoming.WINNER))["2019-05-10"]["Veit"] == 170
    (said, *_others) = read_text(LOST.replace("-1,20", ""), points=incoming.WINNER).problems
    assert said.message == "it is not clear who won: not exactly one person lost nothing"


def test_above_0_nobody_is_called_the_winner_where_two_have_nothing() -> None:
    """Then it is no answer."""
    (said,) = read_text(LOST.replace("-", "").replace("1,20", ""), rows=incoming.EACH).asked
    assert said.answers == (incoming.DIFFERENCES, incoming.LOSSES)


def test_one_number_alone_does_not_say_that_five_were_there() -> None:
    """Each evening one of them was missing."""
    text = "Datum;Anna;Bene;Christl;Dani;Emil\n22.11.2024;3;5;8;2;\n29.11.2024;4;;6;1;7\n6.12.2024;;;9;;\n"
    found = read_text(text, amounts=cells.POINTS, points=incoming.LOSSES)
    assert [(problem.line, problem.message) for problem in found.problems] == [
        (4, "only one person has amounts on this day")
    ]


@pytest.mark.parametrize("title", ["Schafkopf 2024, mit dem Stand vom Dezember 2023", "2024 (Übertrag vom 31.12.2023)"])
def test_two_years_in_a_title_are_no_season(title: str) -> None:
    """Only where it goes from the one to the other."""
    text = f"{title}\nDatum;Anna;Bene\n24.11.;0,50;-0,50\n22.12.;0,30;-0,30\n12.1.;-0,20;0,20\n"
    assert "has no year" in read_text(text, rows=incoming.EACH).problems[0].message


@pytest.mark.parametrize(
    "label", ["Übertrag, aus dem alten Heft = Rest", "Übertrag aus dem alten Heft vom Wirtshaus zur Post"]
)
def test_what_is_carried_over_is_left_out_by_its_first_word(label: str) -> None:
    """The rest of it may be long, or have signs of the option."""
    rows = (f"{label};1;-1;1;-1;", "22.11.2024;0,50;-0,50;0,50;-0,50;", "29.11.2024;0,20;-0,20;0,20;-0,20;")
    (said,) = wrong(*rows, rows=incoming.EACH)
    assert said.endswith("carries over an amount from elsewhere: give it a day, or delete it")
    assert len(came_to(read(*rows, rows=incoming.EACH, people={"Übertrag": "-"}))) == 2


def test_days_below_the_word_for_standings_are_asked() -> None:
    """Even where running totals would jump."""
    rows = ("-2,40;1,30;-1,30;2,40", "0,40;-1,90;1,00;0,50", "1,60;-1,70;-1,80;1,90", "0,80;-1,60;0,00;0,80")
    text = "Stand;Anna;Bene;Christl;Dani\n" + "".join(
        f"{day}.11.2024;{row}\n" for day, row in zip((1, 8, 15, 22), rows, strict=True)
    )
    (said,) = read_text(text).problems
    assert "may be single amounts or running totals" in said.message
