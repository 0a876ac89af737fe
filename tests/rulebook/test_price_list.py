"""The price list: what each game costs, and every rule in words."""

from typing import Any

import pytest
import tariff_strategies
from report_samples import LAMERS, WIKI

from sklog import tariffs
from sklog.reports import format as shown
from sklog.reports.model import Kind, Report
from sklog.reports.render import render
from sklog.rulebook.prices import prices_report
from sklog.rulebook.rules import rule_rows
from sklog.scoring.settings import settings_of
from sklog.scoring.tariff import (
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
    Tariff,
    Tout,
)
from sklog.tariffs.stakes import price


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


def test_a_lost_game_that_is_dearer_has_its_extras_too() -> None:
    """The note below the list does not say that only a won game has Schneider."""
    tariff = LAMERS._replace(prices={"partner": ByResult(10, 20), "solo": 50})
    report, lost = prices_report(tariff), price(tariff, tariff.games[0], won=False, schneider=True)
    assert lost == 30  # 20 + 10
    assert report.notes[1:] == (
        "The other columns show the price of a won game; a lost one starts from its own price.",
    )


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
        pytest.param({"ramsch": RamschRules(tie=("shared",))}, "Ramsch tied",
                     (None, None, "the loser is whoever is still tied, together with the others"), id="shared-loss"),
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


def amounts(report: Report) -> list[int]:
    """Return every amount of a price list, in its order."""
    return [
        cell
        for one in report.sections
        for row in one.rows
        for column, cell in zip(one.columns, row, strict=True)
        if column.kind is Kind.PRICE and isinstance(cell, int)
    ]


def test_every_price_of_the_list_follows() -> None:
    """At ten times the prices everything costs ten times as much: nothing is left at a price of its own."""
    usual, dear = (amounts(prices_report(tariffs.find(name))) for name in ("sauspiel", "100-200-500"))
    assert dear == [10 * amount for amount in usual]
    assert len(usual) > 20


@pytest.mark.parametrize("rule", [one.attribute for one in settings_of(Tariff) if one.block and one.default is None])
def test_every_rule_stands_on_the_price_list(rule: str) -> None:
    """A table that does without it has another list for the wall."""
    whole = tariff_strategies.everything()._replace(prices={"partner": 10, "solo": 20, "ramsch": 10})
    assert prices_report(whole) != prices_report(whole._replace(**{rule: None}))


LISTS = A, B, C, D, E = ("donau-ries", "self-bar", "grossreuth", "niederfuellbach", "heilsbronn")
PRINTED = {
    # game: what the soloist gets plain, with Schneider, with Schwarz, of a Tout, of a Sie, as far as the list has them
    A: {"Solo": (15, 18, 21, 30, 60), "Wenz": (15, 18, 21, 30, None)},
    B: {"Solo": (15, 18, 21, 42, 84), "Wenz": (15, 18, 21, 42, None)},
    C: {"Solo": (6, 9, 12, 24), "Wenz": (6, 9, 12, 24)},
    D: {
        "Solo": (60, 60, 60, 120),
        "Herz-Solo": (90, 90, 90, 180),
        "Wenz": (60, 60, 60, 120),
        "Geier": (60, 60, 60, 120),
    },
    E: {"Solo": (12, 12, 12), "Wenz": (12, 12, 12)},
}
SAUSPIEL = {D: (5, 10, 15)}
KREUZ = {A: (1, 2, 3), D: (5, 5, 5), E: (1, 2, 3)}


@pytest.mark.parametrize("name", LISTS)
def test_the_price_list_is_what_the_notice_prints(name: str) -> None:
    """The price list of a tariff has each cell of the notice: of solo games a third, which each opponent pays."""
    table = prices_report(tariffs.find(name)).sections[0]
    keys = ("plain", "schneider", "schwarz", "tout", "sie")
    places = [place for place, column in enumerate(table.columns) if column.key in keys]
    cells = {str(row[0]): tuple(row[place] for place in places) for row in table.rows}
    assert cells["Sauspiel"][:3] == SAUSPIEL.get(name, (1, 2, 3))
    assert cells.get("über Kreuz", ())[:3] == KREUZ.get(name, ())
    soloists = {game: tuple(None if cell is None else 3 * cell for cell in cells[game]) for game in PRINTED[name]}
    assert soloists == PRINTED[name]
