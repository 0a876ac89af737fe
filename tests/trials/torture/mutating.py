"""Valid inputs made hostile: cut, doubled, spliced, and with in them what has broken programs before.

mutated(rng, data, others)    bytes -> other bytes
repacked(rng, data)           the same of the parts of a zip file
mutated_json(rng, value)      plain data -> other plain data of nearly the same shape
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from random import Random
from typing import Any

NASTY = (
    *("\0", "\x1b[2J", "\x9b31m", "\x07", "\r", "\n", "\t", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffe"),
    *("\u202e", "\u2066", "\u200b", "\u200d", "\u2060", "\u00ad", "\u034f", "\u3164", "\ufe0f", "\U000e0041"),
    *("\ud800", "e\u0301", "é", "ﬁ", "ß", "ẞ", "İ", "ı", "Σ", "ς", "🦊", "🏳️‍🌈", "٣", "३", "𝟙", "²", "½", "Ⅳ"),
    *("NaN", "Infinity", "-Infinity", "1e999", "-0", "0x10", "1_000", "1.0", "007", "+5", "--5", "1e3", "0", "-1"),
    *(
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "1000000000000000000",
        "9" * 400,
        "4300" * 1100,
    ),
    *(
        "=1+1",
        "+cmd",
        "-2",
        "@x",
        "'",
        '"',
        "`",
        "\\",
        "\\x00",
        "\\ud800",
        "\\u202e",
        "$(x)",
        "${x}",
        "%s",
        "%n",
        "{0}",
        "{}",
    ),
    *("<script>", "]]>", "&amp;", "<!--", "|", "[a](b)", "; drop", "' OR 1=1 --", "/*", "//", "://", "../", "C:\\"),
    *(
        "&a",
        "*a",
        "<<: *a",
        "!!python/object:os.system",
        "!x",
        "%YAML 1.2",
        "---",
        "...",
        "? ",
        "- ",
        ": ",
        "#",
        "|\n ",
        ">-",
    ),
    *("{", "}", "[", "]", ",", ":", "=", "null", "~", "none", "true", "yes", "no", "on", "", " ", "  "),
    *("2026-02-30", "0000-01-01", "10000-01-01", "+2026-01-01", "2026-13-01", "26-1-1", "٢٠٢٦-١١-١٩"),
    *(
        "Anna",
        "anna",
        "ANNA",
        "Stock",
        "Bene",
        "ac",
        "13",
        "s",
        "gs",
        "posting",
        "tout",
        "sie",
        "bock",
        "void",
        "id",
        "tariff",
    ),
)
"""What is put into an input: letters that steer, numbers that are none, words of every language that reads us."""

TOKENS = re.compile(r"\w+|\s+|[^\w\s]")
LONGEST = 60_000  # bytes; what is longer is another test's


def mutated(rng: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """Return the input with one to six changes, of letters, words, lines or bare bytes."""
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 4))):
        change = rng.choice(_CHANGES)
        data = change(rng, data, others)
    return data[:LONGEST]


def is_packed(data: bytes) -> bool:
    """Whether it is a zip file, as workbooks are."""
    return data.startswith(b"PK")


def repacked(rng: Random, data: bytes, _others: Sequence[bytes] = ()) -> bytes:
    """Return a zip file with one to three of its parts mutated: else hardly anything behind its sums is reached."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        names = packed.namelist()
        tables = [name for name in names if "sheet" in name or "content" in name] or names
        chosen = {rng.choice(tables), *rng.sample(names, rng.choice((0, 0, 1)))}
        for name in names:
            part = packed.read(name)
            made.writestr(name, mutated(rng, part, [part]) if name in chosen else part)
    return out.getvalue()


