"""What different hands cost under one tariff, each scored once by the very functions that score any hand.

    key, table ───by_role──▶ Cost    a game with declarers, whoever they are
    entry, seats ─by_place─▶ Cost    any other deal: who sits where may matter

A cost says what whoever is named first, second, … gets and pays. People are marks here, which the sentences about a
hand that cannot be have until somebody's name takes their place.
"""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from sklog.errors import UNREADABLE, HandError
from sklog.likeness.trace import ByAnswers, Trace
from sklog.platform.arrays import AWAY, MOST_OF, MOST_PEOPLE, REST, SUIT_AT, EveningArrays, classes
from sklog.platform.columns import with_names
from sklog.scoring.evening import implied, remembered, step, table_for, triggers
from sklog.scoring.hand import OPPONENTS, InvalidHandOf, Passed, Played, Posting
from sklog.scoring.judge import Table, played_again
from sklog.scoring.payout import LARGEST, STOCK, score
from sklog.scoring.session import step_or_why
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import Cause, Line, State, Voided, entry_from_json, is_event
from sklog.scoring.tariff import AGAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

MARKS = tuple(map(chr, range(0x13000, 0x13000 + MOST_PEOPLE)))
"""What people are called while a cost is scored."""

PLACES = {mark: place for place, mark in enumerate(MARKS)}
NOTHING = (0,) * (AWAY + 1)
_STOCK = "stock"
"""What the Stock holds is a figure, too, by this name."""

SOMETIME = Cause("", 0)

ROLE, PLACE, STEP, HARD = range(4)
"""How an entry is folded: by role, by place, by a step of the evening, or with its whole evening by hand."""


Seated = tuple[tuple[int, ...], int]
"""The places of those who are present, clockwise, and of who deals."""


class Cost(NamedTuple):
    """What a deal costs: `amounts` by role, or by place. `why` says why it cannot be.

    `stock` is what the Stock gets. `dealt` has a bit for each place that was dealt in, `dealer` is who deals next,
    `again` that the deal is played again: all of them only where the cost is one by place.
    """

    value: int
    amounts: tuple[int, ...]
    stock: int = 0
    happened: frozenset[str] = frozenset()
    passed: bool = False
    why: tuple[str, ...] = ()
    dealt: int = 0
    dealer: int = 0
    again: bool = False


class JsonEntry(NamedTuple):
    """An entry that is said as JSON: how it is folded, and what it is, with marks for people; `why`: why it is none.

    `people` is how many an evening has at least that says so, `dealer` the place that dealt (-1: as it was the turn).
    `shape` is what stands around its numbers, `figures` are
    those by their places among them.
    """

    kind: int
    entry: Any = None
    why: tuple[str, ...] = ()
    people: int = 0
    dealer: int = -1
    shape: str | tuple[str, ...] = ""
    figures: Mapping[str, int] = {}


class Around(NamedTuple):
    """What a deal by role depends on beside the hand: how many are dealt in, the Bock and the round in force."""

    dealt: int
    bock: int = 0
    round: str | None = None


class _Unpriced(dict[Any, Any]):
    """No price is kept while somebody watches what is read: to look one up would read everything."""

    def get(self, _facts: Any, _default: Any = None) -> Any:
        return None

    def __setitem__(self, _facts: Any, _worth: Any) -> None:
        pass


