r"""Records and plain JSON values, each made of the other by the annotations of the record's fields.

    class Penalty(NamedTuple):
        number: int
        reason: str
        round: int = 0

    form_of(Penalty).write(Penalty(7, "late"))                          ──▶ {"number": 7, "reason": "late"}
    form_of(Penalty).read({"number": "7", "reason": "late"})            ──▶ Penalty(7, "late")

| annotation of a field | its JSON |
|---|---|
| `int`, `str`, `bool` | the value; it is read from its text as well, as session files have it |
| one of these `\| None` | null as well; it is read from a session file's words for nothing |
| `tuple[X, ...]` | a list |
| `Mapping[K, X]` | a mapping, whose keys are texts |
| a named tuple of one field | what that field holds |
| any other named tuple | a mapping of its fields, without those that are as they usually are |
| `Annotated[record, WHOLE]` | a mapping of all its fields |
| `Annotated[record, IN_LIST]` | a list of all its values; it is read without the last ones that may be left out |
| `Annotated[record, SHORT_LIST]` | the same, written without the last ones that are as they usually are |
| `Annotated[record, BESIDE]` | a mapping whose keys stand among those of the record that has this field |
| `Annotated[X, Form(…)]` | as this form reads and writes it |

A class is looked at when a value of it is first read or written, so that defining one costs nothing. Where its
annotations are texts, its module has to import what they name, also while it runs.

Reading raises `Unreadable` for a value that is not of its kind; where it has another shape than the record, that is a
`Misshapen`, for which each reader has sentences of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sklog.scoring.canonical import Unreadable, flag, integer, text
from sklog.values import NamedTuple

WHOLE, IN_LIST, SHORT_LIST, BESIDE = ("whole", "in a list", "in a short list", "beside")
"""How a record is written as something else than a mapping of what is not as usual."""

NO_MAPPING, NO_LIST, LENGTH, MISSING, UNKNOWN, TWICE = "no mapping", "no list", "length", "missing", "unknown", "twice"
"""What may be wrong with the shape of JSON; of `LENGTH` is a record in a list that has too few or too many values."""

NOTHING = ("", "none", "null", "~")
"""What session files say where nothing is said."""


class Misshapen(Unreadable):
    """JSON of another shape than the record: what is wrong, the class of the record, and the keys in question."""

    def __init__(self, wrong: str, record: Any = None, keys: Iterable[Any] = ()) -> None:
        self.wrong, self.record, self.keys = wrong, record, tuple(keys)
        super().__init__(f"{wrong}: {', '.join(map(str, self.keys))}")


class Form(NamedTuple):
    """How a value is read from JSON, and how it is written there."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value


@cache
def form_of(annotation: Any) -> Form:
    """Return how values of an annotation are read and written: a record, or what one of its fields holds."""
    kind, *marks = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    for mark in marks:
        if isinstance(mark, Form):
            return mark
    if plain := _PLAIN.get(kind):
        return Form(plain)
    origin, parts = get_origin(kind), [form_of(part) for part in get_args(kind) if part not in (NoneType, ...)]
    if NoneType in get_args(kind):
        return _optional_form(*parts)
    if origin is tuple:
        return _list_form(*parts)
    return _mapping_form(*parts) if origin is Mapping else _record_form(kind, frozenset(marks))


_PLAIN: dict[Any, Callable[[Any], Any]] = {int: integer, str: text, bool: flag}


def _optional_form(form: Form) -> Form:
    def read(value: Any) -> Any:
        said = value.strip().casefold() if isinstance(value, str) else value
        return None if said is None or said in NOTHING else form.read(value)

    return Form(read, lambda value: None if value is None else form.write(value))


def _list_form(form: Form) -> Form:
    return Form(
        lambda values: tuple([form.read(value) for value in _listed(values)]),
        lambda values: [form.write(value) for value in values],
    )


def _mapping_form(key: Form, form: Form) -> Form:
    def read(values: Any) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for word, value in _mapping(values).items():
            name = key.read(word)
            if name in found:  # "1" and "01"
                raise Misshapen(TWICE, keys=[name])
            found[name] = form.read(value)
        return found

    return Form(read, lambda values: {str(name): form.write(value) for name, value in values.items()})


def _listed(values: Any) -> Any:
    if not isinstance(values, (list, tuple)):
        raise Misshapen(NO_LIST)
    return values


def _mapping(values: Any) -> Any:
    if not isinstance(values, dict):
        raise Misshapen(NO_MAPPING)
    return values


# -- records ------------------------------------------------------------------------------------------


def _record_form(record: Any, marks: frozenset[str]) -> Form:
    kinds = get_type_hints(record, include_extras=True)
    forms = {name: form_of(kind) for name, kind in kinds.items()}
    if len(forms) == 1:
        ((_name, form),) = forms.items()
        return Form(lambda value: record(form.read(value)), lambda made: form.write(made[0]))
    within = {name: _keys_of(kind) for name, kind in kinds.items() if BESIDE in get_args(kind)}
    known, usual, is_list = _keys_of(record), record._field_defaults, marks & {IN_LIST, SHORT_LIST}

    def read(data: Any) -> Any:
        said = _by_place(data, record) if is_list else _by_key(data, record, known)
        said |= {name: {key: said[key] for key in keys if key in said} for name, keys in within.items()}
        return record(**{name: forms[name].read(value) for name, value in said.items() if name in forms})

    def write(made: Any) -> Any:
        values = made._asdict()
        if is_list:
            while SHORT_LIST in marks and (last := next(reversed(values))) in usual and values[last] == usual[last]:
                del values[last]
            return [forms[name].write(value) for name, value in values.items()]
        found: dict[str, Any] = {}
        for name, value in values.items():
            if WHOLE in marks or name not in usual or value != usual[name]:
                plain = forms[name].write(value)
                found |= plain if name in within else {name: plain}
        return found

    return Form(read, write)


def _by_place(data: Any, record: Any) -> dict[str, Any]:
    """Return what a list says of the fields of a record, in their order."""
    values, names = _listed(data), record._fields
    if not len(names) - len(record._field_defaults) <= len(values) <= len(names):
        raise Misshapen(LENGTH, record)
    return dict(zip(names, values, strict=False))


def _by_key(data: Any, record: Any, known: Mapping[str, bool]) -> dict[str, Any]:
    """Return what a mapping says, which has all keys that are needed and none that is not known."""
    said = _mapping(data)
    if unknown := [key for key in said if key not in known]:
        raise Misshapen(UNKNOWN, record, unknown)
    if missing := [key for key, needed in known.items() if needed and key not in said]:
        raise Misshapen(MISSING, record, missing)
    return dict(said)


def _keys_of(annotation: Any) -> dict[str, bool]:
    """Return the keys of a record's mapping, and whether each is needed."""
    record = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    found: dict[str, bool] = {}
    for name, kind in get_type_hints(record, include_extras=True).items():
        found |= _keys_of(kind) if BESIDE in get_args(kind) else {name: name not in record._field_defaults}
    return found
