"""House rules in print, one row each, named by its source: figures worked out by hand, as the id says.

Rows that extend `saukopf` count points: Sauspiel 1, solo 2, Ramsch 1, and 1 for Schneider, Schwarz and a Laufender.
Those that extend `wiki` count cents: 10, 20, 10 and 10. Both pay Laufende from 3, a Wenz from 2.
"""

from typing import Any

import pytest
from playing import PEOPLE, Facts, postings, scored, tariff

from sklog.errors import HandError, IllegalHand, TariffError, UnclearHand
from sklog.notation import read
from sklog.scoring import evening
from sklog.scoring.canonical import to_json
from sklog.scoring.payout import STOCK
from sklog.scoring.state import BockOrder

Row = tuple[str, str | Facts, int, tuple[int, ...]]


def rows(**tables: dict[str, tuple[Any, ...]]) -> Any:
    """Return the rows of tables as parameters, each behind the tariff that it extends, its source as id."""
    return [pytest.param(base, *row, id=source) for base, table in tables.items() for source, row in table.items()]


def facts(said: str | Facts, settings: str, base: str = "wiki", people: int = 4) -> Facts:
    """Return the canonical hand of a line of shorthand."""
    if not isinstance(said, str):
        return said
    return to_json(read(said, PEOPLE[:people], None, tariff(settings, base)))


# -- Laufende -----------------------------------------------------------------------------------------

OHNE = "laufende: {ohne: caller}"
OHNE_WINNERS = "laufende: {ohne: caller, paid: winners}"
OHNE_LOSERS = "laufende: {ohne: caller, paid: losers}"
OHNE_OUTSIDE = "laufende: {ohne: caller, doubled: no}"
CALLER_WON = "laufende: {ohne: caller_won}"
KREUZ: Facts = {"game": "kreuz", "declarer": "Anna", "won": True, "laufende": 3, "laufende_of": "opponents"}

OF_THE_CALLER: dict[str, Row] = {
    "Westernach: won without 3, V = 4, V0 = 1": (OHNE, "s ab o3", 4, (7, 1, -4, -4)),
    "Donauwörther Zeitung: lost without 3, he alone pays them": (OHNE, "s ab- o3", 4, (-7, -1, 4, 4)),
    "Westernach: won with 3, for both": (OHNE, "s ab l3", 4, (4, 4, -4, -4)),
    "Westernach: lost with 3, both pay": (OHNE, "s ab- l3", 4, (-4, -4, 4, 4)),
    "Westernach: without 2, below the minimum": (OHNE, "s ab o2", 1, (1, 1, -1, -1)),
    "Westernach: Kontra, V = 8, V0 = 2": (OHNE, "s ab o3 k", 8, (14, 2, -8, -8)),
    "Westernach: Kontra lost": (OHNE, "s ab- o3 k", 8, (-14, -2, 8, 8)),
    "Westernach: Kontra and Re, with 3": (OHNE, "s ab l3 kr", 16, (16, 16, -16, -16)),
    "Westernach: Schneider is of both, V = 5, V0 = 2": (OHNE, "s ab n o3", 5, (8, 2, -5, -5)),
    "Westernach: Bock, V = 8, V0 = 2": (OHNE, "s ab o3 bock:1", 8, (14, 2, -8, -8)),
    "Westernach: a ceiling of 6 takes 8 down, not 2": (f"{OHNE}\nceiling: 6", "s ab o3 k", 6, (10, 2, -6, -6)),
    "Westernach: that ceiling lost": (f"{OHNE}\nceiling: 6", "s ab- o3 k", 6, (-10, -2, 6, 6)),
    "Westernach: a ceiling below both": (f"{OHNE}\nceiling: 1", "s ab o3 k", 1, (1, 1, -1, -1)),
    "Westernach: of winners only, the losers held them": (OHNE_WINNERS, "s ab o3", 1, (1, 1, -1, -1)),
    "Westernach: of winners only, they held them": (OHNE_WINNERS, "s ab- o3", 4, (-7, -1, 4, 4)),
    "Westernach: of losers only, they held them": (OHNE_LOSERS, "s ab o3", 4, (7, 1, -4, -4)),
    "Westernach: of losers only, the winners held them": (OHNE_LOSERS, "s ab- o3", 1, (-1, -1, 1, 1)),
    "Westernach: from 1 on without 3, V = 4, V0 = 1": (
        "laufende: {ohne: caller, from: 1}",
        "s ab o3",
        4,
        (7, 1, -4, -4),
    ),
    "Westernach: outside of Kontra, V = 1 × 2 + 3, V0 = 2": (OHNE_OUTSIDE, "s ab o3 k", 5, (8, 2, -5, -5)),
    "Westernach: a solo without 3 is as ever": (OHNE, "es a o3", 5, (15, -5, -5, -5)),
    "Westernach: a solo lost without 3": (OHNE, "es a- o3", 5, (-15, 5, 5, 5)),
    "Westernach: a solo without 3, Kontra": (OHNE, "es a o3 k", 10, (30, -10, -10, -10)),
    "Westernach: the partner opposite": (f"games: [kreuz]\n{OHNE}", KREUZ, 4, (7, -4, 1, -4)),
    "the older meaning: won without 3, for all": (CALLER_WON, "s ab o3", 4, (4, 4, -4, -4)),
    "the older meaning: won without 3, Kontra": (CALLER_WON, "s ab o3 k", 8, (8, 8, -8, -8)),
    "the older meaning: lost without 3, for nobody": (CALLER_WON, "s ab- l3", 1, (-1, -1, 1, 1)),
    "the older meaning: opponents with 3 win them": (CALLER_WON, "s ab- o3", 4, (-4, -4, 4, 4)),
    "the older meaning: a solo lost with 3": (CALLER_WON, "es a- l3", 5, (-15, 5, 5, 5)),
}

DOUBLE_OHNE = "laufende: {price: 10, ohne_price: 20}"
OHNE_OF_ALL = "laufende: {ohne_price: 20, schedule: {3: 5}}"
OHNE_BY_GAME = "laufende: {ohne_price: {sauspiel: 20, other: 30}}"
OHNE_BY_SUIT = "laufende: {ohne_price: {herz-solo: 30, other: 5}}"
OHNE_PAID = "laufende: {ohne_price: 20, paid: %s}"
WITH_AND_WITHOUT: dict[str, Row] = {
    "Wiesegger A.7.1: won with 3, 10 + 30": (DOUBLE_OHNE, "s ab l3", 40, (40, 40, -40, -40)),
    "Wiesegger A.7.1: won without 3, 10 + 60": (DOUBLE_OHNE, "s ab o3", 70, (70, 70, -70, -70)),
    "Wiesegger A.7.1: lost with 3, the losers held them": (DOUBLE_OHNE, "s ab- l3", 70, (-70, -70, 70, 70)),
    "Wiesegger A.7.1: lost without 3, the winners held them": (DOUBLE_OHNE, "s ab- o3", 40, (-40, -40, 40, 40)),
    "Wiesegger A.7.1: Kontra, 70 × 2": (DOUBLE_OHNE, "s ab o3 k", 140, (140, 140, -140, -140)),
    "Wiesegger A.7.1: a solo with 3, 20 + 30": (DOUBLE_OHNE, "es a l3", 50, (150, -50, -50, -50)),
    "Wiesegger A.7.1: a solo without 3, 20 + 60": (DOUBLE_OHNE, "es a o3", 80, (240, -80, -80, -80)),
    "Wiesegger A.7.1: a solo lost with 3": (DOUBLE_OHNE, "es a- l3", 80, (-240, 80, 80, 80)),
    "Wiesegger A.7.1: a solo lost without 3, knocked": (DOUBLE_OHNE, "es a- o3 p", 100, (-300, 100, 100, 100)),
    "Wiesegger A.7.1: a Wenz without 2, 20 + 40": (DOUBLE_OHNE, "w a o2", 60, (180, -60, -60, -60)),
    "Wiesegger A.7.1: a Tout without 3, (20 + 20 + 60) × 2": (DOUBLE_OHNE, "es a t o3", 200, (600, -200, -200, -200)),
    "Wiesegger A.7.1: before a schedule": (OHNE_OF_ALL, "s ab o3", 70, (70, 70, -70, -70)),
    "Wiesegger A.7.1: the schedule for the others": (OHNE_OF_ALL, "s ab l3", 15, (15, 15, -15, -15)),
    "Wiesegger A.7.1: each game its own, 20 + 90": (OHNE_BY_GAME, "es a o3", 110, (330, -110, -110, -110)),
    "Wiesegger A.7.1: each game its own, 10 + 60": (OHNE_BY_GAME, "s ab o3", 70, (70, 70, -70, -70)),
    "Wiesegger A.7.1: the Herz-Solo its own, 20 + 90": (OHNE_BY_SUIT, "hs a o3", 110, (330, -110, -110, -110)),
    "Wiesegger A.7.1: beside winners only": (OHNE_PAID % "winners", "s ab o3", 10, (10, 10, -10, -10)),
    "Wiesegger A.7.1: beside losers only": (OHNE_PAID % "losers", "s ab o3", 70, (70, 70, -70, -70)),
    "Wiesegger A.7.1: of the caller, V = 70, V0 = 10": (
        "laufende: {ohne_price: 20, ohne: caller}",
        "s ab o3",
        70,
        (130, 10, -70, -70),
    ),
}

