"""play without a terminal: how a line is understood, which lines are commands, questions, and lines from a pipe."""

import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE

import pytest
from prompt_toolkit.application import Application

from sklog import tariffs
from sklog.cli import app_group
from sklog.desk.hands import MOST_SECONDS
from sklog.direct import screen
from sklog.language import speak, spoken
from sklog.ledger import database, evenings, record, undo
from sklog.ledger.correct import scenes
from sklog.ledger.evenings import Evening
from sklog.ledger.open import LedgerFile
from sklog.ledger.record import REPETITION_SECONDS
from sklog.notation import game_words, read_hand
from sklog.play import plain, prompt, view
from sklog.play.plain import LinePrompt, question_rows
from sklog.play.questions import BACK, ENTER, ESCAPE, HandQuestions
from sklog.play.shell import COMMANDS, HELP, LEAVE, Shell, completions, is_command, split
from sklog.scoring.hand import Passed
from sklog.scoring.state import Join
from tests import recorded, transcripts
from tests.conftest import Sklog, set_clock
from tests.play.keyboard import at, played, understood

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
PROGRAM = app_group()


@pytest.fixture
def evening(ledger: sqlite3.Connection) -> Evening:
    """Return an evening of the tariff wiki with nothing played yet."""
    return recorded.evening(ledger)


# -- how a line is understood -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kind", "first", "second"),
    [
        pytest.param("", "", "", "", id="nothing"),
        pytest.param("# a remark", "", "", "", id="remark"),
        pytest.param("s", "missing", "who played?", "Sauspiel needs a declarer and a partner, such as s ac", id="who"),
        pytest.param("s a", "missing", "who was the partner?", "Sauspiel needs a declarer and a partner, such as s ac",
                     id="partner"),
        pytest.param("s ac", "hand", "Sauspiel, Anna + Christl won · 0.10 €",
                     "Anna +0.10  Bene −0.10  Christl +0.10  Dani −0.10", id="won"),
        pytest.param("s ac- nl3k", "hand", "Sauspiel, Anna + Christl lost, Schneider, 3 Laufende, Kontra · 1.00 €",
                     "Anna −1.00  Bene +1.00  Christl −1.00  Dani +1.00", id="lost"),
        pytest.param("hs b 93", "hand", "Herz-Solo, Bene won, Schneider, 93 of 120 Augen · 0.30 €",
                     "Anna −0.30  Bene +0.90  Christl −0.30  Dani −0.30", id="augen"),
        pytest.param("r d jb", "hand", "Ramsch, Dani lost, Jungfrau · 0.20 €",
                     "Anna +0.20  Bene +0.20  Christl +0.20  Dani −0.60", id="ramsch"),
        pytest.param("r a+", "hand", "Durchmarsch, Herz-Solo, Anna won, Schneider, Schwarz · 0.40 €",
                     "Anna +1.20  Bene −0.40  Christl −0.40  Dani −0.40", id="durchmarsch"),
        pytest.param("x", "hand", "thrown in", "Anna −0.10  Bene −0.10  Christl −0.10  Dani −0.10  Stock +0.40",
                     id="stock"),
        pytest.param("s an ch schne", "missing", "s an ch …", "schneider", id="half-a-word"),
        pytest.param("sau", "missing", "…", "sauspiel", id="half-a-game"),
        pytest.param("s bd- 45 n", "wrong",
                     "the losers have 45 Augen and are out of Schneider from 31: correct one of the two", "",
                     id="wrong-as-it-stands"),
        pytest.param("s ac nl", "missing", "how many?", "", id="half-a-number"),
        pytest.param("w zenzi ", "wrong", 'nobody here is called "zenzi", only Anna, Bene, Christl, '
                     "Dani", "", id="nobody"),
        pytest.param("s ac 200", "wrong", "200 Augen: there are 0 to 120 in the deck", "", id="impossible"),
        pytest.param("undo", "command", "undo [N]", "Take back the newest command of any kind, or the newest N.",
                     id="command"),
        pytest.param("sklog add s ac", "hand", "Sauspiel, Anna + Christl won · 0.10 €",
                     "Anna +0.10  Bene −0.10  Christl +0.10  Dani −0.10", id="as-outside"),
    ],
)  # fmt: skip
def test_a_line_is_understood_while_it_is_typed(
    evening: Evening, typed: str, kind: str, first: str, second: str
) -> None:
    """What it says and what each would win or pay, or what is missing, or what is wrong."""
    assert understood(typed, evening)[:3] == (kind, first, second)


def test_every_key_of_a_line_says_something(evening: Evening) -> None:
    """No beginning of a line is an error nobody expects, and none is silent."""
    for line in (
        "s ac- nl3kr // late",
        "hs anna 93l4p2",
        "r 48 30 22 20",
        "fix 7 s ac",
        'player rename "An',
        "x",
        "ß€ 1",
    ):
        for end in range(1, len(line) + 1):
            found = understood(line[:end], evening)
            assert found.kind
            assert found.text


def test_tab_offers_only_what_can_follow(ledger: sqlite3.Connection) -> None:
    """With five at the table nobody who sits out, and a number has to be typed."""
    five = recorded.evening(ledger, Join("Eva"))
    assert completions("w ", five, PROGRAM) == ["Bene", "Christl", "Dani", "Eva"]
    assert "Anna" not in completions("w an", five, PROGRAM)
    assert completions("void ", five, PROGRAM) == completions("void a", five, PROGRAM) == []
    assert completions("fix ", five, PROGRAM) == []
    assert {"schneider", "sauspiel"} <= {*completions("fix s", five, PROGRAM)}


def test_who_sits_out_is_said_while_the_hand_goes_on(ledger: sqlite3.Connection) -> None:
    """Not how the last word could go on."""
    five = recorded.evening(ledger, Join("Eva"))
    assert understood("w a n", five)[:2] == ("wrong", "Anna sits out; dealt in: Bene, Christl, Dani, Eva")


