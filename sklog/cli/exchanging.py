"""import, export: whole evenings in and out of the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun
from sklog.errors import NotFound, Refused, SklogError
from sklog.language import _, _n

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.ledger.evenings import Evening
    from sklog.ledger.importing import Imported
    from sklog.scoring.session import Session

app = typer.Typer()

FILE_FORMATS = ("yaml", "jsonl", "csv", "journal")


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Session files (YAML), JSON Lines or csv.", metavar="FILE…")],
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Take evenings into the ledger; all files or none, and twice changes nothing."""
    from sklog.ledger import importing  # noqa: PLC0415
    from sklog.session_files import identity  # noqa: PLC0415

    found = [(path, session) for path in files for session in _read(path)]
    _require_expected(found)
    said = common.said("import", [path.name for path in files])
    taken = []
    with common.writing(db, dry_run=dry_run, create=True) as ledger:
        for path, session in found:
            try:
                taken.append(importing.take(ledger, session, said, uid=identity(session)))
            except SklogError as error:
                raise error.at(str(path)) from None
    for one in taken:
        typer.echo(_what_became(one, dry_run=dry_run))


def _what_became(taken: Imported, *, dry_run: bool) -> str:
    evening = taken.evening
    which = {"number": evening.id, "name": common.plain(evening.name)}
    if not taken.new:
        return _n(
            "Evening {number}, {name}: is there already, unchanged, {n} hand.",
            "Evening {number}, {name}: is there already, unchanged, {n} hands.",
            evening.hands,
            **which,
        )
    if dry_run:
        return _n(
            "Evening {number}, {name}: would be imported, {n} hand.",
            "Evening {number}, {name}: would be imported, {n} hands.",
            evening.hands,
            **which,
        )
    return _n(
        "Evening {number}, {name}: imported, {n} hand.",
        "Evening {number}, {name}: imported, {n} hands.",
        evening.hands,
        **which,
    )


def _require_expected(found: list[tuple[Path, Session]]) -> None:
    """Import nothing where a file promises other balances than its hands make: exit code 3."""
    from sklog.scoring.session import final_state  # noqa: PLC0415
    from sklog.session_files import missed  # noqa: PLC0415

    wrong = [
        f"{path}: {sentence}"
        for path, session in found
        if session.expect is not None
        for sentence in missed(session, final_state(session, session.lines()))
    ]
    for sentence in wrong:
        typer.echo(sentence, err=True)
    if wrong:
        raise typer.Exit(common.DISAGREES)


def _read(path: Path) -> Iterable[Session]:
    from sklog.session_files.formats import read_path  # noqa: PLC0415

    sessions = list(read_path(common.known_file(path)))
    if not sessions:
        raise Refused(_("{path} holds no evening", path=path))
    return sessions


def _complete_file_format() -> list[str]:
    return list(FILE_FORMATS)


@app.command("export")
def export(
    sessions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Which evenings (else all): number, name or date.",
            metavar="SESSION…",
            autocompletion=common.complete_session,
        ),
    ] = None,
    how: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="|".join(FILE_FORMATS),
            help="Else yaml for one, jsonl for many.",
            callback=common.one_of(FILE_FORMATS),
            autocompletion=_complete_file_format,
        ),
    ] = None,
    output: common.Output = None,
    db: Db = None,
) -> None:
    """Write evenings as files that import reads again, or as a journal for hledger and ledger."""
    printing.put_lines(_exported(sessions or [], how, output, db), output)


def _exported(words: list[str], how: str | None, output: Path | None, db: Path | None) -> Iterator[str]:
    """Yield what is written, one evening after the other."""
    from sklog.ledger import evenings, history  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        wanted = [evenings.find(ledger, word) for word in words] or evenings.all_evenings(ledger)
        if not wanted:
            raise NotFound(evenings.none_yet())
        wanted = list({evening.id: evening for evening in wanted}.values())  # somebody may name one twice
        form = _form(how, output, len(wanted))
        if form == "journal":
            wanted = _by_day(wanted)
        found = (history.of_evening(ledger, evening).session for evening in wanted)
        yield from _written(found, form, {evening.uid for evening in wanted})


def _form(how: str | None, output: Path | None, many: int) -> str:
    """Return the format: as said, else as the file is called, else what suits so many evenings."""
    from sklog.session_files.formats import ENDINGS  # noqa: PLC0415

    ending = output.suffix.lstrip(".").casefold() if output else ""
    form = how or ENDINGS.get(ending, "yaml" if many == 1 else "jsonl")
    if form == "yaml" and many > 1:
        raise Refused(
            _("a session file holds one evening, and {many} are meant: name one, or say --format jsonl", many=many)
        )
    return form


def _by_day(wanted: list[Evening]) -> list[Evening]:
    """Return the evenings in the order of their days; refuse those that have none: a journal is made of days."""
    undated = [
        _("evening {number} ({name}) has no date, and a journal needs one", number=one.id, name=one.name)
        for one in wanted
        if not one.date
    ]
    if undated:
        raise Refused(*undated, _("name the other evenings, or choose another format"))
    return sorted(wanted, key=lambda one: (one.date, one.id))


def _written(found: Iterator[Session], form: str, together: set[str]) -> Iterator[str]:
    from sklog import session_files  # noqa: PLC0415
    from sklog.session_files import journal, lines  # noqa: PLC0415

    if form == "yaml":
        return map(session_files.write, found)
    if form == "journal":
        return journal.write_journal(found, together)
    return lines.write_jsonl(found) if form == "jsonl" else lines.write_csv(found)
