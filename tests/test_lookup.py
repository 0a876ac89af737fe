"""What is looked up in a tariff once: it is that tariff's own, and never more than so much is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sklog.scoring.tariff
from sklog import tariffs
from sklog.errors import IllegalHand
from sklog.scoring import payout
from sklog.scoring.evening import start, table_for
from sklog.scoring.hand import Played
from sklog.scoring.judge import Outcome
from sklog.scoring.payout import WON, score
from sklog.scoring.tariff import MOST_PRICES, MOST_TARIFFS, Lookup, lookup

PEOPLE = ("Anna", "Bene", "Christl", "Dani")


def test_each_tariff_has_its_own() -> None:
    """Two tariffs of one name with other prices are two, and asking again finds the same."""
    tariff = tariffs.find("sauspiel")
    dearer = tariff._replace(prices={**tariff.prices, "solo": 1_000})
    hand = Played(game="solo", declarer="Anna", won=True)
    table = table_for(start(PEOPLE), hand, tariff)
    assert lookup(tariff) is lookup(tariff)
    plain = tariff.prices["solo"]
    assert [score(hand, table, each).value for each in (tariff, dearer, tariff)] == [plain, 1_000, plain]


def test_many_tariffs_are_not_all_kept() -> None:
    """Whoever folds a thousand evenings, each with a tariff of its own, holds only the last ones."""
    tariff = tariffs.find("sauspiel")
    looked_up = [lookup(tariff._replace(name=f"t{number}")) for number in range(MOST_TARIFFS + 1)]
    assert lookup(looked_up[-1].tariff) is looked_up[-1]
    assert lookup(looked_up[0].tariff) is not looked_up[0]
    assert [one.tariff.name for one in looked_up] == [f"t{number}" for number in range(MOST_TARIFFS + 1)]


def test_so_many_tariffs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the limit says; then the oldest makes room for the new one."""
    kept: dict[int, Lookup] = {}
    monkeypatch.setattr(sklog.scoring.tariff, "_kept", kept)
    several = [tariffs.find("sauspiel")._replace(name=f"t{number}") for number in range(MOST_TARIFFS + 1)]
    for tariff in several[:-1]:
        lookup(tariff)
    assert [one.tariff for one in kept.values()] == several[:-1]
    lookup(several[-1])
    assert [one.tariff for one in kept.values()] == several[1:]


def test_a_price_is_known_by_all_that_is_not_about_people() -> None:
    """Before the result of an outcome stand only the game, which is known by its name, its suit, and the people."""
    assert Outcome._fields[:WON] == ("game", "suit", "winners", "losers", "declarers")


def test_the_first_game_of_a_name_is_the_one() -> None:
    """As `Tariff.game` has it."""
    tariff = tariffs.find("wiki")
    twice = tariff._replace(games=(*tariff.games, tariff.games[0]._replace(title="another")))
    assert {name: game.title for name, game in lookup(twice).games.items()} == {
        game.name: game.title for game in tariff.games
    }


def test_so_many_prices_are_kept() -> None:
    """However different the hands are; a price that is kept is the one that comes out."""
    known = Lookup(tariffs.find("sauspiel"))
    most = 0
    for number in range(MOST_PRICES + 10):
        assert known.keep(("solo", number), number, ()) == (number, ())
        most = max(most, len(known.prices))
    assert most == MOST_PRICES
    assert known.prices["solo", MOST_PRICES + 9] == (MOST_PRICES + 9, ())


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
