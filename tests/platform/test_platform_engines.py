"""Engines: every partition is done once, whoever does it and whoever is killed; and nobody is left behind."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="sklog-schafkopf[platform] is not installed")
pytest.importorskip("pyarrow", reason="sklog-schafkopf[platform] is not installed")

from sklog.errors import HandError, Problem, Refused
from sklog.platform import engines
from tests import transcripts
from tests.trials.torture import platform
from tests.trials.torture.platform import workers_of

pytestmark = pytest.mark.long

AT_ONCE = [("here", 1), ("dask", 1), ("dask", 2)]
SEVERAL = [("dask", 2)]
SLOW = 0.05  # seconds that a partition takes, where somebody shall come between
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc")


def squared(number: int) -> int:
    """Stand for the work."""
    return number * number


def slow(number: int) -> int:
    """Stand for work that takes its time."""
    time.sleep(SLOW)
    return number


def refusing(number: int) -> int:
    """Refuse one partition with an error that has two sentences."""
    if number == 3:
        raise HandError(Problem("that is wrong", "file", 3), "and this")
    return number


def dying(number: int, *, marks: Path | None = None) -> int:
    """End the worker of one partition; with `marks` only the one that has it first."""
    if number == 3 and (marks is None or not (marks / "died").exists()):
        if marks:
            (marks / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def large(number: int) -> bytes:
    """Return more than any pipe holds."""
    return bytes([number]) * 3_000_000


@pytest.mark.parametrize(("engine", "workers"), AT_ONCE)
def test_every_partition_is_done_once(engine: str, workers: int) -> None:
    """There are more partitions than workers, and each result comes with the place of its partition."""
    found = list(engines.run_partitions(engine, squared, range(50), workers))
    assert sorted(found) == [(number, number * number) for number in range(50)]


def test_one_worker_is_this_process() -> None:
    """With one worker nothing is pickled and nothing begun, and results come in order, one at a time."""
    seen: list[int] = []
    for place, length in engines.run_partitions("here", lambda number: seen.append(number) or len(seen), range(5), 1):
        assert (place, length) == (len(seen) - 1, len(seen))
    assert seen == list(range(5))


@pytest.mark.parametrize("engine", ["here", "dask"])
def test_nothing_to_do(engine: str) -> None:
    """No partitions make no results."""
    assert list(engines.run_partitions(engine, squared, [], 2)) == []


@pytest.mark.parametrize(("engine", "workers"), AT_ONCE)
def test_what_the_function_raises_is_raised(engine: str, workers: int) -> None:
    """An error with its sentences and their places comes out as it was raised, whichever process raised it."""
    with pytest.raises(HandError) as caught:
        list(engines.run_partitions(engine, refusing, range(10), workers))
    assert caught.value.problems == (Problem("that is wrong", "file", 3), Problem("and this"))


@pytest.mark.parametrize(("engine", "workers"), SEVERAL)
def test_a_killed_worker_costs_no_result(engine: str, workers: int, tmp_path: Path) -> None:
    """Its partition is done by another one, and every result is there once."""
    found = list(engines.run_partitions(engine, partial(dying, marks=tmp_path), range(10), workers))
    assert (tmp_path / "died").exists()
    assert sorted(found) == [(number, number) for number in range(10)]


@pytest.mark.parametrize(("engine", "workers"), SEVERAL)
def test_a_partition_that_ends_its_workers_is_refused(engine: str, workers: int) -> None:
    """It is tried some times and not for ever."""
    with pytest.raises(Refused, match="has ended its worker 5 times"):
        list(engines.run_partitions(engine, dying, range(10), workers))


@needs_proc
@pytest.mark.parametrize(("engine", "workers"), SEVERAL)
def test_all_workers_killed_at_once(engine: str, workers: int) -> None:
    """Nobody is left for a moment, also while new ones begin: others come, and every result is there once."""
    results: list[tuple[int, int]] = []
    for found in engines.run_partitions(engine, slow, range(40), workers):
        results.append(found)
        if len(results) in (5, 6, 20):
            for each in workers_of(os.getpid()):
                os.kill(each, signal.SIGKILL)
    assert sorted(results) == [(number, number) for number in range(40)]


def test_results_larger_than_a_pipe() -> None:
    """Nothing waits for a result that is on its way."""
    found = dict(engines.run_partitions("dask", large, range(6), 2))
    assert found == {number: large(number) for number in range(6)}


@pytest.mark.parametrize(("engine", "workers"), SEVERAL)
def test_who_stops_listening_leaves_nobody_behind(engine: str, workers: int) -> None:
    """Workers end with the loop that wanted their results."""
    running = engines.run_partitions(engine, slow, range(1000), workers)
    next(running)
    begun = workers_of(os.getpid())
    running.close()
    assert begun
    assert not [each for each in begun if each in workers_of(os.getpid())]


LONG = """
import sys
from sklog.platform.engines import run_partitions
from tests.platform.test_platform_engines import slow
if __name__ == "__main__":
    try:
        for place, _result in run_partitions(sys.argv[1], slow, range(10_000), 2):
            print(place, flush=True)
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("engine", ["dask"])
def test_who_is_stopped_leaves_nobody_behind(engine: str, how: signal.Signals) -> None:
    """Ctrl-C at the terminal reaches all of them, kill one: in both cases all are gone, and none complains."""
    env = {**os.environ, "PYTHONPATH": str(transcripts.ROOT)}
    command = [sys.executable, "-c", LONG, engine]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=env, text=True, start_new_session=True, **pipes) as process:
        assert process.stdout
        process.stdout.readline()
        begun = workers_of(process.pid)
        (os.killpg if how == signal.SIGINT else os.kill)(process.pid, how)
        out, err = process.communicate(timeout=60)
    assert len(begun) >= 2
    assert not [each for each in begun if not _gone(each)]
    if how == signal.SIGINT:
        assert (out.split()[-1], err) == ("stopped", "")


