"""What a help page says: examples that can be typed as they stand, descriptions uncut, what matters first."""

import re
import shlex
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from sklog import cli
from sklog.cli import printing
from sklog.language import as_typed, speak
from tests import documents, transcripts
from tests.conftest import Sklog
from tests.typed_so import every_example

pytestmark = pytest.mark.long

GERMAN = {"SKLOG_LANG": "de"}
LANGUAGES = pytest.mark.parametrize("env", [{}, GERMAN], ids=["english", "german"])
EXAMPLES = every_example()
PATHS = [
    " ".join(words) for name in cli.MODULES for words in [(name,), *((name, one) for one in documents.inner(name))]
]
EVENING = """
start Früher --players Beni,Carl,Dora,Emil --tariff sauspiel --date 2026-01-03
add w beni
close
start Stammtisch --players Anna,Bene,Christl,Dani --tariff sauspiel --date 2026-01-10
add s ac nl3
add w b-
add s bd
add hs c
pay Dani Anna 0,10
tariff new haus --extends wiki -o haus.yaml
export Stammtisch -o stammtisch.yaml
--db laptop.db start Kirchweih --players Anna,Bene,Christl,Dani --date 2026-01-17
--db laptop.db add w a
"""
ENTRANTS = (
    "tournament new Winterrennen --tariff bsv --seed gras",
    *(f"tournament enter {name} --club Ober" for name in ("Anna", "Bene", "Christl", "Dani")),
    "tournament entrants -o anmeldungen.csv",
)
BEGUN = (*ENTRANTS, "tournament new Herbstrennen --tariff bsv --seed gras --fee 10€")
ENTERED = (
    *BEGUN,
    *(f"tournament enter {name}" for name in ("Eva", "Franz", "Gustl", "Hans", "Ida", "Josef", "Karl", "Lena")),
)
DRAWN = (*ENTERED, "tournament draw")
BEFORE = {
    "player part": ("join Max --session 2", "start Kirchweih --players Max,Gustl,Hans,Ida"),
    "redo": ("undo",),
    "reopen": ("close",),
    "session restore": ("session void 2",),
    "rescore": ("export --format parquet -o history",),
    "round": ("start Runden --players Anna,Bene,Christl,Dani --tariff wiki",),
    **{path: DRAWN for path in PATHS if path.startswith("tournament ")},
    **dict.fromkeys(("tournament new", "tournament rules", "tournament draw"), ENTERED),
    "tournament enter": BEGUN,
    "tournament": ENTRANTS,
    "tournament back": (*DRAWN, "tournament withdraw 3"),
}
"""What is typed before the examples of a command, where the evening alone is not enough for them."""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return a folder with an evening, an earlier one, another ledger, a tariff and a session file in it.

    What else was typed there is typed once for all who ask for it.
    """

    @cache
    def typed(*lines: str) -> Path:
        folder = tmp_path_factory.mktemp("season")
        if lines:
            copytree(typed(), folder, dirs_exist_ok=True)
        with pytest.MonkeyPatch.context() as patch, chdir(folder):
            for name in transcripts.UNSEEN:
                patch.delenv(name, raising=False)
            for name, value in transcripts.environment(folder).items():
                patch.setenv(name, value)
            for words in transcripts.commands("\n".join(lines) or EVENING.strip()):
                assert transcripts.run(words).code == 0, words
        return folder

    return typed


@pytest.fixture
def copied(folder: Path, season: Callable[..., Path]) -> Callable[..., Path]:
    """Return what copies such a folder to the current one."""
    return lambda *lines: copytree(season(*lines), folder, dirs_exist_ok=True)


@pytest.fixture
def evening(copied: Callable[..., Path]) -> Path:
    """Return the current folder, with nothing else typed in it."""
    return copied()


def page(words: str, ok: Sklog, env: dict[str, str]) -> str:
    """Return what --help says of a command."""
    return ok(*words.split(), "--help", env=env).out


def examples(said: str) -> list[str]:
    """Return the command lines that a help page ends with."""
    found = re.search(r"\n  (?:Example|Beispiel):\n((?:    sklog .*\n)+)\Z", said)
    return [line.strip().removeprefix("sklog ") for line in found[1].splitlines()] if found else []


# -- examples -----------------------------------------------------------------------------------------


def test_every_command_has_an_example() -> None:
    """One that is new needs in its row of sklog/rooms.py what is typed behind its name."""
    assert [path for path in PATHS if not EXAMPLES.get(path)] == [], "say in sklog/rooms.py how these are typed"
    assert [path for path in EXAMPLES if path not in PATHS] == [], "there are no such commands: sklog/rooms.py"


@LANGUAGES
@pytest.mark.parametrize("path", [path for path in PATHS if path in EXAMPLES])
def test_an_example_can_be_typed_as_it_stands(
    ok: Sklog, copied: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, path: str, env: dict[str, str]
) -> None:
    """In the language of its page, at a terminal where somebody says yes, it does what it is there for."""
    found = examples(page(path, ok, env))
    assert len(found) == len(EXAMPLES[path])
    copied(*BEFORE.get(path, ()))
    monkeypatch.setattr("sklog.phones.server.serve", lambda *_: None)  # which would wait for Ctrl-C
    monkeypatch.setattr("sklog.web.commands.write_folder", lambda *_: {"index.html": 1})  # which would load Pyodide
    monkeypatch.setattr("sklog.cli.evening.MORNING", 0)  # which would ask for the day behind midnight
    monkeypatch.setattr(printing, "can_ask", lambda: path != "tariff new")  # which would ask eight questions
    said = "" if path == "play" else "j\n" if env else "y\n"
    for line in found:
        ran = transcripts.run(shlex.split(line), stdin=said, env=env)
        assert ran.code == 0, (
            f"{path}: change its row in rooms.py, or add to EVENING or BEFORE here: sklog {line}: {ran.err}"
        )


@LANGUAGES
def test_an_example_is_never_broken_into_two_rows(ok: Sklog, env: dict[str, str]) -> None:
    """A line that is pasted is one command, however narrow the window is."""
    for path in PATHS:
        assert examples(page(path, ok, {**env, "COLUMNS": "30"})) == examples(page(path, ok, env))


# -- lists --------------------------------------------------------------------------------------------


@LANGUAGES
@pytest.mark.parametrize("columns", ["40", "60", "80", "200"])
def test_no_description_is_cut(ok: Sklog, env: dict[str, str], columns: str) -> None:
    """Of no command in no list: what does not fit into a row goes on in the next one."""
    for group in ("", *(path for path in PATHS if documents.inner(path.split()[0]) and " " not in path)):
        said = page(group, ok, {**env, "COLUMNS": columns})
        for path in list(next(iter(cli.COMMANDS.values()))) if not group else PATHS:
            if group and not path.startswith(f"{group} "):
                continue
            speak("de" if env else None)
            (first, *_more) = summary(path)
            speak(None)
            assert first in flat(said), f"{path} at {columns} columns"
            assert "..." not in said.partition("]...")[2]


def summary(path: str) -> list[str]:
    """Return the sentences that the first paragraph of a command's help consists of, in the language that is spoken."""
    command: Any = cli.app_group()
    for word in path.split():
        command = command.commands[word]
    return re.split(r"(?<=\.) (?=\S)", flat(command.help.split("\n\n")[0]))


