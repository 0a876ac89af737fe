"""A tournament on phones and on the wall: who sees what, who enters which list, and what changes by itself."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from sklog import Ledger, ListRow, Person, Played, TournamentRules
from sklog.phones import commands as command
from sklog.phones import gate
from sklog.phones.devices import LOOKS, WRITES, Devices
from sklog.phones.gate import ServedAddress
from sklog.phones.program import Options, Served, build
from sklog.phones.server import Invitation, Terminal
from sklog.phones.tables import Look, Tables
from sklog.tournament.hall import table_codes
from tests.knocking import Answered, Phone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sklog import Held

PLACE = ServedAddress(("127.0.0.1",), 8765)
ENGLISH = Look("en", "seat")
SECONDS = 20.0


def pins(path: Path, held: Held, round: int | None = None) -> dict[int, str]:  # noqa: A002  as people say
    """Give the PIN of each table of a round, of the newest one without, as it is printed."""
    return {table: code.typed for table, code in table_codes(Devices.beside(path), held, round).items()}


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
        return next(one for one in self.served.door.devices.everybody() if one.name == name)


async def told(stream: AsyncIterator[str]) -> dict[str, Any]:
    """Return the next board of a stream."""
    async for event in stream:
        if event.startswith("event: board"):
            return dict(json.loads(event.partition("data: ")[2]))
    raise AssertionError("the stream has ended")


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


@pytest.mark.long
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
    last = phone.get(f"/tournament/{seats[3]}").text
    assert ", with −1 point<" in last
    assert "The list is in: −1 point<" in last
    other = phone.get(f"/tournament/{hall.held.tournament.seats(1, 1)[2]}").text
    assert "Table 1, seat 3" in other
    assert "The list is not in yet." in other


@pytest.mark.parametrize("path", ["/tournament", "/tournament/tv", "/tournament/1", "/tournament/table/1/1"])
def test_how_many_lists_are_missing_is_always_in_sight(hall: Hall, path: str) -> None:
    """On the page of a start number and of a table as well."""
    assert "Round 1 of 2: 2 lists of 2 are missing." in hall.in_hall().get(path).text
    assert "Round 1 of 2: 2 lists of 2 are missing." in hall.at(1).get(path).text


def test_the_page_of_a_table_changes_by_itself(hall: Hall) -> None:
    """Whoever looks sees the list that comes in, what the desk put right, and what is missing elsewhere."""

    async def story() -> list[dict[str, Any]]:
        tables = Tables(hall.path, "1")
        watching = asyncio.create_task(tables.watch())
        boards = []
        try:
            async with asyncio.timeout(SECONDS):
                stream = tables.events(tables.hall, Look("en", "1/2"), lambda: True)
                boards.append(await told(stream))
                for points, corrects in (((5, -3, -1, -1), False), ((7, -5, -1, -1), True)):
                    rows = [ListRow(one) for one in points]
                    await asyncio.to_thread(hall.tournaments.hand_in, 1, 2, rows, corrects=corrects)
                    boards.append(await told(stream))
        finally:
            watching.cancel()
        return boards

    before, entered_, corrected = asyncio.run(story())
    assert ("The list is not in yet." in before["html"], before["said"][-25:]) == (True, "2 lists of 2 are missing.")
    assert ("+5" in entered_["html"], entered_["said"][-23:]) == (True, "1 list of 2 is missing.")
    assert ("+5" in corrected["html"], "+7" in corrected["html"]) == (False, True)


@pytest.mark.long
def test_the_wall_has_room_for_all_that_are_missing(tmp_path: Path) -> None:
    """Three and more that follow each other are one word, also once the first list is in."""
    hall = Hall(tmp_path / "ledger.db", entrants=430)
    assert '<p class="missing">Tables without a list: 1–107</p>' in hall.in_hall().get("/tournament/tv").text
    for table in (3, 6, 100):
        hall.tournaments.hand_in(1, table, [ListRow(0)] * 4)
    board = asyncio.run(hall.served.tables.board_json(hall.served.tables.hall, Look("en", "wall")))
    assert '<p class="missing">Tables without a list: 1, 2, 4, 5, 7–99, 101–107</p>' in json.loads(board)["html"]


@pytest.mark.parametrize("path", ["/tournament/99", "/tournament/0", "/tournament/of?number=x", "/tournament/of"])
def test_nobody_has_that_number(hall: Hall, path: str) -> None:
    """It is said so."""
    assert hall.in_hall().get(path).status == 404


@pytest.mark.parametrize("where", ["1/3", "2/1", "0/1", "1/0", "1/999999999999999999999"])
def test_there_is_no_such_table(hall: Hall, where: str) -> None:
    """Neither to be looked at nor to enter a list for."""
    phone = hall.keeper()
    assert phone.get(f"/tournament/table/{where}").status == 404
    assert phone.post(f"/tournament/table/{where}/list", {**key_of(phone), "as": "first"}).status == 404


@pytest.mark.parametrize("path", ["/tournament", "/tournament/tv", "/tournament/1", "/tournament/table/1/1"])
def test_where_an_evening_is_served_there_is_no_tournament(hall: Hall, path: str) -> None:
    """Its pages are not there, also for who keeps it."""
    hall.ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel")
    hall.options = hall.options._replace(which="2")
    hall.begin()
    assert hall.keeper().get(path).status == 404


def test_all_are_shown_to_whoever_asks(tmp_path: Path) -> None:
    """At first the first twenty, on the wall everybody, page by page."""
    phone = Hall(tmp_path / "ledger.db", entrants=50).in_hall()
    pages = [phone.get(f"/tournament{path}").text.count('class="cell"') for path in ("", "/tv", "?by=all")]
    assert pages == [20, 50, 50]


# -- the tables ---------------------------------------------------------------------------------------


def entered(phone: Phone, where: str, *points: int | str, what: str = "list", **more: str) -> Answered:
    """Send the form of a table as its page shows it, with these points."""
    page = phone.get(f"/tournament/table/{where}").text
    carried = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[:1] for name in ("as", "seats", "lists")}
    said = {**key_of(phone), **{name: found[0] for name, found in carried.items() if found}}
    said |= {f"points{seat}": str(one) for seat, one in enumerate(points, 1)}
    return phone.post(f"/tournament/table/{where}/{what}", {**said, **more})


def key_of(phone: Phone) -> dict[str, str]:
    """Return what every form of a device carries."""
    return {"key": gate.key_of(phone.cookie.partition("=")[2])}


def lists(hall: Hall, table: int) -> list[tuple[str, list[int | None]]]:
    """Return who entered which points for a table, that counts."""
    return [(one.who, [row.points for row in one.rows]) for one in hall.held.tournament.in_force(1, table)]


def test_a_table_enters_its_list(hall: Hall) -> None:
    """With the PIN of its card; then it is in, and nobody enters it once more."""
    phone = hall.at(2)
    assert phone.get("/").headers["location"] == "/tournament/table/1/2"
    answer = entered(phone, "1/2", 5, -3, -1, -1)
    assert (answer.status, answer.headers["location"]) == (303, "/tournament/table/1/2")
    assert lists(hall, 2) == [("Bene", [5, -3, -1, -1])]
    page = phone.get("/tournament/table/1/2").text
    assert "The list is in." in page
    assert "<form" not in page


@pytest.mark.long
def test_a_sign_can_be_chosen(hall: Hall) -> None:
    """The keyboard for numbers has no minus on every phone."""
    assert entered(hall.at(2), "1/2", 5, 3, 1, "−1", **{f"points-sign{seat}": "-" for seat in (2, 3, 4)}).status == 303
    assert lists(hall, 2) == [("Bene", [5, -3, -1, -1])]


def test_solos_are_asked_for_where_they_decide(tmp_path: Path) -> None:
    """And nothing else is."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", ties=("solos",)))
    phone = hall.at(2)
    page = phone.get("/tournament/table/1/2").text
    assert ("Solos won" in page, "of those in Herz" in page, "Good points" in page) == (True, False, False)
    assert entered(phone, "1/2", 5, -3, -1, -1, solos1="2", solos2="0", solos3="", solos4="0").status == 303
    assert [row.solos for row in hall.held.tournament.in_force(1, 2)[0].rows] == [2, 0, None, 0]


