"""Tariffs as text: reading, inheriting, finding, keeping and explaining them."""

import contextlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tariff_strategies
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sklog import tariffs, yaml_text
from sklog.errors import NewerProgram, NotFound, TariffError
from sklog.scoring import settings as of_tariffs
from sklog.scoring.games import BY_NAME, CATALOGUE, SUITS, THROWN_IN, Game
from sklog.scoring.settings import first_line, from_mapping, require_sound, rules_of, settings_of, to_mapping
from sklog.scoring.tariff import Bids, Bock, Durchmarsch, Forced, Klopfen, Kontra, Laufende, RamschRules, Stock, Tariff
from sklog.tariffs import describe
from tests import gallery

TOURNAMENTS = ("donau-ries", "grossreuth", "heilsbronn", "niederfuellbach", "self-bar")
SHIPPED = (*sorted(("bsv", "grundzuege", "lamers", "p-seminar", "saukopf", "sauspiel", "wiki", *TOURNAMENTS)),)
SMALL = "name: small\ngames: [sauspiel, solo]\nprices: {partner: 10, solo: 50}\n"

unhurried = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(text: str) -> Tariff:
    """Read a small tariff with more lines."""
    return tariffs.read(SMALL + text, "small.yaml")


def problems(text: str, where: str = "small.yaml") -> list[str]:
    """Return what is said about a text that cannot be read."""
    with pytest.raises(TariffError) as said:
        tariffs.read(text, where)
    return [str(problem) for problem in said.value.problems]


class Shelf:
    """Tariffs by name, for `extends`."""

    def __init__(self, **texts: str) -> None:
        self.texts = texts

    def __call__(self, name: str, _where: str) -> tuple[str, str]:
        """Return a text and the file it is said to be in."""
        return self.texts[name], f"{name}.yaml"


def child(text: str, **parents: str) -> Tariff:
    """Read a tariff that extends `small` or one of `parents`."""
    return tariffs.read(f"name: child\n{text}", "child.yaml", Shelf(small=SMALL, **parents))


# -- the shipped tariffs ------------------------------------------------------------------------------


@pytest.fixture(params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> Tariff:
    """Each shipped tariff in turn."""
    return tariffs.find(request.param)


def test_shipped_tariffs_are_these() -> None:
    """Five documents, two agreements and five points lists of tournaments come with sklog."""
    assert tuple(tariffs.shipped()) == SHIPPED


def test_shipped_tariff_is_called_like_its_file(shipped: Tariff) -> None:
    """The name inside is the name it is found by, and its source is named."""
    assert shipped.name in SHIPPED
    assert shipped.source


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        pytest.param("grundzuege", "prices.solo", "50", id="grundzuege-SE-is-50"),
        pytest.param("grundzuege", "schneider.declarers", "31", id="grundzuege-declarers-need-31"),
        pytest.param("grundzuege", "laufende.only_herren", "yes", id="grundzuege-laffade-are-herren"),
        pytest.param("grundzuege", "kontra.unlimited", "yes", id="grundzuege-stoss-without-limit"),
        pytest.param("grundzuege", "stock.lost", "doubles", id="grundzuege-lost-doubles-the-stock"),
        pytest.param("grundzuege", "forced.wins_from", "60", id="grundzuege-muss-wins-at-60"),
        pytest.param("wiki", "laufende.max", "8", id="wiki-eight-laufende"),
        pytest.param("wiki", "laufende.by_game.habicht", "2", id="wiki-habicht-from-two"),
        pytest.param("wiki", "tout.schneider_schwarz", "yes", id="wiki-tout-exempts-nothing"),
        pytest.param("wiki", "deck.3", "short", id="wiki-three-with-the-short-deck"),
        pytest.param("wiki", "stock.lost", "stays", id="wiki-lost-leaves-the-stock"),
        pytest.param("wiki", "stock.games", "[sauspiel, hochzeit]", id="wiki-partner-games-win-the-stock"),
        pytest.param("wiki", "ramsch.durchmarsch.pays", "herz-solo", id="wiki-durchmarsch-is-a-herz-solo"),
        pytest.param("wiki", "ramsch.tie", "[tricks, trumps, highest]", id="wiki-ramsch-tie"),
        pytest.param("wiki", "forced.wins_from", "61", id="wiki-muss-tie-open"),
        pytest.param("p-seminar", "sie.times", "2", id="p-seminar-sie-is-a-tout"),
        pytest.param("p-seminar", "ramsch.durchmarsch.augen", "91", id="p-seminar-durchmarsch-from-91"),
        pytest.param("p-seminar", "schneider.declarers", "30", id="p-seminar-30-30"),
        pytest.param("lamers", "kontra.names", "[Kontra, Re, Sub, Hirsch]", id="lamers-sub-is-the-third"),
        pytest.param("lamers", "sie.schneider_schwarz", "yes", id="lamers-sie-pays-schwarz"),
        pytest.param("lamers", "laufende.max", "none", id="lamers-fourteen-laufende"),
        pytest.param("saukopf", "unit", "points", id="saukopf-counts-points"),
        pytest.param("saukopf", "tout", "none", id="saukopf-no-tout"),
        pytest.param("sauspiel", "schneider.declarers", "31", id="sauspiel-schneider-with-30"),
        pytest.param("sauspiel", "laufende.by_game.farbwenz", "3", id="sauspiel-farbwenz-from-three"),
        pytest.param("sauspiel", "prices.solo", "50", id="sauspiel-inherits-50"),
        pytest.param("bsv", "kontra.names", "[Stoß, Gegenstoß]", id="bsv-stoss-and-gegenstoss"),
        pytest.param("bsv", "klopfen", "none", id="bsv-no-klopfen"),
        pytest.param("bsv", "sie.times", "4", id="bsv-sie-times-4"),
    ],
)
def test_shipped_setting(name: str, path: str, value: str) -> None:
    """A shipped tariff says what its document says."""
    said: Any = to_mapping(tariffs.find(name))
    for key in path.split("."):
        said = said[key]
    assert yaml_text.flow(said) == value


def test_wiki_plays_everything_but_kreuz() -> None:
    """Document 001 describes every game of the catalogue except über Kreuz."""
    names = {game.name for game in tariffs.find("wiki").games}
    assert names == {game.name for game in CATALOGUE} - {"kreuz"}


