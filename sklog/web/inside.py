"""What runs in the browser: the program of the phones without sockets, and the ledger that outlives the page.

    Inside.answer   method, address, headers, body -> status and headers, then the body in parts
    Slots           bytes -> one of two slots, the newer one counts; one that was cut off is none

Nothing here knows JavaScript: what is handed in is called.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
import sys
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from traceback import print_exception
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.types import Message

    Say = Callable[[int, str, bytes, bool], None]


if sys.platform == "emscripten":  # a browser has no threads for Python: what is to run in one runs at once
    import anyio.to_thread

    async def _run_here(work: Callable[..., Any], *words: Any, **_how: object) -> Any:
        return work(*words)

    here: Any = _run_here  # it takes less than what it stands for: nothing here gives a limit
    anyio.to_thread.run_sync = here  # before anything below takes it by its name

from sklog import Ledger
from sklog.ledger.open import staying_open
from sklog.phones.gate import SAFE, ServedAddress
from sklog.phones.program import Options, build

HOST, PORT = "sklog.invalid", 443  # a name that nobody has: a request never leaves the page
READ = re.compile(rb"((?:href|action|src)=\\?\"|`)/(?=[a-z`])")
"""Where a page, a board or the script names an address of the program, which begins at the root of a host."""
STREAM = "text/event-stream"
WRITTEN_OUT = ("text/html", "application/json", "text/javascript", STREAM)
POLICY = SAFE["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""What pages may do: the same, and stand in the frame of ours."""
HEAD = struct.Struct(">QQ32s")
"""Before what a slot holds: its number, how many bytes there are, and their sum."""


class Store(Protocol):
    """Two files of the browser, 0 and 1; `write` returns once the bytes are on disk."""

    def read(self, slot: int) -> bytes:
        """Return all that a file holds; b"" of one that is not there."""

    def write(self, slot: int, content: bytes) -> None:
        """Take the place of what a file holds."""


class Slots:
    """What was kept last: written to the older one of two slots, so that the other one is whole whatever happens."""

    def __init__(self, store: Store) -> None:
        self._store = store
        read = [self._checked_content(store.read(slot)) for slot in (0, 1)]
        self._number, self.content, newest = max((number, content, slot) for slot, (number, content) in enumerate(read))
        self._next = 1 - newest

    @staticmethod
    def _checked_content(held: bytes) -> tuple[int, bytes]:
        if len(held) < HEAD.size:
            return 0, b""
        number, length, checked = HEAD.unpack_from(held)
        content = held[HEAD.size : HEAD.size + length]
        return (number, content) if sha256(content).digest() == checked else (0, b"")

    def save(self, content: bytes) -> None:
        """Keep these bytes, unless they are those that are kept."""
        if content == self.content:
            return
        self._store.write(self._next, HEAD.pack(self._number + 1, len(content), sha256(content).digest()) + content)
        self._number, self._next, self.content = self._number + 1, 1 - self._next, content


class Inside:
    """The table of one phone: its ledger at `path`, whose pages stand below `root` ("/sklog/at")."""

    def __init__(self, path: str, store: Store, root: str, language: str) -> None:
        random.seed()  # a picture of the memory begins with the same numbers every time
        self._path, self._slots, self._root = Path(path), Slots(store), root
        if self._slots.content:
            self._path.write_bytes(self._slots.content)
        self._open = ExitStack()
        self._open.enter_context(staying_open())
        with Ledger(self._path).writing(create=True):  # so that there is one before the first evening
            pass
        self._lost: Exception | None = None
        place = ServedAddress((HOST,), PORT, secure=True)
        self._served = build(self._path, Options(everything=True), place, failed=print_exception)
        door = self._served.door
        _keeper, token = door.join(door.keeper, "", "127.0.0.1")
        own = {
            "host": HOST,
            "origin": f"https://{HOST}",
            "cookie": f"sklog-{PORT}={token}",
            "accept-language": language,
        }
        self._own = [(name.encode(), value.encode()) for name, value in own.items()]

    async def answer(self, method: str, address: str, headers: Mapping[str, str], body: bytes, say: Say) -> None:
        """Answer a request; one that writes is answered once what it wrote is kept. Raises what went wrong with that.

        `say` is told the status and the headers, in JSON, with the body or its first part, and whether more follow;
        with each further part the status is 0.
        """
        path, _mark, query = address.removeprefix(self._root).partition("?")
        said = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "https",
            "method": method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [*self._own, *said],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", PORT),
        }
        told = iter([{"type": "http.request", "body": bytes(body), "more_body": False}])

        async def receive() -> Message:
            return next(told, None) or await asyncio.get_running_loop().create_future()  # the page stays

        await self._served.app(scope, receive, _Answer(self._root, say, self._save if method == "POST" else None).send)
        if self._lost:  # what is in memory is not what a new start finds
            raise self._lost
        if method == "POST":  # nobody else watches the file
            await asyncio.sleep(0)  # the route tells its table first, from the board that it has
            await self._served.tables.look_again()

    def close_ledger(self) -> None:
        """Close the ledger."""
        self._open.close()

    async def _save(self) -> None:
        try:
            self._slots.save(self._path.read_bytes())
        except Exception as error:
            self._lost = error
            raise


class _Answer:
    """An answer on its way: held until it is whole and kept, but for a stream; its addresses are those of this page."""

    def __init__(self, root: str, say: Say, keep: Callable[[], Awaitable[None]] | None) -> None:
        self._root, self._say, self._keep = root, say, keep
        self._status, self._headers, self._kind, self._whole = 0, "", "", b""

    async def send(self, message: Message) -> None:
        """Take the next message of the program."""
        if message["type"] == "http.response.start":
            headers = {name.decode().lower(): value.decode("latin-1") for name, value in message["headers"]}
            headers |= {"content-security-policy": POLICY}
            headers.pop("content-length", None)
            if (onward := headers.get("location", "")).startswith("/"):
                headers["location"] = self._root + onward
            self._status, self._headers = message["status"], json.dumps(headers)
            self._kind = headers.get("content-type", "").partition(";")[0]
            return
        content, more = message.get("body", b""), message.get("more_body", False)
        self._whole += READ.sub(rb"\1%b/" % self._root.encode(), content) if self._kind in WRITTEN_OUT else content
        if more and self._kind != STREAM:
            return
        if self._keep:
            await self._keep()
        self._say(self._status, self._headers, self._whole, more)
        self._status, self._headers, self._whole = 0, "", b""
