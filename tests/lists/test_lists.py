"""Lists from a spreadsheet: what is read is what the rows moved, and what could be two things is not read at all."""

from __future__ import annotations

import time
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest
from openpyxl.utils.datetime import MAC_EPOCH

from sklog import lists, tariffs
from sklog.errors import SklogError
from sklog.files import incoming
from sklog.lists import cells, grids, layout, limits, workbooks
from sklog.lists.cells import Cell
from sklog.scoring.hand import Played, Posting, Ramsch
from tests import lists_samples, transcripts
from tests.lists_samples import SAMPLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sklog.scoring.session import Session

TODAY = date(2026, 11, 19)
HEAD = "Datum;Anna;Bene;Christl;Dani;Bemerkung"


def read(*rows: str, title: str = "liste", **said: Any) -> lists.Listed:
    """Return a list of these rows as it is read; the heading is the usual one."""
    return read_text("\n".join([HEAD, *rows]), title=title, **said)


def read_text(text: str | bytes, title: str = "liste", **said: Any) -> lists.Listed:
    """Return a csv as it is read."""
    data = text.encode() if isinstance(text, str) else text
    return lists.read_lists([grids.of_text(data, title, "x.csv")], lists.Asked(TODAY, **said), title, "x.csv")


def wrong(*rows: str, **said: Any) -> list[str]:
    """Return what is wrong with a list, as it is said."""
    return list(map(str, read(*rows, **said).problems))


def came_to(found: lists.Listed) -> lists_samples.Balances:
    """Return what each evening came to; nothing may be wrong."""
    assert found.problems == ()
    return balances(found.sessions)


def balances(sessions: Sequence[Session]) -> lists_samples.Balances:
    """Return what each evening came to, by its day."""
    return {
        one.date: {name: amount for name, amount in one.end().balances.items() if name != "Stock"} for one in sessions
    }


# -- five lists, as they are typed and as a spreadsheet program saves them ----------------------------


def options(sample: lists_samples.Sample) -> dict[str, Any]:
    """Return what is said of a sample."""
    return {"tariff": tariffs.find(sample.options[1])} if sample.options else {}


@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if len(sample.sheets) == 1])
@pytest.mark.parametrize("delimiter", [";", "\t", ","])
def test_a_list_comes_in_whatever_parts_its_cells(name: str, delimiter: str) -> None:
    """Semicolons, tabs and commas, with decimal commas between quotation marks where they have to be."""
    ((title, rows),) = SAMPLES[name].sheets.items()
    text = lists_samples.as_csv(rows, delimiter)
    assert came_to(read_text(text, title, **options(SAMPLES[name]))) == SAMPLES[name].balances


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_list_comes_in_in_any_encoding(encoding: str) -> None:
    """As Excel saves it in any of its ways."""
    ((title, rows),) = SAMPLES["evenings"].sheets.items()
    found = read_text(lists_samples.as_csv(rows).encode(encoding), title)
    assert came_to(found) == SAMPLES["evenings"].balances
    assert found.sessions[2].place == "Bräu"


@pytest.mark.long
@pytest.mark.skipif(lists_samples.SOFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("ending", ["xlsx", "ods", "csv"])
def test_a_list_comes_in_as_a_spreadsheet_program_saves_it(ending: str, tmp_path: Path) -> None:
    """With numbers, days and cells of its own making."""
    samples = {name: one for name, one in SAMPLES.items() if ending != "csv" or len(one.sheets) == 1}
    for name, path in lists_samples.saved(samples, ending, tmp_path).items():
        asked = lists.Asked(TODAY, **options(samples[name]))
        assert came_to(lists.read_lists(grids.read_tables(path), asked, name, path.name)) == samples[name].balances


@pytest.mark.parametrize("name", SAMPLES)
def test_a_list_comes_in_from_a_workbook(name: str, tmp_path: Path) -> None:
    """Where every cell is a text, or as a small program writes it."""
    sample = SAMPLES[name]
    lists_samples.workbook(sample.sheets, tmp_path / "x.xlsx")
    (tmp_path / "x.ods").write_bytes(lists_samples.as_ods(sample.sheets))
    for ending in ("xlsx", "ods"):
        found = lists.read_lists(
            grids.read_tables(tmp_path / f"x.{ending}"), lists.Asked(TODAY, **options(sample)), name, "x"
        )
        assert came_to(found) == sample.balances


# -- what a cell can mean -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("0,50", "0.5", ""),
        ("-0.50", "-0.5", ""),
        ("+3", "3", ""),
        ("−2,40", "-2.4", ""),
        ("–2,40 €", "-2.4", "€"),
        ("2,40-", "-2.4", ""),
        ("(2,40)", "-2.4", ""),
        ("(2,40 €)", "-2.4", "€"),
        ("€ 1.50", "1.5", "€"),
        ("€ (1.50)", "-1.5", "€"),
        ("-   1,50 €", "-1.5", "€"),
        ("-€1.50", "-1.5", "€"),
        ("EUR 3", "3", "€"),
        ("50 ct", "50", "ct"),
        ("50 Cent", "50", "ct"),
        ("12 Punkte", "12", "points"),
        ("1.234,50", "1234.5", ""),
        ("1,234.50", "1234.5", ""),
        ("1.234.567", "1234567", ""),
        ("1'234.50", "1234.5", ""),
        ("1 234,50", "1234.5", ""),
        (",50", "0.5", ""),
        ("0,500", "0.5", ""),
    ],
)
def test_an_amount_is_read_as_people_write_it(text: str, value: str, unit: str) -> None:
    """With signs before and behind, in brackets, with its unit, and with marks between thousands."""
    found = cells.amount_of(Cell(text))
    assert found is not None
    assert (found.value, found.unit, found.other) == (Decimal(value), unit, None)


@pytest.mark.parametrize(
    "text",
    ["", "krank", "1,2,3", "1.23.456", "--5", "(5", "5)", "-5-", "5 kg", "€5€", "1e3", "0x10", "٣", "½", "12" * 9],
)
def test_what_is_no_amount_is_none(text: str) -> None:
    """No word, no broken number, and no digits that nobody here reads."""
    assert cells.amount_of(Cell(text)) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("22.11.2024", "2024-11-22"),
        ("22.11.24", "2024-11-22"),
        ("3.1.98", "1998-01-03"),
        ("2024-11-22", "2024-11-22"),
        ("2024/11/22", "2024-11-22"),
        ("Fr, 22.11.2024", "2024-11-22"),
        ("Freitag 22.11.2024", "2024-11-22"),
        ("22.11.2024 20:15", "2024-11-22"),
        ("22. November 2024", "2024-11-22"),
        ("22 Nov 2024", "2024-11-22"),
        ("Nov 22, 2024", "2024-11-22"),
        ("22.11.", "2023-11-22"),
        ("22. Nov.", "2023-11-22"),
    ],
)
def test_a_day_is_read_as_people_write_it(text: str, day: str) -> None:
    """Where only one day can be meant; without a year it is that of the sheet's title."""
    found = cells.day_of(Cell(text), "2023", "", TODAY)
    assert found is not None
    assert (found.day_first, found.month_first, found.wrong) == (day, day, "")


