"""The canonical hand: JSON and session files on one side, a hand on the other."""

from __future__ import annotations

import inspect
import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog.errors import InvalidHand
from sklog.scoring.canonical import KEYS, from_json, to_json
from sklog.scoring.games import Game
from sklog.scoring.hand import InvalidHandOf, Passed, Played, Posting, Ramsch
from sklog.scoring.judge import judge
from sklog.scoring.ramsch import judge_ramsch
from tests import hand_strategies

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
CONTRACT = {
    "game": "sauspiel",
    "suit": "eichel",
    "declarer": "Anna",
    "partner": "Christl",
    "won": True,
    "augen": 93,
    "tricks": 7,
    "schneider": True,
    "schwarz": False,
    "tout": False,
    "sie": False,
    "laufende": 3,
    "laufende_of": "declarers",
    "klopfer": ["Bene"],
    "kontra": ["Dani", "Anna"],
    "bock": 1,
    "bid": None,
    "forced": False,
    "round": None,
    "dealer": "Dani",
    "active": list(PEOPLE),
    "note": "",
}
WENZ: dict[Any, Any] = {"game": "wenz", "declarer": "Bene", "won": True}


def problems(data: Any, people: tuple[str, ...] = ()) -> list[str]:
    """Return what is said about these values, which are no hand."""
    with pytest.raises(InvalidHand) as refused:
        from_json(data, people)
    return [problem.message for problem in refused.value.problems]


# -- reading ------------------------------------------------------------------------------------------


def test_the_contracts_example_is_read() -> None:
    """The canonical hand that the interface prints becomes the same facts."""
    assert from_json(CONTRACT, PEOPLE) == Played(
        game="sauspiel",
        suit="eichel",
        declarer="Anna",
        partner="Christl",
        won=True,
        augen=93,
        tricks=7,
        schneider=True,
        schwarz=False,
        laufende=3,
        klopfer=("Bene",),
        kontra=("Dani", "Anna"),
        bock=1,
        dealer="Dani",
        active=PEOPLE,
    )


def test_all_values_may_be_text() -> None:
    """A session file reads every scalar as text; the hand is the same as with JSON's own types."""
    as_text = {
        key: value if isinstance(value, list) else "null" if value is None else str(value)
        for key, value in CONTRACT.items()
    }
    assert from_json(as_text, PEOPLE) == from_json(CONTRACT, PEOPLE)


@pytest.mark.parametrize("word", ["true", "True", "yes", "ja", " yes "])
def test_yes_as_text(word: str) -> None:
    """The words for yes are read as yes."""
    assert from_json({**WENZ, "won": word}) == Played(game="wenz", declarer="Bene", won=True)


@pytest.mark.parametrize("word", ["false", "no", "NEIN"])
def test_no_as_text(word: str) -> None:
    """The words for no are read as no."""
    assert from_json({**WENZ, "won": word}) == Played(game="wenz", declarer="Bene", won=False)


@pytest.mark.parametrize(
    ("said", "game"),
    [("Rufspiel", "sauspiel"), ("FARBSOLO", "solo"), ("null", "bettel"), ("Kaiser", "habicht"), ("Moertel", "mörtel")],
)
def test_names_and_aliases_of_games(said: str, game: str) -> None:
    """A game is known by each of its names, without regard to case."""
    assert from_json({"game": said, "declarer": "Anna", "partner": "Bene" if game == "sauspiel" else None}).game == game


def test_a_tables_own_game_is_kept() -> None:
    """A game that is not in the catalogue keeps its name, in small letters."""
    assert from_json({"game": "Nullouvert", "declarer": "Anna"}).game == "nullouvert"


def test_aliases_of_a_tables_own_game() -> None:
    """Where the table's games are given, their aliases are known too."""
    own = Game("nullouvert", "Nullouvert", "bettel", aliases=("ouvert",))
    assert from_json({"game": "Ouvert", "declarer": "Anna"}, (), (own,)).game == "nullouvert"


@pytest.mark.parametrize("key", ["tout", "du", "durch"])
def test_aliases_of_tout(key: str) -> None:
    """A Tout is also called Du or Durch."""
    assert from_json({**WENZ, key: True}) == Played(game="wenz", declarer="Bene", won=True, tout=True)


