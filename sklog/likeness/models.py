"""Hands that are alike, whoever plays them: under rules that remember nothing, one of them is scored for all.

    evening ──dealt──▶ Alike, Alike, Line, Alike, …    each as its model has it, or folded as any other

A game with declarers costs the same whoever plays it, and however they sit; so does a Ramsch of which only the one
loser is noted, or who made a Durchmarsch. Its model has marks for people, and was scored by the functions that score
any hand, told figures that note what is asked of them (`trace`): hands between whose Augen and tricks no rule tells a
difference have one model. Hands are compared as JSON, canonical or as a file has it, most of which is never read
therefore. Whatever else is in an evening is folded.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from sklog.errors import HandError
from sklog.likeness.trace import ByAnswers, Trace
from sklog.scoring.canonical import to_json
from sklog.scoring.evening import step, table_for
from sklog.scoring.games import RAMSCH
from sklog.scoring.hand import Played, Posting, Ramsch
from sklog.scoring.judge import Table
from sklog.scoring.payout import LARGEST, score
from sklog.scoring.session import renamed
from sklog.scoring.state import (
    BockOrder,
    Line,
    RoundOrder,
    StockMove,
    TariffChange,
    added,
    clockwise_from,
    entry_from_json,
    entry_to_json,
)
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from sklog.scoring.hand import Names
    from sklog.scoring.payout import Score
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, State
    from sklog.scoring.tariff import Tariff

MARKS = ("1", "2", "3", "4", "5", "6", "7")
"""What people are called in a model: those whom the hand names in their order, then the others."""
MOST_MODELS = 20_000  # of one tariff: some 40 MB
_REMEMBERED = frozenset((BockOrder, Posting, RoundOrder, StockMove, TariffChange))
"""What changes more than who sits there and deals."""


class Model:
    """A hand that stands for all that are alike, with marks for people, and what it costs them.

    `said` is its canonical JSON, in which each of them has values of its `own`, by these keys.
    """

    __slots__ = ("amounts", "hand", "largest", "own", "said", "score", "table", "tariff")

    def __init__(self, hand: Played | Ramsch, table: Table, made: Score, tariff: Tariff, own: Sequence[str]) -> None:
        self.hand = hand
        self.table = table
        self.score = made
        self.tariff = tariff
        self.amounts = tuple([made.postings[mark] for mark in table.active])
        self.largest = max(map(abs, self.amounts))
        self.said = to_json(hand)
        self.own = own


class Alike(NamedTuple):
    """A deal that is as its model: who is dealt in, who deals, and the place of each of the first among the marks.

    Those whom the hand does not name are all the next one. `fact` is the JSON of the hand, as it was found.
    """

    model: Model
    active: Names
    dealer: str
    places: tuple[int, ...]
    fact: Mapping[str, Any]

    @property
    def said(self) -> dict[str, Any]:
        """The canonical JSON of the hand."""
        return {**self.model.said, **{key: self.fact[key] for key in self.model.own}}

    @property
    def entry(self) -> Played | Ramsch:
        """The hand itself, which cannot be wrong where its model is right."""
        made: Played | Ramsch = object.__new__(type(self.model.hand))
        said, fact = vars(made), self.fact
        said.update(vars(self.model.hand))
        for key in self.model.own:
            value = fact[key]
            said[key] = tuple(value) if type(value) is list else value
        return made


class Models:
    """The models of the hands under one tariff."""

    def __init__(self, tariff: Tariff) -> None:
        self.tariff = tariff
        self.remembers = bool(tariff.stock or tariff.triggers)
        self._known = defaultdict[Any, ByAnswers[Model]](ByAnswers)
        self._met: dict[Hashable, Model] = {}
        self._many = 0

    def of(self, fact: Mapping[str, Any], active: Names, dealer: str) -> Alike | None:
        """Return what a hand is for these people, by its canonical JSON; None where it has to be folded itself.

        Raises HandError.
        """
        told = _told_by(*fact, *map(type, fact.values()))
        if told is None:
            return None
        values, plain, counted, whom = told
        named: dict[str, int] = {}
        people: list[Hashable] = []
        for key, several in whom:
            marks = []
            for name in fact[key] if several else (fact[key],):
                if name not in active:
                    return None
                marks.append(named.setdefault(name, len(named)))
            people.append(tuple(marks) if several else marks[0])
        said, many, others = values(fact), len(active), len(named)
        exactly = (values, many, *said, *people)
        model = self._met.get(exactly)
        if model is None:
            shape, figures = (values, many, *said[:plain], *people), {key: fact[key] for key in counted}
            model = self._known[shape].get(figures) or self._scored(fact, many, shape, figures, named)
            if model is None:
                return None
            if len(self._met) >= 5 * MOST_MODELS:
                self._met.clear()
            self._met[exactly] = model
        if model.hand.game != fact["game"]:  # a game of the table's own may be called as another one is in short
            return None
        return Alike(model, active, dealer, tuple([named.get(name, others) for name in active]), fact)

    def _scored(
        self, fact: Mapping[str, Any], dealt: int, shape: Hashable, figures: Mapping[str, int], named: Mapping[str, int]
    ) -> Model | None:
        """Return the model of a hand, kept for all of its shape that are like it; None where the seats may count."""
        game = self.tariff.game(fact.get("game", ""))
        both = game and game.shape == RAMSCH and self.tariff.ramsch.losers != 1
        if game is None or both or len(fact.get("losers", "1")) != 1 or game.fixed_pairs:
            return None
        trace, people = Trace(), MARKS[:dealt]
        hand = cast("Played | Ramsch", entry_from_json(renamed(fact, lambda name: MARKS[named[name]])))
        noted = replace(hand, **{name: trace.number(name, value) for name, value in figures.items()})
        table = Table(people, people[-1], people)
        own = [key for key, value in to_json(hand).items() if _SAID.get((key, type(value)), _AS_IT_IS) != _AS_IT_IS]
        model = Model(hand, table, score(noted, table, self.tariff), self.tariff, own)
        if self._many >= MOST_MODELS:
            self._known.clear()
            self._many = 0
        self._many += 1
        self._known[shape].keep(figures, trace.asked, model)
        return model


_AS_IT_IS, _FIGURE, _WHO, _OFTEN = ("as it is", "figure", "who", "often")
_SAID: Mapping[tuple[str, type], str] = {
    (key, kind): how
    for how, kind, keys in (
        (_AS_IT_IS, str, ("game", "suit", "announced", "laufende_of")),
        (_AS_IT_IS, bool, ("won", "schneider", "schwarz", "tout", "sie", "forced")),
        (_AS_IT_IS, int, ("laufende", "bid", "jungfrauen", "klopfer", "kontra")),
        (_FIGURE, int, ("augen", "tricks")),
        (_WHO, str, ("declarer", "durchmarsch", "partner")),
        (_OFTEN, list, ("losers", "jungfrauen", "klopfer", "kontra")),
    )
    for key in keys
}
"""How the JSON of a hand is compared, by key and type; what has anything else, such as a note, is folded by itself."""


@lru_cache(maxsize=1024)
def _told_by(*said: Any) -> tuple[Callable[[Any], tuple[Hashable, ...]], int, list[str], list[tuple[str, bool]]] | None:
    """Return what a hand with these keys, and then types of its values, is compared by; None where it is no plain one.

    That are its values as they are, then its figures, of how many it is the first, the keys of the others, and who
    names whom: first who declares or stands out in a Ramsch, and whether several may be named there.
    """
    told = {*zip(said, said[len(said) // 2 :], strict=False)}
    plain, counted, one, often = ([key[0] for key, as_what in _SAID.items() if as_what == how and key in told]
                                  for how in (_AS_IT_IS, _FIGURE, _WHO, _OFTEN))  # fmt: skip
    whom = [*((key, False) for key in one), *((key, True) for key in often)]
    first = {"declarer", "durchmarsch", "losers"}.intersection(said)
    if len(plain) + len(counted) + len(whom) < len(told) or len(first) != 1 or "game" not in plain:
        return None
    return itemgetter("game", *plain, *counted), len(plain) + 1, counted, whom


Known = dict[int, Models]
"""The models of each tariff, by its identity, for many evenings."""
MOST_TARIFFS = 50


def dealt(session: Session, facts: Sequence[Mapping[str, Any]] | None, known: Known) -> Sequence[Line | Alike]:
    """Return what became of each entry of an evening, in their order.

    `facts` is the canonical JSON of its entries, where the evening comes without them. What was dealt is as in
    `session.lines()`, but for the states of its lines. Raises HandError as that does.
    """
    found = None
    with suppress(HandError):  # in whose words is for the whole fold to say
        found = alone(session.tariff, session.begin(), session.entries if facts is None else facts, known)
    if found is None:
        entries = session.entries if facts is None else tuple([entry_from_json(fact) for fact in facts])
        found = session._replace(entries=entries).lines()
    return found


def alone(
    tariff: Tariff,
    begun: State,
    entries: Iterable[Entry | Mapping[str, Any]],
    known: Known,
    read: Callable[[Mapping[str, Any], State], Entry] = lambda fact, _state: entry_from_json(fact),
) -> Sequence[Line | Alike] | None:
    """Return the same of an evening that was `begun` so and remembers nothing but who deals; None where it may.

    `read` is what reads the JSON of an entry that no model stands for; the state says who is known there. Raises
    HandError.
    """
    models = known.get(id(tariff))
    if models is None:
        if len(known) >= MOST_TARIFFS:
            known.clear()
        models = known[id(tariff)] = Models(tariff)
    if models.remembers:
        return None
    table, moved = _Deals(begun, models, read), 0
    found: list[Line | Alike] = []
    for one in entries:
        made = table.deal(one)
        if made is None:
            return None
        found.append(made)
        moved += made.model.largest if isinstance(made, Alike) else _largest(made)
    return found if moved <= LARGEST else None  # else a balance might not fit in a ledger


def end(begun: State, dealt: Sequence[Line | Alike]) -> State:
    """Return the state behind what was dealt in an evening: that of its last Line, and all that is alike added."""
    alike = [one for one in dealt if type(one) is Alike]
    state = next((one.state for one in reversed(dealt) if type(one) is Line), begun)
    if not alike:
        return state
    moved, played = dict.fromkeys(state.balances, 0), Counter(chain.from_iterable([one.active for one in alike]))
    for one in alike:
        amounts = one.model.amounts
        for name, place in zip(one.active, one.places, strict=True):
            moved[name] += amounts[place]
    last = dealt[-1]
    return state._replace(
        dealer=clockwise_from(state.seats, last.dealer)[0] if isinstance(last, Alike) else state.dealer,
        balances=added(state.balances, moved),
        hands=len(alike) + sum(one.number is not None for one in dealt if isinstance(one, Line)),
        dealt={name: hands + played[name] for name, hands in state.dealt.items()},
    )


class _Deals:
    """Who sits where and deals, as an evening goes on in which nothing else is remembered."""

    def __init__(self, begun: State, models: Models, read: Callable[[Mapping[str, Any], State], Entry]) -> None:
        self.models = models
        self.read = read
        self.state = begun
        self.dealer = self.state.dealer
        self.number = 0
        self.tables: dict[str, tuple[Names, str]] = {}

    def deal(self, one: Entry | Mapping[str, Any]) -> Line | Alike | None:
        """Take one entry, or its JSON; None where it changes more than who sits there and deals. Raises HandError."""
        active, behind = self.tables.get(self.dealer) or self._table()
        fact = one if isinstance(one, dict) else to_json(one) if isinstance(one, (Played, Ramsch)) else {}
        alike = self.models.of(fact, active, self.dealer)
        if alike is not None:
            self.dealer = behind
            self.number += 1
            return alike
        entry = cast("Entry", self.read(one, self.state) if isinstance(one, dict) else one)
        if type(entry) in _REMEMBERED:
            return None
        line = step(self._now(), entry, self.models.tariff)
        if line.state.seats != self.state.seats:
            self.tables.clear()
        self.state, self.dealer, self.number = line.state, line.state.dealer, line.state.hands
        return line

    def _now(self) -> State:
        return self.state._replace(dealer=self.dealer, hands=self.number)

    def _table(self) -> tuple[Names, str]:
        """Return who is dealt in, and who deals behind him who deals now."""
        active = table_for(self._now(), None, self.models.tariff).active
        # at a tournament nobody sits
        found = self.tables[self.dealer] = active, next(iter(clockwise_from(self.state.seats, self.dealer)), "")
        return found


def _largest(line: Line) -> int:
    return max(map(abs, line.score.postings.values())) if line.score else 0


def same(present: Session, session: Session) -> bool:
    """Whether two evenings hold the same facts; what a file expects, and its identity, are none."""
    told = [
        # entries are compared as JSON: two kinds of events may be equal as tuples
        (one._replace(expect=None, id="", entries=()), [entry_to_json(entry) for entry in one.entries])
        for one in (present, session)
    ]
    return told[0] == told[1]
