"""`sklog merge`: another ledger is read and never written, proved before it is believed, shown before it is taken."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from sklog import tariffs
from sklog.cli import common, printing
from sklog.errors import MOST_SAID, LedgerError
from sklog.ledger import chain, database, evenings, people, record
from sklog.ledger.chain import as_json
from sklog.ledger.evenings import state_to_text
from sklog.ledger.facts import RENAME, Recording
from sklog.ledger.open import open_ledger
from sklog.ledger.schema import never_changed
from sklog.reports.format import moment
from sklog.scoring.hand import Passed
from sklog.scoring.settings import to_mapping
from sklog.vault import backup, merge
from sklog.vault.check import disagreements
from tests import transcripts
from tests.conftest import Sklog
from tests.recorded import SAID, WENZ, add, dump, evening, linked_again, sealed_again

pytestmark = pytest.mark.long

OURS = Path(transcripts.LEDGER)
OTHER = Path("other.db")
LEDGERS = transcripts.ROOT / "tests" / "ledgers"


@contextlib.contextmanager
def ledger_at(path: Path, *, create: bool = True) -> Iterator[sqlite3.Connection]:
    """Open a ledger in the current folder."""
    with contextlib.closing(open_ledger(path, create=create)) as opened:
        yield opened


@pytest.fixture
def other(folder: Path) -> Path:
    """Return another ledger's file, with one evening of one hand."""
    with ledger_at(OTHER) as opened:
        evening(opened, WENZ)
    return folder / OTHER


def numbers(path: Path) -> list[tuple[int, ...]]:
    """Return how many evenings, actions and entries a file has."""
    with contextlib.closing(sqlite3.connect(path)) as opened:
        counted = "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM action), (SELECT count(*) FROM entry)"
        return opened.execute(counted).fetchall()


