"""A workbook -> its sheets: xlsx and ods, as rows of cells that say what they are.

    file ──packed──▶ elements of XML, within limits ──▶ cells ──▶ rows, which Room counts ──▶ Grid, one a sheet

What is read are values, whether a formula has none, and formats as far as they say what a number counts. No library
will do: openpyxl reads as 10 what is stored as 1_0, builds all that a file says of itself in memory, and reads it
twice to know the formulas; python-calamine loses formats and errors; odfpy takes 6 s for 10,000 rows.
"""

from __future__ import annotations

import posixpath
import re
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem, SessionFileError, SklogError
from sklog.language import _
from sklog.lists import limits
from sklog.lists.cells import CENTS, EMPTY, EUROS, FIRST_DAY, FOREIGN, Cell, Grid, GridRow, letter
from sklog.lists.limits import Room
from sklog.lists.packed import DAMAGED, Packed, Reader, seen
from sklog.scoring.canonical import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384  # in any spreadsheet program
_EURO_FORMAT = re.compile(r"€|\bEUR\b")
_CENT_FORMAT = re.compile(r'"\s*(?:ct|cents?)\.?\s*"', re.IGNORECASE)
_LANGUAGE = re.compile(r"\[\$([^\]-]*)[^\]]*\]")  # [$CHF-807]
_SPACE = re.compile(r'("[^"]*"|\\.)|[_*].')
"""What a format leaves as wide as a letter, or fills with it; but for what stands in quotation marks."""
_NO_LETTERS = re.compile(r'"[^"]*"|\\.|\[(?!(?:h+|m+|s+)\])[^\[\]]*\]', re.IGNORECASE)  # of a format
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T.*)?")
_TIME = re.compile(r"[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?")
_DAY_FORMATS = {str(number): "d" for number in (*range(14, 23), *range(45, 48))}  # those that every program knows
_ERRORS = ("#", "Err:", "Fehl")


def of_workbook(data: bytes, where: str) -> list[Grid]:
    """Return the sheets of a workbook; raise Refused where it is too much, SessionFileError where it is broken."""
    try:
        packed = Packed(data, where)
        if "content.xml" in packed.names:
            reader = _Ods(where)
            packed.walk("content.xml", reader)
            return reader.grids
        if "[Content_Types].xml" in packed.names:
            return list(_xlsx(packed))
    except SklogError as wrong:
        raise wrong.at(where) from None
    except DAMAGED:
        said = _("this workbook cannot be read: it is cut or damaged. Open it in its program, and save it again")
        raise SessionFileError(Problem(said, where)) from None
    raise SessionFileError(Problem(_("not a workbook: neither xlsx nor ods"), where))


def _sheet(where: str, title: str) -> tuple[str, str]:
    """Return the title of a sheet, without letters that cannot be seen, and how it is named to people."""
    title = seen(title)
    return title, _("{path}, sheet {title}", path=where, title=title)


def _named(words: str, *spaces: str) -> dict[str, str]:
    """Return names as a part has them, with what they are called here: "its=ours", or alike."""
    return {f"{space} {word.partition('=')[0]}": word.rpartition("=")[2] for space in spaces for word in words.split()}


@lru_cache(maxsize=512)
def _whole(text: str, most: int) -> int:
    """Return a count or a number of a row as a file has it; raise SessionFileError for any that no program writes."""
    if len(text) > 9 or not (text.isascii() and text.isdigit()) or int(text) > most:
        said = _('it has "{text}" where a number from 0 to {most:,} belongs', text=_short(text), most=most)
        raise SessionFileError(said)
    return int(text)


def _short(text: str) -> str:
    return seen(shown(text[:100]))


# -- values -------------------------------------------------------------------------------------------


def _truth(*, said: bool) -> Cell:
    fault = _("there is {text} where an amount or a name belongs", text="TRUE" if said else "FALSE")
    return Cell("yes" if said else "no", fault=fault, truth=True)


def _no_value() -> Cell:
    return Cell(fault=_("a formula without its value: open the file in a spreadsheet program and save it there"))


def _faulty(text: str) -> Cell:
    return Cell(text[:40], fault=_("{text} is an error of the spreadsheet", text=_short(text[:20])))


