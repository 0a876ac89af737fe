"""A recorded hand corrected without being typed again: what a line changes of it, at the prompt and outside."""

import json
import re
from pathlib import Path

import pytest

from sklog import tariffs
from sklog.desk.ledger import Ledger
from sklog.direct import screen
from sklog.errors import HandError, NotFound, UnclearHand
from sklog.language import speak
from sklog.ledger import database, evenings
from sklog.ledger.open import LedgerFile
from sklog.notation import read_correction, read_hand, write_hand
from sklog.play.shell import Shell, normalized
from sklog.scoring.evening import admit, start
from tests.conftest import Sklog
from tests.play.test_play_terminal import PLAIN, enter_once_seen, evening_in
from tests.terminal import Terminal

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
START = ("start", "Stammtisch", "--players", ",".join(PEOPLE), "--date", "2026-11-19", "--tariff", "wiki")


# -- what a line makes of a hand ----------------------------------------------------------------------


def corrected(was: str, typed: str, people: tuple[str, ...] = PEOPLE) -> str:
    """Return the line of the hand that `was` recorded, after what was typed; raise HandError."""
    tariff, state = tariffs.find("wiki"), start(people)
    hand = read_correction(typed, read_hand(was, state, tariff), state, tariff)
    admit(state, hand, tariff)
    return write_hand(hand, state, tariff)


@pytest.mark.parametrize(
    ("was", "typed", "now"),
    [
        pytest.param("s ac", "-", "s ac-", id="lost"),
        pytest.param("s ac-n", "+", "s ac n", id="won"),
        pytest.param("s ac", "verloren", "s ac-", id="a word"),
        pytest.param("s ac", "l3", "s ac l3", id="a run is added"),
        pytest.param("s ac l2", "l3", "s ac l3", id="a run is replaced"),
        pytest.param("s ac o2", "l3", "s ac l3", id="the declarers' run instead of the opponents'"),
        pytest.param("s ac l2", "o3", "s ac o3", id="the opponents' run instead of the declarers'"),
        pytest.param("s ac o2", "l0", "s ac", id="no run"),
        pytest.param("s ac o2", "laufende:3", "s ac o3", id="a key says its field alone"),
        pytest.param("s ac", "n", "s ac n", id="Schneider"),
        pytest.param("s ac nl3", "n0", "s ac l3", id="no Schneider, by letter"),
        pytest.param("s ac n", "schneider:none", "s ac", id="no Schneider, by key"),
        pytest.param("s ac n", "schneider:no", "s ac schneider:no", id="surely no Schneider"),
        pytest.param("s ac nl3kp", "n0l0k0p0", "s ac", id="everything taken away at once"),
        pytest.param("s ac n", "z", "s ac z", id="Schwarz instead of Schneider"),
        pytest.param("s ac z", "n", "s ac n", id="Schneider instead of Schwarz"),
        pytest.param("s ac z", "Z0", "s ac", id="no Schwarz, in capitals"),
        pytest.param("s ac", "74", "s ac 74", id="Augen"),
        pytest.param("s ac 74", "93", "s ac 93", id="other Augen"),
        pytest.param("s ac", "45", "s ac 45", id="Augen say who won"),
        pytest.param("s ac-", "74", "s ac 74", id="Augen say who won, whatever was said"),
        pytest.param("s ac 74", "-45", "s ac-45", id="Augen and the sign"),
        pytest.param("s ac n", "74n0", "s ac 74", id="Augen, and no Schneider"),
        pytest.param("s ac 45", "augen:none -", "s ac-", id="no Augen, but who won"),
        pytest.param("s ac l4", "mit 75", "s ac 75l4", id="more than there are trumps are Augen"),
        pytest.param("s ac l4", "l3 12", "s ac l3 augen:12", id="few Augen beside Laufende that are typed"),
        pytest.param("s ac k", "kr", "s ac kr", id="Kontra and Re"),
        pytest.param("s ac k", "re", "s ac kr", id="Re goes on behind a Kontra"),
        pytest.param("s ac kr", "k", "s ac k", id="Kontra alone"),
        pytest.param("s ac kr", "kontra:none", "s ac", id="no Kontra"),
        pytest.param("s ac", "kontra:Bene,Anna", "s ac kontra:Bene,Anna", id="who said Kontra"),
        pytest.param("s ac klopfer:Bene", "np", "s ac n klopfer:Bene", id="who knocked stays noted"),
        pytest.param("s ac p2", "p", "s ac p", id="one Klopfer, not two"),
        pytest.param("s ac p2", "p0", "s ac", id="no Klopfer"),
        pytest.param("s ac", "nl3 // at last", "s ac nl3 // at last", id="flags and a note"),
        pytest.param("s ac // late", "//", "s ac", id="no note"),
        pytest.param("s ac", "partner:dani", "s ad", id="another partner"),
        pytest.param("s ac bock", "bock:none", "s ac", id="Bock as the evening says"),
        pytest.param("s ac", "dealer:Bene", "s ac dealer:Bene", id="another dealer"),
        pytest.param("hs a", "t", "hs a t", id="Tout"),
        pytest.param("hs a-t", "t0", "hs a-", id="no Tout"),
        pytest.param("hs a", "sie", "hs a sie", id="Sie"),
        pytest.param("hs a sie", "sie:no", "hs a", id="no Sie: won all the same"),
        pytest.param("hs a", "suit:gras", "gs a", id="another suit"),
        pytest.param("r d", "jb", "r d jb", id="a Jungfrau"),
        pytest.param("r d jb", "+", "r d+ jb", id="a Durchmarsch"),
        pytest.param("r a+", "-", "r a", id="no Durchmarsch"),
        pytest.param("r d", "losers:anna", "r a", id="another loser"),
        pytest.param("x", "p", "x p", id="thrown in, with a Klopfer"),
        pytest.param(
            "posting anna:-0,50 bene:0,50", "// beer", "posting Anna:-0.50 Bene:+0.50 // beer", id="a posting's note"
        ),
        pytest.param("s ac", "s bd n", "s bd n", id="a whole hand"),
        pytest.param("s ac n", "sac", "s ac", id="a whole hand in one word"),
        pytest.param("s ac", "x", "x", id="thrown in after all"),
    ],
)
def test_a_correction_says_the_whole_hand_or_what_was_otherwise(was: str, typed: str, now: str) -> None:
    """Each flag, key and note stands in place of what was recorded; all else stays."""
    assert corrected(was, typed) == now


