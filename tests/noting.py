"""What people write down of a deal: everything, or some of it. Each note is true of what happened.

    Happened ──note_of(happened, rules)──▶ Note(said, facts) ──parts_of──▶ hands as JSON

`rules` is the mapping of a tariff: from how many Augen somebody wins, or is Schneider, is for a table to say.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.dealing import BETTEL, PAIRS, PEOPLE, SUITS, Happened

Facts = dict[str, Any]

RESULT = ("won", "schneider", "schwarz")
PARTS: dict[str, tuple[str, ...]] = {
    "the result": ("won",),
    "the result in words": RESULT,
    "the result in words, and the Laufende": (*RESULT, "laufende"),
    "the result and the Laufende": ("won", "laufende"),
    "the result and Schneider": ("won", "schneider"),
    "the result and Schwarz": ("won", "schwarz"),
    "the result and the tricks": ("won", "tricks"),
    "the result and the Augen": ("won", "augen"),
    "the Augen": ("augen",),
    "the Augen and the Laufende": ("augen", "laufende"),
    "the Augen and Schwarz": ("augen", "schwarz"),
    "the Augen and Schneider": ("augen", "schneider"),
    "the tricks": ("tricks",),
    "the tricks and the Laufende": ("tricks", "laufende"),
    "the figures": ("augen", "tricks", "laufende", "sie"),
    "who lost": ("losers", "durchmarsch"),
    "who lost, and the Jungfrauen": ("losers", "durchmarsch", "jungfrauen"),
    "the Augen and the Jungfrauen": ("augen", "jungfrauen"),
    "the Augen and the tricks": ("augen", "tricks"),
    "who lost, and the tricks": ("losers", "durchmarsch", "tricks"),
    "what lies in the tricks": ("augen", "tricks", "trumps", "highest"),
}
"""Which facts people note together."""


class Note(NamedTuple):
    """Everything about a deal that people could note: what is `said` in any case, and `facts` that may be left out."""

    said: Facts
    facts: Facts
    happened: Happened
    rules: Facts

    @property
    def everything(self) -> Facts:
        """The hand of which nothing is left out."""
        return self.said | self.facts


def note_of(rng: Random, happened: Happened, rules: Facts) -> Note:
    """Return everything that people could note of a deal under these rules."""
    return _note_of_ramsch(rng, happened, rules) if happened.game == "ramsch" else _note_of_game(rng, happened, rules)


def parts_of(rng: Random, note: Note, count: int) -> Iterator[tuple[str, Facts]]:
    """Yield so many hands that say some of it, with what they leave out in words: usual ones, and any other."""
    usual = {what: keys for what, keys in PARTS.items() if set(keys) & set(note.facts)}
    for _ in range(count):
        what = rng.choice([*usual, "something"])
        keys = usual.get(what) or rng.sample([*note.facts], rng.randint(0, len(note.facts)))
        if note.happened.game == "ramsch" and "augen" not in keys:  # one of the two is always said
            keys = (*keys, "losers", "durchmarsch")
        keys = (*keys, "suit") if rng.random() < 0.7 else keys
        facts = {key: value for key, value in note.facts.items() if key.removesuffix("_of") in keys}
        hand = note.said | _some_of(rng, facts)
        yield what, _by_winners(note, hand) if "won" in hand and rng.random() < 0.15 else hand


def _by_winners(note: Note, hand: Facts) -> Facts:
    """Return a hand that says who won instead of who played; the same hand where that cannot be said."""
    people, said = PEOPLE[: len(note.happened.hands)], dict(hand)
    declarers = [person for key in ("declarer", "partner") if (person := said.pop(key, None))]
    others = [person for person in people if person not in declarers]
    unsaid = {"forced", "bid", "augen", "tricks", "laufende_of"} & set(said) if len(declarers) == 2 else ()
    if len(people) == 2 or unsaid or "announced" in said:
        return hand
    return said | {"winners": declarers if said.pop("won") else others}


def _some_of(rng: Random, facts: Facts) -> Facts:
    """Return facts of which a table may say less: fewer Laufende, or the tricks and trumps of some people only."""
    if "laufende" in facts and "sie" not in facts and rng.random() < 0.2:
        facts["laufende"] = rng.randint(0, facts["laufende"])
    for key in ("tricks", "trumps", "highest"):
        if isinstance(facts.get(key), dict) and rng.random() < 0.4:
            facts[key] = {name: figure for name, figure in facts[key].items() if rng.random() < 0.7}
    return facts


# -- games that somebody plays ------------------------------------------------------------------------


def _note_of_game(rng: Random, happened: Happened, rules: Facts) -> Note:
    game, places = happened.game, happened.declarers
    people = PEOPLE[: len(happened.hands)]
    said: Facts = {"game": game, "declarer": people[places[0]]}
    said |= {"partner": people[places[1]]} if game in PAIRS else {}
    suit: Facts = {"suit": SUITS[happened.suit]} if happened.suit else {}
    tricks, augen = (sum(made[place] for place in places) for made in (happened.tricks, happened.augen))
    total = len(happened.hands[0])
    if game in BETTEL:
        return Note(said, {"won": not tricks, "tricks": tricks, "augen": augen}, happened, rules)
    run, of = _laufende(rng, happened)
    facts: Facts = {**suit, "laufende": run} | ({"laufende_of": of} if run and of != "declarers" else {})
    said |= _promised(rng, rules, game)
    everything = "tout" in said or said.get("announced") == "schwarz"
    if everything and tricks < total and rng.random() < 0.7:  # it ends with the first trick of the others, or later
        tricks, augen, _made = rng.choice([moment for moment in happened.course if moment[0] < moment[2]])
        return Note(said, facts | {"won": False, "tricks": tricks, "augen": augen}, happened, rules)
    if _has_sie(happened, run, of) and _offers(rules, "sie", game):
        facts["sie"] = "announced" not in said  # who announced less is paid that
    said |= _doubled(rng, rules, game)
    needed, out = _limits(rng, rules, said)
    enough = augen >= needed and not (said.get("announced") == "schneider" and 120 - augen >= out[1])
    won = tricks == total or (tricks > 0 and enough and not everything)
    theirs, their_tricks = (120 - augen, total - tricks) if won else (augen, tricks)
    facts |= {"augen": augen, "tricks": tricks}
    if not (game == "kreuz" and augen == 60 and not {"bid", "announced"} & set(said)):  # which nobody wins
        facts |= {"won": won, "schneider": not their_tricks or theirs < out[won], "schwarz": not their_tricks}
    return Note(said, facts, happened, rules)


def _promised(rng: Random, rules: Facts, game: str) -> Facts:
    """Return what the soloist promises to make, sometimes: all tricks, or so much more than he needs."""
    if game not in PAIRS and _offers(rules, "tout", game) and rng.random() < 0.25:
        return {"tout": True}
    if _offers(rules, "announced", game) and rng.random() < 0.2:
        return {"announced": rng.choice(["schneider", "schwarz"])}
    return {}


def _offers(rules: Facts, key: str, game: str) -> bool:
    """Whether a tariff has a rule in this game."""
    rule = rules.get(key)
    return isinstance(rule, dict) and (not rule.get("games") or game in rule["games"])


def _laufende(rng: Random, happened: Happened) -> tuple[int, str]:
    """Return the run of the highest trumps, and whose it is. What lies aside is nobody's, or of whoever has it then."""
    held = {card for place in happened.declarers for card in happened.hands[place]}
    rest = {card for place, hand in enumerate(happened.hands) if place not in happened.declarers for card in hand}
    (held if rng.random() < 0.5 else rest).update(happened.laid_aside if rng.random() < 0.5 else ())
    side, of = (held, "declarers") if happened.order[0] in held else (rest, "opponents")
    return next((n for n, card in enumerate(happened.order) if card not in side), len(happened.order)), of


