"""The fold hand by hand over a table of evenings: what every faster one is proved against.

    row ──_evening_and_entries──▶ entries ──step──▶ what became of each, the last state ──▶ scores, refused, standings

Each evening alone. A hand that cannot be counts as never dealt, and the deal moves on; an event that cannot be
is left out; both are refused with their sentences. An evening that cannot be read, or cannot begin, is refused whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pyarrow as pa

from sklog.errors import UNREADABLE, SessionFileError, SklogError
from sklog.language import _
from sklog.platform import columns, results
from sklog.scoring.evening import begin, step
from sklog.scoring.hand import InvalidHandOf
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, step_or_why
from sklog.scoring.state import Count, Line, State, TariffChange, Voided, altogether, is_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Cause, Entry
    from sklog.scoring.tariff import Tariff

AT_ONCE = 64  # evenings that are Python's at one time: a hand takes some 3 kB there
WHOLE = -1
"""The entry of what is refused whole."""

Row = dict[str, Any]
Read = tuple[Session, "list[Entry | InvalidHandOf]"]


class Judged(NamedTuple):
    """What became of an entry: its line, None for an event that is left out; and why it cannot be, where it cannot."""

    number: int | None
    line: Line | None
    why: tuple[str, ...] = ()


class ByHand(NamedTuple):
    """An evening that was folded, under the tariff with this digest first; `state` is that at its end.

    There is none where the evening is refused whole, and `why` says why.
    """

    id: str
    people: list[str]
    digest: str
    unit: str | None
    entries: list[Judged]
    state: State | None
    why: tuple[str, ...] = ()

    def by_place(self, amounts: Mapping[str, int]) -> list[int]:
        """Return amounts by name as one for each of the evening's people, 0 where nothing is said."""
        return [amounts.get(name, 0) for name in self.people]


def fold(
    evenings: pa.Table, tariffs: Mapping[str, Tariff], under: Tariff | None = None, *, postings: bool = True
) -> results.Folded:
    """Return what a table of evenings (`columns.EVENINGS`) makes, each under its own tariffs or all under another.

    `tariffs` are those of the evenings by their digests. Without `postings` there are no scores, and no digest.
    """
    scores, refused = [results.SCORES.empty_table()], [results.REFUSED.empty_table()]
    standings, counts = [results.STANDINGS.empty_table()], list[Count]()
    digest = columns.digest_of(under) if under else None
    for place in range(0, evenings.num_rows, AT_ONCE):
        found = [fold_row(row, tariffs, under, digest) for row in evenings.slice(place, AT_ONCE).to_pylist()]
        refused.append(rows_of(found, refusals, results.REFUSED))
        standings.append(rows_of(found, standings_of, results.STANDINGS))
        counts += [one.state.counted for one in found if one.state]
        if postings:
            scores.append(rows_of(found, scores_of, results.SCORES))
    made = pa.concat_tables(scores)
    return results.Folded(
        made if postings else None,
        pa.concat_tables(refused),
        results.sum_standings(standings),
        results.digest(made),
        altogether(counts),
    )


def fold_row(row: Row, tariffs: Mapping[str, Tariff], under: Tariff | None = None, digest: str | None = None) -> ByHand:
    """Return what one evening makes, a row of the table as plain data; `digest` is that of `under`."""
    own, digest = tariffs.get(row["tariff"]), digest or row["tariff"]
    unit = (under or own) and (under or own).unit  # type: ignore[union-attr]  # asked before
    try:
        session, entries = _evening_and_entries(row, tariffs)
        same_unit = unit == session.tariff.unit
        # what an earlier evening left in the Stock is worth nothing in another unit
        state = begin(session.players, session.dealer, session.stock if same_unit else 0)
    except (SklogError, *UNREADABLE) as error:
        return ByHand(row["id"], row["people"], digest, unit, [], None, _sentences(error))
    judged = list(_judge_entries(entries, state, under or session.tariff, own if under else None, same_unit=same_unit))
    lines = [one.line for one in judged if one.line]
    return ByHand(row["id"], row["people"], digest, unit, judged, lines[-1].state if lines else state)


def _evening_and_entries(row: Row, tariffs: Mapping[str, Tariff]) -> Read:
    """Return the evening without its entries, and the entries; for a hand that contradicts itself the error with it."""
    session = columns.evening_of({**row, "hands": []}, tariffs)
    entries: list[Entry | InvalidHandOf] = []
    for where, entry in columns.entries_along(row["hands"], row["people"], tariffs, session.tariff):
        if isinstance(entry, SessionFileError):
            raise entry.at(where())
        entries.append(entry)
    return session, entries