@pytest.mark.parametrize(
    "text", ["15. \N{LATIN CAPITAL LETTER I WITH DOT ABOVE} 2024", "15. \N{LATIN SMALL LETTER DOTLESS I}. 2024"]
)
def test_a_letter_of_another_alphabet_is_no_roman_month(text: str) -> None:
    """A letter that is an I in capitals alone counts nothing."""
    assert cells.day_of(Cell(text), "2024", "", TODAY) is None


def test_a_day_between_strokes_can_be_two() -> None:
    """Whichever stands first: that is for the whole list to say."""
    found = cells.day_of(Cell("03/04/2025"), "", "", TODAY)
    assert found is not None
    assert (found.day_first, found.month_first, found.open) == ("2025-04-03", "2025-03-04", True)


# -- what two people could mean different things by ---------------------------------------------------


def test_whole_numbers_without_a_unit_are_asked_back() -> None:
    """Fifty of what? All three readings are said, and how to choose one."""
    (said,) = wrong("22.11.2024;50;-50;50;-50", "29.11.2024;70;-70;-70;70")
    assert said.startswith('x.csv:2: "50" (Anna, row 2) may be 50.00 €, 0.50 € or 50 points')


@pytest.mark.parametrize(("unit", "cents"), [(cells.EUROS, 5000), (cells.CENTS, 50), (cells.POINTS, 50)])
def test_what_whole_numbers_count_can_be_said(unit: str, cents: int) -> None:
    """Euros, cents or points."""
    found = read("22.11.2024;50;-50;50;-50", "29.11.2024;70;-70;-70;70", amounts=unit)
    assert came_to(found)["2024-11-22"]["Anna"] == cents
    assert found.sessions[0].tariff.unit == ("points" if unit == cells.POINTS else "ct")


def test_a_tariff_that_counts_points_says_what_numbers_count() -> None:
    """And no euro is among them."""
    tariff = tariffs.find("saukopf")
    found = read("22.11.2024;5;-5;5;-5", "29.11.2024;7;-7;-7;7", tariff=tariff)
    assert came_to(found)["2024-11-22"]["Anna"] == 5
    (said,) = wrong("22.11.2024;5 €;-5;5;-5", "29.11.2024;7;-7;-7;7", tariff=tariff)
    assert "saukopf counts points and" in said


def test_a_heading_says_what_numbers_count() -> None:
    """In its brackets, or in a row of units below it."""
    text = "Datum;Anna (ct);Bene (ct)\n22.11.2024;50;-50\n"
    assert came_to(read_text(text)) == {"2024-11-22": {"Anna": 50, "Bene": -50}}
    text = "Datum;Anna;Bene\n;€;€\n22.11.2024;50;-50\n"
    assert came_to(read_text(text)) == {"2024-11-22": {"Anna": 5000, "Bene": -5000}}


def test_a_mark_between_thousands_or_decimals_is_asked_back() -> None:
    """Unless other amounts of the list show which it is."""
    rows = ("22.11.2024;1.250 €;-1.250 €;0 €;0 €",)
    (said,) = wrong(*rows)
    assert "may be 1250 or 1.250" in said
    assert came_to(read(*rows, decimal=cells.COMMA))["2024-11-22"]["Anna"] == 125_000
    assert came_to(read(*rows, decimal=cells.POINT))["2024-11-22"]["Anna"] == 125
    shown = read(*rows, "29.11.2024;0,50 €;-0,50 €;0,50 €;-0,50 €", rows=incoming.EACH)
    assert came_to(shown)["2024-11-22"]["Anna"] == 125_000


def test_days_between_strokes_are_read_as_the_whole_column_shows() -> None:
    """One day that can be only one tells the others; else both are said."""
    rows = ("03/04/2025;0,50;-0,50;0,50;-0,50", "04/04/2025;0,30;0,30;-0,30;-0,30")
    (said,) = wrong(*rows)
    assert "may be 2025-04-03 or 2025-03-04" in said
    assert sorted(came_to(read(*rows, dates=incoming.MONTH_FIRST))) == ["2025-03-04", "2025-04-04"]
    shown = read(*rows, "13/04/2025;0,20;-0,20;-0,20;0,20")
    assert sorted(came_to(shown)) == ["2025-04-03", "2025-04-04", "2025-04-13"]


def test_days_that_contradict_each_other_are_asked_back() -> None:
    """A day of month 13 and a month of day 13 stand in one column."""
    said = wrong("13/04/2025;0,50;-0,50;0,50;-0,50", "04/13/2025;0,30;0,30;-0,30;-0,30")
    assert "may be 2025-04-13" in said[0]


def test_rows_may_be_amounts_or_running_totals() -> None:
    """Two evenings fit both; what was said decides."""
    rows = ("22.11.2024;2,10;-3,40;0,30;1,00", "29.11.2024;1,00;-2,00;-1,50;2,50")
    (said,) = wrong(*rows)
    assert "may be single amounts or running totals" in said
    assert came_to(read(*rows, rows=incoming.EACH))["2024-11-29"]["Anna"] == 100
    assert came_to(read(*rows, rows=incoming.RUNNING))["2024-11-29"]["Anna"] == -110


def test_a_total_at_the_end_says_what_rows_are() -> None:
    """It is their sum, or repeats the last of them."""
    rows = ("22.11.2024;2,10;-3,40;0,30;1,00", "29.11.2024;1,00;-2,00;-1,50;2,50")
    added = read(*rows, "Summe;3,10;-5,40;-1,20;3,50")
    assert came_to(added)["2024-11-29"]["Anna"] == 100
    stood = read(*rows, "Stand;1,00;-2,00;-1,50;2,50")
    assert came_to(stood)["2024-11-29"]["Anna"] == -110


def test_running_totals_that_begin_anew_every_evening() -> None:
    """As on a sheet of paper: the first hand of an evening shows it."""
    rows = (
        "22.11.2024;0,20;-0,20;0,20;-0,20",
        ";0,70;-1,70;0,70;0,30",
        ";0,50;-1,50;0,90;0,10",
        "29.11.2024;-0,50;-0,50;1,50;-0,50",
        ";-0,30;-0,70;1,70;-0,70",
    )
    found = came_to(read(*rows))
    assert found["2024-11-22"]["Anna"] == 50
    assert found["2024-11-29"] == {"Anna": -30, "Bene": -70, "Christl": 170, "Dani": -70}


