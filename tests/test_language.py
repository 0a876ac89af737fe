"""German and English: which one is spoken, and that what is refused is told in it, with every field filled in."""

import asyncio
import ctypes
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace

import pytest
import test_evening
from conftest import Sklog
from playing import Facts, refused, scored, tariff
from test_refusals import TABLES
from test_rules import QUESTIONS

from sklog import language, tariffs
from sklog.direct import screen
from sklog.errors import HandError, TariffError
from sklog.language import ENGLISH, _, _and, _n, _or, speak, spoken
from sklog.scoring.evening import start
from sklog.scoring.state import entry_from_json
from tests.transcripts import ROOT

GERMAN = {"SKLOG_LANG": "de"}
WRONG = ("calc", "--tariff", "sauspiel", "s", "ab", "50", "+")
IN_ENGLISH = "the declarers win from 61 Augen and made 50: it is lost, not won"
IN_GERMAN = "gewonnen ist ab 61 Augen, gemacht sind 50: also verloren, nicht gewonnen"
TARIFFS = sorted((ROOT / "tests" / "errors" / "tariffs").glob("*.yaml"))


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak German inside this process."""
    monkeypatch.setenv("SKLOG_LANG", "de")
    screen.choose()
    yield
    speak(None)


# -- which language -----------------------------------------------------------------------------------

ON_WINDOWS: dict[str, tuple[int, Mapping[str, str], str]] = {
    "German": (0x0407, {}, "de"),
    "Austrian": (0x0C07, {}, "de"),
    "English": (0x0409, {}, "en"),
    "one that nobody knows": (0xFFFF, {}, "en"),
    "German, and English is asked for": (0x0407, {"SKLOG_LANG": "en"}, "en"),
}


@pytest.mark.parametrize(("windows", "variables", "language"), ON_WINDOWS.values(), ids=ON_WINDOWS)
def test_windows_says_its_language(
    monkeypatch: pytest.MonkeyPatch, windows: int, variables: Mapping[str, str], language: str
) -> None:
    """It has no variable for that: the program that is started by a double click asks it."""
    for name in ("SKLOG_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    asked = SimpleNamespace(kernel32=SimpleNamespace(GetUserDefaultUILanguage=lambda: windows))
    monkeypatch.setattr(ctypes, "windll", asked, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    try:
        screen.choose()
        assert spoken() == language
    finally:
        speak(None)


CHOSEN: dict[str, tuple[Mapping[str, str], str]] = {
    "nothing is said": ({}, IN_ENGLISH),
    "SKLOG_LANG": (GERMAN, IN_GERMAN),
    "SKLOG_LANG as a locale": ({"SKLOG_LANG": "de_DE.UTF-8"}, IN_GERMAN),
    "an unknown language": ({"SKLOG_LANG": "tlh"}, IN_ENGLISH),
    "more than letters": ({"SKLOG_LANG": "../../de"}, IN_GERMAN),
    "the locale": ({"LC_ALL": "de_AT.UTF-8"}, IN_GERMAN),
    "the locale of messages": ({"LC_MESSAGES": "de_CH.UTF-8"}, IN_GERMAN),
    "LANG": ({"LANG": "de_DE"}, IN_GERMAN),
    "LC_ALL before LANG": ({"LC_ALL": "C", "LANG": "de_DE"}, IN_ENGLISH),
    "English where the locale is German": ({"SKLOG_LANG": "en", "LC_ALL": "de_AT.UTF-8"}, IN_ENGLISH),
    "German where the locale is English": ({"SKLOG_LANG": "de", "LC_ALL": "en_GB.UTF-8"}, IN_GERMAN),
    "an empty SKLOG_LANG": ({"SKLOG_LANG": "", "LC_ALL": "de_AT.UTF-8"}, IN_GERMAN),
}


@pytest.mark.parametrize(("env", "sentence"), CHOSEN.values(), ids=list(CHOSEN))
def test_which_language_is_spoken(run: Sklog, env: Mapping[str, str], sentence: str) -> None:
    """SKLOG_LANG decides, else the locale; where there is no catalogue it is English."""
    ran = run(*WRONG, env=env)
    assert (ran.code, ran.err.strip()) == (1, sentence)


def events() -> Iterator[str]:
    """Yield why events cannot be."""
    for entry, _sentence in test_evening.REFUSED_EVENTS.values():
        with pytest.raises(HandError) as caught:
            test_evening.lines([entry])
        yield from (problem.message for problem in caught.value.problems)


def people() -> Iterator[str]:
    """Yield why people cannot sit so."""
    for names, _sentence in test_evening.NAMES.values():
        with pytest.raises(HandError) as caught:
            start(names)
        yield from (problem.message for problem in caught.value.problems)


def entries() -> Iterator[str]:
    """Yield why something is no entry."""
    for said, _sentence in test_evening.NO_ENTRY.values():
        with pytest.raises(HandError) as caught:
            entry_from_json(said, test_evening.FOUR)
        yield from (problem.message for problem in caught.value.problems)


def questions() -> Iterator[str]:
    """Yield what is asked back."""
    for settings, hand, _question in QUESTIONS.values():
        with pytest.raises(HandError) as caught:
            scored(hand, tariff(settings))
        yield from (problem.message for problem in caught.value.problems)


TOLD = (events, people, entries, questions)

# -- what is refused ----------------------------------------------------------------------------------


def test_a_hand_in_german(run: Sklog) -> None:
    """Everything that is wrong with a hand is told in German; what can be typed stays as it is typed."""
    said = '{"game": "sauspiel", "declarer": "Anna", "partner": "Anna", "laufende": 17, "tricks": "many"}'
    ran = run("calc", "--players", "Anna,Bene,Christl,Dani", "--json", said, env=GERMAN)
    assert ran.err.splitlines() == ["tricks: gebraucht wird eine ganze Zahl, da steht „many“"]
    ran = run("calc", "--players", "Anna,Bene,Christl,Dani", "--json", said.replace('"many"', "0"), env=GERMAN)
    assert ran.err.splitlines() == [
        "Anna kann nicht mit sich selbst spielen: den Mitspieler angeben",
        "17 Laufende: bei Sauspiel gibt es 14 Trümpfe",
    ]


def test_a_tariff_in_german(run: Sklog, folder: Path) -> None:
    """All problems of a tariff are told in German, each at its line and column; keys and values stay."""
    shutil.copy(ROOT / "tests" / "errors" / "tariffs" / "five-at-once.yaml", folder)
    ran = run("tariff", "check", "five-at-once.yaml", env=GERMAN)
    assert ran.err.splitlines() == [
        "five-at-once.yaml:2:7: unit: erwartet wird ct oder points, da steht „cents“, gemeint ist vielleicht „ct“",
        "five-at-once.yaml:3:19: games: unbekanntes Spiel „sollo“, gemeint ist vielleicht „solo“",
        "five-at-once.yaml:4:29: prices.solo: „0.5“ kann 0,50 oder 0,05 sein: zwei Nachkommastellen schreiben",
        "five-at-once.yaml:5:13: unbekannter Schlüssel „prize“ in schneider, gemeint ist vielleicht „price“",
        "five-at-once.yaml:6:29: laufende.from: erwartet wird eine ganze Zahl von 1 bis 14, da steht „three“",
    ]


def test_a_session_file_in_german(run: Sklog, folder: Path) -> None:
    """What is wrong with an evening in a file is told in German, with the number of the hand."""
    shutil.copy(ROOT / "tests" / "errors" / "sessions" / "several-broken-hands.yaml", folder)
    ran = run("replay", "several-broken-hands.yaml", env=GERMAN)
    assert [line.partition(".yaml:")[2] for line in ran.err.splitlines()] == [
        "7:5: Spiel 2: Anna kann nicht mit sich selbst spielen: den Mitspieler angeben",
        "9:5: Spiel 4: 9 Laufende: bei Wenz gibt es 4 Trümpfe",
        "9:5: Spiel 4: gewonnen ist ab 61 Augen, gemacht sind 45: also verloren, nicht gewonnen",
        "10:5: Spiel 5: Sepp sitzt nicht am Tisch; da sind Anna, Bene, Christl, Dani",
        "15:5: Spiel 7: gewonnen ist ab 61 Augen, gemacht sind 75: also gewonnen, nicht verloren",
    ]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("settings", "hand"),
    [pytest.param(*row[:2], id=f"{kind}: {what}") for kind, table in TABLES.items() for what, row in table.items()],
)
def test_no_refusal_stays_english(settings: str, hand: Facts) -> None:
    """A hand that cannot be is refused with as many sentences in German as in English, all of them other ones."""
    in_german = refused(hand, tariff(settings))
    speak(None)
    in_english = refused(hand, tariff(settings))
    assert len(in_german) == len(in_english)
    assert not set(in_german) & set(in_english)
    assert not any(re.search(r"{\w+}", sentence) for sentence in in_german)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.__name__)
def test_no_refusal_of_an_evening_stays_english(told: Callable[[], Iterable[str]]) -> None:
    """What cannot happen at a table, and what is asked, is told in German like in English."""
    in_german = list(told())
    speak(None)
    in_english = list(told())
    assert len(in_german) == len(in_english) > 0
    assert not set(in_german) & set(in_english)
    assert not any(re.search(r"{\w+}", sentence) for sentence in in_german)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("path", TARIFFS, ids=lambda path: path.stem)
def test_no_problem_of_a_tariff_stays_english(path: Path) -> None:
    """What is wrong with a tariff is told in German at the same places as in English."""
    in_german = _problems(path)
    speak(None)
    in_english = _problems(path)
    assert [place for place, _text in in_german] == [place for place, _text in in_english]
    assert not {text for _place, text in in_german} & {text for _place, text in in_english}


def _problems(path: Path) -> list[tuple[tuple[str, int, int], str]]:
    with pytest.raises(TariffError) as wrong:
        tariffs.find(str(path))
    return [((problem.where, problem.line, problem.column), problem.message) for problem in wrong.value.problems]


# -- two people at once -------------------------------------------------------------------------------


IN_BOTH = {"en": "thrown in", "de": "zusammengeworfen"}


def test_two_threads_speak_two_languages() -> None:
    """Who is answered in one thread does not hear the language of another, however they take turns."""
    turns = Barrier(len(IN_BOTH), timeout=10)

    def answered(name: str) -> list[str]:
        speak(name)
        said = []
        for _turn in range(3):
            turns.wait()
            said += [_("thrown in"), spoken()]
        return said

    with ThreadPoolExecutor(len(IN_BOTH)) as pool:
        assert list(pool.map(answered, IN_BOTH)) == [[said, name] * 3 for name, said in IN_BOTH.items()]
    assert spoken() == ENGLISH


def test_two_tasks_speak_two_languages() -> None:
    """Who is answered in one task of an event loop does not hear the language of another."""

    async def answered(name: str) -> list[str]:
        speak(name)
        await asyncio.sleep(0)
        return [_("thrown in"), spoken()]

    async def both() -> list[list[str]]:
        return await asyncio.gather(*map(answered, IN_BOTH))

    assert asyncio.run(both()) == [[said, name] for name, said in IN_BOTH.items()]
    assert spoken() == ENGLISH


def test_languages_that_are_none_are_not_kept() -> None:
    """A server is asked for any number of them, and each is English."""
    for letter in "abcdfghijklmnopqrstuvwxyz":
        copy_context().run(speak, f"{letter}q")
    assert language._catalogue.cache_info().currsize <= 16  # noqa: SLF001  nobody else needs to know it


def test_a_language_for_a_moment() -> None:
    """What is spoken in a context of its own is spoken nowhere else, also where something was refused in it."""

    def answered() -> None:
        speak("de_AT.UTF-8")
        assert (_("thrown in"), spoken()) == ("zusammengeworfen", "de")
        raise ZeroDivisionError

    with suppress(ZeroDivisionError):
        copy_context().run(answered)
    assert (_("thrown in"), spoken()) == ("thrown in", ENGLISH)


# -- what stays, and how a text is made ---------------------------------------------------------------


@pytest.mark.usefixtures("german")
def test_machine_formats_stay() -> None:
    """A tariff that was written is the same in every language."""
    in_german = tariffs.to_yaml(tariffs.find("wiki"))
    speak(None)
    assert tariffs.to_yaml(tariffs.find("wiki")) == in_german


@pytest.mark.usefixtures("german")
def test_fields_are_filled() -> None:
    """A text has its fields filled in whatever the values look like; without values its braces are its own."""
    assert _("{name} can knock only once", name="{Anna}") == "{Anna} kann nur einmal klopfen"
    assert _('a posting needs its amounts, such as {"Anna": -50, "Bene": 50}').endswith('{"Anna": -50, "Bene": 50}')
    assert _("no such text: {name}", name="Anna") == "no such text: Anna"


def test_numbers_choose_the_form() -> None:
    """One and many have texts of their own."""
    assert [_n("{n} hand", "{n} hands", n) for n in (0, 1, 2)] == ["0 hands", "1 hand", "2 hands"]


@pytest.mark.usefixtures("german")
def test_lists_of_words() -> None:
    """Words are listed with "und" and "oder"; a single one stays alone."""
    assert (_and(("Anna", "Bene")), _or(["2", "3", "4"]), _and(["Anna"])) == ("Anna und Bene", "2, 3 oder 4", "Anna")
