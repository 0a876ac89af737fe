"""A tournament's pages: the ranking for everybody in the hall, everybody's own line, and the page of each table.

    /tournament          who is first, and how many lists are missing; it changes as each list comes in
    /tournament/tv       the same for the wall
    /tournament/17       the place, the points, the next table and seat of start number 17
    /tournament/table/2/17   who sits there, and its list: sums that are typed, or what its hands came to
    /tournament/desk     the desk: who is here, the draw, lists by keyboard alone, prizes, rules; reports and prints

The desk is for who keeps the tournament, and for phones and laptops of the hall that may write. Who has joined the
hall, or any table, looks at all the rest. A table's list is entered by who has joined that table, and put right by who
keeps the tournament alone.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route

from sklog import Ledger, LedgerError, NotFound, Refused, Repeated, SklogError, page_parts
from sklog.language import N_, _
from sklog.phones.devices import KEEPER, Device, hash_of
from sklog.phones.entering import Answer, Writer, answered, what_was_seen
from sklog.phones.gate import PRINTED, Refusal, fields, first_of
from sklog.phones.halls import ALL, SEAT, WALL
from sklog.phones.pages import for_phones
from sklog.phones.pins import identified, place_of
from sklog.phones.rights import Rights, role_of
from sklog.phones.routes import asking, device_of, home_of, order_of, page_for, read_ledger, room_of
from sklog.phones.tables import seen
from sklog.tournament import desk_forms
from sklog.tournament.desk_forms import At
from sklog.tournament.hall import ADDRESS, IS_IN, Seated, hall_of, table_codes
from sklog.tournament.model import WINNERS, Row, Rules
from sklog.tournament.tournaments import Held, Tournaments
from sklog.tournament.typed import round_and_table, rows_of_games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from sklog import Evening
    from sklog.tournament.hall import Hall

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
    """Show it large, with nothing to press: all people, page by page. The script turns, or the address."""
    turn = request.query_params.get("turn", "")
    return await _ranking(request, "wall", WALL, turn=int(turn) if _SEAT.fullmatch(turn) else 0)


async def _ranking(request: Request, template: str, order: str, **more: int) -> Response:
    table = room_of(request).tables.hall
    hall: Hall = await read_ledger(request, hall_of, identified(table.uid))
    home, (_part, told) = home_of(request, hall), hall.shown(order)
    return page_for(
        request, template, table=table.number, seen=seen(hall.evening), order=order, home=home, **told, **more
    )


async def asked_page(request: Request) -> Response:
    """Lead to the page of the start number that was typed."""
    number = _known(request, request.query_params.get("number", "").strip())
    return RedirectResponse(f"{ADDRESS}/{number}", 303)


async def person_page(request: Request) -> Response:
    """Show what a start number has, and where it sits next."""
    return await _ranking(request, "entrant", _known(request, str(request.path_params["number"])))


def _known(request: Request, number: str) -> str:
    """Return a start number that somebody has; raise NotFound."""
    if "/" in number or number not in room_of(request).tables.orders:
        raise NotFound(_("nobody has number {number}", number=number[:20] or "?"))
    return number


# -- a table ------------------------------------------------------------------------------------------


class AtTable(NamedTuple):
    """A table as a device finds it: who sits there, its evening if that has begun, and what the device `enters`.

    `is_own` says that the device has joined this table, or keeps the tournament. Only who does is shown its `pin`, and
    that its hands come to something else than its list says (`is_unlike`).
    """

    hall: Hall
    seated: Seated
    evening: Evening | None
    is_own: bool
    enters: str
    pin: str
    is_unlike: bool


def _device_of(device: Device) -> str:
    """Return what a list says of where it came from: the laptop's page is the desk, as its terminal is."""
    return "" if device.role == KEEPER else device.id


def _shown_lists(seated: Seated) -> str:
    return hash_of(repr(seated.lists))


async def _at_table(request: Request, asked: tuple[int, int] | None = None) -> AtTable:
    """Return the table that an address means, as this device finds it; raise NotFound."""
    device, room = device_of(request), room_of(request)
    uid, where = room.tables.hall.uid, asked or (int(request.path_params["round"]), int(request.path_params["table"]))
    place, keeps = place_of(uid, *where), device.role == KEEPER

    def of_table(ledger: Ledger) -> tuple[Hall, Evening | None, bool]:
        which, tournaments = identified(uid), Tournaments(ledger)
        is_unlike = keeps and where in tournaments.unlike(which)
        return hall_of(ledger, which), tournaments.evening_of(*where, which), is_unlike

    found, evening, is_unlike = await read_ledger(request, of_table)
    held = found.held
    if not held.tournament.seats(*where):
        raise NotFound(_("there is no such table in this round"))
    is_own = keeps or device.evening == place
    # one in the hall writes where who keeps the tournament said so: that is a phone of the desk
    may_enter = room.may_write(device) and (is_own or device.evening == uid) and not held.evening.closed
    enters = _enters(held, where, device) if may_enter else NOTHING
    code = room.door.code(place) if keeps else None
    return AtTable(found, Seated(held, *where), evening, is_own, enters, code.typed if code else "", is_unlike)


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
    template = "keyed" if "desk" in entered else "list"
    return _listed(request, template, at.hall, at, problems=problems, said=entered)


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
        if games := entry.first("games"):
            found = _added(entry, games, found, held.rules)
        newest = held.tournament.in_force(*entry.where)[-1:]
        by = _device_of(entry.device), entry.device.name
        corrects = entry.first("as") == CORRECTION  # one that changes nothing is none
        if any(one.rows == found and (corrects or (one.device, one.who) == by) for one in newest):
            raise Repeated(_(MEANWHILE))  # the answer was lost
        _require_fits(entry, held)
        return found

    with suppress(Repeated):
        _record(entry, rows)


