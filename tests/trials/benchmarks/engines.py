"""Which engine: the same evenings folded hand by hand by each of them, two workers; and once more with a worker killed.

    python -m tests.trials.benchmarks.engines [--hands 150000] [--runs 5] [--only dask,ray] [--python ray=/…/bin/python]

It runs by hand, not with the other benchmarks: engines are large, and each may need an environment of its own, whose
interpreter is told with `--python`. What is not installed is said. `sklog` has to be importable there: the standard
library is enough for it. Needs Linux, and psutil where it is begun.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import pickle
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.trials.benchmarks import seasons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

WORKERS = 2
EVENINGS = 40  # of a partition
LONGEST = 60.0  # seconds after which a run hangs
BEAT = 0.1  # seconds between two looks at the memory
ROOT = Path(__file__).parents[3]
NO_PACKAGE = ("pip", "setuptools", "_distutils_hack", "__pycache__")
SUBREAPER = 36  # prctl: whoever is left behind by his parent becomes ours, and what he took is counted


# -- the job, in whatever process an engine runs it -----------------------------------------------------------


def fold(path: str) -> str:
    """Fold the evenings of a partition; return how many hands they have, and a digest of what everybody has."""
    place = Path(path)
    (place.parents[1] / "begun" / f"{time.time_ns()} {os.getpid()} {place.stem}").touch()
    hands, digest = 0, 0
    for session in pickle.loads(place.read_bytes()):  # noqa: S301  we have written it
        totals: dict[str, int] = {}
        for line in session.lines():
            hands += 1
            for name, amount in line.score.postings.items():
                totals[name] = totals.get(name, 0) + amount
        said = f"{session.id} {sorted(totals.items())}"
        digest += int.from_bytes(hashlib.sha256(said.encode()).digest())
    return f"{hands} {digest:x}"


def total(results: Iterable[str]) -> str:
    """Return the hands of all partitions, and the digest of them all, which no order changes."""
    pairs = [said.split() for said in results]
    return f"{sum(int(hands) for hands, _ in pairs)} {sum(int(digest, 16) for _, digest in pairs) % 2**256:x}"


def _by_map(name: str) -> Callable[[list[str]], Iterable[str]]:
    """Return what runs the job as `sklog rescore` does."""

    def mapped(paths: list[str]) -> Iterator[str]:
        from sklog.platform import engines  # noqa: PLC0415  the others do without

        return (result for _place, result in engines.run_partitions(name, fold, paths, workers=WORKERS))

    return mapped


def _one_process(paths: list[str]) -> Iterable[str]:
    return map(fold, paths)


def _multiprocessing(paths: list[str]) -> Iterable[str]:
    from multiprocessing import get_context  # noqa: PLC0415  only who is measured imports anything

    with get_context("spawn").Pool(WORKERS) as pool:
        return list(pool.imap_unordered(fold, paths))


def _futures(paths: list[str]) -> Iterable[str]:
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  as above
    from multiprocessing import get_context  # noqa: PLC0415  as above

    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        return list(pool.map(fold, paths))


def _spark(paths: list[str]) -> Iterable[str]:
    from pyspark.sql import SparkSession  # noqa: PLC0415  as above

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{WORKERS},4]")  # 4: how often a task is tried
    for key, value in (("ui.enabled", "false"), ("driver.host", "127.0.0.1"), ("driver.bindAddress", "127.0.0.1")):
        builder = builder.config(f"spark.{key}", value)
    with builder.getOrCreate() as spark:
        return spark.sparkContext.parallelize(paths, len(paths)).map(fold).collect()


def _daft(paths: list[str]) -> Iterable[str]:
    import daft  # noqa: PLC0415  as above

    # one instance a process: without them Daft runs Python's functions in threads, of which one works
    folds = daft.udf(return_dtype=daft.DataType.string(), batch_size=1, concurrency=WORKERS, use_process=True)(_Fold)
    folds = folds.with_init_args()
    frame = daft.from_pydict({"path": paths})
    return frame.select(folds(frame["path"]).alias("said")).to_pydict()["said"]


class _Fold:
    """The job as Daft wants it, over a column."""

    def __init__(self) -> None:
        """Begin with nothing: Daft asks for it."""

    def __call__(self, paths: Any) -> list[str]:
        return [fold(path) for path in paths.to_pylist()]


ENGINES: dict[str, tuple[str, Callable[[list[str]], Iterable[str]]]] = {
    "one process": ("sys", _one_process),
    "multiprocessing": ("sys", _multiprocessing),
    "concurrent.futures": ("sys", _futures),
    "dask": ("distributed", _by_map("dask")),
    "ray": ("ray", _by_map("ray")),
    "spark": ("pyspark", _spark),
    "daft": ("daft", _daft),
}
"""What an engine needs to be installed, and how it runs the job."""


def alone(name: str, folder: str) -> None:
    """Run the job on an engine and print what came of it: all that the measured process does."""
    print(total(ENGINES[name][1](sorted(map(str, Path(folder, "partitions").iterdir())))))


# -- measuring it from outside --------------------------------------------------------------------------------


class Taken(NamedTuple):
    """One run: its seconds, those of the processor of all its processes, their MiB at most, partitions begun, its end.

    `became` is "done", "fails" or "hangs"; `said` is the digest, or the end of what it complained of.
    """

    seconds: float
    cpu: float
    mib: float
    begun: int
    became: str
    said: str


def once(python: str, name: str, folder: Path, *, kill: bool = False) -> Taken:
    """Run the job on an engine; with `kill` a worker is killed when a third of the partitions is begun."""
    marks = folder / "begun"
    for mark in marks.iterdir():
        mark.unlink()
    kill_at = len(list((folder / "partitions").iterdir())) // 3 if kill else 0
    env = {**os.environ, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0", "DO_NOT_TRACK": "1"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # large packages would be compiled in every process
    code = f"from tests.trials.benchmarks.engines import alone; alone({name!r}, {str(folder)!r})"
    before, began = _spent(), time.monotonic()
    with (folder / "out").open("w+") as out, (folder / "err").open("w+") as err:
        process = subprocess.Popen([python, "-c", code], cwd=folder, env=env, stdout=out, stderr=err)
        mib, cpu = _watched(process, marks, kill_at)
        seconds = time.monotonic() - began
        hangs = process.poll() is None
        _end_all()
        out.seek(0)
        err.seek(0)
        told, complained = out.read().split("\n"), err.read().strip()
    became = "hangs" if hangs else "fails" if process.wait() else "done"
    said = told[-2] if became == "done" else complained.rsplit("\n", 1)[-1] or f"exit code {process.returncode}"
    return Taken(seconds, max(_spent() - before, cpu), mib, len(list(marks.iterdir())), became, said)


def _watched(process: subprocess.Popen[bytes], marks: Path, kill_at: int) -> tuple[float, float]:
    """Wait for the process, and kill one of its workers when it is time; return the MiB of all at most, their seconds.

    The seconds are those that were seen: an engine that does not wait for its workers hides theirs from the system's
    own count, which misses nothing else.
    """
    most, seconds, deadline = 0.0, {}, time.monotonic() + LONGEST
    while process.poll() is None and time.monotonic() < deadline:
        if kill_at and len(begun := sorted(mark.name for mark in marks.iterdir())) >= kill_at:
            os.kill(int(begun[-1].split()[1]), signal.SIGKILL)
            kill_at = 0
        most = max(most, _looked(seconds))
        time.sleep(BEAT)
    _looked(seconds)
    return most, sum(seconds.values())


def _looked(seconds: dict[int, float]) -> float:
    """Return the MiB of all processes below this one, what several share counted once; keep the seconds of each."""
    import psutil  # noqa: PLC0415  only who measures needs it

    pss = 0
    for process in psutil.Process().children(recursive=True):
        try:
            used = process.cpu_times()
            seconds[process.pid] = used.user + used.system
            pss += process.memory_full_info().pss
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return pss / 2**20


def _end_all() -> None:
    """End whatever an engine has left behind, and wait for it, so that its time is counted."""
    import psutil  # noqa: PLC0415  as above

    patience = time.monotonic() + 5
    while children := psutil.Process().children(recursive=True):
        for child in children:
            if time.monotonic() > patience and child.is_running():
                child.kill()
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(BEAT)


def _spent() -> float:
    """Return the processor's seconds of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def installed(python: str) -> int:
    """Return the MiB of everything that is installed beside the interpreter, without what Python has compiled."""
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    place = Path(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())
    files = (path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    kept = (path for path in files if not any(part.startswith(NO_PACKAGE) for part in path.relative_to(place).parts))
    return round(sum(path.stat().st_size for path in kept) / 2**20)


def _made(folder: Path, hands: int) -> None:
    """Write the partitions: plain evenings of a season, pickled."""
    from sklog.files.formats import read_path  # noqa: PLC0415  who only folds does not need YAML

    (folder / "partitions").mkdir()
    (folder / "begun").mkdir()
    sessions = iter(read_path(seasons.Ledgers(folder).season(hands)))
    for number in range(10**6):
        if not (some := list(islice(sessions, EVENINGS))):
            return
        (folder / "partitions" / f"{number:06}").write_bytes(pickle.dumps(some))


# -- the table ------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Measure the engines in turn and print the table; return 1 if two of them do not agree."""
    from tabulate import tabulate  # noqa: PLC0415  who is measured does not print a table

    said = _read(arguments)
    pythons = dict(pair.split("=", 1) for pair in said.python)
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="sklog-engines-") as name:
        folder = Path(name)
        _made(folder, said.hands)
        there = {one: pythons.get(one, sys.executable) for one in said.only}
        for one in list(there):
            if subprocess.run(
                [there[one], "-c", f"import {ENGINES[one][0]}"], capture_output=True, check=False
            ).returncode:
                print(f"{one}: not installed in {there.pop(one)}")
        runs: dict[str, list[Taken]] = {one: [] for one in there}
        killed: dict[str, list[Taken]] = {one: [] for one in there if one != "one process"}
        for turn in range(said.runs):
            for kind in (runs, killed):
                for one in kind:
                    kind[one].append(once(there[one], one, folder, kill=kind is killed))
                    print(turn, "killed" if kind is killed else "", one, kind[one][-1], file=sys.stderr, flush=True)
    sizes = {one: installed(there[one]) if one in pythons else "" for one in there}
    rows = [_row(one, runs[one], killed.get(one, []), sizes[one]) for one in there]
    print(tabulate(rows, headers=HEADERS, disable_numparse=True))
    digests = {
        taken.said for kind in (runs, killed) for some in kind.values() for taken in some if taken.became == "done"
    }
    print("all results are equal" if len(digests) == 1 else f"results differ: {digests}")
    return int(len(digests) != 1)


HEADERS = ("engine", "processor s", "seconds", "MiB", "MiB installed", "a worker killed", "partitions again", "s more")


def _row(name: str, runs: Sequence[Taken], killed: Sequence[Taken], size: int | str) -> list[object]:
    def median(some: Sequence[Taken], what: str) -> float:
        return statistics.median(getattr(one, what) for one in some)

    fates = [one.became for one in killed]
    became = ", ".join(f"{fate} {fates.count(fate)}×" for fate in sorted(set(fates)))
    survived = [one for one in killed if one.became == "done"]
    again = f"{median(survived, 'begun') - median(runs, 'begun'):.0f}" if survived else ""
    more = f"{median(survived, 'seconds') - median(runs, 'seconds'):.1f}" if survived else ""
    cpu, seconds, mib = (
        f"{median(runs, what):.{digits}f}" for what, digits in (("cpu", 1), ("seconds", 1), ("mib", 0))
    )
    return [name, cpu, seconds, mib, size, became, again, more]


def _read(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.trials.benchmarks.engines", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--hands", type=int, default=150_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", type=lambda said: said.split(","), default=list(ENGINES), metavar="NAMES")
    parser.add_argument("--python", action="append", default=[], metavar="NAME=INTERPRETER")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
