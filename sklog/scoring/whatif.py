"""The same evening under another tariff: what each hand would have cost, and what could not have been played.

    entries ──step, tariff of the evening──▶ line  ┐
            ──step, other tariff───────────▶ other ┴─▶ Compared ──▶ which steps differ

A hand that the other tariff does not play counts there as never dealt, but the deal moves on; an event that
cannot be under it is left out. Both keep the sentences that say why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import HandError
from sklog.language import _
from sklog.scoring.evening import start, step
from sklog.scoring.hand import Posting
from sklog.scoring.state import StockMove, TariffChange, Voided, is_event

if TYPE_CHECKING:
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line, State
    from sklog.scoring.tariff import Step, Tariff

BASE, KONTRA = "base", "kontra"


class Compared(NamedTuple):
    """One entry as it was, and under the other tariff.

    `other` is None where it cannot be there, and `why` says why not; for a change of the tariff it says nothing.
    """

    line: Line
    other: Line | None
    why: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether both play it, and it moves other amounts."""
        ours, theirs = self.line.score, self.other and self.other.score
        if not ours or not theirs:
            return False
        return (ours.value, dict(ours.postings)) != (theirs.value, dict(theirs.postings))


class Comparison(NamedTuple):
    """An evening and the same evening under `tariff` from hand `first` on; the states are those at the end.

    Amounts are in the unit of their own tariff.
    """

    session: Session
    tariff: Tariff
    first: int
    entries: tuple[Compared, ...]
    state: State
    other: State

    @property
    def same_unit(self) -> bool:
        """Whether amounts of both can be compared."""
        return self.session.tariff.unit == self.tariff.unit


def compare(session: Session, tariff: Tariff, *, first: int = 1) -> Comparison:
    """Return the evening beside the same one under another tariff, which hand `first` is the first to be played by.

    Changes of the tariff from there on are replaced by it. Raises HandError where the evening itself cannot be
    folded, or where a tariff in another unit is to begin in the middle of it.
    """
    lines = session.lines()
    same_unit = session.tariff.unit == tariff.unit
    # what an earlier evening left in the Stock is worth nothing in another unit
    state = start(session.players, session.dealer, session.stock if same_unit else 0)
    rules, changed = (tariff, True) if first == 1 else (session.tariff, False)
    entries: list[Compared] = []
    for line in lines:
        if line.number == first and not changed:
            change = step(state, TariffChange(tariff), rules)
            state, rules, changed = change.state, change.tariff, True
        if changed and isinstance(line.entry, TariffChange):
            entries.append(Compared(line, None))
            continue
        other, why = _under(state, line.entry, rules, same_unit=same_unit)
        if other is not None:
            state, rules = other.state, other.tariff
        entries.append(Compared(line, None if why else other, why))
    return Comparison(session, tariff, first, tuple(entries), lines[-1].state if lines else session.begin(), state)


def _under(state: State, entry: Entry, tariff: Tariff, *, same_unit: bool) -> tuple[Line | None, tuple[str, ...]]:
    """Return what an entry makes of the state under a tariff; and why it cannot be played, where it cannot."""
    why: tuple[str, ...]
    if not same_unit and isinstance(entry, (Posting, StockMove)):
        why = (_("its amounts are in another unit"),)
    else:
        try:
            return step(state, entry, tariff), ()
        except HandError as error:
            why = tuple(problem.message for problem in error.problems)
    if is_event(entry) or isinstance(entry, Voided):
        return None, why
    return step(state, Voided(entry, keeps_seats=True), tariff), why  # type: ignore[arg-type]  # it is a hand


def differing_steps(line: Line, other: Line) -> list[tuple[Step | None, Step | None]]:
    """Return the steps of two scored lines that do not make the same, in pairs; None where one has no such step."""
    ours, theirs = _by_kind(line), _by_kind(other)
    pairs = ((ours.get(kind), theirs.get(kind)) for kind in {**ours, **theirs})
    return [(one, two) for one, two in pairs if not one or not two or (one.plus, one.times) != (two.plus, two.times)]


def _by_kind(line: Line) -> dict[str, Step]:
    """Return the steps by what they are: the price first, then without their number and whatever Kontra is called."""
    if line.score is None:
        return {}
    outcome, kontra = line.score.outcome, line.tariff.kontra
    said = kontra.step(outcome) if kontra and outcome else None
    found: dict[str, Step] = {}
    for place, made in enumerate(line.score.steps):
        letters = "".join(letter for letter in made.label if letter.isalpha())
        found[BASE if not place else KONTRA if made == said else letters] = made
    return found
