"""The benchmarks can be run: nobody measures in a test, but what docs/benchmarks.md names has to work."""

import json
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.trials.benchmarks import __main__ as suite
from tests.trials.benchmarks.measuring import Command, Taken, in_turn
from tests.trials.benchmarks.rows import Figure, Measured, Point, Run, Spec, as_json, cells, ratio, verdict
from tests.trials.benchmarks.seasons import Ledgers

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parent / "trials/benchmarks"
RUN_BY_HAND = 'if __name__ == "__main__":'
SCRIPTS = [path for path in sorted(FOLDER.glob("*.py")) if RUN_BY_HAND in path.read_text(encoding="utf-8")]
AT_MOST, AT_LEAST = Spec("add", "add", 2, "floor"), Spec("hledger", "faster", 2, "hledger", at_least=True)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_benchmark_can_be_imported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that it takes from sklog is still there."""
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    assert "main" in runpy.run_path(str(path), run_name="benchmark")


def test_the_suite_measures_every_row(tmp_path: Path) -> None:
    """Run in short it measures every row, and writes what it prints: how long anything takes is not asked."""
    written = tmp_path / "figures.json"
    words = [sys.executable, "-m", "tests.trials.benchmarks", "--short", "--runs", "1", "--json", str(written)]
    ran = subprocess.run(words, check=False, capture_output=True, text=True, cwd=FOLDER.parents[1])
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False)
    rows = json.loads(written.read_text(encoding="utf-8"))["rows"]
    run = Run(Ledgers(tmp_path), suite.sizes(suite.SHORT_HANDS), 1, 1)
    assert [row["name"] for row in rows] == [spec.name for part in suite.PARTS.values() for spec in part.specs(run)]
    assert [row for row in rows if row["problem"] not in ("", "not installed")] == []
    printed = ran.stdout.splitlines()[2:]  # behind the head of the table
    assert len(printed) >= len(rows)
    assert all(cell in line for row, line in zip(rows, printed, strict=False) for cell in cells(row))


@pytest.mark.parametrize("words", [["--only", "nothing"], ["--runs", "0"], ["--runs", "x"], ["--json", "no/folder/x"]])
def test_wrong_usage_ends_with_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage ends the suite before anything is measured."""
    with pytest.raises(SystemExit) as ended:
        suite.main(words)
    assert (ended.value.code, "usage:" in capsys.readouterr().err) == (2, True)


@pytest.mark.parametrize(
    ("verdict", "short"), [("met", False), ("no target", False), ("missed", True), ("failed", True)]
)
def test_a_missed_target_ends_with_one(verdict: str, short: bool) -> None:
    """Nobody sees a row among forty: the exit code says that something fell short."""
    assert suite.falls_short([{"verdict": "met"}, {"verdict": verdict}]) is short


def test_a_command_that_fails_says_why_and_the_others_go_on(tmp_path: Path) -> None:
    """What fails is left out from then on; what is compared with it cannot be measured either."""
    commands = {
        "fails": Command([sys.executable, "-c", "raise SystemExit('no disk')"], {}),
        "is not there": Command([str(tmp_path / "nobody")], {}),
        "works": Command([sys.executable, "-c", ""], {}),
    }
    taken = in_turn(commands, tmp_path, 2)
    assert taken["fails"].problem == "exit code 1: no disk"
    assert "No such file" in taken["is not there"].problem
    assert (taken["works"].runs, taken["works"].problem) == (2, "")
    assert taken["works"].mib > 1
    assert ratio(taken["works"], taken["fails"]).problem == "what it is compared with: exit code 1: no disk"


def test_a_part_that_fails_keeps_its_other_rows(tmp_path: Path) -> None:
    """A row that was measured before stays; the others say what happened."""

    def measure(_run: Run) -> Iterator[Measured]:
        yield "add", Figure(1.5)
        raise RuntimeError("no disk")

    part = SimpleNamespace(specs=lambda _run: [AT_MOST, AT_LEAST], measure=measure)
    rows = suite.rows_of(part, Run(Ledgers(tmp_path), [60], 1, 1))
    assert [row["verdict"] for row in rows] == ["met", "failed"]
    assert cells(rows[1])[-1] == "failed: RuntimeError: no disk"


def test_a_ratio_is_that_of_the_medians() -> None:
    """One slow run decides nothing."""
    ours, theirs = Taken([3.0, 9.0, 3.0]), Taken([1.0, 1.0, 5.0])
    assert (ratio(ours, theirs).measured, ratio(ours, theirs, faster=True).measured) == (3.0, 1 / 3)


def test_a_ratio_is_one_of_the_processors_time_where_it_is_known() -> None:
    """What waits on a busy machine is no slower for that; the clock stands beside it, or alone if asked for."""
    ours, theirs = Taken([9.0], [2.0]), Taken([3.0], [1.0])
    found, by_clock = ratio(ours, theirs), ratio(ours, theirs, by_clock=True)
    assert (found.measured, found.elapsed, found.own) == (2.0, 3.0, 2.0)
    assert (by_clock.measured, by_clock.elapsed, by_clock.own) == (3.0, None, 9.0)


def test_the_page_has_the_figures_of_the_run_and_what_people_wrote(tmp_path: Path) -> None:
    """Between the marks stand the machine, each row with its miss, and how it grows; all else stays as it is."""
    run = Run(Ledgers(tmp_path), [60], 1, 1)
    run.grows("add", 60, Point(0.25, "s"))
    made = {**suite._made(suite._read(["--hands", "60"])), "processor": "Kettle"}  # noqa: SLF001  how it was measured
    result = {"made": made, "rows": [as_json(AT_MOST, Figure(3.0)), as_json(AT_LEAST, Figure(3.0))]}
    page = suite.PAGE.read_text("utf-8")
    before, after = page.partition(suite.BEGIN)[0], page.partition(suite.END)[2]
    written = suite.on_page(page, result, run)
    assert (written.startswith(before), written.endswith(after)) == (True, True)
    figures = written.removeprefix(before).removesuffix(after)
    said = (" on Kettle, ", "3 × (missed) |", "| 3 ×  ", "60 hands", "250 ms", "1 of 2 rows miss their target")
    assert [one for one in said if one not in figures] == []
    assert suite.on_page(written, result, run) == written


@pytest.mark.parametrize(
    ("spec", "figure", "said"),
    [
        (AT_MOST, Figure(2.0), "met"),
        (AT_MOST, Figure(2.1), "missed"),
        (AT_LEAST, Figure(2.0), "met"),
        (AT_LEAST, Figure(1.9), "missed"),
        (AT_MOST._replace(target=None), Figure(9.0), "no target"),
        (AT_MOST, Figure(problem="not installed"), "not installed"),
        (AT_MOST, Figure(), "failed"),
    ],
)
def test_the_verdict(spec: Spec, figure: Figure, said: str) -> None:
    """A target is met or missed; what could not be measured is neither."""
    assert verdict(spec, figure) == said
