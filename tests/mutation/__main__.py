"""Mutation testing of the scoring core: `python -m tests.mutation [MODULE …]`. What it found stands in README.md here.

Prints how many mutants of each module the tests kill, and every survivor.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.mutation import mutants
from tests.mutation.trials import Trials, Verdict

LAST = Path(".mutation.json")
TESTS = (
    "rules",
    "worked_figures",
    "refusals",
    "evening",
    "closing",
    "settlement",
    "comparing",
    "canonical",
    "sample_sessions",
    "language",
)
"""What tests scoring exactly and in this process: without a command, a ledger or a page."""
GENERATED = ("scoring_properties", "second_opinion")


def main() -> None:
    """Try the mutants and print what became of them."""
    asked = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    asked.add_argument("modules", nargs="*", metavar="MODULE", help="a module of sklog.scoring; all unless said")
    asked.add_argument("--again", action="store_true", help="only what survived the last time")
    asked.add_argument("--generated", action="store_true", help="the generated tests too, which are slow")
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    said = asked.parse_args()
    found = mutants.install(said.modules or mutants.modules())
    last: dict[str, str] = json.loads(LAST.read_text()) if LAST.exists() else {}
    if said.again:
        found = [mutant for mutant in found if last.get(mutant.name) in {Verdict.SURVIVED, Verdict.UNTESTED}]
    trials = Trials(found, said.at_once)
    options = ["-qq", "-s", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    names = (*TESTS, *GENERATED) if said.generated else TESTS
    code = pytest.main([*options, *(f"tests/test_{name}.py" for name in names)], plugins=[trials])
    if code:
        raise SystemExit(code)
    LAST.write_text(json.dumps(last | {mutant.name: verdict for mutant, verdict in trials.verdicts.items()}))
    _report(trials.verdicts)


def _report(verdicts: dict[mutants.Mutant, Verdict]) -> None:
    for mutant, verdict in verdicts.items():
        if verdict in {Verdict.SURVIVED, Verdict.UNTESTED}:
            print("", f"{mutant.place} ({verdict}, {mutant.name.rpartition('_')[2]})", *mutant.change, sep="\n")
    rows = Counter((mutant.module, verdict) for mutant, verdict in verdicts.items())
    print(f"\n{'module':12}{'mutants':>8}", *(f"{verdict:>9}" for verdict in Verdict), f"{'killed':>9}")
    for module in [*dict.fromkeys(module for module, _ in rows), None]:
        counts = [sum(n for (name, what), n in rows.items() if module in {None, name} and what == v) for v in Verdict]
        share = (counts[0] + counts[1]) / sum(counts)
        print(f"{module or 'all':12}{sum(counts):8}", *(f"{n:9}" for n in counts), f"{share:9.1%}")


if __name__ == "__main__":
    main()
