"""A hand on one line: what the board's list of last hands and the answer of `add` say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.notation import write
from sklog.reports.format import amount, clean, in_words, money

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.hand import Hand
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff


def hand_line(number: int, hand: Hand, value: int, tariff: Tariff, people: Sequence[str]) -> str:
    """Return one line of the list of last hands: number, shorthand, value."""
    worth = money(value, tariff.unit) if value else ""
    return f"{number:>4}  {clean(write(hand, people, tariff)):<30} {worth:>10}".rstrip()


def calculation(made: Score, tariff: Tariff) -> str:
    """Return the steps on one line: `(Sauspiel 0,20 + Schneider 0,10) × 2 (Kontra) = 0,60 €`; "" without any."""
    text, added = "", 0
    for step in made.steps:
        label = in_words(step.label, tariff.words)
        if step.times is not None:
            text = f"({text})" if added > 1 else text
            text, added = f"{text} × {step.times} ({label})", 1
        else:
            part = f"{label} {amount(abs(step.plus or 0), tariff.unit)}"
            text = f"{text} {'-' if (step.plus or 0) < 0 else '+'} {part}" if text else part
            added += 1
    if len(made.steps) < 2:
        return text and f"{text.rsplit(' ', 1)[0]} {money(made.value, tariff.unit)}" if made.value else text
    return f"{text} = {money(made.value, tariff.unit)}"
