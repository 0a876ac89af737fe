"""A second opinion: what a hand costs, written once more from the rules alone.

It shares no line and no idea of structure with `sklog.scoring`, and imports nothing of it: a mistake
would have to be made twice, in two different ways, to go unseen. It reads the *mapping* of a tariff
(every public key, `none` where a part is off) and the *JSON* of a hand, and knows no words for people.

    second_opinion_scene    catalogue, table, Klopfer and Bock
    second_opinion_games    partner games, solos, Bettel
    second_opinion_stock    the Stock they play for
    second_opinion_cards    what cards can be
    second_opinion_ramsch   Ramsch
    second_opinion_evening  a whole evening

What a hand that is new leaves open is asked here: what it says is priced in every way in which it can be meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import second_opinion_rounds as rounds
from second_opinion_games import played, sixty_all, tie_of
from second_opinion_ramsch import ramsch
from second_opinion_scene import Impossible, Map, Scene, holds, number, part, refuse_if
from second_opinion_stock import everybody_pays_in, multiplied

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Impossible", "score"]

LARGEST = 2**63 - 1


def score(tariff: Map, table: Map, hand: Map) -> Map:
    """Return what a hand that is new costs, as `as_said`; raise Impossible also where that is not clear.

    Who plays alone and holds nothing but the highest trumps has made all tricks, and with eight Ober and Unter a Sie.
    Who has all Augen may have left the others a trick without any.
    """
    said = as_said(tariff, table, hand)
    bock = part(tariff, "bock")
    brings = {*(bock["after"] if bock else ()), *rounds.triggers(tariff)}
    different: list[Map] = []
    for whole in completions(tariff, table, hand):
        try:
            price = as_said(tariff, table, whole)
        except Impossible:
            continue
        if not any(same(price, other, brings) for other in different):
            different.append(price)
    refuse_if(len(different) > 1, "which of them?")
    return different[0] if different else said


def completions(tariff: Map, table: Map, hand: Map) -> Iterator[Map]:
    """Yield the hand with everything that is not said, in each way in which it can be."""
    for first in all_tricks(tariff, table, hand) or [{}]:
        with_tricks = {**hand, **first}
        for second in schwarz_or_not(tariff, table, with_tricks) or [{}]:
            for third in which_suit(tariff, table, with_tricks) or [{}]:
                yield {**with_tricks, **second, **third}


def same(one: Map, other: Map, brings: set[str]) -> bool:
    """Whether two prices are the same, and bring the same Bock and rounds."""
    if one["triggers"] & brings != other["triggers"] & brings:
        return False
    return bool(one["value"] == other["value"] and one["postings"] == other["postings"])


def scene_of(tariff: Map, table: Map, hand: Map, *shapes: str) -> Scene | None:
    """Return the scene of a hand with declarers of one of these shapes."""
    if hand["game"] in ("posting", "ramsch"):
        return None
    scene = Scene(tariff, table, hand)
    return scene if scene.shape in shapes else None


def all_tricks(tariff: Map, table: Map, hand: Map) -> list[Map]:
    """Return what else is true of a hand in which one person holds nothing but the highest trumps."""
    scene = scene_of(tariff, table, hand, "solo")
    if scene is None or hand.get("laufende_of") == "opponents" or hand.get("sie"):
        return []
    held = scene.all_tricks + 2 * (scene.all_tricks == 10)  # two are laid aside
    if (hand.get("laufende") or 0) < held:
        return []
    made = {"schwarz": True} if hand.get("tricks") is None else {}
    if held != 8 or not scene.has_sie or not holds(part(tariff, "sie"), scene.name) or hand.get("sie") is False:
        return [made]
    unsaid = dict.fromkeys(("won", "augen", "tricks", "schneider", "schwarz", "laufende", "laufende_of", "tout"))
    return [made, {**unsaid, "sie": True}]


def schwarz_or_not(tariff: Map, table: Map, hand: Map) -> list[Map]:
    """Return both that the others made a trick and that they made none, where they have no Augen."""
    unsaid = hand.get("tricks") is None and hand.get("schwarz") is None and not hand.get("sie")
    scene = scene_of(tariff, table, hand, "partner", "solo")
    if scene is None or not unsaid or hand.get("augen") is None or 11 * scene.aside < hand["augen"] < 120:
        return []
    return [{"schwarz": True}, {"schwarz": False}]


def which_suit(tariff: Map, table: Map, hand: Map) -> list[Map]:
    """Return each suit that it can have been, where none was noted."""
    scene = scene_of(tariff, table, hand, "partner", "solo", "bettel")
    if scene and not hand.get("suit") and scene.shape == "partner" and hand.get("winners"):
        prices = [scene.base(scene.name, scene.shape, suit, scene.own_price) for suit in scene.suits]
        refuse_if(any(isinstance(price, dict) for price in prices), "did the caller win?")
    return [{"suit": suit} for suit in scene.suits] if scene and not hand.get("suit") else []


def as_said(tariff: Map, table: Map, hand: Map) -> Map:
    """Return `{"value": cents, "postings": {seat or "Stock": cents}, "triggers": …}`, or raise Impossible.

    `table` says `seats` (clockwise), `dealer`, `active` (who is dealt in), `stock` (cents), `bock`
    (doublings in force) and `round`. `triggers` is the set of what the hand is that may bring Bock, `again` that
    the deal is played again.
    """
    seats = list(table["seats"])
    postings = {**dict.fromkeys(seats, 0), "Stock": 0}
    triggers: set[str] = set()
    again = False
    if hand["game"] == "posting":
        value = 0
        for name, amount in hand["amounts"].items():
            refuse_if(name not in postings, f"{name} is not at the table")
            postings[name] += amount
        refuse_if(sum(postings.values()), "a posting must add up to nothing")
    else:
        scene = Scene(tariff, table, hand)
        kind = {"ramsch": ramsch, "passed": thrown_in}.get(scene.shape, played)
        value = kind(scene, postings)
        triggers = {trigger for trigger, happened in scene.happened.items() if happened}
        again = sixty_all(scene) and tie_of(scene) == "again"
    refuse_if(any(abs(amount) > LARGEST for amount in (value, *postings.values())), "too large")
    assert not sum(postings.values())
    return {"value": value, "postings": postings, "triggers": triggers, "again": again}


def thrown_in(scene: Scene, postings: dict[str, int]) -> int:
    """Score a throw-in: the Schieber nobody took, or everybody pays into the Stock."""
    rounds, stock = part(scene.tariff, "rounds"), part(scene.tariff, "stock")
    agreed = number(rounds["schieber_sum"]) if rounds else None
    if scene.round == "schieber" and agreed is not None and len(scene.active) == 4:
        first, second, third, last = scene.active
        for name, sign in ((first, -1), (second, 1), (third, 1), (last, -1)):
            postings[name] += sign * agreed
    elif stock:
        everybody_pays_in(scene, postings, multiplied(stock, scene))
    return 0
