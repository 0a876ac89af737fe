"""Where the core says that it is enough: each limit at its last value, and one beyond it."""

import pytest

from sklog import tariffs
from sklog.errors import HandError, similar
from sklog.scoring import canonical, state
from sklog.scoring.evening import newcomers, require_room, start, step
from sklog.scoring.hand import Played
from sklog.scoring.names import require_visible, visible
from sklog.scoring.state import Join, Leave, Seating, entry_from_json

FOUR = ("Anna", "Bene", "Christl", "Dani")
WENZ = Played(game="wenz", declarer="Anna", won=True)
SAUSPIEL = tariffs.find("sauspiel")


def anew(begun: state.State, entry: state.Entry) -> state.Line:
    """Fold in what is recorded now for the first time."""
    line = step(begun, entry, SAUSPIEL)
    require_room(begun, line.state)
    return line


def refused(begun: state.State, entry: state.Entry) -> list[str]:
    """Return why an entry cannot be recorded."""
    with pytest.raises(HandError) as error:
        anew(begun, entry)
    return [problem.message for problem in error.value.problems]


def typed(data: dict[str, object]) -> state.Entry:
    """Read an entry, or a hand, as it comes from a file."""
    canonical.require_short(data)
    return entry_from_json(data)


def wrong(data: dict[str, object]) -> list[str]:
    """Return what is wrong with an entry, or with a hand."""
    with pytest.raises(HandError) as error:
        typed(data)
    return [problem.message for problem in error.value.problems]


# -- an evening ---------------------------------------------------------------------------------------


def test_the_last_hand_of_an_evening() -> None:
    """Ten thousand are possible."""
    assert anew(start(FOUR)._replace(hands=9_999), WENZ).number == 10_000


def test_one_hand_too_many() -> None:
    """The next one belongs to another evening."""
    full = start(FOUR)._replace(hands=10_000)
    assert refused(full, WENZ) == ["an evening has at most 10,000 hands: begin another"]


def test_the_hands_that_are_recorded_are_folded() -> None:
    """However many they are."""
    assert step(start(FOUR)._replace(hands=10_000), WENZ, SAUSPIEL).number == 10_001


def test_an_evening_that_is_full_goes_on_without_hands() -> None:
    """Somebody may still sit down in one that has more hands than today's."""
    assert anew(start(FOUR)._replace(hands=10_001), Join("Eva")).number is None


def _many(came: int) -> state.State:
    """Return a table of two at which so many have sat in all."""
    begun = start(FOUR[:2])
    return begun._replace(balances=begun.balances | {f"P{number}": 0 for number in range(came - 2)})


def test_the_last_to_sit_down() -> None:
    """A hundred people are possible, the Stock is none of them."""
    assert "Eva" in anew(_many(99), Join("Eva")).state.balances


def test_one_person_too_many() -> None:
    """Who comes after a hundred others comes to another evening."""
    assert refused(_many(100), Join("Eva")) == ["100 people have sat here already: begin another evening"]


def test_who_was_here_may_come_back() -> None:
    """A hundred have sat here, and one of them sits down again."""
    gone = anew(_many(100), Join("P5")).state
    back = anew(anew(gone, Leave("P5")).state, Join("P5")).state
    assert back.seats == ("Anna", "Bene", "P5")


def test_everybody_who_is_recorded_is_folded() -> None:
    """However many they are; and one of too many may still come back."""
    crowd = step(_many(100), Join("Eva"), SAUSPIEL).state
    assert "Eva" in crowd.seats
    assert "P5" in anew(crowd, Join("P5")).state.seats


def test_far_too_many_seats_are_not_read() -> None:
    """A list that no table has is refused in one sentence."""
    seats = tuple(f"P{number}" for number in range(101))
    assert refused(start(FOUR), Seating(seats)) == ["7 people at most sit at a table, not 101"]


