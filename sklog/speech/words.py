"""The words that people say of a hand, in German, in dialect and in English, and the kind of each.

`heard` takes a line apart into places and returns what may stand at each of them: Anna is a person, herzsolo a suit and
a game, vier a number, 61:59 a score. How the kinds go together says `grammar`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklog.errors import slips
from sklog.notation.words import (
    AUGEN_WORDS,
    FLAGS,
    KONTRA_WORDS,
    LAUFENDE_WORDS,
    MOST_WORDS,
    SUIT_LETTERS,
    SUIT_WORDS,
    SYNONYMS,
    every_game,
    folded,
    letters,
    quoted_length,
    spellings,
)
from sklog.scoring.games import AUGEN, SUIT_NAMES, Game
from sklog.scoring.hand import MOST_TRUMPS
from sklog.scoring.names import name_key
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.notation.words import Seats, Vocabulary


class Item(NamedTuple):
    """What may stand at a place: its kind, what it says, and the place behind it.

    What is `terse` can stand in shorthand as well; what is `begun` is only the start of a name.
    """

    kind: str
    value: Any
    stop: int
    terse: bool = False
    begun: bool = False


class Heard(NamedTuple):
    """The words of a line, and what may stand at each of them: nothing where a word says nothing that is known."""

    words: list[str]
    items: list[list[Item]]

    @property
    def unknown(self) -> list[str]:
        """The words that say nothing."""
        reached = {place for place, items in enumerate(self.items) for one in items for place in range(place, one.stop)}
        return [word for place, word in enumerate(self.words) if place not in reached]

    def but(self, words: Sequence[str]) -> Heard:
        """Return what is heard without these words, as if they were an article."""
        quiet = [[Item("FILLER", None, place + 1)] if word in words else items
                 for place, (word, items) in enumerate(zip(self.words, self.items, strict=True))]  # fmt: skip
        return self._replace(items=quiet)

    @property
    def ended(self) -> bool:
        """Whether a word may say how it ended."""
        return any(one.kind in _ENDS or (one.kind == "FLAGS" and one.value in _SIGNS.values())
                   for items in self.items for one in items)  # fmt: skip

    @property
    def doubt(self) -> str:
        """The words by which it may be another hand that is said, or none: next time, before that, hold on."""
        words = [",", *self.words, ","]
        text = " ".join("," if word in _PAUSES else folded(word) for word in words)
        found = _doubts().search(text)
        place = text.count(" ", 0, found.start()) if found else 0
        return " ".join(words[place : place + found[0].count(" ") + 1]).rstrip(" ,.!") if found else ""

    @property
    def thing(self) -> bool:
        """Whether an article may begin the line, and nobody else is named: a solo, a lost wenz."""
        behind = zip(self.words[1:], self.items[1:], strict=True)
        kinds = {one.kind for word, items in behind for one in items if one.kind != "GAME" or len(word) > len("hs")}
        article = {*map(str.casefold, self.words[:1])} & (listed_as("ARTICLE") - {"d", "s"})
        return bool(article and "GAME" in kinds and kinds.isdisjoint(_WHO | {"INITIALS"}))

    @property
    def names_all(self) -> bool:
        """Whether everybody is said by the whole name, and nothing by a letter."""
        letters = (
            items for word, items in zip(self.words, self.items, strict=True) if len(word) == 1 and word.isalpha()
        )
        return self.names_somebody and all(any(one.kind == "FILLER" for one in items) for items in letters)

    @property
    def names_somebody(self) -> bool:
        """Whether anybody is said by the whole name."""
        return any(one.kind in _WHO and not one.begun for items in self.items for one in items)

    @property
    def ends(self) -> bool:
        """Whether a full stop ends it, as no shorthand does."""
        return self.words[-1:] in (["."], ["!"])

    @property
    def parted(self) -> bool:
        """Whether a comma or a full stop parts its words."""
        return not {",", ";", "."}.isdisjoint(self.words[:-1])

    @property
    def names_opponents(self) -> bool:
        """Whether somebody may be named who said Kontra or knocked."""
        return self.names_somebody and any(one.kind in _OF_OPPONENTS for items in self.items for one in items)

    @property
    def spoken(self) -> bool:
        """Whether there is a word that only a sentence has."""
        return any(items and not any(one.terse or one.kind == "FILLER" for one in items) for items in self.items)


_VALUES = {
    **dict.fromkeys(("WON", "WINS", "WINNERS"), True),
    **dict.fromkeys(("LOST", "LOSES", "LOSERS"), False),
    "SCHNEIDER": "schneider",
    "SCHWARZ": "schwarz",
}
"""What the words of a kind say, each the same."""
_GERMAN = "null eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf"
_ENGLISH = "zero one two three four five six seven eight nine ten eleven twelve"
_TENS = "zwanzig dreissig vierzig fuenfzig sechzig siebzig achtzig neunzig"
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_BEFORE_TENS = "oana,zwoara zwoarad,dreia draia,viera,fuenfa fimfa,sechsa,siema siebna,achta,neina neuna"
_FIFTY = ("fuchzg", "fuffzg", "fuchzig", "fuchzge")
"""What stands before the tens in dialect: oanasechzg, zwoaradachtzg."""
_COMPOUND = frozenset(("SUIT", "NAME", "TOUT", "SAU", "N", "TIMES", "SCHNEIDER", "FREE", "CALLED"))
"""What is written as one word: oachlsolo, wenztout, grassau, fünfmal, schneiderfrei."""
_PART = re.compile(
    r'(?<!\w)w/(?:o(?!\w))?|(?<!\w)"(?:[^"\\]|\\.)*"|(?<!\w)\d{1,3}(?: ?[:-] ?|[/\N{EN DASH}-])\d{1,3}(?!\w)'
    r"|\w+(?:['\N{RIGHT SINGLE QUOTATION MARK}-]\w+)*(?:(?<=[sxzß])['\N{RIGHT SINGLE QUOTATION MARK}](?!\w))?|\S"
)
_SCORE = re.compile("([0-9]+) ?[:/\N{EN DASH}-] ?([0-9]+)")
_OF_A_NAME = re.compile(
    r"(?:(?i:d|s)['\N{RIGHT SINGLE QUOTATION MARK}])?(.+?)(?:['\N{RIGHT SINGLE QUOTATION MARK}]s?|s)?"
)
_OF_A_GAME = re.compile("(.{3,}?)(?:e[ns]|[ns])")
_ARTICLE = re.compile("([dDsS])['\N{RIGHT SINGLE QUOTATION MARK}](.+)")
_APOSTROPHE = re.compile("(?<=g)['\N{RIGHT SINGLE QUOTATION MARK}](?=[^\\W\\d])")
_SHORT_PRONOUN = re.compile("(.+)['\N{RIGHT SINGLE QUOTATION MARK}](?:s|n|ne|m)")  # hat's, hat'n
_COUNTED = re.compile(r"(\d{1,3})([^\W\d_]+)", re.ASCII)  # 4lauf, 75Augen
_RUN_LETTERS = frozenset("lr")  # 3L, 3r
_ARROW = re.compile("[-=]+>")
_SUITED = re.compile("([eghs])-?([a-z]{4,})", re.IGNORECASE | re.ASCII)
_MIT_COUNT = re.compile(r"m(\d{1,3})", re.IGNORECASE | re.ASCII)
_RUN_OF = re.compile(r"(\d{1,2})(?:er|e)", re.IGNORECASE | re.ASCII)  # 3er Lauf, mit 4e
BEHIND, ALONE, BETWEEN_WORDS = "behind", "alone", "between"
_BETWEEN_PEOPLE = {"n": "AND", "w": "WITH", "m": "WITH", "gg": "AGAINST", "v": "AGAINST"}
_CUT_SHORT = frozenset(("gew", "verl", "lauf", "schn", "lfd", "lf", "u", "geg", "gekl", "vs"))
_SYMBOLS = "\N{LEFTWARDS ARROW}"  # from here on no letter says anything but what is listed
_PAUSES = frozenset(",;.()!=>[]|")
_SIGNS = {"+": ("won", True), "-": ("won", False)}
_BEHIND_ARTICLE = frozenset(("NAME", "GAME", "SUIT"))
_SAY_NOTHING = frozenset(("FILLER", "AUX", "BE", "PLAY", "N"))
_NOUNS = frozenset(("KNOCKER", "KONTRA", "TOUT", "SIE", "BOCK", "JUNGFRAU", "DURCHMARSCH", "PASSED", "FORCED"))
_NOUNS |= {"REDEAL", "CALLED", "TRICK", "SAU"}
_SIDES = frozenset(("OPPONENTS", "DECLARER", "WINNERS", "LOSERS"))
_WHO_OR_WHAT = _SIDES | {"PERSON", "OWNER", "PARTNER", "ANYTHING"}
_OF_OPPONENTS = frozenset(("KONTRA", "KNOCK", "KNOCKS", "KNOCKER", "DOUBLE", "DOUBLES"))
_WHO = frozenset(("PERSON", "OWNER"))
A_GAME = frozenset(("GAME", "SIE", "DURCHMARSCH", "CALLED"))
"""What says a game."""
_RELATIVE = frozenset(("der", "die", "das", "den"))
_NEVER_A_SLIP = frozenset(("N", "NOT", "UNREAL", "FORCED"))
_TURNED = frozenset(("WITH", "AND", "BY", "AGAINST", "SUIT", "GAME"))  # a short word with two letters turned round
_DOUBLED = frozenset(("KONTRA", "DOUBLE", "DOUBLES", "BOCK"))
_COSTS = frozenset(("SCHNEIDER", "SCHWARZ", "KNOCK", "KNOCKS", "KNOCKER", "TOUT", "JUNGFRAU", "DURCHMARSCH"))
_SHE_HAD_TO = frozenset(("muss", "muass", "musste"))
_HAD_TO = _SHE_HAD_TO | {"mussten", "muessen", "miassn"}
_VERBS = frozenset(("AUX", "BE", "PLAY", "WON", "LOST", "WINS", "LOSES"))
_BEFORE_BY = frozenset(("KONTRA", "WON", "LOST", "PLAY"))
_BEHIND_CLAUSE = frozenset(("AND", "WITH", "WITHOUT", "SCHNEIDER", "SCHWARZ", "ALSO", "WON", "LOST"))
_IN_WHICH = ("im", "beim")  # geht unter im Wenz
_BEFORE_SAU = frozenset(("ON", "CALL", "SUIT", "CALLED", "AUX", "FILLER", "FIND", "HOLDS", "WITH"))
_BEHIND_SAU = frozenset(("OF", "SUIT", "AUX", "FOUND", "CALLED"))
# no words by themselves
_LISTS = "ARTICLE NAMES BEARS NOPLAY THOU WHY MEN WOMEN SOUNDS MANAGES MOOD OBERS UNTERS KINGS WORKS DOUBT"
_HAVE_OR_LIKE = frozenset(("AUX", "BE", "WANT", "TAKE", "GETS"))
_NO_GAMES = frozenset(("SAU", "TRICK"))  # what is given or brought without a game
_BEHIND_PRONOUN = _VERBS | {"KNOCKS", "DOUBLES", "NAME"}
_BEFORE_N = _VERBS | {"FILLER"}
_ENDS = frozenset(("WON", "LOST", "WINS", "LOSES", "SCORE"))
_LETTERS_WITH_NUMBER = frozenset("lopk")
_LETTERS: dict[str, list[tuple[str, Any, bool, re.Pattern[str]]]] = {
    "v": [("LOST", False, True, re.compile(".+"))],  # Wenz Anna v
    "l": [("RUN", None, False, re.compile("[1-9]"))],  # 4 l
    "r": [("KONTRA", 2, False, re.compile("[kK]"))],  # k r
}
"""What a letter says that begins nobody's name, whether only at the end of a clause, and behind which word."""
_SHORTEST_START = 5  # of a game: sausp, rams.
_INFLECTED = re.compile("(.{4,})(?:e[rsnm]?|[as])")
_MANNER = re.compile(".{3,}(?:lich|weise|haft|los|mass?ig|[^zs]ig|ly)")  # how it went, never what was played
_DONE = re.compile(r"(?:\w*ge|g[^aeiou\W])\w+(?:t|n|a|d)|\w+(?:ed|ing|iert)")  # a verb may say who doubled or knocked
_ENDINGS = {"n": ("en",), "e": ("en",), "a": ("en", "er"), "d": ("t",)}  # of a word in dialect, and as it is written
_LONG_ENOUGH = 5  # for a slip in a game, and one letter more in any other word
_FIRST_WORDS = 2  # before somebody who deals
_MOST_SAID = 5  # words that say one thing


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    """Return the number words up to 120: German, English, and the small ones in dialect."""
    german, english = _GERMAN.split(), _ENGLISH.split()
    german += [f"{each}zehn" for each in ("drei", "vier", "fuenf", "sech", "sieb", "acht", "neun")]
    english += [f"{each}teen" for each in ("thir", "four", "fif", "six", "seven", "eigh", "nine")]
    said = {word: number for words in (german, english) for number, word in enumerate(words)}
    for number, (ten, english_ten) in enumerate(zip(_TENS.split(), _ENGLISH_TENS.split(), strict=True), 2):
        said |= {ten: 10 * number, english_ten: 10 * number}
        for unit in range(1, 10):
            one = "ein" if unit == 1 else german[unit]
            words = [f"{one}und{ten}", f"{one} und {ten}", f"{english_ten}-{english[unit]}"]
            words += [f"{english_ten} {english[unit]}"]
            spoken = _BEFORE_TENS.split(",")[unit - 1].split()
            ends = (f"{ten[:-2]}g", f"{ten[:-2]}ge", *_FIFTY[: 2 * (number == 5)])
            words += [f"{each}{end}" for each in spoken for end in ends]
            said |= dict.fromkeys(words, 10 * number + unit)
    below = {word: number for word, number in said.items() if 0 < number <= AUGEN - 100}
    said |= {f"{hundred}{word}": 100 + number for word, number in {"": 0, **below}.items()
             for hundred in ("hundert", "einhundert", "hundred ", "hundred and ", "a hundred and ")}  # fmt: skip
    said |= {f"{ten[:-2]}g{end}": 10 * number for number, ten in enumerate(_TENS.split(), 2) for end in ("", "e")}
    said |= dict.fromkeys(_FIFTY, 50)
    said |= {f"{word}{end}": n for word, n in said.items() if 1 < n < 10 for end in ("er", "en", "e", "n")}
    return {word.strip(): number for word, number in said.items()}


