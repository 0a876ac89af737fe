"""Lines at the prompt: which are commands and which are hands, what they can go on with, and running them.

A line is a command if its first word is exactly a command's name, else it is a hand; `add` in front makes any
line a hand. Commands are run by the program that runs them outside, so that words, options and answers are the
same. Nothing here writes: what is acknowledged was stored by the command.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from contextvars import copy_context
from functools import cache, lru_cache, partial
from itertools import chain, takewhile
from shlex import shlex
from time import monotonic
from typing import NamedTuple, TextIO

import typer
from typer.core import TyperGroup

from sklog.cli import AT_THE_TABLE, HELP, MODULES, app_group, command_of, printing, usage
from sklog.cli.common import AT_PROMPT, HAND_FROM_HERE, INTERRUPTED, NOT_STORED, asked_back
from sklog.cli.printing import plain
from sklog.cli.usage import AnyCommand
from sklog.desk.hands import MOST_SECONDS
from sklog.desk.table import COMMAND, HAND, MISSING, NOTHING, WRONG, Preview
from sklog.desk.typed import LAST, hand_meant
from sklog.errors import (
    HandError,
    NotFound,
    OpenStock,
    Overtaken,
    Problem,
    Refused,
    Repeated,
    SklogError,
    UnclearAmount,
    UnclearHand,
    UnclearPrice,
)
from sklog.language import N_, _, as_typed
from sklog.ledger import evenings, facts, record
from sklog.ledger.evenings import Evening
from sklog.ledger.open import PATIENCE, LedgerFile
from sklog.ledger.undo import Action
from sklog.live import preview
from sklog.live.vocabulary import TALK, WordMeaning, asks, somewhere
from sklog.live.vocabulary import meaning as other_words
from sklog.notation import flag_words, game_words, read_hand
from sklog.notation.words import LONGEST_LETTERS, vocabulary
from sklog.play.help import arguments, as_here, explained, overview
from sklog.play.view import EveningView
from sklog.scoring.evening import admit
from sklog.scoring.hand import Hand, Names
from sklog.scoring.names import shown
from sklog.scoring.state import State

LEAVE = ("quit", "exit", "bye", "q", ":q", "logout", "tschüss", "tschuess")
ENDE = "ende"
PLEASE = ("bitte", "please")
ANSWERED = ("show", "settle", "explain", "report")  # commands whose answer is that to a question
NUMBERED = ("fix", "insert", "void", "move")  # what begins with the number of a hand
REMARK = "#"
ADD = "add"
DRY_RUN = "--dry-run"
COMMANDS = tuple(name for name in MODULES if name not in {"play", "serve"})
NO_COMMAND = N_('"{word}" is not a command: help shows the letters and the commands')
NEITHER = N_('"{word}" is neither a hand nor a command: help shows the letters and the commands')
NO_EVENING = N_("no evening is open: press Enter to begin one")
CLOSED, REOPEN = N_("the evening is closed"), N_("reopen goes on with it")
NOT_OPEN = ("evening-closed", "no-open-evening")  # codes of problems
WORKS_NOW = N_(
    "The evening is closed. Now there are: sklog settle (who pays whom), sklog pay, sklog show, sklog report,"
    " sklog reopen (it goes on), sklog start (another one) and quit."
)
WORK_CLOSED = ("start", "show", "explain", "settle", "report", "pay", "reopen")  # of those at the table
DONE_CLOSED = ("start", "show", "settle", "report", "pay", "reopen", "close", "undo", "redo")  # whichever is open
SEEN_SECONDS = 1.0  # that something stands there before somebody can have seen it
MOST_NEWS = 3  # commands of others that are named
FIX, INSERT, EXPLAIN, CLOSE, PAY, UNDO, GO_ON = "fix", "insert", "explain", "close", "pay", "undo", "reopen"
LOOKED_AT = 64  # lines that were looked at last: one is asked for again and again until it is done
MOST_TRIED = 200  # hands of an evening in which what a command would change is said with each key
NOT_TRIED = ("start", ADD, "settle")  # while they are typed: an evening that is not there, a hand, a report
_SAYS_A_HAND = re.compile(rf"({FIX}|{INSERT}|{EXPLAIN})((?: +--(?:keep-seats|dry-run))*) +")
_WITHOUT_HAND = re.compile(
    rf"({FIX}|{INSERT})((?: +--keep-seats)?)(?: +--edit)?(?: +([0-9]+|{'|'.join(LAST)}))?", re.ASCII | re.IGNORECASE
)
_STUCK = re.compile(r"([^\W\d_]{3,})(?:([0-9]+)|(?=[+-])) *")
_OF_A_TRY = re.compile(r" ?\([^()]*--\w[^()]*\)")  # whatever the option is called
_CALLED = re.compile(r"\bsklog ([^\W\d_]+)\b( (?=\w))?")


# -- commands and hands -------------------------------------------------------------------------------


def normalized(line: str) -> str:
    """Return a line without the `sklog` that people type outside, and with a command in small letters.

    A number, or a sign, may stick to fix: fix19l3 is fix 19 l3. Outside, play says which evening goes on: here reopen.
    """
    line = line.strip().removeprefix("sklog ").lstrip()
    if (stuck := _STUCK.match(line)) and command_of(stuck[1].casefold()) == FIX:
        line = " ".join(filter(None, (FIX, stuck[2], line[stuck.end() :])))
    first = line.partition(" ")[0]
    small = first.casefold()
    name = small if small in (*HELP, *LEAVE) else command_of(small)
    name = GO_ON if name == "play" and line.partition(" ")[2].startswith("--") else name
    return name + line[len(first) :] if name in (*COMMANDS, *HELP, *LEAVE) else line


class Look(NamedTuple):
    """A line at first sight: how it was `typed` but for its spelling, with the command that other `words` mean, if any.

    `line` is that line, and `command` its first word where that is a command, or a word for help; "" for a hand.
    """

    typed: str
    line: str
    words: WordMeaning | None
    command: str


@lru_cache(maxsize=LOOKED_AT)
def look(line: str) -> Look:
    """Return what a line is at first sight; where other words say what a command does, it is that command.

    A question about a command that changes something is one for its help.
    """
    typed, meant = normalized(line), _other_words(line)
    words, found = typed.split(), typed
    whole = bool(meant and meant.line and len(words) > 1 and meant.whole)
    loud = normalized(" ".join(word for word in words if word.casefold() not in PLEASE).rstrip("?!."))
    if not whole and loud in (*COMMANDS, *HELP):
        found = loud
    elif meant and meant.line and (whole or words[0] not in (*COMMANDS, *HELP, *LEAVE)):
        found = meant.line
    first = found.partition(" ")[0]
    if found != typed and typed.endswith("?") and first not in (*HELP, *ANSWERED):
        first, found = HELP[0], f"{HELP[0]} {first}"
    return Look(typed, found, meant, first if first in (*COMMANDS, *HELP) else "")


def leaves(line: str, evening: Evening | None) -> bool:
    """Whether a line leaves the prompt; in an open evening "ende" may mean that one as well."""
    line = normalized(line)
    return line in LEAVE or (line.casefold() == ENDE and (evening is None or evening.closed))


def is_command(line: str) -> bool:
    """Whether the first words say a command."""
    return look(line).command in COMMANDS


def is_hand(line: str) -> bool:
    """Whether a line is neither a command nor a question for help."""
    return not look(line).command


def says_a_hand(line: str) -> bool:
    """Whether a line is a hand, or a command that records one."""
    return look(line).command in ("", ADD, FIX, INSERT)


def meaning(line: str, evening: Evening | None) -> object:
    """Return the hand that a line says in an evening, closed or not, or its command; None for neither, or for a part.

    This alone decides what a line could be, wherever it is typed: at a prompt, behind a question, or as an answer.
    """
    if leaves(line, evening) or not is_hand(line):
        return look(line).line
    with suppress(HandError):
        if evening and line.strip():
            hand = read_hand(line, *evening.scene)
            with suppress(UnclearPrice):  # which is asked once the line is there
                admit(evening.state, hand, evening.tariff)
            return hand
    return None


def wants_a_hand(line: str) -> bool:
    """Whether a command that says which hand it is about lacks the hand itself."""
    found = None if "--edit" in line else _WITHOUT_HAND.fullmatch(look(line).line)
    return bool(found and (found[1] == FIX or (found[3] or "").isdecimal()))


def split(line: str) -> list[str]:
    """Return the words of a command, those in "…" as one; raise Refused for a quote that is not closed."""
    lexer = shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""
    lexer.quotes = '"'  # an apostrophe is a letter at a table: Dani's
    try:
        return list(lexer)
    except ValueError:
        raise Refused(_("a quote is opened but not closed")) from None


def command_named(words: list[str], program: TyperGroup) -> tuple[AnyCommand, int]:
    """Return the command that the first words name, and how many they are: `session list` is one of two."""
    command: AnyCommand = program
    depth = 0
    while depth < len(words) and (below := getattr(command, "commands", {}).get(words[depth])):
        command, depth = below, depth + 1
    return command, depth


def _options(command: AnyCommand) -> list[str]:
    """Return the long names of a command's options."""
    return [name for parameter in command.params for name in parameter.opts if name.startswith("--")]


