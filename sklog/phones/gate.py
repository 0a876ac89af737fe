"""What a request must be before anything looks at it, who it is from, and what every answer says.

    Host one of ours? ─▶ path, method, sizes ─▶ a page of ours asks? ─▶ whose cookie? ─▶ how many at once? ─▶ app
       421                404 405 413 414         403                    401, or to join   429

Everything is proved here, whatever address is asked for, and nothing is answered without the headers of `SAFE`.
Behind it a request has `scope["device"]`, None for who has not joined, and `scope["token"]`.
"""

from __future__ import annotations

import re
from asyncio import Event, ensure_future, get_running_loop, timeout, wait
from base64 import b64encode
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from sklog.language import N_, _
from sklog.phones.devices import KEEPER, LOOKS, group_of, is_here
from sklog.phones.halls import static

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from sklog.phones.devices import Device, Door

MOST_BODY = 64 * 1024  # bytes
MOST_BROUGHT = 32 * 1024 * 1024  # of a file that the keeper brings in
BODY_SECONDS = 10.0  # for all of it
MOST_FIELDS = 200
MOST_PATH, MOST_QUERY = 1_000, 4_000  # bytes
MOST_COOKIES, LONGEST_TOKEN = 8, 100
STREAMS_EACH = 4  # open at once by one device, the oldest ends: of a browser's six connections two are for the rest
STREAMS_IN_ALL = 500
AT_ONCE = 24  # requests of one device that are being answered, or of one address that has not joined
END_SECONDS = 1.0  # for the end of a stream whose reader may be gone
COOKIE_SECONDS = 30 * 24 * 3600
FORM = "application/x-www-form-urlencoded"
STATIC, JOIN, BRING = "/static/", "/join", "/bring"
CLOSE = {"connection": "close"}
"""What ends the connection with the answer: the rest of a request is not read."""
OPEN = {("GET", "/"), ("HEAD", "/"), ("GET", "/tv"), ("HEAD", "/tv"), ("POST", JOIN)}
"""What is answered to who has not joined, beside files: how to join."""


def known_by(text: str) -> str:
    """Return how a policy names the one text that may stand in a page."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


_STYLES = static(".css")
_SCREENS = _STYLES.pop("screens.css")
STYLE = "\n".join(_STYLES.values()) + _SCREENS
"""What every page of ours looks like: last what is otherwise on some screens.

It stands in the page, so that one answer shows it, and is known by its sum.
"""
POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' '{known_by(STYLE)}'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PRINTED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
"""The policy of a page that is printed: its looks are in it, and no script runs there."""
SAFE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # no-referrer would make browsers say `Origin: null` for our own forms; to others it says as little
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""What every answer says; what is behind the gate cannot say otherwise."""
_NEVER_SAID = {name.encode() for name in (*SAFE, "cache-control", "server")}
_SAFE = [(name.encode(), value.encode()) for name, value in SAFE.items()]
_PATH = re.compile(r"/(?!/)[^\\\x00-\x1f\x7f]*", re.ASCII)
_STATIC = re.compile(r"/static/[a-z]+\.[a-z]+", re.ASCII)


class ServedAddress(NamedTuple):
    """Where we are: the names and addresses that were announced, the port, and whether it is https."""

    hosts: tuple[str, ...]
    port: int
    secure: bool = False

    @property
    def scheme(self) -> str:
        """How its addresses begin."""
        return "https" if self.secure else "http"

    def address(self, host: str) -> str:
        """Return the address of the first page, by one of the names: `http://127.0.0.1:8765`."""
        return f"{self.scheme}://{self._address_at(host)}"

    @property
    def allowed(self) -> frozenset[str]:
        """Return what a Host header may say."""
        return frozenset(self._address_at(host).lower() for host in self.hosts)

    def _address_at(self, host: str) -> str:
        name = f"[{host}]" if ":" in host else host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


SENTENCES: Mapping[int, str] = {
    401: N_("this phone has not joined the table: open the address again, and type the PIN"),
    403: N_("this phone may look but not write: the keeper can allow it"),
    404: N_("there is no such page here"),
    405: N_("that is not an option of this request"),
    413: N_("that is too long"),
    422: N_("that cannot be read: reload the page"),
    500: N_("something went wrong here: only what you can see was stored"),
}
"""Why a request is not answered, by its status, where nothing else is said."""


