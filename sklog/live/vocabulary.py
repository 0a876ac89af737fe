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
from sklog.notation.words import one_word, spellings
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

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
    "*": r"\S.*",
    "M": r"(?P<{}>[0-9]+(?:[.,][0-9]+)?(?: ?(?:€|eur|euros?|ct|cents?))?)",
    "€": r"(?P<M>[0-9]+(?:[.,][0-9]{{2}}|(?:[.,][0-9]+)? ?(?:€|eur|euros?|ct|cents?)))",
}
"""What stands in a sentence for somebody here, for a newcomer, for the number of a hand, for anything, for an amount,
and for what has to be one."""
_NO_NAMES = frozenset(_listed("nobody")["is called so"].split(", "))
_QUIET = frozenset(_listed("nothing")["is said by"].split(", "))
_QUESTIONS = frozenset(_listed("questions")["begin with"].split(", "))
TALK = (
    "help shows the letters and the commands",
    "type the next hand; help shows how",
    "sklog add x says that everybody passed; to go on, type the next hand",
)
"""What is said of words that mean nothing to a program but where they are all of a line."""
_ANYWHERE = "…"
"""Before a word that is known wherever it stands in a line of which nothing else is understood."""


class WordMeaning(NamedTuple):
    """The words that were `typed`, and what they mean: a command, and the line that runs it, or a sentence; else "".

    `named` are the people and numbers in a whole line that is said of none but them. `whole` says that this is all of
    the line.
    """

    typed: str
    command: str = ""
    line: str = ""
    says: str = ""
    named: tuple[tuple[str, str], ...] = ()
    whole: bool = True

    def in_a_sentence(self, here: Callable[[str], str] = str) -> str:
        """Return what is said of it, in the language that is spoken, with the examples that `here` makes of ours."""
        if self.line:
            command = _("help quit").split()[0] if self.command == "help" else as_typed(self.command)
            return _('"{word}" is called {command} here.', word=self.typed, command=command)
        instead = _filled(here(_(self.says)), self.named)
        return _('"{word}" is not a command: {instead}', word=self.typed, instead=instead)

    @property
    def to_try(self) -> str:
        """The command that is to be typed, as it is in English, as far as it is known; "" where several are named."""
        named = dict(self.named)
        found = re.match(r"type sklog ((?:(?!, | and ).)+)", _filled(self.says, self.named)) if named else None
        return found[1] if found else ""


def _filled(said: str, named: tuple[tuple[str, str], ...]) -> str:
    for place, word in named:  # names may have braces as well
        said = said.replace(f"{{{place}}}", word)
    return said


def _plain(words: Iterable[str]) -> list[str]:
    """Return the words in small letters, without what stands behind them: it's is two."""
    apart = " ".join(re.sub("'s$", " 's", folded(word.rstrip("?!.,:"))).replace("n't", " not") for word in words)
    return ["'s" if each in ("is", "es") else each for each in apart.split()]


def _quiet(words: list[str], people: Iterable[str] = ()) -> list[str]:
    """Return the words without those that say nothing; all of them where no other is there."""
    names = {*map(folded, people)}
    return [each for each in words if each not in _QUIET or each in names] or words


def asks(word: str) -> bool:
    """Whether a line that begins so is a question, and no hand."""
    return folded(word) in _QUESTIONS


def _by_words(rows: Mapping[str, str]) -> Mapping[str, str]:
    """Return what is meant by each of these words, and by what is left without those that say nothing."""
    each = [(_plain(words.split()), meant) for meant, listed in rows.items() for words in listed.split(", ")
            if not (words.startswith(_ANYWHERE) or _PLACES.keys() & words.split())]  # fmt: skip
    return {" ".join(said(words)): meant for said in (_quiet, list) for words, meant in each}


RUN_BY, SAID_OF = _by_words(RUNS), _by_words(SAYS)
ANYWHERE = {
    folded(word[1:]): meant for meant, each in SAYS.items() for word in each.split(", ") if word[0] == _ANYWHERE
}
LONGEST = 9
"""How many of the first words are looked up."""


