"""What a tariff file may say, generated from the rules' own documentation.

`schema` is for editors that complete and check while one types, `new_text` is a file to begin with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.errors import TariffError
from sklog.language import _
from sklog.scoring.games import CATALOGUE, DECKS, PASSED, SUITS
from sklog.scoring.tariff import PRICE_CLASSES, Kontra, Tariff
from sklog.tariffs.parts import BLOCKS, NONE, NOT_INHERITED, Part, first_line, kept, parts, to_mapping
from sklog.tariffs.words import CONCEPTS, COUNTS, OWN_GAME, VOCABULARY, bounds, expected, is_short_name
from sklog.yaml_text import dump, scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
OFF: Schema = {"const": NONE}
TRUTH: Schema = {"enum": [True, False, "yes", "no", "on", "off", "ja", "nein"]}


def schema() -> Schema:
    """Return the JSON Schema of tariff files; which keys a block needs depends on what it inherits."""
    blocks = {name: _object(parts(rule), first_line(rule)) for name, rule in BLOCKS.items()}
    own_game = {**_object(OWN_GAME, "A game of the table's own."), "required": _required(OWN_GAME)}
    tariff = _object(parts(Tariff), "A table's rules about money.")
    extends = {"type": "string", "description": "the tariff that everything not said here comes from: a name or a path"}
    return {
        "$schema": DRAFT,
        "title": "sklog tariff",
        **tariff,
        "properties": {"extends": extends, **tariff["properties"]},
        "required": ["name"],
        "anyOf": [{"required": ["extends"]}, {"required": _required(parts(Tariff))}],
        "$defs": {**blocks, "Game": own_game},
    }


def _required(keys: tuple[Part, ...]) -> list[str]:
    return [part.key for part in keys if part.required]


def _object(keys: tuple[Part, ...], doc: str) -> Schema:
    return {
        "type": "object",
        "description": doc,
        "properties": {part.key: _described(part) for part in keys},
        "additionalProperties": False,
    }


def _described(part: Part) -> Schema:
    """Return the schema of one key, with its documentation and its default."""
    kinds = list(_kinds(part))
    if part.optional or part.metadata.get("off") or part.default in ((), {}):
        kinds.append(OFF)
    described: Schema = {"description": part.doc, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})}
    return described if part.required else {**described, "default": kept(part.default)}


def _kinds(part: Part) -> Iterator[Schema]:
    """Yield a schema for each type that a key may have."""
    kinds = part.kind.split(" | ")
    if part.block:
        yield {"$ref": f"#/$defs/{part.block.__name__}"}
        if part.block is Kontra:
            yield {"type": "array", "items": {"type": "string"}, "minItems": 1}
    elif "choices" in part.metadata:
        yield {"enum": list(part.metadata["choices"])}
    elif kinds[0] == "str":
        yield {"type": "string"}
    if "int" in kinds:
        yield _number(part)
    if kinds[0] in ("bool", "suits"):
        yield TRUTH
    if kinds[0] == "suits":
        yield _list({"enum": list(SUITS)})
    if kinds[0] == "trumps":
        yield from (_number(part), {"type": "array", "items": _number(part), "maxItems": len(DECKS)})
    yield from _collections(part)


def _collections(part: Part) -> Iterator[Schema]:
    if part.kind.startswith("tuple["):
        yield _list(_item(part))
    if part.kind.startswith("dict["):
        yield from _mapping(part)


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "uniqueItems": True}


def _number(part: Part) -> Schema:
    least, most = bounds(part)
    return {"type": "integer", "minimum": least, "maximum": most}


def _item(part: Part) -> Schema:
    """Return the schema of a list's items, by the kind that the metadata names."""
    kind = str(part.metadata["items"])
    if kind in VOCABULARY:
        return {"enum": list(VOCABULARY[kind])}
    if kind in COUNTS:
        least, most = COUNTS[kind]
        return {"type": "integer", "minimum": least, "maximum": most}
    if part.key == "games":
        catalogue = {"enum": [name for game in CATALOGUE for name in (game.name, *game.aliases)]}
        own = {"$ref": "#/$defs/Game"}
        # inside a block a table's own game is named like any other
        return {"anyOf": [catalogue, own if part.kind == "tuple[Game, ...]" else {"type": "string"}]}
    return {"type": "string", "minLength": 1}


def _mapping(part: Part) -> Iterator[Schema]:
    """Yield the schemas of a mapping: the keys that can be named beforehand are there for completion."""
    if part.key == "deck":
        yield {"enum": list(DECKS)}
        yield _free(("2", "3", "4"), {"enum": list(DECKS)}, closed=True)
    elif part.key == "words":
        yield _free(CONCEPTS, {"type": "string"}, closed=True)
    else:
        kind = str(part.metadata["keys"])
        yield _free(_keys(kind), {"anyOf": [_number(part), OFF]}, closed=kind == "count")


def _keys(kind: str) -> tuple[str, ...]:
    """Return the keys that a mapping may have, as far as the catalogue knows them."""
    if kind == "count":
        least, most = COUNTS[kind]
        return tuple(str(count) for count in range(least, most + 1))
    games = [game for game in CATALOGUE if game.shape != PASSED]
    names = [game.name for game in games]
    if kind == "game":
        return tuple(names)
    return (*PRICE_CLASSES, *names, *(f"{suit}-{game.name}" for game in games for suit in game.suits))


def _free(keys: tuple[str, ...], value: Schema, *, closed: bool) -> Schema:
    properties = {key: value for key in keys}  # noqa: C420  one value, written out for each
    return {"type": "object", "properties": properties, "additionalProperties": False if closed else value}


# -- a file to begin with -----------------------------------------------------------------------------


def new_text(name: str, base: str, tariff: Tariff) -> str:
    """Return a file that extends `base`: every setting explained, with its present value commented out.

    Explanations begin with `##`, settings with `# `: without that mark the line counts.
    """
    if not is_short_name(name):
        raise TariffError(
            _('"{name}" is no name for a tariff: it is short and without slashes, such as haus', name=name)
        )
    lines = [
        "## " + _("{name}: everything that is not said here is as in {base}.", name=name, base=scalar(base)),
        "## " + _('To change a setting take the "# " off its lines; `none` switches a part off.'),
        f"name: {scalar(name)}",
        f"title: {scalar(name[:1].upper() + name[1:])}",
        "source: " + scalar(_("our own agreement")),
        f"extends: {scalar(base)}",
    ]
    present = to_mapping(tariff)
    for part in parts(Tariff):
        if part.key not in NOT_INHERITED:
            lines += ["", *_explained(part)]
            lines += [f"# {line}" for line in dump({part.key: present[part.key]}).splitlines()]
    return "\n".join(lines) + "\n"


def _explained(part: Part, indent: str = "") -> Iterator[str]:
    """Yield the explanation of a key and of the keys in it."""
    if rule := part.block:
        yield f"## {indent}{part.key}: {_(first_line(rule))}"
        for inner in parts(rule):
            yield from _explained(inner, indent + "  ")
    else:
        yield f"## {indent}{part.key}: {_(part.doc)} ({expected(part)})"