class Refusal(HTTPException):
    """A request that is not answered, with the sentence that says why."""

    def __init__(self, status: int, said: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(status, said or _(SENTENCES[status]), headers)


class Gate:
    """Lets through to `app` what may go there. What should never happen `failed` is told; without it, it is raised."""

    def __init__(
        self, app: ASGIApp, door: Door, place: ServedAddress, *, failed: Callable[[Exception], None] | None = None
    ) -> None:
        self.app = app
        self.door = door
        self.place = place
        self._failed = failed
        self._allowed = place.allowed
        self._cookie = cookie_name(place.port)
        self._at_once: Counter[str] = Counter()
        self._streams: list[tuple[str, Event]] = []  # of whom, the oldest first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let what is behind answer it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        passage = _Passage(self, scope, receive, send)
        try:
            await self._pass(scope, passage)
        except HTTPException as refused:
            await passage.refuse(refused)
        except ClientDisconnect:  # nobody is there to hear it
            pass
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)
            await passage.refuse(Refusal(500))

    async def _pass(self, scope: Scope, passage: _Passage) -> None:
        host = require_host(scope, self._allowed)
        require_shape(scope)
        require_own_page(scope, f"{self.place.scheme}://{host}")
        device, token = self._whose(scope)
        scope["device"], scope["token"], scope["cookie"] = device, token, self._cookie
        self._require_joined(scope, device)
        who = device.id if device else _address(scope)
        self._at_once[who] += 1
        try:
            if self._at_once[who] > AT_ONCE and (device or not is_here(who)):
                raise Refusal(429, _("too much at once: wait a moment"), {"retry-after": "1", "connection": "close"})
            passage.who = who
            await self.app(scope, passage.receive, passage.send)
            await passage.end_answer()
        finally:
            passage.close()
            self._at_once[who] -= 1
            if not self._at_once[who]:
                del self._at_once[who]

    def _whose(self, scope: Scope) -> tuple[Device | None, str]:
        """Return whose cookie a request has, and the token in it; the keeper's counts on this machine alone."""
        for token in _cookies(scope, self._cookie):
            device = self.door.devices.device_with(token)
            if device and self.door.admits(device) and (device.role != KEEPER or is_here(_address(scope))):
                return device, token
        return None, ""

    @staticmethod
    def _require_joined(scope: Scope, device: Device | None) -> None:
        """Refuse who has not joined whatever says anything about a table, and who may look whatever records."""
        path, method = scope["path"], scope["method"]
        if path.startswith(STATIC) or (method, path) in OPEN:
            return
        if device is None:
            if method != "POST" and "text/html" in _header(scope, b"accept"):
                raise HTTPException(303, headers={"location": "/"})
            raise Refusal(401)
        if method == "POST" and device.role == LOOKS:
            raise Refusal(403)

    def open_stream(self, who: str, ended: Event) -> bool:
        """Count one more open stream, which ends when the event is set; return whether there was room for it.

        Where a device has too many its oldest one ends: a phone that slept has opened another one since.
        """
        own = [one for one in self._streams if one[0] == who]
        if len(own) < STREAMS_EACH and len(self._streams) >= STREAMS_IN_ALL:
            return False
        self._streams.append((who, ended))
        if len(own) >= STREAMS_EACH:
            self.close_stream(*own[0])
            own[0][1].set()
        return True

    def end_streams(self) -> None:
        """End every open stream: phones open theirs anew once somebody answers again."""
        for _who, ended in self._streams:
            ended.set()

    def close_stream(self, who: str, ended: Event) -> None:
        """Count a stream no more."""
        with suppress(ValueError):
            self._streams.remove((who, ended))


