"""The language of the command line, the ledger and the notation: German where it is wanted, and no text forgotten."""

import json
import re
from collections.abc import Iterator

import pytest

from sklog import cli
from sklog.cli import printing
from sklog.direct import screen
from sklog.language import _SPOKEN, COMMAND, FORM, OF, RULE, _
from sklog.play.help import TABLE
from tests.conftest import Sklog
from tests.typed_so import every_example

GERMAN = {"SKLOG_LANG": "de"}
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")


# -- German -------------------------------------------------------------------------------------------

SAID = {
    "help": (("--help",), "Aufruf: sklog [OPTIONEN] BEFEHL", "Usage: sklog [OPTIONS] COMMAND"),
    "sections": (("--help",), "Das Wichtigste: anfangen (start)", "The essentials: start"),
    "what Typer adds": (("tariff", "new", "--help"), "[sonst: sauspiel]", "[default: sauspiel]"),
    "required": (("join", "--help"), "[nötig]", "[required]"),
    "the help option": (("show", "--help"), "Diese Hilfe zeigen.", "Show this message and exit."),
    "letters": (("add", "--help"), "SPIEL LEUTE ZUSÄTZE", "GAME PEOPLE FLAGS"),
    "a group": (("session",), "Befehle:", "Commands:"),
    "missing argument": (
        ("join",),
        "Es fehlt noch: Wer sich dazusetzt; zum Beispiel: sklog kommt Emil",
        "still missing: Who joins; for example: sklog join Emil",
    ),
    "missing option": (
        ("whatif",),
        "Hier fehlt die Option '--tarif' / '--tariff'",
        "the option '--tariff' is missing here",
    ),
    "unknown command": (("addd",), "gemeint ist vielleicht add", "did you mean add?"),
    "unknown option": (("show", "--zz"), "Eine Option --zz gibt es hier nicht", "there is no option --zz here"),
    "one too many": (("reopen", "x"), "Das gehört hier nicht hin: x", "this does not belong here: x"),
    "wrong value": (
        ("void", "x"),
        "Nummer des Spiels: „x“ ist keine",
        "The number of the hand: 'x' is no",
    ),
    "where to look": (("void", "x"), "Hilfe gibt es mit „sklog streichen -h“.", "Try 'sklog void -h' for help."),
    "notation": (("add", "s", "a"), "wer war der Mitspieler?", "who was the partner?"),
    "add": (
        ("add", "--dry-run", "w", "b"),
        "Wäre Spiel 3 (nicht aufgeschrieben): w b",
        "Would be hand 3 (not stored): w b",
    ),
    "undo": (("undo", "--dry-run"), "Zurückgenommen: eintragen x.", "Took back: add x."),
    "settle": (("settle", "--stock", "split"), "Abrechnung: Stammtisch", "Settlement of Stammtisch"),
    "close": (
        ("close", "--stock", "carry", "--dry-run"),
        "Wäre beendet: Stammtisch; der",
        "Would be closed: Stammtisch; the",
    ),
    "check": (
        ("check",),
        "1 Abend, 1 Spiel (außerdem 1 zusammengeworfen): Alles stimmt",
        "1 evening, 1 hand (besides 1 thrown in): everything agrees",
    ),
    "not there": (("void", "9"), "das letzte ist Spiel 2", "the last is hand 2"),
}


@pytest.mark.parametrize(("words", "german", "english"), SAID.values(), ids=SAID)
def test_both_languages(run: Sklog, words: tuple[str, ...], german: str, english: str) -> None:
    """The same command says it in German where SKLOG_LANG or the locale asks for it, else in English."""
    for typed in (START, ("add", "s", "ab"), ("add", "x")):
        run(*typed)
    for env, said in ((GERMAN, german), ({"LANG": "de_AT.UTF-8"}, german), ({}, english)):
        ran = run(*words, env=env)
        assert said in " ".join((ran.out + ran.err).split())


def test_what_a_hand_answers(run: Sklog) -> None:
    """What was understood, and what is corrected, is answered in German."""
    run(*START, env=GERMAN)
    assert run("add", "w", "b", env=GERMAN).out.startswith("Spiel 1: w b")
    assert run("void", "1", env=GERMAN).out.startswith("Spiel 1 ist gestrichen.")
    assert "Wiederherstellen mit: sklog doch" in run("undo", env=GERMAN).out


@pytest.mark.parametrize("words", [("session", "list"), ("player", "list"), ("tariff", "list"), ("show",)])
@pytest.mark.parametrize("form", ["json", "csv"])
def test_machine_formats_are_the_same(run: Sklog, words: tuple[str, ...], form: str) -> None:
    """What programs read does not depend on who reads the rest."""
    run(*START)
    run("add", "w", "b")
    english = run(*words, "--format", form)
    assert english.code == 0
    assert run(*words, "--format", form, env=GERMAN) == english


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_a_program_asks_for_is_refused_in_english(run: Sklog, form: str) -> None:
    """As docs/commands.md says: the sentence beside JSON is the same on every computer, that beside text is not."""
    run(*START)
    refused = run("explain", "7", "--format", form, env=GERMAN)
    assert (refused.code, refused.err) == (1, run("explain", "7").err)
    assert run("explain", "7", env=GERMAN).err != refused.err


