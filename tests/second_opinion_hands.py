"""Random tables, hands and events for the second opinion: plain, seeded, quick.

Most hands come from a deal that could have happened, of which some facts are told; some are spoilt
on purpose. Nothing here knows what a hand costs or whether it will be refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import second_opinion_rounds as rounds
from second_opinion_scene import CATALOGUE, TRICKS, Map, bids_of, holds, is_across, part, shape_of

if TYPE_CHECKING:
    from random import Random

    from second_opinion_evening import Evening

PEOPLE = ["Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi"]
STRANGER = "Robert"
ROUNDS = ("schieber", "ramsch", "allgäuer", "blauer-habicht", "mungo", "dachs-2")


def a_table(rng: Random, tariff: Map) -> Map:
    """Return a table at which this tariff can be played."""
    dealt_in = rng.choice([int(people) for people in tariff["people"]])
    seats = PEOPLE[: dealt_in + rng.choice([0, 0, 0, 1, 2])]
    dealer = rng.choice(seats)
    after = seats.index(dealer) + 1
    order = seats[after:] + seats[:after]
    active = order[:dealt_in] if rng.random() < 0.8 else rng.sample(seats, dealt_in)
    kinds = rounds_of(tariff)
    return {
        "seats": seats,
        "dealer": dealer,
        "active": [name for name in order if name in active],
        "stock": rng.choice([0, 0, 1, 40, rng.randint(0, 333)]),
        "bock": rng.choice([0, 0, 0, 0, 1, 2]),
        "round": rng.choice(kinds) if kinds and rng.random() < 0.15 else None,
    }


def rounds_of(tariff: Map) -> list[str]:
    """Return the special rounds of a tariff; no Hadsch where some game has no Kontra that it could begin with."""
    kontra = part(tariff, "kontra")
    everywhere = kontra is not None and not kontra["games"]
    return [kind for kind in rounds.names(tariff) if kind != "hadsch" or everywhere]


def a_hand(rng: Random, tariff: Map, table: Map, *, spoilt: float = 0.1) -> Map:
    """Return the JSON of a hand, mostly one that could have happened at this table."""
    active = table["active"]
    played = [game for game in tariff["games"] if len(active) == 4 or shape_of(game) != "partner"]
    obliged = rng.random() < 0.85
    played = (games_of_a_round(tariff, played, table["round"]) if obliged else []) or played
    if (part(tariff, "ramsch") or {}).get("losers", 1) == 2 and len(active) != 4 and rng.random() < 0.9:
        played = [game for game in played if shape_of(game) != "ramsch"] or played
    often = 3 if rng.random() < 0.3 else 1
    game = rng.choice([game for game in played for _ in range(often if shape_of(game) == "ramsch" else 1)])
    if rng.random() < 0.04:
        hand: Map = {"game": "zusammengeworfen"}
    elif shape_of(game) == "ramsch":
        hand = a_ramsch(rng, tariff, active)
    else:
        who = rounds.must_play(tariff, table["round"], active) if obliged else None
        hand = a_game(rng, tariff, table, game, must_play=who)
    circumstances(rng, tariff, active, hand)
    if not obliged and rng.random() < 0.5:
        hand["round"] = "none"
    if rng.random() < spoilt:
        spoil(rng, hand)
    return hand


def games_of_a_round(tariff: Map, played: list[Map | str], kind: str | None) -> list[Map | str]:
    """Return which of the games can be played in a special round."""
    if own := rounds.own(tariff, kind):
        among = [game for game in played if (game if isinstance(game, str) else game["name"]) in own["games"]]
        among = among or played
        return [game for game in among if own["forced"] == "none" or shape_of(game) != "ramsch"]
    if kind == "allgäuer":
        return [game for game in played if game == "solo"]
    if kind in ("hadsch", "ramsch"):
        return [game for game in played if (shape_of(game) == "ramsch") == (kind == "ramsch")]
    return played


def deck_of(tariff: Map, people: int) -> str:
    """Return the deck for so many people."""
    deck = tariff["deck"]
    return str({int(n): kind for n, kind in deck.items()}[people] if isinstance(deck, dict) else deck)


def circumstances(rng: Random, tariff: Map, active: list[str], hand: Map) -> None:
    """Add Klopfer and a Bock that the table says itself."""
    klopfen = part(tariff, "klopfen")
    if klopfen and rng.random() < 0.3:
        can_knock = active * int(klopfen.get("per_person", 1))
        most = len(can_knock) if klopfen["max"] in (None, "none") else min(int(klopfen["max"]), len(can_knock))
        klopfer = rng.sample(can_knock, rng.randint(0, most))
        hand["klopfer"] = klopfer if rng.random() < 0.5 else len(klopfer)
    if rng.random() < 0.05:
        hand["bock"] = rng.randint(0, 3)


def a_game(rng: Random, tariff: Map, table: Map, game: Map | str, *, must_play: str | None) -> Map:
    """Return a partner game, a solo or a Bettel."""
    active, shape = table["active"], shape_of(game)
    name = game["name"] if isinstance(game, dict) else game
    hand: Map = {"game": name}
    caller = must_play or rng.choice(active)
    declarers = [caller]
    suits = (game.get("suits") or ()) if isinstance(game, dict) else CATALOGUE[name][4]
    if suits and rng.random() < 0.6:
        hand["suit"] = rng.choice(suits)
    if shape == "partner":
        opposite = active[(active.index(caller) + 2) % 4]
        declarers.append(opposite if is_across(name, tariff) else rng.choice([one for one in active if one != caller]))
    how = rng.random()
    if shape == "bettel":
        bettel_result(rng, hand)
    elif how < 0.12 and shape == "solo":
        special(rng, tariff, active, hand)
    else:
        told_result(rng, tariff, active, hand, more=how > 0.5)
        if is_across(name, tariff) and rng.random() < 0.2:
            for key in ("won", "tricks", "schneider", "schwarz"):
                hand.pop(key, None)
            hand["augen"] = 60
    no_more_said = shape != "partner" or not set(hand) & {"augen", "tricks", "forced", "bid"}
    if rng.random() < 0.08 and "won" in hand and no_more_said:
        as_winners(rng, active, declarers, hand)
    else:
        hand["declarer"] = caller
        hand.update({"partner": declarers[1]} if shape == "partner" else {})
    if must_play and table["round"] == "allgäuer":
        hand["laufende"] = 8 if hand.get("sie") else rng.choice([2, 2, 2, 5, 6])
    add_laufende(rng, hand, shape, longest_run(tariff, game, len(active)))
    add_kontra(rng, tariff, table, hand, declarers)
    return hand


def as_winners(rng: Random, active: list[str], declarers: list[str], hand: Map) -> None:
    """Note only who won."""
    others = [name for name in active if name not in declarers]
    hand["winners"] = declarers if hand.pop("won") else others
    rng.shuffle(hand["winners"])


def bettel_result(rng: Random, hand: Map) -> None:
    """Add what is said of a Bettel."""
    tricks = rng.choice([0, 0, 0, 1, 3])
    if rng.random() < 0.4:
        hand["tricks"] = tricks
    if "tricks" not in hand or rng.random() < 0.4:
        hand["won"] = tricks == 0


def a_deal(rng: Random, every: int) -> tuple[int, int]:
    """Return Augen and tricks of the declarers that can go together (long deck or short)."""
    tricks = rng.choice([0, every, every - 1, *range(every + 1)])
    if every == 10 and not tricks:  # two cards lie aside, and count for who plays
        return sum(rng.sample([11, 10, 4, 3, 2, 0, 0, 0] * 4, 2)), 0
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
    if forced and rng.random() < (0.15 if holds(forced, hand["game"]) else 0.02):
        hand["forced"], least = True, int(forced["wins_from"])
    if holds(bids_of(tariff), hand["game"]) and rng.random() < 0.12:
        hand["bid"] = least = rng.choice([44, 61, 70, 75, 90])
    announced = part(tariff, "announced") or {}
    kinds = [kind for kind in ("schneider", "schwarz") if announced.get(kind, "none") not in (None, "none")]
    if kinds and holds(announced, hand["game"]) and rng.random() < 0.2:
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
    with_sie = hand["game"] in ("solo", "herrensolo") and holds(part(tariff, "sie"), hand["game"])
    if with_sie and every in (8, 16) and rng.random() < 0.4:
        hand["sie"] = True
        hand.update({"tout": True} if holds(part(tariff, "tout"), hand["game"]) and rng.random() < 0.4 else {})
        hand.update(rng.choice([{}, {"won": True}, {"augen": 120}, {"tricks": every}, {"laufende": 8}]))
    elif holds(part(tariff, "tout"), hand["game"]):
        augen, tricks = a_deal(rng, every)
        hand["tout"] = True
        hand.update({"tricks": tricks} if rng.random() < 0.4 else {"won": tricks == every})
        if rng.random() < 0.4:
            hand["augen"] = augen
    else:
        hand["won"] = rng.random() < 0.5


def longest_run(tariff: Map, game: Map | str, people: int) -> int:
    """Return how many Laufende there can be in a game."""
    trumps = (game.get("trumps") or [0, 0]) if isinstance(game, dict) else CATALOGUE[game][1:3]
    return int(trumps[deck_of(tariff, people) == "short"])


def add_laufende(rng: Random, hand: Map, shape: str, longest: int) -> None:
    """Add Laufende to a game that has them."""
    if not longest or "laufende" in hand or rng.random() < 0.5:
        return
    of = rng.choice(["declarers", "declarers", "opponents"])
    held = longest if shape == "partner" or of == "opponents" else min(longest, 8)
    hand["laufende"] = rng.choice([2, 3, rng.randint(1, held), rng.randint(1, min(held, 8))])
    if hand.get("sie"):
        hand["laufende"] = 8
    elif "winners" not in hand and (of == "opponents" or rng.random() < 0.3):
        hand["laufende_of"] = of


def add_kontra(rng: Random, tariff: Map, table: Map, hand: Map, declarers: list[str]) -> None:
    """Add a chain of Kontra, where the tariff has one."""
    kontra = part(tariff, "kontra")
    if kontra is None or rng.random() < 0.65:
        return
    if kontra["games"] and hand["game"] not in kontra["games"] and rng.random() < 0.9:
        return
    depth = rng.randint(1, len(kontra["names"]) + 2 * bool(kontra["unlimited"]))
    others = [one for one in table["active"] if one not in declarers]
    chain = [rng.choice(declarers if level % 2 else others) for level in range(depth)]
    if table["round"] == "hadsch" and depth > 1 and rng.random() < 0.3:
        chain = chain[1:]
    hand["kontra"] = depth if "winners" in hand or rng.random() < 0.5 else chain


def a_ramsch(rng: Random, tariff: Map, active: list[str]) -> Map:
    """Return a Ramsch, told by Augen or by who lost."""
    every = TRICKS[deck_of(tariff, len(active)), len(active)]
    rules = part(tariff, "ramsch") or {}
    hand: Map = {"game": "ramsch"}
    if (shots := rules.get("kontra", "none")) != "none" and rng.random() < 0.35:
        said = rng.sample(active, rng.randint(1, len(active)))
        short = shots == "own" or rng.random() < 0.5
        hand["kontra"] = said if short else rng.randint(0, 2)
    tricks = dict.fromkeys(active, 0)
    takers = rng.sample(active, rng.choice([1, 2, len(active), len(active), len(active)]) if len(active) > 2 else 2)
    for _ in range(every):
        tricks[rng.choice(takers)] += 1
    takers = [name for name in active if tricks[name]]
    augen, owners = dealt(rng, tricks, short=deck_of(tariff, len(active)) == "short")
    if rng.random() < 0.4:
        who_lost(rng, rules, hand, tricks, owners)
        return hand
    if rng.random() < 0.5:
        augen, owners = some_augen(rng, takers, active), [rng.choice(takers) for _ in owners]
    hand["augen"] = augen
    told = rng.random()
    if told < 0.6:
        hand["tricks"] = tricks
    elif told < 0.8:
        hand["jungfrauen"] = [name for name in active if not tricks[name]]
    if rng.random() < 0.5:
        ramsch_trumps(rng, hand, owners, active)
    add_names(rng, rules, hand)
    return hand


def dealt(rng: Random, tricks: dict[str, int], *, short: bool) -> tuple[dict[str, int], list[str]]:
    """Return Augen and the owner of each trump, the highest first, after somebody took so many tricks of real cards."""
    small = [0] * (1 if short else 3)
    trumps = [3] * 4 + [2] * 4 + [11, 10, 4, *small]
    deck = [*enumerate(trumps), *((-1, worth) for worth in [11, 10, 4, *small] * 3)]
    rng.shuffle(deck)
    takers = [name for name, made in tricks.items() for _ in range(made * len(tricks))]
    takers += [takers[0]] * (len(deck) - len(takers))
    augen, owners = dict.fromkeys(tricks, 0), [""] * len(trumps)
    for name, (rank, worth) in zip(takers, deck, strict=True):
        augen[name] += worth
        if rank >= 0:
            owners[rank] = name
    return augen, owners


def who_lost(rng: Random, rules: Map, hand: Map, tricks: dict[str, int], owners: list[str]) -> None:
    """Tell a Ramsch by who lost it, or by whose Durchmarsch it was."""
    active, takers = list(tricks), [name for name, made in tricks.items() if made]
    several = rng.choice([1, 1, 1, 1, 2, 3]) if rules.get("losers", 1) == 1 else 2
    losers = rng.sample(takers, min(len(takers), several))
    idle = [name for name in active if not tricks[name]]
    if part(rules, "durchmarsch") and (len(takers) == 1 or rng.random() < 0.2):
        hand["durchmarsch"] = takers[0]
        if rng.random() < 0.3 and idle:
            hand["jungfrauen"] = rng.sample(idle, rng.randint(1, len(idle)))
    else:
        hand |= {"losers": losers, **({"jungfrauen": idle} if idle and len(takers) > 1 else {})}
    if rng.random() < 0.4:
        hand["tricks"] = {name: tricks[name] for name in active if rng.random() < 0.7}
    if rng.random() < 0.3:
        ramsch_trumps(rng, hand, owners, active)


def add_names(rng: Random, rules: Map, hand: Map) -> None:
    """Name the losers, or whose Durchmarsch it was, where the Augen leave it open, and sometimes where they do not."""
    augen, active = hand["augen"], list(hand["augen"])
    ranked = sorted(active, key=augen.__getitem__, reverse=True)
    top = [name for name in active if augen[name] == augen[ranked[0]]]
    least = (part(rules, "durchmarsch") or {}).get("augen", "none")
    if least != "none" and augen[ranked[0]] >= int(least):
        if rng.random() < (0.7 if len(top) > 1 else 0.1):
            hand["durchmarsch"] = rng.choice(top)
    elif int(rules.get("losers", 1)) == 2:
        if rng.random() < (0.5 if augen[ranked[1]] == augen[ranked[2 % len(ranked)]] else 0.1):
            hand["losers"] = rng.sample(ranked[:2], 2)
    elif len(top) > 1 and rng.random() < 0.4:
        hand["losers"] = [rng.choice(top)]


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


def ramsch_trumps(rng: Random, hand: Map, owners: list[str], active: list[str]) -> None:
    """Add who has how many trumps in his tricks, and the highest of each."""
    told = rng.choice([1, 1, 1, 0.7])
    hand["trumps"] = {name: owners.count(name) for name in active if rng.random() < told}
    hand["highest"] = {name: owners.index(name) + 1 for name in active if name in owners and rng.random() < told}


def spoil(rng: Random, hand: Map) -> None:
    """Change one thing so that the hand may no longer be possible."""
    own = ["Bene", *([hand["declarer"]] if "declarer" in hand else [])]
    changes: list[Map] = [
        {"laufende": rng.choice([5, 9, 13, 15])},
        {"partner": rng.choice([*PEOPLE[:5], *own])},
        {"declarer": rng.choice([STRANGER, *PEOPLE])},
        {"klopfer": rng.choice([5, 13, [STRANGER], ["Anna", "Anna"], ["Anna", "Bene", "Anna"]])},
        {"kontra": rng.choice([9, ["Anna", "Anna"], own[-1:], [STRANGER]])},
        {"schwarz": True},
        {"schneider": True},
        {"schneider": False, "schwarz": True},
        {"sie": True, "won": False},
        {"sie": True},
        {"tout": True},
        {"game": rng.choice(["kreuz", "bär", "geier", "mörtel"])},
        {"suit": rng.choice(["herz", "eichel"])},
        {"bid": rng.choice([75, 121])},
        {"forced": True},
        {"announced": rng.choice(["schneider", "schwarz"])},
        {"round": rng.choice(["none", *ROUNDS])},
        {"durchmarsch": rng.choice(PEOPLE[:4])},
        {"losers": rng.sample(PEOPLE[:4], rng.randint(1, 4))},
        {"jungfrauen": rng.sample(PEOPLE[:4], rng.randint(1, 3))},
        {"bock": 70},
        {"laufende_of": "opponents"},
        {"winners": rng.sample(PEOPLE[:4], rng.randint(1, 3))},
    ]
    if hand["game"] != "ramsch":
        changes += [{"augen": rng.choice([-1, 121, 60, 120, 0])}, {"tricks": rng.choice([0, 8, 9])}]
    else:
        figures = {"tricks": rng.choice([0, 1, 6, 7]), "trumps": rng.choice([0, 5, 9]), "highest": rng.randint(1, 14)}
        changes += [{key: {**hand.get(key, {}), rng.choice(PEOPLE[:4]): figure}} for key, figure in figures.items()]
    if hand["game"] == "ramsch" and "augen" in hand:
        changes.append({"augen": {**hand["augen"], rng.choice(sorted(hand["augen"])): 7}})
    if "won" in hand:
        changes.append({"won": not hand["won"]})
    hand.update(rng.choice(changes))


def players_for(rng: Random, tariff: Map) -> list[str]:
    """Return who is there at the start of an evening: enough, and sometimes more."""
    most = max(int(people) for people in tariff["people"])
    return PEOPLE[: rng.randint(most, min(most + 2, len(PEOPLE)))]


def an_event(rng: Random, tariff: Map, seats: list[str], stock: int) -> Map:
    """Return something other than a hand that happens at this table; rarely something that cannot."""
    least = min(int(people) for people in tariff["people"])
    absent = [name for name in PEOPLE if name not in seats]
    amount = -rng.randint(1, 50) if not stock or rng.random() < 0.7 else rng.randint(1, stock)
    events: list[Map] = [
        {"pay": [*rng.sample(seats, 2), rng.randint(1, 100)]},
        {"bock": rng.choice([0, 1, 2, 4])},
        {"stock": {rng.choice(seats): amount}},
    ]
    if absent:
        behind = {"after": rng.choice(seats)} if rng.random() < 0.6 else {}
        events.append({"join": rng.choice(absent), **behind})
    if len(seats) > least:
        events.append({"leave": rng.choice(seats)})
    if kinds := rounds_of(tariff):
        events.append({"round": rng.choice(kinds)})
    return rng.choice(impossible_events(seats, stock) if rng.random() < 0.1 else events)


def impossible_events(seats: list[str], stock: int) -> list[Map]:
    """Return events that cannot be."""
    return [
        {"join": seats[0]},
        {"join": STRANGER, "after": "Nora"},
        {"leave": STRANGER},
        {"bock": -1},
        {"stock": {seats[0]: stock + 1}},
        {"stock": {STRANGER: -5}},
    ]


def an_entry(rng: Random, mapping: Map, table: Evening) -> Map:
    """Return the next entry of an evening: mostly a hand, sometimes void or an event."""
    if rng.random() < 0.2:
        return an_event(rng, mapping, table.seats, table.stock)
    own: Map = {"dealer": rng.choice(table.seats)} if rng.random() < 0.1 else {}
    around = table.circumstances(own)
    if rng.random() < 0.1:
        own["active"] = rng.sample(table.seats, len(around["active"]))
        around = table.circumstances(own)
    hand = {**a_hand(rng, mapping, around, spoilt=0.03), **own}
    if rng.random() < 0.05:
        loser, winner = rng.sample(table.seats, 2)
        return {"game": "posting", "amounts": {loser: -50, winner: 50}, "note": "Falsch gegeben"}
    if rng.random() < 0.15:
        hand = {"game": "zusammengeworfen", **own}
    kinds = rounds_of(mapping)
    if kinds and rng.random() < 0.05:
        hand["round"] = rng.choice(kinds)
    return {**hand, "void": True} if rng.random() < 0.05 else hand