# -- the command --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("other")
def test_it_asks_first(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter alone is no: nothing is stored, not even a new ledger."""
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    ran = run("merge", "other.db", stdin="\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-2:] == ["New here: Anna, Bene, Christl, Dani.", "Take over 1 evening? [y/N]: "]
    assert not OURS.exists()
    assert "Taken over: 1 evening" in run("merge", "other.db", stdin="y\n").out
    assert numbers(OURS) == [(1, 2, 1)]


@pytest.mark.usefixtures("other")
def test_a_script_has_to_say_that_it_is_meant(run: Sklog) -> None:
    """Where nobody can be asked, --yes is needed, and a dry run stores nothing."""
    assert run("merge", "other.db").code == 1
    assert run("merge", "other.db", "--dry-run").out.endswith("Nothing was stored (--dry-run).\n")
    assert not OURS.exists()
    assert run("merge", "other.db", "--yes").code == 0


@pytest.mark.usefixtures("other")
def test_an_evening_that_is_perhaps_here_already_is_named_before_it_asks(run: Sklog) -> None:
    """Two laptops kept the list of one evening: who says yes knows that it would count twice."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    assert "Evening 1 there and evening 1 here are on the same day" in run("merge", "other.db", "--dry-run").out


@pytest.mark.usefixtures("other")
def test_what_was_recorded_since_it_asked_is_looked_at_first(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody reads the question, the table plays on: then it has to be shown again."""

    def meanwhile(_question: str, *, yes: bool) -> bool:
        with ledger_at(OURS) as ours:
            evening(ours, WENZ)
        return not yes

    monkeypatch.setattr(common, "confirmed", meanwhile)
    ran = run("merge", "other.db")
    assert (ran.code, ran.err) == (1, "somebody has recorded something since: look at sklog merge again\n")
    assert numbers(OURS) == [(1, 2, 1)]


def test_what_differs_is_shown_and_the_others_are_taken(run: Sklog, folder: Path) -> None:
    """Two versions are named with the command where they part; exit code 3, and yet a new evening came."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    shutil.copy(OURS, folder / OTHER)
    for path, who, hand in ((OURS, "anna", WENZ), (OTHER, "bene", Passed())):
        with ledger_at(path) as opened:
            record.add(opened, evenings.by_number(opened, 1), [hand], SAID._replace(who=who, typed="…"))
            if path == OTHER:
                evening(opened, WENZ, name="Zweiter")
    ran, at = run("merge", "other.db", "--yes"), moment(SAID.at)
    assert ran.code == 3
    assert ran.err.splitlines() == [
        "Evening 1 here and evening 1 there are two versions of Stammtisch, 19 Nov 2026; neither is changed:",
        f"  here:  3 commands, 2 hands; from command 3 on: {at}, anna: add …",
        f"  there: 3 commands, 1 hand (besides 1 thrown in); from command 3 on: {at}, bene: add …",
    ]
    assert numbers(OURS) == [(2, 5, 3)]
    assert run("check").code == 0


def test_an_evening_that_began_otherwise_is_shown(run: Sklog, other: Path) -> None:
    """Where not even the beginning is the same, there is no command to name."""
    shutil.copy(other, OURS)
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as opened:
        _begun(place="Eck")(opened)
    with contextlib.closing(sqlite3.connect(OURS, isolation_level=None)) as opened:
        _begun(place="Post")(opened)
    assert "  here:  0 commands, 0 hands; it began differently\n" in run("merge", "other.db", "--yes").err


def test_a_name_that_somebody_had_once_is_pointed_out(ok: Sklog, other: Path) -> None:
    """Who was renamed here and not there would be two people; the answer says so."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    ok("player", "rename", "Christl", "Christa")
    assert "Somebody here once had this name: Christl;" in ok("merge", str(other), "--yes").out


def test_what_goes_on_there_is_taken_with_forward(run: Sklog, folder: Path) -> None:
    """Without the option it says how much there is, and exits with 3; with it both are the same."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    shutil.copy(OURS, folder / OTHER)
    with ledger_at(OTHER) as opened:
        add(opened, evenings.by_number(opened, 1), WENZ)
    ran = run("merge", "other.db", "--yes")
    assert (ran.code, ran.err) == (
        3,
        "Evening 1 here continues as 1 there (Stammtisch, 19 Nov 2026), by 1 command: --forward takes it over\n",
    )
    assert run("merge", "other.db", "--yes", "--forward").code == 0
    assert numbers(OURS) == numbers(OTHER)


@pytest.mark.usefixtures("other")
def test_it_can_be_taken_back(ok: Sklog) -> None:
    """Before anything comes the ledger is copied, and the answer says how to go back to that."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
        before = dump(ours)
    back = ok("merge", "other.db", "--yes", env={"SKLOG_BACKUPS": ""}).out.splitlines()[-1]
    assert re.fullmatch(r"To take that back: sklog restore \S+-before-merge\.db", back)
    assert numbers(OURS) == [(2, 4, 2)]
    ok("restore", back.split()[-1], "--yes", env={"SKLOG_BACKUPS": ""})
    with ledger_at(OURS) as ours:
        assert dump(ours) == before


@pytest.mark.usefixtures("other")
def test_nobody_records_between_the_copy_and_what_comes(ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody records meanwhile would be in no copy, and gone after the way back: it has to wait."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    automatic = backup.automatic

    def meanwhile(path: Path, reason: str, now: datetime) -> Path | None:
        made = automatic(path, reason, now)
        with (
            ledger_at(path) as writer,
            pytest.raises(LedgerError, match="somebody else is writing"),
            database.transaction(writer, path),
        ):
            add(writer, evenings.by_number(writer, 1), Passed())
        return made

    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    monkeypatch.setattr(backup, "automatic", meanwhile)
    assert "To take that back" in ok("merge", "other.db", "--yes", env={"SKLOG_BACKUPS": ""}).out


@pytest.mark.usefixtures("other")
def test_without_a_copy_nothing_is_taken(run: Sklog) -> None:
    """Where the ledger cannot be copied first, it stays as it is."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    ran = run("merge", "other.db", "--yes", env={"SKLOG_BACKUPS": "/dev/null"})
    assert (ran.code, ran.err.partition(": ")[0]) == (1, "/dev/null cannot be used")
    assert numbers(OURS) == [(1, 2, 1)]


@pytest.mark.usefixtures("other")
def test_a_new_ledger_leaves_nothing_to_go_back_to(ok: Sklog) -> None:
    """Where there was no ledger there is no copy of one."""
    assert ok("merge", "other.db", "--yes", env={"SKLOG_BACKUPS": ""}).out.endswith("Taken over: 1 evening.\n")


@pytest.mark.usefixtures("other")
def test_people_are_called_as_they_are_called_here(ok: Sklog) -> None:
    """--as says who is who, as import does; the answer says it again."""
    ran = ok("merge", "other.db", "--yes", "--as", "Anna=Nanni,Bene=Benno")
    assert "Anna is Nanni here.\nBene is Benno here.\nNew here: Nanni, Benno, Christl, Dani.\n" in ran.out
    assert "Nanni" in ok("show", "--session", "1").out


@pytest.mark.usefixtures("other")
def test_german_is_spoken(ok: Sklog) -> None:
    """Everything that it says, it says in German."""
    out = ok("merge", "other.db", "--yes", "--as", "Anna=Nanni", env={"SKLOG_LANG": "de"}).out
    assert "Nr. dort  Datum       Name        Spiele  Vergleich  Nr. hier" in out
    assert "neu" in out
    assert "Anna ist hier Nanni.\nNeu hier: Nanni, Bene, Christl, Dani.\nÜbernommen: 1 Abend" in out


@pytest.mark.usefixtures("other")
def test_the_log_says_where_an_evening_came_from(ok: Sklog) -> None:
    """Who brought it, when, and from which file stands below its commands; a program gets it as a note."""
    ok("merge", "other.db", "--yes", env={"SKLOG_USER": "eva"})
    last = ok("session", "log").out.splitlines()[-1]
    assert last.startswith("No. 1–2 came from other.db, on ")
    assert last.endswith(", brought by eva.")


def test_the_log_says_what_came_later(ok: Sklog, other: Path) -> None:
    """Each time that more of an evening came has a line of its own."""
    ok("merge", "other.db", "--yes")
    with ledger_at(other) as opened:
        add(opened, evenings.by_number(opened, 1), WENZ)
    ok("merge", "other.db", "--yes", "--forward")
    first, later = ok("session", "log").out.splitlines()[-2:]
    assert first.startswith("No. 1–2 came from other.db, on ")
    assert later.startswith("No. 3 came from other.db, on ")


def test_ibans_are_left_where_they_are(ok: Sklog, other: Path) -> None:
    """They are personal: the answer says so where there are any."""
    assert "IBAN" not in ok("merge", "other.db", "--dry-run").out
    ok("--db", str(other), "player", "set", "Anna", "--iban", "DE89370400440532013000")
    assert "IBANs and pay links are not taken over" in ok("merge", "other.db", "--yes").out


def test_an_empty_ledger_has_nothing_to_take(ok: Sklog) -> None:
    """A ledger in which no evening began is a ledger, and there is nothing to ask."""
    with ledger_at(OTHER):
        pass
    assert ok("merge", "other.db").out == "There is nothing to take over: everything in other.db is already here.\n"


# -- another file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_older_ledger_is_taken_and_stays_as_old_as_it_is(ok: Sklog, folder: Path, version: int) -> None:
    """It is brought up to date in a copy; the evenings are those that an upgrade of the file would give."""
    shutil.copy(LEDGERS / f"schema-{version}.sqlite", folder / OTHER)
    before = OTHER.read_bytes()
    ok("merge", "other.db", "--yes")
    assert OTHER.read_bytes() == before
    ok("check")
    with ledger_at(OURS) as ours, ledger_at(OTHER) as upgraded:
        found = [[(one.uid, one.digest, one.state) for one in evenings.all_evenings(book)] for book in (ours, upgraded)]
    assert found[0] == found[1]


@pytest.mark.parametrize("make", [os.symlink, os.link], ids=["symlink", "hard-link"])
def test_the_ledger_itself_is_refused_under_any_name(run: Sklog, make: Callable[[Path, Path], None]) -> None:
    """A link to the very file is that file."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
    make(OURS, OTHER)
    ran = run("merge", "other.db", "--yes")
    assert (ran.code, ran.err) == (1, "other.db is this very ledger: name another one\n")


def test_a_pipe_is_no_ledger(run: Sklog) -> None:
    """What would be waited for forever is refused."""
    os.mkfifo(OTHER)
    assert "other.db is not a regular file" in run("merge", "other.db").err


def test_a_ledger_that_somebody_has_locked_is_not_waited_for_forever(
    run: Sklog, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while it says who is in the way."""
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        ran = run("merge", "other.db")
    assert (ran.code, ran.err) == (1, "somebody else is writing to other.db\n")


def test_what_is_not_committed_there_is_not_seen(ok: Sklog, other: Path) -> None:
    """Somebody records a hand at this moment: it comes the next time."""
    with ledger_at(other) as writer, contextlib.suppress(LookupError), database.transaction(writer, other):
        record.add(writer, evenings.by_number(writer, 1), [WENZ], SAID)
        ok("merge", "other.db", "--yes")
        raise LookupError
    assert numbers(OURS) == [(1, 2, 1)]


def test_nobody_there_waits_for_us(other: Path) -> None:
    """While we look at it, and ask, somebody can write to it, and we go on with what we saw."""
    with merge.open_proved(other, OURS) as copy, ledger_at(other) as writer:
        with database.transaction(writer, other):
            add(writer, evenings.by_number(writer, 1), WENZ)
        assert evenings.by_number(copy, 1).hands == 1


@pytest.mark.parametrize(
    "words", [("merge", "crashed.db"), ("verify", "crashed.db"), ("restore", "crashed.db")], ids=" ".join
)
def test_a_write_that_crashed_there_is_put_right_there(run: Sklog, other: Path, words: tuple[str, ...]) -> None:
    """What a crash has left beside the file cannot be undone by who only reads it, and not by who was sent it."""
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN")
        writer.execute("CREATE TABLE big (text)")
        writer.executemany("INSERT INTO big VALUES (?)", [("x" * 3000,)] * 50)
        for name in ("crashed.db", "crashed.db-journal"):
            shutil.copy(name.replace("crashed", "other"), name)
    before = [Path(name).read_bytes() for name in ("crashed.db", "crashed.db-journal")]
    assert run(*words).err == (
        "crashed.db was left in the middle of a write: ask its owner for a copy that backup has made\n"
    )
    assert [Path(name).read_bytes() for name in ("crashed.db", "crashed.db-journal")] == before
    assert run("--db", "crashed.db", "check").code == 0
    assert run("merge", "crashed.db", "--yes").code == 0


def test_a_file_that_is_too_large_is_no_ledger(run: Sklog, monkeypatch: pytest.MonkeyPatch, other: Path) -> None:
    """It is copied into memory, so there is a limit."""
    monkeypatch.setattr(backup, "MOST_BYTES", other.stat().st_size - 1)
    assert "other.db is larger than 0 MB: this is no ledger" in run("merge", "other.db").err


# -- a hostile file -----------------------------------------------------------------------------------


def _sql(*statements: str) -> Callable[[sqlite3.Connection], None]:
    def do(ledger: sqlite3.Connection) -> None:
        for statement in statements:
            ledger.execute(statement)

    return do


def _forged(table: str, *statements: str) -> Callable[[sqlite3.Connection], None]:
    """Return what changes a fact and puts the triggers back, so that the file looks as it did."""
    guards = [text for text in never_changed(table, "id = NEW.id") if "UPDATE" in text or "DELETE" in text]
    names = [text.split()[2] for text in guards]
    return _sql("PRAGMA foreign_keys = OFF", *(f"DROP TRIGGER {name}" for name in names), *statements, *guards)


def _renamed(name: str) -> Callable[[sqlite3.Connection], None]:
    """Return what records, with the right digests, that somebody who never came is called so."""

    def do(ledger: sqlite3.Connection) -> None:
        Recording(ledger, 1, SAID).add(RENAME, fact={"rename": ["Robert", name], "merge": False})
        for one in ("Robert", name):
            ledger.execute("INSERT INTO account (name, key, kind) VALUES (?, ?, 'player')", (one, one.casefold()))
        people.respell(ledger)
        _sealed_again(ledger)

    return do


def _at(moment: str) -> Callable[[sqlite3.Connection], None]:
    """Return what records, with the right digests, a command at a time that is none."""

    def do(ledger: sqlite3.Connection) -> None:
        record.add(ledger, evenings.by_number(ledger, 1), [WENZ], SAID._replace(at=moment))

    return do


def _of_a_later_one(ledger: sqlite3.Connection) -> None:
    """Record a command that is part of one that comes later."""
    second = evening(ledger, WENZ)
    later = ledger.execute("SELECT max(id) + 1 FROM action").fetchone()[0] + 1
    ledger.execute("PRAGMA foreign_keys = OFF")
    digest = chain.link(evenings.by_number(ledger, second.id).digest, "action", SAID.at, "pay", "", "", None, None)
    facts = (SAID.at, "pay", "", "", None, digest)
    head = ledger.execute(chain.HEAD, (1,)).fetchone()[0]
    for row, session, of, own in (
        (later - 1, 1, later, chain.link(head, "action", *facts)),
        (later, second.id, None, digest),
    ):
        ledger.execute(
            "INSERT INTO action (id, session_id, at, command, typed, who, command_of, digest)"
            " VALUES (?, ?, ?, 'pay', '', '', ?, ?)",
            (row, session, SAID.at, of, own),
        )
    _sealed_again(ledger)


def _linked_again(table: str, statement: str) -> Callable[[sqlite3.Connection], None]:
    """Return what changes a fact of two evenings, and makes all digests and seals fit."""

    def do(ledger: sqlite3.Connection) -> None:
        add(ledger, evenings.by_number(ledger, 1), WENZ)
        evening(ledger, WENZ)
        _forged(table, statement)(ledger)
        linked_again(ledger)
        _sealed_again(ledger)

    return do


def _begun(**changed: str) -> Callable[[sqlite3.Connection], None]:
    """Return what records, with the right digests, an evening that begins as the first one but for these facts."""

    def do(ledger: sqlite3.Connection) -> None:
        names = chain.Begun._fields
        first = chain.Begun(*ledger.execute(f"SELECT {chain.SESSION_FACTS} FROM session").fetchone())  # noqa: S608
        facts = first._replace(**{"uid": "0123456789", **changed})  # type: ignore[arg-type]  # all of it is text
        digest = chain.link(b"", "session", *facts)
        ledger.execute(
            f"INSERT INTO session ({', '.join(names)}, digest, imported) VALUES ({'?, ' * len(names)} ?, 1)",  # noqa: S608
            (*facts, digest),
        )
        state = (state_to_text(evenings.beginning(ledger, 2).begin()), 0, 0, 0, None, digest)
        ledger.execute(
            "INSERT INTO state (session_id, state, hands, position, closed, tariff, digest)"
            " VALUES (2, ?, ?, ?, ?, ?, ?)",
            state,
        )
        _sealed_again(ledger)

    return do


def _sealed_again(ledger: sqlite3.Connection) -> None:
    for (number,) in ledger.execute("SELECT id FROM session").fetchall():
        sealed_again(ledger, number)
        evening = next(evenings.select(ledger, "WHERE session.id = ?", number))
        ledger.execute(record.KEEP_OVERVIEW, record.overview(ledger, number, evening.state, closed=evening.closed))


WIKI = tariffs.find("wiki")
CHEAP = as_json(to_mapping(WIKI._replace(prices={**WIKI.prices, "wenz": -20})))
HOSTILE = {
    "forged-fact": (
        _forged("entry", "UPDATE entry SET fact = json_set(fact, '$.won', json('false'))"),
        "the chain of facts is broken at hand 1",
    ),
    "forged-balance": (
        _sql("UPDATE state SET state = json_set(state, '$.balances.Anna', 1000)"),
        "balances is stored as",
    ),
    "huge-number": (
        _forged(
            "session",
            "INSERT INTO session SELECT 4611686018427387904, 'x' || uid, name, date, place, unit, tariff_name, tariff,"
            " players, dealer, stock_in, stock_from, started_at, imported, digest FROM session",
        ),
        "the rows of session are not complete: 2 is missing",
    ),
    "trigger": (
        _sql("CREATE TRIGGER mine AFTER INSERT ON session BEGIN DELETE FROM posting; END"),
        "the trigger mine of the file is not as sklog makes it",
    ),
    "view-in-place-of-a-table": (
        _sql(
            "DROP TABLE bank",
            "CREATE VIEW bank AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)"
            " SELECT n FROM more",
        ),
        "the table bank of the file is not as sklog makes it",
    ),
    "view-without-end": (
        _sql(
            "DROP VIEW person",
            "CREATE VIEW person AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)"
            " SELECT n AS id, n AS name, n AS key, 'player' AS kind FROM more",
        ),
        "the view person of the file is not as sklog makes it",
    ),
    "name-that-steers-a-terminal": (_renamed("\x1b[31mEva"), "has characters that cannot be printed"),
    "the-stock-as-a-person": (_renamed("STOCK "), "is not a name"),
    "a-day-that-does-not-exist": (_begun(date="2026-02-30"), "evening 2: '2026-02-30', "),
    "a-day-in-words": (_begun(date="heute"), "is not a day or a time"),
    "a-time-that-is-none": (_at("yesterday"), "command 3: bad time 'yesterday'"),
    "a-time-without-a-zone": (_at("2026-11-19T20:00:00"), "command 3: bad time"),
    "a-time-behind-all-years": (_at("9999-12-31T23:59:59-14:00"), "command 3: bad time"),
    "a-time-before-all-years": (_at("0001-01-01T00:00:00+14:00"), "command 3: bad time"),
    "a-tariff-that-no-file-may-have": (_begun(tariff=CHEAP), "no tariff can be like this: wiki: prices.wenz: expected"),
    "a-command-of-a-later-one": (_of_a_later_one, "does not belong to any earlier command"),
    "an-undo-of-another-evening": (
        _linked_again("action", "UPDATE action SET undoes = 5 WHERE id = 2"),
        "the chain of facts is broken at command 2",
    ),
    "before-a-hand-of-another-evening": (
        _linked_again("entry", 'UPDATE entry SET "before" = 3 WHERE id = 1'),
        "the chain of facts is broken at hand 1 (entry 1)",
    ),
    "a-hand-that-corrects-another": (
        _linked_again("entry", "UPDATE entry SET target = 1 WHERE id = 2"),
        "entry 2 has contents that no entry of its kind has",
    ),
    "a-value-without-end": (
        _sql("INSERT INTO account (name, key, kind) VALUES ('Eva', hex(zeroblob(3000000)), 'player')"),
        "string or blob too big",
    ),
}


@pytest.mark.parametrize(("do", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_was_forged_is_not_believed(
    run: Sklog, other: Path, do: Callable[[sqlite3.Connection], None], said: str
) -> None:
    """What does not agree with itself, or was never recorded by sklog, is named; exit code 3, nothing is taken."""
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as opened:
        do(opened)
    ran = run("merge", "other.db", "--yes")
    assert ran.code == 3
    assert said in ran.err
    assert all(line.startswith("other.db: ") and line.isprintable() for line in ran.err.splitlines())
    assert not OURS.exists()


@pytest.mark.parametrize(
    "words", [("check", "--db", "other.db"), ("verify", "other.db"), ("merge", "other.db")], ids=" ".join
)
def test_what_is_left_out_is_counted_once(run: Sklog, other: Path, words: tuple[str, ...]) -> None:
    """Of many parts that are otherwise twenty are named, and a line says how many more there are."""
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as opened:
        triggers = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in triggers:
            opened.execute(f"DROP TRIGGER {name}")
    lines = [line.removeprefix("other.db: ") for line in run(*words).err.splitlines()]
    assert sum(line.startswith("the trigger ") for line in lines) == MOST_SAID
    assert [line for line in lines if "more" in line] == [f"… and {len(triggers) - MOST_SAID} more"]


@pytest.mark.parametrize("version", [1, 2, 3])
def test_nothing_of_an_older_file_is_run(run: Sklog, folder: Path, version: int) -> None:
    """A trigger that waits for the upgrade is named and never runs, not even in the copy."""
    shutil.copy(LEDGERS / f"schema-{version}.sqlite", folder / OTHER)
    with contextlib.closing(sqlite3.connect(OTHER, isolation_level=None)) as opened:
        opened.execute("CREATE TRIGGER mine AFTER UPDATE ON state BEGIN SELECT RAISE(ABORT, 'it ran'); END")
    ran = run("merge", "other.db", "--yes")
    assert (ran.code, ran.err) == (3, "other.db: the trigger mine of the file is not as sklog makes it\n")


def test_a_file_with_anything_else_in_it_is_not_taken(run: Sklog, other: Path) -> None:
    """What sklog has not made could run while the file is read: it is named."""
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as opened:
        opened.execute("CREATE TABLE wine (glass INTEGER)")
    ran = run("merge", "other.db", "--yes")
    assert (ran.code, ran.err) == (3, "other.db: the table wine of the file is not as sklog makes it\n")


def test_names_that_differ_only_in_case_are_one_person(ok: Sklog, other: Path) -> None:
    """A file may name one person in two ways, each in an evening of its own; here that is one way."""
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as opened:
        _begun(players=as_json(["ANNA", "Bene", "Christl", "Dani"]))(opened)
        assert list(disagreements(opened)) == []
    ok("merge", "other.db", "--yes")
    ok("check")
    with ledger_at(OURS) as ours:
        assert [one.name for one in evenings.people(ours)] == ["Anna", "Bene", "Christl", "Dani"]


def test_a_damaged_ledger_takes_nothing(run: Sklog, other: Path) -> None:
    """What does not agree with itself here is named first, and nothing is taken into it."""
    with ledger_at(OURS) as ours:
        evening(ours, WENZ)
        ours.execute("UPDATE score SET seal = NULL")
    assert other.exists()
    ran = run("merge", "other.db", "--yes")
    assert ran.code == 3
    said = "this ledger does not agree with itself: nothing was taken over; sklog check says what is wrong\n"
    assert ran.err.startswith(said)
    assert numbers(OURS) == [(1, 2, 1)]


def test_what_cannot_be_opened_is_said(other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the system does not let us read has one sentence."""

    def refused(*_copied: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(backup, "fill", refused)
    with pytest.raises(LedgerError, match="or its folder cannot be opened"), merge.open_proved(other, OURS):
        pass
