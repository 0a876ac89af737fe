"""A tournament asked by SQL, with the questions of docs/queries.md."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from sklog import Ledger, ListRow, Person, Played, TournamentRules
from tests.test_queries import shown

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Sklog

pytestmark = pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 38), reason="this SQLite has no ->>")
FILE = re.compile(r"readfile\('([a-z.]+)'\)")


@pytest.fixture
def ledger(folder: Path) -> Ledger:
    """Return a ledger with an evening, and a tournament of which one list was played, and one corrected."""
    made = Ledger(folder / "sklog.db")
    made.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel", date="2026-11-19")
    made.record("w b")
    tournaments = made.tournaments
    tournaments.begin("Herbstrennen", "bsv", TournamentRules(rounds=1, games=2, seed="x"), date="2026-11-20")
    tournaments.enter([Person(f"Gast {number}") for number in range(1, 9)])
    tournaments.draw()
    table = tournaments.table(1, 1)
    for seat in (0, 1):
        made.record(Played(game="wenz", declarer=table.state.seats[seat], won=True), f"id:{table.uid}", again=True)
    tournaments.hand_in(1, 1)
    for sums in ((3, -1, -1, -1), (4, -2, -1, -1)):
        tournaments.hand_in(1, 2, [ListRow(points) for points in sums], corrects=sums[0] == 4)
    return made


def answer(name: str, path: Path) -> list[tuple[Any, ...]]:
    """Return what a question of the page comes to; what it reads from files is handed to it."""
    asked = shown(name)
    texts = [(path.parent / file).read_text("utf-8") for file in FILE.findall(asked)]
    with closing(sqlite3.connect(path)) as opened:
        return opened.execute(FILE.sub("?", asked), texts).fetchall()


def test_hands_of_tables_are_told_from_evenings(ledger: Ledger) -> None:
    """By the kind of their evening."""
    assert answer("tournament hands", ledger.path) == [("evening", 1), ("of tournament", 2)]


def test_a_ranking_is_asked_as_it_was_written(ledger: Ledger, ok: Sklog, folder: Path) -> None:
    """With the places that the rules give."""
    ok("tournament", "ranking", "-o", "ranking.json")
    found = answer("tournament ranking", folder / "sklog.db")
    standings = ledger.tournaments.held().ranking().standings
    assert found == [(one.place, one.entrant.name, one.points) for one in standings if one.place and one.place <= 3]


def test_the_newest_list_of_a_table_counts(ledger: Ledger, ok: Sklog, folder: Path) -> None:
    """Seat by seat."""
    ok("export", "Herbstrennen", "-o", "tournament.jsonl")
    found = answer("tournament lists", folder / "sklog.db")
    counted = [ledger.tournaments.held().tournament.counted(1, table) for table in (1, 2)]
    assert [points for _round, _table, _seat, points in found] == [
        row.points for one in counted if one for row in one.rows
    ]
    assert found[4] == (1, 2, 1, 4)