def test_a_hundred_strangers_are_named() -> None:
    """Up to there everybody who is not here is."""
    seats = tuple(f"P{number}" for number in range(100))
    assert "P99 is not at this table; there are Anna, Bene, Christl, Dani" in refused(start(FOUR), Seating(seats))


# -- what is read -------------------------------------------------------------------------------------


def test_the_longest_note() -> None:
    """Two thousand letters are possible."""
    note = "x" * 2_000
    read = typed({"game": "wenz", "declarer": "Anna", "won": True, "note": note})
    assert isinstance(read, Played)
    assert read.note == note


def test_a_note_with_a_letter_too_many() -> None:
    """It is said how many it has."""
    assert wrong({"game": "wenz", "declarer": "Anna", "won": True, "note": "x" * 2_001}) == [
        "note: 2001 letters; at most 2000 are possible"
    ]


def test_everything_that_is_too_long_is_said() -> None:
    """One sentence for each value, and the names in a list count as well."""
    assert wrong({"game": "x" * 2_001, "winners": ["Anna", "B" * 3_000], "k" * 50: "x" * 2_001}) == [
        "game: 2001 letters; at most 2000 are possible",
        "winners: 3000 letters; at most 2000 are possible",
        f"{'k' * 39}…: 2001 letters; at most 2000 are possible",
    ]


def test_a_list_of_nobody_is_not_too_long() -> None:
    """Nobody knocked, and no name is too long."""
    assert typed({"game": "wenz", "declarer": "Anna", "won": True, "klopfer": []}) == WENZ


def test_a_recorded_note_of_any_length_is_read() -> None:
    """What an older version took in stays readable."""
    read = entry_from_json({"game": "wenz", "declarer": "Anna", "won": True, "note": "x" * 2_500})
    assert isinstance(read, Played)
    assert len(read.note) == 2_500


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"game": "wenz", "declarer": "Anna", "won": True, "active": "names"}, id="list"),
        pytest.param({"game": "ramsch", "augen": "figures"}, id="figures"),
    ],
)
def test_names_of_a_hand(data: dict[str, object]) -> None:
    """A hundred names are read, one more is too many."""
    key = list(data)[-1]
    for count in (100, 101):
        names = [f"P{number}" for number in range(count)]
        value = names if data[key] == "names" else dict.fromkeys(names, 0) | {"P0": 120}
        said = f"{key}: {count} names; there are at most 100"
        if count > 100:
            assert wrong(data | {key: value}) == [said]
        else:
            assert typed(data | {key: value})


@pytest.mark.parametrize("kind", ["seats", "stock"])
def test_names_of_an_event(kind: str) -> None:
    """A hundred names are read, one more is too many."""
    names = [f"P{number}" for number in range(101)]
    values = {"seats": names, "stock": dict.fromkeys(names, 0)}
    assert wrong({kind: values[kind]}) == [f"{kind}: 101 names; there are at most 100"]
    fewer = {"seats": names[:100], "stock": dict.fromkeys(names[:100], 0)}
    assert typed({kind: fewer[kind]})


def test_a_game_with_a_name_like_a_novel() -> None:
    """Its beginning says which is meant."""
    assert wrong({"game": "x" * 41, "declarer": "Anna", "won": True}) == [
        f'game: there is no game called "{"x" * 39}…"'
    ]


def test_a_game_with_a_long_name() -> None:
    """A table may call its own game so."""
    hand = typed({"game": "x" * 40, "declarer": "Anna", "won": True})
    assert isinstance(hand, Played)
    assert hand.game == "x" * 40


def test_a_game_that_is_played_may_be_called_anything() -> None:
    """The tariff of an older ledger may know one with a longer name."""
    own = SAUSPIEL.games[0]._replace(name="x" * 41)
    canonical.require_short({"game": f" {'X' * 41}"}, [own])
    with pytest.raises(HandError):
        canonical.require_short({"game": "x" * 42}, [own])


