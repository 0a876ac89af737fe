"""The eight questions of `tariff new`: what answers mean, which are asked again, and the file that comes of them."""

import contextlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import tariff_strategies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog import tariffs, yaml_text
from sklog.errors import Refused, SklogError
from sklog.rulebook import house_rules
from sklog.rulebook.house_rules import new_text
from sklog.rulebook.warnings import checked
from sklog.scoring.settings import to_mapping
from sklog.scoring.tariff import POINTS, Tariff
from tests.conftest import Sklog
from tests.terminal import Terminal

PRICES, GAMES, SCHNEIDER, LAUFENDE, KLOPFEN, KONTRA, ALL_PASS, RAMSCH = house_rules.QUESTIONS
PLAIN = {"NO_COLOR": "1"}
ANSWERS = ("0,05 0,10 0,25", "Geier, Bettel", "30", "3 3", "2", "Stoß, Gegenstoß", "Stock 0,20", "nein")


HAUS = """\
name: haus
games: [sauspiel, solo, wenz, {name: schieberamsch, shape: ramsch, price: 30}]
prices: {sauspiel: 30, partner: 20, solo: 50}
laufende: {schedule: {3: 30, 4: 50}}
kontra: {names: [Kontra, Re], last_needs_61: yes, growth: linear}
"""


@pytest.fixture
def haus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a tariff of one's own."""
    monkeypatch.chdir(tmp_path)
    Path("haus.yaml").write_text(HAUS, encoding="utf-8")


def answered(base: str, *answers: str) -> dict[str, Any]:
    """Return what these answers say, one for each question; an empty one is Enter."""
    said: dict[str, Any] = {}
    for ask, answer in zip(house_rules.QUESTIONS, answers, strict=True):
        said = house_rules.answered(base, said, ask(house_rules.changed(base, said)), answer)
    return said


def agreed(base: str, asked: Any, answer: str) -> Tariff:
    """Return the tariff that one answer makes of another one."""
    return house_rules.changed(base, house_rules.answered(base, {}, asked(tariffs.find(base)), answer))


def flat(tariff: Tariff, path: str) -> str:
    """Return one setting as a file says it."""
    said: Any = to_mapping(tariff)
    for key in path.split("."):
        said = said[key]
    return yaml_text.flow(said)


def test_there_are_eight() -> None:
    """As many as the help of the command says."""
    assert len(house_rules.QUESTIONS) == 8


@pytest.mark.parametrize(
    ("base", "now"),
    [
        ("sauspiel", ["10-20-50", "geier, farbwenz, farbgeier", "31 30", "3 2", "4", "Kontra Re", "nothing", "20"]),
        ("bsv", ["10-10-50", "no", "31 30", "3 2", "no", "Stoß Gegenstoß", "nothing", "no"]),
        ("saukopf", ["1-1-2", "no", "30 30", "3 2", "no", "Kontra Re", "nothing", "1"]),
        ("lamers", ["10-10-20", "no", "30 30", "3", "4", "Kontra Re Sub Hirsch", "nothing", "no"]),
        (
            "grundzuege",
            ["10-10-50", "farbwenz, geier, farbgeier, bettel", "31 30", "3 2", "no", "Stoß Zruck …", "Stock 10", "10"],
        ),
    ],
)
def test_each_question_says_what_holds_now(base: str, now: list[str]) -> None:
    """In words that would be an answer, and mean the same."""
    found = tariffs.find(base)
    assert [ask(found).now for ask in house_rules.QUESTIONS] == now
    said = answered(base, *now)
    assert tariffs.differences(house_rules.changed(base, said), found) == []


