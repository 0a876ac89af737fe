"""Lots that anybody can draw again, in any language and any version, from a seed that is printed.

    seed, purpose ──SHA-256, block after block──▶ words of 32 bits ──▶ below(n) ──▶ shuffled(items)

Block c = 0, 1, 2, … is the SHA-256 of a text in UTF-8, four lines with a line feed between them and none at the end:

    sklog lots 1
    the purpose, such as "round 1 try 1"
    the number c in decimal digits
    the seed, in Unicode's normal form C

The 32 bytes of a block are eight words, the first byte of each being its highest. The words of all blocks are used one
after the other, none twice. A number below n is the next word modulo n; a word from 2^32 - (2^32 mod n) on is passed
over, so that no number is likelier than another. To shuffle, the places i from the last down to the second are gone
through: what stands there changes places with what stands at place `below(i + 1)`, places counted from 0.

The `METHOD` is part of the hashed text, and of each recorded round. How lots are drawn is never changed: another way
to draw them would be another method.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TYPE_CHECKING, Final, TypeVar
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

METHOD: Final = 1
"""How lots are drawn, and what a draw makes of them; what is recorded says which it was."""

WORDS: Final = 2**32

Item = TypeVar("Item")


class Lots:
    """Lots from a seed for one purpose: the same two give the same lots everywhere, other ones give other lots.

    ValueError if the purpose has more than one line. A seed may be any text that UTF-8 can write, "" as well.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        if "\n" in purpose:
            raise ValueError("a purpose is one line")
        self._words = _words(f"sklog lots {METHOD}\n{purpose}\n", normalize("NFC", seed))

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely as any other; ValueError unless n is in 1 … 2^32."""
        if not 1 <= n <= WORDS:
            raise ValueError(f"a lot is drawn below 1 to {WORDS}, not {n}")
        most = WORDS - WORDS % n
        return next(word for word in self._words if word < most) % n

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in an order by lot, each order as likely as any other."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _words(head: str, seed: str) -> Iterator[int]:
    for block in count():
        yield from unpack(">8I", sha256(f"{head}{block}\n{seed}".encode()).digest())
