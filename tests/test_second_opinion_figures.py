"""The second opinion's own figures: each printed rule, worked out by hand, against the plain scorer alone."""

from typing import NamedTuple

import pytest
from second_opinion import Impossible, score
from second_opinion_evening import evening
from second_opinion_scene import Map

PEOPLE = ["Anna", "Bene", "Christl", "Dani"]
TABLE = {"seats": PEOPLE, "dealer": "Dani", "active": PEOPLE, "stock": 0, "bock": 0, "round": None}
TWO = {**TABLE, "seats": PEOPLE[:2], "dealer": "Bene", "active": PEOPLE[:2]}

BASE: Map = {
    "games": ["sauspiel", "hochzeit", "kreuz", "solo", "wenz", "bettel", "ramsch"],
    "people": [2, 4],
    "deck": {2: "long", 4: "long"},
    "prices": {"partner": 20, "solo": 50, "ramsch": 20},
    "wins": {"declarers": 61},
    "schneider": {"price": 10, "times": "none", "games": [], "declarers": 31, "opponents": 30},
    "schwarz": {"price": 10, "times": "none", "games": []},
    "announced": {"schneider": 5, "schwarz": "none", "games": []},
    "laufende": {
        "price": 10,
        "ohne_price": "none",
        "from": 2,
        "by_game": {},
        "max": "none",
        "only_herren": False,
        "paid": "always",
        "ohne": "all",
        "schedule": {},
        "doubled": True,
        "games": [],
    },
    "tout": {"times": 2, "schneider_schwarz": True, "schneider": "none", "schwarz": "none", "laufende": True},
    "sie": {"times": 4, "schneider_schwarz": False, "schneider": "none", "schwarz": "none", "laufende": True},
    "kontra": {"names": ["Kontra", "Re"], "unlimited": False, "games": [], "last_needs_61": False},
    "klopfen": {"max": "none", "per_person": 1, "growth": "power", "times": "none", "games": []},
    "bock": {"after": [], "length": "hand", "inside": "extended", "growth": "power", "times": "none", "games": []},
    "doublings": {"together": [], "growth": "power", "times": "none"},
    "stock": {
        "pay_in": 10,
        "games": ["sauspiel", "solo"],
        "won": "takes",
        "lost": "stays",
        "lost_each": "none",
        "empty": "pays",
        "refill": False,
        "to": "declarers",
        "max_per_person": "none",
        "multiplied": [],
        "at_close": "split",
    },
    "forced": "none",
    "bids": {"price": 0, "step": 10, "games": []},
    "ramsch": {"jungfrau": "none", "jungfrau_adds": 0, "durchmarsch": "none", "losers": 1, "kontra": "none", "tie": []},
    "rounds": {"kinds": ["hadsch", "ramsch", "allgäuer"], "after_lost_solo": "none", "schieber_sum": "none"},
    "thrown_in": {"same_dealer": False, "uses_bock": False},
    "ceiling": "none",
    "ceiling_of": "payment",
    "kreuz": {"tie": "draw"},
}

WON = {"game": "sauspiel", "declarer": "Anna", "partner": "Bene", "won": True}
LOST = {**WON, "won": False}
WENZ = {"game": "wenz", "declarer": "Anna", "won": True}
HERZ = {"game": "solo", "suit": "herz", "declarer": "Anna", "won": True}
OHNE_3 = {"laufende": 3, "laufende_of": "opponents"}
SIXTY = {"game": "kreuz", "declarer": "Anna", "augen": 60}
NO_PRICE = {"price": "none"}
LINEAR = {"together": ["klopfen", "kontra", "tout"], "growth": "linear"}
ONE_EACH = {"prices": {"partner": 1, "solo": 5, "ramsch": 1}, "laufende": {"price": 1}}
CALLER = {**ONE_EACH, "laufende": {"price": 1, "ohne": "caller"}}


class Figure(NamedTuple):
    """What a hand costs: the value, and what each of the four and the Stock get."""

    source: str
    tariff: Map
    hand: Map
    value: int
    postings: tuple[int, ...]
    table: Map = TABLE