def _unknown(typed: str, otherwise: str = NO_COMMAND) -> str:
    """Return the sentence about what is no command: which is probably meant by its first word, or `otherwise`."""
    first = typed.partition(" ")[0]
    guessed = () if len(first) <= LONGEST_LETTERS or other_words([first]) else (*COMMANDS, *HELP[:2])
    return usage.no_command(plain(first), guessed, otherwise=otherwise, whole=plain(shown(typed)))


def _names_no_game(line: str, evening: Evening) -> bool:
    """Whether no word of a line is a game, or nearly one, nor its first one letters of a game with a slip."""
    first, *others = line.split()
    problem, alone = _problem_of(line, evening), other_words([first])
    asked = asks(first) or (line.endswith("?") and not _names_a_game((first, *others)) and first not in game_words())
    if asked or (alone and alone.says in TALK and not _names_a_game(others)):
        return problem is not None
    if problem is None or problem.code != "no-such-game" or "near" in getattr(problem.message, "fields", ()):
        return False
    games = vocabulary(evening.tariff).letters if len(first) <= LONGEST_LETTERS and others else ()
    slips = (f"{game} {' '.join(others)}" for game in games if game != "x")
    return not _names_a_game((first, *others)) and all(_problem_of(each, evening) for each in slips)


def _names_a_game(words: Iterable[str]) -> bool:
    """Whether one of these words is the name of a game, of whichever tariff."""
    return not _game_names().isdisjoint(usage.folded(word.strip("?!.,:")) for word in words)


