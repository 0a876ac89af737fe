"""The language that sklog speaks to people: every text passes `_`, and English is what stands in the code.

    text ──_──▶ catalogue, where one is spoken ──▶ text for people

Words of the game are German in every language and pass as they are. The command line speaks the language of its
environment (`sklog.cli.usage`). Whoever answers several people at once speaks to each in a context of its own (a
thread, a task, or `contextvars.copy_context`). A catalogue is a gettext file of its own, so another language is a file
in `locale`; `python -m tests.catalogue` finds what it has to say, and writes beside it what is read here: each text and
what is said for it, one after the other. To read what gettext compiles took a fifth of a short command.

A command has its words in each catalogue, where the context is "command"; an option, and a word that can stand behind
one, has its own where that is "option". One that a text suggests can be typed as it stands: it is said in the language
of the text, and says with `suggest_with` which ledger is meant.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Catalogue = Mapping[str, str]

ENGLISH = "en"
_SPEAKS_ENGLISH = (ENGLISH, "c", "posix")  # the last two are no languages, but the locales of a bare machine
DOMAIN = "sklog"
LOCALE = __file__.removesuffix("language.py") + "locale"
LONGEST = 8  # letters of a language's name

# What is spoken: a catalogue (empty for the English of the code) and its name. Each thread and each task of an event
# loop has its own; a new thread begins with English, a new task with the language of the one that made it.
_SPOKEN: ContextVar[tuple[Catalogue, str]] = ContextVar("language", default=({}, ENGLISH))

BETWEEN = "\0"  # each text of a catalogue and the next
OF, FORM = "\4", "\5"  # a context and its text; the forms of a plural
RULE, ROUND = "", 100  # below "" stands which form is for 0 to 199 of something: above, what the last two digits want
COMMAND = "command"  # the context of the words for commands
OPTION = "option"  # the context of the words for options, and of what can be said with them
_IN_TEXT = r"(?<![\w-])--([a-z][a-z-]+)"  # an option in a text
_COMMAND_LINE = r"(?<=\bsklog )[a-z]+(?: [a-z]+)?"  # the commands of a suggested one: at most two

# what of a text begins a suggested command, and how that begins instead
_SUGGESTED: ContextVar[tuple[re.Pattern[str], str] | None] = ContextVar("suggested", default=None)

# what of a text suggests a command about the evening that was said, and how that is said behind it
_ABOUT: ContextVar[tuple[re.Pattern[str], str] | None] = ContextVar("about", default=None)

# what a text is said as where people type commands; None where a program speaks
_WAY: ContextVar[Callable[[str], str] | None] = ContextVar("way", default=None)

POWERSHELL = "\\" in __file__  # on Windows; nothing may be imported here that asks the system
_PLAIN = r"[\w./][\w./:-]*"  # what means itself in every shell


def speak(language: str | None) -> None:
    """Use this language from now on, in this thread or task: `de`, or a locale such as `de_AT.UTF-8`.

    A language without a catalogue is English.

    >>> sklog.speak("de")
    >>> sklog.write_amount(240, "ct")
    '2,40'
    >>> sklog.speak(None)
    """
    letters = "".join(letter if letter.isalpha() and letter.isascii() else " " for letter in language or ENGLISH)
    name = (letters.split() or [ENGLISH])[0][:LONGEST].lower()
    catalogue = {} if name in _SPEAKS_ENGLISH else _catalogue(name)
    _SPOKEN.set((catalogue, name if catalogue else ENGLISH))


@lru_cache(maxsize=16)  # whoever asks a server may name any language
def _catalogue(name: str) -> Catalogue:
    """Return what is said in a language; nothing where it has no catalogue."""
    try:
        with open(f"{LOCALE}/{name}/LC_MESSAGES/{DOMAIN}.texts", "rb") as file:  # noqa: PTH123  `add` needs no paths here
            said = file.read().decode().split(BETWEEN)
    except OSError:
        return {}
    return dict(zip(said[::2], said[1::2], strict=True))


def spoken() -> str:
    """Return which language is spoken, as two letters."""
    return _SPOKEN.get()[1]


def _(text: str, /, **values: object) -> str:
    """Return a text in the language that is spoken, its {fields} filled in."""
    return _filled(text, _SPOKEN.get()[0].get(text, text), values)


def _n(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the text for so many of something; {n} is the number."""
    catalogue = _SPOKEN.get()[0]
    if not (forms := catalogue.get(f"{one}{FORM}{many}")):
        return _filled(one, one if n == 1 else many, {"n": n, **values})
    said = forms.split(FORM)[int(catalogue[RULE][n if n < ROUND else ROUND + n % ROUND])]
    return _filled(one, said, {"n": n, **values})


