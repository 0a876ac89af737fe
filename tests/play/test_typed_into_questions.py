"""Whatever is typed into a question at the prompt is obeyed or kept: nothing is glued, lost, done twice, or paid."""

import os
from itertools import cycle, product
from pathlib import Path

import pytest

from sklog.cli import printing, terminal
from sklog.play import plain
from tests.conftest import Sklog
from tests.play.keyboard import at

pytestmark = pytest.mark.long

EVERY = bool(os.environ.get("SKLOG_SLIPS"))  # each of them in each way
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "sauspiel")
BEFORE = "w b"
QUESTIONS = {
    "closed": ("close\n", "n", ["close"], ["close"]),
    "settled": ("settle --record\n", "n", [], []),
    "euros": ("pay bene anna 1\n", "c", [], ["pay bene anna 1ct"]),
    "price": ("hs a l8\n", "1", [], ["hs a sie"]),
    "word": ("Anna hat ihren Wenz verheizt\n", "1", [], ["w a"]),
    "twice": (f"{BEFORE}\n", "", [], []),
    "kept": ("s ax\nw d\n", "", [], []),
    "kept-too": ("s ax\nw d\n|w d\n", "", ["w d"], ["w d"]),
}
"""What asks, its harmless answer, and what is recorded without and with it."""
TYPED = {
    "a-hand": "s ac",
    "a-sentence": "Anna and Christl won the sauspiel",
    "the-answer-and-a-hand": "{answer}s ac",
    "the-answer-twice-and-a-hand": "{answer}{answer}s ac",
    "enter-twice-and-a-hand": "\n\ns ac",
    "undo": "undo",
    "show": "show",
    "help": "help",
}
KEYS, FAST, READ, EARLY = "key-by-key", "faster-than-the-answer", "in-one-read", "before-the-question"


class Keyboard:
    """Somebody who types what asks a question, line by line, and then into that question."""

    def __init__(self, asking: str, typed: str, way: str) -> None:
        self._asking, self._typed, self._way, self._behind = asking.split("|"), f"{typed}\n", way, ""
        self._is_asked = False

    def line(self, _prompt: str = "") -> str:
        """Return the next line, or raise EOFError."""
        keys, self._asking = ("".join(self._asking[:1]), self._asking[1:]) if self._asking else (self._typed, [])
        if not keys:
            raise EOFError
        line, _enter, behind = keys.partition("\n")
        if keys is self._typed:
            self._typed = behind
        elif behind:
            self._behind = behind
        return line

    def ahead(self, read: str = "", **_how: bool) -> str:
        """Return what was typed already."""
        keys, self._behind = read + self._behind, ""
        if (not self._asking and self._way == EARLY) or (self._is_asked and self._way == FAST):
            keys, self._typed = keys + self._typed, ""
        return keys

    def key(self, *_asked: object) -> str:
        """Return what the terminal hands over at a question: Enter where nothing more is typed."""
        end = 1 if self._way in (KEYS, FAST) else len(self._typed)
        keys, self._typed, self._is_asked = self._typed[:end] or "\n", self._typed[end:], True
        return keys


@pytest.mark.parametrize(
    ("question", "typed", "way"),
    [
        pytest.param(question, typed, way, id=f"{question}-{typed}-{way}")
        for (question, typed, way), is_tried in zip(
            product(QUESTIONS, TYPED, (KEYS, FAST, READ, EARLY)), cycle((True, False, False, True, False))
        )
        if (QUESTIONS[question][1] or "answer" not in typed) and (is_tried or EVERY)
    ],
)
def test_what_is_typed_into_a_question(
    ok: Sklog,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    question: str,
    typed: str,
    way: str,
) -> None:
    """A hand is recorded or kept, once, and a command obeyed or kept."""
    asking, answer, without, answered = QUESTIONS[question]
    ok(*START)
    ok("add", "--", BEFORE)
    keyboard = Keyboard(asking, TYPED[typed].format(answer=answer), way)
    monkeypatch.setattr("builtins.input", keyboard.line)
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    for module in (plain, terminal):
        monkeypatch.setattr(module, "typed_ahead", keyboard.ahead)
        monkeypatch.setattr(module, "pressed", keyboard.key)
    shell = at(folder)
    plain.play_line_by_line(shell)
    told = capsys.readouterr().out
    last = TYPED[typed].replace("{answer}", "").strip()
    kept = told.rpartition("Not recorded: ")[2].split("\n")[0].split(" · ")
    is_answered = "answer" in typed and way != EARLY
    behind = shell.history()[1:]
    expected = answered if is_answered else without
    assert behind[: len(expected)] == expected
    done = behind[len(expected) :]
    if last in ("show", "help"):
        assert done == []
    else:
        assert (done == [last]) != (last in kept), told
