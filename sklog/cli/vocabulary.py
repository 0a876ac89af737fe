"""What people type where no command is called so, in German and English: what it runs, or what would be right.

    löschen, storno, delete …    ──▶ `void 3` where a number follows, else a sentence with what can be typed

Imported only where a word is no command. No word that runs something can be read as a hand; a sentence is said of the
others where they are none.
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.cli.usage import folded
from sklog.language import _, as_typed
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ANY = 1_000  # words
BEHIND = {"explain": (0, ANY), "undo": (0, 1), "void": (1, 1), "fix": (0, ANY), "join": (1, ANY), "pay": (2, ANY)}
"""How many words, at least and at most, belong to a command that is run; to the others none."""
NUMBERED = ("explain", "undo", "void", "fix")
"""Where the first of these words is a number: `edit wenz` is a Wenz of somebody called Edith."""


def _listed(how: str) -> Mapping[str, str]:
    """Return what `vocabulary.txt` has of commands that are run, or sentences that are said, and the words for each."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    rows = re.findall(rf"^{how} (.*):\n((?: .*\n)+)", text, re.MULTILINE)
    return {meant: " ".join(words.split()) for meant, words in rows}


RUNS, SAYS = _listed("run"), _listed("say")
"""By a command line, the words that mean exactly that; by what is said of them, those that mean no one command, or not
enough was typed behind them."""


class WordMeaning(NamedTuple):
    """The words that were `typed`, and what they mean: a command, and the line that runs it, or a sentence; else ""."""

    typed: str
    command: str = ""
    line: str = ""
    says: str = ""

    def in_a_sentence(self) -> str:
        """Return what is said of it, in the language that is spoken."""
        if self.line:
            command = _("help quit").split()[0] if self.command == "help" else as_typed(self.command)
            return _('"{word}" is called {command} here.', word=self.typed, command=command)
        return _('"{word}" is not a command: {instead}', word=self.typed, instead=_(self.says))


def _by_words(rows: Mapping[str, str]) -> Mapping[str, str]:
    return {folded(words): meant for meant, each in rows.items() for words in each.split(", ")}


RUN_BY, SAID_OF = _by_words(RUNS), _by_words(SAYS)
LONGEST = max(words.count(" ") for words in (*RUN_BY, *SAID_OF)) + 1


def meaning(words: Sequence[str]) -> WordMeaning | None:
    """Return what is meant by the first words of a line; None where nothing is known of them."""
    plain = [folded(word.rstrip("?!.,:")) for word in words]
    for number in range(min(LONGEST, len(words)), 0, -1):
        said, typed, rest = " ".join(plain[:number]), " ".join(words[:number]), words[number:]
        own = len(list(takewhile(lambda word: not word.startswith("--"), rest)))
        if command := RUN_BY.get(said):
            least, most = BEHIND.get(command, (0, 0))
            if least <= own <= most and (command not in NUMBERED or not own or rest[0].isdigit()):
                return WordMeaning(typed, command, " ".join((command, *rest)))
        if sentence := SAID_OF.get(said):
            return WordMeaning(typed, says=sentence)
    return None
