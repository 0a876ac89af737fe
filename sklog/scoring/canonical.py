"""The canonical hand: plain JSON values <-> `Hand`, by one table of the fields that a hand may have.

Two sources have one reader: JSON with its own types, and session files, where every scalar is text ("93", "yes").
Reading names everything that cannot be read at once; what contradicts itself is for the constructors in
`sklog.scoring.hand` to say.

Hands are read in one normal form: no Klopfer and no Kontra are 0 (never an empty list), and Laufende of the declarers,
the default, are not noted unless only the winners are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand, similar
from sklog.language import _
from sklog.scoring.games import BY_NAME, PASSED, RAMSCH, SUIT_NAMES, SUITS
from sklog.scoring.games import named as game_named
from sklog.scoring.hand import ANNOUNCED, POSTING, SIDES, Passed, Played, Posting, Ramsch
from sklog.scoring.names import MOST, all_named, in_words, named, spelled, unknown_word, whole, yes
from sklog.scoring.names import SHOWN as SHOWN  # noqa: PLC0414  whoever reads plain values takes these from here as well
from sklog.scoring.names import Unreadable as Unreadable  # noqa: PLC0414
from sklog.scoring.names import figures as plain_figures
from sklog.scoring.names import shown as shown  # noqa: PLC0414
from sklog.scoring.names import text as text  # noqa: PLC0414
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand

NO_ROUND = "none"
MOST_SEATS = 7
MOST_NAMES = 100  # of people in one list: nobody has more at a table
LONGEST_NOTE = 2_000
YES, NO = ("yes", "true", "on", "ja"), ("no", "false", "off", "nein")


# -- plain values -------------------------------------------------------------------------------------


def integer(value: object) -> int:
    """Return a whole number of at most 64 bit, from a number or from its ASCII digits."""
    if not isinstance(value, str):
        return whole(value)
    said = value.strip()
    digits = said[1:] if said[:1] in ("+", "-") else said
    if not (digits.isascii() and digits.isdigit()):
        raise Unreadable(_("expected a whole number, not {value}", value=in_words(value)))
    return whole(int(said) if len(digits) <= SHOWN else MOST + 1)


def flag(value: object) -> bool:
    """Return yes or no, from a JSON boolean or from its word."""
    word = value.strip().casefold() if isinstance(value, str) else None
    return word in YES if word in (*YES, *NO) else yes(value)


# -- people -------------------------------------------------------------------------------------------


def person(value: object, people: Sequence[str]) -> str:
    """Return a name as it is spelt in `people`; a name that is not among them stays as it is."""
    name = named(value)
    found = spelled(name.strip(), people)
    return found if found in people else name


def people_of(value: object, people: Sequence[str]) -> tuple[str, ...]:
    """Return names as they are spelt in `people`, from a list or from one name."""
    return all_named([value] if isinstance(value, str) else value, partial(person, people=people))


def said_by(value: object, people: Sequence[str]) -> int | tuple[str, ...]:
    """Return Klopfer or Kontras: how many, or the names in the order given; 0 for none."""
    if isinstance(value, str) and value.strip().lstrip("+-").isdigit():
        return integer(value)
    if isinstance(value, str | list | tuple):
        return people_of(value, people) or 0
    if isinstance(value, Mapping):
        raise Unreadable(_("expected a number or a list of names, not a mapping"))
    return integer(value)


def figures(value: object, people: Sequence[str]) -> dict[str, int]:
    """Return a number for each name."""
    return plain_figures(value, partial(person, people=people), integer)


# -- how the fields of a hand are read ----------------------------------------------------------------

_NOTHING = frozenset({"", "null", "~"})
_NOBODY = _NOTHING | {"none"}


class Form(NamedTuple):
    """How the value of a field is read: what is no name by `plain`, and where people may be named by `named`.

    `nothing` are the words for nothing, as session files have them.
    """

    plain: Callable[[object], Any]
    named: Callable[[object, Sequence[str]], Any] | None = None
    nothing: Container[str] = _NOBODY

    def read(self, value: object, people: Sequence[str]) -> Any:
        """Return what a value says where these people sit; None for nothing. Raise Unreadable."""
        if self.named:
            return self.named(value, people)
        return None if isinstance(value, str) and _says_nothing(value, self.nothing) else self.plain(value)


def _says_nothing(value: object, nothing: Container[str]) -> bool:
    return isinstance(value, str) and value.strip().casefold() in nothing


def round_word(said: str) -> str:
    """Return the name of a special round, the table's own as well, as a tariff has it; which there are it knows."""
    return "-".join(said.lower().split()).replace("allgaeuer", "allgäuer")