def test_good_points_alone_are_asked_for_where_they_count(tmp_path: Path) -> None:
    """Nobody writes a minus there, and no sum has to be 0."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", counts="good", ties=()))
    phone = hall.at(2)
    page = phone.get("/tournament/table/1/2").text
    assert ("Good points" in page, 'name="points1"' in page, 'id="sum"' in page) == (True, False, False)
    assert entered(phone, "1/2", good1="40", good2="15", good3="0", good4="20").status == 303
    assert [row[:2] for row in hall.held.tournament.in_force(1, 2)[0].rows] == [
        (None, 40),
        (None, 15),
        (None, 0),
        (None, 20),
    ]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((5, -3, -1, 0), "1 point too many"),
        ((5, -3, -1, -4), "3 points are missing"),
        ((5, -3, -1, "x"), "is not a whole number"),
        ((5, -3, -2, ""), "does not give everybody"),
        (("9" * 14, 0, 0, 0), "is not a whole number"),
    ],
)
def test_a_list_that_does_not_come_out_even_is_refused(hall: Hall, points: tuple[int | str, ...], said: str) -> None:
    """With by how much, and the form as it was filled in."""
    answer = entered(hall.at(2), "1/2", *points)
    assert (answer.status, said in answer.text, lists(hall, 2)) == (422, True, [])
    assert 'name="points1" type="text" inputmode="numeric" maxlength="14"' in answer.text
    assert f'value="{points[0]}"' in answer.text


@pytest.mark.parametrize("what", ["list", "hands", "play"])
def test_a_table_writes_nothing_for_another(hall: Hall, what: str) -> None:
    """Neither its list nor its hands."""
    phone = hall.at(2)
    seats = ",".join(map(str, hall.held.tournament.seats(1, 1)))
    said = {**key_of(phone), "as": "first", "seats": seats, **{f"points{seat}": "0" for seat in range(1, 5)}}
    answer = phone.post(f"/tournament/table/1/1/{what}", said)
    assert (answer.status, "type the PIN of the table first" in answer.text) == (403, True)
    assert (lists(hall, 1), len(hall.ledger.evenings())) == ([], 1)


@pytest.mark.parametrize("what", ["list", "hands", "play"])
def test_who_looks_writes_nothing(hall: Hall, what: str) -> None:
    """With the PIN of the hall, or where phones only look."""
    phone = hall.in_hall()
    assert phone.post(f"/tournament/table/1/1/{what}", {**key_of(phone), "as": "first"}).status == 403
    hall.options = hall.options._replace(read_only=True)
    hall.begin()
    for other in (hall.at(1), hall.keeper()):
        assert other.post(f"/tournament/table/1/1/{what}", {**key_of(other), "as": "first"}).status == 403
    assert len(hall.ledger.evenings()) == 1


def test_no_phone_takes_back_what_the_tournament_recorded(hall: Hall) -> None:
    """The addresses of an evening record nothing in it."""
    for phone in (hall.at(1), hall.keeper()):
        said = {**key_of(phone), "seen": f"1.{hall.held.evening.digest.hex()}"}
        assert phone.post("/t/1/undo", said).status == 403
    assert hall.held.round == 1


def test_a_list_that_is_sent_again_is_there_once(hall: Hall) -> None:
    """Its answer may have been lost; another one from the same phone is refused."""
    phone = hall.at(2)
    seats = ",".join(map(str, hall.held.tournament.seats(1, 2)))
    said = {**key_of(phone), "as": "first", "seats": seats}
    said |= {f"points{seat}": str(one) for seat, one in enumerate((5, -3, -1, -1), 1)}
    assert [phone.post("/tournament/table/1/2/list", said).status for _time in range(2)] == [303, 303]
    other = phone.post("/tournament/table/1/2/list", {**said, "points1": "4", "points2": "-2"})
    assert (other.status, "come in meanwhile" in other.text) == (422, True)
    assert lists(hall, 2) == [("Bene", [5, -3, -1, -1])]


def test_who_sees_others_at_the_table_enters_nothing(hall: Hall) -> None:
    """The list is of those who sat there when the page was made."""
    phone = hall.at(2)
    answer = entered(phone, "1/2", 5, -3, -1, -1, seats="1,2,3,4")
    assert (answer.status, "other people sit at table 2 now" in answer.text) == (422, True)


@pytest.mark.parametrize("seats", ["9" * 5000, "", "1,2,x,²", "-1"])
def test_seats_that_no_page_of_ours_says_are_refused(hall: Hall, seats: str) -> None:
    """They are no mistake of the program."""
    answer = entered(hall.at(2), "1/2", 5, -3, -1, -1, seats=seats)
    assert (answer.status, "other people sit at table 2 now" in answer.text) == (422, True)


def test_a_table_that_is_not_drawn_any_more_leads_to_the_hall(hall: Hall) -> None:
    """The draw was taken back while its phones were joined; they find their table again when it is there again."""
    phone = hall.at(2)
    hall.ledger.undo()
    asyncio.run(hall.served.tables.look_again())
    assert phone.get("/").headers["location"] == "/tournament"
    assert "To the table" not in phone.get("/tournament").text
    assert phone.get("/tournament/table/1/2").status == 404
    hall.tournaments.draw()
    asyncio.run(hall.served.tables.look_again())
    assert phone.get("/").headers["location"] == "/tournament/table/1/2"


@pytest.mark.long
def test_two_entries_that_differ_are_shown(tmp_path: Path) -> None:
    """Nobody sees the first before the second is in, the same phone enters one, and who keeps it puts it right."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", double_entry=True))
    first, second = hall.at(2, "Anna"), hall.at(2, "Bene")
    assert entered(first, "1/2", 5757, -5755, -1, -1).status == 303
    for phone in (first, second, hall.in_hall(), hall.keeper()):
        page = phone.get("/tournament/table/1/2").text
        assert ("5757" in page, "One of two entries is in" in page) == (False, True)
    assert entered(first, "1/2", 5757, -5755, 0, -2).status == 422
    assert entered(second, "1/2", 5757, -5756, 0, -1).status == 303
    page = second.get("/tournament/table/1/2").text
    assert "The two entries differ" in page
    assert page.count("<tr class=loss>") == 2
    assert "2 lists of 2 are missing" in hall.in_hall().get("/tournament").text
    assert entered(second, "1/2", 5757, -5755, -1, -1).status == 422
    assert entered(hall.keeper(), "1/2", 5757, -5755, -1, -1).status == 303
    assert "The list is in." in second.get("/tournament/table/1/2").text
    assert hall.held.tournament.counted(1, 2) is not None


