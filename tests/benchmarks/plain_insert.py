"""A program: the rows of a ledger into the same tables and indexes of a new file, as plainly as SQLite can.

    python plain_insert.py LEDGER NEW

There are no triggers, and all is one transaction. It prints the seconds of inserting and committing alone: rows are
read before the clock runs, a table at a time.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import time

OURS = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


def main(source: str, target: str) -> None:
    """Copy the rows, and print how long the writing took."""
    gc.disable()  # rows are no garbage, and looking for some among millions would count as writing
    ledger = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    plain = sqlite3.connect(target, isolation_level=None)
    plain.execute("PRAGMA synchronous = EXTRA")
    for kind in ("table", "index"):
        for (statement,) in _all(ledger, f"SELECT sql FROM sqlite_master WHERE type = '{kind}' AND {OURS}"):  # noqa: S608  our own words
            plain.execute(statement)
    plain.execute("BEGIN")
    seconds = 0.0
    for (table,) in _all(ledger, f"SELECT name FROM sqlite_master WHERE type = 'table' AND {OURS}"):  # noqa: S608  the same
        seconds += _insert(plain, table, _all(ledger, f'SELECT * FROM "{table}"'))  # noqa: S608  the same
    begun = time.perf_counter()
    plain.execute("COMMIT")
    print(seconds + time.perf_counter() - begun)


def _all(ledger: sqlite3.Connection, query: str) -> list[tuple[object, ...]]:
    return ledger.execute(query).fetchall()


def _insert(plain: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> float:
    """Insert the rows of a table; return the seconds."""
    if not rows:
        return 0.0
    places = ", ".join("?" * len(rows[0]))
    begun = time.perf_counter()
    plain.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608  the same
    return time.perf_counter() - begun


if __name__ == "__main__":
    main(*sys.argv[1:])
