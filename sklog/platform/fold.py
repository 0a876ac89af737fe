"""The fold over a table of evenings, each different hand scored once: what it makes is what `by_hand` makes.

    table ─arrays─▶ keys ─walk, costs─▶ a cost for each entry ─▶ amounts by place ─▶ scores, refused, standings

An evening that does not fit into arrays is folded by hand: one whose people have no names or are more than eight, one
whose tariff changes or is hardly ever played by, and one with a hand that says what nobody would.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from sklog.language import spoken
from sklog.platform import arrays, by_hand, columns, results
from sklog.platform.arrays import AWAY, MOST_PEOPLE, SUIT_AT, EveningArrays
from sklog.platform.costs import MARKS, Costs
from sklog.platform.walk import BY_PLACE, End, EntryCosts, Walk
from sklog.scoring.names import name_key, name_problems
from sklog.scoring.state import Count, altogether

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sklog.scoring.tariff import Tariff

    Others = Mapping[int, by_hand.ByHand]
    """Evenings that were folded by hand, by their places in the table."""

FEW = 8  # evenings: arrays of less take longer than to fold them by hand
MOST_KEPT = 100_000  # costs, of all tariffs together, for the next table
MOST_NAMES = 500_000  # that are known to be names

# what is known of one table is kept for the next
_NAMES: dict[str, int] = {}
_NAME_KEYS: dict[str, int] = {}
_COSTS: dict[Any, Costs] = {}


def fold(
    evenings: pa.Table, tariffs: Mapping[str, Tariff], under: Tariff | None = None, *, postings: bool = True
) -> results.Folded:
    """Return what a table of evenings (`columns.EVENINGS`) makes, each under its own tariffs or all under another.

    `tariffs` are those of the evenings by their digests. Without `postings` there are no scores, and no digest.
    """
    other = columns.digest_of(under) if under else None
    digests = evenings["tariff"].to_pylist()
    groups: defaultdict[Any, list[int]] = defaultdict(list)
    for place, digest in enumerate(digests):
        groups[_what_they_share(tariffs.get(digest), digest, under, other)].append(place)
    scores: list[pa.Table] = []
    standings: list[pa.Table] = []
    refused: list[tuple[int, dict[str, Any]]] = []
    counts, order = list[Count](), list[int]()
    for alike, places in groups.items():
        table = evenings if len(groups) == 1 else evenings.take(places)
        own = tariffs.get(digests[places[0]])
        asks = under is not None and digests[places[0]] != other
        cards = under is None or own is None or under.deck == own.deck  # else each hand is looked at
        made = _Made(table, _costs(alike, own, under, asks=asks) if own and len(places) >= FEW and cards else None)
        others = {
            at: by_hand.fold_row(row, tariffs, under, other)
            for at, row in by_hand.plain_rows(table, np.flatnonzero(made.hard))
        }
        standings += made.standings(others)
        counts.append(made.hands_counted(others))
        refused += [(places[at], row) for at, row in made.evenings_refused(others)]
        if postings:
            scores.append(made.scores(others, other))
            order += places
    rows = [row for _place, row in sorted(refused, key=lambda one: (one[0], one[1]["entry"]))]
    whole = pa.concat_tables([results.SCORES.empty_table(), *scores])
    if len(groups) > 1:
        whole = whole.take(np.argsort(order))
    return results.Folded(
        whole if postings else None,
        pa.Table.from_pylist(rows, results.REFUSED),
        results.sum_standings(standings),
        results.digest(whole) if postings else 0,
        altogether(counts),
    )


def _what_they_share(own: Tariff | None, digest: str | None, under: Tariff | None, other: str | None) -> Any:
    """Return what evenings have in common under whose tariffs the same hands are read, and cost, the same."""
    if own is None:
        return None
    if under is None:
        return digest, spoken()
    return other, under.unit == own.unit, str(own.games), digest != other, str(own.deck), spoken()


def _costs(alike: Any, own: Tariff, under: Tariff | None, *, asks: bool) -> Costs:
    """Return the costs for evenings that were played under a tariff and are folded under it, or another."""
    if sum(one.size for one in _COSTS.values()) > MOST_KEPT:
        _COSTS.clear()
    if alike not in _COSTS:
        same_unit = under is None or under.unit == own.unit
        _COSTS[alike] = Costs(under or own, own.games, same_unit=same_unit, asks=asks)
    return _COSTS[alike]


# -- people and games -----------------------------------------------------------------------------------


def _game_numbers(made: EveningArrays, costs: Costs) -> Any:
    """Return the number of each of the table's games; evenings with one too many are hard."""
    for game in made.games:
        if len(costs.played) < arrays.MOST_GAMES and not any(mark in game for mark in MARKS):
            costs.played.setdefault(game, len(costs.played))
    numbers = np.array([costs.played.get(game, -1) for game in made.games] or [0], np.int64)
    unknown = (numbers[made.columns["game"]] < 0) & (made.more < 0)
    made.hard[made.evening[unknown]] = True
    return np.maximum(numbers, 0)


