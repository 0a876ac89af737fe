"""Records that cost next to nothing to define: every command defines a hundred, and makes few of them.

    class Step(NamedTuple):         class Posting(Facts):
        label: str                      amounts: Mapping[str, int]
        times: int = 1                  note: str = ""

    Step("Kontra", 2)               Posting(amounts={"Anna": -50, "Bene": 50})

`NamedTuple` is `typing.NamedTuple` to whoever uses one; that takes fifteen times as long to make a class, since it
compiles a function and each annotation. `Facts` are frozen and compared by kind and facts, as frozen dataclasses are;
an object keeps only what is not as usual. What is seldom asked of a class is worked out when somebody asks.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]  # what `namedtuple` makes its fields of
from functools import cache
from types import FunctionType

__all__ = ["Facts", "NamedTuple", "checked", "replace"]
TYPE_CHECKING = bool()  # noqa: UP018  False, but no constant: an editor shall look into what is below it
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from inspect import Signature
    from types import CodeType
    from typing import (
        Any,
        ClassVar,
        NamedTuple,
        NoReturn,
        Self,
        TypeVar,
        dataclass_transform,  # noqa: TC004  read by type checkers and editors alone
    )

    T = TypeVar("T", bound="Facts")
    Kind = TypeVar("Kind")
else:  # type checkers alone read it; no editor shall take this for what it is
    globals()["dataclass_transform"] = lambda **_said: lambda kind: kind


class _Late:
    """What is asked of a class from outside, and worked out then."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = cache(make)

    def __get__(self, _one: object, kind: type) -> Any:
        return self._make(kind)


def _signature(kind: Any) -> Signature:
    from inspect import Parameter, Signature  # noqa: PLC0415  25 ms

    how = Parameter.KEYWORD_ONLY if getattr(kind, "_kw_only", False) else Parameter.POSITIONAL_OR_KEYWORD
    usual = kind._field_defaults
    return Signature([Parameter(name, how, default=usual.get(name, Parameter.empty)) for name in kind._fields])


# -- named tuples -------------------------------------------------------------------------------------


@cache
def _code(count: int) -> CodeType:
    """Return what makes a tuple of so many values."""
    names = ", ".join(f"_{number}" for number in range(count))
    made: CodeType = eval(f"lambda _cls, {names}: new(_cls, ({names},))").__code__  # noqa: S307  our own words
    return made


def _maker(kind: Any) -> FunctionType:
    """Return the `__new__` of a named tuple, whose parameters are its fields."""
    code = _code(len(kind._fields)).replace(co_name="__new__", co_varnames=("_cls", *kind._fields))
    new = _read_values if kind.__reads__ else tuple.__new__
    return FunctionType(code, {"new": new}, argdefs=tuple(kind._field_defaults.values()))


def _read_values(kind: Any, values: Iterable[Any]) -> Any:
    """Return a named tuple whose values were read each by its own function."""
    read, wrong = [], []
    for field, look, value in zip(kind._fields, kind.__reads__, values, strict=True):
        try:
            read.append(look(value))
        except ValueError as error:
            wrong.append(f"{field}: {error}")
    if wrong:
        raise kind.__error__(*wrong)
    return tuple.__new__(kind, read)


def checked(error: type[Exception], *reads: Callable[[Any], Any]) -> Callable[[type[Kind]], type[Kind]]:
    """Return what has each value of a named tuple read by one of these functions; their ValueErrors become `error`."""

    def kind_checked(kind: Any) -> type[Kind]:
        kind.__error__, kind.__reads__ = error, reads
        if kind.__new__.__name__ == "__new__":  # one was made before
            kind.__new__, kind.__new__.__annotations__ = _maker(kind), kind.__new__.__annotations__
        return kind  # type: ignore[no-any-return]

    return kind_checked