@pytest.mark.parametrize(
    ("was", "typed", "said"),
    [
        pytest.param("s ac 74", "-", "it is won, not lost", id="lost with 74"),
        pytest.param("s ac n", "74", "out of Schneider", id="Augen against Schneider"),
        pytest.param("s ac 74", "n", "out of Schneider", id="Schneider against Augen"),
        pytest.param("s ac", "200", "there are 0 to 120 in the deck", id="too many Augen"),
        pytest.param("s ac l2", "3", "Laufende or Augen? Write l3 or augen:3", id="a small figure beside old Laufende"),
        pytest.param("s ac", "re", "Re without Kontra", id="Re alone"),
        pytest.param("s ac 45", "augen:none", "who won?", id="nothing says who won"),
        pytest.param("s ac", "sie", "belongs to a solo game", id="no Solo"),
        pytest.param("b a", "n", "has no Schneider", id="Bettel"),
        pytest.param("r d", "48", "the Augen of a Ramsch for each person dealt in", id="Augen of a Ramsch"),
        pytest.param("r d", "l3", "laufende does not belong to Ramsch", id="run in a Ramsch"),
        pytest.param("x", "n", "schneider does not belong to", id="thrown in"),
        pytest.param("s ac", "l3 l4", "given twice", id="twice"),
        pytest.param("s ac", "n n0", "given twice", id="said and taken away"),
        pytest.param("s ac", "schneidr", 'did you mean "schneider"?', id="misspelt"),
        pytest.param("s ac", "foo", "type the whole hand, or only what was wrong, such as -, l3, n, n0", id="unknown"),
        pytest.param("s ac", "l3 foo", '"foo" is not a flag', id="unknown behind a flag"),
        pytest.param("s ac", "foo:1", 'unknown key "foo"', id="unknown key"),
        pytest.param("s ac", "d", "Dani is one too many", id="a person alone"),
        pytest.param("s ac", "s a", "who was the partner?", id="half a hand"),
        pytest.param("posting anna:-0,50 bene:0,50", "n", "this is a posting", id="a posting has no flags"),
    ],
)
def test_a_correction_that_cannot_be_says_why(was: str, typed: str, said: str) -> None:
    """A change is judged like a hand that is typed whole, and what is unknown says what would be right."""
    with pytest.raises(HandError) as caught:
        corrected(was, typed)
    assert said in " ".join(problem.message for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("was", "typed", "people", "readings"),
    [
        ("s ac k", "re", ("Anna", "Bene", "Christl", "Emil"), (" r e ", " s ac kr")),
        ("hs a", "sie", ("Anna", "Ida", "Christl", "Emil"), (" s ie ", " hs a sie")),
    ],
)
def test_what_reads_as_a_hand_and_as_a_change_is_refused_with_both(
    was: str, typed: str, people: tuple[str, ...], readings: tuple[str, str]
) -> None:
    """At a table with Emil, re is Re as well as a Ramsch that Emil lost."""
    with pytest.raises(UnclearHand) as caught:
        corrected(was, typed, people)
    assert all(line in str(caught.value) for line in readings)


