"""Halls: evenings at which nobody plays, because a room of sklog records there what others play for it.

    rooms.PAGES ──▶ Pages of each room that is here ──▶ Hall: how such an evening stands, and who may join where

A hall is looked at by everybody who has joined it. Within it there are places ("2/17"), such as its tables: an evening
may be played at each, and who has typed the PIN of one may enter something there. Only what stands here is known of it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sklog import Refused, rooms
from sklog.errors import NotInstalled
from sklog.language import _

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping

    from sklog import Evening, Ledger
    from sklog.phones.devices import Devices
    from sklog.phones.pins import Code

SEAT, RANK, ALL, WALL = "seat", "rank", "all", "wall"
ORDERS = (SEAT, RANK, ALL, WALL)
"""In which order people stand on a board. Of a hall how many do: the first, all, or those that a wall has; and each has
orders of its own besides."""
AT_TABLE = "table"
"""The role of who has typed the PIN of a place in a hall, and may write."""


class Hall(Protocol):
    """How a hall stands. What it says is said in the language that is spoken when it is asked for."""

    @property
    def evening(self) -> Evening:
        """The evening that it is."""

    @property
    def number(self) -> int:
        """A number that rises, such as the round: when it does, the terminal says what there is to say."""

    @property
    def how_far(self) -> str:
        """How far it is, in a sentence: who hears a page is told so."""

    def terminal_words(self, *, shared: bool) -> Iterator[str]:
        """Yield what the terminal says of it; where it is `shared` as well who joins how."""

    def orders(self) -> frozenset[str]:
        """Return in which orders of its own it can be looked at: the places that are there are among them."""

    def places(self) -> Mapping[str, str]:
        """Return at which place (`pins.place_of`) each evening is played for it, by the identity of that."""

    def again(self, ledger: Ledger) -> Hall:
        """Return how it stands by now; raise NotFound."""

    def home(self, within: str) -> str:
        """Return the address at which a device of a place begins; "" is the whole hall, WALL has nothing to press."""

    def onward(self, within: str) -> list[tuple[str, str]]:
        """Return the addresses to which the page of an evening leads that is played at a place, with their names."""

    def codes(self, devices: Devices) -> dict[str, Code]:
        """Return the codes of the places that may be joined."""

    def require_open(self, path: str | os.PathLike[str], within: str, which: str) -> None:
        """Raise Refused where nothing is recorded at a place any more in its evening, which `which` means."""

    def shown(self, order: str) -> tuple[str, dict[str, Any]]:
        """Return the template of what changes by itself when it is looked at in this order, and what that is told."""


class Right(NamedTuple):
    """Which roles may record something of a kind, and take it back, while an evening is open and once it is closed.

    What `closes` closes the evening of a place as well, which nobody may do otherwise.
    """

    kind: str
    what: str
    open: tuple[str, ...]
    closed: tuple[str, ...] = ()
    closes: bool = False


class Pages(NamedTuple):
    """What a room adds: its halls, and their pages.

    `meant` returns which evening is served without a word, and what is said of that, None where that is no matter of
    the room; `stands` how the hall stands that is meant, and raises Refused where that is none of the room's. `routes`
    is a row, as in `sklog.rooms`: what is imported for them is an extra. `rights` say who may record what belongs to
    it. In the folder of the `package` are `templates` and `static` files, of which the css is a part of every page. The
    keeper `begins` a hall at an address, by this name.
    """

    meant: Callable[[Ledger], tuple[Evening, str] | None]
    stands: Callable[[Ledger, str], Hall]
    routes: str
    rights: tuple[Right, ...]
    package: str
    begins: tuple[str, str]


@cache
def pages_of_rooms() -> tuple[Pages, ...]:
    """Return what rooms add that are here."""
    found = []
    for row in rooms.PAGES.values():
        with suppress(NotInstalled):
            found.append(rooms.load(row))
    return tuple(found)


def routes() -> list[Any]:
    """Return the routes that rooms add."""
    return [route for one in pages_of_rooms() for route in rooms.load(one.routes)]


def begins() -> list[tuple[str, str]]:
    """Return at which addresses halls of rooms are begun, and how that is called."""
    return [(address, _(label)) for address, label in (one.begins for one in pages_of_rooms())]


def packages() -> list[str]:
    """Return where templates and static files are, our own first."""
    return ["sklog.phones", *(one.package for one in pages_of_rooms())]


def static(ending: str) -> dict[str, str]:
    """Return the files that end so, by their names."""
    found = (file for one in packages() for file in (files(one) / "static").iterdir())
    return {file.name: file.read_text("utf-8") for file in found if file.name.endswith(ending)}


def stands(ledger: Ledger, which: str) -> Hall | None:
    """Return how a hall stands, None where that is none; raise NotFound, and NotInstalled without its room."""
    try:
        ledger.evening(which)
    except Refused:
        for row in rooms.PAGES.values():
            with suppress(Refused):
                found: Hall = rooms.load(row).stands(ledger, which)
                return found
    return None
