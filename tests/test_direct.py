"""What goes past Typer says and stores what the whole program does: for every line, evening, language and error."""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sklog.direct import COMMANDS, straight
from sklog.language import words_for
from sklog.notation import flag_words, game_words, write_hand
from sklog.scoring.evening import start
from sklog.tariffs import find
from tests import transcripts
from tests.conftest import Sklog, set_clock
from tests.hand_strategies import hands, tables
from tests.transcripts import Ran

NOW = datetime(2026, 11, 19, 21, 30, tzinfo=UTC)
TARIFFS = ("sauspiel", "wiki", "lamers", "saukopf")
PLAYERS = ("Anna", "Bene", "Christl", "Dani", "Eva")
EVENINGS: Mapping[str, list[str]] = {
    **{tariff: [f"start X --tariff {tariff} --players Anna,Bene,Christl,Dani", "add s ac n"] for tariff in TARIFFS},
    "five": ["start X --tariff wiki --players Anna,Bene,Christl,Dani,Eva", "add x", "bock", "add r d"],
    "two": [f"start {name} --tariff wiki --players Anna,Bene,Christl,Dani" for name in ("A", "B")],
    "closed": ["start X --tariff lamers --players Anna,Bene,Christl,Dani", "add s ac", "close"],
    "corrected": ["start X --players Anna,Bene,Christl,Dani", "add s ac", "add w b-", "fix 1 n", "add hs a", "void 2"],
    "stock": ["start X --tariff wiki --players Anna,Bene,Christl,Dani", "stock +0,40 anna bene", "add s ac"],
    "left": ["start X --players Anna,Bene,Christl,Dani,Eva", "leave Eva", "join Sepp"],
    "points": ["start X --tariff saukopf --players Anna,Bene,Christl,Dani", "stock +5 anna"],
    "none": [],
}
"""Ledgers by the commands that make them."""
BROKEN: Mapping[str, bytes] = {"empty": b"", "foreign": b"no ledger at all", "cut": b"SQLite format 3\0"}
ENVIRONMENTS = st.fixed_dictionaries(
    {},
    optional={
        "SKLOG_LANG": st.sampled_from(["de", "en", "xx", "", "de_AT.UTF-8"]),
        "LANG": st.sampled_from(["de_DE.UTF-8", "C", "en_GB"]),
        "SKLOG_USER": st.sampled_from(["", "sepp", "\x1b[31m", "x" * 300]),
        "NO_COLOR": st.sampled_from(["", "1"]),
        "FORCE_COLOR": st.just("1"),
        "TERM": st.sampled_from(["dumb", "xterm"]),
        "COLUMNS": st.sampled_from(["40", "200"]),
        "SKLOG_BACKUPS": st.sampled_from(["on", "off"]),
    },
)
WORDS = st.sampled_from(
    [
        *(
            "ac",
            "bd",
            "a",
            "zenzi",
            "1",
            "13",
            "sac",
            "wb-",
            "//",
            "note",
            "--",
            "-",
            "--again",
            "-h",
            "--help",
            "--json",
        ),
        *(
            "add",
            "show",
            "help",
            "augen:61",
            "61",
            "120",
            "p",
            "k",
            "l3",
            "?",
            "*",
            "~",
            "$HOME",
            "",
            " ",
            "ä",
            "\udcff",
        ),
        *("\x1b[2J", "\n", "2,40", "bock", "a:-10", "{}", "x" * 3_000, *PLAYERS, *game_words(None), *flag_words(None)),
    ]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)
CORRECTING = st.sampled_from(
    ["1", "2", "9", "0", "last", "letzte", "-", "+", "n", "l3", "kr", "74", "s", "bd", "wa-", "r", "d"]
)
"""What is typed behind fix and explain."""
LINES = [
    [word for place in range(len(path)) for word in words_for(" ".join(path[: place + 1]), lang)[:1]]
    for lang in ("en", "de")
    for path in map(str.split, COMMANDS)
]
"""The words for every command that has a way of its own."""


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """What somebody types: a hand that can be at some table, words of any kind, or a plain command."""
    if draw(st.booleans()):
        tariff = find(draw(st.sampled_from(TARIFFS)))
        table = draw(tables(tariff))
        hand = draw(hands(tariff, table))
        return ["add", *write_hand(hand, start(table.seats), tariff).split(" ")]
    words = draw(st.lists(WORDS, max_size=5)) if draw(st.booleans()) else draw(st.lists(CORRECTING, max_size=4))
    return [*draw(st.sampled_from(LINES)), *words]


@pytest.fixture(scope="module")
def ledgers() -> Iterator[Path]:
    """Return a folder with a ledger of each kind."""
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patched:
        for name in transcripts.UNSEEN:
            patched.delenv(name, raising=False)
        for name, value in transcripts.environment(Path(place)).items():
            patched.setenv(name, value)
        patched.chdir(place)
        set_clock(patched, NOW)
        for name, commands in EVENINGS.items():
            for words in map(str.split, commands):
                ran = transcripts.run(words, env={"SKLOG_DB": f"{name}.db"}, whole=True)
                assert not ran.code, (words, ran.err)
        for name, contents in BROKEN.items():
            Path(f"{name}.db").write_bytes(contents)
        Path("folder.db").mkdir()
        Path("none.db").unlink(missing_ok=True)
        yield Path(place)


