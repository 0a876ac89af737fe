"""The price list, the settlement and the board."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from report_samples import FIVE_TEXTS, FOUR, LAMERS, WIKI, eventful_evening, lamers_evening

from sklog import tariffs
from sklog.notation.words import seats
from sklog.reports import format as shown
from sklog.reports.board import Recent, board, show_report
from sklog.reports.model import Column, Kind, listing
from sklog.reports.prices import prices_report
from sklog.reports.render import render
from sklog.reports.rules import rule_rows
from sklog.reports.sentences import because
from sklog.reports.settlement import Source, hand_sources, settlement_report, why_report
from sklog.scoring.evening import play, start
from sklog.scoring.hand import Passed
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import Plan, fewest
from sklog.scoring.state import ORDERED, BockOrder, Cause, Entry, RoundOrder
from sklog.scoring.tariff import (
    TRIGGERS,
    Announced,
    Bids,
    Bock,
    ByResult,
    Doublings,
    Durchmarsch,
    Klopfen,
    Laufende,
    RamschRules,
    Schneider,
    Schwarz,
    Stock,
    Tout,
)

if TYPE_CHECKING:
    from sklog.scoring.tariff import Tariff

# -- the price list -----------------------------------------------------------------------------------


def price_rows(name: str) -> dict[str, dict[str, object]]:
    """Return the price list of a shipped tariff: game -> column -> cell."""
    table = prices_report(tariffs.find(name)).sections[0]
    keys = [column.key for column in table.columns]
    return {str(row[0]): dict(zip(keys[1:], row[1:], strict=True)) for row in table.rows}


@pytest.mark.parametrize(
    ("tariff", "game", "prices"),
    [
        pytest.param("lamers", "Sauspiel", [10, 20, 30, None, None, 3], id="lamers-sauspiel"),
        pytest.param("lamers", "Solo", [20, 30, 40, 80, 480, 3], id="lamers-solo-won-tout-is-schwarz"),
        pytest.param("sauspiel", "Solo", [50, 60, 70, 100, 260, 3], id="sauspiel-solo"),
        pytest.param("sauspiel", "Wenz", [50, 60, 70, 100, None, 2], id="sauspiel-wenz-has-no-sie"),
        pytest.param("sauspiel", "Farbwenz", [50, 60, 70, 100, None, 3], id="sauspiel-farbwenz-from-three"),
        pytest.param("wiki", "Bettel", [20, None, None, None, None, None], id="bettel-is-the-base-only"),
        pytest.param("bsv", "Solo", [50, 60, 70, 100, 520, 3], id="bsv-sie"),
        pytest.param("grundzuege", "Solo", [50, 60, 70, 100, 520, 3], id="grundzuege-sie"),
    ],
)
def test_prices(tariff: str, game: str, prices: list[int | None]) -> None:
    """Plain, Schneider, Schwarz, Tout, Sie, and from when Laufende are paid, as the documents say."""
    assert list(price_rows(tariff)[game].values()) == prices


def test_prices_leave_out_what_nobody_plays() -> None:
    """A tariff without Tout and Sie has no such column."""
    assert list(price_rows("saukopf")["Solo"]) == ["plain", "schneider", "schwarz", "laufende_from"]


def test_prices_of_a_ramsch() -> None:
    """Jungfrauen double, and a Durchmarsch has its own price."""
    table = next(table for table in prices_report(WIKI).sections if table.key == "ramsch")
    assert [price for _, price in table.rows] == [10, 20, 40, 40]


def test_a_suit_with_its_own_price_has_its_own_row() -> None:
    """A Herz-Solo at 60 stands below the Solo."""
    tariff = tariffs.find("sauspiel")
    table = prices_report(tariff._replace(prices={**tariff.prices, "herz-solo": 60})).sections[0]
    rows = {str(row[0]): row[1] for row in table.rows}
    assert (rows["Solo"], rows["Herz-Solo"]) == (50, 60)


TOUTS = {
    "of all": ("tout: 70", [("Tout", 70, None)]),
    "of one game beside the others": ("wenz-tout: 90", [("Tout", None, 2), ("Tout (Wenz)", 90, None)]),
    "of each kind": (
        "tout: {herz-solo: 80, wenz: 90, other: 70}",
        [("Tout", 70, None), ("Tout (Herz-Solo)", 80, None), ("Tout (Wenz)", 90, None)],
    ),
}


@pytest.mark.parametrize(("said", "rows"), TOUTS.values(), ids=list(TOUTS))
def test_a_tout_with_a_price_of_its_own_is_on_the_list(
    said: str, rows: list[tuple[str, int | None, int | None]]
) -> None:
    """The rule says what it costs, and by what it multiplies only where it does."""
    rules = tariffs.read(f"name: haus\nextends: bsv\nprices: {{{said}}}\n")
    found = [(row.rule, row.amount, row.times) for row in rule_rows(rules) if row.rule.startswith("Tout")]
    assert sorted(found) == sorted(rows)


def test_a_tout_in_a_suit_with_its_own_price_has_its_own_row() -> None:
    """A Herz-Solo-Tout at 150 stands below the Solo, in its column."""
    rules = tariffs.read("name: haus\nextends: bsv\nprices: {tout: 120, herz-solo-tout: 150}\n")
    table = prices_report(rules).sections[0]
    place = [column.key for column in table.columns].index("tout")
    prices = {row[0]: row[place] for row in table.rows}
    assert prices == {"Sauspiel": None, "Solo": 120, "Herz-Solo": 150, "Wenz": 120}


RAMSCH_PRICES: dict[str, tuple[RamschRules, list[int]]] = {
    "own: a Jungfrau gets double": (RamschRules("own"), [10, 20, 20]),
    "own_each: once for every Jungfrau": (RamschRules("own_each"), [10, 20, 40]),
    "jungfrau_adds: 5 for each": (RamschRules(jungfrau_adds=5), [10, 15, 20]),
    "own and 5 for each: the others' sums as well": (RamschRules("own", jungfrau_adds=5), [10, 30, 15, 40, 20]),
    "own_each and 5 for each": (RamschRules("own_each", jungfrau_adds=5), [10, 30, 15, 80, 20]),
    "Kontra for all": (RamschRules(kontra="all"), [10, 20]),
    "Kontra of one's own": (RamschRules(kontra="own"), [10, 20]),
    "two losers": (RamschRules("all", losers=2), [10, 20, 40]),
    "two losers, own and 5 for each": (RamschRules("own", losers=2, jungfrau_adds=5), [10, 30, 15, 40]),
    "two losers, a Jungfrau of the first": (
        RamschRules("own", losers=2, durchmarsch=Durchmarsch(31)),
        [10, 20, 20, 10],
    ),
    "Durchmarsch with Jungfrauen": (RamschRules("all", Durchmarsch(91, jungfrau=True)), [10, 20, 40, 10, 20, 40, 80]),
    "Durchmarsch of all tricks with Jungfrauen": (RamschRules("all", Durchmarsch(jungfrau=True)), [10, 20, 40, 80]),
}


@pytest.mark.parametrize("rule", RAMSCH_PRICES)
def test_prices_of_a_ramsch_by_its_rules(rule: str) -> None:
    """Lost plainly, with one and two Jungfrauen where that changes anything, with Kontra, and a Durchmarsch."""
    rules, prices = RAMSCH_PRICES[rule]
    table = next(table for table in prices_report(WIKI._replace(ramsch=rules)).sections if table.key == "ramsch")
    assert [price for _, price in table.rows] == prices


def test_a_lost_game_that_is_dearer_has_a_column() -> None:
    """What a lost game costs stands beside what a won one costs; where both are the same it is empty."""
    table = prices_report(LAMERS._replace(prices={"partner": ByResult(10, 20), "solo": 50})).sections[0]
    assert [column.key for column in table.columns][:3] == ["game", "plain", "lost"]
    assert [row[:3] for row in table.rows] == [("Sauspiel", 10, 20), ("Solo", 50, None), ("Wenz", 50, None)]


def test_a_ramsch_of_the_tables_own_is_on_the_list() -> None:
    """Whatever it is called, its price stands there."""
    own = "{name: mucki, shape: ramsch, price: 15}"
    said = tariffs.read(f"name: haus\nextends: lamers\ngames: [sauspiel, solo, {own}]\nprices: {{ramsch: none}}\n")
    assert [part.rows[0][1] for part in prices_report(said).sections if part.key == "ramsch"] == [15]


def test_every_ramsch_is_on_the_list() -> None:
    """A second one that the table has made up stands below the first, with what it costs."""
    own = "{name: schieberamsch, shape: ramsch, price: 40}"
    rule = "ramsch: {jungfrau: own, durchmarsch: none}"
    said = tariffs.read(f"name: haus\nextends: sauspiel\ngames: [sauspiel, ramsch, {own}]\n{rule}\n")
    table = next(part for part in prices_report(said).sections if part.key == "ramsch")
    assert [column.key for column in table.columns] == ["game", "what", "price"]
    assert [(row[0], row[2]) for row in table.rows] == [
        *(("Ramsch", amount) for amount in (20, 40, 40)),
        *(("Schieberamsch", amount) for amount in (40, 80, 80)),
    ]


def test_a_kind_of_games_is_no_game_on_the_list() -> None:
    """A price of all solos is not read as that of the Farbsolo."""
    said = tariffs.read("name: haus\nextends: lamers\nschneider: {price: {solo: 40, other: 10}}\n")
    assert {"Schneider (solo games)", "Schneider (else)"} <= {row.rule for row in rule_rows(said)}


def test_a_bid_that_is_paid_has_a_column() -> None:
    """What the first step costs, where it can be bid."""
    table = prices_report(LAMERS._replace(bids=Bids({"solo": 20}, 14, ("solo",)))).sections[0]
    place = [column.key for column in table.columns].index("bid")
    assert table.columns[place].title == "Steigern 75"
    assert [row[place] for row in table.rows] == [None, 40, None]


@pytest.mark.parametrize("paid", ["always", "winners", "losers"])
def test_laufende_are_listed_whoever_must_hold_them(paid: str) -> None:
    """A table that pays them to one side only still reads from when."""
    tariff = tariffs.find("sauspiel")
    assert tariff.laufende is not None
    table = prices_report(tariff._replace(laufende=tariff.laufende._replace(paid=paid))).sections[0]
    assert {row[0]: row[-1] for row in table.rows}["Wenz"] == 2


@pytest.mark.parametrize("name", tariffs.shipped())
def test_price_list_hangs_on_a_wall(name: str) -> None:
    """Every shipped tariff's list fits into 80 columns and shows "–" for what is not played."""
    text = render(prices_report(tariffs.find(name)), "text")
    assert max(map(shown.width, text.splitlines())) <= 80
    assert "–" in text or name in ("saukopf", "heilsbronn")
    assert "zusammengeworfen" not in text


