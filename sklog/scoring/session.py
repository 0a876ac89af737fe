"""A whole evening as one value: who, when, under which tariff, and every entry in order; and two of them compared.

The ledger, session files, reports and exports all speak of an evening through this type.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sklog.errors import HandError
from sklog.language import _
from sklog.scoring.canonical import NAMING
from sklog.scoring.evening import begin, implied, play, step
from sklog.scoring.hand import Played, Posting, Ramsch
from sklog.scoring.names import name_key
from sklog.scoring.state import (
    PAID,
    Entry,
    Join,
    Line,
    Payment,
    State,
    StockMove,
    TariffChange,
    Voided,
    entry_from_json,
    entry_to_json,
    is_event,
)
from sklog.scoring.tariff import Tariff
from sklog.values import NamedTuple


class Session(NamedTuple):
    """An evening as a value.

    `date` is ISO (2026-11-19), `stock` what an earlier evening left (cents or points); `stock_from` identifies that
    evening, so that its Stock is taken over only once. `tariff` is the first one; an entry may change it. `expect` are
    the balances a session file expects; `id` identifies the evening in every ledger ("" if there is none).
    """

    name: str
    date: str
    tariff: Tariff
    players: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    place: str = ""
    dealer: str | None = None
    stock: int = 0
    closed: bool = False
    expect: Mapping[str, int] | None = None
    id: str = ""
    stock_from: str = ""

    def begin(self) -> State:
        """Return the state before the first entry; raise IllegalHand if anything is wrong with the players.

        An evening without players has the state of the room it belongs to.

        >>> evening.begin().dealer
        'Anna'
        """
        return begin(self.players, self.dealer, self.stock)

    def end(self) -> State:
        """Return the state after the last entry; HandError names a hand that is impossible.

        >>> evening.end().balances["Anna"]
        70
        """
        return final_state(self, self.lines())

    def with_entries(self, *entries: Entry) -> "Session":
        """Return the evening with these entries after its last one.

        >>> len(evening.with_entries(sklog.Passed()).entries)
        3
        """
        return self._replace(entries=(*self.entries, *entries))

    def lines(self) -> list[Line]:
        """Return a Line for each entry; HandError names a hand that is impossible.

        Amounts are in the unit of the tariff in force at the time, cents or points.

        >>> [line.score.value for line in evening.lines()]
        [50, 20]
        """
        return list(play(self.entries, self.begin(), self.tariff))

    def called(self, now: Callable[[str], str]) -> "Session":
        """Return the evening with other names: `now` takes a name and returns the new one.

        >>> evening.called(str.upper).players[0]
        'ANNA'
        """
        everybody = (*self.everybody(), *(name for one in self.payments() for name in (one.payer, one.payee)))
        if all(now(name) == name for name in everybody):
            return self
        entries = tuple([_called(one, now) for one in self.entries])
        return self._replace(
            players=tuple(map(now, self.players)), dealer=self.dealer and now(self.dealer), entries=entries
        )

    def under(self, tariff: Tariff, *, first: int = 1) -> "Comparison":
        """Return this evening, compared with the same one under another tariff from hand `first` on.

        Amounts are in the unit of their own tariff. Raises HandError if a hand of this evening is impossible, or if a
        tariff in another unit would begin in the middle of it. A hand that the other tariff does not
        have is not dealt there.

        >>> evening.under(sklog.find_tariff("wiki")).other.balances["Anna"]
        90
        """
        return compare(self, tariff, first=first)

    def everybody(self) -> tuple[str, ...]:
        """Return everybody who ever sat here: first the players at the start, then those who joined, in that order.

        >>> evening.with_entries(sklog.Join("Eva")).everybody()[-1]
        'Eva'
        """
        names: dict[str, str] = {}
        for name in (*self.players, *(entry.name for entry in self.entries if isinstance(entry, Join))):
            names.setdefault(name_key(name), name)
        return tuple(names.values())

    def payments(self) -> tuple[Payment, ...]:
        """Return the recorded payments, in cents or points, and what was waived when sums were rounded.

        >>> evening.payments()
        ()
        """
        return tuple(entry for entry in self.entries if isinstance(entry, Payment))


def final_state(session: Session, lines: Sequence[Line]) -> State:
    """Return the state after the last line."""
    return lines[-1].state if lines else session.begin()


def final_tariff(session: Session, lines: Sequence[Line]) -> Tariff:
    """Return the tariff in force after the last line."""
    return lines[-1].tariff if lines else session.tariff


def renamed(data: Mapping[str, Any], now: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON form of an entry with other names: `now` says what somebody is called.

    Amounts of two people who turn out to be one are added.
    """
    return {key: _renamed(value, now) if key in _NAMING else value for key, value in data.items()}


