"""The settlement: who pays whom, from which hands that comes, what becomes of the Stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.desk.hands import postings, shared_out
from sklog.desk.typed import above_zero, stock_move, worth
from sklog.errors import OpenStock, Overtaken, Refused
from sklog.language import _, _t
from sklog.ledger import evenings, history, owed, record
from sklog.notation.entries import lines_of
from sklog.reports.format import clean
from sklog.reports.settlement import Source, cap_words, hand_sources, rest_notes, settlement_report, why_report
from sklog.scoring.amounts import Worth, amount, money
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import (
    Plan,
    Transfer,
    by_cap,
    debts,
    in_cents,
    open_plan,
    plan_among,
    rule_at_close,
    stock_at_close,
)
from sklog.scoring.tariff import CARRY, CENTS, POINTS
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from sklog.ledger.facts import Command
    from sklog.reports.model import Code, Report
    from sklog.scoring.state import Payment, StockMove


class Wish(NamedTuple):
    """How the table wants to settle.

    `together` means all evenings; otherwise `which` selects one. `stock` says what happens to an open Stock (split,
    carry, or who gets it), for all or by the number of the evening; by default the tariff decides. `coin` is the
    smallest coin in cents, `point` the value of a point in cents; either can be a text as typed, such as "2,5ct". `why`
    asks for reasons, `record` for a settlement that can be recorded as paid, `codes` for QR codes for banking apps,
    `share` for a text for a group chat.
    """

    together: bool = False
    which: evenings.Which = None
    stock: str | dict[int, str] | None = None
    coin: int | str = 1
    point: int | str | None = None
    why: bool = False
    record: bool = False
    codes: bool = False
    share: bool = False

    def require_possible(self) -> None:
        """Raise Refused where two wishes exclude each other."""
        if self.together and self.which:
            raise Refused(_t("choose either all evenings or one"))
        if self.point and self.coin != 1:
            raise Refused(_t("choose either the value of a point or a coin: points are settled to the cent"))

    def rule(self, evening: evenings.Evening) -> str | None:
        """Return what is to become of this evening's Stock, where that was said; Refused before it is closed."""
        said = self.stock.get(evening.id) if isinstance(self.stock, dict) else self.stock
        if self.record and said == CARRY and not evening.closed:
            raise Refused(_t("the Stock is carried over when the evening is closed: close it first, then settle"))
        return said


class Settlement(NamedTuple):
    """The accounts to settle, one for each unit, each with a plan and a report, and what will be recorded.

    `shared` is the text for a group chat, "" if nobody asked for it.
    """

    wish: Wish
    accounts: list[owed.Owed]
    plans: list[Plan]
    reports: list[Report]
    records: list[owed.Record]
    shared: str = ""

    def record(self, ledger: sqlite3.Connection, command: Command) -> None:
        """Record that everything was paid as it was seen.

        Raises Refused where somebody has recorded something since, and for one that was only looked at.
        """
        if not self.wish.record:
            raise Refused(_("this settlement was only for viewing: ask for one to record"))
        if _accounts(ledger, self.wish) != self.accounts:
            raise Overtaken(_t("somebody has recorded something since: look at the settlement again"))
        record.add_everywhere(ledger, self.records, command)


def settlement(ledger: sqlite3.Connection, wish: Wish) -> Settlement:
    """Return who pays whom, with reasons and codes where they are wished; raise Refused, NotFound, UnclearAmount.

    Raises OpenStock for a Stock of which neither the wish nor the tariff says what becomes of it.
    """
    accounts = _accounts(ledger, wish)
    units = {account.unit for account in accounts}
    if wish.point is not None and units == {CENTS}:
        raise Refused(_t("only evenings that count points have a value of a point; there are only cents here"))
    counted = CENTS if CENTS in units else POINTS  # coins are of cents, where there are any
    coin = above_zero(wish.coin, counted)
    coins = [coin if account.unit == counted else 1 for account in accounts]
    point = None if wish.point is None else worth(wish.point)
    plans = [
        plan_among([evening.state.everybody for evening in one.evenings], one.balances, one.paid, smallest)
        for one, smallest in zip(accounts, coins, strict=True)
    ]
    each = [_shown(*one, point) for one in zip(accounts, plans, coins, strict=True)]
    reasons = [_reasons(ledger, one) if wish.why else None for one in each]
    records = owed.to_record(ledger, accounts, plans) if wish.record else []
    reports = [_report(one, why) for one, why in zip(each, reasons, strict=True)]
    if bank := (rooms.load if wish.codes else rooms.if_here)(rooms.BANK):
        both = zip(each, reports, strict=True)
        reports = [bank.beside(ledger, one, its.plan.transfers, its.alone, codes=wish.codes) for its, one in both]
    shared = rooms.load(rooms.CHAT)(ledger, each) if wish.share else ""
    return Settlement(wish, accounts, plans, reports, records, shared)


