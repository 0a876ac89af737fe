"""What an evening is made of: its state, the entries that change it, and the events among them.

    State ──Entry──▶ Line (with the next State): `sklog.scoring.evening` does it

An event says what it changes, and `_READ` what it is in JSON. A new one is a class here, a row of `EVENTS` and of
`_READ`, and its words in `sklog.reports.sentences`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from sklog import rooms
from sklog.errors import IllegalHand, InvalidHand, NotInstalled
from sklog.language import N_, _, _n, _t
from sklog.scoring.amounts import money
from sklog.scoring.canonical import (
    EVERY_KEY,
    MOST_SEATS,
    NO_ROUND,
    flag,
    from_json,
    integer,
    round_word,
    shown,
    to_json,
)
from sklog.scoring.games import Game
from sklog.scoring.hand import Hand, Names, Passed, Played, Posting, Ramsch
from sklog.scoring.judge import Table, stranger, unknown_round
from sklog.scoring.names import Unreadable, all_named, figures, in_words, integral, name_problems, spelled, text, yes
from sklog.scoring.payout import LARGEST, STOCK, Score
from sklog.scoring.settings import from_mapping, stored
from sklog.scoring.tariff import CENTS, POINTS, SpecialRound, Tariff
from sklog.values import NamedTuple, checked

if TYPE_CHECKING:
    from typing import Protocol

    class Memory(Protocol):
        """What a room remembers of an evening of its own; nobody changes one in place."""

        @property
        def key(self) -> str:
            """Return the key of its JSON form."""

        @property
        def who_takes_part(self) -> str:
            """Return for people how many take part."""

        def to_json(self) -> Any:
            """Return its JSON form."""

        def evenings(self, uid: str) -> set[str]:
            """Return the identities of the evenings that are played for it; `uid` is its own."""

    class RoomFact(Protocol):
        """What a room records at an evening of its own."""

        def to_json(self) -> Any:
            """Return its JSON form."""

        def apply(self, memory: Any) -> "Memory":
            """Return what is remembered behind it; raise IllegalHand where it cannot be."""


MOST_HANDS = 10_000  # of one evening
MOST_ENTRIES = 2 * MOST_HANDS  # of one evening, events included
MOST_PEOPLE = 100  # that sit at a table in one evening, one after the other
MOST_BOCK = 999
ORDERED = "ordered"  # the table said so, no rule


class Cause(NamedTuple):
    """Why Bock or a round is in force: a trigger of the tariff, or `ORDERED`, and the number of the hand before it."""

    what: str
    hand: int


class Count(NamedTuple):
    """How many hands were played, and how many numbers belong to hands thrown in, void hands and postings."""

    played: int
    thrown_in: int = 0
    void: int = 0
    posted: int = 0

    @property
    def others(self) -> str:
        """What was not played, in words: "2 thrown in, 1 void"; "" where every number is a hand that was played."""
        words = (
            self.thrown_in and _n("{n} thrown in", "{n} thrown in", self.thrown_in),
            self.void and _n("{n} void", "{n} void", self.void),
            self.posted and _n("{n} posting", "{n} postings", self.posted),
        )
        return ", ".join(word for word in words if word)

    @property
    def hands(self) -> str:
        """How many were played, in words: "12 hands"; where none was, what there is instead: "2 postings"."""
        return _n("{n} hand", "{n} hands", self.played) if self.played or not self.others else self.others

    @property
    def words(self) -> str:
        """All of it in words: "12 hands (besides 2 thrown in)"."""
        if not (self.played and self.others):
            return self.hands
        return _("{hands} (besides {others})", hands=self.hands, others=self.others)


def altogether(counts: Iterable[Count]) -> Count:
    """Return the sum of the counts of several evenings."""
    return Count(*map(sum, zip(Count(0), *counts, strict=True)))


class Unknown(NamedTuple):
    """A fact, or what is remembered, of a room that is not here: kept as it was recorded, in JSON."""

    key: str
    said: Any

    @property
    def who_takes_part(self) -> str:
        """Return for people how many take part: nobody can tell."""
        return "?"

    def to_json(self) -> Any:
        """Return what was recorded."""
        return self.said

    def evenings(self, _uid: str) -> set[str]:
        """Ask its room which evenings are played for it; raise NotInstalled."""
        rooms.load(rooms.EVENINGS[self.key].memory)
        raise TypeError(f"{self.key} is installed, and remembers this evening itself")

    def apply(self, memory: Any) -> "Memory":
        """Return what is remembered behind this fact: the list of all of them, as the room would say it."""
        return Unknown(self.key, [*(memory.said if memory else ()), self.said])


class State(NamedTuple):
    """What an evening remembers between two hands.

    Amounts are in cents or points. `seats` are the players present, clockwise; `dealer` deals next. `bock` has a
    counter of hands for each Bock in force, `bock_since` its reason. `balances` has everybody who ever sat here, and
    the Stock as "Stock". `hands` is the last hand's number, `dealt` the number of played hands each player got cards
    for. `thrown_in`, `void` and `posted` count the numbers that are not played hands, and `apart` is the part of the
    balances that did not come from hands. An evening without players belongs to a room, and `memory` is what that room
    remembers.
    """

    seats: Names
    dealer: str
    balances: Mapping[str, int]
    bock: tuple[int, ...] = ()
    round: str | None = None
    round_left: int = 0
    hands: int = 0
    dealt: Mapping[str, int] = {}
    bock_since: tuple[Cause, ...] = ()
    round_since: Cause | None = None
    thrown_in: int = 0
    void: int = 0
    posted: int = 0
    memory: "Memory | None" = None
    apart: Mapping[str, int] = {}

    def __repr__(self) -> str:
        """Return what one looks for; all of it is in `_asdict()`."""
        dealer, balances = self.dealer, dict(self.balances)
        return f"<State after {self.hands} hands: {dealer!r} deals, balances {balances!r}>"

    @property
    def counted(self) -> Count:
        """What the numbers up to the last one are, told apart."""
        others = self.thrown_in, self.void, self.posted
        return Count(self.hands - sum(others), *others)

    @property
    def stock(self) -> int:
        """What the Stock holds."""
        return self.balances[STOCK]

    @property
    def everybody(self) -> Names:
        """Everybody who ever sat here, in the order they came."""
        return tuple(name for name in self.balances if name != STOCK)

    @property
    def took_part(self) -> Names:
        """Who took part, whatever it came to: everybody who sat here, once anything was played, posted or paid in."""
        return self.everybody if self.hands > self.void or any(self.apart.values()) else ()

    def in_round(self, special: SpecialRound | None) -> "State":
        """Return the state as a special round begins that the table ordered, or as any round ends (None)."""
        if special is None:
            return self._replace(round=None, round_left=0, round_since=None)
        left = special.deals(len(self.seats))
        return self._replace(round=special.name, round_left=left, round_since=Cause(ORDERED, self.hands))


class Line(NamedTuple):
    """An entry and the state after it: `number` counts hands from 1 and is None for events.

    `tariff` is the one in force after it, which is also the one a hand was scored under.
    """

    number: int | None
    entry: "Entry"
    table: Table
    score: Score | None
    state: State
    tariff: Tariff

    def __repr__(self) -> str:
        """Return what one looks for; all of it is in `_asdict()`."""
        value = None if self.score is None else self.score.value
        return f"<Line {self.number}: {self.entry!r}, value {value}>"


# -- what happens between two hands -------------------------------------------------------------------

# `apply` takes the line of the event as if it changed nothing and returns it with what it changes; it raises
# IllegalHand with everything that cannot be.


_STOCK = N_("stock: say who pays in and who takes out, such as {Anna: -40}")


def _unless_none(read: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else read(value)


def _moved(value: object) -> dict[str, int]:
    if moved := figures(value):
        return moved
    raise Unreadable(_(_STOCK))


def _a(*kinds: type) -> Callable[[object], Any]:
    """Return what takes a value of these kinds as it is."""

    def read(value: object) -> object:
        if isinstance(value, kinds):
            return value
        wanted = " / ".join(kind.__name__ for kind in kinds)
        raise Unreadable(_("expected a {kind}, not {value}", kind=wanted, value=in_words(value)))

    return read


_event = partial(checked, InvalidHand)


@_event(text, _unless_none(text))
class Join(NamedTuple):
    """A player sits down, after `after` (clockwise) or on the last seat."""

    name: str
    after: str | None = None

    def apply(self, line: Line) -> Line:
        """Add a seat, and a balance of 0 for somebody new."""
        state = line.state
        name = spelled(self.name, state.everybody)
        wrong = list(name_problems([name]))
        if name in state.seats:
            wrong.append(_("{name} sits at the table already", name=name))
        if self.after is not None and self.after not in state.seats:
            wrong.append(stranger(self.after, state.seats))
        if len(state.seats) >= MOST_SEATS:
            wrong.append(_("{most} people sit here already: there is no seat for {name}", most=MOST_SEATS, name=name))
        IllegalHand.if_any(wrong)
        place = len(state.seats) if self.after is None else state.seats.index(self.after) + 1
        after = state._replace(
            seats=(*state.seats[:place], name, *state.seats[place:]),
            balances={**state.balances, name: state.balances.get(name, 0)},
            dealt={**state.dealt, name: state.dealt.get(name, 0)},
        )
        return line._replace(state=after)


@_event(text)
class Leave(NamedTuple):
    """A player leaves; the balance stays."""

    name: str

    def apply(self, line: Line) -> Line:
        """Take the seat away; a dealer who leaves hands the deal to the next one clockwise."""
        state = line.state
        if self.name not in state.seats:
            raise IllegalHand(stranger(self.name, state.seats))
        if len(state.seats) == 1:
            raise IllegalHand(_("{name} is the last one at the table: close the evening instead", name=self.name))
        dealer = clockwise_from(state.seats, self.name)[0] if state.dealer == self.name else state.dealer
        seats = tuple(name for name in state.seats if name != self.name)
        return line._replace(state=state._replace(seats=seats, dealer=dealer))


@_event(partial(all_named, name=text))
class Seating(NamedTuple):
    """The players change seats: the new order, clockwise.

    The same player deals next.
    """

    seats: tuple[str, ...]

    def apply(self, line: Line) -> Line:
        """Take the new order, if it has everybody present once."""
        state, seats = line.state, self.seats
        if len(seats) > MOST_PEOPLE:
            raise IllegalHand(_("{most} people at most sit at a table, not {count}", most=MOST_SEATS, count=len(seats)))
        wrong = [stranger(name, state.seats) for name in seats if name not in state.seats]
        wrong += [_("{name} is named twice", name=name) for name in dict.fromkeys(seats) if seats.count(name) > 1]
        if missing := [name for name in state.seats if name not in seats]:
            wrong.append(_("give everybody's seats, clockwise; missing: {people}", people=", ".join(missing)))
        IllegalHand.if_any(wrong)
        return line._replace(state=state._replace(seats=seats))


@_event(_a(Tariff))
class TariffChange(NamedTuple):
    """From here on the table plays by another tariff, in the same unit."""

    tariff: Tariff

    def apply(self, line: Line) -> Line:
        """Play by it; a special round that it does not play ends."""
        require_same_unit(self.tariff, line.tariff)
        state = line.state
        if state.round and unknown_round(state.round, self.tariff):
            state = state.in_round(None)
        return line._replace(state=state, tariff=self.tariff)


@_event(integral)
class BockOrder(NamedTuple):
    """The table orders Bock for this many hands from now on; 0 ends it."""

    hands: int

    def apply(self, line: Line) -> Line:
        """Begin one counter, whatever was in force."""
        state, hands = line.state, self.hands
        if not 0 <= hands <= MOST_BOCK:
            raise IllegalHand(_("Bock for {hands} hands: give 0 (off) to 999", hands=hands))
        bock, since = ((hands,), (Cause(ORDERED, state.hands),)) if hands else ((), ())
        return line._replace(state=state._replace(bock=bock, bock_since=since))


@_event(_unless_none(text))
class RoundOrder(NamedTuple):
    """The table starts a special round, or ends it (None)."""

    kind: str | None

    def apply(self, line: Line) -> Line:
        """Begin a round, if the tariff plays it."""
        if self.kind is not None and (unknown := unknown_round(self.kind, line.tariff)):
            raise IllegalHand(unknown)
        return line._replace(state=line.state.in_round(line.tariff.special.get(self.kind or "")))


@_event(_moved)
class StockMove(NamedTuple):
    """Players pay into the Stock (negative amounts) or take money out."""

    amounts: Mapping[str, int]

    def apply(self, line: Line) -> Line:
        """Post the amounts, and the Stock's side of them; `score` has both."""
        state = line.state
        require_known(self.amounts, state)
        taken = sum(self.amounts.values())
        require_full_stock(state, -taken, line.tariff.unit)
        moved = {**dict.fromkeys(line.table.seats, 0), **self.amounts, STOCK: -taken}
        after = state._replace(balances=added(state.balances, moved), apart=moved_apart(state.apart, moved))
        return line._replace(score=Score(0, moved, stock=self.amounts), state=after)


