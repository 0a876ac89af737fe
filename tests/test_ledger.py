"""Recording: commands, their undoing, the Stock between evenings, which evening is meant."""

import contextlib
import sqlite3
from collections.abc import Callable

import pytest

from sklog import tariffs
from sklog.errors import IllegalHand, NotFound, Refused
from sklog.files.already_here import import_session
from sklog.ledger import correct, evenings, history, record, undo
from sklog.ledger.evenings import Evening
from sklog.ledger.facts import Command
from sklog.scoring.hand import Passed, Played, Posting
from sklog.scoring.session import Session
from sklog.scoring.settlement import stock_at_close
from sklog.scoring.state import BockOrder, Entry, Join, Payment, RoundOrder, StockMove
from sklog.vault.check import disagreements
from tests.recorded import SAID, SAUSPIEL, WENZ, add, evening

# -- recording ----------------------------------------------------------------------------------------


def test_an_evening_keeps_its_own_copy_of_the_tariff(ledger: sqlite3.Connection) -> None:
    """The tariff that was copied in is the one that counts, whatever the file says later."""
    begun = evening(ledger, tariff="grundzuege")
    assert begun.tariff == tariffs.find("grundzuege")
    assert ledger.execute("SELECT tariff ->> 'name' FROM session").fetchone() == ("grundzuege",)


def test_names_are_spelled_as_the_ledger_knows_them(ledger: sqlite3.Connection) -> None:
    """Names are unique without regard to case, and the first spelling stays."""
    evening(ledger)
    assert record.known_spelling(ledger, ["ANNA", "Eva", "bene"]) == ["Anna", "Eva", "Bene"]


def _split(begun: Evening) -> list[Entry]:
    move = stock_at_close(begun.state, "split")
    assert move is not None
    return [move]


COMMANDS = {
    "add": lambda ledger, begun: record.add(ledger, begun, [WENZ], SAID),
    "post": lambda ledger, begun: record.add(ledger, begun, [Posting(amounts={"Anna": -50, "Bene": 50})], SAID),
    "bock": lambda ledger, begun: record.add(ledger, begun, [BockOrder(4)], SAID),
    "round": lambda ledger, begun: record.add(ledger, begun, [RoundOrder("hadsch")], SAID),
    "stock": lambda ledger, begun: record.add(ledger, begun, [StockMove({"Anna": 20})], SAID),
    "join": lambda ledger, begun: record.add(ledger, begun, [Join("Eva")], SAID),
    "pay": lambda ledger, begun: record.add(ledger, begun, [Payment("Anna", "Bene", 50)], SAID),
    "two at once": lambda ledger, begun: record.add(ledger, begun, [WENZ, Payment("Anna", "Bene", 5)], SAID),
    "void": lambda ledger, begun: correct.void(ledger, begun, 1, SAID),
    "close": lambda ledger, begun: record.close(ledger, begun, _split(begun), SAID),
}


@pytest.mark.parametrize("do", COMMANDS.values(), ids=COMMANDS)
def test_undo_takes_back(ledger: sqlite3.Connection, do: Callable[[sqlite3.Connection, Evening], object]) -> None:
    """Undoing a command of any kind gives the evening before it, and the facts stay."""
    before = evening(ledger, Passed(), SAUSPIEL)
    do(ledger, before)
    assert _as_it_stands(ledger) != before._replace(digest=b"")
    entries = ledger.execute("SELECT count(*) FROM entry").fetchone()
    undo.undo(ledger, evenings.find(ledger, "1"), SAID)
    assert _as_it_stands(ledger) == before._replace(digest=b"")
    assert ledger.execute("SELECT count(*) FROM entry").fetchone() == entries
    assert list(disagreements(ledger)) == []


def _as_it_stands(ledger: sqlite3.Connection) -> Evening:
    """Return the evening without what tells how it came there."""
    return evenings.find(ledger, "1")._replace(digest=b"")


def test_undo_goes_back_step_by_step(ledger: sqlite3.Connection) -> None:
    """Each undo takes back the newest command that is still in force, the beginning last."""
    begun = evening(ledger, WENZ, SAUSPIEL, Passed())
    for left in (2, 1, 0, 0):
        begun = undo.undo(ledger, begun, SAID).change.evening
        assert begun.hands == left
    with pytest.raises(Refused, match="there is nothing recorded in 'Stammtisch' that could be undone"):
        undo.undo(ledger, begun, SAID)


