"""The ledger against a list: whatever is recorded, corrected and undone, what is stored follows from the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sklog import tariffs
from sklog.errors import HandError, NotFound, Refused
from sklog.ledger import correct, database, evenings, history
from sklog.ledger import people as ledger_people
from sklog.ledger import record as ledger_record
from sklog.ledger import undo as ledger_undo
from sklog.ledger.facts import Command
from sklog.ledger.open import in_memory
from sklog.scoring.canonical import from_json
from sklog.scoring.hand import Posting
from sklog.scoring.session import Session, final_state, renamed
from sklog.scoring.settlement import stock_at_close
from sklog.scoring.state import (
    BockOrder,
    Entry,
    Join,
    Leave,
    Payment,
    RoundOrder,
    Seating,
    StockMove,
    TariffChange,
    Voided,
    entry_from_json,
    entry_to_json,
    is_event,
)
from sklog.scoring.tariff import Tariff
from sklog.vault.check import disagreements
from tests.asked import require_same
from tests.quick import SCARCE

pytestmark = pytest.mark.long

SAID = Command("add", "", "2026-11-19T20:00:00.000+00:00")
SEATS = ("Anna", "Bene", "Christl", "Dani", "Eva")
TARIFF = tariffs.read(
    "name: haus\nextends: wiki\nbock: {after: [lost_solo, thrown_in], length: round, inside: stacked}\n", "haus.yaml"
)
DEARER = tariffs.read("name: teurer\nextends: wiki\nprices: {partner: 50}\nstock: none\n", "teurer.yaml")

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
    st.builds(Seating, st.permutations(SEATS[:4]).map(tuple)),
)
numbers = st.integers(1, 6)


class World(NamedTuple):
    """What is in force after a command: entries, each with a token of its own, and what the evening began with.

    `closing` are the tokens of what was settled by closing, which goes when the evening goes on after all; `pins`
    are the dealers and the people of hands that keep them.
    """

    entries: tuple[tuple[int, Entry], ...]
    tariff: Tariff
    players: tuple[str, ...]
    closed: bool = False
    closing: frozenset[int] = frozenset()
    pins: Mapping[int, tuple[str, tuple[str, ...]]] = {}

    def hands(self) -> list[int]:
        """Return the places of the hands among the entries."""
        return [place for place, (_, entry) in enumerate(self.entries) if not is_event(entry)]

    def session(self, empty: Session) -> Session:
        """Return the evening."""
        told = tuple(self._kept(token, entry) for token, entry in self.entries)
        return empty._replace(entries=told, tariff=self.tariff, players=self.players)

    def _kept(self, token: int, entry: Entry) -> Entry:
        hand: Any = entry.hand if isinstance(entry, Voided) else entry
        if token not in self.pins or isinstance(hand, Posting):
            return entry
        dealer, active = self.pins[token]
        kept = active if hand.dealer in (None, dealer) else ()
        hand = replace(hand, dealer=hand.dealer or dealer, active=hand.active or kept)
        return entry._replace(hand=hand) if isinstance(entry, Voided) else hand

    def without(self, place: int) -> World:
        """Return the world without one entry."""
        return self._replace(entries=(*self.entries[:place], *self.entries[place + 1 :]))

    def put(self, place: int, entry: tuple[int, Entry]) -> World:
        """Return the world with one entry more, which stands at this place."""
        return self._replace(entries=(*self.entries[:place], entry, *self.entries[place:]))

    def place_of(self, number: int) -> int:
        """Return where hand `number` stands, or the place behind everything for the next one."""
        hands = self.hands()
        return hands[number - 1] if number <= len(hands) else len(self.entries)


def pinned(world: World, first: int, empty: Session) -> World:
    """Return the world in which every hand from `first` on keeps the dealer and the people it was dealt to."""
    pins = dict(world.pins)
    for (token, entry), line in zip(world.entries, world.session(empty).lines(), strict=True):
        if line.number is not None and line.number >= first and not isinstance(entry, (Posting, Voided)):
            pins[token] = (line.table.dealer, line.table.active)
    return world._replace(pins=pins)


class Table(RuleBasedStateMachine):
    """Somebody keeps the list in the ledger, and somebody else keeps every state of a list beside it."""

    @initialize(people=st.integers(4, 5), stock=st.sampled_from([0, 30]))
    def begin(self, people: int, stock: int) -> None:
        """An evening begins."""
        self.ledger = in_memory()
        self.tokens = count()
        self.empty = Session("Abend", "2026-11-19", TARIFF, SEATS[:people], stock=stock)
        self.done = [World((), TARIFF, SEATS[:people])]
        self.undone: list[World] = []
        ledger_record.start(self.ledger, self.empty, SAID, uid="1")

    def teardown(self) -> None:
        """The evening is forgotten."""
        if hasattr(self, "ledger"):
            self.ledger.close()

    @property
    def world(self) -> World:
        """What is in force."""
        return self.done[-1]

    def _now(self) -> evenings.Evening:
        return evenings.find(self.ledger, "1")

    def _do(self, what: Any, *wanted: Any, **also: Any) -> bool:
        """Run one command in a transaction of its own; a refused one must leave everything as it was."""
        before = list(self.ledger.iterdump())
        try:
            with database.transaction(self.ledger, Path(":memory:")):
                what(self.ledger, self._now(), *wanted, SAID, **also)
        except (HandError, Refused, NotFound):
            assert list(self.ledger.iterdump()) == before
            return False
        return True

    def _next(self, world: World) -> None:
        self.done.append(world)
        self.undone.clear()

    def _spelled(self, entry: Entry) -> Entry:
        """Return an entry with the names as the ledger writes them, which is how commands say them."""
        told = renamed(entry_to_json(entry), lambda name: evenings.known_name(self.ledger, name) or name)
        return entry_from_json(told)

    def _told(self, entries: Iterable[Entry]) -> tuple[tuple[int, Entry], ...]:
        return tuple((next(self.tokens), entry) for entry in entries)

    @rule(entries=st.lists(hands | hands | events, min_size=1, max_size=2))
    def record(self, entries: Sequence[Entry]) -> None:
        """One or two entries, as one command."""
        spelled = [self._spelled(entry) for entry in entries]
        if self._do(ledger_record.add, spelled):
            self._next(self.world._replace(entries=(*self.world.entries, *self._told(spelled))))

    @rule(number=numbers, keeps_seats=st.booleans())
    def void(self, number: int, *, keeps_seats: bool) -> None:
        """A hand is voided, if it is there and was not void."""
        if self._do(correct.void, number, keep_seats=keeps_seats):
            place = self.world.place_of(number)
            token, hand = self.world.entries[place]
            self._next(self.world.without(place).put(place, (token, Voided(hand, keeps_seats))))  # type: ignore[arg-type]

    @rule(number=numbers, hand=hands, keep_seats=st.booleans())
    def fix(self, number: int, hand: Entry, *, keep_seats: bool) -> None:
        """A hand was another one; a void one counts again."""
        hand = self._spelled(hand)
        if self._do(correct.fix, number, hand, keep_seats=keep_seats):
            world = pinned(self.world, number + 1, self.empty) if keep_seats else self.world
            place = world.place_of(number)
            self._next(world.without(place).put(place, (world.entries[place][0], hand)))

    @rule(number=numbers, hand=hands, keep_seats=st.booleans())
    def insert(self, number: int, hand: Entry, *, keep_seats: bool) -> None:
        """A hand was forgotten."""
        hand = self._spelled(hand)
        if self._do(correct.insert, number, hand, keep_seats=keep_seats):
            world = pinned(self.world, number, self.empty) if keep_seats else self.world
            self._next(world.put(world.place_of(number), *self._told([hand])))

    @rule(number=numbers, to=numbers, keep_seats=st.booleans())
    def move(self, number: int, to: int, *, keep_seats: bool) -> None:
        """A hand was played at another time."""
        if self._do(correct.move, number, to, keep_seats=keep_seats):
            world = pinned(self.world, min(number, to), self.empty) if keep_seats else self.world
            played = [world.entries[place] for place in world.hands()]
            played.insert(to - 1, played.pop(number - 1))
            following = iter(played)
            told = tuple(one if is_event(one[1]) else next(following) for one in world.entries)
            self._next(world._replace(entries=told))

    @rule(first=st.none() | numbers, tariff=st.sampled_from([TARIFF, DEARER]))
    def change_the_tariff(self, first: int | None, tariff: Tariff) -> None:
        """The table plays by another tariff from a hand on, or was meant to from the beginning."""
        if not self._do(correct.change_tariff, tariff, first=first):
            return
        if first is None:
            kept = tuple(one for one in self.world.entries if not isinstance(one[1], TariffChange))
            self._next(self.world._replace(entries=kept, tariff=tariff))
        else:
            place = self.world.place_of(first)
            later = (one for one in self.world.entries[place:] if not isinstance(one[1], TariffChange))
            world = self.world._replace(entries=(*self.world.entries[:place], *later))
            self._next(world.put(place, *self._told([TariffChange(tariff)])))

    @rule(old=names | st.just("Anni"), new=st.sampled_from(["Anni", "BENE", "Sepp"]))
    def rename(self, old: str, new: str) -> None:
        """Somebody is called otherwise, before and after."""
        if not self._do(lambda ledger, _now, said: ledger_people.rename(ledger, old, new, said)):
            return
        session = self.world.session(self.empty)
        paid = [name for one in session.payments() for name in (one.payer, one.payee)]
        before = {name.casefold(): name for name in (*paid, *session.everybody())}[old.casefold()]

        def now(name: str) -> str:
            return new if name == before else name

        told = tuple(
            (token, entry_from_json(renamed(entry_to_json(entry), now))) for token, entry in self.world.entries
        )
        pins = {token: (now(dealer), tuple(map(now, active))) for token, (dealer, active) in self.world.pins.items()}
        self._next(self.world._replace(entries=told, players=tuple(map(now, self.world.players)), pins=pins))

    @rule()
    def undo(self) -> None:
        """The newest command is taken back: always possible, for it only goes back to what was."""
        if len(self.done) > 1:  # else it takes the beginning back
            assert self._do(ledger_undo.undo)
            self.undone.append(self.done.pop())

    @rule()
    def redo(self) -> None:
        """What was taken back last comes into force again."""
        if self._do(ledger_undo.redo):
            self.done.append(self.undone.pop())
        else:
            assert not self.undone

    @rule(split=st.booleans())
    def close(self, *, split: bool) -> None:
        """The evening is closed, and its Stock divided or carried."""
        move = stock_at_close(self._now().state, "split") if split else None
        moves = [] if move is None else [move]
        if self._do(ledger_record.close, moves):
            told = self._told(moves)
            closing = frozenset(token for token, _ in told)
            entries = (*self.world.entries, *told)
            self._next(self.world._replace(entries=entries, closed=True, closing=closing))

    @rule()
    def reopen(self) -> None:
        """It goes on after all."""
        if self._do(ledger_undo.reopen):
            kept = tuple(one for one in self.world.entries if one[0] not in self.world.closing)
            self._next(self.world._replace(entries=kept, closed=False, closing=frozenset()))

    @precondition(lambda self: hasattr(self, "ledger"))
    @invariant()
    def what_is_kept_is_the_fold(self) -> None:
        """The evening stands where folding the entries in force from nothing ends."""
        session = self.world.session(self.empty)
        lines = session.lines()
        state, now = final_state(session, lines), self._now()
        assert history.of_evening(self.ledger, now).session.entries == session.entries
        assert now.state == state
        assert (now.hands, now.position) == (sum(line.number is not None for line in lines), len(lines))
        assert now.closed == self.world.closed
        shown = dict(self.ledger.execute("SELECT player, balance FROM balance"))
        # a Stock in which nothing has moved yet has no posting to be shown
        moved = {name: amount for name, amount in state.balances.items() if name != "Stock" or name in shown}
        assert {name: amount for name, amount in shown.items() if amount} == {
            name: amount for name, amount in moved.items() if amount
        }

    @precondition(lambda self: hasattr(self, "ledger"))
    @invariant()
    def the_ledger_agrees_with_itself(self) -> None:
        """`check` finds nothing, and the views hold what comes out of the facts."""
        assert list(disagreements(self.ledger)) == []
        require_same(self.ledger)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=50 if SCARCE else 150, stateful_step_count=25, deadline=None)
