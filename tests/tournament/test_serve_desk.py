"""The desk of a tournament in the browser, as it is without a script: who may do what, and which facts come of it."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest

from sklog import Ledger, ListRow, Person, TournamentRules
from sklog.phones.devices import LOOKS, WRITES
from sklog.phones.gate import PRINTED, ServedAddress
from sklog.phones.program import Options, build
from sklog.tournament.desk_forms import PAGES
from tests.knocking import Answered, Phone
from tests.tournament.test_serve_tournament import Hall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Sklog

DESK = "/tournament/desk"
RULES = TournamentRules(games=2, seed="x", fee=1000)
DOORS = ("/door", "/draw", "/lists", "/results", "/rules", "/of/1", "/report/cash", "/print/slips")


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """Return a tournament of eight people at two tables, whose first round is drawn."""
    return Hall(tmp_path / "ledger.db", rules=RULES)


def helper(hall: Hall) -> Phone:
    """Return a laptop that has joined the hall, and may write."""
    phone = hall.in_hall("Zweiter Laptop")
    hall.served.door.devices.set_role(hall.known("Zweiter Laptop").id, WRITES)
    return phone


def hidden(page: str) -> dict[str, str]:
    """Return what the last form of a page says without a word."""
    return dict(re.findall(r'<input type="hidden" name="(key|seen|as|seats|lists)" value="([^"]*)"', page))


def sent(phone: Phone, page: str, deed: str, shown: str = "/door", **said: str | list[str]) -> Answered:
    """Send a form of a page of the desk, as it is shown."""
    return phone.post(f"{DESK}/{page}/{deed}", {**hidden(phone.get(DESK + shown).text), **said})


def said(hall: Hall, upto: int = 1) -> list[Any]:
    """Return what was recorded last, as it stands in the ledger."""
    return [one.to_json() for one in hall.held.tournament.facts[-upto:]]


# -- who is at the desk -----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", DOORS)
def test_the_desk_is_for_who_may_write_in_the_hall(hall: Hall, page: str) -> None:
    """The keeper, and a laptop that the keeper lets write; nobody who looks, and nobody at a table."""
    guests = hall.keeper(), helper(hall), hall.in_hall("Resi"), hall.at(1)
    hall.served.door.devices.set_role(hall.known("Resi").id, LOOKS)
    assert [one.get(DESK + page).status for one in guests] == [200, 200, 403, 403]


@pytest.mark.parametrize(
    ("page", "deed", "fields", "may"),
    [
        ("door", "enter", {"name": "Sepp"}, True),
        ("of/1", "pay", {}, True),
        ("of/1", "withdraw", {"reason": "krank"}, True),
        ("of/1", "substitute", {"name": "Sepp"}, True),
        ("of/1", "change", {"name": "Sepp"}, True),
        ("of/1", "penalty", {"way": "no", "points": "5", "reason": "falscher Platz"}, False),
        ("draw", "again", {"sure": "1"}, False),
        ("draw", "swap", {"one": "1", "other": "2"}, False),
        ("results", "prizes", {"prizes": "1: 50 €"}, False),
        ("rules", "rules", {"rounds": "3"}, False),
        ("rules", "undo", {"sure": "1"}, False),
        ("rules", "close", {"sure": "1"}, False),
    ],
)
def test_a_second_laptop_keeps_the_door_alone(
    hall: Hall, page: str, deed: str, fields: dict[str, str], may: bool
) -> None:
    """What decides the day is the keeper's: for another laptop there is no such form, and none is taken."""
    before = hall.ledger.digests()
    answer = sent(helper(hall), page, deed, **fields)
    assert (answer.status == 303, hall.ledger.digests() != before) == (may, may)
    assert sent(hall.keeper(), page, deed, **fields).status == 303 or may