OUTSIDE = "laufende: {doubled: no}"
OUTSIDE_TOGETHER = f"{OUTSIDE}\ndoublings: {{growth: linear, together: [klopfen, kontra, tout]}}"
NOT_DOUBLED: dict[str, Row] = {
    "Würzburg §6(3)d: Kontra, 10 × 2 + 30": (OUTSIDE, "s ab l3 k", 50, (50, 50, -50, -50)),
    "Würzburg §6(3)d: Kontra lost": (OUTSIDE, "s ab- l3 k", 50, (-50, -50, 50, 50)),
    "Würzburg §6(3)d: nothing doubles": (OUTSIDE, "s ab l3", 40, (40, 40, -40, -40)),
    "Würzburg §6(3)d: Schneider is doubled, 20 × 2 + 30": (OUTSIDE, "s ab n l3 k", 70, (70, 70, -70, -70)),
    "Würzburg §6(3)d: a solo knocked, Kontra, 20 × 4 + 30": (OUTSIDE, "es a l3 p k", 110, (330, -110, -110, -110)),
    "Würzburg §6(3)d: a solo lost, 20 × 2 + 30": (OUTSIDE, "es a- l3 p", 70, (-210, 70, 70, 70)),
    "Würzburg §6(3)d: Bock, 10 × 2 + 30": (OUTSIDE, "s ab l3 bock:1", 50, (50, 50, -50, -50)),
    "Würzburg §6(3)d: a Tout doubles them, (40 + 30) × 2": (OUTSIDE, "es a t l3", 140, (420, -140, -140, -140)),
    "Würzburg §6(3)d: Tout and Kontra, 40 × 4 + 30 × 2": (OUTSIDE, "es a t l3 k", 220, (660, -220, -220, -220)),
    "Würzburg §6(3)d: a Tout lost, 20 × 4 + 30 × 2": (OUTSIDE, "es a- t l3 k", 140, (-420, 140, 140, 140)),
    "Würzburg §6(3)d: Sie and Kontra, 40 × 8 + 80 × 4": (OUTSIDE, "es a sie k", 640, (1920, -640, -640, -640)),
    "Würzburg §6(3)d: Tout, Kontra together, 40 × 3 + 30 × 2": (
        OUTSIDE_TOGETHER,
        "es a t l3 k",
        180,
        (540, -180, -180, -180),
    ),
    "Würzburg §6(3)d: knocked, Kontra together, 10 × 3 + 30": (OUTSIDE_TOGETHER, "s ab l3 p k", 60, (60, 60, -60, -60)),
    "Würzburg §6(3)d: a Tout of solos only doubles them, too": (
        f"{OUTSIDE}\ntout: {{games: [solo]}}",
        "es a t l3",
        140,
        (420, -140, -140, -140),
    ),
    "Würzburg §6(3)d: too few of them for the schedule, 10 × 2 + 0": (
        "laufende: {doubled: no, schedule: {4: 30}}",
        "s ab l3 k",
        20,
        (20, 20, -20, -20),
    ),
    "Würzburg §6(3)d: the ceiling is of the whole": (f"{OUTSIDE}\nceiling: 45", "s ab l3 k", 45, (45, 45, -45, -45)),
}

NO_SCHNEIDER_DOUBLED = "schneider: {doubled: no}"
EXTRAS_OUTSIDE = "schneider: {doubled: no}\nschwarz: {doubled: no}"
ALL_OUTSIDE = f"{EXTRAS_OUTSIDE}\n{OUTSIDE}"
OUTSIDE_TIMES = "schneider: {doubled: no}\nschwarz: {times: 3}"
EXTRAS_NOT_DOUBLED: dict[str, Row] = {
    "calculator: Kontra and Re, 10 × 2 × 2 + 10": (EXTRAS_OUTSIDE, "s ab n kr", 50, (50, 50, -50, -50)),
    "calculator: lost": (EXTRAS_OUTSIDE, "s ab- n kr", 50, (-50, -50, 50, 50)),
    "calculator: nothing doubles": (EXTRAS_OUTSIDE, "s ab n", 20, (20, 20, -20, -20)),
    "calculator: Schwarz, 10 × 4 + 10 + 10": (EXTRAS_OUTSIDE, "s ab z kr", 60, (60, 60, -60, -60)),
    "calculator: Schneider alone is not, 10 × 2 + 10": (NO_SCHNEIDER_DOUBLED, "s ab n k", 30, (30, 30, -30, -30)),
    "calculator: Schwarz is, (10 + 10) × 2 + 10": (NO_SCHNEIDER_DOUBLED, "s ab z k", 50, (50, 50, -50, -50)),
    "calculator: Klopfen and Bock, 10 × 2 × 2 + 10": (EXTRAS_OUTSIDE, "s ab n p bock:1", 50, (50, 50, -50, -50)),
    "calculator: Laufende are doubled, (10 + 30) × 2 + 10": (EXTRAS_OUTSIDE, "s ab n l3 k", 90, (90, 90, -90, -90)),
    "calculator: nor are Laufende, 10 × 2 + 10 + 30": (ALL_OUTSIDE, "s ab n l3 k", 60, (60, 60, -60, -60)),
    "calculator: a Tout multiplies it, 20 × 4 + (10 + 10) × 2": (EXTRAS_OUTSIDE, "es a t k", 120, (360, *[-120] * 3)),
    "calculator: a Tout alone, (20 + 10 + 10) × 2": (EXTRAS_OUTSIDE, "es a t", 80, (240, -80, -80, -80)),
    "calculator: Schwarz multiplies it, 10 × 3 × 2 + 10 × 3": (OUTSIDE_TIMES, "s ab z k", 90, (90, 90, -90, -90)),
    "calculator: the same undoubled, (10 + 10) × 3": (OUTSIDE_TIMES, "s ab z", 60, (60, 60, -60, -60)),
    "calculator: what multiplies does so at once, 10 × 2 × 2": (
        "schneider: {times: 2, doubled: no}",
        "s ab n k",
        40,
        (40, 40, -40, -40),
    ),
    "calculator: a Durchmarsch like a Herz-Solo, 20 × 2 + 10 + 10": (EXTRAS_OUTSIDE, "r a+ p", 60, (180, *[-60] * 3)),
    "calculator: its Jungfrauen multiply it, 20 × 8 × 2 + (10 + 10) × 8": (
        f"{EXTRAS_OUTSIDE}\nramsch: {{durchmarsch: {{jungfrau: yes}}}}",
        "r a+ p",
        480,
        (1440, -480, -480, -480),
    ),
    "calculator: the ceiling is of the whole": (f"{EXTRAS_OUTSIDE}\nceiling: 45", "s ab n kr", 45, (45, 45, -45, -45)),
}

# -- prices -------------------------------------------------------------------------------------------

IN_THE_SAUSPIEL = "schneider: {price: 10, games: [sauspiel]}"
SCHNEIDER_IN_SOME: dict[str, Row] = {
    "Niederfüllbach §13: Sauspiel, 10 + 10": (IN_THE_SAUSPIEL, "s ab 91", 20, (20, 20, -20, -20)),
    "Niederfüllbach §13: Sauspiel lost with 30": (IN_THE_SAUSPIEL, "s ab 30", 20, (-20, -20, 20, 20)),
    "Niederfüllbach §13: Kontra, 20 × 2": (IN_THE_SAUSPIEL, "s ab 91 k", 40, (40, 40, -40, -40)),
    "Niederfüllbach §13: none in a solo": (IN_THE_SAUSPIEL, "es a 91", 20, (60, -20, -20, -20)),
    "Niederfüllbach §13: none in a lost solo": (IN_THE_SAUSPIEL, "es a 30", 20, (-60, 20, 20, 20)),
    "Niederfüllbach §13: none in a solo with Kontra": (IN_THE_SAUSPIEL, "es a n k", 40, (120, -40, -40, -40)),
    "Niederfüllbach §13: none in a Durchmarsch, 20 + 10": (IN_THE_SAUSPIEL, "r a+", 30, (90, -30, -30, -30)),
    "Niederfüllbach §13: a Hochzeit is no Sauspiel": (IN_THE_SAUSPIEL, "h ab n", 10, (10, 10, -10, -10)),
    "Niederfüllbach §13: Schwarz of a solo stays, 20 + 10": (IN_THE_SAUSPIEL, "es a z", 30, (90, -30, -30, -30)),
}

