"""Phones: from the tap to all their boards, beside a bare program that keeps a row and sends as many bytes.

Both servers run, and are asked in turn, some hands each, in as many rounds as there are runs. A hand is posted as a
phone does it, and has arrived when the last open stream of its table has brought a board with it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import Ledger
from tests.served import Phone, Served, all_listen, hands_of, joined, sklog_serve
from tests.trials.benchmarks import phones_drawn
from tests.trials.benchmarks.measuring import environment
from tests.trials.benchmarks.rows import NOT_INSTALLED, Figure, Spec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from tests.served import Answer
    from tests.trials.benchmarks.rows import Measured, Run

FLOOR = "bare starlette program"
PROGRAM = Path(__file__).with_name("phones_floor.py")
PEOPLE = ("Anna", "Bene", "Christl", "Dani")
TARIFF = "sauspiel"
TABLES, AT_A_TABLE, AT_ONE = 40, 5, 8
A_SECOND = 13.0  # hands, of all tables together
SHORT, LONG = (3, 0.4, 4, 1), (25, 10.0, TABLES, 5)  # hands at one table, seconds at how many tables, starts
LATEST = 10.0  # seconds after which a board that has not come is lost
WARM = 10  # hands, of which no one looks at the clock
TICK = 0.01  # seconds: less than that the system does not tell of a processor's time
SYNC = 5  # milliseconds, where a usual disk is looked at: this machine's own may promise more than it does
SLOW = Path(__file__).with_name("slow_sync.c")


def specs(run: Run) -> list[Spec]:  # noqa: ARG001  every part is asked so
    """Return the rows of this part."""
    one, many = f"a tap, until all {AT_ONE} boards have it", f"a tap, {TABLES} tables at {A_SECOND:g} hands a second"
    streams = TABLES * AT_A_TABLE
    return [
        Spec("phones-8", f"{one}: the median", 2, FLOOR),
        Spec("phones-8-p95", f"{one}: 95 %", 2, FLOOR),
        Spec("phones-200", f"{many}: the median", 2, FLOOR),
        Spec("phones-200-p95", f"{many}: 95 %", 2, FLOOR),
        Spec("phones-8-disk", f"the same at one table, a sync takes {SYNC} ms longer: 95 %", 2, FLOOR),
        Spec("phones-200-disk", f"the same at {TABLES} tables, a sync takes {SYNC} ms longer: 95 %", 2, FLOOR),
        Spec("phones-lost", "boards that did not come", 0, FLOOR, unit=""),
        Spec("phones-memory", f"sklog serve with {streams} open streams", 60, FLOOR, unit="MiB"),
        Spec("phones-cpu-8", f"the processor for a hand and {AT_ONE} boards", 2, FLOOR),
        Spec("phones-cpu", f"the processor for a hand at {TABLES} tables", 2, FLOOR),
        Spec("phones-start", "sklog serve, until its first answer", 1, FLOOR, unit="s"),
        Spec("phones-end", f"Ctrl-C with {streams} open streams", 1, FLOOR, unit="s"),
        *phones_drawn.SPECS,
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is; "not installed" for all where the extra is."""
    if not all(importlib.util.find_spec(name) for name in ("starlette", "uvicorn", "jinja2")):
        yield from ((spec.name, Figure(problem=NOT_INSTALLED)) for spec in specs(run))
        return
    folder = run.ledgers.folder / "phones"
    folder.mkdir()
    size = SHORT if run.short else LONG
    ours, theirs = asyncio.run(_taken(folder, run.runs, size))
    for name, tell in (("phones-8", lambda one: one.at_one), ("phones-200", lambda one: one.at_many)):
        yield from _times(name, tell(ours), tell(theirs), run.runs)
    yield from _on_a_usual_disk(folder, run.runs, size)
    yield "phones-lost", Figure(ours.lost, ours.lost, theirs.lost, scale="", runs=run.runs)
    yield "phones-memory", Figure(ours.mib, ours.mib, theirs.mib, scale="MiB", runs=1)
    for name, tell in (("phones-cpu-8", lambda one: one.cpu_at_one), ("phones-cpu", lambda one: one.cpu_at_many)):
        yield name, _median(tell(ours), tell(theirs))
    for name, tell in (("phones-start", lambda one: one.starts), ("phones-end", lambda one: one.ends)):
        own, other = tell(ours), tell(theirs)
        yield name, Figure(statistics.median(own), statistics.median(own), statistics.median(other), runs=len(own))
    place = folder / "drawn"
    place.mkdir()
    ledger, [tokens] = tables_of(place, 1, phones_drawn.PHONES + 1)
    yield from phones_drawn.measure(place, ledger, tokens, run.runs)


