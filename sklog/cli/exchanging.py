"""import, export: whole evenings in and out of the ledger."""

from __future__ import annotations

from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun
from sklog.errors import NotFound, Refused, SklogError
from sklog.language import _, _n

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from sklog.cli.incoming import Arrival, Incoming
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Said
    from sklog.ledger.importing import Imported
    from sklog.scoring.session import Session

app = typer.Typer()

FILE_FORMATS = ("yaml", "jsonl", "csv", "journal")
ENTRIES_AHEAD = 5_000
"""So many hands and events are read before a ledger is opened: a mistake in them is said and leaves no trace.

In a longer import nobody else writes while the rest is read, and one that is refused may leave a new, empty ledger.
"""


@app.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(help="Session files (YAML), JSON Lines, csv, or protocols of Netschafkopf.", metavar="FILE…"),
    ],
    who: Annotated[
        list[str] | None,
        typer.Option(
            "--as", metavar="NAME=PERSON", help="Who a name in a protocol is, such as Gast=Anna,PcLinks=Bene."
        ),
    ] = None,
    tariff: common.TariffName = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Store what can be read, and list everything that is left out.")
    ] = False,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Take evenings into the ledger; all files or none, and twice changes nothing.

    A protocol's hands are read from its cards, its tariff from its prices (or --tariff); every price and every
    balance that it prints is compared with them, and nothing is stored where they disagree.
    """
    from sklog.cli.incoming import Incoming, bar_away, who_is_who  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    incoming = Incoming(who_is_who(who or []), find(tariff) if tariff else None)
    files = list(dict.fromkeys(files))  # somebody may name one twice
    said = common.said("import", [path.name for path in files])
    try:
        with closing(_read(incoming, files, keep_going=keep_going)) as read:  # a bar that is half drawn ends before
            told = _stored(read, said, db, dry_run=dry_run)
    except KeyboardInterrupt:
        bar_away()
        typer.echo(_("Interrupted: nothing was imported."), err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    try:
        for sentence in told:
            typer.echo(sentence)
    except KeyboardInterrupt:
        typer.echo(common.not_stored() if dry_run else _("Interrupted: everything was imported already."), err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    if incoming.problems or incoming.disagreements:
        raise typer.Exit(common.DISAGREES)


def _read(incoming: Incoming, files: list[Path], *, keep_going: bool) -> Generator[Arrival, None, None]:
    """Yield every evening that shall be stored; say at the end what is wrong, and raise Exit if nothing shall be."""
    with closing(incoming.read(files)) as evenings:
        for evening in evenings:
            if keep_going or not incoming.problems:  # behind a mistake it is read on, to say all of them at once
                yield evening
    stop = incoming.problems and not (keep_going and incoming.count)
    for line in incoming.sentences(problems_only=bool(stop)):
        typer.echo(common.plain(line), err=True)
    if stop:
        raise typer.Exit(1)
    if incoming.disagreements and not keep_going:
        typer.echo(_("Nothing was imported; --keep-going imports it all the same."), err=True)
        raise typer.Exit(common.DISAGREES)


def _stored(read: Iterator[Arrival], said: Said, db: Path | None, *, dry_run: bool) -> list[str]:
    """Store the evenings, all of them or none, each as it is read: from the last one on nobody interrupts.

    Returns what became of them. No ledger is opened before a few evenings are read, or all.
    """
    from signal import SIG_IGN, SIGINT, signal  # noqa: PLC0415

    from sklog.ledger import importing  # noqa: PLC0415
    from sklog.session_files import identity  # noqa: PLC0415

    ahead = _ahead(read)
    told: list[str] = []
    before = None
    try:
        with common.writing(db, dry_run=dry_run, create=True) as ledger:
            for one in chain(ahead, read):
                try:
                    taken = importing.take(ledger, one.session, said, uid=identity(one.session))
                except SklogError as error:
                    raise error.at(str(one.path)) from None
                told += _what_became(taken, dry_run=dry_run, proved=one.proved)
            before = signal(SIGINT, SIG_IGN)
    finally:
        if before is not None:
            signal(SIGINT, before)
    return told


def _ahead(read: Iterator[Arrival]) -> list[Arrival]:
    """Return the first evenings: all of them where they are few."""
    found, entries = [], 0
    for arrival in read:
        found.append(arrival)
        entries += len(arrival.session.entries)
        if entries > ENTRIES_AHEAD:
            break
    return found


def _what_became(taken: Imported, *, dry_run: bool, proved: bool) -> Iterator[str]:
    """Yield what became of an evening."""
    evening = taken.evening
    which = {"number": evening.id, "name": common.plain(evening.name)}
    if not taken.new:
        yield _n(
            "Evening {number}, {name}: is there already, unchanged, {n} hand.",
            "Evening {number}, {name}: is there already, unchanged, {n} hands.",
            evening.hands,
            **which,
        )
        return
    if dry_run:
        yield _n(
            "Evening {number}, {name}: would be imported, {n} hand.",
            "Evening {number}, {name}: would be imported, {n} hands.",
            evening.hands,
            **which,
        )
    else:
        yield _n(
            "Evening {number}, {name}: imported, {n} hand.",
            "Evening {number}, {name}: imported, {n} hands.",
            evening.hands,
            **which,
        )
    if proved:
        yield _("Every price and every balance that it prints agrees with its cards.")


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
