"""Evenings as a workbook for people who ask questions of their own: every evening and every hand in one table each."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _
from sklog.reports.format import in_words
from sklog.reports.model import Column, Kind, people_columns, section
from sklog.reports.sentences import event_words, result_words
from sklog.scoring.amounts import currency
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state
from sklog.sheets.workbook import grid_of, sheet_titles, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.reports.model import Cell, Row, Section
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line
    from sklog.sheets.workbook import Grid


class RowsOfUnit(NamedTuple):
    """The rows of the evenings that count in one unit; amounts by name stand behind what else is told of a row."""

    evenings: list[tuple[Row, dict[str, int]]]
    hands: list[tuple[Row, dict[str, int]]]


def evenings_book(
    sessions: Iterable[Session], people: Sequence[str], rows: Iterable[Sequence[str]]
) -> tuple[Grid, ...]:
    """Return the sheets: evenings and hands, apart for cents and for points, then `rows` as `import` reads them again.

    `people` are all of the ledger in the order they came.
    """
    found: defaultdict[str, RowsOfUnit] = defaultdict(lambda: RowsOfUnit([], []))
    for session in sorted(sessions, key=lambda one: one.date):
        lines = session.lines()
        told = found[session.tariff.unit]
        told.evenings.append(_evening(session, lines))
        told.hands.extend(_rows_of_hands(session, lines))
    parts = [(part, unit) for unit, told in found.items() for part in _sections(told, people)]
    behind = {unit: f" ({currency(unit)})" if len(found) > 1 else "" for unit in found}
    titles = sheet_titles(part.title + behind[unit] for part, unit in parts)
    tables = [grid_of(part, unit, title) for (part, unit), title in zip(parts, titles, strict=True)]
    return (*tables, verbatim(rows))


def _sections(told: RowsOfUnit, people: Sequence[str]) -> tuple[Section, Section]:
    """Return both tables of one unit."""
    evening = (
        Column("date", _("Date"), Kind.DATE),
        Column("evening", _("Evening")),
        Column("place", _("Place")),
        Column("tariff", _("Tariff")),
        Column("hands", _("Hands"), Kind.COUNT),
    )
    hand = (
        Column("date", _("Date"), Kind.DATE),
        Column("evening", _("Evening")),
        Column("hand", _("Hand"), Kind.COUNT),
        Column("game", _("Game")),
        Column("declarer", _("Declarer"), Kind.NAME),
        Column("partner", _("Partner"), Kind.NAME),
        Column("won", _("Won")),
        Column("what", _("What"), Kind.PROSE),
        Column("value", _("Value"), Kind.PRICE),
    )
    return (
        _section("evenings", _("Evenings"), evening, told.evenings, people),
        _section("hands", _("Hands"), hand, told.hands, people),
    )


def _section(
    key: str, title: str, fixed: Sequence[Column], rows: Sequence[tuple[Row, dict[str, int]]], people: Sequence[str]
) -> Section:
    """Return rows with a column for each name, those of the ledger in its order, the Stock last."""
    seen = {name for _row, amounts in rows for name in amounts}
    names = [*(name for name in people if name in seen), *sorted(seen - {*people, STOCK}), *({STOCK} & seen)]
    columns = (*fixed, *people_columns(names, Kind.MONEY, fixed))
    return section(key, title, columns, ((*row, *map(amounts.get, names)) for row, amounts in rows))


def _evening(session: Session, lines: Sequence[Line]) -> tuple[Row, dict[str, int]]:
    """Return an evening, and what everybody had in the end, the Stock where it holds something."""
    state = final_state(session, lines)
    tariff = session.tariff.title or session.tariff.name
    balances = {name: amount for name, amount in state.balances.items() if name != STOCK or amount}
    return (session.date or None, session.name, session.place or None, tariff, state.counted.played), balances


def _rows_of_hands(session: Session, lines: Sequence[Line]) -> Iterator[tuple[Row, dict[str, int]]]:
    """Yield every hand that counts, and whatever else moved amounts, with what everybody dealt in won or lost."""
    for line in lines:
        if line.score is None:
            continue
        moved = {name: amount for name, amount in line.score.postings.items() if amount}
        if isinstance(line.entry, (Played, Ramsch, Passed)):
            moved = {**dict.fromkeys(line.table.active, 0), **moved}
        yield (session.date or None, session.name, line.number, *_cells_of_hand(line)), moved


def _cells_of_hand(line: Line) -> tuple[Cell, ...]:
    """Return game, declarer, partner, whether they won, what happened in words, and the value."""
    entry, tariff, score = line.entry, line.tariff, line.score
    if not isinstance(entry, (Played, Ramsch, Passed)) or score is None:
        words = result_words(entry, tariff) if isinstance(entry, Posting) else event_words(entry)
        return (None, None, None, None, words, None)
    words = result_words(entry, tariff, score)
    if score.outcome is None:
        return (_("thrown in"), None, None, None, words, None)
    game = in_words(score.outcome.game.title, tariff.words)
    if not isinstance(entry, Played):
        return (game, None, None, None, words, score.value)
    won = {True: _("yes"), False: _("no"), None: None}[getattr(score.outcome, "won", None)]
    return (game, entry.declarer, entry.partner, won, words, score.value)
