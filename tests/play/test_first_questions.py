"""The first questions: steps back, names, tariffs by prices, by what is played and by names; and what is no answer."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
import typer

from sklog import Ledger, language, tariffs
from sklog.cli import asking, terminal
from sklog.cli.evening import NewEvening
from sklog.errors import NotFound, Refused
from sklog.play import choice, first, shell
from sklog.tariffs import stakes
from tests.conftest import Sklog
from tests.terminal import Terminal
from tests.trials.benchmarks import first_hand

FOUR = ("Anna", "Bene", "Christl", "Dani")
PEOPLE = " ".join(FOUR)
BACK, ENTER = "<", ""
PLAIN = {"NO_COLOR": "1"}
ESCAPE, UP, LEFT, BACKSPACE = "\x1b", "\x1b[A", "\x1b[D", "\x7f"
SAID = {
    "en": {"name": "What is the evening called?", "people": "Who plays", "tariff": "Which tariff?", "hand": "hand 1>",
           "which": "Which of these for", "own": "own", "called": "What should these rules be called?", "back": "back",
           "three": "A Sauspiel takes four people. These tariffs can be played by 3:",
           "last": "Last time: Anna and Bene (19 Nov 2026).", "new": "New here: Sepp, Toni.",
           "none": "No tariff here has exactly these prices.", "without": "as at tournaments: bsv 10-10-50"},
    "de": {"name": "Wie heißt der Abend?", "people": "Wer spielt mit", "tariff": "Welcher Tarif?", "hand": "Spiel 1>",
           "which": "Welcher davon zu", "own": "eigene", "called": "Wie sollen diese Regeln heißen?", "back": "zurück",
           "three": "Ein Sauspiel braucht vier Leute. Diese Tarife gehen auch mit 3:",
           "last": "Zuletzt hier: Anna und Bene (19.11.2026).", "new": "Neu hier: Sepp, Toni.",
           "none": "Kein Tarif hier hat genau diese Preise.", "without": "wie bei Turnieren: bsv 10-10-50"},
}  # fmt: skip
KNOWN = choice.everything()
OFFERED = choice.offers(KNOWN, 4)
in_both = pytest.mark.parametrize("spoken", SAID)


@pytest.fixture(autouse=True)
def _spoken_english() -> Iterator[None]:
    """Whatever a test speaks, the next one speaks English."""
    yield
    language.speak(None)


@pytest.fixture
def answered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., NewEvening]:
    """Return what asks the first questions and answers them so; every answer has to be wanted."""
    assert folder.exists()

    def told(*answers: str, ledger: Ledger | None = None, **known: str) -> NewEvening:
        left = list(answers)

        def line(_shown: str, begun: str) -> str:
            given = left.pop(0)
            if given == BACK:
                raise asking.StepBack
            return given or begun

        monkeypatch.setattr(asking, "_ask_line", line)
        monkeypatch.setattr(asking, "_edits", lambda: True)
        here = ledger or Ledger(folder / "sklog.db")
        last = here.evening() if here.is_there else None
        asked = NewEvening(known.get("name"), known.get("people"), None)
        found = asking.Interview("").ask_all(lambda one: first.ask_missing(one, here, last, asked))
        assert not left
        return found

    return told


# -- which tariff is meant --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("5/20", "5-5-20"),
        ("10/50", "10-10-50, grundzuege 10-10-50"),
        ("20/50", "sauspiel 10-20-50, p-seminar 10-20-50, 20-20-50"),
        ("20 und 50", "sauspiel 10-20-50, p-seminar 10-20-50, 20-20-50"),
        ("20,50", "sauspiel 10-20-50, p-seminar 10-20-50, 20-20-50"),
        ("Sauspiel 20, Solo 50", "sauspiel 10-20-50, p-seminar 10-20-50, 20-20-50"),
        ("10 20 50", "sauspiel 10-20-50, p-seminar 10-20-50"),
        ("10-20-50", "sauspiel 10-20-50, p-seminar 10-20-50"),
        ("10, 20 und 50", "sauspiel 10-20-50, p-seminar 10-20-50"),
        ("10,20,50", "sauspiel 10-20-50, p-seminar 10-20-50"),
        ("10-20/50", "sauspiel 10-20-50, p-seminar 10-20-50"),
        ("50:10:20", "sauspiel 10-20-50, p-seminar 10-20-50"),
        ("0,10/0,50", "10-10-50, grundzuege 10-10-50"),
        ("0,10 € und 0,50 €", "10-10-50, grundzuege 10-10-50"),
        ("10 ct 50 ct", "10-10-50, grundzuege 10-10-50"),
        ("10er 50er", "10-10-50, grundzuege 10-10-50"),
        ("10/20", "10-10-20, lamers 10-10-20, wiki 10-10-20"),
        ("1 1 2", "1-1-2, saukopf 1-1-2 points"),
        ("1€ 5€", "100-100-500"),
        ("1-1-2 points", "grossreuth 1-1-2 points, saukopf 1-1-2 points"),
        ("1-1-2 Punkte", "grossreuth 1-1-2 points, saukopf 1-1-2 points"),
        ("saukopf 1-1-2 points", "saukopf 1-1-2 points"),
        ("Wiki", "wiki 10-10-20"),
        ("SAUSPIEL", "sauspiel 10-20-50"),
        ("wikipedia", "wiki 10-10-20"),
        ("wiki 5/20", "wiki-5-5-20"),
        ("5-10-20 Grundzüge", "grundzuege-5-10-20"),
        ("wiki um 10 und 20", "wiki 10-10-20"),
        ("wiki 20/50", "wiki-10-20-50, wiki-20-20-50"),
        ("sauspiel 10-20-50", "sauspiel 10-20-50"),
        ("online", "sauspiel 10-20-50"),
        ("Grundzüge", "grundzuege 10-10-50"),
        ("p seminar", "p-seminar 10-20-50"),
        ("Turnier", "bsv 10-10-50"),
        ("bsv", "bsv 10-10-50"),
    ],
)
def test_a_tariff_is_meant_by_prices_in_any_spelling_or_by_a_name(said: str, meant: str) -> None:
    """What `--tariff` means by it stands first; tournaments' tariffs are meant by their names alone."""
    found = [stakes.beside(one) for one in choice.tariffs_meant(said, OFFERED, KNOWN)]
    assert ", ".join(found[: meant.count(",") + 1]) == meant
    assert len(found) == meant.count(",") + 1 or "-" in meant.split(",", maxsplit=1)[0]


