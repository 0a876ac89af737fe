"""Facts as plain values of JSON, and back, by the annotations of their fields alone.

    a fact            ◀──▶ a mapping of its fields; of a named tuple in one of them the fields stand beside the others
    its only field    ◀──▶ the value of that field
    tuple[X, ...]     ◀──▶ a list
    a tuple in a list ◀──▶ a list of its fields, without the last ones that are not said

Values may all be text, as they are in session files. Nothing is guessed: what is of another kind is refused.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache, partial
from typing import Any, get_args, get_origin

from sklog.errors import NewerProgram
from sklog.language import N_, _
from sklog.scoring.canonical import Unreadable, flag, integer, text
from sklog.tournament.model import Prize, Row

PLACES: Mapping[type, str] = {
    Row: N_("tournament: a row is points, good points, solos and Herz-Solos"),
    Prize: N_("tournament: a prize is whose, which place, what, and cents"),
}
"""Tuples of which a list has the values by their places; the sentence says what these are."""


# -- written ------------------------------------------------------------------------------------------


def to_json(fact: Any, short: Container[type]) -> Any:
    """Return the JSON form of a named tuple; those of the `short` kinds do not say what is as it usually is."""
    if len(fact) == 1:
        return to_json(fact[0], short) if is_named(fact[0]) else _written(fact[0], short)
    usual = fact._field_defaults if type(fact) in short else {}
    said: dict[str, Any] = {}
    for key, value in fact._asdict().items():
        if is_named(value):
            said |= to_json(value, short)
        elif key not in usual or value != usual[key]:
            said[key] = _written(value, short)
    return said


def is_named(what: object) -> bool:
    """Whether it is a named tuple, or a class of them."""
    return hasattr(what, "_fields")


def _written(value: Any, short: Container[type]) -> Any:
    if isinstance(value, dict):
        return {str(key): _written(one, short) for key, one in value.items()}
    if not isinstance(value, tuple):
        return value
    said = [_written(one, short) if isinstance(one, tuple) else one for one in value]
    while type(value) in short and len(said) > 1 and said[-1] is None:
        said.pop()
    return said


# -- read ---------------------------------------------------------------------------------------------


def mapping(data: Any) -> dict[str, Any]:
    """Return what has to be a mapping; raise Unreadable."""
    if not isinstance(data, dict):
        raise Unreadable(_("tournament: a mapping is wanted"))
    return dict(data)


def listed(data: Any) -> list[Any]:
    """Return what has to be a list; raise Unreadable."""
    if not isinstance(data, (list, tuple)):
        raise Unreadable(_("tournament: a list is wanted"))
    return list(data)


def number_or_none(data: Any) -> int | None:
    """Return a whole number, None where nothing is said, also in the words of a session file; raise Unreadable."""
    said = data.strip().casefold() if isinstance(data, str) else data
    return None if said in (None, "", "none", "null", "~") else integer(data)


PLAIN: Mapping[Any, Callable[[Any], Any]] = {int: integer, str: text, bool: flag, int | None: number_or_none}


@cache
def reader(of: Any) -> Callable[[Any], Any]:
    """Return what reads a value that is annotated so: it raises Unreadable, and NewerProgram for an unknown key."""
    if of in PLAIN:
        return PLAIN[of]
    if of in PLACES:
        return partial(_from_list, of, [reader(one) for one in of.__annotations__.values()])
    if is_named(of):
        return partial(_from_mapping, of, _keys(of))
    first, second = get_args(of)
    return partial(_each, reader(first)) if get_origin(of) is tuple else partial(_of_tables, reader(second))


def _each(read: Callable[[Any], Any], data: Any) -> tuple[Any, ...]:
    return tuple([read(one) for one in listed(data)])


def _of_tables(read: Callable[[Any], Any], data: Any) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for name, one in mapping(data).items():
        table = integer(name)
        if table in found:  # "1" and "01"
            raise Unreadable(_("tournament: table {table} is named twice", table=table))
        found[table] = read(one)
    return found


def _from_list(kind: Any, readers: Sequence[Callable[[Any], Any]], data: Any) -> Any:
    said, most = listed(data), len(readers)
    if not most - len(kind._field_defaults) <= len(said) <= most:
        raise Unreadable(_(PLACES[kind]))
    return kind(*[read(one) for read, one in zip(readers, said, strict=False)])


def _keys(kind: Any) -> dict[str, tuple[Callable[[Any], Any], bool]]:
    """Return every key of such a mapping, with what reads its value, and whether it has to be there."""
    keys: dict[str, tuple[Callable[[Any], Any], bool]] = {}
    for key, of in kind.__annotations__.items():
        keys |= _keys(of) if is_named(of) else {key: (reader(of), key not in kind._field_defaults)}
    return keys


def _from_mapping(kind: Any, keys: Mapping[str, tuple[Callable[[Any], Any], bool]], data: Any) -> Any:
    if len(kind._fields) == 1:
        (of,) = kind.__annotations__.values()
        return kind(reader(of)(data))
    said = mapping(data)
    if unknown := said.keys() - keys.keys():
        raise NewerProgram.because_of(_("a tournament"), unknown)
    if missing := [key for key, (_read, needed) in keys.items() if needed and key not in said]:
        raise Unreadable(_("tournament: {keys} is missing", keys=", ".join(missing)))
    return _made(kind, {key: keys[key][0](value) for key, value in said.items()})


def _made(kind: Any, values: Mapping[str, Any]) -> Any:
    inside = {key: _made(of, values) for key, of in kind.__annotations__.items() if is_named(of)}
    return kind(**inside, **{key: value for key, value in values.items() if key in kind._fields})
