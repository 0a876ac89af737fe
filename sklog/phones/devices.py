"""Who has joined: devices with their names and rights, kept beside the ledger, and the codes that one joins with.

    code (PIN of six digits, or the long one of the QR code) ──Door.join──▶ Device, token
    token (in the device's cookie) ──Devices.device_with──▶ Device

Of each token the file holds its SHA-256 alone. Codes are never stored: those of evenings are new with every start,
those of a hall follow from a secret in the file, for they are printed (`pins`). A device is of one evening or of one
place in a hall, the keeper's of every one that is served. Its token ends a day after that evening, or the hall's, was
closed, when the keeper throws it out, and where it was not seen for thirty days.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections import OrderedDict
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category, normalize

from sklog import Refused
from sklog.language import _
from sklog.phones.pins import (
    FREE_TRIES_IN_ALL,
    MOST_ADDRESSES,
    PIN_DIGITS,
    TOKEN_BYTES,
    Code,
    Tries,
    Wait,
    derived,
    evening_of,
    of_places,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    _Contents = tuple[dict[str, "_Kept"], dict[str, float], str, dict[str, int]]

KEEPER, WRITES, LOOKS = "keeper", "writes", "looks"
USUAL = ""
ROLES = (KEEPER, WRITES, LOOKS)
"""What a device may do: everything; record and correct; look. USUAL is what the server says of whoever joins."""

MOST_DEVICES = 1_000  # a hall of 430 people, with a second phone for many of them
MOST_NUMBER = 2**53  # of seconds, of times that a code was renewed
MOST_BYTES = 1_000_000  # of the file: a thousand devices take half of it
LONGEST_NAME = 40  # letters
SECRET_BYTES = 32
AFTER_CLOSING = 24 * 3600.0  # seconds: whoever pays the next day still sees what
UNSEEN = 30 * 24 * 3600.0  # seconds: a table that meets once in four weeks
PART, LEFT_AFTER = ".devices-part", 3600.0  # how a part is called; seconds until whoever wrote it was surely killed
KEPT_EVERY = 3600.0  # seconds: how old the moment in the file may be at which a device was seen

MOST_JOINED, JOINED_WITHIN = 20, 3600.0  # by one address of the room, within so many seconds
_BLANKS = frozenset("\u2800\u3164\u115f\u1160\uffa0")  # letters by their category that show nothing


class NotJoined(Refused):
    """Somebody may not join: a wrong code, an evening that is closed, too many devices."""


class Device(NamedTuple):
    """Who has joined with it (`name`), and as what (`role`); `evening` is the identity of one, "" means every one.

    `joined` and `seen` are moments in UTC, as in "2026-11-20T18:05:09.250+00:00".
    """

    id: str
    name: str
    role: str
    evening: str
    joined: str
    seen: str


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def clean_name(text: str) -> str:
    """Return a device's name: one line of letters that can be seen, at most forty; "" where none is left."""
    said = normalize("NFC", " ".join(text[: 20 * LONGEST_NAME].split()))
    one_line = " ".join("".join(letter for letter in said if _shows(letter)).split())
    while one_line and category(one_line[0]).startswith("M"):  # it would stand on what is before the name
        one_line = one_line[1:].lstrip()
    return one_line[:LONGEST_NAME].strip()


def _meet(place: str, other: Device) -> bool:
    """Whether who is at a place, "" is everywhere, writes where another device does, by which both would be one name.

    In a hall that is a phone of the desk alone: it writes at every table.
    """
    is_of_desk = other.role == WRITES and other.evening == evening_of(place)
    return place in ("", other.evening) or not other.evening or is_of_desk


def _shows(letter: str) -> bool:
    """Whether a letter shows something, and moves none of its neighbours."""
    return letter.isprintable() and letter not in _BLANKS and not 0xFE00 <= ord(letter) <= 0xFE0F


