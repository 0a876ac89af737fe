"""A program: the rows of a ledger into the same tables and indexes of a new file, as plainly as SQLite can.

    python plain_insert.py LEDGER NEW

There are no triggers, and all is one transaction. It prints the seconds of inserting and committing alone, and those of
the processor: rows are read before the clock runs, a table at a time.
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
    seconds = processor = 0.0
    for (table,) in _all(ledger, f"SELECT name FROM sqlite_master WHERE type = 'table' AND {OURS}"):  # noqa: S608  the same
        rows = _all(ledger, f'SELECT * FROM "{table}"')  # noqa: S608  the same
        begun, spent = time.perf_counter(), time.process_time()
        _insert(plain, table, rows)
        seconds, processor = seconds + time.perf_counter() - begun, processor + time.process_time() - spent
    begun, spent = time.perf_counter(), time.process_time()
    plain.execute("COMMIT")
    print(seconds + time.perf_counter() - begun, processor + time.process_time() - spent)


def _all(ledger: sqlite3.Connection, query: str) -> list[tuple[object, ...]]:
    return ledger.execute(query).fetchall()


def _insert(plain: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    """Insert the rows of a table."""
    if rows:
        places = ", ".join("?" * len(rows[0]))
        plain.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608  the same


if __name__ == "__main__":
    main(*sys.argv[1:])
