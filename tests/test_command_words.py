"""The words for commands: English ones, those of every other language, and none that a hand can be read as."""

import sqlite3
import unicodedata
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from sklog import cli, tariffs
from sklog.cli import app_group, usage
from sklog.direct.screen import OF_AN_EVENING
from sklog.errors import HandError, InvalidHand, UnclearHand
from sklog.language import _, as_typed, speak, suggest_with, words_for
from sklog.live.vocabulary import RUN_BY
from sklog.notation import read
from sklog.notation.parse import Reader
from sklog.play.shell import HELP, LEAVE, completions, is_hand, normalized
from sklog.scoring.games import CATALOGUE, PASSED
from sklog.scoring.hand import Hand
from sklog.tournament.commands import OF_A_TOURNAMENT
from tests import catalogue, recorded, spellings
from tests.conftest import Sklog
from tests.play.keyboard import understood
from tests.terminal import Terminal
from tests.typed_so import every_example

GERMAN = {"SKLOG_LANG": "de"}
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
LANGUAGES = [path.parent.parent.name for path in catalogue.catalogues()]
EXAMPLES = every_example()
OUTSIDE = [name for name in EXAMPLES if " " not in name]
GROUPS = {"": OUTSIDE, **{name: [] for name in OUTSIDE if any(one.startswith(f"{name} ") for one in EXAMPLES)}}
for _path in EXAMPLES:
    if " " in _path:
        GROUPS[_path.split()[0]].append(_path)


# -- one word, one command ----------------------------------------------------------------------------


def test_every_command_has_its_words() -> None:
    """In every language, in small letters, each of them one word."""
    said = {(path, language): words_for(path, language) for path in EXAMPLES for language in LANGUAGES}
    assert [which for which, words in said.items() if not words] == []
    every = {word for words in said.values() for word in words}
    assert {word for word in every if word != word.casefold() or not word.isalpha()} == set()


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group or "outside")
def test_a_word_means_one_command(group: str) -> None:
    """Whatever languages there are: no word means two commands of the same group, or anything else at the prompt."""
    known: dict[str, str] = {} if group else {**dict.fromkeys(LEAVE, ""), **dict.fromkeys(HELP, "help")}
    for path in GROUPS[group]:
        words = {path.split()[-1], *(word for language in LANGUAGES for word in words_for(path, language))}
        for word in {*words, *map(usage.folded, words)}:
            assert known.setdefault(word, path) == path, f"{word} means {known[word]!r} as well as {path!r}"


@pytest.mark.parametrize(
    "typed", ["undo", "UNDO", "zurück", "ZURÜCK", "zurueck", "Zurück", unicodedata.normalize("NFD", "zurück")]
)
@pytest.mark.parametrize("env", [{}, GERMAN], ids=["english", "german"])
def test_a_command_is_known_by_all_its_words(ok: Sklog, typed: str, env: dict[str, str]) -> None:
    """In any language, in small letters or large ones, with umlauts or as people write it who have none."""
    ok(*START)
    ok("add", "w", "b")
    assert "w b" in ok(typed, env=env).out
    assert cli.command_of(typed) == "undo"


@pytest.mark.parametrize("path", [path for path in EXAMPLES if as_typed(path)])
def test_a_german_word_has_the_same_help(ok: Sklog, path: str) -> None:
    """Also of commands inside of others: `tarif liste`."""
    speak("de")
    german = as_typed(path)
    speak(None)
    said, known = (ok(*words.split(), "--help", env=GERMAN).out for words in (path, german))
    assert known == said
    assert known.startswith(f"Aufruf: sklog {german} ")


def test_what_is_recorded_is_the_same(ok: Sklog) -> None:
    """The log keeps English words: a ledger is read in any language."""
    ok("anfangen", *START[1:], env=GERMAN)
    ok("eintragen", "w", "b", env=GERMAN)
    ok("kommt", "Emil", env=GERMAN)
    log = ok("session", "log", "--format", "json").out
    assert '"add w b"' in log
    assert '"join Emil"' in log


