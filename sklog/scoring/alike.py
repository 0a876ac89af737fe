"""Hands that are alike, whoever plays them: under rules that remember nothing, one of them is scored for all.

    evening ──dealt──▶ Alike, Alike, Line, Alike, …    each as its model has it, or folded as any other

A game with declarers costs the same whoever plays it, and however they sit. Its model has marks for people, and was
scored by the functions that score any hand, told figures that note what is asked of them (`trace`): hands between whose
Augen and tricks no rule tells a difference have one model. Whatever else is in an evening is folded.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import HandError
from sklog.scoring.evening import step, table_for
from sklog.scoring.games import AUGEN, TRICKS
from sklog.scoring.hand import Played, Posting
from sklog.scoring.judge import Table, asks_seats
from sklog.scoring.payout import LARGEST, score
from sklog.scoring.state import BockOrder, RoundOrder, StockMove, TariffChange, clockwise_from, entry_from_json
from sklog.scoring.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from sklog.scoring.hand import Names
    from sklog.scoring.payout import Score
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line, State
    from sklog.scoring.tariff import Tariff

MARKS = ("1", "2", "3", "4", "5", "6", "7")
"""What people are called in a model: those whom the hand names in their order, then the others."""
MOST_OF = {"augen": AUGEN, "tricks": max(TRICKS.values())}
MOST_MODELS = 20_000  # of one tariff: some 40 MB
_REMEMBERED = frozenset((BockOrder, Posting, RoundOrder, StockMove, TariffChange))
"""What changes more than who sits there and deals."""


class Model:
    """A hand that stands for all that are alike, with marks for people, and what it costs them."""

    __slots__ = ("hand", "largest", "score", "table", "tariff")

    def __init__(self, hand: Played, table: Table, made: Score, tariff: Tariff) -> None:
        self.hand = hand
        self.table = table
        self.score = made
        self.tariff = tariff
        self.largest = max(map(abs, made.postings.values()))


class Alike(NamedTuple):
    """A deal that is as its model: who is dealt in, who deals, and the place among the marks of whom the hand names.

    All others are the next one.
    """

    model: Model
    active: Names
    dealer: str
    named: dict[str, int]


class Models:
    """The models of the hands under one tariff."""

    def __init__(self, tariff: Tariff) -> None:
        self.tariff = tariff
        # for each value the least that is like it, as far as is known
        self.like = {figure: [0] * (most + 1) for figure, most in MOST_OF.items()}
        self._cuts: dict[str, set[int]] = {figure: set() for figure in MOST_OF}
        self._models: dict[Hashable, Model] = {}
        self._by_facts: dict[Hashable, Model] = {}
        self.remembers = bool(tariff.stock or tariff.triggers)

    def told(self, fact: Mapping[str, Any], active: Names) -> tuple[Hashable, dict[str, int]] | None:
        """Return what the JSON of hands that are alike has in common, and whom it names; None where that is not known.

        A hand like one of which a model was kept under this can be read and scored as that could.
        """
        named: dict[str, int] = {}
        said: list[Hashable] = [len(active), *fact]
        for key, value in fact.items():
            kind = _SAID.get(key)
            if kind is _FIGURE:
                like = self.like[key]
                if type(value) is not int or not 0 <= value < len(like):
                    return None
                said.append(like[value])
            elif kind is _WHO:
                if value not in active or value in named or len(named) != (key == "partner"):
                    return None
                named[value] = len(named)
            elif kind is _OFTEN and type(value) is list:
                if not _name(value, active, named):
                    return None
                said.append(tuple([named[name] for name in value]))
            elif type(value) is (int if kind is _OFTEN else kind):
                said.append(value)
            else:
                return None
        return (tuple(said), named) if named else None

    def like_facts(self, key: Hashable) -> Model | None:
        """Return the model that is kept under what `told` returned."""
        return self._by_facts.get(key)

    def keep(self, fact: Mapping[str, Any], alike: Alike) -> None:
        """Keep a model for all whose JSON is like this one's."""
        told = self.told(fact, alike.active)
        if told is not None:
            if len(self._by_facts) >= MOST_MODELS:
                self._by_facts.clear()
            self._by_facts[told[0]] = alike.model

    def of(self, hand: Played, active: Names, dealer: str) -> Alike | None:
        """Return what such a hand is for these people; None where it has to be scored itself. Raises HandError."""
        named = _named(hand, active)
        if named is None:
            return None
        key = self._key(hand, active, named)
        if key is None:
            return None
        model = self._models.get(key)
        if model is None:
            game = self.tariff.game(hand.game)
            if game is None or asks_seats(game, None):
                return None
            model = self._scored(hand, len(active), named)
            if len(self._models) >= MOST_MODELS:
                self._models.clear()
            # no figure in between was told apart, so that what is kept holds for all that have this key from now on
            self._models[self._key(hand, active, named)] = model
        return Alike(model, active, dealer, named)

    def _key(self, hand: Played, active: Names, named: dict[str, int]) -> Hashable:
        """Return what hands that are alike have in common; None for a figure that there cannot be."""
        augen, tricks, klopfer, kontra = hand.augen, hand.tricks, hand.klopfer, hand.kontra
        if augen is not None:
            if not 0 <= augen <= AUGEN:
                return None
            augen = self.like["augen"][augen]
        if tricks is not None:
            if not 0 <= tricks <= MOST_OF["tricks"]:
                return None
            tricks = self.like["tricks"][tricks]
        return (
            len(active),
            hand.game,
            hand.suit,
            hand.partner is None,
            hand.won,
            augen,
            tricks,
            hand.schneider,
            hand.schwarz,
            hand.tout,
            hand.sie,
            hand.announced,
            hand.laufende,
            hand.laufende_of,
            klopfer if isinstance(klopfer, int) else tuple([named[name] for name in klopfer]),
            kontra if isinstance(kontra, int) else tuple([named[name] for name in kontra]),
            hand.bid,
            hand.forced,
        )

    def _scored(self, hand: Played, dealt: int, named: dict[str, int]) -> Model:
        """Return the model of a hand, and note which of its figures the rules told apart."""
        trace, people = Trace(), MARKS[:dealt]
        mark = {name: MARKS[place] for name, place in named.items()}
        klopfer, kontra = hand.klopfer, hand.kontra
        model = replace(
            hand,
            declarer=MARKS[0],
            partner=None if hand.partner is None else MARKS[1],
            klopfer=klopfer if isinstance(klopfer, int) else tuple([mark[name] for name in klopfer]),
            kontra=kontra if isinstance(kontra, int) else tuple([mark[name] for name in kontra]),
            note="",
        )
        figures = {name: getattr(hand, name) for name in MOST_OF if getattr(hand, name) is not None}
        noted = replace(model, **{name: trace.number(name, value) for name, value in figures.items()})
        table = Table(people, people[-1], people)
        made = score(noted, table, self.tariff)
        for figure, cut in trace.cuts:
            if 0 < cut <= MOST_OF[figure]:
                self._cuts[figure].add(cut)
        for figure, most in MOST_OF.items():
            cuts = self._cuts[figure]
            least = 0
            for value in range(most + 1):
                self.like[figure][value] = least = value if value in cuts else least
        return Model(model, table, made, self.tariff)


