"""Reports as workbooks: what stands in each cell of an xlsx and of an ods, and what spreadsheet programs make of it."""

import csv
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from conftest import Sklog
from openpyxl import load_workbook
from season_samples import FOUR, evening, sauspiel, wenz

from sklog.errors import Refused
from sklog.reports.format import width as columns_of
from sklog.reports.model import BARS, CURVE, Chart, Column, Fact, Kind, Report, Series, Struck, section
from sklog.reports.sheet import session_report
from sklog.scoring.session import Session
from sklog.scoring.settlement import still_open
from sklog.sheets.ods import ods
from sklog.sheets.workbook import MOST_LETTERS, Grid, Typed, sheet_titles, verbatim, workbook
from sklog.sheets.xlsx import xlsx

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
OFFICE = shutil.which("soffice")
SAMPLES = Path(__file__).parents[2] / "sample_sessions"
URN = "{{urn:oasis:names:tc:opendocument:xmlns:{}:1.0}}"
TABLE, TEXT, VALUES, CONFIG, CHART = (URN.format(name) for name in ("table", "text", "office", "config", "chart"))

Sheets = dict[str, list[list[Any]]]


def sheet(session: Session) -> Report:
    """Return the sheet of an evening."""
    lines = session.lines()
    return session_report(session, lines, still_open(session, lines))


def in_xlsx(contents: bytes) -> Sheets:
    """Return the values of every sheet of an xlsx, row by row."""
    book = load_workbook(BytesIO(contents))
    return {one.title: [[cell.value for cell in row] for row in one.iter_rows()] for one in book.worksheets}


def in_ods(contents: bytes) -> Sheets:
    """Return the values of every sheet of an ods, row by row, as the file says them."""
    root = ET.fromstring(part(contents, "content.xml"))  # noqa: S314  our own
    return {
        table.get(f"{TABLE}name", ""): [[_value(cell) for cell in row] for row in table.iter(f"{TABLE}table-row")]
        for table in root.iter(f"{TABLE}table")
    }


def _value(cell: ET.Element) -> Any:
    kind = cell.get(f"{VALUES}value-type")
    if kind == "date":
        return datetime.fromisoformat(cell.get(f"{VALUES}date-value", ""))
    if kind in ("float", "percentage"):
        return float(cell.get(f"{VALUES}value", ""))
    return "".join(map(_written, cell)) or None


def _written(node: ET.Element) -> str:
    blanks = " " * int(node.get(f"{TEXT}c", "1")) if node.tag == f"{TEXT}s" else ""
    return blanks + (node.text or "") + "".join(_written(child) + (child.tail or "") for child in node)


def part(contents: bytes, name: str) -> bytes:
    """Return a member of the file."""
    with ZipFile(BytesIO(contents)) as file:
        return file.read(name)


def one_table(kind: str, *values: Any, unit: str = "ct") -> Report:
    """Return a report of a table with one column of this kind."""
    rows = [(value,) for value in values]
    return Report("told", "Told", unit, sections=(section("told", "Table", [Column("it", "It", kind)], rows),))


def cells(kind: str, *values: Any, unit: str = "ct") -> list[tuple[Any, str]]:
    """Return what stands in the column of an xlsx below its heading, each with its number format."""
    book = load_workbook(BytesIO(xlsx(workbook(one_table(kind, *values, unit=unit)))))
    return [(row[0].value, row[0].number_format) for row in book["Table"].iter_rows(min_row=2)]


# -- cells ---------------------------------------------------------------------------------------------


def test_an_amount_is_a_number_of_euros() -> None:
    """140 cents are 1.4, shown as 1.40 €."""
    assert cells(Kind.MONEY, 140, -5) == [(1.4, "#,##0.00 €"), (-0.05, "#,##0.00 €")]


