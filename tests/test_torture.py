"""The torture run in small: each of its parts finds nothing, and would find something if there were something."""

import errno
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sklog.desk.ledger import Ledger
from sklog.ledger import files
from tests.trials.torture import (
    cases,
    clocks,
    crowd,
    desk,
    disk,
    enemy,
    faults,
    floods,
    forgery,
    kill,
    lists,
    pairs,
    power,
    rot,
    scratch,
    shim,
    streams,
    truth,
)
from tests.trials.torture.__main__ import table
from tests.trials.torture.outcome import Outcome

pytestmark = pytest.mark.long

SEED = 1
ADD, FIX, LIST = (next(case for case in cases.CASES if case.name == name) for name in ("add", "fix", "tournament list"))
needs_shim = pytest.mark.skipif(bool(shim.why_not()), reason=shim.why_not())


@pytest.fixture(scope="module")
def room() -> Iterator[truth.Room]:
    """Give the folder in which all commands can be said."""
    with scratch.folder() as place, truth.Room(place) as made:
        yield made


# -- the parts ----------------------------------------------------------------------------------------


def test_kill() -> None:
    """A killed command has stored everything or nothing, and everything that it answered."""
    outcome = kill.run(SEED, kills=6, most=1, only=(ADD, FIX, LIST))
    assert outcome.runs >= 6
    assert outcome.problems == ()


def test_disk() -> None:
    """A disk that fails or is full harms nothing, and what is said about it is true."""
    outcome = disk.run(SEED, most=2, only=(ADD,))
    assert outcome.runs
    assert outcome.problems == ()


@needs_shim
def test_power() -> None:
    """Without power at any moment everything that was answered is there, and nothing in part."""
    outcome = power.run(SEED, most=10, only=(ADD, FIX))
    assert outcome.runs >= 10
    assert outcome.problems == ()


@needs_shim
def test_faults() -> None:
    """A call that fails harms nothing, leaves nothing lying about, and what is said about it is true."""
    outcome = faults.run(SEED, most=3, only=truth.FEW[:3])
    assert outcome.runs == 9
    assert outcome.problems == ()


@needs_shim
def test_streams() -> None:
    """A stream that is closed, full or without anybody at its end makes no exit code untrue."""
    outcome = streams.run(SEED, most=4, only=truth.FEW[:1])
    assert outcome.runs == 4
    assert outcome.problems == ()


@needs_shim
def test_clocks() -> None:
    """What is stored is the same whatever the clock says."""
    outcome = clocks.run(SEED, most=1, only=truth.FEW[:2])
    assert outcome.runs == 6
    assert outcome.problems == ()


@needs_shim
def test_pairs() -> None:
    """Two commands at once make what one of their orders makes, or one is told to wait."""
    outcome = pairs.run(SEED, most=1, only=pairs.FEW[:2])
    assert outcome.runs == 4
    assert outcome.problems == ()


def test_crowd() -> None:
    """Eight writers lose no hand and no number, and two readers never see a wrong sum."""
    outcome = crowd.run(SEED, hands=3, by_add=1)
    assert outcome.runs == 24
    assert outcome.problems == ()


def test_forgery() -> None:
    """Whatever is changed in the file is found by check."""
    outcome = forgery.run(SEED, count=40)
    assert outcome.runs == 48
    assert outcome.problems == ()


def test_enemy() -> None:
    """Whatever stands in a ledger that somebody else made, with seals that fit: a sentence, soon, and no escapes."""
    outcome = enemy.run(SEED, count=7, commands=3)
    assert outcome.runs == 21
    assert outcome.problems == ()


def test_lists() -> None:
    """A process that is killed while lists come in has lost none that it acknowledged, and left none in part."""
    outcome = lists.run(SEED, kills=4)
    assert outcome.runs == 4
    assert outcome.problems == ()


def test_desk() -> None:
    """Two laptops at the desk and a phone at each table lose nothing to kills, and have nothing twice."""
    outcome = desk.run(SEED, people=12)
    assert (outcome.runs, outcome.problems) == (6, ())
    assert outcome.figures["kills"]


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say what a process took")
def test_floods(monkeypatch: pytest.MonkeyPatch) -> None:
    """A workbook of which somebody made far too much is read rightly, or refused soon and in little memory.

    Seconds are three times as many here: on a busy machine the processor takes longer for the same.
    """
    monkeypatch.setattr(floods, "MOST_SECONDS", 3 * floods.MOST_SECONDS)
    outcome = floods.run(SEED, count=len(floods.FLOODS))
    assert outcome.runs == len(floods.FLOODS)
    assert outcome.problems == ()


