"""From a table of evenings to the cell of every entry: many evenings at once, or one where the table remembers something.

    Evenings, Cells ──plain──▶ Found    evenings of deals alone, where no rule remembers: in arrays
                    ──walked─▶ Found    any other: hand by hand, of which only the steps that need the state are taken

The steps that need it are those of `sklog.scoring`: what happens between two hands, and what Bock and round are in force.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from sklog.platform.arrays import Apart, Evenings
from sklog.platform.cells import HARD, MARKS, PLACE, PLACES, ROLE, STEP, Around, Cells, played
from sklog.scoring.evening import remembered
from sklog.scoring.hand import Passed
from sklog.scoring.payout import STOCK
from sklog.scoring.session import step_or_why
from sklog.scoring.state import State, Voided, is_event
from sklog.scoring.tariff import BLAUER_HABICHT, SCHIEBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff

BY_PLACE = (1 << 8) - 1
AHEAD = 2_000  # entries that are looked at before all: most of what a tariff reads is known then
MANY = 256  # evenings, from which on their keys are made at once
SEATED = (SCHIEBER, BLAUER_HABICHT)
"""The special rounds in which it matters who sits where."""


class End(NamedTuple):
    """What an evening remembers at its end. `known` are the places of everybody who ever sat there."""

    seats: tuple[int, ...]
    dealer: int
    known: tuple[int, ...]
    bock: tuple[int, ...] = ()
    bock_since: tuple[Any, ...] = ()
    round: str | None = None
    round_left: int = 0
    round_since: Any = None


class Found:
    """What became of the entries of a table: the cell of each (-1: none), its number (0: none), who was dealt in.

    `present` has a bit for each place that gets and pays, where a cell is by role. `counts` has how many numbers there
    are in each evening, and how many of them are thrown in, void, posted.
    """

    def __init__(self, made: Evenings) -> None:
        entries, evenings = len(made.evening), len(made.starts) - 1
        self.cell = np.full(entries, -1, np.int64)
        self.number = np.zeros(entries, np.int32)
        self.dealt = np.zeros(entries, np.int64)
        self.present = np.full(entries, BY_PLACE, np.int64)
        self.refused = np.zeros(entries, bool)
        self.counts = np.zeros((4, evenings), np.int32)
        self.ends: list[End | None] = [None] * evenings


class Walk:
    """One table of evenings under one tariff."""

    def __init__(self, made: Evenings, apart: Apart, cells: Cells, found: Found) -> None:
        self.made = made
        self.apart = apart
        self.cells = cells
        self.found = found
        said = [cells.said(text) for text in made.said]
        self.said = said
        seated = np.array([cells.seats_matter(game) for game in made.games] or [False])
        kinds = np.where(seated[made.columns["game"]], PLACE, ROLE)
        told = made.more >= 0
        kinds[told] = np.array([one.kind for one in said] or [0])[made.more[told]]
        self.kinds = kinds
        self.passed = np.zeros(len(kinds), bool)
        self.passed[told] = np.array([one.passed for one in said] or [False])[made.more[told]]

    def hard(self) -> Any:
        """Return which evenings have an entry that is to be read by hand, or names somebody who is not there."""
        made = self.made
        told = np.flatnonzero(made.more >= 0)
        people = np.array([one.people for one in self.said] or [0])[made.more[told]]
        wrong = (self.kinds[told] == HARD) | (people > made.count[made.evening[told]])
        hard = np.zeros(len(made.starts) - 1, bool)
        hard[made.evening[told[wrong]]] = True
        return hard

    # -- evenings of deals alone ------------------------------------------------------------------------

    def plain(self, evenings: Any) -> None:
        """Find the cells of evenings, True each, that have deals alone and under whose tariff nothing is remembered."""
        made, cells, found = self.made, self.cells, self.found
        rows = np.flatnonzero(evenings[made.evening])
        evening = made.evening[rows]
        players, first = made.players[evening].astype(np.int64), np.maximum(made.dealer[evening], 0)
        moves = ~(self.passed[rows] & cells.tariff.thrown_in.same_dealer)
        moved = np.concatenate(([0], np.cumsum(moves)))
        begins = np.searchsorted(rows, made.starts[:-1][evening])
        dealer = (first + moved[:-1] - moved[begins]) % players
        masks, many = np.zeros((2, 8, 8), np.int64)
        for seated in np.unique(players).tolist():
            for place in range(seated):
                masks[seated, place], many[seated, place] = cells.deal(tuple(range(seated)), place)
        present, dealt = masks[players, dealer], many[players, dealer]
        by_role = (self.kinds[rows] == ROLE) & ((self.apart.mentioned[rows] & ~present) == 0)
        for people in np.unique(dealt[by_role]).tolist():
            self._by_role(rows[by_role & (dealt == people)], Around(people))
        found.present[rows[by_role]] = present[by_role]
        for at in np.flatnonzero(~by_role).tolist():
            seats = tuple(range(int(players[at])))
            found.cell[rows[at]] = self.by_place(int(rows[at]), seats, int(dealer[at]), Around(0), 0)
        self._count(rows, evening, begins, np.where(by_role, present, -1))
        ends = np.searchsorted(rows, made.starts[1:])
        starts = np.searchsorted(rows, made.starts[:-1])
        for place in np.flatnonzero(evenings).tolist():
            seats = tuple(range(int(made.players[place])))
            turns = int(max(made.dealer[place], 0) + moved[ends[place]] - moved[starts[place]])
            found.ends[place] = End(seats, turns % len(seats), seats)

    def _count(self, rows: Any, evening: Any, begins: Any, present: Any) -> None:
        """Number deals, and count those of each evening, those thrown in, and those that cannot be."""
        found, cells = self.found, self.cells
        at = found.cell[rows]
        refused = cells.column("why")[at] if len(at) else np.zeros(0, bool)
        found.refused[rows] = refused
        found.number[rows] = np.arange(len(rows)) - begins + 1
        passed = self.passed[rows] & ~refused
        played = ~self.passed[rows] & ~refused
        if len(at):
            found.dealt[rows] = np.where(played, np.where(present < 0, cells.column("dealt")[at], present), 0)
        for place, counted in enumerate((np.ones(len(rows), bool), passed, refused)):
            found.counts[place] += np.bincount(evening[counted], minlength=found.counts.shape[1]).astype(np.int32)

    def _by_role(self, rows: Any, around: Around) -> None:
        """Find the cells of hands by role, with nothing in the Stock."""
        self._look_up(rows[:AHEAD], around)
        self._look_up(rows[AHEAD:], around)

    def _look_up(self, rows: Any, around: Around) -> None:
        cells = self.cells
        while len(rows):
            before = cells.divided
            keys = pa.array(self.keys_of(rows)).dictionary_encode()
            which, distinct = keys.indices.to_numpy(), keys.dictionary.to_pylist()
            example = np.zeros(len(distinct), np.int64)
            example[which[::-1]] = rows[::-1]
            found = np.array([cells.found(key, around, 0) for key in distinct], object)
            new = np.equal(found, None)  # noqa: E711  of each
            for place in np.flatnonzero(new).tolist():
                found[place] = self.score(int(example[place]), distinct[place], around, 0, before)
            self.found.cell[rows] = found.astype(np.int64)[which]
            rows = rows[new[which]] if cells.divided > before else rows[:0]

    def keys_of(self, rows: Any) -> Any:
        """Return the keys of entries, as far as figures are told apart now; a deal that was thrown in has -1."""
        keys = self.apart.keys(self.made, self.cells.classes, rows)
        return np.where(self.made.more[rows] >= 0, -1, keys)

    def score(self, row: int, key: int, around: Around, stock: int, divided: int) -> int:
        """Return the cell of an entry that none has yet; its `key` was made when it was `divided` so often."""
        made, cells = self.made, self.cells
        if cells.divided > divided:
            key = int(self.keys_of(np.array([row]))[0])
            if (known := cells.found(key, around, stock)) is not None:
                return known
        divided = cells.divided
        if made.more[row] >= 0:
            cell = cells.by_role(lambda _trace: Passed(), around, stock)
        else:
            names = [MARKS[role] if role < len(MARKS) else "" for role in self.apart.roles[row].tolist()]
            cell = cells.by_role(lambda trace: played(made, row, names, trace.number), around, stock)
        if cells.divided > divided:
            key = int(self.keys_of(np.array([row]))[0])
        return cells.keep(key, around, cell)

    def by_place(self, row: int, seats: tuple[int, ...], dealer: int, around: Around, stock: int) -> int:
        """Return the cell of a deal at these seats."""
        made, said = self.made, self.made.more[row]
        if said >= 0:
            text = made.said[said]
            return self.cells.by_place(text, lambda: self.said[said].entry, seats, dealer, around, stock)
        facts = made.facts(row)
        who = tuple(made.named(row, "klopfer")), tuple(made.named(row, "kontra"))
        key = (*facts.values(), *who, made.games[facts["game"]])
        entry = lambda: played(made, row, MARKS, lambda _name, value: value)  # noqa: E731  asked for what is new alone
        return self.cells.by_place(key, entry, seats, dealer, around, stock)

    # -- any other evening -------------------------------------------------------------------------------

    def walked(self, evenings: Sequence[int]) -> None:
        """Find the cells of these evenings, one entry after the other."""
        keys, made = None, -1
        for place, evening in enumerate(evenings):
            # one by one as long as more and more is told apart; then all at once
            if place & (place - 1) == 0 and place >= MANY:
                keys, made = self.keys_of(slice(None)), self.cells.divided
            rows = slice(int(self.made.starts[evening]), int(self.made.starts[evening + 1]))
            fresh = keys is not None and made == self.cells.divided
            while not Course(self, evening, rows).run((keys[rows] if fresh else self.keys_of(rows)).tolist()):
                fresh = False


class Course:
    """One evening, folded over looked-up cells: `run` says whether all of it could be found."""

    def __init__(self, walk: Walk, evening: int, rows: slice) -> None:
        made = walk.made
        self.walk = walk
        self.evening = evening
        self.rows = rows
        self.seats = tuple(range(int(made.players[evening])))
        self.accounts = *[MARKS[place] for place in self.seats], STOCK
        self.dealer = max(int(made.dealer[evening]), 0)
        self.stock = int(made.stock[evening]) if walk.cells.same_unit else 0
        self.round: str | None = None
        self.bock: tuple[int, ...] = ()
        self.bock_since: tuple[Any, ...] = ()
        self.round_left = 0
        self.round_since: Any = None
        self.counts = [0, 0, 0, 0]
        self.cell: list[int] = []
        self.number: list[int] = []
        self.dealt: list[int] = []
        self.present: list[int] = []
        self.refused: list[bool] = []

    def run(self, keys: Sequence[int]) -> bool:
        """Fold the evening; return False where more is told apart now than when its keys were made."""
        walk, rows, divided = self.walk, self.rows, self.walk.cells.divided
        kinds, mentioned = walk.kinds[rows].tolist(), walk.apart.mentioned[rows].tolist()
        for place, kind in enumerate(kinds):
            if kind == STEP:
                self._step(rows.start + place)
            else:
                self._deal(rows.start + place, keys[place], kind, mentioned[place])
                if walk.cells.divided > divided:
                    return False
        self._keep(rows)
        return True

    def _deal(self, row: int, key: int, kind: int, mentioned: int) -> None:
        """Fold in a deal."""
        walk, cells = self.walk, self.walk.cells
        present, many = cells.deal(self.seats, self.dealer)
        around = Around(many, len(self.bock), self.round)
        if kind == ROLE and not mentioned & ~present and self.round not in SEATED:
            at = cells.found(key, around, self.stock)
            if at is None:
                at = walk.score(row, key, around, self.stock, cells.divided)
            cell = cells.cells[at]
            again = cell.passed and cells.tariff.thrown_in.same_dealer
            dealer = self.dealer if again else self._next()
            dealt = 0 if cell.passed or cell.why else present
        else:
            at = walk.by_place(row, self.seats, self.dealer, around, self.stock)
            cell = cells.cells[at]
            dealer, dealt, present = cell.dealer, cell.dealt, BY_PLACE
        self._note(at, dealt, present, refused=bool(cell.why))
        if cell.why:
            self.counts[2] += 1
        else:
            self.counts[1] += cell.passed
            self.stock += cell.stock
            if cell.happened or self.bock or self.round:
                self._remember(cell.happened, passed=cell.passed)
        self.counts[0] += 1
        self.dealer = dealer

    def _next(self) -> int:
        place = self.seats.index(self.dealer) + 1
        return self.seats[place % len(self.seats)]

    def _note(self, at: int, dealt: int, present: int, *, refused: bool, numbered: bool = True) -> None:
        self.cell.append(at)
        self.number.append(self.counts[0] + 1 if numbered else 0)
        self.dealt.append(dealt)
        self.present.append(present)
        self.refused.append(refused)

    def _remember(self, happened: frozenset[str], *, passed: bool) -> None:
        state = remembered(self._state(), happened, self.walk.cells.tariff, passed=passed)
        self._take(state)

    def _state(self) -> State:
        """Return the state before the next entry; of balances it has the Stock's alone."""
        balances = {**dict.fromkeys(self.accounts, 0), STOCK: self.stock}
        seats = tuple([MARKS[place] for place in self.seats])
        numbers, *others = self.counts
        return State(
            seats,
            MARKS[self.dealer],
            balances,
            self.bock,
            self.round,
            self.round_left,
            numbers,
            {},
            self.bock_since,
            self.round_since,
            *others,
        )

    def _take(self, state: State) -> None:
        self.bock, self.bock_since = state.bock, state.bock_since
        self.round, self.round_left, self.round_since = state.round, state.round_left, state.round_since

    def _step(self, row: int) -> None:
        """Fold in what is no deal, or one that says who dealt, as the evening itself does."""
        walk, cells = self.walk, self.walk.cells
        said = walk.said[walk.made.more[row]]
        before = self._state()
        line: Line | None
        line, why = step_or_why(before, said.entry, cells.tariff, same_unit=cells.same_unit)
        why = why or said.why
        at = cells.of_line(line, why) if why or (line and line.score) else -1
        dealt = cells.cells[at].dealt if at >= 0 else 0
        self._note(at, dealt, BY_PLACE, refused=bool(why), numbered=not is_event(said.entry))
        if line is None:
            return
        after = line.state
        self.counts = [after.hands, after.thrown_in, after.void, after.posted]
        self.seats = tuple([PLACES[mark] for mark in after.seats])
        self.accounts = tuple(after.balances)
        self.dealer = PLACES[after.dealer]
        self.stock = after.stock
        self._take(after)

    def _keep(self, rows: slice) -> None:
        found = self.walk.found
        found.cell[rows], found.number[rows] = self.cell, self.number
        found.dealt[rows], found.present[rows], found.refused[rows] = self.dealt, self.present, self.refused
        found.counts[:, self.evening] = self.counts
        memory = self.bock, self.bock_since, self.round, self.round_left, self.round_since
        known = tuple([PLACES[mark] for mark in self.accounts if mark != STOCK])
        found.ends[self.evening] = End(self.seats, self.dealer, known, *memory)
