"""What folding a table of evenings makes: one row an evening, refused hands, standings, and a digest of it all.

Amounts are whole cents or points. People are places in the evening's `people`; the Stock's part of what was paid is
minus the sum of theirs.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

STEPS = pa.list_(pa.struct([("label", pa.string()), ("plus", pa.int64()), ("times", pa.int64())]))
"""How an amount comes about, step by step."""

SCORED = pa.struct(
    [("number", pa.int32()), ("value", pa.int64()), ("paid", pa.list_(pa.int64())), ("refused", pa.bool_())]
)
"""An entry after the fold: `value` and `paid` are null where it has no score, `number` where it is an event."""

STATE = pa.struct(
    [
        ("seats", pa.list_(pa.int8())),
        ("dealer", pa.int8()),
        ("balances", pa.list_(pa.int64())),
        ("stock", pa.int64()),
        ("bock", pa.list_(pa.int16())),
        ("bock_since", pa.list_(pa.string())),
        ("round", pa.string()),
        ("round_left", pa.int16()),
        ("round_since", pa.string()),
        ("hands", pa.int32()),
        ("dealt", pa.list_(pa.int32())),
        ("thrown_in", pa.int32()),
        ("void", pa.int32()),
        ("posted", pa.int32()),
    ]
)
"""What an evening remembers at its end; a cause is `trigger@hand`, `balances` and `dealt` are by place in `people`."""

SCORES = pa.schema(
    [
        ("id", pa.string()),
        ("tariff", pa.string()),
        ("unit", pa.string()),
        ("people", pa.list_(pa.string())),
        ("hands", pa.list_(SCORED)),
        ("state", STATE),
    ]
)
REFUSED = pa.schema(
    [("id", pa.string()), ("entry", pa.int32()), ("number", pa.int32()), ("sentences", pa.list_(pa.string()))]
)
STANDINGS = pa.schema(
    [
        ("person", pa.string()),
        ("unit", pa.string()),
        ("evenings", pa.int64()),
        ("hands", pa.int64()),
        ("total", pa.int64()),
    ]
)


class Folded(NamedTuple):
    """What became of a table of evenings; `scores` is None where only the standings were wanted.

    `digest` is the same in any order and partition; those of several tables are added, modulo 2²⁵⁶.
    """

    scores: pa.Table | None
    refused: pa.Table
    standings: pa.Table
    digest: int
    hands: int


def together(standings: Iterable[pa.Table]) -> pa.Table:
    """Return the standings of several tables of evenings as one, by unit and person."""
    rows = pa.concat_tables([STANDINGS.empty_table(), *standings])
    found = rows.group_by(["person", "unit"]).aggregate([(name, "sum") for name in _COUNTED])
    found = found.rename_columns(["person", "unit", *_COUNTED]).select(STANDINGS.names).cast(STANDINGS)
    return found.sort_by([("unit", "ascending"), ("person", "ascending")])


_COUNTED = ("evenings", "hands", "total")
ALL_DIGESTS = 2**256


def digest(scores: pa.Table) -> int:
    """Return the digest of what became of these evenings: of every amount, and of every state at an end.

    It is the sum of one for each evening, modulo 2²⁵⁶: in whatever order they come, and whoever folded them. What is
    said to people is not in it: they speak several languages.
    """
    total = 0
    parts = [part for column in scores.itercolumns() for part in _parts(column.combine_chunks())]
    for row in range(scores.num_rows):
        found = sha256()
        for part in parts:
            found.update(part(row))
        total += int.from_bytes(found.digest(), "big")
    return total % ALL_DIGESTS


def _parts(column: pa.Array, ends: Any = None) -> Iterator[Callable[[int], Any]]:
    """Yield functions from the number of a row to the bytes of all that a column has there.

    `ends` says where the values of a row end, if they are items of a list; else each is one of its own.
    """
    ends = np.arange(len(column) + 1) if ends is None else ends
    if pa.types.is_list(column.type):
        lengths = pc.fill_null(pc.list_value_length(column), -1).to_numpy(zero_copy_only=False)
        yield _bytes_of(lengths.astype("<i4"), ends)
        inner = np.concatenate(([0], np.cumsum(np.maximum(lengths, 0))))
        yield from _parts(column.flatten(), inner[ends])
    elif pa.types.is_struct(column.type):
        yield _bytes_of(column.is_valid().to_numpy(zero_copy_only=False).astype("u1"), ends)
        for field in column.flatten():
            yield from _parts(field, ends)
    elif pa.types.is_string(column.type):
        lengths = pc.fill_null(pc.binary_length(column), -1).to_numpy(zero_copy_only=False)
        yield _bytes_of(lengths.astype("<i4"), ends)
        if int(np.maximum(lengths, 0).sum()):
            inner = np.concatenate(([0], np.cumsum(np.maximum(lengths, 0))))
            text = np.frombuffer("".join(column.drop_null().to_pylist()).encode("utf-8", "surrogatepass"), "u1")
            yield _bytes_of(text, inner[ends])
    else:
        plain = column.cast(pa.int8()) if pa.types.is_boolean(column.type) else column
        yield _bytes_of(plain.is_valid().to_numpy(zero_copy_only=False).astype("u1"), ends)
        yield _bytes_of(pc.fill_null(plain, 0).to_numpy(zero_copy_only=False).astype("<i8"), ends)


def _bytes_of(values: Any, ends: Any) -> Callable[[int], Any]:
    """Return a function from the number of a row to the bytes of its values."""
    view, where = memoryview(np.ascontiguousarray(values)).cast("B"), (ends * values.itemsize).tolist()
    return lambda row: view[where[row] : where[row + 1]]
