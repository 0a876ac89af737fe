"""What else happens at a table between two hands: people, seats, another tariff, Bock, rounds, the Stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import HandError, IllegalHand
from sklog.language import N_, _
from sklog.scoring.games import HERZ, ONE_AGAINST_ALL, SOLO
from sklog.scoring.hand import InvalidHandOf, Passed, Played, Posting, Ramsch
from sklog.scoring.judge import Outcome, Table, illegalities, unknown_round
from sklog.scoring.names import LONGEST_NAME, name_key, spelled, visible
from sklog.scoring.payout import LARGEST, STOCK, Score, ramsch_illegalities, score
from sklog.scoring.state import (
    EVENTS,
    MOST_HANDS,
    MOST_PEOPLE,
    MOST_SEATS,
    NO_ROUND,
    ORDERED,
    BockOrder,
    Cause,
    Join,
    Leave,
    Line,
    Payment,
    RoundOrder,
    Seating,
    State,
    StockMove,
    TariffChange,
    Voided,
    clockwise_from,
    is_event,
)
from sklog.scoring.tariff import CENTS, IGNORED, POINTS, RESTARTED, ROUND, STACKED, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Dealt, Hand, Names
    from sklog.scoring.state import Entry, Event
    from sklog.scoring.tariff import Tariff

_UNSEEN = N_("{name!r} is no name: it has characters that cannot be printed")
UNIT_WORDS = {CENTS: N_("cents"), POINTS: N_("points")}


def happen(state: State, event: Event, table: Table, tariff: Tariff) -> Line:
    """Return the line of an event; raise IllegalHand with everything that cannot be about it."""
    made: Score | None = None
    if isinstance(event, Join):
        state = _joined(state, event)
    elif isinstance(event, Leave):
        state = _left(state, event)
    elif isinstance(event, Seating):
        state = _seated(state, event)
    elif isinstance(event, TariffChange):
        require_same_unit(event.tariff, tariff)
        tariff = event.tariff
        if state.round and unknown_round(state.round, tariff):
            state = _begun(state, RoundOrder(None), tariff)  # it plays no such round: this one ends
    elif isinstance(event, BockOrder):
        state = _ordered(state, event.hands)
    elif isinstance(event, RoundOrder):
        state = _begun(state, event, tariff)
    elif isinstance(event, StockMove):
        made = _stock_score(state, event, table)
        state = state._replace(balances=added(state.balances, made.postings))
    else:
        _require_payment(event)
    return Line(None, event, table, made, state, tariff)


def name_problems(names: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong about the names of people at one table."""
    seen: set[str] = set()
    for name in names:
        key = name_key(name)
        if not name.strip() or name != name.strip():
            yield _("{name!r} is no name: it is empty, or begins or ends with a space", name=name)
        elif len(name) > LONGEST_NAME:
            yield _(
                "the name {start}… has {letters} letters; at most {most} are possible",
                start=name[:12],
                letters=len(name),
                most=LONGEST_NAME,
            )
        elif not name.isprintable():
            yield _(_UNSEEN, name=name)
        elif key == name_key(STOCK):
            yield _("Stock is no player's name: it is the pot")
        elif key in seen:
            yield _("two people are called {name}: names are unique without regard to case", name=name)
        seen.add(key)


def require_room(before: State, after: State) -> None:
    """Refuse what is new where it is more than an evening takes; what was recorded stays, however much it is."""
    if before.hands < after.hands > MOST_HANDS:
        raise IllegalHand(_("an evening has at most {most:,} hands: begin another", most=MOST_HANDS))
    if len(before.balances) < len(after.balances) > MOST_PEOPLE + 1:  # the Stock is nobody
        raise IllegalHand(_("{most} people have sat here already: begin another evening", most=MOST_PEOPLE))


def require_visible(names: Iterable[str]) -> None:
    """Refuse new names with a letter that cannot be seen; whoever was recorded with one is still read."""
    if wrong := [_(_UNSEEN, name=name) for name in names if not visible(name)]:
        raise IllegalHand(*wrong)


def newcomers(entry: Entry) -> tuple[str, ...]:
    """Return who may appear for the first time with this entry."""
    if isinstance(entry, Join):
        return (entry.name,)
    return (entry.payer, entry.payee) if isinstance(entry, Payment) else ()


def _stranger(name: str, state: State) -> str:
    return _("{name} is not at this table; there are {people}", name=name, people=", ".join(state.seats))


