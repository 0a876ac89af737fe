"""Lines behind a refused one are kept and offered again, told without a terminal: the quick part of `test_slips`."""

import re
from pathlib import Path
from typing import Protocol

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from sklog.cli import printing, terminal
from sklog.play import kept, plain
from sklog.play import prompt as screen
from tests.conftest import Sklog
from tests.play.keyboard import at, played

pytestmark = pytest.mark.usefixtures("capsys")

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
CTRL_C = "^C"


class Typing(Protocol):
    """Types lines at a terminal that only prints them, with these keys behind one refusal after the other."""

    def __call__(self, *lines: str, behind: str = "") -> list[str]:
        """Return what counts then."""
        ...


@pytest.fixture
def typing(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Return somebody who types at an evening that has begun, and leaves when nothing is left to type."""
    ok(*START)

    def typing(*lines: str, behind: str = "") -> list[str]:
        typed, ahead = iter(lines), iter(behind.split("|"))

        def line(_prompt: str = "") -> str:
            now = next(typed, None)
            if now is None:
                raise EOFError
            if now == CTRL_C:
                raise KeyboardInterrupt
            return now

        monkeypatch.setattr("builtins.input", line)
        monkeypatch.setattr(plain, "typed_ahead", lambda read="": read + next(ahead, ""))
        shell = at(folder)
        plain.play_line_by_line(shell)
        return shell.history()

    return typing


@pytest.mark.parametrize(
    ("lines", "behind", "right"),
    [
        pytest.param(["s ax", "w b"], "", ["w b"], id="the-next-hand"),
        pytest.param(["s ax", "", "w b"], "", ["w b"], id="enter-refuses-it-again"),
        pytest.param(["s ax", "s ac", "", ""], "w b\rs cd\r", ["s ac", "w b", "s cd"], id="carriage-returns"),
        pytest.param(["s ax", "s ac", "", ""], "w b\ns cd\n", ["s ac", "w b", "s cd"], id="newlines"),
        pytest.param(["s ax", "s ac", "", ""], "w b\r\n\r\ns cd", ["s ac", "w b", "s cd"], id="from-windows"),
        pytest.param(["s ax", "s ac", "", ""], "w c\x7fb\rs \x1b[Dcd\r", ["s ac", "w b", "s cd"], id="keys-that-edit"),
        pytest.param(["s ax", "s ac", "W  B", "s cd"], "w b\rs cd\r", ["s ac", "W  B", "s cd"], id="typed-again"),
        pytest.param(
            ["s ax", "s ac", "w d", "", ""], "w b\rs cd\r", ["s ac", "w d", "w b", "s cd"], id="another-first"
        ),
        pytest.param(
            ["s ax", "s ac", "hsdn", "Christl and Dani won the sauspiel"],
            "hs d n\rs cd\r",
            ["s ac", "hsdn", "Christl and Dani won the sauspiel"],
            id="typed-again-in-other-letters",
        ),
        pytest.param(["s ax", "s ac", "scd", CTRL_C, ""], "w b\rs cd\r", ["s ac", "scd", "w b"], id="the-second-first"),
        pytest.param(
            ["s ax", "hsdn", "w c", "s dc", "w a"],
            "hs d 95\rc wenz\rs cd\r",
            ["hsdn", "w c", "s dc", "w a"],
            id="instead-of-the-refused-one",
        ),
        pytest.param(["s ax", "s dc", ""], "s cd\r", ["s dc"], id="taken-once-more-too-soon"),
        pytest.param(
            ["s ax", "s dc", "show", "undo", "s ad", ""],
            "s cd\r",
            ["s dc", "undo", "s ad", "s cd"],
            id="the-same-is-taken-back",
        ),
        pytest.param(
            ["s ax", "s dc", "pay bene anna 1€", "", "w b"],
            "s cd\r",
            ["s dc", "pay bene anna 1€", "w b"],
            id="the-same-and-a-payment",
        ),
        pytest.param(["s ax", "s dc", "void 9", "w b"], "s cd\r", ["s dc", "w b"], id="the-same-and-a-refused-command"),
        pytest.param(
            ["s ax", "s dc", "close", "n", "reopen", "", "w b"],
            "s cd\r",
            ["s dc", "close", "reopen", "w b"],
            id="the-same-and-the-end",
        ),
        pytest.param(
            ["s ax", "s dc", "fix 1 s ad", ""], "s cd\r", ["s dc", "fix 1 s ad", "s cd"], id="the-same-is-corrected"
        ),
        pytest.param(
            ["s ac", "w a", "s ax", CTRL_C, "fix 1 w b", ""],
            "w a\r",
            ["s ac", "w a", "fix 1 w b", "w a"],
            id="the-same-as-the-last-and-another-is-corrected",
        ),
        pytest.param(
            ["s ax", "s dc", "insert 1 w b", "w c"], "s cd\r", ["s dc", "insert 1 w b", "w c"], id="the-same-and-insert"
        ),
        pytest.param(["s ax", "s dc", "w x", "w b"], "s cd\r", ["s dc", "w b"], id="the-same-and-a-refused-one"),
        pytest.param(
            ["s ax", "s ac", "wb", ""], "w b\rw b\r", ["s ac", "wb"], id="twice-is-asked-about-in-other-letters"
        ),
        pytest.param(["s ax", CTRL_C, ""], "w b\rs cd\r", ["w b"], id="ctrl-c-gives-up-the-refused-one"),
        pytest.param(["s ax", "s ac", CTRL_C, ""], "w b\rs cd\r", ["s ac", "s cd"], id="ctrl-c-leaves-one-out"),
        pytest.param(["s ac", "s ax", "undo", "s ad", ""], "w b\r", ["s ac", "undo", "s ad", "w b"], id="undo"),
        pytest.param(["s ax", "s ay", "s ac", ""], "w b\r", ["s ac", "w b"], id="refused-twice"),
        pytest.param(["s ax", "", "s ac", "", ""], "w b\r|s cd\r", ["s ac", "w b", "s cd"], id="in-the-order-typed"),
        pytest.param(["s ax", "s ac", "", "w d", ""], "w x\rs cd\r", ["s ac", "w d", "s cd"], id="two-are-wrong"),
        pytest.param(["s ac", "s ac", CTRL_C, ""], "w b\r", ["s ac", "w b"], id="behind-really-twice"),
        pytest.param(
            ["s cx", "", "", "", ""],
            "w c\rs ab n\rs cb\rw c\rs ab n\rr d\r",
            ["s cb", "w c", "s ab n", "r d"],
            id="all-of-it-once-more",
        ),
        pytest.param(
            ["s cx", "s ac", "", "", ""],
            "w c\rs cb\rw c\r",
            ["s ac", "w c", "s cb", "w c"],
            id="the-same-hand-a-second-time",
        ),
        pytest.param(["s ac", "s ac", "w b", "s ac"], "", ["s ac", "w b", "s ac"], id="really-twice-is-left"),
        pytest.param(["s ax"], "w b\r\x04", [], id="ctrl-d-behind-it"),
        pytest.param(["close", "s ac", "reopen", ""], "", ["close", "reopen", "s ac"], id="a-hand-behind-the-end"),
        pytest.param(
            ["close", "s ac", "w b", "reopen", "", ""], "", ["close", "reopen", "s ac", "w b"], id="two-behind-the-end"
        ),
        pytest.param(
            ["close", "s cd", "open again", "resume", "continue", "n", "stock +1", "fix", "x", "reopen", "", ""],
            "",
            ["close", "reopen", "s cd", "x"],
            id="nothing-but-hands-behind-the-end",
        ),
        pytest.param(["s ac", "close", "fix -", "reopen", ""], "", ["s ac", "close", "reopen", "fix 1 -"], id="fix"),
        pytest.param(
            ["s ac", "undo?", "take back?", "close?", "w b"], "", ["s ac", "w b"], id="a-question-does-nothing"
        ),
        pytest.param(["s ac", "fix 1", "w a"], "", ["s ac"], id="a-hand-behind-fix-is-asked-about"),
        pytest.param(["s ac", "fix", "w a", ""], "", ["s ac", "fix 1 w a"], id="and-taken-for-its-own"),
        pytest.param(["s ac", "fix 1", CTRL_C, "w a"], "", ["s ac", "w a"], id="fix-is-left"),
        pytest.param(["s ac", "fix 1", "n"], "", ["s ac", "fix 1 n"], id="a-word-behind-fix"),
        pytest.param(["s ac", "fix 1", "undo"], "", ["s ac", "undo"], id="a-command-behind-fix"),
        pytest.param(["s ac", "insert 1", "w a", ""], "", ["s ac", "insert 1 w a"], id="a-hand-behind-insert"),
        pytest.param(["close", "s ac", CTRL_C, "reopen", ""], "", ["close", "reopen"], id="left-out-behind-the-end"),
    ],
)
def test_what_is_behind_a_refused_line(typing: Typing, lines: list[str], behind: str, right: list[str]) -> None:
    """Nothing of it is recorded before it is taken, and nothing is lost."""
    assert typing(*lines, behind=behind) == right


def test_the_lines_that_wait_are_named(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    """Behind the refusal, where they are offered, left out, and where somebody leaves; the bell rings once."""
    typing("s ax", "s ac", CTRL_C, behind="w b // knapp\rs cd\rw a\r")
    out = capsys.readouterr().out
    for sentence in (
        "Kept for later: w b // knapp · s cd · w a\n",
        '"w b // knapp" was kept: Enter takes it, Ctrl-C leaves it out.\nKept for later: s cd · w a\n',
        "Not recorded: w b // knapp\n",
        '"s cd" was kept: Enter takes it, Ctrl-C leaves it out.\nKept for later: w a\n',
        "Not recorded: s cd · w a\n",
    ):
        assert sentence in out
    assert out.count("\a") == 1


@pytest.mark.parametrize("line", ["close", "close --dry-run", "close nonsense"])
def test_the_lines_that_wait_are_named_where_the_evening_ends(
    typing: Typing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Before anything else is said of its end; so they are where it does not end, which forgets none."""
    monkeypatch.setattr(terminal, "pressed", lambda *_: "y")
    typing("s ax", line, behind="w b\rs cd\r")
    out = capsys.readouterr().out
    assert re.search(r"Not recorded so far: w b · s cd\n(y\n)?(Stammtisch|.*nonsense)", out)
    assert "Not recorded: w b · s cd\n" in out


def test_an_evening_ends_before_the_lines_that_wait_only_where_that_is_meant(
    typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sums would be wrong without them."""
    monkeypatch.setattr(terminal, "pressed", lambda *_: "n")
    assert typing("s ax", "s ac", "close", "", "", behind="w b\r") == ["s ac", "w b"]


def test_nothing_that_cannot_be_done_is_said_of_a_hand_in_a_closed_evening(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter would not take it."""
    typing("close", "s ac", "w b")
    told = capsys.readouterr().out
    assert "Kept for later: s ac · w b\n" in told
    assert "Enter takes it" not in told


def test_what_waits_behind_the_end_still_does_where_it_is_said_again(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not said to be gone, as where an open evening ends."""
    assert typing("close", "s ac", "close", "reopen", "") == ["close", "reopen", "s ac"]
    assert "Not recorded" not in capsys.readouterr().out


def test_a_hand_that_was_kept_is_recorded_twice_where_that_is_meant(
    typing: Typing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter behind the question says so, in other letters too."""
    monkeypatch.setattr(plain, "SEEN_SECONDS", 0)
    assert typing("s ax", "s dc", "", "w b", behind="s cd\r") == ["s dc", "s cd", "w b"]
    told = " ".join(capsys.readouterr().out.split())
    assert (
        '"s cd" was kept, too, and the same hand has just been recorded, as hand 1: Enter records it once more' in told
    )


def test_it_is_told_that_a_hand_was_recorded_once(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the next hand is typed instead of an answer."""
    typing("s ax", "s dc", "w b", behind="s cd\rw d\r")
    assert 'Recorded only once: s cd\n"w d" was kept: Enter takes it' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("recorded", "line", "same"),
    [
        pytest.param("s cd", "s dc", True, id="partners-the-other-way-round"),
        pytest.param("s cd", "s cd-", False, id="lost"),
        pytest.param("s cd", "s ab-", False, id="the-others-lost"),
        pytest.param("hs d n", "hs d 95", True, id="by-its-augen"),
        pytest.param("hs d n", "gs d n", False, id="another-suit"),
        pytest.param("w b // knapp", "wb", True, id="a-note"),
        pytest.param("w b", "g b", False, id="another-game"),
        pytest.param("x", "x", True, id="all-passed"),
        pytest.param("r d jb", "r d jc", True, id="another-jungfrau"),
        pytest.param("s cd", "s c", False, id="no-hand"),
    ],
)
def test_which_lines_are_the_hand_that_was_recorded_last(
    ok: Sklog, folder: Path, recorded: str, line: str, *, same: bool
) -> None:
    """The same game of the same people that costs everybody the same, however it is typed."""
    ok(*START)
    ok("add", "--", recorded)
    view = at(folder).view
    view.read()
    assert view.repeats(line) == view.repeats(line, nearly=True) == same


@pytest.mark.parametrize(
    ("recorded", "line"),
    [
        pytest.param("s bc", "s bc 95", id="of-the-kept-one"),
        pytest.param("s bc 95", "s bc", id="of-the-one-typed"),
        pytest.param("s bc 25", "s bc -", id="of-a-lost-one"),
        pytest.param("s bc", "s bc n l3", id="and-for-more"),
    ],
)
def test_a_hand_is_nearly_alike_but_for_its_augen(ok: Sklog, folder: Path, recorded: str, line: str) -> None:
    """It is asked about, and never taken for the same in silence: it may cost something else."""
    ok(*START)
    ok("add", "--", recorded)
    view = at(folder).view
    view.read()
    assert view.repeats(line, nearly=True)
    assert not view.repeats(line)


def test_a_kept_hand_that_is_typed_without_its_augen_is_asked_about(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is neither recorded twice nor left out in silence."""
    assert typing("s ax", "s ac", "s bc", "w d", behind="s bc 95\r") == ["s ac", "s bc", "w d"]
    told = " ".join(capsys.readouterr().out.split())
    assert '"s bc 95" was kept, too' in told
    assert "Recorded only once: s bc 95" in told


def test_a_kept_line_that_cannot_be_played_is_not_offered(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    """It waits to be corrected."""
    assert typing("s ax", "s ac", "w b", behind="es ac\r") == ["s ac", "w b"]
    told = " ".join(capsys.readouterr().out.split())
    assert '"es ac" was kept, but cannot be recorded like this: correct it, or Ctrl-C leaves it out.' in told
    assert "Enter takes it" not in told


def test_which_hand_it_is_holds_where_it_is_really_twice(typing: Typing, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new hand behind a fix stays one where Enter records it once more."""
    monkeypatch.setattr(plain, "SEEN_SECONDS", 0)
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    monkeypatch.setattr(terminal, "ENTER_SECONDS", 0)
    monkeypatch.setattr(terminal, "pressed", lambda *_: "2")
    assert typing("s ac", "w a", "fix 1", "w a", "") == ["s ac", "w a", "w a"]


def test_a_hand_of_left_questions_waits_in_a_second_evening(typing: Typing) -> None:
    """It is none of the evening before, in which a line was refused."""
    second = "start B --players Anna,Bene,Christl,Dani --tariff wiki --date 2026-11-20"
    assert typing("s ax", CTRL_C, "close", second, "", "s", "a", "c", "", "w b", "") == ["w b", "s ac"]


def test_many_lines_that_wait_are_cut_short(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    """So that the prompt stays on the screen; all of them are kept."""
    note = "einer, der sehr lange dauert und dann verloren geht"
    assert typing("s ax", "s ac", behind=f"w b // {note}\r" + "x\r" * (kept.MOST_NAMED + 1)) == ["s ac"]
    told = " ".join(capsys.readouterr().out.split())
    assert "Kept for later: w b // einer, der sehr lange dauert und… · x · x ·" in told
    assert "x · …" in told


@pytest.mark.parametrize(
    ("lines", "enters"),
    [
        pytest.param([""], [True], id="enter"),
        pytest.param(["es"], [True], id="the-rest-of-the-word"),
        pytest.param(["", ""], [True, False], id="enter-once-more"),
        pytest.param(["s ac", ""], [False, False], id="a-line"),
    ],
)
def test_what_is_typed_behind_a_key_that_answers(lines: list[str], enters: list[bool]) -> None:
    """Enter belongs to the key, once, unless something else came first."""
    terminal.key_was_pressed("es")
    assert list(map(terminal.is_enter_of_a_key, lines)) == enters


@pytest.mark.parametrize(
    ("keys", "right"),
    [
        pytest.param("s ax\r\x7fc\r", ["s ac"], id="backspace"),
        pytest.param("s xc\r\x1b[D\x7fa\r", ["s ac"], id="arrow"),
        pytest.param("x ac\r\x01\x1b[3~s\r", ["s ac"], id="to-the-start"),
        pytest.param("s ax\rw b\r", [], id="behind-it"),
    ],
)
def test_keys_behind_a_refused_line(ok: Sklog, folder: Path, keys: str, right: list[str]) -> None:
    """Keys that edit do that to the refused line; a text waits."""
    ok(*START)
    assert played(keys, folder=folder) == right


@pytest.mark.long
@pytest.mark.parametrize(
    ("keys", "right"),
    [
        pytest.param("s ac // Bier\rfix\rw b\r", ["s ac // Bier"], id="a-whole-hand"),
        pytest.param("s ac\rfix\r\x03w b\r", ["s ac", "w b"], id="the-next-hand-behind-ctrl-c"),
        pytest.param("s ac // Bier\rfix\rundo\r", ["s ac // Bier", "undo"], id="a-command"),
        pytest.param("s ac // Bier\rfix\rn\r", ["s ac // Bier", "fix 1 s ac n // Bier"], id="what-was-left-out"),
        pytest.param("s ac\rfix 1\rl3 n\r", ["s ac", "fix 1 s ac l3 n"], id="without-a-note"),
        pytest.param("s ac\rfix\r\x7f\x7fd\r", ["s ac", "fix 1 s ad"], id="edited"),
        pytest.param("w b\rfix\r\x15w c\r", ["w b"], id="instead-of-the-whole-line"),
    ],
)
def test_what_is_typed_behind_the_hand_that_fix_puts_into_the_line(
    ok: Sklog, folder: Path, keys: str, right: list[str]
) -> None:
    """It stands before the note; a command is taken for itself, and a whole hand only once it is asked about."""
    ok(*START)
    assert played(keys, folder=folder) == right


@pytest.mark.long
@pytest.mark.parametrize(
    ("keys", "right"),
    [
        pytest.param("s|s ac\r", ["s ac"], id="the-same-letter"),
        pytest.param("w|s ac\r", ["s ac"], id="no-answer"),
        pytest.param("h|hs d\r", ["hs d"], id="a-suit"),
        pytest.param("sac|w b\r", ["w b"], id="behind-three-answers"),
        pytest.param("w|b-\r", ["w b-"], id="answers"),
        pytest.param("s|s a\r", ["ss a"], id="a-hand-with-them"),
        pytest.param("hs ac\r", [], id="one-person-too-many"),
        pytest.param("wx\r", [], id="a-slip-of-a-key"),
        pytest.param("wb\r|l3\r|s ac\r|\r", ["s ac", "w b l3"], id="a-finished-one-is-kept"),
        pytest.param("wb-|s ac\r|\r", ["s ac", "w b-"], id="finished-without-enter"),
        pytest.param("wb\r|n|s ac\r|\r", ["s ac", "w b n"], id="finished-with-more"),
        pytest.param("wb\r|w b\r|\x03", ["w b"], id="the-same-once-more"),
        pytest.param("wb\r|\x1b[A|\r", ["w b"], id="left-by-an-arrow"),
        pytest.param("wb- // knapp\r|\x03", ["wb- // knapp"], id="a-note-behind-it"),
        pytest.param("sac\r-\r", ["s ac-"], id="lost-after-all"),
    ],
)
def test_a_hand_that_is_typed_into_the_questions(ok: Sklog, folder: Path, keys: str, right: list[str]) -> None:
    """It is taken for itself, and a finished one that it is typed instead of is kept."""
    ok(*START)
    assert played("\r" + keys.replace("|", "") + "\x03", folder=folder) == right


@pytest.mark.parametrize(("first", "hand"), [(["close", "w b"], 2), (["s ax", CTRL_C, "close"], 1)])
def test_what_waits_is_none_of_another_evening(
    typing: Typing, run: Sklog, monkeypatch: pytest.MonkeyPatch, first: list[str], hand: int
) -> None:
    """It is named once more, and Enter does not take it there; only a hand that was typed where none was open."""
    monkeypatch.setattr(terminal, "pressed", lambda *_: "y")
    typing(*first, "start Zweiter --players Anna,Bene,Christl,Dani", "", "", behind="w b\n|")
    assert run("show", "--session", "2").out.splitlines()[0].endswith(f"hand {hand}")


@pytest.mark.parametrize("answers", [["", "s ac", "w b", CTRL_C], ["", "", "s ac", "", "w b", CTRL_C]])
def test_a_hand_that_answers_a_question_of_a_new_evening_is_kept(
    typing: Typing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    """It is offered where an evening is open again, also at the tariff's question; a bell rings."""
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    assert typing("close", *answers, "reopen", "", "") == ["close", "reopen", "s ac", "w b"]
    assert capsys.readouterr().out.count("\a") == 2


def test_a_hand_that_was_typed_where_no_evening_is_open_is_kept(typing: Typing, run: Sklog) -> None:
    """As behind the end of one."""
    run("close")
    typing("s ac", "w b", "reopen", "", "")
    assert run("show").out.splitlines()[0].endswith("hand 3")


def test_a_hand_behind_finished_questions_where_only_lines_are_printed(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    """The finished one is offered behind it."""
    assert typing("", "w", "b", "", "s ac", "") == ["s ac", "w b"]
    assert '"w b" was kept: Enter takes it' in capsys.readouterr().out


def test_a_stray_answer_is_left_out_of_the_hand_behind_a_refused_one(ok: Sklog, folder: Path) -> None:
    """The key was pressed once more behind the question of an evening's end, and not seen."""
    ok(*START)
    prompt = plain.LinePrompt(at(folder))
    prompt.do_all(["close"])
    vars(prompt)["_beside"].answers = "yn"
    prompt.do_all(["s bd"])
    assert prompt.own_line("yhs d") == "hs d"


@pytest.mark.parametrize(
    ("behind", "right"),
    [
        pytest.param("yhs d\rns ac\rnstart Second\r", "hs d · s ac · start Second", id="each-line-of-a-burst"),
        pytest.param("y hs d\ry  w b\r", "hs d · w b", id="a-blank-behind-it"),
        pytest.param("ny hs d\rn x y\r", "hs d · n x y", id="nothing-of-what-cannot-be-read"),
    ],
)
def test_stray_answers_are_left_out_of_the_lines_behind_the_end(
    typing: Typing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, behind: str, right: str
) -> None:
    """The question came while they were typed in one go, each behind the key that was to answer it."""
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    monkeypatch.setattr(terminal, "pressed", lambda *_: "s bd\r")
    typing("s ac", "close", behind=behind)
    assert f"Kept for later: s bd · {right}\n" in capsys.readouterr().out


def test_each_enter_that_is_typed_ahead_is_one(ok: Sklog, folder: Path) -> None:
    """None of them is taken for the second half of an end of line: the questions behind it need them all."""
    ok(*START)
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        prompt = screen.Prompt(at(folder))
        prompt.type_ahead("w b\n\n\r\ns ac\n")
        assert prompt.read_ahead() == "w b\r\r\rs ac\r"


@pytest.mark.parametrize(
    ("lines", "typed", "right"),
    [
        pytest.param(["s ac", "fix 1", "w a"], ["w a"], ["w a"], id="a-new-hand"),
        pytest.param(["s ac", "fix 1", "w a"], ["fix 1 w a"], ["fix 1 w a"], id="a-correction"),
        pytest.param(["s ac", "fix 1", "w a"], ["w x", "WA"], ["WA"], id="behind-a-slip"),
        pytest.param(["s ac", "pay anna bene 2"], ["pay anna bene 2 €"], ["pay anna bene 2 €"], id="euros"),
        pytest.param(["s ac", "fix 1", "w a"], ["w b", "w a"], ["w b", "w a"], id="too-late"),
    ],
)
def test_the_readings_of_a_question_are_gone_where_one_is_typed(
    typing: Typing,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    lines: list[str],
    typed: list[str],
    right: list[str],
) -> None:
    """It answers the question, and Enter does not record another one; behind another hand the line still waits."""
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    monkeypatch.setattr(terminal, "pressed", lambda *_: f"{typed[0]}\r")
    assert typing(*lines, *typed[1:], "w d") == ["s ac", *right, "w d"]
    out = capsys.readouterr().out
    assert (out.count("was kept") > 1) == (typed[0] == "w b")  # it is, until what was typed there is done
    assert ("Not recorded: fix 1 w a\n" in out) == ("fix 1" in lines and right != ["fix 1 w a"])


def test_what_waits_behind_a_question_is_not_lost_where_one_of_its_readings_is_typed(
    typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question was left for another line, and then without an answer: the hand behind it is still offered."""
    keys = iter(["w x\r", "\r"])
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    monkeypatch.setattr(terminal, "pressed", lambda *_: next(keys))
    lines = ["s ac", "pay anna bene 2", CTRL_C, "", "pay anna bene 2 €", ""]
    assert typing(*lines, behind="|w b\r") == ["s ac", "pay anna bene 2 €", "w b"]
