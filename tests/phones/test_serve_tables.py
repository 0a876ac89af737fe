"""What open streams are told: every change, whoever made it, and never an older one behind a newer."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from sklog import Board, Evening, Ledger, LedgerError, NotFound, speak
from sklog.phones import pages
from sklog.phones import tables as this
from sklog.phones.pins import identified
from sklog.phones.tables import Look, Table, Tables

PEOPLE = ["Anna", "Bene", "Christl", "Dani"]
ENGLISH, GERMAN = Look("en", "seat"), Look("de", "seat")
SECONDS = 20.0


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """A ledger with an evening."""
    made = Ledger(tmp_path / "ledger.db")
    made.start_evening("Stammtisch", PEOPLE, "sauspiel", date="2026-11-19")
    return made


def watched(ledger: Ledger, run: Callable[[Tables, Table], Coroutine[Any, Any, Any]], **served: Any) -> Any:
    """Return what came of a story at the tables while somebody looks at the file."""

    async def story() -> Any:
        tables = Tables(ledger.path, **served)
        watching = asyncio.create_task(tables.watch())
        try:
            async with asyncio.timeout(SECONDS):
                return await run(tables, tables.all()[0])
        finally:
            watching.cancel()

    return asyncio.run(story())


async def told(stream: AsyncIterator[str]) -> dict[str, Any]:
    """Return the next board of a stream."""
    async for event in stream:
        kind, data = event.strip().split("\n")
        if kind == "event: board":
            return dict(json.loads(data.removeprefix("data: ")))
    raise AssertionError("the stream has ended")


def yes() -> bool:
    """Let a stream go on."""
    return True


def test_a_stream_begins_with_how_the_table_stands(ledger: Ledger) -> None:
    """Nobody has to ask twice."""
    ledger.record("w b")

    async def story(tables: Tables, table: Table) -> dict[str, Any]:
        return await told(tables.events(table, ENGLISH, yes))

    board = watched(ledger, story)
    assert (board["number"], board["said"]) == (2, "Hand 1: Wenz, Bene won")


def test_what_the_command_line_writes_is_seen(ledger: Ledger) -> None:
    """Whoever writes to the file."""

    async def story(tables: Tables, table: Table) -> list[int]:
        stream = tables.events(table, ENGLISH, yes)
        first = await told(stream)
        await asyncio.to_thread(ledger.record, "w b")
        return [first["number"], (await told(stream))["number"]]

    assert watched(ledger, story) == [1, 2]


def test_the_file_is_looked_at_between_two_writes(ledger: Ledger) -> None:
    """Whoever looks meanwhile would open the ledger again, and whoever writes next would prove all of it."""

    async def story() -> tuple[bool, bool]:
        tables, may_end = Tables(ledger.path), threading.Event()
        writing = asyncio.create_task(tables.write(may_end.wait, SECONDS))
        looking = asyncio.create_task(tables.look_again())
        await asyncio.wait((writing, looking), timeout=0.1)
        early = looking.done()
        may_end.set()
        return early, await looking and await writing

    assert asyncio.run(story()) == (False, True)


def test_every_phone_is_told_in_its_language(ledger: Ledger) -> None:
    """One hand, two streams."""

    async def story(tables: Tables, table: Table) -> list[str]:
        streams = [tables.events(table, look, yes) for look in (ENGLISH, GERMAN)]
        for stream in streams:
            await told(stream)
        await asyncio.to_thread(ledger.record, "w b")
        return [(await told(stream))["said"].partition(": ")[2] for stream in streams]

    assert watched(ledger, story) == ["Wenz, Bene won", "Wenz, Bene gewonnen"]


def test_a_slow_phone_is_told_the_newest_alone(ledger: Ledger) -> None:
    """It misses some, and none is wrong."""

    async def story(tables: Tables, table: Table) -> list[int]:
        slow, quick = (tables.events(table, ENGLISH, yes) for _phone in range(2))
        await told(slow)
        await told(quick)
        for line in ("w b", "w d", "w a"):
            await asyncio.to_thread(ledger.record, line)
            await tables.changed(table)
            await told(quick)
        return [(await told(slow))["number"]]

    assert watched(ledger, story) == [4]


def test_a_stream_ends_for_who_may_no_longer_look(ledger: Ledger) -> None:
    """A device that was thrown out hears nothing of the next hand."""
    allowed = [True]

    async def story(tables: Tables, table: Table) -> str:
        stream = tables.events(table, ENGLISH, lambda: allowed[0])
        await told(stream)
        allowed[0] = False
        await asyncio.to_thread(ledger.record, "w b")
        try:
            await told(stream)
        except AssertionError as error:
            return str(error)
        return ""

    assert watched(ledger, story) == "the stream has ended"


def test_a_quiet_stream_says_that_it_is_alive(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a phone knows when nobody is there any more."""
    monkeypatch.setattr(this, "ALIVE_SECONDS", 0.01)

    async def story(tables: Tables, table: Table) -> str:
        stream = tables.events(table, ENGLISH, yes)
        await told(stream)
        return await anext(stream)

    assert watched(ledger, story) == "event: alive\ndata: 1\n\n"


