"""Who said what when: the log of an evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from sklog.language import _
from sklog.reports.curve import evening_curve
from sklog.reports.explain import accounts, line_answer, transfers
from sklog.reports.format import moment, money
from sklog.reports.model import (
    CHANGE,
    COUNT,
    DATE,
    PRICE,
    PROSE,
    TEXT,
    TIME,
    WORTH,
    Column,
    Fact,
    Report,
    Struck,
    Table,
    listing,
    people_columns,
)
from sklog.reports.sentences import event_words, result_words
from sklog.reports.settlement import balance_table, plan_note, transfer_table
from sklog.reports.standings import sie_table
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.settlement import Transfer, rule_at_close
from sklog.scoring.state import Payment, StockMove, Voided
from sklog.scoring.tariff import CARRY, SPLIT
from sklog.season.standings import Night, deals, is_sie

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    class Action(Protocol):
        """One command as the ledger keeps it; `at` is UTC in ISO form."""

        @property
        def id(self) -> int:
            """Its row."""

        @property
        def at(self) -> str:
            """When."""

        @property
        def who(self) -> str:
            """Who sat at the keys."""

        @property
        def words(self) -> str:
            """What was typed."""

        @property
        def undoes(self) -> int | None:
            """The row of the command that it took back."""

        @property
        def in_force(self) -> bool:
            """Whether it was not taken back."""

    class Arrival(Protocol):
        """How an evening, or more of it, came from another ledger; `at` is UTC in ISO form."""

        @property
        def at(self) -> str:
            """When."""

        @property
        def who(self) -> str:
            """Who brought it."""

        @property
        def source(self) -> str:
            """From which file."""

        @property
        def first(self) -> int:
            """The row of the oldest command that came along."""

        @property
        def upto(self) -> int:
            """The row of the newest command that came along."""

    from collections.abc import Sequence

    from sklog.reports.model import Cell, Row
    from sklog.scoring.hand import Hand
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Line


def log_report(title: str, actions: Iterable[Action], arrivals: Iterable[Arrival] = ()) -> Report:
    """Return every command that was given about an evening, with what became of it, and where it came from."""
    known = list(actions)
    places = {action.id: place for place, action in enumerate(known, 1)}
    columns = (
        Column("number", _("No."), COUNT),
        Column("at", _("When"), TIME),
        Column("who", _("Who"), TEXT),
        Column("what", _("What"), PROSE),
        Column("about", _("About No."), COUNT),
        Column("state", _("State"), TEXT),
    )
    rows = [
        (
            place,
            action.at,
            action.who or None,
            action.words,
            places.get(action.undoes) if action.undoes is not None else None,
            None if action.in_force else _("taken back"),
        )
        for place, action in enumerate(known, 1)
    ]
    notes = [_came(arrival, places) for arrival in arrivals]
    return listing("log", _("Log of {name}", name=title), columns, rows, notes=notes)


def _came(arrival: Arrival, places: Mapping[int, int]) -> str:
    numbers = "–".join(str(places.get(row, 0)) for row in sorted({arrival.first, arrival.upto}))
    told = {"source": arrival.source, "when": moment(arrival.at), "numbers": numbers}
    if not arrival.who:
        return _("No. {numbers} came from {source}, on {when}.", **told)
    return _("No. {numbers} came from {source}, on {when}, brought by {who}.", who=arrival.who, **told)


# -- The sheet of an evening: every hand with its running balances, what each moved, the totals, the settlement


def session_report(
    session: Session,
    lines: Sequence[Line],
    plan: Plan | None = None,
    replaced: Mapping[int, Sequence[Hand]] | None = None,
    digest: str = "",
) -> Report:
    """Return the sheet; `lines` are `session.lines()`.

    Its json is the interface's answer to `replay`. `plan` is who pays whom; without one `transfers` is null.
    `replaced` has, by the position of an entry, what stood there before it was corrected, the oldest first.
    `digest` is what everybody can note, and `sklog check` compare: "" for an evening in no ledger.
    """
    tables = [_running(session, lines, replaced or {}), _changes(session, lines), _totals(session, lines)]
    if plan is not None:
        tables.append(transfer_table(plan))
    tables.append(_sie(session, lines))
    tariff = session.tariff
    hands = sum(line.number is not None and not isinstance(line.entry, Voided) for line in lines)
    facts = (
        Fact("date", _("Date"), session.date, DATE),
        Fact("place", _("Place"), session.place or None),
        Fact("tariff", _("Tariff"), tariff.title or tariff.name),
        Fact("hands", _("Hands"), hands, COUNT),
        Fact("stock_in", _("Stock brought in"), session.stock or None, PRICE),
        Fact("digest", _("Digest"), digest),
    )
    return Report(
        key="session",
        title=session.name,
        unit=tariff.unit,
        facts=tuple(fact for fact in facts if fact.value not in (None, "")),
        tables=tuple(tables),
        notes=() if plan is None else (*_stock_note(session, lines), *plan_note(plan)),
        data=replay_data(session, lines, plan) | ({"digest": digest} if digest else {}),
        charts=lambda: evening_curve(session, lines),
        result=("totals", "transfers"),
    )


def replay_data(session: Session, lines: Sequence[Line], plan: Plan | None = None) -> dict[str, Any]:
    """Return the interface's object: session, tariff, unit, players, hands, balances, transfers."""
    return {
        "session": session.name,
        "tariff": session.tariff.name,
        "unit": session.tariff.unit,
        "players": list(session.everybody()),
        "hands": [line_answer(line) for line in lines if line.number is not None],
        "balances": accounts(final_state(session, lines).balances),
        "transfers": None if plan is None else transfers(plan.transfers),
    }


