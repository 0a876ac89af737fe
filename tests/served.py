"""Phones without a phone: a server as a process of its own, and clients that speak plain HTTP to it, stream included.

    with Served(command, folder) as served:                 the process; `kill`, `begin` again, memory, processor
        phone = Phone(served.address, "1", cookie)
        await phone.open()                                  the page: where `seen` and the form token stand
        phone.listen()                                      every board of its stream is kept, with the moment it came
        answer = await phone.say("hands", line="s ac")      as the page's script sends it

They know nothing of sklog's insides: whatever answers the same addresses can be asked, also the bare program that the
benchmarks compare with.
"""

import asyncio
import contextlib
import html
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from sklog.phones.devices import WRITES, Devices

HOST = "127.0.0.1"
BEGINS_SECONDS, ENDS_SECONDS, ANSWER_SECONDS = 30.0, 10.0, 60.0
LONGEST_LINE = 1 << 20  # of a stream: a board is one line
JSON = "application/json"
_DATA = re.compile(rb'data-(seen|key|table|by)="([^"]*)"')


def free_port() -> int:
    """Return a port of this machine alone that nobody listens on now."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


# -- one request --------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What a server says: 0 where it has cut the connection without a word."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        """Return the JSON of the body; nothing where it is none."""
        with contextlib.suppress(ValueError):
            return dict(json.loads(self.body))
        return {}

    @property
    def result(self) -> str:
        """Return what became of a write: "recorded", "again", "overtaken" …; "" where that is not said."""
        return str(self.said.get("result", ""))


NOTHING = Answer(0, {}, b"")
BROKEN = (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, ValueError)
"""What happens where a connection ends in the middle of an answer."""


async def answer_of(reader: asyncio.StreamReader) -> Answer:
    """Read one answer, its body included; NOTHING where the connection has ended before it was whole."""
    try:
        status, headers = await head_of(reader)
        return Answer(status, headers, await body_of(reader, headers))
    except BROKEN:
        return NOTHING


async def head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Read the status and the headers of an answer, of which a cookie is kept by the name `set-cookie`."""
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.rstrip("\r\n").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return int(first.split(" ")[1]), {name.lower(): value.strip() for name, _colon, value in pairs}