@pytest.mark.long
def test_two_equal_entries_count(tmp_path: Path) -> None:
    """It is in with the second."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", double_entry=True))
    for name in ("Anna", "Bene"):
        assert entered(hall.at(2, name), "1/2", 5, -3, -1, -1).status == 303
    assert hall.held.tournament.counted(1, 2) is not None


@pytest.mark.long
def test_two_who_type_at_the_same_time_are_two_entries(tmp_path: Path) -> None:
    """Neither has to look at anything first: the page of the second did not know of the first."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", double_entry=True))
    first, second = hall.at(2, "Anna"), hall.at(2, "Bene")
    assert entered(first, "1/2", 5, -3, -1, -1).status == 303
    assert entered(second, "1/2", 5, -3, -1, -1, **{"as": "first"}).status == 303
    assert hall.held.tournament.counted(1, 2) is not None


@pytest.mark.long
def test_nobody_enters_both_entries(tmp_path: Path) -> None:
    """Not who keeps it, nor a phone that types its PIN again under another name: the sentence says who may."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", double_entry=True))
    keeper, phone = hall.keeper(), hall.at(2, "Anna")
    for number, one in ((1, keeper), (2, phone)):
        where = f"1/{number}"
        assert entered(one, where, 5, -3, -1, -1).status == 303
        pin = hall.served.door.keeper if one is keeper else pins(hall.path, hall.held)[2]
        assert one.post("/join", {"code": pin, "name": "Bene", "next": ""}).status == 303
        assert 'id="list"' not in one.get(f"/tournament/table/{where}").text
        seats = ",".join(map(str, hall.held.tournament.seats(1, number)))
        refused = entered(one, where, 5, -3, 0, -2, **{"as": "first", "seats": seats})
        assert "Somebody else has to enter this list again, on another device" in refused.text
        assert hall.held.tournament.counted(1, number) is None
    assert entered(keeper, "1/2", 5, -3, -1, -1).status == 303
    assert hall.held.tournament.counted(1, 2) is not None


@pytest.mark.long
def test_the_hands_of_a_table_are_one_entry(tmp_path: Path) -> None:
    """Two phones that hand them in have counted nothing twice; the sums that somebody else types are the other."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=1, seed="x", double_entry=True))
    first, second = hall.at(2, "Anna"), hall.at(2, "Bene")
    evening = hall.tournaments.table(1, 2)
    points = dict(
        hall.ledger.record(Played(game="wenz", declarer=evening.players[0], won=True), evening).line.state.balances
    )
    assert entered(first, "1/2", what="hands").status == 303
    assert "Hand in the list of these hands" not in second.get("/tournament/table/1/2").text
    assert "The hands of a table count as one entry" in entered(second, "1/2", what="hands").text
    sums = [points[name] for name in evening.players]
    assert entered(second, "1/2", *sums).status == 303
    counted = hall.held.tournament.counted(1, 2)
    assert counted
    assert [row.points for row in counted.rows] == sums


