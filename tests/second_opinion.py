"""A second opinion: what a hand costs, written once more from domain.md and contract.md alone.

It shares no line and no idea of structure with `sklog.scoring`, and imports nothing of it: a mistake
would have to be made twice, in two different ways, to go unseen. It reads the *mapping* of a tariff
(every public key, `none` where a part is off) and the *JSON* of a hand, and knows no words for people.
"""

from __future__ import annotations

from typing import Any

Map = dict[str, Any]

LARGEST = 2**63 - 1
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


class Impossible(Exception):  # noqa: N818  (the name says what the hand is)
    """The hand cannot be true, is not played here, or its price is undecided."""


def refuse_if(wrong: object, reason: str) -> None:
    """Refuse the hand for this reason when something is wrong."""
    if wrong:
        raise Impossible(reason)


def part(tariff: Map, key: str) -> Map | None:
    """Return one block of a tariff; None where it is switched off."""
    value = tariff.get(key)
    return value if isinstance(value, dict) else None


def number(value: Any) -> int | None:
    """Return a setting or fact that is a number, None where it is `none` or absent."""
    return None if value in (None, "none", "") else int(value)


def score(tariff: Map, table: Map, hand: Map) -> Map:
    """Return `{"value": cents, "postings": {seat or "Stock": cents}, "triggers": …}`, or raise Impossible.

    `table` says `seats` (clockwise), `dealer`, `active` (who is dealt in), `stock` (cents), `bock`
    (doublings in force) and `round`. `triggers` is the set of what the hand is that may bring Bock.
    """
    seats = list(table["seats"])
    postings = {**dict.fromkeys(seats, 0), "Stock": 0}
    triggers: set[str] = set()
    if hand["game"] == "posting":
        value = 0
        for name, amount in hand["amounts"].items():
            refuse_if(name not in postings, f"{name} is not at the table")
            postings[name] += amount
        refuse_if(sum(postings.values()), "a posting must add up to nothing")
    else:
        scene = Scene(tariff, table, hand)
        kind = {"ramsch": ramsch, "passed": thrown_in}.get(scene.shape, played)
        value = kind(scene, postings)
        triggers = {trigger for trigger, happened in scene.happened.items() if happened}
    refuse_if(any(abs(amount) > LARGEST for amount in (value, *postings.values())), "too large")
    assert not sum(postings.values())
    return {"value": value, "postings": postings, "triggers": triggers}


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
        refuse_if(self.bock < 0, "negative Bock")
        self.kontra = 0
        self.happened: dict[str, object] = {"thrown_in": self.shape == "passed"}
        strange = set(OF_DECLARERS) | set(OF_RAMSCH)
        if self.shape == "ramsch":
            strange -= set(OF_RAMSCH)
        elif self.shape != "passed":
            strange -= set(OF_DECLARERS)
        refuse_if(any(hand.get(key) not in (None, False, 0, []) for key in strange), "does not belong to this game")

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

    def doubling(self, kinds: Any = ("klopfen", "kontra", "bock")) -> int:
        """Return what these doublings multiply by, together."""
        rules = part(self.tariff, "klopfen")
        linear = rules is not None and rules["growth"] == "linear"
        klopfen = 1 + self.klopfer if linear else 2**self.klopfer
        factors = {"klopfen": klopfen, "kontra": 2**self.kontra, "bock": 2**self.bock}
        return factors["klopfen"] ** ("klopfen" in kinds) * factors["kontra"] ** ("kontra" in kinds) * factors[
            "bock"
        ] ** ("bock" in kinds)

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


# --- thrown in ------------------------------------------------------------------------------------------


