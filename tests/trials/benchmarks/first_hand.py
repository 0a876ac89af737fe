"""From nothing to the first hand: how many keys, and how many screens that wait for an answer.

Three kinds of people begin an evening in an empty folder, at a real terminal: they know what they play for, what they
play, or the name of a tariff. Every answer is typed as short as it is understood; Enter is a key.

    python -m tests.trials.benchmarks.first_hand
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.terminal import Terminal
from tests.transcripts import environment

if TYPE_CHECKING:
    from collections.abc import Sequence

LANGUAGES = ("en", "de")
STARTED = "sklog"
FIRST_HAND = "s ac"
RULES = ("5/10/20", "", "", "", "0", "", "Stock 10", "")
"""What a table says that plays for 5, 10 and 20 cents, with Ramsch and Stock, and without Klopfen."""
TABLE = ("", "Anna Bene Christl Dani")
"""The evening's name, which is the usual one, and the people."""
KINDS = {
    "by prices": (*TABLE, "5/20", ""),
    "by what they play": (*TABLE, "?", *RULES, ""),
    "by a name": (*TABLE, "wiki"),
}
"""What each kind of people answers."""


class Counted(NamedTuple):
    """How many keys were pressed, and on how many screens."""

    keys: int
    screens: int


def counted(answers: Sequence[str], spoken: str) -> Counted:
    """Begin an evening with these answers, record a hand, and return what that took."""
    with TemporaryDirectory() as folder:
        env = {**environment_of(folder), "SKLOG_LANG": spoken, "NO_COLOR": "1"}
        with Terminal(env=env, rows=60, columns=120) as terminal:
            for answer in answers:
                answer_one(terminal, answer)
            terminal.until(lambda: terminal.line.endswith("1>"))
            terminal.type(f"{FIRST_HAND}\r")
            terminal.until(lambda: terminal.line.endswith("2>"))
    typed = (STARTED, *answers, FIRST_HAND)
    return Counted(sum(len(one) + 1 for one in typed), len(answers) + 1)


def environment_of(folder: str) -> dict[str, str]:
    """Return the settings of somebody who has nothing yet."""
    where = Path(folder)
    return {**environment(where), "SKLOG_DB": str(where / "sklog.db"), "SKLOG_TARIFFS": str(where / "own")}


def answer_one(terminal: Terminal, answer: str) -> None:
    """Answer the question that stands there, once it does, and wait until it is gone."""
    terminal.until(lambda: terminal.line.endswith(("]", ")")))
    before = terminal.raw
    terminal.type(f"{answer}\r")
    terminal.until(lambda: "\n" in terminal.raw[len(before) :])
    terminal.rest()


def main() -> None:
    """Count and print one row for each kind of people in each language."""
    print("| | language | keys | screens |")
    print("|---|---|---|---|")
    for kind, answers in KINDS.items():
        for spoken in LANGUAGES:
            keys, screens = counted(answers, spoken)
            print(f"| {kind} | {spoken} | {keys} | {screens} |")


if __name__ == "__main__":
    main()
