"""A file -> its tables: csv in any encoding, and workbooks (xlsx, ods), as rows of cells that say what they are.

    read_tables  a file of either kind
    of_text      csv, with whatever parts its cells

Nothing is believed: a file has `limits`, and what a program did not compute is named instead of read as nothing.
"""

from __future__ import annotations

import csv
import io
import re
from itertools import islice, pairwise, zip_longest
from typing import TYPE_CHECKING

from sklog.errors import Problem, SessionFileError
from sklog.files.formats import bytes_of, text_of
from sklog.language import _
from sklog.lists import limits
from sklog.lists.cells import Cell, Grid, GridRow, amount_of
from sklog.lists.notes import noted
from sklog.lists.workbooks import of_workbook
from sklog.rooms import IMPORTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_PACKED, _OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_SHIELDED = re.compile(r"'[=+@-]")
_WIDEST = 2_000  # letters of a line of columns that are made of blanks


def read_tables(path: Path) -> list[Grid]:
    """Return the tables of a file; raise NotFound, Refused where it is too much, SessionFileError where it is none."""
    where, data = str(path), bytes_of(path, limits.BYTES.most)
    if data.startswith(_OLD_OFFICE):
        raise SessionFileError(
            Problem(_("an old xls file, or one with a password: save it as xlsx or ods, without a password"), where)
        )
    if data.startswith(_PACKED) or path.suffix.casefold() in IMPORTS["workbook"].endings:
        return of_workbook(data, where)
    return [of_text(data, path.stem, where)]


# -- csv ----------------------------------------------------------------------------------------------


def of_text(data: bytes, title: str, where: str) -> Grid:
    """Return the table of a csv; Refused where it is too much, SessionFileError where it is none."""
    limits.TEXT.check(len(data), where)
    text = text_of(data)
    if "\0" in text:
        raise SessionFileError(Problem(_("not a text file: it contains zero bytes"), where))
    with_tabs = 2 * sum(line.count("\t") > 2 for line in text.splitlines()) > text.count("\n")
    if in_words := () if with_tabs else noted(text):
        return Grid(title, where, in_words, "1900")
    said = re.match(r"sep=([,;|\t])\r?\n?", text)  # what a spreadsheet program leaves for itself
    made = text if said else _with_marks(text)
    of_blanks, text = "\t" in made and "\t" not in text, made
    delimiter = said[1] if said else _delimiter(text[: limits.CELL.most])
    behind_marks = rf'(?<=[^"\n{delimiter}]") +(?=[\r\n{delimiter}]|$)'  # blanks that nobody sees
    lines = io.StringIO(re.sub(behind_marks, "", text), newline="")
    lines.seek(said.end() if said else 0)
    csv.field_size_limit(limits.CELL.most)
    reader = csv.reader(
        _few_marks(lines, delimiter, where),
        delimiter=delimiter,
        strict=True,
        skipinitialspace=True,
        quoting=csv.QUOTE_NONE if of_blanks else csv.QUOTE_MINIMAL,
    )
    first = 2 if said else 1
    room, rows, number = limits.Room(), [], first
    try:
        for texts in reader:
            rows.append(room.take(GridRow(number).put(map(_csv_cell, texts if any(texts) else ())), where))
            number = first + reader.line_num
    except csv.Error as wrong:
        if "field limit" in str(wrong):
            raise limits.QUOTED.refusal(where, number) from None
        reason = str(wrong).replace("\t", r"\t")
        message = _("not readable as csv ({reason}): is a quotation mark missing, or was the file cut?", reason=reason)
        raise SessionFileError(Problem(message, where, number)) from None
    return Grid(title, where, tuple(rows), "1900")  # a program writes days as numbers where they have no format


def _few_marks(lines: Iterable[str], delimiter: str, where: str) -> Iterator[str]:
    """Yield lines; raise Refused for one that would be very many cells."""
    for number, line in enumerate(lines, 1):
        if line.count(delimiter) > limits.CELL.most:
            raise limits.COLUMNS.refusal(where, number)
        yield line


def _csv_cell(text: str) -> Cell:
    """Return a cell of a csv, without the apostrophe that keeps a text from being a formula."""
    return Cell(text[1:] if _SHIELDED.match(text) else text)


def tidy(grid: Grid) -> Grid:
    """Return a table with every text on one line, with single blanks."""
    rows = (row.put(map(_tidy, row.cells)) for row in grid.rows if not _is_rule(row))
    return grid._replace(rows=tuple(row for row in rows if row.cells))


def _is_rule(row: GridRow) -> bool:
    """Whether a row is the line below the headings, as Markdown has it, or one across a page."""
    return all(not cell.fault and re.fullmatch(":?[-+ =_]+:?|", cell.text.strip()) for cell in row.cells)


def _tidy(cell: Cell) -> Cell:
    text = " ".join(cell.text.split())
    text = re.sub(r"^(\*{1,2})(\S.*)\1$", r"\2", text) if text.endswith("*") else text  # bold in Markdown
    return cell if text == cell.text or cell.day or cell.fault else Cell(text)


