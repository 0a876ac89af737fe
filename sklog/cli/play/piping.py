"""Lines from a pipe: each is answered at once; the first refused one ends it, unless it shall go on."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from sklog.cli.hands import NO_TEXT, lines_of
from sklog.cli.play import words
from sklog.cli.play.table import Answer
from sklog.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from sklog.cli.play.table import Table


def play(table: Table, *, keep_going: bool) -> int:
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
            line = words.said(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError:
            yield number, None
            continue
        if line in words.LEAVE:
            return
        if line and not line.startswith(words.REMARK):
            yield number, line
