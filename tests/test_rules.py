"""What each setting of a tariff does to the price of a hand: one row a rule, named by it."""

from typing import Any

import pytest
from playing import PEOPLE, Facts, postings, ramsch, row, sauspiel, scored, solo, tariff

from sklog import tariffs
from sklog.errors import UnclearHand
from sklog.scoring.canonical import from_json
from sklog.scoring.games import BY_NAME, CATALOGUE
from sklog.scoring.hand import Played, Ramsch
from sklog.scoring.outcome import Outcome, RamschOutcome, Step, grown, role_of
from sklog.scoring.payout import STOCK
from sklog.scoring.ramsch import by_hand, tied_by_seat
from sklog.scoring.tariff import is_round, setting

PASSED: Facts = {"game": "zusammengeworfen"}
EVERYTHING = f"games: [{', '.join(game.name for game in CATALOGUE if game.name != 'zusammengeworfen')}]"


def rows(rules: dict[str, tuple[Any, ...]]) -> Any:
    """Return the rows of a table as parameters, each with its rule as id."""
    return [pytest.param(*row, id=rule) for rule, row in rules.items()]


# -- games --------------------------------------------------------------------------------------------

GAMES = {
    # price (partner 10, solo 20), longest run with the long and the short deck, aliases
    "sauspiel": (10, 14, 12, "rufspiel partnerspiel normalspiel"),
    "hochzeit": (10, 14, 12, "heirat"),
    "kreuz": (10, 14, 12, "kreuzspiel"),
    "solo": (20, 14, 12, "farbsolo"),
    "wenz": (20, 4, 4, "bauernwenz"),
    "geier": (20, 4, 4, ""),
    "habicht": (20, 4, 4, "könig kaiser"),
    "perlmutt-habicht": (20, 4, 4, "perlmutt-könig"),
    "hawaii-habicht": (20, 4, 4, "hawaii-könig"),
    "farbwenz": (20, 11, 9, ""),
    "farbgeier": (20, 11, 9, ""),
    "farbhabicht": (20, 11, 9, "farbkönig farbkaiser"),
    "bär": (20, 8, 8, "baer"),
    "bettel": (20, 0, 0, "bettl null ramsch-tout ramsch-solo"),
    "mörtel": (20, 0, 0, "moertel"),
    "ramsch": (10, 14, 12, ""),
    "zusammengeworfen": (0, 0, 0, "passed weiter eingeworfen"),
}
PLAYED = [game for game in GAMES if game not in ("ramsch", "zusammengeworfen")]


def of(game: str, **facts: Any) -> Facts:
    """Return the game, won by Anna, with Christl where it needs a partner."""
    alone = GAMES[game][0] == 20
    return solo(game, won=True, **facts) if alone else sauspiel(partner="Christl", won=True, **facts) | {"game": game}


@pytest.mark.parametrize("game", PLAYED)
def test_game_has_the_price_of_its_kind(game: str) -> None:
    """A partner game is settled two against two, a game played alone with each of three opponents."""
    price = GAMES[game][0]
    alone = (3 * price, -price, -price, -price)
    together = (price, -price, price, -price)
    assert postings(scored(of(game), tariff(EVERYTHING))) == (alone if price == 20 else together)


@pytest.mark.parametrize(("alias", "game"), [(alias, game) for game in GAMES for alias in GAMES[game][3].split()])
def test_game_is_known_by_its_aliases(alias: str, game: str) -> None:
    """Another name for a game, in any case, means the game."""
    facts: Facts = {"declarer": "Anna", "partner": "Christl"} if game in ("sauspiel", "hochzeit", "kreuz") else {}
    facts = facts or ({"declarer": "Anna"} if game in PLAYED else {})
    assert from_json({"game": alias.upper(), **facts}).game == game


@pytest.mark.parametrize("deck", ["long", "short"])
@pytest.mark.parametrize("game", [game for game in PLAYED if GAMES[game][1]])
def test_laufende_go_as_far_as_the_trumps(game: str, deck: str) -> None:
    """As many Laufende as the game has trumps with this deck are paid, where nothing else limits them."""
    run = GAMES[game][1 if deck == "long" else 2]
    rules = tariff(f"{EVERYTHING}\npeople: [4]\ndeck: {deck}\nlaufende: {{max: none}}")
    assert scored(of(game, laufende=run), rules).value == GAMES[game][0] + 10 * run


@pytest.mark.parametrize(("deck", "people"), [("long", 5), ("long", 1), ("short", 5), (None, 4)])
def test_cards_that_nobody_deals_make_no_tricks(deck: str | None, people: int) -> None:
    """Where so many are not dealt in with this deck there are 0 tricks."""
    rules = tariff(EVERYTHING)._replace(deck={people: deck} if deck else {})
    assert rules.tricks(people) == 0


def test_every_game_is_in_the_table() -> None:
    """The catalogue has these games and no other."""
    assert [game.name for game in CATALOGUE] == list(GAMES)


# -- the value of a hand ------------------------------------------------------------------------------

WON = {"won": True}
NULLOUVERT = "games: [{name: nullouvert, shape: bettel, price: 60}]"
SIE_ONLY = "games: [{name: turm, shape: solo, price: 20, sie: yes}]\nlaufende: {only_herren: yes, max: none}"
STILL = "games: [{name: still, shape: partner, price: 30, trumps: [14, 12], fixed_pairs: yes}]"
KONTRA_IN_SOLOS = "kontra: {names: [Kontra, Re], games: [solo, wenz]}"
ANNOUNCED = "announced: {schneider: 20, schwarz: 40}"
OWN_RAMSCH = "games: [{name: räuber, shape: ramsch, price: 7}]"
SCHEDULE = "laufende: {schedule: {3: 5, 5: 25}}"
WINNERS = "laufende: {paid: winners}"
LOSERS = "laufende: {paid: losers}"
OHNE = "laufende: {ohne: caller_won}"
OPPONENTS = {"laufende_of": "opponents"}
LAST_61 = "kontra: {last_needs_61: yes}"

