"""A file -> its tables: csv in any encoding, and workbooks (xlsx, ods), as rows of cells that say what they are.

    of_text      csv, with whatever parts its cells
    of_workbook  xlsx by openpyxl, ods as a stream

Nothing is believed: a file has limits, packed and unpacked, a sheet has limits of rows and columns, and what a program
did not compute is named instead of read as nothing. For ods no library will do: python-calamine reads both formats in
no time, but a cell in the last row and column ends the whole process, and formats and errors are lost; odfpy builds the
whole document in memory, and takes 6 s for 10,000 rows. What is read here are values, and how often they are repeated.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
import zlib
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NotFound, Problem, Refused, SessionFileError, SklogError, reason
from sklog.importers.lists.cells import CENTS, EUROS
from sklog.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MOST_BYTES = 20_000_000  # of a file
MOST_UNPACKED = 64_000_000  # of what is packed in a workbook
MOST_PARTS = 3_000  # files in it
MOST_ROWS = 100_000  # of a file, all its sheets together; empty ones at the end are none
MOST_COLUMNS = 200
MOST_SHEETS = 200
LAST_ROW = 1_048_576  # in any spreadsheet program
MOST_LETTERS = 100_000  # of one cell
LONGEST_TITLE = 100
WORKBOOKS = (".xlsx", ".xlsm", ".ods")
TEXTS = (".csv", ".tsv", ".tab", ".xls")  # some programs call a csv so; what is none is named
_PACKED, _OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_TABLE, _TEXT, _OFFICE, _CALC = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "text", "office", "config")
)
_EURO_FORMAT = re.compile(r"€|\bEUR\b")
_SHIELDED = re.compile(r"'[=+@-]")
_CENT_FORMAT = re.compile(r'"\s*(?:ct|cents?)\.?\s*"', re.IGNORECASE)


class Cell(NamedTuple):
    """One cell: `text` as people see it, or nearly; a number or an ISO day where it is one.

    `unit` is what its format says that it counts. `fault` says why it has no value.
    """

    text: str = ""
    number: Decimal | None = None
    day: str = ""
    unit: str = ""
    fault: str = ""


EMPTY = Cell()


class Row(NamedTuple):
    """The cells of a row, and its number as people count them, from 1."""

    number: int
    cells: tuple[Cell, ...]


class Grid(NamedTuple):
    """One table of a file: `where` names it to people, `title` is its sheet's (of a csv the file's name).

    `serials` says from when on days are counted that look like numbers: "1900", "1904", "" where nobody counts them.
    """

    title: str
    where: str
    rows: tuple[Row, ...]
    serials: str = ""
    hidden: bool = False


def is_workbook(path: Path) -> bool:
    """Whether a file is called as workbooks are."""
    return path.suffix.casefold() in WORKBOOKS


def read(path: Path) -> list[Grid]:
    """Return the tables of a file; raise NotFound, Refused where it is too much, SessionFileError where it is none."""
    where = str(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise Refused(Problem(_("larger than {megabytes} MB: this is not the right file", megabytes=most), where))
        data = path.read_bytes()
    except OSError as wrong:
        raise NotFound(Problem(_("cannot be read: {reason}", reason=reason(wrong)), where)) from None
    if data.startswith(_OLD_OFFICE):
        raise SessionFileError(
            Problem(_("an old xls file, or one with a password: save it as xlsx or ods, without a password"), where)
        )
    return (
        of_workbook(data, where) if data.startswith(_PACKED) or is_workbook(path) else [of_text(data, path.stem, where)]
    )


# -- csv ----------------------------------------------------------------------------------------------


def text_of(data: bytes) -> str:
    """Return the text of a csv: UTF-8, UTF-16 with its mark, else Windows-1252."""
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def of_text(data: bytes, title: str, where: str) -> Grid:
    """Return the table of a csv; SessionFileError where it is none."""
    text = text_of(data)
    if "\0" in text:
        raise SessionFileError(Problem(_("not a text file: it has zero bytes in it"), where))
    said = re.match(r"sep=([,;|\t])\r?\n?", text)  # what a spreadsheet program leaves for itself
    first = 1 if said else 0
    lines = text[said.end() :] if said else text
    delimiter = said[1] if said else _delimiter(lines)
    csv.field_size_limit(MOST_LETTERS)
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    number = first + 1
    try:
        for cells in reader:
            rows.append(Row(number, tuple(map(_csv_cell, cells[: MOST_COLUMNS + 1]))))
            _require_few(rows[-1], len(rows), where)
            number = first + reader.line_num + 1
    except csv.Error as wrong:
        reason = str(wrong).replace("\t", r"\t")
        message = _("not readable as csv ({reason}): is a quotation mark missing, or was the file cut?", reason=reason)
        raise SessionFileError(Problem(message, where, number)) from None
    return Grid(title, where, tuple(rows))


def _csv_cell(text: str) -> Cell:
    """Return a cell of a csv, without the apostrophe that keeps a text from being a formula."""
    return _text_cell(text[1:] if _SHIELDED.match(text) else text)


def _text_cell(text: str) -> Cell:
    return Cell(text) if text else EMPTY


def tidy(grid: Grid) -> Grid:
    """Return a table with every text on one line, with single blanks."""
    rows = (Row(row.number, _trimmed(map(_tidy, row.cells))) for row in grid.rows)
    return grid._replace(rows=tuple(row for row in rows if row.cells))


def _tidy(cell: Cell) -> Cell:
    return cell if cell.number is not None or cell.day or cell.fault else _one_line(cell.text)


@lru_cache(maxsize=4096)
def _one_line(text: str) -> Cell:
    return _text_cell(" ".join(text.split()))


def as_csv(grid: Grid) -> io.StringIO:
    """Return a table as csv, each row with as many cells as the first."""
    out = io.StringIO(newline="")
    width = len(grid.rows[0].cells)
    for row in grid.rows:
        texts = [cell.text for cell in row.cells]
        csv.writer(out, lineterminator="\n").writerow(texts + [""] * (width - len(texts)))
    out.seek(0)
    return out


def _delimiter(text: str) -> str:
    """Return what parts the cells: what stands equally often, and most often, in the first lines."""
    lines = [line for line in islice(io.StringIO(text), 50) if line.strip()]
    best, most = COMMONEST, 0.0
    for mark in ("\t", ";", "|", COMMONEST):
        # outside of quotation marks
        counted = [re.sub('"[^"]*"', "", line).count(mark) for line in lines]
        usual = max(counted, key=counted.count, default=0)
        score = usual * counted.count(usual) / max(len(lines), 1)
        if score > most + 1e-9 and (mark != COMMONEST or not most):
            best, most = mark, score
    return best


COMMONEST = ","


def _require_few(row: Row, rows: int, where: str) -> None:
    if rows > MOST_ROWS:
        raise Refused(Problem(_("more than {most:,} rows: divide the list", most=MOST_ROWS), where))
    if len(row.cells) > MOST_COLUMNS and any(row.cells[MOST_COLUMNS:]):
        raise Refused(
            Problem(_("more than {most} columns: this is no list of evenings", most=MOST_COLUMNS), where, row.number)
        )


# -- workbooks ----------------------------------------------------------------------------------------


def of_workbook(data: bytes, where: str) -> list[Grid]:
    """Return the sheets of a workbook; raise Refused where it is too much, SessionFileError where it is broken."""
    if find_spec("openpyxl") is None or find_spec("defusedxml") is None:
        said = _(
            "a workbook needs two more packages: install sklog from its folder again, as '.[sheets]'; csv needs none"
        )
        raise Refused(Problem(said, where))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = _parts(packed, where)
            if "content.xml" in names:
                return list(_ods(packed, where))
            if "[Content_Types].xml" in names:
                return list(_xlsx(data, packed, where))
    except SklogError:
        raise
    except Exception as wrong:  # noqa: BLE001  its readers raise whatever a broken file leads them to
        said = _(
            "this workbook cannot be read ({reason}): open it in its program, and save it again", reason=_short(wrong)
        )
        raise SessionFileError(Problem(said, where)) from None
    raise SessionFileError(Problem(_("no workbook: neither xlsx nor ods"), where))


def _parts(packed: zipfile.ZipFile, where: str) -> set[str]:
    """Return the names of what is packed in a workbook; what it says of its size is the most that is unpacked."""
    parts = packed.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        most = MOST_UNPACKED // 1_000_000
        raise Refused(Problem(_("unpacked it has more than {megabytes} MB: it is not read", megabytes=most), where))
    if any(part.flag_bits & 1 for part in parts):
        raise SessionFileError(Problem(_("it has a password: save it without one"), where))
    return {part.filename for part in parts}


def _short(wrong: Exception) -> str:
    if isinstance(wrong, (zipfile.BadZipFile, zlib.error, EOFError)):
        return _("it is cut, or none")
    said = "".join(one if one.isprintable() else " " for one in str(wrong))
    return " ".join(f"{type(wrong).__name__}: {said}".split())[:LONGEST_TITLE].rstrip(": ")


def _sheet(where: str, title: str) -> tuple[str, str]:
    """Return the title of a sheet, without letters that cannot be seen, and how it is named to people."""
    title = "".join(one if one.isprintable() else "�" for one in title)[:LONGEST_TITLE]
    return title, _("{path}, sheet {title}", path=where, title=title)


def _require_few_sheets(count: int, where: str) -> None:
    if count > MOST_SHEETS:
        raise Refused(Problem(_("more than {most} sheets: divide the workbook", most=MOST_SHEETS), where))


def _trimmed(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    found = list(cells)
    while found and found[-1] == EMPTY:
        found.pop()
    return tuple(found)


def _counted(rows: Iterable[tuple[int, tuple[Cell, ...]]], where: str, before: int) -> tuple[Row, ...]:
    """Return the rows that are not empty; Refused where there are too many, together with those `before`."""
    found: list[Row] = []
    for number, cells in rows:
        if cells:
            found.append(Row(number, cells))
            _require_few(found[-1], before + len(found), where)
    return tuple(found)


# -- xlsx


def _xlsx(data: bytes, packed: zipfile.ZipFile, where: str) -> Iterator[Grid]:
    import openpyxl  # noqa: PLC0415  70 ms, only for a workbook

    formulas = any(
        b"<f" in packed.read(name) for name in packed.namelist() if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it does not know of a workbook is no matter here
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        written = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False) if formulas else None
        serials = "1904" if book.epoch.year == 1904 else "1900"
        count = 0
        _require_few_sheets(len(book.worksheets), where)
        for place, sheet in enumerate(book.worksheets):
            title, named = _sheet(where, sheet.title)
            rows = _xlsx_rows(sheet, written.worksheets[place] if written else None)
            grid = Grid(title, named, _counted(rows, named, count), serials, hidden=sheet.sheet_state != "visible")
            count += len(grid.rows)
            yield grid


def _xlsx_rows(sheet: Any, written: Any) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Yield each row with its number; `written` has the formulas of the same sheet, which may have no value."""
    sheet.reset_dimensions()  # what a file says of itself is not believed
    if written is not None:
        written.reset_dimensions()
    formulas = written.iter_rows() if written is not None else repeat(())
    for number, (cells, said) in enumerate(zip(sheet.iter_rows(), formulas, strict=False), 1):
        if number > LAST_ROW:
            return
        if cells:  # programs leave a million empty ones above a format
            yield number, _trimmed(map(_xlsx_cell, cells, said or repeat(None)))


