"""What everybody at a table looks at, wherever it is shown: how all stand, the last hands, what can be played next.

What makes it all of an evening is `sklog.live`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.desk.hands import Recorded as Made
    from sklog.ledger.evenings import Evening
    from sklog.scoring.state import Line

# -- the board ----------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """The row of a player, or of the Stock, on the board: amounts in cents or points.

    `change` is from the last hand, None for anybody not in it; `dealt` counts the hands a player got cards for. `seat`
    counts from 1, and is 0 for the Stock and for players who have left. `part` is a word about the next deal (deals,
    sits out, has left), or "". `leads` is True for the players with the most. The Stock has the name the tariff gives
    it.
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
    """One of the last hands on the board.

    `line` is its shorthand, `words` describes it. `value` and `postings` (by name) are in cents or points. `was` is
    what it was before a correction; `void` says whether it is void. `who` recorded it, "" if unknown.
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
    """The board of an evening: everybody by seat, then players who left with a balance, then the Stock if there is one.

    `hands` are the last ones, newest first; `last` is the newest, None before the first. `force` describes in sentences
    each Bock and the special round in force, with the reason.
    """

    evening: Evening
    accounts: tuple[Standing, ...]
    hands: tuple[BoardHand, ...]
    force: tuple[str, ...]
    last: BoardHand | None

    def after(self, made: Made, digest: str, who: str) -> Board:
        """Return the board behind a hand that `who` has just recorded, whose digest is the newest now.

        It is what `Ledger.board` would read, made without reading. Raises ValueError for anything else that was
        recorded, and where that stands on something else than this board.

        >>> again = sklog.Ledger("ledger.db", who="Anna", expect=(ledger.evening().uid, ledger.evening().digest.hex()))
        >>> board, made = ledger.board(), again.record("x")
        >>> board.after(made, again.expect[1], "Anna").last.number
        3
        """
        behind: Board = rooms.load(rooms.LIVE).after(self, made, digest, who)
        return behind


# -- what can be played -------------------------------------------------------------------------------

NUMBER, COUNT, YES, PEOPLE = "number", "count", "yes", "people"


class Flag(NamedTuple):
    """A fact that can be stated about a hand: a `label` for people and the `field` of the hand.

    `kind`: a "number" is typed, a "count" goes up to `most` and back to none, "yes" is switched, "people" are added or
    removed. `who` is the field that tells whose it is, if there is one: `laufende_of`. A number below `least` is not
    paid, one above `most` is impossible; if either is 1, there is no such limit.
    """

    label: str
    field: str
    kind: str = YES
    most: int = 1
    who: str = ""
    least: int = 1


class Playable(NamedTuple):
    """A game that can be played at a table now, and what can be stated about it.

    `name` is its name in a hand, `title` the table's word for it, `shape` one of partner, solo, bettel, ramsch and
    passed. `suits` are the possible suits, "" for one that was not noted, and () if there is none. `rare` if hardly
    anybody plays it.
    """

    name: str
    title: str
    shape: str
    suits: tuple[str, ...]
    asks_partner: bool
    flags: tuple[Flag, ...]
    rare: bool = False


# -- a hand that is being typed ------------------------------------------------------------------------

NOTHING, HAND, MISSING, WRONG, COMMAND = "", "hand", "missing", "wrong", "command"


class Preview(NamedTuple):
    """How a line is understood: `text` in words, `detail` for anything else.

    `kind`: a HAND can be recorded, something is MISSING, it is WRONG and refused, it is a COMMAND and not a hand, or
    NOTHING was typed. For a hand, `line` is its effect: the score, with postings in cents or points, and the state
    after it; `short` is its shorthand, if it was typed as a sentence.
    """

    kind: str
    text: str = ""
    detail: str = ""
    line: Line | None = None
    short: str = ""
