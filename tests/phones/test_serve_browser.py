"""The table on phones in a real Chromium: what is tapped, what is seen, and what becomes of it when a phone sleeps."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browser import AXE, CHROMIUM, Browser, Page, axe_in_both
from room import PEOPLE, Room

from sklog import Ledger, tariff_names
from sklog.phones.devices import KEEPER

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"),
]

SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
EVIL = "<img src=x onerror=alert(1)>"
FEWEST_PIXELS = 44
MOST_BYTES = 60_000
SMALL = """(() => {
  const tabs = document.querySelector('.tabs').getBoundingClientRect().top;
  const seen = one => one.getClientRects().length && !one.closest('[hidden]');
  return [...document.querySelectorAll('button, input:not([type=hidden]), a, select')].filter(seen).filter(one => {
    const { width, height, top, bottom, left, right } = one.getBoundingClientRect();
    return width < 44 || height < 44 || left < 0 || right > innerWidth || (bottom > tabs && !one.closest('.tabs'));
  }).map(one => one.outerHTML);
})()"""
"""What can be tapped and is smaller than a finger, or does not stand whole in the window."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Return a table with four people and nothing played yet."""
    with Room(tmp_path / "ledger.db") as opened:
        yield opened


def tap(page: Page, *wanted: str) -> None:
    """Tap with a finger what is called so, each once it is there; nothing may lie on it."""
    page.ask("Page.bringToFront")  # a page that nobody sees cannot be touched
    for one in wanted:
        found = f"document.querySelector('[data-tap=\"{one}\"]')"
        page.wait(f"{found} && !{found}.disabled && {found}.getClientRects().length")
        x, y, hit = page.value(f"""(() => {{
          {found}.scrollIntoView({{ block: "nearest" }});
          const {{ left, top, width, height }} = {found}.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return [x, y, {found}.contains(document.elementFromPoint(x, y))];
        }})()""")
        assert hit, f"something lies on {one}"
        page.touch((x, y))


def taps_offered(page: Page, kind: str) -> list[str]:
    """Return the taps of a kind that the pad offers now."""
    found = f"document.querySelectorAll('#pad [data-tap^=\"{kind}\"]')"
    return list(page.value(f"[...{found}].map(one => one.dataset.tap)"))


def press(page: Page, wanted: str) -> None:
    """Tap what is called so without a finger, wherever it stands."""
    found = f"document.querySelector('[data-tap=\"{wanted}\"]')"
    page.wait(f"{found} && !{found}.disabled")
    page.value(f"{found}.click()")


def hands_shown(page: Page, hands: int, seconds: float = 20) -> None:
    """Wait until the page has so many hands."""
    page.wait(f"document.querySelector('#number').textContent === '{hands + 1}'", seconds)


def shown(page: Page, what: str) -> str:
    """Return the text of a part of the page."""
    return " ".join(str(page.value(f"document.querySelector('{what}').textContent")).split())


def is_told(page: Page, what: str) -> None:
    """Wait until a text stands somewhere on the page."""
    page.wait(f"document.body.innerText.includes({what!r})")


def balances(page: Page) -> dict[str, str]:
    """Return what stands beside everybody's name."""
    said = "[one.dataset.name, one.querySelector('b').textContent]"
    return dict(page.value(f"[...document.querySelectorAll('[data-name]')].map(one => {said})"))


# -- taps ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tariff", "tapped", "line"),
    [
        ("sauspiel", "who:Anna partner:Christl result:won", "s ac"),
        ("sauspiel", "who:Anna partner:Christl result:lost", "s ac-"),
        ("sauspiel", "who:Dani partner:Bene flag:schneider result:won", "s db n"),
        ("sauspiel", "who:Dani partner:Bene flag:kontra flag:kontra result:won", "s db kr"),
        ("sauspiel", "who:Dani partner:Bene flag:klopfer result:won", "s db p"),
        ("sauspiel", "game:wenz who:Bene result:won", "w b"),
        ("sauspiel", "game:wenz who:Bene flag:laufende:2 flag:schneider result:won", "w b nl2"),
        ("sauspiel", "game:wenz who:Bene flag:laufende:2 flag:laufende_of result:lost", "w b-o2"),
        ("sauspiel", "suit:herz who:Anna result:won", "hs a"),
        ("sauspiel", "suit:eichel who:Anna flag:tout result:lost", "es a-t"),
        ("sauspiel", "game:solo who:Anna result:won", "fs a"),
        ("sauspiel", "game:farbwenz suit:gras who:Christl result:won", "gw c"),
        ("sauspiel", "game:ramsch who:Christl result:record", "r c"),
        ("sauspiel", "game:ramsch who:Christl flag:jungfrauen:Anna result:record", "r c ja"),
        ("sauspiel", "game:ramsch who:Christl flag:durchmarsch result:record", "r c+"),
        ("sauspiel", "game:zusammengeworfen result:record", "x"),
        ("wiki", "game:hochzeit who:Anna partner:Bene result:won", "h ab"),
        ("wiki", "game:bettel who:Anna result:lost", "b a-"),
        ("wiki", "more:games game:bär who:Anna result:won", "bär a"),
        ("wiki", "who:Anna partner:Bene more:run flag:laufende:9 result:won", "s ab l9"),
        ("wiki", "more:games game:habicht who:Anna flag:forced result:won", "habicht a muss"),
        ("saukopf", "game:ramsch who:Anna result:record", "r a"),
    ],
)
def test_a_hand_is_recorded_by_these_taps_and_no_other(
    browser: Browser, tmp_path: Path, tariff: str, tapped: str, line: str
) -> None:
    """A plain Sauspiel, a Wenz and a Ramsch are three, a Solo in its suit too; each thing more is one more."""
    with Room(tmp_path / "ledger.db", tariff) as room:
        page = room.phone(browser)
        tap(page, *tapped.split())
        hands_shown(page, 1)
        assert room.lines == [line]
        assert page.complaints == []


