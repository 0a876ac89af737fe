"""What a hand costs: a tariff is a value that never changes, and every block of its YAML is one small rule.

The fields of a rule are its YAML keys (`from_` is `from`), its docstring documents them, and its `step` says
what it adds or multiplies. What a hand costs is what its steps make, so a price and its explanation are the
same thing. Amounts are whole cents, or whole points. Every command waits for this module: rules are named tuples,
which take a quarter of the time of dataclasses, and their annotations are no texts (2.2 instead of 2.5 ms).
"""

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, get_args

from sklog.errors import IllegalHand
from sklog.language import _
from sklog.scoring.games import ASIDE, AUGEN_OF, BETTEL, DECKS, HERZ, LONG, PARTNER, RAMSCH, SOLO, TRICKS, Game
from sklog.scoring.outcome import (
    ANNOUNCEMENTS,
    LINEAR,
    OTHER,
    POWER,
    Outcome,
    Price,
    RamschOutcome,
    Step,
    amount_in,
    entry_for,
    grown,
)
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping
    from typing import Protocol, TypeVar

    from sklog.scoring.hand import Names

    class Rule(Protocol):
        """A rule that adds to a price, or multiplies what was added before it: a named tuple, whose fields are keys."""

        @property
        def games(self) -> tuple[str, ...]:
            """Return the names of the games that it holds in; () for all of them."""

        def step(self, hand: Outcome) -> Step | None:
            """Return what it adds to a judged hand, in cents or points, or multiplies; None where it does nothing."""

    R = TypeVar("R", bound=Rule)

CENTS, POINTS = UNITS = ("ct", "points")
ALWAYS, WINNERS, LOSERS = PAID = ("always", "winners", "losers")
GROWTH = (POWER, LINEAR)
ALL, CALLER, CALLER_WON = OHNE = ("all", "caller", "caller_won")
PAYMENT, VALUE = CEILINGS = ("payment", "value")
HAND, ROUND = LENGTHS = ("hand", "round")
IGNORED, EXTENDED, STACKED, RESTARTED = OVERLAPS = ("ignored", "extended", "stacked", "restarted")
TRIGGERS = ("thrown_in", "lost_solo", "herz_solo", "lost_herz_solo", "lost_kontra", "schwarz", "tie_60")
STAYS, DOUBLES, TAKES = "stays", "doubles", "takes"
PAYS, NOTHING = "pays", "nothing"
SPLIT, CARRY = "split", "carry"
SHARED, SEAT = "shared", "seat"
SUM, GOOD = COUNTS = ("sum", "good")
DRAW, TAKER, OTHERS, AGAIN = KREUZ_TIES = ("draw", "declarer", "opponents", "again")
TIE_CRITERIA = ("tricks", "trumps", "highest", SHARED, SEAT)
HERZ_SOLO = "herz-solo"
ROUNDS = ("schieber", "hadsch", "ramsch", "allgäuer", "blauer-habicht")
SCHIEBER, HADSCH, RAMSCH_ROUND, ALLGAEUER, BLAUER_HABICHT = ROUNDS
FIRST, LAST = PLACES = ("first", "last")
KLOPFEN, KONTRA, BOCK = DOUBLINGS = ("klopfen", "kontra", "bock")
MULTIPLIERS = (*ANNOUNCEMENTS, *DOUBLINGS)
TOGETHER = "together"
ADDED = ("announced", "bids", "schneider", "schwarz", "laufende")
"""The parts of a tariff that add to a price, in the order in which they do; any other that can comes behind them."""
ONE, BOTH = 1, 2
MOST_DOUBLINGS = 62
LONGEST_CHAIN = 8  # so many words of a chain are listed one by one
PRICE_CLASSES = (PARTNER, SOLO, RAMSCH, BETTEL, OTHER)
BIDS_FROM = 61  # what is bid anyway
OWN, OWN_EACH, SOLO_PRICE = "own", "own_each", "solo_price"


ITEMS: "Mapping[str, Collection[Any]]" = {
    "trigger": TRIGGERS,
    "doubling": DOUBLINGS,
    "multiplier": MULTIPLIERS,
    "criterion": TIE_CRITERIA,
    "round": ROUNDS,
    "people": range(2, 5),
    "count": range(1, 15),
}
"""What the items of a list, or the keys of a mapping, may be, by the kind that the metadata names."""


def setting(doc: str, **limits: Any) -> dict[str, Any]:
    """Describe one YAML key: what it means, and what it may be.

    `choices` are the words it may be, `least` and `most` bound a number, `off` says that `none` is a value,
    `keys` and `items` name what a mapping's keys or a list's items are, `required` what cannot be left out,
    `instead` the key that it cannot stand beside, `finer` the one that it goes before and that drops it where it is
    inherited, `amount` that its numbers are cents or points.
    """
    return {"doc": doc, **limits}