@pytest.mark.parametrize("name", ["grundzuege", "wiki"])
def test_bock_instead_of_the_stock(name: str) -> None:
    """The Bock that a shipped file shows commented out reads, and takes the Stock's place."""
    text = (Path(__file__).parents[1] / "tariffs" / f"{name}.yaml").read_text(encoding="utf-8")
    other = re.sub(r"(?m)^stock: .*\n", "", text)
    other = re.sub(r"(?m)^# (stock: none|bock: )", r"\1", other)
    tariff = tariffs.read(other, "bock.yaml")
    assert (tariff.stock, tariff.bock) == (None, Bock(after=("thrown_in",)))


# -- what can be said ---------------------------------------------------------------------------------


def test_small_tariff_has_the_defaults() -> None:
    """What a tariff does not say is as the rules declare it, and throw-ins always belong to it."""
    tariff = read("")
    expected = Tariff(name="small", games=(CATALOGUE[0], CATALOGUE[3], THROWN_IN), prices={"partner": 10, "solo": 50})
    assert tariff == expected


@pytest.mark.parametrize("said", ["zusammengeworfen", "weiter"])
def test_throw_ins_stand_once_and_last(said: str) -> None:
    """Whether written or not, throw-ins are the last game and there once."""
    tariff = tariffs.read(f"name: x\ngames: [{said}, solo]\nprices: {{solo: 50}}", "x.yaml")
    assert [game.name for game in tariff.games] == ["solo", "zusammengeworfen"]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        pytest.param("kontra: [Kontra, Re]", "kontra", Kontra(("Kontra", "Re")), id="kontra-as-a-list"),
        pytest.param("bids: nein", "bids", None, id="german-no"),
        pytest.param("bids: 'ON'", "bids", Bids(), id="quoted-yes"),
        pytest.param("deck: short", "deck", {2: "short", 3: "short", 4: "short"}, id="one-deck-for-all"),
        pytest.param("deck: {3: short}", "deck", {2: "short", 3: "short", 4: "long"}, id="one-deck-other"),
        pytest.param("ramsch: none", "ramsch", RamschRules(), id="ramsch-off-is-the-default"),
        pytest.param("bock: none", "bock", Bock(), id="bock-off-is-the-default"),
        pytest.param("ceiling: none", "ceiling", None, id="no-ceiling"),
        pytest.param("title: 'none'", "title", "none", id="a-title-may-be-any-text"),
        pytest.param("title: 10:20", "title", "10:20", id="no-number-in-base-60"),
        pytest.param("title:", "title", "", id="an-empty-text"),
        pytest.param("words: {laufende: Läufer}", "words", {"laufende": "Läufer"}, id="own-words"),
        pytest.param("prices: {partner: 1, Farbsolo: 2, gruen-solo: 3}", "prices", None, id="prices"),
    ],
)
def test_spelling(text: str, attribute: str, value: object) -> None:
    """A setting has one meaning, in each of its spellings."""
    if attribute == "prices":
        tariff = tariffs.read(f"name: x\ngames: [sauspiel, solo]\n{text}", "x.yaml")
        value = {"partner": 1, "solo": 2, "gras-solo": 3}
    else:
        tariff = read(text)
    assert getattr(tariff, attribute) == value


@pytest.mark.parametrize(
    ("written", "meant"),
    [("allgaeuer", "allgäuer"), ("Allgäuer", "allgäuer"), ("blauer habicht", "blauer-habicht"), ("Hadsch", "hadsch")],
)
def test_rounds_are_found_in_any_spelling(written: str, meant: str) -> None:
    """Umlauts, blanks and capitals make no difference to the name of a round."""
    rounds = read(f"rounds: {{kinds: [{written}]}}").rounds
    assert rounds is not None
    assert rounds.kinds == (meant,)


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ("laufende: {price: 10, by_game: {Bauernwenz: 2}}", ("laufende", "by_game"), "wenz"),
        ("stock: {pay_in: 10, games: [rufspiel]}", ("stock", "games"), "sauspiel"),
        ("kontra: {names: [Kontra], games: [farbsolo]}", ("kontra", "games"), "solo"),
    ],
    ids=["laufende.by_game", "stock.games", "kontra.games"],
)
def test_games_inside_blocks_go_by_their_names(text: str, path: tuple[str, str], name: str) -> None:
    """An alias is kept as the name of its game."""
    block, key = path
    assert list(getattr(getattr(read(text), block), key)) == [name]


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [("lost", "30", 30), ("lost", "doubles", "doubles"), ("at_close", "Anna", "Anna"), ("at_close", "Carry", "carry")],
)
def test_stock_words_and_numbers(key: str, text: str, value: object) -> None:
    """A word of the rule is that word, a number a number, and who gets the Stock may be a person."""
    assert getattr(read(f"stock: {{pay_in: 10, {key}: {text}}}").stock, key) == value


OWN = "games: [sauspiel, solo, {name: Nullouvert, shape: bettel, price: 60, aliases: [ouvert]}]"


def test_own_game_is_one_line() -> None:
    """A table's own game needs a line of its tariff and no code."""
    tariff = child(f"extends: small\n{OWN}")
    assert tariff.games[2] == Game("nullouvert", "Nullouvert", "bettel", aliases=("ouvert",), price=60)


def test_own_game_goes_by_its_alias_elsewhere() -> None:
    """A table's own game can be named wherever a game can."""
    tariff = child(f"extends: small\n{OWN}\nprices: {{Ouvert: 70}}\nkontra: {{names: [Kontra], games: [ouvert]}}")
    assert tariff.prices["nullouvert"] == 70
    assert tariff.kontra == Kontra(("Kontra",), games=("nullouvert",))


@pytest.mark.parametrize(
    ("games", "name"),
    [
        ("[solo, ramsch]", "ramsch"),
        ("[{name: räuber, shape: ramsch, price: 7}, ramsch]", "räuber"),
        ("[ramsch, {name: räuber, shape: ramsch, price: 7}]", "ramsch"),
        ("[solo, wenz]", None),
    ],
)
def test_the_ramsch_of_a_table(games: str, name: str | None) -> None:
    """It is the first of the games that is one, whatever it is called; a table may play none."""
    played = child(f"extends: small\ngames: {games}\nprices: {{ramsch: 10}}").ramsch_game
    assert (played and played.name) == name


