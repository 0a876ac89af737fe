"""What each shipped tariff is taken from, rule by rule: a row for each that says a price, Schneider, a game or a tie.

The ids name the rule of the page in our words. Those of the points lists are in `test_tournament_scales`.
"""

import pytest
from playing import PEOPLE, postings
from test_tournament_scales import LISTS

from sklog import tariffs
from sklog.errors import HandError
from sklog.notation import read_hand
from sklog.scoring import evening
from sklog.scoring.payout import STOCK, Score
from sklog.scoring.tariff import Tariff

Paid = tuple[int, ...]


def with_bene(value: int) -> Paid:
    """Return what Anna and Bene get from the two others, or pay them."""
    return (value, value, -value, -value)


def alone(value: int) -> Paid:
    """Return what Anna gets from three others, or pays them."""
    return (3 * value, -value, -value, -value)


def played(lines: str, rules: Tariff, people: int = 4) -> Score:
    """Return what the last of some hands comes to, one after the other; the last of the people deals first."""
    state = evening.start(PEOPLE[:people], PEOPLE[people - 1])
    for line in lines.split("; "):
        entry = evening.step(state, read_hand(line, state, rules), rules)
        evening.require_possible(entry)
        state = entry.state
    assert entry.score is not None
    return entry.score


GRUNDZUEGE: dict[str, tuple[str, Paid]] = {
    "5.3.1 Sauspiel: two against two": ("s ac 70", (10, -10, 10, -10)),
    "5.3.2 Wenz: one against three": ("w a 70", alone(50)),
    "5.3.3 Solo in any suit": ("ss a 70", alone(50)),
    "5.3.3 a Herz-Solo costs no more": ("hs a 70", alone(50)),
    "5.3.4 Wenz tout: all Augen are not enough": ("w a t 120 tricks:7", alone(-100)),
    "5.3.5 Solo tout: lost with the first trick of the others": ("gs a t tricks:7", alone(-100)),
    "5.3.6.1 Farbwenz: one against three": ("hw a 70", alone(50)),
    "5.3.6.2 Geier": ("g a 70", alone(50)),
    "5.3.6.2 Farbgeier": ("hg a 70", alone(50)),
    "5.3.6.3 Ramsch: most Augen lose": ("r 50 30 25 15", alone(-10)),
    "5.3.6.4 Bettel without a trick": ("bettel a tricks:0", alone(50)),
    "5.3.6.4 Bettel with a trick": ("bettel a tricks:1", alone(-50)),
    "5.3.7 a: who must play": ("s ab 70 muss", with_bene(10)),
    "5.3.7 c: a Bock counts double": ("s ab 70 bock", with_bene(20)),
    "5.3.7 c: everybody pays into the Stock": ("x", (-10, -10, -10, -10)),
    "5.3.7 c: the winners of the next Sauspiel get it": ("x; s ab 70", (30, 30, -10, -10)),
    "5.3.7 c: who loses it doubles the Stock": ("x; s ab 50", (-30, -30, 10, 10)),
    "5.3.7 c: and so it grows": ("x; s ab 50; s ab 70", (50, 50, -10, -10)),
    "5.3.7 c: no solo plays for it": ("x; gs a 70", alone(50)),
    "6.1 more than half of the Augen win": ("s ab 61", with_bene(10)),
    "6.2.1 at 60 the opponents win": ("s ab 60", with_bene(-10)),
    "6.2.1 at 60 of a solo the opponents win": ("gs a 60", alone(-50)),
    "6.2.1 at 60 who must play wins": ("s ab 60 muss", with_bene(10)),
    "6.2.1 who must play loses with 59": ("s ab 59 muss", with_bene(-10)),
    "6.2.2 opponents out of Schneider with 30": ("s ab 90", with_bene(10)),
    "6.2.2 opponents Schneider with 29": ("s ab 91", with_bene(20)),
    "6.2.2 declarers out of Schneider with 31": ("s ab 31", with_bene(-10)),
    "6.2.2 declarers Schneider with 30": ("s ab 30", with_bene(-20)),
    "6.2.2 who must play as well": ("s ab 30 muss", with_bene(-20)),
    "6.2.2 a soloist as well": ("gs a 30", alone(-60)),
    "6.2.3 Schwarz is a side without a trick": ("s ab tricks:8", with_bene(30)),
    "6.2.3 a trick without Augen is one": ("s ab 120 tricks:7", with_bene(20)),
    "6.3 Laufende of the winners": ("s ab l3", with_bene(40)),
    "6.3 Laufende of the losers count as much": ("s ab- l3", with_bene(-40)),
    "6.3 Laufende which the opponents held": ("s ab o3", with_bene(40)),
    "6.3 only Ober and Unter are Laufende": ("s ab l9", with_bene(90)),
    "6.3 of a Farbwenz four": ("hw a l6", alone(90)),
    "6.4.1 Sauspiel, Schneider": ("s ab n", with_bene(20)),
    "6.4.1 Sauspiel, Schwarz": ("s ab z", with_bene(30)),
    "6.4.1 Laufende from three": ("s ab l2", with_bene(10)),
    "6.4.2 Solo, Schneider": ("gs a n", alone(60)),
    "6.4.2 Solo, Schwarz": ("gs a z", alone(70)),
    "6.4.2 Solo with three Laufende": ("gs a l3", alone(80)),
    "6.4.2 Solo with two": ("gs a l2", alone(50)),
    "6.4.2 Wenz with two": ("w a l2", alone(70)),
    "6.4.2 Wenz with one": ("w a l1", alone(50)),
    "6.4.2 Geier with two, like a Wenz": ("g a l2", alone(70)),
    "6.4.2 Tout: twice, without Schneider and Schwarz": ("gs a t", alone(100)),
    "6.4.2 Tout: its Laufende are doubled": ("gs a t l3", alone(160)),
    "6.4.2 Sie: four times with eight Laufende": ("gs a sie", alone(520)),
    "6.4.4 Stoß doubles": ("s ab k", with_bene(20)),
    "6.4.4 Zruck doubles again": ("s ab kr", with_bene(40)),
    "6.4.4 and so on": ("s ab k5", with_bene(320)),
}
WIKI: dict[str, tuple[str, Paid]] = {
    "Spielarten: Sie costs four times": ("gs a sie", alone(480)),
    "Spielarten: Tout costs twice, nothing is left out": ("gs a t", alone(80)),
    "Spielarten: Tout of a Wenz": ("w a t", alone(80)),
    "Spielarten: Tout of a Geier": ("g a t", alone(80)),
    "Spielarten: Tout of a Habicht": ("habicht a t", alone(80)),
    "Spielarten: Tout lost with one trick of the others": ("gs a t tricks:7", alone(-40)),
    "Farbwenz: one against three": ("hw a 70", alone(20)),
    "Farbgeier": ("hg a 70", alone(20)),
    "Farbhabicht, also Farbkönig": ("farbkönig a 70", alone(20)),
    "Perlmutt-Habicht": ("perlmutt-habicht a 70", alone(20)),
    "Hawaii-Habicht": ("hawaii-habicht a 70", alone(20)),
    "Bär": ("bär a 70", alone(20)),
    "Bettel without a trick, at the higher price": ("bettel a tricks:0", alone(20)),
    "Bettel with a trick": ("bettel a tricks:1", alone(-20)),
    "Bettel with trumps, which is a Mörtel": ("mörtel a tricks:0", alone(20)),
    "Sauspiel: two against two": ("s ac 70", (10, -10, 10, -10)),
    "Hochzeit: two against two": ("hochzeit ab 70", with_bene(10)),
    "Neu geben: everybody pays into the Stock": ("x", (-10, -10, -10, -10)),
    "Neu geben: the next partner game that is won gets it": ("x; s ab 70", (30, 30, -10, -10)),
    "Neu geben: a Hochzeit as well": ("x; hochzeit ab 70", (30, 30, -10, -10)),
    "Neu geben: one that is lost leaves it": ("x; s ab 50", with_bene(-10)),
    "Neu geben: a solo does not get it": ("x; gs a 70", alone(20)),
    "Spielansage: or the next hand counts double": ("s ab 70 bock", with_bene(20)),
    "Spielzwang: who must play needs 61": ("s ab 61 muss", with_bene(10)),
    "Spielzwang: who wins at 60 is not said, so as ever": ("s ab 60 muss", with_bene(-10)),
    "Ramsch: most Augen lose, at the lower price": ("r 50 30 25 15 tricks:3,2,2,1", alone(-10)),
    "Ramsch: one Jungfrau doubles": ("r 60 40 20 0 tricks:4,3,1,0", alone(-20)),
    "Ramsch: two make it four times": ("r 70 50 0 0 tricks:5,3,0,0", alone(-40)),
    "Ramsch: all tricks win a Herz-Solo with Schneider and Schwarz": ("r 120 0 0 0 tricks:8,0,0,0", alone(40)),
    "Ramsch: all but one do not": ("r 116 4 0 0 tricks:7,1,0,0", alone(-40)),
    "Ramsch: of equal Augen more tricks lose": ("r 45 45 20 10 tricks:2,3,2,1", (10, -30, 10, 10)),
    "Ramsch: then more trumps": ("r 45 45 20 10 tricks:3,3,1,1 trumps:5,4,3,2", alone(-10)),
    "Ramsch: then the highest trump": (
        "r 45 45 20 10 tricks:3,3,1,1 trumps:4,4,4,2 highest:2,1,5,9",
        (10, -30, 10, 10),
    ),
    "Wertung: the players need 61": ("s ab 61", with_bene(10)),
    "Wertung: 60 are enough for the others": ("s ab 60", with_bene(-10)),
    "Wertung: the others out of Schneider with 30": ("s ab 90", with_bene(10)),
    "Wertung: the others Schneider below 30": ("s ab 91", with_bene(20)),
    "Wertung: the players out of Schneider with 31": ("s ab 31", with_bene(-10)),
    "Wertung: the players Schneider with 30": ("s ab 30", with_bene(-20)),
    "Wertung: no trick is Schwarz as well": ("s ab tricks:8", with_bene(30)),
    "Sonderrunden: a Hadsch has a Kontra": ("s ab 50 round:hadsch", with_bene(-20)),
    "Sonderrunden: and may have a Re": ("s ab 70 round:hadsch kontra:Anna", with_bene(40)),
    "Sonderrunden: a round of Ramsch": ("r 50 30 25 15 tricks:3,2,2,1 round:ramsch", alone(-10)),
    "Sonderrunden: an Allgäuer is a Solo of the first, with two Laufende": ("gs a 80 l2 round:allgäuer", alone(20)),
    "Sonderrunden: with the Herz-Ober five": ("gs a 80 l5 round:allgäuer", alone(70)),
    "Sonderrunden: a Pflichthabicht wins with 44": ("farbhabicht d 44 round:blauer-habicht", (-20, -20, -20, 60)),
    "Sonderrunden: and loses with 43": ("farbhabicht d 43 round:blauer-habicht", (20, 20, 20, -60)),
    "Geld: Sauspiel": ("s ab", with_bene(10)),
    "Geld: Sauspiel, Schneider": ("s ab n", with_bene(20)),
    "Geld: Sauspiel, Schwarz": ("s ab z", with_bene(30)),
    "Geld: Solo": ("gs a", alone(20)),
    "Geld: Wenz": ("w a", alone(20)),
    "Geld: Geier": ("g a", alone(20)),
    "Geld: Habicht, also König": ("könig a", alone(20)),
    "Geld: Solo, Schneider": ("gs a n", alone(30)),
    "Geld: Solo, Schwarz": ("gs a z", alone(40)),
    "Geld: Laufende from three": ("s ab l3", with_bene(40)),
    "Geld: two do not count": ("s ab l2", with_bene(10)),
    "Geld: of a Wenz two": ("w a l2", alone(40)),
    "Geld: of a Geier and a Habicht two, which are like it": ("g a l2", alone(40)),
    "Geld: of a Habicht two": ("habicht a l2", alone(40)),
    "Geld: of a Perlmutt-Habicht two": ("perlmutt-habicht a l2", alone(40)),
    "Geld: of a Hawaii-Habicht two": ("hawaii-habicht a l2", alone(40)),
    "Geld: of a Farbwenz three": ("hw a l3", alone(50)),
    "Geld: two of a Farbwenz do not count": ("hw a l2", alone(20)),
    "Geld: nine Laufende are paid like eight": ("s ab l9", with_bene(90)),
    "Geld: a Wenz has four": ("w a l4", alone(60)),
    "Geld: who wins without three": ("s ab o3", with_bene(40)),
    "Geld: Laufende of the losers": ("s ab- l3", with_bene(-40)),
    "Geld: a Klopfer doubles": ("s ab p", with_bene(20)),
    "Geld: each person once": ("s ab p4", with_bene(160)),
    "Geld: Kontra, Re, Supra, Resupra": ("s ab k4", with_bene(160)),
    "Geld: Sub and Steinmetz": ("s ab k6", with_bene(640)),
    "Geld: the worked hand, 1.40 from each": ("hs a 105 l4 p", alone(140)),
}
P_SEMINAR: dict[str, tuple[str, Paid]] = {
    "Sauspiel: two together": ("s ac 70", (20, -20, 20, -20)),
    "Wenz: alone": ("w a 70", alone(50)),
    "Farbsolo: alone": ("es a 70", alone(50)),
    "Herz-Solo costs no more": ("hs a 70", alone(50)),
    "Geier: like a Wenz": ("g a 70", alone(50)),
    "Farbwenz": ("hw a 70", alone(50)),
    "Farbgeier": ("hg a 70", alone(50)),
    "Ramsch: most Augen lose": ("r 50 30 25 15", alone(-20)),
    "nobody plays: dealt again, and nobody pays": ("x", (0, 0, 0, 0)),
    "Spielabrechnung: 61 win": ("s ab 61", with_bene(20)),
    "Spielabrechnung: 60 win for the others": ("s ab 60", with_bene(-20)),
    "Grundtarif: a Sauspiel, lost": ("s ab-", with_bene(-20)),
    "Grundtarif: a Solo is paid by each": ("es a", alone(50)),
    "Grundtarif: a lost Solo is paid to each": ("es a-", alone(-50)),
    "Klopfen: one doubles": ("s ab p", with_bene(40)),
    "Klopfen: two make four": ("s ab p2", with_bene(80)),
    "Klopfen: three make eight": ("s ab p3", with_bene(160)),
    "Klopfen: four make sixteen": ("s ab p4", with_bene(320)),
    "Laufende: from three in a Sauspiel": ("s ab l3", with_bene(50)),
    "Laufende: two of them do not count": ("s ab l2", with_bene(20)),
    "Laufende: from three in a Farbsolo": ("es a l3", alone(80)),
    "Laufende: two of a Farbsolo do not count": ("es a l2", alone(50)),
    "Laufende: from two in a Wenz": ("w a l2", alone(70)),
    "Laufende: from two in a Geier, which is like it": ("g a l2", alone(70)),
    "Laufende: of a Farbwenz nothing is said, from three": ("hw a l2", alone(50)),
    "Laufende: whichever side has them": ("s ab o3", with_bene(50)),
    "Laufende: also that which loses": ("s ab- l3", with_bene(-50)),
    "Laufende: each trump in the row": ("s ab l14", with_bene(160)),
    "Schneider: the others with 29": ("s ab 91", with_bene(30)),
    "Schneider: not with 30": ("s ab 90", with_bene(20)),
    "Schneider: the players with 29": ("s ab 29", with_bene(-30)),
    "Schneider: the players not with 30": ("s ab 30", with_bene(-20)),
    "Schwarz: 20 with Schneider": ("s ab tricks:8", with_bene(40)),
    "Kontra doubles": ("s ab k", with_bene(40)),
    "Re doubles again": ("s ab kr", with_bene(80)),
    "Tout: twice, without Schneider and Schwarz": ("es a t", alone(100)),
    "Tout: lost with one trick of the others": ("es a t tricks:7", alone(-100)),
    "Tout: Laufende count": ("es a t l3", alone(160)),
    "Sie: 2.60": ("es a sie", alone(260)),
    "Sie: Kontra, Re and Klopfen go on top": ("es a sie krp", alone(2080)),
    "Jungfrau doubles": ("r 60 40 20 0 tricks:4,3,1,0", alone(-40)),
    "Jungfrau: each of two": ("r 70 50 0 0 tricks:5,3,0,0", alone(-80)),
    "Durchmarsch: 91 Augen win, and no Jungfrau counts": ("r 91 29 0 0 tricks:6,2,0,0", alone(20)),
    "Durchmarsch: not with 90": ("r 90 30 0 0 tricks:6,2,0,0", alone(-80)),
    "Reihenfolge: first all is added, then multiplied": ("es a n p", alone(120)),
}
LAMERS: dict[str, tuple[str, Paid]] = {
    "Sauspiel: the winners get the same sum": ("s ac 70", (10, -10, 10, -10)),
    "Solo: three times the sum": ("es a 70", alone(20)),
    "Solo: lost the other way round": ("es a-", alone(-20)),
    "Wenz: a special form of a Solo": ("w a 70", alone(20)),
    "Schneider: fewer than 30": ("s ab 91", with_bene(20)),
    "Schneider: not with 30": ("s ab 90", with_bene(10)),
    "Schneider: the players with 29": ("s ab 29", with_bene(-20)),
    "Schneider: the players not with 30": ("s ab 30", with_bene(-10)),
    "Schwarz: without a trick": ("s ab tricks:8", with_bene(30)),
    "Läufer: from the three highest": ("s ab l3", with_bene(40)),
    "Läufer: two do not count": ("s ab l2", with_bene(10)),
    "Läufer: two of a Wenz do not count either": ("w a l2", alone(20)),
    "Läufer: three opponents together have them as well": ("es a o3", alone(50)),
    "Läufer: up to 14": ("s ab l14", with_bene(150)),
    "Tout: twice": ("es a- t", alone(-40)),
    "Tout of a Wenz: twice": ("w a- t", alone(-40)),
    "Sie: twice again, so four times": ("es a sie", alone(480)),
    "Kontra": ("s ab k", with_bene(20)),
    "Re": ("s ab kr", with_bene(40)),
    "Sub is the third": ("s ab k3", with_bene(80)),
    "Hirsch is the fourth": ("s ab k4", with_bene(160)),
    "stellen: everybody may": ("s ab p4", with_bene(160)),
    "first hand": ("s ad z p", (60, -60, -60, 60)),
    "second hand": ("w b n l3 p", (-120, 360, -120, -120)),
    "third hand": ("es c- t p k", (160, 160, -480, 160)),
    "fourth hand": ("s cd n l5 p2", (-280, -280, 280, 280)),
    "fifth hand": ("es a t l5", alone(180)),
}
SAUKOPF: dict[str, tuple[str, Paid]] = {
    "Rufspiel: 2 against 2": ("s ac 70", (1, -1, 1, -1)),
    "Wenz: 1 against 3": ("w a 70", alone(2)),
    "Solo: 1 against 3": ("es a 70", alone(2)),
    "Ramsch: most Augen lose": ("r 50 30 25 15", alone(-1)),
    "61 win": ("s ab 61", with_bene(1)),
    "60 are enough for the others": ("s ab 60", with_bene(-1)),
    "Kontra doubles": ("s ab k", with_bene(2)),
    "Re makes it four times": ("s ab kr", with_bene(4)),
    "a Solo is paid by each": ("es a", alone(2)),
    "a lost Wenz is paid to each": ("w a-", alone(-2)),
    "each Laufender from three": ("s ab l3", with_bene(4)),
    "two do not count": ("s ab l2", with_bene(1)),
    "of a Solo three": ("es a l3", alone(5)),
    "of a Wenz two": ("w a l2", alone(4)),
    "Laufende of either side": ("s ab o3", with_bene(4)),
    "Schneider: below 30": ("s ab 91", with_bene(2)),
    "Schneider: not with 30": ("s ab 90", with_bene(1)),
    "Schneider: the players with 29": ("s ab 29", with_bene(-2)),
    "Schneider: the players not with 30": ("s ab 30", with_bene(-1)),
    "Schwarz: without a trick": ("s ab tricks:8", with_bene(3)),
}
SAUSPIEL: dict[str, tuple[str, Paid]] = {
    "10-20-50: Sauspiel": ("s ab", with_bene(20)),
    "10-20-50: Solo": ("es a", alone(50)),
    "10-20-50: Wenz": ("w a", alone(50)),
    "10-20-50: Geier": ("g a", alone(50)),
    "10-20-50: Farbwenz": ("hw a", alone(50)),
    "10-20-50: Farbgeier": ("hg a", alone(50)),
    "60:60: the others win": ("s ab 60", with_bene(-20)),
    "the players are Schneider with 30": ("s ab 30", with_bene(-30)),
    "and out of it with 31": ("s ab 31", with_bene(-20)),
    "the others are out of it with 30": ("s ab 90", with_bene(20)),
    "Schwarz": ("s ab z", with_bene(40)),
    "Laufende from three": ("s ab l3", with_bene(50)),
    "of a Wenz from two": ("w a l2", alone(70)),
    "of a Geier from two": ("g a l2", alone(70)),
    "of a Farbwenz from three": ("hw a l3", alone(80)),
    "of a Farbgeier not from two": ("hg a l2", alone(50)),
    "Klopfen doubles": ("s ab p2", with_bene(80)),
    "Kontra and Re": ("s ab kr", with_bene(80)),
    "Tout: twice, without Schneider and Schwarz": ("es a t", alone(100)),
    "Sie: 2.60": ("es a sie", alone(260)),
    "Ramsch": ("r 50 30 25 15", alone(-20)),
    "Ramsch: each Jungfrau doubles": ("r 60 40 20 0 tricks:4,3,1,0", alone(-40)),
    "Ramsch: Durchmarsch from 91": ("r 91 29 0 0 tricks:6,2,0,0", alone(20)),
}
BSV: dict[str, tuple[str, Paid]] = {
    "10-50: Sauspiel": ("s ab", with_bene(10)),
    "10-50: Solo": ("es a", alone(50)),
    "10-50: Wenz": ("w a", alone(50)),
    "60:60: the others win": ("s ab 60", with_bene(-10)),
    "the players are Schneider with 30": ("s ab 30", with_bene(-20)),
    "and out of it with 31": ("s ab 31", with_bene(-10)),
    "the others are out of it with 30": ("s ab 90", with_bene(10)),
    "and Schneider with 29": ("s ab 91", with_bene(20)),
    "Schwarz": ("s ab z", with_bene(30)),
    "Solo, Schneider": ("es a n", alone(60)),
    "Solo, Schwarz": ("es a z", alone(70)),
    "Laufende from three": ("s ab l3", with_bene(40)),
    "two do not count": ("s ab l2", with_bene(10)),
    "of a Wenz from two": ("w a l2", alone(70)),
    "Tout: twice, without Schneider and Schwarz": ("es a t", alone(100)),
    "Tout: Laufende count": ("es a t l3", alone(160)),
    "Sie: four times": ("es a sie", alone(520)),
    "Stoß": ("s ab k", with_bene(20)),
    "Gegenstoß": ("s ab kr", with_bene(40)),
}
PAGES = {
    "grundzuege": GRUNDZUEGE,
    "wiki": WIKI,
    "p-seminar": P_SEMINAR,
    "lamers": LAMERS,
    "saukopf": SAUKOPF,
    "sauspiel": SAUSPIEL,
    "bsv": BSV,
}
REFUSED = {
    "grundzuege": {
        "no Klopfen": ("s ab p", "has no Klopfen"),
        "five rare games, and no Habicht": ("habicht a", "does not have Habicht"),
        "nor a Hochzeit": ("hochzeit ab", "does not have Hochzeit"),
        "nor über Kreuz": ("kreuz a", "does not have über Kreuz"),
        "a tie of a Ramsch is not decided": ("r 40 40 25 15", "tie with 40"),
    },
    "wiki": {
        "no game over Kreuz": ("kreuz a", "does not have über Kreuz"),
        "each knocks once": ("s ab klopfer:Anna,Anna", "Anna can knock only once"),
        "Steinmetz is the last": ("s ab k7", "has only"),
        "an Allgäuer has two Laufende at least": ("gs a 80 l1 round:allgäuer", "Laufende"),
        "and is a Solo": ("w a 80 round:allgäuer", "Allgäuer"),
        "a Ramsch in a round of Ramsch": ("s ab 70 round:ramsch", "Ramsch"),
    },
    "p-seminar": {
        "Re is the last": ("s ab k3", "has only"),
        "no Bettel": ("bettel a", "does not have Bettel"),
        "no Muss": ("s ab 61 muss", "has no forced play"),
        "four may knock": ("s ab p5", "at most 4 can knock"),
        "a tie of a Ramsch is not decided": ("r 40 40 25 15", "tie with 40"),
    },
    "lamers": {
        "Hirsch is the last": ("s ab k5", "has only"),
        "no Ramsch": ("r 50 30 25 15", "does not have Ramsch"),
        "no Geier": ("g a", "does not have Geier"),
        "no Muss": ("s ab 61 muss", "has no forced play"),
    },
    "saukopf": {
        "a Farbwenz is a variant": ("hw a", "does not have Farbwenz"),
        "a Bettel is a variant": ("bettel a", "does not have Bettel"),
        "Re is the last": ("s ab k3", "has only"),
        "no Tout": ("es a t", "has no Tout"),
        "no Sie": ("es a sie", "has no Sie"),
        "no Klopfen": ("s ab p", "has no Klopfen"),
        "a tie of a Ramsch is not decided": ("r 40 40 25 15", "tie with 40"),
    },
    "sauspiel": {
        "Re is the last": ("s ab k3", "has only"),
        "no Bettel": ("bettel a", "does not have Bettel"),
        "a tie of a Ramsch is asked": ("r 40 40 25 15", "tie with 40"),
    },
    "bsv": {
        "Gegenstoß is the last": ("s ab k3", "has only"),
        "no Klopfen": ("s ab p", "has no Klopfen"),
        "no Geier": ("g a", "does not have Geier"),
        "no Ramsch": ("r 50 30 25 15", "does not have Ramsch"),
    },
}


