"""The second opinion on a Ramsch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from second_opinion_cards import cards_of_a_ramsch
from second_opinion_games import dearer
from second_opinion_pairs import in_order, two_losers
from second_opinion_scene import decisive, number, part, refuse_if

if TYPE_CHECKING:
    from collections.abc import Callable

    from second_opinion_scene import Map, Scene


def ramsch(scene: Scene, postings: dict[str, int]) -> int:
    """Score a Ramsch: who loses pays, or a Durchmarsch is paid by everybody."""
    told = [key for key in ("augen", "losers", "durchmarsch") if scene.hand.get(key)]
    refuse_if(not told, "who lost?")
    rules = part(scene.tariff, "ramsch") or {"jungfrau": "none", "durchmarsch": "none", "tie": []}
    two = int(rules.get("losers", 1)) == 2
    scene.obliged(None)
    refuse_if(two and len(scene.active) != 4, "two losers of four")
    ramsch_facts(scene)
    shots = kontra(scene, rules)
    march = part(rules, "durchmarsch")
    marcher = durchmarsch(scene, march)
    if marcher is None:
        named = scene.hand.get("losers") or ()
        refuse_if(not named and not scene.hand.get("augen"), "who lost?")
        refuse_if(two and named and len(named) != 2, "two lose")
    cards_of_a_ramsch(scene, marcher, number(march["augen"]) if march else 121, losers=2 if two else 1)
    if marcher is not None:
        return durchmarsch_paid(scene, postings, rules, marcher, shots)
    if two:
        virgins = jungfrauen(scene, rules)
        value = ramsch_price(scene, rules, len(virgins))
        return two_losers(scene, postings, Doubled(scene, rules, value, virgins, shots))
    losers = ramsch_losers(scene, decisive(rules))
    if len(losers) == len(scene.active):
        return 0
    refuse_if(len(losers) > 1 and shots & set(losers), "which of the losers pays double?")
    virgins = jungfrauen(scene, rules)
    value = ramsch_price(scene, rules, len(virgins))
    doubled = Doubled(scene, rules, value, virgins, shots)
    gains = {name: doubled.pays(losers[0], name) for name in scene.active if name not in losers}
    share, odd = divmod(sum(gains.values()), len(losers))
    for name, gain in gains.items():
        postings[name] += gain
    for place, name in enumerate(losers):
        postings[name] -= share + (place < odd)
    return value


class Doubled:
    """What one person pays to one other: the value, with what doubles for one of them alone."""

    def __init__(self, scene: Scene, rules: Map, value: int, virgins: list[str], shots: set[str]) -> None:
        self.value, self.shots = value, shots
        self.payment: Callable[[int], int] = scene.payment
        counted = {"own": 1, "own_each": len(virgins)}.get(rules["jungfrau"], 0)
        self.virgins = dict.fromkeys(virgins, 2**counted) if counted else {}

    def pays(self, loser: str, winner: str) -> int:
        """Return what this loser pays to this winner."""
        shots = 2 ** len(self.shots & {loser, winner})
        return self.payment(self.value * shots * self.virgins.get(winner, 1))


def kontra(scene: Scene, rules: Map) -> set[str]:
    """Return who shot for himself; a chain for all is one of the scene's doublings."""
    said, kind = scene.hand.get("kontra") or 0, rules.get("kontra", "none")
    refuse_if(said and kind == "none", "no Kontra in a Ramsch")
    refuse_if(isinstance(said, list) and not set(said) <= set(scene.active), "who said Kontra?")
    if kind == "own" and said:
        names = said if isinstance(said, list) else []
        refuse_if(not names or len(set(names)) < len(names), "who shot, and each once")
        return set(names)
    chain = part(scene.tariff, "kontra")
    scene.kontra = len(said) if isinstance(said, list) else int(said)
    refuse_if(scene.kontra < 0, "a negative Kontra")
    refuse_if(chain and not chain["unlimited"] and scene.kontra > len(chain["names"]), "deeper than the chain")
    return set()


def jungfrauen(scene: Scene, rules: Map) -> list[str]:
    """Return who made no trick, where that costs anything."""
    if rules["jungfrau"] == "none" and not rules.get("jungfrau_adds", 0):
        return []
    open_question = [name for name in scene.active if has_trick(scene, name) is None]
    refuse_if(scene.hand.get("augen") and open_question, "is he a Jungfrau?")
    return [name for name in scene.active if has_trick(scene, name) is False]


def ramsch_price(scene: Scene, rules: Map, virgins: int) -> int:
    """Return the value of a Ramsch with so many Jungfrauen."""
    value, kind = scene.price(scene.name, scene.shape, None, scene.own_price), rules["jungfrau"]
    if kind == "solo_price" and virgins == 1:
        value = scene.price("solo", "solo")
    value += int(rules.get("jungfrau_adds", 0)) * virgins
    if kind == "all":
        value *= 2**virgins
    elif kind == "solo_price" and virgins > 1:
        value *= 4
    return scene.worth(value * scene.doubling())


