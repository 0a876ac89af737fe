"""play tells what somebody else has recorded, and never what was recorded there itself."""

import contextlib
import os
import shutil
import sqlite3
import time
from pathlib import Path
from typing import NoReturn

import pytest

from sklog.errors import LedgerError
from sklog.ledger import database
from sklog.ledger.open import LedgerFile
from sklog.play.plain import SEEN_SECONDS, LinePrompt, play_line_by_line
from sklog.play.shell import Result, Shell
from tests.conftest import Sklog
from tests.recorded import forged
from tests.terminal import Terminal

pytestmark = pytest.mark.long

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
NEWS = "Somebody else has written to this evening meanwhile"
ASKED = '"w b" has just been recorded by somebody else as hand 3: press Enter to record it again'
CUT_OFF = """
    DELETE FROM entry WHERE id = (SELECT max(id) FROM entry);
    DELETE FROM action WHERE id = (SELECT max(id) FROM action);
    UPDATE recorded SET rows = rows - 1 WHERE fact IN ('action', 'entry')
"""
OTHER, COPY = "other.db", "copy.db"
TERMINALS = pytest.mark.parametrize("term", ["xterm", "dumb"])


@pytest.fixture
def table(ok: Sklog, folder: Path) -> Path:
    """Return the folder of an evening with two hands; a copy has none of them, and another ledger two hands more."""
    ok("start", "Gestern", "--players", "Sepp,Kathi,Robert,Nora", "--date", "2026-11-18", "--tariff", "wiki")
    ok(*START)
    ok("backup", COPY)
    ok("add", "s", "ac")
    ok("add", "s", "ad")
    shutil.copyfile(folder / database.default_path(), folder / OTHER)
    ok("add", "w", "c", env={"SKLOG_DB": OTHER})
    ok("add", "w", "d", env={"SKLOG_DB": OTHER})
    return folder


