"""export: evenings out of the ledger, as files for people and programs, and as workbooks for both."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Annotated

import typer

from sklog import rooms
from sklog.cli import common, printing
from sklog.errors import NotFound, Refused
from sklog.files import described, formats, journal
from sklog.language import _
from sklog.ledger import evenings, files, history
from sklog.ledger.open import LedgerFile

if TYPE_CHECKING:
    import sqlite3

app = typer.Typer()

HANDS, METADATA = "hands", "datasette-metadata"
WORKBOOKS = tuple(name for name, one in rooms.FORMATS.items() if one.book)
PARQUET = "parquet"  # a folder
FILE_FORMATS = ("yaml", "jsonl", "csv", "journal", *WORKBOOKS, HANDS, METADATA, PARQUET)
IN_MEMORY = 1_000_000  # letters of an export; more of them lie in a file of the system's
AT_ONCE = 65_536  # letters, about, that are printed together: a journal has seven lines for each hand


@app.command("export")
def export(
    sessions: Annotated[
        list[str] | None,
        common.argument("Evenings by number, name or date (default: all).", "SESSION…", common.complete_session),
    ] = None,
    how: Annotated[
        str | None,
        common.option_of(
            "--format",
            FILE_FORMATS,
            help="Default: yaml for one evening, jsonl for several. hands: every hand with its result, as JSON "
            "Lines. parquet: a folder.",
        ),
    ] = None,
    spoken: Annotated[
        bool, typer.Option("--spoken", help="A journal in the language in use, account names included (else English).")
    ] = False,
    output: common.Output = None,
    db: common.Db = None,
) -> None:
    """Write evenings as files that import can read, as a journal for hledger and ledger, or for your own questions.

    An xlsx or ods has every hand in one table, and everything for import in the sheet sklog. For your own questions
    there are all hands with their results (hands), and a description of the ledger (datasette-metadata). Parquet is a
    folder for DuckDB, Polars and pandas, for very many evenings; name it with -o.
    """
    form = how or _ending(output)
    if form == PARQUET:
        _put_folder(sessions or [], output, db)
    elif form in WORKBOOKS:
        printing.put_bytes(_workbook(sessions or [], form, db), form, output)
    else:
        say = _ if spoken else journal.in_english
        _put_lines(_exported(_as_it_is_now(sessions or [], how, output, db, say)), output)


def _put_folder(words: list[str], output: Path | None, db: Path | None) -> None:
    """Write the evenings as columns, with every hand in a table of its own, into a folder."""
    if output is None or printing.is_stdout(output):
        raise typer.BadParameter(_("{format} is a folder: name it with -o", format=PARQUET), param_hint="--format")
    write = rooms.load(rooms.PARQUET)()
    with LedgerFile(db).reading() as ledger:
        wanted = _evenings_wanted(ledger, words)
        with _made_folder(output) as folder:
            write(folder, (history.of_evening(ledger, evening).session for evening in wanted))


@contextmanager
def _made_folder(output: Path) -> Iterator[Path]:
    """Fill a folder that only its owner can read, whole or not at all, and say on stderr that it is there.

    Raises Refused where it is there already with something in it, or cannot be made.
    """
    target = printing.real_path(output)
    try:
        if target.exists() and not (target.is_dir() and not any(target.iterdir())):
            raise Refused(
                _("{path} already exists and is not an empty folder: nothing was written; name another", path=output)
            )
        with files.part_of(target, folder=True) as part:
            yield part
            for file in part.iterdir():
                files.sync(file)
            files.sync_names(part)
            if target.is_dir():
                target.rmdir()
            part.rename(target)
            files.sync_names(target.parent)
    except OSError as error:
        raise printing.unwritable(output, error) from None
    copy_context().run(printing.say_written, output)


def _workbook(words: list[str], form: str, db: Path | None) -> bytes:
    """Return a workbook of the evenings, out of one picture of the ledger."""
    sheets, file = rooms.load(rooms.FORMATS[form].evenings), rooms.load(rooms.FORMATS[form].book)
    with LedgerFile(db).reading() as ledger:
        found = [history.of_evening(ledger, evening).session for evening in _evenings_wanted(ledger, words)]
        people = evenings.in_order_of_arrival(ledger)
    return bytes(file(sheets(found, people, formats.csv_rows(found))))


def _exported(texts: Iterable[str]) -> Iterator[str]:
    """Yield what is written, many lines at a time.

    All of it stands in a file before the first one: nobody who writes waits for whoever reads it.
    """
    with SpooledTemporaryFile(IN_MEMORY, "w+", encoding="utf-8", errors="surrogatepass", newline="\n") as kept:
        for text in texts:  # its writelines() would keep all of it in memory
            kept.write(text)
        kept.seek(0)
        while lines := kept.readlines(AT_ONCE):
            yield "".join(lines)


def _as_it_is_now(
    words: list[str], how: str | None, output: Path | None, db: Path | None, say: Callable[..., str]
) -> Iterator[str]:
    """Yield the texts of the evenings, one after the other, out of one picture of the ledger."""
    file = LedgerFile(db)
    with file.reading() as ledger:
        if how == METADATA:
            yield from _described(ledger, file.path, words)
            return
        wanted = _evenings_wanted(ledger, words)
        form = _form(how, output, len(wanted))
        if form == "journal":
            # points are nobody's money
            wanted = _by_day([one for one in wanted if words or one.kind == evenings.ORDINARY or not one.players])
        if form == HANDS:
            yield from formats.write_rows(
                hand for evening in wanted for hand in described.rows_of_hands(ledger, evening)
            )
            return
        found = (history.of_evening(ledger, evening).session for evening in wanted)
        yield from formats.texts_of(found, form, {evening.uid for evening in wanted}, say)


def _described(ledger: sqlite3.Connection, path: Path, words: list[str]) -> Iterator[str]:
    """Return what Datasette shows of a ledger, line by line; it is said of all of it."""
    if words:
        raise Refused(_("{form} is about the whole ledger: leave the evenings out", form=METADATA))
    return formats.write_document(described.metadata(ledger, path))


def _evenings_wanted(ledger: sqlite3.Connection, words: list[str]) -> list[evenings.Evening]:
    """Return the evenings that are named, each once, else all; raise NotFound where there is none."""
    wanted = [evenings.find(ledger, word) for word in words] or evenings.all_evenings(ledger)
    if not wanted:
        raise NotFound(evenings.none_yet(ledger))
    return list({evening.id: evening for evening in wanted}.values())  # somebody may name one twice


def _ending(output: Path | None) -> str:
    return output.suffix.lstrip(".").casefold() if output else ""


def _form(how: str | None, output: Path | None, many: int) -> str:
    """Return the format: as said, else as the file is called, else what suits so many evenings."""
    form = how or formats.ENDINGS.get(_ending(output), "yaml" if many == 1 else "jsonl")
    if form == "yaml" and many > 1:
        said = _("a session file holds one evening, not {many}: name one, or use --format jsonl", many=many)
        raise Refused(said)
    return form


def _by_day(wanted: list[evenings.Evening]) -> list[evenings.Evening]:
    """Return the evenings in the order of their days; refuse those that have none: a journal is made of days."""
    undated = [
        _("evening {number} ({name}) has no date, and a journal needs one", number=one.id, name=one.name)
        for one in wanted
        if not one.date
    ]
    if undated:
        raise Refused(*undated, _("name the other evenings, or choose another format"))
    return sorted(wanted, key=lambda one: (one.date, one.id))


def _put_lines(lines: Iterable[str], output: Path | None = None) -> None:
    """Print lines as they come, or write them to a file, which is there whole or not at all.

    A file and a pipe get them as they are; a terminal gets nothing that steers it.
    """
    if output is None or printing.is_stdout(output):
        shown = printing.is_terminal(sys.stdout)
        for line in lines:
            # Typer would take escapes out of what is piped: a text that was recorded with them has them
            typer.echo("\n".join(map(printing.plain, line.split("\n"))) if shown else line, nl=False, color=True)
        return
    with printing.new_file(output) as file:
        file.writelines(lines)
