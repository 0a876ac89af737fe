"""What each address of the table answers: to whom, in which language, with and without a script."""

from __future__ import annotations

import html
import json
import os
import re
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from sklog import Ledger, LedgerError
from sklog.bank import accounts
from sklog.phones.devices import LOOKS, WRITES
from sklog.phones.gate import ServedAddress, key_of
from sklog.phones.program import Options, Served, build
from tests.knocking import Answered, Phone

PEOPLE = ["Anna", "Bene", "Christl", "Dani"]
IBAN = "DE02120300000000202051"
PLACE = ServedAddress(("127.0.0.1",), 8765)
SAUSPIEL = {"game": "sauspiel", "declarer": "Anna", "partner": "Christl", "won": "yes"}


class Table:
    """A server of an evening, and whoever joins it."""

    def __init__(self, path: Path, **options: Any) -> None:
        self.ledger = Ledger(path)
        if not self.ledger.is_there:
            self.ledger.start_evening("Stammtisch", PEOPLE, "sauspiel", date="2026-11-19")
        self.served: Served = build(path, Options(**options), PLACE)

    def joined(self, name: str = "Resi", number: int = 1) -> Guest:
        """Return a phone that has joined with the PIN of an evening."""
        uid = next(one.uid for one in self.ledger.evenings() if one.id == number)
        code = self.served.door.code(uid)
        assert code
        return Guest(self.served, code.pin, name, number)

    def keeper(self) -> Guest:
        """Return the laptop itself."""
        return Guest(self.served, self.served.door.keeper, "Laptop", 1, address="127.0.0.1")

    @property
    def hands(self) -> list[str]:
        """The hands in force, the newest first."""
        return [one.line for one in self.ledger.board().hands]


