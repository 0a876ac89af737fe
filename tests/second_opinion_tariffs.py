"""Randomly changed tariffs for the second opinion."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from second_opinion_scene import CATALOGUE

if TYPE_CHECKING:
    from random import Random

    from second_opinion_scene import Map

ROUNDS = ("schieber", "hadsch", "ramsch", "allgäuer", "blauer-habicht")
OWN_ROUNDS = ("mungo", "dachs")
TRIGGERS = ("thrown_in", "lost_solo", "herz_solo", "lost_herz_solo", "lost_kontra", "schwarz", "tie_60")
OWN_GAMES = (
    {"name": "nullouvert", "shape": "bettel", "price": 60},
    {"name": "trumpfsolo", "shape": "solo", "price": 45, "trumps": [14, 12], "herren": 8, "suits": ["eichel", "herz"]},
    {"name": "herrensolo", "shape": "solo", "trumps": [8, 8], "herren": 8, "sie": True},
    {"name": "paarspiel", "shape": "partner", "price": 15, "trumps": [14, 12], "herren": 8},
)
DECKS = ({2: "short", 3: "short", 4: "long"}, {2: "short", 3: "long", 4: "short"}, {2: "long", 3: "long", 4: "long"})


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
    counted_together(rng, mapping)
    return mapping


def names_of(mapping: Map, *shapes: str) -> list[str]:
    """Return the names of the games that a tariff plays, all of them or those of some shapes."""
    games = ((game["name"], game) if isinstance(game, dict) else (game, game) for game in mapping["games"])
    return [name for name, game in games if not shapes or shape_of(game) in shapes]


def shape_of(game: Map | str) -> str:
    """Return the shape of a game as it stands in a tariff's list."""
    return str(game["shape"]) if isinstance(game, dict) else CATALOGUE[game][0]


def widen(rng: Random, mapping: Map) -> None:
    """Let the tariff play more games, with more or fewer people and other cards."""
    known = names_of(mapping)
    more = [name for name in CATALOGUE if name not in (*known, "zusammengeworfen") and rng.random() < 0.4]
    own = [dict(game) for game in OWN_GAMES if rng.random() < 0.3]
    mapping["games"] = [*mapping["games"], *more, *own]
    if rng.random() < 0.4:
        mapping["people"] = rng.choice([[4], [3, 4], [2, 3, 4], [2, 4]])
        mapping["deck"] = dict(rng.choice(DECKS))
    prices = {**mapping["prices"], "ramsch": rng.randint(0, 30), "bettel": rng.randint(1, 70)}
    for key in ("herz-solo", "wenz", "kreuz", "gras-farbwenz", "mörtel", "hochzeit"):
        game = key.rsplit("-", 1)[-1]
        if rng.random() < 0.3 and game in names_of(mapping):
            prices[key] = rng.randint(1, 90)
    if rng.random() < 0.3:
        prices["other"] = rng.randint(1, 50)
    if rng.random() < 0.3:
        del prices["bettel"]
    for key in sorted(set(prices) - {"ramsch", "other"}):
        if rng.random() < 0.1:
            prices[key] = {"won": rng.randint(0, 40), "lost": rng.randint(0, 60)}
    mapping["prices"] = {**prices, **said_prices(rng, names_of(mapping, "solo"))}


def said_prices(rng: Random, solos: list[str]) -> Map:
    """Return prices of a Tout and of a Sie, of all games or of some; mostly none."""
    if rng.random() < 0.6 or not solos:
        return {}
    of_one = [f"{name}-{word}" for name in solos for word in ("tout", "sie")]
    of_one += ["herz-solo-tout", "gras-solo-sie"] if "solo" in solos else []
    keys = [*rng.sample(["tout", "sie", "solo-tout"], rng.randint(0, 2)), *rng.sample(of_one, min(2, len(of_one)))]
    return {key: rng.randint(0, 120) for key in keys}


def off(rng: Random, value: object, chance: float = 0.15) -> object:
    """Return a part of a tariff, sometimes switched off."""
    return "none" if rng.random() < chance else value


def a_price(rng: Random, mapping: Map, most: int) -> Any:
    """Return a price: a number, or one for some games and kinds."""
    if rng.random() < 0.7:
        return rng.randint(0, most)
    keys = [*names_of(mapping, "partner", "solo"), "partner", "solo", "other"]
    keys += ["herz-solo"] if "solo" in names_of(mapping) else []
    return {key: rng.randint(0, most) for key in rng.sample(sorted(set(keys)), rng.randint(1, min(4, len(keys) - 1)))}


