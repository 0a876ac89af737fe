"""The canonical hand: JSON and session files on one side, a hand on the other."""

import inspect
import json
import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog.errors import InvalidHand
from sklog.scoring.canonical import KEYS, from_json, to_json
from sklog.scoring.games import Game
from sklog.scoring.hand import Hand, InvalidHandOf, Passed, Played, Posting, Ramsch
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
A_MAPPING = 'a hand is a mapping such as {"game": "solo", "declarer": "Anna"}'
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


def test_null_is_a_name_where_nobody_is_known() -> None:
    """Without the people of a table, null can be somebody."""
    assert from_json({"game": "wenz", "declarer": "null"}) == Played(game="wenz", declarer="null")


def test_a_stranger_s_name_stays_as_it_is() -> None:
    """A name that is not at the table keeps even its spaces, for the table to refuse."""
    assert from_json({"game": "wenz", "declarer": " Robert "}, PEOPLE) == Played(game="wenz", declarer=" Robert ")


def test_null_says_nothing_beside_a_key_of_another_name() -> None:
    """Whatever else is said."""
    hand = from_json({"game": "wenz", "declarer": "Anna", "du": True, "bock": None}, PEOPLE)
    assert hand == Played(game="wenz", declarer="Anna", tout=True)


@pytest.mark.parametrize("people", [PEOPLE, [*PEOPLE]], ids=["tuple", "list"])
@pytest.mark.parametrize(
    ("said", "declarer"),
    [("ANNA", "Anna"), (" anna ", "Anna"), (" Robert ", " Robert "), ("none", None), ("null", None)],
)
def test_a_name_however_the_people_are_listed(people: Sequence[str], said: str, declarer: str | None) -> None:
    """Whoever passes them, and in whatever."""
    hand = from_json({"game": "wenz", "winners": ["Bene"]} | {"dealer": said}, people)
    assert hand == Played(game="wenz", winners=("Bene",), dealer=declarer)


@pytest.mark.parametrize("people", [PEOPLE, [*PEOPLE]], ids=["tuple", "list"])
def test_several_are_no_name_however_the_people_are_listed(people: Sequence[str]) -> None:
    """Where one is named."""
    with pytest.raises(InvalidHand, match=r"^declarer: expected a text, not a list$"):
        from_json({"game": "wenz", "declarer": ["Anna"]}, people)


def test_a_name_with_spaces_is_somebody_at_the_table() -> None:
    """Spaces around a name do not make another person of it."""
    assert from_json({"game": "wenz", "declarer": " anna "}, PEOPLE) == Played(game="wenz", declarer="Anna")


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"game": "ramsch"}, "losers"),
        ({"game": "ramsch", "losers": ["Dani"]}, "jungfrauen"),
        ({"game": "zusammengeworfen"}, "active"),
    ],
)
def test_one_name_is_a_list_of_one(data: dict[str, Any], key: str) -> None:
    """Where names belong a single one may stand alone, spelt as at the table."""
    assert getattr(from_json({**data, key: "anna"}, PEOPLE), key) == ("Anna",)


NOTHING: dict[str, tuple[dict[str, Any], Played | Ramsch]] = {
    "no suit": ({**WENZ, "suit": "none"}, Played(game="wenz", declarer="Bene", won=True)),
    "no Augen": ({**WENZ, "augen": "~"}, Played(game="wenz", declarer="Bene", won=True)),
    "no Klopfer": ({**WENZ, "klopfer": "none"}, Played(game="wenz", declarer="Bene", won=True)),
    "no Durchmarsch": ({"game": "ramsch", "losers": ["Dani"], "durchmarsch": "NONE"}, Ramsch(losers=("Dani",))),
    "no Jungfrauen, said": (
        {"game": "ramsch", "losers": ["Dani"], "jungfrauen": "none"},
        Ramsch(losers=("Dani",), jungfrauen=()),
    ),
    "no trumps": ({"game": "ramsch", "losers": ["Dani"], "trumps": "null"}, Ramsch(losers=("Dani",))),
    "a note that is the word": ({**WENZ, "note": "null"}, Played(game="wenz", declarer="Bene", won=True, note="null")),
}


@pytest.mark.parametrize(("data", "hand"), NOTHING.values(), ids=list(NOTHING))
def test_words_for_nothing(data: dict[str, Any], hand: Played | Ramsch) -> None:
    """A session file says nothing with a word; in a note it is a word like any other."""
    assert from_json(data, PEOPLE) == hand


@pytest.mark.parametrize("key", ["klopfer", "kontra"])
def test_somebody_called_null_knocks_and_doubles(key: str) -> None:
    """A word for nothing is a name where somebody is called so."""
    assert getattr(from_json({**WENZ, key: "null"}, ("Null", *PEOPLE)), key) == ("Null",)


