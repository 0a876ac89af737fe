"""How people read a value that is no amount: a day, a share, a mean, a text; amounts are in `sklog.scoring.amounts`.

The catalogue of the language that is spoken says how a day and a decimal are written; in English a day is 19 Nov 2026.

Nothing here is imported that `sklog add` would have to wait for.
"""

from __future__ import annotations

import re
from math import copysign, floor
from typing import TYPE_CHECKING

from sklog.language import _, day_in_words
from sklog.reports.model import AMOUNTS, SIGNED, Changed, Kind, Known
from sklog.scoring.amounts import EUROS, MINUS, amount, currency, decimal_mark, money, signed_number
from sklog.scoring.names import EMOJI_STYLE, HIDING, JOINER, hides
from sklog.scoring.tariff import CENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sklog.reports.model import Cell, Column, Section

SHARES = {Kind.RATE: "{:.0%}", Kind.FACTOR: "× {}", Kind.RATIO: "{:.2f}"}
REPLACEMENT = "�"
_FIXED_SPACE = "\N{NO-BREAK SPACE}"
ELLIPSIS = "…"
SIGNS_ALONE = frozenset(f"+-{MINUS}0 ")
"""What stands for evenings won, lost and neither, or before an amount."""

# Control characters, half ones, line separators, and what formats: it hides, or makes a terminal show other words than
# were written.
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_KEYCAP = "\u20e3"
SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
FIRST_ACCENT, SOFT_HYPHEN = "\u0300", "\xad"  # before the one, only the other takes no column, and nothing takes two
_NARROW = dict.fromkeys(map(ord, f"{MINUS}{ELLIPSIS}€★"), "-")  # signs of a board that take one column, as "-" does
WIDE = 2  # columns of a letter that is as wide as high


def clean(text: str) -> str:
    """Return the text with � for everything that would steer a terminal, turn its writing around, or hide."""
    if text.isprintable() and HIDING.isdisjoint(text):
        return text
    around = zip(f" {text}", text, f"{text[1:]} ", strict=False)
    return "".join(REPLACEMENT if _is_unsafe(letter, before, after) else letter for before, letter, after in around)


def _is_unsafe(letter: str, before: str, after: str) -> bool:
    from unicodedata import category  # noqa: PLC0415  only for the rare name or note with such a character

    if letter == EMOJI_STYLE and after == _KEYCAP:
        return False
    no_letter = ord(letter) & 0xFFFE == 0xFFFE  # of any plane: no file of XML may hold one
    return no_letter or hides(letter, before) or (letter != JOINER and category(letter) in _UNSAFE)


def mean(value: float, unit: str, *, signed: bool = True) -> str:
    """Return a divided amount to a cent, or a tenth of a point: "+0.03", "-0.5" points; unsigned "0.03"."""
    if unit == CENTS:
        return amount(int(copysign(floor(abs(value) + 0.5), value)), unit, signed=signed)
    tenths = floor(abs(value) * 10 + 0.5)
    sign = (MINUS if value < 0 else "+" if signed else "") if tenths else ""
    return f"{sign}{tenths // 10}{decimal_mark()}{tenths % 10}"


def iban(number: str) -> str:
    """Return an IBAN in groups of four, as people read it."""
    number = clean(number)
    return " ".join(number[place : place + 4] for place in range(0, len(number), 4))


def day(text: str) -> str:
    """Return an ISO day as people write it (19 Nov 2026); any other text as it is."""
    return clean(day_in_words(text))


def moment(text: str) -> str:
    """Return a moment in ISO form as people write it, in their own time zone; any other text as it is."""
    from datetime import datetime  # noqa: PLC0415  only where a moment is shown

    try:
        here = datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):  # none, before the year 1 here, or before what the system counts from
        return clean(text)
    return f"{day(here.date().isoformat())} {here:%H:%M:%S}"


def cell(value: Cell, column: Column, unit: str) -> str:
    """Return a cell of this column for people. Names and words are cleaned, not escaped.

    Of an amount that has changed it says by how much, and below that the amount.
    """
    if isinstance(value, Changed):
        return "\n".join(cell(one, column, unit) for one in (value.changed, int(value)))
    return column.empty if value is None else written(value, column.kind, column.unit or unit)


def written(value: Cell, kind: str, unit: str) -> str:
    """Return a value of this kind for people; None is an empty text."""
    if value is None:
        return ""
    if isinstance(value, str):
        value = value.called if isinstance(value, Known) else value
        shown = _AS_WORDS.get(kind, clean)(value)
        return shown.replace("-", MINUS) if kind == Kind.TEXT and SIGNS_ALONE.issuperset(shown) else shown
    if kind in SHARES:
        return SHARES[kind].format(value).replace(".", decimal_mark()).replace("-", MINUS)
    signed = kind in SIGNED
    if isinstance(value, float) and kind == Kind.COUNT:
        return f"{value:.1f}".replace(".", decimal_mark())
    if kind == Kind.MEAN or isinstance(value, float):
        return mean(value, unit, signed=signed)
    if kind in AMOUNTS:
        return amount(value, unit, signed=signed)
    return signed_number(value) if signed else str(value)