@pytest.mark.long
def test_a_correction_of_what_the_page_did_not_show_is_refused(hall: Hall) -> None:
    """Somebody else has put the list right since: it is looked at first, and nothing vanishes."""
    keeper = hall.keeper()
    assert entered(keeper, "1/2", 5, -3, -1, -1).status == 303
    page = keeper.get("/tournament/table/1/2").text
    carried = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("as", "seats", "lists")}
    right = [ListRow(6, None, 2), ListRow(-4), ListRow(-1), ListRow(-1)]
    hall.tournaments.hand_in(1, 2, right, corrects=True)
    refused = entered(keeper, "1/2", 5, -2, -2, -1, **carried)
    assert "A list for this table has come in meanwhile" in refused.text
    counted = hall.held.tournament.counted(1, 2)
    assert counted
    assert counted.rows == tuple(right)


@pytest.mark.long
def test_a_table_enters_hand_by_hand(hall: Hall) -> None:
    """Its evening begins, another table does not see it, and what it came to is the list."""
    phone = hall.at(2)
    address = entered(phone, "1/2", what="play").headers["location"]
    assert address == "/t/2"
    page = phone.get(address).text
    assert 'href="/tournament/table/1/2"' in page
    assert hall.at(1).get(address).status == hall.in_hall().get(address).status == 404
    evening = hall.tournaments.evening_of(1, 2)
    assert evening
    for declarer in evening.players[:2]:
        seen = re.findall(r'data-seen="([^"]*)"', phone.get(address).text)[0]
        said = {"game": "wenz", "declarer": declarer, "won": "yes"}
        assert phone.post(f"{address}/hands", {**key_of(phone), "seen": seen, **said}).status == 303
    assert "2 of 2 games are entered." in phone.get("/tournament/table/1/2").text
    assert entered(phone, "1/2", what="hands").status == 303
    [(who, points)] = lists(hall, 2)
    assert (who, sum(one or 0 for one in points)) == ("Bene", 0)
    assert hall.ledger.evenings()[-1].closed
    seen = f"3.{hall.ledger.evenings()[-1].digest.hex()}"
    refused = phone.post(f"{address}/undo", {**key_of(phone), "seen": seen})
    assert (refused.status, "the list of this table is in" in refused.text) == (422, True)