VALUES = {
    # base price
    "price: a Herz-Solo has its own": ("prices: {herz-solo: 60}", solo(suit="herz", **WON), 60),
    "price: another suit keeps that of the solo": ("prices: {herz-solo: 60}", solo(suit="gras", **WON), 20),
    "price: a Wenz has its own": ("prices: {wenz: 50}", solo("wenz", **WON), 50),
    "price: the suit's before the game's": (
        "prices: {gras-farbwenz: 7, farbwenz: 4}",
        solo("farbwenz", suit="gras", **WON),
        7,
    ),
    "price: a Bettel costs a solo where it has none": ("prices: {bettel: none, solo: 25}", solo("mörtel", **WON), 25),
    "price: a Bettel costs what others do": ("prices: {bettel: none, solo: 25, other: 35}", solo("mörtel", **WON), 35),
    "price: a Bettel has its own": ("prices: {bettel: 70}", solo("bettel", **WON), 70),
    "price: a Bettel ouvert is a game of its own": (NULLOUVERT, solo("nullouvert", **WON), 60),
    "price: prices before an own game's": (f"{NULLOUVERT}\nprices: {{nullouvert: 80}}", solo("nullouvert", **WON), 80),
    "price: an own solo costs what a solo costs": (
        "games: [{name: herrensolo, shape: solo, trumps: 8, sie: yes}]",
        solo("herrensolo", laufende=8, **WON),
        100,
    ),
    "price: an own game with a Sie": (
        "games: [{name: herrensolo, shape: solo, trumps: 8, sie: yes, herren: 8}]",
        solo("herrensolo", sie=True),
        480,
    ),
    "price: an own Ramsch": (OWN_RAMSCH, ramsch(losers=["Anna"]) | {"game": "räuber"}, 7),
    # won from, Schneider, Schwarz
    "wins: with 61 of 120": ("", sauspiel(augen=61), 10),
    "wins: Schneider of the declarers below 31": ("", sauspiel(augen=30), 20),
    "wins: out of Schneider with 31": ("", sauspiel(augen=31), 10),
    "wins: Schneider of the opponents below 30": ("", sauspiel(augen=91), 20),
    "wins: opponents out of Schneider with 30": ("", sauspiel(augen=90), 10),
    "schneider: declarers out of it with 30": ("schneider: {declarers: 30}", sauspiel(augen=30), 10),
    "schneider: declarers below 30": ("schneider: {declarers: 30}", sauspiel(augen=29), 20),
    "schneider: opponents out of it with 29": ("schneider: {opponents: 29}", sauspiel(augen=91), 10),
    "schneider: its own price": ("schneider: {price: 5}", sauspiel(augen=91), 15),
    "schneider: switched off": ("schneider: none", sauspiel(augen=91), 10),
    "schwarz: its own price, on top of Schneider": ("schwarz: {price: 15}", sauspiel(schwarz=True, **WON), 35),
    "schwarz: switched off, Schneider remains": ("schwarz: none", sauspiel(schwarz=True, **WON), 20),
    "schwarz: follows from all tricks": ("", solo(tricks=8), 40),
    "schwarz: follows from no trick": ("", solo(tricks=0), 40),
    "schwarz: 120 Augen alone are Schneider": ("", solo(augen=120), 30),
    "schwarz: 120 Augen and said": ("", solo(augen=120, schwarz=True), 40),
    # Bettel
    "bettel: the base only, doubled": ("", solo("bettel", tricks=0, klopfer=1, kontra=1, bock=1), 160),
    # Laufende
    "laufende: none below the minimum": ("", sauspiel(laufende=2, **WON), 10),
    "laufende: from three on all are paid": ("", sauspiel(laufende=3, **WON), 40),
    "laufende: a Wenz from two": ("", solo("wenz", laufende=2, **WON), 40),
    "laufende: a Farbwenz is no Wenz": ("", solo("farbwenz", laufende=2, **WON), 20),
    "laufende: from another number": ("laufende: {from: 5}", sauspiel(laufende=4, **WON), 10),
    "laufende: another price": ("laufende: {price: 4}", sauspiel(laufende=3, **WON), 22),
    "laufende: four at most": ("laufende: {max: 4}", sauspiel(laufende=9, **WON), 50),
    "laufende: eight at most": ("laufende: {max: 8}", sauspiel(laufende=9, **WON), 90),
    "laufende: no limit": ("laufende: {max: none}", sauspiel(laufende=9, **WON), 100),
    "laufende: only Ober and Unter": ("laufende: {max: none, only_herren: yes}", sauspiel(laufende=9, **WON), 90),
    "laufende: a Habicht has four Könige": ("laufende: {only_herren: yes}", solo("farbhabicht", laufende=7, **WON), 60),
    "laufende: a schedule has the sum for as many": (SCHEDULE, sauspiel(laufende=3, **WON), 15),
    "laufende: between two of a schedule": (SCHEDULE, sauspiel(laufende=4, **WON), 15),
    "laufende: below a schedule": ("laufende: {from: 2, schedule: {3: 5, 5: 25}}", sauspiel(laufende=2, **WON), 10),
    "laufende: more than the most of a schedule": (SCHEDULE, sauspiel(laufende=8, **WON), 35),
    "laufende: always, the losers held them": ("", sauspiel(laufende=3, **WON, **OPPONENTS), 40),
    "laufende: only of the winners, who held them": (WINNERS, sauspiel(laufende=3, **WON), 40),
    "laufende: only of the winners, the losers held them": (WINNERS, sauspiel(laufende=3, won=False), 10),
    "laufende: only of the winners, opponents held and won": (
        WINNERS,
        sauspiel(laufende=3, won=False, **OPPONENTS),
        40,
    ),
    "laufende: only of the losers, who held them": (LOSERS, sauspiel(laufende=3, won=False), 40),
    "laufende: only of the losers, the winners held them": (LOSERS, sauspiel(laufende=3, **WON), 10),
    "laufende: ohne, for the caller who won": (OHNE, sauspiel(laufende=3, **WON, **OPPONENTS), 40),
    "laufende: ohne, not for his opponents": (OHNE, sauspiel(laufende=3, won=False), 10),
    "laufende: mit, for the opponents too": (OHNE, sauspiel(laufende=3, won=False, **OPPONENTS), 40),
    "laufende: ohne in a solo for everybody": (OHNE, solo(laufende=3, won=False), 50),
    "laufende: switched off": ("laufende: none", sauspiel(laufende=3, **WON), 10),
    # Tout and Sie
    "tout: Schneider, Schwarz and Laufende count": ("", solo(tout=True, laufende=3, **WON), 140),
    "tout: no Schneider and Schwarz": ("tout: {schneider_schwarz: no}", solo(tout=True, laufende=3, **WON), 100),
    "tout: no Laufende": ("tout: {laufende: no}", solo(tout=True, laufende=3, **WON), 80),
    "tout: times three": ("tout: {times: 3}", solo(tout=True, **WON), 120),
    "tout: a Wenz": ("", solo("wenz", tout=True, laufende=2, **WON), 120),
    "tout: won with all tricks": ("", solo(tout=True, tricks=8), 80),
    "tout: lost with one trick": ("", solo(tout=True, tricks=7), 40),
    "tout: lost, the winners' few Augen are no Schneider": ("", solo(tout=True, tricks=7, augen=110), 40),
    "tout: lost, the declarer himself Schneider": ("", solo(tout=True, tricks=2, augen=25), 60),
    "sie: everything counts": ("", solo(sie=True), 480),
    "sie: with Tout it stays the price of the Sie": ("", solo(sie=True, tout=True), 480),
    "sie: no Schneider and Schwarz": ("sie: {schneider_schwarz: no}", solo(sie=True), 400),
    "sie: no Laufende": ("sie: {laufende: no}", solo(sie=True), 160),
    "sie: four Laufende at most": ("laufende: {max: 4}", solo(sie=True), 320),
    "sie: times two": ("sie: {times: 2}", solo(sie=True, laufende=8), 240),
    "sie: doubled like any hand": ("", solo(sie=True, klopfer=1, kontra=1), 1920),
    "sie: where Tout is not played": ("tout: none", solo(sie=True, tout=True), 480),
    # Kontra
    "kontra: Kontra": ("", sauspiel(kontra=1, **WON), 20),
    "kontra: six levels": ("", sauspiel(kontra=6, **WON), 640),
    "kontra: by name": ("", sauspiel(kontra=["Dani", "Bene", "Christl"], **WON), 80),
    "kontra: past its words": ("kontra: {names: [Stoß, Zruck], unlimited: yes}", sauspiel(kontra=5, **WON), 320),
    "kontra: in the games that allow it": (KONTRA_IN_SOLOS, solo(kontra=2, **WON), 80),
    "kontra: lost with 60 where nothing is said of the last": ("", sauspiel(kontra=1, augen=60), 20),
    # Klopfen
    "klopfen: power": ("", sauspiel(klopfer=["Anna", "Bene", "Dani"], **WON), 80),
    "klopfen: linear, one": ("klopfen: {growth: linear}", sauspiel(klopfer=1, **WON), 20),
    "klopfen: linear, two": ("klopfen: {growth: linear}", sauspiel(klopfer=2, **WON), 30),
    "klopfen: linear, three": ("klopfen: {growth: linear}", sauspiel(klopfer=3, **WON), 40),
    "klopfen: linear beside Kontra": ("klopfen: {growth: linear}", sauspiel(klopfer=2, kontra=1, **WON), 60),
    "klopfen: as many as people": ("klopfen: {max: none}", sauspiel(klopfer=4, **WON), 160),
    # Bock, ceiling, order of the calculation
    "bock: two in force": ("", sauspiel(bock=2, **WON), 40),
    "value: added, then multiplied": ("", solo(augen=95, laufende=3, klopfer=1, kontra=1, bock=1), (20 + 10 + 30) * 8),
    "ceiling: no hand is worth more": ("ceiling: 75", sauspiel(kontra=3, **WON), 75),
    "ceiling: what is below it stays": ("ceiling: 75", sauspiel(kontra=2, **WON), 40),
    "ceiling: what just reaches it stays": ("ceiling: 40", sauspiel(kontra=2, **WON), 40),
    "ceiling: a Ramsch too": ("ceiling: 15", ramsch(losers=["Anna"], klopfer=2), 15),
    # announced before play
    "announced: nothing": (ANNOUNCED, sauspiel(**WON), 10),
    "announced: Schneider made": (ANNOUNCED, sauspiel(announced="schneider", augen=95), 40),
    "announced: Schneider missed": (ANNOUNCED, sauspiel(announced="schneider", augen=80), 30),
    "announced: Schneider made, nobody counted": (ANNOUNCED, sauspiel(announced="schneider", **WON), 40),
    "announced: for nothing": ("announced: {schneider: 0}", sauspiel(announced="schneider", augen=95), 20),
    "announced: Schwarz made": (ANNOUNCED, solo(announced="schwarz", tricks=8), 80),
    "announced: Schwarz missed, though 120 Augen": (ANNOUNCED, solo(announced="schwarz", tricks=7, augen=120), 60),
}


@pytest.mark.parametrize(("settings", "hand", "value"), rows(VALUES))
def test_value(settings: str, hand: Facts, value: int) -> None:
    """Under this setting the hand has this value, per loser and winner."""
    assert scored(hand, tariff(settings)).value == value


