"""session, player, check: what the ledger holds, and whether it agrees with itself."""

from __future__ import annotations

import typer

from sklog.cli import common
from sklog.cli.common import Db, Format, Output

app = typer.Typer()
sessions = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
players = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(sessions, name="session", help="Evenings: list.")
app.add_typer(players, name="player", help="People: list.")


@sessions.callback()
def _sessions() -> None:
    """Evenings: list."""


@sessions.command("list")
def session_list(db: Db = None, how: Format = "text", output: Output = None) -> None:
    """List every evening: number, date, name, tariff, hands, people, open or closed."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.reports.model import COUNT, DATE, TEXT, Column, listing  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        found = evenings.all_evenings(ledger)
    columns = (
        Column("number", "No.", COUNT),
        Column("date", "Date", DATE),
        Column("name", "Name", TEXT),
        Column("place", "Place", TEXT),
        Column("tariff", "Tariff", TEXT),
        Column("hands", "Hands", COUNT),
        Column("people", "People", TEXT),
        Column("state", "State", TEXT),
    )
    rows = [
        (e.id, e.date, e.name, e.place, e.tariff.name, e.hands, ", ".join(e.state.everybody),
         "closed" if e.closed else "open")
        for e in found
    ]  # fmt: skip
    common.put(listing("sessions", "Evenings", columns, rows), how, output)


@players.callback()
def _players() -> None:
    """People: list."""


@players.command("list")
def player_list(db: Db = None, how: Format = "text", output: Output = None) -> None:
    """List everybody: evenings, and the balance in cents and in points."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.reports.model import COUNT, MONEY, NAME, Column, listing  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        found = evenings.people(ledger)
    columns = (
        Column("name", "Name", NAME),
        Column("evenings", "Evenings", COUNT),
        Column("ct", "Balance", MONEY),
        Column("points", "Points", COUNT),
    )
    rows = [tuple(row[column.key] for column in columns) for row in found]
    common.put(listing("players", "People", columns, rows), how, output)


@app.command("check")
def check(db: Db = None) -> None:
    """Prove the ledger: every stored figure must follow from the recorded facts; exit 3 if not."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.ledger.checking import disagreements  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        found = list(disagreements(ledger))
        known = evenings.all_evenings(ledger) if not found else []
    for sentence in found:
        typer.echo(sentence, err=True)
    if found:
        raise typer.Exit(common.DISAGREES)
    from sklog.reports.format import plural  # noqa: PLC0415

    hands = sum(evening.hands for evening in known)
    typer.echo(f"{plural(len(known), 'evening')}, {plural(hands, 'hand')}: everything agrees with the recorded facts.")