SCHNEIDER_EACH = "schneider: {price: {sauspiel: 20, other: 5}}"
SCHNEIDER_KINDS = "schneider: {price: {partner: 7, solo: 3, herz-solo: 40}}"
SCHNEIDER_ONE = "schneider: {price: {sauspiel: 20}}"
SCHWARZ_EACH = "schwarz: {price: {sauspiel: 20, other: 5}}"
LAUFENDE_EACH = "laufende: {price: {wenz: 20, other: 5}}"
SCHWARZ_BY_SUIT = "schwarz: {price: {herz-solo: 40, other: 5}}"
LAUFENDE_BY_SUIT = "laufende: {price: {herz-solo: 30, other: 5}}"
ANNOUNCED_BY_SUIT = "announced: {schneider: {herz-solo: 40, other: 5}}"
EACH_ITS_OWN: dict[str, Row] = {
    "openschafkopf: Schneider, 10 + 20": (SCHNEIDER_EACH, "s ab n", 30, (30, 30, -30, -30)),
    "openschafkopf: Schneider lost": (SCHNEIDER_EACH, "s ab- n", 30, (-30, -30, 30, 30)),
    "openschafkopf: Schneider and Kontra, 30 × 2": (SCHNEIDER_EACH, "s ab n k", 60, (60, 60, -60, -60)),
    "openschafkopf: Schneider of a solo, 20 + 5": (SCHNEIDER_EACH, "es a n", 25, (75, -25, -25, -25)),
    "openschafkopf: Schneider of a lost solo": (SCHNEIDER_EACH, "es a- n", 25, (-75, 25, 25, 25)),
    "openschafkopf: Schneider by kind, 10 + 7": (SCHNEIDER_KINDS, "h ab n", 17, (17, 17, -17, -17)),
    "openschafkopf: Schneider by kind, 20 + 3": (SCHNEIDER_KINDS, "w a n", 23, (69, -23, -23, -23)),
    "openschafkopf: Schneider of the Herz-Solo, 20 + 40": (SCHNEIDER_KINDS, "hs a n", 60, (180, -60, -60, -60)),
    "openschafkopf: a game without a price has 0": (SCHNEIDER_ONE, "es a n", 20, (60, -20, -20, -20)),
    "openschafkopf: Schneider of a Durchmarsch is that of a Herz-Solo, 20 + 40 + 10": (
        SCHNEIDER_KINDS,
        "r a+",
        70,
        (210, -70, -70, -70),
    ),
    "openschafkopf: Schwarz, 10 + 10 + 20": (SCHWARZ_EACH, "s ab z", 40, (40, 40, -40, -40)),
    "openschafkopf: Schwarz lost, Kontra": (SCHWARZ_EACH, "s ab- z k", 80, (-80, -80, 80, 80)),
    "openschafkopf: Schwarz of a solo, 20 + 10 + 5": (SCHWARZ_EACH, "es a z", 35, (105, -35, -35, -35)),
    "openschafkopf: Schwarz of the Herz-Solo, 20 + 10 + 40": (SCHWARZ_BY_SUIT, "hs a z", 70, (210, -70, -70, -70)),
    "openschafkopf: Schneider missed that was announced in the Herz-Solo, 20 + 40": (
        ANNOUNCED_BY_SUIT,
        {"game": "solo", "suit": "herz", "declarer": "Anna", "augen": 80, "announced": "schneider"},
        60,
        (-180, 60, 60, 60),
    ),
    "bastiwasti: Laufende of a Wenz, 20 + 2 × 20": (LAUFENDE_EACH, "w a l2", 60, (180, -60, -60, -60)),
    "bastiwasti: Laufende of a Wenz lost, Kontra": (LAUFENDE_EACH, "w a- l2 k", 120, (-360, 120, 120, 120)),
    "bastiwasti: Laufende of a Sauspiel, 10 + 3 × 5": (LAUFENDE_EACH, "s ab l3", 25, (25, 25, -25, -25)),
    "bastiwasti: Laufende of a Sauspiel lost": (LAUFENDE_EACH, "s ab- l3", 25, (-25, -25, 25, 25)),
    "bastiwasti: Laufende of the Herz-Solo, 20 + 3 × 30": (LAUFENDE_BY_SUIT, "hs a l3", 110, (330, *[-110] * 3)),
    "bastiwasti: Laufende of a game without a price add 0": (
        "laufende: {price: {wenz: 20}}",
        "s ab l3",
        10,
        (10, 10, -10, -10),
    ),
    "bastiwasti: Laufende in some games only": ("laufende: {games: [wenz]}", "s ab l3", 10, (10, 10, -10, -10)),
    "bastiwasti: Laufende of those games, 20 + 20": ("laufende: {games: [wenz]}", "w a l2", 40, (120, -40, -40, -40)),
}

TIMES_2 = "schwarz: {times: 2}"
BOTH_TIMES = "schneider: {times: 2}\nschwarz: {times: 2}"
SCHNEIDER_TIMES = "schneider: {times: 2}"
SCHWARZ_MULTIPLIES: dict[str, Row] = {
    "Wiesegger A.7.2: (10 + 10) × 2": (TIMES_2, "s ab z", 40, (40, 40, -40, -40)),
    "Wiesegger A.7.2: lost": (TIMES_2, "s ab- z", 40, (-40, -40, 40, 40)),
    "Wiesegger A.7.2: Kontra, 40 × 2": (TIMES_2, "s ab z k", 80, (80, 80, -80, -80)),
    "Wiesegger A.7.2: Schneider alone, 10 + 10": (TIMES_2, "s ab n", 20, (20, 20, -20, -20)),
    "Wiesegger A.7.2: a solo, (20 + 10) × 2": (TIMES_2, "es a z", 60, (180, -60, -60, -60)),
    "Wiesegger A.7.2: a solo lost, knocked": (TIMES_2, "es a- z p", 120, (-360, 120, 120, 120)),
    "Wiesegger A.7.2: Laufende behind it, 20 × 2 + 30": (TIMES_2, "s ab z l3", 70, (70, 70, -70, -70)),
    "Wiesegger A.7.2: a Tout, (20 + 10) × 2 × 2": (TIMES_2, "es a t", 120, (360, -120, -120, -120)),
    "Wiesegger A.7.2: Schneider doubles, too, 10 × 2": (SCHNEIDER_TIMES, "s ab n", 20, (20, 20, -20, -20)),
    "Wiesegger A.7.2: Schwarz behind it, 10 × 2 + 10": (SCHNEIDER_TIMES, "s ab z", 30, (30, 30, -30, -30)),
    "Wiesegger A.7.2: both, 10 × 2 × 2": (BOTH_TIMES, "s ab- z", 40, (-40, -40, 40, 40)),
    "Wiesegger A.7.2: both in a solo, 20 × 2 × 2": (BOTH_TIMES, "es a z", 80, (240, -80, -80, -80)),
    "Wiesegger A.7.2: not where it does not hold": (
        "schwarz: {times: 2, games: [sauspiel]}",
        "es a z",
        30,
        (90, -30, -30, -30),
    ),
    "Wiesegger A.7.2: a bid is doubled with it, (10 + 10) × 2": (
        f"{SCHNEIDER_TIMES}\nbids: {{price: 10}}",
        "s ab 91 bid75",
        40,
        (40, 40, -40, -40),
    ),
}

DEARER = "prices: {partner: {won: 1, lost: 2}}"
DEARER_SOLO = "prices: {solo: {won: 2, lost: 3}, wenz: {won: 4, lost: 5}}"
LOST_IS_DEARER: dict[str, Row] = {
    "Würzburg §6(2)a: won": (DEARER, "s ab", 1, (1, 1, -1, -1)),
    "Würzburg §6(2)a: lost": (DEARER, "s ab-", 2, (-2, -2, 2, 2)),
    "Würzburg §6(2)a: 61 are won": (DEARER, "s ab 61", 1, (1, 1, -1, -1)),
    "Würzburg §6(2)a: 60 are lost": (DEARER, "s ab 60", 2, (-2, -2, 2, 2)),
    "Würzburg §6(2)a: lost, Schneider, Kontra, (2 + 1) × 2": (DEARER, "s ab- n k", 6, (-6, -6, 6, 6)),
    "Würzburg §6(2)a: won with Kontra": (DEARER, "s ab k", 2, (2, 2, -2, -2)),
    "Würzburg §6(2)a: a solo has one price": (DEARER, "es a-", 2, (-6, 2, 2, 2)),
    "Würzburg §6(2)a: a solo with two, won": (DEARER_SOLO, "es a", 2, (6, -2, -2, -2)),
    "Würzburg §6(2)a: a solo with two, lost with Re, 3 × 4": (DEARER_SOLO, "es a- kr", 12, (-36, 12, 12, 12)),
    "Würzburg §6(2)a: a Wenz with two, lost": (DEARER_SOLO, "w a-", 5, (-15, 5, 5, 5)),
    "Würzburg §6(2)a: a lost solo by its winners": (
        DEARER_SOLO,
        {"game": "solo", "winners": ["Bene", "Christl", "Dani"]},
        3,
        (-9, 3, 3, 3),
    ),
    "Würzburg §6(2)a: without Laufende for the caller, lost, V = 5, V0 = 2": (
        f"{DEARER}\n{OHNE}",
        "s ab- o3",
        5,
        (-8, -2, 5, 5),
    ),
}
DEARER_BETTEL = "prices: {bettel: none, solo: {won: 20, lost: 30}}"
DEARER_IN_CENTS: dict[str, Row] = {
    "Würzburg §6(2)a: a Bettel costs the solo, lost": (DEARER_BETTEL, "b a-", 30, (-90, 30, 30, 30)),
    "Würzburg §6(2)a: a Bettel costs the solo, won": (DEARER_BETTEL, "b a", 20, (60, -20, -20, -20)),
    "Würzburg §6(2)a: a Durchmarsch is a won solo, 20 + 10 + 10": (DEARER_BETTEL, "r a+", 40, (120, -40, -40, -40)),
}

STEPS = "bids: {price: 10, step: 10}"
STEPS_EACH = "bids: {price: {solo: 20, other: 5}, step: 5}"
STEPS_BY_SUIT = "bids: {price: {herz-solo: 40, other: 5}}"
STEIGERN: dict[str, Row] = {
    "Wiesegger A.6.3: bid of 71, 10 + 10": (STEPS, "s ab 75 bid71", 20, (20, 20, -20, -20)),
    "Wiesegger A.6.3: bid of 70, no whole step": (STEPS, "s ab 75 bid70", 10, (10, 10, -10, -10)),
    "Wiesegger A.8.5: bid of 81 lost with 80, 10 + 20": (STEPS, "s ab 80 bid81", 30, (-30, -30, 30, 30)),
    "Wiesegger A.8.5: bid of 71, Kontra, 20 × 2": (STEPS, "s ab 75 bid71 k", 40, (40, 40, -40, -40)),
    "Wiesegger A.8.5: a solo at 91, 20 + 30 + Schneider": (STEPS, "es a 91 bid91", 60, (180, -60, -60, -60)),
    "Wiesegger A.8.5: a solo of 81 lost, knocked, 40 × 2": (STEPS, "es a 80 bid81 p", 80, (-240, 80, 80, 80)),
    "Wiesegger A.8.5: bid of 61 adds nothing": (STEPS, "s ab 61 bid61", 10, (10, 10, -10, -10)),
    "Wiesegger A.8.5: a bid below 61 takes nothing off": (STEPS, "es a 44 bid44", 20, (60, -20, -20, -20)),
    "Wiesegger A.8.5: nobody bid": (STEPS, "s ab 75", 10, (10, 10, -10, -10)),
    "Wiesegger A.8.5: by game, 20 + 2 × 20": (STEPS_EACH, "es a 75 bid71", 60, (180, -60, -60, -60)),
    "Wiesegger A.8.5: by game, 10 + 2 × 5": (STEPS_EACH, "s ab 75 bid71", 20, (20, 20, -20, -20)),
    "Wiesegger A.8.5: by suit, 20 + 40": (STEPS_BY_SUIT, "hs a 75 bid71", 60, (180, -60, -60, -60)),
    "Wiesegger A.8.5: a Bettel is its base alone": (STEPS, "b a bid:81", 20, (60, -20, -20, -20)),
    "Wiesegger A.8.5: a Tout, (20 + 10 + 20) × 2": (STEPS, "es a t bid71", 100, (300, -100, -100, -100)),
}

