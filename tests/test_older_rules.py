"""What tariffs said before the rules in print: read today it means what it meant, and is kept as it was."""

import json
from typing import Any

import pytest
from playing import Facts, postings, ramsch, row, sauspiel, scored, solo, tariff

from sklog import tariffs
from sklog.errors import IllegalHand, TariffError
from sklog.scoring.settings import from_mapping, stored, to_mapping
from sklog.scoring.tariff import Bids, Bock, Doublings, Tariff

SMALL = "name: small\ngames: [sauspiel, solo]\nprices: {partner: 10, solo: 20}\n"


def read(text: str) -> Tariff:
    """Read a small tariff with more lines."""
    return tariffs.read(SMALL + text, "small.yaml")


def child(text: str, parent: str) -> Tariff:
    """Read a tariff that extends the small one with more lines."""
    return tariffs.read(
        f"name: child\nextends: small\n{text}\n", "child.yaml", lambda *_: (SMALL + parent, "small.yaml")
    )


# -- spellings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "bids"),
    [("bids: yes", Bids()), ("bids: no", None), ("bids: {}", Bids()), ("bids: none", None), ("", Bids())],
)
def test_bids_are_yes_or_no(said: str, bids: Bids | None) -> None:
    """A bid is allowed and costs nothing, or it is not."""
    assert read(said).bids == bids


SPELLINGS: dict[str, tuple[str, Facts, int]] = {
    # settings of a table that extends wiki, hand, value
    "bids: yes, and they cost nothing": row(sauspiel(bid=95, augen=95), 20, "bids: yes"),
    "laufende.by_game: from the least of its own": row(
        sauspiel(laufende=2, won=True), 30, "laufende: {by_game: {sauspiel: 2}}"
    ),
    "laufende.by_game: a game that it does not name": row(
        sauspiel(laufende=3, won=True), 10, "laufende: {from: 4, by_game: {wenz: 2}}"
    ),
    "laufende.by_game: beside prices by game": row(
        solo("wenz", laufende=1, won=True), 40, "laufende: {price: {wenz: 20, other: 5}, by_game: {wenz: 1}}"
    ),
    "kontra.games: where it is allowed": row(solo(kontra=2, won=True), 80, "kontra: {games: [solo]}"),
    "tout: Schneider and Schwarz by one key": row(solo(tout=True, won=True), 40, "tout: {schneider_schwarz: no}"),
    "tout: one of them finer": row(solo(tout=True, won=True), 60, "tout: {schneider_schwarz: no, schneider: yes}"),
    "tout: the finer of the other side": row(
        solo(tout=True, won=True), 60, "tout: {schneider_schwarz: yes, schneider: no}"
    ),
    "tout: both finer": row(
        solo(tout=True, won=True), 80, "tout: {schneider_schwarz: no, schneider: yes, schwarz: yes}"
    ),
    "tout: the finer key off again": row(
        solo(tout=True, won=True), 40, "tout: {schneider_schwarz: no, schneider: none}"
    ),
    "sie: Schneider and Schwarz by one key": row(solo(sie=True), 400, "sie: {schneider_schwarz: no}"),
    "sie: one of them finer": row(solo(sie=True), 440, "sie: {schneider_schwarz: no, schwarz: yes}"),
    "klopfen: linear": row(sauspiel(klopfer=3, won=True), 40, "klopfen: {growth: linear}"),
    "ramsch: Jungfrauen of their own": row(ramsch(losers=["Anna"], jungfrauen=["Bene"]), 10, "ramsch: {jungfrau: own}"),
}


@pytest.mark.parametrize(("settings", "hand", "value"), SPELLINGS.values(), ids=list(SPELLINGS))
def test_what_was_said_before_means_the_same(settings: str, hand: Facts, value: int) -> None:
    """A tariff that was written before the finer keys costs what it cost."""
    assert scored(hand, tariff(settings)).value == value


def test_kontra_outside_of_its_games_is_refused() -> None:
    """Where Kontra is allowed in some games only, it is refused in the others."""
    with pytest.raises(IllegalHand, match="has no Kontra in Sauspiel"):
        scored(sauspiel(kontra=1, won=True), tariff("kontra: {games: [solo]}"))


