"""What `add` and `show` print: the board. Plain text that waits for no import, as wide and as high as the window is.

`show_report` has the same facts as a report, for the other formats.
"""

from __future__ import annotations

from itertools import repeat, zip_longest
from typing import TYPE_CHECKING

from sklog.language import _, _c
from sklog.notation.words import seats
from sklog.reports.format import clean, cut, cut_between, filled, left, right, width
from sklog.reports.model import Column, Fact, Kind, Report, accounts, known, section, section_of
from sklog.reports.sentences import in_force
from sklog.scoring.amounts import MINUS, amount, currency, money
from sklog.scoring.evening import table_for
from sklog.scoring.payout import STOCK
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Field
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

WIDTH = 80
BESIDE, GAP, HANDS_BESIDE = 100, 4, 34
"""From so many columns on the last hands stand beside the balances: so far away, and with room for so many letters."""
HANDS_FOR_ALL = 12  # the last ones, where nobody says how many of them everybody at the table sees
SPARE = 5  # rows that the last hands leave free: for the questions about the next one, or for what is refused
LEADS = "★"
BOLD, COLOURS, PLAIN = "1", {"+": "32", MINUS: "31"}, "\x1b[0m"  # green what was won, red what was lost
LONGEST_KEY = 4  # with more letters the number of the seat is the shorter one
WHOLE_NAME, SHORTEST_NAME = 12, 6


class Recent(NamedTuple):
    """One of the last hands: its number, its shorthand, what it cost (cents or points), and what it was instead."""

    number: int
    what: str
    value: int
    was: str = ""


def board(
    title: str,
    state: State,
    tariff: Tariff,
    line: Line | None = None,
    recent: Sequence[Recent] = (),
    *,
    colour: bool = False,
    columns: int = WIDTH,
    rows: int | None = None,
) -> str:
    """Return the board after `line`, ending with a newline; no line is longer than `columns`.

    Who leads, everybody's seat and shortest key, balances in euros or points, the change of the last hand, how many
    hands each was dealt in, who deals and who sits out, the Stock if there is one, what is in force and why. `recent`
    are the last hands, beside the balances where it is wide; in so many `rows` the newest that there is room for.
    """
    hand = " · " + _("hand {number}", number=state.hands + 1)
    heading = cut_between(clean(title), columns - width(hand)) + hand
    beside = columns >= BESIDE and bool(recent)
    people, wide = _accounts(state, tariff, line, colour=colour, columns=columns - (GAP + HANDS_BESIDE) * beside)
    force = [part for one in in_force(state, tariff) for part in filled(one, wide if beside else columns).split("\n")]
    if beside:
        own = [*people, *(left(one, wide) for one in (["", *force] if force else []))]
        hands = _last_hands(recent, tariff.unit, columns - wide - GAP, rows and rows - 2)
        own += [" " * wide] * (len(hands) - len(own))
        blocks = [[heading], [f"{one}{'':{GAP}}{hand}" for one, hand in zip_longest(own, hands, fillvalue="")]]
    else:
        blocks = list(filter(None, [[heading], people, force]))
        taken = sum(map(len, blocks)) + len(blocks)
        if rows and taken - 1 > rows:  # balances matter more than what is free around them
            blocks = [[heading, *people, *(cut_between(one, columns) for one in in_force(state, tariff))]]
        blocks.append(_last_hands(recent, tariff.unit, columns, rows and rows - taken))
    return "\n\n".join("\n".join(map(str.rstrip, block)) for block in blocks if block) + "\n"


def _last_hands(recent: Sequence[Recent], unit: str, columns: int, rows: int | None) -> list[str]:
    """Return the last hands in so many columns, of so many rows the newest that there is room for."""
    room = len(recent) if rows is None else max(rows - SPARE, 0)
    return [_recent_line(one, unit, columns) for one in recent[max(len(recent) - room, 0) :]]


def _recent_line(hand: Recent, unit: str, columns: int) -> str:
    worth = f"{money(hand.value, unit) if hand.value else '':>10}"
    room = min(60, columns - 7 - len(worth))
    text = f"{hand.number:>4}  {left(cut_between(clean(hand.what), room), min(30, room))} {worth}"
    return cut_between(f"{text}  {clean(hand.was)}".rstrip(), columns)


def seats_next(state: State, tariff: Tariff) -> dict[str, str]:
    """Return a word for everybody with a part in the next deal: who deals, who sits out, who has left."""
    table = table_for(state, None, tariff)
    words = dict.fromkeys((name for name in state.everybody if name not in state.seats), _("has left"))
    words |= dict.fromkeys((name for name in state.seats if name not in table.active), _("sits out"))
    words[state.dealer] = _("deals, sits out") if state.dealer in words else _("deals")
    return words


