"""What does not get through to the table's phones: other names, other sites, tricks in paths, too much, too slow."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from sklog import Report, page_parts
from sklog.phones import devices, server
from sklog.phones import gate as this
from sklog.phones.devices import KEEPER, LOOKS, WRITES, Devices, Door
from sklog.phones.gate import SAFE, STYLE, Gate, ServedAddress, address_of, cookie_name, fields, key_of, with_cookie
from tests import transcripts
from tests.knocking import FORM, HOME, HOST, ROOM, SERVER, Phone, ask

EVENING = "5f0c"
OWED = "Anna owes Bene 2.40"
PATHS = ("/", "/t/1", "/t/1/events", "/t/1/hands", "/join", "/tv", "/devices", "/static/app.js", "/nothing")


async def _page(request: Request) -> PlainTextResponse:
    device = request.scope["device"]
    return PlainTextResponse(f"{OWED}; {device.name if device else 'nobody'}", headers={"server": "mine"})


async def _written(request: Request) -> PlainTextResponse:
    said = await fields(request)
    return PlainTextResponse(f"{said}")


async def _join(request: Request) -> Any:
    said = await fields(request, joining=True)
    _device, token = request.app.state.door.join(said["code"][0], "Resi", address_of(request))
    return with_cookie(PlainTextResponse(key_of(token)), token, request)


async def _file(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("file", headers={"etag": '"1"', "cache-control": "public"})


async def _broken(_request: Request) -> PlainTextResponse:
    raise RuntimeError(OWED)


async def _events(request: Request) -> StreamingResponse:
    async def told() -> AsyncIterator[str]:
        request.app.state.streams += 1
        try:
            yield "event: board\n\n"
            await asyncio.Event().wait()
        finally:
            request.app.state.streams -= 1

    return StreamingResponse(told(), media_type="text/event-stream")


@pytest.fixture
def door(tmp_path: Path) -> Door:
    """Return a door that is open for one evening."""
    made = Door(Devices(tmp_path / "devices.json"))
    made.open(EVENING)
    return made


@pytest.fixture
def behind(door: Door) -> Starlette:
    """Return what is behind the gate, which says a secret to whoever gets through."""
    made = Starlette(
        routes=[
            Route("/join", _join, methods=["POST"]),
            Route("/static/app.js", _file),
            Route("/t/1/hands", _written, methods=["POST"]),
            Route("/t/1/events", _events),
            Route("/t/1/broken", _broken),
            Route("/{rest:path}", _page, methods=["GET", "POST"]),
        ]
    )
    made.state.door, made.state.streams = door, 0
    return made


@pytest.fixture
def gate(behind: Starlette, door: Door) -> Gate:
    """Return the gate before it."""
    return Gate(behind, door, ServedAddress(("127.0.0.1", "localhost", "laptop.example"), 8765))


def joined(gate: Gate, role: str = WRITES, evening: str = EVENING, address: str = ROOM) -> tuple[Phone, str]:
    """Return a phone that has joined, and the key of its forms."""
    phone = Phone(gate, address)
    token = gate.door.devices.let_in("Resi", role, evening)[1]
    phone.cookie = f"{cookie_name(8765)}={token}"
    return phone, key_of(token)


# -- other names: DNS rebinding -----------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS", "PUT"])
@pytest.mark.parametrize("host", ["evil.example:8765", "", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8765.evil.example"])
def test_a_name_that_was_not_announced_is_not_answered(gate: Gate, method: str, host: str) -> None:
    """Whatever is asked, with a cookie that counts: before anything else is looked at."""
    phone, _key = joined(gate)
    for path in PATHS:
        answer = phone.ask(method, path, headers={"host": host, "origin": f"http://{host}", "accept": "text/html"})
        assert answer.status == 421, path
        assert OWED not in answer.text, path


def test_the_names_that_were_announced_are_answered(gate: Gate) -> None:
    """In capital letters as well; the usual port is not said by a browser."""
    phone, _key = joined(gate)
    assert [phone.get("/t/1", host=host).status for host in (HOST, "LocalHost:8765", "laptop.example:8765")] == [
        200
    ] * 3
    assert ServedAddress(("laptop.example", "::1"), 443, secure=True).allowed == {"laptop.example", "[::1]"}
    assert ServedAddress(("127.0.0.1",), 8765).address("127.0.0.1") == HOME


# -- other sites ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/t/1/hands", "/join", "/devices/1"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": ""},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "https://127.0.0.1:8765"},
        {"origin": "http://127.0.0.1:3000"},
        {"origin": "http://localhost:8765"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": "", "sec_fetch_site": "none"},
    ],
    ids=str,
)
def test_a_form_of_another_site_is_not_answered(gate: Gate, path: str, headers: dict[str, str]) -> None:
    """Even if it knows the key."""
    phone, key = joined(gate)
    answer = phone.post(path, {"key": key, "line": "s ac"}, **headers)
    assert answer.status == 403
    assert "another site" in answer.text


def test_a_form_of_ours_is_answered(gate: Gate) -> None:
    """By its Origin, or by what a browser says that leaves it out."""
    phone, key = joined(gate)
    said = {"key": key, "line": "s ac", "losers": ["Anna", "Bene"]}
    for headers in ({}, {"sec_fetch_site": "same-origin"}, {"origin": "", "sec_fetch_site": "same-origin"}):
        answer = phone.post("/t/1/hands", said, **headers)
        assert (answer.status, answer.text) == (200, "{'line': ['s ac'], 'losers': ['Anna', 'Bene']}")


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "script"}),
        (403, {"sec_fetch_site": "same-site", "sec_fetch_mode": "cors", "sec_fetch_dest": "empty"}),
        (403, {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}),
        (403, {"origin": "http://evil.example"}),
        (200, {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}),
        (200, {"sec_fetch_site": "none", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}),
        (200, {"sec_fetch_site": "same-origin", "sec_fetch_mode": "cors", "sec_fetch_dest": "empty", "origin": HOME}),
    ],
)
def test_another_site_may_link_here_and_do_nothing_else(gate: Gate, status: int, headers: dict[str, str]) -> None:
    """It puts nothing of ours on its page."""
    phone, _key = joined(gate)
    assert phone.get("/t/1", **headers).status == status


@pytest.mark.parametrize("key", [None, "", "0" * 32, "é", "another"])
def test_a_form_says_the_key_of_its_device(gate: Gate, key: str | None) -> None:
    """Without it, or with that of another device, nothing is written."""
    phone, _key = joined(gate)
    other = joined(gate)[1]
    said = {"line": "s ac", **({} if key is None else {"key": other if key == "another" else key})}
    answer = phone.post("/t/1/hands", said)
    assert (answer.status, answer.text) == (403, "this page is out of date: reload it")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/json", "multipart/form-data; boundary=x"])
def test_only_forms_are_read(gate: Gate, kind: str) -> None:
    """What any page may send without asking is none."""
    phone, key = joined(gate)
    assert phone.post("/t/1/hands", {"key": key}, content_type=kind).status == 415


@pytest.mark.parametrize("body", [b"\xff=\xff", b"key=%ff", b"&".join([b"a=1"] * 201)])
def test_a_form_that_cannot_be_read_is_refused(gate: Gate, body: bytes) -> None:
    """In a sentence."""
    phone, _key = joined(gate)
    assert phone.post("/t/1/hands", body).status == 422


# -- without a token ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("cookie", ["", "sklog-8765=", "sklog-8765=x; sklog-8765=y", "sklog-9999={token}", "x={token}"])
def test_no_page_says_anything_to_who_has_not_joined(gate: Gate, method: str, cookie: str) -> None:
    """A browser is sent to where one joins; a program is told so."""
    phone, _key = joined(gate)
    phone.cookie = cookie.format(token=phone.cookie.partition("=")[2])
    asked = {"origin": HOME, "content_type": FORM}
    for path in ("/t/1", "/t/1/events", "/t/1/board", "/t/1/settle", "/tables", "/devices", "/x", "/t/1/tv"):
        page = phone.ask(method, path, headers={**asked, "accept": "text/html,*/*"})
        program = phone.ask(method, path, headers={**asked, "accept": "application/json"})
        assert (page.status, page.headers.get("location")) == ((401, None) if method == "POST" else (303, "/")), path
        assert program.status == 401, path
        assert OWED not in page.text + program.text, path


def test_who_has_joined_another_evening_has_not_joined_this_one(gate: Gate) -> None:
    """A phone of last week, say."""
    phone, _key = joined(gate, evening="another")
    assert phone.get("/t/1").status == 401
    gate.door.open("another")
    assert phone.get("/t/1").status == 200


def test_the_keeper_is_known_on_this_machine_alone(gate: Gate) -> None:
    """A cookie that was carried away is nobody's elsewhere; this machine's own address is here as well."""
    assert [joined(gate, KEEPER, "", address)[0].get("/t/1").status for address in ("127.0.0.1", SERVER, ROOM)] == [
        200,
        200,
        401,
    ]


def test_who_may_look_writes_nothing(gate: Gate) -> None:
    """Nor does who was allowed to, once the keeper forbids it."""
    phone, key = joined(gate)
    assert phone.post("/t/1/hands", {"key": key}).status == 200
    device = gate.door.devices.everybody()[0]
    gate.door.devices.set_role(device.id, LOOKS)
    assert phone.post("/t/1/hands", {"key": key}).status == 403
    assert phone.get("/t/1").status == 200
    gate.door.out(device.id)
    assert phone.get("/t/1").status == 401


def test_a_cookie_is_for_this_server_alone(gate: Gate, door: Door) -> None:
    """No script reads it, no other site has it sent, and another server of this machine calls its own otherwise."""
    code = door.code(EVENING)
    assert code
    phone = Phone(gate)
    answer = phone.post("/join", {"code": code.pin})
    given = answer.headers["set-cookie"].split("; ")
    assert given[0].startswith("sklog-8765=")
    assert {*given[1:]} == {"HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=strict"}
    assert phone.get("/t/1").text == f"{OWED}; Resi"

    scope = {**phone.scope("POST", "/join", {"host": "laptop.example", "origin": "https://laptop.example",
                                             "content-type": FORM}), "scheme": "https"}  # fmt: skip
    secure = Gate(gate.app, door, ServedAddress(("laptop.example",), 443, secure=True))
    safe = asyncio.run(ask(secure, scope, [f"code={code.pin}".encode()]))
    assert "Secure" in safe.headers["set-cookie"].split("; ")


# -- tricks, too much, too slow -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/../sklog.db",
        "/static/../../sklog.db",
        "/static/%2e%2e/devices.py",
        "/static/..%2fdevices.py",
        "/static/%2e%2e%5cdevices.py",
        "/static//etc/passwd",
        "/static/app.js/",
        "/static/app.js%00.css",
        "/static/",
        "/static/.hidden",
        "/static/C:%5cboot.ini",
        "//evil.example/t/1",
        "/%2f/evil.example",
        "/t/1/.",
        "/t/./1",
        "/t\\1",
        "/t/%0d%0aset-cookie:x=1",
        "/t/%00",
        "/t/%ff",
        "http://evil.example/t/1",
        "*",
        "t/1",
    ],
)
def test_a_path_with_a_trick_leads_nowhere(gate: Gate, path: str) -> None:
    """Whether somebody has joined or not."""
    phone, _key = joined(gate)
    for one in (phone, Phone(gate)):
        answer = one.get(path, accept="text/html")
        assert answer.status == 404
        assert OWED not in answer.text
        assert "location" not in answer.headers


@pytest.mark.parametrize("path", ["/t/1/person/Änne%20M%C3%BCller", "/t/1/person/A.B.", "/t/1/person/%3Cb%3E"])
def test_a_name_in_a_path_is_a_name(gate: Gate, path: str) -> None:
    """With any letters that a name has."""
    assert joined(gate)[0].get(path).status == 200


def test_an_address_without_end_is_not_read(gate: Gate) -> None:
    """Nor one with a question without end."""
    phone, _key = joined(gate)
    assert [phone.get(path).status for path in ("/" + "x" * 1_000, "/t/1?" + "x" * 4_001)] == [414, 414]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT", "BREW"])
def test_other_methods_are_not_answered(gate: Gate, method: str) -> None:
    """No page of ours uses them."""
    answer = joined(gate)[0].get("/t/1", method=method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD, POST")


def test_a_body_says_how_long_it_is(gate: Gate) -> None:
    """A browser's form does; parts of a letter each would be a hundred times the work of what they hold."""
    phone, key = joined(gate)
    answer = phone.post("/t/1/hands", {"key": key}, transfer_encoding="chunked")
    assert (answer.status, answer.headers["connection"]) == (411, "close")