def test_what_multiplies_the_stock() -> None:
    """The doublings that count for the Stock are named there, as ever: 15 × 2 × 2 by two, and a Klopfer that is not."""
    rules = tariff("stock: {lost: 15, multiplied: [kontra, bock]}")
    made = scored(sauspiel(won=False, kontra=1, bock=1, klopfer=1), rules)
    assert postings(made) == (-80 - 30, -80 - 30, 80, 80)


# -- keys that cannot stand beside each other ---------------------------------------------------------

INHERITED = {
    # what the parent says of a block, what the child says, and what stands there in the child
    "times drop a price": ("schneider: {price: 5}", "schneider: {times: 2}", {"price": "none", "times": 2}),
    "a price drops times": ("schwarz: {times: 2}", "schwarz: {price: 5}", {"price": 5, "times": "none"}),
    "times drop growth": ("klopfen: {growth: linear}", "klopfen: {times: 3}", {"growth": "power", "times": 3}),
    "growth drops times": ("bock: {times: 3}", "bock: {growth: [2, 3]}", {"growth": [2, 3], "times": "none"}),
    "times drop the growth of a chain": (
        "kontra: {names: [Kontra], growth: linear}",
        "kontra: {times: 4}",
        {"names": ["Kontra"], "growth": "power", "times": 4},
    ),
    "times drop the growth of what counts together": (
        "doublings: {together: [klopfen], growth: linear}",
        "doublings: {times: 3}",
        {"together": ["klopfen"], "growth": "power", "times": 3},
    ),
    "a sum for each drops one together": (
        "stock: {pay_in: 10, lost: 15}",
        "stock: {lost_each: 20}",
        {"pay_in": 10, "lost": "stays", "lost_each": 20},
    ),
    "a sum together drops one for each": (
        "stock: {pay_in: 10, lost_each: 20}",
        "stock: {lost: doubles}",
        {"lost": "doubles", "lost_each": "none"},
    ),
    "a price drops a schedule": (
        "laufende: {schedule: {3: 10}}",
        "laufende: {price: 20}",
        {"price": 20, "schedule": {}},
    ),
    "a schedule stays beside a price that goes with it": (
        "laufende: {schedule: {3: 10}}",
        "laufende: {price: 20, schedule: {4: 25}}",
        {"schedule": {"3": 10, "4": 25}},
    ),
    "both by one key drop one of them": (
        "tout: {schwarz: no}",
        "tout: {schneider_schwarz: yes}",
        {"schneider_schwarz": True, "schwarz": "none"},
    ),
    "what is counted together drops a growth of its own": (
        "klopfen: {growth: linear, max: 3}",
        "doublings: {together: [klopfen]}",
        {"growth": "power", "max": 3},
    ),
    "a price by game that is off costs nothing": (
        "laufende: {price: 10}",
        "laufende: {price: {other: 10, wenz: nein}}",
        {"price": {"other": 10, "wenz": 0}},
    ),
    "none drops nothing": ("schneider: {price: 5}", "schneider: {times: none}", {"price": 5, "times": "none"}),
    "what is not said stays": (
        "schneider: {times: 2, declarers: 31}",
        "schneider: {opponents: 29}",
        {"price": "none", "times": 2, "declarers": 31, "opponents": 29},
    ),
}


@pytest.mark.parametrize(("parent", "said", "there"), INHERITED.values(), ids=list(INHERITED))
def test_an_inherited_key_is_dropped_by_its_opposite(parent: str, said: str, there: dict[str, Any]) -> None:
    """Of two keys that exclude each other the one that a tariff says itself holds."""
    block = to_mapping(child(said, parent))[parent.partition(":")[0]]
    assert {key: block[key] for key in there} == there


BOTH = {
    "schneider": ("schneider: {price: 10, times: 2}", "4:24: schneider: give price or times, not both"),
    "schwarz": ("schwarz: {times: 2, price: 10}", "4:11: schwarz: give price or times, not both"),
    "klopfen": ("klopfen: {growth: linear, times: 3}", "4:27: klopfen: give growth or times, not both"),
    "klopfen by a list": ("klopfen: {growth: [2, 3], times: 3}", "4:27: klopfen: give growth or times, not both"),
    "kontra": ("kontra: {names: [Kontra], growth: linear, times: 3}", "4:43: kontra: give growth or times, not both"),
    "bock": ("bock: {times: 3, growth: [2]}", "4:8: bock: give growth or times, not both"),
    "doublings": ("doublings: {growth: linear, times: 3}", "4:29: doublings: give growth or times, not both"),
    "stock": ("stock: {pay_in: 10, lost: 5, lost_each: 5}", "4:30: stock: give lost or lost_each, not both"),
}