def _t(text: str, /, **values: object) -> str:
    """Return a text, and where people type commands what is typed: a program hears of neither that nor a {path}.

    What is typed stands behind "¦" in the texts of rooms; of those below the command line that says it.
    """
    catalogue = _SPOKEN.get()[0]
    said, _mark, typed = catalogue.get(text, text).partition("¦")
    if (way := _WAY.get()) is None:
        here = {**values, "path": _("the ledger")} if "path" in values else values
        return _filled(text, said, here, values)
    behind = typed or ((known := way(text)) and catalogue.get(known, known))
    return _filled(text, said.removesuffix(".") + behind if behind else said, values)


N_ = str
"""The text itself: it is kept in English, and passes `_` where it is shown."""


def _and(words: Iterable[str]) -> str:
    """Return words as one text: "a, b and c"."""
    *first, last = words
    return _("{words} and {last}", words=", ".join(first), last=last) if first else last


def _or(words: Iterable[str]) -> str:
    """Return words as one text: "a, b or c"."""
    *first, last = words
    return _("{words} or {last}", words=", ".join(first), last=last) if first else last


def _c(context: str, text: str, /, **values: object) -> str:
    """Return a text that means different things in different places; `context` says which it is here."""
    return _filled(text, _SPOKEN.get()[0].get(f"{context}{OF}{text}", text), values)


def day_in_words(text: str) -> str:
    """Return an ISO day as people write it (19 Nov 2026); any other text as it is, whatever letters it has."""
    bare = text[:4] + text[5:7] + text[8:]
    if not (text.isascii() and bare.isdigit() and (len(text), text[4::3]) == (10, "--") and "01" <= text[5:7] <= "12"):
        return text
    months = (
        _c("month", "Jan"), _c("month", "Feb"), _c("month", "Mar"), _c("month", "Apr"), _c("month", "May"),
        _c("month", "Jun"), _c("month", "Jul"), _c("month", "Aug"), _c("month", "Sep"), _c("month", "Oct"),
        _c("month", "Nov"), _c("month", "Dec"),
    )  # fmt: skip
    # a language that writes numbers has the number for the name of a month
    return _c("date", "{day} {month} {year}", day=int(text[8:]), month=months[int(text[5:7]) - 1], year=text[:4])


def words_for(command: str, language: str | None = None) -> list[str]:
    """Return the words for a command, such as `tariff list`, in a language (None: the one that is spoken).

    Of one inside of a group that is its own word alone. The first is shown, the others are understood as well.
    """
    catalogue = _SPOKEN.get()[0] if language is None else _catalogue(language)
    said = catalogue.get(f"{COMMAND}{OF}{command}", command)
    return command.split()[-1:] if said == command else said.split()


def option_word(word: str) -> str:
    """Return the word for an option, or for what can be said with one, in the language that is spoken."""
    return _SPOKEN.get()[0].get(f"{OPTION}{OF}{word}", word)


def _with_options(text: str) -> str:
    """Return a text with its options in the language that is spoken: `--players` is `--spieler` in German."""
    return re.sub(_IN_TEXT, lambda found: f"--{option_word(found[1])}", text) if _SPOKEN.get()[0] else text


def as_typed(line: str) -> str:
    """Return a command line with its commands and options in the language that is spoken: `zurück 2` for `undo 2`."""
    first, gap, rest = line.partition(" ")
    inner, more, rest = rest.partition(" ")
    below = words_for(f"{first} {inner}")[0] if inner else ""
    return _with_options("".join((*words_for(first)[:1], gap, below, more, rest)))


