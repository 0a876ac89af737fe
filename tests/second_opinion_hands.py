"""Random tables, hands, evenings and changed tariffs for the second opinion: plain, seeded, quick.

Most hands come from a deal that could have happened, of which some facts are told; some are spoilt
on purpose. Nothing here knows what a hand costs or whether it will be refused.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from second_opinion import CATALOGUE, TRICKS, Map, part

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

PEOPLE = ["Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi"]
STRANGER = "Robert"
ROUNDS = ("schieber", "hadsch", "ramsch", "allgäuer", "blauer-habicht")
OWN_GAMES = (
    {"name": "nullouvert", "shape": "bettel", "price": 60},
    {"name": "trumpfsolo", "shape": "solo", "price": 45, "trumps": [14, 12], "herren": 8, "suits": ["eichel", "herz"]},
    {"name": "herrensolo", "shape": "solo", "trumps": [8, 8], "herren": 8, "sie": True},
    {"name": "paarspiel", "shape": "partner", "price": 15, "trumps": [14, 12], "herren": 8},
)


# --- tariffs --------------------------------------------------------------------------------------------


def changed(rng: Random, tariff: Map) -> Map:
    """Return a copy of a tariff's mapping with several parts changed at random."""
    mapping = copy.deepcopy(tariff)
    mapping["name"] = "changed"
    widen(rng, mapping)
    parts = new_parts(rng, mapping)
    for key in rng.sample(sorted(parts), rng.randint(3, len(parts))):
        mapping[key] = parts[key]
    if mapping["kontra"] != "none" and rng.random() < 0.3:
        mapping["kontra"]["games"] = rng.sample(names_of(mapping), 2)
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

    def off(value: Any, chance: float = 0.15) -> Any:
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
                "after_lost_solo": off(rng.choice(ROUNDS), 0.5),
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


# --- tables and hands -----------------------------------------------------------------------------------


def a_table(rng: Random, tariff: Map) -> Map:
    """Return a table at which this tariff can be played."""
    dealt_in = rng.choice([int(people) for people in tariff["people"]])
    seats = PEOPLE[: dealt_in + rng.choice([0, 0, 0, 1, 2])]
    dealer = rng.choice(seats)
    after = seats.index(dealer) + 1
    order = seats[after:] + seats[:after]
    active = order[:dealt_in] if rng.random() < 0.8 else rng.sample(seats, dealt_in)
    rounds = part(tariff, "rounds")
    return {
        "seats": seats,
        "dealer": dealer,
        "active": [name for name in order if name in active],
        "stock": rng.choice([0, 0, 1, 40, rng.randint(0, 333)]),
        "bock": rng.choice([0, 0, 0, 0, 1, 2]),
        "round": rng.choice(rounds["kinds"]) if rounds and rng.random() < 0.15 else None,
    }


def a_hand(rng: Random, tariff: Map, table: Map, *, spoilt: float = 0.1) -> Map:
    """Return the JSON of a hand, mostly one that could have happened at this table."""
    active = table["active"]
    played = [game for game in tariff["games"] if len(active) == 4 or shape_of(game) != "partner"]
    game = rng.choice(played)
    if rng.random() < 0.04:
        hand: Map = {"game": "zusammengeworfen"}
    elif shape_of(game) == "ramsch":
        hand = a_ramsch(rng, tariff, active)
    else:
        hand = a_game(rng, tariff, table, game)
    circumstances(rng, tariff, active, hand)
    if rng.random() < spoilt:
        spoil(rng, tariff, hand)
    return hand


def shape_of(game: Any) -> str:
    """Return the shape of a game as it stands in a tariff's list."""
    return str(game["shape"]) if isinstance(game, dict) else CATALOGUE[game][0]


def deck_of(tariff: Map, people: int) -> str:
    """Return the deck for so many people."""
    deck = tariff["deck"]
    return str({int(n): kind for n, kind in deck.items()}[people] if isinstance(deck, dict) else deck)


def circumstances(rng: Random, tariff: Map, active: list[str], hand: Map) -> None:
    """Add Klopfer and a Bock that the table says itself."""
    klopfen = part(tariff, "klopfen")
    if klopfen and rng.random() < 0.3:
        most = len(active) if klopfen["max"] in (None, "none") else min(int(klopfen["max"]), len(active))
        klopfer = rng.sample(active, rng.randint(0, most))
        hand["klopfer"] = klopfer if rng.random() < 0.5 else len(klopfer)
    if rng.random() < 0.05:
        hand["bock"] = rng.randint(0, 3)


