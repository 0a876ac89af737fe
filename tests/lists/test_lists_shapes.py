"""Lists in the shapes in which people keep them: each comes in with its balances, after one question at most.

Nearly all of them say the same three evenings, so that what differs is the shape alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sklog import lists
from sklog.files.incoming import WORDS
from sklog.lists import grids
from sklog.scoring.state import Payment
from tests import lists_samples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TODAY = date(2026, 11, 19)
SHARED = Path(__file__).parents[3] / "shared/cases/lists"
USUAL = {"amounts": "euros", "rows": "each", "dates": "day", "decimal": "comma"}
"""What the owner of a list answers, if asked."""
CAME_TO = {"Anna": 140, "Bene": -110, "Christl": -120, "Dani": 90}
ROWS = (
    ("0,50;-1,30;2,10;-1,30", "-0,70;0,40;-0,90;1,20", "1,60;-0,20;-2,40;1,00"),
    ("0.50,-1.30,2.10,-1.30", "-0.70,0.40,-0.90,1.20", "1.60,-0.20,-2.40,1.00"),
)
PEOPLE = ("Anna;Bene;Christl;Dani", "Anna,Bene,Christl,Dani")
TOTAL = "1,40;-1,10;-1,20;0,90"


class Shape(NamedTuple):
    """One file, what its owner says where he is asked, what everybody has then, and how many evenings there are."""

    text: str
    came_to: Mapping[str, int] = CAME_TO
    evenings: int = 3
    answers: Mapping[str, str] = {}
    file: str = "liste"


def wide(*days: str, head: str = "Datum", english: bool = False, behind: str = "") -> str:
    """Return the three evenings, a row each, with these days."""
    mark = ",;"[not english]
    rows = [f"{day}{mark}{row}" for day, row in zip(days, ROWS[english], strict=True)]
    return "\n".join([f"{head}{mark}{PEOPLE[english]}", *rows, *filter(None, [behind])]) + "\n"


def cells(text: str) -> list[list[str]]:
    """Return the cells of a text."""
    return [line.split(";") for line in text.splitlines()]


def joined(rows: Sequence[Sequence[str]]) -> str:
    """Return a text of cells."""
    return "".join(";".join(row) + "\n" for row in rows)


def exported(line: str) -> str:
    """Return the three evenings as a program writes them, a line for each person and evening."""
    return "".join(
        line.format(nr=nr, day=f"2024-11-{day}", name=name, has=has)
        for nr, (day, row) in enumerate(zip(("08", "15", "22"), ROWS[1], strict=True))
        for name, has in zip(PEOPLE[1].split(","), row.split(","), strict=True)
    )


def down(*days: str, head: str = "Name") -> list[list[str]]:
    """Return the three evenings with people down and days across."""
    return [list(row) for row in zip(*cells(wide(*days, head=head)), strict=True)]


def long(days: Sequence[str], head: str = "Datum;Spieler;Betrag") -> list[list[str]]:
    """Return the three evenings with a row a person and day."""
    names, *rows = cells(wide(*days))
    return [
        head.split(";"),
        *([row[0], name, amount] for row in rows for name, amount in zip(names[1:], row[1:], strict=True)),
    ]


GERMAN = ("22.11.2024", "29.11.2024", "06.12.2024")
ISO = ("2024-11-22", "2024-11-29", "2024-12-06")
DOWN, LONG = down(*GERMAN), long(GERMAN)
SPLIT = (
    "Date,Description,Category,Cost,Currency,Anna,Bene,Christl,Dani\n\n"
    "2024-11-22,Cards,General,2.60,EUR,0.50,-1.30,2.10,-1.30\n"
    "2024-11-29,Cards,General,1.60,EUR,-0.70,0.40,-0.90,1.20\n"
    "2024-12-06,More cards,General,2.60,EUR,1.60,-0.20,-2.40,1.00\n"
)
POINTS = "Datum;Anna;Bene;Christl;Dani\n22.11.2024;60;20;35;5\n29.11.2024;10;40;0;70\n06.12.2024;25;;30;50\n"
SETTLED = {"Anna": 4 * 60 - 120 + 4 * 10 - 120 + 3 * 25 - 105, "Bene": 4 * 20 - 120 + 4 * 40 - 120}
SETTLED |= {"Christl": 4 * 35 - 120 - 120 + 3 * 30 - 105, "Dani": 4 * 5 - 120 + 4 * 70 - 120 + 3 * 50 - 105}
LOST = "Datum;Anna;Bene;Christl;Dani\n22.11.2024;0;-20;-5;-5\n29.11.2024;-10;0;0;-7\n06.12.2024;-3;-8;0;-1\n"
IN_POINTS = {"amounts": "points"}
NIGHT = (
    "Datum;Anna;Bene;Christl;Dani\n22.11.2024 20:24;0,50;-1,30;2,10;-1,30\n22.11.2024 23:50;-0,70;0,40;-0,90;1,20\n"
    "23.11.2024 01:05;1,60;-0,20;-2,40;1,00\n"
)

PAID = "\n".join(
    f"{row};{note}"
    for row, note in zip(
        wide(*GERMAN, behind="07.12.2024;-1,10;1,10;;").splitlines(),
        ("Notiz", "", "", "", "Überweisung"),
        strict=True,
    )
)

SHAPES: Mapping[str, Shape] = {
    # days, and what stands beside them
    "a row a day": Shape(wide(*GERMAN)),
    "English, the month first": Shape(wide("11/22/2024", "11/29/2024", "12/06/2024", head="Date", english=True)),
    "days that may be months": Shape(wide("02/11/2024", "09/11/2024", "06/12/2024")),
    "ISO days": Shape(wide(*ISO)),
    "a comma and a time": Shape(wide("22.11.2024, 20:12", "29.11.2024, 19:45", "06.12.2024, 20:05")),
    "a time with Uhr": Shape(wide("22.11.2024 20:12 Uhr", "29.11.2024 19:45 Uhr", "06.12.2024 20:05 Uhr")),
    "ISO times in UTC": Shape(wide(*(f"{day}T18:10:23Z" for day in ISO))),
    "ISO times with their offset": Shape(wide(*(f"{day}T19:10:23.123+01:00" for day in ISO))),
    "times of the afternoon": Shape(
        wide("11/22/2024 8:15 PM", "11/29/2024 8:15 PM", "12/06/2024 7:15 PM", english=True)
    ),
    "the day of the week before": Shape(wide("Fr, 22.11.2024", "Fr, 29.11.2024", "Fr, 06.12.2024")),
    "the day of the week in a column": Shape(
        joined([["Tag", *cells(wide(*GERMAN))[0]], *(["Fr", *row] for row in cells(wide(*GERMAN))[1:])])
    ),
    "the day, the month and the year in columns of their own": Shape(
        joined([[*row[0].split("."), *row[1:]] for row in cells(wide(*GERMAN, head="Tag.Monat.Jahr"))])
    ),
    "the same, each month and year once": Shape(
        joined(
            [
                ["Jahr", "Monat", "Tag", *cells(wide(*GERMAN))[0][1:]],
                *(
                    [*parts, *row[1:]]
                    for parts, row in zip(
                        (("2024", "November", "22."), ("", "", "29."), ("", "Dezember", "6.")),
                        cells(wide(*GERMAN))[1:],
                        strict=True,
                    )
                ),
            ]
        )
    ),
    "the day of the week in a column, above the word for the totals": Shape(
        joined(
            [
                ["Tag", *cells(wide(*GERMAN))[0]],
                *(["Fr", *row] for row in cells(wide(*GERMAN))[1:]),
                ["Summe", "", *TOTAL.split(";")],
            ]
        )
    ),
    "days of the week and of the month, below a month in Markdown": Shape(
        "### November 2024\n\n| Tag | Anna | Bene | Christl | Dani |\n|---|---|---|---|---|\n"
        "| Fr 22. | 0,50 | -1,30 | 2,10 | -1,30 |\n| Fr 29. | -0,70 | 0,40 | -0,90 | 1,20 |\n\n"
        "### Dezember 2024\n\n| Tag | Anna | Bene | Christl | Dani |\n|---|---|---|---|---|\n"
        "| Fr 6. | 1,60 | -0,20 | -2,40 | 1,00 |\n"
    ),
    "the time in a column": Shape(
        joined(
            [
                [row[0], clock, *row[1:]]
                for row, clock in zip(
                    cells(NIGHT.replace(" 20:24", "").replace(" 23:50", "").replace(" 01:05", "")),
                    ("Uhrzeit", "20:24", "23:50", "01:05"),
                    strict=True,
                )
            ]
        ),
        evenings=1,
    ),
    "months spelt": Shape(wide("22. November 2024", "29. Nov. 2024", "6. Dezember 2024")),
    "months spelt in English": Shape(wide("Nov 22, 2024", "Nov 29, 2024", "Dec 6, 2024")),
    "months in Roman numbers": Shape(wide("22.XI.24", "29. XI. 24", "6.XII.24")),
    "years behind an apostrophe": Shape(wide("22.11.'24", "29.11.'24", "6.12.'24")),
    "days as they are said": Shape(wide("Freitag, den 22. November 2024", "29th of November 2024", "6. Dezember 2024")),
    "years in two digits": Shape(wide("22.11.24", "29.11.24", "6.12.24")),
    "days without a year, which the name says": Shape(wide("22.11.", "29.11.", "6.12."), file="Runde 2024"),
    "days without a year": Shape(wide("22.11.", "29.11.", "6.12."), answers={"date": "2024"}),
    "an evening over midnight": Shape(NIGHT, evenings=1),
    "over midnight, the newest first": Shape(joined([cells(NIGHT)[0], *cells(NIGHT)[:0:-1]]), evenings=1),
    "two nights and a morning": Shape(
        "Datum;Anna;Bene;Christl;Dani\n22.11.2024 22:30;0,50;-1,30;2,10;-1,30\n23.11.2024 00:00;-0,70;0,40;-0,90;1,20\n"
        "23.11.2024 04:55;0,00;0,00;0,00;0,00\n23.11.2024 10:30;1,00;-0,20;-1,80;1,00\n"
        "23.11.2024 21:00;0,60;0;-0,60;0\n"
        "24.11.2024 00:30;0,10;-0,10;0,00;0,00\n",
        {"Anna": 150, "Bene": -120, "Christl": -120, "Dani": 90},
        2,
    ),
    "words around the day": Shape(wide("Abend am 22.11.2024", "29.11.2024 (Post)", "Nikolaus, 06.12.2024")),
    "the year in a column": Shape(
        joined(
            [
                [*row[:1], "2024" if at else "Jahr", *row[1:]]
                for at, row in enumerate(cells(wide("22.11.", "29.11.", "6.12.")))
            ]
        )
    ),
    "the names below the word for them": Shape(wide(*GERMAN).replace("Datum;Anna", "Datum;Spieler;;;\n;Anna")),
    "what was won behind each name": Shape(
        wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "Anna +/-;Bene +/-;Christl ±;Dani ±")
    ),
    "the newest day first": Shape(joined([cells(wide(*GERMAN))[0], *cells(wide(*GERMAN))[:0:-1]])),
    "a heading for each month": Shape(wide(*GERMAN).replace("06.12.", "Dezember 2024\n06.12.")),
    "a row for each hand": Shape(
        "Datum;Runde;Anna;Bene;Christl;Dani\n22.11.2024;1;0,50;-1,30;2,10;-1,30\n;2;-0,70;0,40;-0,90;1,20\n"
        "29.11.2024;1;1,60;-0,20;-2,40;1,00\n",
        evenings=2,
    ),
    # people down
    "people down": Shape(joined(DOWN)),
    "people down, with numbers and totals": Shape(
        joined(
            [["Nr", *DOWN[0], "Gesamt"]]
            + [
                [str(at), *row, total]
                for at, (row, total) in enumerate(zip(DOWN[1:], TOTAL.split(";"), strict=True), 1)
            ]
            + [["", "Summe", "0,00", "0,00", "0,00", "0,00"]]
        )
    ),
    "people down below a title": Shape("Schafkopf beim Wirt;;;\n;;;\n" + joined(down(*GERMAN, head="Spieler"))),
    "people down, the days below their numbers": Shape("Name;1;2;3\n" + joined(down(*GERMAN, head=""))),
    "people down, nothing above them": Shape(joined(down(*GERMAN, head=""))),
    "people down, days without a year": Shape(joined(down("22.11.", "29.11.", "6.12.")), file="2024"),
    "people down, with the place": Shape(joined([DOWN[0], ["Ort", "Post", "Post", "Bräu"], *DOWN[1:]])),
    "people down, in English": Shape(
        joined(down("11/22/2024", "11/29/2024", "12/6/2024", head="Player")).replace(",", ".").replace(";", ",")
    ),
    # a row a person and day
    "a row a person": Shape(joined(LONG)),
    "a row a person, with notes": Shape(joined([[*row, "Notiz" if not at else ""] for at, row in enumerate(LONG)])),
    "a row a person, person by person": Shape(joined([LONG[0], *sorted(LONG[1:], key=lambda row: row[1])])),
    "a row a person, the day once": Shape(
        joined([LONG[0], *([row[0] if row[1] == "Anna" else "", *row[1:]] for row in LONG[1:])])
    ),
    "a row a person, with a total": Shape(joined(LONG) + "Gesamtergebnis;;0,00\n"),
    "a row a person, with a sum of each day": Shape(
        joined([row for one in LONG for row in ([one, [one[0], "Summe", "0,00"]] if one[1] == "Dani" else [one])])
    ),
    "a row a person, with where he stands": Shape(joined([[*LONG[0], "Stand"], *([*row, "1,00"] for row in LONG[1:])])),
    "a row a person, in English": Shape(joined(long(ISO, "date;player;amount")).replace(",", ".").replace(";", ",")),
    "a row a person, in euros": Shape(joined(long(GERMAN, "Tag;Name;Ergebnis (€)"))),
    "a row a person of one evening": Shape(
        "Name;Betrag\nAnna;1,40\nBene;-1,10\nChristl;-1,20\nDani;0,90\n", evenings=1, file="Abend 22.11.2024"
    ),
    "a row a person of one evening, no day": Shape(
        "Spieler;Ergebnis\nAnna;1,40\nBene;-1,10\nChristl;-1,20\nDani;0,90\n",
        evenings=1,
        answers={"date": "2024-11-22"},
    ),
    "a ranking with how often and how much": Shape(
        "Rang;Name;Abende;Summe;Schnitt\n1;Anna;3;1,40;0,47\n2;Dani;3;0,90;0,30\n"
        "3;Bene;3;-1,10;-0,37\n4;Christl;3;-1,20;-0,40\n",
        evenings=1,
        file="Jahr 2024-12-31",
    ),
    "a row a person, called otherwise": Shape(joined(long(GERMAN, "Datum;Kartler;Betrag"))),
    "a row a person, the person first": Shape(
        joined([[row[1], row[0], row[2]] for row in long(GERMAN, "Wann;Mitspieler;Wieviel")])
    ),
    "a row a person, with how often was played": Shape(
        joined(
            [[*row, str(30 + at // 5) if at else "Partien"] for at, row in enumerate(long(GERMAN, "Dog;Wer;Gwunna"))]
        )
    ),
    "a row a person, rounds of an evening": Shape(
        "Datum;Runde;Spieler;Betrag\n22.11.2024;1;Anna;0,50\n22.11.2024;1;Bene;-0,50\n22.11.2024;2;Christl;0,20\n"
        "22.11.2024;2;Anna;-0,20\n",
        {"Anna": 30, "Bene": -50, "Christl": 20},
        1,
    ),
    # in words, or by what somebody lost to somebody
    "notes of a phone": Shape(
        "Schafkopf bei Anna\n\n22.11.2024: Anna +0,50, Bene -1,30, Christl +2,10, Dani -1,30\n"
        "29.11.24 Anna -0,70 Bene 0,40 Christl -0,90 Dani 1,20\n"
        "Fr 6.12.2024: Anna: 1,60; Bene: -0,20; Christl: -2,40; Dani: 1\n"
    ),
    "notes of a phone, a line a person": Shape(
        "22.11.2024\nAnna +0,50\nBene -1,30\nChristl +2,10\nDani -1,30\n\n29.11.2024:\nAnna: -0,70\nBene: 0,40\n"
        "Christl: -0,90\nDani: 1,20\n\n6.12.2024\nAnna 1,60\nBene -0,20\nChristl -2,40\nDani 1,00\n"
    ),
    "who lost to whom": Shape(
        "Datum;Verlierer;Gewinner;Betrag\n22.11.2024;Bene;Anna;1,10 €\n22.11.2024;Christl;Dani;0,90 €\n"
        "29.11.2024;Christl;Anna;0,30 €\n",
        evenings=2,
    ),
    "who lost how many points to whom": Shape(
        "Datum;Verlierer;Gewinner;Punkte\n22.11.2024;Bene;Anna;110\n22.11.2024;Christl;Dani;90\n"
        "29.11.2024;Christl;Anna;30\n",
        evenings=2,
        answers={"amounts": "cents"},
    ),
    "who pays whom": Shape(
        "Datum,Von (verloren),An (gewonnen),Betrag,Notiz\n22.11.2024,Bene,Anna,1.10 €,bar\n,Christl,Dani,0.90 €,\n"
        "29.11.2024,Christl,Anna,0.30 €,bar\n",
        evenings=2,
    ),
    "debts in words": Shape(
        "Freitag, 22.11.2024\nBene schuldet Anna 1,10\nChristl schuldet Dani 0,90 €\n\n"
        "Freitag, 29.11.2024\nChristl schuldet Anna 0,30\n",
        evenings=2,
    ),
    "debts in words, an evening a line": Shape(
        "22.11.2024: Bene zahlt Anna 1,10, Christl zahlt Dani 0,90\n29.11.2024: Christl zahlt Anna 0,30\n", evenings=2
    ),
    "a day between signs, and what fills a line": Shape(
        "== 22.11.2024 ==\nAnna .... +0,50\nBene .... -1,30\nChristl . +2,10\nDani .... -1,30\n\n"
        "== 29.11.2024 ==\nAnna .... -0,70\nBene .... +0,40\nChristl . -0,90\nDani .... +1,20\n",
        {"Anna": -20, "Bene": -90, "Christl": 120, "Dani": -10},
        2,
    ),
    "a chat that has the sender first": Shape(
        "Dani, [22.11.2024 23:10]\nAnna +0,50 Bene -1,30 Christl +2,10 Dani -1,30\n\n"
        "Bene, [29.11.2024 23:15]\nAnna -0,70 Bene +0,40 Christl -0,90 Dani +1,20\n\n"
        "Dani, [06.12.2024 23:40]\nAnna +1,60 Bene -0,20 Christl -2,40 Dani +1,00\n"
    ),
    "notes in Markdown": Shape(
        "# Karteln\n\n- **22.11.2024** Anna +0,50 / Bene -1,30 / Christl +2,10 / Dani -1,30\n"
        "- **29.11.2024** Anna -0,70 / Bene +0,40 / Christl -0,90 / Dani +1,20\n"
        "- **06.12.2024** Anna +1,60 / Bene -0,20 / Christl -2,40 / Dani +1,00\n"
    ),
    "amounts in brackets behind names": Shape(
        "22.11.2024 Anna (0,50) Bene (-1,30) Christl (2,10) Dani (-1,30)\n"
        "29.11.2024 Anna (-0,70) Bene (0,40) Christl (-0,90) Dani (1,20)\n"
        "06.12.2024 Anna (1,60) Bene (-0,20) Christl (-2,40) Dani (1,00)\n"
    ),
    "who dealt and who won, beside a column each": Shape(
        joined(
            [["Datum", "Wer gab", "Sieger", *cells(wide(*GERMAN))[0][1:], "Betrag"]]
            + [[row[0], "Anna", "Bene", *row[1:], "5,00"] for row in cells(wide(*GERMAN))[1:]]
        )
    ),
    "who is to give whom": Shape(
        "Wann;Wer;Wem;Betrag\n22.11.2024;Bene;Anna;1,10\n22.11.2024;Christl;Dani;0,90\n29.11.2024;Christl;Anna;0,30\n",
        evenings=2,
    ),
    "notes of a phone, names in small letters": Shape(
        "Winter 2024\n\n22.11. Anna +0,50  Bene -1,30  Christl +2,10  Dani -1,30\n"
        "29.11. bene +0.40, anna -0.70, dani +1.20, christl -0.90\n"
        "6.12. Dani 1,00  christl -2,40  Anna 1,60  Bene -0,20\n"
    ),
    "a chat in which somebody says the standing": Shape(
        "[22.11.24, 23:55:42] Dani: Abrechnung: Anna +0,50 / Bene -1,30 / Christl +2,10 / Dani -1,30\n"
        "[23.11.24, 08:12:45] Bene: 3 Solo verlorn\n"
        "[29.11.24, 23:15:00] Dani: Abrechnung: Anna -0,70 / Bene +0,40 / Christl -0,90 / Dani +1,20\n"
        "[06.12.24, 23:40:00] Dani: Abrechnung: Anna +1,60 / Bene -0,20 / Christl -2,40 / Dani +1,00\n"
        "[07.12.24, 09:41:17] Dani: Stand: Anna +1,40 / Bene -1,10 / Christl -1,20 / Dani +0,90\n"
    ),
    "months across, each with its year": Shape(joined(down("Oktober 2024", "November 2024", "Dezember 2024"))),
    "months across, and their year above": Shape("Schafkopf 2024\n" + joined(down("Jan", "Feb", "März"))),
    "numbered evenings without a day": Shape(
        joined(down("1. Abend", "2. Abend", "3. Abend")), answers={"date": "2024-12-06"}
    ),
    "points below their worth": Shape(
        "Datum;Anna;Bene;Christl;Dani\n8.11.2024;5;-13;21;-13\n15.11.2024;-7;4;-9;12\n22.11.2024;16;-2;-24;10\n\n"
        "10 Cent pro Punkt\n"
    ),
    "a row a hand and player, with a time": Shape(
        "id,timestamp,game,player,amount_ct\n"
        + "".join(
            f"{nr},2024-11-0{nr}T22:{nr}5:36+01:00,Sauspiel,{name},{amount}\n"
            for nr, row in enumerate(((50, -130, 210, -130), (-70, 40, -90, 120), (160, -20, -240, 100)), 1)
            for name, amount in zip(("Anna", "Bene", "Christl", "Dani"), row, strict=True)
        )
    ),
    "what was carried over, without a day": Shape(
        "Kontostand\n"
        "Abend;Anna;Bene;Christl;Dani\n"
        "Übertrag 2023;1,00;-1,00;0,00;0,00\n"
        "08.11.2024;1,50;-2,30;2,10;-1,30\n"
        "15.11.2024;0,80;-1,90;1,20;-0,10\n"
        "22.11.2024;2,40;-2,10;-1,20;0,90\n",
        answers={"rows": "running"},
    ),
    "who lost nothing got what the others lost": Shape(
        "Datum;Anna;Bene;Dani\n8.11.2024;-2,60;-1,00;x\n15.11.2024;x;-1,80;-2,30\n22.11.2024;-0,40;;-0,80\n",
        {"Anna": 110, "Bene": -160, "Dani": 50},
        answers={"points": "winner"},
    ),
    "a pot that one gets": Shape(
        "Datum;Anna;Bene;Dani;Topf\n8.11.2024;-2,60;-1,00;x;3,60\n15.11.2024;x;-1,80;-2,30;4,10\n"
        "22.11.2024;-0,40;x;-0,80;1,20\n",
        {"Anna": 110, "Bene": -160, "Dani": 50},
        answers={"points": "winner"},
    ),
    "empty cells that are 0": Shape(
        "Datum;Anna;Bene;Dani\n8.11.2024;5;;\n15.11.2024;;2;4\n22.11.2024;1;3;\n",
        {"Anna": -3, "Bene": 0, "Dani": 3},
        answers={"amounts": "points", "points": "losses"},
    ),
    "numbered evenings above one another": Shape(
        wide("1. Abend", "2. Abend", "3. Abend", head="Abend", behind=f"zusammen;{TOTAL}"),
        answers={"date": "2024-12-06"},
    ),
    "plain numbers of evenings": Shape(wide("1", "2", "3", head="Spieltag"), answers={"date": "2024-12-06"}),
    "names and amounts by turns": Shape(
        "Datum;Erster;Betrag;Zweiter;Betrag;Dritter;Betrag;Letzter;Betrag\n"
        "08.11.2024;Christl;2,10;Anna;0,50;Bene;-1,30;Dani;-1,30\n"
        "15.11.2024;Dani;1,20;Bene;0,40;Anna;-0,70;Christl;-0,90\n"
        "22.11.2024;Anna;1,60;Dani;1,00;Bene;-0,20;Christl;-2,40\n"
    ),
    "a day, and a line a person below it, with what was remarked": Shape(
        "Kartenbuch\n\n"
        + "".join(
            f"Freitag, {day};{place}\n"
            + "".join(f"{name};{has} €\n" for name, has in zip(PEOPLE[0].split(";"), row.split(";"), strict=True))
            + "Summe;0,00 €\n\n"
            for day, place, row in zip(
                ("8. November 2024", "15. November 2024", "22. November 2024"),
                ("Stube", "Hirsch", "Nikolaus, Stube"),
                ROWS[0],
                strict=True,
            )
        )
    ),
    "where everybody stood beside each, called Stand alone": Shape(
        "Datum;Anna;Stand;Bene;Stand;Christl;Stand;Dani;Stand\n"
        "08.11.2024;0,50;0,50;-1,30;-1,30;2,10;2,10;-1,30;-1,30\n"
        "15.11.2024;-0,70;-0,20;0,40;-0,90;-0,90;1,20;1,20;-0,10\n"
        "22.11.2024;1,60;1,40;-0,20;-1,10;-2,40;-1,20;1,00;0,90\n"
    ),
    "a total above the days, beside numbers of evenings": Shape(
        "Abend Nr.;1;2;3;Gesamt;Teiln.\nName;8.11.2024;15.11.2024;22.11.2024\n"
        + joined([[*row, last, "3"] for row, last in zip(down("a", "b", "c")[1:], TOTAL.split(";"), strict=True)])
    ),
    "a note that somebody pays for the food": Shape(
        "Datum;Anna;Bene;Christl;Dani;Bemerkung\n"
        + "".join(
            f"{day};{row};{note}\n"
            for day, row, note in zip(GERMAN, ROWS[0], ("", "Zeche zahlt Christl", ""), strict=True)
        )
    ),
    "days without a game, said in a word": Shape(wide(*GERMAN, behind="29.11.2024;Kirchweih - kein Kartln;;;")),
    "weekdays cut short, and all of it together in dialect": Shape(
        wide("Sams. 9. November 24", "Samst. 16. November 24", "Samsda 23. November 24", behind=f"ois zamm;{TOTAL}")
    ),
    "a total in one word": Shape(wide(*GERMAN, behind=f"Gesamtbilanz;{TOTAL}")),
    "nothing won with both signs": Shape(
        "Datum;Anna;Bene;Christl;Dani\n8.11.2024;±0;-0,50;+0,80;-0,30\n15.11.2024;+1,10;+/-0;-1,10;+-0,00\n",
        {"Anna": 110, "Bene": -50, "Christl": -30, "Dani": -30},
        2,
    ),
    "columns of blanks, with a unit behind a blank": Shape(
        "Schafkopf 2024\n\nTag                  A         B         C         D\n"
        + "".join(
            day.ljust(12) + "".join(f"{has} €".rjust(10) for has in row.split(";")) + "\n"
            for day, row in zip(("08.11.2024", "15.11.2024", "22.11.2024"), ROWS[0], strict=True)
        )
        + "\nA = Anna, B = Bene, C = Christl, D = Dani\n"
    ),
    "who was with a toothache at whose place": Shape(
        "Büchl 2024\n\n"
        "8.11.2024 beim Wirt: Anna +0,50, Bene -1,30, Christl +2,10, Dani -1,30\n"
        "15.11.2024 bei Bene, Dani mit Zahnweh: Anna -0,70, Bene +0,40, Christl -0,90, Dani +1,20\n"
        "22.11.2024 Wirt (Kirchweih): Anna +1,60, Bene -0,20, Christl -2,40, Dani +1,00\n"
    ),
    "when it was filled in, beside the days": Shape(
        "Timestamp;Datum;Anna;Bene;Christl;Dani\n"
        + "".join(
            f"2024-12-20T10:0{nr}:00;{day};{row}\n" for nr, (day, row) in enumerate(zip(GERMAN, ROWS[0], strict=True))
        )
    ),
    "answers to a form, sent a day later": Shape(
        "Zeitstempel,Wann war das?,Dein Name,Gewonnen (+) oder verloren (-) in Cent?,Bemerkung\n"
        + "".join(
            f'2024/11/{23 + at} 1:12:30 AM,{22 + at}.11.2024,{name},"{has}",\n'
            for at, row in enumerate(((50, -130, 210, -130), (-70, 40, -90, 120), (160, -20, -240, 100)))
            for name, has in zip(PEOPLE[1].split(","), row, strict=True)
        ),
        answers={"amounts": "cents"},
    ),
    "who paid whom, by first names and an initial": Shape(
        SPLIT.replace("Anna,Bene", "Anna Huber,Bene Maier")
        + "2024-12-07,Anna H. paid Bene M.,Payment,9.00,EUR,9.00,-9.00,0.00,0.00\n",
        {"Anna Huber": 140, "Bene Maier": -110, "Christl": -120, "Dani": 90},
        evenings=4,
    ),
    "to whom it was paid": Shape(
        "Datum;Name;Art;Betrag;Notiz\n22.11.2024;Anna;Spiel;0,50;\n22.11.2024;Bene;Spiel;-0,30;\n"
        "22.11.2024;Christl;Spiel;-0,20;\n23.11.2024;Anna;Zahlung;7,00;an Bene überwiesen\n"
        "23.11.2024;Bene;Zahlung;-7,00;von Anna erhalten\n",
        {"Anna": 50, "Bene": -30, "Christl": -20},
        2,
    ),
    "names and amounts by turns, one without and a total": Shape(
        "Datum;Erster;Betrag;Zweiter;Betrag;Dritter;Betrag;Letzter;Betrag\n"
        "08.11.2024;Christl;2,10;Anna;0,50;Bene;-1,30;Dani;-1,30\n"
        "15.11.2024;Dani;0,80;Bene;-0,10;Anna;-0,70;Christl;\n"
        "Summe;;2,90;;0,40;;-2,00;;-1,30\n",
        {"Anna": -20, "Bene": -140, "Christl": 210, "Dani": -50},
        2,
    ),
    "initials that a sentence explains": Shape(
        "Winter\n\nA = Anna, B = Bene, C = Christl, D = Dani. Beträge in €.\n\n"
        + wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "A;B;C;D")
    ),
    "below each name the day's amount and all of them": Shape(
        ";Anna;;Bene;;Christl;;Dani;;\nSamstag;Tag;ges.;Tag;ges.;Tag;ges.;Tag;ges.;Wer gibt aus\n"
        "09.11.2024;0,50;0,50;-1,30;-1,30;2,10;2,10;-1,30;-1,30;Bene\n"
        "16.11.2024;-0,70;-0,20;0,40;-0,90;-0,90;1,20;1,20;-0,10;Anna\n"
        "23.11.2024;1,60;1,40;-0,20;-1,10;-2,40;-1,20;1,00;0,90;Dani\n"
    ),
    "a balance a row, beside how many rounds were played": Shape(
        "session_id,started_at,player,rounds,balance_eur\n" + exported("3{nr},{day}T20:58:53,{name},2{nr},{has}\n")
    ),
    "what was won and what was lost below one another, in blanks": Shape(
        "Abrechnung\n\nDatum        Name        Gewinn   Verlust\n"
        + "\n".join(
            "".join(
                (day if not at else "").ljust(13)
                + name.ljust(14)
                + (has.strip("-").rjust(14) if "-" in has else has)
                + "\n"
                for at, (name, has) in enumerate(zip(PEOPLE[0].split(";"), row.split(";"), strict=True))
            )
            for day, row in zip(("08.11.2024", "15.11.2024", "22.11.2024"), ROWS[0], strict=True)
        )
    ),
    "a heading of days that no word of ours is, beside numbers of evenings": Shape(
        '"Session","Started","Player","Rounds","Net (EUR)","Note"\n'
        + exported('"{nr}","{day}T19:30:12+01:00","{name}","2{nr}","{has}",""\n')
    ),
    "columns of blanks whose headings stand beside the numbers": Shape(
        "Am            Anna   Bene     Christl    Dani\n"
        + "".join(
            f"{day}  {'      '.join(f'{has:>6}' for has in row.split(';'))}\n"
            for day, row in zip(("08.11.2024", "15.11.2024", "22.11.2024"), ROWS[0], strict=True)
        )
    ),
    "initials explained side by side": Shape(
        "Freitag 2024\nA = Anna   B = Bene   C = Christl   D = Dani\n\n                   A       B       C       D\n"
        + "".join(
            f"{day:13}{''.join(f'{has:>8}' for has in row.split(';'))}\n"
            for day, row in zip(("Fr 8.11.", "Fr 15.11.", "Fr 22.11."), ROWS[0], strict=True)
        )
    ),
    "the months of a season above days without a year": Shape(
        "Heft von Oktober 2023 bis März 2024\n" + wide("24.11.", "22.12.", "19.1.")
    ),
    # totals
    "Gesamtergebnis": Shape(wide(*GERMAN, behind=f"Gesamtergebnis;{TOTAL}")),
    "Grand Total": Shape(wide(*ISO, head="Date", behind=f"Grand Total;{TOTAL}")),
    "a pivot table": Shape(
        "Summe von Betrag;Spaltenbeschriftungen;;;;\n"
        + joined(
            [
                [*row, last]
                for row, last in zip(
                    cells(wide(*GERMAN, head="Zeilenbeschriftungen", behind=f"Gesamtergebnis;{TOTAL}")),
                    ("Gesamtergebnis", "0,00", "0,00", "0,00", "0,00"),
                    strict=True,
                )
            ]
        )
    ),
    "a total for each month": Shape(
        "Runde 2024\nDatum;Anna;Bene;Christl;Dani\n22.11.;0,50;-1,30;2,10;-1,30\n29.11.;-0,70;0,40;-0,90;1,20\n"
        "Summe;-0,20;-0,90;1,20;-0,10\n06.12.;1,60;-0,20;-2,40;1,00\nSumme;1,60;-0,20;-2,40;1,00\n"
    ),
    "the total above": Shape(wide(*GERMAN).replace("22.11.2024", f"Summe;{TOTAL}\n22.11.2024")),
    "what nobody knows below the total": Shape(
        wide(*GERMAN, behind=f"Summe;{TOTAL}\npro Abend;0,47;-0,37;-0,40;0,30\nso oft dabei;3;3;3;3\nWirt;Anna")
    ),
    "an average below": Shape(wide(*GERMAN, behind="Durchschnitt;0,466;-0,366;-0,4;0,3")),
    "running totals": Shape(
        "Datum;Anna;Bene;Christl;Dani\n22.11.2024;0,50;-1,30;2,10;-1,30\n29.11.2024;-0,20;-0,90;1,20;-0,10\n"
        f"06.12.2024;{TOTAL}\n",
        answers={"rows": "running"},
    ),
    "the game and the bill below each name": Shape(
        "Datum;Anna;;Bene;;Christl;;Dani;;Wirt\n;Karten;Essen;Karten;Essen;Karten;Essen;Karten;Essen;\n"
        + "".join(
            f"{day};{row.replace(';', ';12,50;')};9,80;Post\n" for day, row in zip(GERMAN, ROWS[False], strict=True)
        )
    ),
    "the bill beside each name": Shape(
        "Datum;Anna;Anna Zeche;Bene;Bene Zeche;Christl;Christl Zeche;Dani;Dani Zeche\n"
        + "".join(f"{day};{row.replace(';', ';12,50;')};9,80\n" for day, row in zip(GERMAN, ROWS[False], strict=True))
    ),
    "running totals beside the amounts": Shape(
        "Datum;Anna;Bene;Christl;Dani;Anna gesamt\n22.11.2024;0,50;-1,30;2,10;-1,30;0,50\n"
        "29.11.2024;-0,70;0,40;-0,90;1,20;-0,20\n06.12.2024;1,60;-0,20;-2,40;1,00;1,40\n"
    ),
    # columns that are nobody's
    "a column without a heading": Shape(
        joined([[*row, more] for row, more in zip(cells(wide(*GERMAN)), ("", "", "-3", ""), strict=True)])
    ),
    "a first column that counts rows": Shape(
        joined(
            [
                [*row]
                for row in (
                    [number, *row] for number, row in zip(("", "0", "1", "2"), cells(wide(*GERMAN)), strict=True)
                )
            ]
        )
    ),
    "a bill that was split": Shape(SPLIT),
    "a bill that was split, with its balance": Shape(
        SPLIT + "\n2024-12-07,Total balance, , ,EUR,1.40,-1.10,-1.20,0.90\n"
    ),
    "a bill that was split and paid": Shape(
        SPLIT + "2024-12-07,Bene paid Anna,Payment,1.10,EUR,-1.10,1.10,0,0\n", evenings=4
    ),
    "who paid for whom, in columns": Shape(
        "Title,Amount,Currency,Exchange rate,Amount in default currency (EUR),Transaction type,Date & time,"
        "Paid by Anna,Paid by Bene,Paid by Eva,Impacted to Anna,Impacted to Bene,Impacted to Eva\n"
        "Karten 1,3.70,EUR,1.0,3.70,Normal Expense,2024-02-01 22:10:00,0.00,3.70,0.00,2.30,0.00,1.40\n"
        "Karten 2,5.20,EUR,1.0,5.20,Normal Expense,2024-02-08 22:14:00,0.00,2.60,2.60,4.70,0.50,0.00\n"
        ",2.00,EUR,1.0,2.00,Money Transfer,2024-02-09 22:14:00,2.00,0.00,0.00,0.00,2.00,0.00\n",
        {"Anna": -700, "Bene": 580, "Eva": 120},
    ),
    "who paid for whom, and each one's share": Shape(
        "Who paid,Amount,Currency,For whom,Split amounts,Purpose,Category,Date & time,Exchange rate,Converted amount,"
        "Type,Receipt\n"
        "Anna,2.10,EUR,Eva,2.10,Karten,x,2024-04-11 22:41:00,,2.10,expense,\n"
        "Bene;Eva,2.00;0.80,EUR,Anna;Dani,0.40;2.40,Karten,x,2024-04-18 22:42:02,,2.80,expense,\n"
        "Dani,3.30,EUR,Anna;Eva;Dani,1.70;0.60;1.00,Karten,x,2024-04-25 22:41:04,,3.30,expense,\n",
        {"Anna": 0, "Bene": 200, "Dani": -10, "Eva": -190},
        answers={"decimal": "point"},
    ),
    "who paid, and what each owes of it": Shape(
        "Titel;Betrag;Währung;Datum;Bezahlt von;Anteil Anna;Anteil Bene;Anteil Eva\n"
        "Karten;3,60;EUR;08.11.2024;Anna;1,20;0,00;2,40\nKarten;1,10;EUR;15.11.2024;Eva;0,00;1,10;0,00\n",
        {"Anna": 240, "Bene": -110, "Eva": -130},
        2,
    ),
    "who paid, shared by all": Shape(
        "Datum;Was;Bezahlt von;Betrag;Für wen\n08.11.2024;Karten;Anna;0,90;Bene, Dani, Eva\n"
        "15.11.2024;Karten;Eva;1,00;Anna, Bene\n",
        {"Anna": 40, "Bene": -80, "Dani": -30, "Eva": 70},
        2,
    ),
    "who paid, for everybody or for two": Shape(
        "Datum;Bezahlt von;Betrag;Für wen\n08.11.2024;Anna;1,20;alle\n15.11.2024;Bene;2,00;Anna und Eva\n"
        "22.11.2024;Eva;0,60;Bene\n",
        {"Anna": -20, "Bene": 100, "Eva": -80},
    ),
    "who paid, with commas in the names and a share of nobody": Shape(
        'Datum;Bezahlt von;Betrag;Für wen;Anteile\n08.11.2024;Huber, Anna;6,00;"Maier, Bene;Dorn, Eva;Alt, Uli";'
        '"2,50;;3,50"\n15.11.2024;Dorn, Eva;1,00;"Huber, Anna;Maier, Bene";"0,40;0,60"\n',
        {"Huber, Anna": 560, "Maier, Bene": -310, "Dorn, Eva": 100, "Alt, Uli": -350},
        2,
    ),
    "a hand of everybody that comes to what the others do": Shape(
        "Schafkopf am 22.11.2024\nSpieler;Spiel;Anna;Bene;Christl;Dani\nAnna;Sau;0,10;0,10;-0,10;-0,10\n"
        "Bene;Sau;0,10;-0,10;0,10;-0,10\nChristl;Sau;-0,10;0,10;0,10;-0,10\n;Ramsch;0,10;0,10;0,10;-0,30\n",
        {"Anna": 20, "Bene": 20, "Christl": 20, "Dani": -60},
        1,
    ),
    "a chat in which one message has everybody": Shape(
        "[22.11.24, 23:10] Anna: Heute: Anna +1,80, Bene -2,30, Eva +0,50\n[22.11.24, 23:11] Bene: -2,30\n"
        "[22.11.24, 23:12] Anna: +1,80 😀\n[29.11.24, 23:10] Anna: -0,70 😭\n[29.11.24, 23:11] Bene: +0,70\n",
        {"Anna": 110, "Bene": -160, "Eva": 50},
        2,
        {"rows": "each"},
    ),
    "debtors and creditors below titles": Shape(
        "Exported 2024-12-01\nGroup: Karten\n\n#,Date,Debtor,Creditor,Amount EUR,Memo\n"
        "1,2024/11/08,Anna,Eva,0.15,x\n2,2024/11/08,Bene,Eva,1.05,x\n3,2024/11/15,Eva,Anna,0.40,x\n",
        {"Anna": 25, "Bene": -105, "Eva": 80},
        2,
        {"decimal": "point"},
    ),
    "headings with a blank above shorter amounts": Shape(
        "KARTLER 2024\n(Euro; -- = nicht da)\n\n"
        "Name      Fr 08.11. Fr 15.11. Fr 22.11.     Summe\n================================================\n"
        "Anna           0,50     -0,70      1,60      1,40\n"
        "Bene          -1,30      0,40     -0,20     -1,10\n"
        "Christl        2,10     -0,90     -2,40     -1,20\n"
        "Dani          -1,30      1,20      1,00      0,90\n"
        "Eva              --        --        --      0,00\n"
        "-------------------------------------------------\n"
        "Probe          0,00      0,00      0,00      0,00\n",
    ),
    "names above won and lost, and something else": Shape(
        ";;Anna;;Bene;;Strafe;Bemerkung\nDatum;Wochentag;Gewinn;Verlust;Gewinn;Verlust\n"
        "22.11.2024;Freitag;1,20;;;1,20;0,50;heiß\n29.11.2024;Freitag;;0,50;0,50;;1,00\n",
        {"Anna": 70, "Bene": -70},
        2,
        {"as": "Strafe=-"},
    ),
    "names above games and euros, beside the bill in euros": Shape(
        "Datum;Zeche;Anna;;Bene;\n;€;Spiele;€;Spiele;€\n"
        "22.11.2024;39,30;11;-3,10;6;3,10\n29.11.2024;36,30;4;1,30;8;-1,30\n",
        {"Anna": -180, "Bene": 180},
        2,
    ),
    "an evening that was called off": Shape(
        joined([[*row[:2], text, *row[2:]] for row, text in zip(DOWN, ("10.11.2024", *["entf."] * 4), strict=True)])
    ),
    "points of whoever was excused": Shape(
        "Jeder gegen jeden die Differenz, 1 Punkt = 1 Cent\nName;08.11.2024;15.11.2024;Punkte ges.\n"
        "Anna;30;entsch.;30\nBene;10;20;30\nEva;20;50;70\n",
        {"Anna": 30, "Bene": -60, "Eva": 30},
        2,
    ),
    "who paid for whom, among tables of something else": Shape(
        'name,weight,active,color\n"Anna",1,1,"#d6b461"\n"Bene",1,1,"#499aa2"\n\n'
        "what,amount,date,timestamp,payer_name,payer_weight,owers,repeat,categoryid,comment,deleted\n"
        '"Sauspiel",0.3,2025-01-10,1736540590,"Anna",1,"Bene",n,3,"",0\n'
        '"Wenz",0.6,2025-01-24,1737749108,"Eva",1,"Anna,Bene",n,3,"",0\n\n'
        'categoryname,categoryid,icon,color\n"Schafkopf",3,"x","#da8733"\n',
        {"Anna": 0, "Bene": -60, "Eva": 60},
        2,
        {"decimal": "point"},
    ),
    "amounts in one cell between lines of columns": Shape(
        "SCHAFKOPFCLUB   NIEDERALTEICH\n=====\n   Anna = Huber Anna\n\n"
        " Nr | Abend      |  Gewinn / Verlust in Cent            | Wirt\n"
        "    |            |    Anna    Bene Christl    Dani      |\n"
        "----+------------+--------------------------------------+------\n"
        "  1 | 22.11.2024 |     +50    -130    +210    -130      | Karl\n"
        "  2 | 29.11.2024 |     -70     +40     -90    +120      | Erna\n"
        "    |            |                                      |\n"
        "  3 | 06.12.2024 |    +160     -20    -240    +100      | Karl\n"
        "----+------------+--------------------------------------+------\n"
        "    | Endstand   |    +140    -110    -120     +90      |\n\n"
        "Der Schriftführer                      Der Vorstand\n  A. Huber                               B. Huber\n",
        answers={"amounts": "cents"},
    ),
    "names that go on below, and the minus behind": Shape(
        "Winter 2009 auf 2010\n\n          Vater   Onkel   Nachbar  Bürger-\n"
        "                  Heini   Sepp     meister\n"
        "6.11.     2,00-   0,30-   1,80     0,50\n27.11.    0,30-   2,30-   entsch.  2,60\n"
        "          - - -  Prosit Neujahr  - - -\n"
        "5.1.      0,80-   0,30-   0,40     0,70\n          ======= ======= ======== =======\n"
        "Sa.       3,10-   2,90-   2,20     3,80\n\nSa. = Summa.  entsch. = entschuldigt\n",
        {"Vater": -310, "Onkel Heini": -290, "Nachbar Sepp": 220, "Bürgermeister": 380},
    ),
    "a month that sums up its days": Shape(
        wide(*GERMAN).replace("06.12.2024", "November;-0,20;-0,90;1,20;-0,10\n06.12.2024")
        + "Dezember;1,60;-0,20;-2,40;1,00\nJänner;0;0;0;0\nGesamt;"
        + TOTAL
        + "\n"
    ),
    "a table a month, with who was there": Shape(
        "# Karteln (Winter 2024)\n\n## Jänner\n\n| Tag | Anna | Bene |\n|---|---:|---:|\n"
        "| Mi 8. | +2,30 | -2,30 |\n| *macht* | +2,30 | -2,30 |\n\n## Feber (mit da Eva)\n\n"
        "| Tag | Anna | Bene | Eva |\n|---|---:|---:|---:|\n| Mi 5. | 0,50 | net dao | -0,50 |\n"
        "| Mi 12. | -1,00 | 0,40 | 0,60 |\n",
        {"Anna": 180, "Bene": -190, "Eva": 10},
        answers={"rows": "each"},
    ),
    "names with a number, and sums of nobody that are 0": Shape(
        "Abrechnung Winter (in EUR)\n\nLfd Name              Okt 15   Nov 15   Dez 15    Gesamt\n"
        " 1. Huber Anna         -6,70     7,90     8,70      9,90\n"
        " 2. Huber Bene          6,70    -7,90      ---     -1,20\n"
        " 3. Maier Eva            ---      ---    -8,70     -8,70\n"
        "                        0,00     0,00     0,00      0,00\n\n"
        "Oberding, den 2. April 2016          geprüft: Huber\n",
        {"Huber Anna": 990, "Huber Bene": -120, "Maier Eva": -870},
    ),
    "days in words above won and lost": Shape(
        "Aus dem Buch\n\nSonntag, den 7. Januar 2018, beim Bene\n   Anna    gewonnen 2,20\n   Bene    verloren 1,90\n"
        "   Eva     verloren 0,30\n\nSonntag, den 14. Januar 2018, bei uns, Kuchen\n   Anna    verloren 0,60\n"
        "   Bene    gewonnen 0,60\n\nDer Bene hat noch keine Kücherl verdient.\n",
        {"Anna": 160, "Bene": -130, "Eva": -30},
        2,
    ),
    "won and lost in dialect, a year here and there": Shape(
        "Biachl (ois in Euro)\n\nFrei. 27.12.2019\n  Anna kriagt 1,70\n  Bene zoit 1,70\n\n"
        "Freitog, 3.1.\n  Anna zoit 0,40, Bene kriagt 0,40\n\nFr 10.1.20\n  Anna kriagt 0,20\n  Bene zoit 0,20\n",
        {"Anna": 150, "Bene": -150},
    ),
    "a chat in which each writes their own": Shape(
        "[07.03.25, 22:41:05] Eva: Schluss. Jeder schreibt seins!\n[07.03.25, 22:42:24] Bene: -0,20\n"
        "[07.03.25, 22:44:32] Eva: bei mir -0,50\n[07.03.25, 22:45:30] Anna: +0,70 €\n[07.03.25, 22:49:20] Eva: ja\n"
        "[14.03.25, 23:57:25] Bene: -1,80 €\n[14.03.25, 23:58:23] Eva: +1,50 Euro\n[15.03.25, 00:02:09] Anna: +0,30\n",
        {"Anna": 100, "Bene": -200, "Eva": 100},
        2,
    ),
    "a unit behind parentheses, running totals": Shape(
        "Kontostand nach dem Abend (fortlaufend)\n\nDatum;Anna;Bene;Eva\n06.02.2024;2,30 €;(1,20) €;(1,10) €\n"
        "13.02.2024;1,80 €;(1,70) €;(0,10) €\n",
        {"Anna": 180, "Bene": -170, "Eva": -10},
        2,
        {"rows": "running"},
    ),
    "points and euros, each above all names": Shape(
        ";Punkte;;;;Geld (€)\nDatum;Anna;Bene;Eva;;Anna;Bene;Eva\n22.11.2024;73;44;-;;0,29;-0,29\n"
        "29.11.2024;5;71;76;;-1,37;0,61;0,76\n",
        {"Anna": -108, "Bene": 32, "Eva": 76},
        2,
        {"amounts": "euros"},
    ),
    "a month above the numbers of its days": Shape(
        "Huber 2024\n\nName;November;;Dezember;Summe;Platz\n;22;29;6\n"
        "Anna;0,50;-0,70;1,60;1,40;1\nBene;-1,30;0,40;-0,20;-1,10;3\n"
        "Christl;2,10;-0,90;-2,40;-1,20;4\nDani;-1,30;1,20;1,00;0,90;2\n"
    ),
    "hands of an evening above a result without its word": Shape(
        "Spielblatt;;22.11.2024\nNr;Spiel;Spieler;Anna;Bene;Eva;Probe\n1;Wenz;Eva;0,50;0,50;-1,00;0\n"
        "2;Wenz;Anna;1,00;-0,50;-0,50;0\n3;Solo;Bene;-0,20;0,40;-0,20;0\n4;Solo;Bene;0,20;-0,40;0,20;0\n"
        "Ergebnis;;;1,50;0,00;-1,50\n",
        {"Anna": 150, "Bene": 0, "Eva": -150},
        1,
    ),
    "a table an evening below its day and where it was": Shape(
        "# Abende\n\n## 1. Abend, Freitag, 22.11.2024\n\nBei Dani, es gab Kuchen.\n\n| Wer | Ergebnis |\n|---|---:|\n"
        "| Anna | +0,50 € |\n| Bene | -0,50 € |\n\nNicht da: Eva\n\n## 2. Abend, Freitag, 29.11.2024\n\n"
        "| Wer | Ergebnis |\n|---|---:|\n| Eva | +0,70 € |\n| Anna | -0,70 € |\n",
        {"Anna": -20, "Bene": -50, "Eva": 70},
        2,
    ),
    "euros where nothing else is said": Shape(
        "Winter 2022/23, Euro wenn nix dabeisteht\n\nFr 18.11.: Anna -2,30, Eva +3,10, Bene -80 Ct\n"
        "Fr 6.1.: Anna ±0, Eva -50 Ct, Bene +0,50\n",
        {"Anna": -230, "Bene": -30, "Eva": 260},
        2,
    ),
    "a table a half year, in which somebody else plays": Shape(
        "Tag;Anna;Bene;Eva;Zeche\nNovember 2024\nFr 22.;0,50;-0,20;-0,30;70,60\nFr 29.;x;0,40;-0,40;50,30\n"
        "Summe November;0,50;0,20;-0,70\n\nTag;Anna;Bene;Dani;Zeche\nDezember 2024\nFr 6.;0,10;0,20;-0,30;40,00\n",
        {"Anna": 60, "Bene": 40, "Eva": -70, "Dani": -30},
        answers={"as": "Zeche=-"},
    ),
    "the notes of a phone with tabs": Shape(
        "Notiz: Karten\nerstellt am 3. Dezember 2024 um 23:47\n\nNr\tWann\tA\tB\tE\tWo\n"
        "1\tFr., 22. Nov. 2024\t1,10 €\t–1,70 €\t0,60 €\tHüttn\n2\tFr., 29. Nov. 2024\t–0,70 €\t/\t0,70 €\tA.\n",
        {"A": 40, "B": -170, "E": 130},
        2,
    ),
    "losses beside what they come to": Shape(
        "Datum;Anna;Bene;Eva;Alle zamm\n11.09.2023;13;31;0;44\n25.09.2023;3;abwesend;6;9\n09.10.2023;0;0;13;13\n",
        {"Anna": 21, "Bene": -36, "Eva": 15},
        answers={"amounts": "points", "points": "losses"},
    ),
    "won and lost of each, said before the name": Shape(
        "Datum;Gewinn Anna;Verlust Anna;Gewinn Bene;Verlust Bene\n22.11.2024;1,20;;;1,20\n29.11.2024;;0,50;0,50;\n",
        {"Anna": 70, "Bene": -70},
        2,
    ),
    "won and lost in dialect": Shape(
        "Dog;Wer;Gwunna;Valorn;Wos war\n22.11.24;da Sepp;1,20;;\n;d Anna;;1,20;a Wenz\n\n"
        "29.11.24;da Sepp;;0,50;\n;d Anna;0,50;;\n",
        {"da Sepp": 70, "d Anna": -70},
        2,
    ),
    "a payment among the evenings": Shape(PAID, evenings=4),
    "a note and a place": Shape(
        joined(
            [["Post", "Bier", *row] if at else ["Ort", "Anlass", *row] for at, row in enumerate(cells(wide(*GERMAN)))]
        )
    ),
    # amounts
    "euros behind each": Shape(re.sub(r"(,\d\d)", r"\1 €", wide(*GERMAN))),
    "cents in the headings": Shape(
        "Datum;Anna (ct);Bene (ct);Christl (ct);Dani (ct)\n22.11.2024;50;-130;210;-130\n29.11.2024;-70;40;-90;120\n"
        "06.12.2024;160;-20;-240;100\n"
    ),
    "cents that nobody says": Shape(
        "Datum;Anna;Bene;Christl;Dani\n22.11.2024;50;-130;210;-130\n29.11.2024;-70;40;-90;120\n06.12.2024;160;-20;-240;100\n",
        answers={"amounts": "cents"},
    ),
    "losses in brackets": Shape(re.sub(r"-(\d,\d\d)", r"(\1)", wide(*GERMAN))),
    "a minus behind": Shape(re.sub(r"-(\d,\d\d)", r"\1-", wide(*GERMAN))),
    "a minus in words": Shape(wide(*GERMAN).replace("-", "minus ")),
    "a typographic minus": Shape(wide(*GERMAN).replace("-", "−")),
    "marks of long ago, as they stand": Shape("Aus Omas Heft (in DM)\n" + wide(*GERMAN)),
    "thousands": Shape(
        "Datum;Anna;Bene\n22.11.2024;1.250,00;-1.250,00\n29.11.2024;-250,50;250,50\n06.12.2024;0,50;-0,50\n",
        {"Anna": 100_000, "Bene": -100_000},
    ),
    "a person who came seldom": Shape(
        "Datum;Anna;Bene;Christl;Dani\n22.11.2024;0,50;-0,50;;\n29.11.2024;;0,30;-0,30;\n06.12.2024;-;0,20;x;-0,20\n".replace(
            "x", "–"
        ),
        {"Anna": 50, "Bene": 0, "Christl": -30, "Dani": -20},
    ),
    "words for who was not there": Shape(
        "Datum;Anna;Bene;Christl\n22.11.2024;0,50;-0,50;fehlt\n29.11.2024;abwesend;0,30;-0,30\n",
        {"Anna": 50, "Bene": -20, "Christl": -30},
        2,
    ),
    # points
    "points by differences": Shape(POINTS, SETTLED, 3, IN_POINTS),
    "points lost alone": Shape(LOST, {"Anna": 7, "Bene": -53, "Christl": 39, "Dani": 7}, 3, IN_POINTS),
    "points lost, and how often was played": Shape(
        joined([[*row, more] for row, more in zip(cells(LOST), ("Partien", "20", "15", "28"), strict=True)]),
        {"Anna": 7, "Bene": -53, "Christl": 39, "Dani": 7},
        3,
        IN_POINTS,
    ),
    "points in a row a person": Shape(
        joined(
            [
                ["Datum", "Spieler", "Punkte"],
                *(
                    [row[0], name, own]
                    for row in cells(POINTS)[1:]
                    for name, own in zip(("Anna", "Bene", "Christl", "Dani"), row[1:], strict=True)
                ),
            ]
        ),
        SETTLED,
    ),
    # how it was saved
    "tabs": Shape(wide(*GERMAN).replace(";", "\t")),
    "a pasted table with bars": Shape(
        "\n".join(
            "| " + line.replace(";", " | ") + " |"
            for line in wide(*GERMAN).replace("\n", "\n---;---;---;---;---\n", 1).splitlines()
        )
    ),
    "a pasted table with a line of two dashes": Shape(
        "\n".join(
            "| " + line.replace(";", " | ") + " |"
            for line in wide(*GERMAN, head="").replace("\n", "\n--;--;--;--;--\n", 1).splitlines()
        )
    ),
    "quoted": Shape(re.sub(r"([^;\n]+)", r'"\1"', wide(*GERMAN)).replace(";", ",")),
    "quoted, with a blank behind a mark": Shape(re.sub(r"([^;\n]+)", r'"\1"', wide(*GERMAN)).replace('";', '" ;')),
    "columns of blanks, with blanks in days and names": Shape(
        "Wann            da Sepp     d Anna    da Bene\n"
        "22 Nov 2024        0,50      -1,30       0,80\n"
        " 6 Dec 2024       -0,70                  0,70\n",
        {"da Sepp": -20, "d Anna": -130, "da Bene": 150},
        2,
    ),
    "initials with points that a line explains": Shape(
        "A. = Anna, B. = Bene, C. = Christl, D. = Dani\n"
        + wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "A.;B.;C.;D.")
    ),
    "initials that a line above explains": Shape(
        "A = Anna, B = Bene, C = Christl, D = Dani\n" + wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "A;B;C;D")
    ),
    "initials that lines below explain": Shape(
        wide(*GERMAN, behind=f"Summe;{TOTAL}").replace("Anna;Bene;Christl;Dani", "A;B;Ch;D")
        + "\nA: Anna\nB: Bene\nCh: Christl\nD: Dani\n"
    ),
    "initials that a line above explains with dashes": Shape(
        "Legende: A - Anna, B - Bene, C - Christl, D – Dani\n"
        + wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "A;B;C;D")
    ),
    "initials that a table below explains": Shape(
        wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "A;B;C;D")
        + "\nKürzel;Name\nA;Anna\nB;Bene\nC;Christl\nD;Dani\n"
    ),
    "initials in columns of blanks, explained in a sentence": Shape(
        "Runde (in Euro)\n=======\nDatum           A      B      C\n22.11.24     -3,60   2,70   0,90\n"
        "26.11.24     -0,30  -0,70   1,00\n27.11.24      0,30   0,70  -1,00\n28.11.24      0,10  -0,10      -\n"
        "28.11.24     -0,10   0,10      -\n"
        '29.11.24         -  -1,70   1,70\n=======\n\nA = Anna, B = Bene,\nC = Christl.   "-" heißt nicht dabei.\n',
        {"Anna": -360, "Bene": 100, "Christl": 260},
        5,
    ),
    "who owes whom how much": Shape(
        "wann,wer schuldet,wem,wie viel,warum,wie\n"
        '17.10.24,Anna,Bene,"2,10",Pech,Überweisung\n24.10.24,Eva,Bene,"1,30","Solo, schwarz",bar\n',
        {"Anna": -210, "Bene": 340, "Eva": -130},
        2,
    ),
    "initials down the side": Shape(
        joined([[row[0][:1] if at else row[0], *row[1:]] for at, row in enumerate(DOWN)])
        + "\nA=Anna; B=Bene; C=Christl; D=Dani\n"
    ),
    "initials": Shape(
        wide(*GERMAN).replace("Anna;Bene;Christl;Dani", "A;B;C;D"), {key[0]: value for key, value in CAME_TO.items()}
    ),
}


def conversed(tables: Sequence[lists.Grid], stem: str, answers: Mapping[str, str]) -> tuple[lists.Listed, int]:
    """Return a list as it comes in when its owner answers, and how often he was asked."""
    asked = lists.Asked(TODAY)
    found = lists.read_lists(tables, asked, stem, "x")
    if not found.asked:
        return found, 0
    people: dict[str, str] = {}
    for one in found.asked:
        if one.option == "as":
            name, _sign, who = next(word for word in one.answers if word in answers.get("as", word)).partition("=")
            people[name] = who
        elif one.option == "date":
            asked = asked._replace(day=answers["date"])
        else:
            word = {"points": "differences", **USUAL, **answers}[one.option]
            assert word in one.answers
            asked = asked._replace(**{one.option: WORDS[one.option][word]})
    return lists.read_lists(tables, asked._replace(people=people), stem, "x"), 1


def came_to(found: lists.Listed) -> dict[str, int]:
    """Return what everybody has after all evenings."""
    total: Counter[str] = Counter()
    for one in found.sessions:
        total.update(one.end().balances)
    return {name: amount for name, amount in total.items() if name != "Stock"}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_list_comes_in_whatever_its_shape(shape: Shape) -> None:
    """With its balances and its evenings, after one run that asks at most."""
    answers = {"decimal": "comma", **shape.answers}
    found, _asked = conversed([grids.of_text(shape.text.encode(), shape.file, "x.csv")], shape.file, answers)
    assert [str(one) for one in found.problems] == []
    assert came_to(found) == shape.came_to
    assert len(found.sessions) == shape.evenings


CASES = json.loads((SHARED / "expected.json").read_text("utf-8")) if SHARED.exists() else []


@pytest.mark.skipif(not CASES, reason="the cases that are shared between projects are not beside this one")
@pytest.mark.parametrize("case", CASES, ids=[one["case"] for one in CASES])
def test_a_list_that_is_shared_comes_in(case: dict[str, Any]) -> None:
    """With the balances that its owner knows."""
    total: Counter[str] = Counter()
    evenings = 0
    for name in case["files"]:
        path = SHARED / name
        found, _asked = conversed(grids.read_tables(path), path.stem, case["answers"])
        assert [str(one) for one in found.problems] == []
        total.update(came_to(found))
        evenings += len(found.sessions)
    assert (dict(total), evenings) == (case["balances"], case["evenings"])


def test_a_file_an_evening_says_its_day_by_its_name(tmp_path: Path) -> None:
    """Also where it is a workbook whose sheet says nothing."""
    path = tmp_path / "Runde_2024-11-22.xlsx"
    lists_samples.workbook({"Tabelle1": [["Name", "Betrag"], ["Anna", 1.5], ["Bene", -0.5], ["Christl", -1]]}, path)
    found, asked = conversed(grids.read_tables(path), path.stem, {})
    assert ([str(one) for one in found.problems], asked) == ([], 0)
    assert [one.date for one in found.sessions] == ["2024-11-22"]
    assert came_to(found) == {"Anna": 150, "Bene": -50, "Christl": -100}


def test_days_across_in_a_workbook_are_days(tmp_path: Path) -> None:
    """As a spreadsheet stores them, with times where an evening lasts over midnight."""
    path = tmp_path / "x.xlsx"
    days = [datetime(2024, 11, 22, 22), datetime(2024, 11, 23, 0, 30), datetime(2024, 11, 29)]  # noqa: DTZ001  as it has it
    lists_samples.workbook({"x": [["Name", *days], ["Anna", 0.5, 0.2, -0.3], ["Bene", -0.5, -0.2, 0.3]]}, path)
    found, _asked = conversed(grids.read_tables(path), path.stem, {})
    assert [one.date for one in found.sessions] == ["2024-11-22", "2024-11-29"]
    assert came_to(found) == {"Anna": 40, "Bene": -40}


def test_a_sheet_called_payments_has_no_winnings(tmp_path: Path) -> None:
    """Whoever paid in it is owed more, and whoever was paid less: nobody has won that."""
    path = tmp_path / "x.xlsx"
    evenings = [["Datum", *"ABC"], ["22.11.2024", 5, -3, -2], ["29.11.2024", 2, -1, -1]]
    paid = [["Datum", "Von", "An", "Betrag"], ["24.11.2024", "B", "A", 3]]
    lists_samples.workbook({"Abende": evenings, "Zahlungen": paid}, path)
    found, _asked = conversed(grids.read_tables(path), path.stem, {"amounts": "euros"})
    assert came_to(found) == {"A": 700, "B": -400, "C": -300}
    assert [entry for one in found.sessions for entry in one.entries if isinstance(entry, Payment)] == [
        Payment("B", "A", 300)
    ]


def test_payments_have_no_winnings_below_a_heading_of_two_rows_either() -> None:
    """Both rows are the heading of the table above, and the title of the one below says what it has."""
    text = (
        ";Anna;;Bene;;Christl;\nDatum;gewonnen;verloren;gewonnen;verloren;gewonnen;verloren\n"
        "22.11.2024;1,50;;;0,50;;1,00\n29.11.2024;2,50;;;2,50;;0,00\n\n"
        "Zahlungen\nDatum;Von;An;Euro\n01.12.2024;Bene;Anna;2,00\n"
    )
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert [str(problem) for problem in found.problems] == []
    assert came_to(found) == {"Anna": 400, "Bene": -300, "Christl": -100}
    assert [one.entries for one in found.sessions][-1] == (Payment("Bene", "Anna", 200),)


def test_what_is_paid_at_the_table_is_of_that_evening(tmp_path: Path) -> None:
    """Whoever paid need not have played."""
    path = tmp_path / "x.xlsx"
    evenings = [["Datum", *"ABC"], ["22.11.2024", 5, -3, -2], ["29.11.2024", 2, None, -2]]
    paid = [["Datum", "Von", "An", "Betrag"], ["29.11.2024", "B", "A", 3]]
    lists_samples.workbook({"Abende": evenings, "Zahlungen": paid}, path)
    found, _asked = conversed(grids.read_tables(path), path.stem, {"amounts": "euros"})
    assert [(one.date, one.players, one.entries[-1]) for one in found.sessions[1:]] == [
        ("2024-11-29", ("A", "C", "B"), Payment("B", "A", 300))
    ]


@pytest.mark.parametrize(
    ("text", "letters"), [("Jürgen;Käthe", "cp850"), ("MÜLLER;JÖRG", "cp850"), ("„Anna“;Dušan", "cp1252")]
)
def test_letters_of_old_programs_are_read(text: str, letters: str) -> None:
    """A program of DOS is still in use; quotation marks and names of elsewhere are none of its letters."""
    data = f"Datum;{text}\n22.11.24;0,50;0,50-\n".encode(letters)
    found, _asked = conversed([grids.of_text(data, "liste", "x.csv")], "liste", {})
    assert [*came_to(found)] == text.split(";")


# -- what is refused, by name ------------------------------------------------------------------------------

FOREIGN = {
    "in the cells": "Datum;Anna;Bene\n22.11.2024;15,000 JPY;-15,000 JPY\n",
    "in the headings": "Datum;Anna (CHF);Bene (CHF)\n22.11.2024;1,50;-1,50\n",
    "in a column": "Date,Description,Cost,Currency,Anna,Bene\n2024-11-22,Cards,5.00,USD,2.50,-2.50\n",
    "by a sign": "Datum;Anna;Bene\n22.11.2024;$1.50;-$1.50\n",
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_money_of_elsewhere_is_refused_by_name(text: str) -> None:
    """15,000 yen are not 15,000 euros."""
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert found.sessions == []
    assert re.search(r"its unit is|in (JPY|CHF|USD|\$)", str(found.problems[0]))
    assert re.search(r"JPY|CHF|USD|\$", str(found.problems[0]))


def test_money_of_long_ago_comes_in_by_consent_alone() -> None:
    """What a mark counts is not taken for euros without a word."""
    text = "Aus Omas Heft (in DM)\n" + wide(*GERMAN)
    found = lists.read_lists([grids.of_text(text.encode(), "liste", "x.csv")], lists.Asked(TODAY), "liste", "x")
    assert (found.asked[0].option, found.asked[0].answers) == ("amounts", ("euros",))
    assert "DM" in str(found.problems[0])


UNSURE = {
    "what a mark parts in a bill": (
        ("Datum;Bezahlt von;Betrag;Für wen", "08.11.2024;Anna;1.500;Bene", "15.11.2024;Bene;2.400;Anna"),
        "1.500 may be 1500 or 1.500",
    ),
    "fewer people than shares": (
        (
            "Datum;Bezahlt von;Betrag;Für wen;Anteile",
            '08.11.2024;Anna;6,00;"Bene;Eva";"1;2;3"',
            "15.11.2024;Eva;1;Bene;1",
        ),
        "it is not clear who has how much",
    ),
    "everybody but one": (
        ("Datum;Bezahlt von;Betrag;Für wen", "08.11.2024;Anna;6,00;alle außer Bene", "15.11.2024;Eva;1,00;Bene"),
        "it is not clear who has how much",
    ),
    "an evening that is cut in columns of blanks": (
        (
            "Datum     Anna   Bene   Eva    Wo",
            "12.01.24  1,50   -1,20  -0,30  Post",
            "19.01.24  12345,50 -12345,50 0,00 Wirt",
            "26.01.24  1,50   -1,20  -0,30  Post",
            "02.02.24  0,50   -0,20  -0,30  Post  (kalt)",
        ),
        "no row has amounts",
    ),
    "a correction among amounts of one's own": (
        (
            "[22.11.24, 23:10] Anna: +2,30",
            "[22.11.24, 23:11] Bene: -2,30",
            "[22.11.24, 23:12] Bene: dann doch -2,50",
            "[29.11.24, 23:10] Anna: -0,70",
            "[29.11.24, 23:11] Bene: +0,70",
        ),
        "is not an amount",
    ),
    "payments below a table, each below its day": (
        (
            "Datum;Anna;Bene;Christl",
            "22.11.2024;0,50;-0,20;-0,30",
            "29.11.2024;0,20;-0,50;0,30",
            "Überweisung;30.11.2024",
            "Anna;-0,70",
            "Bene;0,70",
            "Überweisung;01.12.2024",
            "Anna;0,20",
            "Bene;-0,20",
        ),
        "is not a day",
    ),
    "standings below evenings in blocks": (
        (
            "22.11.2024",
            "Anna;0,50",
            "Bene;-0,50",
            "29.11.2024",
            "Anna;0,20",
            "Bene;-0,20",
            "Stand;29.11.2024",
            "Anna;0,70",
            "Bene;-0,70",
        ),
        "no row has amounts of two people",
    ),
    "somebody who is nobody in a chat": (
        (
            "[22.11.24, 23:10] Anna: +0,50",
            "[22.11.24, 23:11] Bene: -0,30",
            "[22.11.24, 23:12] Bene: der hat -0,20",
            "[29.11.24, 23:10] Anna: -0,70",
            "[29.11.24, 23:11] Bene: +0,70",
        ),
        "is not an amount",
    ),
    "what everybody paid for the food, and who had won": (
        ("Datum;Sieger;Anna;Bene;Christl", "22.11.2024;Anna;;5,50;6,20", "29.11.2024;Bene;8,10;;7,00"),
        "and in every row one person has none",
    ),
    "what each lost, as a form asks it": (
        ("Datum;Verlust in € [Anna];Verlust in € [Bene]", "22.11.2024;0,50;-0,50", "29.11.2024;-0,20;0,20"),
        "may be what was won, or what somebody pays",
    ),
    "whoever writes of himself": (("Datum;ich;Bene", "22.11.2024;0,50;-0,50"), "is whoever wrote the list"),
    "an evening written late": (
        ("Datum;Anna;Bene", "05.11.2022;0,50;-0,50", "03.12.;0,50;-0,50", "26.11.;-0,70;0,70"),
        "has no year",
    ),
    "words below names": (
        ("Datum;Anna;Bene", ";Franken;Franken", "22.11.2024;0,50;-0,50"),
        '"Franken" is not an amount',
    ),
}


@pytest.mark.parametrize(("rows", "said"), UNSURE.values(), ids=UNSURE)
def test_what_may_mean_two_things_is_not_taken_for_one(rows: Sequence[str], said: str) -> None:
    """Nothing of it comes in without a word."""
    text = "\n".join(rows) + "\n"
    found = lists.read_lists([grids.of_text(text.encode(), "liste", "x.csv")], lists.Asked(TODAY), "liste", "x")
    assert any(said in str(one) for one in found.problems)


def test_a_corrected_result_in_a_chat_does_not_count_twice() -> None:
    """Whether it stands for the one above or is added to it, nobody knows: it is named."""
    said = ("Anna +0,50 / Bene -0,50", "Anna -0,70 / Bene +0,70", "Korrektur: Anna -0,60 / Bene +0,60")
    text = "".join(f"[{day}.11.24, 23:55:42] Dani: {one}\n" for day, one in zip((22, 29, 30), said, strict=True))
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.txt")], "liste", {})
    assert [(one.line, one.message) for one in found.problems] == [(3, '"Korrektur" is not a day')]


def test_two_columns_of_amounts_of_a_person_are_nobodys_names() -> None:
    """What their words mean is not known: the list is refused, and says what it has."""
    rows = [
        row if not at else [*row[:2], *(("", row[2][1:]) if row[2][0] == "-" else (row[2], ""))]
        for at, row in enumerate(LONG)
    ]
    text = joined([["Datum", "Wer", "Eingnommen", "Hergebn"], *rows[1:]])
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert "a row for each person and several columns" in str(found.problems[0])


def test_debts_in_words_beside_something_else_are_no_list() -> None:
    """What is not understood of them would be missing."""
    text = "22.11.2024\nBene schuldet Anna 1,10\nChristl schuldet noch 0,90\n"
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.txt")], "liste", {})
    assert (found.sessions, bool(found.problems)) == ([], True)


def test_a_row_in_other_money_is_left_out_alone() -> None:
    """The others are read; what it says decides nothing of them."""
    text = SPLIT + "2024-12-13,Cards abroad,General,15000,JPY,15000,-5000,-5000,-5000\n"
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert [(one.line, one.message.split(":")[0]) for one in found.problems] == [(6, '"JPY"')]
    assert came_to(found) == CAME_TO


def test_a_payment_is_one() -> None:
    """What somebody has paid is owed no more, and nobody has won it."""
    found, _asked = conversed([grids.of_text(PAID.encode(), "liste", "x.csv")], "liste", {})
    assert found.sessions[-1].entries == (Payment("Bene", "Anna", 110),)


def test_a_payment_that_makes_debts_larger_is_asked_about() -> None:
    """Whoever keeps the list may mean what he has given away by a minus: the other reading is as far off again."""
    text = PAID.replace("-1,10;1,10;;", "1,10;-1,10;;")
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert [one.message.split(":")[0] for one in found.problems] == ["this payment would not make debts smaller"]


def test_a_payment_may_stand_above_what_it_pays() -> None:
    """Where the newest day is first; and what the Stock gives is no payment."""
    head, *rows = PAID.splitlines()
    text = "\n".join([head, *reversed(rows)])
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert [str(one) for one in found.problems] == []
    assert found.sessions[-1].entries == (Payment("Bene", "Anna", 110),)
    text = "Datum;Anna;Bene;Stock;Notiz\n1.3.2024;-1,00;-1,00;2,00;\n8.3.2024;1,00;1,00;-2,00;Auszahlung\n"
    found, _asked = conversed([grids.of_text(text.encode(), "liste", "x.csv")], "liste", {})
    assert came_to(found) == {"Anna": 0, "Bene": 0}


def test_differences_of_what_is_zero_in_sum_are_refused() -> None:
    """Everything would count four times."""
    found = lists.read_lists(
        [grids.of_text(wide(*GERMAN).encode(), "liste", "x.csv")],
        lists.Asked(TODAY, points="differences", rows="each"),
        "liste",
        "x",
    )
    assert "every row adds up to zero" in str(found.problems[0])


def test_points_that_only_grow_may_be_running_totals() -> None:
    """Then both are asked at once."""
    text = "Datum;Anna;Bene;Christl\n22.11.2024;10;20;30\n29.11.2024;30;45;80\n"
    found = lists.read_lists([grids.of_text(text.encode(), "liste", "x.csv")], lists.Asked(TODAY), "liste", "x")
    assert [one.option for one in found.asked] == ["amounts", "points", "rows"]


def accounts(*names: str) -> dict[str, list[list[Any]]]:
    """Return sheets that have each one's account; who is last was missing at the second evening."""
    first, second = "22.11.2024", "29.11.2024"
    rows = ([first, 1.5, 1.5], [second, -0.5, 1]), ([first, -0.5, -0.5], [second, 0.5, 0]), ([first, -1, -1],)
    return {name: [["Datum", "Ergebnis", "Stand"], *own] for name, own in zip(names, rows, strict=True)}


