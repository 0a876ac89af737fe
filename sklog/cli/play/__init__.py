"""play: the table's own prompt. A line is a hand or a command, and both are what they are outside of it.

    keys ──prompting──▶ line ──table──▶ the program of `sklog.cli` itself ──▶ ledger, answer, board
              │                               ▲
              └─ each key: words, reading     └── piping, where no terminal is

    words        whether a line is a command; what Tab offers      (text, Evening) -> words
    reading      how a line is understood, what each would win     (text, Evening) -> Reading
    seeing       View: the evening as it was read last, and the table before each of its hands
    table        Table: `say(line)` runs a line for this evening, and says what was refused
    paging       Answer: what a command prints, a screen at a time
    guiding      Guide: question by question to a hand             key -> next question, line
    extras       what is asked of a hand at the end
    help         the letters and the commands, in columns
    beginning    the questions that open an evening
    prompting    the only module that knows prompt_toolkit: the line, what stands below it, Tab, history
    plain        the same prompt for a terminal that can only print lines (TERM=dumb)
    piping       lines from a pipe, one after the other

A line is a command if its first word is exactly a command's name, else it is a hand; `add` in front makes any
line a hand. Commands are run by the program that runs them outside, so that words, options and answers are the
same. Nothing here writes: what is acknowledged was stored by the command.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from sklog.cli.common import Db, WhichSession, path_of

app = typer.Typer()


@app.command("play")
def play(
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="From a pipe: go on after a line that was refused.")
    ] = False,
    session: WhichSession = None,
    db: Db = None,
) -> None:
    """Type hand after hand at a prompt of the table, and see what each would win; it reads a pipe as well."""
    from sklog.cli.play.table import Table  # noqa: PLC0415  --help needs none of it

    path = path_of(db)
    os.environ["SKLOG_DB"] = str(path)  # every line means this ledger
    table = Table(path, session)
    if sys.stdin is None or not sys.stdin.isatty():
        from sklog.cli.play import piping  # noqa: PLC0415

        raise typer.Exit(piping.play(table, keep_going=keep_going))
    if os.environ.get("TERM", "dumb") == "dumb" or not sys.stdout.isatty():
        from sklog.cli.play import plain  # noqa: PLC0415

        plain.play(table)
        return
    from sklog.cli.play import prompting  # noqa: PLC0415  only here prompt_toolkit is imported

    prompting.play(table)
