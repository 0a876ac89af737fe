"""`sklog import` of lists: what a dry run shows, what comes in, and that nothing is half stored."""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests import lists_samples, transcripts
from tests.lists.test_lists_shapes import CASES, SHARED
from tests.terminal import Terminal
from tests.trials.torture import mutating, samples

if TYPE_CHECKING:
    from tests.conftest import Sklog

pytestmark = pytest.mark.long

SAMPLE = transcripts.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml"


@pytest.fixture
def stammtisch(folder: Path) -> str:
    """Return a list in the current folder."""
    ((_title, rows),) = lists_samples.SAMPLES["stammtisch"].sheets.items()
    (folder / "stammtisch.csv").write_text(lists_samples.as_csv(rows), encoding="utf-8")
    return "stammtisch.csv"


def test_a_list_becomes_evenings_that_are_over(ok: Sklog, stammtisch: str) -> None:
    """One a day, called as the file; what is played next is another evening."""
    said = ok("import", stammtisch).out
    assert "stammtisch.csv: 2 evenings, 5 postings, 1 row left out; tariff sauspiel" in said
    assert "Evening 2, stammtisch: imported, 2 postings." in said
    assert "Anna" in ok("report", "standings").out
    assert ok("session", "list").out.count("closed") == 2
    ok("check")


def test_twice_changes_nothing_also_when_it_has_grown(ok: Sklog, run: Sklog, stammtisch: str) -> None:
    """New evenings come in; one that was changed is refused, and nothing of the file is stored then."""
    ok("import", stammtisch)
    assert ok("import", stammtisch).out.count("already here, unchanged") == 2
    text = Path(stammtisch).read_text(encoding="utf-8").replace("Summe;1,70;-0,10;-0,30;-1,30;\r\n", "")
    Path(stammtisch).write_text(f"{text}6.12.2024;0,20;-0,20;0,20;-0,20;\r\n", encoding="utf-8")
    assert "Evening 3, stammtisch: imported, 1 posting." in ok("import", stammtisch).out
    Path(stammtisch).write_text(f"{text}6.12.2024;0,30;-0,30;0,30;-0,30;\r\n13.12.2024;0,20;-0,20;0,20;-0,20;\r\n")
    said = run("import", stammtisch)
    assert (said.code, said.out) == (1, "")
    assert "differs from this file" in said.err
    assert ok("session", "list").out.count("closed") == 3


def test_a_dry_run_shows_every_column(ok: Sklog, folder: Path, stammtisch: str) -> None:
    """What it is, its first value and how that is read; then why, what is left out, and what would be imported."""
    said = ok("import", stammtisch, "--dry-run").out
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert "A Datum days 22.11.2024 22 Nov 2024" in lines
    assert "B Anna amounts of Anna 0,50 +0.50 €" in lines
    assert 'Numbers are in euros: "0,50" (Anna, row 4) has decimals.' in lines
    assert '9 "Summe" is a total, and it is right' in lines
    assert "Evening 1, stammtisch: would be imported, 3 postings." in lines
    assert [path.name for path in folder.iterdir()] == [stammtisch]


def test_a_dry_run_in_german(ok: Sklog, stammtisch: str) -> None:
    """The same in the language that is spoken; what would be stored is the same in every language."""
    said = ok("import", stammtisch, "--dry-run", env={"SKLOG_LANG": "de"}).out
    assert "Beträge von Anna" in said
    assert "2 Abende, 5 Buchungen, 1 Zeile weggelassen; Tarif sauspiel" in said
    ok("import", stammtisch, env={"SKLOG_LANG": "de"})
    assert ok("import", stammtisch).out.count("already here, unchanged") == 2


def test_a_refused_dry_run_shows_what_was_understood(run: Sklog, stammtisch: str) -> None:
    """Beside what is wrong."""
    text = Path(stammtisch).read_text(encoding="utf-8").replace("0,90", "0,80")
    Path(stammtisch).write_text(text, encoding="utf-8")
    said = run("import", stammtisch, "--dry-run")
    assert (said.code, "amounts of Anna" in said.out) == (1, True)
    assert "stammtisch.csv:7: the amounts add up to −0.10 €" in said.err


