"""What a program passes: each argument of a public function is read by its annotation before anything is done.

    def under(self, tariff: Tariff, *, first: int = 1)        under("wiki")  ──▶  WrongType: tariff: expected a …

Whole numbers of other libraries become Python's, as those of facts do. A class is told by its name, so that nothing is
imported for an annotation. What an annotation names that is not known here, the function itself has to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial, wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from sklog.language import N_, _, _or
from sklog.scoring.names import Unreadable, in_words, integral, line, yes
from sklog.values import checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Read = Callable[[Any], Any]

Function = TypeVar("Function")
VALUES, NAMED = 4, 8  # flags of a function with *values, with **named: `inspect`, which has them, takes 25 ms


class WrongType(Unreadable, TypeError):
    """Arguments that are not of the kind that a function takes; a sentence for each."""


# -- kinds of values --------------------------------------------------------------------------------------


def _if(fits: Callable[[Any], bool], value: object) -> object:
    if fits(value):
        return value
    raise Unreadable


def _of_class(name: str, value: object) -> object:
    return _if(lambda one: any(kind.__name__ == name for kind in type(one).__mro__), value)


def _listed(kind: Any, read: Read, value: Any) -> tuple[Any, ...]:
    if isinstance(value, kind) and not isinstance(value, (str, bytes, Mapping)):
        return tuple(map(read, value))
    raise Unreadable


def _mapped(key: Read, read: Read, value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return {key(name): read(one) for name, one in value.items()}
    raise Unreadable


_ANYTHING = partial(_if, lambda _value: True)
_CLASSES = {
    N_("a hand"): ("Played", "Ramsch", "Passed", "Posting"),
    N_("an event"): (
        *("Voided", "Join", "Leave", "Seating", "TariffChange", "BockOrder", "RoundOrder", "StockMove", "Payment"),
        *("Rounding", "OfRoom"),
    ),
    N_("a {kind}"): ("Change", "Code", "Game", "Held", "Line", "Person", "Report", "Row", "Rules", "Scene", "Session",
             "Settlement", "State", "Tariff", "Transfer", "Wish"),
    N_("an {kind}"): ("Evening",),
}  # fmt: skip
_PLAIN: dict[str, tuple[str, Read]] = {
    "str": (N_("a text"), line),
    "int": (N_("a whole number"), integral),
    "bool": (N_("yes or no"), yes),
    "Path": (N_("a path"), partial(_if, lambda value: hasattr(value, "__fspath__"))),
    "Callable": (N_("a function"), partial(_if, callable)),
    "None": ("", partial(_if, lambda value: value is None)),
    "Any": ("", _ANYTHING),
    "object": ("", _ANYTHING),
    **{name: (said, partial(_of_class, name)) for said, names in _CLASSES.items() for name in names},
}
"""What a value is in words, and what reads it or raises Unreadable: by the name in an annotation."""
_ALSO = {
    "Entry": " | ".join((*_CLASSES["a hand"], *_CLASSES["an event"])),
    "Form": "str",
    "Hand": " | ".join(_CLASSES["a hand"]),
    "Literal": "str",
    "Load": "Callable",
    "Names": "Sequence[str]",
    "Passphrase": "str | Callable | None",
    "PathLike": "Path",
    "ReportName": "str",
    "Which": "str | int | Evening | None",
}
_LISTS: dict[str, Any] = {"Iterable": Iterable, "Sequence": Sequence, "tuple": tuple | list}


def _parts(annotation: str, sign: str) -> Iterator[str]:
    """Yield what stands between signs that are in no brackets."""
    part, depth = "", 0
    for letter in annotation:
        depth += (letter == "[") - (letter == "]")
        if letter == sign and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()


def _kinds(annotation: str) -> Iterator[tuple[str, str, Read]]:
    """Yield an annotation in words, its name, and what reads it; raise KeyError for what is not known here."""
    for one in _parts(annotation, "|"):
        name, _bracket, within = one.removesuffix("]").partition("[")
        name = name.rpartition(".")[2]
        if name in _ALSO:
            yield from _kinds(_ALSO[name])
        elif name in _LISTS:
            yield N_("a list"), name, partial(_listed, _LISTS[name], _reader(next(_parts(within, ","))))
        elif name in {"Mapping", "dict"}:
            yield N_("a mapping"), name, partial(_mapped, *map(_reader, _parts(within, ",")))
        else:
            words, read = _PLAIN[name]
            yield words, name, read


@cache
def _reader(annotation: str) -> Read:
    """Return what reads a value by an annotation, or raises Unreadable; raise KeyError for what is not known here."""
    kinds = list(_kinds(annotation))
    wanted = {words.format(kind=name): (words, name) for words, name, _read in kinds if words}
    as_it_is = {name for _words, name, _read in kinds if name in _PLAIN}

    def read(value: Any) -> Any:
        if type(value).__name__ in as_it_is:
            return value
        said: list[Any] = []
        for _words, _name, reads in kinds:
            try:
                return reads(value)
            except Unreadable as wrong:
                said += wrong.args
        if said and len(wanted) == 1:
            raise Unreadable(*said)
        known = [_(words, kind=name) for words, name in wanted.values()]
        raise Unreadable(_("expected {kinds}, not {value}", kinds=_or(known), value=in_words(value)))

    return read


# -- what is passed ---------------------------------------------------------------------------------------


def _readers(of: Any) -> dict[str, Read]:
    """Return what reads each argument of a function, or field of a record, that can be read by its annotation."""
    found = {}
    for name, annotation in of.__annotations__.items():
        try:
            found[name] = _reader(annotation.__name__ if isinstance(annotation, type) else str(annotation))
        except KeyError:
            continue
    return found


def reading(function: Function, but: Iterable[str] = ()) -> Function:
    """Return the function, which reads what is passed: raises WrongType with everything that is of another kind.

    The arguments in `but` it reads itself.
    """
    asked: Any = function
    code = asked.__code__
    known = code.co_argcount + code.co_kwonlyargcount
    placed, own = code.co_varnames[: code.co_argcount], code.co_varnames[:known]
    starred = iter(code.co_varnames[known:])
    rest = next(starred) if code.co_flags & VALUES else ""
    other = next(starred) if code.co_flags & NAMED else ""
    readers: dict[str, Read] = {}

    @wraps(asked)
    def called(*values: Any, **said: Any) -> Any:
        if not readers:
            readers.update({**_readers(asked), **dict.fromkeys(but, _ANYTHING), "": _ANYTHING})
        given, wrong = list(values), []
        for place, value in enumerate(values):
            name = placed[place] if place < len(placed) else rest
            if name in readers:
                try:
                    given[place] = readers[name](value)
                except Unreadable as error:
                    wrong.append(f"{name}: {error}")
        for name, value in said.items():
            try:
                said[name] = readers.get(name if name in own else other, _ANYTHING)(value)
            except Unreadable as error:
                wrong.append(f"{name}: {error}")
        if wrong:
            raise WrongType("\n".join(wrong))
        return asked(*given, **said)

    return called  # type: ignore[return-value]  # it is called as the function is


def read_all(kind: Any, but: Iterable[str] = ()) -> None:
    """Have every public method of a class read what is passed to it, and a record what it is made of."""
    if hasattr(kind, "__reads__"):
        readers = _readers(kind)
        checked(WrongType, *(readers.get(name, _ANYTHING) for name in kind._fields))(kind)
    for name, made in [*vars(kind).items(), ("__init__", kind.__init__)]:
        public = isinstance(made, FunctionType) and (name == "__init__" or name[0] != "_")
        if public and not hasattr(made, "__wrapped__"):
            setattr(kind, name, reading(made, but))


_MADE = {"Code", "Ledger", "Session", "Wish"}
_READ_THEMSELVES = {"Ledger": ("amount",), "entry_from_json": ("data",), "start": ("players", "stock")}


def at_the_door(name: str, found: Any) -> Any:
    """Return what a program gets by this public name; within the house nobody waits for arguments to be read."""
    if isinstance(found, FunctionType):
        found = reading(found, _READ_THEMSELVES.get(name, ()))
        found.__module__, found.__name__, found.__qualname__ = "sklog", name, name
    elif name in _MADE:
        read_all(found, _READ_THEMSELVES.get(name, ()))
    return found
