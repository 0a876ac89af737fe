"""The keys of a tariff, taken from the rules themselves, and a tariff as plain data and back.

`parts` says which keys a rule has; everything that reads, writes or describes tariffs follows it. An evening
keeps its own copy of its tariff as the plain data of `to_mapping`, and `from_mapping` restores it: that is on
the way of every command, so nothing is checked and nothing slow is imported here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from sklog.errors import NewerProgram
from sklog.language import _
from sklog.scoring.games import BY_NAME, THROWN_IN, Game
from sklog.scoring.tariff import SECTIONS, Tariff

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Plain = Any
    Value = Any

NONE = "none"
"""How a file, and plain data, say that a part is switched off."""

REQUIRED = object()
"""The default of a key that has none."""

NOT_INHERITED = ("name", "title", "source")
"""What is each tariff's own, whatever it extends."""

BLOCKS: Mapping[str, Any] = {rule.__name__: rule for rule in SECTIONS.values()}


class Part(NamedTuple):
    """One key of a block: its YAML name, the rule's field, the field's type as it is written, and its `setting`."""

    key: str
    attribute: str
    kind: str
    default: Any
    metadata: Mapping[str, Any]

    @property
    def block(self) -> Any:
        """The rule that the key holds; None where it holds a plain value."""
        return BLOCKS.get(self.kind.partition(" ")[0])

    @property
    def doc(self) -> str:
        """What the key means, in English."""
        return str(self.metadata["doc"])

    @property
    def optional(self) -> bool:
        """Whether None is one of its values."""
        return self.kind.endswith("| None")

    @property
    def required(self) -> bool:
        """Whether a tariff must say it."""
        return self.default is REQUIRED


class Shape(NamedTuple):
    """What keeping and restoring need to know of a key; `Part` knows the rest."""

    key: str
    attribute: str
    kind: str


@cache
def shapes(rule: Any) -> tuple[Shape, ...]:
    """Return the keys of a rule in their order. The annotations are read as text, which takes no time."""
    written = {name: annotation.__forward_arg__ for name, annotation in rule.__annotations__.items()}
    return tuple(
        Shape(name.rstrip("_"), name, written[name].removeprefix("Annotated[").partition(", setting(")[0])
        for name in rule._fields
    )


@cache
def parts(rule: Any) -> tuple[Part, ...]:
    """Return the keys of a rule (a named tuple of `sklog.scoring.tariff`) in their order."""
    described = {
        name: annotation.__metadata__[0] for name, annotation in get_type_hints(rule, include_extras=True).items()
    }
    found = []
    for key, attribute, kind in shapes(rule):
        metadata = described[attribute]
        default = REQUIRED if metadata.get("required") else rule._field_defaults.get(attribute, REQUIRED)
        found.append(Part(key, attribute, kind, default, metadata))
    return tuple(found)


def first_line(rule: Any) -> str:
    """Return what a rule is, in a sentence."""
    return str(rule.__doc__).partition("\n")[0]


def to_mapping(tariff: Tariff) -> dict[str, Plain]:
    """Return the tariff as plain data that JSON can hold: every key, switched-off parts as "none"."""
    return {key: kept(value) for (key, _, _), value in zip(shapes(Tariff), tariff, strict=True)}


def kept(value: Value) -> Plain:
    """Return one value of a rule as plain data."""
    if value is None:
        return NONE
    if isinstance(value, (str, int)):
        return value
    if isinstance(value, Game):
        return value.name if BY_NAME.get(value.name) == value else _kept_game(value)
    if isinstance(value, dict):
        return {str(key): item for key, item in value.items()}
    rule: Any = type(value)
    if rule in BLOCKS.values():
        return {key: kept(item) for (key, _, _), item in zip(shapes(rule), value, strict=True)}
    return [kept(item) for item in value if item != THROWN_IN or len(value) == 1]  # which is played everywhere


def _kept_game(game: Game) -> dict[str, Plain]:
    plain = game._asdict()
    for name in ("trumps", "suits", "aliases"):
        plain[name] = list(plain[name])
    return {**plain, "price": NONE if game.price is None else game.price}


def from_mapping(mapping: Mapping[str, Plain]) -> Tariff:
    """Return the tariff that `to_mapping` wrote. Its values are not checked: they were, when the tariff was read.

    A key that an older sklog did not write has its default; one that only a newer sklog knows raises NewerProgram.
    """
    return _restored(Tariff, mapping)  # type: ignore[no-any-return]


def _restored(rule: Any, mapping: Mapping[str, Plain]) -> Value:
    values = {attribute: _restore(kind)(mapping[key]) for key, attribute, kind in shapes(rule) if key in mapping}
    if len(values) != len(mapping):
        raise NewerProgram.because_of(_("a tariff"), mapping.keys() - {shape.key for shape in shapes(rule)})
    return rule(**values)


@cache
def _restore(kind: str) -> Callable[[Plain], Any]:
    """Return what turns plain data back into a field of this type."""
    first, _, others = kind.partition(" | ")
    if rule := BLOCKS.get(first):
        return lambda plain: None if plain == NONE else _restored(rule, plain)
    if first == "tuple[Game, ...]":
        return lambda plain: (*(game for game in map(_restored_game, plain) if game != THROWN_IN), THROWN_IN)
    if first.startswith("tuple["):
        return tuple
    if first.startswith("dict[int"):
        return lambda plain: {int(key): value for key, value in plain.items()}
    if others.endswith("None"):
        return lambda plain: None if plain == NONE else plain
    return lambda plain: plain


def _restored_game(plain: Plain) -> Game:
    if isinstance(plain, str):
        return BY_NAME[plain]
    if unknown := plain.keys() - set(Game._fields):
        raise NewerProgram.because_of(_("a tariff"), unknown)
    lists = {name: tuple(plain[name]) for name in ("trumps", "suits", "aliases")}
    return Game(**{**plain, **lists, "price": None if plain["price"] == NONE else plain["price"]})
