"""Names and other plain values: what is one, and when two spellings are one name.

Neither case nor how an accent is stored counts in a name.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sklog.errors import IllegalHand
from sklog.language import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


LONGEST_NAME = 40
LONGEST_TEXT = 200  # an evening's name, its place, what is told of a tariff
LEAST, MOST = -(2**63), 2**63 - 1
SHOWN = 40  # letters of a value in a message


# -- plain values -------------------------------------------------------------------------------------


class Unreadable(ValueError):
    """A value that is not what belongs there; the message says what would be."""


def integral(value: Any) -> int:
    """Return a whole number of whatever kind and size: numpy's as well, but no bool. Raises Unreadable."""
    if value.__class__ is int:  # what notes that it is asked (`sklog.likeness.trace`) says so too, and stays
        return value
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:  # an array of numpy has `__index__` all the same
        pass
    raise Unreadable(_("expected a whole number, not {value}", value=in_words(value)))


def whole(value: Any) -> int:
    """Return a whole number of at most 64 bit; raise Unreadable."""
    number = value if type(value) is int else integral(value)
    if type(number) is int and not LEAST <= number <= MOST:
        raise Unreadable(_("this number is too large to store (64 bit)"))
    return number


def yes(value: object) -> bool:
    """Return yes or no; raise Unreadable for anything else that could be taken for it."""
    if isinstance(value, bool):
        return value
    raise Unreadable(_("expected yes or no, not {value}", value=in_words(value)))


def line(value: object) -> str:
    """Return what somebody typed, be there half a character in it; raise Unreadable for what is no text."""
    if not isinstance(value, str):
        raise Unreadable(_("expected a text, not {value}", value=in_words(value)))
    return value


def text(value: object) -> str:
    """Return the text itself, if it can be stored; raise Unreadable."""
    if type(value) is str and value.isascii():
        return value
    try:
        line(value).encode()
    except UnicodeEncodeError:
        raise Unreadable(_("half a character (a lone surrogate) cannot be stored")) from None
    return str(value)


def named(value: object) -> str:
    """Return somebody's name as it was said; raise Unreadable."""
    if not text(value).strip():
        raise Unreadable(_("expected a name, not nothing"))
    return str(value)


def all_named(value: object, name: Callable[[object], str] = named) -> tuple[str, ...]:
    """Return several names, each as `name` reads it; raise Unreadable, also for a text, whose letters are no names."""
    if not isinstance(value, (list, tuple)):
        raise Unreadable(_("expected a list of names, not {value}", value=in_words(value)))
    return tuple(map(name, value))


def number_or_names(value: object) -> int | tuple[str, ...]:
    """Return how many there were, or their names in the order given; 0 for none. Raises Unreadable."""
    return all_named(value) or 0 if isinstance(value, (list, tuple)) else whole(value)


def figures(
    value: object, name: Callable[[object], str] = named, number: Callable[[Any], int] = whole
) -> dict[str, int]:
    """Return a number for each name, as `number` and `name` read them; raise Unreadable."""
    if not isinstance(value, Mapping):
        raise Unreadable(
            _("expected a number for each name, such as {{Anna: 48, Bene: 72}}, not {value}", value=in_words(value))
        )
    found: dict[str, int] = {}
    for word, amount in value.items():
        who = name(word)
        if who in found:
            raise Unreadable(_("{name} is named twice", name=who))
        try:
            found[who] = number(amount)
        except Unreadable as wrong:
            raise Unreadable(f"{who}: {wrong}") from None
    return found


def one_of(allowed: Sequence[str], value: object) -> str:
    """Return one of these words; raise Unreadable."""
    if text(value) in allowed:
        return str(value)
    raise unknown_word(str(value), allowed)


def unknown_word(word: str, allowed: Iterable[str]) -> Unreadable:
    """Return the error that this is none of the words there are."""
    return Unreadable(_('"{word}" is not known here; choose from {words}', word=shown(word), words=", ".join(allowed)))


def in_words(value: object) -> str:
    """Return what a value is, in words for people."""
    if isinstance(value, str):
        return _('"{text}"', text=shown(value))
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
    kind = type(value)  # numpy has a bool as well
    own = "" if kind.__module__.split(".")[0] in {"builtins", "__main__", "sklog"} else f"{kind.__module__}."
    return _("nothing") if value is None else f"{own}{kind.__name__}"


def shown(value: str) -> str:
    """Return a text for a message, not longer than a line."""
    return value if len(value) <= SHOWN else f"{value[: SHOWN - 1]}…"


