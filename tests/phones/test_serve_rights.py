"""The table of rights: every kind of command, through every address that may record it, by every role and state."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sklog import Join, Ledger, Played, Posting, Seating, Written, read_sessions, write_session
from sklog.files.already_here import import_session
from sklog.phones.devices import KEEPER, LOOKS, USUAL, WRITES, Devices
from sklog.phones.halls import AT_TABLE
from sklog.phones.rights import HAND, PAYMENT, POSTING, RIGHTS, Forbidden, Rights
from sklog.tournament.hall import BEGUN, LIST, LIST_AGAIN
from tests.knocking import Answered, Phone
from tests.phones.test_serve_routes import Guest, Table
from tests.tournament.test_serve_tournament import Hall
from tests.trials.torture import rights as torture

MONEY = "posting Anna:-5000€ Bene:+5000€"
ELSE = ""
EVERYBODY = (KEEPER, WRITES, LOOKS)


class Way(NamedTuple):
    """How something of a kind is asked for: what was recorded `before` at the laptop, and what is sent."""

    kind: str
    before: tuple[Callable[[Ledger], Any], ...]
    path: str
    fields: dict[str, Any]


def hand(ledger: Ledger) -> None:
    """Play a hand."""
    ledger.record("w b", again=True)


def posting(ledger: Ledger) -> None:
    """Record a posting."""
    ledger.record(Posting(amounts={"Anna": -100, "Bene": 100}))


def paid(ledger: Ledger) -> None:
    """Pay what is open."""
    due = ledger.dues().dues[0]
    ledger.pay(due.payer, due.payee, due.amount)


def joined(ledger: Ledger) -> None:
    """Have somebody sit down."""
    ledger.record(Join("Emil"))


def seated(ledger: Ledger) -> None:
    """Have two change seats."""
    ledger.record(Seating(("Bene", "Anna", "Christl", "Dani")))


def closed(ledger: Ledger) -> None:
    """Close the evening."""
    ledger.close_evening(copy=False)


def became_posting(ledger: Ledger) -> None:
    """Put a hand right: it was a posting."""
    ledger.fix(1, MONEY)


def became_hand(ledger: Ledger) -> None:
    """Put a posting right: it was a hand."""
    ledger.fix(1, "w b")


OPEN_WAYS = {
    "a hand": Way(HAND, (hand,), "/hands", {"line": "w d"}),
    "a hand put right": Way(HAND, (hand,), "/hand/1/fix", {"line": "w d", "sure": "1"}),
    "a hand that was forgotten": Way(HAND, (hand,), "/hand/1/insert", {"line": "w d", "sure": "1"}),
    "a void hand": Way(HAND, (hand,), "/hand/1/void", {"sure": "1"}),
    "a hand taken back": Way(HAND, (hand,), "/undo", {}),
    "a correction taken back": Way(HAND, (hand, lambda ledger: ledger.fix(1, "w d")), "/undo", {}),
    "a payment": Way(PAYMENT, (hand,), "/paid", {"payer": "Anna", "payee": "Bene", "amount": "50"}),
    "a payment taken back": Way(PAYMENT, (hand, paid), "/undo", {}),
    "a posting": Way(POSTING, (hand,), "/hands", {"line": MONEY}),
    "a hand that becomes a posting": Way(POSTING, (hand,), "/hand/1/fix", {"line": MONEY, "sure": "1"}),
    "a posting before a hand": Way(POSTING, (hand,), "/hand/1/insert", {"line": MONEY, "sure": "1"}),
    "a void posting": Way(POSTING, (posting,), "/hand/1/void", {"sure": "1"}),
    "a hand that is a posting now, void": Way(POSTING, (hand, became_posting), "/hand/1/void", {"sure": "1"}),
    "a posting taken back": Way(POSTING, (posting,), "/undo", {}),
    "a posting put right, taken back": Way(POSTING, (posting, became_hand), "/undo", {}),
    "who sits down, taken back": Way("join", (hand, joined), "/undo", {}),
    "seats, taken back": Way(ELSE, (hand, seated), "/undo", {}),
}
CLOSED_WAYS = {
    "a hand": Way(HAND, (hand, closed), "/hands", {"line": "w d"}),
    "a hand put right": Way(HAND, (hand, closed), "/hand/1/fix", {"line": "w d", "sure": "1"}),
    "a void hand": Way(HAND, (hand, closed), "/hand/1/void", {"sure": "1"}),
    "a posting": Way(POSTING, (hand, closed), "/hands", {"line": MONEY}),
    "a payment": Way(PAYMENT, (hand, closed), "/paid", {"payer": "Anna", "payee": "Bene", "amount": "50"}),
    "a payment since the close, taken back": Way(PAYMENT, (hand, closed, paid), "/undo", {}),
    "the close taken back": Way(ELSE, (hand, closed), "/undo", {}),
    "the close behind a payment taken back": Way(ELSE, (hand, paid, closed), "/undo", {}),
}


def came_of(table: Table, guest: Guest, way: Way) -> tuple[Answered, bool]:
    """Return the answer to what was asked for, and whether anything was written."""
    before = table.ledger.digests()
    answer = guest.write(way.path, **way.fields)
    return answer, table.ledger.digests() != before


def guest_of(table: Table, role: str) -> Guest:
    """Return a phone of this role that was there before anything was recorded."""
    if role == KEEPER:
        return table.keeper()
    guest = table.joined()
    if role == LOOKS:
        table.served.door.devices.set_role(table.served.door.devices.everybody()[-1].id, LOOKS)
    return guest


def allowed(role: str, kind: str, *, while_open: bool) -> bool:
    """Whether the table of rights lets a role do so."""
    right = next((one for one in RIGHTS if one.kind == kind), RIGHTS[-1])
    return role in (right.open if while_open else right.closed)


def asked_for(path: Path, role: str, way: Way) -> tuple[int, bool]:
    """Have a phone of this role ask for something; return the status, and whether anything was written."""
    table = Table(path)
    guest = guest_of(table, role)
    for done in way.before:
        done(table.ledger)
    answer, wrote = came_of(table, guest, way)
    return answer.status, wrote


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("name", OPEN_WAYS)
def test_in_an_open_evening_the_table_of_rights_decides(tmp_path: Path, role: str, name: str) -> None:
    """What it allows is recorded, and nothing else is."""
    way = OPEN_WAYS[name]
    may = allowed(role, way.kind, while_open=True)
    assert asked_for(tmp_path / "ledger.db", role, way) == ((200, True) if may else (403, False))


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("name", CLOSED_WAYS)
def test_in_a_closed_evening_the_table_of_rights_decides(tmp_path: Path, role: str, name: str) -> None:
    """Payments are recorded and taken back there, and by the laptop what closed it."""
    way = CLOSED_WAYS[name]
    status, wrote = asked_for(tmp_path / "ledger.db", role, way)
    assert wrote == allowed(role, way.kind, while_open=False)
    assert (status == 200) == wrote


@pytest.mark.long
def test_a_signed_evening_stays_signed(tmp_path: Path) -> None:
    """Taking back again and again, by hand, leads nowhere."""
    table = Table(tmp_path / "ledger.db")
    guest = table.joined()
    for done in (hand, paid, closed):
        done(table.ledger)
    before = table.ledger.digests()
    assert {guest.write("/undo").status for _time in range(3)} == {403}
    assert table.ledger.digests() == before


@pytest.mark.long
def test_an_evening_that_was_imported_is_not_taken_back_by_a_phone(tmp_path: Path) -> None:
    """All its hands came with one command, which is the laptop's."""
    first = Table(tmp_path / "first.db")
    hand(first.ledger)
    (tmp_path / "evening.yaml").write_text(write_session(first.ledger.session()), encoding="utf-8")
    second = Ledger(tmp_path / "ledger.db")
    command = second.command("import", ["evening.yaml"])
    with second.writing(create=True) as opened:
        for one in read_sessions(tmp_path / "evening.yaml"):
            import_session(opened, one, command, uid="a" * 32)
    table = Table(tmp_path / "ledger.db", which="1")
    assert came_of(table, table.joined(), Way(ELSE, (), "/undo", {}))[1] is False


