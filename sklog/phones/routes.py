"""Which address answers what. Who asks is known before anything here is called (`gate`).

A write answers in JSON where the script asks for it, else with a page: back to the table, or the question as a form.
"""

from __future__ import annotations

from asyncio import create_task
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from sklog import Ledger, LedgerError, NotFound, Payment, SklogError, code_svg, curve_svg, page_parts
from sklog.language import _, spoken
from sklog.phones import deeds, entering, pages
from sklog.phones.devices import KEEPER, WRITES, NotJoined
from sklog.phones.gate import BRING, SENTENCES, Refusal, address_of, fields, first_of, key_of, with_cookie
from sklog.phones.halls import ORDERS, SEAT, WALL, stands
from sklog.phones.pins import Wait, evening_of, identified, within
from sklog.phones.rights import role_of
from sklog.phones.tables import Look, seen

if TYPE_CHECKING:
    from asyncio import Task
    from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence

    from starlette.requests import Request

    from sklog.phones.devices import Device, Door
    from sklog.phones.halls import Hall
    from sklog.phones.tables import Table, Tables


class ServedRoom:
    """What every route knows: the tables, the door with the devices behind it, and whether phones only look."""

    def __init__(self, tables: Tables, door: Door, *, read_only: bool) -> None:
        self.tables, self.door, self.devices, self.read_only = tables, door, door.devices, read_only
        self.files = pages.files()
        self._soon: set[Task[bool]] = set()

    def soon(self, work: Coroutine[Any, Any, bool]) -> None:
        """Do something once the answer is on its way; it is kept until it is done, or Python may drop it."""
        task = create_task(work)
        self._soon.add(task)
        task.add_done_callback(self._soon.discard)

    def may_write(self, device: Device) -> bool:
        """Whether a device may record anything."""
        return not self.read_only and device.role in (KEEPER, WRITES)


def app(tables: Tables, door: Door, more: Sequence[Route] = (), *, read_only: bool = False) -> Starlette:
    """Return the program behind the gate, with `more` routes; with `read_only` nobody writes, not the keeper either."""

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        watching = create_task(tables.watch())
        try:
            yield
        finally:
            watching.cancel()

    made = Starlette(
        lifespan=life,
        middleware=[Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)],
        exception_handlers=dict.fromkeys((SklogError, HTTPException, Exception), _answer_refusal),
        routes=[*_routes(), *more],
    )
    made.state.room = ServedRoom(tables, door, read_only=read_only)
    return made


def _routes() -> list[Route]:
    """Return our own routes."""
    table, hand = "/t/{table:int}", "/t/{table:int}/hand/{number:int}"
    return [
        # first what is asked with every hand: they are tried one after the other
        Route(f"{table}/hands", writing(entering.record_hand), methods=["POST"]),
        Route("/", home),
        Route("/join", join, methods=["POST"]),
        Route("/tv", television),
        Route("/tables", all_tables),
        Route("/begin", asking(deeds.BEGIN, deeds.begin_evening), methods=["GET", "POST"]),
        Route(BRING, asking(deeds.BRING, deeds.bring_file), methods=["GET", "POST"]),
        Route("/season", season_page),
        Route("/ledger", ledger_file),
        Route("/devices", devices_page),
        Route("/devices/{id:str}", device_changed, methods=["POST"]),
        Route("/static/{name:str}", static),
        Route(table, page_of_table("page")),
        Route(f"{table}/events", events),
        Route(f"{table}/board", answer_board),
        Route(f"{table}/tv", page_of_table("tv")),
        Route(f"{table}/price", answer_price),
        Route(f"{table}/play", game_page),
        Route(f"{table}/undo", writing(entering.take_back_newest), methods=["POST"]),
        Route(f"{table}/paid", writing(entering.record_paid), methods=["POST"]),
        Route(f"{table}/more", more_page),
        Route(f"{table}/share", share),
        Route(f"{table}/file", evening_file),
        Route(f"{table}/do/{{deed:str}}", writing(deeds.do_deed), methods=["POST"]),
        Route(hand, hand_page),
        *(
            Route(f"{hand}/{kind}", writing(entering.correct, kind), methods=["POST"])
            for kind in ("fix", "void", "insert")
        ),
        Route(f"{table}/person", report_page("person", "name")),  # a name may have slashes and dots
        Route(f"{table}/settle", settle_page),
        Route(f"{table}/sheet", report_page("session")),
        Route(f"{table}/curve", report_page("curve")),
        Route(f"{table}/curve.svg", curve_picture),
    ]