async def body_of(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    """Read the body of an answer with these headers."""
    if headers.get("transfer-encoding") == "chunked":
        return b"".join([part async for part in chunks(reader)])
    return await reader.readexactly(int(headers.get("content-length", "0")))


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the parts of a body that is sent bit by bit, until its end."""
    while size := int(await reader.readline() or b"x", 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readline()


def request(method: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    said = {**headers, **({"Content-Length": str(len(body))} if body or method == "POST" else {})}
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return f"{method} {target} HTTP/1.1\r\n{lines}\r\n".encode("latin-1", "replace") + body


# -- a phone ------------------------------------------------------------------------------------------


class Came(NamedTuple):
    """One board of a stream: how many hands it shows, and when it was there, by `time.perf_counter`."""

    hands: int
    at: float


def hands_of(said: Mapping[str, Any]) -> int:
    """Return how many hands an evening has, by what somebody has to have seen there who writes next."""
    return int(said["seen"].partition(".")[0]) - 1


@dataclass
class Phone:
    """One device at a table: its token, what it has seen, and the boards that its stream has brought.

    `board` is the newest one, of so many bytes (`size`); `cut` counts how often the stream has ended. It has two
    connections, as a browser has: the stream, and one for the rest.
    """

    port: int
    table: str
    token: str = ""
    by: str = "rank"
    seen: str = ""
    key: str = ""
    came: list[Came] = field(default_factory=list)
    board: dict[str, Any] = field(default_factory=dict)
    size: int = 0
    cut: int = 0
    _line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _listening: asyncio.Task[None] | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def host(self) -> str:
        """The server, as it is named in a request."""
        return f"{HOST}:{self.port}"

    def headers(self, **more: str) -> dict[str, str]:
        """Return what a browser sends with every request of this page."""
        cookie = {"Cookie": self.cookie} if self.token else {}
        return {"Host": self.host, "Accept": JSON, "Accept-Language": "en", **cookie, **more}

    @property
    def cookie(self) -> str:
        """What a browser sends once the device has joined."""
        return f"sklog-{self.port}={self.token}"

    async def ask(self, method: str, target: str, body: bytes = b"", **headers: str) -> Answer:
        """Send one request and return its answer; NOTHING where the connection was cut, or none can be made."""
        if self._line and self._line[0].at_eof():  # the server has closed what nobody used for a while
            self.hang_up()
        try:
            if not self._line:
                self._line = await asyncio.open_connection(HOST, self.port, limit=LONGEST_LINE)
            reader, writer = self._line
            writer.write(request(method, target, self.headers(**headers), body))
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await answer_of(reader)
        except OSError:
            answer = NOTHING
        if not answer.status or answer.headers.get("connection") == "close":
            self.hang_up()
        return answer

    def hang_up(self) -> None:
        """Let the connection go, that of the stream aside."""
        if self._line:
            self._line[1].close()
        self._line = None

    async def open(self) -> Answer:
        """Ask for the page, and note what it says of the table: `seen` and the form token."""
        answer = await self.ask("GET", f"/t/{self.table}?by={self.by}", Accept="text/html")
        said = {name.decode(): html.unescape(value.decode()) for name, value in _DATA.findall(answer.body)}
        self.seen, self.key = said.get("seen", self.seen), said.get("key", self.key)
        return answer

    async def say(self, what: str, *, table: str = "", **fields: str | Sequence[str]) -> Answer:
        """Send a form as the page's script does: with the form token and, unless it is said, what was seen last."""
        body = urlencode({"key": self.key, "seen": self.seen, **fields}, doseq=True).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        more = {"Sec-Fetch-Site": "same-origin"}
        return await self.ask("POST", f"/t/{table or self.table}/{what}", body, **headers, **more)

    def listen(self) -> None:
        """Open the stream, and again whenever it ends, until `leave`."""
        if not self._listening:
            self._listening = asyncio.create_task(self._listen())

    async def listened(self) -> None:
        """Wait until the first board has come."""
        if await self.reached(0, ANSWER_SECONDS) is None:
            raise RuntimeError("the stream brings no board")

    async def reached(self, hands: int, seconds: float) -> float | None:
        """Wait for a board with so many hands; return when it came first, None where none does in so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.came or self.came[-1].hands < hands:
                    self._news.clear()
                    await self._news.wait()
        return next((one.at for one in self.came if one.hands >= hands), None)

    async def leave(self) -> None:
        """Close both connections."""
        self.hang_up()
        if self._listening:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        self._listening = None

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await self._one_stream()
            self.cut += 1
            await asyncio.sleep(0.05)

    async def _one_stream(self) -> None:
        reader, writer = await asyncio.open_connection(HOST, self.port, limit=LONGEST_LINE)
        try:
            headers = self.headers(Accept="text/event-stream")
            writer.write(request("GET", f"/t/{self.table}/events?by={self.by}", headers))
            status, _said = await head_of(reader)
            if status != 200:
                raise ValueError(status)
            rest = b""
            async for part in chunks(reader):
                *whole, rest = (rest + part).replace(b"\r\n", b"\n").split(b"\n\n")
                for event in whole:
                    self._event(event)
        finally:
            writer.close()

    def _event(self, event: bytes) -> None:
        lines = event.split(b"\n")
        if b"event: board" not in lines:
            return
        data = b"\n".join(line[5:].lstrip() for line in lines if line.startswith(b"data:"))
        at = time.perf_counter()
        self.board, self.size = json.loads(data), len(data)
        self.seen = self.board["seen"]
        self.came.append(Came(hands_of(self.board), at))
        self._news.set()


async def all_listen(phones: Iterable[Phone], *, at_once: int = 20) -> None:
    """Open every phone's page, one after the other as people come, and wait until each stream has brought a board."""
    waiting = list(phones)
    for place in range(0, len(waiting), at_once):
        some = waiting[place : place + at_once]
        for phone in some:
            await phone.open()
            phone.listen()
        await asyncio.gather(*(phone.listened() for phone in some))


def joined(ledger: Path, evening: str, number: int, role: str = WRITES) -> list[str]:
    """Let so many devices in at an evening of this identity, as if they knew the PIN; return their tokens."""
    devices = Devices.beside(ledger)
    return [devices.let_in(f"Phone {place}", role, evening)[1] for place in range(1, number + 1)]


# -- the server ---------------------------------------------------------------------------------------


class Served:
    """A server as a process of its own on a port of its own; what it complains of is kept in a file in the folder.

    `command` gets the port where it says PORT.
    """

    PORT = "{port}"

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str] | None = None) -> None:
        self.port = free_port()
        self.folder = folder
        self._command = [str(word).replace(self.PORT, str(self.port)) for word in command]
        self._env = env
        self._complaints = folder / f"stderr-{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self, *, path: str = "/") -> float:
        """Start it and wait for its first answer; return the seconds until then. RuntimeError where it ends instead."""
        begun = time.perf_counter()
        with self._complaints.open("ab") as complaints, (self.folder / f"stdout-{self.port}").open("ab") as said:
            self.process = subprocess.Popen(
                self._command, cwd=self.folder, env=self._env, stdin=subprocess.DEVNULL, stdout=said, stderr=complaints
            )
        while not self._answers(path):
            if self.process.poll() is not None or time.perf_counter() - begun > BEGINS_SECONDS:
                self.kill()
                raise RuntimeError(f"no server: {self.complaints[-1000:]}")
            time.sleep(0.002)
        return time.perf_counter() - begun

    def _answers(self, path: str) -> bool:
        try:
            with socket.create_connection((HOST, self.port), timeout=1.0) as line:
                line.settimeout(ANSWER_SECONDS)
                line.sendall(request("GET", path, {"Host": f"{HOST}:{self.port}", "Connection": "close"}))
                return line.recv(12).startswith(b"HTTP/1.1 ")
        except OSError:
            return False

    @property
    def pid(self) -> int:
        """The number of its process; 0 where there is none."""
        return self.process.pid if self.process else 0

    @property
    def complaints(self) -> str:
        """Everything that it wrote to stderr, before it was killed and begun again included."""
        return self._complaints.read_text("utf-8", "replace")

    @property
    def said(self) -> str:
        """Everything that it wrote to stdout."""
        return (self.folder / f"stdout-{self.port}").read_text("utf-8", "replace")

    def kill(self) -> None:
        """End it as a power cut would, and wait until it is gone."""
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def end(self) -> float:
        """End it as Ctrl-C does; return the seconds that it took. It is killed where it takes too long."""
        if not self.process:
            return 0.0
        begun = time.perf_counter()
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(ENDS_SECONDS)
        took = time.perf_counter() - begun
        self.kill()
        return took

    def processor(self) -> float:
        """Return the seconds of the processor that it has used; OSError where the system does not say."""
        numbers = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the MiB that it holds now; OSError where the system does not say."""
        status = Path(f"/proc/{self.pid}/status").read_text("ascii")
        found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0


def sklog_serve(ledger: Path, *more: str) -> list[str]:
    """Return the command that serves a ledger, with the port left open."""
    return [sys.executable, "-P", "-m", "sklog", "serve", "--db", str(ledger), "--port", Served.PORT, *more]
