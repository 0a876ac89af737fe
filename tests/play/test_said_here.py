"""What the prompt says of a line that is not complete, or asks for help: in words, with the people there."""

from collections.abc import Iterator

import pytest

from sklog.language import speak
from tests.conftest import Sklog
from tests.terminal import Terminal

START = ("start", "Stammtisch", "--tariff", "sauspiel", "--date", "2026-11-19", "--players")
SEPP = "Sepp,Kathi,Toni,Vroni"


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak(None)


@pytest.mark.parametrize("word", ["last", "letzte", "letztes", "Last"])
def test_undo_of_the_last_hand_is_undo(ok: Sklog, word: str) -> None:
    """As people say it; the number of commands is 1."""
    ok(*START, SEPP)
    ok("add", "s", "st")
    assert "hand 1" in ok("undo", word).out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pay sepp", "still missing: Who was paid; for example: sklog pay Sepp Kathi 2,40"),
        ("pay", "still missing: Who paid; for example: sklog pay Sepp Kathi 2,40"),
        ("seats", "still missing: Everybody present, clockwise; for example: sklog seats Sepp,Vroni,Toni,Kathi"),
        ("stock +0,40", "this amount; for example: sklog stock +0,40 sepp"),
        ("leave", "still missing: Who leaves; for example: sklog leave Vroni"),
        ("insert 3", "for example: sklog insert 3 w k"),
    ],
)
def test_what_is_missing_is_said_in_words_with_people_who_are_there(run: Sklog, line: str, said: str) -> None:
    """By the help of what is missing, instead of a letter that may be somebody's."""
    run(*START, SEPP)
    assert said in " ".join(run("play", stdin=f"{line}\n").err.split())


def test_a_bare_command_is_no_example(run: Sklog) -> None:
    """It is what was typed already."""
    run(*START, SEPP)
    said = run("play", stdin="undo undo\n").err
    assert "The number of commands: 'undo' is not a whole number from 1 on\n" in said


def test_an_example_seats_everybody(run: Sklog) -> None:
    """Also a fifth, and somebody whose name has a blank."""
    run(*START, "Sepp Huber,Kathi,Toni,Vroni,Xaver")
    assert 'sklog seats "Sepp Huber",Xaver,Vroni,Toni,Kathi' in run("play", stdin="seats\n").err
    assert "sklog pay Kathi Toni" in run("play", stdin="pay\n").err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("options", "report prices has what this evening is played by"),
        ("swap", "seats Sepp,Vroni,Toni,Kathi"),
        ("weg", "leave NAME"),
    ],
)
def test_a_known_word_is_answered_with_this_evening(run: Sklog, line: str, said: str) -> None:
    """With its people, so that what is said can be typed."""
    run(*START, SEPP)
    assert said in run("play", stdin=f"{line}\n").err


@pytest.mark.parametrize("word", ["rules", "regeln"])
def test_the_rules_are_those_of_this_evening(ok: Sklog, word: str) -> None:
    """Not those of a tariff that others play."""
    ok("start", "Stammtisch", "--tariff", "5-5-20", "--players", SEPP)
    said = ok("play", stdin=f"{word}\n").out
    assert "Tariff    5-5-20" in said
    assert "Out of Schneider" in said


@pytest.mark.parametrize("line", ["help close", "tariff", "help tariff", "help pay"])
def test_help_of_a_command_is_no_page_of_a_shell(ok: Sklog, line: str) -> None:
    """Neither its usage nor options that make sense outside alone."""
    ok(*START, SEPP)
    said = ok("play", stdin=f"{line}\n").out
    assert said.startswith(f"{line.removeprefix('help ')}")
    assert not [word for word in ("Usage", "[OPTIONS]", "--help", "--db", "COMMAND") if word in said]


def test_less_than_nothing_is_refused_at_once(run: Sklog) -> None:
    """Whether these would be euros or cents is no question then."""
    run(*START, SEPP)
    assert run("pay", "kathi", "sepp", "-1").err == "a payment of −1: it must be more than 0\n"


@pytest.mark.long
@pytest.mark.parametrize("line", ["zahlen sepp", "plätze tauschen", "streichen 2"])
def test_a_refused_line_stays_as_it_was_typed(ok: Sklog, line: str) -> None:
    """In German it is no English command."""
    ok(*START, SEPP)
    with Terminal("play", env={"SKLOG_LANG": "de", "NO_COLOR": "1"}) as terminal:
        terminal.asked("Spiel 1>")
        terminal.type(f"{line}\r")
        terminal.asked(f"Spiel 1> {line}")


def test_a_word_for_the_help_is_said_in_german(ok: Sklog) -> None:
    """As it is typed there."""
    ok(*START, SEPP)
    assert "„menü“ heißt hier hilfe." in ok("play", stdin="menü\n", env={"SKLOG_LANG": "de"}).out


@pytest.mark.long
def test_below_a_refused_word_stands_nothing_that_it_may_become(ok: Sklog) -> None:
    """It would read as a suggestion for it."""
    ok(*START, SEPP)
    with Terminal("play", env={"NO_COLOR": "1"}) as terminal:
        terminal.asked("hand 1>")
        terminal.type("no\r")
        terminal.asked("hand 1> no")
        assert "normalspiel" not in terminal.text


def test_people_who_were_named_stay_in_the_answer(run: Sklog) -> None:
    """Also where they are called like people of our examples."""
    run(*START, "Bene,Sepp,Anna,Toni")
    assert "pay Anna Bene 2" in run("play", stdin="anna pays bene 2\n").err
    assert "seats Bene,Toni,Anna,Sepp" in run("play", stdin="sitzordnung\n").err
