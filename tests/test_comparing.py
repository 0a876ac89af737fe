"""The same evening under another tariff: what differs, why, and what cannot have been played."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import Sklog
from hypothesis import given, settings
from hypothesis import strategies as st
from report_samples import FIVE_HANDS, FOUR, LAMERS, WIKI, eventful_evening, lamers_evening

from sklog import tariffs
from sklog.errors import HandError
from sklog.reports.model import Column, Row
from sklog.reports.render import FORMATS, render
from sklog.reports.whatif import whatif_report
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.outcome import Step
from sklog.scoring.session import Session, compare, differing_steps
from sklog.scoring.state import BockOrder, Entry, Leave, RoundOrder, StockMove, TariffChange, Voided
from sklog.scoring.tariff import Tariff, Wins

SAUSPIEL, SAUKOPF = tariffs.find("sauspiel"), tariffs.find("saukopf")
WON = Played(game="sauspiel", declarer="Anna", partner="Dani", won=True)
LOST_AT_60 = Played(game="sauspiel", declarer="Anna", partner="Dani", augen=60)
RAMSCH = Ramsch(losers=("Dani",), jungfrauen=("Bene",))


def evening(tariff: Tariff, *entries: Entry) -> Session:
    """Return an evening of four people."""
    return Session("Stammtisch", "2026-11-19", tariff, FOUR, entries)


def rows(session: Session, tariff: Tariff, table: str, **first: int) -> tuple[Row, ...]:
    """Return the rows of one table of the report; every hand is written as its number."""
    report = whatif_report(compare(session, tariff, **first), [str(n) for n in range(len(session.entries))])
    return next(one for one in report.sections if one.key == table).rows


# -- the fold -----------------------------------------------------------------------------------------


@given(st.sampled_from(tariffs.shipped()), st.integers(1, 8))
@settings(max_examples=40)
def test_an_evening_under_its_own_tariff_is_the_same(name: str, first: int) -> None:
    """From whatever hand on the same tariff counts, nothing differs."""
    tariff = tariffs.find(name)
    comparison = compare(evening(tariff, WON, Passed(), WON), tariff, first=first)
    assert comparison.state == comparison.other
    assert not any(one.differs or one.why for one in comparison.entries)


def test_the_five_hands_of_lamers_online() -> None:
    """The balances are those of an evening that was played so from the beginning."""
    session, _ = lamers_evening()
    comparison = compare(session, SAUSPIEL)
    assert comparison.other == session._replace(tariff=SAUSPIEL).lines()[-1].state
    assert sum(one.differs for one in comparison.entries) == 5


def test_from_a_hand_on_is_a_change_of_the_tariff_before_it() -> None:
    """What a change in the middle would do is what the fold does with that change."""
    comparison = compare(evening(LAMERS, WON, WON, WON), SAUSPIEL, first=3)
    changed = evening(LAMERS, WON, WON, TariffChange(SAUSPIEL), WON)
    assert comparison.other == changed.lines()[-1].state
    assert [one.differs for one in comparison.entries] == [False, False, True]


def test_a_change_of_the_tariff_is_replaced() -> None:
    """What the table changed to in the evening does not matter: every hand is under the other tariff."""
    comparison = compare(evening(LAMERS, WON, TariffChange(WIKI), WON), SAUSPIEL)
    assert comparison.other.balances["Anna"] == 40
    assert [one.line for one in comparison.entries] == comparison.session.lines()
    assert [one.other and one.other.tariff for one in comparison.entries] == [SAUSPIEL, None, SAUSPIEL]


@pytest.mark.parametrize(
    ("entries", "first", "others"),
    [
        pytest.param([TariffChange(WIKI), WON], 1, [None, SAUSPIEL], id="before the first hand"),
        pytest.param(
            [WON, WON, TariffChange(WIKI), WON],
            2,
            [LAMERS, SAUSPIEL, None, SAUSPIEL],
            id="after the hand it begins with",
        ),
    ],
)
def test_every_change_from_there_on_is_replaced(entries: list[Entry], first: int, others: list[Tariff | None]) -> None:
    """No other change of the tariff counts any more, wherever it stands."""
    found = compare(evening(LAMERS, *entries), SAUSPIEL, first=first).entries
    assert [one.other and one.other.tariff for one in found] == others


def test_a_posting_in_the_same_unit_counts() -> None:
    """Money moved by hand is moved under the other tariff too."""
    comparison = compare(evening(LAMERS, Posting(amounts={"Anna": -50, "Bene": 50})), SAUSPIEL)
    assert comparison.entries[0].why == ()
    assert comparison.other.balances["Anna"] == -50


def test_a_hand_that_is_not_played_keeps_who_dealt_it() -> None:
    """The deal moves on from whoever dealt, where the hand says that."""
    ramsch = Ramsch(losers=("Dani",), jungfrauen=(), dealer="Bene")
    comparison = compare(evening(SAUSPIEL, ramsch), LAMERS)
    assert comparison.other.dealer == comparison.state.dealer == "Christl"


def test_a_hand_that_is_not_played_counts_as_never_dealt_and_the_deal_moves_on() -> None:
    """A Ramsch under lamers costs nothing; the next dealer is the one that it had."""
    comparison = compare(evening(SAUSPIEL, RAMSCH, WON), LAMERS)
    assert comparison.other.dealer == comparison.state.dealer == "Christl"
    assert comparison.other.balances["Anna"] == 10
    assert "lamers does not have Ramsch" in comparison.entries[0].why[0]
    assert comparison.entries[0].other is None


def test_events_that_cannot_be_are_left_out() -> None:
    """A round, and money out of a Stock that never filled, are not there; both say why."""
    session = evening(WIKI, RoundOrder("hadsch"), Passed(), StockMove({"Anna": 40}), WON)
    comparison = compare(session, LAMERS)
    assert [bool(one.why) for one in comparison.entries] == [True, False, True, False]
    assert comparison.other.stock == 0


@pytest.mark.parametrize(
    "entry", [Posting(amounts={"Anna": -50, "Bene": 50}), StockMove({"Anna": -50})], ids=["a posting", "into the Stock"]
)
def test_amounts_in_another_unit_are_left_out(entry: Entry) -> None:
    """A penalty of 50 cents is no penalty of 50 points, and 50 cents in the Stock are none there."""
    comparison = compare(evening(LAMERS._replace(stock=WIKI.stock), entry, WON), SAUKOPF)
    assert comparison.entries[0].why == ("its amounts are in another unit",)
    assert comparison.entries[0].other is None
    assert comparison.other.balances["Anna"] == 1
    assert not comparison.same_unit


def test_a_stock_in_another_unit_is_worth_nothing() -> None:
    """What an earlier evening left lies in the Stock only where it is counted the same."""
    session = evening(WIKI, WON)._replace(stock=40)
    assert compare(session, SAUSPIEL).other.balances["Stock"] == 40
    assert compare(session, SAUKOPF).other.balances["Stock"] == 0


def test_an_evening_begins_as_it_was() -> None:
    """Without hands both have the people, the dealer and the Stock of the evening."""
    session = evening(WIKI)._replace(stock=40, dealer="Christl")
    comparison = compare(session, SAUSPIEL)
    assert comparison.state == comparison.other == session.begin()
    assert (comparison.session, comparison.tariff, comparison.first, comparison.same_unit) == (
        session,
        SAUSPIEL,
        1,
        True,
    )


def test_a_change_of_the_tariff_before_the_first_hand_counts() -> None:
    """Up to the hand from which on the other tariff counts, the evening's own changes do."""
    comparison = compare(evening(LAMERS, TariffChange(WIKI), WON, WON), SAUSPIEL, first=2)
    assert [one.other and one.other.tariff for one in comparison.entries] == [WIKI, WIKI, SAUSPIEL]


