"""When two spellings are one name: neither case nor how an accent is stored counts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def name_key(name: str) -> str:
    """Return what all spellings of a name have in common."""
    if name.isascii():
        return name.casefold()
    from unicodedata import normalize  # noqa: PLC0415  only for names with umlauts or accents

    return normalize("NFC", name.casefold())


def visible(name: str) -> bool:
    """Whether every letter of a name can be seen: a twin of another name may differ in one that cannot."""
    if not name.isprintable():
        return False
    return name.isascii() or not any(
        letter in _UNSEEN or (letter == _EMOJI_STYLE and (before.isalnum() or before.isspace()))
        for before, letter in pairwise(f" {name}")
    )


# letters and marks that are printable by name and print nothing: joiners, fillers, a blank Braille cell, variants
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
)
_EMOJI_STYLE = "\ufe0f"


def spelled(name: str, people: Sequence[str]) -> str:
    """Return the name as it stands among these people; one who is not among them keeps the spelling."""
    if name in people:
        return name
    key = name_key(name)
    return next((person for person in people if name_key(person) == key), name)
