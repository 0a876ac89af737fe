"""The evenings that are shown: how each stands, who watches it, and what anybody else writes to the ledger meanwhile.

    a write of a phone ─────────┐
    the file has changed ─stamp─┴─▶ which evenings are otherwise now? ─▶ their board, once for each language and order
                                                                     ─▶ every open stream; a slow one gets the newest

A tournament is an evening as well, whose board is its ranking; those of its tables are served with it once they begin.

The ledger is asked in threads: those that read are few, and one writes.
"""

from __future__ import annotations

import json
from asyncio import Event, Lock, sleep, timeout
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from sklog import Board, Evening, Held, Ledger, NotFound, Refused, SklogError, Tournaments
from sklog.language import _, _n, speak, spoken
from sklog.phones.pages import page
from sklog.phones.pins import evening_of, place_of

if TYPE_CHECKING:
    import os
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    Step = Callable[[Board], Board]

T = TypeVar("T")

LOOKED_SECONDS = 0.25  # between two looks at the file: whoever writes elsewhere is seen within a second
ALIVE_SECONDS = 10.0  # between two signs of life: a phone that hears none opens its stream anew
READERS = 2
SEAT, RANK, ALL, WALL = "seat", "rank", "all", "wall"
ORDERS = (SEAT, RANK, ALL, WALL)
"""In which order people stand on a board. Of a tournament how many do: the first, all, or those that a wall has; and
there a start number shows that one alone, and a table ("2/17") who sits there."""
SHOWN = {ALL: None, WALL: 45}
FIRST = 20


class Said(NamedTuple):
    """What a phone says with all that it writes (`8.3fa9…`): which hand it expects next, the newest fact it saw."""

    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number}.{self.digest}"


def seen(evening: Evening) -> str:
    """Return how a page says which state of an evening it shows."""
    return str(Said(evening.hands + 1, evening.digest.hex()))


def identified(uid: str) -> str:
    """Return how the evening of this identity is said to a ledger, whatever others are called."""
    return f"id:{uid}"


class Look(NamedTuple):
    """How a board is looked at: in which language, in which order."""

    language: str
    order: str


