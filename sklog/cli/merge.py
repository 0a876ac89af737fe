"""merge: the evenings of another ledger come into this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common, printing
from sklog.cli.backup import way_back
from sklog.cli.common import Db, DryRun
from sklog.errors import Disagreement, Refused
from sklog.language import N_, _, _n
from sklog.ledger import evenings
from sklog.ledger import merge as ledger_merge
from sklog.reports.format import day, filled, moment
from sklog.reports.model import COUNT, DATE, TEXT, Column, listing

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.ledger.facts import Command
    from sklog.ledger.merge import Candidate, Merged, Version

app = typer.Typer()

FATES = {
    ledger_merge.NEW: N_("new"),
    ledger_merge.SAME: N_("the same"),
    ledger_merge.FURTHER_HERE: N_("further on here"),
    ledger_merge.FURTHER_THERE: N_("further on there"),
    ledger_merge.DIFFERS: N_("differs"),
    ledger_merge.WAITS: N_("waits"),
    ledger_merge.REFUSED: N_("refused"),
}


@app.command("merge")
def merge(
    other: Annotated[Path, typer.Argument(help="Another ledger; it stays as it is.", metavar="OTHER.db")],
    who: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="THERE=HERE", help="Who is called otherwise here, such as Sepp=Robert."),
    ] = None,
    forward: Annotated[
        bool, typer.Option("--forward", help="Evenings that are here already go on as they did there.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Record without asking.")] = False,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Take over the evenings of another ledger; twice changes nothing, and two versions are never mixed.

    Two evenings that differ are shown and left out (exit code 3); everything else is taken, all of it or nothing.
    """
    from sklog.cli.exchange import who_is_who  # noqa: PLC0415

    ways = _Ways(who_is_who(who or []), forward, common.said("merge", [other.name]))
    try:
        with ledger_merge.opened(common.known_file(other), common.path_of(db)) as theirs:
            seen, _copy = _united(theirs, ways, db)
            _show(seen, other.name)
            if any(one.taken for one in seen.met):
                _store(theirs, ways, db, seen, yes=yes, dry_run=dry_run)
    except Disagreement as error:
        for problem in error.problems:
            typer.echo(common.plain(problem), err=True)
        raise typer.Exit(common.DISAGREES) from None
    if any(one.left_out for one in seen.met):
        raise typer.Exit(common.DISAGREES)


class _Ways(NamedTuple):
    """How it was said: who is called how here, whether evenings go on as there, and by whom and when."""

    people: Mapping[str, str]
    forward: bool
    said: Command


def _united(
    theirs: sqlite3.Connection, ways: _Ways, db: Path | None, seen: Merged | None = None
) -> tuple[Merged, Path | None]:
    """Take over what can be taken: to look at it, or for good if that is what was `seen`; return the copy made first.

    Nobody writes between the copy and what comes: what was recorded is in it.
    """
    with common.writing(db, dry_run=seen is None, create=True) as ledger:
        kept = _kept(ledger, common.path_of(db)) if seen else None
        done = ledger_merge.merge(ledger, theirs, ways.said, people=ways.people, forward=ways.forward)
        if seen not in (None, done):
            raise Refused(_("somebody has recorded something since: look at sklog merge again"))
    return done, kept


def _store(theirs: sqlite3.Connection, ways: _Ways, db: Path | None, seen: Merged, *, yes: bool, dry_run: bool) -> None:
    """Store what was shown, after a question; refused if the ledger has moved on since then."""
    if dry_run:
        typer.echo(common.not_stored())
        return
    many = sum(one.taken for one in seen.met)
    if not common.confirmed(_n("Take over {n} evening?", "Take over {n} evenings?", many), yes=yes):
        return
    _done, kept = _united(theirs, ways, db, seen)
    typer.echo(_n("Taken over: {n} evening.", "Taken over: {n} evenings.", many))
    if kept:
        typer.echo(way_back(common.path_of(db), kept))


def _kept(ledger: sqlite3.Connection, path: Path) -> Path | None:
    """Copy the ledger as it is before; return where to, or None where it holds nothing yet, or no copy is wished."""
    from datetime import UTC, datetime  # noqa: PLC0415  only here

    from sklog.ledger import backup  # noqa: PLC0415  the same

    if evenings.newest(ledger) is None:
        return None
    return backup.automatic(path, backup.BEFORE_MERGE, datetime.now(UTC))


