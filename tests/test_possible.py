"""What cards can do: hands that no cards can be are refused when they are recorded, and what was recorded stays."""

from itertools import product

import pytest
from dealing import RANKS, trumps_of
from playing import PEOPLE, Facts, ramsch, row, sauspiel, solo, tariff

from sklog.errors import IllegalHand
from sklog.scoring import evening, possible
from sklog.scoring.canonical import from_json
from sklog.scoring.games import BY_NAME, DEALT, HEADS, TRICKS, trump_ranks
from sklog.scoring.state import Line

LONG_FOR_THREE = "people: [3]\ndeck: long"
SHORT = "people: [4]\ndeck: short"
FOR_TWO = "people: [2]\ndeck: short"
OPPONENTS = {"laufende_of": "opponents"}
SHORT_FOR_THREE = "people: [3]\ndeck: short"
PAIR_OF_TWENTY = "games: [ramsch, {name: paar, shape: partner, price: 5, trumps: 20}]"
OWN_RAMSCH = "games: [{name: eigen, shape: ramsch, price: 5, trumps: 14}]"
ALL_TRICKS, FROM_91, FROM_61 = (
    f"ramsch: {{jungfrau: all, durchmarsch: {{augen: {augen}}}, tie: [tricks, trumps, highest]}}"
    for augen in ("none", 91, 61)
)
TWO_LOSE = "ramsch: {losers: 2, jungfrau: none, durchmarsch: %s}"
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


CANNOT = "so many tricks cannot contain"


def contain(hand: Facts, augen: str, against: str, settings: str = "") -> Row:
    """Return a row of a hand whose tricks contain other Augen than what is said of it needs."""
    return row(hand, f"the declarers' tricks contain {augen} Augen: that contradicts {against}", settings)


def run(hand: Facts, made: str, against: str, settings: str = "", other: str = "opponents") -> Row:
    """Return a row of a hand whose Laufende make more than what is said of it, unless they are the other side's."""
    add = f", or add laufende_of:{other}" if other else ""
    made = f"{hand['laufende']} Laufende make at least {made} Augen"
    return row(hand, f"{made}: that contradicts {against}; correct one of the two{add}", settings)


