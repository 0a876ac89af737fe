"""Of two who write at the same time: what comes of it is one after the other, or one of them is told of the other.

Each command that writes is stopped when it has read all that it reads before its turn, and another one is carried out.
"""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sklog import Ledger, ListRow, Person, TournamentRules
from sklog.cli import app_group
from sklog.ledger import database, evenings, history
from sklog.ledger.open import LedgerFile
from sklog.phones import entering
from sklog.phones.devices import KEEPER, WRITES, Device
from sklog.phones.pins import identified
from sklog.phones.tables import SeenState
from sklog.play.shell import Shell, command_named
from sklog.rooms import load
from sklog.scoring.state import entry_to_json
from sklog.tournament import phones
from sklog.tournament.hall import Seated, hall_of
from tests import transcripts
from tests.typed_so import every_example

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Act = Callable[[Path], str]

pytestmark = pytest.mark.long

ELSEWHERE = {
    "check": "it builds what follows from the facts, and nothing is built where they agree",
    "restore": "it takes the place of all that is there, which is kept",
}
"""Commands that say --dry-run and decide nothing on what they have read, each with the reason."""
TOLD = (
    *("somebody else has written", "somebody has recorded something since", "meanwhile", "other people sit at table"),
    "(overtaken)",
)
"""What somebody is told whose command was overtaken."""

AT_A_TABLE = {
    "add": "add gs d",
    "fix": "fix -",
    "void": "void 2",
    "insert": "insert 1 w c",
    "move": "move 2 1",
    "undo": "undo",
    "redo": "redo",
    "start": "start Neu --players Anna,Bene,Christl,Dani",
    "join": "join Eva --after Anna",
    "leave": "leave dani",
    "seats": "seats Bene,Anna,Christl,Dani",
    "post": "post anna:-0,50 bene:+0,50",
    "bock": "bock 2",
    "round": "round off",
    "stock": "stock +0,40 anna",
    "settle": "settle --record --yes --stock split",
    "pay": "pay Bene Anna --yes",
    "close": "close --stock split",
    "reopen": "reopen",
    "player rename": "player rename Dani Daniel",
    "player merge": "player merge Beni Bene",
    "player part": "player part Anna Anni --session Früher",
    "player set": "player set Anna --pay-link https://paypal.me/anna",
    "session tariff": "session tariff wiki --from 2",
    "session rename": "session rename 2 Kirchweih",
    "session date": "session date 2 2026-11-20",
    "session place": "session place 2 Zur_Post",
    "session seats": "session seats 2 Bene,Anna,Christl,Dani",
    "session dealer": "session dealer 2 Bene",
    "session void": "session void 2",
    "session restore": "session restore 3",
    "import": "import other.yaml",
    "merge": "merge other.db --yes",
}
IN_A_TOURNAMENT = {
    "tournament new": "tournament new Neu --tariff bsv --seed x",
    "tournament rules": "tournament rules --fee 5€",
    "tournament enter": "tournament enter Emil --paid",
    "tournament change": "tournament change 1 --team Gras",
    "tournament withdraw": "tournament withdraw 9",
    "tournament back": "tournament back 10",
    "tournament substitute": "tournament substitute 1 Emil",
    "tournament paid": "tournament paid 1",
    "tournament draw": "tournament draw --again",
    "tournament seat": "tournament seat 2 6,5,7,8",
    "tournament table": "tournament table 2 --begin",
    "tournament list": "tournament list 1 --correct 24 -6 -20 2",
    "tournament penalty": "tournament penalty 1 -5 late",
    "tournament prizes": "tournament prizes 1:Schinken",
    "tournament undo": "tournament undo",
}
RIVALS_AT_A_TABLE = (
    *("add w b", "fix 1 w c l3", "undo", "pay Bene Anna 0,50€", "leave christl"),
    *("start Anders --players Anna,Bene,Dani,Eva --tariff wiki", "close --stock split", "player rename Bene Benedikt"),
)
RIVALS_IN_A_TOURNAMENT = (
    *("list 1 --correct 25 -5 -20 0 --solos 3,0,0,0", "list 2 5 -3 -1 -1", "seat 1 2,1,3,4 --correct"),
    *("rules --fee 0€", "new Anderes --tariff bsv --seed y", "substitute 1 Ernst", "list 1 --correct --solos 0,0,3,0"),
)


