"""play on a real terminal: an evening typed key by key, and the screen compared with the ledger."""

import contextlib
import os
import shlex
import signal
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sklog.ledger import database, evenings, history
from sklog.ledger.evenings import Evening
from sklog.ledger.open import open_ledger
from sklog.play.plain import SEEN_SECONDS
from sklog.scoring.amounts import amount
from tests.conftest import Sklog
from tests.terminal import COLOURS, PAUSE, SECONDS, Terminal

pytestmark = pytest.mark.long

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "grundzuege")
PLAIN = {"NO_COLOR": "1"}

BEFORE = (  # hand 1 is thrown in: its Stock is doubled by hand 2, and won with hand 3
    *("x", "s ac-", "s bd nl3", "w b-l2", "hs a 93l4", "s cd", "r d", "s ab 50", "es c-", "s ad z"),
)
WITH_EVA = ("s ae", "w c", "hs b-l3")  # the dealer sits out: Christl, Dani, Eva
AFTER = ("s ad", "r b", "x", "s bc-", "w d", "s ac n", "gs b l3")


@pytest.fixture
def table(ok: Sklog, folder: Path) -> Path:
    """Return the folder of an evening that has begun."""
    ok(*START)
    return folder


def evening_in(folder: Path) -> Evening:
    """Return the evening as it is stored."""
    ledger = open_ledger(folder / database.default_path())
    try:
        return evenings.find(ledger, "1")
    finally:
        ledger.close()


def shown(balances: dict[str, str], evening: Evening) -> bool:
    """Whether the board says what the ledger holds, for everybody who has a row."""
    stored = {name: amount(value, "ct", signed=True) for name, value in evening.state.balances.items()}
    return all(stored[name] == said for name, said in balances.items()) and set(evening.state.seats) < set(balances)


def echoes(terminal: Terminal) -> bool:
    """Whether the terminal shows what is typed, and waits for whole lines, as a shell wants it."""
    flags = termios.tcgetattr(terminal.process.child_fd)[3]
    return bool(flags & termios.ECHO and flags & termios.ICANON)


def test_an_evening_at_the_prompt(table: Path) -> None:
    """20 hands with mistakes, undo, fix, join and leave, Ctrl-C and a narrower window: the board is the ledger."""
    with Terminal("play") as terminal:
        terminal.asked("hand 1>")
        for number, line in enumerate(BEFORE, 2):
            terminal.say(line, f"hand {number}>")
        before = evening_in(table)
        assert shown(terminal.balances, before)

        terminal.type("w zenzi\r")
        terminal.until('nobody here is called "zenzi"')
        terminal.asked("hand 11> w zenzi")
        terminal.type("\x03")
        terminal.asked("hand 11>")
        terminal.type("s ac nl")
        terminal.until("how many?")
        terminal.type("\x03")
        terminal.asked("hand 11>")
        assert evening_in(table).state == before.state

        terminal.say("w a-", "hand 12>")
        terminal.say("undo", "hand 11>")
        assert shown(terminal.balances, before)

        terminal.say("join Eva", "hand 11>")
        assert terminal.balances["Eva"] == "0.00"
        for number, line in enumerate(WITH_EVA, 12):
            terminal.say(line, f"hand {number}>")
        terminal.say("leave eva", "hand 14>")

        terminal.say("fix 1 s bc", "hand 14>")
        assert "Hand 1 is now: s bc" in terminal.text
        assert "Hand 3 now:" in terminal.text
        assert shown(terminal.balances, evening_in(table))

        terminal.resize(24, 60)
        for number, line in enumerate(AFTER, 15):
            terminal.say(line, f"hand {number}>")
        assert "hand 21" in terminal.text
        assert shown(terminal.balances, evening_in(table))

        terminal.type("\x04")
        assert terminal.ended() == 0
        assert echoes(terminal)
        assert not terminal.screen.cursor.hidden
    assert evening_in(table).hands == 20
    ledger = open_ledger(table / database.default_path())
    assert history.of_evening(ledger, evening_in(table)).session.players == ("Anna", "Bene", "Christl", "Dani")
    ledger.close()


