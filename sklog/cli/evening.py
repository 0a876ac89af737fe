"""start, close, reopen; join, leave, seats, post, bock, round, stock: an evening, and what happens between hands."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun, Ledger, MaybeTariff, WhichSession
from sklog.cli.printing import plain
from sklog.desk import typed
from sklog.desk.hands import hand_from_words, happened, shared_out
from sklog.errors import Disagreement, HandError, LedgerError, NotFound, Refused
from sklog.language import _
from sklog.ledger import backup, evenings, record, undo
from sklog.ledger.chain import short
from sklog.ledger.evenings import Evening
from sklog.notation import write
from sklog.reports.format import clean, day, money
from sklog.scoring.evening import table_for
from sklog.scoring.games import SOLO
from sklog.scoring.hand import Played
from sklog.scoring.session import Session
from sklog.scoring.state import Entry, Leave, entry_from_json, require_visible
from sklog.scoring.tariff import ROUNDS

Told = tuple[Entry, list[str]]
"""An event, and how it was typed behind the command."""

app = typer.Typer()


# -- what else happens at a table -----------------------------------------------------------------------


def _event(name: str, **settings: Any) -> Callable[[common.Own], common.Own]:
    """Make a command of what says an event of an evening, and how it was typed: it is recorded and told."""

    def run(own: Callable[..., Told], session: str | None, db: Path | None, *, dry_run: bool, **options: Any) -> None:
        with common.writing(db, dry_run=dry_run) as ledger:
            evening = evenings.find(ledger, session)
            entry, words = own(evening, **options)
            line = record.add(ledger, evening, [entry], common.given(name, words))[0]
        common.recorded([happened(line, evening)], evening, line, dry_run=dry_run)

    return common.command(app, name, run, common.WRITING, **settings)


@_event("join")
def join(
    evening: Evening,
    name: Annotated[str, typer.Argument(help="Who sits down.", metavar="NAME")],
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="X", help="Behind whom, clockwise.", autocompletion=common.complete_people),
    ] = None,
) -> Told:
    """Somebody sits down in the middle of the evening; a newcomer starts at 0."""
    return typed.join(evening, name, after), [name, *(("--after", after) if after else ())]


@_event("leave")
def leave(
    evening: Evening,
    name: Annotated[str, typer.Argument(help="Who gets up.", metavar="NAME", autocompletion=common.complete_people)],
) -> Told:
    """Somebody gets up; the balance stays."""
    return Leave(typed.person(name, evening.state.seats)), [name]


@_event("seats")
def seats(
    evening: Evening, names: Annotated[str, typer.Argument(help="Everybody present, clockwise.", metavar="A,B,C,D")]
) -> Told:
    """Those present change their seats; the same person deals next."""
    return typed.seating(evening, names), [names]


@_event("post")
def post(
    evening: Evening,
    amounts: Annotated[list[str], typer.Argument(help="Such as: anna:-50 bene:+50", metavar="NAME:AMOUNT…")],
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="What it is for.")] = "",
) -> Told:
    """Move an amount by hand: a penalty, a correction, a round of beer; it sums to zero."""
    return typed.posting(evening, amounts, note), [*amounts, *(("--note", f'"{note}"') if note else ())]


@_event("bock", context_settings=common.WORDS_FROM_HERE)
def bock(
    evening: Evening,
    hands: Annotated[
        str | None, typer.Argument(help="For so many hands (else as long as the tariff says); off.", metavar="[N|off]")
    ] = None,
) -> Told:
    """Order Bock: the next hands count double."""
    return typed.bock(evening, hands), [hands or ""]


@_event("round")
def special_round(
    evening: Evening, name: Annotated[str, typer.Argument(help=f"{', '.join(ROUNDS)}; off.", metavar="NAME|off")]
) -> Told:
    """Begin a special round, or end it: one deal for everybody at the table."""
    del evening
    return entry_from_json({"round": name}), [name]


@_event("stock", context_settings=common.WORDS_FROM_HERE)
def stock(
    evening: Evening,
    amount: Annotated[str, typer.Argument(help="+40 pays 40 in, -40 takes 40 out.", metavar="AMOUNT")],
    names: Annotated[list[str], typer.Argument(help="Who, each so much.", metavar="NAME…")],
) -> Told:
    """Pay into the Stock or take out of it by hand: sklog stock +40 anna."""
    return typed.stock(evening, amount, names), [amount, *names]


# -- start, close, reopen ------------------------------------------------------------------------------


@app.command("start")
def start(
    name: Annotated[str, typer.Argument(help="What the evening is called.", metavar="NAME")],
    players: Annotated[str, typer.Option("--players", metavar="A,B,C,D", help="Who plays, clockwise.")],
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="X", help="Who deals first (else the first).")
    ] = None,
    tariff: MaybeTariff = None,
    date: Annotated[str | None, typer.Option("--date", metavar="D", help="2026-11-19 (else today).")] = None,
    place: Annotated[str, typer.Option("--place", metavar="P", help="Where it is.")] = "",
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Open an evening; the tariff is copied into it (else the last evening's, else sauspiel)."""
    people = typed.names_of(players)
    name = typed.single_line(name, _("the name of an evening"))
    if not name:
        raise Refused(_("an evening needs a name, such as: Stammtisch"))
    session = Session(
        name=name,
        date=_date(date),
        tariff=common.tariff_named(tariff),
        players=tuple(people),
        place=typed.single_line(place, _("the place")),
        dealer=typed.person(dealer, people) if dealer is not None else None,
    )
    if tariff is not None or not common.path_of(db).exists():  # else the last evening's tariff is taken
        _require_enough(session)
    session.begin()  # refuses people who cannot sit so before a ledger is made for them
    require_visible(people)
    with common.writing(db, dry_run=dry_run, create=True) as ledger:
        session = _as_known_here(ledger, session, last_tariff=tariff is None)
        _require_enough(session)
        carried = record.carried_stock(ledger, session.tariff.unit, session.players)
        if carried:
            session = session._replace(stock=carried.left, stock_from=carried.uid)
        words = [session.name, "--players", ",".join(session.players), "--tariff", session.tariff.name]
        evening = record.start(ledger, session, common.given("start", words), uid=uuid4().hex)
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