def test_price_list_speaks_the_tables_words() -> None:
    """A table that says Läufer reads Läufer."""
    text = render(prices_report(tariffs.find("sauspiel")._replace(words={"laufende": "Läufer"})), "text")
    assert "Läufer from" in text
    assert "Laufende" not in text


def rules(tariff: Tariff) -> dict[str, tuple[int | None, int | None, str]]:
    """Return what the lower half of a price list says: rule -> amount, factor, how."""
    return {row.rule: (row.amount, row.times, row.how) for row in rule_rows(tariff)}


@pytest.mark.parametrize(
    ("tariff", "rule", "said"),
    [
        pytest.param("lamers", "Won", (None, None, "with 61 Augen; the opponents with 60"), id="wins"),
        pytest.param("bsv", "Out of Schneider", (None, None, "with 31 Augen; the opponents with 30"), id="schneider"),
        pytest.param("sauspiel", "Laufende, each", (10, None, "from 3; Wenz, Geier from 2; Farbwenz, Farbgeier from 3"),
                     id="laufende"),
        pytest.param("lamers", "Tout", (None, 2, "Schneider, Schwarz, Laufende count"), id="tout-all-count"),
        pytest.param("bsv", "Sie", (None, 4, "Laufende count"), id="sie"),
        pytest.param("grundzuege", "Stoß", (None, 2, "each of Stoß, Zruck, and on"), id="kontra-unlimited"),
        pytest.param("wiki", "Stock", (10, None, "from each player dealt in after a throw-in"), id="stock"),
        pytest.param("wiki", "Stock lost", (None, None, "it stays"), id="stock-stays"),
        pytest.param("grundzuege", "Stock lost", (None, None, "the declarers' side pays in what it holds"),
                     id="stock-doubles"),
        pytest.param("grundzuege", "Muss", (None, None, "won with 60 Augen"), id="forced"),
        pytest.param("p-seminar", "Durchmarsch", (None, None, "from 91 Augen on"), id="durchmarsch"),
        pytest.param("wiki", "Rounds", (None, None, "Schieber, Hadsch, Ramsch, Allgäuer, Blauer Habicht"), id="rounds"),
    ],
)  # fmt: skip
def test_rules_of_shipped_tariffs(tariff: str, rule: str, said: tuple[int | None, int | None, str]) -> None:
    """Each setting is read with its amount or its factor, as the tariff has it."""
    assert rules(tariffs.find(tariff))[rule] == said