@lru_cache(maxsize=1)
def listed() -> list[tuple[str, Any, list[str], list[str]]]:
    """Return the lists of `words.txt`: the kind of each, its value, the ends of verbs in two parts, and the words."""
    text = Path(__file__).with_suffix(".txt").read_text("utf-8")
    entries = re.findall(r"^([A-Z]+)(?: (\w+))?(?: \+ (.*?))?: (.*(?:\n .*)*)", text, re.MULTILINE)
    return [(kind, int(value) if value.isdigit() else value, ends.split(), words.split())
            for kind, value, ends, words in entries]  # fmt: skip


@lru_cache(maxsize=1)
def _sounds() -> tuple[re.Pattern[str], list[tuple[str, str]]]:
    """Return what has any sound of dialect, and the sounds in their order with how each is written elsewhere."""
    sounds = [each.split(">") for kind, *_said, words in listed() if kind == "SOUNDS" for each in words]
    return re.compile("|".join(spoken for spoken, _written_so in sounds)), [(one, other) for one, other in sounds]


@lru_cache(maxsize=1)
def _doubts() -> re.Pattern[str]:
    """Return what is found in a line that may say another hand than the one that was just played."""
    return re.compile(rf"(?<!\S)(?:{'|'.join(listed_as('DOUBT')).replace('_', ' ')})(?!\S)")


