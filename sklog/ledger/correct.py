"""Corrections: nothing is erased, every later hand is folded again, and the answer says which ones changed.

fix, void, insert, move, tariff ──facts──▶ history ──rebuild──▶ what each hand costs now ──▶ Change
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

from sklog.errors import HandError, IllegalHand, Problem, Refused
from sklog.language import N_, _, _t
from sklog.ledger import evenings, history
from sklog.ledger.evenings import Scene
from sklog.ledger.facts import EVENING, EVENT, FIX, HAND, MOVE, PIN, TARIFF, VOID, VOID_KEEPING_SEATS, Recording
from sklog.ledger.record import derive, keep, keep_kinds, make_accounts, not_left, require_open, require_stock_here
from sklog.notation import write_hand
from sklog.scoring.evening import place_of, require_possible, require_room, step, table_for, with_round
from sklog.scoring.hand import Posting
from sklog.scoring.names import name_key
from sklog.scoring.session import final_state, final_tariff, step_or_why
from sklog.scoring.settings import stored
from sklog.scoring.state import TariffChange, Voided, entry_to_json, is_event, require_same_unit
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.ledger.history import History, Recorded
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

T = TypeVar("T")


class Revalued(NamedTuple):
    """A hand that costs a different amount after a correction: its postings before and now (cents or points).

    `number` is its present number.
    """

    number: int
    before: Mapping[str, int]
    now: Mapping[str, int]


class Change(NamedTuple):
    """The effect of a correction: the evening afterwards, and the hands with a new price.

    `renumbered` are hands with a new number, as (old, new); `lines` are those of the evening.
    """

    evening: Evening
    revalued: tuple[Revalued, ...]
    renumbered: tuple[tuple[int, int], ...] = ()
    lines: tuple[Line, ...] = ()


# -- one hand -----------------------------------------------------------------------------------------


def scene(ledger: sqlite3.Connection, evening: Evening, number: int) -> Scene:
    """Return the table before hand `number`, or before the next hand; raise NotFound."""
    if number == evening.hands + 1:
        return evening.scene
    return _numbered(scenes(history.of_evening(ledger, evening)), evening, number)


def scenes(past: History) -> list[Scene]:
    """Return what the table was like before each hand of an evening, the first one's at place 0."""
    found = []
    state, tariff = past.session.begin(), past.session.tariff
    for one, line in zip(past.recorded, past.session.lines(), strict=True):
        if line.number is not None:
            now, kept = Scene(state, tariff), line.table
            if one.pinned:
                now = Scene(state._replace(dealer=kept.dealer), tariff, kept.active)
            found.append(now)
        state, tariff = line.state, line.tariff
    return found


def place(ledger: sqlite3.Connection, evening: Evening, number: int) -> tuple[Hand, Scene, bool]:
    """Return hand `number` as it was typed, the table before it, and whether it counts; raise NotFound."""
    past = history.of_evening(ledger, evening)
    there = _numbered(past.hands(), evening, number)
    return there.typed, scenes(past)[number - 1], not isinstance(there.entry, Voided)


def fix(
    ledger: sqlite3.Connection, evening: Evening, number: int, hand: Hand, command: Command, *, keep_seats: bool = False
) -> Change:
    """Replace hand `number`; the old one stays behind it, struck out. A void hand counts again."""
    past = _before_correcting(ledger, evening)
    target = _numbered(past.hands(), evening, number)
    if target.said == hand and not isinstance(target.entry, Voided):
        raise Refused(_("hand {number} is recorded like that already: nothing was changed", number=number))
    recording = Recording(ledger, evening.id, command)
    recording.add(FIX, fact=entry_to_json(hand), target=target.id)
    if keep_seats:
        _pin(recording, past, number + 1)
    return refold(ledger, evening, past, new=target.id, keeps_seats=not keep_seats)


def void(
    ledger: sqlite3.Connection, evening: Evening, number: int, command: Command, *, keep_seats: bool = False
) -> Change:
    """Void hand `number`: it keeps its number and counts as never dealt."""
    past = _before_correcting(ledger, evening)
    target = _numbered(past.hands(), evening, number)
    if isinstance(target.entry, Voided):
        raise Refused(_("hand {number} is void already", number=number))
    Recording(ledger, evening.id, command).add(VOID_KEEPING_SEATS if keep_seats else VOID, target=target.id)
    return refold(ledger, evening, past, keeps_seats=not keep_seats)