def noise(rng: Random, most: int = 200) -> bytes:
    """Return bytes of no meaning, or words of ours in no order."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.randrange(most))
    return "".join(rng.choice(NASTY) for _ in range(rng.randrange(1, 12))).encode(errors="surrogatepass")


def _span(rng: Random, length: int) -> tuple[int, int]:
    start = rng.randrange(length + 1)
    return start, min(start + rng.choice((1, 1, 2, 5, 20, 200)), length)


def _nasty(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    start, stop = _span(rng, len(data))
    return data[:start] + rng.choice(NASTY).encode(errors="surrogatepass") + data[rng.choice((start, stop)) :]


def _token(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Replace, drop, double or swap one word."""
    words = TOKENS.findall(data.decode(errors="surrogateescape"))
    if not words:
        return data
    place, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[place] = rng.choice((rng.choice(NASTY), "", words[place] * 2, words[other], words[other], _number(rng)))
    return "".join(words).encode(errors="surrogateescape" if "\ud800" not in words[place] else "surrogatepass")


def _number(rng: Random) -> str:
    return str(rng.choice((0, 1, -1, rng.randrange(200), 2 ** rng.randrange(70), -(10 ** rng.randrange(25)))))


def _cut(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    start, stop = _span(rng, len(data))
    return data[:start] + data[stop:] if rng.random() < 0.8 else data[:start]


def _doubled(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    start, stop = _span(rng, len(data))
    times = rng.choice((2, 2, 2, 3, 60, 1500))
    return data[:start] + data[start:stop] * times + data[stop:]


def _spliced(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others) if others else data
    (start, stop), (first, last) = _span(rng, len(data)), _span(rng, len(other))
    return data[:start] + other[first : rng.choice((last, len(other)))] + data[stop:]


def _line(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Move, double or drop a line, or take one from another input."""
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    what = rng.randrange(4)
    if what == 0:
        del lines[place]
    elif what == 1:
        lines.insert(rng.randrange(len(lines)), lines[place])
    elif what == 2 and others:
        lines.insert(place, rng.choice(rng.choice(others).split(b"\n")))
    else:
        rng.shuffle(lines)
    return b"\n".join(lines)


def _bytes(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4, 30))):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _encoded(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Save the text as another program would."""
    text = data.decode(errors="replace")
    return rng.choice((
        text.encode("utf-16"), text.encode("utf-16-le"), text.encode("cp1252", errors="replace"),
        text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode(), text.replace("\n", "\r").encode(),
    ))  # fmt: skip


_CHANGES = (_nasty, _nasty, _nasty, _token, _token, _token, _token, _cut, _doubled, _spliced, _line, _bytes, _encoded)


def mutated_json(rng: Random, value: Any) -> Any:
    """Return plain data with one value, key or branch of it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        what = rng.random()
        if what < 0.7:
            return {**value, key: mutated_json(rng, value[key])}
        if what < 0.8:
            return {other: one for other, one in value.items() if other != key}
        return {**value, rng.choice((*_KEYS, rng.choice(NASTY))): rng.choice((value[key], *_VALUES))}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], mutated_json(rng, value[place]), *value[place + (rng.random() < 0.8) :]]
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 10, 100, 2**62, 2**63))
    return rng.choice((*_VALUES, rng.choice(NASTY), _number(rng), value))


_KEYS = (
    *(
        "game",
        "suit",
        "declarer",
        "partner",
        "winners",
        "won",
        "augen",
        "tricks",
        "schneider",
        "schwarz",
        "tout",
        "sie",
    ),
    *(
        "announced",
        "laufende",
        "laufende_of",
        "klopfer",
        "kontra",
        "bock",
        "bid",
        "forced",
        "round",
        "dealer",
        "active",
    ),
    *("note", "trumps", "highest", "losers", "jungfrauen", "durchmarsch", "amounts", "du", "void"),
)
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 8, 60, 61, 120, 121, 2**31, 2**63 - 1, 2**63, -(2**63), 10**40, 0.0, -0.0, 1.5),
    *(float("nan"), float("inf"), "", " ", [], {}, [[]], {"Anna": 1}, ["Anna"], ["Anna", "anna"], ["Anna"] * 50),
    *(
        "Anna",
        "Bene",
        "Dani",
        "Stock",
        "ramsch",
        "solo",
        "wenz",
        "kreuz",
        "herz",
        "yes",
        "none",
        "declarers",
        "opponents",
    ),
    *({"Anna": 120, "Bene": 0}, {"Anna": -50, "Bene": 50}, "x" * 3000, list(range(30))),
)