_FIGURE, _WHO, _OFTEN = ("figure", "who", "often")
_SAID: Mapping[str, object] = {
    **dict.fromkeys(("game", "suit", "announced", "laufende_of"), str),
    **dict.fromkeys(("won", "schneider", "schwarz", "tout", "sie", "forced"), bool),
    **dict.fromkeys(("laufende", "bid"), int),
    **dict.fromkeys(("augen", "tricks"), _FIGURE),
    **dict.fromkeys(("declarer", "partner"), _WHO),
    **dict.fromkeys(("klopfer", "kontra"), _OFTEN),
}
"""What the JSON of a game with declarers says, by its type; whatever says anything else is read by itself."""


def _named(hand: Played, active: Names) -> dict[str, int] | None:
    """Return the places among the marks of those whom a hand names; None where not all of them are dealt in."""
    declarer, partner = hand.declarer, hand.partner
    if declarer not in active or hand.winners:
        return None
    named = {declarer: 0}
    if partner is not None:
        if partner not in active or partner == declarer:
            return None
        named[partner] = 1
    for said in (hand.klopfer, hand.kontra):
        if said and not isinstance(said, int) and not _name(said, active, named):
            return None
    return named


def _name(people: Sequence[str], active: Names, named: dict[str, int]) -> bool:
    """Add whoever is new to those who are named; return whether all of them are dealt in."""
    for name in people:
        if name not in active:
            return False
        named.setdefault(name, len(named))
    return True