class Guest(Phone):
    """A phone that has joined a table, and reads its page before it writes."""

    def __init__(self, served: Served, code: str, name: str, table: int, **where: Any) -> None:
        super().__init__(served.app, **where)
        self.table = f"/t/{table}"
        self.came = self.post("/join", {"code": code, "name": name, "next": ""})

    def shown(self, path: str = "", **headers: str) -> Answered:
        """Ask for a page of the table."""
        return self.get(f"{self.table}{path}", **headers)

    def said(self, name: str) -> str:
        """Return what the page of the table carries under a name: `seen` or `key`."""
        found = re.search(f'data-{name}="([^"]*)"', self.shown().text)
        assert found
        return found[1]

    def write(self, path: str, *, seen: str = "", script: bool = True, **fields: Any) -> Answered:
        """Send a form of the table, as the script does or without one."""
        headers = {"accept": "application/json"} if script else {}
        carried = {"key": self.said("key"), "seen": seen or self.said("seen")}
        return self.post(f"{self.table}{path}", {**carried, **fields}, **headers)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table at which everybody who joins may write."""
    return Table(tmp_path / "ledger.db")


def test_who_has_joined_is_led_to_the_table(table: Table) -> None:
    """The cookie is given, and the first page leads on."""
    guest = table.joined()
    assert (guest.came.status, guest.came.headers["location"]) == (303, "/")
    home = guest.get("/")
    assert (home.status, home.headers["location"]) == (303, "/t/1")


@pytest.mark.parametrize(("said", "carried"), [("/tv", "/tv"), ("", "/"), ("Anna", "/"), ("//evil.example", "/")])
def test_the_page_to_join_says_nothing_that_an_address_says(table: Table, said: str, carried: str) -> None:
    """It goes on to the television, or to the table."""
    page = Phone(table.served.app).get(f"/?next={said}").text
    assert re.findall(r'name="next" value="([^"]*)"', page) == [carried]


def test_a_wrong_pin_is_told_so(table: Table) -> None:
    """The page to join comes again, with the sentence."""
    stranger = Phone(table.served.app)
    answer = stranger.post("/join", {"code": "000000x", "name": "Resi", "next": ""})
    assert (answer.status, "this code is no longer valid" in answer.text, stranger.cookie) == (403, True, "")


def test_no_wish_for_a_language_takes_long(table: Table) -> None:
    """Of a header of 16 kB, which anybody in the room may send, the first letters are looked at."""
    began = time.perf_counter()
    for wanted in ("a" + " " * 15_000 + "x", "a-" * 7_000 + "!", "a;q=" + "0" * 15_000, "de" + ",x" * 7_000):
        for _time in range(10):
            assert Phone(table.served.app).get("/", accept_language=wanted).status == 200
    assert time.perf_counter() - began < 5, "forty of them took 20 seconds"


@pytest.mark.parametrize(
    ("wanted", "said"), [("de-AT,de;q=0.9", "de"), ("fr, en;q=0.5", "en"), ("", "en"), ("*", "en"), ("de;q=0.00", "en")]
)
def test_a_page_speaks_the_language_of_the_phone(table: Table, wanted: str, said: str) -> None:
    """The first that there is, in the order of the browser."""
    assert f'<html lang="{said}">' in table.joined().shown(accept_language=wanted).text


def test_two_phones_are_told_in_two_languages(table: Table) -> None:
    """The same table, the same moment."""
    guest = table.joined()
    guest.write("/hands", line="s ac")
    told = [json.loads(guest.shown("/board", accept_language=one).text)["said"] for one in ("de", "en")]
    assert told == ["Spiel 1: Sauspiel, Anna + Christl gewonnen", "Hand 1: Sauspiel, Anna + Christl won"]


@pytest.mark.parametrize(("by", "first"), [("seat", "Anna"), ("rank", "Bene"), ("nonsense", "Anna")])
def test_a_board_is_in_the_order_that_is_asked_for(table: Table, by: str, first: str) -> None:
    """By seat, or by who has won most."""
    table.ledger.record("w b")
    board = json.loads(table.joined().shown(f"/board?by={by}").text)["html"]
    assert re.findall(r'data-name="([^"]*)"', board)[0] == first


def test_a_hand_is_priced_for_everybody_won_and_lost(table: Table) -> None:
    """Both results, before either is tapped."""
    priced = json.loads(table.joined().shown("/price?game=wenz&declarer=Bene").text)
    assert [priced[result]["postings"][1] for result in ("won", "lost")] == [["Bene", "+1.50"], ["Bene", "−1.50"]]


def test_a_typed_line_is_priced_as_the_prompt_prices_it(table: Table) -> None:
    """What is missing is asked for."""
    priced = json.loads(table.joined().shown("/price?line=s+a").text)
    assert (priced["kind"], priced["text"]) == ("missing", "who was the partner?")


def test_with_a_script_a_hand_is_answered_in_json(table: Table) -> None:
    """With the number, the sentence, and what was seen now."""
    answer = table.joined().write("/hands", **SAUSPIEL)
    said = json.loads(answer.text)
    assert (answer.status, said["result"], said["number"], said["said"]) == (
        200,
        "recorded",
        1,
        ["Hand 1 is recorded: s ac"],
    )
    assert said["seen"].startswith("2.")


def test_without_a_script_a_hand_leads_back_to_the_table(table: Table) -> None:
    """A plain form, and the page again."""
    answer = table.joined().write("/hands", script=False, **SAUSPIEL)
    assert (answer.status, answer.headers["location"], table.hands) == (303, "/t/1", ["s ac"])


@pytest.mark.long
def test_without_a_script_a_question_is_a_form(table: Table) -> None:
    """Both hands stand there, and a button sends it once more."""
    guest = table.joined()
    seen = guest.said("seen")
    table.ledger.record("w d")
    answer = guest.write("/hands", seen=seen, script=False, **SAUSPIEL)
    assert answer.status == 409
    assert "Wenz, Dani won" in answer.text
    newer = re.findall(r'name="seen" value="([^"]*)"', answer.text)[0]
    assert guest.write("/hands", seen=newer, script=False, **SAUSPIEL).status == 303
    assert table.hands == ["s ac", "w d"]


@pytest.mark.long
def test_a_correction_is_shown_before_it_is_recorded(table: Table) -> None:
    """First the page with what would change, and a button that records it."""
    table.ledger.record("s ac")
    guest = table.joined()
    shown = guest.write("/hand/1/fix", script=False, line="n")
    assert (shown.status, "Record it" in shown.text, table.hands) == (200, True, ["s ac"])
    done = guest.write("/hand/1/fix", script=False, line="n", sure="1")
    assert (done.status, table.hands) == (303, ["s ac n"])


def test_paid_is_recorded_by_whoever_was_paid(table: Table) -> None:
    """And stands in the log with the device."""
    table.ledger.record("w b")
    due = table.ledger.dues().dues[0]
    answer = table.joined("Benes Handy").write("/paid", payer=due.payer, payee=due.payee, amount=str(due.amount))
    assert json.loads(answer.text)["said"] == [f"{due.payer} has paid Bene 0.50 €."]
    assert len(table.ledger.dues().dues) == 2


@pytest.mark.long
def test_a_payment_leads_back_to_the_settlement_where_it_can_be_taken_back(table: Table) -> None:
    """A tap on the wrong one is no loss; once something else was recorded, nothing is offered to be taken back."""
    table.ledger.record("w b")
    due = table.ledger.dues().dues[0]
    guest = table.joined()
    paid = {"payer": due.payer, "payee": due.payee, "amount": str(due.amount), "me": "Bene"}
    went = guest.write("/paid", script=False, **paid).headers["location"]
    shown = guest.get(went).text
    assert f"{due.payer} has paid Bene 0.50 €." in shown
    newest = re.findall(r'name="seen" value="([^"]*)"', shown)[0]
    back = guest.write("/undo", seen=newest, script=False, settling="1", me="Bene").headers["location"]
    assert (back, len(table.ledger.dues().dues)) == ("/t/1/settle?me=Bene", 3)
    assert "/undo" not in guest.get(went).text


def test_a_phone_that_says_whose_it_is_has_the_button_of_what_that_person_gets(table: Table) -> None:
    """Nobody taps by mistake that he was paid what somebody else was."""
    table.ledger.record("w b")
    guest = table.joined()
    counted = {me: guest.shown(f"/settle?me={me}").text.count("/paid") for me in ("", "Bene", "Anna")}
    assert counted == {"": 3, "Bene": 3, "Anna": 0}


def test_a_board_says_that_its_evening_is_closed(table: Table) -> None:
    """So do phones that look at it meanwhile, and the television."""
    guest = table.joined()
    table.ledger.close_evening(copy=False)
    for path in ("", "/tv", "/board"):
        assert "This evening is closed." in guest.shown(path).text


@pytest.mark.parametrize(
    "path", ["", "/tv", "/hand/1", "/person?name=Bene", "/settle", "/sheet", "/curve", "/play?game=wenz", "/board"]
)
def test_every_page_of_a_table_is_there(table: Table, path: str) -> None:
    """For whoever has joined."""
    table.ledger.record("w b")
    table.ledger.record("s ac")
    assert table.joined().shown(path).status == 200


@pytest.mark.parametrize("path", ["/hand/9", "/person?name=Emil", "/person", "/play?game=skat", "/nothing"])
def test_what_is_not_there_is_said(table: Table, path: str) -> None:
    """With a page, and the way back."""
    table.ledger.record("w b")
    answer = table.joined().shown(path)
    assert answer.status == 404
    assert "<h1" in answer.text


@pytest.mark.long
def test_a_name_is_shown_and_asked_for_whatever_stands_in_it(tmp_path: Path) -> None:
    """Its letters mean nothing in a page or in an address."""
    people = ["<b>Anna", "Be/ne", "C?h&r%2F", "D'a\"#"]
    Ledger(tmp_path / "ledger.db").start_evening("<i>", people, "sauspiel", date="2026-11-19")
    table = Table(tmp_path / "ledger.db")
    guest = table.joined()
    for name in people:
        assert guest.write("/hands", game="wenz", declarer=name, won="yes").status == 200
    page = guest.shown().text
    pages = [guest.get(path) for path in re.findall(r'href="(/t/1/person[?][^"]*)"', page)]
    assert [html.unescape(re.findall(r'<h1 id="title">(.*)</h1>', one.text)[0]) for one in pages] == people
    assert ("<b>Anna" in page, "<i></h1>" in page) == (False, False)


@pytest.mark.parametrize("name", ["A/B", "..", "\\back", "a%2Fb", "a?b#c", "<b>\"'&", "שב"])
def test_everybody_has_a_page_whatever_the_name(tmp_path: Path, name: str) -> None:
    """The board's link leads there."""
    Ledger(tmp_path / "ledger.db").start_evening("Stammtisch", [name, *PEOPLE[1:]], "sauspiel", date="2026-11-19")
    guest = Table(tmp_path / "ledger.db").joined()
    [link] = [unescape(one) for one in re.findall(r'href="([^"]*/person[^"]*)"', guest.shown().text)][:1]
    page = guest.get(link)
    assert page.status == 200
    assert name in unescape(page.text)