def insert(
    ledger: sqlite3.Connection, evening: Evening, number: int, hand: Hand, command: Command, *, keep_seats: bool = False
) -> Change:
    """Record a hand that was forgotten: it becomes hand `number`, later ones count one more."""
    past, recording = _before_correcting(ledger, evening), Recording(ledger, evening.id, command)
    row = recording.add(HAND, fact=entry_to_json(hand), before=_row_of_hand(past, evening, number))
    if keep_seats:
        _pin(recording, past, number)
    change = refold(ledger, evening, past, new=row, keeps_seats=not keep_seats)
    require_room(evening.state, change.evening.state)
    return change


def move(
    ledger: sqlite3.Connection, evening: Evening, number: int, to: int, command: Command, *, keep_seats: bool = False
) -> Change:
    """Make hand `number` hand `to`; those between make room, and what else happened stays between its numbers.

    Bock that a hand brings goes with it; what the table ordered was said at that time of the evening.
    """
    past = _before_correcting(ledger, evening)
    target = _numbered(past.hands(), evening, number)
    if number == to:
        raise Refused(_("hand {number} is there already", number=number))
    _numbered(past.hands(), evening, to)
    recording = Recording(ledger, evening.id, command)
    # it leaves a gap: behind it the place of hand `to` is before the next one
    before = _row_of_hand(past, evening, to + 1 if to > number else to)
    recording.add(MOVE, target=target.id, before=before)
    if keep_seats:
        _pin(recording, past, min(number, to))
    change = refold(ledger, evening, past, keeps_seats=not keep_seats)
    if any(isinstance(one.entry, TariffChange) for one in past.recorded):  # else nothing comes under another
        _require_price(ledger, evening, past)
    return change


def _before_correcting(ledger: sqlite3.Connection, evening: Evening) -> History:
    """Return what is in force of an evening that is to be corrected; raise Refused where it is closed."""
    require_open(ledger, evening)
    return history.of_evening(ledger, evening)


def _numbered(of_hands: Sequence[T], evening: Evening, number: int) -> T:
    """Return what is of hand `number` (positions from 1, voided ones included); raise NotFound."""
    if not 1 <= number <= len(of_hands):
        raise evenings.no_hand(evening, number)
    return of_hands[number - 1]


def _row_of_hand(past: History, evening: Evening, number: int) -> int | None:
    """Return the row that hand `number` is now, or None for the place behind the last; raise NotFound."""
    return None if number == len(past.hands()) + 1 else _numbered(past.hands(), evening, number).id


def _pin(recording: Recording, past: History, first: int) -> None:
    """Record with whom and by whom every hand from `first` on was dealt, so that it stays so."""
    for one, line in zip(past.recorded, past.session.lines(), strict=True):
        if (line.number or 0) < first or isinstance(one.entry, (Posting, Voided)):
            continue
        seats: dict[str, Any] = {"dealer": line.table.dealer, "active": list(line.table.active)}
        recording.add(PIN, fact=seats, target=one.id)


# -- the tariff ---------------------------------------------------------------------------------------


def change_tariff(
    ledger: sqlite3.Connection, evening: Evening, tariff: Tariff, command: Command, *, first: int | None = None
) -> Change:
    """Play by another tariff from hand `first` on; None means that it was meant for the whole evening."""
    past, recording = _before_correcting(ledger, evening), Recording(ledger, evening.id, command)
    if first is None:
        require_same_unit(tariff, past.session.tariff)
        row = recording.add(TARIFF, fact=stored(tariff))
    else:
        row = recording.add(EVENT, fact=entry_to_json(TariffChange(tariff)), before=_row_of_hand(past, evening, first))
    _require_price(ledger, evening, past)
    return refold(ledger, evening, past, new=row)


