"""Random evenings by the thousand, seeded and quick: every kind of hand, event and fact, some of them impossible.

Nothing here knows what a hand costs, or whether a table can have played it: people, dealers and cards are followed
roughly, so that most hands can be and some cannot. A hand that contradicts itself stands in an evening, too: a file
may say it.

    random_tariffs ──▶ random_evenings ──columns──▶ a table ──fold by hand, fast fold──▶ compared

    python -m tests.many_evenings [--hands 10000000] [--processes 2] [--seed 0]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from sklog.scoring.canonical import to_json
from sklog.scoring.games import BETTEL, PARTNER, RAMSCH, SOLO, THROWN_IN, Game
from sklog.scoring.hand import Dealt, Hand, InvalidHandOf, Names, Passed, Played, Posting, Ramsch
from sklog.scoring.judge import played_again
from sklog.scoring.session import Session
from sklog.scoring.state import (
    BockOrder,
    Entry,
    Join,
    Leave,
    Payment,
    Rounding,
    RoundOrder,
    Seating,
    StockMove,
    TariffChange,
    Voided,
    entry_to_json,
)
from sklog.scoring.tariff import HADSCH, OWN, ROUNDS, Tariff, holds_in
from tests.many_tariffs import OWN_ROUNDS

PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi", "Ä ß", "=1+1", "no", "93", "'s Kathi", "a,b")
STRANGER = "Robert"
NOTES = ("", "Falsch gegeben", "=1+1", "Ä\nß", "mit 4", "  ")
NEAR_A_LIMIT = (0, 15, 29, 30, 31, 43, 44, 45, 58, 59, 60, 61, 62, 70, 75, 89, 90, 91, 92, 105, 119, 120)
WILD = 0.5  # of the evenings: the tariff may change, and hands are spoilt; others can mostly be folded in arrays
SPOILT = 0.05  # of the hands of a wild evening: something is changed that may make them impossible
IMPOSSIBLE = 0.004  # of the evenings: they cannot begin
HUGE = 0.03  # of the evenings: amounts come close to what 64 bits hold; nobody of them plays another evening
MOST_ENTRIES = 60  # of one evening

Facts = dict[str, Any]


def random_evenings(rng: Random, tariffs: Sequence[Tariff], hands: int) -> Iterator[Session]:
    """Yield evenings with so many entries in all, each under one of the tariffs; another may follow in the middle."""
    ways = [Ways.under(tariff) for tariff in tariffs]
    left, number = hands, 0
    while left > 0:
        evening = random_evening(rng, ways, f"{number:08x}")
        left -= len(evening.entries)
        number += 1
        yield evening


class Ways(NamedTuple):
    """What there is to play under a tariff, looked up once."""

    tariff: Tariff
    alone: tuple[Game, ...]
    together: tuple[Game, ...]
    all_against_all: tuple[Game, ...]
    kontra: int
    """How long a chain may be; 0 where none is played."""
    knocks: int
    bids: bool
    announced: tuple[str, ...]

    @classmethod
    def under(cls, tariff: Tariff) -> Ways:
        """Return them."""
        played = [game for game in tariff.games if game != THROWN_IN]
        kontra, klopfen, announced = tariff.kontra, tariff.klopfen, tariff.announced
        return cls(
            tariff,
            tuple(game for game in played if game.shape in (SOLO, BETTEL)),
            tuple(game for game in played if game.shape == PARTNER),
            tuple(game for game in played if game.shape == RAMSCH),
            (len(kontra.names) + 3 * kontra.unlimited) if kontra else 0,
            min(klopfen.max or 4, 4) if klopfen else 0,
            tariff.bids is not None,
            tuple(what for what in ("schneider", "schwarz") if announced and announced.price(what) is not None),
        )


class At:
    """Roughly who sits where and deals; what the fold makes of the entries is not followed."""

    def __init__(
        self, ways: Ways, seats: list[str], dealer: int, *, huge: bool = False, wild: bool = True, guests: Names = ()
    ) -> None:
        self.ways, self.seats, self.dealer, self.huge, self.wild = ways, seats, dealer, huge, wild
        self.guests = guests  # who may sit down, too

    def active(self) -> list[str]:
        """Return who is dealt in, from the dealer's left on."""
        seats, after = self.seats, self.dealer + 1
        order = seats[after:] + seats[:after]
        people = self.ways.tariff.people
        if len(order) in people:
            return order
        return order[: max((one for one in people if one < len(order)), default=len(order))]

    def move_on(self, hand: Hand) -> None:
        """Let the next one deal after a hand."""
        thrown_in = isinstance(hand, Passed) and self.ways.tariff.thrown_in.same_dealer
        if thrown_in or played_again(hand, self.ways.tariff):
            return
        self.dealer = (self.dealer + 1) % len(self.seats)