@pytest.mark.parametrize(("said", "sentence"), BOTH.values(), ids=list(BOTH))
def test_both_at_once_are_an_error(said: str, sentence: str) -> None:
    """Two keys that exclude each other are an error, with the line and the column of one of them."""
    with pytest.raises(TariffError) as refused:
        read(said)
    assert [str(problem) for problem in refused.value.problems] == [f"small.yaml:{sentence}"]


# -- stored tariffs -----------------------------------------------------------------------------------

NEW = {
    "": ("doublings", "ceiling_of", "kreuz", "counts", "cap"),
    "schneider": ("times", "games", "doubled"),
    "schwarz": ("times", "games", "doubled"),
    "announced": ("games",),
    "laufende": ("ohne_price", "doubled", "games"),
    "tout": ("schneider", "schwarz", "games"),
    "sie": ("schneider", "schwarz", "games"),
    "kontra": ("growth", "times"),
    "klopfen": ("per_person", "times", "games"),
    "bock": ("growth", "times", "games"),
    "stock": ("won", "lost_each", "empty", "refill"),
    "forced": ("games",),
    "ramsch": ("jungfrau_adds", "losers", "kontra"),
}
"""The keys that an older sklog did not keep, by block."""


def as_kept_before(rules: Tariff) -> dict[str, Any]:
    """Return a tariff as an older sklog kept it in an evening."""
    kept = to_mapping(rules)
    kept["bids"] = rules.bids is not None
    for block, keys in NEW.items():
        there = kept[block] if block else kept
        for key in keys if isinstance(there, dict) else ():
            del there[key]
    if isinstance(kept["ramsch"]["durchmarsch"], dict):
        del kept["ramsch"]["durchmarsch"]["jungfrau"]
    return kept


SHIPPED_BEFORE = ("bsv", "grundzuege", "lamers", "p-seminar", "saukopf", "sauspiel", "wiki")
"""The points lists of tournaments came later: two of them say of a rule in which games it holds."""


def before(settings: str) -> Tariff:
    """Return the tariff of an evening that an older sklog began with these settings."""
    return from_mapping(as_kept_before(tariff(settings)))


@pytest.mark.parametrize("name", SHIPPED_BEFORE)
def test_a_shipped_tariff_was_kept_whole(name: str) -> None:
    """What an older sklog kept of a tariff is the same tariff today."""
    assert from_mapping(as_kept_before(tariffs.find(name))) == tariffs.find(name)


@pytest.mark.parametrize(("said", "bids"), [("bids: yes", Bids()), ("bids: no", None)])
def test_stored_bids_were_true_or_false(said: str, bids: Bids | None) -> None:
    """A stored yes is Steigern that costs nothing, a stored no is none."""
    assert before(said).bids == bids


@pytest.mark.parametrize(
    ("key", "said"), [("ramsch", False), ("thrown_in", False), ("schneider", True), ("tout", True)]
)
def test_only_steigern_was_ever_true_or_false(key: str, *, said: bool) -> None:
    """A part that was never kept as yes or no is no tariff's: it is refused, and does not go missing."""
    with pytest.raises(TypeError):
        from_mapping({**as_kept_before(tariff("")), key: said})


def test_a_stored_price_was_never_false() -> None:
    """What is no price is refused: the price of another game would take its place."""
    kept = as_kept_before(tariff(""))
    with pytest.raises(TypeError):
        from_mapping({**kept, "prices": {**kept["prices"], "partner": False}})


def test_stored_without_is_what_it_was() -> None:
    """Laufende of the losers counted only for the caller's side that won, and then for both."""
    rules = before("laufende: {ohne: caller}")
    assert rules.laufende == tariff("laufende: {ohne: caller_won}").laufende
    won = sauspiel(laufende=3, laufende_of="opponents", won=True)
    lost = sauspiel(laufende=3, won=False)
    assert [postings(scored(hand, rules)) for hand in (won, lost)] == [(40, 40, -40, -40), (-10, -10, 10, 10)]