def changed(settings: Map) -> Map:
    """Return the plain tariff with some settings of its parts changed."""
    blocks = {key: value for key, value in settings.items() if isinstance(value, dict) and isinstance(BASE[key], dict)}
    return {**BASE, **settings, **{key: {**BASE[key], **block} for key, block in blocks.items()}}


def ramsch(**settings: object) -> Map:
    """Return what a tariff says of a Ramsch."""
    return {"ramsch": settings}


def augen(*counts: int, **more: object) -> Map:
    """Return a Ramsch told by the Augen of the four."""
    return {"game": "ramsch", "augen": dict(zip(PEOPLE, counts, strict=True)), **more}


def made(*counts: int) -> Map:
    """Return how many tricks the four made."""
    return dict(zip(PEOPLE, counts, strict=True))


def stock(held: int) -> Map:
    """Return the table with so much in the Stock."""
    return {**TABLE, "stock": held}


OF_GAMES = [
    Figure("Westernach: won without 3", CALLER, WON | OHNE_3, 4, (7, 1, -4, -4, 0)),
    Figure("Westernach, lost without 3: 4 + 4 - 1", CALLER, LOST | OHNE_3, 4, (-7, -1, 4, 4, 0)),
    Figure("ohne caller, Kontra: 8 and 2", CALLER, WON | OHNE_3 | {"kontra": 1}, 8, (14, 2, -8, -8, 0)),
    Figure("ohne caller, at most 3", {**CALLER, "ceiling": 3}, WON | OHNE_3, 3, (5, 1, -3, -3, 0)),
    Figure("ohne caller, with 3: as ever", CALLER, WON | {"laufende": 3}, 4, (4, 4, -4, -4, 0)),
    Figure("ohne caller: paid decides first",
           {**CALLER, "laufende": {"price": 1, "ohne": "caller", "paid": "winners"}}, WON | OHNE_3, 1,
           (1, 1, -1, -1, 0)),
    Figure("caller_won: the caller lost with 3", {"laufende": {"ohne": "caller_won"}}, LOST | {"laufende": 3}, 20,
           (-20, -20, 20, 20, 0)),
    Figure("caller_won: the caller won without 3", {"laufende": {"ohne": "caller_won"}}, WON | OHNE_3, 50,
           (50, 50, -50, -50, 0)),
    Figure("Niederfüllbach 13: Schneider in a Sauspiel", {"schneider": {"games": ["sauspiel"]}},
           WON | {"schneider": True}, 30, (30, 30, -30, -30, 0)),
    Figure("Niederfüllbach 13: no Schneider in a Wenz", {"schneider": {"games": ["sauspiel"]}},
           WENZ | {"schneider": True}, 50, (150, -50, -50, -50, 0)),
    Figure("openschafkopf: Schneider of a Sauspiel 20", {"schneider": {"price": {"sauspiel": 20, "other": 10}}},
           WON | {"schneider": True}, 40, (40, 40, -40, -40, 0)),
    Figure("openschafkopf: Schneider elsewhere 10", {"schneider": {"price": {"sauspiel": 20, "other": 10}}},
           WENZ | {"schneider": True}, 60, (180, -60, -60, -60, 0)),
    Figure("a price for some: elsewhere nothing", {"schneider": {"price": {"sauspiel": 20}}},
           WENZ | {"schneider": True}, 50, (150, -50, -50, -50, 0)),
    Figure("suit and game go before game and kind", {"laufende": {"price": {"herz-solo": 3, "solo": 2}}},
           HERZ | {"laufende": 2}, 56, (168, -56, -56, -56, 0)),
    Figure("Wiesegger A.7.2: (20 + 10) x 2 + 3 x 10", {"schwarz": {**NO_PRICE, "times": 2}},
           WON | {"schwarz": True, "laufende": 3}, 90, (90, 90, -90, -90, 0)),
    Figure("both multiply: (20 + 10 bid) x 2 x 3",
           {"schneider": {**NO_PRICE, "times": 2}, "schwarz": {**NO_PRICE, "times": 3}, "bids": {"price": 10}},
           WON | {"schwarz": True, "bid": 71}, 180, (180, 180, -180, -180, 0)),
    Figure("Wiesegger A.7.1: with 3 at 10", {"laufende": {"ohne_price": 20}}, WON | {"laufende": 3}, 50,
           (50, 50, -50, -50, 0)),
    Figure("Wiesegger A.7.1: without 3 at 20", {"laufende": {"ohne_price": 20}}, WON | OHNE_3, 80,
           (80, 80, -80, -80, 0)),
    Figure("Wiesegger A.7.1: lost with 3, the losers held them", {"laufende": {"ohne_price": 20, "schedule": {2: 1}}},
           LOST | {"laufende": 3}, 80, (-80, -80, 80, 80, 0)),
    Figure("Würzburg 6(3)d: 20 x 2 + 30", {"laufende": {"doubled": False}}, WON | {"laufende": 3, "kontra": 1}, 70,
           (70, 70, -70, -70, 0)),
    Figure("a calculator: 20 x 2 x 2 + 10", {"schneider": {"doubled": False}}, WON | {"schneider": True, "kontra": 2},
           90, (90, 90, -90, -90, 0)),
    Figure("Schneider outside, Schwarz multiplies it: 20 x 2 x 2 + 10 x 2",
           {"schneider": {"doubled": False}, "schwarz": {**NO_PRICE, "times": 2}}, WON | {"schwarz": True, "kontra": 1},
           100, (100, 100, -100, -100, 0)),
    Figure("doubled: no, Tout and Kontra: 70 x 2 x 2 + 20 x 2", {"laufende": {"doubled": False}},
           WENZ | {"laufende": 2, "kontra": 1, "tout": True}, 320, (960, -320, -320, -320, 0)),
    Figure("doubled: no, a Tout that counts together: 70 x 3 + 20 x 2",
           {"laufende": {"doubled": False}, "doublings": LINEAR},
           WENZ | {"laufende": 2, "kontra": 1, "tout": True}, 250, (750, -250, -250, -250, 0)),
    Figure("Sheephead: one Klopfer, Kontra, Tout: (50 + 20) x 4",
           {"doublings": LINEAR},
           WENZ | {"klopfer": 1, "kontra": 1, "tout": True}, 280, (840, -280, -280, -280, 0)),
    Figure("Sheephead: Bock is not named: 20 x 3 x 2",
           {"doublings": LINEAR},
           WON | {"klopfer": 1, "kontra": 1, "bock": 1}, 120, (120, 120, -120, -120, 0)),
    Figure("Würzburg 6(2)a: won", {"prices": {"partner": {"won": 1, "lost": 2}}}, WON, 1, (1, 1, -1, -1, 0)),
    Figure("Würzburg 6(2)a: lost", {"prices": {"partner": {"won": 1, "lost": 2}}}, LOST, 2, (-2, -2, 2, 2, 0)),
    Figure("prices: other before solo", {"prices": {"other": 7}}, {"game": "bettel", "declarer": "Anna", "won": True},
           7, (21, -7, -7, -7, 0)),
    Figure("Wiesegger A.7.4: four Klopfer make 8", {"klopfen": {"growth": [2, 3, 5, 8]}}, WON | {"klopfer": 4}, 160,
           (160, 160, -160, -160, 0)),
    Figure("Wiesegger A.7.4: more often than said goes on with 5", {"klopfen": {"growth": [2, 3, 5], "per_person": 3}},
           WON | {"klopfer": ["Anna", "Anna", "Anna", "Bene", "Dani"]}, 100, (100, 100, -100, -100, 0)),
    Figure("Klopfen trebles", {"klopfen": {"times": 3}}, WON | {"klopfer": ["Anna", "Dani"]}, 180,
           (180, 180, -180, -180, 0)),
    Figure("bastiwasti: Bock trebles", {"bock": {"times": 3}}, WON, 180, (180, 180, -180, -180, 0),
           {**TABLE, "bock": 2}),
    Figure("Klopfen elsewhere only", {"klopfen": {"games": ["wenz"]}}, WON | {"klopfer": 2}, 20, (20, 20, -20, -20, 0)),
    Figure("Bock elsewhere only", {"bock": {"games": ["wenz"]}}, WON | {"bock": 2}, 20, (20, 20, -20, -20, 0)),
    Figure("Wiesegger A.6.3: 90 is two steps", {"bids": {"price": 10}}, WON | {"bid": 90}, 40, (40, 40, -40, -40, 0)),
    Figure("Wiesegger A.8.5: below 61 no step", {"bids": {"price": 10}}, WON | {"bid": 51}, 20, (20, 20, -20, -20, 0)),
    Figure("Pancho: Schwarz counts in a Tout, Schneider does not", {"tout": {"schneider": False, "schwarz": True}},
           WENZ | {"tout": True}, 120, (360, -120, -120, -120, 0)),
    Figure("Donau-Ries 4: 60 over Kreuz are won", {"kreuz": {"tie": "declarer"}}, SIXTY, 20, (20, -20, 20, -20, 0)),
    Figure("pro-hof.de: 60 over Kreuz are lost", {"kreuz": {"tie": "opponents"}}, SIXTY, 20, (-20, 20, -20, 20, 0)),
    Figure("Niederfüllbach 11: played again", {"kreuz": {"tie": "again"}}, SIXTY, 0, (0, 0, 0, 0, 0)),
    Figure("over Kreuz, a bid goes before it", {"kreuz": {"tie": "declarer"}}, SIXTY | {"bid": 61}, 20,
           (-20, 20, -20, 20, 0)),
    Figure("two programs: a Tout at 40, Laufende beside it: 40 + 20",
           {"prices": {"tout": 40}, "tout": {"schneider_schwarz": False}}, WENZ | {"tout": True, "laufende": 2}, 60,
           (180, -60, -60, -60, 0)),
    Figure("a Wenz-Tout at 70 that is lost, Kontra: 70 x 2", {"prices": {"tout": 40, "wenz-tout": 70}},
           {**WENZ, "won": False, "tout": True, "kontra": 1}, 140, (-420, 140, 140, 140, 0)),
    Figure("list B: Sie 84", {"prices": {"sie": 28}, "sie": {"laufende": False}}, HERZ | {"sie": True, "tout": True},
           28, (84, -28, -28, -28, 0)),
    Figure("Wiesegger A.2.3: two people, 16 tricks each", {}, {**HERZ, "won": None, "tricks": 16}, 70, (70, -70, 0),
           TWO),
]  # fmt: skip

