"""What tests share: an empty folder for each that asks, and two ways to run sklog in it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

import pytest
import yaml
from hypothesis import settings

from sklog.language import say_with, speak
from sklog.ledger.open import in_memory
from tests import transcripts
from tests.transcripts import Ran

if TYPE_CHECKING:
    from tests.browser import Browser

SECONDS = 60
pytest_plugins = ["tests.without", "tests.quick"]  # which tests are quick; which are left out in a copy without a room

if datetime.now().hour < 6:  # noqa: DTZ005  an evening that begins behind midnight is asked about: here it is noon
    os.environ["TZ"] = f"XXX{datetime.now(UTC).hour - 12:+d}"
    time.tzset()
# a change is judged by the same examples every time; at the desk new ones are tried in every run
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture(autouse=True)
def _nobody_speaks() -> Iterator[None]:
    """Leave no language behind, and no command line's own way to say things: the next test chooses its own."""
    yield
    speak(None)
    say_with(None)


@pytest.fixture(autouse=True)
def _usual_signals() -> Iterator[None]:
    """Let the programs that a test starts be interrupted, also where the tests themselves run with signals ignored.

    A process inherits what is ignored (below `nohup`, behind `&`), but no handler: it gets the system's default.
    """
    ignored = [one for one in (signal.SIGHUP, signal.SIGINT) if signal.getsignal(one) == signal.SIG_IGN]
    for one in ignored:
        signal.signal(one, lambda *_: None)
    yield
    for one in ignored:
        signal.signal(one, signal.SIG_IGN)


@pytest.fixture
def german() -> None:
    """Speak German inside this process."""
    speak("de")


class Sklog(Protocol):
    """Runs sklog with these words; `ok` also fails the test unless the exit code is 0."""

    def __call__(self, *words: str, stdin: str | bytes = "", env: Mapping[str, str] | None = None) -> Ran:
        """Return the exit code, stdout and stderr."""
        ...


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is the current one; the user's own ledger and tariffs are out of sight."""
    for name in transcripts.UNSEEN:
        monkeypatch.delenv(name, raising=False)
    for name, value in transcripts.environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def home() -> Iterator[Path]:
    """Give an empty folder with nothing of the user's in sight, to programs as well."""
    from tests.trials.torture import scratch  # noqa: PLC0415  few ask for it

    with scratch.folder() as place:
        yield place


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """Return one browser for all tests of a file."""
    from tests.browser import Browser  # noqa: PLC0415  few ask for it

    with Browser() as opened:
        yield opened


@pytest.fixture
def browser(chromium: "Browser") -> Iterator["Browser"]:
    """Return it with no page open."""
    yield chromium
    chromium.send_home()


@pytest.fixture
def run(folder: Path) -> Sklog:  # noqa: ARG001  it is run there
    """Return sklog, run inside this process: exit code, stdout, stderr."""

    def run(*words: str, stdin: str | bytes = "", env: Mapping[str, str] | None = None) -> Ran:
        return transcripts.run(words, stdin=stdin, env=env)

    return run


@pytest.fixture
def ok(run: Sklog) -> Sklog:
    """Return the same, for commands that have to succeed and say nothing on stderr but which file they wrote."""

    def ok(*words: str, stdin: str | bytes = "", env: Mapping[str, str] | None = None) -> Ran:
        ran = run(*words, stdin=stdin, env=env)
        said = [line for line in ran.err.splitlines() if not line.startswith(("Written: ", "Geschrieben: "))]
        assert (ran.code, said) == (0, []), f"sklog {' '.join(words)}"
        return ran

    return ok


@pytest.fixture(params=["libyaml", "pure Python"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read YAML with libyaml, and without; neither's own words are for people."""
    if request.param == "pure Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


@pytest.fixture
def ledger() -> Iterator[sqlite3.Connection]:
    """Return an empty ledger in memory."""
    opened = in_memory()
    yield opened
    opened.close()


def set_clock(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """Let the clock of every command that runs inside this process say this."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            moment = now.astimezone(tz)
            return cls.combine(moment.date(), moment.timetz())

    for module in ("sklog.ledger.open", "sklog.desk.ledger", "sklog.vault.commands", "sklog.vault.commands_check"):
        with suppress(ImportError):  # a room that is not here has no clock
            monkeypatch.setattr(f"{module}.datetime", Clock)


@pytest.fixture
def process(folder: Path) -> Sklog:
    """Return sklog, run as a process of its own."""

    def process(*words: str, stdin: str | bytes = "", env: Mapping[str, str] | None = None) -> Ran:
        ran = subprocess.run(
            [sys.executable, "-m", "sklog", *words],
            cwd=folder,
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={**os.environ, **(env or {})},
        )
        return transcripts.Ran(ran.returncode, ran.stdout.decode(errors="replace"), ran.stderr.decode())

    return process
