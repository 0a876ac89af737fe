"""Past Typer: what is typed all evening long without any option, and what a word of a hand may become.

    sklog add s ac nl3 ──straight──▶ commands ──▶ the desk ──screen──▶ what the whole program says, to the letter
    sklog add --again … ──straight──▶ None: `sklog.cli` reads the line

The command line is declared in `sklog.cli` alone. Whatever has an option, is refused by Typer, asks something back, or
is printed otherwise than here is for it; then nothing was stored or said yet. `tests/test_direct.py` shows that both
ways say and store the same.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from sklog.direct import screen
from sklog.errors import LedgerError, SklogError
from sklog.language import words_for
from sklog.rooms import COMPLETING, SEASON_REPORTS, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

COMMANDS = (
    *("add", "show", "explain", "undo", "fix", "settle", "report session"),
    *(f"report {name}" for name in SEASON_REPORTS),
)
"""What may go past Typer, by its English words: a function of `commands` or `reports` has what each of them does."""


def straight(words: Sequence[str]) -> Callable[[], bool] | None:
    """Return what answers a command line; None where the whole program does.

    It returns whether it did: else nothing was stored or said, and the whole program answers after all.
    """
    streams = sys.stdin, sys.stdout, sys.stderr
    # on Windows Typer changes words, and what is written; elsewhere it writes UTF-8 where the system knows ASCII only
    if os.name == "nt" or None in streams or (sys.stdout.encoding or "").lower() != "utf-8":
        return None
    if screen.COMPLETE in os.environ:
        return _complete
    screen.choose()
    path = next((path for path in map(str.split, COMMANDS) if _begin_with(words, path)), None)
    if path is None:
        return None
    command, *inner = path
    answered = load(f"sklog.direct.{'reports' if inner else 'commands'}:{command}")
    return partial(_answer, partial(answered, words[len(path) :], *inner))


def _begin_with(words: Sequence[str], path: Sequence[str]) -> bool:
    """Whether words begin with those for a command, in the language that is spoken or in English."""
    said = [(part, *words_for(" ".join(path[: place + 1]))) for place, part in enumerate(path)]
    return len(words) >= len(path) and all(map(tuple.__contains__, said, words))


@screen.answering()
def _complete() -> bool:
    completing = load(COMPLETING)
    completing.complete(completing.of_a_hand, partial(print, flush=True))
    return False


@screen.answering()
def _answer(texts: Callable[[], Iterator[str]]) -> bool:
    answer = texts()
    try:
        first = next(answer)
    except screen.Elsewhere:
        return False
    except SklogError as error:
        if isinstance(error, LedgerError) or not screen.can_ask():
            raise
        return False  # perhaps it is asked back; a ledger that is locked is not waited for twice
    for text in filter(None, chain([first], answer)):
        print(text.rstrip("\n"), flush=True)  # noqa: T201  as Typer does
    return True