def flat(said: str) -> str:
    """Return a text in one row."""
    return " ".join(said.split())


@LANGUAGES
def test_what_matters_stands_first(ok: Sklog, env: dict[str, str]) -> None:
    """Ten commands with what they do, then the names of the others, then the options: on one screen or little more."""
    said = page("", ok, env)
    rows = said.splitlines()
    (first, names), *others = cli.COMMANDS.items()
    assert list(names) == ["start", "play", "add", "show", "explain", "fix", "undo", "settle", "close", "report"]
    speak("de" if env else None)
    places = [said.index(f"\n  {as_typed(name)} ") for name in names]
    others_at = [re.search(rf"\b{as_typed(name)}\b", said[max(places) :]) for _title, more in others for name in more]
    speak(None)
    assert first
    assert places == sorted(places)
    assert all(others_at)
    assert max(places) < said.index("--version")
    assert len(rows) < 60


@LANGUAGES
def test_every_command_is_described_on_request(ok: Sklog, env: dict[str, str]) -> None:
    """By `sklog --commands`, which the help names: each in its section, with the whole of its first sentence."""
    assert re.search("sklog --(commands|befehle)", page("", ok, env))
    said = ok("--commands", env=env).out
    speak("de" if env else None)
    expected = [(as_typed(name), summary(name)[0]) for name in cli.MODULES]
    speak(None)
    assert [name for name, about in expected if f"\n  {name} " not in said or about not in flat(said)] == []


# -- what -o wrote ------------------------------------------------------------------------------------


def with_output() -> list[str]:
    """Return every command that writes to a file with -o, as it is typed in its first example, but for that."""
    found, group = [], cli.app_group()
    for path in PATHS:
        command: Any = group
        for word in path.split():
            command = command.commands[word]
        if any("-o" in one.opts for one in command.params) and path not in NO_FILE:
            words = shlex.split(EXAMPLES[path][0])
            rest = words[: words.index("-o")] if "-o" in words else words
            found.append(" ".join((path, *OTHERWISE.get(path, rest))))
    return found


NO_FILE = ("tariff new", "rescore", "tournament prizes", "web")
"""They say themselves where the new tariff is, and what comes next; or it is a folder."""
OTHERWISE = {"backup": ("--list",), "player set": ("Anna",), "calc": ("w", "b")}
"""What a command is called with instead of its example, where that has no place for -o or nothing to print."""


NAMES = ("player rename", "player merge", "player part")
"""What they say is that they did it, and it is done once."""


def _with(line: str, output: str) -> list[str]:
    """Return the words of a command with -o, which stands before the words of a hand."""
    words = line.split()
    place = 1 if words[0] == "calc" else len(words)
    return [*words[:place], "-o", output, *words[place:]]


@pytest.mark.parametrize("line", with_output())
@pytest.mark.usefixtures("evening")
def test_what_was_written_is_said(run: Sklog, ok: Sklog, folder: Path, line: str) -> None:
    """On stderr, so that a pipe stays clean, also where the file is for programs; `-` is no file."""
    for before in BEFORE.get(" ".join(line.split()[:2]), ()):
        ok(*before.split())
    for name in ("seite.html", "daten.json"):
        ran = run(*_with(line, name), env=GERMAN)
        assert (ran.code, ran.out, ran.err) == (0, "", f"Geschrieben: {name}\n")
        assert (folder / name).stat().st_size
        if line.startswith(NAMES):
            ok("undo")
    ran = run(*_with(line, "-"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out


@pytest.mark.usefixtures("evening")
def test_of_every_line_that_is_answered_in_a_file_it_is_said_once(run: Sklog, folder: Path) -> None:
    """Answers in JSON Lines, too."""
    ran = run("calc", "--jsonl", "-", "-o", "answers.jsonl", stdin='{"hand": 1}\n')
    assert (ran.out, ran.err) == ("", "Written: answers.jsonl\n")
    assert (folder / "answers.jsonl").stat().st_size
