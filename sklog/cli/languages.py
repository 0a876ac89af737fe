"""Which language is spoken: SKLOG_LANG, else the locale; its gettext catalogue lies beside the package's code."""

from __future__ import annotations

import os
from pathlib import Path

from sklog.language import ENGLISH, speak

DOMAIN = "sklog"
LONGEST = 8  # letters of a language's name
LOCALE = Path(__file__).parent.parent / "locale"
_VARIABLES = ("SKLOG_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides


def wanted() -> str:
    """Return the language that the environment asks for, as its letters (`de` of `de_AT.UTF-8`)."""
    said = next((value for name in _VARIABLES if (value := os.environ.get(name))), ENGLISH)
    letters = "".join(letter if letter.isalpha() and letter.isascii() else " " for letter in said)
    return (letters.split() or [ENGLISH])[0][:LONGEST].lower()


def choose() -> None:
    """Speak the wanted language where there is a catalogue of it, else English."""
    name = wanted()
    path = LOCALE / name / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if name == ENGLISH or not path.is_file():
        speak(None)
        return
    from gettext import GNUTranslations  # noqa: PLC0415  English needs no catalogue

    with path.open("rb") as file:
        speak(GNUTranslations(file), name)
