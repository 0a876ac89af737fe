"""The lines that wait at the prompt, which of them Enter takes, and when one is done or left out.

Nothing here runs a line or reads one: it is told what came of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.cli.printing import plain
from sklog.cli.terminal import ONE_KEY
from sklog.desk.table import WRONG
from sklog.language import N_, _
from sklog.play.shell import ADD, CLOSED, NO_EVENING, is_hand, look, say, says_a_hand
from sklog.reports.format import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.play.shell import Result, Shell

MOST_NAMED, WHOLE_LINE = 20, 40  # lines that wait, and letters of each
REFUSED, DOUBLED = "refused", "doubled"
NO_WAY = N_('"{line}" was kept, but cannot be recorded like this: correct it, or Ctrl-C leaves it out.')


class KeptLines:
    """The lines that wait at the prompt of an evening, in `lines`: Enter takes the first, the one that is `offered`.

    That is one that was refused, then those that were pasted behind it, or typed before that could be seen. Whatever
    else is typed is done before them. In another evening they are forgotten, but for hands typed where none was open.
    """

    def __init__(self, shell: Shell) -> None:
        self.lines: list[str] = []
        self.readings: dict[str, tuple[str, ...]] = {}  # of a line that may mean several, while it is run or waits
        self._shell, self._view = shell, shell.view
        # why the first one stands there, which was told: REFUSED, where the next hand takes its place; DOUBLED, where
        # the same was typed by hand
        self._told = ""
        self._evening = ""  # the identity of the evening of the line before
        self._asked: tuple[str, ...] = ()  # the line whose question the next one may answer, and its readings

    # -- what waits -----------------------------------------------------------------------------------

    @property
    def offered(self) -> str:
        """The line that Enter takes, "" for none: no hand stands there where Enter begins an evening."""
        [first] = self.lines[:1] or [""]
        return first if self._view.open or not says_a_hand(first) else ""

    @property
    def behind(self) -> list[str]:
        """The lines, but for one of which it was told already why it stands first."""
        return self.lines[bool(self._told) :]

    def sentences(self, begun: str = "") -> list[str]:
        """Return what is said of them, where this is `begun` already; a refused one was told."""
        found, stands = [], bool(self.offered and not begun)
        if stands and not self._told:
            is_wrong = self._shell.understood(self.offered).kind == WRONG
            way = NO_WAY if is_wrong else N_('"{line}" was kept: Enter takes it, Ctrl-C leaves it out.')
            found.append(_(way, line=lines_named(self.lines[:1])))
        if behind := self.lines[stands or bool(self._told) :]:
            found.append(_("Kept for later: {lines}", lines=lines_named(behind)))
        return found

    # -- what is put there, and left out ----------------------------------------------------------------

    def add(self, *lines: str) -> None:
        """Put lines behind all others."""
        self.lines += filter(None, lines)

    def forget(self, line: str) -> None:
        """Leave a line out wherever it waits."""
        self._told = "" if self.lines[:1] == [line] else self._told
        self.lines = [one for one in self.lines if one != line]

    def add_behind(self, lines: Iterable[str], waited: int) -> None:
        """Put lines behind the one that was just refused, where so many `waited` before.

        One that waited already is refused once more: what is behind it was typed after all that wait.
        """
        is_new = self._told and len(self.lines) > waited
        place = 1 if is_new else len(self.lines)
        self.lines[place:place] = lines
        if self._told == REFUSED and place == 1:
            self._keep_once()

    def _keep_once(self) -> None:
        """Forget the refused line and those behind it, where these were typed again behind one that begins like it.

        A single one behind it may be two hands.
        """
        refused, *lines = self.lines
        places = range((len(lines) - 1) // 2, 1, -1)
        corrected = [each for each in places if lines[each][0] == refused[0] and lines[each] not in lines[:each]]
        if number := next((each for each in corrected if lines[:each] == lines[each + 1 : 2 * each + 1]), 0):
            say(_("Typed twice, and kept once: {lines}", lines=lines_named(lines[:number])))
            self.lines, self._told = lines[number:], ""

    def give_up(self) -> None:
        """Leave the first one out, and say so unless it was refused."""
        if self.lines:
            if not self._told:
                say(not_recorded(self.lines[:1]))
            self._leave_first_out()

    def _leave_first_out(self, *, is_taken: bool = False) -> None:
        """Leave the first one out, and say so where it is because the same hand was recorded already."""
        line = self.lines.pop(0)
        if self._told == DOUBLED and not is_taken:
            say(_("Recorded only once: {line}", line=lines_named([line])))
        self._told = ""

    # -- what becomes of them behind a line ---------------------------------------------------------------

    def came_of(self, line: str, result: Result, hands: Sequence[str], *, is_left: bool) -> str:
        """Keep a line that is refused; forget one that is done, or that this hand is instead of.

        Return the question whether the first is to be recorded, which is the hand that was just recorded; else "".

        Nothing is wrong with one whose question `is_left`, with no answer but the next line, nor with a hand where no
        evening is open: they wait behind those that do already, and behind `hands` that answered no question. No other
        line is kept there, nor an answer's key.
        """
        self._go_to(self._view.open)
        self.add(*hands)
        adds, says = bool(line) and look(line).command in ("", ADD), bool(line) and says_a_hand(line)
        is_done = bool(line) and not result.code and self._shell.writes(line)
        if is_done:
            self._close_question(line, adds=adds)
        waits = is_left or _is_for_later(line, result)
        stays = bool(line) and result.is_refused and (waits or self._view.open is not None)
        is_taken = bool(self.lines) and self.lines[0].casefold().split() == line.casefold().split()
        if self._told == DOUBLED and not adds and not self._shell.repeats(self.lines[0], nearly=True):
            self._told = ""  # it was taken back
        told = self._told
        ends = {REFUSED: says or len(self.lines) == 1, DOUBLED: adds or self._view.open is None}
        if is_taken or (told and (stays or ends[told])):
            self._leave_first_out(is_taken=is_taken)
        doubled = [0] if self._told == DOUBLED else []
        if adds and is_done and not is_taken:
            doubled = [place for place, one in enumerate(self.lines) if self._shell.repeats(one, nearly=True)]
            if doubled[:1] == [0] and told != REFUSED and self._shell.repeats(self.lines[0]):
                del self.lines[0], doubled[:]  # that one was meant
        if stays:
            self.lines.insert(len(self.lines) if waits and not is_taken else 0, line)
            self._told = REFUSED if not waits and self.offered else ""
            self._asked = (line, *result.readings) if waits else self._asked
        self.readings = {one: said for one, said in self.readings.items() if one in self.lines}
        return self._ask_about(doubled[0]) if doubled else ""

    def _go_to(self, evening: Evening | None) -> None:
        """Forget lines that are none of this evening."""
        here = evening.uid if evening else ""
        if self.lines and here and self._evening not in ("", here):
            say(not_recorded(self.lines))
            self.lines, self._told = [], ""
        if here or not self.lines:  # a hand that is typed where none is open may be one of any
            self._evening = here

    def _close_question(self, line: str, *, adds: bool) -> None:
        """Forget the line whose question was left where the next one that is done is one of its readings."""

        def is_said(one: str) -> bool:
            # of a payment the amount was asked
            return self._shell.repeats(one) if adds else _letters(line).endswith(_letters(one))

        left, *readings = self._asked or ("",)
        if any(map(is_said, readings)):
            self.forget(left)
            if left in readings and not is_said(left):
                say(not_recorded([left]))
        self._asked = ()

    def _ask_about(self, place: int) -> str:
        """Let a line stand first that is the hand that was recorded last, and return the question about it."""
        self.lines.insert(0, line := self.lines.pop(place))
        self._told = DOUBLED
        evening = self._view.evening
        return _(
            '"{line}" was kept, too, and the same hand has just been recorded, as hand {number}: Enter records it once '
            "more, Ctrl-C leaves it out.",
            line=lines_named([line]),
            number=evening.hands if evening else 0,
        )


def lines_named(lines: Sequence[str]) -> str:
    """Return lines in a sentence: not too many, and none too long."""
    named = [cut(plain(line), WHOLE_LINE) for line in lines[:MOST_NAMED]]
    return " · ".join([*named, *("…" for _more in lines[MOST_NAMED:][:1])])


def not_recorded(lines: Sequence[str]) -> str:
    """Return the sentence about lines that are left out."""
    return _("Not recorded: {lines}", lines=lines_named(lines))


def _is_for_later(line: str, result: Result) -> bool:
    """Whether a line is a hand, or a command that says one, which was refused because no evening is open."""
    is_said = not ONE_KEY.match(line) if is_hand(line) else says_a_hand(line) and " " in line
    return is_said and result.problems[:1] in ((_(CLOSED),), (_(NO_EVENING),))


def _letters(line: str) -> str:
    """Return what is the same of a command in any spelling."""
    return "".join(look(line).line.split()).casefold()
