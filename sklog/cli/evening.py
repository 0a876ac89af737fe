"""start, close, reopen; join, leave, seats, post, bock, round, stock: an evening, and what happens between hands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog.cli import asking, common, printing, terminal, usage
from sklog.cli.common import Db, DryRun, MaybeTariff, WhichSession
from sklog.cli.printing import plain
from sklog.desk import typed
from sklog.desk.hands import Recorded, happened, shared_out
from sklog.desk.ledger import Closed, Ledger
from sklog.direct import screen
from sklog.errors import OpenStock
from sklog.language import N_, _, as_typed, in_shell
from sklog.ledger import evenings, record, signatures
from sklog.ledger.chain import short
from sklog.ledger.database import added_by_others
from sklog.ledger.evenings import Evening, Scene
from sklog.ledger.signatures import Signature
from sklog.notation.entries import line_of
from sklog.reports.format import clean, day
from sklog.reports.sentences import as_one, known_words, paying, turned_words
from sklog.rooms import FIRST_QUESTIONS, load
from sklog.scoring.amounts import money, with_units
from sklog.scoring.evening import table_for
from sklog.scoring.games import SOLO
from sklog.scoring.hand import Played
from sklog.scoring.state import Entry, Join, Leave, entry_from_json
from sklog.scoring.tariff import Tariff
from sklog.values import NamedTuple

Told = tuple[Callable[[Scene], Entry], list[str]]
"""What makes an event at the table that it meets, and how it was typed behind the command."""


class NewEvening(NamedTuple):
    """What an evening begins with, as far as it is known; `file` is the text of a tariff that was made for it."""

    name: str | None
    players: Sequence[str] | str | None
    tariff: Tariff | str | None
    dealer: str | None = None
    date: str | None = None
    place: str = ""
    stock_from: str | None = None
    file: str = ""

    @property
    def said(self) -> dict[str, Any]:
        """What a ledger wants to know of it."""
        return {key: value for key, value in self._asdict().items() if key != "file"}


AMOUNTS = ("amount", "amounts")
"""Options whose words may lack a unit."""

app = typer.Typer()

WHEN_PAID = N_("When that is paid: sklog settle --record --session {number}")
EXAMPLE = 'start Stammtisch --players "Anna, Bene, Christl, Dani"'


# -- what else happens at a table -----------------------------------------------------------------------


def _event(name: str, **settings: Any) -> Callable[[common.Own], common.Own]:
    """Make a command of what says an event of an evening, and how it was typed: it is recorded and told."""

    def run(own: Callable[..., Told], session: str | None, db: Path | None, *, dry_run: bool, **options: Any) -> None:
        ledger = Ledger(db, dry_run=dry_run)

        def record_with(**amounts: Any) -> Recorded:
            event, words = own(**{**options, **amounts})
            return ledger.record(event, session, noted=" ".join((name, *words)))

        evening, line = common.asked_back(record_with, **{key: options[key] for key in AMOUNTS if key in options})
        comes = line.entry.name if isinstance(line.entry, Join) else None
        known = () if comes is None or comes in evening.state.balances else _say_namesakes(ledger, evening, [comes])
        printing.put_each(screen.what_was_recorded([happened(line, evening.scene), *known], evening, line, file=ledger))

    return common.command(app, name, run, common.WRITING, **settings)


@_event("join")
def join(
    name: Annotated[str, typer.Argument(help="Who joins.", metavar="NAME")],
    after: Annotated[
        str | None,
        typer.Option(
            "--after", metavar="X", help="Sit down after X, clockwise.", autocompletion=common.complete_people
        ),
    ] = None,
) -> Told:
    """Add a player during the evening; newcomers start at 0."""
    return lambda scene: typed.join(scene, name, after), [name, *(("--after", after) if after else ())]


@_event("leave")
def leave(name: Annotated[str, common.person("Who leaves.", "NAME")]) -> Told:
    """Let a player leave; the balance stays."""
    return lambda scene: Leave(typed.person(name, scene.state.seats)), [name]


@_event("seats")
def seats(names: Annotated[list[str], typer.Argument(help="Everybody present, clockwise.", metavar="A,B,C,D")]) -> Told:
    """Change the seats; the same player deals next."""
    said = " ".join(names)
    return lambda scene: typed.seating(scene, said), [said]


@_event("post")
def post(
    amounts: Annotated[list[str], typer.Argument(help="Who pays how much, and who gets it.", metavar="NAME:AMOUNT…")],
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="The reason for it.")] = "",
) -> Told:
    """Move money without a hand: a penalty, a correction, a round of beer; must add up to zero."""
    amounts = with_units(amounts)
    return lambda scene: typed.posting(scene, amounts, note), [*amounts, *(("--note", f'"{note}"') if note else ())]


@_event("bock", context_settings=common.WORDS_FROM_HERE)
def bock(
    hands: Annotated[
        str | None,
        typer.Argument(help="The number of hands (default: as the tariff says), or off.", metavar="[HANDS|off]"),
    ] = None,
) -> Told:
    """Order Bock: the next hands count double."""
    return lambda scene: typed.bock(scene, hands), [hands or ""]


@_event("round")
def special_round(
    name: Annotated[
        list[str],
        common.argument("A round of the tariff, such as hadsch; off ends it.", "NAME|off", common.complete_round),
    ],
) -> Told:
    """Begin or end a special round: everybody deals once, or as long as the tariff says."""
    said = " ".join(name)
    return lambda _scene: entry_from_json({"round": "off" if said.casefold() in typed.OFF else said}), [said]


@_event("stock", context_settings=common.WORDS_FROM_HERE)
def stock(
    amount: Annotated[str, typer.Argument(help="+0,40 pays in 40 ct, -0,40 takes out 40 ct.", metavar="AMOUNT")],
    names: Annotated[list[str], typer.Argument(help="The people who each pay or take this amount.", metavar="NAME…")],
) -> Told:
    """Pay into the Stock or take money out: sklog stock +0,40 anna."""
    amount, *names = with_units([amount, *names])
    return lambda scene: typed.stock(scene, amount, names), [amount, *names]


def _say_namesakes(ledger: Ledger, evening: Evening, people: Sequence[str]) -> list[str]:
    """Return whose name is known from elsewhere, and what to do if that is somebody else."""
    if not ledger.is_there:
        return []
    found = ledger.namesakes(evening, people)
    said = [known_words(*one) for one in found]
    if found and not ledger.dry_run:
        first = found[0].name
        command = _("sklog player part {word} NEW --session {number}", word=in_shell(first), number=evening.id)
        if len(found) == 1:
            said = [f"{said[0]} " + _("Another {name}? {command}", name=clean(first), command=command)]
        else:
            said.append(_("If one of them is somebody else: {command}", command=command))
    two_words = [one for one in people if " " in one]  # else nothing can be turned, and nothing is asked
    turned = ledger.turned(evening, two_words) if two_words else ()
    return [*said, *starmap(turned_words, turned), *as_one(two_words)]


# -- start, close, reopen ------------------------------------------------------------------------------


@app.command("start")
def start(
    name: Annotated[list[str] | None, typer.Argument(help="The name of the evening.", metavar="NAME")] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="A,B,C,D", help="The players, clockwise (asked for in a terminal)."),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="X", help="The first dealer (default: the first player).")
    ] = None,
    tariff: MaybeTariff = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="D", help="19.11.2026, 2026-11-19 or yesterday (default: today).")
    ] = None,
    place: Annotated[str, typer.Option("--place", metavar="P", help="The place.")] = "",
    stock_from: Annotated[
        str | None,
        typer.Option(
            "--stock-from",
            metavar="WHICH",
            help="Take over the Stock of this evening (default: the newest one with most of these players).",
        ),
    ] = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Start an evening with a copy of the tariff (default: the last evening's, or sauspiel).

    In a terminal it asks for whatever you leave out.
    """
    _require_said(name or (), players)
    ledger = Ledger(db, dry_run=dry_run)
    told = NewEvening(name[0] if name else None, players, tariff, dealer, date, place, stock_from)
    early = _behind_midnight() if date is None and printing.can_ask() else None
    interview = asking.Interview(_("Enter takes the value in brackets; Ctrl-C leaves."))
    try:
        new = interview.ask_all(partial(_ask_missing, ledger, told, early))
        evening, other = _begin_evening(ledger, new)
        if new.file and not dry_run:
            load(FIRST_QUESTIONS).write_tariff_file(evening.tariff.name, new.file)
    except (KeyboardInterrupt, EOFError):
        raise typer.Abort from None
    _say_started(evening, ledger, dry_run=dry_run)
    _say_early(evening, new.date, dry_run=dry_run)
    if other:
        _say_open(other)


