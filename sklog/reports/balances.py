"""The state of an evening as a report: what `show` answers where the board's text is not wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.reports.answers import accounts
from sklog.reports.board import in_force, seats_next, shows_stock
from sklog.reports.model import COUNT, MONEY, NAME, TEXT, Column, Fact, Report, Table
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.scoring.evening import Line, State
    from sklog.scoring.tariff import Tariff

_NAME, _BALANCE = Column("name", "Name", NAME), Column("balance", "Balance", MONEY)


def balances_report(balances: Mapping[str, int], unit: str, title: str) -> Report:
    """Return everybody's balance, and the Stock's where it holds anything."""
    rows = tuple((name, amount) for name, amount in accounts(balances).items() if amount or name != STOCK)
    return Report("balances", title, unit, (), (Table("balances", "Balances", (_NAME, _BALANCE), rows),))


def show_report(
    title: str,
    state: State,
    tariff: Tariff,
    line: Line | None = None,
    recent: Sequence[str] = (),
    *,
    number: int | None = None,
) -> Report:
    """Return what the board shows; the parameters are those of `board`."""
    if number is None and line is not None and line.number is not None:
        number = line.number + 1
    words = seats_next(state, tariff)
    moved = line.score.postings if line is not None and line.score is not None else {}
    names = [name for name in accounts(state.balances) if name != STOCK or shows_stock(state, tariff)]
    columns = (_NAME, _BALANCE, Column("change", "Last hand", MONEY), Column("part", "Next deal", TEXT))
    rows = tuple((name, state.balances[name], moved.get(name) or None, words.get(name)) for name in names)
    facts = (
        Fact("hand", "Next hand", number, COUNT),
        Fact("dealer", "Deals", state.dealer, NAME),
        Fact("doublings", "Bock in force", len(state.bock) or None, COUNT),
        Fact("bock", "Bock hands left", max(state.bock, default=None), COUNT),
        Fact("round", "Round", state.round),
        Fact("round_left", "Deals left in it", state.round_left or None, COUNT),
    )
    tables = [Table("balances", "Balances", columns, rows)]
    if recent:
        tables.append(Table("recent", "Last hands", (Column("what", ""),), tuple((text,) for text in recent)))
    return Report(
        key="show",
        title=title,
        unit=tariff.unit,
        facts=tuple(fact for fact in facts if fact.value is not None),
        tables=tuple(tables),
        notes=tuple(in_force(state)),
    )
