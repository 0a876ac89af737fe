"""Words that people write in a tariff file: what switches a part off or on, amounts, and German for what is English.

says_off, truth     nein, aus, keine -> off;  yes, ja, an -> on
cents, no_amount    0,20 and 20 ct -> 20;  why a text is no amount
meant               doppelt -> doubles, preis -> price: for "did you mean", never taken for it in silence
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.language import _
from sklog.scoring import amounts
from sklog.scoring.canonical import NO, YES, Unreadable, shown
from sklog.scoring.settings import NONE, Setting, settings_of
from sklog.scoring.tariff import CENTS, POINTS
from sklog.yaml_text import Node

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_PLAIN_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", " ": "-", "_": "-"})


def folded(text: str) -> str:
    """Return a word without regard to case, Umlaut and kind of blank."""
    return text.strip().casefold().translate(_PLAIN_LETTERS)


# -- off and on ---------------------------------------------------------------------------------------

NOT = (*NO, "aus", "kein", "keine", "keiner", "keines", "nichts")
OFF = (NONE, *NOT)
"""What switches a part off; where a key is itself yes or no, those beside `none` are no."""
ON = (*YES, "an", "ein")


def says_off(text: str, setting: Setting) -> bool:
    """Return whether a text switches a key off: of one that is yes or no, or is a text, only `none` does."""
    word = folded(text)
    if bool in setting.types or (str in setting.types and "choices" not in setting.metadata):
        return word == NONE
    return word in OFF


def truth(text: str) -> bool | None:
    """Return yes or no; None for any other word."""
    word = folded(text)
    return word in ON if word in (*ON, *NOT) else None


def opened(node: Node, keys: tuple[Setting, ...]) -> Node:
    """Return a mapping in which `yes`, said of a block, is that block with nothing in it: its defaults."""
    if not isinstance(node.value, dict):
        return node
    blocks = {setting.key: setting.block for setting in keys if setting.block and len(setting.types) == 1}
    entries = dict(node.value)
    for key in blocks.keys() & entries.keys():
        said = entries[key]
        on = isinstance(said.value, str) and truth(said.value)
        entries[key] = Node({}, said.mark) if on else opened(said, settings_of(blocks[key]))
    return Node(entries, node.mark, node.key_marks)


# -- amounts ------------------------------------------------------------------------------------------


def cents(text: str) -> int | None:
    """Return the whole cents of an amount that says its unit, in `ct` or by two decimals; None for anything else."""
    try:
        return amounts.read(text, CENTS)
    except Unreadable:
        return None


def no_amount(text: str, path: str, unit: str) -> str | None:
    """Return the sentence about a text that was meant for an amount and is none; None where it was not."""
    found = amounts.parts(text)
    if not found:
        return None
    word = shown(text.strip())
    if unit == POINTS:
        return _('{path}: this tariff counts points, whole numbers without a unit, not "{word}"', path=path, word=word)
    sign, whole, decimals, said = (part or "" for part in found)
    cents_said = said.casefold().startswith("c")
    if not cents_said and (either := amounts.one_decimal(sign + whole, decimals, word)):
        return f"{path}: {either}"
    return _('{path}: "{word}" is not an amount: write whole cents (20), or euros (0,20)', path=path, word=word)


# -- words for words ----------------------------------------------------------------------------------


@cache
def _meanings() -> Mapping[str, list[str]]:
    """Return which words of a tariff each word of `spellings.txt` stands for."""
    found: dict[str, list[str]] = {}
    for word, others in re.findall(r"(?m)^(\w+): (.+)", Path(__file__).with_suffix(".txt").read_text("utf-8")):
        for other in others.split():
            found.setdefault(folded(other), []).append(word)
    return found


_FACTORS = {2: "doppelt verdoppelt double doubled", 3: "dreifach verdreifacht triple tripled", 4: "vierfach"}


def factor_meant(text: str) -> int | None:
    """Return by what a word multiplies, such as verdoppelt; None where it is no such word."""
    return next((factor for factor, words in _FACTORS.items() if folded(text) in words.split()), None)


def meant(text: str, known: Collection[str]) -> str | None:
    """Return which of the known words another word, mostly a German one, stands for; None where it is none of them."""
    return next((word for word in _meanings().get(folded(text), ()) if word in known), None)
