"""`sklog serve` as people run it: what the terminal says, what holds against many, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from select import select
from threading import Thread
from time import sleep
from typing import Any

import pytest

from sklog import Ledger, Refused
from sklog.phones import commands as command
from sklog.phones import server as this
from sklog.phones.devices import WRITES, Device
from sklog.phones.gate import SAFE, ServedAddress
from sklog.phones.pins import Code
from sklog.phones.program import Options, build
from sklog.phones.server import Invitation, Server, Terminal, announced, own_addresses, serve
from tests.conftest import Sklog
from tests.knocking import HOST, Phone
from tests.served import Phone as Caller
from tests.served import Served, joined, request, sklog_serve

pytestmark = pytest.mark.long

SECONDS = 20.0
MANY = 1_000


@pytest.fixture
def ledger(folder: Path, ok: Sklog) -> Path:
    """Return a ledger with an open evening."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani")
    ok("add", "s", "ac", "nl3")
    return folder / os.environ["SKLOG_DB"]


@pytest.fixture
def served(ledger: Path) -> Iterator[Served]:
    """Return a server of it, as a process of its own."""
    with Served(sklog_serve(ledger), ledger.parent) as made:
        yield made


def until(seen: Any) -> None:
    """Wait until something is so."""
    for _time in range(int(SECONDS / 0.02)):
        if seen():
            return
        sleep(0.02)
    raise AssertionError("it never came")


def shown(served: Served, token: str) -> int:
    """Return the status of the table's page, for this token."""

    async def asked() -> int:
        phone = Caller(served.port, "1", token)
        answer = await phone.open()
        await phone.leave()
        return answer.status

    return asyncio.run(asked())


def keeper_token(served: Served) -> str:
    """Return what stands behind the # of the laptop's own address."""
    until(lambda: "#" in served.said)
    return served.said.partition("#")[2].split()[0]


# -- begin and end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_who_joins_and_that_it_has_ended(served: Served, ending: int) -> None:
    """With an open stream as well; both signals are its usual end."""

    async def evening() -> None:
        phone = Caller(served.port, "1")
        body = f"code={keeper_token(served)}&name=Laptop".encode()
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{phone.host}"}
        answer = await phone.ask("POST", "/join", body, **form)
        assert answer.status == 303
        phone.token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        assert (await phone.open()).status == 200
        phone.listen()
        await phone.listened()
        assert served.process
        served.process.send_signal(ending)
        await asyncio.to_thread(served.process.wait, SECONDS)
        await phone.leave()

    asyncio.run(evening())
    assert served.process
    assert served.process.returncode == 0
    assert served.complaints == ""
    first, *said = served.said.splitlines()
    assert first.startswith(f"On this machine: http://127.0.0.1:{served.port}/#")
    assert said == [
        "Ctrl-C ends it. People who join are shown here.",
        "Laptop has joined (keeper).",
        "The server has stopped. Everything that was recorded is in the ledger.",
    ]


