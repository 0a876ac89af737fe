"""Whether it was luck: what a season came to, against what sheer chance typically makes of the same hands."""

from __future__ import annotations

from math import erfc, sqrt
from typing import NamedTuple

FEWEST_HANDS = 20
"""With fewer hands the share of coin-toss seasons is only a guess."""
HARDLY = 0.05
"""A total that fewer coin-toss seasons reach is hardly luck."""


class Luck(NamedTuple):
    """How far a total is from 0, against coin tosses.

    `swing` (cents or points) is how far from 0 a season typically ends in which a coin decides whether each hand's
    amount is won or lost. `ratio` is total / swing, None without any amount. `chance` is the share of such seasons
    that end at least so far from 0, None with too few hands.
    """

    swing: float
    ratio: float | None
    chance: float | None


def luck(total: int, squares: int, hands: int) -> Luck:
    """Return what chance makes of `hands` amounts that add up to `total`, and whose squares to `squares`.

    Many tosses add up to a normal distribution around 0; the swing is its standard deviation.
    """
    swing = sqrt(squares)
    if not swing:
        return Luck(swing, None, None)
    ratio = total / swing
    return Luck(swing, ratio, erfc(abs(ratio) / sqrt(2)) if hands >= FEWEST_HANDS else None)