def test_many_evenings_are_amounts_where_running_totals_would_jump() -> None:
    """Ten evenings that swing around 0 say it by themselves."""
    amounts = [(3, -7), (-6, 2), (8, -1), (-5, 9), (4, -8), (-7, 3), (6, -2), (-3, 5), (9, -6), (-8, 4)]
    rows = [f"{day}.3.2024;{a}€;{b}€;{-a}€;{-b}€" for day, (a, b) in enumerate(amounts, 1)]
    assert came_to(read(*rows))["2024-03-03"] == {"Anna": 800, "Bene": -100, "Christl": -800, "Dani": 100}


def test_a_title_alone_does_not_make_running_totals() -> None:
    """Where the numbers swing around 0, it is asked."""
    amounts = [(3, -7), (-6, 2), (8, -1), (-5, 9), (4, -8), (-7, 3), (6, -2), (-3, 5), (9, -6), (-8, 4)]
    rows = [f"{day}.3.2024;{a}€;{b}€;{-a}€;{-b}€" for day, (a, b) in enumerate(amounts, 1)]
    assert came_to(read(*rows, title="Saldo"))["2024-03-03"]["Anna"] == 800


def test_running_totals_with_the_newest_day_first_are_read_from_the_last_row() -> None:
    """What each evening brought is what changed since the row below."""
    rows = ("29.11.2024;0,70;-1,70;0,70;0,30", "22.11.2024;0,20;-0,20;0,20;-0,20")
    found = came_to(read(*rows, rows=incoming.RUNNING))
    assert found["2024-11-29"] == {"Anna": 50, "Bene": -150, "Christl": 50, "Dani": 50}


def test_running_totals_with_the_newest_day_first_may_have_their_total_below() -> None:
    """It is what the newest day says."""
    rows = ("29.11.2024;0,70;-1,70;0,70;0,30", "22.11.2024;0,20;-0,20;0,20;-0,20", "Gesamt;0,70;-1,70;0,70;0,30")
    assert came_to(read(*rows))["2024-11-29"] == {"Anna": 50, "Bene": -150, "Christl": 50, "Dani": 50}


def test_running_totals_in_no_order_are_refused() -> None:
    """Nobody knows which row goes on from which."""
    days = ("29.11.2024", "22.11.2024", "06.12.2024")
    said = wrong(*(f"{day};0,20;-0,20;0,20;-0,20" for day in days), rows=incoming.RUNNING)
    assert "sort the list, oldest first" in said[0]


# -- rows ---------------------------------------------------------------------------------------------


def test_a_row_that_is_not_zero_is_named_with_its_number() -> None:
    """With what it comes to; the others are right."""
    said = wrong("22.11.2024;0,50;-0,50;0,50;-0,50", ";0,50;-0,40;0,50;-0,50", ";0,30;0,30;-0,30;-0,30")
    assert said == ["x.csv:3: the amounts add up to +0.10 €; they must add up to 0"]


def test_every_row_that_is_wrong_is_said_at_once() -> None:
    """A word for an amount, half a cent, a day that is none, and a row without one."""
    said = wrong(
        ";0,50;-0,50;0,50;-0,50",
        "22.11.2024;einiges;-0,50;0,50;-0,50",
        "31.11.2024;0,50;-0,50;0,50;-0,50",
        "22.11.2024;0,505;-0,505;0;0",
        "irgendwann;0,50;-0,50;0,50;-0,50",
    )
    assert [line.partition(": ")[2] for line in said] == [
        "there is no day here, and none above it",
        'Anna: "einiges" is not an amount',
        '"31.11.2024" is not in the calendar',
        'Anna: "0,505" is not a whole number of cents',
        'Bene: "-0,505" is not a whole number of cents',
        '"irgendwann" is not a day',
    ]


def test_who_has_no_number_was_not_there() -> None:
    """An empty cell and a dash are nobody; a 0 is somebody."""
    found = read("22.11.2024;0,50;-0,50;;", ";0,20;-;-0,20;0", rows=incoming.EACH)
    assert found.sessions[0].players == ("Anna", "Bene", "Christl", "Dani")
    found = read("22.11.2024;0,50;-0,50;;–", rows=incoming.EACH)
    assert found.sessions[0].players == ("Anna", "Bene")


@pytest.mark.parametrize("text", ["", "-", "–", " -   € ", "—"])
def test_a_dash_is_nothing(text: str) -> None:
    """As people write it, and as a spreadsheet shows 0 to accountants."""
    found = read(f"22.11.2024;0,50 €;-0,50 €;{text};{text}")
    assert found.sessions[0].players == ("Anna", "Bene")


def test_a_row_in_which_nothing_moved_is_no_hand() -> None:
    """Beside rows in which something moved it is left out."""
    found = read("29.11.2024;0,50;-0,50;0,50;-0,50", ";0;0;0;0")
    assert [(one.date, len(one.entries)) for one in found.sessions] == [("2024-11-29", 1)]


def test_an_evening_that_ended_at_0_for_everybody_comes_in() -> None:
    """A posting says so, of everybody with a number; an empty cell is nobody here as well."""
    found = read("22.11.2024;0,00;0,00;0,00;", "29.11.2024;0,50;-0,50;0,50;-0,50")
    even, other = found.sessions
    assert (even.date, even.players) == ("2024-11-22", ("Anna", "Bene", "Christl"))
    assert even.entries == (Posting(amounts={"Anna": 0, "Bene": 0, "Christl": 0}),)
    assert len(other.entries) == 1


def test_an_evening_at_0_may_have_several_rows() -> None:
    """Whoever has a number in one of them was there."""
    found = read("22.11.2024;0,00 €;;;", ";;0,00 €;0,00 €;", "29.11.2024;0,50 €;-0,50 €;0,50 €;-0,50 €")
    assert found.problems == ()
    assert [(one.players, len(one.entries)) for one in found.sessions] == [
        (("Anna", "Bene", "Christl"), 2),
        (("Anna", "Bene", "Christl", "Dani"), 1),
    ]


def test_a_lone_0_is_no_evening() -> None:
    """Nobody plays alone: the row is named instead of vanishing."""
    assert wrong("22.11.2024;0,00;;;", "29.11.2024;0,50;-0,50;0,50;-0,50") == [
        "x.csv:2: only one person has amounts on this day"
    ]


def test_a_day_without_another_total_is_named() -> None:
    """Running totals that stay as they are say neither who came nor whether anybody did: the row is left out."""
    rows = ("22.11.2024;0,50;-0,50;0,50;-0,50", "29.11.2024;0,50;-0,50;0,50;-0,50", "06.12.2024;1;-1;0;0")
    found = read(*rows, rows=incoming.RUNNING)
    assert [one.date for one in found.sessions] == ["2024-11-22", "2024-12-06"]
    (left_out,) = found.sheets[0].rows.left_out
    assert (left_out.line, left_out.message) == (3, "nobody's total changed on this day")