def test_a_hand_that_is_being_recorded_is_finished_first(ledger: Path, served: Served) -> None:
    """Ctrl-C while another program has the ledger: the phone is told what became of it, and that is what is there."""

    async def entered() -> str:
        phone = Caller(served.port, "1", joined(ledger, Ledger(ledger).evening().uid, 1)[0])
        await phone.open()
        with closing(sqlite3.connect(ledger, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            writing = asyncio.create_task(phone.say("hands", line="w b"))
            await asyncio.sleep(0.2)
            assert served.process
            served.process.send_signal(signal.SIGINT)
            await asyncio.sleep(0.2)
            other.execute("ROLLBACK")
        answer = await writing
        await asyncio.to_thread(served.process.wait, SECONDS)
        await phone.leave()
        return answer.result

    before = Ledger(ledger).evening().hands
    result = asyncio.run(entered())
    assert served.process
    assert (served.process.returncode, served.complaints) == (0, "")
    assert (Ledger(ledger).evening().hands > before) == (result == "recorded")


def test_a_phone_stays_joined_when_the_server_is_begun_again(ledger: Path, served: Served) -> None:
    """Also where it was killed; the laptop's code is another one."""
    token = joined(ledger, Ledger(ledger).evening().uid, 1)[0]
    assert shown(served, token) == 200
    before = keeper_token(served)
    served.kill()
    (served.folder / f"stdout-{served.port}").unlink()
    served.begin()
    assert shown(served, token) == 200
    assert keeper_token(served) != before


def test_a_port_that_is_taken_is_a_sentence(ledger: Path, run: Sklog) -> None:
    """And says what else there is."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = run("serve", "--db", str(ledger), "--port", str(taken.getsockname()[1]))
    assert ran.code == 1
    assert "something else is served at 127.0.0.1" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tls-key", "key.pem"), "--tls-key needs --tls-cert"),
        (("--tls-cert", "nobody.pem"), "nobody.pem cannot be used as a certificate"),
        (("--tls-cert", "ledger"), "is not a certificate with key"),
        (("--session", "9"), "there is no evening"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(ledger: Path, run: Sklog, words: tuple[str, ...], said: str) -> None:
    """With nothing begun."""
    ran = run("serve", *(str(ledger) if word == "ledger" else word for word in words))
    assert (ran.code, ran.out) == (1, "")
    assert said in " ".join(ran.err.split())


def test_where_nothing_is_recorded_the_first_thing_begins_in_the_browser(
    run: Sklog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evening or a tournament: everything is served, and the terminal says so."""
    served: list[Options] = []
    monkeypatch.setattr("sklog.phones.server.serve", lambda _path, options, *_said: served.append(options))
    assert "begin an evening or a tournament in the browser" in " ".join(run("serve").out.split())
    assert [(one.which, one.everything) for one in served] == [(None, True)]


def test_where_no_evening_is_open_it_says_so(folder: Path, ok: Sklog, run: Sklog) -> None:
    """As every command does."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani")
    ok("close")
    for words in (("serve",), ("serve", "--all")):
        assert run(*words).err == run("add", "s", "ac").err != ""
    assert run("serve", "--all", "--session", "1").code == 2
    assert sorted(folder.glob("*.devices.json")) == []


@pytest.mark.parametrize("missing", command.NEEDED)
def test_without_its_packages_it_says_how_to_get_them(
    ledger: Path, run: Sklog, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    """In the words that pip takes."""
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == missing else object())
    ran = run("serve", "--db", str(ledger))
    assert (ran.code, ran.out) == (1, "")
    assert "'.[serve]'" in ran.err


def test_no_other_command_waits_for_it(ledger: Path) -> None:
    """Nothing of it is imported by the help, nor where a hand is recorded."""
    code = (
        "import sys, sklog.cli\n"
        "sys.argv = ['sklog', *sys.argv[1:]]\n"
        "try: sklog.cli.main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'starlette', 'uvicorn', 'jinja2', 'anyio', 'segno', 'sklog.phones'} & {*sys.modules}))\n"
    )
    for words in (("--help",), ("add", "w", "b"), ("show",)):
        ran = subprocess.run(
            [sys.executable, "-P", "-c", code, *words], cwd=ledger.parent, capture_output=True, text=True, check=True
        )
        assert ran.stdout.splitlines()[-1] == "[]", words


# -- many, slow and strange -------------------------------------------------------------------------------


@contextmanager
def many_files(wanted: int) -> Iterator[None]:
    """Let this process have so many open files; skip the test where it may not."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip("too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("sends", ["nothing", "half a head", "a stream"])
def test_with_1_000_open_connections_it_goes_on_answering(ledger: Path, served: Served, sends: str) -> None:
    """Idle ones make room for others; of one device four streams are open, whoever holds on to more."""
    token = joined(ledger, Ledger(ledger).evening().uid, 1)[0]
    phone = Caller(served.port, "1", token)
    stream = request("GET", "/t/1/events", phone.headers(Accept="text/event-stream"))
    text = {"nothing": b"", "half a head": b"GET / HTTP/1.1\r\nHost: x\r\n", "a stream": stream}[sends]
    with many_files(MANY + 200), ExitStack() as opened:
        for _place in range(MANY):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS))
            one.sendall(text)
        other = joined(ledger, Ledger(ledger).evening().uid, 1)[0]
        until(lambda: shown(served, other) == 200)  # it asks again, as every phone does
        files = Path(f"/proc/{served.pid}/fd")
        if files.is_dir():
            until(lambda: len([*files.iterdir()]) < (50 if sends == "a stream" else this.MOST_CONNECTIONS + 50))
    assert served.complaints == ""


