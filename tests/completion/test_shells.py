"""What Tab puts into the line of a shell, and what the program then gets: in real shells, on a real terminal.

PowerShell is in no Debian: what is made for it is read by its documented rules (about_Quoting_Rules), in a few lines.
"""

import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sklog import language, tariffs
from sklog.cli.ways import way_to_go_on
from sklog.language import in_shell, say_with
from sklog.ledger import database
from tests import transcripts
from tests.conftest import Sklog

pexpect = pytest.importorskip("pexpect")

pytestmark = pytest.mark.long

SECONDS = 10
PAUSE = 0.05
SHELLS = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"]}
BEGIN = {
    "bash": 'PS1="ready> "; HISTFILE=; eval "$(_SKLOG_COMPLETE=source_bash sklog)"',
    "zsh": 'PS1="ready> "; autoload -Uz compinit; compinit -u -D; eval "$(_SKLOG_COMPLETE=source_zsh sklog)"',
    "fish": 'function fish_prompt; echo -n "ready> "; end; _SKLOG_COMPLETE=source_fish sklog | source',
}
NAMES = (
    ("Anna;touch PWNED", "An"),
    ("O'$(touch PWNED)", "O"),
    ("a`touch PWNED`", "a"),
    ("a&touch PWNED", "a"),
    ("a|b>c<d", "a"),
    ("a b", "a"),
    ('a"b', "a"),
    ("a\\b", "a"),
    ("a:b=c@d", "a"),
    ("a!x", "a"),
    ("ä ö", "ä"),
    ("-x", "-x"),
    ("*", r"\*"),
    ("$HOME", r"\$"),
    ("#x", r"\#"),
    ("~", r"\~"),
    ("!x", r"\!"),
    ("[a]{b}", r"\["),
    ("a b", r"a\ "),
    ("O'$(touch PWNED)", "'O"),
    ("O'$(touch PWNED)", '"O'),
    ("a\\`touch PWNED`", '"a'),
    ('a"b', '"a'),
    ("a!x", '"a'),
    ("a'", "'a"),
    ('a"', '"a'),
    ("Anna;touch PWNED", 'An"na;t'),
    ("x=y z", "x="),
    ("b:cd", "b:c"),
    ("b@c", "b@"),
    ("b:c=d@e f", "b:c=d"),
    ("@x y", "@"),
    ("a b:c'd", r"a\ b:c"),
    ("a b:c'd", '"a b":c'),
    ("a:b;touch PWNED", 'a:"b'),
    ("a=$(touch PWNED)", "a="),
)
"""What somebody is called, and what of it is typed."""
LEDGERS = {
    "home": ("l.db", "--db ~/l.db"),
    "variable": ("l.db", "--db $HOME/l.db"),
    "variable-in-quotes": ("a b.db", '--db "$DESK b.db"'),
    "variable-that-is-text": ("$HOME.db", "--db '$HOME.db'"),
    "home-that-is-text": ("~", r"--db \~"),
    "behind-a-sign": ("l.db", "--db={folder}/l.db"),
    "signs": ("a:b=c@d.db", "--db a:b=c@d.db"),
    "command": ("$(touch PWNED)", r'--db "\$(touch PWNED)"'),
}
"""A ledger, and how it is named on the line."""
STUB = r"""#!/bin/sh
if [ -n "$_SKLOG_COMPLETE" ]; then
    '{python}' -m sklog "$@"
    code=$?
    : >.asked
    exit $code
fi
printf '%s\0' "$@" >got.part
mv got.part got
"""


class Shell:
    """A shell on a terminal of its own, which knows how `sklog` is completed; what that then gets it writes down."""

    def __init__(self, name: str, program: str, folder: Path) -> None:
        stub = folder / "sklog"
        stub.write_text(STUB.format(python=sys.executable), "utf-8")
        stub.chmod(0o755)
        env = {name: value for name, value in os.environ.items() if name not in transcripts.UNSEEN}
        env |= {
            **transcripts.environment(folder),
            "PATH": f"{folder}:{env['PATH']}",
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
        }
        self.process = pexpect.spawn(
            program,
            SHELLS[name],
            cwd=folder,  # fish asks what can be completed as soon as it has begun
            env=env,
            encoding="utf-8",
            timeout=SECONDS,
            dimensions=(24, 400),
        )
        self.process.delaybeforesend = 0.02
        self.do(BEGIN[name])

    def do(self, line: str) -> None:
        """Type a line and Enter, and wait for the next prompt."""
        self.process.sendline(line)
        self.process.expect("[\r\n]ready> ")

    def completed(self, line: str, folder: Path) -> list[str]:
        """Return what `sklog` gets when somebody types this line in a folder, presses Tab, and then Enter."""
        self.do(f"cd {folder}")
        self.process.send(f"{line}\t")  # Enter at once, and zsh does not complete
        self._wait_for(folder / ".asked")
        self.process.send("\r")
        got = folder / "got"
        self._wait_for(got)
        return got.read_text("utf-8").split("\0")[:-1]

    def _wait_for(self, file: Path) -> None:
        """Wait until a file is there, and the terminal is quiet."""
        quiet, end = False, time.monotonic() + SECONDS
        while not (quiet and file.exists()):
            assert time.monotonic() < end, f"{file.name} never came"
            try:
                self.process.read_nonblocking(10_000, PAUSE)
                quiet = False
            except pexpect.TIMEOUT:
                quiet = True