@pytest.mark.parametrize(
    ("said", "trumps", "herren", "suits"),
    [
        ("trumps: 4", (4, 4), 4, ()),
        ("trumps: [14, 12], suits: yes", (14, 12), 8, SUITS),
        ("trumps: [11, 9], herren: 3, suits: [laub, herz]", (11, 9), 3, ("gras", "herz")),
    ],
    ids=["one-number", "both-decks", "all-said"],
)
def test_own_game_trumps(said: str, trumps: tuple[int, int], herren: int, suits: tuple[str, ...]) -> None:
    """Trumps are said once or for both decks; how many are Ober or Unter follows unless it is said."""
    game = child(f"extends: small\ngames: [solo, {{name: turm, shape: solo, {said}}}]").games[1]
    assert (game.trumps, game.herren, game.suits) == (trumps, herren, suits)


@pytest.mark.parametrize("title", ["", "  "])
def test_an_empty_title_is_none(title: str) -> None:
    """Who leaves it empty means the game's name, as who leaves it out; what was recorded keeps what it showed."""
    mapping = {**yaml.safe_load(SMALL), "games": [{"name": "turm", "shape": "solo", "title": title}]}
    assert tariffs.read_mapping(mapping, "x.json").games[0].title == "Turm"
    assert tariffs.read_mapping(mapping, "x.json", recorded=True).games[0].title == ""


@pytest.mark.parametrize("key", ["title", "source"])
def test_a_text_that_a_program_leaves_out_is_empty(key: str) -> None:
    """None is no word for it: a tariff without a title is shown by its name."""
    made: Any = read("")._replace(**{key: None})
    assert getattr(tariffs.read_mapping(to_mapping(made), "made"), key) == ""


@pytest.mark.parametrize("shape", ["solo", "bettel", "ramsch"])
def test_pairs_are_for_a_partner_game(shape: str) -> None:
    """Somebody who plays alone has no partner who could sit opposite."""
    text = SMALL.replace("[sauspiel, solo]", f"[{{name: turm, fixed_pairs: yes, shape: {shape}, price: 5}}]")
    assert problems(text) == ['small.yaml:2:22: games: fixed_pairs is for a partner game, and "turm" is not one']


@pytest.mark.parametrize("said", ["trumps: 7", "trumps: [14, 7]", "herren: 4", "trumps: 14, herren: 7"])
def test_a_sie_is_eight_ober_and_unter(said: str) -> None:
    """A game with fewer of them among its trumps has no Sie."""
    text = SMALL.replace("[sauspiel, solo]", f"[{{name: turm, sie: yes, shape: solo, {said}}}]")
    told = 'small.yaml:2:22: games: for a Sie "turm" needs 8 Ober and Unter among its trumps'
    assert problems(text) == [told]


@pytest.mark.parametrize("said", ["", "trumps: 10,", "trumps: [14, 12],"])
def test_a_game_with_a_sie_has_its_eight_ober_and_unter(said: str) -> None:
    """They follow from the Sie, and need not be said."""
    game = child(f"extends: small\ngames: [solo, {{name: turm, shape: solo, {said} sie: yes}}]").games[1]
    assert game.herren == 8


# -- inheriting ---------------------------------------------------------------------------------------

RICH = SMALL + (
    "title: Rich\nsource: a friend\n"
    "laufende: {price: 10, by_game: {wenz: 2, geier: 2}}\n"
    "kontra: {names: [Stoß, Zruck], unlimited: yes}\n"
    "stock: {pay_in: 10, lost: doubles}\nklopfen: none\n"
)


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        pytest.param("", "laufende.price", "10", id="not-said-is-inherited"),
        pytest.param("laufende: {from: 2}", "laufende.price", "10", id="mappings-merge"),
        pytest.param("laufende: {from: 2}", "laufende.from", "2", id="the-child-wins"),
        pytest.param("prices: {solo: 40}", "prices", "{partner: 10, solo: 40}", id="a-key-replaces-a-key"),
        pytest.param("prices: {farbsolo: 40}", "prices", "{partner: 10, solo: 40}", id="an-alias-replaces-its-game"),
        pytest.param("prices: {wenz: 40, solo: 30}", "prices.wenz", "40", id="a-key-comes-along"),
        pytest.param("prices: {tout: 60}", "prices.tout", "60", id="a-price-of-a-tout-comes-along"),
        pytest.param("laufende: {by_game: {bauernwenz: none}}", "laufende.by_game", "{geier: 2}", id="one-key-off"),
        pytest.param("laufende: {by_game: none}", "laufende.by_game", "{}", id="all-keys-off"),
        pytest.param("laufende: none", "laufende", "none", id="a-block-off"),
        pytest.param("klopfen: {max: 2}", "klopfen.growth", "power", id="afresh-after-none"),
        pytest.param("kontra: [Kontra]", "kontra.names", "[Kontra]", id="lists-replace"),
        pytest.param("kontra: [Kontra]", "kontra.unlimited", "no", id="a-plain-chain-replaces-the-block"),
        pytest.param("kontra: {games: [solo]}", "kontra.names", "[Stoß, Zruck]", id="the-chain-is-inherited"),
        pytest.param("stock: {lost: 20}", "stock.pay_in", "10", id="the-stock-is-inherited"),
        pytest.param("games: [solo]", "games", "[solo]", id="games-replace"),
        pytest.param("", "title", '""', id="the-title-is-its-own"),
        pytest.param("", "source", '""', id="the-source-is-its-own"),
        pytest.param("deck: {3: short}", "deck.4", "long", id="decks-merge"),
    ],
)
def test_inheriting(text: str, path: str, value: str) -> None:
    """Mappings are merged, everything else replaced, `none` switches off."""
    said: Any = to_mapping(child(f"extends: rich\n{text}", rich=RICH))
    for key in path.split("."):
        said = said[key]
    assert yaml_text.flow(said) == value


PRICED = SMALL.replace("solo: 50", "solo: 50, tout: 70, sie: 90") + "tout: {}\nsie: {}\n"


