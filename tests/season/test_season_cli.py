"""The reports of a season on the command line: which evenings and people are meant, and what a ledger may hold."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import Sklog

from sklog.errors import Refused
from sklog.ledger import database
from sklog.rooms import GROUPS, SEASON_REPORTS
from sklog.season.commands import period
from tests.recorded import forged

REPORTS = ("standings", "stats", "partners", "characters")
of_a_season = pytest.mark.parametrize("report", REPORTS)

EVENINGS = [
    ("Kranzl", "", "sauspiel", ["Anna", "Bene", "Christl", "Dani"], ["w b"]),
    ("Stammtisch", "2025-12-30", "sauspiel", ["Anna", "Bene", "Christl", "Dani"], ["s ac", "w b-"]),
    ("Stammtisch", "2026-01-09", "sauspiel", ["Anna", "Bene", "Christl", "Eva"], ["s ac", "s be n", "x"]),
    ("Kranzl", "2026-01-30", "sauspiel", ["Anna", "Bene", "Christl", "Dani"], ["s bd-", "r a"]),
    ("Turnier", "2026-02-06", "saukopf", ["Anna", "Dani", "Eva", "Nora"], ["s ad", "w n"]),
    ("stammtisch", "2026-02-13", "sauspiel", ["Anna", "Bene", "Dani", "Evi"], ["s ad-", "s ba"]),
]


@pytest.fixture
def season(ok: Sklog, folder: Path) -> Sklog:
    """Return sklog with six evenings in the ledger: one without a date, one for points, two names."""
    lines = [
        json.dumps({"session": name, "id": f"{number:032x}", "date": date, "tariff": tariff, "players": players,
                    "hands": hands})
        for number, (name, date, tariff, players, hands) in enumerate(EVENINGS)
    ]  # fmt: skip
    (folder / "season.jsonl").write_text("\n".join(lines), encoding="utf-8")
    ok("import", "season.jsonl")
    return ok


def said(sklog: Sklog, report: str, *options: str) -> dict[str, Any]:
    """Return a report as data."""
    answer: dict[str, Any] = json.loads(sklog("report", report, *options, "--format", "json").out)
    return answer


def people(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the rows of the main table by name."""
    return {row["name"]: row for row in next(iter(answer["tables"].values()))}


# -- which evenings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("report", ["standings", "characters"])
@pytest.mark.parametrize(
    ("options", "evenings"),
    [
        pytest.param((), 5, id="all"),
        pytest.param(("--since", "2026-01-09"), 3, id="since-a-day"),
        pytest.param(("--since", "2026-01-10"), 2, id="since-the-day-after"),
        pytest.param(("--until", "2026-01-09"), 2, id="until-a-day"),
        pytest.param(("--since", "2026-01", "--until", "2026-01"), 2, id="a-month"),
        pytest.param(("--since", "2025", "--until", "2025"), 1, id="a-year"),
        pytest.param(("--until", "2026"), 4, id="until-a-year"),
        pytest.param(("--group", "STAMMTISCH"), 3, id="a-group"),
        pytest.param(("--group", "Kranzl", "--since", "2026"), 1, id="group-and-day"),
        pytest.param(("--players", "chris"), 4, id="who-came"),
        pytest.param(("--unit", "points"), 1, id="points"),
        pytest.param(("--group", "Turnier"), 1, id="the-unit-of-the-last"),
    ],
)
def test_which_evenings_are_meant(season: Sklog, report: str, options: tuple[str, ...], evenings: int) -> None:
    """All reports of a season count the same evenings; who is compared with a group is so on all of its evenings."""
    found = said(season, report, *options)["facts"]["evenings"]
    assert found == (5 if report == "characters" and "--players" in options else evenings)


def test_an_evening_without_a_date_is_the_first(season: Sklog) -> None:
    """Nobody knows when it was; it has no day in the facts, and its name stands for it."""
    answer = said(season, "standings", "--group", "Kranzl")
    assert answer["facts"]["first"] == "2026-01-30"
    assert answer["charts"]["season"]["places"] == ["Kranzl", "2026-01-30"]