def _added(entry: Entry, games: str, said: Sequence[Row], rules: Rules) -> tuple[Row, ...]:
    """Return the rows of a list that was typed game by game, with what else is said of each."""
    try:
        rows = rows_of_games(games, "", len(said), rules, short="short" in entry.said)
    except Refused as error:
        raise Refused(*desk_forms.by_lines(error.problems)) from None
    return tuple(one._replace(points=row.points, good=row.good) for one, row in zip(said, rows, strict=True))


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
        where = at.seated.place
        return RedirectResponse(f"{_DESK}/lists?done={where}" if entry.first("desk") else at.hall.home(where), 303)

    return handed_in


async def _entry(request: Request, *, own: bool = False) -> tuple[Entry, AtTable]:
    """Return what a form says, and of which table; refuse who may not enter anything there, or whose it is not."""
    said, room, device = await fields(request), room_of(request), device_of(request)
    if not room.may_write(device):
        raise Refusal(403)
    at = await _at_table(request)
    if not at.is_own and (own or device.evening != at.hall.evening.uid):
        raise Refusal(403, _("the people at a table enter its list: type the PIN of the table first"))
    if at.hall.evening.closed:
        raise Refusal(403, _("This tournament is closed."))
    return Entry(room.tables.path, device, at.hall.evening.uid, at.seated[1:], said), at


async def begin(request: Request) -> Response:
    """Begin the evening of a table, in which its hands are entered, or go on with it."""
    entry, at = await _entry(request, own=True)
    if at.enters != FIRST:
        raise Refusal(403, _(IS_IN))
    tables = room_of(request).tables
    evening = await tables.write(entry.tournaments.table, *entry.where, identified(entry.uid))
    return RedirectResponse(f"/t/{tables.begun(evening).number}", 303)


# -- the desk -----------------------------------------------------------------------------------------

_DESK = f"{ADDRESS}/desk"


def _require_desk(request: Request) -> str:
    """Return the role of who is at the desk: the keeper, or a device of the hall that may write."""
    device, room = device_of(request), room_of(request)
    if not room.may_write(device) or device.evening not in ("", room.tables.hall.uid):
        raise Refusal(403)
    return role_of(device)


async def desk_page(request: Request) -> Response:
    """Show a page of the desk, or what can be done about a start number."""
    return await _desk(request, Answer(200, ""), {})


async def _desk(request: Request, answer: Answer, said: Fields) -> Response:
    role, tables, params = _require_desk(request), room_of(request).tables, request.path_params
    number, page = params.get("number", 0), params.get("page", desk_forms.OF if "number" in params else desk_forms.DOOR)
    hall: Hall = await read_ledger(request, hall_of, identified(tables.hall.uid))
    at = At(hall.held, number)
    title = at.held.called(at.one.number) if page == desk_forms.OF else at.held.evening.name
    deeds = desk_forms.possible(at, role, page)
    every = await read_ledger(request, lambda ledger: Tournaments(ledger).all()) if page == desk_forms.RESULTS else ()
    opened = params.get("deed", next((one.name for one in deeds if one.name in desk_forms.UNFOLDED), ""))
    return page_for(
        request, "desk", answer.status, table=tables.hall.number, title=title, page=page, held=at.held, about=at,
        to=f"{_DESK}/{page}/{number}/" if number else f"{_DESK}/{page}/", deeds=deeds, opened=opened, every=every,
        answer=answer, fields=said, seen=at.seen, told=seen(at.held.evening), how_far=hall.how_far, winners=WINNERS,
        standing=hall.ranking.of(number), find=request.query_params.get("find", ""),
    )  # fmt: skip


