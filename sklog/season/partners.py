"""Who earns with whom: what everybody won in partner games, by who was on the same side."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.games import PARTNER
from sklog.scoring.judge import Outcome
from sklog.scoring.names import name_key
from sklog.season.tallies import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sklog.season.deals import Deal
    from sklog.season.nights import Season

Partners = defaultdict[str, defaultdict[str, Tally]]
"""By name and partner: the hands with this partner, and what this person won with them."""


class Pair(NamedTuple):
    """Two people, the hands that they were on one side, and what both won with them together, in cents or points."""

    first: str
    second: str
    tally: Tally
    amount: int


def partners(deals: Iterable[Deal], season: Season) -> Partners:
    """Count partner games, the declarers' side and the other; alone against three nobody chose a partner."""
    found: Partners = defaultdict(lambda: defaultdict(Tally))
    for deal in deals:
        outcome = deal.score.outcome
        if not isinstance(outcome, Outcome) or outcome.game.shape != PARTNER:
            continue
        for side, result in ((outcome.winners, 1), (outcome.losers, -1)):
            for name, partner in permutations(filter(season.shows, side), 2):
                found[name][partner].add(0 if outcome.draw else result, deal.amount(name), deal.score.value)
    return found


def by_total(found: Partners) -> list[str]:
    """Return everybody, who earned most with all partners first."""
    totals = {name: sum(tally.amount for tally in mates.values()) for name, mates in found.items()}
    return sorted(totals, key=lambda name: (-totals[name], name_key(name)))


def pairs(found: Mapping[str, Mapping[str, Tally]]) -> list[Pair]:
    """Return every pair that played together, the one that won most first."""
    people = sorted(found, key=name_key)
    made = [_pair(found, *two) for two in combinations(people, 2) if two[1] in found[two[0]]]
    return sorted(made, key=lambda pair: -pair.amount)


def _pair(found: Mapping[str, Mapping[str, Tally]], first: str, second: str) -> Pair:
    one, other = found[first][second], found[second][first]
    return Pair(first, second, one, one.amount + other.amount)