DECIDED = {
    # who wins: the declarers (Anna, Bene), or their opponents
    "wins: 60 is lost": ("", sauspiel(augen=60), False),
    "wins: 61 is won": ("", sauspiel(augen=61), True),
    "wins: another number": ("wins: {declarers: 62}", sauspiel(augen=61), False),
    "kontra: 60 is lost where nothing is said of the last": ("", sauspiel(kontra=1, augen=60), False),
    "announced: Schneider missed with 61": (ANNOUNCED, sauspiel(announced="schneider", augen=61), False),
    "forced: 60 wins where the tariff says so": ("forced: {wins_from: 60}", sauspiel(augen=60, forced=True), True),
    "forced: 59 does not": ("forced: {wins_from: 60}", sauspiel(augen=59, forced=True), False),
    "forced: 60 of one who was not forced": ("forced: {wins_from: 60}", sauspiel(augen=60), False),
    "kreuz: 60 is lost where the others win a tie": (
        "games: [kreuz]\nkreuz: {tie: opponents}\nwins: {declarers: 60}",
        {"game": "kreuz", "declarer": "Anna", "augen": 60},
        False,
    ),
    "bid: 75 wins from 75": ("", sauspiel(bid=75, augen=75), True),
    "bid: 74 is lost": ("", sauspiel(bid=75, augen=74), False),
    "bid: below 61": ("", solo(bid=44, augen=44), True),
    "kontra: after a Kontra the opponents need 61": (LAST_61, sauspiel(kontra=1, augen=60), True),
    "kontra: and have them with 59 of the declarers": (LAST_61, sauspiel(kontra=1, augen=59), False),
    "kontra: after a Re the declarers need 61": (LAST_61, sauspiel(kontra=2, augen=60), False),
    "announced: Schneider missed is lost": (ANNOUNCED, sauspiel(announced="schneider", augen=90), False),
    "announced: Schneider made is won": (ANNOUNCED, sauspiel(announced="schneider", augen=91), True),
    "announced: with a bid both are needed": (ANNOUNCED, sauspiel(announced="schneider", bid=95, augen=92), False),
    "announced: a bid that is just reached": (ANNOUNCED, sauspiel(announced="schneider", bid=95, augen=95), True),
    "announced: Schwarz missed is lost": (ANNOUNCED, solo(announced="schwarz", tricks=7), False),
    "tricks: none is lost": ("", sauspiel(tricks=0), False),
    "tricks: all are won": ("", sauspiel(tricks=8), True),
    "bettel: without a trick": ("", solo("bettel", tricks=0), True),
    "bettel: with a trick": ("", solo("bettel", tricks=1), False),
}


@pytest.mark.parametrize(("settings", "hand", "won"), rows(DECIDED))
def test_result(settings: str, hand: Facts, won: bool) -> None:
    """Under this setting the declarers have won, or lost, with what they made."""
    assert (postings(scored(hand, tariff(settings)))[0] > 0) == won


def test_forced_declarer_is_out_of_schneider_with_thirty() -> None:
    """A forced declarer may be out of Schneider earlier than others are."""
    rules = tariff("forced: {wins_from: 60, schneider_from: 30}")
    assert [scored(sauspiel(augen=30, forced=forced), rules).value for forced in (True, False)] == [10, 20]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wiki", "Kontra, Re, Supra, Resupra, Sub"),
        ("lamers", "Kontra, Re, Sub"),
        ("grundzuege", "Stoß, Zruck, 3. Stoß"),
        ("bsv", "Stoß, Gegenstoß"),
    ],
)
def test_kontra_word_means_its_level(name: str, words: str) -> None:
    """Sub is the fifth in one tariff and the third in another; past the words levels are counted."""
    depth = words.count(",") + 1
    step = scored(sauspiel(kontra=depth, won=True), tariffs.find(name)).steps[-1]
    assert (step.label, step.times) == (words, 2**depth)


# -- Tout and Sie under the shipped tariffs -----------------------------------------------------------

ANNOUNCEMENTS = {
    # Tout won with three Laufende, Tout lost with none, Sie
    "grundzuege": (160, 100, 520),
    "wiki": (140, 40, 480),
    "p-seminar": (160, 100, 260),
    "lamers": (140, 40, 480),
    "sauspiel": (160, 100, 260),
    "bsv": (160, 100, 520),
}


@pytest.mark.parametrize(("name", "prices"), ANNOUNCEMENTS.items(), ids=list(ANNOUNCEMENTS))
def test_tout_and_sie(name: str, prices: tuple[int, int, int]) -> None:
    """Each document has its own price for a Tout that is won, one that is lost, and a Sie."""
    hands = (solo(tout=True, laufende=3, won=True), solo(tout=True, won=False), solo(sie=True))
    assert tuple(scored(hand, tariffs.find(name)).value for hand in hands) == prices


def test_sauspiel_tariff_differs_from_p_seminar() -> None:
    """Online the declarers are Schneider with 30, and a Farbwenz pays Laufende from three."""
    online = tariffs.find("sauspiel")
    assert scored(sauspiel(augen=30), online).value == 30
    assert scored(solo("farbwenz", laufende=2, won=True), online).value == 50
    assert scored(solo("wenz", laufende=2, won=True), online).value == 70


# -- Ramsch -------------------------------------------------------------------------------------------

NO_TIE = "ramsch: {tie: []}"
SHARED = "ramsch: {tie: [shared]}"
MARCH = "ramsch: {durchmarsch: {augen: %s, pays: %s}}"
ALL_TRICKS, FROM_91 = MARCH % ("none", "ramsch"), MARCH % (91, "ramsch")
OWN_JUNGFRAU, NO_JUNGFRAU = "ramsch: {jungfrau: own}", "ramsch: {jungfrau: none}"