@pytest.mark.parametrize(
    ("said", "suit"), [("Blatt", "gras"), ("LAUB", "gras"), ("grün", "gras"), ("Schelln", "schellen"), ("Herz", "herz")]
)
def test_names_of_suits(said: str, suit: str) -> None:
    """A suit is known by each of its names."""
    assert from_json({"game": "solo", "declarer": "Anna", "suit": said}) == Played(
        game="solo", declarer="Anna", suit=suit
    )


@pytest.mark.parametrize(
    ("said", "round_"),
    [
        ("none", "none"),
        ("Hadsch", "hadsch"),
        ("allgaeuer", "allgäuer"),
        ("blauer habicht", "blauer-habicht"),
        (None, None),
    ],
)
def test_rounds(said: str | None, round_: str | None) -> None:
    """A special round is known by each spelling; "none" says that there is none and stays."""
    assert from_json({**WENZ, "round": said}) == Played(game="wenz", declarer="Bene", won=True, round=round_)


def test_people_are_spelt_as_at_the_table() -> None:
    """Names are matched without regard to case; who is not at the table stays as he was written."""
    hand = from_json({"game": "ramsch", "losers": ["ANNA"], "jungfrauen": ["bene", "Robert"]}, PEOPLE)
    assert hand == Ramsch(losers=("Anna",), jungfrauen=("Bene", "Robert"))


def test_a_name_can_be_null_where_somebody_is_called_so() -> None:
    """The text null is nobody, unless a person at the table has this name."""
    data = {"game": "ramsch", "losers": ["Anna"], "durchmarsch": "null"}
    assert from_json(data, PEOPLE) == Ramsch(losers=("Anna",))
    assert from_json({"game": "wenz", "declarer": "null"}, ("Null", *PEOPLE)) == Played(game="wenz", declarer="Null")


def test_klopfer_and_kontra_by_name_or_number() -> None:
    """Who knocked or doubled is a list of names, or how many there were; nobody is 0."""
    hand = from_json({**WENZ, "klopfer": "2", "kontra": ["anna"]}, PEOPLE)
    assert hand == Played(game="wenz", declarer="Bene", won=True, klopfer=2, kontra=("Anna",))
    assert from_json({**WENZ, "klopfer": [], "kontra": []}) == from_json(WENZ)


def test_laufende_of_the_declarers_are_the_default() -> None:
    """To say the default is to say nothing, except where only the winners are known."""
    assert from_json({**WENZ, "laufende": 3, "laufende_of": "declarers"}) == from_json({**WENZ, "laufende": 3})
    hand = from_json({"game": "wenz", "winners": ["Anna"], "laufende_of": "declarers"})
    assert isinstance(hand, Played)
    assert hand.laufende_of == "declarers"


def test_jungfrauen_are_none_or_not_said() -> None:
    """An empty list of Jungfrauen says that there were none; absent or null says nothing."""
    data = {"game": "ramsch", "losers": ["Dani"]}
    assert from_json({**data, "jungfrauen": []}) == Ramsch(losers=("Dani",), jungfrauen=())
    assert from_json({**data, "jungfrauen": None}) == Ramsch(losers=("Dani",))


def test_a_ramsch_by_figures() -> None:
    """Augen, tricks, trumps and the highest trump of a Ramsch are numbers by name."""
    data = {
        "game": "ramsch",
        "augen": {"anna": "50", "Bene": 70},
        "tricks": {"Anna": 3},
        "trumps": {"Anna": 2},
        "highest": {"Bene": 1},
    }
    assert from_json(data, PEOPLE) == Ramsch(
        augen={"Anna": 50, "Bene": 70}, tricks={"Anna": 3}, trumps={"Anna": 2}, highest={"Bene": 1}
    )


def test_a_ramsch_of_a_tables_own() -> None:
    """An unknown game with what only a Ramsch has is a Ramsch."""
    assert from_json({"game": "Bierkopf-Ramsch", "losers": ["Anna"]}) == Ramsch(
        game="bierkopf-ramsch", losers=("Anna",)
    )