class Stream:
    """One open stream: what it was not told yet; only the newest board counts."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._newest = ""
        self._there = Event()

    def begin(self, board: str) -> None:
        """Have the phone shown this board first, unless it was told of a newer one meanwhile."""
        if not self._newest:
            self.tell(board)

    def tell(self, board: str) -> None:
        """Have the phone shown this board, unless it is the one it has; instead of any that it has not got yet."""
        if board != self._newest:
            self._newest = board
            self._there.set()

    async def told(self) -> AsyncIterator[str]:
        """Yield every board as an event of the stream, and a sign of life where nothing happens; until told ""."""
        while True:
            try:
                async with timeout(ALIVE_SECONDS):
                    await self._there.wait()
            except TimeoutError:
                yield "event: alive\ndata: 1\n\n"  # without data a browser would say nothing of it
                continue
            self._there.clear()
            if not self._newest:
                return
            yield f"event: board\ndata: {self._newest}\n\n"


class Table:
    """One evening that is shown: `number` is where it stands in the ledger, `told` the newest fact that phones know.

    It is `gone` while the ledger does not have it: an older copy was taken back. `place` is where it is at a tournament
    (`pins.place_of`), "" for any other evening, and for one whose seats were given to others.
    """

    def __init__(self, evening: Evening) -> None:
        self.uid = evening.uid
        self.place = ""
        self.is_tournament = not evening.players
        self.number = evening.id
        self.closed = evening.closed
        self.told = ""
        self.gone = False
        self.streams: set[Stream] = set()
        self.boards: dict[Look, str] = {}
        self.newest: dict[str, Board | Hall] = {}  # what they were made of, by language
        self.building = Lock()

    @property
    def looks(self) -> set[Look]:
        """In which ways it is looked at now."""
        return {stream.look for stream in self.streams}

    def vanish(self) -> None:
        """Show it nobody any more: what its phones have is no state of this ledger."""
        self.gone, self.told, self.boards, self.newest = True, "", {}, {}
        for stream in self.streams:
            stream.tell("")


class Tables:
    """The evenings that are served: the one that is meant, or with `everything` all that are open or were meanwhile.

    Of a tournament (`tournament` is its identity, `numbers` are those of its entrants, `drawn` its tables as in "2/17")
    those of its tables are served with it, and `seated` is told how it stands whenever that has changed.
    `noticed` is told of each when it is found first, and whenever it is closed or goes on. What should never happen
    while it is looked at the file `failed` is told; without it, it is raised. Raises NotFound where the one that is
    meant is not there.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        which: str | None = None,
        *,
        everything: bool = False,
        noticed: Callable[[Evening], object] = lambda _evening: None,
        seated: Callable[[Held], object] = lambda _held: None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._everything = everything
        self._noticed, self._seated, self._failed = noticed, seated, failed
        self._ledger = Ledger(path)
        self.path = self._ledger.path
        self._readers: CapacityLimiter | None = None
        self._writer: CapacityLimiter | None = None
        self._known: dict[int, Table] = {}
        # of all that are in the ledger the newest fact that was seen, also where an evening is not served
        self._seen = self._ledger.digests() if everything else {}
        self.tournament = ""
        self.numbers: frozenset[str] = frozenset()
        self.drawn: frozenset[str] = frozenset()
        self._places: dict[str, str] = {}
        held = None if everything or which is None else _tournament(self._ledger, which)
        if held:
            self.tournament = held.evening.uid
            self._add(held.evening)
            self._take_seats(held)
            for evening in self._ledger.evenings():
                if evening.uid in self._places:
                    self._add(evening)
            return
        for evening in self._ledger.evenings() if everything else [self._ledger.evening(which)]:
            if evening.players and not (everything and evening.closed):
                self._add(evening)

    def _add(self, evening: Evening) -> None:
        if all(table.uid != evening.uid for table in self._known.values()):
            self._known[evening.id] = made = Table(evening)
            made.place = self._places.get(evening.uid, "")
            self._noticed(evening)

    def _take_seats(self, held: Held) -> None:
        """Note which evening is played at which table of the tournament."""
        uid, self.numbers = held.evening.uid, frozenset(map(str, held.tournament.entrants))
        self.drawn = frozenset(f"{at}/{table}" for at, table in held.places.values())
        self._places = {identity: place_of(uid, *where) for identity, where in held.places.items()}
        for table in self._known.values():
            table.place = self._places.get(table.uid, "")
        self._seated(held)

    @property
    def hall(self) -> Table:
        """The tournament that is served; raise NotFound where none is."""
        found = next((table for table in self._known.values() if table.uid == self.tournament), None)
        if found is None or found.gone:
            raise NotFound(_("no tournament is served here"))
        return found

    def begun(self, evening: Evening) -> Table:
        """Serve the evening of one of the tournament's tables, which may have begun just now; return it."""
        self._add(evening)
        return self._known[evening.id]

    def all(self) -> list[Table]:
        """Return every evening that is served, the newest first."""
        return [self._known[number] for number in sorted(self._known, reverse=True)]

    def of(self, allowed: str) -> list[Table]:
        """Return those that are there, and that somebody is `allowed` to see: an identity, or "" for every one."""
        return [table for table in self.all() if not table.gone and self.may_see(allowed, table)]

    def may_see(self, allowed: str, table: Table) -> bool:
        """Whether who is at an evening, or at a table of a tournament, sees this one: his own, and the ranking."""
        is_hall = table.uid == self.tournament and evening_of(allowed) == table.uid
        return is_hall or allowed in {"", table.uid, table.place or table.uid}

    def table(self, number: int, allowed: str) -> Table:
        """Return an evening by its number, if it is there, and who asks is `allowed` to see it."""
        found = self._known.get(number)
        if found is None or found not in self.of(allowed):
            raise NotFound(_("there is no such evening here"))
        return found

    def is_there(self, number: int) -> bool:
        """Whether an evening is served, whoever may see it."""
        return number in self._known and not self._known[number].gone

    # -- the ledger, in threads ---------------------------------------------------------------------------

    async def read(self, ask: Callable[..., T], *words: Any) -> T:
        """Return what a function makes of the ledger, in a thread that speaks as who asks does."""
        self._readers = self._readers or CapacityLimiter(READERS)
        return await run_sync(ask, self._ledger, *words, limiter=self._readers)

    async def write(self, record: Callable[..., T], *words: Any) -> T:
        """Return what came of a function that writes; one after the other."""
        self._writer = self._writer or CapacityLimiter(1)
        return await run_sync(record, *words, limiter=self._writer)

    # -- boards -------------------------------------------------------------------------------------------

    async def board(self, table: Table, look: Look) -> str:
        """Return how an evening stands, as a stream tells it: `{"seen", "number", "closed", "html", "said"}`."""
        async with table.building:
            if look not in table.boards:
                _newest, made = await self.read(_made, table, {look})
                table.boards |= made
            return table.boards[look]

    async def changed(self, table: Table, step: Step | None = None) -> None:
        """Tell every phone at a table how it stands now, where that is not what it was told last.

        With a `step` from what they were told last that is known, and the ledger is not asked.
        """
        async with table.building:
            looks = table.looks or {Look(spoken(), SEAT)}
            known = copy_context().run(_after, table, looks, step) if step else None
            if known is None:
                known = await self.read(_made, table, looks)
            newest, made = known
            board = next(iter(newest.values()))  # if somebody writes between two, all are made once more
            evening = board.evening
            if evening.digest.hex() == table.told:
                return
            table.gone, table.told, table.boards, table.newest = False, evening.digest.hex(), made, newest
            for stream in table.streams:
                if stream.look in made:  # another one has come meanwhile, and waits to be shown its first board
                    stream.tell(made[stream.look])
            if isinstance(board, Hall):
                self._take_seats(board.held)
        if evening.closed != table.closed:
            table.closed = evening.closed
            self._noticed(evening)

    async def events(self, table: Table, look: Look, may_see: Callable[[], bool]) -> AsyncIterator[str]:
        """Yield how an evening stands, at once and after every change, until nobody reads it, or `may_see` it.

        It ends as well where that cannot be told: whoever reads it asks again, and knows meanwhile that it is cut off.
        """
        stream = Stream(look)
        table.streams.add(stream)
        try:
            with suppress(SklogError):
                stream.begin(await self.board(table, look))
                async for event in stream.told():
                    if not may_see():
                        return
                    yield event
        finally:
            table.streams.discard(stream)

    # -- what others write --------------------------------------------------------------------------------

    async def watch(self) -> None:
        """Look at the file again and again, and tell the tables what has changed; until it is cancelled."""
        last: object = None
        certain = False
        while True:
            stamp = self._ledger.stamp()
            changed, last = stamp != last, stamp
            if changed or not certain:
                # of two writes within one tick of the clock the file may tell one: once more
                certain = await self.tried(self._look_again()) and not changed
            await sleep(LOOKED_SECONDS)

    async def _look_again(self) -> bool:
        """Tell the tables what has changed; return whether all that has was told."""
        digests = await self.read(Ledger.digests)
        done = True
        for table in self.all():
            if table.uid not in digests:
                table.vanish()
            elif digests[table.uid] != table.told:  # what is wrong with one is not wrong with the next
                done = await self.tried(self.changed(table)) and done
        for uid in self._places.keys() & digests.keys() - {table.uid for table in self.all()}:
            done = await self.tried(self._played(uid)) and done
        if self._everything:
            for uid in digests.keys() - {table.uid for table in self.all()}:
                if digests[uid] != self._seen.get(uid):
                    done = await self.tried(self._found(uid)) and done
            self._seen = digests
        return done

    async def _found(self, uid: str) -> None:
        """Serve an evening that was begun, or goes on."""
        evening = await self.read(any_evening, uid)
        if evening.players and not evening.closed:
            self._add(evening)

    async def _played(self, uid: str) -> None:
        """Serve the evening of a table that began."""
        self._add(await self.read(Ledger.evening, identified(uid)))

    async def tried(self, work: Awaitable[bool | None]) -> bool:
        """Return whether something was done: where the ledger is locked, or gone, `watch` finds it to do once more."""
        try:
            return await work is not False
        except (SklogError, OSError):
            return False
        except Exception as error:  # else nothing that others write would ever be seen again
            if self._failed is None:
                raise
            self._failed(error)
            return True


