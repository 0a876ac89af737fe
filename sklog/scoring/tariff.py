"""What a hand costs: a tariff is a value that never changes, and every block of its YAML is one small rule.

The fields of a rule are its YAML keys (`from_` is `from`), its docstring documents them, and its `step` says
what it adds or multiplies. What a hand costs is what its steps make, so a price and its explanation are the
same thing. Amounts are whole cents, or whole points. Every command waits for this module: rules are named tuples,
which take a quarter of the time of dataclasses, and their annotations are no texts (2.2 instead of 2.5 ms).
"""

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from sklog.errors import IllegalHand
from sklog.language import _
from sklog.scoring.games import BETTEL, DECKS, LONG, PARTNER, RAMSCH, SOLO, TRICKS, Game

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from sklog.scoring.hand import Names

CENTS, POINTS = UNITS = ("ct", "points")
ALWAYS, WINNERS, LOSERS = PAID = ("always", "winners", "losers")
POWER, LINEAR = GROWTH = ("power", "linear")
HAND, ROUND = LENGTHS = ("hand", "round")
IGNORED, EXTENDED, STACKED, RESTARTED = OVERLAPS = ("ignored", "extended", "stacked", "restarted")
TRIGGERS = ("thrown_in", "lost_solo", "herz_solo", "lost_kontra", "schwarz", "tie_60")
STAYS, DOUBLES = "stays", "doubles"
SPLIT, CARRY = "split", "carry"
SHARED = "shared"
TIE_CRITERIA = ("tricks", "trumps", "highest", SHARED)
HERZ_SOLO = "herz-solo"
SCHIEBER, HADSCH, RAMSCH_ROUND, ALLGAEUER, BLAUER_HABICHT = ROUNDS = (
    "schieber",
    "hadsch",
    "ramsch",
    "allgäuer",
    "blauer-habicht",
)
KLOPFEN, KONTRA, BOCK = DOUBLINGS = ("klopfen", "kontra", "bock")
MOST_DOUBLINGS = 62
LONGEST_CHAIN = 8  # so many words of a chain are listed one by one
PRICE_CLASSES = (PARTNER, SOLO, RAMSCH, BETTEL)


class Outcome(NamedTuple):
    """A judged game: every fact settled, ready to be priced.

    `declarers` is () where a table noted only the winners. `won` is the declarers' result, None for a
    draw or where nobody knows who declared. `schneider` and `schwarz` describe the losing side.
    """

    game: Game
    suit: str | None
    winners: "Names"
    losers: "Names"
    declarers: "Names"
    won: bool | None
    draw: bool
    schneider: bool
    schwarz: bool
    tout: bool
    sie: bool
    announced: str | None
    laufende: int
    held_by_winners: bool
    klopfer: int
    kontra: int
    bock: int
    tie: bool


class RamschOutcome(NamedTuple):
    """A judged Ramsch. `winner` made a Durchmarsch; otherwise `losers` pay, all of them where all tie."""

    game: Game
    losers: "Names"
    winner: str | None
    jungfrauen: "Names"
    klopfer: int
    bock: int
    kontra: int = 0


class Step(NamedTuple):
    """One line of the calculation: either `plus` (cents or points) or `times`."""

    label: str
    plus: int | None = None
    times: int | None = None


def fold(steps: "Iterable[Step]", value: int = 0) -> int:
    """Return what the steps make of a value, in their order: each adds or multiplies."""
    for _label, plus, times in steps:
        value = value * times if times is not None else value + (plus or 0)
    return value


def setting(doc: str, **limits: Any) -> dict[str, Any]:
    """Describe one YAML key: what it means, and what it may be.

    `choices` are the words it may be, `least` and `most` bound a number, `off` says that `none` is a value,
    `keys` and `items` name what a mapping's keys or a list's items are, `required` what cannot be left out.
    `amount` says that a number is cents or points.
    """
    return {"doc": doc, **limits}