def _require_said(name: Sequence[str], players: str | None) -> None:
    """Raise BadParameter for a name of several words, and where nobody is there who could be asked what is missing."""
    line = as_typed(EXAMPLE)
    if len(name) > 1:
        raise typer.BadParameter(_("quote words that belong together, such as: sklog {command}", command=line))
    if not printing.can_ask() and not (name and players is not None):
        said = _("say what the evening is called and who plays, such as: sklog {command}", command=line)
        raise typer.BadParameter(said)


MORNING = 6
"""The hour before which an evening may be that of the day before."""


def _behind_midnight() -> tuple[str, str] | None:
    """Return what time it is where the day may be doubted, and the day before; None later."""
    now = datetime.now()  # noqa: DTZ005  the table's own clock is meant
    return (f"{now:%H:%M}", (now.date() - timedelta(days=1)).isoformat()) if now.hour < MORNING else None


def _say_early(evening: Evening, date: str | None, *, dry_run: bool) -> None:
    """Say which day an evening has that began behind midnight, where nobody said it or could be asked."""
    if date is None and not dry_run and (early := _behind_midnight()):
        said = N_(
            "It is {time}, so the evening has today's date. If it is yesterday's: sklog session date {number} {day}"
        )
        printing.tell(_(said, time=early[0], number=evening.id, day=early[1]))