def test_an_evening_without_a_date_is_neither_before_nor_after_a_day(season: Sklog) -> None:
    """With any day said it is left out."""
    assert said(season, "standings", "--since", "0001")["facts"]["evenings"] == 4
    assert said(season, "standings", "--until", "9999")["facts"]["evenings"] == 4


def test_evenings_of_one_name_say_which(season: Sklog) -> None:
    """The name is a fact where all evenings have it."""
    assert said(season, "stats", "--group", "kranzl")["facts"]["group"] == "Kranzl"
    assert "group" not in said(season, "stats")["facts"]


@of_a_season
def test_money_and_points_are_never_added(season: Sklog, report: str) -> None:
    """Only evenings of one unit count, and a note says what is left out and how it is seen."""
    money, points = said(season, report), said(season, report, "--unit", "points")
    assert (money["unit"], points["unit"]) == ("ct", "points")
    assert money["notes"][0] == "Evenings in points are left out: 1; --unit points shows them."
    assert points["notes"][0] == "Evenings for money are left out: 5; --unit ct shows them."


WRONG_DAYS = {
    "morgen": '"morgen" is not a day; write 2026-11-19, 19.11.2026, 2026-11 or 2026',
    "11/12/2026": '"11/12/2026" can be 2026-11-12 or 2026-12-11: say which',
    "٢٠٢٦": '"٢٠٢٦" is not a day',
    "": '"" is not a day',
    "2026-02-30": "2026-02-30 is a day that does not exist",
    "2026-13": "2026-13 is a day that does not exist",
    "0000": "0000 is a day that does not exist",
}


@pytest.mark.parametrize("option", ["--since", "--until"])
@pytest.mark.parametrize(("day", "sentence"), WRONG_DAYS.items())
def test_a_day_that_is_none(run: Sklog, option: str, day: str, sentence: str) -> None:
    """Wrong usage, before any ledger is looked for."""
    ran = run("report", "stats", option, day)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


NOT_THERE = {
    ("--since", "2026-02", "--until", "2026-01"): "2026-02 is later than 2026-01 (--since, --until)",
    ("--players", "Zenzi"): 'there is no "Zenzi" here',
    ("--players", "Anna,"): 'there is no "" here',
    ("--players", "Crista"): "did you mean Christl?",
    ("--players", "Ev"): '"Ev" can be Eva or Evi: write more of the name',
    ("--group", "Watten"): "no evening matches that; sklog session list shows them all",
    ("--since", "2027"): "no evening matches that; sklog session list shows them all",
    ("--players", "Nora", "--unit", "ct"): "all of these evenings count in points",
}


@pytest.mark.parametrize("report", ["standings", "characters"])
@pytest.mark.parametrize(("options", "sentence"), NOT_THERE.items(), ids=map(" ".join, NOT_THERE))
def test_what_is_not_there_is_said(
    season: Sklog, run: Sklog, report: str, options: tuple[str, ...], sentence: str
) -> None:
    """One sentence each, and nothing printed."""
    assert season("check").code == 0
    ran = run("report", report, *options)
    assert (ran.code, ran.out) == (1, "")
    assert sentence in ran.err


def test_a_unit_that_is_none(run: Sklog) -> None:
    """Wrong usage names the two there are."""
    ran = run("report", "stats", "--unit", "euro")
    assert ran.code == 2
    assert "'euro' is not one of ct, points" in ran.err


# -- which people -------------------------------------------------------------------------------------


@of_a_season
def test_only_the_people_who_are_named_have_rows(season: Sklog, report: str) -> None:
    """Starts of names are enough, and every table with names has no others."""
    tables = said(season, report, "--players", "an,be")["tables"]
    keys = ("name", "first", "second", "declarer")
    named = {row[key] for rows in tables.values() for row in rows for key in keys if row.get(key)}
    assert named == {"Anna", "Bene"}


