"""Five lists as people keep them, in German and in English, as plain rows; and how a spreadsheet program saves them.

Each says what it has to come to: the balances of every evening, in cents.
"""

import csv
import io
import re
import shutil
import subprocess
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import openpyxl

SOFFICE = shutil.which("soffice")
GERMAN, ENGLISH = "1031", "1033"
"""How Windows numbers the languages, and a spreadsheet program with it."""

OLD_OFFICE = b"\xd0\xcf\x11\xe0" * 99

Rows = list[list[str]]
Balances = dict[str, dict[str, int]]


class Sample(NamedTuple):
    """One list: a table for each sheet, and what was said of it on the command line."""

    sheets: Mapping[str, Rows]
    balances: Balances
    language: str = GERMAN
    options: Sequence[str] = ()


SAMPLES: Mapping[str, Sample] = {
    "stammtisch": Sample(
        {
            "Liste": [
                ["Schafkopf beim Wirt", "", "", "", "", ""],
                [],
                ["Datum", "Anna", "Bene", "Christl", "Dani", "Bemerkung"],
                ["22.11.2024", "0,50", "-0,50", "0,50", "-0,50", "Sauspiel"],
                ["", "1,50", "-0,50", "-0,50", "-0,50", ""],
                ["", "-0,20", "-0,20", "0,20", "0,20", "Bier; dann Pause"],
                ["29.11.2024", "-0,30", "0,90", "-0,30", "-0,30", ""],
                ["", "0,20", "0,20", "-0,20", "-0,20", ""],
                ["Summe", "1,70", "-0,10", "-0,30", "-1,30", ""],
            ]
        },
        {
            "2024-11-22": {"Anna": 180, "Bene": -120, "Christl": 20, "Dani": -80},
            "2024-11-29": {"Anna": -10, "Bene": 110, "Christl": -50, "Dani": -50},
        },
    ),
    "hands": Sample(
        {
            "Hands": [
                ["Date", "Game", "Player", "Partner", "Won", "Anna", "Bene", "Christl", "Dani", "Note"],
                ["2024-11-22", "Sauspiel", "Anna", "Christl", "yes", "0.20", "-0.20", "0.20", "-0.20", ""],
                ["2024-11-22", "Herz-Solo", "Bene", "", "no", "0.50", "-1.50", "0.50", "0.50", "ouch"],
                ["2024-11-22", "Wenz", "Dani", "", "yes", "-0.60", "-0.60", "-0.60", "1.80", ""],
                ["2024-11-29", "Sauspiel", "Bene", "Dani", "no", "0.20", "-0.20", "0.20", "-0.20", "Beer, later"],
            ]
        },
        {
            "2024-11-22": {"Anna": 10, "Bene": -230, "Christl": 10, "Dani": 210},
            "2024-11-29": {"Anna": 20, "Bene": -20, "Christl": 20, "Dani": -20},
        },
        ENGLISH,
        ("--tariff", "sauspiel"),
    ),
    "evenings": Sample(
        {
            "Abende": [
                ["Tag", "Ort", "Anna (€)", "Bene (€)", "Christl (€)", "Dani (€)", "Eva (€)", "Summe"],
                ["3.1.2015", "Post", "5", "-2", "-3", "", "", "0"],
                ["7.2.2015", "Post", "-4,5", "", "1,5", "3", "-", "0"],
                ["14.3.2016", "Bräu", "2", "4", "", "-7", "1", "0"],
                ["5.4.2019", "Post", "-1,2", "3,4", "0", "-0,8", "-1,4", "0"],
                ["12.12.2024", "Post", "", "6", "-2", "-3", "-1", "0"],
                ["Gesamt", "", "1,3", "11,4", "-3,5", "-7,8", "-1,4", ""],
            ]
        },
        {
            "2015-01-03": {"Anna": 500, "Bene": -200, "Christl": -300},
            "2015-02-07": {"Anna": -450, "Christl": 150, "Dani": 300},
            "2016-03-14": {"Anna": 200, "Bene": 400, "Dani": -700, "Eva": 100},
            "2019-04-05": {"Anna": -120, "Bene": 340, "Christl": 0, "Dani": -80, "Eva": -140},
            "2024-12-12": {"Bene": 600, "Christl": -200, "Dani": -300, "Eva": -100},
        },
    ),
    "running": Sample(
        {
            "Running": [
                ["date", "hand", "Anna (ct)", "Bene (ct)", "Christl (ct)", "Dani (ct)"],
                ["11/22/2024", "1", "20", "-20", "20", "-20"],
                ["", "2", "70", "-170", "70", "30"],
                ["", "3", "50", "-150", "90", "10"],
                ["", "4", "0", "-200", "40", "160"],
                ["11/29/2024", "1", "20", "-220", "60", "140"],
                ["", "2", "170", "-270", "10", "90"],
            ]
        },
        {
            "2024-11-22": {"Anna": 0, "Bene": -200, "Christl": 40, "Dani": 160},
            "2024-11-29": {"Anna": 170, "Bene": -70, "Christl": -30, "Dani": -70},
        },
        ENGLISH,
    ),
    "years": Sample(
        {
            "2023": [
                ["Datum", "Anna", "Bene", "Christl", "Dani"],
                ["12.1.", "20 ct", "-20 ct", "20 ct", "-20 ct"],
                ["", "-50 ct", "-50 ct", "-50 ct", "150 ct"],
                ["Summe", "-30 ct", "-70 ct", "-30 ct", "130 ct"],
            ],
            "2024": [
                ["Datum", "Anna", "Bene", "Christl", "Dani"],
                ["Übertrag", "-30 ct", "-70 ct", "-30 ct", "130 ct"],
                ["11.1.", "60 ct", "-20 ct", "-20 ct", "-20 ct"],
                ["", "20 ct", "20 ct", "-20 ct", "-20 ct"],
            ],
        },
        {
            "2023-01-12": {"Anna": -30, "Bene": -70, "Christl": -30, "Dani": 130},
            "2024-01-11": {"Anna": 80, "Bene": 0, "Christl": -40, "Dani": -40},
        },
    ),
}