def test_sheets_called_by_people_are_their_accounts(tmp_path: Path) -> None:
    """Who has no row for a day was not there, and where somebody stood is no second amount."""
    path = tmp_path / "x.xlsx"
    lists_samples.workbook(accounts("Anna", "Bene", "Christl"), path)
    found, _asked = conversed(grids.read_tables(path), path.stem, {"amounts": "euros"})
    assert [str(one) for one in found.problems] == []
    assert [sorted(one.players) for one in found.sessions] == [["Anna", "Bene", "Christl"], ["Anna", "Bene"]]
    assert came_to(found) == {"Anna": 100, "Bene": 0, "Christl": -100}


def test_a_sheet_that_is_no_account_stays_beside_accounts(tmp_path: Path) -> None:
    """Such as one that says what everybody came to."""
    path = tmp_path / "x.xlsx"
    stood = {"Übersicht": [["Name", "Gesamt"], ["Anna", 1], ["Bene", 0], ["Christl", -1]]}
    lists_samples.workbook({**stood, **accounts("Anna", "Bene", "Christl")}, path)
    found, _asked = conversed(grids.read_tables(path), path.stem, {"amounts": "euros"})
    assert came_to(found) == {"Anna": 100, "Bene": 0, "Christl": -100}


@pytest.mark.parametrize(
    "titles", [("Januar", "Februar", "März"), ("Solo", "Wenz", "Ramsch"), ("2022", "2023", "2024")]
)
def test_sheets_of_months_and_games_are_nobodys_account(tmp_path: Path, titles: tuple[str, str, str]) -> None:
    """They are what one person keeps of their own."""
    path = tmp_path / "x.xlsx"
    lists_samples.workbook(accounts(*titles), path)
    found = lists.read_lists(grids.read_tables(path), lists.Asked(TODAY), path.stem, "x")
    assert (found.sessions, len(found.problems)) == ([], 3)