@pytest.mark.parametrize(
    ("ran", "said"),
    [
        pytest.param(floods.Ran(0, 1.9, 200), [], id="read"),
        pytest.param(floods.Ran(0, 2.5, 200), ["took 2.50 s"], id="slow"),
        pytest.param(floods.Ran(0, 0.5, 251), ["took 251 MB"], id="large"),
        pytest.param(floods.Ran(3, 0.5, 30), ["ended with 3"], id="traceback"),
    ],
)
def test_a_flood_that_drowns_would_be_noticed(ran: floods.Ran, said: list[str]) -> None:
    """Whatever takes too much, or ends otherwise than it should."""
    assert list(floods._wrong(ran)) == said  # noqa: SLF001  what it calls wrong


def test_rot() -> None:
    """A bit that flips is noticed, or changes nothing that is read or printed."""
    outcome = rot.run(SEED, count=12)
    assert outcome.runs == 12
    assert outcome.problems == ()


# -- what they would find -----------------------------------------------------------------------------


@needs_shim
def test_an_answer_is_printed_when_everything_is_on_disk(home: Path) -> None:
    """The journal is synced before the ledger is written, and the folder when the journal is gone."""
    one = cases.ready(ADD, home / "add")
    with shim.built(home) as built:
        steps = built.steps(one, home / "place")
    first = steps.index("write sklog.db")
    assert steps[first - 3 : first] == ["sync .", "write sklog.db-journal", "sync sklog.db-journal"]
    last = steps.index("print ")
    assert steps[last - 4 : last] == ["write sklog.db", "sync sklog.db", "unlink sklog.db-journal", "sync ."]
    assert set(steps[last:]) == {"print "}


@needs_shim
def test_a_new_folder_is_on_disk_before_an_answer(home: Path) -> None:
    """Where folders are made for a ledger, their names are synced, too."""
    start = cases.Case("start", (*cases.START, "--db", "new/er/sklog.db"), "Evening", lambda _place: None)
    one = cases.ready(start, home / "start")
    with shim.built(home) as built:
        steps = built.steps(one, home / "place")
    first = steps.index("mkdir new")
    assert steps[first : first + 5] == ["mkdir new", "sync .", "mkdir new/er", "sync new", "create new/er/sklog.db"]


@needs_shim
@pytest.mark.parametrize(("setting", "kind"), [("FULL", "lost"), ("OFF", "corrupted")])
def test_a_ledger_that_syncs_less_would_be_noticed(setting: str, kind: str) -> None:
    """With less than `synchronous = EXTRA` a cut of the power loses an answered hand, or harms the file."""
    assert power.run(SEED, most=30, only=(ADD,), synchronous=setting).figures[kind]


def test_a_hand_that_is_missing_or_half_there_is_noticed(home: Path) -> None:
    """What was answered and is not there is lost; what is there in part is corrupted."""
    one = cases.ready(ADD, home / "add")
    place = one.scene(home / "place")
    assert cases.look(one, place, one.said).lost == "acknowledged 1, there 0"
    with closing(sqlite3.connect(place / scratch.LEDGER)) as ledger:
        ledger.execute("UPDATE state SET hands = hands + 1")
        ledger.commit()
    assert cases.look(one, place, "").broken == "half of it is there"


@pytest.mark.parametrize(
    ("said", "stored", "wrong"),
    [
        pytest.param("the disk is full: nothing was stored\n", False, "", id="true"),
        pytest.param("the disk is full: nothing was stored\n", True, "it was stored", id="untrue"),
        pytest.param("", False, "not one sentence", id="silent"),
        pytest.param("Traceback (most recent call last):\n", False, "not for people", id="traceback"),
        pytest.param("cannot rollback - no transaction is active\n", False, "not for people", id="raw"),
    ],
)
def test_what_is_said_when_the_disk_fails(said: str, wrong: str, *, stored: bool) -> None:
    """A sentence counts as clear if it is one, is for people, and is true."""
    assert disk.unclear(scratch.Ran(1, "", said), stored=stored) == wrong


