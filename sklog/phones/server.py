"""The server: at which addresses it is found, who is asked to join how, and how it begins and ends.

    Options ─▶ sockets (ours, bound before anything is said) ─▶ Speaking(Gate(routes)) ─▶ uvicorn, until Ctrl-C

A connection that sends no request within some seconds is closed, and where there are too many the one that has waited
longest makes room. Whenever it ends, what a phone was told is recorded is on disk.
"""

from __future__ import annotations

import socket
import ssl
from asyncio import get_running_loop
from contextlib import ExitStack, suppress
from contextvars import copy_context
from errno import EADDRINUSE
from functools import partial
from ipaddress import IPv4Address, IPv4Network, ip_address
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]
from sklog import Refused
from sklog.language import N_, _
from sklog.phones.devices import KEEPER, WRITES
from sklog.phones.gate import SAFE, ServedAddress
from sklog.phones.pins import evening_of, within
from sklog.phones.program import HERE, LOOPBACK, build

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

    from sklog import Evening
    from sklog.phones.devices import Device, Door
    from sklog.phones.gate import Gate
    from sklog.phones.halls import Hall
    from sklog.phones.pages import Speaking
    from sklog.phones.pins import Code
    from sklog.phones.program import Options, Served

T = TypeVar("T")
ANYWHERE = "0.0.0.0"  # noqa: S104  --lan asks for it
BEYOND = "192.0.2.1"  # kept for documentation: nobody has it, and what is on the way to it is the usual network
ROOMS = (*(f"192.168.{net}.77" for net in range(256)), *(f"172.{net}.10.77" for net in range(16, 32)),
         "10.0.0.77", "10.0.1.77", "10.42.0.77", "10.255.255.77")  # fmt: skip
"""Where private networks are at home, those of hotspots among them."""

PRIVATE = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")))

HEAD_SECONDS = 5.0  # for the head of a request
KEEP_SECONDS = 15  # for the next request on the same connection
STUCK_SECONDS = 20.0  # for somebody who does not read what was sent
LATE, STUCK = "late", "stuck"
MOST_CONNECTIONS, CONNECTIONS_EACH = 800, 64  # in all; of one address of the room
MOST_HANDSHAKES = 100  # of TLS at once: each takes some 300 kB, and an open file
MOST_AT_ONCE = 1_024  # new connections, which wait in the system or are taken before others are let go
SPARE_FILES = 100  # beside those of connections
MOST_HEAD = 16 * 1024  # bytes
JOIN = "?join"  # among many tables: who has joined one goes to another one
END_SECONDS = 1  # for answers that are being given when the server ends
MOST_FAILURES = 5  # that are said


class Invitation(NamedTuple):
    """How phones join an evening: `link` is what the QR code says, the others are for whoever types."""

    evening: str
    link: str
    addresses: tuple[str, ...]
    pin: str


def serve(path: Path, options: Options, say: Callable[[str], None], show: Callable[[Invitation], None]) -> None:
    """Serve the evenings of a ledger until Ctrl-C; `say` prints a sentence, `show` an invitation.

    Raises Refused where it cannot begin, and NotFound where there is no such evening.
    """
    secure = require_certificate(options)
    hosts = announced(options)
    sockets = listening(options)
    try:
        place = ServedAddress(hosts, sockets[0].getsockname()[1], secure)
        room = Terminal(place, options, say, show)
        served = build(path, options, place, noticed=room.noticed, drawn=room.hall_drawn, failed=room.failed)
        room.served = served
        OpenConnection.most = most_connections()
        server = Server(config_of(served.app, options), served.gate, room)
        server.run(sockets)
        served.door.devices.keep_last_seen()
        if not server.started:
            raise Refused(_("the server could not start"))
        say(_("The server has stopped. Everything that was recorded is in the ledger."))
    finally:
        for one in sockets:
            one.close()


# -- where it is found --------------------------------------------------------------------------------