def as_csv(rows: Rows, delimiter: str = ";") -> str:
    """Return a table as csv."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def workbook(
    sheets: Mapping[str, Sequence[Sequence[object]]], path: Path | io.BytesIO, hidden: Sequence[str] = ()
) -> None:
    """Write a workbook; what is a number or a day is one in it."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        sheet.sheet_state = "hidden" if title in hidden else "visible"
        for row in rows:
            sheet.append(list(row))
    book.save(path)


def hostile(name: str, path: Path) -> None:
    """Write a workbook that nobody saved by a spreadsheet program."""
    workbook({"x": [["Datum", "Anna", "Bene"], ["22.11.2024", 0.5, -0.5]]}, path)
    if name in ("empty", "cut", "old"):
        data = path.read_bytes()
        path.write_bytes({"empty": b"PK\x03\x04", "cut": data[: len(data) // 2], "old": OLD_OFFICE}[name])
        return
    start = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    sheet = {
        "sparse": f'{start}<row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>',
        "bomb": f"{start}{' ' * 160_000_000}</sheetData></worksheet>",
        "entities": f'<!DOCTYPE x [<!ENTITY a "h">]>{start}<row><c><v>&a;</v></c></row></sheetData></worksheet>',
    }[name]
    _replaced(path, "xl/worksheets/sheet1.xml", sheet)


def _replaced(path: Path, part: str, text: str) -> None:
    """Replace one part of a workbook."""
    with (
        zipfile.ZipFile(io.BytesIO(path.read_bytes())) as packed,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        for name in packed.namelist():
            made.writestr(name, text if name == part else packed.read(name))


def stored(path: Path, part: str, cell: str, said: str) -> None:
    """Replace in a workbook what is stored in a cell: of an xlsx by its name, else by the text that stands there."""
    with zipfile.ZipFile(path) as packed:
        before = packed.read(part).decode()
    named = re.fullmatch("[A-Z][0-9]", cell)
    found = re.compile(rf'<c r="{cell}".*?(?:</c>|/>)' if named else re.escape(cell))
    text, count = found.subn(lambda _found: said, before)
    assert count == 1
    _replaced(path, part, text)


def tricked(path: Path, part: str, trick: str) -> None:
    """Pack a workbook anew, as no program does."""
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    if trick.startswith("UTF"):
        parts[part] = parts[part].decode().encode(trick)
    how = zipfile.ZIP_BZIP2 if trick == "bzip2" else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(path, "w", how) as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a part is there twice
        for name, data in (*parts.items(), *([(part, parts[part])] if trick == "twice" else ())):
            made.writestr(name, data)
    if trick == "size":
        data = bytearray(path.read_bytes())
        place = data.index(part.encode(), data.index(b"PK\x01\x02")) - 22  # its size unpacked, as the end has it
        data[place : place + 4] = (100).to_bytes(4, "little")
        path.write_bytes(data)


def saved(samples: Mapping[str, Sample], ending: str, folder: Path) -> dict[str, Path]:
    """Return lists as LibreOffice saves them: typed in their language, so that it makes numbers and days of the texts.

    It is started once for all that it reads alike, which takes longer than to save them.
    """
    typed, made = folder / "typed", folder / "saved"
    typed.mkdir(exist_ok=True)
    alike: dict[tuple[str, ...], list[Path]] = {}
    for name, sample in samples.items():
        of_csv = f"59,34,76,1,,{sample.language},false,true"
        target = f"csv:Text - txt - csv (StarCalc):{of_csv}" if ending == "csv" else ending
        if len(sample.sheets) == 1:
            ((_title, rows),) = sample.sheets.items()
            source = typed / f"{name}.csv"
            source.write_text(as_csv(rows), encoding="utf-8")
            options = (f"--infilter=CSV:{of_csv}", "--convert-to", target)
        else:
            source = typed / f"{name}.xlsx"
            workbook(sample.sheets, source)
            options = ("--convert-to", target)
        alike.setdefault(options, []).append(source)
    for options, sources in alike.items():
        office = (SOFFICE or "soffice", f"-env:UserInstallation=file://{folder.parent}/office", "--headless")
        ran = subprocess.run(
            [*office, *options, "--outdir", made, *sources], capture_output=True, text=True, check=False, timeout=180
        )
        assert all((made / f"{source.stem}.{ending}").is_file() for source in sources), ran.stdout + ran.stderr
    return {name: made / f"{name}.{ending}" for name in samples}


def as_ods(sheets: Mapping[str, Rows]) -> bytes:
    """Return a small ods, with what are numbers as numbers; no more is in it than a reader of values needs."""
    tables = "".join(
        f'<table:table table:name="{escape(title)}">{"".join(map(_ods_row, rows))}</table:table>'
        for title, rows in sheets.items()
    )
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = f"<office:document-content{names}><office:body><office:spreadsheet>{tables}</office:spreadsheet>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", f"{content}</office:body></office:document-content>")
    return out.getvalue()


def _ods_row(row: Sequence[str]) -> str:
    cells = []
    for text in row:
        number = text.replace(",", ".")
        kind = f'office:value-type="float" office:value="{number}"' if _NUMBER.fullmatch(text) else ""
        cells.append(f"<table:table-cell {kind}><text:p>{escape(text)}</text:p></table:table-cell>")
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


_NUMBER = re.compile("-?[0-9]+(?:[.,][0-9]+)?")