@pytest.mark.long
def test_who_enters_hands_hears_that_the_sums_are_in(hall: Hall) -> None:
    """The desk typed them meanwhile: hands would count nowhere, and who keeps it may put his own right."""
    phone = hall.at(2)
    address = entered(phone, "1/2", what="play").headers["location"]
    evening = hall.tournaments.evening_of(1, 2)
    assert evening
    hand = {"game": "wenz", "declarer": evening.players[0], "won": "yes"}

    def enter(who: Phone) -> Answered:
        seen = re.findall(r'data-seen="([^"]*)"', who.get(address).text)[0]
        return who.post(f"{address}/hands", {**key_of(who), "seen": seen, "again": "1", **hand})

    assert enter(phone).status == 303
    hall.tournaments.hand_in(1, 2, [ListRow(points) for points in (5, -3, -1, -1)])
    refused = enter(phone)
    assert (refused.status, "the list of this table is in" in refused.text) == (422, True)
    assert enter(hall.keeper()).status == 303


@pytest.mark.long
def test_a_list_of_too_few_hands_is_asked_about(hall: Hall) -> None:
    """It is taken where somebody says that this was all."""
    phone = hall.at(2)
    entered(phone, "1/2", what="play")
    evening = hall.tournaments.evening_of(1, 2)
    assert evening is not None
    hall.ledger.record(Played(game="wenz", declarer=evening.players[0], won=True), evening)
    assert entered(phone, "1/2", what="hands").status == 422
    assert entered(phone, "1/2", what="hands", short="1").status == 303
    [(who, points)] = lists(hall, 2)
    assert (who, sum(one or 0 for one in points), points.count(points[-1])) == ("Bene", 0, 3)


@pytest.mark.long
def test_who_keeps_it_sees_all_and_corrects(hall: Hall) -> None:
    """Each table's PIN too, which nobody else is shown."""
    keeper, phone = hall.keeper(), hall.at(2)
    pin = pins(hall.path, hall.held)[2]
    assert pin in keeper.get("/tournament/table/1/2").text
    assert pin not in phone.get("/tournament/table/1/2").text
    entered(phone, "1/2", 5, -3, -1, -1)
    assert "Correct the list" in keeper.get("/tournament/table/1/2").text
    assert entered(keeper, "1/2", 4, -2, -1, -1).status == 303
    assert lists(hall, 2) == [("Laptop", [4, -2, -1, -1])]
    assert keeper.get("/").headers["location"] == "/tournament"


