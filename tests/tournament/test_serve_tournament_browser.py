"""A tournament in a real Chromium: a table types its PIN and its list, and the wall changes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import AXE, CHROMIUM, Browser, axe
from room import Room

from sklog import Ledger, ListRow, Person, TournamentRules
from sklog.phones.devices import Devices
from sklog.tournament.hall import table_codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser import Page

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"),
]


@pytest.fixture
def room(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Room]:
    """Return a tournament of 430 people that is served: 107 tables. The sum counts unless the test says otherwise."""
    tournaments = Ledger(tmp_path / "ledger.db").tournaments
    rules = TournamentRules(games=2, seed="x", ties=("solos",), counts=getattr(request, "param", "sum"))
    tournaments.begin("Herbstrennen", "bsv", rules, date="2026-11-19")
    tournaments.enter([Person(f"Gast {number}") for number in range(1, 431)])
    tournaments.draw()
    with Room(tmp_path / "ledger.db", which="1") as opened:
        yield opened


def joined(browser: Browser, room: Room, pin: str, **window: int | bool | str) -> Page:
    """Return the page to which somebody is led who types a PIN."""
    shown = {"width": 360, "height": 640, **window}
    page = browser.open(room.address, person=browser.person(), **shown)  # type: ignore[arg-type]  # of one kind each
    send(page, f"#code: {pin}", "#name: Resi")
    return page


def send(page: Page, *said: str) -> None:
    """Fill in fields (`css: value`) and press the button of the form they are in, as often as it takes to be sent."""
    page.forget()
    for one in said:
        where, _colon, value = one.partition(": ")
        field = f"document.querySelector('{where}')"
        page.value(f"{field}.value = '{value}'; {field}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    page.value(f"{field}.form.querySelector('button').click()")


def points(*said: int) -> list[str]:
    """Return what is typed for the points of each seat."""
    return [f"[name=points{seat}]: {one}" for seat, one in enumerate(said, 1)]


def hall_pin(room: Room) -> str:
    """Return the PIN of the hall."""
    code = room.served.door.code(room.served.tables.hall.uid)
    assert code
    return code.pin


def table_pin(room: Room, table: int) -> str:
    """Return what stands on the card of a table."""
    return table_codes(Devices.beside(room.path), room.ledger.tournaments.held())[table].typed


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_table_hands_in_its_list_and_the_hall_sees_it(browser: Browser, room: Room, script: bool) -> None:
    """Without a script as well, where the server alone says that it does not come out even."""
    wall = joined(browser, room, hall_pin(room), width=1280, height=800)
    wall.wait("document.querySelector('.how')")
    table = joined(browser, room, table_pin(room, 1), script=script)
    table.wait("document.querySelector('#list')" + (" && !document.querySelector('.summed').hidden" if script else ""))
    send(table, *points(25, -3, -1, -1))
    if script:
        assert table.value("document.querySelector('#sum').textContent") == "+20"
        assert table.value("document.querySelector('[name=points4]').validationMessage").endswith("is +20.")
    else:
        table.wait("document.body?.innerText.includes('20 points too many')")
    assert room.ledger.tournaments.held().tournament.lists == {}
    send(table, *points(25, -23, -1, -1))
    table.wait("document.body?.innerText.includes('The list is in.')")
    wall.wait("document.querySelector('.how').textContent.includes('106 lists of 107 are missing')")
    wall.wait("document.querySelector('.ranks b').textContent === '+25'")
    assert [one for one in (*wall.complaints, *table.complaints) if "422" not in one] == []


@pytest.mark.parametrize("room", ["good"], indirect=True)
def test_a_table_hands_in_good_points_alone(browser: Browser, room: Room) -> None:
    """Where they count: no sum stands below them, and none has to be 0."""
    table = joined(browser, room, table_pin(room, 1))
    table.wait("document.querySelector('#list') && !document.querySelector('.summed')")
    good = [f"[name=good{seat}]: {one}" for seat, one in enumerate((40, 15, 0, 20), 1)]
    send(table, *good, *(f"[name=solos{seat}]: 0" for seat in range(1, 5)))
    table.wait("document.body?.innerText.includes('The list is in.')")
    assert [row.good for row in room.ledger.tournaments.held().tournament.in_force(1, 1)[0].rows] == [40, 15, 0, 20]
    assert table.complaints == []


def test_who_looks_at_a_table_sees_what_comes_in(browser: Browser, room: Room) -> None:
    """A second phone of the table that was typing as well, whose form is gone then, and one in the hall."""
    first, second = joined(browser, room, table_pin(room, 1)), joined(browser, room, table_pin(room, 1))
    other = joined(browser, room, hall_pin(room))
    other.wait("document.querySelector('.how')")
    other.go(f"{room.address}/tournament/table/1/1")
    for page in (first, second):
        page.wait("document.querySelector('#list')?.offsetHeight")
    send(first, *points(25, -23, -1, -1))
    for page in (second, other):
        page.wait("document.querySelector('.how').textContent.includes('106 lists of 107 are missing')")
        page.wait("document.querySelector('.sums').innerText.includes('+25')")
    assert second.value("document.querySelector('#list').offsetHeight") == 0
    room.ledger.tournaments.hand_in(1, 1, [ListRow(one) for one in (24, -22, -1, -1)], corrects=True)
    for page in (first, second, other):
        page.wait("document.querySelector('.sums')?.innerText.includes('+24')")
        assert page.complaints == []


def test_who_is_at_a_table_that_is_drawn_anew_sees_it(browser: Browser, room: Room) -> None:
    """The form is for who sits there now; who entered hands of those before is led there."""
    first, last = joined(browser, room, table_pin(room, 1)), joined(browser, room, table_pin(room, 107))
    for page in (first, last):
        page.wait("document.querySelector('#list')?.offsetHeight")
    before = first.value("document.querySelector('#list').innerText")
    last.value("document.querySelector('form[action$=play] button').click()")
    last.wait("document.querySelector('#pad button')")
    room.ledger.tournaments.enter([Person("Spaetling")])
    room.ledger.tournaments.draw(again=True)
    first.wait(f"document.querySelector('#list') && document.querySelector('#list').innerText !== {before!r}")
    last.wait("location.pathname === '/tournament/table/1/107' && document.querySelector('#list')")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_start_number_is_one_word(browser: Browser, room: Room, language: str) -> None:
    """On the narrowest phones, in one language or the other."""
    page = joined(browser, room, hall_pin(room), width=320, language=language)
    page.wait("document.querySelector('.how')")
    assert page.value("document.querySelector('.row.of label').offsetHeight") < 30
    assert page.value("document.scrollingElement.scrollWidth <= innerWidth")


HASTE = "const usual = setInterval; setInterval = (what, after) => usual(what, after / 50);"
"""What makes a wall turn fifty times as fast."""


def test_the_wall_turns_through_everybody_without_scrolling(browser: Browser, room: Room) -> None:
    """In three columns, as large as there is room for; a list that comes in changes neither the page nor the turn."""
    person = browser.person()
    _device, token = room.served.door.devices.let_in("Wall", "looks", room.served.tables.hall.uid)
    cookie = {"name": f"sklog-{room.port}", "value": token, "url": room.address, "httpOnly": True}
    browser.ask("Storage.setCookies", browserContextId=person, cookies=[cookie])
    wall = browser.open("about:blank", person=person, width=1920, height=1080)
    wall.ask("Page.addScriptToEvaluateOnNewDocument", source=HASTE)
    wall.go(f"{room.address}/tournament/tv")
    shown = "[...document.querySelectorAll('.ranks:not([hidden]) li')]"
    assert wall.value(f"{shown}.length") == 43
    assert wall.value(
        "document.scrollingElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
    )
    assert wall.value("parseFloat(getComputedStyle(document.querySelector('.ranks b')).fontSize)") >= 24
    assert not wall.value(f"{shown}.some(one => one.getBoundingClientRect().bottom > innerHeight)")
    room.ledger.tournaments.hand_in(1, 1, [ListRow(points, solos=0) for points in (3, -1, -1, -1)])
    wall.wait("document.querySelector('.how').textContent.includes('106')")
    assert wall.value("document.querySelectorAll('.ranks:not([hidden])').length") == 1
    names = set[str]()
    for _time in range(200):
        names |= set(wall.value(f"{shown}.map(one => one.querySelector('small').textContent)"))
        if len(names) >= 430:
            break
        time.sleep(0.05)
    assert len(names) == 430
    assert wall.complaints == []


@pytest.mark.skipif(not Path(AXE).is_file(), reason="AXE_CORE names no axe.min.js: npm install --prefix DIR axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_pages_can_be_read_by_everybody(browser: Browser, room: Room, scheme: str) -> None:
    """Nothing that axe finds, on a phone."""
    page = joined(browser, room, table_pin(room, 1))
    page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    for path in ("/tournament", "/tournament/table/1/1", "/tournament/17"):
        page.go(f"{room.address}{path}")
        page.value(Path(AXE).read_text(encoding="utf-8") + ";0")
        assert axe(page) == []
