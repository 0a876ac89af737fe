"""The page of a season: chapters that lead somewhere, and numbers that are those of the single reports."""

import json
import re
import sys
from html import unescape
from typing import Any

import pytest
from conftest import Sklog
from season_samples import evening, report_of, sauspiel, season_of, wenz

from sklog.reports.model import Report
from sklog.reports.render import render
from sklog.scoring.hand import Passed
from sklog.season.outstanding import records
from sklog.season.reports.characters import characters_report
from sklog.season.reports.partners import of_partners
from sklog.season.reports.rating import of_rating
from sklog.season.reports.records import records_report
from sklog.season.reports.season import SHOWN, season_page
from sklog.season.reports.standings import standings_report
from sklog.season.reports.stats import of_stats
from sklog.season.statistics import FEWEST_HANDS
from sklog.sheets.workbook import workbook

FIRST = evening(sauspiel("Anna", "Dani"), wenz("Bene"), wenz("Bene", won=False), date="2026-01-02")
SECOND = evening(wenz("Christl"), sauspiel("Anna", "Bene"), date="2026-02-06")


def page_of(*evenings: Any, period: str = "", people: tuple[str, ...] = ()) -> Report:
    """Return the page of these evenings."""
    season, deals = season_of(*evenings, people=people)
    deals = tuple(deals)
    made = {
        "standings": standings_report(season),
        "stats": report_of(of_stats, season, deals),
        "partners": report_of(of_partners, season, deals),
        "records": records_report(season, records(season, deals), lambda _deal: None),
        "characters": characters_report(season, deals),
        "rating": report_of(of_rating, season, deals),
    }
    assert set(made) == set(SHOWN)
    return season_page(season, deals, made, period)


def rows(report: Report, key: str) -> list[dict[str, Any]]:
    """Return a table's rows by the keys of its columns."""
    (found,) = [one for one in report.sections if one.key == key]
    return [dict(zip((column.key for column in found.columns), row, strict=True)) for row in found.rows]


def test_chapters_are_in_their_order() -> None:
    """What a table asks first, then the rest, folded; what has nothing to show has no chapter."""
    chapters = page_of(FIRST, SECOND).chapters
    assert [one.key for one in chapters if not one.folded] == ["standings", "last", "memorable"]
    assert [one.key for one in chapters if one.folded] == [
        "people", "form", "roles", "duels", "partners", "games", "fame", "calendar",
    ]  # fmt: skip


def test_table_and_curve_come_first() -> None:
    """Who has what, then how it came to that, below one heading."""
    assert page_of(FIRST, SECOND).chapters[0].keys == ("standings", "season")
    html = render(page_of(FIRST, SECOND), "html")
    assert html.index('id="standings"') < html.index("The course of the season") < html.index('id="last"')


def test_the_last_evenings_say_who_was_ahead_and_behind() -> None:
    """The newest first, five of them, with the evening's best and worst."""
    days = [evening(wenz(name), date=f"2026-0{month}-01") for month, name in enumerate(("Anna", "Bene") * 3, 1)]
    last = rows(page_of(*days), "last")
    assert [one["date"] for one in last] == [f"2026-0{month}-01" for month in (6, 5, 4, 3, 2)]
    assert [(one["won_by"], one["won"], one["lost"]) for one in last[:2]] == [("Bene", 150, -50), ("Anna", 150, -50)]


def test_the_last_evenings_name_all_who_were_equal_and_nobody_at_0() -> None:
    """Whoever won as much as somebody else was ahead as well; an evening without a winner has nobody ahead."""
    days = [evening(sauspiel(), date="2026-01-01"), evening(sauspiel(), sauspiel(won=False), date="2026-02-01")]
    said = [(one["won_by"], one["won"], one["lost_by"], one["lost"]) for one in rows(page_of(*days), "last")]
    assert said == [(None, None, None, None), ("Anna, Christl", 20, "Bene, Dani", -20)]


def test_whoever_only_lost_has_no_best_evening_among_the_records() -> None:
    """The evening that was the worst is not called the best."""
    page = page_of(evening(sauspiel()), people=("Bene",))
    assert "The best evening" not in [one["what"] for one in rows(page, "memorable")]


def test_pairs_count_from_enough_hands() -> None:
    """Who with whom has those who won something in so many hands, and is left out where nobody has."""
    assert not any(one.key == "company" for one in page_of(evening(*[sauspiel()] * (FEWEST_HANDS - 1))).chapters)
    page = page_of(evening(*[sauspiel()] * FEWEST_HANDS))
    (pair,) = rows(page, "together")
    assert (pair["first"], pair["second"], pair["hands"], pair["total"]) == ("Anna", "Christl", 20, 800)
    assert all(one["hands"] >= FEWEST_HANDS and one["flow"] > 0 for one in rows(page, "from_whom"))


