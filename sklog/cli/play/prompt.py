"""The prompt of a terminal: the line, below it how it is understood; the only module that knows prompt_toolkit.

The line is a small application of its own instead of a `PromptSession`: what stands below it must be there
without asking the terminal where the cursor is, which is slow over ssh and which some terminals never answer.
"""

from __future__ import annotations

import signal
import sys
from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

import typer
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import is_done
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.completion import display_completions_like_readline
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from sklog.cli import printing
from sklog.cli.play import preview, questions
from sklog.cli.play.program import CLEAR, INTERRUPTED, Answer, inside, refused
from sklog.cli.play.program import Page as Shown
from sklog.cli.play.questions import BACK, ENTER, ESCAPE, Guide
from sklog.cli.printing import show_board
from sklog.errors import SklogError
from sklog.language import _
from sklog.reports.format import cut, filled, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from sklog.cli.play.program import Table
    from sklog.ledger.evenings import Evening

_T = TypeVar("_T")
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


def play(table: Table) -> None:
    """Ask for lines until somebody leaves; however that is, the terminal is as it was before."""
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        Prompt(table).play()
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


class Prompt:
    """The prompt at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._line = Line(table)
        self._begun = ""  # what was typed of the next line already
        self._shown: Evening | None = None  # how the evening stood when the board was shown last

    def play(self) -> None:
        """Show the board and do what every line says, until somebody leaves."""
        self.table.evening()
        self._show_board()
        typer.echo()
        Thread(target=copy_context().run, args=(self.table.warm_up,), daemon=True).start()
        while True:
            try:
                begun, self._begun = self._begun, ""
                if not self._do_all(self._line.ask(begun).split("\n")):
                    return
            except EOFError:
                return
            except KeyboardInterrupt:
                self._interrupted()

    def _do_all(self, lines: list[str]) -> bool:
        """Do what was typed, or pasted, up to the first line that is refused; False where somebody leaves."""
        said = list(filter(None, map(preview.said, lines))) or [""]  # an empty line among pasted ones asks nothing
        for number, line in enumerate(said, 1):
            if line in preview.LEAVE:
                return False
            if self._do(line, meant=len(said) > 1).code:
                if behind := " · ".join(said[number:]):
                    self._say(_("Not read any more: {lines}", lines=printing.plain(behind)))
                break
        return True

    def _do(self, line: str, *, meant: bool) -> Answer:
        """Say one line; an empty one asks question by question."""
        evening, shown = self.table.view.look(), self._shown
        news = _("Somebody else has written to this evening meanwhile.") if evening != shown else ""
        if news and not line:
            self._show_board(CLEAR + news)
            return self._told(Answer())
        if not line:
            if evening is None or evening.closed:
                return self._begin()
            line = self._guided(evening)
        if not line or line.startswith(preview.REMARK):
            return Answer()
        if evening is None and preview.is_hand(line):
            return self._told(Answer(1, (preview.read(line, None, self.table.program).first,)))
        new_page = CLEAR + (f"{news}\n\n" if news else "")
        answer = self._answered(lambda: self.table.say(line, meant=meant), new_page, paged=not preview.is_hand(line))
        if answer.code == INTERRUPTED or (news and answer.problems):
            self._show_board(CLEAR + news)
        return self._told(answer)

    def _answered(self, say: Callable[[], Answer], new_page: str = "", *, paged: bool = False) -> Answer:
        """Say a line and show its answer on a new page; what is refused leaves the board where it is."""
        said = Shown(sys.stdout, new_page=new_page)
        try:
            with said.taking():
                return say()
        finally:
            self._begun = said.show(paged=paged)
            self._shown = self.table.view.look()

    def _told(self, answer: Answer) -> Answer:
        self._say(*answer.problems)
        typer.echo()
        return answer

    def _say(self, *sentences: str) -> None:
        """Print sentences, broken between words."""
        for sentence in sentences:
            typer.echo(filled(inside(sentence), printing.columns()))

    def _show_board(self, before: str = "") -> None:
        """Show how the evening stands, with what stands before it."""
        self._shown = self.table.view.look()
        if before:
            typer.echo(before)
        if self._shown:
            show_board(self._shown)

    def _interrupted(self) -> None:
        """Show how the evening stands after Ctrl-C in the middle of an answer."""
        typer.echo()
        self._show_board()
        typer.echo()

    def _begin(self) -> Answer:
        try:
            questions.begin(
                self.table.last(),
                questions.Asked(input, self._say, lambda command: self._answered(lambda: self.table.run(command))),
            )
        except (KeyboardInterrupt, EOFError):
            typer.echo()
            return Answer()
        except SklogError as error:
            return self._told(refused(error))
        self._show_board()
        return self._told(Answer())

    def _guided(self, evening: Evening) -> str:
        """Lead through a hand, and return its line; "" where nothing shall be recorded.

        What was typed is the beginning of the next line where it answers no question.
        """
        guide = Guide(evening, self.table.program)
        _guiding(guide).run()
        self._begun = guide.left
        if guide.line:
            self._line.remember(guide.line)
        return guide.line


class Line:
    """One line after the other: its keys, its history, and what stands below it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines = table.lines()  # prompt_toolkit's own history is read in the background: too late for quick fingers
        self.place = len(self.lines)
        self.buffer = Buffer(
            multiline=False, completer=_Words(self), complete_while_typing=False, accept_handler=self._accept
        )
        self.buffer.on_text_changed += self._changed
        self.application: Application[str] = self._made()

    def ask(self, begun: str = "") -> str:
        """Return what is typed, `begun` included; raise EOFError for Ctrl-D on an empty line."""
        self.table.view.look()
        self.buffer.reset(Document(begun))
        typed = self.application.run()
        for line in typed.splitlines():
            self.remember(line)
        return typed

    def remember(self, line: str) -> None:
        """Keep a line for the arrow keys."""
        if line.strip() and self.lines[-1:] != [line]:
            self.lines.append(line)
        self.place = len(self.lines)

    def _made(self) -> Application[str]:
        prompt = BeforeInput(lambda: self.table.prompt)
        below = Window(FormattedTextControl(self._below), height=2, dont_extend_height=True)
        line = Window(BufferControl(self.buffer, input_processors=[prompt]), dont_extend_height=True, wrap_lines=True)
        rows = HSplit([line, ConditionalContainer(below, filter=~is_done)])
        return _application(Layout(rows), self._keys())

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add("tab")(display_completions_like_readline)
        keys.add("up")(lambda _event: self._go(-1))
        keys.add("down")(lambda _event: self._go(1))

        @keys.add("c-c")
        @keys.add("<sigint>")
        def _cleared(event: KeyPressEvent) -> None:
            event.current_buffer.reset()
            self.place = len(self.lines)

        @keys.add(Keys.BracketedPaste)
        def _pasted(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text(event.data.replace("\r\n", "\n").replace("\r", "\n"))
            if "\n" in event.current_buffer.text:
                event.current_buffer.validate_and_handle()

        @keys.add("c-d")
        def _left(event: KeyPressEvent) -> None:
            if event.current_buffer.text:
                event.current_buffer.delete()
            else:
                event.app.exit(exception=EOFError)

        @keys.add("c-z")
        def _later(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        return keys

    def _changed(self, _buffer: Buffer) -> None:
        """See whether somebody else has written, and prepare what a correction needs before its hand is typed."""
        view = self.table.view
        view.look()
        if preview.corrects(self.buffer.text) and not view.folded:
            Thread(target=copy_context().run, args=(self._fold,), daemon=True).start()

    def _fold(self) -> None:
        self.table.view.fold()
        self.application.invalidate()

    def _go(self, steps: int) -> None:
        """Show an earlier line, or a later one; behind the last there is an empty one."""
        self.place = min(max(self.place + steps, 0), len(self.lines))
        self.buffer.document = Document(self.lines[self.place] if self.place < len(self.lines) else "")

    def _accept(self, buffer: Buffer) -> bool:
        self.application.erase_when_done = not buffer.text.strip()  # an empty line only asks for the questions
        self.application.exit(result=buffer.text)
        return True

    def _below(self) -> StyleAndTextTuples:
        view = self.table.view
        found = preview.read(self.buffer.text, view.evening, self.table.program, view.known)
        rows = _waiting(view.evening) if found.kind == preview.NOTHING else rows_of(found, printing.columns())
        if view.trouble:
            rows = [*rows[:1], cut(view.trouble, printing.columns() - 1)]
        return [(f"class:{found.kind}" if found.kind else "", "\n".join(rows))]


def rows_of(found: preview.Reading, columns: int) -> list[str]:
    """Return what was understood in two rows: a price is never cut off, a sentence alone may take both rows."""
    room = columns - 1
    if found.kind == preview.HAND:
        said, mark, price = found.first.rpartition(" · ")
        return [cut(said, room - width(mark + price)) + mark + price, cut(found.second, room)]
    if not found.second and width(found.first) > room:
        start = found.first.rfind(" ", 0, room) + 1 or room
        return [found.first[:start], cut(found.first[start:], room)]
    return [cut(found.first, room), cut(found.second, room)]


def _waiting(evening: Evening | None) -> list[str]:
    """Return what stands below an empty line."""
    if evening is None or evening.closed:
        return [_("No evening is open. Enter: begin one · help · Ctrl-D leaves")]
    return [_("Enter: question by question · help · Ctrl-D leaves")]


class _Words(Completer):
    """What Tab offers for the last word of the line."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the words that the last word may become."""
        del complete_event
        text, table = document.text_before_cursor, self.line.table
        start = -len(text.rpartition(" ")[2])
        for word in preview.offered(text, table.view.evening, table.program):
            yield Completion(word, start)


def _guiding(guide: Guide) -> Application[None]:
    """Return the questions as an application that ends when the guide is over."""
    keys = KeyBindings()

    @keys.add(Keys.Any)
    @keys.add("<sigint>")
    def _pressed(event: KeyPressEvent) -> None:
        pressed = event.key_sequence[0]
        guide.press(KEYS.get(pressed.key, pressed.data))
        if guide.over:
            event.app.exit()

    for key in KEYS:
        keys.add(key)(_pressed)
    shown = FormattedTextControl(lambda: "\n".join(guide.rows(printing.columns())), show_cursor=False)
    window = Window(shown, dont_extend_height=True, wrap_lines=True)
    return _application(Layout(window), keys, erase=True)


def _application(layout: Layout, keys: KeyBindings, *, erase: bool = False) -> Application[_T]:
    application: Application[_T] = Application(
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