@pytest.mark.parametrize(
    ("base", "asked", "answer", "path", "value"),
    [
        pytest.param("sauspiel", PRICES, "5-10-20", "prices", "{partner: 10, solo: 20, ramsch: 10}", id="stakes"),
        pytest.param("sauspiel", PRICES, "20/10/5", "laufende.price", "5", id="stakes-in-any-order"),
        pytest.param("sauspiel", PRICES, "0,05 0,10 0,20", "prices.solo", "20", id="euros"),
        pytest.param("sauspiel", PRICES, "5 ct, 10 Cent, 1 €", "prices.solo", "100", id="with-their-units"),
        pytest.param("sauspiel", PRICES, "0,05 € / 0,10 € / 0.20€", "schwarz.price", "5", id="euros-with-their-unit"),
        pytest.param("sauspiel", PRICES, "ja", "prices.solo", "50", id="prices-yes"),
        pytest.param("saukopf", PRICES, "2 4 8", "prices", "{partner: 4, solo: 8, ramsch: 4}", id="points"),
        pytest.param(
            "wiki", PRICES, "10 50", "prices", "{partner: 10, solo: 50, ramsch: 10, bettel: 50}", id="two-prices"
        ),
        pytest.param(
            "wiki", PRICES, "10 20 50", "prices", "{partner: 20, solo: 50, ramsch: 20, bettel: 50}", id="others-follow"
        ),
        pytest.param("sauspiel", GAMES, "nein", "games", "[sauspiel, solo, wenz, ramsch]", id="no-games"),
        pytest.param("sauspiel", GAMES, "Geier Farb-Wenz", "games", None, id="unknown-game"),
        pytest.param("bsv", GAMES, "Geier, null", "games", "[sauspiel, solo, wenz, geier, bettel]", id="games"),
        pytest.param("bsv", GAMES, "ja", "games", "[sauspiel, solo, wenz]", id="games-yes"),
        pytest.param("bsv", GAMES, "ramsch", "prices.ramsch", "10", id="a-ramsch-among-them"),
        pytest.param("grundzuege", GAMES, "keine", "prices", "{partner: 10, solo: 50, ramsch: 10}", id="no-bettel"),
        pytest.param("wiki", GAMES, "mörtel", "prices.bettel", "20", id="a-kind-that-is-left"),
        pytest.param("sauspiel", SCHNEIDER, "30", "schneider.declarers", "30", id="limit"),
        pytest.param("sauspiel", SCHNEIDER, "30/31", "schneider.opponents", "31", id="both-limits"),
        pytest.param("sauspiel", SCHNEIDER, "ja", "schneider.declarers", "31", id="schneider-yes"),
        pytest.param("sauspiel", SCHNEIDER, "nein", "schneider", "none", id="no-schneider"),
        pytest.param("sauspiel", SCHNEIDER, "nein", "schwarz", "none", id="no-schneider-no-schwarz"),
        pytest.param("sauspiel", LAUFENDE, "2", "laufende.from", "2", id="laufende"),
        pytest.param("sauspiel", LAUFENDE, "2", "laufende.by_game.farbwenz", "2", id="laufende-in-all"),
        pytest.param("sauspiel", LAUFENDE, "4 3", "laufende.by_game", "{wenz: 3, geier: 3, farbwenz: 4, farbgeier: 4}",
                     id="laufende-in-a-wenz"),
        pytest.param("lamers", LAUFENDE, "3 2", "laufende.by_game", "{wenz: 2}", id="a-wenz-of-its-own"),
        pytest.param("lamers", LAUFENDE, "2", "laufende.by_game", "{}", id="as-everywhere"),
        pytest.param("sauspiel", LAUFENDE, "ja", "laufende.from", "3", id="laufende-yes"),
        pytest.param("sauspiel", LAUFENDE, "Keine.", "laufende", "none", id="no-laufende"),
        pytest.param("sauspiel", KLOPFEN, "2", "klopfen.max", "2", id="two-knock"),
        pytest.param("sauspiel", KLOPFEN, "0", "klopfen", "none", id="nobody-knocks"),
        pytest.param("sauspiel", KLOPFEN, "ja", "klopfen.max", "4", id="klopfen-as-it-is"),
        pytest.param("bsv", KLOPFEN, "ja", "klopfen.max", "4", id="everybody-knocks"),
        pytest.param("sauspiel", KONTRA, "Stoß, Zruck", "kontra.names", "[Stoß, Zruck]", id="words"),
        pytest.param("sauspiel", KONTRA, "Stoß Zruck usw.", "kontra.unlimited", "yes", id="and-on"),
        pytest.param("grundzuege", KONTRA, "Stoß", "kontra.unlimited", "no", id="and-no-further"),
        pytest.param("./haus.yaml", KONTRA, "Stoß Zruck", "kontra.last_needs_61", "yes", id="what-words-leave-alone"),
        pytest.param("./haus.yaml", KONTRA, "2", "kontra.growth", "linear", id="what-a-number-leaves-alone"),
        pytest.param("sauspiel", KONTRA, "3", "kontra.names", "[Kontra, Re, Supra]", id="so-many-words"),
        pytest.param("bsv", KONTRA, "ja", "kontra.names", "[Stoß, Gegenstoß]", id="kontra-as-it-is"),
        pytest.param("sauspiel", KONTRA, "0", "kontra", "none", id="no-kontra"),
        pytest.param("sauspiel", ALL_PASS, "Stock", "stock.pay_in", "10", id="stock"),
        pytest.param("sauspiel", ALL_PASS, "stock 0,20 €", "stock.pay_in", "20", id="stock-in-euros"),
        pytest.param("wiki", ALL_PASS, "Topf 5", "stock.pay_in", "5", id="a-topf"),
        pytest.param("wiki", ALL_PASS, "Bock", "bock.after", "[thrown_in]", id="bock"),
        pytest.param("wiki", ALL_PASS, "Bock", "stock", "none", id="bock-instead-of-the-stock"),
        pytest.param("wiki", ALL_PASS, "nichts", "stock", "none", id="nothing"),
        pytest.param("sauspiel", RAMSCH, "nein", "games", "[sauspiel, solo, wenz, geier, farbwenz, farbgeier]",
                     id="no-ramsch"),
        pytest.param("sauspiel", RAMSCH, "nein", "prices", "{partner: 20, solo: 50}", id="no-price-for-it"),
        pytest.param("sauspiel", RAMSCH, "0,50", "prices.ramsch", "50", id="ramsch"),
        pytest.param("bsv", RAMSCH, "ja", "prices.ramsch", "10", id="ramsch-like-a-sauspiel"),
        pytest.param("bsv", RAMSCH, "10 ct", "games", "[sauspiel, solo, wenz, ramsch]", id="ramsch-begins"),
        pytest.param("./haus.yaml", ALL_PASS, "Stock", "stock.pay_in", "20", id="a-stock-without-an-extra"),
        pytest.param("./haus.yaml", RAMSCH, "20", "prices.schieberamsch", "20", id="a-ramsch-of-ones-own"),
        pytest.param("./haus.yaml", RAMSCH, "ja", "prices.schieberamsch", "30", id="at-its-own-price"),
        pytest.param("./haus.yaml", PRICES, "10 25 60", "prices.sauspiel", "25", id="sauspiel-beside-partner"),
        pytest.param("./haus.yaml", PRICES, "10 30 60", "laufende.schedule", "{3: 30, 4: 50}", id="a-schedule-stays"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("haus")
def test_an_answer_is_a_setting(base: str, asked: Any, answer: str, path: str, value: str | None) -> None:
    """In the words that people write; everything else stays as it is."""
    if value is None:
        with pytest.raises(Refused, match='there is no game "Farb-Wenz", did you mean "farbwenz"'):
            agreed(base, asked, answer)
    else:
        assert flat(agreed(base, asked, answer), path) == value


@pytest.mark.parametrize(
    ("base", "asked", "answer", "sentence"),
    [
        (
            "sauspiel",
            PRICES,
            "10 20 30 40",
            "write three prices: extra, Sauspiel, solo, such as 10-20-50; or two: basic price, solo, such as 10/50",
        ),
        (
            "sauspiel",
            PRICES,
            "0,1 0,2 0,5",
            '"0,1" is not a price; write whole cents (10), or euros with two decimals (0,10)',
        ),
        (
            "sauspiel",
            PRICES,
            "0,10ct 20 50",
            '"0,10ct" is not a price; write whole cents (10), or euros with two decimals (0,10)',
        ),
        ("sauspiel", PRICES, "0 0 50", "a Sauspiel and a solo must cost something; only the extra may be 0"),
        ("saukopf", PRICES, "0,10 0,20 0,50", '"0,10" is not a price; write whole points such as 2'),
        ("sauspiel", GAMES, "geirr", 'there is no game "geirr", did you mean "geier"?'),
        ("sauspiel", SCHNEIDER, "99", 'schneider.declarers: expected a whole number from 1 to 61, not "99"'),
        ("sauspiel", SCHNEIDER, "1 2 3", "write one number or two, such as 3 2, or no"),
        ("sauspiel", LAUFENDE, "drei", '"drei" is not a whole number; write one such as 3, or no'),
        ("sauspiel", KLOPFEN, "1 2", "write one number such as 3, or no"),
        ("sauspiel", KLOPFEN, "99", 'klopfen.max: expected a whole number from 1 to 28 or none, not "99"'),
        ("sauspiel", KONTRA, "7", "write the words of the chain, or how many there are, from 1 to 6"),
        ("sauspiel", KONTRA, "k3 k4", "write the words of the chain, such as Kontra Re, or no"),
        ("sauspiel", KONTRA, "…", "write the words of the chain, such as Kontra Re, or no"),
        ("sauspiel", KONTRA, "Kontra Kontra", 'kontra.names: "Kontra" is in it twice, keep one'),
        (
            "sauspiel",
            ALL_PASS,
            "Ramsch",
            "type Stock, with what each pays in (Stock 10), or Bock, or nothing; a Ramsch is asked for next",
        ),
        (
            "sauspiel",
            ALL_PASS,
            "Bock 10",
            "type Stock, with what each pays in (Stock 10), or Bock, or nothing; a Ramsch is asked for next",
        ),
        (
            "sauspiel",
            RAMSCH,
            "viel",
            '"viel" is not a price; write whole cents (10), or euros with two decimals (0,10)',
        ),
    ],
)
def test_a_wrong_answer_is_told_what_would_be_right(base: str, asked: Any, answer: str, sentence: str) -> None:
    """It says nothing of a tariff, and is asked again."""
    with pytest.raises(SklogError) as refused:
        agreed(base, asked, answer)
    assert str(refused.value) == sentence


def test_the_games_that_can_be_chosen_are_named_once() -> None:
    """Without those that everybody plays, which the question leaves out."""
    with pytest.raises(SklogError) as refused:
        agreed("sauspiel", GAMES, "quatsch")
    named = str(refused.value).partition("choose from ")[2].split(", ")
    assert len(set(named)) == len(named)
    assert {"geier", "farbwenz", "ramsch"} <= set(named)
    assert not {"sauspiel", "solo", "wenz"} & set(named)


@pytest.mark.long
@pytest.mark.parametrize("base", [*tariffs.shipped(), "5-10-20"])
def test_the_file_says_what_was_answered(base: str) -> None:
    """Answered settings count, all others are there as comments; what was Enter is inherited."""
    answers = [{"0,05 0,10 0,25": "1 2 3", "Stock 0,20": "Stock 2"}.get(one, one) for one in ANSWERS]
    said = answered(base, *(answers if tariffs.find(base).unit == POINTS else ANSWERS))
    text = new_text("haus", base, said)
    counting = {line.partition(":")[0] for line in text.splitlines() if re.match(r"[a-z_]+:", line)}
    assert counting == {"name", "title", "source", "extends", *said}
    assert tariffs.differences(tariffs.read(text, "haus.yaml"), house_rules.changed(base, said)) == []
    assert {line for line in new_text("haus", base).splitlines() if line.startswith("##")} <= {*text.splitlines()}


@pytest.mark.parametrize("base", tariffs.shipped())
def test_the_file_makes_sense(base: str, tmp_path: Path) -> None:
    """Nothing is said of games that were left out, whatever was answered of the rules that know them."""
    prices = "1 2 3" if tariffs.find(base).unit == POINTS else "5 10 20"
    path = tmp_path / "haus.yaml"
    said = answered(base, prices, "nein", "30", "4 3", "ja", "Stoß", "", "nein")
    path.write_text(new_text("haus", base, said), encoding="utf-8")
    assert checked(str(path))[1] == []


@pytest.mark.usefixtures("haus")
def test_the_file_says_no_more_than_was_answered() -> None:
    """What else a rule says stands beside the answer as a comment: it is inherited, and so are its doubts."""
    said = answered("./haus.yaml", "", "", "", "ja", "", "Stoß", "", "")
    assert said == {"kontra": {"names": ["Stoß"], "unlimited": False}}
    lines = new_text("mine", "./haus.yaml", said).splitlines()
    start = lines.index("kontra:")
    assert lines[start + 1 : start + 7] == [
        "  names: [Stoß]",
        "  unlimited: no",
        "#   games: []",
        "#   last_needs_61: yes",
        "#   growth: linear",
        "#   times: none",
    ]


@pytest.mark.usefixtures("haus")
def test_a_game_that_comes_back_has_the_price_it_had() -> None:
    """Prices are asked before the games, and say nothing of those that are not played yet."""
    Path("base.yaml").write_text("name: base\ngames: [sauspiel, solo]\nprices: {partner: 10, solo: 50, geier: 30}\n")
    said = answered("./base.yaml", "5 20 60", "geier", "", "", "", "", "", "")
    assert house_rules.changed("./base.yaml", said).prices == {"partner": 20, "solo": 60, "geier": 30}


@pytest.mark.long
@pytest.mark.parametrize("base", [*tariffs.shipped(), "5-10-20"])
def test_enter_to_all_is_the_file_without_questions(base: str) -> None:
    """Nothing was said, and nothing counts but what it extends."""
    assert new_text("haus", base, answered(base, *[""] * 8)) == new_text("haus", base)


words = st.text("0123456789,. €-/", max_size=12) | st.sampled_from(["ja", "nein", "Stock 10", "Bock", "geier", "Re 3"])


@given(st.integers(0, 7), words | st.text(tariff_strategies.letters, max_size=20), st.sampled_from(tariffs.shipped()))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_answer_is_a_setting_or_is_asked_again(number: int, answer: str, base: str) -> None:
    """No answer makes a file that cannot be read."""
    with contextlib.suppress(SklogError):
        question = house_rules.QUESTIONS[number](tariffs.find(base))
        said = house_rules.answered(base, {}, question, answer.strip())
        read = tariffs.read(new_text("haus", base, said), "haus.yaml")
        assert tariffs.differences(read, house_rules.changed(base, said)) == []


@pytest.mark.long
@given(tariff_strategies.tariffs())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_tariff_can_be_asked_about(tariff: Tariff) -> None:
    """Whatever it says, each question has something that holds now."""
    assert all(ask(tariff).text and ask(tariff).now for ask in house_rules.QUESTIONS)


# -- at a terminal --------------------------------------------------------------------------------------


def asked(terminal: Terminal, number: int, standing: str = "") -> None:
    """Wait until a question is asked, and nothing is typed behind it but what was refused."""
    terminal.until(
        lambda: terminal.line.startswith(f"{number}/8 ") and terminal.line.endswith(f"] {standing}".rstrip())
    )


CLEARED = "\x15"  # Ctrl-U: an answer that was refused stands there until another is typed


@pytest.mark.long
def test_the_questions_at_a_terminal(folder: Path, ok: Sklog) -> None:
    """A wrong answer is asked again with a sentence, Enter keeps, and the file is right."""
    wrong = {1: "zehn", 2: "geirr", 3: "99", 5: "x", 6: "k3", 7: "Ramsch", 8: "-1"}
    right = ("0,05/0,10/0,20", "", "30", "", "nein", "Stoß", "Stock 0,10", "ja")
    with Terminal("tariff", "new", "haus", "-o", "haus.yaml", env=PLAIN, rows=40, columns=120) as terminal:
        for number, answer in enumerate(right, 1):
            asked(terminal, number)
            if number in wrong:
                terminal.type(f"{wrong[number]}\r")
                terminal.until(lambda count=number: terminal.text.count(f"{count}/8 ") == 2)  # type: ignore[misc]
                asked(terminal, number, wrong[number])
            terminal.type(f"{answer or CLEARED}\r")
        assert terminal.ended() == 0
        assert "8 questions; Enter keeps the value in brackets" in terminal.text
        assert 'there is no game "geirr", did you mean "geier"?' in terminal.text
        assert "Wrote haus.yaml; change it, then: sklog tariff check haus.yaml" in terminal.text
    assert ok("tariff", "check", "haus.yaml").out.startswith("haus.yaml: no errors; haus plays 7 games\n")
    text = (folder / "haus.yaml").read_text(encoding="utf-8")
    assert "\nklopfen: none\n" in text
    assert "\n# games: [" in text
    found = tariffs.find("haus.yaml", folder)
    assert (found.prices, found.kontra and found.kontra.names) == ({"partner": 10, "solo": 20, "ramsch": 10}, ("Stoß",))


@pytest.mark.long
def test_the_questions_in_german(folder: Path) -> None:
    """They are asked, and answered, in German; the file is explained in German as well."""
    with Terminal(
        "tariff", "new", "haus", "-o", "haus.yaml", env={**PLAIN, "SKLOG_LANG": "de"}, columns=120
    ) as terminal:
        asked(terminal, 1)
        terminal.type("zehn\r")
        terminal.until("drei Preise angeben: Aufschlag, Sauspiel und Solo, etwa 10-20-50; oder zwei")
        asked(terminal, 1, "zehn")
        terminal.type(f"{CLEARED}\r")
        for number, answer in enumerate(("keine", "ja", "nein", "2", "nein", "nichts", "nein"), 2):
            asked(terminal, number)
            terminal.type(f"{answer}\r")
        assert terminal.ended() == 0
        assert "7/8 Wenn alle passen: Stock (und was jeder einzahlt), Bock für das nächste Spiel" in terminal.text
    found = tariffs.find("haus.yaml", folder)
    assert [game.name for game in found.games[:-1]] == ["sauspiel", "solo", "wenz"]
    assert (found.laufende, found.kontra, found.stock) == (None, None, None)


@pytest.mark.long
@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_whoever_leaves_the_questions_writes_nothing(folder: Path, key: str) -> None:
    """Neither a file nor a folder is made, and the exit code says no."""
    with Terminal(
        "tariff", "new", "haus", env={**PLAIN, "SKLOG_TARIFFS": str(folder / "own")}, columns=120
    ) as terminal:
        asked(terminal, 1)
        terminal.type("5-10-20\r")
        asked(terminal, 2)
        terminal.rest()  # a signal that comes while the question is being drawn waits for the next key
        terminal.type(key)
        assert terminal.ended() == 1
        assert "nothing was written: you left the questions" in terminal.text
    assert not (folder / "own").exists()


@pytest.mark.long
@pytest.mark.parametrize("words", [("wiki",), ("a/b",), ("haus", "-o", "there.yaml"), ("haus", "--extends", "nix")])
def test_what_cannot_be_written_is_not_asked_about(folder: Path, words: tuple[str, ...]) -> None:
    """A name that is taken, a file that is there and a base that is not are refused before the first question."""
    (folder / "there.yaml").touch()
    with Terminal("tariff", "new", *words, env=PLAIN) as terminal:
        assert terminal.ended() == 1
        assert "1/8" not in terminal.text


@pytest.mark.long
def test_nobody_is_asked_without_a_terminal(ok: Sklog, folder: Path) -> None:
    """From a pipe, and into one, it is as before."""
    assert ok("tariff", "new", "haus", "-o", "-", stdin="5-10-20\n").out == new_text("haus", "sauspiel")
    into_a_pipe = f"{sys.executable} -m sklog tariff new haus -o haus.yaml | cat"
    with Terminal(shell=into_a_pipe, env=PLAIN) as terminal:
        assert terminal.ended() == 0
        assert "1/8" not in terminal.text
    assert (folder / "haus.yaml").read_text(encoding="utf-8") == new_text("haus", "sauspiel")


def test_a_base_is_found_from_another_folder(ok: Sklog, folder: Path) -> None:
    """A path that is said here is the same file there."""
    (folder / "base.yaml").write_text("name: base\nextends: bsv\n", encoding="utf-8")
    ok("tariff", "new", "haus", "--extends", "base.yaml")
    assert ok("tariff", "check", "haus").out.startswith("haus: no errors; haus plays 3 games\n")
    ok("tariff", "new", "here", "--extends", "base.yaml", "-o", "here.yaml")
    assert "\nextends: base.yaml\n" in (folder / "here.yaml").read_text(encoding="utf-8")
