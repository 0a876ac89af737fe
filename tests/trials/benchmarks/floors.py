"""The least that a program can be which keeps one line: it opens SQLite, commits one durable row and says so.

One is written with Typer, as sklog is, the other with argparse. Both are texts of programs, run as processes.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMMIT = """
ledger = sqlite3.connect(sys.argv[1], isolation_level=None)
ledger.execute("PRAGMA synchronous = EXTRA")
ledger.execute("CREATE TABLE IF NOT EXISTS line (text)")
ledger.execute("BEGIN IMMEDIATE")
ledger.execute("INSERT INTO line VALUES ('s ac nl3')")
ledger.execute("COMMIT")
print("recorded")
"""
TYPER = f"""
import sqlite3, sys, typer
app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
@app.command()
def main(db: str) -> None:
{"".join(f"    {line}{chr(10)}" for line in COMMIT.strip().splitlines())}
app()
"""
READING = """
import sqlite3, sys, typer
app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
@app.command()
def main(db: str) -> None:
    print(sqlite3.connect(sys.argv[1]).execute("SELECT * FROM line LIMIT 1").fetchone())
app()
"""
CALLED = """
import os, sys, sklog
package, called = os.path.dirname(sklog.__file__) + os.sep, set()
def note(frame, event, argument):
    code = frame.f_code
    is_function = code.co_flags & 2 and not code.co_name.startswith("<")  # neither a module, nor a class or a lambda
    if event == "call" and is_function and code.co_filename.startswith(package):
        called.add((code.co_filename, code.co_qualname))
from sklog.__main__ import main
sys.setprofile(note)
try:
    main()
finally:
    sys.setprofile(None)
    print(len(called), len({file for file, name in called}), file=sys.stderr)
"""
"""Runs a command of sklog and says how many of its functions were called, and in how many modules."""
ARGPARSE = f"""
import argparse, sqlite3, sys
parser = argparse.ArgumentParser()
parser.add_argument("db")
parser.parse_args()
{COMMIT}
"""


def typer(folder: Path) -> list[str]:
    """Return the command that runs the bare Typer program, which is written into the folder."""
    return _written(folder / "typer_floor.py", TYPER)


def reading(folder: Path) -> list[str]:
    """Return the command that only reads what the other two have written: a row without a target stands beside it."""
    return _written(folder / "reading_floor.py", READING)


def argparse(folder: Path) -> list[str]:
    """Return the command that runs the bare argparse program, which is written into the folder."""
    return _written(folder / "argparse_floor.py", ARGPARSE)


def _written(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path), str(path.with_name("floor.db"))]
