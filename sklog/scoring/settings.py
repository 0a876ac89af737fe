"""The settings of a tariff, taken from the rules themselves, and a tariff as plain data and back.

`settings_of` says which keys a rule has: everything that reads, writes or describes tariffs follows it. An evening
keeps its own copy of its tariff as the plain data of `stored`, and `from_mapping` restores it. Every command does
that, so nothing is checked and nothing slow is imported here.
"""

from __future__ import annotations

from functools import cache
from types import GenericAlias, NoneType, UnionType
from typing import TYPE_CHECKING, Any, NoReturn

from sklog.errors import NewerProgram, TariffError
from sklog.language import _
from sklog.scoring.games import AUGEN, BY_NAME, LONG, THROWN_IN, Game
from sklog.scoring.outcome import OTHER
from sklog.scoring.tariff import CALLER, CALLER_WON, ITEMS, OLDER_KEYS, OWN, OWN_EACH, ROUNDS, SEAT, VALUE, Tariff
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    Plain = Any
    Value = Any

NONE = "none"
"""How a file, and plain data, say that a part is switched off."""

BEYOND = 2**63
"""No number of a tariff is as large: a ledger holds 64 bit."""

REQUIRED = object()
"""The default of a key that has none."""

NOT_INHERITED = ("name", "title", "source")
"""What is each tariff's own, whatever it extends."""


class Fixed(dict[Any, Any]):
    """A mapping of a tariff that an evening keeps: nobody changes it, since every reader is given the same one."""

    def _refused(self, *_said: object, **_named: object) -> NoReturn:
        raise TypeError("a tariff never changes: make another one with _replace()")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refused

    def __reduce__(self) -> tuple[type[Fixed], tuple[dict[Any, Any]]]:
        return Fixed, (dict(self),)  # else a copy would be filled key by key


class Setting(NamedTuple):
    """One key of a block: its YAML name, the rule's field, the field's types beside None, and its `setting`."""

    key: str
    attribute: str
    types: tuple[Any, ...]
    default: Any
    metadata: Mapping[str, Any]
    optional: bool = False
    """Whether None is one of its values."""

    block: Any = None
    """The rule that the key holds; None where it holds none."""
    collection: Any = None
    """`tuple` or `dict` where the key holds a list or a mapping, perhaps beside other values; else None."""
    parts: tuple[Any, ...] = ()
    """The types of what is in that collection: of a mapping's keys, then of its values."""

    @property
    def entry(self) -> Setting:
        """One item of its list, or one value of its mapping, as if it were a key of its own."""
        kind = self.parts[0 if self.collection is tuple else 1]
        return setting_of(self.key, self.attribute, kind, self.default, self.metadata)

    @property
    def item(self) -> Any:
        """The rule that items of its list, or values of its mapping, may be; None where they hold none."""
        return self.entry.block if self.collection and self.metadata.get("items") != "games" else None

    @property
    def doc(self) -> str:
        """What the key means, in English."""
        return str(self.metadata["doc"])

    @property
    def required(self) -> bool:
        """Whether a tariff must say it."""
        return self.default is REQUIRED

    def restored(self, plain: Plain) -> Value:
        """Return the value of which `kept` made this plain data; raise TypeError for what it can be of none."""
        if self.optional and plain == NONE:
            return None
        if isinstance(plain, dict) and self.collection is dict:
            entry, key, words = self.entry, self.parts[0], ITEMS.get(self.metadata["keys"])
            return Fixed({_of((key,), key(name), words): entry.restored(one) for name, one in plain.items()})
        if isinstance(plain, dict) and self.block:
            return _restored(plain, self.block)
        if isinstance(plain, list) and self.types[0] == tuple[Game, ...]:
            games = [BY_NAME[game] if isinstance(game, str) else _own_game(game) for game in plain]
            return (*(game for game in games if game != THROWN_IN), THROWN_IN)
        if isinstance(plain, list) and self.collection is tuple:
            entry, words = self.entry, ITEMS.get(self.metadata["items"])
            return tuple(
                [entry.restored(one) if isinstance(one, dict) else _of(entry.types, one, words) for one in plain]
            )
        if isinstance(plain, bool) and OLDER_KEYS.get(self.block) == 0:  # as an older sklog kept what is a block today
            return self.block() if plain else None
        return _of(self.types, plain, self.metadata.get("choices"))