def test_a_stream_that_nobody_reads_is_forgotten(ledger: Ledger) -> None:
    """Nothing is kept for it."""

    async def story(tables: Tables, table: Table) -> list[int]:
        stream = tables.events(table, ENGLISH, yes)
        await told(stream)
        before = len(table.streams)
        await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
        return [before, len(table.streams)]

    assert watched(ledger, story) == [1, 0]


def test_a_table_of_a_room_is_found_when_it_begins(ledger: Ledger) -> None:
    """With all of them served, a new evening is one of them, and is told of."""
    found, second = [], asyncio.Event()

    def noticed(evening: Evening) -> None:
        found.append(evening.name)
        if len(found) == 2:
            second.set()

    async def story(_tables: Tables, _table: Table) -> None:
        await asyncio.to_thread(ledger.start_evening, "Tisch 2", PEOPLE)
        await second.wait()

    watched(ledger, story, everything=True, noticed=noticed)
    assert found == ["Stammtisch", "Tisch 2"]


def test_closing_is_noticed(ledger: Ledger) -> None:
    """Nobody joins an evening that is over."""
    closed, over = [], asyncio.Event()

    def noticed(evening: Evening) -> None:
        closed.append(evening.closed)
        if evening.closed:
            over.set()

    async def story(tables: Tables, table: Table) -> None:
        await told(tables.events(table, ENGLISH, yes))
        await asyncio.to_thread(ledger.close_evening, copy=False)
        await over.wait()

    watched(ledger, story, noticed=noticed)
    assert closed == [False, True]


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not so():  # noqa: ASYNC110  nothing else says that
        await asyncio.sleep(0.01)


def test_an_evening_that_is_gone_is_shown_nobody_until_it_is_back(ledger: Ledger) -> None:
    """An older copy of the ledger is in its place: what phones have is no state of it."""
    whole, older = ledger.path.read_bytes(), ledger.path.with_name("older.db")
    Ledger(older).start_evening("Davor", PEOPLE, "sauspiel", date="2026-11-12")

    async def story(tables: Tables, table: Table) -> str:
        stream = tables.events(table, ENGLISH, yes)
        await told(stream)
        older.replace(ledger.path)
        with pytest.raises(AssertionError, match="the stream has ended"):
            await told(stream)
        with pytest.raises(NotFound):
            tables.numbered(table.number, "")
        ledger.path.write_bytes(whole)
        await until(lambda: not table.gone)
        return json.loads(await tables.board_json(tables.numbered(table.number, ""), ENGLISH))["seen"].partition(".")[0]

    assert watched(ledger, story) == "1"


