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
    from collections.abc import Iterable

    from sklog.ledger.importing import Imported
    from sklog.scoring.session import Session

app = typer.Typer()

FILE_FORMATS = ("yaml", "jsonl", "csv")


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
    """Write evenings as files that import reads again: nothing is lost."""
    from sklog.ledger import evenings, history  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        wanted = [evenings.find(ledger, word) for word in sessions or []] or evenings.all_evenings(ledger)
        if not wanted:
            raise NotFound(evenings.none_yet())
        found = [history.of_evening(ledger, evening).session for evening in wanted]
    printing.put_text(_written(found, _form(how, output, len(found))), output)


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


def _written(found: list[Session], form: str) -> str:
    from sklog import session_files  # noqa: PLC0415
    from sklog.session_files import lines  # noqa: PLC0415

    if form == "yaml":
        return session_files.write(found[0])
    return "".join(lines.write_jsonl(found) if form == "jsonl" else lines.write_csv(found))
