"""A room that is deleted is missing, not missed: an evening is played without it, and who asks for it is told."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sklog
from sklog.rooms import COMMANDS, GROUPS
from tests import transcripts
from tests.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from conftest import Sklog

pytestmark = pytest.mark.long

PACKAGE = Path(sklog.__file__).parent
PROJECT = PACKAGE.parent
HOUSE = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["house"]
EVENING = """
    start Stammtisch --players Anna,Bene,Christl,Dani --tariff sauspiel --date 2026-11-19
    add s ac nl3
    show
    explain 1
    fix 1 s ac n
    undo
    redo
    add w b
    void 2
    insert 1 s cb
    join Emil
    add w e
    leave Emil
    post anna:-0,50 bene:+0,50 --note Bier
    settle
    pay Anna Bene 2,40
    close
    report session
    report session --format csv
    export -o evening.yaml
    export -o evening.csv
    --db again.db import evening.yaml evening.csv
    check
"""
AT_ONCE = """
import json, sys
from tests import transcripts
print(json.dumps([transcripts.run(words) for words in json.load(sys.stdin)]))
"""
"""All commands of an evening in one process, of which each thinks that it is alone."""
ASKED: Mapping[str, tuple[str, ...]] = {
    "lists": ("import list.csv", "import list.xlsx", "import evening.yaml --name Runde"),
    "netschafkopf": ("import protocol.txt",),
    "platform": ("import columns", "import columns/evenings.parquet", "export --format parquet -o again"),
    "sheets": ("report session -o evening.xlsx", "report session --excel de", "export -o evening.ods"),
    "play": ("fix --edit 1",),
    "speech": (),  # a sentence is a line that is refused, as any other that is no hand
    "bank": (
        *("player set Anna --iban DE02120300000000202051", "player set Anna --pay-link https://paypal.me/anna"),
        *("settle --girocode", "report session --girocode", "settle --share", "report session --share"),
    ),
    "completion": (),  # Tab alone asks for it
    "live": ("play",),
    "pages": (
        *("report session -o sheet.html", "report session --format svg", "report session -o sheet.png"),
        *("report session --open", "report session --plot", "report session --format markdown"),
    ),
    "rulebook": (
        *("report prices", "report schema", "tariff list", "tariff show wiki", "tariff diff wiki sauspiel"),
        *("tariff check wiki", "tariff new haus", "tariff schema"),
    ),
    "season": ("report standings", "report season -o season.html", "whatif --tariff wiki --all"),
    "vault": ("--db again.db close --sign key",),
    "yaml_causes": (),  # a text that is no YAML is refused all the same
}
"""What only a room can do, beside its own commands."""


NOTHING_WITHOUT: Mapping[str, tuple[str, ...]] = {"likeness": ("files", "vault")}
"""Rooms of which no command can do anything where this one is not here."""


def _in(room: str) -> list[str]:
    """Return the commands that stand in a room, and in those that are nothing without it."""
    rows = (row for section in COMMANDS.values() for row in section.items())
    gone = (room, *NOTHING_WITHOUT.get(room, ()))
    return [name for name, (module, *_typed) in rows if module.split(".")[1] in gone and name not in GROUPS]


@pytest.fixture
def without(room: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have sklog run without the folder of this room, and return its sentence."""
    copy = folder / "without"
    shutil.copytree(PACKAGE, copy / "sklog")  # what is compiled already is not compiled again
    shutil.copytree(PROJECT / "tariffs", copy / "tariffs")
    shutil.rmtree(copy / HOUSE["rooms"][room]["folder"])
    monkeypatch.setenv("PYTHONPATH", str(copy))
    return f"this part of sklog is not installed: {room}\n"