# -- hand by hand ---------------------------------------------------------------------------------------


def a_table(rng: Random, ways: Ways) -> tuple[At, Facts]:
    """Return a table at which a tariff can be played, and the same in words that anybody reads."""
    people = rng.choice(ways.tariff.people) + rng.choice((0, 0, 0, 1, 2))
    at = At(ways, list(PEOPLE[:people]), int(rng.random() * people))
    rounds = [kind for kind in ways.tariff.special if kind != HADSCH or ways.kontra]
    return at, {
        "seats": list(at.seats),
        "dealer": at.seats[at.dealer],
        "active": at.active(),
        "stock": rng.choice((0, 0, 1, 40, rng.randint(0, 333))),
        "bock": rng.choice((0, 0, 0, 0, 1, 2)),
        "round": rng.choice(rounds) if rounds and rng.random() < 0.15 else None,
    }


def a_hand(rng: Random, at: At) -> Facts:
    """Return a hand as JSON, mostly one that could have been dealt here."""
    return to_json(_hand(rng, at))


def an_entry(rng: Random, ways: Ways, seats: Sequence[str], dealer: str) -> Facts:
    """Return the next entry of an evening as JSON, under the same tariff."""
    at = At(ways, list(seats), seats.index(dealer))
    happens = len(seats) > 1 and rng.random() < 0.15
    entry = _event(rng, at, [ways], PEOPLE[:7]) if happens else _entry(rng, at, [ways], PEOPLE[:7])
    if isinstance(entry, TariffChange):
        return an_entry(rng, ways, seats, dealer)
    return entry_to_json(entry)


# -- an evening ----------------------------------------------------------------------------------------


def random_evening(rng: Random, ways: Sequence[Ways], identity: str) -> Session:
    """Return an evening of some entries under one of the tariffs."""
    here = _one(rng, ways)
    most = max(here.tariff.people)
    many = int(rng.random() * 6) + 2 if rng.random() < 0.04 else most + _one(rng, (0, 0, 0, 1, 2))
    players, huge = rng.sample(PEOPLE, many), rng.random() < HUGE
    if huge:
        players = [f"{name} {identity}" for name in players]
    chance = rng.random()
    dealer = None if chance < 0.7 else _one(rng, players)
    stock = 0 if rng.random() < 0.7 else int(rng.random() * 500) - 50
    begun = tuple(players)
    if rng.random() < IMPOSSIBLE:
        begun, dealer = _impossible_start(rng, players, dealer)
    first, guests = players.index(dealer) if dealer in players else 0, () if huge else PEOPLE
    at = At(here, players, first, huge=huge, wild=rng.random() < WILD, guests=guests)
    entries = list[Entry]()
    for _ in range(int(rng.random() * MOST_ENTRIES)):
        entries.append(_entry(rng, at, ways, players))
    return Session(
        name=identity,
        date="" if rng.random() < 0.1 else f"20{rng.randint(10, 26)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
        tariff=here.tariff,
        players=begun,
        entries=tuple(entries),
        place=_one(rng, ("", "Wirt", "=2")),
        dealer=dealer,
        stock=stock,
        closed=rng.random() < 0.5,
        id=identity,
        stock_from="ab" * 16 if stock > 0 else "",
    )


