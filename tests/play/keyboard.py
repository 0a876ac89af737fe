"""Somebody at the prompt who types keys, without a terminal."""

from pathlib import Path

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from sklog.desk.table import Preview
from sklog.ledger import database
from sklog.ledger.evenings import Evening
from sklog.ledger.open import LedgerFile
from sklog.play import prompt
from sklog.play.shell import Shell


def at(folder: Path) -> Shell:
    """Return the prompt at the ledger of this folder."""
    return Shell(LedgerFile(folder / database.default_path()), None)


def understood(typed: str, evening: Evening | None) -> Preview:
    """Return how a line is understood at the prompt of an evening of which no ledger is there."""
    shell = Shell(LedgerFile(Path("no.db")), None)
    shell.view.evening = evening
    return shell.understood(typed)


def played(keys: str, *, folder: Path) -> list[str]:
    """Type these keys at the prompt, and Ctrl-D; return what the evening has recorded of it."""
    shell = at(folder)
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        keyboard.send_text(keys + "\x04")
        prompt.play_on_screen(shell)
    return shell.history()
