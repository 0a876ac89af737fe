"""The second opinion on games with declarers: partner games, solos, Bettel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from second_opinion_cards import cards_of_a_game, cards_of_a_pair
from second_opinion_scene import bids_of, holds, number, ohne_of, part, refuse_if
from second_opinion_stock import move_stock, whose_stock

if TYPE_CHECKING:
    from second_opinion_scene import Map, Scene


def played(scene: Scene, postings: dict[str, int]) -> int:
    """Score a partner game, a solo or a Bettel."""
    if scene.hand.get("winners"):
        if scene.shape == "partner":
            return pair_of_winners(scene, postings)
        scene.hand = soloist_of_winners(scene)
    hand, active = scene.hand, scene.active
    declarers = sides(scene)
    scene.obliged(declarers[0])
    run_is_there(scene)
    opponents = [name for name in active if name not in declarers]
    scene.kontra = depth(scene, declarers)
    won, schneider, schwarz = (bettel if scene.shape == "bettel" else verdict)(scene)
    scene.happened = {
        "lost_solo": scene.shape != "partner" and not won,
        "herz_solo": scene.name == "solo" and scene.suit == "herz",
        "lost_herz_solo": scene.name == "solo" and scene.suit == "herz" and not won,
        "lost_kontra": scene.kontra > 0 and won,
        "schwarz": schwarz,
        "tie_60": hand.get("augen") == 60,
    }
    cards_of_a_game(scene, len(declarers), won=won, schneider=schneider, schwarz=schwarz,
                    limits=(needed(scene), *limits(scene)))  # fmt: skip
    if won is None:
        return 0
    by_declarers = (hand.get("laufende_of") or "declarers") == "declarers"
    runs_paid = laufende(scene, held_by_winners=by_declarers == won, won=won)
    value = price_of(scene, won=won, schneider=schneider, schwarz=schwarz, runs=runs_paid)
    sign = 1 if won else -1
    for name in declarers:
        postings[name] += sign * value * len(opponents) // len(declarers)
    for name in opponents:
        postings[name] -= sign * value
    if scene.shape == "partner" and not by_declarers and ohne_of(scene.tariff) == "caller":
        without = price_of(scene, won=won, schneider=schneider, schwarz=schwarz, runs=0)
        postings[declarers[0]] += sign * (value - without)
        postings[declarers[1]] -= sign * (value - without)
    move_stock(scene, postings, declarers, won=won)
    return value


def sides(scene: Scene) -> list[str]:
    """Return the declarers, the caller first."""
    hand, active = scene.hand, scene.active
    caller, partner = hand.get("declarer"), hand.get("partner")
    refuse_if(caller not in active, "who played?")
    assert caller is not None
    if scene.shape != "partner":
        refuse_if(partner, "a partner in a solo")
        refuse_if(len(active) < 2, "nobody to play against")
        return [str(caller)]
    refuse_if(len(active) != 4, "a partner game needs four")
    opposite = active[(active.index(caller) + 2) % 4]
    if scene.across:
        refuse_if(partner not in (None, opposite), "not the opposite")
        partner = opposite
    refuse_if(partner not in active or partner == caller, "who was the partner?")
    return [str(caller), str(partner)]


def soloist_of_winners(scene: Scene) -> Map:
    """Return the hand of a solo noted by its winners as if declarer and result had been said."""
    hand, active = dict(scene.hand), scene.active
    winners = list(hand.pop("winners"))
    refuse_if(hand.get("announced"), "who announced?")
    refuse_if(hand.get("declarer") or hand.get("partner") or hand.get("won") is not None, "said twice")
    refuse_if(not set(winners) <= set(active) or len(set(winners)) < len(winners), "who won?")
    refuse_if(len(winners) not in (1, len(active) - 1), "one or all the others")
    refuse_if(len(active) == 2, "which of the two played?")
    hand["won"] = len(winners) == 1
    hand["declarer"] = winners[0] if hand["won"] else next(name for name in active if name not in winners)
    return hand


def pair_of_winners(scene: Scene, postings: dict[str, int]) -> int:
    """Score a partner game of which only the two winners were noted."""
    hand, active, winners = scene.hand, scene.active, list(scene.hand["winners"])
    unknown = ("declarer", "partner", "augen", "tricks", "laufende_of", "forced", "bid")
    refuse_if(any(hand.get(key) is not None and hand[key] is not False for key in unknown), "not with winners")
    refuse_if(hand.get("won") is not None, "winners have won")
    refuse_if(len(active) != 4 or len(set(winners)) != 2 or not set(winners) <= set(active), "which two won?")
    refuse_if(scene.across and (active.index(winners[0]) - active.index(winners[1])) % 4 != 2, "not opposite")
    refuse_if(isinstance(hand.get("kontra"), list), "only the depth of the Kontra")
    refuse_if(hand.get("announced"), "who announced?")
    scene.kontra = depth(scene, [])
    scene.obliged(None)
    run_is_there(scene)
    whose_stock(scene)
    base = scene.base(scene.name, scene.shape, scene.suit, scene.own_price)
    refuse_if(isinstance(base, dict), "did the caller win?")
    bock = part(scene.tariff, "bock")
    refuse_if(scene.kontra and bock and "lost_kontra" in bock["after"], "who lost the Kontra?")
    rules = part(scene.tariff, "laufende")
    if rules and hand.get("laufende") and holds(rules, scene.name):
        refuse_if(rules["paid"] != "always" or rules["ohne"] != "all", "whose run?")
        refuse_if(rules.get("ohne_price", "none") != "none", "whose run?")
    refuse_if(hand.get("tout") or hand.get("sie"), "only with a solo")
    schwarz = bool(hand.get("schwarz"))
    refuse_if(schwarz and hand.get("schneider") is False, "Schwarz is Schneider")
    schneider = schwarz or bool(hand.get("schneider"))
    scene.happened = {"schwarz": schwarz}
    cards_of_a_pair(scene)
    runs = laufende(scene, held_by_winners=True, won=True)
    value = price_of(scene, won=True, schneider=schneider, schwarz=schwarz, runs=runs)
    for name in active:
        postings[name] += value if name in winners else -value
    return value


def depth(scene: Scene, declarers: list[str]) -> int:
    """Return how deep the chain of Kontra, Re, … is; Hadsch begins it by itself."""
    said, rules = scene.hand.get("kontra") or 0, part(scene.tariff, "kontra")
    hadsch = scene.round == "hadsch"
    if isinstance(said, list):
        refuse_if(not set(said) <= set(scene.active), "who said Kontra?")
        of_declarers = [name in declarers for name in said]
        if hadsch and of_declarers[:1] == [True]:
            of_declarers.insert(0, False)
        refuse_if(any(by != (level % 2 == 1) for level, by in enumerate(of_declarers)), "the wrong side")
        said = len(of_declarers)
    refuse_if(said < 0, "a negative Kontra")
    if said:
        refuse_if(rules is None, "no Kontra here")
        assert rules is not None
        refuse_if(said > hadsch and not holds(rules, scene.name), "no Kontra in this game")
        refuse_if(said > len(rules["names"]) and not rules["unlimited"], "deeper than the chain")
    return max(int(said), 1) if hadsch else int(said)


def bettel(scene: Scene) -> tuple[bool, bool, bool]:
    """Decide a Bettel: won with no trick at all."""
    hand = scene.hand
    for key in ("schneider", "schwarz", "laufende", "tout", "sie", "announced"):
        refuse_if(hand.get(key), "not in a Bettel")
    needed(scene)
    augen, tricks, won = checked_facts(scene)
    if tricks is not None:
        refuse_if(won is not None and won != (tricks == 0), "won against the tricks")
        won = tricks == 0
    refuse_if(won and (augen or 0) > 11 * scene.aside, "Augen without a trick")
    refuse_if(won is None, "won or lost?")
    return bool(won), False, False


def checked_facts(scene: Scene) -> tuple[int | None, int | None, bool | None]:
    """Return Augen, tricks and the result as they were said, after looking at each."""
    augen, tricks, won = (scene.hand.get(key) for key in ("augen", "tricks", "won"))
    refuse_if(augen is not None and not 0 <= augen <= 120, "Augen outside 0 to 120")
    if tricks is not None:
        refuse_if(not 0 <= tricks <= scene.all_tricks, "so many tricks there are not")
        refuse_if(tricks == 0 and (augen or 0) > 11 * scene.aside, "Augen without a trick")
        refuse_if(tricks == scene.all_tricks and augen not in (None, 120), "all tricks are 120 Augen")
    return augen, tricks, won


def needed(scene: Scene) -> int:
    """Return from how many Augen the declarers win: over Kreuz 60:60 may be somebody's, unless more was bid."""
    least, bid = usually_needed(scene), scene.hand.get("bid")
    if not scene.across or bid is not None:
        return least
    return {"declarer": min(least, 60), "opponents": max(least, 61)}.get(tie_of(scene), least)