def _joined(state: State, event: Join) -> State:
    name = spelled(event.name, state.everybody)
    wrong = list(name_problems([name]))
    if name in state.seats:
        wrong.append(_("{name} sits at the table already", name=name))
    if event.after is not None and event.after not in state.seats:
        wrong.append(_stranger(event.after, state))
    if len(state.seats) >= MOST_SEATS:
        wrong.append(_("{most} people sit here already: there is no seat for {name}", most=MOST_SEATS, name=name))
    if wrong:
        raise IllegalHand(*wrong)
    place = len(state.seats) if event.after is None else state.seats.index(event.after) + 1
    seats = (*state.seats[:place], name, *state.seats[place:])
    return state._replace(
        seats=seats,
        balances={**state.balances, name: state.balances.get(name, 0)},
        dealt={**state.dealt, name: state.dealt.get(name, 0)},
    )


def _left(state: State, event: Leave) -> State:
    if event.name not in state.seats:
        raise IllegalHand(_stranger(event.name, state))
    if len(state.seats) == 1:
        raise IllegalHand(_("{name} is the last one at the table: close the evening instead", name=event.name))
    # a dealer who leaves hands the deal to the next one clockwise
    dealer = clockwise_from(state.seats, event.name)[0] if state.dealer == event.name else state.dealer
    return state._replace(seats=tuple(name for name in state.seats if name != event.name), dealer=dealer)


def _seated(state: State, event: Seating) -> State:
    if len(event.seats) > MOST_PEOPLE:
        raise IllegalHand(
            _("{most} people at most sit at a table, not {count}", most=MOST_SEATS, count=len(event.seats))
        )
    wrong = [_stranger(name, state) for name in event.seats if name not in state.seats]
    wrong += [_("{name} is named twice", name=name) for name in dict.fromkeys(event.seats)
              if event.seats.count(name) > 1]  # fmt: skip
    if missing := [name for name in state.seats if name not in event.seats]:
        wrong.append(_("say the seats of everybody, clockwise; missing: {people}", people=", ".join(missing)))
    if wrong:
        raise IllegalHand(*wrong)
    return state._replace(seats=event.seats)


def require_same_unit(new: Tariff, old: Tariff) -> None:
    """Refuse cents and points in one evening."""
    if new.unit != old.unit:
        raise IllegalHand(
            _(
                "{new} counts {new_unit} and this evening {old_unit}: they cannot be mixed in one evening",
                new=new.name,
                new_unit=_(UNIT_WORDS[new.unit]),
                old_unit=_(UNIT_WORDS[old.unit]),
            )
        )


def _ordered(state: State, hands: int) -> State:
    if not 0 <= hands <= 999:
        raise IllegalHand(_("Bock for {hands} hands: say 0 (off) to 999", hands=hands))
    if not hands:
        return state._replace(bock=(), bock_since=())
    return state._replace(bock=(hands,), bock_since=(Cause(ORDERED, state.hands),))


def _begun(state: State, event: RoundOrder, tariff: Tariff) -> State:
    if event.kind is None:
        return state._replace(round=None, round_left=0, round_since=None)
    if unknown := unknown_round(event.kind, tariff):
        raise IllegalHand(unknown)
    since = Cause(ORDERED, state.hands)
    return state._replace(round=event.kind, round_left=len(state.seats), round_since=since)


def require_known(people: Iterable[str], state: State, *, stock: bool = False) -> None:
    """Refuse people who were never at this table; `stock` says that the Stock may be named."""
    known = tuple(state.balances) if stock else state.everybody
    wrong = [
        _("{name} was never at this table; there are {people}", name=person, people=", ".join(known))
        for person in people
        if person not in known
    ]
    if wrong:
        raise IllegalHand(*wrong)


def _stock_score(state: State, event: StockMove, table: Table) -> Score:
    require_known(event.amounts, state)
    taken = sum(event.amounts.values())
    require_full_stock(state, -taken)
    return Score(0, {**dict.fromkeys(table.seats, 0), **event.amounts, STOCK: -taken})


def require_full_stock(state: State, change: int) -> None:
    """Refuse to take more out of the Stock than it holds."""
    if state.stock + change < min(state.stock, 0):
        raise IllegalHand(
            _("the Stock holds {held}; {taken} cannot be taken out of it", held=state.stock, taken=-change)
        )


def _require_payment(event: Payment) -> None:
    """Refuse a payment that moves nothing; who may pay is not for one evening to say: debts carry over."""
    wrong = list(name_problems(name for name in (event.payer, event.payee) if name != STOCK))
    if event.payer == event.payee:
        wrong = [_("{name} cannot pay himself: name two people", name=event.payer)]
    if not 0 < event.amount <= LARGEST:
        wrong.append(_("a payment of {amount}: it must be more than 0", amount=event.amount))
    if wrong:
        raise IllegalHand(*wrong)


