"""What each address of the table answers: to whom, in which language, with and without a script."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from sklog import Ledger
from sklog.serve.gate import Place
from sklog.serve.server import Options, Served, build
from tests.knocking import Answered, Phone

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = ["Anna", "Bene", "Christl", "Dani"]
PLACE = Place(("127.0.0.1",), 8765)
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


def test_a_wrong_pin_is_told_so(table: Table) -> None:
    """The page to join comes again, with the sentence."""
    stranger = Phone(table.served.app)
    answer = stranger.post("/join", {"code": "000000x", "name": "Resi", "next": ""})
    assert (answer.status, "this code does not count" in answer.text, stranger.cookie) == (403, True, "")


@pytest.mark.parametrize(
    ("wanted", "said"), [("de-AT,de;q=0.9", "de"), ("fr, en;q=0.5", "en"), ("", "en"), ("*", "en")]
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
    assert [priced[result]["postings"][1] for result in ("won", "lost")] == [["Bene", "+1.50"], ["Bene", "-1.50"]]


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
    "path", ["", "/tv", "/hand/1", "/person/Bene", "/settle", "/sheet", "/curve", "/play?game=wenz", "/board"]
)
def test_every_page_of_a_table_is_there(table: Table, path: str) -> None:
    """With names that are shown as they are, whatever stands in them."""
    table.ledger.record("w b")
    table.ledger.record("s ac")
    assert table.joined().shown(path).status == 200


@pytest.mark.parametrize("path", ["/hand/9", "/person/Emil", "/play?game=skat", "/nothing"])
def test_what_is_not_there_is_said(table: Table, path: str) -> None:
    """With a page, and the way back."""
    table.ledger.record("w b")
    answer = table.joined().shown(path)
    assert answer.status == 404
    assert "<h1" in answer.text


def test_nothing_is_recorded_by_phones_where_all_only_look(tmp_path: Path) -> None:
    """Not by the laptop's page either."""
    table = Table(tmp_path / "ledger.db", read_only=True)
    answers = [guest.write("/hands", **SAUSPIEL).status for guest in (table.joined(), table.keeper())]
    assert (answers, table.hands) == ([403, 403], [])


def test_the_keeper_allows_whom_he_wants(tmp_path: Path) -> None:
    """Who has joined looks; once it is allowed, writes."""
    table = Table(tmp_path / "ledger.db", keeper_only=True)
    guest, keeper = table.joined(), table.keeper()
    assert guest.write("/hands", **SAUSPIEL).status == 403
    device = next(one for one in table.served.door.devices.all() if one.name == "Resi")
    assert keeper.post(f"/devices/{device.id}", {"key": keeper.said("key"), "action": "allow"}).status == 303
    assert guest.write("/hands", **SAUSPIEL).status == 200
    assert table.hands == ["s ac"]


def test_the_keeper_throws_a_device_out(table: Table) -> None:
    """It is asked to join from then on."""
    guest, keeper = table.joined(), table.keeper()
    device = next(one for one in table.served.door.devices.all() if one.name == "Resi")
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


def test_a_closed_evening_takes_no_hand_and_can_be_settled(table: Table) -> None:
    """Its page says so."""
    table.ledger.record("w b")
    guest = table.joined()
    table.ledger.close_evening(copy=False)
    refused = guest.write("/hands", **SAUSPIEL)
    assert (refused.status, json.loads(refused.text)["result"]) == (422, "refused")
    assert guest.shown("/settle").status == 200


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