def test_a_row_of_the_list_is_meant_as_it_is_shown() -> None:
    """In points, where another row costs as much in cents."""
    [found] = choice.tariffs_chosen("1-1-2 points", choice.tariffs_meant("1-1-2", OFFERED, KNOWN))
    assert stakes.beside(found) == "saukopf 1-1-2 points"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("said", ["1-1-2 points", "1/1/2 Punkte", "1-1-2punkt"])
def test_points_are_understood_in_another_language(said: str) -> None:
    """Whoever says them in one that is not spoken here means no cents."""
    found = [stakes.beside(one) for one in choice.tariffs_meant(said, OFFERED, KNOWN)]
    assert found == ["grossreuth 1-1-2 Punkte", "saukopf 1-1-2 Punkte"]


def test_where_no_tariff_costs_so_much_each_ones_rules_are_offered() -> None:
    """At these prices, the nearest proportions first behind the usual rules."""
    found = choice.tariffs_meant("5/20", OFFERED, KNOWN)
    names = ["5-5-20", "grundzuege-5-5-20", "p-seminar-5-5-20", "lamers-5-5-20", "wiki-5-5-20"]
    assert [stakes.beside(one) for one in found] == names
    assert [choice.parts_had(one) for one in found[:2]] == [["Ramsch", "Klopfen"], ["Ramsch", "Stock"]]