# -- what is shown ------------------------------------------------------------------------------------


def _show(seen: Merged, file: str) -> None:
    """Print what became of every evening, who is who, and what somebody has to decide."""
    if seen.met:
        _put_table(seen.met)
    for one in seen.met:
        for sentence in _attention(one):
            typer.echo(common.plain(sentence), err=True)
    if not any(one.taken for one in seen.met):
        nothing = _("Nothing is taken over.")
        if not any(one.left_out for one in seen.met):
            nothing = _("Nothing is to be taken over: all of {file} is here.", file=common.plain(file))
        typer.echo(nothing)
        return
    for sentence in _people(seen):
        typer.echo(filled(common.plain(sentence), printing.columns()))


def _put_table(met: Sequence[Candidate]) -> None:
    columns = (
        Column("there", _("No. there"), COUNT),
        Column("date", _("Date"), DATE),
        Column("name", _("Name"), TEXT),
        Column("hands", _("Hands"), COUNT),
        Column("fate", _("Compared"), TEXT),
        Column("here", _("No. here"), COUNT),
    )
    rows = [
        (one.there.id, one.there.date, one.there.name, one.there.hands, _(FATES[one.fate]), one.here and one.here.id)
        for one in met
    ]
    printing.put(listing("merge", _("Evenings there"), columns, rows), "text", None)


def _people(seen: Merged) -> Iterator[str]:
    for there, here in seen.called:
        yield _("{there} is {here} here.", there=there, here=here)
    for number, before, now in seen.renamed:
        yield _("In evening {number} here {before} is called {now} from now on.", number=number, before=before, now=now)
    if seen.both:
        yield _(
            "These people are in both ledgers: {people}; they must be the same people (else: --as THERE=HERE).",
            people=", ".join(seen.both),
        )
    if seen.new:
        yield _("New here: {people}.", people=", ".join(seen.new))
    if seen.once:
        yield _(
            "Somebody here was called so once: {people}; if it is the same person, say who that is now with --as.",
            people=", ".join(seen.once),
        )
    for new, known in seen.alike:
        yield _(
            "Evening {there} there and evening {here} here are of the same day, with the same people; if somebody typed"
            " one evening twice, it would count twice.",
            there=new.id,
            here=known.id,
        )
    if seen.ibans:
        yield _("IBANs stay where they are: say them here with sklog player set NAME --iban …")


def _attention(one: Candidate) -> Iterator[str]:
    """Yield what somebody has to know, and perhaps to decide, of an evening that is not taken."""
    if not one.left_out:
        return
    if one.why:
        yield one.why
        return
    ours, theirs = one.versions
    said = {"there": one.there.id, "here": one.here and one.here.id, "title": _title(one)}
    if one.fate == ledger_merge.FURTHER_THERE:
        yield _n(
            "Evening {here} here goes on as {there} there ({title}), by {n} command: --forward takes it over",
            "Evening {here} here goes on as {there} there ({title}), by {n} commands: --forward takes them over",
            theirs.commands - ours.commands,
            **said,
        )
        return
    yield _("Evening {here} here and evening {there} there are two versions of {title}; neither is changed:", **said)
    yield _("  here:  {version}", version=_version(ours))
    yield _("  there: {version}", version=_version(theirs))


def _title(one: Candidate) -> str:
    return ", ".join(filter(None, (one.there.name, day(one.there.date))))


def _version(version: Version) -> str:
    """Return how much there is of a version, and where it leaves the other one."""
    commands = _n("{n} command", "{n} commands", version.commands)
    hands = _n("{n} hand", "{n} hands", version.hands)
    if not version.number:
        return _("{commands}, {hands}; it began otherwise", commands=commands, hands=hands)
    return _(
        "{commands}, {hands}; from command {number} on: {when}: {what}",
        commands=commands,
        hands=hands,
        number=version.number,
        when=", ".join(filter(None, (moment(version.at), version.who))),
        what=version.words,
    )