def _both(place: Path, ledger: str, words: list[str], env: Mapping[str, str]) -> tuple[Ran, Ran]:
    """Return what both ways say; both stored the same."""
    said, stored = [], []
    before = place / f"{ledger}.db"
    for whole in (True, False):
        used = place / "used.db"
        used.unlink(missing_ok=True)
        if before.is_file():
            shutil.copy(before, used)
        path = str(used if before.is_file() or ledger == "none" else before)
        said.append(transcripts.run(words, env={"SKLOG_DB": path, **env}, whole=whole))
        stored.append(_dump(used))
    assert stored[0] == stored[1]
    return said[0], said[1]


def _dump(path: Path) -> object:
    try:
        with closing(sqlite3.connect(path)) as database:
            return path.is_file(), list(database.iterdump())
    except sqlite3.Error:
        return path.read_bytes() if path.is_file() else None


@settings(deadline=None)
@example(ledger="wiki", line=["add", "s", "ac"], env={})
@example(ledger="wiki", line=["add", "s", "ac", "n"], env={"SKLOG_LANG": "de"})
@example(ledger="two", line=["show"], env={"SKLOG_LANG": "de"})
@example(ledger="closed", line=["add", "w", "a"], env={})
@example(ledger="folder", line=["show"], env={})
@given(ledger=st.sampled_from([*EVENINGS, *BROKEN, "folder"]), line=lines(), env=ENVIRONMENTS)
def test_both_ways_say_and_store_the_same(ledgers: Path, ledger: str, line: list[str], env: Mapping[str, str]) -> None:
    """Stdout, stderr, the exit code, and the ledger to the last byte of its text."""
    one, other = _both(ledgers, ledger, line, env)
    assert one == other


@settings(deadline=None)
@given(
    ledger=st.sampled_from([*EVENINGS, *BROKEN, "folder"]),
    shell=st.sampled_from(["bash", "zsh", "fish", "powershell", "pwsh", "sh", ""]),
    words=st.lists(WORDS.filter(str.isprintable), min_size=1, max_size=4),
    env=ENVIRONMENTS,
    action=st.sampled_from(["get-args", "is-args", ""]),
)
def test_tab_offers_the_same(
    *, ledgers: Path, ledger: str, shell: str, words: list[str], env: Mapping[str, str], action: str
) -> None:
    """In every shell, for the word of a hand, and for all that only looks like one."""
    typed = ["sklog", "add", *words]
    asked = {
        "_SKLOG_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": "\n".join(typed),
        "COMP_CWORD": str(len(typed) - 1),
        "_TYPER_COMPLETE_ARGS": " ".join(typed),
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": words[-1],
        "_TYPER_COMPLETE_FISH_ACTION": action,
    }
    one, other = _both(ledgers, ledger, [], {**env, **asked})
    assert one == other


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("", id="nothing"),
        pytest.param("report", id="half-a-command"),
        pytest.param("--db x.db add s ac", id="a-ledger"),
        pytest.param("help add", id="help-before"),
        pytest.param("void 1", id="another-command"),
        pytest.param("ADD s ac", id="capitals"),
    ],
)
def test_the_rest_is_for_the_whole_program(folder: Path, words: str) -> None:  # noqa: ARG001  it is run there
    """Only what is typed all evening long has a way of its own."""
    assert straight(words.split()) is None


@pytest.mark.parametrize(
    "words",
    ["add", "add --again s ac", "show 3", "show --help", "undo 2", "fix", "fix 1", "fix -", "explain 0", "settle x"],
)
def test_what_has_an_option_is_for_the_whole_program(ok: Sklog, words: str) -> None:
    """Also what is refused, or asks for more than the most usual."""
    ok("start", "X", "--players", "Anna,Bene,Christl,Dani")
    run = straight(words.split())
    assert run
    assert run() is False


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_word_for_a_command_goes_straight(folder: Path, monkeypatch: pytest.MonkeyPatch, line: list[str]) -> None:  # noqa: ARG001
    """In the language that is spoken, as in English."""
    monkeypatch.setenv("SKLOG_LANG", "de")
    assert straight(line)


@pytest.mark.parametrize("line", ["add s ac", "add s zenzi", "fix 1 a:", "explain 9"])
def test_what_may_be_asked_back_is_for_the_whole_program(ok: Sklog, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """At a terminal: nothing was stored or said; a ledger that cannot be used is refused at once."""
    ok("start", "X", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    ok("stock", "+0,40", "anna")
    ok("add", "s", "ac")
    before = _dump(Path(transcripts.LEDGER))
    monkeypatch.setattr("sklog.direct.screen.can_ask", lambda: True)
    run = straight(line.split())
    assert run
    assert run() is False
    assert _dump(Path(transcripts.LEDGER)) == before
    monkeypatch.setenv("SKLOG_DB", "nowhere.db")
    with pytest.raises(SystemExit):
        run()


@pytest.mark.long
@pytest.mark.parametrize("words", [("add", "s", "ac", "nl3"), ("show",)])
def test_neither_typer_nor_what_is_seldom_needed_is_imported(process: Sklog, words: tuple[str, ...]) -> None:
    """It would be waited for all evening long."""
    process("start", "X", "--players", "Anna,Bene,Christl,Dani")
    ran = process(*words, env={"PYTHONPROFILEIMPORTTIME": "1"})
    imported = {line.rpartition("|")[2].strip() for line in ran.err.splitlines()}
    assert ran.code == 0
    assert not imported & {"typer", "dataclasses", "inspect", "sklog.cli", "yaml", "platformdirs", "sqlite_utils"}


@pytest.mark.long
def test_what_the_system_knows_only_ascii_of_is_printed_as_before(process: Sklog) -> None:
    """Typer writes UTF-8 there."""
    process("start", "Kränzl", "--players", "Anna,Bene,Christl,Dani")
    ran = process("show", env={"PYTHONIOENCODING": "ascii"})
    assert ran.out.startswith("Kränzl")