@_event(text, text, integral)
class Payment(NamedTuple):
    """Money that changed hands outside the game: it settles debts and does not change balances."""

    payer: str
    payee: str
    amount: int

    def apply(self, line: Line) -> Line:
        """Refuse a payment that moves nothing; who may pay is not for one evening to say: debts carry over."""
        wrong = list(name_problems(name for name in (self.payer, self.payee) if name != STOCK))
        if self.payer == self.payee:
            wrong = [_("{name} cannot pay {name}: name two people", name=self.payer)]
        if not 0 < self.amount <= LARGEST:
            none = _("a payment of {amount}: it must be more than 0", amount=money(self.amount, line.tariff.unit))
            wrong.append(none if self.amount <= 0 else _("this number is too large to store (64 bit)"))
        IllegalHand.if_any(wrong)
        return line


class Rounding(Payment):
    """What the payer still owed the payee when sums were rounded: nobody pays it, and nobody owes it any more."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is Rounding and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Rounding, *self))


class OfRoom(NamedTuple):
    """A fact of an evening at which nobody sits: what it says, refuses and changes is known to the room alone.

    `key` is that of its JSON form, and of its row in `rooms.EVENINGS`.
    """

    key: str
    fact: "RoomFact"

    @classmethod
    def read(cls, key: str, said: Any) -> "OfRoom":
        """Read a fact; without its room it is kept as it is."""
        try:
            return cls(key, rooms.load(rooms.EVENINGS[key].fact)(said))
        except NotInstalled:
            return cls(key, Unknown(key, said))

    def require_room(self) -> None:
        """Raise NotInstalled unless somebody here knows what this fact means: nothing unknown is recorded."""
        rooms.load(rooms.EVENINGS[self.key].fact)

    def apply(self, line: Line) -> Line:
        """Change what the room remembers, which begins with its first fact."""
        if line.state.seats:
            raise IllegalHand(_t(rooms.EVENINGS[self.key].somebody_sits))
        return line._replace(state=line.state._replace(memory=self.fact.apply(line.state.memory)))


Event = Join | Leave | Seating | TariffChange | BockOrder | RoundOrder | StockMove | Payment | Rounding | OfRoom
EVENTS: dict[str, type[Event]] = {
    "join": Join,
    "leave": Leave,
    "seats": Seating,
    "tariff": TariffChange,
    "bock": BockOrder,
    "round": RoundOrder,
    "stock": StockMove,
    "pay": Payment,
    "rounded": Rounding,
    **dict.fromkeys(rooms.EVENINGS, OfRoom),
}
"""Every event by the key that its JSON form has, in the order in which messages name them."""
PAID = ("pay", "rounded")
"""The keys of what is settled between two people, outside the game."""
_EVENTS = frozenset(EVENTS.values())  # asked for every hand: by its type, not for each kind whether it is one


@_event(_a(Played, Ramsch, Passed, Posting), yes)
class Voided(NamedTuple):
    """A hand that counts as never dealt and keeps its number.

    With `keeps_seats` the deal still moves on, so that later hands keep their recorded dealers and players.
    """

    hand: Hand
    keeps_seats: bool = False


Entry = Played | Ramsch | Passed | Posting | Voided | Event


# -- the JSON form of an entry: a canonical hand, or an event such as {"join": "Eva"} -------------------


KEEP_SEATS = "keep-seats"
ENTRY_KEYS = EVERY_KEY.union(EVENTS, ("after", "void"))
"""Every key that the JSON form of an entry may have."""


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return the JSON form of an entry, which `entry_from_json` reads back; amounts are whole cents or points.

    See docs/files.md.

    >>> sklog.entry_to_json(sklog.Payment("Bene", "Anna", 30))
    {'pay': ['Bene', 'Anna', 30]}
    """
    if isinstance(entry, Voided):
        return {**to_json(entry.hand), "void": KEEP_SEATS if entry.keeps_seats else True}
    if not is_event(entry):
        return to_json(entry)  # type: ignore[arg-type]  # asked before
    if isinstance(entry, OfRoom):
        return {entry.key: entry.fact.to_json()}
    if isinstance(entry, Join):
        return {"join": entry.name} | ({} if entry.after is None else {"after": entry.after})
    return {_KEYS[type(entry)]: _plain(entry)}


