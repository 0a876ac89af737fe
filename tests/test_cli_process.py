"""The program: its help, its completion, and what it is like as a process."""

import json
import os
import re
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from sklog import __version__, cli, rooms
from sklog.cli import MODULES, printing
from sklog.errors import Refused
from sklog.ledger import files
from tests import transcripts
from tests.conftest import Sklog

SAMPLES = transcripts.ROOT / "sample_sessions"
LONG = str(SAMPLES / "langer-abend.yaml")
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
FORMATS = ("text", "markdown", "csv", "json", "html")
PICTURES = {"svg", "png"}


LINE = b'{"players": ["A", "B", "C", "D"], "hand": {"game": "wenz", "declarer": "A", "won": true}}\n'


# -- help and completion ------------------------------------------------------------------------------

GROUPS = {
    "report": ("session", "prices"),
    "session": ("list",),
    "player": ("list",),
    "tariff": ("list", "show", "check", "diff", "new", "schema"),
}
COMMANDS = [(name,) for name in MODULES] + [(group, name) for group, names in GROUPS.items() for name in names]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_of(ok: Sklog, words: tuple[str, ...]) -> None:
    """Every command has its help; it begins with a sentence, and no line is wider than a terminal."""
    said = ok(*words, "--help").out
    assert ok(*words, "-h").out == said
    usage, _, first, *_ = said.splitlines()
    assert usage.startswith(f"Usage: sklog {' '.join(words)} ")
    assert first.strip()
    assert max(map(len, said.splitlines())) <= 80


def test_every_command_can_be_called() -> None:
    """What a module makes a command is known to the program, and found in that module."""
    made = {}
    for module in dict.fromkeys(
        [*(f"sklog.cli.{module.name}" for module in iter_modules(cli.__path__)), *MODULES.values()]
    ):
        app = getattr(import_module(module), "app", None)
        commands = [*app.registered_commands, *app.registered_groups] if app else ()
        made |= {str(one.name): module for one in commands}
    assert made == {name: module for name, module in MODULES.items() if name not in rooms.GROUPS}
    for group, (_about, rows) in rooms.GROUPS.items():
        assert [
            name
            for name, (row, *_typed) in rows.items()
            if name not in {one.name for one in rooms.load(row).registered_commands}
        ] == []
        assert MODULES[group] in {row.partition(":")[0] for row, *_typed in rows.values()}


def test_the_help_names_every_command_with_one_sentence(ok: Sklog) -> None:
    """What matters first with a summary, which is never cut off and ends where the sentence ends; then the others."""
    said = ok("--help").out
    assert ok("-h").out == said
    first, others = (
        said.split("The essentials:\n")[1]
        .split("\nOptions:\n")[0]
        .split("\nMore commands, which sklog --commands describes:\n")
    )
    listed = re.findall(r"^  (\w+) ", first, re.MULTILINE)
    listed += [
        name
        for names in re.findall(r"  (\w+(?:,\s+\w+)*)$", others, re.MULTILINE)
        for name in re.findall(r"\w+", names)
    ]
    assert listed == list(MODULES)
    summaries = re.sub(r"\n {6,}", " ", first).splitlines()
    assert all(line.endswith(".") and not line.endswith("..") for line in summaries if line)


@pytest.mark.parametrize("words", [(), ("report",), ("session",), ("player",), ("tariff",)], ids=" ".join)
def test_without_a_command_the_help_is_printed(run: Sklog, words: tuple[str, ...]) -> None:
    """`sklog` alone shows what there is, as wrong usage."""
    ran = run(*words)
    assert ran.code == 2
    assert "Usage: sklog" in ran.out + ran.err


def test_the_version(ok: Sklog) -> None:
    """--version prints it."""
    assert ok("--version").out == f"sklog {__version__}\n"


@pytest.mark.long
def test_completion_imports_the_command_alone(folder: Path) -> None:
    """Neither its neighbours, nor what it needs only when it runs."""
    code = "import sys\nfrom sklog.cli import main\ntry:\n    main()\nfinally:\n    print(*sorted(sys.modules))"
    env = {**os.environ, "_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": "sklog ad", "COMP_CWORD": "1"}
    ran = subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True, check=True)
    found, *modules = ran.stdout.split()
    assert found == "add"
    assert {name for name in modules if name.startswith("sklog.cli.")} == {
        f"sklog.cli.{part}" for part in ("common", "hand", "printing", "usage")
    }
    assert "sklog.scoring.payout" not in modules