# -- doublings ----------------------------------------------------------------------------------------

TOGETHER = "doublings: {growth: linear, together: [klopfen, kontra, tout]}"
TOGETHER_ALL = "doublings: {growth: linear, together: [klopfen, kontra, bock, tout, sie]}"
TOGETHER_LIST = "doublings: {growth: [2, 3, 5, 8], together: [klopfen, kontra]}"
TOGETHER_TIMES = "doublings: {times: 3, together: [klopfen, kontra]}"
COUNTED_TOGETHER: dict[str, Row] = {
    "Leo000S: nobody doubles": (TOGETHER, "s ab", 10, (10, 10, -10, -10)),
    "Leo000S: knocked, × 2": (TOGETHER, "s ab p", 20, (20, 20, -20, -20)),
    "Leo000S: knocked, Kontra, × 3": (TOGETHER, "s ab p k", 30, (30, 30, -30, -30)),
    "Leo000S: knocked, Kontra, Re, × 4, lost": (TOGETHER, "s ab- p kr", 40, (-40, -40, 40, 40)),
    "Leo000S: a solo, knocked twice, × 3": (TOGETHER, "es a p2", 60, (180, -60, -60, -60)),
    "Leo000S: Tout, knocked, Kontra, 40 × 4": (TOGETHER, "es a t p k", 160, (480, -160, -160, -160)),
    "Leo000S: Tout lost, knocked, Kontra, 20 × 4": (TOGETHER, "es a- t p k", 80, (-240, 80, 80, 80)),
    "Leo000S: Tout alone, 40 × 2": (TOGETHER, "es a t", 80, (240, -80, -80, -80)),
    "Leo000S: the Tout's own factor is not used": (f"{TOGETHER}\ntout: {{times: 5}}", "es a t", 80, (240, *[-80] * 3)),
    "Leo000S: Bock is not among them, 10 × 3 × 2": (TOGETHER, "s ab p k bock:1", 60, (60, 60, -60, -60)),
    "Leo000S: a Sie is not among them, 120 × 4 × 2": (TOGETHER, "es a sie p", 960, (2880, -960, -960, -960)),
    "Leo000S: all of them, Sie, knocked, Bock, 120 × 4": (TOGETHER_ALL, "es a sie p bock:1", 480, (1440, *[-480] * 3)),
    "Leo000S: all of them in a Ramsch, × 4": (TOGETHER_ALL, "r d p2 bock:1", 40, (40, 40, 40, -120)),
    "Leo000S: a Ramsch knocked twice, × 3": (TOGETHER, "r d p2", 30, (30, 30, 30, -90)),
    "Leo000S: by a list, three are × 5": (TOGETHER_LIST, "s ab p2 k", 50, (50, 50, -50, -50)),
    "Leo000S: by a list, past its end × 8": (TOGETHER_LIST, "s ab- p4 kr", 80, (-80, -80, 80, 80)),
    "Leo000S: threefold each, two are × 9": (TOGETHER_TIMES, "s ab p k", 90, (90, 90, -90, -90)),
}

LIST = "klopfen: {growth: [2, 3, 5, 8]}"
SHORT_LIST = "klopfen: {growth: [2, 3]}"
TREBLE = "klopfen: {times: 3}"
THRICE = "klopfen: {per_person: 3, max: none}"
IN_SOLOS = "klopfen: {games: [solo]}"
KLOPFEN: dict[str, Row] = {
    "Wiesegger A.7.4: one, × 2": (LIST, "s ab p", 20, (20, 20, -20, -20)),
    "Wiesegger A.7.4: two, × 3, lost": (LIST, "s ab- p2", 30, (-30, -30, 30, 30)),
    "Wiesegger A.7.4: three, × 5": (LIST, "s ab p3", 50, (50, 50, -50, -50)),
    "Wiesegger A.7.4: four, × 8": (LIST, "s ab p4", 80, (80, 80, -80, -80)),
    "Wiesegger A.7.4: two and Kontra, 10 × 3 × 2": (LIST, "s ab p2 k", 60, (60, 60, -60, -60)),
    "Wiesegger A.7.4: a solo, three, 20 × 5": (LIST, "es a p3", 100, (300, -100, -100, -100)),
    "Wiesegger A.7.4: a solo lost, two, 20 × 3": (LIST, "es a- p2", 60, (-180, 60, 60, 60)),
    "Wiesegger A.7.4: a Ramsch, three, 10 × 5": (LIST, "r d p3", 50, (50, 50, 50, -150)),
    "Wiesegger A.7.4: past the end the last goes on": (SHORT_LIST, "s ab p4", 30, (30, 30, -30, -30)),
    "Wiesegger A.7.4: threefold, one": (TREBLE, "s ab- p", 30, (-30, -30, 30, 30)),
    "Wiesegger A.7.4: threefold, two, 20 × 9": (TREBLE, "es a p2", 180, (540, -180, -180, -180)),
    "Wiesegger A.7.4: threefold in a Ramsch": (TREBLE, "r d p", 30, (30, 30, 30, -90)),
    "Wiesegger A.7.4: one person three times, 10 × 8": (THRICE, "s ab klopfer:Bene,Bene,Bene", 80, (80, 80, -80, -80)),
    "Wiesegger A.7.4: three of two people, lost": (THRICE, "es a- klopfer:Bene,Anna,Bene", 160, (-480, 160, 160, 160)),
    "Wiesegger A.7.4: five by number, 10 × 32": (THRICE, "s ab p5", 320, (320, 320, -320, -320)),
    "Wiesegger A.7.4: the chain of Kontra may grow so, too, × 9": (
        "kontra: {times: 3}",
        "s ab- kr",
        90,
        (-90, -90, 90, 90),
    ),
    "Wiesegger A.7.4: the chain by a list, three are × 5": (
        "kontra: {growth: [2, 3, 5]}",
        "es a k3",
        100,
        (300, -100, -100, -100),
    ),
    "Wiesegger A.7.4: not in this game": (IN_SOLOS, "s ab p2", 10, (10, 10, -10, -10)),
    "Wiesegger A.7.4: in that game": (IN_SOLOS, "es a p2", 80, (240, -80, -80, -80)),
}

BOCK_TREBLES = "bock: {times: 3}"
BOCK: dict[str, Row] = {
    "bastiwasti: one Bock, 10 × 3": (BOCK_TREBLES, "s ab bock:1", 30, (30, 30, -30, -30)),
    "bastiwasti: one Bock, lost": (BOCK_TREBLES, "s ab- bock:1", 30, (-30, -30, 30, 30)),
    "bastiwasti: two of them, 10 × 9": (BOCK_TREBLES, "s ab bock:2", 90, (90, 90, -90, -90)),
    "bastiwasti: and Kontra, 10 × 3 × 2": (BOCK_TREBLES, "s ab bock:1 k", 60, (60, 60, -60, -60)),
    "bastiwasti: a solo, 20 × 3": (BOCK_TREBLES, "es a bock:1", 60, (180, -60, -60, -60)),
    "bastiwasti: a solo lost, Bock and Re, 20 × 3 × 4": (BOCK_TREBLES, "es a- bock:1 kr", 240, (-720, 240, 240, 240)),
    "bastiwasti: a Ramsch, 10 × 3": (BOCK_TREBLES, "r d bock:1", 30, (30, 30, 30, -90)),
    "bastiwasti: linear, two are × 3": ("bock: {growth: linear}", "s ab bock:2", 30, (30, 30, -30, -30)),
    "bastiwasti: not in this game": ("bock: {games: [solo]}", "s ab bock:1", 10, (10, 10, -10, -10)),
    "bastiwasti: in that game": ("bock: {games: [solo]}", "es a bock:1", 40, (120, -40, -40, -40)),
}

ONLY_SCHWARZ = "schwarz: {price: 15}\ntout: {schneider: no, schwarz: yes}"
ONLY_SCHNEIDER = "schwarz: {price: 15}\ntout: {schneider: yes, schwarz: no}"
FINER = "schwarz: {price: 15}\ntout: {schneider_schwarz: no, schwarz: yes}"
COARSER = "schwarz: {price: 15}\ntout: {schneider_schwarz: no}"
SIE = "schwarz: {price: 15}\nsie: {schneider: no, schwarz: yes}"
TOUT: dict[str, Row] = {
    "Pancho: Schwarz, no Schneider, (20 + 15) × 2": (ONLY_SCHWARZ, "es a t", 70, (210, -70, -70, -70)),
    "Pancho: with Kontra, 35 × 4": (ONLY_SCHWARZ, "es a t k", 140, (420, -140, -140, -140)),
    "Pancho: lost with 25, his Schneider does not count": (ONLY_SCHWARZ, "es a 25 tricks:2 t", 40, (-120, 40, 40, 40)),
    "Pancho: lost without a trick, (20 + 15) × 2": (ONLY_SCHWARZ, "es a tricks:0 t", 70, (-210, 70, 70, 70)),
    "Pancho: Laufende count, (20 + 15 + 30) × 2": (ONLY_SCHWARZ, "es a t l3", 130, (390, -130, -130, -130)),
    "Pancho: Schneider, no Schwarz, (20 + 10) × 2": (ONLY_SCHNEIDER, "es a t", 60, (180, -60, -60, -60)),
    "Pancho: lost with 25, his Schneider counts": (ONLY_SCHNEIDER, "es a 25 tricks:2 t", 60, (-180, 60, 60, 60)),
    "Pancho: beside the coarser key": (FINER, "es a t", 70, (210, -70, -70, -70)),
    "Pancho: the coarser key alone, 20 × 2": (COARSER, "es a t", 40, (120, -40, -40, -40)),
    "Pancho: no Tout, 20 + 10 + 15": (ONLY_SCHWARZ, "es a z", 45, (135, -45, -45, -45)),
    "Pancho: a Sie, (20 + 15 + 80) × 4": (SIE, "es a sie", 460, (1380, -460, -460, -460)),
    "Pancho: a Sie with Bock": (SIE, "es a sie bock:1", 920, (2760, -920, -920, -920)),
    "Pancho: a Tout beside that Sie, (20 + 10 + 15) × 2": (SIE, "es a t", 90, (270, -90, -90, -90)),
}