def test_a_body_of_64_kib_is_read_and_a_longer_one_is_not(gate: Gate) -> None:
    """Whether it says how long it is, or just goes on."""
    phone, key = joined(gate)
    form = {"origin": HOME, "content_type": FORM}
    head = f"key={key}&line=".encode()
    whole = head + b"x" * (64 * 1024 - len(head))
    assert phone.post("/t/1/hands", whole).status == 200
    assert phone.post("/t/1/hands", whole + b"x").status == 413
    read: list[int] = []

    def endless() -> Any:
        for place in range(10_000):
            read.append(place)
            yield b"x" * 1024

    class Lazy(list[bytes]):
        def __init__(self) -> None:
            super().__init__([b""])
            self.parts = endless()

        def pop(self, _place: Any = 0) -> bytes:
            return next(self.parts)

    scope = phone.scope("POST", "/t/1/hands", form)
    answer = asyncio.run(asked_lazily(gate, scope, Lazy()))
    assert answer == 413
    assert len(read) == 65
    assert phone.ask("POST", "/t/1/hands", headers={**form, "content_length": "99999999"}).status == 413


async def asked_lazily(gate: Gate, scope: dict[str, Any], parts: Any) -> int:
    """Put a request whose body goes on and on; return the status of the answer."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": parts.pop(0), "more_body": True}

    async def send(message: Any) -> None:
        if "status" in message:
            statuses.append(message["status"])

    await gate(scope, receive, send)
    return statuses[0]


def test_a_body_that_does_not_come_is_not_waited_for(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one of which a letter comes now and then."""
    monkeypatch.setattr(this, "BODY_SECONDS", 0.05)
    phone, _key = joined(gate)

    async def asked() -> int:
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": b"x", "more_body": True}

        async def send(message: Any) -> None:
            if "status" in message:
                statuses.append(message["status"])

        await gate(phone.scope("POST", "/t/1/hands", {"origin": HOME, "content_type": FORM}), receive, send)
        return statuses[0]

    assert asyncio.run(asked()) == 408