@pytest.mark.parametrize(
    ("said", "prices"),
    [
        pytest.param("", {"tout": 70, "sie": 90}, id="nothing"),
        pytest.param("tout: {times: 3}", {"sie": 90}, id="what it multiplies by"),
        pytest.param("tout: {laufende: no}", {"tout": 70, "sie": 90}, id="something else of it"),
        pytest.param("prices: {tout: none}", {"sie": 90}, id="none"),
        pytest.param("prices: {tout: {Solo: 80}}", {"tout": 70, "sie": 90, "solo-tout": 80}, id="of one game"),
        pytest.param("tout: {times: 3}\nprices: {tout: {solo: 80}}", {"sie": 90, "solo-tout": 80}, id="both"),
        pytest.param("prices: {sie: {other: 95}, Herz-Solo-Tout: 75}", {"tout": 70, "sie": 95, "herz-solo-tout": 75},
                     id="other is all, and a suit has its own"),
    ],
)  # fmt: skip
def test_a_price_of_a_tout_is_inherited(said: str, prices: dict[str, int]) -> None:
    """Who says by what a Tout multiplies wants no price of it that is inherited; a game's own stands beside it."""
    found = child(f"extends: priced\n{said}", priced=PRICED)
    assert found.said_prices == prices


def test_a_game_that_is_called_like_a_tout_has_its_own_price() -> None:
    """Where a table calls a game of its own so, its price is that of no Tout."""
    own = "{name: wenz-tout, shape: solo, trumps: 4}, {name: sie, shape: bettel}"
    found = tariffs.read(f"name: x\ngames: [wenz, {own}]\nprices: {{solo: 50, wenz-tout: 90, sie: 20}}\ntout: {{}}")
    assert found.said_prices == {}
    assert (found.price(found.games[1]), found.price(found.games[2])) == (90, 20)


@pytest.mark.parametrize("games", ["[solo, bettel]", "[solo, bettel, ramsch]"])
def test_a_ramsch_has_no_tout(games: str) -> None:
    """A Ramsch-Tout is another word for a Bettel, which `tout: {ramsch: …}` does not mean."""
    with pytest.raises(TariffError, match=r'unknown price "tout\.ramsch"'):
        tariffs.read(
            f"name: x\ngames: {games}\nprices: {{solo: 50, bettel: 30, ramsch: 10, tout: {{ramsch: 90}}}}\ntout: {{}}"
        )


def test_kontra_list_is_inherited_by_a_mapping() -> None:
    """A chain written as a list is the names of the block that a child changes."""
    base = SMALL + "kontra: [Kontra, Re]\n"
    tariff = child("extends: base\nkontra: {unlimited: yes}", base=base)
    assert tariff.kontra == Kontra(("Kontra", "Re"), unlimited=True)


def test_grandparents() -> None:
    """What a parent inherits is inherited too."""
    tariff = child("extends: parent", parent="name: parent\nextends: small\nschwarz: {price: 7}\n")
    assert (tariff.schwarz and tariff.schwarz.price, tariff.prices["solo"]) == (7, 50)


def test_a_tariff_cannot_extend_itself() -> None:
    """A circle is a problem at the line that closes it."""
    with pytest.raises(TariffError, match=r"^parent\.yaml:2:10: extends: goes round in a circle, parent\.yaml extends"):
        child("extends: parent", parent="name: parent\nextends: parent\n")


# -- what is wrong ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spoken", gallery.ENDINGS)
@pytest.mark.parametrize("case", gallery.CASES)
def test_error_gallery(case: str, spoken: str) -> None:
    """Each broken tariff is answered with every problem, at its line and column, in these words of either language."""
    path = gallery.FOLDER / f"{case}{gallery.ENDINGS[spoken]}"
    assert gallery.sentences(case, spoken) == path.read_text(encoding="utf-8") != ""


def test_the_gallery_is_whole() -> None:
    """Each broken tariff has its sentences in both languages, and no sentence is left of one that is gone."""
    wanted = {f"{case}{ending}" for case in gallery.CASES for ending in gallery.ENDINGS.values()}
    assert {path.name for path in gallery.FOLDER.glob("*.txt")} == wanted
    assert len(gallery.CASES) >= 40


@pytest.mark.parametrize("word", ["none", "nein", "no", "false", "off", "aus", "Kein", "keine", "KEINER", "nichts"])
@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("schneider: {word}", "schneider"),
        ("kontra: {word}", "kontra"),
        ("ceiling: {word}", "ceiling"),
        ("klopfen: {{max: {word}}}", "klopfen.max"),
        ("laufende: {{price: 10, max: {word}}}", "laufende.max"),
        ("ramsch: {{jungfrau: {word}}}", "ramsch.jungfrau"),
        ("rounds: {{after_lost_solo: {word}}}", "rounds.after_lost_solo"),
    ],
)
def test_many_words_switch_a_part_off(text: str, path: str, word: str) -> None:
    """Wherever `none` does, the words do that people write instead."""
    assert dict(tariffs.settings(read(text.format(word=word))))[path] == "none"


@pytest.mark.parametrize("word", ["nein", "keine", "aus"])
def test_lists_and_entries_are_switched_off_by_any_word(word: str) -> None:
    """What is a list is empty then, and an entry of a mapping is as if it were not said."""
    text = f"bock: {{after: {word}}}\nlaufende: {{by_game: {{wenz: {word}}}}}\nkontra: {{games: {word}}}"
    said = child(f"extends: rich\n{text}", rich=RICH.replace("unlimited: yes", "games: [solo]"))
    assert said.kontra == Kontra(("Stoß", "Zruck"))
    assert said.bock.after == ()
    assert said.laufende is not None
    assert said.laufende.by_game == {"geier": 2}


@pytest.mark.parametrize(("word", "meant"), [("aus", False), ("keine", False), ("an", True), ("Ja", True)])
def test_words_are_yes_or_no_where_a_key_is(word: str, *, meant: bool) -> None:
    """A key that is itself yes or no is not switched off by them."""
    assert read(f"thrown_in: {{same_dealer: {word}}}").thrown_in.same_dealer is meant


@pytest.mark.parametrize("word", ["nein", "aus", "Keine", "none"])
def test_a_text_is_not_switched_off(word: str) -> None:
    """A title may be any text."""
    assert read(f"title: {word}").title == word


