"""The state of an evening as a report: what `show` answers where the board's text is not wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.answers import accounts
from sklog.reports.board import Recent, seats_next, shows_stock
from sklog.reports.force import in_force
from sklog.reports.kinds import COUNT, MONEY, NAME, PRICE, TEXT
from sklog.reports.model import Column, Fact, Report, Table
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.state import State
    from sklog.scoring.tariff import Tariff


def show_report(
    title: str,
    state: State,
    tariff: Tariff,
    recent: Sequence[Recent] = (),
    number: int | None = None,
) -> Report:
    """Return what the board shows: `recent` are the last hands, `number` is the next one's."""
    words = seats_next(state, tariff)
    names = [name for name in accounts(state.balances) if name != STOCK or shows_stock(state, tariff)]
    columns = (
        Column("name", _("Name"), NAME),
        Column("balance", _("Balance"), MONEY),
        Column("hands", _("Hands"), COUNT),
        Column("part", _("Next deal"), TEXT),
    )
    rows = tuple((name, state.balances[name], state.dealt.get(name), words.get(name)) for name in names)
    facts = (
        Fact("hand", _("Next hand"), number, COUNT),
        Fact("dealer", _("Deals"), state.dealer, NAME),
        Fact("doublings", _("Bock in force"), len(state.bock) or None, COUNT),
        Fact("bock", _("Bock hands left"), max(state.bock, default=None), COUNT),
        Fact("round", _("Round"), state.round),
        Fact("round_left", _("Deals left in it"), state.round_left or None, COUNT),
    )
    tables = [Table("balances", _("Balances"), columns, rows)]
    if recent:
        what = (
            Column("hand", _("Hand"), COUNT),
            Column("what", _("What"), TEXT),
            Column("value", _("Value"), PRICE),
            Column("was", _("Was"), TEXT),
        )
        tables.append(Table("recent", _("Last hands"), what, tuple(recent)))
    return Report(
        key="show",
        title=title,
        unit=tariff.unit,
        facts=tuple(fact for fact in facts if fact.value is not None),
        tables=tuple(tables),
        notes=tuple(in_force(state)),
    )