def test_an_unknown_word_names_the_nearest(run: Sklog) -> None:
    """Of both languages where German is spoken, each once; in English the English ones."""
    assert "„zurük“ ist kein Befehl, gemeint ist vielleicht zurück\n" in run("zurük", env=GERMAN).err
    assert "gemeint ist vielleicht settle\n" in run("setle", env=GERMAN).err
    assert "gemeint ist vielleicht liste\n" in run("tarif", "lisste", env=GERMAN).err
    assert run("abrechne").err.endswith('Error: "abrechne" is not a command\n')


# -- what is shown ------------------------------------------------------------------------------------


def test_lists_show_both_words(ok: Sklog) -> None:
    """The German one, with the English one beside it where it is another; in English there is only one."""
    for words, shown in (
        ((), "\n  zurück (undo)"),
        ((), " bock, runde (round), stock, "),
        (("tarif",), "\n  liste (list)"),
    ):
        assert shown in ok(*words, "--help", env=GERMAN).out
    assert "zurück" not in ok("--help").out


@pytest.mark.usefixtures("german")
def test_a_suggested_command_is_said_in_the_language_of_its_sentence() -> None:
    """Whoever pastes it is understood; the ledger that was said stands in it as in English."""
    assert _("To take that back: sklog undo") == "Zurücknehmen mit: sklog zurück"
    assert "sklog abend liste zeigt alle" in _("; sklog session list shows them")
    assert as_typed("tariff check haus.yaml") == "tarif prüfen haus.yaml"
    assert as_typed("add s ac") == "eintragen s ac"
    assert as_typed("whatever else") == "whatever else"
    suggest_with("--db l.db", ["undo"])
    assert _("To take that back: sklog undo") == "Zurücknehmen mit: sklog --db l.db zurück"
    suggest_with("")


def test_what_german_suggests_is_understood_in_english(ok: Sklog) -> None:
    """A line is pasted into a terminal that speaks another language."""
    ok(*START)
    said = ok("add", "w", "b", env=GERMAN).out
    said = ok("void", "1", env=GERMAN).out
    (command,) = [line.partition("sklog ")[2] for line in said.splitlines() if "sklog " in line]
    assert command == "zurück"
    assert "Took back: void 1." in ok(command).out


# -- which evening a suggested command is about --------------------------------------------------------------


def commands_with(option: str) -> set[str]:
    """Return the commands that have an option, by their words."""

    def walk(group: Any, before: str) -> Iterator[str]:
        for name in group.commands.english_words:
            command, path = group.commands[name], f"{before} {name}".lstrip()
            if hasattr(command, "commands"):
                yield from walk(command, path)
            elif option in [one for parameter in command.params for one in parameter.opts]:
                yield path

    return set(walk(app_group(), ""))


@pytest.mark.long
def test_every_command_about_an_evening_is_known() -> None:
    """What is suggested of a new one says the same evening, too; but a rename that is suggested is of every evening."""
    assert commands_with("--session") - {"player rename"} == set(OF_AN_EVENING)
    assert commands_with("-t") == set(OF_A_TOURNAMENT)