def test_a_day_that_one_account_lacks_is_an_evening_of_its_own(tmp_path: Path) -> None:
    """Whoever comes first in the workbook was not there; so that day stands below the others."""
    first, second, third = GERMAN
    rows = {
        "Anna": [["Datum", "Ergebnis", "Stand"], [first, 1.5, 1.5], [third, -0.5, 1]],
        "Bene": [["Datum", "Ergebnis", "Stand"], [first, -0.5, -0.5], [second, 2, 1.5], [third, 0.5, 2]],
        "Christl": [["Datum", "Ergebnis", "Stand"], [first, -1, -1], [second, -2, -3]],
    }
    lists_samples.workbook(rows, tmp_path / "x.xlsx")
    found, _asked = conversed(grids.read_tables(tmp_path / "x.xlsx"), "x", {"amounts": "euros"})
    assert came_to(found) == {"Anna": 100, "Bene": 200, "Christl": -300}
    assert len(found.sessions) == len(GERMAN)


def test_where_somebody_stood_may_be_a_formula_without_its_value(tmp_path: Path) -> None:
    """It is read of no account, and needs no program that counts it."""
    sheets = accounts("Anna", "Bene", "Christl")
    for rows in sheets.values():
        for number, row in enumerate(rows[1:], 2):
            row[2] = f"=B{number}"
    lists_samples.workbook(sheets, tmp_path / "x.xlsx")
    found, _asked = conversed(grids.read_tables(tmp_path / "x.xlsx"), "x", {"amounts": "euros"})
    assert came_to(found) == {"Anna": 100, "Bene": 0, "Christl": -100}


