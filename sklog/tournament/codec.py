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
| `Annotated[record, InList(…)]` | a list of all its values; it is read without the last ones that may be left out |
| `Annotated[record, BESIDE]` | a mapping whose keys stand among those of the record that has this field |
| `Annotated[X, Form(…)]` | as this form reads and writes it |

A class is looked at when a value of it is first read or written, so that defining one costs nothing. Where its
annotations are texts, its module has to import what they name, also while it runs.

Reading raises `Unreadable` for a value that is not of its kind, or has another shape than the record, and NewerProgram
for a key that nobody knows.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sklog.errors import NewerProgram
from sklog.language import _
from sklog.scoring.canonical import Unreadable, flag, integer, text
from sklog.values import NamedTuple

WHOLE, BESIDE = ("whole", "beside")
"""How a record is written as something else than a mapping of what is not as usual."""

NOTHING = ("", "none", "null", "~")
"""What session files say where nothing is said."""


class Form(NamedTuple):
    """How a value is read from JSON, and how it is written there."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value


class InList(NamedTuple):
    """That a record is a list, which is `wrong` where it has too few values or too many.

    A `short` one is written without the last values that are as they usually are.
    """

    wrong: str
    short: bool = False


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
        lambda values: tuple([form.read(value) for value in listed(values)]),
        lambda values: [form.write(value) for value in values],
    )


def _mapping_form(key: Form, form: Form) -> Form:
    def read(values: Any) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for word, value in mapping(values).items():
            name = key.read(word)
            if name in found:  # "1" and "01"
                raise Unreadable(_("tournament: table {table} is named twice", table=name))
            found[name] = form.read(value)
        return found

    return Form(read, lambda values: {str(name): form.write(value) for name, value in values.items()})


def listed(values: Any) -> Any:
    """Return a list; raise Unreadable for anything else."""
    if not isinstance(values, (list, tuple)):
        raise Unreadable(_("tournament: expected a list"))
    return values


def mapping(values: Any) -> Any:
    """Return a mapping; raise Unreadable for anything else."""
    if not isinstance(values, dict):
        raise Unreadable(_("tournament: expected a mapping"))
    return values


# -- records ------------------------------------------------------------------------------------------


def _record_form(record: Any, marks: frozenset[Any]) -> Form:
    kinds = get_type_hints(record, include_extras=True)
    forms = {name: form_of(kind) for name, kind in kinds.items()}
    if len(forms) == 1:
        ((_name, form),) = forms.items()
        return Form(lambda value: record(form.read(value)), lambda made: form.write(made[0]))
    within = {name: _keys_of(kind) for name, kind in kinds.items() if BESIDE in get_args(kind)}
    known, usual = _keys_of(record), record._field_defaults
    in_list = next((mark for mark in marks if isinstance(mark, InList)), None)

    def read(data: Any) -> Any:
        said = _by_place(data, record, in_list.wrong) if in_list else _by_key(data, known)
        said |= {name: {key: said[key] for key in keys if key in said} for name, keys in within.items()}
        return record(**{name: forms[name].read(value) for name, value in said.items() if name in forms})

    def write(made: Any) -> Any:
        values = made._asdict()
        if in_list:
            while in_list.short and (last := next(reversed(values))) in usual and values[last] == usual[last]:
                del values[last]
            return [forms[name].write(value) for name, value in values.items()]
        found: dict[str, Any] = {}
        for name, value in values.items():
            if WHOLE in marks or name not in usual or value != usual[name]:
                plain = forms[name].write(value)
                found |= plain if name in within else {name: plain}
        return found

    return Form(read, write)


def _by_place(data: Any, record: Any, wrong: str) -> dict[str, Any]:
    """Return what a list says of the fields of a record, in their order."""
    values, names = listed(data), record._fields
    if not len(names) - len(record._field_defaults) <= len(values) <= len(names):
        raise Unreadable(_(wrong))
    return dict(zip(names, values, strict=False))


def _by_key(data: Any, known: Mapping[str, bool]) -> dict[str, Any]:
    """Return what a mapping says, which has all keys that are needed and none that is not known."""
    said = mapping(data)
    if unknown := [key for key in said if key not in known]:
        raise NewerProgram.because_of(_("a tournament"), unknown)
    if missing := [key for key, needed in known.items() if needed and key not in said]:
        raise Unreadable(_("tournament: {keys} is missing", keys=", ".join(missing)))
    return dict(said)


def _keys_of(annotation: Any) -> dict[str, bool]:
    """Return the keys of a record's mapping, and whether each is needed."""
    record = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    found: dict[str, bool] = {}
    for name, kind in get_type_hints(record, include_extras=True).items():
        found |= _keys_of(kind) if BESIDE in get_args(kind) else {name: name not in record._field_defaults}
    return found
