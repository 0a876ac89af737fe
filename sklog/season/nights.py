"""The evenings of a season and who stands where: it needs each evening's totals, and no hand."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORM = 5
"""So many of the last evenings are somebody's form."""


class Night(NamedTuple):
    """One evening and what it came to. `date` is ISO or "", `totals` and `hands` have who took part.

    `totals` are the balances when it ended, in cents or points, without payments and without the Stock;
    `hands` counts the hands each was dealt in.
    """

    id: int
    name: str
    date: str
    place: str
    unit: str
    totals: Mapping[str, int]
    hands: Mapping[str, int]


class Season(NamedTuple):
    """Evenings in the order of their days, all of one unit; `others` counts those of the other unit.

    Where `people` are named only they are shown.
    """

    unit: str
    nights: tuple[Night, ...]
    people: tuple[str, ...] = ()
    others: int = 0

    def shows(self, name: str) -> bool:
        """Whether this person is among those who are shown."""
        return not self.people or name in self.people


class Standing(NamedTuple):
    """What somebody's season came to. Amounts in cents or points.

    `best` and `worst` are evenings, None where none was above or below 0. `streak` is the run of evenings up to the
    last one: above 0 won ones, below 0 lost ones, 0 where the last was even. `form` are the last evenings' totals.
    """

    name: str
    nights: int
    hands: int
    total: int
    best: Night | None
    worst: Night | None
    streak: int
    longest_won: int
    longest_lost: int
    form: tuple[int, ...]


def run(before: int, amount: int) -> int:
    """Return how long the run is after one more result: above 0 of gains, below 0 of losses; nothing ends both."""
    if not amount:
        return 0
    step = 1 if amount > 0 else -1
    return before + step if before * step > 0 else step


def standings(season: Season) -> list[Standing]:
    """Return where everybody stands after these evenings, the highest total first."""
    came: dict[str, list[Night]] = {}
    for night in season.nights:
        for name in night.totals:
            came.setdefault(name, []).append(night)
    found = (_standing(name, nights) for name, nights in came.items() if season.shows(name))
    return sorted(found, key=lambda one: (-one.total, name_key(one.name)))


def _standing(name: str, nights: Sequence[Night]) -> Standing:
    """Return what these evenings came to for one person who was there."""
    amounts = [night.totals[name] for night in nights]
    most, least = max(amounts), min(amounts)
    runs = list(accumulate(amounts, run, initial=0))
    return Standing(
        name,
        len(nights),
        sum([night.hands.get(name, 0) for night in nights]),
        sum(amounts),
        best=nights[amounts.index(most)] if most > 0 else None,
        worst=nights[amounts.index(least)] if least < 0 else None,
        streak=runs[-1],
        longest_won=max(runs),
        longest_lost=-min(runs),
        form=tuple(amounts[-FORM:]),
    )
