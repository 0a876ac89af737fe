"""Fuzz: whatever is typed, read or imported, sklog answers or refuses; no exception, no hang, nothing impossible.

The processor is measured for each input, the memory for each kind.

`python -m tests.trials.torture.fuzz 100000 --seed 7` runs so many inputs over all kinds and prints what became of them;
`python -m tests.trials.torture.fuzz --again session:1234 --seed 7` tries one of them again and shows it.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import TYPE_CHECKING

from tests.trials.torture import mutating, samples, targets
from tests.trials.torture.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    Target = Callable[[bytes], bool]

SECONDS_A_MB = 0.5  # of the processor; an input that is smaller counts as a megabyte
MOST_GROWTH = 250  # MB by which all inputs of a kind let this process grow
WARM_SECONDS = 20.0
WALL_SECONDS = 30  # for one input that waits
MOST_PROBLEMS = 40
SHOWN = 300

SHARES = {
    "shorthand": 40,
    "json hand": 30,
    "tariff": 8,
    "session": 5,
    "csv, jsonl": 5,
    "protocol": 3,
    "list": 3,
    "command": 5,
    "play": 1,
    **({"columns": 4} if "columns" in targets.READERS else {}),
}
"""Of some hundred inputs so many are of each kind; columns need an extra."""


class _Hang(BaseException):
    """An input takes too long; no `except Exception` of sklog's may keep it."""


@dataclass
class Tally:
    """What became of one kind."""

    kind: str
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0  # in seconds a megabyte
    slowest_input: str = ""
    growth: int = 0  # of the most memory that this process ever had, in MB
    problems: list[str] = field(default_factory=list)

    @property
    def runs(self) -> int:
        """How many inputs there were."""
        return self.accepted + self.refused + len(self.problems)


def inputs(kind: str, seed: int) -> Callable[[int], bytes]:
    """Return what makes the input of a number: a sample, mutated; now and then as it is, or noise."""
    valid = _SAMPLES[kind](seed)

    def made(number: int) -> bytes:
        rng = Random(f"{seed} {kind} {number}")
        what = rng.random()
        if what < 0.02:
            return rng.choice(valid)
        if what < 0.05:
            return mutating.noise(rng)
        chosen = rng.choice(valid)
        return (mutating.repacked if mutating.is_packed(chosen) and what < 0.8 else mutating.mutated)(
            rng, chosen, valid
        )

    return _json_inputs(seed) if kind == "json hand" else made


