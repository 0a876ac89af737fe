"""What a hand costs: a tariff is a frozen value, and every block of its YAML is one small rule.

The fields of a rule are its YAML keys (`from_` is `from`), its docstring is its documentation, and
its `step` says what it adds or multiplies. The price of a hand is the fold of the steps, so the
explanation cannot disagree with the amount. Amounts are whole cents, or whole points.

Sources: domain.md §3, which names the document behind each setting.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.scoring.games import BETTEL, CATALOGUE, HERZ, LONG, PARTNER, RAMSCH, SOLO, Game

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    class Doubled(Protocol):
        """What the doubling rules read: any judged hand, a Ramsch included."""

        @property
        def klopfer(self) -> int: ...
        @property
        def kontra(self) -> int: ...
        @property
        def bock(self) -> int: ...

    class Judged(Doubled, Protocol):
        """What the pricing rules read of a judged game (`judge.Outcome`)."""

        @property
        def game(self) -> Game: ...
        @property
        def suit(self) -> str | None: ...
        @property
        def schneider(self) -> bool: ...
        @property
        def schwarz(self) -> bool: ...
        @property
        def laufende(self) -> int: ...
        @property
        def held_by_winners(self) -> bool: ...
        @property
        def callers_won(self) -> bool: ...
        @property
        def tout(self) -> bool: ...
        @property
        def sie(self) -> bool: ...
        @property
        def announced(self) -> str | None: ...


ALWAYS, WINNERS, LOSERS = PAID = ("always", "winners", "losers")
POWER, LINEAR = GROWTH = ("power", "linear")
HAND, ROUND = LENGTHS = ("hand", "round")
IGNORED, EXTENDED, STACKED, RESTARTED = OVERLAPS = ("ignored", "extended", "stacked", "restarted")
TRIGGERS = ("thrown_in", "lost_solo", "herz_solo", "lost_kontra", "schwarz", "tie_60")
STAYS, DOUBLES = "stays", "doubles"
SPLIT, CARRY = "split", "carry"
SHARED = "shared"
TIE_CRITERIA = ("tricks", "trumps", "highest", SHARED)
JUNGFRAU = ("all", "own", "solo_price", "none")
HERZ_SOLO = "herz-solo"
SCHIEBER, HADSCH, RAMSCH_ROUND, ALLGAEUER, BLAUER_HABICHT = ROUNDS = (
    "schieber",
    "hadsch",
    "ramsch",
    "allgäuer",
    "blauer-habicht",
)
DOUBLINGS = ("klopfen", "kontra", "bock")
PRICE_CLASSES = (PARTNER, SOLO, RAMSCH, BETTEL)


class Step(NamedTuple):
    """One line of the calculation: either `plus` (cents or points) or `times`."""

    label: str
    plus: int | None = None
    times: int | None = None


def fold(steps: tuple[Step, ...]) -> int:
    """Return the value that the steps make, in their order: each adds or multiplies."""
    value = 0
    for _, plus, times in steps:
        value = value * times if times is not None else value + (plus or 0)
    return value


def setting(doc: str, default: Any = ..., **limits: Any) -> Any:
    """Declare one YAML key: what it means, its default, and what it may be.

    `choices` are the words it may be, `least` and `most` bound a number, `off` says that `none` is a
    value, `keys` and `items` name what a mapping's keys or a list's items are.
    """
    metadata = {"doc": doc, **limits}
    if default is ...:
        return field(metadata=metadata)
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Wins:
    """Who has won: the declarers from so many Augen, else their opponents."""

    declarers: int = setting("the declarers win from so many Augen", 61, least=1, most=120)


@dataclass(frozen=True, slots=True)
class Schneider:
    """Schneider: the losing side stayed below its limit. Describes the losing side only."""

    price: int = setting("added to the price", least=0)
    declarers: int = setting("the declarers are out of Schneider from so many Augen", 30, least=1, most=61)
    opponents: int = setting("the opponents are out of Schneider from so many Augen", 30, least=1, most=60)

    def step(self, hand: Judged) -> Step | None:
        """Add the price when the losing side is Schneider and the announcement does not exempt it."""
        return Step("Schneider", self.price) if hand.schneider and self.price else None


@dataclass(frozen=True, slots=True)
class Schwarz:
    """Schwarz: the losing side made no trick. It comes on top of Schneider."""

    price: int = setting("added to the price, on top of Schneider", least=0)

    def step(self, hand: Judged) -> Step | None:
        """Add the price when the losing side made no trick."""
        return Step("Schwarz", self.price) if hand.schwarz and self.price else None


@dataclass(frozen=True, slots=True)
class Announced:
    """Schneider or Schwarz announced before play: dearer when made, and lost when missed."""

    schneider: int | None = setting("added for Schneider announced before play", None, least=0, off=True)
    schwarz: int | None = setting("added for Schwarz announced before play", None, least=0, off=True)

    def price(self, what: str) -> int | None:
        """Return the price of announcing `what`; None where the table does not play it."""
        return self.schneider if what == "schneider" else self.schwarz

    def step(self, hand: Judged) -> Step | None:
        """Add the price of what was announced, made or missed."""
        if hand.announced is None:
            return None
        return Step(f"{hand.announced.capitalize()} angesagt", self.price(hand.announced) or 0)


@dataclass(frozen=True, slots=True)
class Laufende:
    """Laufende: the unbroken run of the highest trumps that one side held."""

    price: int = setting("added for each of them", least=0)
    from_: int = setting("paid from so many on", 3, least=1, most=14)
    by_game: dict[str, int] = setting("games with a minimum of their own", {}, least=1, most=14, keys="game")
    max: int | None = setting("at most so many are paid", None, least=1, most=14, off=True)
    only_herren: bool = setting("only Ober and Unter count (of a Habicht its Könige)", False)
    paid: str = setting("always, or only if the winners or the losers held them", ALWAYS, choices=PAID)
    ohne: str = setting(
        "Laufende which the losers held in a partner game: paid to all, or only when the caller's side won",
        "all",
        choices=("all", "caller"),
    )
    schedule: dict[int, int] = setting(
        "instead of a price for each: the sum for so many; more are paid like the most", {}, least=0, keys="count"
    )

    def step(self, hand: Judged) -> Step | None:
        """Add the Laufende which this tariff pays."""
        game, run = hand.game, hand.laufende
        if self.only_herren:
            run = min(run, game.herren)
        if self.max is not None:
            run = min(run, self.max)
        if run < self.by_game.get(game.name, self.from_) or not self._paid(hand):
            return None
        return Step(f"{run} Laufende", self._sum(run))

    def _paid(self, hand: Judged) -> bool:
        if self.paid != ALWAYS and hand.held_by_winners != (self.paid == WINNERS):
            return False
        ohne_for_opponents = hand.game.shape == PARTNER and not hand.held_by_winners and not hand.callers_won
        return self.ohne == "all" or not ohne_for_opponents

    def _sum(self, run: int) -> int:
        if not self.schedule:
            return self.price * run
        listed = [count for count in self.schedule if count <= run]
        return self.schedule[max(listed)] if listed else 0


@dataclass(frozen=True, slots=True)
class Tout:
    """Tout (Du): announced on a solo game, lost with the first trick of the opponents."""

    times: int = setting("multiplies the price", 2, least=1, most=16)
    schneider_schwarz: bool = setting("Schneider and Schwarz count too", False)
    laufende: bool = setting("Laufende count too", True)

    def step(self, hand: Judged) -> Step | None:
        """Multiply for a Tout; with a Sie it is the Sie that is paid."""
        return Step("Tout", times=self.times) if hand.tout and not hand.sie else None


@dataclass(frozen=True, slots=True)
class Sie:
    """Sie: the eight highest trumps in one hand."""

    times: int = setting("multiplies the price", 4, least=1, most=16)
    schneider_schwarz: bool = setting("Schneider and Schwarz count too", False)
    laufende: bool = setting("its eight Laufende count too", True)

    def step(self, hand: Judged) -> Step | None:
        """Multiply for a Sie."""
        return Step("Sie", times=self.times) if hand.sie else None


@dataclass(frozen=True, slots=True)
class Klopfen:
    """Klopfen (Legen, Stellen): raising the price after half of the cards."""

    max: int | None = setting("at most so many people knock", None, least=1, most=7, off=True)
    growth: str = setting("power: ×2, ×4, ×8; linear: ×2, ×3, ×4", POWER, choices=GROWTH)

    def step(self, hand: Doubled) -> Step | None:
        """Multiply for those who knocked."""
        count = hand.klopfer
        if not count:
            return None
        return Step(f"{count} Klopfer", times=2**count if self.growth == POWER else count + 1)


@dataclass(frozen=True, slots=True)
class Kontra:
    """The chain of Kontra, Re, …: each doubles. The words are the table's own, in their order."""

    names: tuple[str, ...] = setting("the chain's words, in their order", items="word")
    unlimited: bool = setting("goes on past the last word", False)
    games: tuple[str, ...] = setting("only in these games", (), items="game")
    last_needs_61: bool = setting("the side that doubled last needs 61 Augen", False)

    def level(self, level: int) -> str:
        """Return the word of a level that counts from 1."""
        return self.names[level - 1] if level <= len(self.names) else f"{level}. {self.names[0]}"

    def step(self, hand: Doubled) -> Step | None:
        """Double for each level that was said."""
        if not hand.kontra:
            return None
        label = ", ".join(self.level(level) for level in range(1, hand.kontra + 1))
        return Step(label, times=2**hand.kontra)