def test_after_an_undo_the_evening_goes_on(ledger: sqlite3.Connection) -> None:
    """A hand behind an undone one takes its number, and the undone one stays undone."""
    begun = evening(ledger, WENZ, SAUSPIEL)
    begun = add(ledger, undo.undo(ledger, begun, SAID).change.evening, Passed())
    assert list(history.of_evening(ledger, evenings.find(ledger, "1")).session.entries) == [WENZ, Passed()]
    assert undo.undo(ledger, begun, SAID).change.evening.hands == 1
    assert list(disagreements(ledger)) == []


def test_a_void_hand_keeps_its_number_and_later_hands_are_folded_again(ledger: sqlite3.Connection) -> None:
    """Without the throw-in there is no Stock for hand 2 to take; hand 3 keeps its price."""
    won = Played(game="sauspiel", declarer="Anna", partner="Christl", won=True)
    begun = evening(ledger, Passed(), won, WENZ)
    change = correct.void(ledger, begun, 1, SAID)
    assert [(hand.number, hand.before["Anna"], hand.now["Anna"]) for hand in change.revalued] == [(2, 30, 10)]
    assert change.evening.hands == 3
    assert change.evening.state.balances == {"Anna": -10, "Bene": 50, "Christl": -10, "Dani": -30, "Stock": 0}
    assert list(disagreements(ledger)) == []


def test_a_void_that_makes_a_later_entry_impossible(ledger: sqlite3.Connection) -> None:
    """Without the throw-in nobody could have taken from the Stock: the void is refused and says why."""
    begun = evening(ledger, Passed(), StockMove({"Anna": 40}))
    with pytest.raises(IllegalHand, match="the Stock holds 0") as said:
        correct.void(ledger, begun, 1, SAID)
    assert "to take that entry back" in said.value.problems[-1].message


@pytest.mark.parametrize("number", [0, 3, -1], ids=str)
def test_a_hand_that_is_not_there(ledger: sqlite3.Connection, number: int) -> None:
    """The sentence says which hand is the last."""
    begun = evening(ledger, WENZ, Payment("Anna", "Bene", 5), SAUSPIEL)
    with pytest.raises(NotFound, match=f"there is no hand {number} in 'Stammtisch': the last is hand 2"):
        correct.void(ledger, begun, number, SAID)


def test_a_hand_is_void_once(ledger: sqlite3.Connection) -> None:
    """Voiding a void hand is refused; after an undo it can be voided again."""
    begun = correct.void(ledger, evening(ledger, WENZ), 1, SAID).evening
    with pytest.raises(Refused, match="hand 1 is void already"):
        correct.void(ledger, begun, 1, SAID)
    begun = undo.undo(ledger, begun, SAID).change.evening
    assert correct.void(ledger, begun, 1, SAID).evening.state.balances["Bene"] == 0


@pytest.mark.parametrize(
    "entry", [WENZ, Posting(amounts={"Anna": 1, "Bene": -1}), BockOrder(1)], ids=["hand", "posting", "bock"]
)
def test_a_closed_evening_takes_no_more_hands(ledger: sqlite3.Connection, entry: Entry) -> None:
    """What is over is over, until it is reopened."""
    closed = record.close(ledger, evening(ledger, WENZ), [], SAID)
    with pytest.raises(Refused, match=r"the evening 'Stammtisch' is closed$"):
        record.add(ledger, closed, [entry], SAID)
    record.add(ledger, undo.reopen(ledger, closed, SAID), [entry], SAID)
    assert list(disagreements(ledger)) == []


def test_a_closed_evening_is_not_corrected(ledger: sqlite3.Connection) -> None:
    """Voiding a hand of last week begins with reopening its evening."""
    closed = record.close(ledger, evening(ledger, WENZ), [], SAID)
    with pytest.raises(Refused, match=r"is closed$"):
        correct.void(ledger, closed, 1, SAID)


def test_a_closed_evening_takes_payments(ledger: sqlite3.Connection) -> None:
    """People pay on the next day, too."""
    closed = record.close(ledger, evening(ledger, WENZ), [], SAID)
    assert add(ledger, closed, Payment("Anna", "Bene", 20)).closed
    assert ledger.execute("SELECT amount FROM payment").fetchall() == [(20,)]


def test_closing_and_reopening_twice_is_refused(ledger: sqlite3.Connection) -> None:
    """An evening is closed or it is not."""
    begun = evening(ledger)
    with pytest.raises(Refused, match="is not closed"):
        undo.reopen(ledger, begun, SAID)
    with pytest.raises(Refused, match="is already closed"):
        record.close(ledger, record.close(ledger, begun, [], SAID), [], SAID)