# -- what every answer says -------------------------------------------------------------------------------


def test_every_answer_says_what_a_browser_may_do_with_it(gate: Gate) -> None:
    """Whatever became of the request."""
    phone, key = joined(gate)
    answers = [
        phone.get("/t/1"),
        phone.get("/t/1", host="evil.example"),
        phone.get("/.."),
        phone.get("/t/1", method="PUT"),
        phone.get("/" + "x" * 2_000),
        phone.post("/t/1/hands", {"key": key}, origin="null"),
        phone.post("/t/1/hands", {"key": "x"}),
        phone.post("/t/1/hands", b"x" * 70_000),
        phone.post("/t/1/hands", {}, content_type="text/plain"),
        Phone(gate).get("/t/1"),
        Phone(gate).get("/t/1", accept="text/html"),
        phone.get("/static/app.js"),
    ]
    assert [answer.status for answer in answers] == [200, 421, 404, 405, 414, 403, 403, 413, 415, 401, 303, 200]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in SAFE} == SAFE
        assert "server" not in answer.headers
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * 11 + ["no-cache"]
    assert answers[-1].headers["etag"] == '"1"'


def test_no_script_and_no_frame_but_ours() -> None:
    """The policy allows nothing inline and nothing from elsewhere."""
    assert SAFE["content-security-policy"].startswith("default-src 'none'; ")
    for word in ("unsafe", "*", "http:", "https:", "blob:"):
        assert word not in SAFE["content-security-policy"]
    assert "frame-ancestors 'none'" in SAFE["content-security-policy"]


