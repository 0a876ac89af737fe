"""What one joins with: a PIN to type, and a token in a QR code; of a hall both can be printed beforehand.

    secret beside the ledger + hall, place within it ──HMAC──▶ Code: the same each time, until it is renewed

How long a PIN is: of one ledger fewer than 150 are compared in eight hours, whoever types (`Tries`), and in a hall
one more for each table, for its people mistype. An evening has one PIN of six digits: it is one in 6,700 that somebody
comes in. To hit any of 108 tables is enough: with six digits that were one in 36, with eight it is one in 3,600. The
hall itself, where one looks and no more, has six.
"""

from __future__ import annotations

import hmac
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from sklog import Refused
from sklog.language import _n

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

PIN_DIGITS, TABLE_DIGITS = 6, 8
TOKEN_BYTES = 24
FREE_TRIES, FREE_TRIES_IN_ALL = 5, 20
LONGEST_PAUSE, LONGEST_PAUSE_IN_ALL = 900.0, 300.0  # seconds
FORGOTTEN = 12 * 3600.0  # seconds without a wrong PIN, after which those before are forgotten
MOST_ADDRESSES = 1_000


class Code(NamedTuple):
    """What one joins with: a PIN to type, and the token in the QR code. `role` is what everybody may do who has it.

    `evening` is the identity of one, or a place in a hall (`place_of`).
    """

    evening: str
    pin: str
    token: str
    role: str = ""

    @property
    def typed(self) -> str:
        """The PIN as it is printed: "123 456", "1234 5678"."""
        half = len(self.pin) // 2
        return f"{self.pin[:half]} {self.pin[half:]}"


def identified(uid: str) -> str:
    """Return how the evening of this identity is said to a ledger, whatever others are called."""
    return f"id:{uid}"


def place_of(hall: str, *within: int) -> str:
    """Return how a place is called, such as that of a table in a round, by the identity of the hall."""
    return "/".join((hall, *map(str, within)))


def evening_of(place: str) -> str:
    """Return the identity of the evening, or of the hall, that a place is at."""
    return place.partition("/")[0]


def within(place: str) -> str:
    """Return which place of its hall it is, as people say it ("2/17"), "" where it is a whole evening's."""
    return place.partition("/")[2]


def derived(
    secret: bytes, place: str, digits: int, role: str = "", *, times: int = 0, taken: Container[str] = ()
) -> Code:
    """Return the code of a place, which was renewed so many `times`; no PIN of it is among those that are `taken`."""
    token = urlsafe_b64encode(_sum(secret, place, f"token {times}")[:TOKEN_BYTES]).decode()
    sums = (_sum(secret, place, f"PIN {times} {number}") for number in count())
    pins = (f"{int.from_bytes(each) % 10**digits:0{digits}}" for each in sums)
    return Code(place, next(pin for pin in pins if pin not in taken), token, role)


def of_places(secret: bytes, places: Iterable[str], renewed: Mapping[str, int]) -> list[Code]:
    """Return the code of each of these places; no two have one PIN."""
    by_pin: dict[str, Code] = {}
    for place in places:
        code = derived(secret, place, TABLE_DIGITS, times=renewed.get(place, 0), taken=by_pin)
        by_pin[code.pin] = code
    return [*by_pin.values()]


def _sum(secret: bytes, place: str, what: str) -> bytes:
    return hmac.digest(secret, f"sklog {what} of {place}".encode(), "sha256")


# -- guessing -----------------------------------------------------------------------------------------


class Wait(Refused):
    """Somebody may try again in so many `seconds`."""

    def __init__(self, seconds: float, *, too_many: bool = False) -> None:
        self.seconds = max(1, -int(-seconds // 1))
        minutes = -(-self.seconds // 60)
        super().__init__(
            _n(
                "too many devices have joined from here: wait {n} minute",
                "too many devices have joined from here: wait {n} minutes",
                minutes,
            )
            if too_many
            else _n("too many wrong tries: wait {n} second", "too many wrong tries: wait {n} seconds", self.seconds)
        )


class Tries:
    """Wrong PINs: after a few each one brings a pause twice as long as the one before, by address and in all.

    `now` is a time in seconds that nobody can set. Who has the QR code never waits.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.free_in_all = FREE_TRIES_IN_ALL
        self._now = now
        self._by_address: OrderedDict[str, _Tried] = OrderedDict()
        self._in_all = _Tried(0, 0.0, 0.0)

    def require(self, address: str) -> None:
        """Raise Wait while a pause lasts, for this address or for all."""
        left = max(self._by_address.get(address, _NEVER).until, self._in_all.until) - self._now()
        if left > 0:
            raise Wait(left)

    def wrong(self, address: str) -> None:
        """Note a wrong PIN."""
        now = self._now()
        tried = self._by_address.pop(address, _NEVER).again(now, FREE_TRIES, LONGEST_PAUSE)
        self._by_address[address] = tried
        if len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        self._in_all = self._in_all.again(now, self.free_in_all, LONGEST_PAUSE_IN_ALL)


class _Tried(NamedTuple):
    """How often, when last, and until when nothing more is tried."""

    times: int
    at: float
    until: float

    def again(self, now: float, free: int, longest: float) -> _Tried:
        """Return what one more try makes of it."""
        times = 1 if now - self.at > FORGOTTEN else self.times + 1
        pause = min(2.0 ** min(times - free, 30), longest) if times >= free else 0.0
        return _Tried(times, now, now + pause)


_NEVER = _Tried(0, 0.0, 0.0)
