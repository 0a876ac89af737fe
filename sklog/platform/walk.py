"""From a table of evenings to the cost of every entry: many evenings at once, or each where a table remembers.

    Evenings, Costs ─┬─▶ EntryCosts    evenings of deals alone, where no rule remembers: in arrays
                     └─▶ EntryCosts    any other: entry by entry, where only the steps that need the state are taken

Those steps are the ones of `sklog.scoring`: what happens between two hands, and which Bock and round are in force.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np
import pyarrow as pa

from sklog.platform.arrays import FIGURES, MOST_PEOPLE, Apart, EveningArrays
from sklog.platform.costs import HARD, MARKS, PLACE, PLACES, ROLE, STEP, Around, Costs, game_of
from sklog.scoring.hand import Passed, Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Cause, Event, State, Voided
from sklog.scoring.tariff import BLAUER_HABICHT, SCHIEBER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.platform.costs import Cost, Seated

BY_PLACE = -1
SEATS = [tuple(range(people)) for people in range(MOST_PEOPLE + 1)]
AHEAD = 2_000  # entries that are looked at before all: most of what a tariff reads is known then
MANY = 256  # evenings, from which on their keys are made at once
SEATED = (SCHIEBER, BLAUER_HABICHT)
"""The special rounds in which it matters who sits where."""


class End(NamedTuple):
    """What an evening remembers at its end. `present` has a bit for the place of everybody who ever sat there."""

    seats: tuple[int, ...]
    dealer: int
    present: int
    bock: tuple[int, ...] = ()
    bock_since: tuple[Any, ...] = ()
    round: str | None = None
    round_left: int = 0
    round_since: Any = None


class EntryCosts:
    """What became of the entries of a table: the cost of each (-1: none), and who gets and pays by role there.

    `present` has a bit for each place that does, and is `BY_PLACE` where the cost is one by place.
    """

    def __init__(self, made: EveningArrays) -> None:
        self.cost = np.full(len(made.evening), -1, np.int64)
        self.present = np.full(len(made.evening), BY_PLACE, np.int64)
        self.ends: list[End | None] = [None] * (len(made.starts) - 1)


class Walk:
    """One table of evenings under one tariff."""

    def __init__(self, made: EveningArrays, apart: Apart, costs: Costs, found: EntryCosts) -> None:
        self.made = made
        self.apart = apart
        self.costs = costs
        self.found = found
        said = [costs.entry_said(text) for text in made.said]
        self.said = said
        seated = np.array([costs.seats_matter(game) for game in made.games] or [False])
        kinds = np.where(seated[made.columns["game"]], PLACE, ROLE)
        told = made.more >= 0
        kinds[told] = np.array([one.kind for one in said] or [0])[made.more[told]]
        self.kinds = kinds
        self.dealer = made.columns["dealer"].copy()
        self.dealer[told] = np.array([one.dealer for one in said] or [0])[made.more[told]]
        self.passed, self.posting, self.void, self.event = (
            self._of_kinds(one) for one in ((Passed,), (Posting,), (Voided,), get_args(Event))
        )

    def _of_kinds(self, kinds: tuple[type, ...]) -> Any:
        """Return which entries are of one of these kinds, that only JSON can say."""
        which = np.array([isinstance(one.entry, kinds) for one in self.said] or [False])
        return (self.made.more >= 0) & which[self.made.more]

    def hard(self) -> Any:
        """Return which evenings have an entry that is to be read by hand, or names somebody who is not there."""
        made = self.made
        told = np.flatnonzero(made.more >= 0)
        people = np.array([one.people for one in self.said] or [0])[made.more[told]]
        wrong = (self.kinds[told] == HARD) | (people > made.count[made.evening[told]])
        hard = np.zeros(len(made.starts) - 1, bool)
        hard[made.evening[told[wrong]]] = True
        return hard

    def find_costs(self, evenings: Any) -> None:
        """Find the costs of these evenings, True each."""
        by_step = np.zeros(len(evenings), bool)
        strange = self.dealer >= self.made.players[self.made.evening]  # nobody who sits there from the beginning
        by_step[self.made.evening[(self.kinds == STEP) | strange]] = True
        plain = evenings & ~by_step & (not self.costs.remembers)
        self.find_plain_costs(plain)
        self.walked(np.flatnonzero(evenings & ~plain).tolist())

    # -- evenings of deals alone ------------------------------------------------------------------------

    def find_plain_costs(self, evenings: Any) -> None:
        """Find the costs of evenings, True each, that have deals alone and under whose tariff nothing is remembered."""
        made, costs, found = self.made, self.costs, self.found
        rows = np.flatnonzero(evenings[made.evening])
        evening = made.evening[rows]
        players, first = made.players[evening].astype(np.int64), np.maximum(made.dealer[evening], 0)
        moves = ~(self.passed[rows] & costs.tariff.thrown_in.same_dealer)
        moved = np.concatenate(([0], np.cumsum(moves)))
        # from the beginning of its evening on, or from the last entry that says who dealt
        since = np.searchsorted(rows, made.starts[:-1][evening])
        since = np.maximum(since, np.maximum.accumulate(np.where(self.dealer[rows] >= 0, np.arange(len(rows)), 0)))
        said = self.dealer[rows][since]
        dealer = (np.where(said >= 0, said, first) + moved[:-1] - moved[since]) % players
        masks, many = np.zeros((2, 8, 8), np.int64)
        for seated in np.unique(players).tolist():
            for place in range(seated):
                masks[seated, place], many[seated, place] = costs.deal(SEATS[seated], place)
        present, dealt = masks[players, dealer], many[players, dealer]
        by_role = (self.kinds[rows] == ROLE) & ((self.apart.mentioned[rows] & ~present) == 0)
        for people in np.unique(dealt[by_role]).tolist():
            some = rows[by_role & (dealt == people)]
            # most of what a tariff reads is known after some hands
            self._look_up(some[:AHEAD], Around(people))
            self._look_up(some[AHEAD:], Around(people))
        found.present[rows[by_role]] = present[by_role]
        for at in np.flatnonzero(~by_role).tolist():
            found.cost[rows[at]] = self.by_place(int(rows[at]), (SEATS[players[at]], int(dealer[at])), (0, None, 0))
        ends = np.searchsorted(rows, made.starts)
        turns = np.maximum(made.dealer, 0)
        some = np.flatnonzero(np.diff(ends))
        turns[some] = (dealer + moves)[ends[1:][some] - 1]
        for place in np.flatnonzero(evenings).tolist():
            seats = SEATS[made.players[place]]
            found.ends[place] = End(seats, int(turns[place]) % len(seats), (1 << len(seats)) - 1)

    def _look_up(self, rows: Any, around: Around) -> None:
        costs = self.costs
        while len(rows):
            before = costs.divided
            keys = pa.array(self.keys_of(rows)).dictionary_encode()
            which, distinct = keys.indices.to_numpy(), keys.dictionary.to_pylist()
            example = np.zeros(len(distinct), np.int64)
            example[which[::-1]] = rows[::-1]
            known = [costs.place_of_cost(key, around, 0) for key in distinct]
            new = np.array([at is None for at in known])
            found = np.array([at or 0 for at in known])
            for place in np.flatnonzero(new).tolist():
                found[place] = self.score(int(example[place]), distinct[place], around, 0, before)
            self.found.cost[rows] = found[which]
            rows = rows[new[which]] if costs.divided > before else rows[:0]

    def keys_of(self, rows: Any) -> Any:
        """Return the keys of entries, as far as figures are told apart now; a deal that was thrown in has -1."""
        keys = self.apart.keys(self.made, self.costs.classes, rows)
        return np.where(self.made.more[rows] >= 0, -1, keys)

    def score(self, row: int, key: int, around: Around, stock: int, divided: int) -> int:
        """Return the cost of an entry that none has yet; its `key` was made when it was `divided` so often."""
        made, costs = self.made, self.costs

        def key_now() -> int:
            return key if costs.divided == divided else int(self.keys_of(np.array([row]))[0])

        if costs.divided > divided and (known := costs.place_of_cost(key_now(), around, stock)) is not None:
            return known
        if made.more[row] >= 0:
            return costs.by_role(lambda _trace: Passed(), around, stock, key_now)
        names = [MARKS[role] if role < len(MARKS) else "" for role in self.apart.roles[row].tolist()]
        by_name = {name: bool(named[row]) for name, named in self.apart.by_name.items()}
        hand = partial(game_of, made, row, names, by_name)
        return costs.by_role(lambda trace: hand(trace.number), around, stock, key_now)

    def by_place(self, row: int, seated: Seated, now: tuple[int, str | None, int]) -> int:
        """Return the cost of a deal at these seats, with so many Bock, in a round, with so much in the Stock."""
        made, costs, at = self.made, self.costs, self.made.more[row]
        if at >= 0:
            text, said = made.said[at], self.said[at]
            return costs.by_place(said.shape, said.figures, lambda number: costs.entry(said, text, number), seated, now)
        facts = made.facts(row)
        by_name = {name: facts[f"{name}_by"] > 0 for name in made.by}
        figures = {name: facts.pop(name) for name in FIGURES}
        who = tuple(made.places_of(row, "klopfer")), tuple(made.places_of(row, "kontra"))
        unsaid = tuple([name for name, figure in figures.items() if figure < 0])
        shape = made.games[facts["game"]], *facts.values(), *who, unsaid
        dealer = None if facts["dealer"] < 0 else MARKS[facts["dealer"]]
        return costs.by_place(shape, figures, partial(game_of, made, row, MARKS, by_name, dealer=dealer), seated, now)

    # -- any other evening -------------------------------------------------------------------------------

    def walked(self, evenings: Sequence[int]) -> None:
        """Find the costs of these evenings, one entry after the other."""
        keys: Any = None
        made = -1
        for place, evening in enumerate(evenings):
            # one by one as long as more and more is told apart; then all at once
            if place & (place - 1) == 0 and place >= MANY:
                keys, made = self.keys_of(slice(None)), self.costs.divided
            rows = slice(int(self.made.starts[evening]), int(self.made.starts[evening + 1]))
            fresh = made == self.costs.divided
            while not Course(self, evening, rows).fold_evening((keys[rows] if fresh else self.keys_of(rows)).tolist()):
                fresh = False


@lru_cache(maxsize=256)
def _following(seats: tuple[int, ...]) -> Mapping[int, int]:
    """Return who deals after whom."""
    return dict(zip(seats, (*seats[1:], *seats[:1]), strict=True))


class Course:
    """One evening, folded over looked-up costs, with what its table remembers between two hands."""

    def __init__(self, walk: Walk, evening: int, rows: slice) -> None:
        made = walk.made
        self.walk = walk
        self.costs = walk.costs
        self.evening = evening
        self.rows = rows
        self.hands = 0
        self.stock = int(made.stock[evening]) if walk.costs.same_unit else 0
        self.round: str | None = None
        self.bock: tuple[int, ...] = ()
        self.bock_since: tuple[Any, ...] = ()
        self.round_left = 0
        self.round_since: Any = None
        self.seats = SEATS[made.players[evening]]
        self.following = _following(self.seats)
        self.accounts = *[MARKS[place] for place in self.seats], STOCK
        self.dealer = max(int(made.dealer[evening]), 0)
        self.cost: list[int] = []
        self.present: list[int] = []
        self._look_around()

    def _look_around(self) -> None:
        """Note what the next deal depends on, beside the hand: who is dealt in, how many Bock, which round."""
        self.dealt, many = self.costs.deal(self.seats, self.dealer)
        self.seated = self.round in SEATED
        self.around = Around(many, len(self.bock), self.round)
        self.looked_up = self.costs.looked_up.setdefault(self.around, {})
        self.turns = many < len(self.seats)

    def fold_evening(self, keys: Sequence[int]) -> bool:
        """Fold the evening; return False where more is told apart now than when its keys were made."""
        walk, rows, costs, divided = self.walk, self.rows, self.costs.costs, self.costs.divided
        stays = self.costs.tariff.thrown_in.same_dealer
        said = [of_all[rows].tolist() for of_all in (walk.kinds, walk.apart.mentioned, walk.dealer)]
        for place, (key, kind, named, dealer) in enumerate(zip(keys, *said, strict=True)):
            if dealer >= 0 and dealer != self.dealer and dealer in self.seats:
                self.dealer = dealer
                if self.turns:
                    self._look_around()
            if kind == STEP:
                self._step(rows.start + place)
            elif kind == PLACE or self.seated or named & ~self.dealt or dealer not in (-1, self.dealer):
                self._by_place(rows.start + place)
            else:
                at = self.looked_up.get((key, self.stock))
                if at is None:
                    at = self._by_role(rows.start + place, key)
                    if self.costs.divided > divided:
                        return False
                cost = costs[at]
                again = stays and cost.passed
                self._move_on(at, cost, self.dealt, self.dealer if again else self.following[self.dealer])
        self._keep_costs()
        return True

    def _by_role(self, row: int, key: int) -> int:
        """Return the cost of a game that was not looked up yet."""
        at = self.costs.place_of_cost(key, self.around, self.stock)
        if at is None:
            at = self.walk.score(row, key, self.around, self.stock, self.costs.divided)
        else:
            self.looked_up[key, self.stock] = at
        return at

    def _by_place(self, row: int) -> None:
        at = self.walk.by_place(row, (self.seats, self.dealer), (len(self.bock), self.round, self.stock))
        cost = self.costs.costs[at]
        self._move_on(at, cost, BY_PLACE, cost.dealer)

    def _move_on(self, at: int, cost: Cost, present: int, dealer: int) -> None:
        """Move the evening on behind a deal."""
        self.cost.append(at)
        self.present.append(present)
        self.hands += 1
        self.dealer = dealer
        if not cost.why:
            self.stock += cost.stock
            if cost.happened or self.bock or self.round:
                self._remember(cost)
        if self.turns:
            self._look_around()

    def _remember(self, cost: Cost) -> None:
        """Have the table remember what happened in a deal."""
        after, others, as_before = self.costs.memory(self.bock, self.round, self.round_left, len(self.seats), cost)
        self.bock, self.round, self.round_left = after.bock, after.round, after.round_left
        if others:
            since = [*self.bock_since, self.round_since]

            def cause(one: Any) -> Any:
                return Cause(one.what, self.hands) if isinstance(one, Cause) else None if one is None else since[one]

            self.bock_since, self.round_since = tuple(map(cause, after.bock_since)), cause(after.round_since)
        if not as_before:
            self._look_around()

    def _step(self, row: int) -> None:
        """Fold in what is no deal, or one that says who dealt, as the evening itself does."""
        said = self.walk.said[self.walk.made.more[row]]
        balances = {**dict.fromkeys(self.accounts, 0), STOCK: self.stock}
        seats, dealer = tuple([MARKS[place] for place in self.seats]), MARKS[self.dealer]
        now = self.bock, self.round, self.round_left, self.hands
        before = State(seats, dealer, balances, *now, {}, self.bock_since, self.round_since)
        line, why = self.costs.step(before, said.entry, self.costs.tariff)
        why = why or said.why
        self.cost.append(self.costs.of_line(line, why) if why or (line and line.score) else -1)
        self.present.append(BY_PLACE)
        if line is None:
            return
        after = line.state
        self.seats, self.dealer = tuple([PLACES[mark] for mark in after.seats]), PLACES[after.dealer]
        self.following = _following(self.seats)
        self.accounts, self.stock, self.hands = tuple(after.balances), after.stock, after.hands
        self.bock, self.bock_since = after.bock, after.bock_since
        self.round, self.round_left, self.round_since = after.round, after.round_left, after.round_since
        self._look_around()

    def _keep_costs(self) -> None:
        found = self.walk.found
        found.cost[self.rows], found.present[self.rows] = self.cost, self.present
        memory = self.bock, self.bock_since, self.round, self.round_left, self.round_since
        present = sum(1 << PLACES[mark] for mark in self.accounts if mark != STOCK)
        found.ends[self.evening] = End(self.seats, self.dealer, present, *memory)