def _say_open(other: Evening) -> None:
    """Say which evening is open as well, and how it ends or goes on."""
    what = ", ".join(filter(None, (other.name, day(other.date))))
    printing.tell(
        _("Still open: evening {number}, {what}.", number=other.id, what=what),
        _("To end it: sklog close --session {number}", number=other.id),
        _("To go on with it: sklog play --session {number}", number=other.id),
    )


def _begin_evening(ledger: Ledger, new: NewEvening) -> tuple[Evening, Evening | None]:
    """Begin an evening; return it, and the one that was meant by every command before, if it is still open.

    A Stock that would be left where it waits is asked about first.
    """
    other = _newest(ledger, closed=False)
    if new.stock_from is None and ledger.is_there and printing.can_ask():
        foreseen = Ledger(ledger.path, dry_run=True).start_evening(**new.said)
        new = new._replace(stock_from=_stock_wanted(foreseen, ledger))
    return ledger.start_evening(**new.said), other


def _newest(ledger: Ledger, *, closed: bool | None = None) -> Evening | None:
    """Return the evening that began last, or the last that is open; None where there is none, or no ledger yet."""
    if not ledger.is_there:
        return None
    with ledger.reading() as opened:
        return evenings.newest(opened, evenings.ORDINARY, closed=closed)


def _ask_missing(
    ledger: Ledger, told: NewEvening, early: tuple[str, str] | None, interview: asking.Interview
) -> NewEvening:
    """Ask for what was not told, where it is `early` also which day it is; return all of it."""
    if early:
        time, before = early
        words = N_("It is {time}. Which day does this evening belong to? Type today, or press Enter for the day before")
        told = told._replace(date=interview.ask_next(_(words, time=time), day(before), typed.day) or before)
    if None not in (told.name, told.players):
        return told
    first = load(FIRST_QUESTIONS)
    typed.day(told.date)
    asked: NewEvening = first.ask_missing(interview, ledger, _newest(ledger), told)
    return asked


def _say_started(evening: Evening, ledger: Ledger, *, dry_run: bool) -> None:
    """Say what begins, who sits there, from which evening the Stock comes, and how the first hand may be typed."""
    from sklog.tariffs.stakes import beside  # noqa: PLC0415  an eighth of what `join` waits for, and only `start` says it

    what = ", ".join(filter(None, (clean(evening.name), day(evening.date), clean(evening.place))))
    tariff = beside(evening.tariff)
    if dry_run:
        typer.echo(_("Would begin {what}, tariff {tariff}", what=what, tariff=tariff))
    else:
        printing.tell(_("Evening {number}: {what}, tariff {tariff}", number=evening.id, what=what, tariff=tariff))
    people = ", ".join(evening.players)
    printing.tell(
        _("At the table, clockwise: {people}; {dealer} deals first.", people=people, dealer=evening.state.dealer)
    )
    printing.tell(*_say_namesakes(ledger, evening, evening.players))
    if evening.stock_from:
        with ledger.reading() as opened:  # by its identity alone: a file may say one that is another one's number
            earlier = evenings.with_identity(opened, evening.stock_from)
        held, name = money(evening.state.stock, evening.tariff.unit), clean(earlier.name) if earlier else ""
        printing.tell(_("The Stock holds {held}, carried over from {name}.", held=held, name=name))
    _say_waiting(evening, ledger, dry_run=dry_run)
    if not dry_run:
        with ledger.reading() as opened:  # once an evening
            printing.tell(*added_by_others(opened))
        printing.tell(_("Now each hand: {example}", example=_first_hand(evening)))


