"""Requests put to a program behind the gate, without a server: for what must be answered to any of them."""

import asyncio
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import unquote, urlencode

from starlette.types import ASGIApp

HOST = "127.0.0.1:8765"
HOME = f"http://{HOST}"
FORM = "application/x-www-form-urlencoded"
ROOM, SERVER = "192.168.178.21", "192.168.178.5"


class Answered(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    text: str


class Phone:
    """A browser at an address of the room, with the cookie that it was given."""

    def __init__(self, app: ASGIApp, address: str = ROOM, host: str = HOST) -> None:
        self.app, self.address, self.host = app, address, host
        self.cookie = ""

    def get(self, path: str, *, method: str = "GET", **headers: str) -> Answered:
        """Ask for a page."""
        return self.ask(method, path, headers=headers)

    def post(self, path: str, fields: Mapping[str, str | list[str]] | bytes, **headers: str) -> Answered:
        """Send a form, as a page of ours does."""
        body = fields if isinstance(fields, bytes) else urlencode(fields, doseq=True).encode()
        return self.ask("POST", path, [body], {"origin": f"http://{self.host}", "content_type": FORM, **headers})

    def ask(
        self, method: str, path: str, body: Iterable[bytes] = (), headers: Mapping[str, str] | None = None
    ) -> Answered:
        """Send any request; a header that is "" is left out."""
        answered = asyncio.run(ask(self.app, self.scope(method, path, headers or {}), body))
        if given := answered.headers.get("set-cookie"):
            self.cookie = given.partition(";")[0]
        return answered

    def scope(self, method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
        """Return what a server says of a request."""
        raw, _sign, query = path.partition("?")
        said = {"host": self.host, "cookie": self.cookie, **headers}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(raw),
            "raw_path": raw.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in said.items() if value],
            "client": (self.address, 50_000),
            "server": (SERVER, 8765),
        }


async def ask(app: ASGIApp, scope: dict[str, Any], body: Iterable[bytes] = ()) -> Answered:
    """Put a request to a program, part by part; return the whole answer."""
    parts, told = list(body), []

    async def receive() -> MutableMapping[str, Any]:
        if parts:
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts)}
        if not told_all:
            told_all.append(1)
            if not body:
                return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message)

    told_all: list[int] = []
    await app(scope, receive, send)
    headers = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return Answered(
        told[0]["status"], headers, b"".join(one.get("body", b"") for one in told[1:]).decode(errors="replace")
    )