class _Record(tuple):  # type: ignore[type-arg]
    """What named tuples share."""

    __slots__ = ()
    __signature__ = _Late(_signature)
    __reads__ = ()
    if TYPE_CHECKING:  # `typing.get_type_hints` would read it
        _fields: ClassVar[tuple[str, ...]]
        _field_defaults: ClassVar[Mapping[str, Any]]

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:
        made = _read_values(cls, values) if cls.__reads__ else tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"{cls.__name__} has {len(cls._fields)} fields, not {len(made)}")
        return made

    def _replace(self, /, **changes: Any) -> Self:
        values = map(changes.pop, self._fields, self)
        made = _read_values(type(self), values) if self.__reads__ else tuple.__new__(type(self), values)
        if changes:
            raise ValueError(f"{type(self).__name__} has no field {', '.join(changes)}")
        return made

    __replace__ = _replace  # which `copy.replace` asks for

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Named(type):
    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Return a named tuple; what makes one is made where there are more than a few of them."""
        few = iter(range(1, 5))  # what makes more of them in a sixth of the time is made in 20 to 70 µs

        def first(kind: Any, /, *values: Any, **named: Any) -> Any:
            said = {**made._field_defaults, **(given := {**dict(zip(fields, values, strict=False)), **named})}
            if next(few, None) and said.keys() == fields.keys() and len(given) == len(values) + len(named):
                return kind._make([said[field] for field in fields])
            made.__new__ = new = _maker(made)
            new.__annotations__ = first.__annotations__
            return new(kind, *values, **named)

        made: Any = type(name, (_Record, *bases[1:]), {**body, "__slots__": (), "__new__": first})
        first.__annotations__ = fields = made.__annotations__
        made._fields = made.__match_args__ = tuple(fields)  # type: ignore[misc]
        made._field_defaults = {field: body[field] for field in fields if field in body}
        for place, field in enumerate(fields):
            setattr(made, field, _tuplegetter(place, ""))
        return made


if not TYPE_CHECKING:
    NamedTuple = type.__new__(_Named, "NamedTuple", (), {})


# -- facts --------------------------------------------------------------------------------------------


def _dataclass_fields(kind: Any) -> Any:
    """Return what `dataclasses.replace` and `fields` ask for: other programs may use them."""
    from dataclasses import field, make_dataclass  # noqa: PLC0415  30 ms

    usual = {name: field(default=value) for name, value in kind._field_defaults.items()}
    return make_dataclass(
        kind.__name__, [(name, object, usual.get(name, field())) for name in kind._fields], kw_only=True
    ).__dataclass_fields__  # type: ignore[attr-defined]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Facts:
    """Facts that are said by name, or also in their order where a kind is made with `kw_only=False`.

    `__post_init__` raises where they cannot be true. Another one with some of them changed: `replace`. `kinds` has for
    annotations, as they are written, what returns such a value of anything that may be one, or raises ValueError.
    """

    __signature__: ClassVar[Any] = _Late(_signature)
    __dataclass_fields__: ClassVar[Any] = _Late(_dataclass_fields)
    _fields: ClassVar[Mapping[str, str]] = {}
    """Each fact in its order, with its annotation as it is written."""
    _field_defaults: ClassVar[Mapping[str, Any]] = {}
    _kw_only: ClassVar[bool] = True
    _known: ClassVar[frozenset[str]] = frozenset()
    _needed: ClassVar[frozenset[str]] = frozenset()
    _kinds: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    _checks: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    _error: ClassVar[Callable[..., Exception]] = staticmethod(lambda *wrong: ValueError("\n".join(wrong)))
    """What is raised for values that are none of their kind."""

    def __init_subclass__(
        cls, *, kw_only: bool = True, kinds: Mapping[str, Callable[[Any], Any]] | None = None
    ) -> None:
        cls._kinds = kinds or cls._kinds
        cls._fields = {**cls._fields, **cls.__annotations__}
        cls._checks = {name: cls._kinds[said] for name, said in cls._fields.items() if said in cls._kinds}
        cls._field_defaults = {name: getattr(cls, name) for name in cls._fields if hasattr(cls, name)}
        cls._kw_only = kw_only
        cls._known = frozenset(cls._fields)
        cls._needed = cls._known - cls._field_defaults.keys()

    @classmethod
    def told(cls, facts: Mapping[str, Any]) -> Self:
        """Return what has these facts, which are known, and each of its kind; None says nothing."""
        made, usual = object.__new__(cls), cls._field_defaults
        said = made.__dict__
        for name, fact in facts.items():
            if fact is not None and fact != usual.get(name):
                said[name] = fact
        made.__post_init__()
        return made

    def __post_init__(self) -> None:
        """Raise where the facts cannot be true together."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), frozenset(vars(self).items())))

    def __repr__(self) -> str:
        """Return how it could be built, without what nobody said."""
        said = vars(self)
        return f"{type(self).__name__}({', '.join(f'{name}={said[name]!r}' for name in self._fields if name in said)})"

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{name} of a {type(self).__name__} never changes: make another one")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


def _set_fields(self: Any, /, *values: Any, **said: Any) -> None:
    kind, usual, facts = type(self), self._field_defaults, self.__dict__
    if values and not self._kw_only and len(values) <= len(self._fields):
        said |= zip(self._fields, values, strict=False)
        values = ()
    if values or not self._needed <= said.keys() <= self._known:
        raise TypeError(f"{kind.__name__} has the facts {', '.join(self._fields)}, not {', '.join(said)}")
    checks, wrong = self._checks, None
    for name, value in said.items():
        if name in usual and value is usual[name]:
            continue
        if name in checks:
            try:
                value = checks[name](value)  # noqa: PLW2901  the same, of its kind
            except ValueError as error:
                wrong = [*(wrong or ()), f"{name}: {error}"]
                continue
        if name not in usual or value != usual[name]:
            facts[name] = value
    if wrong:
        raise self._error(*wrong)
    self.__post_init__()


type.__setattr__(Facts, "__init__", _set_fields)  # which editors would take for what a class of facts is made of


def replace(facts: T, /, **changes: Any) -> T:
    """Return the same facts but for these."""
    return type(facts)(**{**vars(facts), **changes})


Facts.__replace__ = replace  # type: ignore[attr-defined]  # the same