def test_what_each_would_win_or_pay_stands_on_both_results(browser: Browser, room: Room) -> None:
    """The price of the tap, and below it everybody's; the line is written out below."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "flag:schneider")
    page.wait("document.querySelector('#typed').value === 's ac n'")
    assert shown(page, ".won") == "Anna + Christl won+0.30 eachAnna +0.30Bene −0.30Christl +0.30Dani −0.30"
    assert shown(page, ".lost").startswith("Anna + Christl lost−0.30 each")


def test_a_price_that_comes_late_is_not_written_into_the_next_hand(browser: Browser, room: Room) -> None:
    """Who taps faster than prices come finds the line empty."""
    page = room.phone(browser)
    page.value("""window.held = []; const usual = fetch; fetch = (where, ...how) => usual(where, ...how).then(got =>
      `${where}`.includes("price") ? new Promise(come => held.push(() => come(got))) : got); 0""")
    tap(page, "who:Anna", "partner:Christl")
    page.wait("held.length")
    tap(page, "result:won")
    hands_shown(page, 1)
    page.value("held.forEach(come => come())")
    time.sleep(0.1)
    assert page.value("document.querySelector('#typed').value") == ""


def test_what_cannot_be_is_said_and_not_offered(browser: Browser, room: Room) -> None:
    """A Sie is never lost."""
    page = room.phone(browser)
    tap(page, "suit:herz", "who:Anna", "flag:sie")
    page.wait("document.querySelector('.lost').disabled && !document.querySelector('.won').disabled")
    assert "a Sie cannot be lost" in shown(page, ".lost")


def test_augen_are_typed(browser: Browser, room: Room) -> None:
    """A number of them decides who has won: only that can be tapped."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "flag:augen")
    page.ask("Input.insertText", text="75")
    page.wait("document.querySelector('.lost').disabled")
    tap(page, "result:won")
    hands_shown(page, 1)
    assert room.lines == ["s ac+75"]


def test_back_leads_one_step_back(browser: Browser, room: Room) -> None:
    """From the partner to who plays, from there to the games."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "back", "partner:Dani", "back", "back")
    assert taps_offered(page, "who:") == [f"who:{name}" for name in PEOPLE]


def test_a_line_is_typed_with_its_preview(browser: Browser, room: Room) -> None:
    """What it means and costs is said while it is typed; Enter records it."""
    page = room.phone(browser)
    page.value("document.querySelector('#typed').focus()")
    page.ask("Input.insertText", text="w")
    is_told(page, "who played?")
    page.ask("Input.insertText", text=" b l2")
    is_told(page, "Wenz, Bene won")
    page.ask("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", text="\r", windowsVirtualKeyCode=13)
    hands_shown(page, 1)
    assert room.lines == ["w b l2"]
    page.wait("!document.querySelector('#typed').value")


def test_what_was_recorded_is_taken_back_by_one_tap(browser: Browser, room: Room) -> None:
    """On the phone that entered it; everybody's board shows it."""
    page, other = room.phone(browser), room.phone(browser, "Sepp")
    tap(page, "who:Anna", "partner:Christl", "result:won", "undo")
    for one in (page, other):
        hands_shown(one, 0)
    assert room.lines == []


def hold_answers(page: Page) -> None:
    """Have the page wait for the answer to whatever it sends from now on: until `held` is called."""
    page.value("""window.usual = fetch; const released = new Promise(done => { window.held = done; });
      fetch = (where, how) => usual(where, how).then(got => how.method ? released.then(() => got) : got); 0""")


