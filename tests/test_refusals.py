"""Hands that cannot be: each is refused with a sentence that says what is wrong and what would be right."""

from typing import Any

import pytest
from playing import PEOPLE, Facts, ramsch, refused, row, sauspiel, scored, solo, tariff

from sklog import tariffs
from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand
from sklog.scoring.canonical import from_json
from sklog.scoring.hand import InvalidHandOf, Played, Posting, Ramsch

KREUZ = "games: [kreuz, sauspiel, solo, wenz, {name: still, shape: partner, price: 5, fixed_pairs: yes}]"
ANNOUNCED = "announced: {schneider: 20, schwarz: none}"
PASSED: Facts = {"game": "zusammengeworfen"}
POSTING: Facts = {"game": "posting"}
BY_WINNERS: Facts = {"game": "sauspiel", "winners": ["Anna", "Bene"]}

Row = tuple[str, Facts, str]

RESULT: dict[str, Row] = {
    "Augen above 120": row(sauspiel(augen=121), "121 Augen: there are 0 to 120"),
    "Augen below 0": row(sauspiel(augen=-1), "-1 Augen: there are 0 to 120"),
    "won with too few Augen": row(sauspiel(augen=60, won=True), "win from 61 Augen and made 60: it is lost, not won"),
    "lost with enough Augen": row(sauspiel(augen=61, won=False), "made 61: it is won, not lost"),
    "won against a bid": row(sauspiel(augen=74, bid=75, won=True), "win from 75 Augen and made 74: it is lost"),
    "lost against a bid below 61": row(solo(augen=44, bid=44, won=False), "win from 44 Augen and made 44: it is won"),
    "won without a trick": row(sauspiel(tricks=0, won=True), "0 of 8 tricks: it is lost, not won"),
    "lost with all tricks": row(sauspiel(tricks=8, won=False), "8 of 8 tricks: it is won, not lost"),
    "Augen without a trick": row(sauspiel(tricks=0, augen=5), "5 Augen without a trick"),
    "all tricks and not all Augen": row(sauspiel(tricks=8, augen=119), "all 8 tricks make 120 Augen, not 119"),
    "more tricks than cards": row(sauspiel(tricks=9, won=True), "9 tricks: there are 8 with these cards"),
    "fewer tricks than none": row(sauspiel(tricks=-1, won=True), "-1 tricks"),
    "more tricks than anybody holds": row(solo(tricks=17), "17 tricks: nobody holds so many cards"),
    "a draw that was won": row({"game": "kreuz", "declarer": "Anna", "augen": 60, "won": True}, "is a draw", KREUZ),
    "60:60 that is played again, and was won": row(
        {"game": "kreuz", "declarer": "Anna", "augen": 60, "won": False},
        "60:60 in über Kreuz is played again: leave out who won",
        f"{KREUZ}\nkreuz: {{tie: again}}",
    ),
    "60:60 of who took it over, and lost": row(
        {"game": "kreuz", "declarer": "Anna", "augen": 60, "won": False},
        "the declarers win from 60 Augen and made 60: it is won, not lost",
        f"{KREUZ}\nkreuz: {{tie: declarer}}",
    ),
    "60:60 of the others, and won": row(
        {"game": "kreuz", "declarer": "Anna", "augen": 60, "won": True},
        "the declarers win from 61 Augen and made 60: it is lost, not won",
        f"{KREUZ}\nkreuz: {{tie: opponents}}",
    ),
    "announced Schneider missed but won": row(
        sauspiel(announced="schneider", augen=90, won=True), "announced Schneider with 90 Augen: it is lost", ANNOUNCED
    ),
    "announced Schwarz missed but won": row(
        solo(announced="schwarz", tricks=7, won=True),
        "announced Schwarz with 7 of 8 tricks: it is lost",
        "announced: {schwarz: 10}",
    ),
}
SCHNEIDER: dict[str, Row] = {
    "Schwarz with a trick": row(sauspiel(tricks=7, schwarz=True, won=True), "took 1 tricks: that is not Schwarz"),
    "Schwarz with Augen": row(sauspiel(augen=100, schwarz=True), "Schwarz means no trick, but the losers have 20"),
    "no Schwarz without a trick": row(sauspiel(tricks=8, schwarz=False), "took 0 tricks: that is Schwarz"),
    "Schwarz of the declarers with Augen": row(solo(augen=12, schwarz=True), "but the losers have 12 Augen"),
    "Schneider with too many Augen": row(
        sauspiel(augen=90, schneider=True), "30 Augen and are out of Schneider from 30"
    ),
    "no Schneider with too few": row(sauspiel(augen=91, schneider=False), "29 Augen and are out of Schneider from 30"),
    "Schneider of the declarers with 31": row(sauspiel(augen=31, schneider=True), "out of Schneider from 31"),
    "Schwarz without Schneider": row(
        sauspiel(won=True, schwarz=True, schneider=False), "Schwarz always includes Schneider"
    ),
    "all tricks without Schneider": row(sauspiel(tricks=8, schneider=False), "always includes Schneider"),
    "Schneider of a draw": row(
        {"game": "kreuz", "declarer": "Anna", "augen": 60, "schneider": True},
        "60 Augen and are out of Schneider",
        KREUZ,
    ),
    "announced Schwarz won with Augen against it": row(
        solo(announced="schwarz", won=True, augen=110),
        "a won announced Schwarz takes all 120 Augen; the losers have 10",
        "announced: {schwarz: 10}",
    ),
    "announced Schwarz won without Schwarz": row(
        solo(announced="schwarz", won=True, schwarz=False),
        "after a won announced Schwarz the losers have no trick",
        "announced: {schwarz: 10}",
    ),
}
LAUFENDE: dict[str, Row] = {
    "more than a Sauspiel has": row(sauspiel(won=True, laufende=15), "15 Laufende: Sauspiel has only 14 trumps"),
    "more than a Wenz has": row(solo("wenz", won=True, laufende=5), "5 Laufende: Wenz has only 4 trumps"),
    "more than a Farbgeier has": row(solo("farbgeier", won=True, laufende=12), "12 Laufende: Farbgeier has only 11"),
    "more than a Bär has": row(solo("bär", won=True, laufende=9), "9 Laufende: Bär has only 8 trumps"),
    "more than the short deck has": row(
        sauspiel(won=True, laufende=13), "Sauspiel has only 12 trumps", "people: [4]\ndeck: short"
    ),
    "fewer than none": row(sauspiel(won=True, laufende=-1), "-1 Laufende: the number must be 0 or more"),
    "in a Bettel": row(solo("bettel", won=True, laufende=3), "Bettel has no Laufende"),
    "in a game without trumps": row(
        solo("eigen", won=True, laufende=1),
        "1 Laufende: Eigen has only 0 trumps",
        "games: [{name: eigen, shape: solo, price: 5}]",
    ),
}
PEOPLE_WRONG: dict[str, Row] = {
    "nobody in a Sauspiel": row(
        {"game": "sauspiel", "won": True}, "Sauspiel needs a partner: say who played with the declarer"
    ),
    "a partner in a solo": row(solo(partner="Bene", won=True), "Solo is played alone: leave Bene out"),
    "a partner in a Bettel": row(solo("bettel", partner="Bene", won=True), "Bettel is played alone"),
    "no partner in a Sauspiel": row(solo("sauspiel", won=True), "needs a partner: say who played with Anna"),
    "no partner in a Hochzeit": row(solo("hochzeit", won=True), "Hochzeit needs a partner"),
    "himself as partner": row(sauspiel(partner="Anna", won=True), "a player cannot be their own partner"),
    "nobody played": row({"game": "solo", "won": True}, "who played? Name the declarer"),
    "a stranger": row(solo(declarer="Robert", won=True), "Robert is not at this table; there are Anna, Bene"),
    "a strange partner": row(sauspiel(partner="Robert", won=True), "Robert is not at this table"),
    "a strange dealer": row(sauspiel(won=True, dealer="Robert"), "Robert is not at this table"),
    "a strange Klopfer": row(sauspiel(won=True, klopfer=["Robert"]), "Robert is not at this table"),
    "a stranger dealt in": row(sauspiel(won=True, active=["Anna", "Bene", "Dani", "Robert"]), "Robert is not at this"),
    "somebody dealt in twice": row(sauspiel(won=True, active=[*PEOPLE[:4], "Dani"]), "Dani is dealt in only once"),
    "the wrong partner over Kreuz": row(
        sauspiel(game="kreuz", won=True), "in über Kreuz Anna plays with Christl, who sits opposite", KREUZ
    ),
    "a stranger over Kreuz": row(
        {"game": "kreuz", "declarer": "Robert", "won": True}, "Robert is not at this table", KREUZ
    ),
    "three over Kreuz": row(
        {"game": "kreuz", "declarer": "Anna", "won": True, "active": ["Anna", "Bene", "Dani"]},
        "über Kreuz needs four people, not 3",
        KREUZ,
    ),
    "a Sauspiel of three": row(
        sauspiel(won=True, active=["Anna", "Bene", "Dani"]), "Sauspiel needs four people, not 3"
    ),
    "five dealt in": row(
        solo(won=True, active=["Anna", "Bene", "Dani"]), "haus deals to 4 people, not to 3", "people: [4]"
    ),
    "nobody wins": row({"game": "solo", "winners": []}, "who played? Name the declarer (or the winners)"),
}
ANNOUNCEMENTS: dict[str, Row] = {
    "a Sie that was lost": row(solo(sie=True, won=False), "a Sie cannot be lost"),
    "a Sie in a Wenz": row(solo("wenz", sie=True), "it is a Solo, never a Wenz"),
    "a Sie in a Sauspiel": row(sauspiel(sie=True), "Sie belongs to a solo game; Sauspiel has none"),
    "a Sie with fewer Laufende": row(solo(sie=True, laufende=7), "a Sie always has its eight Laufende"),
    "a Sie with more Laufende": row(solo(sie=True, laufende=9), "a Sie always has its eight Laufende"),
    "a Sie of the opponents' Laufende": row(
        solo(sie=True, laufende=8, laufende_of="opponents"), "a Sie always has its eight"
    ),
    "a Sie without all tricks": row(solo(sie=True, tricks=7), "a Sie takes all 8 tricks, not 7"),
    "winning a Sie without all Augen": row(solo(sie=True, augen=110), "a Sie takes all 120 Augen, not 110"),
    "a Sie without Schwarz": row(solo(sie=True, schwarz=False), "leaves the opponents Schwarz"),
    "a Sie in six cards": row(solo(sie=True), "a Sie needs eight cards in one hand", "people: [4]\ndeck: short"),
    "a Tout lost with all tricks": row(
        solo(tout=True, tricks=8, won=False), "Tout with 8 of 8 tricks: it is won, not lost"
    ),
    "a Tout won without all tricks": row(solo(tout=True, tricks=7, won=True), "Tout with 7 of 8 tricks: it is lost"),
    "a Tout won without all Augen": row(solo(tout=True, augen=119, won=True), "a Tout takes all 120"),
    "a Tout won without Schneider": row(solo(tout=True, schneider=False, won=True), "leaves the opponents Schwarz"),
    "a Tout in a Sauspiel": row(sauspiel(tout=True, won=True), "Tout belongs to a solo game; Sauspiel has none"),
    "a Tout in a Bettel": row(solo("bettel", tout=True, won=True), "Tout belongs to a solo game; Bettel has none"),
    "Tout where it is not played": row(solo(tout=True, won=True), "haus has no Tout", "tout: none"),
    "Sie where it is not played": row(solo(sie=True), "haus has no Sie", "sie: none"),
    "forced play where it is not played": row(
        sauspiel(forced=True, won=True), "haus has no forced play", "forced: none"
    ),
    "a bid where nobody bids": row(sauspiel(bid=75, augen=80), "has no Steigern; leave it out", "bids: no"),
    "a bid above 120": row(
        sauspiel(bid=121, won=False), "a bid of 121: a bid is the number of Augen needed to win, 1 to 120"
    ),
    "a bid of 0": row(sauspiel(bid=0, won=True), "a bid of 0: a bid is the number of Augen"),
    "an announcement not played": row(sauspiel(announced="schneider", won=True), "haus has no announced Schneider"),
    "half of the announcements": row(
        sauspiel(announced="schwarz", won=True), "haus has no announced Schwarz", ANNOUNCED
    ),
    "an announcement in a Bettel": row(
        solo("bettel", announced="schneider", won=True), "Schneider cannot be announced", ANNOUNCED
    ),
    "an announcement of winners": row(
        {**BY_WINNERS, "announced": "schneider"}, "nobody knows who announced", ANNOUNCED
    ),
    "a Bettel with Schneider": row(solo("bettel", won=True, schneider=True), "has no Schneider and no Schwarz"),
    "a Bettel with Schwarz": row(solo("bettel", won=True, schwarz=True), "has no Schneider and no Schwarz"),
    "a Bettel won with a trick": row(solo("bettel", won=True, tricks=1), "but 1 tricks were taken: it is lost"),
    "a Bettel won with Augen": row(solo("bettel", won=True, augen=11), "but 11 Augen were taken: it is lost"),
    "a Bettel lost without a trick": row(solo("bettel", won=False, tricks=0), "Bettel without a trick is won"),
}
DOUBLING: dict[str, Row] = {
    "more Klopfer than people": row(
        sauspiel(won=True, klopfer=5), "5 Klopfer, but at most 4 can knock", "klopfen: {max: none}"
    ),
    "more Klopfer than the tariff has": row(
        sauspiel(won=True, klopfer=3), "but at most 2 can knock", "klopfen: {max: 2}"
    ),
    "fewer Klopfer than none, thrown in": row({**PASSED, "klopfer": -1}, "-1 Klopfer: the number must be 0 or more"),
    "fewer Klopfer than none": row(sauspiel(won=True, klopfer=-1), "-1 Klopfer: the number must be 0 or more"),
    "a Klopfer twice": row(sauspiel(won=True, klopfer=["Anna", "Anna"]), "Anna can knock only once"),
    "Klopfen not played": row(sauspiel(won=True, klopfer=1), "haus has no Klopfen", "klopfen: none"),
    "Klopfen not played, thrown in": row({**PASSED, "klopfer": 1}, "haus has no Klopfen", "klopfen: none"),
    "a Kontra deeper than the chain": row(
        sauspiel(won=True, kontra=7), "a chain of 7; haus has only Kontra, Re, Supra, Resupra, Sub, Steinmetz"
    ),
    "a Kontra far deeper than the chain": row(sauspiel(won=True, kontra=10**12), "haus has only Kontra"),
    "a chain of a Ramsch below nothing": row(
        {"game": "ramsch", "losers": ["Anna"], "kontra": -1}, "a Kontra chain of -1"
    ),
    "a chain below nothing": row(sauspiel(won=True, kontra=-1), "a Kontra chain of -1"),
    "Re without Kontra": row(sauspiel(won=True, kontra=["Anna"]), "Kontra is for the opponents; Anna cannot have said"),
    "Kontra of the partner": row(sauspiel(won=True, kontra=["Bene"]), "Kontra is for the opponents; Bene cannot"),
    "Re of the opponents": row(
        sauspiel(won=True, kontra=["Dani", "Christl"]), "Re is for the declarers' side; Christl"
    ),
    "Supra of the declarers": row(solo(won=True, kontra=["Dani", "Anna", "Anna"]), "Supra is for the opponents; Anna"),
    "Kontra of the partner over Kreuz": row(
        {"game": "kreuz", "declarer": "Anna", "won": True, "kontra": ["Christl"]},
        "Kontra is for the opponents; Christl",
        KREUZ,
    ),
    "Kontra of the soloist who won": row(
        {"game": "solo", "winners": ["Bene"], "kontra": ["Bene"]},
        "Kontra is for the opponents; Bene cannot have said it",
    ),
    "Kontra of a stranger": row(solo(won=True, kontra=["Robert"]), "Robert is not at this table"),
    "Kontra not played": row(sauspiel(won=True, kontra=1), "haus has no Kontra", "kontra: none"),
    "the Kontra of a Hadsch not played": row(
        solo(won=True, round="hadsch"),
        "haus has no Kontra; a Hadsch begins with one: round:none for this hand",
        "kontra: none",
    ),
    "Kontra not in this game": row(
        sauspiel(won=True, kontra=1), "haus has no Kontra in Sauspiel", "kontra: {names: [Kontra, Re], games: [solo]}"
    ),
    "Bock below nothing": row(sauspiel(won=True, bock=-1), "-1 Bock: the number of doublings must be 0 or more"),
    "Bock without end": row(sauspiel(won=True, bock=10**9), "no amount fits in a ledger"),
    "a chain without end": row(
        sauspiel(won=True, kontra=63), "doubled 63 times: no amount fits", "kontra: {names: [Stoß], unlimited: yes}"
    ),
    "a Ramsch in a Bock without end": row(ramsch(losers=["Anna"], bock=63), "doubled 63 times: no amount fits"),
    "a throw-in in a Bock without end": row({**PASSED, "bock": 63}, "doubled 63 times: no amount fits"),
    "a value that does not fit": row(solo(won=True, bock=60), "does not fit in a ledger", "prices: {solo: 1000}"),
    "a posting that does not fit": row(
        {**POSTING, "amounts": {"Anna": -(2**63), "Bene": 2**62, "Dani": 2**62}}, "does not fit in a ledger"
    ),
}
NOT_PLAYED: dict[str, Row] = {
    "a game that this tariff does not play": row(
        sauspiel(won=True), "haus does not have Sauspiel; it has Solo", "games: [solo]"
    ),
    "a game that nobody knows": row(solo("schieber", won=True), "haus does not have schieber"),
    "a Ramsch where none is played": row(ramsch(losers=["Anna"]), "haus does not have Ramsch", "games: [solo]"),
    "Herz as a called Sau": row(
        sauspiel(suit="herz", won=True), "herz is not a suit of a Sauspiel; choose from eichel"
    ),
    "a suit in a Wenz": row(solo("wenz", suit="herz", won=True), "herz is not a suit of a Wenz, which has none"),
    "a round that is not played": row(
        solo(won=True) | {"round": "schieber"}, "haus has no round Schieber; it has hadsch", "rounds: {kinds: [hadsch]}"
    ),
    "a round where none is played": row(PASSED | {"round": "hadsch"}, "it has no special rounds", "rounds: none"),
    "a round where none is played that changes who wins": row(
        solo("farbhabicht", declarer="Dani", augen=50, round="blauer-habicht"),
        "haus has no round Blauer-habicht; it has no special rounds",
        "rounds: none",
    ),
    "a Ramsch of another table": row({"game": "räuber", "losers": ["Anna"]}, "haus does not have räuber; it has"),
    "a round in a Ramsch": row(ramsch(losers=["Anna"]) | {"round": "ramsch"}, "has no round Ramsch", "rounds: none"),
}
WINNERS: dict[str, Row] = {
    "with the declarer": row({**BY_WINNERS, "declarer": "Anna"}, "give either the winners, or the declarer"),
    "with the result": row({"game": "solo", "winners": ["Anna"], "won": True}, "not both"),
    "with Augen": row({**BY_WINNERS, "augen": 70}, "nobody knows whose augen that is"),
    "with tricks": row({**BY_WINNERS, "tricks": 5}, "nobody knows whose tricks that is"),
    "with a side's Laufende": row({**BY_WINNERS, "laufende": 3, "laufende_of": "declarers"}, "whose laufende_of"),
    "with a forced play": row({**BY_WINNERS, "forced": True}, "nobody knows whose forced that is"),
    "with a bid": row({**BY_WINNERS, "bid": 70}, "nobody knows whose bid that is"),
    "with names in the chain": row({**BY_WINNERS, "kontra": ["Dani"]}, "with only winners, kontra is a number"),
    "with names in the chain of a Hadsch": row(
        {**BY_WINNERS, "kontra": ["Dani"], "round": "hadsch"},
        "with only winners, kontra is a number: say how many times it was doubled, not by whom",
    ),
    "one in a Sauspiel": row({"game": "sauspiel", "winners": ["Anna"]}, "Sauspiel has two winners; 1 are named"),
    "three in a Sauspiel": row({"game": "sauspiel", "winners": list(PEOPLE[:3])}, "has two winners; 3 are named"),
    "everybody in a solo": row(
        {"game": "solo", "winners": list(PEOPLE[:4])}, "is won by one player, or by all the others: 4"
    ),
    "two in a solo": row(
        {"game": "solo", "winners": ["Anna", "Bene"]}, "is won by one player, or by all the others: 2"
    ),
    "one twice": row({"game": "solo", "winners": ["Anna", "anna"]}, "Anna is named twice among the winners"),
    "a stranger": row({"game": "solo", "winners": ["Robert"]}, "Robert is not at this table"),
    "not opposite": row(
        {"game": "kreuz", "winners": ["Anna", "Bene"]}, "Anna wins with Christl, who sits opposite", KREUZ
    ),
    "held Laufende matter": row(
        {**BY_WINNERS, "laufende": 3}, "asks who held the Laufende: give the declarer", "laufende: {paid: winners}"
    ),
    "ohne matters": row({**BY_WINNERS, "laufende": 3}, "asks who held the Laufende", "laufende: {ohne: caller}"),
    "a lost Kontra matters": row(
        {**BY_WINNERS, "kontra": 1}, "a lost Kontra brings Bock", "bock: {after: [lost_kontra]}"
    ),
    "the Kontra of a Hadsch matters": row(
        {**BY_WINNERS, "round": "hadsch"}, "a lost Kontra brings Bock", "bock: {after: [lost_kontra]}"
    ),
    "a fixed sum for the Stock matters": row(
        BY_WINNERS, "is played for the Stock: give the declarer", "stock: {lost: 10}"
    ),
    "of a Bettel with a trick": row({"game": "bettel", "winners": ["Anna"], "tricks": 1}, "it is lost"),
    "against the soloist's Augen": row({"game": "solo", "winners": ["Anna"], "augen": 50}, "it is lost, not won"),
}
RAMSCH: dict[str, Row] = {
    "one Auge without a trick": row(ramsch(119, 1, 0, 0, tricks=(8, 0, 0, 0)), "Bene has 1 Augen, but no trick"),
    "a Jungfrau with one Auge": row(ramsch(119, 1, 0, 0, jungfrauen=["Bene"]), "Bene has 1 Augen and is not Jungfrau"),
    "Augen that do not add up": row(ramsch(50, 30, 25, 14), "the Augen add up to 119; in total there are 120"),
    "Augen of one missing": row(ramsch(60, 40, 20), "the Augen of Dani are missing: write 0 for none"),
    "Augen below 0": row(ramsch(130, -10, 0, 0), "Bene: -10 Augen: there are 0 to 120"),
    "Augen of a stranger": row({"game": "ramsch", "augen": {"Robert": 120}}, "Robert is not at this table"),
    "tricks that do not add up": row(
        ramsch(50, 30, 25, 15, tricks=(3, 2, 1, 1)), "the tricks add up to 7; there are 8"
    ),
    "too many tricks": row(ramsch(45, 45, 20, 10, tricks=(5, 4)), "the tricks add up to 9; there are 8"),
    "tricks below none": row(ramsch(50, 30, 25, 15, tricks=(3, -1)), "Bene: -1 tricks: the number must be 0 or more"),
    "trumps below none": row(ramsch(60, 60, 0, 0, trumps=(3, -1)), "Bene: -1 trumps: the number must be 0 or more"),
    "too many trumps": row(ramsch(45, 45, 20, 10, trumps=(8, 7)), "the trumps add up to 15; there are 14"),
    "trumps without a trick": row(
        ramsch(60, 60, 0, 0, tricks=(4, 4, 0, 0), trumps=(5, 5, 1)), "1 trumps, but no trick"
    ),
    "a rank that is no trump": row(ramsch(60, 60, 0, 0, highest=(15, 1)), "is 1 (Eichel-Ober) to 14, not 15"),
    "a rank beyond the short deck": row(
        ramsch(60, 60, 0, 0, highest=(13, 1)), "is 1 (Eichel-Ober) to 12, not 13", "people: [4]\ndeck: short"
    ),
    "the same highest trump": row(
        ramsch(60, 60, 0, 0, highest=(2, 2)), "two people cannot have the same highest trump"
    ),
    "Augen without a trick": row(ramsch(60, 40, 20, 0, tricks=(5, 3, 0, 0)), "Christl has 20 Augen, but no trick"),
    "all tricks and not all Augen": row(
        ramsch(110, 10, 0, 0, tricks=(8,)), "all 8 tricks make 120 Augen; Anna has 110"
    ),
    "a Jungfrau with Augen": row(ramsch(60, 40, 20, 0, jungfrauen=["Bene"]), "Bene has 40 Augen and is not Jungfrau"),
    "a Jungfrau with a trick": row(
        ramsch(60, 60, 0, 0, tricks=(4, 3, 1, 0), jungfrauen=["Christl", "Dani"]),
        "Christl took 1 tricks and is not a Jungfrau",
    ),
    "a Jungfrau forgotten": row(
        ramsch(60, 60, 0, 0, tricks=(4, 4, 0, 0), jungfrauen=["Dani"]), "Christl took 0 tricks"
    ),
    "a Jungfrau that lost": row(
        ramsch(losers=["Anna"], jungfrauen=["Anna"]), "Anna cannot lose a Ramsch without a trick"
    ),
    "a Jungfrau with a Durchmarsch": row(
        ramsch(durchmarsch="Anna", jungfrauen=["Anna"]), "Anna cannot make a Durchmarsch without a trick"
    ),
    "a Jungfrau twice": row(ramsch(losers=["Anna"], jungfrauen=["Bene", "Bene"]), "twice among the Jungfrauen"),
    "a loser twice": row(ramsch(losers=["Anna", "Anna"]), "Anna is named twice among the losers"),
    "nobody but Jungfrauen": row(
        ramsch(120, 0, 0, 0, losers=["Anna"], jungfrauen=["Bene", "Christl", "Dani"]),
        "Anna made a Durchmarsch and has won",
    ),
    "nobody said anything": row(ramsch(), "a Ramsch needs its loser, or the Augen of everybody"),
    "a loser with fewer Augen": row(ramsch(50, 30, 25, 15, losers=["Bene"]), "Bene has 30 Augen and cannot have lost"),
    "a Bock below none": row(ramsch(losers=["Anna"], bock=-1), "-1 Bock: the number of doublings must be 0 or more"),
    "fewer Klopfer than none": row(ramsch(losers=["Anna"], klopfer=-1), "-1 Klopfer: the number must be 0 or more"),
    "tricks below none and no Augen": row(ramsch(losers=["Anna"], tricks=(3, -1)), "Bene: -1 tricks"),
    "trumps below none and no Augen": row(ramsch(losers=["Anna"], trumps=(3, -1)), "Bene: -1 trumps"),
    "a rank that is no trump and no Augen": row(ramsch(losers=["Anna"], highest=(15, 1)), "to 14, not 15"),
    "the Durchmarsch of a stranger": row(ramsch(durchmarsch="Robert"), "Robert is not at this table"),
    "a stranger lost": row(ramsch(losers=["Robert"]), "Robert is not at this table"),
    "a loser and a Durchmarsch": row(ramsch(losers=["Anna"], durchmarsch="Bene"), "made a Durchmarsch or Anna lost"),
    "a Durchmarsch not played": row(
        ramsch(durchmarsch="Anna"), "haus has no Durchmarsch", "ramsch: {durchmarsch: none}"
    ),
    "a Durchmarsch with too few Augen": row(
        ramsch(90, 30, 0, 0, durchmarsch="Anna"),
        "Anna has 90 Augen; a Durchmarsch needs 91 here",
        "ramsch: {durchmarsch: {augen: 91, pays: ramsch}}",
    ),
    "a Durchmarsch without all tricks": row(
        ramsch(120, 0, 0, 0, tricks=(7, 1, 0, 0), durchmarsch="Anna"),
        "Anna took 7 tricks; a Durchmarsch needs all 8 here",
    ),
    "a loser with all tricks": row(
        ramsch(losers=["Anna"], tricks=(8, 0, 0, 0)),
        "Anna made a Durchmarsch and has won: write durchmarsch:Anna",
        "ramsch: {durchmarsch: {augen: 91, pays: ramsch}}",
    ),
    "a loser with a Durchmarsch": row(
        ramsch(91, 29, 0, 0, losers=["Anna"]),
        "Anna made a Durchmarsch and has won: write durchmarsch:Anna",
        "ramsch: {durchmarsch: {augen: 91, pays: ramsch}}",
    ),
    "a Klopfer too many": row(ramsch(losers=["Anna"], klopfer=2), "at most 1 can knock", "klopfen: {max: 1}"),
}
POSTINGS: dict[str, Row] = {
    "a posting that does not add up": row({**POSTING, "amounts": {"Anna": -50, "Bene": 40}}, "add up to −0.10 €"),
    "a posting of nothing": row({**POSTING, "amounts": {"Anna": 0}}, "a posting moves nothing"),
    "a posting without amounts": row({**POSTING, "amounts": {}}, "a posting moves nothing"),
}
TABLES = {
    "result": RESULT,
    "schneider": SCHNEIDER,
    "laufende": LAUFENDE,
    "people": PEOPLE_WRONG,
    "announced": ANNOUNCEMENTS,
    "doubling": DOUBLING,
    "not played": NOT_PLAYED,
    "winners": WINNERS,
    "ramsch": RAMSCH,
    "posting": POSTINGS,
}


