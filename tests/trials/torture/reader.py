"""One reader of the crowd: reads evenings over and over, and says what it has never been allowed to see.

    python -m tests.trials.torture.reader LEDGER

It ends when its standard input does, and says in JSON how often it read, how often it was told that somebody else is
writing, the longest wait in seconds, and in a sentence each what was wrong.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from select import select

from sklog.errors import SklogError
from sklog.ledger import database, evenings
from sklog.ledger.open import open_ledger
from sklog.vault import check

BUSY = "somebody else is writing"


def main(path: Path) -> None:
    """Read until nobody writes any more."""
    reads, busy, longest = 0, 0, 0.0
    wrong: dict[str, None] = {}
    while not select([sys.stdin], [], [], 0.01)[0]:
        begun = time.monotonic()
        try:
            with closing(open_ledger(path)) as ledger, database.snapshot(ledger, path):
                wrong |= dict.fromkeys(_seen(ledger))
            reads += 1
        except SklogError as error:
            if BUSY in str(error):
                busy += 1
            else:
                wrong[str(error)] = None
        longest = max(longest, time.monotonic() - begun)
    print(json.dumps({"reads": reads, "busy": busy, "longest": longest, "wrong": list(wrong)}))


def _seen(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield what is wrong in one consistent picture of every evening."""
    for evening in evenings.all_evenings(ledger):
        balances = dict.fromkeys(evening.state.balances, 0)
        hands = check.stored_postings(ledger, evening.id)
        for row, postings in hands.items():
            if total := sum(posted.amount for posted in postings.values()):
                yield f"entry {row} sums to {total}"
            for name, posted in postings.items():
                balances[name] += posted.amount
        if balances != dict(evening.state.balances):
            yield f"evening {evening.id}: the hands make {balances}, the board says {evening.state.balances}"
        if sum(evening.state.balances.values()) != evening.stock_in:
            yield f"evening {evening.id} sums to {sum(evening.state.balances.values())}"
        if len(hands) != evening.hands:
            yield f"evening {evening.id}: {len(hands)} hands are there, {evening.hands} are counted"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