GAMES_AND_A_SUM = """Abend vom 22.11.2024
Nr;Spiel;Anna;Bene;Christl;Dani
1;Sauspiel;0,20;0,20;-0,20;-0,20
2;Wenz;-0,50;1,50;-0,50;-0,50
3;Sauspiel;-0,30;0,30;0,30;-0,30
4;Ramsch;0,40;-1,20;0,40;0,40
5;Solo;0,50;0,50;-1,50;0,50
;{};0,30;1,30;-1,50;-0,10
"""


@pytest.mark.parametrize("called", ["Ergebnis", "Endstand", "Gesamt"])
def test_a_sum_below_games_is_no_game(called: str) -> None:
    """It lacks the number that games have, and calls itself what came out."""
    found = lists.read_lists(
        [grids.of_text(GAMES_AND_A_SUM.format(called).encode(), "x", "x")], lists.Asked(TODAY), "x", "x"
    )
    assert ([str(one) for one in found.problems], came_to(found)) == (
        [],
        {"Anna": 30, "Bene": 130, "Christl": -150, "Dani": -10},
    )


def test_a_sum_below_games_with_a_word_nobody_knows_is_asked_about() -> None:
    """It may be a game of this table's own that came to exactly that."""
    text = GAMES_AND_A_SUM.format("Abrechnung").encode()
    found = lists.read_lists([grids.of_text(text, "x", "x")], lists.Asked(TODAY), "x", "x")
    assert "this row is the sum of those above" in str(found.problems[0])