def test_what_a_table_played_last_is_the_likeliest() -> None:
    """Its own prices are no question, and its rules are offered first at others."""
    usual = tariffs.find("grundzuege")
    offered = choice.offers(KNOWN, 4, usual)
    assert choice.tariffs_meant("10/50", offered, KNOWN) == [usual]
    assert [stakes.beside(one) for one in choice.tariffs_meant("20/50", offered, KNOWN)] == [
        "sauspiel 10-20-50", "p-seminar 10-20-50", "grundzuege-10-20-50", "grundzuege-20-20-50",
    ]  # fmt: skip
    assert choice.tariffs_meant("5/20", offered, KNOWN)[0].name == "grundzuege-5-5-20"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("10", "write three prices: extra, Sauspiel, solo, such as 10-20-50; or two: basic price, solo, such as"),
        ("10/20/30/40", "three prices in cents are one"),
        ("wikki", 'there is no tariff "wikki", did you mean "wiki"?'),
        ("xyz", 'there is no tariff "xyz"'),
        ("wiki 10", "write three prices: extra, Sauspiel, solo"),
    ],
)
def test_an_answer_that_is_no_tariff_says_what_would_be_one(said: str, sentence: str) -> None:
    """One price alone, four, a slip, and anything else."""
    with pytest.raises((NotFound, Refused)) as refused:
        choice.tariffs_meant(said, OFFERED, KNOWN)
    assert sentence in str(refused.value)


def test_a_tariff_says_what_is_in_it() -> None:
    """As its rules say it, whatever it is called."""
    assert {one.name: choice.parts_had(one) for one in OFFERED} == {
        "sauspiel": ["Ramsch", "Klopfen"],
        "grundzuege": ["Ramsch", "Stock"],
        "lamers": ["Klopfen"],
        "p-seminar": ["Ramsch", "Klopfen"],
        "saukopf": ["Ramsch"],
        "wiki": ["Ramsch", "Stock", "Klopfen"],
        **{name: [] for name in ("bsv", "donau-ries", "grossreuth", "heilsbronn", "niederfuellbach", "self-bar")},
    }


@pytest.mark.parametrize(("people", "names"), [(2, ["wiki"]), (3, ["wiki"]), (5, 12)])
def test_only_tariffs_are_offered_that_so_many_can_play(people: int, names: list[str] | int) -> None:
    """Others are refused by name, and say how many they need."""
    offered = choice.offers(KNOWN, people)
    assert names in ([one.name for one in offered], len(offered))
    with nullcontext() if people > 3 else pytest.raises(Refused, match="bsv needs 4 people"):
        choice.tariffs_meant("bsv", offered, KNOWN)


def test_a_tariff_of_ones_own_is_offered_however_little_is_in_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no tournament's."""
    monkeypatch.setenv("SKLOG_TARIFFS", str(folder))
    (folder / "streng.yaml").write_text("name: streng\nextends: bsv\n", encoding="utf-8")
    own = next(one for one in choice.offers(choice.everything(), 4) if one.name == "streng")
    assert (choice.parts_had(own), choice.is_strict(own)) == ([], False)


# -- the questions, without a terminal ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "tariff"),
    [
        pytest.param((ENTER, PEOPLE, ENTER), "sauspiel", id="enter"),
        pytest.param((ENTER, PEOPLE, "wiki"), "wiki", id="name"),
        pytest.param((ENTER, PEOPLE, "20/50", ENTER), "sauspiel", id="prices"),
        pytest.param((ENTER, PEOPLE, "20/50", "3"), "20-20-50", id="the-other-reading"),
        pytest.param((ENTER, PEOPLE, "5/20", "5"), "wiki-5-5-20", id="another-ones-rules"),
        pytest.param((ENTER, PEOPLE, "5/20", "6", "0", "zwei", "2"), "grundzuege-5-5-20", id="no-such-number"),
        pytest.param((ENTER, PEOPLE, "5/20", "Wiki"), "wiki-5-5-20", id="its-name"),
        pytest.param((ENTER, PEOPLE, "5/20", "SAUSPIEL"), "5-5-20", id="whose-rules-they-are"),
        pytest.param((ENTER, PEOPLE, "5/20", "hilfe", "5/20", "10 20 50", "2"), "p-seminar", id="other-prices"),
        pytest.param((ENTER, PEOPLE, "5/20", "lamers 10-10-20"), "lamers", id="another-one"),
        pytest.param((ENTER, "Anna Bene Christl", "20/50", ENTER), "wiki-10-20-50", id="three-and-their-extra"),
        pytest.param((ENTER, "Anna Bene Christl", ENTER), "wiki", id="three"),
        pytest.param((ENTER, "Anna Bene Christl", "5/20"), "wiki-5-5-20", id="three-by-prices"),
        pytest.param((ENTER, "Anna Bene Christl", "bsv", "wiki"), "wiki", id="three-and-a-tariff-for-four"),
    ],
)
def test_the_tariff_that_is_answered_is_played(
    answered: Callable[..., NewEvening], answers: tuple[str, ...], tariff: str
) -> None:
    """Enter takes what stands in brackets."""
    told = answered(*answers)
    assert isinstance(told.tariff, tariffs.Tariff)
    assert (told.name, told.tariff.name, told.file) == ("Stammtisch", tariff, "")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("Anna", "2 to 7 people sit at a table, not 1"),
        ("A B C D E F G H", "2 to 7 people sit at a table, not 8"),
        ("Anna, anna, Bene, Dani", "two people are called anna"),
        ("Anna Bene", '"Anna Bene" can be one person or two: "Anna, Bene"'),
    ],
)
def test_names_are_checked_when_they_are_given(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], wrong: str, sentence: str
) -> None:
    """How many there are, and whether two are called alike: before the tariff is asked for."""
    told = answered(ENTER, wrong, PEOPLE, ENTER)
    assert told.players == FOUR
    said = capsys.readouterr().out
    assert sentence in said
    assert said.index(sentence) < said.index("Tariffs")