@pytest.mark.long
def test_joining_waits_for_no_tariff_files(folder: Path) -> None:
    """Commands of an evening that has begun read no tariff from a file."""
    code = "import sys, sklog.cli.evening\nprint(*sorted(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert not {name for name in ran.stdout.split() if name.startswith(("sklog.tariffs", "sklog.yaml"))}


@pytest.mark.parametrize("shell", ["zsh", "fish", "powershell"])
@pytest.mark.parametrize("typed", ["sklog ", "sklog ad", "sklog report ", "sklog add --"])
def test_other_shells_get_the_help_as_well(run: Sklog, shell: str, typed: str) -> None:
    """A bracket in it is no markup."""
    env = {
        "_SKLOG_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": typed.rpartition(" ")[2],
    }
    said = run(env=env)
    assert (said.code, said.err) == (0, "")
    shown = re.sub(r"\\x(..)", lambda found: chr(int(found[1], 16)), said.out)  # as zsh reads it
    assert typed != "sklog ad" or "GAME PEOPLE FLAGS [// note]" in shown


def completed(run: Sklog, typed: str, **env: str) -> list[str]:
    """Return what the shell would offer for the last word of a line."""
    env |= {"_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split(" ")) - 1)}
    return run(env=env).out.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        pytest.param("sklog se", {"settle", "session"}, id="commands"),
        pytest.param("sklog start X --tariff sa", {"sauspiel", "saukopf"}, id="tariffs"),
        pytest.param("sklog calc --tariff la", {"lamers"}, id="tariff-of-calc"),
        pytest.param("sklog tariff show w", {"wiki"}, id="tariff-to-show"),
        pytest.param("sklog add sau", {"sauspiel"}, id="games"),
        pytest.param("sklog add s Be", {"Bene"}, id="players"),
        pytest.param("sklog add s ac schn", {"schneider"}, id="flags"),
        pytest.param("sklog pay An", {"Anna"}, id="payer"),
        pytest.param("sklog pay Anna Ch", {"Christl"}, id="payee"),
        pytest.param("sklog show --session ", {"1"}, id="evenings"),
        pytest.param("sklog show --format ", set(FORMATS), id="formats"),
        pytest.param("sklog report session --format ", {*FORMATS, *PICTURES}, id="formats-of-a-sheet"),
        pytest.param("sklog export --format ", {"yaml", "jsonl", "csv", "journal"}, id="file-formats"),
    ],
)
def test_completion_offers(ok: Sklog, run: Sklog, typed: str, offered: set[str]) -> None:
    """Tab knows commands, games, players, flags, tariffs, evenings and formats."""
    ok(*START)
    found = completed(run, typed)
    assert offered <= set(found)
    last = typed.rpartition(" ")[2]
    assert all(word.startswith(last) for word in found)