@pytest.mark.parametrize(
    ("changed", "rule", "said"),
    [
        pytest.param({"bock": Bock(("thrown_in", "tie_60"), "round", "stacked")}, "Bock",
                     (None, 2, "a full round after a thrown-in deal, 60:60; a new one during it counts once more"),
                     id="bock"),
        pytest.param({"klopfen": Klopfen(None, "linear")}, "Klopfen",
                     (None, 2, "each player who knocks; two make × 3, three × 4 and so on"), id="klopfen-linear"),
        pytest.param({"klopfen": Klopfen(9, (2, 3, 5, 8), per_person=3, games=("sauspiel",))}, "Klopfen",
                     (None, 2, ("each player who knocks, at most 9 together; everybody, up to 3 times; "
                                "one, two and so on make × 2, × 3, × 5, × 8; only in Sauspiel")), id="klopfen-listed"),
        pytest.param({"bock": Bock(("lost_herz_solo",), times=3)}, "Bock",
                     (None, 3, "the next hand after a lost Herz-Solo; a new one during it makes it longer"),
                     id="bock-trebles"),
        pytest.param({"schwarz": Schwarz(times=2)}, "Schwarz", (None, 2, "everything added before it is multiplied"),
                     id="schwarz-multiplies"),
        pytest.param({"schneider": Schneider({"sauspiel": 20, "other": 10})}, "Schneider (else)", (10, None, ""),
                     id="schneider-by-game"),
        pytest.param({"laufende": Laufende(10, ohne_price=20)}, "Laufende of the losers, each", (20, None, ""),
                     id="laufende-without"),
        pytest.param({"laufende": Laufende(10, ohne="caller", doubled=False)}, "Laufende, each",
                     (10, None, ("from 3; those of the opponents are the caller's alone (partner games); "
                                 "Klopfen, Kontra and Bock do not multiply them")), id="laufende-of-the-caller"),
        pytest.param({"tout": Tout(schwarz=True)}, "Tout", (None, 2, "Schwarz, Laufende count"), id="tout-finer"),
        pytest.param({"tout": Tout(), "laufende": None}, "Tout", (None, 2, "nothing else counts"),
                     id="tout-no-laufende-to-count"),
        pytest.param({"tout": Tout(schneider_schwarz=True), "schwarz": None, "laufende": None}, "Tout",
                     (None, 2, "Schneider counts"), id="tout-one-part-is-there"),
        pytest.param({"tout": Tout(), "schneider": Schneider(10, games=("sauspiel",)), "schwarz": None,
                      "laufende": Laufende(10, games=("sauspiel",))}, "Tout", (None, 2, "nothing else counts"),
                     id="tout-nothing-holds-in-its-games"),
        pytest.param({"tout": Tout(laufende=False)}, "Tout", (None, 2, "nothing else counts"), id="tout-nothing"),
        pytest.param({"doublings": Doublings(("klopfen", "kontra", "tout"), "linear")}, "Counted together",
                     (None, 2, "Klopfen, Kontra, Tout; two make × 3, three × 4 and so on"), id="counted-together"),
        pytest.param({"bids": Bids(10, 15)}, "Steigern", (10, None, "for every 15 Augen bid above 61"), id="bids"),
        pytest.param({"bids": None}, "Steigern", (None, None, "not played"), id="no-bids"),
        pytest.param({"stock": Stock(10, lost_each=20, empty="nothing", to="caller")}, "Stock lost",
                     (20, None, "from each who pays (the caller); only where it holds something"), id="stock-each"),
        pytest.param({"stock": Stock(10, refill=True)}, "Stock won",
                     (None, None, "the declarers' side takes it (Sauspiel); then everybody dealt in pays in again"),
                     id="stock-refilled"),
        pytest.param({"stock": Stock(10, won="stays")}, "Stock won", (None, None, "it stays (Sauspiel)"),
                     id="stock-won-stays"),
        pytest.param({"ramsch": RamschRules(jungfrau_adds=5)}, "Jungfrau, on top", (5, None, "added for each"),
                     id="jungfrau-adds"),
        pytest.param({"ramsch": RamschRules(durchmarsch=Durchmarsch(45, 70, jungfrau=True))}, "Durchmarsch",
                     (70, None, "from 45 Augen on; Jungfrauen count"), id="durchmarsch-with-jungfrauen"),
        pytest.param({"ramsch": RamschRules(losers=2)}, "Ramsch lost",
                     (None, None, "by two: who has most pays who has fewest, the second the third"), id="two-losers"),
        pytest.param({"ramsch": RamschRules(kontra="own")}, "Kontra in a Ramsch",
                     (None, None, "doubles what its player pays and gets"), id="kontra-in-a-ramsch"),
        pytest.param({"ceiling": 500, "ceiling_of": "value"}, "Ceiling",
                     (500, None, "no hand is worth more; before a player's own doublings"), id="ceiling-of"),
        pytest.param({"stock": Stock(10, lost=50, to="caller")}, "Stock lost",
                     (50, None, "the caller pays in"), id="stock-fixed-sum"),
        pytest.param({"stock": Stock(10, max_per_person=200)}, "Stock, at most", (200, None, "a person in one hand"),
                     id="stock-capped"),
        pytest.param({"ceiling": 500}, "Ceiling", (500, None, "no hand is worth more"), id="ceiling"),
        pytest.param({"announced": Announced(schwarz=30)}, "Schwarz announced", (30, None, "lost when missed"),
                     id="announced"),
        pytest.param({"laufende": Laufende(10, schedule={3: 20, 5: 50})}, "5 Laufende", (50, None, "all together"),
                     id="laufende-schedule"),
    ],
)  # fmt: skip
def test_rules_found_at_other_tables(
    changed: dict[str, Any], rule: str, said: tuple[int | None, int | None, str]
) -> None:
    """Settings that no document has are read as well."""
    assert rules(WIKI._replace(**changed))[rule] == said