class _Kept(NamedTuple):
    """A device as the file has it: by the hash of its token; `at` is when it was last seen, in seconds."""

    device: Device
    at: float


class Devices:
    """Everybody who has joined, in a file beside the ledger, for its owner only, written whole or not at all.

    Threads may share one. Another server of the same ledger may change the file: it is read anew where it has changed.
    What cannot be read counts as nobody and is set aside, and `problem` says so. `usual` is what those may do of whom
    the keeper has said nothing. `now` is the time in seconds.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, usual: str = WRITES, now: Callable[[], float] = time.time
    ) -> None:
        self.path = Path(path)
        self.usual = usual
        self.problem = ""
        self._now = now
        self._lock = RLock()
        self._kept: dict[str, _Kept] = {}
        self._ended: dict[str, float] = {}
        self._closed: dict[str, str] = {}
        self._secret = ""
        self._renewed: dict[str, int] = {}
        self._stamp: object = None
        self._stuck = False
        self._written = now()
        self._read_file()

    @classmethod
    def beside(cls, ledger: str | os.PathLike[str], *, usual: str = WRITES) -> Devices:
        """Return those who have joined at the evenings of this ledger."""
        path = Path(ledger)
        return cls(path.with_name(f"{path.name}.devices.json"), usual=usual)

    # -- looked at ------------------------------------------------------------------------------------

    def device_with(self, token: str) -> Device | None:
        """Return the device that has this token, which is seen with that; None where no device has it any more."""
        with self._lock:
            self._read_file()
            hashed, now = hash_of(token), self._now()
            kept = self._kept.get(hashed)
            if kept is None or not self._alive(kept):
                return None
            self._kept[hashed] = kept._replace(at=now)
            if now - self._written > KEPT_EVERY:
                with suppress(Refused):
                    self._write_file()
            return self._with_role_now(kept.device)

    def everybody(self) -> list[Device]:
        """Return everybody who has joined, in the order in which they did."""
        with self._lock:
            self._read_file()
            return [self._with_role_now(one.device) for one in self._kept.values() if self._alive(one)]

    def _with_role_now(self, device: Device) -> Device:
        """Return a device with its role: who comes once the evening is closed looks, unless the keeper allows more."""
        if device.role:
            return device
        is_late = device.joined > (self._closed.get(evening_of(device.evening)) or device.joined)
        return device._replace(role=LOOKS if is_late else self.usual)

    def _alive(self, kept: _Kept) -> bool:
        now = self._now()
        ended = self._ended.get(evening_of(kept.device.evening))
        return now - kept.at < UNSEEN and (ended is None or now - ended < AFTER_CLOSING)

    # -- changed --------------------------------------------------------------------------------------

    def let_in(self, name: str, role: str, evening: str) -> tuple[Device, str]:
        """Let a device in; return it, and its token, which is nowhere else. Raises NotJoined."""
        with self._changing():
            self._kept = {hashed: one for hashed, one in self._kept.items() if self._alive(one)}
            if len(self._kept) >= MOST_DEVICES:
                raise NotJoined(_("too many devices have joined: the keeper can let one go"))
            token, now = secrets.token_urlsafe(TOKEN_BYTES), self._now()
            at = _moment(now)
            device = Device(secrets.token_hex(6), self._one_name(name, evening), role, evening, at, at)
            self._kept[hash_of(token)] = _Kept(device, now)
            return self._with_role_now(device), token

    def move(self, id: str, name: str, role: str, evening: str) -> tuple[Device, str]:  # noqa: A002  what a device calls it
        """Let a device go on under this name, at another evening perhaps; return it with a new token. Raises NotJoined.

        With the role USUAL it keeps, at the same evening, what the keeper has said of it. The token that it had ends:
        somebody else may have put that one on it, and would have come along.
        """
        with self._changing():
            had, token, now = self._hash_of(id), secrets.token_urlsafe(TOKEN_BYTES), _moment(self._now())
            one = self._kept[had].device
            kept, joined = (one.role if role == USUAL else role, one.joined) if one.evening == evening else (role, now)
            device = one._replace(name=self._one_name(name, evening, one), role=kept, evening=evening, joined=joined)
            self._kept[had] = self._kept[had]._replace(device=device)
            renamed = {had: hash_of(token)}  # at its place in the order in which they joined
            self._kept = {renamed.get(hashed, hashed): each for hashed, each in self._kept.items()}
            return self._with_role_now(device), token

    def rename(self, id: str, name: str) -> Device:  # noqa: A002  what a device calls it
        """Give a device another name; return it. Raises NotJoined where it is not there."""
        return self._change(id, lambda one: one._replace(name=self._one_name(name, one.evening, one)))

    def set_role(self, id: str, role: str) -> Device:  # noqa: A002  what a device calls it
        """Let a device do more, or less; return it. Raises NotJoined where it is not there."""
        if role not in ROLES:
            raise ValueError(role)

        def changed(one: Device) -> Device:
            return one._replace(role=role, name=self._one_name(one.name, one.evening, one._replace(role=role)))

        return self._change(id, changed)

    def remove(self, id: str) -> Device:  # noqa: A002  what a device calls it
        """Throw a device out: its token ends at once; return what it was. Raises NotJoined where it is not there."""
        with self._changing():
            hashed = self._hash_of(id)
            return self._with_role_now(self._kept.pop(hashed).device)

    def note_ended(self, evening: str, *, closed: bool) -> None:
        """Note that an evening was closed, or goes on again: its devices end a day after it was closed."""
        with self._lock:
            self._read_file()
            if closed == (evening in self._ended):
                return
            with suppress(Refused), self._changing():
                if closed:
                    self._ended[evening] = self._now()
                else:
                    del self._ended[evening]

    def note_closed(self, evening: str, at: str) -> None:
        """Know when an evening was closed (UTC, ISO), with "" that it is open."""
        with self._lock:
            self._closed[evening] = at

    # -- the codes of a hall --------------------------------------------------------------------------

    def hall_code(self, evening: str) -> Code:
        """Return the code of a whole hall, with which one looks. Raises NotJoined where the file cannot be."""
        secret = self._secret_of_all()
        return derived(secret, evening, PIN_DIGITS, LOOKS, times=self._renewed.get(evening, 0))

    def codes(self, places: Iterable[str]) -> list[Code]:
        """Return the codes of places whose PINs differ. Raises NotJoined where the file cannot be.

        They need no server, and are the same whenever they are asked for.
        """
        return of_places(self._secret_of_all(), places, self._renewed)

    def renew(self, place: str) -> None:
        """Let the code of a place in a hall be another one from now on. Raises NotJoined."""
        with self._changing():
            self._renewed[place] = self._renewed.get(place, 0) + 1

    def _secret_of_all(self) -> bytes:
        """Return what all codes of halls follow from, which is drawn when it is asked for first."""
        with self._lock:
            self._read_file()
            if not self._secret:
                with self._changing():
                    self._secret = self._secret or secrets.token_hex(SECRET_BYTES)
            return bytes.fromhex(self._secret)

    def keep_last_seen(self) -> None:
        """Write down when everybody was seen last, where that can be."""
        with suppress(Refused), self._changing():
            pass

    def _change(self, id: str, change: Callable[[Device], Device]) -> Device:  # noqa: A002  the same
        with self._changing():
            hashed = self._hash_of(id)
            kept = self._kept[hashed]
            self._kept[hashed] = kept._replace(device=change(kept.device))
            return self._with_role_now(self._kept[hashed].device)

    def _hash_of(self, id: str) -> str:  # noqa: A002  the same
        for hashed, one in self._kept.items():
            if one.device.id == id:
                return hashed
        raise NotJoined(_("there is no such device any more"))

    def _one_name(self, said: str, evening: str, own: Device | None = None) -> str:
        """Return a name that no other device has which may write there: "Resi", "Resi 2"."""
        name = clean_name(said) or _("Phone")
        others = (one.device for one in self._kept.values() if own is None or one.device.id != own.id)
        taken = {one.name.casefold() for one in others if _meet(evening, one) or (own and _meet(one.evening, own))}
        endings = chain([""], (f" {number}" for number in count(2)))
        names = (name[: LONGEST_NAME - len(ending)].rstrip() + ending for ending in endings)
        return next(free for free in names if free.casefold() not in taken)

    # -- the file -------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Make one change of the file: it is read anew before, and written afterwards unless that was refused."""
        with self._lock:
            self._read_file()
            yield
            self._write_file()

    def _read_file(self) -> None:
        """Read the file where it is another one than before; what is no such file is set aside."""
        stamp, stuck = _stamp(self.path), False
        if stamp == self._stamp:
            return
        found: _Contents = {}, {}, "", {}
        try:
            found = _contents(self.path) if stamp else found
        except OSError as error:
            if self._stamp is not None:
                return  # what is known stays: a system that has no more files to open is no damage
            self.problem, stuck, stamp = _stuck_in_words(self.path, error), True, object()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            stuck = not self._set_aside()
            stamp = _stamp(self.path)
        else:
            self.problem = ""
        self._stamp, self._stuck = stamp, stuck
        self._kept, self._ended, self._secret, self._renewed = found

    def _set_aside(self) -> bool:
        """Give the file another name, under which it stays, and say so in `problem`; return whether that could be."""
        names = (self.path.with_name(f"{self.path.name}.damaged-{number}") for number in count(1))
        aside = next(name for name in names if not os.path.lexists(name))
        try:
            self.path.rename(aside)
        except OSError as error:
            self.problem = _stuck_in_words(self.path, error)
            return False
        self.problem = _(
            "{path} cannot be read: everybody has to join again, and printed PINs no longer work; the file is kept as"
            " {aside}",
            path=self.path,
            aside=aside.name,
        )
        return True

    def _write_file(self) -> None:
        """Put the file in its place, on disk; raise NotJoined where that cannot be, with everything as it was."""
        if self._stuck:  # what is there would be gone
            raise NotJoined(self.problem)
        present = {evening_of(one.device.evening) for one in self._kept.values()}
        self._ended = {uid: at for uid, at in self._ended.items() if uid in present}
        devices = [
            {"token": hashed, **one.device._asdict(), "seen": _moment(one.at), "at": one.at}
            for hashed, one in self._kept.items()
        ]
        said: dict[str, Any] = {"devices": devices, "ended": self._ended}
        if self._secret:
            said |= {"secret": self._secret, "renewed": self._renewed}
        text = json.dumps(said, ensure_ascii=False, indent=1)
        try:
            _put_for_owner(self.path, text.encode("utf-8"))
        except OSError as error:
            self._stamp = object()  # read anew what there is
            reason = _(error.strerror or str(error))
            raise NotJoined(_("{path} cannot be written: {reason}", path=self.path, reason=reason)) from None
        self._stamp, self._written = _stamp(self.path), self._now()


