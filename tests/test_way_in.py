"""From nothing to the first hand: sklog alone, what `start` asks for, whom a list of names means, and which day."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

import pytest

from sklog import Ledger, language
from sklog.desk import typed
from sklog.errors import Refused
from sklog.reports.format import day as written
from sklog.scoring import days
from tests.conftest import Sklog
from tests.terminal import Terminal

FOUR = ("Anna", "Bene", "Christl", "Dani")
GERMAN = {"SKLOG_LANG": "de"}
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani")
QUESTIONS = {
    "en": ("What is the evening called? [Stammtisch]", "Who plays", "Which tariff?", "hand 1>"),
    "de": ("Wie heißt der Abend? [Stammtisch]", "Wer spielt mit", "Welcher Tarif?", "Spiel 1>"),
}
in_both = pytest.mark.parametrize("spoken", QUESTIONS)


# -- sklog alone ----------------------------------------------------------------------------------------


@pytest.mark.long
@in_both
@pytest.mark.parametrize("words", [(), ("--db", "sklog.db")], ids=["alone", "with-a-ledger"])
def test_sklog_alone_asks_for_an_evening(folder: Path, spoken: str, words: tuple[str, ...]) -> None:
    """Three answers, of which two are just Enter, and the first hand can be typed."""
    name, people, tariff, hand = QUESTIONS[spoken]
    with Terminal(*words, env={"SKLOG_LANG": spoken}) as terminal:
        terminal.until(name)
        terminal.type("\r")
        terminal.until(people)
        terminal.type("Anna Bene Christl Dani\r")
        terminal.until(tariff)
        assert "  wiki 10-10-20 " in terminal.text
        terminal.type("\r")
        terminal.asked(hand)
        terminal.say("s ac", hand.replace("1", "2"))
    begun = Ledger(folder / "sklog.db").evening()
    assert (begun.name, begun.state.seats, begun.tariff.name, begun.hands) == ("Stammtisch", FOUR, "sauspiel", 1)


@pytest.mark.long
def test_sklog_alone_goes_on_with_the_open_evening(folder: Path, ok: Sklog) -> None:
    """Nothing is asked that is known."""
    ok(*START)
    ok("add", "s", "ac")
    with Terminal() as terminal:
        terminal.asked("hand 2>")
        assert "called?" not in terminal.text
        assert "Open since" not in terminal.text
    assert len(Ledger(folder / "sklog.db").evenings()) == 1


@pytest.mark.long
@in_both
def test_sklog_alone_says_since_when_an_evening_is_open(ok: Sklog, spoken: str) -> None:
    """Whoever begins another one closes it first."""
    ok(*START, "--date", "2025-11-19")
    since = {"en": "Open since 19 Nov 2025: close ends this evening", "de": "Offen seit 19.11.2025: schluss beendet"}
    with Terminal(env={"SKLOG_LANG": spoken}) as terminal:
        terminal.asked(QUESTIONS[spoken][-1])
        assert since[spoken] in terminal.text


@pytest.mark.long
def test_sklog_alone_on_a_terminal_that_only_prints_lines(folder: Path) -> None:
    """The same questions."""
    with Terminal(env={"TERM": "dumb"}) as terminal:
        terminal.until("What is the evening called?")
        terminal.type("\r")
        terminal.until("Who plays")
        terminal.type("Anna, Bene, Christl und Dani\r")
        terminal.until("Which tariff?")
        terminal.type("5-10-20\r")
        terminal.until("Which of these for 5-10-20?")
        terminal.type("\r")
        terminal.asked("hand 1>")
    assert Ledger(folder / "sklog.db").evening().tariff.name == "5-10-20"


@pytest.mark.long
@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_who_leaves_the_questions_has_recorded_nothing(folder: Path, key: str) -> None:
    """The prompt says how they are asked again."""
    with Terminal() as terminal:
        terminal.until("What is the evening called?")
        terminal.type(key)
        terminal.until("nothing was recorded")
        terminal.asked("sklog>")
        assert "Enter: begin one" in terminal.text
    assert not (folder / "sklog.db").exists()


@pytest.mark.parametrize("words", [(), ("--db", "other.db")], ids=["alone", "with-a-ledger"])
def test_sklog_alone_without_a_terminal_prints_its_help(process: Sklog, folder: Path, words: tuple[str, ...]) -> None:
    """As it always did: on stderr, as wrong usage."""
    ran = process(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: sklog [OPTIONS] COMMAND")
    assert not (folder / "sklog.db").exists()


# -- what start asks for --------------------------------------------------------------------------------


@pytest.mark.long
@in_both
def test_start_offers_the_people_of_the_last_evening(folder: Path, ok: Sklog, spoken: str) -> None:
    """As they sat at its end; Enter takes them, and its tariff."""
    _name, people, tariff, _hand = QUESTIONS[spoken]
    ok(*START, "--tariff", "wiki", "--date", "2026-11-19")
    ok("seats", "Dani", "Christl", "Bene", "Anna")
    with Terminal("start", "Kranzl", env={"SKLOG_LANG": spoken}, columns=100) as terminal:
        terminal.until(people)
        terminal.until("[Dani, Christl, Bene, Anna]")
        terminal.type("\r")
        terminal.until(tariff)
        terminal.until("[wiki 10-10-20]")
        terminal.type("\r")
        assert terminal.ended() == 0
    begun = Ledger(folder / "sklog.db").evening()
    assert (begun.name, begun.state.seats, begun.tariff.name) == ("Kranzl", ("Dani", "Christl", "Bene", "Anna"), "wiki")


@pytest.mark.long
def test_start_asks_for_what_is_not_said(folder: Path) -> None:
    """What is said is not asked for: here the people and the tariff are."""
    with Terminal("start", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki") as terminal:
        terminal.until("What is the evening called? [Stammtisch]")
        terminal.type("Kranzl\r")
        assert terminal.ended() == 0
        assert "Who plays" not in terminal.raw
        assert "Which tariff" not in terminal.raw
    assert Ledger(folder / "sklog.db").evening().name == "Kranzl"


@pytest.mark.long
def test_start_that_is_left_says_so(folder: Path) -> None:
    """Ctrl-C at a question ends the command, and there is no ledger."""
    with Terminal("start") as terminal:
        terminal.until("What is the evening called?")
        terminal.type("\x03")
        assert terminal.ended() == 1
        assert "Aborted!" in terminal.text
    assert not (folder / "sklog.db").exists()


@pytest.mark.parametrize("words", [("start",), ("start", "Kranzl"), ("start", "--players", "A,B,C,D")], ids=" ".join)
def test_start_without_a_terminal_says_what_is_missing(run: Sklog, words: tuple[str, ...]) -> None:
    """With an example that can be typed as it stands."""
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert 'sklog start Stammtisch --players "Anna, Bene, Christl, Dani"' in ran.err


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({}, "Still open: evening 1, Stammtisch, 19 Nov 2026.\nTo end it: sklog close --session 1\n"),
        (GERMAN, "Noch offen: Abend 1, Stammtisch, 19.11.2026.\nIhn beenden: sklog schluss --abend 1\n"),
    ],
    ids=QUESTIONS,
)
def test_start_says_which_evening_is_still_open(ok: Sklog, env: dict[str, str], said: str) -> None:
    """Which one, since when, and how it is closed or gone on with; it is no refusal."""
    ok(*START, "--date", "2026-11-19")
    assert said in ok(*START, env=env).out


def test_start_says_nothing_of_evenings_that_are_closed(ok: Sklog) -> None:
    """The last one was ended as it should be."""
    ok(*START)
    ok("close")
    assert "Still open" not in ok(*START).out


# -- whom a list of names means ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "Anna,Bene,Christl,Dani",
        "Anna, Bene, Christl, Dani",
        "Anna Bene Christl Dani",
        "Anna; Bene; Christl; Dani",
        "Anna;Bene;Christl;Dani",
        "Anna, Bene, Christl und Dani",
        "Anna, Bene, Christl, and Dani",
        "Anna und Bene und Christl und Dani",
        "Anna & Bene & Christl & Dani",
        "  Anna   Bene  Christl Dani ",
    ],
)
def test_people_are_understood(said: str) -> None:
    """However a list of four is written."""
    assert typed.names_of(said) == list(FOUR)


def test_a_blank_inside_a_name_stays_where_there_are_commas() -> None:
    """Anna Lena is one person."""
    assert typed.names_of("Anna Lena, Bene, Christl") == ["Anna Lena", "Bene", "Christl"]


def test_two_words_are_one_person_or_two() -> None:
    """Two are said as they can be typed; one alone is no table."""
    with pytest.raises(Refused, match='"Anna, Bene" are two, and for one the others are missing'):
        typed.names_of("Anna Bene")


def test_somebody_who_is_known_with_a_blank_makes_blanks_unclear(ok: Sklog, run: Sklog) -> None:
    """In `start` and in `seats`: nobody is split in two, and no two are made one."""
    ok("start", "Stammtisch", "--players", "Anna Lena, Bene, Christl, Dani")
    said = 'put commas between people, "anna, lena, Bene, Christl, Dani" or "anna lena, Bene, Christl, Dani"'
    assert said in run("start", "Kranzl", "--players", "anna lena Bene Christl Dani").err
    assert said in run("seats", "anna lena Bene Christl Dani").err


@pytest.mark.long
@in_both
def test_seats_at_the_prompt_need_no_commas(ok: Sklog, folder: Path, spoken: str) -> None:
    """Starts of names are enough, too."""
    hand = QUESTIONS[spoken][-1]
    ok(*START)
    with Terminal("play", env={"SKLOG_LANG": spoken}) as terminal:
        terminal.asked(hand)
        terminal.say("seats d c b a", hand)
    assert Ledger(folder / "sklog.db").evening().state.seats == ("Dani", "Christl", "Bene", "Anna")


# -- which day is meant ------------------------------------------------------------------------------------


@in_both
def test_a_day_is_read_as_it_is_written(spoken: str) -> None:
    """Of every day of a year, in each language, and in either whatever is spoken."""
    days = [date(2024, 1, 1) + timedelta(number) for number in range(366)]
    language.speak(spoken)
    shown = [written(one.isoformat()) for one in days]
    for reader in QUESTIONS:
        language.speak(reader)
        assert [typed.day(one) for one in shown] == [one.isoformat() for one in days]


class Today(date):
    """The table's own day, which stays the same while the tests run past midnight."""

    @classmethod
    def today(cls) -> Today:
        """Return the day after a leap day."""
        return cls(2028, 3, 1)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("22.11.2025", "2025-11-22"),
        ("2. 1. 2025", "2025-01-02"),
        ("22. Nov. 2025", "2025-11-22"),
        ("22. November 2025", "2025-11-22"),
        ("22 nov 2025", "2025-11-22"),
        ("3. März 2025", "2025-03-03"),
        ("Nov 22, 2025", "2025-11-22"),
        ("November 22nd 2025", "2025-11-22"),
        ("22/11/2025", "2025-11-22"),
        ("11/11/2025", "2025-11-11"),
        ("2025-1-9", "2025-01-09"),
        ("heute", "2028-03-01"),
        ("Today", "2028-03-01"),
        ("gestern", "2028-02-29"),
        ("yesterday", "2028-02-29"),
        ("vorgestern", "2028-02-28"),
    ],
)
def test_a_day_as_people_write_it(monkeypatch: pytest.MonkeyPatch, said: str, meant: str) -> None:
    """Dots, words and strokes, in either language."""
    monkeypatch.setattr(typed, "date", Today)
    assert typed.day(said) == meant


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("11/12/2025", '"11/12/2025" can be 2025-11-12 or 2025-12-11: say which'),
        ("22.11.", '"22.11." has no full year: write 20'),
        ("22.11.25", '"22.11.25" has no full year: write 2025-11-22'),
        ("31.11.2025", "31.11.2025 is a day that does not exist"),
        ("2025-11-31", "2025-11-31 is a day that does not exist"),
        ("31 Nov 2025", "31 Nov 2025 is a day that does not exist"),
        ("13/13/2025", "13/13/2025 is a day that does not exist"),
        ("22 foo 2025", '"22 foo 2025" is not a date'),
        ("1.1.2099", "1.1.2099 is far ahead of today"),
        ("", '"" is not a date; write 2026-11-19, 19.11.2026 or yesterday'),
    ],
)
def test_a_day_that_is_not_clear(said: str, sentence: str) -> None:
    """What has two meanings, or none, is refused with what would be right."""
    with pytest.raises(Refused) as refused:
        typed.day(said)
    assert str(refused.value).startswith(sentence)