_AS_WORDS = {Kind.DATE: day, Kind.TIME: moment, Kind.IBAN: iban}


def with_unit(value: Cell, kind: str, unit: str) -> str:
    """Return a value that stands alone: amounts with their currency, since no heading names it."""
    if isinstance(value, int) and kind in AMOUNTS:
        return money(value, unit, signed=kind in SIGNED)
    return written(value, kind, unit)


def shown_rows(section: Section, unit: str, mark: Callable[[Cell, str], str]) -> list[list[str]]:
    """Return the cells of a section for people, row by row; `mark` gets each value with its text, and adds markup."""
    return [
        [mark(value, cell(value, column, unit)) for value, column in zip(row, section.columns, strict=True)]
        for row in section.rows
    ]


def framed_rows(section: Section, unit: str) -> Iterator[list[tuple[str, Cell, str]]]:
    """Yield what stands in the frame of each row: title, value, and the value for people, of every filled cell."""
    for row in section.rows:
        cells = ((value, column) for value, column in zip(row, section.columns, strict=True) if value is not None)
        yield [(column.title, value, with_unit(value, column.kind, unit)) for value, column in cells]


def titled(title: str, columns: Iterable[Column], unit: str) -> str:
    """Return a section's title with what its amounts are counted in: "Balances (€)".

    A column in another unit than the report's says so in its own title.
    """
    counted = any(column.kind in AMOUNTS and not column.unit for column in columns)
    return f"{title} ({currency(unit)})".strip() if counted else title


def pays(payer: str, payee: str, amount: str) -> str:
    """Return the sentence that somebody pays somebody this amount, which is written already."""
    return _("{payer} pays {payee} {amount}", payer=payer, payee=payee, amount=amount)


def in_words(label: str, words: Mapping[str, str]) -> str:
    """Return a label with the table's own words for ours (a tariff's `words`), whole words in any case."""
    if not words:
        return label
    own = {ours.casefold(): word for ours, word in words.items()}
    ours = "|".join(map(re.escape, sorted(own, key=len, reverse=True)))
    return re.sub(rf"(?i)\b(?:{ours})\b", lambda found: own[found[0].casefold()], label)


def width(text: str) -> int:
    """Return how many columns a terminal needs for the text: wide letters take two, accents none.

    What is joined to one sign, as the people of a family, takes no more than the first of it.
    """
    if text.isascii() or (max(text.translate(_NARROW)) < FIRST_ACCENT and SOFT_HYPHEN not in text):
        return len(text)
    from unicodedata import category, east_asian_width  # noqa: PLC0415  nobody waits for it with plain names

    columns = 0
    last = 0
    before = ""
    for letter in text:
        joined, before = before == JOINER and columns > 0, letter
        if joined or (last == WIDE and letter in SKIN_TONES):
            continue
        if letter == EMOJI_STYLE:
            columns += last == 1
            last = 0
        elif category(letter) not in ("Mn", "Me", "Cf"):
            last = WIDE if east_asian_width(letter) in "WF" else 1
            columns += last
    return columns


def cut(text: str, columns: int) -> str:
    """Return the text if it fits, else its beginning and an ellipsis."""
    if width(text) <= columns:
        return text
    kept = ""
    for letter in text:
        if width(kept + letter) >= columns:
            break
        kept += letter
    return kept + ELLIPSIS


def cut_between(text: str, columns: int) -> str:
    """Return the text if it fits, else its first words and an ellipsis; of a word that is too long its beginning."""
    kept = cut(text, columns)
    begun = kept.removesuffix(ELLIPSIS)
    if kept == text or text[len(begun) : len(begun) + 1].isspace():
        return kept
    return (begun.rpartition(" ")[0].rstrip(" ·") or begun) + ELLIPSIS


def left(text: str, columns: int) -> str:
    """Return the text filled with spaces on its right."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Return the text filled with spaces on its left."""
    return " " * (columns - width(text)) + text


def filled(text: str, columns: int) -> str:
    """Return the text broken at spaces only: a hyphen may be part of a hand, or stand before an amount.

    No amount is parted from its currency.
    """
    together = text.replace("\n", " ").replace(f" {EUROS}", f"{_FIXED_SPACE}{EUROS}")
    lines = [""]
    for part in re.split("( +)", together):
        if part.strip(" ") and lines[-1].strip(" ") and width(lines[-1] + part) > columns:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip(" ") for line in lines).replace(f"{_FIXED_SPACE}{EUROS}", f" {EUROS}")


# a spreadsheet takes a text that begins so for a formula, fullwidth signs included
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def defused(text: str) -> str:
    """Return the text with an apostrophe before what a spreadsheet would take for a formula."""
    shown = clean(text)
    return f"'{shown}" if text.lstrip(" ").startswith(_FORMULA) else shown