@pytest.fixture
def ended(folder: Path) -> Ledger:
    """Return a ledger with an evening that has ended."""
    ledger = Ledger(folder / "sklog.db")
    ledger.start_evening("Stammtisch", FOUR, "wiki")
    ledger.close_evening()
    return ledger


@pytest.mark.parametrize("wrong", ["s bd", "reopen", "q", "help", "nweiterspielen --abend 1"])
def test_a_hand_or_a_command_is_no_answer(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], ended: Ledger, wrong: str
) -> None:
    """Neither the evening's name, nor who plays. Whoever meant the last evening is told how it goes on."""
    told = answered(wrong, "Turnier", wrong, PEOPLE, ENTER, ledger=ended)
    assert (told.name, told.players) == ("Turnier", FOUR)
    said = " ".join(capsys.readouterr().out.split())
    assert said.count(f"'{wrong}' is a hand or a command, and no answer here. Ctrl-C leaves.") == 2
    assert "Stammtisch goes on with sklog reopen --session 1" in said


@pytest.mark.parametrize(
    "answers",
    [
        ("undo",),
        ("weiterspielen --abend 1",),
        ("start Second",),
        ("pay anna bene 1",),
        ("Abend", "session list --void"),
    ],
    ids=" ".join,
)
def test_at_the_prompt_a_command_is_done_instead_of_an_answer(
    answered: Callable[..., NewEvening], ended: Ledger, answers: tuple[str, ...]
) -> None:
    """Where it needs no open evening."""
    beside = terminal.StrayKeys(ahead=str, own_line=str)
    outside = terminal.BESIDE.set(beside)
    with pytest.raises(typer.Exit):
        answered(*answers, ledger=ended)
    terminal.BESIDE.reset(outside)
    assert beside.line == answers[-1]


@pytest.mark.parametrize("name", ["fix 1 w b", "Runde 3", "Start in den Mai", "Schluss mit lustig"])
def test_what_may_be_a_name_or_a_command_is_asked_about(
    answered: Callable[..., NewEvening],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    ended: Ledger,
    name: str,
) -> None:
    """It is the name if it is entered once more, and not just by a key that bounced."""
    clock = iter(seconds for seconds in (0, shell.SEEN_SECONDS / 2, shell.SEEN_SECONDS) for _place in range(2))
    monkeypatch.setattr(first, "monotonic", lambda: next(clock))
    assert answered(name, name, name, ENTER, ENTER, ledger=ended).name == name
    assert " ".join(capsys.readouterr().out.split()).count(f"Is '{name}' the answer here, or the command ") == 2