@pytest.mark.long
def test_no_day_ends_in_anything_but_a_sentence() -> None:
    """However digits, dots and words follow each other."""
    parts = ("", "0", "31", "99", "2026", "0000", "9999", "nov", "mai", "foo", "²", "٣")
    for mark in (".", ". ", "/", "-", " "):
        for said in (f"{one}{mark}{two}{mark}{three}" for one in parts for two in parts for three in parts):
            with suppress(Refused):
                assert date.fromisoformat(typed.day(said)).isoformat() == typed.day(said)


@pytest.mark.parametrize("said", ["19.11.2025", "19. Nov. 2025", "Nov 19, 2025", "2025-11-19"])
@pytest.mark.parametrize("command", ["show", "add"])
def test_an_evening_is_meant_by_its_day(ok: Sklog, said: str, command: str) -> None:
    """As sklog writes it, in either language."""
    ok(*START, "--date", "19.11.2025")
    ok("start", "Kranzl", "--players", "Anna,Bene,Christl,Dani")
    assert "Stammtisch" in ok(command, "--session", said, *(("s", "ac") if command == "add" else ())).out


def test_the_evening_of_yesterday(ok: Sklog, run: Sklog) -> None:
    """And nobody is told a number where there was none."""
    ok(*START, "--date", "gestern")
    assert "Stammtisch" in ok("show", "--session", "yesterday").out
    assert "there is no evening 'heute'" in run("show", "--session", "heute").err