# -- who asks, and where --------------------------------------------------------------------------------------


def room_of(request: Request) -> ServedRoom:
    """Return what every route knows."""
    found: ServedRoom = request.app.state.room
    return found


def device_of(request: Request) -> Device:
    """Return who asks; raise HTTPException where he has not joined."""
    found: Device | None = request.scope.get("device")
    if found is None:
        raise Refusal(401)
    return found


async def _asked_table(request: Request) -> Table:
    """Return the table that an address means, if this device may see it; raise NotFound.

    The keeper sees every evening of the ledger.
    """
    tables, number, device = room_of(request).tables, request.path_params["table"], device_of(request)
    if device.role == KEEPER and not tables.is_there(number) and not tables.stands:
        for evening in await read_ledger(request, deeds.evenings_there):
            if evening.id == number and evening.players:
                tables.look_at(evening)
    return tables.numbered(number, device.evening)


def _tables_allowed(request: Request, device: Device) -> list[Table]:
    """Return the tables that a device may see, the newest first; raise NotFound where there is none."""
    found = room_of(request).tables.allowed_tables(device.evening)
    if not found:
        raise NotFound(_("the evening that this phone has joined is not shown here any more"))
    return found


def order_of(request: Request) -> str:
    """Return in which order people shall stand on the board."""
    said, tables = request.query_params.get("by", SEAT), room_of(request).tables
    return said if said in ORDERS or said in tables.orders else SEAT


def _look_of_page(request: Request, table: Table) -> Look:
    order = order_of(request)
    return Look(spoken(), order if order in ORDERS or table.is_hall else SEAT)


def page_for(request: Request, template: str, status: int = 200, **told: Any) -> HTMLResponse:
    """Return a page of a table, or of a hall, with what all of them are told."""
    device = device_of(request)
    return HTMLResponse(
        pages.page(
            template,
            table=told.pop("table", request.path_params.get("table", 0)),
            key=key_of(request.scope["token"]),
            may_write=room_of(request).may_write(device),
            read_only=room_of(request).read_only,
            keeper=device.role == KEEPER,
            device=device,
            by=told.pop("order", order_of(request)),
            **told,
        ),
        status,
    )


async def read_ledger(request: Request, ask: Callable[..., Any], *words: Any) -> Any:
    """Return what a function makes of the ledger, in a thread."""
    return await room_of(request).tables.read(ask, *words)


# -- coming in ------------------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    """Show whoever has joined the table, everybody else how to, and with `?join` who goes to another one."""
    device: Device | None = request.scope.get("device")
    if device is None or ("join" in request.query_params and device.role != KEEPER):
        onward, name = _next_address(request.query_params.get("next", "")), device.name if device else ""
        return HTMLResponse(pages.page("join", problem="", next=onward, name=name))
    if hall := room_of(request).tables.stands:
        return RedirectResponse(home_of(request, hall), 303)
    if device.role == KEEPER and not room_of(request).tables.allowed_tables(""):
        evenings = await read_ledger(request, deeds.evenings_there)
        return RedirectResponse("/tables" if evenings else "/begin", 303)
    tables = _tables_allowed(request, device)
    tables = [one for one in tables if not one.closed] or tables
    return RedirectResponse("/tables" if len(tables) > 1 else f"/t/{tables[0].number}", 303)


