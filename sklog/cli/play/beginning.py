"""The questions that open an evening: its name, who sits there, and by which tariff they play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sklog.cli import common, printing
from sklog.errors import SklogError
from sklog.language import _
from sklog.reports.format import filled
from sklog.tariffs import available, find

if TYPE_CHECKING:
    from collections.abc import Callable

    from sklog.cli.play.table import Answer
    from sklog.ledger.evenings import Evening

DEFAULT_NAME, DEFAULT_TARIFF = "Stammtisch", "sauspiel"


class Question(NamedTuple):
    """What is asked, and what an empty answer means: "" where there has to be one."""

    text: str
    default: str


def questions(last: Evening | None) -> tuple[Question, Question, Question]:
    """Return what is asked: name, players, tariff; the last evening is what the next one is most like."""
    return (
        Question(_("What is the evening called?"), last.name if last else DEFAULT_NAME),
        Question(_("Who plays, clockwise, the first dealer first?"), ", ".join(last.state.seats) if last else ""),
        Question(
            _("Which tariff? ({names})", names=", ".join(available())), last.tariff.name if last else DEFAULT_TARIFF
        ),
    )


class Asked(NamedTuple):
    """How the questions are asked: `ask` a line, `say` sentences, and `run` the words of a command."""

    ask: Callable[[str], str]
    say: Callable[..., None]
    run: Callable[[list[str]], Answer]


def begin(last: Evening | None, asked: Asked) -> None:
    """Ask everything and begin the evening; what is wrong is said, and its question asked again.

    The last evening's tariff is that evening's own copy, which `start` takes where none is named.
    """
    name, players, tariff = questions(last)
    called = _answer(name, asked, lambda said: common.single_line(said, name.text))
    people = _answer(players, asked)
    chosen = _answer(tariff, asked, lambda said: said == tariff.default or find(said, Path.cwd()))
    wanted = [] if chosen == tariff.default else ["--tariff", chosen]
    while True:
        seats = people if "," in people else ",".join(people.split())
        problems = asked.run(["start", "--players", seats, *wanted, "--", called]).problems
        if not problems:
            return
        asked.say(*problems)
        people = _answer(players, asked)


def _answer(question: Question, asked: Asked, check: Callable[[str], object] = str) -> str:
    """Ask until there is an answer that `check` does not refuse."""
    default = f" [{question.default}]" if question.default else ""
    while True:
        answer = asked.ask(filled(f"{question.text}{default}", printing.columns()) + " ").strip() or question.default
        try:
            check(answer)
        except SklogError as error:
            asked.say(*map(common.plain, error.problems))
            continue
        if answer:
            return answer
