"""An evening and a person are put right by facts: nothing is rewritten, and everything follows."""

import contextlib
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog import tariffs
from sklog.cli import asking, printing
from sklog.desk import evening_reports
from sklog.errors import LedgerError, NotFound, Refused
from sklog.files import write_yaml
from sklog.files.already_here import import_session
from sklog.ledger import correct, evenings, history, record, undo
from sklog.ledger.evenings import Evening
from sklog.ledger.facts import Command
from sklog.ledger.open import in_memory
from sklog.reports.render import to_text
from sklog.scoring.hand import Played
from sklog.scoring.session import Session
from sklog.vault import merge, upgrade
from sklog.vault.check import disagreements
from sklog.vault.signing import keep_signature
from tests.conftest import SECONDS, Sklog
from tests.recorded import SAID, add, evening
from tests.terminal import Terminal

TABLE = ("Anna", "Bene", "Christl", "Dani")
SAUSPIEL = Played(game="sauspiel", suit="eichel", declarer="Anna", partner="Christl", won=True, augen=95)
WENZ = Played(game="wenz", declarer="Bene", won=False, augen=50)
START = ("start", "Stammtisch", "--players", ",".join(TABLE), "--tariff", "sauspiel", "--date", "2026-11-19")


@pytest.fixture
def ledger() -> Iterator[sqlite3.Connection]:
    """Return an empty ledger in memory."""
    with contextlib.closing(in_memory()) as made:
        yield made


def right(ledger: sqlite3.Connection, begun: Evening, **said: Any) -> Evening:
    """Put an evening right, and return it."""
    return correct.put_right(ledger, begun, said, SAID).evening