def usually_needed(scene: Scene) -> int:
    """Return from how many Augen the declarers win: bid > Pflichthabicht > last Kontra > forced > usual."""
    hand, tariff = scene.hand, scene.tariff
    rounds, kontra, forced = (part(tariff, key) for key in ("rounds", "kontra", "forced"))
    refuse_if(hand.get("forced") and not holds(forced, scene.name), "no forced play here")
    bid = hand.get("bid")
    if bid is not None:
        refuse_if(not holds(bids_of(tariff), scene.name) or not 1 <= bid <= 120, "no such bid")
        return int(bid)
    last = scene.active[-1] == hand["declarer"]
    if rounds and scene.round == "blauer-habicht" and scene.name == "farbhabicht" and last:
        return int(rounds["pflichthabicht"])
    if kontra and kontra["last_needs_61"] and scene.kontra:
        return 60 if scene.kontra % 2 else 61
    if hand.get("forced") and forced:
        return int(forced["wins_from"])
    return int(tariff["wins"]["declarers"])


def tie_of(scene: Scene) -> str:
    """Return whose 60:60 over Kreuz is."""
    return str((part(scene.tariff, "kreuz") or {}).get("tie", "draw"))


def sixty_all(scene: Scene) -> bool:
    """Whether a game over Kreuz came to 60:60, and nothing was bid or announced."""
    hand = scene.hand
    return scene.across and hand.get("augen") == 60 and not hand.get("announced") and hand.get("bid") is None