@pytest.mark.parametrize(
    ("settings", "hand", "sentence"),
    [pytest.param(*row, id=f"{kind}: {what}") for kind, table in TABLES.items() for what, row in table.items()],
)
def test_refused(settings: str, hand: Facts, sentence: str) -> None:
    """A hand that cannot be is refused, and one sentence says why."""
    problems = refused(hand, tariff(settings))
    assert any(sentence in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("settings", "hand", "sentence"),
    [pytest.param(*row, id=f"{kind}: {what}") for kind, table in TABLES.items() for what, row in table.items()],
)
def test_refused_without_noise(settings: str, hand: Facts, sentence: str) -> None:
    """One mistake is told in few sentences, each of them once, with no sign of the program in it."""
    problems = refused(hand, tariff(settings))
    assert sentence
    assert len(problems) == len(set(problems)) <= 3
    assert not any(word in problem for problem in problems for word in ("None", "Traceback", "Played(", "()"))


SITTING_OUT = {
    "the declarer": sauspiel(won=True),
    "the partner": sauspiel(declarer="Bene", partner="Anna", won=True),
    "a Klopfer": solo(declarer="Bene", won=True, klopfer=["Anna"]),
    "one who said Kontra": solo(declarer="Bene", won=True, kontra=["Anna"]),
    "a winner": {"game": "solo", "winners": ["Anna"]},
    "the loser of a Ramsch": ramsch(losers=["Anna"]),
    "a Jungfrau": ramsch(losers=["Bene"], jungfrauen=["Anna"]),
    "one with Augen": {"game": "ramsch", "augen": {"Bene": 60, "Christl": 30, "Dani": 30, "Eva": 0, "Anna": 0}},
    "a Klopfer of a throw-in": {**PASSED, "klopfer": ["Anna"]},
}