@pytest.mark.parametrize(
    ("word", "near"),
    [("Keine", "none"), ("nichts", "none"), ("aufteilen", "split"), ("Geteilt", "split"), ("behalten", "carry")],
)
def test_who_gets_the_stock_is_no_such_word(word: str, near: str) -> None:
    """A word that says what becomes of it is not taken for a person's name, unless an evening has recorded it."""
    text = f"{SMALL}stock: {{pay_in: 10, at_close: {word}}}\n"
    said = f'small.yaml:4:31: stock.at_close: expected a text or none, not "{word}", did you mean "{near}"?'
    assert problems(text) == [said]
    recorded = yaml.safe_load(text.replace(word, f'"{word}"'))
    assert tariffs.read_mapping(recorded, "x.json", recorded=True).stock == Stock(10, at_close=word)


@pytest.mark.parametrize("word", ["yes", "ja", "on", "an", "true"])
def test_yes_is_a_part_with_its_defaults(word: str) -> None:
    """A part of which nothing must be said is as if it had been said with nothing in it."""
    tariff = read(f"forced: {word}\nklopfen: {word}\nramsch: {{durchmarsch: {word}}}")
    assert tariff == read("forced: {}\nklopfen: {}\nramsch: {durchmarsch: {}}")
    assert (tariff.forced, tariff.klopfen) == (Forced(), Klopfen())


def test_yes_keeps_what_is_inherited() -> None:
    """What the other tariff says of a part holds where this one only says that it is played."""
    said = child("extends: rich\nstock: ja\nkontra: ja\nklopfen: ja", rich=RICH)
    rich = tariffs.read(RICH, "rich.yaml")
    assert (said.stock, said.kontra, said.klopfen) == (rich.stock, rich.kontra, Klopfen())


AMOUNTS = ["20", "0,20", "0.20", "0,20 €", "0.20€", "20 ct", "20c", "20 Cent", "20 cents", "'0,20 Euro'"]


@pytest.mark.parametrize("written", AMOUNTS)
@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("prices:\n  partner: {amount}\n  solo: 50", "prices.partner"),
        ("schneider:\n  price: {amount}", "schneider.price"),
        ("announced:\n  schwarz: {amount}", "announced.schwarz"),
        ("laufende:\n  price: 10\n  schedule:\n    3: {amount}", "laufende.schedule.3"),
        ("stock:\n  pay_in: 10\n  lost: {amount}", "stock.lost"),
        ("stock:\n  pay_in: {amount}", "stock.pay_in"),
        ("stock:\n  pay_in: 10\n  max_per_person: {amount}", "stock.max_per_person"),
        ("ramsch:\n  durchmarsch:\n    pays: {amount}", "ramsch.durchmarsch.pays"),
        ("rounds:\n  schieber_sum: {amount}", "rounds.schieber_sum"),
        ("ceiling: {amount}", "ceiling"),
    ],
)
def test_amounts_as_people_write_them(text: str, path: str, written: str) -> None:
    """An amount of a tariff in cents may have two decimals or a unit: it is the same whole number of cents."""
    said = child(f"extends: small\n{text.format(amount=written)}")
    assert dict(tariffs.settings(said))[path] == "20"


def test_an_amount_of_a_game_of_the_table_s_own() -> None:
    """Its price is an amount like any other; the sum is in euros where the unit says so."""
    games = child(
        "extends: small\ngames: [solo, {name: turm, shape: solo, price: 1.50}, {name: tor, shape: solo, price: 2 €}]"
    ).games
    assert [game.price for game in games] == [None, 150, 200, None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prices: {solo: '0,2'}", 'prices.solo: "0,2" may be 0,20 or 0,02: write two decimals'),
        ("prices: {solo: 2.4 €}", 'prices.solo: "2.4 €" may be 2,40 or 2,04: write two decimals'),
        ("prices: {solo: 1.000}", 'prices.solo: "1.000" is not an amount: write whole cents (20), or euros (0,20)'),
        ("prices: {solo: 0.20 ct}", 'prices.solo: "0.20 ct" is not an amount: write whole cents (20), or euros (0,20)'),
        ("ceiling: -0.20", 'ceiling: expected a whole number from 1 or none, not "-0.20"'),
        ("ceiling: 20000000 €", 'ceiling: expected a whole number from 1 or none, not "20000000 €"'),
        ("laufende: {price: 10, from: 3 ct}", 'laufende.from: expected a whole number from 1 to 14, not "3 ct"'),
        ("unit: points\nceiling: '10,00'", 'counts points, whole numbers without a unit, not "10,00"'),
        ("unit: points\nceiling: 10 ct", 'counts points, whole numbers without a unit, not "10 ct"'),
    ],
)
def test_what_is_no_amount(text: str, said: str) -> None:
    """One decimal can mean two amounts, and points have neither decimals nor a unit: it is said what to write."""
    assert said in "\n".join(problems(f"name: x\nextends: sauspiel\n{text}\n"))


def test_every_amount_is_known_as_one() -> None:
    """What is named a price or a sum says of itself that it is money, so that it can be written in euros."""
    rules = [Tariff, *rules_of()]
    money = {
        f"{rule.__name__}.{each.key}" for rule in rules for each in settings_of(rule) if each.metadata.get("amount")
    }
    named = {
        f"{rule.__name__}.{each.key}"
        for rule in rules
        for each in settings_of(rule)
        if re.search("price|sum|pay_in|pays", each.key)
    }
    assert named - money - {"Stock.max_per_person"} == set()


