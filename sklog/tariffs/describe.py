"""The words of a tariff file: names and their spellings, and what is expected where, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.errors import similar
from sklog.language import N_, _, _or
from sklog.scoring.canonical import SHOWN
from sklog.scoring.canonical import shown as cut_off
from sklog.scoring.games import CATALOGUE, PASSED, SHAPES, SOLO, SUIT_NAMES, Game, named
from sklog.scoring.outcome import ANNOUNCEMENTS
from sklog.scoring.settings import NONE, REQUIRED, Setting, setting_of, settings_of
from sklog.scoring.tariff import ITEMS, PRICE_CLASSES, Kontra
from sklog.tariffs.spellings import folded, meant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sklog.yaml_text import Node

    Value = Any

MOST = 1_000_000_000  # cents or points: dearer than any table, and far from what 64 bits hold
CONCEPTS = ("laufende", "klopfer", "stock", "schneider", "schwarz", "tout", "sie", "bock")
VOCABULARY: Mapping[str, tuple[str, ...]] = {
    **{kind: tuple(words) for kind, words in ITEMS.items() if not isinstance(words, range)},
    "concept": CONCEPTS,
}
"""What the items of a list, or the keys of a mapping, may be, by the kind that the metadata names."""
COUNTS = {**{kind: (count[0], count[-1]) for kind, count in ITEMS.items() if isinstance(count, range)},
          "factor": (1, 1000)}  # fmt: skip
"""The same of numbers: from which to which."""
_UNKNOWN = {
    "trigger": N_('{path}: unknown trigger "{word}"'),
    "doubling": N_('{path}: unknown doubling "{word}"'),
    "multiplier": N_('{path}: unknown doubling "{word}"'),
    "criterion": N_('{path}: unknown criterion "{word}"'),
    "round": N_('{path}: unknown round "{word}"'),
    "concept": N_('{path}: unknown concept "{word}"'),
}
_LISTS = {
    "game": N_("a list of games"),
    "games": N_("a list of games"),
    "people": N_("a list of numbers from 2 to 4"),
    "factor": N_("a list of factors"),
    "word": N_("a list of words"),
    "alias": N_("a list of words"),
}
_MAPPINGS = {
    "game": N_("a mapping of games to numbers"),
    "count": N_("a mapping of numbers to amounts"),
    "people": N_("long, short or a mapping {people: deck}"),
    "price": N_("a mapping of games to amounts"),
    "base price": N_("a mapping of games to amounts"),
    "concept": N_("a mapping of words to the table's own"),
}
"""What a list or a mapping holds, by the kind that the metadata names."""
POSTING = "posting"  # a hand of this name moves amounts and is no game
OWN_SHAPES = tuple(shape for shape in SHAPES if shape != PASSED)
HERREN_OF_FEW, HERREN_OF_MANY, MANY = 4, 8, 12


TRUMPS, SAID_SUITS = "trumps", "suits"
"""What stands for the types of two keys of an own game that nothing else has."""


def _setting(key: str, types: Value, doc: str, default: Value = REQUIRED, **limits: Value) -> Setting:
    return setting_of(key, key, types, default, {"doc": doc, **limits})._replace(optional=default is None)


OWN_GAME = (
    _setting("name", str, "its name, one word"),
    _setting("title", str, "its name for people", ""),
    _setting("shape", str, "who plays against whom", choices=OWN_SHAPES),
    _setting("price", int, "its base price, if prices has none for it", None, least=0, off=True, amount=True),
    _setting("trumps", TRUMPS, "the number of trumps, or [long deck, short deck]", (), least=1, most=32),
    _setting(
        "herren", int, "how many of these are Ober or Unter: 8 of twelve or more, otherwise 4", 4, least=0, most=32
    ),
    _setting("suits", SAID_SUITS, "the suits it can be played in: yes for all, or a list", ()),
    _setting("aliases", tuple[str, ...], "other names for it", (), items="alias"),
    _setting("sie", bool, "whether all Ober and Unter are trumps, so that a Sie is possible", default=False),
    _setting("fixed_pairs", bool, "whether partners sit opposite each other, as in über Kreuz", default=False),
)
"""The keys of a table's own game."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that is probably meant; None where no word is near."""
    if len(word) > SHOWN:
        return None
    known = tuple(words)
    return meant(word, known) or next(iter(similar(word, known, key=folded)), None)


def suggested(said: str, near: str | None, known: Iterable[str] = ()) -> str:
    """Return what is said of a wrong word, with the nearest one as a question, or else all of them."""
    if near:
        return _('{said}, did you mean "{near}"?', said=said, near=near)
    words = ", ".join(known)
    return _("{said}; choose from {words}", said=said, words=words) if words else said


def instead(path: str, wanted: str, found: str) -> str:
    """Return the sentence that something else was expected."""
    return _("{path}: expected {expected}, not {found}", path=path, expected=wanted, found=found)


def missing_key(setting: Setting, path: str) -> str:
    """Return the sentence that a block lacks a key; the tariff itself is the path ""."""
    if path:
        return _('missing key "{key}" in {path}: {doc}', key=setting.key, path=path, doc=_(setting.doc))
    return _('missing key "{key}": {doc}', key=setting.key, doc=_(setting.doc))