@dataclass(frozen=True, slots=True)
class Bock:
    """Bock: hands that count double, after what happened in the evening."""

    after: tuple[str, ...] = setting("what brings Bock", (), items="trigger")
    length: str = setting("one hand, or a round in which everybody deals once", HAND, choices=LENGTHS)
    inside: str = setting("what a new Bock does while one is in force", EXTENDED, choices=OVERLAPS)

    @staticmethod
    def step(hand: Doubled) -> Step | None:
        """Double for each Bock in force."""
        if not hand.bock:
            return None
        return Step("Bock" if hand.bock == 1 else f"{hand.bock} × Bock", times=2**hand.bock)


@dataclass(frozen=True, slots=True)
class Stock:
    """The Stock: a pot that throw-ins fill and a won game empties."""

    pay_in: int = setting("what each person dealt in pays after a throw-in", least=0)
    games: tuple[str, ...] = setting("games that play for it", ("sauspiel",), items="game")
    lost: str | int = setting("what a lost game does: doubles, stays, or a fixed sum", STAYS, choices=(DOUBLES, STAYS))
    to: str = setting("who takes it and pays into it", "declarers", choices=("declarers", "caller"))
    max_per_person: int | None = setting("at most so much a person in one hand", None, least=1, off=True)
    multiplied: tuple[str, ...] = setting("doublings that count for what is paid in", (), items="doubling")
    at_close: str | None = setting("at the end: split, carry, or a person's name", SPLIT, off=True)


