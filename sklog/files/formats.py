"""Files of evenings in any format: YAML, and lines for scripts and spreadsheets, JSON Lines and csv.

    recognise, read_path      which format a file has; its evenings, whatever it is
    write_jsonl, read_jsonl   one evening a line
    write_csv, read_csv       one entry a row
    proved_session            an evening of a format that others read, asked all that these are

Lines are read one by one, however long the file is. A broken line is named with its number, and the evenings around
it are still read: they come first, and SessionFileError with all broken lines stands at the end. In csv a text that a
spreadsheet would take for a formula begins with an apostrophe, which reading takes off again.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections import Counter
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from sklog import yaml_text
from sklog.errors import NotFound, Problem, Refused, SessionFileError, reason
from sklog.files import header, journal, plain_entry, read_yaml, write_yaml
from sklog.files.reader import NEEDED, EntryNode, Problems, Tariffs, read_tree
from sklog.language import _, _and, _n
from sklog.likeness.lines import shorthand
from sklog.scoring.canonical import unknown_key
from sklog.scoring.state import MOST_ENTRIES, TariffChange, Voided, is_event
from sklog.yaml_text import MOST_BYTES, MOST_VALUES, Mark, Node, PlainNode, node_of, too_large, too_many

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.session import Session


MOST_DIGITS = 20
MOST_COLUMNS = 100
OF_AN_EVENING = ("id", "session", "date", "place", "tariff", "players", "dealer", "stock", "stock_from", "closed")
NEEDED_COLUMNS = (*OF_AN_EVENING, "entry")  # an evening without one is another
COLUMNS = (*OF_AN_EVENING, "n", "entry", "line")
_IN_JSON = ("tariff", "players")
_ROW = '{"session_id":'
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_DEFUSED = re.compile(r"'+[=+\-@\t\r]")


# -- JSON Lines ---------------------------------------------------------------------------------------


def write_jsonl(sessions: Iterable[Session]) -> Iterator[str]:
    """Yield a line for each evening: `{"session": …, "tariff": {…}, …, "hands": [canonical entries]}`."""
    for session in sessions:
        whole = {**header(session), "hands": [plain_entry(entry) for entry in session.entries]}
        yield _json(whole) + "\n"


def write_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line of JSON for each row, for questions of one's own; as evenings they are refused (`recognise`)."""
    return (_json(row) + "\n" for row in rows)


def write_document(value: Any) -> Iterator[str]:
    """Yield the lines of a JSON text for people to read as well."""
    return (_visible(line) + "\n" for line in json.dumps(value, ensure_ascii=False, indent=2).split("\n"))


def read_jsonl(stream: TextIO, where: str, near: Path | None = None) -> Iterator[Session]:
    """Yield the evening of each line; raise SessionFileError at the end with all lines that are broken.

    Only one line is in memory at a time, and none of more than 5 MB.
    """
    problems, tariffs = Problems(), Tariffs(near)
    for number, line in enumerate(_bounded_lines(stream, where, problems), 1):
        if line.strip():
            try:
                yield _evening(line, where, tariffs)
            except SessionFileError as wrong:
                problems.add_error(Mark(where, number), wrong)
        if problems.enough:
            break
    if problems:
        raise problems.error()