def test_who_sits_out_is_not_named(ledger: sqlite3.Connection) -> None:
    """With five at the table four win or pay."""
    five = recorded.evening(ledger, Join("Eva"))
    assert understood("s bc", five).detail == "Bene +0.10  Christl +0.10  Dani −0.10  Eva −0.10"


@pytest.mark.parametrize(
    ("typed", "kind", "first"),
    [
        ("fix 1 s ce", "hand", "Sauspiel, Christl + Eva won"),
        ("fix 1 s ac", "wrong", "Anna sits out"),
        ("insert 2 w a", "hand", "Wenz, Anna won"),
        ("fix 1 s c", "missing", "who was the partner?"),
        ("explain w a", "hand", "Wenz, Anna won"),
        ("fix 9 s ac", "command", "fix [N] HAND…"),
        ("explain 1", "command", "explain [N|HAND…]"),
        ("fix", "command", "Enter puts the hand into the line: fix 1 w b"),
        ("fix 1", "command", "Enter puts the hand into the line: fix 1 w b"),
        ("fix LAST", "command", "Enter puts the hand into the line: fix 1 w b"),
        ("fix n", "hand", "Wenz, Bene won, Schneider"),
        ("fix 1 -", "hand", "Wenz, Bene lost"),
        ("fix last w c", "hand", "Wenz, Christl won"),
        ("fix 1 l", "missing", "…"),
        ("insert w c", "command", "insert N HAND…"),
    ],
)
def test_the_hand_of_a_correction_is_understood_at_its_place(
    folder: Path, ok: Sklog, typed: str, kind: str, first: str
) -> None:
    """At hand 1 Anna dealt and sat out; at hand 2 it was Bene, whoever deals now."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "w", "b")
    shell = Shell(LedgerFile(folder / database.default_path()), None)
    shell.view.read()
    found = shell.understood(typed)
    assert (found.kind, found.text.startswith(first)) == (kind, True), found


def test_without_an_open_evening_a_line_asks_for_one(ledger: sqlite3.Connection, evening: Evening) -> None:
    """A closed one says how it goes on."""
    assert understood("s ac", None).text == "no evening is open: press Enter to begin one"
    assert understood("s ac", evening._replace(closed=True)).detail == "reopen goes on with it"
    assert ledger.in_transaction is False


@pytest.mark.parametrize("name", tariffs.available())
def test_no_command_is_a_way_to_begin_a_hand(name: str) -> None:
    """So a line is either a command or a hand, under every shipped tariff."""
    assert not {word.casefold() for word in game_words(tariffs.find(name))} & {*COMMANDS, *HELP, *LEAVE}


def test_a_game_with_a_commands_name_can_be_said(run: Sklog, folder: Path) -> None:
    """`add` makes any line a hand."""
    own = "name: own\nextends: wiki\ngames: [sauspiel, {name: stock, shape: solo, price: 30}]\nstock: none\n"
    (folder / "own.yaml").write_text(own, encoding="utf-8")
    ran = run("play", stdin="start A --players Anna,Bene,Christl,Dani --tariff own.yaml\nadd stock b\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Hand 1: stock b" in ran.out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        pytest.param("sau", {"sauspiel"}, id="game"),
        pytest.param("un", {"undo"}, id="command"),
        pytest.param("s Be", {"Bene"}, id="person"),
        pytest.param("s ac schn", {"schneider"}, id="flag"),
        pytest.param("undo --dr", {"--dry-run"}, id="option"),
        pytest.param("session li", {"list"}, id="second-word"),
        pytest.param("s ", {"Anna", "Bene", "Christl", "Dani"}, id="people-after-a-space"),
        pytest.param("help se", {"settle", "session"}, id="help"),
        pytest.param("herz", {"herz solo"}, id="suit"),
        pytest.param("herz s", {"solo"}, id="game-of-a-suit"),
    ],
)
def test_tab_offers(evening: Evening, typed: str, offered: set[str]) -> None:
    """Games, people, words, commands and their options."""
    assert offered <= set(completions(typed, evening, PROGRAM))


# -- question by question -----------------------------------------------------------------------------


def pressed(evening: Evening, *keys: str) -> HandQuestions:
    """Return the questions after these keys."""
    questions = HandQuestions(evening)
    for key in keys:
        questions.press(key)
    return questions


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        pytest.param("sac+", "s ac", id="sauspiel"),
        pytest.param("sac-nl3E", "s ac-nl3", id="flags"),
        pytest.param("hsa+a93EkkE", "hs a 93kr", id="augen"),
        pytest.param("wb-o2Ep", "w b-o2p", id="laufende-of-the-opponents"),
        pytest.param("rdja", "r d ja", id="jungfrau"),
        pytest.param("rdjacc", "r d ja", id="jungfrau-not"),
        pytest.param("ra+", "r a+", id="durchmarsch"),
        pytest.param("x", "x", id="thrown-in"),
        pytest.param("fsa+nn", "fs a", id="switched-back"),
        pytest.param("sac-nl3k", "s ac-nl3k", id="glued"),
        pytest.param("ewb-", "ew b-", id="suited"),
        pytest.param("sacB" + "d-", "s ad-", id="one-back"),
        pytest.param("sacE-", "s ac-", id="lost-after-all"),
        pytest.param("wb-nl3E+", "w b nl3", id="won-after-all"),
        pytest.param("ra+-", "r a+", id="nobody-loses-a-durchmarsch"),
        pytest.param("wb+l9E", "", id="impossible"),
        pytest.param("sa", "", id="not-yet-a-hand"),
    ],
)
def test_keys_become_a_hand(evening: Evening, keys: str, line: str) -> None:
    """Each answer is one key, Enter (E) ends a number, Backspace (B) goes one back; the line says the same."""
    named = {"E": ENTER, "B": BACK}
    assert pressed(evening, *(named.get(key, key) for key in keys)).shorthand() == line


def test_only_what_the_tariff_plays_is_asked(ledger: sqlite3.Connection) -> None:
    """A tournament knows no Ramsch and no Klopfen."""
    bsv = recorded.evening(ledger, tariff="bsv")
    assert {key: choice.label for key, choice in pressed(bsv).choices().items()} == {
        "s": "Sauspiel, Schellen-…", "w": "Wenz", "x": "zusammengeworfen",
        "e": "Eichel-…", "g": "Gras-…", "h": "Herz-…", "f": "Farb-…",
    }  # fmt: skip
    assert list(pressed(bsv, "g").choices()) == ["s"]
    assert "Klopfer" not in "\n".join(question_rows(pressed(bsv, *"wb+"), 80))
    assert "Stoß" in "\n".join(question_rows(pressed(bsv, *"wb+"), 80))


def test_what_cannot_be_says_so(evening: Evening) -> None:
    """A result against the Augen is a sentence below the questions, and Enter records nothing."""
    questions = pressed(evening, *"wb-a93", ENTER, ENTER)
    assert not questions.over
    assert "\n".join(question_rows(questions, 80)).count("93") >= 2


@pytest.mark.parametrize("keys", ["wb+", "sacE", "wb-a93E"])
def test_rows_of_questions_are_broken_between_words(evening: Evening, keys: str) -> None:
    """What stands below them is as wide as the window at most, and says the same."""
    questions = pressed(evening, *(ENTER if key == "E" else key for key in keys))
    narrow, wide = ("\n".join(question_rows(questions, columns)).split("\n\n")[1] for columns in (32, 200))
    assert max(map(len, narrow.split("\n"))) <= 32
    assert narrow.split() == wide.split()


def test_escape_leaves_the_questions(evening: Evening) -> None:
    """Nothing is recorded; in the middle of a number it only leaves the number."""
    assert pressed(evening, *"wb+l", ESCAPE).question == "flags"
    left = pressed(evening, *"wb+", ESCAPE)
    assert (left.over, left.line) == (True, "")


@pytest.mark.parametrize(
    "line",
    ["gs b-", "s ac nl3", "w b-l2", "hs a 93l4", "r d jb", "r 48 30 22 20", "undo", "fix 3 s ac", "sauspiel a c"],
)
def test_a_line_typed_into_the_questions_leaves_them(evening: Evening, line: str) -> None:
    """Nothing is recorded, and nothing that was typed is lost."""
    questions = HandQuestions(evening)
    keys = iter(line)
    while not questions.over:
        questions.press(next(keys))
    assert (questions.begun + "".join(keys), questions.line) == (line, "")


def test_keys_that_stay_in_the_questions_mean_the_same_hand(evening: Evening) -> None:
    """What the questions take of a line without spaces is what the line says."""
    for game in ("s", "w", "g", "h", "b", "hs", "gs", "ew", "gg", "hh", "ss", "fs"):
        for rest in ("a-", "ac+", "ac-n", "b+zl3", "b-k", "c-t"):
            questions = pressed(evening, *game, *rest)
            if questions.flag:
                questions.press(ENTER)
            if not questions.over and questions.shorthand():
                typed, scene = f"{game} {rest}", evening.scene
                assert read_hand(questions.shorthand(), *scene) == read_hand(typed, *scene)


def test_two_with_the_same_initial_are_named_by_their_seats(ledger: sqlite3.Connection) -> None:
    """As in the shorthand, and a letter that makes a Solo of a Sauspiel names nobody."""
    evening = recorded.evening(ledger, Join("Sepp"))._replace()
    evening = evening._replace(state=evening.state._replace(seats=("Anna", "Sepp", "Alma", "Bene"), dealer="Bene"))
    labels = {key: choice.label for key, choice in pressed(evening, "s").choices().items()}
    assert {key: label for key, label in labels.items() if "-" not in label} == {
        "1": "Anna", "2": "Sepp", "3": "Alma", "b": "Bene",
    }  # fmt: skip
    assert pressed(evening, *"s1").choices()["s"].label == "Sepp"


@pytest.mark.parametrize(
    ("keys", "question", "offered"),
    [
        pytest.param("", "game", "s", id="game"),
        pytest.param("E", "who", "", id="who-played"),
        pytest.param("EE", "who", "", id="nobody-is-usual"),
        pytest.param("Ea", "partner", "", id="partner"),
        pytest.param("EaE", "partner", "", id="no-partner-is-usual"),
        pytest.param("Eac", "result", "+", id="result"),
        pytest.param("EacE", "flags", "", id="flags"),
        pytest.param("e", "suited", "s", id="suited"),
        pytest.param("eE", "who", "", id="an-eichel-solo"),
        pytest.param("w", "who", "", id="wenz"),
        pytest.param("EacEl", "flags", "", id="number"),
        pytest.param("EacElE", "flags", "", id="no-number"),
    ],
)
def test_enter_takes_the_offered_answer(evening: Evening, keys: str, question: str, offered: str) -> None:
    """At every step it goes on or stays, and never leaves; who played is always said."""
    asked = pressed(evening, *(ENTER if key == "E" else key for key in keys))
    assert (asked.question, asked.offered, asked.over) == (question, offered, False)
    asked.press(ENTER)
    assert (asked.begun, asked.over) == ("", question == "flags" and not keys.endswith("l"))
    assert asked.over or asked.question == question or offered


def test_a_hand_by_enter_alone_but_for_the_people(evening: Evening) -> None:
    """A Sauspiel that was won, in two letters."""
    questions = pressed(evening, ENTER, "a", "c", ENTER, ENTER)
    assert (questions.over, questions.line) == (True, "s ac")


@pytest.mark.parametrize("before", ["", "E", "sE", "hE", "sacE", "sac+l3E"])
def test_what_is_typed_behind_enter_is_not_glued_on(evening: Evening, before: str) -> None:
    """Whoever leaves the questions then has typed that alone."""
    keys = (ENTER if key == "E" else key for key in f"{before}qw")
    questions = HandQuestions(evening)
    while not questions.over:
        questions.press(next(keys))
    assert (questions.begun, questions.line) == ("q", "")


def test_one_back_undoes_what_enter_took(evening: Evening) -> None:
    """The letter that stood before it counts again."""
    questions = pressed(evening, "e", ENTER, BACK, "w", "b", "+")
    assert questions.shorthand() == "ew b"


@pytest.mark.long
@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        pytest.param("s ac\r", ["s ac"], id="a-line"),
        pytest.param("\rsac-n\r", ["s ac-n"], id="questions"),
        pytest.param("\rgs b-\r", ["gs b-"], id="a-line-in-the-questions"),
        pytest.param("\r\rs ac n\r", ["s ac n"], id="enter-twice"),
        pytest.param("\r\x1b[200~w b\nw c\n\x1b[201~\r", ["w b", "w c"], id="pasted-into-the-questions"),
        pytest.param("\x1b[200~x\nx\n\x1b[201~", ["x", "x"], id="pasted-twice"),
        pytest.param("\rsa\x03w b\r", ["w b"], id="ctrl-c-in-the-questions"),
        pytest.param("s ac\x03w b\r", ["w b"], id="ctrl-c-clears-the-line"),
        pytest.param("w b\rw c\r\x1b[A\x1b[A\x7fd\r", ["w b", "w c", "w d"], id="arrow-up"),
        pytest.param("w zen\tzi\r\x1b[A\x7f\x7f\x7f\x7f\x7fb\r", ["w b"], id="a-refused-line-comes-back"),
        pytest.param("wen\t b\r", ["wenz b"], id="tab"),
        pytest.param("w b\rundo\r", ["w b", "undo"], id="command"),
        pytest.param("quit\rw b\r", [], id="quit"),
        pytest.param("\x1b[200~w b\r\nw c\n\x1b[201~", ["w b", "w c"], id="pasted-lines"),
        pytest.param("\x1b[200~w b\nw zenzi\nw c\n\x1b[201~", ["w b"], id="pasted-up-to-a-refused-line"),
        pytest.param("w \x1b[200~b\x1b[201~-\r", ["w b-"], id="a-pasted-word"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("capsys")
def test_keys_at_the_prompt(ok: Sklog, folder: Path, keys: str, lines: list[str]) -> None:
    """Lines, questions, Tab, the arrow keys and Ctrl-C do what they do at every prompt."""
    ok(*START)
    assert played(keys, folder=folder) == lines


@pytest.mark.usefixtures("capsys")
def test_ctrl_z_suspends(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell has the terminal again; what was typed is still there afterwards."""
    ok(*START)
    suspended: list[str] = []
    monkeypatch.setattr(Application, "suspend_to_background", lambda app: suspended.append(app.current_buffer.text))
    assert played("w b\x1a-\r", folder=folder) == ["w b-"]
    assert suspended == ["w b"]


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("stored", [True, False], ids=["after-the-commit", "before-it"])
def test_an_interrupted_command_says_what_became_of_it(
    ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    """Ctrl-C while a hand is stored, or while its board is printed."""
    ok(*START)
    shell = at(folder)
    shell.view.read()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sklog.direct.screen.board_text" if stored else "sklog.ledger.record.add", interrupted)
    answer = shell.run_line("w b")
    assert answer.code == 130
    assert answer.problems[0].startswith("interrupted, but it was recorded" if stored else "nothing was recorded")


# -- lines from a pipe --------------------------------------------------------------------------------

EVENING = (
    *("s ac nl3", "w b-l2", "undo", "fix 1 s bd", "void 1", "redo", "x", "bock 2", "stock +40ct anna", "explain 1"),
    *('post anna:-50ct bene:+50ct --note "Falsch gegeben"', "pay anna bene 2,40", "show", "settle", "close"),
)


@pytest.mark.long
def test_inside_is_as_outside(run: Sklog, ok: Sklog) -> None:
    """The same words have the same answers, and the same ledger comes out."""
    outside = {"SKLOG_DB": "outside.db"}
    ok(*START, env=outside)
    ok(*START)
    said = []
    for line in EVENING:
        typed = split(line)
        ran = run(*(typed if is_command(line) else ("add", *typed)), env=outside)
        said.append(ran.out)
    ran = run("play", "--keep-going", stdin="\n".join(EVENING))
    assert transcripts.undated(ran.out) == transcripts.undated("".join(said))
    sheet = ("report", "session", "--format", "csv")
    assert ok(*sheet).out == ok(*sheet, env=outside).out


def test_a_pipe_stops_at_the_first_refused_line(run: Sklog, ok: Sklog) -> None:
    """Its number is said, what was before it is recorded, and nothing behind it."""
    ok(*START)
    ran = run("play", stdin="# the evening\n\ns ac\nw zenzi\nw b\n")
    assert (ran.code, ran.err) == (1, 'line 4: nobody here is called "zenzi", only Anna, Bene, Christl, Dani\n')
    assert "Hand 1: s ac" in ran.out
    assert "hand 2" in ok("show").out


def test_a_pipe_may_keep_going(run: Sklog, ok: Sklog) -> None:
    """Every refused line is named, every other one is recorded, and the exit code says that there were some."""
    ok(*START)
    ran = run("play", "--keep-going", stdin="w zenzi\nw b\nvoid 9\nundo --nonsense\nw c")
    assert ran.code == 1
    assert [line.partition(":")[0] for line in ran.err.splitlines()] == ["line 1", "line 3", "line 4"]
    assert "hand 3" in ok("show").out


@pytest.mark.parametrize(
    ("piped", "code"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("\ufeffw b\r\n", 0, id="from-windows"),
        pytest.param("w b\nquit\nw zenzi\n", 0, id="quit"),
        pytest.param(b"w b\xff\n", 1, id="no-text"),
        pytest.param("help\nhelp fix\nhelp session list\n", 0, id="help"),
        pytest.param('player rename "Anna\n', 1, id="open-quote"),
        pytest.param("play\n", 1, id="play-in-play"),
        pytest.param("-h\n", 1, id="an-option-is-no-hand"),
        pytest.param("add --json\n", 1, id="nobody-reads-the-lines-of-others"),
    ],
)
def test_what_else_comes_from_a_pipe(run: Sklog, ok: Sklog, piped: str | bytes, code: int) -> None:
    """It is done or refused, and nothing is an error that nobody expects."""
    ok(*START)
    ran = run("play", stdin=piped)
    assert (ran.code, bool(ran.err)) == (code, bool(code))


@pytest.mark.long
def test_a_question_is_not_asked_in_a_pipe(run: Sklog, ok: Sklog) -> None:
    """As outside: whoever means it says --yes."""
    ok(*START)
    ran = run("play", stdin="s ac\nsettle --record\nyes\n")
    assert ran.err == "line 2: nothing was recorded, because nobody can be asked here; if you mean it, use --yes\n"
    assert run("play", stdin="settle --record --yes\n").code == 0


def test_without_an_evening_a_hand_is_refused(run: Sklog) -> None:
    """And a line may begin one."""
    assert "there is no ledger" in run("play", stdin="s ac\n").err
    begun = 'start "Bei Anna" --players Anna,Bene,Christl,Dani\ns ac\n'
    assert "Bei Anna" in run("play", stdin=begun).out


@pytest.mark.long
def test_a_pipe_waits_for_no_prompt(folder: Path) -> None:
    """prompt_toolkit is not imported where no terminal is."""
    program = "import sys; from sklog.cli import main\ntry: main()\nfinally: assert 'prompt_toolkit' not in sys.modules"
    ran = subprocess.run(
        [sys.executable, "-c", program, "play"], input=b"help\n", cwd=folder, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_what_others_write_is_seen_in_any_journal_mode(ok: Sklog, folder: Path) -> None:
    """Somebody has switched the ledger to WAL: its file stays as it is while its log goes on."""
    ok(*START)
    path = folder / database.default_path()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        shell = at(folder)
        shell.look()
        record.add(other, evenings.find(other), [recorded.WENZ], recorded.SAID._replace(typed="w b"))
        assert shell.news() == "Somebody else has written to this evening meanwhile: w b"


@pytest.mark.usefixtures("capsys")
def test_a_line_that_waited_is_asked_about_anew(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter once more was meant for what had been told then, and not for what others do later."""
    monkeypatch.setattr("sklog.play.plain.SEEN_SECONDS", 0)
    ok(*START)
    prompt = LinePrompt(at(folder))
    prompt.shell.look()
    for number in (1, 2):
        ok("add", "--again", "w", "b")
        assert (
            prompt.do("w b").problems[0].startswith(f'"w b" has just been recorded by somebody else as hand {number}')
        )
    assert prompt.do("w b").code == 0
    assert prompt.shell.view.evening
    assert prompt.shell.view.evening.hands == 3


# -- the evening that is meant ------------------------------------------------------------------------


def test_the_evening_stays_the_one_that_is_meant(ok: Sklog, folder: Path) -> None:
    """Also when another one begins elsewhere; what others write to it is seen at once."""
    ok(*START)
    shell = Shell(LedgerFile(folder / database.default_path()), None)
    first = shell.view.read()
    assert first is not None
    ok("start", "Elsewhere", "--players", "Sepp,Kathi,Robert,Nora")
    ok("add", "--session", "1", "w", "b")
    now = shell.view.read()
    assert now is not None
    assert (now.id, now.hands) == (first.id, 1)
    assert shell.run_line("w a").code == 0
    assert json.loads(ok("show", "--session", "1", "--format", "json").out)["facts"]


def test_a_new_evening_is_meant_once_it_has_begun(ok: Sklog, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`start` inside goes on with the new one; a refused one leaves everything as it was."""
    ok(*START)
    shell = Shell(LedgerFile(folder / database.default_path()), None)
    before = shell.view.read()
    assert shell.run_line("start Nix --players Anna").code == 1
    assert shell.view.read() == before
    assert shell.run_line("start Neu --players Sepp,Kathi,Robert,Nora").code == 0
    begun = shell.view.read()
    assert begun is not None
    assert (begun.name, capsys.readouterr().err) == ("Neu", "")


@pytest.mark.parametrize(
    ("spoken", "line"),
    [("en", "schluss"), ("de", "schluss"), ("de", "undo"), ("de", "fix 1 s bd"), ("de", "void 1")],
)
def test_a_command_means_the_evening_of_the_prompt_in_any_language(
    ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch, spoken: str, line: str
) -> None:
    """Not the one that began last, which is open as well."""
    ok(*START)
    ok("add", "s", "ac")
    ok("start", "Second", "--players", "Anna,Bene,Christl,Dani")
    ok("add", "w", "b")
    with monkeypatch.context() as german:
        german.setenv("SKLOG_LANG", spoken)
        screen.choose()
        shell = Shell(LedgerFile(folder / database.default_path()), "1")
        assert shell.run_line(line).code == 0
        assert shell.run_line({"en": "settle --all", "de": "abrechnen --alle"}[spoken]).code == 0
    screen.choose()
    with LedgerFile(folder / database.default_path()).reading() as ledger:
        first, second = evenings.all_evenings(ledger)
        assert len(undo.log(ledger, first)) == 3
        assert len(undo.log(ledger, second)) == 2


FOUR_PLAY = "players: [Anna, Bene, Christl, Dani]"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param(["reopen --session 1"], "1, Stammtisch", id="reopen"),
        pytest.param(["undo --session 1"], "1, Stammtisch", id="its-end-undone"),
        pytest.param(["reopen"], "", id="this-one"),
        pytest.param(["reopen", "reopen --session 1"], "1, Stammtisch", id="behind-an-open-one"),
        pytest.param(["import x.yaml"], "3, Fremd", id="import"),
        pytest.param(["reopen", "import x.yaml"], "", id="import-behind-an-open-one"),
        pytest.param(["pay Anna Bene 1€ --session 1", "reopen"], "", id="written-to-but-not-opened"),
    ],
)
def test_hands_are_for_the_evening_that_a_command_opened(
    ok: Sklog, folder: Path, capsys: pytest.CaptureFixture[str], lines: list[str], told: str
) -> None:
    """Behind two that are closed; what came from elsewhere leaves one alone that is open. Nothing of it is news."""
    ok(*START)
    ok("close")
    ok("start", "Second", "--players", "Anna,Bene,Christl,Dani")
    ok("close")
    folder.joinpath("x.yaml").write_text(f"session: Fremd\ndate: 2026-11-20\ntariff: wiki\n{FOUR_PLAY}\nhands: []\n")
    shell = Shell(LedgerFile(folder / database.default_path()), "2")
    shell.look()
    assert [shell.run_line(line).code for line in lines] == [0] * len(lines)
    assert shell.news() == ""
    said = re.findall(r"From now on hands are for evening (.*)\.\n", capsys.readouterr().out)
    assert said == list(filter(None, [told]))
    assert shell.run_line("w b").code == 0
    assert " · hand 2\n" in ok("show", "--session", told[:1] or "2").out


@pytest.mark.parametrize(
    ("spoken", "line"),
    [
        ("en", "play --session {}"),
        ("en", "sklog play --session {}"),
        ("en", "reopen --session {}"),
        ("de", "spielen --abend {}"),
        ("de", "weiterspielen --abend {}"),
    ],
)
def test_one_goes_to_and_fro_between_two_open_evenings(
    ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch, spoken: str, line: str
) -> None:
    """What is typed outside to go on with one is enough; nothing is written for it."""
    ok(*START)
    ok("start", "Second", "--players", "Anna,Bene,Christl,Dani")
    with monkeypatch.context() as german:
        german.setenv("SKLOG_LANG", spoken)
        screen.choose()
        shell = at(folder)
        codes = [shell.run_line(one).code for one in (line.format(1), "w b", line.format(2), "s ac", "s ab")]
    screen.choose()
    assert codes == [0] * 5
    with LedgerFile(folder / database.default_path()).reading() as ledger:
        assert [one.hands for one in evenings.all_evenings(ledger)] == [1, 2]


@pytest.mark.parametrize("here", [1, 2])
def test_the_end_of_an_evening_names_the_one_that_is_still_open(
    ok: Sklog, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, here: int
) -> None:
    """So that nobody believes that none is, on any terminal; where hands go is said as well."""
    ok(*START)
    ok("start", "Second", "--players", "Anna,Bene,Christl,Dani")
    lines = iter(["play --session 1", f"play --session {here}", "close"])
    monkeypatch.setattr("builtins.input", lambda _asked: next(lines, "q"))
    plain.play_line_by_line(at(folder))
    gone, _closed, said = capsys.readouterr().out.rpartition("Closed: ")
    assert "From now on hands are for evening 1, Stammtisch.\n" in gone
    assert f"Still open: evening {3 - here}, " in said
    assert f"To go on with it: sklog play --session {3 - here}\n" in said


@pytest.mark.long
def test_another_evening_with_the_same_number_is_not_meant(
    ok: Sklog, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy was restored elsewhere and another evening begun: the hand that is typed is refused, and why is said."""
    ok(*START)
    ok("backup", "copy.db")
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani")
    shell = at(folder)
    assert shell.view.read()
    ok("restore", "copy.db", "--yes")
    ok("start", "Dritter", "--players", "Sepp,Kathi,Robert,Nora")
    for line in ("w b", "bock 2"):
        refused = shell.run_line(line)
        assert refused.code == 1
        assert refused.problems[0].startswith("the evening 'Zweiter' is not in this ledger any more")
    other = Shell(shell.ledger, "Dritter").view.read()
    assert other is not None
    assert (other.id, other.hands) == (2, 0)
    assert shell.run_line("start Vierter --players Anna,Bene,Christl,Dani").code == 0
    assert shell.run_line("w b").code == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("identity", ["1", "Stammtisch", "2026-11-19"], ids=["number", "name", "day"])
def test_the_prompt_stays_in_its_evening(ok: Sklog, folder: Path, identity: str) -> None:
    """Also where a file has given it the identity that is the number, the name or the day of another one."""
    ok(*START)
    head = "session: Fremd\ndate: 2026-11-20\ntariff: wiki\nplayers: [Anna, Bene, Christl, Dani]\nhands: []\n"
    (folder / "x.yaml").write_text(f'{head}id: "{identity}"\n')
    ok("import", "x.yaml")
    shell = Shell(LedgerFile(folder / database.default_path()), "2")
    assert shell.run_line("w b").code == 0
    assert shell.run_line("w a").code == 0
    with LedgerFile(folder / database.default_path()).reading() as ledger:
        assert [one.hands for one in evenings.all_evenings(ledger)] == [0, 2]


@pytest.mark.usefixtures("capsys")
def test_the_same_hand_by_accident_is_refused(ok: Sklog, folder: Path) -> None:
    """An arrow key and Enter slip easily; `add --again` says that it was meant."""
    ok(*START)
    shell = at(folder)
    assert shell.run_line("w b").code == 0
    assert shell.run_line("w b").problems[0].startswith("the same hand was recorded just before")
    assert shell.run_line("add --again w b").code == 0


@pytest.mark.parametrize("jump", [timedelta(days=-1), timedelta(minutes=-1), timedelta(hours=1), timedelta(days=365)])
@pytest.mark.usefixtures("capsys")
def test_the_clock_is_set_between_a_hand_and_its_repetition(
    ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    """The prompt goes by a clock that nobody sets: within seconds it is a repetition, later it is another hand."""
    ok(*START)
    shell = at(folder)
    assert shell.run_line("w b").code == 0
    set_clock(monkeypatch, datetime.now(UTC) + jump)
    assert shell.run_line("w b").problems[0].startswith("the same hand was recorded just before")
    monkeypatch.setattr("sklog.play.shell.monotonic", lambda: time.monotonic() + REPETITION_SECONDS)
    assert shell.run_line("w b").code == 0


@pytest.mark.long
def test_a_pipe_says_what_others_have_written(ok: Sklog, folder: Path) -> None:
    """Before the next line is understood; its own lines are no news."""
    ok(*START)
    command = [sys.executable, "-m", "sklog", "play"]
    with subprocess.Popen(command, cwd=folder, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as piped:
        assert piped.stdin
        assert piped.stdout
        piped.stdin.write("w b\n")
        piped.stdin.flush()
        while not piped.stdout.readline().startswith("Hand 1"):
            pass
        ok("add", "s", "ac")
        out, err = piped.communicate("w c\nw d\n", timeout=60)
    assert err == ""
    assert out.index("Somebody else has written to this evening meanwhile") < out.index("Hand 3: w c")
    assert out.count("Somebody else") == 1
    assert "Hand 4: w d" in out


@pytest.mark.parametrize("line", ["x", "add x"])
def test_a_pipe_means_what_it_says_twice(run: Sklog, ok: Sklog, line: str) -> None:
    """No key slips in a pipe: the same hand twice is two hands."""
    ok(*START)
    assert run("play", stdin=f"{line}\n{line}\n").code == 0
    assert "hand 3" in ok("show").out


@pytest.mark.parametrize("line", ["help start", "start --help", "start Neu --players Sepp,Kathi,Robert,Nora --dry-run"])
@pytest.mark.usefixtures("capsys")
def test_asking_about_start_means_no_other_evening(ok: Sklog, folder: Path, line: str) -> None:
    """Only an evening that has really begun takes the place of the one that is meant."""
    ok(*START)
    shell = at(folder)
    before = shell.view.read()
    ok("start", "Elsewhere", "--players", "Sepp,Kathi,Robert,Nora")
    assert shell.run_line(line).code == 0
    assert shell.view.read() == before


@pytest.mark.usefixtures("capsys")
def test_what_programs_read_changes_no_language(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is json or csv speaks English, the prompt speaks its own again afterwards."""
    ok(*START)
    shell = at(folder)
    shell.view.read()
    monkeypatch.setenv("SKLOG_LANG", "de")
    screen.choose()
    try:
        assert shell.run_line("show --format json").code == 0
        assert spoken() == "de"
    finally:
        monkeypatch.undo()
        screen.choose()


def test_a_ledger_that_cannot_be_read_leaves_the_evening_as_it_was(
    ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody locks the file for long: the last known evening is shown, with a sentence, and nobody waits."""
    ok(*START)
    view = at(folder).view
    before = view.read()
    waited: list[float | None] = []
    connect = database.connect

    def told(path: Path, *, wait: float | None = None, **more: bool) -> sqlite3.Connection:
        waited.append(wait)
        return connect(path, wait=wait, **more)

    ok("add", "w", "b")
    monkeypatch.setattr(database, "connect", told)
    with contextlib.closing(connect(view.file.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert view.refresh() == before
        assert "somebody else is writing" in view.trouble
        other.execute("ROLLBACK")
    now = view.refresh()
    assert now is not None
    assert (now.hands, view.trouble, waited) == (1, "", [MOST_SECONDS, MOST_SECONDS])


def test_a_ledger_that_is_gone_leaves_the_evening_as_it_was(ok: Sklog, folder: Path) -> None:
    """A stick was pulled out: nobody is said to have written, and nobody is asked to begin an evening."""
    ok(*START)
    shell = at(folder)
    before = shell.look()
    away = shell.view.file.path.rename(folder / "away.db")
    assert (shell.news(), shell.known) == ("", before)
    assert "is gone: put the file back" in shell.view.trouble
    away.rename(shell.view.file.path)
    assert (shell.look(), shell.view.trouble) == (before, "")


@pytest.mark.parametrize("damage", [b"no database at all" * 100, b""], ids=["damaged", "empty"])
def test_a_damaged_ledger_is_a_sentence_at_the_prompt(ok: Sklog, folder: Path, damage: bytes) -> None:
    """What is shown stays, and what is typed can still be understood."""
    ok(*START)
    view = at(folder).view
    before = view.read()
    view.file.path.write_bytes(damage)
    assert view.refresh() == before
    assert view.trouble


@pytest.mark.long
@pytest.mark.usefixtures("capsys")
def test_an_evening_is_folded_once_for_all_its_hands(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hand's number after the first costs nothing, until somebody records something."""
    ok(*START)
    shell = at(folder)
    for line in ("w b", "w c", "w d"):
        shell.run_line(line)
    shell.view.read()
    folds: list[int] = []
    monkeypatch.setattr(view, "scenes", lambda told: folds.append(1) or scenes(told))
    found = [shell.view.before(number) for number in (1, 2, 3, 4, 5)]
    assert [then.state.hands if then else None for then in found] == [0, 1, 2, 3, None]
    assert len(folds) == 1
    shell.run_line("w a")
    shell.view.read()
    assert shell.view.before(4)
    assert len(folds) == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("fixx 3", "did you mean fix?", id="nearly-a-command"),
        pytest.param("qwertz", "help shows the letters and the commands", id="neither"),
        pytest.param("help foo", '"foo" is not a command', id="help"),
    ],
)
def test_an_unknown_word_says_where_help_is(ok: Sklog, folder: Path, line: str, said: str) -> None:
    """While it is typed, and when it is said."""
    ok(*START)
    shell = at(folder)
    assert said in " ".join(shell.run_line(line).problems)
    found = shell.understood(f"{line} ")
    assert said in f"{found.text} {found.detail}"


@pytest.mark.usefixtures("capsys")
def test_a_command_can_be_said_in_capitals(ok: Sklog, folder: Path) -> None:
    """As a hand can."""
    ok(*START)
    shell = at(folder)
    assert shell.run_line("W B").code == 0
    assert shell.understood("UNDO").kind == "command"
    assert shell.run_line("UNDO").code == 0
    evening = shell.view.read()
    assert evening is not None
    assert evening.hands == 0
    assert shell.run_line("HELP Fix").code == 0


def test_a_closed_evening_is_named_before_a_hand(ok: Sklog, folder: Path) -> None:
    """Whatever the hand is."""
    ok(*START)
    ok("close")
    shell = Shell(LedgerFile(folder / database.default_path()), "1")
    assert shell.run_line("w zenzi").problems[0] == "the evening is closed"


@pytest.mark.parametrize("line", ["fix 1 -", "void 1", "join Emil", "session tariff wiki", "close", "s ac"])
@pytest.mark.usefixtures("capsys")
def test_what_a_closed_evening_does_not_take_is_told_how_it_goes_on(ok: Sklog, folder: Path, line: str) -> None:
    """With a command that can be typed there, whatever the line is."""
    ok(*START)
    ok("add", "s", "ac")
    shell = at(folder)
    shell.view.read()
    shell.run_line("close")
    assert shell.run_line(line).problems == ("the evening is closed", "reopen goes on with it")


def test_help_in_a_closed_evening_has_what_works_then(
    ok: Sklog, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing of what would be refused."""
    ok(*START)
    shell = at(folder)
    shell.view.read()
    shell.run_line("close")
    capsys.readouterr()
    shell.run_line("help")
    words = [row.split()[0] for row in capsys.readouterr().out.splitlines() if re.match(r"  \w", row)]
    assert words == ["reopen", "settle", "pay", "report", "show", "undo", "start"]


@pytest.mark.usefixtures("capsys")
def test_an_evening_that_is_opened_again_here_is_no_news(ok: Sklog, folder: Path) -> None:
    """All of it was there before."""
    ok(*START)
    ok("close")
    shell = at(folder)
    shell.look()
    shell.run_line("reopen")
    assert shell.news() == ""
    ok("add", "x")
    assert shell.news() != ""


@pytest.mark.parametrize(("line", "goes"), [("ende", False), ("tschüss", True), ("bye", True)])
@pytest.mark.usefixtures("capsys")
def test_ende_leaves_the_prompt_once_the_evening_is_closed(ok: Sklog, folder: Path, line: str, goes: bool) -> None:
    """Before that it may mean the evening."""
    ok(*START)
    shell = at(folder)
    prompt = LinePrompt(shell)
    shell.look()
    assert prompt.do_all([line]) != goes
    shell.run_line("close")
    shell.look()
    assert not prompt.do_all([line])


def test_what_a_command_would_do_is_said_without_the_option_that_tries_it(ok: Sklog, folder: Path) -> None:
    """Nobody typed it, in whatever language it is said."""
    ok(*START)
    shell = at(folder)
    shell.view.read()
    try:
        speak("de")
        seen = shell.foreseen("pay bene anna 2,40€")
    finally:
        speak(None)
    assert seen is not None
    assert seen.text == "Mit Enter: Bene hat Anna 2,40 € gezahlt."


def test_a_second_end_is_foreseen_as_it_is_answered(ok: Sklog, folder: Path) -> None:
    """The evening is there, and goes on with a word."""
    ok(*START)
    shell = at(folder)
    shell.view.read()
    shell.run_line("close")
    shell.view.read()
    seen = shell.foreseen("close")
    assert seen is not None
    assert (seen.text, seen.detail) == ("the evening is closed", "reopen goes on with it")


def test_thrown_in_is_written_short(ledger: sqlite3.Connection) -> None:
    """The questions know the evening's Stock as the line does."""
    recorded.evening(ledger, Passed())
    evening = evenings.find(ledger)
    assert understood(pressed(evening, *"sac+").shorthand(), evening).detail.endswith("Stock −0.40")


def test_a_narrow_terminal_shows_the_price(evening: Evening) -> None:
    """What was said is cut where there is no room, what it costs never."""
    found = understood("hs christl 93l4 // late", evening)
    assert prompt.preview_rows(found, 40)[0] == "Herz-Solo, Christl won, Schne… · 0.70 €"
    assert prompt.preview_rows(understood("x", evening), 40)[0] == "thrown in"
    assert prompt.preview_rows(understood("settle", evening), 60)[1].startswith("Show who pays whom, in the")


@pytest.mark.parametrize(
    ("typed", "kind", "text"),
    [
        ("redeal", "missing", "after a misdeal nothing is written down; if everybody passed, write x"),
        ("anna paid bene 2", "wrong", '"anna paid bene 2" is not a command: type pay Anna Bene 2'),
        ("bene leaves", "wrong", '"bene leaves" is not a command: type leave Bene'),
        ("war falsch", "wrong", '"war falsch" is not a command: fix corrects the last hand'),
        ("weiter", "missing", "if everybody passed, write x"),
        ("settle up", "command", "settle"),
        ("s ac", "hand", "Anna + Christl won"),
    ],
)
def test_the_same_is_said_while_it_is_typed(ok: Sklog, folder: Path, typed: str, kind: str, text: str) -> None:
    """Below the line, before Enter."""
    ok(*START)
    shell = at(folder)
    shell.view.read()
    found = shell.understood(typed)
    assert found.kind == kind
    assert text in found.text
