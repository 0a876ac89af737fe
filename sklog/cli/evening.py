"""join, leave, seats, post, bock, round, stock: what else happens at a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.add import show_board
from sklog.cli.common import Db, DryRun, TariffName, WhichSession
from sklog.errors import HandError, NotFound, Refused
from sklog.language import _
from sklog.ledger import evenings, record
from sklog.reports.format import filled
from sklog.reports.sentences import event_words
from sklog.scoring.games import SOLO
from sklog.scoring.hand import Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.state import BockOrder, Join, Leave, RoundOrder, Seating, StockMove
from sklog.scoring.tariff import ROUND, ROUNDS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.scoring.hand import Played
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line

app = typer.Typer()


def _record(
    make: Callable[[Evening], Entry],
    command: str,
    typed: Iterable[str],
    db: Path | None,
    session: str | None,
    *,
    dry: bool,
) -> None:
    """Record what `make` says of the evening that is meant, say it in a sentence, and show the board."""
    with common.writing(db, dry_run=dry) as ledger:
        evening = evenings.find(ledger, session)
        line = record.add(ledger, evening, [make(evening)], common.said(command, " ".join(typed)))[0]
    typer.echo(filled(common.plain(_sentence(line, evening)), printing.columns()))
    show_board(evening, line)
    typer.echo(common.not_stored() if dry else common.undo_hint())


def _sentence(line: Line, before: Evening) -> str:
    """Return what was done, such as "Bock for 3 hands, instead of Bock for 1 hand"."""
    entry, unit = line.entry, before.tariff.unit
    if isinstance(entry, Posting):
        moved = common.postings(entry.amounts, unit)
        return _("Posted: {moved}.", moved=f"{moved} ({entry.note})" if entry.note else moved)
    said = event_words(entry)
    said = said[:1].upper() + said[1:] if not isinstance(entry, (Join, Leave)) else said
    if isinstance(entry, StockMove):
        return f"{said}: {common.postings(entry.amounts, unit)}."
    if isinstance(entry, BockOrder) and before.state.bock:
        running = " + ".join(event_words(BockOrder(left)) for left in before.state.bock)
        return _("{now}, instead of {before}.", now=said, before=running)
    if isinstance(entry, RoundOrder) and entry.kind and before.state.round:
        return _("{now}, instead of {before}.", now=said, before=event_words(RoundOrder(before.state.round)))
    return f"{said}."


@app.command("join")
def join(
    name: Annotated[str, typer.Argument(help="Who sits down.", metavar="NAME")],
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="X", help="Behind whom, clockwise.", autocompletion=common.complete_people),
    ] = None,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Somebody sits down in the middle of the evening; a newcomer starts at 0."""

    def make(evening: Evening) -> Join:
        behind = None if after is None else common.person(after, evening.state.seats)
        return Join(common.one_name(name), behind)

    _record(make, "join", [name, *(("--after", after) if after else ())], db, session, dry=dry_run)


@app.command("leave")
def leave(
    name: Annotated[str, typer.Argument(help="Who gets up.", metavar="NAME", autocompletion=common.complete_people)],
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Somebody gets up; the balance stays."""
    _record(
        lambda evening: Leave(common.person(name, evening.state.seats)),
        "leave",
        [name],
        db,
        session,
        dry=dry_run,
    )


@app.command("seats")
def seats(
    names: Annotated[str, typer.Argument(help="Everybody present, clockwise.", metavar="A,B,C,D")],
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Those present change their seats; the same person deals next."""

    def make(evening: Evening) -> Seating:
        people = [common.person(common.one_name(word), evening.state.seats) for word in names.split(",")]
        return Seating(tuple(people))

    _record(make, "seats", [names], db, session, dry=dry_run)


@app.command("post")
def post(
    amounts: Annotated[list[str], typer.Argument(help="Such as: anna:-50 bene:+50", metavar="NAME:AMOUNT…")],
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="What it is for.")] = "",
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Move an amount by hand: a penalty, a correction, a round of beer; it sums to zero."""

    def make(evening: Evening) -> Posting:
        known = [*evening.state.everybody, STOCK]
        moved: dict[str, int] = {}
        for word in amounts:
            who, colon, how_much = word.rpartition(":")
            if not colon:
                raise Refused(_("{word} is no posting; say a name, a colon and an amount, such as anna:-50", word=word))
            name = common.person(who, known)
            moved[name] = moved.get(name, 0) + common.amount(how_much, evening.tariff.unit)
        return Posting(amounts=moved, note=common.single_line(note, _("the note")))

    _record(make, "post", [*amounts, *(("--note", f'"{note}"') if note else ())], db, session, dry=dry_run)


@app.command("bock", context_settings=common.WORDS_FROM_HERE)
def bock(
    hands: Annotated[
        str | None, typer.Argument(help="For so many hands (else as long as the tariff says); off.", metavar="[N|off]")
    ] = None,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Order Bock: the next hands count double."""

    def make(evening: Evening) -> BockOrder:
        if hands is None:
            return BockOrder(len(evening.state.seats) if evening.tariff.bock.length == ROUND else 1)
        if hands.casefold() == "off":
            return BockOrder(0)
        if not (hands.isascii() and hands.isdigit() and len(hands) < 4):
            raise Refused(_("{word} is no number of hands; say 1 to 999, or off", word=hands))
        return BockOrder(int(hands))

    _record(make, "bock", [hands or ""], db, session, dry=dry_run)


