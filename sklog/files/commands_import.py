"""import: whole evenings into the ledger; all that is wrong with them before that."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, starmap
from operator import call
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Annotated, Any

import typer

from sklog.cli import common, printing, usage
from sklog.cli.printing import plain
from sklog.errors import Disagreement, NotFound, NotInstalled, SklogError
from sklog.files import identity
from sklog.files.already_here import Imported, NamesThen, import_session, imported_as, require_other_day
from sklog.files.incoming import OPTIONS, WORDS, Incoming, ReadSession, of_lists
from sklog.language import _, in_shell
from sklog.ledger import evenings, record
from sklog.ledger.open import LedgerFile
from sklog.ledger.people import Arrivals
from sklog.reports.sentences import as_one, known_words, turned_words
from sklog.tariffs import find

app = typer.Typer()

ENTRIES_AHEAD = 5_000
"""So many hands and events are read before a ledger is opened: a mistake in them is said and leaves no trace.

In a longer import nobody else writes while the rest is read, and one that is refused may leave a new, empty ledger.
"""


@common.command(app, "import", call, (), OPTIONS)
def import_(
    files: Annotated[
        list[Path],
        usage.file_argument(
            "Session files (YAML), JSON Lines, csv, lists from a spreadsheet (csv, xlsx, ods), Parquet or a "
            "folder of it, or protocols of Netschafkopf.",
            "FILE…",
        ),
    ],
    who: Annotated[
        list[str] | None,
        typer.Option(
            "--as",
            metavar="NAME=PERSON",
            help="The player for a heading of a list or a name in a protocol, such as A=Anna,Gast=Bene; Tisch=- for "
            "a column that belongs to nobody.",
        ),
    ] = None,
    tariff: common.MaybeTariff = None,
    *,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Store what can be read and list what is left out.")
    ] = False,
    like: Annotated[
        Path | None, typer.Option("--like", metavar="FILE", help="Use the answers given for a list imported earlier.")
    ] = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
    **said: Any,
) -> None:
    """Import evenings into the ledger, all files or none; importing twice changes nothing.

    A protocol's hands are read from its cards, its tariff from its prices (or --tariff). Every price and balance it
    prints is compared with the result, and nothing is stored if they disagree.

    A list has a column of dates and one for each player, or players down the side, or a row for each player and date.
    Each row is a posting; with --tariff, a row that names the game and who played is a hand, if the tariff gives its
    amounts. All that is unclear is asked at once. --dry-run shows how every column is understood.
    """
    file, people = LedgerFile(db, dry_run=dry_run), common.who_is_who(who or [])
    if like is not None:
        people |= _answered_before(file, like, said)
    incoming = Incoming(people, find(tariff) if tariff else None, of_lists(said), keep_going=keep_going)
    incoming.answers = {name: said[name] for name in WORDS if said[name]}
    incoming.as_before = like is not None
    _import(incoming, list(dict.fromkeys(files)), file)  # somebody may name one twice


def _answered_before(file: LedgerFile, like: Path, said: dict[str, Any]) -> dict[str, str]:
    """Return who is who in a file that came in before, and add what was said of that; raise NotFound."""
    with file.reading() as ledger:
        typed = imported_as(ledger, like.name)
    if typed is None:
        raise NotFound(_("{file} never came into this ledger: --like takes a list that did", file=like.name))
    words = [word.partition(" ") for word in typed.split(" --")[1:]]
    for name, _blank, value in words:
        if name in WORDS and not said[name]:
            said[name] = value
    return common.who_is_who([shlex.split(value)[0] for name, _blank, value in words if name == "as"])


def _import(incoming: Incoming, files: Sequence[Path], file: LedgerFile) -> None:
    """Take the evenings of all files into the ledger, and say what became of them."""
    try:
        with closing(incoming.read_all(files)) as read:  # a bar that is half drawn ends before
            told = _store_all(incoming, read, [path.name for path in files], file)
    except KeyboardInterrupt:
        printing.take_bar_away()
        typer.echo(_("Interrupted: nothing was imported."), err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    except Disagreement as error:
        common.disagree(*incoming.noted, *error.problems)
    except SklogError:
        if file.dry_run:
            _show(incoming)
        raise
    try:
        printing.say(*incoming.noted, *incoming.sentences(), err=True)
        if file.dry_run:
            _show(incoming)
        else:
            printing.say(*incoming.told)
        for sentence in told:
            typer.echo(sentence)
    except KeyboardInterrupt:
        stored = _("Interrupted: everything was imported already.")
        typer.echo(_(common.NOT_STORED) if file.dry_run else stored, err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    if incoming.problems or incoming.disagreements:
        raise typer.Exit(common.DISAGREES)


def _show(incoming: Incoming) -> None:
    """Show how every list was understood."""
    for report in incoming.shown:
        printing.put(report(), "text", None)
        typer.echo()


def _store_all(incoming: Incoming, read: Iterator[ReadSession], names: Sequence[str], file: LedgerFile) -> list[str]:
    """Store the evenings, all of them or none, each as it is read: from the last one on nobody interrupts.

    Returns what became of them. No ledger is opened before a few evenings are read, or all.
    """
    ahead = _ahead(read, ENTRIES_AHEAD if not (incoming.lists and printing.can_ask()) else None)
    said = file.command("import", [*names, *(incoming.words if incoming.lists else ())])
    told: list[str] = []
    arrivals, before = Arrivals(), None
    try:
        with file.writing(create=True) as ledger:
            called = NamesThen(ledger)
            for one in chain(ahead, read):
                if incoming.refused:
                    continue  # to say what is wrong in the rest as well
                try:
                    if one.listed:
                        require_other_day(ledger, one.session.called(called))
                    uid = identity(one.session)
                    taken = import_session(ledger, one.session, said, uid=uid, called=called)
                except NotInstalled:
                    raise
                except SklogError as error:
                    incoming.refused += error.at(str(one.path)).problems
                else:
                    told += _what_became(taken, dry_run=file.dry_run, proved=one.proved)
                    if taken.new:
                        arrivals.look_at(ledger, taken.evening)
            if incoming.refused:  # of few evenings; of many it was said when the last one was read
                raise incoming.refusal()
            record.keep_kinds(ledger, all_told=True)  # else points of a table could become money
            told += called.sentences
            told += _namesakes(arrivals, dry_run=file.dry_run)
            told += (*starmap(turned_words, arrivals.turned), *as_one(arrivals.names))
            before = signal(SIGINT, SIG_IGN)
    finally:
        if before is not None:
            signal(SIGINT, before)
    return told


def _namesakes(arrivals: Arrivals, *, dry_run: bool) -> Iterator[str]:
    """Yield whose name was known before, with others, and what to do if that is somebody else."""
    for one, theirs in arrivals.found:
        said, word, numbers = known_words(*one), in_shell(one.name), ",".join(map(str, theirs))
        command = _("sklog player part {word} NEW --session {number}", word=word, number=numbers)
        yield said if dry_run else f"{said} " + _("Another {name}? {command}", name=plain(one.name), command=command)


def _ahead(read: Iterator[ReadSession], most: int | None) -> list[ReadSession]:
    """Return the first evenings: all of them where they are few, or where something may be asked about each file."""
    found, entries = [], 0
    for one in read:
        found.append(one)
        entries += len(one.session.entries)
        if most is not None and entries > most:
            break
    return found


def _what_became(taken: Imported, *, dry_run: bool, proved: bool) -> Iterator[str]:
    """Yield what became of an evening."""
    evening = taken.evening
    held = evening.state.memory
    what = evening.state.counted.words if held is None else held.who_takes_part
    which = {"number": evening.id, "name": plain(evening.name), "hands": what}
    if not taken.new and evening.kind == evenings.VOID:
        yield _(
            "Evening {number}, {name}: here, but struck out; to bring it back: sklog session restore {number}", **which
        )
        return
    if not taken.new:
        yield _("Evening {number}, {name}: already here, unchanged, {hands}.", **which)
        return
    if dry_run:
        yield _("Evening {number}, {name}: would be imported, {hands}.", **which)
    else:
        yield _("Evening {number}, {name}: imported, {hands}.", **which)
    if proved:
        yield _("All printed prices and balances agree with the cards.")