@pytest.mark.parametrize("hand", SITTING_OUT.values(), ids=list(SITTING_OUT))
def test_who_sits_out_cannot_have_played(hand: Facts) -> None:
    """Whoever sits out in this deal is named, and who is dealt in."""
    assert "Anna sits out; dealt in: Bene, Christl, Dani, Eva" in refused(hand, tariff(), people=5)


def test_winners_of_a_game_for_the_stock() -> None:
    """With something in the Stock the winners alone are not enough: the declarers are asked for."""
    assert refused(BY_WINNERS, tariff(), stock=40) == [
        "this game is played for the Stock: give the declarer, the partner and who won"
    ]


def test_winners_of_two_people() -> None:
    """Of two people, the winner does not tell who played."""
    assert refused({"game": "solo", "winners": ["Anna"]}, tariff(), people=2) == [
        "with two people dealt in, the winners do not show who played: name the declarer"
    ]


def test_a_tariff_deals_to_so_many() -> None:
    """Where so many are not dealt in, that is said, and nothing about cards that nobody holds."""
    hand = solo(tricks=5, sie=True, active=PEOPLE[:5])
    assert refused(hand, tariffs.find("lamers"), people=5) == ["lamers deals to 4 people, not to 5"]


def test_not_everybody_is_a_jungfrau() -> None:
    """Somebody made the tricks of a Ramsch, also where nobody counted them."""
    hand = {"game": "ramsch", "augen": {"Anna": 120, "Bene": 0}, "jungfrauen": ["Bene"], "tricks": {"Anna": 0}}
    assert "Anna has 120 Augen, but no trick" in refused(hand, tariff(), people=2)