@pytest.mark.parametrize("room", HOUSE["rooms"])
def test_an_evening_is_played_without_a_room(
    room: str, without: str, process: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other command does what it does, and each way into the room says that it is not here."""
    own = _in(room)
    every = [words for words in map(shlex.split, EVENING.strip().splitlines()) if not {*own}.intersection(words)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((os.environ["PYTHONPATH"], str(PROJECT))))
    said = subprocess.run(
        [sys.executable, "-c", AT_ONCE], input=json.dumps(every), capture_output=True, text=True, check=True
    )
    assert [(words, *ran) for words, ran in zip(every, json.loads(said.stdout), strict=True) if ran[0]] == []
    shutil.copy(Path(__file__).parent / "protocols/stammtisch.txt", folder / "protocol.txt")
    (folder / "columns").mkdir()
    for name in ("list.csv", "list.xlsx", "columns/evenings.parquet"):
        (folder / name).write_text("Datum;Anna;Bene\n22.11.2024;0,50;-0,50\n", encoding="utf-8")
    asked = (*own, *ASKED.get(room, ()))
    assert own or room in ASKED
    assert {line: process(*line.split()) for line in asked} == dict.fromkeys(asked, (2, "", without))


@pytest.mark.parametrize("room", ["speech"])
def test_without_sentences_one_is_refused_for_its_own_cause(without: str, process: Sklog) -> None:
    """What shorthand lacks is said, and that no sentences are read here; other slips have theirs alone."""
    process("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    lines = ("Anna spielt einen Wenz", "Anna Wenz 200", "w anna lx", "wenz anna")
    said = {line: process("add", *line.split()) for line in lines}
    assert [ran.code for ran in said.values()] == [1, 1, 1, 0]
    causes = ('"einen" is not a flag', "200 Augen: there are 0 to 120", '"lx" is not a flag', "")
    assert [said[line].err.startswith(cause) for line, cause in zip(lines, causes, strict=True)] == [True] * 4
    assert [without in said[line].err for line in lines] == [True, True, False, False]


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize("room", ["yaml_causes"])
def test_without_causes_a_text_that_is_no_yaml_is_refused_at_its_place(process: Sklog, folder: Path) -> None:
    """It is said where nothing can be read any more, but not why."""
    (folder / "haus.yaml").write_text("name: haus\ngames: [sauspiel, wenz\nprices: {}\n", encoding="utf-8")
    ran = process("tariff", "show", "haus.yaml")
    assert (ran.code, ran.err.partition(":")[2][:30]) == (1, "3:7: not readable as YAML from")


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize("room", ["play"])
def test_without_the_prompt_a_terminal_gets_the_help() -> None:
    """Who types sklog alone is told what there is, as where nobody can be asked."""
    with Terminal(rows=80) as terminal:
        terminal.process.expect("sklog settle")
        terminal.process.wait()
        assert terminal.process.exitstatus == 2


@pytest.mark.parametrize("room", ["completion"])
def test_without_completion_tab_is_told(without: str, process: Sklog) -> None:
    """A shell gets no words, and says why there are none."""
    for typed in ("sklog add w", "sklog se"):
        asked = {"_SKLOG_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": typed}
        assert process(env=asked) == (2, "", without)


@pytest.mark.parametrize("room", ["play"])
def test_without_the_prompt_an_evening_is_not_asked_for(without: str) -> None:
    """Who leaves out what the questions ask for is told which part asks them."""
    with Terminal("start") as terminal:
        terminal.process.expect(without.strip())
        terminal.process.wait()
        assert terminal.process.exitstatus == 2


@pytest.mark.parametrize(
    ("room", "asked"),
    [
        ("lists", "tournament enter --from list.csv"),
        ("pages", "tournament print slips -o slips.html"),
        ("phones", "tournament print tables --pins -o cards.html"),
    ],
)
def test_a_tournament_says_which_room_it_misses(asked: str, without: str, process: Sklog, folder: Path) -> None:
    """It may use lists, pages and phones, and does all the rest where they are not here."""
    (folder / "list.csv").write_text("Name\nEmil\n", encoding="utf-8")
    entered = [f"enter {name}" for name in ("Anna", "Bene", "Christl", "Dani")]
    for words in ("new Rennen --tariff sauspiel", *entered, "draw", "ranking"):
        if process("tournament", *words.split()).code:
            pytest.fail(words)
    assert process(*asked.split()) == (2, "", without)


def test_another_distribution_adds_a_command(process: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found by its entry point, where the word is none of ours; ours are not replaced."""
    info = folder / "elsewhere" / "extra-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[sklog.commands]\ncards = extra:app\nshow = extra:app\n", encoding="utf-8")
    code = (
        "import typer\napp = typer.Typer()\n\n@app.command('cards')\ndef cards(many: int = 32) -> None:\n"
        '    """Say how many cards there are."""\n    typer.echo(f\'{many} cards\')\n'
    )
    (info.parent / "extra.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{PROJECT}:{info.parent}")
    assert process("cards", "--many", "24") == (0, "24 cards\n", "")
    assert "Say how many cards there are." in process("cards", "--help").out
    assert process("show").code == 1
    assert process("frobnicate").code == 2


LEDGER = Path(__file__).parent / "ledgers/schema-10-tournaments.sqlite"


@pytest.mark.parametrize("room", ["tournament"])
def test_a_ledger_with_a_tournament_is_kept_without_its_room(
    room: str, process: Sklog, folder: Path, request: pytest.FixtureRequest
) -> None:
    """It is proved, copied and written as before; points never become money, and nothing unknown is recorded."""
    shutil.copy(LEDGER, folder / transcripts.LEDGER)
    asked = ("check", "settle --all", "session log --session 14", "export -o all.jsonl", "backup copy.db")
    there = {line: process(*line.split()) for line in asked}
    (folder / "all.jsonl").rename("with.jsonl")
    (folder / "copy.db").unlink()
    shutil.copy(LEDGER, folder / "older.db")
    sentence = request.getfixturevalue("without")
    assert f"installed: {room}" in sentence
    told = {line: process(*line.split()) for line in asked}
    assert [line for line in asked if told[line].code] == []
    assert [told[line] for line in asked if "log" not in line] == [there[line] for line in asked if "log" not in line]
    assert (folder / "all.jsonl").read_bytes() == (folder / "with.jsonl").read_bytes()
    for line in ("--db older.db show", "--db other.db import all.jsonl", "tournament ranking"):
        assert process(*line.split()) == (2, "", sentence), line
    assert (folder / "older.db").read_bytes() == LEDGER.read_bytes()
