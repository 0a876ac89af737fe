"""The prompt of a terminal that can only print lines one below the other: no colour, no line that changes."""

from __future__ import annotations

import sys
from copy import copy
from typing import TYPE_CHECKING

import typer

from sklog.cli import printing
from sklog.cli.board import show_board
from sklog.cli.play import beginning, paging, reading, words
from sklog.cli.play.guiding import BACK, ENTER, ESCAPE, Guide
from sklog.cli.play.table import refused
from sklog.errors import SklogError
from sklog.language import _
from sklog.reports.format import filled

if TYPE_CHECKING:
    from collections.abc import Callable

    from sklog.cli.play.table import Answer, Table
    from sklog.ledger.evenings import Evening


def play(table: Table) -> None:
    """Ask for lines until there is no more, or somebody leaves."""
    evening = table.evening()
    if evening:
        show_board(evening)
    while True:
        try:
            table.view.look()
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
    evening = table.view.look()
    if not line:
        if evening is None or evening.closed:
            _begin(table)
            return
        line = _guided(table, evening)
    if line and not line.startswith(words.REMARK):
        if evening is None and words.is_hand(line):
            _say(reading.read(line, None, table.program).first)
        else:
            _say(*_answered(lambda: table.say(line)).problems)


def _begin(table: Table) -> None:
    asked = beginning.Asked(input, _say, lambda command: _answered(lambda: table.run(command)))
    try:
        beginning.begin(table.last(), asked)
    except SklogError as error:
        _say(*refused(error).problems)


def _answered(say: Callable[[], Answer]) -> Answer:
    shown = paging.Answer(sys.stdout)
    try:
        with shown.taking():
            return say()
    finally:
        shown.show()


def _say(*sentences: str) -> None:
    for sentence in sentences:
        typer.echo(filled(paging.inside(sentence), printing.columns()))


def _guided(table: Table, evening: Evening) -> str:
    """Ask question by question; the keys of an answer are typed as a line, and a line that is none is one itself."""
    guide = Guide(evening, table.program)
    back, leave = _("back"), _("leave")
    named = {"": (ENTER,), back: (BACK,), leave: (ESCAPE,)}
    while not guide.over:
        typer.echo("\n".join(guide.rows(printing.columns(), back, leave)))
        said = words.said(input("? "))
        before = copy(guide)
        for key in named.get(said, said):
            guide.press(key)
        if guide.typing and said:
            guide.press(ENTER)
        if guide.over and not guide.line and said not in named:
            if len(said) > 1:
                return said
            guide = before
    return guide.line
