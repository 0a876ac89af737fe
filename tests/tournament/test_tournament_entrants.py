"""A list of entrants from a spreadsheet: what a club's columns say; what could be read in two ways is refused."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog.errors import NotFound, Refused, SessionFileError, SklogError
from sklog.lists import grids, limits
from sklog.scoring.names import LONGEST_NAME, LONGEST_TEXT, name_problems, one_name, turned_key, visible
from sklog.tournament.entrants import MOST_PAID, entrants_of, read_entrants
from sklog.tournament.model import MOST_ENTRANTS, MOST_NUMBER
from sklog.tournament.tournaments import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

HEAD = "Nr;Name;Ort;Verein;Mannschaft;bezahlt"
ANNA = Person("Anna", "Dörfl", "SV Eichel", "Die Vier", 7, 1000)


def of(text: str | bytes) -> list[Person]:
    """Return the entrants of a csv."""
    return [*lines_of(text).values()]


def lines_of(text: str | bytes) -> Mapping[int, Person]:
    """Return the entrants of a csv by their lines."""
    data = text if isinstance(text, bytes) else text.encode()
    found = entrants_of([grids.of_text(data, "liste", "x.csv")], "x.csv")
    SessionFileError.if_any(found.wrong)
    return found.found


def warned(text: str) -> list[str]:
    """Return what somebody is warned of."""
    return list(map(str, entrants_of([grids.of_text(text.encode(), "liste", "x.csv")], "x.csv").warnings))


def wrong(text: str | bytes) -> list[str]:
    """Return what is wrong with a csv, as it is said."""
    with pytest.raises(SessionFileError) as refused:
        of(text)
    return list(map(str, refused.value.problems))


def workbook(path: Path, *sheets: Sequence[Sequence[Any]], hidden: Sequence[int] = ()) -> Path:
    """Write a workbook with these sheets."""
    made = openpyxl.Workbook()
    for place, rows in enumerate(sheets):
        sheet: Any = made.create_sheet(f"Blatt {place + 1}")
        sheet.sheet_state = "hidden" if place in hidden else "visible"
        for row in rows:
            sheet.append(list(row))
    made.remove(made.worksheets[0])
    made.save(path)
    return path


# -- columns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        pytest.param(HEAD, "7;Anna;Dörfl;SV Eichel;Die Vier;10,00", id="German"),
        pytest.param("number;name;place;club;team;paid", "7;Anna;Dörfl;SV Eichel;Die Vier;10.00", id="English"),
        pytest.param(
            "bezahlt;Team;Verein;Wohnort;Name;Startnummer", "10 €;Die Vier;SV Eichel;Dörfl;Anna;7", id="order"
        ),
        pytest.param(
            "STARTNUMMER;NAME;ORT;VEREIN;MANNSCHAFT;BEZAHLT", "7;Anna;Dörfl;SV Eichel;Die Vier;10,00€", id="case"
        ),
        pytest.param(
            "Start-Nr.;Spieler;Woher;Klub;Mannschaft;Startgebuehr bezahlt",
            "7.;Anna;Dörfl;SV Eichel;Die Vier;10,- €",
            id="Umlaut-and-hyphen",
        ),
        pytest.param("#;Name;City;Club;Team;Startgebühr bezahlt (€)", "7;Anna;Dörfl;SV Eichel;Die Vier;10", id="unit"),
        pytest.param("No;Name;Stadt;Club;Team;bezahlt in ct", "7;Anna;Dörfl;SV Eichel;Die Vier;1000", id="cents"),
    ],
)
def test_a_column_is_known_by_its_heading(heading: str, cells: str) -> None:
    """In German and English, in any order, however it is spelt."""
    assert of(f"{heading}\n{cells}\n") == [ANNA]


@pytest.mark.parametrize(
    ("heading", "cells", "name"),
    [
        pytest.param("Vorname;Nachname", "Anna;Eichel", "Anna Eichel", id="Vorname Nachname"),
        pytest.param("Nachname;Vorname", "Eichel;Anna", "Anna Eichel", id="Nachname Vorname"),
        pytest.param("Name;Vorname", "Eichel;Anna", "Anna Eichel", id="Name is the Nachname beside a Vorname"),
        pytest.param("first name;last name", "Anna;Eichel", "Anna Eichel", id="English"),
        pytest.param("Vorname;Nachname", "Anna;", "Anna", id="no Nachname is known"),
        pytest.param("Name", "  Anna   Eichel ", "Anna Eichel", id="single blanks"),
        pytest.param("Name;Ort", "Eichel, Anna;Dorf", "Anna Eichel", id="a comma in a cell"),
    ],
)
def test_a_name_may_stand_in_two_columns(heading: str, cells: str, name: str) -> None:
    """The Vorname comes first, as names are written everywhere."""
    assert [one.name for one in of(f"{heading}\n{cells}\n")] == [name]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_csv_may_be_any_that_a_program_saves(delimiter: str, encoding: str, end: str) -> None:
    """Whatever parts its cells, and in whichever letters: Excel in Germany writes Windows-1252 and semicolons."""
    lines = [HEAD.replace(";", delimiter), delimiter.join(["7", "Anna", "Dörfl", "SV Eichel", "Die Vier", '"10,00"'])]
    assert of(end.join([*lines, ""]).encode(encoding)) == [ANNA]


def test_empty_lines_are_none() -> None:
    """Those in between and those at the end; a line's number is the one in the file."""
    found = lines_of("\nName;Ort\n\nAnna;Dorf\n;\n;;;\nBene;Dorf\n\n")
    assert {line: one.name for line, one in found.items()} == {4: "Anna", 7: "Bene"}