class _Passage:
    """One request on its way through, and its answer on the way back."""

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        self.who = ""
        self._gate, self._scope, self._receive, self._send = gate, scope, receive, send
        self._read = 0
        self._whole = False
        self._until = get_running_loop().time() + BODY_SECONDS
        self._started = self._ended = self._dropped = False
        self._leave = Event()
        self._streams = False

    async def receive(self) -> Message:
        """Return the next part of the body, which is bounded in size and time; raise HTTPException."""
        if self._whole:
            return await self._until_gone()
        try:
            async with timeout(self._until - get_running_loop().time()):
                message = await self._receive()
        except TimeoutError:
            said = _("the rest of the request did not arrive: send it again")
            raise Refusal(408, said, CLOSE) from None
        self._read += len(message.get("body", b""))
        device = self._scope["device"]
        if self._read > (most_of(self._scope) if device and device.role == KEEPER else MOST_BODY):
            raise Refusal(413, headers=CLOSE)
        self._whole = not message.get("more_body", False)
        return message

    async def _until_gone(self) -> Message:
        """Wait until nobody reads the answer any more, or it is the oldest of too many."""
        gone, ended = ensure_future(self._receive()), ensure_future(self._leave.wait())
        try:
            await wait((gone, ended), return_when="FIRST_COMPLETED")
        finally:
            gone.cancel()
            ended.cancel()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Pass on a part of the answer; its beginning says what every answer says."""
        if self._dropped:
            return
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            if any(name == b"content-type" and value.startswith(b"text/event-stream") for name, value in headers):
                self._streams = self._gate.open_stream(self.who, self._leave)
                if not self._streams:
                    said = _("too many look at the tables at once: wait a moment")
                    await self.refuse(Refusal(503, said, {"retry-after": "5"}))
                    self._dropped = True
                    self._leave.set()
                    return
                headers.append((b"connection", b"close"))  # once it ends
            message = {**message, "headers": _with_safe(headers, static=self._scope["path"].startswith(STATIC))}
            self._started = True
        elif not message.get("more_body", False):
            self._ended = True
        await self._send(message)

    async def refuse(self, error: HTTPException) -> None:
        """Answer why nothing was done, unless an answer has begun."""
        if not self._started:
            await _answer(self._scope, error)(self._scope, self._receive, self.send)

    async def end_answer(self) -> None:
        """End an answer that was ended from here, if somebody still hears it."""
        if self._streams and not self._ended:
            with suppress(TimeoutError):
                async with timeout(END_SECONDS):
                    await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    def close(self) -> None:
        """Have its stream counted no more."""
        if self._streams:
            self._gate.close_stream(self.who, self._leave)


# -- what a request must be ---------------------------------------------------------------------------


def require_host(scope: Scope, allowed: Iterable[str]) -> str:
    """Return the Host header of a request; refuse any that was not announced (DNS rebinding)."""
    host = _header(scope, b"host").lower()
    if host not in allowed:
        raise Refusal(421, _("this is not the address shown on the screen of the laptop"))
    return host


def require_shape(scope: Scope) -> None:
    """Refuse what no page of ours asks for: paths with tricks in them, other methods, too much."""
    path, raw = scope["path"], scope.get("raw_path") or b""
    if len(raw) > MOST_PATH or len(scope.get("query_string", b"")) > MOST_QUERY:
        raise Refusal(414, _("this address is too long"))
    parts = path.split("/")[1:]
    tricky = not _PATH.fullmatch(path) or ".." in parts or "." in parts or "" in parts[:-1]
    if tricky or "\ufffd" in path or (path.startswith(STATIC) and not _STATIC.fullmatch(path)):
        raise Refusal(404)
    if scope["method"] not in ("GET", "HEAD", "POST"):
        raise Refusal(405, headers={"allow": "GET, HEAD, POST"})
    if any(name == b"transfer-encoding" for name, _value in scope["headers"]):  # a million parts of a letter each
        raise Refusal(411, _(SENTENCES[422]), CLOSE)
    length = _header(scope, b"content-length")
    if length.isdigit() and int(length) > most_of(scope):
        raise Refusal(413, headers=CLOSE)


def most_of(scope: Scope) -> int:
    """Return how many bytes may be sent to an address."""
    return MOST_BROUGHT if scope["path"].endswith(BRING) else MOST_BODY


def require_own_page(scope: Scope, origin: str) -> None:
    """Refuse what another site's page asks for in the name of whoever reads it, but for a link to here.

    A write has to say that it comes from here: its Origin, or what a browser says of a request's site.
    """
    site = _header(scope, b"sec-fetch-site")
    said = [value for name, value in scope["headers"] if name == b"origin"]
    foreign = site not in ("", "same-origin", "none") or any(value.decode("latin-1") != origin for value in said)
    if scope["method"] == "POST":
        fits = not foreign and (bool(said) or site == "same-origin")
    else:
        follows = _header(scope, b"sec-fetch-mode") == "navigate" and _header(scope, b"sec-fetch-dest") == "document"
        fits = not foreign or (follows and not said)
    if not fits:
        raise Refusal(403, _("this was requested by another site's page, and is not answered"))


def _header(scope: Scope, wanted: bytes) -> str:
    """Return the only header of this name; "" where there is none, or more than one."""
    found = [value for name, value in scope["headers"] if name == wanted]
    return found[0].decode("latin-1") if len(found) == 1 else ""


def _cookies(scope: Scope, wanted: str) -> list[str]:
    """Return what the cookies of this name hold."""
    pairs = (pair.partition("=") for name, value in scope["headers"] if name == b"cookie"
             for pair in value.decode("latin-1").split(";"))  # fmt: skip
    found = [value.strip() for name, _sign, value in pairs if name.strip() == wanted]
    return [value for value in found[:MOST_COOKIES] if len(value) <= LONGEST_TOKEN]


def _address(scope: Scope) -> str:
    """Return where a request comes from, as one address; this machine's own are 127.0.0.1."""
    client, server = scope.get("client"), scope.get("server")
    if client is None or (server and client[0] == server[0]):
        return "127.0.0.1"
    return group_of(str(client[0]))


