"""settle, pay, player: who pays whom, in the fewest payments, and the people whose money it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog.cli import asking, common, printing, terminal
from sklog.cli.printing import plain
from sklog.desk import settlement
from sklog.desk.ledger import Ledger
from sklog.errors import OpenStock, Refused
from sklog.language import N_, _, _n
from sklog.ledger import evenings, people
from sklog.ledger.people import Renamed
from sklog.reports.format import day
from sklog.reports.model import Column, Kind, Report, listing
from sklog.reports.sentences import turned_words
from sklog.rooms import BANK, GIROCODES, if_here, load
from sklog.scoring.amounts import money
from sklog.scoring.tariff import CENTS

SEVERAL = ("text", "markdown", "json")  # formats in which two reports stand one below the other
_SHOWN = 5  # evenings of somebody, in one sentence

app = typer.Typer()


@app.command("settle")
def settle(
    record: Annotated[bool, typer.Option("--record", help="Record these payments as made (asks first).")] = False,
    stock: common.StockRule = None,
    round_: Annotated[
        str | None, typer.Option("--round", metavar="AMOUNT", help="Round to the coins you have, such as 0,10.")
    ] = None,
    point: Annotated[
        str | None,
        typer.Option("--point", metavar="AMOUNT", help="The value of a point: 2ct, 2,5ct; or in euros: 0,02, 0,025."),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show which hands or evenings each debt comes from.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="All evenings together, with all payments so far.")] = False,
    girocode: common.GiroCode = False,
    share: common.Share = False,
    copy: common.Copy = False,
    yes: common.Yes = False,
    session: common.WhichSession = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
    how: common.Format = "text",
    output: common.Output = None,
) -> None:
    """Show who pays whom, in the fewest payments; nothing is recorded without --record."""
    share = share or copy
    wish = settlement.Wish(
        all_, session, stock, round_ or 1, point, why=why, record=record, codes=girocode, share=share
    )
    wish.require_possible()
    if share:
        terminal.require_chat(how, copy=copy, girocode=girocode, why=why)
    if girocode:
        load(GIROCODES)(how)
    ledger = Ledger(db)
    found = _settle_asking(ledger, wish)
    if share:
        terminal.put_chat(found.shared, output, copy=copy)
    else:
        _print(found.reports, how, output)
    if record and dry_run:
        typer.echo(_(common.NOT_STORED), err=True)
    elif record:
        _record(ledger, found, yes=yes)


def _settle_asking(ledger: Ledger, wish: settlement.Wish) -> settlement.Settlement:
    """Return who pays whom, after asking what becomes of each Stock of which nobody has said it."""
    decided: dict[int, str] = {}

    def settle_with(coin: int | str, point: int | str | None) -> settlement.Settlement:
        return ledger.settlement(wish._replace(coin=coin, point=point, stock=wish.stock or decided))

    while True:
        try:
            return common.asked_back(settle_with, coin=wish.coin, point=wish.point)
        except OpenStock as undecided:
            if not printing.can_ask():
                raise
            decided[undecided.evening] = asking.stock_rule(ledger, undecided.evening)


def _print(reports: list[Report], how: str, output: Path | None) -> None:
    """Print one report, or those of cents and of points one below the other."""
    if len(reports) > 1 and how not in SEVERAL:
        raise Refused(
            _(
                "cents and points do not fit in one {format} file: name an evening with --session, or use json",
                format=how,
            )
        )
    shown = [terminal.without_codes(report, how, output) for report in reports]
    if how not in SEVERAL:
        printing.put(shown[0], how, output)
        return
    texts = [printing.rendered(report, how, output) for report in shown]
    if how == "json" and len(texts) > 1:
        texts = ["[" + ",\n".join(texts) + "]"]
    printing.put_text("\n".join(texts), output)


def _record(ledger: Ledger, seen: settlement.Settlement, *, yes: bool) -> None:
    """Record what was shown, after a question; refused if the ledger has moved on since then."""
    if not seen.records:
        typer.echo(_("There is nothing to record."), err=True)
        return
    payments, sessions = sum(len(planned.transfers) for planned in seen.plans), len(seen.records)
    question = _n("Record {n} payment as made?", "Record {n} payments as made?", payments)
    if not payments:
        question = _("Record the evening as settled, though nobody pays anything?")
    elif sessions > 1:
        question = _n(
            "Record {n} payment as made, which closes the debts of {evenings} evenings?",
            "Record {n} payments as made, which closes the debts of {evenings} evenings?",
            payments,
            evenings=sessions,
        )
    if not common.confirmed(question, yes=yes):
        return
    ledger.record_settlement(seen)
    typer.echo(_("Recorded; to take it back: sklog undo --session {number}", number=seen.records[0][0].id), err=True)


@app.command("pay", context_settings={"ignore_unknown_options": True})
def pay(
    payer: Annotated[str, common.person("Who paid.", "WHO")],
    payee: Annotated[str, common.person("Who was paid.", "WHOM")],
    amount: Annotated[
        list[str] | None, typer.Argument(help="2,40 · 20€ · 20ct (default: what is still owed).", metavar="[AMOUNT]")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="The same payment really was made twice.")] = False,
    yes: common.Yes = False,
    session: common.WhichSession = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Record a payment; the balances of the game do not change."""
    which: evenings.Which = session
    seen = None
    said: int | str | None = " ".join(amount or ()) or None
    if said is None and not dry_run:
        try:
            foreseen = Ledger(db, dry_run=True).pay(payer, payee, which=session)
            which, seen = foreseen.evening, (foreseen.evening.uid, foreseen.evening.digest.hex())
        except OpenStock as undecided:
            first = _(
                "give the amount, or first whose the Stock is, such as sklog close --session {number} --stock split",
                number=undecided.evening,
            )
            raise Refused(undecided.problems[0].message.partition(":")[0], first) from None
        due = settlement.paid_words(foreseen.payment, foreseen.evening.tariff.unit)
        typer.echo(_("To settle evening {number}, {payer} pays {payee} {amount}.", number=foreseen.evening.id, **due))
        if not common.confirmed(_("Record it as paid?"), yes=yes):
            return
        said = foreseen.payment.amount
    pay_so = partial(Ledger(db, dry_run=dry_run, expect=seen).pay, payer, payee, which=which, again=again)
    evening, payment, left = common.once_or_again(pay_so, amount=said)
    paid = settlement.paid_words(payment, evening.tariff.unit)
    done, tried = N_("{payer} paid {payee} {amount}."), N_("{payer} paid {payee} {amount} (not stored: --dry-run).")
    typer.echo(_(tried if dry_run else done, **paid))
    if evening.closed:  # nothing else on the screen says which one it was
        what = ", ".join(filter(None, (plain(evening.name), day(evening.date))))
        typer.echo(_("Evening {number}: {what}", number=evening.id, what=what))
    for transfer in left.transfers:
        typer.echo(settlement.open_words(transfer, evening.tariff.unit))


