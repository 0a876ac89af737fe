"""The prompt of a terminal: the line, below it how it is understood; the only module that knows prompt_toolkit.

The line is a small application of its own instead of a `PromptSession`: what stands below it must be there
without asking the terminal where the cursor is, which is slow over ssh and which some terminals never answer.
"""

from __future__ import annotations

import re
import signal
import sys
from asyncio import sleep
from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from textwrap import wrap
from threading import Thread
from typing import Any

import typer
from prompt_toolkit.application import Application, get_app_or_none
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, is_done, shift_selection_mode
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.key_binding.bindings.completion import display_completions_like_readline
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.lexers import DynamicLexer, SimpleLexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.selection import SelectionState
from prompt_toolkit.styles import Style

from sklog.cli import printing
from sklog.cli.asking import StepBack
from sklog.cli.common import INTERRUPTED
from sklog.cli.printing import show_board
from sklog.cli.terminal import CLEAR, typed_ahead
from sklog.desk.table import HAND, MISSING, NOTHING, Preview
from sklog.language import _, _or
from sklog.ledger.evenings import Evening
from sklog.play.plain import LinePrompt, other_open, question_rows
from sklog.play.questions import BACK, ENTER, ESCAPE, Begun, HandQuestions
from sklog.play.shell import FIX, CapturedOutput, Result, Shell, completions, line_to_edit, normalized
from sklog.play.view import EveningView
from sklog.reports.format import cut, width
from sklog.scoring.names import printable

MARKED = "reverse"
MOST_ROWS = 3  # below the line about those that wait
WHOLE_NAME = 8  # letters of a name in the row below the line, where there is no room for all of it
LOOK_SECONDS = 0.5  # until somebody looks again whether others have written
ESCAPE_SECONDS = 0.05  # how long Escape waits for the rest of an arrow key
STYLE = Style.from_dict({"hand": "ansigreen", "missing": "ansiyellow", "wrong": "ansired", "command": "ansicyan"})
KEYS: dict[str, str] = {
    Keys.Enter: ENTER,
    Keys.ControlJ: ENTER,
    Keys.Escape: ESCAPE,
    Keys.ControlC: ESCAPE,
    Keys.Backspace: BACK,
    Keys.SIGINT: ESCAPE,
}


def play_on_screen(shell: Shell, first_line: str = "", *, may_start: bool = False) -> None:
    """Ask for lines until somebody leaves; however that is, the terminal is as it was before.

    Where no evening is open, and it `may_start` one, it asks for one first. With a `first_line` it asks for that line
    alone, until it is done.
    """
    before = signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        Prompt(shell, first_line).do_lines(may_start=may_start)
    finally:
        signal.signal(signal.SIGTERM, before)