@app.command("round")
def special_round(
    name: Annotated[str, typer.Argument(help=f"{', '.join(ROUNDS)}; off.", metavar="NAME|off")],
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Begin a special round, or end it: one deal for everybody at the table."""
    from sklog.scoring.session import entry_from_json  # noqa: PLC0415

    _record(lambda _evening: entry_from_json({"round": name}), "round", [name], db, session, dry=dry_run)


@app.command("stock", context_settings=common.WORDS_FROM_HERE)
def stock(
    amount: Annotated[str, typer.Argument(help="+40 pays 40 in, -40 takes 40 out.", metavar="AMOUNT")],
    names: Annotated[list[str], typer.Argument(help="Who, each so much.", metavar="NAME…")],
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Pay into the Stock or take out of it by hand: sklog stock +40 anna."""

    def make(evening: Evening) -> StockMove:
        people = [common.person(word, evening.state.everybody) for word in names]
        how_much = common.amount(amount, evening.tariff.unit)
        if not how_much:
            raise Refused(_("0 moves nothing: say how much goes into the Stock (+40) or out of it (-40)"))
        if len(set(people)) != len(people):
            raise Refused(_("name each person once"))
        return StockMove(dict.fromkeys(people, -how_much))

    _record(make, "stock", [amount, *names], db, session, dry=dry_run)


# -- start, close, reopen: an evening begins and ends --------------------------------------------------


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

    from sklog.ledger import record  # noqa: PLC0415
    from sklog.scoring.session import Session  # noqa: PLC0415
    from sklog.scoring.state import require_visible  # noqa: PLC0415
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
        carried = record.carried_stock(ledger, session.tariff.unit, session.players)
        if carried:
            session = session._replace(stock=carried.amount, stock_from=carried.uid)
        words = [session.name, "--players", ",".join(session.players), "--tariff", session.tariff.name]
        evening = record.start(ledger, session, common.said("start", words), uid=uuid4().hex)
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
    from sklog.ledger import evenings, record  # noqa: PLC0415

    players = record.known_spelling(ledger, session.players)
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
    from sklog.cli.add import show_board  # noqa: PLC0415
    from sklog.cli.backup import after_close  # noqa: PLC0415
    from sklog.cli.settle import stock_move  # noqa: PLC0415
    from sklog.ledger import evenings, record  # noqa: PLC0415
    from sklog.ledger.chain import short  # noqa: PLC0415
    from sklog.reports.format import money  # noqa: PLC0415

    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        move = stock_move(evening, stock)
        said = common.said("close")
        evening = record.close(ledger, evening, [move] if move else [], said)
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
    from sklog.cli.add import show_board  # noqa: PLC0415
    from sklog.ledger import evenings, undo  # noqa: PLC0415

    with common.writing(db, dry_run=dry_run) as ledger:
        meant = evenings.find(ledger, session) if session else evenings.newest(ledger, closed=True)
        if meant is None:
            raise NotFound(_("there is no closed evening to go on with; sklog session list shows what there is"))
        evening = undo.reopen(ledger, meant, common.said("reopen"))
    show_board(evening)
    name = common.plain(evening.name)
    typer.echo(_("Would be open again: {name}.", name=name) if dry_run else _("Open again: {name}.", name=name))
