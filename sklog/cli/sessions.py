"""session, player: what the ledger holds, and what was done to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing, settle
from sklog.cli.common import Db, DryRun, Format, Output, WhichSession
from sklog.errors import Refused
from sklog.language import _, _n

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.ledger.people import Renamed
    from sklog.scoring.tariff import Tariff

NO_IBAN = "none"

app = typer.Typer()
sessions = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
players = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(sessions, name="session", help="Evenings: list, log, tariff.")
app.add_typer(players, name="player", help="People: list, rename, merge, set.")


@sessions.callback()
def _sessions() -> None:
    """Evenings: list, log, tariff."""


@sessions.command("list")
def session_list(db: Db = None, how: Format = "text", output: Output = None) -> None:
    """List every evening: number, date, name, tariff, hands, people, open or closed."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.reports.model import COUNT, DATE, TEXT, Column, listing  # noqa: PLC0415  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        found = evenings.all_evenings(ledger)
    columns = (
        Column("number", _("No."), COUNT),
        Column("date", _("Date"), DATE),
        Column("name", _("Name"), TEXT),
        Column("place", _("Place"), TEXT),
        Column("tariff", _("Tariff"), TEXT),
        Column("hands", _("Hands"), COUNT),
        Column("people", _("People"), TEXT),
        Column("state", _("State"), TEXT),
    )
    rows = [
        (e.id, e.date, e.name, e.place, e.tariff.name, e.hands, ", ".join(e.state.everybody),
         _("closed") if e.closed else _("open"))
        for e in found
    ]  # fmt: skip
    printing.put(listing("sessions", _("Evenings"), columns, rows), how, output)


@sessions.command("log")
def session_log(session: WhichSession = None, db: Db = None, how: Format = "text", output: Output = None) -> None:
    """Show who said what when, and what was taken back: everything stays here."""
    from sklog.ledger import facts, undo  # noqa: PLC0415
    from sklog.reports.sheet import log_report  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        evening = common.newest_of(ledger, session)
        actions = undo.log(ledger, evening)
        arrivals = facts.origins(ledger, evening.id)
    printing.put(log_report(evening.name, actions, arrivals), how, output)


