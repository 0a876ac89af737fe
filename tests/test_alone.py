"""The core needs nothing but Python: hands are scored, settled and recorded where no other package is installed.

A tariff in YAML needs PyYAML: it is read before, and comes as JSON.
"""

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import sklog
from tests.transcripts import ROOT

ALONE = """
import json, sys
import sklog

tariff = sklog.entry_from_json(json.load(open("tariff.json", encoding="utf-8"))).tariff
four = ["Anna", "Bene", "Christl", "Dani"]
wenz = sklog.Played(game="wenz", declarer="Anna", won=True)
line = sklog.step(sklog.start(four), wenz, tariff)
hand = sklog.read_hand("s ac nl3", line.state, tariff)
plan = sklog.settle(line.state.balances)
ledger = sklog.Ledger("ledger.db")
ledger.start_evening("Stammtisch", four, tariff, date="2026-11-19")
recorded = ledger.record("w b")
ledger.record(hand)
ledger.fix(1, "w b n")
balances = sklog.Ledger("ledger.db").evening().state.balances
theirs = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"sklog", "__main__"}
print(line.score.value, len(plan.transfers), recorded.line.number, balances["Anna"], ledger.check(), sorted(theirs))
"""


def _ran(folder: Path, *python: str, **env: str) -> str:
    said = json.dumps(sklog.entry_to_json(sklog.TariffChange(sklog.find_tariff("lamers"))))
    (folder / "tariff.json").write_text(said, encoding="utf-8")
    ran = subprocess.run(
        [*python, "-c", ALONE], cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    return ran.stdout


SAID = "20 3 1 20 [] []\n"


@pytest.mark.long
def test_hands_are_scored_settled_and_recorded_without_any_package(tmp_path: Path) -> None:
    """Python is started without its site-packages; the ledger is begun, read again and proved."""
    assert _ran(tmp_path, sys.executable, "-S", PYTHONPATH=str(ROOT)) == SAID


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what builds a wheel that says where the project is, or nowhere; each is built once."""

    @cache
    def built(source: str) -> Path:
        folder = tmp_path_factory.mktemp("wheel")
        made = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
        env = {**os.environ, "SITE_SOURCE": source}
        if subprocess.run(made, env=env, capture_output=True, check=False).returncode:
            pytest.skip("no wheel can be built: pip finds no hatchling")
        (one,) = folder.glob("*.whl")
        return one

    return built


@pytest.mark.long
def test_the_wheel_does_so_where_it_alone_is_installed(tmp_path: Path, wheel: Callable[[str], Path]) -> None:
    """In an environment of its own, without what it depends on: all that is needed is in it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "alone")], check=True)
    python = str(tmp_path / "alone" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "-q", "--no-deps", "--no-index", str(wheel(""))], check=True)
    assert _ran(tmp_path, python, PYTHONPATH="") == SAID


@pytest.mark.long
@pytest.mark.parametrize(("source", "least"), [("", 0), ("https://example.org/table/sklog/blob/v1", 20)])
def test_the_page_of_the_package_leads_to_no_file_beside_it(
    wheel: Callable[[str], Path], source: str, least: int
) -> None:
    """There is none on an index: a link leads to where the project is, or is none where nobody says that."""
    with zipfile.ZipFile(wheel(source)) as opened:
        (told,) = (opened.read(name).decode("utf-8") for name in opened.namelist() if name.endswith("/METADATA"))
    links = re.findall(r"\]\(([^)#]+)\)", told)
    assert len(links) >= least
    assert {link for link in links if not link.startswith("https://example.org/table/sklog/")} == set()
    assert ("https://example.org/table/sklog/releases/latest" in links) == bool(source)
