"""The second opinion's own catalogue, and the table on which a hand was played."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import second_opinion_rounds as rounds

if TYPE_CHECKING:
    from collections.abc import Iterable

Map = dict[str, Any]

TRICKS = {("long", 4): 8, ("long", 3): 10, ("long", 2): 16, ("short", 4): 6, ("short", 3): 8, ("short", 2): 12}
DOUBLINGS = ("klopfen", "kontra", "bock")
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


def holds(rules: Map | None, game: str) -> bool:
    """Whether a rule is there and holds in this game."""
    return rules is not None and (not rules.get("games") or game in rules["games"])


def grown(rules: Map | None, count: int) -> int:
    """Return what so many of a doubling multiply by: none 1, then as its `growth` or its `times` says."""
    rules = rules or {}
    times, growth = number(rules.get("times")), rules.get("growth", "power")
    if not count:
        return 1
    if isinstance(growth, (list, tuple)):
        return int(growth[min(count, len(growth)) - 1])
    return count + 1 if growth == "linear" else (times or 2) ** count


def bids_of(tariff: Map) -> Map | None:
    """Return the rules for bids; None where nobody bids."""
    said = tariff["bids"]
    return {} if said is True else said if isinstance(said, dict) else None


def ohne_of(tariff: Map) -> str:
    """Return who has to do with the Laufende of the losers; in a tariff of before, `caller` meant another thing."""
    said = str((part(tariff, "laufende") or {}).get("ohne", "all"))
    return "caller_won" if said == "caller" and "doublings" not in tariff else said


def shape_of(game: Map | str) -> str:
    """Return the shape of a game as it stands in a tariff's list."""
    return str(game["shape"]) if isinstance(game, dict) else CATALOGUE[game][0]


def is_across(name: str, tariff: Map) -> bool:
    """Whether those who sit opposite play a game together."""
    own = (game for game in tariff["games"] if isinstance(game, dict) and game["name"] == name)
    return name == "kreuz" or any(game.get("fixed_pairs") for game in own)