def entry_from_json(data: Mapping[str, Any], people: Sequence[str] = (), games: Sequence[Game] = ()) -> Entry:
    """Return the entry of a mapping, whose values may all be text; raise HandError with all problems.

    Only a tariff has to be as `entry_to_json` wrote it, because its values were checked when it was read. `people` are
    the names known so far: spellings are matched to them, ignoring case. `games` are those of the tariff, so that your
    own games are known by alias and shape. See docs/files.md.

    >>> sklog.entry_from_json({"game": "wenz", "declarer": "anna", "won": "true"}, table.seats).declarer
    'Anna'
    """
    if not isinstance(data, dict):
        raise InvalidHand(_("an entry is a hand (game: …) or one of {events}", events=", ".join(EVENTS)))
    if "game" in data:
        if "void" not in data:
            return from_json(data, people, games)
        facts = {key: value for key, value in data.items() if key != "void"}
        return voided(from_json(facts, people, games), data["void"])
    kinds = [key for key in EVENTS if key in data]
    if len(kinds) != 1:
        what = ", ".join(map(repr, kinds or data)) or "{}"
        raise InvalidHand(
            _("{what}: an entry is a hand (game: …) or one of {events}", what=shown(what), events=", ".join(EVENTS))
        )
    kind = kinds[0]
    if extra := [key for key in data if key != kind and (kind, key) != ("join", "after")]:
        raise InvalidHand(_("{what}: not allowed beside {kind!r}", what=shown(", ".join(map(repr, extra))), kind=kind))
    try:
        if kind == "join":
            after = data.get("after")
            return Join(_text(data[kind]), None if after is None else _name(after, people))
        return _READ[kind](data[kind], people) if kind in _READ else OfRoom.read(kind, data[kind])
    except Unreadable as error:
        raise InvalidHand(str(error)) from None


