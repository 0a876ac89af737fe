"""One line of shorthand <-> hand: GAME PEOPLE FLAGS [// note].

    read     line -> Hand; read in every way it can be read, and counts only if exactly one hand comes out
    write    Hand -> line as it is printed; it reads as the same hand
    shortest Hand -> line with the fewest keystrokes; it reads as the same hand
    TABLE    what can be written and what it means, for help texts

The letters and words are in `words`, who is meant in `people`, how a line is put together in `reading`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import HandError, InvalidHand
from sklog.language import _
from sklog.notation.parse import Reader
from sklog.notation.words import NOTE, TABLE, flag_words, game_words, refused, seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

__all__ = ["LONGEST", "TABLE", "flag_words", "game_words", "read", "shortest", "write"]

LONGEST = 2_000
MOST_WORDS = 60


def read(
    line: str,
    people: Sequence[str],
    active: Sequence[str] | None,
    tariff: Tariff,
    round: str | None = None,  # noqa: A002 - the word of the interface
) -> Hand:
    """Return the one hand that a line means.

    `people` are the seats in order, which numbers and initials refer to; `active` those dealt in (None:
    all); `round` the special round in force. Raise `InvalidHand` where it is no hand, `IllegalHand` where
    this tariff does not play the game or the Kontra word, `UnclearHand` where somebody is missing or
    several hands can be meant.
    """
    reader = _reader(line, people, active, tariff, round)
    hands, wrong = reader.readings()
    if len(hands) == 1:
        return hands[0]
    if not hands and len(wrong) == 1 and not reader.broken:
        raise wrong[0]
    from sklog.notation.refusals import several, what_is_wrong  # noqa: PLC0415  only where something is wrong

    raise several(hands, reader) if hands else what_is_wrong(reader, wrong)


def write(hand: Hand, people: Sequence[str], tariff: Tariff, active: Sequence[str] | None = None) -> str:
    """Return the line for a hand at this table as it is printed; `read` makes the same hand of it.

    A line is longer than `LONGEST` only where a note or the names are.
    """
    from sklog.notation.writing import lines  # noqa: PLC0415  only where a hand is printed

    return _first(lines(hand, people, tariff, active), hand, people, tariff, active)


def shortest(hand: Hand, people: Sequence[str], tariff: Tariff, active: Sequence[str] | None = None) -> str:
    """Return the line for a hand at this table that takes the fewest keystrokes; `read` makes the same hand of it."""
    from sklog.notation.writing import typed  # noqa: PLC0415  only where a hand is printed

    return _first(typed(hand, people, tariff, active), hand, people, tariff, active)


def _first(
    lines: Iterable[str], hand: Hand, people: Sequence[str], tariff: Tariff, active: Sequence[str] | None
) -> str:
    """Return the first of these lines that reads as this hand, else the last."""
    line = ""
    for line in lines:
        try:
            # not by `read`: what it says about several readings is written with this function
            if _reader(line, people, active, tariff, None).readings()[0] == [hand]:
                return line
        except HandError:
            continue
    return line  # a game that this tariff does not play: no line of it can be read here


def _reader(
    line: str, people: Sequence[str], active: Sequence[str] | None, tariff: Tariff, round_: str | None
) -> Reader:
    """Return the reader of a line that may be one; raise InvalidHand."""
    line = line.strip(" \t\r\n")
    if len(line) > LONGEST:
        raise InvalidHand(
            _("a line has at most {most:,} characters; this one has {length:,}", most=LONGEST, length=len(line))
        )
    if not line.isprintable() and any(map(refused, line)):
        raise InvalidHand(_("there is a control character in this line: type it again"))
    reader = Reader(line, seats(tuple(people), None if active is None else tuple(active)), tariff, round_)
    if len(reader.words) > MOST_WORDS:
        raise InvalidHand(_("{count} words are no hand; put a note behind {mark}", count=len(reader.words), mark=NOTE))
    return reader
