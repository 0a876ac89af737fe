"""The points lists of tournaments as tariffs: every figure of each list, with its arithmetic as the list prints it.

A list prints what the soloist gets, a third of it from each opponent; that of Niederfüllbach prints the winner's good
points, which are taken from each here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from playing import PEOPLE, postings, scored

from sklog import tariffs
from sklog.notation import read
from sklog.scoring.canonical import to_json

if TYPE_CHECKING:
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff

PLAIN = """
unit: points
games: [sauspiel, solo, wenz]
people: [4]
schneider: {price: 1}
schwarz: {price: 1}
"""
LISTS = {
    "Donau-Ries 2019/20": f"""name: a
{PLAIN}
prices: {{partner: 1, solo: 5}}
tout: {{times: 2, schneider_schwarz: no}}
sie: {{times: 4, schneider_schwarz: no}}
""",
    "SELF 2022": f"""name: b
{PLAIN}
prices: {{partner: 1, solo: 5}}
laufende: {{price: 1, from: 3}}
tout: {{times: 2, schneider_schwarz: yes}}
sie: {{times: 4, schneider_schwarz: yes, laufende: no}}
forced: {{wins_from: 60}}
""",
    "Großreuth": f"""name: c
{PLAIN}
prices: {{partner: 1, solo: 2}}
laufende: {{price: 1, from: 3, max: 4}}
tout: {{times: 2, schneider_schwarz: yes}}
""",
    "Niederfüllbach 2024": """name: d
unit: points
games: [sauspiel, solo, wenz, kreuz]
people: [4]
deck: short
prices: {partner: 5, solo: 20, herz-solo: 30}
schneider: {price: 5, declarers: 31, opponents: 31, games: [sauspiel]}
schwarz: {price: 5, games: [sauspiel]}
laufende: {price: 0, from: 2, schedule: {2: 10, 3: 15, 4: 20}}
tout: {times: 2}
""",
    "Heilsbronn 2008": """name: e
