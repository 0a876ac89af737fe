"""The words of a line: letters, full words, and quotes; `sklog.notation` puts them together.

The letters live in this module alone. `TABLE` says the same for people: help texts and the README are
made from it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand
from sklog.scoring.games import CATALOGUE, EICHEL, GRAS, HERZ, SCHELLEN, SUIT_NAMES, THROWN_IN, Game
from sklog.scoring.hand import OPPONENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sklog.scoring.tariff import Tariff

Fact = tuple[str, Any]
"""A field of the canonical hand and its value; ("level", n) is a Kontra word of the n-th level."""
Facts = tuple[Fact, ...]
Said = tuple[Game, str | None]

# -- the letters --------------------------------------------------------------------------------------

GAME_LETTERS = {
    "s": "sauspiel",
    "w": "wenz",
    "g": "geier",
    "h": "hochzeit",
    "r": "ramsch",
    "b": "bettel",
    "x": "zusammengeworfen",
}
SUIT_LETTERS = {"e": EICHEL, "g": GRAS, "h": HERZ, "s": SCHELLEN, "f": None}
SUITED_LETTERS = {"s": "solo", "w": "farbwenz", "g": "farbgeier", "h": "farbhabicht"}
SCHNEIDER, SCHWARZ, TOUT, RUN, RUN_OF_OPPONENTS, KLOPFER, KONTRA, KONTRA_AND_RE, JUNGFRAUEN = (
    *("n", "z", "t", "l", "o", "p", "k", "kr"),
    "j",
)
WON, LOST = "+", "-"
SIGNS = {WON: True, LOST: False}
NOTE = "//"

TABLE: tuple[tuple[str, str], ...] = (
    *((letter, name.capitalize()) for letter, name in GAME_LETTERS.items()),
    *((f"h{letter}", f"Herz-{name.removeprefix('farb').capitalize()}") for letter, name in SUITED_LETTERS.items()),
    *((f"{letter}s", f"{(suit or 'Farb').capitalize()}-Solo") for letter, suit in SUIT_LETTERS.items() if letter != "h"),
    ("ac", "Anna and Christl: initials, seats (13), or names and their starts, the declarer first"),
    (WON, "won (the default)"),
    (LOST, "lost"),
    ("74", "the declarers' Augen, first in its word"),
    (SCHNEIDER, "Schneider"),
    (SCHWARZ, "Schwarz"),
    (f"{RUN}3", "three Laufende of the declarers"),
    (f"{RUN_OF_OPPONENTS}3", "three Laufende of the opponents"),
    (KLOPFER, "one Klopfer"),
    (f"{KLOPFER}2", "two Klopfer"),
    (KONTRA, "Kontra"),
    (KONTRA_AND_RE, "Kontra and Re"),
    (f"{KONTRA}3", "a Kontra chain of three"),
    (TOUT, "Tout"),
    ("sie", "Sie"),
    ("muss", "forced play (Muss)"),
    ("bock", "Bock: the hand counts double"),
    ("bock2", "two doublings by Bock"),
    ("bid75", "a bid of 75 Augen (Steigern)"),
    ("r d", "Ramsch: Dani lost"),
    (f"r d {JUNGFRAUEN}bc", "Ramsch: Dani lost, Bene and Christl are Jungfrauen"),
    (f"r a{WON}", "Ramsch: Anna's Durchmarsch"),
    ("r 48 30 22 20", "Ramsch: the Augen in seat order"),
    ("tricks:7", "any field of the canonical hand, such as kontra:Bene,Anna or dealer:Bene"),
    (f"{NOTE} …", "a note, to the end of the line"),
)
"""What can be written, and what it means."""

FLAG_WORDS: dict[str, Facts] = {
    "schneider": (("schneider", True),),
    "schwarz": (("schwarz", True),),
    **dict.fromkeys(("tout", "du", "durch"), (("tout", True),)),
    "sie": (("sie", True),),
    **dict.fromkeys(("muss", "mussspiel", "forced"), (("forced", True),)),
    "bock": (("bock", 1),),
    **dict.fromkeys(("klopfer", "geklopft"), (("klopfer", 1),)),
    **dict.fromkeys(("won", "gewonnen"), (("won", True),)),
    **dict.fromkeys(("lost", "verloren"), (("won", False),)),
}
_NUMBERED = {"bock": "bock", "bid": "bid", "klopfer": "klopfer", "laufende": "laufende"}

KEY_WORDS = {
    "spiel": "game",
    "farbe": "suit",
    "ansager": "declarer",
    "mitspieler": "partner",
    "gewinner": "winners",
    "verlierer": "losers",
    "stiche": "tricks",
    "gebot": "bid",
    "muss": "forced",
    "angesagt": "announced",
    "jungfrau": "jungfrauen",
    "geber": "dealer",
    "runde": "round",
    "notiz": "note",
    "du": "tout",
    "durch": "tout",
}
"""German for the keys of the canonical hand."""

SYNONYMS = {
    **dict.fromkeys(("kontra", "contra", "stoss", "spritze", "schuss"), 1),
    **dict.fromkeys(("re", "retour", "zruck", "gegenstoss"), 2),
}
KONTRA_WORDS = frozenset({*SYNONYMS, "supra", "resupra", "sub", "steinmetz", "hirsch"})
"""Every word of a Kontra chain anywhere (casefolded), so that one not played here is known as such."""

# -- what this table's words mean ---------------------------------------------------------------------


class Vocabulary:
    """The games and the Kontra words of one tariff: `games` by what may be said, `levels` from 1."""

    __slots__ = ("games", "levels", "longest", "tariff")

    def __init__(self, tariff: Tariff) -> None:
        self.tariff = tariff
        self.games = sayings((*tariff.games, THROWN_IN))
        self.longest = 1 + max(word.count(" ") for word in self.games)
        self.levels: dict[str, int] = {}
        if tariff.kontra is not None:
            chain = tariff.kontra.names
            self.levels = {name.casefold(): level for level, name in enumerate(chain, 1)}
            for word, level in SYNONYMS.items():
                if level <= len(chain):
                    self.levels.setdefault(word, level)


_latest: list[Vocabulary] = []  # an evening reads many lines under one tariff


def vocabulary(tariff: Tariff) -> Vocabulary:
    """Return the words of this tariff; the last one is kept."""
    if not _latest or _latest[0].tariff is not tariff:
        _latest[:] = [Vocabulary(tariff)]
    return _latest[0]


def everywhere(word: str) -> Game | None:
    """Return the game of the catalogue that this word means at other tables."""
    said = sayings(CATALOGUE).get(word)
    return next(iter(said))[0] if said else None


def sayings(games: tuple[Game, ...]) -> dict[str, dict[Said, None]]:
    """Return everything that names one of these games, in small letters, and what it may mean."""
    by_name = {game.name: game for game in games}
    words: dict[str, dict[Said, None]] = {}
    for word, game, suit in _sayings(by_name):
        words.setdefault(word.casefold(), {})[game, suit] = None
    return words


def _sayings(games: dict[str, Game]) -> Iterator[tuple[str, Game, str | None]]:
    for letter, name in GAME_LETTERS.items():
        if name in games:
            yield letter, games[name], None
    for second, name in SUITED_LETTERS.items():
        if name in games:
            for first, suit in SUIT_LETTERS.items():
                yield first + second, games[name], suit
    for game in games.values():
        for word in (game.name, *game.aliases):
            yield word, game, None
            yield word.replace("-", " "), game, None
        # an Eichel-Wenz is a Farbwenz; a game of one suit is said with it
        suited = games.get(f"farb{game.name}", game)
        if not suited.suits:
            continue
        for spelling, suit in SUIT_NAMES.items():
            for word in (game.name, *game.aliases):
                for joint in ("", "-", " "):
                    yield f"{spelling}{joint}{word}", suited, suit


# -- flags --------------------------------------------------------------------------------------------

_ITEM = re.compile(f"({KONTRA_AND_RE}|[{SCHNEIDER}{SCHWARZ}{TOUT}{RUN}{RUN_OF_OPPONENTS}{KLOPFER}{KONTRA}])([0-9]*)")
_PLAIN: dict[str, Facts] = {
    SCHNEIDER: (("schneider", True),),
    SCHWARZ: (("schwarz", True),),
    TOUT: (("tout", True),),
    KLOPFER: (("klopfer", 1),),
    KONTRA: (("level", 1),),
    KONTRA_AND_RE: (("level", 1), ("level", 2)),
}
_WITH_NUMBER = {RUN: "laufende", RUN_OF_OPPONENTS: "laufende", KLOPFER: "klopfer", KONTRA: "kontra"}
_DIGITS = frozenset("0123456789")
MOST_DIGITS = 18  # surely within 64 bit


def letters(word: str) -> Facts | None:
    """Return what the glued letters of a word say (small letters, no sign); None if they are not such."""
    end = len(word)
    start = end - len(word.lstrip("0123456789"))
    facts: list[Fact] = []
    if start:
        if start > MOST_DIGITS:
            return None
        facts.append(("augen", int(word[:start])))
    while start < end:
        found = _ITEM.match(word, start)
        if found is None:
            return None
        letter, number = found.groups()
        more = _PLAIN.get(letter) if not number else _numbered(letter, number)
        if more is None:
            return None
        facts.extend(more)
        start = found.end()
    return tuple(facts)


def _numbered(letter: str, number: str) -> Facts | None:
    if letter not in _WITH_NUMBER or len(number) > MOST_DIGITS:
        return None
    facts: Facts = ((_WITH_NUMBER[letter], int(number)),)
    return (*facts, ("laufende_of", OPPONENTS)) if letter == RUN_OF_OPPONENTS else facts


def numbered_word(word: str) -> Facts | None:
    """Return what a word with a number behind it says, such as bock2 or bid75."""
    name = word.rstrip("0123456789")
    if name == word or name not in _NUMBERED or len(word) - len(name) > MOST_DIGITS:
        return None
    return ((_NUMBERED[name], int(word[len(name) :])),)


# -- quotes -------------------------------------------------------------------------------------------

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)


def split(line: str) -> tuple[list[str], str | None]:
    """Return the words of a line, quotes kept, and its note; None where there is none."""
    if '"' not in line:
        said, mark, note = line.partition(NOTE)
        return said.split(), note.strip() if mark else None
    words: list[str] = []
    pattern = re.compile(rf'\s+|{NOTE}(.*)|((?:{_QUOTED}|(?!{NOTE})[^\s"])+)|"', re.DOTALL)
    for found in pattern.finditer(line):
        note, word = found.groups()
        if note is not None:
            return words, note.strip()
        if word is not None:
            words.append(word)
        elif found.group() == '"':
            raise InvalidHand('a quote is opened and not closed: put " on both sides, and \\" for one inside')
    return words, None


def parts(value: str, separator: str) -> list[str]:
    """Return the parts of a value between the separators that stand outside of quotes."""
    if '"' not in value:
        return value.split(separator)
    found = re.findall(rf'((?:{_QUOTED}|[^"{separator}])*)({separator}|$)', value, re.DOTALL)
    return [part for part, mark in found[: 1 + sum(mark == separator for _, mark in found)]]


def quoted_length(word: str) -> int:
    """Return how long the quoted start of a word is; 0 where it does not start with a quote."""
    found = re.match(_QUOTED, word, re.DOTALL)
    return found.end() if found else 0


def unquoted(word: str) -> str:
    """Return what stands within the quotes."""
    value = _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], word[1:-1])
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise InvalidHand("half a character (a lone surrogate) cannot be stored")
    return value


def quoted(value: str) -> str:
    """Return a text in quotes, on one line."""
    plain = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(each):04x}" if refused(each) else each for each in plain) + '"'


def refused(character: str) -> bool:
    """Whether a line may not hold this character: what controls a terminal, breaks lines or is half a one."""
    return character < " " or "\x7f" <= character <= "\x9f" or character in "\u2028\u2029" or "\ud800" <= character <= "\udfff"