@pytest.mark.parametrize(
    ("words", "suggested"),
    [
        pytest.param(("fix", "--session", "1", "1"), "sklog fix --session 1 1 l3", id="a hand is asked for"),
        pytest.param(("fix", "--session", "1", "n", "2"), "sklog fix --session 1 last n augen:2", id="a hand or Augen"),
        pytest.param(("fix", "--session", "1", "74"), "sklog fix --session 1 last augen:74", id="Augen for a hand"),
        pytest.param(("add", "--session", "1", "w", "b"), "sklog add --session 1 --again", id="the same hand"),
        pytest.param(("undo", "--session", "1"), "sklog redo --session 1", id="what brings it back"),
        pytest.param(("undo", "2", "--session", "1"), "sklog redo --session 1 2", id="what brings both back"),
        pytest.param(("pay", "bene", "anna", "--session", "1"), "sklog pay --session 1 Anna Bene", id="who owes whom"),
        pytest.param(
            ("settle", "--session", "1", "--record", "--stock", "carry"),
            "sklog close --session 1 --stock carry",
            id="what is carried",
        ),
    ],
)
def test_what_is_suggested_is_about_the_evening_that_was_said(
    ok: Sklog, run: Sklog, words: tuple[str, ...], suggested: str
) -> None:
    """Whoever obeys changes nothing in another evening, which is newer."""
    ok(*START)
    ok("add", "s", "bd")
    ok("add", "w", "b")
    ok(*START)
    ok("add", "w", "a")
    ran = run(*words)
    assert suggested in ran.out + ran.err


def test_who_takes_back_two_brings_back_two(ok: Sklog) -> None:
    """The line that is suggested brings back as many."""
    ok(*START)
    ok("add", "s", "bd")
    ok("add", "w", "b")
    (line,) = [line for line in ok("undo", "2").out.splitlines() if "sklog" in line]
    assert line == "To bring that back: sklog redo 2"
    assert "Brought back: add w b" in ok("redo", "2").out


# -- what Tab offers ----------------------------------------------------------------------------------

OFFERED = {
    "nothing typed": (GERMAN, "sklog ", {"anfangen", "zurück", "stock"}, {"undo", "zurueck", "zahlen"}),
    "nothing typed in English": ({}, "sklog ", {"start", "undo"}, {"anfangen", "zurück"}),
    "both": (GERMAN, "sklog sta", {"stand", "start"}, set()),
    "once": (GERMAN, "sklog zur", {"zurück", "zurückholen"}, {"zurueck", "undo"}),
    "without umlauts": (GERMAN, "sklog zurue", {"zurueck", "zurueckholen"}, {"zurück"}),
    "the second word": (GERMAN, "sklog tarif ", {"liste", "zeigen"}, {"list"}),
    "the second word behind English": (GERMAN, "sklog tariff l", {"liste"}, {"list"}),
}


