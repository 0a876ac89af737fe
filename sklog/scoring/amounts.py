"""What an amount is: whole cents (or points) <-> what people write and read. Nobody else knows about euros.

    amount, money   240 -> "2.40", "2.40 €"; 24 points -> "24", "24 points"
    read            "2,40", "2.40 €", "240ct" -> 240; a whole number without a unit only where one is understood

A file has whole cents. Who types 20 at a table may mean euros or cents, so that nothing is understood there.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING

from sklog.errors import UnclearAmount
from sklog.language import _, _c, spoken
from sklog.scoring.canonical import Unreadable, integer, shown
from sklog.scoring.tariff import CENTS, POINTS
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EUROS = "€"
MINUS = "\N{MINUS SIGN}"
_UNIT_WORDS = ("€", "eur", "euro", "euros", "ct", "cent", "cents")  # alone in a line, c is somebody's initial
MOST_DIGITS = 16


# -- as people read it --------------------------------------------------------------------------------


def decimal_mark() -> str:
    """Return what stands between euros and cents."""
    return _c("decimal mark", ".")


def currency(unit: str, value: int = 0) -> str:
    """Return what people count in, behind this value: "€", or "points", and "point" behind one."""
    return EUROS if unit == CENTS else _("point") if abs(value) == 1 else _("points")


def amount(value: int, unit: str, *, signed: bool = False) -> str:
    """Return an amount for people, without its currency: cents as euros ("2.40"), points as they are.

    A signed amount above 0 has a plus sign; one below 0 has a real minus sign, on a page and on a terminal.
    """
    return _amount(int(value), unit, signed, spoken())


def typed_amount(value: int, unit: str, *, signed: bool = False) -> str:
    """Return an amount as it is typed in a line, with the minus of a keyboard."""
    return _amount(int(value), unit, signed, spoken()).replace(MINUS, "-")


def signed_number(number: int) -> str:
    """Return a number for people: "+3", "−3", "0"."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


@lru_cache(4096)  # a table has few different amounts, and a preview says five with every key
def _amount(value: int, unit: str, signed: bool, _language: str) -> str:  # noqa: FBT001  a key has places
    sign = MINUS if value < 0 else "+" if signed and value else ""
    if unit != CENTS:
        return f"{sign}{abs(value)}"
    euros, cents = divmod(abs(value), 100)
    return f"{sign}{euros}{decimal_mark()}{cents:02d}"


def money(value: int, unit: str, *, signed: bool = False) -> str:
    """Return an amount with its currency: "2.40 €", "12 points", or "1 point"."""
    return f"{amount(value, unit, signed=signed)} {currency(unit, value)}"


def write_amount(value: int, unit: str, *, signed: bool = False, currency: bool = False) -> str:
    """Return an amount for people in the current language: "2.40", or "24" for points.

    With `currency` it has a unit: "2.40 €", "24 points". If `signed`, an amount above 0 has a plus sign. Raises
    TypeError for anything but a whole number.

    >>> sklog.write_amount(-240, "ct", currency=True)
    '−2.40 €'
    """
    return (money if currency else amount)(index(value), unit, signed=signed)