def _impossible_start(rng: Random, players: list[str], dealer: str | None) -> tuple[Names, str | None]:
    """Return players who cannot sit so, or one who deals without a seat."""
    return _one(
        rng,
        (
            (tuple(players[:1]), None),
            ((*players, players[0].upper()), None),
            ((*players, "Stock"), dealer),
            (tuple(players), STRANGER),
            ((" x", *players), None),
            (PEOPLE[:9], None),
        ),
    )


def _one(rng: Random, among: Sequence[Any]) -> Any:
    return among[int(rng.random() * len(among))]


def _entry(rng: Random, at: At, ways: Sequence[Ways], players: Sequence[str]) -> Entry:
    chance = rng.random()
    if chance < 0.92 or len(at.seats) < 2:
        hand = _hand(rng, at)
        if chance < 0.02:
            return Voided(hand, keeps_seats=rng.random() < 0.5)
        at.move_on(hand)
        return hand
    if chance < 0.94:
        posting = _posting(rng, at)
        return Voided(posting) if rng.random() < 0.1 else posting
    if chance < 0.944:
        return _one(rng, _impossible_events(at))
    return _event(rng, at, ways, players)


def _event(rng: Random, at: At, ways: Sequence[Ways], players: Sequence[str]) -> Entry:
    """Return what happens between two hands, and let it happen."""
    seats, dealer, kind = at.seats, at.seats[at.dealer], int(rng.random() * 10)
    one, other = rng.sample(seats, 2)
    absent = [name for name in (*players, *at.guests) if name not in seats]
    if kind == 0 and absent and len(seats) < 8:
        event: Entry = Join(_one(rng, absent), one if rng.random() < 0.6 else None)
        seats.insert(seats.index(one) + 1 if event.after else len(seats), event.name)
        at.dealer = seats.index(dealer)
        return event
    if kind == 1 and len(seats) > min(at.ways.tariff.people):
        at.seats = [name for name in seats if name != one]
        at.dealer = at.seats.index(dealer) if dealer != one else at.dealer % len(at.seats)
        return Leave(one)
    if kind == 2:
        rng.shuffle(seats)
        at.dealer = seats.index(dealer)
        return Seating(tuple(seats))
    if kind == 3 and at.wild:
        unit = at.ways.tariff.unit
        same = [way for way in ways if way.tariff.unit == unit] if rng.random() < 0.9 else ways
        changed = _one(rng, same)
        at.ways = changed if changed.tariff.unit == unit else at.ways
        return TariffChange(changed.tariff)
    if kind in (4, 5):
        return BockOrder(_one(rng, (0, 1, 2, 4, 8)))
    if kind in (6, 7):
        kinds = at.ways.tariff.special
        return RoundOrder(_one(rng, (None, *kinds)))
    if kind == 8:
        amount = -int(rng.random() * 90) if rng.random() < 0.7 else int(rng.random() * 50)
        return StockMove({one: amount, **({other: 5} if rng.random() < 0.2 else {})})
    kind = Rounding if rng.random() < 0.2 else Payment
    return kind(one, _one(rng, (other, other, STRANGER)), int(rng.random() * 300) + 1)


def _impossible_events(at: At) -> tuple[Entry, ...]:
    seats = at.seats
    return (
        Join(seats[0]),
        Join(seats[0].swapcase()),
        Join(STRANGER, "Nora"),
        Join("Stock"),
        Leave(STRANGER),
        Seating((*seats, seats[0])),
        Seating(tuple(seats[1:])),
        BockOrder(-1),
        BockOrder(1000),
        RoundOrder("tanz"),
        RoundOrder(OWN_ROUNDS[0]),
        RoundOrder("hadsch"),
        StockMove({seats[0]: 10**6}),
        StockMove({STRANGER: -5}),
        StockMove({seats[0]: -(2**62), seats[1]: -(2**62)} if at.huge else {seats[0]: 5, STRANGER: -10}),
        Payment(seats[0], seats[0], 5),
        Payment(seats[0], seats[1], 0),
    )