# -- what becomes of a form ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "deed", "fields", "facts"),
    [
        ("door", "enter", {"name": "Sepp", "place": "Au", "paid": "yes", "classes": ["youth"]},
         [{"entrant": {"number": 9, "name": "Sepp", "place": "Au", "classes": ["youth"]}},
          {"paid": {"number": 9, "cents": 1000}}]),
        ("of/3", "pay", {}, [{"paid": {"number": 3, "cents": 1000}}]),
        ("of/3", "pay", {"amount": "5"}, [{"paid": {"number": 3, "cents": 500}}]),
        ("of/3", "change", {"name": "Sepp", "club": "Au"}, [{"entrant": {"number": 3, "name": "Sepp", "club": "Au"}}]),
        ("of/3", "withdraw", {"reason": "krank"}, [{"presence": {"number": 3, "here": False, "reason": "krank"}}]),
        ("of/3", "substitute", {"name": "Sepp"}, [{"substitute": {"number": 3, "name": "Sepp"}}]),
        ("of/3", "penalty", {"way": "no", "points": "5", "reason": "zu spät", "round": "1"},
         [{"penalty": {"number": 3, "points": -5, "reason": "zu spät", "round": 1}}]),
        ("results", "prizes", {"prizes": "1: 50 €\n2-3: Schinken\n"},
         [{"prizes": [["all", 1, "", 5000], ["all", 2, "Schinken", None], ["all", 3, "Schinken", None]]}]),
    ],
)  # fmt: skip
def test_a_form_becomes_the_facts_of_its_command(
    hall: Hall, page: str, deed: str, fields: dict[str, str | list[str]], facts: list[Any]
) -> None:
    """Word for word, whether it is typed or pressed."""
    assert sent(hall.keeper(), page, deed, **fields).status == 303
    assert said(hall, len(facts)) == facts


@pytest.mark.parametrize(
    ("page", "deed", "fields"),
    [("of/3", "pay", {"amount": "5"}), ("of/3", "penalty", {"way": "yes", "points": "5", "reason": "Glück"}),
     ("results", "prizes", {"prizes": "1: Most"})],
)  # fmt: skip
def test_a_form_that_is_sent_twice_counts_once(hall: Hall, page: str, deed: str, fields: dict[str, str]) -> None:
    """As where the answer was lost, and the page is sent once more."""
    phone = hall.keeper()
    form = {**hidden(phone.get(f"{DESK}/door").text), **fields}
    assert [phone.post(f"{DESK}/{page}/{deed}", form).status for _time in range(2)] == [303, 303]
    assert len({str(one) for one in said(hall, 2)}) == 2


def test_what_is_wrong_is_said_above_the_form_with_all_that_was_typed(hall: Hall) -> None:
    """And nothing is recorded."""
    before = hall.ledger.digests()
    answer = sent(hall.keeper(), "door", "enter", name="Gast 3", place="")
    assert (answer.status, hall.ledger.digests()) == (422, before)
    assert 'role="alert">Gast 3 has already entered as number 3' in answer.text
    assert 'value="Gast 3"' in answer.text


@pytest.mark.parametrize("packed", [True, False])
def test_a_list_of_people_comes_in(hall: Hall, packed: bool) -> None:
    """As a file or as text; who has entered already stays, and the next list brings the new ones alone."""
    text = "Name;Ort;bezahlt\nSepp;Au;ja\nKathi;Öd;\n"
    fields = {"packed": b64encode(text.encode()).decode(), "called": "a.csv"} if packed else {"text": text}
    for _time in range(2):
        assert sent(hall.keeper(), "door", "bring", **fields).status == 303
    new = [(one.name, one.place, one.paid) for one in hall.held.tournament.entrants.values() if one.number > 8]
    assert new == [("Sepp", "Au", 1000), ("Kathi", "Öd", 0)]


@pytest.mark.parametrize("called", ["", "a", "../../etc/a.csv\0", "a." + "x" * 300, "a.XLSX.csv"])
def test_a_list_may_be_called_anything(hall: Hall, called: str) -> None:
    """It is kept under a name of our own."""
    fields = {"packed": b64encode(b"Name;Ort\nSepp;Au\n").decode(), "called": called}
    assert sent(hall.keeper(), "door", "bring", **fields).status == 303
    assert len(hall.held.tournament.entrants) == 9


@pytest.mark.long
def test_a_long_list_comes_in(hall: Hall) -> None:
    """Longer than any other form may be."""
    text = "Name;Ort;Verein\n" + "".join(f"Spieler {at};Au;{'x' * 60}\n" for at in range(1, 901))
    fields = {"packed": b64encode(text.encode()).decode(), "called": "a.csv"}
    assert sent(hall.keeper(), "door", "bring", **fields).status == 303
    assert len(hall.held.tournament.entrants) == 908


def test_a_list_that_is_none_is_refused_without_the_name_of_a_folder(hall: Hall) -> None:
    """A row that is wrong is named by its line."""
    answer = sent(hall.keeper(), "door", "bring", text="Name;Ort\nSepp;Au\nGast 1;\nSepp;Au\n")
    assert answer.status == 422
    assert re.search(r'role="alert">line \d', answer.text)


