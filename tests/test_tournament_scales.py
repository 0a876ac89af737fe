"""The points lists of tournaments that come with sklog: every rule of their pages, with the arithmetic that they print.

A list prints what the soloist gets, a third of it from each opponent; that of Niederfüllbach prints the winner's good
points, which are taken from each here. The pages of the other tariffs are in `test_tariff_pages`.
"""

import pytest
from playing import PEOPLE, postings, scored

from sklog import tariffs
from sklog.errors import HandError
from sklog.notation import read
from sklog.scoring import evening
from sklog.scoring.canonical import to_json
from sklog.scoring.payout import Score
from sklog.scoring.tariff import POINTS

A, B, C, D, E = LISTS = ("donau-ries", "self-bar", "grossreuth", "niederfuellbach", "heilsbronn")


def made(name: str, line: str) -> Score:
    """Return what a line of shorthand makes under a list."""
    rules = tariffs.find(name)
    return scored(to_json(read(line, PEOPLE[:4], None, rules)), rules)


ONE_TWO_THREE = {
    "Sauspiel": ("s ab", 1),
    "Sauspiel, Schneider": ("s ab n", 2),
    "Sauspiel, Schwarz": ("s ab z", 3),
    "Sauspiel, opponents out of Schneider with 30": ("s ab 90", 1),
    "Sauspiel, opponents with 29": ("s ab 91", 2),
}
FIVE_SIX_SEVEN = {
    "solo, 3 × 5": ("es a", 15),
    "solo, Schneider, 3 × 6": ("es a n", 18),
    "solo, Schwarz, 3 × 7": ("es a z", 21),
    "Herz-Solo, 3 × 5": ("hs a", 15),
    "Wenz, 3 × 5": ("w a", 15),
    "Wenz, Schneider, 3 × 6": ("w a n", 18),
    "Wenz, Schwarz, 3 × 7": ("w a z", 21),
}
WON = {
    # list: the line, what Anna gets
    A: {
        **ONE_TWO_THREE,
        **FIVE_SIX_SEVEN,
        "Tout, 3 × 5 × 2": ("es a t", 30),
        "Tout in a Wenz, 3 × 5 × 2": ("w a t", 30),
        "Sie, 3 × 5 × 4": ("es a sie", 60),
        "nobody plays: über Kreuz, Christl is opposite": ("kreuz a 61", 1),
        "über Kreuz, Schneider": ("kreuz a 91", 2),
        "über Kreuz, Schwarz": ("kreuz a z", 3),
        "2 Laufende do not count": ("w a l2", 15),
        "3 Laufende do not count": ("es a l3", 15),
        "5 Laufende do not count": ("s ab l5", 1),
    },
    B: {
        **ONE_TWO_THREE,
        **FIVE_SIX_SEVEN,
        "Tout, 3 × 14": ("es a t", 42),
        "Tout in a Wenz, 3 × 14": ("w a t", 42),
        "Tout with 3 Laufende, 3 × 17": ("es a t l3", 51),
        "Sie, 3 × 28": ("es a sie", 84),
        "2 Laufende": ("s ab l2", 1),
        "3 Laufende": ("s ab l3", 4),
        "4 Laufende": ("s ab l4", 5),
        "5 Laufende": ("s ab l5", 6),
        "3 Laufende with Schneider": ("s ab l3 n", 5),
        "a Wenz with 3 Laufende, 3 × 8": ("w a l3", 24),
        "a Wenz with 2 Laufende, 3 × 5": ("w a l2", 15),
        "nobody plays: Muss": ("s ab muss", 1),
        "Muss with 60": ("s ab 60 muss", 1),
    },
    C: {
        **ONE_TWO_THREE,
        "solo, 3 × 2": ("es a", 6),
        "solo, Schneider, 3 × 3": ("es a n", 9),
        "solo, Schwarz, 3 × 4": ("es a z", 12),
        "Wenz, 3 × 2": ("w a", 6),
        "Wenz, Schneider, 3 × 3": ("w a n", 9),
        "Wenz, Schwarz, 3 × 4": ("w a z", 12),
        "Tout, 3 × 8": ("es a t", 24),
        "Tout in a Wenz, 3 × 8": ("w a t", 24),
        "Tout with 5 Laufende, 3 × 12": ("es a t l5", 36),
        "2 Laufende": ("s ab l2", 1),
        "3 Laufende": ("s ab l3", 4),
        "4 Laufende": ("s ab l4", 5),
        "5 Laufende are 4": ("s ab l5", 5),
        "nobody plays: Muss with 61": ("s ab 61 muss", 1),
        "solo with 6 Laufende are 4, 3 × 6": ("es a l6", 18),
        "a Wenz with 2 Laufende, 3 × 2": ("w a l2", 6),
    },
    D: {
        "Sauspiel": ("s ab", 5),
        "Sauspiel, Schneider": ("s ab n", 10),
        "Sauspiel, Schwarz": ("s ab z", 15),
        "Sauspiel, opponents with 30": ("s ab 90", 10),
        "Sauspiel, opponents out of it with 31": ("s ab 89", 5),
        "Sauspiel, all six tricks": ("s ab tricks:6", 15),
        "1 Laufender": ("s ab l1", 5),
        "2 Laufende, 5 + 10": ("s ab l2", 15),
        "3 Laufende, 5 + 15": ("s ab l3", 20),
        "4 Laufende, 5 + 20": ("s ab l4", 25),
        "5 Laufende, no more": ("s ab l5", 25),
        "12 Laufende, no more": ("s ab l12", 25),
        "solo, 3 × 20": ("es a", 60),
        "solo, no Schneider": ("es a n", 60),
        "solo, all six tricks": ("es a tricks:6", 60),
        "Wenz, 3 × 20": ("w a", 60),
        "Geier, 3 × 20": ("g a", 60),
        "Geier, no Schneider": ("g a n", 60),
        "Geier with 2 Laufende, 3 × 30": ("g a l2", 90),
        "Herz-Solo, 3 × 30": ("hs a", 90),
        "Herz-Solo, no Schwarz": ("hs a z", 90),
        "Wenz with 2 Laufende, 3 × 30": ("w a l2", 90),
        "Tout, 3 × 20 × 2": ("es a t", 120),
        "Tout of a Herz-Solo, 3 × 30 × 2": ("hs a t", 180),
        "Tout of a Wenz, 3 × 20 × 2": ("w a t", 120),
        "Tout of a Geier, 3 × 20 × 2": ("g a t", 120),
        "Tout with 2 Laufende, 3 × 30 × 2": ("es a t l2", 180),
        "nobody plays: Kreuz, Christl is opposite": ("kreuz a 61", 5),
        "Kreuz, no Schneider": ("kreuz a 90", 5),
        "Kreuz with 2 Laufende, 5 + 10": ("kreuz a l2", 15),
        "Kreuz, 60:60 is played again": ("kreuz a 60", 0),
    },
    E: {
        **ONE_TWO_THREE,
        "solo, 4 from each": ("es a", 12),
        "solo, no Schneider": ("es a n", 12),
        "solo, no Schwarz": ("es a z", 12),
        "Wenz, 4 from each": ("w a", 12),
        "2 Laufende": ("s ab l2", 1),
        "3 Laufende": ("s ab l3", 4),
        "4 Laufende": ("s ab l4", 5),
        "5 Laufende are 4": ("s ab l5", 5),
        "a Wenz with 4 Laufende, 3 × 8": ("w a l4", 24),
        "a Wenz with 2 Laufende, 3 × 4": ("w a l2", 12),
        "a solo with 3 Laufende, 3 × 7": ("es a l3", 21),
        "a solo with 6, 3 × 8": ("es a l6", 24),
        "nobody plays: über Kreuz, Christl is opposite": ("kreuz a 61", 1),
        "über Kreuz, Schneider with 29": ("kreuz a 91", 2),
        "über Kreuz, out of it with 30": ("kreuz a 90", 1),
        "über Kreuz, Schwarz": ("kreuz a z", 3),
        "über Kreuz, 60:60 is a draw": ("kreuz a 60", 0),
    },
}
SAUSPIEL_LOST = {
    "Sauspiel with 60": ("s ab 60", -1),
    "Sauspiel, out of Schneider with 31": ("s ab 31", -1),
    "Sauspiel, Schwarz": ("s ab- z", -3),
}
FROM_31 = {**SAUSPIEL_LOST, "Sauspiel, callers Schneider with 30": ("s ab 30", -2)}
FROM_30 = {
    **SAUSPIEL_LOST,
    "Sauspiel, callers out of Schneider with 30": ("s ab 30", -1),
    "Sauspiel, callers Schneider with 29": ("s ab 29", -2),
}
LOST = {
    A: {
        **FROM_31,
        "solo": ("es a-", -15),
        "solo, Schneider": ("es a- n", -18),
        "solo, Schwarz": ("es a- z", -21),
        "Wenz": ("w a-", -15),
        "Wenz, Schneider": ("w a- n", -18),
        "Wenz, Schwarz": ("w a- z", -21),
        "Tout": ("es a- t", -30),
        "Tout, his Schneider does not count": ("es a- t n", -30),
        "über Kreuz": ("kreuz a 59", -1),
        "über Kreuz, 60:60: who took it over needs 61": ("kreuz a 60", -1),
        "über Kreuz, Schneider with 30 like anybody who plays": ("kreuz a 30", -2),
    },
    B: {
        **FROM_31,
        "solo": ("es a-", -15),
        "solo, Schneider": ("es a- n", -18),
        "solo, Schwarz": ("es a- z", -21),
        "Wenz": ("w a-", -15),
        "Wenz, Schneider": ("w a- n", -18),
        "Wenz, Schwarz": ("w a- z", -21),
        "Tout, as much as it wins": ("es a- t", -42),
        "Tout in a Wenz": ("w a- t", -42),
        "Tout, his Schneider does not count": ("es a- t n", -42),
        "Muss with 59": ("s ab 59 muss", -1),
        "Muss, out of Schneider with 30": ("s ab 30 muss", -1),
        "Muss, Schneider with 29": ("s ab 29 muss", -2),
        "3 Laufende": ("s ab- l3", -4),
    },
    C: {
        **FROM_30,
        "solo": ("es a-", -6),
        "solo, Schneider": ("es a- n", -9),
        "solo, Schwarz": ("es a- z", -12),
        "Wenz": ("w a-", -6),
        "Tout, as much as it wins": ("es a- t", -24),
        "4 Laufende": ("s ab- o4", -5),
        "solo, out of Schneider with 30": ("es a 30", -6),
        "solo, Schneider with 29": ("es a 29", -9),
        "Muss with 60": ("s ab 60 muss", -1),
        "Muss, out of Schneider with 30": ("s ab 30 muss", -1),
        "Muss, Schneider with 29": ("s ab 29 muss", -2),
    },
    D: {
        "Sauspiel with 60": ("s ab 60", -5),
        "Sauspiel with 30": ("s ab 30", -10),
        "Sauspiel with 31": ("s ab 31", -5),
        "Sauspiel, Schwarz": ("s ab- z", -15),
        "solo with 30": ("es a 30", -60),
        "Herz-Solo": ("hs a-", -90),
        "3 Laufende, 5 + 15": ("s ab- l3", -20),
        "Tout": ("es a- t", -120),
        "Geier": ("g a-", -60),
        "Geier with 60": ("g a 60", -60),
        "Tout of a Geier": ("g a- t", -120),
        "Kreuz": ("kreuz a 59", -5),
    },
    E: {
        **FROM_30,
        "solo to each 4": ("es a-", -12),
        "solo, no Schneider": ("es a- n", -12),
        "Wenz, no Schwarz": ("w a- z", -12),
        "4 Laufende": ("s ab- l4", -5),
        "über Kreuz, out of Schneider with 30": ("kreuz a 30", -1),
        "über Kreuz, Schneider with 29": ("kreuz a 29", -2),
    },
}
FIGURES = [
    pytest.param(name, line, total, id=f"{name}: {what}{lost}")
    for table, lost in ((WON, ""), (LOST, ", lost"))
    for name, figures in table.items()
    for what, (line, total) in figures.items()
]