def test_points_are_whole_numbers() -> None:
    """Where an evening counts points nothing is divided."""
    assert cells(Kind.PRICE, 24, unit="points") == [(24, "#,##0")]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (Kind.RATE, 0.4444, (0.4444, "0%")),
        (Kind.RATIO, 1.234, (1.23, "0.00")),
        (Kind.COUNT, 7, (7, "0")),
        (Kind.TREND, -3, (-3, "0")),
        (Kind.FACTOR, 4, (4, "0")),
        (Kind.MEAN, 3.4166, (0.0342, "#,##0.00 €")),
        (Kind.DATE, "2026-11-19", (datetime(2026, 11, 19), "d mmm yyyy")),  # noqa: DTZ001  a spreadsheet has no zone
        (Kind.NAME, "Anna", ("Anna", "@")),
        (Kind.DATE, "some day", ("some day", "@")),
        (Kind.DATE, "1899-12-31", ("31 Dec 1899", "@")),
    ],
)
def test_a_value_is_what_its_column_says(kind: str, value: Any, expected: tuple[Any, str]) -> None:
    """A share is a percentage, a day a day; a day before any spreadsheet counts is a text."""
    assert cells(kind, value) == [expected]


def test_a_moment_is_a_day_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told in the time zone of whoever asks."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    __import__("time").tzset()
    try:
        (found,) = cells(Kind.TIME, "2026-11-19T20:15:02.000+00:00")
    finally:
        monkeypatch.undo()
        __import__("time").tzset()
    assert found == (datetime(2026, 11, 19, 21, 15, 2), "d mmm yyyy hh:mm:ss")  # noqa: DTZ001  the same


def test_a_number_that_no_spreadsheet_holds_is_a_text() -> None:
    """Of 17 digits a spreadsheet would lose the last ones."""
    assert cells(Kind.COUNT, 12_345_678_901_234_567) == [("12345678901234567", "@")]


@pytest.mark.usefixtures("german")
def test_days_are_shown_as_the_language_writes_them() -> None:
    """In German 19.11.2026."""
    assert cells(Kind.DATE, "2026-11-19")[0][1] == "dd.mm.yyyy"


def test_headings_say_the_unit() -> None:
    """A column of amounts is called Anna (€), or Anna (points)."""
    for unit, expected in (("ct", "It (€)"), ("points", "It (points)")):
        assert in_xlsx(xlsx(workbook(one_table(Kind.MONEY, 1, unit=unit))))["Table"][0] == [expected]


def test_what_no_longer_holds_is_struck_out() -> None:
    """A void hand keeps its mark and has a line through it."""
    book = load_workbook(BytesIO(xlsx(workbook(one_table(Kind.PROSE, Struck("Wenz", "void"))))))
    cell = book["Table"]["A2"]
    assert (cell.value, cell.font.strike) == ("(void) Wenz", True)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x")', "{=1}", "1e3", "TRUE"])
def test_a_text_is_never_a_formula(text: str) -> None:
    """Names and notes are other people's words: they are texts, letter by letter, in both formats."""
    report = one_table(Kind.PROSE, text)._replace(facts=(Fact("fact", text, text),), notes=(text,), title=text)
    made = xlsx(workbook(report))
    sheets = [name for name in ZipFile(BytesIO(made)).namelist() if name.startswith("xl/worksheets/sheet")]
    assert not any(b"<f>" in part(made, name) or b"<f " in part(made, name) for name in sheets)
    assert load_workbook(BytesIO(made))["Table"]["A2"].data_type == "s"
    assert in_xlsx(made)["Table"][1] == [text]
    content = part(ods(workbook(report)), "content.xml")
    assert b"table:formula" not in content
    assert in_ods(ods(workbook(report)))["Table"][1] == [text]


def test_what_no_file_may_hold_is_shown_as_a_question_mark() -> None:
    """A note with a control character or a code point that is no letter breaks neither format."""
    grids = workbook(one_table(Kind.PROSE, "a\x01b\uffffc\ud800d"))
    assert in_xlsx(xlsx(grids)) == in_ods(ods(grids)) == {"Table": [["It"], ["a�b�c�d"]]}


# -- sheets --------------------------------------------------------------------------------------------


def test_each_table_has_a_sheet_behind_the_overview() -> None:
    """The result comes first, then the curve, then the hands; what is empty has none."""
    report = sheet(evening(sauspiel(), wenz("Bene")))
    assert [grid.title for grid in workbook(report)] == [
        "Overview", "Balances", "Settlement", "The evening's curve", "Highlights", "Running balances",
        "Changes, hand by hand", "Who declared what",
    ]  # fmt: skip


