"""A text stuck together where YAML needs a blank: what is missing, in a sentence, and what to write.

    stuck                       a text where keys or a list belong -> what is missing, as the blank in `name:haus`
    split_glued, blank_missing  a key with its value stuck to it -> what to write instead, and the sentence

Why a parser could not read a text at all, the room `yaml_causes` says.
"""

from __future__ import annotations

import re

from sklog.language import _
from sklog.scoring.canonical import shown

BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_KEY = r"""(?P<key>"[^"]*"|'[^']*'|[^\s:#,\[\]{}"'&*!|>%@`-][^\s:,\[\]{}]*)"""
_GLUED = re.compile(rf"\s*(?:- +)*{_KEY}:(?P<value>(?!//)[^\s:].*)", re.DOTALL)
_ITEM = re.compile(r"-[^\W\d]")
_NOT_PARTED = re.compile(r"\s*(?P<key>[^\s:=]+)\s*=?\s*(?P<value>.*)", re.DOTALL)
_OTHER_BLANKS = "\u00a0\u2007\u202f\u3000"  # what web pages and word processors put for a blank


def line_of(text: str, number: int) -> str:
    """Return what a line of a text says, by its number from 1; "" behind the last, where a parser may have ended."""
    return next(iter(BREAK.split(text)[number - 1 : number]), "").strip()


def split_glued(text: str) -> str | None:
    """Return the key and value that a text is where only the blank behind the colon is missing; None for any other."""
    found = _GLUED.match(text)
    return f"{found['key']}: {found['value'].partition(' #')[0].strip()}" if found else None


def blank_missing(parted: str) -> str:
    """Return the sentence that a blank is missing; `parted` is what `split_glued` made of it."""
    return _("a space is missing after the colon: write `{line}`", line=_one_line(parted))


def stuck(text: str) -> str | None:
    """Return what is missing in a text that stands where keys or a list belong; None where it can be just a text."""
    if parted := split_glued(text):
        return blank_missing(parted)
    words = text.split()
    if len(words) > 2 and words[1] == "=":
        return colon_missing(text)
    if not _ITEM.match(text):
        return None
    return _("a space is missing after the dash: write `{line}`", line=_one_line(f"- {text[1:].partition(' -')[0]}"))


def other_blank(key: str) -> str | None:
    """Return the sentence about a key that begins or ends with what only looks like a blank; None for any other."""
    outside = {*key[:1], *key[-1:]} & set(_OTHER_BLANKS)
    if not outside:
        return None
    code = f"U+{ord(min(outside)):04X}"
    key = shown(key.strip())
    return _('an unusual space ({character}) beside "{key}": type a normal one', character=code, key=key)


def _one_line(text: str) -> str:
    return shown(BREAK.split(text)[0])


def colon_missing(line: str) -> str:
    """Return the sentence that a colon is missing between the first two words of a line."""
    found = _NOT_PARTED.match(line)
    key, value = (found["key"], found["value"].strip()) if found else (line, "")
    return _("a colon is missing: write `{line}`", line=_one_line(f"{key}: {value}".strip()))
