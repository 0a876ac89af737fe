"""What else happens at a table between two hands: people, seats, another tariff, Bock, rounds, the Stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import IllegalHand
from sklog.language import N_, _
from sklog.scoring.deal import unknown_round
from sklog.scoring.names import LONGEST_NAME, name_key, spelled, visible
from sklog.scoring.payout import LARGEST, STOCK, Score
from sklog.scoring.state import (
    MOST_HANDS,
    MOST_PEOPLE,
    MOST_SEATS,
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
    clockwise_from,
)
from sklog.scoring.tariff import CENTS, POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sklog.scoring.judge import Table
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