@lru_cache(MOST_WORDS)
def listed_as(kind: str) -> frozenset[str]:
    """Return the words of a kind that are none of a sentence by themselves."""
    return frozenset(word for each, *_said, words in listed() if each == kind for word in words)


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, list[tuple[str, Any]]]:
    """Return everything that a word says, or several together: its kinds, and the value of each."""
    found: dict[str, list[tuple[str, Any]]] = {}

    def add(kind: str, value: Any, words: Iterable[str]) -> None:
        for word in words:
            said = found.setdefault(folded(word.replace("_", " ")), [])
            if (kind, value) not in said:
                said.append((kind, value))

    for kind, value, ends, words in listed():
        if not ends and kind not in _LISTS.split():
            add(kind, value or _VALUES.get(kind), words)
    knocking = next(flag.words for flag in FLAGS if flag.field == "klopfer")
    add("KNOCK", None, (word for word in knocking if word not in ("klopfer", "klopfen", "legen")))
    add("RUN", None, LAUFENDE_WORDS)
    add("AUGEN", None, AUGEN_WORDS)
    for word, level in SYNONYMS.items():
        add("KONTRA", level, [word])
    for word, suit in SUIT_WORDS.items():
        add("SUIT", suit, [word])
    for word, number in _numbers().items():
        add("N", number, [word])
    return found


@lru_cache(maxsize=1)
def _ends_of_verbs() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return what the end of a verb in two parts says, with the verbs that it may belong to."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for kind, _value, ends, verbs in listed():
        for end in ends:
            found.setdefault(end.replace("_", " "), []).append((kind, frozenset(verbs)))
    return found


