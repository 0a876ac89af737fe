"""What `add` and `show` print: the board. Plain text that waits for no import; 80×24, with or without colour.

`show_report` has the same facts as a report, for the other formats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _, _c
from sklog.reports.format import amount, clean, currency, cut, left, money, right, width
from sklog.reports.model import Column, Fact, Kind, Report, accounts, known, section, section_of
from sklog.reports.sentences import in_force
from sklog.scoring.evening import table_for
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.reports.model import Field
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

WIDTH = 80


class Recent(NamedTuple):
    """One of the last hands: its number, its shorthand, what it cost (cents or points), and what it was instead."""

    number: int
    what: str
    value: int
    was: str = ""


COLOURS, PLAIN = {"+": "\x1b[32m", "-": "\x1b[31m"}, "\x1b[0m"  # green what was won, red what was lost
SHORTEST_NAME = 6


def board(
    title: str,
    state: State,
    tariff: Tariff,
    line: Line | None = None,
    recent: Sequence[Recent] = (),
    *,
    colour: bool = False,
    columns: int = WIDTH,
) -> str:
    """Return the board after `line`, ending with a newline; no line is longer than `columns`.

    Balances in euros or points, the change of the last hand, how many hands each was dealt in, the Stock if
    there is one, who deals and who sits out, what is in force and why. `recent` are the last hands.
    """
    hand = " · " + _("hand {number}", number=state.hands + 1)
    heading = cut(clean(title), columns - width(hand)) + hand
    blocks = [[heading], _accounts(state, tariff, line, colour=colour, columns=columns)]
    blocks.append([cut(one, columns) for one in in_force(state, tariff)])
    blocks.append([_recent_line(one, tariff.unit, columns) for one in recent])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _recent_line(hand: Recent, unit: str, columns: int) -> str:
    worth = f"{money(hand.value, unit) if hand.value else '':>10}"
    room = min(60, columns - 7 - len(worth))
    text = f"{hand.number:>4}  {left(cut(clean(hand.what), room), min(30, room))} {worth}"
    return cut(f"{text}  {clean(hand.was)}".rstrip(), columns)


def seats_next(state: State, tariff: Tariff) -> dict[str, str]:
    """Return a word for everybody with a part in the next deal: who deals, who sits out, who has left."""
    table = table_for(state, None, tariff)
    words = dict.fromkeys((name for name in state.everybody if name not in state.seats), _("has left"))
    words |= dict.fromkeys((name for name in state.seats if name not in table.active), _("sits out"))
    words[state.dealer] = _("deals, sits out") if state.dealer in words else _("deals")
    return words


class _Row(NamedTuple):
    """What stands on the board beside one name; "" where nothing stands."""

    name: str
    balance: str
    change: str
    dealt: str
    part: str


def _accounts(state: State, tariff: Tariff, line: Line | None, *, colour: bool, columns: int) -> list[str]:
    """Return a line for everybody present, who left with a balance, and the Stock, below what stands above them.

    It has the name, the balance, the change, the hands dealt in, and the part in the next deal.
    """
    unit = tariff.unit
    changes = line.score.postings if line is not None and line.score is not None else {}
    words = seats_next(state, tariff)
    gone = [name for name in state.everybody if name not in state.seats and state.balances[name]]
    balances = {name: state.balances[name] for name in (*state.seats, *gone)}
    if tariff.stock is not None or state.stock:
        balances[STOCK] = state.stock
    rows = [_Row("", currency(unit), _("last hand") if changes else "", _c("column", "hands"), "")]
    rows += [
        _Row(
            clean(tariff.words.get("stock", STOCK) if name == STOCK else name),
            amount(balance, unit, signed=True),
            amount(changes[name], unit, signed=True) if changes.get(name) else "",
            "" if name == STOCK else str(state.dealt.get(name, 0)),
            words.get(name, ""),
        )
        for name, balance in balances.items()
    ]
    longest, second, third, fourth, part = (max(map(width, column)) for column in zip(*rows, strict=True))
    beside = second + (third + 2 if third else 0) + fourth + (part + 2 if part else 0) + 6
    first = min(longest, max(columns - beside, SHORTEST_NAME))
    room = columns - (beside - part) - first
    shown = []
    for row in rows:
        cells = [left(cut(row.name, first), first)]
        for text, wide in ((row.balance, second), (row.change, third)):
            if wide:
                paint = COLOURS.get(text[:1]) if colour else None
                cells.append(f"{paint}{right(text, wide)}{PLAIN}" if paint else right(text, wide))
        cells += [right(row.dealt, fourth), cut(row.part, room)]
        shown.append("  " + "  ".join(cells).rstrip())
    return shown


# -- the same as a report ------------------------------------------------------------------------------


def show_report(
    title: str,
    state: State,
    tariff: Tariff,
    recent: Sequence[Recent] = (),
    number: int | None = None,
) -> Report:
    """Return what the board shows: `recent` are the last hands, `number` is the next one's."""
    words = seats_next(state, tariff)
    fields: list[Field[str]] = [
        (Column("name", _("Name"), Kind.NAME), lambda name: name),
        (Column("balance", _("Balance"), Kind.MONEY), state.balances.__getitem__),
        (Column("hands", _("Hands"), Kind.COUNT), state.dealt.get),
        (Column("part", _("Next deal")), words.get),
    ]
    balances = section_of(
        "balances",
        _("Balances"),
        [name for name in accounts(state.balances) if name != STOCK or tariff.stock is not None or state.stock],
        fields,
    )
    what = (
        Column("hand", _("Hand"), Kind.COUNT),
        Column("what", _("What")),
        Column("value", _("Value"), Kind.PRICE),
        Column("was", _("Was")),
    )
    facts = known(
        Fact("hand", _("Next hand"), number, Kind.COUNT),
        Fact("dealer", _("Deals"), state.dealer, Kind.NAME),
        Fact("doublings", _("Bock in force"), len(state.bock) or None, Kind.COUNT),
        Fact("bock", _("Bock hands left"), max(state.bock, default=None), Kind.COUNT),
        Fact("round", _("Round"), state.round),
        Fact("round_left", _("Deals left in it"), state.round_left or None, Kind.COUNT),
    )
    last = [section("recent", _("Last hands"), what, recent)] if recent else []
    return Report("show", title, tariff.unit, facts, (balances, *last), tuple(in_force(state, tariff)))
