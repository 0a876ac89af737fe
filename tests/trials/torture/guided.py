"""The same targets under a fuzzer that sees which lines of sklog an input reaches, and goes on from there.

    python -m tests.trials.torture.guided shorthand --runs 200000

It needs atheris (`pip install atheris`), which exists for Linux and some versions of Python only: it is no part of the
test extra, and without it this says so and ends.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

KINDS = (
    "shorthand",
    "json hand",
    "tariff",
    "session",
    "csv, jsonl",
    "protocol",
    "list",
    *(("columns",) if find_spec("pyarrow") else ()),
)
LONGEST = 4_096  # bytes of an input


def main() -> None:
    """Fuzz one kind until the runs are over, or an input is found that must not be."""
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("kind", choices=KINDS)
    said.add_argument("--runs", type=int, default=100_000)
    said.add_argument("--seed", type=int, default=1)
    words = said.parse_args()
    if find_spec("atheris") is None:
        print("skipped: atheris is not installed (pip install atheris, where there is a wheel for this Python)")
        return
    import atheris  # noqa: PLC0415  not everywhere

    with atheris.instrument_imports(include=["sklog"]):
        from tests.trials.torture import fuzz, targets  # noqa: PLC0415  instrumented while they are imported

    target = targets.READERS[words.kind]
    made = fuzz.inputs(words.kind, words.seed)

    def one(data: bytes) -> None:
        target(data)

    with tempfile.TemporaryDirectory() as corpus:
        for number in range(500):
            (Path(corpus) / str(number)).write_bytes(made(number)[:LONGEST])
        options = [
            f"-runs={words.runs}",
            f"-seed={words.seed}",
            f"-max_len={LONGEST}",
            "-timeout=5",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *options, corpus], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