@pytest.mark.long
def test_a_phone_of_the_desk_enters_any_list(hall: Hall) -> None:
    """Who keeps the tournament lets one in the hall write; it puts nothing right, and plays at no table."""
    phone = hall.in_hall()
    hall.served.door.devices.set_role(hall.known("Resi").id, WRITES)
    for table in (1, 2):
        assert entered(phone, f"1/{table}", 5, -3, -1, -1).status == 303
    assert entered(phone, "1/2", 4, -2, -1, -1).status == 422
    assert "Hand by hand" not in phone.get("/tournament/table/1/2").text
    assert entered(phone, "1/2", what="play").status == 403
    assert len(hall.ledger.evenings()) == 1


@pytest.mark.long
@pytest.mark.parametrize("first", ["desk", "table"])
def test_the_desk_has_no_name_that_a_table_has(tmp_path: Path, first: str) -> None:
    """Else its entry would be taken for that of the table, whoever of both was there first."""
    hall = Hall(tmp_path / "ledger.db", rules=TournamentRules(games=2, seed="x", double_entry=True))
    phone = hall.at(2, "Anna") if first == "table" else None
    desk = hall.in_hall("Anna")
    of_hall = next(one for one in hall.served.door.devices.everybody() if one.evening == hall.held.evening.uid)
    assert of_hall.name == "Anna"
    hall.served.door.devices.set_role(of_hall.id, WRITES)
    phone = phone or hall.at(2, "Anna")
    assert sorted(one.name for one in hall.served.door.devices.everybody()) == ["Anna", "Anna 2"]
    for one in (phone, desk):
        assert entered(one, "1/2", 5, -3, -1, -1).status == 303
    assert hall.held.tournament.counted(1, 2) is not None


@pytest.mark.long
def test_a_table_that_may_only_look_is_told_so(hall: Hall) -> None:
    """Else its people would look for where their list is entered."""
    told = "the keeper can allow it"
    assert told not in hall.at(2).get("/tournament/table/1/2").text
    hall.options = hall.options._replace(keeper_only=True)
    hall.begin()
    phone = hall.at(1, "Anna")
    assert told in phone.get("/tournament/table/1/1").text
    hall.served.door.devices.set_role(hall.known("Anna").id, WRITES)
    assert told not in phone.get("/tournament/table/1/1").text
    assert entered(phone, "1/1", 5, -3, -1, -1).status == 303


def test_where_nobody_writes_nobody_is_asked_for_a_pin(hall: Hall) -> None:
    """It would let nobody enter anything."""
    asked = "Enter a list: type the PIN of the table"
    assert asked in hall.in_hall().get("/tournament").text
    hall.options = hall.options._replace(read_only=True)
    hall.begin()
    for path in ("/tournament", "/tournament/table/1/1"):
        assert asked not in hall.in_hall("Toni").get(path).text


@pytest.mark.long
def test_hands_that_were_corrected_since_are_said_to_who_keeps_it(hall: Hall) -> None:
    """And can be handed in once more."""
    phone, keeper = hall.at(2), hall.keeper()
    entered(phone, "1/2", what="play")
    evening = hall.tournaments.evening_of(1, 2)
    assert evening
    for name in evening.players[:2]:
        hall.ledger.record(Played(game="wenz", declarer=name, won=True), evening)
    entered(phone, "1/2", what="hands")
    before = lists(hall, 2)
    hall.ledger.reopen_evening(evening)
    hall.ledger.void(1, evening)
    changed = "add up differently from its list"
    assert [changed in one.get("/tournament/table/1/2").text for one in (keeper, phone)] == [True, False]
    assert entered(keeper, "1/2", what="hands", short="1").status == 303
    assert changed not in keeper.get("/tournament/table/1/2").text
    assert lists(hall, 2) != before


# -- PINs ---------------------------------------------------------------------------------------------