RAMSCHES = {
    "ramsch: the most Augen lose": row(ramsch(20, 50, 30, 20), (10, -30, 10, 10)),
    "ramsch: the loser plainly": row(ramsch(losers=["Dani"]), (10, 10, 10, -30)),
    "ramsch: Klopfer and Bock count": row(ramsch(losers=["Dani"], klopfer=1, bock=1), (40, 40, 40, -120)),
    "ramsch: its own price": row(ramsch(losers=["Dani"]), (7, 7, 7, -21), "prices: {ramsch: 7}"),
    "jungfrau: doubles for all": row(ramsch(losers=["Anna"], jungfrauen=["Bene"]), (-60, 20, 20, 20)),
    "jungfrau: two double twice": row(ramsch(losers=["Anna"], jungfrauen=["Bene", "Dani"]), (-120, 40, 40, 40)),
    "jungfrau: doubles for himself": row(ramsch(losers=["Anna"], jungfrauen=["Bene"]), (-40, 20, 10, 10), OWN_JUNGFRAU),
    "jungfrau: two for themselves": row(
        ramsch(losers=["Anna"], jungfrauen=["Bene", "Dani"]), (-50, 20, 10, 20), OWN_JUNGFRAU
    ),
    "jungfrau: raises the price to a solo's": row(
        ramsch(losers=["Anna"], jungfrauen=["Bene"]),
        (-150, 50, 50, 50),
        "ramsch: {jungfrau: solo_price}\nprices: {solo: 50}",
    ),
    "jungfrau: doubled, as any price": row(
        ramsch(losers=["Anna"], jungfrauen=["Bene"], klopfer=1),
        (-300, 100, 100, 100),
        "ramsch: {jungfrau: solo_price}\nprices: {solo: 50}",
    ),
    "jungfrau: two are fourfold beside the solo's price": row(
        ramsch(losers=["Anna"], jungfrauen=["Bene", "Dani"]),
        (-120, 40, 40, 40),
        "ramsch: {jungfrau: solo_price}\nprices: {solo: 50}",
    ),
    "jungfrau: three are fourfold too": row(
        ramsch(losers=["Anna"], jungfrauen=["Bene", "Christl", "Dani"]),
        (-120, 40, 40, 40),
        "ramsch: {jungfrau: solo_price, durchmarsch: none}",
    ),
    "jungfrau: counts nothing": row(ramsch(losers=["Anna"], jungfrauen=["Bene"]), (-30, 10, 10, 10), NO_JUNGFRAU),
    "jungfrau: none is not asked about": row(ramsch(60, 40, 20, 0), (-30, 10, 10, 10), NO_JUNGFRAU),
    "jungfrau: an empty trick is none": row(ramsch(60, 40, 20, 0, jungfrauen=[]), (-30, 10, 10, 10)),
    "jungfrau: follows from the tricks": row(ramsch(60, 40, 20, 0, tricks=(4, 3, 1, 0)), (-60, 20, 20, 20)),
    "durchmarsch: from 91": row(ramsch(91, 29, 0, 0, jungfrauen=["Dani"]), (30, -10, -10, -10), FROM_91),
    "durchmarsch: 90 is none": row(ramsch(90, 30, 0, 0, jungfrauen=[]), (-30, 10, 10, 10), FROM_91),
    "durchmarsch: from 90": row(ramsch(90, 30, 0, 0), (30, -10, -10, -10), MARCH % (90, "ramsch")),
    "durchmarsch: from 120": row(ramsch(120, 0, 0, 0), (30, -10, -10, -10), MARCH % (120, "ramsch")),
    "durchmarsch: 119 is none": row(ramsch(119, 1, 0, 0, jungfrauen=[]), (-30, 10, 10, 10), MARCH % (120, "ramsch")),
    "durchmarsch: all tricks": row(ramsch(120, 0, 0, 0, tricks=(8, 0, 0, 0)), (30, -10, -10, -10), ALL_TRICKS),
    "durchmarsch: the others have no trick": row(
        ramsch(120, 0, 0, 0, tricks=(None, 0, 0, 0)), (30, -10, -10, -10), ALL_TRICKS
    ),
    "durchmarsch: all tricks, said by three Jungfrauen": row(
        ramsch(120, 0, 0, 0, jungfrauen=["Bene", "Christl", "Dani"]), (30, -10, -10, -10), ALL_TRICKS
    ),
    "durchmarsch: 120 Augen with an empty trick elsewhere is none": row(
        ramsch(120, 0, 0, 0, tricks=(7, 1, 0, 0)), (-120, 40, 40, 40), ALL_TRICKS
    ),
    "durchmarsch: said": row(ramsch(durchmarsch="Bene"), (-10, 30, -10, -10), ALL_TRICKS),
    "durchmarsch: said with Augen enough": row(ramsch(0, 95, 25, 0, durchmarsch="Bene"), (-10, 30, -10, -10), FROM_91),
    "durchmarsch: said, with all tricks": row(
        ramsch(0, 120, 0, 0, tricks=(0, 8, 0, 0), durchmarsch="Bene"), (-10, 30, -10, -10), ALL_TRICKS
    ),
    "durchmarsch: said, no Augen": row(
        ramsch(tricks=(0, 8, 0, 0), durchmarsch="Bene"), (-10, 30, -10, -10), ALL_TRICKS
    ),
    "durchmarsch: nothing said of the others": row(ramsch(120, 0, 0, 0, tricks=(8,)), (30, -10, -10, -10), ALL_TRICKS),
    "durchmarsch: not with one Jungfrau": row(ramsch(120, 0, 0, 0, jungfrauen=["Bene"]), (-60, 20, 20, 20), ALL_TRICKS),
    "durchmarsch: 120 Augen and a loser is none": row(
        ramsch(120, 0, 0, 0, losers=["Anna"]),
        (-30, 10, 10, 10),
        "ramsch: {durchmarsch: {augen: none, pays: ramsch}, jungfrau: none}",
    ),
    "durchmarsch: its own price": row(ramsch(durchmarsch="Bene"), (-35, 105, -35, -35), MARCH % (91, 35)),
    "durchmarsch: a Herz-Solo with Schneider and Schwarz": row(
        ramsch(durchmarsch="Bene"), (-80, 240, -80, -80), f"{MARCH % (91, 'herz-solo')}\nprices: {{herz-solo: 60}}"
    ),
    "durchmarsch: a Herz-Solo where Schneider and Schwarz cost nothing": row(
        ramsch(durchmarsch="Bene"), (-20, 60, -20, -20), f"{MARCH % (91, 'herz-solo')}\nschneider: none\nschwarz: none"
    ),
    "durchmarsch: doubled": row(ramsch(durchmarsch="Bene", klopfer=1, bock=1), (-40, 120, -40, -40), FROM_91),
    "durchmarsch: none, 120 lose": row(
        ramsch(120, 0, 0, 0), (-30, 10, 10, 10), "ramsch: {durchmarsch: none, jungfrau: none}"
    ),
    "durchmarsch: none, three Jungfrauen": row(
        ramsch(120, 0, 0, 0, tricks=(8, 0, 0, 0)), (-240, 80, 80, 80), "ramsch: {durchmarsch: none}"
    ),
    "tie: most tricks lose": row(
        ramsch(45, 45, 20, 10, tricks=(2, 3, 2, 1)), (10, -30, 10, 10), "ramsch: {tie: [tricks]}"
    ),
    "tie: most trumps lose": row(
        ramsch(45, 45, 20, 10, trumps=(5, 4, 3, 2)), (-30, 10, 10, 10), "ramsch: {tie: [trumps]}"
    ),
    "tie: highest trump loses": row(
        ramsch(45, 45, 20, 10, highest=(7, 3)), (10, -30, 10, 10), "ramsch: {tie: [highest]}"
    ),
    "tie: the order of the criteria": row(
        ramsch(45, 45, 20, 10, tricks=(2, 3, 2, 1), trumps=(5, 4, 3, 2)),
        (-30, 10, 10, 10),
        "ramsch: {tie: [trumps, tricks]}",
    ),
    "tie: of three the criteria leave one": row(
        ramsch(36, 36, 36, 12, tricks=(3, 3, 1, 1), trumps=(4, 6, 3, 1)),
        (10, -30, 10, 10),
        "ramsch: {tie: [tricks, trumps]}",
    ),
    "tie: then shared": row(
        ramsch(36, 36, 36, 12, tricks=(3, 3, 1, 1)), (-10, -10, 10, 10), "ramsch: {tie: [tricks, shared]}"
    ),
    "tie: shared first": row(ramsch(45, 45, 20, 10), (-10, -10, 10, 10), "ramsch: {tie: [shared, tricks]}"),
    "tie: the first from the dealer's left loses": row(
        ramsch(20, 45, 10, 45), (10, -30, 10, 10), "ramsch: {tie: [seat]}"
    ),
    "tie: then the seat": row(
        ramsch(36, 36, 36, 12, tricks=(1, 3, 3, 1)), (10, -30, 10, 10), "ramsch: {tie: [tricks, seat]}"
    ),
    "tie: most tricks before the seat": row(
        ramsch(45, 45, 20, 10, tricks=(2, 3, 2, 1)), (10, -30, 10, 10), "ramsch: {tie: [tricks, seat]}"
    ),
    "tie: all tie, the first loses": row(ramsch(30, 30, 30, 30), (-30, 10, 10, 10), "ramsch: {tie: [seat]}"),
    "tie: another deal's seat": row(ramsch(45, 20, 45, 10, dealer="Bene"), (10, 10, -30, 10), "ramsch: {tie: [seat]}"),
    "tie: the second by the seat": row(ramsch(20, 20, 60, 20), (-10, 10, -10, 10), "ramsch: {losers: 2, tie: [seat]}"),
    "tie: the table names the loser": row(ramsch(45, 45, 20, 10, losers=["Bene"]), (10, -30, 10, 10), NO_TIE),
    "tie: shared by two": row(ramsch(45, 45, 20, 10), (-10, -10, 10, 10), SHARED),
    "tie: shared by three, the odd cent on the dealer's left": row(ramsch(36, 12, 36, 36), (-4, 10, -3, -3), SHARED),
    "tie: by three, two odd cents": row(ramsch(36, 12, 36, 36), (-4, 11, -4, -3), f"{SHARED}\nprices: {{ramsch: 11}}"),
    "tie: all tie, nobody pays": row(ramsch(30, 30, 30, 30), (0, 0, 0, 0), SHARED),
    "tie: shared beside a Jungfrau": row(
        ramsch(60, 60, 0, 0, jungfrauen=["Dani"]), (-15, -15, 10, 20), "ramsch: {tie: [shared], jungfrau: own}"
    ),
}


@pytest.mark.parametrize(("settings", "hand", "paid"), rows(RAMSCHES))
def test_ramsch(settings: str, hand: Facts, paid: tuple[int, ...]) -> None:
    """Under this setting the Ramsch is settled so."""
    assert postings(scored(hand, tariff(settings))) == paid


@pytest.mark.parametrize(
    ("hand", "criteria", "tied"),
    [
        pytest.param(ramsch(20, 45, 10, 45), ("seat",), ("Bene", "Dani"), id="by Augen"),
        pytest.param(
            ramsch(36, 36, 36, 12, tricks=(1, 3, 3, 1)), ("tricks", "seat"), ("Bene", "Christl"), id="by tricks"
        ),
        pytest.param(ramsch(45, 45, 20, 10, tricks=(2, 3, 2, 1)), ("tricks", "seat"), (), id="tricks decide"),
        pytest.param(ramsch(20, 45, 10, 45), ("tricks",), (), id="no seat decides"),
        pytest.param(ramsch(20, 45, 10, 45, losers=["Dani"]), ("seat",), (), id="the loser was named"),
        pytest.param(ramsch(losers=["Dani"]), ("seat",), (), id="nobody knows the Augen"),
        pytest.param(ramsch(durchmarsch="Anna"), ("seat",), (), id="a Durchmarsch"),
    ],
)
def test_the_seat_decides_between_those_who_tie(hand: Facts, criteria: tuple[str, ...], tied: tuple[str, ...]) -> None:
    """Who they are is told where it does."""
    said = from_json(hand, PEOPLE)
    assert isinstance(said, Ramsch)
    assert tied_by_seat(said, criteria) == tied


def test_an_example_of_what_is_posted_by_hand() -> None:
    """It names the first and the last of those who tie."""
    assert by_hand(["Anna", "Bene", "Christl"]).endswith("post the amounts by hand (posting Anna:… Christl:…)")


def test_odd_cents_of_a_shared_ramsch_follow_the_dealer() -> None:
    """Odd cents fall on those first left of the dealer, whoever sits first at the table."""
    hand = ramsch(36, 12, 36, 36)
    assert postings(scored(hand, tariff(SHARED), dealer="Anna")) == (-3, 10, -4, -3)


def test_nobody_pays_has_the_value_nought() -> None:
    """Where all tie the value is 0, whatever was doubled."""
    assert scored(ramsch(30, 30, 30, 30, klopfer=2), tariff(SHARED)).value == 0


