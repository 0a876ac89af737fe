"""What is looked at only where a hand says something of it is still looked at, beside everything else that is wrong."""

import pytest

from sklog import tariffs
from sklog.errors import IllegalHand
from sklog.scoring.hand import Played
from sklog.scoring.judge import Table, judge

SEATS = ("Anna", "Bene", "Christl", "Dani", "Eva")
TABLE = Table(SEATS, "Eva", SEATS[:4])
WIKI = tariffs.find("wiki")


def refused(hand: Played, table: Table = TABLE) -> list[str]:
    """Return everything that is wrong with this hand here."""
    with pytest.raises(IllegalHand) as error:
        judge(hand, table, WIKI)
    return [problem.message for problem in error.value.problems]


def test_a_suit_and_the_tricks_can_both_be_wrong() -> None:
    """One does not hide the other."""
    assert refused(Played(game="sauspiel", suit="herz", declarer="Anna", partner="Bene", tricks=9)) == [
        "herz is not a suit of a Sauspiel; choose from eichel, gras, schellen",
        "9 tricks: there are 8 with these cards and 4 people",
    ]


def test_too_many_people_with_laufende() -> None:
    """So many are never dealt in, whatever they held."""
    assert refused(Played(game="wenz", declarer="Anna", won=True, laufende=3), Table(SEATS, "Eva", SEATS)) == [
        "wiki deals to 2, 3 or 4 people, not to 5"
    ]


def test_who_is_wrong_is_told_of_the_deal_first() -> None:
    """A stranger who deals, one who is dealt in, one who plays and one who sits out."""
    table = Table(SEATS, "Xaver", ("Anna", "Bene", "Christl", "Yvonne"))
    people = "Anna, Bene, Christl, Dani, Eva"
    assert refused(Played(game="sauspiel", declarer="Yvonne", partner="Eva", won=True), table) == [
        f"Xaver is not at this table; there are {people}",
        f"Yvonne is not at this table; there are {people}",
        f"Yvonne is not at this table; there are {people}",
        "Eva sits out; dealt in: Anna, Bene, Christl, Yvonne",
    ]


def test_all_who_are_dealt_in_may_be_strangers() -> None:
    """Each of them is named, once."""
    strangers = ("Xaver", "Yvonne", "Zenzi", "Wast")
    assert refused(Played(game="wenz", declarer="Xaver", won=True), Table(SEATS, "Eva", strangers)) == [
        f"{name} is not at this table; there are Anna, Bene, Christl, Dani, Eva" for name in strangers
    ]


def test_where_only_the_winners_are_known_nobody_declared() -> None:
    """Not even nobody."""
    outcome = judge(Played(game="sauspiel", winners=("Anna", "Dani")), TABLE, tariffs.find("sauspiel"))
    assert (outcome.declarers, outcome.losers) == ((), ("Bene", "Christl"))


def test_of_a_draw_nobody_says_who_won() -> None:
    """Neither side did: Over Kreuz, each pair with 60 Augen."""
    kreuz = tariffs.read("name: kreuz\nextends: wiki\ngames: [kreuz]", "kreuz.yaml")
    outcome = judge(Played(game="kreuz", declarer="Anna", augen=60), TABLE, kreuz)
    assert (outcome.draw, outcome.won) == (True, None)