def _one_of(allowed: tuple[str, ...], spellings: Mapping[str, str], value: object) -> str:
    """Read one of the words `allowed`, each in its own spelling or in one of the others given."""
    word = text(value).strip().casefold()
    found = spellings.get(word, word)
    if found not in allowed:
        raise unknown_word(word, allowed)
    return found


def _names_nobody(value: object, people: Sequence[str]) -> bool:
    """Whether a text, as session files have it, is the word for nobody and not a name."""
    if not isinstance(value, str):
        return False
    word = value.strip().casefold()
    # where the people are known, null is a name only if somebody is called so
    return not word if not people else word in _NOBODY and word not in map(str.casefold, people)


def _one(value: object, people: Sequence[str]) -> str | None:
    """Return a name, or None for nobody; the same few people are named again and again."""
    return _known(value, tuple(people)) if type(value) is str else person(value, people)


@lru_cache(maxsize=1024)
def _known(value: str, people: tuple[str, ...]) -> str | None:
    return None if _names_nobody(value, people) else person(value, people)


NAME = Form(text, _one)
NAMES = Form(text, lambda value, people: () if _names_nobody(value, people) else people_of(value, people))
NAMES_OR_NUMBER = Form(integer, lambda value, people: None if _names_nobody(value, people) else said_by(value, people))
FIGURES = Form(integer, lambda value, people: None if _says_nothing(value, _NOBODY) else figures(value, people))
_FORMS = {
    "Name": NAME,
    "Names": NAMES,
    "int | Names": NAMES_OR_NUMBER,
    "Mapping[str, int]": FIGURES,
    "bool": Form(flag),
    "int": Form(integer),
    "Suit": Form(partial(_one_of, SUITS, SUIT_NAMES)),
    "Side": Form(partial(_one_of, SIDES, {})),
    "Announced": Form(partial(_one_of, ANNOUNCED, {})),
    "str": Form(text, nothing=()),
}
"""How a value is read, by the annotation of its field."""
_FORMS = {f"{said} | None": form for said, form in _FORMS.items()} | _FORMS
_ROUND = Form(lambda value: round_word(text(value)), nothing=_NOTHING)  # none is a round: that there is none

_IN_ORDER = (
    *("suit", "declarer", "partner", "winners", "won", "augen", "tricks", "trumps", "highest", "losers"),
    *("jungfrauen", "durchmarsch", "schneider", "schwarz", "tout", "sie", "announced", "laufende", "laufende_of"),
    *("klopfer", "kontra", "bock", "bid", "forced", "round", "dealer", "active", "amounts", "note"),
)
"""The keys of all hands beside the game, in the order of the interface."""

_KINDS: tuple[type[Hand], ...] = (Played, Ramsch, Passed, Posting)
FORMS: dict[type, dict[str, Form]] = {
    kind: {key: _ROUND if key == "round" else _FORMS[kind._fields[key]] for key in _IN_ORDER if key in kind._fields}
    for kind in _KINDS
}
"""The keys of every kind of hand beside its game. What is said nowhere is the class's default."""

KEYS: dict[type, tuple[str, ...]] = {kind: ("game", *forms) for kind, forms in FORMS.items()}
EVERY_KEY = frozenset({"game", *_IN_ORDER})
NAMING = frozenset(key for forms in FORMS.values() for key, form in forms.items() if form.named)
"""The keys behind which people may be named: as one name, in a list, or each with a number."""

_ALIASES = {"du": "tout", "durch": "tout"}
_ONLY_IN_RAMSCH = frozenset(KEYS[Ramsch]).difference(KEYS[Played])

# -- how long values may be --------------------------------------------------------------------------