def test_totals_of_one_evening_say_who_was_there() -> None:
    """They begin at 0 every evening: whoever has a number has sat there, also where it is 0."""
    found = read("22.11.2024;0,50;-0,50;0,00;", "29.11.2024;0;0;0;0", rows=incoming.BY_EVENING)
    assert [one.players for one in found.sessions] == [("Anna", "Bene", "Christl"), ("Anna", "Bene", "Christl", "Dani")]


def test_a_total_that_does_not_agree_is_refused() -> None:
    """It says whose sum is off; a total is recognised by its word, and believed by its numbers."""
    rows = ("22.11.2024;0,50;-0,50;0,50;-0,50", ";1,50;-0,50;-0,50;-0,50")
    (said,) = wrong(*rows, "Summe;2,10;-1,00;0,00;-1,00")
    assert said == 'x.csv:4: "Summe" is not the total of the rows above: Anna has +2.10 €, the rows make +2.00 €'


def test_what_is_carried_over_from_nowhere_is_refused() -> None:
    """It is money that no row moved."""
    said = wrong("Übertrag;3,00;-3,00;0;0", "22.11.2024;0,50;-0,50;0,50;-0,50", ";1,50;-0,50;-0,50;-0,50")
    assert '"Übertrag" carries over an amount from elsewhere' in said[0]


def test_a_total_without_its_word_is_asked_back() -> None:
    """A row without a day that is the sum of those above it may be one, or a hand."""
    rows = ("22.11.2024;0,50;-0,50;0,50;-0,50", "29.11.2024;1,50;-0,50;-0,50;-0,50", ";2,00;-1,00;0,00;-1,00")
    (said,) = wrong(*rows, rows=incoming.EACH)
    assert said.startswith("x.csv:4: this row is the sum of those above")


def test_a_total_with_a_day_is_not_taken_for_an_evening() -> None:
    """It is recognised by its word beside the day, and by its numbers at the end of a list."""
    rows = ("8.11.2024;0,50;-0,50;0,50;-0,50", "15.11.2024;1,50;-0,50;-0,50;-0,50", "22.11.2024;0,30;0,30;-0,30;-0,30")
    found = read(*rows, "31.12.2024;2,30;-0,70;-0,30;-1,30;Summe", rows=incoming.EACH)
    assert sorted(came_to(found)) == ["2024-11-08", "2024-11-15", "2024-11-22"]
    (said,) = wrong(*rows, "31.12.2024;2,30;-0,70;-0,30;-1,30", rows=incoming.EACH)
    assert said.startswith("x.csv:5: this row is the sum of those above")


def test_a_number_of_the_evening_is_no_day() -> None:
    """Beside the column of days it is not read."""
    text = "Abend;Datum;Anna;Bene\n1;22.11.2024;0,50;-0,50\n2;29.11.2024;-0,30;0,30\n"
    assert sorted(came_to(read_text(text, rows=incoming.EACH))) == ["2024-11-22", "2024-11-29"]


def test_decimal_commas_between_commas_are_refused() -> None:
    """The row has more cells than there are headings."""
    text = "Datum,Anna,Bene\n22.11.2024,0,50,-0,50\n29.11.2024,0,30,-0,30\n"
    assert "has amounts but no heading" in str(read_text(text).problems[0])


def test_a_statistic_is_left_out() -> None:
    """An average is no evening, and is not zero in sum."""
    found = read("22.11.2024;0,50;-0,50;0,50;-0,50", ";1,50;-0,50;-0,50;-0,50", "Schnitt;1,00;-0,51;0;-0,5")
    assert came_to(found)
    assert [one.message for one in found.sheets[0].rows.left_out] == ['"Schnitt" is not an evening']


def test_somebody_called_max_is_no_statistic() -> None:
    """Only where a day would stand such a word is one."""
    text = "Datum;Geber;Anna;Bene;Max\n22.11.2024;Max;0,50;-0,50;0\n29.11.2024;Anna;-0,30;;0,30\n"
    assert came_to(read_text(text, rows=incoming.EACH))["2024-11-22"] == {"Anna": 50, "Bene": -50, "Max": 0}


def test_a_column_that_is_always_0_is_asked_about() -> None:
    """Somebody may come out even each time, and a column may check the others: neither is guessed."""
    text = "Datum;Anna;Bene;Christl\n1.11.2024;0,50;-0,50;0\n8.11.2024;-0,30;0,30;0\n15.11.2024;1,00;-1,00;0\n"
    (said,) = read_text(text, rows=incoming.EACH).problems
    assert said.message == 'column D "Christl" is 0 in every row'
    found = read_text(text, rows=incoming.EACH, people={"Christl": "Christl"})
    assert came_to(found)["2024-11-15"] == {"Anna": 100, "Bene": -100, "Christl": 0}
    assert (
        "Christl" not in came_to(read_text(text, rows=incoming.EACH, people={"Christl": layout.NOBODY}))["2024-11-15"]
    )


# -- columns ------------------------------------------------------------------------------------------


def test_a_column_that_is_nobody_s_is_found() -> None:
    """Without it every row is zero: it is named, with what leaves it out."""
    text = "Datum;Anna;Bene;Tisch\n22.11.2024;0,50;-0,50;1\n29.11.2024;-0,30;0,30;2\n"
    (said,) = read_text(text, rows=incoming.EACH).problems
    assert said.message == 'without column D "Tisch" every row adds up to zero'
    found = read_text(text, rows=incoming.EACH, people={"Tisch": layout.NOBODY})
    assert came_to(found)["2024-11-22"] == {"Anna": 50, "Bene": -50}


def test_a_column_of_totals_is_compared() -> None:
    """With what it is the sum of; else it is named."""
    text = "Datum;Anna;Bene;Summe\n22.11.2024;0,50;-0,50;{}\n29.11.2024;-0,30;0,30;0,30\n"
    assert came_to(read_text(text.format("0,50"), rows=incoming.EACH))
    (said,) = read_text(text.format("0,70"), rows=incoming.EACH).problems
    assert said.message.startswith('column D "Summe" is +0.70 €, the others make 0.00 €')