def limits(scene: Scene) -> tuple[int, int]:
    """Return from how many Augen declarers and opponents are out of Schneider; 30 where it costs nothing."""
    rules, forced = part(scene.tariff, "schneider"), part(scene.tariff, "forced")
    if rules is None:
        rules = {"declarers": 30, "opponents": 30}
    own = number(forced["schneider_from"]) if forced and scene.hand.get("forced") else None
    return int(rules["declarers"]) if own is None else own, int(rules["opponents"])


def verdict(scene: Scene) -> tuple[bool | None, bool, bool]:
    """Decide a partner game or a solo: (won or None for a draw, Schneider, Schwarz)."""
    hand, every = scene.hand, scene.all_tricks
    announcements(scene)
    augen, tricks, won = checked_facts(scene)
    if hand.get("sie"):
        refuse_if(won is False or augen not in (None, 120) or tricks not in (None, every), "a Sie cannot lose")
        won, tricks = True, every
    limit = needed(scene)
    if sixty_all(scene) and tie_of(scene) in ("draw", "again"):
        refuse_if(won is not None or hand.get("schneider") or hand.get("schwarz"), "60:60 is a draw")
        return None, False, False
    decided = result(scene, augen, tricks, limit)
    refuse_if(decided is not None and won is not None and decided != won, "won against the facts")
    won = won if decided is None else decided
    refuse_if(won is None, "won or lost?")
    goal = hand.get("announced") if won else None
    all_needed = hand.get("tout") or goal == "schwarz"
    refuse_if(won and all_needed and augen not in (None, 120), "all tricks are 120 Augen")
    schwarz_must = won and (hand.get("tout") or hand.get("sie") or goal == "schwarz")
    schwarz = losers_schwarz(scene, augen, tricks, won=bool(won), must=bool(schwarz_must))
    schneider = losers_schneider(scene, augen, won=bool(won), schwarz=schwarz, must=schwarz or goal == "schneider")
    return won, schneider, schwarz


def announcements(scene: Scene) -> None:
    """Refuse what may not be announced."""
    hand, tariff, name = scene.hand, scene.tariff, scene.name
    if hand.get("sie"):
        has_sie = scene.has_sie and scene.shape == "solo"
        refuse_if(not holds(part(tariff, "sie"), name) or not has_sie, "no Sie here")
        refuse_if(scene.all_tricks < 8, "a Sie needs eight cards")
        refuse_if(hand.get("laufende") not in (None, 8), "a Sie has eight Laufende")
        refuse_if(hand.get("laufende_of") == "opponents", "the declarer has the Sie")
    if hand.get("tout") and not hand.get("sie"):  # of which a Tout changes nothing
        refuse_if(not holds(part(tariff, "tout"), name) or scene.shape != "solo", "no Tout here")
    if goal := hand.get("announced"):
        rules = part(tariff, "announced")
        refuse_if(rules is None or rules[goal] in (None, "none") or not holds(rules, name), "not announced here")


def result(scene: Scene, augen: int | None, tricks: int | None, limit: int) -> bool | None:
    """Return what Augen and tricks say about the result, None where they leave it open."""
    goal, every = scene.hand.get("announced"), scene.all_tricks
    if tricks is not None and tricks in (0, every):
        return tricks == every
    if scene.hand.get("tout") or goal == "schwarz":
        return None if tricks is None else False
    if augen is None:
        return None
    if goal == "schneider" and augen >= limit:
        return 120 - augen < limits(scene)[1]
    return augen >= limit


def losers_schwarz(scene: Scene, augen: int | None, tricks: int | None, *, won: bool, must: bool) -> bool:
    """Return whether the losing side made no trick."""
    said, every = scene.hand.get("schwarz"), scene.all_tricks
    known: bool | None = True if must else None
    if tricks is not None:
        none_made = tricks == (every if won else 0)
        refuse_if(must and not none_made, "all tricks were needed")
        known = none_made
    refuse_if(known is not None and said is not None and said != known, "Schwarz against the tricks")
    schwarz = bool(said) if known is None else known
    losers = None if augen is None else 120 - augen if won else augen
    refuse_if(schwarz and (losers or 0) > (0 if won else 11 * scene.aside), "Schwarz with Augen")
    return schwarz