def added(balances: Mapping[str, int], postings: Mapping[str, int]) -> dict[str, int]:
    """Return the balances with the postings added; raise IllegalHand where they no longer fit."""
    total, least = dict(balances), -LARGEST
    for account, amount in postings.items():
        total[account] = balance = total[account] + amount
        if not least <= balance <= LARGEST:
            raise IllegalHand(_("the balance of {who} no longer fits in a ledger", who=account))
    return total


# -- An evening is a fold: `(state, entry, tariff) -> (score, state)` ----------------------------------


# The state remembers what the next hand needs: who sits where and deals, the Stock, the Bock counters,
# the special round, and everybody's balance. Correcting a hand means folding again.
#
#     entries ──step──▶ Line(number, entry, table, score, state, tariff) ──▶ …


DEALT = (Played, Ramsch, Passed)


def start(players: Sequence[str], dealer: str | None = None, stock: int = 0) -> State:
    """Return the state before the first hand; `stock` is what an earlier evening left.

    Raises IllegalHand with everything that is wrong about the people.
    """
    wrong = list(name_problems(players[:MOST_PEOPLE]))
    if not 2 <= len(players) <= MOST_SEATS:
        wrong.append(_("2 to {most} people sit at a table, not {here}", most=MOST_SEATS, here=len(players)))
    if dealer is not None and dealer not in players:
        wrong.append(_("{who} cannot deal: at the table sit {people}", who=dealer, people=", ".join(players)))
    if wrong:
        raise IllegalHand(*wrong)
    nobody = dict.fromkeys(players, 0)
    return State(tuple(players), dealer or players[0], {**nobody, STOCK: stock}, dealt=nobody)


def play(entries: Iterable[Entry], state: State, tariff: Tariff) -> Iterator[Line]:
    """Yield a Line for each entry, in order; a HandError names the hand ("hand 7")."""
    for entry in entries:
        try:
            line = step(state, entry, tariff)
        except HandError as error:
            raise error.at(place_of(entry, state)) from None
        yield line
        state, tariff = line.state, line.tariff


def place_of(entry: Entry, state: State) -> str:
    """Return where in the evening an entry stands that comes next, for people: "hand 7", "after hand 6"."""
    if not is_event(entry):
        return _("hand {number}", number=state.hands + 1)
    return _("after hand {number}", number=state.hands) if state.hands else _("before hand 1")


def step(state: State, entry: Entry, tariff: Tariff) -> Line:
    """Fold one entry in: return its Line; raise HandError if it cannot be."""
    made: Score | None
    if isinstance(entry, DEALT):
        table = table_for(state, entry, tariff)
        made = score(entry, table, tariff)
        return Line(state.hands + 1, entry, table, made, _after(state, entry, table, made, tariff), tariff)
    if isinstance(entry, EVENTS):
        return happen(state, entry, table_for(state, None, tariff), tariff)
    if isinstance(entry, Voided):
        table, made, after = table_for(state, entry.hand, tariff), None, _voided(state, entry, tariff)
    else:
        table = table_for(state, None, tariff)
        require_known(entry.amounts, state, stock=True)
        made = score(entry, table, tariff)
        require_full_stock(state, made.postings[STOCK])
        after = state._replace(balances=added(state.balances, made.postings))
    number = state.hands + 1
    return Line(number, entry, table, made, after._replace(hands=number), tariff)


def _voided(state: State, entry: Voided, tariff: Tariff) -> State:
    table = table_for(state, entry.hand, tariff)
    if entry.keeps_seats and not isinstance(entry.hand, Posting) and table.dealer in state.seats:
        return state._replace(dealer=_next_dealer(state.seats, table, entry.hand, tariff))
    return state


def _next_dealer(seats: Names, table: Table, hand: Dealt, tariff: Tariff) -> str:
    """Return who deals after this hand: the next one clockwise, unless a thrown-in deal is repeated."""
    again = isinstance(hand, Passed) and tariff.thrown_in.same_dealer
    return table.dealer if again else clockwise_from(seats, table.dealer)[0]