def _json_inputs(seed: int) -> Callable[[int], bytes]:
    """Return the same for canonical hands: half of them are changed as values, half as text."""
    valid = samples.json_values(seed)
    texts = [bytes([place]) + json.dumps(said).encode() for place, said in valid]

    def made(number: int) -> bytes:
        rng = Random(f"{seed} json hand {number}")
        if rng.random() < 0.4:
            return mutating.mutated(rng, rng.choice(texts), texts)
        place, said = rng.choice(valid)
        for _ in range(rng.choice((1, 1, 2, 3))):
            said = mutating.mutated_json(rng, said)
        return bytes([place]) + json.dumps(said, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")

    return made


_SAMPLES: dict[str, Callable[[int], Sequence[bytes]]] = {
    "shorthand": samples.shorthand,
    "json hand": lambda _seed: (),
    "tariff": samples.tariff_files,
    "session": samples.session_texts,
    "csv, jsonl": samples.evenings,
    "protocol": samples.protocols,
    "list": samples.lists,
    "columns": samples.columns,
    "command": samples.commands,
    "play": samples.play,
}


def target_of(kind: str, desk: targets.Desk) -> Target:
    """Return what reads inputs of a kind."""
    return {**targets.READERS, "command": desk.command, "play": desk.play}[kind]


def run(count: int, seed: int, kinds: Sequence[str] = tuple(SHARES)) -> Outcome:
    """Try so many inputs, shared out over the kinds; the same ones for a seed."""
    shares = {kind: SHARES[kind] for kind in kinds}
    signal.signal(signal.SIGPROF, _too_long)
    signal.signal(signal.SIGALRM, _too_long)
    gc.callbacks.clear()  # hypothesis measures the collector, and swallows what is raised meanwhile
    desk = targets.Desk()
    try:
        tallies = [
            _tried(kind, max(1, count * share // sum(shares.values())), seed, target_of(kind, desk))
            for kind, share in shares.items()
        ]
        desk.prove()
    finally:
        desk.away()
    problems = tuple(problem for tally in tallies for problem in tally.problems)
    slowest = max((tally.slowest, tally.slowest_input) for tally in tallies)
    figures = {"longest wait": f"{slowest[0]:.2f} s/MB"} | {tally.kind: _told(tally) for tally in tallies}
    return Outcome("fuzz", sum(tally.runs for tally in tallies), problems, figures)


def _told(tally: Tally) -> str:
    slowest = f"{tally.slowest:.2f} s a megabyte ({tally.slowest_input})"
    counted = f"{tally.runs:,}: {tally.accepted:,} accepted, {tally.refused:,} refused"
    return f"{counted}, slowest {slowest}, {tally.growth} MB more memory"


def _peak() -> int:
    """Return the most memory that this process ever had, in MB, where the system tells."""
    return getrusage(RUSAGE_SELF).ru_maxrss // 1024


def _tried(kind: str, count: int, seed: int, target: Target) -> Tally:
    tally, made = Tally(kind), inputs(kind, seed)
    with _warm(target, made):
        before = _peak()
        for number in range(count):
            data = made(number)
            began = time.process_time()
            try:
                with _at_most(SECONDS_A_MB * _megabytes(data)):
                    accepted = target(data)
            except (Exception, _Hang) as wrong:  # noqa: BLE001  whatever it is, it is a finding
                tally.problems.append(_problem(kind, number, seed, data, wrong))
                if len(tally.problems) == MOST_PROBLEMS:
                    break
            else:
                tally.accepted += accepted
                tally.refused += not accepted
            taken = (time.process_time() - began - targets.proved()) / _megabytes(data)
            if taken > SECONDS_A_MB and not any(problem.startswith(f"{kind}:{number} ") for problem in tally.problems):
                tally.problems.append(_problem(kind, number, seed, data, _Hang(f"{taken:.2f} s a megabyte")))
            if taken > tally.slowest:
                tally.slowest, tally.slowest_input = taken, f"{kind}:{number}"
    tally.growth = _peak() - before
    if tally.growth > MOST_GROWTH:
        tally.problems.append(f"{kind} --seed {seed}: this process has grown by {tally.growth} MB")
    return tally


def _megabytes(data: bytes) -> float:
    """Return how large an input counts."""
    return max(1.0, len(data) / 1_000_000)


@contextmanager
def _warm(target: Target, made: Callable[[int], bytes]) -> Iterator[None]:
    """Have imported what the first inputs of a kind would import: that is no time of theirs."""
    for number in range(-30, 0):
        try:
            with _at_most(WARM_SECONDS):
                target(made(number))
        except (Exception, _Hang):  # noqa: BLE001, S112  it is looked at when it comes again
            continue
    targets.proved()
    yield


def _problem(kind: str, number: int, seed: int, data: bytes, wrong: BaseException) -> str:
    frames = traceback.extract_tb(wrong.__traceback__)
    ours = (one for one in reversed(frames) if "/sklog/" in one.filename)
    place = next((f"{one.filename.rpartition('sklog/')[2]}:{one.lineno}" for one in ours), "")
    shown = repr(data[:SHOWN])
    return (
        f"{kind}:{number} (seed {seed}): {type(wrong).__name__} {str(wrong)[:SHOWN]} at {place}; the input is {shown}"
    )


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Break off what takes so many seconds of the processor, or waits for half a minute."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise _Hang(f"more than {SECONDS_A_MB} s a megabyte")


def _again(which: str, seed: int) -> None:
    kind, _, number = which.rpartition(":")
    data = inputs(kind, seed)(int(number))
    print(repr(data[:5000]))
    desk = targets.Desk()
    try:
        print("accepted" if target_of(kind, desk)(data) else "refused")
    finally:
        desk.away()


def main() -> None:
    """Run from the command line."""
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("count", type=int, nargs="?", default=20_000)
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--kind", choices=SHARES, action="append")
    said.add_argument("--again", metavar="KIND:NUMBER")
    words = said.parse_args()
    if words.again:
        _again(words.again, words.seed)
        return
    began = time.monotonic()
    outcome = run(words.count, words.seed, words.kind or tuple(SHARES))
    for kind, figure in outcome.figures.items():
        print(f"{kind:12} {figure}")
    print(f"{outcome.runs:,} inputs, {len(outcome.problems)} problems, {time.monotonic() - began:.0f} s")
    for problem in outcome.problems:
        print(problem)
    sys.exit(bool(outcome.problems))


if __name__ == "__main__":
    main()
