"""Randomly changed tariffs for the second opinion."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from second_opinion_scene import CATALOGUE

if TYPE_CHECKING:
    from random import Random

    from second_opinion_scene import Map

ROUNDS = ("schieber", "hadsch", "ramsch", "allgäuer", "blauer-habicht")
OWN_GAMES = (
    {"name": "nullouvert", "shape": "bettel", "price": 60},
    {"name": "trumpfsolo", "shape": "solo", "price": 45, "trumps": [14, 12], "herren": 8, "suits": ["eichel", "herz"]},
    {"name": "herrensolo", "shape": "solo", "trumps": [8, 8], "herren": 8, "sie": True},
    {"name": "paarspiel", "shape": "partner", "price": 15, "trumps": [14, 12], "herren": 8},
)


def changed(rng: Random, tariff: Map) -> Map:
    """Return a copy of a tariff's mapping with several parts changed at random."""
    mapping = copy.deepcopy(tariff)
    mapping["name"] = "changed"
    widen(rng, mapping)
    parts = new_parts(rng, mapping)
    for key in rng.sample(sorted(parts), rng.randint(3, len(parts))):
        mapping[key] = parts[key]
    if mapping["kontra"] != "none" and rng.random() < 0.3:
        mapping["kontra"] = {**mapping["kontra"], "games": rng.sample(names_of(mapping), 2)}
    return mapping


def names_of(mapping: Map) -> list[str]:
    """Return the names of the games that a tariff plays."""
    return [game["name"] if isinstance(game, dict) else game for game in mapping["games"]]


def widen(rng: Random, mapping: Map) -> None:
    """Let the tariff play more games, with more or fewer people and other cards."""
    known = names_of(mapping)
    more = [name for name in CATALOGUE if name not in (*known, "zusammengeworfen") and rng.random() < 0.4]
    own = [dict(game) for game in OWN_GAMES if rng.random() < 0.3]
    mapping["games"] = [*mapping["games"], *more, *own]
    if rng.random() < 0.4:
        mapping["people"] = rng.choice([[4], [3, 4], [2, 3, 4]])
        mapping["deck"] = rng.choice([{2: "short", 3: "short", 4: "long"}, {2: "short", 3: "long", 4: "short"}])
    prices = {**mapping["prices"], "ramsch": rng.randint(0, 30), "bettel": rng.randint(1, 70)}
    for key in ("herz-solo", "wenz", "kreuz", "gras-farbwenz", "mörtel", "hochzeit"):
        game = key.rsplit("-", 1)[-1]
        if rng.random() < 0.3 and game in names_of(mapping):
            prices[key] = rng.randint(1, 90)
    mapping["prices"] = prices


def new_parts(rng: Random, mapping: Map) -> Map:
    """Return new versions of all the parts of a tariff; `none` for some that may be off."""
    games = names_of(mapping)
    some = rng.randint

    def off(value: object, chance: float = 0.15) -> object:
        return "none" if rng.random() < chance else value

    return {
        "wins": {"declarers": rng.choice([60, 61, 61, 62])},
        "schneider": off({"price": some(0, 15), "declarers": rng.choice([30, 31]), "opponents": rng.choice([30, 29])}),
        "schwarz": off({"price": some(0, 15)}),
        "announced": off({"schneider": off(some(1, 30)), "schwarz": off(some(1, 30))}),
        "laufende": off(new_laufende(rng, games)),
        "tout": off({"times": some(1, 4), "schneider_schwarz": rng.random() < 0.5, "laufende": rng.random() < 0.7}),
        "sie": off({"times": some(1, 6), "schneider_schwarz": rng.random() < 0.5, "laufende": rng.random() < 0.7}),
        "kontra": off(
            {
                "names": ["Kontra", "Re", "Supra"][: some(1, 3)],
                "unlimited": rng.random() < 0.2,
                "games": [],
                "last_needs_61": rng.random() < 0.4,
            }
        ),
        "klopfen": off({"max": off(some(1, 4)), "growth": rng.choice(["power", "linear"])}),
        "bock": new_bock(rng),
        "stock": off(new_stock(rng, games)),
        "forced": off({"wins_from": some(58, 61), "schneider_from": off(some(28, 31))}),
        "bids": rng.random() < 0.8,
        "ramsch": new_ramsch(rng),
        "rounds": off(
            {
                "kinds": list(ROUNDS),
                "after_lost_solo": off(rng.choice([kind for kind in ROUNDS if kind != "hadsch"]), 0.5),
                "schieber_sum": off(some(0, 60), 0.4),
                "pflichthabicht": some(40, 50),
            }
        ),
        "thrown_in": {"same_dealer": rng.random() < 0.5, "uses_bock": rng.random() < 0.5},
        "ceiling": off(some(10, 400), 0.6),
    }


def new_laufende(rng: Random, games: list[str]) -> Map:
    """Return other rules for Laufende."""
    least = rng.randint(1, 4)
    return {
        "price": rng.randint(0, 12),
        "from": least,
        "by_game": {game: rng.randint(1, 3) for game in games if rng.random() < 0.2 and laufende_in(game)},
        "max": rng.choice(["none", "none", 4, 8, 14]),
        "only_herren": rng.random() < 0.4,
        "paid": rng.choice(["always", "always", "winners", "losers"]),
        "ohne": rng.choice(["all", "all", "caller"]),
        "schedule": {} if rng.random() < 0.7 else {3: 10, 5: 15, 8: 40},
    }


def laufende_in(game: str) -> bool:
    """Whether there are Laufende in a game of the catalogue that has declarers."""
    return game in CATALOGUE and CATALOGUE[game][1] > 0 and game != "ramsch"


def new_bock(rng: Random) -> Map:
    """Return other rules for Bock."""
    triggers = ["thrown_in", "lost_solo", "herz_solo", "lost_kontra", "schwarz", "tie_60"]
    return {
        "after": rng.sample(triggers, rng.randint(0, 5)),
        "length": rng.choice(["hand", "round"]),
        "inside": rng.choice(["ignored", "extended", "stacked", "restarted"]),
    }


def new_stock(rng: Random, games: list[str]) -> Map:
    """Return other rules for the Stock."""
    return {
        "pay_in": rng.randint(0, 15),
        "games": rng.sample([game for game in games if game != "ramsch"], 2),
        "lost": rng.choice(["doubles", "doubles", "stays", rng.randint(0, 35)]),
        "to": rng.choice(["declarers", "declarers", "caller"]),
        "max_per_person": "none" if rng.random() < 0.7 else rng.randint(1, 40),
        "multiplied": [kind for kind in ("klopfen", "kontra", "bock") if rng.random() < 0.3],
        "at_close": rng.choice(["split", "carry"]),
    }


def new_ramsch(rng: Random) -> Map:
    """Return other rules for the Ramsch."""
    march: Any = "none"
    if rng.random() < 0.7:
        march = {
            "augen": rng.choice(["none", 90, 91, 120]),
            "pays": rng.choice(["ramsch", "herz-solo", rng.randint(1, 90)]),
        }
    return {
        "jungfrau": rng.choice(["all", "own", "solo_price", "none"]),
        "durchmarsch": march,
        "tie": rng.choice([[], ["tricks", "trumps", "highest"], ["highest"], ["shared"], ["tricks", "shared"]]),
    }
