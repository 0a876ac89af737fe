"""The second opinion on what cards can be: every pile that can be taken from the deck, counted out one by one."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from second_opinion_scene import refuse_if

if TYPE_CHECKING:
    from second_opinion_scene import Scene

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


def taken_in(scene: Scene, tricks: int, inside: tuple[int, ...], aside: tuple[int, ...]) -> set[int]:
    """Return each number of Augen that so many tricks can hold, with so many of the cards laid aside."""
    sizes = [len(scene.active) * tricks + more for more in aside]
    return set().union(*(piles(scene.short, inside).get(size, set()) for size in sizes))


def cards_of_a_game(scene: Scene, declarers: int, *, won: bool | None, schneider: bool, schwarz: bool,
                    limits: tuple[int, int, int]) -> None:  # fmt: skip
    """Refuse a game that no tricks of this deck can have been; `limits` are those of the win and of both Schneider."""
    hand, every, aside = scene.hand, scene.all_tricks, scene.aside
    run = 8 if hand.get("sie") else hand.get("laufende") or 0
    if hand.get("augen") is None and hand.get("tricks") is None and not run:
        return
    by_opponents = hand.get("laufende_of") == "opponents"
    holders = len(scene.active) - declarers if by_opponents else declarers
    refuse_if(run > holders * (every + aside), "more Laufende than cards")
    given_up = bool(won is False and (hand.get("tout") or hand.get("announced") == "schwarz"))
    if given_up:
        by_then = [hand["tricks"]] if hand.get("tricks") is not None else [0] if schwarz else range(every + 1)
        reached = set().union(*(taken_in(scene, tricks, (), (*range(aside + 1),)) for tricks in by_then))
        refuse_if(hand.get("augen") is not None and hand["augen"] not in reached, "no cards are that")
    inside = () if aside and by_opponents else tuple(TRUMPS.get(scene.name, [])[:run])
    for tricks in range(every + 1):
        if (run - aside) > tricks * holders:
            continue
        ours = every - tricks if by_opponents else tricks
        for made in taken_in(scene, tricks, inside, (0 if by_opponents else aside,)):
            augen = 120 - made if by_opponents else made
            if given_up and (hand.get("tricks") or 0) <= ours < every and (hand.get("augen") or 0) <= augen:
                return
            if not given_up and goes_with(scene, ours, augen, won=won, schneider=schneider, schwarz=schwarz,
                                          limits=limits):  # fmt: skip
                return
    refuse_if(wrong=True, reason="no cards are that")


def goes_with(scene: Scene, tricks: int, augen: int, *, won: bool | None, schneider: bool, schwarz: bool,
              limits: tuple[int, int, int]) -> bool:  # fmt: skip
    """Whether so many tricks and Augen of the declarers agree with everything that was said."""
    hand, every = scene.hand, scene.all_tricks
    if hand.get("tricks") not in (None, tricks) or hand.get("augen") not in (None, augen):
        return False
    if won is None or scene.shape == "bettel":
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


def cards_of_a_pair(scene: Scene) -> None:
    """Refuse what two winners, whoever played, cannot have held."""
    run, both = scene.hand.get("laufende") or 0, 2 * scene.all_tricks
    refuse_if(run > both, "more Laufende than cards")
    beaten = scene.hand.get("schneider") is False or scene.hand.get("schwarz") is False
    refuse_if(beaten and run > both - 2, "with so many Laufende they took everything")


# -- Ramsch -------------------------------------------------------------------------------------------

OF_TRUMPS, OF_OTHERS = (1, 1, 1, 4, 4, 3), (3, 3, 3, 0, 0, 9)
Span = tuple[int, int]


def counted(deck: tuple[int, ...]) -> dict[int, set[int]]:
    """Return what so many of these cards can count."""
    found: dict[int, set[int]] = defaultdict(set)
    for counts in product(*(range(there + 1) for there in deck)):
        found[sum(counts)].add(sum(count * worth for count, worth in zip(counts, WORTH, strict=True)))
    return found


@cache
def piles_with_trumps(short: bool) -> dict[Span, set[int]]:
    """Return what so many cards, so many trumps among them, can count in a Ramsch."""
    trumps, others = (counted((*deck[:-1], deck[-1] - n * short)) for deck, n in ((OF_TRUMPS, 2), (OF_OTHERS, 6)))
    return {
        (high + low, high): {one + other for one in trumps[high] for other in others[low]}
        for high in trumps
        for low in others
    }


class Stacks:
    """What lies before everybody after a Ramsch: each way to share the tricks, and how many trumps each can have."""

    def __init__(self, scene: Scene, everything: str | None) -> None:
        self.scene, self.active, every = scene, scene.active, scene.all_tricks
        self.aside = scene.aside
        hand, losers, virgins = scene.hand, scene.hand.get("losers") or (), scene.hand.get("jungfrauen")
        known = {**dict.fromkeys(virgins or (), 0), **(hand.get("tricks") or {})}
        refuse_if(any(known.get(name) == 0 for name in losers), "the loser has a trick")
        if everything:
            refuse_if(any(known[name] != every * (name == everything) for name in known), "not every trick is his")
            known = {name: every * (name == everything) for name in self.active}
        named = virgins is not None and not hand.get("durchmarsch")
        each = [
            [known[name]] if name in known else range(int(named or name in losers), every + 1) for name in self.active
        ]
        self.shares = [dict(zip(self.active, made, strict=True)) for made in product(*each) if sum(made) == every]
        refuse_if(not self.shares, "too many tricks, or too few")
        said, tops = hand.get("trumps") or {}, hand.get("highest") or {}
        self.trumps: dict[str, Span] = {}
        for name, made in zip(self.active, each, strict=True):
            most = min(scene.longest, self.cards(max(made)))
            self.trumps[name] = (said[name], said[name]) if name in said else (int(name in tops), most)
        refuse_if(any(not self.trumps[name][1] for name in tops), "the highest of no trumps")
        self.counts = bool(said or tops) and not self.aside and scene.name == "ramsch"
        self.held: dict[tuple[tuple[str, ...], int], set[int]] = {}

    def cards(self, tricks: int) -> int:
        """Return how many cards so many tricks can hold."""
        return tricks * len(self.active) + self.aside * bool(tricks)

    def hold(self, group: tuple[str, ...], tricks: int) -> set[int]:
        """Return which Augen so many tricks of some can hold: it is asked for each number of Augen of the loser."""
        if (group, tricks) not in self.held:
            self.held[group, tricks] = self._hold(group, tricks)
        return self.held[group, tricks]

    def _hold(self, group: tuple[str, ...], tricks: int) -> set[int]:
        if not self.counts:
            return taken_in(self.scene, tricks, (), (*range(self.aside + 1),) if tricks else (0,))
        few, many = left_to(self.trumps, group, self.scene.longest)
        piled = piles_with_trumps(self.scene.short)
        return set().union(*(piled.get((self.cards(tricks), n), set()) for n in range(few, many + 1)))


def left_to(spans: dict[str, Span], group: tuple[str, ...], total: int, aside: int = 0) -> Span:
    """Return from how many to how many some have, where all have `total`, less what may lie aside."""
    inside, outside = ([span for name, span in spans.items() if (name in group) == there] for there in (True, False))
    least = total - aside - sum(high for _low, high in outside)
    most = total - sum(low for low, _high in outside)
    return max(least, sum(low for low, _high in inside)), min(most, sum(high for _low, high in inside))


def groups_of(active: list[str]) -> list[tuple[str, ...]]:
    """Return everybody alone, and all who are several, but not all of them."""
    return [group for size in range(1, len(active)) for group in combinations(active, size)]


def cards_of_a_ramsch(scene: Scene, marcher: str | None, from_augen: int | None, *, losers: int = 1) -> None:
    """Refuse figures of a Ramsch that no tricks of this deck make, of one person or of several together."""
    hand, active = scene.hand, scene.active
    if not any(hand.get(key) for key in ("augen", "tricks", "trumps", "highest", "jungfrauen")):
        return
    stacks = Stacks(scene, marcher if from_augen is None else None)
    trumps_are_there(stacks)
    if hand.get("augen"):
        told = [{name: (hand["augen"][name],) * 2 for name in active}]
    elif marcher:
        told = [march_with(active, marcher, most) for most in range(from_augen or 120, 121)]
    elif losers == 2:
        told = [
            {name: (low, top) if name == one else (low, low) if name == other else (0, low) for name in active}
            for low in range(from_augen or 121)
            for one, other in (hand["losers"], hand["losers"][::-1])
            for top in [(from_augen or 121) - 1]
        ]
    else:
        told = [
            {name: (most if name in hand["losers"] else 0, most) for name in active}
            for most in range(from_augen or 121)
        ]
    refuse_if(not any(they_hold(stacks, augen) for augen in told), "no cards are that")


def march_with(active: list[str], marcher: str, most: int) -> dict[str, Span]:
    """Return from how many to how many Augen everybody can have, where a Durchmarsch has most of them."""
    return {name: (most, most) if name == marcher else (0, most) for name in active}


def trumps_are_there(stacks: Stacks) -> None:
    """Refuse trumps that are not in the deck: not so many, or not so many below somebody's highest one."""
    scene, aside, spans = stacks.scene, stacks.aside, stacks.trumps
    tops = scene.hand.get("highest") or {}
    refuse_if(sum(low for low, _high in spans.values()) > scene.longest, "more trumps than there are")
    refuse_if(sum(high for _low, high in spans.values()) + aside < scene.longest, "fewer trumps than there are")
    for rank in range(1, scene.longest + 1):
        low_ones = [name for name in stacks.active if tops.get(name, 0) >= rank]
        others = [name for name in stacks.active if name not in low_ones]
        refuse_if(sum(spans[name][0] for name in low_ones) > scene.longest + 1 - rank, "too many low trumps")
        refuse_if(sum(spans[name][1] for name in others) + aside < rank - 1, "nobody has the high trumps")


def they_hold(stacks: Stacks, augen: dict[str, Span]) -> bool:
    """Whether tricks can be shared so that whoever takes some of the people finds their Augen in their cards."""
    fits = {}
    for name in stacks.active:
        low, high = left_to(augen, (name,), 120)
        made = {share[name] for share in stacks.shares}
        fits[name] = {tricks for tricks in made if stacks.hold((name,), tricks) & set(range(low, high + 1))}
    shares = [share for share in stacks.shares if all(share[name] in fits[name] for name in share)]
    for group in groups_of(stacks.active):
        together = {sum(share[name] for name in group) for share in shares}
        few, _many = left_to(stacks.trumps, group, stacks.scene.longest, stacks.aside)
        low, high = left_to(augen, group, 120)
        wanted = set(range(low, high + 1))
        if not any(few <= stacks.cards(made) for made in together):
            return False
        if not any(stacks.hold(group, made) & wanted for made in together):
            return False
    return bool(shares)