TOUT_4 = "prices: {tout: 4}\ntout: {}\nkontra: [Kontra, Re]\nklopfen: {}"
TOUT_BY_GAME = "prices: {tout: {wenz: 5, herz-solo: 9, solo: 6}}\ntout: {}"
TOUT_IN_A_WENZ = "prices: {wenz-tout: 5}\ntout: {}"
SIE_8 = "prices: {sie: 8}\ntout: {}\nsie: {schneider_schwarz: yes, laufende: no}"
TOUT_DEARER = "prices: {solo: {won: 2, lost: 3}, tout: 7}\ntout: {}"
TOUT_TOGETHER = f"{TOUT_4}\ndoublings: {{growth: linear, together: [klopfen, kontra, tout]}}"
TOUT_AT_A_PRICE: dict[str, Row] = {
    "two programs: Laufende are not doubled, 4 + 3": (TOUT_4, "es a t l3", 7, (21, -7, -7, -7)),
    "two programs: won, no Schneider and no Schwarz": (TOUT_4, "es a t", 4, (12, -4, -4, -4)),
    "two programs: lost it is mirrored": (TOUT_4, "es a- t", 4, (-12, 4, 4, 4)),
    "two programs: lost with Laufende, 4 + 3": (TOUT_4, "es a- t l3", 7, (-21, 7, 7, 7)),
    "two programs: in every game": (TOUT_4, "w a t", 4, (12, -4, -4, -4)),
    "two programs: a solo without Tout costs what it does": (TOUT_4, "es a z", 4, (12, -4, -4, -4)),
    "two programs: Kontra doubles all of it, (4 + 3) × 2": (TOUT_4, "es a t l3 k", 14, (42, -14, -14, -14)),
    "two programs: knocked, Kontra, 4 × 4": (TOUT_4, "es a- t p k", 16, (-48, 16, 16, 16)),
    "two programs: Laufende outside of Kontra, 4 × 2 + 3": (
        f"{TOUT_4}\nlaufende: {{doubled: no}}",
        "es a t l3 k",
        11,
        (33, -11, -11, -11),
    ),
    "two programs: where Schwarz counts in it, 4 + 1 + 1": (
        f"{TOUT_4}\ntout: {{schneider_schwarz: yes}}".replace("tout: {}\n", ""),
        "es a t",
        6,
        (18, -6, -6, -6),
    ),
    "two programs: Laufende that do not count": (
        TOUT_4.replace("tout: {}", "tout: {laufende: no}"),
        "es a t l3",
        4,
        (12, -4, -4, -4),
    ),
    "two programs: it is not one of what is counted together, 4 × 3": (
        TOUT_TOGETHER,
        "es a t p k",
        12,
        (36, *[-12] * 3),
    ),
    "two programs: a price by result is that of no Tout": (TOUT_DEARER, "es a- t", 7, (-21, 7, 7, 7)),
    "two programs: the ceiling is of it, too": (f"{TOUT_4}\nceiling: 6", "es a t l3", 6, (18, -6, -6, -6)),
    "by game: a Wenz": (TOUT_BY_GAME, "w a t", 5, (15, -5, -5, -5)),
    "by game: any solo": (TOUT_BY_GAME, "gs a t", 6, (18, -6, -6, -6)),
    "by game: a Herz-Solo": (TOUT_BY_GAME, "hs a t", 9, (27, -9, -9, -9)),
    "by game: one of them alone": (TOUT_IN_A_WENZ, "w a t l2", 7, (21, -7, -7, -7)),
    "by game: the others multiply, 2 × 2": (TOUT_IN_A_WENZ, "es a t", 4, (12, -4, -4, -4)),
    "SELF bar: a Sie has its own, 8 + 1 + 1": (SIE_8, "es a sie", 10, (30, -10, -10, -10)),
    "SELF bar: a Sie that is a Tout, too": (SIE_8, "es a sie t", 10, (30, -10, -10, -10)),
    "SELF bar: a Tout beside it multiplies, 2 × 2": (SIE_8, "es a t", 4, (12, -4, -4, -4)),
    "SELF bar: a Sie beside the price of a Tout multiplies, (2 + 8) × 4": (
        "prices: {tout: 4}\ntout: {}\nsie: {}",
        "es a sie",
        40,
        (120, -40, -40, -40),
    ),
}

HABICHTE: dict[str, Row] = {
    "wiki: a Perlmutt-Habicht with 2, 20 + 20": ("", "perlmutt-habicht a l2", 40, (120, -40, -40, -40)),
    "wiki: a Hawaii-Habicht lost with 2, Kontra": ("", "hawaii-habicht a- l2 k", 80, (-240, 80, 80, 80)),
    "wiki: a Perlmutt-Habicht with 1": ("", "perlmutt-habicht a l1", 20, (60, -20, -20, -20)),
}

# -- 60:60 over Kreuz ---------------------------------------------------------------------------------

SIXTY = "games: [kreuz, sauspiel, solo]\nkontra: [Kontra, Re]\nkreuz: {tie: %s}"
TAKER, OTHERS, AGAIN, DRAW = (SIXTY % tie for tie in ("declarer", "opponents", "again", "draw"))
LAST = TAKER.replace("[Kontra, Re]", "{names: [Kontra, Re], last_needs_61: yes}")
MUSS_61 = f"{TAKER}\nforced: {{wins_from: 61}}"
OVER_KREUZ: dict[str, Row] = {
    "Donau-Ries §4: 60 are won by who took it over": (TAKER, "kreuz a 60", 1, (1, -1, 1, -1)),
    "Donau-Ries §4: 59 are lost": (TAKER, "kreuz a 59", 1, (-1, 1, -1, 1)),
    "Donau-Ries §4: with Kontra, 1 × 2": (TAKER, "kreuz a 60 k", 2, (2, -2, 2, -2)),
    "Donau-Ries §4: a Sauspiel is lost with 60 all the same": (TAKER, "s ab 60", 1, (-1, -1, 1, 1)),
    "Donau-Ries §4: said beside who won": (TAKER, "kreuz a+ 60", 1, (1, -1, 1, -1)),
    "Donau-Ries §4: a bid goes before it": (TAKER, "kreuz a 60 bid61", 1, (-1, 1, -1, 1)),
    "Donau-Ries §4: whoever doubled last": (LAST, "kreuz a 60 kr", 4, (4, -4, 4, -4)),
    "Donau-Ries §4: a Muss over Kreuz, too": (MUSS_61, "kreuz a 60 muss", 1, (1, -1, 1, -1)),
    "pro-hof.de: the pair with the Alte needs 61": (OTHERS, "kreuz a 60", 1, (-1, 1, -1, 1)),
    "pro-hof.de: 61 are won": (OTHERS, "kreuz a 61", 1, (1, -1, 1, -1)),
    "Niederfüllbach §11: 60:60 counts nothing": (AGAIN, "kreuz a 60 k", 0, (0, 0, 0, 0)),
    "Niederfüllbach §11: 61 are won": (AGAIN, "kreuz a 61", 1, (1, -1, 1, -1)),
    "a draw: nobody pays": (DRAW, "kreuz a 60", 0, (0, 0, 0, 0)),
    "no word about it is a draw": ("games: [kreuz]", "kreuz a 60", 0, (0, 0, 0, 0)),
}  # fmt: skip

# -- Ramsch -------------------------------------------------------------------------------------------

ONE_MORE = "ramsch: {jungfrau: none, jungfrau_adds: 1}"
JUNGFRAU_ADDS: dict[str, Row] = {
    "Würzburg §6(2)c: nobody is one": (ONE_MORE, "r d", 1, (1, 1, 1, -3)),
    "Würzburg §6(2)c: one, 1 + 1": (ONE_MORE, "r d jb", 2, (2, 2, 2, -6)),
    "Würzburg §6(2)c: two, 1 + 2": (ONE_MORE, "r d jab", 3, (3, 3, 3, -9)),
    "Würzburg §6(2)c: one, Bock, 2 × 2": (ONE_MORE, "r d jb bock:1", 4, (4, 4, 4, -12)),
    "Würzburg §6(2)c: one by tricks": (ONE_MORE, "r 60 40 20 0 tricks:4,3,1,0", 2, (-6, 2, 2, 2)),
}

ADDS_AND_ALL = "ramsch: {jungfrau: all, jungfrau_adds: 10}"
OWN_EACH = "ramsch: {jungfrau: own_each}"
MARCH = "ramsch: {durchmarsch: {augen: 45, pays: ramsch}, jungfrau: none}"
MARCH_60 = "ramsch: {durchmarsch: {augen: 60, pays: 25}, jungfrau: none}"
WITH_JUNGFRAUEN = "ramsch: {durchmarsch: {augen: 91, pays: ramsch, jungfrau: yes}, jungfrau: %s}"
ALL_TRICKS = "ramsch: {durchmarsch: {augen: none, pays: ramsch, jungfrau: yes}}"
ADDS_TO_IT = "ramsch: {durchmarsch: {augen: none, pays: ramsch, jungfrau: yes}, jungfrau: none, jungfrau_adds: 5}"
STOSS = "ramsch: {kontra: all}"
SCHUSS = "ramsch: {kontra: own}"
SHARED_SCHUSS = "ramsch: {kontra: own, tie: [shared]}"
OWN_BOTH = "ramsch: {kontra: own, jungfrau: own}"
MARCH_SCHUSS = "ramsch: {kontra: own, durchmarsch: {augen: none, pays: ramsch}}"
MARCH_STOSS = "ramsch: {kontra: all, durchmarsch: {augen: none, pays: ramsch}}"
FOUR_TRICKS = "tricks:4,3,1,0"