def _gone(number: int) -> bool:
    """Wait some seconds for a process to be gone, or to be nothing but an entry in a list."""
    patience = time.monotonic() + 20
    while time.monotonic() < patience:
        try:
            if Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one sentence, which names the address."""
    monkeypatch.setattr(engines, "CONNECTING", 1)
    with pytest.raises(Refused, match=r"no worker of tcp://127\.0\.0\.1:9 can be reached"):
        list(engines.run_partitions("dask", squared, range(3), 2, "tcp://127.0.0.1:9"))


def test_a_scheduler_for_nobody() -> None:
    """One machine alone needs none: whoever names one wants a cluster."""
    with pytest.raises(Refused, match="only a cluster has a scheduler"):
        list(engines.run_partitions("here", squared, range(3), 2, "tcp://127.0.0.1:9"))


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")
def test_an_engine_that_is_not_installed() -> None:
    """It is one sentence, which says how to get it."""
    with pytest.raises(Refused, match="ray is not installed: pip install 'ray'"):
        list(engines.run_partitions("ray", squared, range(3), 2))


@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")
def test_ray_does_the_same() -> None:
    """The map knows no engine: what holds for the others holds for one that nobody has thought of."""
    assert sorted(engines.run_partitions("ray", squared, range(20), 2)) == [(number, number**2) for number in range(20)]
    with pytest.raises(HandError, match="that is wrong"):
        list(engines.run_partitions("ray", refusing, range(10), 2))


class _Recorded:
    """Workers of an engine that only note how many partitions were with it at once."""

    def __init__(self) -> None:
        self.most = 0

    def room(self) -> int:
        return 3

    def submit(self, partition: int) -> int:
        return partition

    def finished(self, tickets: list[int]) -> list[int]:
        self.most = max(self.most, len(tickets))
        return tickets[:2]

    def result(self, ticket: int) -> int:
        return -ticket


def test_an_engine_never_sees_them_all() -> None:
    """Of many partitions no more are with an engine than it has room for."""
    recorded = _Recorded()
    assert sorted(engines.as_done(recorded, range(1000))) == [(number, -number) for number in range(1000)]
    assert recorded.most == 3


@needs_proc
def test_rescore_is_killed() -> None:
    """Killed workers, scheduler and command, and a full disk: what comes out is whole and the same, or nothing is."""
    outcome = platform.run(1, kills=3, hands=20_000)
    assert outcome.problems == ()
    assert outcome.runs >= 4