def test_what_is_tapped_before_undo_is_answered_counts(browser: Browser, room: Room) -> None:
    """The board knows it earlier than the phone that took it back: the next hand is kept, and recorded behind it."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "result:won")
    page.wait("document.querySelector('[data-tap=undo]')")
    hold_answers(page)
    tap(page, "undo", "who:Dani")
    hands_shown(page, 0)
    tap(page, "partner:Bene", "result:won")
    page.value("held()")
    hands_shown(page, 1)
    assert room.lines == ["s db"]


def test_what_was_begun_before_undo_is_kept(browser: Browser, room: Room) -> None:
    """Whoever sees the mistake in the middle of the next hand taps on."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "result:won", "who:Dani", "undo")
    hands_shown(page, 0)
    tap(page, "partner:Bene", "result:won")
    hands_shown(page, 1)
    assert room.lines == ["s db"]


def test_what_is_tapped_before_a_hand_recorded_as_well_is_answered_counts(browser: Browser, room: Room) -> None:
    """Whoever says that it is another one taps on at once."""
    page = asked_about(browser, room)
    hold_answers(page)
    tap(page, "also")
    hands_shown(page, 2)
    tap(page, "who:Dani", "partner:Bene", "result:won")
    page.value("held()")
    hands_shown(page, 3)
    assert room.lines == ["s ac", "w b", "s db"]


def test_what_is_typed_before_undo_is_answered_stays(browser: Browser, room: Room) -> None:
    """Neither the line nor its preview goes."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "result:won")
    page.wait("document.querySelector('[data-tap=undo]')")
    hold_answers(page)
    tap(page, "undo")
    page.value("document.querySelector('#typed').focus()")
    page.ask("Input.insertText", text="w b")
    is_told(page, "Wenz, Bene won")
    page.value("held()")
    is_told(page, "Taken back")
    assert page.value("document.querySelector('#typed').value") == "w b"


def test_a_result_that_is_tapped_twice_is_recorded_once(browser: Browser, room: Room) -> None:
    """Also where the second tap comes before the answer to the first."""
    page = room.phone(browser)
    hold_answers(page)
    tap(page, "who:Anna", "partner:Christl", "result:won", "result:won")
    hands_shown(page, 1)
    page.value("held()")
    page.wait("document.querySelector('[data-tap=undo]')")
    assert not page.value("document.querySelector('#dialog').open")
    assert room.lines == ["s ac"]


def test_a_hand_stays_on_the_pad_where_undo_was_not_answered(browser: Browser, room: Room) -> None:
    """Nobody knows what it would come behind: it is not recorded by itself."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "result:won")
    page.wait("document.querySelector('[data-tap=undo]')")
    hold_answers(page)
    tap(page, "undo", "game:wenz", "who:Bene", "result:won")
    page.value("fetch = () => Promise.reject(0); held(Promise.reject(0))")
    is_told(page, "Not sent yet: Undo")
    assert taps_offered(page, "result:") == ["result:won", "result:lost"]
    assert room.lines == []


def test_a_word_on_a_narrow_tile_is_whole(browser: Browser, tmp_path: Path) -> None:
    """With a Stock beside four people, who deals is still said on one line."""
    with Room(tmp_path / "ledger.db", "wiki") as room:
        room.ledger.record("s ac")
        page = room.phone(browser, language="de")
        page.wait("document.querySelector('.people .deals .last').textContent")
        lines = "document.querySelector('.people .deals .part').getBoundingClientRect().height"
        assert page.value(lines) < 20


def test_who_sits_out_cannot_be_chosen(browser: Browser, tmp_path: Path) -> None:
    """With five at the table the pad has the four who are dealt in, after each hand."""
    with Room(tmp_path / "ledger.db", people=(*PEOPLE, "Eva")) as room:
        page = room.phone(browser)
        assert taps_offered(page, "who:") == ["who:Bene", "who:Christl", "who:Dani", "who:Eva"]
        tap(page, "who:Bene", "partner:Eva", "result:won")
        page.wait("document.querySelector('[data-tap=\"who:Anna\"]')")
        assert taps_offered(page, "who:") == ["who:Anna", "who:Christl", "who:Dani", "who:Eva"]