TIE = "Anna and Bene tie with 45"
TWO_LOSE = "ramsch: {losers: 2, durchmarsch: none, jungfrau: none, kontra: own, tie: [%s]}"
CHANGES = "tie, and what they share depends on who pays whom: post the amounts by hand (posting Anna:… Bene:…)"
BY_TRICKS = "is decided by tricks: add won or lost, or the declarers' tricks"
QUESTIONS = {
    "a tie without a criterion": row(ramsch(45, 45, 20, 10), f"{TIE}: name the loser (losers:…)", NO_TIE),
    "a tie of three": row(
        ramsch(36, 36, 36, 12), "Anna, Bene and Christl tie with 36: name the loser (losers:…)", NO_TIE
    ),
    "a tie whose tricks nobody counted": row(
        ramsch(45, 45, 20, 10), f"{TIE}: add their tricks (tricks:…), or name the loser (losers:…)"
    ),
    "a tie whose trumps nobody counted": row(
        ramsch(45, 45, 20, 10, tricks=(3, 3, 1, 1)),
        f"{TIE}: add the trumps in their tricks (trumps:…), or name the loser (losers:…)",
    ),
    "a tie the criteria leave": row(
        ramsch(45, 45, 20, 10, tricks=(3, 3, 1, 1)), f"{TIE}: name the loser (losers:…)", "ramsch: {tie: [tricks]}"
    ),
    "0 Augen: Jungfrau or not": row(
        ramsch(60, 40, 20, 0), "Dani with 0 Augen: Jungfrau or not? Add the tricks, or jungfrauen:…"
    ),
    "120 Augen: all tricks or not": row(
        ramsch(120, 0, 0, 0), "Anna has all 120 Augen: add durchmarsch:Anna, or the tricks or the Jungfrauen"
    ),
    "two with as many Augen as a Durchmarsch needs": row(
        ramsch(20, 50, 50, 0, jungfrauen=[]),
        "Bene and Christl have 50 Augen each: say who made the Durchmarsch, durchmarsch:Bene",
        MARCH % (45, "ramsch"),
    ),
    "one loser where two lose": row(
        ramsch(losers=["Anna"]), "two lose a Ramsch in haus: name both, or give everybody's Augen", TWO_LOSE % ""
    ),
    "two losers by name, of whom one doubled": row(
        ramsch(losers=["Anna", "Bene"], kontra=["Christl"]),
        "players who doubled, or took no trick, pay or get different amounts: give everybody's Augen",
        TWO_LOSE % "",
    ),
    "a tie of two for the second place": row(
        ramsch(50, 30, 30, 10), "Bene and Christl tie with 30: name the two losers", TWO_LOSE % ""
    ),
    "a tie whose tricks nobody counted, where two lose": row(
        ramsch(50, 30, 30, 10),
        "Bene and Christl tie with 30: add their tricks (tricks:…), or name the two losers",
        TWO_LOSE % "tricks",
    ),
    "a tie of two losers by name, where nothing else is counted": row(
        ramsch(40, 40, 25, 15, losers=["Anna", "Bene"], kontra=["Anna"]), f"Anna and Bene {CHANGES}", TWO_LOSE % ""
    ),
    "a tie of two losers by name, whose tricks nobody counted": row(
        ramsch(40, 40, 25, 15, losers=["Anna", "Bene"], kontra=["Anna"]),
        "Anna and Bene tie with 40: add their tricks (tricks:…)",
        TWO_LOSE % "tricks",
    ),
    "a tie of two losers by name, with as many tricks": row(
        ramsch(40, 40, 25, 15, losers=["Anna", "Bene"], kontra=["Anna"], tricks=(3, 3, 1, 1)),
        f"Anna and Bene {CHANGES}",
        TWO_LOSE % "tricks",
    ),
    "a tie of the last two, one of whom shot, where two lose": row(
        ramsch(50, 40, 15, 15, kontra=["Christl"]),
        "Christl and Dani tie with 15: add their tricks (tricks:…)",
        TWO_LOSE % "tricks",
    ),
    "a tie of the first two": row(ramsch(40, 40, 30, 10, kontra=["Anna"]), f"Anna and Bene {CHANGES}", TWO_LOSE % ""),
    "two losers who share, and what they pay together depends on their order": row(
        ramsch(40, 40, 30, 10, kontra=["Anna", "Dani"]), f"Anna and Bene {CHANGES}", TWO_LOSE % "shared"
    ),
    "two losers who share, beside two who tie and whose tricks nobody counted": row(
        ramsch(40, 40, 20, 20, tricks=(3, 3), kontra=["Anna", "Christl"]),
        "Christl and Dani tie with 20: add their tricks (tricks:…)",
        TWO_LOSE % "tricks, shared",
    ),
    "a solo without a result": row(solo(), "who won? Add won or lost, or the declarers' Augen"),
    "a Tout with 120 Augen": row(solo(tout=True, augen=120), f"who won? a Tout {BY_TRICKS}"),
    "a Tout with Augen": row(solo(tout=True, augen=80, schneider=True), f"who won? a Tout {BY_TRICKS}"),
    "an announced Schwarz": row(
        solo(announced="schwarz", augen=120), f"who won? an announced Schwarz {BY_TRICKS}", ANNOUNCED
    ),
    "an announced Schwarz with Augen for one result only": row(
        solo(announced="schwarz", augen=80, schneider=True), f"who won? an announced Schwarz {BY_TRICKS}", ANNOUNCED
    ),
    "a Bettel with 0 Augen": row(solo("bettel", augen=0), f"who won? Bettel {BY_TRICKS}"),
}


@pytest.mark.parametrize(("settings", "hand", "question"), rows(QUESTIONS))
def test_what_is_not_decided_is_asked(settings: str, hand: Facts, question: str) -> None:
    """What the facts leave open is a question back to the table, never a guess."""
    with pytest.raises(UnclearHand) as caught:
        scored(hand, tariff(settings))
    assert str(caught.value) == question


# -- Stock --------------------------------------------------------------------------------------------

STOCKS = {
    # settings, hand, what lies in the Stock, the change for Anna, Bene and the Stock beside the game itself
    "stock: won, half each": ("", sauspiel(won=True), 40, (20, 20, -40)),
    "stock: an odd cent stays": ("", sauspiel(won=True), 41, (20, 20, -40)),
    "stock: lost, it stays": ("", sauspiel(won=False), 40, (0, 0, 0)),
    "stock: lost, it doubles": ("stock: {lost: doubles}", sauspiel(won=False), 40, (-20, -20, 40)),
    "stock: an odd cent falls on the caller": ("stock: {lost: doubles}", sauspiel(won=False), 41, (-21, -20, 41)),
    "stock: lost, a fixed sum": ("stock: {lost: 15}", sauspiel(won=False), 40, (-8, -7, 15)),
    "stock: a fixed sum into an empty one": ("stock: {lost: 15}", sauspiel(won=False), 0, (-8, -7, 15)),
    "stock: the caller alone takes it": ("stock: {to: caller}", sauspiel(won=True), 41, (41, 0, -41)),
    "stock: the caller alone pays": ("stock: {to: caller, lost: doubles}", sauspiel(won=False), 40, (-40, 0, 40)),
    "stock: so much a person at most, taken": ("stock: {max_per_person: 15}", sauspiel(won=True), 40, (15, 15, -30)),
    "stock: at most so much a person": (
        "stock: {max_per_person: 15, lost: doubles}",
        sauspiel(won=False),
        40,
        (-15, -15, 30),
    ),
    "stock: Klopfer double it": (
        "stock: {lost: doubles, multiplied: [klopfen]}",
        sauspiel(won=False, klopfer=1),
        40,
        (-40, -40, 80),
    ),
    "stock: Kontra and Bock double what is paid": (
        "stock: {lost: 10, multiplied: [kontra, bock]}",
        sauspiel(won=False, kontra=1, bock=1, klopfer=1),
        0,
        (-20, -20, 40),
    ),
    "stock: nothing else multiplies it": (
        "stock: {lost: doubles}",
        sauspiel(won=False, klopfer=2, kontra=2),
        40,
        (-20, -20, 40),
    ),
    "stock: never when it is taken": (
        "stock: {multiplied: [klopfen]}",
        sauspiel(won=True, klopfer=2),
        40,
        (20, 20, -40),
    ),
    "stock: a solo does not play for it": ("", solo(won=True), 40, (0, 0, 0)),
    "stock: a solo that plays for it": ("stock: {games: [sauspiel, solo]}", solo(won=True), 40, (40, 0, -40)),
    "stock: a lost solo": ("stock: {games: [sauspiel, solo], lost: doubles}", solo(won=False), 40, (-40, 0, 40)),
    "stock: none": ("stock: none", sauspiel(won=True), 40, (0, 0, 0)),
}


@pytest.mark.parametrize(("settings", "hand", "held", "moved"), rows(STOCKS))
def test_stock(settings: str, hand: Facts, held: int, moved: tuple[int, int, int]) -> None:
    """Beside the price of the game, the Stock moves so."""
    made = scored(hand, tariff(settings), stock=held)
    without = scored(hand, tariff("stock: none"))
    assert tuple(made.postings[who] - without.postings[who] for who in ("Anna", "Bene", STOCK)) == moved