# -- the Stock between evenings -----------------------------------------------------------------------


def test_the_stock_is_carried_into_the_next_evening_and_only_once(ledger: sqlite3.Connection) -> None:
    """The next evening of these people begins with it; the one after that does not."""
    record.close(ledger, evening(ledger, Passed()), [], SAID)
    waiting = record.carried_stock(ledger, "ct", ["Eva", "Dani", "Anna"])
    assert waiting is not None
    assert (waiting.left, waiting.name) == (40, "Stammtisch")
    _begin_with(ledger, waiting)
    assert evenings.find(ledger, "2").state.stock == 40
    assert record.carried_stock(ledger, "ct", ["Eva", "Dani", "Anna"]) is None
    assert list(disagreements(ledger)) == []


def _begin_with(ledger: sqlite3.Connection, waiting: Evening) -> None:
    players = ("Eva", "Dani", "Anna", "Bene")
    session = Session("Zweiter", "2026-11-20", tariffs.find("wiki"), players)
    record.start(ledger, session._replace(stock=waiting.left, stock_from=waiting.uid), SAID, uid="2")


@pytest.mark.parametrize(
    ("unit", "people"),
    [("points", ["Anna"]), ("ct", ["Eva", "Sepp"]), ("ct", ["Anna", "Eva"])],
    ids=["other-unit", "other-people", "only-half-of-them"],
)
def test_the_stock_waits_for_its_own_people(ledger: sqlite3.Connection, unit: str, people: list[str]) -> None:
    """Cents do not become points, and nobody finds the Stock of strangers."""
    record.close(ledger, evening(ledger, Passed()), [], SAID)
    assert record.carried_stock(ledger, unit, people) is None


def test_an_open_evening_keeps_its_stock(ledger: sqlite3.Connection) -> None:
    """Only what a closed evening left is carried over."""
    evening(ledger, Passed())
    assert record.carried_stock(ledger, "ct", ["Anna"]) is None


@pytest.mark.parametrize(
    "change",
    [lambda ledger, begun: undo.undo(ledger, begun, SAID), lambda ledger, begun: undo.reopen(ledger, begun, SAID)],
    ids=["undo", "reopen"],
)
def test_an_evening_whose_stock_moved_on_stays_as_it_is(
    ledger: sqlite3.Connection, change: Callable[[sqlite3.Connection, Evening], object]
) -> None:
    """Else the same money would be there twice."""
    closed = record.close(ledger, evening(ledger, Passed()), [], SAID)
    _begin_with(ledger, closed)
    with pytest.raises(Refused, match="the Stock of 'Stammtisch' was carried into 'Zweiter'"):
        change(ledger, closed)


# -- a line repeated within seconds -------------------------------------------------------------------


def _at(clock: str, command: str = "add") -> Command:
    return Command(command, "w b", f"2026-11-19T{clock}+00:00")


@pytest.mark.parametrize(
    ("second", "entry", "refused"),
    [
        pytest.param(_at("20:00:00.000"), WENZ, True, id="at-once"),
        pytest.param(_at("20:00:09.999"), WENZ, True, id="within-ten-seconds"),
        pytest.param(_at("20:00:10.000"), WENZ, False, id="after-ten-seconds"),
        pytest.param(_at("19:59:59.000"), WENZ, True, id="the-clock-went-back"),
        pytest.param(_at("19:59:59.000"), SAUSPIEL, False, id="the-clock-went-back-before-another-hand"),
        pytest.param(Command("add", "w b", "2026-11-18T20:00:00.000+00:00"), WENZ, True, id="a-day-back"),
        pytest.param(Command("add", "w b", "2027-11-19T20:00:05.000+00:00"), WENZ, True, id="a-year-ahead"),
        pytest.param(Command("add", "w b", "2026-11-19T21:00:05.000+01:00"), WENZ, True, id="in-another-time-zone"),
        pytest.param(Command("add", "w b", "2026-11-19T20:00:12.000+01:00"), WENZ, True, id="an-hour-before-elsewhere"),
        pytest.param(Command("add", "w b", "last week"), WENZ, True, id="no-time-at-all"),
        pytest.param(_at("20:00:01.000"), SAUSPIEL, False, id="another-hand"),
        pytest.param(_at("20:00:01.000", "play"), WENZ, False, id="another-command"),
    ],
)
def test_a_repetition_within_seconds_is_noticed(
    ledger: sqlite3.Connection, second: Command, entry: Entry, *, refused: bool
) -> None:
    """The same hand typed again less than ten seconds later, or by a clock that cannot be right, is refused."""
    begun = evening(ledger)
    record.add(ledger, begun, [WENZ], _at("20:00:00.000"))
    begun = evenings.find(ledger, "1")
    expected = pytest.raises(Refused, match=r"hand 1") if refused else contextlib.nullcontext()
    with expected:
        record.refuse_repetition(ledger, begun, entry, second)


