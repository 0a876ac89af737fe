"""settle, pay: who pays whom, in the fewest payments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common
from sklog.cli.common import Db, DryRun, Format, Output, WhichSession, whole_number
from sklog.errors import NotFound, Refused
from sklog.ledger import evenings, recording
from sklog.reports.format import clean, money, plural
from sklog.scoring.closing import debts, stock_at_close
from sklog.scoring.evening import Payment, step
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import Plan, Transfer, plan, rounded
from sklog.scoring.tariff import CARRY, SPLIT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.reports.settling import Source
    from sklog.scoring.evening import Entry, StockMove

app = typer.Typer()


class Account(NamedTuple):
    """What is to be settled: balances and payments so far, where they come from, and where to record it."""

    title: str
    unit: str
    balances: Mapping[str, int]
    paid: tuple[Transfer, ...]
    sources: list[Source]
    evening: Evening
    move: StockMove | None = None


Look = Callable[["sqlite3.Connection"], list[Account]]
"""How the accounts were read, and are read again before anything is recorded."""


class Wish(NamedTuple):
    """How the table wants it: coins of `coin` cents, a point worth `point` cents, and with reasons."""

    coin: int
    point: int | None
    why: bool


@app.command("settle")
def settle(
    record: Annotated[bool, typer.Option("--record", help="Record these payments as made (asks first).")] = False,
    stock: common.StockRule = None,
    round_: Annotated[
        int,
        typer.Option("--round", metavar="CENTS", parser=whole_number, help="Round to coins the table has, such as 10."),
    ] = 1,
    point: Annotated[
        int | None, typer.Option("--point", metavar="CENTS", parser=whole_number, help="What a point is worth.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Say from which hands or evenings each debt comes.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="Across all evenings, with all payments so far.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Record without asking.")] = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Say who pays whom, in the fewest payments; nothing is recorded without --record."""
    wish = Wish(round_, point, why)
    if all_ and (stock or session):
        raise Refused("--all settles every evening with the Stock as a pot: leave --stock and --session out")
    look: Look = _everything if all_ else partial(_one_evening, which=session, rule=stock)
    with common.reading(db) as ledger:
        accounts = look(ledger)
    plans = [_plan(account, wish) for account in accounts]
    _print(accounts, plans, wish, how, output)
    if record and dry_run:
        typer.echo("Nothing was stored (--dry-run).", err=True)
    elif record:
        _record(look, accounts, plans, db, yes=yes)


def _one_evening(ledger: sqlite3.Connection, which: str | None, rule: str | None) -> list[Account]:
    return [_evening_account(ledger, which, rule)]


def _evening_account(ledger: sqlite3.Connection, which: str | None, rule: str | None) -> Account:
    evening = common.newest_of(ledger, which)
    move = stock_move(evening, rule)
    state = step(evening.state, move, evening.tariff).state if move else evening.state
    paid = tuple(entry for _, entry in evenings.recorded(ledger, evening.id) if isinstance(entry, Payment))
    return Account(
        f"Settlement of {evening.name}",
        evening.tariff.unit,
        debts(state.balances, evening.stock_in),
        tuple(Transfer(*payment) for payment in paid),
        _sources_of(ledger, evening, move),
        evening,
        move,
    )


def _sources_of(ledger: sqlite3.Connection, evening: Evening, move: StockMove | None) -> list[Source]:
    from sklog.reports.settling import Source, hand_sources  # noqa: PLC0415
    from sklog.session_files import shorthand  # noqa: PLC0415

    session = evenings.session(ledger, evening)
    sources = hand_sources(session.lines(), [line for _, line in shorthand(session)])
    return [*sources, Source("", "share of the Stock", move.amounts)] if move else sources


def _everything(ledger: sqlite3.Connection) -> list[Account]:
    """Return an account for each unit that was ever played for, over all evenings."""
    from sklog.reports.settling import Source  # noqa: PLC0415

    accounts = []
    for unit in ("ct", "points"):
        played = [evening for evening in evenings.all_evenings(ledger) if evening.tariff.unit == unit]
        if not played:
            continue
        total: dict[str, int] = {}
        sources, paid = [], []
        for evening in played:
            own = debts(evening.state.balances, evening.stock_in)
            sources.append(Source(evening.date, evening.name, own))
            for name, amount in own.items():
                total[name] = total.get(name, 0) + amount
            entries = (entry for _, entry in evenings.recorded(ledger, evening.id))
            paid += [Transfer(*entry) for entry in entries if isinstance(entry, Payment)]
        accounts.append(Account("Settlement of all evenings", unit, total, tuple(paid), sources, played[-1]))
    if not accounts:
        raise NotFound(f"there is no evening yet; {evenings.BEGIN_ONE}")
    return accounts


def _plan(account: Account, wish: Wish) -> Plan:
    """Return who pays whom; a planned transfer that is paid stays settled and moves no other."""
    if wish.point is not None and account.unit == "ct":
        raise Refused("--point is for evenings that count points; this one counts cents")
    if wish.point is not None and wish.coin > 1:
        raise Refused("say either --point or --round: points are whole, and so many cents each")
    return plan(rounded(account.balances, wish.coin), account.paid)


