"""backup, restore, merge: copy the ledger, go back to a copy, take evenings out of another ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing, usage
from sklog.cli.common import Db, DryRun, Format, Output, Yes
from sklog.cli.printing import plain, say
from sklog.errors import Disagreement, LedgerError, NotFound, Overtaken, Refused
from sklog.language import N_, _, _n, in_shell
from sklog.ledger import evenings
from sklog.ledger.open import LedgerFile
from sklog.reports.format import day, moment
from sklog.reports.model import Column, Kind, Report, listing
from sklog.reports.sentences import known_words, turned_words
from sklog.vault import backup as copies
from sklog.vault import merge as merging
from sklog.vault import restore as restoring
from sklog.vault.merge import Candidate, EveningVersion, Merged

if TYPE_CHECKING:
    import sqlite3

app = typer.Typer()

# -- backup, restore -------------------------------------------------------------------------------------


def _own_copies(ctx: typer.Context, _word: str) -> list[str]:
    """Return the name of each copy in the folder."""
    path = LedgerFile(common.ledger_typed(ctx)).path
    return [copy.path.name for copy in restoring.own_copies(path, copies.copies_of(path))]


@app.command("backup")
def backup(
    file: Annotated[Path | None, usage.file_argument("The file to write (default: in the folder of copies).")] = None,
    keep: Annotated[
        int | None, common.number_option("--keep", "Keep the newest N (default: $SKLOG_KEEP_BACKUPS, or 20).")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the copies without making one.")] = False,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Copy the ledger, even while others write, and prove the copy.

    A copy is kept only if it agrees with itself (else exit 3); only then are the oldest ones deleted.
    """
    if file and (keep or list_):
        raise Refused(_("--keep and --list are about the folder of copies: leave them out, or leave FILE out"))
    if not list_ and (output or how != "text"):
        raise Refused(_("-o and --format are for the list of copies: use --list, or the FILE of a copy without -o"))
    path = LedgerFile(db).path
    if list_:
        printing.put(_report(path), how, output)
        return
    try:
        made = copies.to_file(path, file) if file else copies.by_hand(path, datetime.now(UTC), keep)
    except Disagreement as error:
        nothing = _("No copy was made, and none was deleted: sklog check finds the same fault in the ledger.")
        common.disagree(*error.problems, nothing)
    typer.echo(_("Copied to {path} and proved: {holding}", path=plain(made.path), holding=_holding_words(made.holding)))
    if made.pruned:
        typer.echo(_n("{n} older copy was deleted.", "{n} older copies were deleted.", made.pruned))