@pytest.fixture(scope="module", params=SHELLS)
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """Return each of the shells that are here."""
    program = shutil.which(request.param)
    if program is None:
        pytest.skip(f"no {request.param} here")
    opened = Shell(request.param, program, tmp_path_factory.mktemp(request.param))
    yield opened
    opened.process.close(force=True)


@pytest.mark.parametrize(("name", "begun"), NAMES, ids=[f"name-{n}" for n in range(len(NAMES))])
def test_a_name_is_completed_as_one_word(ok: Sklog, folder: Path, shell: Shell, name: str, begun: str) -> None:
    """Whatever somebody is called reaches the program letter by letter, and nothing of it is run."""
    ok("start", "Abend", "--players", f"{name},Bene,Christl,Dani")
    found = shell.completed(f"sklog leave {begun}", folder)
    assert found == ["leave", name.casefold() if begun == begun.casefold() else name]
    assert not (folder / "PWNED").exists()


@pytest.mark.parametrize("case", LEDGERS)
def test_a_ledger_is_asked_as_the_shell_means_it(ok: Sklog, folder: Path, shell: Shell, case: str) -> None:
    """What the shell will put in the place of ~ and a variable, and words that bash parts for completion alone."""
    ledger, said = LEDGERS[case]
    ok(f"--db={ledger}", "start", "Abend", "--players", "Zeno;touch PWNED,Bene,Christl,Dani")
    shell.do(f"export HOME={folder}; export DESK=a")
    found = shell.completed(f"sklog {said.format(folder=folder)} leave Ze", folder)
    assert found[-2:] == ["leave", "Zeno;touch PWNED"]
    assert not (folder / "PWNED").exists()


@pytest.mark.parametrize("begun", ["--tariff=saus", "--tariff='saus"])
def test_a_value_is_completed_behind_the_sign(folder: Path, shell: Shell, begun: str) -> None:
    """As it is behind a space."""
    assert shell.completed(f"sklog start Abend {begun}", folder)[-1] == "--tariff=sauspiel"


# -- suggested commands, and PowerShell -----------------------------------------------------------------


BACKSLASHES = ("a\\\\b", "a\\", "O\\'", "'", "''", "Jürgen", "")


@pytest.mark.parametrize(
    ("begun", "word"), [("strei", "streichen"), ("zurückh", "zurückholen"), ("gegen", "gegenprüfen")]
)
def test_a_german_command_is_completed(tmp_path: Path, shell: Shell, begun: str, word: str) -> None:
    """With its umlauts, where German is spoken."""
    shell.do("export SKLOG_LANG=de")
    try:
        assert shell.completed(f"sklog {begun}", tmp_path) == [word]
    finally:
        shell.do("export SKLOG_LANG=en")


