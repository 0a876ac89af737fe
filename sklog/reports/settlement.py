"""Who pays whom, and why: the settlement of an evening or of many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sklog.language import _, _and
from sklog.reports.format import clean
from sklog.reports.model import About, Column, Kind, Report, accounts, payments, section, section_of
from sklog.reports.sentences import event_words
from sklog.scoring.amounts import Worth, currency, money
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import left_open, let_go
from sklog.scoring.state import Line, Voided
from sklog.scoring.tariff import CENTS
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.settlement import Plan, Transfer
    from sklog.scoring.tariff import Cap

MOST_REASONS = 5
TRANSFERS = "transfers"


class Source(NamedTuple):
    """Where a balance comes from: a hand ("7"), an evening, a share of the Stock, with what it moved."""

    label: str
    text: str
    postings: Mapping[str, int]
    always: bool = False
    """Whether it is named however little it moved."""


def settlement_report(
    plan: Plan,
    balances: Mapping[str, int],
    unit: str,
    title: str,
    *,
    why: Report | None = None,
    paid: Sequence[Transfer] = (),
    coin: int = 1,
    called: str = "",
    caps: Mapping[str, int] | None = None,
    counted: str = "",
) -> Report:
    """Return who pays whom, and the balances that this settles; `why` adds its tables.

    `paid` are payments so far: what each has paid (or, below 0, been paid) stands beside the balance. The balances are
    `called` so where more is in them than the evening came to so far.
    `coin` is what the plan was rounded to: what that leaves open is named, and counted as let go. `caps` is what caps
    of evenings change of the balances. These may be `counted` in another unit than what is paid.
    """
    moved = moved_by(paid)
    names = [name for name in dict.fromkeys((*accounts(balances), *moved))
             if name != STOCK or moved.get(name) or balances.get(name)]  # fmt: skip
    owed = {name: amount + (caps or {}).get(name, 0) for name, amount in balances.items()}
    gone = let_go(owed, paid, plan) if coin > 1 else ()
    settled = balance_section("balances", names, balances, (*paid, *gone), caps=caps)
    if counted not in ("", unit):
        settled = _with_open(settled, plan, counted)
    sections = (
        *transfer_sections(plan),
        settled._replace(title=called or settled.title),
        *(why.sections if why else ()),
    )
    notes = (*plan_notes(plan, unit, coin, stable=bool(paid)), *rounding_notes(owed, paid, plan, unit, coin))
    return Report("settle", title, unit, (), sections, notes, result=(TRANSFERS,))


def _with_open(balances: Section, plan: Plan, counted: str) -> Section:
    """Return balances that are counted in another unit than what is paid, with what everybody gets or pays."""
    open_ = moved_by(plan.transfers)
    name, *amounts = balances.columns
    columns = [_counted_in(counted, column) for column in amounts]
    rows = tuple((*row, -open_.get(str(row[0]), 0)) for row in balances.rows)
    return balances._replace(columns=(name, *columns, Column("settled", _("Settled"), Kind.MONEY)), rows=rows)


def _counted_in(unit: str, column: Column) -> Column:
    """Return a column that is counted in another unit than its report, which its key and its title say."""
    return column._replace(key=f"{column.key}_{unit}", title=f"{column.title} ({currency(unit)})", unit=unit)


def balance_section(
    key: str,
    names: Sequence[str],
    balances: Mapping[str, int],
    paid: Sequence[Transfer],
    dealt: Mapping[str, int] | None = None,
    *,
    owed: Mapping[str, int] | None = None,
    caps: Mapping[str, int] | None = None,
) -> Section:
    """Return the balances, with the hands each was dealt in; where somebody paid, with that and what is open.

    So it is with what was let go, or would be, since sums are rounded.

    `owed` is what is settled where that is not the balance: what the Stock gives everybody stands beside it. `caps` is
    what a cap changes of it.
    """
    owed, caps = balances if owed is None else owed, caps or {}
    moved, rounded = (moved_by([one for one in paid if one.rounding == what]) for what in (False, True))
    shared = {name: owed.get(name, 0) - balances.get(name, 0) for name in names if name != STOCK}
    fields: list[Field[str]] = [(Column("name", _("Name"), Kind.NAME), lambda name: name)]
    if dealt is not None:
        fields.append((Column("hands", _("Hands"), Kind.COUNT), dealt.get))
    fields.append((Column("balance", _("Balance"), Kind.MONEY), lambda name: balances.get(name, 0)))
    if any(shared.values()):
        fields.append((Column("from_stock", _("From the Stock"), Kind.MONEY), shared.get))
    if caps:
        fields.append((Column("from_cap", _("By the cap"), Kind.MONEY), lambda name: caps.get(name, 0)))
    if moved:
        fields.append((Column("paid", _("Paid"), Kind.MONEY, coloured=False), lambda name: moved.get(name, 0)))
    if rounded:
        column = Column("rounding", _("Rounding"), Kind.MONEY, coloured=False)
        fields.append((column, lambda name: rounded.get(name, 0)))
    if paid or caps or any(shared.values()):
        still = left_open({name: amount + caps.get(name, 0) for name, amount in owed.items()}, paid)
        fields.append((Column("open", _("Open"), Kind.MONEY), lambda name: still.get(name, 0)))
    return section_of(key, _("Balances"), names, fields)


def moved_by(paid: Sequence[Transfer]) -> dict[str, int]:
    """Return what each has paid (or, below 0, been paid)."""
    moved: Counter[str] = Counter()
    for one in paid:
        moved.update({one.payer: one.amount, one.payee: -one.amount})
    return moved


def transfer_sections(plan: Plan) -> Iterator[Section]:
    """Yield the payments of a plan among people, and what goes into the Stock or comes out of it, where any does."""
    among = [(one.payer, one.payee, one.amount) for one in plan.transfers if STOCK not in (one.payer, one.payee)]
    yield payments(TRANSFERS, _("Settlement"), Kind.PRICE, among)
    into = [(one.payer, one.amount) for one in plan.transfers if one.payee == STOCK]
    out = [(one.payee, one.amount) for one in plan.transfers if one.payer == STOCK]
    columns = (Column("name", _("Name"), Kind.NAME), Column("amount", _("How much"), Kind.PRICE))
    for key, title, rows in (("into_stock", _("Into the Stock"), into), ("out_of_stock", _("Out of the Stock"), out)):
        if rows:
            yield section(key, title, columns, rows)


def plan_notes(plan: Plan, unit: str = CENTS, coin: int = 1, *, stable: bool = False) -> tuple[str, ...]:
    """Return the sentence that says what the plan promises; a `stable` one is kept while it is paid."""
    if coin > 1:
        return () if plan.transfers else (_("Nobody owes as much as {amount}.", amount=money(coin, unit)),)
    if not plan.transfers:
        return (_("Nobody owes anybody anything."),)
    if plan.exact:
        said = _("No other way needs fewer payments.")
    elif stable:
        said = _("Planned payments stay as they are while others are paid: fewer payments might be possible.")
    else:
        said = _("Fewer payments might be possible.")
    return (About(said, TRANSFERS),)


def rounding_notes(
    balances: Mapping[str, int], paid: Sequence[Transfer], plan: Plan, unit: str, coin: int
) -> Iterator[str]:
    """Yield who gives or gets how much too much where a plan is rounded to a coin, and who more than half of one."""
    if coin == 1:
        return
    still, off = left_open(balances, paid), left_open(balances, (*paid, *plan.transfers))
    pays = {name for name, amount in still.items() if amount < 0}
    said = [
        _off(name, money(abs(left), unit), pays=name in pays, much=(left > 0) == (name in pays))
        for name, left in off.items()
        if left
    ]
    if said:
        yield _("Rounded to {amount}: {people}.", amount=money(coin, unit), people=", ".join(said))
    elif plan.transfers:
        yield _("Everything can be paid exactly in coins of {amount}.", amount=money(coin, unit))
    if far := [clean(name) for name, left in off.items() if 2 * abs(left) > coin]:
        yield _("For {people} this is more than half a coin: otherwise the sum would not be 0.", people=_and(far))


def _off(name: str, amount: str, *, pays: bool, much: bool) -> str:
    """Return how much too much or too little somebody pays or gets."""
    said = {"name": clean(name), "amount": amount}
    if pays:
        return _("{name} pays {amount} too much", **said) if much else _("{name} pays {amount} too little", **said)
    return _("{name} gets {amount} too much", **said) if much else _("{name} gets {amount} too little", **said)


def cap_words(cap: Cap, moved: Mapping[str, int], unit: str) -> str:
    """Return whom the cap of an evening spares how much, and who bears it."""
    spared = _and(f"{clean(name)} {money(part, unit)}" for name, part in moved.items() if part > 0)
    borne = _and(f"{clean(name)} {money(-part, unit)}" for name, part in moved.items() if part < 0)
    return _(
        "Nobody loses more than {most} in an evening. Spared: {spared}. Less for those who won: {borne}.",
        most=money(cap.evening, unit),
        spared=spared,
        borne=borne,
    )


def rest_notes(rest: Mapping[str, int], transfers: Sequence[Transfer], worth: Worth) -> Iterator[str]:
    """Yield what rounding the transfers of points to whole cents leaves, where it leaves anything."""
    payees = {one.payee for one in transfers}
    said = [
        _off(name, Worth(1, worth.per).words(abs(more)), pays=name not in payees, much=(more > 0) == (name in payees))
        for name, more in sorted(rest.items())
    ]
    if said:
        yield _("Rounded to the cent: {rests}.", rests=", ".join(said))


def hand_sources(lines: Sequence[Line], texts: Sequence[str | None]) -> list[Source]:
    """Return a source for everything in an evening that moved an amount; `texts` as for the sheet."""
    return [
        Source("", event_words(line.entry), line.score.postings)
        if line.number is None
        else Source(str(line.number), text or "", line.score.postings)
        for line, text in zip(lines, texts, strict=True)
        if line.score is not None and not isinstance(line.entry, Voided)
    ]


def why_report(
    sources: Sequence[Source], unit: str, title: str, *, most: int = MOST_REASONS, within: str = ""
) -> Report:
    """Return for everybody who owes which sources that comes from, the largest loss first.

    At most `most` losses for each, then what all others make together, so that every block sums to the debt. `within`
    is the unit of the report that it becomes a part of.
    """
    total: Counter[str] = Counter()
    for source in sources:
        total.update(source.postings)
    amount = Column("amount", _("Amount"), Kind.MONEY)
    columns = (
        Column("name", _("Name"), Kind.NAME),
        Column("from", _("Hand")),
        Column("what", _("What"), Kind.PROSE),
        amount if within in ("", unit) else _counted_in(unit, amount),
    )
    debts = {name: owed for name, owed in total.items() if owed < 0 and name != STOCK}
    rows = [row for name, owed in debts.items() for row in _reasons(name, owed, sources, most)]
    notes = () if rows else (_("Nobody owes anything."),)
    return Report("why", title, unit, (), (section("why", _("Why"), columns, rows),), notes)


def _reasons(name: str, owed: int, sources: Sequence[Source], most: int) -> Iterator[Row]:
    """Yield the rows of one person: the largest losses, the others, the sum."""
    moved = [(amount, source) for source in sources if (amount := source.postings.get(name, 0))]
    named = [pair for pair in moved if pair[1].always]
    losses = sorted((pair for pair in moved if pair[0] < 0 and pair not in named), key=lambda pair: pair[0])[:most]
    for amount, source in losses:
        yield name, source.label, source.text, amount
    if len(moved) > len(losses) + len(named):
        yield name, "", _("all the others"), owed - sum(amount for amount, source in (*losses, *named))
    for amount, source in named:
        yield name, source.label, source.text, amount
    yield name, "", _("together"), owed