def test_games_are_those_of_the_people_who_are_named(season: Sklog) -> None:
    """Evenings to which none of them came do not count."""
    games = said(season, "stats", "--players", "Eva", "--unit", "ct")["tables"]["games"]
    assert {row["game"]: row["hands"] for row in games} == {"Sauspiel": 2, "thrown in": 1}


def test_one_person_makes_no_pair(season: Sklog) -> None:
    """A sentence says why there is nothing to see."""
    answer = said(season, "partners", "--players", "Anna")
    assert not any(answer["tables"].values())
    assert "One person alone has no partner: name at least two, or nobody (--players)." in answer["notes"]
    assert "charts" not in answer


# -- what the ledger says now -------------------------------------------------------------------------


@pytest.mark.parametrize("report", ["standings", "stats"])
def test_a_renamed_person_is_one_person(season: Sklog, report: str) -> None:
    """Everything of before belongs to the name of now."""
    before = people(said(season, report))
    season("player", "rename", "Christl", "Christa")
    after = people(said(season, report))
    assert after["Christa"] == {**before["Christl"], "name": "Christa"}
    assert "Christl" not in after


@pytest.mark.parametrize("report", ["standings", "stats"])
def test_merged_people_are_one_person(season: Sklog, report: str) -> None:
    """The evenings of both are added."""
    before = people(said(season, report))
    season("player", "merge", "Evi", "Eva")
    after = people(said(season, report))
    for figure in ("hands", "total"):
        assert after["Eva"][figure] == before["Eva"][figure] + before["Evi"][figure]
    assert "Evi" not in after


@pytest.mark.long
def test_void_and_fixed_hands_count_as_they_are_now(season: Sklog) -> None:
    """Voided, a hand was never dealt; fixed, it is what it is now; taken back, all is as before."""
    only = ("--group", "Kranzl", "--since", "2026")
    before = said(season, "stats", *only)
    season("void", "--session", "4", "2")
    assert [row["game"] for row in said(season, "stats", *only)["tables"]["games"]] == ["Sauspiel"]
    season("fix", "--session", "4", "1", "w", "d")
    assert said(season, "stats", *only)["tables"]["declared"][0] | {"mean_value": 0} == {
        "name": "Dani", "game": "Wenz", "hands": 1, "won": 1, "lost": 0, "won_share": 1.0, "mean_value": 0, "total": 150
    }  # fmt: skip
    season("undo", "--session", "4", "2")
    assert said(season, "stats", *only) == before


def test_what_moved_without_a_hand_is_only_in_the_standings(season: Sklog) -> None:
    """A penalty is no hand; a note says that the totals differ."""
    assert not [note for note in said(season, "stats")["notes"] if note.startswith("Totals are of hands alone")]
    season("post", "--session", "6", "Anna:-50ct", "Bene:+50ct")
    stats, table = said(season, "stats"), people(said(season, "standings"))
    assert people(stats)["Anna"]["total"] == table["Anna"]["total"] + 50
    assert [note for note in stats["notes"] if note.startswith("Totals are of hands alone")]


def good_points(sklog: Sklog, *options: str) -> dict[str, int]:
    """Return what everybody has won, the first first."""
    rows = people(said(sklog, "standings", "--good-points", *options))
    return {name: row["good_points"] for name, row in rows.items()}


def test_a_mean_of_hands_is_the_same_in_both_reports(season: Sklog) -> None:
    """Per hand: with sums of a list, a posting and a deal that was thrown in beside the hands."""
    season("post", "--session", "4", "Anna:-7.00€", "Bene:7.00€")
    Path("liste.csv").write_text("Datum;Anna;Bene;Dani\n2026-01-16;9,00 €;-9,00 €;0,00 €\n", encoding="utf-8")
    season("import", "liste.csv", "--rows", "each")
    standings, stats = (people(said(season, report)) for report in ("standings", "stats"))
    assert {name: row["per_hand"] for name, row in stats.items()} == {
        name: row["per_hand"] for name, row in standings.items()
    }
    assert standings["Anna"]["total"] == stats["Anna"]["total"] + 900 - 700