def home_of(request: Request, hall: Hall) -> str:
    """Return where a device begins that has joined a hall: at its place while that is there, else in the hall."""
    where = within(device_of(request).evening)
    return hall.home(where if where in room_of(request).tables.orders else "")


def _next_address(said: str) -> str:
    """Return where who has joined goes on to: the television, or the table; nothing else that an address may say."""
    return said if said == "/tv" else "/"


async def join(request: Request) -> Response:
    """Let a device in that says the code, and give it its cookie."""
    said = await fields(request, joining=True)
    code, name, onward = (first_of(said, key) for key in ("code", "name", "next"))
    onward = _next_address(onward)
    enter = partial(room_of(request).door.join, code, name, address_of(request), token=request.scope["token"])
    try:
        _joined, token = await run_in_threadpool(enter)
    except (NotJoined, Wait) as error:
        [problem] = pages.for_phones([error], room_of(request).tables.path)
        status, headers = (429, {"retry-after": str(error.seconds + 1)}) if isinstance(error, Wait) else (403, None)
        return HTMLResponse(pages.page("join", problem=problem, next=onward), status, headers)
    return with_cookie(RedirectResponse(onward, 303), token, request)


async def all_tables(request: Request) -> Response:
    """Show every evening that this device may see, a line each; the keeper those that were closed as well."""
    device, found = device_of(request), await read_ledger(request, deeds.evenings_there)
    if device.role != KEEPER or room_of(request).tables.stands:
        served = {one.uid for one in _tables_allowed(request, device)}
        found = [one for one in found if one.uid in served]
    return page_for(request, "tables", rows=[one for one in found[::-1] if one.players])


def asking(deed: deeds.Deed, write: Callable[..., entering.Answer]) -> Callable[[Request], Any]:
    """Return the route of something that the keeper does beside the evenings: its form, and what comes of it."""

    async def answer_form(request: Request) -> Response:
        _require_keeper(request)
        answer, said, room = entering.Answer(200, ""), dict[str, list[str]](), room_of(request)
        if not room.may_write(device_of(request)):
            raise Refusal(403)
        if request.method == "POST":
            said = await fields(request)
            had_seen = entering.what_was_seen(first_of(said, "seen"))
            if had_seen is None:
                raise Refusal(422)
            writer = entering.Writer(room.tables.path, device_of(request).name, "", had_seen)
            answer = await room.tables.write(entering.answered, write, writer, said)
            if answer.number:
                hall = await read_ledger(request, stands, str(answer.number))
                if hall:
                    room.tables.hold(hall)
                else:
                    room.tables.begun(await read_ledger(request, Ledger.evening, str(answer.number)))
                return RedirectResponse(f"/t/{answer.number}", 303)
        after = await read_ledger(request, deeds.newest)
        told = {"title": _(deed.heading), "deeds": [deed], "about": after, "seen": after.seen, "opened": deed.name}
        to = request.url.path.removesuffix(deed.name)
        return page_for(request, "more", answer.status, to=to, answer=answer, fields=said, **told)

    return answer_form


async def season_page(request: Request) -> Response:
    """Show the keeper all evenings together."""
    _require_keeper(request)
    return page_for(request, "report", **await read_ledger(request, _report, "season"))


async def ledger_file(request: Request) -> Response:
    """Send the keeper a copy of the ledger."""
    _require_keeper(request)
    return _download(*await read_ledger(request, deeds.as_ledger))


async def evening_file(request: Request) -> Response:
    """Send an evening as a file."""
    return _download(*await read_ledger(request, deeds.as_file, (await _asked_table(request)).uid))


def _download(name: str, content: bytes) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


async def share(request: Request) -> Response:
    """Answer with the short text for the group chat."""
    found = await read_ledger(request, Ledger.dues, identified((await _asked_table(request)).uid))
    return Response(found.shared, media_type="text/plain")


