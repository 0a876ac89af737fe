"""Who is meant: names, their starts, seats, initials, and names in quotes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sklog.notation.words import MOST_WORDS, SIGNS, quoted_length, unquoted
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Seats:
    """The people at the table in their order, and how they are said; `active` are those dealt in.

    `find` returns whom a word can mean: none is unknown, several are not clear. In quotes it is the name itself.
    """

    __slots__ = ("_folded", "_seats", "active", "find", "longest", "people")

    def __init__(self, people: Sequence[str], active: Sequence[str] | None = None) -> None:
        self.people = tuple(people)
        self._folded = [name_key(person) for person in people]
        self._seats = {str(number): person for number, person in enumerate(people, 1)}
        self.find = lru_cache(MOST_WORDS)(self._find)
        self.longest = max((person.count(" ") + 1 for person in people), default=1)
        self.active = self.in_order(self.people if active is None else active)

    def in_order(self, active: Sequence[str]) -> tuple[str, ...]:
        """Return these people in the order of their seats."""
        seat = {person: number for number, person in enumerate(self.people)}
        return tuple(sorted(active, key=lambda person: seat.get(person, len(seat))))

    def _find(self, word: str) -> list[str]:
        if not word:
            return []
        if word[0] == '"':
            return self._literal(unquoted(word)) if quoted_length(word) == len(word) else []
        key = name_key(word)
        found = [person for person, name in zip(self.people, self._folded, strict=True) if name == key]
        if not found:
            found = [person for person, name in zip(self.people, self._folded, strict=True) if name.startswith(key)]
        seated = self._seats.get(key)
        return found if seated is None or seated in found else [*found, seated]

    def _literal(self, name: str) -> list[str]:
        if name in self.people or not name.strip():
            return [name] if name.strip() else []
        key = name_key(name)
        same = [person for person, folded in zip(self.people, self._folded, strict=True) if folded == key]
        return same if len(same) == 1 else [name]

    def initials(self, word: str) -> tuple[str, ...] | None:
        """Return the people whose initials or seats are the characters of this word."""
        people = []
        for character in word:
            found = self.find(character) if character != '"' else []
            if len(found) != 1:
                return None
            people.append(found[0])
        return tuple(people)

    def first(self, words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield each person that the first words can mean, with the words left over."""
        for stop in range(1, min(self.longest, len(words)) + 1):
            *before, last = words[:stop]
            for cut in cuts(last):
                found = self.find(" ".join((*before, last[:cut])) if before else last[:cut])
                if len(found) == 1:
                    yield found[0], _left(words, stop, cut)

    def several(self, words: Sequence[str], number: int) -> Iterator[tuple[tuple[str, ...], list[str]]]:
        """Yield each way in which the first words are so many people, with the words left over."""
        if number == 0:
            yield (), list(words)
            return
        for person, left in self.first(words):
            if number == 1:
                yield (person,), left
            elif not left or left[0][:1] not in SIGNS:
                for others, more in self.several(left, number - 1):
                    yield (person, *others), more
        if number > 1:
            yield from self.together(words, number)

    def together(self, words: Sequence[str], number: int | None = None) -> Iterator[tuple[tuple[str, ...], list[str]]]:
        """Yield the people that the first word says by initials or seats: two or more, or exactly so many."""
        for cut in cuts(words[0]) if words else ():
            if cut != (number or max(cut, 2)):
                continue
            people = self.initials(words[0][:cut])
            if people:
                yield people, _left(words, 1, cut)


def _left(words: Sequence[str], stop: int, cut: int) -> list[str]:
    """Return what is left of these words behind a name that ends with word `stop`, at the place `cut` in it."""
    rest = words[stop - 1][cut:]
    return [rest, *words[stop:]] if rest else [*words[stop:]]


@lru_cache(maxsize=16)
def seats(people: tuple[str, ...], active: tuple[str, ...] | None) -> Seats:
    """Return the seats of these people; an evening reads many lines at one table."""
    return Seats(people, active)


@lru_cache(maxsize=MOST_WORDS)
def cuts(word: str) -> list[int]:
    """Return where a name in this word may end: at its end, or before a sign that sticks to it."""
    if word[0] == '"':
        end = quoted_length(word)
        return [end] if end == len(word) or word[end] in SIGNS else []
    return [len(word), *(place for place in range(1, len(word)) if word[place] in SIGNS)]


def first_name(word: str) -> str:
    """Return what stands before the first sign that sticks to this word: the people of ac-n."""
    return word[: min(cuts(word), default=len(word))]
