"""One evening of a ledger as the prompt has read it last, and the table before each of its hands."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sklog.desk.hands import MOST_SECONDS
from sklog.errors import NotFound, SklogError, reason
from sklog.language import _, _t
from sklog.ledger import evenings, history, undo
from sklog.ledger.correct import scenes
from sklog.ledger.evenings import DAMAGED, Evening, Scene
from sklog.live.preview import preview_hand
from sklog.notation import write_hand
from sklog.reports.format import clean
from sklog.scoring.evening import admit

if TYPE_CHECKING:
    from sklog.ledger.open import LedgerFile
    from sklog.ledger.undo import Action
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Line


class EveningView:
    """One evening of one ledger as it stood when it was read last: `evening`, None where none is open.

    `which` is the evening that is meant: the first that is found stays it, by its identity, also when another begins
    elsewhere, or takes its number. `gone` says that it was found once and is not there any more. `trouble` is why it
    could not be read again, else "". `log` are its commands, the oldest first. `stamp` changes with the file.
    Where it is closed, `other` is the one that is open.
    """

    def __init__(self, file: LedgerFile, which: str | None) -> None:
        self.file = file
        self.which = which
        self.evening: Evening | None = None
        self.gone = False
        self.other: Evening | None = None
        self.trouble = ""
        self.log: list[Action] = []
        self.stamp: tuple[int, ...] | None = None
        self._places: list[tuple[Scene, Hand]] | None = None

    @property
    def open(self) -> Evening | None:
        """The evening, where it is open."""
        return None if self.evening and self.evening.closed else self.evening

    def read(self, wait: float | None = None) -> Evening | None:
        """Read the evening again if the file has changed, and return it.

        Raises NotFound for an evening that is not in the ledger, and LedgerError.
        """
        stamp = self.file.stamp()
        if self.evening and not stamp:
            said = _t("{path} is gone: put the file back", path=self.file.path)
            raise NotFound(said)
        if stamp != self.stamp:
            evening = self._evening_now(wait) if stamp else None
            self.which = evenings.identified(evening.uid) if evening else self.which
            self.evening, self.stamp, self._places = evening, stamp, None
        self.trouble = ""
        return self.evening

    def refresh(self) -> Evening | None:
        """Do the same without keeping anybody waiting: what cannot be read now leaves the evening as it was."""
        try:
            return self.read(MOST_SECONDS)
        except SklogError as error:
            self.trouble = clean(str(error.problems[0]))
        except OSError as error:
            self.trouble = _t("{path} cannot be used: {reason}", path=self.file.path, reason=reason(error))
        return self.evening

    def switch(self, uid: str) -> None:
        """Show the evening with this identity from now on."""
        self.which, self.stamp = evenings.identified(uid), None

    def _evening_now(self, wait: float | None) -> Evening | None:
        self.gone = False
        try:
            with self.file.reading(wait) as ledger:
                # one that is struck out meanwhile is shown as it was: redo brings it back
                shown = evenings.find_any(ledger, self.which) if self.evening and self.which else None
                evening = shown or evenings.find_played(ledger, self.which)
                self.log = undo.log(ledger, evening, known=self.log)
                self.other = evenings.newest(ledger, evenings.ORDINARY, closed=False) if evening.closed else None
                return evening
        except NotFound:
            if self.which is None:
                return None
            if self.evening is None or evenings.identified(self.evening.uid) != self.which:
                raise
            self.gone = True
            raise NotFound(
                _(
                    "the evening {name!r} is not in this ledger any more, perhaps because an older copy was "
                    "restored: leave with quit and begin play again, or start another evening",
                    name=self.evening.name,
                )
            ) from None

    def repeats(self, line: str, *, nearly: bool = False) -> bool:
        """Whether a line is the hand that was recorded last, however long ago, and in whatever words.

        That is the same game of the same people, which costs everybody the same; `nearly`, where the same people won.
        """
        if not self.evening:
            return False
        then, last = self.before(self.evening.hands), self.hand(self.evening.hands)
        said = preview_hand(line, then).line if then else None
        return bool(then and last and said and _is_alike(said, admit(then.state, last, then.tariff), nearly))

    def before(self, number: int) -> Evening | None:
        """Return the evening, open, with the state and the tariff before hand `number`; None where there is none.

        The number behind the last hand's is the next hand's: there it is the evening as it stands.
        """
        if self.evening is None:
            return None
        evening = self.evening._replace(closed=False)
        if number == evening.hands + 1:
            return evening
        then = self._hand_and_scene(number)
        return evening._replace(state=then[0].state, tariff=then[0].tariff) if then else None

    def hand(self, number: int) -> Hand | None:
        """Return hand `number` as it was typed; None where there is none."""
        there = self._hand_and_scene(number)
        return there[1] if there else None

    def line(self, number: int) -> str:
        """Return hand `number` as it is printed, "" where there is none."""
        there = self._hand_and_scene(number)
        return write_hand(there[1], *there[0]) if there else ""

    def _hand_and_scene(self, number: int) -> tuple[Scene, Hand] | None:
        """Return hand `number`, and what the table was like before it; None where there is none."""
        if self._places is None and self.evening:
            self._places = self._replayed(self.evening)
        places = self._places or []
        return places[number - 1] if 1 <= number <= len(places) else None

    def _replayed(self, evening: Evening) -> list[tuple[Scene, Hand]]:
        """Return the table before each hand, and the hands: 3 ms for 60, once for each version of the evening."""
        with suppress(*DAMAGED), self.file.reading(MOST_SECONDS) as ledger:
            past = history.of_evening(ledger, evening)
            return [*zip(scenes(past), (one.typed for one in past.hands()), strict=True)]
        return []  # the command itself says what is wrong


def _is_alike(one: Line, other: Line, nearly: bool) -> bool:
    """Whether two hands at one table are the same game of the same people, as far as both say so, at the same costs.

    They are `nearly` that where only the costs differ.
    """
    if not one.score or not other.score:
        return False
    both = one.score, other.score

    def said(fact: str) -> list[Any]:
        return [getattr(made.outcome, fact, None) for made in both]

    costs = [{name: amount > 0 if nearly else amount for name, amount in made.postings.items()} for made in both]
    (game, another), suits, people = said("game"), said("suit"), [sorted(who or ()) for who in said("declarers")]
    facts = suits, people
    return game == another and costs[0] == costs[1] and all(mine == its or not (mine and its) for mine, its in facts)