def test_the_overview_has_facts_sheets_and_notes() -> None:
    """A name of a sheet leads there; below each table's name stands how it counts."""
    counted = section("a", "First", [Column("n", "N", Kind.COUNT)], [(1,)])._replace(defined="Each counts once.")
    report = Report(
        "r", "Title", facts=(Fact("d", "Date", "2026-11-19", Kind.DATE),), sections=(counted,), notes=("So.",)
    )
    rows = in_xlsx(xlsx(workbook(report)))["Overview"]
    assert [row for row in rows if any(row)] == [
        ["Title", None],
        ["Date", datetime(2026, 11, 19)],  # noqa: DTZ001  a spreadsheet has no zone
        ["Sheets", None],
        ["First", "Each counts once."],
        ["Notes", "So."],
    ]
    link = load_workbook(BytesIO(xlsx(workbook(report))))["Overview"]["A6"].hyperlink
    assert link.location == "'First'!A1"


def test_one_table_alone_needs_no_overview() -> None:
    """A list is one sheet, called as the report is."""
    alone = one_table(Kind.NAME, "Anna")
    assert [grid.title for grid in workbook(alone)] == ["Table"]
    nothing = Report("empty", "Nothing")
    assert in_ods(ods(workbook(nothing))) == {"Overview": [["Nothing", None]]}