# -- how it looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "language", "tariff"), [(4, "en", "wiki"), *((6, "de", tariff) for tariff in tariff_names())]
)
def test_pad_fits_a_small_phone_whatever_is_entered(
    browser: Browser, tmp_path: Path, people: int, language: str, tariff: str
) -> None:
    """360 × 640 without scrolling, every button as large as a finger; for each game, from the first tap to the last."""
    with Room(tmp_path / "ledger.db", tariff, (*PEOPLE, "Eva", "Ferdinand")[:people]) as room:
        page = room.phone(browser, language=language)
        page.wait("document.querySelector('#pad button')")
        begins = taps_offered(page, "game:") + taps_offered(page, "who:")[:1] + taps_offered(page, "suit:")[:1]
        more = "document.querySelector('[data-tap=\"more:games\"]')"
        if page.value(f"!!{more}"):
            page.value(f"{more}.click()")
            assert page.value("document.scrollingElement.scrollHeight") <= 640
            assert page.value(SMALL) == []
            begins += [one for one in taps_offered(page, "game:") if one not in begins]
        for first in begins:
            page.value(f"document.querySelector('[data-tap=\"{first}\"]') || {more}.click()")
            page.value(f"document.querySelector('[data-tap=\"{first}\"]').click()")
            for kind in ("", "suit:", "who:", "partner:"):
                for offered in taps_offered(page, kind)[: bool(kind)]:
                    page.value(f"document.querySelector('[data-tap=\"{offered}\"]').click()")
                assert page.value("document.scrollingElement.scrollHeight") <= 640, (first, kind)
                assert page.value(SMALL) == [], (first, kind)
            page.wait("document.querySelector('#results span')")
            assert page.value("document.scrollingElement.scrollHeight") <= 640, first
            assert page.value(SMALL) == [], first
            while page.value("!!document.querySelector('[data-tap=back]')"):
                page.value("document.querySelector('[data-tap=back]').click()")
        assert page.complaints == []


