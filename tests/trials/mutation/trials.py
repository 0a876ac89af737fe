"""Every mutant is tried by the tests that call the mutated function, in a child process of its own.

mutmut starts pytest anew for each mutant; here it has collected once, and a mutant costs a fork.
"""

from __future__ import annotations

import gc
import mmap
import os
import resource
import signal
import time
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

from tests.trials.mutation.mutants import Mutant

FEW = 10  # generated examples a test
PATIENCE = 3  # times as long as the tests took, and so many seconds more, is endless
MEMORY = 1 << 30  # bytes


UNCHANGED = Mutant("", ())


class Verdict(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    ENDLESS = "endless"
    SURVIVED = "survived"
    UNTESTED = "untested"


class Forgotten:
    """A cached property of which a test finds nothing that an earlier one left: each works it out itself.

    Else a mutant would be tried with what the unchanged core found.
    """

    tests = 0  # that began

    def __init__(self, cached: cached_property[Any]) -> None:
        self.find = cached.func
        self.name = f"kept {cached.attrname}"

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        kept: tuple[int, Any] | None = vars(owner).get(self.name)
        if kept is None or kept[0] != Forgotten.tests:
            vars(owner)[self.name] = kept = Forgotten.tests, self.find(owner)
        return kept[1]


class Trials:
    """A pytest plugin that, instead of running the tests once, runs them for every mutant."""

    def __init__(self, mutants: Sequence[Mutant], at_once: int, seconds: int) -> None:
        self.mutants = mutants
        self.at_once = at_once
        self.seconds = seconds  # of CPU to try each
        self.verdicts: dict[Mutant, Verdict] = {}
        self._running: dict[int, Mutant] = {}
        self._items: list[pytest.Item] = []
        self._seconds: list[float] = []  # of CPU, by test
        self._kills = memoryview(mmap.mmap(-1, 1 << 16)).cast("I")  # by test; the children count
        from sklog.scoring.tariff import Tariff  # noqa: PLC0415  not before it is mutated

        for name, value in list(vars(Tariff).items()):
            if isinstance(value, cached_property):
                setattr(Tariff, name, Forgotten(value))

    @staticmethod
    def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
        """Leave out what is long, and let no generated test take its time: few examples, always the same ones."""
        from hypothesis import Phase, is_hypothesis_test, settings  # noqa: PLC0415  pytest wants to import it first

        generated = [item for item in items if is_hypothesis_test(getattr(item, "obj", None))]
        items[:] = [item for item in items if item in generated or not item.get_closest_marker("long")]
        for item in generated:
            found: Any = item
            test = getattr(found.obj, "__func__", found.obj)
            asked = test._hypothesis_internal_use_settings  # noqa: SLF001  what @settings leaves on a test
            test._hypothesis_internal_use_settings = settings(  # noqa: SLF001
                asked,
                max_examples=min(FEW, asked.max_examples),
                phases=[Phase.explicit, Phase.generate],
                derandomize=True,
                database=None,
                deadline=None,
            )

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which test calls which function, then try all mutants."""
        self._items = session.items
        callers = self._watch()
        gc.freeze()
        self._begin(UNCHANGED, range(len(self._items)))
        self._wait()
        if self.verdicts.pop(UNCHANGED) != Verdict.SURVIVED:
            raise pytest.UsageError("the tests fail in a child process without a mutant too")
        for mutant in self.mutants:
            while len(self._running) >= self.at_once:
                self._wait()
            if tests := callers.get(mutant.function):
                self._begin(mutant, tests)
            else:
                self.verdicts[mutant] = Verdict.UNTESTED
        while self._running:
            self._wait()
        return True

    def _watch(self) -> dict[str, list[int]]:
        """Run every test once; return which of them call each function."""
        callers: dict[str, list[int]] = {}
        set_mutant_under_test("stats")
        for number, item in enumerate(self._items):
            state()._stats.clear()  # noqa: SLF001
            began = time.process_time()
            if _fails(item):
                raise pytest.UsageError(f"{item.nodeid} fails without a mutant")
            self._seconds.append(time.process_time() - began)
            for function in state()._stats:  # noqa: SLF001
                callers.setdefault(function, []).append(number)
        return callers

    def _begin(self, mutant: Mutant, tests: Iterable[int]) -> None:
        """Try a mutant in a child process, which ends with 1 where one of these tests kills it."""
        # what has killed many is asked first, then what is quick
        order = sorted(tests, key=lambda number: (-self._kills[number], self._seconds[number]))
        limit = int(PATIENCE * (sum(self._seconds[number] for number in order) + 1))
        if child := os.fork():
            self._running[child] = mutant
            return
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            set_mutant_under_test(mutant.name)
            ends = time.process_time() + self.seconds
            for number in order:
                if time.process_time() > ends:
                    break
                if _fails(self._items[number]):
                    self._kills[number] += 1
                    os._exit(1)
            os._exit(0)
        finally:  # also where a mutant breaks pytest itself
            os._exit(1)

    def _wait(self) -> None:
        child, status = os.wait()
        mutant = self._running.pop(child)
        if os.WIFSIGNALED(status):
            assert os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV}, mutant
            self.verdicts[mutant] = Verdict.ENDLESS
        else:
            self.verdicts[mutant] = Verdict.KILLED if os.WEXITSTATUS(status) else Verdict.SURVIVED
        if len(self.verdicts) % 100 == 0:
            print(f"{len(self.verdicts)} of {len(self.mutants)}", flush=True)


def _fails(item: pytest.Item) -> bool:
    """Whether a test fails. One that needs no fixture is simply called: that takes a tenth of the time."""
    Forgotten.tests += 1
    given = item.callspec.params if hasattr(item, "callspec") else {}
    if isinstance(item, pytest.Function) and given.keys() == set(item.fixturenames):
        try:
            item.obj(**given)
        except pytest.skip.Exception:
            return False
        except (Exception, pytest.fail.Exception):  # noqa: BLE001  whatever it is
            return True
        return False
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
