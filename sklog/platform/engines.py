"""Who does the work: a function is mapped over partitions by this process, by Dask on this machine, or by a cluster.

    run("dask", function, partitions, workers=2) ──▶ (0, result), (2, result), (1, result), …   as they are done

The map knows no engine. An engine is a few lines: it opens `Workers`, which take a partition, say which are finished,
and hand out what came of them (`as_done`). How many are with them at once is bounded, so that no scheduler ever sees
10⁵ of them. A worker that is killed costs time and no result; a partition that ends its workers again and again is
`Refused`. What the function itself raises is raised here.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from itertools import islice
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sklog.errors import Refused
from sklog.language import _, _t

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TRIES = 5
"""How many workers a partition may end: who kills workers at random hardly hits the same one so often."""
CONNECTING, COMING = 10, 60  # seconds in which a scheduler has to answer, and its first worker to come
MENDING = 1.0  # seconds between two looks at whether all workers are there

Partition = TypeVar("Partition")
Result = TypeVar("Result")


class Workers(Protocol):
    """What an engine offers while it is open; a ticket stands for a partition that is with it."""

    def room(self) -> int:
        """Return how many partitions it is good to have with them at once."""

    def submit(self, partition: Any, /) -> Any:
        """Take a partition; return its ticket."""

    def finished(self, tickets: Sequence[Any], /) -> Iterable[Any]:
        """Wait until one of these tickets at least is finished; return those that are."""

    def result(self, ticket: Any, /) -> Any:
        """Return what came of a finished one, or raise what the function has raised."""


def run_partitions(
    name: str,
    function: Callable[[Partition], Result],
    partitions: Sequence[Partition],
    workers: int | None = None,
    scheduler: str | None = None,
) -> Iterator[tuple[int, Result]]:
    """Yield what the function makes of each partition, with its place among them, in the order in which they are done.

    The function and the partitions are pickled where they leave this process. `workers` is how many work at once
    (None: one a processor of this machine, all of a cluster); `scheduler` is the address of a cluster's. Raises Refused
    where the engine is not there, cannot be reached or is lost; a partition may have been worked on twice then.
    """
    most = max(1, min(workers or os.cpu_count() or 1, len(partitions)))
    return ENGINES[name](function, partitions, workers or 0 if scheduler else most, scheduler)


def as_done(crew: Workers, partitions: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Yield what workers make of each partition, with its place; they never have more of them than they want."""
    waiting = iter(enumerate(partitions))
    under_way: dict[Any, int] = {}

    def hand_out() -> None:
        for place, partition in islice(waiting, max(0, crew.room() - len(under_way))):
            under_way[crew.submit(partition)] = place

    hand_out()
    while under_way:
        for ticket in crew.finished(list(under_way)):
            place, result = under_way.pop(ticket), crew.result(ticket)
            hand_out()  # nobody waits until our caller has done something with the result
            yield place, result


def _in_this_process(
    function: Callable[[Any], Any], partitions: Iterable[Any], _workers: int, scheduler: str | None
) -> Iterator[tuple[int, Any]]:
    """Work in this process alone."""
    if scheduler:
        raise Refused(_t("only a cluster has a scheduler¦: use --engine dask"))
    for place, partition in enumerate(partitions):
        yield place, function(partition)


def _ended_workers() -> str:
    return _(
        "the same part of the work has ended its worker {count} times: there may be too little memory", count=TRIES
    )


# -- Dask: processes of this machine, or a cluster of one's own ------------------------------------------------


def _dask(
    function: Callable[[Any], Any], partitions: Iterable[Any], workers: int, scheduler: str | None
) -> Iterator[tuple[int, Any]]:
    dask, distributed = [_imported(name, "sklog-schafkopf[platform]") for name in ("dask", "distributed")]
    for name in ("distributed", "distributed.client", "distributed.gc"):  # what they tell is told here in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as opened:
        opened.enter_context(dask.config.set(_DASK))
        try:
            cluster = None if scheduler else opened.enter_context(_local_cluster(distributed))
            client = distributed.Client(scheduler or cluster, timeout=CONNECTING, set_as_default=False)
            opened.enter_context(client)
            if scheduler:
                client.wait_for_workers(1, timeout=COMING)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            where = scheduler or "127.0.0.1"
            raise Refused(_("no worker of {address} can be reached: {why}", address=where, why=error)) from error
        gone = (
            distributed.client.FutureCancelledError,
            distributed.client.ClosedClientError,
            distributed.comm.CommClosedError,
        )
        try:
            yield from as_done(_Dask(function, client, workers, cluster), partitions)
        except distributed.KilledWorker as error:
            raise Refused(_ended_workers()) from error
        except ImportError as error:
            lacks = _(
                "a worker lacks something it needs: {why}; install sklog-schafkopf[platform] on every worker", why=error
            )
            raise Refused(lacks) from error
        except gone as error:
            lost = _("the scheduler is gone: run the same command again; whatever is done stays done")
            raise Refused(lost) from error


