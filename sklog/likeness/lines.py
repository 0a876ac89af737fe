"""Lines of many hands: of those that are alike one is written and read, and proves the others."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from sklog.errors import HandError
from sklog.notation.entries import proved, whole
from sklog.notation.parse import Reader
from sklog.notation.words import vocabulary
from sklog.notation.writing import INITIALS, Printer, write
from sklog.scoring.evening import play, table_for
from sklog.scoring.hand import MOST_TRUMPS
from sklog.scoring.judge import Table
from sklog.scoring.names import name_key
from sklog.scoring.state import Line, clockwise_from

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from sklog.likeness.models import Alike
    from sklog.notation.words import Vocabulary
    from sklog.scoring.hand import Hand, Names
    from sklog.scoring.session import Session
    from sklog.scoring.tariff import Tariff


class Lines:
    """The lines of one tariff: of hands that are alike one is written and read, and it proves the others.

    They are the same but for who doubled or knocked, and how many Augen and Laufende there were. A key:value form is
    read by itself, so it is proved once for every line. A digit can mean a seat only where people are expected, and
    nothing else where no name has one; a line has letters there, and its first figures are these. It may not be read
    in the words of a sentence. Of people whose names begin differently each letter means one, or nobody: they are
    written alike, and what is read among more of them is read among fewer, in whatever order they sit.
    """

    MOST = 20_000
    MOST_PEOPLE = 9  # that no Augen are the number of a seat
    FIGURES = (("augen", MOST_TRUMPS), ("laufende", 0))  # each more than that: few Augen are written otherwise
    BY_KEY = ("kontra", "klopfer")

    def __init__(self, words: Vocabulary) -> None:
        self._known: dict[Hashable, str] = {}
        self._circle: frozenset[str] = frozenset()
        self._words = words
        self._among = lru_cache(256)(self._around)

    def _around(self, people: Names) -> Names:
        """Return the people among whom the lines of a table are written and read; nobody where none proves another."""
        names = "".join((*people, *self._words.names, *self._words.levels))
        if len(people) > self.MOST_PEOPLE or any(map(str.isdigit, names)):
            return ()
        together = self._circle.union(people)
        if len({name_key(person)[:1] for person in together}) == len(together) <= self.MOST_PEOPLE:
            self._circle = together
        return tuple(sorted(self._circle if self._circle.issuperset(people) else people))

    def of(self, hand: Hand, people: Names, tariff: Tariff, active: Names, money: Callable[[int, str], str]) -> str:
        """Return what `write` does."""
        who, said = self._among(people), {**vars(hand)}
        if not who or dict in map(type, said.values()):  # figures for each are said in the order of the seats
            return write(hand, people, tariff, active, money=money)
        own = {key: figure for key, few in self.FIGURES if (figure := said.get(key) or 0) > few}
        forms = {key: (type(hand), who, key, said[key]) for key in self.BY_KEY if type(said.get(key)) is tuple}
        said.update(dict.fromkeys((*own, *forms), ""))
        shape = (type(hand), who, *said, *said.values())
        known = {key: self._known.get(form) for key, form in forms.items()}
        if (line := self._known.get(shape)) is not None and None not in known.values():
            return line % (own | known)
        line = next(Printer(who, tariff, who, INITIALS, money).lines(hand))
        with suppress(HandError):
            reader = Reader(line, who, who, tariff, None)
            spoken = not self._words.spoken.isdisjoint(map(str.casefold, reader.words[1:])) and reader.in_other_words()
            if '"' not in line and not spoken and reader.readings().hands == [hand]:
                self._keep(line, own, forms, shape)
                return line
        return write(hand, people, tariff, active, money=money)

    def _keep(self, line: str, own: dict[str, Any], forms: Mapping[str, Hashable], shape: Hashable) -> None:
        """Keep a line without what is its own, and each form by key."""
        template = line.replace("%", "%%")
        for key in own:
            template = re.sub("[0-9]+", f"%({key})s", template, count=1)
        for key, form in forms.items():
            own[key] = self._known[form] = template.partition(f" {key}:")[2].partition(" ")[0]
            template = template.replace(f" {key}:{own[key]}", f" {key}:%({key})s", 1)
        if template % own == line and len(self._known) < self.MOST:
            self._known[shape] = template


_lines_of = lru_cache(maxsize=1)(Lines)


def shorthand(
    session: Session, lines: Iterable[Line | Alike] | None = None, money: Callable[[int, str], str] = whole
) -> list[str | None]:
    """Return the line of shorthand of each entry, which reads back the same; None where there is none.

    `lines` are what the evening dealt, where that is known. What stands behind a hand that cannot be has none. `money`
    writes the amounts of a posting.
    """
    state, tariff = session.begin(), session.tariff
    found: list[str | None] = []
    dealt = chain(_foldable(session) if lines is None else lines, [None])
    for entry, line in zip(session.entries, dealt, strict=False):
        if line is None or isinstance(line, Line):
            table = table_for(state, None, tariff)
            state, tariff = (line.state, line.tariff) if line else (state, tariff)
        else:  # a hand of no special round
            table = Table(state.seats, line.dealer, line.active)
            state = state._replace(dealer=clockwise_from(state.seats, line.dealer)[0])
        found.append(proved(entry, table, tariff, money, _lines_of(vocabulary(tariff)).of))
    return found + [None] * (len(session.entries) - len(found))


def _foldable(session: Session) -> Iterator[Line]:
    with suppress(HandError):  # an evening that cannot be folded is kept as it is
        yield from play(session.entries, session.begin(), session.tariff)