def test_a_running_total_beside_the_amounts_is_compared() -> None:
    """It is nobody else, and moves nothing."""
    text = "Datum;Anna;Bene;Anna gesamt\n22.11.2024;0,50;-0,50;0,50\n29.11.2024;-0,30;0,30;{}\n"
    assert came_to(read_text(text.format("0,20"), rows=incoming.EACH))["2024-11-29"] == {"Anna": -30, "Bene": 30}
    (said,) = read_text(text.format("0,30"), rows=incoming.EACH).problems
    assert said.message.startswith('column D "Anna gesamt" is +0.30 €, the others make +0.20 €')


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Datum;Anna;anna", 'column B "Anna" and column C "anna" are the same person'),
        ("Datum;Anna;", "column C has amounts but no heading"),
        ("Datum;Date;Anna;Bene", "are called the same: rename one of them"),
        ("Datum;Anna;Stock", "no row has amounts of two people"),
        ("Wirt;Anna;Bene", "there is no column of days"),
        ("Datum;Anna;" + "B" * 41, "at most 40 are possible"),
    ],
)
def test_headings_that_cannot_be_are_named(heading: str, said: str) -> None:
    """Two that are one person, none at all, and names that are none."""
    width = heading.count(";")
    rows = f"\n{'Post' if heading[0] == 'W' else '22.11.2024'}" + ";22.11.2024" * (width - 2) + ";0,50;-0,50\n"
    assert any(said in problem.message for problem in read_text(heading + rows).problems)


def test_columns_without_any_heading_are_refused() -> None:
    """Nobody knows whose they are."""
    (said,) = read_text("22.11.2024;0,50;-0,50\n29.11.2024;-0,30;0,30\n").problems
    assert said.message.startswith("there are no headings above the first amounts")


def test_a_table_with_a_row_a_person_is_refused() -> None:
    """The standings of a season are no list of evenings."""
    found = read_text("rank,name,evenings,hands,total\n1,Dani,7,81,2160\n2,Bene,7,102,110\n")
    assert "this has a row per person" in found.problems[0].message


def test_the_sheet_of_an_evening_needs_its_day() -> None:
    """The csv of `report session` has running balances and no date: that is asked, and what its numbers count."""
    text = (
        'hand,what,Anna,Bene,Christl,Dani,value\n1,"Sauspiel: Anna",40,-40,40,-40,40\n2,Wenz,-140,500,-140,-220,180\n'
    )
    day, unit = read_text(text).problems
    assert "there is no column of days" in day.message
    assert "may be 40.00 €, 0.40 € or 40 points" in unit.message
    found = read_text(text, day="2026-11-19", amounts=cells.CENTS)
    assert came_to(found) == {"2026-11-19": {"Anna": -140, "Bene": 500, "Christl": -140, "Dani": -220}}
    assert [one.note for one in found.sessions[0].entries] == ["Sauspiel: Anna", "Wenz"]  # type: ignore[union-attr]


def test_names_may_be_said() -> None:
    """For a heading that is an initial, with its unit or without."""
    text = "Datum;A (€);B (€)\n22.11.2024;0,50;-0,50\n"
    found = read_text(text, people={"A": "Anna", "b (€)": "Bene"})
    assert came_to(found) == {"2024-11-22": {"Anna": 50, "Bene": -50}}


def test_a_stock_goes_from_evening_to_evening() -> None:
    """What the list puts into it is there the next time."""
    text = "Datum;Anna;Bene;Stock\n22.11.2024;-0,50;-0,50;1,00\n29.11.2024;1,00;0;-1,00\n"
    first, second = read_text(text, rows=incoming.EACH).sessions
    assert (first.end().stock, second.stock, second.stock_from, second.end().stock) == (100, 100, first.id, 0)


# -- hands --------------------------------------------------------------------------------------------

HANDS = "Datum;Spiel;Spieler;Partner;Gewonnen;Laufende;Anna;Bene;Christl;Dani;Notiz\n"


def hand(row: str, tariff: str = "sauspiel") -> Any:
    """Return what a row is."""
    found = read_text(HANDS + f"22.11.2024;{row}\n", tariff=tariffs.find(tariff))
    assert found.problems == ()
    ((entry,),) = (one.entries for one in found.sessions)
    return entry


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            "Sauspiel;Anna;Christl;ja;;0,20;-0,20;0,20;-0,20;",
            Played(game="sauspiel", declarer="Anna", partner="Christl", won=True),
        ),
        (
            "Sauspiel;Anna;;;;0,20;-0,20;0,20;-0,20;",
            Played(game="sauspiel", declarer="Anna", partner="Christl", won=True),
        ),
        (
            "Rufspiel;A + C;;nein;;-0,20;0,20;-0,20;0,20;",
            Played(game="sauspiel", declarer="Anna", partner="Christl", won=False),
        ),
        (
            "Sauspiel;Anna;Christl;ja;3;0,50;-0,50;0,50;-0,50;",
            Played(game="sauspiel", declarer="Anna", partner="Christl", won=True, laufende=3),
        ),
        (
            "Herz-Solo;Bene;;;;0,50;-1,50;0,50;0,50;au",
            Played(note="au", game="solo", suit="herz", declarer="Bene", won=False),
        ),
        ("Ramsch;Dani;;;;0,20;0,20;0,20;-0,60;", Ramsch(losers=("Dani",))),
        (
            "Herz-Solo;Anna;;ja;8;7,80;-2,60;-2,60;-2,60;",
            Played(game="solo", suit="herz", declarer="Anna", sie=True),
        ),
        (
            "Herz-Solo;Anna;;ja;8;4,50;-1,50;-1,50;-1,50;",
            Played(game="solo", suit="herz", declarer="Anna", won=True, schwarz=True, laufende=8, sie=False),
        ),
    ],
)
def test_a_row_that_says_a_hand_is_one(row: str, expected: object) -> None:
    """Where the tariff makes its very amounts; how it ended may follow from them."""
    assert hand(row) == expected


@pytest.mark.parametrize(
    ("row", "note"),
    [
        ("Wenz;Dani;;ja;;-0,70;-0,70;-0,70;2,10;", "Wenz, Dani, ja ≠ sauspiel"),
        ("Wenz;Dani;;nein;;-0,50;-0,50;-0,50;1,50;Bier", "Wenz, Dani, nein ≠ sauspiel // Bier"),
        ("Watten;Dani;;;;-0,50;-0,50;-0,50;1,50;", "Watten, Dani ≠ sauspiel"),
        ("Wenz;Kathi;;;;-0,50;-0,50;-0,50;1,50;", "Wenz, Kathi ≠ sauspiel"),
    ],
)
def test_a_row_that_the_tariff_prices_otherwise_is_a_posting_that_says_so(row: str, note: str) -> None:
    """The list's amounts are kept, and so is what it says."""
    entry = hand(row)
    assert isinstance(entry, Posting)
    assert entry.note == note


def test_a_note_is_not_longer_than_a_hand_may_have() -> None:
    """What is imported can be exported and imported again."""
    assert len(hand(f"Wenz;Dani;;ja;;-0,50;-0,50;-0,50;1,50;{'x' * 5000}").note) == 2000