# -- player list, rename, merge, part -------------------------------------------------------------------------


players = typer.Typer()


@common.report(players, "list")
def player_list(ledger: Ledger) -> Report:
    """List everybody: evenings, balances in euros and points, and whether an IBAN is known."""
    with ledger.reading() as opened:
        bank = if_here(BANK)
        banks, known = bank.known(opened) if bank else {}, evenings.people(opened)
    columns = (
        Column("name", _("Name"), Kind.NAME),
        Column("evenings", _("Evenings"), Kind.COUNT),
        Column("ct", _("Balance"), Kind.MONEY),
        Column("points", _("Points"), Kind.TREND),
        Column("iban_known", _("IBAN"), Kind.TEXT),
    )
    rows = [(*player, _("yes") if player.name in banks else None) for player in known]
    return listing("players", _("People"), columns, rows)


Evenings = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="N[,N…]",
        help="The other person's evenings: numbers, names or dates.",
        autocompletion=common.complete_session,
    ),
]


def _renaming(name: str) -> Callable[[common.Own], common.Own]:
    """Make a command of what says who is called how from now on: its evenings are printed, with the balances there."""

    def run_renaming(
        own: Callable[..., Renamed], db: Path | None, how: str, output: Path | None, *, dry_run: bool, **options: Any
    ) -> None:
        done = own(ledger=Ledger(db, dry_run=dry_run), **options)
        for_reading, parted = how == "text" and output is None, options.get("session") is not None
        if for_reading:
            printing.tell(*_renamed_words(done, parted=parted))
        else:
            printing.put(_renamed_report(done, parted=parted), how, output)
        if dry_run:
            typer.echo(_(common.NOT_STORED), err=not for_reading)
        elif for_reading:  # at the prompt undo means its own evening, which the rename may not have touched
            typer.echo(_("To take that back: sklog undo --session {number}", number=done.changes[-1].evening.id))

    return common.command(players, name, run_renaming, ("db", "dry_run", "how", "output"))


