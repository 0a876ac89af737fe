"""What rows moved -> evenings: one for each day, with those who have a number in it; a hand where the tariff agrees.

    Evenings.of  Layout, rows -> Session values, and what became of the rows

A row that says a game and who played is a hand if exactly one can be meant by it whose fold under the tariff gives
these very amounts. Every other row is a posting, with what it says as its note; ` ≠ ` and the tariff's name behind it
say that the tariff makes other amounts. A note is never translated: what is imported again in another language is the
same.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

from sklog import notation
from sklog.errors import HandError, IllegalHand, Problem, UnclearPrice
from sklog.language import N_, _, _t
from sklog.lists.headings import FLAGS, Role
from sklog.lists.rows import by_evening
from sklog.lists.words import words_of
from sklog.notation.words import quoted
from sklog.scoring.amounts import money
from sklog.scoring.canonical import LONGEST_NOTE, MOST_SEATS, NO, YES
from sklog.scoring.evening import admit, step
from sklog.scoring.hand import Played, Posting
from sklog.scoring.names import LONGEST_TEXT, name_key, parted, visible
from sklog.scoring.payout import STOCK
from sklog.scoring.state import MOST_HANDS, Join, Leave, Payment
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.lists.layout import Layout
    from sklog.lists.rows import ListedRow
    from sklog.scoring.hand import Hand
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, Line, State

_FLAGS = tuple(dict.fromkeys(FLAGS.values()))
_SAID = (Role.GAME, Role.DECLARER, Role.PARTNER, Role.WON)
_WITH = re.compile(r"\s*(?:[/+&;]|\bmit\b|\bwith\b)\s*", re.IGNORECASE)
_WON, _LOST, _SAYS_YES = ({*said, *words_of(kind)} for said, kind in ((YES, "YES"), (NO, "NO"), (YES, "WAS_LOST")))
"""What in a column "lost" says that it was lost."""
_YES_OR_NO = ("schneider", "schwarz", "tout", "sie")
"""Flags that are said or not: a number in their column is none of Laufende or the like."""
_HIDDEN = "\ufffd"
DIFFERS = "≠"
OPPOSITE = N_(
    "{name} has {amount}, but {column} has the opposite: if most rows are like that, reverse the signs in the "
    'list¦, or use --as "{heading}=-"'
)


class ListedEvening(NamedTuple):
    """An evening of a list, and what it left in the Stock.

    `differing` has each row whose hand the tariff prices otherwise, and what it says.
    """

    session: Session
    stock: int = 0
    differing: tuple[tuple[int, str], ...] = ()


def identity(name: str, day: str) -> str:
    """Return what makes an evening of a list the same when the list has grown: 32 hex digits."""
    return hashlib.sha256(json.dumps(["list", name, day]).encode()).hexdigest()[:32]


class Evenings:
    """Folds the evenings of a list, one after the other.

    `common` is what all of them have in common. Hands are wanted where a tariff was said: else all rows are postings.
    """

    def __init__(self, layout: Layout, common: Session) -> None:
        self.layout, self.common, self.judged = layout, common, layout.found.asked.tariff is not None
        self.session = common  # the one that is folded
        self.names = {name_key(key): one.name for one in layout.all(Role.PERSON) for key in (one.heading, one.name)}
        self.meant: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Hand | None] = {}

    def of(
        self, rows: Sequence[ListedRow], last: ListedEvening | None, problems: list[Problem]
    ) -> Iterator[ListedEvening]:
        """Yield an evening for each day, the oldest first; what cannot be one is added to the problems.

        `last` is the evening before them, which may have left something in the Stock.
        """
        turned = [*self._turned_around(rows)]
        problems += turned
        for of_it in by_evening(sorted(() if turned else rows, key=lambda row: row.day)):
            try:
                told = self._evening(of_it[0].day, of_it, last)
            except HandError as error:
                problems += error.at(self.layout.grid.where, of_it[0].number).problems
            else:
                if told.session.entries:
                    last = told
                    yield told

    def _turned_around(self, rows: Sequence[ListedRow]) -> Iterator[Problem]:
        """Yield what is wrong where most of those who won, as rows say, have less than 0: a plus is a debt there."""
        odd, even = [], 0
        for row in rows:
            who, won = next(iter(self._people(row)), ""), _said_won(row)
            amount = row.amounts.get(who, 0)
            if won is not None and amount:
                odd += [(row, who, amount)] if won != (amount > 0) else []
                even += won == (amount > 0)
        if len(odd) > max(even, 1):  # one is a slip: its row stays a posting
            row, who, amount = odd[0]
            column = self.layout.all(Role.WON, Role.LOST)[0]
            told = {"name": who, "amount": money(amount, self.common.tariff.unit, signed=True)}
            told |= {"column": column.called, "heading": column.heading}
            yield Problem(_t(OPPOSITE, **told), self.layout.grid.where, row.number)

    def _evening(self, day: str, rows: Sequence[ListedRow], last: ListedEvening | None) -> ListedEvening:
        """Return the evening of these rows; raise HandError where one cannot be recorded."""
        people = [one.name for one in self.layout.all(Role.PERSON) if any(one.name in row.amounts for row in rows)]
        many = _("more than {most} hands: divide the evening", most=MOST_HANDS) if len(rows) > MOST_HANDS else ""
        IllegalHand.if_any([_("only one person has amounts on this day") if len(people) == 1 else many])
        stock, of = (last.stock, last.session.id) if last and last.stock else (0, "")
        # an evening of a list is over: what is typed next is none of it
        evening = self.common._replace(date=day, players=tuple(people[:MOST_SEATS]), stock=stock, stock_from=of)
        self.session = evening._replace(id=identity(evening.name, day), closed=True)
        if not people:
            return ListedEvening(self.session)
        state = self.session.begin()
        entries: list[Entry] = []
        for gone, name in pairwise((*self.session.players[-1:], *people[MOST_SEATS:])):  # a club has several tables
            entries += (Leave(gone), Join(name))
        for event in entries:
            state = step(state, event, self.session.tariff).state
        differing = []
        even = not any(row.moved for row in rows)  # then it is recorded that it was so
        for row in rows:
            if not (row.amounts if even else row.moved):
                continue
            if row.paid:
                entries += _payments(row)
                continue
            hand, agreed = self._hand(row, state)
            try:
                line = (step if even else admit)(state, hand, self.session.tariff)
            except HandError as error:
                raise error.at(self.layout.grid.where, row.number) from None
            state = line.state
            entries.append(hand)
            if not agreed:
                differing.append((row.number, _said(row)))
        places = {_clean(place)[:LONGEST_TEXT] for row in rows if (place := row.words.get(Role.PLACE))}
        session = self.session._replace(entries=tuple(entries), place=places.pop() if len(places) == 1 else "")
        return ListedEvening(session, state.stock, tuple(differing))

    def _hand(self, row: ListedRow, state: State) -> tuple[Hand, bool]:
        """Return what a row is, and False where it says a hand that the tariff prices otherwise."""
        said, note = _said(row), _clean(row.words.get(Role.NOTE, ""))[:LONGEST_NOTE]
        found = self._agreeing(row, state, note) if said and self.judged else None
        if found is not None:
            return found, True
        amounts = row.moved or dict.fromkeys(self.session.players, 0)
        differs = bool(said and self.judged)
        words = f"{said} {DIFFERS} {self.session.tariff.name}" if differs else said
        whole = " // ".join(filter(None, (words, note)))
        return Posting(amounts=amounts, note=whole[:LONGEST_NOTE]), not differs

    def _agreeing(self, row: ListedRow, state: State, note: str) -> Hand | None:
        """Return the one hand that a row says and whose amounts are its own; None where there is none, or several."""
        found: list[Hand] = []
        active, people = self._active(row), self._people(row)
        won = self._won(row, people)
        for line in self._lines(row, people, won=won):
            hand = self._meant(line, active)
            if hand is None or isinstance(hand, Posting):
                continue
            if isinstance(hand, Played) and None not in (won, hand.won) and won != hand.won:
                continue
            if len(active) < len(self.session.players):
                hand = replace(hand, active=active)
            for made in self._scored(replace(hand, note=note), state):
                moved = {name: amount for name, amount in made.score.postings.items() if amount} if made.score else {}
                if moved == row.moved and made.entry not in found:
                    found.append(made.entry)  # type: ignore[arg-type]  # it was read as a hand
        return found[0] if len(found) == 1 else None

    def _scored(self, hand: Hand, state: State) -> list[Line]:
        """Return what a hand comes to, in each way in which it can be meant: nothing where it cannot be."""
        try:
            return [admit(state, hand, self.session.tariff)]
        except UnclearPrice as asked:
            return [line for _words, line in asked.lines]
        except HandError:
            return []

    def _active(self, row: ListedRow) -> tuple[str, ...]:
        """Return who was dealt in: those with a number; where they are too many, a 0 sat out."""
        here = tuple(name for name in self.session.players if name in row.amounts)
        return here if len(here) in self.session.tariff.people else tuple(name for name in here if row.amounts[name])

    def _meant(self, line: str, active: tuple[str, ...]) -> Hand | None:
        """Return the hand that a line means, of which a list repeats many; None where it is none."""
        key = (line, self.session.players, active)
        if key not in self.meant:
            self.meant[key] = None
            with suppress(HandError):
                self.meant[key] = notation.read(line, self.session.players, active, self.session.tariff)
        return self.meant[key]

    def _lines(self, row: ListedRow, people: Sequence[str], *, won: bool | None) -> list[str]:
        """Return the lines of shorthand that a row may be: how it ended is as it says, else as the amounts do."""
        game = _clean(row.words.get(Role.GAME, "")).replace("//", " ")
        flags = " ".join(_flag(key, row.words[key]) for key in _FLAGS if key in row.words)
        signs = {None: ("", "+"), True: ("+",), False: ("-", "")}[won]  # whoever lost a Ramsch has no sign
        names = " ".join(map(quoted, people))
        partners = [names]
        if len(people) == 1 and (beside := self._beside(row, people[0])):
            partners.append(f"{names} {quoted(beside)}")
        found = [f"{game} {who} {sign} {flags}" for who in partners for sign in (signs if people else ("",))]
        return [" ".join(line.split()) for line in dict.fromkeys(found)]

    def _people(self, row: ListedRow) -> list[str]:
        """Return who played, the declarer first: several may stand in one cell."""
        said = [row.words[role] for role in (Role.DECLARER, Role.PARTNER) if role in row.words]
        words = [word for text in said for word in parted(_WITH.sub(",", _clean(text)))]
        return [self._person(word) for word in words if word.strip(" -–")]

    def _person(self, word: str) -> str:
        """Return who a word means: a heading, a name, or the one whose name begins so."""
        key = name_key(word)
        begin = {name for one, name in self.names.items() if one.startswith(key)}
        return self.names.get(key) or (begin.pop() if len(begin) == 1 else word)

    def _beside(self, row: ListedRow, declarer: str) -> str:
        """Return the one who has the same amount as the declarer; "" where there is none, or several."""
        amount = row.amounts.get(declarer, 0)
        same = [name for name, other in row.amounts.items() if other == amount and name not in (declarer, STOCK)]
        return same[0] if amount and len(same) == 1 else ""

    def _won(self, row: ListedRow, people: Sequence[str]) -> bool | None:
        """Return how it ended: as the row says, else as the declarer's amount; None where neither does."""
        said = _said_won(row)
        amount = row.amounts.get(people[0], 0) if people and said is None else 0
        return amount > 0 if amount else said