def meaning(words: Sequence[str], people: Sequence[str] = ()) -> WordMeaning | None:
    """Return what is meant by the first words of a line at a table of these people; None where nothing is known."""
    if people and (whole := _sentence(words, people)):
        return whole
    for number in range(min(LONGEST, len(words)), 0, -1):
        plain, typed, rest = _plain(words[:number]), " ".join(words[:number]), words[number:]
        said = (" ".join(plain), " ".join(_quiet(plain)))
        own = len(list(takewhile(lambda word: not word.startswith("--"), rest)))
        if command := next(filter(None, map(RUN_BY.get, said)), ""):
            least, most = BEHIND.get(command, (0, 0))
            if least <= own <= most and (command not in NUMBERED or not own or rest[0].isdigit()):
                return WordMeaning(typed, command, " ".join((command, *rest)), whole=not rest)
        if sentence := next(filter(None, map(SAID_OF.get, said)), ""):
            return WordMeaning(typed, says=sentence, whole=not rest)
    return None


@lru_cache(maxsize=1)
def _sentences() -> list[tuple[frozenset[str], str, str]]:
    """Return the sentences with somebody or a number in them: their other words, a pattern of all, what is said."""
    found = []
    for words, meant in ((words.split(), meant) for meant, each in SAYS.items() for words in each.split(", ")):
        if _PLACES.keys().isdisjoint(words):
            continue
        said = [[word] if word in _PLACES else _plain([word]) for word in words]
        others = [each for parts in said for each in parts if each not in _QUIET]
        pattern = " ".join(_PLACES.get(each, re.escape(each)).format(each) for each in others)
        found.append((frozenset(others) - _PLACES.keys(), pattern, meant))
    return found


def _sentence(words: Sequence[str], people: Sequence[str]) -> WordMeaning | None:
    """Return what is meant by a whole line about people of this table, newcomers or numbers; None where it is none."""
    plain = _quiet(_plain(words), people)
    said, kinds = " ".join(plain), {*plain}
    for others, pattern, meant in _sentences():
        if not others <= kinds or not (found := re.fullmatch(pattern, said)):
            continue
        named = {place: _named(word, people) if place in "AB" else word for place, word in found.groupdict().items()}
        if "M" in named:
            named["M"] = re.sub(" ?c.*", "ct", re.sub(" ?[€e].*", "€", named["M"]))
        if "X" in named:
            newcomer = next(word for word in words if folded(word).startswith(named["X"])).rstrip("?!.,:")
            known = named["X"] in SAID_OF or named["X"] in _NO_NAMES
            here = _named(named["X"], people) if len(newcomer) > 1 else ""
            named["X"] = "" if known else here or (newcomer.title() if newcomer.islower() else newcomer)
        if all(named.values()) and len({*named.values()}) == len(named):
            return WordMeaning(" ".join(words), says=meant, named=tuple(named.items()))
    return None


def somewhere(words: Sequence[str]) -> WordMeaning | None:
    """Return what is meant by a word anywhere in a line of which nothing else is understood; None where none says."""
    known = ((word, ANYWHERE.get(folded(word.strip("?!.,:")))) for word in words)
    return next((WordMeaning(word, says=says, whole=len(words) == 1) for word, says in known if says), None)


def _named(word: str, people: Sequence[str]) -> str:
    """Return the one person here who is called so, as it is typed; "" where nobody is, or several are."""
    here = _called(word, people)
    return one_word(here[0]) if len(here) == 1 and word not in _NO_NAMES else ""


def _called(word: str, people: Iterable[str]) -> list[str]:
    """Return the people who are called so in any spelling: by the whole name, else by its start."""
    ways = {person: spellings(person) for person in people}
    whole = [person for person, each in ways.items() if word in each]
    return whole or [person for person, each in ways.items() if any(one.startswith(word) for one in each)]