@lru_cache(MOST_WORDS)
def _sayings(small: str) -> list[tuple[str, Any]]:
    """Return the kinds of a word in small letters, or of several, with their values; also as it is said in dialect."""
    if said := _lexicon().get(small):
        return said
    if found := [each for written in sorted(_written(small)) for each in _lexicon().get(written, ())]:
        return found
    if (inflected := _INFLECTED.fullmatch(small)) and (kind := ("FILLER", None)) in _lexicon().get(inflected[1], ()):
        return [kind]  # schöner, knappes
    stem = _sayings(small[:-1]) if small.endswith("s") and len(small) > 3 else []  # packts, verlierns
    return stem if {kind for kind, _value in stem} <= _VERBS else []


def _written(spoken: str) -> set[str]:
    """Return how words are written that are said so in dialect: gspielt, valorn, gwonna, gspuit, vasuacht, ogsogt."""
    found, whole = {spoken}, spoken
    any_sound, sounds = _sounds()
    for pattern, written in sounds if any_sound.search(spoken) else ():
        whole = re.sub(pattern, written, whole)
        found |= {whole, re.sub(pattern, written, spoken)}
    found |= {f"{each[:-1]}{end}" for each in found for end in _ENDINGS.get(each[-1:], ())}
    return {each for each in found if len(each) >= _LONG_ENOUGH}


@lru_cache(MOST_WORDS)
def _may_bear(small: str) -> bool:
    """Whether a word that is not known may say something of a hand: it is like one that does, or like a name."""
    says = (each for each, said in _lexicon().items() if ("FILLER", None) not in said)
    alike = (each for each in (*says, *listed_as("NAMES")) if abs(len(each) - len(small)) <= 1)
    near = (slips(small, each) in (0, 1) for each in alike if len(({*each} ^ {*small}) - {*"ck"}) <= len("ab"))
    named = any(small in map(folded, listed_as(kind)) for kind in ("MEN", "WOMEN"))
    return named or any(stem in small for stem in listed_as("BEARS")) or any(near)


def _called_rather(said: list[tuple[str, Any]], *, game: bool) -> list[tuple[str, Any]]:
    """Return what a word says: die Blaue is the ace that is called, unless a game stands behind it."""
    return [one for one in said if game or one[0] != "SUIT" or ("CALLED", one[1]) not in said]


def _kinds_of(word: str) -> set[str]:
    return {kind for kind, _value in _sayings(folded(word))}


def _is_number(word: str) -> bool:
    return word.isdigit() or "N" in _kinds_of(word)


def _word(words: Sequence[str], place: int) -> str:
    """Return the word at a place, "" before the first and behind the last one."""
    return words[place] if 0 <= place < len(words) else ""


def heard(line: Sequence[str], seats: Seats, vocabulary: Vocabulary) -> Heard:
    """Return the words of a line and everything that each of them may be."""
    if len(line) > 1 and _SCORE.fullmatch(line[0]) and line[1].casefold() in vocabulary.letters:
        line = [*line[1:], line[0]]  # 61:59 s ac
    return _Ear(seats, vocabulary).heard(" ".join(line))