def test_a_list_with_0_is_an_evening(ok: Sklog) -> None:
    """Christl took part in three evenings, the reports and the list of people say; nobody's run goes over one at 0."""
    rows = ("Datum;Anna;Bene;Christl", "2026-01-09;1,00 €;-1,50 €;0,50 €", "2026-01-16;1,00 €;-1,00 €;0,00 €",
            "2026-01-23;0,00 €;0,00 €;0,00 €")  # fmt: skip
    Path("liste.csv").write_text("\n".join(rows), encoding="utf-8")
    ok("import", "liste.csv", "--rows", "each")
    answer = said(ok, "standings")
    assert {name: (row["evenings"], row["per_evening"], row["per_hand"]) for name, row in people(answer).items()} == {
        "Anna": (3, 66.67, None), "Christl": (3, 16.67, None), "Bene": (3, -83.33, None),
    }  # fmt: skip
    assert [row["form"] for row in answer["tables"]["streaks"]] == ["+ + 0", "+ 0 0", "- - 0"]
    (listed,) = json.loads(ok("player", "list", "--format", "json").out)["tables"].values()
    assert {row["name"]: row["evenings"] for row in listed} == dict.fromkeys(("Anna", "Bene", "Christl"), 3)


@pytest.mark.long
@pytest.mark.parametrize("form", ["yaml", "jsonl", "csv"])
def test_an_evening_at_0_is_in_every_file(ok: Sklog, form: str) -> None:
    """What was exported comes in again as it is, also after somebody was renamed."""
    Path("liste.csv").write_text("Datum;Anna;Bene\n2026-01-09;0,00 €;0,00 €\n", encoding="utf-8")
    ok("import", "liste.csv", "--rows", "each")
    ok("player", "rename", "Bene", "Benedikt")
    ok("export", "--format", form, "-o", f"even.{form}")
    ok("--db", "other.db", "import", f"even.{form}")
    for ledger in ("sklog.db", "other.db"):
        answer = json.loads(ok("--db", ledger, "report", "standings", "--format", "json").out)
        assert {name: row["evenings"] for name, row in people(answer).items()} == {"Anna": 1, "Benedikt": 1}
        assert ok("--db", ledger, "check").out == "1 evening, 1 posting: everything agrees with the recorded facts.\n"


@pytest.mark.long
def test_good_points_follow_corrections(season: Sklog) -> None:
    """What is void, fixed or taken back counts as it is now; what is posted is no point."""
    before = good_points(season)
    assert before == {"Bene": 240, "Anna": 130, "Christl": 130, "Dani": 70, "Eva": 30, "Evi": 20}
    assert list(before) == ["Bene", "Anna", "Christl", "Dani", "Eva", "Evi"]
    season("post", "--session", "6", "Anna:-50ct", "Bene:+50ct")
    assert good_points(season) == before
    season("void", "--session", "1", "1")
    assert good_points(season) == {**before, "Bene": 90}
    season("undo", "--session", "1")
    season("fix", "--session", "1", "1", "w", "d")
    assert good_points(season) == {**before, "Bene": 90, "Dani": 220}
    season("undo", "--session", "1")
    season("player", "rename", "Evi", "Eva-Maria")
    assert good_points(season)["Eva-Maria"] == before["Evi"]


def test_good_points_of_what_is_asked_for(season: Sklog) -> None:
    """Evenings, people and the unit are chosen as ever."""
    assert good_points(season, "--group", "Kranzl") == {"Bene": 170, "Christl": 40, "Anna": 20, "Dani": 20}
    assert good_points(season, "--players", "Bene") == {"Bene": 240}
    assert good_points(season, "--unit", "points") == {"Nora": 6, "Anna": 1, "Dani": 1, "Eva": 0}


