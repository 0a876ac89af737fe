"""backup, restore: copies of the ledger, and the way back to one."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun, Format, Output
from sklog.errors import Disagreement, LedgerError, NotFound, Refused
from sklog.language import _, _n
from sklog.ledger import backup as ledger_backup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sklog.ledger.backup import Copy, Holding
    from sklog.reports.model import Report

app = typer.Typer()


def complete_copy() -> list[str]:
    """Complete the name of a copy in the folder."""
    try:
        return [copy.path.name for copy in ledger_backup.listed(common.path_of(None))]
    except LedgerError:
        return []


@app.command("backup")
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="Where to (else the folder of copies).", metavar="FILE", show_default=False)
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(
            "--keep",
            metavar="N",
            parser=common.whole_number,
            help="Keep the newest N (else as $SKLOG_KEEP_BACKUPS says, else 20).",
        ),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the copies there are, and make none.")] = False,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Copy the ledger, even while others write, and prove the copy.

    It is kept only if it agrees with itself (else exit 3), and only then the oldest ones are deleted.
    """
    if file and (keep or list_):
        raise Refused(_("--keep and --list are about the folder of copies: leave them or FILE out"))
    if not list_ and (output or how != "text"):
        raise Refused(_("-o and --format are for the list of copies: say --list, or the FILE of a copy without -o"))
    path = common.path_of(db)
    if list_:
        printing.put(_report(path), how, output)
        return
    try:
        made = ledger_backup.to_file(path, file) if file else ledger_backup.by_hand(path, datetime.now(UTC), keep)
    except Disagreement as error:
        _say_wrong(map(str, error.problems))
        typer.echo(_("No copy was made, and none was deleted: sklog check says the same of the ledger."), err=True)
        raise typer.Exit(common.DISAGREES) from None
    where = common.plain(made.path)
    typer.echo(_("Copied to {path} and proved: {holding}", path=where, holding=_words(made.holding)))
    if made.pruned:
        typer.echo(_n("{n} older copy was deleted.", "{n} older copies were deleted.", made.pruned))


def after_close(db: Path | None, evening: int) -> None:
    """Copy the ledger behind an evening that was closed; what is wrong with that is said, and nothing else."""
    try:
        if not ledger_backup.after_close(common.path_of(db), datetime.now(UTC), evening):
            said = _("The ledger does not agree with itself, so no older copy was deleted: sklog check says more.")
            typer.echo(said, err=True)
    except LedgerError as error:
        why = common.plain(error.problems[0])
        if isinstance(error, Disagreement):
            said = _("The evening is closed, but its copy does not prove: {reason}; sklog check says more.", reason=why)
        else:
            said = _(
                "The evening is closed, but no copy was made: {reason}. When that is right: sklog backup", reason=why
            )
        typer.echo(said, err=True)


