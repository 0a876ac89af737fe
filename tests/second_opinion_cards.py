"""The second opinion on what cards can be: every pile that can be taken from the deck, counted out one by one."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from second_opinion_scene import refuse_if

if TYPE_CHECKING:
    from second_opinion_scene import Map, Scene

WORTH = (11, 10, 4, 3, 2, 0)  # of a Sau, a Zehner, a König, an Ober, an Unter, and of a card that counts nothing
OBER_FIRST = [3] * 4 + [2] * 4 + [11, 10, 4, 0, 0, 0]
TRUMPS = {  # what they count, the highest first
    **dict.fromkeys(("sauspiel", "hochzeit", "kreuz", "solo"), OBER_FIRST),
    "wenz": [2] * 4,
    "geier": [3] * 4,
    "habicht": [4] * 4,
    "farbwenz": [2] * 4 + [11, 10, 4, 3, 0, 0, 0],
    "farbgeier": [3] * 4 + [11, 10, 4, 2, 0, 0, 0],
    "farbhabicht": [4] * 4 + [11, 10, 3, 2, 0, 0, 0],
    "bär": [11] * 4 + [10] * 4,
}


@cache
def piles(short: bool, inside: tuple[int, ...]) -> dict[int, set[int]]:
    """Return what so many cards can count, for everything that can be taken with cards that count `inside` in it."""
    deck = [4, 4, 4, 4, 4, 4 if short else 12]
    found: dict[int, set[int]] = defaultdict(set)
    for counts in product(*(range(inside.count(worth), there + 1) for worth, there in zip(WORTH, deck, strict=True))):
        found[sum(counts)].add(sum(count * worth for count, worth in zip(counts, WORTH, strict=True)))
    return found


def taken_in(scene: Scene, tricks: int, inside: tuple[int, ...]) -> set[int]:
    """Return each number of Augen that so many tricks can hold."""
    people = len(scene.active)
    aside = (24 if scene.short else 32) - people * scene.all_tricks
    sizes = [people * tricks + more for more in range(aside + 1 if tricks else 1)]
    return set().union(*(piles(scene.short, inside).get(size, set()) for size in sizes))


def cards_of_a_game(scene: Scene, declarers: int, *, won: bool | None, schneider: bool, schwarz: bool,
                    limits: tuple[int, int, int]) -> None:  # fmt: skip
    """Refuse a game that no tricks of this deck can have been; `limits` are those of the win and of both Schneider."""
    hand, every, people = scene.hand, scene.all_tricks, len(scene.active)
    run = 8 if hand.get("sie") else hand.get("laufende") or 0
    if hand.get("augen") is None and hand.get("tricks") is None and not run:
        return
    by_opponents = hand.get("laufende_of") == "opponents"
    holders = people - declarers if by_opponents else declarers
    aside = (24 if scene.short else 32) - people * every
    refuse_if(run > holders * (every + aside), "more Laufende than cards")
    given_up = won is False and (hand.get("tout") or hand.get("announced") == "schwarz")
    if given_up:
        run = 0
    inside = () if aside else tuple(TRUMPS.get(scene.name, [])[:run])
    for tricks in range(every + 1):
        if (run - aside) > tricks * holders:
            continue
        ours = every - tricks if by_opponents else tricks
        for made in taken_in(scene, tricks, inside):
            augen = 120 - made if by_opponents else made
            if goes_with(scene, ours, augen, given_up=bool(given_up), won=won, schneider=schneider, schwarz=schwarz,
                         limits=limits):  # fmt: skip
                return
    refuse_if(wrong=True, reason="no cards are that")


def goes_with(scene: Scene, tricks: int, augen: int, *, given_up: bool, won: bool | None, schneider: bool,
              schwarz: bool, limits: tuple[int, int, int]) -> bool:  # fmt: skip
    """Whether so many tricks and Augen of the declarers agree with everything that was said."""
    hand, every = scene.hand, scene.all_tricks
    if hand.get("tricks") not in (None, tricks) or hand.get("augen") not in (None, augen):
        return False
    if given_up or won is None or scene.shape == "bettel":
        return True
    losers, their_tricks = (120 - augen, every - tricks) if won else (augen, tricks)
    if schwarz:
        return not their_tricks
    if hand.get("schwarz") is False and not their_tricks:
        return False
    needed, *out = limits
    enough = augen >= needed and (hand.get("announced") != "schneider" or 120 - augen < out[1])
    if enough != won:
        return False
    if schneider or hand.get("schneider") is False:
        return schneider == (losers < out[bool(won)])
    return True


def cards_of_a_ramsch(scene: Scene) -> None:
    """Refuse figures of a Ramsch that no tricks of this deck make, of one person or of several together."""
    hand, active, every = scene.hand, scene.active, scene.all_tricks
    augen, tricks, trumps = (hand.get(key) or {} for key in ("augen", "tricks", "trumps"))
    known: Map = {**dict.fromkeys(hand.get("jungfrauen") or (), 0), **tricks}
    aside = (24 if scene.short else 32) - len(active) * every
    refuse_if(any(trumps.get(name, 0) > known[name] * len(active) + aside for name in known), "trumps without cards")
    if not augen:
        return
    each = [[known[name]] if name in known else range(bool(augen[name]), every + 1) for name in active]
    shared = [dict(zip(active, made, strict=True)) for made in product(*each) if sum(made) == every]
    for size in range(1, len(active)):
        for group in combinations(active, size):
            made = sum(augen[name] for name in group)
            together = {sum(one[name] for name in group) for one in shared}
            refuse_if(all(made not in taken_in(scene, number, ()) for number in together), "no cards are that")
