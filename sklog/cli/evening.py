"""start, close, reopen: an evening begins and ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common
from sklog.cli.common import Db, DryRun, TariffName, WhichSession
from sklog.errors import HandError, NotFound, Refused
from sklog.scoring.games import SOLO

if TYPE_CHECKING:
    import sqlite3

    from sklog.ledger.evenings import Evening
    from sklog.scoring.hand import Played
    from sklog.scoring.session import Session

app = typer.Typer()

DEFAULT_TARIFF = "sauspiel"


@app.command("start")
def start(
    name: Annotated[str, typer.Argument(help="What the evening is called.", metavar="NAME")],
    players: Annotated[str, typer.Option("--players", metavar="A,B,C,D", help="Who plays, clockwise.")],
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="X", help="Who deals first (else the first).")
    ] = None,
    tariff: TariffName = None,
    date: Annotated[str | None, typer.Option("--date", metavar="D", help="2026-11-19 (else today).")] = None,
    place: Annotated[str, typer.Option("--place", metavar="P", help="Where it is.")] = "",
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Open an evening; the tariff is copied into it (else the last evening's, else sauspiel)."""
    from uuid import uuid4  # noqa: PLC0415  only here

    from sklog.ledger import recording  # noqa: PLC0415
    from sklog.scoring.session import Session  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    people = names_of(players)
    session = Session(
        name=_name(name),
        date=_date(date),
        tariff=find(DEFAULT_TARIFF if tariff is None else tariff, Path.cwd()),
        players=tuple(people),
        place=common.single_line(place, "place"),
        dealer=common.person(dealer, people) if dealer is not None else None,
    )
    if tariff is not None or not common.path_of(db).exists():  # else the last evening's tariff is taken
        _require_enough(session)
    session.begin()  # refuses people who cannot sit so before a ledger is made for them
    with common.writing(db, dry_run=dry_run, create=True) as ledger:
        session = _as_known_here(ledger, session, last_tariff=tariff is None)
        _require_enough(session)
        carried = recording.carried_stock(ledger, session.tariff.unit, session.players)
        if carried:
            session = session._replace(stock=carried.amount, stock_from=carried.uid)
        evening = recording.start(ledger, session, common.said("start"), uid=uuid4().hex)
    _say_started(evening, carried.name if carried else None, dry_run=dry_run)


def _require_enough(session: Session) -> None:
    """Refuse a table to which this tariff never deals."""
    fewest = min(session.tariff.people)
    if 1 < len(session.players) < fewest:
        here = f"{len(session.players)} are here"
        raise Refused(f"{session.tariff.name} deals to {fewest} people, and {here}: say another --tariff, or who joins")


def _as_known_here(ledger: sqlite3.Connection, session: Session, *, last_tariff: bool) -> Session:
    """Return the evening with names as the ledger spells them, and with the last evening's tariff if wanted."""
    from sklog.ledger import evenings, recording  # noqa: PLC0415

    players = recording.known_spelling(ledger, session.players)
    dealer = session.dealer and players[session.players.index(session.dealer)]
    last = evenings.newest(ledger) if last_tariff else None
    return session._replace(players=tuple(players), dealer=dealer, tariff=last.tariff if last else session.tariff)


def _say_started(evening: Evening, stock_from: str | None, *, dry_run: bool) -> None:
    from sklog.reports.format import clean, day, money  # noqa: PLC0415

    begun = "Would begin" if dry_run else f"Evening {evening.id}:"
    where = f", {clean(evening.place)}" if evening.place else ""
    typer.echo(f"{begun} {clean(evening.name)}, {day(evening.date)}{where}, tariff {evening.tariff.name}")
    typer.echo(f"At the table, clockwise: {', '.join(evening.players)}; {evening.state.dealer} deals first.")
    if stock_from is not None:
        held = money(evening.state.stock, evening.tariff.unit)
        typer.echo(f"The Stock holds {held}, carried over from {clean(stock_from)}.")
    if not dry_run:
        typer.echo(f"Now each hand: {_first_hand(evening)}")