class Costs:
    """The costs of one tariff, for evenings whose entries were written under a tariff with these games.

    Where `same_unit` is False the evenings count in another unit; with `asks` no price is guessed.
    `classes` says which figures are alike as far as is known: costs that are scored divide them further, and `divided`
    counts how often that was. A key that was made before holds too much then, and what is kept under it since then may
    be less. `played` numbers games in keys.
    """

    def __init__(self, tariff: Tariff, games: Sequence[Game], *, same_unit: bool = True, asks: bool = False) -> None:
        self.tariff = tariff
        self.games = games
        self.same_unit = same_unit
        self.step = partial(step_or_why, same_unit=same_unit, asks=asks)
        self.asks = asks
        self._triggers = tariff.triggers
        # where a deal is played again, who deals does not follow from how many did
        again = tariff.kreuz.tie == AGAIN and any(game.fixed_pairs for game in tariff.games)
        self.remembers = bool(tariff.stock or self._triggers or again)
        self.speaks_in_marks = not any(mark in str(to_mapping(tariff)) for mark in MARKS)
        self.played: dict[str, int] = {}
        self.costs: list[Cost] = []
        self.roles: dict[tuple[int, Around], ByAnswers[int]] = {}
        self.looked_up: dict[Around, dict[tuple[int, int], int]] = {}
        self.places: dict[Any, ByAnswers[int]] = {}
        self.cuts: dict[str, set[int]] = {name: set() for name in MOST_OF}
        self.classes = classes(self.cuts)
        self.divided = 0
        self._memories: dict[Any, tuple[State, bool, bool]] = {}
        self._said: dict[str | tuple[str, ...], JsonEntry] = {}
        self._watched = tariff._replace()
        self._watched.__dict__["priced"] = _Unpriced()
        self._deals: dict[Seated, tuple[int, int]] = {}
        self._columns: tuple[int, dict[str, Any]] = (-1, {})

    @property
    def size(self) -> int:
        """How much is kept, in things of about 1 kB."""
        kept = self.costs, self._said, self.places, self._memories, *self.looked_up.values()
        return sum(map(len, kept))

    # -- a game with declarers ------------------------------------------------------------------------

    def place_of_cost(self, key: int, around: Around, stock: int) -> int | None:
        """Return the cost of a key where the Stock holds so much; None where it was not scored yet."""
        known = self.roles.get((key, around))
        return known.get({_STOCK: stock}) if known else None

    def by_role(
        self, hand: Callable[[Trace], Played | Passed], around: Around, stock: int, key: Callable[[], int]
    ) -> int:
        """Score a hand whose people are the first marks, keep its cost, and return where.

        If more is told apart from now on, `divided` says so; its `key` is asked for then.
        """
        trace, active, watched = Trace(), MARKS[: around.dealt], self._watched
        passed = False
        try:
            facts = hand(trace)
            passed = isinstance(facts, Passed)
            table = Table(active, active[-1], active, trace.number(_STOCK, stock), around.bock, around.round)
            made = score(facts, table, watched)
            if self.asks:
                state = _state_around(active, active[-1], (around.bock, around.round, table.stock))
                made = implied(Line(None, facts, table, made, state, watched), state, watched, step).score or made
        except HandError as error:
            cost = Cost(0, NOTHING, passed=passed, why=_sentences(error))
        else:
            amounts = [int(made.postings[mark]) for mark in active]
            # whoever is not named gets and pays the same: the last of them; if everybody is, nobody asks
            by_role = *amounts, *[0] * (REST - len(amounts)), amounts[-1], 0
            happened = triggers(made, passed=passed) & self._triggers
            cost = Cost(int(made.value), by_role, int(made.postings[STOCK]), happened, passed)
        cuts = trace.cuts
        self._divide(cuts)
        at = self._add_cost(cost)
        asked = [(((_STOCK, 1),), cut) for figure, cut in cuts if figure == _STOCK]
        self.roles.setdefault((key(), around), ByAnswers()).keep({_STOCK: stock}, asked, at)
        return at

    def _add_cost(self, cost: Cost) -> int:
        self.costs.append(cost)
        return len(self.costs) - 1

    def _divide(self, cuts: Iterable[tuple[str, int]]) -> None:
        """Take over between which figures a trace told apart."""
        new = [one for one in cuts if 0 < one[1] <= MOST_OF.get(one[0], 0) and one[1] not in self.cuts[one[0]]]
        for figure, cut in new:
            self.cuts[figure].add(cut)
        if new:
            self.classes = classes(self.cuts)
            self.divided += 1

    # -- any other deal ---------------------------------------------------------------------------------

    def by_place(
        self,
        shape: Hashable,
        figures: Mapping[str, int],
        deal: Callable[[Callable[[str, int], int]], Any],
        seated: Seated,
        now: tuple[int, str | None, int],
    ) -> int:
        """Return the cost of a deal at these seats; `deal` returns it with numbers for its figures.

        `shape` tells apart all else that it says; `now` is how many Bock are in force, which round, and the Stock.
        """
        known = self.places.setdefault((shape, seated, now), ByAnswers())
        at = known.get(figures)
        if at is None:
            (seats, dealer), trace = seated, Trace()
            state = _state_around(tuple([MARKS[place] for place in seats]), MARKS[dealer], now)
            said: tuple[str, ...] = ()
            try:
                entry = deal(trace.number)
            except InvalidHandOf as error:
                entry, said = Voided(cast("Hand", error.hand), keeps_seats=True), _sentences(error)
            line, why = self.step(state, entry, self._watched)
            at = self.of_line(line, why or said)
            known.keep(figures, trace.asked, at)
        return at

    def of_line(self, line: Line | None, why: tuple[str, ...]) -> int:
        """Return a cost for what became of an entry, by place; one that is refused has no score."""
        made = line.score if line else None
        dealer = PLACES[line.state.dealer] if line else 0
        if line is None or made is None:
            return self._add_cost(Cost(0, NOTHING, why=why, dealer=dealer))
        passed, dealt = isinstance(line.entry, Passed), 0
        is_deal = not (passed or isinstance(line.entry, Posting) or is_event(line.entry))
        for mark in line.table.active if is_deal else ():
            dealt |= 1 << PLACES[mark]
        # what is kept notes nothing any more
        amounts = *[int(made.postings.get(mark, 0)) for mark in MARKS], 0, 0
        happened = triggers(made, passed=passed) & self._triggers
        # several who move all that a ledger holds move more: such an evening is folded by hand, as its sum says
        stock = max(-LARGEST, min(int(made.postings[STOCK]), LARGEST))
        again = played_again(line.entry, self.tariff)
        return self._add_cost(Cost(int(made.value), amounts, stock, happened, passed, why, dealt, dealer, again))

    def deal(self, seats: tuple[int, ...], dealer: int) -> tuple[int, int]:
        """Return who is dealt in, a bit for each place, and how many they are."""
        known = self._deals.get((seats, dealer))
        if known is None:
            present = tuple([MARKS[place] for place in seats])
            state = State(present, MARKS[dealer], {**dict.fromkeys(present, 0), STOCK: 0})
            active = table_for(state, Passed(), self.tariff).active
            known = self._deals[seats, dealer] = (sum(1 << PLACES[mark] for mark in active), len(active))
        return known

    def memory(
        self, bock: tuple[int, ...], kind: str | None, left: int, seats: int, cost: Cost
    ) -> tuple[State, bool, bool]:
        """Return the Bock and the round in force after a deal with this cost.

        Their causes are places among those before, the round's last, and new ones are of hand 0. The first answer is
        whether some of them are others than before, the second whether as many Bock and the same round are in force.
        """
        passed, again = cost.passed, cost.again
        known = bock, kind, left, seats, cost.happened, passed, again
        if (found := self._memories.get(known)) is None:
            causes: Any = tuple(range(len(bock)))
            before = State(MARKS[:seats], "", {}, bock, kind, left, -1, {}, causes, len(bock))  # type: ignore[arg-type]
            after = remembered(before, cost.happened, self.tariff, passed=passed, again=again)
            others = (after.bock_since, after.round_since) != (causes, len(bock) if kind else None)
            as_before = (len(after.bock), after.round) == (len(bock), kind)
            found = self._memories[known] = after, others, as_before
        return found

    # -- what was said --------------------------------------------------------------------------------

    def seats_matter(self, game: str) -> bool:
        """Whether a game with declarers asks who sits where."""
        found = self.tariff.game(game)
        return found is not None and found.fixed_pairs

    def entry_said(self, text: str) -> JsonEntry:
        """Return what an entry is that is said as JSON."""
        parts = _NUMBER.split(text)
        shape, numbers = tuple(parts[::2]), parts[1::2]
        found = self._said.get(shape) or self._said.get(text)
        if found is None:
            found = _read_entry(text, self.games)
            found = found._replace(shape=shape if found.figures else text)
            self._said[found.shape] = found
        if found.figures:
            return found._replace(figures={str(place): int(number) for place, number in enumerate(numbers)})
        return found

    def entry(self, said: JsonEntry, text: str, number: Callable[[str, int], int]) -> Any:
        """Return the deal that a text says, with numbers for its figures. Raises InvalidHandOf."""
        places = count()
        noted = (lambda digits: number(str(next(places)), int(digits))) if said.figures else int
        entry, _people = _entry_of(text, self.games, noted)
        if isinstance(entry, InvalidHandOf):
            raise entry
        return entry

    def column(self, name: str) -> Any:
        """Return one field of all costs as an array; `why` is whether there is any."""
        many, made = self._columns
        if many != len(self.costs):
            made = {
                "amounts": np.array([cost.amounts for cost in self.costs], np.int64).reshape(-1, AWAY + 1),
                "value": np.array([cost.value for cost in self.costs], np.int64),
                "stock": np.array([cost.stock for cost in self.costs], np.int64),
                "why": np.array([bool(cost.why) for cost in self.costs], bool),
                "dealt": np.array([cost.dealt for cost in self.costs], np.int64),
            }
            self._columns = len(self.costs), made
        return made[name]