def test_an_evening_that_is_called_as_the_day_of_another(ok: Sklog, run: Sklog) -> None:
    """It is asked which one is meant."""
    ok("start", "gestern", "--players", "Anna,Bene,Christl,Dani")
    assert "gestern" in ok("show", "--session", "gestern").out
    ok(*START, "--date", "yesterday")
    assert (
        "'gestern' can be several evenings: choose one by its number (1, 2)" in run("show", "--session", "gestern").err
    )


def test_an_unclear_day_names_no_evening(ok: Sklog, run: Sklog) -> None:
    """Unless one is called so."""
    ok(*START, "--date", "2025-11-12")
    assert "can be 2025-11-12 or 2025-12-11" in run("show", "--session", "11/12/2025").err
    ok("start", "11/12/2025", "--players", "Anna,Bene,Christl,Dani")
    assert "11/12/2025" in ok("show", "--session", "11/12/2025").out


# -- help -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [(), ("add",), ("tariff",), ("tariff", "list")], ids=" ".join)
@pytest.mark.parametrize("asks", ["help", "hilfe", "Help"])
def test_help_is_help(ok: Sklog, words: tuple[str, ...], asks: str) -> None:
    """`help add` is `add --help`."""
    assert ok(asks, *words).out == ok(*words, "--help").out


