"""The words of a tariff file: names and their spellings, and what is expected where, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.errors import similar
from sklog.language import N_, _, _or
from sklog.scoring.canonical import SHOWN
from sklog.scoring.canonical import shown as cut_off
from sklog.scoring.games import CATALOGUE, DECKS, PASSED, SHAPES, SOLO, SUIT_NAMES, SUITS, Game, named
from sklog.scoring.outcome import ANNOUNCEMENTS
from sklog.scoring.settings import NONE, REQUIRED, Setting, first_line, kept, rules_of, setting_of, settings_of
from sklog.scoring.tariff import ITEMS, PRICE_CLASSES, Kontra, Tariff
from sklog.tariffs.spellings import NOT, OFF, ON, folded, meant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sklog.yaml_text import Node

    Value = Any
    Schema = dict[str, Any]

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
        return f'"{cut_off(node.value)}"' if node.value else _("nothing")
    return _("a list") if isinstance(node.value, list) else _("a mapping")


def expected(setting: Setting) -> str:
    """Return the words for what a key may be."""
    said = [word for words, _schemas in _kinds(setting) for word in words]
    if setting.optional or (setting.block and setting.metadata.get("off")):
        said.append(NONE)
    return _or(filter(None, (", ".join(said[:-1]), said[-1])))


# -- the JSON Schema of tariff files -------------------------------------------------------------------

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SWITCHED_OFF: Schema = {"enum": [False, *OFF]}
TRUTH: Schema = {"enum": [True, False, *ON, *NOT]}
EUROS: Sequence[Schema] = (
    {"type": "number", "minimum": 0},
    {"type": "string", "pattern": "^[0-9]+([.,][0-9]{2}( ?€)?| ?(€|ct|c))$"},
)
"""What an amount may be beside a whole number. An editor cannot tell 0.2, which is refused, from 0.20."""


def schema(whole: Any = Tariff) -> Schema:
    """Return the JSON Schema of tariff files; which keys a block needs depends on what it inherits."""
    blocks = {rule.__name__: _object(settings_of(rule), first_line(rule)) for rule in rules_of(whole)}
    for rule in (whole, *rules_of(whole)):
        for one in settings_of(rule):
            if one.collection is tuple and one.item:  # an item of a list inherits nothing
                blocks[one.item.__name__]["required"] = _required(settings_of(one.item))
    own_game = {**_object(OWN_GAME, "A game of the table's own."), "required": _required(OWN_GAME)}
    tariff = _object(settings_of(whole), "A table's rules about money.")
    extends = {
        "type": "string",
        "description": "the tariff that everything not said here comes from: a name, stakes or a path",
    }
    return {
        "$schema": DRAFT,
        "title": "sklog tariff",
        **tariff,
        "properties": {"extends": extends, **tariff["properties"]},
        "required": ["name"],
        "anyOf": [{"required": ["extends"]}, {"required": _required(settings_of(whole))}],
        "$defs": {**blocks, "Game": own_game},
    }


def _required(keys: tuple[Setting, ...]) -> list[str]:
    return [setting.key for setting in keys if setting.default is REQUIRED]


def _object(keys: tuple[Setting, ...], doc: str) -> Schema:
    return {
        "type": "object",
        "description": doc,
        "properties": {setting.key: _described(setting) for setting in keys},
        "additionalProperties": False,
    }


def _described(setting: Setting) -> Schema:
    """Return the schema of one key, with its documentation and its default."""
    kinds = [schema for _words, schemas in _kinds(setting) for schema in schemas]
    if setting.optional or setting.metadata.get("off") or setting.default in ((), {}):
        kinds.append(SWITCHED_OFF)
    described: Schema = {"description": setting.doc, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})}
    return described if setting.required else {**described, "default": kept(setting.default)}


def _kinds(setting: Setting) -> Iterator[tuple[Sequence[str], Sequence[Schema]]]:
    """Yield each kind of value that a key may have: in words for people, and as schemas."""
    choices = setting.metadata.get("choices")
    for kind in setting.types:
        if hasattr(kind, "__origin__"):
            yield _collection(setting)
        elif hasattr(kind, "_fields"):
            yield _block(kind)
        elif kind is str:
            yield (choices, [{"enum": list(choices)}]) if choices else ([_("a text")], [{"type": "string"}])
        elif kind is int:
            yield [number_between(*bounds(setting))], _numbers(setting)
        elif kind is bool:
            yield [_("yes or no")], [TRUTH]
        elif kind == TRUMPS:
            number = _number(*bounds(setting))
            both = {"type": "array", "items": number, "maxItems": len(DECKS)}
            yield [_("a number or [long deck, short deck]")], [number, both]
        else:
            yield [_("yes, no or a list of suits")], [TRUTH, _list({"enum": list(SUITS)})]


def _block(rule: Any) -> tuple[Sequence[str], Sequence[Schema]]:
    whole, keys = {"$ref": f"#/$defs/{rule.__name__}"}, settings_of(rule)
    if rule is Kontra:
        return [_("a list of words")], [whole, {"type": "array", "items": {"type": "string"}, "minItems": 1}]
    needed = ", ".join(f"{key.key}: …" for key in keys if key.required) or f"{keys[0].key}: …"
    return [_("its settings {{{keys}}}", keys=needed)], [whole]


def _collection(setting: Setting) -> tuple[Sequence[str], Sequence[Schema]]:
    if setting.collection is tuple:
        kind = setting.metadata["items"]
        items = ", ".join((*VOCABULARY.get(kind, ()), *(("{name: …}",) if setting.item else ())))
        said = _(_LISTS[kind]) if kind in _LISTS else _("a list [{items}]", items=items)
        return [said], [{**_list(_item(setting)), "uniqueItems": kind != "factor"}]
    kind, choices = setting.metadata["keys"], setting.metadata.get("choices")
    return [_(_MAPPINGS[kind])], [*([{"enum": list(choices)}] if choices else ()), _mapping(setting)]


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "uniqueItems": True}


def _number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _numbers(setting: Setting) -> Sequence[Schema]:
    return [_number(*bounds(setting)), *(EUROS if setting.metadata.get("amount") else ())]


def _item(setting: Setting) -> Schema:
    """Return the schema of a list's items, by the kind that the metadata names."""
    kind = str(setting.metadata["items"])
    if kind in VOCABULARY:
        words: Schema = {"enum": list(VOCABULARY[kind])}
        return {"anyOf": [words, *_block(setting.item)[1]]} if setting.item else words
    if kind in COUNTS:
        return _number(*COUNTS[kind])
    if setting.key == "games":
        catalogue = {"enum": [name for game in CATALOGUE for name in (game.name, *game.aliases)]}
        own = {"$ref": "#/$defs/Game"}
        # inside a block a table's own game is named like any other
        return {"anyOf": [catalogue, own if setting.types[0] == tuple[Game, ...] else {"type": "string"}]}
    return {"type": "string", "minLength": 1}