def test_the_list_of_people_is_searched(hall: Hall) -> None:
    """By number, name, town, club or team, also without a script: the rows stay, and the others are hidden."""
    hall.tournaments.enter([Person("Sepp", "Aichach")])
    page = hall.keeper().get(f"{DESK}/door?find=aich").text
    assert (page.count("<li data-who"), len(re.findall(r'<li data-who="[^"]*" hidden', page))) == (9, 8)


def test_who_came_late_is_named_until_they_have_a_seat(hall: Hall) -> None:
    """On the door and with the draw."""
    hall.tournaments.enter([Person("Sepp")])
    keeper = hall.keeper()
    assert "Without a seat in this round: 9 Sepp" in keeper.get(f"{DESK}/draw").text
    seats = ",".join(map(str, (*hall.held.tournament.seats(1, 1), 9)))
    assert sent(keeper, "draw", "seat", table="1", numbers=seats).status == 303
    assert "Without a seat" not in keeper.get(f"{DESK}/draw").text


def test_an_empty_seat_is_named_on_the_page_of_who_left(hall: Hall) -> None:
    """With what has to be given back."""
    keeper = hall.keeper()
    sent(keeper, "of/3", "pay")
    sent(keeper, "of/3", "withdraw")
    page = keeper.get(f"{DESK}/of/3").text
    assert "lacks a player" in page


def test_two_people_swap_their_seats(hall: Hall) -> None:
    """Also where the list is in, if it is said that others sat there: the points go with the seats."""
    first, second = hall.held.tournament.seats(1, 1)[0], hall.held.tournament.seats(1, 2)[0]
    hall.tournaments.hand_in(1, 1, [ListRow(points) for points in (3, -1, -1, -1)])
    swap = {"one": str(first), "other": str(second)}
    assert sent(hall.keeper(), "draw", "swap", **swap).status == 422
    assert sent(hall.keeper(), "draw", "swap", **swap, correct="yes").status == 303
    assert hall.held.tournament.seats(1, 1)[0] == second


def test_the_next_round_is_drawn_once(tmp_path: Path) -> None:
    """A form that is sent twice finds that something was recorded since."""
    hall = Hall(tmp_path / "ledger.db", rules=RULES)
    for table in (1, 2):
        hall.tournaments.hand_in(1, table, [ListRow(points) for points in (3, -1, -1, -1)])
    keeper = hall.keeper()
    form = hidden(keeper.get(f"{DESK}/draw").text)
    assert [keeper.post(f"{DESK}/draw/draw", form).status for _time in range(2)] == [303, 422]
    assert hall.held.round == 2


def test_rules_are_changed_by_ticks(hall: Hall) -> None:
    """What decides ties has the order of the form; what a round was drawn by stays."""
    keeper = hall.keeper()
    fields: dict[str, str | list[str]] = {
        "fee": "12,50",
        "ties": ["best-round", "", "solos"],
        "rounds": "3",
        "games": "2",
    }
    assert sent(keeper, "rules", "rules", **fields).status == 303
    rules = hall.held.rules
    assert (rules.fee, rules.ties, rules.rounds, rules.double_entry) == (1250, ("best-round", "solos"), 3, False)
    assert sent(keeper, "rules", "rules", **fields | {"games": "32"}).status == 422


def test_what_decides_ties_twice_is_refused(hall: Hall) -> None:
    """And the form still shows what was chosen."""
    answer = sent(hall.keeper(), "rules", "rules", "/rules", ties=["lot", "solos", "lot"])
    assert (answer.status, "one is named twice" in answer.text) == (422, True)
    assert re.findall(r'<option value="([^"]+)" selected>', answer.text) == ["lot", "solos", "lot"]


def test_what_is_taken_back_is_said_first(hall: Hall) -> None:
    """And only that: where somebody else has recorded something since, it is looked at once more."""
    keeper = hall.keeper()
    sent(keeper, "of/3", "pay")
    form = hidden(keeper.get(f"{DESK}/rules").text)
    asked = keeper.post(f"{DESK}/rules/undo", form)
    assert (asked.status, "tournament paid 3" in asked.text) == (200, True)
    hall.tournaments.record({"paid": {"number": 4, "cents": 500}})
    late = keeper.post(f"{DESK}/rules/undo", form | {"sure": "1"})
    assert (late.status, "meanwhile" in late.text) == (422, True)
    assert sent(keeper, "rules", "undo", "/rules", sure="1").status == 303
    assert [one.paid for one in hall.held.tournament.entrants.values()][2:4] == [1000, 0]


