"""The entries of an evening, folded one by one while they are read.

Shorthand leans on who sits and is dealt in at that moment, so reading folds the evening as it goes; a
hand that cannot be is reported and left out, and the reading goes on behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog import notation, yaml_text
from sklog.errors import HandError, IllegalHand, Problem
from sklog.language import _
from sklog.scoring.canonical import require_short
from sklog.scoring.evening import refusal, step, table_for
from sklog.scoring.happening import newcomers, require_room, require_visible
from sklog.scoring.session import EVENTS, KEEP_SEATS, TARIFF, Session, entry_from_json, voided
from sklog.scoring.state import MOST_HANDS, Join, TariffChange
from sklog.scoring.values import YES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Entry, Line, State
    from sklog.scoring.tariff import Tariff
    from sklog.yaml_text import Node

LINE, VOID = "line", "void"
MOST_ENTRIES = 2 * MOST_HANDS  # of one evening, events included
MOST_TARIFFS = 50  # that an evening is played by, one after the other


class FoldedSession(Session):
    """An evening that was folded while it was read, so that nobody folds it again; with other facts it is anew."""

    folded: list[Line] | None = None

    def lines(self) -> list[Line]:
        """Return the evening's lines."""
        return super().lines() if self.folded is None else self.folded


class Folding:
    """Reads the entries of an evening one by one, each with what the table knows at that moment."""

    def __init__(
        self, tariff: Tariff, state: State, problems: list[Problem], tariff_of: Callable[[Node], Tariff | None]
    ) -> None:
        self.tariff = tariff
        self.tariff_of = tariff_of
        self.state = state
        self.problems = problems
        self.lines: list[Line] = []
        self.hands = 0
        self.tariffs = 0

    def read(self, items: Iterable[Node]) -> None:
        """Read all entries; one that cannot be is a problem and leaves the balances as they were."""
        for number, item in enumerate(items, 1):
            self.hands += not _says_event(item)
            if too_many := self._too_many(number):
                self.problems.append(item.mark.problem(too_many))
                return
            self._fold(item)
            if len(self.problems) >= yaml_text.MOST_PROBLEMS:
                return

    def _too_many(self, number: int) -> str:
        """Return why an evening is longer than any; "" where it is not."""
        if self.hands > MOST_HANDS:
            return _("more than {most} hands: divide the evening", most=MOST_HANDS)
        if number > MOST_ENTRIES:
            return _("more than {most} entries: divide the evening", most=MOST_ENTRIES)
        if self.tariffs > MOST_TARIFFS:
            return _("more than {most} tariffs in one evening", most=MOST_TARIFFS)
        return ""

    def _fold(self, item: Node) -> None:
        try:
            entry = self._entry(item)
            if entry is None:
                return
            line = step(self.state, entry, self.tariff)
            require_room(self.state, line.state)
            if came := newcomers(entry):
                require_visible(came)
        except HandError as wrong:
            self._refuse(item, wrong)
        else:
            self.state, self.tariff = line.state, line.tariff
            self.lines.append(line)

    def _refuse(self, item: Node, wrong: HandError) -> None:
        """Report an entry, and go on as well as can be: with the next dealer, or with who sat down."""
        said = yaml_text.plain(item)
        event = _says_event(item)
        what = _("hand {number}", number=self.hands)
        if event:
            what = _("after hand {number}", number=self.hands) if self.hands else _("before hand 1")
        for problem in refusal(wrong, self.state, self.tariff).problems:
            self.problems.append(item.mark.problem(f"{what}: {problem.message}"))
        state = self.state
        if not event and not _says_void(said):
            clockwise = (*state.seats, state.seats[0])
            self.state = state._replace(dealer=clockwise[clockwise.index(state.dealer) + 1])
        elif isinstance(said, dict) and (join := said.get("join")) and isinstance(join, str):
            try:
                self.state = step(state, Join(join), self.tariff).state
            except HandError:
                return

    def _entry(self, item: Node) -> Entry | None:
        """Return the entry; None where its tariff has problems, which are said already. Raises HandError."""
        if isinstance(item.value, str):
            return self._shorthand(item.value)
        if isinstance(item.value, list):
            raise IllegalHand(_("a list: write a hand as a line (s ac) or as a mapping (game: …)"))
        if TARIFF in item.value and len(item.value) == 1:
            self.tariffs += 1
            tariff = self.tariff_of(item.value[TARIFF])
            return tariff and TariffChange(tariff)
        data = yaml_text.plain(item)
        if LINE not in data:
            if "game" not in data:
                _refuse_split_line(data)
            require_short(data, self.tariff.games)
            return entry_from_json(data, tuple(self.state.balances), self.tariff.games)
        if extra := [key for key in data if key not in (LINE, VOID)]:
            keys = ", ".join(map(repr, extra))
            raise IllegalHand(_("{keys}: beside a line only void is known", keys=keys))
        if not isinstance(data[LINE], str):
            raise IllegalHand(_("line: expected a hand in shorthand, such as s ac"))
        hand = self._shorthand(data[LINE])
        return voided(hand, data.get(VOID, "no"))

    def _shorthand(self, line: str) -> Hand:
        table = table_for(self.state, None, self.tariff)
        return notation.read(line, table.seats, table.active, self.tariff, table.round)


def _says_event(item: Node) -> bool:
    return isinstance(item.value, dict) and "game" not in item.value and any(key in item.value for key in EVENTS)


def _says_void(said: Any) -> bool:
    return isinstance(said, dict) and str(said.get(VOID)).casefold() in (*YES, KEEP_SEATS)


def _refuse_split_line(data: Mapping[str, Any]) -> None:
    """Refuse what YAML made two of: a line of shorthand with a colon and a blank in it."""
    first = next(iter(data), "")
    if " " in first and not any(key in data for key in EVENTS):
        raise IllegalHand(
            _('{line!r}: put a line that has ": " in it between quotes, or YAML takes it apart', line=first)
        )
