"""The words of lists, which `words.txt` has: German, English and dialect."""

from __future__ import annotations

import re
from pathlib import Path

_TEXT = Path(__file__).with_suffix(".txt").read_text("utf-8")
_FOUND = re.findall(r"^([A-Z_]+)(?: (\S+))?: (.*(?:\n .*)*)", _TEXT, re.MULTILINE)
_ALL = [(kind, what, [word.replace("_", " ") for word in words.split()]) for kind, what, words in _FOUND]


def words_of(kind: str) -> dict[str, str]:
    """Return the words of a kind, each with what it says: "" where the kind alone says it."""
    return {word: what for one, what, words in _ALL if one == kind for word in words}
