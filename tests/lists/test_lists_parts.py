"""Lists that say a thing once for several cells, or several evenings in one sheet: each comes in with its balances."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from sklog import lists
from sklog.files.incoming import EACH, kind_of
from sklog.lists import grids
from sklog.rooms import IMPORTS
from tests import lists_samples
from tests.lists.test_lists_shapes import GERMAN, Shape, came_to, cells, conversed, down, joined, long, wide

if TYPE_CHECKING:
    from pathlib import Path

TODAY = date(2026, 11, 19)
EVENINGS = [row[1:] for row in cells(wide(*GERMAN))[1:]]
NAMES = ["Anna", "Bene", "Christl", "Dani"]
HANDS = (["0,20", "-0,20", "0,20", "-0,20"], ["-0,50", "0,50", "0,50", "-0,50"], ["-0,10", "0,30", "-0,10", "-0,10"])
SUMS = ["-0,40", "0,60", "0,60", "-0,80"]
TWICE = {"Anna": -80, "Bene": 120, "Christl": 120, "Dani": -160}
STANDINGS = [
    ["0,50", "-1,30", "2,10", "-1,30"],
    ["-0,20", "-0,90", "1,20", "-0,10"],
    ["1,40", "-1,10", "-1,20", "0,90"],
]
PENALTIES = "Datum;Anna;Bene;Christl\n22.11.2024;10;0;5\n29.11.2024;0;20;1\n"


def rows(*said: list[str]) -> str:
    """Return a text of rows."""
    return joined(said)


def both(left: list[str], right: list[str]) -> list[str]:
    """Return two rows side by side, with an empty column between them."""
    return [*left, "", *right]


SHAPES = {
    "evenings below one another, the day before the names": Shape(
        rows(
            *(row for day in GERMAN[:2] for row in ([day, *NAMES], *(["1", *hand] for hand in HANDS), ["Summe", *SUMS]))
        ),
        TWICE,
        2,
    ),
    "evenings below one another, the day above the names": Shape(
        rows(*(row for day in GERMAN[:2] for row in ([day], ["Spiel", *NAMES], *(["1", *hand] for hand in HANDS)))),
        TWICE,
        2,
    ),
    "evenings below one another, each with other people": Shape(
        rows(
            ["22.11.2024", "Anna", "Bene"],
            ["1", "0,20", "-0,20"],
            ["29.11.2024", "Anna", "Eva"],
            ["1", "0,50", "-0,50"],
        ),
        {"Anna": 70, "Bene": -20, "Eva": -50},
        2,
    ),
    "evenings side by side": Shape(
        rows(
            both([GERMAN[0], "", "", ""], [GERMAN[1], "", "", ""]),
            both(NAMES, NAMES),
            *(both(hand, hand) for hand in HANDS),
        ),
        TWICE,
        2,
        {"rows": "each"},
    ),
    "evenings side by side, whose year and unit the title says": Shape(
        rows(
            ["2024: Beträge in Cent"],
            ["22.11.", "", "", "29.11."],
            both(["Anna", "Bene"], ["Anna", "Bene"]),
            both(["20", "-20"], ["30", "-30"]),
            both(["50", "-50"], ["10", "-10"]),
        ),
        {"Anna": 110, "Bene": -110},
        2,
        {"rows": "each"},
    ),
    "evenings side by side without a year": Shape(
        rows(
            ["22.11.", "", "", "29.11."],
            both(["Anna", "Bene"], ["Anna", "Bene"]),
            both(["0,20", "-0,20"], ["0,30", "-0,30"]),
        ),
        {"Anna": 50, "Bene": -50},
        2,
        {"date": "2024"},
    ),
    "the highest and the lowest beside the amounts": Shape(
        joined(
            [
                [*row, *more]
                for row, more in zip(
                    cells(wide(*GERMAN)),
                    (["max. Gewinn", "höchster Verlust"], *(["2,10", "-1,30"] for _day in GERMAN)),
                    strict=True,
                )
            ]
        )
    ),
    "years side by side": Shape(
        rows(
            both(["2023", *[""] * 4], ["2024"]),
            both(["Datum", *NAMES], ["Datum", *NAMES]),
            *(both([f"{day}.11.", *hand], [f"{day}.12.", *hand]) for day, hand in zip((3, 10, 17), HANDS, strict=True)),
        ),
        TWICE,
        6,
    ),
    "what each evening brought, and standings beside it": Shape(
        rows(
            ["", "Abend", "", "", "", "", "Gesamtstand"],
            both(["Datum", *NAMES], NAMES),
            *(both([day, *own], all_) for day, own, all_ in zip(GERMAN, EVENINGS, STANDINGS, strict=True)),
        )
    ),
    "what each evening brought, and standings below it": Shape(
        wide(*GERMAN)
        + "Gesamtstand\n"
        + rows(["Datum", *NAMES], *([day, *row] for day, row in zip(GERMAN, STANDINGS, strict=True)))
    ),
    "standings first": Shape(
        rows(
            ["", "Gesamtstand", "", "", "", "", "Abend"],
            both(["Datum", *NAMES], NAMES),
            *(both([day, *all_], own) for day, own, all_ in zip(GERMAN, EVENINGS, STANDINGS, strict=True)),
        )
    ),
    "points and euros below each name": Shape(
        rows(
            ["Datum", "Anna", "", "Bene", ""],
            ["", "Punkte", "Euro", "Punkte", "Euro"],
            ["22.11.2024", "5", "0,50", "-5", "-0,50"],
            ["29.11.2024", "-2", "-0,20", "2", "0,20"],
        ),
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "a block of points and one of euros": Shape(
        rows(
            ["", "Punkte", "", "", "Euro"],
            both(["Datum", "Anna", "Bene"], ["Anna", "Bene"]),
            both(["22.11.2024", "5", "-5"], ["0,50", "-0,50"]),
            both(["29.11.2024", "-2", "2"], ["-0,20", "0,20"]),
        ),
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "points and euros in a row a person": Shape(
        rows(
            ["Datum", "Name", "Punkte", "Euro", "Stand"],
            ["22.11.2024", "Anna", "5", "0,50", "0,50"],
            ["22.11.2024", "Bene", "-5", "-0,50", "-0,50"],
            ["29.11.2024", "Anna", "-2", "-0,20", "0,30"],
            ["29.11.2024", "Bene", "2", "0,20", "-0,30"],
        ),
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "evenings below one another, people down": Shape(
        "".join(f"Abend vom {day}\nName;Ergebnis\nAnna;0,50\nBene;-0,50\n\n" for day in GERMAN),
        {"Anna": 150, "Bene": -150},
    ),
    "months above days": Shape(rows(["", "November", "", "Dezember"], *down("22.", "29.", "06.")), file="Runde 2024"),
    "years above days": Shape(rows(["", "2024", "", "2025"], *down("22.11.", "29.11.", "06.01."))),
    "years between rows": Shape(
        wide("22.11.", "29.11.", "06.01.").replace("22.11.", "2024\n22.11.").replace("06.01.", "2025\n06.01.")
    ),
    "months with their years": Shape(wide("Okt 24", "Nov 24", "Dez 24")),
    "months with their year between rows": Shape(
        wide("22.11.", "29.11.", "06.12.")
        .replace("22.11.", "November 2024\n22.11.")
        .replace("06.12.", "Dezember 2024\n06.12.")
    ),
    "a day and its rows below it": Shape(
        "".join(
            f"{row.partition(';')[0]};;;;\n;{row.partition(';')[2]}\n" for row in wide(*GERMAN).splitlines()[1:]
        ).join(("Datum;Anna;Bene;Christl;Dani\n", ""))
    ),
    "points and euros in two rows": Shape(
        rows(
            ["Datum", "", "Anna", "Bene"],
            ["22.11.2024", "Punkte", "5", "-5"],
            ["", "Euro", "0,50", "-0,50"],
            ["29.11.2024", "Punkte", "-2", "2"],
            ["", "Euro", "-0,20", "0,20"],
        ),
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "a month as the title of a sheet": Shape(wide("8.", "15.", "22."), file="November 2024"),
    "days as a program counts them": Shape(wide("45618", "45625", "45632")),
    "days without anything between": Shape(wide("20241122", "20241129", "20241206")),
    "days as 22-Nov-24": Shape(wide("22-Nov-24", "29-Nov-24", "06-Dec-24")),
    "days with a place behind": Shape(wide("Fr 22.11.24 (bei Eva)", "29.11.24", "6.12.24", head="Termin")),
    "rounds across": Shape(
        joined(down("Runde 1", "Runde 2", "Runde 3", head="Spieler")), evenings=1, file="Abend 22.11.2024"
    ),
    "won and lost in two columns": Shape(
        joined(
            [["Datum", "Spieler", "Gewinn", "Verlust"]]
            + [[day, who, *(["", own[1:]] if own[0] == "-" else [own, ""])] for day, who, own in long(GERMAN)[1:]]
        )
    ),
    "a name and an amount, several times a row": Shape(
        rows(
            ["Datum", "Spieler 1", "Betrag", "Spieler 2", "Betrag"],
            ["22.11.2024", "Anna", "0,50", "Bene", "-0,50"],
            ["29.11.2024", "Eva", "0,20", "Anna", "-0,20"],
        ),
        {"Anna": 30, "Bene": -50, "Eva": 20},
        2,
    ),
    "people below each day": Shape(
        "Zeilenbeschriftungen;Summe von Betrag\n"
        + "".join(
            f"{day};0,00\n" + "".join(f"{who};{own}\n" for one, who, own in long(GERMAN)[1:] if one == day)
            for day in GERMAN
        )
        + "Gesamtergebnis;0,00\n"
    ),
    "quarters as totals": Shape(
        wide(*GERMAN, behind="4. Quartal;1,40;-1,10;-1,20;0,90\nJahr gesamt;1,40;-1,10;-1,20;0,90")
    ),
    "a total without a word": Shape(wide(*GERMAN, behind=";1,40;-1,10;-1,20;0,90")),
    "words of those who were not there": Shape(
        "Datum;Anna;Bene;Eva\n22.11.2024;0,50;-0,50;in Rom\n29.11.2024;Hochzeit;0,30;-0,30\n06.12.2024;x;0,20;-0,20\n",
        {"Anna": 50, "Bene": 0, "Eva": -50},
    ),
    "cents by the title": Shape("Beträge in Cent\n" + wide(*GERMAN).replace(",", "")),
    "2,- is two euros": Shape(
        "Datum;Anna;Bene\n22.11.2024;2,-;-2,-\n29.11.2024;-1,--;1,--\n", {"Anna": 100, "Bene": -100}, 2
    ),
    "EUR before": Shape(wide(*GERMAN).replace("-", "-EUR ")),
    "what was won before each name": Shape(
        wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "Gewinn Anna;Gewinn Bene;Gewinn Christl;Gewinn Dani")
    ),
    "ids and names of a program": Shape(
        "session_id,session_date,game_no,player_name,points\n"
        "1,2024-11-22,1,Anna,2\n1,2024-11-22,1,Bene,-2\n1,2024-11-22,2,Anna,-3\n1,2024-11-22,2,Bene,3\n",
        {"Anna": -1, "Bene": 1},
        1,
        {"amounts": "points"},
    ),
    "points of which fewer are better": Shape(
        PENALTIES,
        {"Anna": -3 * 10 + 15 - 0 + 21, "Bene": 15 - 3 * 20 + 21, "Christl": -15 + 15 - 3 + 21},
        2,
        {"amounts": "points", "points": "losses"},
    ),
    "columns made of blanks": Shape(
        "\n".join("".join(f"{one:>12}" for one in row) for row in cells(wide(*GERMAN))) + "\n"
    ),
    "a cell between blanks is empty": Shape(
        "Datum          Anna    Bene     Eva\n22.11.2024     0,50   -0,50\n29.11.2024             0,30   -0,30\n"
        "06.12.2024    -0,20            0,20\n",
        {"Anna": 30, "Bene": -20, "Eva": -10},
    ),
    "single blanks": Shape(wide(*GERMAN).replace(";", " ")),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_list_comes_in_whatever_it_says_once(shape: Shape) -> None:
    """With its balances and its evenings, after one run that asks at most."""
    table = grids.of_text(shape.text.encode(), shape.file, "x.csv")
    found, _asked = conversed([table], shape.file, {"decimal": "comma", **shape.answers})
    assert [str(one) for one in found.problems] == []
    assert came_to(found) == shape.came_to
    assert len(found.sessions) == shape.evenings


def test_a_sheet_that_sums_up_the_others_is_left_out(tmp_path: Path) -> None:
    """It is no evening, and what it says is what the others came to."""
    sheet = [["Datum", "Anna", "Bene"], ["22.11.2024", 0.5, -0.5], ["29.11.2024", 0.2, -0.2]]
    sums = [["Name", "2024", "Gesamt"], ["Anna", 0.7, 0.7], ["Bene", -0.7, -0.7]]
    path = tmp_path / "x.xlsx"
    lists_samples.workbook({"Summen": sums, "2024": sheet}, path)
    found, _asked = conversed(grids.read_tables(path), "x", {})
    assert ([str(one) for one in found.problems], found.summed) == ([], (f"{path}, sheet Summen",))
    assert came_to(found) == {"Anna": 70, "Bene": -70}


@pytest.mark.parametrize("own", ["", "V = Valentin, Z = Zita\n"])
@pytest.mark.parametrize("legend", [["V = Veit", "Z = Zenz"], ["V", "Veit", "", "Z", "Zenz"]])
def test_initials_may_be_explained_on_another_sheet(legend: list[str], own: str) -> None:
    """What the sheet says itself comes first."""
    told = "\n".join(legend) if len(legend) == 2 else "Name;Kürzel\nVeit;V\nZenz;Z\n"
    texts = {"Wer": told, "2022": f"{own}Datum;V;Z\n07.01.2022;1,20;-1,20\n14.01.2022;-0,70;0,70\n"}
    tables = [grids.of_text(text.encode(), title, title) for title, text in texts.items()]
    found = lists.read_lists(tables, lists.Asked(TODAY, rows=EACH), "x", "x")
    names = ("Valentin", "Zita") if own else ("Veit", "Zenz")
    assert (found.problems, came_to(found)) == ((), {names[0]: 50, names[1]: -50})


def test_initials_that_two_sheets_explain_differently_stay() -> None:
    """Nobody knows whose they are."""
    table = "Datum;V;Z\n07.01.2022;1,20;-1,20\n14.01.2022;-0,70;0,70\n"
    texts = "V = Veit, Z = Zenz\n", "V = Vroni, Z = Zita\n", table
    tables = [grids.of_text(text.encode(), str(at), str(at)) for at, text in enumerate(texts)]
    found = lists.read_lists(tables, lists.Asked(TODAY, rows=EACH), "x", "x")
    assert came_to(found) == {"V": 50, "Z": -50}


WON = ["1,40;-0,60;-0,80", "-2,10;0,90;1,20", "0,30;1,10;-1,40"]
STOOD = ["1,40;-0,60;-0,80", "-0,70;0,30;0,40", "-0,40;1,40;-1,00"]
FRIDAYS = ["06.03.2020", "13.03.2020", "20.03.2020"]
DATED, SUMS_OF = [f"{day};{row}" for day, row in zip(FRIDAYS, WON, strict=True)], dict(zip(FRIDAYS, STOOD, strict=True))
ACROSS = [["Name", *FRIDAYS]] + [
    [who, *has]
    for who, has in zip(("Veit", "Zenz", "Lena"), zip(*(row.split(";") for row in WON), strict=True), strict=True)
]
SUMS_ACROSS = [[*has] for has in zip(*(row.split(";") for row in STOOD), strict=True)]
CHARTS = {
    "below, with the names again": [
        *ACROSS,
        [],
        *([row[0], *sums] for row, sums in zip(ACROSS[1:], SUMS_ACROSS, strict=True)),
    ],
    "below, with the days again": [
        *ACROSS,
        ["Stand", *FRIDAYS],
        *([row[0], *sums] for row, sums in zip(ACROSS[1:], SUMS_ACROSS, strict=True)),
    ],
    "below each, without a name": [
        ACROSS[0],
        *(one for row, sums in zip(ACROSS[1:], SUMS_ACROSS, strict=True) for one in (row, ["", *sums])),
    ],
    "below each, with a word": [
        ACROSS[0],
        *(one for row, sums in zip(ACROSS[1:], SUMS_ACROSS, strict=True) for one in (row, ["Linie", *sums])),
    ],
    "below each, called a standing": [
        ACROSS[0],
        *(one for row, sums in zip(ACROSS[1:], SUMS_ACROSS, strict=True) for one in (row, [f"Stand {row[0]}", *sums])),
    ],
    "beside, with the days again": [
        [*row, "", *more] for row, more in zip(ACROSS, (FRIDAYS, *SUMS_ACROSS), strict=True)
    ],
    "beside, with the names again": [
        [*row, row[0], *more] for row, more in zip(ACROSS, (FRIDAYS, *SUMS_ACROSS), strict=True)
    ],
    "beside, with nothing above": [[*row, "", *more] for row, more in zip(ACROSS, ([], *SUMS_ACROSS), strict=True)],
    "behind each day": [
        [row[0], *(one for both in zip(row[1:], more, strict=True) for one in both)]
        for row, more in zip(ACROSS, ([""] * 3, *SUMS_ACROSS), strict=True)
    ],
    "days down, beside": [
        ["Datum;Veit;Zenz;Lena"],
        *([f"{row};;{sums}"] for row, sums in zip(DATED, STOOD, strict=True)),
    ],
    "days down, below": [
        ["Datum;Veit;Zenz;Lena"],
        *([row] for row in DATED),
        [],
        *([f"{day};{sums}"] for day, sums in SUMS_OF.items()),
    ],
    "days down, the newest first": [
        ["Datum;Veit;Zenz;Lena;;Veit;Zenz;Lena"],
        *([f"{row};;{sums}"] for row, sums in zip(DATED[::-1], STOOD[::-1], strict=True)),
    ],
    "days down, below from 0 on": [
        ["Datum;Veit;Zenz;Lena"],
        *([row] for row in DATED),
        ["Linie;Veit;Zenz;Lena"],
        ["0;0;0;0"],
        *([f"{at};{sums}"] for at, sums in enumerate(STOOD, 1)),
    ],
}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_running_sums_of_a_chart_are_nobody_and_no_evening(chart: list[list[str]]) -> None:
    """Their numbers say so, and that each of the others is what a day brought: nothing is asked."""
    found = lists.read_lists([grids.of_text(joined(chart).encode(), "x", "x")], lists.Asked(TODAY), "x", "x")
    assert [str(one) for one in found.problems] == []
    assert (came_to(found), len(found.sessions)) == ({"Veit": -40, "Zenz": 140, "Lena": -100}, 3)


def test_amounts_that_are_no_running_sums_are_somebody_s() -> None:
    """By chance a column may be what another one comes to, but not one for each person."""
    table = "Datum;Veit;Zenz;Lena\n06.03.2020;1;-2;1\n13.03.2020;2;-5;3\n20.03.2020;1;-5;4\n"
    found = lists.read_lists(
        [grids.of_text(table.encode(), "x", "x")], lists.Asked(TODAY, amounts="€", rows=EACH), "x", "x"
    )
    assert came_to(found) == {"Veit": 400, "Zenz": -1200, "Lena": 800}


@pytest.mark.parametrize("titles", [("Jan", "Feb"), ("01-2023", "02-2023"), ("2023-01", "2023-02")])
def test_sheets_of_months_have_plain_numbers_for_days(tmp_path: Path, titles: tuple[str, str]) -> None:
    """The sheet says the month, the file the year; what sums up the months is left out, whatever comes first."""
    head = ["Tag", "Anna", "Bene", "Christl"]
    year = ["Monat", *head[1:]], ["Januar", 1.5, -0.5, -1], ["Februar", -0.5, 0.5, 0], ["Jahr", 1, 0, -1]
    first, second = [head, [5, 1, -1, 0], [19, 0.5, 0.5, -1]], [head, [2, 0, 0.5, -0.5], [9, -0.5, None, 0.5]]
    path = tmp_path / "runde_2023.xlsx"
    lists_samples.workbook({"Gesamt": [*year], titles[0]: first, titles[1]: second}, path)
    found, _asked = conversed(grids.read_tables(path), path.stem, {})
    assert [str(one) for one in found.problems] == []
    assert [one.date for one in found.sessions] == ["2023-01-05", "2023-01-19", "2023-02-02", "2023-02-09"]
    assert len(found.summed) == 1


def test_numbers_that_count_from_one_are_no_days_of_a_month() -> None:
    """They may number the evenings, so that the days are asked."""
    text = "Tag;Anna;Bene;Christl\n1;1,30;0,30;-1,60\n2;;-0,60;0,60\n3;-0,20;0,50;-0,30\n"
    found = lists.read_lists([grids.of_text(text.encode(), "Januar 2023", "x")], lists.Asked(TODAY), "x", "x")
    assert [one.option for one in found.asked] == ["date"]


def test_days_that_are_titles_of_sheets_may_be_two(tmp_path: Path) -> None:
    """Then that is asked once, and the answer is that of every sheet."""
    sheet = [["Spieler", "Ergebnis"], ["Anna", 0.5], ["Bene", -0.5]]
    path = tmp_path / "x.xlsx"
    lists_samples.workbook({"05-03-2024": sheet, "12-03-2024": sheet}, path)
    found, asked = conversed(grids.read_tables(path), "x", {"dates": "day"})
    assert ([str(one) for one in found.problems], asked) == ([], 1)
    assert [one.date for one in found.sessions] == ["2024-03-05", "2024-03-12"]


def test_a_sheet_without_days_that_sums_up_nothing_is_asked(tmp_path: Path) -> None:
    """It may be an evening."""
    sheet = [["Datum", "Anna", "Bene"], ["22.11.2024", 0.5, -0.5], ["29.11.2024", 0.2, -0.2]]
    path = tmp_path / "x.xlsx"
    lists_samples.workbook({"Liste": sheet, "Letzter": [["Spiel", "Anna", "Bene"], [1, 0.3, -0.3]]}, path)
    found = lists.read_lists(grids.read_tables(path), lists.Asked(TODAY, rows=EACH), "x", "x")
    assert [one.option for one in found.asked] == ["date"]


def test_standings_that_are_none_are_no_second_evening() -> None:
    """The same names and days again with other amounts are refused: they would count twice."""
    again = rows(["Datum", *NAMES], *([day, *HANDS[0]] for day in GERMAN))
    table = grids.of_text((wide(*GERMAN) + again).encode(), "x", "x.csv")
    found = lists.read_lists([table], lists.Asked(TODAY, rows=EACH), "x", "x")
    assert [(one.line, one.message.partition(":")[0]) for one in found.problems] == [
        (6, "the days from row 2 on are here again with other amounts")
    ]


def test_a_word_among_amounts_that_do_not_add_up_is_no_absence() -> None:
    """Somebody's amount may have been meant."""
    table = grids.of_text(b"Datum;Anna;Bene;Eva\n22.11.2024;0,50;-0,20;drei\n29.11.2024;1;-1;0\n", "x", "x.csv")
    found = lists.read_lists([table], lists.Asked(TODAY, rows=EACH), "x", "x")
    assert ['"drei" is not an amount' in str(one) for one in found.problems] == [True]


def test_rows_that_would_not_add_up_as_totals_are_amounts() -> None:
    """Whoever has a total cannot be left out of a row that is zero in sum without it."""
    text = "Datum;Anna;Bene;Eva\n22.11.2024;0,50;-0,30;-0,20\n29.11.2024;;0,30;-0,30\n"
    found = lists.read_lists([grids.of_text(text.encode(), "x", "x.csv")], lists.Asked(TODAY), "x", "x")
    assert (found.asked, came_to(found)) == ((), {"Anna": 50, "Bene": 0, "Eva": -50})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (wide(*GERMAN).replace(";", "\t").encode("utf-16"), "list"),
        (joined([["Datum", "Anna"], *([day, "1,00 2"] for day in GERMAN)]).encode(), "list"),
        (b"session: Abend\nplayers: [Anna, Bene]\n", "own"),
        (b"Dear Anna,\nsee you at 8 on the 4th.\n", "own"),
    ],
)
def test_a_text_file_is_a_list_where_it_is_a_table(text: bytes, kind: str) -> None:
    """Whatever its letters are stored as; a session file stays one, and a letter is neither."""
    assert ("list" in IMPORTS, kind_of(text, ".txt")) == (True, kind)