class Wins(NamedTuple):
    """Who has won: the declarers from so many Augen, else their opponents."""

    declarers: Annotated[int, setting("the declarers win from so many Augen", least=1, most=120)] = 61


class Schneider(NamedTuple):
    """Schneider: the losing side stayed below its limit. Describes the losing side only."""

    price: Annotated[int, setting("added to the price", least=0, amount=True)]
    declarers: Annotated[int, setting("the declarers are out of Schneider from so many Augen", least=1, most=61)] = 30
    opponents: Annotated[int, setting("the opponents are out of Schneider from so many Augen", least=1, most=60)] = 30

    def step(self, hand: Outcome) -> Step | None:
        """Add the price when the losing side is Schneider."""
        return Step("Schneider", self.price) if hand.schneider and self.price else None


class Schwarz(NamedTuple):
    """Schwarz: the losing side made no trick. It comes on top of Schneider."""

    price: Annotated[int, setting("added to the price, on top of Schneider", least=0, amount=True)]

    def step(self, hand: Outcome) -> Step | None:
        """Add the price when the losing side made no trick."""
        return Step("Schwarz", self.price) if hand.schwarz and self.price else None


class Announced(NamedTuple):
    """Schneider or Schwarz announced before play: dearer when made, and lost when missed."""

    schneider: Annotated[
        int | None, setting("added for Schneider announced before play", least=0, off=True, amount=True)
    ] = None
    schwarz: Annotated[
        int | None, setting("added for Schwarz announced before play", least=0, off=True, amount=True)
    ] = None

    def price(self, what: str) -> int | None:
        """Return the price of announcing `what`; None where the table does not play it."""
        return self.schneider if what == "schneider" else self.schwarz

    def step(self, hand: Outcome) -> Step | None:
        """Add the price of what was announced, made or missed."""
        if hand.announced is None:
            return None
        return Step(f"{hand.announced.capitalize()} angesagt", self.price(hand.announced) or 0)


class Laufende(NamedTuple):
    """Laufende: the unbroken run of the highest trumps that one side held."""

    price: Annotated[int, setting("added for each of them", least=0, amount=True)]
    from_: Annotated[int, setting("paid from so many on", least=1, most=14)] = 3
    by_game: Annotated[dict[str, int], setting("games with a minimum of their own", least=1, most=14, keys="game")] = {}
    max: Annotated[int | None, setting("at most so many are paid", least=1, most=14, off=True)] = None
    only_herren: Annotated[bool, setting("only Ober and Unter count (of a Habicht its Könige)")] = False
    paid: Annotated[str, setting("always, or only if the winners or the losers held them", choices=PAID)] = ALWAYS
    ohne: Annotated[
        str,
        setting(
            "Laufende which the losers held in a partner game: paid to all, or only when the caller's side won",
            choices=("all", "caller"),
        ),
    ] = "all"
    schedule: Annotated[
        dict[int, int],
        setting(
            "instead of a price for each: the sum for so many; more are paid like the most",
            least=0,
            keys="count",
            amount=True,
        ),
    ] = {}

    def step(self, hand: Outcome) -> Step | None:
        """Add the Laufende which this tariff pays."""
        run = self.counted(hand.game, hand.laufende, by_winners=hand.held_by_winners, callers_won=hand.won is not False)
        if not run:
            return None
        listed = [count for count in self.schedule if count <= run]
        price = self.schedule[max(listed)] if listed else 0 if self.schedule else self.price * run
        return Step(f"{run} Laufende", price)

    def counted(self, game: Game, run: int, *, by_winners: bool, callers_won: bool) -> int:
        """Return how many Laufende this tariff pays of a run; 0 for none.

        `by_winners` says that the winners held it, `callers_won` that the declarers did not lose.
        """
        if self.only_herren:
            run = min(run, game.herren)
        if self.max is not None:
            run = min(run, self.max)
        if run < self.by_game.get(game.name, self.from_):
            return 0
        if self.paid != ALWAYS and by_winners != (self.paid == WINNERS):
            return 0
        ohne_for_opponents = game.shape == PARTNER and not by_winners and not callers_won
        return 0 if self.ohne == "caller" and ohne_for_opponents else run