def _mapping(setting: Setting) -> Schema:
    """Return the schema of a mapping: the keys that can be named beforehand are there for completion."""
    kind = str(setting.metadata["keys"])
    entry = setting.entry
    if int in entry.types:
        block = [{"$ref": f"#/$defs/{entry.block.__name__}"}] if entry.block else []
        value: Schema = {"anyOf": [*_numbers(setting), *block, SWITCHED_OFF]}
    else:
        value = {"enum": list(setting.metadata["choices"])} if "choices" in setting.metadata else {"type": "string"}
    properties = {key: value for key in _keys(kind)}  # noqa: C420  one value, written out for each
    if kind == "base price":
        by_game = _mapping(setting._replace(parts=(str, int), metadata={**setting.metadata, "keys": "price"}))
        properties |= {said: {"anyOf": [value, by_game]} for said in ANNOUNCEMENTS}
    others = False if kind in COUNTS or kind in VOCABULARY else value
    return {"type": "object", "properties": properties, "additionalProperties": others}


def _keys(kind: str) -> Sequence[str]:
    """Return the keys that a mapping may have, as far as the catalogue knows them."""
    if kind in VOCABULARY:
        return VOCABULARY[kind]
    if kind in COUNTS:
        least, most = COUNTS[kind]
        return [str(count) for count in range(least, most + 1)]
    games = [game for game in CATALOGUE if game.shape != PASSED]
    names = [game.name for game in games]
    if kind == "game":
        return names
    priced = (*PRICE_CLASSES, *names, *(f"{suit}-{game.name}" for game in games for suit in game.suits))
    return (*priced, *ANNOUNCEMENTS) if kind == "base price" else priced