PAGES = ("/t/1", "/t/1#table", "/t/1#hands", "/t/1#end", "/t/1/hand/1", "/t/1/person?name=Bene", "/t/1/settle",
         "/t/1/sheet", "/t/1/curve", "/t/1/tv", "/t/1/play?game=wenz", "/t/1/play?game=ramsch", "/devices",
         "/tables", "/t/1/more", "/begin", "/bring", "/season")  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Return a table at which something was played, among them somebody with an evil name."""
    with Room(tmp_path_factory.mktemp("played") / "ledger.db", people=(EVIL, *PEOPLE[1:])) as opened:
        for line in ("s bc n", "w b l2", "hs d-", "s cd kr // <script>alert(1)</script>"):
            opened.ledger.record(line)
        yield opened


@pytest.mark.parametrize("path", PAGES)
def test_browser_has_nothing_to_complain_of(browser: Browser, played: Room, path: str) -> None:
    """No breach of the policy, nothing asked of another address, nothing wider than the window, and names are text."""
    person = played.joined(browser, "Laptop", KEEPER)
    page = browser.open(played.address + path, width=360, height=640, person=person)
    page.wait("document.readyState === 'complete'")
    for width in (360, 768, 1920):
        page.resize(width, 640)
        assert page.value("document.scrollingElement.scrollWidth") <= width
    assert page.complaints == []
    assert {re.sub(r"^(http://[^/]+)?.*", r"\1", one) for one in page.requests} == {played.address}
    assert page.value("document.querySelectorAll('img:not(.curve img)').length") == 0


@pytest.mark.skipif(not Path(AXE).is_file(), reason="AXE_CORE names no axe.min.js: npm install --prefix DIR axe-core")
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(browser: Browser, played: Room, path: str) -> None:
    """No violation of the rules that a program can check, in the light and in the dark."""
    person = played.joined(browser, "Laptop", KEEPER)
    page = browser.open(played.address + path, width=360, height=640, person=person)
    page.value(Path(AXE).read_text(encoding="utf-8") + ";0")
    assert axe_in_both(page) == []
    if path == "/t/1":
        for one in ("who:Bene", "partner:Dani", "back", "back", "game:ramsch", "who:Bene"):
            tap(page, one)
            assert axe_in_both(page) == []


def test_a_file_that_is_chosen_comes_in(browser: Browser, room: Room, tmp_path: Path) -> None:
    """The script reads it; the form is sent like any other."""
    other = Ledger(tmp_path / "other.db")
    other.start_evening("Bei Vroni", list(PEOPLE), "sauspiel", date="2026-11-18")
    other.record("w b")
    page = room.phone(browser, path="/bring", person=room.joined(browser, "Laptop", KEEPER))
    page.wait("document.querySelector('#chosen').getClientRects().length")
    node = page.ask("Runtime.evaluate", expression="document.querySelector('#chosen')")["result"]["objectId"]
    page.ask("DOM.setFileInputFiles", files=[str(other.path)], objectId=node)
    page.wait("document.forms[0].packed.value")
    page.value("document.querySelector('form button').click()")
    page.wait("document.body && document.body.innerText.includes('Bei Vroni came in: 1 hand.')")
    assert room.ledger.digests().items() >= other.digests().items()


@pytest.mark.parametrize("script", [True, False])
def test_the_board_follows_a_form(browser: Browser, room: Room, script: bool) -> None:
    """Somebody joins; the page of the table has one more."""
    person = room.joined(browser, "Laptop", KEEPER)
    page = browser.open(f"{room.address}/t/1/more", person=person, width=360, height=640, script=script)
    page.ask("Page.bringToFront")
    page.value("document.querySelector('#join-name').value = 'Eva'; document.querySelector('#join-name').form.submit()")
    page.wait("location.pathname === '/t/1' && document.querySelectorAll('.people [data-name]').length === 5")
    assert room.ledger.evening().state.seats == (*PEOPLE, "Eva")


def test_page_to_join_is_usable_by_everybody(browser: Browser, room: Room) -> None:
    """A code that is wrong is told, and what was typed is labelled; the code of the link is filled in."""
    page = browser.open(f"{room.address}/#secret", person=browser.person(), width=360, height=640)
    page.wait("document.querySelector('#code').value === 'secret'")
    assert page.value("location.hash") == ""
    assert page.value("document.activeElement.id") == "name"
    page.ask("Input.insertText", text="Resi")
    page.forget()
    page.value("document.querySelector('#join').submit()")
    page.wait("document.querySelector('[role=alert]')")
    code = room.served.door.code(room.ledger.evening().uid)
    assert code
    page.value(f"document.querySelector('#code').value = '{code.pin}'; document.querySelector('#name').value = 'Resi'")
    page.value("document.querySelector('#join').submit()")
    page.wait("document.querySelector('#pad button')")
    assert [one.name for one in room.served.door.devices.everybody()] == ["Resi"]


def test_first_page_is_light(browser: Browser, room: Room) -> None:
    """Page, style and script have at most 60 kB in all."""
    page = room.phone(browser)
    page.wait("performance.getEntriesByType('resource').filter(one => one.name.includes('static')).length === 1")
    sizes = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    assert page.value(f"{sizes}.reduce((all, one) => all + one.transferSize, 0)") <= MOST_BYTES


def test_script_is_short() -> None:
    """It is typed by hand, and a phone reads it before anything can be tapped."""
    path = Path(__file__).parents[2] / "sklog/phones/static/app.js"
    assert path.stat().st_size < 15_700


def test_television_shows_the_board_and_nothing_to_press(browser: Browser, room: Room) -> None:
    """It fills the screen, changes by itself, and has neither buttons nor links."""
    page = room.phone(browser, path="/t/1/tv", width=1920, height=1080)
    for line in ("s ac", "w b"):
        room.ledger.record(line)
        page.wait(f"document.querySelectorAll('.hands .cell').length === {len(room.lines)}")
    assert page.value("document.querySelectorAll('a, button, input').length") == 0
    assert page.value("document.scrollingElement.scrollHeight") <= 1080
    assert page.value("parseFloat(getComputedStyle(document.querySelector('.balance')).fontSize)") >= 60


@SCHEMES
def test_page_follows_the_scheme(browser: Browser, room: Room, scheme: str) -> None:
    """Dark where the phone is."""
    page = room.phone(browser, scheme=scheme)
    ground = re.findall(r"\d+", page.value("getComputedStyle(document.body).backgroundColor"))
    assert (sum(map(int, ground)) < 200) is (scheme == "dark")


def test_nothing_moves_for_who_wants_that(browser: Browser, room: Room) -> None:
    """With `prefers-reduced-motion` no animation has a duration."""
    page = room.phone(browser)
    page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    room.ledger.record("s ac")
    page.wait("document.querySelector('.last').textContent.trim()")
    assert page.value("document.getAnimations().every(one => one.effect.getTiming().duration === 0)")


# -- for everybody ------------------------------------------------------------------------------------


def test_hand_is_entered_by_keys_alone(browser: Browser, room: Room) -> None:
    """Tab leads to everything, Enter presses it, and the focus stays on the pad."""
    page = room.phone(browser)
    for wanted in ("who:Anna", "partner:Christl", "result:won"):
        found = f"document.querySelector('[data-tap=\"{wanted}\"]')"
        page.wait(f"{found} && !{found}.disabled")
        for _ in range(40):
            if page.value("document.activeElement.dataset.tap") == wanted:
                break
            page.press("Tab")
        assert page.value("document.activeElement.dataset.tap") == wanted
        assert page.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.ask("Input.dispatchKeyEvent", type="keyDown", key="Enter", text="\r", windowsVirtualKeyCode=13)
    hands_shown(page, 1)
    assert room.lines == ["s ac"]


def test_new_hand_is_announced(browser: Browser, room: Room) -> None:
    """A screen reader hears what was played; the focus stays where it is."""
    page = room.phone(browser)
    page.value("document.querySelector('.people a').focus()")
    where = page.value("document.activeElement.href")
    room.ledger.record("s ac n")
    page.wait("document.querySelector('#said').textContent.includes('Sauspiel, Anna + Christl won, Schneider')")
    assert page.value("document.querySelector('#said').getAttribute('role')") == "status"
    assert page.value("document.activeElement.href") == where


def test_forced_colours_leave_what_is_chosen(browser: Browser, room: Room) -> None:
    """What is switched on differs where a reader's own colours are forced upon the page."""
    page = room.phone(browser, forced="active")
    tap(page, "who:Anna", "partner:Christl", "flag:schneider")
    colour = "getComputedStyle(document.querySelector('[data-tap=\"flag:{}\"]')).backgroundColor"
    assert page.value(colour.format("schneider")) != page.value(colour.format("kontra"))


