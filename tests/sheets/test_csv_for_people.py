"""Csv as people write numbers: `--excel`, `--decimal` and `--separator`, beside the csv for programs."""

import csv
from pathlib import Path

import pytest
from conftest import Sklog

from sklog.reports.model import Column, Kind, Report, section
from sklog.reports.render import EXCEL, SpokenCsv, render, to_csv

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
NOT_FOR = "--excel, --decimal and --separator are for csv, and this is {}: leave them out, or use --format csv"
ONE_HAND = ("add", "s", "ac", "nl3")


@pytest.fixture
def _played(ok: Sklog) -> None:
    ok(*START)
    ok(*ONE_HAND)


def mixed() -> Report:
    """Return a report of a table with a column of many kinds."""
    columns = [
        Column("who", "Who", Kind.NAME),
        Column("day", "Day", Kind.DATE),
        Column("ct", "Won", Kind.MONEY),
        Column("mean", "Mean", Kind.MEAN),
        Column("rate", "Rate", Kind.RATE),
        Column("n", "N", Kind.COUNT),
        Column("note", "Note", Kind.PROSE),
    ]
    rows = [
        ("Anna", "2026-11-19", 123_456, -3.4166, 0.4444, None, '=a;"b"'),
        ("-Bene", "some day", -5, 0.0, 1.0, 7, "c"),
    ]
    return Report("mixed", "Mixed", sections=(section("mixed", "", columns, rows),))


def test_excel_in_german_gets_what_it_opens_with_a_double_click() -> None:
    """A mark for UTF-8, semicolons, decimal commas, days as 19.11.2026, headings with their unit."""
    assert render(mixed(), EXCEL["de"]) == (
        "\ufeffWho;Day;Won (€);Mean (€);Rate;N;Note\n"
        'Anna;19.11.2026;1234,56;-0,03;44%;;"\'=a;""b"""\n'
        "'-Bene;some day;-0,05;0,00;100%;7;c\n"
    )


def test_excel_in_english_has_points_and_commas() -> None:
    """A day is written as every English Excel reads it."""
    first, row, *_others = render(mixed(), EXCEL["en"]).splitlines()
    assert first == "\ufeffWho,Day,Won (€),Mean (€),Rate,N,Note"
    assert row.startswith("Anna,2026-11-19,1234.56,-0.03,44%,,")


def test_a_decimal_and_a_separator_have_no_mark() -> None:
    """Whoever says both knows the program that reads it."""
    heading, first, *_others = render(mixed(), SpokenCsv(",", "\t")).splitlines()
    assert heading.split("\t")[2] == "Won (€)"
    assert first.split("\t")[:3] == ["Anna", "2026-11-19", "1234,56"]


def test_csv_for_programs_is_as_it_was() -> None:
    """English keys, raw cents, ISO days, commas."""
    assert render(mixed(), "csv") == to_csv(mixed())
    assert to_csv(mixed()).splitlines()[:2] == [
        "who,day,ct,mean,rate,n,note", 'Anna,2026-11-19,123456,-3.42,0.4444,,"\'=a;""b"""',
    ]  # fmt: skip


@pytest.mark.usefixtures("_played")
@pytest.mark.parametrize(
    ("options", "heading", "total"),
    [
        (("--decimal", "comma", "--separator", ";"), "Rank;Name;Evenings;Hands;Total (€)", "1;Anna;1;1;0,50;"),
        (("--decimal", "comma"), "Rank;Name;", "1;Anna;1;1;0,50;"),
        (("--decimal", "komma"), "Rank;Name;", "1;Anna;1;1;0,50;"),
        (("--decimal", "comma", "--separator", "tab"), "Rank\tName\t", "1\tAnna\t1\t1\t0,50\t"),
        (("--decimal", "point"), "Rank,Name,", "1,Anna,1,1,0.50,"),
        (("--separator", ";"), "Rank;Name;", "1;Anna;1;1;0.50;"),
        (("--separator", ","), "Rank,Name,", "1,Anna,1,1,0.50,"),
        (("--excel", "de", "--format", "csv"), "\ufeffRank;Name;", "1;Anna;1;1;0,50;"),
        (("--format", "csv", "--excel", "de"), "\ufeffRank;Name;", "1;Anna;1;1;0,50;"),
    ],
)
def test_what_is_not_said_follows_from_the_rest(ok: Sklog, options: tuple[str, ...], heading: str, total: str) -> None:
    """A decimal comma goes with semicolons, a point with commas; in any order, with --format csv or without."""
    first, second, *_others = ok("report", "standings", *options).out.splitlines()
    assert (first.startswith(heading), second.startswith(total)) == (True, True), (first, second)