IN_A_FORMAT = {"text": "Good points  Total", "markdown": "Good points |", "csv": "good_points", "html": ">Good points<"}


@pytest.mark.parametrize(("form", "cell"), IN_A_FORMAT.items())
def test_good_points_in_every_format(season: Sklog, form: str, cell: str) -> None:
    """They are a column of the main table."""
    assert cell in season("report", "standings", "--good-points", "--format", form).out
    assert cell not in season("report", "standings", "--format", form).out


def test_good_points_in_german(season: Sklog) -> None:
    """The column and the note."""
    told = season("report", "standings", "--good-points", env={"SKLOG_LANG": "de"}).out
    assert "Gute Punkte" in told
    assert "Verlorenes wird nicht abgezogen" in " ".join(told.split())


def test_nothing_changes_without_good_points(season: Sklog) -> None:
    """The other columns are the same, and so are the other tables."""
    plain, rated = said(season, "standings"), said(season, "standings", "--good-points")
    for row in rated["tables"]["standings"]:
        del row["good_points"]
    for answer in (plain, rated):
        for rows in answer["tables"].values():
            rows.sort(key=lambda row: row["name"])
            for row in rows:
                row.pop("rank", None)
    assert rated["tables"] == plain["tables"]


@of_a_season
def test_a_ledger_without_hands(ok: Sklog, run: Sklog, report: str) -> None:
    """An evening in which nothing was played is none of a season."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    ran = run("report", report)
    assert (ran.code, ran.out, ran.err) == (1, "", "nothing has been played yet: every evening is still empty\n")


@of_a_season
def test_no_ledger_at_all(run: Sklog, folder: Path, report: str) -> None:
    """How one begins is said, and none is made."""
    ran = run("report", report)
    assert ran.code == 1
    assert "begin with: sklog start NAME" in ran.err
    assert list(folder.iterdir()) == []


DAMAGES = {
    "no-totals": ("UPDATE overview SET totals = '{}'", REPORTS[:2]),
    "totals-of-nobody": ("UPDATE overview SET totals = json_set(totals, '$[0]', json('[1]'))", REPORTS[:2]),
    "words-for-amounts": ("UPDATE overview SET totals = json_set(totals, '$[0].Anna', 'viel')", REPORTS[:2]),
    "words-for-counts": ("UPDATE overview SET totals = json_set(totals, '$[1].Anna', 'oft')", REPORTS[:2]),
    "postings-of-nobody": ("UPDATE overview SET apart = '{\"Nobody\":5}'", REPORTS[:2]),
    "postings-that-are-none": ("UPDATE overview SET apart = '[1]'", REPORTS[:2]),
    "no-overview": ("DELETE FROM overview", REPORTS[:2]),
    "no-balances": ("UPDATE state SET state = '{}'", ["stats"]),
    "balances-of-nobody": ("UPDATE state SET state = json_set(state, '$.balances', json('[1]'))", ["stats"]),
    "no-seats": ("UPDATE state SET state = json_remove(state, '$.seats')", ["stats"]),
    "facts-that-cannot-be": ("UPDATE entry SET fact = json_set(fact, '$.declarer', 'Zenzi')", ["stats"]),
    "facts-that-are-none": ("UPDATE entry SET fact = '{\"game\": 7}' WHERE kind = 'hand'", ["stats"]),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("statement", "report"),
    [pytest.param(one, report, id=f"{name}-{report}") for name, (one, which) in DAMAGES.items() for report in which],
)
def test_a_damaged_evening_is_one_sentence(
    season: Sklog, run: Sklog, folder: Path, statement: str, report: str
) -> None:
    """It names the evening and the command that says more, whatever somebody did to the file."""
    assert season("check").code == 0
    ledger = sqlite3.connect(folder / "sklog.db", isolation_level=None)
    forged(ledger, f"{statement}{' AND' if 'WHERE' in statement else ' WHERE'} session_id = 2")
    ledger.close()
    ran = run("report", report)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "evening 2 is damaged: sklog check shows what differs\n"


# -- how it is printed --------------------------------------------------------------------------------


@pytest.mark.long
@of_a_season
def test_every_report_in_every_format(season: Sklog, report: str) -> None:
    """Text, markdown and a page for people; csv and json for programs."""
    printed = {form: season("report", report, "--format", form).out for form in ("text", "markdown", "csv", "html")}
    answer = said(season, report)
    assert printed["text"].startswith(f"{answer['title']}\n\nFirst day ")
    assert printed["markdown"].startswith(f"# {answer['title']}\n")
    assert printed["html"].startswith("<!doctype html>\n")
    main = next(iter(answer["tables"].values()))
    rows = list(csv.DictReader(printed["csv"].splitlines()))
    assert [row["name"] for row in rows] == [row["name"] for row in main]
    assert list(rows[0]) == list(main[0])


@pytest.mark.long
@of_a_season
def test_a_report_fits_a_terminal(season: Sklog, report: str) -> None:
    """With names of usual length nothing is wider than 80 columns, in either language."""
    for language in ("en", "de"):
        ran = season("report", report, env={"SKLOG_LANG": language})
        assert [line for line in ran.out.splitlines() if len(line) > 80] == []


@of_a_season
def test_a_report_into_a_file(season: Sklog, folder: Path, report: str) -> None:
    """`-o` writes what would have been printed."""
    printed = season("report", report).out
    assert season("report", report, "-o", "report.txt").out == ""
    assert (folder / "report.txt").read_text(encoding="utf-8") == printed


def test_the_help_names_every_report() -> None:
    """Who asks for the help of `report` sees which there are."""
    about, commands = GROUPS["report"]
    assert SEASON_REPORTS.keys() <= commands.keys()
    assert commands.keys() == set(about.removeprefix("Print a report: ").rstrip(".").split(", "))


# -- how much is read ---------------------------------------------------------------------------------


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the tables that are read from now on; SQLite itself says so."""
    seen: set[str] = set()
    opened = database.connect

    def watched(*words: Any, **more: Any) -> sqlite3.Connection:
        ledger = opened(*words, **more)

        def allow(action: int, table: str | None, *_more: object) -> int:
            if action == sqlite3.SQLITE_READ and table:
                seen.add(table)
            return sqlite3.SQLITE_OK

        ledger.set_authorizer(allow)
        return ledger

    monkeypatch.setattr(database, "connect", watched)
    return seen