class Due(NamedTuple):
    """A payment that is still open, from `payer` to `payee`, one of whom may be the Stock: `amount` in cents or points.

    `link` is the payee's pay link, or ""; `code` is for the payer's banking app.
    """

    payer: str
    payee: str
    amount: int
    link: str
    code: Code | None


class Dues(NamedTuple):
    """Who pays whom in an evening as it stands, in the fewest payments; `unit` is "ct" or "points".

    `notes` are sentences: what the plan guarantees, what happens to the Stock, whose IBAN is missing. `shared` is the
    text for a group chat.
    """

    unit: str
    dues: tuple[Due, ...]
    notes: tuple[str, ...]
    shared: str


def dues(ledger: sqlite3.Connection, evening: evenings.Evening, *, codes: bool) -> Dues:
    """Return who pays whom as an evening stands; a Stock of which nobody has said anything stays where it is.

    With `codes` each payment in cents has one if the payee's IBAN is known, and the extra `girocode` is installed.
    """
    decided = evening.closed or evening.state.stock <= 0 or rule_at_close(evening.state, evening.tariff)
    chats = rooms.if_here(rooms.CHAT) is not None
    found = settlement(ledger, Wish(which=evening, stock=None if decided else CARRY, share=chats))
    unit, transfers = evening.tariff.unit, found.plans[0].transfers
    notes, links, made = found.reports[0].notes, {}, {}
    if bank := rooms.if_here(rooms.BANK):
        links = bank.links(ledger)
        if codes and unit == CENTS:
            made, missing = bank.codes_of_dues(ledger, transfers, evening)
            notes = (*notes, *missing)
    each = (Due(one.payer, one.payee, one.amount, links.get(one.payee, ""), made.get(one)) for one in transfers)
    return Dues(unit, tuple(each), notes, found.shared)


def due(ledger: sqlite3.Connection, evening: evenings.Evening) -> Plan:
    """Return who pays whom as this evening is settled; raise OpenStock where nobody has said what becomes of it."""
    account = owed.of_evening(ledger, evening, stock_move(evening, None))
    return open_plan(account.balances, account.paid)


def still_open(ledger: sqlite3.Connection, evening: evenings.Evening) -> Plan:
    """Return what is still to be paid of an evening as it stands now, its Stock divided as its tariff says."""
    now = evenings.by_number(ledger, evening.id)
    rule = CARRY if now.closed else rule_at_close(now.state, now.tariff) or CARRY
    account = owed.of_evening(ledger, now, stock_at_close(now.state, rule))
    return open_plan(account.balances, account.paid)


def still_owed(ledger: sqlite3.Connection, evening: evenings.Evening, payer: str, payee: str) -> int:
    """Return what somebody has still to pay to somebody else as the evening stands now."""
    return sum(one.amount for one in still_open(ledger, evening).transfers if (one.payer, one.payee) == (payer, payee))


def spared(evening: evenings.Evening) -> str:
    """Return whom the cap of an evening spares how much as it stands, and who bears it; "" where nobody."""
    cap, moved = evening.tariff.cap, by_cap(debts(evening.state.balances, evening.stock_in), evening.tariff)
    return cap_words(cap, moved, evening.tariff.unit) if cap and moved else ""


def paid_words(paid: Payment | Transfer, unit: str) -> dict[str, str]:
    """Return who pays whom how much, as people read it."""
    return {"payer": clean(paid.payer), "payee": clean(paid.payee), "amount": money(paid.amount, unit)}


def open_words(due: Transfer, unit: str) -> str:
    """Return what is still to be paid; the Stock is nobody who pays or is paid."""
    words = paid_words(due, unit)
    if due.payee == STOCK:
        return _("Still open: {payer} pays {amount} into the Stock", **words)
    if due.payer == STOCK:
        return _("Still open: {payee} takes {amount} out of the Stock", **words)
    return _("Still open: {payer} to {payee} {amount}", **words)


def _accounts(ledger: sqlite3.Connection, wish: Wish) -> list[owed.Owed]:
    if wish.together:
        return owed.of_all(ledger, lambda every: _moves(every, wish))
    evening = evenings.meant(ledger, wish.which)
    return [owed.of_evening(ledger, evening, stock_move(evening, wish.rule(evening)))]


def _moves(every: Iterable[evenings.Evening], wish: Wish) -> dict[int, StockMove]:
    """Return what becomes of the Stocks of open evenings, by their numbers; raise OpenStock with all undecided ones."""
    moves: dict[int, StockMove] = {}
    undecided: list[OpenStock] = []
    for evening in every:
        try:
            move = None if evening.closed else stock_move(evening, wish.rule(evening))
        except OpenStock as error:
            undecided.append(error)
            continue
        if move:
            moves[evening.id] = move
    if undecided:
        said = (problem for error in undecided for problem in error.problems)
        raise OpenStock(*said, evening=undecided[0].evening)
    return moves