def _number_cell(text: str, unit: str = "") -> Cell:
    return _counted(text, unit) or _wrong(text, _('"{text}" is stored as a number, but is not', text=_short(text)))


@lru_cache(maxsize=4096)
def _counted(text: str, unit: str) -> Cell | None:
    """Return the cell of a number without what a program counted a trifle off; None of what is none."""
    with suppress(InvalidOperation):
        if _NUMBER.fullmatch(text):
            number = round(Decimal(text), 9)
            whole = number.to_integral_value()
            number = whole if number == whole else number.normalize()
            return Cell(f"{number:f}", number, unit=unit)
    return None


def _day_cell(text: str) -> Cell:
    if _TIME.fullmatch(text):
        return Cell(text)
    with suppress(ValueError):
        if _DAY.fullmatch(text):
            day = date.fromisoformat(text[:10]).isoformat()
            return Cell(f"{day} {text[11:16]}".removesuffix(" 00:00").strip(), day=day)
    return _wrong(text, _('"{text}" is stored as a day, but is not', text=_short(text)))


def _wrong(text: str, fault: str) -> Cell:
    return Cell(text[:40], fault=fault)


# -- xlsx ---------------------------------------------------------------------------------------------

_MAIN = ("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main")
_TEXTS_PART = "xl/sharedStrings.xml"
_RELATED = _named("Relationship", "http://schemas.openxmlformats.org/package/2006/relationships")
_BOOK = _named("workbookPr sheet", *_MAIN)
_STYLES = _named("numFmt cellXfs xf", *_MAIN)
_KINDS = {"str": Cell, "inlineStr": Cell, "e": _faulty, "d": _day_cell}


class _Format(NamedTuple):
    """What a format says of a number: its unit, and whether it counts days ("d") or how long something took ("h")."""

    unit: str = ""
    counts: str = ""


def _xlsx(packed: Packed) -> Iterator[Grid]:
    book = dict(_related(packed, "").values()).get("officeDocument", "xl/workbook.xml")
    related = _related(packed, book)
    parts, said = dict(related.values()), packed.elements(book, _BOOK)
    mac = any(tag == "workbookPr" and one.get("date1904") in ("1", "true") for tag, one in said)
    serials = "1904" if mac else "1900"
    sheets = [(one, *related.get(_id_of(one), ("", ""))) for tag, one in said if tag == "sheet"]
    limits.SHEETS.check(len(sheets), packed.where)
    texts, formats, room = _Texts(), _formats(packed, parts.get("styles", "")), Room()
    if part := parts.get("sharedStrings"):
        packed.walk(part, texts)
    for one, kind, path in sheets:
        if kind == "worksheet":  # others are one chart
            title, named = _sheet(packed.where, one.get("name", ""))
            sheet = _XlsxSheet(named, texts.found, formats, serials, room)
            packed.walk(path, sheet)
            yield Grid(title, named, tuple(sheet.rows), serials, hidden=one.get("state", "visible") != "visible")


def _related(packed: Packed, part: str) -> dict[str, tuple[str, str]]:
    """Return the parts that a part names, by their ids: what each is, and its path."""
    folder, name = posixpath.split(part)
    found = packed.elements(posixpath.join(folder, "_rels", f"{name}.rels"), _RELATED)
    paths = (posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))) for _tag, one in found)
    both = zip(found, paths, strict=True)
    return {one.get("Id", ""): (one.get("Type", "").rpartition("/")[2], path.lstrip("/")) for (_tag, one), path in both}


def _id_of(sheet: Mapping[str, str]) -> str:
    return next((said for key, said in sheet.items() if key.endswith("elationships id")), "")


def _formats(packed: Packed, part: str) -> dict[str, _Format]:
    """Return what the formats of cells say, by their numbers."""
    codes, found, of_cells = dict(_DAY_FORMATS), dict[str, _Format](), False
    for tag, said in packed.elements(part, _STYLES):
        if tag == "numFmt":
            codes[said.get("numFmtId", "")] = said.get("formatCode", "")
        of_cells = of_cells or tag == "cellXfs"
        if tag == "xf" and of_cells:  # those before are of styles that have names
            found[str(len(found))] = _format(codes.get(said.get("numFmtId", ""), ""))
    return found


