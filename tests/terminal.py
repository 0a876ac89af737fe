"""A real pseudo-terminal with sklog in it, and the screen as somebody would see it."""

import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

import pexpect
import pyte

SECONDS = 15.0
PAUSE = 0.05
MOMENT, TIMES = 0.005, 3
"""Seconds after which it is looked again whether a program waits and has nothing to say, and how often it has to."""
COLOURS = re.compile(r"\x1b\[[0-9;]*[34][0-7][0-9;]*m")
ROW = re.compile(r"[★ ] (?: *\d+(?: \S+)?)? +(\S+) +([+−-]?\d+\.\d\d)")


class Terminal:
    """`sklog` with these words, or a line of a `shell`, on a terminal of so many rows and columns."""

    def __init__(
        self, *words: str, shell: str = "", rows: int = 24, columns: int = 80, env: Mapping[str, str] | None = None
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.raw = ""
        self._moment = PAUSE / TIMES if shell else MOMENT  # a shell sleeps while its program works
        self._stream = pyte.Stream(self.screen)
        self.process = pexpect.spawn(
            "/bin/sh" if shell else sys.executable,
            ["-c", shell] if shell else ["-m", "sklog", *words],
            env={**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **(env or {})},
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=SECONDS,
        )
        # pexpect waits before each key and after the end: here the screen says when it goes on
        self.process.delaybeforesend = None
        self.process.delayafterclose = self.process.delayafterterminate = 0.01

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(pexpect.ExceptionPexpect):  # it is killed, and on a busy machine not gone yet
            self.process.close(force=True)

    @property
    def rows(self) -> list[str]:
        """The screen's rows, without the spaces at their ends."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.rows)

    @property
    def line(self) -> str:
        """The row of the cursor."""
        return self.rows[self.screen.cursor.y]

    @property
    def balances(self) -> dict[str, str]:
        """What the newest board on the screen says of everybody."""
        headings = [place for place, row in enumerate(self.rows) if " · hand " in row]
        found = (ROW.match(row) for row in self.rows[headings[-1] :])
        return {row[1]: row[2] for row in found if row}

    def type(self, keys: str) -> None:
        """Press keys; Ctrl-C once the program waits for a key.

        Between the question on the screen and the call that reads the answer Python keeps a Ctrl-C until the next key.
        Only a test is as fast as that.
        """
        if "\x03" in keys:
            end = time.monotonic() + SECONDS
            while not self._waits() and time.monotonic() < end:
                time.sleep(PAUSE / 10)
        self.process.send(keys)

    def _waits(self) -> bool:
        """Whether the program sleeps, for no disk either; true as well where the system does not say so."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/stat")
        try:
            stats = [thread.read_text(encoding="utf-8") for thread in threads]
        except OSError:
            return True
        return not any(stat.rpartition(")")[2].split()[0] in "RD" for stat in stats)

    def until(self, seen: Callable[[], bool] | str, pause: float = PAUSE) -> None:
        """Read until the screen shows this text, or until this is so; fail with the screen where it never is."""
        end = time.monotonic() + SECONDS
        while not (seen in self.text if isinstance(seen, str) else seen()):
            if time.monotonic() > end:
                raise AssertionError(f"never came: {seen}\n{self.text}")
            try:
                read = self.process.read_nonblocking(10_000, pause)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                raise AssertionError(f"it ended before: {seen}\n{self.text}") from None
            self.raw += read
            self._stream.feed(read)

    def asked(self, prompt: str) -> None:
        """Wait for a line that is just this prompt, and what was typed behind it."""
        self.until(lambda: self.line == prompt)

    def say(self, line: str, prompt: str) -> None:
        """Type a line and Enter, and wait for the next prompt."""
        same = self.line == prompt
        self.type(line)
        self.until(lambda: self.line.endswith(f"> {line}".rstrip()))
        self.type("\r")
        self.asked(prompt)
        if same:  # a line that is drawn once more begins like the next one
            self.rest()
            self.asked(prompt)

    def rest(self) -> None:
        """Read until the program waits, and has said all that it had to say before it did."""
        quiet = 0
        while quiet < TIMES:
            seen, end = self.raw, time.monotonic() + self._moment
            self.until(lambda: self.raw != seen or time.monotonic() > end, self._moment)  # noqa: B023  called here
            quiet = quiet + 1 if seen == self.raw and self._waits() else 0

    def resize(self, rows: int, columns: int) -> None:
        """Make the window larger or smaller."""
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def ended(self) -> int | None:
        """Wait for the end and return the exit code; None where a signal ended it."""
        try:
            while True:
                read = self.process.read_nonblocking(10_000, SECONDS)
                self.raw += read
                self._stream.feed(read)
        except pexpect.EOF:
            self.process.wait()
        return self.process.exitstatus