def test_a_ramsch_is_dealt_to_so_many() -> None:
    """Where so many are not dealt in, nothing is said about the cards of a Ramsch either."""
    hand = ramsch(losers=["Anna"], tricks=(3, 2), trumps=(9, 9), highest=(15, 1), active=PEOPLE[:5])
    assert refused(hand, tariff(), people=5) == [
        "Anna: the rank of the highest trump is 1 (Eichel-Ober) to 14, not 15",
        "haus deals to 2, 3 or 4 people, not to 5",
    ]


def test_a_ramsch_nobody_knows_has_no_trumps_to_count() -> None:
    """Of a game that is not played nothing is said but that."""
    hand = {"game": "räuber", "losers": ["Anna"], "trumps": {"Anna": 9, "Bene": 9}, "highest": {"Anna": 14}}
    assert [said.partition(";")[0] for said in refused(hand, tariff())] == ["haus does not have räuber"]


def alone(hand: Facts, sentence: str, settings: str = "", *, people: int = 4) -> tuple[int, str, Facts, str]:
    """Return a row: how many people, the tariff's settings, a hand, and the one sentence."""
    return people, settings, hand, sentence


ALONE: dict[str, tuple[int, str, Facts, str]] = {
    "a trick too many": alone(
        sauspiel(won=True, tricks=9, schwarz=True), "9 tricks: there are 8 with these cards and 4 people"
    ),
    "more Augen than there are": alone(sauspiel(won=False, augen=121), "121 Augen: there are 0 to 120 in the deck"),
    "all Augen, and lost": alone(
        sauspiel(won=False, augen=120), "the declarers win from 61 Augen and made 120: it is won, not lost"
    ),
    "cards that nobody deals so": alone(
        solo(won=False, tricks=0, active=PEOPLE[:5]), "haus deals to 2, 3 or 4 people, not to 5", people=5
    ),
    "fewer people than are dealt in": alone(
        solo(won=True), "haus deals to 4 people, not to 3", "people: [4]", people=3
    ),
    "a pair that cannot sit opposite": alone(
        {"game": "kreuz", "declarer": "Anna", "partner": "Bene", "won": True},
        "über Kreuz needs four people, not 3",
        KREUZ,
        people=3,
    ),
    "winners of whom none can sit opposite": alone(
        {"game": "kreuz", "winners": ["Anna", "Bene"]}, "über Kreuz needs four people, not 3", KREUZ, people=3
    ),
    "a partner opposite nobody": alone(
        {"game": "kreuz", "declarer": "Anna", "partner": "Bene", "won": True},
        "Anna sits out; dealt in: Bene, Christl, Dani, Eva",
        KREUZ,
        people=5,
    ),
    "a winner opposite nobody": alone(
        {"game": "kreuz", "winners": ["Anna", "Bene"]},
        "Anna sits out; dealt in: Bene, Christl, Dani, Eva",
        KREUZ,
        people=5,
    ),
    "a winner of two who said Kontra": alone(
        {"game": "solo", "winners": ["Anna"], "kontra": ["Anna"]},
        "with two people dealt in, the winners do not show who played: name the declarer",
        people=2,
    ),
    "a game that is not played": alone(
        sauspiel(won=True), "haus does not have Sauspiel; it has Solo, Wenz, zusammengeworfen", "games: [solo, wenz]"
    ),
    "a suit that is not called": alone(
        sauspiel(suit="herz", won=True), "herz is not a suit of a Sauspiel; choose from eichel, gras, schellen"
    ),
    "a round that is not played": alone(
        solo(won=True, round="schieber"),
        "haus has no round Schieber; it has hadsch, ramsch",
        "rounds: {kinds: [hadsch, ramsch]}",
    ),
    "60 where the opponents doubled last": alone(
        sauspiel(kontra=1, augen=60, won=False),
        "the declarers win from 60 Augen and made 60: it is won, not lost",
        "kontra: {last_needs_61: yes}",
    ),
    "a result that Schneider confirms": alone(
        sauspiel(augen=25, won=True, schneider=False),
        "the declarers win from 61 Augen and made 25: it is lost, not won",
    ),
    "the winner of an own Bettel made a trick": alone(
        {"game": "nullouvert", "winners": ["Anna"], "tricks": 1},
        "Nullouvert with 1 of 8 tricks: it is lost, not won",
        "games: [{name: nullouvert, shape: bettel, price: 60}]",
    ),
    "a Tout in a game that has none": alone(
        solo(tout=True, won=True), "haus has no Tout in Solo", "tout: {games: [wenz]}"
    ),
    "an announcement in a game that has none": alone(
        solo(announced="schneider", won=True),
        "haus has no announced Schneider in Solo",
        "announced: {schneider: 20, games: [sauspiel]}",
    ),
    "winners of a Sauspiel whose Laufende only its caller is paid": alone(
        {**BY_WINNERS, "laufende": 3},
        "haus asks who held the Laufende: give the declarer, the partner and who won",
        "laufende: {ohne: caller, games: [sauspiel]}",
    ),
    "winners of a Sauspiel that is dearer when it is lost": alone(
        BY_WINNERS,
        "Sauspiel has a different price if lost in haus: give the declarer, the partner and who won",
        "prices: {partner: {won: 10, lost: 20}}",
    ),
    "somebody who knocks a fourth time": alone(
        sauspiel(won=True, klopfer=["Bene"] * 4), "Bene can knock only 3 times", "klopfen: {per_person: 3, max: none}"
    ),
    "two losers of three people": alone(
        ramsch(60, 40, 20), "two of four lose a Ramsch in haus; 3 are dealt in", "ramsch: {losers: 2}", people=3
    ),
    "a Kontra of nobody in a Ramsch in which each doubles for himself": alone(
        ramsch(losers=["Dani"], kontra=1),
        "in a Ramsch of haus each player doubles only for themselves: say who, such as kontra:Anna",
        "ramsch: {kontra: own}",
    ),
    "one who doubles for himself twice": alone(
        ramsch(losers=["Dani"], kontra=["Bene", "Bene"]),
        "Bene can double only once in a Ramsch",
        "ramsch: {kontra: own}",
    ),
    "one who doubled for himself and shares the loss": alone(
        ramsch(45, 45, 20, 10, kontra=["Bene", "Dani"]),
        "Anna and Bene lose together, and Bene doubled: name one loser",
        "ramsch: {kontra: own, tie: [shared]}",
    ),
    "a Durchmarsch beside one with more Augen": alone(
        ramsch(45, 50, 14, 11, durchmarsch="Anna"),
        "Bene has 50 Augen, more than Anna: add durchmarsch:Bene",
        "ramsch: {durchmarsch: {augen: 45, pays: ramsch}}",
    ),
    "Schwarz with more Augen than can lie aside": alone(
        solo(schwarz=True, augen=23),
        "Schwarz means no trick, but the losers have 23 Augen",
        "people: [3]\ndeck: long",
        people=3,
    ),
    "Schwarz of opponents with Augen, although two cards lie aside": alone(
        solo(schwarz=True, augen=110),
        "Schwarz means no trick, but the losers have 10 Augen",
        "people: [3]\ndeck: long",
        people=3,
    ),
    "a Bettel that was won with more Augen than can lie aside": alone(
        solo("bettel", won=True, augen=23),
        "Bettel is won without a trick, but 23 Augen were taken: it is lost",
        "people: [3]\ndeck: long",
        people=3,
    ),
    "an own solo with a partner": alone(
        solo("eigen", partner="Bene", won=True),
        "Eigen is played alone: leave Bene out",
        "games: [{name: eigen, shape: solo, price: 5}]",
    ),
}


