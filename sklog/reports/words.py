"""What a hand costs, on one line: the answer of `add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.format import amount, currency, in_words, money
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff


def calculation(made: Score, tariff: Tariff) -> str:
    """Return the steps on one line: `(Sauspiel 0.20 + Schneider 0.10) × 2 (Kontra) = 0.60 €`; "" without any."""
    text, added = "", 0
    for step in made.steps:
        label = in_words(step.label, tariff.words)
        if step.times is not None:
            text = f"({text})" if added > 1 else text
            text, added = f"{text} × {step.times} ({label})", 1
        else:
            part = f"{label} {amount(abs(step.plus), tariff.unit)}" if step.plus else label
            text = f"{text} {'-' if (step.plus or 0) < 0 else '+'} {part}" if text else part
            added += 1
    if len(made.steps) > 1:
        return f"{text} = {money(made.value, tariff.unit)}"
    return f"{text} {currency(tariff.unit)}" if made.value else text


def cost(made: Score, tariff: Tariff) -> str:
    """Return the calculation and what moved into or out of the Stock, on one line."""
    moved = made.postings.get(STOCK, 0)
    where = tariff.words.get("stock", STOCK)
    said = _("{amount} into the {stock}") if moved > 0 else _("{amount} out of the {stock}")
    stock = said.format(amount=money(abs(moved), tariff.unit), stock=where) if moved else ""
    return "; ".join(filter(None, (calculation(made, tariff), stock)))
