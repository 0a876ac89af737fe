"""Which format a file of evenings has, and its evenings whatever it is: YAML, JSON Lines or csv."""

from __future__ import annotations

import codecs
import re
from io import TextIOWrapper
from typing import TYPE_CHECKING

from sklog import yaml_text
from sklog.errors import NotFound, Problem, SessionFileError
from sklog.language import _
from sklog.session_files import journal, read
from sklog.session_files.lines import read_csv, read_jsonl
from sklog.session_files.reader import NEEDED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sklog.scoring.session import Session

HEAD = 65_536
YAML, JSONL, CSV = FORMATS = ("yaml", "jsonl", "csv")
JOURNAL = "journal"
ENDINGS = {
    "yaml": YAML,
    "yml": YAML,
    "jsonl": JSONL,
    "ndjson": JSONL,
    "csv": CSV,
    "journal": JOURNAL,
    "hledger": JOURNAL,
    "ledger": JOURNAL,
}


def recognise(head: bytes | str, name: str = "") -> str:
    """Return the format of a file from its beginning and its name: yaml, jsonl or csv.

    Raises SessionFileError where it is no text, or none of them; a journal is only written. A few kilobytes are enough.
    """
    text = head if isinstance(head, str) else _text_of(head, name)
    text = text.lstrip("\ufeff")
    if "\0" in text:
        raise SessionFileError(Problem(_("not a text file: it has zero bytes in it"), name))
    dot, ending = name.rpartition(".")[1:]
    known = ENDINGS.get(ending.casefold()) if dot else None
    if known == JOURNAL or text.startswith(journal.TITLE):
        said = _("a journal is for hledger and ledger and does not hold everything: import yaml, jsonl or csv")
        raise SessionFileError(Problem(said, name))
    if known:
        return known
    first = text.lstrip().partition("\n")[0]
    if first.startswith("{"):
        return JSONL
    cells = {cell.strip() for cell in re.split("[,;]", first)}
    if {"session", "entry"} <= cells:
        return CSV
    if any(re.search(rf"^{key}\s*:", text, re.MULTILINE) for key in NEEDED):
        return YAML
    raise SessionFileError(Problem(_("not a session file: neither YAML, nor JSON Lines, nor csv of sklog"), name))


def _text_of(head: bytes, name: str) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SessionFileError(Problem(_("this is UTF-16: save the file as UTF-8"), name))
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(head)  # the last letter may be cut
    except UnicodeDecodeError as wrong:
        line = head.count(b"\n", 0, wrong.start) + 1
        raise SessionFileError(Problem(_("this is not UTF-8: save the file with that encoding"), name, line)) from None


def read_path(path: Path) -> Iterator[Session]:
    """Yield the evenings of a file in any of the formats; NotFound, or SessionFileError at the end.

    A file that is none of them is refused after its first few kilobytes, however large it is.
    """
    return (session for session, _bytes in read_along(path))


def read_along(path: Path) -> Iterator[tuple[Session, int]]:
    """Yield the same with how many bytes of the file are behind it then."""
    where = str(path)
    try:
        with path.open("rb") as file:
            kind = recognise(file.read(HEAD), where)
        if kind == YAML:
            for session in read(yaml_text.text_of(path, SessionFileError), where, path):
                yield session, path.stat().st_size
            return
        with path.open("rb") as file, TextIOWrapper(file, encoding="utf-8-sig", newline="") as stream:
            for session in (read_jsonl if kind == JSONL else read_csv)(stream, where, path):
                yield session, file.tell()
    except FileNotFoundError:
        raise NotFound(Problem(_("there is no such file"), where)) from None
    except OSError as wrong:
        raise SessionFileError(Problem(_("cannot be read: {reason}", reason=wrong.strerror), where)) from None