def test_an_evening_that_is_struck_out_is_shown_nobody_until_it_is_back(ledger: Ledger) -> None:
    """It counts nowhere, and what was put right meanwhile is shown with it."""

    async def story(tables: Tables, table: Table) -> str:
        stream = tables.events(table, ENGLISH, yes)
        await told(stream)
        await asyncio.to_thread(ledger.put_right, "void", which="1")
        with pytest.raises(AssertionError, match="the stream has ended"):
            await told(stream)
        with pytest.raises(NotFound):
            tables.numbered(table.number, "")
        await asyncio.to_thread(ledger.put_right, "restore", which="1")
        await asyncio.to_thread(ledger.put_right, "rename", "Bei Vroni", "1")
        await until(lambda: not table.gone)
        return ledger.evening("1").name

    assert watched(ledger, story) == "Bei Vroni"


def test_an_evening_that_cannot_be_read_holds_up_no_other(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table of a room is told of its own hands."""
    broken, board = identified(ledger.start_evening("Tisch 2", PEOPLE).uid), Ledger.board

    def damaged(asked: Ledger, which: str) -> Board:
        if which == broken:
            raise LedgerError("damaged")
        return board(asked, which)

    monkeypatch.setattr(Ledger, "board", damaged)

    async def story(tables: Tables, _table: Table) -> int:
        stream = tables.events(tables.all()[1], ENGLISH, yes)
        await told(stream)
        await asyncio.to_thread(ledger.record, "w b", "1")
        return int((await told(stream))["number"])

    assert watched(ledger, story, everything=True) == 2


def test_what_should_never_happen_is_said_and_the_next_hand_is_seen(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in one board does not end the looking."""
    failed: list[str] = []

    async def story(tables: Tables, table: Table) -> int:
        stream = tables.events(table, ENGLISH, yes)
        await told(stream)
        with monkeypatch.context() as broken:
            broken.setattr(Ledger, "board", lambda *_words: {}["nothing"])
            await asyncio.to_thread(ledger.record, "w b")
            await until(lambda: bool(failed))
        await asyncio.to_thread(ledger.record, "w d")
        return int((await told(stream))["number"])

    assert watched(ledger, story, failed=lambda error: failed.append(repr(error))) == 3
    assert failed[0] == "KeyError('nothing')"


@pytest.mark.long
def test_a_closed_evening_that_goes_on_is_found(ledger: Ledger) -> None:
    """With all of them served; those that stay closed are not."""
    for name in ("Davor", "Noch davor"):
        ledger.start_evening(name, PEOPLE)
        ledger.close_evening(copy=False)

    async def story(tables: Tables, _table: Table) -> list[int]:
        await asyncio.to_thread(ledger.reopen_evening, "2")
        await until(lambda: len(tables.all()) > 1)
        return [table.number for table in tables.all()]

    assert watched(ledger, story, everything=True) == [2, 1]


def test_a_board_that_cannot_be_read_now_is_nobodys_mistake(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand is recorded and answered; the next look at the file tells the board."""

    def locked(*_words: object) -> None:
        raise LedgerError("somebody else is writing")

    async def story(tables: Tables, table: Table) -> list[bool]:
        with monkeypatch.context() as patched:
            patched.setattr(this, "_boards_made", locked)
            first = await tables.tried(tables.changed(table))
        return [first, await tables.tried(tables.changed(table))]

    assert watched(ledger, story) == [False, True]


def test_a_board_is_the_same_whether_its_rows_were_made_before_or_not(ledger: Ledger) -> None:
    """Whatever a row follows from is told apart: its language, where it is looked at, and what was corrected."""
    looks = [(language, plain) for language in ("en", "de") for plain in (True, False)]
    found: list[str] = []
    for renew in (pages._hand_row.cache_clear, int):  # noqa: SLF001  what keeps the rows
        for line in ("w b", "s ac n"):
            ledger.record(line, again=True)
        ledger.fix(1, "w b-")
        ledger.void(2)
        for language, plain in looks:
            renew()
            speak(language)
            found.append(pages.page("board", board=ledger.board(), by="seat", table=1, seen="1.a", plain=plain))
        ledger.undo(4)
    speak(None)
    anew, kept = found[: len(looks)], found[len(looks) :]
    assert (anew == kept, len({*anew})) == (True, len(looks))
