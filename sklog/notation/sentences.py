"""A hand said in a sentence: Anna und Bene haben das Sauspiel gewonnen, 85:35; Wenz Christl, Anna hat gespritzt.

`read` takes every way to read a line whole by the rows of the grammar, each of which states facts, and makes a hand of
the facts of each way. What is said twice in different ways is no hand; of several hands none is taken.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand
from sklog.language import _, _and, _or
from sklog.notation.parse import slots_of
from sklog.notation.speech import Heard, heard
from sklog.notation.spoken import TOO_MANY
from sklog.scoring.games import AUGEN, BY_NAME, PARTNER, PASSED, RAMSCH
from sklog.scoring.hand import MOST_TRUMPS, OPPONENTS
from sklog.scoring.judge import not_played
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sklog.notation.parse import Reader
    from sklog.notation.words import SuitedGame
    from sklog.scoring.hand import Hand

Fact = tuple[str, Any]
"""What a row of the grammar states, and of whom or how many."""


class Row(NamedTuple):
    """Kinds of words that stand behind one another, and the facts that they state by the values of these words.

    A | parts kinds of which one stands there, and ? is behind what may be missing; fillers may stand between them.
    PEOPLE are one person or several. `unless` kinds stand right behind it, to which it would belong. What is
    `bare` says of nobody that he did it: it does not stand behind a person who has, as in Anna hat geklopft.
    """

    words: str
    facts: Callable[..., tuple[Fact, ...]]
    unless: tuple[str, ...] = ()
    bare: bool = False


def _states(fact: str, value: Any = None) -> Callable[..., tuple[Fact, ...]]:
    """Return what states one fact: of the one value that its words say, or always this."""
    return lambda *said: ((fact, value if value is not None else said[0] if said else None),)


def _with_number(number: int) -> tuple[Fact, ...]:
    """Return what "mit vier" or "mit 60" says: Laufende, or Augen where nobody can have so many."""
    return (("laufende", number),) if number <= MOST_TRUMPS else (("augen", number),)


def _score(score: tuple[int, int]) -> tuple[Fact, ...]:
    return (("score", score),)


_PLAYER = "BY? PERSON"
_WHO = ("PERSON", "BY")
_ROWS = (
    # which game
    Row("GAME", _states("game")),
    Row("IN? SUIT", _states("suit")),
    Row("ON|CALL CALLED", _states("called")),
    Row("ON|CALL SUIT", _states("on")),
    Row("ON|CALL SUIT SAU", _states("called")),
    Row("CALLED SAU?", _states("called")),
    Row("SUIT SAU", _states("called")),
    Row("ON|CALL? SAU OF SUIT", _states("called")),
    Row("PASSED", _states("passed")),
    Row("NOBODY AUX? PLAY", _states("passed")),
    Row("ALL AUX? PASS", _states("passed")),
    Row("NOBODY PLAY PASSED", _states("passed")),
    Row("GAME INITIALS", lambda said, people: (("game", said), *(("player", one) for one in people))),
    # who plays
    Row(_PLAYER, _states("player")),
    Row("DECLARER PERSON", _states("player")),
    Row("WITH PERSON", _states("partner")),
    Row("PARTNER BE? PERSON", _states("partner")),
    Row("PERSON BE? PARTNER", _states("partner")),
    Row("PERSON AUX? MARRY PERSON", lambda one, other: (("player", one), ("partner", other), ("married", True))),
    Row("MARRY", _states("married", value=True)),
    Row("AGAINST PEOPLE", _states("against")),
    Row("PERSON OR PERSON", lambda *people: (("either", people),)),
    Row("ALONE", _states("alone", value=True)),
    # how it ended
    Row("WON", _states("won", value=True)),
    Row("LOST", _states("won", value=False)),
    Row("NOT WON", _states("won", value=False)),
    Row("NOT LOST", _states("won", value=True)),
    Row("PEOPLE AUX? WON", _states("winners")),
    Row("PEOPLE AUX? LOST", _states("losers")),
    Row("WON AUX PEOPLE", _states("winners")),
    Row("LOST AUX PEOPLE", _states("losers")),
    Row("OPPONENTS AUX? WON", _states("won", value=False)),
    Row("OPPONENTS AUX? LOST", _states("won", value=True)),
    Row("WINNERS BE? COLON? PEOPLE", _states("named_winners")),
    Row("LOSERS BE? COLON? PEOPLE", _states("named_losers")),
    Row("BE TO PERSON", _states("player")),
    # Augen, Schneider, Schwarz
    Row("WITH? SCORE AUGEN?", _score),
    Row("WITH? N TO N", lambda one, other: (("score", (one, other)),)),
    Row("WITH? N AUGEN", _states("augen")),
    Row("AUGEN N", _states("augen")),
    Row("N", lambda number: (("augen" if number > MOST_TRUMPS else "number", number),)),
    Row("OPPONENTS AUX|WITH? N AUGEN", lambda number: (("augen", AUGEN - number),)),
    Row("WITH? SCHNEIDER", _states("schneider", value=True)),
    Row("WITH? SCHWARZ", _states("schwarz", value=True)),
    Row("NOT|WITHOUT SCHNEIDER", _states("schneider", value=False)),
    Row("SCHNEIDER FREE", _states("schneider", value=False)),
    Row("NOT|WITHOUT SCHWARZ", _states("schwarz", value=False)),
    Row("ALL? OPPONENTS BE? SCHNEIDER", lambda: (("schneider", True), ("won", True))),
    Row("ALL? OPPONENTS BE? SCHWARZ", lambda: (("schwarz", True), ("won", True))),
    Row("PEOPLE BE SCHNEIDER", lambda people: (("schneider", True), ("losers", people))),
    Row("PEOPLE BE SCHWARZ", lambda people: (("schwarz", True), ("losers", people))),
    # Laufende
    Row("WITH N", _with_number, unless=("KNOCK", "KNOCKER", "TIMES")),
    Row("WITH? N RUN", _states("laufende")),
    Row("WITH? RUN OF|BY? N", _states("laufende")),
    Row("WITHOUT N RUN?", _states("theirs")),
    Row("OPPONENTS AUX|WITH? N RUN", _states("theirs")),
    Row("OPPONENTS WITH N", _states("theirs")),
    Row("AGAINST N RUN", _states("theirs")),
    # who knocked, and who doubled
    Row("BY? PEOPLE AUX? KNOCK", _states("knocked"), unless=("BY",)),
    Row("KNOCK AUX|BY|COLON PEOPLE", _states("knocked")),
    Row("WITH? KNOCKER BY? COLON? PEOPLE", _states("knocked")),
    Row("PEOPLE KNOCKER", _states("knocked"), unless=_WHO),
    Row("WITH? KNOCK|KNOCKER", _states("klopfer", value=1), unless=_WHO, bare=True),
    Row("WITH? N AUX? KNOCK|KNOCKER", _states("klopfer")),
    Row("KNOCK|KNOCKER N TIMES?", _states("klopfer")),
    Row("OFTEN KNOCK|KNOCKER", _states("klopfer")),
    Row("KNOCK OFTEN", _states("klopfer")),
    Row("N TIMES KNOCK", _states("klopfer")),
    Row("ALL AUX? KNOCK", _states("everybody knocked", value=True)),
    Row("NOBODY AUX? KNOCK", _states("klopfer", value=0)),
    Row("NOT|WITHOUT KNOCK|KNOCKER", _states("klopfer", value=0)),
    Row("WITH? KONTRA GIVE?", lambda level: (("kontra", (level, None)),), unless=_WHO),
    Row("DOUBLE", lambda level: (("kontra", (level, None)),), unless=("BY",), bare=True),
    Row("WITH? KONTRA GIVE? BY|AUX? PERSON GIVE?", lambda level, who: (("kontra", (level, who)),)),
    Row("KONTRA COLON PERSON", lambda level, who: (("kontra", (level, who)),)),
    Row("BY? PERSON AUX? DOUBLE", lambda who, level: (("kontra", (level, who)),), unless=("BY",)),
    Row("DOUBLE BY|AUX PERSON", lambda level, who: (("kontra", (level, who)),)),
    Row("PERSON AUX|GIVE? KONTRA GIVE?", lambda who, level: (("kontra", (level, who)),), unless=_WHO),
    Row("NOT|WITHOUT KONTRA", lambda _level: ()),
    # what was announced or said of the deal
    Row("WITH? TOUT", _states("tout", value=True)),
    Row("SIE", _states("sie", value=True)),
    Row("FORCED", _states("forced", value=True)),
    Row("IN|WITH? BOCK", _states("bock")),
    Row("DOUBLED", _states("doubled", value=True)),
    # a Ramsch
    Row("JUNGFRAU BE? COLON? PEOPLE", _states("jungfrauen")),
    Row("PEOPLE BE? JUNGFRAU", _states("jungfrauen"), unless=_WHO),
    Row("N? JUNGFRAU", _states("some jungfrauen", value=True), unless=_WHO),
    Row("PERSON N AUGEN?", lambda person, number: (("has", (person, number)),)),
    Row("DURCHMARSCH BY?", _states("durchmarsch", value=True)),
    Row("FLAGS", lambda fields: (("flags", fields),)),
)
_TO_ALL = frozenset(("game", "klopfer", "knocked", "everybody knocked", "bock", "flags", "kontra"))
_TO_RAMSCH = frozenset(("durchmarsch", "jungfrauen", "some jungfrauen", "has"))
_LOSING = frozenset(("player", "losers", "named_losers", "won", "partner", "winners", "named_winners"))
_BELONG = {PASSED: _TO_ALL | {"passed"}, RAMSCH: _TO_ALL | _TO_RAMSCH | _LOSING}
"""What can be stated of a deal that was thrown in, and of a Ramsch; of any other game all but what is of a Ramsch."""
_TITLES = {"has": "augen", "some jungfrauen": "jungfrauen", "player": "declarer", "called": "suit"}
_SKIPPED = frozenset(("FILLER", "AUX", "BE", "PLAY", "PAUSE", "COLON", "AND"))
_MOST_WAYS = 400


@cache
def _begins(words: str) -> frozenset[str]:
    """Return the kinds of words with which a row can begin."""
    found: set[str] = set()
    for word in words.split():
        found.update("PERSON" if kind == "PEOPLE" else kind for kind in word.rstrip("?").split("|"))
        if not word.endswith("?"):
            break
    return frozenset(found)


class _Grammar:
    """Takes a line apart by the rows, in every way that leaves no word over."""

    def __init__(self, line: Heard) -> None:
        self.items = line.items
        self.found: dict[tuple[int, str], list[tuple[Fact, ...]]] = {}

    def ways(self, place: int = 0, before: str = "") -> list[tuple[Fact, ...]]:
        """Return the facts of every way to read the words from a place on.

        `before` is what stands before it: a "person", an "and" or a "has" behind one, or nothing that matters.
        """
        if place == len(self.items):
            return [()]
        key = (place, before)
        if key not in self.found:
            ways: dict[tuple[Fact, ...], None] = {}
            for facts, stop, after in self._steps(place, before):
                for rest in self.ways(stop, after):
                    ways[(*facts, *rest)] = None
                    if len(ways) > _MOST_WAYS:
                        raise UnclearHand(_(TOO_MANY))
            self.found[key] = list(ways)
        return self.found[key]

    def _steps(self, place: int, before: str) -> Iterator[tuple[tuple[Fact, ...], int, str]]:
        """Yield what the words from here on state by one row, or that they state nothing, and the place behind."""
        kinds = {item.kind for item in self.items[place]}
        for row in _ROWS:
            plain, begins = row.words == _PLAYER, _begins(row.words)
            # Anna, Bene und Dani klopfen: Bene is one of them
            if kinds.isdisjoint(begins) or (before == "has" and row.bare):
                continue
            if before == "and" and not plain and "PERSON" in begins:
                continue
            for values, stop in self._matches(row.words.split(), place):
                if any(self._has(kind, stop) for kind in row.unless):
                    continue
                yield row.facts(*values), stop, "person" if plain else ""
        for item in self.items[place]:
            left_over = item.kind == "AND" and item.stop == len(self.items)
            if (
                item.kind in _SKIPPED
                and not left_over
                and not (item.kind == "BE" and self._has("SCHNEIDER", item.stop))
            ):
                yield (), item.stop, _behind(before, item.kind)

    def _has(self, kind: str, place: int) -> bool:
        return place < len(self.items) and any(item.kind == kind for item in self.items[place])

    def _matches(self, words: Sequence[str], place: int) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield the values of the words that stand here as a row says, and the place behind them."""
        if not words:
            yield (), place
            return
        first, *rest = words
        if first.endswith("?"):
            yield from self._matches(rest, place)
        for value, stop in self._taken(first.rstrip("?"), place):
            for values, end in self._matches(rest, stop):
                yield ((value, *values) if value is not None else values), end

    def _taken(self, kinds: str, place: int) -> Iterator[tuple[Any, int]]:
        """Yield the value of one word of these kinds that stands here, perhaps behind fillers, and the place behind."""
        if kinds == "PEOPLE":
            yield from self._people(place)
            return
        for item in self.items[place] if place < len(self.items) else ():
            if item.kind in kinds.split("|"):
                yield item.value, item.stop
            elif item.kind == "FILLER":
                yield from self._taken(kinds, item.stop)

    def _people(self, place: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield one person or several who stand behind one another, and the place behind them."""
        for person, stop in self._taken("PERSON", place):
            joined = {behind for _value, behind in self._taken("AND", stop) if self._has("PERSON", behind)}
            if not joined:
                yield (person,), stop
            for at in joined or {stop, *(behind for _value, behind in self._taken("PAUSE", stop))}:
                yield from (((person, *others), end) for others, end in self._people(at) if person not in others)


def _behind(before: str, kind: str) -> str:
    """Return what matters of a skipped word and what stands before it."""
    if kind == "FILLER":
        return before
    return {"AND": "and", "AUX": "has"}.get(kind, "") if before else ""


class _Way:
    """The facts of one way to read a line, and the hand that they are."""

    def __init__(self, facts: Sequence[Fact], reader: Reader) -> None:
        self.reader = reader
        self.facts: dict[str, list[Any]] = defaultdict(list)
        for fact, value in facts:
            self.facts[fact].append(value)

    def one(self, fact: str) -> Any:
        """Return the one value of a fact, None where it was not stated; raise InvalidHand where it has several."""
        values = list(dict.fromkeys(self.facts[fact]))
        if len(values) > 1:
            raise InvalidHand(_("{key} is said twice: leave one of them out", key=fact))
        return values[0] if values else None

    def hand(self) -> Hand:
        """Return the hand; raise UnclearHand for what is missing, InvalidHand for what contradicts itself."""
        if either := self.facts["either"]:
            raise UnclearHand(_("{people}: say which of them", people=_or(either[0])))
        if self.facts["doubled"]:
            raise UnclearHand(_("doubled by what? Say bock, klopfer or kontra"))
        if self.facts["number"]:
            number = self.facts["number"][0]
            raise UnclearHand(_('"{word}": Laufende or Augen? Say {run} or {augen}', word=number, run=f"l{number}",
                                augen=f"augen:{number}"))  # fmt: skip
        game, suit = self._game()
        for fact in self.facts:
            if self.facts[fact] and not _belongs(fact, game.shape):
                raise InvalidHand(_("{key} does not belong to {game}", key=_TITLES.get(fact, fact), game=game.title))
        people = self._losers() if game.shape == RAMSCH else self._declarers(slots_of(game))
        flags = [*self._flags(), *(each for fields in self.facts["flags"] for each in fields)]
        if game.shape == RAMSCH:
            flags = [each for each in flags if each[0] != "won"]
        else:
            flags += self._won(people, flags)
        said: SuitedGame = self.reader.vocabulary.with_suit(game, suit) if suit else (game, None)
        return self.reader.hand(said, {key: value for key, value in people.items() if value}, tuple(flags), {})

    # -- which game ----------------------------------------------------------------------------------

    def _game(self) -> SuitedGame:
        """Return the game that was said or that follows from what was said, and its suit."""
        said: SuitedGame | None = self.one("game")
        game, suit = said or (self._followed(), None)
        called = self.one("called")
        suits = {each for each in (suit, self.one("suit"), self.one("on"), called) if each}
        if len(suits) > 1:
            raise InvalidHand(_("{key} is said twice: leave one of them out", key="suit"))
        if called and game.shape != PARTNER:
            raise InvalidHand(_("{key} does not belong to {game}", key="suit", game=game.title))
        return game, next(iter(suits), None)

    def _followed(self) -> Any:
        """Return the game that only one can be, by what else was said; raise UnclearHand where it may be several."""
        two = len(self.facts["player"]) + len(self.facts["partner"]) > 1
        for name, stated in (
            ("zusammengeworfen", self.facts["passed"]),
            ("ramsch", self.facts["durchmarsch"] or self.facts["jungfrauen"]),
            ("hochzeit", self.facts["married"]),
            ("solo", self.facts["sie"]),
            ("sauspiel", self.facts["called"] or self.facts["on"] or (self.facts["forced"] and two)),
        ):
            if stated:
                if not any(game.name == name for game in (*self.reader.tariff.games, BY_NAME["zusammengeworfen"])):
                    raise IllegalHand(not_played(name, self.reader.tariff))
                return BY_NAME[name]
        sides = [name for fact in ("winners", "losers") for side in self.facts[fact] for name in side]
        people = list(dict.fromkeys([*self.facts["player"], *sides, *self.facts["partner"]]))
        games = ", ".join(self.reader.vocabulary.titles())
        raise UnclearHand(_("which game did {people} play? There are {games}", people=_and(people), games=games)
                          if people else _("which game was it? There are {games}", games=games))  # fmt: skip

    # -- who -----------------------------------------------------------------------------------------

    def _declarers(self, slots: tuple[str, ...]) -> dict[str, Any]:
        """Return who plays, by slot; or the winners where a Sauspiel was noted by these alone."""
        people = [*self.facts["player"], *self.facts["partner"]]
        if not people and len(slots) > 1:
            for fact, won in (("named_winners", True), ("named_losers", False)):
                if side := self.one(fact):
                    return {"winners": side if won else self._others(side)}
        for fact in ("winners", "losers", "named_winners", "named_losers") if not people else ():
            people = [*people, *(self.facts[fact][0] if self.facts[fact] else ())]
        people = list(dict.fromkeys(people)) if len(slots) == 1 else people
        if not slots:
            return {}
        if len(people) > len(slots):
            text = _("{name} is one too many: {people} are named", name=people[len(slots)], people=_and(people))
            raise InvalidHand(text)
        if len(people) < len(slots):
            raise UnclearHand(_("who was the partner of {name}?", name=people[0]) if people else _("who played?"))
        if self.facts["alone"] and len(slots) > 1:
            raise InvalidHand(_("{people} are two: nobody played alone", people=_and(people)))
        if (against := self.one("against")) and not set(against) <= set(self._others(people)):
            raise InvalidHand(_("{people} cannot play against themselves", people=_and(against)))
        return dict(zip(slots, people, strict=True))

    def _others(self, people: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in self.reader.seats.active if name not in people)

    def _losers(self) -> dict[str, Any]:
        """Return how a Ramsch ended: who lost it, or the Augen of everybody, or a Durchmarsch."""
        if self.facts["some jungfrauen"]:
            raise UnclearHand(_("who is Jungfrau? Say the name, such as j{key}",
                                key=self.reader.seats.key(self.reader.seats.active[-1])))  # fmt: skip
        jungfrauen = tuple(dict.fromkeys(name for each in self.facts["jungfrauen"] for name in each))
        found: dict[str, Any] = {"jungfrauen": jungfrauen} if jungfrauen else {}
        if has := self.facts["has"]:
            return {**found, "augen": dict(has)}
        stated = [name for fact in ("losers", "named_losers") for side in self.facts[fact] for name in side]
        people = list(dict.fromkeys([*self.facts["player"], *stated]))
        won = self.facts["winners"] or self.facts["named_winners"] or True in self.facts["won"]
        if (won and not self.facts["durchmarsch"]) or self.facts["partner"]:
            raise InvalidHand(_("in a Ramsch everybody plays alone: say who lost"))
        if self.facts["durchmarsch"]:
            if len(people) != 1:
                raise UnclearHand(_("who made the Durchmarsch?"))
            return {**found, "durchmarsch": people[0]}
        if not people:
            raise UnclearHand(_("who lost the Ramsch?"))
        lost = False in self.facts["won"] or len(stated) > 1
        if len(people) > 1 and not lost:
            keys = "".join(map(self.reader.seats.key, people))
            text = _("did {people} lose the Ramsch together? Then say {line}", people=_and(people), line=f"r {keys}")
            raise UnclearHand(text)
        return {**found, "losers": tuple(people)}

    # -- how it ended, and what else was said ----------------------------------------------------------

    def _won(self, people: dict[str, Any], flags: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Return whether the declarers won where that was said; raise InvalidHand where both are."""
        side = [name for key, name in people.items() if key != "winners" and name]
        said = {*self.facts["won"], *(value for key, value in flags if key == "won")}
        for facts, winning in ((("winners", "named_winners"), True), (("losers", "named_losers"), False)):
            for who in (each for fact in facts for each in self.facts[fact]):
                if set(who) <= set(side):
                    said.add(winning)
                elif not set(who) & set(side) and set(who) == set(self._others(side)):
                    said.add(not winning)
                elif not people.get("winners"):
                    raise InvalidHand(_("{people} play on two sides", people=_and(who)))
        if len(said) > 1:
            raise InvalidHand(_("won and lost are both said: leave one of them out"))
        known = any(key == "won" for key, _value in flags) or people.get("winners")
        return [] if known else [("won", won) for won in said]

    def _flags(self) -> list[tuple[str, Any]]:
        """Return the fields that were stated beside people and result; raise InvalidHand for contradictions."""
        fields = {key: self.one(key) for key in ("schneider", "schwarz", "tout", "sie", "forced", "bock", "augen")}
        if score := self.one("score"):
            if sum(score) != AUGEN:
                said = {"one": score[0], "other": score[1], "sum": sum(score), "all": AUGEN}
                raise InvalidHand(_("{one} and {other} are {sum} Augen; together there are {all}", **said))
            if fields["augen"] not in (None, score[0]):
                raise InvalidHand(_("{key} is said twice: leave one of them out", key="augen"))
            fields["augen"] = score[0]
        run, theirs = self.one("laufende"), self.one("theirs")
        if run is not None and theirs is not None:
            raise InvalidHand(_("{key} is said twice: leave one of them out", key="laufende"))
        fields |= {"laufende": theirs if run is None else run, "laufende_of": None if theirs is None else OPPONENTS}
        fields["klopfer"] = self._klopfer()
        return [*((key, value) for key, value in fields.items() if value is not None), *self._kontra()]

    def _klopfer(self) -> Any:
        knocked = [name for people in self.facts["knocked"] for name in people]
        number = self.one("klopfer")
        if self.facts["everybody knocked"]:
            knocked = list(self.reader.seats.active)
        if knocked and number not in (None, len(knocked)):
            raise InvalidHand(_("{key} is said twice: leave one of them out", key="klopfer"))
        return tuple(knocked) or number

    def _kontra(self) -> list[tuple[str, Any]]:
        """Return the words of the chain, or who said them where each is named; they may stand in any order."""
        said = sorted(self.facts["kontra"], key=lambda each: int(each[0]))
        levels, who = [level for level, _who in said], tuple(name for _level, name in said)
        if not levels or not all(who):
            return [("level", level) for level in levels]
        if levels != list(range(1, len(levels) + 1)):
            raise InvalidHand(_("say who said each word of the chain, Kontra first, and each once"))
        return [("kontra", who)]


def _belongs(fact: str, shape: str) -> bool:
    return fact in _BELONG[shape] if shape in _BELONG else fact not in _TO_RAMSCH and fact != "passed"


class Sentence(NamedTuple):
    """Every hand that a line can be as a sentence, what is wrong with its other ways, and whether it is one at all."""

    hands: list[Hand]
    wrong: list[HandError]
    heard: Heard


def sentence(reader: Reader) -> Sentence:
    """Return what a line says as a sentence; raise UnclearHand where it can be read in too many ways."""
    line = heard(reader.said, reader.seats, reader.vocabulary)
    found = Sentence([], [], line)
    if line.unknown:
        return found
    for facts in dict.fromkeys(_Grammar(line).ways()):
        try:
            hand = _Way(facts, reader).hand()
        except HandError as error:
            found.wrong.append(error)
        else:
            if hand not in found.hands:
                found.hands.append(hand)
    for key in ("klopfer", "kontra"):  # who it was says more than how many
        named: list[Any] = [hand for hand in found.hands if isinstance(getattr(hand, key, 0), tuple)]
        less = [replace(hand, **{key: len(getattr(hand, key))}) for hand in named]
        found.hands[:] = [hand for hand in found.hands if hand not in less]
    return found