@pytest.mark.parametrize(
    ("written", "known", "near"),
    [
        ("doppelt", ("doubles", "stays"), "doubles"),
        ("Verdoppelt", ("doubles", "stays"), "doubles"),
        ("geteilt", ("tricks", "shared"), "shared"),
        ("geteilt", ("split", "carry"), "split"),
        ("Ansager", ("declarers", "caller"), "declarers"),
        ("Ansager", ("all", "caller"), "caller"),
        ("höchstens", ("price", "max"), "max"),
        ("Hoechstens", ("price", "max"), "max"),
        ("doppelt", ("klopfen", "bock"), None),
        ("extendet", ("extended", "stacked"), "extended"),
        ("x" * 10_000, ("extended",), None),
    ],
)
def test_german_words_are_suggested(written: str, known: tuple[str, ...], near: str | None) -> None:
    """A German word is answered with what it is called here, where that belongs; a misspelt one with the nearest."""
    assert describe.nearest(written, known) == near


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("[1, 2]", "x.yaml:1:1: a tariff is a mapping", id="a-list"),
        pytest.param("? [a]\n: b\n", "x.yaml:1:3: a key must be a word", id="a-key-that-is-a-list"),
        pytest.param("a: !!python/none x\n", "x.yaml:1:4: a tag", id="a-tag"),
        pytest.param("a: \x07\n", "x.yaml:1:4: the character U+0007", id="a-control-character"),
        pytest.param("extends: 'a\\b'", "there is no tariff", id="extends-a-backslash"),
        pytest.param('extends: "a\\0/b"', "is not a path", id="extends-a-NUL"),
        pytest.param("extends: [wiki]", "expected the name of a tariff", id="extends-a-list"),
        pytest.param("extend: wiki", 'did you mean "extends"?', id="extends-misspelt"),
        pytest.param("x" * 5_000_001, "larger than 5 MB", id="a-huge-file"),
        pytest.param("[" * 100_000, "nested more than 50 deep", id="a-deep-file"),
    ],
)
def test_not_a_tariff(text: str, said: str) -> None:
    """A text that is no tariff is refused in a sentence."""
    assert said in "\n".join(problems(text, "x.yaml"))


@given(st.text(tariff_strategies.letters, max_size=60) | st.text("nameg: []{}\n-,&*!?|>'\"%@`#\t", max_size=40))
@unhurried
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes anything but a tariff or a TariffError."""
    with contextlib.suppress(TariffError):
        assert isinstance(tariffs.read(text, "any.yaml"), Tariff)


plain_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([setting.key for setting in settings_of(Tariff)]), plain_data)
@unhurried
def test_any_value_is_read_or_refused(key: str, value: object) -> None:
    """No value of any key makes anything but a tariff or a TariffError."""
    mapping = {"name": "x", "games": ["solo"], "prices": {"solo": 50}, key: value}
    with contextlib.suppress(TariffError):
        assert isinstance(tariffs.read_mapping(mapping, "any.json"), Tariff)


@pytest.mark.parametrize("block", ["tariff", "stock", "game"])
def test_what_a_later_version_wrote_is_refused_with_its_keys(block: str) -> None:
    """A setting, or a fact of a table's own game, that nobody here knows is never left out in silence."""
    plain = to_mapping(tariffs.find("wiki"))
    game = {**Game("dw", "DW", "solo")._asdict(), "more": 1}
    changed = {"tariff": {"more": 1}, "stock": {"stock": {**plain["stock"], "more": 1}}, "game": {"games": [game]}}
    with pytest.raises(NewerProgram, match=r"^a tariff has more, which only a newer sklog can read: update sklog$"):
        from_mapping({**plain, **changed[block]})


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"title": 7}, id="number-for-a-text"),
        pytest.param({"unit": "kr"}, id="word-that-is-no-choice"),
        pytest.param({"ceiling": 50.5}, id="fraction"),
        pytest.param({"ceiling": 2**63}, id="number-beyond-a-ledger"),
        pytest.param({"ceiling": -(2**63)}, id="debt-beyond-a-ledger"),
        pytest.param({"bids": 1}, id="number-for-yes"),
        pytest.param({"unit": {}}, id="mapping-for-a-word"),
        pytest.param({"ceiling": True}, id="yes-for-a-number"),
        pytest.param({"people": ["4"]}, id="text-in-a-list-of-numbers"),
        pytest.param({"prices": {"solo": None}}, id="nothing-for-a-price"),
        pytest.param({"deck": {"4": 7}}, id="number-for-a-deck"),
        pytest.param({"words": {"stock": ["Topf"]}}, id="list-for-a-word"),
        pytest.param({"title": None}, id="nothing-for-a-text"),
        pytest.param({"people": [5]}, id="so-many-people"),
        pytest.param({"bock": {"after": ["rain"]}}, id="unknown-trigger"),
        pytest.param({"stock": {"pay_in": 10, "multiplied": ["rain"]}}, id="unknown-doubling"),
        pytest.param({"stock": {"pay_in": 10, "lost": "rain"}}, id="word-beside-a-number"),
        pytest.param({"ramsch": {"tie": ["rain"]}}, id="unknown-criterion"),
        pytest.param({"rounds": {"kinds": ["rain"]}}, id="unknown-round"),
        pytest.param({"laufende": {"price": 10, "schedule": {"99": 10}}}, id="so-many-laufende"),
        pytest.param({"deck": {"5": "long"}}, id="deck-for-so-many"),
        pytest.param({"deck": {"4": "tiny"}}, id="unknown-deck"),
        pytest.param({"laufende": {"price": 10, "ohne_price": {"solo": "none"}}}, id="none-for-one-price-of-several"),
        *(
            pytest.param(
                {"games": [{**Game("dw", "DW", "solo")._asdict(), "price": "none", **wrong}]}, id=f"game-{key}"
            )
            for key, wrong in {
                "trumps": {"trumps": ["9"]},
                "suits": {"suits": [1]},
                "aliases": {"aliases": [None]},
                "name": {"name": 1},
                "herren": {"herren": "2"},
                "sie": {"sie": 0},
                "price": {"price": "50"},
            }.items()
        ),
    ],
)
def test_a_stored_tariff_has_only_values_of_their_kind(changed: dict[str, Any]) -> None:
    """An evening's copy may have been written by anybody: a number is a number, a word one of those there are."""
    with pytest.raises(TypeError):
        from_mapping({**to_mapping(tariffs.find("wiki")), **changed})


@pytest.mark.parametrize("largest", [2**63 - 1, 1 - 2**63, 0])
def test_a_stored_tariff_may_have_any_number_that_a_ledger_holds(largest: int) -> None:
    """The limits are asked at the doors: what was recorded once stays readable."""
    plain = to_mapping(tariffs.find("wiki"))
    assert from_mapping({**plain, "ceiling": largest}).ceiling == largest


@pytest.mark.parametrize("block", ["wins", "bock", "thrown_in"])
def test_what_cannot_be_switched_off_is_not_stored_so(block: str) -> None:
    """`none` stands only where a rule may be missing."""
    with pytest.raises(TypeError):
        from_mapping({**to_mapping(tariffs.find("wiki")), block: "none"})