def test_who_is_refused_is_told_what_and_where_it_can_be_done(tmp_path: Path) -> None:
    """A sentence, of what was to be taken back."""
    table = Table(tmp_path / "ledger.db")
    guest = table.joined()
    seated(table.ledger)
    assert (
        "that is only possible on the laptop, not on a phone: seats Bene,Anna,Christl,Dani" in guest.write("/undo").text
    )


def test_an_evenings_beginning_is_not_taken_back_by_a_phone(tmp_path: Path) -> None:
    """Nor is anything put right there: whoever is at the laptop does that."""
    table = Table(tmp_path / "ledger.db")
    guest = table.joined()
    assert "that is only possible on the laptop, not on a phone: start" in guest.write("/undo").text
    table.ledger.put_right("rename", "Bei Vroni")
    assert (
        "that is only possible on the laptop, not on a phone: session rename 1 Bei Vroni" in guest.write("/undo").text
    )
    assert table.ledger.evening().name == "Bei Vroni"


def late(path: Path) -> tuple[Table, Guest, Guest]:
    """Return a closed evening that is served once more, who had joined before it was closed, and who came then."""
    table = Table(path)
    before = table.joined("Resi")
    hand(table.ledger)
    closed(table.ledger)
    again = Table(path, which="1")
    newcomer = again.joined("Vroni")
    before.app = again.served.app
    return again, before, newcomer