def test_a_file_without_headings_is_a_list_of_names() -> None:
    """It is said, since its first line may have been meant for something else."""
    text = "Anna\nBene\n\nGast 17\n"
    assert {line: one.name for line, one in lines_of(text).items()} == {1: "Anna", 2: "Bene", 4: "Gast 17"}
    assert warned(text) == [
        'x.csv:1: warning: there are no headings: each line is read as a name, and the first one is "Anna"'
    ]


def test_a_title_may_stand_above_the_headings() -> None:
    """It is named, as is each column that is not read."""
    text = "Teilnehmer am Rennen\nNr;Name;Telefon;Startgeld\n7;Anna;0170;10 €\n"
    assert of(text) == [Person("Anna", number=7)]
    assert warned(text) == [
        "x.csv:1: warning: this is above the headings and is not read",
        'x.csv:2: warning: column C "Telefon" is not read',
        'x.csv:2: warning: column D "Startgeld" is not read',
    ]


def test_a_title_may_be_a_heading_itself() -> None:
    """The headings are the line that names most columns."""
    assert [one.name for one in of("Teilnehmer\nNr;Name\n7;Anna\n")] == ["Anna"]


def test_of_nothing_that_is_read_somebody_is_warned() -> None:
    """A list with known columns alone is read in silence."""
    assert warned(f"{HEAD}\n7;Anna;;;;\n") == []


# -- what was paid --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "paid"),
    [
        *((word, True) for word in ("ja", "Ja", "x", "X", "✓", "yes", "bezahlt", "WAHR")),
        *((word, False) for word in ("", "nein", "no", "-", "–", "offen", "FALSCH")),
        *(
            (word, 1000)
            for word in ("10,00", "10.00", "10 €", "10,00 €", "€ 10", "10,- €", "10,--", "1000 ct", "10 Euro")
        ),
        *((word, 750) for word in ("7,50", "7,5 €", "750ct")),
        *((word, 0) for word in ("0", "0,00", "0 €")),
        ("10000,00", MOST_PAID),
    ],
)
def test_what_was_paid(said: str, paid: int | bool) -> None:
    """An amount is cents, a yes the whole fee, a no or nothing no payment."""
    found = of(f"Name;bezahlt\nAnna;{said}\n")[0].paid
    assert (found, type(found)) == (paid, type(paid))


def test_whole_numbers_beside_euros_are_euros() -> None:
    """A spreadsheet shows 10 euros as 10 and 7 euros 50 as 7,5."""
    assert [one.paid for one in of("Name;bezahlt\nAnna;10\nBene;7,5\nChristl;ja\n")] == [1000, 750, True]


@pytest.mark.parametrize("beside", ["", "Bene;ja\n", "Bene;50 ct\nChristl;10,00\n"])
def test_whole_numbers_alone_are_asked_once(beside: str) -> None:
    """They may be euros or cents, as those of a whole column."""
    assert wrong(f"Name;bezahlt\nAnna;10\n{beside}Dani;10\n") == [
        'x.csv:2: "10" may be 10.00 € or 0.10 €: call the column "bezahlt (€)" or "bezahlt (ct)"'
    ]