@sessions.command("tariff")
def session_tariff(
    tariff: Annotated[
        str,
        typer.Argument(help="A tariff's name, or a YAML file.", metavar="T", autocompletion=common.complete_tariff),
    ],
    first: Annotated[
        int | None,
        typer.Option(
            "--from", metavar="N", help="From hand N on (else the whole evening).", parser=common.whole_number
        ),
    ] = None,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Play by another tariff: for the whole evening where the wrong one was chosen, or from hand N on."""
    from sklog.cli.calc import put_comparison  # noqa: PLC0415
    from sklog.ledger import correct, evenings, history  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    rules = find(tariff, Path.cwd())
    said = common.said("session tariff", [*(("--from", str(first)) if first else ()), tariff])
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        before = history.of_evening(ledger, evening).session
        correct.change_tariff(ledger, evening, rules, said, first=first)
    put_comparison(before, rules, first=first or 1)  # what it changes stands first, then that it was recorded
    typer.echo(_tariff_words(rules, evening, first))
    typer.echo(common.not_stored() if dry_run else common.undo_hint())


def _tariff_words(rules: Tariff, evening: Evening, first: int | None) -> str:
    names = {"name": common.plain(evening.name), "tariff": rules.name}
    if first is None:
        return _("{name} is played by the tariff {tariff}, from its first hand on.", **names)
    return _("{name} is played by the tariff {tariff} from hand {first} on.", first=first, **names)


@players.callback()
def _players() -> None:
    """People: list, rename, merge, set."""


@players.command("list")
def player_list(db: Db = None, how: Format = "text", output: Output = None) -> None:
    """List everybody: evenings, the balance in cents and in points, and whether an IBAN is known."""
    from sklog.ledger import evenings, ibans  # noqa: PLC0415
    from sklog.reports.model import COUNT, MONEY, NAME, TEXT, Column, listing  # noqa: PLC0415  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        found = evenings.people(ledger)
        banks = ibans.known(ledger)
    columns = (
        Column("name", _("Name"), NAME),
        Column("evenings", _("Evenings"), COUNT),
        Column("ct", _("Balance"), MONEY),
        Column("points", _("Points"), COUNT),
        Column("iban_known", _("IBAN"), TEXT),
    )
    rows = [(*one, _("yes") if one.name in banks else None) for one in found]
    printing.put(listing("players", _("People"), columns, rows), how, output)


@players.command("rename")
def player_rename(
    old: Annotated[str, typer.Argument(help="The name now.", metavar="OLD", autocompletion=common.complete_people)],
    new: Annotated[str, typer.Argument(help="The right name.", metavar="NEW")],
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Rename somebody, in every evening."""
    from sklog.ledger import people  # noqa: PLC0415

    _rename(people.rename, "player rename", old, common.one_name(new), db, dry_run=dry_run)


@players.command("merge")
def player_merge(
    old: Annotated[
        str, typer.Argument(help="Who was written wrongly.", metavar="OLD", autocompletion=common.complete_people)
    ],
    into: Annotated[
        str, typer.Argument(help="Who that really is.", metavar="NAME", autocompletion=common.complete_people)
    ],
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Make one person of two: one was a misspelling."""
    from sklog.ledger import people  # noqa: PLC0415

    _rename(people.merge, "player merge", old, into, db, dry_run=dry_run)


def _rename(
    do: Callable[[sqlite3.Connection, str, str, Command], Renamed],
    command: str,
    old: str,
    new: str,
    db: Path | None,
    *,
    dry_run: bool,
) -> None:
    with common.writing(db, dry_run=dry_run) as ledger:
        done = do(ledger, old, new, common.said(command, [old, new]))
    from sklog.reports.format import money  # noqa: PLC0415

    names = {"old": common.plain(done.old), "new": common.plain(done.new)}
    typer.echo(
        _n(
            "{old} is now called {new}, in {n} evening.",
            "{old} is now called {new}, in {n} evenings.",
            len(done.changes),
            **names,
        )
    )
    for change in done.changes:
        unit = change.evening.tariff.unit
        balance = money(change.evening.state.balances.get(done.new, 0), unit, signed=True)
        typer.echo(f"{common.plain(change.evening.name)}: {balance}")
    # at the prompt undo means its own evening, which the rename may not have touched
    hint = _("To take that back: sklog undo --session {number}", number=done.changes[-1].evening.id)
    typer.echo(common.not_stored() if dry_run else hint)


@players.command("set")
def player_set(
    name: Annotated[str, typer.Argument(help="Who.", metavar="NAME", autocompletion=common.complete_people)],
    iban: Annotated[str | None, typer.Option("--iban", metavar="IBAN|none", help="Where money goes to.")] = None,
    holder: Annotated[
        str | None, typer.Option("--holder", metavar="TEXT", help="Whose account it is, as the bank knows it.")
    ] = None,
    db: Db = None,
    dry_run: DryRun = False,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Keep somebody's IBAN for GiroCodes, delete it (--iban none), or without an option show it."""
    if iban is None and holder is None:
        _show_bank(name, db, how, output)
        return
    from sklog.ledger import ibans  # noqa: PLC0415

    if iban is None or (holder is not None and iban == NO_IBAN):
        raise Refused(_("--holder says whose account it is: say its --iban as well"))
    if iban == NO_IBAN:
        with common.writing(db, dry_run=dry_run) as ledger:
            name = ibans.forget(ledger, name)
        typer.echo(_("The IBAN of {name} is deleted.", name=common.plain(name)))
    else:
        settle.require_extra()
        number = ibans.valid(iban)
        whose = common.single_line(holder or "", "--holder", most=ibans.LONGEST_HOLDER)
        with common.writing(db, dry_run=dry_run) as ledger:
            name = ibans.keep(ledger, name, number, whose, common.said("player set"))
        typer.echo(_("The IBAN of {name} is kept; only GiroCodes and this command show it.", name=common.plain(name)))
    if dry_run:
        typer.echo(common.not_stored())


def _show_bank(name: str, db: Path | None, how: str, output: Path | None) -> None:
    """Print what is known of somebody's account: nowhere else the whole number is shown without a payment."""
    from sklog.ledger import ibans, people  # noqa: PLC0415
    from sklog.reports.model import IBAN, NAME, TEXT, TIME, Column, listing  # noqa: PLC0415  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        name = people.known(ledger, name)
        bank = ibans.known(ledger).get(name)
    columns = (
        Column("name", _("Name"), NAME),
        Column("iban", _("IBAN"), IBAN, empty=_("none")),
        Column("holder", _("Account holder"), TEXT),
        Column("at", _("When"), TIME),
        Column("who", _("Who"), TEXT),
    )
    row = (name, bank.iban, bank.holder or None, bank.at, bank.who or None) if bank else (name, *[None] * 4)
    printing.put(listing("player", "", columns, [row]), how, output)