def uses_stock(session: Session, lines: Sequence[Line]) -> bool:
    """Whether the Stock ever held anything."""
    return session.stock != 0 or any(line.state.stock for line in lines)


def _accounts(session: Session, lines: Sequence[Line]) -> tuple[str, ...]:
    return (*session.everybody(), *((STOCK,) if uses_stock(session, lines) else ()))


def _stock_note(session: Session, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return why the settlement differs from the balances: the tariff shares the Stock out at the end."""
    state = final_state(session, lines)
    rule = rule_at_close(state, final_tariff(session, lines))
    if session.closed and state.stock:
        held = money(state.stock, session.tariff.unit)
        return (_("The Stock of {held} waits for the next evening.", held=held),)
    if session.closed or rule in (None, CARRY) or not state.stock:
        return ()
    if rule == SPLIT:
        return (_("In the settlement the Stock is shared out, as the tariff says."),)
    return (_("In the settlement the Stock goes to {name}, as the tariff says.", name=rule),)


def _fixed() -> tuple[Column, Column, Column, Column]:
    """Return the columns that are no person's."""
    return (
        Column("hand", _("Hand"), COUNT),
        Column("what", _("What"), PROSE),
        Column("bock", "Bock", COUNT),
        Column("value", _("Value"), WORTH),
    )


def _running(session: Session, lines: Sequence[Line], replaced: Mapping[int, Sequence[Hand]]) -> Table:
    """Return the main table: the balances after each hand, as a score sheet shows them, and what was struck out."""
    names = _accounts(session, lines)
    bock = any(_doublings(line) for line in lines)
    hand, what, doublings, value = fixed = _fixed()
    columns = (hand, what, *((doublings,) if bock else ()), *people_columns(names, CHANGE, fixed), value)
    nothing: tuple[Cell, ...] = (None,) * (len(columns) - 2)
    rows: list[Row] = []
    for place, line in enumerate(lines):
        rows += [(None, Struck(result_words(was, line.tariff), _("was")), *nothing) for was in replaced.get(place, ())]
        balances: tuple[Cell, ...] = (None,) * len(names)
        if line.score is not None:
            balances = tuple(line.state.balances.get(name) for name in names)
        doubled: tuple[Cell, ...] = (_doublings(line) or None,) if bock else ()
        rows.append((line.number, _what(line), *doubled, *balances, _worth(line)))
    return Table("sheet", _("Running balances"), columns, tuple(rows))


def _changes(session: Session, lines: Sequence[Line]) -> Table:
    """Return what each hand moved. Empty where somebody had no part in it."""
    names = _accounts(session, lines)
    rows: list[Row] = []
    for line in lines:
        if line.score is not None:
            moved = line.score.postings
            part = (*line.table.active, STOCK) if isinstance(line.entry, (Played, Ramsch, Passed)) else ()
            amounts = (moved.get(name, 0) if moved.get(name) or name in part else None for name in names)
            rows.append((line.number, *amounts))
    fixed = _fixed()
    columns = (fixed[0], *people_columns(names, CHANGE, fixed))
    return Table("changes", _("What each hand moved"), columns, tuple(rows))


def _totals(session: Session, lines: Sequence[Line]) -> Table:
    state = final_state(session, lines)
    paid = [Transfer(*payment) for payment in session.payments()]
    return balance_table("totals", _accounts(session, lines), state.balances, paid, state.dealt)


def _sie(session: Session, lines: Sequence[Line]) -> Table:
    night = Night(0, session.name, session.date, session.place, session.tariff.unit, {}, {})
    return sie_table(deal for deal in deals(night, lines) if is_sie(deal))


def _doublings(line: Line) -> int:
    return line.table.bock if isinstance(line.entry, (Played, Ramsch, Passed)) else 0


def _what(line: Line) -> str:
    if isinstance(line.entry, Voided):
        return Struck(result_words(line.entry.hand, line.tariff), _("void"))
    if isinstance(line.entry, (Played, Ramsch, Passed, Posting)):
        return result_words(line.entry, line.tariff, line.score, bock=False)
    words = event_words(line.entry)
    if isinstance(line.entry, Payment):
        return f"{words} {money(line.entry.amount, line.tariff.unit)}"
    return words


def _worth(line: Line) -> int | None:
    """Return the value of a hand; None where nothing has one price."""
    if line.score is None or isinstance(line.entry, (Passed, Posting, StockMove)):
        return None
    return line.score.value