def test_rules_leave_out_what_a_table_does_not_play() -> None:
    """No Klopfen, no Stock, no Tout: no line for them."""
    assert list(rules(tariffs.find("saukopf"))) == [
        "Won",
        "Schneider",
        "Out of Schneider",
        "Schwarz",
        "Laufende, each",
        "Kontra",
        "Ramsch tied",
    ]


# -- settlement ---------------------------------------------------------------------------------------


def test_settlement_as_text() -> None:
    """Who pays whom in euros, the balances this settles, and what the plan promises."""
    balances = {"Anna": 360, "Bene": 0, "Christl": -560, "Dani": 200, "Stock": 0}
    text = render(settlement_report(fewest(balances), balances, "ct", "Settlement"), "text")
    assert re.search(r"Christl +Anna +3\.60\n", text)
    assert "Stock" not in text
    assert "2.00\n\nNo other way needs fewer payments.\n\nBalances" in text


@pytest.mark.parametrize(
    ("plan", "note"),
    [
        pytest.param(Plan((), exact=True), "Nobody owes anybody anything.", id="settled"),
        pytest.param(
            Plan(fewest({"a": 1, "b": -1}).transfers, exact=False), "Fewer payments might be possible.", id="open"
        ),
    ],
)
def test_settlement_says_what_it_promises(plan: Plan, note: str) -> None:
    """A plan that is not proved minimal says so."""
    assert settlement_report(plan, {}, "ct", "x").notes == (note,)


