"""Hands at a table in few words, for the tests of the scoring core."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import pytest

from sklog import tariffs
from sklog.errors import HandError
from sklog.scoring import evening
from sklog.scoring.canonical import from_json
from sklog.scoring.payout import STOCK, Score, fold, score
from sklog.scoring.tariff import Tariff

PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi", "Robert")

Facts = dict[str, Any]
T = TypeVar("T")


@cache
def tariff(settings: str = "", extends: str = "wiki") -> Tariff:
    """Return a shipped tariff with the changes that a house tariff says, each a line of YAML."""
    return tariffs.read(f"name: haus\nextends: {extends}\n{settings}\n", "haus.yaml")


def sauspiel(**facts: Any) -> Facts:
    """Return a Sauspiel of Anna with Bene."""
    return {"game": "sauspiel", "declarer": "Anna", "partner": "Bene", **facts}


def solo(game: str = "solo", **facts: Any) -> Facts:
    """Return a game that Anna plays alone."""
    return {"game": game, "declarer": "Anna", **facts}


def ramsch(*augen: int, **facts: Any) -> Facts:
    """Return a Ramsch, with the Augen of Anna, Bene, … as far as they are given; so are tricks, trumps and highest."""
    figures: Facts = {"augen": augen} if augen else {}
    for key in ("tricks", "trumps", "highest"):
        if isinstance(facts.get(key), tuple):
            figures[key] = facts.pop(key)
    by_name = {
        key: {who: figure for who, figure in zip(PEOPLE, given, strict=False) if figure is not None}
        for key, given in figures.items()
    }
    return {"game": "ramsch", **by_name, **facts}


def row(hand: Facts, said: T, settings: str = "") -> tuple[str, Facts, T]:
    """Return a row of a table: a tariff's settings, which are mostly the usual ones, a hand, and what comes of it."""
    return settings, hand, said


def scored(
    hand: Mapping[str, Any],
    rules: Tariff,
    *,
    people: int = 4,
    stock: int = 0,
    bock: int = 0,
    in_round: str | None = None,
    dealer: str | None = None,
) -> Score:
    """Return what a hand costs. Of four people or fewer the last deals, of more the first, so that Anna sits out."""
    seats = PEOPLE[:people]
    state = evening.start(seats, dealer or (seats[-1] if people <= 4 else seats[0]), stock)
    state = state._replace(bock=(1,) * bock, round=in_round, round_left=people if in_round else 0)
    said = from_json(hand, seats, rules.games)
    made = score(said, evening.table_for(state, said, rules), rules)
    assert sum(made.postings.values()) == 0
    assert fold(made.steps) == made.value
    return made


def postings(made: Score) -> tuple[int, ...]:
    """Return what everybody seated gets or pays, clockwise from Anna, without the Stock."""
    return tuple(amount for account, amount in made.postings.items() if account != STOCK)


def refused(hand: Mapping[str, Any], rules: Tariff, **circumstances: Any) -> list[str]:
    """Return the sentences with which a hand is refused, everything that the table says against it included."""
    people = circumstances.get("people", 4)
    state = evening.start(PEOPLE[:people], PEOPLE[people - 1])
    with pytest.raises(HandError) as caught:
        scored(hand, rules, **circumstances)
    return [problem.message for problem in evening.refusal(caught.value, state, rules).problems]