def thrown_in(scene: Scene, postings: dict[str, int]) -> int:
    """A throw-in: the Schieber nobody took, or everybody pays into the Stock."""
    rounds, stock = part(scene.tariff, "rounds"), part(scene.tariff, "stock")
    agreed = number(rounds["schieber_sum"]) if rounds else None
    if scene.round == "schieber" and agreed is not None and len(scene.active) == 4:
        first, second, third, last = scene.active
        for name, sign in ((first, -1), (second, 1), (third, 1), (last, -1)):
            postings[name] += sign * agreed
    elif stock:
        each = capped(stock, number(stock["pay_in"]) or 0, scene)
        for name in scene.active:
            postings[name] -= each
            postings["Stock"] += each
    return 0


def capped(stock: Map, amount: int, scene: Scene, *, multiplied: bool = True) -> int:
    """Return what one person pays in (multiplied) or takes out, at most the tariff's cap."""
    if multiplied:
        amount *= scene.doubling(stock["multiplied"])
    most = number(stock["max_per_person"])
    return amount if most is None else min(amount, most)


# --- games with declarers -------------------------------------------------------------------------------


def played(scene: Scene, postings: dict[str, int]) -> int:
    """A partner game, a solo or a Bettel."""
    if scene.hand.get("winners"):
        if scene.shape == "partner":
            return pair_of_winners(scene, postings)
        scene.hand = soloist_of_winners(scene)
    hand, active = scene.hand, scene.active
    declarers = sides(scene)
    opponents = [name for name in active if name not in declarers]
    scene.kontra = depth(scene, declarers)
    won, schneider, schwarz = (bettel if scene.shape == "bettel" else verdict)(scene)
    scene.happened = {
        "lost_solo": scene.shape != "partner" and not won,
        "herz_solo": scene.name == "solo" and scene.suit == "herz",
        "lost_kontra": scene.kontra > 0 and won,
        "schwarz": schwarz,
        "tie_60": hand.get("augen") == 60,
    }
    if won is None:
        return 0
    runs_paid = laufende(scene, held_by_winners=(hand.get("laufende_of") or "declarers") == ("declarers" if won else
                                                                                            "opponents"), won=won)  # fmt: skip
    value = price_of(scene, schneider=schneider, schwarz=schwarz, runs=runs_paid)
    signed = value if won else -value
    for name in declarers:
        postings[name] += signed * len(opponents) // len(declarers)
    for name in opponents:
        postings[name] -= signed
    move_stock(scene, postings, declarers, won=won)
    return value


def sides(scene: Scene) -> list[str]:
    """Return the declarers, the caller first."""
    hand, active = scene.hand, scene.active
    caller, partner = hand.get("declarer"), hand.get("partner")
    refuse_if(caller not in active, "who played?")
    if scene.shape != "partner":
        refuse_if(partner, "a partner in a solo")
        refuse_if(len(active) < 2, "nobody to play against")
        return [str(caller)]
    refuse_if(len(active) != 4, "a partner game needs four")
    opposite = active[(active.index(caller) + 2) % 4]
    if scene.name == "kreuz":
        refuse_if(partner not in (None, opposite), "not the opposite")
        partner = opposite
    refuse_if(partner not in active or partner == caller, "who was the partner?")
    return [str(caller), str(partner)]


def soloist_of_winners(scene: Scene) -> Map:
    """Return the hand of a solo noted by its winners as if declarer and result had been said."""
    hand, active = dict(scene.hand), scene.active
    winners = list(hand.pop("winners"))
    refuse_if(hand.get("declarer") or hand.get("partner") or hand.get("won") is not None, "said twice")
    refuse_if(not set(winners) <= set(active) or len(set(winners)) < len(winners), "who won?")
    refuse_if(len(winners) not in (1, len(active) - 1), "one or all the others")
    refuse_if(len(active) == 2, "which of the two played?")
    hand["won"] = len(winners) == 1
    hand["declarer"] = winners[0] if hand["won"] else next(name for name in active if name not in winners)
    return hand