def test_pins_of_tables_hold_after_a_restart(hall: Hall) -> None:
    """They stand on printed cards; who had joined stays joined."""
    before, hall_code = pins(hall.path, hall.held), hall.served.door.code(hall.held.evening.uid)
    phone = hall.at(2)
    hall.begin()
    phone.app = hall.served.app
    assert pins(hall.path, hall.held) == before
    assert hall.served.door.code(hall.held.evening.uid) == hall_code
    assert phone.get("/tournament/table/1/2").status == 200
    assert hall.joined(before[1].replace(" ", ""), "Anna").get("/").headers["location"] == "/tournament/table/1/1"


def test_pins_are_known_before_a_server_runs(tmp_path: Path) -> None:
    """All differ, have eight digits, and are in no export."""
    hall = Hall(tmp_path / "ledger.db", entrants=40)
    found = pins(hall.path, hall.held, 1)
    assert list(found) == list(range(1, 11))
    assert len(set(found.values())) == 10
    assert all(re.fullmatch(r"\d{4} \d{4}", pin) for pin in found.values())
    assert pins(hall.path, hall.held, 2) == {}
    written = hall.path.read_bytes()
    assert not [pin for pin in found.values() if pin.encode() in written or pin.replace(" ", "").encode() in written]


@pytest.mark.long
def test_pins_do_not_follow_from_the_seed(tmp_path: Path) -> None:
    """Two ledgers with the same tournament have others."""
    one, other = (tmp_path / name for name in ("one.db", "other.db"))
    halls = [Hall(path, entrants=8) for path in (one, other)]
    codes = [table_codes(Devices.beside(hall.path), halls[0].held) for hall in halls]
    assert codes[0][1].pin != codes[1][1].pin


def test_a_pin_counts_for_the_newest_round(hall: Hall) -> None:
    """Of an earlier one where the list is missing still."""
    first = {table: pin.replace(" ", "") for table, pin in pins(hall.path, hall.held).items()}
    hall.tournaments.hand_in(1, 1, [ListRow(0)] * 4)
    numbers = range(1, 9)
    hall.tournaments.seat_all([tuple(numbers)[:4], tuple(numbers)[4:]])
    hall.begin()
    assert hall.joined(first[2], "Anna").get("/").headers["location"] == "/tournament/table/1/2"
    assert Phone(hall.served.app).post("/join", {"code": first[1], "name": "Bene"}).status == 403
    assert hall.at(1, "Christl").get("/").headers["location"] == "/tournament/table/2/1"


def test_a_round_that_is_drawn_while_it_is_served_has_pins(hall: Hall) -> None:
    """Who draws it does so elsewhere."""

    async def story() -> None:
        async with asyncio.timeout(SECONDS):
            tables = hall.served.tables
            watching = asyncio.create_task(tables.watch())
            stream = tables.events(tables.hall, ENGLISH, lambda: True)
            assert (await told(stream))["number"] == 1
            for table in (1, 2):
                await asyncio.to_thread(hall.tournaments.hand_in, 1, table, [ListRow(0)] * 4)
            await asyncio.to_thread(hall.tournaments.draw)
            while (await told(stream))["number"] < 2:
                pass
            watching.cancel()

    asyncio.run(story())
    assert hall.at(2).get("/").headers["location"] == "/tournament/table/2/2"


def test_who_is_thrown_out_does_not_come_in_with_the_same_card(hall: Hall) -> None:
    """The PIN of that table is another one from then on, also when it is printed again; no other is."""
    before = pins(hall.path, hall.held)
    phone = hall.at(2)
    hall.served.door.out(hall.known("Bene").id)
    assert phone.get("/tournament").status == 401
    after = pins(hall.path, hall.held)
    assert (after[1] == before[1], after[2] == before[2]) == (True, False)
    assert phone.post("/join", {"code": before[2], "name": "Bene"}).status == 403
    hall.begin()
    assert pins(hall.path, hall.held) == after
    assert hall.at(2).get("/tournament/table/1/2").status == 200


def test_a_phone_that_goes_to_another_table_leaves_its_own(hall: Hall) -> None:
    """It enters the list of one."""
    phone = hall.at(2)
    code = pins(hall.path, hall.held)[1]
    assert phone.post("/join", {"code": code, "name": "Bene", "next": ""}).status == 303
    assert entered(phone, "1/1", 0, 0, 0, 0).status == 303
    assert entered(phone, "1/2", 0, 0, 0, 0).status == 403


def test_nobody_joins_a_tournament_that_was_closed(hall: Hall) -> None:
    """Who has joined looks for one more day, and enters nothing."""
    phone, code = hall.at(2), pins(hall.path, hall.held)[1]
    door = hall.served.door
    door.close(hall.held.evening.uid)
    assert Phone(hall.served.app).post("/join", {"code": code, "name": "Anna"}).status == 403
    assert phone.get("/tournament").status == 200