_KEYS: Mapping[type, str] = {kind: key for key, kind in EVENTS.items()}


def _plain(event: Any) -> Any:
    """Return what stands behind the key of an event."""
    if isinstance(event, Payment):
        return list(event)
    (said,) = event
    if isinstance(said, Tariff):
        return stored(said)
    if isinstance(event, RoundOrder):
        return said or NO_ROUND
    return list(said) if isinstance(said, tuple) else dict(said) if isinstance(said, Mapping) else said


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidHand(_("{value!r} is not a name", value=value))
    return value


def _name(value: object, people: Sequence[str]) -> str:
    return spelled(_text(value), people)


def _seats(said: object, people: Sequence[str]) -> Seating:
    if not isinstance(said, (list, tuple)):
        raise InvalidHand(_("seats: say who sits where, clockwise, such as [Anna, Dani, Bene, Christl]"))
    return Seating(tuple([_name(name, people) for name in said]))


def _tariff(plain: Any, _people: Sequence[str]) -> TariffChange:
    """Read a tariff as a ledger holds it; it is not checked again. Raises NewerProgram for unknown keys."""
    try:
        return TariffChange(from_mapping(plain))
    except (TypeError, ValueError, KeyError, AttributeError):
        raise InvalidHand(_("tariff: give a tariff's name, or all of its settings")) from None


