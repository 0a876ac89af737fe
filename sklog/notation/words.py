"""The words of a line, each by itself: the letters and full words of games and flags, people, and quotes.

The letters live in this module alone.
What a tariff plays is said in the words of its `Vocabulary`, and who sits at the table in those of its `Seats`.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand, similar
from sklog.language import _, _or
from sklog.scoring.canonical import NO_ROUND, shown
from sklog.scoring.games import CATALOGUE, EICHEL, GRAS, HERZ, SCHELLEN, SUIT_NAMES, THROWN_IN, Game
from sklog.scoring.hand import MOST_TRUMPS, OPPONENTS
from sklog.scoring.names import LONGEST_NAME, name_key
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.scoring.hand import Names
    from sklog.scoring.tariff import Tariff

Fields = tuple[tuple[str, Any], ...]
"""Fields of the canonical hand with their values; ("level", n) is a Kontra word of the n-th level."""
SuitedGame = tuple[Game, str | None]
"""A game and the suit that is said with it; None where there is none, or none was noted."""

# -- letters and full words ---------------------------------------------------------------------------

GAME_LETTERS = {
    "s": "sauspiel",
    "w": "wenz",
    "g": "geier",
    "h": "hochzeit",
    "r": "ramsch",
    "b": "bettel",
    "x": "zusammengeworfen",
}
NO_SUIT = "f"
SUIT_LETTERS = {"e": EICHEL, "g": GRAS, "h": HERZ, "s": SCHELLEN, NO_SUIT: None}
SUITED_LETTERS = {"s": "solo", "w": "farbwenz", "g": "farbgeier", "h": "farbhabicht"}
SUIT_WORDS = {
    **SUIT_NAMES,
    **dict.fromkeys(("kreuz", "treff", "acorns", "clubs"), EICHEL),
    **dict.fromkeys(("blau", "blue", "green", "pik", "schippe", "schippen", "leaves", "spades"), GRAS),
    **dict.fromkeys(("rot", "red", "hearts"), HERZ),
    **dict.fromkeys(("karo", "eckstein", "bells", "diamonds"), SCHELLEN),
}
"""What tables call the suits: also by colour, by the other deck, and in English."""


class Letter:
    """What says a flag of a hand, or how it ended; `RUN` are Laufende."""

    SCHNEIDER, SCHWARZ, TOUT, RUN, RUN_OF_OPPONENTS = "n", "z", "t", "l", "o"
    KLOPFER, KONTRA, KONTRA_AND_RE, JUNGFRAUEN = "p", "k", "kr", "j"
    WON, LOST = "+", "-"


SIGNS = {Letter.WON: True, Letter.LOST: False}
NOTE = "//"
LONGEST_LETTERS = 2
MOST_WAYS = 64  # to read a word as people

BOCK = "bock"
KLOPFEN_WORDS = (
    *("klopfer", "geklopft", "klopfen", "gelegt", "legen", "gedoppelt", "doppeln", "gestellt", "stellen"),
    *("aufgestellt", "aufstellen", "aufgedoppelt", "aufdoppeln", "münze"),
)
LAUFENDE_WORDS = ("laufende", "laufenden", "läufer", "laeufer", "laffade", "laffaden", "herren", "matadore", "matadors")
"""What tables say for Klopfen and for Laufende."""

AUGEN_WORDS = ("augen", "punkte", "points")
GO_ON = "weiter"
"""Where nothing else is typed, all may have passed, or somebody wants to go on."""


class Flag(NamedTuple):
    """A field of a hand, and what says it: full words, and perhaps a letter, which may stick to others.

    Alone they say the `value`; None where they say nothing without a number behind them. A flag that `counts` may have
    one.
    """

    field: str
    words: tuple[str, ...]
    letter: str = ""
    value: int | None = None
    counts: bool = False


FLAGS = (
    Flag("schneider", ("schneider",), Letter.SCHNEIDER, value=True),
    Flag("schwarz", ("schwarz",), Letter.SCHWARZ, value=True),
    Flag("tout", ("tout", "du", "durch"), Letter.TOUT, value=True),
    Flag("sie", ("sie",), value=True),
    Flag("forced", ("muss", "mussspiel", "forced"), value=True),
    Flag("bock", (BOCK,), value=1, counts=True),
    Flag("klopfer", KLOPFEN_WORDS, Letter.KLOPFER, value=1, counts=True),
    Flag("won", ("won", "wins", "gewonnen", "gewinnt"), value=True),
    Flag("won", ("lost", "loses", "verloren", "verliert"), value=False),
    Flag("augen", AUGEN_WORDS, counts=True),
    Flag("bid", ("bid",), counts=True),
    Flag("laufende", LAUFENDE_WORDS, Letter.RUN, counts=True),
    Flag("kontra", ("kontra", "contra"), Letter.KONTRA, counts=True),
)
FLAG_WORDS = {word: ((flag.field, flag.value),) for flag in FLAGS if flag.value is not None for word in flag.words}
NUMBERED = {word: flag.field for flag in FLAGS if flag.counts for word in flag.words}

JUNGFRAU_WORDS = ("jungfrau", "jungfrauen")
DURCHMARSCH = "durchmarsch"
COUNTED = {Letter.KLOPFER: "klopfer", Letter.KONTRA: "kontra"}
"""Letters that may have their number in a word of its own, p 2, and the word that is no beginning of a name."""
WITH: dict[str, Fields] = dict.fromkeys(("mit", "with"), ())
WITHOUT: dict[str, Fields] = dict.fromkeys(("ohne", "without"), (("laufende_of", OPPONENTS),))
RUNS = WITH | WITHOUT
"""Before a number: Laufende, and of whom where it is said."""
BETWEEN = ("und", "and", "&", "spielt", "plays", *WITH)
"""What stands between people, or flags, and says nothing by itself."""
SPOKEN_WORDS = frozenset((*BETWEEN, *WITHOUT, *JUNGFRAU_WORDS, DURCHMARSCH, *NUMBERED, *COUNTED))

KEY_WORDS = {
    "spiel": "game",
    "farbe": "suit",
    "ansager": "declarer",
    "mitspieler": "partner",
    "gewinner": "winners",
    "verlierer": "losers",
    "stiche": "tricks",
    "punkte": "augen",
    "läufer": "laufende",
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

# -- letters that are glued together ------------------------------------------------------------------

_PLAIN: dict[str, Fields] = {
    **{flag.letter: ((flag.field, flag.value),) for flag in FLAGS if flag.letter and flag.value is not None},
    Letter.KONTRA: (("level", 1),),
    Letter.KONTRA_AND_RE: (("level", 1), ("level", 2)),
}
_WITH_NUMBER = {flag.letter: flag.field for flag in FLAGS if flag.letter and flag.counts}
_WITH_NUMBER[Letter.RUN_OF_OPPONENTS] = "laufende"
_DIGITS = "0123456789"
MOST_DIGITS = 18  # surely within 64 bit


def letters(word: str) -> Fields | None:
    """Return what the glued letters of a word say (small letters, no sign); None if they are not such."""
    rest = word.lstrip(_DIGITS)
    number = word[: len(word) - len(rest)]
    if len(number) > MOST_DIGITS:
        return None
    fields: list[tuple[str, Any]] = [("augen", int(number))] if number else []
    while rest:
        letter = Letter.KONTRA_AND_RE if rest.startswith(Letter.KONTRA_AND_RE) else rest[0]
        behind = rest[len(letter) :]
        rest = behind.lstrip(_DIGITS)
        number = behind[: len(behind) - len(rest)]
        if letter not in (_WITH_NUMBER if number else _PLAIN) or len(number) > MOST_DIGITS:
            return None
        fields.extend(((_WITH_NUMBER[letter], int(number)),) if number else _PLAIN[letter])
        if letter == Letter.RUN_OF_OPPONENTS:
            fields.append(("laufende_of", OPPONENTS))
    return tuple(fields)


def is_few(augen: int | None) -> bool:
    """Whether these are so few Augen that their figure alone is rather Laufende, of which the letter was forgotten."""
    return augen is not None and 0 < augen <= MOST_TRUMPS


# -- the words of a tariff ----------------------------------------------------------------------------

_SPELLINGS = tuple(SUIT_WORDS)
MOST_WORDS = 500  # whose meaning is kept


class Vocabulary:
    """The words for these games and the words of this Kontra chain, whose `levels` count from 1.

    `games` returns every game, and its suit, that a word in small letters may mean; `flags` everything that a word
    can say as flags of any hand. Nothing is an empty list.
    """

    __slots__ = ("flags", "games", "letters", "levels", "longest", "names", "parts", "spoken")

    def __init__(self, games: Iterable[Game], kontra: Sequence[str] = ()) -> None:
        # an evening says few words, again and again
        self.games = lru_cache(MOST_WORDS)(self._games)
        self.flags = lru_cache(MOST_WORDS)(self._flags)
        played = {game.name: game for game in (*games, THROWN_IN)}
        self.letters: dict[str, list[SuitedGame]] = {
            letter: [(played[name], None)] for letter, name in GAME_LETTERS.items() if name in played
        }
        for second, name in SUITED_LETTERS.items():
            if name in played:
                for first, suit in SUIT_LETTERS.items():
                    self.letters.setdefault(first + second, []).append((played[name], suit))
        self.names: dict[str, list[Game]] = {}
        for game in played.values():
            spellings = (game.name.casefold(), *game.aliases)
            for spelling in {*spellings, *(each.replace("-", " ") for each in spellings)}:
                self.names.setdefault(spelling, []).append(game)
        self.longest = 2 + max(word.count(" ") for word in self.names)  # a suit may stand before a name
        self.levels = {word: level for word, level in SYNONYMS.items() if level <= len(kontra)}
        self.levels |= {name.casefold(): level for level, name in enumerate(kontra, 1)}
        self.parts = frozenset(" ".join(("", *self.names, *SUIT_WORDS)).split(" "))
        """What a word behind the first one is, where both are the name of a game."""
        self.spoken = frozenset((*SPOKEN_WORDS, *self.names, *SUIT_WORDS))
        """Behind the first word these show that a line may be said in the words of a sentence."""

    def _games(self, word: str) -> list[SuitedGame]:
        found = [*self.letters.get(word, ()), *((game, None) for game in self.names.get(word, ()))]
        if word.startswith(_SPELLINGS) and len(word) > LONGEST_LETTERS:
            for spelling, suit in SUIT_WORDS.items():
                if word.startswith(spelling):
                    games = self.names.get(word[len(spelling) :].lstrip("- "), ())
                    found.extend(self.with_suit(game, suit) for game in games)
        return found

    def glued(self, word: str) -> list[tuple[SuitedGame, str, str]]:
        """Return each game whose letters begin a word, what they say, and the rest of the word."""
        begun = [(word[:stop].casefold(), stop) for stop in range(1, min(LONGEST_LETTERS, len(word) - 1) + 1)]
        return [(said, letters, word[stop:]) for letters, stop in begun for said in self.letters.get(letters, ())]

    def with_suit(self, game: Game, suit: str) -> SuitedGame:
        """Return what a game and a suit mean together: a Wenz of Eichel, say, is a Farbwenz."""
        return game if game.suits else self.names.get(f"farb{game.name}", [game])[0], suit

    def _flags(self, word: str) -> list[Fields]:
        if word.isdecimal() and word.isascii() and word not in self.levels and len(word) <= MOST_DIGITS:
            return [(("augen", int(word)),)]
        sign, small = signed(word)
        if sign and not small:
            return [sign]
        found = [FLAG_WORDS.get(small), letters(small)]
        name = small.rstrip(_DIGITS)
        counts = "laufende" if name in RUNS else NUMBERED.get(name)
        if counts and 0 < len(small) - len(name) <= MOST_DIGITS:  # bock2, bid75
            found.append(((counts, int(small[len(name) :])), *RUNS.get(name, ())))
        if small in self.levels:
            found.append((("level", self.levels[small]),))
        return [(*sign, *fields) for fields in found if fields]

    def titles(self) -> list[str]:
        """Return the games for people: s Sauspiel, hs Herz-Solo, …; by name where they have no letters."""
        said = [(letters, game, suit) for letters, meant in self.letters.items() for game, suit in meant]
        short = [f"{letters} {game.title}" for letters, game, __ in said if letters in GAME_LETTERS]
        herz = [
            f"{letters} Herz-{game.title.removeprefix('Farb').capitalize()}"
            for letters, game, suit in said
            if suit == HERZ
        ]
        lettered = {each[1].name for each in said}
        long = {game.name: game.title for games in self.names.values() for game in games if game.name not in lettered}
        return [*short, *herz, *long.values()]


def signed(word: str) -> tuple[Fields, str]:
    """Return what the sign before a word says, and the rest in small letters."""
    small = word.casefold()
    return ((("won", SIGNS[small[0]]),), small[1:]) if small[:1] in SIGNS else ((), small)


_latest: list[tuple[Tariff, Vocabulary]] = []  # an evening reads many lines under one tariff


def vocabulary(tariff: Tariff) -> Vocabulary:
    """Return the words of this tariff; the last one is kept."""
    if not _latest or _latest[0][0] is not tariff:
        ramsch = tariff.ramsch_game
        chain = tariff.kontra or (tariff.chain_in(ramsch) if ramsch else None)
        _latest[:] = [(tariff, Vocabulary(tariff.games, chain.names if chain else ()))]
    return _latest[0][1]


@lru_cache(maxsize=1)
def every_game() -> Vocabulary:
    """Return the words of the whole catalogue, to know a game that is not played here."""
    return Vocabulary(CATALOGUE)


def game_words(tariff: Tariff | None = None) -> list[str]:
    """Return every letter and name of a game of this tariff (None: of the catalogue), for tab completion."""
    known = every_game() if tariff is None else vocabulary(tariff)
    return [*sorted(known.letters), *sorted(known.names)]


def flag_words(tariff: Tariff | None = None) -> list[str]:
    """Return the full words of the flags, the words of the Kontra chains and the keys, for tab completion.

    With a tariff also the special rounds that a hand may say.
    """
    rounds = [f"round:{kind}" for kind in (*tariff.special, NO_ROUND)] if tariff and tariff.special else ()
    return [*FLAG_WORDS, *sorted(KONTRA_WORDS), *(f"{key}:" for key in KEY_WORDS.values()), *rounds]


# -- quotes -------------------------------------------------------------------------------------------

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_ESCAPED = r"(?s)\\(?:u([0-9a-fA-F]{4})|(.))"
_ESCAPES = {"n": "\n"}


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
            raise InvalidHand(_('a quote is opened but not closed: put " on both sides, and \\" for one inside'))
    return words, None


def parts(value: str, separator: str) -> list[str]:
    """Return the parts of a value between the separators that stand outside of quotes."""
    if '"' not in value:
        return value.split(separator)
    found = [""]
    for piece in re.findall(rf'{_QUOTED}|{separator}|[^"{separator}]+|"', value, re.DOTALL):
        if piece == separator:
            found.append("")
        else:
            found[-1] += piece
    return found


def quoted_length(word: str) -> int:
    """Return how long the quoted start of a word is; 0 where it does not start with a quote."""
    found = re.match(_QUOTED, word, re.DOTALL) if word[:1] == '"' else None
    return found.end() if found else 0


def unquoted(word: str) -> str:
    """Return what stands within the quotes."""
    value = re.sub(
        _ESCAPED, lambda found: chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2]), word[1:-1]
    )
    if any(map(is_surrogate, value)):
        raise InvalidHand(_("half a character (a lone surrogate) cannot be stored"))
    return value


@lru_cache(maxsize=MOST_WORDS)
def quoted(value: str) -> str:
    """Return a text in quotes, on one line."""
    plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + "".join(f"\\u{ord(each):04x}" if forbidden(each) else each for each in plain) + '"'


_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})
_FOLDED |= str.maketrans(dict(zip("åàáâãòóôèéêùúûìíî", "aaaaaoooeeeuuuiii", strict=True)))
_WITHOUT_DOTS = str.maketrans("äöü", "aou")


def folded(word: str) -> str:
    """Return a word as it stands in lists: in small letters, umlauts and ß as two."""
    return word.casefold().translate(_FOLDED)


@lru_cache(MOST_WORDS)
def spellings(name: str) -> tuple[str, ...]:
    """Return how a name is typed: Jürgen, Juergen, Jurgen; Hans-Peter, Hans Peter."""
    return name_key(name), folded(name), name.casefold().translate(_WITHOUT_DOTS), name_key(name).replace("-", " ")


def one_word(name: str) -> str:
    """Return a name as it is typed in a line: in quotes where it has a blank."""
    return quoted(name) if " " in name else name


def forbidden(character: str) -> bool:
    """Whether a line may not hold this character: it controls a terminal, breaks lines or is half a one."""
    return character < " " or "\x7f" <= character <= "\x9f" or character in "\u2028\u2029" or is_surrogate(character)


def is_surrogate(character: str) -> bool:
    """Whether this is half a character, which no file and no ledger can hold."""
    return "\ud800" <= character <= "\udfff"


# -- the people at the table --------------------------------------------------------------------------


class Seats:
    """The people at the table in their order; `active` are those dealt in, in the same order.

    `find` returns whom a word can mean, by name, start of a name or seat: nobody where it is unknown, several where it
    is not clear. In quotes it is the name itself. `initials` returns the people whose initials or seats are the
    characters of a word: one way, or more where doubts count; nobody is named twice where somebody else can be meant.
    Doubts count where `doubtful` people do.
    """

    def __init__(self, people: Names, active: Names, *, doubtful: bool = False) -> None:
        self.people, self.active = people, active
        self._keys = [(name_key(person), person) for person in people]
        self._begun = {name[:1]: [each for each in self._keys if each[0][:1] == name[:1]] for name, __ in self._keys}
        self.seated = {str(number): person for number, person in enumerate(people, 1)}
        self._doubtful = doubtful
        self.find = lru_cache(MOST_WORDS)(self._find)
        self.initials = lru_cache(MOST_WORDS)(self._initials)
        self._one = lru_cache(MOST_WORDS)(self._one_in)
        self._several = lru_cache(MOST_WORDS)(self._several_in)
        self.longest = max((person.count(" ") + 1 for person in people), default=1)

    @cached_property
    def in_doubt(self) -> Seats | None:
        """The same table where doubtful people count; None where every key is one person's, or nobody's."""
        keys = {letter for name, __ in self._keys for letter in (name[:1], name) if letter}
        if self._doubtful or all(len(self.find(key)) <= 1 for key in keys):
            return None
        return Seats(self.people, self.active, doubtful=True)

    def _find(self, word: str) -> list[str]:
        if not word:
            return []
        if word[0] == '"':
            return self._literal(unquoted(word)) if quoted_length(word) == len(word) else []
        key = name_key(word)
        begun = [each for each in self._begun.get(key[:1], ()) if each[0].startswith(key)]
        found = [person for name, person in begun if name == key] or [person for __, person in begun]
        seated = self.seated.get(key)
        return found if seated is None or seated in found else [*found, seated]

    def _literal(self, name: str) -> list[str]:
        if not name.strip():
            return []
        key = name_key(name)
        same = [] if name in self.people else [person for folded, person in self._keys if folded == key]
        return same if len(same) == 1 else [name]

    def meant(self, word: str) -> list[str]:
        """Return the one person that a word means; nobody where it is not clear, or all who can be if doubts count."""
        found = self.find(word)
        return found if self._doubtful or len(found) == 1 else []

    def not_found(self, word: str) -> str:
        """Return the sentence that a word names nobody, or does not say which of several people."""
        if found := self.find(word):
            return _('"{word}" can be {people}: write more of the name', word=shown(word), people=_or(found))
        said = {"word": shown(word), "people": ", ".join(self.people)}
        if near := similar(word, self.people, 2, key=str.casefold):
            return _(
                'nobody here is called "{word}", did you mean {near}? Names here: {people}', near=_or(near), **said
            )
        return _('nobody here is called "{word}", only {people}', **said)

    # -- how somebody is written -------------------------------------------------------------------------

    def start(self, person: str, length: int) -> str:
        """Return so many first letters of a name, in small letters, where they mean this person alone; else ""."""
        start = person[:length].casefold()
        plain = start.replace("-", "").replace(" ", "").isalnum() and start == start.strip()
        return start if plain and self.find(start) == [person] else ""

    def shortest_start(self, person: str) -> str:
        """Return the fewest first letters that mean this person alone; "" where even the whole name does not."""
        lengths = range(1, min(len(person), LONGEST_NAME) + 1)  # a name in a ledger by others may be longer
        return next(filter(None, (self.start(person, length) for length in lengths)), "")

    def seat(self, person: str) -> str:
        """Return the number of somebody's seat, where it means this person alone; else ""."""
        seat = str(self.people.index(person) + 1) if person in self.people else ""
        return seat if seat and self.find(seat) == [person] else ""

    def key(self, person: str) -> str:
        """Return the shortest that means this person alone: an initial, the number of a seat, or more of the name."""
        return self.start(person, 1) or self.seat(person) or self.shortest_start(person) or quoted(person)

    def example(self, number: int) -> str:
        """Return how so many people of this table may be said: ac, 13, or an ch."""
        people = (*self.active[::2], *self.active[1::2])[:number]
        said = [self.key(person) for person in people]
        return ("" if all(len(key) == 1 for key in said) else " ").join(said)

    # -- how people are read -----------------------------------------------------------------------------

    def _initials(self, word: str) -> list[tuple[str, ...]]:
        found = [self.meant(character) if character != '"' else [] for character in word]
        ways = list(islice(product(*found), MOST_WAYS)) if found else []
        return [way for way in ways if len({*way}) == len(way)] or ways

    def first(self, words: Sequence[str]) -> list[tuple[str, list[str]]]:
        """Return each person that the first words can mean, with the words left over."""
        found = [(person, [*rest, *words[1:]]) for person, rest in self._one(words[0])] if words else []
        for stop in range(2, min(self.longest, len(words)) + 1):
            *before, last = words[:stop]
            for name, rest in cuts(last):
                found += [(person, [*rest, *words[stop:]]) for person in self.meant(" ".join((*before, name)))]
        return found

    def _one_in(self, word: str) -> list[tuple[str, list[str]]]:
        """Return each person that a word can mean, with what sticks to it."""
        found = [(person, rest) for name, rest in cuts(word) for person in self.meant(name)]
        flags = self._flags_behind(word, 1)
        return [*found, *((person, [flags]) for person in self.meant(word[0]))] if flags else found

    def several(self, words: list[str], number: int) -> list[tuple[Names, list[str]]]:
        """Return each way in which the first words are so many people, with the words left over."""
        if number == 0:
            return [((), words)]
        found: list[tuple[Names, list[str]]] = []
        for person, left in self.first(words):
            if number == 1:
                found.append(((person,), left))
            elif not left or left[0][:1] not in SIGNS:
                found += [((person, *others), more) for others, more in self.several(left, number - 1)]
        return found + self.together(words, number) if number > 1 else found

    def together(self, words: list[str], number: int | None = None) -> list[tuple[Names, list[str]]]:
        """Return the people that the first word says by initials or seats: two or more, or exactly so many."""
        return [(people, [*rest, *words[1:]]) for people, rest in self._several(words[0], number)] if words else []

    def _several_in(self, word: str, number: int | None) -> list[tuple[tuple[str, ...], list[str]]]:
        """Return each way in which a word is several people, or so many, with what sticks to it."""
        ways = [
            (people, rest)
            for name, rest in cuts(word)
            if len(name) == (number or max(len(name), 2))
            for people in self.initials(name)
        ]
        flags = self._flags_behind(word, number) if number else ""
        return [*ways, *((people, [flags]) for people in self.initials(word[:number]))] if flags else ways

    def _flags_behind(self, word: str, number: int) -> str:
        """Return the flags with a figure that stick to so many initials or seats, such as the 61 of ac61; else "".

        Nothing sticks to the start of a name, and no figure to the number of a seat.
        """
        flags, seats = word[number:], word[number - 1 : number + 1].isdigit()
        none = _FIGURES.isdisjoint(_unsigned(flags)) or seats or is_count(word[number - 1 :]) or self.find(word)
        return "" if none else flags