@pytest.mark.long
def test_many_who_mistype_do_not_wait_for_one_another(tmp_path: Path) -> None:
    """One wrong PIN for each table is free, beside those that always are."""
    hall = Hall(tmp_path / "ledger.db", entrants=40)
    wrong = next(
        f"{number:08}" for number in range(100) if f"{number:04} {number:04}" not in pins(hall.path, hall.held)
    )
    for place in range(29):
        phone = Phone(hall.served.app, address=f"192.168.178.{place + 30}")
        assert phone.post("/join", {"code": wrong, "name": "Gast"}).status == 403
    assert hall.at(1).get("/tournament").status == 200


# -- the terminal -------------------------------------------------------------------------------------


def test_the_terminal_says_how_to_join(hall: Hall) -> None:
    """The code of the hall, where the PINs of tables are, who has joined which, and each round that is drawn."""
    said: list[str] = []
    shown: list[Invitation] = []
    place = ServedAddress(("192.168.178.5", "127.0.0.1"), 8765)
    room = Terminal(place, hall.options._replace(lan=True), said.append, shown.append)
    room.served = hall.served = build(hall.path, hall.options, PLACE, noticed=room.noticed, drawn=room.hall_drawn)
    room.say_addresses()
    [invited] = shown
    assert (invited.evening, invited.addresses) == ("Herbstrennen", ("http://192.168.178.5:8765",))
    assert re.fullmatch(r"\d{3} \d{3}", invited.pin)
    assert "Round 1: 2 tables, each with its own PIN on its card: sklog tournament print tables" in said
    hall.at(2)
    hall.in_hall()
    assert said[-2:] == ["Bene has joined Herbstrennen 1/2 (writes).", "Resi has joined (looks)."]
    hall.served.door.out(hall.known("Bene").id)
    assert (shown[-1].evening, "/?join#" in shown[-1].link) == ("Herbstrennen 1/2", True)
    assert shown[-1].pin == pins(hall.path, hall.held)[2]


def test_the_terminal_speaks_of_no_pin_that_it_does_not_show(hall: Hall) -> None:
    """On this machine alone nobody is asked to join the hall."""
    said: list[str] = []
    room = Terminal(PLACE, hall.options, said.append, lambda _invited: pytest.fail("nobody is invited"))
    room.served = build(hall.path, hall.options, PLACE, noticed=room.noticed, drawn=room.hall_drawn)
    room.say_addresses()
    assert not [one for one in said if "this PIN" in one]
    assert [one for one in said if one.startswith("Round 1: 2 tables")]


@pytest.mark.parametrize(
    ("since", "served"),
    [
        ("nothing", "Herbstrennen"),
        ("table", "Herbstrennen"),
        ("table, drawn again", "Herbstrennen"),
        ("other", "Winterrennen"),
        ("other, table", "Herbstrennen"),
        ("evening", "Stammtisch"),
        ("evening, table", "Stammtisch"),
    ],
)
def test_an_open_tournament_is_meant_unless_an_evening_began_since(hall: Hall, since: str, served: str) -> None:
    """What one of its tables plays is meant last, also where another tournament is newer."""
    if "other" in since:
        hall.tournaments.begin("Winterrennen", "bsv")
    if "evening" in since:
        hall.ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel")
    if "table" in since:
        hall.tournaments.table(1, 1, "Herbstrennen")
    if "again" in since:
        hall.tournaments.enter([Person("Gast 9")])
        hall.tournaments.draw(again=True)
    assert command._evening_meant(hall.ledger, None).name == served  # noqa: SLF001  what it serves is a process of its own
    assert command._evening_meant(hall.ledger, "Herbstrennen").name == "Herbstrennen"  # noqa: SLF001  the same


def test_every_evening_means_no_tournament(hall: Hall) -> None:
    """Nobody sits at it; one that begins meanwhile does not keep others from being found."""

    async def story() -> list[str]:
        tables = Tables(hall.path, everything=True)
        watching = asyncio.create_task(tables.watch())
        hall.tournaments.begin("Winterrennen", "bsv")
        hall.ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel")
        async with asyncio.timeout(SECONDS):
            for _time in range(500):
                await asyncio.sleep(0 if tables.all() else 0.02)
        watching.cancel()
        return [str(table.number) for table in tables.all()]

    assert asyncio.run(story()) == ["3"]
