"""A table with real browsers around it: the server in a thread of its own, at a free port of this machine alone.

with Room(path) as room, Browser() as browser:
    phone = room.phone(browser, "Resi")              a page of somebody who has joined
    phone.tap("who:Anna", "partner:Christl", "result:won")
    phone.wait("…")
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import TYPE_CHECKING, Any, Self

import uvicorn

from sklog import Ledger
from sklog.phones.devices import WRITES
from sklog.phones.gate import Gate, ServedAddress, cookie_name
from sklog.phones.program import Options, build

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from browser import Browser, Page

HERE = "127.0.0.1"
PEOPLE = ("Anna", "Bene", "Christl", "Dani")
PHONE = {"width": 360, "height": 640}


class _Server(uvicorn.Server):
    gate: Gate

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.gate.end_streams()
        await super().shutdown(sockets)
        for one in [*self.server_state.connections]:  # of a browser that is slow on a busy machine
            one.transport.abort()
        await asyncio.sleep(0.01)  # until the loop has closed them


class Room:
    """A server of a ledger with one evening, which can end and begin again at the same address."""

    def __init__(
        self,
        path: Path,
        tariff: str = "sauspiel",
        people: Sequence[str] = PEOPLE,
        *,
        begin: bool = True,
        **options: Any,
    ) -> None:
        self.path, self._options = path, Options(**options)
        self.ledger = Ledger(path)
        if begin and not self.ledger.is_there:
            self.ledger.start_evening("Stammtisch", list(people), tariff, date="2026-11-19")
        self.port = 0

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self) -> None:
        """Serve the ledger, where it was served before or anywhere."""
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HERE, self.port))
        self.port = listening.getsockname()[1]
        self.served = build(self.path, self._options, ServedAddress((HERE,), self.port))
        config = uvicorn.Config(self.served.app, http="h11", log_config=None, timeout_graceful_shutdown=1)
        self._server = _Server(config)
        self._server.gate = self.served.gate
        self._thread = threading.Thread(target=self._server.run, args=([listening],), daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)

    def end(self) -> None:
        """End the server, and every stream with it."""
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()

    @property
    def address(self) -> str:
        """Where its first page is."""
        return f"http://{HERE}:{self.port}"

    @property
    def lines(self) -> list[str]:
        """The hands in force as they are typed, the oldest first."""
        return [one.line for one in self.ledger.board(hands=1000).hands[::-1] if not one.void]

    def joined(self, browser: Browser, name: str, role: str = WRITES) -> str:
        """Return a person of the browser who has joined under this name."""
        person = browser.person()
        uid = self.ledger.evening().uid if role == WRITES else ""
        _device, token = self.served.door.devices.let_in(name, role, uid)
        cookie = {"name": cookie_name(self.port), "value": token, "url": self.address, "httpOnly": True}
        browser.ask("Storage.setCookies", browserContextId=person, cookies=[cookie])
        return person

    def phone(
        self, browser: Browser, name: str = "Resi", path: str = "/t/1", *, person: str = "", **window: Any
    ) -> Page:
        """Return a page of somebody who has joined, as it is once its stream has begun."""
        shown = {**PHONE, "person": person or self.joined(browser, name), **window}
        return browser.open(self.address + path, **shown)