LOW = {"people": [3], "deck": {3: "long"}, "schneider": {"declarers": 12}}
THREE = {**TABLE, "seats": PEOPLE[:3], "dealer": "Christl", "active": PEOPLE[:3]}
ASIDE_AND_SIE = [
    Figure("a Sie that is said to be a Tout as well, where no Tout is played: 4 x (50 + 80)", {"tout": "none"},
           HERZ | {"sie": True, "tout": True}, 520, (1560, -520, -520, -520, 0)),
    Figure("without a trick they are Schneider, whatever lies aside: 50 + 10 + 10", LOW,
           {**HERZ, "won": None, "augen": 15, "tricks": 0}, 70, (-140, 70, 70, 0), THREE),
]  # fmt: skip

LIST_A = {
    "prices": {"partner": 1, "solo": 5, "ramsch": 1},
    "schneider": {"price": 1},
    "schwarz": {"price": 1},
    "tout": {"times": 2, "schneider_schwarz": False},
    "sie": {"times": 4, "schneider_schwarz": False},
    "laufende": "none",
}
OF_TOURNAMENTS = [
    Figure("list A: Sauspiel Schwarz 3", LIST_A, WON | {"schwarz": True}, 3, (3, 3, -3, -3, 0)),
    Figure("list A: solo Schneider 18", LIST_A, WENZ | {"schneider": True}, 6, (18, -6, -6, -6, 0)),
    Figure("list A: Tout 30", LIST_A, WENZ | {"tout": True}, 10, (30, -10, -10, -10, 0)),
    Figure("list A: Sie 60", LIST_A, HERZ | {"sie": True}, 20, (60, -20, -20, -20, 0)),
    Figure("list D: Herz-Solo 30 with Laufende 4: 20",
           {"prices": {"solo": 20, "herz-solo": 30}, "laufende": {"price": 0, "schedule": {2: 10, 3: 15, 4: 20}}},
           HERZ | {"laufende": 6}, 50, (150, -50, -50, -50, 0)),
]  # fmt: skip