def _posting(rng: Random, at: At) -> Posting:
    """Return a posting; rarely one that does not add up, of a stranger, or so large that it fits only once."""
    one, other = rng.sample(at.seats, 2)
    amount = int(rng.random() * 500) + 1
    chance = rng.random()
    if chance < 0.02:
        return _built(Posting, {"amounts": {one: amount, other: 1 - amount}})
    if chance < 0.04:
        other = STRANGER
    elif chance < 0.15:
        other = "Stock"
    elif chance < 0.6 and at.huge:
        amount = 2**62
    return Posting(amounts={one: -amount, other: amount}, note=_note(rng))


def _note(rng: Random) -> str:
    return "" if rng.random() < 0.9 else _one(rng, NOTES)


def _built(kind: type[Hand], facts: Facts) -> Any:
    """Return the hand also where it contradicts itself, as it stands in a file that says so."""
    try:
        return kind(**facts)
    except InvalidHandOf as error:
        return error.hand


# -- a hand --------------------------------------------------------------------------------------------


def _hand(rng: Random, at: At) -> Dealt:
    """Return a hand, mostly one that could have been dealt here."""
    ways, active = at.ways, at.active()
    facts: Facts = {"note": _note(rng)}
    if rng.random() < 0.06:
        _said_of_the_deal(rng, at, facts)
        active = [*facts.get("active", active)]
    if ways.knocks and rng.random() < 0.3:
        many = int(rng.random() * (ways.knocks + 1))
        may_knock = active * (ways.tariff.klopfen.per_person if ways.tariff.klopfen else 1)
        facts["klopfer"] = many if rng.random() < 0.5 else tuple(rng.sample(may_knock, min(many, len(may_knock))))
    chance = rng.random()
    if chance < 0.05:
        kind: type[Dealt] = Passed
    elif chance < 0.17 and ways.all_against_all:
        kind = Ramsch
        _ramsch(rng, ways, active, facts)
    else:
        partners = ways.together if len(active) == 4 else ()
        among = partners if partners and (chance < 0.7 or not ways.alone) else ways.alone or ways.together
        if not among:
            return Passed(**facts)
        kind = Played
        _game(rng, ways, _one(rng, among), active, facts)
    if at.wild and rng.random() < SPOILT:
        _spoil(rng, at, kind, facts)
    return _built(kind, facts)  # type: ignore[no-any-return]  # of the kind that was drawn


def _said_of_the_deal(rng: Random, at: At, facts: Facts) -> None:
    """Add what the table says of this deal alone."""
    chance = rng.random()
    if chance < 0.25:
        facts["bock"] = _one(rng, (0, 1, 2, 3))
    elif chance < 0.5:
        kinds = at.ways.tariff.special
        facts["round"] = _one(rng, ("none", *kinds))
    elif chance < 0.75:
        at.dealer = int(rng.random() * len(at.seats))
        facts["dealer"] = at.seats[at.dealer]
        facts["active"] = tuple(at.active()) if chance < 0.6 else ()
        if not facts["active"]:
            facts["active"] = tuple(at.active())
    else:
        facts["active"] = tuple(rng.sample(at.seats, len(at.active())))