def colours(style: str) -> list[dict[str, str]]:
    """Return the colours of a style sheet by their names: those of the light, then those of the dark."""
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", block)) for block in blocks[:2]]


def test_phones_have_the_colours_of_the_page_of_a_report() -> None:
    """A report is shown among the pages of the table: whatever both have a name for is one colour."""
    for phone, report in zip(colours(STYLE), colours(page_parts(Report("", "")).style), strict=True):
        shared = phone.keys() & report.keys()
        assert len(shared) == 10
        assert {name: phone[name] for name in shared} == {name: report[name] for name in shared}


def test_what_goes_wrong_behind_says_nothing_of_it(gate: Gate) -> None:
    """The keeper is told; whoever asked reads a sentence."""
    told: list[Exception] = []
    phone, _key = joined(gate)
    watched = Gate(gate.app, gate.door, gate.place, failed=told.append)
    phone.app = watched
    answer = phone.get("/t/1/broken")
    assert answer.status == 500
    assert OWED not in answer.text
    assert [str(error) for error in told] == [OWED]
    assert {name: answer.headers.get(name) for name in SAFE} == SAFE


# -- streams ----------------------------------------------------------------------------------------------


class Reader:
    """Somebody who reads a stream, or has long stopped to."""

    def __init__(self, gate: Gate, phone: Phone) -> None:
        self.told: list[Any] = []
        self.begun, self.gone = asyncio.Event(), asyncio.Event()
        self.task = asyncio.ensure_future(gate(phone.scope("GET", "/t/1/events", {}), self._receive(), self._send))
        self.task.add_done_callback(lambda _task: self.begun.set())

    def _receive(self) -> Any:
        parts = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if parts:
                return parts.pop()
            await self.gone.wait()
            return {"type": "http.disconnect"}

        return receive

    async def _send(self, message: Any) -> None:
        self.told.append(message)
        if message["type"] == "http.response.body":
            self.begun.set()

    @property
    def status(self) -> int:
        """What was answered."""
        return int(self.told[0]["status"])


