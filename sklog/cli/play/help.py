"""help: the letters of a hand and the commands at the table."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from sklog.cli import SECTIONS
from sklog.language import _
from sklog.notation import TABLE
from sklog.reports.format import left, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from typer.core import TyperGroup

GAP = 2


def overview(program: TyperGroup, columns: int) -> list[str]:
    """Return the letters and the commands in rows for a terminal of so many columns."""
    at_the_table = next(iter(SECTIONS.values()))
    commands = ((name, program.commands[name].get_short_help_str(200)) for name in at_the_table if name != "play")
    return [
        _("A hand is a line: GAME PEOPLE FLAGS [// note]"),
        *_table(((letters, _(meaning)) for letters, meaning in TABLE), columns),
        "",
        _("Commands, here as outside (help COMMAND says more, and so does sklog --help):"),
        *_table(commands, columns),
        "",
        _("Enter on an empty line asks question by question; Ctrl-C clears the line; Ctrl-D leaves."),
    ]


def _table(pairs: Iterable[tuple[str, str]], columns: int) -> Iterator[str]:
    """Yield a row for each pair, its second part beside the widest first one, broken where it is too long."""
    rows = list(pairs)
    first = max(width(word) for word, _meaning in rows)
    for word, meaning in rows:
        start, *more = wrap(meaning, max(columns - first - 2 * GAP, first)) or [""]
        yield f"{'':{GAP}}{left(word, first)}{'':{GAP}}{start}"
        yield from (f"{'':{first + 2 * GAP}}{part}" for part in more)
