"""Codes for the payments of a settlement: of whom an IBAN is known, a banking app can read the transfer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun, Format, Output, WhichSession
from sklog.errors import NotFound, Refused
from sklog.language import _, _and, _n
from sklog.ledger import evenings, history, people, season
from sklog.ledger import record as ledger_record
from sklog.ledger.season import Account, Record
from sklog.reports.format import clean, day, money
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import Plan, Transfer, debts, open_plan, rule_at_close, stock_at_close
from sklog.scoring.state import Payment
from sklog.scoring.tariff import CARRY, CENTS, SPLIT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.ledger.ibans import Bank
    from sklog.reports.model import Report
    from sklog.scoring.settlement import Transfer
    from sklog.scoring.state import StockMove

HELP = "Draw a GiroCode for each payment whose payee's IBAN is known."
DRAWN_AS = ("text", "html", "json")


def require_extra() -> None:
    """Refuse where the libraries for IBANs and codes are not installed, with how they are."""
    if not all(find_spec(name) for name in ("segno", "stdnum")):
        raise Refused(_("IBANs and GiroCodes need two more packages: pip install 'sklog[girocode]'"))


def require(how: str) -> None:
    """Refuse codes in a format that has no place for them, or where they cannot be made."""
    if how not in DRAWN_AS:
        formats = ", ".join(DRAWN_AS)
        raise Refused(_("{format} has no place for a GiroCode; there are {formats}", format=how, formats=formats))
    require_extra()


def known_banks(ledger: sqlite3.Connection) -> Mapping[str, Bank]:
    """Return the IBANs that are known, by name."""
    from sklog.ledger import ibans  # noqa: PLC0415  seldom asked

    return ibans.known(ledger)


def purpose(name: str, date: str) -> str:
    """Return what the transfers of an evening are for."""
    return f"{name} {day(date)}".rstrip()


def with_codes(report: Report, transfers: Sequence[Transfer], known: Mapping[str, Bank], what_for: str) -> Report:
    """Return the report with a code for each transfer, and a sentence about those whose IBAN is missing.

    The Stock lies on the table and has no account.
    """
    if report.unit != CENTS:
        raise Refused(_("a GiroCode is in euros: say what a point is worth, sklog settle --girocode --point CENTS"))
    from sklog.reports.settlement import LONGEST_NAME, cleaned, girocode  # noqa: PLC0415  seldom asked

    codes, missing, unwritable = [], [], []
    for one in transfers:
        bank = known.get(one.payee)
        if STOCK in (one.payer, one.payee):
            continue
        if bank is None:
            missing.append(one.payee)
        elif not cleaned(bank.holder or one.payee, LONGEST_NAME):
            unwritable.append(one.payee)
        else:
            codes.append(girocode(one, bank.iban, bank.holder or one.payee, f"{what_for}, {one.payer}"))
    notes = (*report.notes, *_missing(list(dict.fromkeys(missing))), *_unwritable(list(dict.fromkeys(unwritable))))
    return report._replace(codes=tuple(codes), notes=notes)


def _missing(people: Sequence[str]) -> list[str]:
    if not people:
        return []
    first = repr(people[0]) if " " in people[0] else clean(people[0])
    return [
        _(
            "No IBAN of {people} is known: sklog player set {first} --iban …",
            people=_and(map(clean, people)),
            first=first,
        )
    ]


def _unwritable(people: Sequence[str]) -> list[str]:
    return [
        _(
            "A bank cannot write {name}: say whose account it is, sklog player set {name!r} --iban … --holder …",
            name=clean(name),
        )
        for name in people
    ]


# -- settle, pay: who pays whom, in the fewest payments ------------------------------------------------


app = typer.Typer()


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
        typer.Option("--round", metavar="CENTS", parser=common.cents, help="Round to coins the table has, such as 10."),
    ] = 1,
    point: Annotated[
        int | None, typer.Option("--point", metavar="CENTS", parser=common.cents, help="What a point is worth.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Say from which hands or evenings each debt comes.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="Across all evenings, with all payments so far.")] = False,
    girocode: Annotated[bool, typer.Option("--girocode", help=HELP)] = False,
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
        raise Refused(_("--all settles every evening with the Stock as a pot: leave --stock and --session out"))
    if all_ and record and wish.coin > 1:
        raise Refused(_("evenings are settled together to the cent: leave --round out, or settle one with --session"))
    if record and stock == CARRY:
        raise Refused(
            _("the Stock is carried over when the evening ends: first sklog close --stock carry, then settle")
        )
    if girocode:
        require(how)
    look: Look = season.of_all if all_ else partial(_one_evening, which=session, rule=stock)
    with common.snapshot(db) as ledger:
        found = look(ledger)
        reasons = [_reasons(ledger, account, wish) for account in found] if why else []
        plans = _plans(found, wish)
        records = season.to_record(ledger, found, plans) if record else []
        banks = known_banks(ledger) if girocode else None
    _print(found, plans, wish, reasons, banks, how, output)
    if record and dry_run:
        typer.echo(common.not_stored(), err=True)
    elif record:
        _record(look, found, plans, records, db, yes=yes)


def _one_evening(ledger: sqlite3.Connection, which: str | None, rule: str | None) -> list[Account]:
    evening = common.newest_of(ledger, which)
    return [season.of_evening(ledger, evening, stock_move(evening, rule))]


def _reasons(ledger: sqlite3.Connection, account: Account, wish: Wish) -> Report:
    """Return where each debt comes from: the hands of one evening, or the evenings."""
    from sklog.reports.settlement import Source, hand_sources, why_report  # noqa: PLC0415
    from sklog.session_files import shorthand  # noqa: PLC0415

    if len(account.evenings) > 1:
        sources = [Source(one.date, one.name, debts(one.state.balances, one.stock_in)) for one in account.evenings]
    else:
        session = history.of_evening(ledger, account.evenings[0]).session
        lines = session.lines()
        sources = hand_sources(lines, shorthand(session, lines))
        sources += [Source("", _("share of the Stock"), account.move.amounts)] if account.move else []
    times, unit = _worth(account, wish)
    scaled = [source._replace(postings=_times(source.postings, times)) for source in sources]
    return why_report(scaled, unit, _("Why"))


def _worth(account: Account, wish: Wish) -> tuple[int, str]:
    """Return what one unit of the account is shown as: a point may be worth so many cents."""
    return (wish.point, "ct") if wish.point and account.unit == "points" else (1, account.unit)


def _times(amounts: Mapping[str, int], times: int) -> dict[str, int]:
    return {name: amount * times for name, amount in amounts.items()}


def _scaled(transfers: Sequence[Transfer], times: int) -> tuple[Transfer, ...]:
    return tuple(Transfer(one.payer, one.payee, one.amount * times) for one in transfers)


def _plans(found: list[Account], wish: Wish) -> list[Plan]:
    if wish.point and wish.coin > 1:
        raise Refused(_("say either --point or --round: points are whole, and so many cents each"))
    if wish.point and all(account.unit == "ct" for account in found):
        raise Refused(_("--point is for evenings that count points; there are only cents here"))
    return [open_plan(account.balances, account.paid, wish.coin) for account in found]


def _print(
    found: list[Account],
    plans: list[Plan],
    wish: Wish,
    reasons: list[Report],
    banks: Mapping[str, Bank] | None,
    how: str,
    output: Path | None,
) -> None:
    from sklog.reports.settlement import settlement_report  # noqa: PLC0415

    texts = []
    for account, planned, why in zip_longest(found, plans, reasons):
        times, unit = _worth(account, wish)
        worth = Plan(_scaled(planned.transfers, times), planned.exact)
        paid = _scaled(account.paid, times)
        one = account.evenings[0] if len(account.evenings) == 1 else None
        title = _("Settlement of {name}", name=one.name) if one else _("Settlement of all evenings")
        balances = _times(account.balances, times)
        report = settlement_report(worth, balances, unit, title, why=why, paid=paid, coin=wish.coin)
        report = report._replace(notes=(*report.notes, *_waiting(account)))
        if banks is not None:
            what_for = purpose(one.name, one.date) if one else "Schafkopf"
            report = with_codes(report, worth.transfers, banks, what_for)
        texts.append(printing.rendered(report, how, output))
    if len(texts) > 1 and how in ("csv", "html"):
        raise Refused(
            _(
                "cents and points do not fit in one {format} file: name an evening with --session, or take json",
                format=how,
            )
        )
    if how == "json" and len(texts) > 1:
        texts = ["[" + ",\n".join(texts) + "]"]
    printing.put_text("\n".join(texts), output)


def _waiting(account: Account) -> Iterator[str]:
    """Yield what still lies in the Stock of open evenings, where this settlement does not divide it."""
    if account.move:
        yield common.shared_out(account.move, account.unit)
        return
    for evening in account.evenings:
        if not evening.closed and evening.state.stock > 0:
            held = money(evening.state.stock, account.unit)
            yield _(
                "In the Stock of {name} lie {held}: sklog close --session {number} says whose they are.",
                name=evening.name,
                held=held,
                number=evening.id,
            )


def stock_move(evening: Evening, said: str | None) -> StockMove | None:
    """Return what becomes of the Stock: as said, else as the tariff says; ask where nobody says."""
    if said not in (None, SPLIT, CARRY):
        said = common.person(said, evening.state.everybody)
    if evening.closed and said and evening.state.stock > 0:
        raise Refused(
            _(
                "the evening {name!r} is closed, and its Stock waits for the next one; "
                "to divide it after all: sklog reopen --session {number}",
                name=evening.name,
                number=evening.id,
            )
        )
    if evening.closed or evening.state.stock <= 0:
        return None
    rule = said or (evening.tariff.stock.at_close if evening.tariff.stock else None)
    if rule is None:
        held = money(evening.state.stock, evening.tariff.unit)
        raise Refused(
            _("the Stock holds {held}: say what becomes of it, --stock split, --stock carry or --stock NAME", held=held)
        )
    if rule not in (SPLIT, CARRY) and rule not in evening.state.balances:
        raise Refused(
            _(
                "the tariff gives the Stock to {name}, who was not here: "
                "say --stock split, --stock carry or --stock NAME",
                name=rule,
            )
        )
    return stock_at_close(evening.state, rule)


def _record(
    look: Look, seen: list[Account], plans: list[Plan], records: list[Record], db: Path | None, *, yes: bool
) -> None:
    """Record what was shown, after a question; refused if the ledger has moved on since then."""
    if not records:
        typer.echo(_("There is nothing to record."), err=True)
        return
    payments, evenings_ = sum(len(planned.transfers) for planned in plans), len(records)
    question = _n("Record {n} payment as made?", "Record {n} payments as made?", payments)
    if evenings_ > 1:
        question = _n(
            "Record {n} payment as made, which closes the debts of {evenings} evenings?",
            "Record {n} payments as made, which closes the debts of {evenings} evenings?",
            payments,
            evenings=evenings_,
        )
    if not common.confirmed(question, yes=yes):
        return
    with common.writing(db) as ledger:
        if look(ledger) != seen:
            raise Refused(_("somebody has recorded something since: look at sklog settle again"))
        ledger_record.add_everywhere(ledger, records, common.said("settle --record"))
    number = records[0][0].id
    typer.echo(_("Recorded; to take it back: sklog undo --session {number}", number=number), err=True)


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
        ledger_record.add(ledger, evening, [payment], common.said("pay", [payer, payee, amount]))
        now = evenings.by_number(ledger, evening.id)
        rule = CARRY if now.closed else rule_at_close(now.state, now.tariff) or CARRY
        account = season.of_evening(ledger, now, stock_at_close(now.state, rule))
        open_ = open_plan(account.balances, account.paid)
    paid = _words(payment, unit)
    if dry_run:
        typer.echo(_("{payer} paid {payee} {amount} (not stored: --dry-run).", **paid))
    else:
        typer.echo(_("{payer} paid {payee} {amount}.", **paid))
    for transfer in open_.transfers:
        typer.echo(_("Still open: {payer} to {payee} {amount}", **_words(transfer, unit)))


def _words(paid: Payment | Transfer, unit: str) -> dict[str, str]:
    return {"payer": clean(paid.payer), "payee": clean(paid.payee), "amount": money(paid.amount, unit)}


def _somebody(ledger: sqlite3.Connection, evening: Evening, word: str) -> str:
    """Return who is meant: someone of this evening, else by the full name anybody in the ledger."""
    try:
        return common.person(word, [*evening.state.everybody, STOCK])
    except NotFound:
        known = evenings.known_name(ledger, word)
        # somebody who was renamed has left a name behind that nobody has any more
        if known is None or next(people.with_person(ledger, known), None) is None:
            raise
        return known