# -- a tournament -------------------------------------------------------------------------------------


class Hall(NamedTuple):
    """How a tournament stands, and the ranking that follows from it, which is made once for all who look."""

    held: Held
    ranking: Any
    missing: Sequence[int]

    @property
    def evening(self) -> Evening:
        """The evening that it is."""
        return self.held.evening

    def shown(self, order: str) -> dict[str, Any]:
        """Return what the hall is told: which round it is in, what is missing, and who is first; or of one number."""
        if order.isdecimal():
            return self._line(int(order))
        if "/" in order:
            at, table = map(int, order.split("/"))
            return {"seated": Seated(self.held, at, table), "names": self.held.names, "how_far": self.how_far}
        return {
            "held": self.held,
            "names": self.held.names,
            "standings": self.ranking.standings[: SHOWN.get(order, FIRST)],
            "ranked": len(self.ranking.standings),
            "missing": self.missing,
            "missing_words": _runs(self.missing),
            "how_far": self.how_far,
        }

    def _line(self, number: int) -> dict[str, Any]:
        return {
            "held": self.held,
            "names": self.held.names,
            "number": number,
            "standing": self.ranking.of(number),
            "ranked": len(self.ranking.placed),
            "rounds": [self._seat(at, number) for at in range(self.held.round, 0, -1)],
            "how_far": self.how_far,
        }

    def _seat(self, number: int, who: int) -> dict[str, Any]:
        """Return where a start number sits in a round, and with whom; table 0 is none."""
        for table, seats in enumerate(self.held.tournament.rounds[number - 1].tables, 1):
            if who in seats:
                is_in = self.held.tournament.counted(number, table) is not None
                return {"round": number, "table": table, "seat": seats.index(who) + 1, "seats": seats, "in": is_in}
        return {"round": number, "table": 0}

    @property
    def how_far(self) -> str:
        """The sentence how far the tournament is: how many lists are missing."""
        held, missing = self.held, len(self.missing)
        if not held.round:
            people = len(held.tournament.entrants)
            return _n("{n} has entered, and no round is drawn.", "{n} have entered, and no round is drawn.", people)
        rounds = {"round": held.round, "rounds": held.rules.rounds}
        if not missing:
            return _("Round {round} of {rounds}: all lists are in.", **rounds)
        return _n(
            "Round {round} of {rounds}: {n} list of {tables} is missing.",
            "Round {round} of {rounds}: {n} lists of {tables} are missing.",
            missing,
            tables=len(held.tournament.rounds[-1].tables),
            **rounds,
        )


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers as the wall has room for all of them: "2, 4, 7–12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [[f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    return ", ".join(word for run in words for word in run)