def pair_of_winners(scene: Scene, postings: dict[str, int]) -> int:
    """A partner game of which only the two winners were noted."""
    hand, active, winners = scene.hand, scene.active, list(scene.hand["winners"])
    refuse_if(any(hand.get(key) not in (None, False) for key in ("declarer", "partner", "augen", "tricks", "laufende_of",
                                                                 "forced", "bid")), "not with winners")  # fmt: skip
    refuse_if(hand.get("won") is not None, "winners have won")
    refuse_if(len(active) != 4 or len(set(winners)) != 2 or not set(winners) <= set(active), "which two won?")
    refuse_if(scene.name == "kreuz" and (active.index(winners[0]) - active.index(winners[1])) % 4 != 2, "not opposite")
    refuse_if(isinstance(hand.get("kontra"), list), "only the depth of the Kontra")
    refuse_if(hand.get("announced"), "who announced?")
    scene.kontra = depth(scene, [])
    stock, bock = part(scene.tariff, "stock"), part(scene.tariff, "bock")
    refuse_if(stock and scene.stock > 0 and scene.name in stock["games"], "who plays for the Stock?")
    refuse_if(stock and scene.name in stock["games"] and number_or_word(stock["lost"]) not in ("doubles", "stays"),
              "who pays into the Stock?")  # fmt: skip
    refuse_if(scene.kontra and bock and "lost_kontra" in bock["after"], "who lost the Kontra?")
    rules = part(scene.tariff, "laufende")
    refuse_if(rules and hand.get("laufende") and (rules["paid"] != "always" or rules["ohne"] != "all"), "whose run?")
    refuse_if(hand.get("tout") or hand.get("sie"), "only with a solo")
    schwarz = bool(hand.get("schwarz"))
    refuse_if(schwarz and hand.get("schneider") is False, "Schwarz is Schneider")
    schneider = schwarz or bool(hand.get("schneider"))
    scene.happened = {"schwarz": schwarz}
    runs = laufende(scene, held_by_winners=True, won=True)
    value = price_of(scene, schneider=schneider, schwarz=schwarz, runs=runs)
    for name in active:
        postings[name] += value if name in winners else -value
    return value


def number_or_word(value: Any) -> int | str:
    """Return a setting that is a word or a number, a number written as text included."""
    return int(value) if str(value).isdigit() else str(value)


def depth(scene: Scene, declarers: list[str]) -> int:
    """Return how deep the chain of Kontra, Re, … is; Hadsch begins it by itself."""
    said, rules = scene.hand.get("kontra") or 0, part(scene.tariff, "kontra")
    hadsch = scene.round == "hadsch"
    if isinstance(said, list):
        refuse_if(not set(said) <= set(scene.active), "who said Kontra?")
        of_declarers = [name in declarers for name in said]
        if hadsch and of_declarers[:1] == [True]:
            of_declarers.insert(0, False)
        refuse_if(any(by != (level % 2 == 1) for level, by in enumerate(of_declarers)), "the wrong side")
        said = len(of_declarers)
    refuse_if(said < 0, "a negative Kontra")
    if said:
        refuse_if(rules is None, "no Kontra here")
        assert rules is not None
        refuse_if(rules["games"] and scene.name not in rules["games"], "no Kontra in this game")
        refuse_if(said > len(rules["names"]) and not rules["unlimited"], "deeper than the chain")
    return max(int(said), 1) if hadsch else int(said)


def bettel(scene: Scene) -> tuple[bool, bool, bool]:
    """Decide a Bettel: won with no trick at all."""
    hand = scene.hand
    for key in ("schneider", "schwarz", "laufende", "tout", "sie", "announced", "bid", "forced"):
        refuse_if(hand.get(key), "not in a Bettel")
    augen, tricks, won = checked_facts(scene)
    if tricks is not None:
        refuse_if(won is not None and won != (tricks == 0), "won against the tricks")
        won = tricks == 0
    if augen:
        refuse_if(won, "Augen without a trick")
    refuse_if(won is None, "won or lost?")
    return bool(won), False, False