class Prompt(LinePrompt):
    """The prompt with keys and colours, which shows at once what others have written: an answer begins a new page."""

    acts = re.compile(r"\A[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|(?<=[\r\n])\x04")
    """Keys behind a refused line that are no text of the next one: one that edits it, right behind it, and Ctrl-D."""

    def __init__(self, shell: Shell, first_line: str = "") -> None:
        super().__init__(shell)
        self._editor = LineEditor(shell, self.notice, self.own_line)
        self._begun = first_line  # what was typed of the next line already
        self._left = ""  # the hand behind which that was typed, and which is kept
        self._once = bool(first_line)

    def do_lines(self, *, may_start: bool) -> None:
        """Show the board, or begin an evening, and do what every line says, until somebody leaves."""
        self.shell.view.read()
        self.shell.look()
        self._show_board()
        typer.echo()
        Thread(target=copy_context().run, args=(self.shell.warm_up,), daemon=True).start()
        if not may_start or self.sit_down():
            self.go_on()

    def read_line(self) -> str | None:
        """Return what is typed, a line that waits standing there; None for Ctrl-C. Raises EOFError for Ctrl-D."""
        self.notice()
        begun, self._begun = self._begun, ""
        typed = self._editor.edit_line(begun, "" if begun else self.kept.offered, " ".join(self.kept.sentences(begun)))
        if self._editor.is_cleared:
            self.wants = ""
        asked, self._editor.asked = self._editor.asked, None
        if asked and typed is not None:
            left = self._editor.meant.left
            if left != self._left:
                self.kept.forget(self._left)
                self.kept.add(left)
            self.kept.readings[typed] = self._editor.meant.choices
        return typed

    def give_up(self) -> bool:
        """Leave the line out that stands there, which the arrow keys bring back."""
        self._editor.remember("".join(self.kept.lines[:1]))
        return super().give_up()

    def interrupted(self) -> None:
        """Show the board behind an answer in the middle of which Ctrl-C was pressed."""
        super().interrupted()
        self._show_board()
        typer.echo()

    def do_all(self, lines: Sequence[str]) -> bool:
        """Do lines up to the first that is refused; where only one is asked for, it is over when that is done."""
        if self._once and not any(map(normalized, lines)):
            return False
        return super().do_all(lines) and not (self._once and not self.kept.lines and not self._begun)

    def read_ahead(self) -> str:
        """Return the keys of the next lines that were read already, which are gone now."""
        return "".join(key.data for key in get_typeahead(self._editor.application.input))

    def type_ahead(self, keys: str) -> None:
        """Read these keys next."""
        pressed: list[KeyPress] = []
        parser = Vt100Parser(pressed.append)
        parser.feed(re.sub("\r\n?|\n", "\r", keys))  # an end of line is one Enter
        parser.flush()
        store_typeahead(self._editor.application.input, pressed)

    def do(self, line: str, *, meant: bool = False) -> Result:
        """Do what one line says; its answer begins a new page, with what was told just now standing there still."""
        if not meant and (begun := line_to_edit(line, self.shell.view)):
            self._begun, self.wants = begun, line
            return self.came_of(line, Result())
        if self.is_seen():
            self.new_page = CLEAR
        return super().do(line, meant=meant)

    def show_news(self, news: str) -> None:
        """Show on a new page what somebody else has written, above the line, or the questions, where they stand."""
        running = get_app_or_none()
        if running:
            running.renderer.erase()
        typer.echo(CLEAR, nl=False)
        super().show_news(news)
        typer.echo()
        if running:
            running.invalidate()

    def tell_news(self, news: str) -> None:
        """Print what somebody else has written, which the next page begins with until it can have been seen."""
        self.new_page = f"{CLEAR}{news}\n\n"
        super().tell_news(news)

    def run_shown(self, run: Callable[[], Result], line: str = "") -> Result:
        """Run the command of a line, or of questions; one that was interrupted shows the board."""
        result = super().run_shown(run, line)
        if line and result.code == INTERRUPTED:
            typer.echo(self.new_page, nl=False)
            self._show_board()
        return result

    def say_refused(self, result: Result) -> Result:
        """Say what was refused, and leave a row free."""
        super().say_refused(result)
        typer.echo()
        return result

    def _show_board(self) -> None:
        """Show how the evening stands."""
        if self.shell.known:
            show_board(self.shell.known, file=self.shell.ledger)

    def begin_evening(self) -> Result:
        """Begin an evening, by questions, which Ctrl-C and Ctrl-D leave, and show its board.

        What was typed before the first one stood there answers none.
        """
        if ahead := self.read_ahead():
            typed_ahead(ahead)
        result = super().begin_evening()
        if not result.code and not self._beside.line:
            self._show_board()
            self.say_refused(result)
        return result

    def ask_questions(self, evening: Evening) -> str:
        """Ask question by question, a key for each answer.

        What was typed is the beginning of the next line where it answers no question. A hand that was finished, and
        which that line does not say, is kept.
        """
        self._editor.asked = questions = Questions(evening, self.shell, self.notice).ask_all()
        self._begun = questions.begun
        self._left = "" if self.shell.says(questions.answers) else self.clear(questions.left, questions.said)
        self.kept.add(self._left)
        if questions.line:
            self._editor.remember(questions.line)
        return self.clear(questions.line, questions.answers)


# -- one line -----------------------------------------------------------------------------------------


