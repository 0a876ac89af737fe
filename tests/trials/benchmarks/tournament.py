"""How a tournament of 430 people grows: the first list and the last one, what is known of it, the ranking."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.desk.ledger import Ledger
from sklog.tournament.facts import tournament_from_json
from sklog.tournament.model import Row, Rules
from sklog.tournament.ranking import ranking
from sklog.tournament.tournaments import Person
from tests.trials.benchmarks.rows import Figure, Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.trials.benchmarks.rows import Measured, Run

PEOPLE, FEW = 430, 60
SOME = 7  # lists at the beginning and at the end
THE_SAME, READ = "the first list", "json.loads of its facts"


def specs(run: Run) -> list[Spec]:  # noqa: ARG001  every part is asked so
    """Return the rows of this part."""
    return [
        Spec("tournament-list", f"the last list of two rounds of {PEOPLE}", 3, THE_SAME),
        Spec("tournament-fold", "all facts of that tournament folded", 40, READ),
        Spec("tournament-ranking", f"the ranking of {PEOPLE}", 100, READ, unit="ms"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is: medians of one run, in this process."""
    with tempfile.TemporaryDirectory(prefix="sklog-benchmarks-") as folder:
        tournaments = Ledger(Path(folder) / "ledger.db").tournaments
        rules = Rules(rounds=2, apart=("team",), seed="Eichel")
        tournaments.begin("Herbstrennen", "bsv", rules)
        people = [
            Person(f"Gast {number}", team=f"Team {number // 4}")
            for number in range(1, (FEW if run.short else PEOPLE) + 1)
        ]
        tournaments.enter(people)
        taken = []
        for at in (1, 2):
            tables = tournaments.draw().tournament.rounds[-1].tables
            for table, seats in enumerate(tables, 1):
                rows = [Row(len(seats) - 1), *[Row(-1)] * (len(seats) - 1)]
                begun = time.perf_counter()
                tournaments.hand_in(at, table, rows)
                taken.append(time.perf_counter() - begun)
        tournament = tournaments.held().tournament
    yield "tournament-list", _beside(taken[-SOME:], taken[:SOME])
    facts = tournament.to_json()
    written = json.dumps(facts)
    read = _taken(lambda: json.loads(written), run.runs)
    yield "tournament-fold", _beside(_taken(lambda: tournament_from_json(facts), run.runs), read)
    figure = _beside(_taken(lambda: ranking(tournament), run.runs), read)
    yield "tournament-ranking", Figure(**{**vars(figure), "measured": (figure.own or 0) * 1000})


def _taken(what: Callable[[], object], runs: int) -> list[float]:
    """Return how many seconds something takes, so many times."""
    seconds = []
    for _ in range(runs):
        begun = time.perf_counter()
        what()
        seconds.append(time.perf_counter() - begun)
    return seconds


def _beside(ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    own, other = statistics.median(ours), statistics.median(theirs)
    return Figure(own / other, own, other, runs=len(ours), samples=ours, other_samples=theirs)
