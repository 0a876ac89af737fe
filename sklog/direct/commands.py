"""What is typed all evening long, without any option: each command by its English words, and the texts that it prints.

What it stores is stored before the first of them; where the whole program answers, `Elsewhere` is raised before that.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sklog.desk import hands
from sklog.direct import screen
from sklog.language import N_, _, as_typed
from sklog.ledger.open import LedgerFile
from sklog.reports.format import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.desk.ledger import Ledger
    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening
    from sklog.ledger.undo import Undone
    from sklog.scoring.state import Line


def _ledger() -> Ledger:
    from sklog.desk.ledger import Ledger  # noqa: PLC0415  `add` and `show` do without

    return Ledger()


# -- a hand, and the board ----------------------------------------------------------------------------


def add(words: Sequence[str]) -> Iterator[str]:
    """Record a hand."""
    file, said = LedgerFile(), _shorthand(words)
    evening, line = hands.record_entry(file, said, None, ("add", [said]))
    yield from added(evening, line, file)


def added(evening: Evening, line: Line, file: LedgerFile) -> Iterator[str]:
    """Say which hand was recorded, or would be, and what it cost; then the board."""
    what = {"number": line.number, "hand": hands.described(line)}
    told = _(N_("Would be hand {number} (not stored): {hand}") if file.dry_run else N_("Hand {number}: {hand}"), **what)
    yield screen.broken_into_lines(told) if screen.rows_left() else told  # a script reads it from one line
    yield screen.board_text(evening, line=line, file=file, beside=(told,))


def _shorthand(words: Sequence[str]) -> str:
    if not words or words[0].startswith("-"):
        raise screen.Elsewhere
    return " ".join(words)


def show(words: Sequence[str]) -> Iterator[str]:
    """Show the board with the last hands."""
    _alone(words)
    yield screen.board_text(*hands.seen(LedgerFile(), None, screen.rows_left() or hands.RECENT_HANDS))


def _alone(words: Sequence[str]) -> None:
    if words:
        raise screen.Elsewhere


# -- corrections --------------------------------------------------------------------------------------

UNDO = (N_("Took back: {what}."), N_("To bring that back: sklog redo"))
"""What is said of each command that was taken back, and how that is taken back."""


def undo(words: Sequence[str]) -> Iterator[str]:
    """Take back the newest command."""
    _alone(words)
    ledger = _ledger()
    yield from undone(ledger, ledger.undo(), *UNDO)


def undone(ledger: Ledger, steps: list[Undone], done: str, hint: str) -> Iterator[str]:
    """Say which commands were taken back, or brought back, and how that is taken back."""
    change = steps[-1].change
    if len(steps) > 1:  # which hands changed is said of a single command
        change = change._replace(revalued=(), renumbered=())
    said = [_(done, what=clean(as_typed(one.words))) for one in steps]
    return corrected(change, said, ledger, "" if ledger.dry_run else "\n".join(_ways_back(steps, hint, ledger)))


def _ways_back(undone: Sequence[Undone], hint: str, ledger: Ledger) -> Iterator[str]:
    """Yield for each evening in turn how its steps are taken back, the last one first: others may be meant without."""
    for _number, steps in groupby(reversed(undone), lambda one: one.change.evening.id):
        first, *more = steps
        said = screen.way_back(first.change.evening, ledger, hint, older=True)
        yield f"{said} {1 + len(more)}" if more else said


def corrected(change: Change, said: Iterable[str], ledger: Ledger, hint: str = "") -> Iterator[str]:
    """Say what was done, which hands have another number or another value now, and how it is taken back."""
    return screen.what_was_recorded([*said, *hands.consequences(change)], change.evening, hint=hint, file=ledger)


def fix(words: Sequence[str]) -> Iterator[str]:
    """Correct a hand."""
    from sklog.desk.typed import hand_meant  # noqa: PLC0415  the same

    _shorthand(words)
    number, line = hand_meant(words)
    if not line:
        raise screen.Elsewhere
    ledger, said = _ledger(), " ".join(line)
    yield from fixed(ledger, ledger.fix(number, said=said, noted=said), number)


def fixed(ledger: Ledger, change: Change, number: int | None) -> Iterator[str]:
    """Say what a hand is now, and what follows from it."""
    return corrected(change, [put(change, number or change.evening.hands, N_("Hand {number} is now: {hand}"))], ledger)


def put(change: Change, number: int, said: str) -> str:
    """Return the sentence about a hand that a correction put in its place."""
    line = next(line for line in change.lines if line.number == number)
    return _(said, number=number, hand=hands.described(line))


# -- why, and who pays --------------------------------------------------------------------------------


def explain(words: Sequence[str]) -> Iterator[str]:
    """Say why a hand cost what it cost, or what it would cost."""
    from sklog.desk.typed import hand_meant  # noqa: PLC0415  the same

    if any(word.startswith("-") for word in words):
        raise screen.Elsewhere
    number, line = hand_meant(words)
    if not line and number is not None and not 0 < number < 10 ** (screen.MOST_DIGITS - 1):
        raise screen.Elsewhere
    yield screen.rendered(_ledger().explain(" ".join(words) if line else number))


def settle(words: Sequence[str]) -> Iterator[str]:
    """Say who pays whom."""
    _alone(words)
    yield "\n".join(map(screen.rendered, _ledger().settlement().reports))
