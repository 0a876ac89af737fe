"""A line that is refused loses nothing: evenings typed without looking, at real terminals, and what is recorded."""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sklog.ledger import database
from sklog.ledger.open import LedgerFile, open_ledger
from sklog.play.shell import SEEN_SECONDS, Shell
from tests.conftest import Sklog
from tests.play.slips import (
    AGAIN,
    BACKSPACE,
    BURST,
    CTRL_C,
    DELETE,
    ENTER,
    ESCAPE,
    FULL,
    HOME,
    LEFT,
    MARKED,
    PASTES,
    PLAIN,
    RIGHT,
    Evening,
    asks,
    bad,
    hand,
    keys,
    other,
    pasted,
    typed,
)
from tests.terminal import Terminal

pytestmark = pytest.mark.long

BOTH = (FULL, PLAIN)
EVERY = bool(os.environ.get("SKLOG_SLIPS"))  # each evening at each terminal, and pasted in each way
LEFT_OUT = keys(ESCAPE)._replace(shown="Enter: question by question")
SEPP = "Sepp,Sabine,Toni,Vroni"
UMLAUTS = "Änne,Jörg,Özlem,Bärbel"

ONE_REFUSED = Evening(
    "one refused line",
    (
        hand("s ac"),
        bad("s ax"),
        hand("w b"),
        hand("S BD"),
        hand("Anna und Dani verlieren Sauspiel"),
        hand("hs c l3"),
        other("undo", -1),
        hand("hs c l4"),
        hand("r d jb"),
    ),
    "s ac | w b | s bd | s ad- | hs c l4 | r d jb",
    language="de",
)
EDITED = Evening(
    "Backspace edits the refused line",
    (hand("w b"), bad("s ax"), keys(f"{BACKSPACE}c\r", 1), hand("w d")),
    "w b | s ac | w d",
    language="de",
)
A_PASTE = Evening(
    "a paste with a bad line",
    (
        hand("s bc"),
        pasted("s ac", "w b-", "s ax", "hs d n", "s cd", hands=2, shown="Kept for later: hs d n · s cd"),
        hand("s ad"),
        hand("hs d n"),
        hand("s cd"),
    ),
    "s bc | s ac | w b- | s ad | hs d n | s cd",
    tariff="10-20-50",
)
TWICE = Evening(
    "twice by a slip",
    (
        hand("s toni vroni"),
        bad("s toni vroni"),
        hand("w sepp l2"),
        bad("sst"),
        hand("s sepp toni"),
        bad("Bier für alle"),
        hand("Wenz Sabine verloren"),
        hand("toni und vroni gewinnen sauspiel"),
    ),
    "s toni vroni | w sepp l2 | s sepp toni | w sabine- | s toni vroni",
    people=SEPP,
    tariff="sauspiel",
    language="de",
)


def recorded(folder: Path) -> list[str]:
    """Return the lines that the evening has recorded."""
    return Shell(LedgerFile(folder / database.default_path()), None).history()


def named(evening: Evening) -> str:
    """Return the name of a test."""
    return evening.name.replace(" ", "-")


