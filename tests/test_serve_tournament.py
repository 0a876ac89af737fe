"""A tournament on phones and on the wall: who sees what, who enters which list, and what changes by itself."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from sklog import Ledger, ListRow, Person, TournamentRules
from sklog.serve.devices import LOOKS, pins
from sklog.serve.gate import Place
from sklog.serve.server import Options, Served, build
from sklog.serve.tables import Look, Tables
from tests.knocking import Phone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sklog import Held

PLACE = Place(("127.0.0.1",), 8765)
ENGLISH = Look("en", "seat")
SECONDS = 20.0


class Hall:
    """A server of a tournament of eight people at two tables, and whoever joins it."""

    def __init__(self, path: Path, *, entrants: int = 8, rules: TournamentRules | None = None, **options: Any) -> None:
        self.path, self.ledger = path, Ledger(path, who="Desk")
        self.tournaments = self.ledger.tournaments
        if not self.ledger.is_there:
            self.tournaments.begin(
                "Herbstrennen", "bsv", rules or TournamentRules(games=2, seed="x"), date="2026-11-19"
            )
            self.tournaments.enter([Person(f"Gast {number}") for number in range(1, entrants + 1)])
            self.tournaments.draw()
        self.options = Options(which="1", **options)
        self.served: Served
        self.begin()

    def begin(self) -> None:
        """Serve it, or serve it anew as after a restart."""
        self.served = build(self.path, self.options, PLACE)

    @property
    def held(self) -> Held:
        """How it stands."""
        return self.tournaments.held()

    def in_hall(self, name: str = "Resi") -> Phone:
        """Return a phone that has joined with the PIN of the hall."""
        code = self.served.door.code(self.held.evening.uid)
        assert code
        return self.joined(code.pin, name)

    def at(self, table: int, name: str = "Bene") -> Phone:
        """Return a phone that has joined with the PIN on the card of a table."""
        return self.joined(pins(self.path, self.held)[table], name)

    def keeper(self) -> Phone:
        """Return the laptop itself."""
        return self.joined(self.served.door.keeper, "Laptop", address="127.0.0.1")

    def joined(self, code: str, name: str, **where: str) -> Phone:
        """Return a phone that has joined with a code."""
        phone = Phone(self.served.app, **where)
        assert phone.post("/join", {"code": code, "name": name, "next": ""}).status == 303
        return phone

    def known(self, name: str) -> Any:
        """Return the device of this name."""
        return next(one for one in self.served.door.devices.all() if one.name == name)


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """Return a tournament whose first round is drawn."""
    return Hall(tmp_path / "ledger.db")


# -- the hall -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/tournament", "/tournament/tv", "/tournament/1", "/tournament/table/1/1", "/t/1/board"]
)
def test_who_has_not_joined_sees_nothing(hall: Hall, path: str) -> None:
    """Neither the ranking nor who sits where."""
    answer = Phone(hall.served.app).get(path)
    assert (answer.status, "Gast" in answer.text) == (401, False)


def test_who_joins_the_hall_looks_at_the_ranking(hall: Hall) -> None:
    """He is led there, and what is missing stands above it."""
    phone = hall.in_hall()
    assert phone.get("/").headers["location"] == "/tournament"
    page = phone.get("/tournament").text
    assert "Round 1 of 2: 2 lists of 2 are missing." in page
    assert len(re.findall(r'<a class="cell" href="/tournament/\d+"', page)) == 8
    assert hall.known("Resi").role == LOOKS


def test_the_wall_has_nothing_to_press(hall: Hall) -> None:
    """It is a picture of the ranking."""
    phone = hall.in_hall()
    assert phone.get("/tv").headers["location"] == "/tournament/tv"
    page = phone.get("/tournament/tv").text
    assert page.count('class="cell"') == 8
    assert not re.search(r"<(a|button|input)\b", page)


def test_a_list_changes_the_ranking_by_itself(hall: Hall) -> None:
    """Whoever looks is told of each list that comes in, from wherever it came."""

    async def told(stream: AsyncIterator[str]) -> dict[str, Any]:
        async for event in stream:
            if event.startswith("event: board"):
                return dict(json.loads(event.partition("data: ")[2]))
        raise AssertionError("the stream has ended")

    async def story() -> list[str]:
        tables = Tables(hall.path, "1")
        watching = asyncio.create_task(tables.watch())
        try:
            async with asyncio.timeout(SECONDS):
                stream = tables.events(tables.hall, ENGLISH, lambda: True)
                first = await told(stream)
                await asyncio.to_thread(hall.tournaments.hand_in, 1, 2, [ListRow(n) for n in (5, -3, -1, -1)])
                second = await told(stream)
                return [first["said"], second["said"], second["html"]]
        finally:
            watching.cancel()

    first, second, html = asyncio.run(story())
    assert first == "Round 1 of 2: 2 lists of 2 are missing."
    assert second == "Round 1 of 2: 1 list of 2 is missing."
    assert '<b class="value gain">+5</b>' in html


def test_everybody_finds_his_own_line(hall: Hall) -> None:
    """Place, points, table, seat and whether the list is in, by the start number."""
    phone = hall.in_hall()
    seats = hall.held.tournament.seats(1, 2)
    hall.tournaments.hand_in(1, 2, [ListRow(points) for points in (5, -3, -1, -1)])
    assert phone.get(f"/tournament/of?number={seats[0]}").headers["location"] == f"/tournament/{seats[0]}"
    page = phone.get(f"/tournament/{seats[0]}").text
    assert "Place 1" in page
    assert "Table 2, seat 1" in page
    assert "The list is in: +5 points" in page
    other = phone.get(f"/tournament/{hall.held.tournament.seats(1, 1)[2]}").text
    assert "Table 1, seat 3" in other
    assert "The list is not in yet." in other


@pytest.mark.parametrize("path", ["/tournament/99", "/tournament/0", "/tournament/of?number=x", "/tournament/of"])
def test_nobody_has_that_number(hall: Hall, path: str) -> None:
    """It is said so."""
    assert hall.in_hall().get(path).status == 404


def test_all_are_shown_to_whoever_asks(tmp_path: Path) -> None:
    """At first the first twenty, on the wall the first 45."""
    phone = Hall(tmp_path / "ledger.db", entrants=50).in_hall()
    pages = [phone.get(f"/tournament{path}").text.count('class="cell"') for path in ("", "/tv", "?by=all")]
    assert pages == [20, 45, 50]
