"""The torture run in small: each of its parts finds nothing, and would find something if there were something."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.torture import cases, crowd, disk, enemy, forgery, kill, power, rot, scratch, shim
from tests.torture.__main__ import table
from tests.torture.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SEED = 1
ADD, FIX = (next(case for case in cases.CASES if case.name == name) for name in ("add", "fix"))
needs_shim = pytest.mark.skipif(bool(shim.why_not()), reason=shim.why_not())


@pytest.fixture
def home() -> Iterator[Path]:
    """Give an empty folder with nothing of the user's in sight."""
    with scratch.folder() as place:
        yield place


# -- the parts ----------------------------------------------------------------------------------------


def test_kill() -> None:
    """A killed command has stored everything or nothing, and everything that it answered."""
    outcome = kill.run(SEED, kills=6, most=1, only=(ADD, FIX))
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


def test_a_crowd_that_loses_a_hand_is_noticed(home: Path) -> None:
    """A hand that was answered and is not there, or has another number, is lost."""
    for line in (("start", "Abend", "--players", "Anna,Bene,Christl,Dani"), ("add", "w", "a", "//", "0-0")):
        scratch.told(line, home)
    nobody = [crowd.Wrote([], [], 0, []) for _writer in range(crowd.WRITERS)]
    assert [*crowd.lost(home, [nobody[0]._replace(hands=[(1, "0-0")]), *nobody[1:]], 0)] == [
        "evening 1: its hands are not those that were said, each once",
    ]
    assert "evening 1: its hands do not have the numbers that were answered" in crowd.lost(home, nobody, 1)


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