@pytest.mark.parametrize("program", SHELLS)
def test_a_suggested_word_can_be_typed(program: str) -> None:
    """In each shell it is the word that was meant."""
    if shutil.which(program) is None:
        pytest.skip(f"no {program} here")
    wanted = [*dict.fromkeys(name for name, _begun in NAMES), *BACKSLASHES]
    code = "import json, sys; print(json.dumps(sys.argv[1:]))"
    line = " ".join(map(in_shell, [sys.executable, "-c", code, *wanted]))
    ran = subprocess.run([program, "-c", line], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(ran.stdout) == wanted


QUOTES = "'\u2018\u2019\u201a\u201b"


def read_by_powershell(text: str) -> str:
    """Return the argument that PowerShell makes of one word; fail where it were more than a word, or a command."""
    if text[:1] not in QUOTES:
        assert re.fullmatch(r"-{0,2}\w[\w.-]*|[\w./:-]+", text), text
        return text
    found, place = "", 1
    while place < len(text):
        if text[place] in QUOTES:
            if place == len(text) - 1:
                return found
            place += 1
            assert text[place] in QUOTES, text
        found += text[place]
        place += 1
    raise AssertionError(text)


@pytest.mark.parametrize(
    "name", [*dict.fromkeys(name for name, _begun in NAMES), "O\u2019$(x)", "a'\u2018b"], ids=ascii
)
def test_powershell_gets_one_word(ok: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Completed as well as suggested."""
    ok("start", "Abend", "--players", f"{name},Bene,Christl,Dani")
    env = {"_SKLOG_COMPLETE": "complete_powershell", "_TYPER_COMPLETE_ARGS": "sklog leave"}
    env |= {"_TYPER_COMPLETE_WORD_TO_COMPLETE": ""}
    words = [line.partition(":::")[0] for line in run(env=env).out.splitlines()]
    assert name.casefold() in map(read_by_powershell, words)
    monkeypatch.setattr(language, "POWERSHELL", True)
    assert read_by_powershell(in_shell(name)) == name


@pytest.mark.parametrize("typed", ["'anna ", "'anna ''", '"anna ', "an", "`anna"], ids=ascii)
def test_powershell_quotes_are_read(ok: Sklog, run: Sklog, typed: str) -> None:
    """What was begun between quotes is the same word."""
    ok("start", "Abend", "--players", "Anna 'x y,Bene,Christl,Dani")
    env = {"_SKLOG_COMPLETE": "complete_powershell", "_TYPER_COMPLETE_ARGS": f"sklog leave {typed}"}
    env |= {"_TYPER_COMPLETE_WORD_TO_COMPLETE": typed}
    assert run(env=env).out == "'anna ''x y'::: \n"


@pytest.mark.parametrize("path", ["c.db", "a b.db", "a{b}.db", "O'$(id).db"])
def test_a_suggested_command_names_the_ledger_that_was_said(ok: Sklog, folder: Path, path: str) -> None:
    """Before the command or behind it, quoted; not where the environment says which."""
    ok("--db", path, "start", "Abend", "--players", "Anna,Bene,Christl,Dani")
    ok("add", "--db", path, "w", "b")
    assert f"sklog --db {in_shell(path)} redo" in ok("--db", path, "undo").out
    assert f"sklog --db {in_shell(path)} undo" in ok("redo", "--db", path).out
    assert "sklog redo" in ok("undo", env={"SKLOG_DB": str(folder / path)}).out


def test_a_suggested_command_steers_no_terminal(ok: Sklog) -> None:
    """Whatever letters the name of a ledger has."""
    said = ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--db", "new\u202e.db").out
    assert "sklog --db 'new\ufffd.db' add" in said


def test_a_suggested_command_has_names_in_quotes(ok: Sklog, run: Sklog) -> None:
    """As a shell reads them, not as Python writes them."""
    ok("start", "Abend", "--players", "O'$(id),Bene,Christl,Dani")
    assert "sklog player merge Bene 'O'\\''$(id)'" in run("player", "rename", "Bene", "O'$(id)").err


# -- suggested commands about whoever is called like an option ------------------------------------------

IBAN = "DE89370400440532013000"


def suggested(said: str) -> list[str]:
    """Return the words of the command that ends a sentence, with an IBAN where one is to be said."""
    return shlex.split(said.rpartition(" sklog ")[2].replace("…", IBAN))


@pytest.fixture
def dashes(ok: Sklog) -> Sklog:
    """Return sklog with two evenings of people who are called like options."""
    ok("start", "Revanche", "--players=-y,--db,Ana,Eva")
    ok("start", "Abend", "--players=-x,--iban,Cy,Dy")
    ok("add", "w", "-x")
    return ok


@pytest.mark.parametrize("names", [("-x", "--db"), ("-x", "Ana"), ("Ana", "-x")], ids=" ".join)
def test_who_is_called_like_an_option_is_made_one_person(dashes: Sklog, run: Sklog, names: tuple[str, str]) -> None:
    """By the command that the refused rename names."""
    dashes(*suggested(run("player", "rename", "--", *names).err))


def test_who_is_called_like_an_option_gets_an_iban(dashes: Sklog) -> None:
    """By the command that is named below the payments."""
    found = json.loads(dashes("settle", "--girocode", "--format", "json").out)
    dashes(*suggested(found["notes"][-1]))
    assert "iban" in dashes("settle", "--girocode", "--format", "json").out


def test_the_account_of_who_is_called_like_an_option_gets_another_holder(dashes: Sklog) -> None:
    """Where no bank can write the one that was said."""
    dashes("player", "set", "--iban", IBAN, "--holder", "王", "--", "-x")
    found = json.loads(dashes("settle", "--girocode", "--format", "json").out)
    dashes(*suggested(found["notes"][-1]))


def test_who_is_called_like_an_option_gets_another_iban(dashes: Sklog, run: Sklog, folder: Path) -> None:
    """Where what was kept is damaged."""
    dashes("player", "set", "--iban", IBAN, "--", "-x")
    with closing(sqlite3.connect(folder / transcripts.LEDGER)) as ledger:
        ledger.execute("UPDATE bank SET iban = replace(iban, '013000', '031000')")
        ledger.commit()
    dashes(*suggested(run("check").err))
    dashes("check")


def test_a_tariff_that_is_called_like_an_option_is_checked(ok: Sklog, run: Sklog) -> None:
    """By the command that its list names, and by the one that is named where it is written."""
    assert ok(*suggested(ok("tariff", "new", "haus", "-o", "-h.yaml").out)).out.startswith("-h.yaml: no errors")
    ok("tariff", "new", "--", "-x")
    (file,) = tariffs.own_folder().iterdir()
    file.write_text("x: 1")
    rows = json.loads(ok("tariff", "list", "--format", "json").out)["tables"]["tariffs"]
    (said,) = (row["source"] for row in rows if row["name"] == "-x")
    assert "/-x.yaml:1:1: " in run(*suggested(said)).err


def test_a_damaged_ledger_that_is_called_like_an_option_can_be_saved() -> None:
    """sqlite3 knows no `--`."""
    say_with(way_to_go_on)
    assert "sqlite3 ./-x.db .recover" in database.error_in_words("malformed", Path("-x.db"))