def _round(said: object, _people: Sequence[str]) -> RoundOrder:
    kind = round_word(_text(said))
    return RoundOrder(None if kind in (NO_ROUND, "off") else kind)


def _moved_stock(said: object, people: Sequence[str]) -> StockMove:
    if not isinstance(said, dict) or not said:
        raise InvalidHand(_(_STOCK))
    return StockMove({_name(name, people): integer(amount) for name, amount in said.items()})


def _paid(kind: type[Payment], said: object, people: Sequence[str]) -> Payment:
    if not isinstance(said, (list, tuple)) or len(said) != len(Payment._fields):
        raise InvalidHand(_("pay: say who paid whom how much, such as [Anna, Bene, 240]"))
    payer, payee, amount = said
    return kind(_name(payer, people), _name(payee, people), integer(amount))


_READ: Mapping[str, Callable[[Any, Sequence[str]], Event]] = {
    "leave": lambda said, people: Leave(_name(said, people)),
    "seats": _seats,
    "tariff": _tariff,
    "bock": lambda said, _people: BockOrder(0 if said in ("off", False) else integer(said)),
    "round": _round,
    "stock": _moved_stock,
    "pay": partial(_paid, Payment),
    "rounded": partial(_paid, Rounding),
}
"""What reads the JSON behind the key of an event, where these people are known: all but that of somebody who joins."""