class Seated(NamedTuple):
    """A table of a tournament as everybody sees it: who sits there, and its list."""

    held: Held
    round: int
    table: int

    @property
    def seats(self) -> tuple[int, ...]:
        """The start numbers, the first one deals first; () where there is no such table any more."""
        found: tuple[int, ...] = self.held.tournament.seats(self.round, self.table)
        return found

    @property
    def is_in(self) -> bool:
        """Whether the list counts."""
        return self.held.tournament.counted(self.round, self.table) is not None

    @property
    def waits(self) -> bool:
        """Whether of two entries one is in, which nobody is shown before the other is."""
        return self.held.tournament.waits(self.round, self.table)

    @property
    def lists(self) -> Sequence[Any]:
        """The lists that are shown: one, or two that differ."""
        every: Sequence[Any] = () if self.waits else self.held.tournament.in_force(self.round, self.table)
        return every[-1:] if self.is_in else every

    @property
    def columns(self) -> list[tuple[str, str]]:
        """What a list says of each beside the sum, by its field: what counts, or decides between equals."""
        counts, ties = self.held.rules.counts, self.held.rules.ties
        words = {"good": _("Good points"), "solos": _("Solos won"), "herz_solos": _("of those in Herz")}
        named = {counts, *(tie.replace("-", "_") for tie in ties), *(["good"] if "good-points" in ties else [])}
        return [(field, word) for field, word in words.items() if field in named]


