"""The second opinion's own catalogue, and the table on which a hand was played."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Map = dict[str, Any]

TRICKS = {("long", 4): 8, ("long", 3): 10, ("short", 4): 6, ("short", 3): 8, ("short", 2): 12}
ALL_SUITS = ("eichel", "gras", "herz", "schellen")

#                    shape     long short herren suits
CATALOGUE: dict[str, tuple[str, int, int, int, tuple[str, ...]]] = {
    "sauspiel": ("partner", 14, 12, 8, ("eichel", "gras", "schellen")),
    "hochzeit": ("partner", 14, 12, 8, ()),
    "kreuz": ("partner", 14, 12, 8, ()),
    "solo": ("solo", 14, 12, 8, ALL_SUITS),
    "wenz": ("solo", 4, 4, 4, ()),
    "geier": ("solo", 4, 4, 4, ()),
    "habicht": ("solo", 4, 4, 4, ()),
    "perlmutt-habicht": ("solo", 4, 4, 4, ()),
    "hawaii-habicht": ("solo", 4, 4, 4, ALL_SUITS),
    "farbwenz": ("solo", 11, 9, 4, ALL_SUITS),
    "farbgeier": ("solo", 11, 9, 4, ALL_SUITS),
    "farbhabicht": ("solo", 11, 9, 4, ALL_SUITS),
    "bär": ("solo", 8, 8, 8, ()),
    "bettel": ("bettel", 0, 0, 0, ()),
    "mörtel": ("bettel", 0, 0, 0, ()),
    "ramsch": ("ramsch", 14, 12, 8, ()),
    "zusammengeworfen": ("passed", 0, 0, 0, ()),
}

OF_DECLARERS = ("declarer", "partner", "won", "winners", "augen", "tricks", "schneider", "schwarz", "tout", "sie",
                "laufende", "laufende_of", "kontra", "bid", "forced", "announced", "suit")  # fmt: skip
OF_RAMSCH = ("augen", "tricks", "trumps", "highest", "losers", "jungfrauen", "durchmarsch")


class Impossible(Exception):
    """The hand cannot be true, is not played here, or its price is undecided."""


def refuse_if(wrong: object, reason: str) -> None:
    """Refuse the hand for this reason when something is wrong."""
    if wrong:
        raise Impossible(reason)


def part(tariff: Map, key: str) -> Map | None:
    """Return one block of a tariff; None where it is switched off."""
    value = tariff.get(key)
    return value if isinstance(value, dict) else None


def number(value: object) -> int | None:
    """Return a setting or fact that is a number, None where it is `none` or absent."""
    return None if value in (None, "none") else int(str(value))


class Scene:
    """The hand on its table: game, order of play, doublings that need no declarer."""

    def __init__(self, tariff: Map, table: Map, hand: Map) -> None:
        self.tariff, self.hand, self.stock = tariff, hand, table["stock"]
        seats = list(table["seats"])
        dealer = hand.get("dealer") or table["dealer"]
        refuse_if(dealer not in seats, "the dealer is not at the table")
        dealt_in = hand.get("active") or table["active"]
        refuse_if(not set(dealt_in) <= set(seats) or len(set(dealt_in)) < len(dealt_in), "who is dealt in?")
        after = seats.index(dealer) + 1
        self.active: list[str] = [name for name in seats[after:] + seats[:after] if name in dealt_in]
        people = len(self.active)
        refuse_if(people not in [int(n) for n in tariff["people"]], "not so many people")
        deck = tariff["deck"]
        if isinstance(deck, dict):
            deck = {int(n): kind for n, kind in deck.items()}.get(people, "long")
        self.short = deck == "short"
        self.all_tricks = TRICKS.get((deck, people), 0)
        self.name, self.shape, self.longest, self.herren, suits, self.own_price, self.has_sie = self._game()
        suit = hand.get("suit")
        refuse_if(suit and suit not in suits, "not with this suit")
        self.suit: str | None = suit
        self.round = self._round(table)
        self.klopfer = self._klopfer()
        self.bock = table["bock"] if hand.get("bock") is None else hand["bock"]
        refuse_if(not 0 <= self.bock < 63, "no amount fits")
        self.kontra = 0
        self.happened: dict[str, object] = {"thrown_in": self.shape == "passed"}
        strange = set(OF_DECLARERS) | set(OF_RAMSCH)
        if self.shape == "ramsch":
            strange -= set(OF_RAMSCH)
        elif self.shape != "passed":
            strange -= set(OF_DECLARERS)
        said = {key for key in strange if hand.get(key) not in (None, [], {}) and hand[key] is not False}
        said -= {key for key in ("laufende", "kontra") if hand.get(key) == 0}
        refuse_if(said, "does not belong to this game")

    def _game(self) -> tuple[str, str, int, int, tuple[str, ...], int | None, bool]:
        name = self.hand["game"]
        for game in self.tariff["games"]:
            if isinstance(game, dict) and game["name"] == name:
                trumps = game.get("trumps") or 0
                if isinstance(trumps, (list, tuple)):
                    trumps = trumps[self.short] if len(trumps) > 1 else trumps[0]
                price = number(game.get("price"))
                suits = tuple(game.get("suits") or ())
                sie = bool(game.get("sie"))
                return name, game["shape"], int(trumps), int(game.get("herren") or 0), suits, price, sie
        refuse_if(name not in self.tariff["games"] and name != "zusammengeworfen", "a game not played here")
        shape, long, short, herren, suits = CATALOGUE[name]
        return name, shape, short if self.short else long, herren, suits, None, name == "solo"

    def _round(self, table: Map) -> str | None:
        named = self.hand.get("round") or table["round"]
        if named in (None, "none"):
            return None
        rounds = part(self.tariff, "rounds")
        refuse_if(rounds is None or named not in rounds["kinds"], "a round not played here")
        return str(named)

    def _klopfer(self) -> int:
        said = self.hand.get("klopfer") or 0
        if isinstance(said, list):
            refuse_if(not set(said) <= set(self.active) or len(set(said)) < len(said), "who knocked?")
            said = len(said)
        rules = part(self.tariff, "klopfen")
        refuse_if(said and rules is None, "no Klopfen here")
        most = number(rules["max"]) if rules else 0
        refuse_if(said < 0 or said > len(self.active) or (most is not None and said > most), "too many Klopfer")
        return int(said)

    def doubling(self, kinds: Iterable[str] = ("klopfen", "kontra", "bock")) -> int:
        """Return what these doublings multiply by, together."""
        rules = part(self.tariff, "klopfen")
        linear = rules is not None and rules["growth"] == "linear"
        klopfen = 1 + self.klopfer if linear else 2**self.klopfer
        factors = {"klopfen": klopfen, "kontra": 2**self.kontra, "bock": 2**self.bock}
        return prod(factors[kind] for kind in set(kinds))

    def price(self, name: str, shape: str, suit: str | None = None, own: int | None = None) -> int:
        """Return a base price: suit and game before game before kind of game."""
        prices = self.tariff["prices"]
        for candidate in (prices.get(f"{suit}-{name}") if suit else None, prices.get(name), own, prices.get(shape)):
            if candidate is not None:
                return int(candidate)
        return int(prices["solo"])

    def ceiling(self, value: int) -> int:
        """Return the value, at most what the tariff allows."""
        most = number(self.tariff["ceiling"])
        return value if most is None else min(value, most)


def capped(stock: Map, amount: int, scene: Scene, *, multiplied: bool = True) -> int:
    """Return what one person pays in (multiplied) or takes out, at most the tariff's cap."""
    if multiplied:
        amount *= scene.doubling(stock["multiplied"])
    most = number(stock["max_per_person"])
    return amount if most is None else min(amount, most)