def _sentences(error: BaseException) -> tuple[str, ...]:
    if isinstance(error, SklogError):
        return tuple(str(problem) for problem in error.problems)
    return (_("this evening cannot be read: it is not written as sklog writes one"),)


def _judge_entries(
    entries: Iterable[Entry | InvalidHandOf], state: State, tariff: Tariff, own: Tariff | None, *, same_unit: bool
) -> Iterator[Judged]:
    """Yield what becomes of each entry, as `sklog.scoring.session.compare` folds its other side.

    `own` is the tariff that they began under, where this is another: its changes are passed over.
    """
    for entry in entries:
        line: Line | None
        if isinstance(entry, InvalidHandOf):
            why = _sentences(entry)
            line = step(state, Voided(cast("Hand", entry.hand), keeps_seats=True), tariff)
        elif own is not None and isinstance(entry, TariffChange):
            line, why, own = None, (), entry.tariff
        else:
            asks = own not in (None, tariff)
            deck = own is not None and tariff.deck != own.deck
            line, why = step_or_why(state, entry, tariff, same_unit=same_unit, asks=asks, other_deck=deck)
        is_hand = isinstance(entry, InvalidHandOf) or not is_event(entry)
        yield Judged(state.hands + 1 if is_hand else None, line, why)
        if line is not None:
            state, tariff = line.state, line.tariff


def plain_rows(evenings: pa.Table, places: Any) -> Iterator[tuple[int, Row]]:
    """Yield rows of a table as Python's data, some at a time, with their places."""
    for first in range(0, len(places), AT_ONCE):
        some = places[first : first + AT_ONCE]
        yield from zip(some.tolist(), evenings.take(some).to_pylist(), strict=True)


# -- as tables ----------------------------------------------------------------------------------------


def rows_of(found: Iterable[ByHand], rows: Callable[[ByHand], Iterable[Row]], schema: pa.Schema) -> pa.Table:
    """Return the rows that each of these evenings makes as one table."""
    return pa.Table.from_pylist([row for one in found for row in rows(one)], schema)


def standings_of(one: ByHand) -> Iterator[Row]:
    """Yield a row of STANDINGS for everybody who took part."""
    if one.state:
        dealt, balances = one.state.dealt, one.state.balances
        for person in one.state.took_part:
            counted = {"evenings": 1, "hands": dealt.get(person, 0), "total": balances[person]}
            yield {"person": person, "unit": one.unit, **counted}


def refusals(one: ByHand) -> Iterator[Row]:
    """Yield a row of REFUSED for each entry that cannot be, or for the evening."""
    if one.why:
        yield {"id": one.id, "entry": WHOLE, "sentences": one.why}
    for place, entry in enumerate(one.entries):
        if entry.why:
            yield {"id": one.id, "entry": place, "number": entry.number, "sentences": entry.why}


def scores_of(one: ByHand) -> Iterator[Row]:
    """Yield the row of SCORES."""
    row: Row = {"id": one.id, "tariff": one.digest, "unit": one.unit, "people": one.people}
    if one.state:
        row |= {"hands": [_row_of_entry(entry, one) for entry in one.entries], "state": _row_of_state(one, one.state)}
    yield row


def _row_of_entry(entry: Judged, evening: ByHand) -> Row:
    row: Row = {"number": entry.number, "refused": bool(entry.why)}
    if entry.line and (made := entry.line.score):
        row |= {"value": made.value, "paid": evening.by_place(made.postings)}
    return row


def _row_of_state(evening: ByHand, state: State) -> Row:
    places = {name: place for place, name in reversed([*enumerate(evening.people)])}
    return {
        **{name: getattr(state, name) for name in _AS_IT_IS},
        "seats": [places[name] for name in state.seats],
        "dealer": places.get(state.dealer),  # where nobody sits nobody deals
        "balances": evening.by_place(state.balances),
        "stock": state.balances[STOCK],
        "bock_since": [cause_of(one) for one in state.bock_since],
        "round_since": state.round_since and cause_of(state.round_since),
        "dealt": evening.by_place(state.dealt),
    }


_AS_IT_IS = ("bock", "round", "round_left", "hands", "thrown_in", "void", "posted")
"""What the table has of a state as it is."""


def cause_of(cause: Cause) -> str:
    """Return why something is in force: what happened, and in which hand."""
    return f"{cause.what}@{cause.hand}"