FOUND = {
    "what was stored is not denied where a lock is not given back": (
        ("add", "w", "b-l2"),
        "unlock sklog.db",
        errno.EIO,
    ),
    "what was stored is not denied where a lock is not lessened": (("add", "w", "b-l2"), "lock sklog.db", errno.ENOLCK),
    "an answer that is cut short goes on": (("show",), "print (1)", faults.SHORT),
    "a disk that cannot be read is no damage": (("show",), "read sklog.db", errno.EIO),
    "a part is not left behind": (("tariff", "new", "x", "-o", "x.yaml"), "close .x.yaml", errno.EIO),
    "a folder of tariffs that cannot be seen": (
        ("tariff", "check", "haus"),
        "stat .config/sklog/tariffs",
        errno.EACCES,
    ),
    "a ledger that cannot be seen is one": (("restore",), "stat sklog.db", errno.EIO),
    "stderr that is full": (("reopen",), "print (2)", errno.ENOSPC),
    "a part of a copy is not left behind": (("close", "--stock", "split"), "close sklog-backups/.", errno.EINTR),
    "no evening is to blame for the disk": (("report", "partners"), "read sklog.db", errno.EIO),
    "a stdout that cannot be told where it is": (("show",), "seek (1)", errno.EIO),
}
"""What once went wrong: a command, the calls that begin so, and how each of them fails."""


@needs_shim
@pytest.mark.parametrize(("words", "call", "error"), FOUND.values(), ids=FOUND)
def test_what_a_failing_call_once_did(room: truth.Room, words: tuple[str, ...], call: str, error: int) -> None:
    """Everything that the run has found stays mended."""
    one = room.command(words)
    for at in (number for number, step in enumerate(one.steps, 1) if step.startswith(call)):
        room.scene()
        ran = room.run(words, one.typed, HOW="once", AT=str(at), ERROR=str(error))
        assert list(truth.judged(room, one, ran, truth.Harm(f"call {at}", silent=call == "print (2)"))) == []


@needs_shim
@pytest.mark.parametrize(
    ("ran", "kinds"),
    [
        pytest.param(scratch.Ran(0, "", ""), {"lost", "untrue"}, id="not stored"),
        pytest.param(scratch.Ran(1, "", ""), {"unclear"}, id="silent"),
        pytest.param(scratch.Ran(1, "", "sklog.db is damaged: go back\n"), {"untrue"}, id="a false reason"),
        pytest.param(scratch.Ran(-14, "", ""), {"unclear"}, id="hangs"),
        pytest.param(scratch.Ran(1, "", "the disk is full: nothing was stored\n"), set(), id="true"),
    ],
)
def test_an_untrue_outcome_is_noticed(room: truth.Room, ran: scratch.Ran, kinds: set[str]) -> None:
    """Nothing was stored: whoever says that all is well, or nothing, or something else, is found out."""
    one = room.command(("add", "w", "b-l2"))
    room.scene()
    assert {kind for kind, __ in truth.judged(room, one, ran, truth.Harm("no harm"))} == kinds