async def desk_done(request: Request) -> Response:
    """Do what a form of the desk says, or say first what it would do."""
    said, role, room, params = await fields(request), _require_desk(request), room_of(request), request.path_params
    had_seen = what_was_seen(first_of(said, "seen"))
    if had_seen is None:
        raise Refusal(422)
    writer = Writer(room.tables.path, device_of(request).name, room.tables.hall.uid, had_seen, role=role)
    where = params.get("page", desk_forms.OF), params["deed"], params.get("number", 0)
    answer = await room.tables.write(answered, desk_forms.done, writer, said, *where)
    way = f"{_DESK}/{params.get('page', desk_forms.DOOR)}{desk_forms.NEXT.get(params['deed'], '')}"
    if answer.result == "would":
        return page_for(request, "said", answer=answer, fields=said, path=request.url.path, way=way, table=0)
    if answer.result != "recorded":
        return await _desk(request, answer, said)
    room.soon(room.tables.tried(room.tables.changed(room.tables.hall)))
    return RedirectResponse(way, 303)


async def new_page(request: Request) -> Response:
    """Begin a tournament, which is served from then on, where none is."""
    tables = room_of(request).tables
    shown = None if tables.stands else await _new_page(request)  # which may have begun one
    return RedirectResponse(_DESK, 303) if tables.stands or shown is None else shown


_new_page = asking(desk_forms.NEW, desk_forms.begun)


async def desk_lists(request: Request) -> Response:
    """Show the form of the next list that is missing, or of the table that is asked for."""
    _require_desk(request)
    hall: Hall = await read_ledger(request, hall_of, identified(room_of(request).tables.hall.uid))
    said, done = (request.query_params.get(word, "").strip() for word in ("table", "done"))
    if not (hall.missing or said):
        return _listed(request, "keyed", hall, done=done)
    try:
        where = round_and_table(said, hall.held.tournament) if said else hall.next_of(done)
        return _listed(request, "keyed", hall, await _at_table(request, where), done)
    except (Refused, NotFound) as error:
        now = await _at_table(request, hall.next_of(""))
        return _listed(request, "keyed", hall, now, problems=for_phones(error.problems, None))


def _listed(
    request: Request, template: str, hall: Hall, at: AtTable | None = None, done: str = "", **told: Any
) -> Response:
    """Show the page of a table's list, or the one on which lists are entered by keyboard alone."""
    order, lists = (at.seated.place, _shown_lists(at.seated)) if at else (SEAT, "")
    told = {"problems": (), "said": {}, **hall.shown(order)[1], **told}
    return page_for(
        request, template, 422 if told["problems"] else 200, at=at, order=order, table=hall.evening.id,
        seen=seen(hall.evening), page=desk_forms.LISTS, lists=lists, done=hall.done_words(done), **told,
    )  # fmt: skip


async def desk_report(request: Request) -> Response:
    """Show a report of the tournament."""
    _require_desk(request)
    name, asked = request.path_params["name"], request.query_params
    said: dict[str, Any] = {word: int(asked[word]) for word in ("number", "best") if asked.get(word, "").isdecimal()}
    series = asked.getlist("of")
    said |= {"names": series} if series else {}
    which = None if series else identified(room_of(request).tables.hall.uid)
    report = await read_ledger(request, lambda ledger: Tournaments(ledger).report(name, which, **said))
    return page_for(request, "report", title=report.title, parts=page_parts(report), table=0)


async def desk_print(request: Request) -> Response:
    """Answer with a page that is printed; cards of tables with their PINs go to who keeps the tournament alone."""
    keeps, room, what = _require_desk(request) == KEEPER, room_of(request), request.path_params["what"]

    def printed(ledger: Ledger) -> str:
        tournaments, which, asked = Tournaments(ledger), identified(room.tables.hall.uid), dict[str, Any]()
        if what == "tables" and keeps:
            codes = table_codes(room.devices, tournaments.held(which))
            asked["pins"] = {table: code.typed for table, code in codes.items()}
        return tournaments.printout(what, which, **asked)

    return HTMLResponse(await read_ledger(request, printed), headers={"content-security-policy": PRINTED})


_TABLE = f"{ADDRESS}/table/{{round:int}}/{{table:int}}"
ROUTES = (
    Route(ADDRESS, hall_page),
    Route(f"{ADDRESS}/tv", wall_page),
    Route(f"{ADDRESS}/of", asked_page),
    Route(f"{ADDRESS}/{{number:int}}", person_page),
    Route(f"{ADDRESS}/new", new_page, methods=["GET", "POST"]),
    Route(_DESK, desk_page),
    Route(f"{_DESK}/lists", desk_lists),
    Route(f"{_DESK}/report/{{name:str}}", desk_report),
    Route(f"{_DESK}/print/{{what:str}}", desk_print),
    Route(f"{_DESK}/of/{{number:int}}", desk_page),
    Route(f"{_DESK}/of/{{number:int}}/{{deed:str}}", desk_done, methods=["POST"]),
    Route(f"{_DESK}/{{page:str}}", desk_page),
    Route(f"{_DESK}/{{page:str}}/{{deed:str}}", desk_done, methods=["POST"]),
    Route(_TABLE, table_page),
    Route(f"{_TABLE}/list", handing_in(_sums), methods=["POST"]),
    Route(f"{_TABLE}/hands", handing_in(_hands), methods=["POST"]),
    Route(f"{_TABLE}/play", begin, methods=["POST"]),
)