def _of(types: tuple[Any, ...], plain: Plain, choices: Collection[Any] | None = None) -> Plain:
    """Return plain data of one of these types; raise TypeError for any other: a stored text may be anybody's."""
    if type(plain) not in types:
        raise TypeError
    # where a number is one of the values beside some words, they do not bound it
    if choices and (isinstance(plain, str) or len(types) == 1) and plain not in choices:
        raise TypeError
    if isinstance(plain, int) and abs(plain) >= BEYOND:
        raise TypeError
    return plain


_PLAIN = (int, str, bool, NoneType)


def setting_of(key: str, attribute: str, annotation: Any, default: Any, metadata: Mapping[str, Any]) -> Setting:
    """Return a key whose values are of these types."""
    types = annotation.__args__ if isinstance(annotation, UnionType) else (annotation,)
    optional = types[-1] is NoneType  # it stands behind the others
    block, collection, parts = None, None, ()
    for kind in reversed(types):  # the first of them counts
        if isinstance(kind, GenericAlias):
            collection, parts = kind.__origin__, kind.__args__
        elif hasattr(kind, "_fields"):
            block = kind
    given = types[:-1] if optional else types
    return Setting(key, attribute, given, default, metadata, optional, block, collection, parts)


@cache
def settings_of(rule: Any) -> tuple[Setting, ...]:
    """Return the keys of a rule (a named tuple of `sklog.scoring.tariff`) in their order."""
    found = []
    for name in rule._fields:
        # the constructor has the annotations also where a class inherits its fields
        annotation = rule.__new__.__annotations__[name]
        metadata = annotation.__metadata__[0]
        default = REQUIRED if metadata.get("required") else rule._field_defaults.get(name, REQUIRED)
        found.append(setting_of(name.rstrip("_"), name, annotation.__origin__, default, metadata))
    return tuple(found)


def rules_of(rule: Any = Tariff) -> Iterator[Any]:
    """Yield every rule that is a block of this one, and what is a block of those, in their order."""
    for setting in settings_of(rule):
        for block in filter(None, (setting.block, setting.item)):
            yield block
            yield from rules_of(block)


def first_line(rule: Any) -> str:
    """Return what a rule is, in a sentence."""
    return str(rule.__doc__).partition("\n")[0]


def to_mapping(rule: Any) -> dict[str, Plain]:
    """Return a tariff, or another rule, as plain data that JSON can hold: every key, switched-off parts as "none".

    A text that a program left out with None is no part: it is empty.
    """
    kind: Any = type(rule)
    said = ((setting, getattr(rule, setting.attribute)) for setting in settings_of(kind))
    return {one.key: "" if value is None and one.default == "" else kept(value) for one, value in said}


def stored(tariff: Tariff) -> dict[str, Plain]:
    """Return a tariff as a ledger holds it: as an older sklog did, where that says the same; an export says it whole.

    So what was kept and sealed before stays as it is to the letter, and an older sklog reads what says nothing new.
    """
    whole = to_mapping(tariff)
    older = _older(whole, type(tariff))
    if tariff.laufende and tariff.laufende.ohne == CALLER_WON:
        older["laufende"]["ohne"] = CALLER  # which was its word
    return older if from_mapping(older) == tariff and not _new_values(tariff) else whole


def _new_values(tariff: Tariff) -> bool:
    """Whether a key that an older sklog knew says what it could not: it would read nothing, or something else."""
    march = tariff.ramsch.durchmarsch
    return (
        OTHER in tariff.prices
        or bool(tariff.said_prices)
        or "lost_herz_solo" in tariff.bock.after
        or tariff.ramsch.jungfrau == OWN_EACH
        or SEAT in tariff.ramsch.tie
        or bool(march and march.augen and 2 * march.augen <= AUGEN)
        or (2 in tariff.people and tariff.deck.get(2) == LONG)
        or bool(tariff.rounds and tariff.special.keys() - ROUNDS)
        or any(_is_new(rule) for rule in tariff)
    )


def _is_new(rule: Any) -> bool:
    """Whether one number, or one word, stands in several today: prices by game or result, factors one by one."""
    values: list[Any] = [*rule.values()] if isinstance(rule, dict) else []
    if hasattr(rule, "_fields"):
        kind: Any = type(rule)
        values = [getattr(rule, key.attribute) for key in settings_of(kind) if key.types[0] in (int, str)]
    return any(isinstance(value, (tuple, dict)) for value in values)