def _as_known_here(ledger: Ledger, session: Session, *, last_tariff: bool) -> Session:
    """Return the evening with names as the ledger spells them, and with the last evening's tariff if wanted."""
    players = record.known_spelling(ledger, session.players)
    dealer = session.dealer and players[session.players.index(session.dealer)]
    last = evenings.newest(ledger) if last_tariff else None
    return session._replace(players=tuple(players), dealer=dealer, tariff=last.tariff if last else session.tariff)


def _say_started(evening: Evening, stock_from: str | None, *, dry_run: bool) -> None:
    """Say what begins, who sits there, from which evening the Stock comes, and how the first hand may be typed."""
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
    table = table_for(evening.state, None, evening.tariff)
    first, second = table.active[:2]
    examples = [
        Played(game=game.name, declarer=second, won=True) for game in evening.tariff.games if game.shape == SOLO
    ]
    if len(table.active) > 3:
        examples.insert(0, Played(game="sauspiel", declarer=first, partner=table.active[2], won=True))
    for hand in examples:
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


def _date(said: str | None) -> str:
    """Return a day in ISO form, without a word today; raise Refused for what is none."""
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
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        move = typed.stock_move(evening, stock)
        command = common.given("close")
        evening = record.close(ledger, evening, [move] if move else [], command)
    printing.show_board(evening)
    if move:
        typer.echo(shared_out(move, evening.tariff.unit))
    name = plain(evening.name)
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
        _copied(common.path_of(db), evening.id)


def _copied(path: Path, evening: int) -> None:
    """Copy the ledger behind an evening that was closed; what is wrong with that is said, and nothing else."""
    try:
        if backup.after_close(path, datetime.now(UTC), evening):
            return
        said = _("The ledger does not agree with itself, so no older copy was deleted: sklog check says more.")
    except Disagreement as error:
        why = plain(error.problems[0])
        said = _("The evening is closed, but its copy does not prove: {reason}; sklog check says more.", reason=why)
    except LedgerError as error:
        why = plain(error.problems[0])
        said = _("The evening is closed, but no copy was made: {reason}. When that is right: sklog backup", reason=why)
    typer.echo(said, err=True)


@app.command("reopen")
def reopen(session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Go on with a closed evening after all (the newest one, or --session)."""
    with common.writing(db, dry_run=dry_run) as ledger:
        meant = evenings.find(ledger, session) if session else evenings.newest(ledger, closed=True)
        if meant is None:
            raise NotFound(_("there is no closed evening to go on with; sklog session list shows what there is"))
        evening = undo.reopen(ledger, meant, common.given("reopen"))
    printing.show_board(evening)
    name = plain(evening.name)
    typer.echo(_("Would be open again: {name}.", name=name) if dry_run else _("Open again: {name}.", name=name))