VIRGIN = {"game": "ramsch", "losers": ["Anna"], "jungfrauen": ["Bene"]}
VIRGINS = VIRGIN | {"jungfrauen": ["Bene", "Christl"]}
MARCH_45 = ramsch(durchmarsch={"augen": 45, "pays": 30, "jungfrau": False})
TWO_LOSE = ramsch(losers=2)
SHARED = ramsch(losers=2, tie=["tricks", "shared"])
OF_RAMSCH = [
    Figure("Würzburg 6(2)c: 1 and 1 more", {**ONE_EACH, **ramsch(jungfrau_adds=1)}, VIRGIN, 2, (-6, 2, 2, 2, 0)),
    Figure("both: (20 + 2 x 5) x 4", ramsch(jungfrau="all", jungfrau_adds=5), VIRGINS, 120, (-360, 120, 120, 120, 0)),
    Figure("openschafkopf: two Jungfrauen, x 4", ramsch(jungfrau="own_each"), VIRGINS, 20, (-180, 80, 80, 20, 0)),
    Figure("own: x 2 for each of two", ramsch(jungfrau="own"), VIRGINS, 20, (-100, 40, 40, 20, 0)),
    Figure("a ceiling of payments", {**ramsch(jungfrau="own_each"), "ceiling": 50}, VIRGINS, 20, (-120, 50, 50, 20, 0)),
    Figure("a ceiling of the value", {**ramsch(jungfrau="own_each"), "ceiling": 15, "ceiling_of": "value"}, VIRGINS,
           15, (-135, 60, 60, 15, 0)),
    Figure("Wiesegger A.5.4: who has most marches", MARCH_45, augen(45, 50, 15, 10), 30, (-30, 90, -30, -30, 0)),
    Figure("Wiesegger 7.9: the table says whose it is", MARCH_45, augen(50, 50, 15, 5, durchmarsch="Anna"), 30,
           (90, -30, -30, -30, 0)),
    Figure("Schenk: two Jungfrauen double a Durchmarsch",
           ramsch(jungfrau="all", jungfrau_adds=1, durchmarsch={"augen": 91, "pays": 10, "jungfrau": True}),
           augen(100, 20, 0, 0, tricks=made(7, 1, 0, 0)), 48, (144, -48, -48, -48, 0)),
    Figure("Schenk, by tricks: all the others are Jungfrauen",
           ramsch(jungfrau="all", durchmarsch={"augen": "none", "pays": 10, "jungfrau": True}),
           {"game": "ramsch", "durchmarsch": "Dani"}, 80, (-80, -80, -80, 240, 0)),
    Figure("Wiesegger A.5.4: each Stoß doubles for all", ramsch(kontra="all"),
           {"game": "ramsch", "losers": ["Anna"], "kontra": ["Bene", "Anna"]}, 80, (-240, 80, 80, 80, 0)),
    Figure("the chain of a Ramsch grows as the chain does",
           {**ramsch(kontra="all"), "kontra": {"growth": "linear", "games": ["wenz"]}},
           {"game": "ramsch", "losers": ["Anna"], "kontra": 2}, 60, (-180, 60, 60, 60, 0)),
    Figure("Unglert: a winner who shot", ramsch(kontra="own"),
           {"game": "ramsch", "losers": ["Anna"], "kontra": ["Bene"]}, 20, (-80, 40, 20, 20, 0)),
    Figure("Unglert: winner and loser shot", ramsch(kontra="own"),
           {"game": "ramsch", "losers": ["Anna"], "kontra": ["Bene", "Anna"]}, 20, (-160, 80, 40, 40, 0)),
    Figure("Unglert in a Durchmarsch", {**ramsch(kontra="own", durchmarsch={"augen": 91, "pays": 10}), "ceiling": 30},
           {"game": "ramsch", "durchmarsch": "Anna", "kontra": ["Bene", "Anna"]}, 10, (70, -30, -20, -20, 0)),
    Figure("Wiesegger A.5.4: two lose", TWO_LOSE, augen(50, 40, 20, 10), 20, (-20, -20, 20, 20, 0)),
    Figure("two lose, a tie for the last: no matter", TWO_LOSE, augen(50, 50, 10, 10), 20, (-20, -20, 20, 20, 0)),
    Figure("two lose, named", ramsch(losers=2, jungfrau="all"),
           {"game": "ramsch", "losers": ["Dani", "Bene"], "jungfrauen": ["Anna"]}, 40, (40, -40, 40, -40, 0)),
    Figure("two lose: who has most pays the Jungfrau double", ramsch(losers=2, jungfrau="own"),
           augen(60, 50, 10, 0, jungfrauen=["Dani"]), 20, (-40, -20, 20, 40, 0)),
    Figure("two lose, a tie between second and third: more tricks", SHARED,
           augen(60, 25, 25, 10, tricks=made(3, 1, 2, 2)), 20, (-20, 20, -20, 20, 0)),
    Figure("two lose, all four tied: nobody pays", SHARED,
           augen(30, 30, 30, 30, tricks=made(2, 2, 2, 2)), 0, (0, 0, 0, 0, 0)),
    Figure("two lose, the first three tied share a loss of 20", ramsch(losers=2, tie=["shared"]),
           augen(3, 39, 39, 39), 20,
           (20, -7, -7, -6, 0)),
    Figure("two lose, the last three tied share a gain of 20", ramsch(losers=2, tie=["shared"]), augen(20, 60, 20, 20),
           20, (7, -20, 7, 6, 0)),
]  # fmt: skip

