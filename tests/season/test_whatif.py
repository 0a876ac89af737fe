"""What is said of an evening, and of a season, under another tariff: which steps differ, and everybody's total."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from report_samples import FOUR, LAMERS, WIKI, eventful_evening

from sklog import tariffs
from sklog.reports.model import Column
from sklog.reports.render import FORMATS, render
from sklog.scoring.hand import Passed, Played
from sklog.scoring.outcome import Step
from sklog.scoring.session import Session, compare
from sklog.scoring.state import Voided
from sklog.scoring.tariff import Wins
from sklog.season.reports.whatif import differing_steps, whatif_report
from tests.test_comparing import LOST_AT_60, RAMSCH, SAUKOPF, SAUSPIEL, WON, evening

if TYPE_CHECKING:
    from conftest import Sklog

    from sklog.reports.model import Row
    from sklog.scoring.state import Entry
    from sklog.scoring.tariff import Tariff


def rows(session: Session, tariff: Tariff, table: str, **first: int) -> tuple[Row, ...]:
    """Return the rows of one table of the report; every hand is written as its number."""
    report = whatif_report(compare(session, tariff, **first), [str(n) for n in range(len(session.entries))])
    return next(one for one in report.sections if one.key == table).rows


# -- which steps differ ------------------------------------------------------------------------------


def test_steps_are_paired_by_what_they_are() -> None:
    """Kontra is Stoß at another table, and four Laufende are Laufende still."""
    capped = LAMERS._replace(laufende=LAMERS.laufende and LAMERS.laufende._replace(max=4))
    stoss = capped._replace(kontra=LAMERS.kontra and LAMERS.kontra._replace(names=("Stoß",)))
    hand = Played(game="solo", declarer="Anna", won=True, laufende=5, kontra=1)
    (one,) = compare(evening(LAMERS, hand), stoss).entries
    assert one.other is not None
    (pair,) = differing_steps(one.line, one.other)
    assert [step and (step.label, step.plus) for step in pair] == [("5 Laufende", 50), ("4 Laufende", 40)]


def test_a_step_that_one_has_alone_is_paired_with_nothing() -> None:
    """What only one of the two charges stands alone, whichever it is."""
    hand = Played(game="solo", declarer="Anna", won=True, schneider=True)
    (one,) = compare(evening(LAMERS, hand), LAMERS._replace(schneider=None)).entries
    assert one.other is not None
    alone = Step("Schneider", 10)
    assert differing_steps(one.line, one.other) == [(alone, None)]
    assert differing_steps(one.other, one.line) == [(None, alone)]


def test_several_steps_are_paired_each_with_its_own() -> None:
    """What two rules charge differently are two pairs."""
    hand = Played(game="solo", declarer="Anna", won=True, schneider=True, laufende=3)
    dearer = LAMERS._replace(
        schneider=LAMERS.schneider and LAMERS.schneider._replace(price=15),
        laufende=LAMERS.laufende and LAMERS.laufende._replace(price=5),
    )
    (one,) = compare(evening(LAMERS, hand), dearer).entries
    assert one.other is not None
    assert differing_steps(one.line, one.other) == [
        (Step("Schneider", 10), Step("Schneider", 15)),
        (Step("3 Laufende", 30), Step("3 Laufende", 15)),
    ]


def test_the_price_is_paired_with_the_price() -> None:
    """What a hand costs before anything is added is compared whatever it is called."""
    none, raised = (
        SAUSPIEL._replace(ramsch=SAUSPIEL.ramsch._replace(jungfrau=jungfrau)) for jungfrau in ("none", "solo_price")
    )
    (one,) = compare(evening(none, RAMSCH), raised).entries
    assert one.other is not None
    assert differing_steps(one.line, one.other) == [(Step("Ramsch", 20), Step("Ramsch, 1 Jungfrau", 50))]


def test_a_hand_without_a_score_has_no_steps() -> None:
    """A voided hand beside one that counts: every step of that one is alone."""
    void, won = evening(LAMERS, Voided(WON), WON).lines()
    assert differing_steps(void, won) == [(None, Step("Sauspiel", 10))]


# -- the report ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tariff", "other", "why"),
    [
        pytest.param(WON, LAMERS, SAUSPIEL, "Sauspiel 0.10 / 0.20", id="price"),
        pytest.param(Played(game="wenz", declarer="Anna", won=True, laufende=2), LAMERS, WIKI, "2 Laufende – / 0.20",
                     id="laufende"),
        pytest.param(Passed(), LAMERS, WIKI, "Stock – / +0.40", id="stock"),
        pytest.param(Played(game="solo", declarer="Anna", won=True, klopfer=1), LAMERS,
                     LAMERS._replace(klopfen=LAMERS.klopfen and LAMERS.klopfen._replace(growth="linear")), None,
                     id="nothing"),
        pytest.param(LOST_AT_60, LAMERS, LAMERS._replace(wins=Wins(60)), "lost / won", id="result"),
    ],
)  # fmt: skip
def test_the_reason_is_in_words(hand: Entry, tariff: Tariff, other: Tariff, why: str | None) -> None:
    """What differs is named, as it was and as it would have been."""
    assert [row[-1] for row in rows(evening(tariff, hand), other, "hands")] == ([] if why is None else [why])


def test_a_jungfrau_that_doubles_for_herself_is_a_reason() -> None:
    """Where the value is the same and others pay, that is said."""
    own = SAUSPIEL._replace(ramsch=SAUSPIEL.ramsch._replace(jungfrau="own"))
    plain = SAUSPIEL._replace(ramsch=SAUSPIEL.ramsch._replace(jungfrau="none"))
    assert [row[-1] for row in rows(evening(plain, RAMSCH), own, "hands")] == ["the same value, paid differently"]


def test_what_is_not_played_is_listed_with_why() -> None:
    """Nothing is dropped silently: the hand, its number, and the sentence."""
    *_others, row = rows(evening(SAUSPIEL, WON, RAMSCH), LAMERS, "hands")
    assert (row[0], row[3]) == (2, None)
    assert "left out: lamers does not have Ramsch" in str(row[-1])


def test_totals_have_the_difference() -> None:
    """Everybody's balance under both, and what one is more than the other; over all that is nothing."""
    totals = rows(evening(LAMERS, WON, Passed()), WIKI, "totals")
    assert totals[0] == ("Anna", 10, 0, -10)
    assert totals[-1] == ("Stock", 0, 40, 40)
    assert sum(row[3] for row in totals) == 0  # type: ignore[misc]  # a column of amounts