def test_a_line_is_read_key_by_key(table: Path) -> None:
    """What is missing, then what each would win, stands below the line before Enter; nothing is recorded by it."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("s a")
        terminal.until("partner?")
        terminal.type("c n")
        terminal.until("Sauspiel, Anna + Christl won, Schneider · 0.20 €")
        terminal.rest()
        assert terminal.rows[terminal.screen.cursor.y + 2].startswith("Anna +0.20  Bene −0.20")
        terminal.type("\x7f\x7f-")
        terminal.until("Anna + Christl lost")
        assert evening_in(table).hands == 0


@pytest.mark.parametrize(
    ("env", "size"),
    [
        pytest.param(PLAIN, (24, 80), id="NO_COLOR"),
        pytest.param({"TERM": "vt100"}, (24, 80), id="vt100"),
        pytest.param({"TERM": "dumb"}, (24, 80), id="dumb"),
        pytest.param(PLAIN, (24, 60), id="narrow"),
    ],
)
def test_a_terminal_without_colours(table: Path, env: dict[str, str], size: tuple[int, int]) -> None:
    """No colour is sent, and the board, the prompt and what stands below it fit on the screen."""
    with Terminal("play", rows=size[0], columns=size[1], env=env) as terminal:
        terminal.asked("hand 1>")
        terminal.say("x", "hand 2>")
        terminal.say("s ac nl3", "hand 3>")
        assert shown(terminal.balances, evening_in(table))
        assert "Stock" in terminal.text
        assert "deals" in terminal.text
        terminal.type("\x04")
        assert terminal.ended() == 0
    assert not COLOURS.search(terminal.raw)


def test_with_colours(table: Path) -> None:
    """Where a terminal has them, what somebody has won is green and what is missing is not."""
    assert table
    with Terminal("play") as terminal:
        terminal.asked("hand 1>")
        terminal.say("s ac", "hand 2>")
    assert COLOURS.search(terminal.raw)


def test_the_questions(table: Path) -> None:
    """Enter on an empty line asks with single keys; the end shows the shorthand, and the hand is recorded."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("\r")
        terminal.until("Which game?")
        terminal.type("s")
        terminal.until("Who played?")
        terminal.type("ac-")
        terminal.until("What else?")
        terminal.type("n")
        terminal.until("s ac-n")
        terminal.type("\x1b")
        terminal.asked("hand 1>")
        assert evening_in(table).hands == 0
        terminal.type("\rwb+\r")
        terminal.asked("hand 2>")
        assert "Hand 1: w b" in terminal.text
    assert evening_in(table).hands == 1


@pytest.mark.parametrize(("key", "line"), [("1", "s ac 120z"), ("2", "s ac 120 schwarz:no")])
def test_what_changes_the_price_is_asked_with_one_key(table: Path, key: str, line: str) -> None:
    """The question has both lines with their prices; one key records the one that was meant."""
    with Terminal("play", columns=120) as terminal:
        terminal.asked("hand 1>")
        terminal.type("s ac 120")
        terminal.until("120 Augen: Schwarz or not?")
        terminal.type("\r")
        terminal.until("(1: s ac 120z (0.30 €), 2: s ac 120 schwarz:no (0.20 €), Enter: none of them)")
        terminal.type(key)
        terminal.asked("hand 2>")
        terminal.until(f"Hand 1: {line}  ·")
    assert evening_in(table).hands == 1


@pytest.mark.parametrize(("key", "line"), [("1", "w a"), ("2", "w a-")])
def test_a_word_that_may_say_how_it_ended_is_asked_with_one_key(table: Path, key: str, line: str) -> None:
    """The hand without that word is offered, won and lost; the question is broken between words."""
    question = '"verheizt": not understood. Did you mean this hand? (1: w a, 2: w a-, Enter: none of them)'
    with Terminal("play") as terminal:
        terminal.asked("hand 1>")
        terminal.type("Anna hat ihren Wenz verheizt\r")
        terminal.until(lambda: question in " ".join(terminal.text.split()))
        terminal.type(key)
        terminal.asked("hand 2>")
        terminal.until(f"Hand 1: {line}  ·")
    assert evening_in(table).hands == 1