def unknown_key(key: str, path: str, known: Collection[str]) -> str:
    """Return the sentence that a block has no such key, with the nearest one, or all."""
    word = cut_off(key)
    said = _('unknown key "{key}" in {path}', key=word, path=path) if path else _('unknown key "{key}"', key=word)
    return suggested(said, nearest(key, known), known)


def unknown_word(text: str, what: str, path: str) -> str:
    """Return the sentence that a word is none of `VOCABULARY`, with the nearest one, or all."""
    known = VOCABULARY[what]
    return suggested(_(_UNKNOWN[what], path=path, word=cut_off(text)), nearest(text, known), known)


def unknown_price(text: str, path: str, games: tuple[Game, ...], more: Sequence[str] = ()) -> str:
    """Return the sentence about a key that is no game or kind of game, nor one `more`."""
    names = [game.name for game in games if game.shape != PASSED]
    suited = [f"{suit}-{game.name}" for game in games for suit in game.suits]
    said = _('{path}: unknown price "{word}"', path=path, word=cut_off(text))
    words = (*PRICE_CLASSES, *more)
    if near := nearest(text, (*words, *names, *suited)):
        return suggested(said, near)
    return _("{said}; choose from {words}, each game, and suit-game", said=said, words=", ".join(words))


def price_key(text: str, games: tuple[Game, ...] = CATALOGUE) -> str | None:
    """Return the canonical key of `prices`: a kind of game, a game, or suit-game; None where it is none."""
    word = text.strip().casefold()
    if word in PRICE_CLASSES:
        return word
    if game := named(word, games):
        return game.name if game.shape != PASSED else None
    said, _, rest = word.partition("-")
    suit, game = SUIT_NAMES.get(said), named(rest, games)
    return f"{suit}-{game.name}" if suit and game and suit in game.suits else None


def base_key(text: str, games: tuple[Game, ...] = CATALOGUE) -> str | None:
    """Return the canonical key of `prices`: as `price_key` does, or that of a Tout or a Sie, alone or of a game."""
    word = text.strip().casefold()
    if (known := price_key(word, games)) or word in ANNOUNCEMENTS:
        return known or word
    rest, _dash, said = word.rpartition("-")
    key = price_key(rest, games) if said in ANNOUNCEMENTS else None
    game = key and (named(key, games) or named(key.partition("-")[2], games))
    return f"{key}-{said}" if game and game.shape == SOLO else None


def is_short_name(text: str) -> bool:
    """Return whether a tariff may be called so, and not be taken for a path by `find`."""
    if {"/", "\\"} & set(text) or text.endswith((".yaml", ".yml")):
        return False
    return text.isprintable() and text.strip() == text != ""


def whole_number(text: str) -> int | None:
    """Return the number that a text is; None where it is none."""
    text = text.strip()
    digits = text[1:] if text.startswith(("-", "+")) else text
    short = len(digits) < 2 * len(str(MOST))  # int() of a very long text is slow, and forbidden
    return int(text) if short and digits.isascii() and digits.isdecimal() else None


def bounds(setting: Setting) -> tuple[int, int]:
    """Return the least and the most a number may be."""
    return setting.metadata.get("least", 0), setting.metadata.get("most", MOST)


def number_between(least: int, most: int) -> str:
    """Return the words for a range."""
    if most == MOST:
        return _("a whole number from {least}", least=least)
    return _("a whole number from {least} to {most}", least=least, most=most)


def shown(node: Node) -> str:
    """Return a value of a file as messages show it: quoted and shortened, or what kind of value it is."""
    if isinstance(node.value, str):
        return _('"{text}"', text=cut_off(node.value)) if node.value else _("nothing")
    return _("a list") if isinstance(node.value, list) else _("a mapping")


def expected(setting: Setting) -> str:
    """Return the words for what a key may be."""
    said = [word for kind in setting.types for word in _words(setting, kind)]
    if setting.optional or (setting.block and setting.metadata.get("off")):
        said.append(NONE)
    return _or(filter(None, (", ".join(said[:-1]), said[-1])))


def _words(setting: Setting, kind: Value) -> Sequence[str]:
    """Return the words for one kind of value that a key may have."""
    if hasattr(kind, "__origin__"):
        return [_collection(setting)]
    if kind is Kontra:
        return [_("a list of words")]
    if hasattr(kind, "_fields"):
        keys = settings_of(kind)
        needed = ", ".join(f"{key.key}: …" for key in keys if key.required) or f"{keys[0].key}: …"
        return [_("its settings {{{keys}}}", keys=needed)]
    if kind is str:
        return setting.metadata.get("choices") or [_("a text")]
    if kind is int:
        return [number_between(*bounds(setting))]
    if kind is bool:
        return [_("yes or no")]
    return [_("a number or [long deck, short deck]") if kind == TRUMPS else _("yes, no or a list of suits")]


def _collection(setting: Setting) -> str:
    kind = setting.metadata["keys" if setting.collection is not tuple else "items"]
    if setting.collection is not tuple:
        return _(_MAPPINGS[kind])
    items = ", ".join((*VOCABULARY.get(kind, ()), *(("{name: …}",) if setting.item else ())))
    return _(_LISTS[kind]) if kind in _LISTS else _("a list [{items}]", items=items)