@pytest.mark.parametrize(("said", "klopfer"), [("+2", 2), (" 2 ", 2), ("X2", ("X2",))])
def test_klopfer_as_text(said: str, klopfer: object) -> None:
    """A number, also with a sign, says how many; everything else is a name."""
    hand = from_json({**WENZ, "klopfer": said})
    assert isinstance(hand, Played)
    assert hand.klopfer == klopfer


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


def test_a_ramsch_among_a_tables_games() -> None:
    """An own game that is a Ramsch is read as one, whatever is said of it."""
    own = (Game("räuber", "Räuber", "ramsch"),)
    with pytest.raises(InvalidHand, match=r"^augen: expected a number for each name"):
        from_json({"game": "räuber", "augen": 93}, PEOPLE, own)


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


def test_a_number_may_have_many_zeros_before_it() -> None:
    """Forty digits are read, however few of them count; more are none."""
    assert from_json({**WENZ, "augen": f"{'0' * 38}93"}) == from_json({**WENZ, "augen": 93})
    assert problems({**WENZ, "augen": f"{'0' * 39}93"}) == ["augen: this number is too large to store (64 bit)"]


def test_the_largest_number_is_read() -> None:
    """A number may have 64 bits."""
    amounts = {"Anna": 2**63 - 1, "Bene": -(2**63), "Dani": 1}
    assert from_json({"game": "posting", "amounts": amounts}) == Posting(amounts=amounts)


def test_minus_zero_is_zero() -> None:
    """JSON's -0 is the number 0."""
    assert from_json(json.loads('{"game": "wenz", "declarer": "Bene", "augen": -0, "tricks": "-0"}')) == Played(
        game="wenz", declarer="Bene", augen=0, tricks=0
    )


@pytest.mark.parametrize("value", [1, 0, "1", "maybe", [], 1.0])
def test_neither_yes_nor_no(value: object) -> None:
    """A flag is yes or no, never a number or another word."""
    [message] = problems({**WENZ, "schneider": value})
    assert message.startswith("schneider: expected yes or no")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            {**WENZ, "schneidr": True}, 'unknown key "schneidr", did you mean "schneider"?', id="did you mean"
        ),
        pytest.param({**WENZ, "Augen": 70}, 'unknown key "Augen", did you mean "augen"?', id="capitals"),
        pytest.param({**WENZ, 7: 70}, 'unknown key "7"', id="a key that is no text"),
        pytest.param(
            {**WENZ, "suit": "karo"},
            'suit: "karo" is not known here; choose from eichel, gras, herz, schellen',
            id="suit",
        ),
        pytest.param({**WENZ, "declarer": 93}, "declarer: expected a text, not 93", id="number for a name"),
        pytest.param({**WENZ, "klopfer": ["  "]}, "klopfer: expected a name, not nothing", id="blank name"),
        pytest.param({**WENZ, "klopfer": [1]}, "klopfer: expected a text, not 1", id="number in a list of names"),
        pytest.param({**WENZ, "klopfer": True}, "klopfer: expected a whole number, not yes", id="true Klopfer"),
        pytest.param(
            {**WENZ, "kontra": {"Anna": 1}},
            "kontra: expected a number or a list of names, not a mapping",
            id="mapping of Kontras",
        ),
        pytest.param(
            {**WENZ, "active": {"Anna": 1}}, "active: expected a list of names, not a mapping", id="mapping of people"
        ),
        pytest.param(
            {**WENZ, "augen": {"Anna": 9}}, "augen: expected a whole number, not a mapping", id="Augen by name"
        ),
        pytest.param(
            {**WENZ, "losers": ["Anna"]},
            f'"losers" is not a key of a wenz; allowed are {", ".join(KEYS[Played][1:])}',
            id="Ramsch's key",
        ),
        pytest.param({**WENZ, "du": True, "tout": True}, '"tout" is given twice: also as tout', id="alias and name"),
        pytest.param(
            {**WENZ, "announced": "tout"},
            'announced: "tout" is not known here; choose from schneider, schwarz',
            id="announcement",
        ),
        pytest.param({**WENZ, "note": 3}, "note: expected a text, not 3", id="note"),
        pytest.param(
            {**WENZ, "note": "\ud800"},
            "note: half a character (a lone surrogate) cannot be stored",
            id="lone surrogate",
        ),
        pytest.param(
            {**WENZ, "note": "\udfff"}, "note: half a character (a lone surrogate) cannot be stored", id="the last"
        ),
        pytest.param({"declarer": "Anna"}, 'which game? Give "game", such as sauspiel, solo or ramsch', id="no game"),
        pytest.param({"game": ["solo"]}, "game: expected a text, not a list", id="a list of games"),
        pytest.param(
            {"game": "ramsch", "augen": 93},
            "augen: expected a number for each name, such as {Anna: 48, Bene: 72}, not 93",
            id="Ramsch with a number",
        ),
        pytest.param(
            {"game": "posting"},
            'a posting needs its amounts, such as {"Anna": -50, "Bene": 50}',
            id="posting without amounts",
        ),
        pytest.param(
            {"game": "posting", "amounts": {"Anna": 1.5}},
            "amounts: Anna: expected a whole number, not 1.5",
            id="half a cent",
        ),
        pytest.param([], f"{A_MAPPING}, not a list", id="a list"),
        pytest.param("s ac", f'{A_MAPPING}, not "s ac"', id="a text"),
    ],
)
def test_what_is_said_about_it(data: Any, message: str) -> None:
    """What cannot be read is named with what would be right."""
    assert problems(data) == [message]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "yes"),
        (False, "no"),
        (93, "93"),
        (2**63 - 1, "9223372036854775807"),
        (2**63, "a very large number"),
        (-(2**63), "-9223372036854775808"),
        (-(2**63) - 1, "a very large number"),
        (1.5, "1.5"),
        ({}, "a mapping"),
        ([], "a list"),
        ((), "a list"),
        ([None], "a list"),
        (b"93", "bytes"),
    ],
)
def test_what_is_there_instead(value: object, kind: str) -> None:
    """What cannot be read is named in words for people."""
    assert problems({**WENZ, "note": value}) == [f"note: expected a text, not {kind}"]