def _waiting(evening: Evening, ledger: Ledger) -> list[Evening]:
    """Return whose Stocks wait for somebody of an evening, which has not taken them over."""
    if not ledger.is_there:
        return []
    with ledger.reading() as opened:
        return [one for one in record.waiting_stocks(opened, evening.players) if one.uid != evening.stock_from]


def _stock_wanted(evening: Evening, ledger: Ledger) -> str | None:
    """Ask about each Stock that this evening would leave where it waits; return whose is taken over."""
    for one in _waiting(evening, ledger):
        if not evening.stock_from and one.tariff.unit == evening.tariff.unit:
            printing.tell(_stock_waits(one, evening))
            if terminal.yes_to(_("Take it over?")):
                return str(one.id)
    return None


def _stock_waits(one: Evening, evening: Evening) -> str:
    """Return the sentence that the Stock of an evening waits, and why it does not come by itself."""
    held, what = money(one.state.stock, one.tariff.unit), ", ".join(filter(None, (clean(one.name), day(one.date))))
    sat, here = record.seated(one, evening.players), len(evening.players)
    if one.tariff.unit != evening.tariff.unit:
        why = _("money and points are never mixed")
    elif 2 * sat > here:
        why = _("only one Stock can be taken over, and this evening has another")
    else:
        why = _("only {sat} of the {here} people here sat there, not most of them", sat=sat, here=here)
    return _(
        "The Stock of evening {number} ({what}) holds {held}. It is not taken over: {why}.",
        held=held, number=one.id, what=what, why=why,
    )  # fmt: skip


def _say_waiting(evening: Evening, ledger: Ledger, *, dry_run: bool) -> None:
    """Say which Stocks wait for somebody here and were not taken over, and what helps."""
    for one in _waiting(evening, ledger):
        printing.tell(_stock_waits(one, evening))
        if not evening.stock_from and one.tariff.unit == evening.tariff.unit:
            begun = N_(
                "To take it over: sklog close --session {empty}, because this evening is still empty, then sklog "
                "start … --stock-from {number}"
            )
            words = N_("To take it over: sklog start … --stock-from {number}") if dry_run else begun
            printing.tell(_(words, empty=evening.id, number=one.id))
        printing.tell(_(
            "To share it out: sklog reopen --session {number}, then sklog close --session {number} --stock split",
            number=one.id,
        ))  # fmt: skip


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
        if line := line_of(hand, evening.state, evening.tariff):
            words = " ".join(map(in_shell, line.split()))
            return _("sklog add {words}   ({what})", words=words, what=_won(hand, evening))
    return _("sklog add --help shows how to type it")


def _won(hand: Played, evening: Evening) -> str:
    """Return in words what the example says."""
    game = evening.tariff.game(hand.game)
    title = game.title if game else hand.game
    if hand.partner:
        return _("{first} and {second} won a {game}", first=hand.declarer, second=hand.partner, game=title)
    return _("{name} won a {game}", name=hand.declarer, game=title)