def as_csv(grid: Grid) -> io.StringIO:
    """Return a table as csv, each row with as many cells as the first; SessionFileError for cells without a value."""
    faults = ((row, cell) for row in grid.rows for cell in row.cells if cell.fault and not cell.truth)
    SessionFileError.if_any(Problem(cell.fault, grid.where, row.number) for row, cell in faults)
    out = io.StringIO(newline="")
    width = len(grid.rows[0].cells)
    rows = ([cell.text for cell in row.cells] + [""] * (width - len(row.cells)) for row in grid.rows)
    csv.writer(out, lineterminator="\n").writerows(rows)
    out.seek(0)
    return out


def _with_marks(text: str) -> str:
    """Return a text whose columns are made of blanks with a tab between them; any other as it is.

    A column ends where no line of the table has a letter: a cell may be empty.
    """
    if re.search("(?m)^[^\n]*[|].*[0-9] {2,}[^\\w\t\n]?[0-9].*[|]", text):  # several amounts between two lines
        text = re.sub("(?m)^[-+| ]+$", "", text).replace("|", " ")
    text = re.sub(r"(?m)^[ \t]*\|(.*)\|[ \t]*$", r"\1", text)
    lines = text.splitlines()
    parts = [line.split() for line in lines]
    heads = next((words for words in parts if len(words) > 2), [])
    same = sum(len(words) == len(heads) for words in parts)
    if not re.search("[;|\t]|  ", text) and all(map(str.isalpha, heads)) and 2 * same > sum(map(bool, parts)):
        return "\n".join("\t".join(words) if len(words) == len(heads) else " ".join(words) for words in parts)
    table = [line for line in lines if len(re.findall(r"(?:^|\S)  +(?=\S)", line)) > 1 and "=" not in line]  # no legend
    places = [at for at, line in enumerate(lines) if line in table] or [0]  # what is written around it does not count
    few = len(table) < 3 or 2 * len(table) <= sum(map(bool, lines[places[0] : places[-1] + 1]))
    if few or re.search("[\t;|]", "".join(table)) or max(map(len, table)) > _WIDEST:
        return text
    fields = {line: len(re.split("  +", line.strip())) for line in table}
    if len({*fields.values()}) == 1:  # nobody has an empty cell
        return "\n".join(re.sub("  +", "\t", line.strip()) for line in lines)
    most = max(fields.values())
    ends, all_ends = ([gap.start for gap in _gaps(table, least)] for least in (2, 1))
    gaps = _gaps([line for line in table if fields[line] == most], 2)
    whole = [min(gap, key=lambda at: sum(bool(line[at : at + 1].strip()) for line in table)) for gap in gaps]
    if len(ends) + 1 < most:  # "3 Nov" and "da Sepp" are one cell; so is "Fr 26.01." above shorter amounts
        ends = all_ends if len(all_ends) < most else whole
    ways = (_cut(lines, table, bounds) for bounds in (ends, whole))
    return next((rows for rows in ways if rows and not re.search("[0-9] {2,}[^\\w\t\n]?[0-9]", rows)), text)


def _cut(lines: Sequence[str], table: Sequence[str], ends: Sequence[int]) -> str:
    """Return lines with a tab at these places of those of the table, but for a title that goes on there."""
    bounds = [*pairwise([0, *ends, None])]
    others = {line: re.sub("  +", "\t", line) if "=" in line else line for line in {*lines} - {*table}}
    whole = {line: any(f"{line} "[at - 1 : at + 1].isalnum() for at in ends) for line in table}
    if any(map(_is_evening, [*others, *(line for line in table if whole[line])])):
        return ""  # it would be lost
    others |= {line: " ".join(line.split()) for line in table if whole[line] or re.fullmatch(r"\s*[-*=~]\D*", line)}
    return "\n".join(others.get(line) or "\t".join(line[at:end].strip() for at, end in bounds) for line in lines)


def _is_evening(line: str) -> bool:
    """Whether a line begins with a day, and has amounts of two people behind it."""
    day = re.match(r"\W*(?:[^\W\d]+[.,]? )?[0-9]{1,4}[-./]", line)
    words = line[day.end() :].split() if day else ()
    return sum(amount_of(Cell(word)) is not None for word in words) > 2


def _gaps(lines: Sequence[str], least: int) -> list[range]:
    """Return where so many places are blank in all lines, but for those between an amount and its unit."""
    units = {at for line in lines for one in re.finditer("(?<=[0-9]) +(?=€)", line) for at in range(*one.span())}
    columns = zip_longest(*lines, fillvalue=" ")
    ruler = "".join("x "[at not in units and not any(map(str.strip, column))] for at, column in enumerate(columns))
    return [range(*gap.span()) for gap in re.finditer(f"(?<=x) {{{least},}}", ruler)]


def _delimiter(text: str) -> str:
    """Return what parts the cells: what stands equally often, and most often, in the first lines."""
    lines = [re.sub('"[^"]*"', "", line) for line in islice(io.StringIO(text), 50) if line.strip()]
    counted = {mark: [line.count(mark) for line in lines] for mark in "\t;|,"}  # outside of quotation marks
    if [mark for mark, found in counted.items() if min({*found} or {0}) > 1 and len({*found}) == 1] == [","]:
        return ","  # whatever parts the words of a cell
    often = {(mark, count): counted[mark].count(count) for mark in "\t;|" for count in counted[mark] if count}
    scores = {(mark, count): count * many for (mark, count), many in often.items() if 3 * many > len(lines)}
    return max(scores, key=scores.__getitem__, default=(",",))[0]