PAID_IN = {
    "stock: everybody pays in": row(PASSED, 10),
    "stock: another sum": row(PASSED, 7, "stock: {pay_in: 7}"),
    "stock: Klopfer double it": row({**PASSED, "klopfer": 2}, 40, "stock: {multiplied: [klopfen]}"),
    "stock: linear Klopfer": row(
        {**PASSED, "klopfer": 2}, 30, "stock: {multiplied: [klopfen]}\nklopfen: {growth: linear}"
    ),
    "stock: Bock doubles it": row({**PASSED, "bock": 1}, 20, "stock: {multiplied: [bock]}"),
    "stock: Klopfer of a solo only": row(
        {**PASSED, "klopfer": 2}, 10, "stock: {multiplied: [klopfen]}\nklopfen: {games: [solo]}"
    ),
    "stock: nobody knocked": row(PASSED, 10, "stock: {multiplied: [klopfen]}"),
    "stock: two rules double it": row({**PASSED, "klopfer": 1, "bock": 1}, 40, "stock: {multiplied: [klopfen, bock]}"),
    "stock: no doubling counts otherwise": row({**PASSED, "klopfer": 2, "bock": 1}, 10),
    "stock: at most so much a person in": row(PASSED, 6, "stock: {max_per_person: 6}"),
    "stock: none, a throw-in costs nothing": row(PASSED, 0, "stock: none"),
}


@pytest.mark.parametrize(("settings", "hand", "each"), rows(PAID_IN))
def test_throw_in(settings: str, hand: Facts, each: int) -> None:
    """After a throw-in each of those dealt in pays so much into the Stock, and the value is 0."""
    made = scored(hand, tariff(settings))
    assert (made.value, postings(made), made.postings[STOCK]) == (0, (-each,) * 4, 4 * each)


def test_only_those_dealt_in_pay_into_the_stock() -> None:
    """Who sits out pays nothing into the Stock."""
    made = scored(PASSED, tariff(), people=6)
    assert (postings(made), made.postings[STOCK]) == ((0, -10, -10, -10, -10, 0), 40)


# -- special rounds -----------------------------------------------------------------------------------

SUM = "rounds: {schieber_sum: 50}"
MUNGO = "rounds: {kinds: [schieber, {name: mungo, times: 2}, {name: dachs}]}"
ROUNDS = {
    "schieber: nobody took it": (SUM, "schieber", PASSED, (-50, 50, 50, -50)),
    "schieber: nobody took it, no sum agreed": ("", "schieber", PASSED, (-10, -10, -10, -10)),
    "schieber: a sum of nought is a sum": ("rounds: {schieber_sum: 0}", "schieber", PASSED, (0, 0, 0, 0)),
    "schieber: the sum only in its round": (SUM, None, PASSED, (-10, -10, -10, -10)),
    "hadsch: nothing said is a Kontra": ("", "hadsch", solo(won=True), (120, -40, -40, -40)),
    "hadsch: one in the chain is that Kontra": ("", "hadsch", solo(won=True, kontra=1), (120, -40, -40, -40)),
    "hadsch: Re is two": ("", "hadsch", solo(won=True, kontra=2), (240, -80, -80, -80)),
    "hadsch: Re by name": ("", "hadsch", solo(won=True, kontra=["Anna"]), (240, -80, -80, -80)),
    "hadsch: Kontra by name": ("", "hadsch", solo(won=True, kontra=["Bene"]), (120, -40, -40, -40)),
    "hadsch: Kontra and Re by name": ("", "hadsch", solo(won=True, kontra=["Bene", "Anna"]), (240, -80, -80, -80)),
    "hadsch: Re, known by the winners": (
        "",
        "hadsch",
        {"game": "solo", "winners": ["Anna"], "kontra": ["Anna"]},
        (240, -80, -80, -80),
    ),
    "hadsch: Re of the partner opposite": (
        EVERYTHING,
        "hadsch",
        {"game": "kreuz", "declarer": "Anna", "won": True, "kontra": ["Christl"]},
        (40, -40, 40, -40),
    ),
    "blauer Habicht: wins with 44": (
        "",
        "blauer-habicht",
        solo("farbhabicht", declarer="Dani", augen=44),
        (-20, -20, -20, 60),
    ),
    "blauer Habicht: loses with 43": (
        "",
        "blauer-habicht",
        solo("farbhabicht", declarer="Dani", augen=43),
        (20, 20, 20, -60),
    ),
    "blauer Habicht: another number": (
        "rounds: {pflichthabicht: 50}",
        "blauer-habicht",
        solo("farbhabicht", declarer="Dani", augen=49),
        (20, 20, 20, -60),
    ),
    "blauer Habicht: not the last": (
        "",
        "blauer-habicht",
        solo("farbhabicht", declarer="Christl", augen=60),
        (20, 20, -60, 20),
    ),
    "blauer Habicht: with a bid": (
        "",
        "blauer-habicht",
        solo("farbhabicht", declarer="Dani", augen=46, bid=47),
        (20, 20, 20, -60),
    ),
    "allgäuer: five Laufende with the Herz-Ober": ("", "allgäuer", solo(won=True, laufende=5), (210, -70, -70, -70)),
    "allgäuer: a Wenz counts Unter": ("", "allgäuer", solo("wenz", won=True, laufende=3), (150, -50, -50, -50)),
    "own: it doubles": (MUNGO, "mungo", solo(won=True), (120, -40, -40, -40)),
    "own: it doubles nothing unless it says so": (MUNGO, "dachs", solo(won=True), (60, -20, -20, -20)),
    "own: all is doubled": (MUNGO, "mungo", solo(won=True, schneider=True, laufende=3), (360, -120, -120, -120)),
    "own: Bock and Klopfer beside it": (MUNGO, "mungo", solo(won=True, klopfer=1, bock=1), (480, -160, -160, -160)),
    "own: Laufende that nothing else doubles": (
        f"{MUNGO}\nlaufende: {{doubled: no}}",
        "mungo",
        solo(won=True, klopfer=1, laufende=3),
        (420, -140, -140, -140),
    ),
    "own: the ceiling bounds it": (f"{MUNGO}\nceiling: 30", "mungo", solo(won=True), (90, -30, -30, -30)),
    "own: a Ramsch": (MUNGO, "mungo", ramsch(losers=["Bene"]), (20, -60, 20, 20)),
    "own: a Bettel": (MUNGO, "mungo", solo("bettel", won=True), (120, -40, -40, -40)),
    "own: Laufende of the caller alone": (
        f"{MUNGO}\nlaufende: {{ohne: caller}}",
        "mungo",
        sauspiel(won=True, laufende=3, laufende_of="opponents"),
        (140, 20, -80, -80),
    ),
    "own: what is paid into the Stock stays": (MUNGO, "mungo", PASSED, (-10, -10, -10, -10)),
    "own: the hand says it": (MUNGO, None, solo(won=True, round="mungo"), (120, -40, -40, -40)),
    "a hand says its round": ("", None, {**solo(won=True), "round": "hadsch"}, (120, -40, -40, -40)),
    "a hand says that there is none": ("", "hadsch", {**solo(won=True), "round": "none"}, (60, -20, -20, -20)),
}


@pytest.mark.parametrize(("settings", "in_round", "hand", "paid"), rows(ROUNDS))
def test_special_round(settings: str, in_round: str | None, hand: Facts, paid: tuple[int, ...]) -> None:
    """In a special round the hand costs so much."""
    assert postings(scored(hand, tariff(settings), in_round=in_round)) == paid


# -- people and cards ---------------------------------------------------------------------------------

TABLES = {
    "two, short deck": (2, "", solo(won=True), (20, -20)),
    "two, twelve tricks": (2, "", solo(tricks=12), (40, -40)),
    "two, Ramsch": (2, "", ramsch(70, 50), (-10, 10)),
    "two, Ramsch tie shared": (2, SHARED, ramsch(60, 60), (0, 0)),
    "two, throw-in": (2, "", PASSED, (-10, -10)),
    "three, short deck": (3, "", solo(tricks=8), (80, -40, -40)),
    "three, long deck": (3, "deck: {3: long}", solo(tricks=10), (80, -40, -40)),
    "three, long deck, eight tricks are not all": (3, "deck: {3: long}", solo(tricks=8, won=True), (40, -20, -20)),
    "three, Ramsch": (3, "", ramsch(60, 40, 20), (-20, 10, 10)),
    "three, a Sie in eight cards": (3, "", solo(sie=True), (960, -480, -480)),
    "four, short deck": (4, "deck: short", sauspiel(tricks=6), (30, 30, -30, -30)),
    "five": (5, "", sauspiel(declarer="Bene", partner="Eva", won=True), (0, 10, -10, -10, 10)),
    "six": (6, "", sauspiel(declarer="Bene", partner="Eva", won=True), (0, 10, -10, -10, 10, 0)),
    "seven": (7, "", sauspiel(declarer="Bene", partner="Eva", won=True), (0, 10, -10, -10, 10, 0, 0)),
    "the table names them": (
        5,
        "",
        sauspiel(won=True, active=["Anna", "Bene", "Christl", "Eva"]),
        (10, 10, -10, 0, -10),
    ),
    "the table says who deals": (5, "", sauspiel(won=True, dealer="Eva"), (10, 10, -10, -10, 0)),
    "four play a game of three": (4, "", solo(won=True, active=["Anna", "Bene", "Dani"]), (40, -20, 0, -20)),
}


@pytest.mark.parametrize(("people", "settings", "hand", "paid"), rows(TABLES))
def test_table(people: int, settings: str, hand: Facts, paid: tuple[int, ...]) -> None:
    """With so many people the hand is settled so; who sits out gets 0."""
    assert postings(scored(hand, tariff(settings), people=people)) == paid