def _has_sie(happened: Happened, run: int, of: str) -> bool:
    """Whether somebody who plays a Solo has all Ober and Unter, and so nothing else."""
    return happened.game == "solo" and len(happened.hands[0]) == 8 and run >= 8 and of == "declarers"


def _limits(rng: Random, rules: Facts, said: Facts) -> tuple[int, tuple[int, int]]:
    """Return from how many Augen the declarers win, and each side is out of Schneider; say a Muss or a bid."""
    schneider = rules["schneider"] if isinstance(rules["schneider"], dict) else {"declarers": 30, "opponents": 30}
    needed, own, others = rules["wins"]["declarers"], schneider["declarers"], schneider["opponents"]
    forced = rules["forced"]
    if isinstance(forced, dict) and said["game"] in (forced["games"] or [said["game"]]) and rng.random() < 0.1:
        said["forced"] = True
        needed, least = rules["forced"]["wins_from"], rules["forced"]["schneider_from"]
        own = own if least in (None, "none") else least
    bids = rules["bids"]
    if (bids is True or _offers(rules, "bids", said["game"])) and rng.random() < 0.1:
        said["bid"] = needed = rng.choice([44, 61, 75, 90])
    return int(needed), (int(own), int(others))


def _doubled(rng: Random, rules: Facts, game: str) -> Facts:
    """Return how many knocked and said Kontra, sometimes."""
    said = {}
    if _offers(rules, "kontra", game) and not rules["kontra"]["last_needs_61"] and rng.random() < 0.2:
        said["kontra"] = rng.randint(1, len(rules["kontra"]["names"]))
    if isinstance(rules["klopfen"], dict) and rng.random() < 0.2:
        said["klopfer"] = 1
    return said


