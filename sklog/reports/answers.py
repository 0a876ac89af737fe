"""The contract's JSON answer to a hand: what `calc` prints, and what `replay` prints for every hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.scoring.canonical import to_json
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Voided

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sklog.scoring.hand import Hand
    from sklog.scoring.payout import Score
    from sklog.scoring.settlement import Transfer
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Step


def answer(hand: Hand, score: Score, balances: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return `{hand, value, postings, steps}` and, where there is an evening, `balances` after the hand.

    Amounts are whole cents or points. The Stock is the last of the accounts.
    """
    said: dict[str, Any] = {
        "hand": to_json(hand),
        "value": score.value,
        "postings": accounts(score.postings),
        "steps": [step_json(step) for step in score.steps],
    }
    if balances is not None:
        said["balances"] = accounts(balances)
    return said


def line_answer(line: Line) -> dict[str, Any]:
    """Return the answer to a hand of an evening. A voided one says so, and is worth nothing."""
    if line.score is not None and isinstance(line.entry, (Played, Ramsch, Passed, Posting)):
        return answer(line.entry, line.score, line.state.balances)
    if not isinstance(line.entry, Voided):
        raise TypeError(f"{line.entry!r} is no hand")
    nothing = dict.fromkeys(line.table.seats, 0)
    return {
        "hand": {**to_json(line.entry.hand), "void": True},
        "value": 0,
        "postings": accounts(nothing),
        "steps": [],
        "balances": accounts(line.state.balances),
    }


def step_json(step: Step) -> dict[str, Any]:
    """Return `{label, plus}` or `{label, times}`."""
    if step.times is not None:
        return {"label": step.label, "times": step.times}
    return {"label": step.label, "plus": step.plus or 0}


def accounts(amounts: Mapping[str, int]) -> dict[str, int]:
    """Return the amounts with the Stock as the last account, 0 where it does not appear."""
    people = {name: amount for name, amount in amounts.items() if name != STOCK}
    return {**people, STOCK: amounts.get(STOCK, 0)}


def transfers(planned: Iterable[Transfer]) -> list[dict[str, Any]]:
    """Return the payments of a plan as `{payer, payee, amount}`."""
    return [{"payer": one.payer, "payee": one.payee, "amount": one.amount} for one in planned]