def table_for(state: State, hand: Hand | None, tariff: Tariff) -> Table:
    """Return the circumstances of the next deal: what the table said of it, else what the evening knows."""
    if hand is None or isinstance(hand, Posting):
        said: Names = ()
        dealer, bock, kind = state.dealer, len(state.bock), state.round
    else:
        said, dealer = hand.active, hand.dealer or state.dealer
        bock = len(state.bock) if hand.bock is None else hand.bock
        kind = state.round if hand.round is None else None if hand.round == NO_ROUND else hand.round
    seats = state.seats
    clockwise = clockwise_from(seats, dealer)
    if said:
        strangers = tuple(person for person in said if person not in clockwise)
        active = tuple(person for person in clockwise if person in said) + strangers
    else:
        active = clockwise[: _dealt_in(len(seats), tariff)]
    return Table(seats, dealer, active, state.balances[STOCK], bock, kind)


def refusal(error: HandError, state: State, tariff: Tariff) -> HandError:
    """Return the error of a hand that could not be built, with what this table would refuse as well."""
    hand = error.hand if isinstance(error, InvalidHandOf) else None
    if not isinstance(hand, (Played, Ramsch)):
        return error
    table = table_for(state, hand, tariff)
    judged = illegalities(hand, table, tariff) if isinstance(hand, Played) else ramsch_illegalities(hand, table, tariff)
    told = [problem.message for problem in error.problems]
    return InvalidHandOf(hand, *dict.fromkeys((*told, *judged)))


def _dealt_in(seats: int, tariff: Tariff) -> int:
    """Return how many are dealt in: as many as this tariff can, the others sit out."""
    most = 0
    for people in tariff.people:
        if most < people <= seats:
            most = people
    return most or seats


def _after(state: State, hand: Dealt, table: Table, made: Score, tariff: Tariff) -> State:
    """Return the state after a deal: balances, Bock, round and dealer moved on."""
    seats, number = state.seats, state.hands + 1
    happened = triggers(made, passed=isinstance(hand, Passed))
    bock, bock_since = state.bock, state.bock_since
    if bock or happened:
        bock, bock_since = _bock_after(state, hand, happened, tariff)
    left = max(state.round_left - 1, 0)
    kind, since = (state.round, state.round_since) if left else (None, None)
    if kind is None and "lost_solo" in happened and tariff.rounds and tariff.rounds.after_lost_solo:
        kind, left, since = tariff.rounds.after_lost_solo, len(seats), Cause("lost_solo", number)
    dealt = dict(state.dealt)
    for person in table.active:
        dealt[person] = dealt.get(person, 0) + 1
    balances = added(state.balances, made.postings)
    dealer = _next_dealer(seats, table, hand, tariff)
    return State(seats, dealer, balances, bock, kind, left, number, dealt, bock_since, since)


def _bock_after(
    state: State, hand: Dealt, happened: frozenset[str], tariff: Tariff
) -> tuple[tuple[int, ...], tuple[Cause, ...]]:
    """Return the counters of Bock after a deal, and why each is in force."""
    running = list(zip(state.bock, state.bock_since, strict=True))
    if not isinstance(hand, Passed) or tariff.thrown_in.uses_bock:
        running = [(left - 1, since) for left, since in running if left > 1]
    for trigger in tariff.bock.after:
        if trigger in happened:
            begun = (len(state.seats) if tariff.bock.length == ROUND else 1, Cause(trigger, state.hands + 1))
            running = _triggered(running, begun, tariff.bock.inside)
    return tuple(counter for counter, cause in running), tuple(cause for counter, cause in running)


def triggers(made: Score, *, passed: bool = False) -> frozenset[str]:
    """Return which of the tariff's triggers a scored hand is."""
    if passed:
        return frozenset({"thrown_in"})
    outcome = made.outcome
    if not isinstance(outcome, Outcome):
        return frozenset()
    won, game = outcome.won, outcome.game
    happened = []
    if won is False and game.shape in ONE_AGAINST_ALL:
        happened.append("lost_solo")
    if outcome.suit == HERZ and game.name == SOLO:
        happened.append("herz_solo")
    if won and outcome.kontra > 0:
        happened.append("lost_kontra")
    if outcome.schwarz:
        happened.append("schwarz")
    if outcome.tie:
        happened.append("tie_60")
    return frozenset(happened)


def _triggered(running: list[tuple[int, Cause]], begun: tuple[int, Cause], inside: str) -> list[tuple[int, Cause]]:
    """Return the counters, and why each is in force, after a new Bock began."""
    if not running or inside == RESTARTED:
        return [begun]
    if inside == IGNORED:
        return running
    if inside == STACKED:
        return [*running, begun]
    length, since = begun
    return [*running[:-1], (running[-1][0] + length, since)]