class Said(str):
    """A text for people, and what a program asks of one: of which text in English it is made, and what fills it in."""

    __slots__ = ("fields", "key", "kind")
    key: str
    fields: Mapping[str, object]
    kind: str
    """The code of the error that said it first, which is told by `sklog.errors`."""

    @classmethod
    def as_it_is(cls, text: str) -> Said:
        """Return a text that is made of no other one."""
        made = cls(text)
        made.key, made.fields, made.kind = "", {}, ""
        return made


def _filled(key: str, said: str, values: Mapping[str, object], told: Mapping[str, object] | None = None) -> str:
    said = _suggesting(said, values) if "sklog " in said else said
    said = _with_options(said) if "--" in said else said
    made = Said(said.format(**values) if values else said)
    made.key, made.fields, made.kind = key, values if told is None else told, ""
    return made


def _suggesting(said: str, values: Mapping[str, object]) -> str:
    """Return a text that suggests a command as it is typed here; it is filled in later if there are `values`."""
    if _SPOKEN.get()[0]:
        said = re.sub(_COMMAND_LINE, lambda found: as_typed(found[0]), said)
    if about := _ABOUT.get():
        begins, option = about
        option = option.replace("{", "{{").replace("}", "}}") if values else option
        said = begins.sub(lambda found: found[0] + option, said)
    if suggested := _SUGGESTED.get():
        begins, program = suggested
        said = begins.sub(lambda _found: program.replace("{", "{{").replace("}", "}}") if values else program, said)
    return said


def say_with(way: Callable[[str], str] | None) -> None:
    """Have each text that says what to do pass `way` from now on, in this thread or task: it adds what is typed."""
    _WAY.set(way)


def suggest_with(options: str, commands: Iterable[str] = ()) -> None:
    """Have each of these commands that a text suggests carry `options` from now on, in this thread or task.

    A letter in them that steers a terminal is shown as �: nobody could type it either.
    """
    options = _printable(options)
    words = "|".join(word for name in commands for word in {name, words_for(name)[0]})
    begins = rf"\bsklog (?=(?:(?:{words})\b|{{command}})(?! --help))"
    _SUGGESTED.set((re.compile(begins), f"sklog {options} ") if options else None)


def suggest_about(option: str, which: str | None, commands: Iterable[str] = ()) -> None:
    """Have each of these commands that a text suggests say the same evening from now on, as `option`: --session 3.

    One that says an evening itself stays as it is; without `which` all do.
    """
    words = "|".join(sorted({word for name in commands for word in (name, as_typed(name))}, key=len, reverse=True))
    begins = rf"\bsklog (?:{words})\b(?! --help)(?!(?:(?!\bsklog\b)[^;])* {option}\b)"
    _ABOUT.set((re.compile(begins), _printable(f" {option} {in_shell(which)}")) if which is not None else None)


def _printable(options: str) -> str:
    """Return options without letters that steer a terminal: each is shown as �."""
    return "".join(letter if letter.isprintable() or letter == "\u00a0" else "\ufffd" for letter in options)


def in_shell(word: object) -> str:
    """Return a word as it is typed in a shell: in bash, zsh and fish alike, on Windows in PowerShell."""
    text = str(word)
    if re.fullmatch(_PLAIN, text):
        return text
    if POWERSHELL:
        return in_powershell(text)
    return "'" + re.sub(r"[\\']", r"'\\\g<0>'", text) + "'"  # `shlex.quote` leaves a \ that fish takes for its own


def behind_options(*words: object) -> str:
    """Return words as they are typed in a shell behind the options of a command: none of them is taken for one more."""
    typed = " ".join(map(in_shell, words))
    return f"-- {typed}" if any(str(word).startswith("-") for word in words) else typed


def in_powershell(text: str) -> str:
    """Return a text as one word of PowerShell, which takes curly quotes for straight ones."""
    return "'" + re.sub("['\u2018-\u201b]", r"\g<0>\g<0>", text) + "'"