@pytest.mark.parametrize(("env", "line", "offered", "left_out"), OFFERED.values(), ids=OFFERED)
def test_a_shell_offers_them(
    process: Sklog, env: dict[str, str], line: str, offered: set[str], left_out: set[str]
) -> None:
    """Each command once, in the language that is spoken; in English where that alone begins so."""
    asked = {"_SKLOG_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    asked["_TYPER_COMPLETE_ARGS"] = line
    found = [row.partition("\t")[0] for row in process(env={**env, **asked}).out.splitlines()]
    assert offered <= set(found)
    assert not left_out & set(found)
    assert len(found) == len(set(found))


@pytest.mark.usefixtures("german")
def test_the_prompt_offers_them(ledger: sqlite3.Connection) -> None:
    """The same rule: German ones, and English ones that alone begin so."""
    evening, program = recorded.evening(ledger), cli.app_group()
    assert {"hilfe", "zurück"} <= {*completions("h", evening, program), *completions("z", evening, program)}
    assert not {"help", "zurueck"} & {*completions("h", evening, program), *completions("z", evening, program)}
    assert {"stand", "start"} <= set(completions("sta", evening, program))
    assert "zurueck" in completions("zurue", evening, program)
    assert "protokoll" in completions("abend pro", evening, program)
    assert "--dry-run" in completions("zurück --dr", evening, program)


# -- no hand ------------------------------------------------------------------------------------------

EVERYTHING = (
    f"name: alles\nextends: wiki\ngames: [{', '.join(game.name for game in CATALOGUE if game.shape != PASSED)}]\n"
)
RECORDS_NOTHING = "help"
"""`h el p` glued together: a Hochzeit of Emil and Lena with a Klopfer. At the prompt it is the help all the same."""


ALL = tariffs.read(EVERYTHING, "alles.yaml")


def initials(word: str) -> Iterator[list[str]]:
    """Yield four people whose initials are letters of this word: no hand has more of them."""
    letters = sorted({letter.upper() for letter in word})
    for chosen in combinations(letters, min(4, len(letters))):
        yield [*(f"{letter}qx" for letter in chosen), "Qy", "Qz", "Xy"][:4]


def namesakes(word: str) -> Iterator[list[str]]:
    """Yield people called like parts of this word."""
    for place in range(1, len(word)):
        yield [word[place:].title(), f"{word[:place].title()}q", "Xy", "Yz"]


def hands(line: str, people: list[str]) -> list[Hand]:
    """Return all hands that a line can be in shorthand: the same ways that `read` tries, before it looks for words."""
    try:
        return Reader(line, people, people[:4], ALL, None).readings().hands
    except InvalidHand:  # `post` begins a posting, here of nothing
        return []


@pytest.mark.long
def test_no_command_can_be_read_as_a_hand() -> None:
    """In no language, whatever is played, whoever sits at the table: a line at the prompt is one of them."""
    words = {
        word
        for name in OUTSIDE
        for each in (name, *(one for language in LANGUAGES for one in words_for(name, language)))
        for word in (each, usage.folded(each))
    }
    for word in sorted({*words, *HELP, *LEAVE} - {RECORDS_NOTHING}):
        assert [people for people in initials(word) if hands(word, people)] == [], word
        for people in (*islice(initials(word), None, None, 9), *namesakes(word)):  # a refusal is slow to say
            with pytest.raises(HandError) as refused:
                read(word, people, people[:4], ALL)
            assert not isinstance(refused.value, UnclearHand), f"{word} is a hand of {people}: {refused.value}"


@pytest.mark.long
@pytest.mark.parametrize("words", RUN_BY)
def test_no_other_word_for_a_command_can_be_read_as_a_hand(words: str) -> None:
    """At most as the beginning of one: `score` is a Sauspiel of somebody called Core, whose partner is missing."""
    letters = words.replace(" ", "")
    assert [people for people in initials(letters) if len(hands(words, people)) == 1] == []
    for people in (next(initials(letters)), *namesakes(letters)):
        with pytest.raises(HandError):
            read(words, people, people[:4], ALL)


def test_a_hand_stays_a_hand() -> None:
    """No word that begins one is a command in any language."""
    for game in spellings.GAMES:
        for word in (game.letters, *game.names, *(f"{suit}{game.letters}" for suit in spellings.SUITS.values())):
            assert is_hand(f"{word} anna"), word


# -- at the prompt ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("zurück", "undo"),
        ("ZURUECK 2", "undo 2"),
        ("sklog ändern 1 s ac", "fix 1 s ac"),
        ("berichtigen 1 s ac", "fix 1 s ac"),
        ("Kommt Eva", "join Eva"),
        ("s ac", "s ac"),
        ("spielen", "spielen"),
    ],
)
def test_a_line_begins_with_a_command_of_any_language(typed: str, meant: str) -> None:
    """What follows is left as it is; `play` is none at its own prompt."""
    assert normalized(typed) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("was heißt schneider", "neither a hand nor a command"),
        ("wie geht ein geier", "neither a hand nor a command"),
        ("how much is a sauspiel", "explain s ac shows what a hand would cost"),
        ("gibt es hier einen geier", "neither a hand nor a command"),
        ("ein solo", "who played?"),
        ("if anna wins the wenz i stop", "this reads as a question or a guess"),
        ("// beer", "s ac // beer puts a note behind a hand"),
    ],
)
def test_what_a_question_is_told_stands_below_it(ledger: sqlite3.Connection, typed: str, said: str) -> None:
    """It names nobody, and no flags."""
    assert said in understood(typed, recorded.evening(ledger)).text