class _Ear:
    """Hears a line at one table, under one tariff."""

    def __init__(self, seats: Seats, vocabulary: Vocabulary) -> None:
        self.seats, self.vocabulary = seats, vocabulary
        self.all_seats = seats.in_doubt or seats
        self.exactly = {key for person in seats.people for key in spellings(person)}

    def _by_name(self, word: str) -> str:
        """Return the name of the one person here who is called so for short, or in full: Schorsch is Georg; else it."""
        if self._alone(word) or quoted_length(word):
            return word
        small, owner, _end = name_key(word).partition("'s")
        group = {each for kind, *_said, names in listed() if kind == "NAMES" and small in names for each in names}
        start = next((small.removesuffix(end) for end in ("erl", "i") if small.endswith(end)), "")
        names = {name_key(each): each for each in self.seats.people if " " not in each}
        here = [each for key, each in names.items() if key in group
                or (len(start) > 2 and key.startswith(start) and slips(small, key) != 1)]  # fmt: skip
        return here[0] + owner if len(here) == 1 else word

    def heard(self, text: str) -> Heard:
        text = _ARROW.sub(", ", text)
        words: list[str] = []
        signs: dict[int, str] = {}
        for part in _PART.finditer(text):
            if part[0] in _SIGNS:
                signs[len(words)] = _where(part, text)
            words += map(self._by_name, self._parts(part[0]))
        in_two = self._in_two(words)
        items = [in_two.get(place) or self._items(words, place, signs.get(place, "")) for place in range(len(words))]
        whole = any(one.kind in _WHO and not one.begun for each in items for one in each)
        unnamed = not any(one.kind in _WHO for each in items for one in each)
        short = bool(words) and words[0].casefold() in self.vocabulary.letters
        if not any(one.kind == "GAME" for each in items for one in each):
            items = [[*each, *self._sau(words, place)] for place, each in enumerate(items)]
        line = Heard(words, items)
        ended = line.ended or any(one.kind == "N" and one.value > MOST_TRUMPS for each in items for one in each)
        for place in reversed(range(len(words))):  # what it is follows from what stands behind it
            word, here = words[place], items[place]
            # where people are said by initials a sign is none of a sentence
            here = _as_words(here) if whole else here[:1] if place in signs else _as_names(here)
            here = _as_initial(here) if short and _one_letter(word) else here
            here = _article_or_start(_as_person(here), items, whole=whole, letter=_one_letter(word))
            here = in_two.get(place) or _but_lone_letters(word, _as_count(here, items, place), items, place)
            items[place] = here or ((whole or unnamed) and self._nearly(word, place)) or []
            items[place] = items[place] or (whole and ended and self._aside(line, place)) or []
        return Heard(words, items)

    def _aside(self, line: Heard, place: int) -> list[Item]:
        """Return that a word which is not known says nothing of a hand; [] where it may, or is a slip of one that does.

        It says how something went, or stands before a game or the end. A clause of such words may take all of it back.
        """
        small, (words, items) = folded(line.words[place]), line
        done = _DONE.fullmatch(small) and not _MANNER.fullmatch(small)
        counted = _is_number(_word(words, place - 1))  # 50 Cent
        here = any(slips(small, name) in (0, 1) or (name in small and len(name) > len("ab")) for name in self.exactly)
        if here or done or counted or not small.isalpha() or len(small) < len("bla") or _may_bear(small):
            return []
        behind, article = {one.kind for one in _at(items, place + 1)}, "FILLER" in _kinds_of(_word(words, place - 1))
        quiet = _MANNER.fullmatch(small) or behind & _ENDS or (article and behind & _BEHIND_ARTICLE)
        return [Item("FILLER", None, place + 1)] if quiet else []

    def _in_two(self, words: list[str]) -> dict[int, list[Item]]:
        """Return what a verb in two parts says, by the places of both: gibt den Wenz her, bringt ihn durch."""
        found: dict[int, list[Item]] = {}
        for place, word in enumerate(words):
            behind = _word(words, place + 1)
            goes_on = behind and behind not in _PAUSES | {":"} and not _kinds_of(behind) & _BEHIND_CLAUSE
            if goes_on and folded(behind) not in _IN_WHICH:
                continue
            for kind, verbs in _ends_of_verbs().get(folded(word), ()):
                clause = takewhile(lambda at: words[at] not in _PAUSES, range(place - 1, -1, -1))
                verb = next((at for at in clause if folded(words[at]) in verbs), place)
                object_ = {each for word in words[verb:place] for each in _kinds_of(word)}
                if object_ & _NO_GAMES:  # gibt einen Stich her
                    continue
                if kind == "FILLER" and verb < place - 1:  # sagt Wenz an
                    found[place] = [Item(kind, None, place + 1)]
                elif kind != "FILLER" and verb < place:
                    found |= {verb: [Item("PLAY", None, verb + 1)], place: [Item(kind, _VALUES.get(kind), place + 1)]}
        return found

    def _parts(self, word: str) -> list[str]:
        """Return the words that one is made of: itself where it says something."""
        if self._alone(word) or quoted_length(word):
            return [word]
        if (whole := _APOSTROPHE.sub("", word)) != word and self._alone(whole):  # g'wonna
            return [whole]
        if (article := _ARTICLE.fullmatch(word)) and (self._alone(article[2]) or len(self._parts(article[2])) > 1):
            return [article[1], *self._parts(article[2])]
        if (short := _SHORT_PRONOUN.fullmatch(word)) and _kinds_of(short[1]):
            return [short[1]]
        if (suited := _SUITED.fullmatch(word)) and self._games(suited[2]):  # E-Solo, HSolo
            return [SUIT_LETTERS[suited[1].casefold()] or "", suited[2]]
        first, *rest = word.split("-")
        names = {name_key(part) for part in (first, *rest)} <= self.exactly
        # Anna-verloren has a sign
        said = not self.seats.find(first) and all(len(part) > 1 and self._kinds(part) for part in (first, *rest))
        if rest and (names or said):
            return [first, *rest]
        halves = ((word[:stop], word[stop:]) for stop in range(len(word) - 2, 1, -1))
        both = (half for half in halves if all(self._kinds(part) & _COMPOUND for part in half))
        return _with_count(word) or [*next(both, (word,))]

    def _nearly(self, word: str, place: int) -> list[Item]:
        """Return what a longer word says but for one slip: no person and no number, for those are others then.

        Nor a double, unless the word begins like it: geschlossen is not geschossen.
        """
        small = folded(word)
        if not small.isalpha() or self.seats.find(word) or small in _lexicon():
            return []
        if any(slips(small, name) == 1 for name in self.exactly):
            return []
        typed = {small[:at] + small[at + 1] + small[at] + small[at + 2 :] for at in range(len(small) - 1)}
        typed |= {small[:at] + small[at + 1 :] for at in range(1, len(small)) if small[at] == small[at - 1]}
        says = (word for word in typed if len(word) > 2 and (_sayings(word) or word in self.vocabulary.names))
        [said, *others] = {self._meant(word) for word in says} or {frozenset()}
        kinds, short = {kind for kind, _value in said}, len(small) < _LONG_ENOUGH
        clear = said and not others and (kinds <= _TURNED if short else kinds.isdisjoint(_NEVER_A_SLIP))
        if clear or short:  # mti, nud, wnez, kotnra, knnocks
            return [Item(*one, place + 1) for one in said if clear]
        begun = {small[:-1]} & _lexicon().keys() if len(small) > _LONG_ENOUGH else set()  # kontrak
        longer = (each for each in _lexicon() if min(len(each), len(small)) > _LONG_ENOUGH + 1)
        suited = {f"{suit}{game}" for suit in SUIT_NAMES for game in ("solo", "wenz", "geier")}
        alike = (each for each in {*self.vocabulary.names, *suited, *begun, *longer} if each[:1] == small[:1])
        near = {each for each in alike if abs(len(each) - len(small)) <= 1 and slips(small, folded(each)) == 1}
        [(kind, value), *more] = {one for each in near for one in self._meant(each)} or {("N", None)}
        another = any(len(each) == len(small) for each in near)  # geschlafen, schneiden: of as many letters
        never = kind in _NEVER_A_SLIP or (kind in _DOUBLED and not near <= begun) or (kind in _COSTS and another)
        return [] if more or never else [Item(kind, value, place + 1)]

    def _meant(self, word: str) -> frozenset[tuple[str, Any]]:
        """Return what a word says that another one is a slip of."""
        return frozenset((one.kind, one.value) for one in self._items([word], 0, "")
                         if not one.begun and one.kind != "AFTER")  # fmt: skip

    def _kinds(self, word: str) -> set[str]:
        small = folded(word)
        games = {"NAME"} if small not in self.vocabulary.letters and self._games(word) else set()
        return games | _kinds_of(word)

    def _alone(self, word: str) -> bool:
        """Whether a word says something as it stands."""
        small = folded(word)
        return bool(_sayings(small) or self._games(word) or self.seats.find(word) or _SCORE.fullmatch(word))

    def _games(self, word: str) -> list[tuple[Game, str | None]]:
        small = word.casefold()
        found, case = self.vocabulary.games(small), _OF_A_GAME.fullmatch(small)  # einen Bären
        inflected = not found and case and case[1] in self.vocabulary.names and not _sayings(folded(small))
        return self.vocabulary.games(case[1]) if case and inflected else found

    def _items(self, words: list[str], place: int, sign: str) -> list[Item]:
        """Return everything that may stand at this place; `sign` says where a sign stands."""
        word = words[place]
        if word in _PAUSES or word == ":":
            # a dot may stand behind a word that is cut short
            cut = word == "." and 0 < place < len(words) - 1 and folded(words[place - 1]) in _CUT_SHORT
            abbreviated = [Item("FILLER", None, place + 1)] if cut else []
            kinds = {":": ("COLON",), "(": ("PAUSE", "COLON")}.get(word, ("PAUSE",))
            return [*(Item(kind, None, place + 1, terse=word != "(") for kind in kinds), *abbreviated]
        if sign == BEHIND:
            return [Item("FLAGS", (_SIGNS[word],), place + 1, terse=True)]
        if sign:
            beside = _word(words, place - 1), _word(words, place + 1)
            names = all(name_key(each) in self.exactly or (len(each) == 1 and self.seats.find(each)) for each in beside)
            if sign != ALONE:
                says = all(len(each) > 1 and _kinds_of(each) for each in beside)
                return [Item("AND", None, place + 1)] if (names or says) and word == "+" else []
            ends = Item("FLAGS", (_SIGNS[word],), place + 1, terse=True)
            # in shorthand it says how the hand ended, between words of a sentence it may be a dash or a plus
            dash = Item({"+": "AND", "-": "PAUSE"}[word], None, place + 1)
            return [ends] if words[0].casefold() in self.vocabulary.letters else [ends, dash]
        if score := _SCORE.fullmatch(word):
            return [Item("SCORE", (int(score[1]), int(score[2])), place + 1)]
        behind = folded(_word(words, place + 1))
        if (counted := _RUN_OF.fullmatch(word)) and (_sayings(behind) or "WITH" in _kinds_of(_word(words, place - 1))):
            return [Item("N", int(counted[1]), place + 1)]
        if word.isascii() and word.isdigit():
            return [Item("N", int(word), place + 1, terse=True), *self._people(word, place + 1)]
        between = {name_key(_word(words, at)) for at in (place - 1, place + 1)} <= self.exactly
        names = name_key(_word(words, place + 1)) in self.exactly
        does = folded(word) == "n" and place and names and _kinds_of(_word(words, place + 2)) & (_OF_OPPONENTS | _VERBS)
        if (between or does) and (kind := _BETWEEN_PEOPLE.get(folded(word))):  # Anna n Bene
            return [Item(kind, None, place + 1)]
        found = [*self._named(words, place), *self._said(words, place), *self._terse(words, place)]
        if not found and word >= _SYMBOLS and not word.isalnum():
            return [Item("FILLER", None, place + 1)]
        named = name_key(_word(words, 1)) in self.exactly and self._kinds(_word(words, 2)) & _VERBS  # s Hilde hat
        said = self._kinds(_word(words, 1)) & _BEHIND_PRONOUN  # es wurde geklopft: no Eichel-Solo
        game = place == 0 and not (said or named) and any(one.kind == "GAME" for one in found)
        return [one for one in found if one.kind != "FILLER"] if game else found

    def _named(self, words: list[str], place: int) -> Iterator[Item]:
        """Yield the games and the people that begin here by their names, or the start of one."""
        for stop in range(place + 1, min(len(words), place + max(self.vocabulary.longest, self.seats.longest)) + 1):
            text = " ".join(words[place:stop])
            yield from self._people(text, stop) if words[place] not in ('"', "um") else ()
            games = self._games(text)
            if place == 0 or text.casefold() not in self.vocabulary.letters or self._suited(text):
                yield from (Item("GAME", said, stop, terse=True) for said in games)
            if not games and (unplayed := every_game().games(text.casefold())) and len(text) > 2:
                yield Item("UNPLAYED", unplayed[0][0], stop)
        small = folded(words[place])
        behind = _word(words, place + 1)
        whole = bool(_sayings(small)) or behind in _SIGNS
        if not whole and len(small) + (behind == ".") >= _SHORTEST_START:
            begun = {game for name, games in self.vocabulary.names.items() if name.startswith(small) for game in games}
            if len(begun) == 1 and not self._games(small):
                yield Item("GAME", (begun.pop(), None), place + 1)

    def _sau(self, words: list[str], place: int) -> list[Item]:
        """Return what "Sau Anna Bene" is short for, where no game is named: no Sau that is called or held."""
        called = _kinds_of(_word(words, place - 1)) & _BEFORE_SAU or _kinds_of(_word(words, place + 1)) & _BEHIND_SAU
        short = folded(words[place]) == "sau" and len(words) > 1 and not called
        return [Item("GAME", said, place + 1) for said in self._games("sauspiel") if short]

    def _suited(self, text: str) -> bool:
        """Whether letters of a game with its suit are no other word: Sabine HS, Anna gs."""
        return len(text) == len("hs") and (text.isupper() or not (_sayings(text) or self.seats.find(text)))

    def _people(self, text: str, stop: int) -> Iterator[Item]:
        """Yield everybody whom this text can name: Anna, d'Anna, Annas, Anna's, an."""
        inner = _OF_A_NAME.fullmatch(text)
        for name in dict.fromkeys((text, inner[1] if inner else text)):
            whole = name_key(name) in self.exactly
            if whole or (name == text and not text.isdigit()):
                theirs = text.casefold().endswith(("s", "'", "\N{RIGHT SINGLE QUOTATION MARK}")) and name != text
                owner = "OWNER" if theirs else "PERSON"
                people = self.all_seats.find(name) or [p for p in self.seats.people if name_key(name) in spellings(p)]
                yield from (Item(owner, person, stop, terse=name == text, begun=not whole) for person in people)
                if whole:
                    return

    def _said(self, words: list[str], place: int) -> Iterator[Item]:
        """Yield what the words here say; of those that say something together only that."""
        if in_clause := self._in_clause(words, place):
            yield from in_clause
            return
        for stop in range(min(len(words), place + _MOST_SAID), place, -1):
            small = " ".join(words[place:stop]).casefold()
            terse = small in self.vocabulary.spoken or small in KONTRA_WORDS or bool(self.vocabulary.flags(small))
            behind = _word(words, stop)
            said = _called_rather(_sayings(folded(small)), game="NAME" in self._kinds(behind))
            if not said or (said[0][0] == "GOES" and (self._before_name(words, stop) or _is_number(behind))):
                continue  # Anna geht mit Bene: the two of them play; geht mit 3
            if small == "sie" and _may_be_she(words, place):
                yield Item("THEY", None, stop)  # sie gewinnt: Anna rather than a Sie
            for kind, value in said:
                if kind == "NAME":
                    yield from (Item("GAME", each, stop) for each in (() if self._games(small) else self._games(value)))
                elif (small == "ein" and behind in _PAUSES | {""}) or (kind == "TRICK" and behind == ":"):
                    continue  # Anna geht ein: no article; tricks: 7 is a key
                elif kind != "DEAL" or place <= _FIRST_WORDS or "AUX" in _kinds_of(words[place - 1]):
                    yield Item(kind, value, stop, terse)
                if kind == "SUIT" and "NAME" not in self._kinds(behind):
                    yield Item("CARD", None, stop)  # Bene legt Herz: no Klopfer
            return

    def _in_clause(self, words: list[str], place: int) -> list[Item]:
        """Return what a word says by those around it, which may be a Tout, Sie or Muss; [] where they do not matter."""
        small = folded(words[place])
        if small == "durch":
            before, by = _kinds_of(_word(words, place - 1)), Item("BY", None, place + 1)
            if "KONTRA" in _kinds_of(_word(words, place + 1)):  # durch Kontra verloren
                return [Item("AFTER", None, place + 1)]
            if before & _BEFORE_BY:  # Kontra durch Anna
                return [by]
            return [by, Item("TOUT", None, place + 1)] if self._before_name(words, place + 1) else []
        if small == "du":
            thou, left = set(map(folded, words)) & listed_as("THOU"), _word(words, place - 1)
            starts = place == 0 and _word(words, 1) in _PAUSES  # Du, Anna hat verloren
            quiet = takewhile(lambda word: "FILLER" in _kinds_of(word), words[place + 1 :])
            announced = not (thou or starts or "AND" in _kinds_of(left) | _kinds_of(_word(words, place + 1)))
            if thou and not (thou | listed_as("WHY")).isdisjoint(map(folded, (left, *quiet))):
                return [Item("FILLER", None, place + 1)]  # du Depp, weil du weg warst
            if not announced and not self._kinds(left) & {"NAME", "GIVE"}:
                return [Item("FILLER", None, place + 1), Item("TOUT", None, place + 1)]
        verb = _word(words, place - 1 if place else 1)  # Anna hat sie, sie hat Anna: no Sie
        if small == "sie" and name_key(verb) not in self.exactly and _kinds_of(verb) & _HAVE_OR_LIKE:
            return [Item("THEY", None, place + 1)]
        kontra = "KONTRA" in _kinds_of(_word(words, place - 1))
        if small == "an" and self._before_name(words, place + 1) and (kontra or self._is_lost(words, place)):
            return [Item("TO", None, place + 1)]
        # musste Kontra geben, musste verlieren
        return [Item("AUX", None, place + 1)] if small in _HAD_TO and _is_no_play(words, place) else []

    def _is_lost(self, words: Sequence[str], place: int) -> bool:
        """Whether something goes to somebody here, or is lost: it, or who lost it, is right before this place."""
        before = _word(words, place - 1)
        kinds, lost = self._kinds(before), any(_kinds_of(word) & {"LOST", "LOSES"} for word in words)
        there = before in _PAUSES | {""} or kinds & {"LOST", "LOSES", "NAME"} or name_key(before) in self.exactly
        called = any("CALL" in _kinds_of(word) for word in words[place:])
        return "BE" in kinds or (lost and bool(there) and not called)

    def _before_name(self, words: Sequence[str], place: int) -> bool:
        """Whether somebody is named by the whole name from this place on."""
        while "FILLER" in _kinds_of(_word(words, place)):
            place += 1
        return name_key(_word(words, place)) in self.exactly

    def _terse(self, words: list[str], place: int) -> Iterator[Item]:
        """Yield what a word says in shorthand: flags, their letter and its number, initials."""
        word, small = words[place], words[place].casefold()
        level, behind = self.vocabulary.levels.get(small), _word(words, place + 1)
        if level and small not in SYNONYMS:
            yield Item("KONTRA", level, place + 1, terse=True)
        elif small == "n" and _kinds_of(_word(words, place - 1)) & _BEFORE_N and self._kinds(behind):
            yield Item("FILLER", None, place + 1)  # hat n Wenz
        elif small == "n" and behind == "." and "WON" in _kinds_of(_word(words, place + 2)):
            yield Item("NOT", None, place + 2)  # n. gew.
        elif not _sayings(folded(small)):
            yield from (Item("FLAGS", fields, place + 1, terse=True) for fields in self.vocabulary.flags(small))
        for kind, value, last, before in _LETTERS.get(small, ()) if not self.seats.find(word) else ():
            if before.fullmatch(_word(words, place - 1)) and not (last and behind not in _PAUSES | {""}):
                yield Item(kind, value, place + 1)
        if small in _LETTERS_WITH_NUMBER and behind.isdigit() and int(behind) <= MOST_TRUMPS:
            yield Item("FLAGS", letters(small + behind) or (), place + 2)
        if place == 1 < len(word) and not self.seats.find(word):
            yield from (Item("INITIALS", people, 2, terse=True) for people in self.all_seats.initials(word))