def _bounded_lines(stream: TextIO, where: str, problems: Problems) -> Iterator[str]:
    """Yield the lines. One that is too long is a problem, and ends them: what is behind it may be endless."""
    try:
        for number, line in enumerate(iter(partial(stream.readline, MOST_BYTES + 1), ""), 1):
            if len(line) > MOST_BYTES:
                told = {"megabytes": MOST_BYTES // 1_000_000}
                said = _("a line of more than {megabytes} MB cannot be an evening: the rest is not read", **told)
                problems.say(Mark(where, number), said)
                return
            yield line
    except UnicodeDecodeError:
        raise SessionFileError(Problem(_("this is not UTF-8: save the file with that encoding"), where)) from None


def _parsed(text: str, *, nulls: bool = True) -> Any:
    """Return the value of a JSON text, without what is null in it if no `nulls` are wanted; raise SessionFileError."""
    if _values_in(text) > MOST_VALUES:
        raise SessionFileError(too_many())
    try:
        value = _DECODER.decode(text.lstrip("\ufeff"))
        return value if nulls else _without_nulls(value)
    except json.JSONDecodeError as wrong:
        rest = text.rstrip()
        if wrong.pos >= len(rest) or wrong.msg.startswith("Unterminated string"):
            raise SessionFileError(_("the line breaks off: was the file cut while it was copied?")) from None
        message = _("not readable as JSON, from column {column} on: {reason}", column=wrong.colno, reason=reason(wrong))
        raise SessionFileError(message) from None
    except RecursionError:
        raise SessionFileError(_("nested too deeply: this is not an evening")) from None


def _values_in(text: str) -> int:
    """Return how many values a JSON text has about: each but the first stands behind a comma, or in brackets alone."""
    return max(text.count(","), text.count("[") + text.count("{"))


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        many = Counter(key for key, _value in pairs)
        twice = next(key for key in many if many[key] > 1)
        raise SessionFileError(_('"{key}" is here twice: keep one', key=twice))
    return found


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        said = {"start": digits[:8], "digits": len(digits)}
        raise SessionFileError(_("{start}… has {digits} digits: no table ever moved so much", **said))
    return int(digits)


def _no_number(word: str) -> Any:
    raise SessionFileError(_("{word} is not a number here", word=word))


_DECODER = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_no_number, parse_int=_whole_number)


def _evening(line: str, where: str, tariffs: Tariffs) -> Session:
    """Return the evening of one line; what is null is absent, but in a tariff."""
    data = _parsed(line)
    if not isinstance(data, dict):
        raise SessionFileError(_('an evening is an object, such as {"session": "Stammtisch", …}'))
    try:
        if "null" in line:
            tidy = _without_nulls(data)
            data = {**tidy, "tariff": data["tariff"]} if "tariff" in tidy else tidy
        hands = data.get("hands")
        if isinstance(hands, list):
            mark = Mark(where)
            data["hands"] = Node([_entry_node(entry, mark) for entry in hands], mark)
        return read_tree(node_of(data, where), tariffs)
    except RecursionError:
        raise SessionFileError(_("nested too deeply: this is not an evening")) from None


def _entry_node(entry: Any, mark: Mark) -> Node:
    """Return the node of an entry: plain data, whose parts have no places of their own; only a tariff is a tree."""
    if isinstance(entry, dict) and "tariff" not in entry:
        return PlainNode(entry, mark)
    return Node(node_of(entry, mark.where).value, mark)


def texts_of(
    sessions: Iterable[Session], form: str, together: Container[str] = (), say: Callable[..., str] = journal.in_english
) -> Iterator[str]:
    """Yield the texts of evenings as yaml, jsonl, csv or a journal; `together` are the identities of all of them.

    `say` makes the words of a journal what it shall say.
    """
    if form == "yaml":
        return map(write_yaml, sessions)
    if form == "journal":
        return journal.write_journal(sessions, together, say)
    return write_jsonl(sessions) if form == "jsonl" else write_csv(sessions)


def proved_session(session: Session, where: str, known: Tariffs) -> Session:
    """Return an evening that came in another format, folded, and with all asked that a file of ours is asked.

    `known` are the tariffs of its file. Raises SessionFileError with everything that is wrong with it.
    """
    mark = Mark(where)
    entries = [
        _entry_node(plain_entry(entry), mark) if isinstance(entry, TariffChange) else EntryNode(entry, mark)
        for entry in session.entries
    ]
    data = {**header(session), "hands": Node(entries, mark)}
    if session.expect is not None:
        data["expect"] = dict(session.expect)
    return read_tree(node_of(data, where), known)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


# -- csv ----------------------------------------------------------------------------------------------


def csv_rows(sessions: Iterable[Session]) -> Iterator[list[str]]:
    """Yield the header and a row for each entry, one row for an evening without any; each cell is a text on one line.

    `players`, `tariff` and `entry` are JSON, the tariff stands in an evening's first row only. `n` is the
    number of the hand and `line` its shorthand, where it has one: both are for people.
    """
    yield list(COLUMNS)
    for session in sessions:
        evening = {key: _cell_of(value) for key, value in header(session).items()}
        number = 0
        for entry, line in zip(session.entries, shorthand(session), strict=True):
            cells = {"entry": _json(plain_entry(entry))}
            if not is_event(entry):
                number += 1
                cells["n"] = str(number)
            if line is not None:
                cells["line"] = defused(_visible(f"({line})" if isinstance(entry, Voided) else line))
            yield _cells_in_order(evening | cells)
            evening["tariff"] = ""
        if not session.entries:
            yield _cells_in_order(evening)