def test_enter_alone_answers_no_question_about_the_price(table: Path) -> None:
    """Nothing is recorded, and the line stays to be changed."""
    with Terminal("play", columns=120) as terminal:
        terminal.asked("hand 1>")
        terminal.type("hs a l8\r")
        terminal.until("Enter: none of them)")
        terminal.type("\r")
        terminal.asked("hand 1> hs a l8")
    assert evening_in(table).hands == 0


def test_a_price_is_asked_behind_the_questions(table: Path) -> None:
    """Question by question to a hand that leaves its price open: then one key more."""
    with Terminal("play", columns=120) as terminal:
        terminal.asked("hand 1>")
        for keys, shown in (("\r", "Which game?"), ("s", "Who played?"), ("a", "partner?"), ("c", "Won or lost?"),
                            ("+", "What else?"), ("a", "How many?"), ("120\r", "Schwarz or not?")):  # fmt: skip
            terminal.type(keys)
            terminal.until(shown)
        terminal.type("\r")
        terminal.until("(1: s ac 120z")
        terminal.type("1")
        terminal.asked("hand 2>")
    assert evening_in(table).hands == 1


def test_add_asks_at_a_terminal(table: Path) -> None:
    """The command asks as the prompt does."""
    with Terminal("add", "hs", "a", "l8", columns=120) as terminal:
        terminal.until("a Sie? (1: hs a sie")
        terminal.type("1")
        assert terminal.ended() == 0
    assert evening_in(table).state.balances["Anna"] == 1560


def test_the_first_evening_is_begun_by_questions(folder: Path) -> None:
    """Name, people and tariff are asked where no evening is open."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("sklog>")
        terminal.type("\r")
        terminal.until("What is the evening called?")
        terminal.type("Bei Anna\r")
        terminal.until("Who plays")
        terminal.type("Anna Bene Christl Dani\r")
        terminal.until("Which tariff?")
        terminal.type("wiki\r")
        terminal.asked("hand 1>")
    begun = evening_in(folder)
    assert (begun.name, begun.tariff.name, begun.state.seats) == (
        "Bei Anna",
        "wiki",
        ("Anna", "Bene", "Christl", "Dani"),
    )


def test_help_comes_a_screen_at_a_time(table: Path) -> None:
    """Space goes on; a key of the next line goes back to it and is not lost."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("help\r")
        terminal.until("Sauspiel")
        terminal.until("Space: more")
        terminal.type(" ")
        terminal.until("won (the default)")
        terminal.until("Space: more")
        terminal.type("w b")
        terminal.until("Wenz, Bene won")
        terminal.asked("hand 1> w b")


def test_help_comes_a_screen_at_a_time_where_only_lines_are_printed(table: Path) -> None:
    """Its first page stays until a key is pressed, and a line that is typed there is not lost."""
    with Terminal("play", env={"TERM": "dumb"}) as terminal:
        terminal.asked("hand 1>")
        terminal.type("help\r")
        terminal.until(lambda: terminal.line.startswith("… Space: more"))
        assert "A hand: the game, who played" in terminal.text
        terminal.type("w b\r")
        terminal.asked("hand 2>")
    assert evening_in(table).hands == 1


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=["closed", "ended"])
def test_the_terminal_goes_away(table: Path, number: signal.Signals) -> None:
    """Whatever was acknowledged is stored, and a terminal that is still there is as it was."""
    with Terminal("play") as terminal:
        terminal.asked("hand 1>")
        terminal.say("s ac", "hand 2>")
        terminal.type("w b")
        terminal.until("Wenz, Bene won")
        os.kill(terminal.process.pid, number)
        assert terminal.ended() != 0
        if number == signal.SIGTERM:
            assert echoes(terminal)
    assert evening_in(table).hands == 1


