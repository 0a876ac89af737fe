"""Everything that can go wrong, drawn as one tree.

    SklogError                  what sklog says instead of a traceback: one or more Problems
    ├── HandError               a hand that cannot be recorded
    │   ├── InvalidHand           not a hand: it contradicts itself
    │   ├── IllegalHand           not here: this tariff or this table does not play it
    │   └── UnclearHand           not clear: a fact is missing, or there are several readings
    │       ├── UnclearAmount       a whole number without a unit: euros or cents
    │       └── UnclearPrice        what is not said changes what the hand costs
    ├── TariffError             a tariff that cannot be read
    ├── SessionFileError        a session file that cannot be read
    ├── NotFound                an evening, a hand, a tariff or a file that is not there
    ├── Refused                 a command that is possible in general, but not now
    │   ├── OpenStock             something lies in a Stock, and nobody has said what becomes of it
    │   ├── Repeated              the hand that was recorded last, or a payment, was typed once more
    │   └── Overtaken             somebody else has written since what shall be recorded was said
    ├── NotInstalled            a room of sklog that is not here
    └── LedgerError             the ledger's file cannot be used: missing, foreign, newer, locked, read-only
        ├── NewerProgram          something in it is only known to a newer sklog
        └── Disagreement          it can be read, and what is stored does not agree with the recorded facts

An error holds *all* the problems that were found, so that a user mends them in one go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_, _, _or
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Self

NO_TEXT = N_("that is no text in UTF-8")
REASONS = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("Broken pipe"),
    N_("Too many levels of symbolic links"),
    N_("embedded null byte"),
    N_("Expecting value"),
    N_("Expecting property name enclosed in double quotes"),
    N_("Expecting ',' delimiter"),
    N_("Expecting ':' delimiter"),
    N_("Illegal trailing comma before end of object"),
    N_("Extra data"),
    N_("Unterminated string starting at"),
    N_("Invalid control character at"),
    N_("Invalid \\escape"),
)
"""What the system and Python's reader of JSON say, which know English only."""


class Problem(NamedTuple):
    """One sentence that says what is wrong and what would be right, and where.

    `where` is a file or a hand ("hand 7"), `line` and `column` count from 1; 0 means unknown. A `warning` is about what
    can be used all the same.
    """

    message: str
    where: str = ""
    line: int = 0
    column: int = 0
    warning: bool = False

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.where, self.line, self.column) if part)
        said = _("warning: {message}", message=self.message) if self.warning else self.message
        return f"{place}: {said}" if place else said


class SklogError(Exception):
    """Whatever is wrong, in sentences for people: the root of all errors. `problems` is never empty."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems: tuple[Problem, ...] = tuple(
            problem if isinstance(problem, Problem) else Problem(problem) for problem in problems
        )
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def if_any(cls, problems: Iterable[Problem | str | None]) -> None:
        """Raise this error where there is a problem among these."""
        if wrong := [problem for problem in problems if problem]:
            raise cls(*wrong)

    def at(self, where: str, line: int = 0, column: int = 0) -> Self:
        """Return the same error with its place named, where a problem does not name one yet."""
        placed = (
            problem if problem.where else problem._replace(where=where, line=line, column=column)
            for problem in self.problems
        )
        return type(self)(*placed)


class HandError(SklogError):
    """A hand that cannot be recorded as it was said."""


class InvalidHand(HandError):
    """Not a hand: what was said contradicts itself."""


class IllegalHand(HandError):
    """Not here: this tariff does not play it, or these people cannot have played it."""


class UnclearHand(HandError):
    """Not clear: a question back to the table.

    Where a line was typed that several hands may be, `question` asks which, `choices` are the lines of those hands, and
    `meant` has them for the line that was typed.
    """

    def __init__(
        self,
        *problems: Problem | str,
        question: str = "",
        choices: tuple[str, ...] = (),
        meant: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        super().__init__(*problems)
        self.question, self.choices, self.meant = question, choices, dict(meant or {})


class UnclearAmount(UnclearHand):
    """Not clear: whole numbers without a unit; `choices` are all of them in euros, and all in cents.

    `meant` has for each text that was typed the one that says euros, and the one that says cents; it is empty where
    more is wrong than that.
    """


class UnclearPrice(UnclearHand):
    """Not clear: a fact that was not said changes what the hand costs.

    `question` asks for it. `lines` are the hands that can be meant, scored, each behind the words that say so, such as
    "schwarz:no". Where a line was typed, `choices` are those that answer the question, with their prices, and `meant`
    has the same lines without prices for the line that was typed.
    """

    def __init__(
        self,
        question: Problem | str,
        lines: Sequence[tuple[str, Any]] = (),
        *,
        choices: tuple[str, ...] = (),
        meant: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.lines = tuple(lines)
        said = choices or [words for words, _line in lines]
        problem = _("{question} Say {words}", question=question, words=_or(said)) if said else question
        super().__init__(problem, question=str(question), choices=choices, meant=meant)


class TariffError(SklogError):
    """A tariff that cannot be read; each problem names file, line and column."""


class SessionFileError(SklogError):
    """A session file that cannot be read; each problem names file, line and column."""


class NotFound(SklogError):
    """An evening, a hand, a player, a tariff or a file that is not there."""


class Refused(SklogError):
    """Possible in general, but not now: the evening is closed, say, or the line is a repetition."""


class TurnedName(Refused):
    """Not clear: somebody is known by the same name in the other order; `meant` has the known one for each typed."""

    def __init__(self, *problems: Problem | str, meant: Mapping[str, str] | None = None) -> None:
        super().__init__(*problems)
        self.meant = dict(meant or {})


class OpenStock(Refused):
    """Something lies in the Stock of this `evening`, by its number, and nobody has said what becomes of it."""

    def __init__(self, *problems: Problem | str, evening: int = 0) -> None:
        super().__init__(*problems)
        self.evening = evening


class Repeated(Refused):
    """The very hand that `who` recorded last, as hand `number`, was typed once more.

    Of a payment, which has no number, `paid` says who had paid whom how much already. `chosen` is what was typed, and
    what was chosen of its meanings, where that was asked before.
    """

    def __init__(self, *problems: Problem | str, number: int = 0, who: str = "", paid: str = "") -> None:
        super().__init__(*problems)
        self.number = number
        self.who = who
        self.paid = paid
        self.chosen = ("", "")


class Overtaken(Refused):
    """Somebody else has written to the evening since what shall be recorded was said."""


class NotInstalled(SklogError):
    """A room of sklog that is not here: it was left out. The command line ends with exit code 2."""


class LedgerError(SklogError):
    """The ledger's file cannot be used."""