price_setting = partial(setting, least=0, keys="price", amount=True)
"""Describe a key that is a price: one for all, or several by game."""


# -- what every rule may say -------------------------------------------------------------------------

GAMES = Annotated[tuple[str, ...], setting("only in these games", items="game")]
GROWS = Annotated[
    str | tuple[int, ...],
    setting("power: ×2, ×4, ×8; linear: ×2, ×3, ×4; or a list of factors for 1, 2, 3 of them",
            choices=GROWTH, items="factor"),
]  # fmt: skip
TIMES = Annotated[
    int | None, setting("each multiplies by this instead of 2", least=2, most=16, off=True, instead="growth")
]


def holds_in(rule: Any, game: Game) -> bool:
    """Whether a rule is one of this game: of all, unless it names its games."""
    return not rule.games or game.name in rule.games


SCHNEIDER_COUNTS = Annotated[
    bool | None, setting("whether Schneider counts; none: as schneider_schwarz", off=True, finer="schneider_schwarz")
]
SCHWARZ_COUNTS = Annotated[
    bool | None, setting("whether Schwarz counts; none: as schneider_schwarz", off=True, finer="schneider_schwarz")
]


# -- the rules ---------------------------------------------------------------------------------------


_RULES: "set[Any]" = set()


def adds(kind: "type[R]") -> "type[R]":
    """Let a `Rule` take part in each price."""
    _RULES.add(kind)
    return kind


class ByResult(NamedTuple):
    """A base price that depends on whether the declarers won."""

    won: Annotated[int, setting("where the declarers won", least=0, amount=True)]
    lost: Annotated[int, setting("where the declarers lost", least=0, amount=True)]


DOUBLED = Annotated[bool, setting("whether Klopfen, Kontra and Bock multiply its price; no: it is added after them")]


class Wins(NamedTuple):
    """Who has won: the declarers with enough Augen, otherwise their opponents."""

    declarers: Annotated[int, setting("the declarers win with this many Augen", least=1, most=120)] = 61


@adds
class Schneider(NamedTuple):
    """Schneider: the losing side has fewer Augen than its limit."""

    price: Annotated[Price | None, price_setting("added to the price", required=True, off=True)] = None
    declarers: Annotated[int, setting("the declarers are not Schneider with this many Augen", least=1, most=61)] = 30
    opponents: Annotated[int, setting("the opponents are not Schneider with this many Augen", least=1, most=60)] = 30
    times: Annotated[
        int | None,
        setting(
            "instead of a price: multiplies everything added before it", least=2, most=16, off=True, instead="price"
        ),
    ] = None
    games: GAMES = ()
    doubled: DOUBLED = True

    def step(self, hand: Outcome) -> Step | None:
        """Add the price, or multiply, when the losing side is Schneider."""
        return extra("Schneider", self, hand.game, hand.suit) if hand.schneider else None


@adds
class Schwarz(NamedTuple):
    """Schwarz: the losing side took no trick. It is paid on top of Schneider."""

    price: Annotated[
        Price | None, price_setting("added to the price, on top of Schneider", required=True, off=True)
    ] = None
    times: Annotated[
        int | None,
        setting("instead of a price: multiplies everything added before it, including Schneider",
                least=2, most=16, off=True, instead="price"),
    ] = None  # fmt: skip
    games: GAMES = ()
    doubled: DOUBLED = True

    def step(self, hand: Outcome) -> Step | None:
        """Add the price, or multiply, when the losing side made no trick."""
        return extra("Schwarz", self, hand.game, hand.suit) if hand.schwarz else None


def extra(label: str, rule: Schneider | Schwarz, game: Game, suit: str | None) -> Step | None:
    """Return the step of Schneider or Schwarz that the losing side is; None where it costs nothing."""
    if rule.times is not None:
        return Step(label, times=rule.times)
    price = amount_in(rule.price or 0, game, suit)
    return Step(label, price) if price else None


@adds
class Announced(NamedTuple):
    """Schneider or Schwarz announced before play: costs more if made, and is lost if missed."""

    schneider: Annotated[Price | None, price_setting("added for Schneider announced before play", off=True)] = None
    schwarz: Annotated[Price | None, price_setting("added for Schwarz announced before play", off=True)] = None
    games: GAMES = ()

    def price(self, what: str) -> Price | None:
        """Return the price of announcing `what`; None where the table does not play it."""
        return self.schneider if what == "schneider" else self.schwarz

    def step(self, hand: Outcome) -> Step | None:
        """Add the price of what was announced, made or missed."""
        if hand.announced is None:
            return None
        price = amount_in(self.price(hand.announced) or 0, hand.game, hand.suit)
        return Step(f"{hand.announced.capitalize()} angesagt", price)