AUGEN: dict[str, Row] = {
    "1": row(sauspiel(augen=1), "no cards make 1 Augen: 0 or 2 would be possible"),
    "119": row(solo(augen=119), "no cards make 119 Augen: 118 or 120 would be possible"),
    "119 of the short deck": row(solo(augen=119), "no cards make 119 Augen: 118 or 120 would be possible", SHORT),
    "a Bettel of the table's own, won with Augen": row(
        solo("nullo", declarer=None, winners=["Anna"], augen=11),
        f"{CANNOT} 11 Augen: 0 would be possible",
        "games: [sauspiel, {name: nullo, shape: bettel, price: 60}]",
    ),
    "1 in a Bettel": row(solo("bettel", augen=1, **LOST), "no cards make 1 Augen: 0 or 2 would be possible"),
    "1 in a lost Tout": row(solo(tout=True, augen=1, **LOST), "no cards make 1 Augen: 0 or 2 would be possible"),
    "45 in one trick": row(sauspiel(tricks=1, augen=45), f"{CANNOT} 45 Augen: 44 would be possible"),
    "38 in one trick": row(sauspiel(tricks=1, augen=38), f"{CANNOT} 38 Augen: 37 or 40 would be possible"),
    "75 in seven tricks": row(solo(tricks=7, augen=75), f"{CANNOT} 75 Augen: 76 would be possible"),
    "0 in four tricks": row(sauspiel(tricks=4, augen=0), f"{CANNOT} 0 Augen: 8 would be possible"),
    "120 beside four tricks": row(sauspiel(tricks=4, augen=120), f"{CANNOT} 120 Augen: 112 would be possible"),
    "0 in two tricks of the short deck": row(
        sauspiel(tricks=2, augen=0), f"{CANNOT} 0 Augen: 8 would be possible", SHORT
    ),
    "55 in one trick of three": row(
        solo(tricks=1, augen=55), f"{CANNOT} 55 Augen: 54 would be possible", LONG_FOR_THREE
    ),
}
ONLY_ASIDE = "without a trick only the two cards laid aside count, and they cannot make"
ASIDE: dict[str, Row] = {
    "16 without a trick": row(
        solo(tricks=0, augen=16), f"{ONLY_ASIDE} 16 Augen: 15 or 20 would be possible", LONG_FOR_THREE
    ),
    "1, and Schwarz": row(
        solo(schwarz=True, augen=1), f"{ONLY_ASIDE} 1 Augen: 0 or 2 would be possible", LONG_FOR_THREE
    ),
    "9 in a Bettel that was won": row(
        solo("bettel", augen=9, **WON), f"{ONLY_ASIDE} 9 Augen: 8 or 10 would be possible", LONG_FOR_THREE
    ),
    "too few for eight tricks and what lies aside": row(
        solo(tricks=8, augen=36), f"{CANNOT} 36 Augen: 56 would be possible", LONG_FOR_THREE
    ),
    "too many for the one trick of the opponents, in which nothing lies aside": row(
        solo(tricks=9, augen=80), f"{CANNOT} 80 Augen: 87 would be possible", LONG_FOR_THREE
    ),
    "too few for the Laufende, wherever they lie": run(
        solo("wenz", laufende=2, tricks=0, augen=0),
        "0 of 10 tricks and 4",
        "the declarers' 0 of 10 tricks and the declarers' 0 Augen",
        LONG_FOR_THREE,
    ),
    "so many that the opponents' trick lacks a card": row(
        solo(tricks=9, augen=86), f"{CANNOT} 86 Augen: 87 would be possible", LONG_FOR_THREE
    ),
}
RESULT: dict[str, Row] = {
    "a Sie of the table's own that all the others won": row(
        solo("herrensolo", declarer=None, winners=["Bene", "Christl", "Dani"], sie=True),
        "a Sie cannot be lost",
        "games: [{name: herrensolo, shape: solo, trumps: 8, herren: 8, sie: yes}]",
    ),
    "won with one trick": contain(
        sauspiel(tricks=1, **WON), "0 to 44", "the declarers' 1 of 8 tricks and a game that they win"
    ),
    "lost with seven tricks": contain(
        solo(tricks=7, **LOST), "76 to 120", "the declarers' 7 of 8 tricks and a game that they lose"
    ),
    "Schneider with six tricks": contain(
        solo(tricks=6, schneider=True, bid=100, **LOST),
        "36 to 120",
        "the declarers' 6 of 8 tricks, a game that they lose and Schneider",
    ),
    "no Schneider of the losers of one trick": contain(
        solo(tricks=7, schneider=False, **WON),
        "76 to 120",
        "the declarers' 7 of 8 tricks, a game that they win and no Schneider",
        "schneider: {price: 10, declarers: 31, opponents: 45}",
    ),
    "announced Schneider made with two tricks": contain(
        solo(tricks=2, announced="schneider", **WON),
        "0 to 84",
        "the declarers' 2 of 8 tricks, a game that they win and Schneider",
        "announced: {schneider: 20, schwarz: none}",
    ),
    "a bid above an announced Schneider, made with three tricks": contain(
        solo(tricks=3, announced="schneider", bid=110, **WON),
        "0 to 100",
        "the declarers' 3 of 8 tricks, a game that they win and Schneider",
        "announced: {schneider: 20, schwarz: none}",
    ),
    "Schneider of declarers, whose limit is not the opponents'": contain(
        solo(tricks=6, schneider=True, **LOST),
        "36 to 120",
        "the declarers' 6 of 8 tricks, a game that they lose and Schneider",
        "schneider: {price: 10, declarers: 31, opponents: 45}",
    ),
    "won after a Kontra, by which 60 are needed": contain(
        solo(tricks=1, kontra=1, **WON),
        "0 to 44",
        "the declarers' 1 of 8 tricks and a game that they win",
        "wins: {declarers: 40}\nkontra: {last_needs_61: yes}",
    ),
}
LAUFENDE: dict[str, Row] = {
    "nine of eight cards": row(solo(laufende=9, **WON), "9 Laufende: nobody holds more than 8 cards"),
    "seven of six cards": row(solo(laufende=7, **WON), "7 Laufende: nobody holds more than 6 cards", SHORT),
    "more than ten and two aside": row(
        solo(laufende=13, **WON), "13 Laufende: nobody holds more than 12 cards", LONG_FOR_THREE
    ),
    "eight, and lost": run(solo(suit="herz", laufende=8, augen=20), "8 of 8 tricks and 120", "the declarers' 20 Augen"),
    "four Unter without a trick": run(
        solo("wenz", laufende=4, augen=0), "4 of 8 tricks and 8", "the declarers' 0 Augen"
    ),
    "four Könige with 15 Augen": run(
        solo("habicht", laufende=4, augen=15), "4 of 8 tricks and 16", "the declarers' 15 Augen"
    ),
    "eight of two people, who took less than they count": run(
        sauspiel(laufende=8, augen=19), "4 of 8 tricks and 20", "the declarers' 19 Augen"
    ),
    "three, and Schwarz": run(
        sauspiel(laufende=3, schwarz=True, **LOST), "2 of 8 tricks and 9", "a game that they lose and Schwarz"
    ),
    "one, and Schwarz": run(
        sauspiel(laufende=1, schwarz=True, **LOST), "1 of 8 tricks and 3", "a game that they lose and Schwarz"
    ),
    "eight, and no Schwarz": run(
        solo(suit="herz", laufende=8, schwarz=False, **WON),
        "8 of 8 tricks and 120",
        "a game that they win and no Schwarz",
    ),
    "eight, and Schneider but no Schwarz": run(
        solo(suit="herz", laufende=8, schneider=True, schwarz=False, **WON),
        "8 of 8 tricks and 120",
        "a game that they win, Schneider and no Schwarz",
    ),
    "all twelve trumps of an opponent, and no Schwarz": run(
        solo(laufende=12, schwarz=False, **LOST, **OPPONENTS),
        "12 of 12 tricks and 120",
        "a game that they lose and no Schwarz",
        FOR_TWO,
        other="",
    ),
    "four Unter of the opponents with 7 Augen": run(
        solo("wenz", laufende=4, augen=113, **OPPONENTS),
        "2 of 8 tricks and 8",
        "the declarers' 113 Augen",
        other="declarers",
    ),
    "one of the opponents, who are Schwarz": run(
        solo("wenz", laufende=1, schwarz=True, **WON, **OPPONENTS),
        "1 of 8 tricks and 2",
        "a game that they win and Schwarz",
        other="declarers",
    ),
    "one of the opponents of a Tout that was won": run(
        solo(laufende=1, tout=True, **WON, **OPPONENTS),
        "1 of 8 tricks and 3",
        "a game that they win and Schwarz",
        other="declarers",
    ),
    "seven of three opponents with two tricks": run(
        solo(laufende=7, tricks=6, **WON, **OPPONENTS),
        "3 of 8 tricks and 18",
        "the declarers' 6 of 8 tricks and a game that they win",
        other="",
    ),
    "one, in a trick of four Sauen": row(
        solo(laufende=1, tricks=1, augen=44),
        (
            "so many tricks with 1 Laufende contain at most 36 Augen: that contradicts the declarers' 1 of 8 tricks"
            " and the declarers' 44 Augen; correct one of the two, or add laufende_of:opponents"
        ),
    ),
    "neither side's, with one trick and 3 Augen": run(
        solo(laufende=4, tricks=1, augen=3),
        "4 of 8 tricks and 12",
        "the declarers' 1 of 8 tricks and the declarers' 3 Augen",
        other="",
    ),
    "what would be possible with one": row(
        solo(laufende=1, tricks=1, augen=1), "no cards make 1 Augen: 3 would be possible"
    ),
    "what would be possible with none": row(
        solo(laufende=8, tricks=1, augen=1), "no cards make 1 Augen: 0 or 2 would be possible"
    ),
    "what would be possible with one of the opponents": row(
        solo(laufende=1, tricks=7, augen=119, **OPPONENTS), "no cards make 119 Augen: 117 would be possible"
    ),
    "five with four tricks": run(
        solo(laufende=5, tricks=4, augen=50),
        "5 of 8 tricks and 20",
        "the declarers' 4 of 8 tricks and the declarers' 50 Augen",
    ),
    "seven, and lost": run(solo(laufende=7, **LOST), "7 of 8 tricks and 76", "a game that they lose"),
    "of a table's own game": run(
        solo("eigen", laufende=5, augen=19),
        "5 of 8 tricks and 20",
        "the declarers' 19 Augen",
        "games: [{name: eigen, shape: solo, price: 5, trumps: 6}]",
    ),
    "of three people, two of whose cards may lie aside": run(
        solo(laufende=8, tricks=5, **WON),
        "6 of 10 tricks and 20",
        "the declarers' 5 of 10 tricks and a game that they win",
        LONG_FOR_THREE,
    ),
    "eight, in a Tout that was lost": run(
        solo(tout=True, laufende=8, **LOST), "8 of 8 tricks and 120", "a game that they lose"
    ),
    "eight, in a Tout that was lost after three tricks": run(
        solo(tout=True, laufende=8, tricks=3, **LOST),
        "8 of 8 tricks and 120",
        "the declarers' 3 of 8 tricks and a game that they lose",
    ),
    "all trumps of the short deck, and an announced Schwarz that was missed": run(
        sauspiel(announced="schwarz", laufende=12, **LOST),
        "6 of 6 tricks and 120",
        "a game that they lose",
        f"{SHORT}\nannounced: {{schneider: none, schwarz: 20}}",
    ),
    "twelve of three people, two of them aside, in a Tout that was lost": run(
        solo(tout=True, laufende=12, **LOST), "10 of 10 tricks and 120", "a game that they lose", LONG_FOR_THREE
    ),
    "four Ober of three opponents who made the last trick of a Tout": run(
        solo(tout=True, laufende=4, tricks=7, **LOST, **OPPONENTS),
        "2 of 8 tricks and 12",
        "the declarers' 7 of 8 tricks and a game that they lose",
        other="declarers",
    ),
    "four Ober of opponents to whom a lost Tout left two Augen": run(
        solo(tout=True, laufende=4, augen=118, **LOST, **OPPONENTS),
        "2 of 8 tricks and 12",
        "the declarers' 118 Augen",
        other="declarers",
    ),
    "more than two winners hold": row(
        {"game": "paar", "winners": ["Anna", "Bene"], "laufende": 17},
        "17 Laufende: nobody holds more than 8 cards",
        PAIR_OF_TWENTY,
    ),
    "all trumps of the short deck, and winners over no Schneider": run(
        {"game": "sauspiel", "winners": ["Anna", "Bene"], "laufende": 12, "schneider": False},
        "6 of 6 tricks and 120",
        "a game that they win and no Schneider",
        SHORT,
        other="",
    ),
    "all cards of two winners, and no Schwarz": run(
        {"game": "paar", "winners": ["Anna", "Bene"], "laufende": 15, "schwarz": False},
        "8 of 8 tricks and 120",
        "a game that they win and no Schwarz",
        PAIR_OF_TWENTY,
        other="",
    ),
    "of a soloist whose opponents won": run(
        {"game": "solo", "winners": ["Bene", "Christl", "Dani"], "laufende": 7},
        "7 of 8 tricks and 76",
        "a game that they lose",
    ),
}
TWO_ODD = (
    "Anna: no cards make 119 Augen: 118 or 120 would be possible\nBene: no cards make 1 Augen: 0 or 2 would be possible"
)
TOO_MANY = "the tricks that everybody must have taken add up to 9; there are 8"
RAMSCH: dict[str, Row] = {
    "1 of somebody": row(ramsch(70, 49, 1, 0), "Christl: no cards make 1 Augen: 0 or 2 would be possible", PLAIN),
    "1 and 119": row(
        ramsch(119, 1, 0, 0),
        TWO_ODD,
        PLAIN,
    ),
    "60 in one trick": row(
        ramsch(60, 30, 20, 10, tricks=(1,)), f"Anna: {CANNOT} 60 Augen: 44 would be possible", PLAIN
    ),
    "too few for seven tricks": row(
        ramsch(70, 50, 0, 0, tricks=(7, 1, 0, 0)),
        f"Anna: {CANNOT} 70 Augen: 76 would be possible\nBene: {CANNOT} 50 Augen: 44 would be possible",
        PLAIN,
    ),
    "two who are each possible, and not together": row(
        ramsch(44, 43, 20, 13, tricks=(1, 1)),
        f"Anna and Bene: {CANNOT} 87 Augen: 84 would be possible",
        PLAIN,
    ),
    "two who do not sit side by side": row(
        ramsch(44, 20, 43, 13, tricks=(1, None, 1)),
        f"Anna and Christl: {CANNOT} 87 Augen: 84 would be possible",
        PLAIN,
    ),
    "1 of two people": row(
        ramsch(119, 1),
        TWO_ODD,
        f"{FOR_TWO}\n{PLAIN}",
    ),
    "no trick is left": row(
        ramsch(60, 40, 20, 0, tricks=(5, 3)),
        TOO_MANY,
        PLAIN,
    ),
    "all but the tricks of a Jungfrau": row(
        ramsch(60, 60, 0, 0, tricks=(7,), jungfrauen=["Christl", "Dani"]),
        f"Anna: {CANNOT} 60 Augen: 76 would be possible\nBene: {CANNOT} 60 Augen: 44 would be possible",
        PLAIN,
    ),
    "fewer tricks than there are": row(
        ramsch(60, 60, 0, 0, tricks=(4, 3), jungfrauen=["Christl", "Dani"]),
        "the tricks add up to 7; there are 8",
        PLAIN,
    ),
    "120 beside four tricks": row(
        ramsch(120, 0, 0, 0, tricks=(4,)), f"Anna: {CANNOT} 120 Augen: 112 would be possible", PLAIN
    ),
    "more trumps than cards": row(
        ramsch(60, 30, 20, 10, tricks=(4, 1), trumps=(3, 5)), "Bene: 4 cards cannot hold 5 trumps", PLAIN
    ),
    "more trumps than cards where two lie aside": row(
        ramsch(60, 40, 20, tricks=(5, 1), trumps=(3, 6)), "Bene: 5 cards cannot hold 6 trumps", LONG_FOR_THREE
    ),
    "more trumps than cards, and the loser": row(
        ramsch(losers=["Anna"], tricks=(4, 1), trumps=(3, 5)), "Bene: 4 cards cannot hold 5 trumps", PLAIN
    ),
    "three people": row(ramsch(60, 59, 1), "Christl: no cards make 1 Augen: 0 or 2 would be possible", LONG_FOR_THREE),
}
MOST = "cannot have lost: the loser has the most Augen, and"
LOSERS: dict[str, Row] = {
    "without a trick": row(ramsch(losers=["Anna"], tricks=(0,)), "Anna cannot lose a Ramsch without a trick"),
    "one of two without a trick": row(
        ramsch(losers=["Anna", "Bene"], tricks=(6, 0)), "Bene cannot lose a Ramsch without a trick"
    ),
    "one trick beside seven": row(
        ramsch(losers=["Anna"], tricks=(1, 7)), f"Anna {MOST} Anna's tricks contain at most 44"
    ),
    "one trick beside seven, by the Jungfrauen": row(
        ramsch(losers=["Anna"], tricks=(1,), jungfrauen=["Christl", "Dani"]),
        f"Anna {MOST} Anna's tricks contain at most 44",
    ),
    "a tie of one trick and seven": row(
        ramsch(losers=["Bene", "Anna"], tricks=(1, 7)), f"Bene and Anna {MOST} Anna's tricks contain at most 44"
    ),
    "a tie of three, of whom two cannot have 40 in a trick each": row(
        ramsch(losers=["Anna", "Bene", "Christl"], tricks=(6,)),
        f"Anna, Bene and Christl {MOST} Bene's tricks contain at most 44",
    ),
    "one trick beside five of the short deck": row(
        ramsch(losers=["Anna"], tricks=(1, 5)), f"Anna {MOST} Anna's tricks contain at most 44", SHORT
    ),
    "one trick of three people": row(
        ramsch(losers=["Anna"], tricks=(1,)), f"Anna {MOST} Anna's tricks contain at most 33", SHORT_FOR_THREE
    ),
    "one trick of three people, with two cards laid aside": row(
        ramsch(losers=["Anna"], tricks=(1, 9)), f"Anna {MOST} Anna's tricks contain at most 54", LONG_FOR_THREE
    ),
    "two tricks of two people": row(
        ramsch(losers=["Anna"], tricks=(2,)), f"Anna {MOST} Anna's tricks contain at most 44", FOR_TWO
    ),
    "one trick of four trumps": row(
        ramsch(losers=["Anna"], tricks=(1,), trumps=(4,)), f"Anna {MOST} Anna's tricks contain at most 28"
    ),
    "a trick for everybody who is no Jungfrau": row(
        ramsch(losers=["Anna"], tricks=(5, None, 3), jungfrauen=["Bene"]),
        TOO_MANY,
    ),
    "a trick for everybody where there is no Jungfrau": row(
        ramsch(losers=["Anna"], tricks=(6,), jungfrauen=[]),
        TOO_MANY,
    ),
    "a trick for everybody who loses": row(
        ramsch(losers=["Anna", "Bene"], tricks=(None, None, 5, 2)),
        TOO_MANY,
    ),
    "so many Augen in seven tricks that it was a Durchmarsch": row(
        ramsch(losers=["Anna"], tricks=(7,)), "Anna made a Durchmarsch and has won: write durchmarsch:Anna", FROM_61
    ),
    "so many Augen in eleven tricks of two that it was a Durchmarsch": row(
        ramsch(losers=["Anna"], tricks=(11, 1)),
        "Anna made a Durchmarsch and has won: write durchmarsch:Anna",
        f"{FOR_TWO}\n{FROM_91}",
    ),
    "just so many Augen in seven tricks that it was a Durchmarsch": row(
        ramsch(losers=["Anna"], tricks=(7,)),
        "Anna made a Durchmarsch and has won: write durchmarsch:Anna",
        FROM_61.replace("61", "76"),
    ),
    "three tricks of two people, which hold no 60 or 61, beside a Durchmarsch from 62": row(
        ramsch(losers=["Anna"], tricks=(3,)),
        "Anna cannot have lost: the most Augen are 62 or more, which is a Durchmarsch",
        f"{FOR_TWO}\n{FROM_61.replace('61', '62')}",
    ),
    "two losers, of whom one has 28 at most, and so the other what a Durchmarsch needs": row(
        ramsch(losers=["Anna", "Bene"], tricks=(5, 1, 1, 1), trumps=(None, 4)),
        "Anna and Bene cannot have lost: the most Augen are 36 or more, which is a Durchmarsch",
        TWO_LOSE % "{augen: 36}",
    ),
    "two losers, of whom each has 28 at most": row(
        ramsch(losers=["Anna", "Bene"], tricks=(1, 1, 3, 3), trumps=(4, 4)),
        "Anna and Bene cannot have lost: these tricks and trumps leave others more Augen",
        TWO_LOSE % "none",
    ),
    "two losers, and neither of them is who has most Augen": row(
        ramsch(64, 24, 24, 8, losers=["Bene", "Christl"]),
        "Anna has 64 Augen and must have lost too: Bene has only 24",
        TWO_LOSE % "none",
    ),
    "two who took no trick, beside a Durchmarsch that two of four must reach": row(
        ramsch(losers=["Dani"], jungfrauen=["Bene", "Christl"]),
        "Dani cannot have lost: the most Augen are 45 or more, which is a Durchmarsch",
        "ramsch: {durchmarsch: {augen: 45}}",
    ),
    "a trick too few for what others leave short of a Durchmarsch": row(
        ramsch(losers=["Anna"], tricks=(1,), jungfrauen=["Bene", "Christl"]),
        f"Anna {MOST} Anna's tricks contain at most 44",
        FROM_61,
    ),
}
TRUMPS: dict[str, Row] = {
    "none of anybody": row(ramsch(losers=["Anna"], trumps=(0, 0, 0, 0)), "the trumps add up to 0; there are 14"),
    "three too few where two lie aside": row(
        ramsch(losers=["Anna"], trumps=(4, 4, 3)), "the trumps add up to 11; there are 14", LONG_FOR_THREE
    ),
    "one too few of the short deck": row(
        ramsch(losers=["Anna"], trumps=(4, 4, 3, 0)), "the trumps add up to 11; there are 12", SHORT
    ),
    "all of one, and a highest one of another": row(
        ramsch(losers=["Anna"], trumps=(14,), highest=(None, 5)), "the trumps add up to 15; there are 14"
    ),
    "too few cards for those that nobody names": row(
        ramsch(losers=["Anna"], tricks=(None, None, None, 3), trumps=(0, 0, 1)), "the trumps add up to 13; there are 14"
    ),
    "too few cards of two for those that nobody names": row(
        ramsch(losers=["Anna"], tricks=(None, None, 4, 1), trumps=(None, None, 1, 0)),
        "Anna and Bene: 12 cards cannot hold 13 trumps",
    ),
    "too few for so many tricks": row(
        ramsch(losers=["Anna"], tricks=(7,), trumps=(9,)), "Bene, Christl and Dani: 4 cards cannot hold 5 trumps"
    ),
    "so many that they need more tricks": row(
        ramsch(losers=["Anna"], tricks=(None, None, 5), trumps=(5, 5)),
        TOO_MANY,
    ),
    "of a table's own Ramsch": row(
        {**ramsch(losers=["Anna"], tricks=(2, 1), trumps=(3, 5)), "game": "eigen"},
        "Bene: 4 cards cannot hold 5 trumps",
        OWN_RAMSCH,
    ),
    "Augen that four trumps do not make": row(
        ramsch(44, 40, 20, 16, tricks=(1, 3, 2, 2), trumps=(4, 5, 3, 2)),
        "Anna: so many tricks with such trumps cannot contain 44 Augen: 28 would be possible",
    ),
    "Augen that no trump makes with two tricks": row(
        ramsch(74, 26, 12, 8, tricks=(2, 2, 2, 2), trumps=(0,)),
        "Anna: so many tricks with such trumps cannot contain 74 Augen: 71 would be possible",
    ),
    "Augen that two people do not make without trumps": row(
        ramsch(43, 34, 25, 18, tricks=(1, 1, 3, 3), trumps=(0, 0)),
        "Anna and Bene: so many tricks with such trumps cannot contain 77 Augen: 71 would be possible",
    ),
    "a highest one of whom has none": row(
        ramsch(losers=["Anna"], trumps=(0, 0), highest=(1, 2)),
        "Anna has no trump, and so no highest one\nBene has no trump, and so no highest one",
    ),
    "a highest one without a trick": row(
        ramsch(losers=["Anna"], tricks=(None, 0), highest=(None, 2)), "Bene has no trump, and so no highest one"
    ),
    "a highest one of a Jungfrau": row(
        ramsch(losers=["Anna"], tricks=(4,), jungfrauen=["Bene"], highest=(None, 2)),
        "Bene has no trump, and so no highest one",
        LONG_FOR_THREE,
    ),
    "the highest of all is nobody's": row(
        ramsch(40, 40, 20, 20, trumps=(7, 7), highest=(2, 3)),
        "Anna and Bene: 14 trumps from the rank of 2 on; there are 13",
        PLAIN,
    ),
    "more than are so low": row(
        ramsch(40, 40, 20, 20, trumps=(5, 5), highest=(13, 14)),
        (
            "Anna and Bene: 10 trumps from the rank of 13 on; there are 2\nBene: 5 trumps from the rank of 14"
            " on; there are 1"
        ),
        PLAIN,
    ),
    "the highest three, two of which may lie aside": row(
        ramsch(losers=["Anna"], highest=(4, 5, 6)),
        "Anna, Bene and Christl: 12 trumps from the rank of 4 on; there are 11",
        LONG_FOR_THREE,
    ),
    "the highest six in one trick of another": row(
        ramsch(losers=["Anna"], tricks=(None, None, 1, 0), highest=(6, 7)),
        "Anna and Bene: 10 trumps from the rank of 6 on; there are 9",
    ),
}
MARCHES_SAID: dict[str, Row] = {
    "one trick of another": row(
        ramsch(durchmarsch="Anna", tricks=(None, 1)),
        "the others took 1 tricks: that is not a Durchmarsch of Anna",
        ALL_TRICKS,
    ),
    "all tricks of another": row(
        ramsch(durchmarsch="Anna", tricks=(None, 8)),
        "the others took 8 tricks: that is not a Durchmarsch of Anna",
        ALL_TRICKS,
    ),
    "tricks of two others beside Augen": row(
        ramsch(120, 0, 0, 0, durchmarsch="Anna", tricks=(None, 1, 2)),
        "the others took 3 tricks: that is not a Durchmarsch of Anna",
        ALL_TRICKS,
    ),
    "fewer than all tricks where the others are Jungfrauen": row(
        {**ramsch(120, 0, 0, 0, tricks=(6,)), "jungfrauen": ["Bene", "Christl", "Dani"]},
        "Anna took 6 tricks; a Durchmarsch needs all 8 here",
        ALL_TRICKS,
    ),
    "a trump of another": row(
        ramsch(durchmarsch="Anna", trumps=(None, 1)), "Bene: 0 cards cannot hold 1 trumps", ALL_TRICKS
    ),
    "one trump too few": row(
        ramsch(durchmarsch="Anna", trumps=(13,)), "the trumps add up to 13; there are 14", ALL_TRICKS
    ),
    "not the highest trump": row(
        ramsch(durchmarsch="Anna", highest=(2,)), "Anna: 14 trumps from the rank of 2 on; there are 13", ALL_TRICKS
    ),
    "by Augen, with one trick": row(
        ramsch(durchmarsch="Anna", tricks=(1,)),
        "Anna cannot have made a Durchmarsch: that needs 91 Augen, and Anna's tricks contain at most 44",
        FROM_91,
    ),
    "by Augen, beside four tricks": row(
        ramsch(durchmarsch="Anna", tricks=(None, 4)),
        "Anna cannot have made a Durchmarsch: that needs 113 Augen, and Anna's tricks contain at most 112",
        FROM_91.replace("91", "113"),
    ),
}
REFUSED: dict[str, Row] = {
    **{f"Augen: {what}": row for what, row in AUGEN.items()},
    **{f"aside: {what}": row for what, row in ASIDE.items()},
    **{f"result: {what}": row for what, row in RESULT.items()},
    **{f"Laufende: {what}": row for what, row in LAUFENDE.items()},
    **{f"Ramsch: {what}": row for what, row in RAMSCH.items()},
    **{f"who lost: {what}": row for what, row in LOSERS.items()},
    **{f"trumps: {what}": row for what, row in TRUMPS.items()},
    **{f"Durchmarsch: {what}": row for what, row in MARCHES_SAID.items()},
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
    "two Säue aside, and no trick": (LONG_FOR_THREE, solo(tricks=0, augen=22)),
    "15 aside, and Schwarz": (LONG_FOR_THREE, solo(augen=15, schwarz=True)),
    "15 aside, and a lost Tout without a trick": (LONG_FOR_THREE, solo(tout=True, tricks=0, augen=15)),
    "a Tout lost by the ninth trick, with what lies aside not counted yet": (
        LONG_FOR_THREE,
        solo(tout=True, tricks=8, augen=36, **LOST),
    ),
    "15 aside, and a Bettel that was won": (LONG_FOR_THREE, solo("bettel", augen=15, tricks=0)),
    "15 aside, and a Bettel whose winner is noted": (
        LONG_FOR_THREE,
        {"game": "bettel", "winners": ["Anna"], "augen": 15},
    ),
    "the two highest aside, and Schwarz": (LONG_FOR_THREE, solo(laufende=2, augen=6, schwarz=True)),
    "three of the opponents, two of which lie aside, and ten Augen with the third": (
        LONG_FOR_THREE,
        solo(laufende=3, augen=110, **OPPONENTS),
    ),
    "the highest of the opponents, which may lie aside, and all tricks": (
        LONG_FOR_THREE,
        solo(laufende=1, tricks=10, **OPPONENTS),
    ),
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
    "eight in one hand": ("", solo(laufende=8, augen=120, sie=False)),
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
    "seven, in a Tout that was lost with the last trick": ("", solo(tout=True, laufende=7, tricks=7, **LOST)),
    "four Ober of opponents, in a Tout that was lost with six tricks": (
        "",
        solo(tout=True, laufende=4, tricks=6, **LOST, **OPPONENTS),
    ),
    "four Ober of opponents to whom a lost Tout left twelve Augen": (
        "",
        solo(tout=True, laufende=4, augen=108, **LOST, **OPPONENTS),
    ),
    "all trumps of an opponent, in a Tout that was lost at once and called no Schwarz": (
        FOR_TWO,
        solo(tout=True, laufende=12, schwarz=False, **LOST, **OPPONENTS),
    ),
    "eleven of three people in a Tout that was lost": (LONG_FOR_THREE, solo(tout=True, laufende=11, **LOST)),
    "all cards of two winners": (PAIR_OF_TWENTY, {"game": "paar", "winners": ["Anna", "Bene"], "laufende": 16}),
    "fourteen of two winners, and no Schneider": (
        "",
        {"game": "sauspiel", "winners": ["Anna", "Bene"], "laufende": 14, "schneider": False},
    ),
    "a loser of one trick beside six": ("", ramsch(losers=["Anna"], tricks=(1, 6))),
    "a tie of one trick and six": ("", ramsch(losers=["Anna", "Bene"], tricks=(1, 6))),
    "a loser of one trick of three people with two aside": (LONG_FOR_THREE, ramsch(losers=["Anna"], tricks=(1,))),
    "a loser of two tricks of three people": (SHORT_FOR_THREE, ramsch(losers=["Anna"], tricks=(2,))),
    "a loser of three tricks of two people": (FOR_TWO, ramsch(losers=["Anna"], tricks=(3,))),
    "a loser of seven tricks, short of a Durchmarsch": (FROM_91, ramsch(losers=["Anna"], tricks=(7,))),
    "a loser of seven tricks, one of the Augen short of a Durchmarsch": (
        FROM_61.replace("61", "77"),
        ramsch(losers=["Anna"], tricks=(7,)),
    ),
    "two losers, one of them of two with equally many": (
        TWO_LOSE % "none",
        ramsch(64, 24, 24, 8, losers=["Anna", "Christl"]),
    ),
    "two losers, of whom one has 28 at most": (
        TWO_LOSE % "none",
        ramsch(losers=["Anna", "Bene"], tricks=(5, 1, 1, 1), trumps=(None, 4)),
    ),
    "two losers, of whom one has 28 at most and the other one of the Augen less than a Durchmarsch": (
        TWO_LOSE % "{augen: 37}",
        ramsch(losers=["Anna", "Bene"], tricks=(5, 1, 1, 1), trumps=(None, 4)),
    ),
    "a loser of three tricks of two people, beside a Durchmarsch from 63": (
        f"{FOR_TWO}\n{FROM_61.replace('61', '63')}",
        ramsch(losers=["Anna"], tricks=(3,)),
    ),
    "a tie of all": ("", ramsch(losers=["Anna", "Bene", "Christl", "Dani"], tricks=(1, 1, 1, 5))),
    "trumps of which two lie aside": (LONG_FOR_THREE, ramsch(losers=["Anna"], trumps=(4, 4, 4))),
    "highest trumps of which two lie aside": (LONG_FOR_THREE, ramsch(losers=["Anna"], highest=(3, 4, 5))),
    "the highest five, four of them in one trick of another": (
        "",
        ramsch(losers=["Anna"], tricks=(None, None, 1, 0), highest=(5, 7)),
    ),
    "four trumps with 28 Augen": ("", ramsch(losers=["Bene"], tricks=(1, 3), trumps=(4,))),
    "trumps and Augen of which some lie aside": (
        LONG_FOR_THREE,
        ramsch(27, 57, 36, trumps=(0, 4, 10), highest=(None, 3), jungfrauen=[]),
    ),
    "a Durchmarsch beside the Jungfrauen that were named": (
        ALL_TRICKS,
        ramsch(durchmarsch="Anna", jungfrauen=["Bene"], trumps=(14,), highest=(1,)),
    ),
    "a Durchmarsch by Augen, and a Jungfrau": (FROM_91, ramsch(durchmarsch="Anna", tricks=(6, 2), jungfrauen=["Dani"])),
    "a Durchmarsch of three tricks of two people, from 31": (
        f"{FOR_TWO}\n{FROM_61.replace('61', '31')}",
        ramsch(durchmarsch="Anna", tricks=(3,)),
    ),
    "a Durchmarsch by Augen beside three tricks": (FROM_91, ramsch(durchmarsch="Anna", tricks=(None, 3))),
    "a table's own Ramsch": (
        OWN_RAMSCH,
        {**ramsch(44, 40, 20, 16, tricks=(1, 3, 2, 2), trumps=(4, 5, 3, 2)), "game": "eigen"},
    ),
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


@pytest.mark.parametrize(("deck", "least", "most"), [("long", 0, 3), ("long", 4, 4), ("short", 2, 5)], ids=str)
def test_the_augen_of_tricks_with_trumps_are_those_that_cards_make(deck: str, least: int, most: int) -> None:
    """Two tricks with so many of the trumps of a Ramsch hold exactly what eight such cards make."""
    ranks = RANKS if deck == "long" else RANKS[:6]
    order = trumps_of("ramsch", ranks)
    piles = {(0, 0, 0)}  # cards, trumps, Augen
    for card in (suit + rank for suit in "EGHS" for rank in ranks):
        worth = dict(zip("AZKOU", WORTH, strict=False)).get(card[1], 0)
        piles |= {(cards + 1, trumps + (card in order), augen + worth) for cards, trumps, augen in piles}
    deal = possible.Deal(deck, 4, TRICKS[deck, 4], 0)
    found = possible.augen_of(deal, 2, 2, trumps="".join(card[1] for card in order), counted=(least, most))
    made = {augen for cards, trumps, augen in piles if cards == 8 and least <= trumps <= most}
    assert {augen for augen in range(122) if found >> augen & 1} == made


def test_the_games_have_as_many_trumps_as_their_cards() -> None:
    """The trumps whose cards are known are as many as the catalogue says."""
    trumped = {name: game.trumps for name, game in BY_NAME.items() if game.trumps and name in HEADS}
    known = {name: tuple(len(trump_ranks(HEADS[name], deck)) for deck in ("long", "short")) for name in trumped}
    in_heads = {name: (4 * len(HEADS[name]),) * 2 for name in trumped}
    assert all(trumped[name] in (known[name], in_heads[name]) for name in trumped)
    assert known["sauspiel"] == trumped["sauspiel"] == (14, 12)
    assert known["farbgeier"] == trumped["farbgeier"] == (11, 9)
    assert trump_ranks("O", "short") == "OOOOAZKU9"
