"""import, verify: whole evenings into the ledger, files of others; all that is wrong with them before that."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from contextvars import copy_context
from datetime import date
from itertools import chain
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common, printing, understood, usage
from sklog.cli.printing import plain
from sklog.errors import Disagreement, NotFound, Problem, Refused, SklogError, reason
from sklog.importers import lists, netschafkopf
from sklog.language import _, _and, _n, in_shell, suggest_with
from sklog.ledger import backup, evenings, merge, record, signatures
from sklog.ledger.chain import as_noted, short
from sklog.ledger.chain import find as find_digest
from sklog.ledger.facts import Command
from sklog.ledger.open import LedgerFile
from sklog.reports.format import day
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key
from sklog.scoring.session import Session, final_state
from sklog.session_files import formats, identity, missed
from sklog.tariffs import find

if TYPE_CHECKING:
    import sqlite3

    Opened = Mapping[Path, sqlite3.Connection]
    """Ledgers that prove, each as a copy in memory."""

LONG = 200_000  # bytes from which on a bar says how far it is
BAR_AWAY = "\r\x1b[K\x1b[?25h"  # takes a half-drawn bar off the terminal, and gives back the cursor that it hid
MOST_SAID = 50  # sentences about one file
MOST_NOTED = 50  # digests on one page


class ReadSession(NamedTuple):
    """An evening, its file, and how many bytes of that are behind it.

    `proved` is set where every printed price and balance was compared, and agrees. `listed` is set for an evening of a
    list, which may be in the ledger under another name.
    """

    path: Path
    session: Session
    behind: int
    proved: bool = False
    listed: bool = False


class Incoming:
    """What is in the files: how many evenings, what is wrong with them, what does not agree, what the ledger refuses.

    `asked` is what was said of lists and protocols: who a name is, and the tariff, instead of the one that a protocol's
    prices show. With `keep_going` what can be read is wanted, else all or nothing. `sheets` are the lists as they were
    understood.
    """

    def __init__(self, asked: lists.Asked, *, keep_going: bool) -> None:
        self.asked = asked
        self.people = asked.people
        self.tariff = asked.tariff
        self.keep_going = keep_going
        self.sheets: list[lists.Sheet] = []
        self.noted: list[str] = []
        self.count = 0
        self.problems: list[Problem] = []
        self.disagreements: list[Problem] = []
        self.refused: list[Problem] = []
        self._names: dict[str, None] = {}

    def read(self, files: Sequence[Path]) -> Generator[ReadSession, None, None]:
        """Yield every evening that shall be stored, one in memory at a time.

        Behind a mistake it is read on, to say at the end all that is wrong. Raises Refused, or Disagreement, if nothing
        shall be stored.
        """
        files, size = self._known(files), 0
        with suppress(Refused):  # it is said when its turn comes
            size = sum(map(_size, files))
        shown = sys.stderr.isatty() and size >= LONG
        with typer.progressbar(length=size, label=_("Importing"), hidden=not shown, file=sys.stderr) as seen:
            for path in files:
                behind = 0
                try:
                    for evening in self._read(path):
                        self.count += 1
                        if self.keep_going or not self.problems:
                            yield evening
                        seen.update(evening.behind - behind)
                        behind = evening.behind
                except SklogError as wrong:
                    self.problems += wrong.problems
                with suppress(Refused):
                    seen.update(_size(path) - behind)
        self._check_people()
        if self.refused or (self.problems and not (self.keep_going and self.count)):
            raise self.refusal()
        if self.disagreements and not self.keep_going:
            raise Disagreement(*self.sentences(), _("Nothing was imported; --keep-going imports it all the same."))

    def _known(self, files: Sequence[Path]) -> list[Path]:
        """Return the files that can be read; raise Refused where none of them is what the options are for."""
        known = []
        for path in files:
            try:
                known.append(common.known_file(path))
            except SklogError as wrong:
                self.problems += wrong.problems
        kinds = set(map(_kind, known))
        if (self.people or self.tariff) and not (self.problems or kinds & {PROTOCOL, LIST}):
            raise Refused(
                _("--as and --tariff are for lists, and for protocols of another program; none of these files is one")
            )
        if self.asked._replace(people={}, tariff=None) != lists.Asked(self.asked.today) and not (
            self.problems or LIST in kinds
        ):
            said = "--amounts, --decimal, --dates, --rows, --name, --date, --sheet"
            raise Refused(_("{options} are for lists from a spreadsheet; none of these files is one", options=said))
        return known

    def _read(self, path: Path) -> Iterator[ReadSession]:
        if not _size(path):
            raise Refused(_("{path} is empty", path=path))
        kind = _kind(path)
        if kind == PROTOCOL:
            yield self._protocol(path)
        elif kind == LIST:
            yield from self._list(path)
        else:
            yield from self._evenings(path, formats.read_along(path))

    def _evenings(self, path: Path, read: Iterable[tuple[Session, int]]) -> Iterator[ReadSession]:
        """Yield the evenings of a file of sklog's own."""
        empty = True
        for session, behind in read:
            empty = False
            yield ReadSession(path, session, behind)
            if session.expect is not None:
                sentences = missed(session, final_state(session, session.lines()))
                self.disagreements += [Problem(sentence, str(path)) for sentence in sentences]
        if empty:
            raise Refused(_("{path} holds no evening", path=path))

    def _list(self, path: Path) -> Iterator[ReadSession]:
        """Yield the evenings of a list, or those that `export` wrote into a workbook."""
        size = _size(path)
        tables = lists.grids.read(path)
        own = next((one for one in tables if one.title == lists.OWN_SHEET and _is_own(one)), None)
        if own:
            read = formats.read_csv(lists.grids.as_csv(own), own.where, path)
            yield from self._evenings(path, ((session, size) for session in read))
            return
        found = lists.read(tables, self.asked, path.stem, str(path))
        self._names |= dict.fromkeys(found.names)
        self.sheets += found.sheets
        self.problems += found.problems
        for title in found.passed:
            self.noted.append(
                _(
                    "{path}: the hidden sheet {title} is not read; --sheet names one that shall be",
                    path=path,
                    title=title,
                )
            )
        for session in found.sessions:
            yield ReadSession(path, session, size, listed=True)

    def _protocol(self, path: Path) -> ReadSession:
        where = str(path)
        if _size(path) > netschafkopf.MOST_BYTES:
            most = netschafkopf.MOST_BYTES // 1_000_000
            raise Refused(Problem(_("larger than {megabytes} MB: this is not the right file", megabytes=most), where))
        try:
            text = netschafkopf.text_of(path.read_bytes())
        except OSError as wrong:
            raise NotFound(Problem(_("cannot be read: {reason}", reason=reason(wrong)), where)) from None
        found = netschafkopf.read(text, where, people=self.people, given=self.tariff)
        self._names |= dict.fromkeys(found.names)
        self.problems += found.problems
        self.disagreements += found.disagreements
        if found.left_out:
            numbers = _and(map(str, found.left_out))
            left = _n(
                "hand {numbers} is left out, and void in the evening: balances cannot be those printed from there on",
                "hands {numbers} are left out, and void in the evening: balances cannot be those printed from there on",
                len(found.left_out),
                numbers=numbers,
            )
            self.disagreements.append(Problem(left, where))
        return ReadSession(path, found.session, _size(path), proved=not (found.problems or found.disagreements))

    def refusal(self) -> Refused:
        """Return the error that nothing is stored, because of what is wrong or refused."""
        return Refused(*self.sentences(problems_only=True))

    def sentences(self, *, problems_only: bool = False) -> Iterator[str]:
        """Yield what there is to say of each file, in its order; of very many only the first and how many more."""
        found = [*self.problems, *self.refused, *(() if problems_only else self.disagreements)]
        for where in dict.fromkeys(problem.where for problem in found):
            here = [str(problem) for problem in found if problem.where == where]
            yield from here[:MOST_SAID]
            if len(here) > MOST_SAID:
                more = _("… and {count} more", count=len(here) - MOST_SAID)
                yield f"{where}: {more}" if where else more

    def _check_people(self) -> None:
        """Refuse to say who somebody is that is in none of the files."""
        known = {name_key(name) for name in (*self._names, *netschafkopf.YOU)}
        unknown = [name for name in self.people if name_key(name) not in known]
        if self._names and unknown:
            said = {"name": unknown[0], "people": ", ".join(self._names)}
            raise NotFound(_('there is no "{name}" in these files; there are {people}', **said))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise Refused(_("{path} cannot be read: {reason}", path=path, reason=reason(error))) from error