@pytest.mark.long
def test_who_joins_a_closed_evening_looks(tmp_path: Path) -> None:
    """No code, no button, no payment."""
    table, _before, newcomer = late(tmp_path / "ledger.db")
    assert "has paid</button>" not in newcomer.shown("/settle").text
    assert came_of(table, newcomer, CLOSED_WAYS["a payment"])[1] is False


@pytest.mark.long
def test_who_had_joined_before_the_close_may_still_tap_what_was_paid(tmp_path: Path) -> None:
    """The next day, too."""
    table, before, _newcomer = late(tmp_path / "ledger.db")
    assert came_of(table, before, CLOSED_WAYS["a payment"])[1] is True


@pytest.mark.long
def test_the_keeper_lets_a_newcomer_write(tmp_path: Path) -> None:
    """What he says counts for more than when somebody came."""
    table, _before, newcomer = late(tmp_path / "ledger.db")
    devices = table.served.door.devices
    devices.set_role(next(one.id for one in devices.everybody() if one.name == "Vroni"), WRITES)
    assert came_of(table, newcomer, CLOSED_WAYS["a payment"])[1] is True


@pytest.mark.long
def test_a_newcomer_writes_once_the_evening_goes_on(tmp_path: Path) -> None:
    """Nobody has to join once more."""
    table, _before, newcomer = late(tmp_path / "ledger.db")
    table.ledger.reopen_evening()
    again = Table(table.ledger.path)
    newcomer.app = again.served.app
    assert came_of(again, newcomer, OPEN_WAYS["a hand"])[1] is True


def test_who_goes_to_another_evening_is_a_newcomer_there(tmp_path: Path) -> None:
    """However long that phone was at the first one."""
    clock = [1_000.0]
    devices = Devices(tmp_path / "devices.json", now=lambda: clock[0])
    one, _token = devices.let_in("Resi", USUAL, "first")
    devices.note_closed("second", "1970-01-01T00:16:45.000+00:00")  # 1,005 seconds
    clock[0] = 1_010.0
    assert devices.move(one.id, "Resi", USUAL, "second")[0].role == LOOKS