unit: points
games: [sauspiel, solo, wenz]
people: [4]
prices: {partner: 1, solo: 4}
schneider: {price: 1, games: [sauspiel]}
schwarz: {price: 1, games: [sauspiel]}
laufende: {price: 1, from: 3, max: 4}
""",
}


@cache
def rules(name: str) -> Tariff:
    """Return the list as a tariff."""
    return tariffs.read(LISTS[name], "list.yaml")


def made(name: str, line: str) -> Score:
    """Return what a line of shorthand makes under a list."""
    return scored(to_json(read(line, PEOPLE[:4], None, rules(name))), rules(name))


ONE_TWO_THREE = {
    "Sauspiel": ("s ab", 1),
    "Sauspiel, Schneider": ("s ab n", 2),
    "Sauspiel, Schwarz": ("s ab z", 3),
}
FIVE_SIX_SEVEN = {
    "solo, 3 × 5": ("es a", 15),
    "solo, Schneider, 3 × 6": ("es a n", 18),
    "solo, Schwarz, 3 × 7": ("es a z", 21),
}
WON = {
    # list: the line, what Anna gets
    "Donau-Ries 2019/20": {
        **ONE_TWO_THREE,
        **FIVE_SIX_SEVEN,
        "Wenz, 3 × 5": ("w a", 15),
        "Tout, 3 × 5 × 2": ("es a t", 30),
        "Sie, 3 × 5 × 4": ("es a sie", 60),
        "Laufende do not count": ("s ab l5", 1),
    },
    "SELF 2022": {
        **ONE_TWO_THREE,
        **FIVE_SIX_SEVEN,
        "Tout, 3 × 7 × 2": ("es a t", 42),
        "Sie, 3 × 7 × 4": ("es a sie", 84),
        "2 Laufende": ("s ab l2", 1),
        "3 Laufende": ("s ab l3", 4),
        "a Wenz with 3 Laufende, 3 × 8": ("w a l3", 24),
        "a Wenz with 2 Laufende, 3 × 5": ("w a l2", 15),
        "Muss with 60": ("s ab 60 muss", 1),
    },
    "Großreuth": {
        **ONE_TWO_THREE,
        "solo, 3 × 2": ("es a", 6),
        "solo, Schneider, 3 × 3": ("es a n", 9),
        "solo, Schwarz, 3 × 4": ("es a z", 12),
        "Tout, 3 × 4 × 2": ("es a t", 24),
        "2 Laufende": ("s ab l2", 1),
        "3 Laufende": ("s ab l3", 4),
        "4 Laufende": ("s ab l4", 5),
        "6 Laufende are 4": ("s ab l6", 5),
    },
    "Niederfüllbach 2024": {
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
        "solo, 3 × 20": ("es a", 60),
        "solo, no Schneider": ("es a n", 60),
        "solo, all six tricks": ("es a tricks:6", 60),
        "Herz-Solo, 3 × 30": ("hs a", 90),
        "Wenz with 2 Laufende, 3 × 30": ("w a l2", 90),
        "Tout, 3 × 20 × 2": ("es a t", 120),
        "Tout of a Herz-Solo, 3 × 30 × 2": ("hs a t", 180),
        "Kreuz with Christl, opposite": ("kreuz a", 5),
        "Kreuz, 60:60 is played again": ("kreuz a 60", 0),
    },
    "Heilsbronn 2008": {
        **ONE_TWO_THREE,
        "solo, 4 from each": ("es a", 12),
        "Wenz, 4 from each": ("w a", 12),
        "2 Laufende": ("s ab l2", 1),
        "3 Laufende": ("s ab l3", 4),
        "5 Laufende are 4": ("s ab l5", 5),
        "a Wenz with 4 Laufende, 3 × 8": ("w a l4", 24),
    },
}
LOST = {
    "Donau-Ries 2019/20": {
        "Sauspiel, Schneider": ("s ab- n", -2),
        "solo": ("es a-", -15),
        "solo, Schwarz": ("es a- z", -21),
        "Tout, his Schneider does not count": ("es a- t n", -30),
    },
    "SELF 2022": {
        "60 without a Muss": ("s ab 60", -1),
        "solo, Schneider": ("es a- n", -18),
        "Muss with 59": ("s ab 59 muss", -1),
    },
    "Großreuth": {"Sauspiel": ("s ab-", -1), "solo, Schneider": ("es a- n", -9), "4 Laufende": ("s ab- o4", -5)},
    "Niederfüllbach 2024": {
        "Sauspiel with 30": ("s ab 30", -10),
        "Sauspiel with 31": ("s ab 31", -5),
        "solo with 30": ("es a 30", -60),
        "Herz-Solo": ("hs a-", -90),
        "3 Laufende, 5 + 15": ("s ab- l3", -20),
        "Tout": ("es a- t", -120),
        "Kreuz": ("kreuz a 59", -5),
    },
    "Heilsbronn 2008": {"Sauspiel": ("s ab-", -1), "solo to each 4": ("es a-", -12), "Wenz": ("w a- n", -12)},
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
    [("s ab", (5, 5, 0, 0)), ("s ab-", (0, 0, 5, 5)), ("hs a-", (0, 30, 30, 30)), ("kreuz a 60", (0, 0, 0, 0))],
)
def test_good_points(line: str, good: tuple[int, ...]) -> None:
    """Where a tournament notes good points only, they are what each won."""
    assert tuple(max(0, amount) for amount in postings(made("Niederfüllbach 2024", line))) == good


@pytest.mark.parametrize("name", [name for name in LISTS if name != "Niederfüllbach 2024"])
def test_nothing_doubles_where_a_list_says_nothing(name: str) -> None:
    """Extras and Kontra count only where the list has them."""
    assert (rules(name).kontra, rules(name).klopfen, rules(name).stock) == (None, None, None)
