"""What stands around the evenings of a list: other columns, totals without their word, prizes, sheets of months."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sklog import lists
from sklog.lists import grids
from sklog.scoring.hand import Posting
from tests import lists_samples
from tests.lists.test_lists_shapes import (
    CAME_TO,
    GERMAN,
    TODAY,
    TOTAL,
    Shape,
    came_to,
    cells,
    conversed,
    down,
    joined,
    wide,
)

if TYPE_CHECKING:
    from pathlib import Path

ROWS = cells(wide(*GERMAN))
SEASON = ("Fr, 22.11.", "Fr, 6.12.", "Fr, 10.1.")
ACROSS = down("22.11.", "29.11.", "6.12.")
NUMBERED = down("1. Abend", "2. Abend", "3. Abend", head="")
HANDS = (
    "Datum;Nr;Spiel;Wer;Anna;Bene;Christl\n22.11.2024;1;Solo;Anna;0,40;-0,20;-0,20\n;2;Wenz;Bene;-0,30;0,60;-0,30\n"
    ";;;Abend;0,10;0,40;-0,50\n\n29.11.2024;1;Solo;Anna;0,40;-0,20;-0,20\n;2;Geier;Anna;0,20;-0,10;-0,10\n"
    ";;;Abend;0,60;-0,30;-0,30\n;;;beide zusammen;0,70;0,10;-0,80\n"
)


def won_and_lost(behind: str = "") -> str:
    """Return the three evenings with two columns a person, and something behind them."""
    rows = ((row[0], "".join(f";;{has[1:]}" if has[0] == "-" else f";{has};" for has in row[1:])) for row in ROWS[1:])
    return "".join(f"{day}{both}{behind}\n" for day, both in rows)


def beside(*columns: list[str], first: list[str] | None = None) -> str:
    """Return the three evenings with other columns behind them, and one before."""
    more = [list(row) for row in zip(*columns, strict=True)] or [[] for _row in ROWS]
    return joined(
        [
            [*head, *row, *tail]
            for head, row, tail in zip([[one] for one in first or []] or [[]] * 4, ROWS, more, strict=True)
        ]
    )


SHAPES = {
    "names below one of the headings": Shape(
        "Runde\n\nNr.;Datum;Wirt;Spieler;;;;Bemerkung\n;;;Anna;Bene;Christl;Dani;\n"
        + "".join(f"{at};{row[0]};Post;{';'.join(row[1:])};\n" for at, row in enumerate(ROWS[1:], 1))
    ),
    "a day in dialect, and a total in it": Shape(
        wide("22. November", "29. Nov.", "6. Dezemba", head="Dog", behind=f"ois zam;{TOTAL}"), file="Runde 2024"
    ),
    "days below no heading": Shape(wide(*GERMAN, head="", behind=f"zus.;{TOTAL}")),
    "a season whose days have their weekday, in the second column": Shape(
        "Saison 2023/24\n" + joined([[("Nr", "1", "2", "3")[at], *row] for at, row in enumerate(cells(wide(*SEASON)))])
    ),
    "a season of spelt months": Shape("Saison 2023/24\n" + wide("22. Nov.", "6. Dez.", "10. Jan.")),
    "a season across": Shape("Saison 2023/24\n" + joined(down(*SEASON))),
    "what was eaten": Shape(beside(["Zeche", "31,20", "28,40", "40,00"])),
    "several columns without which it adds up": Shape(
        beside(["Einsatz", "5,00", "5,00", "5,00"], ["Bier", "9", "12", ""], first=["Lfd", "1", "2", "3"])
    ),
    "prizes below the totals": Shape(
        wide(*GERMAN, behind=f"Summe;{TOTAL}") + "\nPreise:\n1. Platz;Anna;1,40 €;40 CHF\n2. Platz;Dani;+9 Punkte;Krug"
    ),
    "sums of evenings that say no number of a hand": Shape(HANDS, {"Anna": 70, "Bene": 10, "Christl": -80}, 2),
    "where each row stands in the list, and its place below": Shape(
        joined([[("Lfd", "1", "2", "3")[at], *row] for at, row in enumerate(ROWS)])
        + f"Gesamt;;{TOTAL}\nPlatz;;1;3;4;2\n"
    ),
    "the first row is where it starts": Shape(
        wide(*GERMAN, behind=f"Summe;{TOTAL}").replace("22.11.", "Start;0,00;0,00;0,00;0,00\n22.11.")
    ),
    "people down, and later days below": Shape(
        f"Runde 2024\n\n1. Teil\n{joined([row[:3] for row in ACROSS])}\n2. Teil\n"
        + joined([[row[0], row[3], more] for row, more in zip(ACROSS, ("13.12.", *["-"] * 4), strict=True)])
    ),
    "what was won and lost in two columns a person": Shape(
        "Datum;" + ";".join(f"{name} +;{name} -" for name in ROWS[0][1:]) + "\n"
        + won_and_lost()
        + "Summe;2,10;0,70;0,40;1,50;2,10;3,30;2,20;1,30\n"
    ),
    "the same below each name": Shape(
        "Datum" + "".join(f";{name};" for name in ROWS[0][1:]) + "\n" + ";Gewinn;Verlust" * 4 + "\n"
        + won_and_lost()
    ),
    "accounts beside the amounts": Shape(
        "Datum;Anna;Bene;;Konto Anna;Konto Bene\n22.11.2024;0,50;-0,50;;0,50;-0,50\n29.11.2024;-0,20;0,20;;0,30;-0,30\n"
        "06.12.2024;0,40;-0,40;;0,70;-0,70\n",
        {"Anna": 70, "Bene": -70},
    ),
    "months with the names behind them": Shape(
        "Runde 2024\nNovember;Anna;Bene\n22.;0,50;-0,50\n29.;-0,20;0,20\n\nDezember;Anna;Bene\n6.;0,40;-0,40\n",
        {"Anna": 70, "Bene": -70},
    ),
    "a number behind each name and amount": Shape(
        "Datum;Spieler 1;Betrag 1;Spieler 2;Betrag 2\n22.11.2024;Anna;0,50;Bene;-0,50\n29.11.2024;Bene;0,2;Anna;-0,2\n",
        {"Anna": 30, "Bene": -30},
        2,
        {"rows": "each"},
    ),
    "a minus before the unit": Shape(re.sub(r"-(\d,\d\d)", r"\1- EUR", wide(*GERMAN))),
    "the same, and who paid for the beer": Shape(
        "Datum" + "".join(f";{name};" for name in ROWS[0][1:]) + ";Bier\nam" + ";Gewinn;Verlust" * 4 + ";zahlt\n"
        + won_and_lost(";Bene")
    ),
    "a block an evening with its number, and the best one first": Shape(
        "".join(
            f"{at}. Abend;{row[0]};beim Wirt\n"
            + "".join(f"{name};{cell};\n" for cell, name in sorted(zip(row[1:], ROWS[0][1:], strict=True)))
            + ";;\n"
            for at, row in enumerate(ROWS[1:], 1)
        )
    ),
    "who won, and what the others paid": Shape(
        "Datum;Sieger;Anna;Bene;Christl\n22.11.2024;Christl;-0,50;-1,20;\n29.11.2024;Anna;;-0,70;-0,10\n"
        "06.12.2024;Bene;-0,40;;0,00\n",
        {"Anna": -10, "Bene": -150, "Christl": 160},
    ),
    "who won, and above 0 what the others paid, or what they had": Shape(
        "Datum;Sieger;Anna;Bene;Christl;Dani\n22.11.2024;Christl;0,50;1,20;;\n29.11.2024;Anna;;0,70;0,10;0,20\n"
        "06.12.2024;Bene;0,40;;0,00;\n",
        {"Anna": 10, "Bene": -150, "Christl": 160, "Dani": -20},
        answers={"points": "winner"},
    ),
    "the same of each, as a form asks it": Shape(
        "Zeitstempel,Datum," + ",".join(f"Gewinn/Verlust in Cent [{name}]" for name in ROWS[0][1:]) + ",Kommentar\n"
        + "".join(
            f"2024-12-20T10:00:0{at},{row[0]},{','.join(cell.replace(',', '') for cell in row[1:])},\n"
            for at, row in enumerate(ROWS[1:], 1)
        )
    ),
    "the place of each beside what was won, below months": Shape(
        "Tag;" + ";".join(f"{name};Rang" for name in ROWS[0][1:])
        + "\nNovember 2024\n22.;0,50;2.;-1,30;3.;2,10;1.;-1,30;3.\n29.;-0,70;3.;0,40;2.;-0,90;4.;1,20;1.\n"
        "Dezember 2024\n6.;1,60;1.;-0,20;3.;-2,40;4.;1,00;2.\n"
    ),
    "a ranking below the totals, whose headings are words for totals": Shape(
        wide(*GERMAN, behind=f"Summe;{TOTAL}")
        + "\nWertung;Abende;Summe;Schnitt\n1. Anna;3;1,40;0,47\n2. Dani;3;0,90;0,30\n"
    ),
    "a row each hand, with totals that look like rounds": Shape(
        "Abend vom 22.11.2024\nNr;Art;Spieler;Anna;Bene;Christl;Dani\n1;Wenz;Anna;60;-20;-20;-20\n"
        "2;Sauspiel;Dani;-20;30;20;-30\n;Gesamt;;40;10;0;-50\n",
        {"Anna": 40, "Bene": 10, "Christl": 0, "Dani": -50},
        1,
        {"amounts": "cents"},
    ),
    "the newest first, and what is carried over at the end": Shape(
        joined([["Datum", "Ort", *ROWS[0][1:]], *([row[0], "Post", *row[1:]] for row in ROWS[:0:-1])])
        + ";Übertrag aus 2023;1,00;-1,00;0,50;-0,50\n"
    ),
    "standings of a season that begins with what is carried over": Shape(
        "Datum;Ort;Anna;Bene;Christl;Dani\n;Übertrag Saison 23/24;1,10;4,90;-3,10;-2,90\n"
        "22.11.2024;Post;1,60;3,60;-1,00;-4,20\n29.11.2024;Post;0,90;4,00;-1,90;-3,00\n06.12.2024;Post;2,50;3,80;-4,30;-2,00\n",
        answers={"rows": "running"},
    ),
    "what was paid out, said of a row after which nobody owes anything": Shape(
        joined([["Datum", "Ort", *ROWS[0][1:]], *([row[0], "Post", *row[1:]] for row in ROWS[1:])])
        + "07.12.2024;Abrechnung, bar ausgezahlt;-1,40;1,10;1,20;-0,90\n",
        evenings=4,
    ),
    "what was paid in between, where each row says of which kind it is": Shape(
        joined([["Datum", "Vorgang", *ROWS[0][1:]], *([row[0], "Spielabend", *row[1:]] for row in ROWS[1:])])
        + "07.12.2024;bezahlt;-0,90;;0,90;\n",
        evenings=4,
    ),
    "what was settled, in a word that ends like one for payments": Shape(
        joined([["Datum", "Art", *ROWS[0][1:]], *([row[0], "Spielabend", *row[1:]] for row in ROWS[1:])])
        + "07.12.2024;Ausgleichszahlung;-1,40;1,10;1,20;-0,90\n",
        evenings=4,
    ),
    "titles of evenings below Name": Shape(
        joined([["Name", *ROWS[0]], *([f"Schafkopf #{at}", *row] for at, row in enumerate(ROWS[1:], 1))])
    ),
    "an e-mail that was forwarded": Shape(
        "Gesendet: Montag, 9. Dezember 2024 09:12\n\nBeträge in Euro.\n\n"
        "> Fr 22.11.2024 (beim Hias): Anna +0,50, Bene -0,50\n>\n"
        "> Fr 29.11.2024 (daheim): Bene +0,20, Anna -0,20\n> Gruß\n",
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "days with their weekday below spelt months": Shape(
        "Schafkopf at Granny's, 2024\n\nDay     Anna    Bene\nNOVEMBER\nFri 22   +0.50   -0.50\n"
        "Fri 29   -0.20   +0.20\n"
        "so far   +0.30   -0.30\n\nDECEMBER\nFri 6   +0.40   -0.40\n",
        {"Anna": 70, "Bene": -70},
    ),
    "a line for those who won, and one for those who lost": Shape(
        "Fr 22.11.2024 beim Wirt\ngewonnen: Anna 1,60, Bene 0,20\nverloren: Christl 1,00, Dani 0,80\n\n"
        "Fr 29.11.2024 daheim\ngewonnen: Christl 0,60\nverloren: Anna 0,60\n",
        {"Anna": 100, "Bene": 20, "Christl": -40, "Dani": -80},
        2,
        {"rows": "each"},
    ),
    "a word for the result before the first name": Shape(
        "22.11.2024: Anna +0,50, Bene -0,50\n[29.11.2024, 23:10] Bene: Ergebnis Anna -0,20, Bene +0,20\n",
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "what the best one had each time, beside points": Shape(
        "Datum;Anna;Bene;Christl;Höchste\n22.11.2024;40;10;30;40\n29.11.2024;10;20;0;20\n06.12.2024;5;15;25;25\n",
        {"Anna": 10, "Bene": -20, "Christl": 10},
        3,
        {"amounts": "points", "points": "differences"},
    ),
    "whoever paid whom, among those who owe": Shape(
        "Datum;Wer;Wem;Betrag;Zweck\n22.11.2024;Bene;Anna;1,10;Schafkopf\n22.11.2024;Christl;Dani;0,90;Schafkopf\n"
        "29.11.2024;Bene;Anna;1,10;Rückzahlung\n",
        {"Anna": 110, "Bene": -110, "Christl": -90, "Dani": 90},
        2,
    ),
    "years above the days, and no heading of these": Shape(
        "Runde, alles in Euro\n\n;Anna;Bene\n2023\n15.12.;0,50;-0,50\n29.12.;-0,20;0,20\n2024\n5.1.;0,40;-0,40\n",
        {"Anna": 70, "Bene": -70},
    ),
    "what an app calls debts": Shape(
        "Datum,Wofür,Schuldet,An,Betrag\n2024-11-22,Karten,Bene,Anna,1.10\n2024-11-22,Karten,Christl,Dani,0.90\n"
        "2024-11-29,Karten,Anna,Dani,0.40\n",
        {"Anna": 70, "Bene": -110, "Christl": -90, "Dani": 130},
        2,
    ),
    "standings beside the amounts that go on from what is carried over": Shape(
        "Datum;Anna;;Bene;\n;Abend;Stand;Abend;Stand\nVortrag 2023;;1,00;;-1,00\n22.11.2024;0,50;1,50;-0,50;-1,50\n"
        "29.11.2024;-0,20;1,30;0,20;-1,30\n06.12.2024;0,40;1,70;-0,40;-1,70\n",
        {"Anna": 70, "Bene": -70},
        3,
        {},
    ),
    "a payment with a comma behind its word": Shape(
        "Datum;Anna;Bene;Bemerkung\nÜbertrag;1,00;-1,00;\n22.11.2024;0,50;-0,50;\n"
        "29.11.2024;-1,50;1,50;Ausgleich, alles bar\n",
        {"Anna": 50, "Bene": -50},
        2,
        {"as": "Übertrag=-", "rows": "each"},
    ),
    "a day in words behind others in the title": Shape(
        "Schafkopf am 8. November 2024\n\nSpieler;Euro\nAnna;4,10\nBene;-4,10\n", {"Anna": 410, "Bene": -410}, 1
    ),
    "what all have paid, said of a row after which nobody owes anything": Shape(
        joined([["Datum", "Notiz", *ROWS[0][1:]], *([row[0], "", *row[1:]] for row in ROWS[1:])])
        + "07.12.2024;alle bezahlt;-1,40;1,10;1,20;-0,90\n",
        evenings=4,
    ),
    "a remark below the day of a note": Shape(
        "22. November 2024\n\nbei der Oma, nach dem Kaffee\n\n- Anna: +0,50 €\n- Bene: -0,50 €\n\n"
        "29. November 2024\n\nMax schaut zu, Bene verspielt den ersten Tout\n\n- Anna: -0,20 €\n- Bene: +0,20 €\n",
        {"Anna": 30, "Bene": -30},
        2,
    ),
    "whoever lost, and to whom they pay": Shape(
        "Datum;Verlierer;zahlt an;Euro\n22.11.2024;Bene;Anna;1,10\n22.11.2024;Christl;Dani;0,90\n"
        "29.11.2024;Anna;Dani;0,40\n",
        {"Anna": 70, "Bene": -110, "Christl": -90, "Dani": 130},
        2,
    ),
    "what each came to, by a program, in a file of one evening": Shape(
        "Spieler,Spiele,Gewonnen,Bilanz\nAnna,17,8,1.40\nBene,17,7,-1.10\nChristl,17,3,-0.30\n",
        {"Anna": 140, "Bene": -110, "Christl": -30},
        1,
        file="runde_2024-07-05",
    ),
    "blocks of evenings with remarks, and where all stood below": Shape(
        "22.11.2024;beim Wirt\nAnna;0,50;neu hier\nBene;-0,50\n\n1. Abend;29.11.2024\n"
        "Bene;0,20;zahlt Anna aus\nAnna;-0,20\n"
        "Stand\nAnna;0,30\nBene;-0,30\n",
        {"Anna": 30, "Bene": -30},
        2,
        {"rows": "each"},
    ),
    "evenings of which one is by chance the sum of the other": Shape(
        "Datum;Anna;Bene;Christl;Dani\n22.11.2024;0,20;0,20;-0,20;-0,20\n29.11.2024;0,10;-0,10;-0,10;0,10\n",
        {"Anna": 30, "Bene": 10, "Christl": -30, "Dani": -10},
        2,
    ),
    "hands of which some are by chance the sum of others": Shape(
        "Abend am 22.11.2024\nNr;Spiel;Anna;Bene\n1;Wenz;0,20;-0,20\n2;Solo;0,50;-0,50\n3;Wenz;0,10;-0,10\n"
        "4;Solo;0,20;-0,20\n5;Wenz;0,70;-0,70\n6;Solo;0,80;-0,80\n",
        {"Anna": 250, "Bene": -250},
        1,
        {"rows": "each"},
    ),
    "two halves each evening": Shape(
        joined([ROWS[0], *(one for row in ROWS[1:] for one in (row, [row[0], "0,10", "-0,10", "0,20", "-0,20"]))]),
        {"Anna": 170, "Bene": -140, "Christl": -60, "Dani": 30},
    ),
    "when it was paid, beside the day of each evening": Shape(
        joined([["Spieldatum", *ROWS[0][1:], "Wann bezahlt?"], *([*row, "7.12.2024"] for row in ROWS[1:])])
    ),
    "a note that begins with a word that may mean what is carried over": Shape(
        "Datum;Anna;Bene;Notiz\n22.11.2024;0,50;-0,50;\n;0,50;-0,50;Start in den 2. Teil\n29.11.2024;-0,20;0,20;\n",
        {"Anna": 80, "Bene": -80},
        2,
        {"rows": "each"},
    ),
    "a note of a sum with its own day": Shape(
        joined([[*ROWS[0], "Notiz"], *ROWS[1:], ["07.12.2024", *TOTAL.split(";"), "Übertrag neue Seite"]])
    ),
    "an account of each below their name": Shape(
        "Kasse 2024\n;\n"
        + "\n;\n".join(
            f"Mitglied:;{name}\nDatum;Vorgang;Betrag;Saldo\n;Übertrag;;9,00\n"
            + "\n".join(f"{day};Abend;{has};{at},00" for at, (day, has) in enumerate(zip(GERMAN, column, strict=True)))
            + "\n;Endstand;;1,00"
            for name, *column in zip(*(row[1:] for row in ROWS), strict=True)
        )
    ),
    "what is in the pot, beside what was won": Shape(
        joined([[*ROWS[0], "Kasse"], *([*row, f"{20 + at},00"] for at, row in enumerate(ROWS[1:]))])
    ),
    "two rows of headings once more on the next page": Shape(
        "".join(
            ";Anna;;Bene;;Christl;;Dani;\nDatum;Abend;Stand;Abend;Stand;Abend;Stand;Abend;Stand\n" * (at != 1)
            + ";".join([row[0], *(f"{cell};" for cell in row[1:])])
            + "\n"
            for at, row in enumerate(ROWS[1:])
        )
    ),
    "months from the second column on, with plain numbers for days": Shape(
        ";November 2024\n;Tag;Anna;Bene;;Notiz\n;22;0,50;-0,50\n;29;-0,20;0,20\n;Monat;0,30;-0,30\n;Dezember 2024\n"
        ";6;0,40;-0,40\n;Monat;0,40;-0,40\n",
        {"Anna": 70, "Bene": -70},
        answers={"rows": "each"},
    ),
    "how many there were of something, in points": Shape(
        "Datum;davon Soli;Ramsch;Anna;Bene;Christl\n22.11.2024;2;1;60;20;10\n29.11.2024;3;2;10;20;30\n",
        {"Anna": 3 * 70 - 150, "Bene": 3 * 40 - 150, "Christl": 3 * 40 - 150},
        2,
        {"amounts": "points"},
    ),
    "where all stood with what was carried over, said in the column of places": Shape(
        joined(
            [
                ["Datum", "Ort", *ROWS[0][1:]],
                ["", "Übertrag 2023", "1,00", "-1,00", "0,50", "-0,50"],
                *([row[0], "Post", *row[1:]] for row in ROWS[1:3]),
                ["", "Stand im Advent", "0,80", "-1,90", "1,70", "-0,60"],
                [ROWS[3][0], "Post", *ROWS[3][1:]],
                ["", "Stand bei Abschluss", "2,40", "-2,10", "-0,70", "0,40"],
            ]
        )
    ),
    "a sheet of hands with its totals in cents and euros below the number of each": Shape(
        "Abend am;22.11.2024\nSpiel;Was;Wer;Anna;Bene;Christl;Dani\n1;Wenz;Anna;50;-130;210;-130\n"
        "2;Solo;Bene;-70;40;-90;120\n3;Wenz;Dani;160;-20;-240;100\nSumme Cent;;;140;-110;-120;90\n"
        "in Euro;;;1,4;-1,1;-1,2;0,9\n",
        evenings=1,
        answers={"amounts": "cents"},
    ),
    "the month in a column beside the number of the day": Shape(
        "Runde 2024\nMonat;Tag;Anna;Bene;Christl;Dani\nNovember;22;0,50;-1,30;2,10;-1,30\n;29;-0,70;0,40;-0,90;1,20\n"
        "Dezember;6;1,60;-0,20;-2,40;1,00\n"
    ),
    "two tables, and a total of both below the first": Shape(
        f"{joined([*ROWS[:2], *ROWS[2:3]])}Summe;-0,20;-0,90;1,20;-0,10\nJahr gesamt;{TOTAL}\n;;;;\n;;;;\n"
        f"{joined([ROWS[0], ROWS[3]])}"
    ),
    "a total without the payments": Shape(
        "Datum;Anna;Bene;Art\n22.11.2024;0,50;-0,50;\n29.11.2024;0,20;-0,20;\n30.11.2024;-0,70;0,70;Zahlung\n"
        "Gesamt ohne Zahlungen;0,70;-0,70;\n",
        {"Anna": 70, "Bene": -70},
        answers={"rows": "each"},
    ),
    "totals in cents, and then in euros": Shape(
        "Abend am 22.11.2024\nNr;Spiel;Anna;Bene;Christl;Dani;Lauf.\n1;Wenz;50;-130;210;-130;3\n"
        "2;Solo;-70;40;-90;120;\n"
        "3;Wenz;160;-20;-240;100;2\nSumme ct;;140;-110;-120;90;\nin €;;1,40;-1,10;-1,20;0,90;\n",
        evenings=1,
        answers={"amounts": "cents"},
    ),
    "numbered evenings with nothing above the people": Shape(
        joined([[*row, last] for row, last in zip(NUMBERED, ("Gesamt", *TOTAL.split(";")), strict=True)]),
        answers={"date": "2024-12-06"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_list_comes_in_whatever_stands_around_it(shape: Shape) -> None:
    """With its balances and its evenings, after one run that asks at most."""
    answers = {"decimal": "comma", **shape.answers}
    found, _asked = conversed([grids.of_text(shape.text.encode(), shape.file, "x.csv")], shape.file, answers)
    assert [str(one) for one in found.problems] == []
    assert (came_to(found), len(found.sessions)) == (dict(shape.came_to), shape.evenings)


@pytest.mark.parametrize(("last", "asked", "came"), [(10, ["amounts"], {}), (2, [], {"Anna": 15, "Bene": -15})])
def test_what_a_point_is_worth_counts_where_numbers_can_be_no_cents(
    last: int, asked: list[str], came: dict[str, int]
) -> None:
    """Where all of them can be sums of so many cents, they may be that."""
    text = f"Liste (1 Punkt = 5 Cent)\nDatum;Anna;Bene\n22.11.2024;5;-5\n29.11.2024;{-last};{last}\n"
    found = lists.read_lists([grids.of_text(text.encode(), "x", "x.csv")], lists.Asked(TODAY, rows="each"), "x", "x")
    assert [one.option for one in found.asked] == asked
    assert came_to(found) == came


def test_prizes_are_named_that_are_not_read() -> None:
    """With the row from which on nothing counts."""
    text = wide(*GERMAN, behind=f"Summe;{TOTAL}") + "\n1. Platz;Anna;5,00\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.csv")], "x", {})
    assert any(one.startswith("Row 7 and those below it are not read") for one in found.sheets[0].layout.found.reasons)


@pytest.mark.parametrize("row", ["Nachtrag;1,00;-1,00;;", "Überweisung;1,10;-1,00;;"])
def test_what_may_be_money_below_the_totals_is_not_passed_over(row: str) -> None:
    """Amounts that add up, and a payment, are said to have no day."""
    text = wide(*GERMAN, behind=f"Summe;{TOTAL}") + f"\n{row}\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.csv")], "x", {})
    assert [one.line for one in found.problems] == [7]


def test_a_club_has_more_people_than_sit_at_a_table() -> None:
    """All of them have what the list says; nobody else's amount is touched for it."""
    names = [f"Spieler{letter}" for letter in "ABCDEFGHIJ"]
    amounts = [50, -50, 30, -30, 20, -20, 10, -10, 70, -70]
    text = f"Datum;{';'.join(names)}\n22.11.2024;{';'.join(f'{one / 100:.2f}' for one in amounts)}\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.csv")], "x", {})
    assert came_to(found) == dict(zip(names, amounts, strict=True))
    (posting,) = (one for one in found.sessions[0].entries if isinstance(one, Posting))
    assert posting.amounts == came_to(found)