def is_count(word: str) -> bool:
    """Whether a word begins with a flag and how many: l3 is three Laufende, whoever's initial is an l."""
    return word[:1] in _COUNTS and word[1:2] in _FIGURES and word[2:3] not in _FIGURES


_FIGURES = frozenset(_DIGITS)
_COUNTS = frozenset("".join(_WITH_NUMBER) + "".join(_WITH_NUMBER).upper())


def _unsigned(word: str) -> str:
    """Return what stands before the first sign."""
    return word.replace(Letter.LOST, Letter.WON).partition(Letter.WON)[0]


@lru_cache(maxsize=16)
def _known_seats(people: Names, active: Names) -> Seats:
    in_order = by_seat(active, people)
    if in_order == people:
        return Seats(people, people) if active == people else _known_seats(people, people)
    made = object.__new__(Seats)  # whom a word means does not hang on who is dealt in
    every = _known_seats(people, people)
    doubts = every.in_doubt and Seats(people, in_order, doubtful=True)
    vars(made).update(vars(every), active=in_order, in_doubt=doubts)
    return made


def seats(people: Sequence[str], active: Sequence[str] | None = None) -> Seats:
    """Return the people at a table, of whom `active` are dealt in (None: all); an evening reads many lines at one."""
    return _known_seats(tuple(people), tuple(people if active is None else active))


def by_seat(active: Sequence[str], people: Sequence[str]) -> Names:
    """Return those who are dealt in by the order of the people at the table."""
    return tuple(sorted(active, key=[*people, *active].index))


@lru_cache(maxsize=MOST_WORDS)
def cuts(word: str) -> list[tuple[str, list[str]]]:
    """Return each name that this word may begin with, and what sticks to it: nothing, or a sign and flags."""
    if word[0] == '"':
        end = quoted_length(word)
        places = [end] if end == len(word) or word[end] in SIGNS else []
    elif SIGNS.keys().isdisjoint(word):
        return [(word, [])]
    else:
        places = [len(word), *(place for place in range(1, len(word)) if word[place] in SIGNS)]
    return [(word[:place], [word[place:]] if word[place:] else []) for place in places]


def first_name(word: str) -> str:
    """Return what stands before the first sign that sticks to this word: the people of ac-n."""
    return next((name for name, __ in cuts(word)), word) if word[0] == '"' else word[0] + _unsigned(word[1:])
