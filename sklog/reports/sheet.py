"""The sheet of an evening: every hand with its running balances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import _, _c
from sklog.reports import model
from sklog.reports.curve import evening_curve
from sklog.reports.explain import line_answer
from sklog.reports.format import clean, in_words
from sklog.reports.sentences import cost, event_words, hand_words, result_words, undeclared
from sklog.reports.settlement import balance_section, cap_words, plan_notes, transfer_sections
from sklog.rooms import HIGHLIGHTS, if_here
from sklog.scoring.amounts import money
from sklog.scoring.deals import Night, deals, declared
from sklog.scoring.games import ONE_AGAINST_ALL, Game
from sklog.scoring.hand import Hand, Passed, Played, Posting, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state, final_tariff
from sklog.scoring.settlement import Plan, as_transfers, left_open, owed, owed_and_spared, rule_at_close
from sklog.scoring.state import Line, Payment, StockMove
from sklog.scoring.tariff import CARRY, SPLIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.deals import Declared
    from sklog.scoring.settlement import Transfer


DECLARED = "declared"
"""The key of who has declared what."""


# -- the sheet -----------------------------------------------------------------------------------------


def session_report(
    session: Session,
    lines: Sequence[Line],
    plan: Plan | None = None,
    replaced: Mapping[int, Sequence[Hand]] | None = None,
    digest: str = "",
) -> model.Report:
    """Return the sheet; `lines` are `session.lines()`.

    Its json is the interface's answer to `replay`. `plan` is who pays whom; without one `transfers` is null.
    `replaced` has, by the position of an entry, what stood there before it was corrected, the oldest first.
    `digest` is what everybody can note, and `sklog check` compare: "" for an evening in no ledger.
    """
    names = _accounts(session, lines)
    night = _night(session)
    dealt = list(deals(night, lines))
    found, highlights = declared(dealt), if_here(HIGHLIGHTS)
    sections = (
        _totals(session, lines, names),
        *(() if plan is None else transfer_sections(plan)),
        *(highlights(night, dealt) if highlights else ()),
        _running(lines, names, replaced or {}),
        _changes(lines, names),
        declared_section(session, found),
    )
    tariff = session.tariff
    state = final_state(session, lines)
    facts = model.known(
        model.Fact("date", _("Date"), session.date or None, model.Kind.DATE),
        model.Fact("place", _("Place"), session.place or None),
        model.Fact("tariff", _("Tariff"), tariff.title or tariff.name),
        model.Fact("hands", _("Hands"), state.hands, model.Kind.COUNT),
        model.Fact("not_played", _("Of these"), state.counted.others or None, foot=True),
        model.Fact("stock_in", _("Stock brought in"), session.stock or None, model.Kind.PRICE),
        model.Fact("digest", _("Digest"), digest or None, foot=True),
    )
    notes = () if plan is None else (*_differences(session, lines), *plan_notes(plan))
    return model.Report(
        "session",
        session.name,
        tariff.unit,
        facts,
        sections,
        (*notes, *undeclared(found.unsaid)),
        data=replay_data(session, lines, plan) | ({"digest": digest} if digest else {}),
        charts=lambda: evening_curve(session, lines),
        main="sheet",
        result=("totals", "transfers", "into_stock", "out_of_stock"),
    )


def curve_report(session: Session, lines: Sequence[Line]) -> model.Report:
    """Return the curve of an evening beside what everybody has; `lines` are `session.lines()`."""
    return model.Report(
        "curve",
        session.name,
        session.tariff.unit,
        model.known(model.Fact("date", _("Date"), session.date or None, model.Kind.DATE)),
        (_totals(session, lines, _accounts(session, lines)),),
        charts=lambda: evening_curve(session, lines),
        result=("totals",),
    )


def person_report(session: Session, lines: Sequence[Line], name: str) -> model.Report:
    """Return somebody's curve and hands: what each was, what it brought, and the balance after it."""
    state = final_state(session, lines)
    own = [line for line in lines if _moved(line, name) is not None]
    fields: list[Field[Line]] = [
        (model.Column("hand", _("Hand"), model.Kind.COUNT), lambda line: line.number),
        (model.Column("what", _("What"), model.Kind.PROSE), _what),
        (model.Column("amount", _("Amount"), model.Kind.MONEY), lambda line: _moved(line, name)),
        (model.Column("balance", _("Balance"), model.Kind.MONEY), lambda line: line.state.balances[name]),
    ]
    facts = model.known(
        model.Fact("evening", _("Evening"), session.name),
        model.Fact("date", _("Date"), session.date or None, model.Kind.DATE),
        model.Fact("hands", _("Hands"), state.dealt.get(name, 0), model.Kind.COUNT),
        model.Fact("balance", _("Balance"), state.balances.get(name, 0), model.Kind.MONEY),
    )
    return model.Report(
        "person",
        name,
        session.tariff.unit,
        facts,
        (model.section_of("hands", _("Hands"), own, fields)._replace(newest_first=True),),
        charts=lambda: tuple(
            chart._replace(series=tuple(one for one in chart.series if one.name == name))
            for chart in evening_curve(session, lines)
        ),
    )


