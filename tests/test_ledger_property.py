"""The ledger against a list: whatever is recorded, undone and voided, what is stored follows from the facts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sklog import tariffs
from sklog.errors import HandError, NotFound, Refused
from sklog.ledger import connection, correcting, evenings, recording, undoing
from sklog.ledger.checking import disagreements
from sklog.ledger.recording import Said
from sklog.scoring.canonical import from_json
from sklog.scoring.closing import stock_at_close
from sklog.scoring.evening import BockOrder, Entry, Join, Leave, Payment, RoundOrder, StockMove, Voided, is_event
from sklog.scoring.session import Session, final_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SAID = Said("add", "", "2026-11-19T20:00:00.000+00:00")
SEATS = ("Anna", "Bene", "Christl", "Dani", "Eva")
TARIFF = tariffs.read(
    "name: haus\nextends: wiki\nbock: {after: [lost_solo, thrown_in], length: round, inside: stacked}\n", "haus.yaml"
)

names = st.sampled_from(SEATS)
pairs = st.lists(names, min_size=2, max_size=2, unique=True)


def _hand(**facts: Any) -> Entry:
    return from_json({key: value for key, value in facts.items() if value is not None}, SEATS)


partner_games = st.builds(
    lambda pair, won, **facts: _hand(game="sauspiel", declarer=pair[0], partner=pair[1], won=won, **facts),
    pairs,
    st.booleans(),
    laufende=st.sampled_from([None, 3, 5]),
    klopfer=st.sampled_from([None, 1, 2]),
    kontra=st.sampled_from([None, 1]),
    dealer=st.none() | names,
)
solo_games = st.builds(
    lambda game, name, won: _hand(game=game, declarer=name, won=won),
    st.sampled_from(["wenz", "geier", "bettel", "bär"]),
    names,
    st.booleans(),
)
ramsches = st.builds(lambda name: _hand(game="ramsch", losers=[name]), names)
thrown_in = st.just(_hand(game="zusammengeworfen"))
postings = st.builds(
    lambda pair, amount: _hand(game="posting", amounts={pair[0]: -amount, pair[1]: amount}, note="Bier"),
    st.lists(st.sampled_from([*SEATS, "Stock"]), min_size=2, max_size=2, unique=True),
    st.integers(1, 90),
)
hands: st.SearchStrategy[Entry] = partner_games | solo_games | ramsches | thrown_in | postings
events: st.SearchStrategy[Entry] = st.one_of(
    st.builds(BockOrder, st.integers(0, 3)),
    st.builds(RoundOrder, st.sampled_from(["hadsch", "schieber", "none", None])),
    st.builds(lambda name, amount: StockMove({name: amount}), names, st.integers(-60, 60).filter(bool)),
    st.builds(lambda pair, amount: Payment(pair[0], pair[1], amount), pairs, st.integers(1, 500)),
    st.builds(Join, names | st.just("Sepp"), st.none() | names),
    st.builds(Leave, names),
)


class Command(NamedTuple):
    """What a user did: the entries it recorded, the hand it voided, whether the evening is closed after it.

    `turns` is "close" or "reopen": going on takes back the last closing, and what that did with the Stock.
    """

    entries: tuple[Entry, ...]
    voids: int | None
    closed: bool
    turns: str = ""


def in_force(commands: Iterable[Command]) -> tuple[Entry, ...]:
    """Return the entries of the commands, voided hands wrapped: what the evening is a fold of."""
    entries: list[Entry] = []
    lifted: set[int] = set()
    closings: list[int] = []
    for place, command in enumerate(commands):
        if command.turns == "close":
            closings.append(place)
        elif command.turns == "reopen":
            lifted.add(closings.pop())
    for place, command in enumerate(commands):
        if place in lifted:
            continue
        entries += command.entries
        if command.voids is not None:
            hand = [seat for seat, entry in enumerate(entries) if not is_event(entry)][command.voids - 1]
            entries[hand] = Voided(entries[hand])  # type: ignore[arg-type]
    return tuple(entries)


class Table(RuleBasedStateMachine):
    """Somebody keeps the list in the ledger, and somebody else keeps a list of commands beside it."""

    @initialize(people=st.integers(4, 5), stock=st.sampled_from([0, 30]))
    def begin(self, people: int, stock: int) -> None:
        """An evening begins."""
        self.ledger = connection.in_memory()
        self.commands: list[Command] = []
        self.empty = Session("Abend", "2026-11-19", TARIFF, SEATS[:people], stock=stock)
        recording.start(self.ledger, self.empty, SAID, uid="1")

    def teardown(self) -> None:
        """The evening is forgotten."""
        if hasattr(self, "ledger"):
            self.ledger.close()

    def _now(self) -> evenings.Evening:
        return evenings.find(self.ledger, "1")

    def _do(self, what: Any, *wanted: Any) -> bool:
        """Run one command in a transaction of its own; a refused one must leave everything as it was."""
        before = list(self.ledger.iterdump())
        try:
            with connection.transaction(self.ledger, Path(":memory:")):
                what(self.ledger, self._now(), *wanted, SAID)
        except (HandError, Refused):
            assert list(self.ledger.iterdump()) == before
            return False
        return True

    def _closed(self) -> bool:
        return bool(self.commands) and self.commands[-1].closed

    @rule(entries=st.lists(hands | hands | events, min_size=1, max_size=2))
    def record(self, entries: Sequence[Entry]) -> None:
        """One or two entries, as one command."""
        if self._do(recording.add, entries):
            self.commands.append(Command(tuple(entries), None, closed=self._closed()))

    @rule(number=st.integers(1, 6))
    def void(self, number: int) -> None:
        """A hand is voided, if it is there and was not void."""
        try:
            done = self._do(correcting.void, number)
        except NotFound:
            assert number > sum(not is_event(entry) for entry in in_force(self.commands))
            return
        if done:
            self.commands.append(Command((), number, closed=self._closed()))

    @precondition(lambda self: bool(getattr(self, "commands", ())))
    @rule()
    def undo(self) -> None:
        """The newest command is taken back: always possible, for it only goes back to what was."""
        assert self._do(undoing.undo)
        self.commands.pop()

    @rule(split=st.booleans())
    def close(self, *, split: bool) -> None:
        """The evening is closed, and its Stock divided or carried."""
        move = stock_at_close(self._now().state, "split") if split else None
        moves = [] if move is None else [move]
        if self._do(recording.close, moves):
            self.commands.append(Command(tuple(moves), None, closed=True, turns="close"))

    @rule()
    def reopen(self) -> None:
        """It goes on after all."""
        if self._do(undoing.reopen):
            self.commands.append(Command((), None, closed=False, turns="reopen"))

    @precondition(lambda self: hasattr(self, "ledger"))
    @invariant()
    def what_is_kept_is_the_fold(self) -> None:
        """The evening stands where folding the entries in force from nothing ends."""
        session = self.empty._replace(entries=in_force(self.commands))
        lines = session.lines()
        state, now = final_state(session, lines), self._now()
        assert now.state == state
        assert (now.hands, now.position) == (sum(line.number is not None for line in lines), len(lines))
        assert now.closed == self._closed()
        shown = dict(self.ledger.execute("SELECT player, balance FROM balance"))
        # a Stock in which nothing has moved yet has no posting to be shown
        moved = {name: amount for name, amount in state.balances.items() if name != "Stock" or name in shown}
        assert {name: amount for name, amount in shown.items() if amount} == {
            name: amount for name, amount in moved.items() if amount
        }

    @precondition(lambda self: hasattr(self, "ledger"))
    @invariant()
    def the_ledger_agrees_with_itself(self) -> None:
        """`check` finds nothing."""
        assert list(disagreements(self.ledger)) == []


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=100, stateful_step_count=25, deadline=None)