@adds
class Bids(NamedTuple):
    """Steigern: the Augen that were bid must be reached, and can raise the price."""

    price: Annotated[Price, price_setting("added for each complete step above 61")] = 0
    step_: Annotated[int, setting("the Augen in a step", least=1, most=59)] = 10
    games: GAMES = ()

    def step(self, hand: Outcome) -> Step | None:
        """Add the price of the steps that were bid."""
        if hand.bid is None:
            return None
        steps = max((hand.bid - BIDS_FROM) // self.step_, 0)
        price = steps * amount_in(self.price, hand.game, hand.suit)
        return Step(f"Steigern {hand.bid}", price) if price else None


@adds
class Laufende(NamedTuple):
    """Laufende: the unbroken run of the highest trumps held by one side."""

    price: Annotated[Price, price_setting("added for each of them", required=True)] = 0
    from_: Annotated[int, setting("the smallest number that is paid", least=1, most=14)] = 3
    by_game: Annotated[dict[str, int], setting("games with a minimum of their own", least=1, most=14, keys="game")] = {}
    max: Annotated[int | None, setting("the largest number that is paid", least=1, most=14, off=True)] = None
    only_herren: Annotated[bool, setting("only Ober and Unter count (in a Habicht, the Könige)")] = False
    paid: Annotated[str, setting("paid always, or only if the winners or the losers held them", choices=PAID)] = ALWAYS
    ohne: Annotated[
        str,
        setting(
            "Laufende of the opponents in a partner game count for all; caller: only the caller gets or pays them; "
            "caller_won: those of the losers count only if the caller's side won",
            choices=OHNE,
        ),
    ] = ALL
    schedule: Annotated[
        dict[int, int],
        setting("instead of a price for each: the total by number; any more cost the same as the largest number",
                least=0, keys="count",
                amount=True, finer="price"),
    ] = {}  # fmt: skip
    ohne_price: Annotated[Price | None, price_setting("added for each one held by the losers", off=True)] = None
    doubled: Annotated[bool, setting("whether Klopfen, Kontra and Bock multiply them")] = True
    games: GAMES = ()

    def step(self, hand: Outcome) -> Step | None:
        """Add the Laufende which this tariff pays."""
        run = self.counted(hand.game, hand.laufende, by_winners=hand.held_by_winners, callers_won=hand.won is not False)
        if not run:
            return None
        if self.ohne_price is not None and not hand.held_by_winners:
            price = run * amount_in(self.ohne_price, hand.game, hand.suit)
        elif self.schedule:
            price = next((self.schedule[count] for count in sorted(self.schedule, reverse=True) if count <= run), 0)
        else:
            price = run * amount_in(self.price, hand.game, hand.suit)
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
        return 0 if self.ohne == CALLER_WON and ohne_for_opponents else run

    @property
    def asks_who_held(self) -> bool:
        """Whether it matters which side held them."""
        return self.paid != ALWAYS or self.ohne != ALL or self.ohne_price is not None

    def callers_alone(self, hand: Outcome) -> bool:
        """Whether these Laufende are the caller's alone: the opponents of a partner game held them."""
        if self.ohne != CALLER or hand.game.shape != PARTNER or hand.won is None:
            return False
        return hand.held_by_winners != hand.won


class Tout(NamedTuple):
    """Tout (Du): announced in a solo game, and lost if the opponents take a trick."""

    times: Annotated[int, setting("multiplies the price", least=1, most=16)] = 2
    schneider_schwarz: Annotated[bool, setting("whether Schneider and Schwarz count too")] = False
    laufende: Annotated[bool, setting("whether Laufende count too")] = True
    schneider: SCHNEIDER_COUNTS = None
    schwarz: SCHWARZ_COUNTS = None
    games: GAMES = ()

    def step(self, _count: int) -> Step:
        """Multiply; asked of a Tout alone."""
        return Step("Tout", times=self.times)


class Sie(NamedTuple):
    """Sie: the eight highest trumps in one hand."""

    times: Annotated[int, setting("multiplies the price", least=1, most=16)] = 4
    schneider_schwarz: Annotated[bool, setting("whether Schneider and Schwarz count too")] = False
    laufende: Annotated[bool, setting("whether its eight Laufende count too")] = True
    schneider: SCHNEIDER_COUNTS = None
    schwarz: SCHWARZ_COUNTS = None
    games: GAMES = ()

    def step(self, _count: int) -> Step:
        """Multiply; asked of a Sie alone."""
        return Step("Sie", times=self.times)


def counts_in(said: Tout | Sie | None, part: str) -> bool:
    """Whether a part of the tariff (one of `ADDED`) counts beside what was `said`; it does beside nothing."""
    finer = getattr(said, part, None)
    if finer is None and said and part in ("schneider", "schwarz"):
        return said.schneider_schwarz
    return finer is not False


class Klopfen(NamedTuple):
    """Klopfen (Legen, Stellen): raising the price after half of the cards are dealt."""

    max: Annotated[int | None, setting("the most knocks in a hand", least=1, most=28, off=True)] = None
    growth: GROWS = POWER
    per_person: Annotated[int, setting("how often each player can knock", least=1, most=4)] = 1
    times: TIMES = None
    games: GAMES = ()

    def step(self, count: int) -> Step:
        """Multiply for so many who knocked."""
        return Step(f"{count} Klopfer", times=grown(count, self.growth, self.times))


class Kontra(NamedTuple):
    """The chain of Kontra, Re, …, each of which doubles. The words are your own, in order."""

    names: Annotated[tuple[str, ...], setting("the words of the chain, in order", items="word")]
    unlimited: Annotated[bool, setting("whether it continues after the last word")] = False
    games: GAMES = ()
    last_needs_61: Annotated[bool, setting("whether the side that doubled last needs 61 Augen")] = False
    growth: GROWS = POWER
    times: TIMES = None

    def level(self, level: int) -> str:
        """Return the word of a level that counts from 1."""
        return self.names[level - 1] if level <= len(self.names) else f"{level}. {self.names[0]}"

    def step(self, depth: int) -> Step:
        """Double for each level of the chain that was said."""
        words = [self.level(level) for level in range(1, depth + 1)]
        label = ", ".join(words) if len(words) <= LONGEST_CHAIN else f"{words[0]} … {words[-1]}"
        return Step(label, times=grown(depth, self.growth, self.times))


class Bock(NamedTuple):
    """Bock: hands that count double, after certain events."""

    after: Annotated[tuple[str, ...], setting("the events that start Bock", items="trigger")] = ()
    length: Annotated[str, setting("one hand, or a round in which everybody deals once", choices=LENGTHS)] = HAND
    inside: Annotated[str, setting("what happens if Bock begins again during Bock", choices=OVERLAPS)] = EXTENDED
    growth: GROWS = POWER
    times: TIMES = None
    games: GAMES = ()

    def step(self, count: int) -> Step:
        """Double for each Bock in force."""
        return Step("Bock" if count == 1 else f"{count} Bock", times=grown(count, self.growth, self.times))


class Doublings(NamedTuple):
    """Doublings counted together: each Klopfer, each level of the chain, each Bock, a Tout and a Sie is one."""

    together: Annotated[tuple[str, ...], setting("what is counted together", items="multiplier")] = ()
    growth: GROWS = POWER
    times: TIMES = None


class Stock(NamedTuple):
    """The Stock: a pot that is filled when hands are thrown in, and won with a game."""

    pay_in: Annotated[int, setting("what each player pays when a hand is thrown in", least=0, amount=True)]
    games: Annotated[tuple[str, ...], setting("the games that win or lose it", items="game")] = ("sauspiel",)
    lost: Annotated[
        str | int,
        setting("a lost game doubles it, leaves it, or pays a fixed amount", choices=(DOUBLES, STAYS), amount=True),
    ] = STAYS
    to: Annotated[str, setting("who takes it and pays into it", choices=("declarers", "caller"))] = "declarers"
    max_per_person: Annotated[
        int | None, setting("the most that a player pays in one hand", least=1, off=True, amount=True)
    ] = None
    multiplied: Annotated[
        tuple[str, ...], setting("the doublings that multiply payments into it", items="doubling")
    ] = ()
    at_close: Annotated[
        str | None, setting("at the end of the evening: split, carry, or a player's name", off=True)
    ] = SPLIT
    won: Annotated[str, setting("a won game takes it, or leaves it", choices=(TAKES, STAYS))] = TAKES
    lost_each: Annotated[
        int | None,
        setting("what each losing player pays into it for a lost game", least=0, off=True, amount=True, instead="lost"),
    ] = None
    empty: Annotated[
        str, setting("a lost game pays its fixed amount into an empty Stock, or nothing", choices=(PAYS, NOTHING))
    ] = PAYS
    refill: Annotated[bool, setting("whether all players pay in again after it was won")] = False

    def paid_for_lost(self, held: int) -> int | None:
        """Return the fixed sum that a lost game pays, altogether or each; None where it is none."""
        fixed = self.lost if self.lost_each is None else self.lost_each
        return fixed if isinstance(fixed, int) and (held > 0 or self.empty == PAYS) else None


class Forced(NamedTuple):
    """Forced play (Muss): if nobody wants to play, whoever holds the Alte has to."""

    wins_from: Annotated[int, setting("a forced declarer wins with this many Augen", least=1, most=120)] = 61
    schneider_from: Annotated[
        int | None, setting("a forced declarer is not Schneider with this many Augen", least=1, most=61, off=True)
    ] = None
    games: GAMES = ()


class Durchmarsch(NamedTuple):
    """Durchmarsch: a player takes (nearly) everything in a Ramsch and wins it."""

    augen: Annotated[
        int | None,
        setting(
            "with this many Augen (if several have them, the one with the most); none: all tricks",
            least=31,
            most=120,
            off=True,
        ),
    ] = None
    pays: Annotated[
        str | int,
        setting(
            "ramsch: the price of a Ramsch; herz-solo: of a Herz-Solo with Schneider and Schwarz; or a price",
            choices=(RAMSCH, HERZ_SOLO),
            amount=True,
        ),
    ] = RAMSCH
    jungfrau: Annotated[bool, setting("whether Jungfrauen count in it too")] = False


class RamschRules(NamedTuple):
    """Ramsch: the player with the most Augen pays everybody else."""

    jungfrau: Annotated[
        str,
        setting(
            "a player without a trick doubles for all, for themselves (own; own_each: once for every Jungfrau), "
            "raises the price to that of a won solo, or nothing",
            choices=(ALL, OWN, OWN_EACH, SOLO_PRICE, "none"),
        ),
    ] = "none"
    durchmarsch: Annotated[Durchmarsch | None, setting("one who takes everything wins", off=True)] = None
    tie: Annotated[
        tuple[str, ...],
        setting("who loses if several have the most Augen: the rules in order; seat: the first from the dealer's "
                "left",
                items="criterion"),
    ] = ()  # fmt: skip
    jungfrau_adds: Annotated[int, setting("added for each Jungfrau", least=0, amount=True)] = 0
    losers: Annotated[
        int,
        setting("1: the player with the most pays all others; 2: the two with the most pay one each, and the first "
                "pays the player with the fewest", least=1,
                most=2),
    ] = ONE  # fmt: skip
    kontra: Annotated[
        str,
        setting(
            "Kontra in a Ramsch doubles for everybody, or only what the player who said it pays and gets",
            choices=(ALL, OWN, "none"),
        ),
    ] = "none"


class Kreuz(NamedTuple):
    """Über Kreuz: players who sit opposite each other are partners."""

    tie: Annotated[
        str,
        setting(
            "who wins at 60:60: nobody (draw), the side that took the game over (declarer), or the others "
            "(opponents); again: the same dealer deals again, without using up a Bock or a deal of a round",
            choices=KREUZ_TIES,
        ),
    ] = DRAW


class SpecialRound(NamedTuple):
    """A special round of your own: how long it lasts, what is played, who must play, what it costs."""

    name: Annotated[str, setting("its name")]
    length: Annotated[
        str | int,
        setting(
            "one hand, a round in which everybody deals once, or a number of deals", choices=LENGTHS, least=1, most=99
        ),
    ] = ROUND
    games: GAMES = ()
    forced: Annotated[
        str | None,
        setting("who must play: the first player, to the dealer's left, or the last", choices=PLACES, off=True),
    ] = None
    times: Annotated[int, setting("multiplies the price", least=1, most=16)] = 1
    after: Annotated[tuple[str, ...], setting("the events that start it", items="trigger")] = ()

    def deals(self, people: int) -> int:
        """Return how many deals it lasts with so many people at the table."""
        return self.length if isinstance(self.length, int) else people if self.length == ROUND else 1

    def obliges(self, game: Game) -> bool:
        """Whether it is about a game that is played in it; a Ramsch of any name is one."""
        return holds_in(self, game) or (game.shape == RAMSCH and RAMSCH in self.games)

    def must_play(self, active: "Names") -> str | None:
        """Return who of those dealt in must play; None where nobody must."""
        return active[0 if self.forced == FIRST else -1] if self.forced else None


SHIPPED_ROUNDS: "Mapping[str, SpecialRound]" = {
    SCHIEBER: SpecialRound(SCHIEBER),
    HADSCH: SpecialRound(HADSCH, forced=FIRST),
    RAMSCH_ROUND: SpecialRound(RAMSCH_ROUND, games=(RAMSCH,)),
    ALLGAEUER: SpecialRound(ALLGAEUER, games=(SOLO,), forced=FIRST),
    BLAUER_HABICHT: SpecialRound(BLAUER_HABICHT),
}
"""Those of the Grundzüge (document 001), as far as they can be said so. Besides, a Hadsch begins with a Kontra, an
Allgäuer asks for Laufende, a Schieber may cost a sum, and a Blauer Habicht is won with fewer Augen."""


def is_round(word: object) -> bool:
    """Whether a special round may be called so: one word in small letters, with digits and hyphens in it."""
    return isinstance(word, str) and word.replace("-", "").isalnum() and word == word.lower() and not word.isdigit()


def round_title(kind: str) -> str:
    """Return the name of a special round as people write it."""
    return " ".join(word.capitalize() for word in kind.split("-"))


class Rounds(NamedTuple):
    """Special rounds, one full round each; your own can be shorter or longer.

    Those of the Grundzüge (document 001).
    """

    kinds: Annotated[
        tuple[str | SpecialRound, ...], setting("the rounds you play; your own with their settings",
                                                items="round")
    ] = ROUNDS  # fmt: skip
    after_lost_solo: Annotated[
        str | None, setting("the round that starts after a lost solo", choices=ROUNDS, off=True)
    ] = None
    schieber_sum: Annotated[
        int | None,
        setting("a Schieber that nobody takes: the first and the last player lose this, the two in between gain it",
                least=0, off=True, amount=True),
    ] = None  # fmt: skip
    pflichthabicht: Annotated[int, setting("a Pflichthabicht is won with this many Augen", least=1, most=61)] = 44

    @property
    def names(self) -> tuple[str, ...]:
        """What the rounds are called."""
        return tuple([kind if isinstance(kind, str) else kind.name for kind in self.kinds])


class ThrownIn(NamedTuple):
    """What happens after a hand is thrown in."""

    same_dealer: Annotated[bool, setting("whether the same player deals again")] = False
    uses_bock: Annotated[bool, setting("whether it uses up a Bock hand")] = False


class Cap(NamedTuple):
    """A cap: nobody loses more than this; the winners get less, in proportion."""

    evening: Annotated[int, setting("the most that a player can lose in an evening", least=1, amount=True)]


LONG_FOR_ALL: dict[int, str] = {2: "short", 3: LONG, 4: LONG}


class Settings(NamedTuple):
    """Everything that a tariff says; amounts in cents or points. None switches a part off."""

    name: Annotated[str, setting("the short name")]
    title: Annotated[str, setting("the name for people")] = ""
    source: Annotated[str, setting("the document or agreement it comes from")] = ""
    unit: Annotated[str, setting("what is counted", choices=UNITS)] = CENTS
    games: Annotated[tuple[Game, ...], setting("the games that are played", items="games", required=True)] = ()
    people: Annotated[tuple[int, ...], setting("how many players can get cards", items="people")] = (4,)
    deck: Annotated[
        dict[int, str],
        setting("long (32 cards) or short (24), for all or by number of players", keys="people", choices=DECKS),
    ] = LONG_FOR_ALL
    prices: Annotated[
        dict[str, int | ByResult],
        setting("by kind (partner, solo, ramsch, bettel), game, or suit-game; {won: …, lost: …} if the result "
                "matters; tout, sie, wenz-tout: a price of its own, won or lost, instead of a multiple",
                keys="base price", required=True, amount=True),
    ] = {}  # fmt: skip
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
    bids: Annotated[Bids | None, setting("Steigern", off=True)] = Bids()
    ramsch: Annotated[RamschRules, setting("how a Ramsch is decided", off=True)] = RamschRules()
    rounds: Annotated[Rounds | None, setting("special rounds", off=True)] = None
    thrown_in: Annotated[ThrownIn, setting("what a thrown-in deal does")] = ThrownIn()
    ceiling: Annotated[int | None, setting("no hand is worth more", least=1, off=True, amount=True)] = None
    words: Annotated[dict[str, str], setting("your own words in explanations", keys="concept")] = {}
    doublings: Annotated[Doublings, setting("doublings counted together", off=True)] = Doublings()
    ceiling_of: Annotated[
        str, setting("the ceiling limits each payment, or the value before a player's own doublings",
                     choices=CEILINGS)
    ] = PAYMENT  # fmt: skip
    kreuz: Annotated[Kreuz, setting("how a game over Kreuz is decided", off=True)] = Kreuz()
    counts: Annotated[
        str,
        setting("what a tournament counts by default: the sum of a list, or only its good points",
                choices=COUNTS),
    ] = SUM  # fmt: skip
    cap: Annotated[Cap | None, setting("where the settlement of an evening stops", off=True)] = None


@cache
def _adding(kind: Any) -> list[str]:
    """Return the parts of a tariff that are a `Rule`, in the order in which they add."""
    parts = {name: part.__origin__ for name, part in kind.__new__.__annotations__.items() if name in kind._fields}
    steps = {name for name, part in parts.items() if not _RULES.isdisjoint((part, *get_args(part)))}
    return [name for name in dict.fromkeys((*ADDED, *parts)) if name in steps]


class Tariff(Settings):
    """A table's rules about money, complete and immutable."""

    def __repr__(self) -> str:
        return f"<Tariff {self.name}>"

    # what was found in them once is kept beside them: two tariffs are the same if their settings are
    @cached_property
    def priced(self) -> dict["Hashable", tuple[int, tuple[Step, ...]]]:
        """The prices that were worked out already, and their steps, by what they depend on; `payout` fills it."""
        return {}

    @cached_property
    def adding(self) -> "tuple[tuple[str, Rule], ...]":
        """The rules that add to a price, with their names, in their order."""
        kind: Any = type(self)
        return tuple([(name, rule) for name in _adding(kind) if (rule := getattr(self, name))])

    def game(self, name: str) -> Game | None:
        """Return the game of this name (not an alias), the first of them, if this tariff plays it."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Game]:
        return {game.name: game for game in reversed(self.games)}

    @property
    def ramsch_game(self) -> Game | None:
        """The first of its games that is a Ramsch, whatever it is called; None where none is played."""
        return next((game for game in self.games if game.shape == RAMSCH), None)

    @cached_property
    def suited(self) -> frozenset[str]:
        """The names of the games whose price, or what they bring, depends on the suit."""
        rules: tuple[Any, ...] = (self, *(rule for _name, rule in self.adding))
        keys = {key for rule in rules for value in rule if isinstance(value, dict) for key in value}
        words = ("", *(f"-{said}" for said in ANNOUNCEMENTS))
        found = {
            game.name for game in self.games for suit in game.suits for word in words
            if f"{suit}-{game.name}{word}" in keys
        }  # fmt: skip
        return frozenset(found | ({SOLO} if any(HERZ in trigger for trigger in self.triggers) else set()))

    @cached_property
    def triggers(self) -> frozenset[str]:
        """What changes what a table remembers of its hands: it brings Bock, or begins a special round."""
        return frozenset((*self.bock.after, *(trigger for special in self.begun for trigger in special.after)))

    def tricks(self, people: int) -> int:
        """Return how many tricks there are with so many dealt in; 0 where nobody deals so."""
        return TRICKS.get((self.deck.get(people), people), 0)

    def aside(self, people: int) -> int:
        """Return how many Augen the cards can count that are laid aside with so many dealt in."""
        return ASIDE.get((self.deck.get(people), people), 0) * max(AUGEN_OF.values())

    @cached_property
    def most_aside(self) -> int:
        """How many Augen the cards can count that are laid aside, whoever is dealt in."""
        return max(map(self.aside, self.people))

    def longest_run(self, game: Game, people: int) -> int:
        """Return how many Laufende there can be with so many dealt in; 0 where the game has none."""
        return game.trumps[DECKS.index(self.deck.get(people, LONG))] if game.trumps else 0

    def price(self, game: Game, suit: str | None = None, *, won: bool = True) -> int:
        """Return the base price: the most specific key wins (suit and game, game, kind of game, other)."""
        price = self.base(game, suit)
        return price if isinstance(price, int) else price.won if won else price.lost

    def base(self, game: Game, suit: str | None = None) -> int | ByResult:
        """Return what `prices` says of a game, which may depend on the result."""
        key = entry_for(self.prices, game, suit) or SOLO
        if game.price is None or key in (f"{suit}-{game.name}", game.name):
            return self.prices[key]
        return game.price

    @cached_property
    def said_prices(self) -> dict[str, int | ByResult]:
        """Its prices that are of a Tout or a Sie, and of no game that is called so."""
        words = set(ANNOUNCEMENTS) - self._by_name.keys()
        return {key: price for key, price in self.prices.items()
                if key.rpartition("-")[2] in words and key not in self._by_name}  # fmt: skip

    def said_key(self, said: str, game: Game, suit: str | None = None) -> str | None:
        """Return which of `said_prices` a Tout or a Sie, as it was `said`, has in a game; None where it has none."""
        keys = (f"{suit}-{game.name}-{said}", f"{game.name}-{said}", f"{game.shape}-{said}", said)
        return next((key for key in keys if key in self.said_prices), None)

    def said_price(self, said: str, game: Game, suit: str | None = None) -> int | None:
        """Return what a Tout or a Sie, as it was `said`, costs in a game; None where it multiplies the game's price."""
        key = self.said_key(said, game, suit)
        price = self.said_prices[key] if key else None
        return price if isinstance(price, int) else None  # one by result was refused when it was read

    @cached_property
    def special(self) -> dict[str, SpecialRound]:
        """The special rounds that it plays, by name, each with what begins it."""
        if self.rounds is None:
            return {}
        begun = {self.rounds.after_lost_solo: ("lost_solo",)}
        shipped = {kind: SHIPPED_ROUNDS[kind]._replace(after=begun.get(kind, ())) for kind in ROUNDS}
        rounds = (shipped[kind] if isinstance(kind, str) else kind for kind in self.rounds.kinds)
        return {special.name: special for special in rounds}

    @cached_property
    def begun(self) -> tuple[SpecialRound, ...]:
        """The special rounds that begin by themselves after a hand."""
        return tuple([special for special in self.special.values() if special.after])

    def dearer_in(self, kind: str | None) -> str | None:
        """Return the special round where it multiplies the price; None of any other, and of none."""
        special = self.special.get(kind) if kind else None
        return kind if special and special.times > 1 else None

    def of_round(self, hand: Outcome | RamschOutcome) -> tuple[Step, ...]:
        """Return the step of the special round that a hand was judged in; none where that multiplies nothing."""
        return (Step(round_title(hand.round), times=self.special[hand.round].times),) if hand.round else ()

    def chain_in(self, game: Game) -> Kontra | None:
        """Return the chain of Kontra, Re, … in a game; a Ramsch may have it where no other game has."""
        if game.shape != RAMSCH:
            return self.kontra
        return (self.kontra or Kontra(("Kontra",), unlimited=True)) if self.ramsch.kontra == ALL else None

    def doublings_of(self, game: Game, counts: "Mapping[str, int]") -> dict[str, Step]:
        """Return the steps of whatever multiplies a hand, by which of `MULTIPLIERS` made them; `counts` says how often.

        Those that are counted together are one step, under `TOGETHER`. Raises IllegalHand before powers are worked
        out that no ledger holds.
        """
        if not counts:
            return {}
        if (times := sum(counts.get(name, 0) for name in DOUBLINGS)) > MOST_DOUBLINGS:
            raise IllegalHand(_("doubled {times} times: no amount fits in a ledger any more", times=times))
        steps: dict[str, Step] = {}
        together: dict[str, int] = {}
        for name, count in counts.items():
            rule = self.chain_in(game) if name == KONTRA else getattr(self, name)
            # a Kontra where none is played was refused, but for the one that begins a Hadsch
            if count and rule and (name == KONTRA or holds_in(rule, game)):
                steps[name] = rule.step(count)
                if name in self.doublings.together:
                    together[name] = count
        if together:
            label = ", ".join(steps.pop(name).label for name in together)
            times = grown(sum(together.values()), self.doublings.growth, self.doublings.times)
            steps[TOGETHER] = Step(label, times=times)
        return steps

    def doubling(self, step: Step, hand: Outcome | RamschOutcome) -> str:
        """Return which of `MULTIPLIERS`, or a `ROUND`, made this step of a judged hand; "" where none did."""
        if step in self.of_round(hand):
            return ROUND
        made = self.doublings_of(hand.game, self.counted(hand))
        return next((name for name, each in made.items() if each == step), "")

    def counted(self, hand: Outcome | RamschOutcome) -> dict[str, int]:
        """Return how often each of `MULTIPLIERS` counts in a judged hand, in their order.

        A Tout or a Sie with a price of its own multiplies nothing.
        """
        counts: dict[str, int] = {}
        if isinstance(hand, Outcome) and hand.said and self.said_price(hand.said, hand.game, hand.suit) is None:
            counts[hand.said] = 1
        if hand.klopfer:
            counts[KLOPFEN] = hand.klopfer
        if hand.kontra:
            counts[KONTRA] = hand.kontra
        if hand.bock:
            counts[BOCK] = hand.bock
        return counts


OLDER_KEYS: dict[Any, int] = {
    Tariff: 26,
    Schneider: 3,
    Schwarz: 1,
    Announced: 2,
    Laufende: 8,
    Tout: 3,
    Sie: 3,
    Klopfen: 2,
    Kontra: 4,
    Bock: 3,
    Stock: 7,
    Forced: 2,
    Durchmarsch: 2,
    RamschRules: 3,
    Bids: 0,
}
"""How many keys of a rule there were when evenings were first kept; what was added stands behind them.

A rule without any was yes or no.
"""
