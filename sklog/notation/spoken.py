"""What people say in a sentence, put into the words of a line: anna und christl sauspiel, 3 laufende, jungfrau bene.

A word that can be meant in several ways is put in all of them: only a line that means one hand counts. Imported only
where a line has such words.
"""

from __future__ import annotations

import re
from itertools import islice, product
from operator import itemgetter
from typing import TYPE_CHECKING

from sklog.errors import UnclearHand
from sklog.language import N_, _
from sklog.notation.words import (
    BETWEEN,
    BOCK,
    COUNTED,
    DURCHMARSCH,
    FLAG_WORDS,
    JUNGFRAU_WORDS,
    LAUFENDE_WORDS,
    MOST_WAYS,
    NUMBERED,
    RUNS,
    SUIT_WORDS,
    SYNONYMS,
    Letter,
    first_name,
    quoted,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.notation.words import Seats, Vocabulary

TOO_MANY = N_("this line can be read in too many ways: put less into one word, or use key:value forms")
PERSON, FLAG = range(2)
_TOGETHER = re.compile(r",|(?<=[^\W\d_])\+(?=[^\W\d_])")
_FIGURE = re.compile(r"[0-9]{1,3}")


def in_shorthand(line: Sequence[str], seats: Seats, vocabulary: Vocabulary) -> list[list[str]]:
    """Return the other words that a line may be said in: GAME PEOPLE FLAGS, in the words of the shorthand."""
    typed = [part for word in line for part in (_TOGETHER.split(word) if '"' not in word else [word]) if part]
    found = [[part for word in line for part in (word.split(",") if '"' not in word else [word]) if part], typed]
    printed = bool(line) and line[0].casefold() in vocabulary.letters
    for number, words in enumerate(_said(typed, seats, printed=printed)):
        if number == MOST_WAYS:
            raise UnclearHand(_(TOO_MANY))
        found += [words, *_game_first(words, seats, vocabulary)]
    return [words for number, words in enumerate(found) if words != line and words not in found[:number]]


def _said(words: Sequence[str], seats: Seats, *, printed: bool, before: str = "") -> Iterator[list[str]]:
    """Yield each way in which these words can be said in shorthand, with the word `before` them.

    A line that may have been `printed` begins with the letters of a game; in it 2 bock are Augen and a Bock.
    """
    if not words:
        yield []
        return
    # a word between others says nothing, unless it is the start of a name
    itself = [] if words[0].casefold() in BETWEEN and not seats.find(words[0]) else [([words[0]], 1)]
    for said, number in (*itself, *_phrases(words, seats, before, printed=printed)):
        for rest in _said(words[number:], seats, printed=printed, before=words[number - 1]):
            yield [*said, *rest]


def _phrases(words: Sequence[str], seats: Seats, before: str, *, printed: bool) -> Iterator[tuple[list[str], int]]:
    """Yield what the first words say in shorthand, and how many of them are said by it."""
    first, second, third = (*(word.casefold() for word in words[:3]), "", "")[:3]
    figure, number = _FIGURE.fullmatch(first), _FIGURE.fullmatch(second)
    if first in BETWEEN and number and third not in NUMBERED and (person := seats.seated.get(second)):
        yield from [([quoted(person)], 2)] if before and _is_person(before, seats) else ()  # a seat, and not the Augen
    elif first in BETWEEN:
        yield [], 1
    if figure and _is_counted(second, first) and not (second == BOCK and printed):
        yield [f"{COUNTED.get(second, second)}{first}"], 2
    if number and _is_counted(first, second):
        yield [f"{COUNTED.get(first, first)}{second}"], 2
    if number and first in RUNS:
        yield [f"{first}{second}"], 3 if third in LAUFENDE_WORDS else 2
    if first == DURCHMARSCH and second and seats.meant(words[1]):
        yield [words[1], first], 2
    if first in JUNGFRAU_WORDS:
        yield from _jungfrauen(words, seats)


def _is_counted(word: str, figure: str) -> bool:
    """Whether a figure beside this word says how many; two digits beside a flag are Augen."""
    if len(figure) == 1:
        return word in NUMBERED or word in COUNTED
    return word in NUMBERED and word not in FLAG_WORDS and word not in SYNONYMS


def _jungfrauen(words: Sequence[str], seats: Seats) -> Iterator[tuple[list[str], int]]:
    """Yield the people behind the word Jungfrau, by their seats: one, two and so on."""
    who = ""
    for number, word in enumerate(words[1:], 2):
        if word.casefold() in BETWEEN and who:
            continue
        one, several = seats.meant(word), seats.initials(word)
        people = one or (several[0] if several else ())
        keys = [seats.seat(person) for person in people]
        if not all(keys) or not keys:
            return
        who += "".join(keys)
        yield [f"{Letter.JUNGFRAUEN}{who}"], number


def _game_first(words: Sequence[str], seats: Seats, vocabulary: Vocabulary) -> Iterator[list[str]]:
    """Yield the line as game, people and flags, where the full name of its game stands anywhere.

    In front of the game a word is rather a person than a flag.
    """
    for start in range(len(words)):
        for stop in range(start + 1, min(start + vocabulary.longest, len(words)) + 1):
            if stop > start + 1 and words[stop - 1].casefold().lstrip("-") not in vocabulary.parts:
                break
            name = " ".join(words[start:stop]).casefold()
            if name in vocabulary.letters or not vocabulary.games(name):
                continue
            # geier gras: it stays behind its game
            suited = words[stop : stop + 1] and words[stop].casefold() in SUIT_WORDS
            for end in (stop, stop + 1) if suited else (stop,):
                yield from _sorted(words[:start], words[start:end], words[end:], seats, vocabulary)


def _sorted(
    before: Sequence[str], game: Sequence[str], behind: Sequence[str], seats: Seats, vocabulary: Vocabulary
) -> Iterator[list[str]]:
    """Yield a game, those of the words around it that are people, and the others, in each way to part them."""
    kinds: list[tuple[int, ...]] = [(PERSON,) if _is_person(word, seats) else (FLAG,) for word in before]
    kinds += [_kinds(word, seats, vocabulary) for word in behind]
    for kind in islice(product(*kinds), MOST_WAYS):
        sorted_ = sorted(zip(kind, (*before, *behind), strict=True), key=itemgetter(0))
        yield [*game, *(word for __, word in sorted_)]


def _kinds(word: str, seats: Seats, vocabulary: Vocabulary) -> tuple[int, ...]:
    """Return what a word behind the game can be: a person, a flag, or both; the figure of a seat is a person."""
    if not _is_person(word, seats):
        return (FLAG,)
    return (PERSON, FLAG) if vocabulary.flags(word) and not word.isdigit() else (PERSON,)


def _is_person(word: str, seats: Seats) -> bool:
    head = first_name(word)
    return bool(seats.find(head) or seats.initials(head))