def test_nothing_in_a_list_is_named() -> None:
    """Nothing where a name belongs is said to be nothing."""
    assert problems({**WENZ, "klopfer": [None]}) == ["klopfer: expected a text, not nothing"]


@pytest.mark.parametrize(("letters", "shown"), [(40, "k" * 40), (41, f"{'k' * 39}…")])
def test_a_long_word_is_cut_short(letters: int, shown: str) -> None:
    """A message repeats forty letters of what was said at most."""
    assert problems({**WENZ, "suit": "k" * letters}) == [
        f'suit: "{shown}" is not known here; choose from eichel, gras, herz, schellen'
    ]


def test_problems_of_a_game_that_cannot_be_read() -> None:
    """Where the game itself cannot be read, what else was said is named all the same."""
    assert problems({"game": ["solo"], "losers": ["Anna"], "tout": True}) == [
        "game: expected a text, not a list",
        f'"tout" is not a key of a hand; allowed are {", ".join(KEYS[Ramsch][1:])}',
    ]


def test_a_key_of_another_game_hides_nothing() -> None:
    """After a key that does not belong to the game the others are read as well."""
    assert [said[:8] for said in problems({"game": "wenz", "losers": ["Anna"], "augen": "x"})] == [
        '"losers"',
        "augen: e",
    ]


def test_one_person_twice_in_figures() -> None:
    """Two spellings of the same person are one too many."""
    [said] = problems({"game": "posting", "amounts": {"Anna": -5, "anna": 5}}, PEOPLE)
    assert said == "amounts: Anna is named twice"


def test_all_problems_at_once() -> None:
    """Everything that cannot be read is reported in one go."""
    found = problems({"gmae": "solo", "declarer": 1, "augen": "x", "won": 2})
    assert [message.split(":")[0] for message in found] == [
        'unknown key "gmae", did you mean "game"?',
        'which game? Give "game", such as sauspiel, solo or ramsch',
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


def test_what_is_written_is_plain() -> None:
    """Figures by name are written as a mapping of their own."""
    hand = Ramsch(augen={"Anna": 70, "Bene": 50})
    written = to_json(hand)["augen"]
    assert written == {"Anna": 70, "Bene": 50}
    assert written is not hand.augen


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


SHOWN = {
    "a game": (
        Played(game="wenz", declarer="Bene", won=False, laufende=2),
        "Played(game='wenz', declarer='Bene', won=False, laufende=2)",
    ),
    "a Ramsch": (Ramsch(losers=("Anna",)), "Ramsch(losers=('Anna',))"),
    "a deal without a game": (Passed(), "Passed()"),
    "a posting": (Posting(amounts={"Anna": 5, "Bene": -5}), "Posting(amounts={'Anna': 5, 'Bene': -5})"),
}


@pytest.mark.parametrize(("hand", "shown"), SHOWN.values(), ids=list(SHOWN))
def test_a_hand_is_shown_as_it_could_be_built(hand: Hand, shown: str) -> None:
    """Without what nobody said."""
    assert repr(hand) == shown
