"""The house without some of its rooms: what asks for them is left out of the tests, and all else is run.

`python -m tests.without [ROOM…]` copies the project for each room that is named, deletes the room's folder and its
tests, and runs the quick tests of the core there. Without a name all rooms have their turn, some at a time that do not
know each other. A test that is told the room is not installed is skipped; `LEAST` makes sure that few are.
"""

import argparse
import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sklog.errors import NotInstalled
from tests import house, transcripts

ROOT = Path(__file__).resolve().parents[1]
ROOMS = house.rooms()
MISSING = frozenset(room for room, folder in ROOMS.items() if not (ROOT / folder / "__init__.py").exists())
ABSENT = MISSING.union(room for room, knows in house.known().items() if MISSING.intersection(knows))
"""Those that cannot be imported: they are missing, or use one that is."""
WHOLE = frozenset(
    {
        *("test_api", "test_arguments", "test_catalogue", "test_cli_process", "test_command_words", "test_docs"),
        *("test_examples", "test_glossary"),
        *("test_help", "test_house", "test_language_cli", "test_queries", "test_quick", "test_readme", "test_tests"),
    }
)
"""Tests of the whole house: its documents, its examples, its catalogue, its help, its measures."""
FLOORS = frozenset({"errors", "language", "notation", "scoring", "tariffs", "values", "yaml_faults", "yaml_text"})
PROGRAM = ("run", "ok", "process", "ledger")
"""Floors that are the same whichever room is here, and fixtures that run more: these tests are run once."""
LEAST = 3_000
"""So many tests pass at least, whichever rooms are missing."""
TOGETHER = 4
"""So many rooms are left out at once: what the core needs is missed all the same, in fewer runs."""
SAID = re.compile(r"(?:is not installed|ist nicht installiert): (\w+)")


# -- what is left out ---------------------------------------------------------------------------------


@cache
def _imported(path: Path) -> tuple[frozenset[str], frozenset[Path]]:
    """Return the folders and modules of sklog that a file of tests imports, and the other files of tests."""
    parts_of_sklog, files = set(), set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else ()
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names]
        for name in names:
            first, *rest = name.split(".")
            if first == "sklog":
                parts_of_sklog.update(rest[:1] or ["all of it"])
            parts = rest if first == "tests" else [first, *rest]
            named = (ROOT.joinpath("tests", *parts[:many]) for many in range(1, len(parts) + 1))
            files.update(one for one in (path.with_suffix(".py") for path in named) if one.is_file())
    return frozenset(parts_of_sklog), frozenset(files)


def asked_of(path: Path) -> set[str]:
    """Return the folders and modules of sklog that a file of tests imports, those that its helpers import as well."""
    asked, seen, waiting = set[str](), set[Path](), [path]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            parts, files = _imported(one)
            asked |= parts
            waiting += files
    return asked


def is_below(path: Path) -> bool:
    """Whether a file of tests knows nothing of sklog but the floors that no row of a room is asked on."""
    functions = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))
    return asked_of(path) <= FLOORS and not any(one.arg in PROGRAM for each in functions for one in each.args.args)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Pass over tests of the whole house, and those that import what is not here."""
    if not (MISSING and collection_path.suffix == ".py"):
        return None
    return True if collection_path.stem in WHOLE or asked_of(collection_path) & ABSENT else None


def pytest_configure() -> None:
    """Have a test skipped whose command answers that a room is not installed."""
    if not MISSING:
        return
    run = transcripts.run

    def told(words: Sequence[str], **said: Any) -> transcripts.Ran:
        ran = run(words, **said)
        if ran.code == 2 and (said := SAID.search(ran.err)) and said[1] in MISSING:
            pytest.skip(said[0])
        return ran

    transcripts.run = told


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Skip a test that asks for a room which is not here."""
    try:
        return (yield)
    except NotInstalled as error:
        if MISSING:
            pytest.skip(str(error))
        raise


# -- each room in turn --------------------------------------------------------------------------------


def apart() -> list[tuple[str, ...]]:
    """Return all rooms, `TOGETHER` at a time of which none knows another."""
    knows, found = house.known(), list[list[str]]()
    for room in ROOMS:
        for some in found:
            if len(some) < TOGETHER and not any(one in knows[room] or room in knows[one] for one in some):
                some.append(room)
                break
        else:
            found.append([room])
    return [tuple(some) for some in found]


def tried(rooms: tuple[str, ...]) -> tuple[str, str]:
    """Run the quick tests of the core without some rooms: how it ended, and all that was said where it failed."""
    with tempfile.TemporaryDirectory() as work:
        house.copy_project(Path(work), *(folder for room in rooms for folder in (ROOMS[room], f"tests/{room}")))
        below = [path.name for path in ROOT.glob("tests/test_*.py") if is_below(path)]
        others = [f"--ignore=tests/{other}" for other in (*ROOMS, *below)]
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-r", "fE", *others]
        ran = subprocess.run(
            words, cwd=work, env={**os.environ, "PYTHONPATH": work}, capture_output=True, text=True, check=False
        )
    last = ran.stdout.rstrip().rpartition("\n")[2]
    passed = re.search(r"(\d+) passed", last)
    fine = not ran.returncode and passed is not None and int(passed[1]) >= LEAST
    return f"without {' and '.join(rooms)}: {last}", "" if fine else ran.stdout[-6_000:] + ran.stderr[-2_000:]


def main() -> None:
    """Run the quick tests of the core without the rooms; end with 1 where some fail, or too few are left."""
    asked = argparse.ArgumentParser(prog="python -m tests.without", description=__doc__)
    asked.add_argument("rooms", nargs="*", metavar="ROOM", choices=[*ROOMS, []])
    wrong = False
    # each in one process, and as many as there are cores: so the tests are collected once for each
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for ended, said in pool.map(tried, [(room,) for room in asked.parse_args().rooms] or apart()):
            sys.stdout.write(f"{ended}\n{said}")
            sys.stdout.flush()
            wrong = wrong or bool(said)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
