"""The questions that open an evening: its name, who sits there, and by which tariff they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _
from sklog.tariffs import available

if TYPE_CHECKING:
    from collections.abc import Callable

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


def command(last: Evening | None, ask: Callable[[str], str]) -> list[str]:
    """Ask everything and return the words of the command that begins the evening.

    The last evening's tariff is that evening's own copy, which `start` takes where none is named.
    """
    name, players, tariff = questions(last)
    called, people, chosen = (_answer(question, ask) for question in (name, players, tariff))
    seats = people if "," in people else ",".join(people.split())
    wanted = [] if chosen == tariff.default else ["--tariff", chosen]
    return ["start", "--players", seats, *wanted, "--", called]


def _answer(question: Question, ask: Callable[[str], str]) -> str:
    default = f"[{question.default}] " if question.default else ""
    while not (answer := ask(f"{question.text} {default}").strip() or question.default):
        continue
    return answer
