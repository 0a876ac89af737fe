"""The JSON Schema of tariff files, by which editors complete and check them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.scoring.games import CATALOGUE, DECKS, PASSED, SUITS, Game
from sklog.scoring.outcome import ANNOUNCEMENTS
from sklog.scoring.settings import REQUIRED, Setting, first_line, kept, rules_of, settings_of
from sklog.scoring.tariff import PRICE_CLASSES, Kontra, Tariff
from sklog.tariffs.describe import COUNTS, OWN_GAME, TRUMPS, VOCABULARY, bounds
from sklog.tariffs.spellings import NOT, OFF, ON

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Schema = dict[str, Any]

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
    kinds = [*_kinds(setting)]
    if setting.optional or setting.metadata.get("off") or setting.default in ((), {}):
        kinds.append(SWITCHED_OFF)
    described: Schema = {"description": setting.doc, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})}
    return described if setting.required else {**described, "default": kept(setting.default)}


def _kinds(setting: Setting) -> Iterator[Schema]:
    """Yield the schemas of each kind of value that a key may have."""
    for kind in setting.types:
        if hasattr(kind, "__origin__"):
            yield from _collection(setting)
        elif hasattr(kind, "_fields"):
            yield from _block(kind)
        elif kind is str:
            choices = setting.metadata.get("choices")
            yield {"enum": list(choices)} if choices else {"type": "string"}
        elif kind is int:
            yield from _numbers(setting)
        elif kind is bool:
            yield TRUTH
        elif kind == TRUMPS:
            number = _number(*bounds(setting))
            yield from (number, {"type": "array", "items": number, "maxItems": len(DECKS)})
        else:
            yield from (TRUTH, _list({"enum": list(SUITS)}))


def _block(rule: Any) -> Iterator[Schema]:
    yield {"$ref": f"#/$defs/{rule.__name__}"}
    if rule is Kontra:
        yield {"type": "array", "items": {"type": "string"}, "minItems": 1}


def _collection(setting: Setting) -> Iterator[Schema]:
    if setting.collection is tuple:
        yield {**_list(_item(setting)), "uniqueItems": setting.metadata["items"] != "factor"}
        return
    if choices := setting.metadata.get("choices"):
        yield {"enum": list(choices)}
    yield _mapping(setting)


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
        return {"anyOf": [words, *_block(setting.item)]} if setting.item else words
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
