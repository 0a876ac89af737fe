"""How much a file from anybody may hold: one table of limits, each with the sentence that says what is too much.

A list that people keep is far below each of them, and a file at all of them at once is still read in little memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem, Refused
from sklog.language import N_, _

if TYPE_CHECKING:
    from sklog.lists.cells import GridRow


class Limit(NamedTuple):
    """The most that a file may hold of something, and what is said of one that holds more."""

    most: int
    said: str

    def refusal(self, where: str, line: int = 0, *, part: str = "", what: str = "") -> Refused:
        """Return the error that a file holds more, in a part of a workbook and mostly of what."""
        told = {"most": self.most, "megabytes": self.most // 1_000_000, "part": part, "what": what}
        return Refused(Problem(_(self.said, **told), where, line))

    def check(self, count: int, where: str, line: int = 0) -> None:
        """Raise Refused where there is more."""
        if count > self.most:
            raise self.refusal(where, line)


# any file
BYTES = Limit(20_000_000, N_("larger than {megabytes} MB: this is not the right file"))
TEXT = BYTES._replace(most=10_000_000)  # the same of a csv, which is not packed
CELL = Limit(100_000, N_("more than {most:,} letters in one cell: this is not a list of evenings"))
QUOTED = CELL._replace(said=N_("more than {most:,} letters in one cell: is a quotation mark missing?"))  # in a csv
ROWS = Limit(50_000, N_("more than {most:,} rows: divide the list"))  # that are not empty, of all sheets together
COLUMNS = Limit(200, N_("more than {most} columns: this is not a list of evenings"))
CELLS = Limit(200_000, N_("more than {most:,} cells: divide the list"))  # that are not empty, or before one that is not
# a workbook
SHEETS = Limit(200, N_("more than {most} sheets: divide the workbook"))
PARTS = Limit(3_000, N_("it contains more than {most:,} files: it is not read"))
UNPACKED = Limit(64_000_000, N_("unpacked it has more than {megabytes} MB: it is not read"))
# its XML: a million empty rows that a program has formatted fit in, and 200,000 cells with their texts
ELEMENTS = Limit(1_100_000, N_("more than {most:,} XML elements, most of them {what} in {part}: divide the workbook"))
SMALL = Limit(200_000, N_("more than {most:,} XML elements in {part}, most of them {what}: it is not read"))  # no sheet
ATTRIBUTES = Limit(3_000_000, N_("more than {most:,} XML attributes: divide the workbook"))
LETTERS = Limit(5_000_000, N_("more than {most:,} letters in its cells: divide the workbook"))
TOKEN = Limit(110_000, N_("more than {most:,} letters in one XML tag or comment of {part}: it is not read"))
KINDS = Limit(10_000, N_("more than {most:,} different XML names in {part}: it is not read"))
NAMESPACE = Limit(300, N_("more than {most} letters in an XML namespace of {part}: it is not read"))
DEPTH = Limit(100, N_("more than {most} nested XML elements in {part}: it is not read"))


class Room:
    """Counts what the tables of one file hold together."""

    def __init__(self) -> None:
        self.rows = self.cells = self.letters = 0

    def take(self, row: GridRow, where: str) -> GridRow:
        """Return a row that has room; raise Refused where there is none."""
        self.rows += 1
        self.cells += len(row.cells)
        self.letters += sum([len(cell.text) for cell in row.cells])  # a text that is kept once may be used often
        ROWS.check(self.rows, where)
        COLUMNS.check(len(row.cells), where, row.number)
        CELLS.check(self.cells, where)
        LETTERS.check(self.letters, where)
        return row