@pytest.mark.parametrize(
    ("heading", "said", "name"),
    [
        ("Name, Vorname", "Eichel, Anna", "Anna Eichel"),
        ("Name, Vorname", "Eichel Anna", "Anna Eichel"),
        ("Nachname Vorname", "Eichel Anna", "Anna Eichel"),
        ("Vorname, Nachname", "Anna, Eichel", "Anna Eichel"),
        ("Vorname Nachname", "Anna Eichel", "Anna Eichel"),
        ("Name", "Eichel, Anna Maria", "Anna Maria Eichel"),
    ],
)
def test_a_heading_says_which_name_comes_first(heading: str, said: str, name: str) -> None:
    """With a comma and without one."""
    assert [one.name for one in of(f"{heading};Ort\n{said};Dorf\n")] == [name]


def test_a_surname_of_several_words_needs_its_comma() -> None:
    """Nobody knows where it ends."""
    assert "write no comma" in wrong("Nachname Vorname;Ort\nvon der Au Anna;Dorf\n")[0]


@pytest.mark.parametrize(
    ("said", "paid"), [("überwiesen", True), ("bar bezahlt", True), ("10 € bar", 1000), ("10", 1000)]
)
def test_a_fee_is_read_as_people_write_it(said: str, paid: int | bool) -> None:
    """A whole number counts so that it is the fee."""
    table = grids.of_text(f"Name;bezahlt\nAnna;{said}\n".encode(), "liste", "x.csv")
    assert [one.paid for one in entrants_of([table], "x.csv", 1000).found.values()] == [paid]


@pytest.mark.parametrize("total", ["Summe;10,00", "Gesamt 2 Teilnehmer;10,00", ";Summe 10,00"])
def test_what_adds_up_a_list_is_nobody(total: str) -> None:
    """It is named in a warning."""
    text = f"Name;bezahlt\nAnna;10,00\n{total}\n"
    assert [one.name for one in of(text)] == ["Anna"]
    assert "adds up the list and is not read" in warned(text)[0]


def test_a_team_may_be_called_as_a_total_is() -> None:
    """Only a row without a name, or whose name says so, adds up the others."""
    assert [one.team for one in of("Name;Mannschaft\nAnna;Total\n")] == ["Total"]


# -- the gallery of errors --------------------------------------------------------------------------------