@contextmanager
def in_a_thread(path: Path, certificate: Path | None = None) -> Iterator[int]:
    """Run a server of a ledger inside this process; return its port."""
    options = Options(port=0, tls_cert=certificate)
    (own,) = this.listening(options)
    place = ServedAddress(announced(options), own.getsockname()[1], bool(certificate))
    room = Terminal(place, options, lambda _said: None, lambda _shown: None)
    made = build(path, options, place)
    running = Server(this.config_of(made.app, options), made.gate, room)
    thread = Thread(target=running.run, args=([own],))
    thread.start()
    until(lambda: running.started)
    try:
        yield place.port
    finally:
        running.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    "sends",
    [
        [b""],
        [b"GET / HTTP/1.1\r\n"],
        [b"G", b"E", b"T", b" ", b"/", b" "] * 100,
        [b"POST /join HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n", b"x"],
    ],
    ids=["nothing", "no head", "letter by letter", "no body"],
)
def test_who_sends_slowly_is_not_waited_for(ledger: Path, monkeypatch: pytest.MonkeyPatch, sends: list[bytes]) -> None:
    """The connection is closed, however steadily a letter comes."""
    monkeypatch.setattr(this, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr("sklog.phones.gate.BODY_SECONDS", 0.3)
    with in_a_thread(ledger) as port, socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
        line.settimeout(0.02)
        parts = [part.replace(b"{host}", f"127.0.0.1:{port}".encode()) for part in sends]

        def is_closed() -> bool:
            try:
                if parts:
                    line.sendall(parts.pop(0))
                return not line.recv(100_000)
            except TimeoutError:
                return False
            except OSError:
                return True

        until(is_closed)


@pytest.mark.parametrize(
    "sends",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000,
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=["tls", "nonsense", "two hosts", "two lengths", "below zero", "long head", "zero", "no chunk"],
)
def test_what_is_no_http_is_refused_in_a_word(ledger: Path, sends: bytes) -> None:
    """With what every answer says, and nothing of the server."""
    with in_a_thread(ledger) as port, socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
        line.sendall(sends)
        answer = b""
        while part := _read(line):
            answer += part
            if answer.endswith(b"\n"):
                break
        head = answer.decode().partition("\r\n\r\n")[0].lower()
        assert head.startswith(("http/1.1 400", "http/1.1 421"))
        for name, value in SAFE.items():
            assert f"{name}: {value}".lower() in head
        assert "server:" not in head
        assert "uvicorn" not in answer.decode().lower()


def _read(line: socket.socket) -> bytes:
    try:
        return line.recv(10_000)
    except ConnectionResetError:
        return b""


def test_a_second_request_on_a_connection_is_proved_as_the_first(ledger: Path) -> None:
    """A connection has no rights: a name that was not announced is refused on it as well."""
    with in_a_thread(ledger) as port, socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
        first = request("GET", "/static/report.css", {"Host": f"127.0.0.1:{port}"})
        line.sendall(first + request("GET", "/static/report.css", {"Host": "evil.example", "Connection": "close"}))
        answer = b""
        while part := _read(line):
            answer += part
        assert answer.count(b"HTTP/1.1 200 ") == answer.count(b"HTTP/1.1 421 ") == 1


# -- the program's own files, and what people type ----------------------------------------------------------


def test_no_file_is_served_but_the_programs_own(ledger: Path) -> None:
    """Neither the ledger, nor templates, nor modules; a browser that has a file is told so."""
    place = ServedAddress(("127.0.0.1",), 8765)
    phone = Phone(build(ledger, Options(), place).app)
    names = ("app.js", "file.js", "report.css", "report.js")
    tags = {name: phone.get(f"/static/{name}").headers["etag"] for name in names}
    assert [phone.get(f"/static/{name}", if_none_match=tag).status for name, tag in tags.items()] == [304] * 4
    for name in ("page.html", "gate.py", "sklog.db", ledger.name, "app.js.map", "", "app", "APP.JS"):
        assert phone.get(f"/static/{name}").status == 404
        assert phone.get(f"/{name}").status in (401, 404) or not name


def test_script_in_a_name_is_a_name(folder: Path, ok: Sklog) -> None:
    """Of a device, of somebody at the table, of the evening, and in a note: shown, and never run."""
    evil = "<img src=x onerror=alert(1)>"
    ok("start", f"Abend {evil}", "--players", f"{evil},Bene,Christl,Dani")
    ok("add", "w", "b", "//", "<script>alert(2)</script>")
    path = folder / os.environ["SKLOG_DB"]
    made = build(path, Options(), ServedAddress(("127.0.0.1",), 8765))
    phone = Phone(made.app, "127.0.0.1")
    asked = phone.post("/join", {"code": made.door.keeper, "name": evil})
    assert asked.status == 303
    of_table = (
        "",
        "/hand/1",
        "/settle",
        "/sheet",
        "/curve",
        "/tv",
        "/person?name=%3Cimg%20src=x%20onerror=alert(1)%3E",
    )
    for page in ("/", "/devices", "/tables", *(f"/t/1{rest}" for rest in of_table)):
        answer = phone.get(page, accept="text/html")
        assert answer.status in (200, 303), page
        assert "<img" not in answer.text, page
        assert "<script>" not in answer.text, page
        assert "style=" not in answer.text.replace("data-style=", ""), page
    assert "&lt;img src=x onerror=alert(1)&gt;" in phone.get("/t/1").text
    assert "&lt;img" in phone.get("/devices").text
    board = json.loads(phone.get("/t/1/board").text)
    assert "<img" not in board["html"]


def test_a_stolen_link_is_worth_nothing_after_the_evening(ledger: Path, ok: Sklog) -> None:
    """Once it was closed nobody joins with it, nor at the next start."""
    place = ServedAddress(("127.0.0.1",), 8765)
    made = build(ledger, Options(which="1"), place)
    code = made.door.code(Ledger(ledger).evening().uid)
    assert code
    phone, thief = Phone(made.app), Phone(made.app, "192.168.178.66")
    assert phone.post("/join", {"code": code.token, "name": "Resi"}).status == 303
    ok("close")
    asyncio.run(_looked_again(made))
    assert thief.post("/join", {"code": code.token, "name": "Thief"}).status == 403
    assert thief.post("/join", {"code": code.pin, "name": "Thief"}).status == 403
    assert phone.get("/t/1/settle").status == 200, "who pays has a day for it"
    thief.app = build(ledger, Options(which="1"), place).app
    assert thief.post("/join", {"code": code.token, "name": "Thief"}).status == 403


async def _looked_again(made: this.Served) -> None:
    for table in made.tables.all():
        await made.tables.changed(table)


# -- the room -----------------------------------------------------------------------------------------------


def test_the_room_is_offered_the_addresses_of_private_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual one first; one of the internet, or another machine's, is not announced."""
    ways = {
        this.BEYOND: "192.168.178.5",
        "10.42.0.77": "10.42.0.1",
        "192.168.2.77": "203.0.113.9",
        "10.0.0.77": "127.0.0.1",
    }
    monkeypatch.setattr(this, "_towards", lambda address: ways.get(address, ""))
    assert own_addresses() == ["192.168.178.5", "10.42.0.1"]
    assert announced(Options(lan=True)) == ("192.168.178.5", "10.42.0.1", "127.0.0.1", "localhost")
    assert announced(Options(lan=True, host="laptop.example"))[0] == "laptop.example"
    assert announced(Options()) == ("127.0.0.1", "localhost")
    monkeypatch.setattr(this, "_towards", lambda _address: "")
    with pytest.raises(Refused, match="hotspot of your own"):
        announced(Options(lan=True))
    for host in ("127.0.0.1", "localhost"):
        with pytest.raises(Refused, match="hotspot of your own"):
            announced(Options(lan=True, host=host))


def test_nothing_is_sent_to_find_addresses() -> None:
    """A way is looked up, no more: there are none but private ones."""
    assert all(address.split(".")[0] in ("10", "172", "192", "169") for address in own_addresses())


class Said:
    """A terminal that remembers."""

    def __init__(self, options: Options, *, secure: bool = False) -> None:
        self.lines: list[str] = []
        self.shown: list[Invitation] = []
        place = ServedAddress(("192.168.178.5", "127.0.0.1", "localhost"), 8765, secure)
        self.room = Terminal(place, options, self.lines.append, self.shown.append)


def test_the_terminal_shows_how_to_join_each_table(ledger: Path, ok: Sklog) -> None:
    """A code and a PIN for each; plain http is named for what it is."""
    ok("start", "Zweiter Tisch", "--players", "Eva,Bene,Christl,Dani")
    options = Options(everything=True, lan=True)
    said = Said(options)
    said.room.served = made = build(ledger, options, said.room.place, noticed=said.room.noticed)
    said.room.say_addresses()
    codes = [made.door.code(evening.uid) for evening in Ledger(ledger).evenings()]
    assert [(one.evening, one.link, one.addresses, one.pin.replace(" ", "")) for one in said.shown] == [
        (name, f"http://192.168.178.5:8765/?join#{code.token}", ("http://192.168.178.5:8765",), code.pin)
        for name, code in zip(("Stammtisch", "Zweiter Tisch"), codes, strict=True)
        if code
    ]
    assert said.shown[0].pin[3] == " "
    assert said.lines[0] == f"On this machine: http://127.0.0.1:8765/#{made.door.keeper}"
    assert "plain http" in said.lines[1]
    first = codes[0]
    assert first
    device, _token = made.door.join(first.pin, "Resi", "192.168.178.21")
    assert said.lines[-1] == "Resi has joined Stammtisch (writes)."
    made.door.out(device.id)
    assert said.lines[-1] == "The PIN and the QR code are new:"
    assert said.shown[-1].pin != said.shown[0].pin


def test_what_is_said_is_said_in_the_terminals_language(ledger: Path) -> None:
    """Whatever the phone speaks that has joined."""
    options = Options(lan=True)
    said = Said(options)
    said.room.served = made = build(ledger, options, said.room.place, noticed=said.room.noticed)
    said.room.say_addresses()
    code = made.door.code(Ledger(ledger).evening().uid)
    assert code
    phone = Phone(made.app)
    assert phone.post("/join", {"code": code.pin, "name": "Resi"}, accept_language="de").status == 303
    assert said.lines[-1] == "Resi has joined (writes)."


@pytest.mark.parametrize(
    ("options", "does"),
    [
        (Options(lan=True, read_only=True), "looks"),
        (Options(lan=True, keeper_only=True), "looks"),
        (Options(lan=True), "writes"),
    ],
)
def test_who_joins_may_do_what_the_server_says(ledger: Path, options: Options, does: str) -> None:
    """With --read-only the keeper does not write, either; with --keeper-only he may allow others to."""
    said = Said(options)
    said.room.served = made = build(ledger, options, ServedAddress(("127.0.0.1",), 8765), noticed=said.room.noticed)
    code = made.door.code(Ledger(ledger).evening().uid)
    assert code
    phone, keeper = Phone(made.app), Phone(made.app, "127.0.0.1")
    assert phone.post("/join", {"code": code.pin, "name": "Resi"}).status == 303
    assert said.lines == [f"Resi has joined ({does})."]
    assert keeper.post("/join", {"code": made.door.keeper, "name": "Laptop"}).status == 303
    assert _records(phone) == (does == "writes")
    assert _records(keeper) != options.read_only
    device = made.door.devices.everybody()[0]
    key = _said_by(keeper.get("/devices").text, "key")
    assert keeper.post(f"/devices/{device.id}", {"key": key, "action": "allow"}).status == 303
    assert _records(phone) != options.read_only


def _records(phone: Phone) -> bool:
    """Return whether a hand that a phone enters is recorded."""
    page = phone.get("/t/1").text
    seen, key = _said_by(page, "seen"), _said_by(page, "key")
    answer = phone.post(
        "/t/1/hands", {"key": key, "seen": seen, "line": "w b", "again": "1"}, accept="application/json"
    )
    assert answer.status in (200, 403)
    return answer.status == 200


def _said_by(page: str, what: str) -> str:
    for begins in (f'data-{what}="', f'name="{what}" value="'):
        if begins in page:
            return page.partition(begins)[2].partition('"')[0]
    raise AssertionError(page)


def test_the_code_is_drawn_with_the_address_and_the_pin(capsys: pytest.CaptureFixture[str]) -> None:
    """For who scans, and for who types."""
    link = "http://192.168.178.5:8765/#abc"
    command.invite(Invitation("Stammtisch", link, ("http://192.168.178.5:8765", "http://10.42.0.1:8765"), "123 456"))
    said = capsys.readouterr().out
    assert "▀" in said
    for words in ("Stammtisch", "http://192.168.178.5:8765", "http://10.42.0.1:8765", "PIN 123 456"):
        assert words in said


# -- https --------------------------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Return a file with a certificate of 127.0.0.1 and its key."""
    from datetime import UTC, datetime, timedelta  # noqa: PLC0415  only here
    from ipaddress import ip_address  # noqa: PLC0415  the same

    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415  comes with asyncssh
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  the same

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "both.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(signed.public_bytes(serialization.Encoding.PEM) + private)
    return file


def test_https_is_served_with_a_certificate(ledger: Path, certificate: Path) -> None:
    """The address says so, and the cookie goes nowhere else."""
    import ssl  # noqa: PLC0415  only here
    from http.client import HTTPSConnection  # noqa: PLC0415  the same

    lines: list[str] = []
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-m", "sklog", "serve", "--db", str(ledger), "--port", str(port), "--tls-cert", str(certificate)]
    with subprocess.Popen([sys.executable, "-P", *words], stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout
            lines.append(running.stdout.readline())
            asked = HTTPSConnection("127.0.0.1", port, context=ssl.create_default_context(cafile=str(certificate)))
            token = lines[0].partition("#")[2].strip()
            form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://127.0.0.1:{port}"}
            asked.request("POST", "/join", f"code={token}&name=Laptop", form)
            answer = asked.getresponse()
            assert answer.status == 303
            assert "Secure" in (answer.getheader("set-cookie") or "").split("; ")
            asked.close()
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(SECONDS)
    assert lines[0].startswith(f"On this machine: https://127.0.0.1:{port}/#")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of asyncio, which just drops them
def test_who_begins_no_tls_is_not_waited_for(ledger: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred may begin at once, for a few seconds; others are closed, and phones come in again afterwards."""
    import ssl  # noqa: PLC0415  only here

    monkeypatch.setattr(this, "HEAD_SECONDS", 1.0)
    context = ssl.create_default_context(cafile=str(certificate))

    def answered(port: int) -> bool:
        try:
            with (
                socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line,
                context.wrap_socket(line, server_hostname="127.0.0.1") as phone,
            ):
                phone.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
                return phone.recv(15) == b"HTTP/1.1 200 OK"
        except OSError:
            return False

    with many_files(MANY + 200), in_a_thread(ledger, certificate) as port, ExitStack() as opened:
        here = ("127.0.0.1", port)
        lines = [opened.enter_context(socket.create_connection(here, timeout=SECONDS)) for _place in range(300)]
        until(lambda: len(select(lines, [], [], 0)[0]) >= 300 - this.MOST_HANDSHAKES)  # those are closed
        until(lambda: answered(port))


def test_a_device_and_a_code_are_what_they_say() -> None:
    """Named tuples, for who builds upon them."""
    assert Device("1", "Resi", WRITES, "", "", "").name == "Resi"
    assert Code("1", "123456", "x").pin == "123456"
    assert HOST.endswith(":8765")
    assert serve.__doc__
