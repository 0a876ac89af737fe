"""Reports in German: words, amounts and dates for people are German; what programs read never changes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from report_samples import FOUR, LAMERS, WIKI, eventful_evening, lamers_evening
from season_samples import report_of, season_of

from sklog import tariffs
from sklog.language import speak
from sklog.reports import format as shown
from sklog.reports.board import show_report
from sklog.reports.explain import explain_report
from sklog.reports.model import Report
from sklog.reports.render import render
from sklog.reports.sentences import cost
from sklog.reports.settlement import hand_sources, settlement_report, why_report
from sklog.reports.sheet import session_report
from sklog.rulebook.prices import prices_report
from sklog.scoring.evening import start, step
from sklog.scoring.hand import Passed
from sklog.scoring.session import compare
from sklog.scoring.settlement import fewest
from sklog.season.reports.characters import characters_report
from sklog.season.reports.partners import of_partners
from sklog.season.reports.rating import of_rating
from sklog.season.reports.standings import standings_report
from sklog.season.reports.stats import of_stats
from sklog.season.reports.whatif import season_whatif_report, whatif_report


def reports() -> list[Report]:
    """Return one report of every kind, about an evening where everything happens."""
    session, lines, texts = eventful_evening()
    balances = lines[-1].state.balances
    why = why_report(hand_sources(lines, texts), "ct", "x")
    season, deals = season_of(session, session._replace(date=""), lamers_evening()[0])
    return [
        standings_report(season._replace(others=1)),
        *(report_of(make, season, deals) for make in (of_stats, of_partners, of_rating)),
        characters_report(season, deals),
        session_report(session, lines, fewest(balances), {1: [Passed()]}),
        show_report("x", lines[8].state, WIKI, number=6),
        explain_report(lines[8], lines[7].state, WIKI, "x", ["w b"]),
        settlement_report(fewest(balances), balances, "ct", "x", why=why),
        whatif_report(compare(session, LAMERS), texts),
        season_whatif_report(season, LAMERS, [(night, compare(session, LAMERS)) for night in season.nights]),
        *(prices_report(tariffs.find(name)) for name in tariffs.shipped()),
    ]


def keys(report: Report) -> list[object]:
    """Return everything of a report that a program reads by its name, and every number."""
    return [
        report.key,
        [(one.key, one.kind) for one in report.facts],
        [(table.key, [(column.key, column.kind) for column in table.columns]) for table in report.sections],
        [[value for row in table.rows for value in row if not isinstance(value, str)] for table in report.sections],
        report.data,
    ]


@pytest.mark.usefixtures("german")
def test_amounts_have_the_form_of_the_language() -> None:
    """The catalogue says what stands between euros and cents, and what points are called."""
    assert shown.money(-240, "ct", signed=True) == "−2,40 €"
    assert shown.money(12, "points") == "12 Punkte"


@pytest.mark.usefixtures("german")
def test_every_month_has_two_digits() -> None:
    """A day in German is the same day."""
    days = [shown.day(f"2026-{month:02d}-03") for month in range(1, 13)]
    assert days == [f"03.{month:02d}.2026" for month in range(1, 13)]


@pytest.mark.usefixtures("german")
def test_answer_to_a_hand_in_german() -> None:
    """What a hand costs, and what moved into the Stock."""
    line = step(start(FOUR), Passed(), WIKI)
    assert line.score is not None
    assert cost(line.score, WIKI) == "Stock: 0,40 € eingezahlt"


@pytest.mark.usefixtures("german")
def test_page_names_its_language() -> None:
    """A browser is told that it is German."""
    session, lines = lamers_evening()
    page = render(session_report(session, lines), "html")
    assert '<html lang="de">' in page
    assert "03.03.2003" in page


@pytest.mark.long
def test_no_text_of_a_report_is_left_in_english(german: None) -> None:  # noqa: ARG001  the other language is compared
    """Every title and note is another one in German, but for words that both have ("Was" means another thing)."""
    said = {text for report in reports() for text in texts(report)}
    speak(None)
    english = {text for report in reports() for text in texts(report)}
    same = {"Name", "Was", "Form", "Stock", "Bock", "Ramsch", *FOUR, "Eva", "Kathi", "±", *tariffs.shipped()}
    announced = {"Schneider", "Schwarz", "Tout", "Sie", "Re", "Kontra", "Laufende", "Jungfrau", "Durchmarsch"}
    titles = {tariffs.find(name).title for name in tariffs.shipped()} | {"Stammtisch", "x", "Sauspiel", "Solo"}
    assert said & english <= same | announced | titles | {""}


def texts(report: Report) -> Iterator[str]:
    """Yield what only people read of a report."""
    yield from (report.title, *report.notes)
    yield from (one.title for one in report.facts)
    for chart in report.charts():
        yield from (chart.title, chart.axis)
    for table in report.sections:
        yield table.title
        yield from (column.title for column in table.columns)


@pytest.mark.long
def test_what_programs_read_is_the_same_in_every_language(german: None) -> None:  # noqa: ARG001  compared with English
    """Keys, kinds, numbers and the interface's own json do not depend on the language."""
    said = [keys(report) for report in reports()]
    generic = [list(json.loads(render(report, "json"))) for report in reports()]
    csv = [render(report, "csv").splitlines()[0] for report in reports()]
    speak(None)
    assert said == [keys(report) for report in reports()]
    assert generic == [list(json.loads(render(report, "json"))) for report in reports()]
    assert csv == [render(report, "csv").splitlines()[0] for report in reports()]
