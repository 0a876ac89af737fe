"""The canonical hand: plain JSON values <-> `Hand`.

One reader for two sources: JSON with its own types, and session files, where every scalar is text
("93", "yes"). Reading names everything that cannot be read at once; what contradicts itself is for the
constructors in `sklog.scoring.hand` to say.

Hands are read in one normal form: no Klopfer and no Kontra are 0 (never an empty list), and Laufende of
the declarers, the default, are not noted unless only the winners are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.scoring.games import BY_NAME, PASSED, RAMSCH, named
from sklog.scoring.hand import DECLARERS, Passed, Played, Posting, Ramsch
from sklog.scoring.values import (
    SCALARS,
    SHOWN,
    Unreadable,
    figures,
    kind_of,
    people_of,
    person,
    said_by,
    shown,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand

    Reader = Callable[[str, object, Sequence[str]], Any]

POSTING = "posting"
MOST_NAMES = 100  # of people in one list: nobody has more at a table
LONGEST_NOTE = 2_000

_DEAL = ("bock", "round", "dealer", "active", "note")
PLAYED_KEYS = (
    *("game", "suit", "declarer", "partner", "winners", "won", "augen", "tricks", "schneider", "schwarz"),
    *("tout", "sie", "announced", "laufende", "laufende_of", "klopfer", "kontra"),
    *("bock", "bid", "forced", "round", "dealer", "active", "note"),
)
RAMSCH_KEYS = (
    *("game", "augen", "tricks", "trumps", "highest", "losers", "jungfrauen", "durchmarsch", "klopfer"),
    *_DEAL,
)
PASSED_KEYS = ("game", "klopfer", *_DEAL)
POSTING_KEYS = ("game", "amounts", "note")
KEYS: dict[type, tuple[str, ...]] = {
    Played: PLAYED_KEYS,
    Ramsch: RAMSCH_KEYS,
    Passed: PASSED_KEYS,
    Posting: POSTING_KEYS,
}
"""The keys of each kind of hand, in the order of the interface."""
EVERY_KEY = frozenset(key for keys in KEYS.values() for key in keys)

_DEFAULTS: dict[str, object] = {
    **dict.fromkeys(("winners", "losers", "active"), ()),
    **dict.fromkeys(("tout", "sie", "forced"), False),
    **dict.fromkeys(("laufende", "klopfer", "kontra"), 0),
    "note": "",
}
"""What a hand has where nothing is said, unless that is None."""

NAME = frozenset({"declarer", "partner", "durchmarsch", "dealer"})
NAMES = frozenset({"winners", "losers", "jungfrauen", "active"})
SAID = frozenset({"klopfer", "kontra"})
FIGURES = frozenset({"trumps", "highest", "amounts"})
RAMSCH_FIGURES = frozenset({"augen", "tricks", "trumps", "highest"})
"""What stands behind a key: one name, names, names or their number, numbers by name; the rest is plain."""

_ALIASES = {"du": "tout", "durch": "tout"}
_ONLY_IN_RAMSCH = ("losers", "jungfrauen", "durchmarsch", "trumps", "highest")
_NOTHING = frozenset({"", "null", "~"})
_NOBODY = _NOTHING | {"none"}

# -- what is new --------------------------------------------------------------------------------------


def require_short(data: Mapping[str, Any], games: Sequence[Game] = ()) -> None:
    """Refuse values, of a hand or of an event, that are longer than any table's: raise InvalidHand with all of them.

    For what is typed, or read from a file. What was recorded is read without asking this: it stays readable.
    `games` may add a table's own games.
    """
    wrong = [f"{shown(str(key))}: {said}" for key, value in data.items() if (said := _too_long(value))]
    game = data.get("game")
    if not wrong and isinstance(game, str) and len(game) > SHOWN and not named(game.strip().casefold(), tuple(games)):
        wrong.append(_('game: there is none called "{word}"', word=shown(game)))
    if wrong:
        raise InvalidHand(*wrong[:MOST_NAMES])


def _too_long(value: object) -> str:
    """Return what is too much of a value, or of the names in it; "" where nothing is."""
    if isinstance(value, str):
        letters = len(value)
    elif isinstance(value, (list, tuple, dict, Mapping)):
        if len(value) > MOST_NAMES:
            return _("{count} names; there are at most {most}", count=len(value), most=MOST_NAMES)
        letters = max([len(word) for word in value if isinstance(word, str)], default=0)
    else:
        return ""
    if letters > LONGEST_NOTE:
        return _("{letters} letters; at most {most} are possible", letters=letters, most=LONGEST_NOTE)
    return ""


# -- reading ------------------------------------------------------------------------------------------


def from_json(data: Mapping[str, Any], people: Sequence[str] = (), games: Sequence[Game] = ()) -> Hand:
    """Return the hand that these canonical values say; raise InvalidHand with all that cannot be read.

    `people` are the names at the table: other spellings of them become theirs, unknown names are kept
    for `judge` to refuse. `games` may add a table's own games, so that their aliases are known too.
    """
    if not isinstance(data, (dict, Mapping)):
        raise InvalidHand(
            _('a hand is a mapping such as {{"game": "solo", "declarer": "Anna"}}, not {value}', value=kind_of(data))
        )
    problems: list[str] = []
    said = data if EVERY_KEY.issuperset(data) else _known_keys(data, problems)
    game, kind = _game(said, games, problems)
    values = _values(said, kind, game, people, problems)
    if kind is Posting and "amounts" not in values and not any("amounts" in problem for problem in problems):
        problems.append(_('a posting needs its amounts, such as {"Anna": -50, "Bene": 50}'))
    if problems:
        raise InvalidHand(*problems)
    if values.get("laufende_of") == DECLARERS and not values.get("winners"):
        del values["laufende_of"]
    hand: Hand = kind(game=game, **values)
    return hand


def _known_keys(data: Mapping[str, Any], problems: list[str]) -> dict[str, Any]:
    """Return what was said, under the keys of the interface; null is the same as absent."""
    said: dict[str, Any] = {}
    for key, value in data.items():
        if len(problems) > len(EVERY_KEY):
            break
        name = _ALIASES.get(key, key)
        if name not in EVERY_KEY:
            problems.append(unknown_key(str(key), (*EVERY_KEY, *_ALIASES)))
        elif name in said:
            problems.append(_('"{key}" is said twice: as {alias} too', key=name, alias=key))
        elif value is not None:
            said[name] = value
    return said


def unknown_key(key: str, known: Iterable[str]) -> str:
    """Return the sentence that there is no such key, with the nearest one there is."""
    if near := nearest_key(key, known):
        return _('unknown key "{key}", did you mean "{near}"?', key=shown(key), near=near)
    return _('unknown key "{key}"', key=shown(key))


def nearest_key(key: str, known: Iterable[str]) -> str | None:
    """Return the key that is probably meant; None where none is near."""
    if len(key) > SHOWN:
        return None
    import difflib  # noqa: PLC0415  only where something is wrong: it costs more than reading a hand

    return next(iter(difflib.get_close_matches(key.casefold(), sorted(known))), None)


def _game(said: Mapping[str, Any], games: Sequence[Game], problems: list[str]) -> tuple[str, type]:
    """Return the canonical name of the game (a table's own game in small letters), and the class of its hands.

    A game that nobody knows here is a Ramsch if it has what only a Ramsch has.
    """
    value = said.get("game")
    found = BY_NAME.get(value) if isinstance(value, str) else None
    if found is None:
        word = _word(value, problems)
        if word == POSTING:
            return word, Posting
        found = named(word, tuple(games)) or named(word)
        if found is None:
            like_a_ramsch = any(said.get(key) is not None for key in _ONLY_IN_RAMSCH)
            return word, Ramsch if like_a_ramsch or isinstance(said.get("augen"), Mapping) else Played
    return found.name, kind_of_game(found)


def kind_of_game(game: Game) -> type:
    """Return the class of the hands of this game."""
    return {RAMSCH: Ramsch, PASSED: Passed}.get(game.shape, Played)


def _word(value: object, problems: list[str]) -> str:
    """Return what was said of the game, in small letters."""
    try:
        word = text(value).strip().casefold() if value is not None else ""
    except Unreadable as wrong:
        problems.append(f"game: {wrong}")
        return ""
    if not word:
        problems.append(_('which game? Say "game", such as sauspiel, solo or ramsch'))
    return word


def _values(
    said: Mapping[str, Any], kind: type, game: str, people: Sequence[str], problems: list[str]
) -> dict[str, Any]:
    readers = _READERS[kind]
    values: dict[str, Any] = {}
    for key, value in said.items():
        if value is None or key == "game":
            continue  # null is the same as absent
        read = readers.get(key)
        if read is None:
            problems.append(_not_its_key(key, kind, game))
            continue
        try:
            found = read(key, value, people)
        except Unreadable as wrong:
            problems.append(f"{key}: {wrong}")
            continue
        if found is not None:
            values[key] = found
    return values


def _not_its_key(key: str, kind: type, game: str) -> str:
    keys = ", ".join(KEYS[kind][1:])
    if game:
        return _('"{key}" does not belong to a {game}; it may have {keys}', key=key, game=game, keys=keys)
    return _('"{key}" does not belong to a hand; it may have {keys}', key=key, keys=keys)


def _name(_key: str, value: object, people: Sequence[str]) -> str | None:
    return None if _names_nobody(value, people) else person(value, people)


def _names(_key: str, value: object, people: Sequence[str]) -> tuple[str, ...]:
    return () if _names_nobody(value, people) else people_of(value, people)


def _said(_key: str, value: object, people: Sequence[str]) -> int | tuple[str, ...] | None:
    return None if _names_nobody(value, people) else said_by(value, people)


def _figures(key: str, value: object, people: Sequence[str]) -> dict[str, int] | None:
    return None if _says_nothing(key, value) else figures(value, people)


def _plain_value(key: str, value: object, _people: Sequence[str]) -> Any:
    return None if _says_nothing(key, value) else SCALARS[key](value)


def _names_nobody(value: object, people: Sequence[str]) -> bool:
    """Whether a text, as session files have it, is the word for nobody and not a name."""
    if not isinstance(value, str):
        return False
    word = value.strip().casefold()
    # where the people are known, null is a name only if somebody is called so
    return not word if not people else word in _NOBODY and word not in map(str.casefold, people)


def _says_nothing(key: str, value: object) -> bool:
    """Whether a text, as session files have it, is the word for nothing and not a value."""
    if not isinstance(value, str) or key == "note":
        return False
    word = value.strip().casefold()
    return word in _NOTHING or (word == "none" and key != "round")


_BY_KEY: dict[str, Reader] = {
    **dict.fromkeys(SCALARS, _plain_value),
    **dict.fromkeys(NAME, _name),
    **dict.fromkeys(NAMES, _names),
    **dict.fromkeys(SAID, _said),
    **dict.fromkeys(FIGURES, _figures),
}
_READERS: dict[type, dict[str, Reader]] = {
    kind: {key: _figures if kind is Ramsch and key in RAMSCH_FIGURES else _BY_KEY[key] for key in keys[1:]}
    for kind, keys in KEYS.items()
}
"""How the value of each key is read, with the people at the table; None is nothing, and each may raise Unreadable."""


# -- writing ------------------------------------------------------------------------------------------


_GETTERS = {kind: attrgetter(*keys[1:]) for kind, keys in KEYS.items()}
_UNSAID = {kind: [(key, _DEFAULTS.get(key)) for key in keys[1:]] for kind, keys in KEYS.items()}


def to_json(hand: Hand) -> dict[str, Any]:
    """Return the canonical values of a hand: what differs from the defaults, in the interface's order."""
    values: dict[str, Any] = {"game": hand.game}
    kind = type(hand)
    for (key, default), value in zip(_UNSAID[kind], _GETTERS[kind](hand), strict=True):
        if value != default and (value or key not in SAID):
            values[key] = _plain(value)
    return values


def _plain(value: Any) -> object:
    if isinstance(value, (str, int)):
        return value
    return list(value) if isinstance(value, tuple) else dict(value)