def durchmarsch_paid(scene: Scene, postings: dict[str, int], rules: Map, marcher: str, shots: set[str]) -> int:
    """Let everybody pay for a Durchmarsch; return its value."""
    march = rules["durchmarsch"]
    inside, outside = march_price(scene, march["pays"])
    if march.get("jungfrau"):
        virgins = beside_a_march(scene, rules, marcher)
        inside += int(rules.get("jungfrau_adds", 0)) * virgins
        for_all = 2**virgins if rules["jungfrau"] == "all" else 1
        inside, outside = inside * for_all, outside * for_all
    value = scene.worth(inside * scene.doubling() + outside)
    doubled = Doubled(scene, rules, value, [], shots)
    for name in scene.active:
        if name != marcher:
            postings[name] -= doubled.pays(name, marcher)
            postings[marcher] += doubled.pays(name, marcher)
    return value


def beside_a_march(scene: Scene, rules: Map, marcher: str) -> int:
    """Return how many Jungfrauen there are beside a Durchmarsch that they make dearer."""
    others = [name for name in scene.active if name != marcher]
    tricks, augen = (scene.hand.get(key) or {} for key in ("tricks", "augen"))
    if number(rules["durchmarsch"]["augen"]) is None or tricks.get(marcher) == scene.all_tricks:
        return len(others)
    if rules["jungfrau"] != "all" and not rules.get("jungfrau_adds", 0):
        return 0
    open_question = scene.hand.get("jungfrauen") is None and [name for name in others if augen.get(name) == 0]
    refuse_if(open_question and any(has_trick(scene, name) is None for name in open_question), "is he a Jungfrau?")
    return sum(has_trick(scene, name) is False for name in others)


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
    refuse_if(any(count < 0 for count in trumps.values()), "fewer trumps than none")
    refuse_if(sum(trumps.values()) > scene.longest, "too many trumps")
    tops = list((hand.get("highest") or {}).values())
    refuse_if(len(set(tops)) < len(tops), "the same highest trump twice")
    refuse_if(any(not 1 <= rank <= scene.longest for rank in (hand.get("highest") or {}).values()), "no such trump")
    for name in active:
        refuse_if(tricks.get(name) == 0 and (augen.get(name) or trumps.get(name)), "something without a trick")
        refuse_if(tricks.get(name) == scene.all_tricks and augen.get(name) not in (None, 120), "all is 120")
        if name in (hand.get("jungfrauen") or ()):
            refuse_if(augen.get(name) or tricks.get(name) or trumps.get(name), "a Jungfrau has took no trick")
            refuse_if(name in (hand.get("losers") or ()) or name == hand.get("durchmarsch"), "a Jungfrau loses not")
        elif hand.get("jungfrauen") is not None:
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
    hand, active = scene.hand, scene.active
    said = hand.get("durchmarsch")
    refuse_if(said and (rules is None or hand.get("losers")), "no Durchmarsch")
    if rules is None:
        return None
    least = number(rules["augen"])
    if hand.get("augen") and least is not None:
        return march_by_augen(hand, active, least)
    for name in active:
        everything = has_everything(scene, name)
        if hand.get("augen"):
            enough: bool | None = hand["augen"][name] == 120
            if enough and said != name:
                refuse_if(everything is None, "all the tricks?")
                enough = everything
        else:
            enough = everything and hand.get("tricks", hand.get("jungfrauen")) is not None
        if said == name:
            refuse_if(hand.get("augen") and not enough, "too few Augen for a Durchmarsch")
            refuse_if(least is None and everything is False, "somebody else has a trick")
            return name
        if enough:
            refuse_if(said or hand.get("losers"), "somebody else made a Durchmarsch")
            return name
    return None


def march_by_augen(hand: Map, active: list[str], least: int) -> str | None:
    """Return who made a Durchmarsch that goes by Augen: who has most of them, if that is enough."""
    most, said = max(hand["augen"].values()), hand.get("durchmarsch")
    reached = [name for name in active if hand["augen"][name] == most >= least]
    refuse_if(said and said not in reached, "not enough for a Durchmarsch, or somebody has more")
    refuse_if(reached and hand.get("losers"), "a Durchmarsch has no losers")
    refuse_if(len(reached) > 1 and not said, "whose Durchmarsch?")
    return said or next(iter(reached), None)


def has_everything(scene: Scene, name: str) -> bool | None:
    """Return whether somebody made all tricks, None where nothing says it."""
    if (scene.hand.get("tricks") or {}).get(name) == scene.all_tricks:
        return True
    others = [has_trick(scene, other) for other in scene.active if other != name]
    return False if True in others else True if None not in others else None


def march_price(scene: Scene, pays: int | str) -> tuple[int, int]:
    """Return the price of a Durchmarsch before anything is added for Jungfrauen or doubled, and what is not doubled."""
    if pays == "ramsch":
        return scene.price(scene.name, scene.shape, None, scene.own_price), 0
    if pays == "herz-solo":
        game = ("solo", "solo", "herz")
        return dearer(scene, dearer(scene, (scene.price(*game), 0), "schneider", *game), "schwarz", *game)
    return int(pays), 0


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
                tied = in_order(scene, criterion, tied)[0]
    refuse_if(len(tied) > 1 and not named and "shared" not in criteria, "name the loser")
    return tied