async def devices_page(request: Request) -> Response:
    """Show the keeper who has joined."""
    _require_keeper(request)
    names = {one.uid: one.name for one in await read_ledger(request, Ledger.evenings)}
    devices = room_of(request).devices.everybody()
    for place in {one.evening for one in devices} - names.keys() - {""}:
        names[place] = f"{names.get(evening_of(place), '')} {within(place)}"
    return page_for(request, "devices", devices=devices, evenings=names)


async def device_changed(request: Request) -> Response:
    """Name a device, let it write or only look, or throw it out."""
    said = await fields(request)
    _require_keeper(request)
    door, devices = room_of(request).door, room_of(request).devices
    changes: dict[str, Callable[[str], Device]] = {
        "out": door.out,
        "allow": partial(devices.set_role, role=WRITES),
        "forbid": door.let_look,
        "name": partial(devices.rename, name=first_of(said, "name")),
    }
    change = changes.get(first_of(said, "action"))
    if change is None:
        raise Refusal(422)
    await run_in_threadpool(change, request.path_params["id"])
    return RedirectResponse("/devices", 303)


def _require_keeper(request: Request) -> None:
    if device_of(request).role != KEEPER:
        raise Refusal(403)


async def static(request: Request) -> Response:
    """Answer with one of the program's own files."""
    file = room_of(request).files.get(request.path_params["name"])
    if file is None:
        raise Refusal(404)
    headers = {"etag": file.tag}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)


# -- looking --------------------------------------------------------------------------------------------------


async def television(request: Request) -> Response:
    """Show the board for the room: of the table that the device has joined."""
    device: Device | None = request.scope.get("device")
    if device is None:
        return RedirectResponse("/?next=/tv", 303)
    if hall := room_of(request).tables.stands:
        return RedirectResponse(hall.home(WALL), 303)
    return RedirectResponse(f"/t/{_tables_allowed(request, device)[0].number}/tv", 303)


def page_of_table(template: str) -> Callable[[Request], Any]:
    """Return the route of a page that shows how a table stands, and the last hands."""

    async def answer_page(request: Request) -> Response:
        table, hall = await _asked_table(request), room_of(request).tables.stands
        if hall and table.is_hall:
            return RedirectResponse(hall.home(""), 303)
        found = await read_ledger(request, _words_of_table, table.uid)
        ways = hall.onward(within(table.place)) if hall and table.place else ()
        return page_for(request, template, ways=ways, **found)

    return answer_page


def _words_of_table(ledger: Ledger, uid: str) -> dict[str, Any]:
    board = ledger.board(identified(uid))
    evening = board.evening
    return {
        "board": board,
        "evening": evening,
        "number": evening.hands + 1,
        "seen": seen(evening),
        "pad": () if evening.closed else ledger.playable(identified(uid)),
    }


async def answer_board(request: Request) -> Response:
    """Answer with how a table stands, as its stream tells it."""
    tables = room_of(request).tables
    try:
        table = await _asked_table(request)
    except NotFound:
        if tables.stands and tables.is_there(request.path_params["table"]):  # others sit there since the draw
            raise Refusal(401) from None
        raise
    text = await room_of(request).tables.board_json(table, _look_of_page(request, table))
    return Response(text, media_type="application/json")


async def events(request: Request) -> Response:
    """Tell how a table stands, now and after every change, as long as somebody listens."""
    room, token, table = room_of(request), request.scope["token"], await _asked_table(request)

    def may_see() -> bool:  # it may have been thrown out, or have joined another table since
        device = room.devices.device_with(token)
        return device is not None and room.tables.may_see(device.evening, table)

    stream = room.tables.events(table, _look_of_page(request, table), may_see)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def answer_price(request: Request) -> Response:
    """Answer with what a hand would cost everybody."""
    said = {key: request.query_params.getlist(key) for key in request.query_params}
    return JSONResponse(await read_ledger(request, entering.prices_for_all, (await _asked_table(request)).uid, said))


