"""A hand as a line: of its forms, from the shortest to the most explicit, the first that is read as the same hand."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sklog.errors import HandError
from sklog.notation.parse import NOBODY, Reader, default_won, game_of, slots_of
from sklog.notation.words import (
    GAME_LETTERS,
    NOTE,
    SUIT_LETTERS,
    SUITED_LETTERS,
    Letter,
    by_seat,
    forbidden,
    is_few,
    quoted,
    seats,
)
from sklog.scoring.amounts import typed_amount
from sklog.scoring.hand import OPPONENTS, Played, Posting, Ramsch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Dealt, Hand, Names
    from sklog.scoring.tariff import Tariff

_GAMES = {name: letter for letter, name in GAME_LETTERS.items()}
_SUITED = {
    (name, suit): first + second for second, name in SUITED_LETTERS.items() for first, suit in SUIT_LETTERS.items()
}
SIGNED = partial(typed_amount, signed=True)
"""How a posting says its amounts in a line that is typed."""
LETTERS, INITIALS, STARTS, NAMES, QUOTED = STYLES = range(5)
"""The styles, from the shortest to the most explicit."""


_newest: list[tuple[tuple[object, ...], str]] = []  # a hand is written for the log, for who recorded it, for the board


def write(
    hand: Hand,
    people: Sequence[str],
    tariff: Tariff,
    active: Sequence[str] | None = None,
    styles: Sequence[int] = STYLES[INITIALS:],
    *,
    money: Callable[[int, str], str] = SIGNED,
) -> str:
    """Return the line for a hand at this table as it is printed; `read` makes the same hand of it.

    It is the first line in these styles that is read as this hand, else the last one. A line is longer than `LONGEST`
    only where a note or the names are. `money` writes an amount: people read euros.
    """
    line, asked = "", (hand, tuple(people), active and tuple(active), styles, money, tariff)
    for known, line in _newest:
        if known == asked:
            return line
    for style in styles:
        for line in Printer(people, tariff, active, style, money).lines(hand):
            with suppress(HandError):
                if Reader(line, people, active, tariff, None).readings().hands == [hand]:
                    _newest[:] = [(asked, line)] * isinstance(hand, Played)  # what a mapping holds has an order
                    return line
    return line  # a game that this tariff does not play: no line of it can be read here


def shortest(hand: Hand, people: Sequence[str], tariff: Tariff, active: Sequence[str] | None = None) -> str:
    """Return the line for a hand at this table that takes the fewest keystrokes; `read` makes the same hand of it."""
    return write(hand, people, tariff, active, STYLES)


class Printer:
    """Prints hands in one style: people by initials, by starts, by name, or everything by key and quoted.

    In the style of `LETTERS` everybody is one letter or the number of a seat, wherever that is enough.
    """

    __slots__ = ("active", "money", "seats", "style", "tariff")

    def __init__(
        self,
        people: Sequence[str],
        tariff: Tariff,
        active: Sequence[str] | None,
        style: int,
        money: Callable[[int, str], str] = SIGNED,
    ) -> None:
        self.seats = seats(people, active)
        self.tariff = tariff
        self.style = style
        self.money = money
        self.active = self.seats.active

    def lines(self, hand: Hand) -> Iterator[str]:
        """Yield the lines of a hand: with its note behind the mark and by key, and glued together if typed."""
        self.active = by_seat(getattr(hand, "active", ()), self.seats.people) or self.seats.active
        if isinstance(hand, Played):
            words = [*self._played(hand), *self._deal(hand)]
        elif isinstance(hand, Ramsch):
            words = [*self._ramsch(hand), *self._deal(hand)]
        elif isinstance(hand, Posting):
            moved = ((self.name(person), self.money(value, self.tariff.unit)) for person, value in hand.amounts.items())
            words = ["posting", *map(":".join, moved)]
        else:
            words = [self._game(hand.game), self._klopfer(hand.klopfer), *self._deal(hand)]
        notes = [""]
        if hand.note:
            by_key = f"note:{quoted(hand.note)}"
            plain = hand.note == hand.note.strip() and not any(map(forbidden, hand.note))
            notes = [f"{NOTE} {hand.note}" if plain else by_key, by_key]
        for note in notes:
            line = " ".join(filter(None, (*words, note)))
            if self.style == LETTERS:
                yield line.replace(" ", "", 2)
                yield line.replace(" ", "", 1)
            yield line

    # -- people --------------------------------------------------------------------------------------

    def name(self, person: str) -> str:
        """Return a name as it stands behind a key."""
        if self.style == LETTERS and (initial := self.seats.start(person, 1)):
            return initial
        plain = person.replace("-", "").isalpha() and person[0].isalpha() and person.casefold() not in NOBODY
        return person if plain and self.style != QUOTED and self.seats.find(person) == [person] else quoted(person)

    def names(self, people: Sequence[str]) -> str:
        """Return several names as they stand behind a key."""
        said = [*map(self.name, people)]
        together = self.style == LETTERS and all(len(name) == 1 for name in said)
        return ("" if together else ",").join(said) or "none"

    def figures(self, figures: Mapping[str, int]) -> str:
        """Return numbers by name as they stand behind a key."""
        if self.style != QUOTED and self._in_order(figures):
            return ",".join(str(figures[person]) for person in self.active)
        return ",".join(f"{self.name(person)}={number}" for person, number in figures.items()) or "none"

    def _in_order(self, figures: Mapping[str, int]) -> bool:
        return len(figures) > 1 and set(figures) == set(self.active)

    def together(self, people: Sequence[str]) -> str:
        """Return people as they stand where people are expected: ac, or an be."""
        seats = self.seats
        initials = [seats.start(person, 1) for person in people]
        if self.style == LETTERS:
            initials = [initial or seats.seat(person) for initial, person in zip(initials, people, strict=True)]
        if self.style in (LETTERS, INITIALS) and all(initials):
            return "".join(initials)
        if self.style in (INITIALS, STARTS):
            starts = [seats.shortest_start(person) for person in people]
            if all(starts):
                return " ".join(starts)
        return " ".join(
            person if self.seats.find(person) == [person] and person.isprintable() else quoted(person)
            for person in people
        )

    # -- each kind of hand ---------------------------------------------------------------------------

    def _game(self, name: str, suit: str | None = None) -> str:
        if self.style == QUOTED:
            return f"game:{quoted(name)} suit:{suit}" if suit else f"game:{quoted(name)}"
        if (name, suit) in _SUITED:
            return _SUITED[name, suit]
        return " ".join(filter(None, (_GAMES.get(name, name), suit)))

    def _played(self, hand: Played) -> list[str]:
        game = game_of(hand, self.tariff)
        slots = () if hand.winners else slots_of(game)
        said = [getattr(hand, slot) for slot in slots]
        by_key = self.style == QUOTED or not all(said)
        people = "" if by_key or not said else self.together(said)
        words = [self._game(hand.game, hand.suit)]
        for slot in ("declarer", "partner"):
            person = getattr(hand, slot)
            if person and (by_key or slot not in slots):
                words.append(f"{slot}:{self.name(person)}")
            elif slot in slots and not person:
                words.append(f"{slot}:none")
        if hand.winners:
            words.append(f"winners:{self.names(hand.winners)}")
        understood = default_won(vars(hand), game)
        sign = "" if hand.won in (understood, None) else Letter.WON if hand.won else Letter.LOST
        if glued := f"{people}{sign or ' '}{self._glued(hand)}".strip():
            words.append(glued)
        if hand.won is None and understood is not None:
            words.append("won:none")
        return [*words, *self._flags(hand)]

    def _glued(self, hand: Played) -> str:
        run = Letter.RUN_OF_OPPONENTS if hand.laufende_of == OPPONENTS else Letter.RUN if hand.laufende else ""
        said = [
            "" if hand.augen is None or is_few(hand.augen) else str(hand.augen),
            Letter.SCHNEIDER if hand.schneider else "",
            Letter.SCHWARZ if hand.schwarz else "",
            run and f"{run}{hand.laufende}",
            Letter.TOUT if hand.tout else "",
            self._kontra(hand.kontra) if isinstance(hand.kontra, int) else "",
            self._klopfer(hand.klopfer) if isinstance(hand.klopfer, int) else "",
        ]
        return "".join(said)

    def _flags(self, hand: Played) -> Iterator[str]:
        """Yield what is said in words of its own."""
        words = {"sie": hand.sie, "muss": hand.forced, f"bid{hand.bid}": hand.bid is not None}
        yield from (word for word, said in words.items() if said)
        plain = {
            "augen": hand.augen if is_few(hand.augen) else None,
            "tricks": hand.tricks,
            "schneider": "no" if hand.schneider is False else None,
            "schwarz": "no" if hand.schwarz is False else None,
            "sie": "no" if hand.sie is False else None,
            "announced": hand.announced,
            "laufende_of": None if hand.laufende_of == OPPONENTS else hand.laufende_of,
        }
        yield from (f"{key}:{value}" for key, value in plain.items() if value is not None)
        for key, people in (("kontra", hand.kontra), ("klopfer", hand.klopfer)):
            if not isinstance(people, int):
                yield f"{key}:{self.names(people)}"

    def _ramsch(self, hand: Ramsch) -> list[str]:
        words = [self._game(hand.game)]
        short = self.style != QUOTED and (hand.augen is None or not (hand.losers or hand.durchmarsch))
        if hand.augen is not None:
            in_order = short and self._in_order(hand.augen)
            figures = self.figures(hand.augen)
            words.append(figures.replace(",", " ") if in_order else f"augen:{figures}")
        if hand.durchmarsch:
            person = self.together((hand.durchmarsch,)) if short else self.name(hand.durchmarsch)
            words.append(f"{person}{Letter.WON}" if short else f"durchmarsch:{person}")
        if hand.losers:
            alone = len(hand.losers) == 1
            said = self.together(hand.losers) if short and (alone or self.style in (LETTERS, INITIALS)) else ""
            by_key = not said or (" " in said and not alone)
            words.append(f"losers:{self.names(hand.losers)}" if by_key else said)
        extras = [self._jungfrauen(hand), self._klopfer(hand.klopfer), self._kontra(hand.kontra)]
        glue = self.style == LETTERS and not any(":" in word for word in extras)
        words.extend(["".join(reversed(extras))] if glue else extras)
        for key in ("tricks", "trumps", "highest"):
            figures_by_name = getattr(hand, key)
            if figures_by_name is not None:
                words.append(f"{key}:{self.figures(figures_by_name)}")
        return words

    def _jungfrauen(self, hand: Ramsch) -> str:
        initials = self.together(hand.jungfrauen or ()) if self.style in (LETTERS, INITIALS) else ""
        if initials.isalnum():
            return Letter.JUNGFRAUEN + initials
        return "" if hand.jungfrauen is None else f"jungfrauen:{self.names(hand.jungfrauen)}"

    def _kontra(self, kontra: int | Names) -> str:
        """Return who doubled, by key, or how often, by letter."""
        if not isinstance(kontra, int):
            return f"kontra:{self.names(kontra)}"
        return {0: "", 1: Letter.KONTRA, 2: Letter.KONTRA_AND_RE}.get(kontra, f"{Letter.KONTRA}{kontra}")

    def _klopfer(self, klopfer: int | Names) -> str:
        """Return who knocked, by key, or how many did, by letter."""
        if not isinstance(klopfer, int):
            return f"klopfer:{self.names(klopfer)}"
        return f"{Letter.KLOPFER}{klopfer}" if klopfer > 1 else Letter.KLOPFER if klopfer else ""

    def _deal(self, hand: Dealt) -> Iterator[str]:
        """Yield what the table said of the deal itself."""
        if hand.bock is not None:
            yield "bock" if hand.bock == 1 else f"bock{hand.bock}"
        if hand.round:
            yield f"round:{quoted(hand.round) if self.style == QUOTED else hand.round}"
        if hand.dealer:
            yield f"dealer:{self.name(hand.dealer)}"
        if hand.active:
            yield f"active:{self.names(hand.active)}"
