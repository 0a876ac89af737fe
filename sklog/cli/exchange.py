"""import, verify: whole evenings into the ledger, files of others; all that is wrong with them before that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from contextvars import copy_context
from datetime import date
from itertools import chain, starmap
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog import lists
from sklog.cli import common, printing, usage
from sklog.cli.incoming import Incoming, ReadSession
from sklog.cli.printing import plain
from sklog.errors import Disagreement, Problem, Refused, SklogError
from sklog.language import _, _n, in_shell, suggest_with
from sklog.ledger import backup, evenings, merge, record, signatures
from sklog.ledger.chain import as_noted, short
from sklog.ledger.chain import find as find_digest
from sklog.ledger.facts import Command
from sklog.ledger.open import LedgerFile
from sklog.ledger.people import Arrivals
from sklog.lists import understood
from sklog.reports.format import day
from sklog.reports.sentences import as_one, known_words, turned_words
from sklog.scoring.amounts import money
from sklog.session_files import identity
from sklog.tariffs import find

if TYPE_CHECKING:
    import sqlite3

    Opened = Mapping[Path, sqlite3.Connection]
    """Ledgers that prove, each as a copy in memory."""

MOST_NOTED = 50  # digests on one page


# -- import ---------------------------------------------------------------------------------------------


app = typer.Typer()

ENTRIES_AHEAD = 5_000
"""So many hands and events are read before a ledger is opened: a mistake in them is said and leaves no trace.

In a longer import nobody else writes while the rest is read, and one that is refused may leave a new, empty ledger.
"""


@app.command("import")
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
            help="Who a heading of a list, or a name in a protocol, is, such as A=Anna,Gast=Bene; "
            "a column that is nobody's is Tisch=-.",
        ),
    ] = None,
    tariff: common.MaybeTariff = None,
    amounts: understood.Amounts = None,
    decimal: understood.Decimal = None,
    dates: understood.Dates = None,
    rows: understood.RowsSay = None,
    name: understood.Name = None,
    day: understood.Day = None,
    sheets: understood.Sheets = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Store what can be read, and list everything that is left out.")
    ] = False,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Take evenings into the ledger; all files or none, and twice changes nothing.

    A protocol's hands are read from its cards, its tariff from its prices (or --tariff); every price and every
    balance that it prints is compared with them, and nothing is stored where they disagree.

    A list has a column of days and one a person. Each of its rows is a posting; with --tariff one that says the game
    and who played is a hand, where the tariff makes its amounts. --dry-run shows how every column is understood.
    """
    people, said = common.who_is_who(who or []), (amounts, decimal, dates, rows)
    asked = understood.asked(lists.Asked(date.today(), people), said, name, day, sheets)  # noqa: DTZ011  the table's day
    asked = asked._replace(tariff=find(tariff) if tariff else None)
    incoming = Incoming(asked, keep_going=keep_going)
    _import(incoming, list(dict.fromkeys(files)), LedgerFile(db, dry_run=dry_run))  # somebody may name one twice


