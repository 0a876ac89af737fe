"""Every rule of a tariff in words: for the price list on the wall, and to be read aloud.

Which rules there are, and what they say, is taken from their own settings, so none can be missing. `SAYINGS` has the
words for people, by the key of a tariff file; what has none there is said in the words of its documentation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sklog.language import _
from sklog.scoring.amounts import money
from sklog.scoring.games import AUGEN, BETTEL, BY_NAME, HERZ, LONG, PARTNER, PASSED, RAMSCH, SHORT, SOLO, SUITS
from sklog.scoring.outcome import ANNOUNCEMENTS, OTHER, SIE, TOUT, entry_for, grown
from sklog.scoring.settings import NONE, REQUIRED, settings_of
from sklog.scoring.tariff import HERZ_SOLO, MULTIPLIERS, ROUNDS, SpecialRound, counts_in, holds_in, round_title
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sklog.scoring.games import Game
    from sklog.scoring.settings import Setting
    from sklog.scoring.tariff import Tariff

    Value = Any
    Says = str | Mapping[Any, str] | None


class Saying(NamedTuple):
    """How a setting is said where its value does not go without saying; all texts are English, for the catalogue.

    `says` is a sentence with {value}, {key} (of a mapping's entry), {rest} (what is left of 120 Augen and one) and what
    other keys of the rule say; or a sentence for each value, as a tariff's file has it, or type of values. One that
    begins with a comma goes on in the clause before it. `always`: the default as well. `words` are what choices and
    items are called, `between` stands between items, `nothing` is said where there are none. `row` is a row of its own;
    `title` names the rule's row where this is said. It is said only `beside` another key that says something, and not
    where `unless` does. `of` makes the value of the whole rule in its tariff, None where there is nothing to say. For a
    part of the tariff, `row` is its title, and it is only there where a game of its `shape` is played.
    """

    says: Says = None
    row: str = ""
    title: str = ""
    words: Mapping[str, str] = {}
    between: str = ", "
    nothing: str = ""
    always: bool = False
    beside: str = ""
    unless: str = ""
    of: Callable[[Any, Tariff], Value] | None = None
    shape: str = ""


class RuleRow(NamedTuple):
    """One setting in words: what it is, how it works, and its amount in cents or points, or what it multiplies by.

    `adds` says that the amount comes on top of a game's price.
    """

    rule: str
    how: str
    amount: int | None = None
    times: int | None = None
    adds: bool = False

    @property
    def says_something(self) -> bool:
        """Whether there is more in it than that something doubles."""
        return bool(self.how) or self.amount is not None or self.times not in (None, 2)


ELSEWHERE = frozenset({"name", "title", "source", "unit", "games", "people", "prices", "words"})
"""What a price list says above the rules."""


WORDS_OF_OURS = frozenset({*MULTIPLIERS, "schneider", "schwarz", "laufende"})


def _holds(name: str, rule: Any, game: Game) -> bool:
    """Whether a part of the tariff is there in a game: of all, unless it names its games; Laufende need trumps."""
    named = getattr(rule, "games", ())
    return (not named or game.name in named) and (name != "laufende" or bool(game.trumps))


def _counting(rule: Any, tariff: Tariff) -> tuple[str, ...] | None:
    """Return what counts beside a Tout or a Sie, as far as its games have it; None where it has no games."""
    said = [game for game in tariff.games if game.shape == SOLO and (game.sie or rule is not tariff.sie)]
    solos = [game for game in said if holds_in(rule, game)]
    parts = {name: getattr(tariff, name) for name in ("schneider", "schwarz", "laufende") if counts_in(rule, name)}
    there = (name for name, part in parts.items() if part and any(_holds(name, part, game) for game in solos))
    return tuple(there) if solos else None


UNSAID = Saying(says="")
COUNTING: Mapping[Any, str] = {
    None: "",
    (): "nothing else counts",
    **dict.fromkeys((("schneider",), ("schwarz",)), "{value} counts"),
    tuple: "{value} count",
}
SIDES = "with {value} Augen; the opponents with {opponents}"
BEFORE = "everything added before it is multiplied"
TRIGGER_WORDS = {
    "thrown_in": "a thrown-in deal",
    "lost_solo": "a lost solo",
    "herz_solo": "a Herz-Solo",
    "lost_herz_solo": "a lost Herz-Solo",
    "lost_kontra": "a Kontra that was lost",
    "schwarz": "a Schwarz",
    "tie_60": "60:60",
}
OUTSIDE = Saying({False: "Klopfen, Kontra and Bock do not multiply it"}, unless="times")
IN_ANY_RULE: Mapping[str, Saying] = {
    "games": Saying("only in {value}"),
    "growth": Saying({"linear": "two make × 3, three × 4 and so on", tuple: "one, two and so on make {value}"}),
    "times": UNSAID,
}
SAYINGS: Mapping[str, Saying] = {
    "wins": Saying(row="Won"),
    "wins.declarers": Saying("with {value} Augen; the opponents with {rest}", always=True),
    "schneider.price": UNSAID,
    "schneider.times": Saying(BEFORE),
    "schneider.doubled": OUTSIDE,
    "schneider.declarers": Saying(SIDES, row="Out of Schneider", always=True),
    "schneider.opponents": UNSAID,
    "schwarz.price": Saying("on top of Schneider"),
    "schwarz.times": Saying(BEFORE),
    "schwarz.doubled": OUTSIDE,
    "kreuz": Saying(row="60:60 over Kreuz"),
    "kreuz.tie": Saying(
        {
            None: "",
            "draw": "nobody pays",
            "declarer": "the side that took the game over has won",
            "opponents": "the side that took the game over has lost",
            "again": "is played again, the same dealer deals",
        },
        of=lambda rule, tariff: rule.tie if any(game.fixed_pairs for game in tariff.games) else None,
    ),
    "forced": Saying(row="Muss"),
    "forced.wins_from": Saying("won with {value} Augen", always=True),
    "forced.schneider_from": Saying(", out of Schneider with {value}"),
    "laufende.price": Saying("", title="Laufende, each", unless="schedule"),
    "laufende.from": Saying("from {value}", always=True),
    "laufende.by_game": Saying("{key} from {value}"),
    "laufende.max": Saying("at most {value}"),
    "laufende.only_herren": Saying("Ober and Unter only"),
    "laufende.paid": Saying({"winners": "only if the winners held them", "losers": "only if the losers held them"}),
    "laufende.ohne": Saying(
        {
            "caller": "those of the opponents are the caller's alone (partner games)",
            "caller_won": "those of the losers only if the caller's side won (partner games)",
        }
    ),
    "laufende.schedule": Saying("all together", row="{key} Laufende"),
    "laufende.ohne_price": Saying("", row="Laufende of the losers, each"),
    "laufende.doubled": Saying({False: "Klopfen, Kontra and Bock do not multiply them"}),
    **{
        f"{name}.{key}": said
        for name in (TOUT, SIE)
        for key, said in (
            ("schneider_schwarz", Saying(COUNTING, of=_counting)),
            *dict.fromkeys(("laufende", "schneider", "schwarz"), UNSAID).items(),
        )
    },
    "announced": Saying(row="Announced"),
    "announced.schneider": Saying("lost when missed", row="Schneider announced"),
    "announced.schwarz": Saying("lost when missed", row="Schwarz announced"),
    "bids.price": UNSAID,
    "bids.step": Saying("for every {value} Augen bid above 61", always=True, beside="price"),
    "kontra": Saying(row="Kontra"),
    "kontra.names": Saying("each of {value}", title="{rule.names[0]}"),
    "kontra.unlimited": Saying(", and on"),
    "kontra.last_needs_61": Saying("the side that said the last one needs 61"),
    "klopfen": Saying("each player who knocks"),
    "klopfen.max": Saying(", at most {value} together"),
    "klopfen.per_person": Saying("everybody, up to {value} times"),
    "bock.after": Saying("", words=TRIGGER_WORDS),
    "bock.length": Saying(
        {"hand": "the next hand after {after}", "round": "a full round after {after}"}, beside="after"
    ),
    "bock.inside": Saying(
        {
            "ignored": "a new one during it is ignored",
            "extended": "a new one during it makes it longer",
            "stacked": "a new one during it counts once more",
            "restarted": "a new one during it starts it again",
        },
        beside="after",
    ),
    "doublings": Saying(row="Counted together", beside="together"),
    "doublings.together": Saying("{value}"),
    "stock": Saying(row="Stock"),
    "stock.pay_in": Saying("from each player dealt in after a throw-in"),
    "stock.games": Saying("", row="Stock won", nothing="no game is played for it"),
    "stock.won": Saying(
        {"takes": "{to} takes it ({games})", "stays": "it stays ({games})"}, row="Stock won", beside="games"
    ),
    "stock.lost": Saying(
        {"doubles": "{to} pays in what it holds", "stays": "it stays", int: "{to} pays in"},
        row="Stock lost",
        beside="games",
        unless="lost_each",
    ),
    "stock.lost_each": Saying("from each who pays ({to})", row="Stock lost", beside="games"),
    "stock.empty": Saying({"nothing": "only where it holds something"}, row="Stock lost", beside="games"),
    "stock.to": Saying("", words={"declarers": "the declarers' side", "caller": "the caller"}),
    "stock.refill": Saying("then everybody dealt in pays in again", row="Stock won", beside="games"),
    "stock.max_per_person": Saying("a person in one hand", row="Stock, at most"),
    "stock.multiplied": Saying("{value} count for paying in", row="Stock multiplied"),
    "stock.at_close": Saying(
        {"split": "is shared out", "carry": "stays for the next evening", None: "is asked for", str: "goes to {value}"},
        row="Stock at the end",
    ),
    "ramsch": Saying(row="Ramsch", shape=RAMSCH),
    "ramsch.jungfrau": Saying(
        {
            "all": "each doubles for all",
            "own": "gets double",
            "own_each": "her win is doubled once for every Jungfrau",
            "solo_price": "one makes the price that of a won solo, two double it twice",
        },
        row="Jungfrau",
    ),
    "ramsch.jungfrau_adds": Saying("added for each", row="Jungfrau, on top"),
    "ramsch.durchmarsch": Saying(row="Durchmarsch"),
    "ramsch.durchmarsch.augen": Saying({None: "with every trick", int: "from {value} Augen on"}),
    "ramsch.durchmarsch.pays": Saying({"herz-solo": ", pays like a Herz-Solo with Schneider and Schwarz", int: ""}),
    "ramsch.durchmarsch.jungfrau": Saying("Jungfrauen count"),
    "ramsch.losers": Saying({2: "by two: who has most pays who has fewest, the second the third"}, row="Ramsch lost"),
    "ramsch.tie": Saying(
        "the loser is whoever {value}",
        row="Ramsch tied",
        words={
            "tricks": "has more tricks",
            "trumps": "has more trumps in them",
            "highest": "has the highest trump",
            "shared": "is still tied, together with the others",
            "seat": "sits first, clockwise from the dealer's left",
        },
        between=", then ",
        nothing="the table says who lost",
        always=True,
    ),
    "ramsch.kontra": Saying(
        {"all": "each one counts for all", "own": "doubles what its player pays and gets"}, row="Kontra in a Ramsch"
    ),
    "rounds": Saying(row="Rounds"),
    "rounds.kinds": Saying("{value}", always=True),
    "rounds.kinds.name": UNSAID,
    "rounds.kinds.length": Saying({"hand": "one hand", "round": "a full round", int: "{value} deals"}),
    "rounds.kinds.forced": Saying({"first": "the first must play", "last": "the last must play", None: ""}),
    "rounds.kinds.after": Saying("after {value}", words=TRIGGER_WORDS, between=" or "),
    "rounds.after_lost_solo": Saying("a round of {value}", row="After a lost solo"),
    "rounds.schieber_sum": Saying("the first and the last lose it, the others gain it", row="Schieber not taken"),
    "rounds.pflichthabicht": Saying("won with {value} Augen", row="Pflichthabicht"),
    "thrown_in": Saying(row="Thrown in"),
    "thrown_in.same_dealer": Saying("the same dealer deals again"),
    "thrown_in.uses_bock": Saying("uses up a Bock hand"),
    "deck": Saying("{value} with {key} people", row="Deck", words={LONG: "the long one", SHORT: "the short one"}),
    "ceiling": Saying("no hand is worth more", row="Ceiling"),
    "ceiling_of": Saying({"value": "before a player's own doublings"}, row="Ceiling", beside="ceiling"),
    "counts": Saying({"good": "good points alone"}, row="A tournament counts"),
    "cap": Saying(row="Cap"),
    "cap.evening": Saying("nobody loses more in an evening"),
}
PRICE_WORDS = {PARTNER: "partner games", SOLO: "solo games", RAMSCH: "Ramsch", BETTEL: "Bettel", OTHER: "else"}


def texts() -> Iterator[str]:
    """Yield every text that a language has to say: what has letters outside of braces."""
    for saying in (*IN_ANY_RULE.values(), *SAYINGS.values()):
        says = saying.says.values() if isinstance(saying.says, Mapping) else (saying.says or "",)
        for text in (*says, saying.row, saying.title, saying.nothing, saying.between, *saying.words.values()):
            if any(letter.isalpha() for letter in re.sub("{.*?}", "", text)):
                yield text
    yield from PRICE_WORDS.values()


# -- rows ----------------------------------------------------------------------------------------------


def rule_rows(tariff: Tariff) -> Iterator[RuleRow]:
    """Yield every rule that this tariff has, in one row or several."""
    if tariff.stock:
        declared = [game.name for game in tariff.games if game.shape not in (RAMSCH, PASSED)]
        games = tuple(name for name in tariff.stock.games if name in declared)
        tariff = tariff._replace(stock=tariff.stock._replace(games=games))
    yield from _Rule(tariff, "", tariff).rows("")


class _Rule(NamedTuple):
    """A rule of a tariff with the path of its key, "" for the tariff itself, as something that can be said."""

    rule: Any
    path: str
    tariff: Tariff

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Its settings."""
        kind: Any = type(self.rule)
        return settings_of(kind)

    @property
    def adds(self) -> bool:
        """Whether it is one of those that add to the price of a game."""
        return hasattr(self.rule, "step") and self.path not in MULTIPLIERS

    def places(self) -> Iterator[tuple[Game, str | None]]:
        """Yield each game, and each suit of it, in which it holds."""
        for game in self.tariff.games:
            if _holds(self.path, self.rule, game) and (not self.adds or game.shape in (PARTNER, SOLO)):
                yield from ((game, suit) for suit in (None, *game.suits))
        march, solo = self.tariff.ramsch.durchmarsch, BY_NAME[SOLO]
        of_solo = march and march.pays == HERZ_SOLO and self.path in ("schneider", "schwarz")
        if self.tariff.ramsch_game and of_solo and _holds(self.path, self.rule, solo):
            yield solo, HERZ  # whether or not a Solo is played

    def keys(self) -> list[Setting]:
        """Return its settings, those with words in the order of the words."""
        return sorted((key for key in self.settings if self.path or key.key not in ELSEWHERE), key=self._place)

    def _place(self, key: Setting) -> int:
        path = self.of(key)
        places = (place for place, known in enumerate(SAYINGS) if f"{known}.".startswith(f"{path}."))
        return next(places, len(SAYINGS))

    def of(self, key: Setting) -> str:
        """Return the path of one of its keys."""
        return f"{self.path}.{key.key}" if self.path else key.key

    def saying(self, key: Setting) -> Saying:
        """Return how one of its keys is said."""
        anywhere = IN_ANY_RULE.get(key.key) if self.path else None
        return SAYINGS.get(self.of(key)) or anywhere or Saying()

    def rows(self, title: str, how: str = "") -> Iterator[RuleRow]:
        """Yield its rows: its own first, then those that parts of it have."""
        for key in self.keys():
            if (named := self.saying(key)).title and self.counts(named):
                title = self.filled(named.title, key, getattr(self.rule, key.attribute))
        elsewhere = self.path in self.tariff.doublings.together or not multiplies(self.path, self.tariff)
        rows = {("", title): RuleRow(title, how, times=None if elsewhere else _factor(self.rule))}
        for part in self.own_prices(title):
            _add(rows, part)
        for key in self.keys():
            if key.block:
                rows |= {(key.key, row.rule): row for row in self.inner(key)}
            else:
                for part in self.parts(key, title):
                    _add(rows, part._replace(adds=self.adds))
                for item in getattr(self.rule, key.attribute) if key.collection is tuple and key.item else ():
                    if not isinstance(item, str):
                        own = _Rule(item, self.of(key), self.tariff).rows(self.worded(key, item))
                        rows |= {(key.key, row.rule): row for row in own}
        yield from [row for row in rows.values() if row.says_something] or rows.values()

    def own_prices(self, title: str) -> Iterator[RuleRow]:
        """Yield what a Tout or a Sie costs that has a price of its own."""
        for key, price in self.tariff.said_prices.items():
            if key in said_keys(self.path, self.tariff) and isinstance(price, int):
                game = key.rpartition("-")[0]
                said = _(PRICE_WORDS[game]) if game in PRICE_WORDS else self.name(game)
                yield RuleRow(f"{title} ({said})" if game else title, _("instead of the price of the game"), price)

    def inner(self, key: Setting) -> Iterator[RuleRow]:
        """Yield the rows of a rule that is a part of this one; nothing where it goes without saying."""
        rule, saying = getattr(self.rule, key.attribute), self.saying(key)
        title = _(saying.row or key.doc)
        if rule is None:
            if key.default is not None:
                yield RuleRow(title, _("not played"))
        elif not saying.shape or any(game.shape == saying.shape for game in self.tariff.games):
            how = _(saying.says) if isinstance(saying.says, str) else ""
            for row in _Rule(rule, self.of(key), self.tariff).rows(title, how):
                if row.says_something or key.default is None:
                    yield row

    def counts(self, saying: Saying) -> bool:
        """Whether something is said beside what else the rule says."""
        beside = not saying.beside or getattr(self.rule, saying.beside)
        return bool(beside) and not (saying.unless and getattr(self.rule, saying.unless) not in (None, (), {}))

    def parts(self, key: Setting, title: str) -> Iterator[RuleRow]:
        """Yield what one setting says, as a row or a part of one; nothing where it goes without saying."""
        saying = self.saying(key)
        if not self.counts(saying):
            return
        value = saying.of(self.rule, self.tariff) if saying.of else getattr(self.rule, key.attribute)
        row = _(saying.row) if saying.row else title or _(key.doc)
        if isinstance(value, dict):
            yield from self.entries(key, value, row)
        elif self.differs(key, value, saying):
            words = self.words(key, value)
            number = value if key.metadata.get("amount") and isinstance(value, int) else None
            if words or number is not None:
                yield RuleRow(row, words, number)

    def differs(self, key: Setting, value: Value, saying: Saying) -> bool:
        """Whether a value does not go without saying; a sentence is said of something that is there."""
        if isinstance(saying.says, Mapping):
            return True
        there = value is not None or (saying.says is None and key.default not in (None, REQUIRED))
        return there and (value != key.default or saying.always)

    def entries(self, key: Setting, value: Mapping[Any, Value], row: str) -> Iterator[RuleRow]:
        """Yield a row for each amount of a mapping; else one row, in which entries that are equal stand together."""
        there = {name: one for name, one in value.items() if self.concerns(name, key, value)}
        usual = key.default if isinstance(key.default, dict) else {}
        if all(usual.get(name) == one for name, one in there.items()):
            return
        if key.metadata.get("amount"):
            for name, amount in sorted(there.items()) if key.parts[0] is int else there.items():
                # among prices solo is every game of its kind
                priced = key.metadata["keys"] == "price" and name in PRICE_WORDS
                said = _(PRICE_WORDS[name]) if priced else self.name(name)
                own = row.format(key=said) if "{key}" in row else f"{row} ({said})"
                yield RuleRow(own, self.words(key, amount, said), amount)
            return
        alike: dict[Any, list[str]] = {}
        for name, one in there.items():
            alike.setdefault(one, []).append(self.name(name))
        yield RuleRow(row, "; ".join(self.words(key, one, ", ".join(names)) for one, names in alike.items()))

    def concerns(self, name: Any, key: Setting, entries: Mapping[Any, Value]) -> bool:
        """Whether an entry of a mapping is about what this table plays, in a game in which the rule holds."""
        kind = key.metadata["keys"]
        if kind == "price":
            return any(entry_for(entries, game, suit) == name for game, suit in self.places())
        if kind == "game":
            return any(game.name == name for game, _suit in self.places())
        return kind != "people" or name in self.tariff.people

    # -- words ------------------------------------------------------------------------------------------

    def words(self, key: Setting, value: Value, entry: str = "") -> str:
        """Return what is said of a value; "" where it goes without saying."""
        saying = self.saying(key)
        says: Says = saying.says
        if isinstance(says, Mapping):
            says = says.get(value, says.get(type(value), "" if value == key.default else None))
        elif saying.nothing and not value:
            says = saying.nothing
        if says is not None:
            return self.filled(says, key, value, entry)
        what = _(key.doc)
        if value is True or (key.metadata.get("amount") and isinstance(value, int)):
            return what
        if value is False:
            return _("not: {what}", what=what)
        return _("{what}: {value}", what=what, value=f"{entry} {self.worded(key, value)}".strip())

    def filled(self, text: str, key: Setting, value: Value, entry: str = "") -> str:
        """Return a text of a saying in the language that is spoken, with what stands in it filled in."""
        if "{" not in text:
            return _(text) if text else ""
        others = (other for other in self.settings if f"{{{other.attribute}}}" in text)
        said = {other.attribute: self.worded(other, getattr(self.rule, other.attribute)) for other in others}
        said |= {"key": entry, "value": self.worded(key, value)}
        return _(text).format(rule=self.rule, rest=AUGEN + 1 - value if isinstance(value, int) else "", **said)

    def worded(self, key: Setting, value: Value) -> str:
        """Return a value of a setting as people say it."""
        saying = self.saying(key)
        if isinstance(value, SpecialRound):
            return round_title(value.name)
        if isinstance(value, tuple):
            return _(saying.between).join(self.worded(key, one) for one in value)
        if isinstance(value, int) and not isinstance(value, bool):
            if key.metadata.get("amount"):
                return money(value, self.tariff.unit)
            return f"× {value}" if key.metadata.get("items") == "factor" else str(value)
        return _(saying.words[value]) if value in saying.words else self.name(value)

    def name(self, word: Value) -> str:
        """Return what people call a game, a kind of games, a round, or another word of a tariff."""
        text = NONE if word is None else str(word)
        if game := self.tariff.game(text) or BY_NAME.get(text):
            return game.title
        if text in PRICE_WORDS:
            return _(PRICE_WORDS[text])
        suit, _dash, rest = text.partition("-")
        if suit in SUITS and (game := self.tariff.game(rest) or BY_NAME.get(rest)):
            return f"{suit.capitalize()}-{game.title}"
        return round_title(text) if text in (*ROUNDS, *WORDS_OF_OURS) else text


def _add(rows: dict[tuple[str, str], RuleRow], part: RuleRow) -> None:
    """Say more in a row of the rule; a second amount has one of its own."""
    old = rows.get(("", part.rule), RuleRow(part.rule, ""))
    if None not in (old.amount, part.amount):
        part = part._replace(rule=f"{part.rule}: {part.how}", how="")
        old = part
    between = "" if part.how.startswith(",") else "; "
    how = between.join(filter(None, (old.how, part.how))).removeprefix(", ")
    amount = old.amount if part.amount is None else part.amount
    rows["", part.rule] = old._replace(how=how, amount=amount, adds=part.adds)


def _factor(rule: Any) -> int | None:
    """Return what one of what a rule counts multiplies by."""
    times: int | None = getattr(rule, "times", None)
    if isinstance(rule, SpecialRound) and times == 1:
        return None
    return grown(1, rule.growth, times) if hasattr(rule, "growth") else times


# -- a Tout or a Sie with a price of its own -------------------------------------------------------------


def said_keys(said: str, tariff: Tariff) -> set[str | None]:
    """Return the keys of all prices that a Tout or a Sie has; None among them where it has none in some game."""
    rule = getattr(tariff, said) if said in ANNOUNCEMENTS else None
    games = [game for game in tariff.games if game.shape == SOLO and (game.sie or said == TOUT)]
    suits = [(game, suit) for game in games if rule and holds_in(rule, game) for suit in (None, *game.suits)]
    return {tariff.said_key(said, game, suit) for game, suit in suits}


def multiplies(said: str, tariff: Tariff) -> bool:
    """Whether a Tout, or a Sie, multiplies anything: not where each has a price of its own."""
    keys = said_keys(said, tariff)
    return not keys or None in keys
