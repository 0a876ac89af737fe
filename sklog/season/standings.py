"""The standings of a season: what everybody has after its evenings, and the best and the worst of these."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.scoring.deals import Deal, Night, Season


FORM = 5
"""So many of the last evenings are somebody's form."""


class Standing(NamedTuple):
    """What somebody's season came to. Amounts in cents or points.

    `by_hands` is the part of the total that played hands brought. `best` and `worst` are evenings, None where none was
    above or below 0. `streak` is the run of evenings up to the last one: above 0 won ones, below 0 lost ones, 0 where
    the last was even. `form` are the last evenings' totals. `good` are the good points, None where they do not count.
    """

    name: str
    nights: int
    hands: int
    total: int
    by_hands: int
    best: Night | None
    worst: Night | None
    streak: int
    longest_won: int
    longest_lost: int
    form: tuple[int, ...]
    good: int | None = None

    @property
    def rated(self) -> int:
        """What the rank goes by."""
        return self.total if self.good is None else self.good


def good_points(deals: Iterable[Deal]) -> dict[int, dict[str, int]]:
    """Return by evening what everybody won, deal by deal: nothing is subtracted for what was lost."""
    good: dict[int, dict[str, int]] = {}
    for deal in deals:
        won = good.setdefault(deal.night.id, {})
        for name in deal.table.active:
            won[name] = won.get(name, 0) + max(deal.amount(name), 0)
    return good


def run(before: int, amount: int) -> int:
    """Return how long the run is after one more result: above 0 of gains, below 0 of losses; nothing ends both."""
    if not amount:
        return 0
    step = 1 if amount > 0 else -1
    return before + step if before * step > 0 else step


def standings(season: Season) -> list[Standing]:
    """Return where everybody stands after these evenings: who has the highest total first, or the most good points."""
    came: dict[str, list[Night]] = {}
    for night in season.nights:
        for name in night.totals:
            came.setdefault(name, []).append(night)
    found = [_standing(name, nights) for name, nights in came.items() if season.shows(name)]
    if season.good is not None:
        every = season.good.values()
        found = [one._replace(good=sum(night.get(one.name, 0) for night in every)) for one in found]
    return sorted(found, key=lambda one: (-one.rated, name_key(one.name)))


def _standing(name: str, nights: Sequence[Night]) -> Standing:
    """Return what these evenings came to for one person who was there."""
    amounts = [night.totals[name] for night in nights]
    total = sum(amounts)
    most, least = max(amounts), min(amounts)
    runs = list(accumulate(amounts, run, initial=0))
    return Standing(
        name,
        len(nights),
        sum([night.hands.get(name, 0) for night in nights]),
        total,
        total - sum([night.apart.get(name, 0) for night in nights if night.apart]),
        best=nights[amounts.index(most)] if most > 0 else None,
        worst=nights[amounts.index(least)] if least < 0 else None,
        streak=runs[-1],
        longest_won=max(runs),
        longest_lost=-min(runs),
        form=tuple(amounts[-FORM:]),
    )


def extremes(season: Season) -> list[tuple[str, Night]]:
    """Return who had the best evening of all and who the worst, as (name, evening)."""
    every = [(name, night) for night in season.nights for name in night.totals if season.shows(name)]
    if not every:
        return []
    best = max(every, key=lambda one: one[1].totals[one[0]])
    worst = min(every, key=lambda one: one[1].totals[one[0]])
    return [best] if best == worst else [best, worst]
