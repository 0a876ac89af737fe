"""The questions that open an evening: its name, who sits there, and by which tariff they play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sklog.cli import common
from sklog.errors import SklogError
from sklog.language import _
from sklog.tariffs import available, find

if TYPE_CHECKING:
    from collections.abc import Callable

    from sklog.cli.play.table import Table
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


def begin(table: Table, ask: Callable[[str], str], say: Callable[..., None]) -> None:
    """Ask everything and begin the evening; what is wrong is said, and its question asked again.

    The last evening's tariff is that evening's own copy, which `start` takes where none is named.
    """
    name, players, tariff = questions(table.last())
    called = _answer(name, ask, say, lambda said: common.single_line(said, name.text))
    people = _answer(players, ask, say)
    chosen = _answer(tariff, ask, say, lambda said: said == tariff.default or find(said, Path.cwd()))
    wanted = [] if chosen == tariff.default else ["--tariff", chosen]
    while True:
        seats = people if "," in people else ",".join(people.split())
        answer = table.run(["start", "--players", seats, *wanted, "--", called])
        if not answer.code:
            return
        say(*answer.problems)
        people = _answer(players, ask, say)


def _answer(
    question: Question,
    ask: Callable[[str], str],
    say: Callable[..., None],
    check: Callable[[str], object] = str,
) -> str:
    default = f"[{question.default}] " if question.default else ""
    while True:
        answer = ask(f"{question.text} {default}").strip() or question.default
        try:
            check(answer)
        except SklogError as error:
            say(*map(common.plain, error.problems))
            continue
        if answer:
            return answer