def _on_a_usual_disk(folder: Path, runs: int, size: tuple[int, float, int, int]) -> Iterator[Measured]:
    """Yield what both take where each sync takes longer; "not installed" where that cannot be had."""
    place = folder / "slow"
    place.mkdir()
    compiled = ["gcc", "-shared", "-fPIC", "-o", str(place / "slow.so"), str(SLOW), "-ldl"]
    if not shutil.which("gcc") or sys.platform != "linux" or subprocess.run(compiled, check=False).returncode:
        yield from ((name, Figure(problem=NOT_INSTALLED)) for name in ("phones-8-disk", "phones-200-disk"))
        return
    env = {"LD_PRELOAD": str(place / "slow.so"), "SYNC_MICROSECONDS": str(SYNC * 1000)}
    ours, theirs = asyncio.run(_taken(place, runs, size, env))
    yield "phones-8-disk", _share(ours.at_one, theirs.at_one, 95, runs)
    yield "phones-200-disk", _share(ours.at_many, theirs.at_many, 95, runs)


def _times(name: str, ours: Sequence[float], theirs: Sequence[float], runs: int) -> Iterator[Measured]:
    for suffix, share in (("", 50), ("-p95", 95)):
        yield f"{name}{suffix}", _share(ours, theirs, share, runs)


def _share(ours: Sequence[float], theirs: Sequence[float], share: int, runs: int) -> Figure:
    own, other = percentile(ours, share), percentile(theirs, share)
    return Figure(own / other, own, other, runs=runs, samples=ours, other_samples=theirs)


def _median(ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    own, other = statistics.median(ours), statistics.median(theirs)
    return Figure(own / (other or TICK), own, other, runs=len(ours), samples=ours, other_samples=theirs)


def percentile(seconds: Sequence[float], share: int) -> float:
    """Return the seconds that so many of a hundred did not exceed."""
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * share // 100)]


# -- both servers -------------------------------------------------------------------------------------


@dataclass
class Taken:
    """What one of the servers took: seconds of each hand, and what else is asked about it."""

    at_one: list[float] = field(default_factory=list)
    at_many: list[float] = field(default_factory=list)
    cpu_at_one: list[float] = field(default_factory=list)
    cpu_at_many: list[float] = field(default_factory=list)
    lost: int = 0
    mib: float = 0.0
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)


class Room(NamedTuple):
    """A server with its phones, those of one table together, and what it took."""

    served: Served
    tables: Sequence[Sequence[Phone]]
    taken: Taken
    sent: Iterator[dict[str, Any]]


async def _taken(
    folder: Path, runs: int, size: tuple[int, float, int, int], env: Mapping[str, str] | None = None
) -> tuple[Taken, Taken]:
    """Ask both servers in turn, with more in their environment, and return what each took."""
    both = Taken(), Taken()
    hands, seconds, many, starts = size
    for tables, people in ((1, AT_ONE), (many, AT_A_TABLE)):
        place = folder / str(tables)
        place.mkdir()
        ledger, tokens = await asyncio.to_thread(tables_of, place, tables, people)
        commands = sklog_serve(ledger, "--all"), floor(place, await _size_of_a_board(place, ledger, tokens))
        async with AsyncExitStack() as open_rooms:
            rooms = [
                await open_rooms.enter_async_context(_room(place, command, tokens, taken, env or {}, starts=starts))
                for command, taken in zip(commands, both, strict=True)
            ]
            for turn, room in itertools.product(range(runs + 1), rooms):
                # the first round warms up
                kept = room if turn else room._replace(taken=Taken())
                await (_at_one(kept, hands) if tables == 1 else _at_many(kept, seconds))
            if tables > 1:
                for room in rooms:
                    room.taken.mib = room.served.memory()
    return both


def tables_of(folder: Path, tables: int, people: int) -> tuple[Path, list[list[str]]]:
    """Make a ledger with so many open evenings; return it, and the tokens of so many phones at each of them."""
    path = folder / "ledger.db"
    ledger = Ledger(path)
    for number in range(tables):
        ledger.start_evening(f"Tisch {number + 1}", PEOPLE, TARIFF)
    return path, [joined(path, evening.uid, people) for evening in sorted(ledger.evenings(), key=lambda one: one.id)]