HANDS = {"entry", "score", "posting", "action"}


@pytest.mark.parametrize("options", [(), ("--players", "Anna", "--group", "Stammtisch", "--since", "2026")])
def test_standings_read_no_hand(season: Sklog, read: set[str], options: tuple[str, ...]) -> None:
    """They come from the overview that is kept of each evening; of the facts only the newest one's digest is read."""
    season("report", "standings", *options)
    assert "overview" in read
    assert not read & {"score", "posting"}


@pytest.mark.parametrize("report", ["stats", "standings --good-points"])
def test_statistics_read_the_facts(season: Sklog, read: set[str], report: str) -> None:
    """What asks about hands folds them again; what was derived from them is not needed."""
    season("report", *report.split())
    assert read & HANDS == {"entry", "action"}


@pytest.mark.parametrize("said", ["11.2025", "11/2025", "Nov 2025", "november 2025", "2025-11"])
def test_a_month_as_people_write_it(said: str) -> None:
    """For --since and --until, which take days and years as well."""
    assert period(said) == "2025-11"


@pytest.mark.long
def test_no_period_ends_in_anything_but_a_sentence() -> None:
    """However digits, dots and words follow each other."""
    parts = ("", "0", "31", "99", "2026", "0000", "9999", "nov", "mai", "foo", "²", "٣")
    for mark in (".", ". ", "/", "-", " "):
        for said in (f"{one}{mark}{two}{mark}{three}" for one in parts for two in parts for three in parts):
            with suppress(Refused):
                assert period(said)