def _with_count(word: str) -> list[str]:
    """Return the words that a number and what it counts are, written as one: 4lauf, 75Augen, 3L, m5; [] of others."""
    if run := _MIT_COUNT.fullmatch(word):
        return ["mit", run[1]]
    counted = _COUNTED.fullmatch(word)
    if counted and _kinds_of(counted[2]) & {"RUN", "AUGEN", "KNOCKER", "TIMES"}:
        return [*counted.groups()]
    return [counted[1], LAUFENDE_WORDS[0]] if counted and counted[2].casefold() in _RUN_LETTERS else []


def _may_be_she(words: Sequence[str], place: int) -> bool:
    """Whether sie may be a person: behind a pause or Kontra, and before what she does."""
    before = _word(words, place - 1) if place else ""
    starts = before in _PAUSES or bool(_kinds_of(before) & {"AND", "KONTRA", "BY"}) or folded(before) in _RELATIVE
    verb = _word(words, place + 1)
    does = bool(_kinds_of(verb) & _VERBS) or folded(verb) in _SHE_HAD_TO
    return starts and (does or "KONTRA" in _kinds_of(before))


def _is_no_play(words: Sequence[str], place: int) -> bool:
    """Whether it is another verb than to play that somebody had to, at the end of the clause that begins here."""
    stop = next((at for at in range(place, len(words)) if words[at] in _PAUSES or "AND" in _kinds_of(words[at])), None)
    before = _word(words, place - 1)
    made = "PLAY" in _kinds_of(before) and any("TRICK" in _kinds_of(each) for each in words[:place])
    last = [word for word in words[place:stop] if word.isalpha() and "FILLER" not in _kinds_of(word)][-1]
    return made or not listed_as("NOPLAY").isdisjoint((folded(before), folded(last)))