class Worth(NamedTuple):
    """What a point is worth in cents, not only whole ones: so many parts, of which a power of ten are a cent."""

    value: int
    per: int = 1

    def words(self, points: int, *, signed: bool = False) -> str:
        """Return what so many points are worth, exactly: "2.5 ct", and whole cents as "0.05 €"."""
        cents, rest = divmod(abs(points) * self.value, self.per)
        if not rest:
            return money(points * self.value // self.per, CENTS, signed=signed)
        sign = MINUS if points < 0 else "+" if signed else ""
        decimals = str(rest).zfill(len(str(self.per)) - 1).rstrip("0")
        return f"{sign}{cents}{decimal_mark()}{decimals} ct"

    def __str__(self) -> str:
        """Return it as people read it."""
        return self.words(1)


# -- as people write it -------------------------------------------------------------------------------


def parts(text: str) -> tuple[str | None, ...] | None:
    """Return sign, whole number, decimals and unit of what is meant for an amount; None of any other text."""
    # compiled where it is needed first: `add` and `show` wait for this module
    pattern = r"([+-]?)([0-9]+)(?:[.,]([0-9]+))?\s*(€|eur|euros?|ct|c|cents?)?"
    found = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    return found and found.groups()


class NoUnit(Unreadable):
    """A whole number that may be euros or cents."""


def read(text: str, unit: str, bare: str | None = None) -> int:
    """Return whole cents or points; raise Unreadable, and NoUnit for a whole number that may be euros or cents.

    `bare` is what a whole number without a unit counts: cents in a file, None where it is typed. 0 needs no unit.
    """
    text = text.strip().replace(MINUS, "-")
    found, word = parts(text), shown(text)
    if found is None:
        wanted = _("{word} is not a number of points; write a whole number such as 24", word=word)
        raise Unreadable(wanted if unit == POINTS else _no_amount(word))
    sign, whole, decimals, said = found[0] or "", found[1] or "", found[2], found[3]
    if len(whole) > MOST_DIGITS and bare is None:
        raise Unreadable(
            _("{start}… has {digits} digits: no table ever moved so much", start=whole[:8], digits=len(whole))
        )
    if unit == POINTS:
        if decimals or said:
            wanted = _("{word}: this evening counts points, whole numbers without a comma or a unit", word=word)
            raise Unreadable(wanted)
        return integer(text)
    if said:
        bare = CENTS if said[0] in "cC" else EUROS
    if decimals is not None:
        if said and bare == CENTS:
            raise Unreadable(
                _("{word}: cents are whole, such as 50ct; euros have two decimals, such as 2,40€", word=word)
            )
        if len(decimals) != 2:
            raise Unreadable(one_decimal(sign + whole, decimals, word) or _no_amount(word))
        return integer(sign + whole + decimals)
    if bare is None and int(whole):
        raise NoUnit(_both([word]))
    return integer(sign + whole + ("00" if bare == EUROS else ""))


def read_worth(text: str) -> Worth:
    """Return cents that need not be whole, such as what a point is worth: "0,025" and "2,5ct" are both 2.5 of them.

    Raises Unreadable, and NoUnit for a whole number that may be euros or cents, as `read` does.
    """
    sign, whole, decimals, said = parts(text) or ("", "", None, None)
    in_cents = bool(said) and str(said)[0] in "cC"
    if decimals is None or len(f"{whole}{decimals}") > MOST_DIGITS or len(decimals) < (1 if in_cents else 3):
        return Worth(read(text, CENTS))
    return Worth(int(f"{sign}{whole}{decimals}"), 10 ** (len(decimals) - (0 if in_cents else 2)))


def _no_amount(word: str) -> str:
    return _("{word} is not an amount; write euros with two decimals (2,40), or add a unit (20€, 20ct)", word=word)


def one_decimal(whole: str, decimals: str, word: str) -> str:
    """Return the sentence about an amount with one decimal, which may be one or the other; "" for any other."""
    if len(decimals) != 1:
        return ""
    tens, ones = f"{whole},{decimals}0", f"{whole},0{decimals}"
    if tens == ones:
        return _('"{word}": write two decimals, {tens}', word=word, tens=tens)
    return _('"{word}" may be {tens} or {ones}: write two decimals', word=word, tens=tens, ones=ones)


def with_units(words: Iterable[str]) -> list[str]:
    """Return the words of a line with a unit that stands alone (20 €) put to the number before it."""
    joined: list[str] = []
    for word in words:
        if joined and word.casefold() in _UNIT_WORDS and joined[-1][-1:].isdigit():
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def unclear(words: Sequence[str]) -> UnclearAmount:
    """Return the question about words that end in a number without a unit, such as 20 or anna:-50."""
    numbers = dict.fromkeys(int(found[0]) for word in words if (found := re.search("[0-9]+$", word)))
    meant = {word: (word + EUROS, word + CENTS) for word in words}
    euros, cents = (", ".join(amount(number * times, CENTS) for number in numbers) for times in (100, 1))
    return UnclearAmount(_both(words), choices=(f"{euros} {EUROS}", f"{cents} {EUROS}"), meant=meant)


def _both(words: Sequence[str]) -> str:
    euros, cents = (", ".join(word + unit for word in words) for unit in (EUROS, CENTS))
    return _("{words}: euros or cents? Write {euros} or {cents}", words=", ".join(words), euros=euros, cents=cents)