def _contents(path: Path) -> _Contents:
    """Return devices by the hash of their token, when evenings ended, and of what codes follow, as the file says it.

    Raises OSError, ValueError, KeyError, TypeError, AttributeError or RecursionError.
    """
    if not path.is_file() or path.stat().st_size > MOST_BYTES:  # a pipe would be waited for
        raise ValueError(path)
    said = json.loads(path.read_bytes())
    return (
        {_checked_text(one["token"]): _device_from_json(one) for one in said["devices"][:MOST_DEVICES]},
        {_checked_text(uid): _checked_number(at) for uid, at in said["ended"].items()},
        bytes.fromhex(said.get("secret", "")).hex(),
        {_checked_text(place): int(_checked_number(times)) for place, times in said.get("renewed", {}).items()},
    )


def _device_from_json(said: Any) -> _Kept:
    """Return a device as the file says it; raise ValueError, KeyError, TypeError or AttributeError."""
    device = Device(*(_checked_text(said[field]) for field in Device._fields))
    if device.role not in {USUAL, *ROLES} or clean_name(device.name) != device.name or not device.name:
        raise ValueError(said)
    return _Kept(device, _checked_number(said["at"]))


def _stuck_in_words(path: Path, error: OSError) -> str:
    why = _(error.strerror or str(error))
    return _("{path} cannot be used ({reason}): nobody can join before you move it elsewhere", path=path, reason=why)