def rows(pages: dict[str, dict[str, tuple[str, Paid]]] | dict[str, dict[str, tuple[str, str]]]) -> list[object]:
    """Return a case for each rule of each page, with both names as its id."""
    return [
        pytest.param(name, *row, id=f"{name}: {rule}") for name, page in pages.items() for rule, row in page.items()
    ]


@pytest.mark.parametrize(("name", "lines", "paid"), rows(PAGES))
def test_what_a_page_says(name: str, lines: str, paid: Paid) -> None:
    """The last hand costs what the rule says, for everybody at the table; the Stock gets the rest, or pays it."""
    made = played(lines, tariffs.find(name))
    assert (postings(made), made.postings[STOCK]) == (paid, -sum(paid))


@pytest.mark.parametrize(("name", "line", "why"), rows(REFUSED))
def test_what_a_page_does_not_play(name: str, line: str, why: str) -> None:
    """It is refused, and says why."""
    with pytest.raises(HandError, match=why):
        played(line, tariffs.find(name))


@pytest.mark.parametrize(
    ("people", "line", "paid"),
    [
        pytest.param(3, "w a 70", (40, -20, -20), id="three: one against two"),
        pytest.param(3, "r 50 40 30 tricks:3,3,2", (-20, 10, 10), id="three: a Ramsch"),
        pytest.param(2, "gs a 70", (20, -20), id="two: one against one"),
        pytest.param(5, "s ab 70", (10, 10, -10, -10, 0), id="five: the dealer sits out"),
    ],
)
def test_how_many_play_in_the_article(people: int, line: str, paid: Paid) -> None:
    """The article has two to five people."""
    assert postings(played(line, tariffs.find("wiki"), people)) == paid


def test_three_play_no_partner_game_in_the_article() -> None:
    """They play alone, each against the two others."""
    with pytest.raises(HandError, match="Sauspiel needs four people"):
        played("s ab 70", tariffs.find("wiki"), 3)


def test_every_shipped_tariff_has_its_page() -> None:
    """Its rules are rows here, or among the points lists."""
    assert sorted([*PAGES, *LISTS]) == sorted(tariffs.shipped())
