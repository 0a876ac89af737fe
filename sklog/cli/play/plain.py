"""The prompt of a terminal that can only print lines one below the other: no colour, no line that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from sklog.cli import common
from sklog.cli.board import show_board
from sklog.cli.play import beginning, words
from sklog.cli.play.guiding import ENTER, Guide
from sklog.cli.play.table import Answer

if TYPE_CHECKING:
    from sklog.cli.play.table import Table


def play(table: Table) -> None:
    """Ask for lines until there is no more, or somebody leaves."""
    evening = table.evening()
    if evening:
        show_board(evening)
    while True:
        try:
            line = words.said(input(table.prompt))
            if line in words.LEAVE:
                return
            _do(table, line)
        except KeyboardInterrupt:
            typer.echo()
        except EOFError:
            typer.echo()
            return


def _do(table: Table, line: str) -> None:
    """Say one line; an empty one asks question by question."""
    if not line and not table.is_open:
        answer = table.run(beginning.command(table.last(), input))
    else:
        line = line or _guided(table)
        answer = table.say(line) if line and not line.startswith(words.REMARK) else Answer()
    for problem in answer.problems:
        typer.echo(problem)


def _guided(table: Table) -> str:
    """Ask question by question; the keys of an answer are typed as a line."""
    evening = table.evening()
    if evening is None:
        return ""
    guide = Guide(evening, table.program)
    while not guide.over:
        typer.echo("\n".join(guide.rows(common.columns())))
        for key in words.said(input("? ")) or [ENTER]:
            guide.press(key)
        if guide.typing:
            guide.press(ENTER)
    return guide.line