@lru_cache(maxsize=256)
def _format(code: str) -> _Format:
    code = _SPACE.sub(r"\1", code)
    foreign = FOREIGN.search(_LANGUAGE.sub(r" \1 ", code))
    unit = EUROS if _EURO_FORMAT.search(code) else CENTS if _CENT_FORMAT.search(code) else foreign[0] if foreign else ""
    bare = _NO_LETTERS.sub("", code).partition(";")[0].lower()
    return _Format(unit, "h" if "[" in bare else "d" if re.search("[dmhys]", bare) else "")


class _Texts(Reader):
    """The shared texts of an xlsx."""

    names = _named("si t rPh", *_MAIN)

    def __init__(self) -> None:
        self.found = list[str]()

    def end(self, _tag: str) -> None:
        """Take a text that is whole."""
        self.found.append("".join(self.texts))
        self.texts = []


class _Rows(Reader):
    """The rows of a sheet of either kind, as they come; `said` has the attributes of what came last, by what it is.

    `value` is the cell that has ended.
    """

    value: Callable[[], Cell]

    def __init__(self, where: str, room: Room) -> None:
        self.where, self.room = where, room
        self.rows, self.cells, self.said = list[GridRow](), list[Cell](), dict[str, dict[str, str]]()
        self.number, self.place = 1, -1

    def start(self, tag: str, said: dict[str, str]) -> None:
        """Begin a row, a cell, or what is in one."""
        self.said[tag] = said
        if tag == "c":
            self.texts, self.place = [], self.place + 1
        elif tag == "row":
            self.cells, self.place = [], -1

    def end(self, tag: str) -> None:
        """End the same."""
        if tag == "c":
            cell, times = self.value(), _count(self.said[tag], _COLUMNS, LAST_COLUMN)
            for place in range(self.place, self.place + times) if cell != EMPTY else ():
                self._put(place, cell)
            self.place += times - 1
        elif tag == "row":
            times = _count(self.said[tag], _TIMES, LAST_ROW)
            for number in range(self.number, self.number + times) if self.cells else ():
                self.rows.append(self.room.take(GridRow(number, tuple(self.cells)), self.where))
            self.number += times

    def _put(self, place: int, cell: Cell) -> None:
        """Put a cell into its place in the row; one that has no value names itself."""
        at = f"{letter(place)}{self.number}"
        limits.COLUMNS.check(place + 1, self.where, self.number)
        limits.CELL.check(len(cell.text), self.where, self.number)
        if place < len(self.cells):
            raise SessionFileError(_("{cell} is there twice, or out of order: save it again in its program", cell=at))
        self.cells += [EMPTY] * (place - len(self.cells))
        self.cells.append(cell._replace(fault=f"{at}: {cell.fault}") if cell.fault else cell)


class _XlsxSheet(_Rows):
    """The rows of one sheet."""

    names = _named("row c v f t rPh", *_MAIN)

    def __init__(
        self, where: str, texts: Sequence[str], formats: Mapping[str, _Format], serials: str, room: Room
    ) -> None:
        super().__init__(where, room)
        self.shared, self.formats, self.serials = texts, formats, serials

    def start(self, tag: str, said: dict[str, str]) -> None:
        """Begin a row, a cell, or a formula; one that says its place stands there."""
        super().start(tag, said)
        if tag == "c":
            self.said.pop("f", None)
            place = said.get("r", "").rstrip("0123456789")
            self.place = _place(place) if place else self.place
        elif tag == "row" and "r" in said:
            self.number = _whole(said["r"], LAST_ROW)

    def value(self) -> Cell:
        """Return the cell that has ended."""
        kind, text = self.said["c"].get("t", "n"), "".join(self.texts)
        if not (text or (self.texts and kind == "str")):
            return _no_value() if "f" in self.said else EMPTY
        if kind == "s":
            if not self.shared:
                raise SessionFileError(_("{part} is missing in it: save it again in its program", part=_TEXTS_PART))
            return Cell(self.shared[_whole(text, len(self.shared) - 1)])
        if kind == "b":
            return _truth(said=text.strip().lower() in ("1", "true"))
        if kind in _KINDS:
            return _KINDS[kind](text)
        form = self.formats.get(self.said["c"].get("s", "0"), _Format())
        cell = _number_cell(text.strip(), form.unit)
        return _moment(cell.number, form.counts, self.serials) if form.counts and cell.number is not None else cell