@dataclass(frozen=True, slots=True)
class Forced:
    """Forced play (Muss): who holds the Alte plays when nobody wants to."""

    wins_from: int = setting("a forced declarer wins from so many Augen", 61, least=1, most=120)
    schneider_from: int | None = setting(
        "a forced declarer is out of Schneider from so many Augen", None, least=1, most=61, off=True
    )


@dataclass(frozen=True, slots=True)
class Durchmarsch:
    """Durchmarsch: one person takes (nearly) everything in a Ramsch and wins it. Jungfrauen do not count."""

    augen: int | None = setting("from so many Augen; none: all tricks", None, least=61, most=120, off=True)
    pays: str | int = setting(
        "ramsch: the Ramsch price; herz-solo: a Herz-Solo with Schneider and Schwarz; or a price",
        RAMSCH,
        choices=(RAMSCH, HERZ_SOLO),
    )


@dataclass(frozen=True, slots=True)
class RamschRules:
    """Ramsch: who has the most Augen pays everybody else."""

    jungfrau: str = setting(
        "who made no trick doubles for all, for himself (own), raises the price to that of a solo, or nothing",
        "none",
        choices=JUNGFRAU,
    )
    durchmarsch: Durchmarsch | None = setting("one who takes everything wins", None, off=True)
    tie: tuple[str, ...] = setting("who loses of those with the most Augen, in this order", (), items="criterion")