def _suits(made: EveningArrays, costs: Costs) -> Any:
    """Return the number of each suit in each of the table's games: 0 of all that can be, where none costs its own."""
    same = [() if game in costs.tariff.suited else getattr(costs.tariff.game(game), "suits", ()) for game in made.games]
    return np.array([[0 if suit in suits else at for at, suit in enumerate(SUIT_AT)] for suits in same or [()]])


def _nameless(made: EveningArrays) -> Any:
    """Return which evenings have people without a name, or two of one name."""
    if len(_NAMES) > MOST_NAMES:
        _NAMES.clear()
        _NAME_KEYS.clear()
    keys = np.array([_name_key(name) for name in made.names] or [0], np.int64)[made.person]
    evening = np.repeat(np.arange(len(made.hard)), made.count)
    hard = np.zeros(len(made.hard), bool)
    hard[evening[keys < 0]] = True
    whose = evening * (len(_NAME_KEYS) + 1) + keys
    order = np.argsort(whose, kind="stable")
    hard[evening[order[1:][np.diff(whose[order]) == 0]]] = True
    return hard


def _name_key(name: str) -> int:
    """Return a number that all spellings of a name have in common; -1 where it is none."""
    known = _NAMES.get(name)
    if known is None:
        known = -1 if any(name_problems([name])) else _NAME_KEYS.setdefault(name_key(name), len(_NAME_KEYS))
        _NAMES[name] = known
    return known


# -- evenings whose hands cost the same --------------------------------------------------------------------


