"""Rot: single bits of the file flip. Each flip is noticed, or it is harmless and shown to be so.

Noticed: the ledger is not opened, a report refuses, or `check` finds it. Harmless: every row is what it was, and so
is all that is printed. Never is another balance printed of which `check` does not know.
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.trials.torture import forgery, scratch, season
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER, Ran

REPORTS = (
    ("show",),
    ("show", "--session", "2"),
    *(("report", "session", "--session", str(number)) for number in (1, 2, 3, 4, 5)),
    ("report", "standings"),
)

Printed = dict[tuple[str, ...], "Ran"]
"""What each report says, or why it does not."""


def run(seed: int, *, count: int) -> Outcome:
    """Flip so many bits, each in another copy of a ledger with several evenings."""
    dice = random.Random(f"rot {seed}")
    problems: list[str] = []
    seen: Counter[str] = Counter()
    with scratch.folder() as home:
        season.made(home)
        whole = (home / LEDGER).read_bytes()
        place = home / "rotten"
        place.mkdir()
        before, rows = _printed(home, REPORTS), _rows(home / LEDGER)
        for bit in dice.sample(range(len(whole) * 8), count):
            (place / LEDGER).write_bytes(flipped(whole, bit))
            for left in place.glob(f"{LEDGER}-*"):
                left.unlink()
            told = forgery.undetected(place / LEDGER)
            changed = _rows(place / LEDGER) != rows
            now = _printed(place, REPORTS if told or changed else dice.sample(REPORTS, 2))
            wrong = _wrong(before, now, told, changed=changed)
            seen["undetected"] += bool(wrong)
            seen["noticed"] += not told
            seen["harmless"] += bool(told) and not wrong
            seen["changed rows"] += changed
            seen["changed rows, refused by a report itself"] += changed and any(ran.code for ran in now.values())
            silent = changed and any(ran.code == 0 and ran != before[words] for words, ran in now.items())
            seen["changed rows, printed otherwise by a report, noticed by check"] += silent
            if wrong:
                problems.append(f"bit {bit % 8} of byte {bit // 8} (page {bit // 8 // 4096 + 1}): {wrong}")
    return Outcome("rot", count, tuple(problems), dict(seen))


def flipped(whole: bytes, bit: int) -> bytes:
    """Return the bytes with this bit the other way round."""
    place, which = divmod(bit, 8)
    return whole[:place] + bytes([whole[place] ^ 1 << which]) + whole[place + 1 :]


def _wrong(before: Printed, now: Printed, told: str, *, changed: bool) -> str:
    """Return what is wrong with how a flip is met; `told` is "" where check or the opening noticed it."""
    for words, ran in now.items():
        if "Traceback" in ran.said:
            return f"sklog {' '.join(words)}: {ran.said}"
    if not told or told != forgery.NOBODY or changed:
        return told
    other = [words for words, ran in now.items() if ran != before[words]]
    return f"sklog {' '.join(other[0])} prints something else, and check does not know of it" if other else ""


def _printed(place: Path, reports: Sequence[tuple[str, ...]]) -> Printed:
    return {words: scratch.tried(words, place) for words in reports}


def _rows(path: Path) -> list[str] | None:
    """Return everything that the file holds; None where it cannot be read.

    How sqlite-utils keeps the steps of the schema, and when they were taken, is nothing that sklog ever reads: `check`
    knows them by name.
    """
    try:
        with contextlib.closing(sqlite3.connect(path)) as ledger:
            return [line for line in ledger.iterdump() if "_sqlite_migrations" not in line]
    except (sqlite3.Error, UnicodeDecodeError, ValueError):
        return None