def _where(sign: re.Match[str], text: str) -> str:
    """Return where a sign stands: behind a word or the last of the line, between words, or alone: a dash, a plus."""
    sticks = not text[: sign.start()][-1:].isspace()
    behind = text[sign.end() :]
    if behind[:1].strip(" ,;.)"):
        return BETWEEN_WORDS
    return BEHIND if sticks or behind.strip()[:1] in ("", *",;.)") else ALONE


def _as_initial(here: list[Item]) -> list[Item]:
    """Return what a letter is behind the letters of a game: no article, where somebody's name begins with it."""
    return [one for one in here if one.kind != "FILLER"] if any(one.begun for one in here) else here


def _as_person(here: list[Item]) -> list[Item]:
    """Return what a word is that may be a whole name: then it is none of those that say nothing."""
    named = any(one.kind == "PERSON" and not one.begun for one in here)
    return [one for one in here if one.kind not in _SAY_NOTHING] if named else here


def _as_words(here: list[Item]) -> list[Item]:
    """Return what a word is beside whole names: re is a Re rather than the start of Resi."""
    says = any(one.kind not in ("PERSON", "FILLER", "FLAGS") for one in here)
    return [one for one in here if not one.begun] if says else here


def _as_names(here: list[Item]) -> list[Item]:
    """Return what a word is where everybody is said by the start of the name: no flag that is such a start."""
    return [one for one in here if one.kind != "FLAGS"] if any(one.begun for one in here) else here


