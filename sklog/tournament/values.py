"""What the facts of a tournament are read from: plain values of JSON, each of its kind or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NewerProgram
from sklog.language import _
from sklog.scoring.canonical import Unreadable, integer, text

if TYPE_CHECKING:
    from collections.abc import Iterable


def mapping(data: Any) -> dict[str, Any]:
    """Return what has to be a mapping; raise Unreadable."""
    if not isinstance(data, dict):
        raise Unreadable(_("tournament: a mapping is wanted"))
    return dict(data)


def listed(data: Any) -> list[Any]:
    """Return what has to be a list; raise Unreadable."""
    if not isinstance(data, (list, tuple)):
        raise Unreadable(_("tournament: a list is wanted"))
    return list(data)


def known(data: Any, keys: Iterable[str], needed: Iterable[str]) -> dict[str, Any]:
    """Return a mapping with these keys; raise Unreadable where one is missing, NewerProgram for one that is unknown."""
    said = mapping(data)
    if unknown := [key for key in said if key not in keys]:
        raise NewerProgram.because_of(_("a tournament"), unknown)
    if missing := [key for key in needed if key not in said]:
        raise Unreadable(_("tournament: {keys} is missing", keys=", ".join(missing)))
    return said


def perhaps(data: Any) -> int | None:
    """Return a whole number, None where nothing is said, also in the words of a session file; raise Unreadable."""
    said = data.strip().casefold() if isinstance(data, str) else data
    return None if said in (None, "", "none", "null", "~") else integer(data)


def numbers(data: Any) -> tuple[int, ...]:
    """Return a list of whole numbers; raise Unreadable."""
    return tuple(integer(number) for number in listed(data))


def words(data: Any) -> tuple[str, ...]:
    """Return a list of texts; raise Unreadable."""
    return tuple(text(word) for word in listed(data))


def what_differs(fact: NamedTuple) -> dict[str, Any]:
    """Return what a fact says that is not as it usually is."""
    usual = fact._field_defaults
    return {key: value for key, value in fact._asdict().items() if key not in usual or value != usual[key]}
