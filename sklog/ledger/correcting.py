"""Corrections: nothing is erased, every later hand is folded again, and the answer says which ones changed.

fix, void, insert, move, tariff ──facts──▶ history ──rebuild──▶ what each hand costs now ──▶ Change
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import HandError, IllegalHand, Refused
from sklog.language import _
from sklog.ledger import evenings, history
from sklog.ledger.kinds import EVENT, FIX, HAND, MOVE, PIN, TARIFF, VOID, VOID_KEEPING_SEATS
from sklog.ledger.recording import (
    Row,
    action_of,
    add_entry,
    derive,
    keep_spellings,
    keep_state,
    keep_tariff,
    make_accounts,
    require_open,
    require_stock_here,
)
from sklog.scoring.hand import Posting
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.state import TariffChange, Voided, is_event
from sklog.tariffs import to_mapping
from sklog.tariffs.entries import entry_to_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import History, Recorded
    from sklog.ledger.recording import Said
    from sklog.scoring.hand import Hand
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff


class Revalued(NamedTuple):
    """A hand that costs something else after a correction: its postings before and now (cents or points).

    `number` is the one it has now, `old_number` the one it had.
    """

    number: int
    old_number: int
    before: Mapping[str, int]
    now: Mapping[str, int]


class Change(NamedTuple):
    """What a correction did: the evening afterwards and the hands it revalued.

    `renumbered` are the hands that have another number now, as (old, new); `lines` are the evening's.
    """

    evening: Evening
    revalued: tuple[Revalued, ...]
    renumbered: tuple[tuple[int, int], ...] = ()
    lines: tuple[Line, ...] = ()


class Scene(NamedTuple):
    """What the table looked like before a hand: its state, and the tariff in force."""

    state: State
    tariff: Tariff


# -- one hand -----------------------------------------------------------------------------------------


def scene(ledger: sqlite3.Connection, evening: Evening, number: int) -> Scene:
    """Return the table before hand `number`, or before the next hand; raise NotFound."""
    if number == evening.hands + 1:
        return Scene(evening.state, evening.tariff)
    told = history.of_evening(ledger, evening)
    state, tariff = told.session.begin(), told.session.tariff
    for one, line in zip(told.recorded, told.session.lines(), strict=True):
        if line.number == number:
            return Scene(state._replace(dealer=line.table.dealer) if one.pinned else state, tariff)
        state, tariff = line.state, line.tariff
    raise evenings.no_hand(evening, number)


def fix(
    ledger: sqlite3.Connection, evening: Evening, number: int, hand: Hand, said: Said, *, keep_seats: bool = False
) -> Change:
    """Replace hand `number`; the old one stays behind it, struck out. A void hand counts again."""
    require_open(ledger, evening)
    told = history.of_evening(ledger, evening)
    target = _hand_numbered(told, evening, number)
    if target.entry == hand:
        raise Refused(_("hand {number} says that already: nothing was changed", number=number))
    action = action_of(ledger, evening.id, said)
    add_entry(ledger, evening.id, action, FIX, fact=entry_to_json(hand), target=target.id)
    if keep_seats:
        _pin(ledger, evening, action, told, number + 1)
    return refolded(ledger, evening, told)


def void(ledger: sqlite3.Connection, evening: Evening, number: int, said: Said, *, keeps_seats: bool = False) -> Change:
    """Void hand `number`: it keeps its number and counts as never dealt."""
    require_open(ledger, evening)
    told = history.of_evening(ledger, evening)
    target = _hand_numbered(told, evening, number)
    if isinstance(target.entry, Voided):
        raise Refused(_("hand {number} is void already", number=number))
    kind = VOID_KEEPING_SEATS if keeps_seats else VOID
    add_entry(ledger, evening.id, action_of(ledger, evening.id, said), kind, target=target.id)
    return refolded(ledger, evening, told)


def insert(
    ledger: sqlite3.Connection, evening: Evening, number: int, hand: Hand, said: Said, *, keep_seats: bool = False
) -> Change:
    """Record a hand that was forgotten: it becomes hand `number`, later ones count one more."""
    require_open(ledger, evening)
    told = history.of_evening(ledger, evening)
    action = action_of(ledger, evening.id, said)
    before = _before(told, evening, number)
    add_entry(ledger, evening.id, action, HAND, fact=entry_to_json(hand), before=before)
    if keep_seats:
        _pin(ledger, evening, action, told, number)
    return refolded(ledger, evening, told)


def move(
    ledger: sqlite3.Connection, evening: Evening, number: int, to: int, said: Said, *, keep_seats: bool = False
) -> Change:
    """Make hand `number` hand `to`; those between make room."""
    require_open(ledger, evening)
    told = history.of_evening(ledger, evening)
    target = _hand_numbered(told, evening, number)
    if number == to:
        raise Refused(_("hand {number} stands there already", number=number))
    _hand_numbered(told, evening, to)
    action = action_of(ledger, evening.id, said)
    # it leaves a gap: behind it the place of hand `to` is before the next one
    before = _before(told, evening, to + 1 if to > number else to)
    add_entry(ledger, evening.id, action, MOVE, target=target.id, before=before)
    if keep_seats:
        _pin(ledger, evening, action, told, min(number, to))
    return refolded(ledger, evening, told)


def _hand_numbered(told: History, evening: Evening, number: int) -> Recorded:
    """Return hand `number` (positions from 1, voided ones included); raise NotFound."""
    hands = told.hands()
    if not 1 <= number <= len(hands):
        raise evenings.no_hand(evening, number)
    return hands[number - 1]


def _before(told: History, evening: Evening, number: int) -> int | None:
    """Return the row that hand `number` is now, or None for the place behind the last; raise NotFound."""
    hands = told.hands()
    if number == len(hands) + 1:
        return None
    return _hand_numbered(told, evening, number).id


def _pin(ledger: sqlite3.Connection, evening: Evening, action: int, told: History, first: int) -> None:
    """Record with whom and by whom every hand from `first` on was dealt, so that it stays so."""
    for one, line in zip(told.recorded, told.session.lines(), strict=True):
        if (line.number or 0) < first or isinstance(one.entry, (Posting, Voided)):
            continue
        seats: dict[str, Any] = {"dealer": line.table.dealer, "active": list(line.table.active)}
        add_entry(ledger, evening.id, action, PIN, fact=seats, target=one.id)


# -- the tariff ---------------------------------------------------------------------------------------


def change_tariff(
    ledger: sqlite3.Connection, evening: Evening, tariff: Tariff, said: Said, *, first: int | None = None
) -> Change:
    """Play by another tariff from hand `first` on; None means that it was meant for the whole evening."""
    require_open(ledger, evening)
    told = history.of_evening(ledger, evening)
    action = action_of(ledger, evening.id, said)
    if first is None:
        _require_unit(tariff, told.session.tariff)
        add_entry(ledger, evening.id, action, TARIFF, fact=to_mapping(tariff))
    else:
        before = _before(told, evening, first)
        add_entry(ledger, evening.id, action, EVENT, fact=entry_to_json(TariffChange(tariff)), before=before)
    return refolded(ledger, evening, told)


def _require_unit(new: Tariff, old: Tariff) -> None:
    if new.unit != old.unit:
        raise Refused(
            _(
                "{new} counts {new_unit} and this evening {old_unit}: begin an evening with the other tariff instead",
                new=new.name,
                new_unit=new.unit,
                old_unit=old.unit,
            )
        )


# -- folding again ------------------------------------------------------------------------------------


def rebuild(ledger: sqlite3.Connection, evening: Evening) -> tuple[History, list[Line]]:
    """Fold all facts of an evening again and store what follows from them."""
    told = history.of_evening(ledger, evening)
    lines = told.session.lines()
    ledger.execute("UPDATE score SET sealed = 0 WHERE session_id = ?", (evening.id,))
    ledger.execute(
        "DELETE FROM posting WHERE entry_id IN (SELECT entry_id FROM score WHERE session_id = ?)", (evening.id,)
    )
    ledger.execute("DELETE FROM score WHERE session_id = ?", (evening.id,))
    ledger.execute("DELETE FROM payment WHERE session_id = ?", (evening.id,))
    last = final_state(told.session, lines)
    # who only pays was at no table
    paid = (name for one in told.session.payments() for name in (one.payer, one.payee))
    people = tuple(dict.fromkeys((*last.everybody, *paid)))
    make_accounts(ledger, people)
    for position, (one, line) in enumerate(zip(told.recorded, lines, strict=True), 1):
        derive(ledger, evening.id, Row(one.id, one.said_by, position), line)
    keep_state(ledger, evening.id, last, len(lines))
    keep_tariff(ledger, evening.id, final_tariff(told.session, lines))
    keep_spellings(ledger, people)
    ledger.execute(
        "UPDATE state SET closed = ? WHERE session_id = ?", (history.is_closed(ledger, evening.id), evening.id)
    )
    return told, lines


def refolded(ledger: sqlite3.Connection, evening: Evening, old: History) -> Change:
    """Fold the evening again after facts were added; `old` is what it was before."""
    before = evenings.postings(ledger, evening.id)
    try:
        told, lines = rebuild(ledger, evening)
    except HandError as error:
        raise IllegalHand(*error.problems, _way_out()) from None
    now = evenings.by_number(ledger, evening.id)
    if (now.state.stock, now.closed) != (evening.state.stock, evening.closed):
        require_stock_here(ledger, evening)
    numbers = _numbers(told.recorded)
    old_numbers = _numbers(old.recorded)
    names = _renames(old.session, told.session)
    revalued = []
    for one, line in zip(told.recorded, lines, strict=True):
        if line.number is None or line.score is None or one.id not in before:
            continue
        costs, cost = evenings.kept(line.score.postings), before[one.id]
        if costs != {names.get(name, name): amount for name, amount in cost.items()}:
            revalued.append(Revalued(line.number, old_numbers.get(one.id, line.number), cost, costs))
    renumbered = tuple((was, numbers[row]) for row, was in old_numbers.items() if numbers.get(row, was) != was)
    return Change(now, tuple(revalued), renumbered, tuple(lines))


def _renames(old: Session, new: Session) -> dict[str, str]:
    """Return who is only called otherwise: the same people came in the same order."""
    before, now = old.everybody(), new.everybody()
    return dict(zip(before, now, strict=True)) if len(before) == len(now) else {}


def _numbers(recorded: Iterable[Recorded]) -> dict[int, int]:
    """Return the number of each hand by its row."""
    return {one.id: number for number, one in enumerate((one for one in recorded if not is_event(one.entry)), 1)}


def _way_out() -> str:
    return _(
        "so this correction cannot be made: first correct that hand (sklog fix N …) or void it (sklog void N), or, "
        "where only the dealers and those who sit out would move, say --keep-seats"
    )