def somewhere(rng: Random, games: list[str], chance: float = 0.2) -> list[str]:
    """Return the games in which a rule holds: mostly all of them."""
    return rng.sample(games, rng.randint(1, len(games))) if games and rng.random() < chance else []


def growing(rng: Random) -> Map:
    """Return how a doubling grows."""
    kind = rng.random()
    if kind < 0.5:
        return {"growth": "power", "times": "none"}
    if kind < 0.65:
        return {"growth": "power", "times": rng.randint(2, 4)}
    return {"growth": rng.choice(["linear", [2, 3, 5, 8], [3], [2, 2, 6]]), "times": "none"}


def counted_together(rng: Random, mapping: Map) -> None:
    """Let some doublings count together; those have no growth of their own."""
    together = rng.sample(["klopfen", "kontra", "bock", "tout", "sie"], rng.randint(2, 5)) if rng.random() < 0.3 else []
    mapping["doublings"] = {"together": together, **growing(rng)}
    for key in sorted({"klopfen", "kontra", "bock"} & set(together)):
        if mapping[key] != "none":
            mapping[key] = {**mapping[key], "growth": "power", "times": "none"}


def new_parts(rng: Random, mapping: Map) -> Map:
    """Return new versions of all the parts of a tariff; `none` for some that may be off."""
    some = rng.randint
    return {
        "wins": {"declarers": rng.choice([60, 61, 61, 62])},
        **new_extras(rng, mapping),
        **new_doublings(rng, mapping),
        "stock": off(rng, new_stock(rng, names_of(mapping))),
        "forced": off(rng, new_forced(rng, mapping)),
        "ramsch": new_ramsch(rng),
        "rounds": off(
            rng,
            {
                "kinds": [*ROUNDS, *own_rounds(rng, mapping)],
                "after_lost_solo": off(rng, rng.choice([kind for kind in ROUNDS if kind != "hadsch"]), 0.5),
                "schieber_sum": off(rng, some(0, 60), 0.4),
                "pflichthabicht": some(40, 50),
            },
        ),
        "thrown_in": {"same_dealer": rng.random() < 0.5, "uses_bock": rng.random() < 0.5},
        "kreuz": off(rng, {"tie": rng.choice(["draw", "declarer", "opponents", "again"])}),
        "ceiling": off(rng, some(10, 400), 0.6),
        "ceiling_of": rng.choice(["payment", "value"]),
    }


def new_forced(rng: Random, mapping: Map) -> Map:
    """Return other rules of forced play."""
    limits = {"wins_from": rng.randint(58, 61), "schneider_from": off(rng, rng.randint(28, 31))}
    return {**limits, "games": somewhere(rng, names_of(mapping, "partner", "solo"))}


def own_rounds(rng: Random, mapping: Map) -> list[Map]:
    """Return some special rounds of the table's own."""
    games = [name for name in names_of(mapping) if name != "zusammengeworfen"]
    return [
        {
            "name": name,
            "length": rng.choice(["hand", "round", rng.randint(1, 6)]),
            "games": somewhere(rng, games, 0.4),
            "forced": rng.choice(["none", "none", "first", "last"]),
            "times": rng.choice([1, 2, 3]),
            "after": rng.sample(TRIGGERS, rng.randint(0, 2)),
        }
        for name in OWN_ROUNDS
        if rng.random() < 0.6
    ]


def new_extras(rng: Random, mapping: Map) -> Map:
    """Return other prices for what is added to the base price."""
    played, solos = names_of(mapping, "partner", "solo"), names_of(mapping, "solo")
    with_sie = [name for name in solos if name in ("solo", "herrensolo")]

    def dearer() -> Map:
        multiplies = rng.random() < 0.25
        price = "none" if multiplies else a_price(rng, mapping, 15)
        times = rng.randint(2, 3) if multiplies else "none"
        return {"price": price, "times": times, "games": somewhere(rng, played), "doubled": rng.random() < 0.7}

    limits = {"declarers": rng.choice([30, 31]), "opponents": rng.choice([30, 29])}
    announced = {kind: off(rng, a_price(rng, mapping, 30)) for kind in ("schneider", "schwarz")}
    bids = {"price": a_price(rng, mapping, 10), "step": rng.randint(1, 10)}
    return {
        "schneider": off(rng, {**dearer(), **limits}),
        "schwarz": off(rng, dearer()),
        "announced": off(rng, {**announced, "games": somewhere(rng, played)}),
        "laufende": off(rng, new_laufende(rng, mapping)),
        "tout": off(rng, new_announcement(rng, solos)),
        "sie": off(rng, new_announcement(rng, with_sie)),
        "bids": off(rng, {**bids, "games": somewhere(rng, names_of(mapping, "partner", "solo", "bettel"))}),
    }