def _state_around(present: tuple[str, ...], dealer: str, now: tuple[int, str | None, int]) -> State:
    """Return the state in which these people sit, with so many Bock, in a round, with so much in the Stock."""
    many, kind, stock = now
    left, balances = len(present) if kind else 0, {**dict.fromkeys(present, 0), STOCK: stock}
    return State(present, dealer, balances, (1,) * many, kind, left, 0, {}, (SOMETIME,) * many)


def _sentences(error: HandError) -> tuple[str, ...]:
    return tuple([problem.message for problem in error.problems])


_NUMBER = re.compile(r":(-?(?:0|[1-9][0-9]{0,5}))\b")
"""A number behind a key, as JSON writes one: any other in its place leaves the rest of a text what it is."""


def _entry_of(text: str, games: Sequence[Game], number: Callable[[str], Any]) -> tuple[Any, int]:
    """Return the entry that a JSON text says, and how many people an evening has at least that says so."""
    highest = -1

    def account_at(place: str) -> str:
        nonlocal highest
        if place == STOCK:
            return STOCK
        if not (place.isascii() and place.isdigit() and len(place) < 7):
            raise ValueError(place)
        highest = max(highest, int(place))
        return MARKS[int(place)]

    said = json.loads(text, parse_int=number)
    if "tariff" in said:  # it names one of the table's, which who folds by hand knows; a whole one is none
        raise ValueError(text)
    data = with_names(said, account_at)
    try:
        return entry_from_json(data, MARKS, games), highest + 1
    except InvalidHandOf as error:
        return error, highest + 1