def test_settle_asks_at_the_prompt(table: Path) -> None:
    """The question of a command is asked there as outside; Ctrl-C records nothing, and the board stands there again."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.say("w b", "hand 2>")
        terminal.type("settle --record\r")
        terminal.until(lambda: "[y/N]" in terminal.line)
        terminal.type("\x03")
        terminal.asked("hand 2>")
        assert terminal.balances
        assert "nothing was recorded" in terminal.text
        terminal.type("settle --record\r")
        terminal.until(lambda: "[y/N]" in terminal.line)
        terminal.type("y\r")
        terminal.asked("hand 2>")
        assert "Recorded; to take it back: undo --session 1" in terminal.text
    ledger = open_ledger(table / database.default_path())
    assert len(evenings.payments(ledger, 1)) == 3
    ledger.close()


def test_a_long_answer_comes_a_screen_at_a_time(table: Path) -> None:
    """Its beginning stands first; q leaves it, and a key of the next line is not lost."""
    with Terminal("play", rows=12, env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        for number in range(2, 8):
            terminal.say("x" if number % 2 else "s ac", f"hand {number}>")
        terminal.type("session log\r")
        terminal.until("Space: more")
        assert terminal.rows[0] == "Log of Stammtisch"
        terminal.type("q")
        terminal.asked("hand 7>")
        terminal.type("help fix\r")
        terminal.until("Space: more")
        assert terminal.rows[0].startswith("fix [N]")
        terminal.type("w")
        terminal.until("who played?")
        terminal.asked("hand 7> w")
    assert evening_in(table).hands == 6


def test_an_answer_fits_above_the_prompt(table: Path) -> None:
    """What the answer begins with is still on the screen when the next line is asked for."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.say("s ac", "hand 2>")
        terminal.say("fix 1 s ab", "hand 2>")
        assert terminal.rows[0].startswith("Hand 1 is now: s ab")
        assert "To take that back: undo" in terminal.rows


def test_a_refused_command_leaves_the_board(table: Path) -> None:
    """What was typed, and what the last hand was worth, stay where they are."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.say("s ac", "hand 2>")
        terminal.type("void 9\r")
        terminal.until(lambda: terminal.rows.count("hand 2> void 9") == 2)  # as it was typed, and to be put right
        assert "last hand" in terminal.text


def test_a_ledger_that_is_locked_keeps_nobody_waiting(table: Path) -> None:
    """What is typed is understood as the table stood, and why it cannot be read stands below it."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        ledger = open_ledger(table / database.default_path())
        ledger.execute("BEGIN EXCLUSIVE")
        os.utime(table / database.default_path())
        terminal.type("w b")
        terminal.until("Wenz, Bene won")
        terminal.until("somebody else is writing")
        ledger.execute("ROLLBACK")
        ledger.close()
        terminal.type("-\r")
        terminal.asked("hand 2>")


def test_a_pasted_line_that_is_refused_names_those_behind_it(table: Path) -> None:
    """Nothing behind it was recorded, and which lines that are is said."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("\x1b[200~w b\nw zenzi\nw c\nw d\n\x1b[201~")
        terminal.until("Kept for later: w c · w d")
        terminal.asked("hand 2> w zenzi")
    assert evening_in(table).hands == 1


def test_a_mistake_in_the_first_questions_is_asked_again(folder: Path) -> None:
    """Everything else that was answered is kept, and the hand that was typed before there was an evening."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("sklog>")
        terminal.say("w b", "sklog>")
        assert "no evening is open: press Enter to begin one" in terminal.text
        terminal.type("\r")
        for asked, answer in (
            ("What is the evening called?", "Abend"),
            ("Who plays", "Anna Anna"),
            ("one person or two", "Anna, anna, Bene, Dani"),
            ("two people are called", "Anna Bene Christl Dani"),
            ("Which tariff?", "nix"),
            ("no tariff", "wiki"),
        ):
            terminal.until(asked)
            terminal.type(f"{answer}\r")
        terminal.asked("hand 1> w b")
    assert (evening_in(folder).name, evening_in(folder).tariff.name) == ("Abend", "wiki")


def test_questions_on_a_terminal_that_only_prints_lines(table: Path) -> None:
    """An answer that is none is a line, and words stand for the keys that such a terminal has not."""
    with Terminal("play", env={"TERM": "dumb"}) as terminal:
        terminal.asked("hand 1>")
        terminal.type("\r")
        terminal.until("back: back · leave: leave")
        terminal.type("w\rback\rgs b-\r")
        terminal.asked("hand 2>")
        assert "Hand 1: gs b-" in terminal.text
        terminal.type("\r")
        terminal.until(lambda: terminal.line == "?")
        terminal.type("leave\r")
        terminal.asked("hand 2>")
        terminal.type("\rw\rq\rb\r+\r\r")
        terminal.asked("hand 3>")
        assert "To take that back" not in terminal.text
    assert evening_in(table).hands == 2