class Tout(NamedTuple):
    """Tout (Du): announced on a solo game, lost with the first trick of the opponents."""

    times: Annotated[int, setting("multiplies the price", least=1, most=16)] = 2
    schneider_schwarz: Annotated[bool, setting("Schneider and Schwarz count too")] = False
    laufende: Annotated[bool, setting("Laufende count too")] = True

    def step(self, _hand: Outcome) -> Step:
        """Multiply; asked of a Tout alone."""
        return Step("Tout", times=self.times)


class Sie(NamedTuple):
    """Sie: the eight highest trumps in one hand."""

    times: Annotated[int, setting("multiplies the price", least=1, most=16)] = 4
    schneider_schwarz: Annotated[bool, setting("Schneider and Schwarz count too")] = False
    laufende: Annotated[bool, setting("its eight Laufende count too")] = True

    def step(self, _hand: Outcome) -> Step:
        """Multiply; asked of a Sie alone."""
        return Step("Sie", times=self.times)


class Klopfen(NamedTuple):
    """Klopfen (Legen, Stellen): raising the price after half of the cards."""

    max: Annotated[int | None, setting("at most so many people knock", least=1, most=7, off=True)] = None
    growth: Annotated[str, setting("power: ×2, ×4, ×8; linear: ×2, ×3, ×4", choices=GROWTH)] = POWER

    def step(self, count: int) -> Step:
        """Multiply for so many who knocked."""
        return Step(f"{count} Klopfer", times=2**count if self.growth == POWER else count + 1)


class Kontra(NamedTuple):
    """The chain of Kontra, Re, …: each doubles. The words are the table's own, in their order."""

    names: Annotated[tuple[str, ...], setting("the chain's words, in their order", items="word")]
    unlimited: Annotated[bool, setting("goes on past the last word")] = False
    games: Annotated[tuple[str, ...], setting("only in these games", items="game")] = ()
    last_needs_61: Annotated[bool, setting("the side that doubled last needs 61 Augen")] = False

    def level(self, level: int) -> str:
        """Return the word of a level that counts from 1."""
        return self.names[level - 1] if level <= len(self.names) else f"{level}. {self.names[0]}"

    def step(self, depth: int) -> Step:
        """Double for each level of the chain that was said."""
        words = [self.level(level) for level in range(1, depth + 1)]
        label = ", ".join(words) if len(words) <= LONGEST_CHAIN else f"{words[0]} … {words[-1]}"
        return Step(label, times=2**depth)


class Bock(NamedTuple):
    """Bock: hands that count double, after what happened in the evening."""

    after: Annotated[tuple[str, ...], setting("what brings Bock", items="trigger")] = ()
    length: Annotated[str, setting("one hand, or a round in which everybody deals once", choices=LENGTHS)] = HAND
    inside: Annotated[str, setting("what a new Bock does while one is in force", choices=OVERLAPS)] = EXTENDED

    @staticmethod
    def step(count: int) -> Step:
        """Double for each Bock in force."""
        return Step("Bock" if count == 1 else f"{count} Bock", times=2**count)


class Stock(NamedTuple):
    """The Stock: a pot that throw-ins fill and a won game empties."""

    pay_in: Annotated[int, setting("what each person dealt in pays after a throw-in", least=0, amount=True)]
    games: Annotated[tuple[str, ...], setting("games that play for it", items="game")] = ("sauspiel",)
    lost: Annotated[
        str | int,
        setting("what a lost game does: doubles, stays, or a fixed sum", choices=(DOUBLES, STAYS), amount=True),
    ] = STAYS
    to: Annotated[str, setting("who takes it and pays into it", choices=("declarers", "caller"))] = "declarers"
    max_per_person: Annotated[
        int | None, setting("at most so much a person in one hand", least=1, off=True, amount=True)
    ] = None
    multiplied: Annotated[tuple[str, ...], setting("doublings that count for what is paid in", items="doubling")] = ()
    at_close: Annotated[str | None, setting("at the end: split, carry, or a person's name", off=True)] = SPLIT