def _older(plain: Mapping[str, Plain], rule: Any) -> dict[str, Plain]:
    known = settings_of(rule)[: OLDER_KEYS.get(rule)]
    older = {setting.key: plain[setting.key] for setting in known}
    for setting in known:
        if OLDER_KEYS.get(setting.block) == 0:
            older[setting.key] = plain[setting.key] != NONE
        elif setting.block and plain[setting.key] != NONE:
            older[setting.key] = _older(plain[setting.key], setting.block)
    return older


def kept(value: Value) -> Plain:
    """Return one value of a rule as plain data."""
    if value is None:
        return NONE
    if isinstance(value, (str, int)):
        return value
    if isinstance(value, Game):
        own = BY_NAME.get(value.name) != value
        return {key: kept(fact) for key, fact in value._asdict().items()} if own else value.name
    if isinstance(value, dict):
        return {str(key): kept(item) for key, item in value.items()}
    if hasattr(value, "_fields"):
        return to_mapping(value)
    if not isinstance(value, (list, tuple)):
        return value  # what no rule can hold is refused where it is read
    return [kept(item) for item in value if item != THROWN_IN or len(value) == 1]  # which is played everywhere


def from_mapping(mapping: Mapping[str, Plain]) -> Tariff:
    """Return the tariff that `to_mapping` wrote. Its values are not checked: they were, when the tariff was read.

    A key that an older sklog did not write has its default; one that only a newer sklog knows raises NewerProgram.
    """
    restored: Tariff = _restored(mapping, Tariff)
    tariff = restored if "doublings" in mapping else meant_before(restored)
    vars(tariff)[SOUND] = True
    return tariff


SOUND = "sound"
"""What is noted beside a tariff that was read, or that was looked at already."""


def require_sound(tariff: Tariff) -> None:
    """Refuse a tariff that a program made with values that no file may say, once; raise TariffError, naming each."""
    if not vars(tariff).get(SOUND):
        TariffError.if_any(_unsound(tariff))
        vars(tariff)[SOUND] = True


def _unsound(rule: Any, within: str = "") -> Iterator[str]:
    """Yield a sentence for each value of a rule that is of no type it may have, or beyond its bounds."""
    kind: Any = type(rule)
    for setting in settings_of(kind):
        value, key, told = getattr(rule, setting.attribute), f"{within}{setting.key}", setting.metadata
        if setting.block and type(value) is setting.block:
            yield from _unsound(value, f"{key}.")
            continue
        least, most = told.get("least", 0), told.get("most", BEYOND)
        leaves = [*_leaves(value)]
        wrong = [one for one in leaves if type(one) is int and not least <= one <= most]
        try:
            setting.restored(kept(value))
        except (TypeError, KeyError, AttributeError):
            wrong = [one for one in leaves if type(one) not in _PLAIN] or [value]
        yield from (_("{key}: {value!r} is not a value that a tariff can have", key=key, value=one) for one in wrong)


def _leaves(value: Value) -> Iterator[Any]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else None
    if parts is None or isinstance(value, Game):
        yield value
    else:
        for part in parts:
            yield from _leaves(part)


def meant_before(tariff: Tariff) -> Tariff:
    """Return the tariff that an older sklog meant by this one: it kept no `doublings`."""
    changed: dict[str, Any] = {}
    if tariff.laufende and tariff.laufende.ohne == CALLER:
        changed["laufende"] = tariff.laufende._replace(ohne=CALLER_WON)
    if tariff.ceiling is not None and tariff.ramsch.jungfrau == OWN:
        changed["ceiling_of"] = VALUE
    return tariff._replace(**changed)


def _restored(mapping: Mapping[str, Plain], rule: Any) -> Value:
    known = {setting.key: setting for setting in settings_of(rule)}
    if unknown := mapping.keys() - known:
        raise NewerProgram.because_of(_("a tariff"), unknown)
    return rule(**{known[key].attribute: known[key].restored(plain) for key, plain in mapping.items()})


def _own_game(plain: Mapping[str, Plain]) -> Game:
    """Return a game of the table's own that `kept` wrote."""
    if unknown := plain.keys() - set(Game._fields):
        raise NewerProgram.because_of(_("a tariff"), unknown)
    values: dict[str, Any] = {name: _of((kind,), plain[name]) for name, kind in _VALUES.items() if name in plain}
    values |= {name: tuple(_of((kind,), item) for item in plain[name]) for name, kind in _LISTS.items()}
    return Game(**values, price=None if plain["price"] == NONE else _of((int,), plain["price"]))


_LISTS = {"trumps": int, "suits": str, "aliases": str}
_VALUES = {"name": str, "title": str, "shape": str, "herren": int, "fixed_pairs": bool, "sie": bool}