def voided(hand: Hand, said: object) -> Hand | Voided:
    """Return the hand as void as `said`: yes, no, or keep-seats. Raises InvalidHand for anything else."""
    if said == KEEP_SEATS:
        return Voided(hand, keeps_seats=True)
    try:
        return Voided(hand) if flag(said) else hand
    except Unreadable as error:
        raise InvalidHand(_("void: {what}; or {word}", what=error, word=KEEP_SEATS)) from None


def is_event(entry: object) -> bool:
    """Whether an entry is an event of the evening, which has no hand number."""
    return type(entry) in _EVENTS


@lru_cache(maxsize=256)
def clockwise_from(seats: Names, dealer: str) -> Names:
    """Return the seats beginning on the dealer's left, the dealer last."""
    if dealer not in seats:
        return seats
    place = seats.index(dealer) + 1
    return seats[place:] + seats[:place]


def added(balances: Mapping[str, int], postings: Mapping[str, int]) -> dict[str, int]:
    """Return the balances with the postings added; raise IllegalHand where they no longer fit."""
    total = dict(balances)
    for account, amount in postings.items():
        total[account] += amount
        if not -LARGEST <= total[account] <= LARGEST:
            raise IllegalHand(_("the balance of {who} no longer fits in a ledger", who=account))
    return total


def moved_apart(apart: Mapping[str, int], postings: Mapping[str, int]) -> dict[str, int]:
    """Return what people have without a played hand, with these postings added."""
    total = dict(apart)
    for name, amount in postings.items():
        if amount and name != STOCK:
            total[name] = total.get(name, 0) + amount
    return total


# -- what is refused ----------------------------------------------------------------------------------


def require_known(people: Iterable[str], state: State, *, stock: bool = False) -> None:
    """Refuse people who were never at this table; `stock` says that the Stock may be named."""
    known = tuple(state.balances) if stock else state.everybody
    wrong = [
        _("{name} was never at this table; there are {people}", name=person, people=", ".join(known))
        for person in people
        if person not in known
    ]
    IllegalHand.if_any(wrong)


def require_full_stock(state: State, change: int, unit: str) -> None:
    """Refuse to take more out of the Stock than it holds."""
    if state.stock + change < min(state.stock, 0):
        held, taken = money(state.stock, unit), money(-change, unit)
        raise IllegalHand(_("the Stock holds {held}; {taken} cannot be taken out of it", held=held, taken=taken))


def require_same_unit(new: Tariff, old: Tariff) -> None:
    """Refuse cents and points in one evening."""
    if new.unit != old.unit:
        words = {CENTS: _("cents"), POINTS: _("points")}
        said = {"new": new.name, "new_unit": words[new.unit], "old_unit": words[old.unit]}
        raise IllegalHand(
            _("{new} counts {new_unit} but this evening {old_unit}: they cannot be mixed in one evening", **said)
        )
