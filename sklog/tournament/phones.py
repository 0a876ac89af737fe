"""A tournament's pages: the ranking for everybody in the hall, everybody's own line, and the page of each table.

    /tournament          who is first, and how many lists are missing; it changes as each list comes in
    /tournament/tv       the same for the wall
    /tournament/17       the place, the points, the next table and seat of start number 17
    /tournament/table/2/17   who sits there, and its list: sums that are typed, or what its hands came to

Who has joined the hall, or any table, looks at all of it. A table's list is entered by who has joined that table, and
put right by who keeps the tournament alone.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.responses import RedirectResponse
from starlette.routing import Route

from sklog import Ledger, LedgerError, NotFound, Refused, Repeated, SklogError
from sklog.language import N_, _
from sklog.phones.devices import KEEPER, Device, hash_of
from sklog.phones.gate import Refusal, fields, first_of
from sklog.phones.halls import ALL, SEAT, WALL
from sklog.phones.pages import for_phones
from sklog.phones.pins import identified, place_of
from sklog.phones.rights import Rights, role_of
from sklog.phones.routes import device_of, home_of, order_of, page_for, read_ledger, room_of
from sklog.phones.tables import seen
from sklog.tournament.hall import ADDRESS, IS_IN, Seated, hall_of
from sklog.tournament.model import Row
from sklog.tournament.tournaments import Tournaments

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from sklog import Evening
    from sklog.tournament.hall import Hall
    from sklog.tournament.held import Held

    Fields = Mapping[str, Sequence[str]]

FIRST, SECOND, CORRECTION, NOTHING = "first", "second", "correction", ""
"""What a list would be that a device enters now."""
MEANWHILE = N_("A list for this table has come in meanwhile: look at it first.")
_NUMBER = re.compile(r"([+-]?)([0-9]{1,13})")
_SEAT = re.compile(r"[0-9]{1,9}")


# -- for everybody in the hall ------------------------------------------------------------------------


async def hall_page(request: Request) -> Response:
    """Show how the tournament stands: the first ones, or all."""
    return await _ranking(request, "tournament", ALL if order_of(request) == ALL else SEAT)


async def wall_page(request: Request) -> Response:
    """Show it large, with nothing to press."""
    return await _ranking(request, "wall", WALL)


async def _ranking(request: Request, template: str, order: str) -> Response:
    table = room_of(request).tables.hall
    hall: Hall = await read_ledger(request, hall_of, identified(table.uid))
    home, (_part, told) = home_of(request, hall), hall.shown(order)
    return page_for(request, template, table=table.number, seen=seen(hall.evening), order=order, home=home, **told)


async def asked_page(request: Request) -> Response:
    """Lead to the page of the start number that was typed."""
    said = request.query_params.get("number", "").strip()
    if "/" in said or said not in room_of(request).tables.orders:
        raise NotFound(_("nobody has number {number}", number=said[:20] or "?"))
    return RedirectResponse(f"{ADDRESS}/{said}", 303)


async def person_page(request: Request) -> Response:
    """Show what a start number has, and where it sits next."""
    number = str(request.path_params["number"])
    if number not in room_of(request).tables.orders:
        raise NotFound(_("nobody has number {number}", number=number))
    return await _ranking(request, "entrant", number)


# -- a table ------------------------------------------------------------------------------------------


class AtTable(NamedTuple):
    """A table as a device finds it: how it stands, its evening if that has begun, and what the device `enters`.

    `is_own` says that the device has joined this table, or keeps the tournament. Only who does is shown its `pin`, and
    that its hands come to something else than its list says (`is_unlike`).
    """

    hall: Hall
    round: int
    table: int
    evening: Evening | None
    is_own: bool
    enters: str
    pin: str
    is_unlike: bool

    @property
    def held(self) -> Held:
        """How the tournament stands."""
        return self.hall.held

    @property
    def seated(self) -> Seated:
        """Who sits there, and the list, as everybody sees it."""
        return Seated(self.held, self.round, self.table)

    @property
    def games(self) -> int:
        """How many games the rules want of this table."""
        return self.held.rules.games_of(len(self.seated.seats))


def _device_of(device: Device) -> str:
    """Return what a list says of where it came from: the laptop's page is the desk, as its terminal is."""
    return "" if device.role == KEEPER else device.id


