"""Lines that move an amount by hand: posting Anna:-50 Bene:50 // note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.notation.words import quoted_length
from sklog.scoring.hand import Posting
from sklog.scoring.values import Unreadable, integer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sklog.notation.reading import Reader

POSTING_WORDS = ("posting", "post")


def is_posting(reader: Reader) -> bool:
    """Whether the line is a posting, which no tariff has to play."""
    first = reader.game_key() or next(iter(reader.words), "")
    word = first.strip('"').casefold()
    return word in POSTING_WORDS and not reader.vocabulary.games(word)


def posting(reader: Reader) -> Posting:
    """Return the posting that the line says; raise InvalidHand with everything that is wrong."""
    problems: list[str] = []
    try:
        fields = reader.key_facts(Posting)
    except InvalidHand as wrong:
        fields = {}
        problems.extend(problem.message for problem in wrong.problems)
    amounts: dict[str, int] = fields.pop("amounts", {})
    for name, amount in _amounts(reader.words[1 if reader.game_key() is None else 0 :]):
        try:
            who, moved = reader.person(name), cents(amount, reader.vocabulary.tariff.unit)
        except (Unreadable, InvalidHand) as wrong:
            problems.append(f"{name}: {wrong}")
            continue
        if who in amounts:
            problems.append(_("{name} is named twice: add the amounts up", name=who))
        amounts[who] = moved
    if reader.note and "note" in fields:
        problems.append(_("the note is said twice"))
    if problems:
        raise InvalidHand(*dict.fromkeys(problems))
    return Posting(amounts=amounts, note=fields.get("note") or reader.note or "")


def _amounts(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each name and what stands behind its colon; names may have spaces."""
    before: list[str] = []
    for word in words:
        end = quoted_length(word)
        name, __, amount = (word[:end], word[end : end + 1], word[end + 1 :]) if end else word.rpartition(":")
        if not name:
            before.append(word)
            continue
        yield " ".join((*before, name)), amount
        before.clear()
    if before:
        yield " ".join(before), ""


def cents(amount: str, unit: str) -> int:
    """Return whole cents or points: 240, or euros with two decimals where cents are counted."""
    if unit == "ct" and re.fullmatch(r"[+-]?[0-9]+[.,][0-9][0-9]", amount):
        return integer(re.sub("[.,]", "", amount))
    if not amount:
        raise Unreadable(_("say an amount behind the name, such as Anna:-50"))
    return integer(amount)
