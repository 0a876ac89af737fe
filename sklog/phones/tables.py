"""The evenings that are shown: how each stands, who watches it, and what anybody else writes to the ledger meanwhile.

    a write of a phone ─────────┐
    the file has changed ─stamp─┴─▶ which evenings are otherwise now? ─▶ their board, once for each language and order
                                                                     ─▶ every open stream; a slow one gets the newest

A hall (`halls`) is an evening as well, whose board is made by its room; those that are played at its places are served
with it once they begin.

The ledger is asked in threads: those that read are few, and one writes.
"""

from __future__ import annotations

import json
from asyncio import Event, Lock, get_running_loop, sleep
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from sklog import Board, Evening, Ledger, NotFound, Refused, SklogError
from sklog.language import _, speak, spoken
from sklog.phones import halls
from sklog.phones.halls import SEAT, WALL
from sklog.phones.pages import page
from sklog.phones.pins import evening_of, identified

if TYPE_CHECKING:
    import os
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from sklog.phones.halls import Hall

    Step = Callable[[Board], Board]

T = TypeVar("T")

LOOKED_SECONDS = 0.25  # between two looks at the file: whoever writes elsewhere is seen within a second
ALIVE_SECONDS = 10.0  # between two signs of life: a phone that hears none opens its stream anew
READERS = 2


class SeenState(NamedTuple):
    """What a phone says with all that it writes (`8.3fa9…`): which hand it expects next, the newest fact it saw."""

    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number}.{self.digest}"


def seen(evening: Evening) -> str:
    """Return how a page says which state of an evening it shows."""
    return str(SeenState(evening.hands + 1, evening.digest.hex()))


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

    def first_show(self, board: str) -> None:
        """Have the phone shown this board first, unless it was told of a newer one meanwhile."""
        if not self._newest:
            self.tell(board)

    def tell(self, board: str) -> None:
        """Have the phone shown this board, unless it is the one it has; instead of any that it has not got yet."""
        if board != self._newest:
            self._newest = board
            self._there.set()

    def _ring(self) -> None:
        """Have the stream look what there is to tell, again and again; a clock for each board would take longer."""
        self._there.set()
        self._clock = get_running_loop().call_later(ALIVE_SECONDS, self._ring)

    async def events(self) -> AsyncIterator[str]:
        """Yield every board as an event of the stream, and a sign of life where nothing happens; until told ""."""
        shown, self._clock = "", get_running_loop().call_later(ALIVE_SECONDS, self._ring)
        try:
            while await self._there.wait() and self._newest:
                self._there.clear()
                before, shown = shown, self._newest
                # without data a browser would say nothing of it
                yield "event: alive\ndata: 1\n\n" if shown == before else f"event: board\ndata: {shown}\n\n"
        finally:
            self._clock.cancel()


