"""Quick tests stay quick: one that starts a program or takes its time fails, and says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests import quick, transcripts

Failed = pytest.fail.Exception
TESTS = """
import gc, os, subprocess, sys, threading, time
import pytest
from hypothesis import given, settings, strategies as st

seen = []

def test_quick():
    assert True

@pytest.mark.long
def test_long():
    subprocess.run([sys.executable, "-c", ""], check=True)

def test_program():
    subprocess.run([sys.executable, "-c", ""], check=True)

def test_caught():
    try:
        os.system("true")
    except Exception:
        pass

@pytest.fixture
def process():
    return subprocess.run

def test_fixture(process):
    process([sys.executable, "-c", ""], check=True)

def busy():
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass

def test_slow():
    busy()

def test_thread():
    thread = threading.Thread(target=busy)
    thread.start()
    thread.join()

def test_garbage_of_others():
    end = time.process_time() + 0.4
    while time.process_time() < end:
        gc.collect()

def test_garbage_of_its_own():
    end = time.process_time() + 0.8
    while time.process_time() < end:
        gc.collect(1)

def test_asleep():
    time.sleep(0.4)

@given(st.integers())
@settings(max_examples=50)
def test_generated(number):
    seen.append(number)

def test_how_many():
    assert len(seen) == 10

@pytest.mark.long
def test_how_many_in_the_end():
    assert len(seen) == (16 if os.environ.get("CI") else 50)
"""


def ran(folder: Path, marked: str) -> dict[str, set[str]]:
    """Run these tests in a process of their own; return which of them ended how."""
    (folder / "test_it.py").write_text(TESTS, encoding="utf-8")
    (folder / "test_away.py").write_text("import nowhere\n\npytestmark = pytest.mark.long\n", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = long\n", encoding="utf-8")
    left_out = [] if "not" in marked else ["--ignore=test_away.py"]
    words = ["-q", "-rA", "-p", "tests.quick", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", marked, *left_out]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(transcripts.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    ended: dict[str, set[str]] = {}
    for line in done.stdout.splitlines():
        how, _, rest = line.partition(" test_it.py::test_")
        if rest:
            ended.setdefault(how, set()).add(rest.partition(" ")[0])
    return ended


@pytest.mark.long
def test_the_quick_run(tmp_path: Path) -> None:
    """It leaves out what is long, and fails what starts a program or takes long; generated tests have few examples."""
    assert ran(tmp_path, "not long") == {
        "PASSED": {"quick", "garbage_of_others", "asleep", "generated", "how_many"},
        "FAILED": {"program", "caught", "slow", "thread", "garbage_of_its_own"},
    }


@pytest.mark.long
def test_the_long_run(tmp_path: Path) -> None:
    """It has what the quick run left out, generated tests with all examples, in CI a third; nothing is watched."""
    assert ran(tmp_path, "long") == {"PASSED": {"long", "fixture", "generated", "how_many_in_the_end"}}


@pytest.mark.parametrize("event", sorted(quick.PROGRAMS))
def test_a_quick_test_starts_no_program(monkeypatch: pytest.MonkeyPatch, event: str) -> None:
    """However it does so, the sentence names it and what to do."""
    monkeypatch.setattr(quick.Watch, "test", "test_x.py::test_y")
    with pytest.raises(Failed, match=r"^test_x\.py::test_y starts a program .*@pytest\.mark\.long"):
        quick.Watch.heard(event, ())


def test_what_else_happens_is_nobodys_business(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files may be opened, and a long test may start what it likes."""
    monkeypatch.setattr(quick.Watch, "test", "test_x.py::test_y")
    assert quick.Watch.heard("open", ()) is None
    monkeypatch.setattr(quick.Watch, "test", None)
    assert quick.Watch.heard("subprocess.Popen", ()) is None


def test_a_quick_test_takes_little_time() -> None:
    """What took more is said, and what to do."""
    assert quick.too_slow("test_x.py::test_y", quick.MOST) is None
    with pytest.raises(Failed, match=r"^test_x\.py::test_y took 0\.31 s of processor; .*@pytest\.mark\.long"):
        quick.too_slow("test_x.py::test_y", 0.31)


@pytest.mark.parametrize(("asked", "given"), [(500, quick.FEW), (3, 3)])
def test_few_examples_are_always_the_same(asked: int, given: int) -> None:
    """What a generated test asks for besides is kept."""
    few = quick.shortened(settings(max_examples=asked, stateful_step_count=7, derandomize=False))
    assert (few.max_examples, few.derandomize, few.stateful_step_count) == (given, True, 7)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import x\n\npytestmark = pytest.mark.long\n", True),
        ("pytestmark = [\n    pytest.mark.long,\n    needs_x,\n]\n", True),
        ("pytestmark = [pytest.mark.long, needs_x]\n", True),
        ("pytestmark = pytest.mark.skipif(x)\n", False),
        ("@pytest.mark.long\ndef test_x() -> None:\n", False),
        ('text = """\n    pytestmark = pytest.mark.long\n"""\n', False),
    ],
)
def test_a_file_says_that_it_is_long(text: str, found: bool) -> None:
    """It says so of all its tests, at the left margin."""
    assert bool(quick.LONG_FILE.search(text)) == found
