"""What is done from a phone besides hands: by every role, refused, overtaken, and as the command line does it."""

import re
import sqlite3
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sklog import Ledger, StockMove
from sklog.phones.deeds import BRING, DEEDS, possible
from sklog.phones.devices import KEEPER, LOOKS, WRITES
from sklog.phones.gate import MOST_BODY, MOST_BROUGHT
from sklog.phones.program import Options, build
from sklog.phones.rights import may
from tests.conftest import Sklog
from tests.knocking import Answered, Phone
from tests.phones.test_serve_rights import EVERYBODY, guest_of
from tests.phones.test_serve_routes import PLACE, Table

Fields = dict[str, Any]
SURE = {"sure": "1"}


class Case(NamedTuple):
    """A deed as it is done: what was recorded `before`, what the form says, how it is typed, and what is refused."""

    fields: Fields
    typed: Sequence[Sequence[str]] = ()
    before: Sequence[str] = ("w b",)
    wrong: Fields | None = None
    why: str = ""
    tariff: str = "sauspiel"


ROUND, BILL = {"round": "hadsch"}, {"who": ["Anna", "Bene"], "amounts": ["-0,50", "0,50"], "note": "Bier"}
CASES = {
    "join": Case(
        {"name": "Eva", "after": "Bene"}, [["join", "Eva", "--after", "Bene"]], wrong={"name": "Anna"}, why="sits at"
    ),
    "leave": Case({"name": "Dani"}, [["leave", "Dani"]], wrong={"name": "Emil"}, why="Emil is not at this table"),
    "bock": Case({"hands": "3"}, [["bock", "3"]], wrong={"hands": "x"}, why="expected a whole number"),
    "round": Case(ROUND, [["round", "hadsch"]], wrong={"round": "nix"}, why="nix", tariff="wiki"),
    "stock": Case(
        {"amount": "0,40", "names": ["Anna", "Bene"], "way": "in"},
        [["stock", "+0,40", "Anna", "Bene"]],
        wrong={"amount": "2", "names": ["Anna"], "way": "out"},
        why="2.00 € cannot be taken out",
    ),
    "undo": Case(SURE, [["undo"]]),
    "seats": Case(
        {"seats": ["Bene", "Anna", "Christl", "Dani"]},
        [["seats", "Bene,Anna,Christl,Dani"]],
        wrong={"seats": ["Anna", "Anna", "Christl", "Dani"]},
        why="Anna is named twice",
    ),
    "post": Case(
        BILL,
        [["post", "Anna:-0,50", "Bene:+0,50", "--note", "Bier"]],
        wrong={**BILL, "amounts": ["-0,50", "0,40"]},
        why="now it is −0.10 €",
    ),
    "close": Case(
        {"stock": "split", **SURE},
        [["close", "--stock", "split"]],
        before=("w b", "stock"),
        wrong={"stock": "Emil", **SURE},
        why="Emil",
    ),
    "reopen": Case({}, [["reopen"]], before=("w b", "close")),
    "rename": Case(
        {"said": "Bei Vroni"}, [["session", "rename", "1", "Bei Vroni"]], wrong={"said": " "}, why="missing"
    ),
    "date": Case(
        {"said": "20.11.2026"}, [["session", "date", "1", "20.11.2026"]], wrong={"said": "neulich"}, why="is not a date"
    ),
    "place": Case({"said": "Wirt"}, [["session", "place", "1", "Wirt"]], wrong={"said": "x" * 400}, why="letters"),
    "void": Case(SURE, [["session", "void", "1"]]),
}
BEFORE: Mapping[str, Callable[[Ledger], Any]] = {
    "w b": lambda ledger: ledger.record("w b"),
    "stock": lambda ledger: ledger.record(StockMove({"Anna": -40})),
    "close": lambda ledger: ledger.close_evening(copy=False),
}
REFUSED = [name for name, case in CASES.items() if case.wrong]


def prepared(path: Path, name: str) -> Table:
    """Return a table at which a deed can be done."""
    Ledger(path).start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], CASES[name].tariff, date="2026-11-19")
    table = Table(path, which="1")
    for done in CASES[name].before:
        BEFORE[done](table.ledger)
    return table