def test_a_season_is_a_workbook_of_ten_sheets_at_most() -> None:
    """A sheet for each chapter, its tables one below the other; what is only an excerpt stands in none."""
    page = page_of(evening(*[sauspiel()] * FEWEST_HANDS), SECOND)
    grids = workbook(page)
    assert len(grids) <= 10
    said = {cell.value for grid in grids for row in grid.rows for cell in row}
    assert {page.heading(one) for one in page.filled if not one.excerpt} <= said
    assert not {"Best together", "Who got most from whom"} & said
    roles = next(grid for grid in grids if grid.title == "Roles")
    assert roles.plot
    head = [cell.value for cell in roles.rows[roles.plot.first]]
    assert head[:3] == ["Name", "As declarer (€)", "As partner (€)"]
    assert roles.rows[roles.plot.first + roles.plot.rows][0].value == "Dani"
    assert roles.rows[roles.plot.first + roles.plot.rows + 1][0].value is None


def test_every_line_of_the_contents_leads_to_a_heading() -> None:
    """Each link of the list has its anchor on the page, once."""
    html = render(page_of(FIRST, SECOND), "html")
    links = re.findall(r'<a href="#([a-z]+)">', html)
    assert links == [one.key for one in page_of(FIRST, SECOND).chapters if one.folded]
    ids = re.findall(r' id="([^"]+)"', html)
    assert set(links) <= set(ids)
    assert len(ids) == len(set(ids))


def test_every_table_and_picture_is_in_one_chapter() -> None:
    """Nothing is left out of the chapters, and no two tables or pictures are called the same."""
    page = page_of(FIRST, SECOND)
    for parts in ([one.key for one in page.sections], [one.key for one in page.charts()]):
        assert len(set(parts)) == len(parts)
        assert [sum(key in one.keys for one in page.chapters) for key in parts] == [1] * len(parts)


def test_a_card_says_what_the_evenings_came_to() -> None:
    """Total, best and worst evening of a card are those of the evenings, counted here once more."""
    page = page_of(FIRST, SECOND)
    season, _deals = season_of(FIRST, SECOND)
    for card in rows(page, "cards"):
        totals = [night.totals[card["name"]] for night in season.nights]
        won, lost = max(totals), min(totals)
        expected = (sum(totals), won if won > 0 else None, lost if lost < 0 else None)
        assert (card["total"], card["best"], card["worst"]) == expected, card["name"]


def test_cards_are_in_the_order_of_the_standings() -> None:
    """Who is ahead stands first."""
    page = page_of(FIRST, SECOND)
    assert [one["name"] for one in rows(page, "cards")] == [one["name"] for one in rows(page, "standings")]


def test_a_card_says_in_which_role_most_was_won() -> None:
    """Christl won her own Wenz alone, and lost everything else."""
    (christl,) = [one for one in rows(page_of(FIRST, SECOND), "cards") if one["name"] == "Christl"]
    assert christl["role"] == "As declarer"


def test_the_calendar_adds_up_to_the_standings() -> None:
    """What stands under a name, evening by evening, is that person's total; hands are the deals that were played."""
    page = page_of(FIRST, SECOND)
    calendar = rows(page, "calendar")
    assert [one["hands"] for one in calendar] == [3, 2]
    for one in rows(page, "standings"):
        assert sum(night[one["name"]] for night in calendar) == one["total"], one["name"]


def test_every_table_says_how_it_is_counted() -> None:
    """Below each table of the page stands what its numbers mean; records and characters are words."""
    assert [one.key for one in page_of(FIRST, SECOND).sections if not one.defined] == ["memorable", "characters"]


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_every_definition_is_shown(form: str) -> None:
    """Below the cards it says what was most won, as below the tables; where there are words, in every format."""
    page = page_of(FIRST, SECOND)
    shown = " ".join(unescape(render(page, form)).replace("\\", "").split())
    for one in page.sections:
        assert not one.defined or one.defined in shown, one.key


def test_the_name_of_an_evening_may_be_long() -> None:
    """Its words are broken: no table of a season is wider than a terminal for it."""
    long = evening(*SECOND.entries, name="Hütte am See mit allen Freunden und Verwandten", date="2026-02-06")
    assert max(map(len, render(page_of(FIRST, long), "text").splitlines())) <= 80


