"""What cards can do: hands that no cards can be are refused when they are recorded, and what was recorded stays."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from dealing import GAMES, PEOPLE, TABLES, dealt_and_played, told
from playing import Facts, ramsch, sauspiel, solo, tariff

from sklog.errors import HandError, IllegalHand
from sklog.scoring import evening, possible
from sklog.scoring.canonical import from_json
from sklog.scoring.games import BY_NAME, DEALT, HEADS, TRICKS, trump_ranks

if TYPE_CHECKING:
    from sklog.scoring.state import Line

LONG_FOR_THREE = "people: [3]\ndeck: long"
SHORT = "people: [4]\ndeck: short"
FOR_TWO = "people: [2]\ndeck: short"
OPPONENTS = {"laufende_of": "opponents"}
PLAIN = "ramsch: {jungfrau: none, durchmarsch: none, tie: [shared]}"
LOST, WON = {"won": False}, {"won": True}
KREUZ = "games: [kreuz, solo]"
WORTH = (11, 10, 4, 3, 2, 0)
"""What the cards of a deck count: four each, and four or twelve that count nothing."""

Row = tuple[str, Facts, str]


def admitted(settings: str, hand: Facts) -> Line:
    """Return what comes of a hand that is new, at a table of as many as the tariff deals to at least."""
    rules = tariff(settings)
    people = PEOPLE[: max(rules.people)]
    return evening.admit(evening.start(people, people[-1]), from_json(hand, people, rules.games), rules)


AUGEN: dict[str, Row] = {
    "1": ("", sauspiel(augen=1), "no cards make 1 Augen: 0 or 2 would be possible"),
    "119": ("", solo(augen=119), "no cards make 119 Augen: 118 or 120 would be possible"),
    "119 of the short deck": (SHORT, solo(augen=119), "no cards make 119 Augen: 118 or 120 would be possible"),
    "1 in a Bettel": ("", solo("bettel", augen=1, **LOST), "no cards make 1 Augen: 0 or 2 would be possible"),
    "1 in a lost Tout": ("", solo(tout=True, augen=1, **LOST), "no cards make 1 Augen: 0 or 2 would be possible"),
    "45 in one trick": ("", sauspiel(tricks=1, augen=45), "so many tricks cannot hold 45 Augen: 44 would be possible"),
    "38 in one trick": (
        "",
        sauspiel(tricks=1, augen=38),
        "so many tricks cannot hold 38 Augen: 37 or 40 would be possible",
    ),
    "75 in seven tricks": ("", solo(tricks=7, augen=75), "so many tricks cannot hold 75 Augen: 76 would be possible"),
    "0 in four tricks": ("", sauspiel(tricks=4, augen=0), "so many tricks cannot hold 0 Augen: 8 would be possible"),
    "120 beside four tricks": (
        "",
        sauspiel(tricks=4, augen=120),
        "so many tricks cannot hold 120 Augen: 112 would be possible",
    ),
    "0 in two tricks of the short deck": (
        SHORT,
        sauspiel(tricks=2, augen=0),
        "so many tricks cannot hold 0 Augen: 8 would be possible",
    ),
    "55 in one trick of three": (
        LONG_FOR_THREE,
        solo(tricks=1, augen=55),
        "so many tricks cannot hold 55 Augen: 54 would be possible",
    ),
}
RESULT: dict[str, Row] = {
    "won with one trick": (
        "",
        sauspiel(tricks=1, **WON),
        (
            "the declarers' tricks hold 0 to 44 Augen: that does not go with the declarers' 1 of 8 tricks"
            " and a game that they win"
        ),
    ),
    "lost with seven tricks": (
        "",
        solo(tricks=7, **LOST),
        (
            "the declarers' tricks hold 76 to 120 Augen: that does not go with the declarers' 7 of 8 tricks"
            " and a game that they lose"
        ),
    ),
    "Schneider with six tricks": (
        "",
        solo(tricks=6, schneider=True, bid=100, **LOST),
        (
            "the declarers' tricks hold 36 to 120 Augen: that does not go with the declarers' 6 of 8 tricks,"
            " a game that they lose and Schneider"
        ),
    ),
    "no Schneider of the losers of one trick": (
        "schneider: {price: 10, declarers: 31, opponents: 45}",
        solo(tricks=7, schneider=False, **WON),
        (
            "the declarers' tricks hold 76 to 120 Augen: that does not go with the declarers' 7 of 8 tricks,"
            " a game that they win and no Schneider"
        ),
    ),
    "announced Schneider made with two tricks": (
        "announced: {schneider: 20, schwarz: none}",
        solo(tricks=2, announced="schneider", **WON),
        (
            "the declarers' tricks hold 0 to 84 Augen: that does not go with the declarers' 2 of 8 tricks, a"
            " game that they win and Schneider"
        ),
    ),
    "a bid above an announced Schneider, made with three tricks": (
        "announced: {schneider: 20, schwarz: none}",
        solo(tricks=3, announced="schneider", bid=110, **WON),
        (
            "the declarers' tricks hold 0 to 100 Augen: that does not go with the declarers' 3 of 8 tricks, a"
            " game that they win and Schneider"
        ),
    ),
    "Schneider of declarers, whose limit is not the opponents'": (
        "schneider: {price: 10, declarers: 31, opponents: 45}",
        solo(tricks=6, schneider=True, **LOST),
        (
            "the declarers' tricks hold 36 to 120 Augen: that does not go with the declarers' 6 of 8 tricks,"
            " a game that they lose and Schneider"
        ),
    ),
    "won after a Kontra, by which 60 are needed": (
        "wins: {declarers: 40}\nkontra: {last_needs_61: yes}",
        solo(tricks=1, kontra=1, **WON),
        (
            "the declarers' tricks hold 0 to 44 Augen: that does not go with the declarers' 1 of 8 tricks"
            " and a game that they win"
        ),
    ),
}
LAUFENDE: dict[str, Row] = {
    "nine of eight cards": ("", solo(laufende=9, **WON), "9 Laufende: nobody holds more than 8 cards"),
    "seven of six cards": (SHORT, solo(laufende=7, **WON), "7 Laufende: nobody holds more than 6 cards"),
    "more than ten and two aside": (
        LONG_FOR_THREE,
        solo(laufende=13, **WON),
        "13 Laufende: nobody holds more than 12 cards",
    ),
    "eight, and lost": (
        "",
        solo(suit="herz", laufende=8, augen=20),
        (
            "8 Laufende make at least 8 of 8 tricks and 120 Augen: that does not go with the declarers' 20"
            " Augen; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "four Unter without a trick": (
        "",
        solo("wenz", laufende=4, augen=0),
        (
            "4 Laufende make at least 4 of 8 tricks and 8 Augen: that does not go with the declarers' 0"
            " Augen; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "four Könige with 15 Augen": (
        "",
        solo("habicht", laufende=4, augen=15),
        (
            "4 Laufende make at least 4 of 8 tricks and 16 Augen: that does not go with the declarers' 15"
            " Augen; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "eight of two people, who took less than they count": (
        "",
        sauspiel(laufende=8, augen=19),
        (
            "8 Laufende make at least 4 of 8 tricks and 20 Augen: that does not go with the declarers' 19"
            " Augen; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "three, and Schwarz": (
        "",
        sauspiel(laufende=3, schwarz=True, **LOST),
        (
            "3 Laufende make at least 2 of 8 tricks and 9 Augen: that does not go with a game that they lose"
            " and Schwarz; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "one, and Schwarz": (
        "",
        sauspiel(laufende=1, schwarz=True, **LOST),
        (
            "1 Laufende make at least 1 of 8 tricks and 3 Augen: that does not go with a game that they lose"
            " and Schwarz; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "eight, and no Schwarz": (
        "",
        solo(suit="herz", laufende=8, schwarz=False, **WON),
        (
            "8 Laufende make at least 8 of 8 tricks and 120 Augen: that does not go with a game that they win"
            " and no Schwarz; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "eight, and Schneider but no Schwarz": (
        "",
        solo(suit="herz", laufende=8, schneider=True, schwarz=False, **WON),
        (
            "8 Laufende make at least 8 of 8 tricks and 120 Augen: that does not go with a game that they"
            " win, Schneider and no Schwarz; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "all twelve trumps of an opponent, and no Schwarz": (
        FOR_TWO,
        solo(laufende=12, schwarz=False, **LOST, **OPPONENTS),
        (
            "12 Laufende make at least 12 of 12 tricks and 120 Augen: that does not go with a game that they"
            " lose and no Schwarz; mend one of the two, or say laufende_of:declarers"
        ),
    ),
    "four Unter of the opponents with 7 Augen": (
        "",
        solo("wenz", laufende=4, augen=113, **OPPONENTS),
        (
            "4 Laufende make at least 2 of 8 tricks and 8 Augen: that does not go with the declarers' 113"
            " Augen; mend one of the two, or say laufende_of:declarers"
        ),
    ),
    "one of the opponents, who are Schwarz": (
        "",
        solo("wenz", laufende=1, schwarz=True, **WON, **OPPONENTS),
        (
            "1 Laufende make at least 1 of 8 tricks and 2 Augen: that does not go with a game that they win"
            " and Schwarz; mend one of the two, or say laufende_of:declarers"
        ),
    ),
    "one of the opponents of a Tout that was won": (
        "",
        solo(laufende=1, tout=True, **WON, **OPPONENTS),
        (
            "1 Laufende make at least 1 of 8 tricks and 3 Augen: that does not go with a game that they win"
            " and Schwarz; mend one of the two, or say laufende_of:declarers"
        ),
    ),
    "seven of three opponents with two tricks": (
        "",
        solo(laufende=7, tricks=6, **WON, **OPPONENTS),
        (
            "7 Laufende make at least 3 of 8 tricks and 18 Augen: that does not go with the declarers' 6 of"
            " 8 tricks and a game that they win; mend one of the two, or say laufende_of:declarers"
        ),
    ),
    "five with four tricks": (
        "",
        solo(laufende=5, tricks=4, augen=50),
        (
            "5 Laufende make at least 5 of 8 tricks and 20 Augen: that does not go with the declarers' 4 of"
            " 8 tricks and the declarers' 50 Augen; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "seven, and lost": (
        "",
        solo(laufende=7, **LOST),
        (
            "7 Laufende make at least 7 of 8 tricks and 76 Augen: that does not go with a game that they"
            " lose; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "of a table's own game": (
        "games: [{name: eigen, shape: solo, price: 5, trumps: 6}]",
        solo("eigen", laufende=5, augen=19),
        (
            "5 Laufende make at least 5 of 8 tricks and 20 Augen: that does not go with the declarers' 19"
            " Augen; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "of three people, two of whose cards may lie aside": (
        LONG_FOR_THREE,
        solo(laufende=8, tricks=5, **WON),
        (
            "8 Laufende make at least 6 of 10 tricks and 14 Augen: that does not go with the declarers' 5 of"
            " 10 tricks and a game that they win; mend one of the two, or say laufende_of:opponents"
        ),
    ),
    "of a soloist whose opponents won": (
        "",
        {"game": "solo", "winners": ["Bene", "Christl", "Dani"], "laufende": 7},
        (
            "7 Laufende make at least 7 of 8 tricks and 76 Augen: that does not go with a game that they"
            " lose; mend one of the two, or say laufende_of:opponents"
        ),
    ),
}
RAMSCH: dict[str, Row] = {
    "1 of somebody": (
        PLAIN,
        ramsch(70, 49, 1, 0),
        "Christl: no cards make 1 Augen: 0 or 2 would be possible",
    ),
    "1 and 119": (
        PLAIN,
        ramsch(119, 1, 0, 0),
        (
            "Anna: no cards make 119 Augen: 118 or 120 would be possible\nBene: no cards make 1 Augen: 0 or"
            " 2 would be possible"
        ),
    ),
    "60 in one trick": (
        PLAIN,
        ramsch(60, 30, 20, 10, tricks=(1,)),
        "Anna: so many tricks cannot hold 60 Augen: 44 would be possible",
    ),
    "too few for seven tricks": (
        PLAIN,
        ramsch(70, 50, 0, 0, tricks=(7, 1, 0, 0)),
        (
            "Anna: so many tricks cannot hold 70 Augen: 76 would be possible\nBene: so many tricks cannot"
            " hold 50 Augen: 44 would be possible"
        ),
    ),
    "two who are each possible, and not together": (
        PLAIN,
        ramsch(44, 43, 20, 13, tricks=(1, 1)),
        "Anna and Bene: so many tricks cannot hold 87 Augen: 84 would be possible",
    ),
    "two who do not sit side by side": (
        PLAIN,
        ramsch(44, 20, 43, 13, tricks=(1, None, 1)),
        "Anna and Christl: so many tricks cannot hold 87 Augen: 84 would be possible",
    ),
    "1 of two people": (
        f"{FOR_TWO}\n{PLAIN}",
        ramsch(119, 1),
        (
            "Anna: no cards make 119 Augen: 118 or 120 would be possible\nBene: no cards make 1 Augen: 0 or"
            " 2 would be possible"
        ),
    ),
    "no trick is left": (
        PLAIN,
        ramsch(60, 40, 20, 0, tricks=(5, 3)),
        "the tricks, with one for everybody who has Augen, add up to 9; there are 8",
    ),
    "all but the tricks of a Jungfrau": (
        PLAIN,
        ramsch(60, 60, 0, 0, tricks=(7,), jungfrauen=["Christl", "Dani"]),
        (
            "Anna: so many tricks cannot hold 60 Augen: 76 would be possible\nBene: so many tricks cannot"
            " hold 60 Augen: 44 would be possible"
        ),
    ),
    "fewer tricks than there are": (
        PLAIN,
        ramsch(60, 60, 0, 0, tricks=(4, 3), jungfrauen=["Christl", "Dani"]),
        "the tricks add up to 7; there are 8",
    ),
    "120 beside four tricks": (
        PLAIN,
        ramsch(120, 0, 0, 0, tricks=(4,)),
        "Anna: so many tricks cannot hold 120 Augen: 112 would be possible",
    ),
    "more trumps than cards": (
        PLAIN,
        ramsch(60, 30, 20, 10, tricks=(4, 1), trumps=(3, 5)),
        "Bene has 5 trumps in 4 cards",
    ),
    "more trumps than cards where two lie aside": (
        LONG_FOR_THREE,
        ramsch(60, 40, 20, tricks=(5, 1), trumps=(3, 6)),
        "Bene has 6 trumps in 5 cards",
    ),
    "more trumps than cards, and the loser": (
        PLAIN,
        ramsch(losers=["Anna"], tricks=(4, 1), trumps=(3, 5)),
        "Bene has 5 trumps in 4 cards",
    ),
    "three people": (
        LONG_FOR_THREE,
        ramsch(60, 59, 1),
        "Christl: no cards make 1 Augen: 0 or 2 would be possible",
    ),
}
REFUSED: dict[str, Row] = {
    **{f"Augen: {what}": row for what, row in AUGEN.items()},
    **{f"result: {what}": row for what, row in RESULT.items()},
    **{f"Laufende: {what}": row for what, row in LAUFENDE.items()},
    **{f"Ramsch: {what}": row for what, row in RAMSCH.items()},
}


@pytest.mark.parametrize(("settings", "hand", "words"), REFUSED.values(), ids=list(REFUSED))
def test_what_no_cards_can_be_is_refused(settings: str, hand: Facts, words: str) -> None:
    """A hand that is new is refused with what the cards can do."""
    with pytest.raises(IllegalHand) as refused:
        admitted(settings, hand)
    assert str(refused.value) == words


@pytest.mark.parametrize(("settings", "hand", "_words"), REFUSED.values(), ids=list(REFUSED))
def test_what_was_recorded_folds_as_before(settings: str, hand: Facts, _words: str) -> None:
    """A hand that stands in an evening already keeps its price."""
    rules = tariff(settings)
    people = PEOPLE[: max(rules.people)]
    said = from_json(hand, people, rules.games)
    [line] = evening.play([said], evening.start(people, people[-1]), rules)
    assert line.score


ACCEPTED: dict[str, tuple[str, Facts]] = {
    "2 Augen": ("", sauspiel(augen=2)),
    "118 Augen": ("", solo(augen=118)),
    "44 in one trick": ("", sauspiel(tricks=1, augen=44)),
    "76 in seven tricks": ("", solo(tricks=7, augen=76)),
    "120 beside three tricks": ("", sauspiel(tricks=5, augen=120)),
    "0 in three tricks": ("", sauspiel(tricks=3, augen=0)),
    "0 in one trick of the short deck": (SHORT, sauspiel(tricks=1, augen=0)),
    "54 in one trick of three, with two cards laid aside": (LONG_FOR_THREE, solo(tricks=1, augen=54)),
    "all tricks of three": (LONG_FOR_THREE, solo(tricks=10, augen=120)),
    "won with two tricks": ("", sauspiel(tricks=2, **WON)),
    "lost with six tricks": ("", solo(tricks=6, **LOST)),
    "Schneider of the losers of two tricks": ("", solo(tricks=2, schneider=True, **LOST)),
    "no Schneider with one trick": ("", solo(tricks=1, schneider=False, **LOST)),
    "no Schwarz with one trick": ("", solo(tricks=7, schwarz=False, schneider=True, **WON)),
    "a Tout lost by the last trick": ("", solo(tout=True, tricks=7, **LOST)),
    "all twelve trumps of an opponent": (FOR_TWO, solo(laufende=12, **LOST, **OPPONENTS)),
    "eleven trumps of an opponent, and no Schwarz": (FOR_TWO, solo(laufende=11, schwarz=False, **LOST, **OPPONENTS)),
    "seven, and no Schwarz": ("", solo(laufende=7, schwarz=False, **WON)),
    "a Bettel lost with five tricks": ("", solo("bettel", tricks=5, **LOST)),
    "a Bettel lost with all tricks": ("", solo("bettel", tricks=8, **LOST)),
    "a draw": (KREUZ, {"game": "kreuz", "declarer": "Anna", "augen": 60, "laufende": 8}),
    "a draw with half of the tricks": (KREUZ, {"game": "kreuz", "declarer": "Anna", "augen": 60, "tricks": 4}),
    "eight in one hand": ("", solo(laufende=8, augen=120)),
    "twelve of three people, two of them aside": (LONG_FOR_THREE, solo(laufende=12, **WON)),
    "eight of three people with six tricks": (LONG_FOR_THREE, solo(laufende=8, tricks=6, **WON)),
    "two of three people, both aside": (LONG_FOR_THREE, solo(laufende=2, tricks=0)),
    "fourteen of two people": ("", sauspiel(laufende=14, **WON)),
    "fourteen of three opponents": ("", solo(laufende=14, **LOST, **OPPONENTS)),
    "four Unter with 8 Augen": ("", solo("wenz", laufende=4, augen=8)),
    "eight of two people with 20 Augen": ("", sauspiel(laufende=8, augen=20)),
    "three of two people with two tricks": ("", sauspiel(laufende=3, tricks=2, augen=20)),
    "nine of three opponents with three tricks": ("", solo(laufende=9, tricks=5, augen=70, **OPPONENTS)),
    "four, in a Tout that was lost by the third trick": ("", solo(laufende=4, tout=True, tricks=2, **LOST)),
    "four, and an announced Schwarz that was missed": (
        "announced: {schneider: none, schwarz: 20}",
        solo(laufende=4, announced="schwarz", tricks=2, **LOST),
    ),
    "four of the winners, whoever they were": (
        "",
        {"game": "sauspiel", "winners": ["Anna", "Bene"], "laufende": 4, "schwarz": True},
    ),
    "six of a soloist who won": ("", {"game": "solo", "winners": ["Anna"], "laufende": 6, "schneider": True}),
    "four of a game whose cards nobody knows": ("", solo("perlmutt-habicht", laufende=4, augen=8)),
    "a Sie": ("", solo(sie=True)),
    "a Pflichthabicht won with 44": (
        "rounds: {kinds: [blauer-habicht]}",
        {"game": "farbhabicht", "winners": ["Dani"], "tricks": 1, "round": "blauer-habicht"},
    ),
    "1 bid too few": ("", solo(bid=92, schneider=False, tricks=5, **LOST)),
    "announced Schneider that was missed with 92": (
        "announced: {schneider: 20, schwarz: none}",
        solo(tricks=7, announced="schneider", **LOST),
    ),
    "a Ramsch in which 2 are the fewest": ("", ramsch(60, 40, 18, 2)),
    "three of a Ramsch with a worthless trick each": ("", ramsch(120, 0, 0, 0, tricks=(5, 1, 1, 1), losers=["Anna"])),
    "a Durchmarsch": ("", ramsch(120, 0, 0, 0, durchmarsch="Anna")),
    "the two dearest tricks": ("", ramsch(44, 40, 20, 16, tricks=(1, 1))),
    "a Jungfrau": ("", ramsch(60, 40, 20, 0, tricks=(4, 3, 1), jungfrauen=["Dani"])),
    "two people": (FOR_TWO, ramsch(61, 59)),
    "a loser alone": ("", ramsch(losers=["Anna"])),
    "as many trumps as cards": ("", ramsch(losers=["Anna"], tricks=(4, 1), trumps=(3, 4))),
    "thrown in": ("", {"game": "zusammengeworfen"}),
}


@pytest.mark.parametrize(("settings", "hand"), ACCEPTED.values(), ids=list(ACCEPTED))
def test_what_cards_can_be_is_recorded(settings: str, hand: Facts) -> None:
    """What is rare but possible is accepted."""
    assert admitted(settings, hand).score


# -- sets of Augen ------------------------------------------------------------------------------------


def counted(deck: str, inside: str = "") -> set[tuple[int, int]]:
    """Return (cards, Augen) of everything that can be taken from a deck with cards of these ranks in it, one by one."""
    ranks = [*zip("AZKOU", WORTH, strict=False)]
    there = [(inside.count(rank), 4, worth) for rank, worth in ranks]
    there.append((sum(rank in "987" for rank in inside), 12 if deck == "long" else 4, 0))
    taken = product(*(range(least, most + 1) for least, most, _worth in there))
    return {(sum(counts), sum(n * worth for n, (_l, _m, worth) in zip(counts, there, strict=True))) for counts in taken}


RUNS = {
    "nothing": "",
    "an Ober": "O",
    "all Ober and Unter": "OOOOUUUU",
    "all four Unter and the Sau": "UUUUA",
    "all trumps of a Sauspiel": "OOOOUUUUAZK9",
}


@pytest.mark.parametrize("run", RUNS.values(), ids=list(RUNS))
@pytest.mark.parametrize(("deck", "people"), DEALT)
def test_the_augen_of_tricks_are_those_that_cards_make(deck: str, people: int, run: str) -> None:
    """Every number of tricks holds exactly what some cards of the deck make that have these trumps among them."""
    every, tricks = counted(deck, run), TRICKS[deck, people]
    aside = (32 if deck == "long" else 24) - people * tricks
    deal = possible.Deal(deck, people, tricks, aside)
    for made in range(tricks + 1):
        sizes = range(made * people, made * people + (aside if made else 0) + 1)
        found = possible.augen_of(deal, made, made, run)
        assert {augen for augen in range(122) if found >> augen & 1} == {augen for n, augen in every if n in sizes}
        assert found < 1 << 121


def test_the_games_have_as_many_trumps_as_their_cards() -> None:
    """The trumps whose cards are known are as many as the catalogue says."""
    trumped = {name: game.trumps for name, game in BY_NAME.items() if game.trumps and name in HEADS}
    known = {name: tuple(len(trump_ranks(HEADS[name], deck)) for deck in ("long", "short")) for name in trumped}
    in_heads = {name: (4 * len(HEADS[name]),) * 2 for name in trumped}
    assert all(trumped[name] in (known[name], in_heads[name]) for name in trumped)
    assert known["sauspiel"] == trumped["sauspiel"] == (14, 12)
    assert known["farbgeier"] == trumped["farbgeier"] == (11, 9)
    assert trump_ranks("O", "short") == "OOOOAZKU9"


# -- what really happens ------------------------------------------------------------------------------

DEALS, BATCHES = 100, 10
EVERYTHING = (
    "games: [sauspiel, hochzeit, kreuz, solo, wenz, geier, habicht, farbwenz, farbgeier, farbhabicht, bär, ramsch]\n"
    "people: [2, 3, 4]\nramsch: none\nround: none"
)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_that_was_played_is_refused(batch: int) -> None:
    """Whatever is told of a random deal, played by the rules, is recorded."""
    rng = Random(f"deals {batch}")  # noqa: S311  (cards, not secrets)
    for _deal in range(DEALS):
        deck, people = rng.choice(TABLES)
        game = rng.choice([game for game in GAMES if people == 4 or game not in ("sauspiel", "hochzeit", "kreuz")])
        hand = told(rng, dealt_and_played(rng, deck, people, game), game)
        decks = "deck: {2: short, 3: long, 4: long}" if deck == "long" else "deck: short"
        rules = tariff(EVERYTHING.replace("\nround: none", f"\n{decks}"))
        seats = PEOPLE[:people]
        try:
            evening.admit(evening.start(seats), from_json(hand, seats, rules.games), rules)
        except HandError as error:
            raise AssertionError(f"{deck}, {people}: {hand}: {error}") from error