def at_a_table(folder: Path) -> Path:
    """Make a ledger with an evening that was closed, and an open one of which something was taken back."""
    ledger = Ledger(folder / "table.db", who="Anna")
    ledger.start_evening("Früher", ["Anna", "Bene", "Beni", "Eva"], "p-seminar", date="2026-11-18")
    ledger.record("w eva")
    ledger.close_evening(copy=False)
    ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "p-seminar", date="2026-11-19")
    for line in ("s ac", "w a", "gs d"):
        ledger.record(line)
    ledger.undo()
    other = Ledger(folder / "other.db", who="Dani")
    other.start_evening("Anderswo", ["Anna", "Dani", "Eva", "Fritz"], "p-seminar", date="2026-11-17")
    other.record("w fritz")
    assert transcripts.run(["export", "1", "--db", str(other.path), "-o", str(folder / "other.yaml")]).code == 0
    return ledger.path


def in_a_tournament(folder: Path) -> Path:
    """Make a ledger with a tournament of which one list is in; somebody is here without a seat, another one is not."""
    ledger = Ledger(folder / "tournament.db", who="Anna")
    rules = TournamentRules(games=4, seed="x", fee=1000)
    tournaments = ledger.tournaments
    tournaments.begin("Herbstrennen", "bsv", rules, date="2026-11-19")
    tournaments.enter([Person(f"Gast {number}") for number in range(1, 9)])
    tournaments.seat_all([(1, 2, 3, 4), (5, 6, 7, 8)])
    tournaments.hand_in(1, 1, [ListRow(23, None, 1), ListRow(-5), ListRow(-20), ListRow(2)])
    tournaments.enter([Person("Gast 9"), Person("Gast 10")])
    tournaments.record({"presence": {"number": 10, "here": False}})
    return ledger.path


def stands(path: Path) -> str:
    """Return all that a ledger holds, but for what is drawn by lot or says when."""
    with LedgerFile(path).reading() as ledger:
        every = [_stands(ledger, one) for one in evenings.all_evenings(ledger)]
        links = load("sklog.bank.accounts").links(ledger)
    return json.dumps([sorted(every, key=str), links], ensure_ascii=False, sort_keys=True)


def _stands(ledger: sqlite3.Connection, evening: evenings.Evening) -> list[Any]:
    session = history.of_evening(ledger, evening).session
    said = json.loads(json.dumps([entry_to_json(one) for one in session.entries]))
    for entry in said:
        entry.get("tournament", {}).get("list", {}).pop("digest", None)
    kept = [evening.name, evening.players, evening.closed, evening.tariff.name, dict(evening.state.balances)]
    return [*kept, session.stock, session.closed, said]