PROTOCOL, LIST, OWN = "protocol", "list", "own"


def _kind(path: Path) -> str:
    """Return which kind of file it is; where it cannot be read, its reader says why."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(formats.HEAD)
        if netschafkopf.recognise(head):
            return PROTOCOL
        if lists.is_workbook(path) or (lists.is_list(path) and not _begins_own(head)):
            return LIST
    return OWN


def _begins_own(head: bytes) -> bool:
    """Whether a csv begins with the headings of sklog's own."""
    first = lists.grids.text_of(head).partition("\n")[0]
    return formats.is_own(re.split("[,;]", first))


def _is_own(table: lists.Grid) -> bool:
    return bool(table.rows) and formats.is_own(cell.text for cell in table.rows[0].cells)


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
        typer.Argument(
            help="Session files (YAML), JSON Lines, csv, lists from a spreadsheet (csv, xlsx, ods), or protocols of "
            "Netschafkopf.",
            metavar="FILE…",
            parser=usage.file_named,
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
        if sys.stderr.isatty():
            sys.stderr.write(BAR_AWAY)
        typer.echo(_("Interrupted: nothing was imported."), err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    except Disagreement as error:
        common.disagree(*error.problems)
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
    before = None
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
            if incoming.refused:  # of few evenings; of many it was said when the last one was read
                raise incoming.refusal()
            before = signal(SIGINT, SIG_IGN)
    finally:
        if before is not None:
            signal(SIGINT, before)
    return told


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
    which = {"number": evening.id, "name": plain(evening.name), "hands": evening.state.counted.words}
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
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Ledgers, copies, and pages that carry a digest.", metavar="FILE…", parser=usage.file_named
        ),
    ],
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
