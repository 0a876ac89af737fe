"""start, close, reopen: an evening begins and ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common
from sklog.cli.common import Db, DryRun, TariffName, WhichSession
from sklog.errors import HandError, NotFound, Refused
from sklog.language import _
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
    from sklog.scoring.happening import require_visible  # noqa: PLC0415
    from sklog.scoring.session import Session  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    people = names_of(players)
    session = Session(
        name=_name(name),
        date=_date(date),
        tariff=find(DEFAULT_TARIFF if tariff is None else tariff, Path.cwd()),
        players=tuple(people),
        place=common.single_line(place, _("the place")),
        dealer=common.person(dealer, people) if dealer is not None else None,
    )
    if tariff is not None or not common.path_of(db).exists():  # else the last evening's tariff is taken
        _require_enough(session)
    session.begin()  # refuses people who cannot sit so before a ledger is made for them
    require_visible(people)
    with common.writing(db, dry_run=dry_run, create=True) as ledger:
        session = _as_known_here(ledger, session, last_tariff=tariff is None)
        _require_enough(session)
        carried = recording.carried_stock(ledger, session.tariff.unit, session.players)
        if carried:
            session = session._replace(stock=carried.amount, stock_from=carried.uid)
        words = [session.name, "--players", ",".join(session.players), "--tariff", session.tariff.name]
        evening = recording.start(ledger, session, common.said("start", words), uid=uuid4().hex)
    _say_started(evening, carried.name if carried else None, dry_run=dry_run)


def _require_enough(session: Session) -> None:
    """Refuse a table to which this tariff never deals."""
    fewest = min(session.tariff.people)
    if 1 < len(session.players) < fewest:
        raise Refused(
            _(
                "{tariff} deals to {fewest} people, and {here} are here: say another --tariff, or who joins",
                tariff=session.tariff.name,
                fewest=fewest,
                here=len(session.players),
            )
        )


def _as_known_here(ledger: sqlite3.Connection, session: Session, *, last_tariff: bool) -> Session:
    """Return the evening with names as the ledger spells them, and with the last evening's tariff if wanted."""
    from sklog.ledger import evenings, recording  # noqa: PLC0415

    players = recording.known_spelling(ledger, session.players)
    dealer = session.dealer and players[session.players.index(session.dealer)]
    last = evenings.newest(ledger) if last_tariff else None
    return session._replace(players=tuple(players), dealer=dealer, tariff=last.tariff if last else session.tariff)


def _say_started(evening: Evening, stock_from: str | None, *, dry_run: bool) -> None:
    from sklog.reports.format import clean, day, money  # noqa: PLC0415

    what = ", ".join(filter(None, (clean(evening.name), day(evening.date), clean(evening.place))))
    tariff = evening.tariff.name
    if dry_run:
        typer.echo(_("Would begin {what}, tariff {tariff}", what=what, tariff=tariff))
    else:
        typer.echo(_("Evening {number}: {what}, tariff {tariff}", number=evening.id, what=what, tariff=tariff))
    people = ", ".join(evening.players)
    typer.echo(
        _("At the table, clockwise: {people}; {dealer} deals first.", people=people, dealer=evening.state.dealer)
    )
    if stock_from is not None:
        held = money(evening.state.stock, evening.tariff.unit)
        typer.echo(_("The Stock holds {held}, carried over from {name}.", held=held, name=clean(stock_from)))
    if not dry_run:
        typer.echo(_("Now each hand: {example}", example=_first_hand(evening)))


