"""What a hand costs, and why: one that was recorded, one that would be the next, one at a table in no ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.desk.hands import spelled
from sklog.language import _
from sklog.language import as_typed as spoken
from sklog.ledger import evenings, history
from sklog.notation import read_hand, write_hand
from sklog.notation.entries import line_of
from sklog.reports.explain import explain_report
from sklog.reports.format import clean, moment
from sklog.scoring.amounts import typed_amount
from sklog.scoring.evening import admit

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.ledger.evenings import Evening
    from sklog.reports.model import Report


def explained(ledger: sqlite3.Connection, evening: Evening, number: int) -> Report:
    """Return why a recorded hand cost what it cost, and what was recorded first where it was fixed; raise NotFound."""
    whole = history.of_evening(ledger, evening)
    before = whole.session.begin()
    for recorded, line in zip(whole.recorded, whole.session.lines(), strict=True):
        if line.number == number:
            text = line_of(line.entry, before, line.tariff, typed_amount) or ""
            was = [line_of(hand, before, line.tariff, typed_amount) or hand.game for hand in recorded.was]
            report = explain_report(line, before, line.tariff, text, was)
            return report._replace(notes=(*report.notes, *_put_right(ledger, evening)))
        before = line.state
    raise evenings.no_hand(evening, number)


def _put_right(ledger: sqlite3.Connection, evening: Evening) -> Iterator[str]:
    """Yield what was put right of the evening itself, when, and by whom."""
    for at, who, words in history.put_right(ledger, evening.id):
        said = {"what": clean(spoken(words)), "when": moment(at), "who": clean(who)}
        yield _("The evening was corrected: {what} ({when}, {who}).", **said)


def explained_line(evening: Evening, line: str) -> Report:
    """Return what a hand would cost if it were the next one; raise HandError."""
    state, tariff = evening.state, evening.tariff
    with spelled(evening.scene, line):
        made = admit(state, read_hand(line, *evening.scene), tariff)
    text = write_hand(made.entry, *evening.scene)  # type: ignore[arg-type]  # it was read as a hand
    return explain_report(made, state, tariff, text, recorded=False)