@app.command("restore")
def restore(
    file: Annotated[
        str | None,
        typer.Argument(
            help="A copy: a file, or a name in the folder of copies.",
            metavar="FILE",
            autocompletion=common.offering(_own_copies),
            show_default=False,
        ),
    ] = None,
    keep_going: Annotated[
        bool,
        typer.Option("--keep-going", help="Even if the copy does not agree with itself, or belongs to another ledger."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Go back to a copy; the present ledger is kept as a copy too, so you can return to it.

    Without FILE it lists the copies.
    """
    path = LedgerFile(db).path
    if file is None:
        printing.put(_report(path), "text", None)
        return
    usage.file_named(file)
    copy = _copy_meant(path, file)
    with nullcontext(copy) if dry_run else restoring.taken(path, copy, datetime.now(UTC)) as part:
        wrong = restoring.wrong_with(path, copy, part)
        say(*wrong, err=True)
        if wrong and not keep_going:
            common.disagree(_("Nothing was restored; to restore it anyway: --keep-going"))
        _compare_copies(path, part)
        if dry_run:
            typer.echo(_(common.NOT_STORED))
        elif common.confirmed(_("Go back to that copy? The present ledger is kept."), yes=yes):
            _restore(path, copy, part)
    if wrong:
        raise typer.Exit(common.DISAGREES)


def _copy_meant(path: Path, word: str) -> Path:
    """Return the file that is meant: one of the folder by its name or the beginning of it, else any."""
    there = [copy for copy in copies.copies_of(path) if copy.path.name.startswith(word)]
    exact = [copy.path for copy in there if copy.path.name == word]
    names = [copy.path for copy in restoring.own_copies(path, there)]
    if exact or (len(names) == 1 and not Path(word).exists()):
        return (exact or names)[0]
    try:
        return common.known_file(Path(word))
    except NotFound as error:
        if names:
            found = ", ".join(one.name for one in names)
            raise NotFound(_("several copies begin with {word}: {found}", word=word, found=found)) from None
        raise NotFound(
            *error.problems, _("sklog restore lists the copies in {path}", path=copies.folder(path))
        ) from None


def _compare_copies(path: Path, copy: Path) -> None:
    """Say what is there now, and what would be."""
    try:
        now = _holding_words(restoring.held_now(path)) if path.exists() else _("nothing")
    except LedgerError as error:
        now = plain(error.problems[0])
    typer.echo(_("Now:  {holding}", holding=now))
    try:
        then = _holding_words(copies.holding(copy))
    except LedgerError:
        then = _("cannot be read")
    typer.echo(_("Then: {holding}", holding=then))


def _restore(path: Path, copy: Path, part: Path) -> None:
    """Go back to `part`, which holds what is in `copy`, and say how that is taken back."""
    before = restoring.restore(path, part, datetime.now(UTC))
    typer.echo(_("{path} is now as it was in {copy}.", path=plain(path), copy=plain(copy.name)))
    if before.copy:
        typer.echo(restoring.way_back(path, before.copy))
    elif before.remains:
        typer.echo(_("The unreadable parts are kept as they were: {path}", path=plain(before.remains)))


def _holding_words(holding: copies.Holding) -> str:
    """Return in a sentence what a ledger holds."""
    many = holding.counts_in_words
    if not holding.evenings:
        return f"{many['evenings']}, {many['hands']}."
    newest = ", ".join(filter(None, (plain(holding.newest), day(holding.date))))
    return _("{evenings}, {hands}; the newest: {newest}.", newest=newest, **many)


def _report(path: Path) -> Report:
    """Return the list of the copies in the folder."""
    place, there = copies.folder(path), copies.in_order(path)
    found = restoring.own_copies(path, there)
    columns = (
        Column("at", _("When"), Kind.TIME),
        Column("reason", _("Why"), Kind.TEXT),
        Column("evenings", _("Evenings"), Kind.COUNT, empty=_("cannot be read")),
        Column("hands", _("Hands"), Kind.COUNT),
        Column("bytes", _("Bytes"), Kind.COUNT),
        Column("name", _("Name"), Kind.TEXT),
    )
    notes = [_("They are in {path}", path=place) if found else _("There is no copy in {path} yet.", path=place)]
    if there != copies.by_clock(there):
        words = _(
            "Their contents show which is newer; the times in their names are in another order, perhaps because a "
            "clock went back or a copy was restored."
        )
        notes.append(words)
    if others := len(there) - len(found):
        notes.append(_n("{n} copy of another ledger is there, too.", "{n} copies of others are there, too.", others))
    if latest := restoring.latest(path, found):
        notes.append(_("To go back to one: sklog restore {name}", name=latest.name))
    return listing("copies", _("Copies of the ledger"), columns, [_row_of_copy(copy) for copy in found], notes=notes)


def _row_of_copy(copy: copies.Copy) -> tuple[str | int | None, ...]:
    evenings = hands = size = None
    with suppress(LedgerError, OSError):  # it is none any more, or gone just now
        size = copy.path.stat().st_size
        evenings, counted, *_newest = copies.holding(copy.path)
        hands = counted.played
    return (copy.at.isoformat(), _(copies.REASONS[copy.reason]), evenings, hands, size, copy.path.name)


# -- merge ----------------------------------------------------------------------------------------------


@app.command("merge")
def merge(
    other: Annotated[Path, usage.file_argument("The other ledger; it is not changed.", "OTHER.db")],
    who: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="THERE=HERE", help="A person who has another name here, such as Sepp=Robert."),
    ] = None,
    forward: Annotated[
        bool, typer.Option("--forward", help="Take over what was added elsewhere to evenings that are already here.")
    ] = False,
    yes: Yes = False,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Take over the evenings of another ledger; merging twice changes nothing, and versions are never mixed.

    If an evening has two versions, both are shown and it is left out (exit code 3). Everything else is taken over, all
    or nothing.
    """
    people, file = common.who_is_who(who or []), LedgerFile(db)
    command = file.command("merge", [other.name])
    try:
        with merging.open_proved(common.known_file(other), file.path) as theirs:
            take = partial(merging.merge, other=theirs, command=command, people=people, forward=forward)
            with LedgerFile(db, dry_run=True).writing(create=True) as ledger:
                seen = take(ledger)
            _show(seen, other.name)
            if seen.takes:
                _store(take, file, seen, yes=yes, dry_run=dry_run)
    except Disagreement as error:
        common.disagree(*error.problems)
    if any(one.left_out for one in seen.met):
        raise typer.Exit(common.DISAGREES)


def _store(
    take: Callable[[sqlite3.Connection], Merged], file: LedgerFile, seen: Merged, *, yes: bool, dry_run: bool
) -> None:
    """Store what was shown, after a question; refused if the ledger has moved on since then."""
    if dry_run:
        typer.echo(_(common.NOT_STORED))
        return
    many = sum(one.taken for one in seen.met)
    question = _n("Take over {n} evening?", "Take over {n} evenings?", many) if many else _("Take them over?")
    if not common.confirmed(question, yes=yes):
        return
    kept = None
    with file.writing(create=True) as ledger:  # nobody writes between the copy and what comes
        if evenings.newest(ledger):
            kept = copies.automatic(file.path, copies.BEFORE_MERGE, datetime.now(UTC))
        if take(ledger) != seen:
            raise Overtaken(_("somebody has recorded something since: look at sklog merge again"))
    if many:
        typer.echo(_n("Taken over: {n} evening.", "Taken over: {n} evenings.", many))
    if seen.signatures:
        typer.echo(_n("Taken over: {n} signature.", "Taken over: {n} signatures.", seen.signatures))
    if kept:
        typer.echo(restoring.way_back(file.path, kept))


def _show(seen: Merged, file: str) -> None:
    """Print what became of every evening, who is who, and what somebody has to decide."""
    if seen.met:
        _put_table(seen.met)
    for one in seen.met:
        say(*_attention(one), err=True)
    if not seen.takes:
        nothing = _("Nothing is taken over.")
        if not any(one.left_out for one in seen.met):
            nothing = _("There is nothing to take over: everything in {file} is already here.", file=plain(file))
        typer.echo(nothing)
        return
    printing.tell(*_names_in_sentences(seen))


def _put_table(met: Sequence[Candidate]) -> None:
    columns = (
        Column("there", _("No. there"), Kind.COUNT),
        Column("date", _("Date"), Kind.DATE),
        Column("name", _("Name"), Kind.TEXT),
        Column("hands", _("Hands"), Kind.COUNT),
        Column("fate", _("Compared"), Kind.TEXT),
        Column("here", _("No. here"), Kind.COUNT),
    )
    rows = [
        (there.id, there.date, there.name, there.state.counted.played, _(fate), here and here.id)
        for there, here, fate in ((one.there, one.here, one.fate) for one in met)
    ]
    printing.put(listing("merge", _("Evenings there"), columns, rows), "text", None)


_NEW = N_("New here: {people}.")
_ONCE = N_("Somebody here once had this name: {people}; if it is the same person, give the present name with --as.")


def _names_in_sentences(seen: Merged) -> Iterator[str]:
    yield from (_("{there} is {here} here.", there=there, here=here) for there, here in seen.called)
    for number, before, now in seen.renamed:
        yield _("From now on {before} is called {now} in evening {number} here.", number=number, before=before, now=now)
    if seen.both:
        yield _(
            "These people are in both ledgers: {people}; they must be the same people (otherwise: --as THERE=HERE).",
            people=", ".join(seen.both),
        )
    yield from starmap(known_words, seen.namesakes)
    for name, other in seen.turned:
        yield turned_words(name, other, f"--as {in_shell(f'{name}={other.name}')}")
    for people, sentence in ((seen.new, _NEW), (seen.once, _ONCE)):
        if people:
            yield _(sentence, people=", ".join(people))
    for new, known in seen.alike:
        yield _(
            "Evening {there} there and evening {here} here are on the same day, with the same people; if somebody "
            "typed one evening twice, it would count twice.",
            there=new.id,
            here=known.id,
        )
    if seen.signatures:
        yield _n(
            "{n} signature is there and not here: afterwards, sklog check --signature shows whether it holds.",
            "{n} signatures are there and not here: afterwards, sklog check --signature shows whether they hold.",
            seen.signatures,
        )
    if seen.ibans:
        yield _("IBANs and pay links are not taken over: enter them here with sklog player set NAME …")


def _attention(one: Candidate) -> Iterator[str]:
    """Yield what somebody has to know, and perhaps to decide, of an evening that is not taken."""
    if not one.left_out:
        return
    if one.why:
        yield one.why
        return
    ours, theirs = one.versions
    said = {"there": one.there.id, "here": one.here and one.here.id, "title": _title_of_evening(one)}
    if one.fate == merging.FURTHER_THERE:
        yield _n(
            "Evening {here} here continues as {there} there ({title}), by {n} command: --forward takes it over",
            "Evening {here} here continues as {there} there ({title}), by {n} commands: --forward takes them over",
            theirs.commands - ours.commands,
            **said,
        )
        return
    yield _("Evening {here} here and evening {there} there are two versions of {title}; neither is changed:", **said)
    yield _("  here:  {version}", version=_version(ours))
    yield _("  there: {version}", version=_version(theirs))


def _title_of_evening(one: Candidate) -> str:
    return ", ".join(filter(None, (one.there.name, day(one.there.date))))


def _version(version: EveningVersion) -> str:
    """Return how much there is of a version, and where it leaves the other one."""
    many = {"commands": _n("{n} command", "{n} commands", version.commands), "hands": version.counted.words}
    if not version.number:
        return _("{commands}, {hands}; it began differently", **many)
    return _(
        "{commands}, {hands}; from command {number} on: {when}: {what}",
        **many,
        number=version.number,
        when=", ".join(filter(None, (moment(version.at), version.who))),
        what=version.words,
    )