def test_a_stock_that_goes_from_evening_to_evening_comes_in(ok: Sklog, folder: Path) -> None:
    """The ledger proves that each evening begins with what the one before left."""
    text = "Datum;Anna;Bene;Stock\n22.11.2024;-0,50;-0,50;1,00\n29.11.2024;1,00;0;-1,00\n"
    (folder / "x.csv").write_text(text, encoding="utf-8")
    assert ok("import", "x.csv", "--rows", "each").out.count("imported") == 2
    assert ok("import", "x.csv", "--rows", "each").out.count("unchanged") == 2
    ok("check")


def test_rows_that_are_wrong_are_left_out_where_it_shall_go_on(run: Sklog, ok: Sklog, stammtisch: str) -> None:
    """The others are stored, and the exit code says that something was left out."""
    text = Path(stammtisch).read_text(encoding="utf-8").replace("0,90", "0,80")
    Path(stammtisch).write_text(text, encoding="utf-8")
    assert run("import", stammtisch).code == 1
    assert run("show").code == 1
    said = run("import", stammtisch, "--keep-going")
    assert said.code == 3
    assert "stammtisch.csv:7: the amounts add up to −0.10 €" in said.err
    assert said.out.count("imported") == 2
    ok("check")


def test_a_dry_run_shows_a_value_beside_what_it_was_read_as(run: Sklog, folder: Path) -> None:
    """Where the first row was left out, both are of the next one."""
    text = "Datum;Anna;Bene\n22.11.2024;0,90;0,80\n29.11.2024;0,50;-0,50\n"
    (folder / "liste.csv").write_text(text, encoding="utf-8")
    shown = run("import", "liste.csv", "--dry-run").out.splitlines()
    assert [line.split()[-3:] for line in shown if "amounts of" in line] == [
        ["0,50", "+0.50", "€"],
        ["-0,50", "−0.50", "€"],
    ]
    assert any(line.endswith("29.11.2024   29 Nov 2024") for line in shown)


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_of_sklog_comes_back_the_same(ok: Sklog, folder: Path, ending: str) -> None:
    """Its sheet "sklog" has the rows of the csv; what other sheets are for people is not read."""
    ok("import", str(SAMPLE))
    exported = ok("export", "--format", "csv").out
    rows = list(csv.reader(io.StringIO(exported)))
    sheets = {"Abend": [["Anna", "3"]], "sklog": rows}
    if ending == "xlsx":
        lists_samples.workbook(sheets, folder / "x.xlsx")
    else:
        (folder / "x.ods").write_bytes(lists_samples.as_ods(sheets))
    ok("--db", "other.db", "import", f"x.{ending}")
    assert ok("--db", "other.db", "export", "--format", "csv").out == exported


@pytest.mark.skipif(lists_samples.SOFFICE is None, reason="LibreOffice is not installed")
def test_a_workbook_of_sklog_comes_back_when_a_spreadsheet_program_saved_it(ok: Sklog, folder: Path) -> None:
    """Nothing of it is a number or a day to such a program."""
    ok("import", str(SAMPLE))
    exported = ok("export", "--format", "csv").out
    sample = lists_samples.Sample({"sklog": list(csv.reader(io.StringIO(exported))), "Abend": [["x"]]}, {})
    path = lists_samples.saved({"x": sample}, "ods", folder)["x"]
    ok("--db", "other.db", "import", str(path))
    assert ok("--db", "other.db", "export", "--format", "csv").out == exported


def test_the_sheet_of_an_evening_comes_in_as_a_list(ok: Sklog, run: Sklog, folder: Path) -> None:
    """The csv of `report session` has everything but a day, and what its numbers count."""
    ok("import", str(SAMPLE))
    sheet = ok("report", "session", "--format", "csv").out
    (folder / "abend.csv").write_text(sheet, encoding="utf-8")
    asked = run("--db", "other.db", "import", "abend.csv")
    assert (asked.code, "give its day with --date" in asked.err) == (1, True)
    ok("--db", "other.db", "import", "abend.csv", "--date", "19.11.2026", "--amounts", "cents", "--rows", "running")
    totals = []
    for which in ("other.db", "sklog.db"):
        table = csv.DictReader(io.StringIO(ok("--db", which, "report", "standings", "--format", "csv").out))
        totals.append({row["name"]: row["total"] for row in table if row["total"] != "0"})
    assert totals[0] == totals[1]