def on_board(state: State, tariff: Tariff) -> dict[str, int]:
    """Return whose balances a board shows: who sits there, then who left with one, then the Stock if there is one."""
    gone = [name for name in state.everybody if name not in state.seats and state.balances[name]]
    stock = [STOCK] if tariff.stock is not None or state.stock else []
    return {name: state.balances[name] for name in (*state.seats, *gone, *stock)}


def leaders(shown: Mapping[str, int]) -> set[str]:
    """Return who of those on a board has most, and has won something."""
    most = max(balance for name, balance in shown.items() if name != STOCK)
    return {name for name, balance in shown.items() if name != STOCK and balance == most > 0}


class _BoardRow(NamedTuple):
    """What stands on the board beside one name; "" where nothing stands."""

    leads: str
    seat: str
    key: str
    name: str
    balance: str
    change: str
    dealt: str
    part: str


_BEFORE = _BoardRow("", " ", " ", "  ", "  ", "  ", "  ", "  ")
"""What stands before each cell."""
_NUMBERS = frozenset({"seat", "balance", "change", "dealt"})
_LESS = (
    (WHOLE_NAME, ()),
    (SHORTEST_NAME, ("dealt",)),
    (SHORTEST_NAME, ("dealt", "key")),
    (1, ("dealt", "key", "change")),
)
"""Where it is narrow: how short the longest name may be cut, and what is left out."""


def _accounts(state: State, tariff: Tariff, line: Line | None, *, colour: bool, columns: int) -> tuple[list[str], int]:
    """Return a line for everybody present, who left with a balance, and the Stock, below what stands above them.

    All are as wide as the number says that is returned with them.
    """
    texts_of = dict(zip(_BoardRow._fields, zip(*_rows(state, tariff, line), strict=True), strict=True))
    before = _BEFORE._asdict()
    most = {field: max(map(width, texts)) for field, texts in texts_of.items()}
    for least, left_out in _LESS:
        wide = {field: taken for field, taken in most.items() if taken and field not in left_out}
        beside = sum(taken + len(before[field]) for field, taken in wide.items()) - wide["name"]
        if columns - beside >= min(wide["name"], least):
            break
    wide["name"] = max(min(wide["name"], columns - beside), 1)
    cells = []
    for field, taken in wide.items():
        texts = [cut(text, taken) for text in texts_of[field]] if taken < most[field] else texts_of[field]
        fill = right if field in _NUMBERS else left
        filled_up = [fill(text, taken) for text in texts]
        shown = map(_painted, filled_up, texts, repeat(field)) if colour else filled_up
        cells.append([before[field] + cell for cell in shown])
    return ["".join(row) for row in zip(*cells, strict=True)], beside + wide["name"]


def _painted(cell: str, text: str, field: str) -> str:
    """Return a cell as a terminal colours it: names and balances are bold, what was won or lost has its colour."""
    bold = field in ("name", "balance")
    paints = [BOLD] * bold + [COLOURS[sign] for sign in text[:1] if field in ("balance", "change") and sign in COLOURS]
    return f"\x1b[{';'.join(paints)}m{cell}{PLAIN}" if text and paints else cell


def _rows(state: State, tariff: Tariff, line: Line | None) -> Iterator[_BoardRow]:
    """Yield what stands above, then a row for everybody who has one."""
    unit = tariff.unit
    changes = line.score.postings if line is not None and line.score is not None else {}
    words = seats_next(state, tariff)
    shown = on_board(state, tariff)
    first = leaders(shown)
    yield _BoardRow(" ", "", "", "", currency(unit), _("last hand") if changes else "", _c("column", "hands"), "")
    table = seats(state.seats)
    for name, balance in shown.items():
        # the shortest start of a name that is there, as a hand is typed with it
        key = table.shortest_start(name) if name in state.seats else ""
        yield _BoardRow(
            LEADS if name in first else " ",
            table.seat(name),
            key if len(key) <= LONGEST_KEY else "",
            clean(tariff.words.get("stock", STOCK) if name == STOCK else name),
            amount(balance, unit, signed=True),
            amount(changes[name], unit, signed=True) if changes.get(name) else "",
            "" if name == STOCK else str(state.dealt.get(name, 0)),
            words.get(name, ""),
        )


# -- the same as a report ------------------------------------------------------------------------------


def show_report(
    title: str, state: State, tariff: Tariff, recent: Sequence[Recent] = (), number: int | None = None
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