def _first_hand(evening: Evening) -> str:
    """Return an example that can be typed at this table."""
    import shlex  # noqa: PLC0415  only here

    from sklog.cli.hands import hand_from_words  # noqa: PLC0415
    from sklog.notation import write  # noqa: PLC0415
    from sklog.scoring.evening import table_for  # noqa: PLC0415
    from sklog.scoring.hand import Played  # noqa: PLC0415

    table = table_for(evening.state, None, evening.tariff)
    first, second = table.active[:2]
    examples = [
        Played(game="sauspiel", declarer=first, partner=table.active[2], won=True) if len(table.active) > 3 else None,
        *(Played(game=game.name, declarer=second, won=True) for game in evening.tariff.games if game.shape == SOLO),
    ]
    for hand in filter(None, examples):
        line = write(hand, evening.state.seats, evening.tariff, table.active)
        try:
            if hand_from_words([line], evening.state, evening.tariff) == hand:
                return f"sklog add {shlex.join(line.split())}   ({_won(hand, evening)})"
        except HandError:
            continue
    return _("sklog add --help shows how it is typed")


def _won(hand: Played, evening: Evening) -> str:
    """Return in words what the example says."""
    game = evening.tariff.game(hand.game)
    title = game.title if game else hand.game
    if hand.partner:
        return _("{first} and {second} won a {game}", first=hand.declarer, second=hand.partner, game=title)
    return _("{name} won a {game}", name=hand.declarer, game=title)


def names_of(players: str) -> list[str]:
    """Return the names of a comma-separated list, each letter written in one way."""
    return [common.one_name(name) for name in players.split(",")]


def _name(said: str) -> str:
    name = common.single_line(said, _("the name of an evening"))
    if not name:
        raise Refused(_("an evening needs a name, such as: Stammtisch"))
    return name


def _date(said: str | None) -> str:
    from datetime import date  # noqa: PLC0415  only here

    if said is None:
        return date.today().isoformat()  # noqa: DTZ011  the table's own day is meant
    if [len(part) if part.isascii() and part.isdigit() else 0 for part in said.split("-")] != [4, 2, 2]:
        raise Refused(_('"{said}" is no date; say it as 2026-11-19', said=said))
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise Refused(_("{said} is a day that does not exist", said=said)) from None


@app.command("close")
def close(
    stock: common.StockRule = None,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """End the evening; the Stock is settled as the tariff or --stock says."""
    from sklog.cli.board import show_board  # noqa: PLC0415
    from sklog.cli.keeping import after_close  # noqa: PLC0415
    from sklog.cli.settling import stock_move  # noqa: PLC0415
    from sklog.ledger import evenings, recording  # noqa: PLC0415
    from sklog.ledger.chain import short  # noqa: PLC0415
    from sklog.reports.format import money  # noqa: PLC0415

    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        move = stock_move(evening, stock)
        said = common.said("close")
        evening = recording.close(ledger, evening, [move] if move else [], said)
    show_board(evening)
    if move:
        typer.echo(common.shared_out(move, evening.tariff.unit))
    name = common.plain(evening.name)
    held = money(evening.state.stock, evening.tariff.unit)
    if evening.state.stock and dry_run:
        typer.echo(_("Would be closed: {name}; the Stock of {held} waits for the next evening.", name=name, held=held))
    elif evening.state.stock:
        typer.echo(_("Closed: {name}; the Stock of {held} waits for the next evening.", name=name, held=held))
    else:
        typer.echo(_("Would be closed: {name}.", name=name) if dry_run else _("Closed: {name}.", name=name))
    typer.echo(_("Who pays whom: sklog settle --session {number}", number=evening.id))
    if not dry_run:
        typer.echo(_("For everybody to note: digest {digest}", digest=short(evening.digest)))
        after_close(db, evening.id)


@app.command("reopen")
def reopen(session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Go on with a closed evening after all (the newest one, or --session)."""
    from sklog.cli.board import show_board  # noqa: PLC0415
    from sklog.ledger import evenings, undoing  # noqa: PLC0415

    with common.writing(db, dry_run=dry_run) as ledger:
        meant = evenings.find(ledger, session) if session else evenings.newest(ledger, closed=True)
        if meant is None:
            raise NotFound(_("there is no closed evening to go on with; sklog session list shows what there is"))
        evening = undoing.reopen(ledger, meant, common.said("reopen"))
    show_board(evening)
    name = common.plain(evening.name)
    typer.echo(_("Would be open again: {name}.", name=name) if dry_run else _("Open again: {name}.", name=name))