@pytest.mark.usefixtures("_played")
def test_a_separator_alone_has_the_decimal_mark_of_the_language(ok: Sklog) -> None:
    """In German a comma, and German headings."""
    first, second, *_others = ok("report", "standings", "--separator", ";", env={"SKLOG_LANG": "de"}).out.splitlines()
    assert first.startswith("Platz;Name;Abende;Spiele;Summe (€)")
    assert second.startswith("1;Anna;1;1;0,50;")


@pytest.mark.usefixtures("_played")
def test_it_is_written_to_a_csv_file(ok: Sklog, folder: Path) -> None:
    """The file begins with the mark that Excel looks for, and reads back row by row."""
    ok("report", "session", "--excel", "de", "-o", "abend.csv")
    told = (folder / "abend.csv").read_bytes()
    assert told.startswith(b"\xef\xbb\xbfHand;What;")
    rows = list(csv.reader(told.decode("utf-8-sig").splitlines(), delimiter=";"))
    assert rows[1][2:] == ["0,50", "-0,50", "0,50", "-0,50", "0,50"]


@pytest.mark.usefixtures("_played")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--excel", "fr"), "'fr' is not one of de, en"),
        (("--decimal", "dot"), "'dot' is not one of comma, komma, point, punkt"),
        (("--separator", "|"), "'|' is not one of ;, ,, tab"),
        (
            ("--excel", "de", "--decimal", "comma"),
            "it sets the decimal mark and the separator as well: leave --decimal and --separator out",
        ),
        (
            ("--decimal", "comma", "--separator", ","),
            "a comma cannot separate euros from cents and also cells: use --separator ';'",
        ),
        (("--excel", "de", "-o", "a.xlsx"), NOT_FOR.format("xlsx")),
        (("--decimal", "comma", "--format", "json"), NOT_FOR.format("json")),
        (("--format", "text", "--separator", ";"), NOT_FOR.format("text")),
        (("--excel", "en", "--open"), NOT_FOR.format("html")),
        (("--excel", "en", "-o", "a.txt"), NOT_FOR.format("text")),
    ],
)
def test_what_does_not_fit_is_refused(run: Sklog, folder: Path, options: tuple[str, ...], sentence: str) -> None:
    """With what would be right; no file is written."""
    ran = run("report", "standings", *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.rstrip().endswith(sentence)
    assert not list(folder.glob("a.*"))


@pytest.mark.usefixtures("_played")
def test_a_refusal_with_a_colon_is_one_sentence_in_german(run: Sklog) -> None:
    """An option that the sentence itself names is not named before it."""
    said = run("report", "standings", "--excel", "de", "--format", "json", env={"SKLOG_LANG": "de"}).err.rstrip()
    assert said.endswith(
        "Fehler: --excel, --komma und --trenner sind für csv, und das hier ist json:"
        " sie weglassen, oder --format csv sagen"
    )


@pytest.mark.long
@pytest.mark.usefixtures("_played")
def test_every_command_that_prints_csv_takes_it(ok: Sklog) -> None:
    """Those with options of their own, and those that share them; a hand that follows stays a hand."""
    for words in (("show",), ("explain", "1"), ("settle",), ("player", "list"), ("session", "log"), ("tariff", "list")):
        assert ok(*words, "--excel", "de").out.startswith("\ufeff"), words
    assert ok("calc", "--excel", "de", "s", "ac").out.startswith("\ufeff")


@pytest.mark.parametrize(("option", "words"), [("excel", ["de", "en"]), ("decimal", ["comma", "point"])])
def test_tab_offers_what_can_be_said(run: Sklog, option: str, words: list[str]) -> None:
    """Behind the option, every word that there is for it."""
    asked = {"_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": f"sklog settle --{option} ", "COMP_CWORD": "3"}
    assert run(env=asked).out.split() == words