# -- at a tournament ----------------------------------------------------------------------------------


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """Return a tournament whose first table has begun to enter its hands."""
    made = Hall(tmp_path / "ledger.db")
    made.tournaments.table(1, 1)
    made.begin()
    return made


def evening_at(hall: Hall) -> int:
    """Return the number of the evening of the first table."""
    return next(one.id for one in hall.ledger.evenings() if one.players)


def written_at(hall: Hall, phone: Phone, path: str, **fields: str) -> bool:
    """Whether something that is sent in the evening of the first table is recorded."""
    number, before = evening_at(hall), hall.ledger.digests()
    page = phone.get(f"/t/{number}").text
    found = [re.findall(rf'data-{name}="([^"]*)"', page) for name in ("key", "seen")]
    key, seen = (one[0] if one else "" for one in found)
    phone.post(f"/t/{number}{path}", {"key": key, "seen": seen, **fields}, accept="application/json")
    return hall.ledger.digests() != before


@pytest.mark.long
@pytest.mark.parametrize("role", [KEEPER, AT_TABLE])
@pytest.mark.parametrize(
    ("path", "fields", "kind"),
    [
        ("/hands", {"game": "wenz", "declarer": "{0}", "won": "yes"}, HAND),
        ("/hands", {"line": 'posting "{0}":-50ct "{1}":+50ct'}, POSTING),
        ("/paid", {"payer": "{1}", "payee": "{0}", "amount": "50"}, PAYMENT),
    ],
)
def test_at_a_table_of_a_tournament_the_table_of_rights_decides(
    hall: Hall, role: str, path: str, fields: dict[str, str], kind: str
) -> None:
    """Hands are entered there, and nothing is booked by hand or paid."""
    evening = hall.ledger.evening(evening_at(hall))
    hall.ledger.record(Played(game="wenz", declarer=evening.players[0], won=True), evening)
    said = {key: value.format(*evening.players) for key, value in fields.items()}
    phone = hall.keeper() if role == KEEPER else hall.at(1)
    assert written_at(hall, phone, path, again="1", **said) == allowed(role, kind, while_open=True)


@pytest.mark.parametrize(
    ("role", "kinds", "may"),
    [
        (role, kinds, allowed(role, kind, while_open=True))
        for role in (KEEPER, WRITES, LOOKS, AT_TABLE)
        for kinds, kind in [({"list"}, LIST), ({"list again"}, LIST_AGAIN), ({"begun"}, BEGUN), ({"entered"}, ELSE)]
    ],
)
def test_what_the_tournament_itself_takes(role: str, kinds: set[str], may: bool) -> None:
    """A list that was made of hands closes their evening, which nobody may do otherwise."""
    hall = Written("tournament", closed=False, kinds=frozenset(kinds), words="tournament list 1/1")
    table = Written("table", closed=True, kinds=frozenset({"close"}), words="tournament list 1/1")
    written = [hall, table] if "list" in " ".join(kinds) else [hall]
    with nullcontext() if may else pytest.raises(Forbidden):
        Rights(role).require(written)


def test_a_command_on_several_evenings_is_the_laptops() -> None:
    """A phone of one table takes back what concerns that table alone."""
    mine = Written("mine", closed=False, kinds=frozenset({PAYMENT}), words="settle --record")
    with pytest.raises(Forbidden, match="changes other evenings"):
        Rights(WRITES, "mine").require([mine, mine._replace(evening="other")])


# -- whatever is sent -----------------------------------------------------------------------------------


@pytest.mark.long
def test_no_phone_writes_what_the_table_of_rights_forbids() -> None:
    """Some hundred requests, by every role, in every state; `-m tests.trials.torture --only rights` sends more."""
    outcome = torture.run(1, count=400)
    assert (outcome.problems, "hand" in str(outcome.figures["written"])) == ((), True)


@pytest.mark.long
def test_the_random_requests_would_find_what_is_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the judge they do, among the first ones."""
    monkeypatch.setattr(Rights, "require", lambda _self, _written: None)
    assert torture.run(1, count=200).problems