class NewerProgram(LedgerError):
    """Something that was stored says what only a newer sklog knows: to leave it out could cost money."""

    @classmethod
    def because_of(cls, where: str, keys: Iterable[str]) -> Self:
        """Return the error that these keys are unknown; `where` says for people what has them."""
        what = ", ".join(sorted(keys))
        return cls(_("{where} says {what}, which only a newer sklog knows: update sklog", where=where, what=what))


class Disagreement(LedgerError):
    """What is stored does not agree with the recorded facts; a problem for each difference."""


UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, ArithmeticError)
"""What reading a value of the ledger may end in when it was changed by hand."""


MOST_SAID = 20  # sentences about one file


def first_of(said: Iterable[str], most: int = MOST_SAID, where: str = "") -> Iterator[str]:
    """Yield the first sentences about a file, and how many more there are; `where` names it."""
    every = list(said)
    yield from every[:most]
    if len(every) > most:
        yield str(Problem(_("… and {count} more", count=len(every) - most), where))


def reason(error: Exception) -> str:
    """Return why the system, or a reader of Python's, refused something, in the language that is spoken."""
    said = getattr(error, "strerror", None) or getattr(error, "msg", None) or str(error)
    if "Detail: [errno " in said:  # so pyarrow says what the system said
        said = said.rpartition("] ")[2]
    return _(said) if said in REASONS else said


FEW, SOME, MANY = 1, 2, 3  # slips of the fingers in words of up to six letters, up to nine, and longer ones
MOST_LETTERS = 60  # a longer word is no slip


def similar(word: str, known: Iterable[str], most: int = 1, *, key: Callable[[str], str] = str) -> list[str]:
    """Return which of the known words are probably meant, the nearest first, for "did you mean"; at most so many.

    Words are compared by their `key`. A near one is a few slips away, each a letter too many, too few, or another one,
    or two that changed places. It begins with the same letter, unless that was the only slip of a longer word.
    """
    found = {each: slips(key(word), key(each)) for each in known} if len(word) <= MOST_LETTERS else {}
    near = sorted((number, each) for each, number in found.items() if number is not None)
    return [each for number, each in near if number == near[0][0]][:most]


def slips(typed: str, meant: str) -> int | None:
    """Return how many slips make one word of another that may be meant by it; None where it cannot be."""
    typed, meant = typed.replace("k", "c"), meant.replace("k", "c")  # Kristl and Christl
    longest = max(len(typed), len(meant))
    most = 0 if longest < 3 else FEW if longest <= 6 else SOME if longest <= 9 else MANY
    if abs(len(typed) - len(meant)) > most:
        return None
    rows = [list(range(len(meant) + 1))]
    for place, letter in enumerate(typed, 1):
        row = [place]
        for at, other in enumerate(meant, 1):
            row.append(min(rows[-1][at] + 1, row[-1] + 1, rows[-1][at - 1] + (letter != other)))
            if place > 1 and at > 1 and (letter, typed[place - 2]) == (meant[at - 2], other):
                row[-1] = min(row[-1], rows[-2][at - 2] + 1)
        rows.append(row)
    found = rows[-1][-1]
    begins_alike = typed[:1] == meant[:1] or typed[:2] == meant[1::-1]
    return found if found <= (most if begins_alike else FEW if longest >= 5 else 0) else None
