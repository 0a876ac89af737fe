"""Names and other plain values: how each is said in a sentence, what is none, lists of people, and a turned name."""

from collections.abc import Callable
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from sklog.errors import Refused
from sklog.scoring import names
from sklog.scoring.names import Unreadable, parted, turned_key

# -- what a value is in words -----------------------------------------------------------------------------

WORDS: list[tuple[object, str]] = [
    ("Anna", '"Anna"'),
    ("A" * 40, f'"{"A" * 40}"'),
    ("A" * 41, f'"{"A" * 39}…"'),
    (True, "yes"),
    (False, "no"),
    (-(2**63), "-9223372036854775808"),
    (2**63 - 1, "9223372036854775807"),
    (2**63, "a very large number"),
    (-(2**63) - 1, "a very large number"),
    (2.5, "2.5"),
    (MappingProxyType({}), "a mapping"),
    ([], "a list"),
    ((), "a list"),
    (None, "nothing"),
    (b"", "bytes"),
    (Refused(""), "Refused"),
    (type("Own", (), {"__module__": "__main__"})(), "Own"),
    (type("Bool", (), {"__module__": "sklogs.core"})(), "sklogs.core.Bool"),
    (Fraction(1, 2), "fractions.Fraction"),
]


@pytest.mark.parametrize(("value", "words"), WORDS, ids=[words for _value, words in WORDS])
def test_a_value_in_words(value: object, words: str) -> None:
    """What belongs to another library says of which."""
    assert names.in_words(value) == words


# -- what is read -----------------------------------------------------------------------------------------


class Two:
    """A number of another library."""

    def __index__(self) -> int:
        return 2


class Array:
    """It has what a number has, and is none."""

    def __index__(self) -> int:
        raise TypeError


@pytest.mark.parametrize(
    ("read", "value", "found"),
    [
        (names.whole, Two(), 2),
        (names.whole, -(2**63), -(2**63)),
        (names.whole, 2**63 - 1, 2**63 - 1),
        (names.integral, 2**63, 2**63),
        (names.text, "Jörg", "Jörg"),
        (names.number_or_names, [], 0),
        (names.number_or_names, ["Anna", "Bene"], ("Anna", "Bene")),
        (names.number_or_names, 2, 2),
    ],
)
def test_a_value_that_is_read(read: Callable[[Any], Any], value: object, found: object) -> None:
    """As it is, or as Python has it."""
    assert read(value) == found


@pytest.mark.parametrize(
    ("read", "value", "sentence"),
    [
        (names.whole, True, "expected a whole number, not yes"),
        (names.whole, Array(), "expected a whole number, not test_names.Array"),
        (names.whole, 2**63, "this number is too large to store (64 bit)"),
        (names.whole, -(2**63) - 1, "this number is too large to store (64 bit)"),
        (names.yes, 1, "expected yes or no, not 1"),
        (names.line, 5, "expected a text, not 5"),
        (names.text, 5, "expected a text, not 5"),
        (names.text, "\ud800", "half a character (a lone surrogate) cannot be stored"),
        (names.named, " ", "expected a name, not nothing"),
        (names.all_named, "Anna", 'expected a list of names, not "Anna"'),
        (names.figures, [], "expected a number for each name, such as {Anna: 48, Bene: 72}, not a list"),
        (lambda value: names.one_of(("a", "b"), value), "c", '"c" is not known here; choose from a, b'),
    ],
)
def test_a_value_that_is_refused(read: Callable[[Any], Any], value: object, sentence: str) -> None:
    """With what was expected."""
    with pytest.raises(Unreadable) as refused:
        read(value)
    assert str(refused.value) == sentence


# -- lists of people --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "people"),
    [
        ("Hans von und zu Berg, Anna, Bene", ["Hans von und zu Berg", "Anna", "Bene"]),
        ("Anna, Bene, Hans von und zu Berg", ["Anna", "Bene", "Hans von und zu Berg"]),
        ("Anna, Bene und Hans von und zu Berg", ["Anna", "Bene", "Hans von und zu Berg"]),
        ("Anna und Hans von und zu Berg und Bene", ["Anna", "Hans von und zu Berg", "Bene"]),
        ("Anna; Bene; Christl & Dani", ["Anna", "Bene", "Christl", "Dani"]),
        ("Anna, Bene, and Christl", ["Anna", "Bene", "Christl"]),
        ("Max und Moritz, Anna", ["Max und Moritz", "Anna"]),
        ("Andy, Undine", ["Andy", "Undine"]),
        ("Anna; Huber;Bene", ["Anna", "Huber", "Bene"]),
        ("Huber;Anna, Bene", ["Huber;Anna", "Bene"]),
        ("Anna, UND Bene, Christl", ["Anna", "Bene", "Christl"]),
        ("Anna UND Bene", ["Anna", "Bene"]),
    ],
)
def test_where_commas_part_the_names_und_parts_none(typed: str, people: list[str]) -> None:
    """But for the last two; "von und zu" is no end of a list."""
    assert parted(typed) == people


# -- one name in two orders -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Huber Anna", "Huber, Anna", "HUBER anna", "Huber-Anna", " Anna  Huber "])
def test_a_name_has_one_key_in_either_order(name: str) -> None:
    """With a comma or without."""
    assert turned_key(name) == "anna huber"


def test_other_first_names_are_another_name() -> None:
    """The surname alone may stand first or last; what is no name has no key."""
    assert turned_key("Huber Anna Maria") == turned_key("Anna Maria Huber") != turned_key("Maria Anna Huber")
    assert turned_key(" - ") == ""