@pytest.mark.usefixtures("german")
def test_what_a_german_command_is_for_stands_below_it(ledger: sqlite3.Connection) -> None:
    """Said in German, also where English was typed."""
    evening = recorded.evening(ledger)
    for typed in ("zurück", "undo"):
        found = understood(typed, evening)
        assert (found.kind, found.text) == ("command", "zurück [N]")
    assert understood("abend protokoll", evening).text == "abend protokoll"
    assert understood("eintragen s ac", evening).kind == "hand"
    assert understood("hilfe zurück", evening).kind == "command"


@pytest.mark.long
def test_an_evening_in_german(ok: Sklog) -> None:
    """Typed at the prompt key by key: every word is understood, and what is suggested there is German as well."""
    ok(*START)
    with Terminal("spielen", rows=40, env={**GERMAN, "NO_COLOR": "1"}) as terminal:
        terminal.asked("Spiel 1>")
        terminal.say("s ac", "Spiel 2>")
        terminal.say("w b-", "Spiel 3>")
        terminal.say("ändern 1 s ab", "Spiel 3>")
        assert "Spiel 1 ist jetzt: s ab" in terminal.text
        assert "Zurücknehmen mit: zurück" in terminal.text
        terminal.say("zurück", "Spiel 3>")
        assert "Zurückgenommen: ändern 1 s ab." in terminal.text
        assert "Wiederherstellen mit: doch" in terminal.text
        terminal.say("kommt Emil", "Spiel 3>")
        terminal.say("geht emil", "Spiel 3>")
        terminal.say("warum 2", "Spiel 3>")
        terminal.say("stand", "Spiel 3>")
        assert "Christl" in terminal.text
        terminal.say("zurueck 2", "Spiel 3>")
        terminal.say("hilfe zurück", "Spiel 3>")
        assert "Den neuesten Befehl zurücknehmen" in terminal.text
        terminal.type("strei\t")
        terminal.until("> streichen")
        terminal.type(" 2\r")
        terminal.until("Spiel 2 ist gestrichen.")
        terminal.type("zrück\r")
        terminal.until("gemeint ist vielleicht zurück")  # said behind Enter
        terminal.until(lambda: terminal.line == "Spiel 3> zrück")  # what was refused stays in the line
        terminal.rest()
        terminal.type("\x03")
        terminal.asked("Spiel 3>")
        terminal.say("undo", "Spiel 3>")
        terminal.type("tschüss\r")
        assert terminal.ended() == 0
    assert "2 hands" in ok("check").out


def test_a_group_alone_explains_itself_at_the_prompt(run: Sklog) -> None:
    """With the commands behind it."""
    run(*START)
    ran = run("play", stdin="tarif\nbericht\n", env=GERMAN)
    assert (ran.code, ran.err) == (0, "")
    assert "\nbericht\n" in ran.out
    assert "spielstärke (rating)" in ran.out


def test_bock_and_a_round_end_with_a_german_word(ok: Sklog) -> None:
    """`aus` is off."""
    ok(*START)
    ok("bock", "3", env=GERMAN)
    assert "Bock ist aus" in ok("bock", "aus", env=GERMAN).out
    ok("runde", "hadsch", env=GERMAN)
    assert "Die Runde ist aus" in ok("runde", "aus", env=GERMAN).out