def test_titles_are_those_that_every_program_takes() -> None:
    """They are short, have none of the forbidden letters, and no two are the same in small letters."""
    wanted = ["a/b: [c]*?", "x" * 40, "X" * 40, "'quoted'", "", "History", "sklog", "🃏" * 30, "Same", "same"]
    found = sheet_titles(wanted)
    assert len({title.casefold() for title in found}) == len(wanted)
    assert not [title for title in found if re.search(r"[\[\]:*?/\\]|^'|'$", title)]
    assert max(len(title.encode("utf-16-le")) // 2 for title in found) <= 31
    assert {"history", "sklog"}.isdisjoint(title.casefold() for title in found)
    grids = [Grid(title, ((Typed("x"),),)) for title in found]
    assert list(in_xlsx(xlsx(grids))) == list(in_ods(ods(grids))) == found


def test_headings_stay_in_sight() -> None:
    """The first row and the names do, in both formats."""
    grids = workbook(sheet(evening(sauspiel())))
    assert load_workbook(BytesIO(xlsx(grids)))["Balances"].freeze_panes == "B2"
    root = ET.fromstring(part(ods(grids), "settings.xml"))  # noqa: S314  our own
    entries = {one.get(f"{CONFIG}name"): one for one in root.iter(f"{CONFIG}config-item-map-entry")}
    split = {one.get(f"{CONFIG}name"): one.text for one in entries["Balances"]}
    assert (split["VerticalSplitPosition"], split["HorizontalSplitPosition"]) == ("1", "1")
    assert (split["VerticalSplitMode"], split["HorizontalSplitMode"]) == ("2", "2")


def test_columns_show_everything() -> None:
    """Each is as wide as its longest text, or breaks it; the row is high enough then."""
    long = "a word " * 40
    report = one_table(Kind.PROSE, "short", long)
    sheet_ = load_workbook(BytesIO(xlsx(workbook(report))))["Table"]
    assert sheet_["A3"].alignment.wrap_text
    assert sheet_.row_dimensions[3].height >= 15 * len(long) / sheet_.column_dimensions["A"].width
    endless = load_workbook(BytesIO(xlsx(workbook(one_table(Kind.PROSE, long * 50)))))["Table"]
    assert endless.row_dimensions[2].height <= 409  # no program opens a higher one
    for grid in workbook(sheet(evening(sauspiel(), wenz("Bene")))):
        for wide, column in zip(grid.widths, zip(*grid.rows, strict=True), strict=True):
            texts = [cell for cell in column if isinstance(cell.value, str) and not cell.look.large]
            assert all(columns_of(str(cell.value)) < wide or cell.look.wrapped for cell in texts)


def test_both_formats_hold_the_same() -> None:
    """Whatever stands in a cell of the xlsx stands in that of the ods."""
    grids = workbook(sheet(evening(sauspiel(), wenz("Bene"), wenz("Christl", won=False))))
    one, other = in_xlsx(xlsx(grids)), in_ods(ods(grids))
    assert list(one) == list(other)
    for title, rows in one.items():
        for row, told in zip(rows, other[title], strict=True):
            assert [None if cell is None else cell for cell in row] == told


def test_the_same_report_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock is asked, nor a number by chance."""
    grids = workbook(sheet(evening(sauspiel())))
    before = xlsx(grids), ods(grids)
    monkeypatch.setattr("time.time", lambda: 0.0)
    monkeypatch.setattr("time.localtime", lambda *_: (2001, 1, 1, 0, 0, 0, 0, 1, 0))
    assert (xlsx(grids), ods(grids)) == before


# -- charts --------------------------------------------------------------------------------------------


def test_the_curve_is_a_chart_of_its_figures() -> None:
    """A line for each person, with the running balances beside it; the sheet has the place before the first hand."""
    report = sheet(evening(sauspiel(), wenz("Bene")))
    made = xlsx(workbook(report))
    rows = in_xlsx(made)["The evening's curve"]
    assert rows[0][:5] == ["Hand", *(f"{name} (€)" for name in FOUR)]
    assert [row[0] for row in rows[1:]] == [0, 1, 2]
    (balances,) = [one for one in report.sections if one.key == "totals"]
    ended = {row[0]: row[[one.key for one in balances.columns].index("balance")] for row in balances.rows}
    assert {name: round(amount * 100) for name, amount in zip(FOUR, rows[-1][1:5], strict=True)} == ended
    drawn = part(made, "xl/charts/chart1.xml").decode()
    assert drawn.count("<c:ser>") == 4
    assert "<c:lineChart>" in drawn
    assert re.findall("<c:f>(.*?)</c:f>", drawn)[:3] == [
        "'The evening''s curve'!$B$1", "'The evening''s curve'!$A$2:$A$4", "'The evening''s curve'!$B$2:$B$4",
    ]  # fmt: skip


def test_an_ods_has_the_same_chart() -> None:
    """Its lines show the cells of the sheet beside it, in the same colours."""
    made, other = (write(workbook(sheet(evening(sauspiel(), wenz("Bene"))))) for write in (ods, xlsx))
    root = ET.fromstring(part(made, "Chart 1/content.xml"))  # noqa: S314  our own
    (chart,) = root.iter(f"{CHART}chart")
    series = list(root.iter(f"{CHART}series"))
    assert chart.get(f"{CHART}class") == "chart:line"
    assert [one.get(f"{CHART}values-cell-range-address") for one in series][:2] == [
        "'The evening''s curve'.$B$2:'The evening''s curve'.$B$4",
        "'The evening''s curve'.$C$2:'The evening''s curve'.$C$4",
    ]
    colours = re.findall(r'svg:stroke-color="#([0-9a-f]{6})"', part(made, "Chart 1/content.xml").decode())[1:]
    assert colours == [
        c.lower() for c in re.findall(r'srgbClr val="(\w+)"', part(other, "xl/charts/chart1.xml").decode())
    ]


def test_bars_stand_beside_one_another() -> None:
    """A chart of bars has a colour for each column, and a place for each row."""
    chart = Chart(
        "b", "Bars", BARS, "Game", ("Solo", "Wenz"), (Series("won", (1, 2)), Series("lost", (0, None))), kind=Kind.COUNT
    )
    grids = workbook(Report("r", "R", charts=lambda: (chart,)))
    assert in_ods(ods(grids)) == {"Bars": [["Game", "won", "lost"], ["Solo", 1, 0], ["Wenz", 2, None]]}
    assert "<c:barChart>" in part(xlsx(grids), "xl/charts/chart1.xml").decode()


def test_a_line_begins_where_its_name_does() -> None:
    """Who came later has empty cells before that."""
    late = Chart("c", "C", CURVE, "Hand", ("0", "1"), (Series("Anna", (0, 10)), Series("Eva", (None, -10))))
    grids = workbook(Report("r", "R", charts=lambda: (late,)))
    assert in_xlsx(xlsx(grids))["C"] == [["Hand", "Anna (€)", "Eva (€)"], [0, 0, None], [1, 0.1, -0.1]]


# -- commands ------------------------------------------------------------------------------------------

REPORTS = (
    ("report", "session"),
    ("report", "standings"),
    ("report", "stats"),
    ("report", "partners"),
    ("report", "records"),
    ("report", "characters"),
    ("report", "season"),
    ("report", "prices"),
    ("settle",),
    ("settle", "--all"),
    ("whatif", "--tariff", "sauspiel"),
    ("show",),
    ("explain",),
    ("calc", "s", "ac"),
    ("session", "list"),
    ("session", "log"),
    ("player", "list"),
    ("tariff", "list"),
    ("tariff", "show", "wiki"),
    ("tariff", "diff", "wiki", "sauspiel"),
)


@pytest.mark.long
def test_every_report_is_written_as_a_workbook(ok: Sklog, folder: Path) -> None:
    """The ending of the file says it; both formats have the same sheets with the same cells."""
    ok(*START)
    ok("add", "s", "ac", "nl3")
    ok("add", "w", "b-", "//", "=1+1")
    for words in REPORTS:
        command, *hand = words if words[0] == "calc" else (" ".join(words),)
        for ending in ("xlsx", "ods"):
            ok(*command.split(), "-o", f"it.{ending}", *hand)
        one, other = in_xlsx((folder / "it.xlsx").read_bytes()), in_ods((folder / "it.ods").read_bytes())
        assert one == other, words
        assert any(any(row) for rows in one.values() for row in rows)


def test_a_workbook_is_no_text(run: Sklog, ok: Sklog) -> None:
    """It goes to a file or a pipe; an old format is refused with those that there are."""
    ok(*START)
    assert ok("report", "session", "-o", "a.ods").err.startswith("Written: ")
    ran = run("report", "session", "-o", "a.xls")
    assert ran.code == 2
    assert "no report can be .xls; choose from" in ran.err
    assert ".xlsx, .ods" in ran.err


def test_a_missing_library_is_a_sentence(run: Sklog, ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install, and that an ods needs nothing."""
    ok(*START)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    ran = run("report", "session", "-o", "a.xlsx")
    assert (ran.code, ran.err.rstrip()) == (
        1,
        "an xlsx needs one more package: install sklog from its folder again, as '.[sheets]'; ods needs none",
    )
    ok("report", "session", "-o", "a.ods")


@pytest.mark.parametrize("write", [xlsx, ods])
def test_what_no_cell_holds_is_refused(write: Callable[[Any], bytes]) -> None:
    """The sentence names the sheet, the row and both numbers; nothing is cut."""
    fitting = one_table(Kind.PROSE, "x" * MOST_LETTERS)
    assert in_xlsx(xlsx(workbook(fitting)))["Table"][1] == ["x" * MOST_LETTERS]
    with pytest.raises(Refused) as refused:
        write(workbook(one_table(Kind.PROSE, "short", "🃏" * 16_384)))
    assert str(refused.value.problems[0]) == (
        "a text in row 3 of the sheet Table has 32768 letters, and a cell holds 32767"
    )


# -- export --------------------------------------------------------------------------------------------


def exported(ok: Sklog) -> list[list[str]]:
    """Return the rows that `export --format csv` prints."""
    return list(csv.reader(ok("export", "--format", "csv").out.splitlines()))


def texts(rows: list[list[Any]], wide: int) -> list[list[str]]:
    """Return the cells of a sheet as texts, an empty one as ""."""
    return [["" if cell is None else cell for cell, _place in zip_longest(row, range(wide))] for row in rows]


@pytest.mark.long
def test_an_exported_workbook_holds_every_row_of_the_csv(ok: Sklog, folder: Path) -> None:
    """In the sheet named sklog: the same rows, every cell a text, blanks and strange letters included."""
    ok(
        "start",
        " =Stamm  tisch",
        "--players",
        "Anna,Bene,Christl,Dani",
        "--date",
        "2026-11-19",
        "--place",
        "x_x0041_  y",
    )
    ok("add", "s", "ac", "//", "=cmd|' /C calc'!A0")
    ok("add", "w", "b-", "//", "a    b & <c> \"d\" 'e'")
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani")
    expected = exported(ok)
    ok("export", "-o", "all.xlsx")
    ok("export", "-o", "all.ods")
    book = load_workbook(folder / "all.xlsx")
    assert {cell.data_type for row in book["sklog"].iter_rows() for cell in row} <= {"s", "n"}
    assert not [cell for row in book["sklog"].iter_rows() for cell in row if isinstance(cell.value, (int, float))]
    assert texts(in_ods((folder / "all.ods").read_bytes())["sklog"], len(expected[0])) == expected
    found = texts(in_xlsx((folder / "all.xlsx").read_bytes())["sklog"], len(expected[0]))
    escaped = re.compile("_x005F_(?=x[0-9A-F]{4}_)")  # which openpyxl leaves as the file has it
    assert [[escaped.sub("_", cell) for cell in row] for row in found] == expected


def test_an_exported_workbook_has_each_hand_in_one_table(ok: Sklog, folder: Path) -> None:
    """Who asks questions of their own has a row a hand, with what everybody won; void hands are left out."""
    ok(*START)
    ok("add", "s", "ac", "nl3")
    ok("add", "w", "b-")
    ok("void", "2")
    ok("add", "x")
    ok("export", "-o", "all.xlsx")
    sheets = in_xlsx((folder / "all.xlsx").read_bytes())
    assert list(sheets) == ["Evenings", "Hands", "sklog"]
    heading, first, *others = sheets["Hands"]
    told = dict(zip(heading, first, strict=True))
    assert told["Date"] == datetime(2026, 11, 19)  # noqa: DTZ001  a spreadsheet has no zone
    assert [told[key] for key in ("Hand", "Game", "Declarer", "Partner", "Won")] == [
        1, "Sauspiel", "Anna", "Christl", "yes",
    ]  # fmt: skip
    assert [row[heading.index("Game")] for row in others] == ["thrown in"]
    names = [f"{name} (€)" for name in FOUR]
    assert sum(told[name] for name in names) == pytest.approx(0)
    assert told["Anna (€)"] == told["Value (€)"]
    totals = dict(zip(*sheets["Evenings"], strict=True))
    assert totals["Hands"] == 1


def test_cents_and_points_have_tables_of_their_own(ok: Sklog, folder: Path) -> None:
    """They are never added up, so they stand in no common column."""
    ok(*START)
    ok("add", "s", "ac")
    ok("start", "Punkte", "--players", "Anna,Bene,Christl,Dani", "--tariff", "saukopf", "--date", "2026-11-20")
    ok("add", "--session", "2", "s", "ac")
    ok("export", "-o", "all.ods")
    sheets = in_ods((folder / "all.ods").read_bytes())
    assert list(sheets) == ["Evenings (€)", "Hands (€)", "Evenings (points)", "Hands (points)", "sklog"]
    assert "Anna (points)" in sheets["Hands (points)"][0]


# -- a real spreadsheet program ------------------------------------------------------------------------


@pytest.fixture
def office(tmp_path: Path) -> Callable[..., Path]:
    """Return LibreOffice: it opens files and saves them in another format, in the folder that is returned."""
    if OFFICE is None:
        pytest.skip("soffice, LibreOffice's program, is not installed")

    def saved(form: str, *files: Path) -> Path:
        subprocess.run(
            [OFFICE, f"-env:UserInstallation=file://{tmp_path.parent}/office", "--headless", "--convert-to", form,
             "--outdir", tmp_path / "saved", *files],
            check=True, capture_output=True, timeout=180,
        )  # fmt: skip
        return tmp_path / "saved"

    return saved


@pytest.mark.long
def test_libreoffice_keeps_every_cell(ok: Sklog, folder: Path, office: Callable[..., Path]) -> None:
    """Opened and saved as xlsx every sheet has the same values and formats, and the chart is one.

    What stays in sight is a matter of a window, and without one LibreOffice saves nothing of it.
    """
    ok(*START)
    ok("add", "s", "ac", "nl3")
    ok("add", "w", "b-", "//", "=1+1")
    made = [folder / "of.xlsx", folder / "of the other.ods"]
    for file in made:
        ok("report", "session", "-o", file.name)
    expected = in_xlsx(made[0].read_bytes())
    place = office("xlsx", *made)
    for file in made:
        saved = (place / f"{file.stem}.xlsx").read_bytes()
        found = in_xlsx(saved)
        assert list(found) == list(expected)
        for title, rows in expected.items():
            assert [row[: len(rows[0])] for row in found[title]][: len(rows)] == rows, title
        again = load_workbook(BytesIO(saved))
        assert "€" in again["Balances"]["C2"].number_format
        assert again["Overview"]["B3"].is_date
        with ZipFile(BytesIO(saved)) as packed:
            (chart,) = [name for name in packed.namelist() if re.fullmatch(r"xl/charts/chart\d+\.xml", name)]
            assert b"lineChart" in packed.read(chart)


@pytest.mark.long
def test_libreoffice_saves_an_export_with_the_same_rows(ok: Sklog, folder: Path, office: Callable[..., Path]) -> None:
    """Who opens an exported workbook and saves it again loses nothing that import needs."""
    ok("start", "=Stamm  tisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "s", "ac", "//", "a    b & <c> \"d\" 'e'")
    made = [folder / "all.xlsx", folder / "all of it.ods"]
    for file in made:
        ok("export", "-o", file.name)
    expected = exported(ok)
    place = office("xlsx", *made)
    for file in made:
        found = in_xlsx((place / f"{file.stem}.xlsx").read_bytes())["sklog"]
        assert texts([row[: len(expected[0])] for row in found][: len(expected)], len(expected[0])) == expected


@pytest.fixture
def ledger(ok: Sklog) -> str:
    """Return as JSON Lines a ledger of every sample evening, and of two in which everything was changed."""
    ok("import", *map(str, sorted(SAMPLES.glob("*.yaml"))))
    ok("start", "=Stamm  tisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--place", "@Wirt")
    ok("add", "s", "ac", "//", "=1+1")
    ok("add", "w", "b-", "//", "+49 89")
    ok("add", "x")
    ok("fix", "1", "s", "ac", "n", "//", "-x  y")
    ok("void", "2")
    ok("join", "Eva")
    ok("post", "Anna:0,50", "Eva:-0,50")
    ok("stock", "0,40", "Anna")
    ok("pay", "Eva", "Anna", "0,10")
    ok("close", "--stock", "carry")
    ok("start", "1.5.", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    ok("add", "s", "ac")
    ok("player", "rename", "Bene", "@Bene (alt)")
    return ok("export", "--format", "jsonl").out


@pytest.mark.long
@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_what_export_writes_import_takes_back_the_same(ok: Sklog, ledger: str, ending: str) -> None:
    """Corrections, void hands, a Stock that is carried over, and names that look like formulas included."""
    ok("export", "-o", f"all.{ending}")
    ok("--db", "other.db", "import", f"all.{ending}")
    assert ok("--db", "other.db", "export", "--format", "jsonl").out == ledger
    ok("--db", "other.db", "check")
    assert "imported" not in ok("--db", "other.db", "import", f"all.{ending}").out


@pytest.mark.long
@pytest.mark.parametrize("saved_as", ["xlsx", "ods"])
def test_what_libreoffice_saved_import_takes_back_the_same(
    ok: Sklog, folder: Path, office: Callable[..., Path], ledger: str, saved_as: str
) -> None:
    """Whoever opened the workbook and saved it, in either format, has lost nothing."""
    made = [folder / "all.xlsx", folder / "all of it.ods"]
    for file in made:
        ok("export", "-o", file.name)
    place = office(saved_as, *made)
    for file in made:
        ok("--db", f"{file.stem}.db", "import", str(place / f"{file.stem}.{saved_as}"))
        assert ok("--db", f"{file.stem}.db", "export", "--format", "jsonl").out == ledger


def test_verbatim_rows_keep_their_letters() -> None:
    """Blanks at both ends and in between, and what looks like a number, stay as they are."""
    rows = [["a", "b"], [" x  y ", "007"], ["", "1e3"]]
    grids = [verbatim(rows)]
    assert texts(in_xlsx(xlsx(grids))["sklog"], 2) == texts(in_ods(ods(grids))["sklog"], 2) == rows


def test_a_day_is_one_in_every_program() -> None:
    """The ods says it as ISO writes it."""
    made = ods(workbook(one_table(Kind.DATE, "2026-11-19")))
    assert in_ods(made)["Table"][1] == [datetime.combine(date(2026, 11, 19), datetime.min.time())]
    assert b'office:date-value="2026-11-19"' in part(made, "content.xml")