@app.command("close")
def close(
    stock: common.StockRule = None,
    sign: Annotated[
        Path | None,
        usage.file_option(
            "--sign",
            "Sign the result with this private SSH key, such as ~/.ssh/id_ed25519, even if already closed.",
            "KEYFILE",
        ),
    ] = None,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """End the evening; the Stock goes where the tariff or --stock says."""
    ledger = Ledger(db, dry_run=dry_run)
    ask = partial(typer.prompt, _("Passphrase"), hide_input=True, err=True) if printing.is_terminal(sys.stdin) else None
    closed = partial(ledger.close_evening, session, copy=False, sign=sign, passphrase=ask)
    try:
        done = closed(stock)
    except OpenStock as undecided:
        if not printing.can_ask():
            raise
        done = closed(asking.stock_rule(ledger, undecided.evening))
    evening = done.evening
    asks = printing.can_ask() and not done.signature
    try:
        _say_closed(done, dry_run=dry_run)
        if not (dry_run or asks):
            _say_what_to_note(done)
        if done.signature:
            _say_signed(evening, done.signature, dry_run=dry_run)
    finally:  # a copy may take a while: what was done is said before, and it is made even if nobody reads that
        if warning := ledger.copy_closed(evening):
            typer.echo(warning, err=True)
    if asks and done.left.transfers and not dry_run:
        _offer_to_record(ledger, evening)


def _say_closed(closed: Closed, *, dry_run: bool) -> None:
    """Say how the evening stands at its end, and who pays whom."""
    evening = closed.evening
    say = printing.tell if printing.rows_left() else printing.say  # a script reads each from one line
    printing.show_board(evening)
    if closed.move:
        say(shared_out(closed.move, evening.tariff.unit))
    name = plain(evening.name)
    held = money(evening.state.stock, evening.tariff.unit)
    if evening.state.stock and dry_run:
        say(_("Would be closed: {name}; the Stock of {held} waits for the next evening.", name=name, held=held))
    elif evening.state.stock:
        say(_("Closed: {name}; the Stock of {held} is kept for the next evening.", name=name, held=held))
    else:
        tried = dry_run and printing.BOARD.get() is None  # what Enter would do is said as it will be
        say(_("Would be closed: {name}.", name=name) if tried else _("Closed: {name}.", name=name))
    for one in closed.left.transfers:
        say(paying(plain(one.payer), plain(one.payee), money(one.amount, evening.tariff.unit)))
    if closed.spared:
        say(closed.spared)
    if evening.players and not closed.left.transfers:
        say(_("Nobody owes anybody anything."))


def _say_what_to_note(closed: Closed) -> None:
    """Say how it is noted that all was paid, and the digest: at a terminal that is a question, and on the sheet."""
    evening = closed.evening
    if closed.left.transfers:
        printing.say(_(WHEN_PAID, number=evening.id))
    printing.say(_("For everybody to write down: digest {digest}", digest=short(evening.digest)))


def _offer_to_record(ledger: Ledger, evening: Evening) -> None:
    """Ask whether that was paid just now, and record it if so; Enter alone leaves it open."""
    from sklog.desk import settlement  # noqa: PLC0415  3 ms, once an evening

    seen = ledger.settlement(settlement.Wish(which=str(evening.id), record=True))
    paid = False
    try:
        paid = bool(terminal.yes_to(_("Has all of it been paid just now?")))
    except typer.Abort:  # the evening is closed: who leaves the question leaves it open
        typer.echo()
    if paid:
        Ledger(ledger.path, expect=(evening.uid, evening.digest.hex())).record_settlement(seen)
        printing.tell(_("Recorded; to take it back: sklog undo --session {number}", number=evening.id))
    else:
        printing.tell(_(WHEN_PAID, number=evening.id))


def _say_signed(evening: Evening, signature: Signature, *, dry_run: bool) -> None:
    """Say what was signed, letter by letter, and how others sign it, too."""
    typer.echo(_("Would be signed:") if dry_run else _("Signed by {key}:", key=signatures.shown(signature.public_key)))
    for line in signature.said.splitlines():
        typer.echo(f"  {plain(line)}")
    if not dry_run:
        typer.echo(_("Who else signs it: sklog close --sign KEYFILE --session {number}", number=evening.id))


@app.command("reopen")
def reopen(session: WhichSession = None, db: Db = None, dry_run: DryRun = False) -> None:
    """Continue a closed evening (the newest, or --session)."""
    ledger = Ledger(db, dry_run=dry_run)
    with ledger.reading() as opened:  # before anything is stored: where a signature was changed nothing is
        meant = evenings.to_reopen(opened, session)
        signed = signatures.of_evening(opened, meant.id)
    evening = ledger.reopen_evening(meant)
    printing.show_board(evening, file=ledger)
    name = plain(evening.name)
    typer.echo(_("Would be open again: {name}.", name=name) if dry_run else _("Open again: {name}.", name=name))
    for key in dict.fromkeys(signatures.shown(one.public_key) for one in signed):
        typer.echo(_("The signature by {key} does not count while the evening is open again.", key=key))
    if signed:
        typer.echo(_("It was signed as it ended: anything recorded now is unsigned until somebody signs again."))