@cache
def _game_names() -> frozenset[str]:
    return frozenset(usage.folded(each) for each in game_words() if len(each) > LONGEST_LETTERS)


def _problem_of(line: str, evening: Evening) -> Problem | None:
    """Return what is wrong with a hand first; None where nothing is."""
    try:
        read_hand(line, *evening.scene)
    except HandError as error:
        return error.problems[0]
    return None


def _meant(typed: str, evening: Evening | None) -> WordMeaning | None:
    """Return what a line that is no hand means, by its first words, or by any where it names no game."""
    words, people = normalized(typed).split(), evening.state.everybody if evening else ()
    game = _names_a_game(words) and not asks(words[0])
    astray = is_hand(typed) and len(words[0]) > LONGEST_LETTERS and not game
    found = _other_words(typed, people)
    one = found is None or (not found.named and len(words) > 1 and " " not in found.typed)  # spiel davor falsch
    found = (somewhere(words) if one and astray else None) or found
    return found if found and (found.says not in TALK or found.whole) else None


@lru_cache(maxsize=LOOKED_AT)
def _other_words(typed: str, people: Names = ()) -> WordMeaning | None:
    """Return what a line means as it was typed, or else with its command in English; it is quoted as it was typed."""
    words, line = typed.removeprefix("sklog ").split(), normalized(typed).split()
    found = other_words(words, people)
    if found or line == words or len(line) != len(words):
        return found
    found = other_words(line, people)
    return found and found._replace(typed=" ".join(words[: len(found.typed.split())]))


def completions(text: str, evening: Evening | None, program: TyperGroup) -> list[str]:
    """Return the words that the last word of a line may become: games, names, words, commands, options."""
    before, _space, typed = text.rpartition(" ")
    small = typed.casefold()
    before = normalized(before)
    if before in NUMBERED and not (before == FIX and typed):  # only the number of a hand can follow
        return preview.beginning(typed, _options(command_named([before], program)[0])) if typed else []
    if typed and is_command(before):
        command, _depth = command_named(before.split(), program)
        tariff, people = (evening.tariff, evening.state.everybody) if evening else (None, ())
        rounds = tariff.special if tariff and command.name == "round" else ()
        options = (*getattr(command, "commands", {}), *_options(command))
        words = (*options, *rounds, *game_words(tariff), *people, *flag_words(tariff))
        return preview.beginning(typed, words)
    begun = (next((word for word in usage.words_of(name) if word.startswith(small)), "") for name in COMMANDS)
    commands = list(filter(None, begun))
    others = commands if before in HELP else () if before else (*commands, *(_("help quit").split()))
    return preview.completions(f"{before} {typed}" if before else typed, evening, others)


# -- how a line is understood while it is typed -------------------------------------------------------


def _said_in(line: str, view: EveningView) -> tuple[str, Evening, Hand | None] | None:
    """Return the hand that a command says, the evening as it was before that, and the hand that it corrects, or None.

    None where it says no hand, or one for a place that is not there.
    """
    found, evening = _SAYS_A_HAND.match(line), view.evening
    if not found or not evening:
        return None
    words = line[found.end() :].split()
    try:
        number, rest = hand_meant(words)
    except Refused:  # said where the command is tried
        return None
    if found[1] == EXPLAIN:  # of a number, or the last one, it explains a hand that is there
        number, rest = evening.hands + 1, words if rest == words else []
    if not rest or (found[1] == INSERT and number is None):
        return None
    number = evening.hands if number is None else number
    then, was = view.before(number), view.hand(number) if found[1] == FIX else None
    return (" ".join(rest), then, was) if then and (was or found[1] != FIX) else None


