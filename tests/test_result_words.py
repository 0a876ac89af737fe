"""What became of a hand, in words."""

import pytest

from sklog import tariffs
from sklog.reports.sentences import result_words
from sklog.scoring.evening import start, step
from sklog.scoring.hand import Hand, Passed, Played, Posting, Ramsch

FOUR = ("Anna", "Bene", "Christl", "Dani")
SAUSPIEL = Played(game="sauspiel", declarer="Anna", partner="Christl", augen=93, laufende=3, kontra=("Bene",))
POINTS = {"Anna": 50, "Bene": 40, "Christl": 30, "Dani": 0}
WORDS = [
    pytest.param(
        SAUSPIEL, "Sauspiel: Anna and Christl won with 93 Augen, Schneider, 3 Laufende, Kontra", id="what was paid"
    ),
    pytest.param(
        Played(game="wenz", declarer="Bene", won=False, laufende=1), "Wenz: Bene lost", id="one Laufender is not paid"
    ),
    pytest.param(
        Played(game="solo", suit="herz", declarer="Dani", won=True, tout=True),
        "Herz-Solo: Dani won, Tout",
        id="a suit and a Tout",
    ),
    pytest.param(
        Played(game="solo", suit="gras", declarer="Dani", sie=True), "Gras-Solo: Dani won, 8 Laufende, Sie", id="a Sie"
    ),
    pytest.param(Played(game="wenz", winners=("Dani",)), "Wenz: Dani won", id="only the winner is known"),
    pytest.param(
        Ramsch(augen=POINTS, jungfrauen=("Dani",), klopfer=1),
        "Ramsch: Anna lost with 50 Augen, Dani Jungfrau, 1 Klopfer",
        id="a Ramsch says its Jungfrau once",
    ),
    pytest.param(Ramsch(durchmarsch="Bene"), "Ramsch: Durchmarsch of Bene", id="a Durchmarsch"),
    pytest.param(Passed(), "thrown in", id="thrown in"),
    pytest.param(Passed(note="wrong deal"), "thrown in (wrong deal)", id="a note"),
    pytest.param(
        Posting(amounts={"Anna": -50, "Bene": 50}, note="Falsch gegeben"),
        "Falsch gegeben: Anna −0.50, Bene +0.50 €",
        id="a posting",
    ),
]


@pytest.mark.parametrize(("hand", "words"), WORDS)
def test_a_scored_hand_says_what_the_tariff_paid(hand: Hand, words: str) -> None:
    """Who won or lost, with what, and everything that made it dearer."""
    tariff = tariffs.find("p-seminar")
    line = step(start(FOUR), hand, tariff)
    assert result_words(hand, tariff, line.score) == words


UNSCORED = [
    pytest.param(SAUSPIEL, "Sauspiel: Anna and Christl played with 93 Augen, 3 Laufende, 1 × Kontra", id="open"),
    pytest.param(
        Played(game="wenz", declarer="Bene", won=True, laufende=2, laufende_of="opponents", schwarz=True, klopfer=2),
        "Wenz: Bene won, Schwarz, 2 Laufende of the opponents, 2 Klopfer",
        id="as it was said",
    ),
    pytest.param(Ramsch(losers=("Anna", "Bene")), "Ramsch: Anna and Bene lost", id="two losers"),
    pytest.param(Ramsch(augen=POINTS), "Ramsch", id="nobody named"),
]


@pytest.mark.parametrize(("hand", "words"), UNSCORED)
def test_a_hand_that_was_struck_out_says_what_was_noted(hand: Hand, words: str) -> None:
    """Without a score nothing is worked out."""
    assert result_words(hand, tariffs.find("p-seminar")) == words


def test_a_tables_own_words_are_used() -> None:
    """A tariff that says Läufer for Laufende reads so here as well."""
    tariff = tariffs.find("p-seminar")._replace(words={"laufende": "Läufer"})
    line = step(start(FOUR), SAUSPIEL, tariff)
    assert "3 Läufer" in result_words(SAUSPIEL, tariff, line.score)