def test_why_lists_the_largest_loss_first_and_adds_up() -> None:
    """Each debtor's hands, dearest first, then the others, and together the debt."""
    _, lines = lamers_evening()
    report = why_report(hand_sources(lines, FIVE_TEXTS), "ct", "Why", most=2)
    assert report.sections[0].rows == (
        ("Christl", "3", "fs c- tpk", -480),
        ("Christl", "5", "fs a tl5", -180),
        ("Christl", "", "all the others", 100),
        ("Christl", "", "together", -560),
    )


def test_why_names_events_that_moved_money() -> None:
    """What somebody paid into the Stock is a reason too; void hands are none."""
    _, lines, texts = eventful_evening()
    rows = why_report(hand_sources(lines, texts), "ct", "Why", most=99).sections[0].rows
    assert ("Anna", "", "paid into the Stock", -40) in rows
    assert not any("3" in row[1:2] for row in rows)
    for name in {row[0] for row in rows}:
        *parts, (_, _, label, owed) = [row for row in rows if row[0] == name]
        assert label == "together"
        assert sum(row[3] for row in parts) == owed  # type: ignore[misc]


def test_why_leaves_the_stock_out() -> None:
    """A Stock that was emptied owes nobody anything."""
    hands = [Source("1", "x", {"Anna": 40, STOCK: -40}), Source("2", "y", {"Anna": -60, "Bene": 60})]
    assert {row[0] for row in why_report(hands, "ct", "Why").sections[0].rows} == {"Anna"}


def test_settlement_takes_the_reasons_along() -> None:
    """`settle --why` is one report."""
    _, lines = lamers_evening()
    balances = lines[-1].state.balances
    why = why_report(hand_sources(lines, FIVE_TEXTS), "ct", "Why")
    report = settlement_report(fewest(balances), balances, "ct", "Settlement", why=why)
    assert [table.key for table in report.sections] == ["transfers", "balances", "why"]


# -- the board ----------------------------------------------------------------------------------------

