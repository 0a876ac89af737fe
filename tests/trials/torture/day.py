"""Day: a whole tournament with every game of every table, each number of it counted a second time by other code.

The people, the games, and who leaves or is fined are thrown with dice; `tests.secretary` enters it.
"""

from __future__ import annotations

import random

from tests.secretary import PRIZES, Secretary, lots, told
from tests.trials.torture import scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

PEOPLE = 430


def run(seed: int, *, people: int = PEOPLE, tables: int = PEOPLE) -> Outcome:
    """Hold a tournament of so many people, at so many tables of each round with all games, at the others with sums."""
    problems = []
    with scratch.folder() as home:
        went = Secretary(home / LEDGER, random.Random(f"day {seed}"), people, tables)
        counted = went.day.counted(PRIZES, lots)
        for what, found in told(went.end.tournament).items():
            if found != counted[what]:
                problems.append(f"wrong: {what}: {found} where {counted[what]} was counted")
        if went.tournaments.unlike():
            problems.append(f"wrong: the lists of {went.tournaments.unlike()} are not what was played")
        if wrong := scratch.differs(home / LEDGER):
            problems.append(f"corrupted: {wrong}")
    figures = {"lost": 0, "corrupted": sum(one.startswith("corrupted") for one in problems), "hands": went.hands}
    return Outcome("day", 1, tuple(problems), figures)