@pytest.mark.parametrize(("name", "line", "total"), FIGURES)
def test_figure_of_a_list(name: str, line: str, total: int) -> None:
    """What the list prints is what the declarer gets or pays; a soloist settles a third of it with each opponent."""
    score = made(name, line)
    partner = {"s": (total, -total, -total), "k": (-total, total, -total)}
    each = -total // 3
    assert postings(score) == (total, *partner.get(line[0], (each, each, each)))


@pytest.mark.parametrize(
    ("line", "good"),
    [
        pytest.param("s ab", (5, 5, 0, 0), id="Sauspiel"),
        pytest.param("s ab-", (0, 0, 5, 5), id="Sauspiel, lost"),
        pytest.param("hs a", (90, 0, 0, 0), id="Herz-Solo"),
        pytest.param("hs a-", (0, 30, 30, 30), id="Herz-Solo, lost"),
        pytest.param("kreuz a 60", (0, 0, 0, 0), id="Kreuz at 60:60"),
    ],
)
def test_good_points(line: str, good: tuple[int, ...]) -> None:
    """Where a tournament notes good points only, they are what each won."""
    assert tuple(max(0, amount) for amount in postings(made(D, line))) == good


@pytest.mark.parametrize(("line", "dealer"), [("kreuz a 60", "Dani"), ("kreuz a 61", "Anna")])
def test_who_deals_after_a_game_over_kreuz(line: str, dealer: str) -> None:
    """At 60:60 it is played again in Niederfüllbach: the same person deals."""
    rules, state = tariffs.find(D), evening.start(PEOPLE[:4], "Dani")
    assert evening.step(state, read(line, PEOPLE[:4], None, rules), rules).state.dealer == dealer