class Went(NamedTuple):
    """How a ledger stands in the end, and what the command said that was to be overtaken."""

    stands: str
    said: str


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the ledgers from which each test begins."""
    folder = tmp_path_factory.mktemp("bases")
    return {"table": at_a_table(folder), "tournament": in_a_tournament(folder)}


class Race:
    """Two acts on copies of a ledger: one after the other, and the second one when the first has read all it reads."""

    def __init__(self, base: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.base, self.folder, self.monkeypatch = base, folder, monkeypatch
        for file in base.parent.glob("other.*"):
            shutil.copy(file, folder)

    def after(self, *acts: Act) -> Went:
        """Do one after the other."""
        path = self._copy()
        said = [copy_context().run(act, path) for act in acts]
        return Went(stands(path), said[-1])

    def between(self, act: Act, rival: Act) -> Went:
        """Do the second when the first has the ledger open and is to begin to write."""
        path, real, done = self._copy(), database.transaction, list[str]()

        @contextmanager
        def transaction(connection: sqlite3.Connection, file: Path, *, keep: bool = True) -> Iterator[None]:
            if keep and not done and file.resolve() == path.resolve():
                done.append("it begins")
                copy_context().run(rival, path)
            with real(connection, file, keep=keep):
                yield

        with self.monkeypatch.context() as patched:
            patched.setattr(database, "transaction", transaction)
            said = copy_context().run(act, path)
        assert done, "nothing was written"
        return Went(stands(path), said)

    def _copy(self) -> Path:
        path = self.folder / "sklog.db"
        shutil.copy(self.base, path)
        return path

    def require_one_after_the_other(self, act: Act, rival: Act) -> None:
        """Fail where something is lost, or comes of a ledger that there never was."""
        found = self.between(act, rival)
        if any(found.stands == self.after(*acts).stands for acts in ((rival, act), (act, rival))):
            return
        assert found.stands == self.after(rival).stands, found.said
        assert any(words in found.said for words in TOLD), found.said


@pytest.fixture
def race(folder: Path, bases: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Race]:
    """Return what begins a race on one of the ledgers."""
    return lambda base: Race(bases[base], folder, monkeypatch)


def typed(line: str, *, who: str = "anna") -> Act:
    """Return what types a line."""

    def act(path: Path) -> str:
        ran = transcripts.run(line.split(), env={"SKLOG_DB": str(path), "SKLOG_USER": who})
        return " ".join((ran.out + ran.err).split())

    return act


@pytest.mark.parametrize("rival", RIVALS_AT_A_TABLE, ids=lambda line: line.split()[0])
@pytest.mark.parametrize("line", AT_A_TABLE.values(), ids=AT_A_TABLE)
def test_two_who_write_at_a_table(race: Callable[[str], Race], line: str, rival: str) -> None:
    """Whatever both type."""
    race("table").require_one_after_the_other(typed(line), typed(rival, who="bene"))


@pytest.mark.parametrize("rival", RIVALS_IN_A_TOURNAMENT, ids=lambda line: line.replace(" ", "-"))
@pytest.mark.parametrize("line", IN_A_TOURNAMENT.values(), ids=IN_A_TOURNAMENT)
def test_two_who_write_in_a_tournament(race: Callable[[str], Race], line: str, rival: str) -> None:
    """Whatever both type."""
    race("tournament").require_one_after_the_other(typed(line), typed(f"tournament {rival}", who="bene"))


def test_every_command_that_writes_is_overtaken_here() -> None:
    """A new one is added to those above, or it is said why it need not be."""
    program = app_group()
    writing = {
        name
        for name in every_example()
        if any("--dry-run" in one.opts for one in command_named(name.split(), program)[0].params)
    }
    hidden = {"tournament back"}  # the older word for withdraw --back
    assert writing | hidden == AT_A_TABLE.keys() | IN_A_TOURNAMENT.keys() | ELSEWHERE.keys()


def test_solos_of_a_correction_that_came_between_do_not_vanish(race: Callable[[str], Race]) -> None:
    """What the later one does not say stays as the other one has put it right."""
    found = race("tournament").between(
        typed("tournament list 1 --correct 24 -6 -20 2"),
        typed("tournament list 1 --correct 25 -5 -20 0 --solos 3,0,0,0"),
    )
    assert "1 Gast 1 +24 (3 Solos)" in found.said


def test_seats_are_not_changed_below_a_list_that_came_between(race: Callable[[str], Race]) -> None:
    """Its points would go to other people."""
    found = race("tournament").between(typed("tournament seat 2 6,5,7,8"), typed("tournament list 2 5 -3 -1 -1"))
    assert "the list of table 2 is in" in found.said


def test_a_prompt_does_not_take_the_hand_of_another_for_a_second_one(
    race: Callable[[str], Race], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same hand once more, long after the first, is meant; not where somebody else has just entered it."""
    began = race("table")
    monkeypatch.setattr("sklog.play.shell.monotonic", iter(range(0, 10**6, 100)).__next__)

    def act(path: Path) -> str:
        shell = Shell(LedgerFile(path, who="anna"), None)
        shell.run_line("w b")
        with monkeypatch.context() as patched:
            real = shell._words_of_line  # noqa: SLF001  the last step before the command

            def words(line: str, *, meant: bool) -> list[str]:
                made = real(line, meant=meant)
                Ledger(path, who="bene").record("w b", again=True)
                return made

            patched.setattr(shell, "_words_of_line", words)
            monkeypatch.setenv("SKLOG_DB", str(path))
            return " ".join(shell.run_line("w b").problems)

    assert "somebody else has written" in began.after(act).said


