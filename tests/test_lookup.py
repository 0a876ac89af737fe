"""What is found in a tariff once: it is that tariff's own, and never more than so much is kept."""

from dataclasses import replace

import pytest

from sklog import tariffs
from sklog.errors import IllegalHand
from sklog.scoring import payout
from sklog.scoring.evening import start, table_for
from sklog.scoring.hand import Played
from sklog.scoring.outcome import Outcome
from sklog.scoring.payout import WON, score

PEOPLE = ("Anna", "Bene", "Christl", "Dani")


def test_each_tariff_has_its_own() -> None:
    """Two tariffs of one name with other prices are two."""
    tariff = tariffs.find("sauspiel")
    dearer = tariff._replace(prices={**tariff.prices, "solo": 1_000})
    hand = Played(game="solo", declarer="Anna", won=True)
    table = table_for(start(PEOPLE), hand, tariff)
    plain = tariff.prices["solo"]
    assert [score(hand, table, each).value for each in (tariff, dearer, tariff)] == [plain, 1_000, plain]


def test_a_price_is_known_by_all_that_is_not_about_people() -> None:
    """Before the result of an outcome stand only the game, which is known by its name, its suit, and the people."""
    assert Outcome._fields[:WON] == ("game", "suit", "winners", "losers", "declarers")


def test_the_first_game_of_a_name_is_the_one() -> None:
    """Whoever asks for it by its name."""
    tariff = tariffs.find("wiki")
    twice = tariff._replace(games=(*tariff.games, tariff.games[0]._replace(title="another")))
    assert [twice.game(game.name) for game in tariff.games] == list(tariff.games)


def test_so_many_prices_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """However different the hands are; a price that is kept is the one that comes out."""
    monkeypatch.setattr(payout, "MOST_PRICES", 3)
    tariff = tariffs.find("sauspiel")
    kept = []
    for run in (0, 3, 4, 5, 6):
        hand = Played(game="solo", declarer="Anna", won=True, laufende=run)
        table = table_for(start(PEOPLE), hand, tariff)
        assert score(hand, table, tariff).value == score(hand, table, tariff._replace()).value
        kept.append(len(tariff.priced))
    assert kept == [1, 2, 3, 1, 2]


def test_what_was_found_is_no_part_of_the_tariff() -> None:
    """A tariff that was played by is the same as one that was not."""
    tariff = tariffs.find("sauspiel")
    hand = Played(game="solo", declarer="Anna", won=True)
    score(hand, table_for(start(PEOPLE), hand, tariff), tariff)
    assert tariff.priced
    assert tariff == tariffs.find("sauspiel")
    assert not tariff._replace().priced


def test_a_price_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next hand with the same facts has it from the first, whoever plays."""
    tariff = tariffs.find("sauspiel")
    hand = Played(game="wenz", declarer="Anna", won=True, laufende=4)
    table = table_for(start(PEOPLE), hand, tariff)
    first = score(hand, table, tariff)
    monkeypatch.setattr(payout, "price_steps", None)
    again = score(replace(hand, declarer="Bene"), table, tariff)
    assert (again.value, again.steps) == (first.value, first.steps)


def test_what_is_refused_is_refused_again() -> None:
    """A price that no ledger holds is never kept."""
    tariff = tariffs.find("wiki")
    hand = Played(game="solo", declarer="Anna", won=True, bock=63)
    table = table_for(start(PEOPLE), hand, tariff)
    said = []
    for _ in range(2):
        with pytest.raises(IllegalHand) as refused:
            score(hand, table, tariff)
        said.append(str(refused.value))
    assert said == ["doubled 63 times: no amount fits in a ledger any more"] * 2