BY_SEAT = [
    Figure("a program: the lowest seat loses", ramsch(tie=["tricks", "seat"]),
           augen(20, 40, 20, 40, tricks=made(2, 2, 2, 2)), 20, (20, -60, 20, 20, 0)),
    Figure("the seat counts from the dealer's left", ramsch(tie=["seat"]), augen(20, 40, 20, 40, dealer="Bene"), 20,
           (20, 20, 20, -60, 0)),
    Figure("two lose, the second by the seat", ramsch(losers=2, tie=["seat"]), augen(60, 20, 20, 20), 20,
           (-20, -20, 20, 20, 0)),
]  # fmt: skip
OF_STOCK = [
    Figure("Wiesegger A.5.5: refilled", {"stock": {"refill": True}}, WON, 20, (30, 30, -30, -30, 0), stock(40)),
    Figure("nothing taken, nothing refilled", {"stock": {"refill": True}}, WON, 20, (20, 20, -20, -20, 0)),
    Figure("an empty Stock asks nothing", {"stock": {"lost": 20, "empty": "nothing"}}, LOST, 20, (-20, -20, 20, 20, 0)),
    Figure("20 of the declarers together", {"stock": {"lost": 20, "empty": "nothing"}}, LOST, 20,
           (-30, -30, 20, 20, 20), stock(5)),
    Figure("20 of each of them", {"stock": {"lost_each": 20}}, LOST, 20, (-40, -40, 20, 20, 40)),
    Figure("20 of the caller, doubled by a Klopfer, at most 30",
           {"stock": {"lost_each": 20, "to": "caller", "multiplied": ["klopfen"], "max_per_person": 30}},
           LOST | {"klopfer": 1}, 40, (-70, -40, 40, 40, 30)),
    Figure("Reuegeld: a lost solo pays", {"stock": {"won": "stays", "lost": 15}}, {**HERZ, "won": False}, 50,
           (-165, 50, 50, 50, 15), stock(5)),
    Figure("Reuegeld: a won solo takes nothing", {"stock": {"won": "stays", "lost": 15, "refill": True}}, HERZ, 50,
           (150, -50, -50, -50, 0), stock(5)),
    Figure("multiplied together: 5 x (2 + 1)",
           {"stock": {"lost": 5, "multiplied": ["klopfen", "kontra"]}, "doublings": LINEAR},
           {**HERZ, "won": False, "klopfer": 1, "kontra": 1}, 150, (-465, 150, 150, 150, 15)),
]  # fmt: skip
FIGURES = [*OF_GAMES, *ASIDE_AND_SIE, *OF_TOURNAMENTS, *OF_RAMSCH, *BY_SEAT, *OF_STOCK]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.source)
def test_a_figure_worked_out_by_hand(figure: Figure) -> None:
    """The plain scorer reaches each figure that follows from a printed rule."""
    said = score(changed(figure.tariff), figure.table, figure.hand)
    assert (said["value"], tuple(said["postings"].values())) == (figure.value, figure.postings)