def test_a_voided_hand_that_cannot_be_there_is_left_out() -> None:
    """A voided hand keeps its number and says nothing; who is unknown there is not voided again."""
    void = Voided(RAMSCH)
    (one,) = compare(evening(SAUSPIEL, void), LAMERS).entries
    assert (one.why, one.other and one.other.number) == ((), 1)


def test_an_event_moves_nothing_where_it_cannot_be() -> None:
    """An event that is left out leaves the hands after it as they are."""
    comparison = compare(evening(WIKI, RoundOrder("hadsch"), BockOrder(1), WON), LAMERS)
    assert [one.other is None for one in comparison.entries] == [True, False, False]
    assert comparison.entries[0].why[0].startswith("lamers has no round Hadsch")
    assert comparison.other.balances["Anna"] == 20


def test_only_a_hand_that_both_play_differs() -> None:
    """What one of them does not play, and an event, is no difference of amounts."""
    comparison = compare(evening(SAUSPIEL, RAMSCH, WON, Leave("Bene")), LAMERS)
    assert [one.differs for one in comparison.entries] == [False, True, False]


def test_another_unit_cannot_begin_in_the_middle() -> None:
    """Cents and points are not mixed in one evening."""
    with pytest.raises(HandError, match="cannot be mixed"):
        compare(evening(LAMERS, WON, WON), SAUKOPF, first=2)


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


def test_hands_stay_as_many_as_they_were() -> None:
    """Every entry is compared, whatever becomes of it."""
    session, lines, _ = eventful_evening()
    assert [one.line for one in compare(session, LAMERS).entries] == lines
    assert len(compare(evening(LAMERS, *FIVE_HANDS), SAUKOPF).entries) == 5
