"""A line whose words have one meaning each is read word by word: as the hand that every way to read it finds."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sklog.errors import InvalidHand
from sklog.notation import shortest, write
from sklog.notation.parse import Reader
from tests import spellings
from tests.spellings import TARIFF

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.long

HANDS = 100
LETTERS = ("s", "w", "g", "h", "r", "hs", "gs", "ss", "ew", "fs")
FIGURES = ("", "7", "12", "61", "93n", "99l2", "+", "-59", " k", " 74", " p 2", " kontra:a")


def lines() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield lines of hands in several spellings, slips among them, each with its table."""
    random = Random(7)  # noqa: S311  nothing secret
    for _ in range(HANDS):
        seats, active = spellings.table(random)
        game, hand = spellings.hand(random, active)
        printed = write(hand, seats, TARIFF, active)
        typed = shortest(hand, seats, TARIFF, active)
        plain = spellings.plainly(random, game, hand, seats)
        people = "".join(name[0].lower() for name in random.sample(seats, random.choice((1, 2))))
        glued = [random.choice(LETTERS) + people + random.choice(FIGURES) for _ in range(3)]
        for line in (printed, typed, plain, *glued, *(spellings.mutated(random, one) for one in (printed, typed))):
            yield line, seats, active


def found(line: str, seats: tuple[str, ...], active: tuple[str, ...]) -> Any:
    """Return everything that a line can mean, and why the rest is no hand."""
    try:
        hands, wrong, broken = Reader(line, seats, active, TARIFF, None).readings()
    except InvalidHand as refused:
        return str(refused)
    return hands, *([str(each) for each in errors] for errors in (wrong, broken))


def test_a_line_read_word_by_word_is_what_every_way_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most lines are read word by word; the hands and refusals are the same when every way is tried."""
    told = [*lines()]
    by_word = [found(*one) for one in told]
    read, plain = list[bool](), Reader._plain  # noqa: SLF001  what is left out here
    monkeypatch.setattr(Reader, "_plain", lambda reader: read.append(plain(reader) is not None))
    assert by_word == [found(*one) for one in told]
    assert sum(read) > HANDS