def test_what_came_between_the_end_and_the_answer_is_not_recorded_as_paid(
    race: Callable[[str], Race], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody said that all of it was paid which was shown, not what another one has recorded since."""

    def act(path: Path) -> str:
        def answer(_question: str) -> bool:
            typed("pay Bene Anna 0,50€ --session Stammtisch", who="bene")(path)
            return True

        monkeypatch.setattr("sklog.cli.evening.terminal.yes_to", answer)
        monkeypatch.setattr("sklog.cli.evening.printing.can_ask", lambda: True)
        return typed("close --stock split")(path)

    found = race("table").after(act)
    assert "somebody else has written" in found.said
    assert found.stands.count('"pay"') == 1


# -- phones -------------------------------------------------------------------------------------------

PHONE = Device("0123456789ab", "Resi", WRITES, "", "", "")
LAPTOP = PHONE._replace(id="ba9876543210", name="Laptop", role=KEEPER)
WRITTEN = {
    "hand": (entering.record_hand, {"line": ["gs d"]}),
    "undo": (entering.take_back_newest, {}),
    "fix": (entering.correct, {"line": ["w c"], "sure": ["1"]}, "fix", 1),
    "void": (entering.correct, {"sure": ["1"]}, "void", 1),
    "insert": (entering.correct, {"line": ["w c"], "sure": ["1"]}, "insert", 1),
    "paid": (entering.record_paid, {"payer": ["Bene"], "payee": ["Anna"], "amount": ["70"]}),
}


def phoned(write: Callable[..., entering.Answer], fields: dict[str, list[str]], *words: object) -> Act:
    """Return what a phone sends that has seen the newest evening as it was."""
    shown: list[SeenState] = []

    def act(path: Path) -> str:
        evening = Ledger(path).evening("Stammtisch")
        shown.append(SeenState(evening.hands + 1, evening.digest.hex()))
        writer = entering.Writer(path, "Resi", evening.uid, shown[0])
        answer = entering.answered(write, writer, fields, *words)
        return " ".join((f"({answer.result})", *answer.said))

    return act


@pytest.mark.parametrize("rival", ["add w b", "undo", "fix 1 w c l3", "close --stock split", "pay Bene Anna 0,70€"])
@pytest.mark.parametrize("sent", WRITTEN.values(), ids=WRITTEN)
def test_a_phone_that_is_overtaken(race: Callable[[str], Race], sent: tuple[Any, ...], rival: str) -> None:
    """It has what it sent, or is told of what is there, and nothing is lost."""
    race("table").require_one_after_the_other(phoned(*sent), typed(rival, who="bene"))


def played(path: Path) -> str:
    """Send a hand from the second table, whose evening has begun."""
    ledger = Ledger(path)
    held, evening = ledger.tournaments.held(), ledger.tournaments.evening_of(1, 2)
    assert evening
    shown = SeenState(evening.hands + 1, evening.digest.hex())
    require = partial(hall_of(ledger, identified(held.evening.uid)).require_open, path, "1/2", identified(evening.uid))
    writer = entering.Writer(path, "Resi", evening.uid, shown, require)
    hand = {"game": ["wenz"], "declarer": [evening.players[0]], "won": ["yes"]}
    return " ".join(entering.answered(entering.record_hand, writer, hand).said)


def test_no_hand_is_entered_once_the_list_has_come_in(race: Callable[[str], Race]) -> None:
    """Also where that was a moment before: the list says something else, and nobody would look."""
    began = race("tournament")
    began.base = shutil.copy(began.base, began.folder / "begun.db")
    Ledger(began.base).tournaments.table(1, 2)
    found = began.between(played, typed("tournament list 2 5 -3 -1 -1"))
    assert "the list of this table is in" in found.said


def handed_in(device: Device, *points: int, table: int = 1, **more: str) -> Act:
    """Return what sends the list of a table as its page was before."""

    def act(path: Path) -> str:
        held = Ledger(path).tournaments.held("Herbstrennen")
        uid, where = held.evening.uid, (1, table)
        shown.setdefault("lists", phones._shown_lists(Seated(held, *where)))  # noqa: SLF001  as the page says it
        shown.setdefault("as", phones._enters(held, where, device))  # noqa: SLF001  the same
        said = {**shown, "seats": ",".join(map(str, held.tournament.seats(*where))), **more}
        said |= {f"points{seat}": str(one) for seat, one in enumerate(points, 1)}
        entry = phones.Entry(path, device, uid, where, {key: (value,) for key, value in said.items()})
        try:
            phones._sums(entry)  # noqa: SLF001  what the route does in a thread
        except Exception as error:  # noqa: BLE001  it is what the phone is shown
            return str(error)
        return ""

    shown: dict[str, str] = {}
    return act


@pytest.mark.parametrize("rival", RIVALS_IN_A_TOURNAMENT[:3], ids=["corrected", "another-table", "seats"])
@pytest.mark.parametrize("sent", [(LAPTOP, 1, (24, -6, -20, 2)), (PHONE, 2, (5, -3, -1, -1))], ids=["laptop", "phone"])
def test_a_list_from_a_page_that_is_overtaken(
    race: Callable[[str], Race], sent: tuple[Device, int, tuple[int, ...]], rival: str
) -> None:
    """It is in, or is refused with what is there."""
    device, table, points = sent
    race("tournament").require_one_after_the_other(
        handed_in(device, *points, table=table), typed(f"tournament {rival}", who="bene")
    )