def _xlsx_cell(cell: Any, written: Any = None) -> Cell:
    value = cell.value
    if value is None:
        if written is not None and written.data_type == "f":
            return Cell(fault=_no_value())
        return EMPTY
    if cell.data_type == "e":
        return Cell(str(value), fault=_faulty(str(value)))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        form = cell.number_format or ""
        unit = EUROS if _EURO_FORMAT.search(form) else CENTS if _CENT_FORMAT.search(form) else ""
        return _number_cell(repr(value), unit)
    return _cell_of(value)


def _no_value() -> str:
    return _("a formula without its value: open the file in a spreadsheet program, and save it there")


def _faulty(text: str) -> str:
    return _("{text} is an error of the spreadsheet", text=text[:20])


def _number_cell(text: str, unit: str = "") -> Cell:
    number = _number(text)
    if number is None:
        return Cell(text[:40], fault=_faulty(text))
    return Cell(f"{number:f}", number, unit=unit)


@lru_cache(maxsize=4096)
def _number(text: str) -> Decimal | None:
    """Return a number without what a program counted a trifle off; None of what is none."""
    try:
        number = round(Decimal(text), 9)
        whole = number.to_integral_value()
    except (InvalidOperation, ValueError, OverflowError):
        return None
    if not number.is_finite():
        return None
    return whole if number == whole else number.normalize()