def test_without_a_tariff_every_row_is_a_posting() -> None:
    """With what it says as its note, in its own words."""
    found = read_text(HANDS + "22.11.2024;Sauspiel;Anna;Christl;ja;;0,20;-0,20;0,20;-0,20;Bier\n")
    ((entry,),) = (one.entries for one in found.sessions)
    assert isinstance(entry, Posting)
    assert entry.note == "Sauspiel, Anna, Christl, ja // Bier"


def test_of_five_people_one_sits_out() -> None:
    """Who has no number in a row was not dealt in, nor a fifth with a 0."""
    rows = ("22.11.2024;Wenz;Anna;1,50;-0,50;-0,50;-0,50;", ";Wenz;Eva;-0,50;0;-0,50;-0,50;1,50")
    text = "\n".join(["Datum;Spiel;Spieler;Anna;Bene;Christl;Dani;Eva", *rows])
    found = read_text(text, tariff=tariffs.find("sauspiel"))
    assert came_to(found)["2024-11-22"] == {"Anna": 100, "Bene": -50, "Christl": -100, "Dani": -100, "Eva": 150}
    assert all(isinstance(entry, Played) for entry in found.sessions[0].entries)


# -- workbooks ----------------------------------------------------------------------------------------


def book(folder: Path, rows: Sequence[Sequence[object]], **sheets: Sequence[Sequence[object]]) -> Path:
    """Return a workbook with a sheet 2024, and others."""
    path = folder / "x.xlsx"
    lists_samples.workbook({"2024": rows, **sheets}, path)
    return path


def read_book(path: Path, **said: Any) -> lists.Listed:
    """Return a workbook as it is read."""
    return lists.read_lists(grids.read_tables(path), lists.Asked(TODAY, **said), path.stem, path.name)


ROWS: list[list[object]] = [
    ["Datum", "Anna", "Bene"],
    [datetime(2024, 11, 22, 20, 15), 0.1 + 0.2, -0.3],  # noqa: DTZ001  as a spreadsheet has it
    [45625, -1.5, 1.5],
]


def test_numbers_of_a_spreadsheet_are_whole_cents(tmp_path: Path) -> None:
    """What a sum of floats is off is no money, a time is none of a day, and a day may look like a number."""
    found = read_book(book(tmp_path, ROWS), rows=incoming.EACH)
    assert came_to(found) == {"2024-11-22": {"Anna": 30, "Bene": -30}, "2024-11-29": {"Anna": -150, "Bene": 150}}


def test_days_of_an_old_macintosh(tmp_path: Path) -> None:
    """It counts them from 1904 on."""
    path = tmp_path / "x.xlsx"
    made = openpyxl.Workbook()
    made.epoch = MAC_EPOCH
    for row in [ROWS[0], [44163, 0.5, -0.5]]:
        made.active.append(row)
    made.save(path)
    assert sorted(came_to(read_book(path))) == ["2024-11-29"]


def test_a_formula_without_its_value_is_named(tmp_path: Path) -> None:
    """Some programs write none: nothing is read as nothing."""
    (said,) = read_book(book(tmp_path, [*ROWS[:2], ["29.11.2024", "=B2", -1.5]])).problems
    assert "x.xlsx, sheet 2024:3: Anna: B3: a formula without its value" in str(said)


def test_an_error_of_the_spreadsheet_is_named(tmp_path: Path) -> None:
    """It is no amount, and not nothing."""
    (said,) = read_book(book(tmp_path, [*ROWS[:2], ["29.11.2024", "#REF!", -1.5]])).problems
    assert "Anna: B3: #REF! is an error of the spreadsheet" in str(said)


SHEET = "xl/worksheets/sheet1.xml"
STORED = {
    "an underscore": ('<c r="{cell}"><v>1_0</v></c>', '"1_0" is stored as a number, but is not'),
    "other digits": ('<c r="{cell}"><v>\u0661</v></c>', '"\u0661" is stored as a number, but is not'),
    "no number": ('<c r="{cell}"><v>NaN</v></c>', '"NaN" is stored as a number, but is not'),
    "infinite": ('<c r="{cell}"><v>1e999</v></c>', '"1e999" is stored as a number, but is not'),
    "a truth": ('<c r="{cell}" t="b"><v>1</v></c>', "there is TRUE where an amount or a name belongs"),
    "no day": ('<c r="{cell}" t="d"><v>2024-02-30</v></c>', '"2024-02-30" is stored as a day, but is not'),
}


@pytest.mark.parametrize("cell", ["A2", "B2", "C1", "E2"])
@pytest.mark.parametrize(("stored", "said"), STORED.values(), ids=list(STORED))
def test_what_is_stored_and_cannot_be_names_its_cell(cell: str, stored: str, said: str, tmp_path: Path) -> None:
    """Whatever its column is: a day, an amount, a name in the headings, a note."""
    path = book(tmp_path, [["Datum", "Anna", "Bene", "Christl", "Notiz"], ["22.11.2024", 0.5, -0.5, 0, "x"]])
    lists_samples.stored(path, SHEET, cell, stored.format(cell=cell))
    found = read_book(path)
    assert [str(one) for one in found.problems if f"{cell}: {said}" in str(one)] != []
    assert found.sessions == []


ODS_STORED = {
    "an underscore": ('office:value-type="float" office:value="1_0"', '"1_0" is stored as a number, but is not'),
    "no number": ('office:value-type="float" office:value="NaN"', '"NaN" is stored as a number, but is not'),
    "a truth": ('office:value-type="boolean" office:boolean-value="true"', "there is TRUE where"),
    "no day": ('office:value-type="date" office:date-value="2024-W01-1"', '"2024-W01-1" is stored as a day'),
}


@pytest.mark.parametrize(("stored", "said"), ODS_STORED.values(), ids=list(ODS_STORED))
def test_the_same_in_an_ods(stored: str, said: str, tmp_path: Path) -> None:
    """There a cell is named as well, although the file does not."""
    path = tmp_path / "x.ods"
    path.write_bytes(lists_samples.as_ods({"2024": [["Datum", "Anna", "Bene"], ["22.11.2024", "0,5", "-0,5"]]}))
    lists_samples.stored(path, "content.xml", 'office:value-type="float" office:value="0.5"', stored)
    (wrong,) = read_book(path).problems
    assert f"sheet 2024:2: Anna: B2: {said}" in str(wrong)


def test_a_column_of_truths_is_not_passed_over(tmp_path: Path) -> None:
    """Whoever it is does not drop out of the evening."""
    path = book(tmp_path, [["Datum", "Anna", "Bene", "Christl"], ["22.11.2024", 0.5, -0.5, True]])
    (said,) = read_book(path).problems
    assert "sheet 2024:2: Christl: D2: there is TRUE where an amount or a name belongs" in str(said)


