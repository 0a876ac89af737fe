"""The evenings of a season and who stands where: it needs each evening's totals, and no hand."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping

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


class _Account:
    """What is known of one person so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nights = self.hands = self.total = self.streak = self.won = self.lost = 0
        self.best: Night | None = None
        self.worst: Night | None = None
        self.form: deque[int] = deque(maxlen=FORM)

    def add(self, night: Night) -> None:
        """Count one more evening."""
        amount = night.totals[self.name]
        self.nights += 1
        self.hands += night.hands.get(self.name, 0)
        self.total += amount
        self.form.append(amount)
        if amount > (self.best.totals[self.name] if self.best else 0):
            self.best = night
        if amount < (self.worst.totals[self.name] if self.worst else 0):
            self.worst = night
        self.streak = run(self.streak, amount)
        self.won, self.lost = max(self.won, self.streak), max(self.lost, -self.streak)

    def standing(self) -> Standing:
        """Return what it came to."""
        return Standing(self.name, self.nights, self.hands, self.total, self.best, self.worst, self.streak,
                        self.won, self.lost, tuple(self.form))  # fmt: skip


def run(before: int, amount: int) -> int:
    """Return how long the run is after one more result: above 0 of gains, below 0 of losses; nothing ends both."""
    if not amount:
        return 0
    step = 1 if amount > 0 else -1
    return before + step if before * step > 0 else step


def standings(season: Season) -> list[Standing]:
    """Return where everybody stands after these evenings, the highest total first."""
    accounts: dict[str, _Account] = {}
    for night in season.nights:
        for name in night.totals:
            if season.shows(name):
                accounts.setdefault(name, _Account(name)).add(night)
    found = (account.standing() for account in accounts.values())
    return sorted(found, key=lambda one: (-one.total, name_key(one.name)))