def _shown_lists(seated: Seated) -> str:
    return hash_of(repr(seated.lists))


async def _at_table(request: Request) -> AtTable:
    """Return the table that an address means, as this device finds it; raise NotFound."""
    device, room = device_of(request), room_of(request)
    where, uid = (request.path_params["round"], request.path_params["table"]), room.tables.hall.uid
    place, keeps = place_of(uid, *where), device.role == KEEPER
    found, evening, is_unlike = await read_ledger(request, _of_table, uid, where, keeps)
    held = found.held
    if not held.tournament.seats(*where):
        raise NotFound(_("there is no such table in this round"))
    is_own = keeps or device.evening == place
    # one in the hall writes where who keeps the tournament said so: that is a phone of the desk
    may_enter = room.may_write(device) and (is_own or device.evening == uid) and not held.evening.closed
    enters = _enters(held, where, device) if may_enter else NOTHING
    code = room.door.code(place) if keeps else None
    return AtTable(found, *where, evening, is_own, enters, code.typed if code else "", is_unlike)


def _of_table(
    ledger: Ledger,
    uid: str,
    where: tuple[int, int],
    keeps: bool,  # noqa: FBT001  run in a thread, which takes no names
) -> tuple[Hall, Evening | None, bool]:
    which, tournaments = identified(uid), Tournaments(ledger)
    is_unlike = keeps and where in tournaments.unlike(which)
    return hall_of(ledger, which), tournaments.evening_of(*where, which), is_unlike


def _enters(held: Held, where: tuple[int, int], device: Device) -> str:
    """Return what a device enters at a table."""
    in_force = held.tournament.in_force(*where)
    if not in_force:
        return FIRST
    if held.tournament.waits(*where):  # who reads it wrongly once does so twice
        own = in_force[0]._replace(who=device.name, device=_device_of(device), evening="")
        return SECOND if own.is_apart(in_force[0]) else NOTHING
    return CORRECTION if device.role == KEEPER else NOTHING


async def table_page(request: Request) -> Response:
    """Show a table: who sits there, what is in, and the form for its list."""
    return _shown(request, await _at_table(request))


def _shown(request: Request, at: AtTable, problems: Sequence[str] = (), said: Fields | None = None) -> Response:
    entered = {key: values[0] for key, values in (said or {}).items()}
    status = 422 if problems else 200
    order, evening = f"{at.round}/{at.table}", at.hall.evening
    told = {"table": evening.id, "order": order, "seen": seen(evening), **at.hall.shown(order)[1]}
    told["lists"] = _shown_lists(at.seated)  # it comes back with a correction
    return page_for(request, "list", status, at=at, problems=problems, said=entered, **told)


# -- written ------------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """What comes in for a table of the tournament with the identity `uid`, from which device."""

    path: Path
    device: Device
    uid: str
    where: tuple[int, int]
    said: Fields

    @property
    def tournaments(self) -> Tournaments:
        """The tournaments of the ledger, in which this is recorded under that name."""
        return Tournaments(Ledger(self.path, who=self.device.name, judge=Rights(role_of(self.device)).require))

    def first(self, field: str) -> str:
        """Return what a field says, "" where it is not there."""
        return first_of(self.said, field)


def _sums(entry: Entry) -> None:
    """Take in sums that were typed; the very same ones of the same phone are in already."""
    more = [field for field in ("good", "solos", "herz_solos") if f"{field}1" in entry.said]

    def rows(held: Held) -> Sequence[Row]:
        found = _rows(entry, len(held.tournament.seats(*entry.where)), more)
        newest = held.tournament.in_force(*entry.where)[-1:]
        by = _device_of(entry.device), entry.device.name
        if any((one.device, one.who, one.rows) == (*by, found) for one in newest):  # the answer was lost
            raise Repeated(_(MEANWHILE))
        _require_fits(entry, held)
        return found

    with suppress(Repeated):
        _record(entry, rows)


def _hands(entry: Entry) -> None:
    """Take in what the hands of the table's evening came to."""
    _record(entry, partial(_require_fits, entry))