def test_plain_data_nested_too_deep_is_refused() -> None:
    """Data that nobody wrote by hand is refused like a text that nobody wrote."""
    deep: Any = "solo"
    for _ in range(400):
        deep = [deep]
    with pytest.raises(TariffError, match="nested more than 50 deep"):
        tariffs.read_mapping({"name": "x", "games": deep}, "deep.json")


# -- kept and restored --------------------------------------------------------------------------------


@pytest.mark.long
@given(tariff_strategies.tariffs())
@unhurried
def test_yaml_says_all_of_it(tariff: Tariff) -> None:
    """Writing a tariff as YAML and reading that gives the same tariff."""
    assert tariffs.read(tariffs.to_yaml(tariff), "x.yaml") == tariff


@pytest.mark.long
@given(tariff_strategies.tariffs())
@unhurried
def test_json_says_all_of_it(tariff: Tariff) -> None:
    """What an evening keeps, through JSON and back, is the same tariff, and is a valid one."""
    kept = json.loads(json.dumps(to_mapping(tariff)))
    assert from_mapping(kept) == tariff
    assert tariffs.read_mapping(kept, "x.json") == tariff


@pytest.mark.long
@given(tariff_strategies.tariffs())
@settings(unhurried, max_examples=15)
def test_pure_python_yaml_reads_the_same(tariff: Tariff) -> None:
    """Without libyaml the same text says the same."""
    with pytest.MonkeyPatch.context() as without:
        without.delattr(yaml, "CSafeLoader", raising=False)
        assert tariffs.read(tariffs.to_yaml(tariff), "x.yaml") == tariff


def test_a_key_that_was_not_known_yet_has_its_default() -> None:
    """A copy kept by an older sklog lacks a newer setting: it has the value that changes nothing."""
    tariff = tariffs.find("wiki")
    kept = to_mapping(tariff)
    del kept["thrown_in"], kept["laufende"]["ohne"]
    assert from_mapping(kept) == tariff


@pytest.mark.parametrize(
    ("games", "kept"),
    [
        pytest.param((BY_NAME["solo"], BY_NAME["wenz"], THROWN_IN), ["solo", "wenz"], id="beside two others"),
        pytest.param((BY_NAME["solo"], THROWN_IN), ["solo"], id="beside one other"),
        pytest.param((THROWN_IN,), ["zusammengeworfen"], id="alone"),
    ],
)
def test_a_throw_in_is_kept_where_nothing_else_is_played(games: tuple[Game, ...], kept: list[str]) -> None:
    """It is played everywhere, so that it need not be said beside other games."""
    assert to_mapping(tariffs.find("wiki")._replace(games=games))["games"] == kept


@pytest.mark.parametrize(("price", "kept"), [(None, "none"), (7, 7)])
def test_a_game_of_the_table_s_own_is_kept_whole(price: int | None, kept: str | int) -> None:
    """Every fact of it is there in lists and plain values; a game of the catalogue is its name."""
    own = Game("dw", "Doppelwenz", "solo", (4, 4), 4, ("gras",), ("doppel",), price=price)
    tariff = tariffs.find("wiki")._replace(games=(own, BY_NAME["wenz"], THROWN_IN))
    plain = to_mapping(tariff)
    lists = {"trumps": list(own.trumps), "suits": list(own.suits), "aliases": list(own.aliases)}
    assert plain["games"] == [{**own._asdict(), **lists, "price": kept}, "wenz"]
    assert from_mapping(plain) == tariff


def test_a_rule_is_described_by_the_first_line_about_it() -> None:
    """What follows is for programmers."""
    assert first_line(Tariff) == "A table's rules about money, complete and immutable."
    assert first_line(type("Rule", (), {"__doc__": "One line.\n\nAnd more."})) == "One line."


@pytest.mark.long
def test_strategy_varies_every_setting() -> None:
    """The tariffs that tests are made of leave no setting at one value."""
    seen: dict[str, set[str]] = {}
    wanted = {path for path, _ in _flat(to_mapping(tariff_strategies.everything()))}

    def once_only() -> list[str]:
        return sorted(path for path in wanted if len(seen.get(path, ())) < 2)

    @given(tariff_strategies.tariffs())
    @settings(unhurried, max_examples=300, derandomize=True, database=None, phases=[Phase.generate])
    def collect(tariff: Tariff) -> None:
        if not once_only():
            raise tariff_strategies.Enough
        for path, value in _flat(to_mapping(tariff)):
            seen.setdefault(path, set()).add(value)

    with contextlib.suppress(tariff_strategies.Enough):
        collect()
    assert once_only() == []


def _flat(plain: Mapping[str, Any], path: str = "") -> list[tuple[str, str]]:
    rows = []
    for key, value in plain.items():
        if isinstance(value, dict) and value and not key.startswith(("by_game", "schedule", "prices", "words")):
            rows += _flat(value, f"{path}{key}.")
        else:
            rows.append((f"{path}{key}", yaml_text.flow(value)))
    return rows


# -- found --------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder of own tariffs with one in it."""
    folder = tmp_path / "own"
    folder.mkdir()
    monkeypatch.setenv("SKLOG_TARIFFS", str(folder))
    (folder / "haus.yaml").write_text("name: haus\nextends: wiki\n", encoding="utf-8")
    return folder


def test_own_tariff_is_found_by_its_name(own: Path) -> None:
    """A file in `$SKLOG_TARIFFS` is found by its name, and listed."""
    assert own.is_dir()
    assert tariffs.find("haus").name == "haus"
    assert set(tariffs.available()) == {*SHIPPED, "haus"}


def test_own_tariffs_are_in_the_config_folder_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without `$SKLOG_TARIFFS` own tariffs are in the platform's config folder."""
    monkeypatch.delenv("SKLOG_TARIFFS", raising=False)
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    assert tariffs.own_folder() == tmp_path / "tariffs"


def test_a_shipped_name_means_the_shipped_tariff(own: Path) -> None:
    """A session that says `wiki` means the same everywhere; an own file of that name goes by its path."""
    (own / "wiki.yaml").write_text(SMALL.replace("small", "wiki"), encoding="utf-8")
    assert "hochzeit" in {game.name for game in tariffs.find("wiki").games}
    assert tariffs.find(str(own / "wiki.yaml")).prices == {"partner": 10, "solo": 50}