def test_a_game_that_comes_to_the_sum_of_those_above_is_a_game() -> None:
    """Also where its number was forgotten."""
    found = lists.read_lists(
        [grids.of_text(GAMES_AND_A_SUM.format("Solo").encode(), "x", "x")], lists.Asked(TODAY), "x", "x"
    )
    assert ([str(one) for one in found.problems], came_to(found).get("Bene")) == ([], 260)


def test_no_day_is_asked_for_where_another_answer_says_it(tmp_path: Path) -> None:
    """A sheet of months sums up the others, but only with the amounts that are asked about."""
    names, months = (
        ["Anna", "Bene", "Christl", "Dani"],
        {
            "Januar": [[2, 1.6, 1.8, 2.2, -5.6], [9, 0.4, -0.9, -4.4, 4.9], [16, 5.8, -3.5, -2.3, 0]],
            "Februar": [[6, 2.3, -2.5, -4.8, 5], [20, -1.4, 3.9, 0, -2.5]],
            "März": [[5, -0.7, 3.5, -0.4, -2.4], [19, 1.7, -3.1, -4.4, 5.8]],
        },
    )
    sums = {month: [round(sum(row[at] for row in rows), 2) for at in range(1, 5)] for month, rows in months.items()}
    sheets: dict[str, Any] = {
        month: [[f"Karteln {month} 2024"], ["Tag", *names], *rows, ["Summe", *sums[month]]]
        for month, rows in months.items()
    }
    sheets["Übersicht"] = [["Monat", *names], *([month, *of_it] for month, of_it in sums.items())]
    lists_samples.workbook(sheets, tmp_path / "x.xlsx")
    found = lists.read_lists(grids.read_tables(tmp_path / "x.xlsx"), lists.Asked(TODAY), "x", "x")
    assert {one.option for one in found.asked} == {"amounts"}


def test_a_year_above_its_days_is_theirs() -> None:
    """Also where their months are words."""
    text = ";Anna;Bene\n2020;;\n25. Dezember;0,50;-0,50\n26. Dezember;0,20;-0,20\n2021;;\nSo 4. April;0,10;-0,10\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x")], "x", {})
    assert [one.date for one in found.sessions] == ["2020-12-25", "2020-12-26", "2021-04-04"]