def _require_price(ledger: sqlite3.Connection, evening: Evening, old: History) -> None:
    """Refuse that hands come under another tariff, as they were in `old`, by which they have no price, or several."""
    past, wrong, hands = history.unchecked(ledger, evening.id), list[Problem](), list[int]()
    was = {one.id: line for one, line in zip(old.recorded, old.session.lines(), strict=True)}
    state, tariff = past.session.begin(), past.session.tariff
    for one in past.recorded:
        moved = (before := was.get(one.id)) is not None and before.tariff != tariff
        deck = bool(moved and before and tariff.deck != before.tariff.deck)
        line, why = step_or_why(state, one.entry, tariff, same_unit=True, asks=moved, other_deck=deck)
        if moved and line and not why and line.entry is not one.entry:
            said = write_hand(line.entry, state, tariff)  # type: ignore[arg-type]  # it implies something: a hand
            why = (_("under {tariff} it contains more than its line shows: {line}", tariff=tariff.name, line=said),)
        if before and why:
            place = _("hand {number}", number=before.number) if before.number else place_of(one.entry, state)
            wrong += [Problem(sentence, place) for sentence in why]
            hands += [before.number] if before.number else []
        if line:
            state, tariff = line.state, line.tariff
    if hands:
        way_out = _t(
            "so nothing was changed: void each of these hands, repeat this, and then type each hand in full",
            evening=evening.id,
            number=hands[0],
        )
        raise IllegalHand(*wrong, way_out)


# -- how the evening itself began ---------------------------------------------------------------------


def put_right(ledger: sqlite3.Connection, evening: Evening, said: Mapping[str, Any], command: Command) -> Change:
    """Say what an evening is called, when or where it was, who sat where and dealt first, or whether it counts at all.

    `said` has the keys of `evenings.PUT_RIGHT`, in the form of JSON. What moves money needs an open evening, and what
    was signed is as it was signed until it goes on. Raises Refused.
    """
    past = history.of_evening(ledger, evening)
    if evening.closed and ledger.execute("SELECT 1 FROM signature WHERE session_id = ?", (evening.id,)).fetchone():
        raise Refused(_t("{name!r} was signed when it ended", **evening.said))
    if said.keys() & {"players", "dealer"}:
        require_open(ledger, evening)
    was = {**past.session._asdict(), "void": evening.kind == evenings.VOID, "players": [*past.session.players]}
    if all(was[key] == value for key, value in said.items()):
        raise Refused(_("evening {number} ({name}) is like that already: nothing was changed", **evening.said))
    Recording(ledger, evening.id, command).add(EVENING, fact=dict(said))
    return refold(ledger, evening, past)


# -- folding again ------------------------------------------------------------------------------------


def rebuild(ledger: sqlite3.Connection, evening: int) -> tuple[History, list[Line]]:
    """Fold all facts of an evening again and store what follows from them: whoever calls has proved what was there."""
    past = history.unchecked(ledger, evening)
    lines = past.session.lines()
    for removed in ("UPDATE score SET seal = NULL", "DELETE FROM posting", "DELETE FROM score"):
        ledger.execute(f"{removed} WHERE {evenings.OF_EVENING}", (evening,))
    ledger.execute("DELETE FROM payment WHERE session_id = ?", (evening,))
    last = final_state(past.session, lines)
    make_accounts(ledger, history.people(past.session))
    rows = ((place, one.id, one.said_by) for place, one in enumerate(past.recorded, 1))
    derive(ledger, evening, rows, lines, past.session.begin())
    tariff = final_tariff(past.session, lines)
    keep(ledger, evening, last, len(lines), closed=past.session.closed, tariff=tariff, begun=past.begun)
    return past, lines


def refold(
    ledger: sqlite3.Connection, evening: Evening, old: History, *, new: int = 0, keeps_seats: bool = False
) -> Change:
    """Fold the evening again after facts were added; `old` is what it was before.

    Raises IllegalHand where it cannot be folded any more, with the way out. `new` is the row of the hand that was
    said just now, and `keeps_seats` whether --keep-seats could help.
    """
    folded = zip(old.recorded, old.session.lines(), strict=True)
    before = {one.id: evenings.to_store(line.score.postings) for one, line in folded if line.score}
    try:
        past, lines = rebuild(ledger, evening.id)
    except HandError:
        raise _impossible(ledger, evening, old, new, keeps_seats=keeps_seats) from None
    now = evenings.by_number(ledger, evening.id)
    if (now.state.stock, now.closed, now.kind) != (evening.state.stock, evening.closed, evening.kind):
        require_stock_here(ledger, evening)
    if evening.kind == evenings.VOID != now.kind:
        keep_kinds(ledger)
        now = evenings.by_number(ledger, evening.id)
        if later := evenings.taken_over_by(ledger, now.uid) if now.stock_from else None:
            carried = N_("the Stock with which {name!r} began was carried into {later!r}: {name!r} stays struck out")
            raise Refused(_(carried, name=now.name, later=later.name))
        Refused.if_any([not_left(ledger, now.name, now.stock_in, now.stock_from)])
    numbers, old_numbers = _numbers_by_row(past), _numbers_by_row(old)
    revalued = []
    for one, line in zip(past.recorded, lines, strict=True):
        if one.id == new:
            require_possible(line)
        if line.number is None or line.score is None or one.id not in before:
            continue
        costs, cost = evenings.to_store(line.score.postings), before[one.id]
        if not _paid_the_same(cost, costs, old, past):
            revalued.append(Revalued(line.number, cost, costs))
    renumbered = tuple((was, numbers[row]) for row, was in old_numbers.items() if numbers.get(row, was) != was)
    return Change(now, tuple(revalued), renumbered, tuple(lines))