class LineEditor:
    """One line after the other: its keys, its history, and what stands below it.

    `notice` is called again and again, to show what somebody else has written. `own_line` returns what of a line is
    done.
    """

    def __init__(self, shell: Shell, notice: Callable[[], object], own_line: Callable[[str], str]) -> None:
        self.shell = shell
        self.notice = notice
        self.own_line = own_line
        # prompt_toolkit reads a history after the keys that were typed ahead: an arrow among those would find nothing
        self.lines = shell.history()
        self.place = len(self.lines)
        self.buffer = Buffer(
            multiline=False, completer=_Words(self), complete_while_typing=False, accept_handler=self._accept
        )
        self.buffer.on_text_changed += self._look_for_news
        self.standing = ""
        self.is_cleared = False  # whether what stood there was left by Ctrl-C
        self._put = ("", "")  # the hand that is corrected, before what is typed, and its note
        self.waiting: list[str] = []
        self.asked: HandQuestions | None = None  # the questions in which the line was begun
        self.meant = Begun("")  # what it meant then
        prompt = BeforeInput(lambda: shell.prompt)
        below = Window(FormattedTextControl(self._below), height=lambda: 2 + len(self.waiting), dont_extend_height=True)
        line = Window(BufferControl(self.buffer, input_processors=[prompt]), dont_extend_height=True, wrap_lines=True)
        rows = HSplit([line, ConditionalContainer(below, filter=~is_done)])
        self.application: Application[str] = _application(Layout(rows), self._keys())

    def edit_line(self, begun: str = "", standing: str = "", waiting: str = "") -> str | None:
        """Return what is typed, `begun` included; None where Ctrl-C gives the line up that is `standing` there.

        `waiting` is said below it. Raises EOFError for Ctrl-D where nothing was typed.
        """
        self.standing, self.is_cleared = standing, False
        room = printing.columns() - 1
        self.waiting = wrap(waiting, room, max_lines=MOST_ROWS, placeholder=" …") if waiting else []
        hand, mark, note = begun.partition(" //")
        self._put = (f"{hand} ", mark + note) if normalized(begun).startswith(f"{FIX} ") else ("", begun)
        self.buffer.reset(Document("".join(self._put), len(self._put[0]) or None))
        self._stand()
        typed: str | None = _run(self.application, self.notice)
        ahead = get_typeahead(self.application.input)
        half = [key.key for key in ahead[:1]] == [Keys.ControlJ]  # the second one of an end of line from Windows
        store_typeahead(self.application.input, ahead[half:])
        for line in (typed or "").splitlines():
            self.remember(line)
        return typed

    def _stand(self) -> None:
        """Let the line that waits stand there so that the next letter takes its place."""
        if self.standing:
            self.buffer.reset(Document(self.standing))
            self.buffer.selection_state = SelectionState()
            self.buffer.selection_state.enter_shift_mode()

    @property
    def typed(self) -> str:
        """The line; alone what is a hand, or a command, of its own behind one that is corrected, and nothing there."""
        (hand, note), text = self._put, self.buffer.text
        if not hand or not text.startswith(hand):
            return text
        own = text.removeprefix(hand).removesuffix(note).strip()
        behind = self.shell.understood(text).kind
        return own if behind != HAND and self.shell.says(own) is not None else text

    def remember(self, line: str) -> None:
        """Keep a line for the arrow keys."""
        if line.strip() and self.lines[-1:] != [line]:
            self.lines.append(line)
        self.place = len(self.lines)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add("tab")(display_completions_like_readline)
        keys.add("up")(lambda _event: self._move_in_history(-1))
        keys.add("down")(lambda _event: self._move_in_history(1))

        @keys.add("c-c", eager=True)  # there are keys that begin with it where something is selected
        @keys.add("<sigint>")
        @keys.add("escape", filter=shift_selection_mode)
        def _clear(event: KeyPressEvent) -> None:
            if (self.standing or self.waiting) and event.current_buffer.text == self.standing:
                self.application.erase_when_done = True
                event.app.exit()
            event.current_buffer.reset()
            self.is_cleared = True
            self._stand()
            self.place = len(self.lines)

        def _edit(event: KeyPressEvent) -> None:
            event.current_buffer.exit_selection()
            event.key_processor.feed(event.key_sequence[0], first=True)

        for key in ("enter", "c-j", "backspace", "delete", "tab", "up", "down", "c-a", "c-e"):
            keys.add(key, filter=shift_selection_mode)(_edit)

        @keys.add(Keys.BracketedPaste)
        def _paste(event: KeyPressEvent) -> None:
            event.current_buffer.cut_selection()
            event.current_buffer.insert_text(event.data.replace("\r\n", "\n").replace("\r", "\n"))
            if "\n" in event.current_buffer.text:
                event.current_buffer.validate_and_handle()

        @keys.add("c-d")
        def _delete_or_leave(event: KeyPressEvent) -> None:
            if event.current_buffer.text and not event.current_buffer.selection_state:
                event.current_buffer.delete()
            else:
                event.app.exit(exception=EOFError)

        @keys.add("c-z")
        def _suspend(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        return keys

    def _look_for_news(self, _buffer: Buffer) -> None:
        """See whether somebody else has written."""
        self.notice()

    def _move_in_history(self, steps: int) -> None:
        """Show an earlier line, or a later one; behind the last there is an empty one."""
        self.place = min(max(self.place + steps, 0), len(self.lines))
        self.buffer.document = Document(self.lines[self.place] if self.place < len(self.lines) else "")

    def _meant(self) -> Begun:
        """Return what the line means, where it was begun as an answer; else the line itself."""
        typed = self.buffer.text
        return self.asked.meant(typed, self.shell.says) if self.asked else Begun(typed)

    def _accept(self, buffer: Buffer) -> bool:
        buffer.exit_selection()
        self.meant = self._meant()
        buffer.text = self.meant.line
        self.application.erase_when_done = not buffer.text.strip()  # an empty line only asks for the questions
        self.application.exit(result=self.typed)
        return True

    def _below(self) -> StyleAndTextTuples:
        view = self.shell.view
        meant = self._meant()
        typed = meant.line if self.asked else self.own_line(self.typed)
        found = self.shell.understood(typed, tries=True)
        if meant.choices:
            found = Preview(MISSING, _("Enter asks: {lines}?", lines=_or(meant.choices)))
        rows = _hint(view) if found.kind == NOTHING else preview_rows(found, printing.columns())
        if found.kind == MISSING and self.buffer.selection_state:
            rows = []  # it was refused as it stands: nobody asks what it may become
        if view.trouble:
            rows = [*rows[:1], cut(view.trouble, printing.columns() - 1)]
        said = (f"class:{found.kind}" if found.kind else "", "\n".join([*rows, ""][:2]))
        return [said, ("", "\n".join(["", *self.waiting]))]


def preview_rows(found: Preview, columns: int) -> list[str]:
    """Return what was understood in two rows: a price is never cut off, a sentence alone may take both rows."""
    room = columns - 1
    if found.kind == HAND:
        said, mark, price = found.text.rpartition(" · ")
        short = f"   = {found.short}" if found.short else ""
        short = short if width(found.text + short) <= room else ""  # it may be left out, the price may not
        return [cut(said, room - width(mark + price)) + mark + price + short, _narrowed(found.detail, room)]
    if not found.detail and width(found.text) > room:
        start = found.text.rfind(" ", 0, room) + 1 or room
        return [found.text[:start], cut(found.text[start:], room)]
    return [cut(found.text, room), _narrowed(found.detail, room)]


def _narrowed(text: str, room: int) -> str:
    """Return a row that may end in what each wins or pays: names are cut, so that every amount has room."""
    head, mark, amounts = text.rpartition(" · ")
    each = [(name, value) for name, _space, value in (one.rpartition(" ") for one in amounts.split("  "))]
    if width(text) > room and all(name and value.lstrip("+-")[:1].isdigit() for name, value in each):
        for letters in range(WHOLE_NAME, 1, -1):
            short = "  ".join(f"{name[:letters]} {value}" for name, value in each)
            if width(head + mark + short) <= room:
                return head + mark + short
        text = short
    return cut(text, room)


def _hint(view: EveningView) -> list[str]:
    """Return what stands below an empty line."""
    if view.evening is None or view.evening.closed:
        return other_open(view) or [_("No evening is open. Enter: begin one · help · Ctrl-D leaves")]
    return [_("Enter: question by question · help · Ctrl-D leaves")]


class _Words(Completer):
    """What Tab offers for the last word of the line."""

    def __init__(self, editor: LineEditor) -> None:
        self.editor = editor

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the words that the last word may become."""
        del complete_event
        text, shell = document.text_before_cursor, self.editor.shell
        start = -len(text.rpartition(" ")[2])
        for word in completions(text, shell.view.evening, shell.program):
            yield Completion(word, start)


class Questions:
    """The questions about one hand, a key for each answer; at another table the same keys are pressed again."""

    def __init__(self, evening: Evening, shell: Shell, notice: Callable[[], object]) -> None:
        self._asked = HandQuestions(evening)
        self._pressed: list[str] = []
        self._shell = shell
        self._notice_outside = notice
        keys = KeyBindings()
        for key in (Keys.Any, "<sigint>", *KEYS):
            keys.add(key)(self._press)
        shown = FormattedTextControl(self._rows_shown, show_cursor=False)
        window = Window(shown, dont_extend_height=True, wrap_lines=True)
        self._application = _application(Layout(window), keys, erase=True)

    def ask_all(self) -> HandQuestions:
        """Ask until nothing is left to ask."""
        _run(self._application, self._notice)
        return self._asked

    def _rows_shown(self) -> str:
        return "\n".join(question_rows(self._asked, printing.columns()))

    def _press(self, event: KeyPressEvent) -> None:
        pressed = event.key_sequence[0]
        self._pressed.append(KEYS.get(pressed.key, pressed.data))
        self._asked.press(self._pressed[-1])
        if self._asked.over:
            event.app.exit()

    def _notice(self) -> None:
        """Show what somebody else has written, and ask on as the table is now."""
        if not self._notice_outside():
            return
        evening = self._shell.view.evening
        if evening is None or evening.closed:
            self._asked.over = True
        else:
            self._asked = HandQuestions(evening)
            for key in self._pressed:
                self._asked.press(key)
        if self._asked.over:
            self._application.exit()


def edit_answer(question: str, begun: str) -> str:
    """Return the answer to a question; raise StepBack, KeyboardInterrupt or EOFError.

    What was `begun` is marked until the first key: a letter takes its place, any other key leaves it there.
    """
    if isinstance(sys.stdout, CapturedOutput):
        sys.stdout.show()
    *above, before = question.split("\n")
    keys, marked = KeyBindings(), bool(begun)
    buffer = Buffer(document=Document(begun), multiline=False, accept_handler=lambda _buffer: leave_by(None))

    def leave_by(way: type[BaseException] | None) -> bool:
        application.erase_when_done = way is StepBack
        if way:
            application.exit(exception=way)
        else:
            application.exit(result=buffer.text)
        return True

    for key in ("escape", "up"):
        keys.add(key)(lambda _event: leave_by(StepBack))
    for key in ("c-c", "<sigint>"):
        keys.add(key)(lambda _event: leave_by(KeyboardInterrupt))
    keys.add("c-d", filter=Condition(lambda: not buffer.text))(lambda _event: leave_by(EOFError))

    @keys.add(Keys.BracketedPaste)
    @keys.add(Keys.Any, filter=Condition(lambda: marked))
    def _replace(event: KeyPressEvent) -> None:
        text = " ".join(event.data.splitlines())
        if text and printable(text):
            buffer.document = Document() if marked else buffer.document
            buffer.insert_text(text)

    def unmark(_sender: object) -> None:
        nonlocal marked
        marked = False

    answer = BufferControl(buffer, [BeforeInput(before)], lexer=DynamicLexer(lambda: SimpleLexer(MARKED * marked)))
    rows = [Window(FormattedTextControl("\n".join(above)), dont_extend_height=True)] if above else []
    line = Window(answer, dont_extend_height=True, wrap_lines=True)
    application: Application[str] = _application(Layout(HSplit([*rows, line]), focused_element=line), keys)
    application.key_processor.after_key_press += unmark
    return application.run()


def _run(application: Application[Any], notice: Callable[[], object]) -> Any:
    """Run an application to its end, and meanwhile look again and again whether somebody else has written."""

    async def watch() -> None:
        try:
            while True:
                await sleep(LOOK_SECONDS)
                notice()
        except Exception as error:  # noqa: BLE001  it ends the prompt, as it would between two lines
            application.exit(exception=error)

    def begin_watching() -> None:
        application.create_background_task(watch())

    return application.run(pre_run=begin_watching)


def _application(layout: Layout, keys: KeyBindings, *, erase: bool = False) -> Application[Any]:
    application: Application[Any] = Application(
        layout=layout,
        key_bindings=keys,
        style=STYLE,
        color_depth=None if printing.colour() else ColorDepth.DEPTH_1_BIT,
        erase_when_done=erase,
    )
    application.ttimeoutlen = application.timeoutlen = ESCAPE_SECONDS
    if hasattr(application.output, "enable_cpr"):
        application.output.enable_cpr = False  # nothing here needs to know where the cursor is
    return application
