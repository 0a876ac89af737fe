"""Amounts: what is typed at a table is euros or says its unit, a file has whole cents, and points are whole numbers."""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sklog import Ledger
from sklog.cli.terminal import ENTER_SECONDS
from sklog.errors import HandError, Refused, UnclearAmount
from sklog.language import speak
from sklog.notation import read, read_hand, write, write_hand
from sklog.scoring import amounts
from sklog.scoring.canonical import Unreadable
from sklog.scoring.evening import start
from sklog.scoring.hand import Posting
from sklog.scoring.tariff import CENTS, POINTS
from sklog.tariffs import find
from tests.conftest import Sklog
from tests.terminal import Terminal

FOUR = ["Anna", "Bene", "Christl", "Dani"]
START = ("start", "Stammtisch", "--players", ",".join(FOUR), "--date", "2026-11-19")
EUROS, SCORE = find("sauspiel"), find("saukopf")
NEITHER, REFUSED = "euros or cents?", ""

# what is typed, what it is in an evening of cents (or why it is none), and in one of points
SPELLINGS: dict[str, tuple[int | str, int | str]] = {
    "2,40": (240, "counts points"),
    "2.40": (240, "counts points"),
    "4,90 €": (490, "counts points"),
    "4,90€": (490, "counts points"),
    "20 €": (2000, "counts points"),
    "20€": (2000, "counts points"),
    "20 Euro": (2000, "counts points"),
    "20ct": (20, "counts points"),
    "20 ct": (20, "counts points"),
    "20c": (20, "counts points"),
    "20 Cent": (20, "counts points"),
    "20CT": (20, "counts points"),
    "-0,50": (-50, "counts points"),
    "+20ct": (20, "counts points"),
    "\N{MINUS SIGN}0,50": (-50, "counts points"),
    " 2,40 ": (240, "counts points"),
    "0": (0, 0),
    "0ct": (0, "counts points"),
    "20": (NEITHER, 20),
    "+24": (NEITHER, 24),
    "-24": (NEITHER, -24),
    "2400": (NEITHER, 2400),
    "2,4": ('"2,4" may be 2,40 or 2,04', "counts points"),
    "2.4€": ('"2.4€" may be 2,40 or 2,04', "counts points"),
    "0,0": ('"0,0": write two decimals, 0,00', "counts points"),
    "2,400": ("2,400 is not an amount", "counts points"),
    "2,40ct": ("2,40ct: cents are whole", "counts points"),
    "2,4c": ("2,4c: cents are whole", "counts points"),
    "1.000,00": ("is not an amount", "is not a number of points"),
    ",50": ("is not an amount", "is not a number of points"),
    "€20": ("is not an amount", "is not a number of points"),
    "viel": ("viel is not an amount", "viel is not a number of points"),
    "": ("is not an amount", "is not a number of points"),
    "２４０": ("is not an amount", "is not a number of points"),
    "9" * 17: ("has 17 digits", "has 17 digits"),
}


def typed(text: str, unit: str) -> int | str:
    """Return what an amount is that somebody types, or why it is none."""
    try:
        return amounts.read(text, unit)
    except Unreadable as wrong:
        return str(wrong)


@pytest.mark.parametrize(("unit", "place"), [pytest.param(CENTS, 0, id="cents"), pytest.param(POINTS, 1, id="points")])
@pytest.mark.parametrize("text", SPELLINGS)
def test_what_an_amount_is_that_is_typed(text: str, unit: str, place: int) -> None:
    """Each spelling is one amount in each unit, or is refused with what would be right."""
    wanted, found = SPELLINGS[text][place], typed(text, unit)
    assert found == wanted if isinstance(wanted, int) else wanted in str(found)