RAMSCH: dict[str, Row] = {
    "Würzburg §6(2)c: adds first, (10 + 10) × 2": (ADDS_AND_ALL, "r d jb", 40, (40, 40, 40, -120)),
    "openschafkopf: one Jungfrau, hers × 2": (OWN_EACH, "r d jb", 10, (10, 20, 10, -40)),
    "openschafkopf: two Jungfrauen, theirs × 4": (OWN_EACH, "r d jbc", 10, (10, 40, 40, -90)),
    "openschafkopf: nobody is one": (OWN_EACH, "r d", 10, (10, 10, 10, -30)),
    "openschafkopf: two, knocked, 20 and 80": (OWN_EACH, "r d jbc p", 20, (20, 80, 80, -180)),
    "openschafkopf: three, each of theirs × 8": (
        "ramsch: {jungfrau: own_each, durchmarsch: none}",
        "r a jbcd",
        10,
        (-240, 80, 80, 80),
    ),
    # Durchmarsch
    "Wiesegger A.5.4: 45 Augen are a Durchmarsch": (MARCH, "r 45 40 25 10", 10, (30, -10, -10, -10)),
    "Wiesegger A.5.4: 44 Augen are none": (MARCH, "r 44 40 26 10", 10, (-30, 10, 10, 10)),
    "Wiesegger A.5.4: two have 45, the one with most": (MARCH, "r 46 50 14 10", 10, (-10, 30, -10, -10)),
    "Wiesegger A.5.4: knocked and Bock": (MARCH, "r 46 50 14 10 p bock:1", 40, (-40, 120, -40, -40)),
    "Wiesegger A.5.4: a tie, the table said who": (MARCH, "r augen:50,50,10,10 durchmarsch:b", 10, (-10, 30, -10, -10)),
    "Wiesegger A.7.9: from 60 at its own price": (MARCH_60, "r 60 30 20 10", 25, (75, -25, -25, -25)),
    "Wiesegger A.7.9: 59 lose a Ramsch": (MARCH_60, "r 59 31 20 10", 10, (-30, 10, 10, 10)),
    "Wiesegger A.7.9: 60 each, the table said who": (
        MARCH_60,
        "r augen:60,60,0,0 durchmarsch:a",
        25,
        (75, -25, -25, -25),
    ),
    # Durchmarsch and Jungfrauen
    "Schenk: two Jungfrauen, 10 × 2 × 2": (WITH_JUNGFRAUEN % "all", "r 95 25 0 0 jcd", 40, (120, -40, -40, -40)),
    "Schenk: nobody is one": (WITH_JUNGFRAUEN % "all", "r 95 15 5 5", 10, (30, -10, -10, -10)),
    "Schenk: one by tricks": (WITH_JUNGFRAUEN % "all", "r 95 20 5 0 tricks:5,2,1,0", 20, (60, -20, -20, -20)),
    "Schenk: one, knocked": (WITH_JUNGFRAUEN % "all", "r 95 20 5 0 jd p", 40, (120, -40, -40, -40)),
    "Schenk: below 91 it is a Ramsch": (WITH_JUNGFRAUEN % "all", "r 90 20 10 0 jd", 20, (-60, 20, 20, 20)),
    "Schenk: all tricks, three Jungfrauen, 10 × 8": (ALL_TRICKS, "r a+", 80, (240, -80, -80, -80)),
    "Schenk: from 91 on with all tricks, 10 × 8": (
        WITH_JUNGFRAUEN % "all",
        {"game": "ramsch", "augen": dict(zip(PEOPLE, (120, 0, 0, 0), strict=False)), "tricks": {"Anna": 8}},
        80,
        (240, -80, -80, -80),
    ),
    "Schenk: nobody asks who is one of her own there": (
        WITH_JUNGFRAUEN % "own",
        "r 95 25 0 0",
        10,
        (30, -10, -10, -10),
    ),
    "Schenk: those of her own do nothing there": (WITH_JUNGFRAUEN % "own", "r 95 25 0 0 jcd", 10, (30, *[-10] * 3)),
    "Schenk: what is added for each, 10 + 3 × 5": (ADDS_TO_IT, "r a+", 25, (75, -25, -25, -25)),
    # Stoß for all
    "Wiesegger A.5.4: Stoß, × 2": (STOSS, "r d k", 20, (20, 20, 20, -60)),
    "Wiesegger A.5.4: Stoß and the next, × 4": (STOSS, "r d kr", 40, (40, 40, 40, -120)),
    "Wiesegger A.5.4: by name, one of them twice, × 8": (STOSS, "r d kontra:a,b,a", 80, (80, 80, 80, -240)),
    "Wiesegger A.5.4: nobody said one": (STOSS, "r d", 10, (10, 10, 10, -30)),
    "Wiesegger A.5.4: beside a Jungfrau and a Klopfer, × 8": (STOSS, "r d jb k p", 80, (80, 80, 80, -240)),
    "Wiesegger A.5.4: as the chain grows, two are × 9": (
        f"{STOSS}\nkontra: {{times: 3}}",
        "r d kr",
        90,
        (90,) * 3 + (-270,),
    ),
    "Wiesegger A.5.4: whatever games have a Kontra": (
        f"{STOSS}\nkontra: {{games: [solo]}}",
        "r d k",
        20,
        (20,) * 3 + (-60,),
    ),
    "Wiesegger A.5.4: without a chain no bound, 10 × 128": (
        f"{STOSS}\nkontra: none",
        "r d k7",
        1280,
        (1280,) * 3 + (-3840,),
    ),
    "Wiesegger A.5.4: in a Durchmarsch": (MARCH_STOSS, "r a+ k", 20, (60, -20, -20, -20)),
    # a Schuss of one's own
    "Unglert: a winner shot and gets double": (SCHUSS, "r d kontra:a", 10, (20, 10, 10, -40)),
    "Unglert: the loser shot and pays all double": (SCHUSS, "r d kontra:d", 10, (20, 20, 20, -60)),
    "Unglert: both, between them × 4": (SCHUSS, "r d kontra:a,d", 10, (40, 20, 20, -80)),
    "Unglert: two winners shot": (SCHUSS, "r d kontra:a,b", 10, (20, 20, 10, -50)),
    "Unglert: nobody shot": (SCHUSS, "r d", 10, (10, 10, 10, -30)),
    "Unglert: knocked": (SCHUSS, "r d kontra:a p", 20, (40, 20, 20, -80)),
    "Unglert: a Jungfrau of her own shot, × 4": (OWN_BOTH, "r d jb kontra:b", 10, (10, 40, 10, -60)),
    "Unglert: a loss that is shared, a winner shot, 30 by two": (
        SHARED_SCHUSS,
        "r 45 45 20 10 kontra:c",
        10,
        (-15, -15, 20, 10),
    ),
    "Unglert: all tie and share, so nobody pays for a shot": (SHARED_SCHUSS, "r 30 30 30 30 kontra:a", 0, (0, 0, 0, 0)),
    "Unglert: a Durchmarsch, a loser shot": (MARCH_SCHUSS, "r a+ kontra:b", 10, (40, -20, -10, -10)),
    "Unglert: a Durchmarsch, he and a loser shot": (MARCH_SCHUSS, "r a+ kontra:a,b", 10, (80, -40, -20, -20)),
    # the ceiling of what one pays to one other
    "ceiling: a Jungfrau of her own, 20 down to 15": (
        "ramsch: {jungfrau: own}\nceiling: 15",
        "r d jb",
        10,
        (10, 15, 10, -35),
    ),
    "ceiling: two of them, 40 down to 25": (f"{OWN_EACH}\nceiling: 25", "r d jbc", 10, (10, 25, 25, -60)),
    "ceiling: both shot, 40 down to 25": (f"{SCHUSS}\nceiling: 25", "r d kontra:a,d", 10, (25, 20, 20, -65)),
    "ceiling: of the value alone": (f"{OWN_EACH}\nceiling: 10\nceiling_of: value", "r d jbc p", 10, (10, 40, 40, -90)),
    "ceiling: value and payment": (f"{OWN_EACH}\nceiling: 10", "r d jbc p", 10, (10, 10, 10, -30)),
}

TWO = "ramsch: {losers: 2, durchmarsch: none, jungfrau: %s, tie: [%s]}"
TWO_PLAIN = TWO % ("none", "")
TWO_TRICKS = TWO % ("none", "tricks")
TWO_SHARED = TWO % ("none", "shared")
TWO_OWN = TWO % ("own", "")
TWO_SHOT = "ramsch: {losers: 2, kontra: own, jungfrau: none}"
TWO_LOSERS: dict[str, Row] = {
    "Wiesegger A.5.4: two with most pay": (TWO_PLAIN, "r 50 40 20 10", 10, (-10, -10, 10, 10)),
    "Wiesegger A.5.4: wherever they sit, knocked": (TWO_PLAIN, "r 10 50 20 40 p", 20, (20, -20, 20, -20)),
    "Wiesegger A.5.4: two are named": (TWO_PLAIN, "r losers:a,c", 10, (-10, 10, -10, 10)),
    "Wiesegger A.5.4: a Jungfrau doubles for all": (TWO % ("all", ""), "r losers:a,b jd", 20, (-20, -20, 20, 20)),
    "Wiesegger A.5.4: the most pays the fewest, her own × 2": (TWO_OWN, "r 60 40 20 0 jd", 10, (-20, -10, 10, 20)),
    "Wiesegger A.5.4: the second pays the third": (TWO_SHOT, "r 50 40 20 10 kontra:b", 10, (-10, -20, 20, 10)),
    "Wiesegger A.5.4: the third shot, the second pays": (TWO_SHOT, "r 50 40 20 10 kontra:c", 10, (-10, -20, 20, 10)),
    "Wiesegger A.5.4: those with most are equal, no matter": (TWO_PLAIN, "r 45 45 20 10", 10, (-10, -10, 10, 10)),
    "Wiesegger A.5.4: those with fewest are equal, no matter": (TWO_PLAIN, "r 60 40 10 10", 10, (-10, -10, 10, 10)),
    "Wiesegger A.5.4: second and third, more tricks lose": (
        TWO_TRICKS,
        "r 50 30 30 10 tricks:3,1,3,1",
        10,
        (-10, 10, -10, 10),
    ),
    "Wiesegger A.5.4: second and third share, −10 + 10": (TWO_SHARED, "r 50 30 30 10", 10, (-10, 0, 0, 10)),
    "Wiesegger A.5.4: three share −10 − 10 + 10": (TWO_SHARED, "r 40 40 40 0", 10, (-4, -3, -3, 10)),
    "Wiesegger A.5.4: three share −10 + 10 + 10": (TWO_SHARED, "r 60 20 20 20", 10, (-10, 4, 3, 3)),
    "Wiesegger A.5.4: all four share, so nobody pays": (TWO_SHARED, "r 30 30 30 30", 0, (0, 0, 0, 0)),
    "Wiesegger A.5.4: who pays the Jungfrau is shared, −20 − 10": (
        TWO % ("own", "shared"),
        "r 50 50 20 0 jd",
        10,
        (-15, -15, 10, 20),
    ),
    "Wiesegger A.5.4: who pays the Jungfrau, by tricks": (
        TWO % ("own", "tricks"),
        "r 50 50 20 0 tricks:3,4,1,0",
        10,
        (-10, -20, 10, 20),
    ),
    "Wiesegger A.5.4: a Durchmarsch as ever": (
        "ramsch: {losers: 2, durchmarsch: {augen: 91, pays: ramsch}, jungfrau: none}",
        "r 95 15 5 5",
        10,
        (30, -10, -10, -10),
    ),
}