def test_a_closed_tournament_can_only_go_on(hall: Hall) -> None:
    """Its desk still shows everything."""
    keeper = hall.keeper()
    assert sent(keeper, "rules", "close", "/rules", sure="1").status == 303
    shown = {page: re.findall(r'action="/tournament/desk/\w+/(\w+)"', keeper.get(f"{DESK}/{page}").text)
             for page in PAGES if page not in ("lists", "of")}  # fmt: skip
    assert shown == {"door": [], "draw": [], "results": [], "rules": ["reopen"]}
    assert sent(keeper, "rules", "reopen", "/rules").status == 303


# -- lists --------------------------------------------------------------------------------------------------


def entered(phone: Phone, where: str, *points: int, **more: str) -> Answered:
    """Enter a list at the desk, as its page is shown."""
    page = phone.get(f"{DESK}/lists?table={where}").text
    sums = {f"points{seat}": str(one) for seat, one in enumerate(points, 1)}
    return phone.post(f"/tournament/table/{where}/list", {**hidden(page), "desk": "1", **sums, **more})


def test_one_list_leads_to_the_next_that_is_missing(hall: Hall) -> None:
    """With what came in above it; behind the last one nothing is missing."""
    keeper = hall.keeper()
    answer = entered(keeper, "1/1", 3, -1, -1, -1)
    assert answer.headers["location"] == f"{DESK}/lists?done=1/1"
    page = keeper.get(answer.headers["location"]).text
    first = hall.held.called(hall.held.tournament.seats(1, 1)[0])
    assert f"Round 1, table 1 is in: {first} +3" in page
    assert "Round 1, table 2</h2>" in page


def test_when_all_lists_are_in_the_page_says_so(hall: Hall) -> None:
    """And any table can still be looked at."""
    keeper = hall.keeper()
    entered(keeper, "1/1", 3, -1, -1, -1)
    answer = entered(keeper, "1/2", 3, -1, -1, -1)
    page = keeper.get(answer.headers["location"]).text
    assert ("Round 1 of 2: all lists are in." in page, 'id="which"' in page, 'id="list"' in page) == (True, True, False)


def test_a_list_that_does_not_come_out_even_stays_on_the_page(hall: Hall) -> None:
    """With its numbers, and by how much."""
    answer = entered(hall.keeper(), "1/1", 3, -1, -1, -2)
    assert answer.status == 422
    assert "the sum is not 0: 1 point is missing" in answer.text
    assert 'name="points4" type="text" maxlength="14"' in answer.text
    assert 'value="-2"' in answer.text
    assert not hall.held.tournament.lists


def test_the_keeper_corrects_a_list_by_its_table(hall: Hall) -> None:
    """What it says is there already; a correction that changes nothing is none."""
    keeper = hall.keeper()
    entered(keeper, "1/1", 3, -1, -1, -1)
    page = keeper.get(f"{DESK}/lists?table=1").text
    assert ("Correct the list" in page, 'value="3"' in page) == (True, True)
    assert entered(keeper, "1/1", 3, -1, -1, -1).status == 303
    assert len(hall.held.tournament.lists[1, 1]) == 1
    assert entered(keeper, "1/1", 4, -2, -1, -1).status == 303
    assert [one.corrects for one in hall.held.tournament.lists[1, 1]] == [False, True]


def test_a_second_laptop_enters_lists_and_corrects_none(hall: Hall) -> None:
    """It is shown what is in."""
    laptop = helper(hall)
    assert entered(laptop, "1/1", 3, -1, -1, -1).status == 303
    assert "The list is in." in laptop.get(f"{DESK}/lists?table=1").text
    assert entered(laptop, "1/1", 4, -2, -1, -1).status == 403  # there is no form to be sent


def test_a_table_that_is_none_is_said(hall: Hall) -> None:
    """Above the table that is missing next."""
    answer = hall.keeper().get(f"{DESK}/lists?table=9")
    assert (answer.status, "no such table" in answer.text, "table 1</h2>" in answer.text) == (422, True, True)


def test_before_the_first_draw_there_is_no_list(tmp_path: Path) -> None:
    """The page says so."""
    ledger = Ledger(tmp_path / "ledger.db")
    ledger.tournaments.begin("Rennen", "bsv", RULES)
    assert "No round is drawn yet." in Hall(ledger.path).keeper().get(f"{DESK}/lists").text