def new_announcement(rng: Random, games: list[str]) -> Map:
    """Return other rules for Tout or Sie."""
    return {
        "times": rng.randint(1, 5),
        "schneider_schwarz": rng.random() < 0.5,
        "schneider": rng.choice(["none", "none", True, False]),
        "schwarz": rng.choice(["none", "none", True, False]),
        "laufende": rng.random() < 0.7,
        "games": somewhere(rng, games),
    }


def new_laufende(rng: Random, mapping: Map) -> Map:
    """Return other rules for Laufende."""
    least, games = rng.randint(1, 4), [game for game in names_of(mapping) if laufende_in(game)]
    return {
        "price": a_price(rng, mapping, 12),
        "ohne_price": off(rng, a_price(rng, mapping, 12), 0.8),
        "from": least,
        "by_game": {game: rng.randint(1, 3) for game in games if rng.random() < 0.2},
        "max": rng.choice(["none", "none", 4, 8, 14]),
        "only_herren": rng.random() < 0.4,
        "paid": rng.choice(["always", "always", "winners", "losers"]),
        "ohne": rng.choice(["all", "all", "caller", "caller_won"]),
        "schedule": {} if rng.random() < 0.7 else {3: 10, 5: 15, 8: 40},
        "doubled": rng.random() < 0.7,
        "games": somewhere(rng, games),
    }


def laufende_in(game: str) -> bool:
    """Whether there are Laufende in a game of the catalogue that has declarers."""
    return game in CATALOGUE and CATALOGUE[game][1] > 0 and game != "ramsch"


def new_doublings(rng: Random, mapping: Map) -> Map:
    """Return other rules for Klopfen, Kontra and Bock."""
    games = names_of(mapping)
    chain = {
        "names": ["Kontra", "Re", "Supra"][: rng.randint(1, 3)],
        "unlimited": rng.random() < 0.2,
        "games": [],
        **growing(rng),
        "last_needs_61": rng.random() < 0.4,
    }
    klopfen = {
        "max": off(rng, rng.randint(1, 6)),
        "per_person": rng.choice([1, 1, 2, 3]),
        **growing(rng),
        "games": somewhere(rng, games),
    }
    bock = {
        "after": rng.sample(TRIGGERS, rng.randint(0, 5)),
        "length": rng.choice(["hand", "round"]),
        "inside": rng.choice(["ignored", "extended", "stacked", "restarted"]),
        **growing(rng),
        "games": somewhere(rng, games),
    }
    return {"kontra": off(rng, chain), "klopfen": off(rng, klopfen), "bock": bock}


def new_stock(rng: Random, games: list[str]) -> Map:
    """Return other rules for the Stock."""
    lost: Map = {"lost": rng.choice(["doubles", "doubles", "stays", rng.randint(0, 35)])}
    lost = {"lost_each": rng.randint(0, 30)} if rng.random() < 0.3 else lost
    return {
        "pay_in": rng.randint(0, 15),
        "games": rng.sample([game for game in games if game != "ramsch"], 2),
        "won": rng.choice(["takes", "takes", "takes", "stays"]),
        **lost,
        "empty": rng.choice(["pays", "nothing"]),
        "refill": rng.random() < 0.4,
        "to": rng.choice(["declarers", "declarers", "caller"]),
        "max_per_person": "none" if rng.random() < 0.7 else rng.randint(1, 40),
        "multiplied": [kind for kind in ("klopfen", "kontra", "bock") if rng.random() < 0.3],
        "at_close": rng.choice(["split", "carry"]),
    }


def new_ramsch(rng: Random) -> Map:
    """Return other rules for the Ramsch."""
    march = {
        "augen": rng.choice(["none", 31, 45, 60, 90, 91, 120]),
        "pays": rng.choice(["ramsch", "herz-solo", rng.randint(1, 90)]),
        "jungfrau": rng.random() < 0.5,
    }
    ties: tuple[list[str], ...] = ([], ["tricks", "trumps", "highest"], ["highest"], ["shared"], ["tricks", "shared"],
                                   ["seat"], ["tricks", "trumps", "highest", "seat"], ["trumps", "seat"])  # fmt: skip
    return {
        "jungfrau": rng.choice(["all", "own", "own_each", "solo_price", "none"]),
        "jungfrau_adds": rng.choice([0, 0, 1, 10]),
        "durchmarsch": off(rng, march, 0.3),
        "losers": rng.choice([1, 1, 2]),
        "kontra": rng.choice(["none", "all", "own"]),
        "tie": list(rng.choice(ties)),
    }