def test_a_workbook_needs_no_package(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read without the libraries that others need for it."""
    lists_samples.workbook({"x": [["Datum", "Anna (€)", "Bene (€)"], ["22.11.2024", 1, -1]]}, folder / "x.xlsx")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.setitem(sys.modules, "defusedxml", None)
    assert "1 evening" in ok("import", "x.xlsx").out


@pytest.mark.parametrize("ending", ["csv", "xlsx", "ods"])
def test_of_a_mutated_list_nothing_is_half_stored(run: Sklog, ok: Sklog, folder: Path, ending: str) -> None:
    """It comes in whole, or the ledger is as it was; and no answer is a traceback."""
    rng, found = Random(7), samples.lists(7)  # noqa: S311  nothing secret
    valid = [one for one in found if (ending if one[:1] == b"P" else "csv") == ending]
    codes = set()
    for _turn in range(25):
        data = rng.choice(valid)
        data = (mutating.repacked if mutating.is_packed(data) else mutating.mutated)(rng, data, valid)
        (folder / f"x.{ending}").write_bytes(data)
        before = Path("sklog.db").exists() and ok("export", "--format", "jsonl").out
        said = run("import", f"x.{ending}", "--amounts", "cents", "--rows", "each", "--dates", "day")
        codes.add(said.code)
        assert "Traceback" not in said.out + said.err
        if said.code:
            assert (Path("sklog.db").exists() and ok("export", "--format", "jsonl").out) == before
    assert codes == {0, 1}
    ok("check")


# -- one conversation -----------------------------------------------------------------------------------

CENTS = "Datum;Sepp;Sabine;Toni\n{day}.2024;160;-130;-30\n{next}.2024;-110;40;70\n"


def club(folder: Path, count: int) -> list[str]:
    """Return files of a club, each of two evenings of a month, in cents that nobody says."""
    names = [f"{month:02d}.csv" for month in range(1, count + 1)]
    for month, name in enumerate(names, 1):
        text = CENTS.format(day=f"03.{month:02d}", next=f"17.{month:02d}")
        (folder / name).write_text(text, encoding="utf-8")
    return names


def test_all_that_is_open_is_asked_at_once_and_one_line_answers_it(run: Sklog, ok: Sklog, folder: Path) -> None:
    """Each file is named; what was said is kept, and said again by the name of a file."""
    files = club(folder, 11)
    asked = run("import", *files)
    assert (asked.code, asked.out) == (1, "")
    assert asked.err.count("use --amounts") == asked.err.count("use --rows") == len(files)
    line = asked.err.splitlines()[-1]
    assert line.endswith(f"sklog import {' '.join(files)} --amounts 'euros|cents|points' --rows 'each|running'")
    assert ok("import", *files, "--amounts", "cents", "--rows", "each").out.count("imported, 1 posting") == 22
    (folder / "12.csv").write_text(CENTS.format(day="03.12", next="17.12"), encoding="utf-8")
    ok("import", "12.csv", "--like", "05.csv")
    assert '"total": 600' in ok("report", "standings", "--format", "json").out
    (folder / "13.csv").write_text(CENTS.format(day="04.12", next="18.12"), encoding="utf-8")
    ok("import", "13.csv", "--like", "12.csv")


def test_a_file_that_never_came_in_answers_nothing(ok: Sklog, run: Sklog, folder: Path) -> None:
    """It is named."""
    (file,) = club(folder, 1)
    ok("import", file, "--amounts", "cents", "--rows", "each")
    assert "other.csv never came into this ledger" in run("import", file, "--like", "other.csv").err


def test_who_is_who_is_said_again(ok: Sklog, folder: Path) -> None:
    """With names of several words."""
    for year in (2023, 2024):
        text = f"Datum;A;B;Tisch\n3.1.{year};0,50;-0,50;1\n10.1.{year};-0,20;0,20;1\n"
        (folder / f"{year}.csv").write_text(text, encoding="utf-8")
    ok("import", "2023.csv", "--as", "A=Anna Eichel,B=Bene,Tisch=-", "--rows", "each")
    ok("import", "2024.csv", "--like", "2023.csv")
    assert "Anna Eichel" in ok("session", "list").out
    assert "Tisch" not in ok("report", "standings").out


def test_rows_that_are_not_understood_are_left_out_by_consent(run: Sklog, folder: Path) -> None:
    """The line says how."""
    (folder / "x.csv").write_text("Datum;Anna;Bene\n3.1.2024;0,50;einiges\n10.1.2024;0,20;-0,20\n", encoding="utf-8")
    refused = run("import", "x.csv")
    assert refused.err.splitlines()[-1].endswith("sklog import x.csv --keep-going")
    assert run("import", "x.csv", "--keep-going").code == 3


def test_rows_to_leave_out_are_named_with_what_is_open(run: Sklog, folder: Path) -> None:
    """One line answers all: a row that is no evening does not wait until the amounts are settled."""
    text = "Datum;Anna;Bene;Christl\n3.1.2024;40;10;30\n10.1.2024;10;20;0\nPokal;40;20;30\n"
    (folder / "x.csv").write_text(text, encoding="utf-8")
    said = run("import", "x.csv", "--amounts", "points").err.splitlines()[-1]
    assert said.endswith("sklog import x.csv --amounts points --points 'differences|losses' --keep-going")


def test_at_a_terminal_it_is_answered_there(folder: Path, ok: Sklog) -> None:
    """What the table says is shown before; a wrong answer is asked again; the next file needs no answer more."""
    files = club(folder, 2)
    with Path(files[1]).open("a", encoding="utf-8") as file:
        file.write("24.2.2024;einiges;10;20\n")
    with Terminal("import", *files, rows=60, columns=110) as terminal:
        terminal.until("[euros/cents/points]")
        assert "amounts of Sabine" in terminal.text
        terminal.type("quark\r")
        terminal.until("answer with one of euros, cents or points")
        terminal.type("cents\r")
        terminal.until("[each/running]")
        terminal.type("each\r")
        terminal.until("Leave these rows out, and take the others?")
        terminal.type("y\r")
        terminal.until("Evening 4, 02: imported")
    assert ok("session", "list").out.count("closed") == 4
    (folder / "3.csv").write_text(CENTS.format(day="03.12", next="17.12"), encoding="utf-8")
    ok("import", "3.csv", "--like", "01.csv")


def test_at_a_terminal_it_is_answered_with_the_words_it_is_asked_with(folder: Path, ok: Sklog) -> None:
    """In German as well, and the next list is answered in the same way in English."""
    (file,) = club(folder, 1)
    with Terminal("import", file, rows=60, columns=110, env={"SKLOG_LANG": "de"}) as terminal:
        terminal.until("[euro/cent/punkte]")
        terminal.type("cent\r")
        terminal.until("[einzeln/stand]")
        terminal.type("stand\r")
        terminal.until("Abend 2, 01: übernommen")
    (folder / "2.csv").write_text(CENTS.format(day="03.12", next="17.12"), encoding="utf-8")
    ok("import", "2.csv", "--like", file)


@pytest.mark.skipif(not CASES, reason="the cases that are shared between projects are not beside this one")
@pytest.mark.parametrize("case", CASES, ids=[one["case"] for one in CASES])
def test_a_shared_case_comes_in_by_one_line(case: dict[str, Any], run: Sklog, ok: Sklog) -> None:
    """As its owner answers the line that names all that is open."""
    files = [str(SHARED / name) for name in case["files"]]
    ran = run("import", *files)
    if ran.code:
        words = shlex.split(ran.err.splitlines()[-1].partition("sklog import ")[2])[len(files) :]
        answers = {"points": "differences", **case["answers"]}
        said = [answers[before[2:]] if "|" in word else word for before, word in pairwise(["", *words])]
        ok("import", *files, *said)
    table = json.loads(ok("report", "standings", "--format", "json").out)["tables"]
    totals = {row["name"]: row["total"] for row in next(iter(table.values()))}
    assert {name: totals[name] for name in case["balances"]} == case["balances"]
    assert ok("session", "list").out.count("closed") == case["evenings"]