# -- looked at, printed -------------------------------------------------------------------------------------


def pins(page: str) -> int:
    """Count the PINs of a page."""
    return len(re.findall(r"\d{4} \d{4}", page))


def test_what_is_printed_has_its_own_looks_and_no_script(hall: Hall) -> None:
    """The cards of tables have their PINs for the keeper alone."""
    answer = hall.keeper().get(f"{DESK}/print/tables")
    assert answer.headers["content-security-policy"] == PRINTED
    assert (pins(answer.text), pins(helper(hall).get(f"{DESK}/print/tables").text)) == (2, 0)


def test_no_page_of_the_desk_names_a_command(hall: Hall) -> None:
    """Who clicks has no terminal."""
    keeper = hall.keeper()
    reports = ("ranking", "teams", "clubs", "bests", "awards", "cash", "entrants", "seats", "show", "person?number=1")
    pages = [*(f"/{page}" for page in ("door", "draw", "lists", "results", "rules", "of/1")),
             *(f"/report/{name}" for name in reports)]  # fmt: skip
    assert [page for page in pages if "sklog tournament" in keeper.get(DESK + page).text] == []


# -- the wall -----------------------------------------------------------------------------------------------


def test_the_wall_has_everybody_in_pages_that_fit(tmp_path: Path) -> None:
    """One is shown, and without a script the address turns to the next; behind the last comes the first."""
    wall = Hall(tmp_path / "ledger.db", entrants=100).in_hall()
    pages = [wall.get(f"/tournament/tv?turn={turn}").text for turn in range(4)]
    shown = [
        [len(re.findall("<li>", part)) for part in re.findall(r'pages? \d[^>]*"( hidden)?>', page)] for page in pages
    ]
    assert {len(one) for one in shown} == {3}
    found = [re.findall(r'<ol class="hands ranks"[^>]*?( hidden)?>', page) for page in pages]
    assert found == [["", " hidden", " hidden"], [" hidden", "", " hidden"], [" hidden", " hidden", ""],
                     ["", " hidden", " hidden"]]  # fmt: skip
    assert "url=/tournament/tv?turn=1" in pages[0]
    assert pages[0].count('class="cell"') == 100


def test_the_wall_says_what_decided_and_where_namesakes_come_from(tmp_path: Path) -> None:
    """And who has no list yet."""
    ledger = Ledger(tmp_path / "ledger.db")
    ledger.tournaments.begin("Rennen", "bsv", RULES._replace(ties=("solos",)))
    people = [Person("Anna", "Au"), Person("Anna", "Öd"), *(Person(f"Gast {one}") for one in range(3, 9))]
    ledger.tournaments.enter(people)
    ledger.tournaments.draw()
    ledger.tournaments.hand_in(
        1, 1, [ListRow(3, solos=1), ListRow(3, solos=0), ListRow(-3, solos=0), ListRow(-3, solos=0)]
    )
    page = Hall(ledger.path).in_hall().get("/tournament/tv").text
    for words in ("· Au", "· Öd", "solos won 1", "no list yet"):
        assert words in page


# -- a tournament begins ------------------------------------------------------------------------------------


def test_a_tournament_begins_where_nothing_is_recorded(tmp_path: Path) -> None:
    """The keeper is led to its form from the first page, and to the desk when it has begun; it begins once."""
    served = build(tmp_path / "ledger.db", Options(everything=True), ServedAddress(("127.0.0.1",), 8765))
    keeper = Phone(served.app, address="127.0.0.1")
    keeper.post("/join", {"code": served.door.keeper, "name": "Laptop", "next": ""})
    assert 'href="/tournament/new"' in keeper.get("/begin").text
    form: dict[str, str | list[str]] = {**hidden(keeper.get("/tournament/new").text), "name": "Herbstrennen",
                                        "tariff": "niederfuellbach", "fee": "10", "rounds": "3"}  # fmt: skip
    answers = [keeper.post("/tournament/new", form) for _time in range(2)]
    assert [one.headers["location"] for one in answers] == [DESK, DESK]
    [held] = Ledger(tmp_path / "ledger.db").tournaments.all()
    assert (held.evening.name, held.rules.fee, held.rules.rounds, held.rules.counts) == (
        "Herbstrennen",
        1000,
        3,
        "good",
    )
    assert keeper.get("/").headers["location"] == "/tournament"