NO_AMOUNT = "is not an amount; write euros with two decimals (2,40), or add a unit (20€, 20ct)"
SENTENCES: list[tuple[str, str, str]] = [
    ("viel", CENTS, f"viel {NO_AMOUNT}"),
    ("viel", POINTS, "viel is not a number of points; write a whole number such as 24"),
    ("2,400", CENTS, f"2,400 {NO_AMOUNT}"),
    ("12345678901234567", CENTS, "12345678… has 17 digits: no table ever moved so much"),
    ("20€", POINTS, "20€: this evening counts points, whole numbers without a comma or a unit"),
    ("2,40ct", CENTS, "2,40ct: cents are whole, such as 50ct; euros have two decimals, such as 2,40€"),
    ("-2,4", CENTS, '"-2,4" may be -2,40 or -2,04: write two decimals'),
    ("-20", CENTS, "-20: euros or cents? Write -20€ or -20ct"),
]


@pytest.mark.parametrize(("text", "unit", "sentence"), SENTENCES, ids=[row[2] for row in SENTENCES])
def test_what_is_no_amount_is_told(text: str, unit: str, sentence: str) -> None:
    """In a sentence of its own, with what would be one."""
    assert typed(text, unit) == sentence


def test_how_many_digits_an_amount_has() -> None:
    """Of one that is typed; a file may have more, as long as a ledger holds it."""
    assert amounts.read("9" * 16, POINTS) == 10**16 - 1
    assert amounts.read("9" * 17, CENTS, bare=CENTS) == 10**17 - 1


@pytest.mark.parametrize(
    ("say", "value", "said", "signed"),
    [
        (partial(amounts.amount, unit=CENTS), 240, "2.40", "+2.40"),
        (partial(amounts.amount, unit=CENTS), 0, "0.00", "0.00"),
        (partial(amounts.amount, unit=CENTS), -5, "−0.05", "−0.05"),
        (partial(amounts.amount, unit=POINTS), 24, "24", "+24"),
        (partial(amounts.typed_amount, unit=CENTS), 240, "2.40", "+2.40"),
        (partial(amounts.typed_amount, unit=CENTS), -240, "-2.40", "-2.40"),
        (partial(amounts.typed_amount, unit=POINTS), -24, "-24", "-24"),
        (partial(amounts.money, unit=CENTS), 240, "2.40 €", "+2.40 €"),
        (partial(amounts.money, unit=POINTS), 0, "0 points", "0 points"),
        (partial(amounts.money, unit=POINTS), 1, "1 point", "+1 point"),
        (partial(amounts.money, unit=POINTS), -1, "−1 point", "−1 point"),
        (partial(amounts.money, unit=POINTS), 2, "2 points", "+2 points"),
        (partial(amounts.write_amount, unit=CENTS), 240, "2.40", "+2.40"),
        (partial(amounts.write_amount, unit=POINTS, currency=True), 1, "1 point", "+1 point"),
        (amounts.Worth(5).words, 3, "0.15 €", "+0.15 €"),
        (amounts.Worth(5).words, -3, "−0.15 €", "−0.15 €"),
        (amounts.Worth(5).words, 0, "0.00 €", "0.00 €"),
        (amounts.Worth(1).words, 10**17 + 1, "1000000000000000.01 €", "+1000000000000000.01 €"),
        (amounts.Worth(25, 10).words, 1, "2.5 ct", "+2.5 ct"),
        (amounts.Worth(25, 10).words, -1, "−2.5 ct", "−2.5 ct"),
        (amounts.Worth(25, 10).words, -2, "−0.05 €", "−0.05 €"),
        (amounts.Worth(1050, 1000).words, 1, "1.05 ct", "+1.05 ct"),
    ],
)
def test_an_amount_as_it_is_said(say: Callable[..., str], value: int, said: str, signed: str) -> None:
    """With a sign before what is more than 0 only where that is wanted; typed with the minus of a keyboard."""
    assert (say(value), say(value, signed=True)) == (said, signed)


def test_what_people_count_in() -> None:
    """Behind a value, or alone; a point is worth what one of them is."""
    assert (amounts.currency(CENTS), amounts.currency(POINTS), amounts.currency(POINTS, 1)) == ("€", "points", "point")
    assert str(amounts.Worth(25, 10)) == "2.5 ct"
    assert [amounts.signed_number(number) for number in (3, -3, 0)] == ["+3", "−3", "0"]
    with pytest.raises(TypeError):
        amounts.write_amount(2.5, CENTS)  # type: ignore[arg-type]


