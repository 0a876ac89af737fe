"""What a hand costs, and why: one that was recorded, one that would be the next, one at a table in no ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.desk.hands import canonical_hand, parsed, said_at, said_of, spelled
from sklog.errors import InvalidHand, SklogError
from sklog.language import _
from sklog.language import as_typed as spoken
from sklog.ledger import evenings, history
from sklog.notation import read_hand, write_hand
from sklog.notation.entries import line_of
from sklog.reports.explain import answer, calc_report, explain_report
from sklog.reports.format import clean, moment
from sklog.scoring.amounts import typed_amount
from sklog.scoring.evening import admit, start

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sklog.desk.hands import Said
    from sklog.ledger.evenings import Evening, Scene
    from sklog.reports.model import Report
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff


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
    return explain_report(made, state, tariff, _written(made, evening.scene), recorded=False)


def priced(said: Said, scene: Scene) -> Report:
    """Return what a hand costs at a table that is in no ledger; raise HandError."""
    with spelled(scene, said):
        line = admit(scene.state, said_at(said_of(said, scene), scene), scene.tariff)
    return calc_report(line, scene.tariff, _written(line, scene))


def _written(line: Line, scene: Scene) -> str:
    """Return a hand that was scored as it is printed, with what it implies."""
    return write_hand(line.entry, *scene)  # type: ignore[arg-type]  # it was read as a hand


def answered(text: bytes, tariff: Tariff) -> dict[str, Any]:
    """Return the answer to one line `{"players": […], "hand": {…}, "stock": 0}`: what it costs, or `{"error": …}`."""
    try:
        asked = _asked(text)
        state = start(asked["players"], stock=asked.get("stock", 0))
        line = admit(state, canonical_hand(asked["hand"], state, asked["players"], tariff), tariff)
        return answer(line.entry, line.score) if line.score else {}  # type: ignore[arg-type]  # it is a hand
    except SklogError as error:
        return {"error": "; ".join(problem.message for problem in error.problems)}


def _asked(text: bytes) -> dict[str, Any]:
    """Return the parsed line; raise InvalidHand with what is wrong with its form."""
    asked = parsed(text)
    if not isinstance(asked, dict) or not isinstance(asked.get("hand"), dict):
        raise InvalidHand(_('a line is an object {"players": […], "hand": {…}, "stock": 0}'))
    players, stock = asked.get("players"), asked.get("stock", 0)
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise InvalidHand(_('"players" must be a list of names, clockwise'))
    if not isinstance(stock, int) or isinstance(stock, bool) or not 0 <= stock < 2**62:
        raise InvalidHand(_('"stock" is the amount in the Stock, a whole number from 0'))
    return asked