NO_RAMSCH = {"game": "ramsch", "losers": ["Anna"]}
FIRST_OF = {kind: {**TABLE, "round": kind} for kind in ("hadsch", "ramsch", "allgäuer")}
STILL = {"name": "still", "shape": "partner", "trumps": [14, 12], "price": 20, "sie": True}
REFUSED: list[tuple[str, Map, Map, Map]] = [
    ("a Sie of two", {"games": ["solo", STILL]}, {**WON, "game": "still", "sie": True}, TABLE),
    ("a bid elsewhere", {"bids": {"games": ["wenz"]}}, WON | {"bid": 75}, TABLE),
    ("a Tout elsewhere", {"tout": {"games": ["solo"]}}, WENZ | {"tout": True}, TABLE),
    ("announced elsewhere", {"announced": {"games": ["solo"]}}, WENZ | {"announced": "schneider"}, TABLE),
    ("two of one, once each", {}, WON | {"klopfer": ["Anna", "Anna"]}, TABLE),
    ("max counts knocks", {"klopfen": {"max": 2, "per_person": 3}}, WON | {"klopfer": ["Anna"] * 3}, TABLE),
    ("a Kontra in a Ramsch", {}, NO_RAMSCH | {"kontra": 1}, TABLE),
    ("a Schuss of nobody", ramsch(kontra="own"), NO_RAMSCH | {"kontra": 1}, TABLE),
    ("a Schuss twice", ramsch(kontra="own"), NO_RAMSCH | {"kontra": ["Bene", "Bene"]}, TABLE),
    ("deeper than the chain", ramsch(kontra="all"), NO_RAMSCH | {"kontra": 3}, TABLE),
    ("Durchmarsch: a tie", MARCH_45, augen(50, 50, 15, 5), TABLE),
    ("Durchmarsch: somebody has more", MARCH_45, augen(45, 50, 15, 10, durchmarsch="Anna"), TABLE),
    ("two lose: one named", TWO_LOSE, NO_RAMSCH, TABLE),
    ("two lose: a tie", TWO_LOSE, augen(60, 25, 25, 10), TABLE),
    ("two lose: of two", TWO_LOSE, {"game": "ramsch", "losers": ["Anna", "Bene"]}, TWO),
    ("two lose: who pays the Jungfrau?", ramsch(losers=2, jungfrau="own"),
     {"game": "ramsch", "losers": ["Anna", "Bene"], "jungfrauen": ["Dani"]}, TABLE),
    ("which of the losers shot?", ramsch(kontra="own", tie=["shared"]),
     NO_RAMSCH | {"losers": ["Anna", "Bene"], "kontra": ["Bene"]}, TABLE),
    ("0 Augen beside a Durchmarsch", ramsch(jungfrau="all", durchmarsch={"augen": 91, "pays": 10, "jungfrau": True}),
     augen(100, 20, 0, 0), TABLE),
    ("winners alone, dearer when lost", {"prices": {"partner": {"won": 1, "lost": 2}}},
     {"game": "sauspiel", "winners": ["Anna", "Bene"]}, TABLE),
    ("winners alone, dearer when lost in a suit that is not said",
     {"prices": {"partner": 1, "eichel-sauspiel": {"won": 1, "lost": 2}}},
     {"game": "sauspiel", "winners": ["Anna", "Bene"]}, TABLE),
    ("winners alone: whose Laufende?", {"laufende": {"ohne_price": 20}},
     {"game": "sauspiel", "winners": ["Anna", "Bene"], "laufende": 3}, TABLE),
    ("winners alone: who pays the Stock?", {"stock": {"lost_each": 5}},
     {"game": "sauspiel", "winners": ["Anna", "Bene"]}, TABLE),
    ("Hadsch: the first plays", {}, {**WENZ, "declarer": "Bene"}, FIRST_OF["hadsch"]),
    ("Hadsch: no Ramsch", {}, NO_RAMSCH, FIRST_OF["hadsch"]),
    ("Hadsch: who declared?", {}, {"game": "sauspiel", "winners": ["Anna", "Bene"]}, FIRST_OF["hadsch"]),
    ("Ramsch round: only a Ramsch", {}, WENZ, FIRST_OF["ramsch"]),
    ("Allgäuer: a solo", {}, WENZ | {"laufende": 2}, FIRST_OF["allgäuer"]),
    ("Allgäuer: of the first", {}, {**HERZ, "declarer": "Bene", "laufende": 2}, FIRST_OF["allgäuer"]),
    ("Allgäuer: four Laufende", {}, HERZ | {"laufende": 4}, FIRST_OF["allgäuer"]),
    ("Allgäuer: no Laufende", {}, HERZ, FIRST_OF["allgäuer"]),
    ("Allgäuer: Laufende of others", {}, HERZ | {"laufende": 2, "laufende_of": "opponents"}, FIRST_OF["allgäuer"]),
]  # fmt: skip