def floor(folder: Path, size: int) -> list[str]:
    """Return the command of the bare program."""
    return [sys.executable, "-P", str(PROGRAM), str(folder / "floor.db"), Served.PORT, str(size)]


async def _size_of_a_board(folder: Path, ledger: Path, tokens: list[list[str]]) -> int:
    """Return how many bytes the data of a usual board has, with some hands on it; the hands stay there."""
    with Served(sklog_serve(ledger, "--all"), folder, environment(folder, ledger)) as served:
        phone = Phone(served.port, "1", tokens[0][0])
        await all_listen([phone])
        for _hand, fields in zip(range(WARM), hands_as_fields(), strict=False):
            await phone.reached(_require_recorded(await phone.say("hands", **fields)), LATEST)
        await phone.leave()
    return phone.size


@asynccontextmanager
async def _room(
    folder: Path, command: list[str], tokens: list[list[str]], taken: Taken, env: Mapping[str, str], *, starts: int
) -> AsyncIterator[Room]:
    """Start a server, let everybody open the page, and give it; how long beginning and end take is noted."""
    with Served(command, folder, {**environment(folder, folder / "ledger.db"), **env}) as served:
        for _start in range(starts):
            served.end()
            taken.starts.append(served.begin())
        tables = [[Phone(served.port, str(table), one) for one in some] for table, some in enumerate(tokens, 1)]
        await all_listen(itertools.chain(*tables))
        yield Room(served, tables, taken, hands_as_fields())
        taken.ends.append(await asyncio.to_thread(served.end))
        for phone in itertools.chain(*tables):
            await phone.leave()


def _require_recorded(answer: Answer) -> int:
    """Return how many hands there are now; RuntimeError where the hand was not recorded."""
    if answer.result != "recorded":
        raise RuntimeError(f"{answer.status} {answer.body[:200]!r}")
    return hands_of(answer.said)


def hands_as_fields() -> Iterator[dict[str, str]]:
    """Yield hands as the pad sends them: no two that follow each other are the same, for a long while."""
    kinds = ({"game": "sauspiel"}, {"game": "wenz"}, {"game": "solo", "suit": "herz"})
    pairs = list(itertools.permutations(PEOPLE, 2))
    extras = ({}, {"schneider": "yes"})
    for kind, won, pair, more in itertools.cycle(itertools.product(kinds, ("yes", "no"), pairs, extras)):
        partner = {"partner": pair[1]} if kind["game"] == "sauspiel" else {}
        yield {**kind, "declarer": pair[0], **partner, "won": won, **more}


# -- what is measured ---------------------------------------------------------------------------------


async def _at_one(room: Room, hands: int) -> None:
    """Let one phone after the other enter a hand as soon as all have the one before."""
    [some] = room.tables
    before = room.served.processor()
    for turn in range(hands):
        seconds = await _tapped(room, some, some[turn % len(some)], time.perf_counter())
        room.taken.at_one += [] if seconds is None else [seconds]
    room.taken.cpu_at_one.append((room.served.processor() - before) / hands)


async def _at_many(room: Room, seconds: float) -> None:
    """Let phones enter hands at a steady pace, whatever is answered: the clock runs from when each should have been."""
    before, begun = room.served.processor(), time.perf_counter()
    waiting, free = [], [asyncio.Lock() for _table in room.tables]

    async def tapped(table: int, phone: int, due: float) -> float | None:
        async with free[table]:  # nobody taps a hand before the one before is on the board
            return await _tapped(room, room.tables[table], room.tables[table][phone], due)

    for turn in range(int(seconds * A_SECOND)):
        due = begun + turn / A_SECOND
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        round_, table = divmod(turn, len(room.tables))
        waiting.append(asyncio.create_task(tapped(table, round_ % len(room.tables[table]), due)))
    found = await asyncio.gather(*waiting)
    room.taken.at_many += [one for one in found if one is not None]
    room.taken.cpu_at_many.append((room.served.processor() - before) / len(waiting))


async def _tapped(room: Room, some: Sequence[Phone], phone: Phone, due: float) -> float | None:
    """Post the next hand; return the seconds until every phone at the table has its board, None where one is lost."""
    hands = _require_recorded(await phone.say("hands", **next(room.sent)))
    came = await asyncio.gather(*(one.reached(hands, LATEST) for one in some))
    room.taken.lost += came.count(None)
    return None if None in came else max(came) - due