def _payments(row: ListedRow) -> Iterator[Payment]:
    """Yield who has paid whom: whoever has an amount above 0 in such a row owes less from then on."""
    open_ = dict(row.moved)
    for payer in [name for name, amount in open_.items() if amount > 0]:
        for payee, amount in open_.items():
            if amount < 0 < open_[payer]:
                paid = min(open_[payer], -amount)
                yield Payment(payer, payee, paid)
                open_ |= {payer: open_[payer] - paid, payee: amount + paid}


def _said_won(row: ListedRow) -> bool | None:
    """Return how it ended, as the row says; None where it does not."""
    won, lost = (row.words.get(role, "").casefold() for role in (Role.WON, Role.LOST))
    if won in _WON | _LOST:
        return won in _WON
    if lost in _SAYS_YES or lost in _LOST:
        return lost not in _SAYS_YES
    return None


def _said(row: ListedRow) -> str:
    """Return what a row says of a hand, in its own words; "" where it says no game."""
    if Role.GAME not in row.words:
        return ""
    words = [row.words[role] for role in _SAID if role in row.words]
    words += [f"{key} {row.words[key]}" for key in _FLAGS if key in row.words]
    return ", ".join(map(_clean, words))


def _flag(key: str, text: str) -> str:
    """Return what a cell says of a hand as a word of shorthand; "" where it says that it was not so."""
    word = text.casefold()
    if word in _LOST:
        return ""
    return f"{key}:{word}" if word.isdigit() and key not in _YES_OR_NO else key


def _clean(text: str) -> str:
    """Return a text of a cell without letters that cannot be seen, each of them shown as �."""
    return text if visible(text) else "".join(letter if visible(letter) else _HIDDEN for letter in text)