def line_to_edit(line: str, view: EveningView) -> str:
    """Return the line with which a hand can be corrected, where a `fix` says no more than which; else ""."""
    found, evening = _WITHOUT_HAND.fullmatch(look(line).line), view.evening
    if not found or found[1] != FIX or not evening or evening.closed:
        return ""
    number, _words = hand_meant(found[3].split() if found[3] else [])
    number = evening.hands if number is None else number
    was = view.line(number)
    return f"{as_typed(FIX)}{found[2]} {number} {was}" if was.isprintable() and was else ""


def _command_understood(words: list[str], program: TyperGroup) -> Preview:
    """Return what a command is for, and what belongs behind it."""
    if words[0] in HELP:
        if words[1:] and not command_named([word.casefold() for word in words[1:]], program)[1]:
            return Preview(WRONG, _unknown(words[1]))
        return Preview(COMMAND, _("the letters and the commands"))
    command, depth = command_named(words, program)
    typed = " ".join((as_typed(" ".join(words[:depth])), *arguments(command)))
    return Preview(COMMAND, typed, plain(command.get_short_help_str()))


# -- what a command prints ----------------------------------------------------------------------------


def as_typed_here(text: str) -> str:
    """Return a text with commands as they are typed at the prompt: `undo` instead of `sklog undo`, and hands alone.

    What cannot be typed there, such as `sklog serve`, stays as it is.
    """

    def word_here(found: re.Match[str]) -> str:
        if (command := command_of(found[1])) not in COMMANDS:
            return found[0]
        return "" if command == ADD and found[2] else found[0].removeprefix("sklog ")

    return _CALLED.sub(word_here, text)


def say(*sentences: str) -> None:
    """Print sentences, broken between words, with commands as they are typed here."""
    printing.tell(*map(as_typed_here, sentences))


class CapturedOutput(io.StringIO):
    """Takes the place of stdout and stderr while a command runs, until `take_text` returns or `show` prints it.

    What has no end of line is a question, and is shown at once. `new_page` is written before anything else is.
    """

    def __init__(self, terminal: TextIO, *, new_page: str = "") -> None:
        super().__init__()
        self.terminal = terminal
        self._new_page = new_page

    def isatty(self) -> bool:
        """Whether the stream that this replaces is a terminal."""
        return self.terminal.isatty()

    def fileno(self) -> int:
        """Return the terminal's own, which says how wide it is."""
        return self.terminal.fileno()

    def write(self, text: str) -> int:
        """Keep a text, or ask."""
        written = super().write(text)
        if text and not text.endswith("\n"):
            self.show()
        return written

    def take_text(self) -> str:
        """Return what was kept, which is to be printed now; it is not kept any more."""
        text = as_typed_here(self.getvalue())
        self.seek(0)
        self.truncate()
        if text:
            self.terminal.write(self._new_page)
            self._new_page = ""
        return text

    def show(self) -> None:
        """Print what was kept."""
        self.terminal.write(self.take_text())
        self.terminal.flush()


@contextmanager
def nobody_asks() -> Iterator[None]:
    """Let no command read the lines of others, or ask: what it would ask is refused."""
    terminal, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO())
    try:
        yield
    finally:
        sys.stdin = terminal


# -- running a line -----------------------------------------------------------------------------------