_NAMING = NAMING | {"join", "after", "leave", "seats", "stock", *PAID}


def _called(entry: Entry, now: Callable[[str], str]) -> Any:
    """Return an entry with other names; itself where nobody in it has another one."""
    said = entry_to_json(entry)
    return entry if (other := renamed(said, now)) == said else entry_from_json(other)


def _renamed(value: Any, now: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return now(value)
    if isinstance(value, list):
        return [now(name) if isinstance(name, str) else name for name in value]  # the amount of a payment is no text
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, amount in value.items():
        found[now(name)] = found.get(now(name), 0) + amount
    return found


# -- the same evening under another tariff ---------------------------------------------------------------

#     entries ──step, tariff of the evening──▶ line  ┐
#             ──step, other tariff───────────▶ other ┴─▶ Compared
#
# A hand that the other tariff does not play counts there as never dealt, but the deal moves on; an event that
# cannot be under it is left out. Both keep the sentences that say why.


class Compared(NamedTuple):
    """One entry as it was, and under the other tariff.

    `other` is None if the entry is impossible there; `why` has the reasons. It is also None for a change of the tariff.
    """

    line: Line
    other: Line | None
    why: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether both play it, and it moves other amounts."""
        ours, theirs = self.line.score, self.other and self.other.score
        if not ours or not theirs:
            return False
        return (ours.value, dict(ours.postings)) != (theirs.value, dict(theirs.postings))


class Comparison(NamedTuple):
    """An evening, compared with the same evening under `tariff` from hand `first` on; the states are those at the end.

    Amounts are in the unit of their own tariff.
    """

    session: Session
    tariff: Tariff
    first: int
    entries: tuple[Compared, ...]
    state: State
    other: State

    @property
    def same_unit(self) -> bool:
        """Whether amounts of both can be compared."""
        return self.session.tariff.unit == self.tariff.unit


def compare(session: Session, tariff: Tariff, *, first: int = 1) -> Comparison:
    """Return the evening beside the same one under another tariff, which hand `first` is the first to be played by.

    Changes of the tariff from there on are replaced by it. Raises HandError where the evening itself cannot be
    folded, or where a tariff in another unit is to begin in the middle of it.
    """
    lines = session.lines()
    same_unit = session.tariff.unit == tariff.unit
    # what an earlier evening left in the Stock is worth nothing in another unit
    state = begin(session.players, session.dealer, session.stock if same_unit else 0)
    rules, changed = (tariff, True) if first == 1 else (session.tariff, False)
    entries: list[Compared] = []
    for line in lines:
        if line.number == first and not changed:
            change = step(state, TariffChange(tariff), rules)
            state, rules, changed = change.state, change.tariff, True
        if changed and isinstance(line.entry, TariffChange):
            entries.append(Compared(line, None))
            continue
        asks = changed and tariff != line.tariff
        deck = tariff.deck != line.tariff.deck
        other, why = step_or_why(state, line.entry, rules, same_unit=same_unit, asks=asks, other_deck=asks and deck)
        if other is not None:
            state, rules = other.state, other.tariff
        entries.append(Compared(line, None if why else other, why))
    return Comparison(session, tariff, first, tuple(entries), lines[-1].state if lines else session.begin(), state)


def step_or_why(
    state: State, entry: Entry, tariff: Tariff, *, same_unit: bool, asks: bool, other_deck: bool = False
) -> tuple[Line | None, tuple[str, ...]]:
    """Return what an entry makes of the state under a tariff; and why it cannot be played, where it cannot.

    A hand that cannot be is never dealt, but the deal moves on; of an event that cannot be there is no line. `asks`:
    what a hand costs is not guessed; it was recorded under another tariff, which may not have asked for it. With an
    `other_deck` it has to be possible with these cards, as if it were new.
    """
    why: tuple[str, ...]
    if not same_unit and isinstance(entry, (Posting, StockMove)):
        why = (_("its amounts are in another unit"),)
    else:
        try:
            line = step(state, entry, tariff)
            if not (why := _against_cards(line) if other_deck else ()):
                return (implied(line, state, tariff, step) if asks else line), ()
        except HandError as error:
            why = tuple(problem.message for problem in error.problems)
    if is_event(entry) or isinstance(entry, Voided):
        return None, why
    return step(state, Voided(entry, keeps_seats=True), tariff), why  # type: ignore[arg-type]  # it is a hand


def _against_cards(line: Line) -> tuple[str, ...]:
    """Return what no cards can be of a hand that was dealt."""
    if not isinstance(line.entry, (Played, Ramsch)) or line.score is None:
        return ()
    from sklog.scoring.possible import problems  # noqa: PLC0415  as in `evening`, and seldom needed

    return tuple(problems(line.entry, line.table, line.score.outcome, line.tariff))
