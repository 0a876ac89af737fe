"""The prompt without keys and colours: rows one below the other, on a terminal that can do no more, and from a pipe.

What is said, the rows of the questions, and the questions that open an evening are the same on any terminal.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from time import monotonic
from typing import TextIO

import typer

from sklog.cli import printing, terminal
from sklog.cli.printing import plain
from sklog.cli.terminal import BESIDE, CLEAR, StrayKeys, pressed, typed_ahead
from sklog.desk import typed
from sklog.desk.hands import lines_of
from sklog.desk.table import HAND, NUMBER, WRONG
from sklog.errors import NO_TEXT, Repeated
from sklog.language import _, _or, as_typed
from sklog.ledger.evenings import Evening
from sklog.notation.words import SUIT_LETTERS
from sklog.play.kept import KeptLines, lines_named, not_recorded
from sklog.play.questions import BACK, ENTER, ESCAPE, FLAGS, HandQuestions, lines_in
from sklog.play.shell import (
    CLOSE,
    NO_EVENING,
    REMARK,
    SEEN_SECONDS,
    UNDO,
    CapturedOutput,
    Result,
    Shell,
    is_hand,
    leaves,
    look,
    nobody_asks,
    normalized,
    say,
    wants_a_hand,
)
from sklog.play.view import EveningView
from sklog.reports.format import day, filled, left, width

ERASE = "\x1b[K"
MORE, ENOUGH = " \r\n", "q"
_STEERING = re.compile(rf"\x1b(?:{terminal.KEY}|.)?")
_TAKEN_BACK = re.compile(r"[^\n\x7f]?\x7f")


# -- a terminal that can only print lines -------------------------------------------------------------


def play_line_by_line(shell: Shell, *, may_start: bool = False) -> None:
    """Ask for lines until there is no more, or somebody leaves; where none is open, it may begin an evening first."""
    shell.view.read()
    if evening := shell.look():
        printing.show_board(evening, file=shell.ledger)
    prompt = LinePrompt(shell)
    if not may_start or prompt.sit_down():
        prompt.go_on()


class LinePrompt:
    """The prompt of one evening: does what a line says, and prints what came of it.

    Of the lines that are `kept` the one that is offered stands at the prompt, and Enter takes it.

    A line that changes something is `held` until Enter says it once more, where somebody else has written and that was
    not there to be seen yet, or has just recorded the very same hand.
    """

    acts = re.compile(r"(?:\A|(?<=[\r\n]))[\0\x04]")
    """Keys behind a refused line that are no text of the next one: here Ctrl-D, which may have become a NUL."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.new_page = ""  # what is written before the answer of a line
        self.held = ""
        self.wants = ""  # the command before, where it lacks its hand
        self.kept = KeptLines(shell)
        self._beside = StrayKeys(self.read_ahead, self.own_line)
        self._ahead = ""  # what was typed already of the next lines
        self._chosen = ""  # what was chosen in it, where it was recorded already
        # when it was told what somebody else has written, and asked about the line that waits, by a clock nobody sets
        self._told = self._asked = -SEEN_SECONDS

    def go_on(self) -> None:
        """Ask for lines and do what they say, until there is no more or somebody leaves; name those that still wait."""
        goes_on = True
        while goes_on:
            try:
                typed = self.read_line()
                goes_on = self.give_up() if typed is None else self.do_all(typed.split("\n"))
            except KeyboardInterrupt:
                self.interrupted()
            except EOFError:
                break
        if behind := self.kept.behind:
            say(not_recorded(behind))

    def read_line(self) -> str | None:
        """Return what is typed, or the line that stands there; None for Ctrl-C. Raises EOFError for Ctrl-D."""
        self.notice()
        say(*other_open(self.shell.view), *self.kept.sentences())
        if self.acts.match(self._ahead):
            raise EOFError
        try:
            typed = self._next_line(self.shell.prompt)
        except KeyboardInterrupt:
            typer.echo()
            return None
        except EOFError:
            typer.echo()
            raise
        return _STEERING.sub("", typed).strip() or self.kept.offered

    def _next_line(self, prompt: str) -> str:
        """Return the next line that is typed, or was typed already."""
        typed, enter, self._ahead = self._ahead.partition("\n")
        return typed if enter else typed + input(prompt + typed)

    def give_up(self) -> bool:
        """Leave the first line out that waits; return that it goes on."""
        self.kept.give_up()
        self.held = self.wants = ""
        terminal.is_enter_of_a_key()  # an Enter behind Ctrl-C is none
        return True

    def interrupted(self) -> None:
        """Go on behind an answer in the middle of which Ctrl-C was pressed."""
        typer.echo()

    def do_all(self, lines: Sequence[str]) -> bool:
        """Do lines up to the first that is refused, and keep what is behind it; return False where somebody leaves."""
        first, *more = list(filter(None, map(str.strip, lines))) or [""]  # an empty one among pasted ones asks nothing
        said = [*map(self.own_line, (first, *more))]
        answers = self._beside.answers
        self._beside = StrayKeys(self.read_ahead, self.own_line)
        self._beside.answers = "" if first else answers
        for number, line in enumerate(said, 1):
            if leaves(line, self.shell.view.evening):
                self.kept.add(*said[number:])
                return False
            waited = len(self.kept.lines)
            if self.do(line, meant=len(said) > 1).code:
                self._beside.answers = self._beside.answers or answers
                self.kept.add_behind([*said[number:], *self._lines_behind()], waited)
                break
        if self._beside.line:
            return self.do_all([self._beside.line])
        if ahead := self._beside.before + self._beside.instead:
            self.type_ahead(ahead)
        return True

    def own_line(self, line: str) -> str:
        """Return a line without the answers before it that were typed once more behind their question.

        A key that is a suit as well may be a slip in a hand.
        """
        keys = "".join(set(self._beside.answers) - set(SUIT_LETTERS))
        places = range(1, len(line) - len(line.lstrip(keys + keys.upper())) + 1)
        if not places or self.shell.says(line) is not None:
            return line
        others = (line[place:].lstrip() for place in places)
        return next((one for one in others if self.shell.says(one) is not None), line)

    def _lines_behind(self) -> list[str]:
        """Return the lines that were typed before a refusal could be seen; keys that act stay to be read.

        What is typed instead of an answer goes on.
        """
        keys = self.read_ahead() + self._beside.before
        keys = keys if self._beside.instead else typed_ahead(keys)
        acts = self.acts.search(keys)
        end = acts.start() if acts else len(keys)
        self._beside.before = keys[end:]
        lines = map(str.strip, _text_typed(keys[:end]).split("\n"))
        return list(filter(None, map(self.own_line, lines)))

    def read_ahead(self) -> str:
        """Return the keys of the next lines that were read already, which are gone now."""
        ahead, self._ahead = self._ahead, ""
        return ahead

    def type_ahead(self, keys: str) -> None:
        """Read these keys next."""
        self._ahead += _text_typed(keys)

    def notice(self) -> str:
        """Tell what somebody else has written, and show how the evening stands; return the sentence, "" for nothing."""
        if news := self.shell.news():
            self.held = ""
            self.show_news(news)
        return news

    def show_news(self, news: str) -> None:
        """Tell what somebody else has written, and print the board."""
        self.tell_news(news)
        if self.shell.known:
            printing.show_board(self.shell.known, file=self.shell.ledger)

    def tell_news(self, news: str) -> None:
        """Print what somebody else has written."""
        self._told = monotonic()
        say(news)

    def do(self, line: str, *, meant: bool = False) -> Result:
        """Do what one line says; an empty one asks question by question, or begins an evening.

        What somebody else has written is told first, and is all that an empty line does then.
        """
        if (self.notice() or not self.is_seen()) and not line:
            return Result()
        if terminal.is_enter_of_a_key(terminal.STANDS if line and line in (self.held, self.kept.offered) else line):
            return self.hold_in_doubt(line, _not_seen(line)) if line and line == self.held else Result()
        evening = self.shell.view.open
        command, self.wants = self.wants, line if wants_a_hand(line) else ""
        if command and line and is_hand(line) and evening:
            result = self._do_once(line, meant=meant, wanted_by=command)
            is_held = line == self.held
            self.wants = command if is_held and not self._chosen else ""  # it is not known yet which it is
            return self.came_of(line if is_held else f"{command} {line}", result)
        if not line:
            if not evening:
                return self.came_of(line, self.begin_evening())
            line = self.ask_questions(evening)
        return self.came_of(line, self._do_once(line, meant=meant))

    def _do_once(self, line: str, *, meant: bool, wanted_by: str = "") -> Result:
        if not line or line.startswith(REMARK):
            return Result()
        if self.shell.view.evening is None and is_hand(line):
            return self.say_refused(Result(1, (_(NO_EVENING),)))
        self.notice()
        same = self.shell.by_others and self.shell.repeats(line)
        if why := self._in_doubt(line, same=same):
            return self.hold_in_doubt(line, why)
        twice = line == self.held and bool(self._chosen)
        clear, self.held = self._chosen if twice else line, ""

        def run() -> Result:
            try:
                if (question := self._question_before(line)) and not terminal.yes_to(question):
                    return Result()
            except typer.Abort:
                raise KeyboardInterrupt from None
            if wanted_by:
                return self.shell.run_wanted(clear, wanted_by, meant=meant)
            return self._run_clear(clear, meant=meant or same or twice)

        result = self.run_shown(run, line)
        if result.repeated:
            typed, chosen = result.repeated.chosen
            again = f"{line.removesuffix(typed)}{chosen}" if line.endswith(typed) else line
            return self.hold_in_doubt(line, _really_twice(result.repeated), again)
        return self.hold_in_doubt(line, _not_seen(line)) if result.overtaken else self.say_refused(result)

    def clear(self, line: str, typed: str) -> str:
        """Return the line of these keys, about which is asked where the last of them are a line that says another."""
        says = self.shell.says
        others = [one for one in lines_in(typed, len(typed), says).values() if says(one) != says(line)]
        self.kept.readings[line] = (line, *others) if others else ()
        return line

    def _run_clear(self, line: str, *, meant: bool) -> Result:
        """Run a line; one that may say several is asked about, with a bell: nobody has looked."""
        if lines := self.kept.readings.get(line):
            typer.echo("\a", nl=False)
            unclear = _("this may mean {lines}: type the one that is meant", lines=_or(lines))
            return self.shell.run_one(line, lines, unclear, meant=meant)
        return self.shell.run_line(line, meant=meant)

    def came_of(self, line: str, result: Result) -> Result:
        """Keep a line that is refused, and ring the bell; ask about one that is kept where it was just recorded."""
        hands, self._beside.kept = self._beside.kept, []
        why = self.kept.came_of(line, result, hands, is_left=bool(self._beside.instead))
        if why or (line and result.is_refused):
            typer.echo("\a", nl=False)
        if why:
            self.hold_in_doubt(self.kept.lines[0], why, self.kept.lines[0])
        return result

    def _question_before(self, line: str) -> str:
        """Return what is asked before a line is run that ends the evening, or undoes something, while others wait."""
        view, kept = self.shell.view, self.kept
        if kept.behind and look(line).command == CLOSE and view.open:
            say(_("Not recorded so far: {lines}", lines=lines_named(kept.behind)))
            return _("Close the evening nevertheless?") if self.shell.writes(line) else ""
        if not kept.lines or look(line).line != UNDO or not view.evening or view.open:
            return ""
        newest = next((one for one in reversed(view.log) if one.in_force and one.undoes is None), None)
        if newest is None or newest.command == CLOSE:  # then it goes on where the hand that waits belongs
            return ""
        what = plain(as_typed(newest.words))
        return _('"{line}" is not recorded. Take back {what}?', line=plain(kept.lines[0]), what=what)

    def is_seen(self, line: str = "") -> bool:
        """Whether what somebody else has written, or the question about this line, is there long enough to be seen."""
        return monotonic() - (self._asked if line and line == self.held else self._told) >= SEEN_SECONDS

    def _in_doubt(self, line: str, *, same: bool) -> str:
        """Return why a line waits for Enter once more; "" where it does not."""
        if (self.is_seen(line) and (line == self.held or not same)) or not self.shell.writes(line):
            return ""
        if same and self.shell.known:
            number = self.shell.known.hands
            return _(
                '"{line}" has just been recorded by somebody else as hand {number}: press Enter to record it again',
                line=plain(line),
                number=number,
            )
        return _not_seen(line)

    def hold_in_doubt(self, line: str, why: str, chosen: str = "") -> Result:
        """Keep a line that is in doubt, and say so: once that can have been seen Enter does it, as it was `chosen`."""
        if line != self.held:
            self.held, self._chosen, self._asked = line, chosen, monotonic()
        return self.say_refused(Result(1, (why,)))

    def sit_down(self) -> bool:
        """Begin an evening where none is open; say since when one is that began on another day.

        Return False where somebody leaves.
        """
        if (evening := self.shell.view.open) is None:
            return self.do_all([""])
        if evening.date not in ("", typed.day(None)):
            since = day(evening.date)
            told = _("Open since {day}: sklog close ends this evening, sklog start begins another.", day=since)
            self.say_refused(Result(0, (told,)))
        return True

    def begin_evening(self) -> Result:
        """Begin an evening, by questions."""
        result = self.run_shown(lambda: self.shell.run_words(["start"]))
        return self.say_refused(result) if result.code else result

    def run_shown(self, run: Callable[[], Result], line: str = "") -> Result:
        """Run the command of a line, or of questions, and show what it says."""
        output = CapturedOutput(sys.stdout, new_page=self.new_page if line else "")
        outside = BESIDE.set(self._beside)
        try:
            with redirect_stdout(output), redirect_stderr(output):
                return run()
        finally:
            BESIDE.reset(outside)
            self.show_output(output, line)
            if news := self.shell.news():  # while the line waited for its turn, or for an answer
                self.tell_news(news)

    def show_output(self, output: CapturedOutput, line: str) -> None:
        """Print what a line said, a long answer a screen at a time; what is refused leaves the board where it is."""
        if line and not is_hand(line):
            self.type_ahead(show_pages(output.take_text(), output.terminal))
        output.show()

    def say_refused(self, result: Result) -> Result:
        """Say what was refused."""
        say(*result.problems)
        return result

    def ask_questions(self, evening: Evening) -> str:
        """Ask question by question, and return the line of the hand; "" where nothing shall be recorded.

        The keys of an answer are typed as a line, and a line that is none is one itself.
        """
        questions, line = HandQuestions(evening), ""
        back, leave = _("back"), _("leave")
        named = {"": (ENTER,), back: (BACK,), leave: (ESCAPE,)}
        while not questions.over:
            typer.echo("\n".join(question_rows(questions, printing.columns(), back, leave)))
            answer = normalized(self._next_line("? "))
            before, line = copy(questions), answer if len(answer) > 1 else line
            for key in named.get(answer, answer):
                questions.press(key)
            if questions.flag and answer:
                questions.press(ENTER)
            if questions.over and not questions.line and answer not in named:
                if len(answer) > 1:
                    self.kept.add(before.finished)
                    return answer
                questions = before
        return self.clear(questions.line, line)