# -- names --------------------------------------------------------------------------------------------


def name_key(name: str) -> str:
    """Return what all spellings of a name have in common."""
    folded = name.casefold()
    return folded if folded.isascii() else _composed(folded)


def one_name(text: str) -> str:
    """Return a name as it is kept: single spaces, each letter written in one way (é may be one letter or two)."""
    return _composed(" ".join(text.split())) if printable(text) else text


def parted(people: str) -> list[str]:
    """Return the names in a list of people, each as it is kept; a text with one name is that name.

    Commas part them, or semicolons where there is none. An "and" stands before the last one; where nothing else parts
    them, between any two. It is none in "von und zu".
    """
    between = r",|;\s" if "," in people else ";"
    *names, last = (re.sub(rf"^\s*{_AND}", "", name, flags=re.IGNORECASE) for name in re.split(between, people))
    last_ones = re.split(rf"(?<!\bvon)(?<!\bv\.)\s+{_AND}", last, flags=re.IGNORECASE)
    return list(map(one_name, (*names, *last_ones)))


_AND = r"(?:und|and|u\.|&)\s+"


def turned_key(name: str) -> str:
    """Return what a name has in common with the same one in the other order: "Karl-Josef Ott", "Ott, Karl Josef"."""
    words = re.sub("[,-]", " ", name_key(name)).split()
    return min((" ".join((*words[at:], *words[:at])) for at in range(len(words))), default="")


def _composed(text: str) -> str:
    from unicodedata import normalize  # noqa: PLC0415  only for names with umlauts or accents

    return normalize("NFC", text)


def visible(name: str) -> bool:
    """Whether every letter of a name can be seen: a twin of another name may differ in one that cannot."""
    if not printable(name):
        return False
    return not any(hides(letter, before) for before, letter in pairwise(f" {name}"))


def printable(text: str) -> bool:
    """Whether a text has nothing that steers a terminal; a joiner between two signs makes one emoji of them."""
    return text.isprintable() or re.sub(_JOINED, "", text).isprintable()


def hides(letter: str, before: str) -> bool:
    """Whether a letter prints nothing behind `before`, and is no part of an emoji there."""
    return letter in _UNSEEN or (
        letter in _OF_EMOJI and (before.isspace() or (before.isalnum() and before != _LETTER_OF_EMOJI))
    )


# letters and marks that are printable by name and print nothing: joiners, fillers, a blank Braille cell, variants
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
)
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
_OF_EMOJI = (JOINER, EMOJI_STYLE)
_EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
_JOINED = f"(?<=[{_EMOJI}{EMOJI_STYLE}]){JOINER}(?=[{_EMOJI}])"  # compiled where a name has one
_LETTER_OF_EMOJI = "\N{INFORMATION SOURCE}"
HIDING = frozenset({*_UNSEEN, *_OF_EMOJI})
"""What may hide, as far as it counts as printable, and the joiner of emoji."""


def spelled(name: str, people: Sequence[str]) -> str:
    """Return the name as it stands among these people; one who is not among them keeps the spelling."""
    if name in people:
        return name
    key = name_key(name)
    return next((person for person in people if name_key(person) == key), name)


# -- what is refused -----------------------------------------------------------------------------------


_NO_PLAYER = "stock"  # the key of the pot's account
_UNSEEN_IN = N_("{name!r} is not a name: it has characters that cannot be printed")


def name_problems(names: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong about the names of people at one table."""
    seen: set[str] = set()
    for name in names:
        key = name_key(name)
        if not name.strip() or name != name.strip():
            yield _("{name!r} is not a name: it is empty, or begins or ends with a space", name=name)
        elif len(name) > LONGEST_NAME:
            said = {"start": name[:12], "letters": len(name), "most": LONGEST_NAME}
            yield _("the name {start}… has {letters} letters; at most {most} are possible", **said)
        elif not printable(name):
            yield _(_UNSEEN_IN, name=name)
        elif key == _NO_PLAYER:
            yield _("Stock is not a player's name: it is the pot")
        elif key in seen:
            yield _("two people are called {name}: names must be unique, ignoring case", name=name)
        seen.add(key)


def unseen(names: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong about new names with a letter that cannot be seen."""
    return (_(_UNSEEN_IN, name=name) for name in names if not visible(name))


def require_visible(names: Iterable[str]) -> None:
    """Refuse new names with a letter that cannot be seen; whoever was recorded with one is still read."""
    IllegalHand.if_any(unseen(names))
