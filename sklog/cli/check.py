"""check: whether the ledger is what was recorded, and whether an evening is still as somebody noted it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun
from sklog.language import _, _n

if TYPE_CHECKING:
    import sqlite3

app = typer.Typer()


@app.command("check")
def check(
    digest: Annotated[
        str | None,
        typer.Option("--digest", metavar="ABCD-…", help="Whether an evening is still as its noted digest says."),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Build everything anew that follows from the recorded facts.")
    ] = False,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Prove the ledger: every stored figure must follow from the recorded facts; exit 3 if not."""
    from sklog.ledger import chain, evenings  # noqa: PLC0415
    from sklog.ledger.check import disagreements  # noqa: PLC0415

    noted = None if digest is None else chain.as_noted(digest)
    if digest is not None and noted is None:
        words = _("{said!r} is no digest; the sheet of an evening shows one, such as 7K2M-X9QF-0B4T-WZ61", said=digest)
        raise typer.BadParameter(words, param_hint="--digest")
    if repair:
        _repair(db, dry_run=dry_run)
    with common.snapshot(db) as ledger:
        found = list(disagreements(ledger))
        for sentence in found:
            typer.echo(common.plain(sentence), err=True)
        if noted is not None and digest is not None:
            _compare_in(ledger, noted, digest, damaged=bool(found))
            return
        if found:
            raise typer.Exit(common.DISAGREES)
        known = evenings.all_evenings(ledger)
    many = {
        "evenings": _n("{n} evening", "{n} evenings", len(known)),
        "hands": _n("{n} hand", "{n} hands", sum(evening.hands for evening in known)),
    }
    typer.echo(_("{evenings}, {hands}: everything agrees with the recorded facts.", **many))


def _repair(db: Path | None, *, dry_run: bool) -> None:
    """Mend what can be mended, with a copy of what was there before."""
    from datetime import UTC, datetime  # noqa: PLC0415  only here

    from sklog.cli.backup import way_back  # noqa: PLC0415
    from sklog.ledger import backup  # noqa: PLC0415
    from sklog.ledger.check import disagreements  # noqa: PLC0415
    from sklog.ledger.repair import repair  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        if next(disagreements(ledger), None) is None:
            typer.echo(_("There was nothing to repair."))
            return
    with common.writing(db, dry_run=True) as ledger:
        done, kept = repair(ledger), None
    if done.mended and not dry_run:
        with common.writing(db) as ledger:  # nobody writes between the copy and the repair
            kept = backup.automatic(common.path_of(db), backup.BEFORE_REPAIR, datetime.now(UTC))
            done = repair(ledger)
    for sentence in (*done.mended, *done.left):
        typer.echo(common.plain(sentence))
    if dry_run:
        typer.echo(common.not_stored())
    if kept:
        typer.echo(way_back(common.path_of(db), kept))


def _compare_in(ledger: sqlite3.Connection, noted: bytes, digest: str, *, damaged: bool) -> None:
    """Say what became of the noted evening; in a damaged ledger as far as that can be said, and exit 3."""
    from sklog.ledger import chain  # noqa: PLC0415
    from sklog.ledger.check import of_evening  # noqa: PLC0415
    from sklog.ledger.evenings import DAMAGED  # noqa: PLC0415

    if not damaged:
        _compare(ledger, noted, digest)
        return
    try:
        found = chain.find(ledger, noted)
        whole = found is None or next(of_evening(ledger, found.evening), None) is None
        if whole:
            _compare(ledger, noted, digest)
    except DAMAGED:
        whole = False
    if not whole:
        said = _(
            "the evening with the digest {digest} is damaged itself: nothing proves it to be as noted", digest=digest
        )
        typer.echo(said, err=True)
    raise typer.Exit(common.DISAGREES)


def _compare(ledger: sqlite3.Connection, noted: bytes, digest: str) -> None:
    """Say what became of the evening since its digest was noted; exit 3 where it is not as it was."""
    from sklog.ledger import chain, evenings, undo  # noqa: PLC0415
    from sklog.reports.sheet import log_report  # noqa: PLC0415

    found = chain.find(ledger, noted)
    if found is None:
        said = _(
            "no evening of this ledger has had the digest {digest}: it was noted after what is recorded here"
            " (was a copy restored, or something removed?), in another ledger, or what was before it was changed",
            digest=digest,
        )
        typer.echo(said, err=True)
        raise typer.Exit(common.DISAGREES)
    evening = evenings.by_number(ledger, found.evening)
    name = common.plain(evening.name)
    if evening.digest.startswith(noted):
        typer.echo(_("Evening {number} ({name}) is as it was noted.", number=evening.id, name=name))
        return
    said = _(
        "evening {number} ({name}) was as it was noted, and nothing from before that was changed; since then:",
        number=evening.id,
        name=name,
    )
    typer.echo(said, err=True)
    since = [action for action in undo.log(ledger, evening) if action.id > (found.action or 0)]
    printing.put(log_report(evening.name, since), "text", None)
    raise typer.Exit(common.DISAGREES)