@pytest.fixture
def shell(table: Path) -> Shell:
    """Return the prompt at this evening, which is known there."""
    shell = Shell(LedgerFile(table / database.default_path()), None)
    shell.look()
    return shell


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["w b"], id="hand"),
        pytest.param(["bock 2", "join Eva"], id="events"),
        pytest.param(["undo"], id="undo"),
        pytest.param(["undo 2"], id="undo-of-two"),
        pytest.param(["undo 2", "redo 2"], id="redo-of-two"),
        pytest.param(["fix 1 s ab", "void 2", "insert 1 w b", "move 1 2"], id="corrections"),
        pytest.param(["pay anna bene 240ct"], id="pay"),
        pytest.param(["settle --record --yes"], id="settle"),
        pytest.param(["close", "reopen"], id="close-and-reopen"),
        pytest.param(["player rename Dani Daniela"], id="rename"),
        pytest.param(["session tariff grundzuege"], id="tariff"),
        pytest.param(["start Neu --players Anna,Bene,Christl,Dani", "w b"], id="start"),
        pytest.param([f"merge {OTHER} --forward --yes"], id="merge"),
        pytest.param([f"restore {COPY} --yes"], id="restore"),
        pytest.param(["backup now.db", f"restore {COPY} --yes", "restore now.db --yes"], id="restore-twice"),
    ],
)
def test_what_is_recorded_at_the_prompt_is_no_news(run: Sklog, lines: list[str]) -> None:
    """However many commands that are in the ledger, and whether any."""
    ran = run("play", stdin="\n".join(lines))
    assert ran.code == 0, ran.err
    assert NEWS not in ran.out


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("settle --record", id="question-answered-with-no"),
        pytest.param("player set Anna --iban DE02120300000000202051", id="nothing-of-an-evening"),
        pytest.param("add --session 1 w n", id="another-evening"),
        pytest.param("void 9", id="refused"),
        pytest.param("undo 2 --dry-run", id="dry-run"),
        pytest.param(f"merge {OTHER} --forward --dry-run", id="merge-dry-run"),
        pytest.param("session list", id="only-looks"),
        pytest.param("pay anna bene 240ct", id="records"),
        pytest.param("undo 3", id="undoes"),
        pytest.param("player rename Dani Daniela", id="renames"),
    ],
)
def test_what_somebody_else_records_while_a_line_is_done_is_told(
    ok: Sklog, shell: Shell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Whatever the line records itself, or does not; it is told once, and alone."""
    monkeypatch.setattr("sklog.cli.common.confirmed", lambda *_, **__: False)

    def meanwhile() -> Result:
        ok("add", "w", "b")
        return shell.run_line(line)

    prompt = LinePrompt(shell)
    prompt.run_shown(meanwhile, line)
    assert [told for told in capsys.readouterr().out.splitlines() if NEWS in told] == [f"{NEWS}: w b"]
    assert prompt.notice() == ""


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("line", ["void 9", "undo --dry-run", "add --session 1 w n"])
def test_a_line_that_records_nothing_here_forgets_nobody(
    ok: Sklog, shell: Shell, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """The newest hand is still somebody else's: the very same one is asked about, as if nothing had been typed."""
    monkeypatch.setattr("sklog.play.plain.SEEN_SECONDS", 0)
    prompt = LinePrompt(shell)
    ok("add", "w", "b")
    assert prompt.notice() == f"{NEWS}: w b"
    prompt.do(line)
    assert prompt.do("w b").problems == (ASKED,)


@pytest.mark.usefixtures("capsys")
def test_a_hand_behind_somebody_elses_is_ones_own(ok: Sklog, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody else has recorded before it is told, and nobody is said to have recorded one's own."""
    monkeypatch.setattr("sklog.play.plain.SEEN_SECONDS", 0)
    prompt = LinePrompt(shell)
    ok("add", "w", "b")
    assert shell.run_line("w c").code == 0
    assert shell.news() == f"{NEWS}: w b"
    assert prompt.do("w c").problems[0].startswith("the same hand was recorded just before")


@pytest.mark.usefixtures("capsys")
def test_a_copy_that_somebody_else_goes_back_to_is_told(ok: Sklog, shell: Shell) -> None:
    """Also where the prompt has just recorded something, and what is there then is its own."""
    assert shell.run_line("start Neu --players Anna,Bene,Christl,Dani").code == 0
    ok("backup", "new.db")
    assert shell.run_line("w b").code == 0
    assert shell.news() == ""
    ok("restore", "new.db", "--yes")
    assert shell.news() == f"{NEWS}."


@pytest.mark.usefixtures("capsys")
def test_ones_own_hand_that_somebody_else_brings_back_is_told(ok: Sklog, shell: Shell) -> None:
    """Somebody else goes back to a copy without it, and then to one that has it."""
    assert shell.run_line("w b").code == 0
    assert shell.news() == ""
    ok("backup", "now.db")
    ok("restore", COPY, "--yes")
    assert shell.news() == f"{NEWS}."
    ok("restore", "now.db", "--yes")
    assert shell.news() == f"{NEWS}: s ac · s ad · w b"


@pytest.mark.usefixtures("capsys")
def test_what_a_repair_at_the_prompt_leaves_is_no_news(table: Path, shell: Shell) -> None:
    """The newest hand is gone, and it is accepted that it is."""
    with contextlib.closing(sqlite3.connect(table / database.default_path())) as ledger:
        forged(ledger, CUT_OFF)
    assert shell.run_line("check --repair --accept-loss 2").code == 0
    assert shell.news() == ""
    assert shell.known
    assert shell.known.hands == 1


@pytest.mark.usefixtures("capsys")
def test_ones_own_hand_that_could_not_be_read_at_once_is_no_news(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else was just writing when it was looked for."""

    def locked(*_: object) -> NoReturn:
        raise LedgerError("somebody else is writing")

    with monkeypatch.context() as just_then:
        just_then.setattr(shell.ledger, "reading", locked)
        assert shell.run_line("w b").code == 0
        assert shell.news() == ""
    assert shell.known
    assert shell.known.hands == 2
    assert shell.news() == ""
    assert shell.known.hands == 3


@TERMINALS
def test_undo_of_two_at_a_terminal(table: Path, term: str) -> None:
    """Nobody is said to have written, and the next line waits for nothing."""
    assert table
    with Terminal("play", env={"TERM": term, "NO_COLOR": "1"}) as terminal:
        terminal.asked("hand 3>")
        terminal.say("undo 2", "hand 1>")
        terminal.say("w b", "hand 2>")
        assert NEWS not in terminal.raw
        assert "was not run" not in terminal.raw


@TERMINALS
@pytest.mark.parametrize("answer", ["n\r", "\x03"], ids=["no", "ctrl-c"])
def test_a_hand_that_comes_while_a_question_is_asked(table: Path, process: Sklog, term: str, answer: str) -> None:
    """Nothing was recorded here, the hand is told, and the very same one is asked about before it counts twice."""
    assert table
    with Terminal("play", rows=40, columns=100, env={"TERM": term, "NO_COLOR": "1"}) as terminal:
        terminal.asked("hand 3>")
        terminal.type("settle --record\r")
        terminal.until(lambda: "[y/N]" in terminal.line)
        assert process("add", "w", "b").code == 0
        terminal.type(answer)
        terminal.asked("hand 4>")
        terminal.rest()
        assert f"{NEWS}: w b" in terminal.text
        assert "it was recorded" not in terminal.text
        time.sleep(SEEN_SECONDS)
        terminal.type("w b\r")
        terminal.until(ASKED)


def test_a_pipe_tells_what_comes_while_a_line_is_done(table: Path, ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also behind a line that records nothing in this evening."""
    run, lines = Shell.run_line, ["add --session 1 w n", "undo"]

    def meanwhile(shell: Shell, line: str, *, meant: bool = False) -> Result:
        if line == lines[0]:
            ok("add", "w", "b", env={"SKLOG_DB": os.fspath(table / database.default_path())})
        return run(shell, line, meant=meant)

    monkeypatch.setattr(Shell, "run_line", meanwhile)
    assert ok("play", stdin="\n".join(lines)).out.count(NEWS) == 1


@pytest.fixture
def seeing(table: Path) -> Shell:
    """Return the prompt of a terminal, where somebody sees what is told."""
    shell = Shell(LedgerFile(table / database.default_path()), None, sees=True)
    shell.look()
    return shell


@pytest.mark.parametrize("line", ["undo", "pay anna bene 240ct", "w b", "fix 1 s ab"])
def test_a_line_that_waited_for_somebody_else_is_not_done(
    ok: Sklog, seeing: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """What was recorded while it waited for its turn could not be seen: Enter goes on with it."""
    monkeypatch.setattr("sklog.play.plain.SEEN_SECONDS", 0)
    run, others = seeing.run_line, [("add", "w", "d")]

    def waited(said: str, *, meant: bool = False) -> Result:
        for words in others:
            ok(*words)
        others.clear()
        return run(said, meant=meant)

    monkeypatch.setattr(seeing, "run_line", waited)
    prompt = LinePrompt(seeing)
    assert prompt.do(line).problems[0].startswith(f'"{line}" was not run')
    assert f"{NEWS}: w d" in capsys.readouterr().out
    assert seeing.view.log[-1].words == "add w d"
    assert prompt.do(line).code == 0
    assert seeing.view.refresh()
    assert seeing.view.log[-1].words != "add w d"


@pytest.mark.usefixtures("capsys")
def test_two_commands_of_one_line_do_not_overtake_each_other(seeing: Shell) -> None:
    """What the line itself has recorded, in steps, was not written by others."""
    assert seeing.run_line("undo 2").code == 0
    assert seeing.news() == ""
    assert seeing.run_line("redo 2").code == 0


@pytest.mark.usefixtures("capsys")
def test_ctrl_c_forgets_a_line_that_waits(ok: Sklog, seeing: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal that can only print lines, where Enter alone would go on with it."""
    typed = iter(["w d", KeyboardInterrupt, "", EOFError])

    def line(_prompt: str) -> str:
        said = next(typed)
        if said == "w d":
            ok("add", "w", "d")
        if isinstance(said, str):
            return said
        raise said

    def none(_prompt: LinePrompt, _evening: object) -> str:
        return ""

    monkeypatch.setattr("builtins.input", line)
    monkeypatch.setattr(LinePrompt, "ask_questions", none)
    play_line_by_line(seeing)
    assert seeing.view.refresh()
    assert [one.words for one in seeing.view.log][-1:] == ["add w d"]
    assert seeing.known
    assert seeing.known.hands == 3


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("line", ["fix 1 w k // all: --all", "add s sk // x --session", "s sk // --all"])
def test_a_note_is_no_option(table: Path, line: str) -> None:
    """The evening here is meant, whatever stands in a hand."""
    file = LedgerFile(table / database.default_path())
    shell = Shell(file, "1")
    assert shell.run_line("w s").code == 0
    shell.look()
    assert shell.run_line(line).code == 0
    assert shell.news() == ""
    assert shell.view.log[-1].typed.endswith(line.rpartition("// ")[2])


@pytest.mark.usefixtures("capsys")
def test_an_evening_that_could_not_be_read_at_first_is_no_news(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails once is nobody else."""
    shell = Shell(LedgerFile(table / database.default_path()), None)

    def failing(*_: object) -> NoReturn:
        raise LedgerError("disk error")

    with monkeypatch.context() as once:
        once.setattr(shell.ledger, "reading", failing)
        shell.look()
    assert shell.news() == ""
    assert shell.known
