"""The figures that the five documents print, and instances of the rules they state, one row each."""

import pytest
from playing import Facts, postings, ramsch, sauspiel, scored, solo

from sklog import tariffs
from sklog.scoring.payout import STOCK

PASSED: Facts = {"game": "zusammengeworfen"}

GRUNDZUEGE = {
    "Tout pays the Laufende and doubles": (solo(won=True, tout=True, laufende=3), 160, (480, -160, -160, -160)),
    "Sie pays eight Laufende four times": (solo(sie=True), 520, (1560, -520, -520, -520)),
    "Wenz pays Laufende from two, Schwarz on top of Schneider": (
        solo("wenz", won=True, schwarz=True, laufende=2),
        90,
        (270, -90, -90, -90),
    ),
    "Laufende are paid whoever wins": (sauspiel(laufende=3, augen=50, tricks=4), 40, (-40, -40, 40, 40)),
    "a forced declarer wins at 60": (sauspiel(forced=True, augen=60, tricks=4), 10, (10, 10, -10, -10)),
    "anybody else loses at 60": (sauspiel(augen=60, tricks=4), 10, (-10, -10, 10, 10)),
    "Stoß, Zruck and Bock double each": (sauspiel(kontra=2, bock=1, augen=70, tricks=5), 80, (80, 80, -80, -80)),
    "an empty trick is no Schwarz": (sauspiel(augen=120, tricks=7), 20, (20, 20, -20, -20)),
    "only the eight Herren are Laufende": (sauspiel(won=True, laufende=14), 90, (90, 90, -90, -90)),
    "a Farbwenz has four Herren": (solo("farbwenz", won=True, laufende=6), 90, (270, -90, -90, -90)),
}
WIKI = {
    "Herz-Solo, four Laufende, Schneider, one Klopfer": (
        solo(suit="herz", laufende=4, klopfer=1, augen=105, tricks=7),
        140,
        (420, -140, -140, -140),
    ),
    "Sauspiel plain": (sauspiel(augen=70, tricks=5), 10, (10, 10, -10, -10)),
    "Sauspiel with Schneider": (sauspiel(augen=95, tricks=6), 20, (20, 20, -20, -20)),
    "Sauspiel with Schneider and Schwarz": (sauspiel(augen=120, tricks=8), 30, (30, 30, -30, -30)),
    "Geier at the price of a solo": (solo("geier", augen=70, tricks=5), 20, (60, -20, -20, -20)),
    "Ramsch at the lower price": (ramsch(50, 30, 25, 15, tricks=(3, 2, 2, 1)), 10, (-30, 10, 10, 10)),
    "Ramsch with one Jungfrau": (ramsch(60, 40, 20, 0, tricks=(4, 3, 1, 0)), 20, (-60, 20, 20, 20)),
    "Ramsch with two Jungfrauen": (ramsch(70, 50, 0, 0, tricks=(5, 3, 0, 0)), 40, (-120, 40, 40, 40)),
    "Durchmarsch wins a Herz-Solo with Schneider and Schwarz": (
        ramsch(120, 0, 0, 0, tricks=(8, 0, 0, 0)),
        40,
        (120, -40, -40, -40),
    ),
    "Ramsch tie: more tricks": (ramsch(45, 45, 20, 10, tricks=(2, 3, 2, 1)), 10, (10, -30, 10, 10)),
    "Ramsch tie: more trumps": (
        ramsch(45, 45, 20, 10, tricks=(3, 3, 1, 1), trumps=(5, 4, 3, 2)),
        10,
        (-30, 10, 10, 10),
    ),
    "Ramsch tie: the highest trump": (
        ramsch(45, 45, 20, 10, tricks=(3, 3, 1, 1), trumps=(4, 4, 4, 2), highest=(2, 1, 5, 9)),
        10,
        (10, -30, 10, 10),
    ),
    "eight Laufende are paid at most": (sauspiel(won=True, laufende=14), 90, (90, 90, -90, -90)),
    "Pflichthabicht wins with 44": (
        {"game": "farbhabicht", "declarer": "Dani", "bid": 44, "augen": 44, "tricks": 3},
        20,
        (-20, -20, -20, 60),
    ),
    "Allgäuer with the Herz-Ober has five Laufende": (solo(laufende=5, augen=80, tricks=6), 70, (210, -70, -70, -70)),
    "Hadsch with its Kontra, lost": (sauspiel(kontra=1, augen=50, tricks=3), 20, (-20, -20, 20, 20)),
}
P_SEMINAR = {
    "Farbsolo, Schneider, one Klopfer": (solo(klopfer=1, augen=95, tricks=6), 120, (360, -120, -120, -120)),
    "Sie is a Tout with eight Laufende": (solo(sie=True), 260, (780, -260, -260, -260)),
    "each winner of a Sauspiel gets 20": (sauspiel(partner="Christl", augen=66, tricks=5), 20, (20, -20, 20, -20)),
    "a lost solo pays each opponent": (solo(augen=55, tricks=4), 50, (-150, 50, 50, 50)),
    "Durchmarsch from 91, Jungfrauen left out": (ramsch(91, 29, 0, 0, tricks=(6, 2, 0, 0)), 20, (60, -20, -20, -20)),
    "90 is no Durchmarsch, two Jungfrauen count": (ramsch(90, 30, 0, 0, tricks=(6, 2, 0, 0)), 80, (-240, 80, 80, 80)),
    "four Klopfer double four times": (sauspiel(won=True, klopfer=4), 320, (320, 320, -320, -320)),
}
LAMERS = {
    "first hand: Sauspiel, Schwarz, one Klopfer": (
        sauspiel(partner="Dani", won=True, schneider=True, schwarz=True, klopfer=1),
        60,
        (60, -60, -60, 60),
    ),
    "second hand: Wenz, three Laufende, Schneider, one Klopfer": (
        solo("wenz", declarer="Bene", won=True, schneider=True, laufende=3, klopfer=1),
        120,
        (-120, 360, -120, -120),
    ),
    "third hand: Tout lost, one Klopfer, Kontra": (
        solo(declarer="Christl", won=False, tout=True, klopfer=1, kontra=1),
        160,
        (160, 160, -480, 160),
    ),
    "fourth hand: Sauspiel, five Laufende, Schneider, two Klopfer": (
        sauspiel(declarer="Christl", partner="Dani", won=True, schneider=True, laufende=5, klopfer=2),
        280,
        (-280, -280, 280, 280),
    ),
    "fifth hand: Tout won is Schwarz, five Laufende": (
        solo(won=True, tout=True, laufende=5),
        180,
        (540, -180, -180, -180),
    ),
    "all fourteen trumps are Laufende": (sauspiel(won=True, laufende=14), 150, (150, 150, -150, -150)),
}
SAUKOPF = {
    "Solo, Schwarz, three Laufende, Re": (solo(laufende=3, kontra=2, augen=120, tricks=8), 28, (84, -28, -28, -28)),
    "Sauspiel lost with Kontra": (sauspiel(kontra=1, augen=58, tricks=4), 2, (-2, -2, 2, 2)),
}
FIGURES = [
    pytest.param(name, *row, id=f"{name}: {rule}")
    for name, rows in (
        ("grundzuege", GRUNDZUEGE),
        ("wiki", WIKI),
        ("p-seminar", P_SEMINAR),
        ("lamers", LAMERS),
        ("saukopf", SAUKOPF),
    )
    for rule, row in rows.items()
]