def _cell_of(value: object) -> Cell:
    """Return the cell of a value that is no number."""
    if isinstance(value, bool):
        return Cell("yes" if value else "no")
    if isinstance(value, datetime):
        return Cell(value.date().isoformat(), day=value.date().isoformat())
    if isinstance(value, date):
        return Cell(value.isoformat(), day=value.isoformat())
    if isinstance(value, (time, timedelta)):
        return Cell(str(value))
    return _text_cell(str(value)[:MOST_LETTERS])


# -- ods


def _ods(packed: zipfile.ZipFile, where: str) -> Iterator[Grid]:
    from defusedxml.ElementTree import iterparse  # noqa: PLC0415  only for a workbook

    count, sheets, title, state = 0, 0, "", _OdsSheet()
    hidden_styles: set[str] = set()
    with packed.open("content.xml") as content:
        for event, node in iterparse(content, events=("start", "end"), forbid_dtd=True):
            tag = node.tag
            if event == "start" and tag == f"{_TABLE}table":
                title, state = (
                    node.get(f"{_TABLE}name") or "",
                    _OdsSheet(hidden=node.get(f"{_TABLE}style-name") in hidden_styles),
                )
            elif event == "end" and tag == f"{_TABLE}table-row":
                state.take(node, count, where)
                node.clear()
            elif event == "end" and tag == f"{_TABLE}table":
                sheets += 1
                _require_few_sheets(sheets, where)
                shown_title, named = _sheet(where, title)
                yield Grid(shown_title, named, tuple(state.rows), hidden=state.hidden)
                count += len(state.rows)
                node.clear()
            elif (
                event == "end"
                and tag.endswith("}style")
                and any(one.get(f"{_TABLE}display") == "false" for one in node)
            ):
                hidden_styles.add(next((value for key, value in node.items() if key.endswith("}name")), ""))