@dataclass(frozen=True, slots=True)
class Rounds:
    """Special rounds, one full round each (document 001)."""

    kinds: tuple[str, ...] = setting("the rounds this table plays", ROUNDS, items="round")
    after_lost_solo: str | None = setting("the round that a lost solo begins", None, choices=ROUNDS, off=True)
    schieber_sum: int | None = setting(
        "a Schieber nobody took: the first and the last lose this, the two between gain it", None, least=0, off=True
    )
    pflichthabicht: int = setting("a Pflichthabicht wins from so many Augen", 44, least=1, most=61)


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """What a deal does that was thrown in."""

    same_dealer: bool = setting("the same person deals again", False)
    uses_bock: bool = setting("it uses up a Bock hand", False)


LONG_FOR_ALL: dict[int, str] = {2: "short", 3: LONG, 4: LONG}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """A table's rules about money, whole and immutable. None switches a part off."""

    name: str = setting("the short name")
    title: str = setting("the name for people", "")
    source: str = setting("the document or agreement it comes from", "")
    unit: str = setting("what is counted", "ct", choices=("ct", "points"))
    games: tuple[Game, ...] = setting("the games that are played", items="games")
    people: tuple[int, ...] = setting("how many may be dealt in", (4,), items="people")
    deck: dict[int, str] = setting("long (32 cards) or short (24), for all or by the number of people", LONG_FOR_ALL)
    prices: dict[str, int] = setting("partner, solo, ramsch, bettel; or a game; or suit-game", keys="price")
    wins: Wins = setting("from when the declarers win", Wins())
    schneider: Schneider | None = setting("Schneider", None, off=True)
    schwarz: Schwarz | None = setting("Schwarz", None, off=True)
    announced: Announced | None = setting("Schneider or Schwarz announced before play", None, off=True)
    laufende: Laufende | None = setting("Laufende", None, off=True)
    tout: Tout | None = setting("Tout", None, off=True)
    sie: Sie | None = setting("Sie", None, off=True)
    kontra: Kontra | None = setting("Kontra and what follows it", None, off=True)
    klopfen: Klopfen | None = setting("Klopfen", None, off=True)
    bock: Bock = setting("Bock", Bock(), off=True)
    stock: Stock | None = setting("the Stock", None, off=True)
    forced: Forced | None = setting("forced play", None, off=True)
    bids: bool = setting("Steigern: a bid of so many Augen must be reached", True)
    ramsch: RamschRules = setting("how a Ramsch is decided", RamschRules(), off=True)
    rounds: Rounds | None = setting("special rounds", None, off=True)
    thrown_in: ThrownIn = setting("what a thrown-in deal does", ThrownIn())
    ceiling: int | None = setting("no hand is worth more", None, least=1, off=True)
    words: dict[str, str] = setting("the table's own words in explanations", {}, keys="word")

    def game(self, name: str) -> Game | None:
        """Return the game of this name (not an alias) if this tariff plays it."""
        for game in self.games:
            if game.name == name:
                return game
        return None

    def price(self, game: Game, suit: str | None = None) -> int:
        """Return the base price: the most specific key wins (suit and game, game, kind of game)."""
        prices = self.prices
        if suit and (price := prices.get(f"{suit}-{game.name}")) is not None:
            return price
        if (price := prices.get(game.name)) is not None:
            return price
        if game.price is not None:
            return game.price
        price = prices.get(game.shape)
        return prices[SOLO] if price is None else price

    @property
    def herz_solo_value(self) -> tuple[Step, ...]:
        """The steps of a Herz-Solo won with Schneider and Schwarz, which a Durchmarsch may pay."""
        solo = next(game for game in CATALOGUE if game.name == SOLO)
        steps = [Step("Herz-Solo", self.price(solo, HERZ))]
        if self.schneider:
            steps.append(Step("Schneider", self.schneider.price))
        if self.schwarz:
            steps.append(Step("Schwarz", self.schwarz.price))
        return tuple(steps)


SECTIONS: Mapping[str, type] = {
    "wins": Wins,
    "schneider": Schneider,
    "schwarz": Schwarz,
    "announced": Announced,
    "laufende": Laufende,
    "tout": Tout,
    "sie": Sie,
    "kontra": Kontra,
    "klopfen": Klopfen,
    "bock": Bock,
    "stock": Stock,
    "forced": Forced,
    "ramsch": RamschRules,
    "durchmarsch": Durchmarsch,
    "rounds": Rounds,
    "thrown_in": ThrownIn,
}
"""The blocks of a tariff's YAML and the rule each one is."""