@pytest.mark.parametrize(("people", "settings", "hand", "sentence"), ALONE.values(), ids=list(ALONE))
def test_one_mistake_is_told_in_one_sentence(people: int, settings: str, hand: Facts, sentence: str) -> None:
    """What follows from a mistake that is named already is not told as well."""
    assert refused(hand, tariff(settings), people=people) == [sentence]


def test_a_declarer_who_sits_out_has_nobody_opposite() -> None:
    """Who is not dealt in sits opposite nobody."""
    hand = {"game": "kreuz", "declarer": "Anna", "won": True, "kontra": ["Bene"]}
    assert refused(hand, tariff(KREUZ), people=5) == ["Anna sits out; dealt in: Bene, Christl, Dani, Eva"]


# -- all at once --------------------------------------------------------------------------------------

SEVERAL = {
    "of the hand itself": row(
        sauspiel(partner="Anna", augen=130, laufende=-1, klopfer=-2, bid=0),
        ["130 Augen", "-1 Laufende", "-2 Klopfer", "bid of 0", "cannot be their own partner"],
    ),
    "of the table": row(
        sauspiel(declarer="Robert", suit="herz", klopfer=3, laufende=15, won=True),
        ["Robert is not", "herz is not a suit", "3 Klopfer", "15 Laufende"],
        "klopfen: {max: 2}",
    ),
    "of the hand, the table and the figures": row(
        solo("sauspiel", klopfer=1, laufende=15, augen=50, won=True),
        ["needs a partner", "has no Klopfen", "15 Laufende", "made 50: it is lost"],
        "klopfen: none",
    ),
    "of the table and the figures": row(
        sauspiel(klopfer=1, kontra=7, augen=50, won=True),
        ["has no Klopfen", "a chain of 7", "made 50: it is lost"],
        "klopfen: none",
    ),
    "of the result and Schneider": row(
        sauspiel(augen=50, won=True, schneider=True),
        ["made 50: it is lost", "50 Augen and are out of Schneider from 31"],
    ),
    "of the tariff": row(
        solo(tout=True, forced=True, bid=70, won=True),
        ["has no Tout", "has no forced play", "has no Steigern"],
        "tout: none\nforced: none\nbids: no",
    ),
    "of a Bettel": row(
        solo("bettel", partner="Bene", schneider=True, laufende=3, won=True, tricks=2),
        ["played alone", "no Schneider", "no Laufende", "2 tricks were taken"],
    ),
    "of winners alone": row(
        {**BY_WINNERS, "augen": 70, "tricks": 5, "bid": 70, "kontra": ["Dani"]},
        ["whose augen", "whose tricks", "whose bid", "kontra is a number"],
    ),
    "of the result, the tricks and Schneider": row(
        sauspiel(augen=50, tricks=3, won=True, schneider=True),
        ["made 50: it is lost", "50 Augen and are out of Schneider from 31"],
    ),
    "of an own game without a partner": row(
        solo("eigen", tout=True, won=True),
        ["needs a partner", "Tout belongs to a solo game"],
        "games: [{name: eigen, shape: partner, price: 5}]",
    ),
    "of a game that is not played": row(
        solo("wenz", declarer="Robert", won=True), ["Robert is not", "does not have Wenz"], "games: [sauspiel, solo]"
    ),
    "of a winner who declared, and what is not played": row(
        {"game": "solo", "winners": ["Anna"], "tout": True, "augen": 100, "klopfer": 1},
        ["has no Klopfen", "a Tout takes all 120 Augen"],
        "klopfen: none",
    ),
    "of a declarer and winners": row(
        solo(winners=["Robert"]), ["either the winners, or the declarer", "Robert is not"]
    ),
    "of the deal of a Ramsch": row(
        ramsch(losers=["Anna"], dealer="Robert", klopfer=1), ["Robert is not", "has no Klopfen"], "klopfen: none"
    ),
    "of a Ramsch": row(
        ramsch(60, 40, 30, 0, tricks=(4, 4, 0, 0), losers=["Robert"], klopfer=1),
        ["add up to 130", "Christl has 30 Augen, but no trick", "Robert is not", "has no Klopfen"],
        "klopfen: none",
    ),
    "of a throw-in": row(
        {**PASSED, "klopfer": 1, "dealer": "Robert", "round": "hadsch", "active": ["Anna"]},
        ["Robert is not", "people, not to 1", "has no Klopfen"],
        "klopfen: none",
    ),
}


