"""The program that answers phones, whoever runs it: a server, or a page of its own.

    Options ─▶ build ─▶ Served: Speaking(Gate(routes)) over Tables, with the Door

It needs neither sockets nor threads of its own.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sklog import Ledger, NotFound
from sklog.phones import halls, routes
from sklog.phones.devices import LOOKS, WRITES, Devices, Door
from sklog.phones.gate import Gate
from sklog.phones.pages import Speaking
from sklog.phones.pins import evening_of, identified
from sklog.phones.tables import Tables, evening_played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sklog import Evening
    from sklog.phones.gate import ServedAddress
    from sklog.phones.halls import Hall

PORT = 8765
HERE = "127.0.0.1"
LOOPBACK = (HERE, "localhost")


class Options(NamedTuple):
    """What is served, and to whom. `which` is an evening, as `Ledger` knows it; at `host` it is found as well.

    `lan` offers it to everybody in the same network. Nobody writes with `read_only`, only the laptop and whom it allows
    with `keeper_only`. `tls_cert` and `tls_key` are files.
    """

    which: str | None = None
    everything: bool = False
    port: int = PORT
    host: str = ""
    lan: bool = False
    read_only: bool = False
    keeper_only: bool = False
    tls_cert: Path | None = None
    tls_key: Path | None = None

    @property
    def shared(self) -> bool:
        """Whether others than this machine reach it."""
        return self.lan or self.host not in ("", *LOOPBACK)


class Served(NamedTuple):
    """The program that answers, and what it is made of."""

    app: Speaking
    gate: Gate
    door: Door
    tables: Tables


def build(
    path: Path,
    options: Options,
    place: ServedAddress,
    *,
    noticed: Callable[[Door, Evening], None] = lambda _door, _evening: None,
    drawn: Callable[[Hall], None] = lambda _hall: None,
    failed: Callable[[Exception], None] | None = None,
) -> Served:
    """Return the program for these evenings, with the gate before it; raise NotFound, Refused."""
    usual = LOOKS if options.keeper_only or options.read_only else WRITES
    door = Door(Devices.beside(path, usual=usual))
    ledger = Ledger(path)
    _end_devices(ledger, door.devices)

    known: set[str] = set()
    of_places: set[str] = set()

    def found(evening: Evening) -> None:
        if evening.uid in of_places:  # who has the card of a table joins the hall
            return
        if evening.players:
            door.devices.note_closed(evening.uid, ledger.closed_at(identified(evening.uid)))
        if evening.closed and evening.uid in known:
            door.close(evening.uid)
        else:  # a closed one that is shown once more may be looked at again
            known.add(evening.uid)
            if evening.players:
                door.open(evening.uid)
        noticed(door, evening)

    def seat_hall(hall: Hall) -> None:
        if not (of_places and hall.evening.closed):
            door.open_hall(hall.evening.uid, partial(hall.codes, door.devices))
        of_places.update(hall.places())
        drawn(hall)

    tables = Tables(path, options.which, everything=options.everything, noticed=found, seated=seat_hall, failed=failed)
    gate = Gate(routes.app(tables, door, halls.routes(), read_only=options.read_only), door, place, failed=failed)
    return Served(Speaking(gate), gate, door, tables)


def _end_devices(ledger: Ledger, devices: Devices) -> None:
    """Note which evenings of those who have joined were closed meanwhile."""
    for uid in {evening_of(device.evening) for device in devices.everybody()} - {""}:
        try:
            evening = evening_played(ledger, uid) or next(one for one in ledger.evenings() if one.uid == uid)
            devices.note_ended(uid, closed=evening.closed)
        except NotFound:
            devices.note_ended(uid, closed=True)