@pytest.mark.parametrize("command", ["show", "settle", "report stats", "report prices", "tariff show"])
def test_what_is_no_evening_is_offered_as_no_picture(run: Sklog, command: str) -> None:
    """It would be refused; the help of a command offers what Tab does."""
    assert PICTURES.isdisjoint(completed(run, f"sklog {command} --format "))
    assert "svg" not in run(*command.split(), "--help").out


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        pytest.param("sklog --db other.db add s E", ["Eva"], id="before"),
        pytest.param("sklog add --db other.db s E", ["Eva"], id="of-the-command"),
        pytest.param("sklog pay --db other.db E", ["Eva"], id="payer"),
        pytest.param("sklog --db nowhere.db pay E", [], id="missing"),
        pytest.param("sklog show --db other.db --session ", ["1", "2"], id="evenings"),
    ],
)
def test_completion_asks_the_ledger_that_was_said(ok: Sklog, run: Sklog, typed: str, offered: list[str]) -> None:
    """What stands behind --db in the line, not the usual one."""
    ok(*START)
    for _ in range(2):
        ok("--db", "other.db", "start", "Zweite", "--players", "Eva,Fritz,Gabi,Hans")
    assert sorted(completed(run, typed)) == offered


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        pytest.param("--db ${DESK}/other.db pay E", ["Eva"], id="braces"),
        pytest.param("--db ~nobody-is-called-so/other.db pay E", [], id="no-such-user"),
        pytest.param("--db $UNSET/other.db pay E", [], id="unset"),
        pytest.param("--db \\$DESK/other.db pay E", [], id="a-dollar"),
        pytest.param('--db "\\$DESK/other.db" pay E', [], id="a-dollar-in-quotes"),
        pytest.param("--db '$DESK/other.db' pay E", [], id="text"),
        pytest.param("--db $(touch PWNED)$DESK/other.db pay E", [], id="command"),
        pytest.param("--db `touch PWNED`$DESK/other.db pay E", [], id="old-command"),
        pytest.param("--db ${DESK:-x}/other.db pay E", [], id="more-than-a-name"),
    ],
)
def test_completion_knows_what_variables_hold(
    ok: Sklog, run: Sklog, folder: Path, typed: str, offered: list[str]
) -> None:
    """Those of the environment, by their plain names; nothing is run for it."""
    ok("--db", "other.db", "start", "Zweite", "--players", "Eva,Fritz,Gabi,Hans")
    assert completed(run, f"sklog {typed}", DESK=str(folder)) == offered
    assert [path.name for path in folder.iterdir()] == ["other.db"]


def test_completion_behind_a_sign_that_bash_parts(ok: Sklog, run: Sklog) -> None:
    """It does not say whether a space stood there: what goes on with the whole word comes before what begins anew."""
    ok("start", "Abend", "--players", "a@b,@b,Christl,Dani")
    words = {"_SKLOG_COMPLETE": "complete_bash", "COMP_WORDS": "sklog\npay\na\n@\nb", "COMP_CWORD": "4"}
    assert run(env=words).out == "\\@b\n"
    assert run(env=words | {"COMP_WORDS": "sklog\npay\nDani\n@\nb"}).out == "\\@b\n"
    assert run(env=words | {"COMP_WORDS": "sklog\npay\nDani\n:\nb"}).out == ""


def test_completion_without_a_ledger(run: Sklog, folder: Path) -> None:
    """It offers what there is, says nothing, and makes no file."""
    assert "sauspiel" in completed(run, "sklog add sau")
    assert completed(run, "sklog pay An") == []
    assert list(folder.iterdir()) == []


# -- the process --------------------------------------------------------------------------------------


def test_a_process_of_its_own(process: Sklog) -> None:
    """The same as inside this process: `python -m sklog`, exit codes and the two streams."""
    process(*START)
    done = process("add", "w", "b")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Hand 1: w b")
    refused = process("add", "w", "zenzi")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == 'nobody here is called "zenzi", only Anna, Bene, Christl, Dani\n'
    assert process("show", "--format", "pdf").code == 2


def test_an_evening_is_one_file(process: Sklog, folder: Path) -> None:
    """No journal stays beside the ledger."""
    process(*START)
    process("add", "w", "b")
    assert [path.name for path in folder.iterdir() if path.is_file()] == ["sklog.db"]


def test_no_colours_in_a_pipe(process: Sklog) -> None:
    """What is piped or written is plain text."""
    process(*START)
    assert "\x1b" not in process("show").out
    assert "\x1b" not in process("show", env={"FORCE_COLOR": "1"}).out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_without_every_letter(process: Sklog, encoding: str) -> None:
    """Where € or ö cannot be printed, something else is, and never a traceback; no amount loses its sign."""
    process(*START)
    process("add", "s", "ac")
    ran = process("show", env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"Bene +[-−]0\.\d\d", ran.out)