def _accounts(session: Session, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return everybody who ever sat there, and the Stock if there ever was anything in it."""
    has_stock = session.stock != 0 or any(line.state.stock for line in lines)
    return (*session.everybody(), *((STOCK,) if has_stock else ()))


def replay_data(session: Session, lines: Sequence[Line], plan: Plan | None = None) -> dict[str, Any]:
    """Return the interface's object: session, tariff, unit, players, hands, balances, transfers."""
    return {
        "session": session.name,
        "tariff": session.tariff.name,
        "unit": session.tariff.unit,
        "players": list(session.everybody()),
        "hands": [line_answer(line) for line in lines if line.number is not None],
        "balances": model.accounts(final_state(session, lines).balances),
        "transfers": plan and _paid(plan.transfers),
    }


def evening_data(session: Session, lines: Sequence[Line]) -> dict[str, Any]:
    """Return what `replay` does not answer: date and place (null where nobody noted them), payments so far, and `open`.

    The transfers settle `open` exactly: the balances after the Stock's division as the tariff says, and the payments;
    where sums were rounded, also what was let go, which stands in `rounded`.
    """
    payments = as_transfers(session.payments())
    rounded = [one for one in payments if one.rounding]
    return {
        "date": session.date or None,
        "place": session.place or None,
        "payments": _paid([one for one in payments if not one.rounding]),
        **({"rounded": _paid(rounded)} if rounded else {}),
        "open": model.accounts(left_open(owed(session, lines), payments)),
    }


def _paid(transfers: Sequence[Transfer]) -> list[dict[str, str | int]]:
    return [{"payer": one.payer, "payee": one.payee, "amount": one.amount} for one in transfers]


def _night(session: Session) -> Night:
    """Return an evening as one of a season, without what it came to."""
    return Night(0, session.name, session.date, session.place, session.tariff.unit, {}, {})


def declared_section(session: Session, found: Declared) -> Section:
    """Return how often everybody declared which game, and won it; `alone` are all games against everybody else.

    Where everybody has to play a solo, who has not yet reads 0 there. Without a game that somebody declared there are
    no rows.
    """
    people = session.everybody()
    times = {game: sum(found.hands[name, game.name] for name in people) for game in found.games.values()}
    played = sorted(filter(times.get, times), key=lambda game: -times[game])
    fields: list[Field[str]] = [(model.Column("name", _("Name"), model.Kind.NAME), str)]
    for game in played:
        fields += _times(f"declared_{game.name}", in_words(game.title, session.tariff.words), found, [game])
    fields += _times("alone", _("Alone"), found, [game for game in played if game.shape in ONE_AGAINST_ALL])
    meaning = _("Won: how many of them were won. Alone: all hands against everybody else, added up.")
    said = model.section_of(DECLARED, _("Who declared what"), people if played else (), fields)
    return said._replace(defined=meaning)


def _times(key: str, title: str, found: Declared, games: Sequence[Game]) -> list[Field[str]]:
    """Return how often somebody declared one of these games, and how often it was won."""
    return [
        (model.Column(key, title, model.Kind.COUNT), lambda name: sum(found.hands[name, game.name] for game in games)),
        (
            model.Column(f"{key}_won", _c("column", "won"), model.Kind.COUNT),
            lambda name: sum(found.won[name, game.name] for game in games),
        ),
    ]


def with_declared(report: model.Report, session: Session, lines: Sequence[Line]) -> model.Report:
    """Return a report with who has declared what so far, and with who at the table has played nothing alone yet."""
    found = declared(deals(_night(session), lines))
    waiting = [name for name in final_state(session, lines).seats if not found.alone(name)]
    alone = [_("Nothing solo yet: {people}", people=", ".join(waiting))] if waiting else []
    return report._replace(
        key=DECLARED,
        sections=(*report.sections, declared_section(session, found)),
        notes=(*report.notes, *alone, *undeclared(found.unsaid)),
    )


def _differences(session: Session, lines: Sequence[Line]) -> Iterator[str]:
    """Yield why the settlement differs from the balances: the tariff shares the Stock out at the end, or has a cap."""
    state, tariff = final_state(session, lines), final_tariff(session, lines)
    rule = rule_at_close(state, tariff)
    if session.closed and state.stock:
        yield _("The Stock of {held} waits for the next evening.", held=money(state.stock, session.tariff.unit))
    elif rule == SPLIT and state.stock:
        yield _("The settlement divides the Stock, as the tariff says.")
    elif rule not in (None, CARRY) and state.stock:
        yield _("The settlement gives the Stock to {name}, as the tariff says.", name=rule)
    elif rule is None and state.stock > 0:
        said = {"name": clean(session.name), "held": money(state.stock, session.tariff.unit)}
        yield _("The Stock of {name} still holds {held}, and nobody has decided who gets it.", **said)
    if tariff.cap and (moved := owed_and_spared(session, lines)[1]):
        yield cap_words(tariff.cap, moved, session.tariff.unit)


def _fixed() -> tuple[model.Column, model.Column, model.Column, model.Column]:
    """Return the columns that are no person's."""
    return (
        model.Column("hand", _("Hand"), model.Kind.COUNT),
        model.Column("what", _("What"), model.Kind.PROSE),
        model.Column("bock", "Bock", model.Kind.COUNT),
        model.Column("value", _("Value"), model.Kind.PRICE),
    )


def _running(lines: Sequence[Line], names: Sequence[str], replaced: Mapping[int, Sequence[Hand]]) -> Section:
    """Return the balances after each hand, as a score sheet shows them, and what was struck out."""
    hand, what, bock, value = fixed = _fixed()
    doubled = [bock] if any(map(_doublings, lines)) else []
    columns = (hand, what, *doubled, *model.people_columns(names, model.Kind.MONEY, fixed), value)
    rows: list[Row] = []
    for place, line in enumerate(lines):
        for was in replaced.get(place, ()):
            struck = model.Struck(result_words(was, line.tariff), _("was"))
            rows.append((None, struck, *(None for _column in columns[2:])))
        times = [_doublings(line) or None for _column in doubled]
        rows.append((line.number, _what(line), *times, *_balances(line, names), _worth(line)))
    listed = model.Listing(
        _("Hand by hand"),
        _("Small: the balance after the hand. Open a hand to see how its value came about."),
        _("Below each change: the balance after it."),
    )
    return model.section("sheet", _("Running balances"), columns, rows)._replace(listed=listed)


def _balances(line: Line, names: Sequence[str]) -> Iterator[model.Changed | None]:
    """Yield everybody's balance after a hand and what it moved; None where nothing was moved at all."""
    for name in names:
        balance = line.state.balances.get(name)
        yield None if balance is None or line.score is None else model.Changed(balance, _moved(line, name))


def _moved(line: Line, name: str) -> int | None:
    """Return what a hand moved for somebody, None who had no part in it."""
    moved = line.score.postings.get(name, 0) if line.score else 0
    part = (*line.table.active, STOCK) if isinstance(line.entry, (Played, Ramsch, Passed)) else ()
    return moved if moved or name in part else None


def _changes(lines: Sequence[Line], names: Sequence[str]) -> Section:
    """Return what each hand moved. Empty where somebody had no part in it."""
    rows = ((line.number, *(_moved(line, name) for name in names)) for line in lines if line.score is not None)
    fixed = _fixed()
    columns = (fixed[0], *model.people_columns(names, model.Kind.MONEY, fixed))
    return model.section("changes", _("Changes, hand by hand"), columns, rows)._replace(elsewhere=True)


def _totals(session: Session, lines: Sequence[Line], names: Sequence[str]) -> Section:
    state = final_state(session, lines)
    paid = as_transfers(session.payments())
    before, caps = owed_and_spared(session, lines)
    return balance_section("totals", names, state.balances, paid, state.dealt, owed=before, caps=caps)


def _doublings(line: Line) -> int:
    return line.table.bock if isinstance(line.entry, (Played, Ramsch, Passed)) else 0


def _what(line: Line) -> str:
    if line.number is not None:
        words = hand_words(line)
        steps = cost(line.score, line.tariff) if line.score else ""
        return model.Unfolding(words, steps) if steps else words
    words = event_words(line.entry)
    if isinstance(line.entry, Payment):
        return f"{words} {money(line.entry.amount, line.tariff.unit)}"
    return words


def _worth(line: Line) -> int | None:
    """Return the value of a hand; None where nothing has one price."""
    if line.score is None or isinstance(line.entry, (Passed, Posting, StockMove)):
        return None
    return line.score.value
