"""The second opinion on a Ramsch that two lose: who pays whom, by trying every order that the facts leave open."""

from __future__ import annotations

from itertools import accumulate, chain, permutations, product
from typing import TYPE_CHECKING

from second_opinion_scene import decisive, refuse_if

if TYPE_CHECKING:
    from second_opinion_ramsch import Doubled
    from second_opinion_scene import Scene

Groups = list[list[str]]  # who may stand in which place: those of one group are tied; who has most comes first


def two_losers(scene: Scene, postings: dict[str, int], doubled: Doubled) -> int:
    """Let the first pay the last and the second the third; return the value."""
    named = [name for name in scene.active if name in (scene.hand.get("losers") or ())]
    tie = decisive(scene.tariff["ramsch"])
    groups = by_augen(scene, named)
    refuse_if(not scene.hand.get("augen") and undecided(groups, doubled), "who pays whom?")
    for criterion in tie:
        if criterion != "shared" and undecided(groups, doubled):
            groups = [part for group in groups for part in in_order(scene, criterion, group)]
    refuse_if(undecided(groups, doubled) and "shared" not in tie, "name the losers")
    if len(groups) == 1:
        return 0
    for name, amount in shared(scene, groups, doubled).items():
        postings[name] += amount
    return doubled.value


def by_augen(scene: Scene, named: list[str]) -> Groups:
    """Return those dealt in, who has most Augen first; those who were named lose before those tied with them."""
    rest = [name for name in scene.active if name not in named]
    augen = scene.hand.get("augen")
    if not augen:
        return [named, rest]
    refuse_if(named and min(augen[one] for one in named) < max(augen[one] for one in rest), "somebody else has more")
    return [
        [name for name in some if augen[name] == count]
        for some in (named, rest)
        for count in sorted({augen[name] for name in some}, reverse=True)
    ]


def in_order(scene: Scene, criterion: str, tied: list[str]) -> Groups:
    """Return the tied by most tricks or trumps, or by the highest trump; those who are still tied together."""
    if len(tied) == 1:
        return [tied]
    if criterion == "seat":
        return [[name] for name in scene.active if name in tied]
    facts = scene.hand.get(criterion) or {}
    refuse_if(any(name not in facts for name in tied), f"{criterion}?")
    ranks = sorted({facts[name] for name in tied}, reverse=criterion != "highest")
    return [[name for name in tied if facts[name] == rank] for rank in ranks]


def paid(order: list[str], doubled: Doubled) -> dict[str, int]:
    """Return what everybody gets when they stand in this order."""
    first, second, third, last = order
    one, other = doubled.pays(first, last), doubled.pays(second, third)
    return {first: -one, last: one, second: -other, third: other}


def outcomes(groups: Groups, doubled: Doubled) -> list[dict[str, int]]:
    """Return what everybody gets for each order that the groups leave open."""
    orders = product(*(permutations(group) for group in groups))
    return [paid(list(chain.from_iterable(order)), doubled) for order in orders]


def undecided(groups: Groups, doubled: Doubled) -> bool:
    """Whether a tie decides: between the second and the third, or where another order means other payments."""
    if not doubled.value:  # nobody pays anything, in whatever order
        return False
    ends = set(accumulate(len(group) for group in groups))
    first, *others = outcomes(groups, doubled)
    return 2 not in ends or any(other != first for other in others)


def shared(scene: Scene, groups: Groups, doubled: Doubled) -> dict[str, int]:
    """Return what everybody gets, where those whose place is open share what their places cost and bring."""
    possible = outcomes(groups, doubled)
    result = dict(possible[0])
    for group in groups:
        if all(one[name] == result[name] for one in possible for name in group):
            continue
        totals = {sum(one[name] for name in group) for one in possible}
        refuse_if(len(totals) > 1, "their places cost more for some than for others")
        total = totals.pop()
        share, odd = divmod(abs(total), len(group))
        for place, name in enumerate(name for name in scene.active if name in group):
            result[name] = (share + (place < odd)) * (1 if total > 0 else -1)
    return result