def test_an_amount_is_said_in_the_language_that_is_spoken() -> None:
    """Also where it was said in another one just now."""
    both = []
    for language in ("en", "de"):
        speak(language)
        both.append((amounts.amount(240, CENTS), amounts.typed_amount(240, CENTS), amounts.money(2, POINTS)))
    assert both == [("2.40", "2.40", "2 points"), ("2,40", "2,40", "2 Punkte")]


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ("20 €", ["20€"]),
        ("1 5 ct", ["1", "5ct"]),
        ("Anna:-5 EUR Bene:5 Euro", ["Anna:-5EUR", "Bene:5Euro"]),
        ("a 1b ct x", ["a", "1b", "ct", "x"]),
        ("€ 20", ["€", "20"]),
        ("20 c", ["20", "c"]),
    ],
)
def test_a_unit_that_stands_alone(words: str, joined: list[str]) -> None:
    """It belongs to the number before it."""
    assert amounts.with_units(words.split()) == joined


def test_what_several_numbers_can_be() -> None:
    """The same number is said once, and each word can be two."""
    question = amounts.unclear(["a:-20", "5", "b:20"])
    assert str(question) == "a:-20, 5, b:20: euros or cents? Write a:-20€, 5€, b:20€ or a:-20ct, 5ct, b:20ct"
    assert question.choices == ("20.00, 5.00 €", "0.20, 0.05 €")
    assert question.meant == {"a:-20": ("a:-20€", "a:-20ct"), "5": ("5€", "5ct"), "b:20": ("b:20€", "b:20ct")}


@pytest.mark.parametrize(
    ("text", "cents"),
    [("-50", -50), ("+50", 50), ("240", 240), ("-2,40", -240), ("2.40", 240), ("20€", 2000), ("20ct", 20), ("0", 0)],
)
def test_a_whole_number_in_a_file_is_cents(text: str, cents: int) -> None:
    """What stood in a file before means what it meant."""
    assert amounts.read(text, CENTS, bare=CENTS) == cents


@given(st.integers(-(10**12), 10**12), st.sampled_from([CENTS, POINTS]))
def test_what_people_read_can_be_typed(value: int, unit: str) -> None:
    """An amount as it is shown, with its currency and without, is the same amount where somebody types it."""
    assert amounts.read(amounts.amount(value, unit), unit) == value
    assert amounts.read(amounts.amount(value, unit, signed=True), unit) == value
    if unit == CENTS:
        assert amounts.read(amounts.money(value, unit), unit) == value


# -- postings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("posting Anna:-0,50 Bene:0,50", 50),
        ("posting Anna:-50ct Bene:+50ct", 50),
        ("posting Anna:-20 € Bene:20 € // Bier um 20", 2000),
        ("post a:-2.40 b:2,40€", 240),
        ("posting amounts:Anna=-50ct,Bene=0.50", 50),
        ("posting Anna:-0,50 Bene:0,50 Christl:0", 50),
    ],
)
def test_a_posting_that_is_typed(line: str, moved: int) -> None:
    """The line of a posting takes what `post` takes."""
    hand = read_hand(line, start(FOUR), EUROS)
    assert isinstance(hand, Posting)
    assert {name: amount for name, amount in hand.amounts.items() if amount} == {"Anna": -moved, "Bene": moved}


def test_a_posting_without_units_names_them_all() -> None:
    """Typed it is refused with both spellings of every amount, and with the two lines that can be meant."""
    line = "posting Anna:-50 Bene:20 Christl:30 // Bier"
    with pytest.raises(UnclearAmount, match="Anna:-50, Bene:20, Christl:30: euros or cents") as refused:
        read_hand(line, start(FOUR), EUROS)
    assert refused.value.choices == ("50.00, 20.00, 30.00 €", "0.50, 0.20, 0.30 €")
    euros, cents = (read_hand(meant, start(FOUR), EUROS) for meant in refused.value.meant[line])
    assert euros == Posting(amounts={"Anna": -5000, "Bene": 2000, "Christl": 3000}, note="Bier")
    assert cents == Posting(amounts={"Anna": -50, "Bene": 20, "Christl": 30}, note="Bier")