def test_a_stored_ceiling_bounded_the_value_alone() -> None:
    """What a Jungfrau gets for herself went beyond it; with other Jungfrauen nothing did, so nothing is changed."""
    hand = ramsch(losers=["Anna"], jungfrauen=["Bene"])
    assert postings(scored(hand, before("ceiling: 15\nramsch: {jungfrau: own}"))) == (-40, 20, 10, 10)
    assert before("ceiling: 15").ceiling_of == "payment"


@pytest.mark.parametrize("settings", ["laufende: {ohne: caller}", "ceiling: 15\nramsch: {jungfrau: own}"])
def test_a_tariff_of_today_is_kept_as_it_is(settings: str) -> None:
    """What is kept today says of itself that it knew the new rules."""
    assert from_mapping(to_mapping(tariff(settings))) == tariff(settings)


def test_an_old_meaning_is_kept_once_more() -> None:
    """An evening that is exported and imported again goes on meaning what it meant."""
    rules = before("laufende: {ohne: caller}\nceiling: 15\nramsch: {jungfrau: own}")
    assert from_mapping(to_mapping(rules)) == rules


def test_what_was_not_there_changes_nothing() -> None:
    """No doubling counts together with others in an evening from before, and no Bock grows otherwise."""
    rules = before("")
    assert (rules.doublings, rules.bock) == (Doublings(), Bock())


@pytest.mark.parametrize("name", SHIPPED_BEFORE)
def test_a_shipped_tariff_is_kept_as_before(name: str) -> None:
    """Of a tariff that says nothing new a ledger holds the very letters that an older sklog held."""
    found = tariffs.find(name)
    assert json.dumps(stored(found)) == json.dumps(as_kept_before(found))


OLDER_WORDS = {
    "no Steigern": "bids: no",
    "no Laufende": "laufende: none",
    "Laufende of the losers": "laufende: {ohne: caller}",
    "a ceiling of the value alone": "ceiling: 15\nramsch: {jungfrau: own}",
    "both": "laufende: {ohne: caller}\nceiling: 15\nramsch: {jungfrau: own}",
}


@pytest.mark.parametrize("settings", OLDER_WORDS.values(), ids=list(OLDER_WORDS))
def test_an_older_tariff_is_kept_as_before(settings: str) -> None:
    """What was kept by an older sklog is kept again in its words, to the letter."""
    kept = as_kept_before(tariff(settings))
    assert json.dumps(stored(from_mapping(kept))) == json.dumps(kept)


NEWER_WORDS = {
    "a price for each step of a bid": "bids: {price: 10}",
    "a key that an older sklog did not know": "klopfen: {per_person: 3}",
    "a part that it did not know": "doublings: {together: [klopfen]}",
    "Laufende of the caller alone": "laufende: {ohne: caller}",
    "a ceiling of what one pays": "ceiling: 15\nramsch: {jungfrau: own}",
    "a price of every other game": "prices: {other: 5}",
    "a price by result": "prices: {wenz: {won: 10, lost: 20}}",
    "a price of a Tout": "prices: {tout: 90}",
    "a price of a Sie in one game": "prices: {solo-sie: 90}",
    "Schneider outside of Kontra": "schneider: {doubled: no}",
    "60:60 over Kreuz is played again": "kreuz: {tie: again}",
    "a tie of a Ramsch by seat": "ramsch: {tie: [seat]}",
    "an extra by game": "schneider: {price: {wenz: 10}}",
    "factors one by one": "klopfen: {growth: [2, 3]}",
    "Bock after a Herz-Solo that was lost": "bock: {after: [lost_herz_solo]}",
    "every Jungfrau doubles for each": "ramsch: {jungfrau: own_each}",
    "two people with 32 cards": "people: [2]\ngames: [wenz]\ndeck: {2: long}",
    "a Durchmarsch of which two can be": "ramsch: {durchmarsch: {augen: 60}}",
}


@pytest.mark.parametrize("settings", NEWER_WORDS.values(), ids=list(NEWER_WORDS))
def test_what_an_older_sklog_could_not_say_is_kept_whole(settings: str) -> None:
    """A tariff that means something new is kept with every key, so that nobody reads an older meaning into it."""
    assert stored(tariff(settings)) == to_mapping(tariff(settings))