def losers_schneider(scene: Scene, augen: int | None, *, won: bool, schwarz: bool, must: bool) -> bool:
    """Return whether the losing side stayed below its limit; without a trick it did, whatever lies aside."""
    said, both = scene.hand.get("schneider"), limits(scene)
    refuse_if(must and said is False, "it must be Schneider")
    known: bool | None = True if must else None
    if augen is not None and not schwarz:
        known = 120 - augen < both[1] if won else augen < both[0]
        refuse_if(must and not known, "Schneider against the Augen")
        refuse_if(said is not None and said != known, "Schneider against the Augen")
    return bool(said) if known is None else known


def run_is_there(scene: Scene) -> None:
    """Refuse more Laufende than there are trumps; a Sie has eight."""
    run = scene.hand.get("laufende") or 0
    refuse_if(run < 0 or run > (8 if scene.hand.get("sie") else scene.longest), "more Laufende than trumps")


def laufende(scene: Scene, *, held_by_winners: bool, won: bool) -> int:
    """Return the sum paid for the Laufende."""
    hand, rules = scene.hand, part(scene.tariff, "laufende")
    run = 8 if hand.get("sie") else hand.get("laufende") or 0
    if rules is None or not run or not holds(rules, scene.name):
        return 0
    if rules["only_herren"]:
        run = min(run, scene.herren)
    run = min(run, number(rules["max"]) or run)
    if run < int(rules["by_game"].get(scene.name, rules["from"])):
        return 0
    if rules["paid"] != "always" and (rules["paid"] == "winners") != held_by_winners:
        return 0
    if ohne_of(scene.tariff) == "caller_won" and scene.shape == "partner" and not held_by_winners and not won:
        return 0
    ohne_price = rules.get("ohne_price", "none")
    if not held_by_winners and ohne_price != "none":
        return scene.extra_price(ohne_price) * run
    if rules["schedule"]:
        reached = [int(count) for count in rules["schedule"] if int(count) <= run]
        sums = {int(count): int(amount) for count, amount in rules["schedule"].items()}
        return sums[max(reached)] if reached else 0
    return scene.extra_price(rules["price"]) * run


def counts_in(special: Map | None, key: str) -> bool:
    """Whether Schneider or Schwarz counts in a Tout or a Sie; always where there is neither."""
    if special is None:
        return True
    finer = special.get(key, "none")
    return bool(special["schneider_schwarz"] if finer == "none" else finer)


def price_of(scene: Scene, *, won: bool, schneider: bool, schwarz: bool, runs: int) -> int:
    """Return the value: add first, multiply last, then the ceiling."""
    hand, tariff = scene.hand, scene.tariff
    value = scene.price(scene.name, scene.shape, scene.suit, scene.own_price, won=won)
    word = "sie" if hand.get("sie") else "tout" if hand.get("tout") else None
    special = part(tariff, word) if word else None
    own = scene.price_said(word) if word else None
    if own is not None:
        value, word = own, None
    if goal := hand.get("announced"):
        value += scene.extra_price((part(tariff, "announced") or {})[goal])
    if hand.get("bid") is not None and scene.shape != "bettel":
        rules = bids_of(tariff) or {}
        value += scene.extra_price(rules.get("price", 0)) * max(
            0, (int(hand["bid"]) - 61) // int(rules.get("step", 10))
        )
    sums = (value, 0)
    for happened, key in ((schneider, "schneider"), (schwarz, "schwarz")):
        if happened and counts_in(special, key):
            sums = dearer(scene, sums, key)
    if special and not special["laufende"]:
        runs = 0
    inside, outside = with_more(sums, runs, part(tariff, "laufende") or {})
    return scene.worth(inside * scene.doubling(special=word) + outside * scene.doubling((), special=word))


def dearer(scene: Scene, sums: tuple[int, int], key: str, *of: str) -> tuple[int, int]:
    """Return the sums with what Schneider or Schwarz adds or multiplies them by, in this game or in another.

    The first sum is doubled by Klopfen, Kontra and Bock, the second one is not.
    """
    rules = part(scene.tariff, key)
    if rules is None or not holds(rules, of[0] if of else scene.name):
        return sums
    if times := number(rules.get("times")):
        return sums[0] * times, sums[1] * times
    return with_more(sums, scene.extra_price(rules["price"], *of), rules)


def with_more(sums: tuple[int, int], more: int, rules: Map) -> tuple[int, int]:
    """Return the sums with more in the one that these rules add to."""
    inside, outside = sums
    return (inside + more, outside) if rules.get("doubled", True) else (inside, outside + more)