def _to_pay(table: Table) -> None:
    """Let the others owe Bene something, whose IBAN is known."""
    table.ledger.record("w b")
    with table.ledger.writing() as ledger:
        accounts.keep(ledger, accounts.BANKS, "Bene", (IBAN, ""), table.ledger.command("player set"))


@pytest.mark.long
def test_a_code_with_an_iban_goes_to_who_pays_and_to_nobody_who_looks(table: Table) -> None:
    """Who may write asks for it by saying who pays with this phone; in plain http everybody else may listen."""
    pytest.importorskip("segno")
    _to_pay(table)
    asked = ("/settle", "/settle?me=Bene", "/settle?me=Emil", "/settle?me=Anna")
    guest, looks = table.joined("Resi"), table.joined("Gaffer")
    device = next(one for one in table.served.door.devices.everybody() if one.name == "Gaffer")
    table.served.door.devices.set_role(device.id, LOOKS)
    assert [guest.shown(path).text.count('class="code"') for path in asked] == [0, 0, 0, 1]
    assert [looks.shown(path).text.count('class="code"') for path in asked] == [0, 0, 0, 0]
    assert IBAN not in "".join(guest.shown(path).text for path in asked)


def test_no_code_is_sent_where_all_only_look(tmp_path: Path) -> None:
    """But to the laptop; whoever was once allowed to write neither."""
    pytest.importorskip("segno")
    table = Table(tmp_path / "ledger.db", read_only=True)
    _to_pay(table)
    guest, keeper = table.joined(), table.keeper()
    device = next(one for one in table.served.door.devices.everybody() if one.name == "Resi")
    table.served.door.devices.set_role(device.id, WRITES)
    assert ['class="code"' in one.shown("/settle?me=Anna").text for one in (guest, keeper)] == [False, True]