def asks(note: Note, hand: Facts) -> bool:
    """Whether a hand leaves something open that a table has to be asked: who won, Schwarz or not, a Sie or not."""
    happened, total = note.happened, len(note.happened.hands[0])
    if happened.game == "ramsch":
        return _asks_of_ramsch(hand)
    tricks, augen = hand.get("tricks"), hand.get("augen")
    if hand.get("sie"):
        return False
    if not {"won", "winners"} & set(hand) and tricks not in (0, total):
        by_tricks = happened.game in BETTEL or "tout" in hand or hand.get("announced") == "schwarz"
        if tricks is None if by_tricks else augen is None:
            return True
    if happened.game in BETTEL:
        return False
    if happened.suit and "suit" not in hand and _suits_cost(note.rules, happened.game):
        return True
    maybe_none = augen is not None and (augen == 120 or augen <= (22 if happened.laid_aside else 0))
    eight = happened.game == "solo" and hand.get("laufende", 0) >= 8 and not {"laufende_of", "sie"} & set(hand)
    return (maybe_none and tricks is None and "schwarz" not in hand) or eight


def _suits_cost(rules: Facts, game: str) -> bool:
    """Whether one suit of a game costs more than another."""
    return any(f"{suit}-{game}" in rules["prices"] for suit in SUITS.values())


# -- Ramsch -------------------------------------------------------------------------------------------


def _note_of_ramsch(rng: Random, happened: Happened, rules: Facts) -> Note:
    people = PEOPLE[: len(happened.hands)]
    augen, tricks, trumps = (
        dict(zip(people, figures, strict=True)) for figures in (happened.augen, happened.tricks, happened.trumps)
    )
    most = max(augen.values())
    tied = [name for name in people if augen[name] == most]
    march = rules["ramsch"]["durchmarsch"]
    everything = [name for name in people if tricks[name] == len(happened.hands[0])]
    from_augen = march["augen"] if isinstance(march, dict) else None
    if isinstance(march, dict) and (everything if from_augen in (None, "none") else most >= from_augen):
        result: Facts = {"durchmarsch": rng.choice(everything or tied)}
    else:
        result = {"losers": [rng.choice(tied)]}
    return Note(
        {"game": "ramsch"},
        {
            **result,
            "augen": augen,
            "tricks": tricks,
            "jungfrauen": [name for name in people if not tricks[name]],
            "trumps": {name: len(taken) for name, taken in trumps.items()},
            "highest": {name: min(taken) for name, taken in trumps.items() if taken},
        },
        happened,
        rules,
    )


def _asks_of_ramsch(hand: Facts) -> bool:
    """Whether nothing says who lost, or whether somebody made a trick or all of them."""
    augen, made = hand.get("augen"), hand.get("tricks", {})
    if augen is None:
        return not set(hand) & {"losers", "durchmarsch"}
    tied = sum(points == max(augen.values()) for points in augen.values()) > 1
    unsure = "jungfrauen" not in hand and any(points == 0 and name not in made for name, points in augen.items())
    return unsure or (tied and not set(hand) & {"losers", "durchmarsch"})
