"""Templates, and what each is told; they are said in the language that is spoken where one is made.

template, what it is about ──page──▶ html, every value of it escaped by the engine
files                      what is served as it is: the script and the style sheets, each with its sum
"""

from __future__ import annotations

import os
import re
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from sklog import Report, page_parts, write_amount
from sklog.language import _, _n, day_in_words, say_with, speak, spoken, suggest_with
from sklog.phones.gate import STYLE
from sklog.phones.halls import begins, packages, static

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from sklog import BoardHand

MOST_LANGUAGES, LONGEST_WANTED = 8, 200
"""Languages of one phone that are looked at, and in how many letters: to search 16 kB of them takes half a second."""


ENVIRONMENT = Environment(
    loader=ChoiceLoader(list(map(PackageLoader, packages()))),
    autoescape=True,
    undefined=StrictUndefined,  # what a page was not told is a mistake, no gap
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.globals.update(
    {
        "_": _,
        "_n": _n,
        "day": day_in_words,
        "amount": partial(write_amount, signed=True),
        "money": partial(write_amount, currency=True),
        "points": partial(write_amount, unit="points", signed=True),
        "in_points": partial(write_amount, unit="points", signed=True, currency=True),
        "language": spoken,
        "style": STYLE,
        "begins": begins,
        "hand_rows": lambda hands, *where: _hand_rows(hands, where),
    }
)


def page(template: str, **told: Any) -> str:
    """Return a page, or a part of one, by the name of its template."""
    return ENVIRONMENT.get_template(f"{template}.html").render(**told)


def _hand_rows(hands: Iterable[BoardHand], where: tuple[object, ...]) -> str:
    """Return the hands on a board as they are looked at: plain or not, at which table, in what unit."""
    said = (spoken(), *where)
    return "".join([_hand_row(*said, *one[:4], *one[5:]) for one in hands])  # whatever it brought stands elsewhere


@lru_cache(1024)  # with each hand all others on its board are the same
def _hand_row(_language: str, *told: object) -> str:
    """Return a hand on a board, in the language that is spoken, which follows from these values alone."""
    names = ("plain", "table", "unit", "number", "line", "words", "value", "was", "void", "who")
    return page("hand_row", **dict(zip(names, told, strict=True)))


def for_phones(problems: Iterable[object], ledger: str | os.PathLike[str] | None) -> tuple[str, ...]:
    """Return what is wrong as phones are told: files by their names, and not in which folder of the laptop they lie."""
    told = tuple(map(str, problems))
    for folder in {Path(ledger).parent, Path(ledger).resolve().parent} if ledger else ():
        if folder.name:
            told = tuple(one.replace(f"{folder}{os.sep}", "") for one in told)
    return told


# -- the language of a phone ------------------------------------------------------------------------------


_WANTED = re.compile(r"\s*([A-Za-z]{1,8})[A-Za-z0-9-]*\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{1,3})?))?\s*")


def speak_to(wanted: str) -> None:
    """Speak the first of the languages that a browser wants (`de-AT,de;q=0.9`) that there is, else English."""
    found = filter(None, map(_WANTED.fullmatch, wanted[:LONGEST_WANTED].split(",")[:MOST_LANGUAGES]))
    asked = [(float(one[2] or 1), one[1]) for one in found]
    for quality, language in sorted(asked, key=lambda one: -one[0]):
        speak(language)
        if quality and spoken() == language.lower():
            return
    speak(None)


class Speaking:
    """Speaks to each phone in its language: whatever is behind it, the gate as well."""

    def __init__(self, behind: ASGIApp) -> None:
        self._behind = behind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Choose the language, and let the program behind answer."""
        if scope["type"] == "http":
            wanted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
            speak_to(wanted.decode("latin-1"))
            say_with(None)  # nobody types a command there
            suggest_with("")  # where the ledger lies is nobody's business on a phone
        await self._behind(scope, receive, send)


# -- files ------------------------------------------------------------------------------------------------


class File(NamedTuple):
    """A file that is served: what is in it, its kind, and the tag by which a browser knows whether it has it."""

    content: bytes
    kind: str
    tag: str


def _file(content: str, kind: str) -> File:
    encoded = content.encode()
    return File(encoded, kind, f'"{sha256(encoded).hexdigest()[:16]}"')


def files() -> dict[str, File]:
    """Return every file that a page of ours loads, by its name; there is no other."""
    report = page_parts(Report("", ""))
    return {
        **{name: _file(script, "text/javascript") for name, script in static(".js").items()},
        "report.js": _file(report.script, "text/javascript"),
        "report.css": _file(report.style, "text/css"),
    }
