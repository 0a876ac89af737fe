"""A program: the least that a server can be which keeps what a phone sends and shows it to all phones of its table.

    python phones_floor.py DATABASE PORT BYTES

It is started as `sklog serve` starts its own: one process of uvicorn with the same settings. What is posted to
`/t/N/hands` is one row of SQLite, committed as durably as the ledger is, in the one thread that writes; then every
stream of that table gets an event of so many bytes, as a board has. It knows no hand, no device and no page.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

SETTINGS: dict[str, Any] = {
    "loop": "asyncio",
    "http": "h11",
    "ws": "none",
    "lifespan": "on",
    "interface": "asgi3",
    "log_config": None,
    "log_level": "critical",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "timeout_keep_alive": 15,
    "timeout_graceful_shutdown": 1,
}
"""What `sklog serve` says to uvicorn as well."""
PAGE = '<!doctype html><title>x</title><body data-seen="1.0" data-key="x" data-table="{table}">'


class Floor:
    """What the addresses share: the one connection that writes, and the streams of every table."""

    def __init__(self, path: str, size: int) -> None:
        self._path, self._size = path, size
        self._writer = ThreadPoolExecutor(1)
        self._ledger: sqlite3.Connection | None = None
        self._numbers: Counter[str] = Counter()
        self._streams: defaultdict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)

    def app(self) -> Starlette:
        """Return the program that uvicorn runs."""
        routes = [
            Route("/", self.page),
            Route("/t/{table}", self.page),
            Route("/t/{table}/events", self.events),
            Route("/t/{table}/hands", self.hands, methods=["POST"]),
        ]
        return Starlette(routes=routes)

    async def page(self, request: Request) -> HTMLResponse:
        """Answer a page that says which table it is."""
        return HTMLResponse(PAGE.format(table=request.path_params.get("table", "")))

    async def events(self, request: Request) -> StreamingResponse:
        """Answer the stream of a table: what is there now, and every change."""
        return StreamingResponse(self._events(request.path_params["table"]), media_type="text/event-stream")

    async def _events(self, table: str) -> AsyncIterator[bytes]:
        boards: asyncio.Queue[bytes] = asyncio.Queue(16)
        self._streams[table].add(boards)
        try:
            yield self._board(self._numbers[table])
            while True:
                yield await boards.get()
        finally:
            self._streams[table].discard(boards)

    async def hands(self, request: Request) -> JSONResponse:
        """Keep what was sent, tell every stream of the table, and answer."""
        table, said = request.path_params["table"], await request.body()
        await asyncio.get_running_loop().run_in_executor(self._writer, self._commit, said)
        self._numbers[table] += 1
        number = self._numbers[table]
        board = self._board(number)
        for boards in self._streams[table]:
            with contextlib.suppress(asyncio.QueueFull):
                boards.put_nowait(board)
        return JSONResponse({"result": "recorded", "number": number, "seen": f"{number + 1}.0"})

    def _commit(self, said: bytes) -> None:
        if self._ledger is None:
            self._ledger = sqlite3.connect(self._path, isolation_level=None)
            self._ledger.execute("PRAGMA synchronous = EXTRA")
            self._ledger.execute("CREATE TABLE IF NOT EXISTS line (text)")
        self._ledger.execute("BEGIN IMMEDIATE")
        self._ledger.execute("INSERT INTO line VALUES (?)", (said,))
        self._ledger.execute("COMMIT")

    def _board(self, number: int) -> bytes:
        said = {"seen": f"{number + 1}.0", "number": number, "html": ""}
        said["html"] = "x" * (self._size - len(json.dumps(said)))
        return f"event: board\ndata: {json.dumps(said)}\n\n".encode()


def main(path: str, port: str, size: str) -> None:
    """Serve until somebody ends it."""
    uvicorn.run(Floor(path, int(size)).app(), host="127.0.0.1", port=int(port), **SETTINGS)


if __name__ == "__main__":
    main(*sys.argv[1:])