FEE = "is not an entry fee: write an amount such as 10.00 €, yes or no"
HEADLESS = "write one above it, or put a cell that contains a comma in quotes"
GALLERY = {
    "nothing-at-all": ("", ["x.csv: nobody is in this list"]),
    "headings-alone": (f"{HEAD}\n\n", ["x.csv: nobody is in this list"]),
    "no-headings": (
        "7;Anna\n8;Bene\n",
        ["x.csv:1: no column is called Name: write headings above the list: number, name, place, club, team, paid"],
    ),
    "a-heading-below-names": (
        "Anna\nName\nBene\n",
        ['x.csv:2: "Name" is a heading: leave out everything above it'],
    ),
    "a-heading-is-misspelt": (
        "Name;Mannschfat\nAnna;Die Vier\n",
        ['x.csv:1: column B "Mannschfat" is not known: did you mean "Mannschaft"?'],
    ),
    "two-columns-of-names": (
        "Name;Spieler\nAnna;Anna\n",
        ['x.csv:1: column A "Name" and column B "Spieler" mean the same: keep one of them'],
    ),
    "the-name-twice": (
        "Name;Vorname;Nachname\nAnna Eichel;Anna;Eichel\n",
        ['x.csv:1: column A "Name" and column C "Nachname" mean the same: keep one of them'],
    ),
    "a-comma-too-many": (
        "Name,Ort\nAnna,Dorf\nEichel, Bene,Dorf\n",
        [f'x.csv:3: "Dorf" is in column C, which has no heading: {HEADLESS}'],
    ),
    "no-name": ("Name;Ort\nAnna;Dorf\n;Dorf\n", ["x.csv:3: there is no name here"]),
    "too-long-a-name": (
        f"Name\n{'A' * 41}\n",
        ["x.csv:2: the name AAAAAAAAAAAA… has 41 letters; at most 40 are possible"],
    ),
    "too-long-a-place": (
        f"Name;Ort\nAnna;{'o' * 201}\n",
        [f'x.csv:2: "{"o" * 39}…" has 201 letters; at most 200 are possible'],
    ),
    "no-letter-in-a-name": ("Name\n17\n", ['x.csv:2: "17" is not a name: it has no letter']),
    "unseen-letters": (
        "Name;Ort\nAn\u200bna;Dorf\nBene;D\x1b[2Jorf\n",
        [
            'x.csv:2: "An�na" has characters that cannot be printed: leave them out',
            'x.csv:3: "D�[2Jorf" has characters that cannot be printed: leave them out',
        ],
    ),
    "the-pot": ("Name\nStock\n", ["x.csv:2: Stock is not a player's name: it is the pot"]),
    "a-number-twice": ("Nr;Name\n7;Anna\n7;Bene\n", ["x.csv:3: number 7 has Anna already, in line 2"]),
    "no-numbers": (
        "Nr;Name\nsieben;Anna\n0;Bene\n10000;Christl\n7,5;Dani\n-1;Eva\n",
        [
            f'x.csv:{line}: "{said}" is not a start number: those are 1 to 9999'
            for line, said in enumerate(("sieben", "0", "10000", "7,5", "-1"), 2)
        ],
    ),
    "entered-twice": (
        "Name;Ort;Verein\nAnna;Dorf;SV\nBene;;\nANNA;dorf;sv\n",
        ["x.csv:4: ANNA is already in line 2: if it is somebody else, give another place or club"],
    ),
    "amounts-that-are-none": (
        "Name;bezahlt\nA;teils\nB;1.234\nC;-5,00\nD;10000,01\nE;10 Punkte\nF;1,005 €\nG;3.10.2026\n",
        [
            f'x.csv:{line}: "{said}" {FEE}'
            for line, said in enumerate(("teils", "1.234", "-5,00", "10000,01", "10 Punkte", "1,005 €", "3.10.2026"), 2)
        ],
    ),
    "all-at-once": (
        "Nr;Name;bezahlt\n1;Anna;10,00\n1;;teils\nx;Anna;\n",
        [
            "x.csv:3: there is no name here",
            f'x.csv:3: "teils" {FEE}',
            "x.csv:3: number 1 has Anna already, in line 2",
            'x.csv:4: "x" is not a start number: those are 1 to 9999',
            "x.csv:4: Anna is already in line 2: if it is somebody else, give another place or club",
        ],
    ),
}


@pytest.mark.parametrize(("text", "said"), GALLERY.values(), ids=GALLERY)
def test_what_is_wrong_is_said_at_once(text: str, said: list[str]) -> None:
    """Every problem with its line, and what would be right."""
    assert wrong(text) == said


@pytest.mark.parametrize("second", ["Anna;Stadt;SV", "Anna;Dorf;FC", "Anna;;"])
def test_people_of_one_name_are_two_where_something_tells_them_apart(second: str) -> None:
    """A place or a club does."""
    assert len(of(f"Name;Ort;Verein\nAnna;Dorf;SV\n{second}\n")) == 2


def test_a_team_tells_nobody_apart() -> None:
    """One person does not play for two teams."""
    assert wrong("Name;Mannschaft\nAnna;Eins\nAnna;Zwei\n")[0].startswith("x.csv:3: Anna is already in line 2")


def test_somebody_may_have_no_number_yet() -> None:
    """Who enters late gets one."""
    assert [one.number for one in of(f"Nr;Name\n{MOST_NUMBER};Anna\n;Bene\n")] == [MOST_NUMBER, None]


# -- limits ---------------------------------------------------------------------------------------------


def many(count: int) -> str:
    """Return a list of so many people."""
    return "Name\n" + "".join(f"Gast {number}\n" for number in range(count))


@pytest.mark.long
def test_so_many_can_enter() -> None:
    """As many as a tournament has room for."""
    assert len(of(many(MOST_ENTRANTS))) == MOST_ENTRANTS