def a_game(rng: Random, tariff: Map, table: Map, game: Any) -> Map:
    """Return a partner game, a solo or a Bettel."""
    active, shape = table["active"], shape_of(game)
    name = game["name"] if isinstance(game, dict) else game
    hand: Map = {"game": name}
    caller = rng.choice(active)
    declarers = [caller]
    suits = (game.get("suits") or ()) if isinstance(game, dict) else CATALOGUE[name][4]
    if suits and rng.random() < 0.6:
        hand["suit"] = rng.choice(suits)
    if shape == "partner":
        opposite = active[(active.index(caller) + 2) % 4]
        declarers.append(opposite if name == "kreuz" else rng.choice([one for one in active if one != caller]))
    how = rng.random()
    if shape == "bettel":
        bettel_result(rng, tariff, active, hand)
    elif how < 0.12 and shape == "solo":
        special(rng, tariff, active, hand)
    else:
        told_result(rng, tariff, active, hand, more=how > 0.5)
    if rng.random() < 0.08 and "won" in hand and not set(hand) & {"augen", "tricks", "forced", "bid"}:
        as_winners(rng, active, declarers, hand)
    else:
        hand["declarer"] = caller
        hand.update({"partner": declarers[1]} if shape == "partner" else {})
    runs_and_kontra(rng, tariff, table, declarers, hand, game)
    return hand


def as_winners(rng: Random, active: list[str], declarers: list[str], hand: Map) -> None:
    """Note only who won."""
    others = [name for name in active if name not in declarers]
    hand["winners"] = declarers if hand.pop("won") else others
    rng.shuffle(hand["winners"])


def bettel_result(rng: Random, tariff: Map, active: list[str], hand: Map) -> None:
    """Add what is said of a Bettel."""
    tricks = rng.choice([0, 0, 0, 1, 3])
    if rng.random() < 0.4:
        hand["tricks"] = tricks
    if "tricks" not in hand or rng.random() < 0.4:
        hand["won"] = tricks == 0


def a_deal(rng: Random, every: int) -> tuple[int, int]:
    """Return Augen and tricks of the declarers that can go together (long deck or short)."""
    tricks = rng.choice([0, every, every - 1, *range(every + 1)])
    if tricks in (0, every):
        return 120 if tricks else 0, tricks
    middle = 120 * tricks // every
    spread = rng.choice([0, 5, 15])
    near = rng.choice([middle, middle, 60, 61, 59, 30, 29, 31, 90, 91, 89])
    near = near if abs(near - middle) < 36 else middle
    return max(0, min(120, near + rng.randint(-spread, spread))), tricks


def told_result(rng: Random, tariff: Map, active: list[str], hand: Map, *, more: bool) -> None:
    """Add the facts that somebody tells of a game: Augen, or only won and how."""
    every = TRICKS[deck_of(tariff, len(active)), len(active)]
    augen, tricks = a_deal(rng, every)
    least = int(tariff["wins"]["declarers"])
    forced = part(tariff, "forced")
    if forced and rng.random() < 0.15:
        hand["forced"], least = True, int(forced["wins_from"])
    if tariff["bids"] and rng.random() < 0.08:
        hand["bid"] = least = rng.choice([44, 70, 75, 90])
    announced = part(tariff, "announced") or {}
    kinds = [kind for kind, price in announced.items() if price not in (None, "none")]
    if kinds and rng.random() < 0.2:
        hand["announced"] = rng.choice(kinds)
    won = augen >= least
    theirs, their_tricks = (120 - augen, every - tricks) if won else (augen, tricks)
    if rng.random() < 0.55:
        hand["augen"] = augen
        told: Map = {"won": won} if more and not hand.get("announced") else {}
    else:
        told = {"won": won}
    if more and rng.random() < 0.6:
        hand["tricks"] = tricks
    if rng.random() < 0.5 and (more or "augen" not in hand):
        told.update({"schwarz": True} if not their_tricks else {"schneider": True} if theirs < 29 else {})
    if more and theirs > 31 and rng.random() < 0.2:
        told["schneider"] = False
    hand.update(told)