class _OdsSheet:
    """The rows of one sheet of an ods, as they come."""

    def __init__(self, *, hidden: bool = False) -> None:
        self.hidden = hidden
        self.rows: list[Row] = []
        self.number = 1

    def take(self, node: Any, before: int, where: str) -> None:
        """Take a row, as often as it is repeated."""
        times = _repeated(node, "number-rows-repeated")
        cells = _trimmed(_ods_cells(node))
        for number in range(self.number, self.number + times) if cells else ():
            self.rows.append(Row(number, cells))
            _require_few(self.rows[-1], before + len(self.rows), where)
        self.number += times


def _repeated(node: Any, name: str) -> int:
    return max(1, int(node.get(_TABLE + name) or 1))


def _ods_cells(row: Any) -> Iterator[Cell]:
    count = 0
    for node in row:
        if node.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        cell = _ods_cell(node)
        for _time in range(min(_repeated(node, "number-columns-repeated"), MOST_COLUMNS + 1 - count)):
            count += 1
            yield cell


def _ods_cell(node: Any) -> Cell:
    kind, value = node.get(f"{_OFFICE}value-type"), node.get(f"{_OFFICE}value")
    text = "\n".join(_ods_text(one) for one in node if one.tag == f"{_TEXT}p")
    formula = node.get(f"{_TABLE}formula")
    if formula and (text.startswith("#") or text[:4] in ("Err:", "Fehl")):
        return Cell(text[:40], fault=_faulty(text))
    if kind in ("float", "currency", "percentage") and value is not None:
        euros = node.get(f"{_OFFICE}currency") == "EUR" or _EURO_FORMAT.search(text)
        return _number_cell(value, EUROS if euros else CENTS if re.search(r"\d\s*(?:ct|cents?)\b", text) else "")
    if kind == "date":
        day = (node.get(f"{_OFFICE}date-value") or "")[:10]
        return _cell_of(date.fromisoformat(day))
    if kind == "boolean":
        return _cell_of(node.get(f"{_OFFICE}boolean-value") == "true")
    if formula and not text and kind is None:
        return Cell(fault=_no_value())
    return _text_cell((node.get(f"{_OFFICE}string-value") or text)[:MOST_LETTERS])


def _ods_text(node: Any) -> str:
    """Return the text of a paragraph: blanks in a row are marks in it; a remark on the cell is none of it."""
    found = [node.text or ""]
    for one in node:
        if one.tag == f"{_TEXT}s":
            found.append(" " * min(int(one.get(f"{_TEXT}c") or 1), 1000))
        else:
            found.append(_ods_text(one))
        found.append(one.tail or "")
    return "".join(found)