_DASK = {
    "distributed.scheduler.allowed-failures": TRIES - 1,
    # what a partition needs is known, and nothing is kept on a worker: it is only ended where it eats up the machine
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    # else each worker gives its memory back after every small table: a quarter of its time
    "distributed.nanny.pre-spawn-environ": {},
    # nobody looks at what it notes of itself all the time, which takes a tenth of a processor
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}


def _local_cluster(distributed: Any) -> Any:
    """Begin a scheduler in this process, for workers of this machine; there are none yet."""
    with _undisturbed():
        return distributed.LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            silence_logs=logging.CRITICAL,
        )


class _Dask:
    """A client of a scheduler, and its cluster where that is our own; a ticket is one of its futures."""

    def __init__(self, function: Callable[[Any], Any], client: Any, workers: int, cluster: Any) -> None:
        self.function, self.client, self.workers, self.cluster = function, client, workers, cluster
        self.done: SimpleQueue[Any] = SimpleQueue()
        self.asked, self.threads, self.mended, self.looked = 0, 0, 0, 0.0

    def room(self) -> int:
        if self.workers:
            return self.workers if self.cluster is None else 2 * self.workers
        if self.asked % 100 == 0:  # a cluster may grow; to ask it costs as much as a partition does
            self.threads = sum(self.client.nthreads().values())
        self.asked += 1
        return 2 * max(1, self.threads)  # what comes next is already there

    def submit(self, partition: Any) -> Any:
        future = self.client.submit(self.function, partition, pure=False)
        future.add_done_callback(self.done.put)
        return future

    def finished(self, _tickets: Sequence[Any]) -> Iterable[Any]:
        while True:
            if self.cluster is not None and time.monotonic() > self.looked + MENDING:
                self._mend()
                self.looked = time.monotonic()
            with suppress(Empty):
                return [self.done.get(timeout=MENDING)]

    def result(self, ticket: Any) -> Any:
        self.mended = 0
        return ticket.result()

    def _mend(self) -> None:
        """Begin the workers of our own cluster that are not there: Dask gives up one that is killed while it begins."""
        members = self.cluster.workers
        for name in [name for name, nanny in members.items() if nanny.status.name in ("closed", "failed")]:
            del members[name]
            self.mended += 1
        if self.mended > TRIES * self.workers:
            raise Refused(_ended_workers())
        self.cluster.scale(self.workers)


# -- Ray: proof that the map knows no engine -----------------------------------------------------------------------


def _ray(
    function: Callable[[Any], Any], partitions: Iterable[Any], workers: int, scheduler: str | None
) -> Iterator[tuple[int, Any]]:
    ray = _imported("ray", "ray")
    own = {} if scheduler else {"num_cpus": workers, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    try:
        ray.init(scheduler, log_to_driver=False, logging_level=logging.CRITICAL, **own)
        yield from as_done(_Ray(ray, ray.remote(max_retries=TRIES - 1)(function), workers), partitions)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.WorkerCrashedError as error:
        raise Refused(_ended_workers()) from error
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise Refused(_("the cluster cannot be reached: {why}", why=error)) from error
    finally:
        ray.shutdown()


class _Ray:
    """A ticket is a reference to a result."""

    def __init__(self, ray: Any, remote: Any, workers: int) -> None:
        self.ray, self.remote, self.workers = ray, remote, workers

    def room(self) -> int:
        return 2 * (self.workers or int(self.ray.cluster_resources().get("CPU", 1)))

    def submit(self, partition: Any) -> Any:
        return self.remote.remote(partition)

    def finished(self, tickets: Sequence[Any]) -> Any:
        return self.ray.wait(tickets, num_returns=1)[0]

    def result(self, ticket: Any) -> Any:
        return self.ray.get(ticket)


def _imported(module: str, what: str) -> Any:
    """Return a module that not everybody has; raise Refused with how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise Refused(_("{module} is not installed: pip install '{what}'", module=module, what=what)) from error


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep a Ctrl-C waiting; threads and processes that begin in here never get one: who has begun them ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # else it begins with the first process, and lets that one be disturbed again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


Engine = Callable[[Callable[[Any], Any], Sequence[Any], int, str | None], Iterator[tuple[int, Any]]]
"""It is told the function, the partitions, how many workers are wanted (0: all of the cluster), and its scheduler."""

ENGINES: Mapping[str, Engine] = {"here": _in_this_process, "dask": _dask, "ray": _ray}
