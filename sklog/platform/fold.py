"""The fold over a table of evenings, each different hand scored once: what it makes is what `by_hand` makes.

    table ─arrays─▶ keys ─walk, cells─▶ a cell for each entry ─▶ amounts by place ─▶ scores, refused, standings

An evening that does not fit into arrays is folded by hand, with the others around it: one whose people have no names, or
more than eight, whose tariff changes, or with a hand that says what nobody would.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from sklog.language import spoken
from sklog.platform import arrays, by_hand, columns, results
from sklog.platform.arrays import AWAY, MOST_PEOPLE, Evenings
from sklog.platform.cells import MARKS, Cells
from sklog.platform.walk import BY_PLACE, Found, Walk
from sklog.scoring.names import name_key
from sklog.scoring.state import name_problems

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.platform.walk import End
    from sklog.scoring.tariff import Tariff

LARGEST = 2.0**62  # beyond which a sum is made by hand
MOST_KEPT = 50  # tariffs, whose cells are kept for the next table
GAMES: dict[str, int] = {}
"""A number for each game that was ever met: keys of several tables are the same."""

_KEPT: dict[tuple[str | None, str, str], Cells] = {}


def fold(
    evenings: pa.Table, tariffs: Mapping[str, Tariff], under: Tariff | None = None, *, postings: bool = True
) -> results.Folded:
    """Return what a table of evenings (`columns.EVENINGS`) makes, each under its own tariffs or all under another.

    `tariffs` are those of the evenings by their digests. Without `postings` there are no scores, and no digest.
    """
    made = arrays.of(evenings)
    made.hard[:] |= _nameless(made)
    digests = np.array(evenings["tariff"].to_pylist(), object)
    made.hard[:] |= np.array([digest not in tariffs for digest in digests], bool)
    apart = arrays.told_apart(made, _games(made))
    found = Found(made)
    other = columns.digest_of(under) if under else None
    walks: list[tuple[Any, Walk]] = []
    for digest in dict.fromkeys(digests[~made.hard].tolist()):
        cells = _cells(under, other, tariffs[digest], digest)
        walk = Walk(made, apart, cells, found)
        mine = digests == digest
        made.hard[mine] |= walk.hard()[mine] | (not cells.speaks_in_marks)
        mine &= ~made.hard
        walks.append((mine, walk))
        _walk(walk, mine)
    return _Made(evenings, made, apart, found, walks, under, other).folded(tariffs, postings=postings)


def _walk(walk: Walk, mine: Any) -> None:
    """Find the cells of evenings, True each, under one tariff."""
    made = walk.made
    by_step = np.zeros(len(mine), bool)
    by_step[made.evening[walk.kinds == 2]] = True  # noqa: PLR2004
    plain = mine & ~by_step & (not walk.cells.remembers)
    walk.plain(plain)
    walk.walked(np.flatnonzero(mine & ~plain).tolist())


def _games(made: Evenings) -> Any:
    """Return the number of each of the table's games; evenings with one too many are hard."""
    for game in made.games:
        if len(GAMES) < arrays.MOST_GAMES:
            GAMES.setdefault(game, len(GAMES))
    numbers = np.array([GAMES.get(game, -1) for game in made.games] or [0], np.int64)
    unknown = (numbers[made.columns["game"]] < 0) & (made.more < 0)
    made.hard[made.evening[unknown]] = True
    return np.maximum(numbers, 0)


def _cells(under: Tariff | None, other: str | None, own: Tariff, digest: str) -> Cells:
    """Return the cells for evenings that were played under a tariff and are folded under it, or another."""
    known = other, digest, spoken()
    cells = _KEPT.get(known)
    if cells is None or cells.full:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        same_unit = under is None or under.unit == own.unit
        cells = _KEPT[known] = Cells(under or own, own.games, same_unit=same_unit)
    return cells