def _game(rng: Random, ways: Ways, game: Game, active: list[str], facts: Facts) -> None:
    """Add what is said of a game that somebody declares."""
    people = len(active)
    place = int(rng.random() * people)
    declarers = [active[place]]
    facts["game"], facts["declarer"] = game.name, active[place]
    if game.shape == PARTNER:
        other = (place + 2) % people if game.fixed_pairs else (place + 1 + int(rng.random() * (people - 1))) % people
        declarers.append(active[other])
        if not game.fixed_pairs or rng.random() < 0.6:
            facts["partner"] = active[other]
    if game.suits and rng.random() < 0.6:
        facts["suit"] = _one(rng, game.suits)
    if game.shape == BETTEL:
        _bettel(rng, facts)
    else:
        _result(rng, ways, game, people, facts)
        _laufende(rng, ways.tariff.longest_run(game, people), facts)
    if (kontra := ways.tariff.kontra) and rng.random() < (0.25 if holds_in(kontra, game) else 0.02):
        depth = 1 + int(rng.random() * ways.kontra)
        facts["kontra"] = depth if rng.random() < 0.5 else _chain(rng, depth, declarers, active)
    more_said = {"augen", "tricks", "forced", "bid", "sie", "tout"} & facts.keys()
    if "won" in facts and not more_said and rng.random() < 0.08:
        _winners(rng, active, declarers, facts)


def _laufende(rng: Random, run: int, facts: Facts) -> None:
    """Add Laufende of either side, few of them mostly."""
    if not run or "sie" in facts or rng.random() < 0.5:
        return
    facts["laufende"] = 1 + int(rng.random() * (run if rng.random() < 0.2 else min(run, 6)))
    if rng.random() < 0.35:
        facts["laufende_of"] = "opponents"


def _chain(rng: Random, depth: int, declarers: list[str], active: list[str]) -> Names:
    """Return who said each word of a chain: the opponents the first one."""
    others = [name for name in active if name not in declarers] or active
    return tuple(_one(rng, declarers if level % 2 else others) for level in range(depth))


def _winners(rng: Random, active: list[str], declarers: list[str], facts: Facts) -> None:
    """Say only who won."""
    won = declarers if facts.pop("won") else [name for name in active if name not in declarers]
    rng.shuffle(won)
    facts["winners"] = tuple(won)
    for key in ("declarer", "partner", "laufende_of"):
        facts.pop(key, None)
    if isinstance(facts.get("kontra"), tuple):
        facts["kontra"] = len(facts["kontra"])


def _bettel(rng: Random, facts: Facts) -> None:
    tricks = _one(rng, (0, 0, 0, 1, 3))
    if rng.random() < 0.4:
        facts["tricks"] = tricks
    if "tricks" not in facts or rng.random() < 0.4:
        facts["won"] = tricks == 0
    if tricks and rng.random() < 0.2:
        facts["augen"] = int(rng.random() * 30)


def _result(rng: Random, ways: Ways, game: Game, people: int, facts: Facts) -> None:
    """Add how a game ended: cards counted, or in words."""
    tariff, chance = ways.tariff, rng.random()
    total = tariff.tricks(people)
    if chance < 0.08 and game.shape == SOLO:
        _announcement(rng, tariff, game, total, facts)
        return
    least = tariff.wins.declarers
    if tariff.forced and rng.random() < 0.1:
        facts["forced"], least = True, tariff.forced.wins_from
    if ways.bids and rng.random() < 0.08 and tariff.bids and holds_in(tariff.bids, game):
        facts["bid"] = least = _one(rng, (44, 61, 70, 75, 90, 120))
    if ways.announced and rng.random() < 0.1 and tariff.announced and holds_in(tariff.announced, game):
        facts["announced"] = _one(rng, ways.announced)
    augen = _one(rng, NEAR_A_LIMIT) if rng.random() < 0.4 else int(rng.triangular(20, 121, 68))
    tricks = _tricks(rng, augen, total, tariff.aside(people))
    won = augen >= least
    if chance < 0.4:
        facts["won"] = won
        theirs, made = (120 - augen, total - tricks) if won else (augen, tricks)
        if rng.random() < 0.4:
            facts.update(
                {"schwarz": True} if not made else {"schneider": True} if theirs < 29 else {"schneider": False}
            )
        return
    if chance < 0.95:
        facts["augen"] = augen
    if chance > 0.7 and total:
        facts["tricks"] = tricks
    if chance > 0.85 and "announced" not in facts:
        facts["won"] = won