def test_a_posting_that_is_wrong_otherwise_names_everything() -> None:
    """Who is unknown is said beside the amounts without a unit."""
    with pytest.raises(HandError) as refused:
        read_hand("posting Anna:-50 Zenzi:20 Bene:2,4", start(FOUR), EUROS)
    said = str(refused.value)
    assert all(part in said for part in ("Anna:-50", "Zenzi", "2,40 or 2,04"))


def test_a_posting_in_a_file_and_one_in_points() -> None:
    """Whole numbers are cents in a file; points are whole numbers wherever they stand."""
    line = "posting Anna:-50 Bene:50"
    meant = Posting(amounts={"Anna": -50, "Bene": 50})
    assert (
        read(line, FOUR, None, EUROS) == read(line, FOUR, None, SCORE) == read_hand(line, start(FOUR), SCORE) == meant
    )


def test_a_posting_is_printed_so_that_it_reads_the_same_everywhere() -> None:
    """At a table in euros, for a file in whole cents: a file reads both as the same hand."""
    hand = Posting(amounts={"Anna": -50, "Bene": 50})
    shown, kept = write_hand(hand, start(FOUR), EUROS), write(hand, FOUR, EUROS, money=lambda cents, _unit: str(cents))
    assert (shown, kept) == ("posting Anna:-0.50 Bene:+0.50", "posting Anna:-50 Bene:50")
    assert (
        read_hand(shown, start(FOUR), EUROS) == read(shown, FOUR, None, EUROS) == read(kept, FOUR, None, EUROS) == hand
    )


@pytest.mark.long
def test_a_session_file_keeps_whole_cents(ok: Sklog, folder: Path) -> None:
    """What is exported has cents, and is the same after it was imported."""
    ok(*START, "--tariff", "sauspiel")
    ok("post", "anna:-0,50", "bene:50ct")
    ok("pay", "anna", "bene", "2,40")
    ok("stock", "+0,40", "anna")
    first = ok("export", "1").out
    assert "posting Anna:-50 Bene:50" in first
    assert "{pay: [Anna, Bene, 240]}" in first
    assert "{stock: {Anna: -40}}" in first
    (folder / "abend.yaml").write_text(first, encoding="utf-8")
    ok("import", "--db", "other.db", "abend.yaml")
    assert ok("export", "--db", "other.db", "1").out == first


# -- nothing is guessed -------------------------------------------------------------------------------