class Forced(NamedTuple):
    """Forced play (Muss): who holds the Alte plays when nobody wants to."""

    wins_from: Annotated[int, setting("a forced declarer wins from so many Augen", least=1, most=120)] = 61
    schneider_from: Annotated[
        int | None, setting("a forced declarer is out of Schneider from so many Augen", least=1, most=61, off=True)
    ] = None


class Durchmarsch(NamedTuple):
    """Durchmarsch: one person takes (nearly) everything in a Ramsch and wins it. Jungfrauen do not count."""

    augen: Annotated[int | None, setting("from so many Augen; none: all tricks", least=61, most=120, off=True)] = None
    pays: Annotated[
        str | int,
        setting(
            "ramsch: the Ramsch price; herz-solo: a Herz-Solo with Schneider and Schwarz; or a price",
            choices=(RAMSCH, HERZ_SOLO),
            amount=True,
        ),
    ] = RAMSCH


class RamschRules(NamedTuple):
    """Ramsch: who has the most Augen pays everybody else."""

    jungfrau: Annotated[
        str,
        setting(
            "who made no trick doubles for all, for himself (own), raises the price to that of a solo, or nothing",
            choices=("all", "own", "solo_price", "none"),
        ),
    ] = "none"
    durchmarsch: Annotated[Durchmarsch | None, setting("one who takes everything wins", off=True)] = None
    tie: Annotated[
        tuple[str, ...], setting("who loses of those with the most Augen, in this order", items="criterion")
    ] = ()


class Rounds(NamedTuple):
    """Special rounds, one full round each.

    Those of the Grundzüge (document 001).
    """

    kinds: Annotated[tuple[str, ...], setting("the rounds this table plays", items="round")] = ROUNDS
    after_lost_solo: Annotated[str | None, setting("the round that a lost solo begins", choices=ROUNDS, off=True)] = (
        None
    )
    schieber_sum: Annotated[
        int | None,
        setting(
            "a Schieber nobody took: the first and the last lose this, the two between gain it",
            least=0,
            off=True,
            amount=True,
        ),
    ] = None
    pflichthabicht: Annotated[int, setting("a Pflichthabicht wins from so many Augen", least=1, most=61)] = 44


class ThrownIn(NamedTuple):
    """What a deal does that was thrown in."""

    same_dealer: Annotated[bool, setting("the same person deals again")] = False
    uses_bock: Annotated[bool, setting("it uses up a Bock hand")] = False


LONG_FOR_ALL: dict[int, str] = {2: "short", 3: LONG, 4: LONG}