def test_points_and_cents_stand_side_by_side_without_a_difference() -> None:
    """Each column says its own unit and is written in it."""
    report = whatif_report(compare(evening(LAMERS, WON), SAUKOPF), ["s ad"])
    totals = report.sections[0]
    assert totals.columns[1:] == (
        Column("played", "lamers (€)", "money", unit="ct"),
        Column("other", "saukopf (points)", "money", unit="points"),
    )
    assert report.notes[-1] == "lamers counts €, saukopf counts points: there is no difference to work out."
    text = render(report, "text")
    assert "lamers (€)  saukopf (points)\n" in text
    assert re.search(r"\nAnna +\+0\.10 +\+1\n", text)


def test_an_evening_that_would_be_the_same_says_so() -> None:
    """No table of nothing: one sentence."""
    report = whatif_report(compare(evening(LAMERS, WON), LAMERS), ["s ad"])
    assert report.notes == ("Every hand costs the same.",)
    assert [table.key for table in report.filled] == ["totals"]


@pytest.mark.parametrize("name", tariffs.shipped())
@pytest.mark.parametrize("form", FORMATS)
def test_every_kind_of_entry_under_every_tariff(name: str, form: str) -> None:
    """Rounds, Bock, void hands, people who come and go: compared with each shipped tariff, in each format."""
    session, _, texts = eventful_evening()
    text = render(whatif_report(compare(session, tariffs.find(name)), texts), form)
    assert text.strip()
    if form == "text":
        assert max(map(len, text.splitlines())) <= 80


def test_whatif_begins_with_its_answer() -> None:
    """What everybody would have stands before the hands from which it comes; csv is still of the hands."""
    report = whatif_report(compare(evening(LAMERS, WON), SAUKOPF), ["s ad"])
    assert [one.key for one in report.sections] == ["totals", "hands"]
    assert render(report, "csv").startswith("hand,")


def test_whatif_on_the_command_line(ok: Sklog) -> None:
    """The newest evening under another tariff, in any format; nothing is stored."""
    ok("start", "Abend", "--players", ",".join(FOUR), "--tariff", "lamers")
    ok("add", "s", "ad")
    before = ok("show").out
    data = json.loads(ok("whatif", "--tariff", "sauspiel", "--format", "json").out)
    assert data["tables"]["hands"] == [
        {"hand": 1, "what": "s ad", "played": 10, "other": 20, "why": "Sauspiel 0.10 / 0.20"}
    ]
    assert ok("show").out == before


# -- a season ------------------------------------------------------------------------------------------