@pytest.mark.parametrize(("tariff", "hand", "table"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_a_printed_rule_does_not_allow(tariff: Map, hand: Map, table: Map) -> None:
    """The plain scorer refuses what a tariff or a special round does not allow, and what leaves a price open."""
    with pytest.raises(Impossible):
        score(changed(tariff), table, hand)


def test_a_round_obliges_to_what_can_be_played() -> None:
    """The first plays his Farbsolo, a deal is thrown in, and what the table says was no such round is free."""
    allowed: list[Map] = [
        HERZ | {"laufende": 5},
        HERZ | {"sie": True},
        {"game": "zusammengeworfen"},
        WENZ | {"round": "none"},
    ]
    assert [score(BASE, FIRST_OF["allgäuer"], hand)["value"] for hand in allowed] == [100, 520, 0, 50]


def test_bock_after_a_lost_herz_solo() -> None:
    """Wiesegger A.7.5: a Herz-Solo that was lost brings Bock for the next hand, one that was won does not."""
    tariff = changed({"bock": {"after": ["lost_herz_solo"]}})
    answers = evening(tariff, PEOPLE, [HERZ, WENZ, {**HERZ, "won": False}, WENZ, WENZ])
    assert [answer and answer[0] for answer in answers] == [50, 50, 50, 100, 50]


@pytest.mark.parametrize(("hand", "value"), [(WON | OHNE_3, 50), (LOST | {"laufende": 3}, 20)])
def test_a_tariff_of_before_means_what_it_meant(hand: Map, value: int) -> None:
    """Where no doubling could count together yet, `ohne: caller` lets them count, for both, if the caller won."""
    tariff = changed({"laufende": {"ohne": "caller"}})
    old = {key: block for key, block in tariff.items() if key not in ("doublings", "ceiling_of")}
    assert score(old, TABLE, hand) == score(changed({"laufende": {"ohne": "caller_won"}}), TABLE, hand)
    assert score(old, TABLE, hand)["value"] == value