@pytest.mark.parametrize(("settings", "hand", "sentences"), SEVERAL.values(), ids=list(SEVERAL))
def test_everything_wrong_is_named_at_once(settings: str, hand: Facts, sentences: list[str]) -> None:
    """When several things are wrong, all of them are named."""
    problems = refused(hand, tariff(settings))
    assert [sentence for sentence in sentences if not any(sentence in problem for problem in problems)] == []


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        pytest.param(sauspiel(augen=20, won=True, schneider=True), "made 20: it is lost, not won", id="as it was made"),
        pytest.param(
            sauspiel(augen=95, won=False, schneider=False), "made 95: it is won, not lost", id="as it was said"
        ),
        pytest.param(solo(tricks=0, won=True, schwarz=False), "0 of 8 tricks: it is lost, not won", id="Schwarz"),
        pytest.param(
            solo(augen=119, schwarz=True), "Schwarz means no trick, but the losers have 1 Augen", id="1 Augen"
        ),
        pytest.param(
            {"game": "sauspiel", "declarer": "Anna", "winners": ["Anna", "Bene"]},
            "give either the winners, or the declarer and who won, not both",
            id="winners and a declarer",
        ),
    ],
)
def test_only_what_either_result_contradicts_is_named(hand: Facts, sentence: str) -> None:
    """A Schneider that fits one of the two results is not held against the hand: one of them is to be mended."""
    problems = refused(hand, tariff())
    assert [sentence in problem for problem in problems] == [True]