def test_a_pipe_takes_german_commands(run: Sklog) -> None:
    """In any language."""
    run(*START)
    ran = run("play", stdin="w b\nkommt Emil\nzurück\nende\nw c\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Took back: join Emil." in ran.out


# -- options ------------------------------------------------------------------------------------------

OPTIONS = [
    pytest.param("start Abend --spieler Anna,Bene,Christl,Dani --tarif wiki --datum 2026-11-19", "wiki", id="start"),
    pytest.param("start Abend --players Anna,Bene,Christl,Dani --tarif wiki --date 2026-11-19", "wiki", id="English"),
    pytest.param("export --format journal --ausgabe -", "commodity", id="output"),
    pytest.param("tournament print --help", "--runde, --round N", id="help"),
    pytest.param("tournament print --help", "drucken platzzettel -o zettel.html", id="an-example"),
    pytest.param("settle --help", "aufteilen|mitnehmen|NAME", id="or-a-name"),
    pytest.param("settle --stock aufteilen", "Abrechnung: Stammtisch", id="what-becomes-of-the-Stock"),
    pytest.param("player set Anna --iban keine", "keine IBAN", id="nothing"),
    pytest.param("tournament print startliste --abend 9", "--abend", id="no-option-here"),
    pytest.param("report standings --einheit punkt", "ct, punkte", id="what-can-be-said"),
]


def test_every_option_of_a_command_has_words_of_its_own(german: None) -> None:  # noqa: ARG001  speaks
    """No two options of a command are called alike, in German or in English."""
    for command in catalogue.every_command():
        usage.translated(command)
        names = [name for one in command.params for name in (*one.opts, *one.secondary_opts) if name.startswith("-")]
        assert len(set(names)) == len(names), command.name
        for one in command.params:
            offered = catalogue.words_offered(one)
            assert len(set(map(usage.folded, offered))) == len(offered), (command.name, one.name)


@pytest.mark.parametrize(("line", "said"), OPTIONS)
def test_an_option_is_said_in_german_or_in_english(run: Sklog, line: str, said: str) -> None:
    """What a German help page shows can be typed, and English options go on working."""
    run(*START)
    ran = run(*line.split(), env=GERMAN)
    assert said in ran.out + ran.err


def test_a_word_behind_an_option_is_understood_in_german(run: Sklog, tmp_path: Path) -> None:
    """A printout, what decides a tie and the unit have German words; they mean what the English ones mean."""
    run("tournament", "new", "Rennen", "--tariff", "bsv", env=GERMAN)
    said = ("--gleichstand", "herz-solos,letzte-runde,los", "--sitzordnung", "karten", "--getrennt", "mannschaft")
    run("turnier", "regeln", *said, env=GERMAN)
    german = run("tournament", "rules", "--rounds", "3").out
    english = ("--ties", "herz-solos,last-round,lot", "--seating", "cards", "--apart", "team")
    assert "Herz-Solos won, the last round, the lot" in " ".join(german.split())
    assert run("tournament", "rules", *english, "--rounds", "3").out == german
    pages = [tmp_path / f"{what}.html" for what in ("startliste", "start-list")]
    assert [run("turnier", "drucken", page.stem, "-o", str(page), env=GERMAN).code for page in pages] == [0, 0]
    assert pages[0].read_text() == pages[1].read_text()


def test_a_journal_is_german_where_that_is_asked_for(run: Sklog) -> None:
    """Else it is English in any language, so that all journals go together."""
    run(*START)
    run("add", "s", "ac")
    english, german = (run("export", "--format", "journal", *more, env=GERMAN).out for more in ((), ("--auf-deutsch",)))
    assert english == run("export", "--format", "journal").out
    assert "Hand 1: s ac" in english
    assert "Spiel 1: s ac" in german
    assert "account spieler:Anna\n" in german
    assert german.splitlines()[0] == english.splitlines()[0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("sklog settle --record --session 3", "sklog abrechnen --aufschreiben --abend 3", id="a-command"),
        pytest.param("say --yes if it is meant; --help", "say --ja if it is meant; --help", id="an-option-alone"),
        pytest.param("10--players", "10--players", id="no-option"),
    ],
)
def test_a_text_says_its_options_in_german(german: None, text: str, shown: str) -> None:  # noqa: ARG001  speaks
    """What a text suggests is what the help shows."""
    assert _(text) == shown


def test_an_example_says_its_options_in_german(german: None) -> None:  # noqa: ARG001  speaks
    """The help's examples, and the log, have them as well."""
    assert as_typed("start Abend --players Anna,Bene") == "anfangen Abend --spieler Anna,Bene"