class _Made:
    """A table of evenings whose hands cost the same, and what becomes of them: all but those that are `hard`.

    `others` are these, folded by hand. Without costs all are.
    """

    def __init__(self, evenings: pa.Table, costs: Costs | None) -> None:
        self.evenings = evenings
        self.made = made = arrays.arrays_of(evenings)
        self.hard = made.hard
        if costs is None or not costs.speaks_in_marks:
            self.hard[:] = True
            return
        self.costs = costs
        self.hard |= _nameless(made)
        self.apart = arrays.told_apart(made, _game_numbers(made, costs), _suits(made, costs))
        self.found = EntryCosts(made)
        walk = Walk(made, self.apart, costs, self.found)
        self.hard |= walk.hard()
        walk.find_costs(~self.hard)
        self.width = int(made.count[~self.hard].max(initial=1))
        self.amounts = self._amounts_by_place()
        self.refusals, self.number, self.dealt, self.counts = self._amounts_counted(walk)
        self.sums = _summed(self.amounts, made.starts)
        self.times_dealt = _summed(self.dealt[:, None] >> np.arange(self.width) & 1, made.starts)
        self.stock = self._of_costs("stock")
        most = np.maximum(np.abs(self.amounts).max(axis=1, initial=0), np.abs(self.stock)).astype(float)
        self.hard |= _summed(most[:, None], made.starts)[:, 0] + np.abs(made.stock.astype(float)) > results.SAFE

    @property
    def evenings_folded(self) -> Any:
        """The places of the evenings that are not hard."""
        return np.flatnonzero(~self.hard)

    def _of_costs(self, name: str) -> Any:
        """Return a field of the cost of each entry, 0 where it has none."""
        field = self.costs.column(name)
        return np.append(field, np.zeros(1, field.dtype))[self.found.cost]

    def _amounts_by_place(self) -> Any:
        """Return what everybody gets in each entry, by place."""
        by_cost = np.append(self.costs.column("amounts"), np.zeros((1, AWAY + 1), np.int64), axis=0)
        amounts = np.zeros((len(self.found.cost), self.width), np.int64)
        by_place = self.found.present == BY_PLACE
        for place in range(self.width):
            role = np.where(by_place, place, self.apart.roles[:, place])
            role[(self.found.present >> place & 1) == 0] = AWAY
            amounts[:, place] = by_cost[self.found.cost, role]
        return amounts

    def _amounts_counted(self, walk: Walk) -> tuple[Any, Any, Any, Any]:
        """Return which entries are refused, the number of each (0: none), who was dealt in, and what each evening has.

        That is how many numbers, and how many of them are thrown in, void and posted.
        """
        made, present = self.made, self.found.present
        refused, hand = self._of_costs("why"), ~walk.event
        before = np.concatenate(([0], np.cumsum(hand)))
        number = np.where(hand, before[1:] - before[made.starts[:-1][made.evening]], 0).astype(np.int32)
        dealt = np.where(present == BY_PLACE, self._of_costs("dealt"), np.where(walk.passed | refused, 0, present))
        void = walk.void | (refused & hand)
        counted = np.stack((hand, walk.passed & ~void, void, walk.posting & ~void), axis=1).astype(np.int32)
        return refused, number, dealt, _summed(counted, made.starts).T

    def hands_counted(self, others: Others) -> Count:
        """Return how many hands were played, and how many numbers are something else."""
        counts = [one.state.counted for one in others.values() if one.state]
        if len(self.evenings_folded):
            numbers, *beside = self.counts[:, self.evenings_folded].sum(axis=1).tolist()
            counts.append(Count(numbers - sum(beside), *beside))
        return altogether(counts)

    def evenings_refused(self, others: Others) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield what cannot be, with the place of its evening."""
        for at, one in others.items():
            yield from ((at, row) for row in by_hand.refusals(one))
        if not len(self.evenings_folded):
            return
        made = self.made
        for entry in np.flatnonzero(self.refusals & ~self.hard[made.evening]).tolist():
            at = int(made.evening[entry])
            yield (
                at,
                {
                    "id": self.evenings["id"][at].as_py(),
                    "entry": entry - int(made.starts[at]),
                    "number": int(self.number[entry]) or None,
                    "sentences": self._sentences(entry, at),
                },
            )

    def _sentences(self, entry: int, evening: int) -> list[str]:
        """Return why an entry cannot be, with people's names for the marks of its cost."""
        made = self.made
        names = [made.names[person] for person in made.person[made.places[evening] : made.places[evening + 1]]]
        marks = dict(zip(MARKS, names, strict=False))
        if self.found.present[entry] != BY_PLACE:
            roles = self.apart.roles[entry, : len(names)].tolist()
            marks = {MARKS[role]: name for role, name in zip(roles, names, strict=True) if role < MOST_PEOPLE}
        named = str.maketrans(marks)
        return [sentence.translate(named) for sentence in self.costs.costs[self.found.cost[entry]].why]

    def standings(self, others: Others) -> Iterator[pa.Table]:
        """Yield what everybody won and lost, by evenings."""
        yield by_hand.rows_of(others.values(), by_hand.standings_of, results.STANDINGS)
        made, whole = self.made, self.evenings_folded
        if not len(whole):
            return
        numbers, _thrown_in, void, _posted = self.counts[:, whole]
        whole = whole[(numbers > void) | self.sums[whole].any(axis=1)]
        known = np.array([self._end(at).present for at in whole.tolist()], np.int64)
        for place in range(self.width):
            there = whole[(known >> place & 1) > 0]
            person = pa.array(made.names, pa.string()).take(pa.array(made.person[made.places[there] + place]))
            unit = pa.array([self.costs.tariff.unit] * len(there), pa.string())
            counted = np.ones(len(there), np.int64), self.times_dealt[there, place], self.sums[there, place]
            yield pa.Table.from_arrays([person, unit, *map(pa.array, counted)], schema=results.STANDINGS)

    def _end(self, evening: int) -> End:
        end = self.found.ends[evening]
        if end is None:
            raise RuntimeError(f"evening {evening} was not folded")
        return end

    # -- a row an evening ---------------------------------------------------------------------------------

    def scores(self, others: Others, other: str | None) -> pa.Table:
        """Return what became of every entry, and the state at each end; `other` is the digest of another tariff."""
        by_itself = by_hand.rows_of(others.values(), by_hand.scores_of, results.SCORES)
        whole = self.evenings_folded
        if not len(whole):
            return by_itself
        evenings = self.evenings.take(pa.array(whole)) if others else self.evenings
        tariff = pa.array([other] * len(whole), pa.string()) if other else results.in_one_piece(evenings["tariff"])
        columns = (
            results.in_one_piece(evenings["id"]),
            tariff,
            pa.array([self.costs.tariff.unit] * len(whole), pa.string()),
            results.in_one_piece(evenings["people"]),
            self._hands_column(whole),
            self._states_column(whole),
        )
        made = pa.Table.from_arrays(columns, schema=results.SCORES)
        if not others:
            return made
        return pa.concat_tables([made, by_itself]).take(np.argsort(np.concatenate((whole, list(others)))))

    def _hands_column(self, whole: Any) -> pa.Array:
        made = self.made
        rows = np.flatnonzero(~self.hard[made.evening])
        number, refused = self.number[rows], self.refusals[rows]
        scored = (self.found.cost[rows] >= 0) & ~refused
        many = np.where(scored, made.count[made.evening[rows]], 0)
        paid = self.amounts[rows][np.arange(self.width) < many[:, None]]
        hands = pa.StructArray.from_arrays(
            [
                pa.array(number, mask=number == 0),
                pa.array(self._of_costs("value")[rows], mask=~scored),
                _lists(many, paid, pa.array(~scored)),
                pa.array(refused),
            ],
            fields=list(results.SCORED),
        )
        return _lists(np.diff(made.starts)[whole], hands)

    def _states_column(self, whole: Any) -> pa.Array:
        made, many = self.made, self.made.count[whole]
        ends = [self._end(at) for at in whole.tolist()]
        held = made.stock if self.costs.same_unit else np.zeros_like(made.stock)
        stock = held + _summed(self.stock[:, None], made.starts)[:, 0]
        mask = np.arange(self.width) < many[:, None]
        numbers, thrown_in, void, posted = self.counts[:, whole]
        fields: dict[str, Any] = {
            **{
                name: [getattr(end, name) for end in ends]
                for name in ("seats", "dealer", "bock", "round", "round_left")
            },
            "balances": _lists(many, self.sums[whole][mask]),
            "stock": stock[whole],
            "bock_since": [[by_hand.cause_of(one) for one in end.bock_since] for end in ends],
            "round_since": [end.round_since and by_hand.cause_of(end.round_since) for end in ends],
            "hands": numbers,
            "dealt": _lists(many, self.times_dealt[whole][mask].astype(np.int32)),
            "thrown_in": thrown_in,
            "void": void,
            "posted": posted,
        }
        made_of = [pa.array(fields[field.name], field.type) for field in results.STATE]
        return pa.StructArray.from_arrays(made_of, fields=list(results.STATE))


def _lists(lengths: Any, items: Any, mask: pa.Array | None = None) -> pa.Array:
    """Return lists of these lengths, as null where `mask` is true, of items that lie one behind the other."""
    ends = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), pa.array(items), mask=mask)


def _summed(values: Any, starts: Any) -> Any:
    """Return the sums of the rows of each evening."""
    sums = np.zeros((len(starts) - 1, values.shape[1]), values.dtype)
    some = np.flatnonzero(np.diff(starts))
    if len(some):
        sums[some] = np.add.reduceat(values, starts[:-1][some], axis=0)
    return sums