@pytest.mark.parametrize("change", ["gone", "no ledger"])
def test_no_phone_is_told_where_the_ledger_lies(table: Table, change: str) -> None:
    """The folder may be somebody's name."""
    guest = table.joined()
    path = Path(table.ledger.path)
    guest.said("key")
    if change == "gone":
        path.unlink()
    else:
        path.write_bytes(b"no ledger" * 1000)
    page, board = guest.shown(), guest.shown("/board", accept="application/json")
    sent = {"key": key_of(guest.cookie.partition("=")[2]), "seen": "1.00", "line": "w b"}
    written = guest.post("/t/1/hands", sent, accept="application/json")
    assert [one.status for one in (page, board, written)] == [503, 503, 503]
    for one in (page, board, written):
        assert str(path.parent) not in one.text


def test_nor_is_who_cannot_join(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full."""

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    came = table.joined().came
    assert came.status == 403
    assert "ledger.db.devices.json cannot be written: No space left on device" in came.text
    assert str(Path(table.ledger.path).parent) not in came.text


def test_who_shall_only_look_does_not_just_join_again(table: Table) -> None:
    """As where a device was thrown out, PIN and code are new; with --keeper-only they need not be."""
    guest, keeper = table.joined(), table.keeper()
    had = table.served.door.code(table.ledger.evening().uid)
    device = next(one for one in table.served.door.devices.everybody() if one.name == "Resi")
    assert keeper.post(f"/devices/{device.id}", {"key": keeper.said("key"), "action": "forbid"}).status == 303
    assert guest.write("/hands", **SAUSPIEL).status == 403
    assert had
    assert Phone(table.served.app, "192.168.178.99").post("/join", {"code": had.token, "name": "Resi"}).status == 403


def test_nothing_is_recorded_by_phones_where_all_only_look(tmp_path: Path) -> None:
    """Not by the laptop's page either."""
    table = Table(tmp_path / "ledger.db", read_only=True)
    answers = [guest.write("/hands", **SAUSPIEL).status for guest in (table.joined(), table.keeper())]
    assert (answers, table.hands) == ([403, 403], [])


@pytest.mark.long
def test_the_keeper_allows_whom_he_wants(tmp_path: Path) -> None:
    """Who has joined looks; once it is allowed, writes."""
    table = Table(tmp_path / "ledger.db", keeper_only=True)
    guest, keeper = table.joined(), table.keeper()
    assert guest.write("/hands", **SAUSPIEL).status == 403
    device = next(one for one in table.served.door.devices.everybody() if one.name == "Resi")
    assert keeper.post(f"/devices/{device.id}", {"key": keeper.said("key"), "action": "allow"}).status == 303
    assert guest.write("/hands", **SAUSPIEL).status == 200
    assert table.hands == ["s ac"]


def test_the_keeper_throws_a_device_out(table: Table) -> None:
    """It is asked to join from then on."""
    guest, keeper = table.joined(), table.keeper()
    device = next(one for one in table.served.door.devices.everybody() if one.name == "Resi")
    keeper.post(f"/devices/{device.id}", {"key": keeper.said("key"), "action": "out"})
    assert guest.shown(accept="application/json").status == 401


def test_only_the_keeper_sees_the_devices(table: Table) -> None:
    """Others are told that they may not."""
    assert [guest.get("/devices").status for guest in (table.joined(), table.keeper())] == [403, 200]


def test_every_table_of_a_room_has_its_own_pin(tmp_path: Path) -> None:
    """Who has joined one sees that one, and the keeper all."""
    path = tmp_path / "ledger.db"
    ledger = Ledger(path)
    for name in ("Tisch 1", "Tisch 2"):
        ledger.start_evening(name, PEOPLE, "sauspiel", date="2026-11-19")
    table = Table(path, everything=True)
    guest, keeper = table.joined(number=2), table.keeper()
    assert [guest.get(f"/t/{number}").status for number in (1, 2)] == [404, 200]
    assert [name in keeper.get("/tables").text for name in ("Tisch 1", "Tisch 2")] == [True, True]
    assert "19 Nov 2026" in keeper.get("/tables").text
    assert guest.get("/").headers["location"] == "/t/2"


def test_the_keeper_sees_at_which_table_a_device_is(tmp_path: Path) -> None:
    """At two tables there may be two of one name, and only one of them is to be thrown out."""
    ledger = Ledger(tmp_path / "ledger.db")
    for name in ("Erster", "Zweiter"):
        ledger.start_evening(name, PEOPLE, "sauspiel", date="2026-11-19")
    room = Table(tmp_path / "ledger.db", everything=True)
    for number in (1, 2):
        room.joined("Anna", number)
    shown = room.keeper().get("/devices").text
    assert shown.index("may enter · Erster") < shown.index("may enter · Zweiter")


def test_who_has_joined_a_table_goes_to_another_one(tmp_path: Path) -> None:
    """Scans what stands there, and is asked with the name that the device has; the laptop is at every table."""
    path = tmp_path / "ledger.db"
    for name in ("Tisch 1", "Tisch 2"):
        Ledger(path).start_evening(name, PEOPLE, "sauspiel", date="2026-11-19")
    table = Table(path, everything=True)
    guest, keeper = table.joined("Resi", number=2), table.keeper()
    assert 'value="Resi"' in guest.get("/?join").text
    assert keeper.get("/?join").headers["location"] == "/tables"
    code = table.served.door.code(table.ledger.evening("1").uid)
    assert code
    assert guest.post("/join", {"code": code.token, "name": "Resi"}).status == 303
    assert [guest.get(f"/t/{number}").status for number in (1, 2)] == [200, 404]


def test_the_television_is_led_to_its_table(table: Table) -> None:
    """It joins first, and has nothing to press."""
    assert Phone(table.served.app).get("/tv").headers["location"] == "/?next=/tv"
    guest = table.joined()
    assert guest.get("/tv").headers["location"] == "/t/1/tv"
    assert "<button" not in guest.shown("/tv").text


def test_files_are_asked_about_and_sent_once(table: Table) -> None:
    """A browser that has the newest is told so."""
    guest = table.joined()
    first = guest.get("/static/app.js")
    again = guest.get("/static/app.js", if_none_match=first.headers["etag"])
    assert (first.status, again.status, again.text) == (200, 304, "")


def test_the_curve_is_a_picture_of_the_evening(table: Table) -> None:
    """With everybody's line, newer with every hand."""
    table.ledger.record("w b")
    table.ledger.record("s ac")
    guest = table.joined()
    [link] = re.findall(r'<img src="([^"]*)"', guest.shown().text)
    picture = guest.get(html.unescape(link))
    assert picture.headers["content-type"] == "image/svg+xml"
    assert [picture.text.count("<polyline"), *(name in picture.text for name in PEOPLE)] == [4, True, True, True, True]
    table.ledger.record("w d")
    assert link not in guest.shown().text


def test_a_closed_evening_takes_no_hand_and_can_be_settled(table: Table) -> None:
    """Its page says so."""
    table.ledger.record("w b")
    guest = table.joined()
    table.ledger.close_evening(copy=False)
    refused = guest.write("/hands", **SAUSPIEL)
    assert (refused.status, json.loads(refused.text)["result"]) == (422, "refused")
    assert guest.shown("/settle").status == 200


@pytest.mark.long
def test_codes_and_buttons_are_for_whose_phone_it_is(table: Table) -> None:
    """Who is paid taps that it is so; who pays does not."""
    table.ledger.record("w b")
    guest = table.joined()
    buttons = [guest.shown(f"/settle?me={name}").text.count("has paid</button>") for name in ("Bene", "Anna", "")]
    assert buttons == [3, 0, 3]


def test_what_can_be_asked_of_an_address_is_said(table: Table) -> None:
    """By the header that http has for it."""
    answer = table.joined().get("/join")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_a_mistake_of_ours_is_said_without_its_details(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the phone in a sentence, to whoever sits at the laptop what it was."""
    failed: list[Exception] = []
    served = build(table.ledger.path, Options(), PLACE, failed=failed.append)
    guest = Guest(served, served.door.keeper, "Laptop", 1, address="127.0.0.1")
    monkeypatch.setattr(Ledger, "board", lambda *_words: {}["secret"])
    answer = guest.shown(accept="application/json")
    assert (answer.status, json.loads(answer.text)["said"][0].partition(":")[0]) == (500, "something went wrong here")
    assert list(map(repr, failed)) == ["KeyError('secret')"]


def test_where_the_ledger_lies_is_not_said(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on a page nor in an answer to a script: its name alone."""
    guest = table.joined()
    key, seen, path = guest.said("key"), guest.said("seen"), table.ledger.path

    def locked(*_words: Any, **_named: Any) -> None:
        raise LedgerError(f"somebody else is writing to {path}")

    for name in ("board", "record"):
        monkeypatch.setattr(Ledger, name, locked)
    shown = guest.shown()
    written = guest.post("/t/1/hands", {"key": key, "seen": seen, **SAUSPIEL}, accept="application/json")
    assert [one.status for one in (shown, written)] == [503, 503]
    assert all(f"writing to {path.name}" in one.text for one in (shown, written))