# -- what every answer says -----------------------------------------------------------------------------


def _with_safe(headers: Iterable[tuple[bytes, bytes]], *, static: bool) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer with ours; only files may be kept, and are asked about each time."""
    every = list(headers)
    kept = [(name, value) for name, value in every if name.lower() not in _NEVER_SAID]
    policy, *safe = _SAFE
    printed = (policy[0], PRINTED.encode())
    return [
        *kept,
        printed if printed in every else policy,
        *safe,
        (b"cache-control", b"no-cache" if static else b"no-store"),
    ]


def _answer(scope: Scope, error: HTTPException) -> Response:
    """Return the answer that nothing was done, and why, as who asks reads it."""
    if error.status_code == 303:
        return RedirectResponse((error.headers or {})["location"], 303)
    headers = dict(error.headers or {})
    if _header(scope, b"accept").startswith("application/json"):
        said = {"status": error.status_code, "result": "refused", "said": [error.detail]}
        return JSONResponse(said, error.status_code, headers)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, headers)


# -- for what is behind ---------------------------------------------------------------------------------


def address_of(request: Request) -> str:
    """Return where a request comes from, as `Door.join` wants it: this machine's own addresses are 127.0.0.1."""
    return _address(request.scope)


def key_of(token: str) -> str:
    """Return what every form of a device has to say: nobody else's page knows it, and it tells nothing of the token."""
    return sha256(f"form {token}".encode()).hexdigest()[:32]


def cookie_name(port: int) -> str:
    """Return what the cookie is called: browsers show cookies of one port to every other."""
    return f"sklog-{port}"


def with_cookie(response: Response, token: str, request: Request) -> Response:
    """Return an answer that gives a device its token."""
    response.set_cookie(
        request.scope["cookie"],
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=request.scope["scheme"] == "https",
        httponly=True,
        samesite="strict",
    )
    return response


def first_of(form: Mapping[str, Sequence[str]], field: str) -> str:
    """Return what a field of a form says, "" where it is not there."""
    return form.get(field, ("",))[0]


async def fields(request: Request, *, joining: bool = False) -> dict[str, list[str]]:
    """Return what a form says, by its fields; that it is a form of this device, unless it is `joining`, is proved.

    Raises HTTPException for what is no form, too long, or too slow.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise Refusal(415, _(SENTENCES[422]))
    body = b"".join([chunk async for chunk in request.stream()])
    try:
        said = parse_qs(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refusal(422) from None
    key = said.pop("key", [""])
    token = request.scope.get("token", "")
    if not joining and not (token and compare_digest(key[0].encode(), key_of(token).encode())):
        raise Refusal(403, _("this page is out of date: reload it"))
    return said
