"""A ledger that stays open between commands says, refuses and stores what one does that is opened for each."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from sklog.desk.ledger import Ledger
from sklog.errors import LedgerError, NotFound, Repeated, SklogError
from sklog.ledger import chain, database, evenings
from sklog.ledger.open import STAYING, staying_open
from sklog.vault.check import disagreements
from tests.recorded import forged

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere every command opens the ledger")
LINES = ("s ac nl3", "w b-l2", "hs a", "x", "s bd-", "w a")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Return a ledger with some hands, which stays open."""
    with staying_open():
        made = Ledger(tmp_path / "sklog.db")
        made.start_evening("Abend", ("Anna", "Bene", "Christl", "Dani"), "wiki")
        for line in LINES:
            made.record(line)
        yield made


def kept(ledger: Ledger) -> database.Connection | None:
    """Return the connection that stays open between two commands, None where none does."""
    staying = STAYING.get()
    assert staying is not None
    return staying._left.get(ledger.path, ((), None))[1]  # noqa: SLF001  nobody else has to know


def test_one_connection_does_it_all_and_is_closed_in_the_end(tmp_path: Path) -> None:
    """What reads takes what has written; behind the end nothing is open."""
    with staying_open():
        ledger = Ledger(tmp_path / "sklog.db")
        ledger.start_evening("Abend", ("Anna", "Bene", "Christl", "Dani"), "wiki")
        connection = kept(ledger)
        assert connection is not None
        ledger.record("w b")
        ledger.evening()
        assert kept(ledger) is connection
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
    ledger.record("w a")
    assert ledger.evening().hands == 2


def test_a_hand_is_proved_in_as_many_steps_in_a_long_evening(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what came since is proved once more."""
    digests = [0]
    link = chain.link

    def counted(one: object) -> object:
        digests[0] += 1
        return one

    monkeypatch.setattr(chain, "link", lambda *told: counted(link(*told)))
    taken = []
    for turn in range(60):
        digests[0] = 0
        ledger.record(LINES[turn % len(LINES)])
        taken.append(digests[0])
    assert taken[0] == taken[-1]


@pytest.mark.long
def test_what_is_known_is_what_is_there(ledger: Ledger) -> None:
    """After any commands, some of them refused, all that is kept of an evening is what would be read and proved."""
    random = Random("staying open")  # noqa: S311  nothing secret
    for _turn in range(120):
        number = random.randint(1, 12)
        some = random.choice(
            (
                lambda: ledger.record(random.choice(LINES), again=True),
                lambda: ledger.record("s ac nl"),
                lambda number=number: ledger.void(number),
                lambda number=number: ledger.fix(number, "w d"),
                lambda number=number: ledger.insert(number, "w c"),
                lambda number=number: ledger.move(number, 2),
                ledger.undo,
                ledger.redo,
                lambda: ledger.rename_person("Anna", "Anni"),
                lambda: ledger.rename_person("Anni", "Anna"),
                lambda: Ledger(ledger.path, dry_run=True).record("w a", again=True),
            )
        )
        try:
            some()
        except SklogError:
            assert kept(ledger) is None
        with ledger.reading() as opened:
            assert evenings.proved(opened, 1) == list(chain.links(opened, 1))
    with ledger.reading() as opened:
        assert list(disagreements(opened)) == []


def test_somebody_elses_hand_is_seen_and_built_upon(ledger: Ledger) -> None:
    """A write past the connection has the ledger opened anew."""
    before = kept(ledger)
    mine = STAYING.set(None)
    ledger.record("w d")
    STAYING.reset(mine)
    assert ledger.evening().hands == len(LINES) + 1
    assert kept(ledger) is not before
    ledger.record("w c")
    with ledger.reading() as opened:
        assert evenings.proved(opened, 1) == list(chain.links(opened, 1))


def test_a_fact_that_others_change_is_refused_at_once(ledger: Ledger) -> None:
    """However well it was proved before."""
    with closing(sqlite3.connect(ledger.path)) as other, other:
        forged(other, "UPDATE entry SET fact = replace(fact, 'Bene', 'Dani') WHERE id = 2")
    with pytest.raises(LedgerError):
        ledger.record("w d")
    with pytest.raises(LedgerError):
        ledger.board()


def test_a_byte_changed_past_sqlite_is_noticed(ledger: Ledger) -> None:
    """SQLite would go on with the page that it remembers."""
    content = ledger.path.read_bytes()
    at = content.rindex(b'"declarer":"Bene"')
    with ledger.path.open("r+b") as file:
        file.seek(at + len(b'"declarer":"'))
        file.write(b"Dani")
    with pytest.raises(LedgerError):
        ledger.record("w d")


def test_another_file_in_its_place_is_the_ledger(ledger: Ledger, tmp_path: Path) -> None:
    """An older copy is taken back, or the file is gone."""
    older = tmp_path / "older.db"
    shutil.copy(ledger.path, older)
    ledger.record("w d")
    older.replace(ledger.path)
    assert ledger.evening().hands == len(LINES)
    ledger.path.unlink()
    with pytest.raises(LedgerError):
        ledger.evening()


def test_others_can_write_and_switch_the_log_while_it_stays_open(ledger: Ledger) -> None:
    """Nothing is locked between two commands, and a ledger with a log does not stay open."""
    with closing(sqlite3.connect(ledger.path, timeout=0)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("COMMIT")
        other.execute("PRAGMA journal_mode = WAL")
        assert ledger.evening().hands == len(LINES)
        assert kept(ledger) is None
    ledger.record("w d")
    with closing(sqlite3.connect(ledger.path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_what_was_refused_leaves_nothing_open(ledger: Ledger) -> None:
    """An error may hold on to what reads."""
    ledger.record("w d")
    with pytest.raises(Repeated) as refused:
        ledger.record("w d")
    with pytest.raises(NotFound):
        ledger.evening("another")
    assert refused.value.number == len(LINES) + 1
    assert kept(ledger) is None
    with closing(sqlite3.connect(ledger.path, timeout=0)) as other:
        other.execute("BEGIN EXCLUSIVE")