@pytest.mark.long
def test_one_more_is_too_many() -> None:
    """That is said alone, whatever else is wrong in so long a list."""
    assert wrong(many(MOST_ENTRANTS + 1) + "17\n") == [
        f"x.csv: {MOST_ENTRANTS + 2} rows: at most {MOST_ENTRANTS} people can enter a tournament"
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"Name\nAnna\0\n", id="zero-bytes"),
        pytest.param(b'Name\n"Anna\n', id="an-open-quotation-mark"),
        pytest.param(b"PK\x03\x04 is no workbook", id="a-cut-workbook"),
        pytest.param(b"\xd0\xcf\x11\xe0" * 99, id="an-old-xls"),
        pytest.param(b"Name\n" + b"A" * 200_000 + b"\n", id="a-cell-without-end"),
        pytest.param(b";" * 300 + b"Name\n" + b"A;" * 300, id="too-many-columns"),
        pytest.param(b"\n" * 200_000, id="empty-lines-alone"),
        pytest.param(b"x\n" * 200_000, id="too-many-rows"),
    ],
)
def test_a_hostile_file_is_refused_in_words(data: bytes, tmp_path: Path) -> None:
    """Nothing of it is believed."""
    path = tmp_path / "liste.csv"
    path.write_bytes(data)
    with pytest.raises(SklogError):
        read_entrants(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """It is said so."""
    with pytest.raises(NotFound, match="cannot be read"):
        read_entrants(tmp_path / "none.csv")


def test_a_file_that_is_much_too_large(tmp_path: Path) -> None:
    """It is not read at all."""
    path = tmp_path / "liste.csv"
    with path.open("wb") as file:
        file.truncate(limits.BYTES.most + 1)
    with pytest.raises(Refused, match="this is not the right file"):
        read_entrants(path)


@given(st.binary(max_size=300) | st.text("Name;Ort,\t\n\"'Nr bezahlt(€)17x=-", max_size=120).map(str.encode))
@settings(deadline=None)
def test_any_file_is_a_list_or_is_refused(data: bytes) -> None:
    """Without a traceback, and without a letter that steers a terminal in what is said."""
    try:
        found = lines_of(data)
    except SklogError as refused:
        assert all(str(problem).isprintable() for problem in refused.problems)  # noqa: PT017  any other one is a traceback
    else:
        assert found
        assert all(visible(one.name) and line for line, one in found.items())


# -- workbooks ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_workbook_is_read_as_a_csv_is(tmp_path: Path) -> None:
    """Numbers are numbers there, and a tick may be a truth."""
    rows = [
        [None, "Rennen 2026"],
        ["Nr", "Vorname", "Nachname", "Wohnort", "Verein", "Mannschaft", "bezahlt (€)"],
        [7, "Anna", "Eichel", "Dörfl", "SV Eichel", "Die Vier", 10],
        [],
        [8.0, "Bene", "Gras", 83022, None, None, True],
        [None, "Christl", "Herz", None, None, None, 7.5],
        [9, "Dani", "Schelln", None, None, None, False],
    ]
    found, told, _wrong = read_entrants(workbook(tmp_path / "liste.xlsx", rows))
    assert found == {
        3: Person("Anna Eichel", "Dörfl", "SV Eichel", "Die Vier", 7, 1000),
        5: Person("Bene Gras", "83022", number=8, paid=True),
        6: Person("Christl Herz", paid=750),
        7: Person("Dani Schelln", number=9),
    }
    assert [problem.line for problem in told] == [1]


@pytest.mark.long
def test_a_format_says_what_an_amount_counts(tmp_path: Path) -> None:
    """A cell that is shown in euros is euros."""
    path = workbook(tmp_path / "liste.xlsx", [["Name", "bezahlt"], ["Anna", 10]])
    book = openpyxl.load_workbook(path)
    book.worksheets[0]["B2"].number_format = '#,##0.00 "€"'
    book.save(path)
    assert [one.paid for one in read_entrants(path).found.values()] == [1000]


def test_what_is_wrong_in_a_workbook_names_its_sheet(tmp_path: Path) -> None:
    """A day is no name and no amount, and a formula may have no value."""
    rows = [["Name", "bezahlt"], [date(2026, 10, 3), "ja"], ["Anna", date(2026, 10, 3)], ["=A3", ""]]
    wrong = read_entrants(workbook(tmp_path / "liste.xlsx", rows)).wrong
    said = [str(problem).removeprefix(f"{tmp_path}/liste.xlsx, sheet Blatt 1:") for problem in wrong]
    assert said == [
        '2: "2026-10-03" is not a name: it has no letter',
        f'3: "2026-10-03" {FEE}',
        "4: Name: A4: a formula without its value: open the file in a spreadsheet program and save it there",
        "4: there is no name here",
    ]


PEOPLE = [["Name", "Ort"], ["Anna", "Dorf"]]
OTHER = [["Datum", "Betrag"], ["3.10.", 5]]


def test_the_sheet_with_the_names_is_read(tmp_path: Path) -> None:
    """Others may stand beside it; hidden ones are none."""
    path = workbook(tmp_path / "liste.xlsx", OTHER, PEOPLE, [], PEOPLE, hidden=[3])
    assert [one.name for one in read_entrants(path).found.values()] == ["Anna"]


@pytest.mark.parametrize(
    ("sheets", "said"),
    [
        (
            (PEOPLE, PEOPLE),
            "more than one sheet has a column of names: Blatt 1 and Blatt 2. Keep only the one with the entrants",
        ),
        ((OTHER, OTHER), "none of the sheets Blatt 1 and Blatt 2 has a column called Name"),
    ],
    ids=["two", "none"],
)
def test_which_sheet_has_the_entrants_is_never_guessed(sheets: Sequence[Any], said: str, tmp_path: Path) -> None:
    """Two lists may be of two days."""
    with pytest.raises(SessionFileError, match=said):
        read_entrants(workbook(tmp_path / "liste.xlsx", *sheets))


# -- there and back -------------------------------------------------------------------------------------

words = (
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=12).map(one_name).filter(visible)
)
texts = words.filter(lambda text: not text.startswith(("'", "*")))  # which keep a formula from being one, and are bold
names = st.tuples(st.sampled_from(("Anna", "Bene", "Gast")), texts).map(lambda pair: one_name(" ".join(pair)))
people = st.builds(
    Person,
    names.filter(lambda name: "," not in name and not [*name_problems([name])]),  # a comma is read otherwise
    texts,
    texts,
    texts,
    st.none() | st.integers(1, MOST_NUMBER),
    st.booleans() | st.integers(0, MOST_PAID),
    st.just(False),
    st.just(()),
)
everybody = st.lists(
    people, min_size=1, max_size=20, unique_by=(lambda one: turned_key(one.name), lambda one: one.number or one.name)
)