def test_what_only_one_result_contradicts_is_asked_where_none_is_said() -> None:
    """Who announced Schneider and left none has lost; where nobody says who won, that is merely asked."""
    hand = solo(announced="schneider", tricks=3, schneider=False)
    assert refused(hand, tariff(ANNOUNCED)) == ["who won? Add won or lost, or the declarers' Augen"]
    assert scored({**hand, "won": False}, tariff(ANNOUNCED)).value


# -- three kinds of no --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        pytest.param(solo(sie=True, won=False), InvalidHand, id="not a hand"),
        pytest.param(solo(won=True, kontra=7), IllegalHand, id="not here"),
        pytest.param(solo(), UnclearHand, id="not clear"),
    ],
)
def test_there_are_three_kinds_of_no(hand: Facts, kind: type[HandError]) -> None:
    """What contradicts itself, what this table does not play, and what is open are told apart."""
    with pytest.raises(HandError) as caught:
        scored(hand, tariff())
    assert isinstance(caught.value, kind)


def test_an_impossible_hand_cannot_be_built() -> None:
    """No hand exists whose facts contradict each other."""
    with pytest.raises(InvalidHand):
        Played(game="solo", declarer="Anna", augen=121)
    with pytest.raises(InvalidHand, match=r"^Ramsch has no declarer$"):
        Played(game="ramsch", declarer="Anna")
    with pytest.raises(InvalidHand):
        Ramsch(losers=("Anna",), durchmarsch="Bene")
    with pytest.raises(InvalidHand):
        Posting(amounts={"Anna": 1})