def special(rng: Random, tariff: Map, active: list[str], hand: Map) -> None:
    """Add a Tout or a Sie, as far as the tariff knows them."""
    every = TRICKS[deck_of(tariff, len(active)), len(active)]
    if part(tariff, "sie") and hand["game"] in ("solo", "herrensolo") and every == 8 and rng.random() < 0.4:
        hand["sie"] = True
        hand.update({"tout": True} if part(tariff, "tout") and rng.random() < 0.4 else {})
        hand.update(rng.choice([{}, {"won": True}, {"augen": 120}, {"tricks": every}, {"laufende": 8}]))
    elif part(tariff, "tout"):
        augen, tricks = a_deal(rng, every)
        hand["tout"] = True
        hand.update({"tricks": tricks} if rng.random() < 0.4 else {"won": tricks == every})
        if rng.random() < 0.4:
            hand["augen"] = augen
    else:
        hand["won"] = rng.random() < 0.5


def runs_and_kontra(rng: Random, tariff: Map, table: Map, declarers: list[str], hand: Map, game: Any) -> None:
    """Add Laufende and a chain of Kontra."""
    people = len(table["active"])
    short = deck_of(tariff, people) == "short"
    trumps = ([0, *game["trumps"]] if game.get("trumps") else [0, 0, 0]) if isinstance(game, dict) else CATALOGUE[game]
    longest = int(trumps[1 + short])
    of = rng.choice(["declarers", "declarers", "opponents"])
    held = longest if shape_of(game) == "partner" or of == "opponents" else min(longest, 8)
    if longest and "laufende" not in hand and rng.random() < 0.5:
        hand["laufende"] = rng.choice([2, 3, rng.randint(1, held), rng.randint(1, min(held, 8))])
        if "winners" not in hand and (of == "opponents" or rng.random() < 0.3) and not hand.get("sie"):
            hand["laufende_of"] = of
        if hand.get("sie"):
            hand["laufende"] = 8
    kontra = part(tariff, "kontra")
    name = game["name"] if isinstance(game, dict) else game
    if kontra and rng.random() < 0.35 and (not kontra["games"] or name in kontra["games"]):
        depth = rng.randint(1, len(kontra["names"]) + 2 * bool(kontra["unlimited"]))
        others = [one for one in table["active"] if one not in declarers]
        chain = [rng.choice(declarers if level % 2 else others) for level in range(depth)]
        hand["kontra"] = depth if "winners" in hand or rng.random() < 0.5 else chain


def a_ramsch(rng: Random, tariff: Map, active: list[str]) -> Map:
    """Return a Ramsch, told by Augen or by who lost."""
    every = TRICKS[deck_of(tariff, len(active)), len(active)]
    hand: Map = {"game": "ramsch"}
    tricks = dict.fromkeys(active, 0)
    takers = rng.sample(active, rng.choice([1, 2, len(active), len(active), len(active)]) if len(active) > 2 else 2)
    for _ in range(every):
        tricks[rng.choice(takers)] += 1
    takers = [name for name in active if tricks[name]]
    if rng.random() < 0.45:
        losers = [rng.choice(takers)]
        idle = [name for name in active if not tricks[name]]
        if len(takers) == 1 and part(part(tariff, "ramsch") or {}, "durchmarsch"):
            return {**hand, "durchmarsch": takers[0]}
        return {**hand, "losers": losers, **({"jungfrauen": idle} if idle and len(takers) > 1 else {})}
    augen = some_augen(rng, takers, active)
    hand["augen"] = augen
    told = rng.random()
    if told < 0.6:
        hand["tricks"] = tricks
    elif told < 0.8:
        hand["jungfrauen"] = [name for name in active if not tricks[name]]
    if rng.random() < 0.5:
        ramsch_trumps(rng, hand, tricks, 12 if deck_of(tariff, len(active)) == "short" else 14)
    top = [name for name in active if augen[name] == max(augen.values())]
    if len(top) > 1 and rng.random() < 0.4:
        hand["losers"] = [rng.choice(top)]
    return hand


def some_augen(rng: Random, takers: list[str], active: list[str]) -> dict[str, int]:
    """Return Augen that add up to 120, often with a tie."""
    augen = dict.fromkeys(active, 0)
    if len(takers) == 1 or rng.random() < 0.1:
        augen[takers[0]] = 120
    elif rng.random() < 0.4:
        equal = rng.randint(2, len(takers))
        for name in takers[:equal]:
            augen[name] = 120 // equal
        if len(takers) > equal:
            for name in takers[:equal]:
                augen[name] -= 3
            augen[takers[-1]] += 3 * equal
    else:
        cuts = sorted(rng.randint(0, 120) for _ in takers[1:])
        for name, low, high in zip(takers, [0, *cuts], [*cuts, 120], strict=True):
            augen[name] = high - low
    return augen