def test_what_only_one_reading_makes_a_hand_of_is_that_one() -> None:
    """Where there was no Kontra, re is no change: it can only be Emil's Ramsch."""
    assert corrected("s ac", "re", ("Anna", "Bene", "Christl", "Emil")) == "r e"


# -- outside of the prompt, and for programs ------------------------------------------------------------


@pytest.fixture
def table(ok: Sklog, folder: Path) -> Path:
    """Return the folder of an evening of three hands."""
    ok(*START)
    for hand in ("s ac", "w b", "s bd nl3"):
        ok("add", *hand.split())
    return folder


def last_hands(folder: Path) -> list[str]:
    """Return the hands of the evening as they are printed."""
    ledger = Ledger(folder / database.default_path())
    return [ledger.hand_line(number)[1] for number in (1, 2, 3)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "hands"),
    [
        pytest.param(["fix", "1", "-"], ["s ac-", "w b", "s bd nl3"], id="one flag"),
        pytest.param(["fix", "-"], ["s ac", "w b", "s bd-nl3"], id="a sign alone: the last hand"),
        pytest.param(["fix", "-l2"], ["s ac", "w b", "s bd-nl2"], id="a sign and a flag are no option"),
        pytest.param(["fix", "-schneider"], ["s ac", "w b", "s bd-nl3"], id="nor are a sign and a word"),
        pytest.param(["fix", "--keep-seats", "-l2"], ["s ac", "w b", "s bd-nl2"], id="behind an option"),
        pytest.param(["fix", "--session", "1", "-"], ["s ac", "w b", "s bd-nl3"], id="behind an option with a word"),
        pytest.param(["fix", "l4"], ["s ac", "w b", "s bd nl4"], id="without a number: the last hand"),
        pytest.param(["fix", "last", "n0", "74"], ["s ac", "w b", "s bd 74l3"], id="Augen of the last hand"),
        pytest.param(["fix", "letzte", "k"], ["s ac", "w b", "s bd nl3k"], id="in German"),
        pytest.param(["fix", "letztes", "k"], ["s ac", "w b", "s bd nl3k"], id="in German, of das Spiel"),
        pytest.param(["fix", "w", "c"], ["s ac", "w b", "w c"], id="a whole hand: the last one"),
        pytest.param(["fix", "2", "w", "c"], ["s ac", "w c", "s bd nl3"], id="as ever"),
    ],
)
def test_fix_outside_of_the_prompt(table: Path, ok: Sklog, words: list[str], hands: list[str]) -> None:
    """The first word is a hand's number, or it is the last one; from there on nothing is an option."""
    answer = ok(*words)
    assert "is now:" in answer.out
    assert last_hands(table) == hands


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(["fix"], 2, "hand 3 is: s bd nl3; type what was wrong", id="nothing was said"),
        pytest.param(["fix", "2"], 2, "hand 2 is: w b; type what was wrong", id="a number alone"),
        pytest.param(["fix", "74", "gs", "a"], 1, "there is no hand 74 in", id="a whole hand, and no such number"),
        pytest.param(["fix", "74"], 1, "sklog fix last augen:74", id="Augen without a hand"),
        pytest.param(["fix", "74", "n"], 1, "the last is hand 3", id="no such hand"),
        pytest.param(["fix", "-", "2"], 1, "sklog fix 2 -, or sklog fix last - augen:2", id="a number behind flags"),
        pytest.param(["fix", "3", "nl3"], 1, "is recorded like that already", id="nothing would change"),
        pytest.param(["fix", "--edit", "3"], 1, "--edit needs a terminal", id="edited without a terminal"),
        pytest.param(["fix", "--nosuch", "3"], 2, "there is no option", id="an unknown option"),
    ],
)
def test_a_fix_that_is_refused_changes_nothing(table: Path, run: Sklog, words: list[str], code: int, said: str) -> None:
    """Each says what would be right."""
    answer = run(*words)
    assert (answer.code, said in " ".join(answer.err.split())) == (code, True), answer.err
    assert last_hands(table) == ["s ac", "w b", "s bd nl3"]