class Settings(NamedTuple):
    """Everything that a tariff says; amounts in cents or points. None switches a part off."""

    name: Annotated[str, setting("the short name")]
    title: Annotated[str, setting("the name for people")] = ""
    source: Annotated[str, setting("the document or agreement it comes from")] = ""
    unit: Annotated[str, setting("what is counted", choices=UNITS)] = CENTS
    games: Annotated[tuple[Game, ...], setting("the games that are played", items="games", required=True)] = ()
    people: Annotated[tuple[int, ...], setting("how many may be dealt in", items="people")] = (4,)
    deck: Annotated[
        dict[int, str],
        setting("long (32 cards) or short (24), for all or by the number of people", keys="people", choices=DECKS),
    ] = LONG_FOR_ALL
    prices: Annotated[
        dict[str, int],
        setting("partner, solo, ramsch, bettel; or a game; or suit-game", keys="price", required=True, amount=True),
    ] = {}
    wins: Annotated[Wins, setting("from when the declarers win")] = Wins()
    schneider: Annotated[Schneider | None, setting("Schneider", off=True)] = None
    schwarz: Annotated[Schwarz | None, setting("Schwarz", off=True)] = None
    announced: Annotated[Announced | None, setting("Schneider or Schwarz announced before play", off=True)] = None
    laufende: Annotated[Laufende | None, setting("Laufende", off=True)] = None
    tout: Annotated[Tout | None, setting("Tout", off=True)] = None
    sie: Annotated[Sie | None, setting("Sie", off=True)] = None
    kontra: Annotated[Kontra | None, setting("Kontra and what follows it", off=True)] = None
    klopfen: Annotated[Klopfen | None, setting("Klopfen", off=True)] = None
    bock: Annotated[Bock, setting("Bock", off=True)] = Bock()
    stock: Annotated[Stock | None, setting("the Stock", off=True)] = None
    forced: Annotated[Forced | None, setting("forced play", off=True)] = None
    bids: Annotated[bool, setting("Steigern: a bid of so many Augen must be reached")] = True
    ramsch: Annotated[RamschRules, setting("how a Ramsch is decided", off=True)] = RamschRules()
    rounds: Annotated[Rounds | None, setting("special rounds", off=True)] = None
    thrown_in: Annotated[ThrownIn, setting("what a thrown-in deal does")] = ThrownIn()
    ceiling: Annotated[int | None, setting("no hand is worth more", least=1, off=True, amount=True)] = None
    words: Annotated[dict[str, str], setting("the table's own words in explanations", keys="concept")] = {}


class Tariff(Settings):
    """A table's rules about money, whole and immutable.

    What was found in them once is kept beside them, by the very value that it was found in: two tariffs are the same if
    their settings are, whatever was asked of them.
    """

    @cached_property
    def priced(self) -> dict["Hashable", tuple[int, tuple[Step, ...]]]:
        """The prices that were worked out already, and their steps, by what they depend on; `payout` fills it."""
        return {}

    def game(self, name: str) -> Game | None:
        """Return the game of this name (not an alias), the first of them, if this tariff plays it."""
        for game in self.games:
            if game.name == name:
                return game
        return None

    def tricks(self, people: int) -> int:
        """Return how many tricks there are with so many dealt in; 0 where nobody deals so."""
        return TRICKS.get((self.deck.get(people), people), 0)

    def longest_run(self, game: Game, people: int) -> int:
        """Return how many Laufende there can be with so many dealt in; 0 where the game has none."""
        return game.trumps[DECKS.index(self.deck.get(people, LONG))] if game.trumps else 0

    def price(self, game: Game, suit: str | None = None) -> int:
        """Return the base price: the most specific key wins (suit and game, game, kind of game)."""
        said = self.prices.get
        for price in (said(f"{suit}-{game.name}"), said(game.name), game.price, said(game.shape)):
            if price is not None:
                return price
        return self.prices[SOLO]

    def doublings(self, klopfer: int, kontra: int, bock: int) -> dict[str, Step]:
        """Return the steps of whatever doubles a hand, by which of `DOUBLINGS` made them.

        Raises IllegalHand before powers are worked out that no ledger holds.
        """
        if (times := klopfer + kontra + bock) > MOST_DOUBLINGS:
            raise IllegalHand(_("doubled {times} times: no amount fits in a ledger any more", times=times))
        said = ((KLOPFEN, self.klopfen, klopfer), (KONTRA, self.kontra, kontra), (BOCK, self.bock, bock))
        return {name: rule.step(count) for name, rule, count in said if rule and count}

    def doubling(self, step: Step, hand: Outcome | RamschOutcome) -> str:
        """Return which of `DOUBLINGS` made this step of a judged hand; "" where none did."""
        made = self.doublings(hand.klopfer, hand.kontra, hand.bock)
        return next((name for name, each in made.items() if each == step), "")
