"""What a hand costs inside the process: scored, read from its line, and its evening scored again; beside json.loads.

Many different hands of one season are taken, each at the table that it was played at. What is kept of a tariff, its
prices and words, is forgotten before each evening: so it is when a table begins.
"""

from __future__ import annotations

import gc
import json
import statistics
import time
from contextlib import contextmanager
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from sklog.files.formats import read_path
from sklog.ledger.chain import as_json
from sklog.notation import read, shortest, write
from sklog.notation.words import _known_seats, cuts
from sklog.scoring.canonical import to_json
from sklog.scoring.hand import Played
from sklog.scoring.payout import score
from tests.trials.benchmarks.rows import Figure, Spec
from tests.trials.benchmarks.seasons import HANDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sklog.scoring.hand import Dealt, Hand
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff
    from tests.trials.benchmarks.rows import Measured, Run

EVENINGS = 10
MOST_AUGEN = 130  # in the season every hand has 20 to 110: the other side's count as many again
SAME_HANDS = "json.loads of the same"


class Said(NamedTuple):
    """A hand and where it was played, and as it is printed, as it is typed in the fewest keys, and as JSON."""

    line: Line
    printed: str
    typed: str
    written: str


def specs(run: Run) -> list[Spec]:  # noqa: ARG001  every part is asked so
    """Return the rows of this part."""
    return [
        Spec("score", "score a hand with its steps", 4, SAME_HANDS),
        Spec("read", "read a line of shorthand as it is printed", 8, SAME_HANDS),
        Spec("read-typed", "read a line of the fewest keys", 8, SAME_HANDS),
        Spec("rescore", f"score an evening of {HANDS} hands again", 5, SAME_HANDS, unit="ms"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is; in every round the hands are taken one after the other, then their JSON."""
    path = run.ledgers.season(EVENINGS * HANDS)
    evenings = [session for session, _number in zip(read_path(path), range(EVENINGS), strict=False)]
    said = [[_said(line) for line in session.lines()] for session in evenings]
    texts = [one.written for evening in said for one in evening]
    printed, typed = ([[(one.line, words(one)) for one in evening] for evening in said]
                      for words in (attrgetter("printed"), attrgetter("typed")))  # fmt: skip
    yield "score", _beside(run.runs, texts, lambda: _score(said))
    yield "read", _beside(run.runs, texts, lambda: _read_all(printed))
    yield "read-typed", _beside(run.runs, texts, lambda: _read_all(typed))
    yield "rescore", _rescored(run.runs, evenings)


def _said(line: Line) -> Said:
    """Return a hand that was folded in, in each of its forms; RuntimeError where a line is not read as it."""
    hand, where = line.entry, (line.table.seats, line.tariff, line.table.active)
    said = Said(line, write(hand, *where), shortest(hand, *where), as_json(to_json(hand)))
    for words in (said.printed, said.typed):
        if _read(line, words, line.tariff) != hand:
            raise RuntimeError(f"{words!r} is not read as {hand}")
    return said


def _score(said: Sequence[Sequence[Said]]) -> None:
    for evening in said:
        tariff = _unknown(evening[0].line.tariff)
        for one in evening:
            score(one.line.entry, one.line.table, tariff)


def _unknown(tariff: Tariff) -> Tariff:
    """Return a tariff that is as good as new, with nothing kept of what was found out before: an evening begins so."""
    _known_seats.cache_clear()
    cuts.cache_clear()
    return tariff._replace()


def _read(line: Line, words: str, tariff: Tariff) -> Hand:
    """Read a line as `add` does it."""
    table = line.table
    return read(words, table.seats, table.active, tariff, table.round)


def _read_all(said: Sequence[Sequence[tuple[Line, str]]]) -> None:
    for evening in said:
        tariff = _unknown(evening[0][0].tariff)
        for line, words in evening:
            _read(line, words, tariff)


def _loads(texts: Sequence[str]) -> None:
    for text in texts:
        json.loads(text)


def _beside(runs: int, texts: Sequence[str], what: Callable[[], None]) -> Figure:
    """Return how much longer it takes than to read the JSON of the same hands, and what one hand takes."""
    ours, theirs = in_rounds(runs, what, lambda: _loads(texts))
    ours, theirs = ([seconds / len(texts) for seconds in side] for side in (ours, theirs))
    own, other = statistics.median(ours), statistics.median(theirs)
    return Figure(own / other, own, other, runs=runs, samples=ours, other_samples=theirs)


def _rescored(runs: int, evenings: Sequence[Session]) -> Figure:
    """Return the milliseconds in which an evening is folded whose hand was corrected, another one each time."""
    corrected = [_corrected(session, 5 * place) for place, session in enumerate(evenings)]
    texts = [as_json(to_json(hand)) for session in corrected for hand in session.entries]

    def fold() -> None:
        for session in corrected:
            session.lines()

    ours, theirs = in_rounds(runs, fold, lambda: _loads(texts))
    ours, theirs = ([seconds / len(corrected) for seconds in side] for side in (ours, theirs))
    own, other = statistics.median(ours), statistics.median(theirs)
    return Figure(own * 1000, own, other, runs=runs, samples=ours, other_samples=theirs)


def _corrected(session: Session, place: int) -> Session:
    """Return the evening in which the first game from a place on has the Augen of the other side."""
    place, hand = next((at, one) for at, one in enumerate(session.entries) if at >= place and isinstance(one, Played))
    entries: list[Dealt] = list(session.entries)
    entries[place] = replace(hand, augen=MOST_AUGEN - hand.augen)
    return session._replace(entries=tuple(entries))


def in_rounds(runs: int, *measured: Callable[[], None]) -> list[list[float]]:
    """Return the seconds of the processor for each in every round, in turn; one round before warms the caches."""
    taken: list[list[float]] = [[] for _ in measured]
    with _collecting_as_the_program():
        for turn in range(runs + 1):
            for one, seconds in zip(measured, taken, strict=True):
                begun = time.process_time()
                one()
                if turn:
                    seconds.append(time.process_time() - begun)
    return taken


@contextmanager
def _collecting_as_the_program() -> Iterator[None]:
    """Have garbage collected as seldom as sklog itself does."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(100_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