async def game_page(request: Request) -> Response:
    """Show the form of one game, for phones without a script."""
    found = await read_ledger(request, _words_of_table, (await _asked_table(request)).uid)
    wanted = request.query_params.get("game")
    game = next((one for one in found["pad"] if one.name == wanted), None)
    if game is None:
        raise NotFound(_("this game is not played here"))
    return page_for(request, "play", game=game, **found)


async def hand_page(request: Request) -> Response:
    """Explain a hand, with forms to correct it."""
    found = await read_ledger(request, _words_of_hand, (await _asked_table(request)).uid, request.path_params["number"])
    return page_for(request, "hand", number=request.path_params["number"], **found)


def _words_of_hand(ledger: Ledger, uid: str, number: int) -> dict[str, Any]:
    which = identified(uid)
    evening, report = ledger.evening(which), ledger.explain(number, which)
    return {
        "parts": page_parts(report),
        "title": report.title,
        "line": ledger.hand_line(number, which)[1],
        "seen": seen(evening),
        "evening": evening,
    }


async def more_page(request: Request) -> Response:
    """Show what can be done at the table besides hands."""
    return await _more(request, await _asked_table(request), entering.Answer(200, ""), {})


async def _more(request: Request, table: Table, answer: entering.Answer, said: Mapping[str, list[str]]) -> Response:
    """Show the forms of what can be done; one that was refused with the reason, and all that was filled in."""
    device = device_of(request)
    if not room_of(request).may_write(device) or table.is_hall:
        raise Refusal(403)
    evening = await read_ledger(request, Ledger.evening, identified(table.uid))
    told = {"title": _("More"), "deeds": deeds.possible(evening, role_of(device)), "about": evening}
    opened, base = request.path_params.get("deed", ""), f"/t/{table.number}/do/"
    told |= {"seen": answer.seen or seen(evening), "opened": opened, "to": base}
    return page_for(request, "more", answer.status, answer=answer, fields=said, **told)


def report_page(name: str, *asked: str) -> Callable[[Request], Any]:
    """Return the route of a report of the evening, which the address is `asked` for by these words."""

    async def answer_report(request: Request) -> Response:
        words = {key: request.query_params.get(key, "") for key in asked}
        uid = identified((await _asked_table(request)).uid)
        return page_for(request, "report", **await read_ledger(request, _report, name, uid, words))

    return answer_report


def _report(ledger: Ledger, name: Any, which: str | None = None, words: Mapping[str, Any] = {}) -> dict[str, Any]:
    report = ledger.report(name, which, **words)
    return {"title": report.title, "parts": page_parts(report)}


async def curve_picture(request: Request) -> Response:
    """Draw the curve of the evening, in the colours of the light page."""
    uid = identified((await _asked_table(request)).uid)
    picture = await read_ledger(request, lambda ledger: curve_svg(ledger.report("curve", uid)))
    return Response(picture, media_type="image/svg+xml")


async def settle_page(request: Request) -> Response:
    """Show who pays whom, and what was paid just now, which can be taken back.

    A code, which has an IBAN in it, goes to who pays alone, and to no device that may not say that something was paid.
    """
    asked, device, table = request.query_params, device_of(request), await _asked_table(request)
    me, may_pay = asked.get("me", ""), device.role == KEEPER or (room_of(request).may_write(device) and not table.place)
    found = await read_ledger(request, _dues, table.uid, me if may_pay else "", asked.get("paid", ""))
    return page_for(request, "settle", code_svg=code_svg, me=me, may_pay=may_pay, **found)