def checked_facts(scene: Scene) -> tuple[int | None, int | None, bool | None]:
    """Return Augen, tricks and the result as they were said, after looking at each."""
    augen, tricks, won = (scene.hand.get(key) for key in ("augen", "tricks", "won"))
    refuse_if(augen is not None and not 0 <= augen <= 120, "Augen outside 0 to 120")
    if tricks is not None:
        refuse_if(not 0 <= tricks <= scene.all_tricks, "so many tricks there are not")
        refuse_if(tricks == 0 and augen, "Augen without a trick")
        refuse_if(tricks == scene.all_tricks and augen not in (None, 120), "all tricks are 120 Augen")
    return augen, tricks, won


def needed(scene: Scene) -> int:
    """Return from how many Augen the declarers win: bid > Pflichthabicht > last Kontra > forced > usual."""
    hand, tariff = scene.hand, scene.tariff
    rounds, kontra, forced = (part(tariff, key) for key in ("rounds", "kontra", "forced"))
    refuse_if(hand.get("forced") and forced is None, "no forced play here")
    bid = hand.get("bid")
    if bid is not None:
        refuse_if(not tariff["bids"] or not 1 <= bid <= 120, "no such bid")
        return int(bid)
    last = scene.active[-1] == hand["declarer"]
    if rounds and scene.round == "blauer-habicht" and scene.name == "farbhabicht" and last:
        return int(rounds["pflichthabicht"])
    if kontra and kontra["last_needs_61"] and scene.kontra:
        return 60 if scene.kontra % 2 else 61
    if hand.get("forced") and forced:
        return int(forced["wins_from"])
    return int(tariff["wins"]["declarers"])


def limits(scene: Scene) -> tuple[int, int] | None:
    """Return from how many Augen declarers and opponents are out of Schneider."""
    rules, forced = part(scene.tariff, "schneider"), part(scene.tariff, "forced")
    if rules is None:
        return None
    own = number(forced["schneider_from"]) if forced and scene.hand.get("forced") else None
    return int(rules["declarers"]) if own is None else own, int(rules["opponents"])


def verdict(scene: Scene) -> tuple[bool | None, bool, bool]:
    """Decide a partner game or a solo: (won or None for a draw, Schneider, Schwarz)."""
    hand, every = scene.hand, scene.all_tricks
    announcements(scene)
    augen, tricks, won = checked_facts(scene)
    if hand.get("sie"):
        refuse_if(won is False or augen not in (None, 120) or tricks not in (None, every), "a Sie cannot lose")
        won, tricks = True, every
    limit = needed(scene)
    if scene.name == "kreuz" and augen == 60 and not hand.get("announced"):
        refuse_if(won is not None or hand.get("schneider") or hand.get("schwarz"), "60:60 is a draw")
        return None, False, False
    decided = result(scene, augen, tricks, limit)
    refuse_if(decided is not None and won is not None and decided != won, "won against the facts")
    won = won if decided is None else decided
    refuse_if(won is None, "won or lost?")
    goal = hand.get("announced") if won else None
    schwarz_must = won and (hand.get("tout") or hand.get("sie") or goal == "schwarz")
    schwarz = losers_schwarz(scene, augen, tricks, won=bool(won), must=bool(schwarz_must))
    schneider = losers_schneider(scene, augen, won=bool(won), must=schwarz or goal == "schneider")
    return won, schneider, schwarz


def announcements(scene: Scene) -> None:
    """Refuse what may not be announced."""
    hand, tariff = scene.hand, scene.tariff
    if hand.get("sie"):
        refuse_if(part(tariff, "sie") is None or not scene.has_sie, "no Sie here")
        refuse_if(hand.get("laufende") not in (None, 8), "a Sie has eight Laufende")
        refuse_if(hand.get("laufende_of") == "opponents", "the declarer has the Sie")
    if hand.get("tout"):
        refuse_if(part(tariff, "tout") is None or scene.shape != "solo", "no Tout here")
    if goal := hand.get("announced"):
        rules = part(tariff, "announced")
        refuse_if(rules is None or number(rules[goal]) is None, "not announced here")