_NUMBERS = st.integers(1, 10**9).map(str)
_SIGNED = st.tuples(st.sampled_from(["", "+", "-"]), _NUMBERS).map("".join)
COMMANDS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "pay": lambda number: ("pay", "anna", "bene", number),
    "post": lambda number: ("post", f"anna:-{number.lstrip('+-')}", f"bene:{number.lstrip('+-')}"),
    "stock": lambda number: ("stock", number, "anna"),
    "settle --round": lambda number: ("settle", "--round", number),
    "settle --point": lambda number: ("settle", "--point", number),
    "calc --stock": lambda number: ("calc", "--stock", number, "s", "ac"),
    "add": lambda number: ("add", "posting", f"Anna:-{number.lstrip('+-')}", f"Bene:{number.lstrip('+-')}"),
    "add in one word": lambda number: ("add", f"posting Anna:-{number.lstrip('+-')} Bene:{number.lstrip('+-')}"),
    "fix": lambda number: ("fix", "1", "posting", f"Anna:-{number.lstrip('+-')}", f"Bene:{number.lstrip('+-')}"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_guesses_a_unit(ok: Sklog, run: Sklog, command: str) -> None:
    """Where nobody can be asked it is refused with both spellings, and nothing is recorded."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "s", "ac")
    if command == "settle --point":
        ok("start", "Punkte", "--players", ",".join(FOUR), "--tariff", "saukopf")
    before = ok("export").out
    refused = run(*COMMANDS[command]("20"))
    assert (refused.code, NEITHER in refused.err) == (1, True)
    assert "20€" in refused.err
    assert "20ct" in refused.err
    assert ok("export").out == before


@given(st.lists(st.sampled_from(FOUR), min_size=2, max_size=4, unique=True), st.data())
@example(["Anna", "Bene"], None)
def test_no_whole_number_without_a_unit_is_read(people: list[str], data: st.DataObject | None) -> None:
    """Whatever stands beside it, and also where only one reading would sum to zero."""
    said = [data.draw(_SIGNED) for _name in people] if data else ["-50", "0,50"]
    others = st.sampled_from(["", "ct", "€", ",00", ".50"])
    units = ["", *(data.draw(others) if data else "" for _name in people[1:])]
    line = " ".join(
        ("posting", *(f"{who}:{number}{unit}" for who, number, unit in zip(people, said, units, strict=True)))
    )
    with pytest.raises(HandError, match=NEITHER.replace("?", r"\?")):
        read_hand(line, start(FOUR), EUROS)


@given(_SIGNED)
def test_a_program_that_passes_a_text_is_asked_as_well(number: str) -> None:
    """A text is what somebody types; an int is cents."""
    assert NEITHER in str(typed(number, CENTS))
    assert typed(number, POINTS) == int(number)


def test_a_pipe_of_play_is_typed_too(run: Sklog) -> None:
    """Lines of a pipe are lines of the prompt: nobody can be asked there."""
    lines = "post anna:-50 bene:+50\nposting Anna:-50 Bene:50\npay anna bene 20\nposting Anna:-0,50 Bene:50ct\n"
    run(*START, "--tariff", "sauspiel")
    ran = run("play", "--keep-going", stdin=lines)
    assert [line.split(":")[0] for line in ran.err.splitlines()] == ["line 1", "line 2", "line 3"]
    assert ran.err.count(NEITHER) == 3
    assert "Hand 1: posting Anna:-0.50 Bene:+0.50" in ran.out


def test_words_of_a_shell(ok: Sklog) -> None:
    """A unit may stand alone, as the shell parts words."""
    ok(*START, "--tariff", "sauspiel")
    assert "paid Bene 20.00 €" in ok("pay", "anna", "bene", "20", "€").out
    assert "paid Bene 4.90 €" in ok("pay", "anna", "bene", "4,90", "€").out
    assert "Anna −20.00" in ok("stock", "+20", "€", "anna").out
    assert "Anna −0.20, Bene +0.20 €" in ok("post", "anna:-20", "ct", "bene:20", "ct").out


def test_c_is_somebody_where_people_are_named(ok: Sklog, run: Sklog) -> None:
    """`stock 20 c` may be 20 of Christl: it is not taken for cents."""
    ok(*START, "--tariff", "sauspiel")
    assert NEITHER in run("stock", "20", "c").err
    assert "Christl −0.20" in ok("stock", "20c", "c").out


# -- the question with one key --------------------------------------------------------------------------

QUESTIONS = {
    "en": "20.00 € or 0.20 €? (e: euros, c: cents, Enter: neither)",
    "de": "20,00 € oder 0,20 €? (e: Euro, c: Cent, Enter: keins von beiden)",
}


def paid(folder: Path, ok: Sklog) -> list[int]:
    """Return the amounts of the payments that are recorded."""
    assert folder
    lines = ok("export", "1", "--format", "jsonl").out
    return [entry["pay"][2] for entry in json.loads(lines)["hands"] if "pay" in entry]


@pytest.mark.long
@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize(
    ("key", "recorded"), [("e", [2000]), ("€", [2000]), ("c", [20]), ("\r", []), ("x", []), ("\x1b", [])]
)
def test_the_command_line_asks_with_one_key(
    ok: Sklog, folder: Path, language: str, key: str, recorded: list[int]
) -> None:
    """One key answers; Enter, Escape and every other key choose nothing, and nothing is recorded."""
    ok(*START, "--tariff", "sauspiel")
    with Terminal("pay", "anna", "bene", "20", env={"SKLOG_LANG": language}) as terminal:
        terminal.until(QUESTIONS[language])
        terminal.type(key)
        assert terminal.ended() == (0 if recorded else 1)
        assert ("20€" in terminal.text) == (not recorded)
    assert paid(folder, ok) == recorded


@pytest.mark.long
@pytest.mark.parametrize("language", QUESTIONS)
def test_the_prompt_asks_with_one_key(ok: Sklog, folder: Path, language: str) -> None:
    """In `play` the question stands below the line; what was chosen is recorded, Enter leaves everything as it was."""
    ok(*START, "--tariff", "sauspiel")
    with Terminal("play", env={"SKLOG_LANG": language}) as terminal:
        prompt = {"en": "hand 1>", "de": "Spiel 1>"}[language]
        terminal.asked(prompt)
        for number, key in enumerate(("\r", "c", "e"), 1):
            terminal.type("pay anna bene 20\r")
            terminal.until(lambda number=number: terminal.raw.count(QUESTIONS[language][-12:]) == number)
            terminal.type(key)
            terminal.asked(prompt if key != "\r" else f"{prompt} pay anna bene 20")
    assert paid(folder, ok) == [20, 2000]


ASKED = {  # the prompt, the end of the question, what is recorded, and what is asked of the same once more
    "en": ("hand", "Enter: neither)", "Anna paid Bene 1.00 €.", "1.00 €: really twice?"),
    "de": ("Spiel", "keins von beiden)", "Anna hat Bene 1,00 € gezahlt.", "gezahlt: wirklich zweimal?"),
}


@pytest.mark.long
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize("language", ASKED)
def test_enter_behind_the_key_does_no_harm(ok: Sklog, folder: Path, language: str, term: str) -> None:
    """It asks no questions about a hand, and does not say that the same was paid twice; what follows is read."""
    ok(*START, "--tariff", "sauspiel")
    prompt, question, done, again = ASKED[language]
    with Terminal("play", env={"SKLOG_LANG": language, "TERM": term}) as terminal:
        terminal.asked(f"{prompt} 1>")
        for answer in (done, again):
            terminal.type("pay anna bene 1\r")
            terminal.until(lambda: terminal.line.endswith(question))
            terminal.type("e")
            terminal.until(answer)
            terminal.type("\r")
            terminal.rest()
        assert paid(folder, ok) == [100]
        time.sleep(ENTER_SECONDS)
        terminal.type("\r")  # the unit was chosen already
        terminal.until(lambda: terminal.raw.count(done) == 2)
        terminal.rest()
        assert paid(folder, ok) == [100, 100]
        terminal.type("\x03")
        terminal.rest()
        terminal.type("w b\r")
        terminal.until(f"{prompt} 2>")


@pytest.mark.long
@pytest.mark.parametrize(("keys", "recorded"), [("\rn", [100]), ("\r\r", [100, 100])])
def test_enter_behind_the_key_answers_nothing_else(ok: Sklog, folder: Path, keys: str, recorded: list[int]) -> None:
    """Outside of the prompt, too; one that is pressed once more says that it was paid twice."""
    ok(*START, "--tariff", "sauspiel")
    ok("pay", "anna", "bene", "1€")
    with Terminal("pay", "anna", "bene", "1") as terminal:
        terminal.until("Enter: neither)")
        terminal.type("e")
        terminal.until("Really twice? Enter:")
        terminal.type(keys[0])
        terminal.rest()
        terminal.type(keys[1])
        terminal.ended()
    assert paid(folder, ok) == recorded


@pytest.mark.long
def test_a_posting_at_the_prompt_is_asked_once(ok: Sklog, folder: Path) -> None:
    """One question for all amounts of a line, each shown in both."""
    ok(*START, "--tariff", "sauspiel")
    assert folder
    with Terminal("play") as terminal:
        terminal.asked("hand 1>")
        terminal.type("posting Anna:-50 Bene:20 Christl:30\r")
        terminal.until("50.00, 20.00, 30.00 € or 0.50, 0.20, 0.30 €?")
        terminal.type("c")
        terminal.asked("hand 2>")
    assert "posting Anna:-50 Bene:20 Christl:30" in ok("export", "1").out
    assert "add posting Anna:-0.50 Bene:+0.20 Christl:+0.30" in " ".join(ok("session", "log").out.split())


# -- pay without an amount ------------------------------------------------------------------------------


def test_pay_without_an_amount_is_what_settling_says(ok: Sklog, run: Sklog, folder: Path) -> None:
    """A's transfer to B in the plan is shown; it is recorded with --yes, and refused where nobody can be asked."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "w", "b")
    refused = run("pay", "anna", "bene")
    assert (refused.code, paid(folder, ok)) == (1, [])
    assert "Anna pays Bene 0.50 €" in refused.out
    assert "--yes" in refused.err
    assert "Anna paid Bene 0.50 €" in ok("pay", "--dry-run", "anna", "bene").out
    assert "Anna paid Bene 0.50 €.\nStill open: Christl to Bene 0.50 €" in ok("pay", "--yes", "anna", "bene").out
    assert paid(folder, ok) == [50]


def test_pay_without_an_amount_where_nothing_is_due(ok: Sklog, run: Sklog) -> None:
    """Whom somebody has to pay is said, or that there is nobody."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "w", "b")
    assert "Anna owes Christl nothing, but owes Bene 0.50 €" in run("pay", "anna", "christl").err
    assert "Anna owes Bene 0.50 €" in run("pay", "--yes", "bene", "anna").err
    ok("pay", "--yes", "dani", "bene")
    assert "Dani owes nothing" in run("pay", "--yes", "dani", "bene").err


def test_a_payment_names_its_evening_where_none_is_open(ok: Sklog, run: Sklog) -> None:
    """It is the newest one that is meant, which nothing else on the screen says; so does the question, and a try."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "w", "b")
    assert "Evening" not in ok("pay", "anna", "bene", "0,10").out
    ok("close")
    assert run("pay", "anna", "bene").out == "To settle evening 1, Anna pays Bene 0.40 €.\n"
    named = "Evening 1: Stammtisch, 19 Nov 2026"
    paid = ("pay", "anna", "bene", "0,20")
    assert ok(*paid, "--dry-run").out.startswith(f"Anna paid Bene 0.20 € (not stored: --dry-run).\n{named}\n")
    assert ok(*paid).out.startswith(f"Anna paid Bene 0.20 €.\n{named}\nStill open: ")


@pytest.mark.long
@pytest.mark.parametrize(("answer", "recorded"), [("y", [50]), ("", []), ("n", [])])
def test_pay_without_an_amount_asks_at_a_terminal(ok: Sklog, folder: Path, answer: str, recorded: list[int]) -> None:
    """Enter alone is no."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "w", "b")
    with Terminal("pay", "anna", "bene") as terminal:
        terminal.until("Anna pays Bene 0.50 €.")
        terminal.until("Record it as paid? [y/N]:")
        terminal.type(f"{answer}\r")
        assert terminal.ended() == 0
    assert paid(folder, ok) == recorded


# -- a Stock of which nobody has said what becomes of it ------------------------------------------------


@pytest.fixture
def stocks(ok: Sklog) -> Sklog:
    """Return sklog with three evenings: a Stock that the tariff shares out, and two of which it says nothing."""
    ok(*START, "--tariff", "wiki")
    ok("add", "x")
    for name in ("Zweiter", "Dritter"):
        ok("start", name, "--players", ",".join(FOUR), "--tariff", "sauspiel")
        ok("stock", "+0,40", "anna")
    return ok


@pytest.mark.long
def test_open_stocks_are_named_with_what_settles_them(stocks: Sklog, run: Sklog) -> None:
    """Nobody can be asked: each evening is named, with the command; the one whose tariff says it is not."""
    assert stocks
    refused = run("settle", "--all")
    assert refused.code == 1
    said = refused.err.splitlines()
    assert [line.split(" holds ")[0] for line in said] == ["the Stock of Zweiter", "the Stock of Dritter"]
    assert "sklog close --session 2 --stock split" in said[0]
    assert run("settle").err == said[1] + "\n"
    paid = run("pay", "anna", "bene").err
    assert paid.startswith("the Stock of Dritter holds 0.40 €\ngive the amount, or first whose the Stock is")
    assert "sklog close --session 3 --stock split" in paid


@pytest.mark.long
def test_the_stock_is_nobody_who_pays_or_is_paid(stocks: Sklog, run: Sklog) -> None:
    """Shared out, nothing goes to the Stock, and after it was recorded the board has what settling shows."""
    told = run("settle", "--all", "--stock", "split", "--record", "--yes").out
    assert "Balances, the Stock shared out (€)\n" in told
    assert "The Stock of Stammtisch is shared out" in told
    assert "The Stock of Dritter is shared out" in told
    assert "Stock  " not in told
    after = stocks("settle", "--all").out
    assert "Nobody owes anybody anything." in after
    assert "Balances (€)\n" in after
    for number in ("1", "2", "3"):
        rows = [line.split() for line in stocks("show", "--session", number).out.splitlines()]
        places = [(row, place) for row in rows for place, word in enumerate(row) if word in (*FOUR, "Stock")]
        board = {row[place]: row[place + 1] for row, place in places}
        assert board.get("Stock", "0.00") == "0.00"
        settled = json.loads(stocks("settle", "--session", number, "--format", "json").out)
        assert not settled["tables"]["transfers"]
        assert {
            row["name"]: amounts.amount(row["balance"], CENTS, signed=True) for row in settled["tables"]["balances"]
        } == {name: said for name, said in board.items() if name != "Stock"}


@pytest.mark.long
def test_a_stock_that_is_carried_over_stands_apart(stocks: Sklog) -> None:
    """What belongs into it is no payment among people."""
    told = stocks("settle", "--stock", "carry").out
    assert "Into the Stock (€)\nName  How much\n----  --------\nAnna      0.40\n" in told
    assert "Settlement (€)" not in told


@pytest.mark.long
def test_settling_asks_for_each_open_stock(stocks: Sklog) -> None:
    """At a terminal each evening is named and asked for; what cannot be is said, and asked again."""
    assert stocks
    with Terminal("settle", "--all") as terminal:
        terminal.until("The Stock of Zweiter holds 0.40 €.")
        terminal.type("zenzi\r")
        terminal.until('there is no "zenzi" here')
        terminal.type("split\r")
        terminal.until("The Stock of Dritter holds 0.40 €.")
        terminal.type("bene\r")
        assert terminal.ended() == 0
        assert "The Stock of Dritter is shared out: Bene +0.40 €" in terminal.text


def test_an_amount_of_a_program_is_cents(ok: Sklog, folder: Path) -> None:
    """`Ledger.pay` takes an int as cents and a text as somebody types it; without either it is what is due."""
    ok(*START, "--tariff", "sauspiel")
    ledger = Ledger(next(folder.rglob("*.db")))
    ledger.record("w b")
    assert ledger.pay("Anna", "Bene", 20).payment.amount == 20
    assert ledger.pay("Anna", "Bene").payment.amount == 30
    assert ledger.pay("Christl", "Bene", "0,50").payment.amount == 50
    with pytest.raises(UnclearAmount):
        ledger.pay("Dani", "Bene", "50")
    with pytest.raises(Refused, match="neither a whole number nor a text"):
        ledger.pay("Dani", "Bene", 0.5)  # type: ignore[arg-type]
    assert paid(folder, ok) == [20, 30, 50]