def facts(path: Path) -> list[tuple[str, str]]:
    """Return every fact of a ledger, without the moment and the command."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT kind, fact FROM entry ORDER BY id").fetchall()


def told(answer: Answered) -> list[str]:
    """Return what is wrong, or was done, as a page says it."""
    return [unescape(one) for one in re.findall(r'role="alert">([^<]*)<', answer.text)]


def test_every_deed_is_tried_here() -> None:
    """A new row needs a case."""
    assert list(CASES) == list(DEEDS)


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("name", CASES)
def test_the_table_of_rights_decides(tmp_path: Path, name: str, role: str) -> None:
    """What it allows is recorded, and nothing else is."""
    Ledger(tmp_path / "ledger.db").start_evening(
        "Stammtisch", ["Anna", "Bene", "Christl", "Dani"], CASES[name].tariff, date="2026-11-19"
    )
    table = Table(tmp_path / "ledger.db", which="1")
    guest = guest_of(table, role)
    for done in CASES[name].before:
        BEFORE[done](table.ledger)
    before = table.ledger.digests()
    answer = guest.write(f"/do/{name}", **CASES[name].fields)
    allowed = may(role, DEEDS[name].right, closed="close" in CASES[name].before)
    assert (answer.status, table.ledger.digests() != before) == ((200, True) if allowed else (403, False))


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_a_form_records_what_the_command_line_records(ok: Sklog, tmp_path: Path, name: str) -> None:
    """Fact for fact."""
    by_form, by_hand = prepared(tmp_path / "form.db", name), prepared(tmp_path / "hand.db", name)
    assert by_form.keeper().write(f"/do/{name}", **CASES[name].fields).status == 200
    for words in CASES[name].typed:
        ok(*words, env={"SKLOG_DB": str(by_hand.ledger.path)})
    assert facts(tmp_path / "form.db") == facts(tmp_path / "hand.db")
    assert by_form.ledger.check() == []


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_stands_in_its_form_again(tmp_path: Path, name: str) -> None:
    """With the reason, unfolded, and nothing is recorded."""
    table, wrong = prepared(tmp_path / "ledger.db", name), CASES[name].wrong or {}
    before = facts(tmp_path / "ledger.db")
    answer = table.keeper().write(f"/do/{name}", script=False, **wrong)
    [form] = re.findall(r"<details[^>]* open>.*?</details>", answer.text, re.DOTALL)
    assert (answer.status, f"/do/{name}" in form, facts(tmp_path / "ledger.db") == before) == (422, True, True)
    assert CASES[name].why in " ".join(told(answer))


def test_what_was_filled_in_is_kept(tmp_path: Path) -> None:
    """Amounts, ticks and texts."""
    table = prepared(tmp_path / "ledger.db", "post")
    posted = table.keeper().write("/do/post", script=False, **(CASES["post"].wrong or {})).text
    assert re.findall(r'name="(?:amounts|note)" value="([^"]+)"', posted) == ["-0,50", "0,40", "Bier"]
    stock = table.keeper().write("/do/stock", script=False, amount="0", names=["Bene"], way="out").text
    assert re.findall(r'value="([^"]*)" checked', stock) == ["", "out", "Bene"]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in CASES if name != "reopen"])
def test_who_has_not_seen_everything_is_asked(tmp_path: Path, name: str) -> None:
    """Nothing is recorded past what was seen; said once more, it is."""
    table = prepared(tmp_path / "ledger.db", name)
    keeper = table.keeper()
    seen = keeper.said("seen")
    table.ledger.record("w c")
    before = facts(tmp_path / "ledger.db")
    answer = keeper.write(f"/do/{name}", seen=seen, script=False, **CASES[name].fields)
    assert (answer.status, facts(tmp_path / "ledger.db") == before) == (409, True)
    assert told(answer) == [
        "Something else was recorded meanwhile: look at it, then enter yours again.",
        "The last entry: add w c",
    ]
    newer = re.findall(r'name="seen" value="([^"]*)"', answer.text)[0]
    assert keeper.write(f"/do/{name}", seen=newer, script=False, **CASES[name].fields).status == 303


@pytest.mark.parametrize("name", [name for name in DEEDS if DEEDS[name].asks])
def test_what_would_change_is_said_first(tmp_path: Path, name: str) -> None:
    """A button records it."""
    table = prepared(tmp_path / "ledger.db", name)
    fields = {key: value for key, value in CASES[name].fields.items() if key != "sure"}
    before = facts(tmp_path / "ledger.db")
    answer = table.keeper().write(f"/do/{name}", script=False, **fields)
    assert ("Record it" in answer.text, facts(tmp_path / "ledger.db") == before) == (True, True)


def test_who_pays_whom_is_said_before_the_evening_is_closed(tmp_path: Path) -> None:
    """Balances, the Stock, payments."""
    table = prepared(tmp_path / "ledger.db", "close")
    answer = table.keeper().write("/do/close", script=False, stock="carry")
    assert told(answer) == [
        "Anna −0.90, Bene +1.50, Christl −0.50, Dani −0.50",
        "The Stock of 0.40 € waits for the next evening.",
        "Anna pays Bene 0.90 €",
        "Christl pays Bene 0.50 €",
        "Dani pays Bene 0.10 €",
        "Dani pays 0.40 € into the Stock",
    ]


@pytest.mark.parametrize(
    ("before", "role", "shown"),
    [
        ([], KEEPER, "join leave bock stock undo seats post close rename date place void"),
        ([], WRITES, "join leave bock stock undo"),
        (["close"], KEEPER, "reopen rename date place void"),
        (["close"], WRITES, ""),
        ([], LOOKS, ""),
    ],
)
def test_only_what_is_possible_now_is_offered(tmp_path: Path, before: list[str], role: str, shown: str) -> None:
    """By the state of the evening, its tariff, and who asks."""
    table = Table(tmp_path / "ledger.db")
    for done in before:
        BEFORE[done](table.ledger)
    assert [one.name for one in possible(table.ledger.evening("1"), role)] == shown.split()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_of_the_table_leads_there(tmp_path: Path, language: str) -> None:
    """For whoever may write, with a form for each deed."""
    table = Table(tmp_path / "ledger.db")
    guest = table.joined()
    assert 'href="/t/1/more"' in guest.shown().text
    page = guest.shown("/more", accept_language=language).text
    assert re.findall(r'action="/t/1/do/([a-z]+)"', page) == ["join", "leave", "bock", "stock", "undo"]


@pytest.mark.parametrize("option", ["read_only", "keeper_only"])
def test_who_looks_is_offered_nothing(tmp_path: Path, option: str) -> None:
    """Neither the page nor the way to it."""
    guest = Table(tmp_path / "ledger.db", **{option: True}).joined()
    assert ("/more" in guest.shown().text, guest.shown("/more").status) == (False, 403)


# -- without a table ------------------------------------------------------------------------------------


class Keeper(Phone):
    """The device that keeps a ledger in which nothing is."""

    def __init__(self, path: Path, **options: Any) -> None:
        self.served = build(path, Options(everything=True, **options), PLACE)
        super().__init__(self.served.app, address="127.0.0.1")
        self.post("/join", {"code": self.served.door.keeper, "name": "Laptop", "next": ""})

    def send(self, path: str, *, page: str = "", **fields: Any) -> Answered:
        """Send the form of a page, or of one that was read earlier."""
        page = page or self.get(path).text
        carried = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("key", "seen")}
        return self.post(path, {**carried, **fields})


FOUR = "Anna, Bene, Christl, Dani"


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    """Return who keeps a ledger that is not there yet."""
    return Keeper(tmp_path / "ledger.db")


def test_without_an_evening_the_keeper_begins_one(keeper: Keeper, tmp_path: Path) -> None:
    """From the first page on; then its table is shown."""
    assert keeper.get("/").headers["location"] == "/begin"
    begun = keeper.send("/begin", players=FOUR, tariff="wiki", name="Bei Vroni", place="Wirt", date="19.11.2026")
    assert (begun.status, begun.headers["location"], keeper.get("/t/1").status) == (303, "/t/1", 200)
    evening = Ledger(tmp_path / "ledger.db").evening()
    assert (evening.name, evening.date, evening.place, evening.players, evening.tariff.name) == (
        "Bei Vroni",
        "2026-11-19",
        "Wirt",
        ("Anna", "Bene", "Christl", "Dani"),
        "wiki",
    )
    assert keeper.get("/").headers["location"] == "/t/1"


@pytest.mark.parametrize(("said", "tariff"), [("10-20-50", "10-20-50"), ("10/50", "10-10-50"), ("wiki", "wiki")])
def test_a_tariff_is_said_by_its_prices_or_its_name(keeper: Keeper, tmp_path: Path, said: str, tariff: str) -> None:
    """What is typed counts for more than the list."""
    assert keeper.send("/begin", players=FOUR, prices=said, tariff="sauspiel").status == 303
    assert Ledger(tmp_path / "ledger.db").evening().tariff.name == tariff


def test_the_next_evening_is_offered_as_the_last_one_was(keeper: Keeper, tmp_path: Path) -> None:
    """The same people, name and tariff."""
    keeper.send("/begin", players=FOUR, prices="10/50", name="Bei Vroni")
    Ledger(tmp_path / "ledger.db").close_evening(copy=False)
    page = keeper.get("/begin").text
    assert f'value="{FOUR}"' in page
    assert keeper.send("/begin", page=page, players=FOUR, tariff="", name="Bei Vroni").status == 303
    assert Ledger(tmp_path / "ledger.db").evening("2").tariff.name == "10-10-50"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"players": ""}, "this is missing"),
        ({"players": "Anna, Bene", "tariff": "sauspiel"}, "needs at least 4 players, but there are only 2"),
        ({"players": FOUR, "prices": "nix"}, "nix"),
    ],
)
def test_an_evening_that_cannot_begin_is_asked_about_again(keeper: Keeper, said: Fields, why: str) -> None:
    """With what was typed, and no evening is there."""
    answer = keeper.send("/begin", name="Bei Vroni", **said)
    assert (answer.status, why in " ".join(told(answer)), 'value="Bei Vroni"' in answer.text) == (422, True, True)
    assert keeper.get("/t/1").status == 404


def test_an_evening_begins_once_though_its_form_is_sent_twice(keeper: Keeper, tmp_path: Path) -> None:
    """A second one only if it is said once more."""
    page = keeper.get("/begin").text
    assert [keeper.send("/begin", page=page, players=FOUR, tariff="wiki").status for _time in range(2)] == [303, 409]
    assert len(Ledger(tmp_path / "ledger.db").evenings()) == 1


@pytest.mark.parametrize("path", ["/begin", "/bring", "/season", "/ledger"])
def test_only_the_keeper_has_the_whole_ledger(tmp_path: Path, path: str) -> None:
    """A guest has a table."""
    table = Table(tmp_path / "ledger.db")
    table.ledger.close_evening(copy=False)
    assert [guest.get(path).status for guest in (table.keeper(),)] != [403]
    reopened = Table(tmp_path / "other.db")
    assert reopened.joined().get(path).status == 403


@pytest.mark.parametrize("path", ["/begin", "/bring"])
def test_nothing_begins_where_all_only_look(tmp_path: Path, path: str) -> None:
    """Not by the keeper either."""
    table = Table(tmp_path / "ledger.db", read_only=True)
    assert table.keeper().get(path).status == 403


def test_the_keeper_sees_closed_evenings_and_nobody_else_does(tmp_path: Path) -> None:
    """Listed, and shown; nobody is invited to one."""
    table = Table(tmp_path / "ledger.db")
    table.ledger.close_evening(copy=False)
    table.ledger.start_evening("Zweiter", FOUR.split(", "), "sauspiel", date="2026-11-20")
    room = Table(tmp_path / "ledger.db", which="2")
    keeper, guest = room.keeper(), room.joined(number=2)
    assert ["/t/1" in one.get("/tables").text for one in (keeper, guest)] == [True, False]
    assert [one.get("/t/1").status for one in (keeper, guest)] == [200, 404]
    assert room.served.door.code(table.ledger.evening("1").uid) is None


# -- files ------------------------------------------------------------------------------------------------


@pytest.fixture
def played(keeper: Keeper, tmp_path: Path) -> Ledger:
    """Return a ledger with an evening in which something was corrected."""
    keeper.send("/begin", players=FOUR, tariff="sauspiel")
    ledger = Ledger(tmp_path / "ledger.db")
    for line in ("s ac", "w b"):
        ledger.record(line)
    ledger.fix(1, "n")
    return ledger


def test_a_copy_finds_its_way_in_from_the_first_page(tmp_path: Path) -> None:
    """Another phone goes on: nobody has to look for where the copy is brought in."""
    new = Keeper(tmp_path / "new.db")
    assert new.get("/").headers["location"] == "/begin"
    assert 'href="/bring"' in new.get("/begin").text


def test_an_evening_leaves_as_a_file_and_comes_in_elsewhere(keeper: Keeper, played: Ledger, tmp_path: Path) -> None:
    """With its identity; a second time it stays as it is."""
    file = keeper.get("/t/1/file")
    assert re.fullmatch(r'attachment; filename="stammtisch-[0-9-]+[.]jsonl"', file.headers["content-disposition"])
    other = Keeper(tmp_path / "other.db")
    answers = [told(other.send("/bring", text=file.text)) for _time in range(2)]
    assert answers == [["Stammtisch came in: 2 hands."], ["Stammtisch stays as it is here."]]
    here, there = played.session(), Ledger(tmp_path / "other.db").session("1")
    assert (there.id, there.entries) == (here.id, here.entries)


def test_a_file_comes_in_as_the_script_sends_it(keeper: Keeper, played: Ledger, tmp_path: Path) -> None:
    """In base64, with its name."""
    packed = b64encode(played.export("1", form="yaml").encode()).decode()
    other = Keeper(tmp_path / "other.db")
    assert told(other.send("/bring", packed=packed, called="abend.yaml")) == ["Stammtisch came in: 2 hands."]
    assert keeper.get("/t/1/file").text == Ledger(tmp_path / "other.db").export("1", form="jsonl")


@pytest.mark.long
def test_a_ledger_comes_in_and_goes_on(played: Ledger, tmp_path: Path) -> None:
    """With every fact; what was played there since follows, and nothing is taken twice."""
    other, answers = Keeper(tmp_path / "other.db"), []
    for more in ("", "", "w d"):
        if more:
            played.record(more)
        packed = b64encode(played.path.read_bytes()).decode()
        answers.append(told(other.send("/bring", packed=packed, called="sklog.db")))
    assert answers == [
        ["Stammtisch came in: 2 hands."],
        ["Stammtisch stays as it is here."],
        ["Stammtisch came in: 3 hands."],
    ]
    mine = Ledger(tmp_path / "other.db")
    assert (mine.digests(), mine.check()) == (played.digests(), [])


def test_what_went_on_at_both_places_stays_as_it_is_here(played: Ledger, tmp_path: Path) -> None:
    """Two versions are never mixed."""
    other = Keeper(tmp_path / "other.db")
    other.send("/bring", packed=b64encode(played.path.read_bytes()).decode())
    mine = Ledger(tmp_path / "other.db")
    mine.record("w a")
    played.record("w d")
    before = mine.digests()
    assert told(other.send("/bring", packed=b64encode(played.path.read_bytes()).decode())) == [
        "Stammtisch stays as it is here."
    ]
    assert mine.digests() == before


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"text": ""}, "choose a file"),
        ({"text": "quatsch"}, "not a session file"),
        ({"packed": "%%"}, "that is no file"),
        ({"packed": b64encode(b"SQLite format 3\0 no").decode(), "called": "../x.db"}, "x.db: the ledger is damaged"),
    ],
)
def test_what_is_no_evening_is_refused(keeper: Keeper, tmp_path: Path, said: Fields, why: str) -> None:
    """In a sentence that names no folder."""
    answer = keeper.send("/bring", **said)
    [sentence] = told(answer)
    assert (answer.status, why in sentence, "/tmp" in sentence) == (422, True, False)  # noqa: S108  where it was written
    assert not (tmp_path / "ledger.db").exists()


def test_a_file_may_be_long_and_nothing_else(keeper: Keeper) -> None:
    """At one address, by the keeper alone."""
    text = "a" * MOST_BODY
    assert [keeper.send(f"/{one}", page=keeper.get("/begin").text, text=text).status for one in ("bring", "begin")] == [
        422,
        413,
    ]


def test_no_guest_sends_much(tmp_path: Path) -> None:
    """Whatever the head of the request says."""
    guest = Table(tmp_path / "ledger.db").joined()
    parts = [b"a" * MOST_BODY, b"a"]
    headers = {"origin": f"http://{guest.host}", "content_type": "application/x-www-form-urlencoded"}
    assert guest.ask("POST", f"/{BRING.name}", parts, headers).status in (403, 413)
    assert MOST_BROUGHT > MOST_BODY


def test_a_copy_of_the_ledger_is_a_ledger(keeper: Keeper, played: Ledger) -> None:
    """Its name is said; the bytes are those of SQLite."""
    file = keeper.get("/ledger")
    assert (file.headers["content-disposition"], file.text[:15]) == (
        'attachment; filename="sklog.db"',
        "SQLite format 3",
    )
    assert played.digests()


def test_the_text_for_the_group_chat_is_that_of_the_command_line(ok: Sklog, keeper: Keeper, played: Ledger) -> None:
    """As `report session --share` prints it."""
    assert (
        keeper.get("/t/1/share").text.strip()
        == ok("report", "session", "--share", "--db", str(played.path)).out.strip()
    )


def test_the_season_is_a_page(keeper: Keeper, played: Ledger) -> None:
    """Without a script of its own in it."""
    page = keeper.get("/season").text
    assert (played.evening().name in page, "<h1" in page, "onclick" in page) == (True, True, False)


@pytest.mark.long
def test_an_evening_without_a_laptop_is_the_one_of_the_command_line(ok: Sklog, keeper: Keeper, tmp_path: Path) -> None:
    """From the first page to the close, by plain forms: the same facts, the same balances."""
    keeper.send("/begin", players=FOUR, tariff="wiki", name="Stammtisch", date="19.11.2026")
    steps: list[tuple[str, Fields, Sequence[str]]] = [
        ("hands", {"line": "s ac n"}, ["add", "s", "ac", "n"]),
        ("do/join", {"name": "Eva", "after": "Dani"}, ["join", "Eva", "--after", "Dani"]),
        ("do/bock", {"hands": "2"}, ["bock", "2"]),
        ("hands", {"line": "hs d"}, ["add", "hs", "d"]),
        ("do/stock", {"amount": "1", "names": ["Eva", "Anna"], "way": "in"}, ["stock", "+1,00", "Eva", "Anna"]),
        ("do/leave", {"name": "Bene"}, ["leave", "Bene"]),
        ("do/leave", {"name": "Anna"}, ["leave", "Anna"]),
        ("do/undo", SURE, ["undo"]),
        ("do/post", BILL, ["post", "Anna:-0,50", "Bene:+0,50", "--note", "Bier"]),
        ("do/close", {"stock": "split", **SURE}, ["close", "--stock", "split"]),
    ]
    db = {"SKLOG_DB": str(tmp_path / "hand.db")}
    ok("start", "Stammtisch", "--players", FOUR, "--tariff", "wiki", "--date", "2026-11-19", env=db)
    for path, fields, words in steps:
        page = keeper.get("/t/1/more").text if path.startswith("do") else keeper.get("/t/1").text
        assert keeper.send(f"/t/1/{path}", page=page, **fields).status == 303
        ok(*words, env=db)
    assert facts(tmp_path / "ledger.db") == facts(tmp_path / "hand.db")
    mine, theirs = (Ledger(tmp_path / name).evening("1") for name in ("ledger.db", "hand.db"))
    assert (mine.state, mine.closed) == (theirs.state, theirs.closed)