def result(scene: Scene, augen: int | None, tricks: int | None, limit: int) -> bool | None:
    """Return what Augen and tricks say about the result, None where they leave it open."""
    goal, every = scene.hand.get("announced"), scene.all_tricks
    if tricks is not None and tricks in (0, every):
        return tricks == every
    if scene.hand.get("tout") or goal == "schwarz":
        return False if tricks is not None or (augen is not None and augen < 120) else None
    if augen is None:
        return None
    if goal == "schneider" and augen >= limit:
        both = limits(scene)
        refuse_if(both is None, "who is Schneider?")
        assert both is not None
        return 120 - augen < both[1]
    return augen >= limit


def losers_schwarz(scene: Scene, augen: int | None, tricks: int | None, *, won: bool, must: bool) -> bool:
    """Return whether the losing side made no trick."""
    said, every = scene.hand.get("schwarz"), scene.all_tricks
    known: bool | None = True if must else None
    if tricks is not None:
        none_made = tricks == (every if won else 0)
        refuse_if(must and not none_made, "all tricks were needed")
        known = none_made
    refuse_if(known is not None and said is not None and said != known, "Schwarz against the tricks")
    schwarz = bool(said) if known is None else known
    refuse_if(schwarz and augen not in (None, 120 if won else 0), "Schwarz with Augen")
    return schwarz


def losers_schneider(scene: Scene, augen: int | None, *, won: bool, must: bool) -> bool:
    """Return whether the losing side stayed below its limit."""
    said, both = scene.hand.get("schneider"), limits(scene)
    refuse_if(must and said is False, "it must be Schneider")
    known: bool | None = True if must else None
    if augen is not None and both is not None:
        known = 120 - augen < both[1] if won else augen < both[0]
        refuse_if(must and not known, "Schneider against the Augen")
        refuse_if(said is not None and said != known, "Schneider against the Augen")
    return bool(said) if known is None else known


def laufende(scene: Scene, *, held_by_winners: bool, won: bool) -> int:
    """Return the sum paid for the Laufende."""
    hand, rules = scene.hand, part(scene.tariff, "laufende")
    run = 8 if hand.get("sie") else hand.get("laufende") or 0
    refuse_if(run < 0 or run > scene.longest, "more Laufende than trumps")
    if rules is None or not run:
        return 0
    if rules["only_herren"]:
        run = min(run, scene.herren)
    run = min(run, number(rules["max"]) or run)
    if run < int(rules["by_game"].get(scene.name, rules["from"])):
        return 0
    if rules["paid"] != "always" and (rules["paid"] == "winners") != held_by_winners:
        return 0
    if rules["ohne"] == "caller" and scene.shape == "partner" and not held_by_winners and not won:
        return 0
    if rules["schedule"]:
        reached = [int(count) for count in rules["schedule"] if int(count) <= run]
        sums = {int(count): int(amount) for count, amount in rules["schedule"].items()}
        return sums[max(reached)] if reached else 0
    return int(rules["price"]) * run


def price_of(scene: Scene, *, schneider: bool, schwarz: bool, runs: int) -> int:
    """Return the value: add first, multiply last, then the ceiling."""
    hand, tariff = scene.hand, scene.tariff
    value = scene.price(scene.name, scene.shape, scene.suit, scene.own_price)
    special = part(tariff, "sie") if hand.get("sie") else part(tariff, "tout") if hand.get("tout") else None
    if special is None or special["schneider_schwarz"]:
        for happened, key in ((schneider, "schneider"), (schwarz, "schwarz")):
            rules = part(tariff, key)
            if happened and rules:
                value += int(rules["price"])
    if goal := hand.get("announced"):
        value += int((part(tariff, "announced") or {})[goal])
    if special is None or special["laufende"]:
        value += runs
    if special:
        value *= int(special["times"])
    return scene.ceiling(value * scene.doubling())