class Table:
    """One evening that is shown: `number` is where it stands in the ledger, `told` the newest fact that phones know.

    It is `gone` while the ledger does not have it: an older copy was taken back. `place` is where it is in a hall
    (`pins.place_of`), "" for any other evening, and for one whose seats were given to others.
    """

    def __init__(self, evening: Evening) -> None:
        self.uid = evening.uid
        self.place = ""
        self.is_hall = not evening.players
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

    Of a hall, which `stands` so and is looked at in `orders` of its own, those of its places are served with it, and
    `seated` is told how it stands whenever that has changed.
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
        seated: Callable[[Hall], object] = lambda _hall: None,
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
        self._seen = self._ledger.digests() if everything and self._ledger.is_there else {}
        self.stands = None if everything or which is None else halls.stands(self._ledger, which)
        self.orders: frozenset[str] = frozenset()
        self._places: Mapping[str, str] = {}
        if self.stands:
            self.hold(self.stands)
            for evening in self._ledger.evenings():
                if evening.uid in self._places:
                    self._add(evening)
            return
        if everything and not self._ledger.is_there:  # the first evening is begun here
            return
        for evening in self._ledger.evenings() if everything else [self._ledger.evening(which)]:
            if evening.players and not (everything and evening.closed):
                self._add(evening)

    def _add(self, evening: Evening) -> None:
        if all(table.uid != evening.uid for table in self._known.values()):
            self._known[evening.id] = made = Table(evening)
            made.place = self._places.get(evening.uid, "")
            self._noticed(evening)

    def hold(self, hall: Hall) -> None:
        """Serve a hall, which may have begun just now."""
        self._take_seats(hall)
        self._add(hall.evening)

    def _take_seats(self, stands: Hall) -> None:
        """Note which evening is played at which place of the hall."""
        self.stands, self.orders, self._places = stands, stands.orders(), stands.places()
        for table in self._known.values():
            table.place = self._places.get(table.uid, "")
        self._seated(stands)

    @property
    def hall(self) -> Table:
        """The hall that is served; raise NotFound where none is."""
        found = next((table for table in self._known.values() if table.is_hall), None)
        if found is None or found.gone:
            raise NotFound(_("no tournament is served here"))
        return found

    def begun(self, evening: Evening) -> Table:
        """Serve the evening of a place in the hall, which may have begun just now; return it."""
        self._add(evening)
        return self._known[evening.id]

    def look_at(self, evening: Evening) -> None:
        """Have an evening known that is not served: nobody is invited to it."""
        self._known.setdefault(evening.id, Table(evening))

    def all(self) -> list[Table]:
        """Return every evening that is served, the newest first."""
        return [self._known[number] for number in sorted(self._known, reverse=True)]

    def allowed_tables(self, allowed: str) -> list[Table]:
        """Return those that are there, and that somebody is `allowed` to see: an identity, or "" for every one."""
        return [table for table in self.all() if not table.gone and self.may_see(allowed, table)]

    def may_see(self, allowed: str, table: Table) -> bool:
        """Whether who is at an evening, or at a place in a hall, sees this one: his own, and the hall."""
        is_hall = table.is_hall and evening_of(allowed) == table.uid
        return is_hall or allowed in {"", table.uid, table.place or table.uid}

    def numbered(self, number: int, allowed: str) -> Table:
        """Return an evening by its number, if it is there, and who asks is `allowed` to see it."""
        found = self._known.get(number)
        if found is None or found not in self.allowed_tables(allowed):
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

    async def board_json(self, table: Table, look: Look) -> str:
        """Return how an evening stands, as a stream tells it: `{"seen", "number", "closed", "html", "said"}`."""
        async with table.building:
            if look not in table.boards:
                _newest, made = await self.read(_boards_made, table, {look}, self.stands)
                table.boards |= made
            return table.boards[look]

    async def changed(self, table: Table, step: Step | None = None) -> None:
        """Tell every phone at a table how it stands now, where that is not what it was told last.

        With a `step` from what they were told last that is known, and the ledger is not asked.
        """
        async with table.building:
            looks = table.looks or {Look(spoken(), SEAT)}
            known = copy_context().run(_boards_after, table, looks, step) if step else None
            if known is None:
                known = await self.read(_boards_made, table, looks, self.stands)
            newest, made = known
            board = next(iter(newest.values()))  # if somebody writes between two, all are made once more
            evening = board.evening
            if evening.digest.hex() == table.told:
                return
            table.gone, table.told, table.boards, table.newest = False, evening.digest.hex(), made, newest
            for stream in table.streams:
                if stream.look in made:  # another one has come meanwhile, and waits to be shown its first board
                    stream.tell(made[stream.look])
            if not isinstance(board, Board):
                self._take_seats(board)
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
                stream.first_show(await self.board_json(table, look))
                async for event in stream.events():
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
                certain = await self.tried(self.look_again()) and not changed
            await sleep(LOOKED_SECONDS)

    async def look_again(self) -> bool:
        """Tell the tables what has changed; return whether all that has was told."""
        # between two writes: beside one it would open the ledger a second time, and the next write prove all of it
        digests = await self.write(Ledger.digests, self._ledger)
        done = True
        for table in self.all():
            if table.uid not in digests:
                table.vanish()
            elif digests[table.uid] != table.told:  # what is wrong with one is not wrong with the next
                done = await self.tried(self.changed(table)) and done
        for uid in digests.keys() - {table.uid for table in self.all()}:
            if uid in self._places or (self._everything and digests[uid] != self._seen.get(uid)):
                done = await self.tried(self._serve_evening(uid)) and done
        self._seen = digests
        return done

    async def _serve_evening(self, uid: str) -> None:
        """Serve an evening that was begun, at a place of the hall or anywhere, or goes on; but for another hall."""
        evening = await self.read(evening_played, uid)
        if evening and (uid in self._places or not evening.closed):
            self._add(evening)

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


# -- boards as they are told --------------------------------------------------------------------------


Made = tuple[dict[str, "Board | Hall"], dict[Look, str]]
"""The board of an evening in each language, and how it is told in each of the ways in which it is looked at."""


def evening_played(ledger: Ledger, uid: str) -> Evening | None:
    """Return the evening of this identity, None for a hall, whose room need not be here; raise NotFound."""
    with suppress(Refused):
        return ledger.evening(identified(uid))
    return None


def _boards_made(ledger: Ledger, table: Table, looks: set[Look], stands: Hall | None) -> Made:
    """Return the boards as the ledger has them."""
    hall = stands.again(ledger) if stands and table.is_hall else None
    return _in_each_language(lambda _language: hall or ledger.board(identified(table.uid)), table.number, looks)


def _boards_after(table: Table, looks: set[Look], step: Step) -> Made | None:
    """Return the boards behind a step; None where one before it is not known, or is of another moment."""

    def board_after(language: str) -> Board:
        before = table.newest[language]
        if not isinstance(before, Board):
            raise KeyError(language)
        return step(before)

    with suppress(KeyError, ValueError):
        return _in_each_language(board_after, table.number, looks)
    return None


def _in_each_language(board_in: Callable[[str], Board | Hall], number: int, looks: set[Look]) -> Made:
    """Return the board in each language that it is looked at in, and how it is told."""
    boards, made = dict[str, "Board | Hall"](), {}
    for look in sorted(looks):
        speak(look.language)
        if look.language not in boards:
            boards[look.language] = board_in(look.language)
        data = _event_data(boards[look.language], number, look)
        made[look] = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return boards, made


def _event_data(board: Board | Hall, number: int, look: Look) -> dict[str, Any]:
    """Return what a stream tells of a table, or of the hall."""
    evening, now = board.evening, seen(board.evening)
    if isinstance(board, Board):
        next_one, last = evening.hands + 1, board.last
        html = page("board", board=board, by=look.order, table=number, seen=now)
        said = _("Hand {number}: {words}", number=last.number, words=last.words) if last else ""
    else:
        template, shown = board.shown(look.order)
        next_one, said = board.number, board.how_far
        html = page(template, table=number, plain=look.order == WALL, **shown)
    return {"seen": now, "number": next_one, "closed": evening.closed, "html": html, "said": said}