# -- über Kreuz, and winners alone --------------------------------------------------------------------

KREUZ: Facts = {"game": "kreuz", "declarer": "Anna"}
FORMS = {
    "kreuz: the partner sits opposite": row({**KREUZ, "won": True}, (10, -10, 10, -10), EVERYTHING),
    "kreuz: the partner may be said": row({**KREUZ, "won": True, "partner": "Christl"}, (10, -10, 10, -10), EVERYTHING),
    "kreuz: 60:60 is a draw": row({**KREUZ, "augen": 60, "kontra": 2}, (0, 0, 0, 0), EVERYTHING),
    "kreuz: 61 are won": row({**KREUZ, "augen": 61}, (10, -10, 10, -10), EVERYTHING),
    "kreuz: the winners": row({"game": "kreuz", "winners": ["Dani", "Bene"]}, (-10, 10, -10, 10), EVERYTHING),
    "sie: eight Ober and Unter, however many trumps are said": row(
        {"game": "turm", "declarer": "Anna", "sie": True}, (1440, -480, -480, -480), SIE_ONLY
    ),
    "sie: its eight Laufende may be said": row(
        {"game": "turm", "declarer": "Anna", "sie": True, "laufende": 8}, (1440, -480, -480, -480), SIE_ONLY
    ),
    "kreuz: own fixed pairs": row({"game": "still", "declarer": "Bene", "won": True}, (-30, 30, -30, 30), STILL),
    "winners: a Sauspiel": row({"game": "sauspiel", "winners": ["Bene", "Dani"]}, (-10, 10, -10, 10)),
    "winners: Laufende, Schneider and a chain": row(
        {"game": "sauspiel", "winners": ["Bene", "Dani"], "laufende": 3, "schneider": True, "kontra": 1},
        (-100, 100, -100, 100),
    ),
    "winners: a solo that was won": row({"game": "solo", "winners": ["Bene"]}, (-20, 60, -20, -20)),
    "winners: a solo that was lost": row({"game": "solo", "winners": ["Anna", "Bene", "Dani"]}, (20, 20, -60, 20)),
    "winners: the soloist's Augen": row(
        {"game": "solo", "winners": ["Anna", "Bene", "Dani"], "augen": 25}, (30, 30, -90, 30)
    ),
    "winners: a Bettel": row({"game": "bettel", "winners": ["Christl"]}, (-20, -20, 60, -20)),
    "winners: a Tout that was won": row({"game": "wenz", "winners": ["Dani"], "tout": True}, (-80, -80, -80, 240)),
    "winners: the chain by name": row(
        {"game": "solo", "winners": ["Dani"], "kontra": ["Anna", "Dani"]}, (-80, -80, -80, 240)
    ),
}


@pytest.mark.parametrize(("settings", "hand", "paid"), rows(FORMS))
def test_form(settings: str, hand: Facts, paid: tuple[int, ...]) -> None:
    """Noted in this form, the hand is settled so."""
    assert postings(scored(hand, tariff(settings))) == paid


def test_draw_leaves_the_stock_alone() -> None:
    """Where nobody wins, nobody takes the Stock and nobody pays into it."""
    rules = tariff(f"{EVERYTHING}\nstock: {{games: [kreuz], lost: doubles}}")
    made = scored({**KREUZ, "augen": 60}, rules, stock=40)
    assert (made.value, set(made.postings.values())) == (0, {0})


def test_one_winner_of_three_played_alone() -> None:
    """Of three people dealt in, one winner is the declarer."""
    outcome = scored({"game": "solo", "winners": ["Anna"]}, tariff(), people=3).outcome
    assert isinstance(outcome, Outcome)
    assert outcome.declarers == ("Anna",)


def test_winners_and_declarers_say_the_same() -> None:
    """A solo noted by its winners costs what it costs with declarer and result."""
    noted = scored({"game": "solo", "winners": ["Bene", "Christl", "Dani"], "klopfer": 1}, tariff())
    assert noted == scored(solo(won=False, klopfer=1), tariff())


# -- the explanation ----------------------------------------------------------------------------------


def test_steps_say_what_was_added_and_multiplied() -> None:
    """The steps name each rule that made the price: first what is added, then what multiplies."""
    made = scored(solo(suit="herz", augen=95, laufende=3, klopfer=2, kontra=1, bock=1), tariff())
    assert [tuple(step) for step in made.steps] == [
        ("Herz-Solo", 20, None),
        ("Schneider", 10, None),
        ("3 Laufende", 30, None),
        ("2 Klopfer", None, 4),
        ("Kontra", None, 2),
        ("Bock", None, 2),
    ]


@pytest.mark.parametrize(
    ("settings", "hand", "labels"),
    [
        pytest.param("", ramsch(losers=["Anna"], jungfrauen=["Bene"]), ["Ramsch", "Jungfrau"], id="one Jungfrau"),
        pytest.param(
            "", ramsch(losers=["Anna"], jungfrauen=["Bene", "Dani"]), ["Ramsch", "2 Jungfrauen"], id="two Jungfrauen"
        ),
        pytest.param(
            "ramsch: {jungfrau: solo_price}",
            ramsch(losers=["Anna"], jungfrauen=["Bene"]),
            ["Ramsch, 1 Jungfrau"],
            id="at a solo's price",
        ),
        pytest.param(
            "ramsch: {jungfrau: solo_price}",
            ramsch(losers=["Anna"], jungfrauen=["Bene", "Dani"]),
            ["Ramsch", "2 Jungfrauen"],
            id="two at a solo's price",
        ),
        pytest.param(
            "ramsch: {jungfrau: none, jungfrau_adds: 10}",
            ramsch(losers=["Anna"], jungfrauen=["Bene"]),
            ["Ramsch", "Jungfrau"],
            id="a Jungfrau that adds",
        ),
        pytest.param(
            "", ramsch(durchmarsch="Anna"), ["Durchmarsch, Herz-Solo", "Schneider", "Schwarz"], id="a Durchmarsch"
        ),
        pytest.param(
            "ramsch: {durchmarsch: {augen: 91, pays: ramsch}}",
            ramsch(durchmarsch="Anna"),
            ["Durchmarsch"],
            id="a Durchmarsch at the price of the Ramsch",
        ),
        pytest.param("", sauspiel(bock=2, won=True), ["Sauspiel", "2 Bock"], id="two Bock"),
        pytest.param(
            ANNOUNCED, sauspiel(announced="schneider", augen=80), ["Sauspiel", "Schneider angesagt"], id="announced"
        ),
        pytest.param("schneider: {times: 2}", sauspiel(augen=95), ["Sauspiel", "Schneider"], id="a Schneider doubles"),
        pytest.param("schneider: {price: 0}", sauspiel(augen=95), ["Sauspiel"], id="a Schneider that costs nothing"),
        pytest.param("bids: {price: 10}", sauspiel(bid=71, augen=75), ["Sauspiel", "Steigern 71"], id="a bid"),
        pytest.param("bids: {price: 10}", sauspiel(bid=70, augen=75), ["Sauspiel"], id="a bid below its first step"),
        pytest.param(
            "doublings: {growth: linear, together: [klopfen, kontra]}",
            sauspiel(klopfer=1, kontra=1, won=True),
            ["Sauspiel", "1 Klopfer, Kontra"],
            id="what is counted together",
        ),
        pytest.param("", solo(tout=True, won=False), ["Solo", "Tout"], id="a Tout"),
        pytest.param(
            "prices: {tout: 70}",
            solo(tout=True, won=False, laufende=3, suit="herz"),
            ["Herz-Solo, Tout", "3 Laufende"],
            id="a Tout at a price of its own",
        ),
        pytest.param("", solo(sie=True), ["Solo", "Schneider", "Schwarz", "8 Laufende", "Sie"], id="a Sie"),
        pytest.param(
            "laufende: {doubled: no}",
            solo(tout=True, won=False, laufende=3, kontra=1),
            ["Solo", "Tout", "Kontra", "3 Laufende, Tout"],
            id="Laufende that only a Tout doubles",
        ),
        pytest.param(
            "schneider: {doubled: no}\nschwarz: {times: 2}",
            solo(tout=True, won=True, kontra=1),
            ["Solo", "Schwarz", "Tout", "Kontra", "Schneider, Schwarz, Tout"],
            id="a Schneider that Schwarz and Tout multiply",
        ),
    ],
)
def test_steps_are_named(settings: str, hand: Facts, labels: list[str]) -> None:
    """Each step has the name of its rule."""
    assert [step.label for step in scored(hand, tariff(settings)).steps] == labels


def test_a_step_says_what_the_ceiling_takes_off() -> None:
    """The ceiling is the last step of the calculation."""
    assert tuple(scored(sauspiel(kontra=3, won=True), tariff("ceiling: 75")).steps[-1]) == ("Obergrenze", -5, None)