@pytest.mark.parametrize("wrong", ["wikki", "hello"])
def test_what_is_no_tariff_is_told_the_ways_on(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    """What answers the question, and how to go back."""
    answered(ENTER, PEOPLE, wrong, "wiki")
    said = " ".join(capsys.readouterr().out.split())
    assert f'there is no tariff "{wrong}"' in said
    assert "Type a name, prices such as 10-20-50, or own. Esc: back one question." in said


@pytest.mark.parametrize("wrong", ["help", "q", "s ac", "schluss"])
def test_a_hand_or_a_command_is_no_tariff(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    """Of those who were just named, where nobody played before."""
    answered(ENTER, PEOPLE, wrong, "wiki")
    assert f"'{wrong}' is a hand or a command, and no answer here." in " ".join(capsys.readouterr().out.split())


def test_the_list_of_tariffs_says_how_to_go_back(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever has mistyped a price is not stuck there."""
    answered(ENTER, PEOPLE, "5/20", "5/20", "1")
    assert "type a number from 1 to 5, or a name\nEsc: back one question." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("prices", "said"),
    [("5/20", "Schneider costs 5 ct, and"), ("wiki 5/20", "Schneider costs 5 ct, and"), ("5-10-20", "")],
)
def test_an_extra_that_was_not_said_is_told(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], prices: str, said: str
) -> None:
    """Where nothing is left to choose, two prices say what Schneider and Laufende cost as well."""
    answered(ENTER, "Anna Bene Christl", prices)
    told = capsys.readouterr().out
    assert said in told
    assert said or "Schneider costs" not in told


def test_what_is_played_becomes_a_tariff_of_ones_own(answered: Callable[..., NewEvening]) -> None:
    """Each question has its usual answer for Enter; its file says what was answered."""
    told = answered(ENTER, PEOPLE, "own", "5/10/20", ENTER, ENTER, "3", "nein", ENTER, "Stock 10", ENTER, ENTER)
    assert isinstance(told.tariff, tariffs.Tariff)
    assert stakes.beside(told.tariff) == "haus 5-10-20"
    assert choice.parts_had(told.tariff) == ["Ramsch", "Stock"]
    assert tariffs.read(told.file) == told.tariff


def test_three_say_what_they_play(answered: Callable[..., NewEvening]) -> None:
    """It begins with a tariff that three can play."""
    told = answered(ENTER, "Anna Bene Christl", "mit Ramsch, Stock", *[ENTER] * 8, "Zu dritt", "wiki", "zu-dritt")
    assert isinstance(told.tariff, tariffs.Tariff)
    assert (told.tariff.name, min(told.tariff.people)) == ("zu-dritt", 2)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        pytest.param(("A", BACK, "B", PEOPLE, ENTER), ("B", "sauspiel"), id="one"),
        pytest.param(("A", PEOPLE, BACK, ENTER, "wiki"), ("A", "wiki"), id="kept"),
        pytest.param(("A", PEOPLE, BACK, BACK, "B", ENTER, "wiki"), ("B", "wiki"), id="two"),
        pytest.param((BACK, BACK, "A", PEOPLE, ENTER), ("A", "sauspiel"), id="before-the-first"),
        pytest.param(("A", PEOPLE, "20/50", BACK, "wiki"), ("A", "wiki"), id="which-of-these"),
        pytest.param(
            ("A", PEOPLE, "20/50", BACK, ENTER, "3"), ("A", "20-20-50"), id="and-again", marks=pytest.mark.long
        ),
        pytest.param(
            ("A", PEOPLE, "own", "5/20", "geier", BACK, BACK, BACK, "bsv"),
            ("A", "bsv"),
            id="out-of-the-rules",
            marks=pytest.mark.long,
        ),
        pytest.param(
            ("A", PEOPLE, "own", *[ENTER] * 8, *[BACK] * 11, "B", *[ENTER] * 11),
            ("B", "haus"),
            id="all",
            marks=pytest.mark.long,
        ),
    ],
)
def test_as_many_steps_back_as_wanted(
    answered: Callable[..., NewEvening], answers: tuple[str, ...], told: tuple[str, str]
) -> None:
    """Enter takes the earlier answer, which stands in the line."""
    found = answered(*answers)
    assert isinstance(found.tariff, tariffs.Tariff)
    assert (found.name, found.tariff.name, found.players) == (*told, FOUR)


@in_both
def test_who_is_known_is_said_and_since_when(
    ok: Sklog, answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], spoken: str
) -> None:
    """Those who were offered are not; a name with a slip in it is new."""
    ok("start", "Stammtisch", "--players", ",".join(FOUR), "--date", "2026-11-19", "--tariff", "wiki")
    ok("add", "w", "b")
    language.speak(spoken)
    answered(ENTER, "Anna Sepp Bene Toni", ENTER)
    said = capsys.readouterr().out
    assert SAID[spoken]["last"] in said
    assert SAID[spoken]["new"] in said
    answered(ENTER, ENTER, ENTER)
    assert SAID[spoken]["last"].split(":")[0] not in capsys.readouterr().out


def test_a_name_in_the_other_order_is_asked_about(
    ok: Sklog, answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str]
) -> None:
    """While it can still be changed: one step back, and it is the person who is known."""
    ok("start", "Stammtisch", "--players", "Anna Huber,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "w", "b")
    told = answered(ENTER, "Huber Anna, Bene, Christl, Sepp", BACK, "Anna Huber, Bene, Christl, Sepp", ENTER)
    assert told.players == ("Anna Huber", "Bene", "Christl", "Sepp")
    assert "Is Huber Anna the same person? If so, go back one question." in " ".join(capsys.readouterr().out.split())


@in_both
def test_tariffs_of_tournaments_stand_apart(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], spoken: str
) -> None:
    """Below those that tables play; each of these has a row with what is in it."""
    language.speak(spoken)
    answered(ENTER, PEOPLE, ENTER)
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows if row.startswith("  ")] == [
        "sauspiel", "grundzuege", "lamers", "p-seminar", "saukopf", "wiki",
    ]  # fmt: skip
    wiki = next(row for row in rows if "  wiki" in row)
    assert wiki.endswith(" Ramsch, Stock, Klopfen  Schafkopf nach dem Wiki")
    assert any(SAID[spoken]["without"].split(": ")[1] in row for row in rows)


@in_both
def test_three_are_told_at_once_what_they_can_play(
    answered: Callable[..., NewEvening], capsys: pytest.CaptureFixture[str], spoken: str
) -> None:
    """Not two questions later, and with no word of an option."""
    language.speak(spoken)
    answered(ENTER, "Anna Bene Christl", ENTER)
    said = capsys.readouterr().out
    assert SAID[spoken]["three"] in said
    assert "--tariff" not in said


# -- at a terminal ------------------------------------------------------------------------------------------


def until_asked(terminal: Terminal, question: str, answer: str = "") -> None:
    """Wait until a question stands there with this in its line."""

    def asked() -> bool:
        row = terminal.screen.cursor.y
        return question in "".join(terminal.rows[max(row - 1, 0) : row + 1]) and terminal.line.endswith(answer)

    terminal.until(asked)


@pytest.mark.long
@in_both
def test_escape_goes_back_at_a_terminal(folder: Path, spoken: str) -> None:
    """So does the arrow; the earlier answer is changed by other keys, and a letter takes its place."""
    said = SAID[spoken]
    with Terminal("play", env={**PLAIN, "SKLOG_LANG": spoken}, columns=120, rows=40) as terminal:
        terminal.asked("sklog>")
        terminal.type("\r")
        until_asked(terminal, said["name"], "]")
        assert "Esc: " in terminal.text
        terminal.type("Abend\r")
        until_asked(terminal, said["people"], "Dani)")
        terminal.type("Anna Bene Cristl\r")
        terminal.until(said["three"])
        until_asked(terminal, said["tariff"], "]")
        terminal.type(ESCAPE)
        until_asked(terminal, said["people"], " Anna Bene Cristl")
        terminal.type(f"{LEFT * 5}h\x05 Dani\r")
        until_asked(terminal, said["tariff"], "10-20-50]")
        terminal.type(UP)
        until_asked(terminal, said["people"], " Anna Bene Christl Dani")
        terminal.type(UP)
        until_asked(terminal, said["name"], " Abend")
        terminal.type("Kranzl\r")
        until_asked(terminal, said["people"], " Anna Bene Christl Dani")
        terminal.type("\r")
        until_asked(terminal, said["tariff"], "10-20-50]")
        terminal.type("wikki\r")
        until_asked(terminal, said["tariff"], "] wikki")
        terminal.type(f"{BACKSPACE * 2}i\r")
        terminal.asked(said["hand"])
    begun = Ledger(folder / "sklog.db").evening()
    assert (begun.name, begun.state.seats, begun.tariff.name) == ("Kranzl", FOUR, "wiki")


@pytest.mark.long
@in_both
@pytest.mark.parametrize("env", [PLAIN, {"TERM": "dumb"}], ids=["full", "plain"])
def test_what_is_typed_instead_of_an_answer_goes_on_with_the_last_evening(
    ended: Ledger, env: dict[str, str], spoken: str
) -> None:
    """Its command is done, and what comes behind it in one go."""
    line = {"en": "reopen --session 1", "de": "weiterspielen --abend 1"}[spoken]
    with Terminal(env={**env, "SKLOG_LANG": spoken}, columns=120) as terminal:
        terminal.until(f"{SAID[spoken]['name']} [Stammtisch]")
        terminal.rest()
        terminal.type(f"{line}\rw b\rs cd\r")
        terminal.asked(SAID[spoken]["hand"].replace("1", "3"))
    assert [one.name for one in ended.evenings()] == ["Stammtisch"]


@pytest.mark.long
def test_names_can_be_pasted_one_below_the_other(folder: Path) -> None:
    """They are one answer, also in place of an earlier one."""
    with Terminal("start", "Abend", "--tariff", "bsv", env=PLAIN, columns=120) as terminal:
        until_asked(terminal, "Who plays", ")")
        terminal.type("Anna Bene\r")
        until_asked(terminal, "Who plays", "Anna Bene")
        terminal.type("\x1b[200~Anna\r\nBene\r\nChristl\r\nDani\x1b[201~\r")
        assert terminal.ended() == 0
    assert Ledger(folder / "sklog.db").evening().state.seats == FOUR


@pytest.mark.long
@in_both
def test_a_word_goes_back_where_only_lines_are_printed(folder: Path, spoken: str) -> None:
    """The earlier answer stands in brackets there."""
    said = SAID[spoken]
    with Terminal(env={"TERM": "dumb", "SKLOG_LANG": spoken}, columns=120, rows=40) as terminal:
        terminal.until(said["name"])
        assert f"{said['back']}: " in terminal.text
        terminal.type("Abend\r")
        terminal.until(said["people"])
        terminal.type(f"{said['back']}\r")
        terminal.until("[Abend]")
        terminal.type("\r")
        terminal.until(lambda: terminal.text.count(said["people"]) == 2)
        terminal.type(f"{PEOPLE}\r")
        terminal.until(said["tariff"])
        terminal.type("\r")
        terminal.asked(said["hand"])
    assert Ledger(folder / "sklog.db").evening().name == "Abend"


@pytest.mark.long
@pytest.mark.parametrize("env", [PLAIN, {"TERM": "dumb"}], ids=["full", "plain"])
@pytest.mark.parametrize("words", [(), ("start",), ("play",)], ids=["alone", "start", "play"])
def test_what_is_typed_while_the_program_starts_is_no_answer(
    folder: Path, env: dict[str, str], words: tuple[str, ...]
) -> None:
    """It becomes neither the evening's name nor anything else."""
    with Terminal(*words, env=env) as terminal:
        terminal.type("\rs ac\rw b\r" if words == ("play",) else "s ac\rw b\r")
        terminal.until("What is the evening called?")
        terminal.rest()
        terminal.type(f"\r{PEOPLE}\r\r")
        terminal.until("Now each hand")
    assert Ledger(folder / "sklog.db").evening().name == "Stammtisch"
    assert Ledger(folder / "sklog.db").evening().hands == 0


@pytest.mark.long
@pytest.mark.parametrize("words", [(), ("play",)], ids=["alone", "play"])
def test_half_a_word_that_is_typed_while_the_program_starts_is_no_answer(folder: Path, words: tuple[str, ...]) -> None:
    """Nor is the other half, which comes once the question could stand there."""
    with Terminal(*words, env=PLAIN) as terminal:
        for key in "\rAnna Bene\r" if words else "Anna Bene\r":
            terminal.type(key)
            time.sleep(0.12)
        terminal.until(lambda: terminal.line == "What is the evening called? [Stammtisch]")
        terminal.rest()
        terminal.type(f"\r{PEOPLE}\r\r")
        terminal.until("Now each hand")
    assert Ledger(folder / "sklog.db").evening().name == "Stammtisch"


@pytest.mark.long
@in_both
def test_by_what_is_played_at_a_terminal(folder: Path, spoken: str) -> None:
    """Out comes a file of one's own, and the evening by it; the next time Enter takes it."""
    said, env = SAID[spoken], {**PLAIN, "SKLOG_LANG": spoken, "SKLOG_TARIFFS": str(folder / "own")}
    with Terminal(env=env, columns=120, rows=50) as terminal:
        terminal.until(said["name"])
        terminal.type(f"\r{PEOPLE}\r")
        until_asked(terminal, said["tariff"], "]")
        terminal.type(f"{said['own']}\r")
        for number, answer in enumerate(("5/10/20", "", "", "3", "nein", "", "Stock 10", ""), 1):
            terminal.until(lambda place=number: f"{place}/8 " in terminal.line)  # type: ignore[misc]
            terminal.type(f"{answer}\r")
        until_asked(terminal, said["called"], "[haus]")
        assert not (folder / "own").exists()
        terminal.type("\r")
        terminal.asked(said["hand"])
    assert (
        tariffs.read((folder / "own" / "haus.yaml").read_text("utf-8")) == Ledger(folder / "sklog.db").evening().tariff
    )
    with Terminal("start", env=env, columns=120, rows=50) as terminal:
        terminal.until(said["name"])
        terminal.type("\r\r")
        until_asked(terminal, said["tariff"], "[haus 5-10-20]")


@pytest.mark.long
def test_whoever_leaves_what_is_played_has_written_nothing(folder: Path) -> None:
    """Neither a ledger nor a tariff."""
    with Terminal("start", env={**PLAIN, "SKLOG_TARIFFS": str(folder / "own")}, columns=120, rows=50) as terminal:
        terminal.until("What is the evening called?")
        terminal.type(f"\r{PEOPLE}\rown\r5/10/20\r")
        terminal.until("2/8")
        terminal.rest()
        terminal.type("\x03")
        assert terminal.ended() == 1
    assert not (folder / "own").exists()
    assert not (folder / "sklog.db").exists()


@pytest.mark.long
@in_both
def test_by_prices_at_a_narrow_terminal(folder: Path, spoken: str) -> None:
    """Where no tariff costs so much, whose rules: each in one row, also at 60 columns."""
    said = SAID[spoken]
    with Terminal(env={**PLAIN, "SKLOG_LANG": spoken}, columns=60, rows=24) as terminal:
        terminal.until(said["name"])
        terminal.type(f"\r{PEOPLE}\r")
        terminal.until(said["tariff"])
        terminal.type("5/20\r")
        until_asked(terminal, said["which"], "[1]")
        assert said["none"] in terminal.text
        assert [row.split()[0] for row in terminal.rows if "5-5-20" in row] == ["1", "2", "3", "4", "5"]
        assert "wie online gespielt" in terminal.text  # in which it is unlike the others
        assert "…" not in terminal.text
        terminal.type("2\r")
        terminal.asked(said["hand"])
    assert Ledger(folder / "sklog.db").evening().tariff.name == "grundzuege-5-5-20"


@pytest.mark.long
@in_both
@pytest.mark.parametrize("kind", first_hand.KINDS)
def test_the_way_to_the_first_hand_is_as_short_as_the_page_says(kind: str, spoken: str) -> None:
    """Keys and screens, for three kinds of people."""
    took = first_hand.counted(first_hand.KINDS[kind], spoken)
    page = Path(__file__).parents[2].joinpath("docs", "benchmarks.md").read_text("utf-8")
    assert re.search(rf"^\| {kind}.* \| {took.keys} \| {took.screens} \|", page, re.MULTILINE)


@pytest.mark.long
@in_both
def test_enter_in_the_questions_about_a_hand(ok: Sklog, folder: Path, spoken: str) -> None:
    """Its answer is named in the last row; what is typed behind it answers the next question, or begins a line."""
    ok("start", "Stammtisch", "--players", ",".join(FOUR), "--tariff", "grundzuege")
    won = {"en": "Enter: won", "de": "Enter: gewonnen"}[spoken]
    with Terminal("play", env={**PLAIN, "SKLOG_LANG": spoken}) as terminal:
        terminal.asked(SAID[spoken]["hand"])
        terminal.type("\r")
        terminal.until("Enter: Sauspiel ·")
        terminal.type("\r\rac")
        terminal.until(won)
        terminal.type("\r\r")
        terminal.asked(SAID[spoken]["hand"].replace("1", "2"))
        terminal.type("\rs\rx")
        terminal.asked(SAID[spoken]["hand"].replace("1", "2") + " x")
    assert Ledger(folder / "sklog.db").evening().hands == 1
