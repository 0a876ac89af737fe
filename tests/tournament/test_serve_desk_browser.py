"""The desk of a tournament in a real Chromium: a short day by mouse and keys alone, and how it looks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import AXE, CHROMIUM, Browser, axe
from room import Room

from sklog import Ledger, ListRow, Person, TournamentRules
from sklog.phones.devices import KEEPER
from tests.trials.benchmarks.desk import MOST_KEYS, played

if TYPE_CHECKING:
    from browser import Page

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"),
]
PAGES = ("door", "draw", "lists", "results", "rules", "of/1")


def test_a_day_is_held_by_mouse_and_keys_alone(tmp_path: Path) -> None:
    """From the first page to the certificates; the export, counted anew, has what stood on paper."""
    found = played(21, tmp_path)
    assert found["differences"] == []
    assert found["most keys of a list"] <= MOST_KEYS


@pytest.fixture
def desk(tmp_path: Path) -> Room:
    """Return a tournament whose first list is in."""
    tournaments = Ledger(tmp_path / "ledger.db").tournaments
    tournaments.begin("Herbstrennen", "bsv", TournamentRules(games=2, seed="x", fee=1000))
    tournaments.enter([Person(f"Gast {number}", "Au") for number in range(1, 9)])
    tournaments.draw()
    tournaments.hand_in(1, 1, [ListRow(points) for points in (3, -1, -1, -1)])
    return Room(tmp_path / "ledger.db", which="1")


def opened(browser: Browser, room: Room, page: str, **window: int | bool | str) -> Page:
    """Return a page of the desk, as the keeper sees it."""
    person = browser.person()
    _device, token = room.served.door.devices.let_in("Laptop", KEEPER, "")
    cookie = {"name": f"sklog-{room.port}", "value": token, "url": room.address, "httpOnly": True}
    browser.ask("Storage.setCookies", browserContextId=person, cookies=[cookie])
    return browser.open(f"{room.address}/tournament/desk/{page}", person=person, **window)  # type: ignore[arg-type]


def test_the_door_follows_what_another_laptop_records(desk: Room) -> None:
    """What is searched stays so."""
    with desk as room, Browser() as browser:
        page = opened(browser, room, "door")
        page.value("document.getElementById('find').value = 'gast 3'; document.getElementById('find').oninput()")
        shown = "[...document.querySelectorAll('#people li:not([hidden])')].map(one => one.innerText).join()"
        page.wait(f"{shown}.includes('pays 10.00 €') && !{shown}.includes('Gast 4')")
        room.ledger.tournaments.record({"paid": {"number": 3, "cents": 1000}})
        page.wait(f"{shown}.includes('10.00 €') && !{shown}.includes('pays') && !{shown}.includes('Gast 4')")
        assert page.complaints == []


@pytest.mark.skipif(not Path(AXE).is_file(), reason="AXE_CORE names no axe.min.js: npm install --prefix DIR axe-core")
def test_the_desk_can_be_read_by_everybody(desk: Room) -> None:
    """Nothing that axe finds, in both languages, on a laptop and on a phone; nothing runs off the side."""
    with desk as room, Browser() as browser:
        for scheme, language, width in (("light", "en", 1280), ("dark", "de", 360)):
            page = opened(browser, room, "door", scheme=scheme, language=language, width=width)
            for path in PAGES:
                page.go(f"{room.address}/tournament/desk/{path}")
                page.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
                page.value(Path(AXE).read_text(encoding="utf-8") + ";0")
                assert (path, axe(page)) == (path, [])
                assert page.value("document.scrollingElement.scrollWidth <= innerWidth"), path


def test_a_list_of_games_adds_up_as_it_is_typed(desk: Room) -> None:
    """The browser names the line that is not even, and sends nothing before it is."""
    with desk as room, Browser() as browser:
        page = opened(browser, room, "lists")
        page.value(
            "const at = document.getElementById('game-lines'); at.value = '3 -1 -1 -1\\n2 -2 1 -'; at.oninput();"
        )
        said = page.value("document.getElementById('game-lines').validationMessage")
        assert said == "Line 2: the sum has to be 0, and is +1."
        assert page.value("document.getElementById('sums').textContent") == "2: +5 · −3 · 0 · −1"
        assert page.complaints == []