@pytest.mark.parametrize("near", ["folder", "file"])
def test_path_is_relative_to_what_names_it(tmp_path: Path, near: str) -> None:
    """A path in a session file begins where that file is."""
    (tmp_path / "haus.yaml").write_text(SMALL, encoding="utf-8")
    session = tmp_path / "evening.yaml"
    session.touch()
    assert tariffs.find("haus.yaml", session if near == "file" else tmp_path).name == "small"


def test_extends_is_relative_to_its_file(tmp_path: Path) -> None:
    """A path in `extends` begins where the tariff is that says it."""
    (tmp_path / "base.yaml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "haus.yaml").write_text("name: haus\nextends: ./base.yaml\n", encoding="utf-8")
    assert tariffs.find(str(tmp_path / "haus.yaml")).prices == {"partner": 10, "solo": 50}


def test_unknown_name_has_a_near_one(own: Path) -> None:
    """A misspelt name is answered with the near ones and with what there is."""
    assert own.is_dir()
    with pytest.raises(NotFound, match=r'no tariff "wikki", did you mean wiki\? The names are bsv, .*haus'):
        tariffs.find("wikki")


def test_missing_file_is_named(tmp_path: Path) -> None:
    """A path that leads nowhere is named."""
    with pytest.raises(NotFound, match=r"haus\.yaml: there is no such file"):
        tariffs.find("haus.yaml", tmp_path)


def test_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """A file that is not UTF-8 is refused at the line where that shows."""
    (tmp_path / "haus.yaml").write_bytes(b"name: haus\ntitle: Gr\xfcn\n")
    with pytest.raises(TariffError, match=r"haus\.yaml:2:1: this is not UTF-8"):
        tariffs.find("haus.yaml", tmp_path)


def test_problems_name_the_file_as_people_see_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the working directory a file goes by its relative path."""
    (tmp_path / "tariffs").mkdir()
    (tmp_path / "tariffs" / "x.yaml").write_text(SMALL + "schneidr: {price: 10}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TariffError) as said:
        tariffs.find("./tariffs/x.yaml")
    assert str(said.value) == 'tariffs/x.yaml:4:1: unknown key "schneidr", did you mean "schneider"?'


# -- compared --------------------------------------------------------------------------------------


def test_differences_between_two_tariffs() -> None:
    """What two tariffs do differently is listed by key path; their names are no difference."""
    assert tariffs.differences(tariffs.find("p-seminar"), tariffs.find("sauspiel")) == [
        ("schneider.declarers", "30", "31"),
        ("laufende.by_game.farbwenz", "none", "3"),
        ("laufende.by_game.farbgeier", "none", "3"),
    ]


def test_differences_of_a_part_that_is_off() -> None:
    """A part that one tariff switches off differs in each of its settings."""
    rows = tariffs.differences(read(""), read("ramsch: {durchmarsch: {augen: 91}}\nschwarz: {price: 10}"))
    assert rows == [
        ("schwarz.price", "none", "10"),
        ("schwarz.doubled", "none", "yes"),
        ("ramsch.durchmarsch.augen", "none", "91"),
        ("ramsch.durchmarsch.pays", "none", "ramsch"),
        ("ramsch.durchmarsch.jungfrau", "none", "no"),
    ]


@pytest.mark.long
@given(tariff_strategies.tariffs())
@settings(unhurried, max_examples=15)
def test_a_tariff_does_not_differ_from_itself(tariff: Tariff) -> None:
    """A copy under another name has the same rules."""
    assert tariffs.differences(tariff, tariff._replace(name="copy", title="", source="")) == []


UNSOUND: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a name that is none": ({"name": 5}, ["name: 5"]),
    "a part that is none": ({"laufende": "x"}, ["laufende: 'x'"]),
    "a number below what it may be": ({"laufende": Laufende(from_=0)}, ["laufende.from: 0"]),
    "the least it may be": ({"laufende": Laufende(from_=1)}, []),
    "a number beyond what it may be": ({"laufende": Laufende(from_=15)}, ["laufende.from: 15"]),
    "the most it may be": ({"laufende": Laufende(from_=14)}, []),
    "an amount below nothing": ({"prices": {"solo": -1}}, ["prices: -1"]),
    "an amount of nothing": ({"prices": {"solo": 0}}, []),
    "an amount that is a fraction": ({"prices": {"solo": 2.5, "wenz": 5}}, ["prices: 2.5"]),
    "an amount that is a text": ({"prices": {"solo": "x"}}, ["prices: {'solo': 'x'}"]),
    "an amount beyond any": ({"prices": {"solo": 2**63}}, [f"prices: {{'solo': {2**63}}}"]),
    "people in no number": ({"people": (4, "x")}, ["people: (4, 'x')"]),
    "people of a kind": ({"people": (4, 2.5)}, ["people: 2.5"]),
    "games that are none": ({"games": ("x",)}, ["games: ('x',)"]),
    "no list of games": ({"games": 5}, ["games: 5"]),
    "several": (
        {"name": 5, "laufende": Laufende(from_=0), "counts": "x"},
        ["name: 5", "laufende.from: 0", "counts: 'x'"],
    ),
}


@pytest.mark.parametrize(("changes", "wrong"), UNSOUND.values(), ids=UNSOUND)
def test_a_tariff_of_a_program_is_looked_at(changes: dict[str, Any], wrong: list[str]) -> None:
    """Every value that no file may say is named, and its key, before anything is played by it."""
    tariff = tariffs.find("wiki")._replace(**changes)
    told = []
    try:
        require_sound(tariff)
    except TariffError as error:
        told = [problem.message for problem in error.problems]
    assert told == [f"{one} is not a value that a tariff can have" for one in wrong]


def test_a_tariff_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was kept, or that was found sound, is not asked again."""
    kept, made = from_mapping(to_mapping(tariffs.find("wiki"))), tariffs.find("wiki")._replace(title="made")
    require_sound(made)
    asked: list[str] = []
    monkeypatch.setattr(of_tariffs, "_unsound", lambda tariff: asked.append(tariff.title) or ())
    for tariff in (kept, made, kept._replace(title="other")):
        require_sound(tariff)
    assert asked == ["other"]


def test_durchmarsch_price_may_be_a_number() -> None:
    """A Durchmarsch may have a price of its own."""
    assert read("ramsch: {durchmarsch: {augen: 90, pays: 100}}").ramsch.durchmarsch == Durchmarsch(90, 100)
