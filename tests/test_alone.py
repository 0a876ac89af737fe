"""The core needs nothing but Python: hands are scored, settled and recorded where no other package is installed.

A new ledger needs sqlite-utils, a tariff in YAML PyYAML: both are made before, as another machine would.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sklog

ROOT = Path(__file__).parent.parent
FOUR = ["Anna", "Bene", "Christl", "Dani"]
ALONE = """
import json, sys
import sklog

tariff = sklog.entry_from_json(json.load(open("tariff.json", encoding="utf-8"))).tariff
wenz = sklog.Played(game="wenz", declarer="Anna", won=True)
line = sklog.step(sklog.start(["Anna", "Bene", "Christl", "Dani"]), wenz, tariff)
hand = sklog.read_hand("s ac nl3", line.state, tariff)
plan = sklog.settle(line.state.balances)
ledger = sklog.Ledger("ledger.db")
recorded = ledger.record("w b")
ledger.record(hand)
balances = ledger.evening().state.balances
theirs = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"sklog", "__main__"}
print(line.score.value, len(plan.transfers), recorded.line.number, balances["Anna"], sorted(theirs))
"""


@pytest.mark.long
def test_hands_are_scored_settled_and_recorded_without_any_package(tmp_path: Path) -> None:
    """Python is started without its site-packages."""
    tariff = sklog.find_tariff("lamers")
    sklog.Ledger(tmp_path / "ledger.db").start_evening("Stammtisch", FOUR, tariff, date="2026-11-19")
    said = json.dumps(sklog.entry_to_json(sklog.TariffChange(tariff)))
    (tmp_path / "tariff.json").write_text(said, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-S", "-c", ALONE],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stderr, ran.stdout) == ("", "20 3 1 30 []\n")
