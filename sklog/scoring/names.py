"""When two spellings are one name: neither case nor how an accent is stored counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def name_key(name: str) -> str:
    """Return what all spellings of a name have in common."""
    if name.isascii():
        return name.casefold()
    from unicodedata import normalize  # noqa: PLC0415  only for names with umlauts or accents

    return normalize("NFC", name.casefold())


def spelled(name: str, people: Sequence[str]) -> str:
    """Return the name as it stands among these people; one who is not among them keeps the spelling."""
    if name in people:
        return name
    key = name_key(name)
    return next((person for person in people if name_key(person) == key), name)
