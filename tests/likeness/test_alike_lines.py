"""Lines of hands that are alike: as they are written one by one, whoever sits there, and few of them are read."""

from collections.abc import Callable
from random import Random

import pytest

from sklog.likeness import lines as alike_lines
from sklog.notation import write, writing
from sklog.notation.parse import Readings
from sklog.notation.words import vocabulary
from sklog.scoring.hand import Hand, Played
from tests import spellings
from tests.spellings import TARIFF

HANDS = 300
LETTERS = ("Kathi", "Pit", "Nora", "Tom", "Zenta", "Lena", "Olga", "Jo", "Re", "Mit", "Und", "Sepp", "Sie Mit", "Berti")
"""Names that begin with the letters of flags and games, and words that people say between others."""


def _lines() -> Callable[[Hand, tuple[str, ...], tuple[str, ...]], str]:
    """Return what writes lines by likeness, and has written none yet."""
    lines = alike_lines.Lines(vocabulary(TARIFF))
    return lambda hand, seats, active: lines.of(hand, seats, TARIFF, active, writing.SIGNED)


@pytest.mark.parametrize("people", [spellings.PEOPLE, spellings.PEOPLE[:7], LETTERS, spellings.UNUSUAL])
def test_they_are_as_each_is_written(people: tuple[str, ...]) -> None:
    """Whatever else was written before, a line is the one that its hand has at its table."""
    line, random = _lines(), Random(len(people))  # noqa: S311  nothing secret
    for _ in range(HANDS):
        seats, active = spellings.table(random, people)
        _game, hand = spellings.hand(random, active)
        assert line(hand, seats, active) == write(hand, seats, TARIFF, active)


def test_a_name_that_came_later_changes_no_line() -> None:
    """Bene is b beside Anna, whoever else played elsewhere, and be where somebody else begins so."""
    line, hand = _lines(), Played(game="wenz", declarer="Bene", augen=81)
    lines = [
        line(hand, seats, seats)
        for seats in (
            ("Anna", "Bene", "Christl", "Dani"),
            ("Bene", "Kathi", "Christl", "Dani"),
            ("Anna", "Bene", "Berti", "Dani"),
            ("Dani", "Christl", "Bene", "Anna"),
        )
    ]
    assert lines == ["w b 81", "w b 81", "w ben 81", "w b 81"]


def test_few_of_them_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a season's hands at the same table a few prove all others."""
    line = _lines()
    read: list[str] = []

    class Counted(alike_lines.Reader):
        def readings(self) -> Readings:
            read.append("")
            return super().readings()

    monkeypatch.setattr(alike_lines, "Reader", Counted)
    people = spellings.PEOPLE[:4]
    for augen in range(15, 61):
        for declarer in people:
            for partner in {*people} - {declarer}:
                hand = Played(game="sauspiel", declarer=declarer, partner=partner, augen=augen, kontra=(partner,))
                line(hand, people, people)
    assert len(read) == len(people) * (len(people) - 1)