@pytest.mark.long
def test_a_program_changes_a_hand_in_the_same_words(table: Path) -> None:
    """`Ledger.fix` takes a change as it takes a hand, and without a number the last one."""
    ledger = Ledger(table / database.default_path())
    assert ledger.hand_line() == (3, "s bd nl3")
    ledger.fix(1, "-")
    ledger.fix(None, "l4")
    assert last_hands(table) == ["s ac-", "w b", "s bd nl4"]
    with pytest.raises(NotFound):
        ledger.fix(9, "n")


@pytest.mark.long
def test_a_void_hand_counts_again_where_all_of_it_is_said(table: Path, ok: Sklog, run: Sklog) -> None:
    """A flag alone does not bring it back without a word."""
    ok("void", "2")
    refused = run("fix", "2", "-")
    assert (refused.code, refused.err) == (1, "hand 2 is void: type the whole hand, and it counts again\n")
    ok("fix", "2", "w", "b-")
    assert last_hands(table) == ["s ac", "w b-", "s bd nl3"]


# -- what a command would change ------------------------------------------------------------------------


def row(folder: Path, line: str) -> tuple[str, str, str]:
    """Return what stands below a line at the prompt."""
    shell = Shell(LedgerFile(folder / database.default_path()), None)
    shell.view.read()
    found = shell.understood(line, tries=True)
    return found.kind, found.text, found.detail


@pytest.mark.parametrize(
    ("line", "text", "detail"),
    [
        ("undo", "Took back: add s bd nl3.", "1 hand fewer · Anna +0.50  Bene −0.50  Christl +0.50  Dani −0.50"),
        ("undo 2", "Took back: add s bd nl3.", "2 hands fewer · Anna +0.70  Bene −1.10  Christl +0.70  Dani"),
        ("void 1", "Hand 1 is void.", "1 hand fewer · Anna −0.10  Bene +0.10  Christl −0.10  Dani +0.10"),
        ("move 1 3", "Hand 1 is now 3.", "Hands 2–3 are now 1–2."),
        ("leave an", "Anna gets up.", ""),
        ("join Emil", "Emil sits down.", ""),
        ("pay an be 0,50", "Anna paid Bene 0.50 €.", "Still open: "),
        ("bock 2", "Bock for 2 hands.", ""),
        ("stock +0,40 anna", "Paid into the Stock: Anna −0.40 €.", "Anna −0.40  Stock +0.40"),
        ("post anna:-0,50 bene:+0,50", "Posted: Anna −0.50, Bene +0.50 €.", "Anna −0.50  Bene +0.50"),
        ("close", "Closed: Stammtisch.", "Anna pays Bene 0.60 € · Christl pays Bene 0.40 €"),
    ],
)
def test_what_a_command_would_change_stands_below_it(table: Path, line: str, text: str, detail: str) -> None:
    """Before Enter, with amounts; nothing is written by it."""
    path = table / database.default_path()
    before = path.read_bytes(), sorted(table.iterdir())
    kind, shown, more = row(table, line)
    assert (kind, shown) == ("command", f"With Enter: {text}")
    assert more.startswith(detail) if detail else not more
    assert (path.read_bytes(), sorted(table.iterdir())) == before


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("void 9", "wrong", "there is no hand 9"),
        ("void", "command", "void N"),
        ("leave zenzi", "wrong", 'there is no "zenzi" here'),
        ("pay anna", "command", "pay WHO WHOM"),
        ("redo", "wrong", "there is nothing undone"),
        ("close --sign key", "command", "close"),
        ("settle --record", "command", "settle"),
        ("undo --dry-run", "command", "undo"),
    ],
)
def test_what_cannot_be_foreseen_says_why_or_how_it_goes_on(table: Path, line: str, kind: str, text: str) -> None:
    """What is not complete says what belongs behind it; no key is asked for, and nothing is recorded."""
    found = row(table, line)
    assert (found[0], found[1].startswith(text)) == (kind, True), found


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("fix19l3", "fix 19 l3"),
        ("fix19 s ac", "fix 19 s ac"),
        ("Fix19", "fix 19"),
        ("fix-", "fix -"),
        ("fix+n", "fix +n"),
        ("fix 19 l3", "fix 19 l3"),
        ("fix", "fix"),
        ("fixer", "fixer"),
    ],
)
def test_a_number_or_a_sign_may_stick_to_fix(typed: str, line: str) -> None:
    """At the prompt: so one flag of any hand takes eight keys."""
    assert " ".join(normalized(typed).split()) == line