Known = dict[int, Models]
"""The models of each tariff, by its identity, for many evenings."""
MOST_TARIFFS = 50


def dealt(session: Session, facts: Sequence[Mapping[str, Any]] | None, known: Known) -> Sequence[Line | Alike]:
    """Return what was dealt in an evening, in its order; a Line that is none of a deal may be among it or left out.

    `facts` is the canonical JSON of its entries, where the evening comes without them. What was dealt is as in
    `session.lines()`, but for the states of its lines. Raises HandError as that does.
    """
    models = known.get(id(session.tariff))
    if models is None:
        if len(known) >= MOST_TARIFFS:
            known.clear()
        models = known[id(session.tariff)] = Models(session.tariff)
    found = None
    with suppress(HandError):  # in whose words is for the whole fold to say
        found = None if models.remembers else _dealt(session, session.entries if facts is None else facts, models)
    if found is None:
        entries = session.entries if facts is None else tuple([entry_from_json(fact) for fact in facts])
        found = session._replace(entries=entries).lines()
    return found


def _dealt(
    session: Session, entries: Iterable[Entry | Mapping[str, Any]], models: Models
) -> Sequence[Line | Alike] | None:
    """Return the same of an evening that remembers nothing but who deals; None where it may remember more."""
    table, moved = _Deals(session, models), 0
    found: list[Line | Alike] = []
    for one in entries:
        made = table.deal(one)
        if made is None:
            return None
        found.append(made)
        moved += made.model.largest if isinstance(made, Alike) else _largest(made)
    return found if moved <= LARGEST else None  # else a balance might not fit in a ledger


class _Deals:
    """Who sits where and deals, as an evening goes on in which nothing else is remembered."""

    def __init__(self, session: Session, models: Models) -> None:
        self.models = models
        self.state = session.begin()
        self.dealer = self.state.dealer
        self.number = 0
        self.actives: dict[str, Names] = {}

    def deal(self, one: Entry | Mapping[str, Any]) -> Line | Alike | None:
        """Take one entry, or its JSON; None where it changes more than who sits there and deals. Raises HandError."""
        models, active = self.models, self.actives.get(self.dealer) or self._active()
        told = None
        if isinstance(one, dict):
            told = models.told(one, active)
            model = told and models.like_facts(told[0])
            if told and model:
                return self._moved_on(Alike(model, active, self.dealer, told[1]))
            entry = entry_from_json(one)
        else:
            entry = one  # type: ignore[assignment]  # JSON is a dict
        if type(entry) in _REMEMBERED:
            return None
        if type(entry) is Played and not entry.active and (entry.dealer, entry.bock, entry.round) == UNSAID:
            alike = models.of(entry, active, self.dealer)
            if alike is not None:
                if told:
                    models.keep(one, alike)  # type: ignore[arg-type]  # the same
                return self._moved_on(alike)
        line = step(self._now(), entry, models.tariff)
        if line.state.seats != self.state.seats:
            self.actives.clear()
        self.state, self.dealer, self.number = line.state, line.state.dealer, line.state.hands
        return line

    def _now(self) -> State:
        return self.state._replace(dealer=self.dealer, hands=self.number)

    def _active(self) -> Names:
        active = self.actives[self.dealer] = table_for(self._now(), None, self.models.tariff).active
        return active

    def _moved_on(self, alike: Alike) -> Alike:
        self.dealer = clockwise_from(self.state.seats, self.dealer)[0]
        self.number += 1
        return alike


def _largest(line: Line) -> int:
    return max(map(abs, line.score.postings.values())) if line.score else 0


UNSAID = (None, None, None)
