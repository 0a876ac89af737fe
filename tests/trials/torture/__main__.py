"""The torture run: whether the ledger keeps what it has answered, whatever happens to it.

    python -m tests.trials.torture [--long] [--only kill,disk] [--seed N]

It prints a table and what went wrong, and ends with 1 if any target was missed. The parts stand in modules of their
own. `--long` takes the full figures, which takes its time; the same seed throws the same dice.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from tabulate import tabulate

from tests.trials.torture import (
    cases,
    clocks,
    crowd,
    cut,
    day,
    desk,
    disk,
    enemy,
    faults,
    floods,
    forgery,
    fuzz,
    kill,
    lists,
    pairs,
    phones,
    platform,
    power,
    requests,
    rights,
    rot,
    streams,
    truth,
)
from tests.trials.torture.outcome import COLUMNS, Outcome

PARTS: dict[str, tuple[Callable[..., Outcome], dict[str, Any], dict[str, Any]]] = {
    "kill": (kill.run, {"kills": 26, "most": 1}, {"kills": 1000}),
    "disk": (disk.run, {"most": 1, "only": cases.FEW}, {}),
    "power": (power.run, {"most": 4, "only": cases.FEW}, {}),
    "faults": (faults.run, {"most": 4, "only": truth.FEW}, {}),
    "streams": (streams.run, {"most": 3, "only": truth.FEW}, {}),
    "clocks": (clocks.run, {"most": 2, "only": truth.FEW}, {}),
    "pairs": (pairs.run, {"most": 2, "only": pairs.FEW}, {"most": 12}),
    "crowd": (crowd.run, {"hands": 12, "by_add": 4}, {"hands": 500, "by_add": 25}),
    "forgery": (forgery.run, {"count": 100}, {"count": 500}),
    "cut": (cut.run, {"count": 50}, {"count": 500}),
    "enemy": (enemy.run, {"count": 14, "commands": 10}, {"count": 1000}),
    "rot": (rot.run, {"count": 60}, {"count": 500}),
    "lists": (lists.run, {"kills": 10}, {"kills": 200}),
    "day": (day.run, {"people": 90, "tables": 3}, {}),
    "desk": (desk.run, {"people": 40}, {"people": 150}),
    "phones": (phones.run, {"kills": 10}, {"kills": 500}),
    "platform": (platform.run, {"kills": 6}, {"kills": 50}),
    "requests": (requests.run, {"count": 2_000}, {"count": 100_000}),
    "rights": (rights.run, {"count": 1_000}, {"count": 100_000}),
    "floods": (floods.run, {"count": 100}, {"count": 2_000}),
    "fuzz": (fuzz.run, {"count": 10_000}, {"count": 1_000_000}),
}
"""Each part, and how much of it is run: by default, and with --long."""


def main(arguments: Sequence[str]) -> int:
    """Run the parts that are wanted; return the exit code."""
    said = _read(arguments)
    print(f"seed {said.seed}", flush=True)
    outcomes = []
    for name in said.only:
        run, short, long = PARTS[name]
        begun = time.monotonic()
        outcome = run(seed=said.seed, **(long if said.long else short))
        outcomes.append(outcome)
        print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)
    print(f"\n{table(outcomes)}\n")
    for outcome in outcomes:
        for name, figure in outcome.figures.items():
            if name not in COLUMNS:
                print(f"{outcome.part}: {name}: {figure}")
    for outcome in outcomes:
        for problem in outcome.problems:
            print(f"{outcome.part}: {problem}")
    return int(not all(outcome.met for outcome in outcomes))


def table(outcomes: Sequence[Outcome]) -> str:
    """Return what came of the parts, a row for each."""
    rows = [
        [one.part, one.runs, *(one.figures.get(column, "") for column in COLUMNS), _verdict(one)] for one in outcomes
    ]
    return tabulate(rows, headers=["part", "runs", *COLUMNS, "verdict"], disable_numparse=True)


def _verdict(outcome: Outcome) -> str:
    if outcome.skipped:
        return f"skipped: {outcome.skipped}"
    return "met" if outcome.met else "missed"


def _read(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.torture", description=__doc__.splitlines()[0])
    parser.add_argument("--long", action="store_true", help="the full figures")
    parser.add_argument("--only", default=",".join(PARTS), metavar="PARTS", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), metavar="N")
    said = parser.parse_args(arguments)
    said.only = said.only.split(",")
    if unknown := set(said.only) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    return said


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
