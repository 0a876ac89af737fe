"""Lists that are made by lot: they come in with their balances; of one that came to harm nothing is half stored.

`SKLOG_LISTS=100000 pytest tests/lists/test_lists_made.py -m long` reads so many, and imports each eighth of them.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sklog import lists
from sklog.errors import SklogError
from sklog.files.incoming import WORDS as SAID
from sklog.lists import grids
from sklog.tournament.entrants import Entrants, entrants_of
from tests.lists.made_lists import Sheets, charts, made, months, mutated, written
from tests.lists.test_lists_shapes import came_to, conversed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Sklog

TODAY = date(2026, 11, 19)
MANY = int(os.environ.get("SKLOG_LISTS", "0"))
WORDS = {
    "amounts": ("euros", "cents", "points"),
    "rows": ("each", "running", "evening"),
    "decimal": ("comma", "point"),
    "dates": ("day", "month"),
    "points": ("differences",),
}
A_LEDGER = 60
"""So many lists go into one ledger: a larger one takes longer."""


@pytest.mark.parametrize("part", range(20))
def test_a_made_list_comes_in(part: int) -> None:
    """With the balances that it was made of, after one run that asks at most."""
    for seed in range(part * 6, part * 6 + 6):
        one = made(Random(seed))  # noqa: S311  nothing secret
        found, _asked = conversed([grids.of_text(one.data, one.file, "x.csv")], one.file, one.answers)
        assert [str(problem) for problem in found.problems] == [], seed
        assert (came_to(found), len(found.sessions)) == (one.came_to, one.evenings), seed


@pytest.mark.parametrize("kind", [months, charts])
@pytest.mark.parametrize("part", range(12))
def test_what_is_carried_over_or_added_up_does_not_count_twice(kind: Callable[[Random], Sheets], part: int) -> None:
    """Neither in sheets of months nor in a chart, and nobody is asked more than once."""
    for seed in range(part * 2, part * 2 + 2):
        one = kind(Random(seed))  # noqa: S311  nothing secret
        sheets = [grids.of_text(written(table, ";"), title, title) for title, table in one.tables.items()]
        found, _asked = conversed(sheets, "x", {"rows": one.rows})
        assert [str(problem) for problem in found.problems] == [], seed
        assert (came_to(found), len(found.sessions)) == (one.came_to, one.evenings), seed


def stored(path: str) -> tuple[int, int]:
    """Return how many evenings and facts a ledger has."""
    if not Path(path).exists():
        return 0, 0
    with closing(sqlite3.connect(path)) as ledger:
        asked = "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM entry)"
        found: tuple[int, int] = ledger.execute(asked).fetchone()
        return found


@pytest.mark.long
def test_a_list_that_came_to_harm_is_read_or_refused_in_sentences(tmp_path: Path) -> None:
    """As evenings and as entrants: an error of sklog's own, or what it says is what can be recorded."""
    for number in range(MANY or 120):
        rng = Random(number)  # noqa: S311  nothing secret
        file = tmp_path / "x.csv"
        file.write_bytes(mutated(rng))
        said: dict[str, Any] = {
            name: SAID[name][rng.choice(words)] for name, words in WORDS.items() if rng.random() < 0.5
        }
        found, people = lists.Listed((), (), (), ()), Entrants({}, [], [])
        with suppress(SklogError):
            tables = grids.read_tables(file)
            found = lists.read_lists(tables, lists.Asked(TODAY, **said), "x", "x")
            people = entrants_of(tables, "x")
        numbers = [[row.number for row in sheet.layout.rows] for sheet in found.sheets]
        assert all(len({*of_it}) == len(of_it) for of_it in numbers), number  # two rows of one number are one
        assert all(sum(one.end().balances.values()) == one.stock for one in found.sessions), number
        assert all(one.message.isprintable() for one in (*people.wrong, *people.warnings)), number
        assert all(one.message for one in found.problems), number
        assert all(one.answers for one in found.asked), number


@pytest.mark.long
def test_of_a_list_that_came_to_harm_nothing_is_half_stored(run: Sklog, ok: Sklog, folder: Path) -> None:
    """It comes in, or is refused in sentences and the ledger is as it was; no answer is a traceback."""
    codes = set()
    for number in range(MANY // 8 or 80):
        rng, database = Random(number), f"{number // A_LEDGER}.db"  # noqa: S311  nothing secret
        data = mutated(rng)
        file = folder / f"{number}.{'xlsx' if data[:2] == b'PK' else 'csv'}"
        file.write_bytes(data)
        said = [
            word for name, words in WORDS.items() if rng.random() < 0.5 for word in (f"--{name}", rng.choice(words))
        ]
        before = stored(database)
        ran = run("--db", database, "import", file.name, *said, *(["--keep-going"] if rng.random() < 0.3 else []))
        assert "Traceback" not in ran.out + ran.err, number
        assert ran.code in (0, 1, 3), (number, ran.err)
        assert "\x1b[2J" not in ran.out + ran.err
        if ran.code == 1:
            assert ran.err, number
            assert stored(database) == before, number
        codes.add(ran.code)
        file.unlink()
        if number % A_LEDGER == A_LEDGER - 1:
            ok("--db", database, "check")
            Path(database).unlink()
    assert codes == {0, 1, 3}