class Result(NamedTuple):
    """What became of a line: its exit code outside, and sentences about what was refused; the rest is printed.

    One that was `overtaken` waited for its turn, and somebody else has written before; one that is `repeated` is the
    hand, or the payment, of that error, which was recorded already: nothing was done. Of what is not
    clear in it these are the `readings`.
    """

    code: int = 0
    problems: tuple[str, ...] = ()
    overtaken: bool = False
    repeated: Repeated | None = None
    readings: tuple[str, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether it was neither done nor interrupted."""
        return self.code not in (0, INTERRUPTED)


def _as_typed(action: Action) -> str:
    """Return a command as it is typed here."""
    return action.typed if action.command == ADD else as_typed(action.words)


def _hands_are_for(one: Evening) -> str:
    return _("From now on hands are for evening {number}, {name}.", number=one.id, name=plain(one.name))


class Shell:
    """Runs lines for one evening of one ledger, of which `view` is what was read last.

    `known` is the evening as it was when somebody was told of it last. What this prompt itself records is no news.
    Where somebody `sees` that, nothing is done that was typed before.
    """

    def __init__(self, ledger: LedgerFile, which: str | None, *, sees: bool = False) -> None:
        self.ledger = ledger
        self.sees = sees
        self.view = EveningView(ledger, which)
        self.program = app_group()
        self.known: Evening | None = None
        self._seen: set[bytes] = set()  # the digests of its commands then
        self._own: set[bytes] = set()  # of those that were recorded here since
        self._theirs: Action | None = None  # the newest command of somebody else that was told
        self._last: tuple[str, bytes, float] | None = None  # the last hand, what it left, and when by a steady clock
        self._foreseen: tuple[object, Preview | None] = (None, None)  # of which line and ledger, and what

    def look(self) -> Evening | None:
        """Return how the evening stands, which is known from now on."""
        self.known = self.view.refresh()
        self._seen = {one.digest for one in self.view.log}
        self._own = self._own - self._seen
        return self.known

    def news(self) -> str:
        """Return the sentence about what others have written since somebody looked, which is known now; else ""."""
        before, seen, own, unread = self.known, self._seen, self._own, self.known is None and self.view.trouble
        if self.look() == before or unread:
            return ""
        ours = seen | own
        theirs = [one for one in self.view.log if one.digest not in ours]
        if before is None and self.view.log[-1:] != theirs[-1:]:  # an evening that was opened again here
            return ""
        if theirs:
            self._theirs = theirs[-1]
        elif seen < self._seen or self._seen <= own:  # ours were added, or all is ours: a copy, or another evening
            return ""
        same = before is not None and self.known is not None and before.uid == self.known.uid
        words = list(map(_as_typed, theirs)) if same else []
        if not words:
            return _("Somebody else has written to this evening meanwhile.")
        more = ["…"] if words[MOST_NEWS:] else []
        what = plain(" · ".join((*more, *words[-MOST_NEWS:])))
        return _("Somebody else has written to this evening meanwhile: {what}", what=what)

    @property
    def by_others(self) -> bool:
        """Whether the newest command is a hand of somebody else, as was told."""
        return bool(self._theirs and self._theirs.command == ADD and self.view.log[-1:] == [self._theirs])

    def repeats(self, line: str, *, nearly: bool = False) -> bool:
        """Whether a line says the hand that was recorded last, or adds it; `nearly`, where its costs may differ."""
        return self.view.repeats(normalized(line).removeprefix(f"{ADD} "), nearly=nearly)

    def writes(self, line: str) -> bool:
        """Whether a line changes the ledger: a hand does, and of the commands those that can be tried without."""
        words = look(line).line.split()
        if not is_command(line):
            return is_hand(line)
        tried = _options(command_named(words, self.program)[0])
        return DRY_RUN in tried and not {DRY_RUN, "--help", "-h"} & set(words)

    def foreseen(self, line: str) -> Preview | None:
        """Return what a command would change if it were given now; None where it is not complete, or changes nothing.

        It is tried on the ledger as it is, once for each line, and nothing is stored.
        """
        words = line.split()
        evening, is_tried = self.view.evening, words[0] in AT_THE_TABLE and words[0] not in NOT_TRIED
        if not (evening and evening.hands <= MOST_TRIED and is_tried and self.writes(line)) or "--sign" in line:
            return None
        if self._foreseen[0] != (line, self.view.stamp):
            self._foreseen = ((line, self.view.stamp), self._try_out(line))
        return self._foreseen[1]

    def _try_out(self, line: str) -> Preview | None:
        """Return what a command says, and what each would have more or less, where it is tried: 10 ms for 60 hands."""
        answer, states, evening = io.StringIO(), list[State](), self.view.evening
        context = copy_context()
        context.run(printing.BOARD.set, states.append)
        context.run(PATIENCE.set, MOST_SECONDS)
        context.run(AT_PROMPT.set, self.view.which or "")
        try:
            words = self._words_of_line(line, meant=False)
            if other := self._open_meant(words):
                return Preview(COMMAND, _("With Enter: {what}", what=_hands_are_for(other)))
            depth = command_named(words, self.program)[1]
            words[depth:depth] = [DRY_RUN]
            with nobody_asks(), redirect_stdout(answer), redirect_stderr(answer):
                context.run(self.program.main, words, prog_name="sklog", standalone_mode=False)
        except SklogError as error:
            if isinstance(error, UnclearAmount) and error.meant:
                return Preview(
                    COMMAND, _("Enter asks: {euros} or {cents}?", euros=error.choices[0], cents=error.choices[1])
                )
            if isinstance(error, OpenStock) and words[0] == CLOSE:
                return Preview(COMMAND, _("Enter asks what happens to the Stock"))
            problem, detail, *_others = (*self._refused(error).problems, "")
            return Preview(WRONG, as_typed_here(problem), as_typed_here(detail))
        except (typer.TyperException, typer.Abort):
            return None  # it is not complete yet, or says itself what is wrong
        told = (as_typed_here(one) for one in answer.getvalue().splitlines() if one != _(NOT_STORED))
        first, *more = list(filter(None, (_OF_A_TRY.sub("", one) for one in told))) or [""]
        if evening and states and words[0] != CLOSE:  # which says what becomes of the Stock itself
            more.insert(0, preview.differences(evening.state, states[-1], evening.tariff))
        return Preview(COMMAND, _("With Enter: {what}", what=first), " · ".join(filter(None, more)))

    def says(self, line: str) -> object:
        """Return what a line says in this evening."""
        return meaning(line, self.view.evening)

    def warm_up(self) -> None:
        """Make every command known, so that no key of a line waits until one is."""
        for name in COMMANDS:
            self.program.commands[name].get_short_help_str()

    @property
    def prompt(self) -> str:
        """What stands before a line: the number that its hand will have."""
        evening = self.view.evening
        if evening is None:
            return "sklog> "
        return _("closed> ") if evening.closed else _("hand {number}> ", number=evening.hands + 1)

    def history(self) -> list[str]:
        """Return what was typed in this evening so far, the oldest first, as it can be typed here."""
        self.view.read()
        typed = (_as_typed(one) for one in self.view.log if one.command != "start")
        return [line for line in typed if line and line.isprintable()]

    # -- how a line is understood while it is typed ---------------------------------------------------

    def understood(self, text: str, *, tries: bool = False) -> Preview:
        """Return how a line is understood in this evening; of a command it `tries` what it would change."""
        evening, view, line = self.view.evening, self.view, normalized(text)
        if not line or line.startswith(REMARK):
            return Preview(NOTHING)
        if leaves(line, evening):
            return Preview(COMMAND, _("leave the prompt"))
        line = look(line).line
        if is_hand(line) or line.startswith(f"{ADD} "):
            return self._hand_understood(text, line.removeprefix(f"{ADD} "), evening)
        if begun := line_to_edit(line, view):
            return Preview(COMMAND, _("Enter puts the hand into the line: {line}", line=begun))
        if said := _said_in(line, view):
            return self._hand_understood(text, *said)
        return (self.foreseen(line) if tries else None) or _command_understood(line.split(), self.program)

    def _hand_understood(self, text: str, line: str, evening: Evening | None, was: Hand | None = None) -> Preview:
        """Return how the hand in `line` is understood: the end of the whole text, which corrects what it `was`."""
        if evening is None:
            return Preview(MISSING, _(NO_EVENING))
        if evening.closed:
            return Preview(WRONG, _(CLOSED), _(REOPEN))
        typed = f"{line} " if text.endswith(" ") else line
        found = preview.preview_hand(typed, evening, lambda: completions(text, evening, self.program), was)
        if was is not None or found.kind == HAND:
            return found
        said = text if is_hand(text) else line
        other = self._no_hand_at_all(said, evening)
        wrong = found.kind == WRONG and (not found.detail or ((words := look(line).words) and words.whole))
        if not other and (wrong or asks(line.partition(" ")[0])):
            other = self._no_hand(said, evening, found.text)
        first, second, *_more = (*other, "", "")
        return Preview(WRONG, first, second) if other else found

    def _no_hand(self, typed: str, evening: Evening | None, *problems: str) -> tuple[str, ...]:
        """Return what is said of a line that was refused as a hand for these reasons: known words have their answer.

        One that names no game is told of none.
        """
        if (meant := _meant(typed, evening)) and meant.says:
            return (self._why_not(meant) or plain(as_typed_here(meant.in_a_sentence(as_here(evening)))),)
        is_none = problems and evening and is_hand(typed) and _names_no_game(normalized(typed), evening)
        return (_unknown(typed, NEITHER),) if is_none else problems

    def _why_not(self, meant: WordMeaning) -> str:
        """Return why the command that is meant would be refused as it stands; "" where it would not be."""
        number, evening = int(dict(meant.named).get("N", 0)), self.view.open
        line = f"void {number}" if evening and number > evening.hands else "" if number else meant.to_try
        tried = self.foreseen(line) if line and is_command(line) else None
        return tried.text if tried and tried.kind == WRONG else ""

    def _no_hand_at_all(self, typed: str, evening: Evening | None) -> tuple[str, ...]:
        """Return what is said of a whole line about people or numbers that is no hand, but perhaps nearly one."""
        meant = _other_words(typed, evening.state.everybody) if evening and is_hand(typed) else None
        is_other = evening and meant and meant.named and preview.preview_hand(normalized(typed), evening).kind != HAND
        return self._no_hand(typed, evening) if is_other else ()

    def _evening_is_closed(self, typed: str, evening: Evening) -> tuple[str, ...]:
        """Return what is said of a line that is no command where the evening is closed; of no hand, what works then."""
        problem = preview.preview_hand(normalized(typed), evening._replace(closed=False)).text
        said = self._no_hand(typed, evening, problem)
        if said == (problem,):
            return _(CLOSED), _(REOPEN)
        meant, works = _meant(typed, evening), as_typed_here(_(WORKS_NOW))
        if not meant:
            return said[-1], works
        named = {*re.findall(r"\bsklog (\w+)", meant.says)}
        return said if named and named & {*AT_THE_TABLE} <= {*WORK_CLOSED} else (works,)

    # -- running a line ---------------------------------------------------------------------------------

    def run_line(self, line: str, *, meant: bool = False) -> Result:
        """Do what a line says and print the answer; what is refused changes nothing.

        `meant` says that no key slipped: the same hand twice is two hands.
        """
        typed = line.encode(errors="replace").decode().strip()  # a terminal may send what is no UTF-8
        if "\0" in typed:
            return Result(1, (_("there is a control character in this line: type it again"),))
        own, line, words, first = look(typed)
        if own != line and words and words.line:
            typer.echo(plain(words.in_a_sentence()))
        about = line.split()
        command, depth = command_named(about, self.program)
        is_group = 0 < depth == len(about) and isinstance(command, TyperGroup)  # alone it explains itself
        if first in HELP or is_group:
            return self._help(about[first in HELP :])
        evening = self.view.refresh()
        if evening and evening.closed and first not in COMMANDS:
            return Result(1, self._evening_is_closed(typed, evening))
        if other := self._no_hand_at_all(typed, evening):
            return Result(1, other)
        try:
            later = not meant and self._is_later(line, evening)
            result = self.run_words(self._words_of_line(line, meant=meant or later), evening if later else None)
        except SklogError as error:
            return self._refused(error)
        if is_hand(line) and not result.code and (now := self.view.refresh()):
            self._last = (line, now.digest, monotonic())
        is_own = is_command(own) and not (words and words.whole)
        if not result.problems or is_own:
            return result
        return result._replace(problems=self._no_hand(typed, evening, *result.problems))

    def run_wanted(self, line: str, command: str, *, meant: bool) -> Result:
        """Do what a line says behind a command that wants a hand; ask whether a whole one is that hand."""
        both, evening = f"{command} {line}", self.view.refresh()
        unclear = _('"{line}" is not recorded: a new hand, or the one for {command}?', line=line, command=command)
        if meaning(line, evening) is None:
            return self.run_line(both, meant=meant)
        return self.run_one(line, (both, f"{as_typed(ADD)} {line}"), unclear, meant=meant)

    def run_one(self, line: str, lines: tuple[str, ...], unclear: str, *, meant: bool) -> Result:
        """Run the one of these lines that somebody chooses, each of which a line may say."""
        said = [self.understood(one).text for one in lines]
        differs = len({*said}) == len(said)
        shown = tuple(f"{one} ({words})" for one, words in zip(lines, said, strict=True)) if differs else lines
        asked = [UnclearHand(unclear, question=_("Which hand is it?"), choices=shown, meant={line: lines})]

        def chosen(said: str) -> str:
            if asked:
                raise asked.pop()
            return said

        try:
            return self.run_line(asked_back(chosen, said=line), meant=meant)
        except SklogError as error:
            return self._refused(error)
        except KeyboardInterrupt:
            typer.echo()
            return self._interrupted()

    def _is_later(self, line: str, evening: Evening | None) -> bool:
        """Whether a line is the last hand of this prompt once more, and not within seconds; raise Refused where it is.

        The clock of the day is not asked: it may have been set meanwhile.
        """
        if evening is None or self._last is None or self._last[:2] != (line, evening.digest):
            return False
        if monotonic() - self._last[2] < record.REPETITION_SECONDS:
            raise record.repetition(evening)
        return True

    def _help(self, about: list[str]) -> Result:
        words = [word.casefold() for word in about]
        command, depth = command_named(words, self.program)
        evening = self.view.refresh()
        if about and not depth:
            return Result(1, (_unknown(about[0]),))
        typed = as_typed(" ".join(words[:depth]))
        of_all = partial(overview, self.program, printing.columns())
        typer.echo("\n".join(map(plain, explained(command, typed, evening) if depth else of_all(evening))))
        return Result()

    def _words_of_line(self, line: str, *, meant: bool) -> list[str]:
        """Return the line as words for the program: a hand is added, and either means the evening here."""
        again = ["--again"] if meant else []
        if not is_command(line):
            return [ADD, *again, *self._session(), "--", line]
        command, depth = command_named(line.split(), self.program)
        ends_in_a_hand = command.context_settings == HAND_FROM_HERE
        typed = line.split() if ends_in_a_hand else split(line)  # quotes in a hand are its own grammar
        if typed[0] in (ADD, PAY):
            typed[depth:depth] = again
        named = [one for one in command.params if one.name in ("session", "all_")]  # in any language
        of_one = any(one.name == "session" and "…" not in (one.metavar or "") for one in named)  # others name several
        before_a_hand = takewhile(lambda word: word.startswith("-"), typed[depth:])  # in it, or its note, none is one
        said = set(before_a_hand if ends_in_a_hand else typed)
        if not of_one or not said.isdisjoint(name for one in named for name in one.opts):
            return typed
        return [*typed[:depth], *self._session(), *typed[depth:]]

    def _session(self) -> list[str]:
        """Return the words that say which evening is meant."""
        if self.view.which is None:
            return []
        if self.view.gone:
            raise NotFound(self.view.trouble)
        return ["--session", self.view.which]

    def run_words(self, typed: list[str], before: Evening | None = None) -> Result:
        """Do what a command says that is given as its words, and print the answer.

        Where it was decided on how an evening stood `before`, nothing is done if somebody else has written to it since.
        """
        if other := self._open_meant(typed):
            printing.show_board(other, file=self.ledger)
            self._go_to(other.uid)
            return Result()
        records = typed[0] == ADD
        were_open = {} if records else self._open_now()
        try:
            # in a context of its own: what programs read is English, what people read stays as it was
            context = copy_context()
            before = before or (self.known if self.sees else None)
            seen = (before.uid, before.digest) if before else ()
            context.run(AT_PROMPT.set, self.view.which or "")
            watch = facts.Watch(self._own, *seen)
            context.run(facts.WATCH.set, watch)
            code = context.run(self.program.main, typed, prog_name="sklog", standalone_mode=False)
        except typer.TyperException as error:
            return Result(error.exit_code, (plain(usage.said_of(error, as_here(self.view.evening))),))
        except SklogError as error:
            return self._refused(error)
        except typer.Abort as error:
            if error.__cause__ is None:
                typer.echo()  # ^C at a question: the sentence begins a row
            return self._interrupted()
        finally:
            sys.stdout.flush()
        if code == INTERRUPTED:
            return self._interrupted()
        if not records:
            self._follow(watch.evenings.difference(were_open), told=typed[0] == "start")
        return Result(code if isinstance(code, int) else 0)

    def _follow(self, written: set[str], *, told: bool) -> None:
        """Go to the evening that is open now, of those that were not and were `written` to: the next hands are for it.

        Which one that is was `told`, or is said. One that comes from elsewhere is nobody's while this one is open.
        """
        now, evening = self._open_now(), self.view.evening
        here = evening.uid if evening else ""
        opened = [uid for uid in now if uid in written and not (now[uid] and here in now)]
        if opened and here not in opened:
            self._go_to(opened[0], told=told or evening is None)

    def _go_to(self, uid: str, *, told: bool = False) -> None:
        """Let the next hands be for this evening, and say so where it was not `told`."""
        self.view.switch(uid)
        if (found := self.look()) and not told:
            typer.echo(_hands_are_for(found))

    def _open_meant(self, typed: list[str]) -> Evening | None:
        """Return the evening that somebody wants to go on with, where it is open and another one than this."""
        if typed[0] == GO_ON:
            parsed = partial(self.program.commands[GO_ON].make_context, GO_ON, typed[1:], resilient_parsing=True)
            named = copy_context().run(parsed).params["session"]
            with suppress(SklogError), self.ledger.reading() as ledger:
                found = evenings.find_played(ledger, named)
                return None if found.closed or self.view.which == evenings.identified(found.uid) else found
        return None

    def _refused(self, error: SklogError) -> Result:
        """Return the result of a line that is refused; of one that this evening is closed for, how it goes on."""
        evening, problem = self.view.evening, error.problems[0]
        if evening and evening.closed and problem.code in NOT_OPEN and problem.data["name"] == evening.name:
            return Result(1, (_(CLOSED), _(REOPEN)))
        repeated = error if isinstance(error, Repeated) else None
        readings = tuple(chain(*error.meant.values())) if isinstance(error, UnclearHand) else ()
        return Result(1, tuple(map(plain, error.problems)), isinstance(error, Overtaken), repeated, readings)

    def _open_now(self) -> dict[str, bool]:
        """Return which evenings are open; none where that cannot be read."""
        with suppress(SklogError):
            if self.ledger.is_there:
                with self.ledger.reading() as ledger:
                    return evenings.open_now(ledger)
        return {}

    def _interrupted(self) -> Result:
        """Say whether a command that was interrupted had stored what it meant to."""
        self.view.refresh()
        recorded = any(one.digest in self._own for one in self.view.log)
        said = _("interrupted, but it was recorded: undo takes it back") if recorded else _("nothing was recorded")
        return Result(INTERRUPTED, (said,))