def _nameless(made: Evenings) -> Any:
    """Return which evenings have people without a name, or two of one name."""
    wrong = np.array([any(name_problems([name])) for name in made.names] or [False], bool)
    keys: dict[str, int] = {}
    key = np.array([keys.setdefault(name_key(name), len(keys)) for name in made.names] or [0], np.int64)
    evening = np.repeat(np.arange(len(made.hard)), made.count)
    hard = np.zeros(len(made.hard), bool)
    hard[evening[wrong[made.person]]] = True
    whose = evening * max(len(keys), 1) + key[made.person]
    order = np.argsort(whose, kind="stable")
    twice = order[1:][np.diff(whose[order]) == 0]
    hard[evening[twice]] = True
    return hard


class _Made:
    """What became of a table, as arrays, and the tables of it."""

    def __init__(
        self,
        evenings: pa.Table,
        made: Evenings,
        apart: arrays.Apart,
        found: Found,
        walks: Sequence[tuple[Any, Walk]],
        under: Tariff | None,
        other: str | None,
    ) -> None:
        self.evenings = evenings
        self.made = made
        self.found = found
        self.walks = walks
        self.under = under
        self.other = other
        self.width = int(made.count[~made.hard].max(initial=1))
        self.amounts, self.stock, self.value = self._amounts(apart)
        self.refused, self.number, self.dealt, self.counts = self._counted()
        self.sums = _summed(self.amounts, made.starts)
        most = np.abs(self.amounts).max(axis=1, initial=0).astype(float)
        made.hard[:] |= _summed(most[:, None], made.starts)[:, 0] > LARGEST

    def _amounts(self, apart: arrays.Apart) -> tuple[Any, Any, Any]:
        """Return what everybody gets in each entry, by place, what the Stock gets, and the value of each."""
        made, found, entries = self.made, self.found, len(self.made.evening)
        amounts = np.zeros((entries, self.width), np.int64)
        stock, value = np.zeros((2, entries), np.int64)
        for mine, walk in self.walks:
            rows = np.flatnonzero(mine[made.evening] & (found.cell >= 0))
            if not len(rows):
                continue
            at, present = found.cell[rows], found.present[rows]
            by_place = present == BY_PLACE
            for place in range(self.width):
                role = np.where(by_place, place, apart.roles[rows, place])
                role = np.where(present >> place & 1, role, AWAY)
                amounts[rows, place] = walk.cells.column("amounts")[at, role]
            stock[rows], value[rows] = walk.cells.column("stock")[at], walk.cells.column("value")[at]
        return amounts, stock, value

    def _counted(self) -> tuple[Any, Any, Any, Any]:
        """Return which entries are refused, the number of each (0: none), who was dealt in, and what each evening has.

        That is how many numbers, and how many of them are thrown in, void and posted.
        """
        made, found, entries = self.made, self.found, len(self.made.evening)
        refused, event, passed, void, posting = np.zeros((5, entries), bool)
        dealt = np.zeros(entries, np.int64)
        for mine, walk in self.walks:
            rows = np.flatnonzero(mine[made.evening])
            at = found.cell[rows]
            has = at >= 0
            refused[rows[has]] = walk.cells.column("why")[at[has]]
            event[rows], passed[rows], void[rows] = walk.event[rows], walk.passed[rows], walk.void[rows]
            posting[rows] = walk.posting[rows]
            by_place = found.present[rows] == BY_PLACE
            dealt[rows[has]] = walk.cells.column("dealt")[at[has]]
            by_role = rows[~by_place]
            dealt[by_role] = np.where(passed[by_role] | refused[by_role], 0, found.present[by_role])
        hand = ~event
        before = np.concatenate(([0], np.cumsum(hand)))
        number = np.where(hand, before[1:] - before[made.starts[:-1][made.evening]], 0).astype(np.int32)
        void |= refused & hand
        counted = np.stack((hand, passed & ~void, void, posting & ~void), axis=1).astype(np.int32)
        return refused, number, dealt, _summed(counted, made.starts).T

    def folded(self, tariffs: Mapping[str, Tariff], *, postings: bool) -> results.Folded:
        """Return all that became of the table, with the evenings that are folded by hand now."""
        hard = np.flatnonzero(self.made.hard)
        by_itself = by_hand.Standings()
        others: dict[int, by_hand.Evening | by_hand.Unfolded] = {}
        for place in range(0, len(hard), by_hand.AT_ONCE):
            now = hard[place : place + by_hand.AT_ONCE]
            for at, row in zip(now.tolist(), self.evenings.take(now).to_pylist(), strict=True):
                others[at] = by_hand.folded(row, tariffs, self.under, self.other)
        hands = int(self.counts[0][~self.made.hard].sum())
        for one in others.values():
            if isinstance(one, by_hand.Evening):
                by_itself.add(one)
                hands += one.state.hands
        standings = results.together([self._standings(), by_itself.table()])
        scores = self._scores(others) if postings else None
        digest = results.digest(scores) if scores is not None else 0
        return results.Folded(scores, self._refused(others), standings, digest, hands)

    def _refused(self, others: Mapping[int, by_hand.Evening | by_hand.Unfolded]) -> pa.Table:
        """Return what cannot be, in the order of the table."""
        made = self.made
        rows = [(at, by_hand.refusals(one)) for at, one in others.items()]
        refused = np.flatnonzero(self.refused & ~made.hard[made.evening])
        ids = self.evenings["id"].take(made.evening[refused]).to_pylist()
        for entry, id_ in zip(refused.tolist(), ids, strict=True):
            at = int(made.evening[entry])
            row = {"id": id_, "entry": entry - int(made.starts[at]), "number": int(self.number[entry]) or None}
            rows.append((at, [row | {"sentences": self._sentences(entry, at)}]))
        rows.sort(key=lambda one: one[0])
        return pa.Table.from_pylist([row for _at, some in rows for row in some], results.REFUSED)

    def _sentences(self, entry: int, evening: int) -> list[str]:
        """Return why an entry cannot be, with people's names for the marks of its cell."""
        made, found = self.made, self.found
        walk = next(walk for mine, walk in self.walks if mine[evening])
        names = [made.names[person] for person in made.person[made.places[evening] : made.places[evening + 1]]]
        marks = dict(zip(MARKS, names, strict=False))
        if found.present[entry] != BY_PLACE:
            roles = walk.apart.roles[entry, : len(names)].tolist()
            marks = {MARKS[role]: name for role, name in zip(roles, names, strict=True) if role < MOST_PEOPLE}
        named = str.maketrans(marks)
        return [sentence.translate(named) for sentence in walk.cells.cells[found.cell[entry]].why]

    def _standings(self) -> pa.Table:
        """Return what everybody won and lost in the evenings that are not hard."""
        made, tables = self.made, []
        dealt = np.stack([_summed((self.dealt >> place & 1)[:, None], made.starts)[:, 0] for place in range(self.width)])
        for unit in dict.fromkeys(walk.cells.tariff.unit for _mine, walk in self.walks):
            mine = np.logical_or.reduce([mine for mine, walk in self.walks if walk.cells.tariff.unit == unit])
            sums = np.zeros((3, len(made.names)), np.int64)
            whole = np.flatnonzero(mine & ~made.hard)
            known = self._known(whole)
            for place in range(self.width):
                there = whole[known[:, place]]
                person = made.person[made.places[there] + place]
                for at, amounts in enumerate((np.ones(len(there), np.int64), dealt[place, there], self.sums[there, place])):
                    np.add.at(sums[at], person, amounts)
            seen = np.flatnonzero(sums[0])
            names = pa.array(made.names).take(seen)
            tables.append(pa.Table.from_arrays([names, pa.array([unit] * len(seen), pa.string()), *sums[:, seen]], schema=results.STANDINGS))
        return results.together(tables)

    def _known(self, evenings: Any) -> Any:
        """Return who ever sat at the table of each of these evenings, True by place."""
        known = np.zeros((len(evenings), self.width), bool)
        for row, at in enumerate(evenings.tolist()):
            known[row, list(self._end(at).known)] = True
        return known

    def _end(self, evening: int) -> End:
        end = self.found.ends[evening]
        assert end is not None
        return end

    # -- a row an evening ---------------------------------------------------------------------------------

    def _scores(self, others: Mapping[int, by_hand.Evening | by_hand.Unfolded]) -> pa.Table:
        """Return what became of every entry, and the state at each end."""
        whole = np.flatnonzero(~self.made.hard)
        evenings = self.evenings.take(whole) if len(others) else self.evenings
        unit = np.full(len(self.made.hard), "", object)
        tariff = np.array(self.evenings["tariff"].to_pylist(), object)
        for mine, walk in self.walks:
            unit[mine] = walk.cells.tariff.unit
        if self.other:
            tariff[:] = self.other
        made = pa.Table.from_arrays(
            [
                evenings["id"].combine_chunks(),
                pa.array(tariff[whole], pa.string()),
                pa.array(unit[whole], pa.string()),
                evenings["people"].combine_chunks(),
                self._hands(whole),
                self._states(whole),
            ],
            schema=results.SCORES,
        )
        if not others:
            return made
        by_itself = pa.Table.from_pylist([by_hand.scores_of(one) for one in others.values()], results.SCORES)
        order = np.argsort(np.concatenate((whole, list(others))), kind="stable")
        return pa.concat_tables([made, by_itself]).take(order)

    def _hands(self, whole: Any) -> pa.Array:
        made, found = self.made, self.found
        rows = np.flatnonzero(~made.hard[made.evening])
        number, refused = self.number[rows], self.refused[rows]
        scored = (found.cell[rows] >= 0) & ~refused
        many = np.where(scored, made.count[made.evening[rows]], 0)
        paid = self.amounts[rows][np.arange(self.width) < many[:, None]]
        hands = pa.StructArray.from_arrays(
            [
                pa.array(number, mask=number == 0),
                pa.array(self.value[rows], mask=~scored),
                pa.ListArray.from_arrays(_offsets(many), pa.array(paid), mask=pa.array(~scored)),
                pa.array(refused),
            ],
            fields=list(results.SCORED),
        )
        return pa.ListArray.from_arrays(_offsets(np.diff(made.starts)[whole]), hands)

    def _states(self, whole: Any) -> pa.Array:
        made = self.made
        ends = [self._end(at) for at in whole.tolist()]
        many = made.count[whole]
        held = np.zeros(len(made.hard), np.int64)
        for mine, walk in self.walks:
            held[mine] = made.stock[mine] if walk.cells.same_unit else 0
        stock = held + _summed(self.stock[:, None], made.starts)[:, 0]
        mask = np.arange(self.width) < many[:, None]
        dealt = np.stack(
            [_summed((self.dealt >> place & 1)[:, None], made.starts)[:, 0] for place in range(self.width)], axis=1
        )
        numbers, thrown_in, void, posted = self.counts[:, whole]
        fields = {
            "seats": [end.seats for end in ends],
            "dealer": [end.dealer for end in ends],
            "balances": pa.ListArray.from_arrays(_offsets(many), pa.array(self.sums[whole][mask])),
            "stock": stock[whole],
            "bock": [end.bock for end in ends],
            "bock_since": [[by_hand.cause_of(one) for one in end.bock_since] for end in ends],
            "round": [end.round for end in ends],
            "round_left": [end.round_left for end in ends],
            "round_since": [end.round_since and by_hand.cause_of(end.round_since) for end in ends],
            "hands": numbers,
            "dealt": pa.ListArray.from_arrays(_offsets(many), pa.array(dealt[whole][mask].astype(np.int32))),
            "thrown_in": thrown_in,
            "void": void,
            "posted": posted,
        }
        made_of = [value if isinstance(value, pa.Array) else pa.array(value, results.STATE.field(name).type) for name, value in fields.items()]
        return pa.StructArray.from_arrays(made_of, fields=list(results.STATE))


def _offsets(lengths: Any) -> pa.Array:
    return pa.array(np.concatenate(([0], np.cumsum(lengths))).astype(np.int32))


def _summed(values: Any, starts: Any) -> Any:
    """Return the sums of the rows of each evening."""
    sums = np.zeros((len(starts) - 1, values.shape[1]), values.dtype)
    some = np.flatnonzero(np.diff(starts))
    if len(some):
        sums[some] = np.add.reduceat(values, starts[:-1][some], axis=0)
    return sums
