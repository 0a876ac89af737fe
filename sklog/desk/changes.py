"""What was done, in sentences: an event, a correction and what follows from it, commands taken back or brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.desk.hands import described
from sklog.errors import Refused
from sklog.language import _, _n
from sklog.ledger import evenings, undo
from sklog.reports.format import amount, clean, currency
from sklog.reports.sentences import event_words
from sklog.scoring.hand import Posting
from sklog.scoring.state import BockOrder, Join, Leave, RoundOrder, StockMove

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping

    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Said
    from sklog.ledger.undo import Undone
    from sklog.scoring.state import Line

MOST_SHOWN = 12  # hands that changed; the board says the sum of all


def postings(amounts: Mapping[str, int], unit: str) -> str:
    """Return who got what, in words: `Anna +0.60, Bene -0.60 €`."""
    said = ", ".join(f"{clean(name)} {amount(value, unit, signed=True)}" for name, value in amounts.items() if value)
    return f"{said} {currency(unit)}" if said else _("nobody pays")


def happened(line: Line, before: Evening) -> str:
    """Return what an event did, such as "Bock for 3 hands, instead of Bock for 1 hand.", in the evening `before`."""
    entry, unit = line.entry, before.tariff.unit
    if isinstance(entry, Posting):
        moved = postings(entry.amounts, unit)
        return _("Posted: {moved}.", moved=f"{moved} ({entry.note})" if entry.note else moved)
    said = event_words(entry)
    said = said[:1].upper() + said[1:] if not isinstance(entry, (Join, Leave)) else said
    if isinstance(entry, StockMove):
        return f"{said}: {postings(entry.amounts, unit)}."
    if isinstance(entry, BockOrder) and before.state.bock:
        running = " + ".join(event_words(BockOrder(left)) for left in before.state.bock)
        return _("{now}, instead of {before}.", now=said, before=running)
    if isinstance(entry, RoundOrder) and entry.kind and before.state.round:
        return _("{now}, instead of {before}.", now=said, before=event_words(RoundOrder(before.state.round)))
    return f"{said}."


def step_by_step(
    take: Callable[[sqlite3.Connection, Evening | None, Said], Undone],
    ledger: sqlite3.Connection,
    which: str | None,
    steps: int,
    say: Callable[[], Said],
) -> list[Undone]:
    """Take so many commands back (`undo.undo`), or bring them back (`undo.redo`): all of them, or Refused.

    `which` evening, else all of them. `say` says who asks, anew for each step.
    """
    evening = None if which is None else evenings.find(ledger, which)
    done: list[Undone] = []
    try:
        while len(done) < steps:
            done.append(take(ledger, evening, say()))
    except undo.NothingLeft:
        if not done:
            raise
        so_many = _n(
            "only {n} command is there: nothing was changed",
            "only {n} commands are there: nothing was changed",
            len(done),
        )
        raise Refused(so_many) from None
    return done


def hand_after(change: Change, number: int) -> str:
    """Return what a hand is and costs after a correction, as `add` says it."""
    return described(next(line for line in change.lines if line.number == number))


def consequences(change: Change) -> Iterator[str]:
    """Yield a sentence for each run of hands that moved by as much, and two for each hand that costs something else."""
    runs: list[list[tuple[int, int]]] = []
    for pair in sorted(change.renumbered):
        if runs and (pair[0] - runs[-1][-1][0], pair[1] - runs[-1][-1][1]) == (1, 1):
            runs[-1].append(pair)
        else:
            runs.append([pair])
    for (old, new), *rest in runs:
        if rest:
            yield _("Hands {was} are {now} now.", was=f"{old}–{rest[-1][0]}", now=f"{new}–{rest[-1][1]}")
        else:
            yield _("Hand {was} is {now} now.", was=str(old), now=str(new))
    unit = change.evening.tariff.unit
    for hand in change.revalued[:MOST_SHOWN]:
        yield _("Hand {number} now: {costs}", number=hand.number, costs=postings(hand.now, unit))
        yield _("  before: {costs}", costs=postings(hand.before, unit))
    more = len(change.revalued) - MOST_SHOWN
    if more > 0:
        yield _n(
            "and {n} more hand: sklog report session shows all",
            "and {n} more hands: sklog report session shows all",
            more,
        )