# -- others who write to the same evening -------------------------------------------------------------


@contextlib.contextmanager
def asleep(terminal: Terminal) -> Iterator[None]:
    """Let the program see nothing of what happens in this context, until its end."""
    os.kill(terminal.process.pid, signal.SIGSTOP)
    yield
    os.kill(terminal.process.pid, signal.SIGCONT)


def enter_once_seen(terminal: Terminal) -> None:
    """Press Enter when what is on the screen has been there long enough to be read."""
    time.sleep(SEEN_SECONDS)
    terminal.type("\r")


def test_two_prompts_show_the_same(table: Path) -> None:
    """What is typed at the one stands at the other without a key, with what it was, and the number of the next hand."""
    with Terminal("play", env=PLAIN) as one, Terminal("play", env=PLAIN) as other:
        one.asked("hand 1>")
        other.asked("hand 1>")
        one.say("w b", "hand 2>")
        other.asked("hand 2>")
        assert other.rows[0] == "Somebody else has written to this evening meanwhile: w b"
        assert other.balances == one.balances
        one.say("undo", "hand 1>")
        other.asked("hand 1>")
        assert other.rows[0] == "Somebody else has written to this evening meanwhile: undo"
        time.sleep(SEEN_SECONDS)
        other.say("w c", "hand 2>")
        one.asked("hand 2>")
        assert shown(one.balances, evening_in(table))


def test_what_is_being_typed_stays_and_is_understood_anew(table: Path, process: Sklog) -> None:
    """The line is where it was, and below it stands what it would cost at the table as it is now."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("s be")
        terminal.until("who was the partner?")
        assert process("join", "Eva").code == 0
        terminal.until("Sauspiel, Bene + Eva won")
        terminal.asked("hand 1> s be")
        assert terminal.balances["Eva"] == "0.00"


@pytest.mark.parametrize(("line", "hands"), [("w c", 2), ("undo", 0)], ids=["hand", "undo"])
def test_a_line_from_before_waits_for_enter(table: Path, process: Sklog, line: str, hands: int) -> None:
    """Somebody else was faster: what that did is shown, the line stays, and is done when Enter says it once more."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        with asleep(terminal):
            assert process("add", "w", "b").code == 0
            terminal.type(f"{line}\r")
        terminal.until(f'"{line}" was not run, because it was typed before this could be read')
        terminal.until(lambda: f"hand 2> {line}" in terminal.line)
        assert terminal.balances["Bene"] != "0.00"
        assert evening_in(table).hands == 1
        enter_once_seen(terminal)
        terminal.asked(f"hand {hands + 1}>")
    assert evening_in(table).hands == hands


def test_enter_that_bounces_is_no_answer(table: Path, process: Sklog) -> None:
    """Nobody has seen in a moment what somebody else has done: the line waits on, and Ctrl-C gives it up."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        with asleep(terminal):
            assert process("add", "w", "b").code == 0
            terminal.type("w c\r\r")
        terminal.until(lambda: terminal.text.count("was not run") == 1)
        terminal.asked("hand 2> w c")
        terminal.type("\r")
        terminal.until(lambda: terminal.text.count("was not run") == 2)
        terminal.asked("hand 2> w c")
        terminal.until("Wenz, Christl won")
        terminal.type("\x03")
        terminal.asked("hand 2>")
    assert evening_in(table).hands == 1


def test_the_hand_that_somebody_else_has_just_recorded(table: Path) -> None:
    """It is asked about, however long ago that was; Enter once more records it a second time."""
    with Terminal("play", env=PLAIN) as one, Terminal("play", env=PLAIN) as other:
        one.asked("hand 1>")
        other.asked("hand 1>")
        one.say("s ac", "hand 2>")
        other.asked("hand 2>")
        time.sleep(SEEN_SECONDS)
        other.type("S Anna Christl\r")
        other.until('"S Anna Christl" has just been recorded by somebody else as hand 1: press Enter')
        other.asked("hand 2> S Anna Christl")
        assert evening_in(table).hands == 1
        enter_once_seen(other)
        other.asked("hand 3>")
    assert evening_in(table).hands == 2


def test_what_only_looks_waits_for_nobody(table: Path, process: Sklog) -> None:
    """What somebody else has written stands above its answer."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        with asleep(terminal):
            assert process("add", "w", "b").code == 0
            terminal.type("session list\r")
        terminal.until("Stammtisch  ")
        assert terminal.rows[0] == "Somebody else has written to this evening meanwhile: w b"