def test_a_truth_may_say_that_a_game_was_won(tmp_path: Path) -> None:
    """Where yes or no is asked, a tick is an answer."""
    rows = [["Datum", "Schneider", "Anna", "Bene"], ["22.11.2024", True, 0.5, -0.5], ["", False, 0.2, -0.2]]
    assert read_book(book(tmp_path, rows), rows=incoming.EACH).problems == ()


@pytest.mark.parametrize(
    "line", ["1.1. " + "a 1 " * 70 + "!", "1.1. a" + " " * 280 + "!", "1.1. " + "a b 1," * 45 + "!"]
)
def test_a_line_that_is_nearly_a_note_is_soon_seen_to_be_none(line: str) -> None:
    """However many ways there are to part it."""
    begun = time.process_time()
    assert grids.of_text(f"{line}\n{line}\n".encode(), "liste", "x.csv").rows[0].number == 1
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("rows", [[["Name", "Telefon"], ["Anna", "0171 / 1"]], [["Rufspiel", 0.1], ["Solo", 0.2]]])
def test_a_sheet_without_amounts_of_anybody_is_named(tmp_path: Path, rows: list[list[object]]) -> None:
    """A list of members is no evening, and neither is one of prices."""
    path = tmp_path / "x.xlsx"
    lists_samples.workbook({"Mitglieder": rows, "2024": ROWS}, path)
    found = read_book(path, rows="each")
    assert sorted(came_to(found)) == ["2024-11-22", "2024-11-29"]
    assert [one.rpartition(", ")[2] for one in found.summed] == ["sheet Mitglieder"]


def test_a_total_that_no_program_has_computed_is_left_out(tmp_path: Path) -> None:
    """What it comes to, the rows above it say."""
    made = book(tmp_path, [*ROWS[:2], ["29.11.2024", -0.5, 0.5], ["Summe", "=SUM(B2:B3)", "=SUM(C2:C3)"]])
    assert sorted(came_to(read_book(made, rows="each"))) == ["2024-11-22", "2024-11-29"]


def test_a_formula_that_comes_to_an_empty_text_is_empty(tmp_path: Path) -> None:
    """As =IF(A1="";"";A1) does: somebody was not there."""
    path = book(
        tmp_path, [["Datum", "Anna", "Bene", "Christl"], ["22.11.2024", 0.5, -0.5, 0], ["29.11.2024", 1, -1, 7]]
    )
    lists_samples.stored(path, SHEET, "D3", '<c r="D3" t="str"><f>IF(TRUE,"",1)</f><v></v></c>')
    assert came_to(read_book(path, rows=incoming.EACH, amounts=cells.EUROS))["2024-11-29"] == {
        "Anna": 100,
        "Bene": -100,
    }


def test_a_sheet_that_is_no_list_is_not_passed_over(tmp_path: Path) -> None:
    """It may be a year; --sheet says which are meant."""
    path = book(tmp_path, ROWS, Statistik=[["Wer", "Siege"], ["Anna", 3]])
    assert "not a list of evenings" in str(read_book(path, rows=incoming.EACH).problems[0])
    assert len(came_to(read_book(path, rows=incoming.EACH, sheets=("2024",)))) == 2
    with pytest.raises(SklogError, match=r'there is no sheet "2023"; choose from 2024, Statistik'):
        read_book(path, sheets=("2023",))


def test_an_evening_in_two_sheets_is_refused(tmp_path: Path) -> None:
    """It would count twice."""
    path = book(tmp_path, ROWS, Kopie=ROWS)
    assert "2024-11-22 is in " in str(read_book(path, rows=incoming.EACH).problems[0])


def test_a_hidden_sheet_is_not_read(tmp_path: Path) -> None:
    """Unless it is named: it may be what somebody put away."""
    path = tmp_path / "x.xlsx"
    lists_samples.workbook({"2024": ROWS, "Alt": ROWS}, path, hidden=("Alt",))
    found = read_book(path, rows=incoming.EACH)
    assert (len(found.sessions), found.passed) == (2, ("Alt",))


# -- files that nobody saved by a spreadsheet program -------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", ["sparse", "bomb", "entities", "empty", "cut", "old"])
def test_a_hostile_workbook_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    """No cell in the last row and column, no file that unpacks without end, and no entities."""
    path = tmp_path / "x.xlsx"
    lists_samples.hostile(name, path)
    with pytest.raises(SklogError) as refused:
        read_book(path)
    assert str(refused.value).startswith(str(path))


FLOODS = {
    "elements": ("<x/>", 1_200_000, "more than 1,100,000 XML elements, most of them <x> in xl/worksheets/sheet1.xml"),
    "open elements": ("<x>", 101, "more than 100 nested XML elements"),
    "remarks": ("<!-- -->", 1_200_000, "more than 1,100,000 XML elements"),
    "one remark": (f"<!--{'x' * 400_000}-->", 1, "more than 110,000 letters in one XML tag or comment"),
    "a namespace": (f'<x xmlns="{"u" * 301}"/>', 1, "more than 300 letters in an XML namespace"),
    "a cell twice": (
        '<row r="3"><c r="A3"><v>1</v></c><c r="A3"><v>1</v></c></row>',
        1,
        "A3 is there twice, or out of order",
    ),
    "a row that is no number": ('<row r="1_0"/>', 1, '"1_0" where a number from 0 to 1,048,576'),
    "letters of a column": (f'<row r="3"><c r="{"A" * 100_000}3"/></row>', 1, "where a column belongs"),
    "letters of a cell": (
        f'<row r="3"><c t="str"><v>{"T" * 100_001}</v></c></row>',
        1,
        "more than 100,000 letters in one cell",
    ),
    "a text of none": ('<row r="3"><c t="s"><v>0</v></c></row>', 1, "xl/sharedStrings.xml is missing in it"),
    "a column that is none": ('<row r="3"><c r="a3"/></row>', 1, '"a" where a column belongs'),
}


@pytest.mark.parametrize(("piece", "count", "said"), FLOODS.values(), ids=list(FLOODS))
def test_a_sheet_with_far_too_much_says_of_what(piece: str, count: int, said: str, tmp_path: Path) -> None:
    """Before anything of it is kept."""
    path = book(tmp_path, ROWS)
    lists_samples.stored(path, SHEET, "</sheetData>", piece * count + "</sheetData>")
    with pytest.raises(SklogError) as refused:
        read_book(path)
    assert said in str(refused.value)


@pytest.mark.long
def test_letters_count_as_often_as_they_are_used(tmp_path: Path) -> None:
    """A text that is kept once, and stands in many cells, is as much as if each had its own."""
    path = book(
        tmp_path, [["Datum", "Anna", "Bene", "Bemerkung"], *([45618, 1, -1, "x " * 15_000] for _row in range(200))]
    )
    with pytest.raises(SklogError, match="letters in its cells"):
        read_book(path)