@pytest.mark.long
def test_of_one_device_the_oldest_streams_end(gate: Gate, behind: Starlette) -> None:
    """A phone that sleeps leaves them behind: none is refused, and four stay."""

    async def opened() -> None:
        phone, _key = joined(gate)
        readers = []
        for _place in range(1_000):
            readers.append(Reader(gate, phone))
            await readers[-1].begun.wait()
            assert len([one for one in readers if not one.task.done()]) <= 6
        await asyncio.gather(*(one.task for one in readers[:-4]))
        assert behind.state.streams == 4
        assert {one.status for one in readers} == {200}
        assert all(
            one.told[-1] == {"type": "http.response.body", "body": b"", "more_body": False} for one in readers[:-4]
        )
        for one in readers[-4:]:
            one.gone.set()
        await asyncio.gather(*(one.task for one in readers))
        assert behind.state.streams == 0

    asyncio.run(opened())


def test_streams_in_all_are_bounded(gate: Gate, behind: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is told to come again; pages are answered as ever, and all end at once where the server does."""
    monkeypatch.setattr(this, "STREAMS_IN_ALL", 5)

    async def opened() -> None:
        phones = [joined(gate)[0] for _place in range(7)]
        readers = [Reader(gate, phone) for phone in phones]
        await asyncio.gather(*(one.begun.wait() for one in readers))
        assert sorted(one.status for one in readers) == [200] * 5 + [503] * 2
        await asyncio.gather(*(one.task for one in readers if one.status == 503))
        assert behind.state.streams == 5
        page = await ask(gate, phones[-1].scope("GET", "/t/1", {}))
        assert page.status == 200
        gate.end_streams()
        await asyncio.gather(*(one.task for one in readers))
        assert behind.state.streams == 0

    asyncio.run(opened())


def test_what_one_device_asks_at_once_is_bounded(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are answered meanwhile."""
    monkeypatch.setattr(this, "AT_ONCE", 3)

    async def opened() -> None:
        phone, other = joined(gate)[0], joined(gate)[0]
        readers = [Reader(gate, phone) for _place in range(5)]
        await asyncio.gather(*(one.begun.wait() for one in readers))
        assert [one.status for one in readers] == [200, 200, 200, 429, 429]
        assert (await ask(gate, other.scope("GET", "/t/1", {}))).status == 200
        for one in readers:
            one.gone.set()
        await asyncio.gather(*(one.task for one in readers))
        assert (await ask(gate, phone.scope("GET", "/t/1", {}))).status == 200

    asyncio.run(opened())


def test_the_documents_state_the_limits_of_phones() -> None:
    """The figures in the table of threats in `docs/trust.md` are those of the code."""
    page = (transcripts.ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    stated = {
        f"a body of {this.MOST_BODY // 1024} kB in ten seconds",
        f"headers of {server.MOST_HEAD // 1024} kB in five; {this.MOST_FIELDS} fields",
        f"per device four streams (the oldest ends) and {this.AT_ONCE} requests at once",
        f"{this.STREAMS_IN_ALL} streams, {server.MOST_CONNECTIONS} connections and {devices.MOST_DEVICES:,} devices",
        f"per address in the room {server.CONNECTIONS_EACH} connections and twenty new devices an hour",
        f"{devices.TOKEN_BYTES * 8} bits",
    }
    assert {figure for figure in stated if figure not in page} == set()
    assert (this.BODY_SECONDS, server.HEAD_SECONDS, this.STREAMS_EACH, devices.MOST_JOINED) == (10, 5, 4, 20)