@pytest.mark.parametrize("amounts", [{"Anna": 1}, {"Anna": 0}], ids=["not zero-sum", "nothing"])
def test_a_posting_that_cannot_be_built_is_kept(amounts: dict[str, int]) -> None:
    """The error has the posting that it speaks of."""
    with pytest.raises(InvalidHandOf) as caught:
        Posting(amounts=amounts)
    assert isinstance(caught.value.hand, Posting)
    assert caught.value.hand.amounts == amounts


def test_a_place_does_not_lose_a_problem() -> None:
    """Naming the place of a hand that could not be built keeps every problem."""
    with pytest.raises(InvalidHand) as caught:
        from_json(sauspiel(augen=130, laufende=-1))
    placed = caught.value.at("hand 3")
    assert [str(problem) for problem in placed.problems] == [f"hand 3: {problem}" for problem in caught.value.problems]
    in_a_file = caught.value.at("abend.yaml", 7, 5)
    assert [(one.where, one.line, one.column) for one in in_a_file.problems] == [("abend.yaml", 7, 5)] * 2


# -- near misses --------------------------------------------------------------------------------------

POSSIBLE: dict[str, tuple[str, Facts, int]] = {
    "no Bock, said": row(sauspiel(won=True, bock=0), 10),
    "the lowest bid": row(solo(bid=1, augen=31), 20),
    "the highest bid": row(solo(bid=120, augen=120), 30),
    "a Hadsch of a game without Kontra": row(
        sauspiel(won=True, round="hadsch"), 20, "kontra: {names: [Kontra], games: [solo]}"
    ),
    "120 Augen with seven tricks": row(sauspiel(augen=120, tricks=7), 20),
    "0 Augen with a trick": row(sauspiel(augen=0, tricks=1), 20),
    "a lost Tout without a trick": row(solo(tout=True, won=False, tricks=0), 80),
    "a lost Tout with 120 Augen": row(solo(tout=True, won=False, augen=120), 40),
    "a lost Tout that is Schneider": row(solo(tout=True, won=False, schneider=True), 60),
    "a Sie with everything said": row(
        solo(sie=True, won=True, augen=120, tricks=8, schneider=True, schwarz=True, laufende=8), 480
    ),
    "Schwarz alone implies Schneider": row(sauspiel(won=True, schwarz=True), 30),
    "Schneider and not Schwarz": row(sauspiel(won=True, schneider=True, schwarz=False), 20),
    "everything said and right": row(sauspiel(augen=95, won=True, schneider=True, schwarz=False, tricks=6), 20),
    "60 of a bid of 60, which is no draw": row(
        {"game": "kreuz", "declarer": "Anna", "augen": 60, "bid": 60}, 10, KREUZ
    ),
    "won with 61 and bid 61": row(sauspiel(augen=61, bid=61), 10),
    "lost with 74 at a bid of 75, not Schneider": row(sauspiel(augen=74, bid=75, schneider=False), 10),
    "a Bettel lost with 0 Augen": row(solo("bettel", won=False, augen=0), 20),
    "a Bettel lost with Augen": row(solo("bettel", won=False, augen=30), 20),
    "a Bettel that is no Schneider": row(solo("bettel", won=True, schneider=False), 20),
    "all fourteen Laufende": row(sauspiel(won=True, laufende=14), 90),
    "everybody knocks": row(sauspiel(won=True, klopfer=4), 160),
    "one person says Kontra and Supra": row(solo(won=True, kontra=["Bene", "Anna", "Bene"]), 160),
    "the partner says Re": row(sauspiel(won=True, kontra=["Dani", "Bene"]), 40),
    "Schneider noted where it costs nothing": row(sauspiel(won=True, schneider=True), 10, "schneider: none"),
    "winners alone without Kontra": row(BY_WINNERS, 10, "bock: {after: [lost_kontra]}"),
    "winners alone, whose Laufende another game alone has": row(
        {**BY_WINNERS, "laufende": 3}, 10, "laufende: {paid: winners, games: [wenz]}"
    ),
    "winners alone without Laufende": row(BY_WINNERS, 10, "laufende: {paid: winners}"),
    "winners alone of a solo beside the Stock": row({"game": "solo", "winners": ["Anna"]}, 20, "stock: {lost: 10}"),
    "a Kontra of depth 62": row(
        sauspiel(won=True, kontra=62), 2**62, "kontra: {names: [Stoß], unlimited: yes}\nprices: {partner: 1}"
    ),
    "a Ramsch with some tricks": row(ramsch(45, 45, 20, 10, tricks=(4, 3)), 10),
    "a Ramsch with some trumps": row(ramsch(45, 45, 20, 10, trumps=(4, 3)), 10, "ramsch: {tie: [trumps]}"),
    "a Ramsch with fewer trumps than there are": row(
        ramsch(45, 45, 20, 10, trumps=(4, 3, 2, 1)), 10, "ramsch: {tie: [trumps]}"
    ),
    "the lowest trump as the highest": row(ramsch(45, 45, 20, 10, highest=(14, 13)), 10, "ramsch: {tie: [highest]}"),
    "no trumps without a trick": row(ramsch(60, 60, 0, 0, tricks=(5, 3, 0, 0), trumps=(8, 6, 0, 0)), 40),
    "a named loser of a tie": row(ramsch(45, 45, 20, 10, losers=["Anna"]), 10),
    "a Jungfrau where it counts nothing": row(
        ramsch(losers=["Anna"], jungfrauen=["Bene"]), 10, "ramsch: {jungfrau: none}"
    ),
}


@pytest.mark.parametrize(("settings", "hand", "value"), POSSIBLE.values(), ids=list(POSSIBLE))
def test_accepted(settings: str, hand: Facts, value: int) -> None:
    """What is rare but possible is accepted, at its price."""
    assert scored(hand, tariff(settings)).value == value


def test_names_are_kept_for_the_table_to_refuse() -> None:
    """Reading a hand knows no table: a strange name is refused where somebody sits."""
    hand: Any = from_json(solo(declarer="Robert", won=True), PEOPLE[:4])
    assert hand.declarer == "Robert"