STEERING = re.compile(r"\x1b\[[\d;]+m")
BOARD = """\
Stammtisch · hand 3

                    €  last hand  hands
  1 a  Anna     −0.20      −0.20      1
  2 b  Bene     −0.10                 0
★ 3 c  Christl  +0.30      +0.40      1  deals, sits out
★ 4 d  Dani     +0.30      +0.40      1
  5 e  Eva      −0.30      −0.20      1
       Stock     0.00      −0.40

   1  x
   2  s cd n
"""


def test_board() -> None:
    """Balances, the last change, the Stock, who deals and who sits out, the last hands."""
    _, lines, _ = eventful_evening()
    assert board("Stammtisch", lines[1].state, WIKI, lines[1], (Recent(1, "x", 0), Recent(2, "s cd n", 0))) == BOARD


def test_board_says_what_is_in_force() -> None:
    """Bock and a special round stand there with what is left of them and why, and who has left."""
    _, lines, _ = eventful_evening()
    text = board("Stammtisch", lines[8].state, WIKI, lines[8])
    assert "\nBock, 3 hands left, ordered after hand 3\n" in text
    assert "\nRound: Hadsch, 3 deals left, ordered after hand 3\n" in text
    assert re.search(r"Anna +−0\.20 +1 +has left", text)


@pytest.mark.parametrize(
    ("since", "why"),
    [
        pytest.param(Cause("thrown_in", 12), "after hand 12 was thrown in", id="thrown-in"),
        pytest.param(Cause("lost_solo", 3), "after hand 3, a lost solo", id="lost-solo"),
        pytest.param(Cause("herz_solo", 3), "after hand 3, a Herz-Solo", id="herz-solo"),
        pytest.param(Cause("lost_kontra", 3), "after hand 3, a Kontra that was lost", id="lost-kontra"),
        pytest.param(Cause("schwarz", 3), "after hand 3, a Schwarz", id="schwarz"),
        pytest.param(Cause("tie_60", 3), "after hand 3, a 60:60", id="tie"),
        pytest.param(Cause(ORDERED, 3), "ordered after hand 3", id="ordered"),
        pytest.param(Cause(ORDERED, 0), "ordered before hand 1", id="ordered-at-once"),
    ],
)
def test_board_says_why_bock_is_in_force(since: Cause, why: str) -> None:
    """Every trigger of a tariff, and the table's own word, is a reason with its hand."""
    state = start(FOUR)._replace(bock=(3,), bock_since=(since,))
    assert f"\nBock, 3 hands left, {why}\n" in board("x", state, LAMERS)


def test_board_has_a_reason_for_every_trigger() -> None:
    """No trigger that a tariff can have is without words."""
    assert all(because(Cause(trigger, 7)) for trigger in TRIGGERS)


def test_board_of_two_bock_counters() -> None:
    """Two counters in force make the next hand count four times; each has its own reason."""
    state = start(FOUR)._replace(bock=(1, 4), bock_since=(Cause("thrown_in", 2), Cause("lost_solo", 5)))
    assert (
        "\nBock: the next hand counts × 4\n"
        "Bock, 1 hand left, after hand 2 was thrown in\n"
        "Bock, 4 hands left, after hand 5, a lost solo\n"
    ) in board("x", state, LAMERS)


@pytest.mark.parametrize(
    ("changed", "times"),
    [
        pytest.param({"bock": Bock(times=3)}, 9, id="trebled"),
        pytest.param({"bock": Bock(growth=(2, 5))}, 5, id="listed"),
        pytest.param({"doublings": Doublings(("bock", "klopfen"), "linear")}, 3, id="counted-together"),
        pytest.param({"bock": Bock(games=("solo", "wenz"))}, "4, if it is a Solo or Wenz", id="in-some-games"),
    ],
)
def test_board_says_what_two_bock_make_here(changed: dict[str, Any], times: int | str) -> None:
    """Two counters in force multiply as the tariff says."""
    state = start(FOUR)._replace(bock=(1, 4), bock_since=(Cause("thrown_in", 2), Cause("lost_herz_solo", 5)))
    text = board("x", state, LAMERS._replace(**changed))
    assert f"\nBock: the next hand counts × {times}\n" in text
    assert "\nBock, 4 hands left, after hand 5, a lost Herz-Solo\n" in text


def test_board_lists_few_bock_counters() -> None:
    """A table that stacks Bock without end still sees the balances: the board does not grow."""
    state = start(FOUR)._replace(bock=(1,) * 9, bock_since=(Cause("thrown_in", 2),) * 9)
    assert board("x", state, LAMERS).endswith("thrown in\nand 6 more Bock\n")


