"""Floods: workbooks that nobody saved by a spreadsheet program, each read by a process of its own, which is measured.

Each is a small one in which one thing stands very often, at sizes around the limits, or whose parts were mutated. It is
read rightly, or refused with a sentence: with at most 250 MB, and within two seconds of the processor.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import traceback
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

from sklog import lists
from sklog.errors import SklogError
from tests import lists_samples
from tests.trials.torture import mutating, samples, scratch
from tests.trials.torture.outcome import Outcome

MOST_MB = 250
MOST_SECONDS = 2.0  # of the processor
AT_ONCE = 40  # files on the disk
MOST_UNPACKED = 70_000_000  # a little more than may be
SEVERAL = (0, 1, 30, 1_000, 60_000, 100_000, 190_000, 210_000, 700_000, 1_090_000, 1_200_000, 4_000_000, 20_000_000)
ROWS = [["Datum", "Anna", "Bene"], ["22.11.2024", "0,5", "-0,5"]]
REFUSED, BROKEN = 1, 3
SHEET, STYLES, BOOK, TEXTS = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml", "xl/sharedStrings.xml"
CONTENT = "content.xml"


class Flood(NamedTuple):
    """What stands very often: `piece` between `before` and `after`, in a part, before this tag; {n} counts."""

    part: str
    tag: str
    piece: str
    before: str = ""
    after: str = ""


_ROW, _CELL = '<row r="3">', '<table:table-row><table:table-cell office:value-type="string">'
_ROW_END, _CELL_END = "</row>", "</table:table-cell></table:table-row>"
_TEXT_CELL, _TEXT_CELL_END = f"{_CELL}<text:p>", f"</text:p>{_CELL_END}"
_DAY = '<row r="3"><c><v>45618</v></c>'
_TEXT, _TEXT_END = '<row r="3"><c t="str"><v>', "</v></c></row>"
FLOODS = {
    "elements": Flood(SHEET, "</sheetData>", "<x/>"),
    "open elements": Flood(SHEET, "</sheetData>", "<x>"),
    "names of elements": Flood(SHEET, "</sheetData>", "<x{n}/>"),
    "rows": Flood(SHEET, "</sheetData>", '<row r="{n}"/>'),
    "formatted rows": Flood(SHEET, "</sheetData>", '<row r="{n}" spans="1:9" ht="15" s="1" customFormat="1"/>'),
    "full rows": Flood(SHEET, "</sheetData>", "<row><c><v>45618</v></c><c><v>{n}.5</v></c><c><v>-{n}.5</v></c></row>"),
    "texts": Flood(SHEET, "</sheetData>", '<row><c t="str"><v>n{n}\U0001f98a</v></c></row>'),
    "cells": Flood(SHEET, "</sheetData>", "<c/>", _ROW, _ROW_END),
    "one cell": Flood(SHEET, "</sheetData>", '<c r="B3"><v>1</v></c>', _ROW, _ROW_END),
    "numbers": Flood(SHEET, "</sheetData>", "<c><v>{n}_1</v></c>", _ROW, _ROW_END),
    "remarks": Flood(SHEET, "</sheetData>", "<!-- -->"),
    "a remark": Flood(SHEET, "</sheetData>", "x", "<!--", "-->"),
    "instructions": Flood(SHEET, "</sheetData>", "<?a b?>"),
    "CDATA": Flood(SHEET, "</sheetData>", "<![CDATA[x]]>", _TEXT, _TEXT_END),
    "letters": Flood(SHEET, "</sheetData>", "\U0001f98a", _TEXT, _TEXT_END),
    "entities": Flood(SHEET, "</sheetData>", "&amp;", _TEXT, _TEXT_END),
    "blanks": Flood(SHEET, "</sheetData>", " \n"),
    "attributes": Flood(SHEET, "</sheetData>", ' a{n}=""', "<row", "/>"),
    "elements with attributes": Flood(SHEET, "</sheetData>", '<x a="" b="" c="" d=""/>'),
    "a namespace": Flood(SHEET, "</sheetData>", "u", '<x xmlns="', '"/>'),
    "a column": Flood(SHEET, "</sheetData>", "A", '<row r="3"><c r="', '3"><v>1</v></c></row>'),
    "a format": Flood(STYLES, "</cellXfs>", "[", '<numFmt numFmtId="200" formatCode="', '"/><xf numFmtId="200"/>'),
    **{f"many {one} for a day": Flood(SHEET, "</sheetData>", one, _TEXT, _TEXT_END) for one in "T1-.:/a "},
    **{f"many {one} for an amount": Flood(SHEET, "</sheetData>", one, f'{_DAY}<c t="str"><v>', _TEXT_END)
       for one in "1-.,' (€a"},
    "formats": Flood(STYLES, "</cellXfs>", '<xf numFmtId="14"/>'),
    "named formats": Flood(STYLES, "</cellXfs>", '<numFmt numFmtId="{n}" formatCode="{n}"/>'),
    "names": Flood(BOOK, "</sheets>", '<definedName name="n{n}">x</definedName>'),
    "sheets": Flood(BOOK, "</sheets>", '<sheet name="s{n}" sheetId="{n}" r:id="rId1" xmlns:r="http://schemas.'
                    'openxmlformats.org/officeDocument/2006/relationships"/>'),
    "shared texts": Flood(TEXTS, "</sst>", "<si><t>n{n}\U0001f98a</t></si>"),
    "spoken texts": Flood(TEXTS, "</sst>", "<rPh><t>n</t></rPh>", "<si>", "</si>"),
    "ods elements": Flood(CONTENT, "</table:table>", "<x/>"),
    "ods rows": Flood(CONTENT, "</table:table>", "<table:table-row/>"),
    "ods cells": Flood(CONTENT, "</table:table>", "<table:table-cell/>", "<table:table-row>", "</table:table-row>"),
    "ods numbers": Flood(CONTENT, "</table:table>", '<table:table-row><table:table-cell office:value-type="float" '
                         'office:value="{n}.5"/></table:table-row>'),
    "ods sheets": Flood(CONTENT, "<table:table ", '<table:table table:name="{n}"/>'),
    "ods repeated rows": Flood(CONTENT, "</table:table>", '<table:table-row table:number-rows-repeated="1048576"/>'),
    "ods repeated cells": Flood(CONTENT, "</table:table>", "", '<table:table-row table:number-rows-repeated="{n}">'
                                '<table:table-cell office:value-type="float" office:value="1" '
                                'table:number-columns-repeated="9"/></table:table-row>'),
    "ods paragraphs": Flood(CONTENT, "</table:table>", "<text:p/>", _CELL, _CELL_END),
    "ods blanks": Flood(CONTENT, "</table:table>", '<text:s text:c="999"/>', _TEXT_CELL, _TEXT_CELL_END),
    "ods spans": Flood(CONTENT, "</table:table>", "<text:span>x</text:span>", _TEXT_CELL, _TEXT_CELL_END),
}  # fmt: skip
"""Each thing that can stand very often."""


def _bases() -> dict[bool, bytes]:
    """Return a small workbook as xlsx and as ods."""
    out = io.BytesIO()
    lists_samples.workbook({"x": ROWS}, out)
    return {False: out.getvalue(), True: lists_samples.as_ods({"x": ROWS})}


def flooded(rng: Random, flood: Flood, base: bytes) -> bytes:
    """Return a workbook in which something stands very often, packed in one of the ways in which one can be."""
    width = len(flood.piece.replace("{n}", "1" * 6).encode()) or 1
    count = min(round(rng.choice(SEVERAL) * rng.uniform(0.9, 1.1)), MOST_UNPACKED // width)
    body = (
        "".join(flood.piece.format(n=n) for n in range(1, count + 1)) if "{n}" in flood.piece else flood.piece * count
    )
    out = io.BytesIO()
    how = rng.choice((*[zipfile.ZIP_DEFLATED] * 18, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    with zipfile.ZipFile(io.BytesIO(base)) as packed, zipfile.ZipFile(out, "w", how, compresslevel=1) as made:
        for name in packed.namelist():
            text = packed.read(name).decode()
            if name == flood.part:
                said = flood.before.replace("{n}", str(count)) + body + flood.after
                text = text.replace(flood.tag, flood.tag + said if flood.tag == "</sheets>" else said + flood.tag, 1)
                text = text if "definedName n" not in said else text.replace("<definedNames/>", "")
            made.writestr(name, text.encode(rng.choice((*["utf-8"] * 30, "utf-16")) if name == flood.part else "utf-8"))
    return _tricked(rng, out.getvalue())


def _tricked(rng: Random, data: bytes) -> bytes:
    """Return a zip file, now and then with a false size, a part twice, or very many of them."""
    what = rng.random()
    if what > 0.06:
        return data
    if what < 0.02:
        place = data.rindex(b"PK\x01\x02") + rng.choice((20, 24))  # what the last part says of its size
        return data[:place] + rng.randbytes(4) + data[place + 4 :]
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that a part is there twice: so it shall be
        for number in range(rng.choice((10, 2_990, 60_000))):
            made.writestr(f"more/{number if what < 0.05 else 0}", b"")
    return out.getvalue()


def made(seed: int) -> Callable[[int], tuple[str, bytes]]:
    """Return what makes the file of a number, and says what it is."""
    bases = _bases()
    valid = [one for one in samples.lists(seed) if mutating.is_packed(one)] + list(bases.values())
    kinds = list(FLOODS)

    def of(number: int) -> tuple[str, bytes]:
        rng = Random(f"floods {seed} {number}")
        if number % 2:
            return "mutated", mutating.repacked(rng, rng.choice(valid))
        kind = kinds[number // 2 % len(kinds)]
        is_ods = FLOODS[kind].part == CONTENT
        data = flooded(rng, FLOODS[kind], bases[is_ods])
        if rng.random() < 0.3:  # two at once
            also = rng.choice([one for one in kinds if (FLOODS[one].part == CONTENT) == is_ods])
            with suppress(zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError):
                kind, data = f"{kind} and {also}", flooded(rng, FLOODS[also], data)
        return kind, data

    return of


class Ran(NamedTuple):
    """What became of a file: how its process ended, the seconds of the processor that it took, and its memory in MB."""

    code: int
    seconds: float
    megabytes: int


def run(seed: int, *, count: int) -> Outcome:
    """Read so many workbooks, each in a process of its own."""
    make = made(seed)
    problems, worst, slowest, codes = [], (0, ""), (0.0, ""), [0, 0]
    with scratch.folder() as place:
        for first in range(0, count, AT_ONCE):
            named = {}
            for number in range(first, min(first + AT_ONCE, count)):
                kind, data = make(number)
                path = place / f"{number}{'.ods' if b'content.xml' in data else '.xlsx'}"
                path.write_bytes(data)
                named[path] = f"{kind}, {number} (seed {seed})"
            for (path, name), ran in zip(named.items(), _read(list(named)), strict=True):
                path.unlink()
                problems += [f"{name}: {said}" for said in _wrong(ran)]
                worst, slowest = max(worst, (ran.megabytes, name)), max(slowest, (ran.seconds, name))
                codes[ran.code != 0] += 1
    figures = {"read": codes[0], "refused": codes[1], "most memory": f"{worst[0]} MB, {worst[1]}",
               "longest wait": f"{slowest[0]:.2f} s", "which": slowest[1]}  # fmt: skip
    return Outcome("floods", count, tuple(problems), figures)


def _wrong(ran: Ran) -> Iterator[str]:
    if ran.code not in (0, REFUSED):
        yield f"ended with {ran.code}"
    if ran.megabytes > MOST_MB:
        yield f"took {ran.megabytes} MB"
    if ran.seconds > MOST_SECONDS:
        yield f"took {ran.seconds:.2f} s"


def _read(paths: Sequence[Path]) -> list[Ran]:
    """Return what became of files; a small process reads each in a fork of its own, whose figures the system knows."""
    words = [sys.executable, "-m", "tests.trials.torture.floods", *map(str, paths)]
    told = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, cwd=scratch.ROOT).stdout
    return [Ran(int(code), float(seconds), int(size)) for code, seconds, size in map(str.split, told.splitlines())]


def _measured(path: Path) -> Ran:
    child = os.fork()
    if not child:
        os._exit(_tried(path))
    _pid, status, usage = os.wait4(child, 0)
    seconds = usage.ru_utime + usage.ru_stime
    return Ran(os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss // 1024)


def _tried(path: Path) -> int:
    try:
        found = lists.read_lists(lists.grids.read_tables(path), lists.Asked(date(2026, 11, 28)), "x", "x")
    except SklogError as wrong:
        return REFUSED if all(one.message.isprintable() for one in wrong.problems) else BROKEN
    except BaseException:  # noqa: BLE001  whatever it is, it is a finding
        traceback.print_exc()
        return BROKEN
    return REFUSED if found.problems else 0


if __name__ == "__main__":
    for one in sys.argv[1:]:
        print(*_measured(Path(one)), flush=True)
