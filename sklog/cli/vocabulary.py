"""What people type where no command is called so, in German and English: what it runs, or what would be right.

    löschen, storno, delete …    ──▶ `void 3` where a number follows, else a sentence with what can be typed

Imported only where a word is no command. No word that runs something can be read as a hand; a sentence is said of the
others where they are none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.cli.usage import folded
from sklog.language import _, as_typed
from sklog.notation.words import one_word
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ANY = 1_000  # words
BEHIND = {"explain": (0, 1), "undo": (0, 1), "void": (1, 1), "fix": (0, ANY), "join": (1, ANY), "pay": (2, ANY)}
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
_PLACES = {
    **dict.fromkeys(("A", "B"), r"(?P<{}>\S+(?: \S+)?)"),
    "X": r"(?P<{}>[^\W\d_][\w'-]+)",
    "N": r"(?P<{}>[0-9]+)",
    "M": r"(?P<{}>[0-9]+(?:[.,][0-9]+)?(?: ?(?:€|eur|euros?|ct|cents?))?)",
}
"""What stands in a sentence for somebody here, for a newcomer, for the number of a hand, and for an amount."""
_NO_NAMES = frozenset(_listed("nobody")["is called so"].split(", "))
_ANYWHERE = "…"
"""Before a word that is known wherever it stands in a line of which nothing else is understood."""


class WordMeaning(NamedTuple):
    """The words that were `typed`, and what they mean: a command, and the line that runs it, or a sentence; else "".

    `named` are the people and numbers in a whole line that is said of none but them.
    """

    typed: str
    command: str = ""
    line: str = ""
    says: str = ""
    named: tuple[tuple[str, str], ...] = ()

    def in_a_sentence(self, here: Callable[[str], str] = str) -> str:
        """Return what is said of it, in the language that is spoken, with the examples that `here` makes of ours."""
        if self.line:
            command = _("help quit").split()[0] if self.command == "help" else as_typed(self.command)
            return _('"{word}" is called {command} here.', word=self.typed, command=command)
        instead = here(_(self.says))
        for place, word in self.named:  # names may have braces as well
            instead = instead.replace(f"{{{place}}}", word)
        return _('"{word}" is not a command: {instead}', word=as_typed(self.typed), instead=instead)


def _by_words(rows: Mapping[str, str]) -> Mapping[str, str]:
    return {folded(words): meant for meant, each in rows.items() for words in each.split(", ")
            if not (words.startswith(_ANYWHERE) or _PLACES.keys() & words.split())}  # fmt: skip


RUN_BY, SAID_OF = _by_words(RUNS), _by_words(SAYS)
ANYWHERE = {
    folded(word[1:]): meant for meant, each in SAYS.items() for word in each.split(", ") if word[0] == _ANYWHERE
}
LONGEST = max(words.count(" ") for words in (*RUN_BY, *SAID_OF)) + 1


def meaning(words: Sequence[str], people: Sequence[str] = ()) -> WordMeaning | None:
    """Return what is meant by the first words of a line at a table of these people; None where nothing is known."""
    plain = [folded(word.rstrip("?!.,:")) for word in words]
    if people and (whole := _sentence(" ".join(words), " ".join(plain), people)):
        return whole
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


@lru_cache(maxsize=1)
def _sentences() -> list[tuple[frozenset[str], list[str], str]]:
    """Return the sentences with somebody or a number in them: their other words, all of them, and what is said."""
    found = [(words.split(), meant) for meant, each in SAYS.items() for words in each.split(", ")]
    return [(frozenset(folded(word) for word in words if word not in _PLACES), words, meant)
            for words, meant in found if not _PLACES.keys().isdisjoint(words)]  # fmt: skip


def _sentence(typed: str, said: str, people: Sequence[str]) -> WordMeaning | None:
    """Return what is meant by a whole line about people of this table, newcomers or numbers; None where it is none."""
    typed_words = {*said.split()}
    for others, words, meant in _sentences():
        if not others <= typed_words:
            continue
        pattern = " ".join(_PLACES.get(word, re.escape(folded(word))).format(word) for word in words)
        if found := re.fullmatch(pattern, said):
            named = {
                place: _named(word, people) if place in "AB" else word for place, word in found.groupdict().items()
            }
            if "M" in named:
                named["M"] = re.sub(" ?c.*", "ct", re.sub(" ?[€e].*", "€", named["M"]))
            if "X" in named:
                newcomer = typed.split()[said.count(" ", 0, found.start("X"))].rstrip("?!.,:")
                known = named["X"] in SAID_OF or named["X"] in _NO_NAMES
                named["X"] = "" if known else newcomer.title() if newcomer.islower() else newcomer
            if all(named.values()):
                return WordMeaning(typed, says=meant, named=tuple(named.items()))
    return None


def somewhere(words: Sequence[str]) -> WordMeaning | None:
    """Return what is meant by a word anywhere in a line of which nothing else is understood; None where none says."""
    known = ((word, ANYWHERE.get(folded(word.strip("?!.,:")))) for word in words)
    return next((WordMeaning(word, says=says) for word, says in known if says), None)


def _named(word: str, people: Sequence[str]) -> str:
    """Return the one person here who is called so, as it is typed; "" where nobody is, or several are."""
    here = [one for one in people if folded(one) == word] or [one for one in people if folded(one).startswith(word)]
    return one_word(here[0]) if len(here) == 1 and word not in _NO_NAMES else ""
