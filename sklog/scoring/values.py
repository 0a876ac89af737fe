"""The values of a hand: numbers, yes or no, words, people; from JSON with its own types, or all of them text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sklog.language import _
from sklog.scoring.games import SUIT_NAMES, SUITS
from sklog.scoring.hand import SIDES
from sklog.scoring.names import spelled
from sklog.scoring.tariff import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

NO_ROUND = "none"
ANNOUNCED = ("schneider", "schwarz")
LEAST, MOST = -(2**63), 2**63 - 1
SHOWN = 40
YES, NO = ("yes", "true", "on", "ja"), ("no", "false", "off", "nein")


class Unreadable(ValueError):
    """A value that is not what belongs behind its key; the message says what would be."""


# -- plain values -------------------------------------------------------------------------------------


def integer(value: object) -> int:
    """Return a whole number of at most 64 bit, from a number or from its ASCII digits."""
    number = value
    if isinstance(value, str):
        text = value.strip()
        digits = text[1:] if text[:1] in ("+", "-") else text
        if not (digits.isascii() and digits.isdigit()):
            raise Unreadable(_("a whole number is wanted, not {value}", value=kind_of(value)))
        number = int(text) if len(digits) <= SHOWN else MOST + 1
    if isinstance(number, bool) or not isinstance(number, int):
        raise Unreadable(_("a whole number is wanted, not {value}", value=kind_of(value)))
    if not LEAST <= number <= MOST:
        raise Unreadable(_("this number is too large to be kept (64 bit)"))
    return number


def flag(value: object) -> bool:
    """Return yes or no, from a JSON boolean or from its word."""
    if isinstance(value, bool):
        return value
    word = value.strip().casefold() if isinstance(value, str) else None
    if word not in (*YES, *NO):
        raise Unreadable(_("yes or no is wanted, not {value}", value=kind_of(value)))
    return word in YES


def text(value: object) -> str:
    """Return the text itself, if it can be stored."""
    if not isinstance(value, str):
        raise Unreadable(_("a text is wanted, not {value}", value=kind_of(value)))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Unreadable(_("half a character (a lone surrogate) cannot be stored")) from None
    return value


def _choice(value: object, allowed: Iterable[str], spellings: Mapping[str, str]) -> str:
    word = text(value).strip().casefold()
    if word not in spellings:
        words = ", ".join(allowed)
        raise Unreadable(_('"{word}" is not known here; there are {words}', word=shown(word), words=words))
    return spellings[word]


_ROUND_SPELLINGS = {
    **{name: name for name in (*ROUNDS, NO_ROUND)},
    "allgaeuer": "allgäuer",
    "blauer habicht": "blauer-habicht",
}
_SIDE_SPELLINGS = {side: side for side in SIDES}
_ANNOUNCED_SPELLINGS = {what: what for what in ANNOUNCED}

SCALARS: dict[str, Callable[[object], Any]] = {
    "suit": lambda value: _choice(value, SUITS, SUIT_NAMES),
    **dict.fromkeys(("won", "schneider", "schwarz", "tout", "sie", "forced"), flag),
    **dict.fromkeys(("augen", "tricks", "laufende", "bock", "bid"), integer),
    "announced": lambda value: _choice(value, ANNOUNCED, _ANNOUNCED_SPELLINGS),
    "laufende_of": lambda value: _choice(value, SIDES, _SIDE_SPELLINGS),
    "round": lambda value: _choice(value, (*ROUNDS, NO_ROUND), _ROUND_SPELLINGS),
    "note": text,
}
"""How the plain value of each key is read; each raises `Unreadable`."""


def kind_of(value: object) -> str:
    """Return what a value is, in words for people."""
    if isinstance(value, str):
        return f'"{shown(value)}"'
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return shown(str(value)) if LEAST <= value <= MOST else _("a very large number")
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return _("a mapping")
    if isinstance(value, (list, tuple)):
        return _("a list")
    return _("nothing") if value is None else type(value).__name__


def shown(value: str) -> str:
    """Return a text for a message, not longer than a line."""
    return value if len(value) <= SHOWN else f"{value[: SHOWN - 1]}…"


# -- people -------------------------------------------------------------------------------------------


def person(value: object, people: Sequence[str]) -> str:
    """Return a name as it is spelt in `people`; a name that is not among them stays as it is."""
    name = text(value)
    if not name.strip():
        raise Unreadable(_("a name is wanted, not nothing"))
    if name in people:
        return name
    found = spelled(name.strip(), people)
    return found if found in people else name


def people_of(value: object, people: Sequence[str]) -> tuple[str, ...]:
    """Return names as they are spelt in `people`, from a list or from one name."""
    if isinstance(value, str):
        return (person(value, people),)
    if not isinstance(value, list | tuple):
        raise Unreadable(_("a list of names is wanted, not {value}", value=kind_of(value)))
    return tuple(person(name, people) for name in value)


def said_by(value: object, people: Sequence[str]) -> int | tuple[str, ...]:
    """Return a number, or the names in the order said; nobody is 0."""
    if isinstance(value, str) and value.strip().lstrip("+-").isdigit():
        return integer(value)
    if isinstance(value, str | list | tuple):
        return people_of(value, people) or 0
    if isinstance(value, Mapping):
        raise Unreadable(_("a number or a list of names is wanted, not a mapping"))
    return integer(value)


def figures(value: object, people: Sequence[str]) -> dict[str, int]:
    """Return a number for each name."""
    if not isinstance(value, Mapping):
        raise Unreadable(
            _("a number for each name is wanted, such as {{Anna: 48, Bene: 72}}, not {value}", value=kind_of(value))
        )
    found: dict[str, int] = {}
    for name, number in value.items():
        who = person(name, people)
        if who in found:
            raise Unreadable(_("{name} is named twice", name=who))
        try:
            found[who] = integer(number)
        except Unreadable as wrong:
            raise Unreadable(f"{who}: {wrong}") from None
    return found
