"""The sentences of a protocol: the program's own German, whatever the people at its table are called.

    sentences("Du gewinnst das Rufspiel: …", people, you) -> Sentence(kind, words, place), one after the other

The program wraps its prose anywhere and leaves some full stops out, so the lines of a hand are joined first.
What no pattern knows ends the reading with `NotUnderstood`: nothing is skipped.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.games import SUIT_NAMES, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

YOU = ("du", "dir", "dich")
KLOPFEN = ("aufgedoppelt", "gedoppelt", "verdoppelt", "geklopft", "gelegt", "gestellt", "aufgestellt")
KONTRA = ("gespritzt", "gestoßen", "geschossen", "kontra", "kontriert")
TIES = {"höheren Ober": "highest", "höheren Trumpf": "highest", "mehr Stiche": "tricks", "mehr Trümpfe": "trumps"}
TOUT, SIE = "tout", "sie"
WON = "gewinn"
ANNOUNCED = {"tout": TOUT, "du": TOUT, "sie": SIE}

_POINTS = r"(?P<total>\d{1,18}) (?P<unit>Punkte?|Cents?|Ct)"
_PATTERNS: Mapping[str, str] = {
    "result": (
        r"(?P<who>{many}) (?P<verb>gewinn|verlier)(?:t|st|en|e) (?:den|das|die) "
        r"(?:Rufspiel: )?(?P<game>{game})(?: mit (?P<partner>{name}))?"
    ),
    "against": r"Die Gegner haben (?P<augen>\d{{1,3}}) Augen?",
    "augen": r"(?P<who>{name}) (?:hat|hast) (?P<augen>\d{{1,3}}) Augen?",
    "tie": r"Bei Augengleichheit verliert, wer (?:den |die )?(?P<rule>{tie}) hatte",
    "jungfrau": r"(?P<who>{name}) (?:ist|bist) Jungfrau",
    "passed": r"Es wurde zusammengeworfen",
    "schieber": (
        r"Der Erste und der Letzte zahlen an die beiden anderen Spieler {points}, weil sie nicht gespielt haben"
    ),
    "base": r"(?:Das|Der|Die) (?P<what>[^\W\d]+(?:-[^\W\d]+)?) kostet {points}",
    "schneider": r"Mit Schneider {points}",
    "schwarz": r"Mit Schwarz {points}",
    "laufende": r"(?P<side>Mit|Ohne) (?P<count>\d{{1,2}}) Laufenden? {points}",
    "jungfrauen": r"Mit (?P<count>\d) mal Jungfrau {points}",
    "klopfer": r"(?P<count>\d{{1,2}}) mal (?:{klopfen}) {points}",
    "kontra": r"(?P<count>\d{{1,2}}) mal (?:{kontra}) {points}",
    "announced": r"\w+ für (?P<what>Tout|Du|Sie) {points}",
    "stock": r"(?P<text>[^.]*\bStock\b[^.]*)",
}
GAME = r"Mit der [^\W\d_]+-(?:Ass?|Sau|Daus)|[^\W\d_]+(?:-[^\W\d_]+)?(?: (?:Tout|Du|Sie))?"


class Sentence(NamedTuple):
    """What one sentence says: its kind, the words that vary, and where it stands in the text."""

    kind: str
    words: Mapping[str, str]
    place: int

    def number(self, word: str) -> int:
        """Return one of its words as a number."""
        return int(self.words[word])


class NotUnderstood(Exception):
    """From this place on nothing is known."""

    def __init__(self, place: int, text: str) -> None:
        super().__init__(text)
        self.place = place
        self.text = text


class Announced(NamedTuple):
    """A game as it is called: its name in the catalogue, its suit, and a Tout or Sie."""

    game: str
    suit: str | None = None
    extra: str | None = None


def sentences(text: str, people: Sequence[str]) -> Iterator[Sentence]:
    """Yield the sentences of a text; raise NotUnderstood at the first that is none the program prints."""
    place, patterns = 0, _patterns(tuple(people))
    while place < len(text):
        for kind, pattern in patterns.items():
            if found := pattern.match(text, place):
                yield Sentence(kind, found.groupdict(), place)
                place = found.end()
                break
        else:
            raise NotUnderstood(place, re.split(r"(?<=\.) ", text[place:], maxsplit=1)[0])


@cache
def _patterns(people: tuple[str, ...]) -> Mapping[str, re.Pattern[str]]:
    names = sorted((*map(re.escape, people), "Du", "dir", "dich"), key=len, reverse=True)
    name = "|".join(names)
    parts = {
        "name": name,
        "many": f"(?:{name})(?:(?:, | und )(?:{name}))*",
        "game": GAME,
        "tie": "|".join(TIES),
        "klopfen": "|".join(KLOPFEN),
        "kontra": "|".join(KONTRA),
        "points": _POINTS,
    }
    return {kind: re.compile(pattern.format(**parts) + r"(?:\. ?| |$)") for kind, pattern in _PATTERNS.items()}


def announced(text: str) -> Announced | None:
    """Return the game that is called so, such as "Grün-Wenz Tout" or "Mit der Eichel-Ass"; None where none is."""
    if called := re.fullmatch(r"Mit der (\w+)-\w+", text):
        suit = SUIT_NAMES.get(called[1].casefold())
        return Announced("sauspiel", suit) if suit else None
    words, _, extra = text.partition(" ")
    first, dash, second = words.partition("-")
    suit = SUIT_NAMES.get(first.casefold()) if dash else None
    kind = second.casefold() if suit else words.casefold()
    game = named(f"farb{kind}" if suit else kind) or (named(kind) if suit else None)
    if (
        game is None
        or (suit not in game.suits if game.suits else suit)
        or (extra and extra.casefold() not in ANNOUNCED)
    ):
        return None
    return Announced(game.name, suit, ANNOUNCED.get(extra.casefold()))
