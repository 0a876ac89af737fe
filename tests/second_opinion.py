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
"""

from __future__ import annotations

from second_opinion_games import played, sixty_all, tie_of
from second_opinion_ramsch import ramsch
from second_opinion_scene import Impossible, Map, Scene, number, part, refuse_if
from second_opinion_stock import everybody_pays_in, multiplied

__all__ = ["Impossible", "score"]

LARGEST = 2**63 - 1


def score(tariff: Map, table: Map, hand: Map) -> Map:
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
