"""The second opinion on a Ramsch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from second_opinion_cards import cards_of_a_ramsch
from second_opinion_scene import number, part, refuse_if

if TYPE_CHECKING:
    from second_opinion_scene import Map, Scene


def ramsch(scene: Scene, postings: dict[str, int]) -> int:
    """Score a Ramsch: the loser pays everybody, or a Durchmarsch is paid by everybody."""
    hand, active = scene.hand, scene.active
    ramsch_facts(scene)
    rules = part(scene.tariff, "ramsch") or {"jungfrau": "none", "durchmarsch": "none", "tie": []}
    march = part(rules, "durchmarsch")
    marcher = durchmarsch(scene, march)
    cards_of_a_ramsch(scene, marcher, number(march["augen"]) if march else 121)
    if marcher is not None:
        value = scene.ceiling(march_price(scene, (march or {})["pays"]) * scene.doubling())
        for name in active:
            postings[name] += value * (len(active) - 1) if name == marcher else -value
        return value
    losers = ramsch_losers(scene, list(rules["tie"]))
    if len(losers) == len(active):
        return 0
    virgins: list[str] = []
    if rules["jungfrau"] != "none":
        open_question = [name for name in active if has_trick(scene, name) is None]
        refuse_if(hand.get("augen") and open_question, "is he a Jungfrau?")
        virgins = [name for name in active if has_trick(scene, name) is False]
    value = scene.price(scene.name, scene.shape, None, scene.own_price)
    if rules["jungfrau"] == "all":
        value *= 2 ** len(virgins)
    elif rules["jungfrau"] == "solo_price" and virgins:
        value = scene.price("solo", "solo") if len(virgins) == 1 else 4 * value
    value = scene.ceiling(value * scene.doubling())
    total = 0
    for name in active:
        if name not in losers:
            gain = 2 * value if rules["jungfrau"] == "own" and name in virgins else value
            postings[name] += gain
            total += gain
    share, odd = divmod(total, len(losers))
    for place, name in enumerate(losers):
        postings[name] -= share + (place < odd)
    return value


def ramsch_facts(scene: Scene) -> None:
    """Refuse facts of a Ramsch that contradict each other or name somebody else."""
    hand, active = scene.hand, scene.active
    augen, tricks, trumps = (hand.get(key) or {} for key in ("augen", "tricks", "trumps"))
    for key in ("augen", "tricks", "trumps", "highest", "losers", "jungfrauen"):
        named = list(hand.get(key) or ())
        refuse_if(not set(named) <= set(active) or len(set(named)) < len(named), f"{key}: who?")
    refuse_if(hand.get("durchmarsch") not in (None, *active), "whose Durchmarsch?")
    refuse_if(augen and (set(augen) != set(active) or sum(augen.values()) != 120), "the Augen do not add up")
    refuse_if(any(not 0 <= amount <= 120 for amount in augen.values()), "Augen outside 0 to 120")
    refuse_if(any(not 0 <= amount <= scene.all_tricks for amount in tricks.values()), "so many tricks there are not")
    refuse_if(sum(tricks.values()) > scene.all_tricks, "too many tricks")
    refuse_if(len(tricks) == len(active) and sum(tricks.values()) != scene.all_tricks, "the tricks do not add up")
    refuse_if(sum(trumps.values()) > scene.longest, "too many trumps")
    tops = list((hand.get("highest") or {}).values())
    refuse_if(len(set(tops)) < len(tops), "the same highest trump twice")
    refuse_if(any(not 1 <= rank <= scene.longest for rank in (hand.get("highest") or {}).values()), "no such trump")
    for name in active:
        refuse_if(tricks.get(name) == 0 and (augen.get(name) or trumps.get(name)), "something without a trick")
        refuse_if(tricks.get(name) == scene.all_tricks and augen.get(name) not in (None, 120), "all is 120")
        if name in (hand.get("jungfrauen") or ()):
            refuse_if(augen.get(name) or tricks.get(name) or trumps.get(name), "a Jungfrau has made no trick")
            refuse_if(name in (hand.get("losers") or ()) or name == hand.get("durchmarsch"), "a Jungfrau loses not")
        elif hand.get("jungfrauen"):
            refuse_if(tricks.get(name) == 0, "another Jungfrau")
    refuse_if(len(hand.get("jungfrauen") or ()) == len(active), "somebody has the tricks")


def has_trick(scene: Scene, name: str) -> bool | None:
    """Return whether somebody made a trick, None where nothing says it."""
    hand = scene.hand
    tricks = (hand.get("tricks") or {}).get(name)
    if tricks is not None:
        return bool(tricks)
    if (hand.get("augen") or {}).get(name) or name in (hand.get("losers") or ()):
        return True
    jungfrauen = hand.get("jungfrauen")
    if jungfrauen is None or (hand.get("durchmarsch") and name not in jungfrauen):
        return None  # after a Durchmarsch nobody needs to list them all
    return name not in jungfrauen


def durchmarsch(scene: Scene, rules: Map | None) -> str | None:
    """Return who made a Durchmarsch."""
    hand, active, augen = scene.hand, scene.active, scene.hand.get("augen") or {}
    said = hand.get("durchmarsch")
    refuse_if(said and (rules is None or hand.get("losers")), "no Durchmarsch")
    if rules is None:
        return None
    least = number(rules["augen"])
    for name in active:
        others = [has_trick(scene, other) for other in active if other != name]
        everything = False if True in others else True if None not in others else None
        if (hand.get("tricks") or {}).get(name) == scene.all_tricks:
            everything = True
        if augen:
            enough: bool | None = augen[name] == 120 if least is None else augen[name] >= least
            if least is None and enough and said != name:
                refuse_if(everything is None, "all the tricks?")
                enough = everything
        else:
            enough = everything and hand.get("tricks", hand.get("jungfrauen")) is not None
        if said == name:
            refuse_if(augen and not enough, "too few Augen for a Durchmarsch")
            refuse_if(least is None and everything is False, "somebody else has a trick")
            return name
        if enough:
            refuse_if(said or hand.get("losers"), "somebody else made a Durchmarsch")
            return name
    return None


def march_price(scene: Scene, pays: int | str) -> int:
    """Return the price of a Durchmarsch before Klopfer and Bock."""
    if pays == "ramsch":
        return scene.price(scene.name, scene.shape, None, scene.own_price)
    if pays == "herz-solo":
        extras = (part(scene.tariff, key) for key in ("schneider", "schwarz"))
        return scene.price("solo", "solo", "herz") + sum(int(rules["price"]) for rules in extras if rules)
    return int(pays)


def ramsch_losers(scene: Scene, criteria: list[str]) -> list[str]:
    """Return who loses, in the order from the dealer's left on."""
    hand, active, augen = scene.hand, scene.active, scene.hand.get("augen") or {}
    named = [name for name in active if name in (hand.get("losers") or ())]
    tied = [name for name in active if augen[name] == max(augen.values())] if augen else named
    refuse_if(not tied, "who lost?")
    if augen and named:
        refuse_if(not set(named) <= set(tied), "somebody else has more Augen")
        tied = named
    elif augen:
        for criterion in criteria:
            if len(tied) > 1 and criterion != "shared":
                tied = most_of(scene, criterion, tied)
    refuse_if(len(tied) > 1 and not named and "shared" not in criteria, "name the loser")
    return tied


def most_of(scene: Scene, criterion: str, tied: list[str]) -> list[str]:
    """Return those of the tied with the most tricks or trumps, or the highest trump."""
    facts = scene.hand.get(criterion) or {}
    refuse_if(any(name not in facts for name in tied), f"{criterion}?")
    best = (min if criterion == "highest" else max)(facts[name] for name in tied)
    return [name for name in tied if facts[name] == best]