def _print(accounts: list[Account], plans: list[Plan], wish: Wish, how: str, output: Path | None) -> None:
    from sklog.reports.render import render  # noqa: PLC0415
    from sklog.reports.settling import settlement_report, why_report  # noqa: PLC0415

    texts = []
    for account, planned in zip(accounts, plans, strict=True):
        reasons = why_report(account.sources, account.unit, "Why") if wish.why else None
        times, unit = (wish.point, "ct") if wish.point else (1, account.unit)
        worth = Plan(tuple(Transfer(t.payer, t.payee, t.amount * times) for t in planned.transfers), planned.exact)
        balances = {name: amount * times for name, amount in account.balances.items() if amount or name != STOCK}
        paid = [Transfer(t.payer, t.payee, t.amount * times) for t in account.paid]
        report = settlement_report(worth, balances, unit, account.title, why=reasons, paid=paid)
        if wish.coin > 1:
            coins = f"Rounded to {money(wish.coin, unit)}; the cents between stay open for another evening."
            report = report._replace(notes=(*report.notes, coins))
        texts.append(render(report, how))
    if how == "json" and len(texts) > 1:
        texts = ["[" + ",\n".join(texts) + "]"]
    common.put_text("\n".join(texts), output)


def stock_move(evening: Evening, said: str | None) -> StockMove | None:
    """Return what becomes of the Stock: as said, else as the tariff says; ask where nobody says."""
    if said not in (None, SPLIT, CARRY):
        said = common.person(said, common.everybody(evening))
    if evening.closed and said and evening.state.stock > 0:
        raise Refused(
            f"the evening {evening.name!r} is closed, and its Stock waits for the next one; "
            f"to divide it after all: sklog reopen --session {evening.id}"
        )
    if evening.closed or evening.state.stock <= 0:
        return None
    rule = said or (evening.tariff.stock.at_close if evening.tariff.stock else None)
    if rule is None:
        held = money(evening.state.stock, evening.tariff.unit)
        raise Refused(f"the Stock holds {held}: say what becomes of it, --stock split, --stock carry or --stock NAME")
    if rule not in (SPLIT, CARRY):
        rule = common.person(rule, common.everybody(evening))
    return stock_at_close(evening.state, rule)


def _record(look: Look, seen: list[Account], plans: list[Plan], db: Path | None, *, yes: bool) -> None:
    """Record what was shown, after a question; refused if the ledger has moved on since then."""
    transfers = sum(len(planned.transfers) for planned in plans)
    if not transfers and not any(account.move for account in seen):
        typer.echo("There is nothing to record.", err=True)
        return
    if not common.confirmed(f"Record {plural(transfers, 'payment')} as made?", yes=yes):
        return
    recorded = []
    with common.writing(db) as ledger:
        if look(ledger) != seen:
            raise Refused("somebody has recorded something since: look at sklog settle again")
        for account, planned in zip(seen, plans, strict=True):
            payments = [Payment(t.payer, t.payee, t.amount) for t in planned.transfers]
            entries: list[Entry] = [*([account.move] if account.move else []), *payments]
            if entries:
                recording.add(ledger, account.evening, entries, common.said("settle --record"))
                recorded.append(account.evening.id)
    for number in recorded:
        typer.echo(f"Recorded; to take it back: sklog undo --session {number}", err=True)


@app.command("pay", context_settings={"ignore_unknown_options": True})
def pay(
    payer: Annotated[str, typer.Argument(help="Who paid.", metavar="A", autocompletion=common.complete_people)],
    payee: Annotated[str, typer.Argument(help="Whom.", metavar="B", autocompletion=common.complete_people)],
    amount: Annotated[str, typer.Argument(help="240 (cents), or 2,40 (euros).", metavar="AMOUNT")],
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Record a payment that was made; the balances of the game stay as they are."""
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = common.newest_of(ledger, session)
        unit = evening.tariff.unit
        payment = Payment(
            _somebody(ledger, evening, payer), _somebody(ledger, evening, payee), common.amount(amount, unit)
        )
        recording.add(ledger, evening, [payment], common.said("pay", [payer, payee, amount]))
        open_ = _plan(_evening_account(ledger, str(evening.id), _quietly(evening)), Wish(1, None, why=False))
    paid = f"{clean(payment.payer)} paid {clean(payment.payee)} {money(payment.amount, unit)}"
    typer.echo(f"{paid}{' (not stored: --dry-run)' if dry_run else ''}.")
    for transfer in open_.transfers:
        typer.echo(f"Still open: {clean(transfer.payer)} to {clean(transfer.payee)} {money(transfer.amount, unit)}")


def _quietly(evening: Evening) -> str:
    """Return the Stock's rule for an outlook: where nobody said one, it stays."""
    return (evening.tariff.stock.at_close if evening.tariff.stock else None) or CARRY


def _somebody(ledger: sqlite3.Connection, evening: Evening, word: str) -> str:
    """Return who is meant: someone of this evening, or by the full name anybody in the ledger."""
    known = {row["name"].casefold(): row["name"] for row in evenings.people(ledger)}
    return known.get(word.casefold()) or common.person(word, [*common.everybody(evening), STOCK])