def _read_entry(text: str, games: Sequence[Game]) -> JsonEntry:
    """Return what a JSON text says; what is none of a hand or an event is for whoever reads it by hand."""
    if any(mark in text for mark in MARKS):
        return JsonEntry(HARD)
    try:
        entry, people = _entry_of(text, games, int)
    except (HandError, *UNREADABLE):
        return JsonEntry(HARD)
    hand: Any = entry.hand if isinstance(entry, InvalidHandOf) else entry
    if is_event(hand) or isinstance(hand, (Voided, Posting)) or (hand.dealer and hand is not entry):
        if isinstance(entry, InvalidHandOf):
            return JsonEntry(STEP, Voided(hand, keeps_seats=True), _sentences(entry), people)
        return JsonEntry(STEP, hand, (), people)
    if hand is entry and isinstance(hand, Passed) and hand == Passed(note=hand.note):
        return JsonEntry(ROLE, hand)
    return JsonEntry(PLACE, hand, (), people, PLACES[hand.dealer] if hand.dealer else -1, figures=_figures(text))


def _figures(text: str) -> Mapping[str, int]:
    """Return the numbers in a JSON text by their places among them; none where one only looks so, as in a note."""
    places, read = count(), list[str]()
    json.loads(_NUMBER.sub(lambda _number: f":{next(places)}", text), parse_int=read.append)
    numbers = _NUMBER.findall(text)
    if read != [*map(str, range(len(numbers)))]:
        return {}
    return {str(place): int(number) for place, number in enumerate(numbers)}


def game_of(
    made: EveningArrays,
    row: int,
    names: Sequence[str],
    by_name: Mapping[str, bool],
    number: Callable[[str, int], int],
    *,
    dealer: str | None = None,
) -> Played:
    """Return the game of an entry in columns; `names` are those of the places, `number` makes its figures.

    `by_name` says of those who knocked, and of those who doubled, whether they are named, or only counted.
    """
    facts = made.facts(row)
    told: dict[str, Any] = {
        name: None if facts[name] < 0 else bool(facts[name]) for name in ("won", "schneider", "schwarz")
    }
    for name in ("augen", "tricks", "laufende"):
        told[name] = None if facts[name] < 0 else number(name, facts[name])
    for name, named in by_name.items():
        who = tuple([names[place] for place in made.places_of(row, name)])
        told[name] = who if named else number(name, facts[name])
    told |= {
        "game": made.games[facts["game"]],
        "suit": SUIT_AT[facts["suit"]],
        "declarer": names[facts["declarer"]],
        "partner": None if facts["partner"] < 0 else names[facts["partner"]],
        "dealer": dealer,
        "tout": bool(facts["tout"]),
        "sie": bool(facts["sie"]) or None,
        "laufende_of": OPPONENTS if facts["opponents"] else None,
    }
    return Played.told(told)