def test_board_shows_a_person_who_was_forgotten() -> None:
    """How many hands each was dealt in stands beside the name: 0 where somebody never was."""
    state = start((*FOUR, "Eva"))._replace(dealt={**dict.fromkeys(FOUR, 12), "Eva": 0})
    text = board("x", state, WIKI)
    assert re.search(r"Anna +0\.00 +12 ", text)
    assert re.search(r"Eva +0\.00 +0\n", text)


def test_board_hides_a_stock_that_the_tariff_does_not_know() -> None:
    """No Stock in the tariff and nothing in it: no line for it."""
    assert "Stock" not in board("x", start(FOUR), LAMERS)
    assert "Stock" in board("x", start(FOUR, stock=40), LAMERS)


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_board_fits_a_small_terminal(columns: int, colour: bool) -> None:
    """Seven people with long wide names, everything in force and eight hands: no longer, no wider."""
    people = tuple(letter * 20 for letter in "日本語一二三四")
    hands: list[Entry] = [Passed(dealer=people[0]), BockOrder(4), RoundOrder("schieber"), Passed()]
    *_, line = play(hands, start(people), WIKI)
    recent = [Recent(n, "words " * 30, 20) for n in range(8)]
    text = board("Titel " * 30, line.state, WIKI, line, recent, colour=colour, columns=columns)
    text = STEERING.sub("", text)
    assert max(map(shown.width, text.splitlines())) <= columns
    assert "deals, sits out" in text
    assert len(text.splitlines()) <= 24
    assert text.splitlines()[0].endswith("Titel… · hand 3")


def test_board_colours_only_when_asked() -> None:
    """Without colour no escape; with it names and balances are bold, gains green, losses red, the words the same."""
    _, lines = lamers_evening()
    plain = board("x", lines[0].state, LAMERS, lines[0])
    coloured = board("x", lines[0].state, LAMERS, lines[0], colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1mAnna" in coloured
    assert re.search(r"\x1b\[1;32m *\+0\.60", coloured)
    assert re.search(r"\x1b\[31m *−0\.60", coloured)
    assert STEERING.sub("", coloured) == plain


@pytest.mark.parametrize("colour", [False, True])
def test_board_fills_a_wide_window(colour: bool) -> None:
    """From 100 columns on the last hands stand beside the balances, and the column where they begin is the same."""
    _, lines, _ = eventful_evening()
    recent = [Recent(number, f"hand-{number}", 20) for number in range(1, 13)]
    text = STEERING.sub("", board("x", lines[8].state, WIKI, lines[8], recent, colour=colour, columns=100))
    places = {row.index(f"  hand-{number}") for number, row in enumerate(text.splitlines()[2:], 1)}
    assert len(places) == 1
    assert "Bock, 3 hands left, ordered after hand 3   " in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("rows", "numbers"),
    [
        pytest.param(None, range(1, 31), id="no-window"),
        pytest.param(30, range(14, 31), id="high"),
        pytest.param(14, range(30, 31), id="low"),
        pytest.param(12, range(0), id="no-room"),
    ],
)
def test_board_shows_as_many_hands_as_there_is_room_for(rows: int | None, numbers: range) -> None:
    """The newest stand there, and some rows stay free below them."""
    recent = [Recent(number, f"hand-{number}", 20) for number in range(1, 31)]
    text = board("x", start(FOUR), LAMERS, recent=recent, rows=rows)
    assert [int(number) for number in re.findall(r"hand-(\d+)", text)] == [*numbers]


def test_board_of_a_low_window_is_the_balances() -> None:
    """What is free around them goes first, then what does not fit of a sentence; everybody keeps a row."""
    state = start(FOUR)._replace(bock=(3,), bock_since=(Cause("lost_herz_solo", 5),))
    text = board("x", state, LAMERS, recent=[Recent(1, "x", 0)], columns=40, rows=7)
    assert text.splitlines()[1:] == [
        "                   €  hands",
        "  1 a  Anna     0.00      0  deals",
        "  2 b  Bene     0.00      0",
        "  3 c  Christl  0.00      0",
        "  4 d  Dani     0.00      0",
        "Bock, 3 hands left, after hand 5, a…",
    ]