def other_open(view: EveningView) -> list[str]:
    """Return sentences about the evening that is open where that of the prompt is closed."""
    if (other := view.other) is None:
        return []
    said = {"number": other.id, "what": ", ".join(filter(None, (plain(other.name), day(other.date))))}
    return [
        _("Still open: evening {number}, {what}.", **said),
        _("To go on with it: sklog play --session {number}", number=other.id),
    ]


def _text_typed(keys: str) -> str:
    """Return what was typed with these keys, of which Backspace alone edits."""
    text = _STEERING.sub("", keys).replace("\r\n", "\n").replace("\r", "\n")
    while "\x7f" in text:
        text = _TAKEN_BACK.sub("", text)
    return text


def _not_seen(line: str) -> str:
    return _(
        '"{line}" was not run, because it was typed before this could be read: press Enter to run it', line=plain(line)
    )


def _really_twice(error: Repeated) -> str:
    if error.paid:
        return _("{done}: really twice? Press Enter to record it again", done=plain(error.paid))
    return _(
        "the same hand was recorded just before, as hand {number}: really twice? Press Enter to record it again",
        number=error.number,
    )


# -- a long answer, a screen at a time ----------------------------------------------------------------


def show_pages(text: str, terminal: TextIO) -> str:
    """Print a text a screen at a time; return the keys of the next line that ended it, if they did."""
    if not text:
        return ""
    rows, draws = text.removesuffix("\n").split("\n"), printing.can_draw()
    columns, lines = printing.window()
    page = lines - printing.PROMPT_ROWS
    while len(rows) > 1 and sum(_height(row, columns) for row in rows) > page:
        most, number = _height(rows[0], columns), 1
        while most + _height(rows[number], columns) < page:  # one row says how it goes on
            most, number = most + _height(rows[number], columns), number + 1
        terminal.write(CLEAR * draws + "\n".join(rows[:number]) + "\n")
        keys = pressed(_("… Space: more · any other key: back"), terminal)
        terminal.write(f"\r{ERASE}" if draws else "\n")
        if keys.strip(MORE) or not keys:
            is_left = keys == ENOUGH or keys.startswith("\x1b")  # q, or an arrow, begins no line
            return "" if is_left else keys.lstrip()
        rows = rows[number:]
    terminal.write("\n".join(rows) + "\n")
    terminal.flush()
    return ""