# -- without script -----------------------------------------------------------------------------------


def test_hand_is_entered_without_script(browser: Browser, room: Room) -> None:
    """The games are links to forms; the board shows the hand, and loads itself again."""
    page = room.phone(browser, script=False)
    assert shown(page, "noscript a[href*=wenz]") == "Wenz"
    page.go(room.address + "/t/1/play?game=wenz")
    page.forget()
    page.value("document.querySelector('[name=declarer][value=Bene]').click()")
    page.value("document.querySelector('[name=schneider]').click()")
    page.value("document.querySelector('button[value=yes]').click()")
    browser.until("Page.loadEventFired", page.session)
    assert room.lines == ["w b n"]
    assert "Wenz, Bene won, Schneider" in shown(page, ".hands")
    assert page.value("document.querySelector('meta[http-equiv=refresh]').content") == "15"


def test_line_is_recorded_without_script(browser: Browser, room: Room) -> None:
    """The field below the games is a form; one that is wrong is told with the sentence."""
    page = room.phone(browser, script=False)
    for line, said in (("s ac", "Sauspiel, Anna + Christl won"), ("s az", "nobody here is called")):
        page.forget()
        page.value(f"document.querySelector('#typed').value = '{line}'; document.querySelector('#record').click()")
        browser.until("Page.loadEventFired", page.session)
        assert said in shown(page, "body")
    assert room.lines == ["s ac"]


def test_correction_says_first_what_would_change(browser: Browser, room: Room) -> None:
    """Also without script: what would change, then it is recorded."""
    room.ledger.record("s ac")
    page = room.phone(browser, path="/t/1/hand/1", script=False)
    assert page.value("document.querySelector('#fix').value") == "s ac"
    for step in ("document.querySelector('#fix').value = 's ac n'; document.querySelector('form[action$=fix] button')",
                 "document.querySelector('button[name=sure]')"):  # fmt: skip
        assert room.lines == ["s ac"]
        page.forget()
        page.value(f"{step}.click()")
        browser.until("Page.loadEventFired", page.session)
    assert room.lines == ["s ac n"]


# -- several at once ----------------------------------------------------------------------------------


def test_two_who_enter_the_same_hand_record_it_once(browser: Browser, room: Room) -> None:
    """Whoever comes second hears that it is there."""
    first, second = room.phone(browser), room.phone(browser, "Sepp")
    tap(second, "who:Anna", "partner:Christl")
    tap(first, "who:Anna", "partner:Christl", "result:won")
    hands_shown(second, 1)
    tap(second, "result:won")
    is_told(second, "was there already")
    assert room.lines == ["s ac"]


def asked_about(browser: Browser, room: Room) -> Page:
    """Return a phone that is asked about its Wenz, since another one has entered a Sauspiel meanwhile."""
    first, second = room.phone(browser), room.phone(browser, "Sepp")
    tap(second, "game:wenz", "who:Bene")
    tap(first, "who:Anna", "partner:Christl", "result:won")
    hands_shown(second, 1)
    tap(second, "result:won")
    second.wait("document.querySelector('#dialog').open")
    return second


@pytest.mark.parametrize(("answer", "lines"), [("also", ["s ac", "w b"]), ("leave", ["s ac"])])
def test_two_who_enter_different_hands_are_asked(browser: Browser, room: Room, answer: str, lines: list[str]) -> None:
    """What is there and what was meant stand in a dialog, which has the focus; one tap decides."""
    second = asked_about(browser, room)
    assert second.value("document.querySelector('#dialog').contains(document.activeElement)")
    said = shown(second, "#dialog")
    assert "Sauspiel, Anna + Christl won" in said
    assert "Yours: w b" in said
    tap(second, answer)
    second.wait("!document.querySelector('#dialog').open")
    second.wait(f"document.querySelector('#number').textContent === '{len(lines) + 1}'")
    assert room.lines == lines


def test_a_hand_that_is_asked_about_is_kept_until_it_is_answered(browser: Browser, room: Room) -> None:
    """Should the page go meanwhile, it is still there, and is not recorded by itself."""
    second = asked_about(browser, room)
    second.go(second.value("location.href"))
    is_told(second, "Not sent yet: Wenz · Bene won")
    assert room.lines == ["s ac"]
    tap(second, "send", "also")
    hands_shown(second, 2)
    second.wait("!document.querySelector('#waiting').textContent")