def _impossible(
    ledger: sqlite3.Connection, evening: Evening, old: History, new: int, *, keeps_seats: bool
) -> IllegalHand:
    """Return why the evening cannot be folded any more, by the number that the hand has today, and the way out."""
    past = history.unchecked(ledger, evening.id)
    state, tariff = past.session.begin(), past.session.tariff
    for one in past.recorded:
        try:
            line = step(state, one.entry, tariff)
        except HandError as error:
            if one.id == new:
                return IllegalHand(*_not_there(error, one, Scene(state, tariff)))
            number = _numbers_by_row(old).get(one.id)
            return IllegalHand(*_not_behind(error, one, state, number, evening.id, keeps_seats=keeps_seats))
        state, tariff = line.state, line.tariff
    raise AssertionError("an evening that cannot be folded has an entry that cannot be")


def _not_there(error: HandError, one: Recorded, scene: Scene) -> Iterator[Problem | str]:
    """Yield what is wrong with an entry that was said just now."""
    state, tariff, _active = scene
    wrong, place = with_round(error, state, one.entry, tariff), place_of(one.entry, state)
    yield from (Problem(problem.message, place) for problem in wrong.problems)
    # where somebody sits out of each deal it matters who dealt
    if len(table_for(state, None, tariff).active) < len(state.seats) and not is_event(one.entry):
        yield _(
            "so it cannot be there: {dealer} dealt; if that was different, add dealer:… or active:… to it",
            dealer=state.dealer,
        )


def _not_behind(
    error: HandError, one: Recorded, state: State, number: int | None, evening: int, *, keeps_seats: bool
) -> Iterator[Problem | str]:
    """Yield what is wrong with a later entry after a correction, and how it can be made possible.

    `number` is the hand's before it; None for what else happened.
    """
    if number is None:
        yield from (Problem(problem.message, place_of(one.entry, state)) for problem in error.problems)
        yield _t(
            "so this correction cannot be made: to take that entry back, first undo everything recorded after it",
            evening=evening,
        )
        return
    then = state.hands + 1
    where = _("hand {number}", number=number)
    if then != number:
        where = _("hand {number}, which would be hand {then}", number=number, then=then)
    yield from (Problem(problem.message, where) for problem in error.problems)
    yield _t("so this correction cannot be made: first correct that hand or void it", number=number, evening=evening)
    if keeps_seats:
        yield _t("or, if only the dealers and those who sit out would change, keep the seats")


def _paid_the_same(before: Mapping[str, int], now: Mapping[str, int], old: History, past: History) -> bool:
    """Whether everybody got the same, however they were called before, or are called now."""
    pairs = {(old.called[came], past.called[came]) for came in old.called.keys() & past.called.keys()}
    if len({name for name, _new in pairs}) == len(pairs):
        return _summed(before, dict(pairs)) == _summed(now, {})
    # a merge was taken back: one became two
    return _summed(before, {}) == _summed(now, {new: name for name, new in pairs})


def _summed(amounts: Mapping[str, int], called: Mapping[str, str]) -> dict[str, int]:
    """Return amounts under other names, by their keys; two who are one have the sum."""
    found = Counter[str]()
    for name, amount in amounts.items():
        found[name_key(called.get(name, name))] += amount
    return dict(found)


def _numbers_by_row(past: History) -> dict[int, int]:
    """Return the number of each hand by its row."""
    return {one.id: number for number, one in enumerate(past.hands(), 1)}