def _dues(ledger: Ledger, uid: str, payer: str, just_now: str) -> dict[str, Any]:
    evening = ledger.evening(identified(uid))
    found = ledger.dues(evening, codes=bool(payer))
    dues = tuple(one if one.payer == payer else one._replace(code=None) for one in found.dues)
    paid = None
    if just_now == seen(evening):  # else something was recorded since, and undo would take that back
        last = ledger.session(identified(uid)).entries[-1:]
        paid = last[0] if last and isinstance(last[0], Payment) else None
    return {"dues": found._replace(dues=dues), "seen": seen(evening), "evening": evening, "paid": paid}


# -- writing --------------------------------------------------------------------------------------------------


def writing(write: Callable[..., entering.Answer], *kind: str) -> Callable[[Request], Any]:
    """Return the route of something that a phone writes, of this `kind` and of what the address names."""

    async def answer_writing(request: Request) -> Response:
        said, room, table = await fields(request), room_of(request), await _asked_table(request)
        writer = _writer(request, table, said)
        named = [value for key, value in request.path_params.items() if key != "table"]
        answer = await room.tables.write(entering.answered, write, writer, said, *kind, *named)
        is_there = answer.result in ("recorded", "again")
        if is_there:
            room.soon(room.tables.tried(room.tables.changed(table, answer.step)))
        if _wants_json(request):
            return JSONResponse(answer.to_json(), answer.status)
        if is_there:
            return RedirectResponse(_onward(table, request, said, answer), 303)
        if "deed" in request.path_params and answer.result in ("refused", "overtaken"):
            return await _more(request, table, answer, said)
        return page_for(request, "said", answer.status, answer=answer, fields=said, path=request.url.path)

    return answer_writing


def _writer(request: Request, table: Table, said: Mapping[str, list[str]]) -> entering.Writer:
    """Return who writes to a table, and what was seen of it; raise Refusal for who may not."""
    room, device = room_of(request), device_of(request)
    if not room.may_write(device):
        raise Refusal(403)
    if table.is_hall:
        raise Refusal(403, _("nothing is entered on this page: go to the page of a table"))
    had_seen = entering.what_was_seen(first_of(said, "seen"))
    if had_seen is None:
        raise Refusal(422)
    hall, path, require = room.tables.stands, room.tables.path, None
    if hall and table.place and device.role != KEEPER:
        require = partial(hall.require_open, path, within(table.place), identified(table.uid))
    return entering.Writer(path, device.name, table.uid, had_seen, require, role_of(device))


def _onward(table: Table, request: Request, said: Mapping[str, list[str]], answer: entering.Answer) -> str:
    """Return where a form leads that was recorded: to the settlement if it came from there, else to the table."""
    path = request.url.path
    if deed := request.path_params.get("deed"):
        return deeds.DEEDS[deed].onward.format(table=table.number)
    if not (path.endswith("/paid") or "settling" in said):
        return f"/t/{table.number}"
    paid = {"paid": answer.seen} if path.endswith("/paid") and answer.result == "recorded" else {}
    return f"/t/{table.number}/settle?{urlencode({'me': first_of(said, 'me'), **paid})}"


def _wants_json(request: Request) -> bool:
    """Whether it is the script that asks."""
    return request.headers.get("accept", "").startswith("application/json")


# -- what is wrong --------------------------------------------------------------------------------------------


async def _answer_refusal(request: Request, error: Exception) -> Response:
    """Answer why something was not done. Of what is our own mistake the gate is told nevertheless."""
    status, said, headers = 500, [_(SENTENCES[500])], None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
        # Starlette refuses what there is no route for in words of its own
        said = [error.detail if isinstance(error, Refusal) else _(SENTENCES[status])]
    elif isinstance(error, SklogError):
        status = 503 if isinstance(error, LedgerError) else 404 if isinstance(error, NotFound) else 422
        said = [*pages.for_phones(error.problems, room_of(request).tables.path)]
    if _wants_json(request):
        result = "busy" if status == 503 else "refused"
        return JSONResponse({"status": status, "result": result, "said": said}, status, headers)
    return HTMLResponse(pages.page("problem", problems=said), status, headers)