@pytest.mark.parametrize("name", ["zusammengeworfen", "Passed", "weiter", "eingeworfen"])
def test_a_throw_in(name: str) -> None:
    """A deal that was thrown in has what belongs to any deal."""
    assert from_json({"game": name, "klopfer": 1, "dealer": "Anna"}) == Passed(klopfer=1, dealer="Anna")


def test_a_posting() -> None:
    """An amount moved by hand; text may carry its sign."""
    data = {"game": "posting", "amounts": {"Anna": "-50", "Bene": "+50"}, "note": "Falsch gegeben"}
    assert from_json(data) == Posting(amounts={"Anna": -50, "Bene": 50}, note="Falsch gegeben")


# -- refusing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [True, 240.0, math.nan, math.inf, "٩٣", "9_3", "0x10", "9.0", [93], {"Anna": 1}, 2**63, "9" * 5000, -(2**63) - 1],
    ids=lambda value: repr(value)[:20],
)
def test_no_whole_number(value: object) -> None:
    """Where a number belongs, only whole numbers of 64 bit are read; nothing is rounded or guessed."""
    [message] = problems({**WENZ, "augen": value})
    assert message.startswith("augen: ")


def test_minus_zero_is_zero() -> None:
    """JSON's -0 is the number 0."""
    assert from_json(json.loads('{"game": "wenz", "declarer": "Bene", "augen": -0, "tricks": "-0"}')) == Played(
        game="wenz", declarer="Bene", augen=0, tricks=0
    )


@pytest.mark.parametrize("value", [1, 0, "1", "maybe", [], 1.0])
def test_neither_yes_nor_no(value: object) -> None:
    """A flag is yes or no, never a number or another word."""
    [message] = problems({**WENZ, "schneider": value})
    assert message.startswith("schneider: yes or no is wanted")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            {**WENZ, "schneidr": True}, 'unknown key "schneidr", did you mean "schneider"?', id="did you mean"
        ),
        pytest.param({**WENZ, "Augen": 70}, 'unknown key "Augen", did you mean "augen"?', id="capitals"),
        pytest.param({**WENZ, 7: 70}, 'unknown key "7"', id="a key that is no text"),
        pytest.param({**WENZ, "suit": "karo"}, 'suit: "karo" is not known here; there are eichel, gras', id="suit"),
        pytest.param({**WENZ, "declarer": 93}, "declarer: a text is wanted, not 93", id="number for a name"),
        pytest.param({**WENZ, "klopfer": ["  "]}, "klopfer: a name is wanted", id="blank name"),
        pytest.param({**WENZ, "klopfer": [1]}, "klopfer: a text is wanted, not 1", id="number in a list of names"),
        pytest.param({**WENZ, "klopfer": True}, "klopfer: a whole number is wanted", id="true Klopfer"),
        pytest.param({**WENZ, "kontra": {"Anna": 1}}, "kontra: a number or a list of names", id="mapping of Kontras"),
        pytest.param({**WENZ, "active": {"Anna": 1}}, "active: a list of names is wanted", id="mapping of people"),
        pytest.param(
            {**WENZ, "augen": {"Anna": 9}}, "augen: a whole number is wanted, not a mapping", id="Augen by name"
        ),
        pytest.param({**WENZ, "losers": ["Anna"]}, '"losers" does not belong to a wenz', id="Ramsch's key"),
        pytest.param({**WENZ, "du": True, "tout": True}, '"tout" is said twice', id="alias and name"),
        pytest.param({**WENZ, "announced": "tout"}, 'announced: "tout" is not known here', id="announcement"),
        pytest.param({**WENZ, "note": 3}, "note: a text is wanted", id="note"),
        pytest.param({**WENZ, "note": "\ud800"}, "note: half a character", id="lone surrogate"),
        pytest.param({"declarer": "Anna"}, "which game?", id="no game"),
        pytest.param({"game": ["solo"]}, "game: a text is wanted", id="a list of games"),
        pytest.param(
            {"game": "ramsch", "augen": 93}, "augen: a number for each name is wanted", id="Ramsch with a number"
        ),
        pytest.param({"game": "posting"}, "a posting needs its amounts", id="posting without amounts"),
        pytest.param({"game": "posting", "amounts": {"Anna": 1.5}}, "amounts: Anna: a whole number", id="half a cent"),
        pytest.param([], "a hand is a mapping", id="a list"),
        pytest.param("s ac", "a hand is a mapping", id="a text"),
    ],
)
def test_what_is_said_about_it(data: Any, message: str) -> None:
    """What cannot be read is named with what would be right."""
    [said] = problems(data)
    assert said.startswith(message)