@pytest.mark.parametrize(
    ("words", "near"), [(("strt",), "start?"), (("tariff", "lsit"), "list?"), (("addd",), "add?")], ids=str
)
def test_help_of_no_command_names_the_nearest(run: Sklog, words: tuple[str, ...], near: str) -> None:
    """As the word itself would be answered."""
    ran = run("help", *words)
    assert (ran.code, ran.out) == (2, "")
    assert near in ran.err


@pytest.mark.long
@pytest.mark.parametrize(
    ("spoken", "usage", "near"),
    [
        ("en", "List the tariffs that can be used by name", '"strt" is not a command, did you mean start?'),
        ("de", "Tarife", "„strt“ ist kein Befehl, gemeint ist vielleicht start"),
    ],
)
def test_help_at_the_prompt(ok: Sklog, spoken: str, usage: str, near: str) -> None:
    """The same, of two words as well."""
    hand = QUESTIONS[spoken][-1]
    ok(*START)
    with Terminal("play", env={"SKLOG_LANG": spoken}, rows=40) as terminal:
        terminal.asked(hand)
        terminal.say("help tariff list", hand)
        terminal.until(usage)
        terminal.type("help strt\r")
        terminal.until(near)
        terminal.asked(f"{hand} help strt")


@pytest.mark.parametrize(
    ("said", "today", "day"),
    [
        pytest.param("29.2.", "2026-11-23", "2024-02-29", id="leap-day"),
        pytest.param("29.2.", "2024-02-29", "2024-02-29", id="leap-day-today"),
        pytest.param("22.11.", "2026-11-23", "2026-11-22", id="this-year"),
        pytest.param("22.11", "2026-11-23", "2026-11-22", id="without-the-last-dot"),
        pytest.param("22/11/", "2026-11-23", "2026-11-22", id="strokes"),
        pytest.param("24. Nov.", "2026-11-23", "2025-11-24", id="not-ahead"),
    ],
)
def test_a_day_without_a_year_suggests_the_last_one_there_was(said: str, today: str, day: str) -> None:
    """One that exists, and is not ahead of the day it is said on."""
    with pytest.raises(Refused, match=f"write {day}$"):
        days.read(said, date.fromisoformat(today))
