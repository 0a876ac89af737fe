"""Past Typer: a plain `add`, a plain `show`, and what a word of a hand may become, which are asked all evening long.

    sklog add s ac nl3 ──straight──▶ the desk ──screen──▶ what the whole program says, to the letter
    sklog add --again … ──straight──▶ None: `sklog.cli` reads the line

The command line is declared in `sklog.cli` alone. Whatever has an option, is refused by Typer, asks something back, or
is printed otherwise than here is for it; then nothing was stored or said yet. `tests/test_direct.py` shows that both
ways say and store the same.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from sklog.direct import screen
from sklog.errors import Repeated, UnclearAmount, UnclearPrice
from sklog.language import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMPLETE = "_SKLOG_COMPLETE"  # Typer's variable: a shell asks what a word may become


def straight(words: Sequence[str]) -> Callable[[], bool] | None:
    """Return what answers a command line; None where the whole program does.

    It returns whether it did: else nothing was stored or said, and the whole program answers after all.
    """
    # on Windows Typer changes words, and what is written; elsewhere it writes UTF-8 where the system knows ASCII only
    if os.name == "nt" or None in (sys.stdin, sys.stdout, sys.stderr) or sys.stdout.encoding.lower() != "utf-8":
        return None
    if COMPLETE in os.environ:
        return _complete
    screen.choose()
    command, *rest = words or [""]
    if command in ("add", *words_for("add")) and rest and not rest[0].startswith("-"):
        run = partial(_add, " ".join(rest))
    elif command in ("show", *words_for("show")) and not rest:
        run = partial(_show)
    else:
        return None
    from sklog.desk import hands  # noqa: F401, PLC0415  before Ctrl-C is listened to

    return run


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  as Typer does


@screen.answering()
def _complete() -> bool:
    from sklog.direct import completing  # noqa: PLC0415  only where a word is completed

    completing.complete(completing.of_a_hand, _say)
    return False


@screen.answering()
def _add(said: str) -> bool:
    from sklog.desk import hands  # noqa: PLC0415  the same
    from sklog.ledger.open import LedgerFile  # noqa: PLC0415  the same

    ledger = LedgerFile()
    try:
        evening, line = hands.record_entry(ledger, said, None, ("add", [said]))
    except (Repeated, UnclearAmount, UnclearPrice):
        if screen.can_ask():
            return False
        raise
    told = screen.told(line)
    _say(screen.fitting(told))
    _say_board(screen.board(evening, line=line, file=ledger, beside=(told,)))
    return True


@screen.answering()
def _show() -> bool:
    from sklog.desk import hands  # noqa: PLC0415  the same
    from sklog.ledger.open import LedgerFile  # noqa: PLC0415  the same

    _say_board(screen.board(*hands.seen(LedgerFile(), None, screen.rows() or hands.RECENT_HANDS)))
    return True


def _say_board(text: str) -> None:
    if text:
        _say(text)