def test_the_reader_goes_away(folder: Path, process: Sklog) -> None:
    """`sklog … | head` ends quietly."""
    process("import", LONG)
    command = [sys.executable, "-m", "sklog", "export", "--format", "csv"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert ran.stderr.read() == b""


def test_what_is_piped_into_head_is_recorded_all_the_same(folder: Path, process: Sklog) -> None:
    """Nobody reads the answer: the hand is on disk before it is said."""
    process(*START)
    command = [sys.executable, "-m", "sklog", "add", "w", "b"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as ran:
        assert ran.stdout is not None
        ran.stdout.close()
    assert "Bene     +0.60" in process("show").out


def test_an_evening_is_copied_though_nobody_reads_that_it_is_closed(
    folder: Path, process: Sklog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sklog close | head -1` keeps a copy as `sklog close` does."""
    monkeypatch.delenv("SKLOG_BACKUPS")
    process(*START)
    command = [sys.executable, "-m", "sklog", "close"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as ran:
        assert ran.stdout is not None
        ran.stdout.close()
    assert len([*folder.glob("*-backups/*-closed.db")]) == 1


def test_several_processes_at_once(folder: Path, process: Sklog) -> None:
    """Four people type at the same time: every hand is recorded, one after the other."""
    process(*START)
    lines = (["w", "a"], ["w", "b"], ["w", "c"], ["w", "d"])
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "sklog", "add", *line], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        for line in lines
    ]
    assert [(ran.communicate()[1], ran.returncode) for ran in running] == [(b"", 0)] * 4
    assert process("check").out == "1 evening, 4 hands: everything agrees with the recorded facts.\n"


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="needs POSIX signals")
def test_interrupted_while_it_waits(folder: Path) -> None:
    """Ctrl-C while it waits for the next hand ends without a traceback; each answer comes at once."""
    command = [sys.executable, "-m", "sklog", "calc", "--tariff", "lamers", "--jsonl", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, **pipes) as ran:  # type: ignore[call-overload]
        ran.stdin.write(LINE)
        ran.stdin.flush()
        assert json.loads(ran.stdout.readline())["value"] == 20
        ran.send_signal(signal.SIGINT)
        _, said = ran.communicate(timeout=30)
    assert b"Traceback" not in said
    assert ran.returncode != 0


CODE = "import atexit, os, signal, sys\nsys.argv = ['sklog', '--version']\n"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(
    "code",
    [
        pytest.param("atexit.register(os.kill, os.getpid(), signal.SIGINT)\n", id="on-the-way-out"),
        pytest.param(
            "class Slow:\n def find_spec(self, name, *_):\n  name != 'typer' or os.kill(os.getpid(), signal.SIGINT)\n"
            "sys.meta_path.insert(0, Slow())\n",
            id="on-the-way-in",
        ),
    ],
)
def test_interrupted_before_or_behind_a_command(folder: Path, code: str) -> None:
    """Ctrl-C while it is loaded, and while Python ends, says nothing."""
    command = [sys.executable, "-c", f"{CODE}{code}from sklog.__main__ import main\nmain()"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (-signal.SIGINT, b"")


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        pytest.param(
            "add --json <&-", 1, "not readable as JSON, from column 1 on: Expecting value", id="hand-from-nothing"
        ),
        pytest.param("calc --jsonl - <&-", 0, "", id="lines-from-nothing"),
        pytest.param("show <&-", 0, "", id="nothing-to-read"),
        pytest.param(
            "add w b >&-",
            1,
            "the answer cannot be printed: Bad file descriptor; what was recorded stays recorded",
            id="no-answer",
        ),
        pytest.param("add w zenzi 2>&-", 1, "", id="no-sentence"),
        pytest.param("show --nope 2>&-", 2, "", id="no-usage"),
        pytest.param("add w b <&- >&- 2>&-", 1, "", id="nothing-at-all"),
    ],
)
def test_closed_streams(ok: Sklog, folder: Path, line: str, code: int, said: str) -> None:
    """What cannot be read is empty, and an answer that nobody gets is no success; never a traceback."""
    ok(*START)
    line = f"{sys.executable} -m sklog {line}"
    ran = subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr.strip()) == (code, said)
    assert ok("check").code == 0


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="streams have no names here")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param("{ echo before; sklog show -o /dev/stdout; } | cat", id="stdout"),
        pytest.param("{ echo before; sklog show -o /dev/fd/1; } | cat", id="number"),
        pytest.param("{ echo before; sklog show -o /dev/fd/3 3>&1 >/dev/null; } | cat", id="another-number"),
        pytest.param("{ echo before; sklog show -o /dev/stdout; } >printed; cat printed", id="file"),
        pytest.param("echo before; mkfifo pipe; cat pipe & sklog show -o pipe; wait", id="pipe"),
        pytest.param(
            "exec 3<>gone; rm gone; sklog show -o /dev/fd/3; echo before; cat /dev/fd/3", id="file-without-a-name"
        ),
    ],
)
def test_a_stream_can_be_named(ok: Sklog, folder: Path, line: str) -> None:
    """What goes there has no file of its own: it is written by the name that was said, and in its turn."""
    ok(*START)
    before = {path.name for path in folder.iterdir()}
    script = f'sklog() {{ {sys.executable} -m sklog "$@"; }}; {line}'
    ran = subprocess.run(["/bin/sh", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", f"before\n{ok('show').out}")
    assert {path.name for path in folder.iterdir()} <= before | {"printed", "pipe"}


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="streams have no names here")
def test_the_reader_of_a_named_stream_goes_away(ok: Sklog, folder: Path) -> None:
    """`sklog … -o /dev/stdout | head` ends quietly."""
    ok("import", LONG)
    line = f"{sys.executable} -m sklog export -o /dev/stdout | head -1"
    ran = subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.stdout.count("\n"), ran.stderr) == (1, "")


@pytest.mark.parametrize(
    "words",
    [
        ("--db", "", "show"),
        ("show", "--db", ""),
        ("report", "session", "-o", ""),
        ("calc", "--jsonl", ""),
        ("replay", ""),
        ("import", ""),
        ("restore", ""),
        ("backup", ""),
        ("merge", ""),
        ("verify", ""),
        ("check", "--signers", ""),
        ("close", "--sign", ""),
    ],
    ids=" ".join,
)
def test_the_empty_word_is_no_file(ok: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """As of a variable that is not set: it means neither the usual ledger nor the folder."""
    ok(*START)
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "name a file: this one is empty" in ran.err


def test_a_file_is_on_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And then its name is: a power cut leaves the old file or the new one."""
    done: list[str] = []
    sync, sync_names, replace = files.sync, files.sync_names, Path.replace
    monkeypatch.setattr(files, "sync", lambda file: (done.append("content"), sync(file)))
    monkeypatch.setattr(files, "sync_names", lambda place: (done.append("name"), sync_names(place)))
    monkeypatch.setattr(Path, "replace", lambda part, to: (done.append("replace"), replace(part, to)))
    with printing.file_for_owner(tmp_path / "x.txt") as file:
        file.write("something")
    assert done == ["content", "replace", "name"]


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX rights")
def test_folders_are_their_owners(ok: Sklog, folder: Path) -> None:
    """Those of tariffs as that of the ledger, with all above them that are made, whatever the umask."""
    before = os.umask(0)
    try:
        ok("tariff", "new", "haus")
    finally:
        os.umask(before)
    made = [path for path in folder.rglob("*") if path.is_dir()]
    assert made
    assert {path.stat().st_mode & 0o777 for path in made} == {0o700}


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other rights")
@pytest.mark.parametrize("rights", [0o444, 0o640])
def test_a_file_that_is_replaced_keeps_its_rights(tmp_path: Path, rights: int) -> None:
    """Also one that nobody may write to: its folder may be."""
    (tmp_path / "x.txt").touch(rights)
    with printing.file_for_owner(tmp_path / "x.txt") as file:
        file.write("something")
    assert (tmp_path / "x.txt").read_text("utf-8") == "something"
    assert (tmp_path / "x.txt").stat().st_mode & 0o777 == rights


@pytest.mark.parametrize("error", [ValueError, RuntimeError, KeyError])
def test_what_fails_beside_a_file_is_not_its_fault(tmp_path: Path, error: type[Exception]) -> None:
    """An error of what is written is told as it is; half a file is not left behind."""
    with pytest.raises(error, match="something else"), printing.file_for_owner(tmp_path / "x.txt"):
        raise error("something else")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a\0b", "loop/x.txt", "missing/x.txt"])
def test_a_file_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    """A zero byte, a circle of links, a missing folder: it is said which file."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(Refused, match="cannot be written"), printing.file_for_owner(tmp_path / name):
        pass