def require_short(data: Mapping[str, Any], games: Sequence[Game] = ()) -> None:
    """Refuse values, of a hand or of an event, that are longer than any table's: raise InvalidHand with all of them.

    For what is typed, or read from a file. What was recorded is read without asking this: it stays readable.
    `games` may add a table's own games.
    """
    wrong = [
        f"{shown(str(key))}: {said}"
        for key, value in data.items()
        # most say a number, or a word: a name, a game
        if type(value) is not int and (type(value) is not str or len(value) > SHOWN) and (said := _too_long(value))
    ]
    game = data.get("game")
    if (
        not wrong
        and isinstance(game, str)
        and len(game) > SHOWN
        and not game_named(game.strip().casefold(), tuple(games))
    ):
        wrong.append(_('game: there is no game called "{word}"', word=shown(game)))
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
            _('a hand is a mapping such as {{"game": "solo", "declarer": "Anna"}}, not {value}', value=in_words(data))
        )
    problems: list[str] = []
    said = data if EVERY_KEY.issuperset(data) else _known_keys(data, problems)
    game, kind = _game(said, games, problems)
    values = _values(said, kind, game, people, problems)
    if kind is Posting and "amounts" not in values and not any("amounts" in problem for problem in problems):
        problems.append(_('a posting needs its amounts, such as {"Anna": -50, "Bene": 50}'))
    if problems:
        raise InvalidHand(*problems)
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
            problems.append(_('"{key}" is given twice: also as {alias}', key=name, alias=key))
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
    return next(iter(similar(key.casefold(), known)), None) if len(key) <= SHOWN else None


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
        found = game_named(word, tuple(games)) or game_named(word)
        if found is None:
            like_a_ramsch = any(said.get(key) is not None for key in _ONLY_IN_RAMSCH)
            return word, Ramsch if like_a_ramsch or isinstance(said.get("augen"), Mapping) else Played
    return found.name, kind_of_game(found)


def kind_of_game(game: Game) -> type:
    """Return the class of the hands of this game."""
    return _OTHERS.get(game.shape, Played)


_OTHERS: dict[str, type] = {RAMSCH: Ramsch, PASSED: Passed}


def _word(value: object, problems: list[str]) -> str:
    """Return what was said of the game, in small letters."""
    try:
        word = text(value).strip().casefold() if value is not None else ""
    except Unreadable as wrong:
        problems.append(f"game: {wrong}")
        return ""
    if not word:
        problems.append(_('which game? Give "game", such as sauspiel, solo or ramsch'))
    return word


def _values(
    said: Mapping[str, Any], kind: type, game: str, people: Sequence[str], problems: list[str]
) -> dict[str, Any]:
    forms = FORMS[kind]
    values: dict[str, Any] = {}
    for key, value in said.items():
        if value is None or key == "game":
            continue  # null is the same as absent
        form = forms.get(key)
        if form is None:
            problems.append(_not_its_key(key, kind, game))
            continue
        try:
            found = form.read(value, people)
        except Unreadable as wrong:
            problems.append(f"{key}: {wrong}")
            continue
        if found is not None:
            values[key] = found
    return values


def _not_its_key(key: str, kind: type, game: str) -> str:
    keys = ", ".join(KEYS[kind][1:])
    if game:
        return _('"{key}" is not a key of a {game}; allowed are {keys}', key=key, game=game, keys=keys)
    return _('"{key}" is not a key of a hand; allowed are {keys}', key=key, keys=keys)


# -- writing ------------------------------------------------------------------------------------------


_UNSAID = {
    kind: [
        (key, (None,) if usual is None else (usual, ()))
        for key in FORMS[kind]
        for usual in [kind._field_defaults.get(key, ())]
    ]
    for kind in _KINDS
}
"""Each key with the values that are not written: what a hand has where nothing is said, and names of nobody."""


def to_json(hand: Hand) -> dict[str, Any]:
    """Return the canonical values of a hand: what differs from the defaults, in the interface's order."""
    values: dict[str, Any] = {"game": hand.game}
    said = vars(hand)
    for key, unsaid in _UNSAID[type(hand)]:
        if key in said and (value := said[key]) not in unsaid:
            plain = isinstance(value, (str, int))
            values[key] = value if plain else dict(value) if hasattr(value, "keys") else list(value)
    return values