def test_one_person_twice_in_figures() -> None:
    """Two spellings of the same person are one too many."""
    [said] = problems({"game": "posting", "amounts": {"Anna": -5, "anna": 5}}, PEOPLE)
    assert said == "amounts: Anna is named twice"


def test_all_problems_at_once() -> None:
    """Everything that cannot be read is reported in one go."""
    found = problems({"gmae": "solo", "declarer": 1, "augen": "x", "won": 2})
    assert [message.split(":")[0] for message in found] == [
        'unknown key "gmae", did you mean "game"?',
        'which game? Say "game", such as sauspiel, solo or ramsch',
        "declarer",
        "augen",
        "won",
    ]


def test_contradictions_keep_the_hand() -> None:
    """What contradicts itself comes from the constructor, with the hand for the judge to go on."""
    with pytest.raises(InvalidHandOf) as refused:
        from_json({**WENZ, "augen": 130, "partner": "Anna"})
    assert isinstance(refused.value.hand, Played)
    assert len(refused.value.problems) == 2


# -- there and back -----------------------------------------------------------------------------------


def test_only_what_differs_is_written_in_the_contracts_order() -> None:
    """A hand is written with the keys of the interface, in their order, defaults left out."""
    hand = from_json(CONTRACT)
    written = to_json(hand)
    assert list(written) == [key for key in CONTRACT if key in written]
    assert set(CONTRACT) - set(written) == {"tout", "sie", "laufende_of", "bid", "forced", "round", "note"}


def test_the_keys_are_the_fields() -> None:
    """Each field of each kind of hand has its key, and no key has no field."""
    for kind, keys in KEYS.items():
        assert sorted(keys) == sorted(inspect.signature(kind).parameters)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_there_and_back(data: st.DataObject) -> None:
    """Every hand survives JSON, with the people of the table and without."""
    tariff = data.draw(st.sampled_from(list(hand_strategies.TARIFFS.values())))
    table = data.draw(hand_strategies.tables(tariff, data.draw(st.sampled_from([None, hand_strategies.names()]))))
    hand = data.draw(hand_strategies.hands(tariff, table) | hand_strategies.postings(table))
    as_json = json.loads(json.dumps(to_json(hand)))
    assert from_json(as_json) == hand
    assert from_json(as_json, table.seats, tariff.games) == hand


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_generated_hands_can_have_been_played(data: st.DataObject) -> None:
    """The strategies that other tests build on make only hands that the judge accepts, under every tariff."""
    tariff = data.draw(st.sampled_from(list(hand_strategies.TARIFFS.values())))
    table = data.draw(hand_strategies.tables(tariff))
    hand = data.draw(hand_strategies.hands(tariff, table))
    if isinstance(hand, Played):
        assert judge(hand, table, tariff).game.name == hand.game
    elif isinstance(hand, Ramsch):
        outcome = judge_ramsch(hand, table, tariff)
        assert {*outcome.losers, outcome.winner} - {None} <= set(table.active)
    else:
        assert isinstance(hand, Passed)


_ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["Anna", "solo", "yes"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
_KEY = st.sampled_from(sorted({key for keys in KEYS.values() for key in keys})) | st.text(max_size=5)
_GAME = st.sampled_from(["solo", "sauspiel", "ramsch", "weiter", "posting", "bettel", "haus"]) | _ANY


@settings(max_examples=600, deadline=None)
@given(st.dictionaries(_KEY, _ANY, max_size=7), _GAME)
def test_anything_is_a_hand_or_invalid(data: dict[str, Any], game: object) -> None:
    """Whatever JSON says, it is a hand that is the same when read again, or an InvalidHand."""
    try:
        hand = from_json({**data, "game": game}, PEOPLE)
    except InvalidHand:
        return
    assert from_json(to_json(hand), PEOPLE) == hand