@app.command("restore")
def restore(
    file: Annotated[
        str | None,
        typer.Argument(
            help="A copy: a file, or the name of one in the folder.",
            metavar="FILE",
            autocompletion=complete_copy,
            show_default=False,
        ),
    ] = None,
    keep_going: Annotated[
        bool,
        typer.Option(
            "--keep-going", help="Go back even to a copy that does not agree with itself, or another ledger's."
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Go back without asking.")] = False,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Go back to a copy: the present ledger is kept aside.

    Without FILE it lists the copies. What is there now becomes a copy itself, so that this can be taken back.
    """
    path = common.path_of(db)
    if file is None:
        printing.put(_report(path), "text", None)
        return
    from sklog.ledger import restore as ledger_restore  # noqa: PLC0415  only here

    copy = _meant(path, file)
    with nullcontext(copy) if dry_run else ledger_restore.taken(path, copy, datetime.now(UTC)) as part:
        wrong = ledger_restore.wrong_with(path, copy, part)
        _require_proved(wrong, keep_going=keep_going)
        _compare(path, part)
        if dry_run:
            typer.echo(common.not_stored())
        elif common.confirmed(_("Go back to that? What is there now is kept."), yes=yes):
            _restore(path, copy, part)
    if wrong:
        raise typer.Exit(common.DISAGREES)


def _meant(path: Path, word: str) -> Path:
    """Return the file that is meant: one of the folder by its name or the beginning of it, else any."""
    names = [copy.path for copy in ledger_backup.listed(path) if copy.path.name.startswith(word)]
    exact = [one for one in names if one.name == word]
    if exact or (len(names) == 1 and not Path(word).exists()):
        return (exact or names)[0]
    try:
        return common.known_file(Path(word))
    except NotFound as error:
        if names:
            found = ", ".join(one.name for one in names)
            raise NotFound(_("several copies begin with {word}: {found}", word=word, found=found)) from None
        raise NotFound(
            *error.problems, _("sklog restore lists the copies in {path}", path=ledger_backup.folder(path))
        ) from None


def _require_proved(wrong: list[str], *, keep_going: bool) -> None:
    """Say what is wrong with a copy; go on with one that does not agree only if that is wished."""
    _say_wrong(wrong)
    if wrong and not keep_going:
        typer.echo(_("Nothing was restored; --keep-going goes back to it all the same."), err=True)
        raise typer.Exit(common.DISAGREES)


def _compare(path: Path, copy: Path) -> None:
    """Say what is there now, and what would be."""
    from sklog.ledger import restore as ledger_restore  # noqa: PLC0415  only here

    try:
        now = _words(ledger_restore.present(path)) if path.exists() else _("nothing")
    except LedgerError as error:
        now = common.plain(error.problems[0])
    typer.echo(_("Now:  {holding}", holding=now))
    try:
        then = _words(ledger_backup.holding(copy))
    except LedgerError:
        then = _("cannot be read")
    typer.echo(_("Then: {holding}", holding=then))


def _restore(path: Path, copy: Path, part: Path) -> None:
    from sklog.ledger import restore as ledger_restore  # noqa: PLC0415  only here

    before = ledger_restore.restore(path, part, datetime.now(UTC))
    typer.echo(_("{path} is what it was in {copy}.", path=common.plain(path), copy=common.plain(copy.name)))
    if before.copy:
        typer.echo(way_back(path, before.copy))
    elif before.remains:
        typer.echo(_("What could not be read any more is kept as it was: {path}", path=common.plain(before.remains)))


def way_back(path: Path, kept: Path) -> str:
    """Return by which command the ledger becomes what was kept of it; going back to what is wrong has to be meant."""
    from sklog.ledger import restore as ledger_restore  # noqa: PLC0415  only here

    with suppress(LedgerError):  # only a newer sklog can go back to what that wrote
        if ledger_restore.wrong_with(path, kept):
            return _("To take that back: sklog restore --keep-going {name}", name=kept.name)
    return _("To take that back: sklog restore {name}", name=kept.name)


def _say_wrong(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        typer.echo(common.plain(sentence), err=True)


def _words(holding: Holding) -> str:
    from sklog.reports.format import day  # noqa: PLC0415  only where something is said

    evenings = _n("{n} evening", "{n} evenings", holding.evenings)
    hands = _n("{n} hand", "{n} hands", holding.hands)
    if not holding.evenings:
        return f"{evenings}, {hands}."
    newest = ", ".join(filter(None, (common.plain(holding.newest), day(holding.date))))
    return _("{evenings}, {hands}; the newest: {newest}.", evenings=evenings, hands=hands, newest=newest)


def _report(path: Path) -> Report:
    """Return the list of the copies in the folder."""
    from sklog.ledger import restore as ledger_restore  # noqa: PLC0415  only here
    from sklog.reports.model import COUNT, TEXT, TIME, Column, listing  # noqa: PLC0415  # noqa: PLC0415

    place, found = ledger_backup.folder(path), ledger_backup.listed(path)
    columns = (
        Column("at", _("When"), TIME),
        Column("reason", _("Why"), TEXT),
        Column("evenings", _("Evenings"), COUNT, empty=_("cannot be read")),
        Column("hands", _("Hands"), COUNT),
        Column("bytes", _("Bytes"), COUNT),
        Column("name", _("Name"), TEXT),
    )
    notes = [_("They are in {path}", path=place) if found else _("There is no copy in {path} yet.", path=place)]
    if latest := ledger_restore.latest(path, found):
        notes.append(_("To go back to one: sklog restore {name}", name=latest.name))
    return listing("copies", _("Copies of the ledger"), columns, [_row(copy) for copy in found], notes=notes)


def _row(copy: Copy) -> tuple[str | int | None, ...]:
    evenings = hands = size = None
    with suppress(LedgerError, OSError):  # it is none any more, or gone just now
        size = copy.path.stat().st_size
        evenings, hands, *_newest = ledger_backup.holding(copy.path)
    reasons = {
        ledger_backup.BY_HAND: _("by hand"),
        ledger_backup.CLOSED: _("evening closed"),
        ledger_backup.BEFORE_UPGRADE: _("before an upgrade"),
        ledger_backup.BEFORE_RESTORE: _("before a restore"),
        ledger_backup.BEFORE_REPAIR: _("before a repair"),
        ledger_backup.BEFORE_MERGE: _("before a merge"),
    }
    return (copy.at.isoformat(), reasons[copy.reason], evenings, hands, size, copy.path.name)