def test_the_hand_typed_again_after_an_undo_is_no_repetition(ledger: sqlite3.Connection) -> None:
    """Who takes a hand back and types it again means it."""
    begun = evening(ledger)
    record.add(ledger, begun, [WENZ], _at("20:00:00.000"))
    begun = undo.undo(ledger, evenings.find(ledger, "1"), _at("20:00:02.000", "undo")).change.evening
    record.refuse_repetition(ledger, begun, WENZ, _at("20:00:04.000"))
    record.add(ledger, begun, [WENZ], _at("20:00:04.000"))
    assert evenings.find(ledger, "1").hands == 1


# -- which evening is meant ---------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["2", "zweiter", " Zweiter ", "ZWEITER"], ids=["number", "name", "spaces", "case"])
def test_an_evening_is_found_by(ledger: sqlite3.Connection, wanted: str) -> None:
    """Number and name find an evening, without regard to case."""
    evening(ledger)
    evening(ledger, name="Zweiter")
    assert evenings.find(ledger, wanted).id == 2


def test_without_a_word_the_newest_open_evening_is_meant(ledger: sqlite3.Connection) -> None:
    """A closed evening is not meant, unless a closed one is asked for."""
    evening(ledger)
    second = evening(ledger)
    assert evenings.find(ledger).id == 2
    record.close(ledger, second, [], SAID)
    assert evenings.find(ledger).id == 1
    found = evenings.newest(ledger, closed=True)
    assert found is not None
    assert found.id == 2


def test_two_evenings_of_one_name_are_told_apart_by_number(ledger: sqlite3.Connection) -> None:
    """The sentence names the numbers that would be right."""
    evening(ledger)
    evening(ledger)
    with pytest.raises(NotFound, match=r"'stammtisch' can be several evenings: choose one by its number \(1, 2\)"):
        evenings.find(ledger, "stammtisch")


@pytest.mark.parametrize("said", ["Stammtisch", "2026-11-19"], ids=["name", "day"])
def test_the_identity_of_one_evening_may_be_what_another_is_called(ledger: sqlite3.Connection, said: str) -> None:
    """A file may say any identity: it is asked which evening is meant, and both can be said."""
    evening(ledger)
    session = Session("Fremd", "2026-11-20", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"))
    import_session(ledger, session, SAID, uid=said)
    with pytest.raises(NotFound, match=rf"'{said}' can be several evenings: choose one by its number \(1, 2\)"):
        evenings.find(ledger, said)
    assert evenings.find(ledger, "2").uid == said
    assert evenings.find(ledger, evenings.identified(said)).id == 2
    assert evenings.find(ledger, evenings.by_number(ledger, 2)).id == 2


def test_an_identity_is_meant_however_others_begin(ledger: sqlite3.Connection) -> None:
    """One that is said whole is one evening's; a beginning may be many's."""
    evening(ledger, name="Erster", uid="0123456789")
    evening(ledger, name="Zweiter", uid="01234567890123")
    assert evenings.find(ledger, "0123456789").id == 1
    assert evenings.find(ledger, "01234567890").id == 2
    with pytest.raises(NotFound, match=r"\(1, 2\)"):
        evenings.find(ledger, "012345")


@pytest.mark.parametrize("said", ["", " ", "id:", "id:Stammtisch", "id:\ud800"], ids=ascii)
def test_nothing_is_no_evening(ledger: sqlite3.Connection, said: str) -> None:
    """Not the one without a day, nor one that is only called so."""
    import_session(ledger, Session("Stammtisch", "", tariffs.find("wiki"), ("Anna", "Bene")), SAID, uid="x")
    with pytest.raises(NotFound):
        evenings.find(ledger, said)


def test_an_evening_named_like_a_number_does_not_hide_the_number(ledger: sqlite3.Connection) -> None:
    """The number counts more than a name."""
    evening(ledger, name="2")
    evening(ledger)
    assert evenings.find(ledger, "2").id == 2