def _require_fits(entry: Entry, held: Held) -> None:
    """Refuse what its sender could not mean: another list is there by now than the page has shown.

    Two may type at the same time: whoever is later is the second, of whom the page did not know that.
    """
    if not held.tournament.waits(*entry.where):
        enters = _enters(held, entry.where, entry.device)
        is_seen = enters == FIRST or entry.first("lists") == _shown_lists(Seated(held, *entry.where))
        if enters == NOTHING or entry.first("as") != enters or not is_seen:
            raise Refused(_(MEANWHILE))


def _record(entry: Entry, rows: Callable[[Held], Sequence[Row] | None]) -> None:
    entry.tournaments.hand_in(
        *entry.where,
        rows,
        identified(entry.uid),
        corrects=entry.first("as") == CORRECTION,
        short="short" in entry.said,
        who=entry.device.name,
        device=_device_of(entry.device),
        seen=tuple(map(int, _SEAT.findall(entry.first("seats")))),
    )


def _rows(entry: Entry, seats: int, more: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows of a form, in the order of the seats; raise Refused with everything that is no number."""
    wrong: list[str] = []

    def number(field: str, seat: int) -> int | None:
        text = "".join(entry.first(f"{field}{seat}").split()).replace("\N{MINUS SIGN}", "-")
        found = _NUMBER.fullmatch(text)
        if not found:
            if text:
                wrong.append(_("seat {seat}: {said!r} is not a whole number", seat=seat, said=text[:20]))
            return None
        sign = found[1] or entry.first(f"{field}-sign{seat}")
        return -int(found[2]) if sign == "-" else int(found[2])

    rows = [
        Row(number("points", seat), **{field: number(field, seat) for field in more}) for seat in range(1, seats + 1)
    ]
    Refused.if_any(wrong)
    return tuple(rows)


def handing_in(record: Callable[[Entry], None]) -> Callable[[Request], Any]:
    """Return the route of something by which a list comes in."""

    async def handed_in(request: Request) -> Response:
        entry, at = await _entry(request)
        tables = room_of(request).tables
        try:
            await tables.write(record, entry)
        except LedgerError:
            raise
        except SklogError as error:
            now = await _at_table(request)
            return _shown(request, now, for_phones(error.problems, tables.path), entry.said)
        for table in (tables.hall, *(one for one in tables.all() if at.evening and one.uid == at.evening.uid)):
            room_of(request).soon(tables.tried(tables.changed(table)))
        return RedirectResponse(at.hall.home(f"{at.round}/{at.table}"), 303)

    return handed_in


async def _entry(request: Request) -> tuple[Entry, AtTable]:
    """Return what a form says, and of which table; refuse who may not enter anything there."""
    said, room, device = await fields(request), room_of(request), device_of(request)
    if not room.may_write(device):
        raise Refusal(403)
    at = await _at_table(request)
    if not at.is_own and device.evening != at.held.evening.uid:
        raise Refusal(403, _("the people at a table enter its list: type the PIN of the table first"))
    if at.held.evening.closed:
        raise Refusal(403, _("This tournament is closed."))
    where = at.round, at.table
    return Entry(room.tables.path, device, at.hall.evening.uid, where, said), at


async def begin(request: Request) -> Response:
    """Begin the evening of a table, in which its hands are entered, or go on with it."""
    entry, at = await _entry(request)
    if not at.is_own:
        raise Refusal(403, _("the people at a table enter its list: type the PIN of the table first"))
    if at.enters != FIRST:
        raise Refusal(403, _(IS_IN))
    tables = room_of(request).tables
    return RedirectResponse(f"/t/{tables.begun(await tables.write(_begun, entry)).number}", 303)


def _begun(entry: Entry) -> Evening:
    return entry.tournaments.table(*entry.where, identified(entry.uid))


_TABLE = f"{ADDRESS}/table/{{round:int}}/{{table:int}}"
ROUTES = (
    Route(ADDRESS, hall_page),
    Route(f"{ADDRESS}/tv", wall_page),
    Route(f"{ADDRESS}/of", asked_page),
    Route(f"{ADDRESS}/{{number:int}}", person_page),
    Route(_TABLE, table_page),
    Route(f"{_TABLE}/list", handing_in(_sums), methods=["POST"]),
    Route(f"{_TABLE}/hands", handing_in(_hands), methods=["POST"]),
    Route(f"{_TABLE}/play", begin, methods=["POST"]),
)