def _import(incoming: Incoming, files: Sequence[Path], file: LedgerFile) -> None:
    """Take the evenings of all files into the ledger, and say what became of them."""
    command = file.command("import", [path.name for path in files])
    try:
        with closing(incoming.read(files)) as read:  # a bar that is half drawn ends before
            told = _stored(incoming, read, command, file)
    except KeyboardInterrupt:
        printing.take_bar_away()
        typer.echo(_("Interrupted: nothing was imported."), err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    except Disagreement as error:
        common.disagree(*incoming.noted, *error.problems)
    except SklogError:
        if file.dry_run:
            understood.show(incoming.sheets)
        raise
    try:
        printing.say(*incoming.noted, *incoming.sentences(), err=True)
        if file.dry_run:
            understood.show(incoming.sheets)
        else:
            printing.say(*(sentence for sheet in incoming.sheets for sentence in understood.told(sheet)))
        for sentence in told:
            typer.echo(sentence)
    except KeyboardInterrupt:
        stored = _("Interrupted: everything was imported already.")
        typer.echo(_(common.NOT_STORED) if file.dry_run else stored, err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    if incoming.problems or incoming.disagreements:
        raise typer.Exit(common.DISAGREES)


def _stored(incoming: Incoming, read: Iterator[ReadSession], said: Command, file: LedgerFile) -> list[str]:
    """Store the evenings, all of them or none, each as it is read: from the last one on nobody interrupts.

    Returns what became of them. No ledger is opened before a few evenings are read, or all.
    """
    ahead = _ahead(read)
    told: list[str] = []
    arrivals, before = Arrivals(), None
    try:
        with file.writing(create=True) as ledger:
            for one in chain(ahead, read):
                if incoming.refused:
                    continue  # to say what is wrong in the rest as well
                try:
                    if one.listed and not incoming.asked.name:
                        record.require_other_day(ledger, one.session)
                    taken = record.import_session(ledger, one.session, said, uid=identity(one.session))
                except SklogError as error:
                    incoming.refused += error.at(str(one.path)).problems
                else:
                    told += _what_became(taken, dry_run=file.dry_run, proved=one.proved)
                    if taken.new:
                        arrivals.add(ledger, taken.evening)
            if incoming.refused:  # of few evenings; of many it was said when the last one was read
                raise incoming.refusal()
            record.keep_kinds(ledger)
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


def _ahead(read: Iterator[ReadSession]) -> list[ReadSession]:
    """Return the first evenings: all of them where they are few."""
    found, entries = [], 0
    for one in read:
        found.append(one)
        entries += len(one.session.entries)
        if entries > ENTRIES_AHEAD:
            break
    return found


def _what_became(taken: record.Imported, *, dry_run: bool, proved: bool) -> Iterator[str]:
    """Yield what became of an evening."""
    evening = taken.evening
    held = evening.state.memory
    what = evening.state.counted.words if held is None else held.who_takes_part
    which = {"number": evening.id, "name": plain(evening.name), "hands": what}
    if not taken.new:
        yield _("Evening {number}, {name}: is there already, unchanged, {hands}.", **which)
        return
    if dry_run:
        yield _("Evening {number}, {name}: would be imported, {hands}.", **which)
    else:
        yield _("Evening {number}, {name}: imported, {hands}.", **which)
    if proved:
        yield _("Every price and every balance that it prints agrees with its cards.")


# -- verify ---------------------------------------------------------------------------------------------

_DIGEST = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")
_MOST_BYTES = 5_000_000  # of a page


@app.command("verify")
def verify(
    files: Annotated[list[Path], usage.file_argument("Ledgers, copies, and pages that carry a digest.", "FILE…")],
    digest: Annotated[
        list[str] | None, typer.Option("--digest", metavar="ABCD-…", help="A digest that somebody noted.")
    ] = None,
    signers: common.Signers = None,
    db: common.Db = None,
) -> None:
    """Prove files that others made, and leave them as they are; exit 3 if one does not prove.

    Each ledger is compared with the first, and each digest with all of them; if there are only pages, with one's own.
    """
    paths = list(dict.fromkeys(map(common.known_file, files)))
    ledgers = [path for path in paths if printing.is_a_database(path)]
    noted = [_digests_on(path) for path in paths if path not in ledgers]
    for one in digest or []:
        common.digest(one, as_noted(one))
    if digest:
        noted.append(_Noted("--digest", digest))
    ledgers = ledgers or [common.known_file(LedgerFile(db).path)]
    known = signatures.signers(signers)
    with ExitStack() as stack:
        opened = dict(_proved(stack, ledgers))
        good = [len(opened) == len(ledgers)]
        good += [_say_holding(path, ledger, known) for path, ledger in opened.items()]
        good += [_say_compared(*next(iter(opened.items())), *other) for other in list(opened.items())[1:]]
        good += [_say_noted(one, opened) for one in noted]
    if not all(good):
        raise typer.Exit(common.DISAGREES)


class _Noted(NamedTuple):
    """The digests that stand somewhere, each once; `left` are sentences on what of it is compared with nothing."""

    place: str
    digests: Sequence[str]
    left: Sequence[str] = ()


def _digests_on(path: Path) -> _Noted:
    """Return the digests that a page carries."""
    with path.open("rb") as file:
        read = file.read(_MOST_BYTES + 1)
    found = list(dict.fromkeys(_DIGEST.findall(read[:_MOST_BYTES].decode(errors="replace"))))
    left = []
    if len(found) > MOST_NOTED:
        left.append(_("{path}: there are more digests on it than the {most} compared here", path=path, most=MOST_NOTED))
    if len(read) > _MOST_BYTES:
        megabytes = _MOST_BYTES // 1_000_000
        left.append(
            _(
                "{path}: only its first {most} MB were read, and no digest behind them is compared",
                path=path,
                most=megabytes,
            )
        )
    return _Noted(str(path), found[:MOST_NOTED], left)


def _proved(stack: ExitStack, paths: Sequence[Path]) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """Yield the ledgers that prove, and say what is wrong with the others."""
    for path in paths:
        try:
            yield path, stack.enter_context(merge.opened(path))
        except SklogError as error:
            printing.say(*(_of(path, problem) for problem in error.problems), err=True)


def _of(path: Path, problem: Problem) -> Problem:
    """Return a problem that says of which file it is."""
    said = problem.where or str(path) in problem.message
    return problem if said else problem._replace(where=str(path))


def _say_holding(path: Path, ledger: sqlite3.Connection, known: Sequence[signatures.Signer] | None) -> bool:
    """Say what a ledger holds that was proved, and who signed that; return whether all signatures hold."""
    held, newest = backup.held(ledger), evenings.newest(ledger)
    said = {
        "path": path,
        "evenings": _n("{n} evening", "{n} evenings", held.evenings),
        "hands": held.counted.words,
    }
    if newest is None:
        printing.say(_("{path}: a ledger without an evening; it is as sklog makes it", **said))
    else:
        last = ", ".join(filter(None, (newest.name, day(newest.date))))
        words = _(
            "{path}: a ledger, {evenings}, {hands}; the newest is {last}, digest {digest}; everything agrees with the"
            " recorded facts",
            last=last,
            digest=short(newest.digest),
            **said,
        )
        printing.say(words)
    if not signatures.count(ledger) and known is None:
        return True
    try:
        verdicts = copy_context().run(_verdicts, path, ledger, known)
    except Refused as error:  # without the library the rest is proved all the same
        printing.say(*error.problems, err=True)
        return known is None
    for one in verdicts:
        printing.say(f"{path}: {one.sentence}", err=not one.good)
    return all(one.good for one in verdicts)


def _verdicts(
    path: Path, ledger: sqlite3.Connection, known: Sequence[signatures.Signer] | None
) -> list[signatures.Verdict]:
    """Return what became of all signatures in a ledger that need not be one's own: what is suggested names it."""
    suggest_with(f"--db {in_shell(path)}", ["check"])
    return list(signatures.verdicts(ledger, known))


def _say_compared(first: Path, ledger: sqlite3.Connection, path: Path, other: sqlite3.Connection) -> bool:
    """Say which of two ledgers holds more; return False where evenings are there in two versions."""
    met = merge.what_is_there(ledger, other)
    differing = [one.there for one in met if one.fate == merge.DIFFERS or merge.is_told_otherwise(ledger, other, one)]
    there = any(one.fate in (merge.NEW, merge.FURTHER_THERE) for one in met)
    uids = {one.there.uid for one in met}
    here = any(one.fate == merge.FURTHER_HERE for one in met) or any(
        one.uid not in uids for one in evenings.all_evenings(ledger)
    )
    said = {"other": path, "first": first}
    if differing:
        which = ", ".join(f"{one.id} ({one.name})" for one in differing)
        printing.say(
            _("{other}: these evenings are other versions of those in {first}: {which}", which=which, **said), err=True
        )
    elif there and here:
        printing.say(_("{other} and {first} each hold something that the other has not", **said))
    elif there:
        printing.say(_("{other} is newer: it holds all that {first} holds, and more", **said))
    elif here:
        printing.say(_("{other} is older: {first} holds all of it, and more", **said))
    else:
        printing.say(_("{other} and {first} hold the same evenings", **said))
    return not differing


def _say_noted(noted: _Noted, opened: Opened) -> bool:
    """Say of which evening each digest is that stands there; return whether these are all, each one as it is now."""
    if not (noted.digests or noted.left):
        printing.say(_("{path}: this is no ledger, and no page with a digest on it", path=noted.place), err=True)
    known = [_say_digest(noted.place, one, opened) for one in noted.digests]
    printing.say(*noted.left, err=True)
    return bool(known) and all(known) and not noted.left


def _say_digest(place: str, digest: str, opened: Opened) -> bool:
    beginning = as_noted(digest) or b""
    for path, ledger in opened.items():
        found = find_digest(ledger, beginning)
        if found is None:
            continue
        evening = evenings.by_number(ledger, found.evening)
        what = ", ".join(filter(None, (evening.name, day(evening.date))))
        said = {"path": place, "digest": digest, "number": evening.id, "what": what, "ledger": path}
        if not evening.digest.startswith(beginning):
            words = _(
                "{path}: {digest} was evening {number} of {ledger} ({what}); more was recorded there since", **said
            )
            printing.say(words, err=True)
            return False
        balances = "; ".join(
            f"{name} {money(won, evening.tariff.unit, signed=True)}" for name, won in evening.state.balances.items()
        )
        words = _(
            "{path}: {digest} is evening {number} of {ledger} ({what}) as it is there, after {hands}: {balances}",
            hands=evening.state.counted.words,
            balances=balances,
            **said,
        )
        printing.say(words)
        return True
    printing.say(
        _("{path}: no evening of these ledgers has had the digest {digest}", path=place, digest=digest), err=True
    )
    return False