def _first_hand(evening: Evening) -> str:
    """Return an example that can be typed at this table."""
    import shlex  # noqa: PLC0415  only here

    from sklog.cli.hands import hand_from_words  # noqa: PLC0415
    from sklog.notation import write  # noqa: PLC0415
    from sklog.scoring.evening import table_for  # noqa: PLC0415
    from sklog.scoring.hand import Played  # noqa: PLC0415

    table = table_for(evening.state, None, evening.tariff)
    first, second, *_ = table.active
    examples = [
        Played(game="sauspiel", declarer=first, partner=table.active[2], won=True) if len(table.active) > 3 else None,
        *(Played(game=game.name, declarer=second, won=True) for game in evening.tariff.games if game.shape == SOLO),
    ]
    for hand in filter(None, examples):
        line = write(hand, evening.state.seats, evening.tariff, table.active)
        try:
            if hand_from_words([line], evening.state, evening.tariff) == hand:
                won = f"{first} and {hand.partner}" if hand.partner else second
                return f"sklog add {shlex.join(line.split())}   ({won} won a {_title(hand, evening)})"
        except HandError:
            continue
    return "sklog add --help shows how it is typed"


def _title(hand: Played, evening: Evening) -> str:
    game = evening.tariff.game(hand.game)
    return game.title if game else hand.game


def names_of(players: str) -> list[str]:
    """Return the names of a comma-separated list, each letter written in one way."""
    return [common.one_name(name) for name in players.split(",")]


def _name(said: str) -> str:
    name = common.single_line(said, "name of an evening")
    if not name:
        raise Refused("an evening needs a name, such as: Stammtisch")
    return name


def _date(said: str | None) -> str:
    from datetime import date  # noqa: PLC0415  only here

    if said is None:
        return date.today().isoformat()  # noqa: DTZ011  the table's own day is meant
    if [len(part) if part.isascii() and part.isdigit() else 0 for part in said.split("-")] != [4, 2, 2]:
        raise Refused(f'"{said}" is no date; say it as 2026-11-19')
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise Refused(f"{said} is a day that does not exist") from None


@app.command("close")
def close(
    stock: common.StockRule = None,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """End the evening; the Stock is settled as the tariff or --stock says."""
    from sklog.cli.board import show_board  # noqa: PLC0415
    from sklog.cli.settling import stock_move  # noqa: PLC0415
    from sklog.ledger import evenings, recording  # noqa: PLC0415
    from sklog.reports.format import money  # noqa: PLC0415

    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        move = stock_move(evening, stock)
        said = common.said("close")
        evening = recording.close(ledger, evening, [move] if move else [], said)
    show_board(evening)
    held = money(evening.state.stock, evening.tariff.unit)
    kept = f"; the Stock of {held} waits for the next evening" if evening.state.stock else ""
    typer.echo(f"{'Would be closed' if dry_run else 'Closed'}: {common.plain(evening.name)}{kept}.")
    typer.echo("Who pays whom: sklog settle --session " + str(evening.id))


@app.command("reopen")
def reopen(session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Go on with a closed evening after all (the newest one, or --session)."""
    from sklog.cli.board import show_board  # noqa: PLC0415
    from sklog.ledger import evenings, undoing  # noqa: PLC0415

    with common.writing(db, dry_run=dry_run) as ledger:
        meant = evenings.find(ledger, session) if session else evenings.newest(ledger, closed=True)
        if meant is None:
            raise NotFound("there is no closed evening to go on with; sklog session list shows what there is")
        evening = undoing.reopen(ledger, meant, common.said("reopen"))
    show_board(evening)
    typer.echo(f"{'Would be open' if dry_run else 'Open'} again: {common.plain(evening.name)}.")