REFUSED = {
    # line: the lists that do not play it, and why
    "s ab k": (LISTS, "has no Kontra"),
    "s ab p": (LISTS, "has no Klopfen"),
    "s ab 75 bid75": (LISTS, "has no Steigern"),
    "g a": ((A, B, C, E), "does not have Geier"),
    "fw a": (LISTS, "does not have Farbwenz"),
    "r 40 35 30 15": (LISTS, "does not have Ramsch"),
    "bettel a": (LISTS, "does not have Bettel"),
    "hochzeit ab": (LISTS, "does not have Hochzeit"),
    "s ab 61 muss": ((A, D, E), "has no forced play"),
    "es a 61 muss": ((B, C), "has no Muss in Solo"),
    "kreuz a": ((B, C), "does not have über Kreuz"),
    "es a sie": ((C, D, E), "has no Sie"),
    "es a t": ((E,), "has no Tout"),
    "s ab tricks:8": ((D,), "there are 6 with these cards"),
    "s ab l13": ((D,), "Sauspiel has only 12 trumps"),
    "w a sie": ((A, B), "never a Wenz"),
}


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [pytest.param(name, line, why, id=f"{name}: {line}") for line, (names, why) in REFUSED.items() for name in names],
)
def test_what_a_list_does_not_play_is_refused(name: str, line: str, why: str) -> None:
    """Extras, games and announcements count only where the list has them."""
    with pytest.raises(HandError, match=why):
        made(name, line)


@pytest.mark.parametrize("name", LISTS)
def test_nothing_doubles_where_a_list_says_nothing(name: str) -> None:
    """A list counts points; neither Kontra nor Klopfen, nor a Bock or a Stock changes them."""
    rules = tariffs.find(name)
    assert (rules.unit, rules.kontra, rules.klopfen, rules.stock, rules.bock.after) == (POINTS, None, None, None, ())