def write_csv(sessions: Iterable[Session]) -> Iterator[str]:
    """Yield `csv_rows` as lines of csv."""
    for row in csv_rows(sessions):
        out = io.StringIO(newline="")
        csv.writer(out).writerow(row)  # its CR LF has it quote both; a row ends with LF alone, as all our lines
        yield out.getvalue()[:-2] + "\n"


def _cell_of(value: Any) -> str:
    """Return a value of an evening as it stands in every row of it: a text with letters that cannot be seen as JSON."""
    if isinstance(value, str):
        return defused(value) if value.isprintable() and value[:1] != '"' else _json(value)
    return "yes" if value is True else _json(value)


def _json(value: Any) -> str:
    """Return JSON on one line."""
    return _visible(json.dumps(value, ensure_ascii=False))


def _visible(text: str) -> str:
    """Return a text with escapes as in JSON for every letter that cannot be seen: it may be shown in a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def _cells_in_order(cells: Mapping[str, str]) -> list[str]:
    """Return the cells of a row in their order; one that is not there is empty."""
    return [cells.get(name, "") for name in COLUMNS]


def defused(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; `armed` undoes it exactly."""
    return "'" + text if _FORMULA.match(text) else text


def armed(text: str) -> str:
    """Return the text that `defused` was given."""
    return text[1:] if _DEFUSED.match(text) else text


def _text_in_cell(cell: str) -> str:
    """Return the text of which `_cell_of` made this; an older sklog wrote every text as it is."""
    if cell[:1] == '"':
        with suppress(ValueError):
            return str(json.loads(cell))
    return armed(cell)


def read_csv(stream: TextIO, where: str, near: Path | None = None) -> Iterator[Session]:
    """Yield the evenings of a csv; raise SessionFileError at the end with all rows that are broken.

    Columns may stand in any order, between commas or semicolons; further ones are refused. A filled cell
    `tariff` begins an evening. Only one evening is in memory at a time. Open the file with `newline=""`.
    """
    problems, tariffs = Problems(), Tariffs(near)
    evening: _CsvEvening | None = None
    for row in _csv_rows(stream, where, problems):
        if evening is None or not evening.continues(row):
            if evening is not None:
                yield from evening.session(tariffs)
            evening = _CsvEvening(row, problems)
        evening.take_row(row)
        if problems.enough:
            break
    if evening is not None and not problems.enough:
        yield from evening.session(tariffs)
    if problems:
        raise problems.error()


class _CsvRow(NamedTuple):
    mark: Mark
    cells: Mapping[str, str]