def test_enter_alone_shows_what_somebody_else_has_written(table: Path, process: Sklog) -> None:
    """And asks no question."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        with asleep(terminal):
            assert process("add", "w", "b").code == 0
            terminal.type("\r")
        terminal.asked("hand 2>")
        terminal.rest()
        assert terminal.rows[0] == "Somebody else has written to this evening meanwhile: w b"
        assert "Which game?" not in terminal.text


def test_the_questions_go_on_at_another_table(table: Path, process: Sklog) -> None:
    """What was answered stays answered, and what is left is asked of the people who sit there now."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("\rw")
        terminal.until("Who played?")
        assert process("join", "Eva").code == 0
        terminal.until("Somebody else has written to this evening meanwhile: join Eva")
        terminal.until("e Eva")
        terminal.until("Who played?")
        time.sleep(SEEN_SECONDS)
        terminal.type("e+\r")
        terminal.asked("hand 2>")
    assert evening_in(table).state.balances["Eva"] > 0


def test_the_questions_end_where_the_evening_does(table: Path, process: Sklog) -> None:
    """Nothing more is asked of a hand that cannot be recorded."""
    assert table
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.type("\rw")
        terminal.until("Who played?")
        assert process("close").code == 0
        terminal.asked("closed>")


def test_a_copy_that_was_restored_is_shown(table: Path, process: Sklog) -> None:
    """The ledger is another one, and so are the board and the number of the next hand."""
    assert table
    assert process("backup", "copy.db").code == 0
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 1>")
        terminal.say("w b", "hand 2>")
        assert process("restore", "copy.db", "--yes").code == 0
        terminal.asked("hand 1>")
        assert terminal.rows[0] == "Somebody else has written to this evening meanwhile."
        time.sleep(SEEN_SECONDS)
        terminal.say("w c", "hand 2>")
        assert process("add", "w", "d").code == 0
        terminal.asked("hand 3>")
        assert terminal.rows[0] == "Somebody else has written to this evening meanwhile: w d"


def test_lines_on_a_terminal_that_only_prints_them(table: Path, process: Sklog) -> None:
    """What somebody else has written is said before a line is understood, and Enter alone goes on with it."""
    with Terminal("play", env={"TERM": "dumb"}) as terminal:
        terminal.asked("hand 1>")
        assert process("add", "w", "b").code == 0
        terminal.type("w c\r")
        terminal.until("Somebody else has written to this evening meanwhile: w b")
        terminal.until("was not run")
        terminal.asked("hand 2>")
        assert evening_in(table).hands == 1
        enter_once_seen(terminal)
        terminal.asked("hand 3>")
        assert "Hand 2: w c" in terminal.text
    assert evening_in(table).hands == 2


@pytest.mark.parametrize("term", ["xterm", "dumb"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed(table: Path, closed: str, term: str) -> None:
    """Nobody gets a traceback: without stdout nothing can be shown, and without stderr nothing is missing."""
    command = f"{shlex.quote(sys.executable)} -m sklog play {closed}"
    with Terminal(shell=command, env={"TERM": term}) as terminal:
        if closed == "2>&-":
            terminal.type("w b\r")
            deadline = time.monotonic() + SECONDS
            while evening_in(table).hands == 0 and time.monotonic() < deadline:
                terminal.rest()
            while terminal.process.isalive() and time.monotonic() < deadline:  # one that comes too early is lost
                terminal.type("\x04")
                time.sleep(PAUSE)
        assert terminal.ended() == int(closed.startswith(">"))
        assert "Traceback" not in terminal.raw
    assert evening_in(table).hands == int(closed == "2>&-")