def in_turn(cases: Sequence[Any], ways: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Return each of the longer list with one of the other in turn, with `SKLOG_SLIPS` with each of them."""
    if EVERY:
        return [*product(cases, ways)]
    return [(cases[at % len(cases)], ways[at % len(ways)]) for at in range(max(len(cases), len(ways)))]


@pytest.mark.parametrize(("evening", "term"), in_turn([ONE_REFUSED, TWICE], BOTH))
def test_an_evening_by_hand(ok: Sklog, folder: Path, evening: Evening, term: str) -> None:
    """Every right hand is read as if nothing had been."""
    typed(evening, folder, ok, (term, BURST, "\r"))


def test_a_refused_line_is_edited(ok: Sklog, folder: Path) -> None:
    """Backspace takes its last letter."""
    typed(EDITED, folder, ok)


@pytest.mark.parametrize(("again", "how"), in_turn(["typed", "Enter"], PASTES))
def test_a_paste_with_a_bad_line(ok: Sklog, folder: Path, how: tuple[str, str, str], again: str) -> None:
    """However it comes it stops alike; what was kept is typed again, or taken with Enter."""
    steps = A_PASTE.steps if again == "typed" else (*A_PASTE.steps[:3], ENTER, ENTER)
    typed(A_PASTE._replace(steps=steps), folder, ok, how)


@pytest.mark.parametrize("term", BOTH)
def test_a_burst_may_end_in_the_middle_of_a_line(ok: Sklog, folder: Path, term: str) -> None:
    """What stands behind the last end of line is kept as well, and nothing is glued to it."""
    lines = keys("s ac\rs ax\rhs d n\rs cd", 1, 1)
    typed(A_PASTE._replace(steps=(hand("s bc"), lines, hand("s ad"), ENTER, ENTER),
                           right="s bc | s ac | s ad | hs d n | s cd"), folder, ok, (term, BURST, "\r"))  # fmt: skip


BY_HAND = [
    Evening("wrong game", (bad("q ac"), hand("s ac"), hand("w b")), "s ac | w b", terminals=BOTH),
    Evening("wrong person", (hand("s ac"), bad("s ay"), hand("w b")), "s ac | w b", terminals=BOTH),
    Evening("missing partner", (hand("w a"), bad("s a"), hand("s ab"), hand("x")), "w a | s ab | x", terminals=BOTH),
    Evening("thirteen hands behind a refused one",
            (bad("s ax"), *map(hand, ("s ac", "w b", "s bd", "s ad", "w c", "s cd", "x", "w d", "s bc", "s ab", "w a",
                                      "hs d", "s ac"))),
            "s ac | w b | s bd | s ad | w c | s cd | x | w d | s bc | s ab | w a | hs d | s ac"),
    Evening("the partner is added", (bad("s a"), keys(f"{RIGHT}c\r", 1), hand("w b")), "s ac | w b"),
    Evening("the first letter is put right", (bad("q ac"), keys(f"{HOME}{DELETE}s\r", 1), hand("w b")), "s ac | w b"),
    Evening("a letter in the middle", (bad("s xc"), keys(f"{LEFT}{BACKSPACE}a\r", 1), hand("w b")), "s ac | w b"),
    Evening("typed ahead of the refusal: Backspace", (keys(f"s ax\r{BACKSPACE}c\r", 1, 1), hand("w b")), "s ac | w b"),
    Evening("Enter refuses it again", (hand("w b"), bad("s ax"), keys("\r", 0, 1), keys("\r", 0, 1), hand("s ad")),
            "w b | s ad", terminals=BOTH),
    Evening("undo behind a refused line", (hand("s ac"), hand("w b"), bad("s ax"), other("undo", -1), hand("w c")),
            "s ac | w c", terminals=BOTH),
    Evening("fix behind a refused line", (hand("s ac"), bad("w zz"), other("fix 1 s ad"), hand("w b")), "s ad | w b"),
    Evening("a refused fix", (hand("s ac"), bad("fix 1 s ax"), hand("w b"), other("fix 1 s ad"), hand("w c")),
            "s ad | w b | w c", terminals=BOTH),
    Evening("a refused fix is edited", (hand("s ac"), bad("fix 1 s ax"), keys(f"{BACKSPACE}d\r"), hand("w c")),
            "s ad | w c"),
    Evening("the last hand is put into the line", (hand("s ac"), bad("s ax"), other("fix"), keys("-\r"), hand("w c")),
            "s ac- | w c"),
    Evening("a whole hand behind fix",
            (hand("s ac"), other("fix 1"), asks("w a", "1: fix 1 w a, 2: add w a"), keys("1"), hand("w b"),
             other("fix"), asks("s cd", "1: fix s cd, 2: add s cd"), keys("2", 1)), "w a | w b | s cd"),
    Evening("a bare number", (hand("s ac"), bad("3"), bad("s bd 3"), hand("s bd l3")), "s ac | s bd l3",
            terminals=BOTH),
    Evening("a command that looks", (bad("s ax"), other("show"), hand("s ad"), bad("w"), other("settle"), hand("w b")),
            "s ad | w b", terminals=BOTH),
    Evening("a command that is refused", (hand("s ac"), bad("void 9"), hand("w b"), bad("join"), hand("w c")),
            "s ac | w b | w c", terminals=BOTH),
    Evening("two readings", (bad("sst"), hand("s sepp toni"), bad("s s t"), hand("w toni")), "s sepp toni | w toni",
            people=SEPP),
    Evening("Ramsch", (bad("r d jz"), hand("r d jb"), bad("r 48 30 22 21"), hand("r 48 30 22 20")),
            "r d jb | r 48 30 22 20"),
    Evening("who sits out", (bad("w a"), hand("w b"), bad("s bc"), hand("w c")), "w b | w c",
            people="Anna,Bene,Christl,Dani,Eva"),
    Evening("names with umlauts", (hand("s Änne Jörg"), bad("s Änne Jürg"), hand("w ö-"), bad("w ü"), hand("s bö")),
            "s Änne Jörg | w Özlem- | s Bärbel Özlem", people=UMLAUTS, language="de", terminals=BOTH),
    Evening("really twice, and it was", (hand("w b"), bad("w b"), AGAIN, hand("w c")), "w b | w b | w c",
            terminals=BOTH),
    Evening("twice by a slip, left by Escape", (hand("w b"), bad("w b"), LEFT_OUT, hand("w c")), "w b | w c"),
    Evening("twice by a slip, left by Ctrl-C", (hand("w b"), bad("w b"), keys(CTRL_C), hand("w c")), "w b | w c",
            terminals=BOTH),
    Evening("a price is asked, and a hand typed",
            (asks("hs a l8", "none of them)"),
             keys("w b\r", 1, 1)._replace(shown='"hs a l8" was kept: Enter takes it'), hand("s cd")),
            "w b | s cd", terminals=BOTH),
    Evening("an amount is asked, and a hand typed",
            (asks("pay bene anna 1", "Enter: neither)"),
             keys("w b\r", 1, 1)._replace(shown='"pay bene anna 1" was kept: Enter takes it'), hand("s cd")),
            "w b | s cd", terminals=BOTH),
    Evening("a price is asked, and a hand typed slowly",
            (asks("hs a l8", "none of them)"), keys("w", 0, 1), keys(" "), keys("b\r", 1), hand("s cd")),
            "w b | s cd", terminals=BOTH),
    Evening("a word is not understood, and a hand typed",
            (asks("Anna hat ihren Wenz verheizt", "Did you mean this hand?"), keys("w b\r", 1, 1), hand("s cd")),
            "w b | s cd", terminals=BOTH),
    Evening("a question with yes and no",
            (hand("s ac"), asks("settle --record", "[y/N]"),
             keys("w b\r", 1, 1)._replace(shown='"settle --record" was kept: Enter takes it'), hand("s cd")),
            "s ac | w b | s cd", terminals=BOTH),
    Evening("no, and at once the next hand",
            (hand("s ac"), asks("settle --record", "[y/N]"), keys("n\rw b\r", 1),
             keys("\r")._replace(shown="Which game?"), keys(CTRL_C), hand("s cd")), "s ac | w b | s cd",
            terminals=BOTH),
    Evening("an arrow at a question with yes and no",
            (hand("s ac"), asks("settle --record", "[y/N]"), keys("\x1b[A"), hand("s cd"),
             keys("\r")._replace(shown="Which game?"), keys(CTRL_C), hand("w b")), "s ac | s cd | w b"),
    Evening("a key before its question",
            (hand("s ac"), keys("settle --record\rn")._replace(shown="[y/N]"), keys("w b\r", 1, 1), hand("s cd"),
             keys("pay bene anna 1\re\r")._replace(shown="Enter: neither)"), keys("w c\r", 1, 1), hand("s cb"),
             keys(CTRL_C), keys(CTRL_C), keys("\r")._replace(shown="Which game?"), keys(CTRL_C), hand("w d")),
            "s ac | w b | s cd | w c | s cb | w d", terminals=BOTH),
    Evening("undo behind a hand that a closed evening refused",
            (hand("s ac"), asks("close", "[y/N]"), keys("y")._replace(shown="closed>"),
             bad("w a", "reopen goes on with it"),
             asks("undo", '"w a" is not recorded. Take back settle --record?')._replace(pause=SEEN_SECONDS),
             keys("n")._replace(shown="settle --record? [y/N]: n"), other("reopen")._replace(pause=SEEN_SECONDS),
             ENTER), "s ac | w a", terminals=BOTH),
    Evening("question by question behind a refused line",
            (bad("s ax"), keys(CTRL_C), asks("", "Which game?"), keys("wb+\r", 1), hand("w c")), "w b | w c"),
]  # fmt: skip
IN_ONE_GO = [
    Evening("bad first", (pasted("s ax", "w b", "s cd", hands=0), hand("s ac"), ENTER, ENTER), "s ac | w b | s cd"),
    Evening("bad last", (pasted("s ac", "w b", "s cx", hands=2), hand("s cd"), hand("w a")), "s ac | w b | s cd | w a"),
    Evening("two bad ones", (pasted("s ac", "s ax", "w b", "w zz", "s cd", hands=1), hand("s ad"), ENTER,
                             keys("\r", 0, 1), hand("w c"), ENTER), "s ac | s ad | w b | w c | s cd"),
    Evening("one is left out", (pasted("s ax", "w b", "s cd", hands=0), keys(CTRL_C), keys(CTRL_C), ENTER), "s cd"),
    Evening("another hand comes first", (pasted("s ax", "w b", "s cd", hands=0), hand("s ac"), hand("w d"), ENTER,
                                         ENTER), "s ac | w d | w b | s cd"),
    Evening("a command comes first", (pasted("s ac", "s ax", "w b", hands=1), other("undo", -1), other("show"),
                                      hand("s ad"), ENTER), "s ad | w b"),
    Evening("a command in the paste", (pasted("s ac", "undo", "s ad", "s ax", "undo", "w b", hands=1), hand("s cd"),
                                       keys("\r", -1), ENTER), "s ad | w b"),
    Evening("a second paste", (pasted("s ax", "w b", hands=0), pasted("s ac", "s yy", "w c", hands=1), hand("s cd"),
                               ENTER, ENTER), "s ac | s cd | w c | w b"),
    Evening("all of it once more", (pasted("s ax", "w b", "s cd", hands=0),
                                    pasted("s ad", "w b", "s cd", hands=3, rings=0), hand("w d")),
            "s ad | w b | s cd | w d"),
    Evening("thrown in twice", (pasted("xx", "x", "w b", hands=0), hand("w a"), ENTER, ENTER), "w a | x | w b"),
    Evening("umlauts", (pasted("w ä", "s Jörg Ünal", "w ö", "s bö", hands=1), hand("s jb"), ENTER, ENTER),
            "w Änne | s Jörg Bärbel | w Özlem | s Bärbel Özlem", people=UMLAUTS, language="de"),
    Evening("a narrow window", (pasted("s ax", "hs christl 93l4 // knapp", "w dani-l2", "s cd", hands=0), hand("s ab"),
                                ENTER, ENTER, ENTER), "s ab | hs c 93l4 // knapp | w d-l2 | s cd", columns=44),
    Evening("an empty line and a remark", (pasted("s ac", "", "# die Bedienung kommt", "s ax", "", "w b", hands=1),
                                           hand("s ad"), ENTER), "s ac | s ad | w b"),
    Evening("in a closed evening", (asks("schluss", "beendet>"),
                                    pasted("s ac", "w b", hands=0, shown="Für danach aufgehoben: s ac · w b"),
                                    other("weiterspielen"), ENTER, ENTER), "s ac | w b", language="de"),
]  # fmt: skip


def each_once(evenings: Iterable[Evening]) -> Iterator[tuple[Evening, str]]:
    """Yield each evening in the same way, with those terminals that it has."""
    for place, one in enumerate(evenings):
        for number, term in enumerate(one.terminals):
            if EVERY or number == place % len(one.terminals):
                yield one, term


@pytest.mark.parametrize(
    ("evening", "term"), [pytest.param(one, term, id=f"{named(one)}-{term}") for one, term in each_once(BY_HAND)]
)
def test_a_slip_by_hand(ok: Sklog, folder: Path, evening: Evening, term: str) -> None:
    """No hand is lost, glued to another, or recorded otherwise than it was meant."""
    typed(evening, folder, ok, (term, BURST, "\r"))


@pytest.mark.parametrize(
    ("evening", "how"),
    [
        pytest.param(evening, how, id=f"{named(evening)}-{how}")
        for place, evening in enumerate(IN_ONE_GO)
        for number, how in enumerate([(FULL, MARKED, "\n"), (FULL, BURST, "\r"), (PLAIN, BURST, "\n")])
        if EVERY or number == place % 3
    ],
)
def test_a_slip_in_one_go(ok: Sklog, folder: Path, evening: Evening, how: tuple[str, str, str]) -> None:
    """The lines behind it wait until they are taken, or left out, however they came."""
    typed(evening, folder, ok, how)


@pytest.mark.parametrize("term", BOTH)
def test_lines_that_are_typed_ahead_are_not_lost(ok: Sklog, folder: Path, term: str) -> None:
    """Somebody types on while a hand waits for its turn: every line is done, as none was refused."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    with Terminal("play", env={"TERM": term, "NO_COLOR": "1"}) as terminal:
        terminal.asked("hand 1>")
        ledger = open_ledger(folder / database.default_path())
        ledger.execute("BEGIN IMMEDIATE")
        for line in ("s ac", "w b", "hs d n"):
            terminal.type(f"{line}\r")
            terminal.rest()
        ledger.execute("ROLLBACK")
        ledger.close()
        terminal.asked("hand 4>")
    assert recorded(folder) == ["s ac", "w b", "hs d n"]


@pytest.mark.parametrize(("answer", "term"), in_turn(["1", "\r", "w d\r"], BOTH))
def test_lines_behind_a_question(ok: Sklog, folder: Path, term: str, answer: str) -> None:
    """They answer nothing: a question that is answered lets them go on, one that is not keeps them."""
    answered = answer == "1"
    right = {"1": "hs a sie | w b | s cd", "\r": "w b | s cd"}.get(answer, "w d | w b | s cd")
    steps = (
        asks("hs a l8\rw b\rs cd", "none of them)"),
        keys(answer, 3 if answered else int(answer != "\r"), not answered),
        *(() if answered else (keys(CTRL_C),)),
        *(() if answered else (ENTER, ENTER)),
    )
    typed(Evening("question", steps, right), folder, ok, (term, BURST, "\r"))


@pytest.mark.parametrize("how", PASTES if EVERY else PASTES[::2], ids=repr)
def test_a_long_paste_comes_in_pieces(ok: Sklog, folder: Path, how: tuple[str, str, str]) -> None:
    """More than any buffer holds at once: not one line behind the refused one is recorded, and none is lost."""
    term, paste, enter = how
    lines = [*("s ac", "w b", "s bd", "x") * 5, "s ax", *("s cd", "w c-", "hs d n", "w a") * 100]
    text = enter.join((*lines, ""))
    text = f"\x1b[200~{text}\x1b[201~" if paste == MARKED else text
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    with Terminal("play", env={"TERM": term, "NO_COLOR": "1"}) as terminal:
        terminal.asked("hand 1>")
        for start in range(0, len(text), 500):
            terminal.type(text[start : start + 500])
            terminal.rest()
        terminal.until(lambda: terminal.raw.count("\a") == 1)
        terminal.until("Kept for later: s cd · w c- · hs d n · w a · s cd")
        terminal.rest()
        terminal.type(CTRL_C)
        for number in range(8):
            terminal.until(lambda: terminal.line.startswith(f"hand {21 + number}>"))  # noqa: B023  it is called here
            terminal.rest()
            terminal.type("\r")
        terminal.until(lambda: terminal.line.startswith("hand 29>"))
    assert recorded(folder) == [*lines[:20], *lines[21:29]]


def test_who_leaves_is_told_what_waits(ok: Sklog, folder: Path) -> None:
    """The evening has none of it."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    with Terminal("play", env={"NO_COLOR": "1"}) as terminal:
        terminal.asked("hand 1>")
        terminal.type("s ax\rw b\rs cd\r")
        terminal.until("Kept for later: w b · s cd")
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert "Not recorded: w b · s cd" in terminal.text
    assert recorded(folder) == []