def _checked_text(said: str) -> str:
    """Return a text that can be written again; raise AttributeError for what is none, ValueError for half a letter."""
    said.encode()
    return said


def _checked_number(said: Any) -> float:
    """Return a number of seconds, or of times; raise ValueError."""
    if type(said) not in (int, float) or not 0 <= said < MOST_NUMBER:  # NaN is neither
        raise ValueError(said)
    return float(said)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _stamp(path: Path) -> object:
    """Return what is another value once the file was written; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _put_for_owner(path: Path, text: bytes) -> None:
    """Put a file for its owner only in the place of what is there, on disk; killed ones left parts. Raises OSError."""
    for left in path.parent.glob(f".*{PART}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > LEFT_AFTER:
                left.unlink()
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=PART)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


# -- the door -----------------------------------------------------------------------------------------


class Door:
    """Where devices come in: the codes of the evenings that are served, and who may join with them.

    Codes are new with each door, and once somebody was thrown out or shall only look. They end when the evening is
    closed. `joined` is told who has joined or changed the table, `renewed` which code is new.
    """

    def __init__(self, devices: Devices, *, now: Callable[[], float] = time.monotonic) -> None:
        self.devices = devices
        self.keeper = secrets.token_urlsafe(TOKEN_BYTES)
        self.joined: Callable[[Device], None] = _nobody
        self.renewed: Callable[[Code], None] = _nobody
        self._now = now
        self._lock = RLock()
        self._tries = Tries(now)
        self._codes: dict[str, Code] = {}
        self._served: set[str] = set()
        self._halls: dict[str, Callable[[], Mapping[str, Code]]] = {}
        self._newcomers: OrderedDict[str, list[float]] = OrderedDict()

    # -- evenings ---------------------------------------------------------------------------------------

    def open(self, evening: str) -> Code:
        """Let people join this evening, which is served from now on; return its code, which it keeps."""
        with self._lock:
            self._served.add(evening)
            self.devices.note_ended(evening, closed=False)
            return self._codes.get(evening) or self._new_code(evening)

    def open_hall(self, evening: str, codes: Callable[[], Mapping[str, Code]]) -> None:
        """Let people join a hall, and those of its places that have `codes`; no others of it any more."""
        with self._lock:
            self._halls[evening] = codes
            hall, places = self.open(evening), codes()
            others = {place: one for place, one in self._codes.items() if evening_of(place) != evening}
            self._codes = {**others, evening: hall, **places}
            self._tries.free_in_all = FREE_TRIES_IN_ALL + len(places)  # people who mistype what stands on a card

    def close(self, evening: str) -> None:
        """End the code of an evening that was closed; who has joined may look at it for one more day."""
        with self._lock:
            self._codes = {place: one for place, one in self._codes.items() if evening_of(place) != evening}
            self.devices.note_ended(evening, closed=True)

    def code(self, evening: str) -> Code | None:
        """Return the code of an evening; None where nobody may join it."""
        return self._codes.get(evening)

    def admits(self, device: Device) -> bool:
        """Whether a device that is known may come in: its evening is served."""
        return device.role == KEEPER or evening_of(device.evening) in self._served

    def out(self, id: str) -> Device:  # noqa: A002  what a device calls it
        """Throw a device out; the code of its evening is new, so that it does not just join again. Raises NotJoined."""
        with self._lock:
            device = self.devices.remove(id)
            self._renew(device.evening)
            return device

    def let_look(self, id: str) -> Device:  # noqa: A002  what a device calls it
        """Let a device look, and no more; where others may write the code is new as well. Raises NotJoined."""
        with self._lock:
            device = self.devices.set_role(id, LOOKS)
            if self.devices.usual != LOOKS:  # else it just joins once more, as another device
                self._renew(device.evening)
            return device

    def _renew(self, evening: str) -> None:
        if evening in self._codes:
            if evening_of(evening) in self._halls:
                self.devices.renew(evening)
            self.renewed(self._new_code(evening))

    def _new_code(self, place: str) -> Code:
        if place in self._halls:
            code = self.devices.hall_code(place)
        elif hall := self._halls.get(evening_of(place)):
            code = hall()[place]
        else:
            taken = {code.pin for code in self._codes.values()}
            pins = (f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}" for _try in count())
            code = Code(place, next(pin for pin in pins if pin not in taken), secrets.token_urlsafe(TOKEN_BYTES))
        self._codes[place] = code
        return code

    # -- joining --------------------------------------------------------------------------------------

    def join(self, code: str, name: str, address: str, *, token: str = "") -> tuple[Device, str]:
        """Let somebody in who says a PIN or the token of a QR code; return the device and its token.

        `address` is where it is; the keeper's code counts on this machine alone. `token` is what the device has
        already: then it stays the same device, with another token, and may do at the same table what the keeper has
        said of it. Raises NotJoined, and Wait after too many wrong PINs.
        """
        with self._lock:
            evening, role = self._evening_of_code(code, group_of(address))
            before = self.devices.device_with(token) if token else None
            if before is None:
                self._require_few(group_of(address))
                device, token = self.devices.let_in(name, role, evening)
            elif before.role == KEEPER:
                return before, token
            else:
                device, token = self.devices.move(before.id, name or before.name, role, evening)
            self.joined(device)
            return device, token

    def _evening_of_code(self, code: str, address: str) -> tuple[str, str]:
        """Return which evening a code is of, and what may be done with it."""
        said = "".join(code.split())[:100]
        hashed = hash_of(said)
        if hashed == hash_of(self.keeper) and is_here(address):
            return "", KEEPER
        for one in self._codes.values():
            if hashed == hash_of(one.token):
                return one.evening, one.role
        lengths = {PIN_DIGITS, *(len(one.pin) for one in self._codes.values())}
        if not (len(said) in lengths and said.isascii() and said.isdigit()):
            raise NotJoined(_("this code is no longer valid: ask for the new one, or type the PIN"))
        self._tries.require(address)
        for one in self._codes.values():
            if hashed == hash_of(one.pin):
                return one.evening, one.role
        self._tries.wrong(address)
        if self._halls:
            raise NotJoined(_("that is not the PIN: a table's PIN is on its card, the one for the hall is on the wall"))
        raise NotJoined(_("that is not the PIN: it is on the screen of the laptop"))

    def _require_few(self, address: str) -> None:
        """Refuse more devices than one room's address brings in an hour; this machine's own are not counted."""
        if is_here(address):
            return
        now = self._now()
        recent = [at for at in self._newcomers.pop(address, []) if now - at < JOINED_WITHIN]
        if len(recent) >= MOST_JOINED:
            self._newcomers[address] = recent
            raise Wait(recent[0] + JOINED_WITHIN - now, too_many=True)
        self._newcomers[address] = [*recent, now]
        if len(self._newcomers) > MOST_ADDRESSES:
            self._newcomers.popitem(last=False)


def _nobody(_what: object) -> None:
    """Hear what nobody wants to hear."""


def group_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the network of 64 bits, which one device has whole."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


def is_here(address: str) -> bool:
    """Whether an address is this machine's own, as `gate.address_of` says it."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