@needs_shim
def test_what_lies_about_is_noticed(room: truth.Room) -> None:
    """A file that no command makes is left beside; a sentence that denies what was stored is untrue."""
    one = room.command(("add", "w", "b-l2"))
    (room.place / ".x.part").write_text("")
    ran = scratch.Ran(1, "", "the disk is full: nothing was stored\n")
    assert [kind for kind, __ in truth.judged(room, one, ran, truth.Harm("no harm"))] == ["untrue", "left beside"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110  while collecting
@pytest.mark.parametrize(("words", "code"), [(("nonsense",), 2), (("show",), 1)], ids=["wrong usage", "refused"])
def test_a_full_stderr_changes_no_exit_code(home: Path, words: tuple[str, ...], code: int) -> None:
    """What cannot be said is lost, and the exit code says it alone."""
    command = ["sh", "-c", 'exec "$@" 2>/dev/full', "-", *scratch.SKLOG, *words]
    for unbuffered in ("", "1"):
        assert scratch.run(command, home, PYTHONUNBUFFERED=unbuffered).code == code


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110  the same
def test_a_full_stdout_is_no_fault_of_the_ledger(room: truth.Room) -> None:
    """It is said that the answer cannot be printed, not that the ledger cannot be used."""
    room.scene()
    ran = scratch.run(["sh", "-c", 'exec "$@" >/dev/full', "-", *scratch.SKLOG, "check", "--repair"], room.place)
    assert (ran.code, ran.err.partition(":")[0]) == (1, "the answer cannot be printed")


def test_a_part_is_gone_where_it_cannot_be_closed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing lies beside a file that could not be written."""
    close = os.close

    def failing(handle: int) -> None:
        close(handle)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(files.os, "close", failing)
    with pytest.raises(OSError, match="Input/output error"), files.part_of(home / "x.yaml"):
        pytest.fail("it was opened")
    monkeypatch.undo()
    assert list(home.iterdir()) == []


def test_a_crowd_that_loses_a_hand_is_noticed(home: Path) -> None:
    """A hand that was answered and is not there, or has another number, is lost."""
    for line in (("start", "Abend", "--players", "Anna,Bene,Christl,Dani"), ("add", "w", "a", "//", "0-0")):
        scratch.told(line, home)
    nobody = [crowd.Wrote([], [], 0, []) for _writer in range(crowd.WRITERS)]
    assert [*crowd.lost(home, [nobody[0]._replace(hands=[(1, "0-0")]), *nobody[1:]], 0)] == [
        "evening 1: its hands are not those that were said, each once"
    ]
    assert "evening 1: its hands do not have the numbers that were answered" in crowd.lost(home, nobody, 1)


def test_lists_that_are_missing_or_half_there_are_noticed(home: Path) -> None:
    """A list that was acknowledged and is not there is lost; a table that is closed without its list is half of one."""
    lists.prepare(home)
    assert lists.look(home) == lists.Seen(0)
    ledger = Ledger(home / scratch.LEDGER)
    ledger.close_evening("Herbstrennen 1/1")
    assert lists.look(home) == lists.Seen(0, "table 1 is closed without its list, or open with it")
    ledger.tournaments.hand_in(1, 2, lists.sums(2))
    assert lists.look(home) == lists.Seen(1, "the lists of tables [2] are in")


def test_a_forgery_that_nobody_notices_is_reported(home: Path) -> None:
    """A ledger on which check finds nothing is one that nobody notices."""
    one = cases.ready(ADD, home / "add")
    assert forgery.undetected(one.template / scratch.LEDGER) == forgery.NOBODY


@pytest.mark.parametrize(
    ("code", "said", "wrong"),
    [
        pytest.param(3, "evening 1 is damaged\n", "", id="sentence"),
        pytest.param(1, 'Traceback\n  File "x"\nKeyError: 1\n', 'KeyError: 1 at File "x"', id="traceback"),
        pytest.param(-24, "", "ended with -24", id="killed"),
        pytest.param(0, "\x1b[31m", "prints [\"'\\\\x1b'\"]", id="escape"),
        pytest.param(0, "\u202eanna", "prints [\"'\\\\u202e'\"]", id="turned-around"),
    ],
)
def test_what_an_enemy_would_achieve_is_noticed(code: int, said: str, wrong: str) -> None:
    """A traceback, another end, and every letter that steers a terminal."""
    assert enemy.unfit(code, "", said) == wrong


def test_a_bit_is_flipped_and_flipped_back() -> None:
    """One bit differs, and no other."""
    assert rot.flipped(b"ab", 9) == b"a`"
    assert rot.flipped(rot.flipped(b"ab", 9), 9) == b"ab"


def test_what_has_reached_the_disk_without_a_sync() -> None:
    """Writes that were not synced are there, or not, or in part; what was synced is there."""
    before = power.File(b"old ")
    disk = power.Disk({"a": before}, {"a": before})
    for call in (shim.Taped("write", "a", place=4, data=b"new"), shim.Taped("create", "b")):
        disk.do(call)
    dice = random.Random(SEED)  # noqa: S311  dice that fall the same way again
    assert disk.without_power(dice, 0.0, 0.0) == {"a": b"old "}
    assert disk.without_power(dice, 1.0, 1.0) == {"a": b"old new", "b": b""}
    disk.do(shim.Taped("sync", "a"))
    assert disk.without_power(dice, 0.0, 0.0) == {"a": b"old new"}
    disk.do(shim.Taped("sync", "."))
    disk.do(shim.Taped("rename", "c", before="b"))
    assert disk.without_power(dice, 0.0, 0.0) == {"a": b"old new", "b": b""}
    assert disk.without_power(dice, 1.0, 0.0) == {"a": b"old new", "c": b""}


def test_the_table_says_what_was_met_missed_and_skipped() -> None:
    """A row for each part; what is not looked for is left empty."""
    outcomes = [
        Outcome("kill", 2, (), {"lost": 0}),
        Outcome("rot", 3, ("bit 7",), {"undetected": 1}),
        Outcome("power", 0, skipped="there is no gcc"),
    ]
    rows = [line.split() for line in table(outcomes).splitlines()[2:]]
    assert rows == [
        ["kill", "2", "0", "met"],
        ["rot", "3", "1", "missed"],
        ["power", "0", "skipped:", "there", "is", "no", "gcc"],
    ]
