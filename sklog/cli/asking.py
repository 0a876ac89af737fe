"""Questions at a terminal, one after the other: a refused answer is asked for again, and any can still be changed.

answered(question, …)       one question, until its answer is not refused
Interview().run(questions)  several: one key asks the one before once more, as often as wanted
stock_rule(ledger, number)  whose the Stock of an evening is; else nothing here knows what is asked
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import typer

from sklog.cli import printing, terminal, usage
from sklog.desk import typed
from sklog.errors import Refused, SklogError
from sklog.language import _
from sklog.rooms import LINE, if_here, load
from sklog.scoring.amounts import money

if TYPE_CHECKING:
    from collections.abc import Callable

    from sklog.desk.ledger import Ledger

T = TypeVar("T")


class StepBack(Exception):
    """Somebody wants to answer the question before once more."""


def _read_typed(shown: str) -> str:
    typer.echo(shown, nl=False)  # where output is kept until something is asked, input() would not show it
    return input()


def answered(
    question: str,
    default: str,
    check: Callable[[str], object],
    line: Callable[[str], str] = _read_typed,
) -> str:
    """Ask until there is an answer that `check` does not refuse; return "" where Enter alone takes the default.

    Without a default there has to be one. `line` shows a question and returns the answer.
    """
    shown = printing.broken_into_lines(f"{question} [{default}]" if default else question) + " "
    while True:
        answer = line(shown).strip()
        if default and answer in ("", default):
            return ""
        try:
            check(answer)
        except SklogError as error:
            printing.tell(*map(str, error.problems))
            typer.echo("\a", nl=False)
            continue
        if answer:
            return answer


class Interview:
    """Questions of which each can be answered anew: what was answered before stands in the line then.

    They are a function that asks them and makes something of the answers. Where somebody goes back it is called again,
    and is given the answers before that one. What was typed before the first question stood there answers none.
    """

    def __init__(self, intro: str) -> None:
        self._intro = intro
        self._given: list[str] = []
        self._place = 0  # of the next question
        self._last: dict[str, str] = {}  # by the question, what was answered last

    def ask_all(self, questions: Callable[[Interview], T]) -> T:
        """Return what the questions make of their answers; raise KeyboardInterrupt and EOFError where one leaves."""
        while True:
            self._place = 0
            try:
                return questions(self)
            except StepBack:
                del self._given[-1:]

    @property
    def ways(self) -> str:
        """How to answer the question before once more, in words."""
        return _("{key}: back one question.", key="Esc" if _edits() else _("back"))

    def ask_next(
        self, question: str, usual: str, check: Callable[[str], object], above: Callable[[], object] | None = None
    ) -> str:
        """Return the answer as `answered` does; what is printed `above` the question is so where it is asked."""
        if self._place == len(self._given):
            if self._intro:
                self._begin()
            if above:
                above()
            lines = [self._last.get(question, "")]
            # a terminal that only prints lines shows in brackets what any other one has in the line
            default = usual if _edits() else lines[0] or usual

            def line(shown: str) -> str:
                beside = terminal.BESIDE.get()
                lines.append(_ask_line(shown, "" if beside and lines[-1].strip() in beside.kept else lines[-1]))
                return lines[-1]

            answer = answered(question, default, check, line=line) or default
            self._last[question] = answer
            self._given.append("" if answer == usual else answer)
        self._place += 1
        return self._given[self._place - 1]

    def _begin(self) -> None:
        """Say how questions are answered, and left."""
        if _edits():
            load(LINE)  # takes a while, in which somebody may type
        terminal.forget_keys()
        printing.tell(f"{self._intro} {self.ways}")
        self._intro = ""


def _edits() -> bool:
    """Whether an answer is typed in a line that can be edited, and a key goes back."""
    return bool(printing.can_edit() and if_here(LINE))


def _ask_line(shown: str, begun: str) -> str:
    """Show a question and return what is answered, with what was `begun` standing there; raise StepBack."""
    answer: str = load(LINE)(shown, begun) if _edits() else _read_typed(shown)
    if answer.strip() == _("back"):
        raise StepBack
    return answer


def stock_rule(ledger: Ledger, number: int) -> str:
    """Ask what becomes of the Stock of an evening, until that can be done."""
    evening = ledger.evening(number)
    held = money(evening.state.stock, evening.tariff.unit)
    what = _("The Stock of {name} holds {held}.", name=printing.plain(evening.name), held=held)
    question = _("Whose money is it? split among those present, carry over to the next evening, or a name:")
    said = ""

    def check_rule(answer: str) -> None:
        nonlocal said
        said = usage.word_meant(answer, usage.STOCK)
        if not said:
            raise Refused(_("choose one of the three; Ctrl-C leaves it open"))
        typed.stock_move(evening, said)

    try:
        answered(f"{what} {question}", "", check_rule)
    except (EOFError, KeyboardInterrupt):
        raise typer.Abort from None
    return said
