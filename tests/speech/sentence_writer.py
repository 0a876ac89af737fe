"""Writes hands as people say them at a table: German, dialect and English, in many orders.

`sentence(random, seats)` returns a sentence and the hand that it says. Nothing here knows how a sentence is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.scoring.hand import OPPONENTS, Passed, Played, Ramsch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from sklog.scoring.hand import Hand

GERMAN, ENGLISH, DIALECT = LANGUAGES = ("german", "english", "dialect")
NUMBERS = {
    GERMAN: ("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben"),
    ENGLISH: ("zero", "one", "two", "three", "four", "five", "six", "seven"),
    DIALECT: ("null", "oans", "zwoa", "drei", "viere", "fünfe", "sechse", "siebne"),
}
TENS = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
UNITS = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
SUITS = {
    GERMAN: {"eichel": "Eichel", "gras": "Gras", "herz": "Herz", "schellen": "Schellen"},
    ENGLISH: {"eichel": "acorn", "gras": "leaf", "herz": "heart", "schellen": "bell"},
    DIALECT: {"eichel": "Oachl", "gras": "Laub", "herz": "Herz", "schellen": "Schelln"},
}
CALLED = {
    "eichel": ("auf die Alte", "auf die Eichel", "auf die Eichelsau"),
    "gras": ("auf die Blaue", "auf die Gras", "auf die Grassau"),
    "schellen": ("auf die Kugel", "auf die Schellen", "auf die Schellensau"),
}
GAMES = {"sauspiel": ("Sauspiel", "Rufspiel"), "wenz": ("Wenz",), "geier": ("Geier",), "solo": ("Solo",)}
WON = {
    GERMAN: ("gewonnen", "gewinnt", "und gewinnt", "und gewonnen", "geschafft"),
    ENGLISH: ("won", "wins", "and wins", "made it"),
    DIALECT: ("gwonna", "gwunna", "und gwinnt"),
}
LOST = {
    GERMAN: ("verloren", "verliert", "und verliert", "nicht geschafft", "nicht gewonnen"),
    ENGLISH: ("lost", "loses", "and loses"),
    DIALECT: ("verlorn", "vaspuit", "und verliert"),
}


def augen(random: Random, figure: int) -> str:
    """Return a figure of Augen: 61, 61:59, 61 zu 59, or in words."""
    ten, unit = divmod(figure, 10)
    word = (f"{UNITS[unit]}und" if unit else "") + TENS[ten - 2] if 2 <= ten <= 9 else str(figure)
    forms = (
        *(f"{figure}:{120 - figure}", f"{figure} zu {120 - figure}", f"{figure}-{120 - figure}"),
        *(f"{figure} Augen", f"mit {figure} Punkten", f"{word} Augen"),
    )
    return random.choice(forms)


def laufende(random: Random, language: str, number: int, *, theirs: bool) -> str:
    """Return how many Laufende the declarers had, or the opponents."""
    said = random.choice((str(number), NUMBERS[language][number]))
    if theirs:
        return f"without {said}" if language == ENGLISH else random.choice(
            (f"ohne {said}", f"die Gegner haben {said} Laufende")
        )  # fmt: skip
    if language == ENGLISH:
        return random.choice((f"with {said}", f"{said} runners"))
    return random.choice((f"mit {said}", f"mit {said} Laufenden", f"{said} Laufende", f"{said} Herren"))


def joined(language: str, people: Sequence[str]) -> str:
    """Return several people as one phrase."""
    *names, last = people
    word = "and" if language == ENGLISH else "und"
    return f"{', '.join(names)} {word} {last}" if names else last


def knocked(random: Random, language: str, people: Sequence[str]) -> str:
    """Return who knocked, or how many did."""
    who = joined(language, people)
    if language == ENGLISH:
        return random.choice((f"{who} knocked", f"knocked by {who}", f"{len(people)} knockers"))
    verb = "hat" if len(people) == 1 else "haben"
    return random.choice((f"{who} {verb} geklopft", f"{who} klopfen", f"geklopft von {who}", f"Klopfer: {who}",
                          f"{len(people)} Klopfer"))  # fmt: skip


def doubled(random: Random, language: str, chain: Sequence[str]) -> str:
    """Return who said Kontra and who said Re."""
    first, *others = chain
    if language == ENGLISH:
        said = random.choice((f"Kontra by {first}", f"{first} says Kontra"))
    else:
        forms = (f"Kontra {first}", f"Kontra von {first}", f"{first} hat gespritzt", f"{first} gibt Kontra")
        said = random.choice(forms)
    return ", ".join((said, *(f"Re {name}" for name in others)))


def who_played(random: Random, language: str, people: Sequence[str]) -> str:
    """Return the declarer, with a partner where there is one."""
    if len(people) == 1:
        return people[0]
    if language == ENGLISH:
        return random.choice((f"{people[0]} and {people[1]}", f"{people[0]} with {people[1]}"))
    together = "mim" if language == DIALECT else "mit"
    return random.choice((f"{people[0]} und {people[1]}", f"{people[0]} {together} {people[1]}", " ".join(people)))


def game_said(random: Random, language: str, game: str, suit: str | None) -> str:
    """Return the game with its suit."""
    name = random.choice(GAMES[game]) if language != DIALECT or game != "sauspiel" else "Sauspui"
    if not suit:
        return name
    if game == "sauspiel":
        return f"{name} {random.choice(CALLED[suit])}"
    said = SUITS[language][suit]
    if language == ENGLISH:
        return f"{said} {name}"
    return random.choice((f"{said}-{name}", f"{said} {name}", f"{said}{name.lower()}", f"{name} in {said}"))


def played(random: Random, seats: Sequence[str]) -> tuple[str, Hand]:
    """Return a sentence about a game, and the hand."""
    language, game = random.choice(LANGUAGES), random.choice(("sauspiel", "sauspiel", "wenz", "geier", "solo"))
    people = random.sample(list(seats), 2 if game == "sauspiel" else 1)
    others = [name for name in seats if name not in people]
    facts: dict[str, Any] = dict(zip(("declarer", "partner"), people, strict=False))
    suits = {"sauspiel": ("eichel", "gras", "schellen"), "solo": ("eichel", "gras", "herz", "schellen")}
    if game in suits and random.random() < 0.5:
        facts["suit"] = random.choice(suits[game])
    clauses = []
    result = ""
    if random.random() < 0.25:
        facts["augen"] = random.randrange(15, 106)
        clauses.append(augen(random, facts["augen"]))
    else:
        facts["won"] = random.random() < 0.6
        result = random.choice((WON if facts["won"] else LOST)[language])
        if facts["won"] and random.random() < 0.3:
            result = ""
        if random.random() < 0.3:
            facts["schneider"] = True
            said = ["Schneider", "mit Schneider" if language != ENGLISH else "schneider"]
            clauses.append(random.choice([*said, "die Gegner waren Schneider"] if facts["won"] else said))
    if random.random() < 0.4:
        facts["laufende"] = random.randrange(2, 5)
        theirs = random.random() < 0.2
        facts |= {"laufende_of": OPPONENTS} if theirs else {}
        clauses.append(laufende(random, language, facts["laufende"], theirs=theirs))
    if random.random() < 0.25:
        knockers = random.sample(list(seats), random.randrange(1, 3))
        clauses.append(knocked(random, language, knockers))
        by_number = not any(name in clauses[-1] for name in knockers)
        facts["klopfer"] = len(knockers) if by_number else tuple(knockers)
    if random.random() < 0.25:
        facts["kontra"] = (random.choice(others), *([people[0]] if random.random() < 0.4 else ()))
        clauses.append(doubled(random, language, facts["kontra"]))
    random.shuffle(clauses)
    said, who = game_said(random, language, game, facts.get("suit")), who_played(random, language, people)
    verb = {GERMAN: "spielt ein", ENGLISH: "plays a", DIALECT: "hod a"}[language]
    begun = random.choice([f"{said} {who}", f"{who} {said}", *([f"{who} {verb} {said}"] if len(people) == 1 else [])])
    first, *rest = [f"{begun} {result}".strip(), *clauses]
    if rest and random.random() < 0.2:
        first, rest = rest[0], [first, *rest[1:]]
    return ", ".join((first, *rest)), Played(game=game, **facts)


def ramsch(random: Random, seats: Sequence[str]) -> tuple[str, Hand]:
    """Return a sentence about a Ramsch, and the hand."""
    loser, *others = random.sample(list(seats), len(seats))
    virgins = tuple(others[: random.choice((0, 0, 1, 2))])
    said = random.choice((f"Ramsch {loser}", f"Ramsch verliert {loser}", f"{loser} verliert den Ramsch",
                          f"Ramsch geht an {loser}"))  # fmt: skip
    if virgins:
        who = joined(GERMAN, virgins)
        said += random.choice((f", Jungfrau {who}", f", {who} {'ist' if len(virgins) == 1 else 'sind'} Jungfrau"))
    return said, Ramsch(losers=(loser,), jungfrauen=virgins or None)


def sentence(random: Random, seats: Sequence[str]) -> tuple[str, Hand]:
    """Return a sentence and the hand that it says."""
    kind = random.random()
    if kind < 0.02:
        return random.choice(("zusammengeworfen", "thrown in", "keiner spielt", "everybody passed")), Passed()
    return ramsch(random, seats) if kind < 0.12 else played(random, seats)
