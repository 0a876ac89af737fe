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

from sklog.errors import Refused
from sklog.language import _
from sklog.platform.columns import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.state import Count

STEPS = pa.list_(pa.struct([("label", pa.string()), *fields_of(pa.int64(), "plus", "times")]))
"""How an amount comes about, step by step."""

SCORED = pa.struct(
    [("number", pa.int32()), ("value", pa.int64()), ("paid", pa.list_(pa.int64())), ("refused", pa.bool_())]
)
"""An entry after the fold: `value` and `paid` are null where it has no score, `number` where it is an event."""

STATE = pa.struct(
    [
        ("seats", pa.list_(pa.int16())),
        ("dealer", pa.int16()),
        ("balances", pa.list_(pa.int64())),
        ("stock", pa.int64()),
        ("bock", pa.list_(pa.int32())),
        ("bock_since", pa.list_(pa.string())),
        ("round", pa.string()),
        ("round_left", pa.int16()),
        ("round_since", pa.string()),
        ("hands", pa.int32()),
        ("dealt", pa.list_(pa.int32())),
        *fields_of(pa.int32(), "thrown_in", "void", "posted"),
    ]
)
"""What an evening remembers at its end; a cause is `trigger@hand`, `balances` and `dealt` are by place in `people`."""

SCORES = pa.schema(
    [
        *fields_of(pa.string(), "id", "tariff", "unit"),
        ("people", pa.list_(pa.string())),
        ("hands", pa.list_(SCORED)),
        ("state", STATE),
    ]
)
REFUSED = pa.schema(
    [("id", pa.string()), *fields_of(pa.int32(), "entry", "number"), ("sentences", pa.list_(pa.string()))]
)
STANDINGS = pa.schema([*fields_of(pa.string(), "person", "unit"), *fields_of(pa.int64(), "evenings", "hands", "total")])


class Folded(NamedTuple):
    """What became of a table of evenings; `scores` is None where only the standings were wanted.

    `digest` is the same in any order and partition; those of several tables are added, modulo 2²⁵⁶. `counted` is how
    many hands were played, and how many numbers are something else.
    """

    scores: pa.Table | None
    refused: pa.Table
    standings: pa.Table
    digest: int
    counted: Count


def sum_standings(standings: Iterable[pa.Table]) -> pa.Table:
    """Return the standings of several tables as one, by unit and person. Raises Refused for too large a sum."""
    rows = pa.concat_tables([STANDINGS.empty_table(), *standings])
    whose, counted = STANDINGS.names[:2], STANDINGS.names[2:]
    most = max(abs(end or 0) for end in pc.min_max(rows["total"]).as_py().values())
    if most * rows.num_rows > SAFE:
        rows = rows.set_column(4, "total", rows["total"].cast(pa.decimal128(38)))
    sums = rows.group_by(whose).aggregate([(name, "sum") for name in counted])
    try:
        found = sums.rename_columns([*whose, *counted]).cast(STANDINGS)
    except pa.ArrowInvalid:
        raise Refused(_("somebody's total no longer fits in 64 bits")) from None
    return found.sort_by([("unit", "ascending"), ("person", "ascending")])


SAFE = 2.0**62  # a sum of no more than that fits in 64 bits
ALL_DIGESTS = 2**256
_NOTHING = -(2**63)  # no amount is so small


def numbers(values: pa.Array | pa.ChunkedArray) -> Any:
    """Return numbers, or what is true, as an array of numpy's."""
    return values.to_numpy(zero_copy_only=False)


def lengths(lists: pa.Array | pa.ChunkedArray, of_null: int = 0) -> Any:
    """Return how long each list is, and `of_null` for one that is null."""
    return numbers(pc.fill_null(pc.list_value_length(lists), of_null))


def in_one_piece(column: pa.ChunkedArray) -> pa.Array:
    """Return a column in one piece; one that is so already is not copied."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def digest(scores: pa.Table) -> int:
    """Return the digest of what became of these evenings: of every amount, and of every state at an end.

    It is the sum of one for each evening, modulo 2²⁵⁶: in whatever order they come, and whoever folded them. What is
    said to people is not in it: they speak several languages.
    """
    total = 0
    parts = [*_bytes_by_row([in_one_piece(column) for column in scores.itercolumns()], np.arange(scores.num_rows + 1))]
    for row in range(scores.num_rows):
        found = sha256()
        for values, ends in parts:
            found.update(values[ends[row] : ends[row + 1]])
        total += int.from_bytes(found.digest(), "big")
    return total % ALL_DIGESTS


def _bytes_by_row(columns: Iterable[pa.Array], ends: Any) -> Iterator[tuple[memoryview, list[int]]]:
    """Yield bytes and where those of each row of a table end: numbers and lengths of these columns, then their items.

    `ends` says where the values of a row end.
    """
    fixed: list[Any] = []
    below = list(_fixed_columns(columns, fixed))
    yield _bytes_of(np.column_stack(fixed), ends)
    for values, lengths in below:
        inner = np.concatenate(([0], np.cumsum(np.maximum(lengths, 0))))[ends]
        if isinstance(values, pa.Array):
            yield from _bytes_by_row([values], inner)
        elif len(values):
            yield _bytes_of(values, inner)


def _fixed_columns(columns: Iterable[pa.Array], fixed: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Add the numbers of these columns to `fixed`, and the lengths of texts and lists; yield those with them."""
    for column in columns:
        if pa.types.is_struct(column.type):
            fixed.append(numbers(column.is_valid()).astype("<i8"))
            yield from _fixed_columns(column.flatten(), fixed)
        elif pa.types.is_list(column.type) or pa.types.is_string(column.type):
            text = pa.types.is_string(column.type)
            count = pc.binary_length if text else pc.list_value_length
            long = numbers(pc.fill_null(count(column), -1)).astype("<i8")
            fixed.append(long)
            if not text:
                yield column.flatten(), long
            elif long.max(initial=0) > 0:
                words = "".join(column.drop_null().to_pylist()).encode("utf-8", "surrogatepass")
                yield np.frombuffer(words, "u1"), long
        else:
            plain = column.cast(pa.int64())
            fixed.append(numbers(pc.fill_null(plain, _NOTHING)).astype("<i8"))


def _bytes_of(values: Any, ends: Any) -> tuple[memoryview, list[int]]:
    """Return the bytes of an array, and where those of each row end."""
    plain = np.ascontiguousarray(values)
    size = plain.itemsize * (plain.shape[1] if plain.ndim > 1 else 1)
    return memoryview(plain.tobytes()), (ends * size).tolist()