@pytest.mark.parametrize(
    ("people", "keys"),
    [
        pytest.param(FOUR, ["1 a", "2 b", "3 c", "4 d"], id="initials"),
        pytest.param(("Sepp", "Sabine", "Toni", "Vroni"), ["1 se", "2 sa", "3 t ", "4 v "], id="clashing"),
        pytest.param(("Christl", "Christian", "Max"), ["1  ", "2  ", "3 m"], id="long-starts"),
        pytest.param(("Anna", "Ann", "2", "Eva"), ["1 anna", "  ann ", "3     ", "4 e   "], id="no-key"),
    ],
)
def test_board_says_how_everybody_is_typed(people: tuple[str, ...], keys: list[str]) -> None:
    """Beside a name stand the seat and the shortest start, and each of them means this person and nobody else."""
    rows = board("x", start(people), LAMERS).splitlines()[3:]
    assert [row[2 : 2 + len(key)] for row, key in zip(rows, keys, strict=True)] == keys
    for person, key in zip(people, keys, strict=True):
        assert all(seats(people).find(word) == [person] for word in key.split())


def test_board_marks_who_leads() -> None:
    """A star stands before everybody who has the most, if that is above 0; never before the Stock."""
    balances = {"Anna": 40, "Bene": -80, "Christl": 40, "Dani": 0, "Stock": 100}
    rows = board("x", start(FOUR)._replace(balances=balances), WIKI).splitlines()[3:]
    assert [row[0] for row in rows] == ["★", " ", "★", " ", " "]
    assert "★" not in board("x", start(FOUR), WIKI)


@pytest.mark.parametrize("columns", range(40, 130, 3))
@pytest.mark.parametrize(
    "people", [FOUR, ("Maximiliane", "Bartholomäus Hinterhuber", "日本語の人", "Eva", "Ida", "Jo", "Kay")]
)
def test_board_breaks_no_word(people: tuple[str, ...], columns: int) -> None:
    """At any width every word is whole, or is a name that is cut; amounts are always whole."""
    balances = {**dict.fromkeys(people, 0), people[0]: -123450, people[-1]: 123450, "Stock": 0}
    state = start(people)._replace(balances=balances, bock=(3,), bock_since=(Cause("lost_herz_solo", 5),))
    recent = [Recent(1, "hs a 93l4k", 200, "was hs b 88")]
    text = board("Abend im Gasthof", state, WIKI, recent=recent, columns=columns)
    words = {
        "Abend",
        "im",
        "Gasthof",
        "hand",
        "1",
        "€",
        "hands",
        "deals",
        "sits",
        "out",
        "deals,",
        "left,",
        "after",
        "5,",
    }
    words |= {
        "Bock,",
        "3",
        "lost",
        "Herz-Solo",
        "a",
        "hs",
        "93l4k",
        "2.00",
        "was",
        "b",
        "88",
        "Stock",
        "·",
        "★",
        "0.00",
        "0",
    }
    words |= {"−1234.50", "+1234.50", *"1234567"}
    left_over = {word.removesuffix("…") for word in text.split()} - words
    names = {part for name in people for part in name.split()}
    keys = {seats(people).shortest_start(person) for person in people}
    assert all(word in keys or any(name.startswith(word) for name in names) for word in left_over), left_over
    assert {"−1234.50", "+1234.50"} <= set(text.split())


def test_board_is_clean_of_control_characters() -> None:
    """A title or a hand's note cannot steer the terminal."""
    text = board("x\x1b[2J", start(FOUR), LAMERS, recent=[Recent(1, "\x1b]0;evil\x07", 0)])
    assert not re.search("[\x00-\x09\x0b-\x1f]", text)


@pytest.mark.long
def test_board_imports_nothing_heavy() -> None:
    """What `add` and `show` print waits for no table, csv, html or json library."""
    code = (
        "import sys, sklog.reports.board, sklog.reports.explain\n"
        "heavy = {'tabulate', 'csv', 'html', 'difflib', 'json', 'textwrap', 'wcwidth', 'yaml'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_show_report_has_what_the_board_has() -> None:
    """`show` in the other formats: the same facts, typed."""
    _, lines, _ = eventful_evening()
    report = show_report("Stammtisch", lines[8].state, WIKI, [Recent(5, "x", 40)], 6)
    data = json.loads(render(report, "json"))
    assert list(data["facts"].items()) == [
        ("hand", 6),
        ("dealer", "Eva"),
        ("doublings", 1),
        ("bock", 3),
        ("round", "hadsch"),
        ("round_left", 3),
    ]
    assert data["tables"]["balances"][1] == {"name": "Bene", "balance": 460, "hands": 1, "part": None}
    assert data["tables"]["recent"] == [{"hand": 5, "what": "x", "value": 40, "was": ""}]


def test_listing_is_one_table() -> None:
    """The lists of tariffs, evenings and players are one call."""
    report = listing("tariffs", "Tariffs", [Column("name", "Name", Kind.TEXT)], [["lamers"], ["wiki"]])
    assert render(report, "text") == "Tariffs\n\nName\n------\nlamers\nwiki\n"
