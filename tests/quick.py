"""Which tests are quick, and who sees to it that they are.

`pytest` runs the quick tests: none starts a program, none takes more than `MOST` seconds of processor, and a generated
test has `FEW` examples, the same every time. `pytest -m long` runs the others: tests with the mark `long`, files that
say `pytestmark = pytest.mark.long` (the quick run does not even read those), and tests with a fixture that starts
programs. A generated test belongs to both: in every run but the quick one it is long, too, and has all its examples, in
CI a third of them.
`pytest -m ""` runs everything.
"""

import gc
import os
import re
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hypothesis import HealthCheck, given, is_hypothesis_test, settings
from hypothesis import strategies as st

from sklog.ledger import database
from tests.without import MISSING

MOST = 0.3
"""Seconds of processor that the call of a quick test may take; those that are quick take a third of it."""
FEW = 2 if MISSING else 10
"""Examples of a generated test in the quick run; in a copy without a room it has been tried with these."""
PROGRAMS = {
    *("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty"),
    "os.startfile",
}
"""What Python's audit hooks call the start of a program."""
SCARCE = bool(os.environ.get("CI"))
"""In CI a generated test has a third of its examples, the same every time; at the desk all, new in every run."""
STARTING = {"process"}
"""Fixtures that start programs: who asks for one is long."""
LAZY = (
    *("asyncssh", "openpyxl", "openskill.models", "plotille", "pygal", "segno", "stdnum.iban", "typer.rich_utils"),
    "xlsxwriter",
)
"""What sklog imports only where it is needed: imported before the first test, which would have to pay for it else."""
LONG_FILE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.long\b", re.MULTILINE)
MAYBE_LONG = re.compile(rf"mark\.long|hypothesis|\b({'|'.join(STARTING)})\b")
"""What a file says that has a long test: the mark, that examples are generated, or a fixture that starts programs."""


class Watch:
    """Who is stopped from starting a program: a quick test, while it runs."""

    test: str | None = None
    hooked = False

    @classmethod
    def hook(cls) -> None:
        """Listen to what the interpreter does, from now on: a hook cannot be taken away again."""
        if not cls.hooked:
            cls.hooked = True
            sys.addaudithook(cls.heard)

    @classmethod
    def heard(cls, event: str, _arguments: object) -> None:
        """Fail the quick test that is about to start a program."""
        if cls.test and event in PROGRAMS:
            pytest.fail(f"{cls.test} starts a program ({event}): mark it, @pytest.mark.long", pytrace=False)


class Garbage:
    """How long it was looked for garbage among all that this process has: who runs just then is not to blame for it.

    It takes half of `MOST` behind ten thousand tests, and happens to whoever makes the object that is one too many.
    What a test makes and leaves itself is found in the two younger generations, and counts.
    """

    seconds = 0.0

    @classmethod
    def heard(cls, phase: str, about: Mapping[str, int]) -> None:
        """Count a collection of everything from its start to its stop."""
        if about["generation"] == 2:  # the oldest
            cls.seconds += time.process_time() * (1 if phase == "stop" else -1)

    @classmethod
    def hook(cls) -> None:
        """Listen from now on."""
        if cls.heard not in gc.callbacks:
            gc.callbacks.append(cls.heard)


def own_seconds() -> float:
    """Return the seconds of processor that this process has taken, but for those of `Garbage`."""
    return time.process_time() - Garbage.seconds


def is_quick(config: pytest.Config) -> bool:
    """Whether this is the run of the quick tests."""
    return "not long" in config.option.markexpr


def too_slow(test: str, seconds: float) -> None:
    """Fail a quick test that took too long."""
    if seconds > MOST:
        pytest.fail(
            f"{test} took {seconds:.2f} s of processor; a quick test takes at most {MOST}. Let it do less, or mark it, "
            "@pytest.mark.long. If it was the first to import something heavy: name that in tests/quick.py, LAZY",
            pytrace=False,
        )


def shortened(asked: settings) -> settings:
    """Return the settings of a generated test with few examples, which are always the same."""
    return settings(
        asked,
        max_examples=min(FEW, asked.max_examples),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[*asked.suppress_health_check, HealthCheck.too_slow],
    )


def thinned(asked: settings) -> settings:
    """Return the settings of a generated test with a third of its examples."""
    return settings(asked, max_examples=max(min(FEW, asked.max_examples), asked.max_examples // 3))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over a file whose tests are all long, or none of them: reading it takes longer than many a test."""
    if collection_path.suffix != ".py" or collection_path.name == "conftest.py":
        return None
    if is_quick(config):
        left_out = LONG_FILE.search(collection_path.read_text("utf-8"))
    else:
        left_out = config.option.markexpr == "long" and not MAYBE_LONG.search(collection_path.read_text("utf-8"))
    return True if left_out else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Read all tests without looking for garbage meanwhile: none of it is any, and a third of the time goes."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark who uses a fixture that starts programs, and let generated tests be short, or long."""
    quick = is_quick(config)
    changed = set()  # the test of a table has one function for all its rows
    for item in items:
        if not STARTING.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.long)
        test: Any = getattr(item, "obj", None)
        if not is_hypothesis_test(test):
            continue
        if not quick:
            item.add_marker(pytest.mark.long)
        if not (quick or SCARCE):
            continue
        test = getattr(test, "__func__", test)
        if id(test) not in changed and hasattr(test, "_hypothesis_internal_use_settings"):
            changed.add(id(test))
            # what @settings leaves on a test, and Hypothesis asks when it runs
            asked = test._hypothesis_internal_use_settings or settings.default  # noqa: SLF001
            test._hypothesis_internal_use_settings = (shortened if quick else thinned)(asked)  # noqa: SLF001


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave out what only takes time, and in a quick run import what no test should pay for.

    Nobody cuts the power, so nothing waits for the disk; what a command's options are is asked of its function once;
    and no collection of garbage looks at all the tests again.
    """
    if session.config.option.collectonly:
        return
    database.SYNCHRONOUS = "OFF"
    typer.main.get_params_from_function = cache(typer.main.get_params_from_function)
    if is_quick(session.config):
        for name in LAZY:
            with suppress(ImportError):
                import_module(name)
        _first()
        Watch.hook()
        Garbage.hook()
    gc.collect()
    gc.freeze()


@settings(max_examples=1, derandomize=True, database=None, deadline=None)
@given(st.text())
def _first(_text: str) -> None:
    """Let Hypothesis read all our modules and its table of letters, as it does for the first generated test."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch a quick test from its first fixture to its last."""
    Watch.test = item.nodeid if Watch.hooked and item.get_closest_marker("long") is None else None
    try:
        return (yield)
    finally:
        Watch.test = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Ask how long a quick test took; without a room it was asked before, with all of them.

    What a generated test draws differs with the modules that are loaded: it may take twice as long.
    """
    began = own_seconds()
    result = yield
    if Watch.test and not MISSING:
        seconds = own_seconds() - began
        too_slow(item.nodeid, seconds / 2 if is_hypothesis_test(getattr(item, "obj", None)) else seconds)
    return result