class _CsvEvening:
    """The rows of one evening: what its first row says of it, and the entries so far, each with its place."""

    def __init__(self, first: _CsvRow, problems: Problems) -> None:
        self.first = first
        self.problems = problems
        self.entries: list[tuple[Mark, Any]] = []
        self.letters = self.values = self.hands = 0
        self.broken = False

    def continues(self, row: _CsvRow) -> bool:
        """Whether a row says the same of its evening; only the first has its tariff."""
        same = all(row.cells[key] == self.first.cells[key] for key in OF_AN_EVENING if key != "tariff")
        return same and not row.cells["tariff"]

    def _break(self, mark: Mark, message: str) -> None:
        self.problems.say(mark, message)
        self.broken = True

    def take_row(self, row: _CsvRow) -> None:
        """Take the entry of a row."""
        said = row.cells["entry"]
        if not said or len(self.entries) > MOST_ENTRIES:
            return
        self.letters += len(said)
        self.values += _values_in(said)
        if self.letters > MOST_BYTES or self.values > MOST_VALUES:
            self._break(row.mark, too_large() if self.letters > MOST_BYTES else too_many())
            return
        try:
            entry = _parsed(said, nulls=False)
        except SessionFileError as wrong:
            self._break(row.mark, f"entry: {wrong}")
            return
        self.entries.append((row.mark, entry))
        if isinstance(entry, dict) and "game" in entry:
            self._count_hand(row)
        if len(self.entries) > MOST_ENTRIES:
            self._break(row.mark, _("more than {most} entries: divide the evening", most=MOST_ENTRIES))

    def _count_hand(self, row: _CsvRow) -> None:
        """Count the hands, and say once where the numbers that the file has for people tell of a missing row."""
        self.hands += 1
        said = row.cells["n"].strip()
        if said and said != str(self.hands) and not self.broken:
            due = {"said": said, "due": self.hands}
            message = _("n is {said} instead of {due}: a row is missing, or they are in another order", **due)
            self._break(row.mark, message)

    def session(self, tariffs: Tariffs) -> Iterator[Session]:
        """Yield the evening; nothing where it is broken."""
        try:
            evening = read_tree(self._tree(self.first.mark.where), tariffs)
        except SessionFileError as wrong:
            self.problems.add_error(self.first.mark, wrong)
        else:
            if not self.broken:
                yield evening

    def _tree(self, where: str) -> Node:
        """Return the tree that a session file would be, each entry at the line of its row."""
        said: dict[str, Any] = {}
        for key in OF_AN_EVENING:
            if cell := self.first.cells[key]:
                try:
                    said[key] = _parsed(cell) if key in _IN_JSON and cell[0] in '{["' else _text_in_cell(cell)
                except SessionFileError as wrong:
                    raise SessionFileError(f"{key}: {wrong}") from None
        said["hands"] = Node([_entry_node(entry, mark) for mark, entry in self.entries], Mark(where))
        return node_of(said, where)


def _csv_rows(stream: TextIO, where: str, problems: Problems) -> Iterator[_CsvRow]:
    """Yield the rows behind the header; a row that is none is a problem and left out."""
    csv.field_size_limit(MOST_BYTES)
    lines = _bounded_lines(stream, where, problems)
    head = next(lines, "").lstrip("\ufeff")
    if problems:
        return
    delimiter = ";" if head.count(";") > head.count(",") else ","
    columns = [cell.strip() for cell in next(csv.reader([head], delimiter=delimiter), [])]
    if wrong := _header_problems(columns):
        raise SessionFileError(*(Problem(message, where, 1) for message in wrong))
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    number = 2
    try:
        for cells in reader:
            if not any(cells):
                pass
            elif len(cells) == len(columns):
                told = {**dict.fromkeys(COLUMNS, ""), **dict(zip(columns, cells, strict=True))}
                yield _CsvRow(Mark(where, number), told)
            else:
                count = {"cells": len(cells), "columns": len(columns)}
                problems.say(Mark(where, number), _("{cells} cells, but there are {columns} columns", **count))
                if problems.enough:
                    return
            number = reader.line_num + 2
    except csv.Error as wrong:
        message = _("not readable as csv ({reason}): is a quotation mark missing, or was the file cut?", reason=wrong)
        problems.say(Mark(where, number), message)


def is_own(columns: Iterable[str]) -> bool:
    """Whether these headings are meant to be those of a csv as `write_csv` writes it, even if some are wrong."""
    known = {name.strip() for name in columns}
    return not known.isdisjoint(("session", "entry")) and len(known.intersection(COLUMNS)) > 2


