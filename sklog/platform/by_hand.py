"""The fold hand by hand over a table of evenings: what every faster one is proved against.

    row ──read──▶ entries ──step──▶ what became of each, and the state at the end ──▶ scores, refused, standings

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
    from collections.abc import Iterable, Iterator, Mapping

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


class Evening(NamedTuple):
    """An evening that was folded under `tariff` first, whose digest is beside it; `state` is that at its end."""

    id: str
    people: list[str]
    tariff: Tariff
    digest: str
    entries: list[Judged]
    state: State

    def by_place(self, amounts: Mapping[str, int]) -> list[int]:
        """Return amounts by name as one for each of the evening's people, 0 where nothing is said."""
        return [amounts.get(name, 0) for name in self.people]


class Unfolded(NamedTuple):
    """An evening that is refused whole, and why; the tariff is that it would have been folded under, if it is known."""

    id: str
    people: list[str]
    tariff: Tariff | None
    digest: str
    why: tuple[str, ...]


def fold(
    evenings: pa.Table, tariffs: Mapping[str, Tariff], under: Tariff | None = None, *, postings: bool = True
) -> results.Folded:
    """Return what a table of evenings (`columns.EVENINGS`) makes, each under its own tariffs or all under another.

    `tariffs` are those of the evenings by their digests. Without `postings` there are no scores, and no digest.
    """
    scores, refused = [results.SCORES.empty_table()], [results.REFUSED.empty_table()]
    standings, counts = results.Sums(), list[Count]()
    digest = columns.digest_of(under) if under else None
    for place in range(0, evenings.num_rows, AT_ONCE):
        found = [folded(row, tariffs, under, digest) for row in evenings.slice(place, AT_ONCE).to_pylist()]
        refused.append(pa.Table.from_pylist([row for one in found for row in refusals(one)], results.REFUSED))
        if postings:
            scores.append(pa.Table.from_pylist([scores_of(one) for one in found], results.SCORES))
        for one in found:
            if isinstance(one, Evening):
                add_up(one, standings)
                counts.append(one.state.counted)
    wrong = pa.concat_tables(refused)
    made = pa.concat_tables(scores) if postings else None
    return results.Folded(
        made, wrong, standings.table(), results.digest(made) if made is not None else 0, altogether(counts)
    )


def folded(
    row: Row, tariffs: Mapping[str, Tariff], under: Tariff | None = None, digest: str | None = None
) -> Evening | Unfolded:
    """Return what one evening makes, a row of the table as plain data; `digest` is that of `under`."""
    digest = digest or row["tariff"]
    try:
        session, entries = _read(row, tariffs)
        same_unit = under is None or under.unit == session.tariff.unit
        # what an earlier evening left in the Stock is worth nothing in another unit
        state = begin(session.players, session.dealer, session.stock if same_unit else 0)
    except (SklogError, *UNREADABLE) as error:
        return Unfolded(row["id"], row["people"], under or tariffs.get(row["tariff"]), digest, _sentences(error))
    tariff = under or session.tariff
    own = None if under is None else session.tariff
    judged = list(_judged(entries, state, tariff, own, same_unit=same_unit))
    lines = [one.line for one in judged if one.line]
    return Evening(row["id"], row["people"], tariff, digest, judged, lines[-1].state if lines else state)


def _read(row: Row, tariffs: Mapping[str, Tariff]) -> Read:
    """Return the evening without its entries, and the entries; for a hand that contradicts itself the error with it."""
    session = columns.evening_of({**row, "hands": []}, tariffs)
    games, entries, number = session.tariff.games, [], 0
    for hand in row["hands"]:
        is_hand = columns.is_hand(hand)
        number += is_hand
        entry: Entry | InvalidHandOf
        try:
            entry = columns.entry_of(hand, row["people"], tariffs, games)
        except InvalidHandOf as error:
            entry = error
        except SessionFileError as error:
            raise error.at(columns.place_of(number, event=not is_hand)) from None
        if isinstance(entry, TariffChange):
            games = entry.tariff.games
        entries.append(entry)
    return session, entries


def _sentences(error: BaseException) -> tuple[str, ...]:
    if isinstance(error, SklogError):
        return tuple(str(problem) for problem in error.problems)
    return (_("this evening cannot be read: it is not as sklog writes one"),)


def _judged(
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
            line, why = step_or_why(state, entry, tariff, same_unit=same_unit, asks=asks)
        is_hand = isinstance(entry, InvalidHandOf) or not is_event(entry)
        yield Judged(state.hands + 1 if is_hand else None, line, why)
        if line is not None:
            state, tariff = line.state, line.tariff


# -- as tables ----------------------------------------------------------------------------------------


def add_up(evening: Evening, standings: results.Sums) -> None:
    """Count an evening for everybody who took part."""
    state = evening.state
    for person in state.took_part:
        standings.add(person, evening.tariff.unit, 1, state.dealt.get(person, 0), state.balances[person])


def refusals(one: Evening | Unfolded) -> Iterator[Row]:
    """Yield a row of REFUSED for each entry that cannot be, or for the evening."""
    if isinstance(one, Unfolded):
        yield {"id": one.id, "entry": WHOLE, "number": None, "sentences": one.why}
        return
    for place, entry in enumerate(one.entries):
        if entry.why:
            yield {"id": one.id, "entry": place, "number": entry.number, "sentences": entry.why}


def scores_of(one: Evening | Unfolded) -> Row:
    """Return the row of SCORES."""
    if isinstance(one, Unfolded):
        unit = one.tariff and one.tariff.unit
        return {"id": one.id, "tariff": one.digest, "unit": unit, "people": one.people, "hands": None, "state": None}
    hands = [_scored(entry, one) for entry in one.entries]
    return {
        "id": one.id,
        "tariff": one.digest,
        "unit": one.tariff.unit,
        "people": one.people,
        "hands": hands,
        "state": _state(one),
    }


def _scored(entry: Judged, evening: Evening) -> Row:
    made = entry.line and entry.line.score
    return {
        "number": entry.number,
        "value": made.value if made else None,
        "paid": evening.by_place(made.postings) if made else None,
        "refused": bool(entry.why),
    }


def _state(evening: Evening) -> Row:
    state, places = evening.state, {name: place for place, name in reversed([*enumerate(evening.people)])}
    return {
        "seats": [places[name] for name in state.seats],
        "dealer": places.get(state.dealer),  # where nobody sits nobody deals
        "balances": evening.by_place(state.balances),
        "stock": state.balances[STOCK],
        "bock": state.bock,
        "bock_since": [cause_of(one) for one in state.bock_since],
        "round": state.round,
        "round_left": state.round_left,
        "round_since": state.round_since and cause_of(state.round_since),
        "hands": state.hands,
        "dealt": evening.by_place(state.dealt),
        "thrown_in": state.thrown_in,
        "void": state.void,
        "posted": state.posted,
    }


def cause_of(cause: Cause) -> str:
    """Return why something is in force: what happened, and in which hand."""
    return f"{cause.what}@{cause.hand}"
