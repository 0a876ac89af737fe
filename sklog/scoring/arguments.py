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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Read = Callable[[Any], Any]

Function = TypeVar("Function", bound="Callable[..., Any]")
CO_VARARGS, CO_VARKEYWORDS = 4, 8  # `inspect` takes 25 ms


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
    "a {}": ("Change", "Code", "Game", "Held", "Line", "Person", "Report", "Row", "Rules", "Scene", "Session",
             "Settlement", "State", "Tariff", "Transfer", "Wish"),
    "an {}": ("Evening",),
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
    **{name: (said.format(name), partial(_of_class, name)) for said, names in _CLASSES.items() for name in names},
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


def _kinds(annotation: str) -> Iterator[tuple[str, Read]]:
    """Yield what an annotation asks for in words, and what reads it; raise KeyError for what is not known here."""
    for one in _parts(annotation, "|"):
        name, _bracket, within = one.removesuffix("]").partition("[")
        name = name.rpartition(".")[2]
        if name in _ALSO:
            yield from _kinds(_ALSO[name])
        elif name in _LISTS:
            yield N_("a list"), partial(_listed, _LISTS[name], _reader(next(_parts(within, ","))))
        elif name in {"Mapping", "dict"}:
            yield N_("a mapping"), partial(_mapped, *map(_reader, _parts(within, ",")))
        else:
            yield _PLAIN[name]


@cache
def _reader(annotation: str) -> Read:
    """Return what reads a value by an annotation, or raises Unreadable; raise KeyError for what is not known here."""
    kinds = list(_kinds(annotation))
    wanted = dict.fromkeys(words for words, _read in kinds if words)

    def read(value: Any) -> Any:
        said: list[Any] = []
        for _words, reads in kinds:
            try:
                return reads(value)
            except Unreadable as wrong:
                said += wrong.args
        if said and len(wanted) == 1:
            raise Unreadable(*said)
        raise Unreadable(_("expected {kinds}, not {value}", kinds=_or(map(_, wanted)), value=in_words(value)))

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
    code = function.__code__
    placed, known = code.co_varnames[: code.co_argcount], code.co_argcount + code.co_kwonlyargcount
    rest = code.co_varnames[known : known + 1] if code.co_flags & CO_VARARGS else ()
    other = code.co_varnames[known + len(rest)] if code.co_flags & CO_VARKEYWORDS else ""
    readers: dict[str, Read] | None = None

    @wraps(function)
    def called(*values: Any, **said: Any) -> Any:
        nonlocal readers
        readers = {**_readers(function), **dict.fromkeys(but, _ANYTHING)} if readers is None else readers
        names = [*placed[: len(values)], *rest * (len(values) - len(placed))]
        given, wrong = [], []
        for name, value in (*zip(names, values, strict=False), *said.items()):
            read = readers.get(name if name in code.co_varnames[:known] or name in rest else other, _ANYTHING)
            try:
                given.append(read(value))
            except Unreadable as error:
                wrong.append(f"{name}: {error}")
        if wrong:
            raise WrongType("\n".join(wrong))
        named = dict(zip(said, given[len(names) :], strict=True))
        return function(*given[: len(names)], *values[len(names) :], **named)

    return called  # type: ignore[return-value]  # it is called as the function is


def read_all(kind: Any, but: Iterable[str] = ()) -> None:
    """Have every public method of a class read what is passed to it, and a record what it is made of.

    It is called before the first record of the class is made.
    """
    if hasattr(kind, "__reads__"):
        readers = _readers(kind)
        kind.__error__, kind.__reads__ = WrongType, [readers.get(name, _ANYTHING) for name in kind._fields]
    for name, made in list(vars(kind).items()):
        if isinstance(made, FunctionType) and not name.startswith("_"):
            setattr(kind, name, reading(made, but))
