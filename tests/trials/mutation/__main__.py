"""Mutation testing of the scoring core: `python -m tests.trials.mutation [MODULE …]`; README.md has what it found.

Prints how many mutants of each module the tests kill, and every survivor that README.md does not explain: then it
exits with 1.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.trials.mutation.mutants import Mutant, install, modules
from tests.trials.mutation.trials import Trials, Verdict

LAST = Path(".mutation.json")
README = Path(__file__).parent / "README.md"
TESTS = (
    "rules",
    "rules_in_print",
    "tournament_scales",
    "worked_figures",
    "refusals",
    "evening",
    "judge",
    "closing",
    "possible",
    "special_rounds",
    "settlement",
    "comparing",
    "canonical",
    "limits",
    "lookup",
    "sample_sessions",
    "language",
    "tariffs",
    "older_rules",
)
"""What tests scoring exactly and in this process: without a command, a ledger or a page."""
LEFT_OUT = "tests/test_tariffs.py::test_strategy_varies_every_setting"
"""It asks something of the tests themselves, and takes as long as all others."""
GENERATED = ("scoring_properties", "second_opinion")


def main() -> None:
    """Try the mutants and print what became of them."""
    asked = argparse.ArgumentParser(prog="python -m tests.trials.mutation", description=__doc__)
    asked.add_argument("modules", nargs="*", metavar="MODULE", help="a module of sklog.scoring; all unless said")
    asked.add_argument("--again", action="store_true", help="what survived the last time, with new tests")
    asked.add_argument("--generated", action="store_true", help="the generated tests too, which are slow")
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    said = asked.parse_args()
    found = install(said.modules or modules())
    last: dict[str, str] = json.loads(LAST.read_text()) if said.again else {}
    trials = Trials(
        [mutant for mutant in found if not said.again or alive(last.get(mutant.name, Verdict.SURVIVED))], said.at_once
    )
    options = ["-qq", "-s", "-m", "", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--deselect", LEFT_OUT]
    names = (*TESTS, *GENERATED) if said.generated else TESTS
    code = pytest.main([*options, *(f"tests/test_{name}.py" for name in names)], plugins=[trials])
    if code:
        raise SystemExit(code)
    verdicts = {mutant: trials.verdicts.get(mutant) or Verdict(last[mutant.name]) for mutant in found}
    LAST.write_text(json.dumps(last | {mutant.name: verdict for mutant, verdict in verdicts.items()}))
    if not _report(verdicts):
        raise SystemExit(1)


def alive(verdict: str | None) -> bool:
    """Whether no test noticed the change."""
    return verdict in {Verdict.SURVIVED, Verdict.UNTESTED}


def _report(verdicts: dict[Mutant, Verdict]) -> bool:
    """Print the survivors that README.md does not explain, and the figures; return whether there are none."""
    known = README.read_text()
    survivors = ["\n".join((mutant.place, *mutant.change)) for mutant, verdict in verdicts.items() if alive(verdict)]
    unknown = [survivor for survivor in survivors if survivor not in known]
    print(*unknown, sep="\n\n")
    rows = Counter((mutant.module, verdict) for mutant, verdict in verdicts.items())
    print(f"\n{'module':12}{'mutants':>9}", *(f"{verdict:>9}" for verdict in Verdict), f"{'killed':>9}")
    for module in [*dict.fromkeys(module for module, _ in rows), None]:
        counts = [sum(n for (name, what), n in rows.items() if module in {None, name} and what == v) for v in Verdict]
        share = (counts[0] + counts[1]) / sum(counts)
        print(f"{module or 'all':12}{sum(counts):9}", *(f"{n:9}" for n in counts), f"{share:9.1%}")
    return not unknown


if __name__ == "__main__":
    main()