def test_a_long_key_may_be_a_slip() -> None:
    """Up to forty letters the nearest key is looked for."""
    assert canonical.nearest_key("declarer" + "r" * 3, ["declarer"]) == "declarer"
    assert canonical.nearest_key("x" * 20 + "y" * 20, ["x" * 20 + "y" * 19]) is not None


def test_an_endless_key_is_no_slip() -> None:
    """Beyond that nothing is near."""
    assert canonical.nearest_key("x" * 41, ["x" * 40]) is None


def test_similar_words_are_compared_by_their_key_and_given_as_they_stand() -> None:
    """At most so many, and only the nearest; nothing where too little agrees."""
    people = ["Änne", "Anneliese", "Bene"]
    assert similar("ÄNE", people, 2, key=str.casefold) == ["Änne"]
    assert similar("Annelise", people) == ["Anneliese"]
    assert similar("ÄNE", people) == similar("", people) == similar("Bene", []) == []


def test_endless_keys_are_not_all_named() -> None:
    """Of keys that nobody knows as many are named as there are that are known, and one."""
    known = len(canonical.EVERY_KEY)
    said = [one for one in wrong({"game": "wenz"} | {f"q{number}": 1 for number in range(500)}) if "unknown key" in one]
    assert len(said) == known + 1


# -- letters of a name --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Anna", "Jörg", "Ana María", "Łukasz", "李", "👍", "👩\u200d👧", "☕\ufe0f", "Anna ☕\ufe0f Bene"]
)
def test_a_name_that_can_be_seen(name: str) -> None:
    """Every letter of it shows."""
    assert visible(name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Anna\u200b", id="zero-width"),
        pytest.param("An\x07na", id="bell"),
        pytest.param("Anna\u115f", id="filler"),
        pytest.param("\u3164", id="filler-alone"),
        pytest.param("Anna\u034f", id="joiner"),
        pytest.param("Anna\u2800", id="blank-braille"),
        pytest.param("Anna\u180b", id="first-mongolian-variant"),
        pytest.param("Anna\u180f", id="last-mongolian-variant"),
        pytest.param("Anna\ufe00", id="first-variant"),
        pytest.param("Anna\ufe0e", id="last-variant"),
        pytest.param("Anna\U000e0100", id="first-of-many-variants"),
        pytest.param("Anna\U000e01ef", id="last-of-many-variants"),
        pytest.param("Anna\ufe0f", id="emoji-style-behind-a-letter"),
        pytest.param("Anna \ufe0fö", id="emoji-style-behind-a-space"),
        pytest.param("\ufe0fAnna", id="emoji-style-at-the-start"),
    ],
)
def test_a_name_that_hides_something(name: str) -> None:
    """It could be the twin of another."""
    assert not visible(name)


@pytest.mark.parametrize("name", ["Anna\u3164", "An\u2800na"])
def test_a_recorded_name_that_hides_something_is_folded(name: str) -> None:
    """An older version took it in; who is new is refused so."""
    assert start((*FOUR, name)).seats[-1] == name
    with pytest.raises(HandError, match="is not a name"):
        require_visible([name])


def test_a_name_that_hides_something_is_shown_with_what_it_hides() -> None:
    """The sentence quotes the name so that the letter can be seen."""
    with pytest.raises(HandError) as error:
        require_visible(["Bene", "Anna\u3164"])
    [problem] = error.value.problems
    assert problem.message == "'Anna\u3164' is not a name: it has characters that cannot be printed"


@pytest.mark.parametrize(
    ("entry", "people"),
    [
        pytest.param(Join("Eva"), ("Eva",), id="who-sits-down"),
        pytest.param(state.Payment("Eva", "Bene", 20), ("Eva", "Bene"), id="who-pays-and-is-paid"),
        pytest.param(Leave("Anna"), (), id="who-was-here"),
    ],
)
def test_who_may_come_for_the_first_time(entry: state.Entry, people: tuple[str, ...]) -> None:
    """Only these entries bring somebody in."""
    assert newcomers(entry) == people