WITH_THE_STOCK = [
    pytest.param(
        "grundzuege",
        sauspiel(augen=70, tricks=5),
        40,
        (30, 30, -10, -10),
        -40,
        id="grundzuege: won, the Stock is halved",
    ),
    pytest.param(
        "grundzuege", sauspiel(augen=50, tricks=4), 40, (-30, -30, 10, 10), 40, id="grundzuege: lost, the Stock doubles"
    ),
    pytest.param("wiki", PASSED, 0, (-10, -10, -10, -10), 40, id="wiki: a throw-in costs everybody 10"),
    pytest.param("wiki", sauspiel(won=True), 40, (30, 30, -10, -10), -40, id="wiki: won, the Stock is halved"),
]

OTHER_TABLES = [
    pytest.param(
        3, {"game": "wenz", "declarer": "Bene", "won": True}, 20, (-20, 40, -20), id="wiki: a solo against two"
    ),
    pytest.param(
        5,
        {"game": "sauspiel", "declarer": "Bene", "partner": "Dani", "won": True, "dealer": "Anna"},
        10,
        (0, 10, -10, 10, -10),
        id="wiki: of five the dealer sits out",
    ),
]


@pytest.mark.parametrize(("name", "hand", "value", "paid"), FIGURES)
def test_figure(name: str, hand: Facts, value: int, paid: tuple[int, ...]) -> None:
    """A worked figure of a document comes out, for everybody at the table, and the Stock stays as it was."""
    made = scored(hand, tariffs.find(name))
    assert (made.value, postings(made), made.postings[STOCK]) == (value, paid, 0)


@pytest.mark.parametrize(("name", "hand", "stock", "paid", "change"), WITH_THE_STOCK)
def test_figure_with_the_stock(name: str, hand: Facts, stock: int, paid: tuple[int, ...], change: int) -> None:
    """What the documents say of the Stock comes out: who gets it, who fills it, and what it holds then."""
    made = scored(hand, tariffs.find(name), stock=stock)
    assert (postings(made), made.postings[STOCK]) == (paid, change)
    assert made.value == (0 if hand is PASSED else 10)


@pytest.mark.parametrize(("people", "hand", "value", "paid"), OTHER_TABLES)
def test_figure_at_another_table(people: int, hand: Facts, value: int, paid: tuple[int, ...]) -> None:
    """Three people play against each other; of five one sits out and pays nothing."""
    made = scored(hand, tariffs.find("wiki"), people=people)
    assert (made.value, postings(made)) == (value, paid)


def test_every_figure_is_here() -> None:
    """All 47 figures are typed in."""
    assert len(FIGURES) + len(WITH_THE_STOCK) + len(OTHER_TABLES) == 47