def _reasons(ledger: sqlite3.Connection, shown: Shown) -> Report:
    """Return where each debt comes from: the hands of one evening, or the evenings."""
    account = shown.account
    if shown.alone is None:
        own = ((one, owed.of_evening(ledger, one, account.moves.get(one.id))) for one in account.evenings)
        sources = [Source(one.date, one.name, its.balances) for one, its in own]
    else:
        session = history.of_evening(ledger, shown.alone).session
        lines = session.lines()
        sources = hand_sources(lines, lines_of(session, lines, amount))
        sources += [Source("", _("share of the Stock"), move.amounts) for move in account.moves.values()]
        sources += [Source("", _("the cap"), moved, always=True) for moved in account.caps.values()]
    scaled = [one._replace(postings=_times(one.postings, shown.times)) for one in sources]
    return why_report(scaled, shown.counted, _("Why"), within=shown.unit)


class Shown(NamedTuple):
    """What of an account is shown: the plan in the `unit` in which it is settled, and amounts in the unit `counted`.

    These are points where a point is `worth` parts of a cent, so that they are exact; else they are `times` as many.
    `balances` are those before the caps, which moved `caps` of them; `notes` say what a point is worth, and what is
    left by rounding to the cent. `planned` is the plan in the account's own unit, in which `coin` is the smallest.
    """

    account: owed.Owed
    planned: Plan
    coin: int
    unit: str
    counted: str
    plan: Plan
    balances: Mapping[str, int]
    caps: Mapping[str, int]
    paid: tuple[Transfer, ...]
    times: int = 1
    worth: Worth | None = None
    notes: tuple[str, ...] = ()

    @property
    def alone(self) -> evenings.Evening | None:
        """The one evening that is settled; None where there are several."""
        return self.account.evenings[0] if len(self.account.evenings) == 1 else None


def _shown(account: owed.Owed, planned: Plan, coin: int, point: Worth | None) -> Shown:
    caps, unit = account.by_caps, account.unit
    before = {name: amount - caps.get(name, 0) for name, amount in account.balances.items()}
    shown = Shown(account, planned, coin, unit, unit, planned, before, caps, account.paid)
    if point is None or account.unit == CENTS:
        return shown
    plan, rest = in_cents(planned.transfers, point)
    plan = Plan(plan.transfers, plan.exact and planned.exact)
    notes = (_("A point is worth {worth}.", worth=point), *rest_notes(rest, planned.transfers, point))
    shown = shown._replace(unit=CENTS, plan=plan, notes=notes)
    if point.per > 1:
        return shown._replace(worth=point)
    times = point.value
    paid = tuple(replace(one, amount=one.amount * times) for one in account.paid)
    balances, caps = _times(before, times), _times(caps, times)
    return shown._replace(counted=CENTS, balances=balances, caps=caps, paid=paid, times=times)


def _times(amounts: Mapping[str, int], times: int) -> dict[str, int]:
    return {name: moved * times for name, moved in amounts.items()}


def _report(shown: Shown, why: Report | None) -> Report:
    """Return one account's settlement."""
    account, one = shown.account, shown.alone
    title = _("Settlement of {name}", name=one.name) if one else _("Settlement of all evenings")
    report = settlement_report(
        shown.plan,
        shown.balances,
        shown.unit,
        title,
        why=why,
        paid=shown.paid,
        coin=shown.coin,
        called=_("Balances, the Stock shared out") if account.moves else "",
        caps=shown.caps,
        counted=shown.counted,
    )
    return report._replace(notes=(*report.notes, *shown.notes, *spared_notes(account), *_waiting(account)))


def spared_notes(account: owed.Owed) -> Iterator[str]:
    """Yield whom the cap of an evening spares how much, and who bears it."""
    for evening in account.evenings:
        if evening.id in account.caps and evening.tariff.cap:
            said = cap_words(evening.tariff.cap, account.caps[evening.id], account.unit)
            yield said if len(account.evenings) == 1 else f"{clean(evening.name)}: {said}"


def _waiting(account: owed.Owed) -> Iterator[str]:
    """Yield what becomes of the Stocks of open evenings: shared out, or it stays where it lies."""
    yield from share_notes(account)
    for evening in account.evenings:
        if evening.id not in account.moves and not evening.closed and evening.state.stock > 0:
            held = money(evening.state.stock, account.unit)
            said = {"name": clean(evening.name), "held": held, "number": evening.id}
            if rule_at_close(evening.state, evening.tariff):  # carried, as the tariff or the table says
                yield _t("The Stock of {name} keeps {held} for the next evening.", **said)
            else:
                yield _t("The Stock of {name} still holds {held}, and nobody has decided who gets it.", **said)


def share_notes(account: owed.Owed) -> Iterator[str]:
    """Yield how the Stocks are shared out."""
    for evening in account.evenings:
        move = account.moves.get(evening.id)
        if move and len(account.evenings) == 1:
            yield shared_out(move, account.unit)
        elif move:
            shares = postings(move.amounts, account.unit)
            yield _("The Stock of {name} is shared out: {shares}", name=clean(evening.name), shares=shares)
