"""A season as a table of pandas: what everybody won by game, and how often.

python examples/season.py ledger.db
"""

from __future__ import annotations

import sys

import pandas as pd

import sklog


def hands(ledger: sklog.Ledger) -> pd.DataFrame:
    """Return a row for each person in each hand that was played: evening, hand, game, name, and cents or points."""
    rows = [
        (evening.date, line.number, line.score.steps[0].label, name, amount)
        for evening in ledger.evenings()
        for line in ledger.session(evening).lines()
        if line.score and line.score.steps
        for name, amount in line.score.postings.items()
        if name in line.table.active
    ]
    return pd.DataFrame(rows, columns=["evening", "hand", "game", "name", "amount"])


def by_game(table: pd.DataFrame) -> pd.DataFrame:
    """Return what each person won in each game, and in all of them."""
    return table.pivot_table("amount", "name", "game", aggfunc="sum", fill_value=0, margins=True, margins_name="all")


if __name__ == "__main__":
    print(by_game(hands(sklog.Ledger(sys.argv[1]))).to_string())
