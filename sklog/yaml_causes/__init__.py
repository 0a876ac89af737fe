"""What is wrong with a text that is no YAML, in sentences for people: where it is, the likely cause, and what to write.

    explained   what a parser of YAML stumbled over -> place and sentence

Of what a parser says only a few words that all of them share are looked at, to know what it was reading. The cause is
found in the text itself, and is mostly further up: a parser goes on until nothing fits any more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sklog.language import _
from sklog.scoring.canonical import shown
from sklog.values import NamedTuple
from sklog.yaml_faults import BREAK, blank_missing, colon_missing, split_glued, stuck

if TYPE_CHECKING:
    from collections.abc import Iterator

_INSIDE = re.compile(
    r"""(?<=[\s,\[{:])(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')|(?<!\S)\#[^\n]*|(?P<bracket>[\[\]{}])""", re.DOTALL
)
_CLOSES = {"[": "]", "{": "}"}
_OPENS = {"]": "[", "}": "{"}


class Fault(NamedTuple):
    """What is wrong, and its line and column from 0."""

    line: int
    column: int
    message: str


class _Stumble:
    """What a parser stumbled over: `begun` is where it began what it was reading, `at` where it could not go on.

    That is in `line`, of which `before` stands in front of it, and `letter` there, "" at the end. `opening` is what it
    was reading, from where that began to the end of the text.
    """

    def __init__(self, text: str, said: str, begun: tuple[int, int], at: tuple[int, int]) -> None:
        self.lines = [*BREAK.split(text), ""]  # behind the last one a parser may have ended
        self.said, self.begun, self.at = said, begun, at
        self.line = self.lines[min(at[0], len(self.lines) - 1)]
        self.before, self.letter = self.line[: at[1]], self.line[at[1] : at[1] + 1]
        first, *others = self.lines[begun[0] : -1] or [""]
        self.opening = "\n".join((first[begun[1] :], *others))

    def says(self, *words: str) -> bool:
        """Whether the parser said one of these."""
        return any(word in self.said for word in words)

    def above(self) -> tuple[int, str]:
        """Return the number of the last line above that says something, and that line; "" where there is none."""
        for number in range(min(self.at[0], len(self.lines)) - 1, -1, -1):
            line = self.lines[number]
            if line.strip() and not line.lstrip().startswith("#"):
                return number, line
        return 0, ""

    def fault_here(self, message: str) -> Fault:
        """Return what is wrong where it could not go on."""
        return Fault(*self.at, message)

    def fault_there(self, message: str) -> Fault:
        """Return what is wrong where it began."""
        return Fault(*self.begun, message)


def explained(text: str, said: str, begun: tuple[int, int] | None, at: tuple[int, int]) -> Fault | None:
    """Return what is probably wrong with a text that a parser could not read from `at` on; None where nobody knows.

    `said` are the parser's words, and `begun` where it began what it was reading. Lines and columns count from 0.
    """
    stumble = _Stumble(text, said, begun or at, at)
    return next((fault for cause in _CAUSES for fault in cause(stumble)), None)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# -- the causes, in the order in which they are looked for; each yields what can be wrong, the likeliest first ----


def _glued_in(number: int, line: str) -> Iterator[Fault]:
    if parted := split_glued(line):
        yield Fault(number, _indent(line), blank_missing(parted))


def _tab(stumble: _Stumble) -> Iterator[Fault]:
    line, __ = stumble.at
    indent = stumble.line[: len(stumble.line) - len(stumble.line.lstrip(" \t-"))]
    column = stumble.at[1] if stumble.letter == "\t" else indent.find("\t")
    if column >= 0:
        yield Fault(line, column, _("a tab: YAML is indented with spaces, so replace it with two spaces"))


def _unclosed(stumble: _Stumble) -> Iterator[Fault]:
    """Look at quotes that are never closed, and at what a backslash means between them."""
    if not stumble.says("quoted scalar"):
        return
    if stumble.says("unexpected"):
        said = _("the quote that begins here is never closed: put another {quote} after the text",
                 quote=stumble.opening[:1])  # fmt: skip
        yield stumble.fault_there(said)
    column = max(stumble.line.rfind("\\", 0, stumble.at[1] + 1), 0)
    said = _("{found} means nothing between double quotes: write \\\\ for a backslash, or use single quotes",
             found=stumble.line[column : column + 2])  # fmt: skip
    yield Fault(stumble.at[0], column, said)


def _directive(stumble: _Stumble) -> Iterator[Fault]:
    if stumble.says("directive", "document", "YAML"):
        for number, line in enumerate(stumble.lines):
            if line.startswith("%"):
                name = shown(line.split()[0])
                yield Fault(number, 0, _("a directive ({name}) is not used here: remove the line", name=name))


def _first_letter(stumble: _Stumble) -> Iterator[Fault]:
    """Look at texts that begin with a letter which means something to YAML."""
    begun = stumble.says("alias", "anchor", "tag", "block scalar")
    letter = stumble.opening[:1] if begun else stumble.letter
    if letter and (begun or stumble.says("start any token", "mapping keys")):
        place = stumble.begun if begun else stumble.at
        yield Fault(*place, _("a text cannot begin with {letter}: put it in quotes", letter=letter))


def _marker(stumble: _Stumble) -> Iterator[Fault]:
    """Look at the marks of a document."""
    if stumble.line.startswith("--- "):
        yield Fault(stumble.at[0], 0, _("`---` is not needed here: remove it"))
    if stumble.says("document") and "..." in stumble.lines[: stumble.at[0]]:
        yield Fault(stumble.lines.index("..."), 0, _("`...` ends a file, but here the file goes on: remove it"))


def _dash(stumble: _Stumble) -> Iterator[Fault]:
    if stumble.says("sequence entries"):
        yield stumble.fault_here(_('a list with "-" begins below its key; in one line it is written [a, b]'))


def _second_colon(stumble: _Stumble) -> Iterator[Fault]:
    """Look at a colon where none can be: what goes on here was begun further up, or in the same line."""
    if not stumble.says("mapping values", "document start"):
        return
    yield from _glued_in(stumble.at[0], stumble.line)
    if ": " in stumble.before:
        yield stumble.fault_here(
            _("a second colon in this line: put the text in quotes, or put the other key on a line of its own")
        )
    number, line = stumble.above()
    yield from _glued_in(number, line)
    if line and ":" not in line and not line.lstrip().startswith("-"):
        yield Fault(number, _indent(line), colon_missing(line))
    if _indent(stumble.line) > _indent(line):
        message = _(
            "this line is further right than the one above, which already has its value: begin both in the same column"
        )
        yield Fault(stumble.at[0], _indent(stumble.line), message)


def _no_colon(stumble: _Stumble) -> Iterator[Fault]:
    line = BREAK.split(stumble.opening)[0]
    if stumble.says("could not find expected ':'") and (split_glued(line) or not line.startswith(("'", '"'))):
        yield stumble.fault_there(stuck(line) or colon_missing(line))


def _lone_colon(stumble: _Stumble) -> Iterator[Fault]:
    """Look at a colon inside brackets beside which something is missing."""
    if stumble.letter == ":" and stumble.says("plain scalar"):
        key, follows = stumble.before[stumble.begun[1] :], stumble.line[stumble.at[1] + 1 :]
        if follows[:1] in _CLOSES:
            yield stumble.fault_there(blank_missing(f"{key}: {follows}"))
        yield stumble.fault_here(_("a colon without a value: write the value after it"))
    if stumble.letter == ":" and stumble.says("content"):
        yield stumble.fault_here(_("a colon without a key: write the key before it"))


def _bracket(stumble: _Stumble) -> Iterator[Fault]:
    """Look at brackets that do not fit together, and at what is between them."""
    letter, opening = stumble.letter, stumble.opening[:1]
    if stumble.says("flow ") and opening in _CLOSES and not stumble.says("content"):
        closing = _CLOSES[opening]
        if letter in _OPENS:
            said = {"opening": opening, "right": closing, "wrong": letter}
            yield stumble.fault_here(_("{opening} is closed with {right}, not with {wrong}", **said))
        if not _is_closed(stumble.opening):
            said = {"opening": opening, "closing": closing}
            message = _("the {opening} that begins here is never closed: put {closing} after the last entry", **said)
            yield stumble.fault_there(message)
        yield stumble.fault_here(_("a comma is missing between two entries, or quotes around a text with a colon"))
    if letter in _OPENS:
        said = {"closing": letter, "opening": _OPENS[letter]}
        yield stumble.fault_here(_("this {closing} closes nothing: remove it, or put its {opening} first", **said))
    if letter == ",":
        yield stumble.fault_here(_("there is nothing before this comma: remove it"))


def _is_closed(text: str) -> bool:
    """Whether the bracket that a text begins with is closed in it; those between quotes and in comments are none."""
    depth = 0
    for found in _INSIDE.finditer(text):
        if bracket := found["bracket"]:
            depth += 1 if bracket in _CLOSES else -1
            if not depth:
                return True
    return False


def _behind_the_end(stumble: _Stumble) -> Iterator[Fault]:
    """Look at what goes on behind a text or list that has ended."""
    yield from _glued_in(stumble.at[0], stumble.line)
    last = stumble.before.rstrip()[-1:]
    if last in ("'", '"'):
        message = _(
            "the text goes on after its closing quote: put quotes around all of it, of the other kind than those inside"
        )
        yield stumble.fault_here(message)
    if last in _OPENS:
        yield stumble.fault_here(_("something follows the closing bracket: remove it, or put it inside"))


def _column(stumble: _Stumble) -> Iterator[Fault]:
    """Look at lines that begin in the wrong column."""
    if stumble.before.strip():
        return
    if stumble.letter == ":":
        yield stumble.fault_here(_("a colon without a key: write the key before it"))
    if stumble.letter == "-" and not stumble.above()[1].lstrip().startswith("-"):
        yield stumble.fault_here(_('there is a line with "-" among keys: a list goes below its key, indented'))
    if stumble.says("block collection"):
        yield stumble.fault_here(_('the lines above are a list, but this one begins without "- "'))
    message = _(
        "this line begins in column {column}, and the ones it belongs with in another: begin all in the same one",
        column=stumble.at[1] + 1,
    )
    yield stumble.fault_here(message)


_CAUSES = (_tab, _unclosed, _directive, _first_letter, _marker, _dash, _second_colon, _no_colon, _lone_colon, _bracket,
           _behind_the_end, _column)  # fmt: skip