def announced(options: Options) -> tuple[str, ...]:
    """Return the names and addresses that a Host header may say, that of the invitation first; raise Refused."""
    named = [options.host] if options.host else []
    own = own_addresses() if options.lan else []
    if options.lan and not own and options.host in ("", *LOOPBACK):
        raise Refused(
            _("this machine has no address in a private network: join the room's Wi-Fi, or open a hotspot of your own")
        )
    return tuple(dict.fromkeys((*named, *own, *LOOPBACK)))


def own_addresses() -> list[str]:
    """Return this machine's addresses in private networks, the usual one first; nothing is sent for it."""
    found = dict.fromkeys(own for room in (BEYOND, *ROOMS) if (own := _towards(room)))
    return [own for own in found if any(IPv4Address(own) in network for network in PRIVATE)]


def _towards(address: str) -> str:
    """Return which of its addresses this machine would take towards another one; "" where there is no way."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect((address, 9))  # a datagram socket only looks up the way
        return str(asked.getsockname()[0])
    return ""


def listening(options: Options) -> list[socket.socket]:
    """Return sockets at every address that is wanted, all with the same port; raise Refused.

    This machine itself is always among them.
    """
    addresses = [ANYWHERE] if options.lan else [HERE]
    if not options.lan and options.shared:
        addresses.append(_address_of_host(options.host, options.port))
    made: list[socket.socket] = []
    with ExitStack() as unless_all_are_bound:
        for address in addresses:
            port = made[0].getsockname()[1] if made else options.port
            made.append(unless_all_are_bound.enter_context(_bound_socket(address, port)))
        unless_all_are_bound.pop_all()
    return made


def _address_of_host(host: str, port: int) -> str:
    try:
        return str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
    except OSError:
        raise Refused(_("this machine knows no address for {host}", host=host)) from None


def _bound_socket(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if resource:  # elsewhere it would let two servers have one port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen()
    except OSError as error:
        made.close()
        taken = N_("something else is served at {address}, port {port}: use --port, where 0 is any free one")
        other = N_("cannot serve at {address}, port {port}: {reason}")
        said = taken if error.errno == EADDRINUSE else other
        raise Refused(_(said, address=address, port=port, reason=_why(error))) from None
    return made


def _why(error: OSError) -> str:
    return _(error.strerror) if error.strerror else str(error)


def require_certificate(options: Options) -> bool:
    """Return whether https is wanted; raise Refused where its certificate cannot be used."""
    if options.tls_cert is None:
        if options.tls_key is not None:
            raise Refused(_("--tls-key needs --tls-cert, the certificate it belongs to"))
        return False
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(options.tls_cert, options.tls_key, password="")
    except (ssl.SSLError, ValueError):
        raise Refused(
            _("{file} is not a certificate with key: both are text in PEM, without a password", file=options.tls_cert)
        ) from None
    except OSError as error:
        said = _("{file} cannot be used as a certificate: {reason}", file=options.tls_cert, reason=_why(error))
        raise Refused(said) from None
    return True


# -- the terminal -------------------------------------------------------------------------------------


class Terminal:
    """What the terminal says: how to join, and who has."""

    def __init__(
        self, place: ServedAddress, options: Options, say: Callable[[str], None], show: Callable[[Invitation], None]
    ) -> None:
        self.place = place
        self.options = options
        self.say = say
        self.show = show
        self.served: Served | None = None
        self.names: dict[str, str] = {}
        self._hall: Hall | None = None
        self._began = False
        self._failures = 0
        self._speaks = copy_context()  # whoever joins speaks another language

    def noticed(self, door: Door, evening: Evening) -> None:
        """Hear of an evening that is served, was closed, or goes on."""
        self.names[evening.uid] = evening.name
        door.joined, door.renewed = partial(self._spoken, self._say_joined), partial(self._spoken, self._say_renewed)
        if not self._began:
            return
        if code := door.code(evening.uid):
            self._spoken(self._invite, code)
        else:
            self._spoken(self._say_closed, evening)

    def hall_drawn(self, hall: Hall) -> None:
        """Hear how a hall stands that is served."""
        before, self._hall = self._hall, hall
        if self._began and before and before.number < hall.number:
            self._spoken(self._announce, hall)

    def _announce(self, hall: Hall, *, shared: bool = False) -> None:
        for said in hall.terminal_words(shared=shared):
            self.say(said)

    def say_addresses(self) -> None:
        """Say where the laptop finds it, and how phones join."""
        self._began = True
        if self.served is None:
            return
        door = self.served.door
        if door.devices.problem:
            self.say(door.devices.problem)
        name = self.options.host if self.place.secure and self.options.host else HERE
        self.say(_("On this machine: {address}", address=f"{self.place.address(name)}/#{door.keeper}"))
        if self.options.shared:
            for uid in self.names:
                if code := door.code(uid):
                    self._invite(code)
            if not self.place.secure:
                self.say(
                    _(
                        "Everybody in the same network can read what phones send and get: this is plain http."
                        " Use a hotspot of your own, or --tls-cert."
                    )
                )
        if self._hall:
            self._announce(self._hall, shared=self.options.shared)
        self.say(_("Ctrl-C ends it. People who join are shown here."))

    def _say_closed(self, evening: Evening) -> None:
        self.say(
            _(
                "{name} is closed: nobody can join any more, and those who have joined can look for one more day.",
                name=evening.name,
            )
        )

    def _spoken(self, tell: Callable[[T], None], what: T) -> None:
        """Tell something in the language of the terminal."""
        self._speaks.copy().run(tell, what)

    def _invite(self, code: Code) -> None:
        if not self.options.shared:
            return
        addresses = tuple(self.place.address(host) for host in self.place.hosts if host not in LOOPBACK)
        many = self.options.everything or bool(within(code.evening))
        link = f"{addresses[0]}/{JOIN if many else ''}#{code.token}"
        self.show(Invitation(self._name_of_place(code.evening), link, addresses, code.typed))

    def _name_of_place(self, place: str) -> str:
        """Return how the evening is called, or the place in a hall."""
        return " ".join(filter(None, (self.names.get(evening_of(place), ""), within(place))))

    def _say_renewed(self, code: Code) -> None:
        self.say(_("The PIN and the QR code are new:"))
        self._invite(code)

    def _say_joined(self, device: Device) -> None:
        if device.role == KEEPER:
            self.say(_("{name} has joined (keeper).", name=device.name))
            return
        does = _("writes") if device.role == WRITES and not self.options.read_only else _("looks")
        if len(self.names) > 1 or within(device.evening):
            evening = self._name_of_place(device.evening)
            self.say(_("{name} has joined {evening} ({does}).", name=device.name, evening=evening, does=does))
        else:
            self.say(_("{name} has joined ({does}).", name=device.name, does=does))

    def failed(self, error: Exception) -> None:
        """Say that a request could not be answered, a few times."""
        self._failures += 1
        if self._failures <= MOST_FAILURES:
            self._spoken(self._say_failed, error)

    def _say_failed(self, error: Exception) -> None:
        what = f"{type(error).__name__}: {error}"
        self.say(_("sklog could not answer because of a bug: {what}", what=what))


# -- the server -----------------------------------------------------------------------------------------


def config_of(app: Speaking, options: Options) -> uvicorn.Config:
    """Return how the server runs a program."""
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=OpenConnection,
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,  # else a header could say where a request is from
        server_header=False,
        backlog=MOST_AT_ONCE,
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=END_SECONDS,
        h11_max_incomplete_event_size=MOST_HEAD,
        ssl_certfile=options.tls_cert,
        ssl_keyfile=options.tls_key,
    )


class Server(uvicorn.Server):
    """Runs until Ctrl-C or SIGTERM, which both are its usual end; streams are ended first, so that nothing waits."""

    def __init__(self, config: uvicorn.Config, gate: Gate, room: Terminal) -> None:
        super().__init__(config)
        self.gate = gate
        self.room = room

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  uvicorn calls it so
        """End; a second time without waiting for anything."""
        self.force_exit, self.should_exit = self.should_exit, True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say how to join."""
        loop = get_running_loop()
        loop.set_exception_handler(lambda _loop, _what: None)  # of single connections
        if self.config.is_ssl:  # else asyncio waits for a minute
            loop.create_server = partial(loop.create_server, ssl_handshake_timeout=HEAD_SECONDS)  # type: ignore[method-assign]
        await super().startup(sockets)
        if self.started:
            self.room.say_addresses()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams, then connections, then everything."""
        self.gate.end_streams()
        await super().shutdown(sockets)


def most_connections() -> int:
    """Return how many connections there may be, and have the system allow as many open files, where it can be asked."""
    if not resource:
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + MOST_AT_ONCE + SPARE_FILES
    if resource.RLIM_INFINITY not in (soft, hard) and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
            soft = min(wanted, hard)
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft // 2)


class OpenConnection(H11Protocol):
    """A connection, which is closed where no request comes, where nobody reads, or where others need its place."""

    most = MOST_CONNECTIONS
    """How many there may be."""
    arriving: ClassVar[dict[OpenConnection, None]] = {}
    """Those that have not ended their TLS handshake."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.since = self.loop.time()
        if self.config.is_ssl:
            self._arrive()
        self._cuts: dict[str, asyncio.TimerHandle] = {}  # what will close it unless it goes on

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        self.arriving.pop(self, None)
        super().connection_made(transport)
        self._cut_in(LATE, HEAD_SECONDS)
        own = transport.get_extra_info("socket")
        if own is not None and hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that went out of reach says nothing
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STUCK_SECONDS * 1000))
        self._make_room()

    def data_received(self, data: bytes) -> None:
        """Read on; the head of a request has to come soon."""
        super().data_received(data)
        if self.is_busy:
            self._go_on(LATE)
        elif LATE not in self._cuts:
            self._cut_in(LATE, HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._go_on(*self._cuts)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Count as waiting from now on."""
        self.since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Give who does not read some time."""
        super().pause_writing()
        self._go_on(STUCK)
        self._cut_in(STUCK, STUCK_SECONDS)

    def resume_writing(self) -> None:
        """Go on."""
        self._go_on(STUCK)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no http, with what every answer says."""
        said = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"connection", b"close"),
            (b"cache-control", b"no-store"),
        ]
        said += [(name.encode(), value.encode()) for name, value in SAFE.items()]
        answer = (
            h11.Response(status_code=400, headers=said, reason=b"Bad Request"),
            h11.Data(data=f"{msg}\n".encode()),
            h11.EndOfMessage(),
        )
        try:
            for part in answer:
                self.transport.write(self.conn.send(part) or b"")
        except h11.LocalProtocolError:  # an answer had begun
            self.transport.abort()
        else:
            if self.cycle is not None:
                self.cycle.disconnected = True  # what is being answered there reaches nobody any more
            self.transport.close()

    def _arrive(self) -> None:
        """Count as one that is in its handshake; raise OSError, which closes it, where there are too many."""
        ended = [one for one in self.arriving if one.since < self.since - HEAD_SECONDS or one.loop is not self.loop]
        for one in ended:
            del self.arriving[one]
        if len(self.arriving) >= MOST_HANDSHAKES:
            raise ConnectionAbortedError
        self.arriving[self] = None

    def _cut_in(self, why: str, seconds: float) -> None:
        self._cuts[why] = self.loop.call_later(seconds, self.transport.abort)

    def _go_on(self, *waits: str) -> None:
        for why in waits:
            if why in self._cuts:
                self._cuts.pop(why).cancel()

    def _make_room(self) -> None:
        """Where there are too many connections, of this address or in all, let the one go that has waited longest."""
        every, own = cast("set[OpenConnection]", self.connections), self.client[0] if self.client else None
        here = own is None or ip_address(own).is_loopback
        same = [] if here else [one for one in every if one.client and one.client[0] == own]
        for group, most in ((same, CONNECTIONS_EACH), (every, self.most)):
            staying = [one for one in group if not one.transport.is_closing()] if len(group) > most else ()
            if len(staying) > most:
                waiting = [one for one in staying if not one.is_busy and one is not self]
                min(waiting, key=lambda one: one.since, default=self).transport.abort()
                return
