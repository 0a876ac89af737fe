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
    "test_rules",
    "test_rules_in_print",
    "test_tournament_scales",
    "test_worked_figures",
    "test_refusals",
    "test_evening",
    "test_judge",
    "test_closing",
    "test_possible",
    "test_special_rounds",
    "test_settlement",
    "test_comparing",
    "test_canonical",
    "test_limits",
    "test_lookup",
    "test_sample_sessions",
    "test_language",
    "test_tariffs",
    "test_older_rules",
    "test_names",
    "test_own_rounds",
    "test_cap",
    "test_amounts",
    "test_arguments",
    "test_implied",
    "test_notation",
    "test_point",
    "test_way_in",
    "test_api",
    "test_put_right",
    "test_reports_hands",
    "season/test_season",
    "season/test_records",
    "season/test_head_to_head",
)
"""What tests scoring exactly and in this process: hardly a command, a ledger or a page."""
LEFT_OUT = "tests/test_arguments.py::test_a_wrong_argument_is_a_sentence"
"""It looks for every public function, and would find each mutant of one."""
GENERATED = ("test_scoring_properties", "test_second_opinion")


def main() -> None:
    """Try the mutants and print what became of them."""
    asked = argparse.ArgumentParser(prog="python -m tests.trials.mutation", description=__doc__)
    asked.add_argument("modules", nargs="*", metavar="MODULE", help="a module of sklog.scoring; all unless said")
    asked.add_argument("--again", action="store_true", help="what survived the last time, with new tests")
    asked.add_argument("--generated", action="store_true", help="the generated tests too, which are slow")
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    asked.add_argument("--seconds", type=int, default=3600, metavar="N", help="of CPU to try each: then it survived")
    said = asked.parse_args()
    found = install(said.modules or modules())
    last = kept()
    known = README.read_text()
    tried = [
        mutant
        for mutant in found
        if not said.again or mutant.key not in last or (alive(last[mutant.key]) and mutant.text not in known)
    ]
    trials = Trials(tried, said.at_once, said.seconds)
    options = ["-qq", "-s", "-m", "", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--deselect", LEFT_OUT]
    names = (*TESTS, *GENERATED) if said.generated else TESTS
    code = pytest.main([*options, *(f"tests/{name}.py" for name in names)], plugins=[trials])
    # what was tried is kept also where somebody stops it
    LAST.write_text(json.dumps(kept() | {mutant.key: verdict for mutant, verdict in trials.verdicts.items()}))
    if code:
        raise SystemExit(code)
    if not _report({mutant: trials.verdicts.get(mutant) or Verdict(last[mutant.key]) for mutant in found}):
        raise SystemExit(1)


def kept() -> dict[str, str]:
    """Return what became of every mutant the last time that it was tried."""
    return json.loads(LAST.read_text()) if LAST.exists() else {}  # type: ignore[no-any-return]


def alive(verdict: str | None) -> bool:
    """Whether no test noticed the change."""
    return verdict in {Verdict.SURVIVED, Verdict.UNTESTED}


def _report(verdicts: dict[Mutant, Verdict]) -> bool:
    """Print the survivors that README.md does not explain, and the figures; return whether there are none."""
    known = README.read_text()
    survivors = [mutant.text for mutant, verdict in verdicts.items() if alive(verdict)]
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