@lru_cache(maxsize=512)
def _place(letters: str) -> int:
    """Return the place of a column, counted from 0."""
    if not re.fullmatch("[A-Z]{1,3}", letters):
        raise SessionFileError(_('it has "{text}" where a column belongs', text=_short(letters)))
    place = 0
    for one in letters:
        place = place * 26 + ord(one) - 64
    return place - 1


def _moment(number: Decimal, counts: str, serials: str) -> Cell:
    """Return the day that a number is, or, where it is none, the time."""
    try:
        since = timedelta(seconds=round(number * 86_400))
        if counts == "h" or 0 <= number < 1:
            return Cell(f"{since!s:0>8}")
        early = serials == "1900" and 0 < number < 60  # to that program 1900 had a 29 February
        day = (FIRST_DAY[serials] + since + timedelta(days=early)).isoformat()
    except OverflowError:
        return _faulty(f"{number:f}")
    hours, minutes = divmod(since.seconds // 60, 60)
    return Cell(f"{day} {hours:02d}:{minutes:02d}" if since.seconds else day, day=day)


# -- ods ----------------------------------------------------------------------------------------------

_TABLE, _TEXT, _OFFICE, _STYLE = (
    f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("table", "text", "office", "style")
)
_TIMES, _COLUMNS, _SPACES = f"{_TABLE} number-rows-repeated", f"{_TABLE} number-columns-repeated", f"{_TEXT} c"
_TYPE, _VALUE, _FORMULA = f"{_OFFICE} value-type", f"{_OFFICE} value", f"{_TABLE} formula"


class _Ods(_Rows):
    """The sheets of an ods, as they come."""

    names: Mapping[str, str] = {
        **_named("table table-row=row table-cell=c covered-table-cell=c", _TABLE),
        **_named("p s", _TEXT),
        **_named("annotation", _OFFICE),
        **_named("style table-properties", _STYLE),
    }

    def __init__(self, where: str) -> None:
        super().__init__(where, Room())
        self.grids: list[Grid] = []
        self.hidden: set[str | None] = set()

    def start(self, tag: str, said: dict[str, str]) -> None:
        """Begin a sheet, a row, a cell, or what is in one."""
        super().start(tag, said)
        if tag == "s":
            self.hear(" " * min(_count(said, _SPACES, LAST_COLUMN), 1000))
        elif tag == "table":
            self.rows, self.number = [], 1
        elif tag == "table-properties" and said.get(f"{_TABLE} display") == "false":
            self.hidden.add(self.said.get("style", {}).get(f"{_STYLE} name"))

    def end(self, tag: str) -> None:
        """End the same."""
        super().end(tag)
        if tag == "table":
            title, named = _sheet(self.where, self.said[tag].get(f"{_TABLE} name", ""))
            hidden = self.said[tag].get(f"{_TABLE} style-name") in self.hidden
            self.grids.append(Grid(title, named, tuple(self.rows), hidden=hidden))
            limits.SHEETS.check(len(self.grids), self.where)

    def value(self) -> Cell:
        """Return the cell that has ended."""
        said = self.said["c"]
        kind, value, formula = said.get(_TYPE), said.get(_VALUE), _FORMULA in said
        if not (self.texts or kind or formula):
            return EMPTY
        text = "\n".join(self.texts)
        if formula and text.startswith(_ERRORS):
            return _faulty(text)
        if kind in ("float", "currency", "percentage") and value is not None:
            money = said.get(f"{_OFFICE} currency", "")
            unit = money[:5] or (CENTS if re.search(r"\d\s*(?:ct|cents?)\b", text, re.IGNORECASE) else "")
            return _number_cell(value.strip(), EUROS if money == "EUR" or _EURO_FORMAT.search(text) else unit)
        if kind == "date":
            return _day_cell(said.get(f"{_OFFICE} date-value", ""))
        if kind == "boolean":
            return _truth(said=said.get(f"{_OFFICE} boolean-value") == "true")
        if formula and not text and kind is None:
            return _no_value()
        if spelt := said.get(f"{_OFFICE} string-value"):
            self.hear(spelt)
        return Cell(spelt or text)


def _count(said: Mapping[str, str], name: str, most: int) -> int:
    return max(1, _whole(said[name], most)) if name in said else 1