def decisive(ramsch: Map) -> list[str]:
    """Return what decides between equals in a Ramsch: nothing any more behind what lets all of them lose."""
    tie = list(ramsch["tie"])
    return tie[: tie.index("shared") + 1] if "shared" in tie else tie


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
        self.aside = (24 if self.short else 32) - people * self.all_tricks  # cards that are in nobody's hand
        self.name, self.shape, self.longest, self.herren, suits, self.own_price, self.has_sie = self._game()
        self.across = is_across(self.name, tariff)
        suit = hand.get("suit")
        self.suits = suits
        refuse_if(suit and suit not in suits, "not with this suit")
        self.suit: str | None = suit
        self.round = self._round(table)
        self.klopfer = self._klopfer()
        self.bock = table["bock"] if hand.get("bock") is None else hand["bock"]
        refuse_if(not 0 <= self.bock < 63, "no amount fits")
        self.bock *= holds(part(tariff, "bock") or {}, self.name)
        self.kontra = 0
        self.happened: dict[str, object] = {"thrown_in": self.shape == "passed"}
        strange = set(OF_DECLARERS) | set(OF_RAMSCH)
        if self.shape == "ramsch":
            strange -= {*OF_RAMSCH, "kontra"}
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
        refuse_if(named not in rounds.names(self.tariff), "a round not played here")
        return str(named)

    def _klopfer(self) -> int:
        said, rules = self.hand.get("klopfer") or 0, part(self.tariff, "klopfen")
        each = int(rules.get("per_person", 1)) if rules else 1
        if isinstance(said, list):
            often = max((said.count(name) for name in said), default=0)
            refuse_if(not set(said) <= set(self.active) or often > each, "who knocked?")
            said = len(said)
        refuse_if(said and rules is None, "no Klopfen here")
        most = number(rules["max"]) if rules else 0
        refuse_if(said < 0 or said > each * len(self.active), "more than can knock")
        refuse_if(most is not None and said > most, "too many Klopfer")
        return int(said) if holds(rules, self.name) else 0

    def doubling(self, kinds: Iterable[str] = DOUBLINGS, *, special: str | None = None) -> int:
        """Return what these doublings multiply by, and the Tout or Sie (`special`) beside them."""
        counts = {"klopfen": self.klopfer, "kontra": self.kontra, "bock": self.bock}
        counts = {kind: counts[kind] for kind in set(kinds)}
        rules = part(self.tariff, "doublings") or {}
        together = rules.get("together") or ()
        factor = prod(grown(part(self.tariff, kind), n) for kind, n in counts.items() if kind not in together)
        one_count = sum(n for kind, n in counts.items() if kind in together)
        if special and special in together:
            one_count += 1
        elif special:
            factor *= int(self.tariff[special]["times"])
        return factor * grown(rules, one_count)

    def price(self, name: str, shape: str, suit: str | None = None, own: int | None = None, *, won: bool = True) -> int:
        """Return a base price: suit and game before game before kind of game; by the result where that makes two."""
        price = self.base(name, shape, suit, own)
        return int(price["won" if won else "lost"] if isinstance(price, dict) else price)

    def base(self, name: str, shape: str, suit: str | None, own: int | None) -> Any:
        """Return a base price as it stands in the tariff: a number, or one for each result."""
        prices = self.tariff["prices"]
        candidates = (f"{suit}-{name}", name, None, shape, "other", "solo")
        found = (own if key is None else prices.get(key) for key in candidates)
        return next(price for price in found if price is not None)

    def price_said(self, word: str) -> int | None:
        """Return what a Tout or a Sie costs that has a price of its own, None where it multiplies."""
        called = {game["name"] if isinstance(game, dict) else game for game in self.tariff["games"]}
        of_what = (f"{self.suit}-{self.name}-{word}", f"{self.name}-{word}", f"{self.shape}-{word}", word)
        found = [self.tariff["prices"][key] for key in of_what if key in self.tariff["prices"] and key not in called]
        return int(found[0]) if found and word not in called else None

    def extra_price(self, price: object, name: str | None = None, shape: str = "", suit: str | None = None) -> int:
        """Return the price of an extra in this game (or in another): a number, or one for each game and kind."""
        if name is None:
            name, shape, suit = self.name, self.shape, self.suit
        if isinstance(price, dict):
            price = next((price[key] for key in (f"{suit}-{name}", name, shape, "other") if key in price), 0)
        return int(str(price))

    def worth(self, value: int) -> int:
        """Return the value in the special round that this is, at most what the tariff allows."""
        return self.ceiling(value * rounds.factor(self.tariff, self.round))

    def ceiling(self, value: int) -> int:
        """Return the value, at most what the tariff allows."""
        most = number(self.tariff["ceiling"])
        return value if most is None else min(value, most)

    def payment(self, amount: int) -> int:
        """Return what one person pays to one other, at most what the tariff allows."""
        return amount if self.tariff.get("ceiling_of", "value") == "value" else self.ceiling(amount)

    def obliged(self, declarer: str | None) -> None:
        """Refuse what a special round does not allow; who declared is unknown (None) where winners alone are noted."""
        run = 8 if self.hand.get("sie") else self.hand.get("laufende") or 0
        refuse_if(self.round == "hadsch" and not part(self.tariff, "kontra"), "it begins with a Kontra")
        refuse_if(self.round == "ramsch" and self.shape != "ramsch", "only a Ramsch")
        refuse_if(rounds.wrong_game(self.tariff, self.round, self.name, self.shape), "not in this round")
        who = rounds.must_play(self.tariff, self.round, self.active)
        refuse_if(who and declarer != who, "somebody else has to play")
        if self.round == "allgäuer":
            refuse_if(self.name != "solo", "only a Farbsolo")
            refuse_if(run < 2 or run in (3, 4), "two Laufende, or five with the Herz-Ober")
            refuse_if(self.hand.get("laufende_of") == "opponents", "the first has the Ober")