def _height(row: str, columns: int) -> int:
    """Return how many rows of the screen one row takes."""
    return max(-(-width(_STEERING.sub("", row)) // columns), 1)


# -- questions in rows --------------------------------------------------------------------------------


def question_rows(questions: HandQuestions, columns: int, back: str = "", leave: str = "Esc") -> list[str]:
    """Return what a terminal shows: the question, its keys, the line so far and what it would do.

    `back` and `leave` are what is pressed, or typed, for these two.
    """
    cells = [f"{key} {choice.label}" for key, choice in questions.choices().items()]
    below = [*_so_far(questions), _ways_on(questions, back or _("Backspace"), leave)]
    return [questions.text(), *_grid(cells, columns), "", *(filled(row, columns) for row in below)]


def _grid(cells: list[str], columns: int) -> list[str]:
    """Return the cells beside each other, as many as there is room for."""
    wide = max(map(width, cells), default=0) + 3
    number = max((columns - 2) // wide, 1)
    rows = [cells[start : start + number] for start in range(0, len(cells), number)]
    return ["  " + "".join(left(cell, wide) for cell in row).rstrip() for row in rows]


def _so_far(questions: HandQuestions) -> list[str]:
    found = questions.preview()
    if found is None:
        return []
    shown = [found.text, found.detail] if found.kind == HAND else [found.text]
    return shown if found.kind == WRONG else [_("Shorter next time: {line}", line=questions.shorthand()), *shown]


def _ways_on(questions: HandQuestions, back: str, leave: str) -> str:
    if questions.flag and questions.flag.kind == NUMBER:
        return _("Enter: that is the number · {leave}: skip all of it", leave=leave)
    if questions.flag:
        return _("Enter: go on · {leave}: skip all of it", leave=leave)
    if questions.question == FLAGS:
        return _("Enter: record · {back}: back · {leave}: leave", back=back, leave=leave)
    if offered := questions.offered:
        usual = questions.choices()[offered].label.partition(",")[0]  # the letter may begin other games as well
        return _("Enter: {answer} · {back}: back · {leave}: leave", answer=usual, back=back, leave=leave)
    return _("{back}: back · {leave}: leave", back=back, leave=leave)


# -- lines from a pipe --------------------------------------------------------------------------------


def play_piped(shell: Shell, *, keep_going: bool) -> int:
    """Do what every line of standard input says; return the exit code: 1 if any was refused.

    Each is answered at once. The first refused one ends it, unless it shall keep going.
    """
    shell.look()
    piped, code = sys.stdin, 0
    with nobody_asks():
        for number, raw in enumerate(lines_of(piped.buffer), 1):
            try:
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            except UnicodeDecodeError:
                result = Result(1, (_(NO_TEXT),))
            else:
                if leaves(line, None):  # nobody is there who could say what "ende" means
                    break
                if not line or line.startswith(REMARK):
                    continue
                _echo_news(shell.news())
                result = shell.run_line(line, meant=True)
                _echo_news(shell.news())
            refusals = result.problems or ((_("exit code {code}", code=result.code),) if result.code else ())
            for problem in refusals:
                sys.stderr.write(_("line {number}: {problem}", number=number, problem=problem) + "\n")
            sys.stderr.flush()
            code = code or int(bool(result.code))
            if code and not keep_going:
                break
    return code


def _echo_news(news: str) -> None:
    """Print what others have written, beside the answers: nothing is refused."""
    if news:
        typer.echo(news)
