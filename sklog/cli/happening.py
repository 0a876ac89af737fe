"""join, leave, seats, post, bock, round, stock: what else happens at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.board import show_board
from sklog.cli.common import Db, DryRun, WhichSession
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings, recording
from sklog.reports.events import event_words
from sklog.reports.format import filled
from sklog.scoring.hand import Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.state import BockOrder, Join, Leave, RoundOrder, Seating, StockMove
from sklog.scoring.tariff import ROUND, ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sklog.ledger.evenings import Evening
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
        line = recording.add(ledger, evening, [make(evening)], common.said(command, " ".join(typed)))[0]
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