def bytes_of(path: Path, most: int) -> bytes:
    """Return what is in a file; raise Refused where that is more, NotFound where it cannot be read."""
    where = str(path)
    try:
        if path.stat().st_size > most:
            said = _("larger than {megabytes} MB: this is not the right file", megabytes=most // 1_000_000)
            raise Refused(Problem(said, where))
        return path.read_bytes()
    except OSError as wrong:
        raise NotFound(Problem(_("cannot be read: {reason}", reason=reason(wrong)), where)) from None


def text_of(data: bytes) -> str:
    """Return a text of any program: UTF-8, UTF-16 with its mark, else Windows-1252; old ones end it with a sign.

    Where none of its letters are German, they may be those of an old Mac, as its lines end, or of DOS.
    """
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        return (data := data.rstrip(b"\x1a")).decode("utf-8-sig")
    except UnicodeDecodeError:
        old = not re.search(b"[\xc4\xd6\xdc\xdf\xe4\xf6\xfc]", data)
        mac = old and b"\r" in data and b"\n" not in data
        dos = old and re.search(b"[A-Za-z][\x81\x84\x94][A-Za-z]|(?<![a-z])[\x99\x9a][A-Z]", data)
        return data.decode("mac_roman" if mac else "cp850" if dos else "cp1252", errors="replace")


def _header_problems(columns: Sequence[str]) -> list[str]:
    """Return what is wrong with the header: everything missing in one sentence."""
    if len(columns) > MOST_COLUMNS:
        return [_("{count} columns: this is not csv from sklog", count=len(columns))]
    wrong = []
    if missing := [name for name in NEEDED_COLUMNS if name not in columns]:
        told = {"columns": _and(missing)}
        wrong.append(_n("the column {columns} is missing", "the columns {columns} are missing", len(missing), **told))
    unknown = [unknown_key(name, COLUMNS) for name in columns if name not in COLUMNS]
    wrong += [_("{problem} (a column)", problem=problem) for problem in unknown]
    twice = [name for name in dict.fromkeys(columns) if columns.count(name) > 1]
    wrong += [_("the column {column} is there twice", column=name) for name in twice]
    return wrong


# -- any of the formats -------------------------------------------------------------------------------


HEAD = 65_536
YAML, JSONL, CSV, JOURNAL = "yaml", "jsonl", "csv", "journal"
ENDINGS = {
    **dict.fromkeys(("yaml", "yml"), YAML),
    **dict.fromkeys(("jsonl", "ndjson"), JSONL),
    "csv": CSV,
    **dict.fromkeys(("journal", "hledger", "ledger"), JOURNAL),
}


def recognise(head: bytes, name: str = "") -> str:
    """Return the format of a file from its beginning and its name: yaml, jsonl or csv.

    Raises SessionFileError where it is no text, or none of them; a journal is only written. A few kilobytes are enough.
    """
    text = _text_of(head, name).lstrip("\ufeff")
    if "\0" in text:
        raise SessionFileError(Problem(_("not a text file: it contains zero bytes"), name))
    if text.startswith(_ROW):
        said = _("these are hands for your own questions, and do not hold everything: import yaml, jsonl or csv")
        raise SessionFileError(Problem(said, name))
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
    raise SessionFileError(Problem(_("not a session file: neither YAML, nor JSON Lines, nor csv from sklog"), name))


def _text_of(head: bytes, name: str) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SessionFileError(Problem(_("this is UTF-16: save the file as UTF-8"), name))
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(head)  # the last letter may be cut
    except UnicodeDecodeError as wrong:
        line = head.count(b"\n", 0, wrong.start) + 1
        raise SessionFileError(Problem(_("this is not UTF-8: save the file with that encoding"), name, line)) from None


def read_path(path: Path | str) -> Iterator[Session]:
    """Yield the evenings of a file in any of the formats; raise NotFound, or SessionFileError at the end.

    A file in none of them is refused after its first few kilobytes, however large it is. See docs/files.md.

    >>> _ = Path("abend.yaml").write_text(sklog.write_session(evening), "utf-8")
    >>> [one.name for one in sklog.read_sessions("abend.yaml")]
    ['Stammtisch']
    """
    return (session for session, _bytes in read_along(Path(path)))


def read_along(path: Path) -> Iterator[tuple[Session, int]]:
    """Yield the same with how many bytes of the file are behind it then."""
    where = str(path)
    try:
        with path.open("rb") as file:
            kind = recognise(file.read(HEAD), where)
        if kind == YAML:
            for session in read_yaml(yaml_text.text_of(path, SessionFileError), where, path):
                yield session, path.stat().st_size
            return
        with path.open("rb") as file, TextIOWrapper(file, encoding="utf-8-sig", newline="") as stream:
            for session in (read_jsonl if kind == JSONL else read_csv)(stream, where, path):
                yield session, file.tell()
    except FileNotFoundError:
        raise NotFound(Problem(_("there is no such file"), where)) from None
    except OSError as wrong:
        raise SessionFileError(Problem(_("cannot be read: {reason}", reason=reason(wrong)), where)) from None
