"""play: the table's own prompt. A line is a hand or a command, and both are what they are outside of it.

    keys ──prompt──▶ line ──shell──▶ the program of `sklog.cli` itself ──▶ ledger, answer, board
             │                ▲
             │                └── plain: lines from a pipe, and from a terminal that can only print lines
             │                └── kept: lines that wait behind a refused one
             └─ each key: Shell.understood and live.preview say what the line means, Shell.foreseen what a
                 command would change, questions what is asked

Only `prompt` knows prompt_toolkit.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from sklog.cli import printing
from sklog.cli.common import Db, WhichSession
from sklog.ledger.open import LedgerFile, staying_open
from sklog.play import plain
from sklog.play.shell import Shell

app = typer.Typer()


@app.command("play")
def play(
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="From a pipe: continue after a refused line.")
    ] = False,
    session: WhichSession = None,
    db: Db = None,
) -> None:
    """Type hands at a prompt and see what everybody would win or pay; also reads a pipe."""
    sit_down(session, db, keep_going=keep_going)


def sit_down(
    session: str | None, db: Path | None, first_line: str = "", *, keep_going: bool = False, may_start: bool = False
) -> None:
    """Show the prompt of an evening; where none is open, and it `may_start` one, it asks for one first.

    With a `first_line` it asks for that line alone, until it is done.
    """
    ledger = LedgerFile(db)
    os.environ["SKLOG_DB"] = str(ledger.path)  # every line means this ledger
    with staying_open():
        _ask(Shell(ledger, session, sees=sys.stdin.isatty()), first_line, keep_going=keep_going, may_start=may_start)


def _ask(shell: Shell, first_line: str, *, keep_going: bool, may_start: bool) -> None:
    """Read lines from a pipe, or ask for them as the terminal can."""
    if not sys.stdin.isatty():
        raise typer.Exit(plain.play_piped(shell, keep_going=keep_going))
    if not printing.can_edit():
        plain.play_line_by_line(shell, may_start=may_start)
        return
    from sklog.play import prompt  # noqa: PLC0415  only here prompt_toolkit is imported

    prompt.play_on_screen(shell, first_line, may_start=may_start)