def test_what_would_change_is_said_in_german(
    table: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """With amounts as they are written there."""
    request.addfinalizer(lambda: speak(None))
    monkeypatch.setenv("SKLOG_LANG", "de")
    screen.choose()
    assert row(table, "void 1")[1:] == (
        "Mit Enter: Spiel 1 ist gestrichen.",
        "1 Spiel weniger · Anna −0,10  Bene +0,10  Christl −0,10  Dani +0,10",
    )


def test_it_is_tried_once_for_each_line(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is drawn again and again; another version of the evening is tried anew."""
    shell = Shell(LedgerFile(table / database.default_path()), None)
    shell.view.read()
    tries: list[str] = []
    monkeypatch.setattr(Shell, "_try_out", lambda _self, line: tries.append(line))
    for line in ("void 1", "void 1", "void 2", "void 2"):
        shell.foreseen(line)
    assert tries == ["void 1", "void 2"]
    assert shell.run_line("w c").code == 0
    shell.view.read()
    shell.foreseen("void 2")
    assert tries == ["void 1", "void 2", "void 2"]


# -- at a terminal --------------------------------------------------------------------------------------

GERMAN = {**PLAIN, "SKLOG_LANG": "de"}


def below(terminal: Terminal) -> str:
    """Return the two rows below the line."""
    terminal.rest()
    return "\n".join(terminal.rows[terminal.screen.cursor.y + 1 :][:2])


@pytest.mark.long
@pytest.mark.parametrize(
    ("env", "prompt", "typed", "begun"),
    [
        pytest.param(PLAIN, "hand 4>", "fix", "fix 3 s bd nl3", id="the last hand"),
        pytest.param(PLAIN, "hand 4>", "fix 2", "fix 2 w b", id="hand 2"),
        pytest.param(PLAIN, "hand 4>", "Fix last", "fix 3 s bd nl3", id="in words"),
        pytest.param(GERMAN, "Spiel 4>", "fix letzte", "ändern 3 s bd nl3", id="in German"),
        pytest.param(PLAIN, "hand 4>", "fix --keep-seats 2", "fix --keep-seats 2 w b", id="with an option"),
    ],
)
def test_fix_puts_the_hand_into_the_line(table: Path, env: dict[str, str], prompt: str, typed: str, begun: str) -> None:
    """Its end is where the next key goes to, and what it would be now stands below it."""
    with Terminal("play", env=env) as terminal:
        terminal.asked(prompt)
        terminal.type(f"{typed}\r")
        terminal.asked(f"{prompt} {begun}")
        terminal.type("-\r" if begun.endswith("b") else "k\r")
        terminal.asked(prompt)
    assert sum(hand in ("w b-", "s bd nl3k") for hand in last_hands(table)) == 1


@pytest.mark.long
@pytest.mark.parametrize(("env", "prompt", "lost"), [(PLAIN, "hand 4>", "lost"), (GERMAN, "Spiel 4>", "verloren")])
def test_one_flag_is_typed_and_nothing_else(table: Path, env: dict[str, str], prompt: str, lost: str) -> None:
    """Six keys change the last hand; the price it would have stands there before Enter."""
    with Terminal("play", env=env) as terminal:
        terminal.asked(prompt)
        terminal.type("fix -")
        terminal.until(f"Bene + Dani {lost}")
        terminal.type("\r")
        terminal.asked(prompt)
        terminal.say("fix 1 n", prompt)
    assert last_hands(table) == ["s ac n", "w b", "s bd-nl3"]


@pytest.mark.long
def test_a_refused_hand_stays_in_the_line(table: Path) -> None:
    """It is mended there; Ctrl-C gives it up; a refused command stays as well, until the next letter."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 4>")
        terminal.type("w zenzi\r")
        terminal.until('nobody here is called "zenzi"')
        terminal.asked("hand 4> w zenzi")
        terminal.type("\x7f" * 5 + "c\r")
        terminal.asked("hand 5>")
        terminal.type("fix 3 l30\r")
        terminal.asked("hand 5> fix 3 l30")
        terminal.type("\x03")
        terminal.asked("hand 5>")
        terminal.type("void 9\r")
        terminal.until(lambda: terminal.rows.count("hand 5> void 9") == 2)
        terminal.say("w d", "hand 6>")
    assert evening_in(table).hands == 5


@pytest.mark.long
def test_what_was_typed_ahead_is_no_end_of_a_refused_hand(table: Path) -> None:
    """`h` is refused, and `w b` behind it is a hand of its own: together they would be another one."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 4>")
        terminal.type("h\rw b\r")
        terminal.until("Kept for later: w b")
        terminal.asked("hand 4> h")
        terminal.type("\x03")
        terminal.asked("hand 4> w b")
        terminal.type("\r")
        terminal.asked("hand 5>")
    assert evening_in(table).hands == 4


@pytest.mark.long
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_the_same_hand_within_seconds_is_asked_about(table: Path, term: str) -> None:
    """Enter that bounces records nothing; once the question can have been read it records the hand once more."""
    with Terminal("play", env={**PLAIN, "TERM": term}) as terminal:
        terminal.asked("hand 4>")
        terminal.say("w c", "hand 5>")
        terminal.type("w c\r")
        terminal.until("really twice?")
        assert evening_in(table).hands == 4
        enter_once_seen(terminal)
        terminal.asked("hand 6>")
    assert evening_in(table).hands == 5


@pytest.mark.long
@pytest.mark.parametrize(("answer", "hands"), [("\r", 5), ("n\r", 4), ("\x04", 4)])
def test_add_asks_about_the_same_hand(table: Path, ok: Sklog, answer: str, hands: int) -> None:
    """At a terminal; elsewhere it is refused, as `add --again` can be said there."""
    ok("add", "w", "c")
    with Terminal("add", "w", "c", env=PLAIN) as terminal:
        terminal.until("Really twice? Enter:")
        terminal.type(answer)
        assert (terminal.ended() == 0) == (hands == 5)
    assert evening_in(table).hands == hands


@pytest.mark.long
@pytest.mark.parametrize(("answer", "again"), [("\r", True), ("n\r", False)])
def test_pay_asks_about_the_same_payment(table: Path, ok: Sklog, answer: str, again: bool) -> None:
    """At a terminal one key says that it was really paid twice."""
    ok("pay", "bene", "anna", "0,10")
    with Terminal("pay", "bene", "anna", "0,10", env=PLAIN) as terminal:
        terminal.until("Really twice? Enter:")
        terminal.type(answer)
        assert (terminal.ended() == 0) == again
    with Ledger(table / database.default_path()).reading() as opened:
        assert len(evenings.payments(opened, 1)) == 1 + again


@pytest.mark.long
def test_the_prompt_asks_about_the_same_payment(table: Path) -> None:
    """Enter records it once more, when the question can have been read."""
    with Terminal("play", env={**PLAIN, "TERM": "dumb"}) as terminal:
        terminal.asked("hand 4>")
        terminal.say("pay bene anna 0,10", "hand 4>")
        terminal.type("pay bene anna 0,10\r")
        terminal.until("really twice?")
        enter_once_seen(terminal)
        terminal.until("Anna to Bene 0.80")
    with Ledger(table / database.default_path()).reading() as opened:
        assert len(evenings.payments(opened, 1)) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("undo", "With Enter: Took back: add s bd nl3.", "1 hand fewer · Anna +0.50"),
        ("void 3", "With Enter: Hand 3 is void.", "Anna +0.50  Bene −0.50"),
        ("leave d", "With Enter: Dani gets up.", ""),
        ("join Emil", "With Enter: Emil sits down.", ""),
        ("pay an be 0,50", "With Enter: Anna paid Bene 0.50 €.", "Still open: "),
        ("move 1 2", "With Enter: Hand 1 is now 2.", "Hand 2 is now 1."),
        ("bock", "With Enter: Bock for 1 hand.", ""),
        ("stock +0,40 dani", "With Enter: Paid into the Stock: Dani −0.40 €.", "Dani −0.40  Stock +0.40"),
        ("close", "With Enter: Closed: Stammtisch.", "Anna pays Bene"),
    ],
)
def test_what_would_change_stands_below_the_line(table: Path, line: str, first: str, second: str) -> None:
    """Ctrl-C then leaves everything as it was."""
    before = evening_in(table)
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 4>")
        terminal.type(line)
        terminal.until(first)
        assert second in below(terminal)
        terminal.type("\x03")
        terminal.asked("hand 4>")
    assert evening_in(table) == before


@pytest.mark.long
def test_a_hand_is_edited_from_outside(table: Path) -> None:
    """`fix --edit` opens the prompt with its line, and is over when that is done."""
    with Terminal("fix", "--edit", "2", env=PLAIN) as terminal:
        terminal.asked("hand 4> fix 2 w b")
        terminal.type("-")
        terminal.until("Wenz, Bene lost")
        terminal.type("\r")
        assert terminal.ended() == 0
    assert last_hands(table) == ["s ac", "w b-", "s bd nl3"]


@pytest.mark.long
def test_an_edited_hand_that_is_given_up_stays(table: Path) -> None:
    """Ctrl-C clears the line, and Enter on it leaves."""
    with Terminal("fix", "--edit", env=PLAIN) as terminal:
        terminal.asked("hand 4> fix 3 s bd nl3")
        terminal.type("\x03")
        terminal.asked("hand 4>")
        terminal.type("\r")
        assert terminal.ended() == 0
    assert last_hands(table) == ["s ac", "w b", "s bd nl3"]


@pytest.mark.long
@pytest.mark.parametrize(("answer", "paid"), [("y", True), ("y\r", True), ("\r", False), ("\x1b", False)])
def test_close_says_who_pays_whom_and_asks_whether_it_was_paid(table: Path, answer: str, paid: bool) -> None:
    """A key is enough, and the Enter behind it does no harm; Enter or Escape alone leaves it open."""
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 4>")
        terminal.type("close\r")
        terminal.until("Has all of it been paid just now? [y/N]:")
        assert "Anna pays Bene 0.60 €" in terminal.text
        assert "settle --record" not in terminal.text
        assert "digest" not in terminal.text
        terminal.type(answer)
        terminal.asked("closed>")
        assert ("When that is paid: settle --record --session 1" in terminal.rows) != paid, terminal.text
    ledger = Ledger(table / database.default_path())
    assert bool(ledger.session("1").payments()) == paid


@pytest.mark.long
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_the_rest_of_a_word_behind_a_key_is_no_line(table: Path, term: str) -> None:
    """Nor is the key glued to the next one."""
    assert table
    with Terminal("play", env={**PLAIN, "TERM": term}) as terminal:
        terminal.asked("hand 4>")
        terminal.type("close\r")
        terminal.until("[y/N]:")
        terminal.type("n")
        terminal.asked("closed>")
        terminal.type("o\r")
        terminal.rest()
        terminal.asked("closed>")
        assert "\a" not in terminal.raw
        terminal.type("show\r")
        terminal.until(lambda: "show" not in terminal.line and terminal.line == "closed>")
        assert "\a" not in terminal.raw


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "prompts", "answer"),
    [("en", ("hand 2>", "name:", "closed>"), "split"), ("de", ("Spiel 2>", "Name:", "beendet>"), "aufteilen")],
)
def test_close_asks_first_what_becomes_of_the_stock(
    ok: Sklog, folder: Path, language: str, prompts: tuple[str, str, str], answer: str
) -> None:
    """Where the tariff does not say it: nothing stands before that question, in a window of 60 by 20."""
    hand, question, closed = prompts
    text = "name: own\nextends: wiki\nstock: {pay_in: 10, at_close: none}\n"
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "own.yaml")
    ok("add", "x")
    with Terminal("play", env={**PLAIN, "SKLOG_LANG": language}, rows=20, columns=60) as terminal:
        terminal.asked(hand)
        terminal.type("close\r")
        terminal.until(lambda: terminal.line.endswith(question))
        assert "Stock" in terminal.rows[0]
        terminal.type(f"{answer}\r")
        terminal.until(closed)
    assert Ledger(folder / database.default_path()).evening().state.stock == 0


# -- say less, know more ----------------------------------------------------------------------------------


@pytest.fixture
def long_table(ok: Sklog) -> Sklog:
    """Return sklog with an evening of 24 hands, the last of which is Dani's."""
    ok(*START)
    for number in range(24):
        ok("add", "--again", "w", "abcd"[number % 4])
    return ok


@pytest.mark.long
@pytest.mark.parametrize(("words", "first"), [([], 20), (["20"], 5), (["all"], 1), (["alle"], 1), (["1"], 24)])
def test_show_shows_as_many_hands_as_are_asked_for(long_table: Sklog, words: list[str], first: int) -> None:
    """Five, a number, or all of them; for programs as well."""
    shown = json.loads(long_table("show", *words, "--format", "json").out)["tables"]["recent"]
    assert [one["hand"] for one in shown] == list(range(first, 25))
    numbers = re.findall(r"^ +(\d+)  w ", long_table("show", *words).out, re.MULTILINE)
    assert numbers == [str(number) for number in range(first, 25)]


@pytest.mark.long
@pytest.mark.parametrize("said", ["0", "-3", "several"])
def test_show_counts_from_one(long_table: Sklog, run: Sklog, said: str) -> None:
    """Anything else is wrong usage."""
    assert long_table
    assert run("show", "--", said).code == 2


@pytest.mark.long
def test_explain_alone_is_the_last_hand(long_table: Sklog) -> None:
    """As with its number."""
    assert long_table("explain").out == long_table("explain", "24").out


def test_explain_before_the_first_hand_says_so(ok: Sklog, run: Sklog) -> None:
    """There is none to explain."""
    ok(*START)
    assert "none has been recorded yet" in run("explain").err


@pytest.mark.long
def test_people_read_the_log_from_its_newest_command_on(long_table: Sklog) -> None:
    """Programs get the oldest first."""
    numbers = re.findall(r"^ *(\d+)  ", long_table("session", "log").out, re.MULTILINE)
    assert numbers == [str(number) for number in range(25, 0, -1)]
    rows = json.loads(long_table("session", "log", "--format", "json").out)["tables"]["log"]
    assert [row["number"] for row in rows] == list(range(1, 26))
    assert long_table("session", "log", "--format", "csv").out.splitlines()[1].startswith("1,")


@pytest.mark.long
def test_the_sheet_begins_with_the_result(long_table: Sklog) -> None:
    """Balances and who pays whom stand before the hands, at the prompt on the first screen; csv has the hands."""
    text = long_table("report", "session").out
    assert text.index("Balances (€)") < text.index("Hand by hand")
    assert long_table("report", "session", "--format", "csv").out.startswith("hand,what")
    with Terminal("play", env=PLAIN) as terminal:
        terminal.asked("hand 25>")
        terminal.type("report session\r")
        terminal.until("… Space: more")
        assert "Balances (€)" in terminal.rows
        terminal.type(" ")
        terminal.until("Hand by hand (€)")