def ramsch_trumps(rng: Random, hand: Map, tricks: dict[str, int], trumps: int) -> None:
    """Add who has how many trumps in his tricks, and the highest of each."""
    takers = [name for name, made in tricks.items() if made]
    owner = [rng.choice(takers) for _ in range(trumps)]
    hand["trumps"] = {name: owner.count(name) for name in tricks}
    hand["highest"] = {name: owner.index(name) + 1 for name in tricks if name in owner}


# --- hands that cannot be -------------------------------------------------------------------------------

SPOILERS: tuple[Callable[[Random, Map], Map], ...] = (
    lambda rng, hand: {"augen": rng.choice([-1, 121, 60, 120, 0])} if hand["game"] != "ramsch" else {},
    lambda rng, hand: {"won": not hand["won"]} if "won" in hand else {},
    lambda rng, hand: {"laufende": rng.choice([5, 9, 13, 15])},
    lambda rng, hand: {"partner": rng.choice([*PEOPLE[:5], hand.get("declarer")])},
    lambda rng, hand: {"declarer": rng.choice([STRANGER, *PEOPLE])},
    lambda rng, hand: {"klopfer": rng.choice([5, [STRANGER], ["Anna", "Anna"]])},
    lambda rng, hand: {"kontra": rng.choice([9, ["Anna", "Anna"], [hand.get("declarer") or "Bene"], [STRANGER]])},
    lambda rng, hand: {"schwarz": True},
    lambda rng, hand: {"schneider": True},
    lambda rng, hand: {"schneider": False, "schwarz": True},
    lambda rng, hand: {"tricks": rng.choice([0, 8, 9])} if hand["game"] != "ramsch" else {},
    lambda rng, hand: {"sie": True, "won": False},
    lambda rng, hand: {"sie": True},
    lambda rng, hand: {"tout": True},
    lambda rng, hand: {"game": rng.choice(["kreuz", "bär", "geier", "mörtel"])},
    lambda rng, hand: {"suit": rng.choice(["herz", "eichel"])},
    lambda rng, hand: {"bid": rng.choice([75, 121])},
    lambda rng, hand: {"forced": True},
    lambda rng, hand: {"announced": rng.choice(["schneider", "schwarz"])},
    lambda rng, hand: {"round": rng.choice(ROUNDS)},
    lambda rng, hand: {"durchmarsch": rng.choice(PEOPLE[:4])},
    lambda rng, hand: {"losers": rng.sample(PEOPLE[:4], rng.randint(1, 4))},
    lambda rng, hand: {"jungfrauen": rng.sample(PEOPLE[:4], rng.randint(1, 3))},
    lambda rng, hand: {"bock": 70},
    lambda rng, hand: {"augen": {**hand["augen"], rng.choice(sorted(hand["augen"])): 7}}
    if isinstance(hand.get("augen"), dict)
    else {},
    lambda rng, hand: {"laufende_of": "opponents"},
    lambda rng, hand: {"winners": rng.sample(PEOPLE[:4], rng.randint(1, 3))},
)


def spoil(rng: Random, tariff: Map, hand: Map) -> None:
    """Change one thing so that the hand may no longer be possible."""
    hand.update(rng.choice(SPOILERS)(rng, hand))


# --- evenings -------------------------------------------------------------------------------------------


def players_for(rng: Random, tariff: Map) -> list[str]:
    """Return who is there at the start of an evening: enough, and sometimes more."""
    most = max(int(people) for people in tariff["people"])
    return PEOPLE[: rng.randint(most, min(most + 2, len(PEOPLE)))]


def an_event(rng: Random, tariff: Map, seats: list[str], stock: int) -> Map:
    """Return something other than a hand that happens at this table."""
    least = min(int(people) for people in tariff["people"])
    absent = [name for name in PEOPLE if name not in seats]
    kinds = ["bock", "stock", *(["round"] if part(tariff, "rounds") else [])]
    kinds += ["join"] * bool(absent) + ["leave"] * (len(seats) > least)
    kind = rng.choice(kinds)
    if kind == "join":
        behind = {"after": rng.choice(seats)} if rng.random() < 0.6 else {}
        return {"join": rng.choice(absent), **behind}
    if kind == "leave":
        return {"leave": rng.choice(seats)}
    if kind == "bock":
        return {"bock": rng.choice([0, 1, 2, 4])}
    if kind == "round":
        return {"round": rng.choice((part(tariff, "rounds") or {})["kinds"])}
    amount = -rng.randint(1, 50) if not stock or rng.random() < 0.7 else rng.randint(1, stock)
    return {"stock": {rng.choice(seats): amount}}