def test_lines_for_programs_are_the_same(run: Sklog) -> None:
    """An error in JSON Lines is English as well: programs may compare it."""
    ran = run("calc", "--jsonl", "-", stdin='{"hand": 1}\n', env=GERMAN)
    assert json.loads(ran.out)["error"].startswith("a line is an object")


@pytest.mark.parametrize(("typed", "paid"), [("j\n", True), ("nein\n", False), ("\n", False), ("was\nja\n", True)])
def test_the_question_is_german(run: Sklog, monkeypatch: pytest.MonkeyPatch, typed: str, paid: bool) -> None:
    """Ja and nein answer it, Enter alone is nein, and anything else is asked again."""
    run(*START)
    run("add", "w", "b")
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    ran = run("settle", "--record", stdin=typed, env=GERMAN)
    assert "3 Zahlungen als gezahlt aufschreiben? [j/N]: " in ran.out
    assert ("Aufgeschrieben" in ran.err) is paid
    assert ran.out.count("bitte j oder n") == ("was" in typed)


def test_end_of_input_breaks_off(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-D at the question records nothing, and says so."""
    run(*START)
    run("add", "w", "b")
    monkeypatch.setattr(printing, "can_ask", lambda: True)
    ran = run("settle", "--record", env=GERMAN)
    assert (ran.code, ran.err) == (1, "Abgebrochen!\n")


# -- a language of which only the seams are seen ------------------------------------------------------


class Seams(dict[str, str]):
    """A catalogue that puts every text between ‹ and ›."""

    def get(self, key: str, _text: str = "") -> str:  # type: ignore[override]
        """Return the text, marked: each form, each paragraph of it, as a list of commands shows the first.

        Of a command inside of a group it is the word for it.
        """
        context, _of, text = key.rpartition(OF)
        text = text.rpartition(" ")[2] if context == COMMAND else text
        marked = text.replace("¦", "›¦‹").replace(FORM, f"›{FORM}‹")
        return "\n\n".join(f"‹{part}›" for part in marked.split("\n\n"))


COMMANDS = """
start Stammtisch --players Anna,Bene,Christl,Dani --tariff wiki --date 2026-11-19 --place Wirt
start Zwei --players Anna,Bene,Christl,Dani --dry-run
start Zwei --players Anna,Bene,Christl,Dani --date gestern
start Zwei --players Anna,Bene,Christl,Dani --date 2026-02-31
start Zwei --players Anna,Bene --tariff sauspiel
start \t --players Anna,Bene,Christl,Dani
add w b
add w b
add w b --again
add s ac n // eine Notiz
add s
add s a
add ww
add sauspil a c
add hs c qqq
add hs c nq
add s ac sub
add w ab
add w zzz
add r 1 2 3
add r
add r d f
add x a
add s ac declarer:Anna
add s ac tricks:
add s ac foo:1
add wn b
add --json {}
add --json {"a":1,"a":2}
add --json {
add
calc s ab --stock -3
calc w a
calc --stock -3ct w a
calc --jsonl nirgends
undo
redo
redo
fix 1 w c
fix 1 w c
fix 9 w c
insert 1 w d
move 1 2
move 1 1
void 1
void 1
undo 50
show
show --session 7
show --session nichts
join Eva --after Anna
leave eva
seats Anna,Bene
post anna:-50ct bene:+50ct --note Bier
post anna-50
post anna:-5x bene:+5ct
post anna:-50ct niemand:+50ct
post ana:-50ct bene:+50ct
bock 2
bock viele
round hadsch
round off
stock 0ct anna
stock +40ct anna anna
stock +40ct anna
settle
settle --all --stock carry
settle --all --record --round 10ct
settle --record
settle --point 10ct
settle --point 2,5ct
settle --point 0,5
settle --point 10ct --round 10ct
settle --record --dry-run --stock split
pay anna bene 2,40
pay anna bene 2,4
session list
session log
session tariff sauspiel --dry-run
session tariff sauspiel --from 1
player list
player rename Dani Dora
player rename Dora Anna
player rename Niemand Dora
player merge Dora Dora
player merge Dora Anna
tariff list
tariff show wiki
tariff check wiki
tariff diff wiki wiki
tariff new wiki
tariff new a/b
tariff new haus -o haus.yaml
tariff new haus -o haus.yaml
import nirgends.yaml
import .
export -o abend.yaml
import abend.yaml
replay nirgends.yaml
report session --session x
close --stock carry
close
add w b
reopen
reopen
check
--db nirgends.db show
--db . show
--db haus.yaml show
explain 1
explain 99
explain w zzz
explain s ac n
calc --players A w a
calc --tariff nix w a
calc --json {"game":
report session
report session --plot
report standings
report standings --since morgen
report standings --since 2026-13
report standings --group Niemand
report stats --players Niemand
report stats
report partners
report records
report characters
report rating
report prices --tariff wiki
report prices --tariff nix
report schema -o nirgends/schema.json
whatif --tariff lamers
whatif --tariff nix
show -o abend.pdf
show -o nirgends/abend.html
show --format pdf
settle --why
player set Anna
player set Anna --iban DE00
player set Anna --holder Niemand
pay anna anna 10
pay anna
pay anna bene 2 40
tariff check haus.yaml nix
tariff diff wiki nix
tariff show nirgends.yaml
check --digest nix
verify haus.yaml
verify nirgends.db
merge nirgends.db
merge haus.yaml
merge sklog.db --as Anna
backup
backup --keep x
backup --list
restore
restore nix
close --sign nirgends
close --session nix
export nix
export --format pdf
import haus.yaml abend.yaml
import haus.yaml --as Gast=Anna
redo 99
move 1 99
seats Anna,Bene,Anna,Dani
start A --players Anna
start A --players Anna,Anna,Bene,Dani
""".strip().splitlines()

HELP = ("", *(f"{name} " for name in ("add", "settle", "session", "session list", "tariff new", "player merge")))
WRONG = (
    "addd", "session lst", "show --nichts", "show --sess 1", "show --db", "void", "void 1 2", "undo x", "start X",
    "show --dry-run=1", "show --format pdf", "settle --round -5", "session", "",
)  # fmt: skip

DATA = re.compile(
    r"T[0-9:.]{12}|// eine Notiz|Wie online gespielt|Berechnung nach Lamers|nach dem Wiki|^source: |"
    r"\b(D D Dora|E C Christl|A A Anna)"
)
"""What was typed, how tariffs are called, what their files say, and the initials at the end of a curve."""

_MARKED = re.compile(r"‹[^‹›]*›")
_WORDS = re.compile(r"\b[a-z]+(?: [a-z]+){2,}", re.IGNORECASE)


def unmarked(said: str) -> str:
    """Return what is outside of all marks."""
    while (less := _MARKED.sub("§", said)) != said:
        said = less
    return said


def seen() -> None:
    """Speak the language of which only the seams are seen."""
    _SPOKEN.set((Seams({RULE: f"10{198 * '1'}"}), "xx"))


@pytest.fixture
def seams(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> Sklog:
    """Return sklog, speaking the language of which only the seams are seen."""
    monkeypatch.setattr(screen, "choose", seen)
    return run


@pytest.mark.long
def test_no_text_is_forgotten(seams: Sklog) -> None:
    """Every sentence of a long evening with all its mistakes passes the catalogue."""
    found = []
    for line in COMMANDS:
        ran = seams(*line.split(" "))
        assert "Traceback" not in ran.err
        found += [(line, words) for words in _english(ran.out + ran.err)]
    assert found == []


# no German words, nor keys of a tariff, nor words of an option: what English texts cannot do without
_ENGLISH_ONLY = re.compile(
    r"\b(the|of|is|are|not|and|with|this|what|who|there|evenings?|hands|has|have|such|your|own|their|first|cannot|must|"
    r"missing|unknown|file|expected|directory|by|for|than|written|shipped|agreement|no such|invalid)\b", re.IGNORECASE
)  # fmt: skip
_TYPED = re.compile(
    r"--[a-z-]+|\S+\.db|/\S+|\{.*?\}|source: .*|\w+_\w+|\w+:(?= \S)|\(?[a-z-]+(?=[|)])|[|]evening|hands(?=[,:])"
)


@pytest.mark.long
def test_german_has_no_english_left(run: Sklog) -> None:
    """Whatever is done rightly or wrongly, and on every help page: tables, reasons, and what the system says."""
    pages = [*every_example(), *(name for name in cli.MODULES if name not in every_example())]
    for line in [*COMMANDS, *WRONG, *(f"{path} --help" for path in pages)]:
        ran = run(*line.split(" "), env=GERMAN)
        if line.startswith("tariff show"):  # a file in YAML is the same in every language
            continue
        found = [row for row in (ran.out + ran.err).splitlines() if _ENGLISH_ONLY.search(_TYPED.sub("", row))]
        assert found == [], line


@pytest.mark.parametrize("words", [f"{name}--help" for name in HELP] + list(WRONG))
def test_typer_speaks_it_too(seams: Sklog, words: str) -> None:
    """Help pages and wrong usage have no English left."""
    ran = seams(*words.split())
    assert list(_english(ran.out + ran.err)) == []
    assert not re.search("Usage|Options|Error|Try|Missing|No such", unmarked(ran.out + ran.err))


def _english(printed: str) -> Iterator[str]:
    for line in unmarked(printed).splitlines():
        if not DATA.search(line):
            # a command that is quoted stays as it is typed
            yield from (words for words in _WORDS.findall(line) if words.split()[0] not in ("sklog", *cli.MODULES))


def test_the_letters_are_explained() -> None:
    """What the letters mean is said through the catalogue as well."""
    seen()
    meanings = [meaning for __, meaning in TABLE if _WORDS.search(meaning)]
    assert meanings
    assert all(_(meaning).startswith("‹") for meaning in meanings)
