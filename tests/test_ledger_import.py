"""Whole evenings in and out of the ledger."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from sklog import tariffs
from sklog.errors import Refused
from sklog.files import identity, read_yaml, write_yaml
from sklog.files.already_here import Imported, import_session
from sklog.files.formats import read_path
from sklog.ledger import history, record
from sklog.ledger.open import in_memory
from sklog.scoring.hand import Passed, Played
from sklog.scoring.session import Session
from sklog.vault.check import disagreements
from tests.recorded import SAID, SAUSPIEL, WENZ, dump, evening

SAMPLES = sorted((Path(__file__).parent.parent / "sample_sessions").glob("*.yaml"))


# -- whole evenings in and out ------------------------------------------------------------------------


sample = pytest.mark.parametrize("file", SAMPLES, ids=[file.stem for file in SAMPLES])


def _take(ledger: sqlite3.Connection, session: Session) -> Imported:
    return import_session(ledger, session, SAID, uid=identity(session))


@sample
def test_importing_a_sample_evening_ends_as_the_file_expects(ledger: sqlite3.Connection, file: Path) -> None:
    """What is imported is proved, and ends with the balances that the file promises."""
    [session] = read_path(file)
    taken = _take(ledger, session)
    assert taken.new
    assert session.expect
    assert {name: taken.evening.state.balances[name] for name in session.expect} == session.expect
    assert list(disagreements(ledger)) == []


@sample
def test_importing_twice_changes_nothing(ledger: sqlite3.Connection, file: Path) -> None:
    """The same file again is known and leaves the ledger as it is."""
    [session] = read_path(file)
    _take(ledger, session)
    before = dump(ledger)
    assert not _take(ledger, session).new
    assert dump(ledger) == before


@sample
def test_export_import_export_is_the_same_file(ledger: sqlite3.Connection, file: Path) -> None:
    """An evening goes through a file into another ledger and comes out letter by letter."""
    [session] = read_path(file)
    first = write_yaml(history.of_evening(ledger, _take(ledger, session).evening).session)
    with contextlib.closing(in_memory()) as other:
        [again] = read_yaml(first, "first.yaml")
        assert write_yaml(history.of_evening(other, _take(other, again).evening).session) == first


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session._replace(entries=session.entries[:-1]),
        lambda session: session._replace(closed=True),
        lambda session: session._replace(dealer="Dani"),
        lambda session: session._replace(tariff=tariffs.find("bsv")),
    ],
    ids=["hands", "closed", "dealer", "tariff"],
)
def test_two_versions_of_an_evening_are_never_mixed(
    ledger: sqlite3.Connection, change: Callable[[Session], Session]
) -> None:
    """Another version of an evening that is there is refused, and nothing is stored."""
    session = Session(
        "Abend", "2026-11-19", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"), (WENZ, SAUSPIEL)
    )
    _take(ledger, session)
    before = dump(ledger)
    with pytest.raises(Refused, match="is already in the ledger as evening 1, but differs from this file"):
        import_session(ledger, change(session), SAID, uid=identity(session))
    assert dump(ledger) == before


def test_a_closed_evening_with_a_stock_is_imported_as_it_is(ledger: sqlite3.Connection) -> None:
    """What an evening left in the Stock waits for the next one in the other ledger, too."""
    players = ("Anna", "Bene", "Christl", "Dani")
    session = Session("Abend", "2026-11-19", tariffs.find("wiki"), players, (Passed(),), closed=True)
    _take(ledger, session)
    waiting = record.carried_stock(ledger, "ct", ["Anna"])
    assert waiting is not None
    assert (waiting.left, waiting.uid, waiting.name) == (40, identity(session), "Abend")


def test_a_stock_is_taken_over_once_across_ledgers_too(ledger: sqlite3.Connection) -> None:
    """A second evening that began with the same Stock, in another ledger, is refused with a sentence."""
    first = Session("Zweiter", "2026-11-20", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"), stock=40)
    _take(ledger, first._replace(stock_from="ab" * 16))
    with pytest.raises(Refused, match="'Dritter' begins with a Stock that 'Zweiter' has taken over already"):
        _take(ledger, first._replace(name="Dritter", stock_from="ab" * 16))


NEXT = Session("Zweiter", "2026-11-20", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"))


def test_the_stock_of_an_open_evening_is_not_taken_over(ledger: sqlite3.Connection) -> None:
    """Not even an empty one: what it leaves is known when it is closed."""
    earlier = evening(ledger)
    with pytest.raises(Refused, match="'Stammtisch', which is still open"):
        _take(ledger, NEXT._replace(stock_from=earlier.uid))
    record.close(ledger, earlier, [], SAID)
    assert _take(ledger, NEXT._replace(stock_from=earlier.uid)).new
    assert list(disagreements(ledger)) == []


def test_an_open_evening_is_not_put_before_one_that_took_its_stock(ledger: sqlite3.Connection) -> None:
    """The same where the later one is here first."""
    earlier = NEXT._replace(name="Erster", date="2026-11-19")
    _take(ledger, NEXT._replace(stock_from=identity(earlier)))
    with pytest.raises(Refused, match="'Zweiter' took over the Stock of 'Erster', which is not closed there"):
        _take(ledger, earlier)


def test_an_imported_name_is_spelled_as_the_ledger_knows_it(ledger: sqlite3.Connection) -> None:
    """`anna` beside `Anna` is refused with the right spelling: facts keep theirs."""
    evening(ledger)
    with pytest.raises(Refused, match="anna is Anna in this ledger: spell the name the same way"):
        _take(ledger, Session("Abend", "", tariffs.find("wiki"), ("anna", "Bene", "Christl", "Dani")))


def test_a_tables_own_game_is_kept(ledger: sqlite3.Connection) -> None:
    """A game that only the evening's own tariff knows is recorded, proved and read back."""
    own = tariffs.read(
        "name: haus\nextends: wiki\ngames: [sauspiel, solo, wenz, {name: nullouvert, shape: bettel, price: 60}]\n",
        "haus",
    )
    begun = record.start(ledger, Session("Abend", "", own, ("Anna", "Bene", "Christl", "Dani")), SAID, uid="1")
    [line] = record.add(ledger, begun, [Played(game="nullouvert", declarer="Anna", won=True)], SAID)
    assert line.score is not None
    assert line.score.postings["Anna"] == 180
    assert list(disagreements(ledger)) == []
    assert [last.number for last in history.last_hands(ledger, begun, 5)] == [1]