def test_who_is_not_the_keeper_begins_none(hall: Hall) -> None:
    """And where one is served, its desk is shown."""
    assert hall.keeper().get("/tournament/new").headers["location"] == DESK
    hall.ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel")
    hall.options = hall.options._replace(which="2")
    hall.begin()
    code = hall.served.door.code(hall.ledger.evening("2").uid)
    assert code
    assert hall.joined(code.pin, "Resi").get("/tournament/new").status == 403


def test_another_one_begins_where_all_are_closed(hall: Hall) -> None:
    """Last year's is closed; the keeper begins the next one, and its desk is served."""
    hall.ledger.close_evening("1")
    hall.options = Options(everything=True)
    hall.begin()
    keeper = hall.keeper()
    form = {**hidden(keeper.get("/tournament/new").text), "name": "Winterrennen", "tariff": "bsv"}
    assert keeper.post("/tournament/new", form).headers["location"] == DESK
    assert "Winterrennen" in keeper.get(DESK).text


def test_where_all_are_closed_serve_offers_to_begin(ok: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Last year's is no reason to show nothing."""
    ok("tournament", "new", "Herbstrennen", "--tariff", "bsv")
    ok("close", "--session", "1")
    served: list[Options] = []
    monkeypatch.setattr("sklog.phones.server.serve", lambda _path, options, *_said: served.append(options))
    assert "Nothing is open: begin an evening or a tournament" in " ".join(run("serve").out.split())
    assert [(one.which, one.everything) for one in served] == [(None, True)]


# -- a list game by game ------------------------------------------------------------------------------------


def by_games(phone: Phone, games: str, **more: str) -> Answered:
    """Send the list of table 1 as the desk sends it that was typed game by game."""
    page = phone.get(f"{DESK}/lists?table=1").text
    return phone.post("/tournament/table/1/1/list", {**hidden(page), "desk": "1", "games": games, **more})


def test_a_list_is_entered_game_by_game(hall: Hall) -> None:
    """Sums and good points are those of its lines; solos are said beside it, and the next table is shown."""
    answer = by_games(hall.keeper(), "3 -1 -1 -1\r\n\r\n- 2 -2 -\r\n", solos1="1", solos2="0", solos3="0", solos4="0")
    assert answer.headers["location"] == f"{DESK}/lists?done=1/1"
    assert said(hall)[0]["list"]["rows"] == [[3, 3, 1], [1, 2, 0], [-3, 0, 0], [-1, 0, 0]]


def test_a_line_that_is_not_even_is_named(hall: Hall) -> None:
    """What was typed stays, unfolded."""
    answer = by_games(hall.keeper(), "3 -1 -1 -1\r\n2 -2 1 0")
    assert answer.status == 422
    assert "line 2: the sum is not 0: 1 point too many" in answer.text
    assert "2 -2 1 0</textarea>" in answer.text
    assert '<details class="deed" open>' in answer.text


def test_a_list_of_too_few_games_is_taken_if_that_was_all(hall: Hall) -> None:
    """No command is named to a laptop of the desk."""
    keeper = hall.keeper()
    refused = by_games(keeper, "3 -1 -1 -1").text
    assert ("1 of 2 games are in the list" in refused, "--short" in refused) == (True, False)
    assert by_games(keeper, "3 -1 -1 -1", short="1").status == 303


def test_good_points_are_entered_game_by_game(tmp_path: Path) -> None:
    """Where they count, lines have no minus."""
    hall = Hall(tmp_path / "good.db", rules=RULES._replace(counts="good"))
    assert by_games(hall.keeper(), "3 0 0 0\n0 1 1 0").status == 303
    assert said(hall)[0]["list"]["rows"] == [[None, 3], [None, 1], [None, 1], [None, 0]]


# -- a series -----------------------------------------------------------------------------------------------


def test_a_series_is_shown_at_the_desk(hall: Hall) -> None:
    """Of the tournaments that are ticked; it is offered once there are two."""
    keeper = hall.keeper()
    assert 'name="of"' not in keeper.get(f"{DESK}/results").text
    hall.tournaments.begin("Winterrennen", "bsv", RULES)
    assert keeper.get(f"{DESK}/results").text.count('name="of"') == 2
    assert "Series: Herbstrennen and Winterrennen" in keeper.get(f"{DESK}/report/series?of=1&of=2&best=1").text
    answer = keeper.get(f"{DESK}/report/series?best=1")
    assert (answer.status, "say which tournaments belong to the series" in answer.text) == (422, True)
