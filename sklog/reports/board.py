"""What `add` and `show` print: the board. Plain text that waits for no import; 80×24, with or without colour.

The same facts as a report for the other formats: `sklog.reports.balances.show_report`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.reports.format import CURRENCY, amount, clean, cut, left, money, plural, right, round_title, width
from sklog.scoring.evening import table_for
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.evening import Line, State
    from sklog.scoring.tariff import Tariff

WIDTH = 80


class Recent(NamedTuple):
    """One of the last hands: its number, its shorthand, and what it cost (cents or points)."""

    number: int
    what: str
    value: int


GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
LAST = "last hand"


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
    """Return the board after `line`, ending with a newline.

    Balances in euros or points, the change of the last hand, the Stock if there is one, who deals and who
    sits out, what is in force. `recent` are the last hands.
    """
    hand = f" · hand {state.hands + 1}"
    heading = cut(clean(title), columns - width(hand)) + hand
    blocks = [[heading], _accounts(state, tariff, line, colour=colour), in_force(state)]
    blocks.append([_recent_line(hand, tariff.unit) for hand in recent])
    return "\n\n".join("\n".join(_cut(one, columns) for one in block) for block in blocks if block) + "\n"


def _recent_line(hand: Recent, unit: str) -> str:
    worth = money(hand.value, unit) if hand.value else ""
    return f"{hand.number:>4}  {left(cut(clean(hand.what), 60), 30)} {worth:>10}".rstrip()


def seats_next(state: State, tariff: Tariff) -> dict[str, str]:
    """Return a word for everybody with a part in the next deal: who deals, who sits out, who has left."""
    table = table_for(state, None, tariff)
    words = dict.fromkeys((name for name in state.everybody if name not in state.seats), "has left")
    words |= dict.fromkeys((name for name in state.seats if name not in table.active), "sits out")
    words[state.dealer] = f"deals, {words[state.dealer]}" if state.dealer in words else "deals"
    return words


def shows_stock(state: State, tariff: Tariff) -> bool:
    """Whether the Stock belongs on the board: the tariff has one, or it is not empty."""
    return tariff.stock is not None or state.stock != 0


def in_force(state: State) -> list[str]:
    """Return a line for each thing that makes the next hand another one: Bock, and a special round."""
    words = []
    if state.bock:
        length = " and ".join(plural(hands, "more hand") for hands in state.bock)
        words.append(f"Bock: the next hand counts × {2 ** len(state.bock)}; {length}")
    if state.round:
        words.append(f"Round: {round_title(state.round)}; {plural(state.round_left, 'more deal')}")
    return words


def _accounts(state: State, tariff: Tariff, line: Line | None, *, colour: bool) -> list[str]:
    """Return one line for each person: name, balance, change, and the part in the next deal."""
    unit = tariff.unit
    words = seats_next(state, tariff)
    gone = [name for name in state.everybody if name not in state.seats and state.balances[name]]
    names = [*state.seats, *gone, *([STOCK] if shows_stock(state, tariff) else [])]
    changes = line.score.postings if line is not None and line.score is not None else {}
    rows = [(clean(name), state.balances[name], changes.get(name, 0), words.get(name, "")) for name in names]
    first = max(width(row[0]) for row in rows)
    second = max(len(amount(row[1], unit, signed=True)) for row in rows)
    second = max(second, len(CURRENCY[unit]))
    third = max(len(LAST), *(len(amount(row[2], unit, signed=True)) for row in rows)) if changes else 0
    shown = [
        "  " + left("", first) + "  " + right(CURRENCY[unit], second) + (f"  {right(LAST, third)}" if third else "")
    ]
    for name, balance, change, word in rows:
        text = f"  {left(name, first)}  {_amount(balance, unit, second, colour=colour)}"
        if third:
            moved = _amount(change, unit, third, colour=colour) if change else " " * third
            text += f"  {moved}"
        shown.append(f"{text}  {word}".rstrip())
    return shown


def _amount(value: int, unit: str, columns: int, *, colour: bool) -> str:
    text = right(amount(value, unit, signed=True), columns)
    if not colour or not value:
        return text
    return f"{GREEN if value > 0 else RED}{text}{PLAIN}"


def _cut(text: str, columns: int) -> str:
    return text if "\x1b" in text else cut(text, columns)