def test_same_hand_within_seconds_is_asked_about(browser: Browser, room: Room) -> None:
    """Whoever begins when it is there already is asked whether it is the same."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl", "result:won")
    hands_shown(page, 1)
    tap(page, "who:Anna", "partner:Christl", "result:won")
    is_told(page, "Is yours the same?")
    tap(page, "also")
    hands_shown(page, 2)
    assert room.lines == ["s ac", "s ac"]


def test_eight_phones_enter_forty_hands(browser: Browser, room: Room) -> None:
    """In turn, and then all at once: each is recorded once, and every phone shows the same in the end."""
    phones = [room.phone(browser, f"Phone {number}") for number in range(8)]
    for number in range(24):
        one = phones[number % 8]
        hands_shown(one, number)
        for wanted in (f"game:{('wenz', 'geier')[number % 2]}", f"who:{PEOPLE[number % 4]}", "result:won"):
            press(one, wanted)
    for _ in range(2):
        _enter_at_once(phones)
    lines = room.lines
    for one in phones:
        hands_shown(one, len(lines))
    said = [said for one in phones for said in one.complaints if "409" not in said]  # a question is no complaint
    assert (len(lines), said) == (40, [])
    assert all(balances(one) == balances(phones[0]) for one in phones)


def _enter_at_once(phones: list[Page]) -> None:
    """Have every phone enter a hand that no other has seen, and answer each question with "record it as well"."""
    for place, one in enumerate(phones):
        press(one, f"game:{('wenz', 'geier')[place // 4]}")
        press(one, f"who:{PEOPLE[place % 4]}")
    for one in phones:
        press(one, "result:won")
    for one in phones:
        one.wait("document.querySelector('#dialog').open || !document.querySelector('[data-tap=back]')")
        while one.value("document.querySelector('#dialog').open"):
            press(one, "also")
            one.wait("document.querySelector('#dialog').open || document.querySelector('[data-tap=undo]')")


def test_phone_waits_for_a_ledger_that_is_locked(browser: Browser, room: Room) -> None:
    """It says so, and records the hand by itself once the other program is done."""
    page = room.phone(browser)
    hands_shown(page, 0)
    with closing(sqlite3.connect(room.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for wanted in ("game:wenz", "who:Bene", "result:won"):
            press(page, wanted)
        is_told(page, "waiting …")
        other.execute("ROLLBACK")
    hands_shown(page, 1)
    assert room.lines == ["w b"]


# -- phones that sleep --------------------------------------------------------------------------------


def offline(page: Page, *, yes: bool) -> None:
    """Take the network from a phone, or give it back."""
    page.ask("Network.emulateNetworkConditions", offline=yes, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def test_phone_without_connection_keeps_what_was_entered(browser: Browser, room: Room) -> None:
    """It says so and what may be old, keeps it over a reload, and one tap sends it once the connection is back."""
    page = room.phone(browser)
    hands_shown(page, 0)
    offline(page, yes=True)
    page.value("dispatchEvent(new Event('offline'))")
    is_told(page, "Not connected since")
    tap(page, "who:Anna", "partner:Christl", "result:won")
    is_told(page, "Not sent yet: Sauspiel · Anna + Christl won")
    assert room.lines == []
    offline(page, yes=False)
    page.go(page.value("location.href"))
    is_told(page, "Not sent yet")
    page.wait("document.querySelector('#offline').hidden")
    tap(page, "send")
    hands_shown(page, 1)
    assert room.lines == ["s ac"]
    page.wait("!document.querySelector('#waiting').textContent")


def test_two_hands_alike_that_waited_are_both_recorded(browser: Browser, room: Room) -> None:
    """They are sent in their order, and the second is asked about: it is not taken for the first one repeated."""
    page = room.phone(browser)
    offline(page, yes=True)
    for number in (1, 2):
        tap(page, "who:Anna", "partner:Christl")
        page.value("document.querySelector('[data-tap=\"result:won\"]').click()")  # what waits has pushed it down
        page.wait(f"document.querySelectorAll('[data-tap=discard]').length === {number}")
    assert page.value("document.querySelectorAll('[data-tap=send]').length") == 1
    offline(page, yes=False)
    page.go(page.value("location.href"))
    page.wait("document.querySelector('#offline').hidden && document.querySelector('[data-tap=send]')")
    tap(page, "send")
    page.wait("document.querySelectorAll('[data-tap=discard]').length === 1")
    tap(page, "send", "also")
    page.wait("document.querySelector('#number').textContent === '3'")
    assert room.lines == ["s ac", "s ac"]


def test_evening_that_is_closed_meanwhile_takes_the_pad_away(browser: Browser, room: Room) -> None:
    """What waits on a phone is still shown, so that its owner knows that it is in no settlement."""
    page = room.phone(browser)
    offline(page, yes=True)
    tap(page, "who:Anna", "partner:Christl", "result:won")
    is_told(page, "Not sent yet")
    offline(page, yes=False)
    room.ledger.close_evening(copy=False)
    page.wait("document.querySelector('#board')?.innerText.includes('This evening is closed.')")
    page.wait("document.querySelector('.tabs') && !document.querySelector('#pad')")
    is_told(page, "Not sent yet")
    assert not page.value("!!document.querySelector('[data-tap=send]')")


def test_answer_that_was_lost_records_nothing_twice(browser: Browser, room: Room) -> None:
    """What was recorded although nobody was told is found there when it is sent again."""
    page = room.phone(browser)
    tap(page, "who:Anna", "partner:Christl")
    lost = "(...said) => said[1].method ? real(...said).then(() => { throw 0; }) : real(...said)"
    page.value(f"window.real = fetch; fetch = {lost}")
    tap(page, "result:won")
    is_told(page, "Not sent yet")
    page.value("fetch = real")
    tap(page, "send")
    is_told(page, "was there already")
    assert room.lines == ["s ac"]


def test_two_pages_of_one_phone_send_it_once(browser: Browser, room: Room) -> None:
    """What one of them keeps, both show; what one of them sends, the other does not."""
    person = room.joined(browser, "Resi")
    first, second = room.phone(browser, person=person), room.phone(browser, person=person)
    offline(first, yes=True)
    tap(first, "who:Anna", "partner:Christl", "result:won")
    is_told(second, "Not sent yet")
    tap(second, "send")
    for one in (first, second):
        one.wait("!document.querySelector('#waiting').textContent")
    offline(first, yes=False)
    first.ask("Page.bringToFront")
    hands_shown(first, 1)
    assert room.lines == ["s ac"]


def test_phones_come_back_by_themselves(browser: Browser, room: Room) -> None:
    """When the server has ended and is there again, also with hands from elsewhere; nobody joins again."""
    page = room.phone(browser)
    hands_shown(page, 0)
    room.end()
    is_told(page, "Not connected since")
    room.ledger.record("w b")
    room.begin()
    hands_shown(page, 1)
    page.wait("document.querySelector('#offline').hidden")


def test_phone_that_wakes_up_opens_its_stream_anew(browser: Browser, room: Room) -> None:
    """Whatever the old one says of itself: a stream that has ended silently is not waited for."""
    page = room.phone(browser)
    hands_shown(page, 0)
    page.forget("Network.requestWillBeSent")
    page.value("dispatchEvent(new PageTransitionEvent('pageshow'))")
    page.wait("performance.getEntriesByType('resource').filter(one => one.name.includes('/events')).length >= 1")
    room.ledger.record("w b")
    hands_shown(page, 1)
    assert [one for one in page.requests if "/events" in one]


# -- the end ------------------------------------------------------------------------------------------


def test_payee_says_that_it_was_paid(browser: Browser, room: Room) -> None:
    """A phone says once whose it is, and shows that person's payments alone; the payee's has the button."""
    for line in ("w a", "hs a"):
        room.ledger.record(line)
    page = room.phone(browser, path="/t/1/settle")
    assert page.value("document.querySelectorAll('form[action$=paid] button').length") == 3
    page.go(f"{room.address}/t/1/settle?me=Bene")
    assert page.value("document.querySelectorAll('form[action$=paid] button').length") == 0
    page.go(f"{room.address}/t/1/settle?me=Anna")
    page.go(f"{room.address}/t/1/settle")
    page.wait("location.search === '?me=Anna'")
    page.wait("document.querySelectorAll('form[action$=paid] button').length === 3")
    page.value("document.querySelector('form[action$=paid] button').click()")
    page.wait("document.querySelectorAll('form[action$=paid] button').length === 2")
    assert len(room.ledger.dues().dues) == 2
    page.value("document.querySelector('form[action$=undo] button').click()")
    page.wait("document.querySelectorAll('form[action$=paid] button').length === 3")
    assert len(room.ledger.dues().dues) == 3


def test_text_is_shared_by_links(browser: Browser, room: Room) -> None:
    """Nothing is asked of the phone that plain http does not offer."""
    room.ledger.record("w a")
    page = room.phone(browser, path="/t/1/settle")
    links = page.value("[...document.querySelectorAll('.row a')].map(link => decodeURIComponent(link.href))")
    assert [one.partition("=")[0] for one in links] == ["https://wa.me/?text", "sms:?body"]
    assert all("Anna" in one for one in links)


def test_no_script_asks_for_what_plain_http_has_not() -> None:
    """Neither a service worker, nor a wake lock, the clipboard or a share sheet."""
    path = Path(__file__).parents[2] / "sklog/phones/static/app.js"
    assert not re.search(r"serviceWorker|wakeLock|clipboard|navigator\.share|crypto", path.read_text("utf-8"))