def _article_or_start(here: list[Item], items: list[list[Item]], *, whole: bool, letter: bool) -> list[Item]:
    """Return what a word is that may be an article or the start of a name: da, an, de.

    Before a whole name it is an article, a `letter` before any noun. Another word before a noun may be either where
    others are said by their `whole` names; elsewhere it is a name.
    """
    if not (any(one.begun for one in here) and any(one.kind == "FILLER" for one in here)):
        return here
    behind = {"NAME" if one.kind == "PERSON" and not one.begun else one.kind for one in _at(items, here[0].stop)}
    if (
        "NAME" in behind
        or (whole and behind & {*_SIDES, "PARTNER", "SEVERAL"})
        or (letter and behind & (_BEHIND_ARTICLE | (_NOUNS if whole else frozenset())))
    ):
        return [one for one in here if not one.begun]
    noun = not behind or bool(behind & (_BEHIND_ARTICLE | _NOUNS | {"AUX", "PAUSE"}))  # da hat Bene, sagt Tout an
    return here if whole and noun else [one for one in here if one.kind != "FILLER"]


def _as_count(here: list[Item], items: list[list[Item]], place: int) -> list[Item]:
    """Return what a word is: beside Augen "made" says how many there were, not that it was won."""
    beside = (one for at in (place - 1, place + 1) if 0 <= at < len(items) for one in items[at])
    made = "MADE" in {one.kind for one in here} and any(one.kind == "N" and one.value > MOST_TRUMPS for one in beside)
    return [one._replace(kind="PLAY", value=None) if made and one.kind == "WON" else one for one in here]


def _but_lone_letters(word: str, here: list[Item], items: list[list[Item]], place: int) -> list[Item]:
    """Return what a word is: one letter is an article only before what may have one."""
    if not _one_letter(word):
        return here
    named = any(one.begun for one in here)  # else it may be a pronoun: hod a ghabt
    quiet = place + 1 < len(items) and any(one.kind == "FILLER" for one in items[place + 1])  # so a Glück
    says = not named and (quiet or any(one.kind in _VERBS for one in _at(items, place + 1)))
    may_be = says or _is_noun(items, place + 1)
    return [one for one in here if one.kind != "FILLER" or one.stop > place + 1 or may_be]


def _one_letter(word: str) -> bool:
    return len(word) == 1 and word.isalpha()


def _is_noun(items: list[list[Item]], place: int) -> bool:
    """Whether an article of one letter may stand before this place: a, d, s."""
    return any(one.kind in _BEHIND_ARTICLE | _NOUNS | _WHO_OR_WHAT for one in _at(items, place))


def _at(items: list[list[Item]], place: int) -> list[Item]:
    """Return what stands at a place, or behind articles there."""
    while place < len(items) and items[place] and all(one.kind == "FILLER" for one in items[place]):
        place = items[place][0].stop
    return items[place] if place < len(items) else []