def hall_of(ledger: Ledger, uid: str) -> Hall:
    """Return how the tournament of this identity stands; raise NotFound."""
    held = ledger.tournaments.held(identified(uid))
    return Hall(held, held.ranking(), held.tournament.missing(held.round) if held.round else ())


# -- boards as they are told --------------------------------------------------------------------------


Made = tuple[dict[str, Board | Hall], dict[Look, str]]
"""The board of an evening in each language, and how it is told in each of the ways in which it is looked at."""


def any_evening(ledger: Ledger, uid: str) -> Evening:
    """Return the evening of this identity, which may be a tournament; raise NotFound."""
    try:
        return ledger.evening(identified(uid))
    except Refused:
        begun: Evening = ledger.tournaments.held(identified(uid)).evening
        return begun


def _tournament(ledger: Ledger, which: str) -> Held | None:
    """Return the tournament that is meant, None where that is an evening at which people play; raise NotFound."""
    tournaments: Tournaments = ledger.tournaments
    try:
        return tournaments.held(which)
    except NotFound:
        raise
    except Refused:
        return None


def _made(ledger: Ledger, table: Table, looks: set[Look]) -> Made:
    """Return the boards as the ledger has them."""
    boards: dict[str, Board | Hall] = {}
    hall = hall_of(ledger, table.uid) if table.is_tournament else None
    for language in {look.language for look in looks}:
        speak(language)
        boards[language] = hall or ledger.board(identified(table.uid))
    return boards, _texts(boards, table.number, looks)


def _after(table: Table, looks: set[Look], step: Step) -> Made | None:
    """Return the boards behind a step; None where one before it is not known, or is of another moment."""
    boards: dict[str, Board | Hall] = {}
    with suppress(KeyError, ValueError):
        for language in {look.language for look in looks}:
            speak(language)
            before = table.newest[language]
            if isinstance(before, Hall):
                return None
            boards[language] = step(before)
        return boards, _texts(boards, table.number, looks)
    return None


def _texts(boards: Mapping[str, Board | Hall], number: int, looks: set[Look]) -> dict[Look, str]:
    made = {}
    for look in looks:
        speak(look.language)
        board = boards[look.language]
        told = _told_of_tournament(board, number, look) if isinstance(board, Hall) else _told(board, number, look)
        made[look] = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return made


def _told(board: Board, number: int, look: Look) -> dict[str, Any]:
    last, evening, now = board.last, board.evening, seen(board.evening)
    return {
        "seen": now,
        "number": evening.hands + 1,
        "closed": evening.closed,
        "html": page("board", board=board, by=look.order, table=number, seen=now),
        "said": _("Hand {number}: {words}", number=last.number, words=last.words) if last else "",
    }


def _told_of_tournament(hall: Hall, number: int, look: Look) -> dict[str, Any]:
    shown, order = hall.shown(look.order), look.order
    template = "seated" if "/" in order else "line" if order.isdecimal() else "ranking"
    return {
        "seen": seen(hall.evening),
        "number": hall.held.round,
        "closed": hall.evening.closed,
        "html": page(template, table=number, plain=order == WALL, **shown),
        "said": shown["how_far"],
    }