def facts_of(ledger: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Return every row of the tables that are never changed."""
    tables = ("session", "action", "entry")
    return [row for table in tables for row in ledger.execute(f"SELECT '{table}', * FROM {table}")]  # noqa: S608


# -- what is said, and where it is read -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "read"),
    [
        pytest.param({"name": "Bei Vroni"}, ("Bei Vroni", "2026-11-19", ""), id="name"),
        pytest.param({"date": "2026-11-18"}, ("Stammtisch", "2026-11-18", ""), id="day"),
        pytest.param({"place": "Gasthof Post"}, ("Stammtisch", "2026-11-19", "Gasthof Post"), id="place"),
    ],
)
def test_what_is_put_right_is_read_everywhere(
    ledger: sqlite3.Connection, said: dict[str, str], read: tuple[str, str, str]
) -> None:
    """By whoever asks for the evening, its session, its overview, its views; and no fact from before was touched."""
    begun, before = evening(ledger, SAUSPIEL), facts_of(ledger)
    now = right(ledger, begun, **said)
    assert (now.name, now.date, now.place) == read
    session = history.of_evening(ledger, now).session
    assert (session.name, session.date, session.place) == read
    assert ledger.execute("SELECT name, date, place FROM overview").fetchall() == [read]
    assert set(ledger.execute("SELECT session, date FROM change")) == {read[:2]}
    assert set(ledger.execute("SELECT date FROM hand")) == {read[1:2]}
    assert evenings.find(ledger, read[0]).id == evenings.find(ledger, read[1]).id == now.id
    assert facts_of(ledger)[: len(before)] != before or set(before) <= set(facts_of(ledger))
    assert list(disagreements(ledger)) == []


def test_hands_are_scored_again_where_people_sat_otherwise(ledger: sqlite3.Connection) -> None:
    """The dealer of each hand follows from the first seats, and from who dealt first."""
    begun = evening(ledger, SAUSPIEL, WENZ)
    begun = right(ledger, begun, players=["Dani", "Christl", "Bene", "Anna"])
    lines = history.of_evening(ledger, begun).session.lines()
    assert [line.table.dealer for line in lines] == ["Dani", "Christl"]
    begun = right(ledger, begun, dealer="Bene")
    lines = history.of_evening(ledger, begun).session.lines()
    assert [line.table.dealer for line in lines] == ["Bene", "Anna"]
    assert ledger.execute("SELECT dealer FROM hand ORDER BY number").fetchall() == [("Bene",), ("Anna",)]


def test_who_was_renamed_since_sits_where_he_was_put(ledger: sqlite3.Connection) -> None:
    """And who was renamed before is meant by today's name."""
    from sklog.ledger import people  # noqa: PLC0415  the others do without

    evening(ledger, SAUSPIEL)
    people.rename(ledger, "Dani", "Daniel", SAID)
    right(ledger, evenings.find(ledger, "1"), players=["Daniel", "Anna", "Bene", "Christl"], dealer="Anna")
    people.rename(ledger, "Anna", "Anni", SAID)
    session = history.of_evening(ledger, evenings.find(ledger, "1")).session
    assert (session.players, session.dealer) == (("Daniel", "Anni", "Bene", "Christl"), "Anni")
    assert list(disagreements(ledger)) == []


def test_a_struck_out_evening_counts_nowhere(ledger: sqlite3.Connection) -> None:
    """Neither in a list nor in a balance nor in a view; brought back it is what it was."""
    evening(ledger, WENZ)
    begun = evening(ledger, SAUSPIEL, name="Irrtum")
    before = [sorted(ledger.execute(f"SELECT * FROM {view}")) for view in VIEWS]  # noqa: S608
    void = right(ledger, begun, void=True)
    assert [one.name for one in evenings.all_evenings(ledger)] == ["Stammtisch"]
    assert [one.name for one in evenings.with_void(ledger)] == ["Stammtisch", "Irrtum"]
    assert [(one.name, one.evenings, one.ct) for one in evenings.people(ledger)] == [
        ("Anna", 1, 20), ("Bene", 1, -60), ("Christl", 1, 20), ("Dani", 1, 20)
    ]  # fmt: skip
    assert evenings.find(ledger).name == "Stammtisch"
    for view in VIEWS:
        assert ledger.execute(f"SELECT count(*) FROM {view} WHERE session_id = 2").fetchone() == (0,)  # noqa: S608
    with pytest.raises(NotFound, match=r"evening 2 \(Irrtum\) is struck out"):
        evenings.find(ledger, "2")
    assert list(disagreements(ledger)) == []
    right(ledger, void, void=False)
    assert [sorted(ledger.execute(f"SELECT * FROM {view}")) for view in VIEWS] == before  # noqa: S608
    assert list(disagreements(ledger)) == []


VIEWS = ("change", "running_balance", "balance", "hand", "hand_player")


def test_what_is_kept_of_the_beginning_is_proved(ledger: sqlite3.Connection) -> None:
    """Who changes it, with a seal that fits, is found."""
    from tests.recorded import sealed_again  # noqa: PLC0415  the others do without

    right(ledger, evening(ledger, SAUSPIEL), name="Richtig")
    ledger.execute("""UPDATE state SET begun = '{"name":"Falsch"}'""")
    sealed_again(ledger, 1)
    assert "the corrected start is stored as" in " ".join(disagreements(ledger))


@pytest.mark.parametrize(
    "said",
    [
        *({"name": ""}, {"name": 5}, {"date": "gestern"}, {"players": ["Anna"]}, {"players": 5}),
        *({"dealer": 7}, {"dealer": "Xaver"}, {"void": 1}),
    ],
    ids=str,
)
def test_what_no_evening_can_be_is_never_believed(ledger: sqlite3.Connection, said: dict[str, Any]) -> None:
    """A fact by an enemy, digest and all, makes its evening one that cannot be read: it ends in a sentence."""
    from sklog.ledger.facts import EVENING, Recording  # noqa: PLC0415  the others do without

    begun = evening(ledger, SAUSPIEL)
    Recording(ledger, begun.id, SAID).add(EVENING, fact=said)
    upgrade.keep_head(ledger, begun.id)
    with pytest.raises(LedgerError, match="evening 1 is damaged"):
        history.of_evening(ledger, begun)
    assert any("it cannot be read" in one for one in disagreements(ledger))


# -- taken back -------------------------------------------------------------------------------------------


def test_undo_takes_a_beginning_back_and_redo_brings_it(ledger: sqlite3.Connection) -> None:
    """The evening before is meant again by whoever says none."""
    earlier = evening(ledger, WENZ, name="Gestern")
    begun = evening(ledger, name="Irrtum")
    undo.undo(ledger, None, SAID)
    assert evenings.find(ledger).uid == earlier.uid
    undo.redo(ledger, None, SAID)
    assert evenings.find(ledger).uid == begun.uid
    undo.undo(ledger, None, SAID)
    undo.undo(ledger, None, SAID)
    assert evenings.find(ledger).hands == 0
    assert list(disagreements(ledger)) == []


def test_what_was_taken_back_stays_so_where_somebody_is_renamed(ledger: sqlite3.Connection) -> None:
    """The evening is told of it, as it may be brought back."""
    from sklog.ledger import people  # noqa: PLC0415  the others do without

    undo.undo(ledger, evening(ledger), SAID)
    people.rename(ledger, "Dani", "Daniel", SAID)
    assert evenings.all_evenings(ledger) == []
    assert list(disagreements(ledger)) == []
    assert right(ledger, evenings.find_any(ledger, "1"), void=False).state.seats[-1] == "Daniel"


@pytest.mark.parametrize("hands", [(), (SAUSPIEL, WENZ)], ids=["empty", "with-hands"])
def test_undo_takes_an_import_back_and_another_one_brings_it(
    ledger: sqlite3.Connection, hands: tuple[Played, ...]
) -> None:
    """Nothing is listed meanwhile; imported again it is there, and once."""
    session = Session("Alt", "2025-01-03", tariffs.find("wiki"), TABLE, hands)
    import_session(ledger, session, SAID, uid="0123456789")
    undo.undo(ledger, None, SAID)
    assert evenings.all_evenings(ledger) == []
    assert import_session(ledger, session, SAID, uid="0123456789").new
    assert [one.hands for one in evenings.all_evenings(ledger)] == [len(hands)]
    assert not import_session(ledger, session, SAID, uid="0123456789").new
    assert list(disagreements(ledger)) == []


def stock(ledger: sqlite3.Connection, name: str, of: Evening | None = None) -> Evening:
    """Begin an evening, with the Stock that another one left."""
    taken = {"stock": of.left, "stock_from": of.uid} if of else {}
    session = Session(name, "2026-11-20", tariffs.find("wiki"), TABLE, **taken)
    return record.start(ledger, session, SAID._replace(name="start"))


def test_a_stock_waits_again_where_its_evening_is_struck_out(ledger: sqlite3.Connection) -> None:
    """The next one takes it over, from the evening that left it; then the struck-out one stays so."""
    from sklog.scoring.hand import Passed  # noqa: PLC0415  the others do without

    left = record.close(ledger, evening(ledger, Passed(), name="Eins"), [], SAID)
    assert left.left == 40
    wrong = stock(ledger, "Irrtum", left)
    assert record.waiting_stocks(ledger, TABLE) == []
    undo.undo(ledger, wrong, SAID)
    assert [one.name for one in record.waiting_stocks(ledger, TABLE)] == ["Eins"]
    now = stock(ledger, "Zwei", left)
    assert (now.stock_in, now.stock_from) == (40, left.uid)
    assert history.of_evening(ledger, now).session.stock_from == left.uid
    assert record.waiting_stocks(ledger, TABLE) == []
    with pytest.raises(Refused, match="the Stock with which 'Irrtum' began was carried into 'Zwei'"):
        undo.redo(ledger, evenings.find_any(ledger, "2"), SAID)


def test_an_evening_whose_stock_went_on_is_not_struck_out(ledger: sqlite3.Connection) -> None:
    """The money would be in the later one, and come from nowhere."""
    from sklog.scoring.hand import Passed  # noqa: PLC0415  the others do without

    left = record.close(ledger, evening(ledger, Passed(), name="Eins"), [], SAID)
    stock(ledger, "Zwei", left)
    with pytest.raises(Refused, match="the Stock of 'Eins' was carried into 'Zwei': 'Eins' stays as it is"):
        right(ledger, left, void=True)


# -- who may --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "possible"), [({"date": "2026-11-18"}, True), ({"dealer": "Bene"}, False)], ids=str)
def test_a_closed_evening_is_put_right_where_no_money_moves(
    ledger: sqlite3.Connection, said: dict[str, str], *, possible: bool
) -> None:
    """For anything else it goes on first."""
    closed = record.close(ledger, evening(ledger, SAUSPIEL, tariff="sauspiel"), [], SAID)
    with contextlib.nullcontext() if possible else pytest.raises(Refused, match="is closed"):
        assert right(ledger, closed, **said).date == "2026-11-18"


def test_what_is_so_already_changes_nothing(ledger: sqlite3.Connection) -> None:
    """No fact is recorded."""
    begun = evening(ledger, SAUSPIEL)
    with pytest.raises(Refused, match=r"evening 1 \(Stammtisch\) is like that already: nothing was changed"):
        right(ledger, begun, name="Stammtisch")


# -- any order -------------------------------------------------------------------------------------------

OPERATIONS = st.one_of(
    st.fixed_dictionaries({"name": st.sampled_from(["Eins", "Zwei", "Drei"])}),
    st.fixed_dictionaries({"date": st.sampled_from(["2026-11-17", "2026-11-18"])}),
    st.fixed_dictionaries({"place": st.sampled_from(["", "Post", "Bräu"])}),
    st.fixed_dictionaries({"players": st.permutations(TABLE)}),
    st.fixed_dictionaries({"dealer": st.sampled_from(TABLE)}),
    st.fixed_dictionaries({"void": st.booleans()}),
    st.sampled_from([SAUSPIEL, WENZ]),
    st.just("undo"),
)


@pytest.mark.long
@settings(deadline=None, max_examples=25)
@given(st.lists(OPERATIONS, max_size=12))
def test_put_right_it_is_what_it_would_have_been(said: list[Any]) -> None:
    """Whatever is said and taken back in any order: balances, report and export are those of an evening begun right."""
    with contextlib.closing(in_memory()) as ledger, contextlib.closing(in_memory()) as other:
        evening(ledger, SAUSPIEL, WENZ, tariff="sauspiel", uid="0123456789")
        right_now = {"name": "Stammtisch", "date": "2026-11-19", "place": "", "players": [*TABLE], "dealer": None}
        done: list[tuple[dict[str, Any], list[Played]]] = [({**right_now, "void": False}, [SAUSPIEL, WENZ])]
        for one in said:
            now, hands = done[-1]
            if one == "undo":
                if len(done) > 1:
                    undo.undo(ledger, evenings.by_number(ledger, 1), SAID)
                    done.pop()
            elif isinstance(one, Played):
                if not now["void"]:
                    add(ledger, evenings.by_number(ledger, 1), one)
                    done.append((now, [*hands, one]))
            elif any(now[key] != value for key, value in one.items()):
                right(ledger, evenings.by_number(ledger, 1), **one)
                done.append(({**now, **one}, hands))
        assert list(disagreements(ledger)) == []
        now, hands = done[-1]
        void = now.pop("void")
        assert len(evenings.all_evenings(ledger)) == (not void)
        tariff = tariffs.find("sauspiel")
        session = Session(tariff=tariff, **{**now, "players": tuple(now["players"])})
        made = add_all(other, record.start(other, session, begun_by(), uid="0123456789"), hands)
        there = evenings.by_number(ledger, 1)
        assert there.state == made.state
        whole = [history.of_evening(where, one).session for where, one in ((ledger, there), (other, made))]
        assert whole[0] == whole[1]
        assert write_yaml(whole[0]) == write_yaml(whole[1])
        if not void:
            assert sheet(ledger, there) == sheet(other, made)
            assert evenings.people(ledger) == evenings.people(other)


def begun_by() -> Command:
    """Return the command with which an evening begins."""
    return SAID._replace(name="start")


def add_all(ledger: sqlite3.Connection, begun: Evening, hands: list[Played]) -> Evening:
    """Record hands, and return the evening behind them."""
    for hand in hands:
        begun = add(ledger, begun, hand)
    return begun


def sheet(ledger: sqlite3.Connection, one: Evening) -> str:
    """Return the sheet of an evening without its digest."""
    printed = to_text(evening_reports.sheet(ledger, one))
    return "\n".join(line for line in printed.splitlines() if "igest" not in line)


# -- ledgers that meet ------------------------------------------------------------------------------------


@pytest.fixture
def two() -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Return two ledgers with the same evening."""
    with contextlib.closing(in_memory()) as ledger, contextlib.closing(in_memory()) as other:
        for one in (ledger, other):
            evening(one, SAUSPIEL, uid="0123456789")
        yield ledger, other


@pytest.mark.parametrize("said", [{"name": "Richtig"}, {"void": True}], ids=["put-right", "struck-out"])
def test_one_put_right_goes_on_there(two: tuple[sqlite3.Connection, sqlite3.Connection], said: dict[str, Any]) -> None:
    """It is taken with --forward, as hands are; the other way round it goes on here."""
    ledger, other = two
    right(other, evenings.by_number(other, 1), **said)
    assert [one.fate for one in merge.what_is_there(ledger, other)] == [merge.FURTHER_THERE]
    assert [one.fate for one in merge.what_is_there(other, ledger)] == [merge.FURTHER_HERE]
    merge.merge(ledger, other, SAID._replace(name="merge"), people={}, forward=True)
    assert evenings.by_number(ledger, 1).name == said.get("name", "Stammtisch")
    assert len(evenings.all_evenings(ledger)) == len(evenings.all_evenings(other))
    assert list(disagreements(ledger)) == []


def test_one_put_right_in_two_ways_differs(two: tuple[sqlite3.Connection, sqlite3.Connection]) -> None:
    """Nothing of it is taken; in the same way it is the same."""
    ledger, other = two
    begun, there = evenings.by_number(ledger, 1), evenings.by_number(other, 1)
    right(ledger, begun, name="Eins")
    right(other, there, name="Zwei")
    assert [one.fate for one in merge.what_is_there(ledger, other)] == [merge.DIFFERS]
    right(other, evenings.by_number(other, 1), name="Eins")
    assert [one.fate for one in merge.what_is_there(ledger, other)] == [merge.SAME]
    right(ledger, evenings.by_number(ledger, 1), void=True)
    assert [one.fate for one in merge.what_is_there(ledger, other)] == [merge.DIFFERS]


def test_a_struck_out_evening_comes_along_and_stays_so(ledger: sqlite3.Connection) -> None:
    """Else it would count again by a detour."""
    with contextlib.closing(in_memory()) as other:
        right(other, evening(other, SAUSPIEL), void=True)
        merge.merge(ledger, other, SAID._replace(name="merge"), people={})
        assert evenings.all_evenings(ledger) == []
        assert [one.kind for one in evenings.with_void(ledger)] == [evenings.VOID]
        assert list(disagreements(ledger)) == []


def test_a_stock_that_a_struck_out_evening_took_here_is_not_taken_there_as_well(
    two: tuple[sqlite3.Connection, sqlite3.Connection],
) -> None:
    """Such an evening is left out with a sentence; a struck-out one moves no money, and comes."""
    from sklog.scoring.hand import Passed  # noqa: PLC0415  the others do without

    ledger, other = two
    for one in two:
        add(one, evenings.by_number(one, 1), Passed())
        record.close(one, evenings.by_number(one, 1), [], SAID)
    undo.undo(ledger, stock(ledger, "Irrtum", evenings.by_number(ledger, 1)), SAID)
    stock(other, "Zwei", evenings.by_number(other, 1))
    [_same, came] = merge.merge(ledger, other, SAID._replace(name="merge"), people={}).met
    assert (came.fate, came.why) == (merge.REFUSED, "'Zwei' begins with a Stock that 'Irrtum' has taken over already")
    assert list(disagreements(ledger)) == []


# -- typed ------------------------------------------------------------------------------------------------


def listed(ok: Sklog, *words: str) -> list[tuple[int, str, str, str]]:
    """Return number, name, day and state of each evening that is listed."""
    rows = json.loads(ok("session", "list", *words, "--format", "json").out)["tables"]["sessions"]
    return [(row["number"], row["name"], row["date"], row["state"]) for row in rows]


def test_it_is_typed_and_listed(ok: Sklog) -> None:
    """With its words as they come, and the log says who said it."""
    ok(*START)
    ok("add", "s", "ac")
    ok("session", "rename", "1", "Bei", "Vroni")
    ok("session", "date", "Bei Vroni", "18.11.2026")
    assert listed(ok) == [(1, "Bei Vroni", "2026-11-18", "open")]
    assert "session date 1 2026-11-18" in ok("session", "log").out
    assert "The evening was corrected: session rename 1 Bei Vroni" in " ".join(ok("explain", "1").out.split())
    ok("session", "seats", "1", "Dani,", "Christl,Bene,", "Anna")
    assert "Dani" in ok("show").out.splitlines()[3]


def test_a_struck_out_evening_is_listed_on_request(ok: Sklog, run: Sklog) -> None:
    """No other list, report or export has it."""
    ok(*START)
    ok("add", "s", "ac")
    said = ok("session", "void", "1").out
    assert said == (
        "Struck out: evening 1, Stammtisch, 19 Nov 2026. It no longer counts anywhere.\n"
        "To bring it back: sklog session restore 1\n"
    )
    assert listed(ok) == []
    assert listed(ok, "--void") == [(1, "Stammtisch", "2026-11-19", "struck out")]
    assert json.loads(ok("player", "list", "--format", "json").out)["tables"]["players"] == []
    for words in (("show",), ("report", "standings"), ("settle", "--all"), ("export", "1"), ("report", "session")):
        assert run(*words).code == 1
    ok("session", "restore", "1")
    assert listed(ok) == [(1, "Stammtisch", "2026-11-19", "open")]


def test_what_was_put_right_leaves_and_comes_back_the_same(ok: Sklog) -> None:
    """Export, import elsewhere, export: the same file; and its old file is known here as what it was."""
    ok(*START)
    ok("add", "s", "ac")
    old = ok("export", "1").out
    ok("session", "date", "1", "2026-11-18")
    ok("session", "dealer", "1", "Bene")
    new = ok("export", "1").out
    Path("old.yaml").write_text(old, encoding="utf-8")
    Path("new.yaml").write_text(new, encoding="utf-8")
    assert "already here" in ok("import", "new.yaml", "old.yaml").out
    ok("import", "--db", "other.db", "new.yaml")
    assert ok("export", "--db", "other.db", "1").out == new


@pytest.mark.long
def test_a_copy_brings_back_what_it_was(ok: Sklog) -> None:
    """Put right after the copy, it is as it was in the copy, and can be put right again."""
    ok(*START)
    ok("session", "rename", "1", "Eins")
    ok("backup", "kept.db")
    ok("session", "rename", "1", "Zwei")
    ok("session", "void", "1")
    ok("restore", "kept.db", "--yes")
    assert listed(ok) == [(1, "Eins", "2026-11-19", "open")]
    ok("check")


def test_a_signed_evening_is_as_it_was_signed(ledger: sqlite3.Connection) -> None:
    """It goes on first: then the signature is of what it was."""
    from sklog.ledger import signatures  # noqa: PLC0415  the others do without

    closed = record.close(ledger, evening(ledger, SAUSPIEL, tariff="sauspiel"), [], SAID)
    keep_signature(ledger, closed.id, signatures.Signature(SAID.at, "Anna", "said", "key", "signed"))
    with pytest.raises(Refused, match="was signed when it ended"):
        right(ledger, closed, name="Neu")
    assert right(ledger, undo.reopen(ledger, closed, SAID), name="Neu").name == "Neu"


@pytest.mark.long
def test_a_tournament_keeps_its_seats(ok: Sklog, run: Sklog) -> None:
    """Its name and its day are put right like any other's."""
    ok("tournament", "new", "Herbstrennen", "--tariff", "bsv")
    assert "belongs to a tournament: only its name, day and place" in run("session", "void", "1").err
    ok("session", "rename", "1", "Winterrennen")
    assert "Winterrennen" in ok("tournament", "show").out
    ok("check")


# -- behind midnight ----------------------------------------------------------------------------------------


def at_two() -> str:
    """Return a zone in which it is two at night."""
    return f"XXX{datetime.now(UTC).hour - 2:+d}"


def test_behind_midnight_one_line_says_how_the_day_is_put_right(ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody can be asked the evening has the day that it is."""
    with monkeypatch.context() as night:
        night.setenv("TZ", at_two())
        time.tzset()
        said = " ".join(ok(*START[:-2]).out.split())
    time.tzset()
    today = datetime.now(UTC).date()
    assert "so the evening has today's date. If it is yesterday's: sklog session date 1 " in said
    assert listed(ok)[0][2] == today.isoformat()


@pytest.mark.long
@pytest.mark.parametrize(("typed", "days"), [("\r", 1), ("today\r", 0)], ids=["Enter", "today"])
def test_behind_midnight_somebody_at_a_terminal_is_asked(ok: Sklog, typed: str, days: int) -> None:
    """Enter alone takes the day before."""
    with Terminal(*START[:-2], env={"TZ": at_two()}) as terminal:
        terminal.process.expect("Which day does this evening belong to", timeout=SECONDS)
        terminal.process.send(typed)
        terminal.process.expect("deals first", timeout=SECONDS)
    today = datetime.now(UTC).date()
    assert (today - datetime.fromisoformat(listed(ok)[0][2]).date()).days == days


def test_behind_midnight_one_step_back_reaches_the_day(
    ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the first of the questions."""
    assert folder.exists()
    answers = iter(("", None, "28.11.2026", "Abend", "Anna Bene Christl Dani", ""))

    def line(_shown: str, begun: str) -> str:
        if (given := next(answers)) is None:
            raise asking.StepBack
        return given or begun

    monkeypatch.setattr("sklog.cli.evening._behind_midnight", lambda: ("02:00", "2026-11-27"))
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    monkeypatch.setattr(asking, "_ask_line", line)
    ok("start")
    assert not list(answers)
    assert listed(ok)[0][1:3] == ("Abend", "2026-11-28")


@pytest.mark.long
def test_behind_midnight_a_key_typed_before_is_no_day(folder: Path) -> None:
    """The question waits for one that is typed once it can be read."""
    assert folder.exists()
    with Terminal("start", env={"TZ": at_two(), "NO_COLOR": "1"}, columns=120) as terminal:
        terminal.type("\r\r")
        terminal.until(lambda: terminal.line.endswith("]"))
        terminal.rest()
        assert "Which day does this evening belong to?" in terminal.text
        assert "or press Enter for the day before [" in " ".join(terminal.text.split())


# -- people ------------------------------------------------------------------------------------------------

LIST = "Datum;Anna;Beni;Christl;Dani\n03.01.2025;1,20;-0,40;-0,60;-0,20\n10.01.2025;-1,30;0,40;0,70;0,20\n"


def test_a_grown_list_follows_who_was_renamed_and_what_was_put_right(ok: Sklog) -> None:
    """Its old evenings are those that are here, and in the new one people are called as they are now."""
    Path("liste.csv").write_text(LIST, encoding="utf-8")
    ok("import", "liste.csv", "--rows", "each")
    ok("player", "rename", "Beni", "Bene")
    ok("session", "date", "2", "11.01.2025")
    Path("liste.csv").write_text(f"{LIST}17.01.2025;0,50;-0,50;1,00;-1,00\n", encoding="utf-8")
    said = ok("import", "liste.csv", "--rows", "each").out
    assert said.count("already here, unchanged") == 2
    assert "Beni is called Bene here: the file's Beni was taken for that person." in said
    people = json.loads(ok("player", "list", "--format", "json").out)["tables"]["players"]
    assert {row["name"]: (row["evenings"], row["ct"]) for row in people}["Bene"] == (3, -50)
    assert "Beni" not in {row["name"] for row in people}
    ok("check")


def test_who_is_renamed_in_some_evenings_stays_who_he_was_in_the_others(ok: Sklog) -> None:
    """As `player part` does, in one word."""
    ok(*START)
    ok("close")
    ok(*START[:1], "Zweiter", *START[2:])
    ok("player", "rename", "Dani", "Daniel", "--session", "2")
    people = json.loads(ok("player", "list", "--format", "json").out)["tables"]["players"]
    assert {"Dani", "Daniel"} <= {row["name"] for row in people}


def test_a_struck_out_evening_comes_back_with_todays_names(ok: Sklog) -> None:
    """A rename touches it as well."""
    ok(*START)
    ok("add", "s", "ac")
    ok(*START[:1], "Zweiter", *START[2:])
    ok("session", "void", "1")
    ok("player", "rename", "Dani", "Daniel")
    ok("session", "restore", "1")
    assert "Daniel" in ok("show", "--session", "1").out
    ok("check")


# -- older ledgers -----------------------------------------------------------------------------------------


def test_an_import_that_an_older_sklog_took_back_counts_nowhere(ok: Sklog) -> None:
    """It stood in every list as an empty evening."""
    shutil.copy(Path(__file__).parent / "ledgers" / "schema-11.sqlite", "sklog.db")
    assert 16 not in [number for number, *_more in listed(ok)]
    assert listed(ok, "--void")[-1] == (16, "Eingelesen", "2026-10-01", "struck out")
