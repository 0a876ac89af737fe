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
    └── LedgerError             the ledger's file cannot be used: foreign, newer, locked, read-only
        ├── NoLedger              it is not there yet
        ├── NewerProgram          something in it is only known to a newer sklog
        └── Damaged               it was changed or destroyed
            └── Disagreement        it can be read, and what is stored does not agree with the recorded facts

An error holds *all* the problems that were found, so that a user mends them in one go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_, Said, _, _or
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Self

NO_TEXT = N_("that is not text in UTF-8")
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
    """A sentence about what is wrong and what would be right, and where.

    `where` is a file or a hand ("hand 7"); `line` and `column` count from 1, and 0 means unknown. A `warning` does not
    prevent use. The sentence may change; programs should use `code` and `data`.
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

    @property
    def code(self) -> str:
        """What is wrong, for programs, such as "no-such-person": it stays whatever the sentence says."""
        from sklog.codes import CODES  # noqa: PLC0415  people need none

        said = self.message
        return CODES.get(said.key) or said.kind if isinstance(said, Said) else ""

    @property
    def data(self) -> dict[str, int | str]:
        """What the sentence is about, for programs: names and numbers by what they are, such as "number"."""
        fields = self.message.fields if isinstance(self.message, Said) else {}
        return {name: value if isinstance(value, int) else str(value) for name, value in fields.items()}


class _Code:
    """The code of an error: the words of its name, which stays. One of another module has that of what it is."""

    def __get__(self, _error: object, kind: type) -> str:
        known = next(one for one in kind.__mro__ if one.__module__ == __name__)
        name = known.__name__.removesuffix("Error")
        words = "".join(f"-{one.lower()}" if one.isupper() else one for one in name).removeprefix("-")
        return "wrong" if known is SklogError else words


class SklogError(Exception):
    """Anything that is wrong, in sentences for people: the root of all errors.

    `problems` is never empty.
    """

    code = _Code()
    """The code of its problems that have none of their own."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems: tuple[Problem, ...] = tuple(
            problem._replace(message=self._coded(problem.message))
            if isinstance(problem, Problem)
            else Problem(self._coded(problem))
            for problem in problems
        )
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def _coded(cls, sentence: str) -> Said:
        """Return a sentence that has a code: that of this error, if no other one said it before."""
        said = sentence if isinstance(sentence, Said) else Said.as_it_is(sentence)
        said.kind = said.kind or cls.code
        return said

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
    """A hand that cannot be recorded."""


class InvalidHand(HandError):
    """A hand that contradicts itself."""


class IllegalHand(HandError):
    """A hand that is not possible here: this tariff does not have it, or these players cannot have played it."""


class UnclearHand(HandError):
    """An unclear hand: a question to the table.

    If a line could be several hands, `question` asks which, `choices` are the lines of these hands, and `meant` maps
    the typed line to them.
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
    """Whole numbers without a unit: euros or cents? `choices` has two texts: the numbers as euros, and as cents.

    `meant` maps each typed text to both spellings; it is empty if anything else is wrong.
    """


class UnclearPrice(UnclearHand):
    """A missing fact changes the price of the hand.

    `question` asks for it. `lines` are pairs: words that choose a hand, such as "schwarz:no", and its `Line`. If a line
    was typed, `choices` are the answers with their prices, and `meant` maps the line to the same answers without
    prices.
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
        problem = _("{question} Write {words}", question=question, words=_or(said)) if said else question
        super().__init__(problem, question=str(question), choices=choices, meant=meant)


class TariffError(SklogError):
    """A tariff that cannot be read; each problem has file, line and column."""


class SessionFileError(SklogError):
    """A session file that cannot be read; each problem has file, line and column."""


class NotFound(SklogError):
    """No such evening, hand, player, tariff or file, or several evenings match."""


class Refused(SklogError):
    """Possible in general, but not now: the evening is closed, for example, or the line is a repetition."""


class TurnedName(Refused):
    """Somebody is known by the same name in the other order; `meant` maps each typed name to the known one."""

    def __init__(self, *problems: Problem | str, meant: Mapping[str, str] | None = None) -> None:
        super().__init__(*problems)
        self.meant: dict[str, str] = dict(meant or {})


class OpenStock(Refused):
    """There is money in the Stock of this `evening` (by number), and nothing decides what happens to it."""

    def __init__(self, *problems: Problem | str, evening: int = 0) -> None:
        super().__init__(*problems)
        self.evening = evening


class Repeated(Refused):
    """The same hand that `who` has just recorded as hand `number` was typed again.

    For a payment, `paid` says who had already paid whom how much.
    """

    def __init__(self, *problems: Problem | str, number: int = 0, who: str = "", paid: str = "") -> None:
        super().__init__(*problems)
        self.number = number
        self.who = who
        self.paid = paid
        self.chosen: tuple[str, str] = ("", "")


class Overtaken(Refused):
    """Somebody else has written to the evening in the meantime."""


class NotInstalled(SklogError):
    """A part of sklog that is not installed.

    The command line exits with 2.
    """


class LedgerError(SklogError):
    """The ledger file cannot be used."""


class NoLedger(LedgerError):
    """There is no ledger yet; `start_evening` creates one."""


class Damaged(LedgerError):
    """The ledger was changed or destroyed; go back to a copy, or repair it."""


class NewerProgram(LedgerError):
    """Something stored by a newer sklog, which this one does not know; ignoring it could cost money."""

    @classmethod
    def because_of(cls, where: str, keys: Iterable[str]) -> Self:
        """Return the error that these keys are unknown; `where` says for people what has them."""
        what = ", ".join(sorted(keys))
        return cls(_("{where} has {what}, which only a newer sklog can read: update sklog", where=where, what=what))


class Disagreement(Damaged):
    """Stored results do not agree with the recorded facts; `problems` has each difference."""


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