def _renamed_words(done: Renamed, *, parted: bool) -> Iterator[str]:
    """Yield who is called how from now on, and with which balance in each evening."""
    many = len(done.changes)
    said = {"old": plain(done.old), "new": plain(done.new)}
    if parted:
        yield _n("It was {new}, not {old}, in {n} evening.", "It was {new}, not {old}, in {n} evenings.", many, **said)
    else:
        yield _n(
            "{old} is now called {new}, in {n} evening.", "{old} is now called {new}, in {n} evenings.", many, **said
        )
    for change in done.changes:
        balance = money(change.evening.state.balances.get(done.new, 0), change.evening.tariff.unit, signed=True)
        yield f"{plain(change.evening.name)}: {balance}"
    if parted:
        yield _n("{old} keeps {n} evening.", "{old} keeps {n} evenings.", done.kept, **said)
    for number in done.signed:
        yield _(
            "The signature of evening {number} no longer matches; to sign it again: sklog close --sign KEYFILE"
            " --session {number}",
            number=number,
        )
    yield from starmap(turned_words, done.turned)


def _renamed_report(done: Renamed, *, parted: bool) -> Report:
    """Return the same as a report."""
    columns = (
        Column("session", _("No."), Kind.COUNT),
        Column("name", _("Name"), Kind.TEXT),
        Column("date", _("Date"), Kind.DATE),
        Column("ct", _("Balance"), Kind.MONEY),
        Column("points", _("Points"), Kind.TREND),
    )
    rows = []
    for evening in (change.evening for change in done.changes):
        balance, in_cents = evening.state.balances.get(done.new, 0), evening.tariff.unit == CENTS
        amounts = (balance, None) if in_cents else (None, balance)
        rows.append((evening.id, evening.name, evening.date or None, *amounts))
    first, *_balances = _renamed_words(done, parted=parted)
    return listing("renamed", first.rstrip("."), columns, rows)


@_renaming("rename")
def player_rename(
    ledger: Ledger,
    old: Annotated[str, common.person("The present name.", "OLD")],
    new: Annotated[str, typer.Argument(help="The right name.", metavar="NEW")],
    session: Evenings = None,
) -> Renamed:
    """Rename a player in all evenings, or only in those named by --session, as player part does."""
    return ledger.rename_person(old, new) if session is None else ledger.part_person(old, new, _each(session))


@_renaming("merge")
def player_merge(
    ledger: Ledger,
    old: Annotated[str, common.person("The misspelt name.", "OLD")],
    into: Annotated[str, common.person("The right name of that person.", "NAME")],
) -> Renamed:
    """Merge two names of the same person: one was a misspelling."""
    return ledger.merge_people(old, into)


@_renaming("part")
def player_part(
    ledger: Ledger,
    name: Annotated[str, common.person("The name that both people have.", "NAME")],
    new: Annotated[str, typer.Argument(help="The other person's name.", metavar="NEW")],
    session: Evenings = None,
) -> Renamed:
    """Separate two people with the same name: the evenings you name belong to the other person."""
    if session is None:
        raise typer.BadParameter(_say_which(ledger, name))
    return ledger.part_person(name, new, _each(session))


def _each(session: str) -> list[str]:
    return [word for one in session.split(",") if (word := one.strip())]


def _say_which(ledger: Ledger, name: str) -> str:
    """Return the sentence that the evenings have to be said, with those that there are."""
    with ledger.reading() as opened:
        theirs = list(people.with_person(opened, people.person_called(opened, name)))
    shown = [f"{one.id} ({', '.join(filter(None, (one.name, day(one.date))))})" for one in theirs]
    if len(shown) > _SHOWN:
        shown = ["…", *shown[-_SHOWN:]]
    return _(
        "use --session to say which evenings belong to the other person; {name} was at {evenings}",
        name=plain(name),
        evenings=plain(", ".join(shown)),
    )