@pytest.mark.parametrize(
    ("code", "unit"),
    [
        (r"_-* #,##0\ _€_-;\-* #,##0\ _€_-", ""),
        (r"#,##0.00\ _D_M", ""),
        (r'_-* #,##0.00\ "€"_-', "€"),
        ("#,##0.00 [$€-407]", "€"),
        (r'0" ct"', "ct"),
    ],
)
def test_a_format_says_what_is_shown_and_not_what_it_leaves_room_for(code: str, unit: str) -> None:
    """`_€` is a blank as wide as that letter: the button for thousands leaves it behind."""
    assert workbooks._format(code) == (unit, "")  # noqa: SLF001  what a format says


def test_a_day_with_something_behind_it_is_none(tmp_path: Path) -> None:
    """Nobody knows what else was meant."""
    path = book(tmp_path, ROWS)
    row = '<row r="4"><c t="d"><v>2026-01-02x</v></c><c><v>1</v></c><c><v>-1</v></c></row>'
    lists_samples.stored(path, SHEET, "</sheetData>", f"{row}</sheetData>")
    assert any('A4: "2026-01-02x" is stored as a day' in str(one) for one in read_book(path).problems)


@pytest.mark.long
def test_a_part_that_many_sheets_name_is_unpacked_once(tmp_path: Path) -> None:
    """Each time it is walked again it counts."""
    path = book(tmp_path, ROWS)
    lists_samples.stored(path, SHEET, "</sheetData>", " " * 20_000_000 + "</sheetData>")
    spaces = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    again = "".join(f'<sheet xmlns:r="{spaces}" name="s{at}" sheetId="{at}" r:id="rId1"/>' for at in range(2, 6))
    lists_samples.stored(path, "xl/workbook.xml", "</sheets>", f"{again}</sheets>")
    with pytest.raises(SklogError, match="unpacked it has more than 64 MB"):
        read_book(path)


@pytest.mark.parametrize(
    ("trick", "said"),
    [
        ("bzip2", "packed in a way that no spreadsheet program uses"),
        ("twice", "xl/worksheets/sheet1.xml twice"),
        ("size", "it is cut or damaged"),
        ("UTF-32", "is not XML in UTF-8"),
    ],
)
def test_a_workbook_that_no_program_packed_is_refused(trick: str, said: str, tmp_path: Path) -> None:
    """Another packing, a part twice, a size that is not true, an encoding that nobody sees."""
    path = book(tmp_path, ROWS)
    lists_samples.tricked(path, SHEET, trick)
    with pytest.raises(SklogError, match=said):
        read_book(path)


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-16-LE"])
def test_a_sheet_in_utf_16_is_read(encoding: str, tmp_path: Path) -> None:
    """Any reader of XML has to, and its tags are counted all the same."""
    path = book(tmp_path, ROWS)
    before = came_to(read_book(path, rows=incoming.EACH))
    lists_samples.tricked(path, SHEET, encoding)
    assert came_to(read_book(path, rows=incoming.EACH)) == before


@pytest.mark.long
def test_a_million_formatted_rows_without_a_cell_are_none(tmp_path: Path) -> None:
    """Programs leave them behind."""
    path = book(tmp_path, ROWS)
    lists_samples.stored(path, SHEET, "</sheetData>", "<row/>" * 1_000_000 + "</sheetData>")
    assert len(came_to(read_book(path, rows=incoming.EACH))) == 2


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("ROWS", "more than 1 rows"),
        ("COLUMNS", "more than 1 columns"),
        ("CELLS", "more than 1 cells"),
        ("BYTES", "larger than 0 MB"),
    ],
)
def test_a_file_that_is_too_much_is_refused(
    limit: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for what is no list."""
    monkeypatch.setattr(limits, limit, getattr(limits, limit)._replace(most=1))
    (tmp_path / "x.csv").write_text("Datum;Anna;Bene\n22.11.2024;0,50;-0,50\n", encoding="utf-8")
    with pytest.raises(SklogError, match=said):
        grids.read_tables(tmp_path / "x.csv")


def test_a_csv_with_sep_and_line_breaks_in_cells() -> None:
    """As Excel leaves it for itself; rows are counted as an editor shows them."""
    text = 'sep=|\r\nDatum|Anna|Bene|Notiz\r\n22.11.2024|0,50|-0,50|"zwei\r\nZeilen"\r\n|0,30|-0,20|\r\n'
    found = read_text(text, rows=incoming.EACH)
    assert [str(one).partition(": ")[0] for one in found.problems] == ["x.csv:5"]
    assert found.sessions[0].entries[0].note == "zwei Zeilen"  # type: ignore[union-attr]


def test_a_note_of_a_list_steers_no_terminal() -> None:
    """Letters that cannot be seen are shown."""
    found = read("22.11.2024;0,50;-0,50;0,50;-0,50;a\x1b[2Jb")
    assert found.sessions[0].entries[0].note == "a�[2Jb"  # type: ignore[union-attr]


def test_the_identity_of_an_evening_is_its_list_and_its_day() -> None:
    """So that a list which has grown is the same one; and it is over when it comes in."""
    before = read("22.11.2024;0,50;-0,50;0,50;-0,50").sessions
    after = read("22.11.2024;0,50;-0,50;0,50;-0,50", "29.11.2024;0,20;0,20;-0,20;-0,20").sessions
    assert before[0] == after[0]
    assert after[0].closed
    assert read("22.11.2024;0,50;-0,50;0,50;-0,50", name="Post").sessions[0].id != before[0].id


def test_the_documents_state_the_limits_of_lists() -> None:
    """The figures in the table of `docs/trust.md` are those of the code."""
    page = (transcripts.ROOT / "docs" / "trust.md").read_text(encoding="utf-8").partition("### Limits\n")[2]
    stated = {
        f"{limits.BYTES.most // 1_000_000} MB, unpacked {limits.UNPACKED.most // 1_000_000} MB",
        f"{limits.PARTS.most:,} parts, {limits.SHEETS.most} sheets",
        f"{limits.TEXT.most // 1_000_000} MB, {limits.CELL.most:,} characters in a cell",
        f"{limits.ROWS.most:,} rows and {limits.CELLS.most:,} cells that are not empty; {limits.COLUMNS.most} columns",
        f"{limits.ELEMENTS.most:,} elements, {limits.ATTRIBUTES.most:,} attributes, {limits.LETTERS.most:,} characters",
        f"{limits.SMALL.most:,} elements in a part that is not a sheet",
        f"{limits.DEPTH.most} deep, {limits.KINDS.most:,} different names, {limits.TOKEN.most:,} characters in a tag",
        f"{limits.NAMESPACE.most} in a namespace",
    }
    assert {figure for figure in stated if figure not in page} == set()
