"""Evenings by the million: as columns, folded many at a time, by as many workers as there are.

    columns    an evening a row, as Parquet keeps it ◀──▶ sessions
    by_hand    a table of evenings ──▶ what its hands cost, hand by hand
    fold       the same, each different hand scored once
    engines    a function over partitions, on one machine or a cluster
    rescore    files ──▶ partitions ──fold──▶ files

An extra: nothing else of sklog imports it, but `export` and `import` of Parquet where they are asked to.
"""

MANY_EVENINGS, MANY_TARIFFS = "evenings*.parquet", "tariffs*.parquet"
"""How the files are called that a folder of evenings may have."""