def test_a_deal_thrown_in_is_no_hand_of_the_calendar() -> None:
    """Only deals that were played are counted."""
    thrown = evening(sauspiel(), Passed(), wenz("Bene"))
    assert [one["hands"] for one in rows(page_of(thrown), "calendar")] == [2]


@pytest.mark.parametrize(
    ("period", "title"),
    [
        pytest.param("2026", "The year 2026", id="year"),
        pytest.param("2026-11", "The season", id="month"),
        pytest.param("", "The season", id="everything"),
    ],
)
def test_what_the_page_is_called(period: str, title: str) -> None:
    """A year that was asked for is named."""
    assert page_of(FIRST, period=period).title == title


# -- on the command line -------------------------------------------------------------------------------


@pytest.fixture
def ledger(ok: Sklog) -> Sklog:
    """Return the program over two evenings of two years."""
    for day in ("2025-12-29", "2026-01-05"):
        ok("start", "Stammtisch", "--date", day, "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
        ok("add", "s", "ac", "61")
        ok("add", "w", "b-")
    return ok


@pytest.mark.long
@pytest.mark.parametrize("name", ["standings", "stats", "partners", "records", "rating", "season"])
@pytest.mark.usefixtures("folder")
def test_a_year_is_from_and_until_it(ledger: Sklog, name: str) -> None:
    """`--year` is short for both days."""
    year = ledger("report", name, "--year", "2026", "--format", "json").out
    assert json.loads(year)["facts"]["evenings"] == 1
    assert year == ledger("report", name, "--since", "2026", "--until", "2026", "--format", "json").out


@pytest.mark.long
def test_tables_are_those_of_the_single_reports(ledger: Sklog) -> None:
    """Deals that are folded once give the numbers that each report counts of its own."""
    whole = json.loads(ledger("report", "season", "--format", "json").out)["tables"]
    for name in ("standings", "stats", "partners", "records", "characters", "rating"):
        single = json.loads(ledger("report", name, "--format", "json").out)["tables"]
        shared = single.keys() & whole.keys() - {"evenings"}
        assert shared, name
        for key in shared:
            assert whole[key] == single[key], (name, key)


@pytest.mark.long
def test_without_its_extra_a_rating_is_left_out(ledger: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says how it is installed; the page has all the rest, and one sentence about what is missing."""
    monkeypatch.setitem(sys.modules, "openskill", None)
    refused = run("report", "rating")
    assert refused.code == 1
    assert "install sklog from its folder again, as '.[rating]'" in " ".join(refused.err.split())
    page = json.loads(ledger("report", "season", "--format", "json").out)
    assert "rating" not in page["tables"]
    assert "rating" not in page["tables"]["cards"][0]
    assert page["notes"][-1].startswith("Ratings are left out")


@pytest.mark.long
def test_price_lists_are_those_of_the_tariffs(ledger: Sklog) -> None:
    """What each game cost stands on the page as on the tariff's own list, with how many hands it was played by."""
    page = json.loads(ledger("report", "season", "--format", "json").out)
    prices = json.loads(ledger("report", "prices", "--tariff", "sauspiel", "--format", "json").out)["tables"]
    assert (page["tables"]["prices_1"], page["tables"]["prices_ramsch_1"]) == (prices["games"], prices["ramsch"])
    assert page["definitions"]["prices_1"].startswith("Under Wie online gespielt 4 hands were played.")


def test_of_many_tariffs_those_most_played_have_a_list() -> None:
    """Three of them stand on the page, the one of most hands first."""
    names = ("wiki", "lamers", "grundzuege", "bsv")
    several = [evening(*[sauspiel()] * (1 + place), tariff=name) for place, name in enumerate(names)]
    titles = [
        one.title for one in page_of(*several).sections if one.key.startswith("prices_") and one.key[-1:] in "123"
    ]
    assert [title for title in titles if title.startswith("Prices")] == [
        "Prices: bsv", "Prices: grundzuege", "Prices: lamers",
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("--year", "26"), "--year takes a year such as 2026, not 26", id="two-digits"),
        pytest.param(("--year", "2026", "--since", "2025"), "--year stands for both --since and", id="with-since"),
    ],
)
def test_a_year_that_is_none(ledger: Sklog, run: Sklog, words: tuple[str, ...], said: str) -> None:
    """Two digits may be another century, and a year beside another day may mean two things."""
    assert ledger
    refused = run("report", "season", *words)
    assert refused.code == 2
    assert said in " ".join(refused.err.split())