@pytest.mark.parametrize(
    ("settings", "hand", "label"),
    [
        pytest.param(SHARED, ramsch(30, 30, 30, 30), "alle gleich, niemand zahlt", id="all tie"),
        pytest.param(SUM, {**PASSED, "round": "schieber"}, "Schieber, den keiner nahm", id="a Schieber"),
        pytest.param(EVERYTHING, {**KREUZ, "augen": 60}, "60:60, unentschieden", id="a draw"),
        pytest.param(
            f"{EVERYTHING}\nkreuz: {{tie: again}}",
            {**KREUZ, "augen": 60},
            "60:60, noch einmal",
            id="a draw played again",
        ),
    ],
)
def test_what_costs_nothing_has_a_step_that_adds_nothing(settings: str, hand: Facts, label: str) -> None:
    """A hand that nobody pays for is explained by one step of 0."""
    assert scored(hand, tariff(settings)).steps == (Step(label, 0),)


def test_a_step_below_the_ceiling_is_none() -> None:
    """A price that just reaches the ceiling has no step for it."""
    assert scored(sauspiel(won=True), tariff("ceiling: 10")).steps == (Step("Sauspiel", 10),)


@pytest.mark.parametrize(
    ("levels", "label"),
    [(8, "Kontra, Re, Sub, Resub, 5. Kontra, 6. Kontra, 7. Kontra, 8. Kontra"), (9, "Kontra … 9. Kontra")],
)
def test_a_long_chain_is_cut_short(levels: int, label: str) -> None:
    """Eight words of a chain are listed; of more the first and the last stand for all."""
    rules = tariff("kontra: {names: [Kontra, Re, Sub, Resub], unlimited: yes}")
    assert scored(sauspiel(kontra=levels, won=True), rules).steps[-1] == Step(label, times=2**levels)


CHAINS = {
    "a solo": ("", "solo", "Kontra"),
    "a solo with another word": ("kontra: [Spritze, Re]", "solo", "Spritze"),
    "a solo where nobody doubles": ("kontra: none\nramsch: {kontra: all}", "solo", None),
    "a Ramsch": ("", "ramsch", None),
    "a Ramsch where each doubles for himself": ("ramsch: {kontra: own}", "ramsch", None),
    "a Ramsch that is doubled for all": ("kontra: [Spritze, Re]\nramsch: {kontra: all}", "ramsch", "Spritze"),
    "a Ramsch, and no other game": ("kontra: none\nramsch: {kontra: all}", "ramsch", "Kontra"),
}


@pytest.mark.parametrize(("settings", "game", "word"), rows(CHAINS))
def test_who_doubles_a_game_for_all_says_this_first(settings: str, game: str, word: str | None) -> None:
    """A game has the chain of its table, a Ramsch only where it is doubled for all."""
    chain = tariff(settings).chain_in(BY_NAME[game])
    assert (chain and chain.level(1)) == word


@pytest.mark.parametrize(
    ("settings", "hand", "losers"),
    [
        pytest.param("", ramsch(losers=["Dani"]), ("Dani",), id="one"),
        pytest.param(SHARED, ramsch(30, 30, 30, 30), PEOPLE[:4], id="all tie"),
        pytest.param("", ramsch(durchmarsch="Anna"), ("Bene", "Christl", "Dani"), id="a Durchmarsch"),
        pytest.param(TWO_LOSE % "", ramsch(10, 50, 20, 40), ("Bene", "Dani"), id="two"),
        pytest.param(TWO_LOSE % "shared", ramsch(50, 30, 30, 10), ("Anna",), id="one, two share nothing"),
    ],
)
def test_a_ramsch_says_who_lost(settings: str, hand: Facts, losers: tuple[str, ...]) -> None:
    """The score of a Ramsch keeps what was judged."""
    outcome = scored(hand, tariff(settings)).outcome
    assert outcome is not None
    assert outcome.losers == losers


def test_what_somebody_was_in_a_ramsch() -> None:
    """One of all against all; where a deal was thrown in, none of that."""
    assert role_of("Anna", scored(ramsch(losers=["Dani"]), tariff()).outcome) == "ramsch"
    assert role_of("Anna", None) == "other"


def test_who_doubles_for_himself_does_not_double_for_all() -> None:
    """A Schuss of one's own is kept by name, and is no Kontra of the hand."""
    outcome = scored(ramsch(losers=["Dani"], kontra=["Anna", "Bene"]), tariff("ramsch: {kontra: own}")).outcome
    assert isinstance(outcome, RamschOutcome)
    assert (outcome.kontra, outcome.shots) == (0, ("Anna", "Bene"))


def test_a_bettel_is_neither_schneider_nor_schwarz() -> None:
    """A Bettel knows no Schneider and no Schwarz, whoever made no trick."""
    outcome = scored(solo("bettel", tricks=0), tariff()).outcome
    assert isinstance(outcome, Outcome)
    assert (outcome.schneider, outcome.schwarz) == (False, False)


DOUBLED = {
    "Klopfen": ("", Step("2 Klopfer", times=4), "klopfen"),
    "Kontra": ("", Step("Kontra", times=2), "kontra"),
    "Bock": ("", Step("Bock", times=2), "bock"),
    "the price": ("", Step("Sauspiel", 10), ""),
    "a rule that is not played": ("klopfen: none", Step("2 Klopfer", times=4), ""),
}


@pytest.mark.parametrize(("settings", "step", "name"), rows(DOUBLED))
def test_a_doubling_is_known_by_its_step(settings: str, step: Step, name: str) -> None:
    """A tariff says which of its rules made a step, where it was one that doubles."""
    outcome = scored(sauspiel(klopfer=2, kontra=1, bock=1, won=True), tariff()).outcome
    assert isinstance(outcome, Outcome)
    assert tariff(settings).doubling(step, outcome) == name


def test_the_step_of_a_round_is_known() -> None:
    """Where a hand was judged in one that doubles."""
    outcome = scored(sauspiel(bock=1, won=True), tariff(MUNGO), in_round="mungo").outcome
    assert isinstance(outcome, Outcome)
    [step] = tariff(MUNGO).of_round(outcome)
    assert step == Step("Mungo", times=2)
    assert tariff(MUNGO).doubling(step, outcome) == "round"
    assert tariff(MUNGO).doubling(Step("Bock", times=2), outcome) == "bock"


def test_a_tout_of_one_suit_has_its_own_price() -> None:
    """It doubles nothing there, and any other Tout what that costs."""
    rules = tariff("prices: {solo: 50, herz-solo-tout: 99}")
    assert scored(solo(suit="herz", tout=True, won=True), rules).value == 99 + 20
    assert scored(solo(suit="gras", tout=True, won=True), rules).value == 2 * (50 + 20)


def test_the_rounds_of_a_tariff() -> None:
    """By name, the table's own as well; those that double a price, and what may be one."""
    rules = tariff(MUNGO)
    assert rules.rounds
    assert rules.rounds.names == ("schieber", "mungo", "dachs")
    assert [rules.dearer_in(kind) for kind in (None, "schieber", "mungo", "dachs")] == [None, None, "mungo", None]
    assert [is_round(word) for word in ("langer-dachs", "-", "Dachs", "5", 5)] == [True, False, False, False, False]


def test_whether_the_suit_of_a_game_counts() -> None:
    """Where one has a price of its own, or brings something."""
    assert tariff().suited == tariff("prices: {wenz: 60}").suited == frozenset()
    assert tariff("prices: {herz-solo: 60}").suited == {"solo"}
    assert tariff("bock: {after: [herz_solo]}").suited == {"solo"}


def test_nothing_lies_aside_where_nobody_deals_so() -> None:
    """Nor is there a trick."""
    assert (tariff().aside(7), tariff().tricks(7)) == (0, 0)


def test_a_setting_is_described() -> None:
    """What a key of a tariff means, and what it may be, stands beside it."""
    assert setting("added to the price", least=0) == {"doc": "added to the price", "least": 0}


def test_own_game_is_a_line_of_the_tariff() -> None:
    """A table's own game has its own trumps: a run of four is paid, and known by its alias."""
    rules = tariff("games: [{name: doppelwenz, shape: solo, price: 80, trumps: 4, aliases: [dw]}]")
    hand = from_json(solo("dw", laufende=4, won=True), games=rules.games)
    assert isinstance(hand, Played)
    assert (hand.game, scored(solo("dw", laufende=4, won=True), rules).value) == ("doppelwenz", 120)


@pytest.mark.parametrize("growth", ["power", "linear", (3, 5)])
def test_nothing_that_doubles_is_times_one(growth: str | tuple[int, ...]) -> None:
    """However it grows, it begins with the first."""
    assert grown(0, growth, None) == 1


def test_fewer_laufende_than_a_schedule_knows_add_nothing() -> None:
    """They are counted, and cost 0."""
    rules = tariff("laufende: {by_game: {wenz: 2}, schedule: {3: 5, 4: 25}}")
    assert scored(solo("wenz", laufende=2, won=True), rules).steps[-1] == Step("2 Laufende", 0)


@pytest.mark.parametrize(
    "hand", [sauspiel(won=True, laufende=3), ramsch(losers=["Anna"], jungfrauen=["Bene"])], ids=["a game", "a Ramsch"]
)
def test_a_price_is_worked_out_once(hand: Facts) -> None:
    """The same hand a second time has the very steps that were found the first time."""
    rules = tariff("")
    assert scored(hand, rules).steps is scored(hand, rules).steps