def _tricks(rng: Random, augen: int, total: int, aside: int) -> int:
    """Return how many tricks may have made so many Augen, where cards that lie aside count up to `aside`."""
    if (augen <= aside or augen == 120) and rng.random() < 0.7:
        return total if augen == 120 else 0
    return max(1, min(total - 1, augen * total // 120 + int(rng.random() * 3) - 1))


def _announcement(rng: Random, tariff: Tariff, game: Game, total: int, facts: Facts) -> None:
    """Add a Tout or a Sie, as far as the tariff knows them."""
    if game.sie and tariff.sie and holds_in(tariff.sie, game) and rng.random() < 0.5:
        facts["sie"] = True
        facts["tout"] = bool(tariff.tout and holds_in(tariff.tout, game) and rng.random() < 0.3)
        facts.update(_one(rng, ({}, {"won": True}, {"augen": 120}, {"tricks": total}, {"laufende": 8})))
        return
    if tariff.tout and holds_in(tariff.tout, game):
        facts["tout"] = True
    won = rng.random() < 0.6
    facts["won"] = won
    if won and rng.random() < 0.4:
        facts["augen"], facts["tricks"] = 120, total
    elif rng.random() < 0.3:
        facts["schwarz"] = True


# -- a Ramsch ------------------------------------------------------------------------------------------


def _ramsch(rng: Random, ways: Ways, active: list[str], facts: Facts) -> None:
    """Add what is said of a Ramsch: figures of everybody, or who lost, or a Durchmarsch."""
    game, rules = _one(rng, ways.all_against_all), ways.tariff.ramsch
    if game.name != "ramsch":
        facts["game"] = game.name
    if rules.kontra != "none" and rng.random() < 0.35:
        said = tuple(rng.sample(active, 1 + int(rng.random() * len(active))))
        facts["kontra"] = said if rules.kontra == OWN or rng.random() < 0.5 else int(rng.random() * 3)
    total, chance = ways.tariff.tricks(len(active)), rng.random()
    if chance < 0.05:
        facts["durchmarsch"] = _one(rng, active)
        return
    augen, tricks = _figures(rng, active, total)
    most = max(augen.values())
    top = [name for name in active if augen[name] == most]
    idle = tuple(name for name in active if not tricks[name])
    if chance < 0.4:
        facts["losers"] = tuple(top if rules.losers == 1 else sorted(active, key=lambda name: -augen[name])[:2])
    else:
        facts["augen"] = augen
        if len(top) > 1 and rng.random() < 0.5:
            facts["losers"] = (_one(rng, top),)
    if idle and rng.random() < 0.6:
        facts["jungfrauen"] = idle
    elif rng.random() < 0.1:
        facts["jungfrauen"] = ()
    if rng.random() < 0.4:
        facts["tricks"] = tricks if rng.random() < 0.8 else {name: tricks[name] for name in active[:2]}
        if rng.random() < 0.6:
            _trumps(rng, ways.tariff.longest_run(game, len(active)), tricks, facts)


def _figures(rng: Random, active: list[str], total: int) -> tuple[dict[str, int], dict[str, int]]:
    """Return Augen, which are 120 together, and tricks of everybody; some have none, some tie."""
    takers = rng.sample(active, _one(rng, (1, *(len(active),) * 6, max(2, len(active) - 1))))
    cuts = sorted(
        _one(rng, (30, 40, 60, 20, 80)) if rng.random() < 0.3 else int(rng.random() * 121) for _ in takers[1:]
    )
    parts = [high - low for low, high in zip([0, *cuts], [*cuts, 120], strict=True)]
    augen, tricks = dict.fromkeys(active, 0), dict.fromkeys(active, 0)
    for name, part in zip(takers, parts, strict=True):
        augen[name], tricks[name] = part, 1
    for _ in range(total - len(takers)):
        tricks[_one(rng, takers)] += 1
    return augen, tricks


def _trumps(rng: Random, run: int, tricks: dict[str, int], facts: Facts) -> None:
    """Add how many trumps each has in his tricks, and the highest."""
    takers = [name for name, made in tricks.items() if made]
    owners = [_one(rng, takers) for _ in range(run)]
    facts["trumps"] = {name: owners.count(name) for name in tricks}
    facts["highest"] = {name: owners.index(name) + 1 for name in takers if name in owners}


# -- what is impossible --------------------------------------------------------------------------------


def _spoil(rng: Random, at: At, kind: type[Dealt], facts: Facts) -> None:
    """Change something so that the hand may no longer be possible, at this table, under a tariff, or at all."""
    seats = at.seats
    one, other = _one(rng, seats), _one(rng, seats)
    changes: list[Facts] = [
        {"klopfer": _one(rng, (5, 13, 70, -1, (STRANGER,), (one, one, one, one, one)))},
        {"bock": _one(rng, (70, -1, 58 if at.huge else 3, 5))},
        {"round": _one(rng, (*ROUNDS, *OWN_ROUNDS, "none"))},
        {"dealer": STRANGER},
        {"active": _one(rng, ((one, other, STRANGER), (one, one), tuple(seats), tuple(seats[:1])))},
    ]
    if kind is Played:
        changes += _spoilt_games(rng, one, other)
        if facts.get("won") is not None:
            changes.append({"won": not facts["won"]})
    elif kind is Ramsch:
        changes += _spoilt_ramsch(rng, one, other, facts)
    facts.update(_one(rng, changes))


def _spoilt_games(rng: Random, one: str, other: str) -> list[Facts]:
    return [
        {"laufende": _one(rng, (-1, 5, 9, 13, 15, 127, 128))},
        {"partner": one},
        {"partner": None},
        {"declarer": _one(rng, (STRANGER, one, None))},
        {"kontra": _one(rng, (9, 63, 200, -1, (one, other), (one, one, one), (STRANGER,)))},
        {"schwarz": True},
        {"schneider": True},
        {"schneider": False, "schwarz": True},
        {"sie": True, "won": False},
        {"sie": True},
        {"tout": True},
        {"game": _one(rng, ("kreuz", "bär", "geier", "mörtel", "wenz", "sauspiel", "quatsch"))},
        {"suit": _one(rng, ("herz", "eichel"))},
        {"bid": _one(rng, (75, 121, 0))},
        {"forced": True},
        {"announced": _one(rng, ("schneider", "schwarz"))},
        {"laufende_of": "opponents"},
        {"winners": (one, other)},
        {"winners": (one,), "declarer": None, "partner": None, "won": None},
        {"augen": _one(rng, (-1, 121, 60, 120, 0, 127))},
        {"tricks": _one(rng, (0, 8, 9, 17, -1))},
        {"augen": None, "tricks": None, "won": None},
    ]


def _spoilt_ramsch(rng: Random, one: str, other: str, facts: Facts) -> list[Facts]:
    return [
        {"durchmarsch": one},
        {"losers": (one, other)},
        {"losers": (STRANGER,)},
        {"losers": (), "augen": None},
        {"jungfrauen": (one,)},
        {"jungfrauen": (one, other, STRANGER)},
        {"kontra": _one(rng, (2, -1, (one, other), (STRANGER,)))},
        {"tricks": {one: _one(rng, (0, 1, 6, 7, 99))}},
        {"trumps": {one: _one(rng, (0, 5, 9, -1))}},
        {"highest": {one: _one(rng, (1, 14, 15)), other: 1}},
        {"augen": {**(facts.get("augen") or {}), one: 7}},
        {"augen": {**(facts.get("augen") or {}), STRANGER: 0}},
        {"game": _one(rng, ("ramsch", "sauspiel", "quatsch"))},
    ]


if __name__ == "__main__":
    from tests import two_folds  # with what it needs: an extra

    sys.exit(two_folds.main(sys.argv[1:]))
