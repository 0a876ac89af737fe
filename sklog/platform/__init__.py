"""Evenings by the million: as columns, folded many at a time, by as many workers as there are.

    columns    an evening a row, as Parquet keeps it ◀──▶ sessions
    by_hand    a table of evenings ──▶ what its hands cost, hand by hand
    fold       the same, each different hand scored once
    engines    a function over partitions, on one machine or a cluster
    rescore    files ──▶ partitions ──fold──▶ files

An extra: `export` and `import` of Parquet ask for it by rows of `sklog.rooms`.
"""

from sklog.rooms import IMPORTS

MANY_EVENINGS, MANY_TARIFFS = IMPORTS["columns"].inside, "tariffs*.parquet"
"""How the files are called that a folder of evenings may have."""
