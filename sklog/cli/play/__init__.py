"""The prompt of a terminal that can only print lines one below the other: no colour, no line that changes."""

from __future__ import annotations

import io
import os
import sys
from copy import copy
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import printing
from sklog.cli.common import Db, WhichSession, path_of
from sklog.cli.play import preview, program, questions
from sklog.cli.play.program import Answer, refused
from sklog.cli.play.questions import BACK, ENTER, ESCAPE, Guide
from sklog.cli.printing import show_board
from sklog.desk.hands import NO_TEXT, lines_of
from sklog.errors import SklogError
from sklog.language import _
from sklog.reports.format import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from sklog.cli.play.program import Answer, Table
    from sklog.ledger.evenings import Evening


def play_plain(table: Table) -> None:
    """Ask for lines until there is no more, or somebody leaves."""
    evening = table.evening()
    if evening:
        show_board(evening)
    while True:
        try:
            table.view.look()
            line = preview.said(input(table.prompt))
            if line in preview.LEAVE:
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
    if line and not line.startswith(preview.REMARK):
        if evening is None and preview.is_hand(line):
            _say(preview.read(line, None, table.program).first)
        else:
            _say(*_answered(lambda: table.say(line)).problems)


def _begin(table: Table) -> None:
    asked = questions.Asked(input, _say, lambda command: _answered(lambda: table.run(command)))
    try:
        questions.begin(table.last(), asked)
    except SklogError as error:
        _say(*refused(error).problems)


def _answered(say: Callable[[], Answer]) -> Answer:
    shown = program.Page(sys.stdout)
    try:
        with shown.taking():
            return say()
    finally:
        shown.show()


def _say(*sentences: str) -> None:
    for sentence in sentences:
        typer.echo(filled(program.inside(sentence), printing.columns()))


def _guided(table: Table, evening: Evening) -> str:
    """Ask question by question; the keys of an answer are typed as a line, and a line that is none is one itself."""
    guide = Guide(evening, table.program)
    back, leave = _("back"), _("leave")
    named = {"": (ENTER,), back: (BACK,), leave: (ESCAPE,)}
    while not guide.over:
        typer.echo("\n".join(guide.rows(printing.columns(), back, leave)))
        said = preview.said(input("? "))
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


# -- Lines from a pipe: each is answered at once; the first refused one ends it, unless it shall go on -


def play_piped(table: Table, *, keep_going: bool) -> int:
    """Say every line of standard input; return the exit code: 1 if any was refused."""
    if sys.stdin is None:
        return 0
    piped, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO())  # no command reads the lines of others, or asks
    try:
        refused = False
        for number, line in _lines(piped.buffer):
            answer = Answer(1, (_(NO_TEXT),)) if line is None else table.say(line, meant=True)
            _say_refused(number, answer)
            refused |= bool(answer.code)
            if refused and not keep_going:
                break
        return int(refused)
    finally:
        sys.stdin = piped


def _say_refused(number: int, answer: Answer) -> None:
    problems = answer.problems or ((_("exit code {code}", code=answer.code),) if answer.code else ())
    for problem in problems:
        sys.stderr.write(_("line {number}: {problem}", number=number, problem=problem) + "\n")
    sys.stderr.flush()


def _lines(piped: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """Yield each line that says something, with its number; None where it is no text."""
    for number, raw in enumerate(lines_of(piped), 1):
        try:
            line = preview.said(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError:
            yield number, None
            continue
        if line in preview.LEAVE:
            return
        if line and not line.startswith(preview.REMARK):
            yield number, line


# -- play: the table's own prompt. A line is a hand or a command, and both are what they are outside of it


#     keys ──prompting──▶ line ──table──▶ the program of `sklog.cli` itself ──▶ ledger, answer, board
#               │                               ▲
#               └─ each key: words, reading     └── piping, where no terminal is
#
#     words        whether a line is a command; what Tab offers      (text, Evening) -> words
#     reading      how a line is understood, what each would win     (text, Evening) -> Reading
#     seeing       View: the evening as it was read last, and the table before each of its hands
#     table        Table: `say(line)` runs a line for this evening, and says what was refused
#     paging       Answer: what a command prints, a screen at a time
#     guiding      Guide: question by question to a hand             key -> next question, line
#     extras       what is asked of a hand at the end
#     help         the letters and the commands, in columns
#     beginning    the questions that open an evening
#     prompting    the only module that knows prompt_toolkit: the line, what stands below it, Tab, history
#     plain        the same prompt for a terminal that can only print lines (TERM=dumb)
#     piping       lines from a pipe, one after the other
#
# A line is a command if its first word is exactly a command's name, else it is a hand; `add` in front makes any
# line a hand. Commands are run by the program that runs them outside, so that words, options and answers are the
# same. Nothing here writes: what is acknowledged was stored by the command.


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
    from sklog.cli.play.program import Table  # noqa: PLC0415  --help needs none of it

    path = path_of(db)
    os.environ["SKLOG_DB"] = str(path)  # every line means this ledger
    table = Table(path, session)
    if sys.stdin is None or not sys.stdin.isatty():
        raise typer.Exit(play_piped(table, keep_going=keep_going))
    if os.environ.get("TERM", "dumb") == "dumb" or not sys.stdout.isatty():
        play_plain(table)
        return
    from sklog.cli.play import prompt  # noqa: PLC0415  only here prompt_toolkit is imported

    prompt.play(table)