def written(found: Sequence[Person], delimiter: str, encoding: str) -> bytes:
    """Return a list as a spreadsheet program saves it."""
    out = io.StringIO()
    rows = csv.writer(out, delimiter=delimiter, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    rows.writerow(["Name", "Ort", "Verein", "Mannschaft", "Nr", "bezahlt"])
    for one in found:
        paid = ("ja" if one.paid else "") if isinstance(one.paid, bool) else f"{one.paid // 100},{one.paid % 100:02d}"
        rows.writerow([*one[:4], one.number or "", paid])
    return out.getvalue().encode(encoding)


@given(everybody, st.sampled_from(";,\t"), st.sampled_from(("utf-8", "utf-8-sig", "utf-16")))
@settings(deadline=None)
def test_what_is_written_is_read(found: list[Person], delimiter: str, encoding: str) -> None:
    """Whoever stands in a list is in it once, with all that it says of him."""
    assert of(written(found, delimiter, encoding)) == found


def test_the_limits_are_those_of_all_names() -> None:
    """A name as long as any may be, and a place as long as any text."""
    found = of(f"Name;Ort\n{'A' * LONGEST_NAME};{'o' * LONGEST_TEXT}\n")
    assert (len(found[0].name), len(found[0].place)) == (LONGEST_NAME, LONGEST_TEXT)


def test_letters_that_were_lost_are_refused(folder: Path) -> None:
    """A file of an old program has letters that Windows does not know: nobody is entered under half a name."""
    file = folder / "alt.csv"
    file.write_bytes(b"Name;Ort\nM\x8fller Anna;Hof\nBene;Z\x8frich\n")
    assert [one.message for one in read_entrants(file).wrong] == [
        '"M\N{REPLACEMENT CHARACTER}ller Anna" has letters that cannot be read: save the file as UTF-8',
        '"Z\N{REPLACEMENT CHARACTER}rich" has letters that cannot be read: save the file as UTF-8',
    ]