RULES = rows(
    saukopf=OF_THE_CALLER | LOST_IS_DEARER | JUNGFRAU_ADDS | TOUT_AT_A_PRICE | OVER_KREUZ,
    wiki=WITH_AND_WITHOUT
    | NOT_DOUBLED
    | EXTRAS_NOT_DOUBLED
    | SCHNEIDER_IN_SOME
    | EACH_ITS_OWN
    | SCHWARZ_MULTIPLIES
    | DEARER_IN_CENTS
    | STEIGERN
    | COUNTED_TOGETHER
    | KLOPFEN
    | BOCK
    | TOUT
    | HABICHTE
    | RAMSCH
    | TWO_LOSERS,
)


@pytest.mark.parametrize(("base", "settings", "hand", "value", "paid"), RULES)
def test_rule_in_print(base: str, settings: str, hand: str | Facts, value: int, paid: tuple[int, ...]) -> None:
    """Under this rule the hand has this value, and everybody gets or pays so much."""
    made = scored(facts(hand, settings, base), tariff(settings, base))
    assert (made.value, postings(made)) == (value, paid)


# -- Stock --------------------------------------------------------------------------------------------

REFILL = "stock: {refill: yes}"
REFILL_DOUBLED = "stock: {refill: yes, multiplied: [kontra]}"
REFILL_SOLO = "stock: {refill: yes, games: [sauspiel, solo], pay_in: 5}"
EMPTY = "stock: {lost: 20, empty: nothing}"
EACH = "stock: {lost_each: 20}"
EACH_CALLER = "stock: {lost_each: 20, to: caller}"
EACH_KONTRA = "stock: {lost_each: 20, multiplied: [kontra]}"
EACH_15 = "stock: {lost_each: 20, max_per_person: 15}"
EACH_EMPTY = "stock: {lost_each: 20, empty: nothing}"
REUE = "stock: {games: [solo], won: stays, lost: 20}"
STOCKS = {
    # settings, hand, what lies in the Stock, the postings, the change of the Stock
    "Wiesegger A.5.5: won, 10 + 20 − 10": (REFILL, "s ab", 40, (20, 20, -20, -20), 0),
    "Wiesegger A.5.5: won with Kontra, 20 + 20 − 10": (REFILL_DOUBLED, "s ab k", 40, (30, 30, -30, -30), 0),
    "Wiesegger A.5.5: an odd cent stays": (REFILL, "s ab", 41, (20, 20, -20, -20), 0),
    "Wiesegger A.5.5: of one cent nobody takes anything": (REFILL, "s ab", 1, (10, 10, -10, -10), 0),
    "Wiesegger A.5.5: of two cents each takes one, 10 + 1 − 10": (REFILL, "s ab", 2, (1, 1, -20, -20), 38),
    "Wiesegger A.5.5: nothing was taken": (REFILL, "s ab", 0, (10, 10, -10, -10), 0),
    "Wiesegger A.5.5: lost": (REFILL, "s ab-", 40, (-10, -10, 10, 10), 0),
    "Wiesegger A.5.5: a solo does not play for it": (REFILL, "es a", 40, (60, -20, -20, -20), 0),
    "Wiesegger A.5.5: a solo that does, 60 + 40 − 5": (REFILL_SOLO, "es a", 40, (95, -25, -25, -25), -20),
    "Wiesegger A.5.5: at most 6 a person, 10 + 6 − 6": (
        "stock: {refill: yes, max_per_person: 6}",
        "s ab",
        40,
        (10, 10, -16, -16),
        12,
    ),
    "schafkopfen.net: lost, 10 + 10 each": (EMPTY, "s ab-", 40, (-20, -20, 10, 10), 20),
    "schafkopfen.net: lost, it holds nothing": (EMPTY, "s ab-", 0, (-10, -10, 10, 10), 0),
    "schafkopfen.net: lost, Kontra, 20 + 10": (EMPTY, "s ab- k", 40, (-30, -30, 20, 20), 20),
    "schafkopfen.net: won, 10 + 20": (EMPTY, "s ab", 40, (30, 30, -10, -10), -40),
    "schafkopfen.net: a lost solo": (EMPTY, "es a-", 40, (-60, 20, 20, 20), 0),
    "schafkopfen.net: empty pays all the same": ("stock: {lost: 20}", "s ab-", 0, (-20, -20, 10, 10), 20),
    "schafkopfen.net: each loser 20": (EACH, "s ab-", 40, (-30, -30, 10, 10), 40),
    "schafkopfen.net: each loser 20, it holds nothing": (EACH, "s ab-", 0, (-30, -30, 10, 10), 40),
    "schafkopfen.net: each loser, not where it holds nothing": (EACH_EMPTY, "s ab-", 0, (-10, -10, 10, 10), 0),
    "schafkopfen.net: each loser, where it holds one": (EACH_EMPTY, "s ab-", 1, (-30, -30, 10, 10), 40),
    "schafkopfen.net: each who pays is the caller": (EACH_CALLER, "s ab-", 40, (-30, -10, 10, 10), 20),
    "schafkopfen.net: each loser, Kontra doubles": (EACH_KONTRA, "s ab- k", 40, (-60, -60, 20, 20), 80),
    "schafkopfen.net: each loser 15 at most": (EACH_15, "s ab-", 40, (-25, -25, 10, 10), 30),
    "schafkopfen.net: each of one": ("stock: {lost_each: 20, games: [solo]}", "es a-", 40, (-80, 20, 20, 20), 20),
    "Reuegeld: a lost solo pays 60 + 20": (REUE, "es a-", 40, (-80, 20, 20, 20), 20),
    "Reuegeld: a won solo takes nothing": (REUE, "es a", 40, (60, -20, -20, -20), 0),
    "Reuegeld: a lost solo, Kontra, 120 + 20": (REUE, "es a- k", 0, (-140, 40, 40, 40), 20),
    "Reuegeld: Kontra doubles it, too": (f"{REUE[:-1]}, multiplied: [kontra]}}", "es a- k", 0, (-160, 40, 40, 40), 40),
    "Reuegeld: a lost Sauspiel has none": (REUE, "s ab-", 40, (-10, -10, 10, 10), 0),
    "Leo000S: what is lost grows as they do together, 10 × 3": (
        f"{TOGETHER}\nstock: {{lost: 10, multiplied: [klopfen, kontra]}}",
        "s ab- p k",
        0,
        (-45, -45, 30, 30),
        30,
    ),
}


@pytest.mark.parametrize(("settings", "hand", "held", "paid", "change"), STOCKS.values(), ids=list(STOCKS))
def test_stock_in_print(settings: str, hand: str, held: int, paid: tuple[int, ...], change: int) -> None:
    """Under this rule the Stock gets and gives so much, beside what the game costs."""
    made = scored(facts(hand, settings), tariff(settings), stock=held)
    assert (postings(made), made.postings[STOCK]) == (paid, change)


def test_only_those_dealt_in_fill_the_stock_again() -> None:
    """Who sits out pays nothing when a Stock that was won is filled again (Wiesegger A.5.5)."""
    hand = {"game": "sauspiel", "declarer": "Bene", "partner": "Eva", "won": True}
    made = scored(hand, tariff(REFILL), people=5, stock=40)
    assert (postings(made), made.postings[STOCK]) == ((0, 20, -20, -20, 20), 0)


# -- two people with 32 cards -------------------------------------------------------------------------

LONG_FOR_TWO = "people: [2]\ndeck: {2: long}"
SIXTEEN: dict[str, Row] = {
    "Wiesegger A.2.3: won": (LONG_FOR_TWO, "es a", 20, (20, -20)),
    "Wiesegger A.2.3: lost with Kontra": (LONG_FOR_TWO, "es a- k", 40, (-40, 40)),
    "Wiesegger A.2.3: sixteen tricks are Schwarz": (LONG_FOR_TWO, "es a tricks:16", 40, (40, -40)),
    "Wiesegger A.2.3: no trick is Schwarz": (LONG_FOR_TWO, "es a tricks:0", 40, (-40, 40)),
    "Wiesegger A.2.3: twelve tricks are not all": (LONG_FOR_TWO, "es a 75 tricks:12", 20, (20, -20)),
    "Wiesegger A.2.3: a Tout is won with sixteen": (LONG_FOR_TWO, "es a t tricks:16", 80, (80, -80)),
    "Wiesegger A.2.3: a Tout is lost with fifteen": (LONG_FOR_TWO, "es a t tricks:15", 40, (-40, 40)),
    "Wiesegger A.2.3: a Ramsch": (LONG_FOR_TWO, "r 70 50 p", 20, (-20, 20)),
}


