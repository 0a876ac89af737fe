"""A whole line typed into the questions about a hand, behind any of their answers: it is never taken for another."""

import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from sklog.ledger.evenings import Evening
from sklog.play.questions import ENTER, FLAGS, RESULT, Begun, HandQuestions, lines_in
from sklog.play.shell import meaning
from tests import recorded
from tests.conftest import Sklog
from tests.play.keyboard import played

Says = Callable[[str], object]

GAMES = ("s", "w", "g", "h", "r", "b", "x", "ss", "hs", "gw", "ew", "sg", "habicht")
PEOPLE = ("b", "ac")
ENDS = ("", "-", " l3")
SAID = (
    *("undo", "stand", "zurück", "pay anna bene 1", "Anna und Dani gewinnen das Sauspiel"),
    *("Wenz Bene verloren", "Christl loses a Wenz"),
)
ANSWERS = "seghwrbax"
FINISHED = ("wb", "wb+", "wb-", "sac", "sac+n", "hsa-z", "rd", "x")
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")


def pressed(evening: Evening, keys: str) -> HandQuestions:
    """Return the questions after these keys."""
    questions = HandQuestions(evening)
    for key in keys:
        questions.press(key)
    return questions


def begun(evening: Evening, most: int) -> Iterator[str]:
    """Yield answers to so many questions at most, before the hand is said, and some that say it."""
    found = [""]
    while found:
        keys = found.pop()
        questions = pressed(evening, keys)
        if questions.question not in (RESULT, FLAGS):
            found += [keys + key for key in questions.choices() if key in ANSWERS and len(keys) < most]
            yield keys
    yield from (keys for keys in FINISHED if not pressed(evening, keys).over)


def came_of(questions: HandQuestions, line: str, says: Says) -> Begun | None:
    """Return what a line and Enter do that are typed into the questions; None where they go on."""
    for number, key in enumerate([*line, ENTER]):
        questions.press(key)
        if questions.begun:
            return questions.meant(questions.begun + line[number + 1 :], says)
    typed = lines_in(questions.answers, len(questions.answers), says).values()
    others = [one for one in typed if says(one) != says(questions.line)]
    return Begun(questions.line, (questions.line, *others) if others else ()) if questions.line else None


@pytest.mark.long
@pytest.mark.parametrize(
    ("tariff", "most"),
    [
        pytest.param("wiki", 2, id="all-games"),
        pytest.param("bsv", 1, id="few-games"),
    ],
)
def test_a_whole_line_is_never_taken_for_another(ledger: sqlite3.Connection, tariff: str, most: int) -> None:
    """Behind any answers it says what it says alone, or is asked about; a hand that was finished before is kept."""
    evening = recorded.evening(ledger, tariff=tariff)
    says: Says = cache(lambda line: meaning(line, evening))
    hands = (f"{game}{space}{who}{end}" for game in GAMES for space in ("", " ") for who in PEOPLE for end in ENDS)
    lines = [line for line in (*hands, *SAID) if says(line)]
    wrong: list[object] = []
    for keys in begun(evening, most):
        for line in lines:
            questions = pressed(evening, keys)
            finished = questions.finished
            came = came_of(questions, line, says)
            may_be = [says(one) for one in came.choices or [came.line]] if came else [says(line)]
            if says(line) not in may_be or (came and came.left != finished and not came.choices):
                wrong.append((keys, line, came))
    assert (len(lines) > 30, wrong) == (True, [])


@pytest.mark.long
@pytest.mark.parametrize(
    ("keys", "right"),
    [
        pytest.param("s|w b\r", [], id="two-hands"),
        pytest.param("h|w b-\r", [], id="two-hands-that-were-lost"),
        pytest.param("s|wb-\r", [], id="without-a-blank"),
        pytest.param("s|w|b|\r|\r", ["sw b"], id="a-key-for-each-answer"),
        pytest.param("e|s ac\r", [], id="one-person-too-many"),
        pytest.param("sq|s ac\r", [], id="behind-a-slip-of-a-key"),
        pytest.param("s|Anna und Dani gewinnen Sauspiel\r", ["Anna und Dani gewinnen Sauspiel"], id="a-sentence"),
        pytest.param("wb\r|undo\r", ["undo"], id="a-command"),
        pytest.param("s|\x1b[200~w b\ns ac\n\x1b[201~\r", ["w b", "s ac"], id="pasted"),
        pytest.param("wb|s ac\r|\r", ["s ac", "w b"], id="the-end-of-the-first-is-missing"),
    ],
)
@pytest.mark.usefixtures("capsys")
def test_a_line_typed_behind_answers(ok: Sklog, folder: Path, keys: str, right: list[str]) -> None:
    """Where nobody can be asked a line that may be two hands is refused."""
    ok(*START)
    assert played("\r" + keys.replace("|", "") + "\x03", folder=folder) == right