MONTHS = {
    "Okt": [["Datum", "Anna", "Bene"], ["4.10.2024", 0.5, -0.5], ["31.10.2024", 0.2, -0.2]],
    "Nov": [["Datum", "Anna", "Bene"], ["8.11.2024", -0.1, 0.1]],
    "Dez": [["Datum", "Anna", "Bene"], ["6.12.2024", 0.4, -0.4]],
}
OVERVIEW = [["Übersicht 2024"], ["Name", "Oktober", "November", "Dezember"], ["Anna", 0.7, -0.1, 0.4]]


@pytest.mark.parametrize("first", [True, False])
def test_a_sheet_of_months_that_sums_up_the_others_is_no_evening(tmp_path: Path, *, first: bool) -> None:
    """Wherever it lies: else everything would count twice."""
    path, overview = tmp_path / "x.xlsx", [*OVERVIEW, ["Bene", -0.7, 0.1, -0.4]]
    lists_samples.workbook({"Jahr": overview, **MONTHS} if first else {**MONTHS, "Jahr": overview}, path)
    found = lists.read_lists(grids.read_tables(path), lists.Asked(TODAY, rows="each"), "x", "x")
    assert [str(one) for one in found.problems] == []
    assert (came_to(found), len(found.sessions)) == ({"Anna": 100, "Bene": -100}, 4)


def test_a_sheet_of_months_that_says_something_else_is_refused(tmp_path: Path) -> None:
    """Its evenings would count beside those of the other sheets."""
    path = tmp_path / "x.xlsx"
    lists_samples.workbook(
        {**MONTHS, "Jahr": [*OVERVIEW[:2], ["Anna", 0.7, 0.3, 0.4], ["Bene", -0.7, -0.3, -0.4]]}, path
    )
    found = lists.read_lists(grids.read_tables(path), lists.Asked(TODAY, rows="each"), "x", "x")
    assert [one.message.partition("¦")[0].split(" is in ")[0] for one in found.problems] == [
        "2024-10-31",
        "2024-11-30",
        "2024-12-31",
    ]


def test_a_moment_before_five_is_of_the_evening_before() -> None:
    """Where others are of evenings; midnight itself is what programs write for no time."""
    text = wide("22.11.2024 23:10", "30.11.2024 00:20", "07.12.2024 00:00")
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.csv")], "x", {})
    assert [one.date for one in found.sessions] == ["2024-11-22", "2024-11-29", "2024-12-07"]
    assert came_to(found) == CAME_TO
