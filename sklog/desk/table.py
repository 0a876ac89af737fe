"""What everybody at a table looks at, wherever it is shown: how all stand, the last hands, what is in force."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sklog.desk.preview import told
from sklog.language import _
from sklog.ledger import history
from sklog.notation import write
from sklog.reports.board import leads, on_board, seats_next
from sklog.reports.format import clean
from sklog.reports.sentences import in_force, result_words
from sklog.scoring.hand import Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Voided

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import Fold, Recorded
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff


# -- the board ----------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """How somebody stands, or the Stock: amounts in cents or points.

    `change` is what the last hand brought, None for who had no part in it; `dealt` is in how many hands somebody was
    dealt in. `seat` counts from 1, and is 0 for who has left and for the Stock. `part` is a word for the next deal: who
    deals, who sits out, who has left; else "". Who has won most `leads`. The Stock is called as its tariff calls it.
    """

    name: str
    balance: int
    change: int | None
    dealt: int
    seat: int
    part: str
    leads: bool
    is_stock: bool


class BoardHand(NamedTuple):
    """One of the last hands: its number, its line of shorthand, and in `words` what happened.

    `value` and `postings`, by the names of the board, are in cents or points. `was` says what it was before it was
    corrected, and that it is `void`. `who` recorded it, "" where that is not known.
    """

    number: int
    line: str
    words: str
    value: int
    postings: Mapping[str, int]
    was: str
    void: bool
    who: str


class Board(NamedTuple):
    """How an evening stands: everybody by seat, then who has left with a balance, then the Stock if there is one.

    `hands` are the last ones, the newest first, and `last` is the newest, None before the first. `force` are sentences:
    each Bock and the round in force, with the reason.
    """

    evening: Evening
    accounts: tuple[Standing, ...]
    hands: tuple[BoardHand, ...]
    force: tuple[str, ...]
    last: BoardHand | None


def board(ledger: sqlite3.Connection, evening: Evening, fold: Fold, count: int) -> Board:
    """Return how an evening stands that was folded to its end, with so many of its last hands.

    What a hand cost is folded, as of what is kept of a posting there is no seal.
    """
    state, tariff = evening.state, evening.tariff
    newest = zip(reversed(fold.recorded), reversed(fold.lines), strict=True)
    hands = list(islice(((one, line) for one, line in newest if line.number is not None), max(count, 1)))
    who = history.recorders(ledger, [one.id for one, _line in hands])
    stock = _stock(state, tariff)
    shown = tuple(_hand(one, line, who.get(one.id, ""), stock) for one, line in hands)
    changes = _changes(hands[0][1]) if hands else {}
    last = shown[0] if shown else None
    force = tuple(map(clean, in_force(state, tariff)))
    return Board(evening, tuple(_standings(state, tariff, changes, stock)), shown[: max(count, 0)], force, last)


def _stock(state: State, tariff: Tariff) -> str:
    """Return what the Stock is called, unless somebody is called so."""
    word = clean(tariff.words.get("stock", STOCK))
    return STOCK if word in state.balances else word


def _standings(state: State, tariff: Tariff, changes: Mapping[str, int], stock: str) -> Sequence[Standing]:
    shown = on_board(state, tariff)
    words = seats_next(state, tariff)
    seats = {name: seat for seat, name in enumerate(state.seats, 1)}
    return [
        Standing(
            stock if name == STOCK else name,
            balance,
            changes.get(name),
            0 if name == STOCK else state.dealt.get(name, 0),
            seats.get(name, 0),
            words.get(name, ""),
            leads(name, shown),
            name == STOCK,
        )
        for name, balance in shown.items()
    ]


def _changes(line: Line) -> dict[str, int]:
    """Return what a hand brought to everybody who had a part in it; nothing by one that is void."""
    if line.score is None:
        return {}
    part = () if isinstance(line.entry, Posting) else line.table.active
    return {name: moved for name, moved in line.score.postings.items() if moved or name in part}


def _hand(one: Recorded, line: Line, who: str, stock: str) -> BoardHand:
    void, tariff = isinstance(line.entry, Voided), line.tariff
    table = (line.table.seats, tariff, line.table.active)
    was = [_("was {hand}", hand=write(hand, *table)) for hand in one.was[-1:]] + [_("void")] * void
    words = result_words(one.hand, tariff) if void or isinstance(one.hand, Posting) else told(line)
    postings = {stock if name == STOCK else name: moved for name, moved in _changes(line).items()}
    return BoardHand(
        line.number or 0,
        clean(write(one.typed, *table)),
        clean(words),
        line.score.value if line.score else 0,
        postings,
        clean(", ".join(was)),
        void,
        clean(who),
    )
