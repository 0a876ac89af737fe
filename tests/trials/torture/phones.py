"""Phones: the server is killed at random moments and in the middle of writes, while phones enter hands and ask again.

What a phone was told is there is there, once, with the number that it was told; nothing is there twice; who has joined
stays joined, and every stream comes back by itself. A ledger that another program holds is waited for, and where a
disk is full a phone is told what `sklog add` says.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.served import Answer

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

from sklog import Ledger
from tests.served import Phone, Served, all_listen, hands_of, joined, sklog_serve
from tests.trials.torture import scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
TABLES, AT_A_TABLE = 2, 3
ROUND = 50  # kills, after which a new ledger is begun: an evening of thousands of hands is no evening
LONGEST_LIFE = 0.4  # seconds from the first answer of a server to its end
LONGEST_WRITE = 0.006  # seconds behind the moment at which a journal lies there
PAUSE = 0.03  # seconds between two hands of a phone, on average
LONGEST_WAIT = 120.0  # seconds until a hand is there, killed as often as it may be
MOST_HANDS = 200  # until a disk is full
BLOCK = 512  # bytes, in which a shell counts the size of a file
SMALL = "2m"
SMALL_DISK = 'mount -t tmpfs -o "size=$1" none "$2" && cp "$3"/*.db* "$2" && cd "$2" && shift 3 && exec "$@"'
"""Run behind `unshare`: the file system is gone with the process."""
LAST_WORD = 30.0  # seconds in which everybody has an answer, and every board, once nobody is killed any more


@dataclass
class Told:
    """What the phones were told of, and what they had to ask again."""

    hands: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    cut: int = 0
    again: int = 0
    overtaken: int = 0
    busy: int = 0
    in_a_write: int = 0


def run(seed: int, *, kills: int) -> Outcome:
    """Kill the server so many times, in rounds with a ledger each."""
    told, dice = Told(), random.Random(f"phones {seed}")
    hands = 0
    for first in range(0, kills, ROUND):
        with scratch.folder() as home:
            hands += asyncio.run(_round(home, dice, told, min(ROUND, kills - first)))
    return Outcome(
        "phones",
        kills,
        tuple(told.problems),
        {
            "lost": sum("lost" in one for one in told.problems),
            "hands": hands,
            "requests that were cut": told.cut,
            "told that the hand was there already": told.again,
            "told that another hand is there": told.overtaken,
            "told to wait": told.busy,
            "killed in the middle of a transaction": told.in_a_write,
        },
    )


@contextmanager
def at_tables(home: Path, tables: int = 1, people: int = 1, *more: str) -> Iterator[tuple[Served, list[list[Phone]]]]:
    """Make a ledger with so many evenings, serve it, and give the phones that have joined each of them."""
    path = home / LEDGER
    ledger = Ledger(path)
    for number in range(1, tables + 1):
        ledger.start_evening(f"Tisch {number}", PEOPLE, "wiki")
    tokens = [joined(path, evening.uid, people) for evening in sorted(ledger.evenings(), key=lambda one: one.id)]
    with Served(sklog_serve(path, "--all", *more), home, scratch.environment(home, {})) as served:
        yield (served, [[Phone(served.port, str(table), one) for one in some] for table, some in enumerate(tokens, 1)])


# -- kills --------------------------------------------------------------------------------------------


async def _round(home: Path, dice: random.Random, told: Told, kills: int) -> int:
    """Kill one server so many times; return how many hands are there afterwards."""
    with at_tables(home, TABLES, AT_A_TABLE) as (served, tables):
        phones = [phone for some in tables for phone in some]
        told.hands = {table: [] for table in range(1, TABLES + 1)}
        await all_listen(phones)
        over = asyncio.Event()
        writers = [
            asyncio.create_task(_write(phone, place, random.Random(dice.random()), told, over))
            for place, phone in enumerate(phones)
        ]
        for kill in range(kills):
            told.in_a_write += await _moment(home, dice, kill)
            served.kill()
            await asyncio.to_thread(served.begin)
        over.set()
        said = await asyncio.gather(*writers)
        told.problems += await _back_again(phones, told)
        for phone in phones:
            await phone.leave()
        told.problems += [f"stderr: {served.complaints}"] * bool(served.complaints.strip())
    told.problems += lost(home, told, {note for notes in said for note in notes})
    return sum(map(len, told.hands.values()))


async def _moment(home: Path, dice: random.Random, kill: int) -> bool:
    """Wait until it is time to kill: at any moment, or soon after a write has begun; return whether it is in one."""
    journal = home / f"{LEDGER}-journal"
    await asyncio.sleep(dice.uniform(0, LONGEST_LIFE))
    if kill % 2:
        end = time.perf_counter() + LONGEST_LIFE
        while not journal.exists() and time.perf_counter() < end:  # noqa: ASYNC110  another process makes it
            await asyncio.sleep(0)
        end = time.perf_counter() + dice.uniform(0, LONGEST_WRITE) * dice.random()
        while time.perf_counter() < end:
            pass
    return journal.exists()


async def _write(phone: Phone, place: int, dice: random.Random, told: Told, over: asyncio.Event) -> list[str]:
    """Enter hands until it is over, each until it is answered; return the notes by which they are known."""
    notes = []
    while not over.is_set():
        notes.append(f"{place}-{len(notes)}")
        line = f"{dice.choice('wg')} {dice.choice('abcd')} // {notes[-1]}"
        number = await _until_answered(phone, line, told)
        if number:
            told.hands[int(phone.table)].append((number, notes[-1]))
        await asyncio.sleep(dice.expovariate(1 / PAUSE))
    return notes


async def _until_answered(phone: Phone, line: str, told: Told) -> int:
    """Send a hand until it is there; return its number as it was told, 0 where that was refused."""
    seen = phone.seen
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        answer = await phone.say("hands", line=line, seen=seen)
        said = answer.said
        told.again += answer.result == "again"
        if answer.result in ("recorded", "again"):
            return int(said["number"])
        if not answer.status:  # the same request once more, which is what a phone does that hears nothing
            told.cut += 1
            await asyncio.sleep(0.05)
        elif answer.result == "overtaken":  # somebody has looked at both, and sends it once more
            told.overtaken += 1
            seen = said["seen"]
        elif answer.result == "busy":
            told.busy += 1
        else:
            told.problems.append(f"{line}: {answer.status} {answer.body[:300]!r}")
            return 0
    told.problems.append(f"{line}: no answer in {LONGEST_WAIT:.0f} s")
    return 0


async def _back_again(phones: list[Phone], told: Told) -> list[str]:
    """Return what is wrong with the streams: each has the last hand of its table, though nobody opened it anew."""
    found = []
    for place, phone in enumerate(phones):
        last = max((number for number, _note in told.hands[int(phone.table)]), default=0)
        if await phone.reached(last, LAST_WORD) is None:
            found.append(f"phone {place} has never got the board with hand {last}")
    return found


def lost(home: Path, told: Told, begun: set[str]) -> Iterator[str]:
    """Yield where the hands that are there are not those that were told, once, with the same numbers."""
    with closing(sqlite3.connect(home / LEDGER)) as ledger:
        for table, answered in told.hands.items():
            rows = ledger.execute(
                "SELECT number, fact ->> 'note' FROM score JOIN entry ON entry.id = entry_id"
                " WHERE session_id = ? ORDER BY number",
                (table,),
            ).fetchall()
            notes = [note for _number, note in rows]
            if twice := {note for note in notes if notes.count(note) > 1}:
                yield f"table {table}: there twice: {twice}"
            if missing := set(answered).difference(rows):
                yield f"table {table}: lost, or with another number: {missing}"
            if strange := set(notes) - begun:
                yield f"table {table}: nobody has entered {strange}"
            if len(answered) != len(rows):
                yield f"table {table}: {len(rows)} hands are there, of {len(answered)} somebody was told"
    if differs := scratch.differs(home / LEDGER):
        yield differs


# -- a ledger that is held, and a disk that is full ----------------------------------------------------


class Held(NamedTuple):
    """What came of a hand, and of a look at the board, that were sent while another program held the ledger.

    `early` and `shown` say whether either was answered before that program let it go.
    """

    answer: Answer
    board: Answer
    early: bool
    shown: bool


async def held(home: Path, seconds: float, *, how: str = "IMMEDIATE") -> Held:
    """Let another program hold the ledger for so long, against writers, or EXCLUSIVE against readers as well."""
    with (
        at_tables(home) as (_served, [[phone]]),
        closing(sqlite3.connect(home / LEDGER, isolation_level=None)) as other,
    ):
        await phone.open()
        looking = Phone(phone.port, "1", phone.token)
        other.execute(f"BEGIN {how}")
        sent = asyncio.create_task(phone.say("hands", line="s ac"))
        board = asyncio.create_task(looking.ask("GET", "/t/1"))
        await asyncio.sleep(seconds)
        early, shown = sent.done(), board.done()
        other.execute("ROLLBACK")
        found = Held(await sent, await board, early, shown)
        await phone.leave()
        await looking.leave()
    return found


class Full(NamedTuple):
    """What was said where a disk was full: to the phone, by `sklog add`, and to the same request once there was room.

    `hands` are there afterwards, and a board shows so many (`shown`); `differs` is what `sklog check` says.
    """

    answer: Answer
    add: str
    later: Answer
    hands: int
    shown: int
    differs: str


async def limited(home: Path) -> Full:
    """Let no file grow any more below a server that runs, until a hand finds no room; then let them grow again."""
    with at_tables(home) as (served, [[phone]]):
        await phone.open()
        size = (home / LEDGER).stat().st_size
        _soft, hard = resource.prlimit(served.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (size, hard))
        answer, line = await _until_full(phone)
        words = ["sh", "-c", 'ulimit -f "$1" && shift && exec "$@"', "-", str(size // BLOCK), *scratch.SKLOG, "add"]
        added = scratch.run([*words, *line.split()], home)
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (hard, hard))
        return await _room_again(home, phone, (answer, line), added.err.strip())


async def filled(home: Path) -> Full:
    """Run the server on a small file system, and fill it to the last byte; then make room again."""
    small = home / "small"
    small.mkdir()
    path = home / LEDGER
    evening = Ledger(path).start_evening("Tisch", PEOPLE, "wiki")
    [token] = joined(path, evening.uid, 1)
    words = ["unshare", "-rm", "sh", "-c", SMALL_DISK, "-", SMALL, str(small), str(home)]
    with Served([*words, *sklog_serve(small / LEDGER)], home, scratch.environment(home, {})) as served:
        inside = ("nsenter", "--target", str(served.pid), "--user", "--mount", "--preserve-credentials")
        there = Path(f"/proc/{served.pid}/root") / small.relative_to("/")  # SQLite itself follows that to our own
        phone = Phone(served.port, "1", token)
        await phone.open()
        with (there / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(b"x" * 512)
        answer, line = await _until_full(phone)
        added = scratch.run([*inside, *scratch.SKLOG, "add", "--db", small / LEDGER, *line.split()], home)
        (there / "filler").unlink()
        return await _room_again(home, phone, (answer, line), added.err.strip(), there / LEDGER)


async def _until_full(phone: Phone) -> tuple[Answer, str]:
    """Enter hands until one is not recorded; return its answer and its line."""
    for hand in range(MOST_HANDS):
        line = f"w {PEOPLE[hand % 4].lower()} // {hand} {'x' * 200}"
        answer = await phone.say("hands", line=line)
        if answer.result != "recorded":
            return answer, line
        phone.seen = answer.said["seen"]
    raise AssertionError("there was always room")


async def _room_again(
    home: Path, phone: Phone, refused: tuple[Answer, str], add: str, there: Path | None = None
) -> Full:
    """Send the line that was refused once more, and look at everything; the ledger may be `there`."""
    answer, line = refused
    later = await phone.say("hands", line=line)
    phone.listen()
    await phone.reached(hands_of(later.said), LAST_WORD)
    await phone.leave()
    if there:
        shutil.copyfile(there, home / LEDGER)
    with closing(sqlite3.connect(home / LEDGER)) as ledger:
        (hands,) = ledger.execute("SELECT count(*) FROM score").fetchone()
    return Full(answer, add, later, hands, hands_of(phone.board), scratch.differs(home / LEDGER))