@pytest.fixture
def evenings(ok: Sklog) -> Sklog:
    """Return sklog over two evenings of two years, with a Ramsch, which lamers does not play."""
    for year, tariff in (("2025", "sauspiel"), ("2026", "wiki")):
        ok("start", "Stammtisch", "--date", f"{year}-11-19", "--players", ",".join(FOUR), "--tariff", tariff)
        ok("add", "s", "ad")
        ok("add", "r", "dani")
    return ok


def under_lamers(evenings: Sklog, *words: str) -> dict[str, Any]:
    """Return the season under lamers, as programs read it."""
    found: dict[str, Any] = json.loads(evenings("whatif", "--tariff", "lamers", *words, "--format", "json").out)
    return found


@pytest.mark.long
def test_a_season_under_another_tariff(evenings: Sklog) -> None:
    """Everybody's total is told first, then each evening with its hands, and what would not be played with why."""
    found = under_lamers(evenings, "--all")
    assert list(found["tables"]) == ["totals", "evenings", "differences", "refused"]
    assert [(row["deals"], row["differing"], row["refused"]) for row in found["tables"]["evenings"]] == [
        (2, 1, 1),
        (2, 0, 1),
    ]
    (refused,) = found["tables"]["refused"]
    assert refused["times"] == 2
    assert refused["why"].startswith("lamers does not have Ramsch")
    dani = next(row for row in found["tables"]["totals"] if row["name"] == "Dani")
    assert (dani["other"], dani["difference"]) == (2 * 10, 2 * 10 - dani["played"])


@pytest.mark.long
def test_a_season_is_the_sum_of_its_evenings(evenings: Sklog) -> None:
    """Both evenings alone add up to both together."""
    single = [under_lamers(evenings, "--session", number)["tables"]["totals"] for number in "12"]
    for row in under_lamers(evenings, "--all")["tables"]["totals"]:
        alone = [one for rows in single for one in rows if one["name"] == row["name"]]
        assert {key: sum(one[key] for one in alone) for key in ("played", "other")} == {
            key: row[key] for key in ("played", "other")
        }, row["name"]


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--year", "2026"), id="year"),
        pytest.param(("--since", "2026-01"), id="since"),
        pytest.param(("--all", "--since", "2026"), id="all-since"),
    ],
)
def test_what_says_which_evenings_means_a_season(evenings: Sklog, words: tuple[str, ...]) -> None:
    """No other word is needed."""
    assert under_lamers(evenings, *words)["facts"]["evenings"] == 1


@pytest.mark.long
def test_one_evening_and_many_are_not_meant_at_once(evenings: Sklog, run: Sklog) -> None:
    """Whoever names an evening and a year means one thing or the other."""
    assert evenings
    refused = run("whatif", "--tariff", "lamers", "--session", "1", "--year", "2026")
    assert refused.code == 2
    assert "use one or the other" in " ".join(refused.err.split())


@pytest.mark.long
def test_a_season_in_another_unit_has_no_difference(evenings: Sklog) -> None:
    """Euros and points stand side by side, and a sentence says so."""
    found = json.loads(evenings("whatif", "--tariff", "saukopf", "--all", "--format", "json").out)
    assert "difference" not in found["tables"]["totals"][0]
    assert "there is no difference to work out" in found["notes"][-1]
    assert "Evening by evening: saukopf" in evenings("whatif", "--tariff", "saukopf", "--all").out


@pytest.mark.long
def test_a_stock_is_not_carried_on_under_another_tariff(ok: Sklog) -> None:
    """Each evening begins with the Stock that it really began with; what is left in it stands in a line of its own."""
    for day in ("2026-11-12", "2026-11-19"):
        ok("start", "Stammtisch", "--date", day, "--players", ",".join(FOUR), "--tariff", "sauspiel")
        ok("add", "w", "b")
        ok("add", "x")
    found = json.loads(ok("whatif", "--tariff", "grundzuege", "--all", "--format", "json").out)
    (stock,) = [row for row in found["tables"]["totals"] if row["name"] == "Stock"]
    assert stock["played"] == 0 < stock["other"]
    assert not sum(row["other"] for row in found["tables"]["totals"])
    assert any(note.startswith("Each evening is counted by itself") for note in found["notes"])


@pytest.mark.long
def test_a_season_under_its_own_tariff_is_the_same(evenings: Sklog) -> None:
    """Where every hand costs the same, that is what is said."""
    assert "Every hand costs the same." in evenings("whatif", "--tariff", "wiki", "--year", "2026").out
