"""What folding a table of evenings makes: one row an evening, refused hands, standings, and a digest of it all.

Amounts are whole cents or points. People are places in the evening's `people`; the Stock's part of what was paid is
minus the sum of theirs.
"""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

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