@pytest.mark.parametrize(("settings", "hand", "value", "paid"), SIXTEEN.values(), ids=list(SIXTEEN))
def test_sixteen_cards_each(settings: str, hand: str, value: int, paid: tuple[int, ...]) -> None:
    """Of two people with 32 cards each holds 16."""
    made = scored(facts(hand, settings, people=2), tariff(settings), people=2)
    assert (made.value, postings(made)) == (value, paid)


# -- Bock that begins ---------------------------------------------------------------------------------

BEGINS = "bock: {after: [lost_herz_solo], length: %s%s}"
BEGUN = {
    # settings, the hands before, the value of a Sauspiel behind them
    "Wiesegger A.7.5: a Herz-Solo lost": (BEGINS % ("hand", ""), ["hs a-"], 20),
    "Wiesegger A.7.5: a Herz-Solo won": (BEGINS % ("hand", ""), ["hs a"], 10),
    "Wiesegger A.7.5: another solo lost": (BEGINS % ("hand", ""), ["es a-"], 10),
    "Wiesegger A.7.5: a Herz-Wenz lost": (BEGINS % ("hand", ""), ["hw a-"], 10),
    "Wiesegger A.7.5: one hand is over": (BEGINS % ("hand", ""), ["hs a-", "s ab"], 10),
    "Wiesegger A.7.5: a round goes on to the fourth": (BEGINS % ("round", ""), ["hs a-", *["s ab"] * 3], 20),
    "Wiesegger A.7.5: a round is over": (BEGINS % ("round", ""), ["hs a-", *["s ab"] * 4], 10),
    "bastiwasti: what has begun trebles": (BEGINS % ("hand", ", times: 3"), ["hs a-"], 30),
    "bastiwasti: two counters, × 9": (BEGINS % ("round", ", times: 3, inside: stacked"), ["hs a-", "hs b-"], 90),
}


def of_a_sauspiel(settings: str, before: list[str], *orders: BockOrder) -> int:
    """Return the value of a Sauspiel at the end of an evening."""
    rules = tariff(settings)
    hands = [read(line, PEOPLE[:4], None, rules) for line in (*before, "s ab")]
    entries = [*hands[:-1], *orders, hands[-1]]
    *_, last = evening.play(entries, evening.start(PEOPLE[:4]), rules)
    assert last.score
    return last.score.value


@pytest.mark.parametrize(("settings", "before", "value"), BEGUN.values(), ids=list(BEGUN))
def test_bock_in_print(settings: str, before: list[str], value: int) -> None:
    """Behind these hands a Sauspiel has this value."""
    assert of_a_sauspiel(settings, before) == value


def test_the_table_says_bock_by_hand() -> None:
    """After a trick without Augen the table itself says that there is Bock (Wiesegger A.7.5)."""
    assert of_a_sauspiel("", ["es a-"], BockOrder(1)) == 20


# -- what is asked, and what is refused ---------------------------------------------------------------

UNCLEAR = {
    "Wiesegger A.5.4: two with 45 are equal": (MARCH, "r 50 50 10 10"),
    "Wiesegger A.7.9: two with 60": (MARCH_60, "r 60 60 0 0"),
    "Schenk: 0 Augen may be a trick": (WITH_JUNGFRAUEN % "all", "r 95 20 5 0"),
    "Würzburg §6(2)c: 0 Augen may be a trick": ("ramsch: {jungfrau: none, jungfrau_adds: 10}", "r 60 40 20 0"),
    "openschafkopf: 0 Augen may be a trick": (OWN_EACH, "r 60 40 20 0"),
    "Wiesegger A.5.4: second and third are equal": (TWO_PLAIN, "r 50 30 30 10"),
    "Wiesegger A.5.4: second and third are equal by tricks": (TWO_TRICKS, "r 50 30 30 10 tricks:3,2,2,1"),
    "Wiesegger A.5.4: who of two pays the Jungfrau": (TWO_OWN, "r 50 50 20 0 jd"),
    "Wiesegger A.5.4: named plainly, who pays the Jungfrau": (TWO_OWN, "r losers:a,b jd"),
    "Wiesegger A.5.4: named plainly, who pays the one who shot": (TWO_SHOT, "r losers:a,b kontra:c"),
    "Wiesegger A.5.4: named with Augen, who pays the one with fewest": (TWO_SHOT, "r 40 40 25 15 losers:a,b kontra:a"),
    "Wiesegger A.5.4: shared, and what others pay depends on it": (
        "ramsch: {losers: 2, kontra: own, tie: [shared]}",
        "r 60 20 20 20 kontra:b",
    ),
}


@pytest.mark.parametrize(("settings", "hand"), UNCLEAR.values(), ids=list(UNCLEAR))
def test_what_a_rule_leaves_open_is_asked(settings: str, hand: str) -> None:
    """Where more has to be known the table is asked, and nothing is guessed."""
    with pytest.raises(UnclearHand):
        scored(facts(hand, settings), tariff(settings))


def by_winners(**more: Any) -> Facts:
    """Return a Sauspiel noted by its winners alone."""
    return {"game": "sauspiel", "winners": ["Anna", "Bene"], **more}


REFUSED: dict[str, tuple[str, str | Facts]] = {
    "Westernach: whose Laufende, by winners alone": (OHNE, by_winners(laufende=3)),
    "the older meaning: whose Laufende, by winners alone": (CALLER_WON, by_winners(laufende=3)),
    "Wiesegger A.7.1: whose Laufende, by winners alone": (DOUBLE_OHNE, by_winners(laufende=3)),
    "Würzburg §6(2)a: won or lost, by winners alone": ("prices: {partner: {won: 10, lost: 20}}", by_winners()),
    "schafkopfen.net: who pays the fixed sum, by winners alone": ("stock: {lost: 20}", by_winners()),
    "schafkopfen.net: who pays each, by winners alone": (EACH, by_winners()),
    "Wiesegger A.7.4: four times one person": (THRICE, "s ab klopfer:b,b,b,b"),
    "Wiesegger A.7.4: twice one person as ever": ("", "s ab klopfer:b,b"),
    "Wiesegger A.7.4: thirteen knocks": (THRICE, "s ab p13"),
    "Wiesegger A.7.4: more knocks than allowed": ("klopfen: {per_person: 3, max: 4}", "s ab p5"),
    "Wiesegger A.8.5: a bid where it does not hold": ("bids: {price: 10, games: [solo]}", "s ab 75 bid71"),
    "Pancho: a Tout where it does not hold": ("tout: {games: [wenz]}", "es a t"),
    "Pancho: a Sie where it does not hold": ("sie: {games: [wenz]}", "es a sie"),
    "openschafkopf: announced where it does not hold": (
        "announced: {schneider: 20, games: [sauspiel]}",
        {"game": "solo", "declarer": "Anna", "won": True, "announced": "schneider"},
    ),
    "Wiesegger A.5.4: Stoß in a Ramsch that knows none": ("", "r d kontra:a"),
    "Wiesegger A.5.4: a seventh Stoß of six": (STOSS, "r d k7"),
    "Unglert: how many shot, not who": (SCHUSS, "r d k"),
    "Unglert: one shot twice": (SCHUSS, "r d kontra:a,a"),
    "Unglert: one of those who share the loss shot": (SHARED_SCHUSS, "r 45 45 20 10 kontra:a"),
    "Wiesegger A.5.4: somebody with fewer made the Durchmarsch": (MARCH, "r augen:46,50,14,10 durchmarsch:a"),
    "Wiesegger A.5.4: one loser of two": (TWO_PLAIN, "r a"),
    "Wiesegger A.5.4: three losers of two": (TWO_PLAIN, "r losers:a,b,c"),
    "Wiesegger A.5.4: the Augen of one alone": (TWO_PLAIN, {"game": "ramsch", "augen": {"Anna": 120}}),
}


@pytest.mark.parametrize(("settings", "hand"), REFUSED.values(), ids=list(REFUSED))
def test_what_a_rule_forbids_is_refused(settings: str, hand: str | Facts) -> None:
    """What contradicts the rule is no hand of this table."""
    with pytest.raises(HandError):
        scored(facts(hand, settings), tariff(settings))


@pytest.mark.parametrize(("stock", "held"), [("stock: {lost: 20, empty: nothing}", 0), ("stock: {lost: stays}", 0)])
def test_winners_alone_do_where_the_stock_stays(stock: str, held: int) -> None:
    """Where no side can owe the Stock anything it does not matter who declared."""
    assert postings(scored(by_winners(), tariff(stock), stock=held)) == (10, 10, -10, -10)


def test_two_losers_need_four_people() -> None:
    """Of three people no two can lose to two others (Wiesegger A.5.4)."""
    with pytest.raises(IllegalHand):
        scored(facts("r 60 40 20", TWO_PLAIN, people=3), tariff(TWO_PLAIN), people=3)


CONTRADICTIONS = [
    "doublings: {growth: linear, together: [klopfen, kontra]}\nklopfen: {growth: linear}",
    "doublings: {together: [kontra]}\nkontra: {names: [Kontra], times: 3}",
    "doublings: {together: [bock]}\nbock: {growth: [2, 3]}",
    "klopfen: {growth: linear, times: 3}",
    "doublings: {growth: [2, 3], times: 3, together: [klopfen]}",
    "schwarz: {price: 10, times: 2}",
    "stock: {lost: 10, lost_each: 10}",
    "prices: {ramsch: {won: 1, lost: 2}}",
]


@pytest.mark.parametrize("settings", CONTRADICTIONS)
def test_a_tariff_that_contradicts_itself_is_refused(settings: str) -> None:
    """Two rules that cannot both hold are an error of the tariff."""
    with pytest.raises(TariffError):
        tariff(settings)