def move_stock(scene: Scene, postings: dict[str, int], declarers: list[str], *, won: bool) -> None:
    """Let the declarers, or the caller alone, take the Stock or pay into it."""
    rules = part(scene.tariff, "stock")
    if rules is None or scene.name not in rules["games"]:
        return
    people = declarers[:1] if rules["to"] == "caller" else declarers
    if won:
        moved = {name: capped(rules, scene.stock // len(people), scene, multiplied=False) for name in people}
    else:
        lost = number_or_word(rules["lost"])
        amount = {"doubles": scene.stock, "stays": 0}.get(lost, lost) if isinstance(lost, str) else lost
        assert isinstance(amount, int)
        amount *= scene.doubling(rules["multiplied"])
        half, odd = divmod(amount, len(people))
        most = number(rules["max_per_person"])
        shares = {name: half + (odd if name == people[0] else 0) for name in people}
        moved = {name: -(share if most is None else min(share, most)) for name, share in shares.items()}
    for name, amount in moved.items():
        postings[name] += amount
        postings["Stock"] -= amount


# --- Ramsch ---------------------------------------------------------------------------------------------


def ramsch(scene: Scene, postings: dict[str, int]) -> int:
    """A Ramsch: the loser pays everybody, or a Durchmarsch is paid by everybody."""
    hand, active = scene.hand, scene.active
    ramsch_facts(scene)
    rules = part(scene.tariff, "ramsch") or {"jungfrau": "none", "durchmarsch": "none", "tie": []}
    marcher = durchmarsch(scene, part(rules, "durchmarsch"))
    if marcher is not None:
        value = scene.ceiling(march_price(scene, (part(rules, "durchmarsch") or {})["pays"]) * scene.doubling())
        for name in active:
            postings[name] += value * (len(active) - 1) if name == marcher else -value
        return value
    losers = ramsch_losers(scene, list(rules["tie"]))
    if len(losers) == len(active):
        return 0
    virgins: list[str] = []
    if rules["jungfrau"] != "none":
        open_question = [name for name in active if has_trick(scene, name) is None]
        refuse_if(hand.get("augen") and open_question, "is he a Jungfrau?")
        virgins = [name for name in active if has_trick(scene, name) is False]
    value = scene.price(scene.name, scene.shape, None, scene.own_price)
    if rules["jungfrau"] == "all":
        value *= 2 ** len(virgins)
    elif rules["jungfrau"] == "solo_price" and virgins:
        value = scene.price("solo", "solo") if len(virgins) == 1 else 4 * value
    value = scene.ceiling(value * scene.doubling())
    total = 0
    for name in active:
        if name not in losers:
            gain = 2 * value if rules["jungfrau"] == "own" and name in virgins else value
            postings[name] += gain
            total += gain
    share, odd = divmod(total, len(losers))
    for place, name in enumerate(losers):
        postings[name] -= share + (place < odd)
    return value


def ramsch_facts(scene: Scene) -> None:
    """Refuse facts of a Ramsch that contradict each other or name somebody else."""
    hand, active = scene.hand, scene.active
    augen, tricks, trumps = (hand.get(key) or {} for key in ("augen", "tricks", "trumps"))
    for key in ("augen", "tricks", "trumps", "highest", "losers", "jungfrauen"):
        named = list(hand.get(key) or ())
        refuse_if(not set(named) <= set(active) or len(set(named)) < len(named), f"{key}: who?")
    refuse_if(hand.get("durchmarsch") not in (None, *active), "whose Durchmarsch?")
    refuse_if(augen and (set(augen) != set(active) or sum(augen.values()) != 120), "the Augen do not add up")
    refuse_if(any(not 0 <= amount <= 120 for amount in augen.values()), "Augen outside 0 to 120")
    refuse_if(any(not 0 <= amount <= scene.all_tricks for amount in tricks.values()), "so many tricks there are not")
    refuse_if(sum(tricks.values()) > scene.all_tricks, "too many tricks")
    refuse_if(len(tricks) == len(active) and sum(tricks.values()) != scene.all_tricks, "the tricks do not add up")
    refuse_if(sum(trumps.values()) > scene.longest, "too many trumps")
    refuse_if(any(not 1 <= rank <= scene.longest for rank in (hand.get("highest") or {}).values()), "no such trump")
    for name in active:
        refuse_if(tricks.get(name) == 0 and (augen.get(name) or trumps.get(name)), "something without a trick")
        refuse_if(tricks.get(name) == scene.all_tricks and augen.get(name) not in (None, 120), "all is 120")
        if name in (hand.get("jungfrauen") or ()):
            refuse_if(augen.get(name) or tricks.get(name) or trumps.get(name), "a Jungfrau has made no trick")
            refuse_if(name in (hand.get("losers") or ()) or name == hand.get("durchmarsch"), "a Jungfrau loses not")
    refuse_if(len(hand.get("jungfrauen") or ()) == len(active), "somebody has the tricks")


def has_trick(scene: Scene, name: str) -> bool | None:
    """Return whether somebody made a trick, None where nothing says it."""
    hand = scene.hand
    tricks = (hand.get("tricks") or {}).get(name)
    if tricks is not None:
        return bool(tricks)
    if (hand.get("augen") or {}).get(name) or name in (hand.get("losers") or ()):
        return True
    if hand.get("jungfrauen") is not None:
        return name not in hand["jungfrauen"]
    return None


def durchmarsch(scene: Scene, rules: Map | None) -> str | None:
    """Return who made a Durchmarsch."""
    hand, active, augen = scene.hand, scene.active, scene.hand.get("augen") or {}
    said = hand.get("durchmarsch")
    refuse_if(said and (rules is None or hand.get("losers")), "no Durchmarsch")
    if rules is None:
        return None
    least = number(rules["augen"])
    for name in active:
        others = [has_trick(scene, other) for other in active if other != name]
        everything = False if True in others else True if None not in others else None
        if augen:
            enough: bool | None = augen[name] == 120 if least is None else augen[name] >= least
            if least is None and enough and said != name:
                refuse_if(everything is None, "all the tricks?")
                enough = everything
        else:
            enough = everything and hand.get("tricks", hand.get("jungfrauen")) is not None
        if said == name:
            refuse_if(augen and not enough, "too few Augen for a Durchmarsch")
            refuse_if(least is None and everything is False, "somebody else has a trick")
            return name
        if enough:
            refuse_if(said or hand.get("losers"), "somebody else made a Durchmarsch")
            return name
    return None


def march_price(scene: Scene, pays: int | str) -> int:
    """Return the price of a Durchmarsch before Klopfer and Bock."""
    if pays == "ramsch":
        return scene.price(scene.name, scene.shape, None, scene.own_price)
    if pays == "herz-solo":
        extras = (part(scene.tariff, key) for key in ("schneider", "schwarz"))
        return scene.price("solo", "solo", "herz") + sum(int(rules["price"]) for rules in extras if rules)
    return int(pays)


def ramsch_losers(scene: Scene, criteria: list[str]) -> list[str]:
    """Return who loses, in the order from the dealer's left on."""
    hand, active, augen = scene.hand, scene.active, scene.hand.get("augen") or {}
    named = [name for name in active if name in (hand.get("losers") or ())]
    tied = [name for name in active if augen[name] == max(augen.values())] if augen else named
    refuse_if(not tied, "who lost?")
    if augen and named:
        refuse_if(not set(named) <= set(tied), "somebody else has more Augen")
        tied = named
    elif augen:
        for criterion in criteria:
            if len(tied) > 1 and criterion != "shared":
                tied = most_of(scene, criterion, tied)
    refuse_if(len(tied) > 1 and "shared" not in criteria, "name the loser")
    return tied


def most_of(scene: Scene, criterion: str, tied: list[str]) -> list[str]:
    """Return those of the tied with the most tricks or trumps, or the highest trump."""
    facts = scene.hand.get(criterion) or {}
    refuse_if(any(name not in facts for name in tied), f"{criterion}?")
    best = (min if criterion == "highest" else max)(facts[name] for name in tied)
    return [name for name in tied if facts[name] == best]
